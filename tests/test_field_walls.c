// Cases from the field: what users of other libraries met at walls, in doorways and on paths, and what is right.
#include "testing_world.h"

#include "wend/combine.h"
#include "wend/steer.h"

// The field's agent: radius 0.5, speed 4, acceleration 8, sees 6 far.
static wend_agent field_agent(float x, float y)
{
    wend_agent agent = wend_default_agent();
    agent.position = v2(x, y);
    agent.radius = 0.5f;
    return agent;
}

typedef struct scenery
{
    wend_obstacles *set;
    wend_world *world;
} scenery;

/// Walls as a list of points, two each.
static scenery among(const wend_vec *ends, int walls)
{
    scenery s;
    wend_obstacles_def obstacles = wend_default_obstacles_def();
    s.set = wend_obstacles_create(&obstacles, NULL);
    for (int i = 0; i < walls; i++)
    {
        wend_shape wall = wend_default_shape(WEND_SHAPE_SEGMENT);
        wall.from = ends[2 * i], wall.to = ends[2 * i + 1];
        assert_true(wend_obstacles_add(s.set, &wall).value != 0);
    }
    wend_world_def def = wend_default_world_def();
    def.caster = wend_obstacles_caster(s.set);
    s.world = wend_world_create(&def, NULL);
    assert_non_null(s.world);
    return s;
}

static void leave(scenery s)
{
    wend_world_destroy(s.world);
    wend_obstacles_destroy(s.set);
}

/// How deep the deepest hull is in a wall.
static float deepest(const scenery *s)
{
    wend_agent_id ids[64];
    int count = wend_world_list(s->world, ids, 64);
    float worst = 0;
    for (int i = 0; i < count; i++)
    {
        wend_agent_def def;
        wend_touch touch;
        wend_world_get(s->world, ids[i], &def);
        if (wend_obstacles_touching(s->set, def.agent.position, def.agent.radius, 0, &touch, 1) > 0)
            worst = fmaxf(worst, touch.depth);
    }
    return worst;
}

static int events_of(const wend_world *world, wend_event_kind kind)
{
    int count, found = 0;
    const wend_event *events = wend_world_events(world, &count);
    for (int i = 0; i < count; i++)
        found += events[i].kind == kind;
    return found;
}

/// Steps until an agent has arrived; returns the seconds that took, or 1e9.
static double steps_to_arrive(const scenery *s, wend_agent_id id, double most)
{
    for (int k = 0; k < (int)(most * 60); k++)
    {
        step(s->world, 1.0 / 60);
        assert_true(deepest(s) < 1e-3f);
        if (wend_world_has_arrived(s->world, id))
            return (k + 1) / 60.0;
    }
    return 1e9;
}

/// Feels walls by rays, keeps clear of them.
static wend_recipe careful(void)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.combiner = WEND_COMBINE_CONTEXT;
    recipe.sense.kind = WEND_SENSE_RING;
    return recipe;
}

// ---- stuck --------------------------------------------------------------------------------------------------------

static const wend_vec l_wall[4] = {{0, 0, 0}, {4, 0, 0}, {4, 0, 0}, {4, 4, 0}};

static void t_STK_03_behind_an_l_wall(void **state)
{
    (void)state;
    scenery s = among(l_wall, 2);
    wend_agent_id id = add(s.world, field_agent(3, 1));
    give(s.world, id, wend_goal_arrive(v2(6, -2)));
    int stuck = 0;
    double when = 0;
    for (int k = 0; k < 600; k++)
    {
        step(s.world, 1.0 / 60);
        if (events_of(s.world, WEND_EVENT_STUCK))
            stuck++, when = k / 60.0;
    }
    assert_int_equal(stuck, 1); // it says so, once
    assert_true(when < 5);
    leave(s);

    s = among(l_wall, 2);
    id = add(s.world, field_agent(3, 1));
    const wend_vec way[] = {{3, 1, 0}, {3, 4.8f, 0}, {4.8f, 4.8f, 0}, {6, -2, 0}};
    give(s.world, id, wend_goal_follow(way, 4, false));
    assert_true(steps_to_arrive(&s, id, 15) < 1e9);
    leave(s);
}

