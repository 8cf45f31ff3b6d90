// What of a world is in a block, and how. Of each struct whose fields decide what happens next there is a list here.
//
// Whoever adds such a field adds it to its list and raises SAVE_VERSION; tests/test_save_fields.c knows the sizes of
// the structs and says so when one has grown. What isn't listed is scratch, or follows from the rest, or belongs to the
// host: pointers, callbacks, what is watched.
#ifndef WEND_SRC_SAVED_H
#define WEND_SRC_SAVED_H

#include "codec.h"
#include "compiler.h"
#include "store.h"

#define SAVE_VERSION 3

// clang-format off

// wend_agent, wend_agent_id
#define SAVED_BODY(X)      X(position) X(velocity) X(heading)
#define SAVED_ABILITIES(X)                                                                                             \
    X(radius) X(max_speed) X(max_acceleration) X(arrival_radius) X(neighbour_radius) X(response_time) X(mass)

// agent_rest. Its goal, queue, recipe, extra and plan are written apart, as is the time spent on its goal; names_agents
// and has_time_limit follow from the goal.
#define SAVED_OWN(X)       X(height) X(user)
#define SAVED_REST(X)                                                                                                  \
    X(checked) X(anchor) X(at_anchor) X(decide_at) X(decided_at) X(has_arrived)      \
    X(is_settled) X(recovery.step) X(recovery.stuck_by) X(recovery.steps) X(recovers_until)                    \
    X(against)
#define SAVED_KIND(X)      X(group) X(layers) X(mask) X(power) X(decide_seconds)
#define SAVED_PILE(X)      X(pile) X(pile_area) X(going_round) X(goes_round) X(is_at_pile) X(is_behind)

// agent_mind
#define SAVED_MIND(X)                                                                                                  \
    X(random.state) X(random.increment) X(wander.direction) X(kept) X(wanted) X(think_at) X(must_think)         \
    X(orca.pent) X(orca.side) X(orca.waited)

// agent_extra, wend_path_progress, wend_car_state. Its memory, casts and hits are written apart.
#define SAVED_EXTRA(X)                                                                                                 \
    X(progress.leg) X(progress.lap) X(progress.along) X(progress.off) X(progress.has_begun) X(progress.has_entered)    \
    X(progress.has_arrived) X(progress.is_off) X(progress.is_reversed) X(progress.events) X(progress.passed)           \
    X(progress.aim) X(progress.last) X(car.aim) X(car.has_aim) X(car.is_boxed) X(car.gear) X(car.turned)               \
    X(car.leaving) X(car.asked) X(car.blocked) X(spin) X(side.side) X(chosen) X(sense_at) X(hit_count)
#define SAVED_CAST(X)      X(from) X(along) X(radius) X(mask) X(ignore)
#define SAVED_HIT(X)       X(distance) X(point) X(normal) X(velocity) X(body)
#define SAVED_SIGHTING(X)  X(body) X(position) X(velocity) X(seconds)

// wend_goal, where it isn't as wend_goal_of makes it. Its field and path are written as numbers.
#define SAVED_GOAL(X)                                                                                                  \
    X(target) X(point) X(radius) X(tolerance) X(seconds) X(speed) X(rate) X(other) X(high) X(outer) X(fade) X(share)   \
    X(is_clockwise) X(prediction.divisor) X(prediction.longest) X(prediction.is_exact) X(begins_nearest)

// agent_plan. `edits` is written apart, then points with heights.
#define SAVED_PLAN(X)                                                                                                  \
    X(state) X(is_wanted) X(is_short) X(is_told) X(has_event) X(event) X(start) X(goal) X(planned_at) X(cost)          \
    X(count) X(spot.polygon) X(spot.point) X(group) X(is_shared) X(end)

// plan_desk, plan_query, plan_group. Its searches are made again.
#define SAVED_DESK(X)      X(asking) X(served) X(is_answered) X(is_grouped) X(group_count)
#define SAVED_QUESTION(X)  X(begun_anew) X(expanded)
#define SAVED_GRID(X)      X(start) X(goal) X(kind) X(diagonal) X(radius) X(range) X(end)
#define SAVED_MESH(X)      X(start) X(goal) X(radius) X(reach) X(mask)
#define SAVED_GROUP(X)     X(goal) X(radius) X(diagonal) X(users) X(least) X(has_room) X(has_field)

