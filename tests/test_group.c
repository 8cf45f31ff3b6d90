// group.h by hand, and in worlds: a leader, a queue at a door, idle ones who step aside (JAM-06, JAM-07).
#include "testing_world.h"

#include "wend/group.h"

static void t_behind_a_leader(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0), leader = mover(10, 0, 2, 0);
    leader.heading = v2(0, 1); // it moves along x: that counts
    // behind its hull by 1.5, own radius and its radius are 0.25 each: at 8
    wend_vec wish = wend_follow_leader(&self, &leader, 1.5f);
    assert_vec(wish, 4, 0, 0, 1e-5);
    self.position = v2(8, 0); // there: as it walks
    assert_vec(wend_follow_leader(&self, &leader, 1.5f), 2, 0, 0, 1e-5);
    leader.velocity = v2(0, 0); // at rest: by its heading
    self.position = v2(10, -2);
    assert_vec(wend_follow_leader(&self, &leader, 1.5f), 0, 0, 0, 1e-5);
}

static void t_out_of_a_leaders_way(void **state)
{
    (void)state;
    wend_agent self = agent_at(12, 0.1f), leader = mover(10, 0, 2, 0);
    assert_vec(wend_follow_leader(&self, &leader, 1), 0, 4, 0, 1e-5); // to the side on which he is
    self.position.y = -0.1f;
    assert_vec(wend_follow_leader(&self, &leader, 1), 0, -4, 0, 1e-5);
    self.position.y = 0;
    assert_vec(wend_follow_leader(&self, &leader, 1), 0, 4, 0, 1e-5); // right in it: to its left
    self.position = v2(14.6f, 0.1f);                                  // farther than two seconds and both radii
    assert_true(wend_follow_leader(&self, &leader, 1).x < 0);
    self.position = v2(12, 1.1f); // beside its way: 0.25 + 0.25 + 0.5
    assert_true(wend_follow_leader(&self, &leader, 1).x < 0);
    leader.velocity = v2(0, 0); // it stands: nobody is in its way
    leader.heading = v2(1, 0);
    self.position = v2(12, 0.1f);
    assert_true(wend_follow_leader(&self, &leader, 1).x < 0);
}

static void t_a_place_that_moves(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    assert_vec(wend_keep_place(&self, v2(0, 0), v2(1, -1)), 1, -1, 0, 1e-6); // on it
    assert_vec(wend_keep_place(&self, v2(100, 0), v2(0, 0)), 4, 0, 0, 1e-6);
    assert_close(exact_length(wend_keep_place(&self, v2(100, 0), v2(0, 3))), 4, 1e-5); // cut to top speed
}

static void t_queue(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0); // radius 0.25, braking 8, response 0.15
    wend_neighbour ahead = {{2}, {2, 0, 0}, {0, 0, 0}, 0.25f};
    // room 2 - 0.5 - 0.5 = 1: v^2 / 16 + 0.6 v = 1
    double v = -4.8 + sqrt(4.8 * 4.8 + 16);
    assert_vec(wend_queue(&self, v2(4, 0), &ahead, 1, 0.5f), v, 0, 0, 1e-5);
    assert_vec(wend_queue(&self, v2(1, 0), &ahead, 1, 0.5f), 1, 0, 0, 0); // slow enough: unchanged
    ahead.velocity = v2(1, 0);
    assert_vec(wend_queue(&self, v2(4, 0), &ahead, 1, 0.5f), 1 + v, 0, 0, 1e-5);
    ahead.offset = v2(0.9f, 0); // too close
    assert_vec(wend_queue(&self, v2(4, 0), &ahead, 1, 0.5f), 0.5, 0, 0, 1e-5);
    ahead.velocity = v2(-0.1f, 0); // comes towards one
    assert_vec(wend_queue(&self, v2(4, 0), &ahead, 1, 0.5f), 4, 0, 0, 0);
    ahead = (wend_neighbour){{2}, {1, 0.51f, 0}, {0, 0, 0}, 0.25f}; // beside the way
    assert_vec(wend_queue(&self, v2(4, 0), &ahead, 1, 0.5f), 4, 0, 0, 0);
    ahead.offset = v2(-1, 0);
    assert_vec(wend_queue(&self, v2(4, 0), &ahead, 1, 0.5f), 4, 0, 0, 0);
    assert_vec(wend_queue(&self, v2(0, 0), &ahead, 1, 0.5f), 0, 0, 0, 0);
    wend_neighbour two[2] = {{{2}, {3, 0, 0}, {0, 0, 0}, 0.25f}, {{3}, {2, 0, 0}, {0, 0, 0}, 0.25f}};
    assert_vec(wend_queue(&self, v2(4, 0), two, 2, 0.5f), v, 0, 0, 1e-5); // the nearer counts
}

