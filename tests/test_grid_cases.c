// grid.h: radii, ends, wrapping and straight ways by hand, and what went wrong for others (the names in brackets).
#include "testing_grid.h"

#include <pthread.h>

static wend_grid_result find_on(wend_grid_search *search, const char *text, wend_grid_query query)
{
    wend_grid *grid = map_of(text);
    wend_grid_result result = find_checked(search, grid, &query);
    wend_grid_destroy(grid);
    return result;
}

// ---- turns

// [LEN-01, LEN-15, LEN-17] In the open: no bend along a row, one elsewhere, and no detour before an obstacle.
static void t_the_fewest_turns(void **state)
{
    (void)state;
    wend_grid_search *search = new_search();
    wend_grid *grid = open_map(10, 10);
    wend_grid_query q = query_of(at(0, 0), at(7, 0), WEND_DIAGONAL_ALWAYS, WEND_GRID_AUTO);
    q.is_straight = true;
    assert_close(find_checked(search, grid, &q).cost, 7, 0);
    assert_int_equal(wend_grid_search_points(search, NULL, 0), 2);
    wend_cell cells[8];
    assert_int_equal(wend_grid_search_cells(search, cells, 8), 8);
    for (int i = 0; i < 8; i++)
        assert_int_equal(cells[i].y, 0);
    q.goal = at(9, 3);
    for (int d = WEND_DIAGONAL_NEVER; d <= WEND_DIAGONAL_ALWAYS; d++)
    {
        q.diagonal = (wend_diagonal)d;
        assert_close(find_checked(search, grid, &q).cost, d ? 6 + 3 * sqrt(2.0) : 12, 1e-12);
        assert_int_equal(wend_grid_search_points(search, NULL, 0), 3);
    }
    wend_grid_destroy(grid);
    grid = open_map(20, 10);
    for (int i = 0; i < 4; i++)
        wend_grid_set(grid, at(9 + i % 2, 4 + i / 2), 0);
    q = query_of(at(2, 4), at(17, 4), WEND_DIAGONAL_NONE, WEND_GRID_AUTO);
    q.is_straight = true;
    assert_close(find_checked(search, grid, &q).cost, 13 + 2 * sqrt(2.0), 1e-12); // one row aside and back
    assert_int_equal(wend_grid_search_points(search, NULL, 0), 4);
    q.kind = WEND_GRID_DIJKSTRA;
    assert_close(find_checked(search, grid, &q).cost, 13 + 2 * sqrt(2.0), 1e-12);
    assert_int_equal(wend_grid_search_points(search, NULL, 0), 4);
    wend_grid_destroy(grid);
    wend_grid_search_destroy(search);
}

// Of two goals that cost the same the one with fewer turns; of a way to the nearest cell as well.
static void t_the_fewest_turns_to_any_end(void **state)
{
    (void)state;
    wend_grid_search *search = new_search();
    wend_grid *grid = map_of("....\n"
                             "....\n"
                             "....\n");
    const wend_cell goals[] = {{2, 1}, {3, 0}};
    wend_grid_query q = query_of(at(0, 0), at(0, 0), WEND_DIAGONAL_NEVER, WEND_GRID_ASTAR);
    q.goals = goals;
    q.goal_count = 2;
    q.is_straight = true;
    wend_grid_result result = find_checked(search, grid, &q);
    assert_close(result.cost, 3, 0);
    assert_memory_equal(&result.end, &goals[1], sizeof result.end);
    wend_grid_destroy(grid);
    grid = map_of("....##\n"
                  "....#.\n"
                  "....##\n");
    q = query_of(at(0, 0), at(5, 1), WEND_DIAGONAL_NEVER, WEND_GRID_AUTO);
    q.is_straight = true;
    result = find_checked(search, grid, &q);
    assert_int_equal(result.way, WEND_WAY_UNREACHABLE);
    assert_close(result.cost, 4, 0);
    assert_int_equal(wend_grid_search_points(search, NULL, 0), 3);
    wend_grid_destroy(grid);
    wend_grid_search_destroy(search);
}

