// world.h: goals and their queue, what is refused of them and of recipes, targets that are gone, events.
#include "testing_world.h"

// ---- goals

static void t_goals_that_are_refused(void **state)
{
    (void)state;
    fixture f = two();
    wend_agent_id gone = spawn(f.world, 3, 3);
    assert_int_equal(wend_world_remove(f.world, gone), WEND_OK);
    wend_goal goal = wend_goal_pursue(f.a);
    REFUSED(f.world, WEND_ERROR_SELF, wend_world_set_goal(f.world, f.a, &goal), "target", "itself", "");
    REFUSED(f.world, WEND_ERROR_SELF, wend_world_queue_goal(f.world, f.a, &goal), "target", "itself", "");
    goal = wend_goal_pursue(gone); // 004-13
    REFUSED(f.world, WEND_ERROR_ID, wend_world_set_goal(f.world, f.a, &goal), "target", "agent", "");
    goal = wend_goal_of(WEND_GOAL_INTERPOSE), goal.target = f.b, goal.other = f.a;
    REFUSED(f.world, WEND_ERROR_SELF, wend_world_set_goal(f.world, f.a, &goal), "other", "itself", "");
    goal = wend_goal_seek(wend_xyz(0, 0, NAN)); // 004-50: also across the plane
    REFUSED(f.world, WEND_ERROR_VALUE, wend_world_set_goal(f.world, f.a, &goal), "point", "nan", "finite");
    goal = wend_goal_flee(v2(0, 0), -2);
    REFUSED(f.world, WEND_ERROR_VALUE, wend_world_queue_goal(f.world, f.a, &goal), "radius", "-2", ">= 0");
    wend_recipe recipe = wend_default_recipe();
    goal = wend_goal_evade(f.a, 5);
    assert_int_equal(wend_recipe_also(&recipe, &goal, 1), WEND_OK);
    REFUSED(f.world, WEND_ERROR_SELF, wend_world_set_recipe(f.world, f.a, &recipe), "target", "itself", "");
    assert_int_equal(wend_world_set_recipe(f.world, f.b, &recipe), WEND_OK);
    recipe.turn_rate = -1;
    REFUSED(f.world, WEND_ERROR_VALUE, wend_world_set_recipe(f.world, f.b, &recipe), "turn_rate", "-1", ">= 0");
    recipe.cookie = 0;
    REFUSED(f.world, WEND_ERROR_COOKIE, wend_world_set_recipe(f.world, f.b, &recipe), "wend_default_recipe", "", "");
    wend_world_destroy(f.world);
}

// goal.h: "Fields not named after a kind are not looked at."
static void t_fields_a_goal_does_not_look_at(void **state)
{
    (void)state;
    fixture f = two();
    wend_goal goal = wend_goal_wander();
    goal.point = v2(NAN, INFINITY), goal.radius = -1, goal.outer = NAN, goal.speed = -3, goal.fade = 7;
    goal.target.value = 12345;
    assert_int_equal(wend_goal_check(&goal, NULL), WEND_OK);
    assert_int_equal(wend_world_set_goal(f.world, f.a, &goal), WEND_OK);
    wend_world_destroy(f.world);
}

static wend_event next_event(const wend_world *world, int at)
{
    int count = 0;
    const wend_event *events = wend_world_events(world, &count);
    assert_true(at < count);
    return events[at];
}

static int event_count(const wend_world *world)
{
    int count = -1;
    wend_world_events(world, &count);
    return count;
}

static void t_004_14_a_target_that_is_gone(void **state)
{
    (void)state;
    fixture f = two();
    wend_goal goal = wend_goal_pursue(f.b), now;
    assert_int_equal(wend_world_set_goal(f.world, f.a, &goal), WEND_OK);
    for (int i = 0; i < 30; i++)
        assert_int_equal(wend_world_step(f.world, 0.02), WEND_OK);
    assert_true(wend_world_velocity(f.world, f.a).x > 1);
    assert_int_equal(wend_world_remove(f.world, f.b), WEND_OK);
    wend_agent_id again = spawn(f.world, 20, 0); // in the same slot: not the same agent
    assert_int_equal(wend_world_get_goal(f.world, f.a, &now), WEND_OK);
    assert_int_equal(now.kind, WEND_GOAL_NONE);
    assert_int_equal(wend_world_step(f.world, 0.02), WEND_OK);
    assert_int_equal(event_count(f.world), 1);
    wend_event event = next_event(f.world, 0);
    assert_int_equal(event.kind, WEND_EVENT_TARGET_LOST);
    assert_true(wend_same_agent(event.agent, f.a) && wend_same_agent(event.target, f.b));
    for (int i = 0; i < 200; i++)
        assert_int_equal(wend_world_step(f.world, 0.02), WEND_OK);
    assert_int_equal(event_count(f.world), 0); // once
    assert_vec(wend_world_velocity(f.world, f.a), 0, 0, 0, 0);
    assert_true(wend_world_has(f.world, again));
    wend_world_destroy(f.world);
}

