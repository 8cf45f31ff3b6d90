// grid.h: every search against Bellman and Ford's on random maps, and against the lengths that others published.
#include "testing_grid_random.h"

#include <stdlib.h>
#include <unistd.h>

#define MAPS WEND_SOURCE "/../shared/movingai"

// ---- random maps

static wend_cell nearest_reachable(const wend_grid *grid, wend_cell goal, double cost[MOST][MOST])
{
    wend_cell size = wend_grid_size(grid), best = {0, 0};
    int best_distance = INT32_MAX;
    for (int y = 0; y < size.y; y++)
        for (int x = 0; x < size.x; x++)
        {
            int distance = (x - goal.x) * (x - goal.x) + (y - goal.y) * (y - goal.y);
            if (cost[y][x] < NO_WAY && distance < best_distance)
            {
                best = at(x, y);
                best_distance = distance;
            }
        }
    return best;
}

static void check_answer(wend_grid_search *search, const wend_grid *grid, const wend_grid_query *query,
                         double cost[MOST][MOST])
{
    wend_grid_result result = find_checked(search, grid, query);
    wend_cell goal = query->goal, start = query->start;
    if (!wend_grid_get(grid, start))
    {
        assert_int_equal(result.way, WEND_WAY_START_BLOCKED);
        return;
    }
    if (!wend_grid_get(grid, goal))
    {
        assert_int_equal(result.way, WEND_WAY_GOAL_BLOCKED);
        return;
    }
    bool is_there = start.x == goal.x && start.y == goal.y, is_reachable = cost[goal.y][goal.x] < NO_WAY;
    assert_int_equal(result.way, is_there ? WEND_WAY_THERE : is_reachable ? WEND_WAY_FOUND : WEND_WAY_UNREACHABLE);
    wend_cell end = is_reachable ? goal : nearest_reachable(grid, goal, cost);
    assert_memory_equal(&result.end, &end, sizeof end);
    assert_close(result.cost, cost[end.y][end.x], 1e-9);

    // in parts it comes to the same
    wend_grid_query part = *query;
    part.budget = 2;
    wend_grid_result sliced = wend_grid_find(search, grid, &part);
    while (sliced.way == WEND_WAY_OUT_OF_BUDGET)
    {
        check_way(search, grid, query, &sliced);
        sliced = wend_grid_go_on(search, grid, 3);
    }
    assert_int_equal(sliced.way, result.way);
    assert_int_equal(sliced.expanded, result.expanded);
    assert_int_equal(sliced.cells, result.cells);
    assert_close(sliced.cost, result.cost, 0);
}

/// All searches with all heuristics that are allowed.
static void check_all(wend_grid_search *search, const wend_grid *grid, wend_random *random, bool is_weighted)
{
    static double cost[MOST][MOST];
    wend_cell size = wend_grid_size(grid);
    for (int diagonal = WEND_DIAGONAL_NEVER; diagonal <= WEND_DIAGONAL_ALWAYS; diagonal++)
    {
        wend_cell start = cell_in(random, size);
        wend_cell goal = cell_in(random, size);
        wend_grid_query query = query_of(start, goal, (wend_diagonal)diagonal, WEND_GRID_DIJKSTRA);
        relax_all(grid, start, query.diagonal, cost);
        check_answer(search, grid, &query, cost);
        int first = diagonal == WEND_DIAGONAL_NEVER ? WEND_HEURISTIC_MANHATTAN : WEND_HEURISTIC_EUCLIDEAN;
        for (int heuristic = first; heuristic <= WEND_HEURISTIC_CHEBYSHEV; heuristic++)
            for (int kind = WEND_GRID_ASTAR; kind <= (is_weighted ? WEND_GRID_ASTAR : WEND_GRID_JUMP); kind++)
            {
                query.heuristic = (wend_heuristic)heuristic;
                query.kind = (wend_grid_kind)kind;
                check_answer(search, grid, &query, cost);
            }
    }
}

// [LEN-05, LEN-16]
static void t_all_searches_equal_a_brute_one_on_4000_maps_of_one_cost(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(4000, 1);
    wend_grid_search *search = new_search();
    for (int i = 0; i < 4000; i++)
    {
        wend_grid *grid = random_map(&random, false);
        check_all(search, grid, &random, false);
        wend_grid_destroy(grid);
    }
    wend_grid_search_destroy(search);
}

static void t_and_on_2000_maps_of_several_costs(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(2000, 2);
    wend_grid_search *search = new_search();
    for (int i = 0; i < 2000; i++)
    {
        wend_grid *grid = random_map(&random, true);
        check_all(search, grid, &random, true);
        wend_grid_destroy(grid);
    }
    wend_grid_search_destroy(search);
}

