// Those who want one point come to rest round it.
#ifndef WEND_SRC_PILES_H
#define WEND_SRC_PILES_H

#include "real.h"
#include "store.h"

// So fast, as a share of their top speed, do they go round a pile.
#define PILE_SPEED 0.8

/// Does an agent want a point of its own accord, at which it can come to rest against those that have arrived there?
static inline bool piles_want_a_point(const agent_rest *rest)
{
    bool has_point = rest->goal.kind == WEND_GOAL_ARRIVE || rest->goal.kind == WEND_GOAL_TRAVEL;
    return has_point && rest->goal.target.value == 0;
}

/// Can it come nearer to its goal's point, with things to rest on in these directions? A tenth of the way along them is
/// too little.
bool leaves_a_way(const wend_world *world, int index, const real_vec *rests, int count);

/// Before anybody arrives: counts those who want the points at which somebody has arrived and is touched now.
void piles_count(wend_world *world);

/// Has it come to rest among those that have arrived at its point?
bool piles_rest(wend_world *world, int index, double seconds);

/// It has arrived: the first one at a point makes a pile.
void piles_arrive(wend_world *world, int index);

/// It wants to go elsewhere.
void piles_leave(wend_world *world, int index);

#endif
