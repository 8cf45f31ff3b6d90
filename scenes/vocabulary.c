// The vocabulary: each behaviour by itself, all of them alive side by side; one of them large on demand.
#include "vocabulary.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    COLUMNS = 7,
    ROOMS = 42
};

typedef struct vocabulary
{
    room rooms[ROOMS];
    int count;
    wend_obstacles *walls;
    int page;      // that the view is on
    float arrow_x; // held in the frame before
} vocabulary;

enum
{
    PAGE,
    PREDICTION,
    SEPARATION,
    ALIGNMENT,
    COHESION
};

static const scene_param params[] = {
    [PAGE] = {"page", "page (0: all)", 0.0f, ROOMS, 0.0f, false},
    [PREDICTION] = {"prediction", "D prediction", 0.0f, 1.0f, 1.0f, true},
    [SEPARATION] = {"separation", "separation", 0.0f, 3.0f, 1.5f, false},
    [ALIGNMENT] = {"alignment", "alignment", 0.0f, 3.0f, 0.5f, false},
    [COHESION] = {"cohesion", "cohesion", 0.0f, 3.0f, 0.3f, false},
};

static wend_vec middle_of(int index)
{
    float column = (float)(index % COLUMNS) - 0.5f * (COLUMNS - 1);
    float row = 0.5f * (float)(ROOMS / COLUMNS - 1) - (float)(index / COLUMNS);
    return wend_xyz(column * ROOM_WIDTH, row * ROOM_HEIGHT - 0.6f, 0.0f);
}

room *room_named(scene_run *run, const char *label)
{
    vocabulary *v = run->state;
    for (int i = 0; i < v->count; i++)
        if (strcmp(v->rooms[i].kind->label, label) == 0)
            return &v->rooms[i];
    return NULL;
}

// ---- a life --------------------------------------------------------------------------------------------------------

static void begin_room(room *r)
{
    r->seconds = r->ends = r->done_at = 0.0;
    memset(r->legs, 0, sizeof r->legs);
    r->progress = (wend_path_progress){0};
    r->side = (wend_side){0};
    r->guess = (wend_estimator){0};
    r->trail_length = 0;
    r->kind->begin(r);
    r->rounds++;
}

static bool open_room(vocabulary *v, scene_run *run, const room_kind *kind)
{
    int index = v->count++;
    room *r = &v->rooms[index];
    r->kind = kind;
    r->run = run;
    r->walls = v->walls;
    r->middle = middle_of(index);
    wend_agent_def def = wend_default_agent_def();
    def.group = kind->is_flock ? (uint32_t)index + 1 : 0; // outside a flock the default recipe is just the goal
    def.agent.position = r->middle;
    def.agent.radius = 0.32f;
    def.agent.max_speed = ROOM_SPEED;
    def.agent.max_acceleration = 6.0f;
    def.agent.arrival_radius = 1.6f;
    for (int i = 0; i < kind->bodies; i++)
        r->ids[i] = wend_world_spawn(run->world, &def);
    if (r->ids[kind->bodies - 1].value == 0)
        return false;
    wend_watch(run->world, r->ids[0], true);
    if (kind->build)
        kind->build(r);
    begin_room(r);
    return true;
}

static bool open_rooms(vocabulary *v, scene_run *run, const room_kind *kinds, int count)
{
    for (int i = 0; i < count; i++)
        if (!open_room(v, run, &kinds[i]))
            return false;
    return true;
}

static wend_status vocabulary_init(scene_run *run, wend_error *error)
{
    vocabulary *v = run->state;
    wend_world_def def = part_world_def(run);
    def.does_push_apart = false; // nothing but the behaviours moves anybody
    wend_status status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    wend_obstacles_def walls = wend_default_obstacles_def();
    walls.allocator = run->allocator;
    v->walls = wend_obstacles_create(&walls, error);
    bool is_open =
        v->walls && open_rooms(v, run, rooms_steer, rooms_steer_count) &&
        open_rooms(v, run, rooms_around, rooms_around_count) && open_rooms(v, run, rooms_facing, rooms_facing_count) &&
        open_rooms(v, run, rooms_flock, rooms_flock_count) && open_rooms(v, run, rooms_avoid, rooms_avoid_count) &&
        open_rooms(v, run, rooms_path, rooms_path_count);
    return is_open ? WEND_OK : WEND_ERROR_MEMORY;
}

