// The kernel of near.h's index: see cells.h. Compiled once for each instruction set.
#ifndef WEND_SRC_KERNEL_CELLS_H
#define WEND_SRC_KERNEL_CELLS_H

#include "lanes.h"

/// The cells of REALS points along an axis, in the box; counted from its margin.
LANES_INLINE reals cells_along_axis(const wend_near *n, int axis, const char *coordinates, size_t stride)
{
    reals v = (reals_strided(coordinates, stride) - reals_all(n->origin[axis])) * reals_all(n->per_cell[axis]);
    v = reals_smaller(reals_larger(v, reals_all((double)n->low_cell[axis])), reals_all(n->high_cell[axis] + 0.5));
    reals whole = reals_truncated(v);
    whole -= reals_keep(reals_less(v, whole), reals_all(1.0));
    return whole - reals_all((double)n->low_cell[axis] - 1.0);
}

LANES_INLINE void cells_number_range(wend_near *n, const char *positions, size_t stride, int begin, int end,
                                     bool is_space)
{
    reals width = reals_all((double)n->table_size[0]), slice = width * reals_all((double)n->table_size[1]);
    int i = begin;
    for (; i + REALS <= end; i += REALS)
    {
        const char *from = positions + (size_t)i * stride;
        reals number = cells_along_axis(n, 1, from + sizeof(float), stride) * width;
        number += cells_along_axis(n, 0, from, stride);
        if (is_space) // this axis has no margin in a plane
            number += cells_along_axis(n, 2, from + 2 * sizeof(float), stride) * slice;
        reals_store_whole(n->number + i, number);
    }
    for (; i < end; i++)
    {
        wend_vec v;
        memcpy(&v, positions + (size_t)i * stride, sizeof v);
        n->number[i] = cells_number_of(n, v);
    }
}

LANES_INLINE void cells_find(wend_near *n, const char *positions, size_t stride, int begin, int end)
{
    if (n->dimensions == 3)
        cells_number_range(n, positions, stride, begin, end, true);
    else
        cells_number_range(n, positions, stride, begin, end, false);
}

#endif
