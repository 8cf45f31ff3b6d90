// grid.h: any-angle ways against a graph of visible corners on random maps, turned and mirrored maps, and lengths that
// others published.
#include "testing_any_angle.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SHARED WEND_SOURCE "/../shared"

enum
{
    MOST = 12
};

static int between(wend_random *random, int low, int high)
{
    return low + (int)(wend_random_next(random) % (uint32_t)(high - low + 1));
}

static wend_cell open_cell(wend_random *random, const wend_grid *grid)
{
    wend_cell size = wend_grid_size(grid), cell = {0, 0};
    for (int i = 0; i < 1000; i++)
    {
        cell.x = between(random, 0, size.x - 1);
        cell.y = between(random, 0, size.y - 1);
        if (wend_grid_get(grid, cell))
            break;
    }
    return cell;
}

static wend_grid *random_map(wend_random *random)
{
    wend_grid *grid = open_map(between(random, 4, MOST), between(random, 4, MOST));
    wend_cell size = wend_grid_size(grid);
    int walls = between(random, 10, 45);
    for (int i = 0; i < size.x * size.y; i++)
        wend_grid_set(grid, at(i % size.x, i / size.x), (uint8_t)(between(random, 1, 100) > walls));
    wend_grid_set(grid, at(0, 0), 1);
    return grid;
}

/// The same map, turned by a quarter and mirrored as the three bits of `how` say; and a cell in it.
static wend_cell turned_cell(wend_cell cell, wend_cell size, int how)
{
    if (how & 1)
        cell.x = size.x - 1 - cell.x;
    if (how & 2)
        cell.y = size.y - 1 - cell.y;
    return how & 4 ? at(cell.y, cell.x) : cell;
}

static wend_grid *turned_map(const wend_grid *grid, int how)
{
    wend_cell size = wend_grid_size(grid);
    wend_grid *turned = how & 4 ? open_map(size.y, size.x) : open_map(size.x, size.y);
    for (int i = 0; i < size.x * size.y; i++)
    {
        wend_cell cell = at(i % size.x, i / size.x);
        wend_grid_set(turned, turned_cell(cell, size, how), wend_grid_get(grid, cell));
    }
    return turned;
}

static void check_cells(wend_grid_search *search, const wend_grid *grid, wend_cell start, wend_cell goal)
{
    wend_grid_query query = query_of(start, goal, WEND_DIAGONAL_NONE, WEND_GRID_ANY_ANGLE), octile = query;
    octile.kind = WEND_GRID_ASTAR;
    wend_grid_result plain = wend_grid_find(search, grid, &octile);
    wend_grid_result result = wend_grid_find(search, grid, &query);
    // the nearest cell, where there is no way, is that of other searches
    assert_int_equal(result.way, plain.way);
    assert_memory_equal(&result.end, &plain.end, sizeof result.end);
    assert_close(result.cost, shortest_way(grid, middle_of(start), middle_of(result.end)), 1e-10);
    assert_true(result.cost <= plain.cost + 1e-10);
    check_points(search, grid, &result, middle_of(start), middle_of(result.end));

    // in parts it comes to the same, and each part has a way
    wend_grid_query part = query;
    part.budget = 1;
    wend_grid_result sliced = wend_grid_find(search, grid, &part);
    for (int budget = 1; sliced.way == WEND_WAY_OUT_OF_BUDGET; budget++)
    {
        if (result.way == WEND_WAY_FOUND)
            check_points(search, grid, &sliced, middle_of(start), middle_of(sliced.end));
        sliced = wend_grid_go_on(search, grid, budget);
    }
    assert_memory_equal(&sliced, &result, sizeof sliced);
}

static void check_places(wend_grid_search *search, const wend_grid *grid, spot start, spot goal)
{
    wend_vec from = v2((float)start.x / 2, (float)start.y / 2), to = v2((float)goal.x / 2, (float)goal.y / 2);
    wend_grid_result result = wend_grid_find_between(search, grid, from, to);
    if (result.way == WEND_WAY_START_BLOCKED || result.way == WEND_WAY_GOAL_BLOCKED)
    {
        spot blocked = result.way == WEND_WAY_START_BLOCKED ? start : goal;
        for (int i = 0; i < 4; i++)
            assert_true(is_wall_at(grid, (blocked.x + (i & 1)) / 2 - (i & 1), (blocked.y + (i >> 1)) / 2 - (i >> 1)));
        return;
    }
    double length = shortest_way(grid, start, goal);
    if (length >= NO_WAY)
    {
        assert_int_equal(result.way, WEND_WAY_UNREACHABLE);
        return;
    }
    assert_int_equal(result.way, length > 0 ? WEND_WAY_FOUND : WEND_WAY_THERE);
    assert_close(result.cost, length, 1e-10);
    check_points(search, grid, &result, start, goal);
}

