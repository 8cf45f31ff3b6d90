// Who wants to go but stays where he is: why, and what he does about it.
#ifndef WEND_SRC_STUCK_H
#define WEND_SRC_STUCK_H

#include "store.h"

#define STUCK_MOST_STEPS 40000 // of all rounds that a recipe may have

/// Nothing is known yet of how it gets on.
static inline void stuck_begin(agent_rest *rest)
{
    rest->recovery = (wend_recovery){0};
    rest->has_asked = false;
    rest->yields_to = (wend_agent_id){0};
    rest->yields_along = rest->yields_aside = (wend_vec){0.0f, 0.0f, 0.0f};
}

/// The largest radius of all: looked for once in an update, if at all.
double stuck_widest(wend_world *world);

/// Does it know how to get on, and is it right behind others that want the same way, or to the same place? `widest`: the
/// largest radius of all. The world's cells must be fresh.
bool stuck_queues(const wend_world *world, int index, double widest);

/// Watches an agent after it has moved. True: there is an event to be told.
bool stuck_watch(wend_world *world, int index, double seconds, wend_event *event);

/// The wish of an agent's goal, or of the step by which it tries to get on.
wend_vec stuck_wish(const wend_world *world, int index, wend_vec wish);

#endif
