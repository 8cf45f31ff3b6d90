// flow.h: costs against Bellman and Ford's on random maps; repairs against fields that are built anew.
#include "testing_grid_random.h"

#include "wend/flow.h"

static wend_flow *new_flow(const wend_grid *grid, wend_cell goal, wend_diagonal diagonal)
{
    wend_flow *flow = wend_flow_create(NULL, NULL);
    assert_non_null(flow);
    wend_flow_def def = wend_default_flow_def();
    def.goal = goal;
    def.diagonal = diagonal;
    assert_int_equal(wend_flow_begin(flow, grid, &def), WEND_OK);
    return flow;
}

static void check_costs(const wend_flow *flow, const wend_grid *grid, wend_cell goal, double cost[MOST][MOST])
{
    wend_cell size = wend_grid_size(grid);
    bool is_open = wend_grid_get(grid, goal);
    for (int y = 0; y < size.y; y++)
        for (int x = 0; x < size.x; x++)
            if (is_open && cost[y][x] < NO_WAY)
                assert_close(wend_flow_cost(flow, at(x, y)), cost[y][x], 1e-9 * (1 + cost[y][x]));
            else
                assert_true(wend_flow_cost(flow, at(x, y)) == DBL_MAX);
}

static void t_costs_equal_a_brute_search_on_4000_maps(void **state)
{
    (void)state;
    static double cost[MOST][MOST];
    wend_random random = wend_random_seed(4000, 11);
    wend_flow *sliced = wend_flow_create(NULL, NULL);
    for (int i = 0; i < 4000; i++)
    {
        wend_grid *grid = random_map(&random, i % 2 == 1);
        for (int diagonal = WEND_DIAGONAL_NEVER; diagonal <= WEND_DIAGONAL_ALWAYS; diagonal++)
        {
            wend_cell goal = cell_in(&random, wend_grid_size(grid));
            relax_all(grid, goal, (wend_diagonal)diagonal, cost);
            wend_flow *flow = new_flow(grid, goal, (wend_diagonal)diagonal);
            assert_false(wend_flow_is_ready(flow));
            assert_true(wend_flow_update(flow, 0));
            assert_true(wend_flow_is_ready(flow));
            check_costs(flow, grid, goal, cost);
            wend_flow_destroy(flow);

            // with memory that was used before, and in slices
            wend_flow_def def = wend_default_flow_def();
            def.goal = goal;
            def.diagonal = (wend_diagonal)diagonal;
            assert_int_equal(wend_flow_begin(sliced, grid, &def), WEND_OK);
            int slices = 1;
            for (; !wend_flow_update(sliced, 3); slices++)
                assert_true(slices < MOST * MOST);
            check_costs(sliced, grid, goal, cost);
        }
        wend_grid_destroy(grid);
    }
    wend_flow_destroy(sliced);
}

static void t_the_cheapest_of_several_goals(void **state)
{
    (void)state;
    static double cost[MOST][MOST], best[MOST][MOST];
    wend_random random = wend_random_seed(78, 12);
    wend_flow *flow = wend_flow_create(NULL, NULL);
    for (int i = 0; i < 500; i++)
    {
        wend_grid *grid = random_map(&random, i % 2 == 0);
        wend_cell size = wend_grid_size(grid), goals[5];
        wend_flow_def def = wend_default_flow_def();
        def.diagonal = (wend_diagonal)(i / 2 % 4);
        def.goals = goals;
        def.goal_count = between(&random, 1, 5);
        for (int k = 0; k < MOST * MOST; k++)
            best[k / MOST][k % MOST] = NO_WAY;
        for (int k = 0; k < def.goal_count; k++)
        {
            goals[k] = cell_in(&random, size);
            relax_all(grid, goals[k], def.diagonal, cost);
            for (int j = 0; j < MOST * MOST && wend_grid_get(grid, goals[k]); j++)
                best[j / MOST][j % MOST] = fmin(best[j / MOST][j % MOST], cost[j / MOST][j % MOST]);
        }
        assert_int_equal(wend_flow_begin(flow, grid, &def), WEND_OK);
        assert_true(wend_flow_update(flow, 0));
        for (int y = 0; y < size.y; y++)
            for (int x = 0; x < size.x; x++)
            {
                double is = wend_flow_cost(flow, at(x, y));
                assert_true(best[y][x] < NO_WAY ? fabs(is - best[y][x]) < 1e-7 : is == DBL_MAX);
            }
        wend_grid_destroy(grid);
    }
    wend_flow_destroy(flow);
}

