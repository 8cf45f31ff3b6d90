// grid.h: maps, rules of moves, results and errors, and what went wrong for others (the names in brackets).
#include "testing_grid.h"

#include <pthread.h>
#include <stdlib.h>

static const wend_grid_kind kinds[] = {WEND_GRID_DIJKSTRA, WEND_GRID_ASTAR, WEND_GRID_JUMP, WEND_GRID_AUTO};
static const wend_diagonal diagonals[] = {WEND_DIAGONAL_NEVER, WEND_DIAGONAL_NONE, WEND_DIAGONAL_ONE,
                                          WEND_DIAGONAL_ALWAYS};

/// The cost of the way on a map of one cost, by all searches; -1 if there is none.
static double cost_on(const wend_grid *grid, wend_cell start, wend_cell goal, wend_diagonal diagonal)
{
    wend_grid_search *search = new_search();
    double cost = 0;
    for (int i = 0; i < COUNT_OF(kinds); i++)
    {
        wend_grid_query query = query_of(start, goal, diagonal, kinds[i]);
        wend_grid_result result = find_checked(search, grid, &query);
        double found = result.way == WEND_WAY_FOUND || result.way == WEND_WAY_THERE ? result.cost : -1;
        assert_true(i == 0 || found == cost);
        cost = found;
    }
    wend_grid_search_destroy(search);
    return cost;
}

static double cost_in(const char *text, wend_cell start, wend_cell goal, wend_diagonal diagonal)
{
    wend_grid *grid = map_of(text);
    double cost = cost_on(grid, start, goal, diagonal);
    wend_grid_destroy(grid);
    return cost;
}

// ---- maps

static void t_a_map_from_text(void **state)
{
    (void)state;
    wend_grid *grid = map_of("..#\r\n0.9\r\n");
    wend_cell size = wend_grid_size(grid);
    assert_int_equal(size.x, 3);
    assert_int_equal(size.y, 2);
    static const uint8_t expected[2][3] = {{1, 1, 0}, {0, 1, 9}};
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 3; x++)
            assert_int_equal(wend_grid_get(grid, at(x, y)), expected[y][x]);
    assert_int_equal(wend_grid_get(grid, at(-1, 0)), 0);
    assert_int_equal(wend_grid_get(grid, at(0, 2)), 0);
    assert_int_equal(wend_grid_edits(grid), 0);
    wend_grid_destroy(grid);
    wend_grid_destroy(NULL);
}

// Costs from a larger array, and from a picture.
static void t_a_map_from_an_array(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0, 1, 127, 77, 128, 255, 9, 99, 5};
    wend_grid_def def = wend_default_grid_def();
    def.width = 3;
    def.height = 2;
    def.costs = bytes;
    def.pitch = 4;
    static const uint8_t expected[2][2][3] = {{{0, 1, 127}, {128, 255, 9}}, {{0, 0, 0}, {1, 1, 0}}};
    for (int i = 0; i < 2; i++)
    {
        def.threshold = i == 0 ? 0 : 128;
        wend_grid *grid = wend_grid_create(&def, NULL);
        assert_non_null(grid);
        for (int k = 0; k < 6; k++)
            assert_int_equal(wend_grid_get(grid, at(k % 3, k / 3)), expected[i][k / 3][k % 3]);
        wend_grid_destroy(grid);
    }
    // without an array all is open
    def.costs = NULL;
    wend_grid *grid = wend_grid_create(&def, NULL);
    assert_int_equal(wend_grid_get(grid, at(2, 1)), 1);
    wend_grid_destroy(grid);
}

static void t_points_of_the_world(void **state)
{
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = 4;
    def.height = 3;
    def.cell_size = 2;
    def.origin = wend_xyz(-1, 10, 7);
    wend_grid *grid = wend_grid_create(&def, NULL);
    assert_vec(wend_grid_point(grid, at(0, 0)), 0, 11, 7, 0);
    assert_vec(wend_grid_point(grid, at(3, 2)), 6, 15, 7, 0);
    static const struct
    {
        float x, y;
        int cell_x, cell_y;
        bool is_in;
    } rows[] = {{-1, 10, 0, 0, true},        {0.99f, 11.99f, 0, 0, true}, {1, 12, 1, 1, true},
                {6.99f, 15.99f, 3, 2, true}, {7, 15, 3, 2, false},        {6, 16, 3, 2, false},
                {-1.01f, 10, 0, 0, false},   {FLT_MAX, 0, 3, 0, false},   {0, -FLT_MAX, 0, 0, false},
                {NAN, 0, 0, 0, false}};
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_cell cell;
        assert_int_equal(wend_grid_cell(grid, v2(rows[i].x, rows[i].y), &cell), rows[i].is_in);
        assert_int_equal(cell.x, rows[i].cell_x);
        assert_int_equal(cell.y, rows[i].cell_y);
    }
    wend_grid_destroy(grid);
    def.cell_size = FLT_MAX;
    grid = wend_grid_create(&def, NULL);
    assert_true(is_finite(wend_grid_point(grid, at(3, 2))));
    wend_grid_destroy(grid);
}

