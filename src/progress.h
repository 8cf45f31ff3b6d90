// What became of agents' goals in an update: arrivals, lost targets, next goals, events.
#ifndef WEND_SRC_PROGRESS_H
#define WEND_SRC_PROGRESS_H

#include "store.h"

/// Looks at one agent after it has been told its motion, and moved. `does_push_apart`: hulls were, in this update.
void progress_one(wend_world *world, int index, double seconds, bool does_push_apart);

#endif
