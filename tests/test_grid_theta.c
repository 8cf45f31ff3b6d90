// grid.h: Theta* and lazy Theta* against the shortest ways there are, and what others found or got wrong.
#include "testing_grid.h"

#include <stdlib.h>

enum
{
    MOST = 12
};

static const wend_grid_kind both[] = {WEND_GRID_THETA, WEND_GRID_LAZY_THETA};

static int between(wend_random *random, int low, int high)
{
    return low + (int)(wend_random_next(random) % (uint32_t)(high - low + 1));
}

static wend_cell cell_in(wend_random *random, wend_cell size)
{
    int x = between(random, 0, size.x - 1);
    return at(x, between(random, 0, size.y - 1));
}

/// A map of 4 to 12 cells a side that keeps a radius. `costs`: how many different ones.
static wend_grid *random_map(wend_random *random, int percent, int costs, float radius)
{
    wend_grid_def def = wend_default_grid_def();
    def.width = between(random, 4, MOST);
    def.height = between(random, 4, MOST);
    def.radii = &radius;
    def.radius_count = radius > 0.5f;
    wend_grid *grid = wend_grid_create(&def, NULL);
    assert_non_null(grid);
    for (int i = 0; i < def.width * def.height; i++)
    {
        bool is_wall = between(random, 1, 100) <= percent;
        wend_grid_set(grid, at(i % def.width, i / def.width), (uint8_t)(is_wall ? 0 : between(random, 1, costs)));
    }
    return grid;
}

static wend_grid_query asked(wend_cell start, wend_cell goal, wend_grid_kind kind, float radius)
{
    wend_grid_query query = query_of(start, goal, WEND_DIAGONAL_NONE, kind);
    query.radius = radius;
    return query;
}

// ---- against the shortest ways

/// The length of the shortest way from a cell to every other with legs that a body sees, by trying all legs.
static void shortest_seen(const wend_grid *grid, wend_cell start, float radius, double length[MOST * MOST])
{
    wend_cell size = wend_grid_size(grid);
    int count = size.x * size.y;
    bool is_done[MOST * MOST] = {false};
    for (int i = 0; i < count; i++)
        length[i] = NO_WAY;
    if (wend_grid_fits(grid, start, radius))
        length[start.y * size.x + start.x] = 0;
    for (;;)
    {
        int next = -1;
        for (int i = 0; i < count; i++)
            if (!is_done[i] && length[i] < (next < 0 ? NO_WAY : length[next]))
                next = i;
        if (next < 0)
            return;
        is_done[next] = true;
        wend_cell from = at(next % size.x, next / size.x);
        for (int i = 0; i < count; i++)
        {
            wend_cell to = at(i % size.x, i / size.x);
            double way = length[next] + hypot(to.x - from.x, to.y - from.y);
            if (way < length[i] && wend_grid_fits(grid, to, radius) && wend_grid_sees_cell(grid, from, to, radius))
                length[i] = way;
        }
    }
}

/// In slices it finds the same, bit for bit, and every way so far holds.
static void check_slices(wend_grid_search *search, const wend_grid *grid, const wend_grid_query *query,
                         const wend_grid_result *whole)
{
    wend_grid_query part = *query;
    part.budget = 2;
    wend_grid_result sliced = wend_grid_find(search, grid, &part);
    while (sliced.way == WEND_WAY_OUT_OF_BUDGET)
    {
        check_way(search, grid, query, &sliced);
        sliced = wend_grid_go_on(search, grid, 3);
    }
    assert_int_equal(sliced.way, whole->way);
    assert_int_equal(sliced.expanded, whole->expanded);
    assert_int_equal(sliced.cells, whole->cells);
    assert_memory_equal(&sliced.end, &whole->end, sizeof whole->end);
    assert_close(sliced.cost, whole->cost, 0);
}

typedef struct tally
{
    double excess; ///< share by which ways are too long, summed
    double over;   ///< the same for a point, against the exact search, which turns at corners
    int found, shortest;
} tally;

