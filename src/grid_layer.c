// Walls as bits, and for each size of body the cells that are too narrow for it.
#include "compiler.h"
#include "grids.h"

#include <math.h>
#include <string.h>

// ---- lines ---------------------------------------------------------------------------------------------------------

static uint32_t words_for(int length)
{
    return ((uint32_t)length + 63) / 64 + 3;
}

static size_t lines_size(int length, int count)
{
    return (size_t)words_for(length) * ((size_t)count + 2) * sizeof(uint64_t);
}

/// A line that wraps is repeated before and behind itself, as far as its words go.
ALWAYS_INLINE void lines_turn(const grid_lines *lines, int along, int line, bool wraps, int length)
{
    uint64_t *words = &lines->words[(size_t)(line + 1) * lines->pitch];
    uint32_t place = (uint32_t)along + 64, step = wraps ? (uint32_t)length : lines->pitch * 64;
    for (place = wraps ? place % step : place; place < lines->pitch * 64; place += step)
        words[place >> 6] ^= (uint64_t)1 << (place & 63);
}

/// By how much the scatter changes when a cell gets open, given which cells round about are. Each square of four cells
/// counts 1 with one wall, -1 with three, or with two that touch at a corner: the mean of four times Euler's number of
/// the walls with corners that join them and with such that don't. Gray, "Local Properties of Binary Images in Two
/// Dimensions", 1971.
static int scatter_change(uint8_t around)
{
    // by the other three of a square: those beside the cell are bits 0 and 2
    static const int8_t change[8] = {-1, 1, 0, 1, 1, 2, 1, -1};
    unsigned twice = (unsigned)around << 8 | around;
    return change[twice & 7] + change[twice >> 2 & 7] + change[twice >> 4 & 7] + change[twice >> 6 & 7];
}

ALWAYS_INLINE void turn_one(const wend_grid *grid, grid_layer *layer, int x, int y, bool wraps)
{
    bool gets_open = !grid_is_open(layer, x, y);
    int change = scatter_change(layer->around[grid_index(grid->stride, x, y)]);
    layer->open += gets_open ? 1 : -1;
    layer->scatter += gets_open ? change : -change;
    const wend_grid_def *def = &grid->def;
    lines_turn(&layer->rows, x, y, wraps && def->wraps_x, def->width);
    lines_turn(&layer->cols, y, x, wraps && def->wraps_y, def->height);
    for (int d = 0; d < 8; d++)
    {
        int other_x = x + grid_dx(d), other_y = y + grid_dy(d);
        uint32_t other = wraps ? grid_wrapped(def, other_x, other_y) : grid_index(grid->stride, other_x, other_y);
        layer->around[other] ^= (uint8_t)(1 << ((d + 4) & 7));
    }
}

static void turn(const wend_grid *grid, grid_layer *layer, int x, int y)
{
    if (grid->def.wraps_x || grid->def.wraps_y)
        turn_one(grid, layer, x, y, true);
    else
        turn_one(grid, layer, x, y, false);
}

void layers_turn(wend_grid *grid, int x, int y)
{
    turn(grid, &grid->layers[0], x, y);
}

// ---- sizes ---------------------------------------------------------------------------------------------------------

#define SLACK 1e-6 // of a radius: what is nearer by less only touches

wend_status layers_check(const wend_grid_def *def, wend_error *error)
{
    if (def->radius_count < 0 || def->radius_count > WEND_GRID_RADII)
        return error_set(error, WEND_ERROR_VALUE, "grid radius_count is %d, must be 0 to %d", def->radius_count,
                         WEND_GRID_RADII);
    if (def->radius_count > 0 && !def->radii)
        return error_set(error, WEND_ERROR_NULL, "grid radii is null, must be an array of %d", def->radius_count);
    double most = (double)def->cell_size * GRID_REACH;
    for (int i = 0; i < def->radius_count; i++)
        if (!(def->radii[i] > 0.0f && (double)def->radii[i] <= most))
            return error_set(error, WEND_ERROR_VALUE, "grid radii[%d] is %g, must be > 0 and at most %g, %d cells", i,
                             (double)def->radii[i], most, GRID_REACH);
    return WEND_OK;
}

/// The square of twice a radius in cells. A wall `n` rows or columns away is 2 n - 1 of half a cell from the middle.
static double reach_of(const wend_grid *grid, float radius)
{
    double cells = (double)radius / (double)grid->def.cell_size * (1.0 - SLACK);
    return 4.0 * cells * cells;
}

static int halves(int cells)
{
    return cells > 0 ? 2 * cells - 1 : 0;
}

/// A layer for a radius of more than half a cell, among the others.
static void plan_one(wend_grid *grid, float radius)
{
    double square = reach_of(grid, radius);
    int place = grid->layer_count;
    for (; place > 1 && grid->layers[place - 1].radius >= radius; place--)
        if (grid->layers[place - 1].radius <= radius)
            return;
    memmove(&grid->layers[place + 1], &grid->layers[place], (size_t)(grid->layer_count - place) * sizeof *grid->layers);
    grid->layer_count++;
    grid_layer layer = {.radius = radius};
    for (int y = 0; y <= GRID_REACH && halves(y) * halves(y) < square; y++)
    {
        int x = 0;
        while (halves(x + 1) * halves(x + 1) + halves(y) * halves(y) < square)
            x++;
        layer.wide[y] = (uint8_t)x;
        layer.reach = y;
    }
    grid->layers[place] = layer;
}

void layers_plan(wend_grid *grid, const wend_grid_def *def)
{
    grid->layers[0].radius = def->cell_size * 0.5f;
    grid->layer_count = 1;
    for (int i = 0; i < def->radius_count; i++)
        if (reach_of(grid, def->radii[i]) > 1.0)
            plan_one(grid, def->radii[i]);
}