static void t_STK_04_in_a_u_it_says_that_it_is_stuck(void **state)
{
    (void)state;
    const wend_vec u[6] = {{0, 3, 0}, {5, 3, 0}, {5, 3, 0}, {5, -3, 0}, {5, -3, 0}, {0, -3, 0}};
    for (int kind = 0; kind < 2; kind++)
    {
        scenery s = among(u, 3);
        wend_agent_id id = add(s.world, field_agent(3, 0.2f));
        wend_recipe recipe = careful();
        if (kind == 1)
            wend_world_set_recipe(s.world, id, &recipe);
        give(s.world, id, wend_goal_arrive(v2(12, 0)));
        int stuck = 0;
        for (int k = 0; k < 900; k++)
        {
            step(s.world, 1.0 / 60);
            stuck += events_of(s.world, WEND_EVENT_STUCK);
        }
        assert_true(stuck >= 1);
        leave(s);
    }
}

static void t_a_free_agent_is_never_stuck(void **state)
{
    (void)state;
    scenery s = among(NULL, 0);
    wend_agent_id walker = add(s.world, field_agent(0, 0)), idler = add(s.world, field_agent(5, 5));
    wend_agent_id there = add(s.world, field_agent(-5, 5));
    give(s.world, walker, wend_goal_arrive(v2(60, 0)));
    give(s.world, there, wend_goal_arrive(v2(-5, 5)));
    (void)idler; // has no goal
    // Small rounds, and somebody who chases somebody in circles.
    const wend_vec round[4] = {{20, 20, 0}, {22, 20, 0}, {22, 22, 0}, {20, 22, 0}};
    give(s.world, add(s.world, field_agent(20, 20)), wend_goal_follow(round, 4, true));
    wend_agent_id runner = add(s.world, field_agent(-20, -20));
    wend_goal circle = wend_goal_of(WEND_GOAL_ORBIT);
    circle.point = v2(-21.5f, -20), circle.radius = 1.5f;
    give(s.world, runner, circle);
    wend_agent hunter = field_agent(-25, -20);
    hunter.max_speed = 2;
    give(s.world, add(s.world, hunter), wend_goal_pursue(runner));
    for (int k = 0; k < 60 * 30; k++)
    {
        step(s.world, 1.0 / 60);
        assert_int_equal(events_of(s.world, WEND_EVENT_STUCK), 0);
    }
    leave(s);
}

/// However slow: a metre takes 20 seconds here.
static void t_OSC_06_a_slow_s_is_not_stuck(void **state)
{
    (void)state;
    scenery s = among(NULL, 0);
    wend_agent slow = field_agent(0, 0);
    slow.max_speed = 0.05f;
    slow.arrival_radius = 0.05f;
    wend_agent_id id = add(s.world, slow);
    wend_recipe recipe = wend_default_recipe();
    recipe.follow.ahead = 0.05f;
    assert_int_equal(wend_world_set_recipe(s.world, id, &recipe), WEND_OK);
    wend_vec bends[25];
    for (int i = 0; i < 25; i++)
        bends[i] = v2(0.04f * (float)i, 0.15f * wend_sin(0.5f * (float)i));
    give(s.world, id, wend_goal_follow(bends, 25, false));
    double seconds = 0;
    for (; seconds < 120 && !wend_world_has_arrived(s.world, id); seconds += 1.0 / 60)
    {
        step(s.world, 1.0 / 60);
        assert_int_equal(events_of(s.world, WEND_EVENT_STUCK), 0);
    }
    assert_true(seconds > 20 && seconds < 60);
    leave(s);
}

