// Agents that travel: their ways, and the desk where they are planned. See plan.h.
#ifndef WEND_SRC_PLANS_H
#define WEND_SRC_PLANS_H

#include "store.h"

/// Makes room for searches on the world's map. False: no memory.
bool plans_create(wend_world *world);
void plans_destroy(wend_world *world);

/// WEND_OK if an agent can travel to that goal in this world, or the goal is of another kind.
wend_status plans_check(wend_world *world, int index, const wend_goal *goal);

/// Room for so many plans, and for so many points in one of them. False: no memory.
bool plans_reserve_all(wend_world *world, int count);
bool plans_reserve_points(wend_world *world, agent_plan *plan, int count);

/// Gives an agent a plan, if it has none: for as long as it lives. False: no memory, and nothing has changed.
bool plans_reserve(wend_world *world, int index);

/// It is about to be removed.
void plans_release(wend_world *world, int index);

/// A new goal, or a new place: it has no way, and waits for one if its goal travels.
void plans_begin(wend_world *world, int index);

/// It shall plan anew, and keep its way until then: another recipe or size, stuck.
void plans_renew(wend_world *world, int index);

/// Room that was missing in the last update. WEND_ERROR_MEMORY, and nothing has changed, if it still is.
wend_status plans_make_room(wend_world *world);

/// On a mesh: brings those who travel back onto it when they have moved.
void plans_move(wend_world *world);

/// Plans: at the end of an update, when nothing can fail any more.
void plans_update(wend_world *world);

/// What wend_world_plan says.
wend_plan plans_report(const wend_world *world, int index);

/// Where an agent is on its way: unbroken where the world wraps.
wend_vec plans_position(const wend_world *world, int index, const wend_path_progress *progress);

/// An agent's plan; null if it never travelled.
static inline agent_plan *plan_of(const wend_world *world, int index)
{
    int entry = world->rest[index].plan;
    return entry < 0 ? NULL : &world->desk.plans[entry];
}

/// The way of a plan; no points if there is none.
static inline wend_path plan_way(const agent_plan *plan)
{
    return (wend_path){plan->points, plan->count, false};
}

// ---- what lies under the ways: the world's grid or mesh -------------------------------------------------------------
// Places are inner ones with their height as z. Each has a version for both kinds of map.

/// Who asks whether the straight way between two places is open.
typedef struct plan_sight
{
    const wend_grid *grid;
    const wend_mesh *mesh;
    float radius;  // of the body
    bool is_even;  // only over cells that all cost the same
    uint32_t mask; // of polygons
    int asked;     // how often it was
} plan_sight;

/// What an agent's body must have room for all along a way. Where corners may be cut it is taken for a point.
plan_sight plans_sight(const wend_world *world, int index);

/// Is the straight way open? A wend_walk_is_clear_fn; `user` is a plan_sight, whose radius counts.
bool plans_is_clear(wend_vec from, wend_vec to, float radius, void *user);

/// What a search has come to.
typedef struct plan_answer
{
    wend_way way;
    double cost;
    int64_t expanded; // for the whole question
    bool has_no_memory;
} plan_answer;

/// What can be asked about the world's map.
typedef struct plan_ground
{
    uint64_t (*edits)(const wend_world *world);
    /// The number of the cell or polygon of a place, or of the nearest one within the agent's reach; -1: beyond it.
    int64_t (*number)(const wend_world *world, int index, wend_vec place);
    /// Writes the question for a way; MOVING, or why it can't be asked.
    wend_plan_state (*ask)(const wend_world *world, int index, wend_vec from, wend_vec to, plan_query *query);
    bool (*is_same)(const plan_query *a, const plan_query *b);
    plan_answer (*find)(wend_world *world, int64_t budget); ///< asks the desk's question
    plan_answer (*go_on)(wend_world *world, int64_t budget);
    /// The points of the way that was found, from `from` on (unless the agent has gone on since it asked), to its end.
    /// Returns how many; with `points` null how many there are at most. Adds to the desk's looks.
    int (*points)(wend_world *world, int index, wend_vec from, wend_vec to, bool is_short, wend_vec *points);
} plan_ground;

extern const plan_ground plan_on_grid, plan_on_mesh;

/// Where a way to a goal ends that leads into this cell of the grid.
wend_vec plans_end(const wend_world *world, int index, wend_cell goal);

/// What a question has come to.
void plans_settle(wend_world *world, int index, agent_plan *plan, wend_plan_state state);

/// Its unfinished search isn't wanted any more.
void plans_stop_asking(wend_world *world, int index);

// ---- fields that are shared -----------------------------------------------------------------------------------------

/// Room for the groups of so many plans. False: no memory.
bool flows_reserve(wend_world *world, int capacity);

/// Sorts agents by their goals where something has changed, and builds the fields of groups. Returns what that used up.
int64_t flows_update(wend_world *world, int64_t budget);

/// Looks where an agent stands in its group's field. True: it goes by that, or waits for it.
bool flows_look(wend_world *world, int index, agent_plan *plan);

/// The field of an agent's group; null if there is none.
wend_flow *flows_of(const wend_world *world, const agent_plan *plan);

static inline bool plans_have_map(const wend_world *world)
{
    return world->def.grid || world->def.mesh;
}

/// What the world has; only where it has a map.
static inline const plan_ground *plans_ground(const wend_world *world)
{
    return world->def.mesh ? &plan_on_mesh : &plan_on_grid;
}

static inline const wend_plan_def *plans_def(const wend_world *world, int index)
{
    return &world->recipes[world->rest[index].recipe].recipe.plan;
}

#endif
