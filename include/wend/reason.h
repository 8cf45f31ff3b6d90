// The reasons that a world keeps of a watched agent: plain structs.                        floor 3, includes recipe.h
//
// See explain.h: how to watch an agent, and how to get its reasons.
#ifndef WEND_REASON_H
#define WEND_REASON_H

#include "wend/recipe.h"

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
    wend_plan plan;  ///< of a goal that travels: what it went by; see wend_world_way
    bool is_kept;    ///< it did not think this time: the wish is that of an earlier update
    bool is_crowded; ///< its search for neighbours hit the crowd limit
    int neighbours;  ///< how many it saw
    int wish_count;
    wend_reason_wish wishes[WEND_RECIPE_WISHES];
    bool has_choice;           ///< it was made in a context map: what wishes got says little then
    wend_choice_result choice; ///< and this was chosen there
    wend_vec combined;         ///< the one wish they became
    wend_vec dodged;           ///< and what the dodge made of it
    wend_vec result;           ///< the velocity that was published
    wend_vec steering;         ///< (result - velocity) / seconds: the acceleration
    unsigned cut_by;           ///< flags of wend_cut_by
} wend_reason;

#endif
