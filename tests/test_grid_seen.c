// What a search says about the cells it has been to.
#include "testing_grid.h"

#include <stdlib.h>

static wend_seen seen_at(const wend_grid_search *search, wend_cell cell, wend_cell *from, double *cost)
{
    *from = at(-7, -7);
    *cost = -7;
    wend_seen seen = wend_grid_search_seen(search, cell, from, cost);
    if (seen == WEND_SEEN_NEVER)
        assert_true(from->x == -7 && from->y == -7 && *cost == -7); // left alone
    assert_int_equal(wend_grid_search_seen(search, cell, NULL, NULL), seen);
    return seen;
}

/// Counts the cells of a kind.
static int count_seen(const wend_grid_search *search, const wend_grid *grid, wend_seen kind)
{
    int count = 0;
    wend_cell size = wend_grid_size(grid);
    for (int y = -1; y <= size.y; y++)
        for (int x = -1; x <= size.x; x++)
            count += wend_grid_search_seen(search, at(x, y), NULL, NULL) == kind;
    return count;
}

/// A corridor of six cells, from its left end: after k expansions k cells are closed, and the next is open.
static void t_a_corridor_is_seen_cell_by_cell(void **state)
{
    (void)state;
    wend_grid *grid = map_of("......\n");
    wend_grid_search *search = new_search();
    wend_grid_query query = query_of(at(0, 0), at(5, 0), WEND_DIAGONAL_NONE, WEND_GRID_DIJKSTRA);
    query.budget = 1;
    wend_grid_result result = wend_grid_find(search, grid, &query);
    for (int k = 1; k < 6; k++, result = wend_grid_go_on(search, grid, 1))
    {
        assert_int_equal(result.expanded, k);
        for (int x = 0; x < 6; x++)
        {
            wend_cell from;
            double cost;
            wend_seen seen = seen_at(search, at(x, 0), &from, &cost);
            assert_int_equal(seen, x < k ? WEND_SEEN_CLOSED : x == k ? WEND_SEEN_OPEN : WEND_SEEN_NEVER);
            if (seen == WEND_SEEN_NEVER)
                continue;
            assert_close(cost, x, 1e-9);
            assert_true(from.x == (x > 0 ? x - 1 : 0) && from.y == 0);
        }
        assert_int_equal(count_seen(search, grid, WEND_SEEN_NEVER), 3 * 8 - k - 1); // walls all round as well
    }
    assert_int_equal(result.way, WEND_WAY_FOUND);
    assert_int_equal(wend_grid_search_seen(search, at(5, 0), NULL, NULL), WEND_SEEN_CLOSED); // the goal
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
}

/// Open ground, costs by hand: a cell costs the mean of both ends for each move.
static void t_costs_are_those_of_the_map(void **state)
{
    (void)state;
    wend_grid *grid = map_of("139\n"
                             "111\n");
    wend_grid_search *search = new_search();
    wend_grid_query query = query_of(at(0, 0), at(2, 0), WEND_DIAGONAL_NONE, WEND_GRID_DIJKSTRA);
    assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_FOUND);
    static const double costs[2][3] = {{0, 2, 7.414213562}, {1, 1.414213562, 2.414213562}}; // the 9 from below: + 5
    for (int i = 0; i < 6; i++)
    {
        wend_cell from;
        double cost;
        assert_true(seen_at(search, at(i % 3, i / 3), &from, &cost) != WEND_SEEN_NEVER);
        assert_close(cost, costs[i / 3][i % 3], 1e-8);
    }
    wend_grid_destroy(grid);
    grid = map_of("999\n");
    query = query_of(at(0, 0), at(2, 0), WEND_DIAGONAL_NONE, WEND_GRID_JUMP);
    assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_FOUND);
    wend_cell from;
    double cost;
    assert_int_equal(seen_at(search, at(2, 0), &from, &cost), WEND_SEEN_CLOSED);
    assert_close(cost, 18, 1e-7);
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
}