static void t_give_way(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    // From the left at 2, one passes 0.3 below: 0.5 + 0.2 are wanted, 0.4 are missing, in (4 - 0.7) / 2 seconds.
    wend_neighbour comer = {{2}, {-4, -0.3f, 0}, {2, 0, 0}, 0.25f};
    assert_vec(wend_give_way(&self, v2(7, 7), &comer, 1, 0.2f, 3), 0, 0.4 / 1.65, 0, 1e-5);
    comer.offset.y = 0.3f;
    assert_vec(wend_give_way(&self, v2(7, 7), &comer, 1, 0.2f, 3), 0, -0.4 / 1.65, 0, 1e-5);
    comer.offset.y = 0; // dead on: to its left
    assert_vec(wend_give_way(&self, v2(7, 7), &comer, 1, 0.2f, 3), 0, 0.7 / 1.65, 0, 1e-5);
    assert_vec(wend_give_way(&self, v2(7, 7), &comer, 1, 0.2f, 1.6f), 7, 7, 0, 0); // not so soon
    comer.offset.y = 0.71f;                                                        // passes
    assert_vec(wend_give_way(&self, v2(7, 7), &comer, 1, 0.2f, 3), 7, 7, 0, 0);
    comer = (wend_neighbour){{2}, {-4, 0, 0}, {0.9f, 0, 0}, 0.25f}; // too slow to matter
    assert_vec(wend_give_way(&self, v2(7, 7), &comer, 1, 0.2f, 9), 7, 7, 0, 0);
    comer = (wend_neighbour){{2}, {4, 0, 0}, {2, 0, 0}, 0.25f}; // goes away
    assert_vec(wend_give_way(&self, v2(7, 7), &comer, 1, 0.2f, 3), 7, 7, 0, 0);
    comer = (wend_neighbour){{2}, {-0.6f, 0, 0}, {2, 0, 0}, 0.25f}; // here: at top speed
    assert_vec(wend_give_way(&self, v2(7, 7), &comer, 1, 0.2f, 3), 0, 4, 0, 1e-5);
}

// ---- in a world

static wend_recipe patient(wend_wish_kind first)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.combiner = WEND_COMBINE_PRIORITY;
    recipe.wish_count = 0;
    assert_int_equal(wend_recipe_add(&recipe, first, 1), WEND_OK);
    assert_int_equal(wend_recipe_add(&recipe, WEND_WISH_GOAL, 1), WEND_OK);
    return recipe;
}

static wend_agent thick(float x, float y)
{
    wend_agent agent = agent_at(x, y);
    agent.radius = 0.5f;
    return agent;
}

static float gap_between(const wend_world *world, wend_agent_id a, wend_agent_id b)
{
    return wend_distance(at(world, a), at(world, b)) - 1;
}

static wend_obstacles *hall(float half)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    wend_obstacles *walls = wend_obstacles_create(&def, NULL);
    for (int side = -1; side <= 1; side += 2)
    {
        wend_shape wall = wend_default_shape(WEND_SHAPE_SEGMENT);
        wall.from = v2(-20, half * (float)side);
        wall.to = v2(20, half * (float)side);
        assert_true(wend_obstacles_add(walls, &wall).value != 0);
    }
    return walls;
}

/// Three stand across a hall and stay where they are: a walker with a context map sees them as movers that don't move,
/// and goes round, whether it comes dead on or a little to a side. Walls count as danger no farther off than there is
/// room beside the three, else they would seem to close the way.
static void t_JAM_06_round_three_that_stand_across_a_hall(void **state)
{
    (void)state;
    for (int off = -2; off <= 2; off++)
    {
        wend_obstacles *walls = hall(3);
        wend_world_def def = wend_default_world_def();
        def.caster = wend_obstacles_caster(walls);
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id idle[3], walker = add(world, thick(-8, 0.2f * (float)off));
        for (int i = 0; i < 3; i++)
            idle[i] = add(world, thick(0, 1.2f * (float)(i - 1)));
        wend_recipe recipe = patient(WEND_WISH_GOAL);
        recipe.wish_count = 1;
        recipe.combiner = WEND_COMBINE_CONTEXT;
        recipe.sense.kind = WEND_SENSE_RING;
        recipe.context.range = 0.8f;
        recipe.context.class_count = 1;
        recipe.context.classes[0] = wend_class_of(1, WEND_MARK_MOVER);
        assert_int_equal(wend_world_set_recipe(world, walker, &recipe), WEND_OK);
        give(world, walker, wend_goal_arrive(v2(8, 0)));
        for (int k = 0; k < 60 * 8; k++)
        {
            wend_vec before = at(world, walker);
            step(world, 1.0 / 60);
            wend_vec now = at(world, walker);
            if (before.x < 0 && now.x >= 0) // beside them: their hulls end at 1.7
                assert_true(fabsf(now.y) > 2.2f && fabsf(now.y) <= 2.5f);
            for (int i = 0; i < 3; i++)
                assert_true(gap_between(world, walker, idle[i]) > 0.05f);
        }
        assert_true(wend_world_has_arrived(world, walker));
        for (int i = 0; i < 3; i++)
            assert_vec(at(world, idle[i]), 0, 1.2 * (i - 1), 0, 1e-6);
        wend_world_destroy(world);
        wend_obstacles_destroy(walls);
    }
}

