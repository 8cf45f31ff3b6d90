// A running case: its agents, what they are after, and a frame.
#include "steerbench_parts.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    ROUNDS = 1000,  // of recovery: nobody gives up before the case is over
    PLANS = 1 << 22 // cells expanded in a frame: everybody sets out at once
};

static const float DONE = 2.5f; // in radii, as all below: so near to its point a goal is reached
static const float SIGHT = 16;
static const float AHEAD = 3; // the carrot
static const float TUBE = 6;  // farther off its way one plans anew
static const float ACCELERATION = 4;
static const float RESPONSE = 0.1f;

bool steerbench_fail(steerbench_error *error, int line, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(error->text, sizeof error->text, format, list);
    va_end(list);
    error->line = line;
    return false;
}

// ---- agents and their goals ---------------------------------------------------------------------------------------

static bool is_told(const steerbench_sim *sim, wend_status status, int line, steerbench_error *error)
{
    return status == WEND_OK || steerbench_fail(error, line, "%s", wend_world_error(sim->world)->text);
}

static int draw_other(steerbench_sim *sim, int self)
{
    if (sim->live_count < 2)
        return -1;
    int k = (int)(wend_random_unit(&sim->random) * (float)(sim->live_count - 1));
    return sim->live[k] == self ? sim->live[sim->live_count - 1] : sim->live[k];
}

// The latest agent of that source, so that the one of an emitter is alive.
static int find_other(const steerbench_sim *sim, int self, int source)
{
    for (int i = sim->count - 1; i >= 0; --i)
        if (sim->bodies[i].source == source && i != self && !sim->bodies[i].is_done)
            return i;
    return -1;
}

/// The way to a point that it has just drawn counts as well.
static void measure_drawn(steerbench_body *body, const steerbench_goal *goal)
{
    body->straight += wend_distance(body->position, body->target);
    body->speed = fminf(body->speed, goal->speed);
}

// What the agent is to do now, as a goal of the world. False: nothing, it is done with that one.
static bool choose_target(steerbench_sim *sim, int self, wend_goal *out)
{
    steerbench_body *body = &sim->bodies[self];
    const steerbench_goal *goal = &sim->test->goals[body->goal];
    bool is_about_agent = goal->kind == STEERBENCH_SEEK_AGENT || goal->kind == STEERBENCH_FLEE_AGENT;
    body->target = goal->point;
    body->target_body = -1;
    if (is_about_agent)
    {
        body->target_body = goal->is_random ? draw_other(sim, self) : find_other(sim, self, goal->source);
        if (body->target_body < 0)
            return false;
    }
    else if (goal->is_random)
        for (int i = 0; i < STEERBENCH_TRIES; ++i)
        {
            body->target = steerbench_draw(sim, &sim->test->bounds, body->radius);
            if (steerbench_is_clear(sim, body->target, body->radius))
                break;
        }
    if (goal->kind == STEERBENCH_SEEK && goal->is_random)
        measure_drawn(body, goal);
    if (goal->kind == STEERBENCH_SEEK_BOX)
        body->target = wend_lerp(goal->bounds.low, goal->bounds.high, 0.5f);
    bool is_flight = goal->kind == STEERBENCH_FLEE || goal->kind == STEERBENCH_FLEE_AGENT;
    *out = is_flight  ? wend_goal_flee(body->target, 0)
           : sim->map ? wend_goal_travel(body->target)
                      : wend_goal_seek(body->target);
    if (is_about_agent)
        out->target = sim->bodies[body->target_body].id;
    if (goal->kind == STEERBENCH_FLOW)
    {
        *out = wend_goal_of(WEND_GOAL_MATCH);
        out->point = wend_scale(wend_normalize(body->target), goal->speed);
    }
    if (goal->kind == STEERBENCH_IDLE)
        *out = wend_goal_of(WEND_GOAL_NONE);
    return true;
}

// Begins the body's present goal, or the first after it that there is something to do for.
static bool begin_goal(steerbench_sim *sim, int self, steerbench_error *error)
{
    steerbench_body *body = &sim->bodies[self];
    wend_goal goal;
    while (body->goals_left > 0 && !choose_target(sim, self, &goal))
        ++body->goal, --body->goals_left;
    body->goal_seconds = 0;
    body->is_done = body->goals_left == 0;
    if (body->is_done)
        return true;
    const steerbench_goal *now = &sim->test->goals[body->goal];
    wend_agent_def def;
    if (!is_told(sim, wend_world_get(sim->world, body->id, &def), now->line, error))
        return false;
    def.agent.max_speed = now->speed;
    return is_told(sim, wend_world_set(sim->world, body->id, &def), now->line, error) &&
           is_told(sim, wend_world_set_goal(sim->world, body->id, &goal), now->line, error);
}