static void vocabulary_stop(scene_run *run)
{
    vocabulary *v = run->state;
    wend_obstacles_destroy(v->walls);
    v->walls = NULL;
}

// ---- pages ---------------------------------------------------------------------------------------------------------

static int page_of(const scene_run *run)
{
    return (int)(run->params[PAGE] + 0.5f);
}

/// Page 0 shows all rooms, page k the k-th by itself.
static void show_page(scene_run *run)
{
    vocabulary *v = run->state;
    int page = page_of(run);
    if (page == v->page)
        return;
    v->page = page;
    for (int i = 0; i < v->count; i++)
        v->rooms[i].is_large = page == i + 1;
    run->low = run->kind->low;
    run->high = run->kind->high;
    if (page == 0)
        return;
    wend_vec middle = wend_add(middle_of(page - 1), wend_xyz(0.0f, 0.3f, 0.0f));
    wend_vec half = wend_xyz(0.5f * ROOM_WIDTH, 0.5f * ROOM_HEIGHT + 0.2f, 0.0f);
    run->low = wend_sub(middle, half);
    run->high = wend_add(middle, half);
}

static void turn_to(scene_run *run, int page)
{
    run->params[PAGE] = (float)((page + ROOMS + 1) % (ROOMS + 1));
    if (page_of(run) == 0 && run->watched.value != 0)
        scene_watch(run, (wend_agent_id){0});
}

/// Among all rooms the one that was clicked; in a large one a click beside its agents leads back to all.
static void follow_click(scene_run *run)
{
    wend_vec at = run->input.pointer;
    if (at.x < run->low.x || at.x > run->high.x || at.y < run->low.y || at.y > run->high.y)
        return;
    if (page_of(run) != 0)
    {
        if (run->watched.value == 0)
            turn_to(run, 0);
        return;
    }
    int column = (int)floorf(at.x / ROOM_WIDTH + 0.5f * COLUMNS);
    int row = (int)floorf(0.5f * (ROOMS / COLUMNS) - at.y / ROOM_HEIGHT);
    if (column >= 0 && column < COLUMNS && row >= 0 && row < ROOMS / COLUMNS)
        turn_to(run, row * COLUMNS + column + 1);
}

static void vocabulary_input(scene_run *run)
{
    vocabulary *v = run->state;
    float arrow = run->input.arrows.x;
    if (arrow != 0.0f && arrow != v->arrow_x)
        turn_to(run, page_of(run) + (arrow > 0.0f ? 1 : -1));
    v->arrow_x = arrow;
    if (part_key(run, 'g'))
        turn_to(run, 0);
    if (part_key(run, 'd'))
        part_toggle(run, "prediction");
    if (run->input.is_clicked)
        follow_click(run);
    show_page(run);
}

// ---- a step --------------------------------------------------------------------------------------------------------

static void before_step(room *r)
{
    bool is_over = r->kind->period > 0.0 && r->seconds >= r->kind->period;
    if (is_over || (r->ends > 0.0 && r->seconds >= r->ends))
        begin_room(r);
    if (r->kind->step)
        r->kind->step(r);
    wend_watch(r->run->world, r->ids[0], true); // a click may have ended it
}

/// Who left the floor comes in on the other side.
static void wrap(room *r, int i)
{
    wend_agent self = room_body(r, i);
    wend_vec at = wend_sub(self.position, r->middle);
    bool is_out = fabsf(at.x) > ROOM_HALF_X || fabsf(at.y) > ROOM_HALF_Y;
    if (fabsf(at.x) > ROOM_HALF_X)
        at.x = copysignf(ROOM_HALF_X, -at.x);
    if (fabsf(at.y) > ROOM_HALF_Y)
        at.y = copysignf(ROOM_HALF_Y, -at.y);
    if (is_out)
        room_put(r, i, wend_add(r->middle, at), self.velocity.x, self.velocity.y);
}

static void after_step(room *r)
{
    r->seconds += ROOM_STEP;
    for (int i = 0; r->kind->wraps && i < r->kind->bodies; i++)
        wrap(r, i);
    for (int i = 0; i < r->kind->trails; i++)
        r->trail[i][r->trail_length % ROOM_TRAIL] = room_position(r, i);
    r->trail_length++;
}