static void assert_refused(const wend_grid_def *def, const char *text, const char *why)
{
    wend_error error = {0};
    wend_grid *grid = text ? wend_grid_create_text(def, text, &error) : wend_grid_create(def, &error);
    assert_null(grid);
    assert_string_equal(error.text, why);
}

static void t_bad_maps_are_refused_by_name(void **state)
{
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    assert_refused(NULL, NULL, "the definition of a grid is null");
    assert_refused(&def, NULL, "grid width is 0, must be 1 to 8192");
    assert_refused(&def, "", "grid width is 0, must be 1 to 8192");
    assert_refused(&def, "...\n..\n", "row 1 has 2 cells, must have 3 as row 0");
    assert_refused(&def, "...\n.x.\n", "row 1 has the character 120 at column 1, must be '.', '#' or a digit");
    def.width = 3;
    def.height = 8193;
    assert_refused(&def, NULL, "grid height is 8193, must be 1 to 8192");
    def.height = 3;
    def.pitch = 2;
    assert_refused(&def, NULL, "grid pitch is 2, must be 0 or at least the width, 3");
    def.pitch = 0;
    def.height = 2;
    def.wraps_x = true;
    def.wraps_y = true;
    assert_refused(&def, NULL, "grid of 3 x 2 wraps, must be 3 wide or high at least to do that");
    def.wraps_x = def.wraps_y = false;
    def.height = 3;
    def.cell_size = 0;
    assert_refused(&def, NULL, "grid cell_size is 0, must be > 0 and finite");
    def.cell_size = 1;
    def.origin.y = INFINITY;
    assert_refused(&def, NULL, "grid origin is (0, inf, 0), must be finite");
    def.origin.y = 0;
    ledger book = {.left = -1};
    def.allocator = ledger_allocator(&book);
    def.allocator.free = NULL;
    assert_refused(&def, NULL, "allocator has only one of alloc and free, must have both or none");
    for (int left = 0; left < 5; left++)
    {
        book = (ledger){.left = left};
        def.allocator = ledger_allocator(&book);
        assert_null(wend_grid_create(&def, NULL));
        assert_int_equal(book.taken, book.given);
    }
}

// An edit is one call, and is seen by the next search [API-04, API-11].
static void t_an_edit_is_seen_by_the_next_search(void **state)
{
    (void)state;
    wend_grid *grid = map_of(".....\n"
                             ".....\n"
                             "####.\n"
                             ".....\n"
                             ".....\n");
    assert_close(cost_on(grid, at(2, 3), at(2, 1), WEND_DIAGONAL_NEVER), 6, 0);
    assert_int_equal(wend_grid_set(grid, at(2, 2), 1), WEND_OK);
    assert_int_equal(wend_grid_set(grid, at(2, 2), 1), WEND_OK);
    assert_int_equal(wend_grid_edits(grid), 1); // the second changed nothing
    assert_close(cost_on(grid, at(2, 3), at(2, 1), WEND_DIAGONAL_NEVER), 2, 0);
    assert_int_equal(wend_grid_set(grid, at(2, 2), 0), WEND_OK);
    assert_close(cost_on(grid, at(2, 3), at(2, 1), WEND_DIAGONAL_NEVER), 6, 0);
    assert_int_equal(wend_grid_set(grid, at(5, 2), 0), WEND_ERROR_VALUE);
    assert_int_equal(wend_grid_set(NULL, at(0, 0), 0), WEND_ERROR_NULL);
    assert_int_equal(wend_grid_edits(grid), 2);
    wend_grid_destroy(grid);
}

// ---- rules of moves

