// A sky full of birds, up to a million, from the whole of it down to one.
#include "parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    MILLION = 1000000,
    USUAL = 20000,
    DARTS = 25000, // so many are drawn one by one
    TILES_X = 128,
    TILES_Y = 72 // else how many there are in each tile of the view
};

enum
{
    COUNT,
    ZOOM
};

static const scene_param params[] = {
    [COUNT] = {"count", "birds (from the next start)", 1000.0f, (float)MILLION, (float)USUAL, false},
    [ZOOM] = {"zoom", "zoom", 0.0f, 26.0f, 0.0f, false},
};

static const scene_whole wholes[] = {{COUNT, NULL}, {ZOOM, NULL}};

// The view, and how far in it one can go: a bird is then as long as a ninth of the view is high.
static const wend_vec low = {0.0f, 0.0f, 0.0f}, high = {160.0f, 90.0f, 0.0f};
static const float closest = 50.0f, hull = 0.1f, step_of_zoom = 1.25f;

// Birds in a part of the view: how many, and their headings summed up.
typedef struct tile
{
    int count;
    wend_vec heading;
} tile;

typedef struct million
{
    int count;
    float width, height; // of the sky, which is joined at its edges; a bird for each unit of area
    wend_vec centre;     // of what is seen
    wend_vec *places, *headings;
    tile *tiles;
} million;

// ---- the sky --------------------------------------------------------------------------------------------------------

static wend_agent_def random_bird(wend_random *random, const million *m)
{
    wend_agent_def def = wend_default_agent_def();
    float angle = wend_random_between(random, 0.0f, 2.0f * WEND_PI);
    def.group = 1;
    def.agent.radius = hull;
    def.agent.neighbour_radius = 1.6f; // 8 others within it, before they flock
    def.agent.max_speed = 1.5f;
    def.agent.max_acceleration = 4.0f;
    def.agent.position.x = wend_random_between(random, 0.0f, m->width);
    def.agent.position.y = wend_random_between(random, 0.0f, m->height);
    def.agent.velocity = wend_xyz(wend_cos(angle), wend_sin(angle), 0.0f);
    return def;
}

static wend_status fill(wend_world *world, const million *m, uint64_t seed)
{
    enum
    {
        AT_ONCE = 1000
    };
    static const size_t size = sizeof(wend_agent_def);
    wend_random random = wend_random_seed(seed, 1);
    wend_agent_def *defs = malloc(AT_ONCE * size);
    wend_agent_id ids[AT_ONCE];
    wend_goal goal = wend_goal_cruise(1.2f);
    wend_status status = defs ? WEND_OK : WEND_ERROR_MEMORY;
    for (int done = 0; done < m->count && status == WEND_OK; done += AT_ONCE)
    {
        int count = m->count - done < AT_ONCE ? m->count - done : AT_ONCE;
        for (int i = 0; i < count; i++)
            defs[i] = random_bird(&random, m);
        status = wend_world_spawn_many(world, defs, count, ids);
        for (int i = 0; i < count && status == WEND_OK; i++)
            status = wend_world_set_goal(world, ids[i], &goal);
    }
    free(defs);
    return status;
}

static void million_stop(scene_run *run)
{
    million *m = run->state;
    free(m->places);
    free(m->headings);
    free(m->tiles);
}

static wend_status make_sky(scene_run *run, wend_error *error)
{
    million *m = run->state;
    m->count = (int)(run->params[COUNT] + 0.5f);
    m->height = sqrtf((float)m->count * high.y / high.x);
    m->width = (float)m->count / m->height;
    m->centre = wend_xyz(0.5f * m->width, 0.5f * m->height, 0.0f);
    m->places = calloc((size_t)m->count, sizeof *m->places);
    m->headings = calloc((size_t)m->count, sizeof *m->headings);
    m->tiles = calloc(TILES_X * TILES_Y, sizeof *m->tiles);
    if (!m->places || !m->headings || !m->tiles)
        return WEND_ERROR_MEMORY;
    wend_world_def def = part_world_def(run);
    def.edge = WEND_EDGE_WRAP;
    def.high = wend_xyz(m->width, m->height, 0.0f);
    wend_status status = part_make_world(run, &def, error);
    return status == WEND_OK ? fill(run->world, m, run->seed) : status;
}

static wend_status million_init(scene_run *run, wend_error *error)
{
    wend_status status = make_sky(run, error);
    if (status != WEND_OK)
        ((million *)run->state)->count = 0; // nothing is shown
    return status;
}

// ---- what is seen ---------------------------------------------------------------------------------------------------

