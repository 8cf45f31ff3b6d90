// Theta* and lazy Theta*: a cell's parent is any cell that sees it.
#include "compiler.h"
#include "sight.h"

/// The lowest bit of a word of lazy Theta*: nobody has looked yet whether the parent sees the cell.
#define UNSEEN 1

/// Up to this radius a body can pass a wall's corner on its way from a cell to the next but one.
#define NARROW 0.2237

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
    s->has_strides = s->sight > 0.0 && (s->sight < NARROW || s->layer != s->grid->layers);
}

static inline void reach(wend_grid_search *s, uint32_t cell, int x, int y, uint64_t cost, uint32_t parent, int flag)
{
    if (search_reach(s, cell, x, y, cost, flag, false))
        s->parent[cell] = parent;
}

// ---- strides -------------------------------------------------------------------------------------------------------

// Steps that no move is: past the corner of a wall, and for large bodies between cells they don't fit in.
#define STRIDES 12

static wend_cell stride(int i, int x, int y)
{
    static const int8_t dx[STRIDES] = {1, 1, -1, -1, 1, 2, 2, 1, -1, -2, -2, -1};
    static const int8_t dy[STRIDES] = {-1, 1, 1, -1, -2, -1, 1, 2, 2, 1, -1, -2};
    return (wend_cell){x + dx[i], y + dy[i]};
}

/// Is there a cell at the end of a stride, other than by a diagonal move?
static bool is_stride(const wend_grid_search *s, uint32_t cell, int i, wend_cell to)
{
    bool is_move = i < 4 && s->moves[s->around[cell]] >> (2 * i + 1) & 1;
    return !is_move && grid_is_inside(s->grid, to) && grid_is_open(s->layer, to.x, to.y);
}

/// What it costs, and whether the body can make it.
static uint64_t stride_cost(const wend_grid_search *s, uint32_t from, uint32_t to, int i)
{
    uint64_t length = search_euclidean(i < 4 ? 1 : 2, 1);
    return length * (s->is_uniform ? 1 : (uint64_t)s->cost[from] + s->cost[to]);
}

static bool is_stride_clear(const wend_grid_search *s, wend_cell from, wend_cell to)
{
    return sight_of_cells(s->grid, from, to, s->sight) && (s->is_uniform || sight_is_even(s->grid, from, to));
}

// ---- expanding -----------------------------------------------------------------------------------------------------

bool theta_settle(wend_grid_search *s, uint32_t cell, int x, int y)
{
    grid_node *node = &s->nodes[cell];
    if (!(node->word & UNSEEN))
        return true;
    node->word &= ~(uint64_t)UNSEEN;
    if (is_seen(s, s->parent[cell], cell, search_cell(s, s->parent[cell]), (wend_cell){x, y}))
        return true;
    uint64_t best = UINT64_MAX;
    for (unsigned moves = s->moves[s->around[cell]]; moves; moves &= moves - 1)
    {
        int d = zeros_below(moves);
        uint32_t other = cell + (uint32_t)s->offset[d];
        if (!is_closed(s, other))
            continue;
        uint64_t cost = node_cost(s->nodes[other].word) + step_cost(s, other, cell, d);
        if (cost >= best)
            continue;
        best = cost;
        s->parent[cell] = other;
    }
    for (int i = 0; i < STRIDES && s->has_strides; i++)
    {
        wend_cell to = stride(i, x, y);
        uint32_t other = grid_index(s->stride, to.x, to.y);
        if (!is_stride(s, cell, i, to) || !is_closed(s, other))
            continue;
        uint64_t cost = node_cost(s->nodes[other].word) + stride_cost(s, other, cell, i);
        if (cost >= best || !is_stride_clear(s, to, (wend_cell){x, y}))
            continue;
        best = cost;
        s->parent[cell] = other;
    }
    uint64_t f = best + search_estimate(s, x, y, false);
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

/// A cell that is being expanded.
typedef struct expansion
{
    uint32_t cell, parent;
    wend_cell at, from; ///< of the parent
    uint64_t cost, parent_cost;
    uint64_t unit; ///< what a length of 1 / STRAIGHT costs in cells like this one
    bool is_even;  ///< can the parent have legs beyond the cell?
} expansion;

/// Could the cell be any use to another one?
static inline bool is_wanted(const wend_grid_search *s, const expansion *e, uint32_t next)
{
    return !is_current(s, next) || (s->nodes[next].prev != CLOSED && s->parent[next] != e->parent);
}

/// By way of the parent if that sees the next cell (of lazy Theta*: it is supposed that it does), else from the cell.
static inline void offer(wend_grid_search *s, const expansion *e, uint32_t next, int x, int y, uint64_t step)
{
    if (e->is_even && (s->is_uniform || s->cost[next] == s->cost[e->cell]))
    {
        uint64_t leg = e->parent_cost + length_between(x, y, e->from) * e->unit;
        if (is_current(s, next) && leg >= node_cost(s->nodes[next].word))
            return;
        if (s->is_lazy || is_seen(s, e->parent, next, e->from, (wend_cell){x, y}))
        {
            reach(s, next, x, y, leg, e->parent, s->is_lazy ? UNSEEN : 0);
            return;
        }
    }
    reach(s, next, x, y, e->cost + step, e->cell, 0);
}

static void offer_strides(wend_grid_search *s, const expansion *e)
{
    for (int i = 0; i < STRIDES; i++)
    {
        wend_cell to = stride(i, e->at.x, e->at.y);
        uint32_t next = grid_index(s->stride, to.x, to.y);
        if (is_stride(s, e->cell, i, to) && is_wanted(s, e, next) && is_stride_clear(s, e->at, to))
            offer(s, e, next, to.x, to.y, stride_cost(s, e->cell, next, i));
    }
}

void theta_expand(wend_grid_search *s, uint32_t cell, int x, int y)
{
    const uint32_t parent = s->parent[cell];
    const expansion e = {
        .cell = cell,
        .parent = parent,
        .at = {x, y},
        .from = search_cell(s, parent),
        .cost = node_cost(s->nodes[cell].word),
        .parent_cost = node_cost(s->nodes[parent].word),
        .unit = s->is_uniform ? 1 : 2 * (uint64_t)s->cost[cell],
        .is_even = cell != s->start && (s->is_uniform || s->cost[parent] == s->cost[cell]),
    };
    unsigned moves = s->moves[s->around[cell]];
    if (moves == 0xff && s->is_uniform && !s->is_thorough)
        moves &= moves_away(e.from, x, y);
    for (; moves; moves &= moves - 1)
    {
        int d = zeros_below(moves);
        uint32_t next = cell + (uint32_t)s->offset[d];
        if (is_wanted(s, &e, next))
            offer(s, &e, next, x + grid_dx(d), y + grid_dy(d), step_cost(s, cell, next, d));
    }
    if (s->has_strides && s->around[cell] != 0xff)
        offer_strides(s, &e);
}