// ---- ends

// A chest in a wall, with a way to one of its sides only.
static void t_next_to_a_chest(void **state)
{
    (void)state;
    static const char *const room = "......\n"
                                    ".###..\n"
                                    ".#.#..\n"
                                    ".###..\n"
                                    "......\n";
    static const struct
    {
        wend_cell start, goal;
        wend_grid_end end;
        float range;
        wend_way way;
        double cost;
        wend_cell last;
    } rows[] = {
        {{0, 0}, {3, 2}, WEND_END_AT, 0, WEND_WAY_GOAL_BLOCKED, 0, {0, 0}},
        {{0, 0}, {3, 2}, WEND_END_BESIDE, 0, WEND_WAY_FOUND, 6, {4, 2}},
        {{0, 0}, {3, 2}, WEND_END_ROUND, 0, WEND_WAY_FOUND, 5, {4, 1}},
        {{0, 0}, {2, 2}, WEND_END_BESIDE, 0, WEND_WAY_GOAL_BLOCKED, 0, {0, 0}}, // walls on all four sides
        {{0, 0}, {2, 2}, WEND_END_ROUND, 0, WEND_WAY_GOAL_BLOCKED, 0, {0, 0}},
        {{0, 0}, {2, 2}, WEND_END_AT, 0, WEND_WAY_UNREACHABLE, 2, {2, 0}},
        {{0, 0}, {2, 2}, WEND_END_WITHIN, 1.9f, WEND_WAY_UNREACHABLE, 2, {2, 0}}, // only itself, walled in
        {{0, 0}, {2, 2}, WEND_END_WITHIN, 2, WEND_WAY_FOUND, 2, {2, 0}},
        {{0, 0}, {2, 2}, WEND_END_WITHIN, 2.3f, WEND_WAY_FOUND, 1, {1, 0}},
        {{0, 0}, {2, 2}, WEND_END_WITHIN, 2.9f, WEND_WAY_THERE, 0, {0, 0}},
        {{4, 2}, {3, 2}, WEND_END_BESIDE, 0, WEND_WAY_THERE, 0, {4, 2}},
        {{4, 2}, {4, 2}, WEND_END_BESIDE, 0, WEND_WAY_FOUND, 1, {4, 1}}, // on it isn't beside it
        {{4, 2}, {4, 2}, WEND_END_WITHIN, 0, WEND_WAY_THERE, 0, {4, 2}},
        {{0, 0}, {0, 4}, WEND_END_BESIDE, 0, WEND_WAY_FOUND, 3, {0, 3}}, // in a corner of the map
    };
    wend_grid_search *search = new_search();
    for (int i = 0; i < COUNT_OF(rows); i++)
        for (int kind = WEND_GRID_AUTO; kind <= WEND_GRID_ASTAR; kind++)
        {
            wend_grid_query q = query_of(rows[i].start, rows[i].goal, WEND_DIAGONAL_NEVER, (wend_grid_kind)kind);
            q.end = rows[i].end;
            q.range = rows[i].range;
            wend_grid_result result = find_on(search, room, q);
            assert_int_equal(result.way, rows[i].way);
            assert_close(result.cost, rows[i].cost, 1e-12);
            if (kind == WEND_GRID_ASTAR && result.way != WEND_WAY_FOUND)
                assert_memory_equal(&result.end, &rows[i].last, sizeof result.end);
        }
    wend_grid_search_destroy(search);
}

// ---- edges that are joined

