// What a body makes of its wish, and how it moves between obstacles.
#ifndef WEND_SRC_BODIES_H
#define WEND_SRC_BODIES_H

#include "kernels.h"
#include "store.h"

/// The dodge of an agent's recipe: a wish that keeps clear. False if the host's neighbour source was at fault.
bool bodies_dodge(wend_world *world, int index, double seconds, int worker, wend_vec *dodged);

/// Do all avoid reciprocally, so that the kernel can do it? Then this is everybody's share of each pair's work.
bool bodies_share_alike(const wend_world *world, double *share);

/// The same by sampled velocities or social forces (dodges.c).
bool bodies_dodge_others(wend_world *world, int index, double seconds, int worker, wend_vec *dodged);

/// The velocity and heading that the agent's body can have after so long; writes its next extra. Returns flags of
/// wend_cut_by.
unsigned bodies_limit(wend_world *world, int index, wend_vec wish, double seconds, agent_motion *out);

/// The same for the wish after the dodge, told to whoever watches it.
void bodies_limit_one(wend_world *world, int index, const limit_job *job);

/// Gives the agents begin..end their new velocities and headings and moves them, as far as obstacles and edges let them.
/// Takes them into a box.
void bodies_move(wend_world *world, int begin, int end, const agent_motion *motion, double seconds, points_box *box);

/// Brings a body that has been pushed since it moved (from `moved`, where it was clear) back out of obstacles.
void bodies_clear(wend_world *world, int index, wend_vec moved);

/// Do obstacles stop anybody?
static inline bool bodies_can_be_stopped(const wend_world *world)
{
    return world->def.caster.cast && world->def.does_stop_at_obstacles;
}

#endif
