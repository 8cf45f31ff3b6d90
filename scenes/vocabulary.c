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

static const scene_whole wholes[] = {{PAGE, NULL}};

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

const room *vocabulary_room(const scene_run *run, int page)
{
    const vocabulary *v = run->state;
    return page >= 1 && page <= v->count ? &v->rooms[page - 1] : NULL;
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

static bool open_rooms(vocabulary *v, scene_run *run)
{
    const struct
    {
        const room_kind *kinds;
        int count;
    } rows[] = {{rooms_steer, rooms_steer_count},   {rooms_velocity, rooms_velocity_count},
                {rooms_around, rooms_around_count}, {rooms_facing, rooms_facing_count},
                {rooms_flock, rooms_flock_count},   {rooms_avoid, rooms_avoid_count},
                {rooms_walls, rooms_walls_count},   {rooms_path, rooms_path_count}};
    for (int row = 0; row < (int)(sizeof rows / sizeof *rows); row++)
        for (int i = 0; i < rows[row].count; i++)
            if (v->count == ROOMS || !open_room(v, run, &rows[row].kinds[i]))
                return false;
    return v->count == ROOMS;
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
    return v->walls && open_rooms(v, run) ? WEND_OK : WEND_ERROR_MEMORY;
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
        vocabulary_draw_room(&v->rooms[v->page - 1], draw);
        return;
    }
    draw_grid(draw);
    for (int i = 0; i < v->count; i++)
        vocabulary_draw_room(&v->rooms[i], draw);
}

static void vocabulary_legend(const scene_run *run, scene_legend *legend)
{
    const vocabulary *v = run->state;
    for (int i = 0; i < v->count; i++)
        if (v->page == 0 || v->page == i + 1)
            vocabulary_add_signs(&v->rooms[i], legend);
    if (v->page == 0)
    {
        scene_add_sign(legend, SCENE_CIRCLE, COLOUR_ORANGE, "a place, a limit");
        scene_add_sign(legend, SCENE_DOT, COLOUR_RED, "what it has felt");
    }
    wend_reason reason;
    wend_agent body = v->page > 0 ? room_body(&v->rooms[v->page - 1], 0) : wend_default_agent();
    bool has_one = v->page > 0 && wend_explain(run->world, v->rooms[v->page - 1].ids[0], &reason) == WEND_OK;
    if (v->page == 0 || has_one)
        scene_add_vectors(legend, has_one ? &reason : NULL, body.max_speed);
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
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .state_size = sizeof(vocabulary),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 2.75,
    .low = {-42.2f, -25.4f, 0.0f},
    .high = {42.2f, 25.4f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = vocabulary_init,
    .input = vocabulary_input,
    .step = vocabulary_step,
    .draw = vocabulary_draw,
    .legend = vocabulary_legend,
    .status = vocabulary_status,
    .hash = vocabulary_hash,
    .verify = vocabulary_check,
    .stop = vocabulary_stop,
};
