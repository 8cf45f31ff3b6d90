// Jump points: along a line 62 cells are looked at by a few operations on words of walls.
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
static inline uint32_t scan_up(scan_lines lines, uint32_t place, bool *is_wall)
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
            *is_wall = ahead >> __builtin_ctzll(stops) & 1;
            return place + 1 + (uint32_t)__builtin_ctzll(stops);
        }
    }
}

/// The same downward.
static inline uint32_t scan_down(scan_lines lines, uint32_t place, bool *is_wall)
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
            *is_wall = ahead << __builtin_clzll(stops) >> 63;
            return place - 1 - (uint32_t)__builtin_clzll(stops);
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

/// A cell that was passed: is it the nearest to the goal so far, or a cheaper way to that one? Asked only where no goal
/// can be reached, for it takes a fifth of the time.
static inline void pass(const jump *j, int x, int y, uint64_t cost)
{
    wend_grid_search *s = j->search;
    if (!s->is_tracing)
        return;
    int64_t dx = s->low_x - x, dy = s->low_y - y;
    uint64_t distance = (uint64_t)(dx * dx + dy * dy);
    if (distance > s->nearest_distance)
        return;
    uint32_t cell = grid_index(s->stride, x, y);
    bool is_cheaper = cell == s->end && cost < s->end_cost;
    if (distance == s->nearest_distance && cell >= s->end && !is_cheaper)
        return;
    s->nearest_distance = distance;
    s->end = cell;
    s->end_cost = cost;
    s->end_parent = j->origin;
}

static inline void reach(const jump *j, int x, int y, uint64_t cost, int d)
{
    uint32_t cell = grid_index(j->search->stride, x, y);
    if (search_reach(j->search, cell, x, y, cost, d))
        j->search->parent[cell] = j->origin;
}

static inline int held_between(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

/// Straight on from (x, y), in direction d, to the first jump point or wall.
static inline void jump_straight(const jump *j, int x, int y, uint64_t cost, int d)
{
    wend_grid_search *s = j->search;
    bool is_level = d == 2 || d == 6, is_up = d == 2 || d == 4, is_wall;
    const grid_lines *lines = is_level ? &s->grid->rows : &s->grid->cols;
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
    int last = is_wall ? (is_up ? to - 1 : to + 1) : to; // the last open cell
    int passed = is_up ? held_between(goal, from, last) : held_between(goal, last, from);
    uint64_t cost_there = cost + (uint64_t)(is_up ? passed - from : from - passed) * STRAIGHT;
    pass(j, is_level ? passed : x, is_level ? y : passed, cost_there);
    if (!is_wall)
        reach(j, is_level ? to : x, is_level ? y : to, cost + (uint64_t)(is_up ? to - from : from - to) * STRAIGHT, d);
}

/// Step by step in direction d, diagonal (or, with four directions, up and down), and from each step straight on to
/// both sides of d, as far as it goes or to a cell where another way begins.
static void jump_sweep(const jump *j, int x, int y, uint64_t cost, int d)
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

void jump_expand(wend_grid_search *s, uint32_t cell, int x, int y)
{
    const jump j = {s, cell};
    uint64_t word = s->nodes[cell].word, cost = node_cost(word);
    int came = cell == s->start ? ANY_WAY : (int)(word & 7);
    bool has_diagonals = s->query.diagonal != WEND_DIAGONAL_NEVER;
    for (unsigned moves = s->moves[came * 256 + s->around[cell]]; moves; moves &= moves - 1)
    {
        int d = __builtin_ctz(moves);
        bool is_sweep = has_diagonals ? d & 1 : d == 0 || d == 4;
        if (is_sweep)
            jump_sweep(&j, x, y, cost, d);
        else
            jump_straight(&j, x, y, cost, d);
    }
}
