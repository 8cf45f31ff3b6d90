// flow.h: single facts. Random maps are in test_flow_random.c, directions in test_flow_ways.c.
#include "testing_grid.h"

#include "wend/flow.h"

static wend_flow_def to(wend_cell goal)
{
    wend_flow_def def = wend_default_flow_def();
    def.goal = goal;
    return def;
}

static wend_flow *flow_to(const wend_grid *grid, wend_cell goal)
{
    wend_flow *flow = wend_flow_create(NULL, NULL);
    assert_non_null(flow);
    wend_flow_def def = to(goal);
    assert_int_equal(wend_flow_begin(flow, grid, &def), WEND_OK);
    return flow;
}

static wend_flow *ready_flow_to(const wend_grid *grid, wend_cell goal)
{
    wend_flow *flow = flow_to(grid, goal);
    assert_true(wend_flow_update(flow, 0));
    return flow;
}

static void end(wend_flow *flow, wend_grid *grid)
{
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

// ---- costs

static void t_LEN_13_diagonal_moves_cost_more(void **state)
{
    (void)state;
    wend_grid *grid = open_map(10, 10);
    wend_flow *flow = ready_flow_to(grid, at(0, 0));
    assert_close(wend_flow_cost(flow, at(3, 4)), 5.2426, 5e-5);
    assert_close(wend_flow_cost(flow, at(3, 4)), 3 * sqrt(2) + 1, 1e-9);
    assert_true(wend_flow_cost(flow, at(0, 0)) == 0);
    assert_true(wend_flow_cost(flow, at(10, 0)) == DBL_MAX && wend_flow_cost(flow, at(0, -1)) == DBL_MAX);
    end(flow, grid);
}

// Half of both cells' costs times the length: (1 + 4) / 2 + (4 + 9) / 2.
static void t_costs_are_means(void **state)
{
    (void)state;
    wend_grid *grid = map_of("149\n###");
    wend_flow *flow = ready_flow_to(grid, at(0, 0));
    assert_close(wend_flow_cost(flow, at(2, 0)), 9, 1e-12);
    end(flow, grid);
}

static void t_cells_without_a_way(void **state)
{
    (void)state;
    wend_grid *grid = map_of("..#..\n..#..");
    wend_flow *flow = ready_flow_to(grid, at(0, 0));
    assert_true(wend_flow_cost(flow, at(3, 0)) == DBL_MAX && wend_flow_cost(flow, at(2, 0)) == DBL_MAX);
    wend_flow_sample sample = wend_flow_at(flow, v2(4.5f, 1.5f));
    assert_int_equal(sample.state, WEND_FLOW_NO_WAY);
    assert_same(sample.direction, v2(0, 0));
    assert_true(sample.cost == DBL_MAX);
    wend_agent agent = agent_at(4.5f, 1.5f);
    agent.velocity = v2(1, 1);
    assert_same(wend_follow_flow(&agent, flow), v2(0, 0)); // COR-14: it stops
    end(flow, grid);
}

static void t_a_goal_that_is_a_wall_leads_nowhere_until_it_is_opened(void **state)
{
    (void)state;
    wend_grid *grid = map_of("...#");
    wend_flow *flow = ready_flow_to(grid, at(3, 0));
    assert_true(wend_flow_cost(flow, at(0, 0)) == DBL_MAX);
    wend_grid_set(grid, at(3, 0), 1);
    assert_true(wend_flow_cost(flow, at(0, 0)) == DBL_MAX);
    assert_true(wend_flow_update(flow, 0));
    assert_close(wend_flow_cost(flow, at(0, 0)), 3, 1e-12);
    wend_grid_set(grid, at(3, 0), 0);
    assert_true(wend_flow_update(flow, 0));
    assert_true(wend_flow_cost(flow, at(0, 0)) == DBL_MAX);
    end(flow, grid);
}

// ---- slices

static void t_slices_expand_what_they_may_and_the_cheapest_first(void **state)
{
    (void)state;
    wend_grid *grid = open_map(30, 1);
    wend_flow *flow = flow_to(grid, at(0, 0));
    assert_int_equal(wend_flow_at(flow, v2(5.5f, 0.5f)).state, WEND_FLOW_NOT_YET);
    for (int k = 1; k <= 3; k++)
    {
        assert_int_equal(wend_flow_update(flow, 10), k == 3);
        for (int x = 0; x < 30; x++)
        {
            bool is_reached = x < 10 * k;
            assert_int_equal(wend_flow_cost(flow, at(x, 0)) < DBL_MAX, is_reached);
            wend_flow_sample sample = wend_flow_at(flow, v2((float)x + 0.5f, 0.5f));
            assert_int_equal(sample.state == WEND_FLOW_NOT_YET, !is_reached);
            assert_vec(sample.direction, is_reached && x > 0 ? -1 : 0, 0, 0, 0);
        }
    }
    assert_true(wend_flow_is_ready(flow));
    assert_int_equal(wend_flow_touched(flow), 30 + 1); // the goal is looked at once more
    end(flow, grid);
}

// Dear cells, so that what is open lies far apart: the repair of what is near the goal comes first.
static void t_repairs_come_before_what_is_dearer(void **state)
{
    (void)state;
    wend_grid *grid = open_map(200, 1);
    for (int x = 0; x < 200; x++)
        wend_grid_set(grid, at(x, 0), 255);
    wend_flow *flow = flow_to(grid, at(0, 0));
    for (int frontier = 100; frontier < 110; frontier++)
    {
        wend_flow_update(flow, frontier == 100 ? 100 : 20);
        double far = wend_flow_cost(flow, at(80, 0));
        int cost = 240 - frontier;
        wend_grid_set(grid, at(2, 0), (uint8_t)cost);
        wend_flow_update(flow, 10);
        for (int x = 3; x <= 11; x++)
            assert_close(wend_flow_cost(flow, at(x, 0)), 510 + cost + 255 * (x - 3), 1e-9);
        assert_true(wend_flow_cost(flow, at(80, 0)) == far);
        wend_flow_update(flow, 90);
    }
    end(flow, grid);
}

// ---- edits

// A wall falls in a corridor of 100: what lies beyond it loses its way, what lies before it is left alone.
static void t_only_what_changes_is_touched(void **state)
{
    (void)state;
    wend_grid *grid = open_map(100, 1);
    wend_flow *flow = ready_flow_to(grid, at(0, 0));
    wend_grid_set(grid, at(90, 0), 0);
    assert_false(wend_flow_is_ready(flow));
    assert_true(wend_flow_update(flow, 0));
    assert_true(wend_flow_cost(flow, at(89, 0)) < DBL_MAX && wend_flow_cost(flow, at(91, 0)) == DBL_MAX);
    assert_in_range(wend_flow_touched(flow), 10, 25);
    wend_grid_set(grid, at(90, 0), 1);
    wend_flow_update(flow, 0);
    assert_close(wend_flow_cost(flow, at(99, 0)), 99, 1e-12);
    assert_in_range(wend_flow_touched(flow), 10, 25);
    wend_grid_set(grid, at(99, 0), 7);
    wend_flow_update(flow, 0);
    assert_close(wend_flow_cost(flow, at(99, 0)), 98 + 4, 1e-12);
    assert_in_range(wend_flow_touched(flow), 1, 6);
    end(flow, grid);
}

// An open map of 200 x 200: a wall in its far corner touches a few cells of 40,000.
static void t_an_edit_far_from_the_goal_is_cheap(void **state)
{
    (void)state;
    wend_grid *grid = open_map(200, 200);
    wend_flow *flow = ready_flow_to(grid, at(0, 0));
    assert_true(wend_flow_touched(flow) >= 40000);
    wend_grid_set(grid, at(195, 190), 0);
    wend_flow_update(flow, 0);
    assert_true(wend_flow_touched(flow) < 60);
    end(flow, grid);
}

// Between an edit and the next update nobody is sent into the new wall.
static void t_a_new_wall_is_seen_at_once(void **state)
{
    (void)state;
    wend_grid *grid = open_map(9, 9);
    wend_flow *flow = ready_flow_to(grid, at(8, 4));
    for (int y = 0; y < 9; y++)
        wend_grid_set(grid, at(4, y), 0);
    for (int y = 0; y < 9; y++)
    {
        wend_flow_sample sample = wend_flow_at(flow, v2(3.98f, (float)y + 0.5f));
        assert_true(sample.direction.x <= 0);
    }
    end(flow, grid);
}

// ---- directions

static void t_straight_at_a_goal_in_sight(void **state)
{
    (void)state;
    wend_grid *grid = open_map(40, 30);
    wend_flow *flow = ready_flow_to(grid, at(3, 4));
    for (int i = 0; i < 200; i++)
    {
        wend_vec p = v2((float)(i % 40) + 0.3f, (float)(i * 7 % 30) + 0.8f);
        wend_flow_sample sample = wend_flow_at(flow, p);
        wend_vec expected = wend_normalize(wend_sub(v2(3.5f, 4.5f), p));
        assert_true(sample.sees_goal);
        assert_true(sample.goal.x == 3 && sample.goal.y == 4);
        assert_vec(sample.direction, expected.x, expected.y, 0, 1e-6);
    }
    wend_flow_sample there = wend_flow_at(flow, v2(3.5f, 4.5f));
    assert_int_equal(there.state, WEND_FLOW_THERE);
    assert_same(there.direction, v2(0, 0));
    assert_true(there.cost == 0);
    end(flow, grid);
}

// Of two goals that are equally near the first in the list is gone to, however they lie.
static void t_of_equally_near_goals_the_first(void **state)
{
    (void)state;
    wend_grid *grid = open_map(9, 9);
    const wend_cell ends[][2] = {{{1, 4}, {7, 4}}, {{7, 4}, {1, 4}}, {{4, 1}, {1, 4}}, {{1, 4}, {4, 7}}};
    for (int i = 0; i < COUNT_OF(ends); i++)
    {
        wend_flow *flow = wend_flow_create(NULL, NULL);
        wend_flow_def def = wend_default_flow_def();
        def.goals = ends[i], def.goal_count = 2;
        assert_int_equal(wend_flow_begin(flow, grid, &def), WEND_OK);
        assert_true(wend_flow_update(flow, 0));
        wend_flow_sample sample = wend_flow_at(flow, v2(4.5f, 4.5f));
        assert_true(sample.sees_goal && sample.goal.x == ends[i][0].x && sample.goal.y == ends[i][0].y);
        assert_vec(sample.direction, (ends[i][0].x - 4) / 3, (ends[i][0].y - 4) / 3, 0, 1e-6);
        wend_flow_destroy(flow);
    }
    wend_grid_destroy(grid);
}

static bool sees(const char *text, wend_cell from, wend_cell goal)
{
    wend_grid *grid = map_of(text);
    wend_flow *flow = ready_flow_to(grid, goal);
    wend_flow_sample sample = wend_flow_at(flow, wend_grid_point(grid, from));
    assert_int_equal(sample.state, WEND_FLOW_WAY);
    assert_close(exact_length(sample.direction), 1, 1e-6);
    end(flow, grid);
    return sample.sees_goal;
}

// Straight through the mud is dearer than round it; where all is mud one goes straight.
static void t_straight_only_where_that_is_no_dearer(void **state)
{
    (void)state;
    assert_true(sees(".......\n.......\n.......", at(0, 0), at(6, 2)));
    assert_false(sees(".......\n...9...\n.......", at(0, 0), at(6, 2))); // mud on the line
    assert_false(sees(".......\n.99999.\n.......", at(0, 1), at(6, 1)));
    assert_false(sees(".......\n999999.\n.......", at(0, 1), at(5, 1))); // out of the mud and in again is cheaper
    assert_true(sees(".......\n999999.\n.......", at(4, 1), at(5, 1)));  // but not for one step
    assert_true(sees("9999999\n9999999\n9999999", at(0, 1), at(6, 1)));
    assert_false(sees("...#...\n...#...\n.......", at(0, 1), at(6, 1)));
}

static void t_out_of_walls_and_from_outside(void **state)
{
    (void)state;
    wend_grid *grid = map_of("....\n.##.\n.##.\n....");
    wend_flow *flow = ready_flow_to(grid, at(3, 0));
    wend_flow_sample sample = wend_flow_at(flow, v2(1.1f, 1.6f));
    assert_int_equal(sample.state, WEND_FLOW_WAY);
    assert_true(sample.cell.x == 0 && sample.cell.y == 1);
    assert_true(sample.direction.x < -0.9f);
    sample = wend_flow_at(flow, v2(-7.0f, 2.5f));
    assert_vec(sample.direction, 1, 0, 0, 1e-6);
    assert_true(sample.cell.x == 0 && sample.cell.y == 2);
    sample = wend_flow_at(flow, v2(3e38f, -3e38f));
    assert_vec(sample.direction, -sqrt(0.5), sqrt(0.5), 0, 1e-6);
    assert_int_equal(wend_flow_at(flow, v2(NAN, 0)).state, WEND_FLOW_NO_WAY);
    assert_int_equal(wend_flow_at(flow, v2(0, INFINITY)).state, WEND_FLOW_NO_WAY);
    assert_int_equal(wend_flow_at(NULL, v2(0, 0)).state, WEND_FLOW_NO_WAY);
    end(flow, grid);
}

// ---- who follows

static wend_agent walk(const wend_flow *flow, wend_agent agent, double seconds, float *fastest)
{
    *fastest = 0;
    for (int k = 0; k < (int)(seconds * 60); k++)
    {
        wend_vec wish = wend_follow_flow(&agent, flow);
        assert_true(exact_length(wish) <= (double)agent.max_speed * (1 + 1e-6));
        wend_vec change = wend_cut(wend_sub(wish, agent.velocity), agent.max_acceleration / 60);
        move_by(&agent, wend_add(agent.velocity, change), 1 / 60.0);
        *fastest = fmaxf(*fastest, wend_length(agent.velocity));
    }
    return agent;
}

// STK-04: a potential that only looks at the distance stays in the pocket for ever.
static void t_STK_04_out_of_a_pocket_and_to_rest_on_the_goal(void **state)
{
    (void)state;
    wend_grid *grid = map_of("................\n"
                             "................\n"
                             "....######......\n"
                             ".........#......\n"
                             ".........#......\n"
                             ".........#......\n"
                             "....######......\n"
                             "................\n"
                             "................");
    wend_flow *flow = ready_flow_to(grid, at(14, 4));
    float fastest;
    wend_agent agent = agent_at(8.5f, 4.5f);
    agent.response_time = 0;
    agent = walk(flow, agent, 14, &fastest);
    assert_vec(agent.position, 14.5, 4.5, 0, 0.02);
    assert_true(wend_length(agent.velocity) < 0.05f);
    assert_close(fastest, 4, 0.01);
    end(flow, grid);
}

static void t_a_map_with_an_origin_and_larger_cells(void **state)
{
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.cell_size = 4;
    def.origin = wend_xyz(-100, 50, 3);
    wend_grid *grid = wend_grid_create_text(&def, "...\n##.\n...", NULL);
    wend_flow *flow = ready_flow_to(grid, at(0, 2));
    assert_close(wend_flow_cost(flow, at(0, 0)), 6, 1e-12);
    float fastest;
    wend_agent agent = agent_at(-98, 52);
    agent.response_time = 0;
    agent = walk(flow, agent, 14, &fastest);
    assert_vec(agent.position, -98, 60, 0, 0.02);
    end(flow, grid);
}

// ---- memory

static void t_nothing_is_allocated_after_the_first_field(void **state)
{
    (void)state;
    ledger book = {.left = -1};
    wend_allocator allocator = ledger_allocator(&book);
    wend_grid *grid = open_map(20, 20), *smaller = open_map(5, 9);
    wend_flow *flow = wend_flow_create(&allocator, NULL);
    wend_flow_def def = to(at(3, 3));
    assert_int_equal(wend_flow_begin(flow, grid, &def), WEND_OK);
    wend_flow_update(flow, 0);
    int taken = book.taken;
    for (int i = 0; i < 5000; i++) // more than there are numbers of fields
    {
        def.goal = at(i % 4, i / 4 % 5);
        assert_int_equal(wend_flow_begin(flow, i % 7 ? smaller : grid, &def), WEND_OK);
        wend_flow_update(flow, i % 3 ? 0 : 5);
        wend_grid_set(smaller, at(4, 4), i % 11 > 4);
        wend_flow_update(flow, i % 3 ? 0 : 5);
        if (i % 3)
            assert_true(wend_flow_cost(flow, at(4, 3)) < 9);
        else
            assert_true(wend_flow_cost(flow, at(4, 3)) == DBL_MAX || wend_flow_cost(flow, at(4, 3)) < 9);
    }
    assert_int_equal(book.taken, taken);
    wend_flow_destroy(flow);
    assert_int_equal(book.taken, book.given);
    wend_grid_destroy(grid);
    wend_grid_destroy(smaller);
}

static void t_without_memory_there_is_a_reason_and_nothing_changes(void **state)
{
    (void)state;
    wend_grid *grid = open_map(20, 20), *larger = open_map(40, 20);
    wend_cell goals[3] = {{1, 1}, {2, 2}, {3, 3}};
    for (int left = 0; left < 12; left++)
    {
        ledger book = {.left = -1};
        wend_allocator allocator = ledger_allocator(&book);
        wend_flow *flow = wend_flow_create(&allocator, NULL);
        wend_flow_def def = to(at(0, 0));
        book.left = left;
        wend_status status = wend_flow_begin(flow, grid, &def);
        assert_true(status == WEND_OK || status == WEND_ERROR_MEMORY);
        if (status == WEND_OK)
        {
            wend_flow_update(flow, 0);
            def.goals = goals, def.goal_count = 3;
            book.left = left - 5;
            status = wend_flow_begin(flow, larger, &def);
            if (status != WEND_OK)
                assert_close(wend_flow_cost(flow, at(4, 0)), 4, 1e-12);
        }
        if (status == WEND_ERROR_MEMORY)
            assert_non_null(strstr(wend_flow_error(flow)->text, "no memory for a flow field on a map of"));
        wend_flow_destroy(flow);
        assert_int_equal(book.taken, book.given);
    }
    ledger none = {.left = 0};
    wend_allocator allocator = ledger_allocator(&none);
    wend_error error = {0};
    assert_null(wend_flow_create(&allocator, &error));
    assert_int_equal(error.status, WEND_ERROR_MEMORY);
    assert_null(wend_flow_cache_create(4, &allocator, &error));
    wend_grid_destroy(grid);
    wend_grid_destroy(larger);
}

static void t_what_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = open_map(10, 8);
    wend_flow *flow = ready_flow_to(grid, at(1, 1));
    wend_cell outside[2] = {{3, 3}, {10, 2}};
    wend_flow_def def = to(at(0, 8));
    assert_int_equal(wend_flow_begin(flow, grid, &def), WEND_ERROR_VALUE);
    assert_string_equal(wend_flow_error(flow)->text, "a goal is (0, 8), must be inside the map of 10 x 8");
    def.goals = outside;
    assert_int_equal(wend_flow_begin(flow, grid, &def), WEND_ERROR_VALUE);
    assert_string_equal(wend_flow_error(flow)->text, "goal_count is 0, must be >= 1");
    def.goal_count = 2;
    assert_int_equal(wend_flow_begin(flow, grid, &def), WEND_ERROR_VALUE);
    assert_string_equal(wend_flow_error(flow)->text, "a goal is (10, 2), must be inside the map of 10 x 8");
    def = to(at(0, 0));
    def.radius = 2;
    assert_int_equal(wend_flow_begin(flow, grid, &def), WEND_ERROR_VALUE);
    def.radius = 0;
    def.diagonal = (wend_diagonal)7;
    assert_int_equal(wend_flow_begin(flow, grid, &def), WEND_ERROR_VALUE);
    assert_string_equal(wend_flow_error(flow)->text, "diagonal is 7, must be a wend_diagonal");
    assert_int_equal(wend_flow_begin(flow, NULL, &def), WEND_ERROR_NULL);
    assert_int_equal(wend_flow_begin(flow, grid, NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_flow_begin(NULL, grid, &def), WEND_ERROR_NULL);
    assert_true(wend_flow_is_ready(flow) && wend_flow_cost(flow, at(1, 1)) == 0); // it is what it was
    assert_false(wend_flow_is_ready(NULL) || wend_flow_update(NULL, 0));
    wend_flow *fresh = wend_flow_create(NULL, NULL);
    assert_false(wend_flow_is_ready(fresh) || wend_flow_update(fresh, 0));
    assert_int_equal(wend_flow_at(fresh, v2(0, 0)).state, WEND_FLOW_NO_WAY);
    wend_flow_destroy(fresh);
    wend_error error = {0};
    wend_allocator half = {.alloc = ledger_take};
    assert_null(wend_flow_create(&half, &error));
    assert_null(wend_flow_cache_create(2, &half, &error));
    assert_null(wend_flow_cache_create(0, NULL, &error));
    assert_string_equal(error.text, "capacity is 0, must be 1 to 256");
    assert_null(wend_flow_cache_create(257, NULL, &error));
    end(flow, grid);
}

// ---- the cache

static void t_MEM_01_ten_thousand_goals(void **state)
{
    (void)state;
    ledger book = {.left = -1};
    wend_allocator allocator = ledger_allocator(&book);
    wend_flow_cache *cache = wend_flow_cache_create(8, &allocator, NULL);
    wend_grid *grid = open_map(100, 100);
    int full = 0;
    for (int i = 0; i < 10000; i++)
    {
        wend_flow_def def = to(at(i % 100, i / 100));
        wend_flow *flow = wend_flow_cache_get(cache, grid, &def);
        assert_non_null(flow);
        wend_flow_update(flow, 50);
        assert_true(wend_flow_cost(flow, def.goal) == 0);
        if (i == 7)
            full = book.taken;
    }
    assert_int_equal(book.taken, full);
    wend_flow_cache_destroy(cache);
    assert_int_equal(book.taken, book.given);
    wend_grid_destroy(grid);
}

static void t_MEM_04_a_thousand_maps(void **state)
{
    (void)state;
    ledger book = {.left = -1};
    wend_allocator allocator = ledger_allocator(&book);
    wend_flow_cache *cache = wend_flow_cache_create(2, &allocator, NULL);
    int full = 0;
    for (int i = 0; i < 1000; i++)
    {
        wend_grid *grid = open_map(30, 30);
        wend_grid_set(grid, at(1, 0), (uint8_t)(1 + i % 9));
        wend_flow_def def = to(at(0, 0));
        wend_flow *flow = wend_flow_cache_get(cache, grid, &def);
        assert_true(wend_flow_cache_update(cache, 0));
        assert_close(wend_flow_cost(flow, at(1, 0)), (2 + i % 9) / 2.0, 1e-12); // not that of a map that is gone
        wend_flow_cache_forget(cache, grid);
        wend_grid_destroy(grid);
        if (i == 1)
            full = book.taken;
    }
    assert_int_equal(book.taken, full);
    wend_flow_cache_destroy(cache);
    assert_int_equal(book.taken, book.given);
}

static void t_equal_goals_share_a_field_and_the_oldest_goes(void **state)
{
    (void)state;
    wend_flow_cache *cache = wend_flow_cache_create(3, NULL, NULL);
    wend_grid *grid = open_map(10, 10), *other = open_map(10, 10);
    wend_flow_def a = to(at(1, 1)), b = to(at(2, 2)), c = to(at(3, 3)), d = to(at(4, 4));
    wend_flow *of_a = wend_flow_cache_get(cache, grid, &a), *of_b = wend_flow_cache_get(cache, grid, &b);
    wend_flow *of_c = wend_flow_cache_get(cache, grid, &c);
    assert_true(of_a != of_b && of_b != of_c && of_a != of_c);
    wend_flow_def list = wend_default_flow_def();
    list.goals = &a.goal, list.goal_count = 1;
    assert_ptr_equal(wend_flow_cache_get(cache, grid, &list), of_a); // one in a list is that one
    assert_ptr_equal(wend_flow_cache_get(cache, grid, &b), of_b);
    assert_ptr_equal(wend_flow_cache_get(cache, grid, &d), of_c); // c was asked for the longest ago
    assert_ptr_equal(wend_flow_cache_get(cache, grid, &a), of_a);
    b.diagonal = WEND_DIAGONAL_NEVER; // another rule, another field
    assert_ptr_equal(wend_flow_cache_get(cache, grid, &b), of_b);
    assert_ptr_equal(wend_flow_cache_get(cache, other, &a), of_c); // and another map: in place of d
    wend_flow_def bad = to(at(10, 1));
    assert_null(wend_flow_cache_get(cache, grid, &bad));
    assert_string_equal(wend_flow_cache_error(cache)->text, "a goal is (10, 1), must be inside the map of 10 x 10");
    assert_null(wend_flow_cache_get(NULL, grid, &a));
    wend_flow_cache_destroy(cache);
    wend_grid_destroy(grid);
    wend_grid_destroy(other);
}

// One budget for all: the one that was asked for first comes first; who isn't asked for waits.
static void t_a_cache_has_one_budget(void **state)
{
    (void)state;
    wend_flow_cache *cache = wend_flow_cache_create(3, NULL, NULL);
    wend_grid *grid = open_map(10, 10);
    wend_flow_def a = to(at(1, 1)), b = to(at(2, 2)), c = to(at(3, 3));
    wend_flow *of_c = wend_flow_cache_get(cache, grid, &c);
    wend_flow_cache_update(cache, 1);
    wend_flow *of_b = wend_flow_cache_get(cache, grid, &b), *of_a = wend_flow_cache_get(cache, grid, &a);
    assert_false(wend_flow_cache_update(cache, 130));
    assert_true(wend_flow_is_ready(of_b));
    assert_int_equal(wend_flow_touched(of_a), 30 + 1);
    assert_int_equal(wend_flow_touched(of_c), 1 + 1);
    wend_flow_cache_get(cache, grid, &a);
    assert_true(wend_flow_cache_update(cache, 70));
    wend_flow_cache_get(cache, grid, &c);
    assert_true(wend_flow_cache_update(cache, 0));
    assert_true(wend_flow_is_ready(of_a) && wend_flow_is_ready(of_c));
    wend_flow_cache_destroy(cache);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_LEN_13_diagonal_moves_cost_more),
        cmocka_unit_test(t_costs_are_means),
        cmocka_unit_test(t_cells_without_a_way),
        cmocka_unit_test(t_a_goal_that_is_a_wall_leads_nowhere_until_it_is_opened),
        cmocka_unit_test(t_slices_expand_what_they_may_and_the_cheapest_first),
        cmocka_unit_test(t_repairs_come_before_what_is_dearer),
        cmocka_unit_test(t_only_what_changes_is_touched),
        cmocka_unit_test(t_an_edit_far_from_the_goal_is_cheap),
        cmocka_unit_test(t_a_new_wall_is_seen_at_once),
        cmocka_unit_test(t_straight_at_a_goal_in_sight),
        cmocka_unit_test(t_of_equally_near_goals_the_first),
        cmocka_unit_test(t_straight_only_where_that_is_no_dearer),
        cmocka_unit_test(t_out_of_walls_and_from_outside),
        cmocka_unit_test(t_STK_04_out_of_a_pocket_and_to_rest_on_the_goal),
        cmocka_unit_test(t_a_map_with_an_origin_and_larger_cells),
        cmocka_unit_test(t_nothing_is_allocated_after_the_first_field),
        cmocka_unit_test(t_without_memory_there_is_a_reason_and_nothing_changes),
        cmocka_unit_test(t_what_is_refused),
        cmocka_unit_test(t_MEM_01_ten_thousand_goals),
        cmocka_unit_test(t_MEM_04_a_thousand_maps),
        cmocka_unit_test(t_equal_goals_share_a_field_and_the_oldest_goes),
        cmocka_unit_test(t_a_cache_has_one_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