// [LEN-12] Over the edge; as cells inside, as points unbroken.
static void t_over_the_edge(void **state)
{
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 5;
    def.wraps_x = true;
    wend_grid *grid = wend_grid_create(&def, NULL);
    wend_grid_search *search = new_search();
    for (int kind = WEND_GRID_AUTO; kind <= WEND_GRID_ASTAR; kind++)
    {
        wend_grid_query q = query_of(at(3, 2), at(0, 0), WEND_DIAGONAL_NEVER, (wend_grid_kind)kind);
        q.is_straight = true;
        wend_grid_result result = wend_grid_find(search, grid, &q);
        assert_int_equal(result.way, WEND_WAY_FOUND);
        assert_int_equal(result.cells, 5);
        assert_close(result.cost, 4, 0);
        wend_vec points[3];
        assert_int_equal(wend_grid_search_points(search, points, 3), 3);
        assert_vec(points[0], 3.5f, 2.5f, 0, 0);
        assert_vec(points[2], 5.5f, 0.5f, 0, 0);
        q.goal = at(3, 4); // rows are not joined
        assert_close(wend_grid_find(search, grid, &q).cost, 2, 0);
        q = query_of(at(3, 2), at(0, 0), WEND_DIAGONAL_ALWAYS, (wend_grid_kind)kind);
        assert_close(wend_grid_find(search, grid, &q).cost, 2 * sqrt(2.0), 1e-12);
    }
    wend_grid_query q = query_of(at(3, 2), at(0, 0), WEND_DIAGONAL_NEVER, WEND_GRID_JUMP);
    assert_int_equal(wend_grid_find(search, grid, &q).way, WEND_WAY_REFUSED);
    assert_string_equal(wend_grid_search_error(search)->text,
                        "kind is WEND_GRID_JUMP on a map that wraps, must be another");
    // a corner is beside the edge as anywhere else
    wend_grid_set(grid, at(0, 2), 0);
    q = query_of(at(4, 2), at(0, 1), WEND_DIAGONAL_NONE, WEND_GRID_AUTO);
    assert_close(wend_grid_find(search, grid, &q).cost, 2, 0);
    q.diagonal = WEND_DIAGONAL_ONE;
    assert_close(wend_grid_find(search, grid, &q).cost, sqrt(2.0), 1e-12);
    wend_grid_destroy(grid);
    wend_grid_search_destroy(search);
}

// ---- costs

// [LEN-06, LEN-07, LEN-16, 002-33] A cell that is opened dearly first, and then cheaper; a goal that is touched early.
static void t_a_cheaper_way_replaces_a_dearer_one(void **state)
{
    (void)state;
    wend_grid_search *search = new_search();
    for (int kind = WEND_GRID_DIJKSTRA; kind <= WEND_GRID_ASTAR; kind++)
    {
        // straight to the dear cell is sqrt(2) * 5, round the corner 1 + 5
        wend_grid_result result =
            find_on(search, "11\n19\n", query_of(at(0, 0), at(1, 1), WEND_DIAGONAL_NONE, (wend_grid_kind)kind));
        assert_close(result.cost, 6, 0);
        assert_int_equal(result.cells, 3);
        result = find_on(search, "191\n111\n", query_of(at(0, 0), at(2, 0), WEND_DIAGONAL_NEVER, (wend_grid_kind)kind));
        assert_close(result.cost, 4, 0);
    }
    wend_grid_search_destroy(search);
}

// [OVF-03, OVF-04] The largest byte is a cost as any other; a wall is 0 and nothing else.
static void t_the_largest_cost_is_no_wall(void **state)
{
    (void)state;
    wend_grid_search *search = new_search();
    wend_grid *grid = open_map(9, 3);
    for (int y = 0; y < 3; y++)
        wend_grid_set(grid, at(4, y), 255);
    wend_grid_query q = query_of(at(0, 1), at(8, 1), WEND_DIAGONAL_NONE, WEND_GRID_AUTO);
    wend_grid_result result = find_checked(search, grid, &q);
    assert_int_equal(result.way, WEND_WAY_FOUND);
    assert_close(result.cost, 6 + 2 * 128, 0);
    wend_grid_set(grid, at(4, 0), 1); // a gap
    assert_close(find_checked(search, grid, &q).cost, 6 + 2 * sqrt(2.0), 1e-12);
    for (int y = 0; y < 3; y++)
        wend_grid_set(grid, at(4, y), 0);
    assert_int_equal(find_checked(search, grid, &q).way, WEND_WAY_UNREACHABLE);
    wend_grid_destroy(grid);
    wend_grid_search_destroy(search);
}

