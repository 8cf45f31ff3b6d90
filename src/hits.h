// Neighbours in a world: who is near, and what the flock's rules make of them.
#ifndef WEND_SRC_HITS_H
#define WEND_SRC_HITS_H

#include "store.h"

struct plain_job; // see kernels.h

/// Makes the cells those of the present positions, and copies what neighbours are asked for into the order of cells.
wend_status hits_prepare(wend_world *world, bool may_sort);

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

/// The rows round the cell of the agent that was asked about last: agents of a cell come one after the other, so they are
/// looked up only once. Begins with rows_begin.
typedef struct rows
{
    float radius; // that was asked for
    int span;
    int first, end_of_cell; // places in that cell, from the first one that was asked about
    bool is_whole;          // everybody, uncut: for the few who see much farther than the others
    bool is_at_edge;        // somebody in them may be nearer the other way round, across the edge of a world that wraps
    int begin[CELL_ROWS], end[CELL_ROWS];
    int count;
} rows;

static inline void rows_begin(rows *r)
{
    r->span = -1;
    r->first = r->end_of_cell = 0;
}

void hits_find_rows(const wend_near *cells, int place, float radius, rows *r);

/// Does somebody see across the edge of the world?
static inline bool hits_cross_edge(const wend_world *world, wend_vec p, float radius)
{
    if (world->def.edge != WEND_EDGE_WRAP)
        return false;
    wend_vec low = to_inner(world, world->def.low), high = to_inner(world, world->def.high);
    float r = radius * 1.001f;
    bool is_inside = p.x - r > low.x && p.x + r < high.x && p.y - r > low.y && p.y + r < high.y;
    return !is_inside || (is_spatial(world) && !(p.z - r > low.z && p.z + r < high.z));
}

/// What the flock's rules want for one agent that looks at its flock, into `world->flock`: in any case that there may
/// be. False if the host's source was at fault.
bool hits_flock_at(wend_world *world, int place, int worker, rows *r);

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

/// What the flock's rules want for the agents at the places begin..end, into `world->flock`; plain agents get their whole
/// thought and motion instead, if `job` isn't null. With WEND_SEARCH_HOST only from one thread. False if the host's
/// source was at fault.
bool hits_flock(wend_world *world, int begin, int end, int worker, struct plain_job *job);

#endif
