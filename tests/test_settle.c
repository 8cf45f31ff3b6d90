// A group that is sent to one point settles: FIELD-CASES SET-01..04.
#include "testing.h"

#include "wend/world.h"

typedef struct group
{
    wend_world *world;
    wend_agent_id ids[64];
    int count, events;
} group;

static group make_group(int count, float tolerance, bool is_line)
{
    group g = {.count = count};
    wend_world_def def = wend_default_world_def();
    g.world = wend_world_create(&def, NULL);
    assert_non_null(g.world);
    for (int i = 0; i < count; i++)
    {
        wend_agent_def agent = wend_default_agent_def();
        float angle = 2.4f * (float)i, far_out = 6 + (float)(i % 5);
        agent.agent.radius = 0.5f;
        agent.agent.position = is_line ? v2(-3 - 1.2f * (float)i, 0) : v2(far_out * cosf(angle), far_out * sinf(angle));
        g.ids[i] = wend_world_spawn(g.world, &agent);
        wend_goal goal = wend_goal_arrive(v2(0, 0));
        goal.tolerance = tolerance;
        assert_int_equal(wend_world_set_goal(g.world, g.ids[i], &goal), WEND_OK);
    }
    return g;
}

static void play(group *g, double seconds)
{
    for (int frame = 0; frame < seconds * 60; frame++)
    {
        assert_int_equal(wend_world_step(g->world, 1 / 60.0), WEND_OK);
        int count;
        const wend_event *events = wend_world_events(g->world, &count);
        for (int i = 0; i < count; i++)
        {
            assert_int_equal(events[i].kind, WEND_EVENT_ARRIVED);
            g->events++;
        }
    }
}

/// All have arrived, each told once; nobody moves or overlaps any more, and nobody is farther out than `farthest`.
static void check_settled(group *g, double farthest)
{
    wend_vec before[64];
    assert_int_equal(g->events, g->count);
    for (int i = 0; i < g->count; i++)
    {
        before[i] = wend_world_position(g->world, g->ids[i]);
        assert_true(wend_world_has_arrived(g->world, g->ids[i]));
        assert_true(exact_length(before[i]) <= farthest);
        for (int j = 0; j < i; j++)
        {
            assert_true(exact_length(wend_sub(before[i], before[j])) >= 1 - 1e-5);
        }
    }
    play(g, 5);
    assert_int_equal(g->events, g->count);
    for (int i = 0; i < g->count; i++)
    {
        assert_same(wend_world_position(g->world, g->ids[i]), before[i]);
        assert_vec(wend_world_velocity(g->world, g->ids[i]), 0, 0, 0, 0);
    }
    wend_world_destroy(g->world);
}

static void t_SET_01_sixteen_to_one_point(void **state)
{
    (void)state;
    group g = make_group(16, 0, false);
    play(&g, 15);
    check_settled(&g, 3.5); // the densest disc of sixteen has a radius of about 2.1 to their centres
}

static void t_SET_02_thirty_at_a_rally_point(void **state)
{
    (void)state;
    group g = make_group(30, 0, false);
    play(&g, 20);
    check_settled(&g, 5);
}

static void t_SET_03_a_line_behind_the_first(void **state)
{
    (void)state;
    const int counts[] = {2, 5, 9};
    for (int k = 0; k < COUNT_OF(counts); k++)
    {
        group g = make_group(counts[k], 0, true);
        play(&g, 20);
        check_settled(&g, 1.1 * counts[k]);
    }
}

static void t_SET_04_round_a_small_target(void **state)
{
    (void)state;
    group g = make_group(6, 0.1f, false);
    play(&g, 15);
    check_settled(&g, 2.5);
}

static void t_SET_04_evenly_round_the_point(void **state)
{
    (void)state;
    for (int count = 2; count <= 16; count++) // three to six of them would leave the point free in their middle
    {
        group g = make_group(count, 0.1f, false);
        for (int i = 0; i < count; i++)
        {
            double angle = 2 * 3.14159265358979 * i / count;
            wend_vec at = v2((float)(8 * cos(angle)), (float)(8 * sin(angle)));
            wend_world_teleport(g.world, g.ids[i], at, v2(0, 0), v2(0, 0));
        }
        play(&g, 15);
        check_settled(&g, 3.5);
    }
}