static void t_any_angle_equals_a_graph_of_corners_on_1000_maps(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(11, 4);
    wend_grid_search *search = new_search();
    for (int i = 0; i < 1000; i++)
    {
        wend_grid *grid = random_map(&random);
        wend_cell size = wend_grid_size(grid);
        wend_cell start = open_cell(&random, grid), goal = open_cell(&random, grid);
        check_cells(search, grid, start, goal);
        // corners, middles and the middles of edges
        for (int k = 0; k < 3; k++)
        {
            spot a = {between(&random, 0, 2 * size.x), between(&random, 0, 2 * size.y)};
            spot b = {between(&random, 0, 2 * size.x), between(&random, 0, 2 * size.y)};
            check_places(search, grid, a, b);
        }
        wend_grid_destroy(grid);
    }
    wend_grid_search_destroy(search);
}

static void t_turned_and_mirrored_maps_have_the_same_lengths(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(12, 4);
    wend_grid_search *search = new_search();
    for (int i = 0; i < 60; i++)
    {
        wend_grid *grid = open_map(between(&random, 20, 90), between(&random, 20, 90));
        wend_cell size = wend_grid_size(grid);
        int walls = between(&random, 1, 30);
        for (int k = 0; k < size.x * size.y; k++)
            wend_grid_set(grid, at(k % size.x, k / size.x), (uint8_t)(between(&random, 1, 100) > walls));
        wend_cell start = open_cell(&random, grid), goal = open_cell(&random, grid);
        double length = -1;
        for (int how = 0; how < 16; how++)
        {
            wend_grid *turned = turned_map(grid, how & 7);
            wend_cell ends[] = {turned_cell(start, size, how & 7), turned_cell(goal, size, how & 7)};
            bool is_back = how & 8;
            wend_grid_query query = query_of(ends[is_back], ends[!is_back], WEND_DIAGONAL_NEVER, WEND_GRID_ANY_ANGLE);
            wend_grid_result result = wend_grid_find(search, turned, &query);
            double found = result.way == WEND_WAY_FOUND ? result.cost : 0;
            assert_true(how == 0 || fabs(found - length) <= 1e-10 * (1 + length));
            length = how == 0 ? found : length;
            wend_grid_destroy(turned);
        }
        wend_grid_destroy(grid);
    }
    wend_grid_search_destroy(search);
}

/// A goal that is walled in, on maps so large that cones give up and ask jump points; and one that isn't.
static void t_goals_that_are_walled_in(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(13, 4);
    wend_grid_search *search = new_search();
    wend_grid *grid = open_map(150, 150);
    for (int k = 0; k < 150 * 150; k++)
        wend_grid_set(grid, at(k % 150, k / 150), (uint8_t)(between(&random, 1, 100) > 12));
    wend_cell goal = at(75, 70);
    for (int d = 0; d < 9; d++)
        wend_grid_set(grid, at(goal.x + d % 3 - 1, goal.y + d / 3 - 1), d == 4);
    wend_grid_set(grid, at(0, 0), 1);
    wend_grid_query query = query_of(at(0, 0), goal, WEND_DIAGONAL_NONE, WEND_GRID_ANY_ANGLE), jump = query;
    jump.kind = WEND_GRID_JUMP;
    wend_grid_result plain = wend_grid_find(search, grid, &jump), result = wend_grid_find(search, grid, &query);
    assert_int_equal(plain.way, WEND_WAY_UNREACHABLE);
    assert_int_equal(result.way, WEND_WAY_UNREACHABLE);
    assert_memory_equal(&result.end, &plain.end, sizeof result.end);
    assert_true(result.cost <= plain.cost && result.cost >= gap_between(middle_of(query.start), middle_of(plain.end)));
    // in parts
    int64_t budget = result.expanded / 50;
    query.budget = budget;
    wend_grid_result sliced = wend_grid_find(search, grid, &query);
    int parts = 1;
    for (; sliced.way == WEND_WAY_OUT_OF_BUDGET; parts++)
    {
        assert_int_equal(sliced.expanded, budget * parts);
        assert_true(sliced.cells > 0 && wend_grid_search_cells(search, NULL, 0) == sliced.cells);
        sliced = wend_grid_go_on(search, grid, budget);
    }
    assert_in_range(parts, 50, 51);
    assert_memory_equal(&sliced, &result, sizeof sliced);
    wend_grid_destroy(grid);
    wend_grid_search_destroy(search);
}