/// Where one jump suffices no cell between is seen.
static void t_jumps_leave_cells_out(void **state)
{
    (void)state;
    wend_grid *grid = open_map(20, 20);
    wend_grid_search *search = new_search();
    wend_grid_query query = query_of(at(3, 4), at(15, 9), WEND_DIAGONAL_NONE, WEND_GRID_JUMP);
    wend_grid_result result = wend_grid_find(search, grid, &query);
    assert_int_equal(result.way, WEND_WAY_FOUND);
    wend_cell from;
    double cost;
    assert_int_equal(seen_at(search, at(15, 9), &from, &cost), WEND_SEEN_CLOSED);
    assert_true(from.x == 3 && from.y == 4);
    assert_close(cost, result.cost, 1e-7);
    assert_int_equal(wend_grid_search_seen(search, at(8, 9), NULL, NULL), WEND_SEEN_NEVER); // where it turns
    assert_int_equal(count_seen(search, grid, WEND_SEEN_CLOSED), 2);
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
}

/// However the way is chosen among equals, the same cells are open; on a map that wraps one comes from over the edge.
static void t_straight_ways_and_edges_that_wrap(void **state)
{
    (void)state;
    uint64_t dice = 8;
    wend_grid_search *search = new_search(), *straight = new_search();
    for (int trial = 0; trial < 200; trial++)
    {
        uint8_t costs[14 * 11];
        for (int i = 0; i < COUNT_OF(costs); i++)
            costs[i] = draw(&dice) % 5 > 0;
        costs[0] = costs[4 * 14 + 9] = 1;
        wend_grid_def def = wend_default_grid_def();
        def.width = 14;
        def.height = 11;
        def.costs = costs;
        def.wraps_x = trial % 2;
        def.wraps_y = trial % 4 > 1;
        wend_grid *grid = wend_grid_create(&def, NULL);
        wend_grid_query query = query_of(at(0, 0), at(9, 4), (wend_diagonal)(trial / 4 % 4), WEND_GRID_DIJKSTRA);
        wend_grid_result result = wend_grid_find(search, grid, &query);
        query.is_straight = true;
        assert_int_equal(wend_grid_find(straight, grid, &query).way, result.way);
        for (int i = 0; i < COUNT_OF(costs); i++)
        {
            wend_cell cell = at(i % 14, i / 14), from;
            double cost;
            wend_seen seen = wend_grid_search_seen(search, cell, NULL, NULL);
            wend_seen other = seen_at(straight, cell, &from, &cost);
            // Ends that cost the same are all expanded before the straightest is chosen.
            assert_true(seen == other || cost > result.cost - 1e-6 || result.way != WEND_WAY_FOUND);
            if (other == WEND_SEEN_NEVER)
                continue;
            int dx = abs(cell.x - from.x), dy = abs(cell.y - from.y);
            assert_true(dx <= 1 || (def.wraps_x && dx == 13));
            assert_true(dy <= 1 || (def.wraps_y && dy == 10));
        }
        wend_grid_destroy(grid);
    }
    wend_grid_search_destroy(search);
    wend_grid_search_destroy(straight);
}