// ---- work, memory, threads

/// 30 % walls.
static wend_grid *clutter(int side, const wend_grid_def *like, uint64_t seed)
{
    wend_random random = wend_random_seed(seed, 1);
    wend_grid_def def = *like;
    def.width = def.height = side;
    wend_grid *grid = wend_grid_create(&def, NULL);
    assert_non_null(grid);
    for (int i = 0; i < side * side; i++)
        if (wend_random_next(&random) % 10 < 3)
            wend_grid_set(grid, at(i % side, i / side), 0);
    wend_grid_set(grid, at(0, 0), 1);
    wend_grid_set(grid, at(side - 1, side - 1), 1);
    return grid;
}

// [CLF-01, CLF-02, UNR-05] A long search and one without an end, in slices that are never exceeded.
static void t_no_slice_is_longer_than_its_budget(void **state)
{
    (void)state;
    wend_grid_search *search = new_search();
    const wend_grid_def def = wend_default_grid_def();
    wend_grid *grid = clutter(256, &def, 1);
    for (int closed = 0; closed < 2; closed++)
    {
        if (closed)
            for (int i = 0; i < 3; i++)
                wend_grid_set(grid, at(255 - (i + 1) % 2, 255 - (i + 1) / 2), 0);
        wend_grid_query q = query_of(at(0, 0), at(255, 255), WEND_DIAGONAL_NONE, WEND_GRID_AUTO);
        wend_grid_result whole = find_checked(search, grid, &q);
        assert_int_equal(whole.way, closed ? WEND_WAY_UNREACHABLE : WEND_WAY_FOUND);
        q.budget = 500;
        int64_t before = 0;
        wend_grid_result part = find_checked(search, grid, &q);
        for (; part.way == WEND_WAY_OUT_OF_BUDGET; part = wend_grid_go_on(search, grid, 500))
        {
            assert_int_equal(part.expanded - before, 500);
            before = part.expanded;
        }
        assert_in_range(part.expanded - before, 0, 500);
        assert_int_equal(part.way, whole.way);
        assert_int_equal(part.expanded, whole.expanded);
        assert_in_range(whole.expanded, 1000, 256 * 256);
        assert_int_equal(wend_grid_go_on(search, grid, 500).expanded, whole.expanded); // nothing is sought again
    }
    wend_grid_destroy(grid);
    wend_grid_search_destroy(search);
}

static wend_grid_query query_of_draw(uint32_t draw, uint32_t more, int side)
{
    uint32_t n = (uint32_t)side;
    wend_grid_query q =
        query_of(at((int)(draw % n), (int)(draw / n % n)), at((int)(draw >> 16) % side, (int)(more % n)),
                 (wend_diagonal)(more >> 8 & 3), (wend_grid_kind)(more >> 10 & 1 ? 2 : 0));
    q.end = (wend_grid_end)(more >> 12 & 3);
    q.range = 3;
    q.is_straight = more >> 14 & 1;
    q.radius = more >> 15 & 1 ? 1.0f : 0.0f;
    return q;
}

typedef struct runner
{
    const wend_grid *grid;
    wend_grid_search *search;
    double sum;
} runner;

static void *run_many(void *user)
{
    runner *r = user;
    wend_random random = wend_random_seed(15, 15);
    r->sum = 0;
    for (int i = 0; i < 600; i++)
    {
        uint32_t draw = wend_random_next(&random);
        wend_grid_query q = query_of_draw(draw, wend_random_next(&random), 48);
        wend_grid_result result = wend_grid_find(r->search, r->grid, &q);
        r->sum += (result.cost + result.cells + wend_grid_search_points(r->search, NULL, 0)) * (1 + i % 7);
    }
    return NULL;
}

