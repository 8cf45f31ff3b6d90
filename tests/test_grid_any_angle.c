// grid.h: the shortest way at any angle: facts worked out by hand, results and errors (in brackets: what went wrong for
// others).
#include "testing_any_angle.h"

static double length_in(const char *text, wend_cell start, wend_cell goal)
{
    wend_grid *grid = map_of(text);
    wend_grid_search *search = new_search();
    wend_grid_query query = query_of(start, goal, WEND_DIAGONAL_NONE, WEND_GRID_ANY_ANGLE);
    wend_grid_result result = wend_grid_find(search, grid, &query);
    assert_true(result.way != WEND_WAY_REFUSED);
    if (result.way == WEND_WAY_FOUND)
        check_points(search, grid, &result, middle_of(start), middle_of(goal));
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
    return result.way == WEND_WAY_FOUND || result.way == WEND_WAY_THERE ? result.cost : -1;
}

static double length_between(const wend_grid *grid, double from_x, double from_y, double to_x, double to_y)
{
    wend_grid_search *search = new_search();
    wend_vec from = v2((float)from_x, (float)from_y), to = v2((float)to_x, (float)to_y);
    wend_grid_result result = wend_grid_find_between(search, grid, from, to);
    assert_true(result.way != WEND_WAY_REFUSED);
    wend_grid_search_destroy(search);
    return result.way == WEND_WAY_FOUND || result.way == WEND_WAY_THERE ? result.cost : -1;
}

static void t_lengths_by_hand(void **state)
{
    (void)state;
    const double none = -1;
    // nothing in the way; touching one corner; squeezing (COR-04)
    assert_close(length_in("....\n....\n....\n", at(0, 0), at(3, 2)), sqrt(13), 1e-12);
    assert_close(length_in("..\n#.\n", at(0, 0), at(1, 1)), sqrt(2), 1e-12);
    assert_close(length_in(".#\n#.\n", at(0, 0), at(1, 1)), none, 0);
    assert_close(length_in(".#.\n#..\n...\n", at(0, 0), at(2, 2)), none, 0);
    // a wall in the way is gone round at its corners, and never clipped (COR-06)
    assert_close(length_in("...\n.#.\n...\n", at(0, 0), at(2, 2)), 2 * sqrt(0.25 + 2.25), 1e-12);
    assert_close(length_in("....\n..#.\n....\n", at(0, 0), at(3, 1)), sqrt(6.5) + sqrt(0.5), 1e-12);
    // along a row and a column (COR-08)
    const double round = sqrt(20.5) + 1 + sqrt(12.5);
    assert_close(length_in(".....#....\n..........\n", at(0, 0), at(9, 0)), round, 1e-12);
    assert_close(length_in("..\n..\n..\n..\n..\n#.\n..\n..\n..\n..\n", at(0, 0), at(0, 9)), round, 1e-12);
    assert_close(length_in("..........\n", at(0, 0), at(9, 0)), 9, 1e-12);
    // round the end of a wall, and along it
    assert_close(length_in(".#.\n.#.\n...\n", at(0, 0), at(2, 0)), 2 * sqrt(0.25 + 2.25) + 1, 1e-12);
    // along a flight of stairs; a line of sight that touches corners on both sides
    assert_close(length_in("...#\n..#.\n.#..\n....\n", at(0, 3), at(3, 1)), sqrt(2.5) + 1.5 * sqrt(2), 1e-12);
    assert_close(length_in("...#\n....\n....\n#...\n", at(0, 2), at(3, 1)), sqrt(10), 1e-12);
    assert_close(length_in("..#.\n....\n.#..\n", at(0, 2), at(3, 0)), sqrt(2) + sqrt(5), 1e-12);
    // ends of walls on both sides of the way
    assert_close(length_in("..#..\n.....\n#.#.#\n", at(0, 1), at(4, 1)), 4, 1e-12);
}

