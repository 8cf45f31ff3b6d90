// grid_sight.h: lines of sight against a slow and independent calculation, and what went wrong for others.
#include "testing_grid.h"

#include "wend/grid_sight.h"

enum
{
    FINE = 8 // points of the random tests are multiples of an eighth of a cell
};

/// A place in parts of a cell.
typedef struct place
{
    int64_t x, y;
} place;

static bool is_wall(const wend_grid *grid, int64_t x, int64_t y)
{
    return wend_grid_get(grid, at((int)x, (int)y)) == 0;
}

static int64_t floor_of(int64_t value, int64_t by)
{
    int64_t whole = value / by;
    return whole * by > value ? whole - 1 : whole;
}

/// Is a point (in parts, `unit` of which are a cell) inside the walls: are all cells walls that it lies in or on, or
/// does it lie on a corner at which two walls touch?
static bool is_in_walls(const wend_grid *grid, int64_t x, int64_t y, int64_t unit)
{
    int64_t right = floor_of(x, unit), up = floor_of(y, unit);
    int64_t left = right * unit == x ? right - 1 : right, down = up * unit == y ? up - 1 : up;
    bool a = is_wall(grid, left, down), b = is_wall(grid, right, down);
    bool c = is_wall(grid, left, up), d = is_wall(grid, right, up);
    if (left < right && down < up && a == d && b == c && a != b)
        return true;
    return a && b && c && d;
}

/// A point's line of sight, in whole numbers: where the line crosses an edge of a row or column, and half way between
/// any two such places, it is looked up whether that is inside the walls.
static bool thin_sees(const wend_grid *grid, place a, place b, int64_t unit)
{
    int64_t dx = b.x - a.x, dy = b.y - a.y;
    int64_t scale = 2 * (dx ? llabs(dx) : 1) * (dy ? llabs(dy) : 1); // times along the line are whole numbers of these
    int64_t times[256], count = 0;
    times[count++] = 0;
    times[count++] = scale;
    wend_cell size = wend_grid_size(grid);
    for (int axis = 0; axis < 2; axis++)
        for (int64_t edge = 0; edge <= (axis ? size.y : size.x); edge++)
        {
            int64_t off = edge * unit - (axis ? a.y : a.x), way = axis ? dy : dx;
            if (way && off * way >= 0 && llabs(off) <= llabs(way))
                times[count++] = llabs(off) * (scale / llabs(way));
        }
    for (int64_t i = 0; i < count; i++)
    {
        int64_t next = INT64_MAX;
        for (int64_t k = 0; k < count; k++)
            next = times[k] > times[i] && times[k] < next ? times[k] : next;
        int64_t looked[2] = {times[i] * 2, next == INT64_MAX ? times[i] * 2 : times[i] + next};
        for (int k = 0; k < 2; k++)
            if (is_in_walls(grid, a.x * scale * 2 + dx * looked[k], a.y * scale * 2 + dy * looked[k], unit * scale * 2))
                return false;
    }
    return true;
}

static long double to_segment(long double x, long double y, const long double s[4])
{
    long double dx = s[2] - s[0], dy = s[3] - s[1], square = dx * dx + dy * dy;
    long double t = square > 0 ? ((x - s[0]) * dx + (y - s[1]) * dy) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypotl(x - s[0] - t * dx, y - s[1] - t * dy);
}

static long double to_square(long double x, long double y, int cell_x, int cell_y)
{
    long double dx = fmaxl(fmaxl(cell_x - x, x - cell_x - 1), 0), dy = fmaxl(fmaxl(cell_y - y, y - cell_y - 1), 0);
    return hypotl(dx, dy);
}

/// Does a segment pass through a square? By the part of it that lies between each pair of sides.
static bool does_pass(const long double s[4], int x, int y)
{
    long double from = 0, to = 1;
    for (int axis = 0; axis < 2; axis++)
    {
        long double way = s[2 + axis] - s[axis], low = (axis ? y : x) - s[axis], high = low + 1;
        if (way == 0 && (low > 0 || high < 0))
            return false;
        if (way == 0)
            continue;
        from = fmaxl(from, fminl(low / way, high / way));
        to = fminl(to, fmaxl(low / way, high / way));
    }
    return from <= to;
}

