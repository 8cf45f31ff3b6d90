#include "fuzz_stage.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- opening --------------------------------------------------------------------------------------------------------

static wend_vec whirl(wend_vec position, void *user)
{
    (void)user;
    float length = wend_length(position);
    return length > 0 ? wend_xyz(-position.y / length, position.x / length, 0) : wend_xyz(0, 0, 0);
}

static void write_ring(const wend_agent *agent, wend_ring *ring, void *user)
{
    (void)user;
    wend_ring_write(ring, WEND_RING_SOFT, (int)(agent->id.value % 5), 0.5f, 1);
}

/// A mind that turns round at times; it may only change its own agent.
static void mind(const wend_agent *agent, double seconds, void *user)
{
    fuzz_stage *s = user;
    FUZZ_FACT(seconds >= 0, "%g seconds", seconds);
    wend_goal goal = wend_goal_wander();
    wend_agent_id other = s->id_count > 0 ? s->ids[0] : agent->id;
    if ((agent->id.value >> 3 & 1) && other.value != agent->id.value)
        FUZZ_FACT(wend_world_set_goal(s->world, other, &goal) != WEND_OK, "a mind may change others");
    if (agent->position.x > 10)
        goal = wend_goal_seek(wend_xyz(0, 0, 0));
    FUZZ_FACT(wend_world_set_goal(s->world, agent->id, &goal) == WEND_OK, "%s", wend_world_error(s->world)->text);
}

static void make_grid(fuzz_stage *s, fuzz_input *in)
{
    static const float radii[] = {0.75f, 1.5f};
    uint8_t costs[STAGE_WIDTH * STAGE_HEIGHT];
    for (int i = 0; i < STAGE_WIDTH * STAGE_HEIGHT; i++)
        costs[i] = 1;
    for (int i = fuzz_int(in, 0, 24); i > 0; i--)
        costs[fuzz_byte(in) % sizeof costs] = (uint8_t)fuzz_int(in, 0, 3);
    wend_grid_def def = wend_default_grid_def();
    def.width = STAGE_WIDTH, def.height = STAGE_HEIGHT;
    def.costs = costs;
    def.origin = wend_xyz(-8, -6, 0);
    def.radii = radii;
    def.radius_count = fuzz_int(in, 0, 2);
    def.wraps_x = fuzz_byte(in) == 255;
    s->grid = wend_grid_create(&def, NULL);
    s->def.grid = s->grid;
    if (fuzz_bool(in))
        s->def.caster = wend_grid_caster(s->grid);
}

static void make_mesh(fuzz_stage *s)
{
    // A room of 20 by 12 with a hole in it.
    static const wend_vec points[] = {{-10, -6, 0}, {-2, -6, 0}, {2, -6, 0},  {10, -6, 0}, {-10, 6, 1}, {-2, 6, 1},
                                      {2, 6, 1},    {10, 6, 1},  {-2, -2, 0}, {2, -2, 0},  {-2, 2, 1},  {2, 2, 1}};
    static const int counts[STAGE_ROOMS] = {4, 4, 4, 4, 4, 4};
    static const int corners[] = {0, 1, 8, 10, 1, 2, 9, 8, 2, 3, 7, 9, 10, 5, 4, 0, 10, 11, 6, 5, 11, 9, 7, 6};
    wend_mesh_def def = wend_default_mesh_def();
    def.points = points, def.point_count = 12;
    def.counts = counts, def.polygon_count = STAGE_ROOMS;
    def.corners = corners;
    wend_error error = {0};
    s->mesh = wend_mesh_create(&def, &error);
    FUZZ_FACT(s->mesh, "%s", error.text);
    s->def.mesh = s->mesh;
}

static void make_obstacles(fuzz_stage *s)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    def.is_spatial = s->def.plane == WEND_XYZ;
    s->obstacles = wend_obstacles_create(&def, NULL);
    s->def.caster = wend_obstacles_caster(s->obstacles);
}