/// One question on one map. A body of up to half a cell gets wherever any way leads; a larger one wherever moves do.
static void check_one(wend_grid_search *search, const wend_grid *grid, wend_cell start, wend_cell goal, float radius,
                      tally tallies[2])
{
    double shortest[MOST * MOST];
    shortest_seen(grid, start, radius, shortest);
    double best = shortest[goal.y * wend_grid_size(grid).x + goal.x];
    for (int k = 0; k < 2; k++)
    {
        wend_grid_query query = asked(start, goal, both[k], radius);
        wend_grid_result result = find_checked(search, grid, &query);
        check_slices(search, grid, &query, &result);
        query.kind = WEND_GRID_DIJKSTRA;
        query.diagonal = radius > 0 ? WEND_DIAGONAL_NONE : WEND_DIAGONAL_ONE;
        wend_grid_result moves = find_checked(search, grid, &query);
        if (radius <= 0.5f)
        {
            assert_int_equal(result.way, moves.way);
            assert_memory_equal(&result.end, &moves.end, sizeof moves.end);
        }
        if (moves.way == WEND_WAY_FOUND)
            assert_int_equal(result.way, WEND_WAY_FOUND);
        if (result.way != WEND_WAY_FOUND)
            continue;
        assert_true(best < NO_WAY && result.cost >= best - 1e-9);
        if (radius == 0)
        {
            query.kind = WEND_GRID_ANY_ANGLE;
            query.diagonal = WEND_DIAGONAL_NONE;
            wend_grid_result exact = wend_grid_find(search, grid, &query);
            assert_int_equal(exact.way, WEND_WAY_FOUND);
            assert_true(result.cost >= exact.cost - 1e-9);
            tallies[k].over += result.cost / exact.cost - 1;
        }
        tallies[k].excess += result.cost / best - 1;
        tallies[k].shortest += result.cost < best + 1e-9;
        tallies[k].found++;
    }
}

// Never shorter than the shortest that turns at middles, nor than the exact one, which turns at corners; at most 0.4 %
// longer than the former on average; to be found wherever any is.
static void t_ways_are_nearly_the_shortest_on_1000_maps(void **state)
{
    (void)state;
    static const float radii[] = {0, 0.01f, 0.25f, 0.4f, 0.5f};
    wend_random random = wend_random_seed(35, 1);
    wend_grid_search *search = new_search();
    for (int r = 0; r < COUNT_OF(radii); r++)
    {
        tally tallies[2] = {{0}};
        for (int i = 0; i < 1000; i++)
        {
            wend_grid *grid = random_map(&random, i % 4 ? 30 : 15, 1, radii[r]);
            wend_cell start = cell_in(&random, wend_grid_size(grid));
            check_one(search, grid, start, cell_in(&random, wend_grid_size(grid)), radii[r], tallies);
            wend_grid_destroy(grid);
        }
        for (int k = 0; k < 2; k++)
        {
            assert_true(tallies[k].found > 300);
            assert_true(tallies[k].excess <= 0.004 * tallies[k].found); // 0.4 %
            assert_true(tallies[k].shortest >= 0.8 * tallies[k].found);
            assert_true(tallies[k].over <= 0.03 * tallies[k].found); // 3 %: corners are nearer than middles
        }
    }
    wend_grid_search_destroy(search);
}

static void t_large_bodies_find_what_moves_find(void **state)
{
    (void)state;
    static const float radii[] = {0.6f, 0.7f, 1, 1.4f};
    wend_random random = wend_random_seed(35, 2);
    wend_grid_search *search = new_search();
    tally tallies[2] = {{0}};
    for (int i = 0; i < 2000; i++)
    {
        float radius = radii[i % COUNT_OF(radii)];
        wend_grid *grid = random_map(&random, i % 3 * 5, 1, radius);
        wend_cell start = cell_in(&random, wend_grid_size(grid));
        check_one(search, grid, start, cell_in(&random, wend_grid_size(grid)), radius, tallies);
        wend_grid_destroy(grid);
    }
    for (int k = 0; k < 2; k++)
        assert_true(tallies[k].found > 250 && tallies[k].excess <= 0.01 * tallies[k].found);
    wend_grid_search_destroy(search);
}

// On several costs: legs within one, all that can be reached is reached, and on average it costs less than moves do.
static void t_maps_of_several_costs(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(35, 3);
    wend_grid_search *search = new_search();
    double sums[2] = {0}, moves_sum = 0;
    for (int i = 0; i < 1000; i++)
    {
        wend_grid *grid = random_map(&random, 20, 1 + i % 3, 0.5f);
        wend_cell start = cell_in(&random, wend_grid_size(grid));
        wend_cell goal = cell_in(&random, wend_grid_size(grid));
        wend_grid_query query = asked(start, goal, WEND_GRID_DIJKSTRA, 0.5f);
        wend_grid_result moves = find_checked(search, grid, &query);
        moves_sum += moves.cost;
        for (int k = 0; k < 2; k++)
        {
            query.kind = both[k];
            wend_grid_result result = find_checked(search, grid, &query);
            check_slices(search, grid, &query, &result);
            assert_int_equal(result.way, moves.way);
            assert_memory_equal(&result.end, &moves.end, sizeof moves.end);
            sums[k] += result.cost;
        }
        wend_grid_destroy(grid);
    }
    for (int k = 0; k < 2; k++)
        assert_true(sums[k] < moves_sum && sums[k] > 0.9 * moves_sum);
    wend_grid_search_destroy(search);
}

