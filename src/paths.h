// The paths that goals follow: each kept once, in the world's inner axes, for as long as a goal needs it.
#ifndef WEND_SRC_PATHS_H
#define WEND_SRC_PATHS_H

#include "store.h"

/// Exchanges a host's path for the world's copy of it, flat where the world is. False: no memory.
bool paths_keep(wend_world *world, wend_path *path);

/// One user less of a path that was kept.
void paths_drop(wend_world *world, const wend_path *path);

/// A kept path with its heights as z.
wend_path paths_tall(const wend_world *world, const wend_path *path);

/// A kept path as the host gave it.
wend_path paths_outer(const wend_world *world, const wend_path *path);

/// Of the points of a kept path; 0 if it has none.
uint64_t paths_hash(const wend_path *path);

void paths_destroy(wend_world *world);

#endif