// ---- repairs

/// The costs of all cells, as they are.
static void copy_costs(const wend_flow *flow, wend_cell size, double *costs)
{
    for (int i = 0; i < size.x * size.y; i++)
        costs[i] = wend_flow_cost(flow, at(i % size.x, i / size.x));
}

/// A field built anew says the same, to the last bit, of every cell and of some points.
static void check_like_new(wend_flow *flow, const wend_grid *grid, const wend_flow_def *def, wend_random *random)
{
    wend_flow *fresh = wend_flow_create(NULL, NULL);
    assert_int_equal(wend_flow_begin(fresh, grid, def), WEND_OK);
    assert_true(wend_flow_update(fresh, 0));
    wend_cell size = wend_grid_size(grid);
    for (int y = 0; y < size.y; y++)
        for (int x = 0; x < size.x; x++)
        {
            double is = wend_flow_cost(flow, at(x, y)), expected = wend_flow_cost(fresh, at(x, y));
            if (is != expected)
                print_error("(%d, %d): %.17g, expected %.17g\n", x, y, is, expected);
            assert_true(is == expected);
        }
    for (int i = 0; i < 10; i++)
    {
        wend_vec point = {wend_random_between(random, -1, (float)size.x + 1),
                          wend_random_between(random, -1, (float)size.y + 1), 0};
        wend_flow_sample a = wend_flow_at(flow, point), b = wend_flow_at(fresh, point);
        assert_same(a.direction, b.direction);
        assert_int_equal(a.state, b.state);
    }
    wend_flow_destroy(fresh);
}

static void edit_one(wend_grid *grid, wend_random *random, bool is_weighted)
{
    wend_cell cell = cell_in(random, wend_grid_size(grid));
    int cost = wend_grid_get(grid, cell) ? 0 : 3;
    if (is_weighted && between(random, 0, 1))
        cost = between(random, 0, 9);
    wend_grid_set(grid, cell, (uint8_t)cost);
}

static void t_repairs_equal_new_fields_and_touch_little(void **state)
{
    (void)state;
    static double before[MOST * MOST], after[MOST * MOST];
    wend_random random = wend_random_seed(99, 13);
    int64_t all_touched = 0, all_changed = 0, all_edits = 0;
    for (int i = 0; i < 400; i++)
    {
        bool is_weighted = i % 2;
        wend_grid *grid = random_map(&random, is_weighted);
        wend_cell size = wend_grid_size(grid);
        wend_flow_def def = wend_default_flow_def();
        def.goal = cell_in(&random, size);
        def.diagonal = (wend_diagonal)(i / 2 % 4);
        wend_flow *flow = new_flow(grid, def.goal, def.diagonal);
        wend_flow_update(flow, 0);
        for (int k = 0; k < 30; k++)
        {
            copy_costs(flow, size, before);
            uint64_t edits = wend_grid_edits(grid);
            for (int n = k % 3; n >= 0; n--)
                edit_one(grid, &random, is_weighted);
            edits = wend_grid_edits(grid) - edits;
            assert_int_equal(wend_flow_is_ready(flow), edits == 0);
            assert_true(wend_flow_update(flow, 0));
            copy_costs(flow, size, after);
            int changed = 0;
            for (int j = 0; j < size.x * size.y; j++)
                changed += before[j] != after[j];
            if (edits > 0)
            {
                // each edit is looked at with its neighbours; each change twice, and beside it at most eight cells
                int64_t touched = wend_flow_touched(flow);
                assert_true(touched <= (int64_t)edits * 18 + changed * 10);
                all_touched += touched;
                all_changed += changed;
                all_edits += (int64_t)edits;
            }
            check_like_new(flow, grid, &def, &random);
        }
        wend_flow_destroy(flow);
        wend_grid_destroy(grid);
    }
    printf("%d edits, %d costs changed, %d cells touched\n", (int)all_edits, (int)all_changed, (int)all_touched);
    assert_true(all_touched < all_edits * 9 + all_changed * 3);
}

