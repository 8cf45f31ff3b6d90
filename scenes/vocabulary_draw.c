// How the rooms of the vocabulary are drawn.
#include "vocabulary.h"

#include <math.h>

static void draw_trail(const room *r, int i, wend_colour colour, const wend_draw *draw)
{
    int kept = r->trail_length < ROOM_TRAIL ? r->trail_length : ROOM_TRAIL;
    const int stride = 3; // fewer lines, as smooth
    for (int age = 0; age + stride < kept; age += stride)
    {
        wend_vec a = r->trail[i][(r->trail_length - 1 - age) % ROOM_TRAIL];
        wend_vec b = r->trail[i][(r->trail_length - 1 - age - stride) % ROOM_TRAIL];
        if (wend_distance(a, b) < 2.0f) // not across the floor of one that wraps
            draw->line(a, b, faded(colour, (unsigned)(150 - 130 * age / ROOM_TRAIL)), false, draw->user);
    }
}

static void draw_shape(const wend_shape *shape, const wend_draw *draw)
{
    wend_vec at = shape->position, h = shape->half;
    const wend_vec box[4] = {wend_add(at, wend_xyz(-h.x, -h.y, 0.0f)), wend_add(at, wend_xyz(h.x, -h.y, 0.0f)),
                             wend_add(at, wend_xyz(h.x, h.y, 0.0f)), wend_add(at, wend_xyz(-h.x, h.y, 0.0f))};
    switch (shape->kind)
    {
    case WEND_SHAPE_CIRCLE: draw->circle(at, shape->radius, faded(COLOUR_GREY, 130), true, draw->user); break;
    case WEND_SHAPE_BOX: draw->polygon(box, 4, faded(COLOUR_GREY, 130), draw->user); break;
    case WEND_SHAPE_SEGMENT:
        draw->line(wend_add(at, shape->from), wend_add(at, shape->to), COLOUR_GREY, false, draw->user);
        break;
    default: break;
    }
}

static void faded_line(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user)
{
    const wend_draw *draw = user;
    draw->line(from, to, faded(colour, 235), is_dashed, draw->user);
}

/// Velocity, wish and steering of agent 0. A watched agent's own vectors come over them.
static void draw_vectors(const room *r, const wend_draw *draw)
{
    wend_reason reason;
    wend_draw table = wend_default_draw();
    table.line = faded_line;
    table.user = (void *)draw;
    if (wend_explain(r->run->world, r->ids[0], &reason) != WEND_OK)
        return;
    float share = r->is_large ? 0.12f : 0.2f;
    reason.position = room_position(r, 0);
    wend_draw_reason(&table, &reason, share * ROOM_HEIGHT / room_body(r, 0).max_speed);
}

static void draw_names(const room *r, const wend_draw *draw)
{
    wend_vec corner = room_at(r, -5.7f, 3.4f + 0.75f);
    if (!r->is_large)
    {
        draw->text(corner, r->kind->label, COLOUR_TEXT, draw->user);
        return;
    }
    draw->text(wend_add(corner, wend_xyz(0.0f, 0.3f, 0.0f)), r->kind->call, 0xffffffffu, draw->user);
    draw->text(wend_add(corner, wend_xyz(0.0f, -0.12f, 0.0f)), r->kind->about, COLOUR_TEXT, draw->user);
    part_draw_edges(draw, room_at(r, -ROOM_HALF_X, -ROOM_HALF_Y), room_at(r, ROOM_HALF_X, ROOM_HALF_Y));
}

static void draw_inside(const room *r, const wend_draw *draw)
{
    for (int i = 0; i < r->shape_count; i++)
        draw_shape(&r->shapes[i], draw);
    if (r->kind->draw)
        r->kind->draw(r, draw);
    for (int i = r->kind->trails - 1; i >= 0; i--)
        draw_trail(r, i, i == 0 ? COLOUR_SKY : r->kind->others, draw);
    for (int i = r->kind->bodies - 1; i >= 0; i--)
    {
        wend_agent body = room_body(r, i);
        wend_draw_agent(draw, body.position, body.heading, body.radius, i == 0 ? COLOUR_SKY : r->kind->others);
    }
    draw_vectors(r, draw);
}

// ---- a room among all: a little smaller than its cell, and nothing of it beyond -------------------------------------