// [002-27] Up and right of the middle of 3 x 3, each open or not, and a step between them.
static void t_what_is_beside_a_diagonal_step(void **state)
{
    (void)state;
    for (int d = 0; d < 4; d++)
        for (int walls = 0; walls < 4; walls++)
        {
            wend_grid *grid = open_map(2, 2);
            wend_grid_set(grid, at(d & 1, 1 - (d >> 1)), walls & 1 ? 0 : 1);
            wend_grid_set(grid, at(1 - (d & 1), d >> 1), walls & 2 ? 0 : 1);
            wend_cell start = at(d & 1, d >> 1), goal = at(1 - (d & 1), 1 - (d >> 1));
            double round = walls == 3 ? -1 : 2;
            assert_close(cost_on(grid, start, goal, WEND_DIAGONAL_NEVER), round, 0);
            assert_close(cost_on(grid, start, goal, WEND_DIAGONAL_NONE), walls ? round : sqrt(2.0), 1e-15);
            assert_close(cost_on(grid, start, goal, WEND_DIAGONAL_ONE), walls == 3 ? -1 : sqrt(2.0), 1e-15);
            assert_close(cost_on(grid, start, goal, WEND_DIAGONAL_ALWAYS), sqrt(2.0), 1e-15);
            wend_grid_destroy(grid);
        }
}

// [COR-02, COR-03, COR-04, LEN-04]
static void t_corners_that_others_cut(void **state)
{
    (void)state;
    static const struct
    {
        const char *text;
        wend_cell start, goal;
        double cost[4];
    } rows[] = {
        {"......#####..##\n.....##....##.#\n#....#..##.....\n#.#.#....#.##.#\n"
         "#.....#..#.#.#.\n#..#.##.##...#.\n###..#..#..##..\n",
         {6, 3},
         {3, 0},
         {8, 8, 6.828427124746, 4.828427124746}},
        {"..\n#.\n", {0, 0}, {1, 1}, {2, 2, 1.414213562373, 1.414213562373}},
        {".#\n#.\n", {0, 0}, {1, 1}, {-1, -1, -1, 1.414213562373}},
        {".###....#.\n#.####..#.\n.##.#...#.\n.....###..\n...##..###\n###..##...\n.#####.#..\n.##.#..#..\n.##.#..#.#\n"
         ".#...###..\n",
         {0, 0},
         {9, 9},
         {-1, -1, -1, 15.899494936612}},
    };
    for (int i = 0; i < COUNT_OF(rows); i++)
        for (int d = 0; d < 4; d++)
            assert_close(cost_in(rows[i].text, rows[i].start, rows[i].goal, diagonals[d]), rows[i].cost[d], 1e-11);
}

// [COR-05] There are no chunks, but words of 64 bits: the corner of COR-03 at every place of them.
static void t_a_corner_anywhere_in_a_word(void **state)
{
    (void)state;
    for (int x = 0; x < 140; x++)
    {
        wend_grid *grid = open_map(142, 2), *turned = open_map(2, 142);
        wend_grid_set(grid, at(x, 1), 0);
        wend_grid_set(turned, at(1, x), 0);
        for (int d = 0; d < 4; d++)
        {
            double cost = d < 2 ? 2 : sqrt(2.0);
            assert_close(cost_on(grid, at(x, 0), at(x + 1, 1), diagonals[d]), cost, 1e-15);
            assert_close(cost_on(turned, at(0, x), at(1, x + 1), diagonals[d]), cost, 1e-15);
        }
        wend_grid_destroy(grid);
        wend_grid_destroy(turned);
    }
}

// [COR-10] Every wall of 3 x 3, every pair of cells: searches agree, and every step is allowed (cost_on looks).
static void t_all_maps_of_nine_cells(void **state)
{
    (void)state;
    for (int walls = 0; walls < 512; walls++)
    {
        wend_grid *grid = open_map(3, 3);
        for (int i = 0; i < 9; i++)
            wend_grid_set(grid, at(i % 3, i / 3), walls >> i & 1 ? 0 : 1);
        int start = walls % 9, goal = walls * 7 / 9 % 9;
        for (int d = 0; d < 4; d++)
            cost_on(grid, at(start % 3, start / 3), at(goal % 3, goal / 3), diagonals[d]);
        wend_grid_destroy(grid);
    }
}

// ---- lengths

