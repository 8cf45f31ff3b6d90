// The scene spheres through its camera: what is farther away is drawn first.
#include "spheres.h"

#include <math.h>
#include <stdlib.h>

static const wend_colour stone = 0xa3b0c4ffu, flyer_colours[4] = {COLOUR_SKY, COLOUR_YELLOW, COLOUR_PINK, COLOUR_GREEN};

enum
{
    BALL,
    FLYER,
    TRAIL
};

// Something to be drawn.
typedef struct item
{
    float depth;
    int kind, number, piece;
} item;

static int deeper_first(const void *a, const void *b)
{
    const item *x = a, *y = b;
    if (x->depth != y->depth)
        return x->depth > y->depth ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind - y->kind;
    return x->number != y->number ? x->number - y->number : x->piece - y->piece;
}

/// The k-th latest place of a flyer.
static wend_vec trail_point(const spheres_flyer *f, int k)
{
    return f->trail[(f->trail_at - 1 - k + 2 * SPHERES_TRAIL) % SPHERES_TRAIL];
}

static int collect(const spheres *s, item *items)
{
    int count = 0;
    for (int i = 0; i < SPHERES_COUNT; i++)
        items[count++] = (item){camera_project(&s->camera, s->centre[i]).z, BALL, i, 0};
    for (int i = 0; i < SPHERES_FLYERS; i++)
    {
        const spheres_flyer *f = &s->flyers[i];
        items[count++] = (item){camera_project(&s->camera, f->body.position).z, FLYER, i, 0};
        for (int k = 0; k + 1 < f->trail_count; k++)
            items[count++] = (item){camera_project(&s->camera, trail_point(f, k)).z, TRAIL, i, k};
    }
    return count;
}

static const spheres_flyer *watched_one(const scene_run *run)
{
    const spheres *s = run->state;
    for (int i = 0; i < SPHERES_FLYERS; i++)
        if (run->watched.value != 0 && wend_same_agent(s->flyers[i].id, run->watched))
            return &s->flyers[i];
    return NULL;
}

/// Does a sphere stand in a slot of the watched one's ring?
static bool is_in_the_way(const spheres_flyer *watched, uint64_t body)
{
    for (int slot = 0; watched && slot < watched->ring.count; slot++)
        if (wend_ring_masked_by(&watched->ring, &watched->choice, slot) == body)
            return true;
    return false;
}

/// The camera for what flies: it shines through the haze.
static camera clear_camera(const spheres *s)
{
    camera c = s->camera;
    c.farthest += 80.0f;
    return c;
}

static void draw_trail(const spheres *s, int number, int k, wend_colour colour, const wend_draw *draw)
{
    const spheres_flyer *f = &s->flyers[number];
    wend_vec from = camera_project(&s->camera, trail_point(f, k)),
             to = camera_project(&s->camera, trail_point(f, k + 1));
    camera bright = clear_camera(s);
    unsigned opacity = (unsigned)(230.0f * (1.0f - (float)k / SPHERES_TRAIL));
    draw->line(from, to, faded(camera_shade(&bright, colour, 0.8f, from.z), opacity), false, draw->user);
}

static void draw_flyer(const spheres *s, int number, wend_colour colour, const wend_draw *draw)
{
    const spheres_flyer *f = &s->flyers[number];
    camera bright = clear_camera(s);
    camera_draw_dart(&bright, draw, f->body.position, f->body.heading,
                     -wend_bank(wend_length(f->body.velocity), f->spin, 30.0f), 0.5f, colour);
}

static void draw_item(const spheres *s, const item *i, const spheres_flyer *watched, const wend_draw *draw)
{
    const spheres_flyer *f = &s->flyers[i->kind == BALL ? 0 : i->number];
    wend_colour colour = f == watched ? 0xffffffffu : flyer_colours[i->number % 4];
    switch (i->kind)
    {
    case BALL:
        camera_draw_ball(&s->camera, draw, s->centre[i->number], s->radius[i->number],
                         is_in_the_way(watched, s->body[i->number]) ? COLOUR_RED : stone);
        break;
    case FLYER: draw_flyer(s, i->number, colour, draw); break;
    default: draw_trail(s, i->number, i->piece, colour, draw); break;
    }
}

static void glass_line(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user)
{
    const wend_draw *draw = user;
    draw->line(from, to, colour, is_dashed, draw->user);
}

static void glass_circle(wend_vec centre, float radius, wend_colour colour, bool is_filled, void *user)
{
    const wend_draw *draw = user;
    draw->circle(centre, radius, colour, is_filled, draw->user);
}

/// What isn't solid anyway, the tiles, is as of glass: who is in the middle and what is behind is still to be seen.
static void glass_polygon(const wend_vec *corners, int count, wend_colour colour, void *user)
{
    const wend_draw *draw = user;
    unsigned opacity = colour & 255u;
    draw->polygon(corners, count, opacity == 255u ? colour : faded(colour, opacity * 2u / 5u), draw->user);
}

/// The ring, then its flyer once more: it is inside.
static void draw_ring(const spheres *s, int number, const wend_draw *draw)
{
    const spheres_flyer *f = &s->flyers[number];
    wend_draw glass = {glass_line, glass_circle, glass_polygon, wend_default_draw().text, (void *)draw};
    camera_view view;
    wend_draw table = camera_table(&s->camera, &glass, &view);
    wend_ring_figure figure = wend_default_ring_figure();
    figure.at = f->body.position;
    figure.radius = 2.0f;
    figure.eye = camera_eye(&s->camera);
    wend_draw_ring(&table, &f->ring, &f->choice, &figure);
    draw_flyer(s, number, 0xffffffffu, draw);
}

void spheres_draw(const scene_run *run, const wend_draw *draw)
{
    const spheres *s = run->state;
    const spheres_flyer *watched = watched_one(run);
    item *items = calloc(SPHERES_COUNT + SPHERES_FLYERS * (SPHERES_TRAIL + 1), sizeof *items);
    if (!items)
        return;
    camera_draw_box(&s->camera, draw, spheres_low, spheres_high, 0x8b97a530u);
    int count = collect(s, items);
    qsort(items, (size_t)count, sizeof *items, deeper_first);
    for (int i = 0; i < count; i++)
        draw_item(s, &items[i], watched, draw);
    free(items);
    if (watched)
        draw_ring(s, (int)(watched - s->flyers), draw);
}

void spheres_legend(const scene_run *run, scene_legend *legend)
{
    const spheres *s = run->state;
    const spheres_flyer *watched = watched_one(run);
    scene_add_sign(legend, SCENE_DART, COLOUR_SKY, "flyer, any colour");
    if (!watched)
        return;
    scene_add_sign(legend, SCENE_DART, 0xffffffffu, "watched flyer");
    for (int i = 0; i < SPHERES_COUNT; i++)
        if (is_in_the_way(watched, s->body[i]))
            scene_add_sign(legend, SCENE_DOT, COLOUR_RED, "sphere that masks a direction");
    scene_add_ring(legend, &watched->ring, &watched->choice, "sphere in the way", "flyer in the way");
}
