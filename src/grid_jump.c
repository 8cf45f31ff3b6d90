// Jump points: along a line 62 cells are looked at by a few operations on words of walls.
#include "compiler.h"
#include "grids.h"

// ---- along a line --------------------------------------------------------------------------------------------------

/// The three lines that a scan looks at: its own, and those beside it.
typedef struct scan_lines
{
    const uint64_t *left, *own, *right;
    wend_diagonal diagonal;
} scan_lines;

/// 64 bits of a line from `place` on.
static inline uint64_t bits_from(const uint64_t *line, uint32_t place)
{
    const uint64_t *word = line + (place >> 6);
    uint32_t shift = place & 63;
    return word[0] >> shift | word[1] << 1 << (63 - shift);
}

/// Where a side line has a wall before (in the direction of the scan) an open cell, at the wall. A corner that is not
/// cut is turned one cell later, at the open cell; in an open line it is cut at the wall. (`ahead` is the own line,
/// shifted by a cell: with ONE a corner is cut only where it doesn't block as well.)
#define CORNERS(side, next_side, ahead, diagonal)                                                                      \
    ((side) & ~(next_side) & ~((diagonal) == WEND_DIAGONAL_ONE ? (ahead) : 0))

/// From `place` upward: the first place where a way may have to turn, or the wall in which the line ends. The walls
/// behind each line end every scan.
ALWAYS_INLINE uint32_t scan_up(scan_lines lines, uint32_t place, bool *is_wall)
{
    for (;; place += 62)
    {
        uint64_t left = bits_from(lines.left, place), own = bits_from(lines.own, place);
        uint64_t right = bits_from(lines.right, place), ahead = own >> 1;
        uint64_t turns =
            CORNERS(left, left >> 1, ahead, lines.diagonal) | CORNERS(right, right >> 1, ahead, lines.diagonal);
        if (lines.diagonal > WEND_DIAGONAL_NONE)
            turns >>= 1;
        uint64_t stops = (turns | ahead) & ~((uint64_t)3 << 62);
        if (stops)
        {
            *is_wall = ahead >> zeros_below_64(stops) & 1;
            return place + 1 + (uint32_t)zeros_below_64(stops);
        }
    }
}

/// The same downward.
ALWAYS_INLINE uint32_t scan_down(scan_lines lines, uint32_t place, bool *is_wall)
{
    for (;; place -= 62)
    {
        uint64_t left = bits_from(lines.left, place - 63), own = bits_from(lines.own, place - 63);
        uint64_t right = bits_from(lines.right, place - 63), ahead = own << 1;
        uint64_t turns =
            CORNERS(left, left << 1, ahead, lines.diagonal) | CORNERS(right, right << 1, ahead, lines.diagonal);
        if (lines.diagonal > WEND_DIAGONAL_NONE)
            turns <<= 1;
        uint64_t stops = (turns | ahead) & ~(uint64_t)3;
        if (stops)
        {
            *is_wall = ahead << zeros_above_64(stops) >> 63;
            return place - 1 - (uint32_t)zeros_above_64(stops);
        }
    }
}

// ---- jumps ---------------------------------------------------------------------------------------------------------

/// From where jumps begin: the cell that is being expanded.
typedef struct jump
{
    wend_grid_search *search;
    uint32_t origin;
} jump;

/// A cell that was passed: is it the nearest to the goal so far, or a cheaper way to that one?
static void pass(const jump *j, int x, int y, uint64_t cost)
{
    wend_grid_search *s = j->search;
    uint32_t cell = grid_index(s->stride, x, y);
    bool is_end;
    uint64_t distance = search_distance(s, x, y, false, &is_end);
    bool is_cheaper = cell == s->end && cost < s->end_cost;
    bool is_nearer = distance < s->nearest_distance || (distance == s->nearest_distance && cell < s->end);
    if (!is_nearer && !is_cheaper)
        return;
    s->nearest_distance = distance;
    s->end = cell;
    s->end_cost = cost;
    s->end_parent = j->origin;
}

