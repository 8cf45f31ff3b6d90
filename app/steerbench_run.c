#include "steerbench.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    TRIES = 10000,
    DODGED = 12, // neighbours that are looked at
    TURNS = 18,  // of 10 degrees to each side
    SPEEDS = 3,
    TOUCHED = 256,           // neighbours that are looked at for contacts
    FIRST_OBSTACLE = 1 << 30 // in the numbers of things that are touched
};

// Tuned on the cases without obstacles: everybody arrives, and hardly anybody touches.
static const float SIGHT = 8;         // how far a dodge looks
static const float HORIZON = 4;       // seconds that it looks ahead
static const float ROOM = 0.1f;       // metres that it leaves
static const float DANGER = 0.6f;     // what a meeting in a second costs, in top speeds
static const float SOON = 0.05f;      // seconds; sooner is not worse
static const float KEPT = 0.99f;      // share of the present distance that is kept
static const float LEFT = 0.06f;      // what it costs to pass on the wrong side: so two that meet agree on one
static const float STANDING = 1;      // to stand; were it cheaper than a way round, all would wait for all
static const float SEPARATION = 0.4f; // weight
static const float SEPARATION_RADIUS = 2.5f;
static const float ACCELERATION = 4;
static const float LARGE = 3;        // metres: an obstacle whose half is longer is tested with everybody
static const float TOUCHES = 0.001f; // shallower isn't a contact