/// What was asked before is forgotten, whatever the new answer is; edits and the end of the map change nothing.
static void t_only_the_last_question_counts(void **state)
{
    (void)state;
    wend_grid *grid = map_of("..#.\n"
                             "..#.\n");
    wend_grid_search *search = new_search();
    wend_cell from;
    double cost;
    assert_int_equal(seen_at(NULL, at(0, 0), &from, &cost), WEND_SEEN_NEVER);
    assert_int_equal(seen_at(search, at(0, 0), &from, &cost), WEND_SEEN_NEVER);
    const struct
    {
        wend_cell start, goal;
        wend_way way;
    } cases[] = {{at(0, 0), at(0, 0), WEND_WAY_THERE},
                 {at(2, 0), at(0, 0), WEND_WAY_START_BLOCKED},
                 {at(0, 0), at(2, 0), WEND_WAY_GOAL_BLOCKED},
                 {at(9, 0), at(0, 0), WEND_WAY_REFUSED}};
    wend_grid_query query = query_of(at(0, 0), at(1, 1), WEND_DIAGONAL_NONE, WEND_GRID_ASTAR);
    for (int i = 0; i < COUNT_OF(cases); i++)
    {
        assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_FOUND);
        assert_true(count_seen(search, grid, WEND_SEEN_CLOSED) > 0);
        wend_grid_query other = query_of(cases[i].start, cases[i].goal, WEND_DIAGONAL_NONE, WEND_GRID_ASTAR);
        assert_int_equal(wend_grid_find(search, grid, &other).way, cases[i].way);
        assert_int_equal(count_seen(search, grid, WEND_SEEN_NEVER), 4 * 6);
    }
    query.goal = at(3, 0);
    for (int kind = WEND_GRID_DIJKSTRA; kind <= WEND_GRID_JUMP; kind++)
    {
        query.kind = (wend_grid_kind)kind;
        assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_UNREACHABLE);
        assert_int_equal(count_seen(search, grid, WEND_SEEN_OPEN), 0);
        assert_in_range(count_seen(search, grid, WEND_SEEN_CLOSED), 1, 4);
        wend_grid_set(grid, at(1, 1), 0);
        assert_in_range(count_seen(search, grid, WEND_SEEN_CLOSED), 1, 4);
        wend_grid_set(grid, at(1, 1), 1);
    }
    wend_grid_destroy(grid); // the search remembers by itself
    assert_int_equal(wend_grid_search_seen(search, at(0, 0), NULL, NULL), WEND_SEEN_CLOSED);
    wend_grid_search_destroy(search);
}

/// On random maps: following where each cell was come to from leads to the start, and costs what it says; Dijkstra's
/// costs are the least there are.
static void t_every_trail_leads_to_the_start(void **state)
{
    (void)state;
    uint64_t dice = 3;
    wend_grid_search *search = new_search(), *check = new_search();
    for (int trial = 0; trial < 300; trial++)
    {
        uint8_t costs[12 * 9];
        for (int i = 0; i < COUNT_OF(costs); i++)
            costs[i] = draw(&dice) % 4 > 0;
        wend_grid_def def = wend_default_grid_def();
        def.width = 12;
        def.height = 9;
        def.costs = costs;
        wend_grid *grid = wend_grid_create(&def, NULL);
        wend_diagonal diagonal = (wend_diagonal)(trial % 4);
        wend_grid_kind kind = (wend_grid_kind)(WEND_GRID_DIJKSTRA + trial / 4 % 3);
        wend_grid_query query = query_of(at((int)(draw(&dice) % 12), (int)(draw(&dice) % 9)),
                                         at((int)(draw(&dice) % 12), (int)(draw(&dice) % 9)), diagonal, kind);
        query.budget = (int64_t)(draw(&dice) % 40);
        wend_grid_find(search, grid, &query);
        for (int i = 0; i < 12 * 9; i++)
        {
            wend_cell cell = at(i % 12, i / 12), from;
            double cost, before;
            if (seen_at(search, cell, &from, &cost) == WEND_SEEN_NEVER)
                continue;
            wend_grid_query least = query_of(query.start, cell, diagonal, WEND_GRID_ASTAR);
            double shortest = wend_grid_find(check, grid, &least).cost;
            assert_true(cost > shortest - 1e-7);
            if (kind == WEND_GRID_DIJKSTRA && wend_grid_search_seen(search, cell, NULL, NULL) == WEND_SEEN_CLOSED)
                assert_close(cost, shortest, 1e-7);
            least.start = from;
            double last = wend_grid_find(check, grid, &least).cost;
            assert_true(wend_grid_search_seen(search, from, NULL, &before) == WEND_SEEN_CLOSED || cost == 0);
            if (cost > 0)
                assert_true(before + last < cost + 1e-7);
            else
                assert_memory_equal(&cell, &query.start, sizeof cell);
        }
        wend_grid_destroy(grid);
    }
    wend_grid_search_destroy(search);
    wend_grid_search_destroy(check);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_corridor_is_seen_cell_by_cell),
        cmocka_unit_test(t_costs_are_those_of_the_map),
        cmocka_unit_test(t_jumps_leave_cells_out),
        cmocka_unit_test(t_only_the_last_question_counts),
        cmocka_unit_test(t_straight_ways_and_edges_that_wrap),
        cmocka_unit_test(t_every_trail_leads_to_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
