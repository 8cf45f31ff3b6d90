// Paths that agents of a world follow: copied, kept once, told of in events.
#include "testing_memory.h"
#include "testing_world.h"

static const wend_vec loop_points[4] = {{0, 0, 0}, {6, 0, 0}, {6, 6, 0}, {0, 6, 0}};

static int count_events(const wend_world *world, wend_event_kind kind)
{
    int count, found = 0;
    const wend_event *events = wend_world_events(world, &count);
    for (int i = 0; i < count; i++)
        found += events[i].kind == kind;
    return found;
}

static void t_paths_tell_of_waypoints_and_arrival(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = spawn(world, 0, 0);
    give(world, id, wend_goal_follow(loop_points, 4, false));
    queue(world, id, wend_goal_arrive(v2(-3, 6)));
    int passed = 0, arrived = 0, next = 0, laps = 0;
    for (int k = 0; k < 60 * 20; k++)
    {
        step(world, 1.0 / 60);
        passed += count_events(world, WEND_EVENT_WAYPOINT);
        next += count_events(world, WEND_EVENT_NEXT_GOAL);
        arrived += count_events(world, WEND_EVENT_ARRIVED);
        laps += count_events(world, WEND_EVENT_LAP);
        wend_path_progress progress;
        if (k == 60)
        {
            assert_int_equal(wend_world_progress(world, id, &progress), WEND_OK);
            assert_int_equal(progress.leg, 0);
            assert_close(progress.along, at(world, id).x, 0.1);
        }
    }
    assert_int_equal(passed, 2);
    assert_int_equal(arrived, 2); // at the path's end, and at the goal behind it
    assert_int_equal(next, 1);
    assert_int_equal(laps, 0);
    assert_close(wend_distance(at(world, id), v2(-3, 6)), 0, 0.03);
    wend_path_progress progress;
    assert_int_equal(wend_world_progress(world, id, &progress), WEND_ERROR_ID); // it follows none any more
    wend_world_destroy(world);
}

static void t_a_loop_has_laps_and_one_can_leave_it(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = spawn(world, 0, 0);
    give(world, id, wend_goal_follow(loop_points, 4, true));
    int laps = 0, left = 0, back = 0;
    for (int k = 0; k < 60 * 30; k++)
    {
        if (k == 200)
            wend_world_report(world, id, v2(9, 3), v2(0, 0));
        step(world, 1.0 / 60);
        laps += count_events(world, WEND_EVENT_LAP);
        left += count_events(world, WEND_EVENT_OFF_PATH);
        back += count_events(world, WEND_EVENT_ON_PATH);
        assert_int_equal(count_events(world, WEND_EVENT_ARRIVED), 0);
    }
    assert_in_range(laps, 3, 5); // 24 m a lap, 4 m/s, 30 s, slower in corners
    assert_int_equal(left, 1);
    assert_int_equal(back, 1);
    wend_world_destroy(world);
}

static void t_paths_are_copied_and_kept_once(void **state)
{
    (void)state;
    for (int plane = 0; plane < WEND_PLANE_COUNT; plane++)
    {
        wend_world_def def = wend_default_world_def();
        def.plane = (wend_plane)plane;
        ledger book = {0, 0, -1};
        def.allocator = ledger_allocator(&book);
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id a = spawn(world, 0, 0), b = spawn(world, 1, 0), c = spawn(world, 2, 0);
        wend_vec points[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
        give(world, a, wend_goal_follow(points, 3, true));
        give(world, c, wend_goal_follow(points, 2, true)); // another one
        int before = book.taken;
        give(world, b, wend_goal_follow(points, 3, true));
        assert_int_equal(book.taken, before); // the same one
        queue(world, a, wend_goal_follow(points, 3, true));
        memset(points, 0, sizeof points);
        wend_goal goal;
        assert_int_equal(wend_world_get_goal(world, a, &goal), WEND_OK);
        assert_int_equal(goal.kind, WEND_GOAL_FOLLOW_PATH);
        assert_int_equal(goal.path.count, 3);
        assert_true(goal.path.is_loop);
        assert_same(goal.path.points[2], wend_xyz(7, 8, 9));
        give(world, a, goal); // what was read may be given back, though it is the world's own
        assert_int_equal(wend_world_get_goal(world, a, &goal), WEND_OK);
        assert_same(goal.path.points[0], wend_xyz(1, 2, 3));
        give(world, b, wend_goal_wander());
        wend_world_remove(world, c);
        step(world, 0.1);
        wend_world_get_goal(world, a, &goal);
        assert_same(goal.path.points[1], wend_xyz(4, 5, 6));
        give(world, a, wend_goal_follow(NULL, 0, false)); // a path without points: it stands
        step(world, 0.1);
        wend_world_destroy(world);
        assert_int_equal(book.given, book.taken);
    }
}

// Many different paths, some given up again: each agent keeps its own.
static void t_many_paths(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id ids[100];
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 100; i++)
        {
            const wend_vec points[2] = {{0, (float)(i % 37), 0}, {(float)round, (float)i, 0}};
            if (round == 0)
                ids[i] = spawn(world, (float)i, 0);
            give(world, ids[i], wend_goal_follow(points, 2, false));
        }
    for (int i = 0; i < 100; i++)
    {
        wend_goal goal;
        wend_world_get_goal(world, ids[i], &goal);
        assert_same(goal.path.points[0], v2(0, (float)(i % 37)));
        assert_same(goal.path.points[1], v2(2, (float)i));
    }
    wend_world_destroy(world);
}

// FIELD-CASES: the same way on two storeys. With a height, passing below a waypoint doesn't count.
static void t_heights_of_a_path_count_only_when_asked_for(void **state)
{
    (void)state;
    for (int has_height = 0; has_height < 2; has_height++)
    {
        wend_world *world = make(WEND_XZ);
        wend_agent_id id = spawn(world, 0, 0);
        wend_recipe recipe = wend_default_recipe();
        recipe.follow.height = has_height ? 1 : 0;
        wend_world_set_recipe(world, id, &recipe);
        const wend_vec points[2] = {{0, 0, 0}, {5, 3, 0}}; // the end is three up
        wend_goal goal = wend_goal_follow(points, 2, false);
        goal.begins_nearest = true; // also after the lift
        give(world, id, goal);
        int arrived = 0;
        for (int k = 0; k < 300; k++)
        {
            step(world, 1.0 / 60);
            arrived += count_events(world, WEND_EVENT_ARRIVED);
            if (k < 200)
                assert_int_equal(has_height && arrived, 0);
            if (k == 200)
                wend_world_teleport(world, id, wend_xyz(5, 3, 0), v2(0, 0), v2(1, 0)); // a lift
        }
        assert_int_equal(arrived, has_height ? 1 : 2); // without it, below the end was at the end
        wend_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_paths_tell_of_waypoints_and_arrival),
        cmocka_unit_test(t_a_loop_has_laps_and_one_can_leave_it),
        cmocka_unit_test(t_paths_are_copied_and_kept_once),
        cmocka_unit_test(t_many_paths),
        cmocka_unit_test(t_heights_of_a_path_count_only_when_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