static bool fail(steerbench_error *error, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

static bool fail(steerbench_error *error, int line, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(error->text, sizeof error->text, format, list);
    va_end(list);
    error->line = line;
    return false;
}

// ---- obstacles ----------------------------------------------------------------------------------------------------

static float box_penetration(const steerbench_obstacle *box, wend_vec centre, float radius)
{
    wend_vec from = wend_sub(centre, box->centre);
    float x = fabsf(from.x * box->cosine - from.z * box->sine) - box->half.x;
    float z = fabsf(from.z * box->cosine + from.x * box->sine) - box->half.z;
    if (x <= 0 && z <= 0)
        return radius;
    return radius - wend_length(wend_xyz(fmaxf(x, 0), 0, fmaxf(z, 0)));
}

static float segment_distance(wend_vec a, wend_vec b, wend_vec p)
{
    wend_vec along = wend_sub(b, a);
    float square = wend_dot(along, along);
    float share = square > 0 ? wend_dot(wend_sub(p, a), along) / square : 0;
    return wend_distance(p, wend_lerp(a, b, fminf(fmaxf(share, 0), 1)));
}

// Where edges cross, inside is what a ray leaves through an odd number of edges.
static float polygon_penetration(const steerbench_obstacle *polygon, const wend_vec *corners, wend_vec centre,
                                 float radius)
{
    float nearest = FLT_MAX;
    bool is_inside = false;
    for (int i = polygon->is_open ? 1 : 0; i < polygon->corners; ++i)
    {
        wend_vec a = corners[polygon->corner + (i + polygon->corners - 1) % polygon->corners];
        wend_vec b = corners[polygon->corner + i];
        nearest = fminf(nearest, segment_distance(a, b, centre));
        if ((a.z > centre.z) != (b.z > centre.z))
            is_inside ^= centre.x < a.x + (b.x - a.x) * (centre.z - a.z) / (b.z - a.z);
    }
    return is_inside && !polygon->is_open ? radius : radius - nearest;
}

float steerbench_penetration(const steerbench_obstacle *obstacle, const wend_vec *corners, wend_vec centre,
                             float radius)
{
    const steerbench_bounds *b = &obstacle->bounds;
    if (centre.x < b->low.x - radius || centre.x > b->high.x + radius || centre.z < b->low.z - radius ||
        centre.z > b->high.z + radius)
        return 0;
    if (obstacle->kind == STEERBENCH_BOX)
        return box_penetration(obstacle, centre, radius);
    if (obstacle->kind == STEERBENCH_CIRCLE)
        return radius + obstacle->radius - wend_distance(centre, obstacle->centre);
    return polygon_penetration(obstacle, corners, centre, radius);
}

static bool is_large(const steerbench_obstacle *o)
{
    return fmaxf(o->bounds.high.x - o->bounds.low.x, o->bounds.high.z - o->bounds.low.z) > 2 * LARGE;
}

// Large ones to the front; the small ones behind them are found through an index over their centres.
static bool index_obstacles(steerbench_sim *sim, steerbench_error *error)
{
    int count = sim->obstacle_count;
    wend_vec *centres = malloc((size_t)count * sizeof *centres + 1);
    sim->nearby = malloc((size_t)count * sizeof *sim->nearby + 1);
    if (!centres || !sim->nearby)
    {
        free(centres);
        return fail(error, 0, "out of memory");
    }
    for (int i = 0; i < count; ++i)
        if (is_large(&sim->obstacles[i]))
        {
            steerbench_obstacle large = sim->obstacles[i];
            sim->obstacles[i] = sim->obstacles[sim->large_count];
            sim->obstacles[sim->large_count] = large;
            sim->nearby[sim->large_count] = sim->large_count;
            ++sim->large_count;
        }
    for (int i = sim->large_count; i < count; ++i)
    {
        steerbench_bounds b = sim->obstacles[i].bounds;
        centres[i - sim->large_count] = wend_xyz((b.low.x + b.high.x) / 2, (b.low.z + b.high.z) / 2, 0);
    }
    wend_status status = wend_near_build(sim->obstacle_index, centres, sizeof *centres, count - sim->large_count);
    free(centres);
    return status == WEND_OK || fail(error, 0, "%s", wend_status_text(status));
}

// Writes into sim->nearby which obstacles a circle may touch.
static int obstacles_near(const steerbench_sim *sim, wend_vec centre, float radius)
{
    int *small = sim->nearby + sim->large_count, room = sim->obstacle_count - sim->large_count;
    float reach = radius + LARGE * 1.4143f; // half the diagonal of the largest small one
    int count = wend_near_radius(sim->obstacle_index, wend_xyz(centre.x, centre.z, 0), reach, small, room);
    for (int i = 0; i < count; ++i)
        small[i] += sim->large_count;
    return sim->large_count + count;
}

// ---- random things ------------------------------------------------------------------------------------------------

static wend_vec draw_place(steerbench_sim *sim, const steerbench_bounds *within, float shrink)
{
    wend_vec low = within->low, high = within->high;
    float x = wend_random_unit(&sim->random), z = wend_random_unit(&sim->random);
    shrink = fminf(shrink, fminf((high.x - low.x) / 2, (high.z - low.z) / 2));
    return wend_xyz(low.x + shrink + (high.x - low.x - 2 * shrink) * x, 0,
                    low.z + shrink + (high.z - low.z - 2 * shrink) * z);
}

static bool is_clear_of_obstacles(const steerbench_sim *sim, wend_vec centre, float radius)
{
    int count = obstacles_near(sim, centre, radius);
    for (int i = 0; i < count; ++i)
        if (steerbench_penetration(&sim->obstacles[sim->nearby[i]], sim->test->corners, centre, radius) > 0)
            return false;
    return true;
}

static bool is_clear_of_bodies(const steerbench_sim *sim, wend_vec centre, float radius)
{
    for (int i = 0; i < sim->count; ++i)
    {
        wend_vec offset = wend_sub(centre, sim->bodies[i].position);
        float reach = radius + sim->bodies[i].radius;
        if (!sim->bodies[i].is_done && wend_dot(offset, offset) < reach * reach)
            return false;
    }
    return true;
}

static bool place_body(steerbench_sim *sim, const steerbench_source *source, wend_vec *out, steerbench_error *error)
{
    for (int i = 0; i < TRIES; ++i)
    {
        *out = draw_place(sim, &source->bounds, source->radius);
        if (is_clear_of_bodies(sim, *out, source->radius) && is_clear_of_obstacles(sim, *out, source->radius))
            return true;
    }
    return fail(error, source->line, "no room for agent %d of radius %g was found in %d tries", sim->count + 1,
                (double)source->radius, TRIES);
}

static bool overlaps_a_thing(const steerbench_sim *sim, const steerbench_bounds *b)
{
    for (int i = 0; i < sim->obstacle_count; ++i)
    {
        const steerbench_bounds *o = &sim->obstacles[i].bounds;
        if (b->low.x < o->high.x && o->low.x < b->high.x && b->low.z < o->high.z && o->low.z < b->high.z)
            return true;
    }
    for (int i = 0; i < sim->test->source_count; ++i)
    {
        const steerbench_source *s = &sim->test->sources[i];
        wend_vec nearest = wend_xyz(fminf(fmaxf(s->position.x, b->low.x), b->high.x), 0,
                                    fminf(fmaxf(s->position.z, b->low.z), b->high.z));
        if (!s->is_random_position && wend_distance(s->position, nearest) < s->radius)
            return true;
    }
    return false;
}

static bool place_obstacle(steerbench_sim *sim, const steerbench_obstacle_region *region, steerbench_error *error)
{
    wend_vec half = wend_xyz(region->side / 2, 0, region->side / 2);
    for (int i = 0; i < TRIES; ++i)
    {
        wend_vec centre = draw_place(sim, &region->bounds, region->side / 2);
        steerbench_bounds bounds = {wend_sub(centre, half), wend_add(centre, half)};
        if (overlaps_a_thing(sim, &bounds))
            continue;
        sim->obstacles[sim->obstacle_count++] = (steerbench_obstacle){
            .kind = STEERBENCH_BOX, .centre = centre, .half = half, .cosine = 1, .bounds = bounds};
        return true;
    }
    return fail(error, region->line, "no room for a random obstacle of side %g was found in %d tries",
                (double)region->side, TRIES);
}

static bool place_obstacles(steerbench_sim *sim, steerbench_error *error)
{
    const steerbench_case *test = sim->test;
    size_t most = (size_t)test->obstacle_count + 1;
    for (int i = 0; i < test->region_count; ++i)
        most += (size_t)test->regions[i].count;
    sim->obstacles = calloc(most, sizeof *sim->obstacles);
    if (!sim->obstacles)
        return fail(error, 0, "out of memory");
    if (test->obstacle_count > 0)
        memcpy(sim->obstacles, test->obstacles, (size_t)test->obstacle_count * sizeof *sim->obstacles);
    sim->obstacle_count = test->obstacle_count;
    for (int i = 0; i < test->region_count; ++i)
        for (int k = 0; k < test->regions[i].count; ++k)
            if (!place_obstacle(sim, &test->regions[i], error))
                return false;
    return true;
}

// ---- agents and their goals ---------------------------------------------------------------------------------------

static bool is_told(const steerbench_sim *sim, wend_status status, int line, steerbench_error *error)
{
    return status == WEND_OK || fail(error, line, "%s", wend_world_error(sim->world)->text);
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
        for (int i = 0; i < TRIES; ++i)
        {
            body->target = draw_place(sim, &sim->test->bounds, body->radius);
            if (is_clear_of_obstacles(sim, body->target, body->radius))
                break;
        }
    if (goal->kind == STEERBENCH_SEEK_BOX)
        body->target = wend_lerp(goal->bounds.low, goal->bounds.high, 0.5f);
    bool is_flight = goal->kind == STEERBENCH_FLEE || goal->kind == STEERBENCH_FLEE_AGENT;
    *out = is_flight ? wend_goal_flee(body->target, 0) : wend_goal_seek(body->target);
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
    case STEERBENCH_SEEK: return wend_distance(p, body->target) <= 2.5f * body->radius;
    case STEERBENCH_SEEK_AGENT:
        return sim->bodies[body->target_body].is_done ||
               wend_distance(p, sim->bodies[body->target_body].position) <= 2.5f * body->radius;
    case STEERBENCH_SEEK_BOX: return p.x >= b->low.x && p.x <= b->high.x && p.z >= b->low.z && p.z <= b->high.z;
    case STEERBENCH_FLEE_AGENT:
        return sim->bodies[body->target_body].is_done || body->goal_seconds >= (double)goal->seconds;
    case STEERBENCH_FLEE:
    case STEERBENCH_FLOW:
    case STEERBENCH_IDLE: return body->goal_seconds >= (double)goal->seconds;
    }
    return true;
}