// [COR-12, LEN-01, LEN-03, OVF-06, 002-28]
static void t_lengths_in_the_open(void **state)
{
    (void)state;
    static const struct
    {
        int width, height;
        wend_cell start, goal;
        wend_diagonal diagonal;
        double cost;
    } rows[] = {
        {128, 128, {61, 73}, {67, 98}, WEND_DIAGONAL_NONE, 27.48528137423857},
        {10, 10, {0, 0}, {7, 0}, WEND_DIAGONAL_ALWAYS, 7},
        {10, 10, {0, 0}, {1, 1}, WEND_DIAGONAL_NONE, 1.4142135623730951},
        {10, 10, {0, 0}, {4, 2}, WEND_DIAGONAL_NONE, 4.82842712474619},
        {10, 10, {0, 0}, {3, 4}, WEND_DIAGONAL_ALWAYS, 5.242640687119286},
        {16, 16, {0, 0}, {15, 15}, WEND_DIAGONAL_NEVER, 30},
        {64, 64, {0, 0}, {63, 0}, WEND_DIAGONAL_ALWAYS, 63},
        {64, 64, {0, 0}, {63, 63}, WEND_DIAGONAL_ALWAYS, 89.09545442950498},
        {11, 5, {0, 0}, {10, 4}, WEND_DIAGONAL_NEVER, 14},
    };
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_grid *grid = open_map(rows[i].width, rows[i].height);
        assert_close(cost_on(grid, rows[i].start, rows[i].goal, rows[i].diagonal), rows[i].cost, 1e-12);
        assert_close(cost_on(grid, rows[i].goal, rows[i].start, rows[i].diagonal), rows[i].cost, 1e-12);
        wend_grid_destroy(grid);
    }
}

// [API-13, CLF-04] Different cells, and the same answer twice.
static void t_the_way_along_two_walls(void **state)
{
    (void)state;
    wend_grid *grid = open_map(10, 10);
    for (int i = 0; i < 81; i++)
        wend_grid_set(grid, at(i % 9, i / 9 + 1), 0);
    for (int twice = 0; twice < 2; twice++)
        assert_close(cost_on(grid, at(0, 0), at(9, 6), WEND_DIAGONAL_NEVER), 15, 0);
    wend_grid_search *search = new_search();
    wend_grid_query query = query_of(at(0, 0), at(9, 6), WEND_DIAGONAL_NEVER, WEND_GRID_AUTO);
    assert_int_equal(find_checked(search, grid, &query).cells, 16);
    wend_vec points[4];
    points[2] = v2(-1, -1);
    assert_int_equal(wend_grid_search_points(search, points, 2), 3); // at most two are written
    assert_vec(points[0], 0.5f, 0.5f, 0, 0);
    assert_vec(points[1], 9.5f, 0.5f, 0, 0);
    assert_vec(points[2], -1, -1, 0, 0);
    assert_int_equal(wend_grid_search_points(search, points, 4), 3);
    assert_vec(points[2], 9.5f, 6.5f, 0, 0);
    wend_cell first = {-1, -1};
    assert_int_equal(wend_grid_search_cells(search, NULL, 0), 16);
    assert_int_equal(wend_grid_search_cells(search, &first, 1), 16);
    assert_int_equal(first.x, 0);
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
}

// [LEN-08] A move costs the mean of both cells, so two halves of a heavy goal are never paid for by a detour into it.
static void t_cells_of_several_costs(void **state)
{
    (void)state;
    wend_grid_search *search = new_search();
    wend_grid *grid = map_of("111111\n"
                             "1####1\n"
                             "122221\n");
    wend_grid_query query = query_of(at(0, 2), at(5, 2), WEND_DIAGONAL_NONE, WEND_GRID_AUTO);
    wend_grid_result result = find_checked(search, grid, &query);
    assert_close(result.cost, 1.5 + 3 * 2 + 1.5, 0); // against 9 the other way round: a tie
    wend_grid_set(grid, at(3, 2), 3);
    result = find_checked(search, grid, &query);
    assert_close(result.cost, 9, 0);
    assert_int_equal(result.cells, 10);
    query.diagonal = WEND_DIAGONAL_ONE; // the corners of the detour become cheaper
    assert_close(find_checked(search, grid, &query).cost, 5 + 2 * sqrt(2.0), 1e-15);
    wend_grid_destroy(grid);
    // of one cost, whatever it is, a map is as good as of cost 1
    grid = map_of("777\n777\n777\n");
    assert_close(cost_on(grid, at(0, 0), at(2, 1), WEND_DIAGONAL_NONE), 7 * (1 + sqrt(2.0)), 1e-14);
    wend_grid_destroy(grid);
    wend_grid_search_destroy(search);
}

// [002-26]
static void t_estimates(void **state)
{
    (void)state;
    static const double expected[] = {11.656854249492, 14, 10.770329614269, 11.656854249492, 10};
    for (int h = WEND_HEURISTIC_AUTO; h <= WEND_HEURISTIC_CHEBYSHEV; h++)
    {
        assert_close(wend_grid_estimate((wend_heuristic)h, at(3, 9), at(13, 5)), expected[h], 1e-11);
        assert_close(wend_grid_estimate((wend_heuristic)h, at(13, 5), at(3, 9)), expected[h], 1e-11);
    }
}