static void t_a_new_goal_wakes_those_who_have_settled(void **state)
{
    (void)state;
    group g = make_group(9, 0, false);
    play(&g, 15);
    for (int i = 0; i < g.count; i++)
    {
        wend_goal goal = wend_goal_arrive(v2(30, 0));
        assert_int_equal(wend_world_set_goal(g.world, g.ids[i], &goal), WEND_OK);
        assert_false(wend_world_has_arrived(g.world, g.ids[i]));
    }
    play(&g, 20);
    for (int i = 0; i < g.count; i++)
    {
        assert_true(wend_world_position(g.world, g.ids[i]).x > 26);
        assert_true(wend_world_has_arrived(g.world, g.ids[i]));
    }
    wend_world_destroy(g.world);
}

static void t_other_points_are_not_arrived_at(void **state)
{
    (void)state;
    group g = make_group(2, 0, true);
    wend_goal goal = wend_goal_arrive(v2(0, 0.001f)); // nearly the same is not the same
    assert_int_equal(wend_world_set_goal(g.world, g.ids[1], &goal), WEND_OK);
    play(&g, 10);
    assert_int_equal(g.events, 1);
    assert_true(wend_world_has_arrived(g.world, g.ids[0]) != wend_world_has_arrived(g.world, g.ids[1]));
    wend_world_destroy(g.world);
}

/// Where walls stand round the point nobody goes round it, and all come to rest all the same: in a dead end, in a corner.
static void t_between_walls(void **state)
{
    (void)state;
    static const wend_vec dead_end[] = {{-12, 1, 0}, {1, 1, 0}, {1, -1, 0}, {-12, -1, 0}};
    static const wend_vec corner[] = {{-20, -1, 0}, {1, -1, 0}, {1, 20, 0}};
    for (int kind = 0; kind < 2; kind++)
    {
        wend_obstacles_def obstacles = wend_default_obstacles_def();
        wend_obstacles *set = wend_obstacles_create(&obstacles, NULL);
        wend_shape wall = wend_default_shape(WEND_SHAPE_POLYGON);
        wall.points = kind ? corner : dead_end;
        wall.count = kind ? 3 : 4;
        wall.is_closed = false;
        assert_true(wend_obstacles_add(set, &wall).value != 0);
        group g = {.count = 20};
        wend_world_def def = wend_default_world_def();
        def.caster = wend_obstacles_caster(set);
        g.world = wend_world_create(&def, NULL);
        for (int i = 0; i < g.count; i++)
        {
            wend_agent_def agent = wend_default_agent_def();
            agent.agent.radius = 0.4f;
            agent.agent.position = v2(-3 - 0.9f * (float)(i / 2), i % 2 ? 0.45f : -0.45f);
            g.ids[i] = wend_world_spawn(g.world, &agent);
            wend_goal goal = wend_goal_arrive(v2(0, 0));
            assert_int_equal(wend_world_set_goal(g.world, g.ids[i], &goal), WEND_OK);
        }
        play(&g, 30);
        assert_int_equal(g.events, g.count);
        for (int i = 0; i < g.count; i++)
        {
            assert_true(wend_world_has_arrived(g.world, g.ids[i]));
            assert_vec(wend_world_velocity(g.world, g.ids[i]), 0, 0, 0, 0);
        }
        wend_world_destroy(g.world);
        wend_obstacles_destroy(set);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_SET_01_sixteen_to_one_point),
        cmocka_unit_test(t_SET_02_thirty_at_a_rally_point),
        cmocka_unit_test(t_SET_03_a_line_behind_the_first),
        cmocka_unit_test(t_SET_04_round_a_small_target),
        cmocka_unit_test(t_SET_04_evenly_round_the_point),
        cmocka_unit_test(t_a_new_goal_wakes_those_who_have_settled),
        cmocka_unit_test(t_other_points_are_not_arrived_at),
        cmocka_unit_test(t_between_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