static void t_JAM_07_an_idle_crowd_parts_and_closes(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id idle[25];
    wend_vec homes[25];
    wend_recipe recipe = patient(WEND_WISH_GIVE_WAY);
    for (int i = 0; i < 25; i++)
    {
        homes[i] = v2(1.1f * (float)(i % 5) - 2.2f, 1.1f * (float)(i / 5) - 2.2f);
        idle[i] = add(world, thick(homes[i].x, homes[i].y));
        assert_int_equal(wend_world_set_recipe(world, idle[i], &recipe), WEND_OK);
        wend_goal hold = wend_goal_of(WEND_GOAL_HOLD);
        hold.point = homes[i];
        give(world, idle[i], hold);
    }
    wend_agent_id walker = add(world, thick(-8, 0));
    give(world, walker, wend_goal_arrive(v2(8, 0)));
    for (int k = 0; k < 60 * 20; k++)
    {
        step(world, 1.0 / 60);
        for (int i = 0; i < 25; i++)
            assert_true(gap_between(world, walker, idle[i]) > -0.25f); // hulls give a little under pressure
    }
    assert_true(wend_world_has_arrived(world, walker));
    for (int i = 0; i < 25; i++)
        assert_true(wend_distance(at(world, idle[i]), homes[i]) < 0.5f);
    wend_world_destroy(world);
}

/// Ten in a row behind one who waits five seconds: nobody touches, and all come through.
static void t_a_queue_waits_and_goes_on(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_recipe recipe = patient(WEND_WISH_QUEUE);
    wend_agent_id ids[10];
    for (int i = 0; i < 10; i++)
    {
        ids[i] = add(world, thick(-2 * (float)i, 0));
        assert_int_equal(wend_world_set_recipe(world, ids[i], &recipe), WEND_OK);
        give(world, ids[i], wend_goal_seek(v2(60, 0)));
    }
    give(world, ids[0], wend_goal_of(WEND_GOAL_NONE));
    for (int k = 0; k < 60 * 20; k++)
    {
        if (k == 60 * 5)
            give(world, ids[0], wend_goal_seek(v2(60, 0)));
        step(world, 1.0 / 60);
        for (int i = 1; i < 10; i++)
            assert_true(gap_between(world, ids[i - 1], ids[i]) > 0);
        if (k == 60 * 5 - 1)
            assert_true(gap_between(world, ids[8], ids[9]) < 0.5f); // they have closed up
    }
    for (int i = 0; i < 10; i++)
        assert_true(at(world, ids[i]).x > 20);
    wend_world_destroy(world);
}

static void t_a_leader_and_two_behind(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id leader = add(world, agent_at(0, 0)),
                  ids[2] = {add(world, agent_at(3, 0.05f)), add(world, agent_at(-3, 3))};
    wend_agent_def body;
    assert_int_equal(wend_world_get(world, leader, &body), WEND_OK);
    body.agent.max_speed = 2;
    assert_int_equal(wend_world_set(world, leader, &body), WEND_OK);
    give(world, leader, wend_goal_seek(v2(100, 0)));
    give(world, ids[0], wend_goal_follow_leader(leader, 0.5f));
    give(world, ids[1], wend_goal_follow_leader(leader, 2));
    for (int k = 0; k < 60 * 10; k++)
    {
        step(world, 1.0 / 60);
        for (int i = 0; i < 2; i++)
            assert_true(wend_distance(at(world, leader), at(world, ids[i])) > 0.49f);
    }
    wend_vec way = wend_sub(at(world, leader), at(world, ids[0]));
    assert_vec(way, 1, 0, 0, 0.05);
    way = wend_sub(at(world, leader), at(world, ids[1]));
    assert_vec(way, 2.5, 0, 0, 0.05);
    wend_goal nobody = wend_goal_of(WEND_GOAL_FOLLOW_LEADER);
    assert_int_equal(wend_world_set_goal(world, leader, &nobody), WEND_ERROR_ID);
    wend_world_destroy(world);
}

static void t_keeping_a_place_in_a_world(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XZ);
    wend_agent_id id = add(world, agent_at(0, 0));
    for (int k = 0; k < 60 * 10; k++)
    {
        double t = k / 60.0;
        give(world, id, wend_goal_keep_place(wend_xyz((float)(2 + 1.5 * t), 0, 3), wend_xyz(1.5f, 0, 0)));
        step(world, 1.0 / 60);
    }
    wend_vec p = at(world, id);
    assert_close(p.x, 2 + 1.5 * 10, 0.05);
    assert_close(p.z, 3, 0.01);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_behind_a_leader),
        cmocka_unit_test(t_out_of_a_leaders_way),
        cmocka_unit_test(t_a_place_that_moves),
        cmocka_unit_test(t_queue),
        cmocka_unit_test(t_give_way),
        cmocka_unit_test(t_JAM_06_round_three_that_stand_across_a_hall),
        cmocka_unit_test(t_JAM_07_an_idle_crowd_parts_and_closes),
        cmocka_unit_test(t_a_queue_waits_and_goes_on),
        cmocka_unit_test(t_a_leader_and_two_behind),
        cmocka_unit_test(t_keeping_a_place_in_a_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