// wend_flow, where it is finished, and flow_entry
#define SAVED_FLOW(X)      X(touched) X(later_least) X(open.now) X(cheapest) X(is_even)

// wend_event, wend_world_stats
#define SAVED_EVENT(X)     X(kind) X(agent) X(target) X(plan) X(stuck_by) X(step)
#define SAVED_STATS(X)                                                                                                 \
    X(seconds) X(updates) X(agents) X(neighbours) X(crowded) X(overlaps) X(planned) X(waiting) X(expanded)

// clang-format on

/// How much of everything there is.
typedef struct save_counts
{
    int agents, slots, recipes, paths, extras, hit_room, plans, queued, events;
} save_counts;

#define SAVED_COUNTS(X) X(agents) X(slots) X(recipes) X(paths) X(extras) X(hit_room) X(plans) X(queued) X(events)

/// A world that is being written.
typedef struct saving
{
    wend_world *world;
    writer out;
    save_counts counts;
    wend_goal usual;
    bool has_failed; // its error says why
} saving;

/// A block that is being read, twice: first it is looked through, and room is made; then it is taken over.
typedef struct loading
{
    wend_world *world;
    reader in;
    save_counts counts;
    wend_goal usual;
    bool does_take;
    wend_error error; // status WEND_OK: nothing is wrong yet, but for what the reader says
    int paths;        // that are held; the others so far
    int extras, plans, queued, groups, fields;
    const byte *paths_at;
    double seconds;         // of the world that was saved
    uint64_t serial, edits; // of that world; of this one's map
} loading;

/// Something is wrong with a block. False.
bool load_fails(loading *l, wend_status status, const char *format, ...) PRINTF_LIKE(3, 4);

/// False when something was missing or not finite, or has failed.
static inline bool load_is_fine(const loading *l)
{
    return !l->in.is_bad && l->error.status == WEND_OK;
}

/// Does a vector lie in the plane of its world, if that is one? What doesn't would lead others out of it.
static inline bool lies_in(const wend_world *world, wend_vec v)
{
    return is_spatial(world) || v.z == 0.0f;
}

/// The same of a goal, but for the height of where it travels to.
static inline bool goal_lies_in(const wend_world *world, const wend_goal *goal)
{
    return (lies_in(world, goal->point) || goal->kind == WEND_GOAL_TRAVEL) && lies_in(world, goal->high);
}

// ---- goals, recipes, paths (save_intents.c)

void save_goal(saving *s, const wend_goal *goal);
bool load_goal(loading *l, wend_goal *goal);
void save_recipe(saving *s, const wend_recipe *recipe);
bool load_recipe(loading *l, wend_recipe *recipe);

/// So many points that come next, into the world's scratch (loaded_points).
bool load_points(loading *l, int count);

/// Numbers what agents name, counts it, and writes it.
void save_recipes(saving *s);
void save_paths(saving *s);
bool load_recipes(loading *l);
void load_take_recipes(loading *l);
bool load_paths(loading *l);

// ---- agents (save_agents.c)

void save_agents(saving *s);
bool load_agents(loading *l);

/// Of a block that isn't taken over after all.
void load_drop_paths(loading *l);

// ---- plans (save_plans.c, save_flows.c)

void save_plan(saving *s, const agent_plan *plan);
bool load_plan(loading *l, const agent_rest *rest, const wend_path_progress *progress);
void save_desk(saving *s);
bool load_desk(loading *l);
void save_flows(saving *s);
bool load_flows(loading *l);
void save_groups(saving *s);
bool load_groups(loading *l);

// ---- the number of a world (save_hash.c)

uint64_t save_hash(const wend_world *world);

static inline uint64_t map_edits(const wend_world *world)
{
    return world->def.grid ? wend_grid_edits(world->def.grid) : world->def.mesh ? wend_mesh_edits(world->def.mesh) : 0;
}

/// How far behind the map something is, and back: so a map that was edited and put back counts as the same.
static inline uint64_t edits_behind(uint64_t now, uint64_t edits)
{
    return edits == UINT64_MAX ? edits : now - edits;
}

#endif