static int held_between(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

/// All cells from (x, y) in direction d to `last`, along that line: of those only the nearest matters.
NEVER_INLINE void pass_line(const jump *j, int x, int y, uint64_t cost, int d, int last)
{
    bool is_level = d == 2 || d == 6, is_up = d == 2 || d == 4;
    int from = is_level ? x : y, goal = is_level ? j->search->low_x : j->search->low_y;
    int nearest = is_up ? held_between(goal, from, last) : held_between(goal, last, from);
    cost += (uint64_t)(is_up ? nearest - from : from - nearest) * STRAIGHT;
    pass(j, is_level ? nearest : x, is_level ? y : nearest, cost);
}

static inline void reach(const jump *j, int x, int y, uint64_t cost, int d)
{
    uint32_t cell = grid_index(j->search->stride, x, y);
    if (search_reach(j->search, cell, x, y, cost, d, false))
        j->search->parent[cell] = j->origin;
}

/// Straight on from (x, y), in direction d, to the first jump point or wall.
ALWAYS_INLINE void jump_straight(const jump *j, int x, int y, uint64_t cost, int d)
{
    wend_grid_search *s = j->search;
    bool is_level = d == 2 || d == 6, is_up = d == 2 || d == 4, is_wall;
    const grid_lines *lines = is_level ? &s->layer->rows : &s->layer->cols;
    const uint64_t *own = lines->words + (size_t)((is_level ? y : x) + 1) * lines->pitch;
    scan_lines look = {own - lines->pitch, own, own + lines->pitch, s->query.diagonal};
    int from = is_level ? x : y, goal = is_level ? s->low_x : s->low_y;
    bool is_line_of_goal = is_level ? y == s->low_y : x == s->low_x;
    int to =
        (int)(is_up ? scan_up(look, (uint32_t)from + 64, &is_wall) : scan_down(look, (uint32_t)from + 64, &is_wall));
    to -= 64;
    if (is_line_of_goal && (is_up ? goal > from && goal <= to : goal < from && goal >= to))
    {
        to = goal;
        is_wall = false;
    }
    if (s->is_tracing)
        pass_line(j, x, y, cost, d, !is_wall ? to : is_up ? to - 1 : to + 1);
    if (!is_wall)
        reach(j, is_level ? to : x, is_level ? y : to, cost + (uint64_t)(is_up ? to - from : from - to) * STRAIGHT, d);
}

/// Step by step in direction d, diagonal (or, with four directions, up and down), and from each step straight on to
/// both sides of d, as far as it goes or to a cell where another way begins.
ALWAYS_INLINE void jump_sweep(const jump *j, int x, int y, uint64_t cost, int d)
{
    wend_grid_search *s = j->search;
    const uint8_t *allowed = s->moves + ANY_WAY * 256, *follow = s->moves + d * 256;
    int turn = d & 1 ? 1 : 2, left = (d - turn) & 7, right = (d + turn) & 7;
    uint8_t usual = (uint8_t)(1 << d | 1 << left | 1 << right);
    for (uint32_t cell = j->origin; allowed[s->around[cell]] >> d & 1;)
    {
        cell += (uint32_t)s->offset[d];
        x += grid_dx(d);
        y += grid_dy(d);
        cost += s->step[d];
        if (s->is_tracing)
            pass(j, x, y, cost);
        if ((x == s->low_x && y == s->low_y) || (follow[s->around[cell]] & ~usual))
        {
            reach(j, x, y, cost, d);
            return;
        }
        jump_straight(j, x, y, cost, left);
        jump_straight(j, x, y, cost, right);
    }
}

/// One direction, which is constant where this is called.
ALWAYS_INLINE void jump_towards(const jump *j, int x, int y, uint64_t cost, int d, bool has_diagonals)
{
    bool is_sweep = has_diagonals ? d & 1 : d == 0 || d == 4;
    if (is_sweep)
        jump_sweep(j, x, y, cost, d);
    else if (!(d & 1))
        jump_straight(j, x, y, cost, d);
}

void jump_expand(wend_grid_search *s, uint32_t cell, int x, int y)
{
    const jump j = {s, cell};
    uint64_t word = s->nodes[cell].word, cost = node_cost(word);
    int came = cell == s->start ? ANY_WAY : (int)(word & 7);
    bool has_diagonals = s->query.diagonal != WEND_DIAGONAL_NEVER;
    for (unsigned moves = s->moves[came * 256 + s->around[cell]]; moves; moves &= moves - 1)
    {
        switch (zeros_below(moves))
        {
        case 0: jump_towards(&j, x, y, cost, 0, has_diagonals); break;
        case 1: jump_towards(&j, x, y, cost, 1, true); break;
        case 2: jump_towards(&j, x, y, cost, 2, true); break;
        case 3: jump_towards(&j, x, y, cost, 3, true); break;
        case 4: jump_towards(&j, x, y, cost, 4, has_diagonals); break;
        case 5: jump_towards(&j, x, y, cost, 5, true); break;
        case 6: jump_towards(&j, x, y, cost, 6, true); break;
        default: jump_towards(&j, x, y, cost, 7, true); break;
        }
    }
}
