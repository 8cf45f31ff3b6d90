#include "shapes.h"

#include <stdlib.h>
#include <string.h>

#define CELLS_LEAST 1024 // in a table
#define FILL_MOST   4096 // cells that a piece may fill

static double at(wend_vec v, int axis)
{
    return (double)(axis == 0 ? v.x : axis == 1 ? v.y : v.z);
}

// ---- which cells a piece fills -------------------------------------------------------------------------------------

static void piece_bounds(const piece *s, double low[3], double high[3])
{
    for (int axis = 0; axis < 3; axis++)
    {
        double a = at(s->a, axis), b = at(s->b, axis), r = (double)s->radius;
        low[axis] = (a < b ? a : b) - r;
        high[axis] = (a > b ? a : b) + r;
        double c = at(s->c, axis);
        if (s->kind == PIECE_TRIANGLE)
        {
            low[axis] = c < low[axis] ? c : low[axis];
            high[axis] = c > high[axis] ? c : high[axis];
        }
    }
}

cell_box cells_box(const wend_obstacles *set, const double low[3], const double high[3], double margin)
{
    cell_box box = {{0, 0, 0}, {0, 0, 0}};
    for (int axis = 0; axis < set->dimensions; axis++)
    {
        box.low[axis] = cell_number(low[axis] * set->per_cell - margin);
        box.high[axis] = cell_number(high[axis] * set->per_cell + margin);
    }
    return box;
}

double cells_in_box(const cell_box *box)
{
    double cells = 1.0;
    for (int axis = 0; axis < 3; axis++)
        cells *= (double)box->high[axis] - (double)box->low[axis] + 1.0;
    return box->high[0] < box->low[0] || box->high[1] < box->low[1] || box->high[2] < box->low[2] ? 0.0 : cells;
}

/// Does a box lie where cells are told apart, and not wrap round the table, and fill few enough cells?
static bool fits(const wend_obstacles *set, const cell_box *box, double cells)
{
    for (int axis = 0; axis < set->dimensions; axis++)
        if (box->low[axis] <= -CELL_MOST || box->high[axis] >= CELL_MOST ||
            box->high[axis] - box->low[axis] > set->mask[axis])
            return false;
    return cells <= (double)FILL_MOST;
}

static bool piece_fits(const wend_obstacles *set, const piece *s, cell_box *box)
{
    double low[3], high[3];
    piece_bounds(s, low, high);
    *box = cells_box(set, low, high, CELL_MARGIN);
    bool is_thin = s->kind == PIECE_EDGE; // fills a row of cells, not the box
    double cells = is_thin ? 2.0 * ((double)box->high[0] - box->low[0] + (double)box->high[1] - box->low[1] + 1.0)
                           : cells_in_box(box);
    return fits(set, box, cells);
}

static bool body_fits(const wend_obstacles *set, const body *b, cell_box *box)
{
    double low[3], high[3];
    for (int axis = 0; axis < 3; axis++)
    {
        low[axis] = at(b->low, axis);
        high[axis] = at(b->high, axis);
    }
    *box = cells_box(set, low, high, CELL_MARGIN);
    return fits(set, box, cells_in_box(box));
}

/// The columns that an edge fills in a row of cells, cut from its box.
static void columns_in_row(const wend_obstacles *set, const piece *s, int row, int *first, int *last)
{
    double ax = (double)s->a.x * set->per_cell, ay = (double)s->a.y * set->per_cell;
    double dx = (double)s->b.x * set->per_cell - ax, dy = (double)s->b.y * set->per_cell - ay;
    if (fabs(dy) < 1e-3) // so flat that its box has hardly more
        return;
    double t0 = ((double)row - CELL_MARGIN - ay) / dy, t1 = ((double)row + 1.0 + CELL_MARGIN - ay) / dy;
    double x0 = ax + dx * real_clamp(t0, 0.0, 1.0), x1 = ax + dx * real_clamp(t1, 0.0, 1.0);
    int low = cell_number((x0 < x1 ? x0 : x1) - CELL_MARGIN), high = cell_number((x0 > x1 ? x0 : x1) + CELL_MARGIN);
    *first = low > *first ? low : *first;
    *last = high < *last ? high : *last;
}

