// Straight ways on a map.
#include "plans.h"

#include "grids.h"

#include <math.h>

// A straight way in cells, from a on, and how wide.
typedef struct strip
{
    double ax, ay, bx, by, radius;
    int cost; // that all cells have; 0: any
} strip;

static double square_to_strip(const strip *s, double x, double y)
{
    double dx = s->bx - s->ax, dy = s->by - s->ay, square = dx * dx + dy * dy;
    double t = square > 0.0 ? ((x - s->ax) * dx + (y - s->ay) * dy) / square : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    double ox = s->ax + t * dx - x, oy = s->ay + t * dy - y;
    return ox * ox + oy * oy;
}

static double square_to_cell(double px, double py, double x, double y)
{
    double dx = px < x ? x - px : px > x + 1.0 ? px - x - 1.0 : 0.0;
    double dy = py < y ? y - py : py > y + 1.0 ? py - y - 1.0 : 0.0;
    return dx * dx + dy * dy;
}

/// Cuts a range of shares to where from + share * way lies within low..high.
static void cut(double from, double way, double low, double high, double range[2])
{
    if (way == 0.0)
    {
        if (from <= low || from >= high)
            range[1] = range[0] - 1.0; // along an edge is not inside
        return;
    }
    double first = (low - from) / way, last = (high - from) / way;
    range[0] = fmax(range[0], fmin(first, last));
    range[1] = fmin(range[1], fmax(first, last));
}

/// Does the middle line pass through the inside of a cell?
static bool goes_through(const strip *s, double x, double y)
{
    double range[2] = {0.0, 1.0};
    cut(s->ax, s->bx - s->ax, x, x + 1.0, range);
    cut(s->ay, s->by - s->ay, y, y + 1.0, range);
    return range[0] < range[1];
}

static bool touches(const strip *s, double x, double y)
{
    double r = s->radius * s->radius;
    if (goes_through(s, x, y))
        return true;
    if (square_to_cell(s->ax, s->ay, x, y) < r || square_to_cell(s->bx, s->by, x, y) < r)
        return true;
    return square_to_strip(s, x, y) < r || square_to_strip(s, x + 1.0, y) < r || square_to_strip(s, x, y + 1.0) < r ||
           square_to_strip(s, x + 1.0, y + 1.0) < r;
}

/// Is a row of cells clear of the strip?
static bool is_row_clear(const wend_grid *grid, const strip *s, int y)
{
    double dx = s->bx - s->ax, dy = s->by - s->ay, first = 0.0, last = 1.0;
    if (dy != 0.0)
    {
        double low = (y - s->radius - s->ay) / dy, high = (y + 1.0 + s->radius - s->ay) / dy;
        first = fmin(1.0, fmax(0.0, fmin(low, high)));
        last = fmax(0.0, fmin(1.0, fmax(low, high)));
    }
    double from = s->ax + first * dx, to = s->ax + last * dx;
    int low = (int)floor(fmax(fmin(from, to) - s->radius, -1.0));
    int high = (int)floor(fmin(fmax(from, to) + s->radius, (double)grid->def.width));
    for (int x = low; x <= high; x++)
    {
        int cost = wend_grid_get(grid, (wend_cell){x, y});
        if (cost == 0 ? touches(s, x, y) : s->cost > 0 && cost != s->cost && goes_through(s, x, y))
            return false;
    }
    return true;
}

/// On a mesh the middle of the body counts.
static bool is_mesh_clear(const plan_sight *sight, wend_vec from, wend_vec to)
{
    wend_mesh_spot spot = wend_mesh_at(sight->mesh, from, sight->mask);
    return spot.polygon >= 0 && wend_mesh_cast(sight->mesh, spot, to, sight->mask).is_clear;
}

plan_sight plans_sight(const wend_world *world, int index)
{
    const wend_plan_def *def = plans_def(world, index);
    bool cuts_corners = def->diagonal == WEND_DIAGONAL_ONE || def->diagonal == WEND_DIAGONAL_ALWAYS;
    float radius = cuts_corners ? 0.0f : world->body[index].radius;
    return (plan_sight){world->def.grid, world->def.mesh, radius, false, def->mask};
}

bool plans_is_clear(wend_vec from, wend_vec to, float radius, void *user)
{
    (void)radius;
    const plan_sight *sight = user;
    if (sight->mesh)
        return is_mesh_clear(sight, from, to);
    const wend_grid *grid = sight->grid;
    wend_cell cell;
    if (!wend_grid_cell(grid, from, &cell) || !wend_grid_cell(grid, to, &cell))
        return false;
    double edge = (double)grid->def.cell_size, x = (double)grid->def.origin.x, y = (double)grid->def.origin.y;
    strip s = {((double)from.x - x) / edge,
               ((double)from.y - y) / edge,
               ((double)to.x - x) / edge,
               ((double)to.y - y) / edge,
               (double)sight->radius / edge * (1.0 - 1e-6),
               0};
    s.cost = sight->is_level ? wend_grid_get(grid, cell) : 0;
    int low = (int)floor(fmax(fmin(s.ay, s.by) - s.radius, -1.0));
    int high = (int)floor(fmin(fmax(s.ay, s.by) + s.radius, (double)grid->def.height));
    for (int row = low; row <= high; row++)
        if (!is_row_clear(grid, &s, row))
            return false;
    return true;
}