static void vocabulary_step(scene_run *run)
{
    vocabulary *v = run->state;
    for (int i = 0; i < v->count; i++)
        before_step(&v->rooms[i]);
    wend_world_step(run->world, ROOM_STEP);
    for (int i = 0; i < v->count; i++)
        after_step(&v->rooms[i]);
}

// ---- drawing -------------------------------------------------------------------------------------------------------

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

static void draw_legend(const wend_draw *draw, wend_vec at, float step)
{
    static const struct
    {
        const char *text;
        wend_colour colour;
    } words[] = {{"velocity", WEND_COLOUR_VELOCITY},
                 {"wish (dashed)", WEND_COLOUR_WISH},
                 {"steering", WEND_COLOUR_STEERING},
                 {"what it makes for (dashed)", WEND_COLOUR_AIM}};
    for (int i = 0; i < 4; i++)
        draw->text(wend_add(at, wend_xyz(step * (float)i, 0.0f, 0.0f)), words[i].text, words[i].colour, draw->user);
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
    draw_legend(draw, room_at(r, -5.7f, -3.7f), 1.9f);
    part_draw_edges(draw, room_at(r, -ROOM_HALF_X, -ROOM_HALF_Y), room_at(r, ROOM_HALF_X, ROOM_HALF_Y));
}

static void draw_room(const room *r, const wend_draw *draw)
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
    draw_names(r, draw);
}

static void draw_grid(const wend_draw *draw)
{
    float right = 0.5f * COLUMNS * ROOM_WIDTH, top = 0.5f * (ROOMS / COLUMNS) * ROOM_HEIGHT;
    for (int column = 0; column <= COLUMNS; column++)
    {
        float x = (float)column * ROOM_WIDTH - right;
        draw->line(wend_xyz(x, -top, 0.0f), wend_xyz(x, top, 0.0f), COLOUR_FAINT, false, draw->user);
    }
    for (int row = 0; row <= ROOMS / COLUMNS; row++)
    {
        float y = (float)row * ROOM_HEIGHT - top;
        draw->line(wend_xyz(-right, y, 0.0f), wend_xyz(right, y, 0.0f), COLOUR_FAINT, false, draw->user);
    }
}

static void vocabulary_draw(const scene_run *run, const wend_draw *draw)
{
    const vocabulary *v = run->state;
    if (v->page > 0)
    {
        draw_room(&v->rooms[v->page - 1], draw);
        return;
    }
    draw_grid(draw);
    for (int i = 0; i < v->count; i++)
        draw_room(&v->rooms[i], draw);
    draw_legend(draw, wend_xyz(-0.5f * COLUMNS * ROOM_WIDTH + 0.3f, run->low.y + 0.9f, 0.0f), 14.0f);
}

static void vocabulary_status(const scene_run *run, char *text, size_t capacity)
{
    const vocabulary *v = run->state;
    const char *predicts = run->params[PREDICTION] > 0.5f ? "on" : "off";
    if (v->page == 0)
    {
        snprintf(text, capacity, "%d behaviours   prediction %s   click one to see it large", v->count, predicts);
        return;
    }
    const room *r = &v->rooms[v->page - 1];
    snprintf(text, capacity, "%s   %d of %d   %s %.2f   prediction %s", r->kind->call, v->page, v->count,
             r->kind->measured, (double)r->kind->measure(r), predicts);
}

/// The shots fly outside the world.
static uint64_t vocabulary_hash(const scene_run *run)
{
    const vocabulary *v = run->state;
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < v->count; i++)
    {
        const float values[] = {v->rooms[i].shot.x, v->rooms[i].shot.y, (float)v->rooms[i].rounds};
        hash = part_hash(hash, values, 3);
    }
    return hash;
}

const scene scene_vocabulary = {
    .name = "vocabulary",
    .title = "Vocabulary",
    .about = "Each behaviour by itself, with its velocity, its wish and its steering; click one to see it large.",
    .keys = "click: one of them large, left and right: page by page, G: all of them, D: prediction",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .state_size = sizeof(vocabulary),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 2.9,
    .low = {-42.0f, -27.2f, 0.0f},
    .high = {42.0f, 25.2f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = vocabulary_init,
    .input = vocabulary_input,
    .step = vocabulary_step,
    .draw = vocabulary_draw,
    .status = vocabulary_status,
    .hash = vocabulary_hash,
    .verify = vocabulary_check,
    .stop = vocabulary_stop,
};
