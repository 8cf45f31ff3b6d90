// How far a search has come, for those who want to see it.
#include "grids.h"

/// Was nothing searched for the last question?
static bool is_without_search(wend_way way)
{
    return way != WEND_WAY_FOUND && way != WEND_WAY_UNREACHABLE && way != WEND_WAY_OUT_OF_BUDGET;
}

static wend_cell from_where(const wend_grid_search *s, uint32_t cell)
{
    uint32_t from = cell;
    if (cell != s->start)
        from = s->is_jump ? s->parent[cell] : cell - (uint32_t)s->offset[s->nodes[cell].word & 7];
    return (wend_cell){(int)(from % s->stride) - 1, (int)(from / s->stride) - 1};
}

wend_seen wend_grid_search_seen(const wend_grid_search *s, wend_cell at, wend_cell *from, double *cost)
{
    if (!s || is_without_search(s->result.way) || at.x < 0 || at.y < 0 || at.x >= s->def.width || at.y >= s->def.height)
        return WEND_SEEN_NEVER;
    uint32_t cell = grid_index(s->stride, at.x, at.y);
    const grid_node *node = &s->nodes[cell];
    if (node->word >> WORD_SHIFT != s->stamp >> WORD_SHIFT)
        return WEND_SEEN_NEVER;
    if (from)
        *from = from_where(s, cell);
    if (cost)
        *cost = (double)node_cost(node->word) * s->unit;
    return node->prev == CLOSED ? WEND_SEEN_CLOSED : WEND_SEEN_OPEN;
}