// [THR-01, THR-02, MEM-02, MEM-03] Every kind of question, in two threads on one map; nothing allocates any more.
static void t_two_threads_ask_everything(void **state)
{
    (void)state;
    const float radii[] = {1};
    ledger books[2] = {{.left = -1}, {.left = -1}};
    for (int wraps = 0; wraps < 2; wraps++)
    {
        wend_grid_def def = wend_default_grid_def();
        def.radii = radii;
        def.radius_count = 1;
        def.wraps_x = def.wraps_y = wraps;
        wend_grid *grid = clutter(48, &def, 48);
        runner pair[2];
        pthread_t threads[2];
        for (int i = 0; i < 2; i++)
        {
            wend_allocator allocator = ledger_allocator(&books[i]);
            pair[i] = (runner){grid, wend_grid_search_create(&allocator, NULL), 0};
            run_many(&pair[i]);
        }
        double alone = pair[0].sum;
        int taken = books[0].taken;
        assert_true(alone > 1000);
        for (int i = 0; i < 2; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, run_many, &pair[i]), 0);
        for (int i = 0; i < 2; i++)
        {
            pthread_join(threads[i], NULL);
            assert_close(pair[i].sum, alone, 0);
            assert_int_equal(books[i].taken, taken);
            wend_grid_search_destroy(pair[i].search);
            assert_int_equal(books[i].given, taken);
        }
        wend_grid_destroy(grid);
    }
}

// [MEM-04] A thousand maps: all that is taken is given back.
static void t_a_thousand_maps(void **state)
{
    (void)state;
    const float radii[] = {0.6f, 1.5f, 2};
    ledger book = {.left = -1};
    wend_grid_def def = wend_default_grid_def();
    def.allocator = ledger_allocator(&book);
    def.radii = radii;
    def.radius_count = 3;
    for (int i = 0; i < 1000; i++)
    {
        def.width = 1 + i % 70;
        def.height = 1 + i % 13;
        wend_grid_destroy(wend_grid_create(&def, NULL));
    }
    assert_int_equal(book.taken, 1000 * (2 + 4 * 3));
    assert_int_equal(book.given, book.taken);
}

// [DET-04, DET-08] Directions 6 and 5 from the start lead equally well to a goal of 3 x 3: always the same one is taken,
// whatever was asked for in between.
static void t_the_same_question_has_the_same_first_step(void **state)
{
    (void)state;
    wend_grid *grid = open_map(256, 128);
    for (int kind = WEND_GRID_AUTO; kind <= WEND_GRID_ASTAR; kind++)
    {
        wend_cell first[256], again[256];
        wend_grid_query q = query_of(at(204, 66), at(193, 67), WEND_DIAGONAL_NONE, (wend_grid_kind)kind);
        q.end = WEND_END_ROUND; // of the nine cells the eight round the middle one
        wend_grid_search *search = new_search(), *other = new_search();
        assert_close(find_checked(search, grid, &q).cost, 10, 0); // straight on to (194, 66)
        int count = wend_grid_search_cells(search, first, 256);
        wend_grid_query between = query_of(at(3, 120), at(250, 4), WEND_DIAGONAL_NONE, (wend_grid_kind)kind);
        find_checked(search, grid, &between);
        find_checked(search, grid, &q);
        assert_int_equal(wend_grid_search_cells(search, again, 256), count);
        assert_memory_equal(first, again, (size_t)count * sizeof *first);
        find_checked(other, grid, &q);
        assert_int_equal(wend_grid_search_cells(other, again, 256), count);
        assert_memory_equal(first, again, (size_t)count * sizeof *first);
        wend_grid_search_destroy(search);
        wend_grid_search_destroy(other);
    }
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_the_fewest_turns),
        cmocka_unit_test(t_the_fewest_turns_to_any_end),
        cmocka_unit_test(t_next_to_a_chest),
        cmocka_unit_test(t_over_the_edge),
        cmocka_unit_test(t_a_cheaper_way_replaces_a_dearer_one),
        cmocka_unit_test(t_the_largest_cost_is_no_wall),
        cmocka_unit_test(t_no_slice_is_longer_than_its_budget),
        cmocka_unit_test(t_two_threads_ask_everything),
        cmocka_unit_test(t_a_thousand_maps),
        cmocka_unit_test(t_the_same_question_has_the_same_first_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