static float scale_of(const scene_run *run)
{
    const million *m = run->state;
    float scale = high.x / m->width;
    for (int k = 0; k < (int)(run->params[ZOOM] + 0.5f); k++)
        scale *= step_of_zoom;
    return fminf(scale, closest);
}

/// The short way round from the middle of the view.
static float short_way(float difference, float round)
{
    return difference - round * floorf(difference / round + 0.5f);
}

static wend_vec million_project(const scene_run *run, wend_vec p)
{
    const million *m = run->state;
    float scale = scale_of(run);
    return wend_xyz(0.5f * high.x + scale * short_way(p.x - m->centre.x, m->width),
                    0.5f * high.y + scale * short_way(p.y - m->centre.y, m->height), 0.0f);
}

static bool is_seen(wend_vec at)
{
    return at.x >= low.x && at.x < high.x && at.y >= low.y && at.y < high.y;
}

/// Reads where all are, in the view, and counts them in tiles. Returns how many are seen.
static int look(const scene_run *run)
{
    million *m = run->state;
    int seen = 0;
    if (m->count == 0)
        return 0;
    wend_world_read(run->world, WEND_FIELD_POSITION, m->places, sizeof *m->places, m->count);
    wend_world_read(run->world, WEND_FIELD_HEADING, m->headings, sizeof *m->headings, m->count);
    for (int k = 0; k < TILES_X * TILES_Y; k++)
        m->tiles[k] = (tile){0};
    float scale = scale_of(run);
    for (int i = 0; i < m->count; i++)
    {
        wend_vec *p = &m->places[i];
        *p = wend_xyz(0.5f * high.x + scale * short_way(p->x - m->centre.x, m->width),
                      0.5f * high.y + scale * short_way(p->y - m->centre.y, m->height), 0.0f);
        if (!is_seen(*p))
            continue;
        seen++;
        tile *t = &m->tiles[(int)(p->y * TILES_Y / high.y) * TILES_X + (int)(p->x * TILES_X / high.x)];
        t->count++;
        t->heading = wend_add(t->heading, m->headings[i]);
    }
    return seen;
}

/// Which way it flies, as a colour.
static wend_colour colour_of(wend_vec heading)
{
    static const wend_colour colours[4] = {COLOUR_SKY, COLOUR_GREEN, COLOUR_ORANGE, COLOUR_PINK};
    bool is_level = fabsf(heading.x) > fabsf(heading.y);
    return colours[is_level ? (heading.x > 0.0f ? 0 : 2) : (heading.y > 0.0f ? 1 : 3)];
}

static void draw_darts(const scene_run *run, const wend_draw *draw, int seen)
{
    const million *m = run->state;
    float room = sqrtf(high.x * high.y / (float)(seen > 0 ? seen : 1)); // each has; none is too small to be seen
    float size = fmaxf(hull * scale_of(run), fminf(0.33f * room, 1.0f));
    for (int i = 0; i < m->count; i++)
    {
        wend_vec at = m->places[i], ahead = wend_scale(m->headings[i], size),
                 left = {-0.5f * ahead.y, 0.5f * ahead.x, 0.0f};
        wend_vec tail = wend_sub(at, ahead);
        const wend_vec corners[3] = {wend_add(at, ahead), wend_add(tail, left), wend_sub(tail, left)};
        if (at.x > low.x - 2.0f * size && at.x < high.x + 2.0f * size && at.y > low.y - 2.0f * size &&
            at.y < high.y + 2.0f * size)
            draw->polygon(corners, 3, colour_of(m->headings[i]), draw->user);
    }
}

static void draw_tiles(const scene_run *run, const wend_draw *draw, int seen)
{
    const million *m = run->state;
    const float x = high.x / TILES_X, y = high.y / TILES_Y, full = 3.0f * (float)seen / (TILES_X * TILES_Y);
    for (int k = 0; k < TILES_X * TILES_Y; k++)
    {
        if (m->tiles[k].count == 0)
            continue;
        wend_vec corner = {x * (float)(k % TILES_X), y * (float)(k / TILES_X), 0.0f};
        const wend_vec corners[4] = {corner, wend_add(corner, wend_xyz(x, 0.0f, 0.0f)),
                                     wend_add(corner, wend_xyz(x, y, 0.0f)), wend_add(corner, wend_xyz(0.0f, y, 0.0f))};
        float share = fminf((float)m->tiles[k].count / full, 1.0f);
        draw->polygon(corners, 4, faded(colour_of(m->tiles[k].heading), (unsigned)(20.0f + 235.0f * share)),
                      draw->user);
    }
}

static void million_draw(const scene_run *run, const wend_draw *draw)
{
    int seen = look(run);
    if (seen > DARTS)
        draw_tiles(run, draw, seen);
    else
        draw_darts(run, draw, seen);
}

