// The order in which agents lie in memory: that of their ids, or in a large world that of cells, so that neighbours lie
// together. Nothing that can be seen from outside follows from it: what must be done in order of ids is.
#ifndef WEND_SRC_STORAGE_H
#define WEND_SRC_STORAGE_H

#include "memory.h"
#include "store.h"

#define LEAST_SORTED 4096 // agents, so many that sorting them is worth it

/// The index of the k-th agent in order of ids.
static inline int storage_kth(const wend_world *world, int k)
{
    return world->is_sorted ? world->by_age[k] : k;
}

/// In order of ids, by all threads. What is so of all together must be known.
static inline cells_how storage_how(const wend_world *world)
{
    return (cells_how){world->is_sorted ? world->by_age : NULL, world->count > 0 ? &world->body->id.value : NULL,
                       &world->together.box, world->pool, world->def.threads};
}

/// Now and then brings large worlds into the order of `cells`, which must be fresh, and are afterwards. Nobody may hold
/// an index.
void storage_sort(wend_world *world);

/// How many agents are as old as an id, or older: the number, in order of ids, of the first that is younger.
int storage_after(const wend_world *world, uint64_t id);

#endif