static bool is_goal_reached(const steerbench_sim *sim, const steerbench_body *body)
{
    const steerbench_goal *goal = &sim->test->goals[body->goal];
    const steerbench_bounds *b = &goal->bounds;
    wend_vec p = body->position;
    switch (goal->kind)
    {
    case STEERBENCH_SEEK:
        return wend_distance(p, body->target) <= (goal->within > 0 ? goal->within : DONE * body->radius);
    case STEERBENCH_SEEK_AGENT:
        return sim->bodies[body->target_body].is_done ||
               wend_distance(p, sim->bodies[body->target_body].position) <= DONE * body->radius;
    case STEERBENCH_SEEK_BOX: return p.x >= b->low.x && p.x <= b->high.x && p.z >= b->low.z && p.z <= b->high.z;
    case STEERBENCH_FLEE_AGENT:
        return sim->bodies[body->target_body].is_done || body->goal_seconds >= (double)goal->seconds;
    case STEERBENCH_FLEE:
    case STEERBENCH_FLOW:
    case STEERBENCH_IDLE: return body->goal_seconds >= (double)goal->seconds;
    }
    return true;
}

static wend_recipe walk(const steerbench_sim *sim, const steerbench_source *source)
{
    float radius = source->radius;
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1);
    recipe.combiner = WEND_COMBINE_SUM;
    recipe.dodge = sim->options.dodge;
    recipe.recovery.rounds = ROUNDS;
    recipe.orca.seconds = 4;
    recipe.plan.reach = DONE * radius;
    recipe.plan.pull = WEND_PULL_TIGHT;
    if (source->count >= WEND_SHARE_COUNT && sim->options.dodge == WEND_DODGE_NONE) // also the last ones
        recipe.plan.share = WEND_SHARE_ALWAYS;
    recipe.follow.ignores_corners = true;
    recipe.follow.ahead = AHEAD * radius;
    recipe.follow.tube = TUBE * radius;
    return recipe;
}

/// How long its straight way is, and how slow it may be.
static void measure_way(const steerbench_sim *sim, steerbench_body *body)
{
    wend_vec from = body->start;
    const steerbench_source *source = &sim->test->sources[body->source];
    body->speed = FLT_MAX;
    for (int i = 0; i < source->goal_count; ++i)
    {
        const steerbench_goal *goal = &sim->test->goals[source->goal + i];
        wend_vec to =
            goal->kind == STEERBENCH_SEEK_BOX ? wend_lerp(goal->bounds.low, goal->bounds.high, 0.5f) : goal->point;
        if ((goal->kind != STEERBENCH_SEEK && goal->kind != STEERBENCH_SEEK_BOX) || goal->is_random)
            continue;
        body->straight += wend_distance(from, to);
        body->speed = fminf(body->speed, goal->speed);
        from = to;
    }
}

static bool make_room(steerbench_sim *sim)
{
    if (sim->count < sim->capacity)
        return true;
    int capacity = sim->capacity ? 2 * sim->capacity : 64;
    steerbench_body *bodies = realloc(sim->bodies, (size_t)capacity * sizeof *bodies);
    sim->bodies = bodies ? bodies : sim->bodies;
    int *live = realloc(sim->live, (size_t)capacity * sizeof *live);
    sim->live = live ? live : sim->live;
    wend_vec *places = realloc(sim->places, (size_t)capacity * sizeof *places);
    sim->places = places ? places : sim->places;
    if (!bodies || !live || !places)
        return false;
    sim->capacity = capacity;
    return true;
}

