// From an agent's goal and recipe to one combined wish.
#ifndef WEND_SRC_WISHES_H
#define WEND_SRC_WISHES_H

#include "store.h"

/// One agent thinks: reads the snapshot and what its neighbours make it want; writes its next mind and extra, its
/// combined wish and, if it is watched, its reasons. False if the host's neighbour source was at fault.
bool wishes_think(wend_world *world, int index, double seconds, int worker);

/// The direction an agent would like to face at its next velocity.
wend_vec wishes_facing(const wend_world *world, int index, wend_vec velocity);

#endif
