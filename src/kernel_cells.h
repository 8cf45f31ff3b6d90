// The kernel of near.h's index: see cells.h. Compiled once for each instruction set.
#ifndef WEND_SRC_KERNEL_CELLS_H
#define WEND_SRC_KERNEL_CELLS_H

#include "lanes.h"

/// The largest whole numbers that aren't above v, of an axis; CELLS_FARTHEST at most.
LANES_INLINE void cells_store_floor(int32_t *to, reals v)
{
    v = reals_smaller(reals_larger(v, reals_all(-CELLS_FARTHEST)), reals_all(CELLS_FARTHEST));
    reals whole = reals_truncated(v);
    reals_store_whole(to, whole - reals_keep(reals_less(v, whole), reals_all(1.0)));
}

/// The cells of eight points along an axis.
LANES_INLINE void cells_along_axis(const wend_near *n, int axis, const float at[LANES], int32_t cell[LANES])
{
    for (int i = 0; i < LANES; i += REALS)
        cells_store_floor(cell + i, (reals_load(at + i) - reals_all(n->origin[axis])) * reals_all(n->per_cell[axis]));
    int last = n->wrap_cells[axis] - 1;
    for (int i = 0; i < LANES && last >= 0; i++)
        cell[i] = cell[i] < 0 ? 0 : cell[i] > last ? last : cell[i];
}

LANES_INLINE void cells_find(wend_near *n, const char *positions, size_t stride, int begin, int end, cells_extent *box)
{
    lane_mask low[3], high[3], is_odd = lanes_all_mask(0);
    for (int axis = 0; axis < 3; axis++)
    {
        low[axis] = lanes_all_mask(INT32_MAX);
        high[axis] = lanes_all_mask(INT32_MIN);
    }
    for (int i = begin; i < end; i += LANES)
    {
        float at[3][LANES];
        for (int k = 0; k < LANES; k++)
        {
            int who = i + k < end ? i + k : end - 1; // beyond the end the last one again
            wend_vec v;
            memcpy(&v, positions + (size_t)who * stride, sizeof v);
            at[0][k] = v.x;
            at[1][k] = v.y;
            at[2][k] = v.z;
        }
        for (int axis = 0; axis < 3; axis++)
            for (int k = 0; k < LANES; k += LANES_WIDTH)
            {
                lanes v = lanes_load(at[axis] + k);
                is_odd |= ~lanes_at_most(lanes_size(v), lanes_all(FLT_MAX));
            }
        for (int axis = 0; axis < n->dimensions; axis++)
        {
            int32_t *cell = n->cell[axis] + i; // room for eight more
            cells_along_axis(n, axis, at[axis], cell);
            for (int k = 0; k < LANES; k += LANES_WIDTH)
            {
                lane_mask c = lanes_load_mask((const uint32_t *)cell + k);
                lane_mask is_lower = lanes_less_whole(c, low[axis]), is_higher = lanes_less_whole(high[axis], c);
                low[axis] = (c & is_lower) | (low[axis] & ~is_lower);
                high[axis] = (c & is_higher) | (high[axis] & ~is_higher);
            }
        }
    }
    for (int axis = 0; axis < n->dimensions; axis++)
        for (int k = 0; k < LANES_WIDTH; k++)
        {
            int lower = lanes_get_mask(low[axis], k), higher = lanes_get_mask(high[axis], k);
            box->low[axis] = lower < box->low[axis] ? lower : box->low[axis];
            box->high[axis] = higher > box->high[axis] ? higher : box->high[axis];
        }
    box->is_odd |= lanes_bits(is_odd) != 0;
}

#endif