static bool spawn(steerbench_sim *sim, int index, steerbench_error *error)
{
    const steerbench_source *source = &sim->test->sources[index];
    if (!make_room(sim))
        return steerbench_fail(error, 0, "out of memory");
    wend_vec position = source->position, direction = source->direction;
    if (source->is_random_position && !steerbench_place_body(sim, source, &position, error))
        return false;
    if (source->is_random_direction)
    {
        float angle = wend_random_between(&sim->random, -WEND_PI, WEND_PI);
        direction = wend_xyz(wend_cos(angle), 0, wend_sin(angle));
    }
    wend_agent_def def = wend_default_agent_def();
    def.agent.position = position;
    def.agent.velocity = wend_scale(direction, source->speed);
    def.agent.heading = direction;
    def.agent.radius = source->radius;
    def.agent.max_acceleration = ACCELERATION;
    def.agent.neighbour_radius = SIGHT * source->radius;
    def.agent.response_time = RESPONSE;
    wend_agent_id id = wend_world_spawn(sim->world, &def);
    wend_recipe recipe = walk(sim, source);
    if (id.value == 0 || wend_world_set_recipe(sim->world, id, &recipe) != WEND_OK)
        return steerbench_fail(error, source->line, "%s", wend_world_error(sim->world)->text);
    sim->live[sim->live_count++] = sim->count;
    sim->bodies[sim->count++] = (steerbench_body){.id = id,
                                                  .source = index,
                                                  .goal = source->goal,
                                                  .goals_left = source->goal_count,
                                                  .start = position,
                                                  .position = position,
                                                  .velocity = def.agent.velocity,
                                                  .target_body = -1,
                                                  .is_new = true,
                                                  .radius = source->radius};
    measure_way(sim, &sim->bodies[sim->count - 1]);
    return true;
}

static bool spawn_all(steerbench_sim *sim, steerbench_error *error)
{
    for (int is_random = 0; is_random < 2; ++is_random) // what stands at a fixed place comes first
        for (int i = 0; i < sim->test->source_count; ++i)
            if (sim->test->sources[i].is_random_position == (is_random == 1) &&
                sim->test->sources[i].start_seconds == 0)
                for (int k = 0; k < sim->test->sources[i].count; ++k)
                    if (!spawn(sim, i, error))
                        return false;
    for (int i = 0; i < sim->count; ++i)
        if (!begin_goal(sim, i, error))
            return false;
    return true;
}

// ---- a frame ------------------------------------------------------------------------------------------------------