typedef void cell_work(cell_table *table, int place, const cell_item *item);

static void work_in_box(const wend_obstacles *set, cell_table *table, const cell_box *box, const piece *edge,
                        const cell_item *item, cell_work *work)
{
    for (int k = box->low[2]; k <= box->high[2]; k++)
        for (int j = box->low[1]; j <= box->high[1]; j++)
        {
            int first = box->low[0], last = box->high[0];
            if (edge)
                columns_in_row(set, edge, j, &first, &last);
            for (int i = first; i <= last; i++)
                work(table, cell_place(set, i, j, k), item);
        }
}

cell_item cells_item(const wend_obstacles *set, int number)
{
    const piece *s = &set->pieces[number];
    if (set->dimensions == 2 && s->kind == PIECE_EDGE)
        return (cell_item){.ax = s->a.x, .bx = s->b.x, .ay = s->a.y, .by = s->b.y, .what = number};
    real_vec a = real_of(s->a), b = real_of(s->b), middle = real_scale(real_add(a, b), 0.5);
    double reach = real_length(real_sub(b, a)) * 0.5 + (double)s->radius;
    reach = reach * 1.000001 + (fabs(middle.x) + fabs(middle.y)) * 1e-6;
    return (cell_item){
        .ax = real_to_float(middle.x), .ay = real_to_float(middle.y), .bx = real_to_float(reach), .what = ~number};
}

/// Does something for every cell of a body; false for what lies in no cell is told by `loose`.
static void work_on_body(wend_obstacles *set, const body *b, cell_work *work,
                         void (*loose)(int *list, int *count, int what))
{
    cell_box box;
    for (int i = b->first; i < b->first + b->count; i++)
    {
        const piece *s = &set->pieces[i];
        cell_item item = cells_item(set, i);
        if (piece_fits(set, s, &box))
            work_in_box(set, &set->edges, &box, s->kind == PIECE_EDGE ? s : NULL, &item, work);
        else if (loose)
            loose(set->loose, &set->loose_count, i);
    }
    if (!b->is_solid)
        return;
    cell_item item = {.what = (int)(b - set->bodies)};
    if (body_fits(set, b, &box))
        work_in_box(set, &set->inner, &box, NULL, &item, work);
    else if (loose)
        loose(set->solids, &set->solids_count, item.what);
}

// ---- putting in and taking out -------------------------------------------------------------------------------------

static void put_item(cell_table *table, int place, const cell_item *item)
{
    cell_range *range = &table->cells[place];
    if (range->count == table->room[place])
    {
        int room = 2 * range->count + 4;
        if (range->count > 0)
            memcpy(table->items + table->used, table->items + range->first, (size_t)range->count * sizeof *item);
        range->first = table->used;
        table->used += room;
        table->room[place] = room;
    }
    table->items[range->first + range->count++] = *item;
}

static void take_item(cell_table *table, int place, const cell_item *item)
{
    cell_range *range = &table->cells[place];
    cell_item *items = table->items + range->first;
    for (int i = 0; i < range->count; i++)
        if (items[i].what == item->what)
        {
            items[i] = items[--range->count];
            return;
        }
}

static void put_loose(int *list, int *count, int what)
{
    list[(*count)++] = what;
}

static void take_loose(int *list, int *count, int what)
{
    for (int i = 0; i < *count; i++)
        if (list[i] == what)
        {
            list[i] = list[--*count];
            return;
        }
}

static void widen_bounds(wend_obstacles *set, const body *b)
{
    for (int i = b->first; i < b->first + b->count; i++)
    {
        cell_box box;
        double low[3], high[3];
        if (!piece_fits(set, &set->pieces[i], &box))
            continue;
        piece_bounds(&set->pieces[i], low, high);
        for (int axis = 0; axis < set->dimensions; axis++)
        {
            set->low[axis] = smaller(set->low[axis], low[axis] - CELL_MARGIN * set->cell);
            set->high[axis] = larger(set->high[axis], high[axis] + CELL_MARGIN * set->cell);
        }
    }
}

