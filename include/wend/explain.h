// Why did you go there? The very vectors that made an agent's choice.                     floor 4, includes world.h,
// reason.h
//
//   wend_watch          keep the reasons of this agent, or not any more
//   wend_explain        its reasons in the last update, as data
//   wend_explain_text   the same in words
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

#endif