bool stage_open(fuzz_stage *s, fuzz_input *in)
{
    *s = (fuzz_stage){.def = wend_default_world_def()};
    unsigned what = fuzz_byte(in);
    fuzz_change_world(in, &s->def);
    if ((what & 3) == 1)
        make_grid(s, in);
    else if ((what & 3) == 2)
        make_mesh(s);
    if (!s->def.caster.cast && (what & 4))
        make_obstacles(s);
    s->link = (wend_link){whirl, write_ring, NULL};
    s->def.links = &s->link;
    s->def.link_count = 1;
    s->def.threads = (what & 8) ? 2 : 1;
    s->can_mind = (what & 0x30) == 0x30;
    if (s->can_mind)
        s->def.decide = mind, s->def.decide_user = s;
    wend_error error = {0};
    s->world = wend_world_create(&s->def, &error);
    if (s->world)
        return true;
    FUZZ_FACT(error.text[0] && error.status != WEND_OK, "an error says why");
    stage_close(s);
    return false;
}

void stage_close(fuzz_stage *s)
{
    wend_world_destroy(s->world);
    wend_grid_destroy(s->grid);
    wend_mesh_destroy(s->mesh);
    wend_obstacles_destroy(s->obstacles);
    free(s->block);
    free(s->tape);
}

// ---- facts ----------------------------------------------------------------------------------------------------------

static void check_inside(const fuzz_stage *s, int i, wend_vec p)
{
    const wend_world_def *d = &s->def;
    float depth = d->plane == WEND_XZ ? p.z : p.y, low = d->plane == WEND_XZ ? d->low.z : d->low.y,
          high = d->plane == WEND_XZ ? d->high.z : d->high.y;
    FUZZ_FACT(p.x >= d->low.x && p.x <= d->high.x && depth >= low && depth <= high,
              "agent %d is at %g %g, outside of %g %g to %g %g", i, (double)p.x, (double)depth, (double)d->low.x,
              (double)low, (double)d->high.x, (double)high);
}

void stage_check(const fuzz_stage *s)
{
    wend_agent_id ids[STAGE_IDS];
    wend_vec fields[4][STAGE_IDS];
    int count = wend_world_list(s->world, ids, STAGE_IDS);
    FUZZ_FACT(count == wend_world_count(s->world), "%d agents in the list", count);
    wend_world_read(s->world, WEND_FIELD_POSITION, fields[0], sizeof(wend_vec), STAGE_IDS);
    wend_world_read(s->world, WEND_FIELD_VELOCITY, fields[1], sizeof(wend_vec), STAGE_IDS);
    wend_world_read(s->world, WEND_FIELD_HEADING, fields[2], sizeof(wend_vec), STAGE_IDS);
    wend_world_read(s->world, WEND_FIELD_BEFORE, fields[3], sizeof(wend_vec), STAGE_IDS);
    for (int i = 0; i < count; i++)
    {
        FUZZ_FACT(i == 0 || ids[i].value > ids[i - 1].value, "ids ascend");
        for (int k = 0; k < 4; k++)
            FUZZ_FACT(fuzz_is_finite(fields[k][i]), "field %d of agent %d isn't finite", k, i);
        float length = wend_length(fields[2][i]);
        FUZZ_FACT(fabsf(length - 1) < 1e-4f, "heading of agent %d has length %g", i, (double)length);
    }
}

/// What an update promises; `is_step`: it also moved.
static void check_update(const fuzz_stage *s, double seconds, bool is_step)
{
    if (seconds <= 0)
        return;
    wend_agent_id ids[STAGE_IDS];
    int count = wend_world_list(s->world, ids, STAGE_IDS);
    for (int i = 0; i < count; i++)
    {
        wend_agent_def def;
        wend_world_get(s->world, ids[i], &def);
        float speed = wend_length(wend_world_velocity(s->world, ids[i]));
        FUZZ_FACT((double)speed <= (double)def.agent.max_speed * (1 + 1e-5) + 1e-37, "agent %d goes %g, at most %g", i,
                  (double)speed, (double)def.agent.max_speed);
        if (is_step && s->def.edge != WEND_EDGE_NONE)
            check_inside(s, i, def.agent.position);
    }
}

unsigned char *stage_save(wend_world *world, size_t *size)
{
    *size = wend_world_save(world, NULL, 0);
    FUZZ_FACT(*size > 0, "%s", wend_world_error(world)->text);
    unsigned char *block = malloc(*size);
    FUZZ_FACT(wend_world_save(world, block, *size) == *size, "a block's size changes");
    return block;
}