static void t_one_of_several_goals(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(35, 4);
    wend_grid_search *search = new_search();
    double excess[2] = {0};
    int found = 0;
    for (int i = 0; i < 500; i++)
    {
        wend_grid *grid = random_map(&random, 25, 1, 0.5f);
        wend_cell size = wend_grid_size(grid), goals[4];
        double shortest[MOST * MOST], best = NO_WAY;
        wend_grid_query query = asked(cell_in(&random, size), at(0, 0), WEND_GRID_THETA, 0.5f);
        shortest_seen(grid, query.start, 0.5f, shortest);
        query.goals = goals;
        query.goal_count = 4;
        for (int k = 0; k < 4; k++)
        {
            goals[k] = cell_in(&random, size);
            best = fmin(best, shortest[goals[k].y * size.x + goals[k].x]);
        }
        for (int k = 0; k < 2; k++)
        {
            query.kind = both[k];
            wend_grid_result result = find_checked(search, grid, &query);
            assert_int_equal(result.way == WEND_WAY_FOUND || result.way == WEND_WAY_THERE, best < NO_WAY);
            if (result.way != WEND_WAY_FOUND)
                continue;
            assert_true(result.cost >= best - 1e-9);
            excess[k] += result.cost / best - 1;
            found++;
        }
        wend_grid_destroy(grid);
    }
    assert_true(found > 400);
    assert_true(excess[0] < 0.01 * found / 2 && excess[1] < 0.01 * found / 2);
    wend_grid_search_destroy(search);
}

// In the open a way that may end within a range, or beside the goal, is as short as that allows.
static void t_ways_that_end_near_a_goal(void **state)
{
    (void)state;
    wend_grid_search *search = new_search();
    wend_grid *grid = open_map(30, 30);
    for (int k = 0; k < 2; k++)
    {
        wend_grid_query query = asked(at(2, 3), at(22, 3), both[k], 0.5f);
        query.end = WEND_END_WITHIN;
        query.range = 5;
        assert_close(find_checked(search, grid, &query).cost, 15, 0);
        query.end = WEND_END_ROUND;
        assert_close(find_checked(search, grid, &query).cost, 19, 0);
    }
    wend_grid_destroy(grid);
    wend_grid_search_destroy(search);
}

// ---- numbers of others

// [002-35] 200 maps of 40 x 30 with 22 % walls: always shorter than the way of moves, 0.966 of it on average, with
// fewer points, and two legs of five at angles that no move has.
static void t_ways_at_any_angle_are_shorter(void **state)
{
    (void)state;
    wend_grid_search *search = new_search();
    for (int k = 0; k < 2; k++)
    {
        wend_random random = wend_random_seed(200, 1);
        int found = 0, cells = 0, points = 0, legs = 0, odd = 0;
        double ratio = 0;
        for (int i = 0; i < 200; i++)
        {
            wend_grid *grid = open_map(40, 30);
            for (int c = 0; c < 1200; c++)
                if (between(&random, 1, 100) <= 22)
                    wend_grid_set(grid, at(c % 40, c / 40), 0);
            wend_grid_set(grid, at(0, 0), 1);
            wend_grid_set(grid, at(39, 29), 1);
            wend_grid_query query = asked(at(0, 0), at(39, 29), WEND_GRID_ASTAR, 0.5f);
            wend_grid_result moves = find_checked(search, grid, &query);
            query.kind = both[k];
            wend_grid_result result = find_checked(search, grid, &query);
            assert_int_equal(result.way, moves.way);
            if (moves.way == WEND_WAY_FOUND)
            {
                wend_cell way[100];
                int count = wend_grid_search_cells(search, way, 100);
                for (int j = 1; j < count; j++, legs++)
                {
                    int dx = abs(way[j].x - way[j - 1].x), dy = abs(way[j].y - way[j - 1].y);
                    odd += dx != 0 && dy != 0 && dx != dy;
                }
                assert_true(result.cost < moves.cost);
                ratio += result.cost / moves.cost;
                cells += moves.cells;
                points += count;
                found++;
            }
            wend_grid_destroy(grid);
        }
        assert_in_range(found, 150, 200);
        assert_close(ratio / found, 0.966, 0.006);
        assert_true(points < 0.5 * cells);
        assert_close((double)odd / legs, 0.4, 0.1);
    }
    wend_grid_search_destroy(search);
}