static void t_between_any_places(void **state)
{
    (void)state;
    wend_grid *grid = map_of("....\n.##.\n....\n");
    assert_close(length_between(grid, 0, 0, 4, 0), 4, 1e-12);
    assert_close(length_between(grid, 0, 0, 4, 3), sqrt(10) + sqrt(5), 1e-12);
    // along an edge of walls, down another, and in one point
    assert_close(length_between(grid, 1, 1, 3, 1), 2, 1e-12);
    assert_close(length_between(grid, 1, 1, 3, 2), 3, 1e-12);
    assert_close(length_between(grid, 3, 1, 3, 2), 1, 1e-12);
    assert_close(length_between(grid, 2.5, 1, 2.5, 2), 2, 1e-12);
    assert_close(length_between(grid, 0.25, 0.75, 0.25, 0.75), 0, 0);
    assert_close(length_between(grid, 0.25, 0.75, 0.5, 0.75), 0.25, 1e-12);
    // inside a wall; between two; where four walls meet
    assert_close(length_between(grid, 1.5, 1.5, 0, 0), -1, 0);
    assert_close(length_between(grid, 0, 0, 2, 1.5), -1, 0);
    wend_grid_destroy(grid);
    // a place at which two walls touch is in both open cells, but not on a way
    grid = map_of(".#\n#.\n");
    assert_close(length_between(grid, 1, 1, 0, 0), sqrt(2), 1e-12);
    assert_close(length_between(grid, 2, 2, 1, 1), sqrt(2), 1e-12);
    assert_close(length_between(grid, 0, 0, 2, 2), -1, 0);
    wend_grid_destroy(grid);
}

static void t_the_world_has_its_own_coordinates(void **state)
{
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.cell_size = 2;
    def.origin = wend_xyz(-1, 10, 7);
    wend_grid *grid = wend_grid_create_text(&def, "333\n303\n333\n", NULL);
    wend_grid_search *search = new_search();
    wend_grid_query query = query_of(at(0, 0), at(2, 2), WEND_DIAGONAL_ONE, WEND_GRID_ANY_ANGLE);
    wend_grid_result result = wend_grid_find(search, grid, &query);
    // each cell costs 3
    assert_close(result.cost, 3 * 2 * sqrt(2.5), 1e-12);
    wend_vec points[4];
    assert_int_equal(wend_grid_search_points(search, points, 4), 3);
    assert_vec(points[0], 0, 11, 7, 0);
    assert_vec(points[2], 4, 15, 7, 0);
    bool is_above = points[1].x == 3;
    assert_vec(points[1], is_above ? 3 : 1, is_above ? 12 : 14, 7, 0);
    // the cell outside of the corner
    wend_cell cells[4];
    assert_int_equal(wend_grid_search_cells(search, cells, 4), 3);
    wend_cell outside = is_above ? at(2, 0) : at(0, 2);
    assert_memory_equal(&cells[0], &query.start, sizeof cells[0]);
    assert_memory_equal(&cells[1], &outside, sizeof cells[0]);
    assert_memory_equal(&cells[2], &query.goal, sizeof cells[0]);
    // no more than there is room for
    points[1] = wend_xyz(9, 9, 9);
    assert_int_equal(wend_grid_search_points(search, points, 1), 3);
    assert_vec(points[1], 9, 9, 9, 0);
    // from one place to another
    result = wend_grid_find_between(search, grid, wend_xyz(-1, 10, 0), wend_xyz(5, 16, 0));
    assert_close(result.cost, 3 * (sqrt(1 + 4) + sqrt(4 + 1)), 1e-12);
    assert_int_equal(wend_grid_search_points(search, points, 4), 3);
    assert_vec(points[0], -1, 10, 7, 0);
    assert_vec(points[2], 5, 16, 7, 0);
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
}