static void million_legend(const scene_run *run, scene_legend *legend)
{
    static const char *const words[4] = {"to the right", "up", "to the left", "down"};
    static const wend_vec ways[4] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {-1.0f, 0.0f, 0.0f}, {0.0f, -1.0f, 0.0f}};
    const million *m = run->state;
    bool has_tiles = look(run) > DARTS, is_there[4] = {false};
    for (int i = 0; i < (has_tiles ? TILES_X * TILES_Y : m->count); i++)
        for (int k = 0; k < 4 && (has_tiles ? m->tiles[i].count > 0 : is_seen(m->places[i])); k++)
            is_there[k] |= colour_of(has_tiles ? m->tiles[i].heading : m->headings[i]) == colour_of(ways[k]);
    for (int k = 0; k < 4; k++)
        if (is_there[k])
            scene_add_sign(legend, has_tiles ? SCENE_BAR : SCENE_DART, colour_of(ways[k]), words[k]);
}

// ---- playing --------------------------------------------------------------------------------------------------------

static void million_input(scene_run *run)
{
    million *m = run->state;
    float *zoom = &run->params[ZOOM], way = 2.0f / scale_of(run);
    switch (run->input.key)
    {
    case '+':
    case '=': *zoom = fminf(*zoom + 1.0f, params[ZOOM].high); break;
    case '-': *zoom = fmaxf(*zoom - 1.0f, params[ZOOM].low); break;
    case 'm':
        run->params[COUNT] = run->params[COUNT] < (float)MILLION ? (float)MILLION : (float)USUAL;
        if (scene_restart(run, NULL) != WEND_OK)
        {
            run->params[COUNT] = (float)USUAL; // no memory for so many
            scene_restart(run, NULL);
        }
        return;
    default: break;
    }
    if (run->watched.value != 0)
        m->centre = wend_world_position(run->world, run->watched);
    else
        m->centre = wend_add(m->centre, wend_scale(run->input.arrows, way));
}

static void million_step(scene_run *run)
{
    wend_world_step(run->world, run->kind->step_seconds);
}

static void million_status(const scene_run *run, char *text, size_t capacity)
{
    const million *m = run->state;
    wend_world_stats stats = wend_world_get_stats(run->world);
    float scale = scale_of(run), share = fminf(high.x / scale / m->width, 1.0f);
    snprintf(text, capacity, "%d birds   %.1f neighbours each   %.3g %% of the sky in view", m->count,
             (double)stats.neighbours / (m->count > 0 ? m->count : 1), 100.0 * (double)(share * share));
}

static void million_demo(const scene_run *run, scene_input *input)
{
    int frame = (int)(run->seconds / run->kind->step_seconds + 0.5);
    input->key = frame > 120 && frame % 15 == 0 && run->params[ZOOM] < 1.0f ? '+' : 0;
}

static void million_verify(scene_run *run)
{
    const million *m = run->state;
    part_play(run, (scene_input){0}, 3.0);
    wend_world_stats stats = wend_world_get_stats(run->world);
    scene_check(run, wend_world_count(run->world) == m->count, "%d of %d birds are there", wend_world_count(run->world),
                m->count);
    double each = (double)stats.neighbours / m->count;
    scene_check(run, each > 4.0 && each < 40.0, "a bird has %g neighbours", each);
    scene_check(run, look(run) == m->count, "of the whole sky only %d are seen", look(run));
    run->params[ZOOM] = params[ZOOM].high;
    wend_agent_id first;
    wend_world_list(run->world, &first, 1);
    scene_watch(run, first);
    part_play(run, (scene_input){0}, 0.5);
    wend_vec at = million_project(run, wend_world_position(run->world, first));
    scene_check(run, fabsf(at.x - 0.5f * high.x) < 5.0f && fabsf(at.y - 0.5f * high.y) < 5.0f,
                "the bird that is followed is at (%g, %g) of the view", (double)at.x, (double)at.y);
    int seen = look(run);
    scene_check(run, seen >= 1 && seen < 60, "close by %d birds are seen", seen);
}

const scene scene_million = {
    .name = "million",
    .title = "A million",
    .about = "A sky that holds up to a million birds: zoom from all of it to one.",
    .keys = "+ and -: zoom, arrows: look elsewhere, click: follow a bird, M: a million",
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .state_size = sizeof(million),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 12.0,
    .low = {0.0f, 0.0f, 0.0f},
    .high = {160.0f, 90.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = million_init,
    .input = million_input,
    .step = million_step,
    .draw = million_draw,
    .legend = million_legend,
    .project = million_project,
    .status = million_status,
    .demo = million_demo,
    .verify = million_verify,
    .stop = million_stop,
};
