// Why did you go there? The very vectors that made an agent's choice.                     floor 4, includes world.h
//
//   wend_watch          keep the reasons of this agent, or not any more
//   wend_explain        its reasons in the last update, as data
//   wend_explain_text   the same in words
//
// While an agent is watched, each update writes down what its stages used; nothing is computed a second time. At most
// WEND_MAX_WATCHED agents of a world can be watched at once.
#ifndef WEND_EXPLAIN_H
#define WEND_EXPLAIN_H

#include "wend/world.h"

#define WEND_MAX_WATCHED 64

/// One wish and what became of it.
typedef struct wend_reason_wish
{
    wend_wish_kind kind;
    wend_goal_kind goal; ///< which behaviour, of WEND_WISH_GOAL and WEND_WISH_ALSO
    wend_wish wish;      ///< the wanted velocity, its weight, and the change that it got
} wend_reason_wish;

/// Why an agent moves as it does. All vectors are in the world's own axes.
typedef struct wend_reason
{
    wend_agent_id agent;
    double seconds;    ///< the world's time when it was written
    wend_vec position; ///< the snapshot that it thought about
    wend_vec velocity;
    wend_vec heading;
    wend_vec aim;    ///< the point its goal made for: the predicted place, the slot, the nearest image of the target
    bool has_aim;    ///< not all goals have such a point
    bool is_kept;    ///< it did not think this time: the wish is that of an earlier update
    bool is_crowded; ///< its search for neighbours hit the crowd limit
    int neighbours;  ///< how many it saw
    int wish_count;
    wend_reason_wish wishes[WEND_RECIPE_WISHES];
    wend_vec combined; ///< the one wish they became
    wend_vec dodged;   ///< and what the dodge made of it
    wend_vec result;   ///< the velocity that was published
    wend_vec steering; ///< (result - velocity) / seconds: the acceleration
    unsigned cut_by;   ///< flags of wend_cut_by
} wend_reason;

/// Begin or end to watch. WEND_ERROR_FULL if too many are watched already.
WEND_API wend_status wend_watch(wend_world *world, wend_agent_id id, bool is_watched);

/// The reasons of a watched agent in the last update. WEND_ERROR_ID if it isn't watched, or hasn't thought since it is.
WEND_API wend_status wend_explain(const wend_world *world, wend_agent_id id, wend_reason *out);

/// Reasons in a few lines of text, always ended by a null byte. Returns the length that the whole text has.
WEND_API int wend_explain_text(const wend_reason *reason, char *text, int capacity);

#endif
