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

/// For saving: no kept path has a number any more; then the number of each, to be read and given.
void paths_begin_numbers(wend_world *world);
int *paths_number(const wend_path *path);

/// For loading: all kept paths have no users any more; one more; those that have none go.
void paths_begin_users(wend_world *world);
void paths_use(const wend_path *path);
void paths_drop_unused(wend_world *world);

/// Of the points of a kept path; 0 if it has none.
uint64_t paths_hash(const wend_path *path);

void paths_destroy(wend_world *world);

#endif
