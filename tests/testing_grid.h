// What the tests of grids share: maps from text, and the rules of moves, said once more and independently.
#ifndef WEND_TESTING_GRID_H
#define WEND_TESTING_GRID_H

#include "testing_map.h"
#include "testing_memory.h"

#include "wend/grid_sight.h"

static inline wend_cell at(int x, int y)
{
    return (wend_cell){x, y};
}

static inline wend_grid_search *new_search(void)
{
    wend_grid_search *search = wend_grid_search_create(NULL, NULL);
    assert_non_null(search);
    return search;
}

static inline wend_grid_query query_of(wend_cell start, wend_cell goal, wend_diagonal diagonal, wend_grid_kind kind)
{
    wend_grid_query query = wend_default_grid_query();
    query.start = start;
    query.goal = goal;
    query.diagonal = diagonal;
    query.kind = kind;
    return query;
}

#define NO_WAY 1e300 // more than any way costs

/// What a move costs by the rules of the header; NO_WAY if it isn't allowed.
static inline double cost_of_move(const wend_grid *grid, wend_cell from, wend_cell to, wend_diagonal diagonal)
{
    int dx = to.x - from.x, dy = to.y - from.y;
    int here = wend_grid_get(grid, from), there = wend_grid_get(grid, to);
    if (!here || !there || (!dx && !dy) || abs(dx) > 1 || abs(dy) > 1)
        return NO_WAY;
    double mean = (here + there) / 2.0;
    if (!dx || !dy)
        return mean;
    int walls = !wend_grid_get(grid, at(to.x, from.y)) + !wend_grid_get(grid, at(from.x, to.y));
    static const int most_walls[] = {-1, 0, 1, 2};
    return walls <= most_walls[diagonal] ? mean * sqrt(2.0) : NO_WAY;
}

enum
{
    LONGEST_WAY = 1 << 16
};

static inline bool has_legs(const wend_grid_query *query)
{
    return query->kind == WEND_GRID_THETA || query->kind == WEND_GRID_LAZY_THETA;
}

/// What a leg costs, if the body sees from end to end, and it is a step, or all cells of it cost the same.
static inline double cost_of_leg(const wend_grid *grid, wend_cell from, wend_cell to, float radius)
{
    double dx = to.x - from.x, dy = to.y - from.y, length = sqrt(dx * dx + dy * dy);
    int here = wend_grid_get(grid, from), there = wend_grid_get(grid, to);
    assert_true(here > 0 && there > 0 && length > 0);
    assert_true(wend_grid_fits(grid, from, radius) && wend_grid_fits(grid, to, radius));
    assert_true(wend_grid_sees_cell(grid, from, to, radius));
    const int samples = length > 1.5 ? 16 * (abs(to.x - from.x) + abs(to.y - from.y)) : 0;
    for (int i = 1; i < samples; i++)
    {
        double x = from.x + 0.5 + dx * i / samples, y = from.y + 0.5 + dy * i / samples;
        bool is_inside = fabs(x - round(x)) > 1e-9 && fabs(y - round(y)) > 1e-9; // of one cell
        if (is_inside)
            assert_int_equal(wend_grid_get(grid, at((int)x, (int)y)), here);
    }
    return length * (here + there) / 2;
}

/// The way that was found leads from the start to the end by allowed moves over different cells, and costs what the
/// result says.
static inline void check_way(const wend_grid_search *search, const wend_grid *grid, const wend_grid_query *query,
                             const wend_grid_result *result)
{
    static wend_cell cells[LONGEST_WAY];
    int count = wend_grid_search_cells(search, cells, LONGEST_WAY);
    assert_int_equal(count, result->cells);
    assert_in_range(count, 1, LONGEST_WAY);
    assert_memory_equal(&cells[0], &query->start, sizeof cells[0]);
    assert_memory_equal(&cells[count - 1], &result->end, sizeof cells[0]);
    double cost = 0;
    for (int i = 1; i < count; i++)
        cost += has_legs(query) ? cost_of_leg(grid, cells[i - 1], cells[i], query->radius)
                                : cost_of_move(grid, cells[i - 1], cells[i], query->diagonal);
    assert_close(cost, result->cost, 1e-9 * (1 + result->cost));
    // jump points that are not through yet don't see when a way crosses itself
    bool may_cross = result->way == WEND_WAY_OUT_OF_BUDGET && query->kind != WEND_GRID_ASTAR;
    for (int i = 0; i < count && count < 300 && !may_cross; i++)
        for (int j = 0; j < i; j++)
            assert_true(cells[i].x != cells[j].x || cells[i].y != cells[j].y);
}

static inline wend_grid_result find_checked(wend_grid_search *search, const wend_grid *grid,
                                            const wend_grid_query *query)
{
    wend_grid_result result = wend_grid_find(search, grid, query);
    if (result.way == WEND_WAY_REFUSED)
        print_error("%s\n", wend_grid_search_error(search)->text);
    assert_true(result.way != WEND_WAY_REFUSED);
    if (result.cells > 0)
        check_way(search, grid, query, &result);
    return result;
}

#endif
