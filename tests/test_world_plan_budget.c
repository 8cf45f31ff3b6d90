// Many agents that plan: one budget, one order, edits of the map, memory, threads.
#include "testing_plan.h"

#include "wend/grid_sight.h"
#include "wend/record.h"

#include <limits.h>

enum
{
    LEAST = 32 // what a question counts at least, by the header
};

/// A map with walls in every third cell or so, at random, but none along its edges.
static wend_grid *rough_map(int size, uint64_t seed, int share)
{
    wend_grid *map = open_map(size, size);
    for (int y = 1; y < size - 1; y++)
        for (int x = 1; x < size - 1; x++)
            if (draw(&seed) % 100 < (uint64_t)share)
                wend_grid_set(map, (wend_cell){x, y}, 0);
    return map;
}

// 200 orders at once: no update expands more than the budget, they are answered in the order of ids, and all are.
static void t_many_orders_at_once_never_stall_a_frame(void **state)
{
    (void)state;
    enum
    {
        COUNT = 200,
        BUDGET = 300
    };
    wend_grid *map = rough_map(64, 5, 25);
    wend_world *world = world_on(map, BUDGET);
    wend_agent_id ids[COUNT];
    for (int i = 0; i < COUNT; i++)
    {
        ids[i] = spawn(world, 0.5f, 0.3f + 0.3f * (float)i);
        wend_recipe recipe = wend_default_recipe();
        recipe.follow.tube = 100; // being jostled is no reason to ask again
        wend_world_set_recipe(world, ids[i], &recipe);
        give(world, ids[i], wend_goal_travel(v2(63.5f, 63.5f - 0.3f * (float)i)));
    }
    int moving = 0, planning = 0, updates = 0;
    int64_t expanded = 0, first = 0;
    uint64_t last = 0;
    while (moving < COUNT && updates < 2000)
    {
        step(world, 1.0 / 60);
        updates++;
        wend_world_stats stats = wend_world_get_stats(world);
        assert_true(stats.expanded <= BUDGET);
        assert_true(stats.planned * LEAST <= BUDGET + LEAST);
        expanded += stats.expanded;
        first = updates == 1 ? stats.planned : first;
        int count;
        const wend_event *events = wend_world_events(world, &count);
        for (int i = 0; i < count; i++)
        {
            planning += events[i].kind == WEND_EVENT_PLANNING;
            if (events[i].kind != WEND_EVENT_MOVING)
                continue;
            assert_true(events[i].agent.value > last); // in the order of ids, over all updates
            last = events[i].agent.value;
            moving++;
        }
        assert_int_equal(stats.waiting, COUNT - moving);
        if (moving < COUNT)
            assert_true(stats.expanded + stats.planned * LEAST >= BUDGET - LEAST); // it isn't left unused
    }
    assert_int_equal(moving, COUNT);
    assert_int_equal(planning, COUNT - first); // but those who were answered in the update of the order
    assert_true(expanded > 20 * BUDGET && updates > 20);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// A way is the same whether it was found in one update or in many.
static void t_slices_change_no_way(void **state)
{
    (void)state;
    wend_grid *map = rough_map(64, 11, 30);
    wend_vec ways[2][256];
    int counts[2];
    for (int k = 0; k < 2; k++)
    {
        wend_world *world = world_on(map, k == 0 ? 1000000 : 37);
        wend_agent_id id = spawn(world, 0.5f, 0.5f);
        give(world, id, wend_goal_travel(v2(63.5f, 63.5f)));
        int updates = 0;
        do
            step(world, 1.0 / 60);
        while (++updates < 5000 && plan_of(world, id).state == WEND_PLAN_PLANNING);
        assert_plan(world, id, WEND_PLAN_MOVING);
        assert_true(k == 0 ? updates == 1 : updates > 10);
        counts[k] = wend_world_way(world, id, ways[k], 256);
        wend_world_destroy(world);
    }
    assert_int_equal(counts[0], counts[1]);
    for (int i = 0; i < counts[0]; i++)
        assert_same(ways[0][i], ways[1][i]);
    wend_grid_destroy(map);
}

/// The host's own mind: tries to change the budget while the world thinks.
static void change_budget(const wend_agent *agent, double seconds, void *user)
{
    (void)agent, (void)seconds;
    wend_world **world = user;
    assert_int_equal(wend_world_set_plan_budget(*world, 5), WEND_ERROR_BUSY);
}

// The budget counts from the next update on, for a search that is under way as well; the way is the same. What is
// refused changes nothing.
static void t_the_budget_can_be_changed(void **state)
{
    (void)state;
    wend_grid *map = rough_map(64, 11, 30);
    wend_vec ways[2][256];
    int counts[2];
    int64_t whole = 0;
    for (int k = 0; k < 2; k++)
    {
        wend_world *world = NULL;
        wend_world_def def = wend_default_world_def();
        def.grid = map, def.decide = change_budget, def.decide_user = &world;
        world = wend_world_create(&def, NULL);
        assert_non_null(world);
        wend_agent_id id = spawn(world, 0.5f, 0.5f);
        wend_recipe recipe = wend_default_recipe();
        recipe.plan.search = WEND_GRID_ASTAR;
        wend_world_set_recipe(world, id, &recipe);
        give(world, id, wend_goal_travel(v2(63.5f, 63.5f)));
        if (k > 0)
        {
            assert_int_equal(wend_world_set_plan_budget(world, 40), WEND_OK);
            assert_int_equal(wend_world_set_plan_budget(world, 0), WEND_ERROR_VALUE);
            assert_string_equal(wend_world_error(world)->text, "world plan_budget is 0, must be 1 or more");
            for (int i = 1; i <= 3; i++)
            {
                step(world, 1.0 / 60);
                assert_int_equal(wend_world_get_stats(world).expanded, 40);
                assert_plan(world, id, WEND_PLAN_PLANNING);
            }
            assert_int_equal(wend_world_set_plan_budget(world, INT_MAX), WEND_OK);
        }
        step(world, 1.0 / 60);
        assert_plan(world, id, WEND_PLAN_MOVING);
        int64_t rest = wend_world_get_stats(world).expanded;
        assert_int_equal(rest + (k > 0 ? 120 : 0), k > 0 ? whole : rest);
        whole = rest;
        assert_true(k > 0 || rest > 200);
        counts[k] = wend_world_way(world, id, ways[k], 256);
        wend_world_destroy(world);
    }
    assert_int_equal(counts[0], counts[1]);
    for (int i = 0; i < counts[0]; i++)
        assert_same(ways[0][i], ways[1][i]);
    assert_int_equal(wend_world_set_plan_budget(NULL, 5), WEND_ERROR_NULL);
    wend_grid_destroy(map);
}

// Nobody waits for ever: those who always ask are served in turn with those who ask once.
static void t_those_who_always_ask_leave_room_for_others(void **state)
{
    (void)state;
    wend_grid *map = open_map(40, 40);
    wend_world *world = world_on(map, LEAST);
    wend_agent_id hares[4], hounds[4], late;
    for (int i = 0; i < 4; i++)
    {
        hounds[i] = spawn(world, 1, (float)(4 + 8 * i));
        hares[i] = spawn(world, 20, (float)(4 + 8 * i));
        wend_recipe eager = wend_default_recipe();
        eager.plan.seconds = 0; // as often as it can
        wend_world_set_recipe(world, hounds[i], &eager);
        wend_goal chase = wend_goal_of(WEND_GOAL_TRAVEL);
        chase.target = hares[i];
        give(world, hounds[i], chase);
        give(world, hares[i], wend_goal_cruise(4));
    }
    late = spawn(world, 1, 1);
    for (int k = 0; k < 30; k++)
        step(world, 1.0 / 4); // each hare is in another cell at each update
    give(world, late, wend_goal_travel(v2(39, 1)));
    int updates = 0;
    while (plan_of(world, late).state == WEND_PLAN_PLANNING && updates++ < 10)
    {
        for (int i = 0; i < 4; i++)
            wend_world_report(world, hares[i], v2((float)(20 + updates), (float)(4 + 8 * i)), v2(4, 0));
        step(world, 1.0 / 60);
    }
    assert_plan(world, late, WEND_PLAN_MOVING);
    assert_true(updates <= 5);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// FIELD-CASES CLF-03: a wall is placed across a hundred ways. Those whose way is hit plan anew, in the order of ids,
// as the budget allows; until then they go no farther than to where the way is closed; the others keep their way.
static void t_a_wall_is_placed(void **state)
{
    (void)state;
    enum
    {
        COUNT = 60
    };
    wend_grid *map = open_map(60, 60);
    wend_world *world = world_on(map, 100);
    wend_agent_id ids[COUNT];
    for (int i = 0; i < COUNT; i++)
    {
        bool is_above = i % 2 == 0; // walks along x; the others along y, far from the wall
        ids[i] = is_above ? spawn(world, 2, 10 + 0.4f * (float)i) : spawn(world, 42 + 0.28f * (float)i, 2);
        give(world, ids[i], wend_goal_travel(is_above ? v2(40, 10 + 0.4f * (float)i) : v2(42 + 0.28f * (float)i, 58)));
    }
    for (int k = 0; k < 120; k++)
        step(world, 1.0 / 60);
    for (int i = 0; i < COUNT; i++)
        assert_plan(world, ids[i], WEND_PLAN_MOVING);
    for (int y = 5; y < 55; y++)
        wend_grid_set(map, (wend_cell){20, y}, 0);
    int updates = 0, moving = 0;
    uint64_t last = 0;
    for (; updates < 600 && moving < COUNT / 2; updates++)
    {
        step(world, 1.0 / 60);
        assert_true(wend_world_get_stats(world).expanded <= 100);
        int count;
        const wend_event *events = wend_world_events(world, &count);
        for (int i = 0; i < count; i++)
            if (events[i].kind == WEND_EVENT_MOVING)
            {
                assert_true(events[i].agent.value > last);
                last = events[i].agent.value;
                moving++;
            }
    }
    assert_int_equal(moving, COUNT / 2);
    assert_true(updates > 3); // spread
    for (int k = 0; k < 60 * 40; k++)
    {
        step(world, 1.0 / 60);
        for (int i = 0; i < COUNT; i++)
            assert_true(room_at(map, at(world, ids[i])) > 0);
    }
    for (int i = 0; i < COUNT; i++)
        assert_true(wend_world_has_arrived(world, ids[i]));
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// FIELD-CASES API-04, API-11: what is edited after the world was made counts for the next plan; one that is still open
// is kept, unless the recipe minds every edit.
static void t_edits_are_seen(void **state)
{
    (void)state;
    wend_grid *map = map_of("..#..\n"
                            "..#..\n"
                            "..#..\n"
                            "..#..\n"
                            ".....\n");
    wend_world *world = world_on(map, 0);
    wend_agent_id keeps = spawn(world, 0.5f, 0.5f), minds = spawn(world, 1.5f, 0.5f);
    wend_recipe recipe = wend_default_recipe();
    recipe.plan.minds_every_edit = true;
    recipe.plan.seconds = 0;
    wend_world_set_recipe(world, minds, &recipe);
    give(world, keeps, wend_goal_travel(v2(4.5f, 0.5f)));
    give(world, minds, wend_goal_travel(v2(4.5f, 0.5f)));
    step(world, 1.0 / 60);
    assert_close(plan_of(world, keeps).cost, 2 * sqrt(2) + 8, 1e-9); // (0,0) (1,3)... down, across below the wall, up
    wend_grid_set(map, (wend_cell){2, 1}, 1);
    step(world, 1.0 / 60);
    assert_close(plan_of(world, keeps).cost, 2 * sqrt(2) + 8, 1e-9);
    assert_true(plan_of(world, minds).cost < 4.5);
    wend_agent_id late = spawn(world, 0.5f, 1.5f);
    give(world, late, wend_goal_travel(v2(4.5f, 1.5f)));
    step(world, 1.0 / 60);
    assert_close(plan_of(world, late).cost, 4, 1e-9);
    wend_grid_set(map, (wend_cell){2, 1}, 20); // a swamp in the gap
    step(world, 1.0 / 60);
    give(world, late, wend_goal_travel(v2(4.4f, 1.5f)));
    step(world, 1.0 / 60);
    assert_close(plan_of(world, late).cost, 2 * sqrt(2) + 6, 1e-9); // round it
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// On a map of several costs a way is pulled straight only over cells that cost the same: it keeps out of the swamp.
static void t_straight_ways_keep_out_of_swamps(void **state)
{
    (void)state;
    wend_grid *map = map_of(".......\n"
                            "..999..\n"
                            "..999..\n"
                            ".......\n");
    wend_world *world = world_on(map, 0);
    wend_agent_id id = spawn(world, 0.5f, 1.5f);
    give(world, id, wend_goal_travel(v2(6.5f, 1.5f)));
    step(world, 1.0 / 60);
    wend_vec points[16];
    int count = wend_world_way(world, id, points, 16);
    assert_true(count >= 4);
    for (int i = 0; i + 1 < count; i++)
        for (int k = 0; k <= 100; k++)
        {
            wend_vec p = wend_add(points[i], wend_scale(wend_sub(points[i + 1], points[i]), (float)k / 100));
            wend_cell cell;
            assert_true(wend_grid_cell(map, p, &cell) && wend_grid_get(map, cell) == 1);
        }
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// FIELD-CASES STK-13: two walls that touch at a corner. Who may squeeze through plans and walks there, who may not goes
// round, and neither asks again and again.
static void t_planner_and_mover_go_by_one_rule(void **state)
{
    (void)state;
    wend_grid *map = map_of("....#...\n"
                            "....#...\n"
                            "....#...\n"
                            ".....###\n"
                            "........\n");
    for (int diagonal = 0; diagonal <= WEND_DIAGONAL_ALWAYS; diagonal++)
    {
        wend_world *world = world_on(map, 0);
        wend_agent_id id = spawn(world, 2.5f, 4.5f);
        wend_recipe recipe = wend_default_recipe();
        recipe.plan.diagonal = (wend_diagonal)diagonal;
        wend_world_set_recipe(world, id, &recipe);
        give(world, id, wend_goal_travel(v2(6.5f, 1.5f)));
        int answers = 0;
        for (int k = 0; k < 60 * 8; k++)
        {
            step(world, 1.0 / 60);
            answers += wend_world_get_stats(world).planned;
        }
        assert_int_equal(answers, 1);
        bool may_squeeze = diagonal == WEND_DIAGONAL_ALWAYS;
        assert_int_equal(wend_world_has_arrived(world, id), may_squeeze);
        if (!may_squeeze)
            assert_plan(world, id, WEND_PLAN_UNREACHABLE);
        wend_world_destroy(world);
    }
    wend_grid_destroy(map);
}

// FIELD-CASES STK-09: a stream of twenty pushes one off its way; it plans anew and gets there.
static void t_pushed_off_its_way_it_plans_anew(void **state)
{
    (void)state;
    wend_grid *map = map_of("............................\n"
                            "............................\n"
                            "............................\n"
                            "............................\n"
                            "............................\n"
                            "............####............\n"
                            "............................\n"
                            "............................\n"
                            "............................\n");
    wend_world *world = world_on(map, 0);
    wend_agent_id id = spawn(world, 14, 0.5f);
    give(world, id, wend_goal_travel(v2(14, 8.5f)));
    for (int i = 0; i < 20; i++)
    {
        wend_agent heavy = agent_at(1 + 0.5f * (float)(i / 4), 1.6f + 0.6f * (float)(i % 4));
        heavy.mass = 20;
        wend_agent_id other = add(world, heavy);
        give(world, other, wend_goal_cruise(2));
    }
    int off = 0, answers = 0;
    bool arrived = false;
    for (int k = 0; k < 60 * 30 && !arrived; k++)
    {
        if (k == 60)
            wend_world_report(world, id, v2(21, 3), v2(0, 0)); // and a shove by the host
        step(world, 1.0 / 60);
        off += events_of(world, WEND_EVENT_OFF_PATH, id);
        answers += events_of(world, WEND_EVENT_MOVING, id);
        arrived = wend_world_has_arrived(world, id);
    }
    assert_true(off >= 1);
    assert_true(answers >= 2);
    assert_true(arrived);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// A far chase round walls: the way follows whom it is about, planned anew when that one gets into another cell.
static void t_a_target_that_moves(void **state)
{
    (void)state;
    wend_grid *map = map_of("..............\n"
                            "..............\n"
                            "..##########..\n"
                            "..............\n"
                            "..............\n");
    wend_world *world = world_on(map, 0);
    wend_agent hunter_body = agent_at(7.5f, 0.8f);
    hunter_body.max_speed = 6;
    wend_agent_id hunter = add(world, hunter_body), prey = spawn(world, 7.5f, 4);
    wend_goal chase = wend_goal_of(WEND_GOAL_TRAVEL);
    chase.target = prey;
    chase.tolerance = 0.6f;
    give(world, hunter, chase);
    const wend_vec loop[4] = {{7.5f, 4, 0}, {1, 4, 0}, {1, 1, 0}, {1, 4, 0}};
    give(world, prey, wend_goal_follow(loop, 4, true));
    int answers = 0;
    double seconds = -1;
    for (int k = 0; k < 60 * 20 && seconds < 0; k++)
    {
        step(world, 1.0 / 60);
        answers += events_of(world, WEND_EVENT_MOVING, hunter);
        assert_true(room_at(map, at(world, hunter)) > 0);
        if (wend_world_has_arrived(world, hunter))
            seconds = k / 60.0;
    }
    assert_true(seconds > 0);
    assert_true(answers >= 2 && answers <= 2 + seconds / 0.5);
    wend_world_remove(world, prey);
    step(world, 1.0 / 60);
    assert_plan(world, hunter, WEND_PLAN_IDLE); // the target is lost, the goal is none
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// Edits at every update, and a search that takes longer than one: it sets out with what it has.
static void t_edits_without_end_hold_nobody_up_for_ever(void **state)
{
    (void)state;
    wend_grid *map = rough_map(48, 3, 20);
    wend_world *world = world_on(map, 40);
    wend_agent_id id = spawn(world, 0.5f, 0.5f);
    give(world, id, wend_goal_travel(v2(47.5f, 47.5f)));
    bool has_arrived = false;
    for (int k = 0; k < 60 * 60 && !has_arrived; k++)
    {
        wend_grid_set(map, (wend_cell){47, 0}, k % 2 ? 1 : 0);
        step(world, 1.0 / 60);
        has_arrived = wend_world_has_arrived(world, id);
    }
    assert_true(has_arrived);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// The same bits for any number of threads, and for every way to look for neighbours.
static void t_any_number_of_threads_gives_the_same_bits(void **state)
{
    (void)state;
    uint64_t hashes[3];
    for (int n = 0; n < 3; n++)
    {
        wend_grid *map = rough_map(40, 17, 20);
        wend_world_def def = wend_default_world_def();
        def.grid = map, def.plan_budget = 500, def.threads = n + 1;
        wend_world *world = wend_world_create(&def, NULL);
        uint64_t seed = 8;
        for (int i = 0; i < 600; i++)
        {
            wend_agent_id id = spawn(world, draw_float(&seed, 0, 40), draw_float(&seed, 0, 40));
            give(world, id, wend_goal_travel(v2(draw_float(&seed, 0, 40), draw_float(&seed, 0, 40))));
        }
        for (int k = 0; k < 240; k++)
        {
            if (k % 40 == 0)
                wend_grid_set(map, (wend_cell){20, k / 8}, 0);
            step(world, 1.0 / 60);
        }
        hashes[n] = wend_world_hash(world);
        wend_world_destroy(world);
        wend_grid_destroy(map);
    }
    assert_true(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
}

/// A dodge that can be told to fail.
static wend_vec failing_dodge(const wend_agent *agent, wend_vec wish, void *user)
{
    (void)agent;
    return *(bool *)user ? wend_xyz(NAN, 0, 0) : wish;
}

// An update that fails has planned nothing; when it is done again all is as if it hadn't failed.
static void t_an_update_that_fails_plans_nothing(void **state)
{
    (void)state;
    wend_grid *map = rough_map(40, 23, 25);
    uint64_t hashes[2];
    for (int n = 0; n < 2; n++)
    {
        bool fails = false;
        wend_world_def def = wend_default_world_def();
        def.grid = map, def.plan_budget = 100;
        def.dodge = failing_dodge, def.dodge_user = &fails;
        wend_world *world = wend_world_create(&def, NULL);
        for (int i = 0; i < 8; i++)
            give(world, spawn(world, 0.5f, (float)(2 + i)), wend_goal_travel(v2(39.5f, (float)(39 - i))));
        for (int k = 0; k < 60; k++)
        {
            if (n == 1 && k % 3 == 1)
            {
                uint64_t before = wend_world_hash(world);
                fails = true;
                assert_int_equal(wend_world_step(world, 1.0 / 60), WEND_ERROR_CALLBACK);
                fails = false;
                assert_true(wend_world_hash(world) == before);
            }
            step(world, 1.0 / 60);
        }
        hashes[n] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    assert_true(hashes[0] == hashes[1]);
    wend_grid_destroy(map);
}

// After warm-up nothing is allocated; without memory for a way an update is refused and can be done again.
static void t_memory(void **state)
{
    (void)state;
    wend_grid *map = rough_map(40, 29, 25);
    ledger book = {0, 0, -1};
    wend_world_def def = wend_default_world_def();
    def.grid = map;
    def.allocator = ledger_allocator(&book);
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id ids[10];
    for (int i = 0; i < 10; i++)
        ids[i] = spawn(world, 0.5f, (float)(2 + i));
    step(world, 1.0 / 60);
    for (int i = 0; i < 10; i++)
        give(world, ids[i], wend_goal_travel(v2(39.5f, (float)(39 - i))));
    book.left = 0; // no more from now on
    step(world, 1.0 / 60);
    assert_plan(world, ids[0], WEND_PLAN_PLANNING); // there was no memory for the points of its way
    uint64_t before = wend_world_hash(world);
    assert_int_equal(wend_world_step(world, 1.0 / 60), WEND_ERROR_MEMORY);
    assert_non_null(strstr(wend_world_error(world)->text, "no memory for a way of"));
    assert_true(wend_world_hash(world) == before);
    book.left = -1;
    step(world, 1.0 / 60);
    step(world, 1.0 / 60);
    for (int i = 0; i < 10; i++)
        assert_plan(world, ids[i], WEND_PLAN_MOVING);
    for (int round = 0; round < 2; round++) // there, back, and there again: nothing new
    {
        int taken = book.taken;
        for (int i = 0; i < 10; i++)
            give(world, ids[i], wend_goal_travel(v2(39.5f, (float)(39 - i))));
        for (int k = 0; k < 30; k++)
            step(world, 1.0 / 60);
        for (int i = 0; i < 10; i++)
            give(world, ids[i], wend_goal_travel(v2(0.5f, (float)(2 + i))));
        for (int k = 0; k < 30; k++)
            step(world, 1.0 / 60);
        if (round == 1)
            assert_int_equal(book.taken, taken);
    }
    wend_world_destroy(world);
    assert_int_equal(book.given, book.taken);
    wend_grid_destroy(map);
}

typedef struct sight_of_body
{
    const wend_grid *map;
    float radius;
} sight_of_body;

/// What a traveller sees: all but a tenth of its body counts, and only the middle where that has no room.
static bool sees_nearly(wend_vec from, wend_vec to, float radius, void *user)
{
    const sight_of_body *s = user;
    radius = 0.9f * s->radius;
    return wend_grid_sees(s->map, from, to, wend_grid_sees(s->map, from, from, radius) ? radius : 0);
}

// The world does nothing that a loop over the plain functions wouldn't do.
static void t_a_loop_over_plain_functions_does_the_same(void **state)
{
    (void)state;
    wend_grid *map = rough_map(30, 31, 20);
    wend_world *world = world_on(map, 0);
    wend_agent self = agent_at(0.5f, 0.5f);
    wend_agent_id id = add(world, self);
    wend_vec goal = v2(29.5f, 28.5f);
    give(world, id, wend_goal_travel(goal));
    step(world, 1.0 / 60); // it stands, and then the way is found

    wend_grid_search *search = wend_grid_search_create(NULL, NULL);
    wend_grid_query query = wend_default_grid_query();
    wend_grid_cell(map, self.position, &query.start);
    wend_grid_cell(map, goal, &query.goal);
    query.radius = self.radius;
    assert_int_equal(wend_grid_find(search, map, &query).way, WEND_WAY_FOUND);
    wend_vec points[256];
    points[0] = self.position;
    int count = 1 + wend_grid_search_points(search, points + 1, 254);
    points[count++] = goal;
    wend_vec way[256];
    int planned = wend_world_way(world, id, way, 256);
    assert_int_equal(wend_path_pull(points, count, self.radius, wend_grid_is_clear, map), planned);
    for (int i = 0; i < planned; i++)
        assert_same(points[i], way[i]);

    wend_path path = {points, planned, false};
    wend_path_progress progress = {.has_entered = true};
    wend_follow how = wend_default_follow();
    sight_of_body sight = {map, self.radius};
    how.sees = sees_nearly, how.sees_user = &sight;
    for (int k = 0; k < 60 * 20; k++)
    {
        wend_vec wish = wend_follow_path(&self, &path, &progress, &how, 1.0 / 60);
        self.velocity = wend_point_mass(&self, wish, 1.0 / 60, NULL);
        self.position = wend_add(self.position, wend_scale(self.velocity, (float)(1.0 / 60)));
        step(world, 1.0 / 60);
        assert_vec(at(world, id), self.position.x, self.position.y, 0, 1e-4);
    }
    assert_true(progress.has_arrived && wend_world_has_arrived(world, id));
    wend_grid_search_destroy(search);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// Any finite body on any finite map: finite motion, and every update works.
static void t_finite_in_finite_out(void **state)
{
    (void)state;
    uint64_t random = 41;
    static const float edges[] = {1e-30f, 1e-3f, 1, 1e6f, 1e34f};
    static const double seconds[] = {1e-300, 1e-9, 1 / 60.0, 1, 1e9};
    for (int round = 0; round < 60; round++)
    {
        wend_grid_def map_def = wend_default_grid_def();
        map_def.width = 9, map_def.height = 7;
        map_def.cell_size = edges[round % 5];
        map_def.origin = round % 3 ? v2(0, 0) : v2(-3 * map_def.cell_size, 1);
        wend_grid *map = wend_grid_create(&map_def, NULL);
        wend_world *world = world_on(map, 50);
        wend_agent_id ids[20];
        for (int i = 0; i < 20; i++)
        {
            wend_agent_def agent = wend_default_agent_def();
            agent.agent = draw_wild_agent(&random);
            agent.agent.radius = round % 2 ? agent.agent.radius : 0.3f * map_def.cell_size;
            ids[i] = wend_world_spawn(world, &agent);
            wend_recipe recipe = wend_default_recipe();
            recipe.plan.reach = draw_not_negative(&random), recipe.plan.seconds = 0;
            recipe.plan.goes_near = i % 3 == 0, recipe.plan.share = (wend_plan_share)(i % 2);
            assert_int_equal(wend_world_set_recipe(world, ids[i], &recipe), WEND_OK);
            wend_goal goal = wend_goal_travel(wend_grid_point(map, (wend_cell){i % 9, i % 7}));
            goal.target = i % 4 == 3 ? ids[i - 1] : (wend_agent_id){0};
            goal.radius = i % 5 == 4 ? draw_not_negative(&random) : 0;
            wend_status status = wend_world_set_goal(world, ids[i], &goal);
            assert_true(status == WEND_OK || status == WEND_ERROR_VALUE); // one that is too large is refused
        }
        for (int k = 0; k < 10; k++)
        {
            wend_grid_set(map, (wend_cell){k % 9, k % 7}, (uint8_t)(k % 3));
            assert_int_equal(wend_world_step(world, seconds[draw(&random) % 5]), WEND_OK);
            for (int i = 0; i < 20; i++)
            {
                assert_finite(at(world, ids[i]));
                assert_finite(wend_world_velocity(world, ids[i]));
                assert_true(isfinite(plan_of(world, ids[i]).left));
            }
        }
        wend_world_destroy(world);
        wend_grid_destroy(map);
    }
}

static unsigned char *tape;
static size_t tape_size;

static void keep(const void *bytes, size_t size, void *user)
{
    (void)user;
    tape = realloc(tape, tape_size + size);
    assert_non_null(tape);
    memcpy(tape + tape_size, bytes, size);
    tape_size += size;
}

// A budget that has been changed is saved, goes back when the world does, and is changed again when a recording is played.
static void t_a_changed_budget_is_saved_and_recorded(void **state)
{
    (void)state;
    wend_grid *map = rough_map(64, 11, 30);
    wend_world_def def = wend_default_world_def();
    def.grid = map;
    wend_world *world = wend_world_create(&def, NULL), *other = wend_world_create(&def, NULL);
    give(world, spawn(world, 0.5f, 0.5f), wend_goal_travel(v2(63.5f, 63.5f)));
    assert_int_equal(wend_world_record(world, keep, NULL), WEND_OK);
    assert_int_equal(wend_world_set_plan_budget(world, 40), WEND_OK);
    step(world, 0.1);
    size_t size = wend_world_save(world, NULL, 0);
    void *block = malloc(size);
    assert_int_equal(wend_world_save(world, block, size), size);
    assert_int_equal(wend_world_set_plan_budget(world, 35), WEND_OK);
    step(world, 0.1);
    uint64_t later = wend_world_hash(world);
    assert_int_equal(wend_world_get_stats(world).expanded, 35);
    assert_int_equal(wend_replay(other, tape, tape_size, 9, NULL, NULL), WEND_OK);
    assert_true(wend_world_hash(other) == later);
    assert_int_equal(wend_world_get_stats(other).expanded, 35);
    assert_int_equal(wend_world_load(world, block, size), WEND_OK);
    assert_int_equal(wend_world_load(other, block, size), WEND_OK);
    step(world, 0.1);
    step(other, 0.1);
    assert_int_equal(wend_world_get_stats(world).expanded, 40);
    assert_int_equal(wend_world_get_stats(other).expanded, 40);
    wend_world_destroy(world);
    wend_world_destroy(other);
    free(block);
    free(tape);
    wend_grid_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_changed_budget_is_saved_and_recorded),
        cmocka_unit_test(t_many_orders_at_once_never_stall_a_frame),
        cmocka_unit_test(t_slices_change_no_way),
        cmocka_unit_test(t_the_budget_can_be_changed),
        cmocka_unit_test(t_those_who_always_ask_leave_room_for_others),
        cmocka_unit_test(t_a_wall_is_placed),
        cmocka_unit_test(t_edits_are_seen),
        cmocka_unit_test(t_straight_ways_keep_out_of_swamps),
        cmocka_unit_test(t_planner_and_mover_go_by_one_rule),
        cmocka_unit_test(t_pushed_off_its_way_it_plans_anew),
        cmocka_unit_test(t_a_target_that_moves),
        cmocka_unit_test(t_edits_without_end_hold_nobody_up_for_ever),
        cmocka_unit_test(t_any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(t_an_update_that_fails_plans_nothing),
        cmocka_unit_test(t_memory),
        cmocka_unit_test(t_finite_in_finite_out),
        cmocka_unit_test(t_a_loop_over_plain_functions_does_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
