// Who wants to go but stays where he is: why, and what he does about it.
#ifndef WEND_SRC_STUCK_H
#define WEND_SRC_STUCK_H

#include "store.h"

#define STUCK_MOST_STEPS 40000 // of all rounds that a recipe may have

/// Watches an agent after it has moved; changes nothing of anybody else. True: it has become stuck.
bool stuck_watch(wend_world *world, int index, double seconds);

/// One that has: why, and what it does about it. Returns what is to be told.
wend_event stuck_begin(wend_world *world, int index);

/// The wish of an agent's goal, or of the step by which it tries to get on.
wend_vec stuck_wish(const wend_world *world, int index, wend_vec wish);

#endif
