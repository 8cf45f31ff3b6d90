// Lines of sight. A line that is flat goes row by row, a steep one column by column: in each it passes one run of
// cells, which is looked up in words of walls.
#include "compiler.h"
#include "sight.h"

#include <math.h>

#define POINT_UNIT 65536           // parts of a cell in which points are given
#define CELL_UNIT  2               // and middles of cells
#define TOUCHING   (1.0 / 32768.0) // in cells

/// A line turned and mirrored such that 0 <= dy <= dx. Line k of the map is `line` + k * `pitch`, k in cells along y.
typedef struct ray
{
    const uint64_t *line;
    ptrdiff_t pitch;
    int64_t ax, ay, bx, by; ///< in parts of a cell
    int64_t width, height;  ///< of the map, in cells, as the line sees it
} ray;

static const uint64_t *line_at(const ray *r, int64_t k)
{
    return r->line + (ptrdiff_t)k * r->pitch;
}

/// 64 cells of a line from `x` on, as bits.
static uint64_t walls_from(const uint64_t *line, int64_t x)
{
    uint64_t place = (uint64_t)(x + 64);
    const uint64_t *word = line + (place >> 6);
    unsigned shift = place & 63;
    return word[0] >> shift | word[1] << 1 << (63 - shift);
}

/// Is there a wall from cell `first` to `last` in a line (in both of two lines)?
static inline bool has_wall(const uint64_t *line, const uint64_t *other, int64_t first, int64_t last)
{
    for (; last - first >= 64; first += 64)
        if (walls_from(line, first) & walls_from(other, first))
            return true;
    if (last < first)
        return false;
    uint64_t rest = walls_from(line, first) & walls_from(other, first);
    return rest << (63 - (last - first)) != 0;
}

/// Is the corner (x, y) one at which two walls touch, and nothing else does?
static inline bool is_pinch(const ray *r, int64_t x, int64_t y)
{
    unsigned above = walls_from(line_at(r, y), x - 1) & 3, below = walls_from(line_at(r, y - 1), x - 1) & 3;
    return (above ^ below) == 3 && (above == 1 || above == 2);
}

ALWAYS_INLINE ray ray_between(const wend_grid *grid, int64_t ax, int64_t ay, int64_t bx, int64_t by, int64_t unit)
{
    int64_t dx = bx > ax ? bx - ax : ax - bx, dy = by > ay ? by - ay : ay - by;
    ray r = {.ax = ax, .ay = ay, .bx = bx, .by = by, .width = grid->def.width, .height = grid->def.height};
    const grid_lines *lines = &grid->layers[0].rows;
    if (dy > dx)
    {
        lines = &grid->layers[0].cols;
        r = (ray){.ax = ay, .ay = ax, .bx = by, .by = bx, .width = r.height, .height = r.width};
    }
    if (r.ax > r.bx || (r.ax == r.bx && r.ay > r.by))
        r = (ray){.ax = r.bx, .ay = r.by, .bx = r.ax, .by = r.ay, .width = r.width, .height = r.height};
    r.pitch = (ptrdiff_t)lines->pitch;
    r.line = lines->words + r.pitch;
    if (r.ay > r.by)
    {
        r.line += (r.height - 1) * r.pitch;
        r.pitch = -r.pitch;
        r.ay = r.height * unit - r.ay;
        r.by = r.height * unit - r.by;
    }
    return r;
}

// ---- a point moves -------------------------------------------------------------------------------------------------

static bool is_point_clear(const ray *r, int64_t unit)
{
    int64_t x = r->ax / unit, y = r->ay / unit;
    bool is_on_column = r->ax % unit == 0, is_on_row = r->ay % unit == 0;
    if (is_on_column && is_on_row && is_pinch(r, x, y))
        return false;
    return !has_wall(line_at(r, y), line_at(r, is_on_row ? y - 1 : y), x, x) ||
           (is_on_column && !has_wall(line_at(r, y), line_at(r, is_on_row ? y - 1 : y), x - 1, x - 1));
}

static bool is_level_clear(const ray *r, int64_t unit)
{
    int64_t y = r->ay / unit, first = r->ax / unit, last = (r->bx + unit - 1) / unit - 1;
    if (r->ay % unit != 0)
        return !has_wall(line_at(r, y), line_at(r, y), first, last);
    if (has_wall(line_at(r, y), line_at(r, y - 1), first, last))
        return false;
    for (int64_t x = (r->ax + unit - 1) / unit; x * unit <= r->bx; x++)
        if (is_pinch(r, x, y))
            return false;
    return true;
}

