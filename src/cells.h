// Inside an index of near.h: points in the order of their cells, and the rows of cells around a place.
#ifndef WEND_SRC_CELLS_H
#define WEND_SRC_CELLS_H

#include "wend/near.h"

// Points lie in arrays in canonical order: by cell (z, y, x), then by index. A point's number in that order is its
// *place*. A row is a run of cells along x; the points of a row are a range of places.
struct wend_near
{
    wend_near_def def;
    int dimensions;      // 2 or 3
    double origin[3];    // of the lattice
    double per_cell[3];  // 1 / edge
    int wrap_cells[3];   // cells round the world, 0 where it doesn't wrap
    float period[3];     // high - low, 0 where it doesn't wrap
    int count, capacity; // points; the arrays have room for capacity + 8
    float *x, *y, *z;    // by place, 8 more than count are readable
    int *index;          // place -> index
    int *place;          // index -> place
    int32_t *cell[3];    // by index; scratch of build
    int *order;          // scratch of sorting
    bool is_table;       // cells in a table; otherwise the occupied ones in a sorted list
    int low_cell[3];     // of the occupied cells
    int high_cell[3];
    int table_size[3]; // of the table
    int *starts; // table: first place of each cell, and the end; list: first place of each occupied cell, and the end
    int cell_count;     // list: how many are occupied
    int32_t *listed[3]; // list: their coordinates
};

/// Another edge of the cells, for the next build.
void cells_resize(wend_near *n, float cell_size);

/// Up to two ascending runs of cell numbers along one axis.
typedef struct cell_runs
{
    int low[2], high[2], count;
} cell_runs;

/// The cells along an axis that a search from centre - radius to centre + radius must look at.
cell_runs cells_along(const wend_near *n, int axis, float centre, float radius);

/// Are there more rows in those runs than it takes to look at every point?
bool cells_are_too_many(const wend_near *n, const cell_runs runs[3]);

/// The places begin..end of the cells low..high in the row (y, z).
void cells_of_row(const wend_near *n, int z, int y, int low, int high, int *begin, int *end);

/// The search for everything within a radius, as a loop over ranges of places in ascending order:
///     cell_walk walk = cells_walk(n, centre, radius);
///     for (int begin, end; cells_next(&walk, &begin, &end);) ...
typedef struct cell_walk
{
    const wend_near *near_index;
    cell_runs runs[3];
    int run[3];
    int y, z;
    bool is_whole, is_done;
} cell_walk;

cell_walk cells_walk(const wend_near *n, wend_vec centre, float radius);
bool cells_next(cell_walk *walk, int *begin, int *end);

/// A difference of coordinates, the short way round where the axis wraps (period > 0).
static inline float cells_short_way(float difference, float period)
{
    if (period > 0.0f)
    {
        if (difference > 0.5f * period)
            return difference - period;
        if (difference < -0.5f * period)
            return difference + period;
    }
    return difference;
}

#endif