void cells_put(wend_obstacles *set, body *b)
{
    work_on_body(set, b, put_item, put_loose);
    widen_bounds(set, b);
}

void cells_take(wend_obstacles *set, body *b)
{
    work_on_body(set, b, take_item, take_loose);
}

/// Adds up the room that putting may need;.
static void add_room(cell_table *table, int place, const cell_item *item)
{
    (void)item;
    int room = table->room[place];
    table->wanted += room - table->cells[place].count > 0 ? 0 : 2 * room + 12;
}

static void add_room_for_many(cell_table *table, int place, const cell_item *item)
{
    (void)item;
    table->wanted += 2 * table->room[place] + 12;
}

static bool grow_items(const wend_allocator *allocator, cell_table *table, long long more)
{
    long long needed = (long long)table->used + more;
    if (needed <= table->capacity)
        return true;
    long long capacity = needed + needed / 2 + 256;
    memory_array items = {(void **)&table->items, sizeof(cell_item)};
    if (capacity > 1 << 30 || !memory_grow(allocator, &items, 1, (size_t)table->used, (size_t)capacity))
        return false;
    table->capacity = (int)capacity;
    return true;
}

bool cells_room(wend_obstacles *set, const body *b)
{
    set->edges.wanted = set->inner.wanted = 0;
    work_on_body(set, b, b->count > 1 ? add_room_for_many : add_room, NULL);
    return grow_items(&set->def.allocator, &set->edges, set->edges.wanted) &&
           grow_items(&set->def.allocator, &set->inner, set->inner.wanted);
}

// ---- making the tables ---------------------------------------------------------------------------------------------

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

enum
{
    SAMPLES = 256
};

/// What lies in the middle of a sample of all pieces: how large they are and over what range they are spread.
typedef struct survey
{
    double size, spread[3];
} survey;

static survey survey_of(const wend_obstacles *set)
{
    double size[SAMPLES], middle[3][SAMPLES];
    int count = 0, step = set->live_pieces / SAMPLES + 1, turn = 0;
    for (int i = 0; i < set->piece_count && count < SAMPLES; i++)
    {
        double low[3], high[3], largest = 0.0;
        if (set->bodies[set->pieces[i].body].id == 0 || turn++ % step != 0)
            continue;
        piece_bounds(&set->pieces[i], low, high);
        for (int axis = 0; axis < set->dimensions; axis++)
        {
            middle[axis][count] = 0.5 * (low[axis] + high[axis]);
            largest = larger(largest, high[axis] - low[axis]);
        }
        size[count++] = largest;
    }
    survey found = {1.0, {1.0, 1.0, 1.0}};
    if (count == 0)
        return found;
    qsort(size, (size_t)count, sizeof *size, by_value);
    found.size = size[count / 2];
    for (int axis = 0; axis < set->dimensions; axis++)
    {
        qsort(middle[axis], (size_t)count, sizeof(double), by_value);
        found.spread[axis] = 2.0 * (middle[axis][count - 1 - count / 4] - middle[axis][count / 4]) + found.size;
    }
    return found;
}

/// The edge of a cell: as large as a usual piece, but with no more than about two cells for each piece.
static double choose_cell(const wend_obstacles *set, const survey *found)
{
    double cell = found->size, count = (double)(set->live_pieces > 0 ? set->live_pieces : 1);
    for (int step = 0; step < 300; step++)
    {
        double cells = 1.0;
        for (int axis = 0; axis < set->dimensions; axis++)
            cells *= found->spread[axis] / cell + 1.0;
        if (cells <= 2.0 * count + 64.0)
            break;
        cell *= 1.25;
    }
    // Not so fine that usual coordinates run out of cells.
    double farthest = 0.0;
    for (int axis = 0; axis < set->dimensions; axis++)
        farthest = larger(farthest, found->spread[axis]);
    return real_clamp(larger(cell, farthest * 1e-6), 1e-30, 1e37);
}