static void t_results(void **state)
{
    (void)state;
    wend_grid *grid = map_of("..#..\n..##.\n#.#..\n");
    wend_grid_search *search = new_search();
    static const struct
    {
        wend_cell start, goal;
        wend_way way;
        double cost;
        int cells;
        wend_cell end;
    } rows[] = {
        {{0, 0}, {0, 0}, WEND_WAY_THERE, 0, 1, {0, 0}},        {{2, 0}, {0, 0}, WEND_WAY_START_BLOCKED, 0, 0, {2, 0}},
        {{0, 0}, {2, 1}, WEND_WAY_GOAL_BLOCKED, 0, 0, {0, 0}}, {{0, 0}, {1, 2}, WEND_WAY_FOUND, 0, 2, {1, 2}},
        {{0, 0}, {3, 0}, WEND_WAY_UNREACHABLE, 1, 2, {1, 0}},  {{1, 0}, {3, 0}, WEND_WAY_UNREACHABLE, 0, 1, {1, 0}},
    };
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_grid_query query = query_of(rows[i].start, rows[i].goal, WEND_DIAGONAL_NONE, WEND_GRID_ANY_ANGLE);
        wend_grid_result result = wend_grid_find(search, grid, &query);
        assert_int_equal(result.way, rows[i].way);
        assert_close(result.cost, rows[i].way == WEND_WAY_FOUND ? sqrt(5) : rows[i].cost, 1e-12);
        assert_int_equal(result.cells, rows[i].cells);
        assert_memory_equal(&result.end, &rows[i].end, sizeof result.end);
        assert_int_equal(wend_grid_search_points(search, NULL, 0), rows[i].cells);
    }
    wend_grid_result result = wend_grid_find_between(search, grid, v2(1, 1), v2(1, 1));
    assert_int_equal(result.way, WEND_WAY_THERE);
    assert_int_equal(wend_grid_search_points(search, NULL, 0), 1);
    assert_int_equal(wend_grid_find_between(search, grid, v2(2.5f, 0.5f), v2(1, 1)).way, WEND_WAY_START_BLOCKED);
    assert_int_equal(wend_grid_find_between(search, grid, v2(1, 1), v2(2.5f, 0.5f)).way, WEND_WAY_GOAL_BLOCKED);
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
}

static void assert_refused_query(wend_grid_search *search, const wend_grid *grid, wend_grid_query query,
                                 const char *why)
{
    query.kind = WEND_GRID_ANY_ANGLE;
    assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_REFUSED);
    assert_string_equal(wend_grid_search_error(search)->text, why);
    assert_int_equal(wend_grid_search_points(search, NULL, 0), 0);
}

static void t_bad_questions_are_refused_by_name(void **state)
{
    (void)state;
    wend_grid_search *search = new_search();
    wend_grid *grid = map_of("...\n"), *weighted = map_of("12\n");
    const wend_grid_query good = wend_default_grid_query();
    const wend_cell goals[2] = {{1, 0}, {2, 0}};
    wend_grid_query query = good;
    query.goals = goals;
    query.goal_count = 2;
    assert_refused_query(search, grid, query, "kind is WEND_GRID_ANY_ANGLE with 2 goals, must have one");
    query.goal_count = 1;
    query.kind = WEND_GRID_ANY_ANGLE;
    assert_close(wend_grid_find(search, grid, &query).cost, 1, 0);
    assert_refused_query(search, weighted, good,
                         "kind is WEND_GRID_ANY_ANGLE on a map of several costs, all open cells must cost the same");
    query = good;
    query.radius = 0.25f;
    assert_refused_query(search, grid, query,
                         "radius is 0.25 with WEND_GRID_ANY_ANGLE, which leads a point: must be 0");
    query = good;
    query.end = WEND_END_BESIDE;
    assert_refused_query(search, grid, query, "end is 2 with WEND_GRID_ANY_ANGLE, must be WEND_END_AT");
    query = good;
    query.is_straight = true;
    assert_refused_query(search, grid, query, "is_straight is true with WEND_GRID_ANY_ANGLE, must be false");
    query = good;
    query.diagonal = WEND_DIAGONAL_ALWAYS;
    assert_refused_query(
        search, grid, query,
        "diagonal is WEND_DIAGONAL_ALWAYS with WEND_GRID_ANY_ANGLE, which never squeezes between walls");

    static const struct
    {
        wend_vec from, to;
        const char *why;
    } rows[] = {
        {{-0.5f, 0, 0}, {0, 0, 0}, "from is (-0.5, 0), must be on the map of 3 x 1 cells"},
        {{0, 0, 0}, {3, 1.5f, 0}, "to is (3, 1.5), must be on the map of 3 x 1 cells"},
        {{0, 0, 0}, {INFINITY, 0, 0}, "to is (inf, 0), must be on the map of 3 x 1 cells"},
    };
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        assert_int_equal(wend_grid_find_between(search, grid, rows[i].from, rows[i].to).way, WEND_WAY_REFUSED);
        assert_string_equal(wend_grid_search_error(search)->text, rows[i].why);
    }
    assert_int_equal(wend_grid_find_between(search, grid, v2(0, NAN), v2(0, 0)).way, WEND_WAY_REFUSED);
    assert_int_equal(wend_grid_find_between(search, NULL, v2(0, 0), v2(0, 0)).way, WEND_WAY_REFUSED);
    assert_string_equal(wend_grid_search_error(search)->text, "the grid of a search is null");
    assert_int_equal(wend_grid_find_between(NULL, grid, v2(0, 0), v2(0, 0)).way, WEND_WAY_REFUSED);
    wend_grid_def def = wend_default_grid_def();
    def.wraps_x = true;
    wend_grid *round = wend_grid_create_text(&def, "....\n", NULL);
    assert_refused_query(search, round, good, "kind is WEND_GRID_ANY_ANGLE on a map that wraps, must be another");
    assert_int_equal(wend_grid_find_between(search, round, v2(0, 0), v2(1, 1)).way, WEND_WAY_REFUSED);
    wend_grid_destroy(round);
    wend_grid_destroy(weighted);
    wend_grid_destroy(grid);
    wend_grid_search_destroy(search);
}