static int body_of(const steerbench_sim *sim, wend_agent_id id)
{
    int low = 0, high = sim->count - 1;
    while (low < high)
    {
        int middle = low + (high - low) / 2;
        if (sim->bodies[middle].id.value < id.value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool index_bodies(steerbench_sim *sim)
{
    for (int i = 0; i < sim->live_count; ++i)
    {
        wend_vec at = sim->bodies[sim->live[i]].position;
        sim->places[i] = wend_xyz(at.x, at.z, 0);
    }
    return wend_near_build(sim->near_index, sim->places, sizeof *sim->places, sim->live_count) == WEND_OK;
}

static void read_motion(steerbench_sim *sim)
{
    for (int i = 0; i < sim->live_count; ++i)
    {
        steerbench_body *body = &sim->bodies[sim->live[i]];
        wend_vec before = body->position;
        body->position = wend_world_position(sim->world, body->id);
        body->velocity = wend_scale(wend_sub(body->position, before), (float)(1 / sim->options.dt));
        body->goal_seconds += sim->options.dt;
        body->is_new = false;
    }
}

/// Who has no way, and why.
static void read_plans(steerbench_sim *sim)
{
    int count;
    const wend_event *events = wend_world_events(sim->world, &count);
    for (int i = 0; i < count; ++i)
        if (events[i].kind == WEND_EVENT_NO_WAY || events[i].kind == WEND_EVENT_MOVING)
            sim->bodies[body_of(sim, events[i].agent)].plan =
                events[i].kind == WEND_EVENT_NO_WAY ? events[i].plan : WEND_PLAN_IDLE;
}

static bool follow_goals(steerbench_sim *sim, steerbench_error *error)
{
    for (int i = 0; i < sim->live_count; ++i)
    {
        steerbench_body *body = &sim->bodies[sim->live[i]];
        if (body->is_done || !is_goal_reached(sim, body))
            continue;
        ++body->goal, --body->goals_left;
        if (!begin_goal(sim, sim->live[i], error))
            return false;
    }
    return true;
}

/// Who comes later comes now, if there is room.
static bool let_in(steerbench_sim *sim, steerbench_error *error)
{
    for (int i = 0; i < sim->test->source_count; ++i)
    {
        const steerbench_source *source = &sim->test->sources[i];
        if (source->start_seconds <= 0 || sim->has_come[i] || source->start_seconds > sim->seconds ||
            !steerbench_has_room(sim, source->position, source->radius))
            continue;
        sim->has_come[i] = true;
        if (!spawn(sim, i, error) || !begin_goal(sim, sim->count - 1, error))
            return false;
    }
    return true;
}

bool steerbench_is_over(const steerbench_sim *sim)
{
    for (int i = 0; i < sim->test->source_count; ++i)
        if (sim->test->sources[i].start_seconds > 0 && !sim->has_come[i])
            return false;
    return sim->live_count == 0;
}

// Those who are done leave; where an emitter made one, the next one starts.
static bool let_go(steerbench_sim *sim, steerbench_error *error)
{
    int kept = 0, last = sim->live_count;
    for (int i = 0; i < last; ++i)
    {
        int body = sim->live[i];
        if (!sim->bodies[body].is_done)
            sim->live[kept++] = body;
        else if (!is_told(sim, wend_world_remove(sim->world, sim->bodies[body].id), 0, error))
            return false;
    }
    sim->live_count = kept;
    for (int i = 0; i < sim->test->source_count; ++i)
    {
        const steerbench_source *source = &sim->test->sources[i];
        bool is_idle = source->kind == STEERBENCH_EMITTER && source->goal_count > 0 && find_other(sim, -1, i) < 0;
        if (is_idle && (!spawn(sim, i, error) || !begin_goal(sim, sim->count - 1, error)))
            return false;
    }
    return true;
}

bool steerbench_step(steerbench_sim *sim, steerbench_error *error)
{
    if (!is_told(sim, wend_world_step(sim->world, sim->options.dt), 0, error))
        return false;
    sim->seconds += sim->options.dt;
    read_motion(sim);
    read_plans(sim);
    if (!follow_goals(sim, error) || !let_go(sim, error) || !let_in(sim, error))
        return false;
    if (!index_bodies(sim) || !steerbench_count(sim))
        return steerbench_fail(error, 0, "out of memory");
    for (int i = 0; i < sim->live_count; ++i)
        if (!sim->bodies[sim->live[i]].is_new)
            steerbench_measure(&sim->bodies[sim->live[i]], sim->options.dt);
    return true;
}

static bool make_world(steerbench_sim *sim, steerbench_error *error)
{
    wend_world_def def = wend_default_world_def();
    wend_error reason = {0};
    def.plane = WEND_XZ;
    def.seed = sim->options.seed;
    def.threads = sim->options.threads;
    def.does_stop_at_hulls = true;
    def.allocator = sim->options.allocator;
    def.plan_budget = PLANS;
    if (sim->set)
        def.caster = wend_obstacles_caster(sim->set);
    def.grid = sim->map;
    sim->world = wend_world_create(&def, &reason);
    return sim->world || steerbench_fail(error, 0, "%s", reason.text);
}

steerbench_sim *steerbench_start(const steerbench_case *test, const steerbench_options *options,
                                 steerbench_error *error)
{
    steerbench_sim *sim = calloc(1, sizeof *sim);
    *error = (steerbench_error){0};
    if (!sim)
    {
        steerbench_fail(error, 0, "out of memory");
        return NULL;
    }
    sim->test = test;
    sim->options = *options;
    sim->random = wend_random_seed(options->seed, 1);
    sim->has_come = calloc((size_t)test->source_count + 1, sizeof *sim->has_come);
    wend_near_def near_def = wend_default_near_def();
    near_def.cell_size = 2;
    wend_error reason = {0};
    sim->near_index = wend_near_create(&near_def, &reason);
    sim->obstacle_index = wend_near_create(&near_def, &reason);
    if (!sim->has_come)
        steerbench_fail(error, 0, "out of memory");
    else if (!sim->near_index || !sim->obstacle_index)
        steerbench_fail(error, 0, "%s", reason.text);
    else if (steerbench_place_obstacles(sim, error) && steerbench_index(sim, error) && steerbench_map(sim, error) &&
             make_world(sim, error) && spawn_all(sim, error) && let_go(sim, error))
    {
        if (index_bodies(sim) && steerbench_begin(sim))
            return sim;
        steerbench_fail(error, 0, "out of memory");
    }
    steerbench_stop(sim);
    return NULL;
}

void steerbench_stop(steerbench_sim *sim)
{
    if (!sim)
        return;
    wend_world_destroy(sim->world);
    wend_grid_destroy(sim->map);
    wend_obstacles_destroy(sim->set);
    wend_near_destroy(sim->near_index);
    wend_near_destroy(sim->obstacle_index);
    free(sim->has_come);
    free(sim->bodies);
    free(sim->live);
    free(sim->places);
    free(sim->obstacles);
    free(sim->nearby);
    free(sim->contacts);
    free(sim->contacts_before);
    free(sim);
}

double steerbench_limit(const steerbench_sim *sim)
{
    double limit = 180;
    for (int i = 0; i < sim->count; ++i)
        if (sim->bodies[i].straight > 0 && sim->bodies[i].speed > 0)
            limit = fmax(limit, 3 * (double)sim->bodies[i].straight / (double)sim->bodies[i].speed);
    return limit;
}
