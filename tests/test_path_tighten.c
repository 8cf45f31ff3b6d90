// path.h and grid_sight.h: ways of a grid pulled tight, for bodies of any radius.
#include "testing_grid.h"

#include "wend/path.h"

#include <stdlib.h>

static int between(wend_random *random, int low, int high)
{
    return low + (int)(wend_random_next(random) % (uint32_t)(high - low + 1));
}

static double length_of(const wend_vec *points, int count)
{
    double length = 0;
    for (int i = 1; i < count; i++)
        length += hypot((double)points[i].x - (double)points[i - 1].x, (double)points[i].y - (double)points[i - 1].y);
    return length;
}

static void assert_seen(const wend_grid *grid, const wend_vec *points, int count, float radius)
{
    for (int i = 1; i < count; i++)
        assert_true(wend_grid_sees(grid, points[i - 1], points[i], radius));
}

/// Pulls tight, and looks at what must hold: the ends stay, each leg is seen, no point could be left out, and the length
/// is no longer. Returns how many points are left.
static int tighten(wend_grid *grid, wend_vec *points, int count, float radius)
{
    const wend_vec first = points[0], last = points[count - 1];
    double length = length_of(points, count);
    assert_seen(grid, points, count, radius);
    int left = wend_path_tighten(points, count, radius, wend_grid_is_clear, grid);
    assert_in_range(left, 1, count);
    assert_same(points[0], first);
    assert_same(points[left - 1], last);
    assert_seen(grid, points, left, radius);
    for (int i = 1; i + 1 < left; i++)
        assert_false(wend_grid_sees(grid, points[i - 1], points[i + 1], radius));
    assert_true(length_of(points, left) <= length * (1 + 1e-7));
    return left;
}

// [COR-13] Round the end of a wall at half a cell from it.
static void t_a_body_keeps_its_radius_from_a_corner(void **state)
{
    (void)state;
    wend_grid *grid = open_map(8, 8);
    for (int y = 2; y < 6; y++)
        wend_grid_set(grid, at(3, y), 0); // (3, 2) to (4, 6)
    wend_vec points[] = {{1.5f, 3.5f, 0}, {1.5f, 1.5f, 0}, {2.5f, 1.5f, 0}, {5.5f, 1.5f, 0}, {5.5f, 3.5f, 0}};
    int count = tighten(grid, points, 5, 0.5f);
    // from either end a tangent to the rounded corner there, and level over the wall at 1.5
    double d = hypot(1.5, 1.5), slope = atan2(1.5, 1.5) + asin(0.5 / d);
    double best = 2 * (2 / sin(slope)) + (4 - 2 * (2 / tan(slope)));
    assert_in_range(count, 3, 4);
    assert_true(length_of(points, count) < best * 1.005);
    wend_grid_destroy(grid);
}

// [PUL-06] A way of long steps keeps a bend.
static void t_long_steps(void **state)
{
    (void)state;
    wend_grid *grid = open_map(10, 12);
    wend_grid_set(grid, at(2, 4), 0);
    assert_false(wend_grid_sees_cell(grid, at(0, 0), at(5, 9), 0));
    wend_vec points[] = {{0.5f, 0.5f, 0}, {5.5f, 5.5f, 0}, {5.5f, 9.5f, 0}};
    assert_int_equal(tighten(grid, points, 3, 0), 3);
    // the shortest way goes past the corner (3, 4)
    double best = hypot(2.5, 3.5) + hypot(2.5, 5.5);
    assert_close(length_of(points, 3), best, 2e-3 * best);
    assert_true(length_of(points, 3) >= best - 1e-5);
    wend_grid_destroy(grid);
}

// The ways of moves, hundreds of them, and of Theta*; those end up near each other, shorter than cell by cell.
static void t_ways_of_searches(void **state)
{
    (void)state;
    static const float radii[] = {0, 0.1f, 0.3f, 0.5f};
    static wend_vec points[1024];
    wend_random random = wend_random_seed(13, 1);
    wend_grid_search *search = new_search();
    double moves = 0, tight = 0, seen = 0, both = 0;
    for (int i = 0; i < 300; i++)
    {
        float radius = radii[i % COUNT_OF(radii)];
        wend_grid *grid = open_map(30, 30);
        for (int walls = between(&random, 20, 250); walls > 0; walls--)
        {
            int x = between(&random, 0, 29);
            wend_grid_set(grid, at(x, between(&random, 0, 29)), 0);
        }
        wend_grid_set(grid, at(0, 0), 1);
        wend_grid_set(grid, at(29, 29), 1);
        wend_grid_query query = query_of(at(0, 0), at(29, 29), WEND_DIAGONAL_NONE, WEND_GRID_JUMP);
        query.radius = radius;
        wend_grid_result result = find_checked(search, grid, &query);
        int count = wend_grid_search_points(search, points, COUNT_OF(points));
        count = tighten(grid, points, count, radius);
        if (result.way == WEND_WAY_FOUND)
        {
            moves += result.cost;
            tight += length_of(points, count);
            query.kind = WEND_GRID_LAZY_THETA;
            seen += find_checked(search, grid, &query).cost;
            count = wend_grid_search_points(search, points, COUNT_OF(points));
            count = tighten(grid, points, count, radius);
            both += length_of(points, count);
        }
        wend_grid_destroy(grid);
    }
    assert_true(tight < 0.97 * moves && tight < 1.01 * seen);
    assert_true(both < seen && both < tight);
    wend_grid_search_destroy(search);
}

static bool never(wend_vec from, wend_vec to, float radius, void *user)
{
    (void)from, (void)to, (void)radius, (void)user;
    return false;
}

static bool always(wend_vec from, wend_vec to, float radius, void *user)
{
    (void)from, (void)to, (void)radius, (void)user;
    return true;
}

static void t_odd_paths(void **state)
{
    (void)state;
    const wend_vec given[] = {{0, 0, 0}, {0, 0, 0}, {3, 4, 1}, {FLT_MAX, -FLT_MAX, 0}, {-FLT_MAX, 1, 0}, {5, 5, 5}};
    wend_vec points[6];
    memcpy(points, given, sizeof given);
    assert_int_equal(wend_path_tighten(points, 6, 1, never, NULL), 5); // only what is repeated
    assert_same(points[2], given[3]);
    assert_int_equal(wend_path_tighten(points, 5, 1, NULL, NULL), 5);
    assert_int_equal(wend_path_tighten(points, 5, 1, always, NULL), 2);
    assert_same(points[1], given[5]);
    assert_int_equal(wend_path_tighten(points, 1, 1, always, NULL), 1);
    assert_int_equal(wend_path_tighten(NULL, 0, 1, always, NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_body_keeps_its_radius_from_a_corner),
        cmocka_unit_test(t_long_steps),
        cmocka_unit_test(t_ways_of_searches),
        cmocka_unit_test(t_odd_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
