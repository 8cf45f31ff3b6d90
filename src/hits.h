// Neighbours of one agent in a world, in canonical order.
#ifndef WEND_SRC_HITS_H
#define WEND_SRC_HITS_H

#include "store.h"

/// Makes the cells those of the present positions, and copies what neighbours are asked for into the order of cells.
wend_status hits_prepare(wend_world *world);

/// Neighbours of one agent, in the scratch of a worker; filled up to a whole number of eights with an empty place.
typedef struct hit_list
{
    int *place;
    float *x, *y, *z; // from the agent to them, the short way
    int count;        // negative: the host's source was at fault
    bool is_crowded;  // the search hit a limit
} hit_list;

/// All neighbours of agent `index`: in its flock, on a layer it notices, within its neighbour radius and the world's height
/// range, in ascending order of places. With WEND_SEARCH_HOST only from one thread.
hit_list hits_of(wend_world *world, int index, int worker);

#endif