static wend_grid *random_map(wend_random *random, int width, int height, int walls_in_100)
{
    wend_grid *grid = open_map(width, height);
    for (int i = 0; i < width * height; i++)
        if ((int)(wend_random_next(random) % 100) < walls_in_100)
            wend_grid_set(grid, at(i % width, i / width), 0);
    return grid;
}

// [002-30, 002-34] The better the estimate the fewer cells, and always the same length.
static void t_a_better_estimate_expands_less(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(30, 1);
    wend_grid_search *search = new_search();
    int64_t expanded[4] = {0};
    for (int i = 0; i < 200; i++)
    {
        wend_grid *grid = random_map(&random, 40, 30, 22);
        wend_grid_set(grid, at(0, 0), 1);
        wend_grid_set(grid, at(39, 29), 1);
        wend_grid_query query = query_of(at(0, 0), at(39, 29), WEND_DIAGONAL_NONE, WEND_GRID_DIJKSTRA);
        wend_grid_result plain = find_checked(search, grid, &query);
        static const wend_heuristic order[] = {WEND_HEURISTIC_AUTO, WEND_HEURISTIC_CHEBYSHEV, WEND_HEURISTIC_EUCLIDEAN,
                                               WEND_HEURISTIC_OCTILE};
        for (int k = 0; plain.way == WEND_WAY_FOUND && k < 4; k++)
        {
            query.kind = k ? WEND_GRID_ASTAR : WEND_GRID_DIJKSTRA;
            query.heuristic = order[k];
            wend_grid_result result = find_checked(search, grid, &query);
            assert_close(result.cost, plain.cost, 1e-12 * plain.cost);
            expanded[k] += result.expanded;
        }
        wend_grid_destroy(grid);
    }
    for (int k = 1; k < 4; k++)
        assert_true(expanded[k] < expanded[k - 1]);
    wend_grid_search_destroy(search);
}

// ---- what becomes of a search

// [SEG-01, SEG-02, UNR-02, UNR-06] One cell; a wall at either end; an island: one answer from all searches.
static void t_each_result_has_a_name(void **state)
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
        {{0, 0}, {0, 0}, WEND_WAY_THERE, 1, {0, 0}},         {{1, 1}, {1, 1}, WEND_WAY_START_BLOCKED, 0, {1, 1}},
        {{1, 1}, {3, 0}, WEND_WAY_START_BLOCKED, 0, {1, 1}}, {{0, 0}, {3, 0}, WEND_WAY_GOAL_BLOCKED, 0, {0, 0}},
        {{0, 2}, {4, 1}, WEND_WAY_UNREACHABLE, 4, {2, 1}},   {{4, 1}, {0, 2}, WEND_WAY_UNREACHABLE, 2, {4, 2}},
        {{0, 0}, {2, 2}, WEND_WAY_FOUND, 5, {2, 2}},
    };
    for (int i = 0; i < COUNT_OF(rows); i++)
        for (int k = 0; k < COUNT_OF(kinds); k++)
        {
            wend_grid_query query = query_of(rows[i].start, rows[i].goal, WEND_DIAGONAL_NONE, kinds[k]);
            wend_grid_result result = find_checked(search, grid, &query);
            assert_int_equal(result.way, rows[i].way);
            assert_int_equal(result.cells, rows[i].cells);
            assert_int_equal(wend_grid_search_cells(search, NULL, 0), rows[i].cells);
            assert_int_equal(wend_grid_search_points(search, NULL, 0) > 0, rows[i].cells > 0);
            assert_memory_equal(&result.end, &rows[i].end, sizeof result.end);
            result = wend_grid_go_on(search, grid, 5); // nothing to go on with
            assert_int_equal(result.way, rows[i].way);
        }
    assert_string_equal(wend_way_name(WEND_WAY_UNREACHABLE), "unreachable");
    assert_string_equal(wend_way_name((wend_way)99), "unknown");
    wend_grid_destroy(grid);
    wend_grid_search_destroy(search);
}

