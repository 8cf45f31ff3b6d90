#include "cells.h"

#include "isa.h"
#include "memory.h"
#include "real.h"

#include <string.h>

wend_near_def wend_default_near_def(void)
{
    wend_near_def def = {0};
    def.cell_size = 4.0f;
    return def;
}

static float coordinate(wend_vec v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static wend_status check_near_def(const wend_near_def *def, wend_error *error)
{
    wend_status status = check_allocator(error, &def->allocator);
    if (status == WEND_OK)
        status = check_range(error, "cell size", def->cell_size, FLT_TRUE_MIN, FLT_MAX, "> 0 and finite");
    for (int axis = 0; status == WEND_OK && def->does_wrap && axis < (def->is_spatial ? 3 : 2); axis++)
    {
        float low = coordinate(def->low, axis), high = coordinate(def->high, axis);
        if (!(high > low) || !(high - low <= FLT_MAX))
            status = error_set(error, WEND_ERROR_VALUE, "%c runs from %g to %g, low must be below high and both finite",
                               "xyz"[axis], (double)low, (double)high);
    }
    return status;
}

wend_near *wend_near_create(const wend_near_def *def, wend_error *error)
{
    if (!def)
    {
        error_set(error, WEND_ERROR_NULL, "the definition of an index is null");
        return NULL;
    }
    if (check_near_def(def, error) != WEND_OK)
        return NULL;
    wend_allocator allocator = memory_or_default(&def->allocator);
    wend_near *n = memory_take(&allocator, sizeof *n);
    if (!n)
    {
        error_set(error, WEND_ERROR_MEMORY, "no memory for an index");
        return NULL;
    }
    n->def = *def;
    n->def.allocator = allocator;
    n->dimensions = def->is_spatial ? 3 : 2;
    cells_resize(n, def->cell_size);
    return n;
}

void cells_resize(wend_near *n, float cell_size)
{
    n->def.cell_size = cell_size;
    for (int axis = 0; axis < 3; axis++)
    {
        n->per_cell[axis] = 1.0 / (double)cell_size;
        if (!n->def.does_wrap || axis >= n->dimensions)
            continue;
        // A whole number of cells round the world, none narrower than asked for.
        double low = (double)coordinate(n->def.low, axis), period = (double)coordinate(n->def.high, axis) - low;
        double cells = real_clamp(floor(period / (double)cell_size), 1.0, (double)CELLS_FARTHEST);
        n->origin[axis] = low;
        n->period[axis] = (float)period;
        n->wrap_cells[axis] = (int)cells;
        n->per_cell[axis] = cells / period;
    }
}

void wend_near_destroy(wend_near *n)
{
    if (!n)
        return;
    wend_allocator allocator = n->def.allocator;
    void *blocks[] = {n->x,     n->y,       n->z,      n->index,     n->place,     n->cell[0],   n->cell[1], n->cell[2],
                      n->order, n->cell_of, n->starts, n->listed[0], n->listed[1], n->listed[2], n->number,  n};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        memory_give(&allocator, blocks[i]);
}

// ---- building -----------------------------------------------------------------------------------------------------

static double most_cells(int count)
{
    return 8.0 * (double)count + 1024.0;
}

wend_status cells_reserve(wend_near *n, int count)
{
    if (count <= n->capacity)
        return WEND_OK;
    int capacity = count + count / 2 + 64;
    memory_array arrays[] = {
        {(void **)&n->x, sizeof(float)},           {(void **)&n->y, sizeof(float)},
        {(void **)&n->z, sizeof(float)},           {(void **)&n->index, sizeof(int)},
        {(void **)&n->place, sizeof(int)},         {(void **)&n->cell[0], sizeof(int32_t)},
        {(void **)&n->cell[1], sizeof(int32_t)},   {(void **)&n->cell[2], sizeof(int32_t)},
        {(void **)&n->order, sizeof(int)},         {(void **)&n->number, sizeof(int)},
        {(void **)&n->cell_of, sizeof(int)},       {(void **)&n->listed[0], sizeof(int32_t)},
        {(void **)&n->listed[1], sizeof(int32_t)}, {(void **)&n->listed[2], sizeof(int32_t)},
    };
    if (!memory_grow(&n->def.allocator, arrays, sizeof arrays / sizeof *arrays, 0, (size_t)capacity + 8))
        return WEND_ERROR_MEMORY;
    // The largest table that fits_table allows, so that where the points are never makes it grow.
    memory_array starts = {(void **)&n->starts, sizeof(int)};
    if (!memory_grow(&n->def.allocator, &starts, 1, 0, (size_t)most_cells(capacity) + 1))
        return WEND_ERROR_MEMORY;
    n->capacity = capacity;
    return WEND_OK;
}

static int floor_to_int(double v)
{
    v = real_clamp(v, -(double)CELLS_FARTHEST, (double)CELLS_FARTHEST);
    int whole = (int)v;
    return whole - (v < (double)whole);
}

static int cell_at(const wend_near *n, int axis, double coordinate_there)
{
    int cell = floor_to_int((coordinate_there - n->origin[axis]) * n->per_cell[axis]);
    int around = n->wrap_cells[axis];
    if (around > 0)
        cell = cell < 0 ? 0 : cell >= around ? around - 1 : cell;
    return cell;
}

static wend_vec vec_at(const char *bytes, size_t stride, int i)
{
    wend_vec v;
    memcpy(&v, bytes + (size_t)i * stride, sizeof v);
    return v;
}

#define CHUNK 1024 // points that one job works on; divides by 8

typedef struct build_job
{
    wend_near *n;
    const char *positions;
    size_t stride;
    cells_extent boxes[MOST_THREADS];
} build_job;

/// All points, by all threads.
static void run(const cells_how *how, jobs_fn *function, build_job *job)
{
    int chunks = (job->n->count + CHUNK - 1) / CHUNK;
    for (int chunk = 0; chunk < chunks && !how->pool; chunk++)
        function(job, chunk, 0);
    if (how->pool)
        jobs_run(how->pool, function, job, chunks, how->threads);
}

static cells_find_fn *find_cells(void)
{
#if ISA_HAS_MORE
    static cells_find_fn *const all[ISA_SET_COUNT] = {cells_find_baseline, cells_find_avx2, cells_find_avx512};
    return all[isa_chosen()];
#else
    return cells_find_baseline;
#endif
}

static void find_chunk(void *context, int chunk, int worker)
{
    build_job *job = context;
    int end = (chunk + 1) * CHUNK < job->n->count ? (chunk + 1) * CHUNK : job->n->count;
    find_cells()(job->n, job->positions, job->stride, chunk * CHUNK, end, &job->boxes[worker]);
}

/// The cells of all points, and the box round them. False if some point isn't finite.
static bool find_all(build_job *job, const cells_how *how)
{
    wend_near *n = job->n;
    const cells_extent empty = {{INT32_MAX, INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN, INT32_MIN}, false};
    for (int w = 0; w < how->threads; w++)
        job->boxes[w] = empty;
    run(how, find_chunk, job);
    cells_extent all = empty;
    for (int w = 0; w < how->threads; w++)
    {
        const cells_extent *box = &job->boxes[w];
        all.is_odd |= box->is_odd;
        for (int axis = 0; axis < n->dimensions; axis++)
        {
            all.low[axis] = box->low[axis] < all.low[axis] ? box->low[axis] : all.low[axis];
            all.high[axis] = box->high[axis] > all.high[axis] ? box->high[axis] : all.high[axis];
        }
    }
    for (int axis = 0; axis < 3; axis++)
    {
        n->low_cell[axis] = axis < n->dimensions ? all.low[axis] : 0;
        n->high_cell[axis] = axis < n->dimensions ? all.high[axis] : 0;
    }
    return !all.is_odd;
}

/// Is the box of occupied cells small enough for a table?
static bool fits_table(wend_near *n)
{
    double cells = 1.0;
    for (int axis = 0; axis < 3; axis++)
    {
        double margin = axis < n->dimensions ? 2.0 : 0.0;
        double size = (double)n->high_cell[axis] - (double)n->low_cell[axis] + 1.0 + margin;
        cells *= size;
        n->table_size[axis] = size < 2e9 ? (int)size : 0;
    }
    return cells <= most_cells(n->count);
}

#define MOST_INSERTED 32 // points of a cell

/// Brings the points of each cell into their order: most of them are, so that each is moved where it belongs.
static void order_in_cells(wend_near *n, const cells_how *how, size_t stride)
{
    const char *ids = (const char *)how->id;
    uint64_t last = 0, id;
    for (int p = 0; p < n->count; p++, last = id)
    {
        int who = n->order[p], to = p;
        memcpy(&id, ids + (size_t)who * stride, sizeof id);
        if (p == 0 || id >= last || n->cell_of[p] != n->cell_of[p - 1])
            continue;
        for (uint64_t other; to > 0 && n->cell_of[to - 1] == n->cell_of[p]; to--)
        {
            memcpy(&other, ids + (size_t)n->order[to - 1] * stride, sizeof other);
            if (other < id)
                break;
            n->order[to] = n->order[to - 1];
        }
        n->order[to] = who;
        id = last; // the last one in this cell is still the same
    }
}

/// Sorts by counting; `order` gets the indices by (cell, order).
static void sort_into_table(wend_near *n, const cells_how *how, size_t stride)
{
    int width = n->table_size[0], depth = n->table_size[1];
    int cells = width * depth * n->table_size[2];
    int *starts = n->starts;
    memset(starts, 0, ((size_t)cells + 1) * sizeof *starts);
    for (int i = 0; i < n->count; i++)
    {
        int cell = cells_number(n, n->cell[2][i], n->cell[1][i], n->cell[0][i]);
        n->number[i] = cell;
        starts[cell]++;
    }
    int sum = 0, largest = 0;
    for (int c = 0; c <= cells; c++)
    {
        int size = starts[c];
        starts[c] = sum;
        sum += size;
        largest = size > largest ? size : largest;
    }
    const int *indices = largest > MOST_INSERTED ? how->order : NULL;
    for (int k = 0; k < n->count; k++)
    {
        int i = indices ? indices[k] : k, place = starts[n->number[i]]++;
        n->order[place] = i;
        n->cell_of[place] = n->number[i];
    }
    // Each start has moved on to the next one's: move them back.
    memmove(starts + 1, starts, (size_t)cells * sizeof *starts);
    starts[0] = 0;
    if (how->order && !indices)
        order_in_cells(n, how, stride);
}

/// One stable pass of a radix sort over 11 bits of a coordinate; skipped where all are equal.
static void radix_pass(wend_near *n, int **from, int **to, int axis, int shift)
{
    enum
    {
        DIGITS = 2048
    };
    int counts[DIGITS] = {0};
    const int32_t *cell = n->cell[axis];
    int32_t low = n->low_cell[axis];
    for (int i = 0; i < n->count; i++)
        counts[((uint32_t)cell[i] - (uint32_t)low) >> shift & (DIGITS - 1)]++;
    if (counts[((uint32_t)cell[0] - (uint32_t)low) >> shift & (DIGITS - 1)] == n->count)
        return;
    for (int digit = 0, sum = 0; digit < DIGITS; digit++)
    {
        int size = counts[digit];
        counts[digit] = sum;
        sum += size;
    }
    for (int i = 0; i < n->count; i++)
    {
        int who = (*from)[i];
        (*to)[counts[((uint32_t)cell[who] - (uint32_t)low) >> shift & (DIGITS - 1)]++] = who;
    }
    int *swap = *from;
    *from = *to;
    *to = swap;
}

/// Sorts where a table would be too large, and lists the occupied cells.
static void sort_into_list(wend_near *n, const int *by_age)
{
    int *from = n->order, *to = n->index;
    for (int i = 0; i < n->count; i++)
        from[i] = by_age ? by_age[i] : i;
    for (int axis = 0; axis < n->dimensions; axis++)
        for (int shift = 0; shift < 32; shift += 11)
            radix_pass(n, &from, &to, axis, shift);
    if (from != n->order)
        memcpy(n->order, from, (size_t)n->count * sizeof *from);
    n->cell_count = 0;
    for (int p = 0; p < n->count; p++)
    {
        int who = n->order[p], before = p > 0 ? n->order[p - 1] : -1;
        bool is_new = before < 0;
        for (int axis = 0; !is_new && axis < n->dimensions; axis++)
            is_new = n->cell[axis][who] != n->cell[axis][before];
        if (!is_new)
            continue;
        for (int axis = 0; axis < 3; axis++)
            n->listed[axis][n->cell_count] = axis < n->dimensions ? n->cell[axis][who] : 0;
        n->starts[n->cell_count++] = p;
    }
    n->starts[n->cell_count] = n->count;
}

static void copy_chunk(void *context, int chunk, int worker)
{
    (void)worker;
    const build_job *job = context;
    wend_near *n = job->n;
    int end = (chunk + 1) * CHUNK < n->count ? (chunk + 1) * CHUNK : n->count;
    for (int p = chunk * CHUNK; p < end; p++)
    {
        int who = n->order[p];
        if (p + AHEAD < end)
            memory_soon(job->positions + (size_t)n->order[p + AHEAD] * job->stride);
        wend_vec v = vec_at(job->positions, job->stride, who);
        n->index[p] = who;
        n->place[who] = p;
        n->x[p] = v.x;
        n->y[p] = v.y;
        n->z[p] = v.z;
    }
}

wend_status wend_near_build(wend_near *n, const wend_vec *positions, size_t stride, int count)
{
    return cells_build(n, positions, stride, count, (cells_how){.threads = 1});
}

wend_status cells_build(wend_near *n, const wend_vec *positions, size_t stride, int count, cells_how how)
{
    if (!n || (!positions && count > 0))
        return WEND_ERROR_NULL;
    n->count = 0;
    n->is_table = true;
    if (count < 0)
        return WEND_ERROR_VALUE;
    if (count == 0)
        return WEND_OK;
    wend_status status = cells_reserve(n, count);
    if (status != WEND_OK)
        return status;
    const char *bytes = (const char *)positions;
    n->count = count;
    build_job job; // its boxes are written first
    job.n = n;
    job.positions = bytes;
    job.stride = stride;
    if (!find_all(&job, &how))
    {
        n->count = 0;
        return WEND_ERROR_VALUE;
    }
    n->is_table = fits_table(n);
    if (n->is_table)
        sort_into_table(n, &how, stride);
    else
        sort_into_list(n, how.order);
    run(&how, copy_chunk, &job);
    memset(n->x + n->count, 0, 8 * sizeof(float));
    memset(n->y + n->count, 0, 8 * sizeof(float));
    memset(n->z + n->count, 0, 8 * sizeof(float));
    return WEND_OK;
}

// ---- rows of cells ------------------------------------------------------------------------------------------------

/// The runs of cells that low..high are along an axis.
static cell_runs runs_between(const wend_near *n, int axis, int low, int high)
{
    int around = n->wrap_cells[axis];
    if (around > 0)
    {
        if ((double)high - (double)low + 1.0 >= (double)around)
            return (cell_runs){{0, 0}, {around - 1, 0}, 1};
        int first = (low % around + around) % around, last = (high % around + around) % around;
        if (first > last)
            return (cell_runs){{0, first}, {last, around - 1}, 2};
        return (cell_runs){{first, 0}, {last, 0}, 1};
    }
    low = low < n->low_cell[axis] ? n->low_cell[axis] : low;
    high = high > n->high_cell[axis] ? n->high_cell[axis] : high;
    return (cell_runs){{low, 0}, {high, 0}, low <= high ? 1 : 0};
}

/// The cells along an axis that a search from centre - radius to centre + radius must look at.
static cell_runs cells_along(const wend_near *n, int axis, float centre, float radius)
{
    // A little wider than the radius, so that a point which rounding brings just inside isn't missed.
    double c = (double)centre - n->origin[axis], reach = (double)radius * 1.000001 + fabs(c) * 1e-15;
    return runs_between(n, axis, floor_to_int((c - reach) * n->per_cell[axis]),
                        floor_to_int((c + reach) * n->per_cell[axis]));
}

static double cells_in(const cell_runs *runs)
{
    double sum = 0.0;
    for (int k = 0; k < runs->count; k++)
        sum += (double)runs->high[k] - (double)runs->low[k] + 1.0;
    return sum;
}

static cell_walk begin_walk(const wend_near *n, cell_walk walk)
{
    if (n->dimensions == 2)
        walk.runs[2] = (cell_runs){{0, 0}, {0, 0}, 1};
    walk.near_index = n;
    walk.is_done = n->count == 0 || walk.runs[0].count == 0 || walk.runs[1].count == 0 || walk.runs[2].count == 0;
    walk.is_whole = !walk.is_done && cells_in(&walk.runs[1]) * cells_in(&walk.runs[2]) > (double)n->count / 4.0 + 9.0;
    walk.y = walk.runs[1].low[0];
    walk.z = walk.runs[2].low[0];
    return walk;
}

cell_walk cells_walk(const wend_near *n, wend_vec centre, float radius)
{
    cell_walk walk = {0};
    for (int axis = 0; axis < n->dimensions; axis++)
        walk.runs[axis] = cells_along(n, axis, coordinate(centre, axis), radius);
    return begin_walk(n, walk);
}

int cells_span(const wend_near *n, float radius)
{
    double finest = n->per_cell[0] > n->per_cell[1] ? n->per_cell[0] : n->per_cell[1];
    finest = n->dimensions == 3 && n->per_cell[2] > finest ? n->per_cell[2] : finest;
    double reach = (double)radius * 1.000001 * finest;
    return reach <= 1.0 ? 1 : reach < (double)CELLS_FARTHEST / 4 ? (int)reach + 1 : CELLS_FARTHEST / 4;
}

/// Where the rows round a cell lie inside the table, they are a plain loop.
static int table_rows_round(const wend_near *n, const int cell[3], int span, int begin[CELL_ROWS], int end[CELL_ROWS])
{
    int width = n->table_size[0], slice = width * n->table_size[1], deep = n->dimensions == 3 ? span : 0;
    const int *own = n->starts + cells_number(n, cell[2], cell[1], cell[0]);
    int count = 0;
    for (int z = -deep; z <= deep; z++)
        for (int y = -span; y <= span; y++)
        {
            const int *row = own + z * slice + y * width;
            begin[count] = row[-span];
            end[count] = row[span + 1];
            count += begin[count] < end[count];
        }
    return count;
}

void cells_at_place(const wend_near *n, int place, int cell[3])
{
    cell[0] = cell_at(n, 0, (double)n->x[place]);
    cell[1] = cell_at(n, 1, (double)n->y[place]);
    cell[2] = n->dimensions == 3 ? cell_at(n, 2, (double)n->z[place]) : 0;
}

int cells_round(const wend_near *n, const int cell[3], int span, int begin[CELL_ROWS], int end[CELL_ROWS],
                bool *is_whole)
{
    *is_whole = false;
    bool is_inside = n->is_table && span <= 2;
    for (int axis = 0; is_inside && axis < n->dimensions; axis++)
    {
        int low = cell[axis] - span, high = cell[axis] + span, around = n->wrap_cells[axis];
        is_inside = low >= n->low_cell[axis] - 1 && high <= n->high_cell[axis] + 1 &&
                    (around == 0 || (low >= 0 && high < around));
    }
    if (is_inside)
        return table_rows_round(n, cell, span, begin, end);
    cell_walk walk = {0};
    bool is_short = span < CELLS_FARTHEST / 4; // else everything is within reach
    for (int axis = 0; axis < n->dimensions; axis++)
    {
        int own = cell[axis];
        walk.runs[axis] =
            runs_between(n, axis, is_short ? own - span : -CELLS_FARTHEST, is_short ? own + span : CELLS_FARTHEST);
    }
    walk = begin_walk(n, walk);
    walk.is_whole |= cells_in(&walk.runs[1]) * cells_in(&walk.runs[2]) > CELL_ROWS / 2;
    *is_whole = walk.is_whole && !walk.is_done;
    int count = 0;
    while (cells_next(&walk, &begin[count], &end[count]))
        count++;
    return count;
}

/// The first listed cell that is not before (z, y, x).
static int listed_from(const wend_near *n, int z, int y, int x)
{
    int low = 0, high = n->cell_count;
    while (low < high)
    {
        int middle = low + (high - low) / 2;
        int mz = n->listed[2][middle], my = n->listed[1][middle], mx = n->listed[0][middle];
        bool is_before = mz != z ? mz < z : my != y ? my < y : mx < x;
        if (is_before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void cells_of_listed_row(const wend_near *n, int z, int y, int low, int high, int *begin, int *end)
{
    *begin = n->starts[listed_from(n, z, y, low)];
    *end = n->starts[listed_from(n, z, y, high + 1)];
}

// ---- queries ------------------------------------------------------------------------------------------------------

static double square_to(const wend_near *n, wend_vec centre, int place)
{
    const float *period = n->period;
    real_vec offset = {0};
    offset.x = real_short_way((double)n->x[place] - (double)centre.x, (double)period[0]);
    offset.y = real_short_way((double)n->y[place] - (double)centre.y, (double)period[1]);
    if (n->dimensions == 3)
        offset.z = real_short_way((double)n->z[place] - (double)centre.z, (double)period[2]);
    return real_dot(offset, offset);
}

int wend_near_radius(const wend_near *n, wend_vec centre, float radius, int *out, int capacity)
{
    if (!n || !wend_is_finite(centre) || !(radius >= 0.0f))
        return 0;
    int found = 0;
    double square = radius < FLT_MAX ? (double)radius * (double)radius : DBL_MAX;
    cell_walk walk = cells_walk(n, centre, radius);
    for (int begin, end; cells_next(&walk, &begin, &end);)
        for (int place = begin; place < end; place++)
            if (square_to(n, centre, place) <= square)
            {
                if (out && found < capacity)
                    out[found] = n->index[place];
                found++;
            }
    return found;
}

/// Comes `a` before `b` among the nearest?
static bool is_nearer(const wend_near *n, wend_vec centre, int a, int b)
{
    double da = square_to(n, centre, n->place[a]), db = square_to(n, centre, n->place[b]);
    return da != db ? da < db : a < b;
}

/// Inserts a point into a list of the k nearest so far. Returns how many there are then.
static int insert_nearest(const wend_near *n, wend_vec centre, int who, int *out, int found, int k)
{
    int at = found < k ? found : k;
    for (; at > 0 && is_nearer(n, centre, who, out[at - 1]); at--)
        if (at < k)
            out[at] = out[at - 1];
    if (at < k)
        out[at] = who;
    return found < k ? found + 1 : k;
}

int wend_near_nearest(const wend_near *n, wend_vec centre, float radius, int *out, int k)
{
    if (!n || !out || k <= 0 || !wend_is_finite(centre) || !(radius >= 0.0f))
        return 0;
    // Look within one cell's width first, then twice as far, until there are enough.
    float reach = fminf(n->def.cell_size, radius);
    for (;;)
    {
        int found = 0;
        cell_walk walk = cells_walk(n, centre, reach);
        bool is_last = walk.is_whole || reach >= radius;
        double limit = (double)(walk.is_whole ? radius : reach);
        for (int begin, end; cells_next(&walk, &begin, &end);)
            for (int place = begin; place < end; place++)
                if (square_to(n, centre, place) <= limit * limit || limit == (double)FLT_MAX)
                    found = insert_nearest(n, centre, n->index[place], out, found, k);
        if (found == k || is_last)
            return found;
        reach = fminf(reach * 2.0f, radius);
    }
}
