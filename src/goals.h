// Goals as the world keeps them.
#ifndef WEND_SRC_GOALS_H
#define WEND_SRC_GOALS_H

#include "wend/goal.h"

/// Does a goal of this kind end at a place? One that follows a path may end as well.
static inline bool goal_can_arrive(wend_goal_kind kind)
{
    return kind == WEND_GOAL_SEEK || kind == WEND_GOAL_ARRIVE || kind == WEND_GOAL_PURSUE || kind == WEND_GOAL_TRAVEL;
}

/// Does a goal of this kind walk along points?
static inline bool goal_has_way(wend_goal_kind kind)
{
    return kind == WEND_GOAL_FOLLOW_PATH || kind == WEND_GOAL_TRAVEL;
}

/// A goal with only those fields that its kind looks at; all others at their defaults.
wend_goal goal_canonical(const wend_goal *goal);

/// Copies field by field, so that what lies between them isn't touched.
void goal_copy(wend_goal *to, const wend_goal *from);

/// Of all but the points of its path.
uint64_t goal_hash(const wend_goal *goal);

#endif
