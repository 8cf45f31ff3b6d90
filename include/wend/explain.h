// Why did you go there? The very vectors that made an agent's choice.                     floor 4, includes world.h,
// reason.h
//
//   wend_watch          keep the reasons of this agent, or not any more
//   wend_explain        its reasons in the last update, as data
//   wend_explain_text   the same in words
//   wend_explain_hits   what its sense met
//   wend_explain_ring   its context map, and the choice it made there
//   wend_explain_orca   the half-planes that it kept to, and how pent up it is
//
// While an agent is watched, each update writes down what its stages used; nothing is computed a second time. At most
// WEND_MAX_WATCHED agents of a world can be watched at once.
#ifndef WEND_EXPLAIN_H
#define WEND_EXPLAIN_H

#include "wend/reason.h"
#include "wend/world.h"

/// Begin or end to watch. WEND_ERROR_FULL if too many are watched already.
WEND_API wend_status wend_watch(wend_world *world, wend_agent_id id, bool is_watched);

/// The reasons of a watched agent in the last update. WEND_ERROR_ID if it isn't watched, or hasn't thought since it is.
WEND_API wend_status wend_explain(const wend_world *world, wend_agent_id id, wend_reason *out);

/// Reasons in a few lines of text, always ended by a null byte. Returns the length that the whole text has.
WEND_API int wend_explain_text(const wend_reason *reason, char *text, int capacity);

/// What the sense of an agent met when it last looked, in the world's own axes. Returns how many there are, 0 for an
/// agent that senses nothing or met nothing; at most `capacity` are written. The agent need not be watched.
WEND_API int wend_explain_hits(const wend_world *world, wend_agent_id id, wend_hit *hits, int capacity);

/// The context map in which a watched agent made its last choice, and that choice. Writers are the agent's own id
/// (what it wishes), the body that a sense met, and the neighbours' ids. Its directions are those of the plane in x
/// and y, even where that is x and z in the world. WEND_ERROR_ID if it isn't watched, or hasn't chosen since it is.
WEND_API wend_status wend_explain_ring(const wend_world *world, wend_agent_id id, wend_ring *ring,
                                       wend_choice_result *choice);

/// What the reciprocal avoidance of a watched agent went by in the last update, in the world's own axes: half-planes of
/// velocities and who made them. `state` (may be null) gets how pent up it is. WEND_ERROR_ID if it isn't watched, or
/// didn't dodge that way in the last update.
WEND_API wend_status wend_explain_orca(const wend_world *world, wend_agent_id id, wend_orca_result *result,
                                       wend_orca_state *state);

#endif