static void t_maps_of_odd_shapes(void **state)
{
    (void)state;
    wend_grid_search *search = new_search();
    static const struct
    {
        int width, height;
        wend_cell start, goal;
    } rows[] = {{8192, 1, {0, 0}, {8191, 0}},    {1, 8192, {0, 8191}, {0, 0}},     {8192, 5, {0, 4}, {8191, 1}},
                {3, 8192, {0, 0}, {2, 8191}},    {1000, 1000, {999, 7}, {3, 998}}, {64, 64, {63, 63}, {0, 0}},
                {8192, 600, {8191, 599}, {0, 0}}};
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_grid *grid = open_map(rows[i].width, rows[i].height);
        wend_grid_query query = query_of(rows[i].start, rows[i].goal, WEND_DIAGONAL_NONE, WEND_GRID_ANY_ANGLE);
        wend_grid_result result = wend_grid_find(search, grid, &query);
        double length = gap_between(middle_of(query.start), middle_of(query.goal));
        assert_int_equal(result.way, WEND_WAY_FOUND);
        assert_close(result.cost, length, 1e-10 * length);
        assert_int_equal(result.cells, 2);
        wend_grid_destroy(grid);
    }
    // a wall across but for one cell: it is turned at that cell's corners
    wend_grid *grid = open_map(4001, 101);
    for (int y = 1; y < 101; y++)
        wend_grid_set(grid, at(2000, y), 0);
    wend_grid_query query = query_of(at(0, 100), at(4000, 100), WEND_DIAGONAL_NONE, WEND_GRID_ANY_ANGLE);
    double leg = sqrt(1999.5 * 1999.5 + 99.5 * 99.5);
    assert_close(wend_grid_find(search, grid, &query).cost, 2 * leg + 1, 1e-9 * leg);
    wend_grid_destroy(grid);
    // a board of black and white cells: no cell leads to another
    grid = open_map(40, 40);
    for (int i = 0; i < 1600; i++)
        wend_grid_set(grid, at(i % 40, i / 40), (uint8_t)((i % 40 + i / 40) % 2 == 0));
    query = query_of(at(0, 0), at(39, 39), WEND_DIAGONAL_NONE, WEND_GRID_ANY_ANGLE);
    wend_grid_result result = wend_grid_find(search, grid, &query);
    assert_int_equal(result.way, WEND_WAY_UNREACHABLE);
    assert_memory_equal(&result.end, &query.start, sizeof result.end);
    wend_grid_destroy(grid);
    wend_grid_search_destroy(search);
}

