// Cones of sight: how they pass rows of cells, are split by walls, and turn at corners.
#include "any_angle.h"
#include "compiler.h"

#include <math.h>

// What a row farther is at most to the side: a ray along a line, for any map.
#define LEVEL 1e9

// A start has 8 bits below a cell, corners none. So a place on a line to which a ray comes, from a root through a corner,
// and another such place, or a corner, are the same or at least 2^-29 apart. Doubles err by less than 2^-37.
#define SAME (1.0 / ((int64_t)1 << 31))

// ---- walls in a row ------------------------------------------------------------------------------------------------

static inline const uint64_t *row_of(const wend_grid_search *s, int row)
{
    return s->layer->rows.words + (size_t)(row + 1) * s->layer->rows.pitch;
}

static inline bool is_wall(const uint64_t *row, int x)
{
    uint32_t place = (uint32_t)(x + 64);
    return row[place >> 6] >> (place & 63) & 1;
}

/// Has one of two rows a wall from low to high?
ALWAYS_INLINE bool any_wall(const uint64_t *row, const uint64_t *other, int low, int high)
{
    uint32_t place = (uint32_t)(low + 64), last = (uint32_t)(high + 64), word = place >> 6;
    uint64_t mask = ~(uint64_t)0 << (place & 63);
    for (; word < last >> 6; word++, mask = ~(uint64_t)0)
        if ((row[word] | other[word]) & mask)
            return true;
    return ((row[word] | other[word]) & mask & ~(uint64_t)0 >> (63 - (last & 63))) != 0;
}

/// The first wall from `low` on. Behind a row there is one.
static inline int first_wall(const uint64_t *row, int low)
{
    uint32_t place = (uint32_t)(low + 64), word = place >> 6;
    uint64_t bits = row[word] & ~(uint64_t)0 << (place & 63);
    while (!bits)
        bits = row[++word];
    return (int)(word << 6) + zeros_below_64(bits) - 64;
}

/// The first open cell from `low` on, or one after `high`.
static inline int first_open(const uint64_t *row, int low, int high)
{
    uint32_t place = (uint32_t)(low + 64), last = (uint32_t)(high + 64), word = place >> 6;
    uint64_t bits = ~row[word] & ~(uint64_t)0 << (place & 63);
    while (!bits && word < last >> 6)
        bits = ~row[++word];
    return bits ? (int)(word << 6) + zeros_below_64(bits) - 64 : high + 1;
}

/// The last wall up to `high`. Before a row there is one.
static inline int last_wall(const uint64_t *row, int high)
{
    uint32_t place = (uint32_t)(high + 64), word = place >> 6;
    uint64_t bits = row[word] & ~(uint64_t)0 >> (63 - (place & 63));
    while (!bits)
        bits = row[--word];
    return (int)(word << 6) + 63 - zeros_above_64(bits) - 64;
}

/// How many rows, from one on, are open between two walls like the row before; at most so many, if that isn't negative.
ALWAYS_INLINE int same_rows(const uint64_t *row, ptrdiff_t pitch, int left, int right, int most)
{
    int count = right - left + 1;
    if (count > 64)
        return 0;
    uint32_t place = (uint32_t)(left + 64), shift = place & 63;
    uint64_t mask = ~(uint64_t)0 >> (64 - count), walls = 1 | (uint64_t)1 << (count - 1);
    row += place >> 6;
    for (int rows = 0;; rows++, row += pitch)
        if (rows == most || ((row[0] >> shift | row[1] << 1 << (63 - shift)) & mask) != walls)
            return rows;
}
// ---- lengths -------------------------------------------------------------------------------------------------------

static inline double distance(double dx, double dy)
{
    return sqrt(dx * dx + dy * dy);
}

/// What differs by less is the same length: 2^-42 of it, far more than sums err.
#define SAME_LENGTH 32

/// What the way through a cone costs at least, whose interval lies on `line`.
static inline double cone_estimate(const any_angle *any, const any_cone *cone, double line)
{
    double rows = fabs(line - (double)cone->y), beyond = fabs(any->goal_y - line),
           aside = any->goal_x - (double)cone->x;
    double left = cone->left * rows, right = cone->right * rows, all = rows + beyond;
    if (aside * rows < left * all)
        return cone->length + distance(left, rows) + distance(aside - left, beyond);
    if (aside * rows > right * all)
        return cone->length + distance(right, rows) + distance(aside - right, beyond);
    return cone->length + distance(aside, all);
}
// ---- what a cone leads to ------------------------------------------------------------------------------------------