static void t_the_cheapest_of_several_goals(void **state)
{
    (void)state;
    static double cost[MOST][MOST];
    wend_random random = wend_random_seed(77, 3);
    wend_grid_search *search = new_search();
    for (int i = 0; i < 1000; i++)
    {
        wend_grid *grid = random_map(&random, i % 2 == 0);
        wend_cell size = wend_grid_size(grid), goals[5];
        wend_grid_query query = query_of(at(0, 0), at(0, 0), (wend_diagonal)(i / 2 % 4), (wend_grid_kind)(i / 8 % 3));
        query.goals = goals;
        query.goal_count = between(&random, 1, 5);
        relax_all(grid, query.start, query.diagonal, cost);
        double best = NO_WAY;
        for (int k = 0; k < query.goal_count; k++)
        {
            goals[k] = cell_in(&random, size);
            if (wend_grid_get(grid, goals[k]))
                best = fmin(best, cost[goals[k].y][goals[k].x]);
        }
        wend_grid_result result = find_checked(search, grid, &query);
        if (wend_grid_get(grid, query.start) && best < NO_WAY)
        {
            assert_int_equal(result.way, best > 0 ? WEND_WAY_FOUND : WEND_WAY_THERE);
            assert_close(result.cost, best, 1e-9);
        }
        else
        {
            assert_true(result.way != WEND_WAY_FOUND && result.way != WEND_WAY_THERE);
        }
        wend_grid_destroy(grid);
    }
    wend_grid_search_destroy(search);
}

// Lines longer than a word, and openings at every place of it.
static void t_long_lines_of_large_maps(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(5, 4);
    wend_grid_search *search = new_search();
    for (int i = 0; i < 60; i++)
    {
        wend_grid *grid = open_map(100 + i * 5, between(&random, 100, 400));
        wend_cell size = wend_grid_size(grid);
        for (int walls = size.x * size.y / between(&random, 20, 2000); walls > 0; walls--)
            wend_grid_set(grid, cell_in(&random, size), 0);
        for (int q = 0; q < 40; q++)
        {
            wend_cell start = cell_in(&random, size);
            wend_cell goal = cell_in(&random, size);
            wend_grid_query query = query_of(start, goal, (wend_diagonal)(q % 4), WEND_GRID_JUMP);
            wend_grid_result jumped = find_checked(search, grid, &query);
            query.kind = WEND_GRID_ASTAR;
            wend_grid_result result = find_checked(search, grid, &query);
            query.kind = WEND_GRID_DIJKSTRA;
            wend_grid_result plain = find_checked(search, grid, &query);
            assert_int_equal(jumped.way, plain.way);
            assert_int_equal(result.way, plain.way);
            assert_close(jumped.cost, plain.cost, 1e-9);
            assert_close(result.cost, plain.cost, 1e-9);
            assert_memory_equal(&jumped.end, &plain.end, sizeof plain.end);
            assert_memory_equal(&result.end, &plain.end, sizeof plain.end);
        }
        wend_grid_destroy(grid);
    }
    wend_grid_search_destroy(search);
}

// ---- maps and lengths of MovingAI's benchmark, read in place

/// Every so many rows of a scenario have the length that it states. Returns how many were looked at.
static int check_scenario(const char *name, int every, wend_grid_kind kind)
{
    char path[1024], line[1024];
    snprintf(path, sizeof path, MAPS "/scen/%s.map.scen", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    wend_grid *grid = published_map(name);
    wend_grid_search *search = new_search();
    int looked = 0;
    for (int i = 0; fgets(line, sizeof line, file); i++)
    {
        wend_grid_query query = query_of(at(0, 0), at(0, 0), WEND_DIAGONAL_NONE, kind);
        double length;
        if (i % every != 0 || sscanf(line, "%*d %*s %*d %*d %d %d %d %d %lf", &query.start.x, &query.start.y,
                                     &query.goal.x, &query.goal.y, &length) != 5)
            continue;
        if (!wend_grid_get(grid, query.start))
            continue; // in the water
        wend_grid_result result = find_checked(search, grid, &query);
        assert_true(result.way == WEND_WAY_FOUND || result.way == WEND_WAY_THERE);
        assert_close(result.cost, length, 0.01 + 1e-5 * length);
        looked++;
    }
    fclose(file);
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
    return looked;
}

static void t_lengths_that_others_published(void **state)
{
    (void)state;
    if (access(MAPS, R_OK) != 0)
    {
        printf("skipped: there is no %s\n", MAPS);
        return;
    }
    static const char *const names[] = {"dao/arena",         "dao/den312d",        "dao/brc202d",
                                        "da2/ht_chantry_n",  "sc1/Aftershock",     "wc3maps512/icecrown",
                                        "bg512/AR0011SR",    "rooms/16room_003",   "cities/Berlin_0_256",
                                        "mazes/maze512-4-0", "mazes/maze512-32-5", "random/random512-25-0"};
    int looked = 0;
    for (int i = 0; i < COUNT_OF(names); i++)
    {
        looked += check_scenario(names[i], 41, WEND_GRID_JUMP);
        looked += check_scenario(names[i], 83, WEND_GRID_ASTAR);
        looked += check_scenario(names[i], 331, WEND_GRID_DIJKSTRA);
    }
    assert_true(looked > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_all_searches_equal_a_brute_one_on_4000_maps_of_one_cost),
        cmocka_unit_test(t_and_on_2000_maps_of_several_costs),
        cmocka_unit_test(t_the_cheapest_of_several_goals),
        cmocka_unit_test(t_long_lines_of_large_maps),
        cmocka_unit_test(t_lengths_that_others_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