static wend_recipe walk(void)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1);
    wend_recipe_add(&recipe, WEND_WISH_SEPARATE, 1);
    recipe.combiner = WEND_COMBINE_SUM;
    recipe.flock.separation = SEPARATION;
    recipe.flock.separation_radius = SEPARATION_RADIUS;
    return recipe;
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
        return fail(error, 0, "out of memory");
    wend_vec position = source->position, direction = source->direction;
    if (source->is_random_position && !place_body(sim, source, &position, error))
        return false;
    if (source->is_random_direction)
    {
        float angle = wend_random_between(&sim->random, -WEND_PI, WEND_PI);
        direction = wend_xyz(wend_cos(angle), 0, wend_sin(angle));
    }
    wend_agent_def def = wend_default_agent_def();
    def.group = 1;
    def.agent.position = position;
    def.agent.velocity = wend_scale(direction, source->speed);
    def.agent.heading = direction;
    def.agent.radius = source->radius;
    def.agent.max_acceleration = ACCELERATION;
    def.agent.neighbour_radius = SEPARATION_RADIUS;
    wend_agent_id id = wend_world_spawn(sim->world, &def);
    wend_recipe recipe = walk();
    if (id.value == 0 || wend_world_set_recipe(sim->world, id, &recipe) != WEND_OK)
        return fail(error, source->line, "%s", wend_world_error(sim->world)->text);
    sim->live[sim->live_count++] = sim->count;
    sim->bodies[sim->count++] = (steerbench_body){.id = id,
                                                  .source = index,
                                                  .goal = source->goal,
                                                  .goals_left = source->goal_count,
                                                  .start = position,
                                                  .position = position,
                                                  .velocity = def.agent.velocity,
                                                  .target_body = -1,
                                                  .radius = source->radius};
    return true;
}

