// Neighbours in a world: who is near, and what the flock's rules make of them.
#ifndef WEND_SRC_HITS_H
#define WEND_SRC_HITS_H

#include "store.h"

/// Makes the cells those of the present positions, and copies what neighbours are asked for into the order of cells.
wend_status hits_prepare(wend_world *world);

/// Does this agent look at neighbours?
bool hits_are_needed(const wend_world *world, int index);

/// What the flock's rules want for the agents at the places begin..end, into `world->flock`. With WEND_SEARCH_HOST
/// only from one thread. False if the host's source was at fault.
bool hits_flock(wend_world *world, int begin, int end, int worker);

#endif
