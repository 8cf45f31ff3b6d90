// Theta* and lazy Theta*: a cell's parent is any cell that sees it.
#include "sight.h"

/// The lowest bit of a word of lazy Theta*: nobody has looked yet whether the parent sees the cell.
#define UNSEEN 1

static wend_cell place_of(const wend_grid_search *s, uint32_t cell)
{
    return (wend_cell){(int)(cell % s->stride) - 1, (int)(cell / s->stride) - 1};
}

static inline bool is_current(const wend_grid_search *s, uint32_t cell)
{
    return s->nodes[cell].word >> WORD_SHIFT == s->stamp >> WORD_SHIFT;
}

static inline bool is_closed(const wend_grid_search *s, uint32_t cell)
{
    return is_current(s, cell) && s->nodes[cell].prev == CLOSED;
}

static inline uint64_t length_between(int x, int y, wend_cell from)
{
    int64_t dx = from.x - x, dy = from.y - y;
    return search_euclidean((uint64_t)(dx < 0 ? -dx : dx), (uint64_t)(dy < 0 ? -dy : dy));
}

/// Is it known that a parent sees a cell? Then this one is a child of it as well, and was seen.
static inline bool is_child(const wend_grid_search *s, uint32_t cell, uint32_t parent)
{
    return s->parent[cell] == parent && is_current(s, cell) && !(s->nodes[cell].word & UNSEEN);
}

/// Can it be told without a look that `parent` at `from` sees a cell? The line comes in between two neighbours (along
/// a row, column or diagonal: through one). If both are seen, so is the cell: no wall is so small that it would lie
/// between their lines. A wall beside the last step could still be too near for a disc.
static inline bool is_known_to_be_seen(const wend_grid_search *s, uint32_t parent, wend_cell from, uint32_t cell, int x,
                                       int y)
{
    int dx = x - from.x, dy = y - from.y, wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy;
    uint32_t back_x = cell - (uint32_t)((dx > 0) - (dx < 0));
    uint32_t back_y = cell - (uint32_t)(((dy > 0) - (dy < 0)) * (int32_t)s->stride);
    uint32_t straight = wide >= high ? back_x : back_y;
    if (wide == 0 || high == 0)
        return is_child(s, straight, parent);
    unsigned beside = 1u << (dx > 0 ? 6 : 2) | 1u << (dy > 0 ? 0 : 4);
    return (s->around[cell] & beside) == beside && is_child(s, back_x + back_y - cell, parent) &&
           (wide == high || is_child(s, straight, parent));
}

static bool is_seen(const wend_grid_search *s, uint32_t parent, uint32_t cell, wend_cell from, wend_cell to)
{
    if (s->is_uniform && is_known_to_be_seen(s, parent, from, cell, to.x, to.y))
        return true;
    return sight_of_cells(s->grid, from, to, s->sight) && (s->is_uniform || sight_is_even(s->grid, from, to));
}

/// What a step in direction d costs.
static uint64_t step_cost(const wend_grid_search *s, uint32_t from, uint32_t to, int d)
{
    return s->step[d] * (s->is_uniform ? 1 : (uint64_t)s->cost[from] + s->cost[to]);
}

void theta_begin(wend_grid_search *s)
{
    if (s->query.heuristic == WEND_HEURISTIC_AUTO)
        s->heuristic = WEND_HEURISTIC_EUCLIDEAN;
    s->sight = sight_radius(s->grid, s->query.radius);
    s->moves = s->move_table[s->sight > 0.0 ? WEND_DIAGONAL_NONE : WEND_DIAGONAL_ONE][ANY_WAY];
}

double theta_leg(const wend_grid_search *s, uint32_t from, uint32_t to)
{
    wend_cell a = place_of(s, from), b = place_of(s, to);
    double dx = (double)(a.x - b.x), dy = (double)(a.y - b.y);
    return sqrt(dx * dx + dy * dy) * ((double)s->cost[from] + (double)s->cost[to]) * 0.5;
}

static inline void reach(wend_grid_search *s, uint32_t cell, int x, int y, uint64_t cost, uint32_t parent, int flag)
{
    if (search_reach(s, cell, x, y, cost, flag))
        s->parent[cell] = parent;
}