/// Walls that run from side to side by turns, with one cell left.
static wend_grid *winding_map(int size)
{
    wend_grid *grid = open_map(size, size);
    for (int x = 2; x < size; x += 3)
        for (int y = 0; y < size - 1; y++)
            wend_grid_set(grid, at(x, x % 2 ? y : y + 1), 0);
    return grid;
}

static void t_a_long_way_that_winds(void **state)
{
    (void)state;
    // past ten ends of walls: the first and the last are come to from corners of the map, 3 aside and 1 along; else one
    // crosses the width of a wall, then goes 2 aside and 30 along
    wend_grid *grid = winding_map(32);
    assert_close(length_between(grid, 0, 0, 32, 32), 2 * sqrt(10) + 8 + 9 * sqrt(4 + 900), 1e-10);
    assert_close(length_between(grid, 32, 32, 0, 0), 2 * sqrt(10) + 8 + 9 * sqrt(4 + 900), 1e-10);
    wend_grid_destroy(grid);
}

static void t_no_memory_after_the_first_search(void **state)
{
    (void)state;
    ledger book = {.left = -1};
    wend_allocator allocator = ledger_allocator(&book);
    wend_grid_search *search = wend_grid_search_create(&allocator, NULL);
    wend_grid *grid = winding_map(60);
    wend_grid_query query = query_of(at(0, 0), at(59, 59), WEND_DIAGONAL_NONE, WEND_GRID_ANY_ANGLE);
    double first = wend_grid_find(search, grid, &query).cost;
    int taken = book.taken;
    // more searches than there are numbers for them
    for (int i = 0; i < 4500; i++)
    {
        query.start = at(i % 2, i % 60);
        wend_grid_find(search, grid, &query);
    }
    query.start = at(0, 0);
    assert_close(wend_grid_find(search, grid, &query).cost, first, 0);
    assert_int_equal(book.taken, taken);
    wend_grid_search_destroy(search);
    assert_int_equal(book.given, book.taken);

    // each time that there is no memory
    for (int left = 1; left < taken; left++)
    {
        book = (ledger){.left = left};
        search = wend_grid_search_create(&allocator, NULL);
        assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_REFUSED);
        assert_int_equal(wend_grid_search_error(search)->status, WEND_ERROR_MEMORY);
        book.left = -1;
        assert_close(wend_grid_find(search, grid, &query).cost, first, 0);
        wend_grid_search_destroy(search);
        assert_int_equal(book.given, book.taken);
    }
    wend_grid_destroy(grid);
}

static void t_edits_are_seen_and_begin_anew(void **state)
{
    (void)state;
    wend_grid *grid = map_of(".....\n.....\n.....\n");
    wend_grid_search *search = new_search();
    wend_grid_query query = query_of(at(0, 1), at(4, 1), WEND_DIAGONAL_NONE, WEND_GRID_ANY_ANGLE);
    assert_close(wend_grid_find(search, grid, &query).cost, 4, 0);
    query.budget = 1;
    wend_grid_set(grid, at(2, 1), 0);
    wend_grid_set(grid, at(2, 0), 0);
    wend_grid_result result = wend_grid_find(search, grid, &query);
    assert_int_equal(result.way, WEND_WAY_OUT_OF_BUDGET);
    wend_grid_set(grid, at(2, 0), 1);
    wend_grid_set(grid, at(2, 2), 0);
    result = wend_grid_go_on(search, grid, 0);
    assert_int_equal(result.way, WEND_WAY_FOUND);
    assert_close(result.cost, 2 * sqrt(2.5) + 1, 1e-12);
    wend_vec points[4];
    assert_int_equal(wend_grid_search_points(search, points, 4), 4);
    assert_vec(points[1], 2, 1, 0, 0);
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_lengths_by_hand),
        cmocka_unit_test(t_between_any_places),
        cmocka_unit_test(t_the_world_has_its_own_coordinates),
        cmocka_unit_test(t_results),
        cmocka_unit_test(t_bad_questions_are_refused_by_name),
        cmocka_unit_test(t_maps_of_odd_shapes),
        cmocka_unit_test(t_a_long_way_that_winds),
        cmocka_unit_test(t_no_memory_after_the_first_search),
        cmocka_unit_test(t_edits_are_seen_and_begin_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
