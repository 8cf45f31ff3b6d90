// grid.h: bodies of several sizes on one map, against distances that are worked out square by square.
#include "testing_grid.h"

#include <stdlib.h>

static const wend_grid_kind kinds[] = {WEND_GRID_DIJKSTRA, WEND_GRID_ASTAR, WEND_GRID_JUMP, WEND_GRID_AUTO};

static wend_grid *map_for(const char *text, const float *radii, int count)
{
    wend_grid_def def = wend_default_grid_def();
    def.radii = radii;
    def.radius_count = count;
    wend_grid *grid = wend_grid_create_text(&def, text, NULL);
    assert_non_null(grid);
    return grid;
}

/// A map with walls here and there, cells of `cell_size`.
static wend_grid *random_map(wend_random *random, int width, int height, int walls, const wend_grid_def *like)
{
    wend_grid_def def = *like;
    def.width = width;
    def.height = height;
    wend_grid *grid = wend_grid_create(&def, NULL);
    assert_non_null(grid);
    while (walls-- > 0)
    {
        uint32_t draw = wend_random_next(random);
        wend_grid_set(grid, at((int)(draw % (uint32_t)width), (int)((draw >> 16) % (uint32_t)height)), 0);
    }
    return grid;
}

/// From a place (in cells, the middle of cell (0, 0) is 0, 0) to the nearest wall square, within `most` or more. On a
/// map that wraps there is one behind every edge.
static bool wraps_x, wraps_y;

static double room_at(const wend_grid *grid, double x, double y, double most)
{
    wend_cell size = wend_grid_size(grid);
    double best = most;
    for (int cell_y = (int)floor(y - most); cell_y <= (int)ceil(y + most); cell_y++)
        for (int cell_x = (int)floor(x - most); cell_x <= (int)ceil(x + most); cell_x++)
        {
            wend_cell cell = at(wraps_x ? (cell_x % size.x + size.x) % size.x : cell_x,
                                wraps_y ? (cell_y % size.y + size.y) % size.y : cell_y);
            if (!wend_grid_get(grid, cell))
            {
                double dx = fmax(fabs(cell_x - x) - 0.5, 0), dy = fmax(fabs(cell_y - y) - 0.5, 0);
                best = fmin(best, sqrt(dx * dx + dy * dy));
            }
        }
    return best;
}

static bool fits_by_distance(const wend_grid *grid, wend_cell cell, double radius)
{
    bool is_open = wend_grid_get(grid, cell) > 0;
    return is_open && (radius <= 0.5 || room_at(grid, cell.x, cell.y, radius + 1) >= radius * (1 - 1e-6));
}

/// Looks at every cell, or at one of so many.
static void check_fits(const wend_grid *grid, float radius, double cells, int every)
{
    wend_cell size = wend_grid_size(grid);
    for (int y = -1; y <= size.y; y++)
        for (int x = -1; x <= size.x; x++)
            if ((y * (size.x + 2) + x) % every == 0)
                assert_int_equal(wend_grid_fits(grid, at(x, y), radius), fits_by_distance(grid, at(x, y), cells));
}

