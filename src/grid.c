#include "grids.h"

#include "hashing.h"

#include <float.h>
#include <math.h>
#include <string.h>

wend_grid_def wend_default_grid_def(void)
{
    wend_grid_def def = {0};
    def.cell_size = 1.0f;
    return def;
}

// ---- a life --------------------------------------------------------------------------------------------------------

static wend_status check_def(const wend_grid_def *def, wend_error *error)
{
    if (!def)
        return error_set(error, WEND_ERROR_NULL, "the definition of a grid is null");
    const int sizes[] = {def->width, def->height};
    for (int i = 0; i < 2; i++)
        if (sizes[i] < 1 || sizes[i] > WEND_GRID_MOST)
            return error_set(error, WEND_ERROR_VALUE, "grid %s is %d, must be 1 to %d", i == 0 ? "width" : "height",
                             sizes[i], WEND_GRID_MOST);
    if (def->pitch != 0 && def->pitch < def->width)
        return error_set(error, WEND_ERROR_VALUE, "grid pitch is %d, must be 0 or at least the width, %d", def->pitch,
                         def->width);
    if ((def->wraps_x && def->width < 3) || (def->wraps_y && def->height < 3))
        return error_set(error, WEND_ERROR_VALUE, "grid of %d x %d wraps, must be 3 wide or high at least to do that",
                         def->width, def->height);
    wend_status status = check_allocator(error, &def->allocator);
    if (status == WEND_OK)
        status = check_range(error, "grid cell_size", def->cell_size, FLT_TRUE_MIN, FLT_MAX, "> 0 and finite");
    if (status != WEND_OK)
        return status;
    status = check_finite(error, "grid origin", def->origin.x, def->origin.y, def->origin.z);
    return status == WEND_OK ? layers_check(def, error) : status;
}

/// A map of walls only.
static wend_grid *create_walls(const wend_grid_def *def, wend_error *error)
{
    if (check_def(def, error) != WEND_OK)
        return NULL;
    wend_allocator allocator = memory_or_default(&def->allocator);
    wend_grid *grid = memory_take(&allocator, sizeof *grid);
    if (grid)
    {
        grid->def = *def;
        grid->def.costs = NULL;
        grid->def.radii = NULL;
        grid->def.allocator = allocator;
        grid->stride = (uint32_t)def->width + 2;
        grid->cells = grid->stride * ((uint32_t)def->height + 2);
        grid->count_of[0] = (uint32_t)def->width * (uint32_t)def->height;
        grid->cost = memory_take(&allocator, grid->cells);
        layers_plan(grid, def);
        if (grid->cost && layers_take(grid))
            return grid;
        wend_grid_destroy(grid);
    }
    error_set(error, WEND_ERROR_MEMORY, "no memory for a grid of %d x %d", def->width, def->height);
    return NULL;
}

/// What an open cell adds to the map's print.
static uint64_t print_of(uint32_t cell, uint8_t cost)
{
    uint64_t word = ((uint64_t)cell << 8 | cost) * 0x9e3779b97f4a7c15u;
    return cost == 0 ? 0 : (word ^ word >> 29) * 0xbf58476d1ce4e5b9u;
}

uint64_t grid_print(const wend_grid *grid)
{
    uint64_t hash = HASH_BEGIN;
    const wend_grid_def *def = &grid->def;
    hash_word(&hash, grid->print);
    hash_word(&hash, (uint64_t)def->width << 32 | (uint64_t)def->height << 2 | (uint64_t)def->wraps_x << 1 |
                         (uint64_t)def->wraps_y);
    hash_vec(&hash, def->origin);
    hash_floats(&hash, &def->cell_size, 1);
    for (int i = 0; i < grid->layer_count; i++)
        hash_floats(&hash, &grid->layers[i].radius, 1);
    return hash;
}

/// True if an open cell became a wall, or the other way round.
static bool put(wend_grid *grid, int x, int y, uint8_t cost)
{
    uint32_t cell = grid_index(grid->stride, x, y);
    uint8_t old = grid->cost[cell];
    grid->cost[cell] = cost;
    grid->count_of[old]--;
    grid->count_of[cost]++;
    grid->print += print_of(cell, cost) - print_of(cell, old);
    if (!old != !cost)
        layers_turn(grid, x, y);
    return !old != !cost;
}

wend_grid *wend_grid_create(const wend_grid_def *def, wend_error *error)
{
    wend_grid *grid = create_walls(def, error);
    if (!grid)
        return NULL;
    size_t pitch = (size_t)(def->pitch ? def->pitch : def->width);
    for (int y = 0; y < def->height; y++)
        for (int x = 0; x < def->width; x++)
        {
            uint8_t byte = def->costs ? def->costs[(size_t)y * pitch + (size_t)x] : 1;
            put(grid, x, y, def->costs && def->threshold ? byte >= def->threshold : byte);
        }
    layers_follow_all(grid);
    return grid;
}

void wend_grid_destroy(wend_grid *grid)
{
    if (!grid)
        return;
    wend_allocator allocator = grid->def.allocator;
    layers_give(grid);
    memory_give(&allocator, grid->cost);
    memory_give(&allocator, grid);
}