// [UNR-08, 002-29] Ten expansions, then the rest.
static void t_a_budget(void **state)
{
    (void)state;
    wend_grid_search *search = new_search();
    wend_random random = wend_random_seed(10, 1);
    wend_grid *grid = random_map(&random, 100, 100, 25);
    wend_grid_set(grid, at(0, 0), 1);
    wend_grid_set(grid, at(99, 99), 1);
    for (int k = 0; k < 3; k++)
    {
        wend_grid_query query = query_of(at(0, 0), at(99, 99), WEND_DIAGONAL_NONE, kinds[k]);
        wend_grid_result whole = find_checked(search, grid, &query);
        assert_int_equal(whole.way, WEND_WAY_FOUND);
        query.budget = 10;
        wend_grid_result part = find_checked(search, grid, &query);
        assert_int_equal(part.way, WEND_WAY_OUT_OF_BUDGET);
        assert_int_equal(part.expanded, 10);
        assert_true(part.cells > 1 && part.end.x + part.end.y > 0);
        part = wend_grid_go_on(search, grid, 0);
        assert_int_equal(part.way, WEND_WAY_FOUND);
        assert_int_equal(part.expanded, whole.expanded);
        assert_close(part.cost, whole.cost, 0);
        // a map that was edited is searched from the beginning
        assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_OUT_OF_BUDGET);
        wend_grid_set(grid, at(99, 99), 0);
        assert_int_equal(wend_grid_go_on(search, grid, 0).way, WEND_WAY_GOAL_BLOCKED);
        wend_grid_set(grid, at(99, 99), 1);
    }
    wend_grid_query query = query_of(at(0, 0), at(99, 99), WEND_DIAGONAL_NONE, WEND_GRID_JUMP);
    query.budget = INT64_MAX;
    assert_int_equal(find_checked(search, grid, &query).way, WEND_WAY_FOUND);
    wend_grid_destroy(grid);
    wend_grid_search_destroy(search);
}

static void assert_question_refused(wend_grid_search *search, const wend_grid *grid, const wend_grid_query *query,
                                    const char *why)
{
    wend_grid_result result = wend_grid_find(search, grid, query);
    assert_int_equal(result.way, WEND_WAY_REFUSED);
    assert_int_equal(result.cells, 0);
    assert_string_equal(wend_grid_search_error(search)->text, why);
    assert_int_equal(wend_grid_search_cells(search, NULL, 0), 0);
}

// [UNR-09, 002-31, 002-32] What can't be answered is said at once.
static void t_bad_questions_are_refused_by_name(void **state)
{
    (void)state;
    wend_grid_search *search = new_search();
    wend_grid *grid = open_map(5, 4), *weighted = map_of("1.2\n...\n");
    const wend_grid_query good = query_of(at(0, 0), at(2, 1), WEND_DIAGONAL_NONE, WEND_GRID_AUTO);
    const wend_cell goals[2] = {{1, 1}, {1, 4}};
    assert_question_refused(search, NULL, &good, "the grid of a search is null");
    assert_question_refused(search, grid, NULL, "the query of a search is null");
    wend_grid_query q = good;
    q.start.x = -1;
    assert_question_refused(search, grid, &q, "start is (-1, 0), must be inside the map of 5 x 4");
    q = good, q.goal.y = 4;
    assert_question_refused(search, grid, &q, "goal is (2, 4), must be inside the map of 5 x 4");
    q = good, q.goals = goals;
    assert_question_refused(search, grid, &q, "goal_count is 0, must be >= 1");
    q.goal_count = 2;
    assert_question_refused(search, grid, &q, "a goal is (1, 4), must be inside the map of 5 x 4");
    q.kind = WEND_GRID_JUMP;
    assert_question_refused(search, grid, &q, "kind is WEND_GRID_JUMP with 2 goals, must have one");
    q = good, q.kind = WEND_GRID_JUMP;
    assert_question_refused(search, weighted, &q,
                            "kind is WEND_GRID_JUMP on a map of several costs, all open cells must cost the same");
    q = good, q.heuristic = WEND_HEURISTIC_MANHATTAN;
    assert_question_refused(
        search, grid, &q,
        "heuristic is WEND_HEURISTIC_MANHATTAN, which overestimates diagonal moves: must be another, "
        "or diagonal WEND_DIAGONAL_NEVER");
    q.diagonal = WEND_DIAGONAL_NEVER;
    assert_int_equal(find_checked(search, grid, &q).way, WEND_WAY_FOUND);
    q = good, q.diagonal = (wend_diagonal)4;
    assert_question_refused(search, grid, &q, "diagonal is 4, must be a wend_diagonal");
    q = good, q.kind = (wend_grid_kind)-1;
    assert_question_refused(search, grid, &q, "kind is -1, must be a wend_grid_kind");
    q = good, q.heuristic = (wend_heuristic)5;
    assert_question_refused(search, grid, &q, "heuristic is 5, must be a wend_heuristic");
    q = good, q.end = (wend_grid_end)4;
    assert_question_refused(search, grid, &q, "end is 4, must be a wend_grid_end");
    q = good, q.end = WEND_END_WITHIN, q.range = -1;
    assert_question_refused(search, grid, &q, "range is -1, must be >= 0 and finite");
    q.range = INFINITY;
    assert_question_refused(search, grid, &q, "range is inf, must be >= 0 and finite");
    q.range = FLT_MAX;
    assert_int_equal(wend_grid_find(search, grid, &q).way, WEND_WAY_THERE);
    q.kind = WEND_GRID_JUMP;
    assert_question_refused(search, grid, &q, "end is 1 with WEND_GRID_JUMP, must be WEND_END_AT");
    q = good, q.kind = WEND_GRID_JUMP, q.is_straight = true;
    assert_question_refused(search, grid, &q, "is_straight is true with WEND_GRID_JUMP, must be false");
    q = good, q.budget = -1;
    assert_question_refused(search, grid, &q, "budget is -1, must be >= 0");
    assert_int_equal(wend_grid_go_on(search, grid, 1).way, WEND_WAY_REFUSED);
    assert_int_equal(wend_grid_find(search, grid, &good).way, WEND_WAY_FOUND);
    assert_int_equal(wend_grid_go_on(search, weighted, 1).way, WEND_WAY_REFUSED);
    assert_int_equal(wend_grid_find(NULL, grid, &good).way, WEND_WAY_REFUSED);
    assert_int_equal(wend_grid_go_on(NULL, grid, 1).way, WEND_WAY_REFUSED);
    assert_string_equal(wend_grid_search_error(NULL)->text, "the search is null");
    assert_int_equal(wend_grid_search_points(NULL, NULL, 0), 0);
    wend_grid_destroy(weighted);
    wend_grid_destroy(grid);
    wend_grid_search_destroy(search);
    wend_grid_search_destroy(NULL);
}

