// raster.h: which cells obstacles make walls of, against overlaps that are worked out shape by shape.
#include "testing_grid.h"
#include "testing_obstacle.h"

#include "wend/raster.h"

static void rasterize(wend_grid *grid, const wend_obstacles *set)
{
    wend_raster raster = wend_default_raster(grid);
    raster.caster = wend_obstacles_caster(set);
    wend_error error = {0};
    assert_int_equal(wend_grid_rasterize(grid, &raster, &error), WEND_OK);
    assert_string_equal(error.text, "");
}

static void assert_map(const wend_grid *grid, const char *text)
{
    wend_grid *wanted = map_of(text);
    wend_cell size = wend_grid_size(wanted);
    for (int y = 0; y < size.y; y++)
        for (int x = 0; x < size.x; x++)
            if (wend_grid_get(grid, at(x, y)) != wend_grid_get(wanted, at(x, y)))
                fail_msg("cell (%d, %d) costs %d", x, y, wend_grid_get(grid, at(x, y)));
    wend_grid_destroy(wanted);
}

// ---- by hand

static void check_one(wend_shape shape, const char *text)
{
    wend_grid *grid = open_map(6, 5);
    wend_obstacles *set = set_with(0, false);
    add(set, shape);
    rasterize(grid, set);
    assert_map(grid, text);
    wend_obstacles_destroy(set);
    wend_grid_destroy(grid);
}

static void t_a_box_in_line_with_cells_fills_its_own(void **state)
{
    (void)state;
    check_one(box(2.5f, 2, 1.5f, 1, 0), "......\n.###..\n.###..\n......\n......\n");
    check_one(box(2.5f, 2.01f, 1.5f, 1, 0), "......\n.###..\n.###..\n.###..\n......\n"); // a little over a line
    check_one(box(2.5f, 2, 1.4f, 0.9f, 0), "......\n.###..\n.###..\n......\n......\n");
    check_one(box(3, 2.5f, 30, 30, 0), "######\n######\n######\n######\n######\n"); // all of it inside
    // a frame that isn't closed has no inside
    const wend_vec points[] = {{1.5f, 0.5f, 0}, {4.5f, 0.5f, 0}, {4.5f, 3.5f, 0}, {1.5f, 3.5f, 0}, {1.5f, 0.5f, 0}};
    check_one(polygon(points, 5, false), ".####.\n.#..#.\n.#..#.\n.####.\n......\n");
}

static void t_a_thin_wall_on_a_line_closes_both_sides(void **state)
{
    (void)state;
    check_one(wall(1.2f, 2, 3.7f, 2), "......\n.###..\n.###..\n......\n......\n");
    check_one(wall(1.2f, 2.5f, 3.7f, 2.5f), "......\n......\n.###..\n......\n......\n");
    check_one(wall(0.5f, 0.2f, 2.5f, 3.3f), "##....\n.#....\n.##...\n..#...\n......\n");
    // through corners: those of the cells beside are touched
    check_one(wall(0.5f, 0.5f, 2.5f, 2.5f), "##....\n###...\n.##...\n......\n......\n");
}

static void t_a_circle(void **state)
{
    (void)state;
    // touches four cells from inside; the corners of the middle one are at 0.71
    check_one(circle(2.5f, 2.5f, 1.5f), "......\n.###..\n.###..\n.###..\n......\n");
    check_one(circle(2.5f, 2.5f, 0.7f), "......\n..#...\n.###..\n..#...\n......\n");
    check_one(circle(2.5f, 2.5f, 0.4f), "......\n......\n..#...\n......\n......\n");
}

// ---- by chance

typedef struct convex
{
    wend_vec points[4]; ///< a box or a segment; a circle: its middle
    int count;
    double radius;
} convex;

/// How far two convex things overlap along the axis on which they do so least; negative: a gap.
static double overlap_along(const convex *c, double x, double y, double axis_x, double axis_y)
{
    double length = sqrt(axis_x * axis_x + axis_y * axis_y), low = 1e300, high = -1e300;
    if (length < 1e-9)
        return 1e300;
    axis_x /= length;
    axis_y /= length;
    for (int i = 0; i < c->count; i++)
    {
        double place = ((double)c->points[i].x - x) * axis_x + ((double)c->points[i].y - y) * axis_y;
        low = fmin(low, place - c->radius);
        high = fmax(high, place + c->radius);
    }
    double half = 0.5 * (fabs(axis_x) + fabs(axis_y));
    return fmin(high + half, half - low);
}

/// By separating axes: those of the square, across the edges of the thing, and from the corners to a circle's middle.
static double overlap(const convex *c, double x, double y)
{
    double least = fmin(overlap_along(c, x, y, 1, 0), overlap_along(c, x, y, 0, 1));
    for (int i = 0; i < c->count; i++)
    {
        wend_vec a = c->points[i], b = c->points[(i + 1) % c->count];
        least = fmin(least, overlap_along(c, x, y, (double)a.y - (double)b.y, (double)b.x - (double)a.x));
        for (int k = 0; k < 4 && c->count == 1; k++)
            least = fmin(least, overlap_along(c, x, y, (double)a.x - x - (k & 1 ? 0.5 : -0.5),
                                              (double)a.y - y - (k & 2 ? 0.5 : -0.5)));
    }
    return least;
}