void stage_check_twin(fuzz_stage *s)
{
    size_t size, twin_size;
    unsigned char *block = stage_save(s->world, &size);
    wend_world_def def = s->def;
    if (def.search != WEND_SEARCH_HOST)
        def.search = def.search == WEND_SEARCH_CELLS ? WEND_SEARCH_DIRECT : WEND_SEARCH_CELLS;
    def.threads = 3 - def.threads;
    fuzz_stage other = *s;
    if (s->can_mind)
        def.decide_user = &other;
    other.world = wend_world_create(&def, NULL);
    FUZZ_FACT(other.world, "there is no twin");
    FUZZ_FACT(wend_world_load(other.world, block, size) == WEND_OK, "%s", wend_world_error(other.world)->text);
    FUZZ_FACT(wend_world_hash(other.world) == wend_world_hash(s->world), "a loaded world has another hash");
    unsigned char *again = stage_save(other.world, &twin_size);
    FUZZ_FACT(twin_size == size && memcmp(block, again, size) == 0, "a loaded world is saved otherwise");
    for (int i = 0; i < 2; i++)
    {
        wend_status status = wend_world_step(s->world, 0.0625), twin_status = wend_world_step(other.world, 0.0625);
        FUZZ_FACT(status == twin_status, "statuses %d and %d", status, twin_status);
        FUZZ_FACT(wend_world_hash(other.world) == wend_world_hash(s->world), "a loaded world goes on otherwise");
    }
    check_update(s, 0.0625, true);
    wend_world_destroy(other.world);
    free(block);
    free(again);
}

// ---- calls ----------------------------------------------------------------------------------------------------------

static wend_agent_id some_id(const fuzz_stage *s, fuzz_input *in)
{
    unsigned which = fuzz_byte(in);
    wend_agent_id none = {which == 255 ? fuzz_word(in) : 0};
    return which >= 250 || s->id_count == 0 ? none : s->ids[s->id_count - 1 - (int)which % s->id_count];
}

static wend_vec some_vec(fuzz_input *in)
{
    return fuzz_vec(in);
}

static void note_id(fuzz_stage *s, wend_agent_id id)
{
    FUZZ_FACT(s->id_count == 0 || id.value > s->ids[s->id_count - 1].value, "id %llu comes after %llu",
              (unsigned long long)id.value, (unsigned long long)s->ids[s->id_count - 1].value);
    s->ids[s->id_count++] = id;
}

static wend_status call_spawn(fuzz_stage *s, fuzz_input *in)
{
    wend_agent_def defs[3];
    wend_agent_id ids[3];
    int count = fuzz_int(in, 1, 3);
    for (int i = 0; i < count; i++)
    {
        defs[i] = wend_default_agent_def();
        defs[i].agent.position = wend_xyz((float)fuzz_int(in, -40, 40) / 4, (float)fuzz_int(in, -40, 40) / 4, 0);
        if (s->def.plane == WEND_XZ)
            defs[i].agent.position = wend_xyz(defs[i].agent.position.x, 0, defs[i].agent.position.y);
        defs[i].group = fuzz_byte(in) % 3;
        fuzz_change_agent(in, &defs[i]);
    }
    if (wend_world_count(s->world) + count > STAGE_AGENTS || s->id_count + count > STAGE_IDS)
        return WEND_OK;
    wend_status status = wend_world_spawn_many(s->world, defs, count, ids);
    for (int i = 0; i < count && status == WEND_OK; i++)
        note_id(s, ids[i]);
    return status;
}

static wend_goal some_goal(const fuzz_stage *s, fuzz_input *in, wend_vec points[8])
{
    wend_goal goal = wend_goal_of((wend_goal_kind)fuzz_int(in, 0, WEND_GOAL_KIND_COUNT));
    if (fuzz_bool(in))
        goal.target = some_id(s, in);
    else
        goal.point = some_vec(in);
    if (goal.kind == WEND_GOAL_INTERPOSE)
        goal.other = some_id(s, in);
    if (goal.kind == WEND_GOAL_FOLLOW_FIELD)
        goal.field = whirl;
    if (goal.kind == WEND_GOAL_FOLLOW_PATH)
    {
        goal.path.points = points;
        goal.path.count = fuzz_int(in, 0, 8);
        for (int i = 0; i < goal.path.count; i++)
            points[i] = some_vec(in);
        goal.path.is_loop = fuzz_bool(in);
    }
    fuzz_change_goal(in, &goal);
    return goal;
}