/// What the way costs, and of how many points it is, on a map; both searches agree.
static double length_in(const char *text, wend_cell start, wend_cell goal, float radius, int expected_points)
{
    wend_grid *grid = map_of(text);
    wend_grid_search *search = new_search();
    double length = 0;
    for (int k = 0; k < 2; k++)
    {
        wend_grid_query query = asked(start, goal, both[k], radius);
        wend_grid_result result = find_checked(search, grid, &query);
        double found = result.way == WEND_WAY_FOUND ? result.cost : -1;
        assert_true(k == 0 || found == length);
        length = found;
        assert_int_equal(result.cells, expected_points);
        wend_vec points[16];
        assert_int_equal(wend_grid_search_points(search, points, 16), expected_points);
        for (int i = 1; i < expected_points; i++)
            assert_true(wend_grid_sees(grid, points[i - 1], points[i], radius));
    }
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
    return length;
}

// [002-36, 002-37, LEN-15, COR-03, COR-04, COR-06, COR-12]
static void t_ways_worked_out_by_hand(void **state)
{
    (void)state;
    static const char wall_of_four[] = "............\n"
                                       "....####....\n"
                                       "............\n";
    // round the wall: by (3, 0) and (8, 0) without touching it, by (5, 0) past its corners
    assert_close(length_in(wall_of_four, at(0, 1), at(11, 1), 0.5f, 4), 2 * sqrt(10.0) + 5, 1e-12);
    assert_close(length_in(wall_of_four, at(0, 1), at(11, 1), 0.01f, 3), sqrt(26.0) + sqrt(37.0), 1e-12);
    // exactly half a cell beside a wall
    assert_close(length_in("........\n########\n", at(0, 0), at(7, 0), 0.5f, 2), 7, 0);
    assert_close(length_in("..........\n..........\n..........\n..........\n", at(0, 0), at(9, 3), 0, 2), sqrt(90.0),
                 1e-12);
    // past a corner, not between two, not through a wall
    assert_close(length_in("..\n#.\n", at(0, 0), at(1, 1), 0, 2), sqrt(2.0), 1e-12);
    assert_close(length_in("..\n#.\n", at(0, 0), at(1, 1), 0.1f, 3), 2, 0);
    assert_close(length_in(".#\n#.\n", at(0, 0), at(1, 1), 0, 1), -1, 0);
    assert_close(length_in("...\n.#.\n...\n", at(0, 0), at(2, 2), 0, 4), 2 + sqrt(2.0), 1e-12);
    assert_close(length_in("....\n..#.\n....\n", at(0, 0), at(3, 1), 0, 3), 2 + sqrt(2.0), 1e-12);

    wend_grid *grid = open_map(128, 128);
    wend_grid_search *search = new_search();
    wend_grid_query query = asked(at(61, 73), at(67, 98), WEND_GRID_LAZY_THETA, 0);
    assert_close(find_checked(search, grid, &query).cost, sqrt(36.0 + 625.0), 1e-12);
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
}

// ---- answers, errors, memory