// The map changes while the field is built in slices, and while it is repaired.
static void t_edits_in_the_midst_of_building(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(199, 14);
    for (int i = 0; i < 400; i++)
    {
        bool is_weighted = i % 2;
        wend_grid *grid = random_map(&random, is_weighted);
        wend_flow_def def = wend_default_flow_def();
        def.goal = cell_in(&random, wend_grid_size(grid));
        def.diagonal = (wend_diagonal)(i / 2 % 4);
        wend_flow *flow = new_flow(grid, def.goal, def.diagonal);
        for (int round = 0; round < 6; round++)
        {
            for (int k = 0; k < 12; k++)
            {
                wend_flow_update(flow, between(&random, 1, 9));
                if (between(&random, 0, 1))
                    edit_one(grid, &random, is_weighted);
            }
            assert_true(wend_flow_update(flow, 0));
            check_like_new(flow, grid, &def, &random);
        }
        wend_flow_destroy(flow);
        wend_grid_destroy(grid);
    }
}

// Costs far apart (walls that fall between the ends of a long winding way) and more edits than a map remembers.
static void t_large_maps_and_many_edits(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(299, 15);
    for (int i = 0; i < 12; i++)
    {
        wend_grid *grid = open_map(61, 40 + i);
        wend_cell size = wend_grid_size(grid);
        for (int x = 1; x < size.x; x += 2)
            for (int y = 0; y < size.y; y++)
                wend_grid_set(grid, at(x, y), y == (x & 2 ? 0 : size.y - 1) ? 200 : 0);
        for (int k = 0; k < size.x * size.y && i % 2; k++)
            if (wend_grid_get(grid, at(k % size.x, k / size.x)))
                wend_grid_set(grid, at(k % size.x, k / size.x), (uint8_t)between(&random, 1, 255));
        wend_flow_def def = wend_default_flow_def();
        def.goal = at(0, size.y / 2);
        def.diagonal = (wend_diagonal)(i % 4);
        wend_flow *flow = new_flow(grid, def.goal, def.diagonal);
        wend_flow_update(flow, 0);
        check_like_new(flow, grid, &def, &random);
        for (int k = 0; k < 40; k++)
        {
            int edits = k % 20 == 19 ? 1500 : between(&random, 1, 6);
            for (int n = 0; n < edits; n++)
                edit_one(grid, &random, true);
            for (int slices = between(&random, 0, 3); slices > 0; slices--)
                wend_flow_update(flow, 200);
            edit_one(grid, &random, true);
            assert_true(wend_flow_update(flow, 0));
            check_like_new(flow, grid, &def, &random);
        }
        wend_flow_destroy(flow);
        wend_grid_destroy(grid);
    }
}

// ---- bodies of several sizes

static void t_fields_for_wide_bodies(void **state)
{
    (void)state;
    static double cost[MOST][MOST];
    static uint8_t costs[MOST * MOST];
    const float radii[] = {0.8f, 1.3f, 2.1f};
    wend_random random = wend_random_seed(399, 16);
    for (int i = 0; i < 300; i++)
    {
        wend_grid_def def = wend_default_grid_def();
        def.width = between(&random, 8, MOST);
        def.height = between(&random, 8, MOST);
        def.radii = radii;
        def.radius_count = COUNT_OF(radii);
        wend_grid *grid = wend_grid_create(&def, NULL);
        wend_cell size = wend_grid_size(grid);
        wend_flow_def lead = wend_default_flow_def();
        lead.radius = radii[i % 3];
        lead.diagonal = (wend_diagonal)(i / 3 % 4);
        lead.goal = at(size.x / 2, size.y / 2);
        wend_flow *flow = wend_flow_create(NULL, NULL);
        assert_int_equal(wend_flow_begin(flow, grid, &lead), WEND_OK);
        for (int k = 0; k < 10; k++)
        {
            wend_flow_update(flow, k % 2 ? 0 : 20);
            wend_grid_set(grid, cell_in(&random, size), (uint8_t)(between(&random, 0, 3) ? 0 : 2));
            assert_true(wend_flow_update(flow, 0));
            // a map whose walls are the cells that it doesn't fit in
            for (int j = 0; j < size.x * size.y; j++)
            {
                wend_cell cell = at(j % size.x, j / size.x);
                costs[j] = wend_grid_fits(grid, cell, lead.radius) ? wend_grid_get(grid, cell) : 0;
            }
            wend_grid_def narrow = wend_default_grid_def();
            narrow.width = size.x, narrow.height = size.y, narrow.costs = costs;
            wend_grid *walls = wend_grid_create(&narrow, NULL);
            relax_all(walls, lead.goal, lead.diagonal, cost);
            check_costs(flow, walls, lead.goal, cost);
            wend_grid_destroy(walls);
        }
        wend_flow_destroy(flow);
        wend_grid_destroy(grid);
    }
}

