// Neighbours of one agent in a world, in canonical order.
#ifndef WEND_SRC_HITS_H
#define WEND_SRC_HITS_H

#include "store.h"

/// Makes the cells those of the present positions, and copies what neighbours are asked for into the order of cells.
wend_status hits_prepare(wend_world *world);

/// The places of all neighbours of agent `index`: in its flock, on a layer it notices, within its neighbour radius and
/// the world's height range. They are written to the scratch of that worker, in ascending order. `is_crowded`: the
/// search hit a limit. With WEND_SEARCH_HOST only from one thread; a negative result means that the source was at
/// fault.
int hits_of(wend_world *world, int index, int worker, bool *is_crowded);

/// From an agent to a place, the short way.
static inline wend_vec hits_offset(const wend_world *world, wend_vec position, int place)
{
    const wend_near *cells = world->cells;
    return wend_xyz(cells_short_way(cells->x[place] - position.x, cells->period[0]),
                    cells_short_way(cells->y[place] - position.y, cells->period[1]),
                    cells_short_way(cells->z[place] - position.z, cells->period[2]));
}

#endif