static bool spawn_all(steerbench_sim *sim, steerbench_error *error)
{
    for (int is_random = 0; is_random < 2; ++is_random) // what stands at a fixed place comes first
        for (int i = 0; i < sim->test->source_count; ++i)
            if (sim->test->sources[i].is_random_position == (is_random == 1))
                for (int k = 0; k < sim->test->sources[i].count; ++k)
                    if (!spawn(sim, i, error))
                        return false;
    for (int i = 0; i < sim->count; ++i)
        if (!begin_goal(sim, i, error))
            return false;
    return true;
}

// ---- dodging ------------------------------------------------------------------------------------------------------

// Seconds until two discs touch, at most HORIZON; 0: they do already.
static float meeting(wend_vec offset, wend_vec closing, float reach)
{
    float c = wend_dot(offset, offset) - reach * reach, b = wend_dot(offset, closing), a = wend_dot(closing, closing);
    if (c <= 0)
        return b > 0 ? 0 : HORIZON;
    float root = b * b - a * c;
    if (b <= 0 || root < 0)
        return HORIZON;
    return fminf((b - sqrtf(root)) / a, HORIZON);
}

typedef struct dodger
{
    const wend_agent *self;
    wend_vec wish;
    float lowest; // price of the best so far
    wend_vec best;
    int count;
    wend_vec offsets[DODGED], velocities[DODGED];
    float reaches[DODGED];
} dodger;

// The other one is expected to do half of the work: twice the new velocity less the present one is what it will see.
static float soonest(const dodger *d, wend_vec velocity)
{
    wend_vec shared = wend_sub(wend_scale(velocity, 2), d->self->velocity);
    float seconds = HORIZON;
    for (int i = 0; i < d->count; ++i)
        seconds = fminf(seconds, meeting(d->offsets[i], wend_sub(shared, d->velocities[i]), d->reaches[i]));
    return seconds;
}

// Takes the velocity if it is cheaper than the best so far; most are too far from the wish to be looked at closely.
static void consider(dodger *d, wend_vec velocity, bool is_left)
{
    float speed = d->self->max_speed;
    float price = wend_distance(velocity, d->wish) / speed + (is_left ? LEFT : 0);
    price += STANDING * (1 - wend_length(velocity) / speed);
    if (price >= d->lowest)
        return;
    price += DANGER * (1 / fmaxf(soonest(d, velocity), SOON) - 1 / HORIZON);
    if (price < d->lowest)
        d->lowest = price, d->best = velocity;
}