bool theta_settle(wend_grid_search *s, uint32_t cell, int x, int y)
{
    grid_node *node = &s->nodes[cell];
    if (!(node->word & UNSEEN))
        return true;
    node->word &= ~(uint64_t)UNSEEN;
    if (is_seen(s, s->parent[cell], cell, place_of(s, s->parent[cell]), (wend_cell){x, y}))
        return true;
    uint64_t best = UINT64_MAX;
    for (unsigned moves = s->moves[s->around[cell]]; moves; moves &= moves - 1)
    {
        int d = __builtin_ctz(moves);
        uint32_t other = cell + (uint32_t)s->offset[d];
        if (!is_closed(s, other))
            continue;
        uint64_t cost = node_cost(s->nodes[other].word) + step_cost(s, other, cell, d);
        if (cost >= best)
            continue;
        best = cost;
        s->parent[cell] = other;
    }
    uint64_t f = best + search_estimate(s, x, y);
    node->word = s->stamp | best << 3;
    if (f >> 13 <= s->open.now)
        return true;
    open_push(s, cell, f);
    return false;
}

/// Which moves are worth trying from a cell at (x, y) with nothing but open cells round about: those that don't lead back
/// towards the parent.
static unsigned moves_away(wend_cell from, int x, int y)
{
    static const uint8_t along_x[3] = {0xf1, 0xff, 0x1f}, along_y[3] = {0xc7, 0xff, 0x7c};
    int dx = (x > from.x) - (x < from.x), dy = (y > from.y) - (y < from.y);
    return along_x[dx + 1] & along_y[dy + 1];
}

/// By way of the parent if it sees the neighbour, else by a step from the cell.
void theta_expand(wend_grid_search *s, uint32_t cell, int x, int y)
{
    const uint32_t parent = s->parent[cell];
    const wend_cell from = place_of(s, parent);
    const uint64_t cost = node_cost(s->nodes[cell].word), parent_cost = node_cost(s->nodes[parent].word);
    const bool is_even = s->is_uniform || s->cost[parent] == s->cost[cell];
    const uint64_t unit = s->is_uniform ? 1 : 2 * (uint64_t)s->cost[cell];
    unsigned moves = s->moves[s->around[cell]];
    if (moves == 0xff && s->is_uniform && !s->is_thorough)
        moves &= moves_away(from, x, y);
    for (; moves; moves &= moves - 1)
    {
        int d = __builtin_ctz(moves);
        uint32_t next = cell + (uint32_t)s->offset[d];
        bool is_reached = is_current(s, next);
        if (is_reached && (s->nodes[next].prev == CLOSED || s->parent[next] == parent))
            continue;
        int next_x = x + grid_dx(d), next_y = y + grid_dy(d);
        bool has_leg = cell != s->start && is_even && (s->is_uniform || s->cost[next] == s->cost[cell]);
        if (has_leg)
        {
            uint64_t leg = parent_cost + length_between(next_x, next_y, from) * unit;
            if (is_reached && leg >= node_cost(s->nodes[next].word))
                continue;
            if (s->is_lazy || is_seen(s, parent, next, from, (wend_cell){next_x, next_y}))
            {
                reach(s, next, next_x, next_y, leg, parent, s->is_lazy ? UNSEEN : 0);
                continue;
            }
        }
        reach(s, next, next_x, next_y, cost + step_cost(s, cell, next, d), cell, 0);
    }
}

void theta_straighten(wend_grid_search *s)
{
    for (bool has_changed = true; has_changed;)
    {
        has_changed = false;
        for (uint32_t cell = s->end; cell != s->start;)
        {
            uint32_t parent = s->parent[cell], before = s->parent[parent];
            bool is_needless = parent != s->start && s->cost[cell] == s->cost[before] &&
                               is_seen(s, before, cell, place_of(s, before), place_of(s, cell));
            has_changed |= is_needless;
            if (is_needless)
                s->parent[cell] = before;
            else
                cell = parent;
        }
    }
}
