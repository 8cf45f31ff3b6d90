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

#define CHUNK 1024 // points that one job works on

typedef struct build_job
{
    wend_near *n;
    const char *positions;
    size_t stride;
    const cells_how *how;
    bool is_ordered;                // the points of each cell lie in their order already
    points_box boxes[MOST_THREADS]; // of what each thread has seen
    bool is_odd[MOST_THREADS];      // some of it isn't finite
} build_job;

/// All points, by all threads.
static void run(jobs_fn *function, build_job *job)
{
    const cells_how *how = job->how;
    int chunks = (job->n->count + CHUNK - 1) / CHUNK;
    for (int chunk = 0; chunk < chunks && !how->pool; chunk++)
        function(job, chunk, 0);
    if (how->pool)
        jobs_run(how->pool, function, job, chunks, how->threads);
}

static int end_of_chunk(const build_job *job, int chunk)
{
    return (chunk + 1) * CHUNK < job->n->count ? (chunk + 1) * CHUNK : job->n->count;
}

static void box_chunk(void *context, int chunk, int worker)
{
    build_job *job = context;
    points_box box = job->boxes[worker];
    bool is_odd = false;
    for (int i = chunk * CHUNK, end = end_of_chunk(job, chunk); i < end; i++)
    {
        wend_vec v = vec_at(job->positions, job->stride, i);
        is_odd |= !wend_is_finite(v);
        cells_box_add(&box, v);
    }
    job->boxes[worker] = box;
    job->is_odd[worker] |= is_odd;
}

/// The box round all points. False if some point isn't finite.
static bool find_box(build_job *job, points_box *box)
{
    bool is_odd = false;
    *box = job->how->box ? *job->how->box : cells_no_box();
    if (job->how->box)
        return true;
    for (int w = 0; w < job->how->threads; w++)
    {
        job->boxes[w] = cells_no_box();
        job->is_odd[w] = false;
    }
    run(box_chunk, job);
    for (int w = 0; w < job->how->threads; w++)
    {
        is_odd |= job->is_odd[w];
        cells_box_join(box, &job->boxes[w]);
    }
    return !is_odd;
}

/// The occupied cells lie between those of its corners, since a cell's number never falls where a coordinate grows.
static void take_box(wend_near *n, const points_box *box)
{
    for (int axis = 0; axis < 3; axis++)
    {
        bool is_used = axis < n->dimensions;
        n->low_cell[axis] = is_used ? cell_at(n, axis, (double)coordinate(box->low, axis)) : 0;
        n->high_cell[axis] = is_used ? cell_at(n, axis, (double)coordinate(box->high, axis)) : 0;
    }
}