static double draw_from(wend_random *random, double low, double high)
{
    return low + (high - low) * wend_random_next(random) / 4294967296.0;
}

static convex any_shape(wend_random *random, wend_obstacles *set)
{
    convex c = {.count = 1};
    int kind = (int)(wend_random_next(random) % 3);
    wend_vec middle = v2((float)draw_from(random, 0, 20), (float)draw_from(random, 0, 20));
    double angle = draw_from(random, 0, 7), half_x = draw_from(random, 0.05, 4),
           half_y = kind == 1 ? 0 : draw_from(random, 0.05, 4);
    if (kind == 0)
    {
        c.points[0] = middle;
        c.radius = (double)(float)half_x;
        add(set, circle(middle.x, middle.y, (float)half_x));
        return c;
    }
    c.count = kind == 1 ? 2 : 4;
    for (int i = 0; i < c.count; i++)
    {
        double x = i == 0 || i == 3 ? -half_x : half_x, y = i < 2 ? -half_y : half_y;
        c.points[i] = v2((float)((double)middle.x + x * cos(angle) - y * sin(angle)),
                         (float)((double)middle.y + x * sin(angle) + y * cos(angle)));
    }
    add(set, kind == 1 ? wall(c.points[0].x, c.points[0].y, c.points[1].x, c.points[1].y) : polygon(c.points, 4, true));
    return c;
}

static void t_any_shapes_make_walls_of_what_they_overlap(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(20, 1);
    int walls = 0, close = 0;
    for (int i = 0; i < 300; i++)
    {
        wend_obstacles *set = set_with(0, false);
        convex shapes[6];
        int count = 1 + i % 6;
        for (int k = 0; k < count; k++)
            shapes[k] = any_shape(&random, set);
        wend_grid *grid = open_map(20, 20);
        rasterize(grid, set);
        for (int cell = 0; cell < 400; cell++)
        {
            double most = -1e300;
            for (int k = 0; k < count; k++)
                most = fmax(most, overlap(&shapes[k], cell % 20 + 0.5, cell / 20 + 0.5));
            bool is_wall = wend_grid_get(grid, at(cell % 20, cell / 20)) == 0;
            walls += is_wall;
            close += fabs(most) < 0.0015;
            if (fabs(most) >= 0.0015)
                assert_int_equal(is_wall, most > 0);
        }
        wend_grid_destroy(grid);
        wend_obstacles_destroy(set);
    }
    assert_in_range(walls, 10000, 100000);
    assert_in_range(close, 0, 100);
}

// ---- what is asked

typedef struct counter
{
    wend_caster caster;
    int asked;
} counter;

static int count_around(wend_vec centre, float radius, uint32_t mask, uint64_t ignore, wend_hit *hits, int capacity,
                        void *user)
{
    counter *c = user;
    c->asked++;
    return c->caster.around(centre, radius, mask, ignore, hits, capacity, c->caster.user);
}

// A large map costs what its surfaces are long: here a square of 40 cells in one of 1000 x 1000.
static void t_only_surfaces_cost(void **state)
{
    (void)state;
    wend_grid *grid = open_map(1000, 1000);
    wend_obstacles *set = set_with(0, false);
    add(set, box(500, 500, 20, 20, 0));
    counter c = {wend_obstacles_caster(set), 0};
    wend_raster raster = wend_default_raster(grid);
    raster.caster = (wend_caster){NULL, count_around, &c};
    assert_int_equal(wend_grid_rasterize(grid, &raster, NULL), WEND_OK);
    assert_int_equal(wend_grid_edits(grid), 40 * 40);
    assert_in_range(c.asked, 256, 4000);
    wend_obstacles_destroy(set);
    wend_grid_destroy(grid);
}

static void t_masks_parts_and_what_has_moved(void **state)
{
    (void)state;
    wend_grid *grid = open_map(8, 4);
    wend_obstacles *set = set_with(0, false);
    wend_shape shape = box(1.5f, 1.5f, 0.5f, 0.5f, 0);
    shape.layers = 2;
    wend_obstacle_id id = add(set, shape);
    wend_raster raster = wend_default_raster(grid);
    raster.caster = wend_obstacles_caster(set);
    raster.mask = 1;
    assert_int_equal(wend_grid_rasterize(grid, &raster, NULL), WEND_OK);
    assert_int_equal(wend_grid_edits(grid), 0);
    raster.mask = 2;
    assert_int_equal(wend_grid_rasterize(grid, &raster, NULL), WEND_OK);
    assert_map(grid, "........\n.#......\n........\n........\n");
    // it moves; walls stay until somebody opens their cells
    wend_obstacles_move(set, id, v2(4.5f, 1.5f), 0);
    assert_int_equal(wend_grid_rasterize(grid, &raster, NULL), WEND_OK);
    assert_map(grid, "........\n.#..#...\n........\n........\n");
    wend_obstacles_move(set, id, v2(6.5f, 2.5f), 0);
    wend_grid_set(grid, at(0, 0), 0);
    raster.open = 1;
    raster.low = at(1, 1);
    raster.high = at(7, 3);
    assert_int_equal(wend_grid_rasterize(grid, &raster, NULL), WEND_OK);
    assert_map(grid, "#.......\n........\n......#.\n........\n");
    wend_obstacles_destroy(set);
    wend_grid_destroy(grid);
}