typedef struct cell
{
    const wend_draw *draw;
    wend_vec middle, low, high;
} cell;

static const float cell_scale = 0.86f;

static wend_vec in_cell(const cell *c, wend_vec point)
{
    return wend_add(c->middle, wend_scale(wend_sub(point, c->middle), cell_scale));
}

/// Cuts what lies below `low` or above `high` off the share of a line that is left. False: nothing is left.
static bool cut(float start, float along, float low, float high, float share[2])
{
    if (along == 0.0f)
        return start >= low && start <= high;
    float one = (low - start) / along, other = (high - start) / along;
    share[0] = fmaxf(share[0], fminf(one, other));
    share[1] = fminf(share[1], fmaxf(one, other));
    return share[0] < share[1];
}

static void draw_cut(const cell *c, wend_vec from, wend_vec to, wend_colour colour, bool is_dashed)
{
    float share[2] = {0.0f, 1.0f};
    if (cut(from.x, to.x - from.x, c->low.x, c->high.x, share) &&
        cut(from.y, to.y - from.y, c->low.y, c->high.y, share))
        c->draw->line(wend_lerp(from, to, share[0]), wend_lerp(from, to, share[1]), colour, is_dashed, c->draw->user);
}

static void cell_line(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user)
{
    draw_cut(user, in_cell(user, from), in_cell(user, to), colour, is_dashed);
}

static void cell_circle(wend_vec centre, float radius, wend_colour colour, bool is_filled, void *user)
{
    const cell *c = user;
    const int pieces = 64;
    wend_vec at = in_cell(c, centre), arm = wend_xyz(radius * cell_scale, 0.0f, 0.0f);
    bool is_inside =
        at.x - arm.x > c->low.x && at.x + arm.x < c->high.x && at.y - arm.x > c->low.y && at.y + arm.x < c->high.y;
    if (is_inside || is_filled)
        c->draw->circle(at, arm.x, colour, is_filled, c->draw->user);
    for (int i = 0; !is_inside && !is_filled && i < pieces; i++)
        draw_cut(c, wend_add(at, wend_rotate(arm, 2.0f * WEND_PI * (float)i / (float)pieces)),
                 wend_add(at, wend_rotate(arm, 2.0f * WEND_PI * (float)(i + 1) / (float)pieces)), colour, false);
}

static void cell_polygon(const wend_vec *corners, int count, wend_colour colour, void *user)
{
    const cell *c = user;
    wend_vec places[8];
    for (int i = 0; i < count && i < 8; i++)
        places[i] = in_cell(c, corners[i]);
    c->draw->polygon(places, count < 8 ? count : 8, colour, c->draw->user);
}

void vocabulary_draw_room(const room *r, const wend_draw *draw)
{
    cell c = {draw, r->middle, room_at(r, -5.9f, -3.5f), room_at(r, 5.9f, 4.7f)};
    wend_draw table = wend_default_draw(); // notes are for the large one
    table.line = cell_line;
    table.circle = cell_circle;
    table.polygon = cell_polygon;
    table.user = &c;
    draw_inside(r, r->is_large ? draw : &table);
    draw_names(r, draw);
}

// ---- legend ---------------------------------------------------------------------------------------------------------

void vocabulary_add_signs(const room *r, scene_legend *legend)
{
    static const struct
    {
        wend_colour colour;
        const char *word;
    } others[] = {
        {COLOUR_ORANGE, "the other one"}, {COLOUR_RED, "a threat"}, {COLOUR_GREEN, "others"}, {COLOUR_GREY, "others"}};
    scene_add_sign(legend, SCENE_BODY, COLOUR_SKY, "who it is about");
    for (int i = 0; i < (int)(sizeof others / sizeof *others); i++)
        if (r->kind->bodies > 1 && r->kind->others == others[i].colour)
            scene_add_sign(legend, SCENE_BODY, others[i].colour, others[i].word);
    if (r->kind->trails > 0 && r->trail_length > 3)
        scene_add_sign(legend, SCENE_LINE, faded(COLOUR_SKY, 130), "where it was");
    if (r->kind->is_facing)
        scene_add_sign(legend, SCENE_DASHED_ARROW, faded(WEND_COLOUR_WISH, 220), "where it should look");
    if (r->shape_count > 0)
        scene_add_sign(legend, SCENE_BAR, faded(COLOUR_GREY, 130), "obstacle");
}
