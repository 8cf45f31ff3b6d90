// What an agent of a world notices: obstacles by its caster, and whom it sees.
#ifndef WEND_SRC_PROBE_H
#define WEND_SRC_PROBE_H

#include "extras.h"

/// The world's caster as the agents see it: in inner axes, at the height of one of them. What it says that isn't finite
/// is left out.
typedef struct probe_view
{
    const wend_world *world;
    float height;
    uint32_t mask;   // of casts that have none
    uint64_t ignore; // the same
} probe_view;

/// A caster over a view, which must outlive it; its cast is null where the world has no caster.
wend_caster probe_caster(const probe_view *view);

/// The view of an agent.
static inline probe_view probe_view_of(const wend_world *world, int index)
{
    return (probe_view){world, world->rest[index].height, 0, 0};
}

/// Looks for obstacles, if it is time to, and keeps what was met in the agent's next extra and its hits. Feelers of a
/// point that hardly moves look where the wish leads.
void probe_obstacles(wend_world *world, int index, bool is_at_once, wend_vec wish);

/// Is the straight way between two places free, as the view (`user`) sees it? Heights (z) of a plane aren't looked at.
bool probe_is_clear(wend_vec from, wend_vec to, float radius, void *user);

/// Can an agent see another one there?
bool probe_sees(const wend_world *world, int index, int other, wend_vec point);

/// An agent looks for those whom its goals are about, and remembers whom it sees: now, not in its next extra.
void probe_look(wend_world *world, int index);

/// Where an agent takes another one to be: `position` and `velocity` as they are if it doesn't need sight or sees it
/// now; else what it remembers of it. False: it doesn't know.
bool probe_knows(const wend_world *world, int index, int other, wend_vec *position, wend_vec *velocity);

#endif