int cells_number_of(const wend_near *n, wend_vec point)
{
    int z = n->dimensions == 3 ? cell_at(n, 2, (double)point.z) : 0;
    return cells_number(n, z, cell_at(n, 1, (double)point.y), cell_at(n, 0, (double)point.x));
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
    (void)worker;
    const build_job *job = context;
    find_cells()(job->n, job->positions, job->stride, chunk * CHUNK, end_of_chunk(job, chunk));
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

/// Sorts by counting; `index` gets the points by cell, and within a cell in their order or by index. True: in their order.
static bool sort_into_table(wend_near *n, const cells_how *how)
{
    int cells = n->table_size[0] * n->table_size[1] * n->table_size[2];
    int *starts = n->starts;
    memset(starts, 0, ((size_t)cells + 1) * sizeof *starts);
    for (int i = 0; i < n->count; i++)
        starts[n->number[i]]++;
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
        n->index[place] = i;
        n->cell_of[place] = n->number[i];
    }
    // Each start has moved on to the next one's: move them back.
    memmove(starts + 1, starts, (size_t)cells * sizeof *starts);
    starts[0] = 0;
    return indices || !how->order;
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
static void sort_into_list(const build_job *job)
{
    wend_near *n = job->n;
    const int *by_age = job->how->order;
    int *from = n->order, *to = n->index;
    for (int i = 0; i < n->count; i++)
    {
        wend_vec v = vec_at(job->positions, job->stride, i);
        for (int axis = 0; axis < n->dimensions; axis++)
            n->cell[axis][i] = cell_at(n, axis, (double)coordinate(v, axis));
        from[i] = by_age ? by_age[i] : i;
    }
    for (int axis = 0; axis < n->dimensions; axis++)
        for (int shift = 0; shift < 32; shift += 11)
            radix_pass(n, &from, &to, axis, shift);
    if (from != n->index)
        memcpy(n->index, from, (size_t)n->count * sizeof *from);
    n->cell_count = 0;
    for (int p = 0; p < n->count; p++)
    {
        int who = n->index[p], before = p > 0 ? n->index[p - 1] : -1;
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

static uint64_t id_of(const build_job *job, int who)
{
    uint64_t id;
    memcpy(&id, (const char *)job->how->id + (size_t)who * job->stride, sizeof id);
    return id;
}

/// Puts a point that has just been copied where it belongs among those of its cell that lie before it.
static void move_back(const build_job *job, int place)
{
    wend_near *n = job->n;
    int who = n->index[place];
    float x = n->x[place], y = n->y[place], z = n->z[place];
    uint64_t id = id_of(job, who);
    for (; place > 0 && n->cell_of[place - 1] == n->number[who]; place--)
    {
        int other = n->index[place - 1];
        if (id_of(job, other) < id)
            break;
        n->index[place] = other;
        n->place[other] = place;
        n->x[place] = n->x[place - 1];
        n->y[place] = n->y[place - 1];
        n->z[place] = n->z[place - 1];
    }
    n->index[place] = who;
    n->place[who] = place;
    n->x[place] = x;
    n->y[place] = y;
    n->z[place] = z;
}

/// Where a chunk of places begins whose cells are all whole.
static int begin_of_cells(const build_job *job, int place)
{
    const wend_near *n = job->n;
    while (!job->is_ordered && place > 0 && place < n->count && n->cell_of[place] == n->cell_of[place - 1])
        place++;
    return place;
}

/// `is_ordered` and `is_space` are constants.
ALWAYS_INLINE void copy_places(const build_job *job, int begin, int end, bool is_ordered, bool is_space)
{
    const wend_near *n = job->n;
    const int *index = n->index, *cell_of = n->cell_of;
    int *place = n->place;
    float *x = n->x, *y = n->y, *z = n->z;
    const char *positions = job->positions, *ids = (const char *)job->how->id;
    size_t stride = job->stride;
    uint64_t last = 0;
    for (int p = begin, cell = -1; p < end; p++)
    {
        int who = index[p];
        if (p + AHEAD < end)
            memory_soon(positions + (size_t)index[p + AHEAD] * stride);
        wend_vec v;
        memcpy(&v, positions + (size_t)who * stride, sizeof v);
        place[who] = p;
        x[p] = v.x;
        y[p] = v.y;
        if (is_space)
            z[p] = v.z;
        if (is_ordered)
            continue;
        uint64_t id;
        memcpy(&id, ids + (size_t)who * stride, sizeof id);
        bool is_late = id < last && cell_of[p] == cell;
        cell = cell_of[p];
        if (is_late)
            move_back(job, p);
        else
            last = id;
    }
}

static void copy_chunk(void *context, int chunk, int worker)
{
    (void)worker;
    const build_job *job = context;
    int begin = begin_of_cells(job, chunk * CHUNK), end = begin_of_cells(job, end_of_chunk(job, chunk));
    if (job->is_ordered)
        job->n->dimensions == 3 ? copy_places(job, begin, end, true, true) : copy_places(job, begin, end, true, false);
    else
        job->n->dimensions == 3 ? copy_places(job, begin, end, false, true)
                                : copy_places(job, begin, end, false, false);
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
    n->count = count;
    build_job job; // its boxes are written first
    job.n = n;
    job.positions = (const char *)positions;
    job.stride = stride;
    job.how = &how;
    job.is_ordered = true;
    points_box box;
    if (!find_box(&job, &box))
    {
        n->count = 0;
        return WEND_ERROR_VALUE;
    }
    take_box(n, &box);
    n->is_table = fits_table(n);
    if (n->is_table)
    {
        run(find_chunk, &job);
        job.is_ordered = sort_into_table(n, &how);
    }
    else
        sort_into_list(&job);
    run(copy_chunk, &job);
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

/// The numbers from centre - span to centre + span along an axis that lie in the box, ascending, but once round where
/// the axis wraps. Returns how many they are.
static int numbers_round(const wend_near *n, int axis, int centre, int span, int out[5])
{
    cell_runs runs = runs_between(n, axis, centre - span, centre + span);
    int count = 0;
    for (int run = 0; run < runs.count; run++)
        for (int cell = runs.low[run]; cell <= runs.high[run]; cell++)
        {
            out[count] = cell;
            count += cell >= n->low_cell[axis] && cell <= n->high_cell[axis];
        }
    return count;
}

/// The same at an edge of the box, or of a world that wraps; at most five by five rows.
static int table_rows_at_edge(const wend_near *n, const int cell[3], int span, int begin[CELL_ROWS], int end[CELL_ROWS])
{
    int y[5], z[5] = {0}, count = 0, columns = numbers_round(n, 1, cell[1], span, y);
    int slices = n->dimensions == 3 ? numbers_round(n, 2, cell[2], span, z) : 1;
    cell_runs x = runs_between(n, 0, cell[0] - span, cell[0] + span);
    for (int run = 0; run < x.count; run++)
    {
        x.low[run] = x.low[run] < n->low_cell[0] ? n->low_cell[0] : x.low[run];
        x.high[run] = x.high[run] > n->high_cell[0] ? n->high_cell[0] : x.high[run];
    }
    for (int k = 0; k < slices; k++)
        for (int i = 0; i < columns; i++)
            for (int run = 0; run < x.count; run++)
            {
                if (x.low[run] > x.high[run])
                    continue;
                const int *row = n->starts + cells_number(n, z[k], y[i], x.low[run]);
                begin[count] = row[0];
                end[count] = row[x.high[run] - x.low[run] + 1];
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
    if (n->is_table && span <= 2 && n->count >= 64) // of few it takes fewer tests to look at everyone
        return table_rows_at_edge(n, cell, span, begin, end);
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
