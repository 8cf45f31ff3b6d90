#include "wend/raster.h"

#include "grids.h"

#include <math.h>

enum
{
    HITS = 32,    ///< looked at round one square; if there are more, in its quarters
    QUARTERS = 9, ///< how often a cell is quartered at most
    BLOCK = 64,   ///< cells along the edge of the largest square
};

#define SLACK (1.0 / 1024) // of a cell: what overlaps by less only touches

wend_raster wend_default_raster(const wend_grid *grid)
{
    wend_cell size = wend_grid_size(grid);
    return (wend_raster){.high = {size.x - 1, size.y - 1}};
}

/// The work on one map.
typedef struct work
{
    wend_grid *grid;
    const wend_raster *raster;
} work;

/// A square in the world.
typedef struct square
{
    double x, y, half;
} square;

static int hits_round(const work *w, square s, wend_hit *hits, int capacity)
{
    const wend_caster *caster = &w->raster->caster;
    wend_vec centre = wend_xyz((float)s.x, (float)s.y, w->grid->def.origin.z);
    float radius = (float)(s.half * 1.41422);
    return caster->around(centre, radius, w->raster->mask, 0, hits, capacity, caster->user);
}

static bool is_in(square s, wend_vec point)
{
    return fabs((double)point.x - s.x) <= s.half && fabs((double)point.y - s.y) <= s.half;
}

/// Every hit is the nearest point of something convex, which so lies beyond the line through that point, across the way
/// to it. Does the square reach beyond that line?
static bool may_meet(square s, wend_vec point)
{
    double dx = (double)point.x - s.x, dy = (double)point.y - s.y;
    return s.half * (fabs(dx) + fabs(dy)) > (dx * dx + dy * dy) * (1.0 - 1e-9);
}

/// Does anything overlap a square? `quarters`: so often it may still be quartered.
static bool is_met(const work *w, square s, int quarters)
{
    wend_hit hits[HITS];
    int count = hits_round(w, s, hits, HITS);
    bool is_open = count <= HITS;
    for (int i = 0; i < count && i < HITS; i++)
    {
        if (hits[i].distance < 0.0f || is_in(s, hits[i].point))
            return true;
        is_open = is_open && !may_meet(s, hits[i].point);
    }
    if (is_open || quarters == 0)
        return !is_open;
    double half = s.half * 0.5;
    for (int i = 0; i < 4; i++)
    {
        square quarter = {s.x + (i & 1 ? half : -half), s.y + (i & 2 ? half : -half), half};
        if (is_met(w, quarter, quarters - 1))
            return true;
    }
    return false;
}

/// Is a point of a body's surface that of something with an inside?
static bool is_solid(const work *w, wend_vec point, uint64_t body, double step)
{
    for (int i = 0; i < 4; i++)
    {
        square probe = {(double)point.x + (i & 1 ? step : -step), (double)point.y + (i & 2 ? step : -step), 0.0};
        wend_hit hits[HITS];
        int count = hits_round(w, probe, hits, HITS);
        for (int k = 0; k < count && k < HITS; k++)
            if (hits[k].body == body && hits[k].distance < 0.0f)
                return true;
    }
    return false;
}

/// Does a thin wall lie on the edge of a square?
static bool is_edged(const work *w, square s)
{
    wend_hit hits[HITS];
    int count = hits_round(w, s, hits, HITS);
    for (int i = 0; i < count && i < HITS; i++)
        if (is_in(s, hits[i].point) && !is_solid(w, hits[i].point, hits[i].body, s.half * SLACK * 8.0))
            return true;
    return false;
}

static bool is_wall(const work *w, square s)
{
    square inner = {s.x, s.y, s.half * (1.0 - 2.0 * SLACK)}, outer = {s.x, s.y, s.half * (1.0 + 2.0 * SLACK)};
    return is_met(w, inner, QUARTERS) || is_edged(w, outer);
}

static void put(const work *w, wend_cell cell, bool gets_wall)
{
    if (gets_wall || w->raster->open > 0)
        wend_grid_set(w->grid, cell, gets_wall ? 0 : w->raster->open);
}

/// The cells of a square of `size` along its edge, those inside low..high.
static void fill(const work *w, wend_cell low, int size)
{
    const wend_raster *r = w->raster;
    if (low.x > r->high.x || low.y > r->high.y || low.x + size <= r->low.x || low.y + size <= r->low.y)
        return;
    const wend_grid_def *def = &w->grid->def;
    double edge = (double)def->cell_size, half = edge * size * 0.5;
    square s = {(double)def->origin.x + edge * low.x + half, (double)def->origin.y + edge * low.y + half, half};
    if (size == 1)
    {
        put(w, low, is_wall(w, s));
        return;
    }
    s.half += edge * 0.01;
    wend_hit hit;
    int count = hits_round(w, s, &hit, 1);
    if (count > 0 && fabs((double)hit.distance) <= s.half * 1.41422)
    {
        size /= 2;
        for (int i = 0; i < 4; i++)
            fill(w, (wend_cell){low.x + (i & 1) * size, low.y + (i >> 1) * size}, size);
        return;
    }
    // no surface comes near: all of it lies in something, or none
    for (int y = low.y; y < low.y + size; y++)
        for (int x = low.x; x < low.x + size; x++)
            if (x >= r->low.x && y >= r->low.y && x <= r->high.x && y <= r->high.y)
                put(w, (wend_cell){x, y}, count > 0);
}

wend_status wend_grid_rasterize(wend_grid *grid, const wend_raster *raster, wend_error *error)
{
    if (!grid || !raster)
        return error_set(error, WEND_ERROR_NULL, "the %s to rasterize is null", grid ? "wend_raster" : "grid");
    if (!raster->caster.around)
        return error_set(error, WEND_ERROR_NULL, "raster caster has no around, must have one");
    wend_cell low = raster->low, high = raster->high;
    if (!grid_is_inside(grid, low) || !grid_is_inside(grid, high) || high.x < low.x || high.y < low.y)
        return error_set(error, WEND_ERROR_VALUE,
                         "raster low is (%d, %d) and high (%d, %d), must be cells of the map of %d x %d in this order",
                         low.x, low.y, high.x, high.y, grid->def.width, grid->def.height);
    const work w = {grid, raster};
    for (int y = low.y; y <= high.y; y += BLOCK)
        for (int x = low.x; x <= high.x; x += BLOCK)
            fill(&w, (wend_cell){x, y}, BLOCK);
    return WEND_OK;
}