static void t_goals_in_a_queue(void **state)
{
    (void)state;
    fixture f = two();
    wend_goal first = wend_goal_arrive(v2(1, 0)), second = wend_goal_cruise(2), third = wend_goal_pursue(f.b), now;
    second.seconds = 0.5f;
    assert_int_equal(wend_world_queue_goal(f.world, f.a, &first), WEND_OK);
    assert_int_equal(wend_world_queue_goal(f.world, f.a, &second), WEND_OK);
    assert_int_equal(wend_world_queue_goal(f.world, f.a, &third), WEND_OK);
    assert_int_equal(wend_world_queued(f.world, f.a), 3);
    assert_int_equal(wend_world_step(f.world, 0.05), WEND_OK); // after no goal it begins at the next update
    assert_int_equal(wend_world_queued(f.world, f.a), 2);
    assert_int_equal(next_event(f.world, 0).kind, WEND_EVENT_NEXT_GOAL);
    assert_int_equal(wend_world_get_goal(f.world, f.a, &now), WEND_OK);
    assert_int_equal(now.kind, WEND_GOAL_ARRIVE);
    int steps = 0;
    for (; event_count(f.world) != 2 && steps < 100; steps++)
        assert_int_equal(wend_world_step(f.world, 0.05), WEND_OK);
    assert_int_equal(next_event(f.world, 0).kind, WEND_EVENT_ARRIVED);
    assert_int_equal(next_event(f.world, 1).kind, WEND_EVENT_NEXT_GOAL);
    assert_close(wend_world_position(f.world, f.a).x, 1, 0.02 + 1e-6); // a hundredth of the arrival radius
    assert_int_equal(wend_world_queued(f.world, f.a), 1);
    for (steps = 0; wend_world_queued(f.world, f.a) == 1 && steps < 100; steps++)
        assert_int_equal(wend_world_step(f.world, 0.05), WEND_OK);
    assert_in_range(steps, 10, 11); // 0.5 s given up, in steps of 0.05
    assert_int_equal(wend_world_get_goal(f.world, f.a, &now), WEND_OK);
    assert_int_equal(now.kind, WEND_GOAL_PURSUE);
    for (int i = 0; i < 64; i++)
        assert_int_equal(wend_world_queue_goal(f.world, f.a, &second), WEND_OK);
    REFUSED(f.world, WEND_ERROR_FULL, wend_world_queue_goal(f.world, f.a, &second), "64", "", "");
    assert_int_equal(wend_world_remove(f.world, f.b), WEND_OK); // the present goal is lost: the next begins
    assert_int_equal(wend_world_step(f.world, 0.05), WEND_OK);
    assert_int_equal(next_event(f.world, 0).kind, WEND_EVENT_TARGET_LOST);
    assert_int_equal(next_event(f.world, 1).kind, WEND_EVENT_NEXT_GOAL);
    assert_int_equal(wend_world_queued(f.world, f.a), 63);
    assert_int_equal(wend_world_set_goal(f.world, f.a, &first), WEND_OK); // instead of all that wait
    assert_int_equal(wend_world_queued(f.world, f.a), 0);
    wend_world_destroy(f.world);
}

static void t_arriving_is_told_once_a_goal(void **state)
{
    (void)state;
    fixture f = two();
    wend_goal goal = wend_goal_arrive(v2(0.5f, 0));
    for (int round = 0; round < 2; round++)
    {
        assert_int_equal(wend_world_set_goal(f.world, f.a, &goal), WEND_OK);
        assert_false(wend_world_has_arrived(f.world, f.a));
        int arrived = 0;
        for (int i = 0; i < 200; i++)
        {
            assert_int_equal(wend_world_step(f.world, 0.02), WEND_OK);
            arrived += event_count(f.world);
            assert_int_equal(wend_world_has_arrived(f.world, f.a), arrived > 0);
        }
        assert_int_equal(arrived, 1);
    }
    wend_world_destroy(f.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_goals_that_are_refused),       cmocka_unit_test(t_fields_a_goal_does_not_look_at),
        cmocka_unit_test(t_004_14_a_target_that_is_gone), cmocka_unit_test(t_goals_in_a_queue),
        cmocka_unit_test(t_arriving_is_told_once_a_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