/// The goal can be seen from a root.
static void see_goal(wend_grid_search *s, const any_cone *cone)
{
    any_angle *any = s->any;
    double length = cone->length + distance(any->goal_x - (double)cone->x, any->goal_y - (double)cone->y);
    if (length >= any->best)
        return;
    any->best = length;
    any->end_x = any->goal_x;
    any->end_y = any->goal_y;
    any->end_root = cone->root;
}

/// A way turns at a corner: a new root, unless a way that is as short is known. `turned` says where it sees.
static void turn_at(wend_grid_search *s, const any_cone *from, int x, int y, any_cone turned)
{
    any_angle *any = s->any;
    uint32_t corner = grid_index(s->stride, x, y);
    double length = from->length + distance((double)x - (double)from->x, (double)y - (double)from->y);
    uint64_t word = s->stamp | length_bits(length);
    if (word + SAME_LENGTH >= s->nodes[corner].word)
        return;
    double f = length + distance(any->goal_x - x, any->goal_y - y);
    if (f >= any->best)
        return;
    s->nodes[corner].word = word;
    s->parent[corner] = from->root;
    turned.length = length;
    turned.x = (float)x;
    turned.y = (float)y;
    turned.root = corner;
    cone_push(s, &turned, f);
}

/// Along the line of a root, to the first corner where a way may turn, or as far as it goes.
static void go_along(wend_grid_search *s, const any_cone *cone)
{
    any_angle *any = s->any;
    int y = (int)cone->y, step = cone->along, x = step > 0 ? (int)floorf(cone->x) : (int)ceilf(cone->x);
    // a cell is named by the corner on that side of it which is come to first
    int side = step > 0 ? 0 : -1;
    const uint64_t *above = row_of(s, y - 1), *below = row_of(s, y);
    bool was_above = is_wall(above, x + side), was_below = is_wall(below, x + side);
    while (!was_above || !was_below)
    {
        x += step;
        bool is_above = is_wall(above, x + side), is_below = is_wall(below, x + side);
        bool is_blocked = (was_above || is_above) && (was_below || is_below);
        bool is_turn = !is_blocked && ((was_above && !is_above) || (was_below && !is_below));
        if (is_turn || is_blocked)
        {
            bool down = was_below;
            any_cone turned = {.left = step > 0 ? 0.0 : -LEVEL, .right = step > 0 ? LEVEL : 0.0};
            turned.down = down ? 1 : -1;
            turned.row = down ? y : y - 1;
            turned.along = cone->along;
            if (is_turn)
                turn_at(s, cone, x, y, turned);
            break;
        }
        was_above = is_above;
        was_below = is_below;
    }
    bool is_before = step > 0 ? any->goal_x >= (double)cone->x && any->goal_x <= x
                              : any->goal_x <= (double)cone->x && any->goal_x >= x;
    if (any->goal_y == (double)cone->y && is_before)
        see_goal(s, cone);
}
/// Opens a part of a cone that has passed a row and come to a line.
static void open_part(wend_grid_search *s, const any_cone *cone, double left, double right, double line)
{
    any_cone part = *cone;
    part.left = left;
    part.right = right;
    part.row += part.down;
    part.along = 0;
    double f = cone_estimate(s->any, &part, line);
    if (f < s->any->best)
        cone_push(s, &part, f);
}

/// What comes through a line with walls behind it, and can be seen between two rays.
typedef struct any_slit
{
    int y;
    int wall_left, wall_right; ///< walls before the line that bound it; INT32_MIN, INT32_MAX: none does
    double left, right;        ///< its ends as rays
    double a, b;               ///< and as places
} any_slit;