static long double distance_to_walls(const wend_grid *grid, const long double s[4])
{
    long double best = 1e9L;
    wend_cell size = wend_grid_size(grid);
    for (int y = -1; y <= size.y; y++)
        for (int x = -1; x <= size.x; x++) // with the cells round the map
        {
            if (!is_wall(grid, x, y))
                continue;
            if (does_pass(s, x, y))
                return 0;
            for (int k = 0; k < 4; k++)
                best = fminl(best, to_segment(x + (k & 1), y + (k >> 1), s));
            best = fminl(best, fminl(to_square(s[0], s[1], x, y), to_square(s[2], s[3], x, y)));
        }
    return best;
}

static const float radii[] = {0, 1e-5f, 0.01f, 0.25f, 0.5f, 0.6f, 0.7071f, 1, 1.4142f, 1.5f, 2.3f, 4};

/// What the two slow ways say: 1 or 0, or -1 where rounding could decide.
static int brute_sees(const wend_grid *grid, place a, place b, int64_t unit, float radius)
{
    if (radius < 1.0f / 32768.0f)
        return thin_sees(grid, a, b, unit);
    const long double s[4] = {(long double)a.x / unit, (long double)a.y / unit, (long double)b.x / unit,
                              (long double)b.y / unit};
    long double room = distance_to_walls(grid, s) - ((long double)radius - 1.0L / 32768);
    return fabsl(room) < 1e-9L ? -1 : room > 0;
}

static int between(wend_random *random, int low, int high)
{
    return low + (int)(wend_random_next(random) % (uint32_t)(high - low + 1));
}

static wend_grid *random_map(wend_random *random, int percent)
{
    int width = between(random, 4, 12);
    wend_grid *grid = open_map(width, between(random, 4, 12));
    wend_cell size = wend_grid_size(grid);
    for (int i = 0; i < size.x * size.y; i++)
        if (between(random, 1, 100) <= percent)
            wend_grid_set(grid, at(i % size.x, i / size.x), 0);
    return grid;
}

static wend_cell cell_in(wend_random *random, wend_cell size)
{
    int x = between(random, 0, size.x - 1);
    return at(x, between(random, 0, size.y - 1));
}

static wend_vec point_in(wend_random *random, wend_vec low, wend_vec high)
{
    float x = wend_random_between(random, low.x, high.x);
    return v2(x, wend_random_between(random, low.y, high.y));
}

static void t_middles_of_cells_equal_a_slow_calculation(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(36, 1);
    int seen = 0, blocked = 0;
    for (int i = 0; i < 150; i++)
    {
        wend_grid *grid = random_map(&random, i % 4 * 10);
        wend_cell size = wend_grid_size(grid);
        for (int pair = 0; pair < 400; pair++)
        {
            float radius = radii[pair % COUNT_OF(radii)];
            wend_cell a = cell_in(&random, size);
            wend_cell b = cell_in(&random, size);
            int expected =
                brute_sees(grid, (place){2 * a.x + 1, 2 * a.y + 1}, (place){2 * b.x + 1, 2 * b.y + 1}, 2, radius);
            assert_int_equal(wend_grid_sees_cell(grid, a, b, radius), expected);
            assert_int_equal(wend_grid_sees_cell(grid, b, a, radius), expected);
            assert_int_equal(wend_grid_sees(grid, wend_grid_point(grid, a), wend_grid_point(grid, b), radius),
                             expected);
            seen += expected;
            blocked += !expected;
        }
        wend_grid_destroy(grid);
    }
    assert_true(seen > 10000 && blocked > 10000);
}

