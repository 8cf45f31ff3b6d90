// Any-angle ways: from place to place; measured and listed.
#include "any_angle.h"

#include <float.h>
#include <math.h>

typedef struct place
{
    double x, y;
} place;

static place place_of(const wend_grid_search *s, uint32_t root)
{
    if (root == NO_CELL)
        return (place){s->any->start_x, s->any->start_y};
    return (place){(double)(root % s->stride) - 1, (double)(root / s->stride) - 1};
}

static double between(place from, place to)
{
    double dx = to.x - from.x, dy = to.y - from.y;
    return sqrt(dx * dx + dy * dy);
}

/// Does a way go straight on at `at`? Coordinates have 8 bits below a cell, so this is exact.
static bool is_straight(place before, place at, place after)
{
    return (at.x - before.x) * (after.y - at.y) == (at.y - before.y) * (after.x - at.x);
}

/// The cell outside of the corner where a way turns: across from the wall.
static wend_cell cell_outside(place before, place at, place after)
{
    double came = between(before, at), goes = between(at, after);
    bool is_wall_right = (after.x - at.x) / goes > (at.x - before.x) / came;
    bool is_wall_below = (after.y - at.y) / goes > (at.y - before.y) / came;
    return (wend_cell){(int)at.x - (is_wall_right ? 1 : 0), (int)at.y - (is_wall_below ? 1 : 0)};
}

static float to_world(double along, float origin, float cell_size)
{
    double world = (double)origin + along * (double)cell_size;
    return world > (double)FLT_MAX ? FLT_MAX : world < -(double)FLT_MAX ? -FLT_MAX : (float)world;
}

static wend_vec to_point(const wend_grid_def *def, place at)
{
    return wend_xyz(to_world(at.x, def->origin.x, def->cell_size), to_world(at.y, def->origin.y, def->cell_size),
                    def->origin.z);
}

/// Lists the places where the way turns, and both its ends; `count` says where the end goes. Returns how many there
/// are; `length` gets the way's.
static int list(const wend_grid_search *s, int count, wend_cell *cells, wend_vec *points, int capacity, double *length)
{
    place at = {s->any->end_x, s->any->end_y}, after = at, before;
    uint32_t root = s->any->end_root;
    int listed = 0;
    bool is_there = root == NO_CELL && at.x == s->any->start_x && at.y == s->any->start_y;
    *length = 0;
    for (bool is_start = is_there, is_end = true;; is_end = false, after = at, at = before)
    {
        before = is_start ? at : place_of(s, root);
        if (is_start || is_end || !is_straight(before, at, after))
        {
            int i = count - ++listed;
            if (cells && i >= 0 && i < capacity)
                cells[i] = is_start ? s->query.start : is_end ? s->result.end : cell_outside(before, at, after);
            if (points && i >= 0 && i < capacity)
                points[i] = to_point(&s->def, at);
        }
        if (is_start)
            return listed;
        *length += between(before, at);
        is_start = root == NO_CELL;
        root = is_start ? NO_CELL : s->parent[root];
    }
}

bool any_angle_has_way(const wend_grid_search *s)
{
    return s->is_any && s->any->phase != ANY_MOVES;
}

void any_angle_measure(wend_grid_search *s)
{
    double length;
    int cheapest;
    grid_open_costs(s->grid, &cheapest);
    s->result.end = s->goals[0];
    if (s->any->best >= NO_LENGTH)
        s->result.end = (wend_cell){(int)(s->end % s->stride) - 1, (int)(s->end / s->stride) - 1};
    s->result.cells = list(s, 0, NULL, NULL, 0, &length);
    s->result.cost = length * cheapest;
}

int any_angle_list(const wend_grid_search *s, wend_cell *cells, wend_vec *points, int capacity)
{
    double length;
    return s->result.cells == 0 ? 0 : list(s, s->result.cells, cells, points, capacity, &length);
}

// ---- from place to place -------------------------------------------------------------------------------------------

/// A place in cells along one axis, to a 256th of one; -1 if it isn't on the map.
static double place_along(float point, float origin, float cell_size, int count)
{
    double along = ((double)point - (double)origin) / (double)cell_size;
    return along >= 0.0 && along <= count ? floor(along * 256.0 + 0.5) / 256.0 : -1.0;
}

/// The open cell in which a place lies, or one that it touches; if there is none, false, and a wall that it touches.
static bool cell_at(const wend_grid *grid, double x, double y, wend_cell *cell)
{
    bool is_open = false;
    for (int i = 0; i < 4 && !is_open; i++)
    {
        *cell = (wend_cell){i & 1 ? (int)floor(x) : (int)ceil(x) - 1, i & 2 ? (int)floor(y) : (int)ceil(y) - 1};
        is_open = grid_is_open(&grid->layers[0], cell->x, cell->y);
    }
    cell->x = cell->x < 0 ? 0 : cell->x < grid->def.width ? cell->x : grid->def.width - 1;
    cell->y = cell->y < 0 ? 0 : cell->y < grid->def.height ? cell->y : grid->def.height - 1;
    return is_open;
}

wend_grid_result wend_grid_find_between(wend_grid_search *s, const wend_grid *grid, wend_vec from, wend_vec to)
{
    if (!s || !grid)
    {
        error_set(s ? &s->error : NULL, WEND_ERROR_NULL, "the grid of a search is null");
        return search_refuse(s);
    }
    const wend_grid_def *def = &grid->def;
    any_places places = {place_along(from.x, def->origin.x, def->cell_size, def->width),
                         place_along(from.y, def->origin.y, def->cell_size, def->height),
                         place_along(to.x, def->origin.x, def->cell_size, def->width),
                         place_along(to.y, def->origin.y, def->cell_size, def->height)};
    bool is_from_in = places.start_x >= 0 && places.start_y >= 0, is_to_in = places.goal_x >= 0 && places.goal_y >= 0;
    if (!is_from_in || !is_to_in)
    {
        wend_vec out = is_from_in ? to : from;
        error_set(&s->error, WEND_ERROR_VALUE, "%s is (%g, %g), must be on the map of %d x %d cells",
                  is_from_in ? "to" : "from", (double)out.x, (double)out.y, def->width, def->height);
        return search_refuse(s);
    }
    wend_grid_query query = wend_default_grid_query();
    query.kind = WEND_GRID_ANY_ANGLE;
    cell_at(grid, places.start_x, places.start_y, &query.start);
    cell_at(grid, places.goal_x, places.goal_y, &query.goal);
    wend_grid_result result = search_find(s, grid, &query, &places);
    if (places.start_x == places.goal_x && places.start_y == places.goal_y && result.way == WEND_WAY_FOUND)
        result.way = s->result.way = WEND_WAY_THERE;
    return result;
}
