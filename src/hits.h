// Neighbours in a world: who is near, and what the flock's rules make of them.
#ifndef WEND_SRC_HITS_H
#define WEND_SRC_HITS_H

#include "store.h"

/// Makes the cells those of the present positions, and copies what neighbours are asked for into the order of cells.
wend_status hits_prepare(wend_world *world);

/// Does this agent look at its flock?
bool hits_are_needed(const wend_world *world, int index);

/// Does it look at neighbours of all flocks, one by one?
static inline bool hits_list_is_needed(const wend_world *world, int index)
{
    return world->recipes[world->rest[index].recipe].needs_list;
}

/// The same for its dodge.
static inline bool hits_dodge_is_needed(const wend_world *world, int index)
{
    return world->recipes[world->rest[index].recipe].needs_dodge_list;
}

/// Neighbours of all flocks, in canonical order; borrowed until the worker's next list.
typedef struct hits_list
{
    const wend_neighbour *neighbours;
    const int *places; // in the world's cells
    int count;
    bool is_crowded;
} hits_list;

/// Who is near an agent. With WEND_SEARCH_HOST only from one thread. False if the host's source was at fault.
bool hits_listed(wend_world *world, int index, int worker, hits_list *out);

/// What the flock's rules want for the agents at the places begin..end, into `world->flock`. With WEND_SEARCH_HOST
/// only from one thread. False if the host's source was at fault.
bool hits_flock(wend_world *world, int begin, int end, int worker);

#endif
