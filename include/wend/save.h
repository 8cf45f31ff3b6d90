// The state of a world as a number.                                                       floor 4, includes world.h
//
//   wend_world_hash   one number for everything that decides what happens next
#ifndef WEND_SAVE_H
#define WEND_SAVE_H

#include "wend/world.h"

/// A 64-bit hash (FNV-1a over 64-bit words) of all agents in order of ids: bodies, goals, recipes, random streams, kept
/// choices; and of the world's time. Two worlds that were made and driven alike have the same hash on every machine,
/// for every compiler and any number of threads. Callbacks and their user pointers are not part of it.
WEND_API uint64_t wend_world_hash(const wend_world *world);

#endif