static wend_status call_goal(fuzz_stage *s, fuzz_input *in, bool is_queued)
{
    wend_vec points[8];
    wend_agent_id id = some_id(s, in);
    wend_goal goal = some_goal(s, in, points), back;
    wend_status status =
        is_queued ? wend_world_queue_goal(s->world, id, &goal) : wend_world_set_goal(s->world, id, &goal);
    if (status == WEND_OK && !is_queued)
    {
        FUZZ_FACT(wend_world_get_goal(s->world, id, &back) == WEND_OK, "the goal can't be read");
        bool is_lost = goal.target.value && !wend_world_has(s->world, goal.target);
        FUZZ_FACT(back.kind == goal.kind || is_lost, "goal %d reads as %d", goal.kind, back.kind);
    }
    return status;
}

static wend_status call_recipe(fuzz_stage *s, fuzz_input *in)
{
    wend_vec points[8];
    wend_recipe recipe = wend_default_recipe();
    wend_agent_id id = some_id(s, in);
    for (int i = fuzz_int(in, 0, 3); i > 0; i--)
    {
        int kind = fuzz_int(in, -1, WEND_WISH_KIND_COUNT);
        wend_goal goal = some_goal(s, in, points);
        if (kind == WEND_WISH_ALSO)
            wend_recipe_also(&recipe, &goal, fuzz_float(in));
        else
            wend_recipe_add(&recipe, (wend_wish_kind)kind, fuzz_float(in));
    }
    if (fuzz_bool(in))
        recipe.wishes[fuzz_int(in, 0, 2)] = recipe.wishes[fuzz_int(in, 0, 4)];
    if (fuzz_byte(in) % 8 == 7)
        recipe.context.write = write_ring;
    recipe.context.classes[0] = wend_class_of(fuzz_byte(in), WEND_MARK_TARGET);
    fuzz_change_recipe(in, &recipe);
    return wend_world_set_recipe(s->world, id, &recipe);
}

static wend_status call_set(fuzz_stage *s, fuzz_input *in)
{
    wend_agent_id id = some_id(s, in);
    wend_agent_def def = wend_default_agent_def();
    wend_world_get(s->world, id, &def);
    fuzz_change_agent(in, &def);
    return wend_world_set(s->world, id, &def);
}

static wend_status call_report(fuzz_stage *s, fuzz_input *in)
{
    wend_agent_id ids[3] = {some_id(s, in), some_id(s, in), some_id(s, in)};
    wend_vec positions[3], velocities[3];
    for (int i = 0; i < 3; i++)
        positions[i] = some_vec(in), velocities[i] = some_vec(in);
    wend_motion_reports reports = {ids, fuzz_int(in, 0, 3), positions, sizeof(wend_vec), velocities, sizeof(wend_vec)};
    if (fuzz_bool(in))
        reports.velocities = NULL;
    if (fuzz_bool(in))
        return wend_world_report_many(s->world, &reports);
    return wend_world_report(s->world, ids[0], positions[0], velocities[0]);
}

static wend_status call_update(fuzz_stage *s, fuzz_input *in, bool is_step)
{
    double seconds = fuzz_seconds(in);
    wend_status status = is_step ? wend_world_step(s->world, seconds) : wend_world_think(s->world, seconds);
    if (status == WEND_OK)
        check_update(s, seconds, is_step);
    return status;
}

static bool is_odd(wend_agent_id id, void *user)
{
    (void)user;
    return id.value & 1;
}