/// Between middles of cells the numbers are small, and short ones are divided faster.
ALWAYS_INLINE void divide(int64_t value, int64_t by, int64_t unit, int64_t *whole, int64_t *rest)
{
    *whole = unit == CELL_UNIT ? (int64_t)((uint32_t)value / (uint32_t)by) : value / by;
    *rest = value - *whole * by;
}

/// Where the line crosses from row to row is kept as a whole number of parts and a rest over dy.
ALWAYS_INLINE bool is_thin_clear(const wend_grid *grid, int64_t ax, int64_t ay, int64_t bx, int64_t by, int64_t unit)
{
    const ray r = ray_between(grid, ax, ay, bx, by, unit);
    int64_t dx = r.bx - r.ax, dy = r.by - r.ay;
    if (dy == 0)
        return dx == 0 ? is_point_clear(&r, unit) : is_level_clear(&r, unit);
    int64_t y = r.ay / unit, first = r.ax / unit;
    if (r.ay % unit == 0 && r.ax % unit == 0 && is_pinch(&r, first, y))
        return false;
    int64_t way, rest, step, step_rest;
    divide(((y + 1) * unit - r.ay) * dx, dy, unit, &way, &rest);
    divide(unit * dx, dy, unit, &step, &step_rest);
    int64_t x = r.ax + way;
    for (; (y + 1) * unit <= r.by; y++)
    {
        int64_t cell = x / unit;
        bool is_corner = rest == 0 && x % unit == 0;
        if (has_wall(line_at(&r, y), line_at(&r, y), first, is_corner ? cell - 1 : cell))
            return false;
        if (is_corner && is_pinch(&r, cell, y + 1))
            return false;
        first = cell;
        x += step;
        rest += step_rest;
        if (rest >= dy)
        {
            rest -= dy;
            x++;
        }
    }
    return y * unit >= r.by || !has_wall(line_at(&r, y), line_at(&r, y), first, (r.bx + unit - 1) / unit - 1);
}

// ---- a disc moves --------------------------------------------------------------------------------------------------

/// What a disc sweeps, in cells: between the discs at both ends lies a band with edges at (nx, -ny) from the line.
typedef struct sweep
{
    double ax, ay, bx, by, radius;
    double nx, ny, slope; ///< slope: dx / dy
} sweep;

static inline double half_chord(const sweep *s, double off)
{
    double square = s->radius * s->radius - off * off;
    return square > 0.0 ? sqrt(square) : 0.0;
}

/// How far the sweep reaches to the right where y is from `low` to `high`.
static inline double right_end(const sweep *s, double low, double high)
{
    if (high >= s->by)
        return s->bx + (low > s->by ? half_chord(s, low - s->by) : s->radius);
    if (high >= s->by - s->ny)
        return s->bx + half_chord(s, s->by - high);
    if (high >= s->ay - s->ny)
        return s->ax + s->nx + (high - (s->ay - s->ny)) * s->slope;
    return s->ax + half_chord(s, s->ay - high);
}

/// And to the left.
static inline double left_end(const sweep *s, double low, double high)
{
    if (low <= s->ay)
        return s->ax - (high < s->ay ? half_chord(s, s->ay - high) : s->radius);
    if (low <= s->ay + s->ny)
        return s->ax - half_chord(s, low - s->ay);
    if (low <= s->by + s->ny)
        return s->bx - s->nx - (s->by + s->ny - low) * s->slope;
    return s->bx - half_chord(s, low - s->by);
}

/// The last number of a cell that begins before `end`.
static inline int64_t cell_before(double end)
{
    int64_t cell = (int64_t)end;
    return (double)cell < end ? cell : cell - 1;
}

