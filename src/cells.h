// Inside an index of near.h: points in the order of their cells, and the rows of cells around a place.
#ifndef WEND_SRC_CELLS_H
#define WEND_SRC_CELLS_H

#include "jobs.h"
#include "wend/near.h"

#include <float.h>
#include <math.h>

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
    int *number;         // by index: of its cell in the table; scratch of build
    int *cell_of;        // by place: the same
    int32_t *cell[3];    // by index, where cells are in a list; scratch of build
    int *order;          // the same
    bool is_table;       // cells in a table; otherwise the occupied ones in a sorted list
    int low_cell[3];     // of a box round the occupied cells
    int high_cell[3];
    int table_size[3]; // of the table, which has a margin of one empty cell on each side
    int *starts; // table: first place of each cell, and the end; list: first place of each occupied cell, and the end
    int cell_count;     // list: how many are occupied
    int32_t *listed[3]; // list: their coordinates
};

/// A box round points.
typedef struct points_box
{
    wend_vec low, high;
} points_box;

static inline points_box cells_no_box(void)
{
    return (points_box){{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
}

static inline void cells_box_add(points_box *box, wend_vec p)
{
    wend_vec low = box->low, high = box->high;
    box->low = wend_xyz(p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y, p.z < low.z ? p.z : low.z);
    box->high = wend_xyz(p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y, p.z > high.z ? p.z : high.z);
}

static inline void cells_box_join(points_box *box, const points_box *other)
{
    wend_vec low = other->low, high = other->high;
    box->low = wend_xyz(fminf(box->low.x, low.x), fminf(box->low.y, low.y), fminf(box->low.z, low.z));
    box->high = wend_xyz(fmaxf(box->high.x, high.x), fmaxf(box->high.y, high.y), fmaxf(box->high.z, high.z));
}

/// For each instruction set: the numbers in the table of the cells of the points begin..end.
typedef void cells_find_fn(wend_near *n, const char *positions, size_t stride, int begin, int end);
cells_find_fn cells_find_baseline, cells_find_avx2, cells_find_avx512;

#define CELLS_FARTHEST (1 << 30) // cells farther out than this are the outermost one

/// Another edge of the cells, for the next build.
void cells_resize(wend_near *n, float cell_size);

/// How to build an index, beside the points themselves.
typedef struct cells_how
{
    const int *order;      // of the points; null: that of their indices
    const uint64_t *id;    // of each point, with the stride of positions, ascending in that order
    const points_box *box; // that holds all points, which are finite; null: it must be found
    jobs *pool;            // null: one thread
    int threads;
} cells_how;

/// wend_near_build, with the points of a cell in such an order, by so many threads.
wend_status cells_build(wend_near *n, const wend_vec *positions, size_t stride, int count, cells_how how);

/// Up to two ascending runs of cell numbers along one axis.
typedef struct cell_runs
{
    int low[2], high[2], count;
} cell_runs;

/// Room for so many points: then building can't fail. WEND_ERROR_MEMORY if there is none.
wend_status cells_reserve(wend_near *n, int count);

/// The places begin..end of the cells low..high in the row (y, z), where cells are in a list.
void cells_of_listed_row(const wend_near *n, int z, int y, int low, int high, int *begin, int *end);

/// The search for everything within a radius, as a loop over ranges of places in ascending order:
///     cell_walk walk = cells_walk(n, centre, radius);
///     for (int begin, end; cells_next(&walk, &begin, &end);) ...
typedef struct cell_walk
{
    const wend_near *near_index;
    cell_runs runs[3];
    int run[3];
    int y, z;
    bool is_whole, is_done; // whole: it takes fewer tests to look at every point
} cell_walk;

cell_walk cells_walk(const wend_near *n, wend_vec centre, float radius);

/// How many cells on each side of a point's own hold everything within a radius.
int cells_span(const wend_near *n, float radius);

#define CELL_ROWS 50 // most rows round a point: five by five, each of two runs where space wraps

/// The cell of the point at a place; the third number is 0 in a plane.
void cells_at_place(const wend_near *n, int place, int cell[3]);

/// The rows round a cell: itself and `span` cells on each side, as ascending ranges of places. Returns how many there
/// are; where that would be more than CELL_ROWS, it is one range of all places, and `is_whole` is set.
int cells_round(const wend_near *n, const int cell[3], int span, int begin[CELL_ROWS], int end[CELL_ROWS],
                bool *is_whole);

/// Cuts a row that holds more than `limit` places to those round one's own, or to its middle. True if it was cut.
static inline bool cells_cut_row(int own, int limit, int *begin, int *end)
{
    if (*end - *begin <= limit)
        return false;
    bool is_own = own >= *begin && own < *end;
    int from = (is_own ? own : *begin + (*end - *begin) / 2) - limit / 2;
    from = from < *begin ? *begin : from > *end - limit ? *end - limit : from;
    *begin = from;
    *end = from + limit;
    return true;
}

/// Cells are made for the usual radius, so that a few that are much larger don't make them useless: this is the
/// largest radius but for the CELL_GIANTS largest, which have to look farther. Starts zeroed; give it all radii, then
/// ask.
#define CELL_GIANTS 16
typedef struct cell_radii
{
    float largest[CELL_GIANTS + 1]; // descending
    int count;
} cell_radii;

static inline void cell_radii_add(cell_radii *r, float radius)
{
    if (r->count > CELL_GIANTS && radius <= r->largest[CELL_GIANTS])
        return;
    int at = r->count <= CELL_GIANTS ? r->count++ : CELL_GIANTS;
    for (; at > 0 && r->largest[at - 1] < radius; at--)
        r->largest[at] = r->largest[at - 1];
    r->largest[at] = radius;
}

/// All those of another one as well.
static inline void cell_radii_join(cell_radii *r, const cell_radii *other)
{
    for (int k = 0; k < other->count; k++)
        cell_radii_add(r, other->largest[k]);
}

/// 0 if there were none; the largest of all if there were no more than CELL_GIANTS.
static inline float cell_radii_usual(const cell_radii *r)
{
    return r->count > CELL_GIANTS ? r->largest[CELL_GIANTS] : r->largest[0];
}

/// The number of a cell in the table.
static inline int cells_number(const wend_near *n, int z, int y, int x)
{
    int slice = n->dimensions == 3 ? z - n->low_cell[2] + 1 : 0;
    return (slice * n->table_size[1] + y - n->low_cell[1] + 1) * n->table_size[0] + x - n->low_cell[0] + 1;
}

/// The cell with a number.
static inline void cells_of_number(const wend_near *n, int number, int cell[3])
{
    unsigned row = (unsigned)number / (unsigned)n->table_size[0], slice = row / (unsigned)n->table_size[1];
    cell[0] = number - (int)row * n->table_size[0] + n->low_cell[0] - 1;
    cell[1] = (int)(row - slice * (unsigned)n->table_size[1]) + n->low_cell[1] - 1;
    cell[2] = n->dimensions == 3 ? (int)slice + n->low_cell[2] - 1 : 0;
}

/// The same of a point, which lies in the box.
int cells_number_of(const wend_near *n, wend_vec point);

/// The places begin..end of the cells low..high in the row (y, z).
static inline void cells_of_row(const wend_near *n, int z, int y, int low, int high, int *begin, int *end)
{
    *begin = *end = 0;
    low = low < n->low_cell[0] ? n->low_cell[0] : low;
    high = high > n->high_cell[0] ? n->high_cell[0] : high;
    if (low > high || y < n->low_cell[1] || y > n->high_cell[1] || z < n->low_cell[2] || z > n->high_cell[2])
        return;
    if (n->is_table)
    {
        const int *row = n->starts + cells_number(n, z, y, low);
        *begin = row[0];
        *end = row[high - low + 1];
    }
    else
        cells_of_listed_row(n, z, y, low, high, begin, end);
}

/// On to the next number in the runs of an axis; false, and back at the beginning, after the last.
static inline bool cells_next_in(const cell_runs *runs, int *run, int *cell)
{
    if (*cell < runs->high[*run])
    {
        ++*cell;
        return true;
    }
    bool has_more = ++*run < runs->count;
    if (!has_more)
        *run = 0;
    *cell = runs->low[*run];
    return has_more;
}

static inline bool cells_next(cell_walk *walk, int *begin, int *end)
{
    const wend_near *n = walk->near_index;
    if (walk->is_whole && !walk->is_done)
    {
        *begin = 0;
        *end = n->count;
        walk->is_done = true;
        return true;
    }
    while (!walk->is_done)
    {
        int k = walk->run[0];
        cells_of_row(n, walk->z, walk->y, walk->runs[0].low[k], walk->runs[0].high[k], begin, end);
        walk->run[0] = k + 1 < walk->runs[0].count ? k + 1 : 0;
        if (walk->run[0] == 0 && !cells_next_in(&walk->runs[1], &walk->run[1], &walk->y))
            walk->is_done = !cells_next_in(&walk->runs[2], &walk->run[2], &walk->z);
        if (*begin < *end)
            return true;
    }
    return false;
}

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