static void look_round(const steerbench_sim *sim, const steerbench_body *body, dodger *out)
{
    int found[DODGED + 1];
    wend_vec here = wend_xyz(body->position.x, body->position.z, 0);
    int count = wend_near_nearest(sim->near_index, here, SIGHT, found, DODGED + 1);
    for (int i = 0; i < count && out->count < DODGED; ++i)
    {
        const steerbench_body *other = &sim->bodies[sim->live[found[i]]];
        if (other == body)
            continue;
        out->offsets[out->count] = wend_sub(other->position, body->position);
        out->velocities[out->count] = other->velocity;
        // Who is nearer than there should be room for may be passed, but not approached.
        float away = wend_distance(other->position, body->position);
        out->reaches[out->count++] = fminf(body->radius + other->radius + ROOM, KEPT * away);
    }
}

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

// Of a few velocities the one that is cheapest: near the wish, no meeting soon, and to the right rather than to the
// left.
static wend_vec dodge(const wend_agent *agent, wend_vec wish, void *user)
{
    const steerbench_sim *sim = user;
    dodger d = {.self = agent, .wish = wish, .lowest = FLT_MAX};
    look_round(sim, &sim->bodies[body_of(sim, agent->id)], &d);
    if (agent->max_speed <= 0 || soonest(&d, wish) >= HORIZON)
        return wish;
    consider(&d, wish, false);
    wend_vec ahead = wend_normalize(wish);
    for (int turn = 0; turn <= TURNS; ++turn)
        for (int side = -1; side <= 1; side += 2) // the right one first: of two equals it is kept
        {
            float angle = (float)(side * turn) * WEND_PI / 18, c = wend_cos(angle), s = wend_sin(angle);
            wend_vec way = wend_xyz(ahead.x * c - ahead.z * s, 0, ahead.x * s + ahead.z * c);
            for (int share = SPEEDS; share >= 1; --share)
                consider(&d, wend_scale(way, agent->max_speed * (float)share / SPEEDS), side > 0 && turn > 0);
        }
    consider(&d, wend_xyz(0, 0, 0), false);
    return d.best;
}

// ---- metrics ------------------------------------------------------------------------------------------------------

static bool add_contact(steerbench_sim *sim, int body, int thing, float depth)
{
    if (depth <= TOUCHES)
        return true;
    sim->deepest = fmax(sim->deepest, (double)depth);
    if (sim->contact_count == sim->contact_capacity)
    {
        int capacity = sim->contact_capacity ? 2 * sim->contact_capacity : 256;
        uint64_t *now = realloc(sim->contacts, (size_t)capacity * sizeof *now);
        sim->contacts = now ? now : sim->contacts;
        uint64_t *before = realloc(sim->contacts_before, (size_t)capacity * sizeof *before);
        sim->contacts_before = before ? before : sim->contacts_before;
        if (!now || !before)
            return false;
        sim->contact_capacity = capacity;
    }
    sim->contacts[sim->contact_count++] = (uint64_t)body << 32 | (uint64_t)thing;
    return true;
}

