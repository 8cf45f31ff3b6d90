// How far a search has come, for those who want to see it.
#include "grids.h"

/// Was nothing searched for the last question?
static bool is_without_search(wend_way way)
{
    return way != WEND_WAY_FOUND && way != WEND_WAY_UNREACHABLE && way != WEND_WAY_OUT_OF_BUDGET;
}

static wend_cell from_where(const wend_grid_search *s, uint32_t cell)
{
    if (cell == s->start)
        return search_cell(s, cell);
    int back = ((int)(s->nodes[cell].word & 7) + 4) & 7;
    return search_cell(s, s->is_jump || s->is_theta ? s->parent[cell] : search_neighbour(s, cell, back));
}

static bool is_closed(const wend_grid_search *s, uint32_t cell, wend_cell at)
{
    const grid_node *node = &s->nodes[cell];
    if (node->prev == CLOSED || !s->query.is_straight || s->result.way == WEND_WAY_OUT_OF_BUDGET)
        return node->prev == CLOSED;
    // Straightening uses the links of cells on the cheapest ways. Such cells are closed, and of the open ones none is as
    // cheap.
    return node_cost(node->word) + search_estimate(s, at.x, at.y, s->wraps) <= s->best;
}

wend_seen wend_grid_search_seen(const wend_grid_search *s, wend_cell at, wend_cell *from, double *cost)
{
    if (!s || s->is_any || is_without_search(s->result.way) || at.x < 0 || at.y < 0 || at.x >= s->def.width ||
        at.y >= s->def.height)
        return WEND_SEEN_NEVER;
    uint32_t cell = grid_index(s->stride, at.x, at.y);
    const grid_node *node = &s->nodes[cell];
    if (node->word >> WORD_SHIFT != s->stamp >> WORD_SHIFT)
        return WEND_SEEN_NEVER;
    if (from)
        *from = from_where(s, cell);
    if (cost)
        *cost = (double)node_cost(node->word) * s->unit;
    return is_closed(s, cell, at) ? WEND_SEEN_CLOSED : WEND_SEEN_OPEN;
}