const grid_layer *grid_layer_for(const wend_grid *grid, float radius)
{
    for (int i = 0; i < grid->layer_count && radius >= 0.0f; i++)
        if ((double)radius * (1.0 - SLACK) <= (double)grid->layers[i].radius)
            return &grid->layers[i];
    return NULL;
}

wend_status grid_check_radius(const wend_grid *grid, float radius, wend_error *error)
{
    if (grid_layer_for(grid, radius))
        return WEND_OK;
    return error_set(error, WEND_ERROR_VALUE,
                     "radius is %g, must be >= 0 and at most %g, the largest that the map keeps", (double)radius,
                     (double)grid->layers[grid->layer_count - 1].radius);
}

bool wend_grid_fits(const wend_grid *grid, wend_cell cell, float radius)
{
    const grid_layer *layer = grid ? grid_layer_for(grid, radius) : NULL;
    return layer && grid_is_inside(grid, cell) && grid_is_open(layer, cell.x, cell.y);
}

// ---- memory --------------------------------------------------------------------------------------------------------

static bool take_lines(const wend_grid *grid, grid_lines *lines, int length, int count)
{
    size_t size = lines_size(length, count);
    *lines = (grid_lines){memory_take(&grid->def.allocator, size), words_for(length)};
    if (lines->words)
        memset(lines->words, 0xff, size);
    return lines->words;
}

bool layers_take(wend_grid *grid)
{
    int width = grid->def.width, height = grid->def.height;
    for (int i = 0; i < grid->layer_count; i++)
    {
        grid_layer *layer = &grid->layers[i];
        layer->around = memory_take(&grid->def.allocator, grid->cells);
        if (!layer->around || !take_lines(grid, &layer->rows, width, height) ||
            !take_lines(grid, &layer->cols, height, width))
            return false;
    }
    return true;
}

void layers_give(wend_grid *grid)
{
    for (int i = 0; i < grid->layer_count; i++)
    {
        grid_layer *layer = &grid->layers[i];
        void *blocks[] = {layer->around, layer->rows.words, layer->cols.words};
        for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
            memory_give(&grid->def.allocator, blocks[k]);
    }
}

// ---- what is too narrow --------------------------------------------------------------------------------------------

/// 64 places, each a wall if one of the line is within `wide` of it. `word` is the middle one of three.
static uint64_t widened(const uint64_t *word, int wide)
{
    // both pairs of words are spread by doubling: upward from below, downward from above
    uint64_t low = word[-1], up = word[0], down = word[0], high = word[1];
    for (int done = 0; done < wide;)
    {
        int step = done + 1 < wide - done ? done + 1 : wide - done;
        up |= up << step | low >> (64 - step);
        low |= low << step;
        down |= down >> step | high << (64 - step);
        high |= high >> step;
        done += step;
    }
    return up | down;
}

/// A word of a row of a layer, anew from the walls of the map.
static void follow_word(const wend_grid *grid, grid_layer *layer, int y, uint32_t word)
{
    const grid_lines *walls = &grid->layers[0].rows;
    int width = grid->def.width, height = grid->def.height, from = (int)(word - 1) * 64;
    uint64_t narrow = 0;
    for (int away = -layer->reach; away <= layer->reach && ~narrow; away++)
    {
        int line = y + away;
        if (grid->def.wraps_y)
            line = (line % height + height) % height;
        line = line < 0 ? -1 : line > height ? height : line;
        narrow |=
            widened(&walls->words[(size_t)(line + 1) * walls->pitch + word], layer->wide[away < 0 ? -away : away]);
    }
    uint64_t changed = narrow ^ layer->rows.words[(size_t)(y + 1) * walls->pitch + word];
    if (width - from < 64)
        changed &= ((uint64_t)1 << (width - from)) - 1;
    for (; changed; changed &= changed - 1)
        turn(grid, layer, from + zeros_below_64(changed), y);
}

/// The words of `length` cells from one on, which may lie outside, where the map wraps: each once.
static void follow_row(const wend_grid *grid, grid_layer *layer, int y, int from, int length)
{
    int width = grid->def.width;
    if (!grid->def.wraps_x || length >= width)
    {
        int to = from + length > width || length >= width ? width : from + length;
        from = from < 0 || length >= width ? 0 : from;
        for (int word = from / 64; word <= (to - 1) / 64; word++)
            follow_word(grid, layer, y, (uint32_t)word + 1);
        return;
    }
    from = (from + width) % width;
    int over = from + length - width;
    for (int word = from / 64; word <= (over > 0 ? width - 1 : from + length - 1) / 64; word++)
        follow_word(grid, layer, y, (uint32_t)word + 1);
    for (int word = 0; over > 0 && word <= (over - 1) / 64; word++)
        follow_word(grid, layer, y, (uint32_t)word + 1);
}

void layers_follow(wend_grid *grid, int x, int y)
{
    int height = grid->def.height;
    for (int i = 1; i < grid->layer_count; i++)
    {
        grid_layer *layer = &grid->layers[i];
        int reach = layer->reach, rows = 2 * reach + 1 < height ? 2 * reach + 1 : height;
        for (int k = 0; k < rows; k++)
        {
            int row = rows == height ? k : y - reach + k;
            if (grid->def.wraps_y)
                row = (row + height) % height;
            if (row >= 0 && row < height)
                follow_row(grid, layer, row, x - reach, 2 * reach + 1);
        }
    }
}

void layers_follow_all(wend_grid *grid)
{
    for (int i = 1; i < grid->layer_count; i++)
        for (int y = 0; y < grid->def.height; y++)
            follow_row(grid, &grid->layers[i], y, 0, grid->def.width);
}