// ---- from text -----------------------------------------------------------------------------------------------------

/// The length of a row without its end of line; `next` gets the row after it.
static int row_length(const char *row, const char **next)
{
    size_t length = strcspn(row, "\n");
    *next = row[length] ? row + length + 1 : row + length;
    if (length > 0 && row[length - 1] == '\r')
        length--;
    return length > WEND_GRID_MOST ? WEND_GRID_MOST + 1 : (int)length;
}

static int cost_of_letter(char letter)
{
    if (letter == '.')
        return 1;
    if (letter == '#')
        return 0;
    return letter >= '0' && letter <= '9' ? letter - '0' : -1;
}

static wend_status check_text(const char *text, int width, wend_error *error)
{
    const char *next;
    for (int y = 0; *text; text = next, y++)
    {
        int length = row_length(text, &next);
        if (length != width)
            return error_set(error, WEND_ERROR_VALUE, "row %d has %d cells, must have %d as row 0", y, length, width);
        for (int x = 0; x < width; x++)
            if (cost_of_letter(text[x]) < 0)
                return error_set(error, WEND_ERROR_VALUE,
                                 "row %d has the character %d at column %d, must be '.', '#' or a digit", y,
                                 (unsigned char)text[x], x);
    }
    return WEND_OK;
}

wend_grid *wend_grid_create_text(const wend_grid_def *def, const char *text, wend_error *error)
{
    if (!def || !text)
    {
        error_set(error, WEND_ERROR_NULL, "%s of a grid is null", def ? "the text" : "the definition");
        return NULL;
    }
    const char *next;
    wend_grid_def sized = *def;
    sized.width = row_length(text, &next);
    sized.height = 0;
    for (const char *row = text; *row && sized.height <= WEND_GRID_MOST; row = next, sized.height++)
        row_length(row, &next);
    if (check_def(&sized, error) != WEND_OK || check_text(text, sized.width, error) != WEND_OK)
        return NULL;
    wend_grid *grid = create_walls(&sized, error);
    for (int y = 0; grid && y < sized.height; y++, text = next)
    {
        row_length(text, &next);
        for (int x = 0; x < sized.width; x++)
            put(grid, x, y, (uint8_t)cost_of_letter(text[x]));
    }
    if (grid)
        layers_follow_all(grid);
    return grid;
}

// ---- cells ---------------------------------------------------------------------------------------------------------

wend_status wend_grid_set(wend_grid *grid, wend_cell cell, uint8_t cost)
{
    if (!grid)
        return WEND_ERROR_NULL;
    if (!grid_is_inside(grid, cell))
        return WEND_ERROR_VALUE;
    if (grid->cost[grid_index(grid->stride, cell.x, cell.y)] == cost)
        return WEND_OK;
    if (put(grid, cell.x, cell.y, cost))
        layers_follow(grid, cell.x, cell.y);
    grid->edited[grid->edits++ & (GRID_EDITS - 1)] = cell;
    return WEND_OK;
}

uint8_t wend_grid_get(const wend_grid *grid, wend_cell cell)
{
    return grid && grid_is_inside(grid, cell) ? grid->cost[grid_index(grid->stride, cell.x, cell.y)] : 0;
}

uint64_t wend_grid_edits(const wend_grid *grid)
{
    return grid ? grid->edits : 0;
}

wend_cell wend_grid_size(const wend_grid *grid)
{
    return grid ? (wend_cell){grid->def.width, grid->def.height} : (wend_cell){0, 0};
}

/// The number of a cell along one axis, held inside the map.
static int cell_along(float point, float origin, float cell_size, int count, bool *is_in)
{
    double place = floor(((double)point - (double)origin) / (double)cell_size);
    *is_in = *is_in && place >= 0.0 && place < (double)count;
    return place >= (double)count ? count - 1 : place > 0.0 ? (int)place : 0;
}

bool wend_grid_cell(const wend_grid *grid, wend_vec point, wend_cell *cell)
{
    wend_cell unused = {0};
    cell = cell ? cell : &unused;
    *cell = (wend_cell){0, 0};
    if (!grid || !wend_is_finite(point))
        return false;
    const wend_grid_def *def = &grid->def;
    bool is_in = true;
    cell->x = cell_along(point.x, def->origin.x, def->cell_size, def->width, &is_in);
    cell->y = cell_along(point.y, def->origin.y, def->cell_size, def->height, &is_in);
    return is_in;
}

static float middle_of(int cell, float origin, float cell_size)
{
    double place = (double)origin + ((double)cell + 0.5) * (double)cell_size;
    return place > (double)FLT_MAX ? FLT_MAX : place < -(double)FLT_MAX ? -FLT_MAX : (float)place;
}

wend_vec grid_middle(const wend_grid_def *def, wend_cell cell)
{
    return wend_xyz(middle_of(cell.x, def->origin.x, def->cell_size), middle_of(cell.y, def->origin.y, def->cell_size),
                    def->origin.z);
}

wend_vec wend_grid_point(const wend_grid *grid, wend_cell cell)
{
    return grid ? grid_middle(&grid->def, cell) : wend_xyz(0.0f, 0.0f, 0.0f);
}