/// A way may turn at walls that end at a slit.
ALWAYS_INLINE void turn_at_ends(wend_grid_search *s, const any_cone *cone, const uint64_t *ahead, const any_slit *slit,
                                int down)
{
    any_cone turned = {.down = (int8_t)down, .row = cone->row + down};
    if (slit->wall_left > INT32_MIN && !is_wall(ahead, slit->wall_left) && !is_wall(ahead, slit->wall_left + 1))
    {
        turned.left = -LEVEL;
        turned.right = slit->left;
        turned.along = -1;
        turn_at(s, cone, slit->wall_left + 1, slit->y, turned);
    }
    if (slit->wall_right < INT32_MAX && !is_wall(ahead, slit->wall_right) && !is_wall(ahead, slit->wall_right - 1))
    {
        turned.left = slit->right;
        turned.right = LEVEL;
        turned.along = 1;
        turn_at(s, cone, slit->wall_right, slit->y, turned);
    }
}

/// Goes through a slit: turns at its corners, opens its parts but the last, whose rays the cone gets. Returns how many
/// parts there are.
ALWAYS_INLINE int split(wend_grid_search *s, any_cone *cone, const uint64_t *ahead, any_slit slit, int down)
{
    double rows = fabs(slit.y - (double)cone->y), root_x = (double)cone->x;
    any_cone turned = {.down = (int8_t)down, .row = cone->row + down};
    double left = 0, right = 0;
    int parts = 0;
    int low = (int)(slit.a + (1 - SAME)), x = (int)(slit.a + SAME), high = (int)(slit.b + SAME);
    // a wall that only touches the left end is passed first
    if (x == low && slit.wall_left == INT32_MIN && is_wall(ahead, x - 1))
        x--;
    for (;;)
    {
        if (is_wall(ahead, x))
        {
            x = first_open(ahead, x + 1, high);
            if (x > high || x == slit.wall_right)
                break;
            double ray = (x - root_x) / rows;
            if (x > root_x)
            {
                turned.left = 0;
                turned.right = ray;
                turn_at(s, cone, x, slit.y, turned);
            }
            if (x > slit.a)
            {
                slit.left = ray;
                slit.a = x;
            }
        }
        if (slit.a > slit.b - SAME)
            break;
        if (parts > 0)
            open_part(s, cone, left, right, slit.y);
        parts++;
        left = slit.left;
        right = slit.right;
        x = first_wall(ahead, x + 1);
        if (x > high || (x == high && x == slit.wall_right))
            break;
        double ray = (x - root_x) / rows;
        if (x < slit.b - SAME)
            right = ray;
        if (x < root_x)
        {
            turned.left = ray;
            turned.right = 0;
            turn_at(s, cone, x, slit.y, turned);
        }
    }
    cone->left = left;
    cone->right = right;
    return parts;
}

/// A place on a line, not far outside of the map.
ALWAYS_INLINE double held(double place, double most)
{
    place = place > -0.5 ? place : -0.5;
    return place < most ? place : most;
}

/// Is the goal in the row that a cone passes, and seen between its walls? So many rows lie before that row.
ALWAYS_INLINE bool is_goal_seen(const any_angle *any, const any_cone *cone, double before, int wall_left,
                                int wall_right, int down)
{
    double rows = (any->goal_y - (double)cone->y) * down, x = any->goal_x, aside = x - (double)cone->x;
    return rows > before && aside >= cone->left * rows - SAME && aside <= cone->right * rows + SAME &&
           x >= wall_left + 1 && x <= wall_right;
}

/// What of an interval comes through a row between two walls; the rays of the ends are still the cone's.
ALWAYS_INLINE any_slit slit_between(const any_cone *cone, int wall_left, int wall_right, double a, double b)
{
    any_slit slit = {0, INT32_MIN, INT32_MAX, cone->left, cone->right, a, b};
    if (wall_left + 1 >= a - SAME)
    {
        slit.wall_left = wall_left;
        slit.a = wall_left + 1;
    }
    if (wall_right <= b + SAME)
    {
        slit.wall_right = wall_right;
        slit.b = wall_right;
    }
    return slit;
}

