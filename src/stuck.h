// Who wants to go but stays where he is: why, and what he does about it.
#ifndef WEND_SRC_STUCK_H
#define WEND_SRC_STUCK_H

#include "store.h"

#define STUCK_MOST_STEPS 40000 // of all rounds that a recipe may have

typedef enum stuck_news
{
    STUCK_NOT,
    STUCK_NOW,          // it has become stuck
    STUCK_AMONG_OTHERS, // it asks others for room, or gives way: it must go on in its turn
} stuck_news;

/// Watches an agent after it has moved; changes nothing of anybody else.
stuck_news stuck_watch(wend_world *world, int index, double seconds);

/// One that asks or gives way goes on, and asks others.
void stuck_go_on(wend_world *world, int index, double seconds);

/// One that has: why, and what it does about it. Returns what is to be told.
wend_event stuck_begin(wend_world *world, int index);

/// Nothing is known yet of how it gets on.
static inline void stuck_forget(agent_rest *rest)
{
    rest->recovery = (wend_recovery){0};
    rest->has_asked = false;
    rest->yields_to = (wend_agent_id){0};
    rest->yields_along = rest->yields_aside = (wend_vec){0.0f, 0.0f, 0.0f};
}

/// Does it know how to get on, and is it right behind others that want the same way, or to the same place? The
/// world's cells must be fresh.
bool stuck_queues(const wend_world *world, int index);

/// The wish of an agent's goal, or of the step by which it tries to get on.
wend_vec stuck_wish(const wend_world *world, int index, wend_vec wish);

#endif