// Ends on edges and corners of cells, walks along walls, places without a way.
static void t_points_equal_a_slow_calculation(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(36, 2);
    int seen = 0, blocked = 0;
    for (int i = 0; i < 200; i++)
    {
        wend_grid *grid = random_map(&random, i % 4 * 10);
        wend_cell size = wend_grid_size(grid);
        for (int pair = 0; pair < 400; pair++)
        {
            float radius = radii[pair % 3 ? 0 : pair / 3 % COUNT_OF(radii)];
            int step = pair & 1 ? 1 : pair & 2 ? FINE / 2 : FINE;
            place ends[2];
            for (int k = 0; k < 2; k++)
            {
                ends[k].x = between(&random, 0, size.x * FINE / step) * step;
                ends[k].y = between(&random, 0, size.y * FINE / step) * step;
            }
            if (pair % 5 == 0)
                ends[1].y = ends[0].y;
            if (pair % 35 == 0)
                ends[1].x = ends[0].x;
            int expected = brute_sees(grid, ends[0], ends[1], FINE, radius);
            wend_vec a = v2((float)ends[0].x / FINE, (float)ends[0].y / FINE);
            wend_vec b = v2((float)ends[1].x / FINE, (float)ends[1].y / FINE);
            bool sees = wend_grid_sees(grid, a, b, radius);
            assert_int_equal(sees, wend_grid_is_clear(b, a, radius, grid));
            if (expected < 0)
                continue;
            assert_int_equal(sees, expected);
            seen += expected;
            blocked += !expected;
        }
        wend_grid_destroy(grid);
    }
    assert_true(seen > 5000 && blocked > 5000);
}

// Both ways round, between all pairs of cells and many points anywhere, and in the world's units.
static void t_sight_is_symmetric(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(36, 3);
    wend_grid_def def = wend_default_grid_def();
    def.width = 70;
    def.height = 13;
    def.cell_size = 0.3f;
    def.origin = v2(-7.7f, 100.1f);
    wend_grid *grid = wend_grid_create(&def, NULL);
    for (int i = 0; i < 200; i++)
        wend_grid_set(grid, cell_in(&random, at(70, 13)), 0);
    for (int i = 0; i < 70 * 13; i++)
        for (int k = 0; k < i; k++)
        {
            float radius = radii[(i + k) % COUNT_OF(radii)] * 0.3f;
            wend_cell a = at(i % 70, i / 70), b = at(k % 70, k / 70);
            assert_int_equal(wend_grid_sees_cell(grid, a, b, radius), wend_grid_sees_cell(grid, b, a, radius));
        }
    for (int i = 0; i < 200000; i++)
    {
        wend_vec a = point_in(&random, v2(-7.7f, 100.1f), v2(13.3f, 104.0f));
        wend_vec b = point_in(&random, v2(-7.7f, 100.1f), v2(13.3f, 104.0f));
        float radius = wend_random_between(&random, -0.1f, 0.3f);
        radius = radius < 0 ? 0 : radius;
        assert_int_equal(wend_grid_sees(grid, a, b, radius), wend_grid_sees(grid, b, a, radius));
    }
    wend_grid_destroy(grid);
}

// Runs of more than a word, with one wall anywhere in them.
static void t_long_lines(void **state)
{
    (void)state;
    wend_grid *grid = open_map(300, 300);
    for (int wall = 1; wall < 299; wall++)
        for (int turned = 0; turned < 2; turned++)
        {
            const wend_cell cell = turned ? at(5, wall) : at(wall, 5);
            wend_grid_set(grid, cell, 0);
#define SEES(ax, ay, bx, by, radius)                                                                                   \
    wend_grid_sees_cell(grid, turned ? at(ay, ax) : at(ax, ay), turned ? at(by, bx) : at(bx, by), radius)
            assert_false(SEES(0, 5, 299, 5, 0));
            assert_false(SEES(298, 5, 1, 5, 0.4f));
            assert_false(SEES(wall, 0, wall, 299, 0.4f));
            assert_true(SEES(1, 4, 298, 4, 0.5f));
            assert_false(SEES(1, 4, 298, 4, 0.51f));
            assert_true(SEES(2, 3, 297, 3, 1.5f));
            assert_false(SEES(2, 3, 297, 3, 1.6f));
            wend_grid_set(grid, cell, 1);
        }
    assert_true(wend_grid_sees_cell(grid, at(0, 5), at(299, 5), 0));
    assert_true(wend_grid_sees_cell(grid, at(0, 0), at(299, 298), 0));
    wend_grid_destroy(grid);
}

