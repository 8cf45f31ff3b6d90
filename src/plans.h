// Agents that travel: their ways, and the desk where they are planned. See plan.h.
#ifndef WEND_SRC_PLANS_H
#define WEND_SRC_PLANS_H

#include "store.h"

/// Makes room for searches on the world's map. False: no memory.
bool plans_create(wend_world *world);
void plans_destroy(wend_world *world);

/// WEND_OK if an agent can travel to that goal in this world, or the goal is of another kind.
wend_status plans_check(wend_world *world, int index, const wend_goal *goal);

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

/// Plans: at the end of an update, when nothing can fail any more.
void plans_update(wend_world *world);

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

/// Where an agent is on its way: unbroken where the world wraps.
wend_vec plans_position(const wend_world *world, int index, const wend_path_progress *progress);

/// Who asks whether the straight way between two places is open.
typedef struct plan_sight
{
    const wend_grid *grid;
    float radius;  // of the body
    bool is_level; // only over cells that all cost the same
} plan_sight;

/// What an agent's body must have room for all along a way. Where corners may be cut it is taken for a point.
plan_sight plans_sight(const wend_world *world, int index);

/// Is the straight way open? A wend_walk_is_clear_fn; `user` is a plan_sight, whose radius counts.
bool plans_is_clear(wend_vec from, wend_vec to, float radius, void *user);

#endif