// [002-37] Touching is clear: beside a wall, between two, in a corner, along the edge of the map.
static void t_touching_is_clear(void **state)
{
    (void)state;
    const float radii[] = {2.5f, 1.5f, 0.5f, 0.7071068f};
    wend_grid *grid = map_for(".......\n"
                              ".......\n"
                              ".......\n"
                              "...#...\n"
                              ".......\n"
                              ".......\n"
                              ".......\n",
                              radii, 4);
    static const struct
    {
        wend_cell cell;
        float radius;
        bool fits;
    } rows[] = {
        {{3, 4}, 0.5f, true},      {{3, 4}, 0.50000024f, true}, {{3, 4}, 0.50001f, false}, {{0, 0}, 0.5f, true},
        {{0, 0}, 0.5001f, false},  {{2, 2}, 0.7071068f, true},  {{2, 2}, 0.7072f, false},  {{3, 3}, 0, false},
        {{1, 1}, 1.5f, true},      {{3, 1}, 1.5f, true},        {{2, 1}, 1.5f, true},      {{3, 2}, 1.5f, false},
        {{1, 1}, 1.50001f, false}, {{1, 1}, 1.2f, true},        {{2, 2}, 2.5f, false},     {{0, 0}, 0, true},
        {{-1, 0}, 0, false},       {{0, 7}, 0, false},          {{1, 1}, 2.6f, false},     {{1, 1}, NAN, false},
        {{1, 1}, INFINITY, false}, {{1, 1}, -1, false},
    };
    for (int i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(wend_grid_fits(grid, rows[i].cell, rows[i].radius), rows[i].fits);
    assert_false(wend_grid_fits(NULL, at(0, 0), 0));
    wend_grid_destroy(grid);
}

static void t_what_fits_is_what_has_room(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(37, 1);
    static const float exact[] = {0.5f, 0.70710678f, 1.5f, 1.5811388f, 2.1213203f, 2.5f, 3.5355339f, 4.5f};
    for (int i = 0; i < 150; i++)
    {
        float radii[WEND_GRID_RADII];
        wend_grid_def def = wend_default_grid_def();
        def.cell_size = i % 3 == 0 ? 1 : i % 3 == 1 ? 0.3f : 7.7f;
        def.radii = radii;
        def.radius_count = 1 + i % WEND_GRID_RADII;
        for (int k = 0; k < def.radius_count; k++)
            radii[k] =
                def.cell_size * (i % 2 ? exact[(k + i) % 8] : 0.01f + (float)(wend_random_next(&random) % 700) / 100);
        int width = i % 5 ? 5 + i % 20 : 100 + i, height = i % 5 == 1 ? 3 : 25;
        wraps_x = def.wraps_x = i / 8 % 3 == 1;
        wraps_y = def.wraps_y = i / 4 % 3 == 1;
        wend_grid *grid = random_map(&random, width, height, width * height / 60, &def);
        // edits: each layer as if the map had been made with them
        for (int k = 0; k < 60; k++)
        {
            uint32_t draw = wend_random_next(&random);
            wend_grid_set(grid, at((int)(draw % (uint32_t)width), (int)((draw >> 16) % (uint32_t)height)),
                          (uint8_t)(draw >> 31));
        }
        for (int k = 0; k < def.radius_count; k++)
            check_fits(grid, radii[k], (double)radii[k] / (double)def.cell_size, 1);
        wend_grid_destroy(grid);
    }
    wraps_x = wraps_y = false;
}

// The largest radius there may be, of a map that it covers in part; then a wall, and its end.
static void t_a_giant(void **state)
{
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    const float radii[] = {63, 40.25f};
    def.radii = radii;
    def.radius_count = 2;
    wend_random random = wend_random_seed(63, 1);
    wend_grid *grid = random_map(&random, 290, 200, 0, &def);
    for (int k = 0; k < 4; k++)
    {
        for (int i = 0; i < 2; i++)
            check_fits(grid, radii[i], (double)radii[i], 97);
        wend_grid_set(grid, at(150 + 3 * k, 20 * k + 10), k % 2 ? 1 : 0);
        wend_grid_set(grid, at(153, 30), 0);
    }
    wend_grid_destroy(grid);
}

/// The map as it is for a body: all cells that have no room for it are walls.
static wend_grid *narrowed(const wend_grid *grid, double radius)
{
    wend_cell size = wend_grid_size(grid);
    wend_grid *narrow = open_map(size.x, size.y);
    for (int y = 0; y < size.y; y++)
        for (int x = 0; x < size.x; x++)
            wend_grid_set(narrow, at(x, y),
                          fits_by_distance(grid, at(x, y), radius) ? wend_grid_get(grid, at(x, y)) : 0);
    return narrow;
}

static wend_cell any_cell(wend_random *random, wend_cell size)
{
    uint32_t draw = wend_random_next(random);
    return at((int)(draw % (uint32_t)size.x), (int)((draw >> 16) % (uint32_t)size.y));
}

// Each search sees a body's map as if its walls were thicker.
static void t_a_body_goes_where_it_fits(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(38, 1);
    wend_grid_search *search = new_search();
    const float radii[] = {0.6f, 0.8f, 1.5f, 2.2f}, asked[] = {0.5f, 0.51f, 0.6f, 0.7f, 1, 1.5f, 1.6f, 2.2f};
    const double kept[] = {0, 0.6, 0.6, 0.8, 1.5, 1.5, 2.2, 2.2};
    wend_grid_def def = wend_default_grid_def();
    def.radii = radii;
    def.radius_count = COUNT_OF(radii);
    int found = 0;
    for (int i = 0; i < 300; i++)
    {
        wend_grid *grid = random_map(&random, 30 + i % 60, 30, 40, &def);
        wend_cell size = wend_grid_size(grid);
        if (i % 4 == 3) // of several costs
            for (int k = 0; k < 200; k++)
            {
                wend_cell cell = any_cell(&random, size);
                wend_grid_set(grid, cell, (uint8_t)(wend_grid_get(grid, cell) ? 1 + k % 5 : 0));
            }
        int size_of_body = i % COUNT_OF(asked);
        wend_grid *narrow = narrowed(grid, kept[size_of_body]);
        for (int k = 0; k < 16; k++)
        {
            wend_cell start = any_cell(&random, size);
            wend_cell goal = any_cell(&random, size);
            if (kinds[k / 4] == WEND_GRID_JUMP && i % 4 == 3)
                continue;
            wend_grid_query query = query_of(start, goal, (wend_diagonal)(k % 4), kinds[k / 4]);
            wend_grid_result thick = find_checked(search, narrow, &query);
            query.radius = asked[size_of_body];
            wend_grid_result result = find_checked(search, grid, &query);
            assert_int_equal(result.way, thick.way);
            assert_int_equal(result.cells, thick.cells);
            assert_close(result.cost, thick.cost, 0);
            assert_memory_equal(&result.end, &thick.end, sizeof result.end);
            found += result.way == WEND_WAY_FOUND;
        }
        wend_grid_destroy(narrow);
        wend_grid_destroy(grid);
    }
    assert_true(found > 1000);
    wend_grid_search_destroy(search);
}

// Without corners that are cut, a body that fits at both ends of a move fits all along it.
static void t_room_all_along_each_move(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(39, 1);
    const float radii[] = {0.7f, 1.5f, 1.9f, 3.1f};
    wend_grid_def def = wend_default_grid_def();
    def.radii = radii;
    def.radius_count = COUNT_OF(radii);
    int moves = 0;
    for (int i = 0; i < 40; i++)
    {
        wend_grid *grid = random_map(&random, 24, 24, 12, &def);
        double radius = (double)radii[i % 4];
        wend_grid *narrow = narrowed(grid, radius);
        for (int k = 0; k < 24 * 24 * 9; k++)
        {
            wend_cell from = at(k / 9 % 24, k / 9 / 24), to = at(from.x + k % 3 - 1, from.y + k / 3 % 3 - 1);
            if (cost_of_move(narrow, from, to, WEND_DIAGONAL_NONE) == NO_WAY)
                continue;
            for (int part = 0; part <= 16; part++)
            {
                double t = part / 16.0;
                double room = room_at(grid, from.x + t * (to.x - from.x), from.y + t * (to.y - from.y), radius + 1);
                assert_true(room >= radius * (1 - 1e-6));
            }
            moves++;
        }
        wend_grid_destroy(narrow);
        wend_grid_destroy(grid);
    }
    assert_true(moves > 5000);
}

static void assert_radii_refused(const wend_grid_def *def, const char *why)
{
    wend_error error = {0};
    assert_null(wend_grid_create(def, &error));
    assert_string_equal(error.text, why);
}

static void t_radii_that_are_no_good(void **state)
{
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 9;
    def.radius_count = 9;
    assert_radii_refused(&def, "grid radius_count is 9, must be 0 to 8");
    def.radius_count = -1;
    assert_radii_refused(&def, "grid radius_count is -1, must be 0 to 8");
    def.radius_count = 2;
    assert_radii_refused(&def, "grid radii is null, must be an array of 2");
    float radii[] = {1, 0, NAN};
    def.radii = radii;
    assert_radii_refused(&def, "grid radii[1] is 0, must be > 0 and at most 63, 63 cells");
    def.cell_size = 0.5f;
    radii[1] = 31.6f;
    assert_radii_refused(&def, "grid radii[1] is 31.6, must be > 0 and at most 31.5, 63 cells");
    radii[1] = 0.75f;
    def.radius_count = 3;
    assert_radii_refused(&def, "grid radii[2] is nan, must be > 0 and at most 31.5, 63 cells");
    def.radius_count = 2;
    wend_grid *grid = wend_grid_create(&def, NULL);
    wend_grid_search *search = new_search();
    wend_grid_query query = query_of(at(2, 2), at(6, 6), WEND_DIAGONAL_NONE, WEND_GRID_AUTO);
    static const struct
    {
        float radius;
        const char *why;
    } rows[] = {{-1, "radius is -1, must be >= 0 and at most 1, the largest that the map keeps"},
                {1.01f, "radius is 1.01, must be >= 0 and at most 1, the largest that the map keeps"},
                {NAN, "radius is nan, must be >= 0 and at most 1, the largest that the map keeps"}};
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        query.radius = rows[i].radius;
        assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_REFUSED);
        assert_string_equal(wend_grid_search_error(search)->text, rows[i].why);
    }
    query.radius = 1;
    assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_FOUND);
    query.start = at(0, 2); // touches the edge
    assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_START_BLOCKED);
    query.start = at(2, 2);
    query.goal = at(8, 8);
    assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_GOAL_BLOCKED);
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
}