ALWAYS_INLINE bool is_fat_clear(const wend_grid *grid, int64_t ax, int64_t ay, int64_t bx, int64_t by, int64_t unit,
                                double radius)
{
    const ray r = ray_between(grid, ax, ay, bx, by, unit);
    const double part = 1.0 / (double)unit;
    sweep s = {
        (double)r.ax * part, (double)r.ay * part, (double)r.bx * part, (double)r.by * part, radius, 0.0, 0.0, 0.0};
    if (s.ax - radius < 0.0 || s.ay - radius < 0.0 || s.bx + radius > (double)r.width ||
        s.by + radius > (double)r.height)
        return false;
    double dx = s.bx - s.ax, dy = s.by - s.ay;
    if (dx > 0.0)
    {
        double scale = radius / sqrt(dx * dx + dy * dy);
        s.nx = dy * scale;
        s.ny = dx * scale;
        s.slope = dy > 0.0 ? dx / dy : 0.0;
    }
    int64_t last_row = cell_before(s.by + radius);
    for (int64_t row = (int64_t)(s.ay - radius); row <= last_row; row++)
    {
        double low = (double)row, high = (double)(row + 1);
        const uint64_t *line = line_at(&r, row);
        if (has_wall(line, line, (int64_t)left_end(&s, low, high), cell_before(right_end(&s, low, high))))
            return false;
    }
    return true;
}

// ---- who asks ------------------------------------------------------------------------------------------------------

double sight_radius(const wend_grid *grid, float radius)
{
    return (double)radius / (double)grid->def.cell_size - TOUCHING;
}

bool sight_of_cells(const wend_grid *grid, wend_cell from, wend_cell to, double radius)
{
    int64_t ax = 2 * from.x + 1, ay = 2 * from.y + 1, bx = 2 * to.x + 1, by = 2 * to.y + 1;
    return radius > 0.0 ? is_fat_clear(grid, ax, ay, bx, by, CELL_UNIT, radius)
                        : is_thin_clear(grid, ax, ay, bx, by, CELL_UNIT);
}

static bool is_radius(float radius)
{
    return radius >= 0.0f && isfinite(radius);
}

static bool is_inside(const wend_grid *grid, wend_cell cell)
{
    return cell.x >= 0 && cell.y >= 0 && cell.x < grid->def.width && cell.y < grid->def.height;
}

bool wend_grid_sees_cell(const wend_grid *grid, wend_cell from, wend_cell to, float radius)
{
    return grid && is_radius(radius) && is_inside(grid, from) && is_inside(grid, to) &&
           sight_of_cells(grid, from, to, sight_radius(grid, radius));
}

/// A place along one axis in parts of a cell. False outside the map.
static bool place_along(float point, float origin, float cell_size, int count, int64_t *place)
{
    double parts = floor(((double)point - (double)origin) / (double)cell_size * POINT_UNIT + 0.5);
    if (!(parts >= 0.0 && parts <= (double)count * POINT_UNIT))
        return false;
    *place = (int64_t)parts;
    return true;
}

static bool place_of(const wend_grid *grid, wend_vec point, int64_t *x, int64_t *y)
{
    const wend_grid_def *def = &grid->def;
    return place_along(point.x, def->origin.x, def->cell_size, def->width, x) &&
           place_along(point.y, def->origin.y, def->cell_size, def->height, y);
}

bool wend_grid_sees(const wend_grid *grid, wend_vec from, wend_vec to, float radius)
{
    int64_t ax, ay, bx, by;
    if (!grid || !is_radius(radius) || !place_of(grid, from, &ax, &ay) || !place_of(grid, to, &bx, &by))
        return false;
    double reach = sight_radius(grid, radius);
    return reach > 0.0 ? is_fat_clear(grid, ax, ay, bx, by, POINT_UNIT, reach)
                       : is_thin_clear(grid, ax, ay, bx, by, POINT_UNIT);
}

bool wend_grid_is_clear(wend_vec from, wend_vec to, float radius, void *user)
{
    return wend_grid_sees(user, from, to, radius);
}

// ---- costs along a line --------------------------------------------------------------------------------------------

bool sight_is_even(const wend_grid *grid, wend_cell from, wend_cell to)
{
    int64_t dx = to.x - from.x, dy = to.y - from.y;
    int64_t step_x = dx < 0 ? -1 : 1, step_y = (dy < 0 ? -1 : 1) * (int64_t)grid->stride;
    int64_t wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy, left = wide + high;
    int64_t lead = wide - high; // > 0: the next edge is that of a column, < 0: of a row, 0: a corner
    const uint8_t *cost = grid->cost + grid_index(grid->stride, from.x, from.y);
    for (uint8_t same = *cost; left > 0; left--)
    {
        int64_t next = lead;
        if (next >= 0)
        {
            cost += step_x;
            lead -= 2 * high;
        }
        if (next <= 0)
        {
            cost += step_y;
            lead += 2 * wide;
        }
        left -= next == 0;
        if (*cost != same)
            return false;
    }
    return true;
}