// [COR-06, COR-08] Through a wall, through two that touch, along an axis.
static void t_lines_that_others_got_wrong(void **state)
{
    (void)state;
    static const struct
    {
        const char *text;
        wend_cell from, to;
        float radius;
        bool sees;
    } rows[] = {
        {"...\n.#.\n...\n", {0, 0}, {2, 2}, 0, false}, {"....\n..#.\n....\n", {0, 0}, {3, 1}, 0, false},
        {".....#....\n", {0, 0}, {9, 0}, 0, false},    {"..........\n", {0, 0}, {9, 0}, 0, true},
        {".\n.\n#\n.\n", {0, 0}, {0, 3}, 0, false},    {".\n.\n.\n.\n", {0, 0}, {0, 3}, 0, true},
        {".#\n..\n", {0, 0}, {1, 1}, 0, true},                                                    // past a corner
        {".#\n..\n", {0, 0}, {1, 1}, 0.01f, false},    {".#\n#.\n", {0, 0}, {1, 1}, 0, false},    // between two
        {"..\n..\n", {0, 0}, {1, 1}, 0.5f, true},      {"..\n..\n", {0, 0}, {1, 1}, 0.6f, false}, // the edge of the map
    };
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_grid *grid = map_of(rows[i].text);
        assert_int_equal(wend_grid_sees_cell(grid, rows[i].from, rows[i].to, rows[i].radius), rows[i].sees);
        assert_int_equal(wend_grid_sees_cell(grid, rows[i].to, rows[i].from, rows[i].radius), rows[i].sees);
        wend_grid_destroy(grid);
    }
}

// Points on edges: along a wall, between two, on corners.
static void t_what_touching_is(void **state)
{
    (void)state;
    wend_grid *grid = map_of(".....\n"
                             ".##..\n"
                             ".##..\n"
                             "...#.\n"
                             ".....\n");
    assert_true(wend_grid_sees(grid, v2(0, 1), v2(5, 1), 0));  // along its upper side
    assert_false(wend_grid_sees(grid, v2(0, 2), v2(5, 2), 0)); // between two of its cells
    assert_true(wend_grid_sees(grid, v2(1, 0), v2(1, 5), 0));  // along its left side
    assert_false(wend_grid_sees(grid, v2(3, 0), v2(3, 5), 0)); // along its right side and over the touching corner
    assert_true(wend_grid_sees(grid, v2(3, 0), v2(3, 2.9f), 0));
    assert_false(wend_grid_sees(grid, v2(3, 0), v2(3, 3), 0)); // the corner itself
    assert_false(wend_grid_sees(grid, v2(3, 3), v2(3, 3), 0));
    assert_false(wend_grid_sees(grid, v2(2, 4), v2(4, 2), 0));
    assert_true(wend_grid_sees(grid, v2(0, 2), v2(2, 0), 0)); // past a single corner
    assert_true(wend_grid_sees(grid, v2(0, 0), v2(5, 0), 0)); // along the edge of the map
    assert_false(wend_grid_sees(grid, v2(0, 0), v2(5, -0.001f), 0));
    // with a radius: to within 1/32768 of a cell
    assert_true(wend_grid_sees(grid, v2(0.5f, 0.5f), v2(4.5f, 0.5f), 0.5f));
    assert_true(wend_grid_sees(grid, v2(0.5f, 0.5f), v2(4.5f, 0.5f), 0.50002f));
    assert_false(wend_grid_sees(grid, v2(0.5f, 0.5f), v2(4.5f, 0.5f), 0.50004f));
    // what is no good is not seen
    assert_false(wend_grid_sees(NULL, v2(0, 0), v2(0, 0), 0));
    assert_false(wend_grid_sees(grid, v2(NAN, 0), v2(0, 0), 0));
    assert_false(wend_grid_sees(grid, v2(0, 0), v2(0, FLT_MAX), 0));
    assert_false(wend_grid_sees(grid, v2(4, 0.5f), v2(4, 0.5f), -1));
    assert_false(wend_grid_sees(grid, v2(4, 0.5f), v2(4, 0.5f), NAN));
    assert_false(wend_grid_sees(grid, v2(4, 0.5f), v2(4, 0.5f), FLT_MAX));
    assert_false(wend_grid_sees_cell(NULL, at(0, 0), at(0, 0), 0));
    assert_false(wend_grid_sees_cell(grid, at(0, 0), at(5, 0), 0));
    assert_false(wend_grid_sees_cell(grid, at(0, 0), at(4, 0), INFINITY));
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_middles_of_cells_equal_a_slow_calculation),
        cmocka_unit_test(t_points_equal_a_slow_calculation),
        cmocka_unit_test(t_sight_is_symmetric),
        cmocka_unit_test(t_long_lines),
        cmocka_unit_test(t_lines_that_others_got_wrong),
        cmocka_unit_test(t_what_touching_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