/// A gate stands in a corridor for five seconds, and is gone then.
static void t_JAM_05_goes_on_when_the_gate_is_gone(void **state)
{
    (void)state;
    const wend_vec walls[] = {{-5, 1, 0}, {15, 1, 0}, {-5, -1, 0}, {15, -1, 0}};
    for (int sense = WEND_SENSE_NOTHING; sense < WEND_SENSE_KIND_COUNT; sense++)
    {
        scenery s = among(walls, 2);
        wend_agent_id id = add(s.world, field_agent(0, 0));
        wend_shape gate = wend_default_shape(WEND_SHAPE_SEGMENT);
        gate.from = v2(4, -1), gate.to = v2(4, 1);
        wend_obstacle_id shut = wend_obstacles_add(s.set, &gate);
        wend_recipe recipe = wend_default_recipe();
        recipe.combiner = sense == WEND_SENSE_RING ? WEND_COMBINE_CONTEXT : recipe.combiner;
        recipe.sense.kind = (wend_sense_kind)sense;
        assert_int_equal(wend_recipe_add(&recipe, WEND_WISH_AVOID, 1), WEND_OK);
        assert_int_equal(wend_world_set_recipe(s.world, id, &recipe), WEND_OK);
        give(s.world, id, wend_goal_arrive(v2(10, 0)));
        for (int k = 0; k < 60 * 5; k++)
            step(s.world, 1.0 / 60);
        assert_true(at(s.world, id).x < 3.51f); // the gate and its radius
        wend_vec before = at(s.world, id);
        assert_int_equal(wend_obstacles_remove(s.set, shut), WEND_OK);
        for (int k = 0; k < 60; k++)
            step(s.world, 1.0 / 60);
        assert_true(at(s.world, id).x > before.x + 0.5f);
        assert_true(steps_to_arrive(&s, id, 10) < 1e9);
        leave(s);
    }
}

static void t_STK_05_a_stream_passes_somebody_at_a_wall(void **state)
{
    (void)state;
    const wend_vec wall[2] = {{-30, 0, 0}, {30, 0, 0}};
    scenery s = among(wall, 1);
    wend_agent_id id = add(s.world, field_agent(0, 0.6f));
    give(s.world, id, wend_goal_arrive(v2(12, 0.6f)));
    for (int i = 0; i < 10; i++)
    {
        wend_agent_id other = add(s.world, field_agent(14 + 1.3f * (float)i, 1.1f + 0.4f * (float)(i % 3)));
        give(s.world, other, wend_goal_seek(v2(-60, 1)));
    }
    assert_true(steps_to_arrive(&s, id, 30) < 1e9);
    leave(s);
}

static void t_STK_06_two_bends_in_a_narrow_corridor(void **state)
{
    (void)state;
    // 1.2 wide, for a body of 1.0: along x, up, along x.
    const wend_vec walls[] = {{0, 0, 0},    {6, 0, 0},       {6, 0, 0},       {6, 4.8f, 0}, {6, 4.8f, 0}, {12, 4.8f, 0},
                              {0, 1.2f, 0}, {4.8f, 1.2f, 0}, {4.8f, 1.2f, 0}, {4.8f, 6, 0}, {4.8f, 6, 0}, {12, 6, 0}};
    const wend_vec way[] = {{0.6f, 0.6f, 0}, {5.4f, 0.6f, 0}, {5.4f, 5.4f, 0}, {11, 5.4f, 0}};
    scenery s = among(walls, 6);
    wend_agent_id id = add(s.world, field_agent(0.6f, 0.6f));
    give(s.world, id, wend_goal_follow(way, 4, false));
    assert_true(steps_to_arrive(&s, id, 20) < 1e9);
    leave(s);
}

static void t_STK_10_the_same_target_in_every_step(void **state)
{
    (void)state;
    const wend_vec edge[2] = {{3, -5, 0}, {3, 0.4f, 0}};
    double times[2];
    for (int again = 0; again < 2; again++)
    {
        scenery s = among(edge, 1);
        wend_agent_id id = add(s.world, field_agent(0, 0));
        times[again] = 1e9;
        give(s.world, id, wend_goal_arrive(v2(6, 1)));
        for (int k = 0; k < 600 && times[again] > 1e8; k++)
        {
            if (again)
                give(s.world, id, wend_goal_arrive(v2(6, 1)));
            step(s.world, 1.0 / 60);
            if (wend_world_has_arrived(s.world, id))
                times[again] = k;
        }
        leave(s);
    }
    assert_true(times[0] < 600);
    assert_true(times[0] == times[1]);
}

static void t_STK_11_through_a_door(void **state)
{
    (void)state;
    const wend_vec walls[4] = {{-10, 0, 0}, {-0.55f, 0, 0}, {0.55f, 0, 0}, {10, 0, 0}};
    for (int kind = 0; kind < 2; kind++)
    {
        scenery s = among(walls, 2);
        wend_agent_id id = add(s.world, field_agent(-2, -2)); // the door lies at 45 degrees, and so does the target
        wend_recipe recipe = careful();
        recipe.context.margin = 0.02f; // the door leaves 0.05 on each side
        if (kind == 1)
            wend_world_set_recipe(s.world, id, &recipe);
        give(s.world, id, wend_goal_arrive(v2(2, 2)));
        assert_true(steps_to_arrive(&s, id, 5) < 1e9);
        leave(s);
    }
}