// ---- maps that wrap

static void t_ways_across_the_edges_of_maps_that_wrap(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(499, 17);
    wend_grid_search *search = new_search();
    int across = 0, arrived = 0;
    for (int i = 0; i < 200; i++)
    {
        uint8_t costs[MOST * MOST];
        wend_grid_def def = wend_default_grid_def();
        def.width = between(&random, 4, MOST);
        def.height = between(&random, 4, MOST);
        def.wraps_x = i % 3 != 1;
        def.wraps_y = i % 3 != 0;
        def.costs = costs;
        for (int k = 0; k < def.width * def.height; k++)
            costs[k] = (uint8_t)(between(&random, 1, 10) <= 3 ? 0 : i % 2 ? 1 : between(&random, 1, 5));
        wend_grid *grid = wend_grid_create(&def, NULL);
        wend_cell size = wend_grid_size(grid);
        wend_flow_def lead = wend_default_flow_def();
        lead.goal = cell_in(&random, size);
        lead.diagonal = (wend_diagonal)(i / 2 % 4);
        wend_flow *flow = new_flow(grid, lead.goal, lead.diagonal);
        for (int k = 0; k < 6; k++)
        {
            wend_flow_update(flow, k % 2 ? 0 : 7);
            edit_one(grid, &random, i % 2 == 0);
            assert_true(wend_flow_update(flow, 0));
            check_like_new(flow, grid, &lead, &random);
            for (int n = 0; n < 10; n++)
            {
                wend_cell start = cell_in(&random, size);
                wend_grid_query query = query_of(start, lead.goal, lead.diagonal, WEND_GRID_DIJKSTRA);
                wend_grid_result result = wend_grid_find(search, grid, &query);
                bool has_way = result.way == WEND_WAY_FOUND || result.way == WEND_WAY_THERE;
                double cost = wend_flow_cost(flow, start);
                assert_true(has_way ? fabs(cost - result.cost) <= 1e-8 * (1 + cost) : cost == DBL_MAX);
            }
        }
        // who follows is put back into the map, as a world that wraps does
        for (int k = 0; k < size.x * size.y; k++)
        {
            wend_vec p = wend_grid_point(grid, at(k % size.x, k / size.x));
            bool has_crossed = false;
            if (wend_flow_cost(flow, at(k % size.x, k / size.x)) == DBL_MAX)
                continue;
            wend_flow_sample sample = wend_flow_at(flow, p);
            for (int steps = 0; steps < 2000 && sample.state != WEND_FLOW_THERE; steps++)
            {
                p = wend_add(p, wend_scale(sample.direction, 0.05f));
                float x = p.x, y = p.y;
                p.x -= def.wraps_x ? (float)size.x * floorf(p.x / (float)size.x) : 0;
                p.y -= def.wraps_y ? (float)size.y * floorf(p.y / (float)size.y) : 0;
                has_crossed |= x != p.x || y != p.y;
                sample = wend_flow_at(flow, p);
            }
            if (sample.state != WEND_FLOW_THERE)
                print_error("map %d, rule %d: at (%.9g, %.9g) state %d, (%g, %g)\n", i, lead.diagonal, (double)p.x,
                            (double)p.y, sample.state, (double)sample.direction.x, (double)sample.direction.y);
            assert_int_equal(sample.state, WEND_FLOW_THERE);
            arrived++;
            across += has_crossed;
        }
        wend_flow_destroy(flow);
        wend_grid_destroy(grid);
    }
    printf("%d arrived, %d of them across an edge\n", arrived, across);
    assert_true(across > arrived / 10);
    wend_grid_search_destroy(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_costs_equal_a_brute_search_on_4000_maps),
        cmocka_unit_test(t_the_cheapest_of_several_goals),
        cmocka_unit_test(t_repairs_equal_new_fields_and_touch_little),
        cmocka_unit_test(t_edits_in_the_midst_of_building),
        cmocka_unit_test(t_large_maps_and_many_edits),
        cmocka_unit_test(t_fields_for_wide_bodies),
        cmocka_unit_test(t_ways_across_the_edges_of_maps_that_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