// ---- memory, many searches, threads, size

// [MEM-02, MEM-03] No allocation after the first search, more searches than there are numbers for them.
static void t_a_search_allocates_once(void **state)
{
    (void)state;
    ledger book = {.left = -1};
    wend_allocator allocator = ledger_allocator(&book);
    wend_grid_search *search = wend_grid_search_create(&allocator, NULL);
    wend_random random = wend_random_seed(64, 1);
    wend_grid *grid = random_map(&random, 64, 64, 30), *other = open_map(30, 70);
    wend_grid_query query = query_of(at(1, 1), at(60, 60), WEND_DIAGONAL_NONE, WEND_GRID_JUMP);
    wend_grid_set(grid, query.start, 1);
    wend_grid_set(grid, query.goal, 1);
    wend_grid_result first = find_checked(search, grid, &query);
    int taken = book.taken;
    for (int i = 0; i < 5000; i++)
    {
        query.kind = kinds[i % 4];
        wend_grid_result result = wend_grid_find(search, grid, &query);
        assert_int_equal(result.way, first.way);
        assert_close(result.cost, first.cost, 1e-12);
        wend_grid_query elsewhere = query_of(at(0, 0), at(29, 69), WEND_DIAGONAL_ALWAYS, kinds[i % 4]);
        assert_close(wend_grid_find(search, other, &elsewhere).cost, 40 + 29 * sqrt(2.0), 1e-12);
    }
    assert_int_equal(book.taken, taken);
    wend_grid_search_destroy(search);
    assert_int_equal(book.taken, book.given);
    // short of memory at any place: refused, and all right later
    for (int left = 1; left < taken; left++)
    {
        book = (ledger){.left = left};
        search = wend_grid_search_create(&allocator, NULL);
        assert_question_refused(search, grid, &query, "no memory for a search on a map of 64 x 64");
        book.left = -1;
        assert_int_equal(wend_grid_find(search, grid, &query).way, first.way);
        wend_grid_search_destroy(search);
        assert_int_equal(book.taken, book.given);
    }
    book.left = 0;
    wend_error error;
    assert_null(wend_grid_search_create(&allocator, &error));
    assert_string_equal(error.text, "no memory for a search");
    allocator.free = NULL;
    assert_null(wend_grid_search_create(&allocator, &error));
    wend_grid_destroy(other);
    wend_grid_destroy(grid);
}