static void call_queries(fuzz_stage *s, fuzz_input *in)
{
    wend_agent_id found[STAGE_AGENTS], a = some_id(s, in), b = some_id(s, in);
    wend_filter filter = {fuzz_byte(in), fuzz_byte(in) % 3, a, fuzz_bool(in) ? is_odd : NULL, NULL};
    wend_vec point = some_vec(in), other = some_vec(in), points[32], guess;
    float radius = fuzz_float(in);
    int count = wend_world_within(s->world, point, radius, &filter, found, STAGE_AGENTS);
    for (int i = 0; i < count && i < STAGE_AGENTS; i++)
        FUZZ_FACT(wend_world_has(s->world, found[i]) && found[i].value != a.value, "an agent that was ignored");
    int nearest = wend_world_nearest(s->world, point, radius, &filter, found, STAGE_AGENTS);
    FUZZ_FACT(nearest == (count < STAGE_AGENTS ? count : STAGE_AGENTS), "%d nearest of %d within", nearest, count);
    wend_ray_hit hit = wend_world_ray(s->world, point, other, &filter);
    FUZZ_FACT(!hit.agent.value || (hit.distance >= 0 && fuzz_is_finite(hit.point)), "a hit in %g",
              (double)hit.distance);
    float share = fuzz_float(in);
    wend_vec between = wend_world_between(s->world, a, share);
    FUZZ_FACT(!(share >= 0 && share <= 1) || fuzz_is_finite(between), "between, at %g", (double)share);
    wend_plan plan;
    wend_recovery recovery;
    wend_path_progress progress;
    wend_recipe recipe;
    wend_world_plan(s->world, a, &plan);
    wend_world_recovery(s->world, a, &recovery);
    wend_world_progress(s->world, a, &progress);
    int way = wend_world_way(s->world, a, points, 32);
    for (int i = 0; i < way && i < 32; i++)
        FUZZ_FACT(fuzz_is_finite(points[i]), "point %d of a way", i);
    float sure = wend_world_recall(s->world, a, b, &guess);
    FUZZ_FACT(sure >= 0 && sure <= 1, "sure by %g", (double)sure);
    wend_world_has_arrived(s->world, a);
    wend_world_queued(s->world, a);
    if (wend_world_get_recipe(s->world, a, &recipe) == WEND_OK)
        FUZZ_FACT(wend_recipe_check(&recipe, NULL) == WEND_OK, "a kept recipe is refused");
    int events;
    const wend_event *event = wend_world_events(s->world, &events);
    for (int i = 0; i < events; i++)
        FUZZ_FACT(strcmp(wend_event_name(event[i].kind), "unknown") != 0, "event %d", event[i].kind);
}

static void call_explain(fuzz_stage *s, fuzz_input *in)
{
    static wend_ring ring; // large
    wend_agent_id id = some_id(s, in);
    wend_choice_result choice;
    wend_orca_result orca;
    wend_orca_state state;
    wend_reason reason;
    wend_hit hits[8];
    char text[600];
    wend_watch(s->world, id, fuzz_bool(in));
    if (wend_explain(s->world, id, &reason) == WEND_OK)
        FUZZ_FACT(wend_explain_text(&reason, text, sizeof text) >= 0, "a reason without a text");
    wend_explain_hits(s->world, id, hits, 8);
    wend_explain_ring(s->world, id, &ring, &choice);
    wend_explain_orca(s->world, id, &orca, &state);
}

static void call_edit(fuzz_stage *s, fuzz_input *in)
{
    s->was_edited = true;
    if (s->grid && fuzz_bool(in))
    {
        wend_cell cell = {fuzz_int(in, -1, 16), fuzz_int(in, -1, 12)};
        wend_grid_set(s->grid, cell, (uint8_t)fuzz_int(in, 0, 2));
    }
    if (s->mesh && fuzz_bool(in))
        wend_mesh_set(s->mesh, fuzz_int(in, -1, 6), fuzz_float(in), fuzz_byte(in));
    if (!s->obstacles)
        return;
    int which = fuzz_int(in, 0, 7);
    wend_shape shape = wend_default_shape((wend_shape_kind)fuzz_int(in, 0, 4));
    shape.position = wend_xyz((float)fuzz_int(in, -40, 40) / 4, (float)fuzz_int(in, -40, 40) / 4, 0);
    fuzz_change_shape(in, &shape);
    if (which < s->wall_count && fuzz_bool(in))
        wend_obstacles_move(s->obstacles, s->walls[which], shape.position, shape.angle);
    else if (which < s->wall_count)
        wend_obstacles_remove(s->obstacles, s->walls[which]);
    else if (shape.kind != WEND_SHAPE_POLYGON)
        s->walls[s->wall_count++] = wend_obstacles_add(s->obstacles, &shape);
}

static stage_map map_now(const fuzz_stage *s)
{
    stage_map map;
    memset(&map, 0, sizeof map);
    for (int i = 0; i < STAGE_WIDTH * STAGE_HEIGHT; i++)
        map.cells[i] = wend_grid_get(s->grid, (wend_cell){i % STAGE_WIDTH, i / STAGE_WIDTH});
    for (int i = 0; i < wend_mesh_count(s->mesh); i++)
        map.costs[i] = wend_mesh_cost(s->mesh, i), map.layers[i] = wend_mesh_layers(s->mesh, i);
    return map;
}