static bool find_contacts_of(steerbench_sim *sim, int self, float widest)
{
    int found[TOUCHED];
    const steerbench_body *body = &sim->bodies[self];
    wend_vec here = wend_xyz(body->position.x, body->position.z, 0);
    int count = wend_near_radius(sim->near_index, here, body->radius + widest, found, TOUCHED);
    for (int i = 0; i < count && i < TOUCHED; ++i)
    {
        int other = sim->live[found[i]];
        const steerbench_body *o = &sim->bodies[other];
        float depth = body->radius + o->radius - wend_distance(body->position, o->position);
        if (other != self && !add_contact(sim, self, other, depth))
            return false;
    }
    count = obstacles_near(sim, body->position, body->radius);
    for (int i = 0; i < count; ++i)
    {
        const steerbench_obstacle *o = &sim->obstacles[sim->nearby[i]];
        float depth = steerbench_penetration(o, sim->test->corners, body->position, body->radius);
        if (!add_contact(sim, self, FIRST_OBSTACLE + sim->nearby[i], depth))
            return false;
    }
    return true;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Counts the contacts that weren't there in the frame before.
static bool count_collisions(steerbench_sim *sim)
{
    uint64_t *before = sim->contacts_before;
    sim->contacts_before = sim->contacts, sim->contacts = before;
    sim->contact_before_count = sim->contact_count, sim->contact_count = 0;
    float widest = 0;
    for (int i = 0; i < sim->live_count; ++i)
        widest = fmaxf(widest, sim->bodies[sim->live[i]].radius);
    for (int i = 0; i < sim->live_count; ++i)
        if (!find_contacts_of(sim, sim->live[i], widest))
            return false;
    if (sim->contact_count > 1)
        qsort(sim->contacts, (size_t)sim->contact_count, sizeof *sim->contacts, by_value);
    for (int i = 0, k = 0; i < sim->contact_count; ++i)
    {
        while (k < sim->contact_before_count && sim->contacts_before[k] < sim->contacts[i])
            ++k;
        if (k == sim->contact_before_count || sim->contacts_before[k] != sim->contacts[i])
            ++sim->bodies[sim->contacts[i] >> 32].collisions;
    }
    return true;
}

static void measure(steerbench_body *body, double dt)
{
    double x = (double)body->velocity.x, z = (double)body->velocity.z, square = x * x + z * z;
    ++body->frames;
    body->seconds += dt;
    body->energy += 0.5 * square;
    body->ple += (2.23 + 1.26 * square) * dt;
}

// ---- a frame ------------------------------------------------------------------------------------------------------

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
    }
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
    if (!follow_goals(sim, error) || !let_go(sim, error))
        return false;
    if (!index_bodies(sim) || !count_collisions(sim))
        return fail(error, 0, "out of memory");
    for (int i = 0; i < sim->live_count; ++i)
        measure(&sim->bodies[sim->live[i]], sim->options.dt);
    return true;
}

steerbench_sim *steerbench_start(const steerbench_case *test, const steerbench_options *options,
                                 steerbench_error *error)
{
    steerbench_sim *sim = calloc(1, sizeof *sim);
    *error = (steerbench_error){0};
    if (!sim)
    {
        fail(error, 0, "out of memory");
        return NULL;
    }
    sim->test = test;
    sim->options = *options;
    sim->random = wend_random_seed(options->seed, 1);
    wend_world_def def = wend_default_world_def();
    def.plane = WEND_XZ;
    def.seed = options->seed;
    def.threads = options->threads;
    def.dodge = dodge;
    def.dodge_user = sim;
    wend_near_def near_def = wend_default_near_def();
    near_def.cell_size = 2;
    wend_error reason = {0};
    sim->world = wend_world_create(&def, &reason);
    sim->near_index = wend_near_create(&near_def, &reason);
    sim->obstacle_index = wend_near_create(&near_def, &reason);
    if (!sim->world || !sim->near_index || !sim->obstacle_index)
        fail(error, 0, "%s", reason.text);
    else if (place_obstacles(sim, error) && index_obstacles(sim, error) && spawn_all(sim, error) && let_go(sim, error))
    {
        if (index_bodies(sim))
            return sim;
        fail(error, 0, "out of memory");
    }
    steerbench_stop(sim);
    return NULL;
}

void steerbench_stop(steerbench_sim *sim)
{
    if (!sim)
        return;
    wend_world_destroy(sim->world);
    wend_near_destroy(sim->near_index);
    wend_near_destroy(sim->obstacle_index);
    free(sim->bodies);
    free(sim->live);
    free(sim->places);
    free(sim->obstacles);
    free(sim->nearby);
    free(sim->contacts);
    free(sim->contacts_before);
    free(sim);
}

steerbench_scores steerbench_score(const steerbench_sim *sim)
{
    steerbench_scores s = {.agents = sim->count, .penetration_max = sim->deepest};
    for (int i = 0; i < sim->count; ++i)
    {
        s.finished += sim->bodies[i].is_done;
        s.collisions += sim->bodies[i].collisions;
        s.time += sim->bodies[i].seconds;
        s.energy += sim->bodies[i].energy;
        s.ple += sim->bodies[i].ple;
    }
    double each = sim->count > 0 ? 1.0 / sim->count : 0;
    s.time *= each, s.energy *= each, s.ple *= each;
    s.composite01 = 50 * s.collisions * each + s.time + s.energy;
    return s;
}