// [OVF-05] A thousand changes, each followed by a search.
static void t_a_thousand_edits(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(1000, 1);
    wend_grid *grid = map_of("1#111\n1###1\n1.111\n1.1#1\n111#1\n");
    for (int i = 0; i < 1000; i++)
    {
        uint32_t draw = wend_random_next(&random);
        wend_grid_set(grid, at((int)(draw % 5), (int)(draw / 5 % 5)), draw >> 16 & 1);
        cost_on(grid, at((int)(draw / 25 % 5), (int)(draw / 125 % 5)), at(4, 4), diagonals[i % 4]);
    }
    wend_grid_destroy(grid);
}

typedef struct runner
{
    const wend_grid *grid;
    double sum;
} runner;

static void *run_many(void *user)
{
    runner *r = user;
    wend_grid_search *search = wend_grid_search_create(NULL, NULL);
    wend_random random = wend_random_seed(9, 9);
    r->sum = 0;
    for (int i = 0; i < 1000; i++)
    {
        uint32_t draw = wend_random_next(&random);
        wend_grid_query query =
            query_of(at((int)(draw & 63), (int)(draw >> 6 & 63)), at((int)(draw >> 12 & 63), (int)(draw >> 18 & 63)),
                     diagonals[draw >> 24 & 3], kinds[draw >> 26 & 3]);
        r->sum += wend_grid_find(search, r->grid, &query).cost * (1 + i % 7);
    }
    wend_grid_search_destroy(search);
    return NULL;
}

// [THR-01, THR-02] Two threads on one map, each with a search of its own.
static void t_two_threads_on_one_map(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(2, 2);
    wend_grid *grid = random_map(&random, 64, 64, 30);
    runner alone = {grid, 0}, pair[2] = {{grid, 0}, {grid, 0}};
    run_many(&alone);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_many, &pair[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert_close(pair[0].sum, alone.sum, 0);
    assert_close(pair[1].sum, alone.sum, 0);
    wend_grid_destroy(grid);
}

// The dearest way there can be in a map of that size: corridors to and fro, of the greatest cost.
static void t_the_longest_way_of_a_large_map(void **state)
{
    (void)state;
    enum
    {
        SIDE = 1001
    };
    wend_grid *grid = open_map(SIDE, SIDE);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
        {
            bool is_wall = y % 2 == 1 && x != (y % 4 == 1 ? SIDE - 1 : 0);
            wend_grid_set(grid, at(x, y), is_wall ? 0 : 255);
        }
    double cells = (double)(SIDE / 2 + 1) * SIDE + SIDE / 2;
    wend_grid_search *search = new_search();
    for (int k = 0; k < COUNT_OF(kinds); k++)
    {
        wend_grid_query query = query_of(at(0, 0), at(SIDE - 1, SIDE - 1), WEND_DIAGONAL_NONE, kinds[k]);
        assert_close(wend_grid_find(search, grid, &query).cost, (cells - 1) * 255, 0);
    }
    wend_grid_set(grid, at(0, 0), 254); // several costs: sums of the largest steps
    wend_grid_query query = query_of(at(0, 0), at(SIDE - 1, SIDE - 1), WEND_DIAGONAL_NONE, WEND_GRID_AUTO);
    assert_close(wend_grid_find(search, grid, &query).cost, (cells - 1) * 255 - 0.5, 0);
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_map_from_text),
        cmocka_unit_test(t_a_map_from_an_array),
        cmocka_unit_test(t_points_of_the_world),
        cmocka_unit_test(t_bad_maps_are_refused_by_name),
        cmocka_unit_test(t_an_edit_is_seen_by_the_next_search),
        cmocka_unit_test(t_what_is_beside_a_diagonal_step),
        cmocka_unit_test(t_corners_that_others_cut),
        cmocka_unit_test(t_a_corner_anywhere_in_a_word),
        cmocka_unit_test(t_all_maps_of_nine_cells),
        cmocka_unit_test(t_lengths_in_the_open),
        cmocka_unit_test(t_the_way_along_two_walls),
        cmocka_unit_test(t_cells_of_several_costs),
        cmocka_unit_test(t_estimates),
        cmocka_unit_test(t_a_better_estimate_expands_less),
        cmocka_unit_test(t_each_result_has_a_name),
        cmocka_unit_test(t_a_budget),
        cmocka_unit_test(t_bad_questions_are_refused_by_name),
        cmocka_unit_test(t_a_search_allocates_once),
        cmocka_unit_test(t_a_thousand_edits),
        cmocka_unit_test(t_two_threads_on_one_map),
        cmocka_unit_test(t_the_longest_way_of_a_large_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