/// Saves, or goes back to what was saved: this is refused exactly if the map is another one now.
static void call_roll_back(fuzz_stage *s, fuzz_input *in)
{
    if (!s->block || fuzz_bool(in))
    {
        free(s->block);
        s->block = stage_save(s->world, &s->block_size);
        s->block_hash = wend_world_hash(s->world);
        s->block_map = map_now(s);
        return;
    }
    stage_map map = map_now(s);
    bool is_same = memcmp(&map, &s->block_map, sizeof map) == 0;
    uint64_t before = wend_world_hash(s->world);
    wend_status status = wend_world_load(s->world, s->block, s->block_size);
    FUZZ_FACT(status == (is_same ? WEND_OK : WEND_ERROR_BLOCK), "a block of %s map: %s", is_same ? "this" : "another",
              wend_world_error(s->world)->text);
    FUZZ_FACT(wend_world_hash(s->world) == (status == WEND_OK ? s->block_hash : before), "a block makes another hash");
    if (status != WEND_OK)
        return;
    // Ids that were given since are given once more.
    wend_agent_id last = {0};
    for (int i = 0; i < s->id_count; i++)
        if (wend_world_has(s->world, s->ids[i]))
            last = s->ids[i];
    while (s->id_count > 0 && s->ids[s->id_count - 1].value > last.value)
        s->id_count--;
}

static void keep(const void *bytes, size_t size, void *user)
{
    fuzz_stage *s = user;
    if (s->tape_size + size > s->tape_room)
    {
        s->tape_room = 2 * (s->tape_size + size);
        s->tape = realloc(s->tape, s->tape_room);
    }
    memcpy(s->tape + s->tape_size, bytes, size);
    s->tape_size += size;
}

/// Begins a recording, or ends it and plays it in another world.
static void call_record(fuzz_stage *s)
{
    if (!s->is_taped)
    {
        s->tape_size = 0;
        s->is_taped = wend_world_record(s->world, keep, s) == WEND_OK;
        FUZZ_FACT(s->is_taped, "%s", wend_world_error(s->world)->text);
        s->was_edited = false;
        return;
    }
    s->is_taped = false;
    bool is_whole = wend_world_is_recorded(s->world);
    wend_world_record(s->world, NULL, NULL);
    if (!is_whole || s->was_edited)
        return;
    wend_world_def def = s->def;
    wend_world *other = wend_world_create(&def, NULL);
    wend_status status = wend_replay(other, s->tape, s->tape_size, HUGE_VAL, NULL, NULL);
    FUZZ_FACT(status == WEND_OK, "%s", wend_world_error(other)->text);
    FUZZ_FACT(wend_world_hash(other) == wend_world_hash(s->world), "a recording plays otherwise");
    wend_world_destroy(other);
}

void stage_call(fuzz_stage *s, fuzz_input *in)
{
    uint64_t before = wend_world_hash(s->world);
    wend_status status = WEND_OK;
    int what = fuzz_int(in, 0, 19);
    switch (what)
    {
    case 0:
    case 1: status = call_spawn(s, in); break;
    case 2: status = wend_world_remove(s->world, some_id(s, in)); break;
    case 3:
    case 4: status = call_goal(s, in, false); break;
    case 5: status = call_goal(s, in, true); break;
    case 6:
    case 7: status = call_recipe(s, in); break;
    case 8: status = call_set(s, in); break;
    case 9: status = call_report(s, in); break;
    case 10:
    {
        wend_agent_id id = some_id(s, in);
        wend_vec position = some_vec(in), velocity = some_vec(in);
        status = wend_world_teleport(s->world, id, position, velocity, some_vec(in));
        break;
    }
    case 11: status = call_update(s, in, false); break;
    case 12:
    case 13:
    case 14: status = call_update(s, in, true); break;
    case 15: call_queries(s, in); break;
    case 16: call_explain(s, in); break;
    case 17: call_edit(s, in); break;
    case 18:
        if (!s->is_taped)
            call_roll_back(s, in);
        break;
    default:
        if (fuzz_bool(in))
            call_record(s);
        else
            status = wend_world_set_plan_budget(s->world, fuzz_int(in, -1, 200));
        break;
    }
    bool is_mindful = s->can_mind && what >= 11 && what <= 14; // what a mind decided stays
    FUZZ_FACT(status == WEND_OK || is_mindful || wend_world_hash(s->world) == before, "call %d failed and changed: %s",
              what, wend_world_error(s->world)->text);
    FUZZ_FACT(status == WEND_OK || wend_world_error(s->world)->status == status, "call %d has no text", what);
    stage_check(s);
}