// Memory is taken when the map is made, and not by an edit.
static void t_memory_of_radii(void **state)
{
    (void)state;
    ledger book = {.left = -1};
    const float radii[] = {2, 0.3f, 1, 2};
    wend_grid_def def = wend_default_grid_def();
    def.width = 100;
    def.height = 50;
    def.radii = radii;
    def.radius_count = 4;
    def.allocator = ledger_allocator(&book);
    wend_grid *grid = wend_grid_create(&def, NULL);
    assert_int_equal(book.taken, 2 + 3 * 3); // layers of 2, of 1, and of the cells themselves
    for (int i = 0; i < 500; i++)
        wend_grid_set(grid, at(i * 7 % 100, i * 3 % 50), i % 3 == 0);
    assert_int_equal(book.taken, 2 + 3 * 3);
    wend_grid_destroy(grid);
    assert_int_equal(book.taken, book.given);
    for (int left = 0; left < 11; left++)
    {
        book = (ledger){.left = left};
        wend_error error;
        assert_null(wend_grid_create(&def, &error));
        assert_string_equal(error.text, "no memory for a grid of 100 x 50");
        assert_int_equal(book.taken, book.given);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_touching_is_clear),
        cmocka_unit_test(t_what_fits_is_what_has_room),
        cmocka_unit_test(t_a_giant),
        cmocka_unit_test(t_a_body_goes_where_it_fits),
        cmocka_unit_test(t_room_all_along_each_move),
        cmocka_unit_test(t_radii_that_are_no_good),
        cmocka_unit_test(t_memory_of_radii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
