// The way that a search has found: measured and listed.
#include "grids.h"

#include <math.h>

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/// A place on the way, walked from its end to its start.
typedef struct walk
{
    uint32_t cell, parent; ///< parent: where the jump that leads here began
    wend_cell at;          ///< on a map that wraps it may be outside, so that the way is unbroken
    wend_cell move;        ///< the last one, as it was made on the way
} walk;

/// Steps to the cell before, of Theta* to the turn before. Jumps go diagonally (of four directions: up and down) first, then straight.
static void step_back(const wend_grid_search *s, walk *w)
{
    if (s->is_theta)
    {
        w->cell = s->parent[w->cell];
        wend_cell at = search_cell(s, w->cell);
        w->move = (wend_cell){w->at.x - at.x, w->at.y - at.y};
    }
    else if (!s->is_jump)
    {
        int d = (int)(s->nodes[w->cell].word & 7);
        w->move = (wend_cell){grid_dx(d), grid_dy(d)};
        w->cell = search_neighbour(s, w->cell, (d + 4) & 7);
    }
    else
    {
        if (w->cell == w->parent)
            w->parent = s->parent[w->cell];
        wend_cell from = search_cell(s, w->parent);
        int dx = w->at.x - from.x, dy = w->at.y - from.y, wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy;
        bool has_diagonals = s->query.diagonal != WEND_DIAGONAL_NEVER;
        bool is_level = has_diagonals ? wide >= high : dx != 0, is_upright = has_diagonals ? high >= wide : dx == 0;
        w->move = (wend_cell){is_level ? sign(dx) : 0, is_upright ? sign(dy) : 0};
        w->cell = grid_index(s->stride, w->at.x - w->move.x, w->at.y - w->move.y);
    }
    w->at = (wend_cell){w->at.x - w->move.x, w->at.y - w->move.y};
}

void search_measure(wend_grid_search *s)
{
    uint64_t straight = 0, diagonal = 0;
    double legs = 0.0;
    walk w = {.cell = s->end, .parent = s->end_parent, .at = search_cell(s, s->end)};
    s->result.end = w.at;
    for (s->result.cells = 1; w.cell != s->start; s->result.cells++)
    {
        uint64_t costs = s->cost[w.cell];
        step_back(s, &w);
        costs += s->cost[w.cell];
        if (s->is_theta)
            legs += sqrt((double)(w.move.x * w.move.x + w.move.y * w.move.y)) * (double)costs;
        else if (w.move.x && w.move.y)
            diagonal += costs;
        else
            straight += costs;
    }
    s->result.cost = ((double)straight + (double)diagonal * sqrt(2.0) + legs) * 0.5;
    s->shift = (wend_cell){s->query.start.x - w.at.x, s->query.start.y - w.at.y};
}

int wend_grid_search_cells(const wend_grid_search *s, wend_cell *cells, int capacity)
{
    if (!s || s->result.cells == 0)
        return 0;
    if (any_angle_has_way(s))
        return any_angle_list(s, cells, NULL, capacity);
    walk w = {.cell = s->end, .parent = s->end_parent, .at = search_cell(s, s->end)};
    for (int place = s->result.cells - 1;; place--)
    {
        if (place < capacity)
            cells[place] = search_cell(s, w.cell);
        if (place == 0)
            return s->result.cells;
        step_back(s, &w);
    }
}

/// Lists the places where the way turns, its start and its end; `count` says how many there are, if that is known.
static int list_turns(const wend_grid_search *s, int count, wend_vec *points, int capacity)
{
    walk w = {.cell = s->end, .parent = s->end_parent, .at = search_cell(s, s->end)};
    int listed = 0;
    for (int place = s->result.cells - 1; place >= 0; place--)
    {
        walk here = w;
        if (place > 0)
            step_back(s, &w);
        bool is_turn = w.move.x != here.move.x || w.move.y != here.move.y;
        if (!is_turn && place > 0 && place < s->result.cells - 1)
            continue;
        listed++;
        if (count - listed >= 0 && count - listed < capacity)
            points[count - listed] = grid_middle(&s->def, (wend_cell){here.at.x + s->shift.x, here.at.y + s->shift.y});
    }
    return listed;
}

int wend_grid_search_points(const wend_grid_search *s, wend_vec *points, int capacity)
{
    if (!s || s->result.cells == 0)
        return 0;
    if (any_angle_has_way(s))
        return any_angle_list(s, NULL, points, capacity);
    return list_turns(s, list_turns(s, 0, NULL, 0), points, capacity);
}