static void choose_table(wend_obstacles *set, const survey *found)
{
    int bits[3] = {3, 3, 0}, sum = 6, least = 10;
    if (set->dimensions == 3)
        bits[2] = 3, sum = 9, least = 12;
    while ((1LL << least) < 4LL * set->live_pieces && least < 24)
        least++;
    while (sum < least)
    {
        // The axis along which the table is shortest for what lies there.
        int best = 0;
        double worst = 0.0;
        for (int axis = 0; axis < set->dimensions; axis++)
        {
            double load = found->spread[axis] * set->per_cell / (double)(1 << bits[axis]);
            if (load >= worst && bits[axis] < 20)
            {
                worst = load;
                best = axis;
            }
        }
        bits[best]++;
        sum++;
    }
    for (int axis = 0; axis < 3; axis++)
        set->mask[axis] = (1 << bits[axis]) - 1;
    set->shift[0] = 0;
    set->shift[1] = bits[0];
    set->shift[2] = bits[0] + bits[1];
}

static int table_size(const wend_obstacles *set)
{
    return (set->mask[0] + 1) * (set->mask[1] + 1) * (set->mask[2] + 1);
}

static void free_table(const wend_allocator *allocator, cell_table *table)
{
    memory_give(allocator, table->cells);
    memory_give(allocator, table->room);
    memory_give(allocator, table->items);
    *table = (cell_table){0};
}

static void count_item(cell_table *table, int place, const cell_item *item)
{
    (void)item;
    table->room[place]++;
}

/// Lets each cell begin where the one before has its room. False where memory is short.
static bool lay_out(const wend_allocator *allocator, cell_table *table, int size)
{
    long long sum = 0;
    for (int place = 0; place < size; place++)
        sum += table->room[place];
    if (!grow_items(allocator, table, sum))
        return false;
    for (int place = 0; place < size; place++)
    {
        table->cells[place].first = table->used;
        table->used += table->room[place];
    }
    return true;
}

static bool fill_tables(wend_obstacles *set)
{
    const wend_allocator *allocator = &set->def.allocator;
    int size = table_size(set);
    cell_table *tables[2] = {&set->edges, &set->inner};
    for (int i = 0; i < 2; i++)
    {
        tables[i]->cells = memory_take(allocator, (size_t)size * sizeof(cell_range));
        tables[i]->room = memory_take(allocator, (size_t)size * sizeof(int));
        if (!tables[i]->cells || !tables[i]->room)
            return false;
    }
    for (int i = 0; i < set->body_count; i++)
        if (set->bodies[i].id != 0)
            work_on_body(set, &set->bodies[i], count_item, NULL);
    return lay_out(allocator, &set->edges, size) && lay_out(allocator, &set->inner, size);
}

bool cells_rebuild(wend_obstacles *set)
{
    wend_obstacles before = *set;
    survey found = survey_of(set);
    set->cell = set->def.cell_size > 0.0f ? (double)set->def.cell_size : choose_cell(set, &found);
    set->per_cell = 1.0 / set->cell;
    choose_table(set, &found);
    set->edges = set->inner = (cell_table){0};
    if (!fill_tables(set))
    {
        cells_free(set);
        *set = before;
        return false;
    }
    free_table(&set->def.allocator, &before.edges);
    free_table(&set->def.allocator, &before.inner);
    set->loose_count = set->solids_count = 0;
    for (int axis = 0; axis < 3; axis++)
    {
        set->low[axis] = axis < set->dimensions ? DBL_MAX : 0.0;
        set->high[axis] = axis < set->dimensions ? -DBL_MAX : 0.0;
    }
    for (int i = 0; i < set->body_count; i++)
        if (set->bodies[i].id != 0)
            cells_put(set, &set->bodies[i]);
    set->rebuild_at = 2 * set->live_pieces + 32;
    return true;
}

void cells_free(wend_obstacles *set)
{
    free_table(&set->def.allocator, &set->edges);
    free_table(&set->def.allocator, &set->inner);
}