static void t_STK_12_a_target_close_to_a_wall(void **state)
{
    (void)state;
    const wend_vec wall[2] = {{-20, 0, 0}, {20, 0, 0}};
    for (int kind = 0; kind < 2; kind++)
    {
        scenery s = among(wall, 1);
        wend_agent_id id = add(s.world, field_agent(0, 3));
        wend_recipe recipe = careful();
        if (kind == 1)
            wend_world_set_recipe(s.world, id, &recipe);
        wend_goal goal = wend_goal_arrive(v2(5, 0.6f));
        goal.tolerance = 0.1f;
        give(s.world, id, goal);
        assert_true(steps_to_arrive(&s, id, 10) < 1e9);
        leave(s);
    }
}

// ---- pushed out ---------------------------------------------------------------------------------------------------

static void t_OUT_01_pushed_into_a_v(void **state)
{
    (void)state;
    const wend_vec v[4] = {{0, 0, 0}, {5, 1, 0}, {0, 0, 0}, {5, -1, 0}};
    scenery s = among(v, 2);
    for (int i = 0; i < 4; i++)
        give(s.world, add(s.world, field_agent(4 + 1.1f * (float)i, 0)), wend_goal_seek(v2(-10, 0)));
    for (int k = 0; k < 600; k++)
    {
        step(s.world, 1.0 / 60);
        assert_true(deepest(&s) < 1e-3f);
    }
    leave(s);
}

static void t_OUT_02_two_pairs_in_a_corridor(void **state)
{
    (void)state;
    const wend_vec walls[4] = {{-20, 0, 0}, {20, 0, 0}, {-20, 2.05f, 0}, {20, 2.05f, 0}};
    scenery s = among(walls, 2);
    wend_agent_id ids[4];
    for (int i = 0; i < 4; i++)
    {
        float side = i < 2 ? -1 : 1;
        ids[i] = add(s.world, field_agent(side * (5 + 1.2f * (float)(i % 2)), i % 2 ? 1.5f : 0.55f));
        give(s.world, ids[i], wend_goal_seek(v2(-side * 40, 1)));
    }
    for (int k = 0; k < 1200; k++)
    {
        step(s.world, 1.0 / 60);
        assert_true(deepest(&s) < 1e-3f);
    }
    leave(s);
}

static void t_OUT_05_an_overlap_moves_nobody_far_away(void **state)
{
    (void)state;
    wend_vec ends[2];
    for (int has_overlap = 0; has_overlap < 2; has_overlap++)
    {
        wend_world *world = make(WEND_XY);
        wend_agent_id far_one = add(world, field_agent(20, 0));
        if (has_overlap)
            add(world, field_agent(0, 0)), add(world, field_agent(0, 0));
        give(world, far_one, wend_goal_seek(v2(25, 3)));
        for (int k = 0; k < 120; k++)
            step(world, 1.0 / 60);
        ends[has_overlap] = at(world, far_one);
        wend_world_destroy(world);
    }
    assert_same(ends[0], ends[1]);
}

static void t_OUT_08_round_the_corner_of_a_box(void **state)
{
    (void)state;
    const wend_vec box[8] = {{0, 0, 0}, {4, 0, 0}, {4, 0, 0}, {4, 4, 0}, {4, 4, 0}, {0, 4, 0}, {0, 4, 0}, {0, 0, 0}};
    const wend_vec way[] = {{-2, -0.9f, 0}, {4.9f, -0.9f, 0}, {4.9f, 6, 0}};
    const float distances[] = {1.0f, 0.2f};
    for (int follower = WEND_FOLLOW_CARROT; follower <= WEND_FOLLOW_PREDICT; follower++)
        for (int i = 0; i < 2; i++)
        {
            scenery s = among(box, 4);
            wend_agent_id id = add(s.world, field_agent(-2, -0.9f));
            wend_recipe recipe = wend_default_recipe();
            recipe.follow.follower = (wend_follower)follower;
            recipe.follow.switch_radius = distances[i];
            wend_world_set_recipe(s.world, id, &recipe);
            give(s.world, id, wend_goal_follow(way, 3, false));
            assert_true(steps_to_arrive(&s, id, 15) < 1e9);
            leave(s);
        }
}