static void t_results_and_refusals(void **state)
{
    (void)state;
    wend_grid_search *search = new_search();
    wend_grid *grid = map_of("...#.\n"
                             ".#.#.\n"
                             "...#.\n");
    static const struct
    {
        wend_cell start, goal;
        wend_way way;
        int cells;
        wend_cell end;
    } rows[] = {
        {{0, 0}, {0, 0}, WEND_WAY_THERE, 1, {0, 0}},        {{1, 1}, {1, 1}, WEND_WAY_START_BLOCKED, 0, {1, 1}},
        {{0, 0}, {3, 0}, WEND_WAY_GOAL_BLOCKED, 0, {0, 0}}, {{0, 2}, {4, 1}, WEND_WAY_UNREACHABLE, 3, {2, 1}},
        {{4, 1}, {0, 2}, WEND_WAY_UNREACHABLE, 2, {4, 2}},
    };
    for (int i = 0; i < COUNT_OF(rows); i++)
        for (int k = 0; k < 2; k++)
        {
            wend_grid_query query = asked(rows[i].start, rows[i].goal, both[k], 0.5f);
            wend_grid_result result = find_checked(search, grid, &query);
            assert_int_equal(result.way, rows[i].way);
            assert_int_equal(result.cells, rows[i].cells);
            assert_int_equal(wend_grid_search_points(search, NULL, 0), rows[i].cells);
            assert_memory_equal(&result.end, &rows[i].end, sizeof result.end);
        }
    wend_grid_query query = asked(at(0, 0), at(2, 2), WEND_GRID_THETA, 0);
    query.heuristic = WEND_HEURISTIC_OCTILE;
    assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_REFUSED);
    assert_string_equal(wend_grid_search_error(search)->text,
                        "heuristic is WEND_HEURISTIC_OCTILE, which overestimates straight lines, with WEND_GRID_THETA");
    query.heuristic = WEND_HEURISTIC_AUTO;
    query.is_straight = true;
    assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_REFUSED);
    assert_string_equal(wend_grid_search_error(search)->text,
                        "is_straight is true with WEND_GRID_THETA, must be false");
    query.is_straight = false;
    query.kind = WEND_GRID_LAZY_THETA;
    query.heuristic = WEND_HEURISTIC_MANHATTAN;
    query.diagonal = WEND_DIAGONAL_NEVER;
    assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_REFUSED);
    query.heuristic = WEND_HEURISTIC_CHEBYSHEV;
    assert_int_equal(find_checked(search, grid, &query).way, WEND_WAY_FOUND);
    query.radius = 0.6f;
    assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_REFUSED);
    wend_grid_def def = wend_default_grid_def();
    def.wraps_x = true;
    wend_grid *ring = wend_grid_create_text(&def, "....\n....\n", NULL);
    query = asked(at(0, 0), at(3, 0), WEND_GRID_LAZY_THETA, 0);
    assert_int_equal(wend_grid_find(search, ring, &query).way, WEND_WAY_REFUSED);
    assert_string_equal(wend_grid_search_error(search)->text,
                        "kind is WEND_GRID_LAZY_THETA on a map that wraps, must be another");
    wend_grid_destroy(ring);
    wend_grid_destroy(grid);
    wend_grid_search_destroy(search);
}

// An edit between two parts begins anew; thousands of searches with one memory, of all kinds in turn.
static void t_edits_and_memory(void **state)
{
    (void)state;
    ledger book = {.left = -1};
    wend_allocator allocator = ledger_allocator(&book);
    wend_grid_search *search = wend_grid_search_create(&allocator, NULL);
    wend_random random = wend_random_seed(35, 5);
    wend_grid *grid = open_map(64, 64);
    for (int i = 0; i < 1000; i++)
        wend_grid_set(grid, cell_in(&random, at(64, 64)), 0);
    wend_grid_set(grid, at(1, 1), 1);
    wend_grid_set(grid, at(62, 60), 1);
    wend_grid_query query = asked(at(1, 1), at(62, 60), WEND_GRID_THETA, 0.3f);
    query.budget = 10;
    wend_grid_result first[2];
    for (int k = 0; k < 2; k++)
    {
        query.kind = both[k];
        assert_int_equal(find_checked(search, grid, &query).way, WEND_WAY_OUT_OF_BUDGET);
        first[k] = wend_grid_go_on(search, grid, 0);
        assert_int_equal(first[k].way, WEND_WAY_FOUND);
        assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_OUT_OF_BUDGET);
        wend_grid_set(grid, at(62, 60), 0);
        assert_int_equal(wend_grid_go_on(search, grid, 0).way, WEND_WAY_GOAL_BLOCKED);
        wend_grid_set(grid, at(62, 60), 1);
    }
    int taken = book.taken;
    query.budget = 0;
    for (int i = 0; i < 2500; i++)
    {
        query.kind = i % 3 ? both[i % 2] : WEND_GRID_JUMP;
        wend_grid_result result = wend_grid_find(search, grid, &query);
        if (i % 3)
            assert_close(result.cost, first[i % 2].cost, 0);
    }
    assert_int_equal(book.taken, taken);
    wend_grid_search_destroy(search);
    assert_int_equal(book.taken, book.given);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_ways_are_nearly_the_shortest_on_1000_maps),
        cmocka_unit_test(t_large_bodies_find_what_moves_find),
        cmocka_unit_test(t_maps_of_several_costs),
        cmocka_unit_test(t_one_of_several_goals),
        cmocka_unit_test(t_ways_that_end_near_a_goal),
        cmocka_unit_test(t_ways_at_any_angle_are_shorter),
        cmocka_unit_test(t_ways_worked_out_by_hand),
        cmocka_unit_test(t_results_and_refusals),
        cmocka_unit_test(t_edits_and_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
