// What became of agents' goals in an update: arrivals, lost targets, next goals, events.
#ifndef WEND_SRC_PROGRESS_H
#define WEND_SRC_PROGRESS_H

#include "store.h"

/// Looks at the agents begin..end after they have been told their motion, and moved: goes on with what is each one's own,
/// and writes into `news` of whom there is more to be told. `does_push_apart`: hulls were, in this update. False if there
/// is of nobody, and nobody rests on one that has arrived.
bool progress_look(wend_world *world, int begin, int end, double seconds, bool does_push_apart);

/// Tells what is to be told of one agent.
void progress_one(wend_world *world, int index, double seconds, bool does_push_apart);

#endif
