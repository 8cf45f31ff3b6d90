// The kernel of hulls.c: see kernels.h. Compiled once for each instruction set.
#ifndef WEND_SRC_KERNEL_HULLS_H
#define WEND_SRC_KERNEL_HULLS_H

#include "lanes.h"

/// Which of a row's places, from p on, are within reach on all axes?
LANES_INLINE unsigned hulls_within(const wend_near *hulls, int own, int begin, int end, lanes reach, bool is_space)
{
    lanes x = lanes_load(hulls->x + begin) - lanes_all(hulls->x[own]);
    lanes y = lanes_load(hulls->y + begin) - lanes_all(hulls->y[own]);
    lane_mask is_near =
        lanes_first(end - begin) & lanes_at_most(lanes_size(x), reach) & lanes_at_most(lanes_size(y), reach);
    if (is_space)
        is_near &= lanes_at_most(lanes_size(lanes_load(hulls->z + begin) - lanes_all(hulls->z[own])), reach);
    return lanes_bits(is_near);
}

LANES_INLINE void hulls_test(const wend_near *hulls, float reach, int begin, int end, uint8_t *could, bool is_space)
{
    lanes far_edge = lanes_all(reach);
    int width = hulls->table_size[0], slice = width * hulls->table_size[1];
    for (int own = begin; own < end; own++)
    {
        const int *cell = hulls->starts + hulls->cell_of[own];
        unsigned met = 0;
        bool is_long = false;
        for (int z = is_space ? -1 : 0; z <= (is_space ? 1 : 0); z++)
            for (int y = -1; y <= 1; y++)
            {
                const int *row = cell + z * slice + y * width;
                unsigned bits = hulls_within(hulls, own, row[-1], row[2], far_edge, is_space);
                met |= y == 0 && z == 0 ? bits & (bits - 1) : bits; // it is in its own row itself
                is_long |= row[2] - row[-1] > LANES_WIDTH;
            }
        could[own] = met != 0 || is_long;
    }
}

/// Near an edge that wraps others may be near who are in none of these rows.
static void hulls_near_edges(const wend_near *n, float reach, int begin, int end, uint8_t *could)
{
    float low[3] = {n->def.low.x + reach, n->def.low.y + reach, n->def.low.z + reach};
    float high[3] = {n->def.high.x - reach, n->def.high.y - reach, n->def.high.z - reach};
    for (int p = begin; p < end; p++)
    {
        bool is_inside = n->x[p] > low[0] && n->x[p] < high[0] && n->y[p] > low[1] && n->y[p] < high[1] &&
                         (n->dimensions == 2 || (n->z[p] > low[2] && n->z[p] < high[2]));
        could[p] |= !is_inside;
    }
}

static void hulls_find_candidates(const wend_near *hulls, float reach, int begin, int end, uint8_t *could)
{
    if (hulls->dimensions == 3)
        hulls_test(hulls, reach, begin, end, could, true);
    else
        hulls_test(hulls, reach, begin, end, could, false);
    if (hulls->def.does_wrap)
        hulls_near_edges(hulls, reach, begin, end, could);
}

#endif