// ---- jitter, orbits -----------------------------------------------------------------------------------------------

static void t_OSC_01_close_to_the_target(void **state)
{
    (void)state;
    wend_agent self = field_agent(-0.001f, 0);
    self.velocity = v2(0.01f, 0);
    self.response_time = 0.1f;
    float before = wend_arrive(&self, v2(0, 0)).x;
    for (int k = 0; k < 300; k++)
    {
        self.velocity = wend_point_mass(&self, wend_arrive(&self, v2(0, 0)), 1.0 / 60, NULL);
        move_by(&self, self.velocity, 1.0 / 60);
        float wish = wend_arrive(&self, v2(0, 0)).x;
        assert_true(fabsf(wish) <= fabsf(before) + 1e-6f || wend_length(self.position) < 0.02f);
        assert_true(wend_length(self.position) < 0.01f);
    }
    assert_close(wend_length(self.velocity), 0, 1e-4);
}

static void t_OSC_11_an_agent_above_its_path(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XZ);
    wend_agent above = field_agent(0, 0);
    above.position = wend_xyz(0, 0.3f, 0);
    wend_agent_id id = add(world, above);
    const wend_vec way[] = {{0, 0, 0}, {6, 0, 0}, {6, 0, 6}};
    give(world, id, wend_goal_follow(way, 3, false));
    const wend_path path = {way, 3, false};
    float left = 1e9f;
    for (int k = 0; k < 600 && !wend_world_has_arrived(world, id); k++)
    {
        step(world, 1.0 / 60);
        wend_path_progress progress;
        assert_int_equal(wend_world_progress(world, id, &progress), WEND_OK);
        float now = wend_path_left(&path, &progress, NULL);
        if (k > 5)
            assert_true(now < left || now < 0.02f);
        left = now;
    }
    assert_true(wend_world_has_arrived(world, id));
    assert_true(at(world, id).y == 0.3f);
    wend_world_destroy(world);
}

static void t_ORB_06_a_circle_that_is_too_fast(void **state)
{
    (void)state;
    wend_agent self = field_agent(3, 0);
    self.max_speed = 10;
    self.max_acceleration = 2;
    self.velocity = v2(0, 10);
    double farthest = 0;
    for (int k = 0; k < 60 * 40; k++)
    {
        wend_vec wish = wend_orbit(&self, v2(0, 0), 3, false);
        assert_close(exact_length(wish), sqrt(6), 1e-4); // sqrt(3 * 2)
        self.velocity = wend_point_mass(&self, wish, 1.0 / 60, NULL);
        move_by(&self, self.velocity, 1.0 / 60);
        if (k > 60 * 20)
            farthest = fmax(farthest, fabs((double)wend_length(self.position) - 3));
    }
    assert_true(farthest < 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_STK_03_behind_an_l_wall),
        cmocka_unit_test(t_STK_04_in_a_u_it_says_that_it_is_stuck),
        cmocka_unit_test(t_a_free_agent_is_never_stuck),
        cmocka_unit_test(t_OSC_06_a_slow_s_is_not_stuck),
        cmocka_unit_test(t_JAM_05_goes_on_when_the_gate_is_gone),
        cmocka_unit_test(t_STK_05_a_stream_passes_somebody_at_a_wall),
        cmocka_unit_test(t_STK_06_two_bends_in_a_narrow_corridor),
        cmocka_unit_test(t_STK_10_the_same_target_in_every_step),
        cmocka_unit_test(t_STK_11_through_a_door),
        cmocka_unit_test(t_STK_12_a_target_close_to_a_wall),
        cmocka_unit_test(t_OUT_01_pushed_into_a_v),
        cmocka_unit_test(t_OUT_02_two_pairs_in_a_corridor),
        cmocka_unit_test(t_OUT_05_an_overlap_moves_nobody_far_away),
        cmocka_unit_test(t_OUT_08_round_the_corner_of_a_box),
        cmocka_unit_test(t_OSC_01_close_to_the_target),
        cmocka_unit_test(t_OSC_11_an_agent_above_its_path),
        cmocka_unit_test(t_ORB_06_a_circle_that_is_too_fast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
