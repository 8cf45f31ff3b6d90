// Who wants to go but stays where he is: why, and what he does about it.
#ifndef WEND_SRC_STUCK_H
#define WEND_SRC_STUCK_H

#include "store.h"

#define STUCK_MOST_STEPS 40000 // of all rounds that a recipe may have

/// Watches an agent after it has moved. True: there is an event to be told.
bool stuck_watch(wend_world *world, int index, double seconds, wend_event *event);

/// The wish of an agent's goal, or of the step by which it tries to get on.
wend_vec stuck_wish(const wend_world *world, int index, wend_vec wish);

#endif