/// Lets a cone pass rows until it is split or ends.
ALWAYS_INLINE void expand(wend_grid_search *s, any_cone cone, int down)
{
    any_angle *any = s->any;
    if (cone.along)
        go_along(s, &cone);
    ptrdiff_t pitch = (ptrdiff_t)s->layer->rows.pitch * down;
    const uint64_t *row = row_of(s, cone.row);
    int goal_row = any->goal_row[down > 0];
    double most = s->grid->def.width + 0.5, root_x = (double)cone.x, root_y = (double)cone.y;
    double line = down > 0 ? cone.row : cone.row + 1, before = (line - root_y) * down;
    before = before > 0 ? before : 0;
    // on each line: the cells that touch the interval's ends from outside, or hold them
    int near_low = (int)(root_x + cone.left * before + (1 - SAME)) - 1;
    int near_high = (int)(root_x + cone.right * before + SAME);
    for (;; cone.row += down, row += pitch)
    {
        line += down;
        double rows = (line - root_y) * down;
        double a = held(root_x + cone.left * rows, most), b = held(root_x + cone.right * rows, most);
        int low = (int)(a + (1 - SAME)) - 1, high = (int)(b + SAME);
        if (cone.row == goal_row ||
            any_wall(row, row + pitch, low < near_high ? low : near_high, high > near_low ? high : near_low))
        {
            // the walls beside the way through this row
            int wall_left = last_wall(row, near_low), wall_right = first_wall(row, near_high);
            if (cone.row == goal_row && is_goal_seen(any, &cone, before, wall_left, wall_right, down))
                see_goal(s, &cone);
            any_slit slit = slit_between(&cone, wall_left, wall_right, a, b);
            if (slit.a > slit.b + SAME)
                return;
            if (slit.wall_left == wall_left && slit.wall_right == wall_right)
            {
                int same = same_rows(row + pitch, pitch, wall_left, wall_right, (goal_row - cone.row) * down - 1);
                cone.row += same * down;
                row += same * pitch;
                line += same * down;
                rows += same;
            }
            slit.y = (int)line;
            if (slit.wall_left == wall_left)
                slit.left = (slit.a - root_x) / rows;
            if (slit.wall_right == wall_right)
                slit.right = (slit.b - root_x) / rows;
            turn_at_ends(s, &cone, row + pitch, &slit, down);
            int parts = split(s, &cone, row + pitch, slit, down);
            if (parts > 1)
                open_part(s, &cone, cone.left, cone.right, line);
            if (parts != 1)
                return;
            low = (int)(root_x + cone.left * rows + (1 - SAME)) - 1;
            high = (int)(root_x + cone.right * rows + SAME);
        }
        near_low = low;
        near_high = high;
        before = rows;
    }
}

void cone_expand(wend_grid_search *s, const any_cone *cone)
{
    if (cone->down > 0)
        expand(s, *cone, 1);
    else
        expand(s, *cone, -1);
}

// ---- the start -----------------------------------------------------------------------------------------------------

/// A cone from the start into a row, if the cell there (or one of two, if the start lies between them) is open.
static void open_start(wend_grid_search *s, int row, int down)
{
    any_angle *any = s->any;
    const uint64_t *walls = row_of(s, row);
    if (is_wall(walls, (int)floor(any->start_x)) && is_wall(walls, (int)ceil(any->start_x) - 1))
        return;
    any_cone cone = {-LEVEL, LEVEL,   0,       (float)any->start_x, (float)any->start_y,
                     row,    NO_CELL, NO_CELL, (int8_t)down,        0};
    cone_push(s, &cone, distance(any->goal_x - any->start_x, any->goal_y - any->start_y));
}

void cones_from_start(wend_grid_search *s)
{
    any_angle *any = s->any;
    any->goal_row[0] = (int)floor(any->goal_y);
    any->goal_row[1] = (int)ceil(any->goal_y) - 1;
    any_cone start = {.x = (float)any->start_x, .y = (float)any->start_y, .root = NO_CELL};
    int row = (int)floor(any->start_y);
    bool is_on_line = any->start_y == row;
    open_start(s, row, 1);
    open_start(s, is_on_line ? row - 1 : row, -1);
    if (is_on_line)
    {
        start.along = 1;
        go_along(s, &start);
        start.along = -1;
        go_along(s, &start);
    }
    else if (any->goal_y == any->start_y)
    {
        const uint64_t *walls = row_of(s, row);
        if (any->goal_x >= last_wall(walls, (int)ceil(any->start_x) - 1) + 1 &&
            any->goal_x <= first_wall(walls, (int)any->start_x))
            see_goal(s, &start);
    }
}