// ---- MovingAI's maps and others' lengths, read in place

static void t_the_159_lengths_of_the_arena(void **state)
{
    (void)state;
    FILE *file = fopen(SHARED "/navmesh/arena.anyangle.txt", "r");
    if (!file)
    {
        printf("skipped: there is no %s\n", SHARED "/navmesh/arena.anyangle.txt");
        return;
    }
    wend_grid *grid = published_map("dao/arena");
    wend_grid_search *search = new_search();
    char line[256];
    int looked = 0;
    while (fgets(line, sizeof line, file))
    {
        double x, y, to_x, to_y, length;
        if (line[0] == '#' || sscanf(line, "%lf %lf %lf %lf %lf", &x, &y, &to_x, &to_y, &length) != 5)
            continue;
        wend_vec from = v2((float)x, (float)y), to = v2((float)to_x, (float)to_y);
        wend_grid_result there = wend_grid_find_between(search, grid, from, to);
        assert_int_equal(there.way, WEND_WAY_FOUND);
        assert_close(there.cost, length, 1e-3);
        wend_grid_result back = wend_grid_find_between(search, grid, to, from);
        assert_close(back.cost, there.cost, 1e-10 * (1 + length));
        looked++;
    }
    assert_int_equal(looked, 159);
    fclose(file);
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
}

static void t_no_longer_than_octile_and_no_shorter_than_straight(void **state)
{
    (void)state;
    if (access(SHARED "/movingai", R_OK) != 0)
    {
        printf("skipped: there is no %s\n", SHARED "/movingai");
        return;
    }
    static const char *const names[] = {"dao/arena",         "dao/den312d",        "dao/brc202d",
                                        "da2/ht_chantry_n",  "sc1/Aftershock",     "wc3maps512/icecrown",
                                        "bg512/AR0011SR",    "rooms/16room_003",   "cities/Berlin_0_256",
                                        "mazes/maze512-4-0", "mazes/maze512-32-5", "random/random512-25-0"};
    wend_grid_search *search = new_search();
    int looked = 0;
    for (int i = 0; i < COUNT_OF(names); i++)
    {
        wend_grid *grid = published_map(names[i]);
        char path[1024], line[1024];
        snprintf(path, sizeof path, SHARED "/movingai/scen/%s.map.scen", names[i]);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        for (int row = 0; fgets(line, sizeof line, file); row++)
        {
            wend_grid_query query = query_of(at(0, 0), at(0, 0), WEND_DIAGONAL_NONE, WEND_GRID_ANY_ANGLE);
            double octile;
            if (row % 31 != 0 || sscanf(line, "%*d %*s %*d %*d %d %d %d %d %lf", &query.start.x, &query.start.y,
                                        &query.goal.x, &query.goal.y, &octile) != 5)
                continue;
            if (!wend_grid_get(grid, query.start))
                continue; // in the water
            wend_grid_result there = wend_grid_find(search, grid, &query);
            assert_true(there.way == WEND_WAY_FOUND || there.way == WEND_WAY_THERE);
            assert_true(there.cost <= octile + 0.01 + 1e-5 * octile);
            assert_true(there.cost >= gap_between(middle_of(query.start), middle_of(query.goal)) - 1e-9);
            wend_grid_query turned = query_of(query.goal, query.start, WEND_DIAGONAL_NONE, WEND_GRID_ANY_ANGLE);
            assert_close(wend_grid_find(search, grid, &turned).cost, there.cost, 1e-10 * (1 + octile));
            looked++;
        }
        fclose(file);
        wend_grid_destroy(grid);
    }
    assert_true(looked > 800);
    wend_grid_search_destroy(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_any_angle_equals_a_graph_of_corners_on_1000_maps),
        cmocka_unit_test(t_turned_and_mirrored_maps_have_the_same_lengths),
        cmocka_unit_test(t_goals_that_are_walled_in),
        cmocka_unit_test(t_the_159_lengths_of_the_arena),
        cmocka_unit_test(t_no_longer_than_octile_and_no_shorter_than_straight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