static void t_what_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = open_map(8, 4);
    wend_obstacles *set = set_with(0, false);
    wend_raster good = wend_default_raster(grid), raster = good;
    wend_error error;
    assert_int_equal(wend_grid_rasterize(NULL, &good, &error), WEND_ERROR_NULL);
    assert_string_equal(error.text, "the grid to rasterize is null");
    assert_int_equal(wend_grid_rasterize(grid, NULL, &error), WEND_ERROR_NULL);
    assert_int_equal(wend_grid_rasterize(grid, &raster, &error), WEND_ERROR_NULL);
    assert_string_equal(error.text, "raster caster has no around, must have one");
    good.caster = wend_obstacles_caster(set);
    const char *why = "raster low is (-1, 0) and high (7, 3), must be cells of the map of 8 x 4 in this order";
    raster = good, raster.low.x = -1;
    assert_int_equal(wend_grid_rasterize(grid, &raster, &error), WEND_ERROR_VALUE);
    assert_string_equal(error.text, why);
    raster = good, raster.high.y = 4;
    assert_int_equal(wend_grid_rasterize(grid, &raster, NULL), WEND_ERROR_VALUE);
    raster = good, raster.low.x = 3, raster.high.x = 2;
    assert_int_equal(wend_grid_rasterize(grid, &raster, NULL), WEND_ERROR_VALUE);
    assert_int_equal(wend_grid_rasterize(grid, &good, NULL), WEND_OK);
    assert_int_equal(wend_default_raster(NULL).high.x, -1);
    wend_obstacles_destroy(set);
    wend_grid_destroy(grid);
}

// Huge, tiny, far away: an answer, and an end.
static void t_odd_places(void **state)
{
    (void)state;
    static const struct
    {
        float cell_size, x;
    } rows[] = {{1e-30f, 0}, {1e30f, 0}, {1, 1e30f}, {1, -FLT_MAX}, {FLT_MAX, FLT_MAX}, {FLT_TRUE_MIN, 1}};
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_grid_def def = wend_default_grid_def();
        def.width = def.height = 5;
        def.cell_size = rows[i].cell_size;
        def.origin = v2(rows[i].x, -rows[i].x);
        wend_grid *grid = wend_grid_create(&def, NULL);
        wend_obstacles *set = set_with(0, false);
        add(set, box(rows[i].x, 0, 1, 1, 0));
        add(set, wall(-1, 0, 1, 0));
        rasterize(grid, set);
        wend_obstacles_destroy(set);
        wend_grid_destroy(grid);
    }
}

// [COR-11] A room of 10 by 10 with a gap in the floor from side to side: no way leads across it.
static void t_nothing_leads_through_a_hole_that_spans_the_room(void **state)
{
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 20;
    def.cell_size = 0.5f;
    def.origin = v2(-5, -5);
    wend_grid *grid = wend_grid_create(&def, NULL);
    wend_grid_search *search = new_search();
    wend_obstacles *set = set_with(0, false);
    add(set, box(0, 1.5f, 5, 0.5f, 0));
    rasterize(grid, set);
    for (int kind = WEND_GRID_AUTO; kind <= WEND_GRID_ANY_ANGLE; kind++)
    {
        wend_grid_query query = wend_default_grid_query();
        wend_grid_cell(grid, v2(0, 0), &query.start);
        wend_grid_cell(grid, v2(0, 4), &query.goal);
        query.kind = (wend_grid_kind)kind;
        assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_UNREACHABLE);
    }
    wend_obstacles_destroy(set);
    wend_grid_search_destroy(search);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_box_in_line_with_cells_fills_its_own),
        cmocka_unit_test(t_a_thin_wall_on_a_line_closes_both_sides),
        cmocka_unit_test(t_a_circle),
        cmocka_unit_test(t_any_shapes_make_walls_of_what_they_overlap),
        cmocka_unit_test(t_only_surfaces_cost),
        cmocka_unit_test(t_masks_parts_and_what_has_moved),
        cmocka_unit_test(t_what_is_refused),
        cmocka_unit_test(t_odd_places),
        cmocka_unit_test(t_nothing_leads_through_a_hole_that_spans_the_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
