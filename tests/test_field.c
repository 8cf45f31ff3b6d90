// FIELD-CASES that no other file has, as far as steering, flocks and a world without obstacles can meet them. Orders
// and edges are in test_field_order.c, groups in test_settle.c. Not here: that an idle flock stands still (OSC-03: it
// doesn't).
#include "testing_world.h"

#include "wend/flock.h"

/// The cases' agent has radius 0.5.
static wend_agent_id add_wide(wend_world *world, wend_agent agent, uint32_t group)
{
    agent.radius = 0.5f;
    return add_to(world, agent, group);
}

/// How often an event of this kind happened to somebody in the last update.
static int events_of(const wend_world *world, wend_agent_id id, wend_event_kind kind)
{
    int count = 0, found = 0;
    const wend_event *events = wend_world_events(world, &count);
    for (int i = 0; i < count; i++)
        found += events[i].kind == kind && wend_same_agent(events[i].agent, id);
    return found;
}

// ---- NaN and zero length

// One neighbour with the same velocity (a relative velocity of zero), and one behind it: both count. Separation is
// 1.5 * 4 * (1 / 3 + 1 / 6), alignment 0.5 * (0 - 1), cohesion 0.3 * 4 * 4.5 / 6.
static void t_NAN_03_equal_velocities_hide_nobody(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 1, 0);
    self.radius = 0.5f;
    const wend_neighbour others[] = {{{2}, {3, 0, 0}, {1, 0, 0}, 0.5f}, {{3}, {6, 0, 0}, {-1, 0, 0}, 0.5f}};
    wend_flock_wishes wishes = wend_flock(&self, others, 2, NULL);
    assert_int_equal(wishes.count, 2);
    assert_vec(wishes.separation, 1 - 3, 0, 0, 1e-6);
    assert_vec(wishes.alignment, 1 - 0.5, 0, 0, 1e-6);
    assert_vec(wishes.cohesion, 1 + 0.9, 0, 0, 1e-6);
    assert_close(wend_intercept(&self, others[0].offset, v2(0, 0), 1), 3, 1e-6); // C comes at 2, contact is 5 away
    assert_close(wend_intercept(&self, v2(5, 0), v2(-1, 0), 1), 2.5, 1e-6);
}

// Twice the same waypoint: it arrives at the last one, and who stands by keeps its bits.
static void t_NAN_06_a_waypoint_twice(void **state)
{
    (void)state;
    wend_world *world = make_edged(WEND_EDGE_NONE, 0, 100), *alone = make_edged(WEND_EDGE_NONE, 0, 100);
    wend_agent_id bystander = add_wide(world, mover(0, 5, 1, 0), 0), same = add_wide(alone, mover(0, 5, 1, 0), 0);
    wend_agent_id id = add_wide(world, agent_at(0, 0), 0);
    const float xs[] = {0, 3, 3, 6};
    for (int i = 0; i < COUNT_OF(xs); i++)
        queue(world, id, wend_goal_arrive(v2(xs[i], 0)));
    give(world, bystander, wend_goal_wander());
    give(alone, same, wend_goal_wander());
    int arrivals = 0;
    for (int k = 0; k < 60 * 15; k++)
    {
        step(world, 1 / 60.0);
        step(alone, 1 / 60.0);
        arrivals += events_of(world, id, WEND_EVENT_ARRIVED);
        assert_finite(at(world, id));
        assert_same(at(world, bystander), at(alone, same));
    }
    assert_int_equal(arrivals, 4);
    assert_vec(at(world, id), 6, 0, 0, 1e-5);
    assert_vec(wend_world_velocity(world, id), 0, 0, 0, 0);
    wend_world_destroy(world);
    wend_world_destroy(alone);
}

// ---- time steps

// Ten steps a second, up to 1 unit a step, a waypoint radius of 0.1: it is passed once, and not circled.
static void t_DT_04_long_steps_do_not_circle_a_waypoint(void **state)
{
    (void)state;
    wend_world *world = make_edged(WEND_EDGE_NONE, 0, 100);
    wend_agent agent = agent_at(0, 0);
    agent.max_speed = 10;
    wend_agent_id id = add_wide(world, agent, 0);
    wend_goal corner = wend_goal_seek(v2(5, 0)), start = wend_goal_seek(v2(0, 0));
    corner.tolerance = start.tolerance = 0.1f;
    queue(world, id, start);
    queue(world, id, corner);
    queue(world, id, wend_goal_arrive(v2(5, 5)));
    int visits = 0;
    bool was_there = false;
    for (int k = 0; k < 100; k++)
    {
        wend_vec a = at(world, id);
        step(world, 0.1);
        wend_vec way = wend_sub(at(world, id), a), to = wend_sub(v2(5, 0), a);
        double length = exact_dot(way, way), share = length > 0 ? exact_dot(way, to) / length : 0;
        share = fmin(fmax(share, 0), 1);
        bool is_there = hypot((double)to.x - share * (double)way.x, (double)to.y - share * (double)way.y) <= 0.1;
        visits += is_there && !was_there;
        was_there = is_there;
    }
    assert_int_equal(visits, 1);
    assert_true(wend_world_has_arrived(world, id));
    assert_vec(at(world, id), 5, 5, 0, 1e-5);
    wend_world_destroy(world);
}

// ---- misuse

static void t_API_03_a_path_of_one_point(void **state)
{
    (void)state;
    wend_world *world = make_edged(WEND_EDGE_NONE, 0, 100);
    wend_agent_id id = add_wide(world, agent_at(0, 0), 0);
    queue(world, id, wend_goal_arrive(v2(3, 3)));
    for (int k = 0; k < 60 * 10; k++)
        step(world, 1 / 60.0);
    assert_true(wend_world_has_arrived(world, id));
    assert_vec(at(world, id), 3, 3, 0, 1e-5);
    wend_world_destroy(world);
}

// Looking elsewhere changes nothing of where one goes.
static void t_API_09_facing_leaves_moving_alone(void **state)
{
    (void)state;
    wend_world *world = make_edged(WEND_EDGE_NONE, 0, 100);
    wend_agent_id plain = add_wide(world, mover(0, 0, 0, 1), 0), facing = add_wide(world, mover(0, 0, 0, 1), 0);
    wend_agent_def def;
    assert_int_equal(wend_world_get(world, facing, &def), WEND_OK);
    def.mask = 0; // they stand in one place: neither is to push the other
    assert_int_equal(wend_world_set(world, facing, &def), WEND_OK);
    assert_int_equal(wend_world_set(world, plain, &def), WEND_OK);
    wend_recipe recipe = wend_default_recipe();
    recipe.facing = WEND_FACE_POINT;
    recipe.face_point = v2(-100, 0);
    recipe.turn_rate = 2;
    assert_int_equal(wend_world_set_recipe(world, facing, &recipe), WEND_OK);
    give(world, plain, wend_goal_seek(v2(20, 0)));
    give(world, facing, wend_goal_seek(v2(20, 0)));
    for (int k = 0; k < 120; k++)
    {
        step(world, 1 / 60.0);
        assert_same(wend_world_velocity(world, plain), wend_world_velocity(world, facing));
        assert_same(at(world, plain), at(world, facing));
    }
    assert_true(at(world, plain).x > 4);
    assert_vec(wend_world_heading(world, facing), -1, 0, 0, 0.02);
    wend_world_destroy(world);
}

static void t_API_14_alone_it_goes_straight(void **state)
{
    (void)state;
    wend_world *world = make_edged(WEND_EDGE_NONE, 0, 100);
    wend_agent_id id = add_wide(world, agent_at(0, 0), 1);
    give(world, id, wend_goal_arrive(v2(10, 3)));
    for (int k = 0; k < 60 * 10; k++)
    {
        step(world, 1 / 60.0);
        wend_vec p = at(world, id);
        assert_true(fabs(3 * (double)p.x - 10 * (double)p.y) / sqrt(109) < 1e-4);
    }
    assert_vec(at(world, id), 10, 3, 0, 1e-5);
    wend_world_destroy(world);
}

/// How much a heading turns from one step to the next, in radians.
static double turn_of(wend_vec before, wend_vec after)
{
    return fabs(
        atan2((double)before.x * (double)after.y - (double)before.y * (double)after.x, exact_dot(before, after)));
}

// Two stand beside the goal and make it back away. With a rate its heading never turns faster than that (without one it
// does), and once it is slow its heading is held.
static void t_API_15_heading_while_braking(void **state)
{
    (void)state;
    for (int is_limited = 0; is_limited < 2; is_limited++)
    {
        wend_world *world = make_edged(WEND_EDGE_NONE, 0, 100);
        wend_agent_id id = add_wide(world, agent_at(0, 0), 1);
        wend_recipe recipe = wend_default_recipe();
        recipe.wish_count = 0; // who wishes nothing stays
        for (int i = 0; i < 2; i++)
        {
            wend_agent_id other = add_wide(world, agent_at(10, i ? 1.2f : -1.3f), 1);
            assert_int_equal(wend_world_set_recipe(world, other, &recipe), WEND_OK);
        }
        recipe = wend_default_recipe();
        recipe.turn_rate = is_limited ? 2 : 0;
        assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
        give(world, id, wend_goal_arrive(v2(10, 0)));
        double fastest = 0, late = 0;
        for (int k = 0; k < 60 * 20; k++)
        {
            wend_vec before = wend_world_heading(world, id);
            step(world, 1 / 60.0);
            double turn = turn_of(before, wend_world_heading(world, id));
            fastest = fmax(fastest, turn);
            late += k >= 60 * 15 ? turn : 0;
        }
        assert_true(is_limited ? fastest <= 2 / 60.0 + 1e-6 : fastest > 1);
        assert_true(late < 0.02);
        wend_world_destroy(world);
    }
}

// ---- dense

// 50 sent to one point: when they stand, none overlaps another by more than 5 % of a radius. (While they come in, the
// hulls in the middle give way a little more, for a moment.)
static void t_OUT_04_fifty_to_one_point(void **state)
{
    (void)state;
    wend_world *world = make_edged(WEND_EDGE_NONE, 0, 100);
    wend_agent_id ids[50];
    for (int i = 0; i < 50; i++) // a spiral, so that nobody starts in another
    {
        float angle = 2.4f * (float)i, far_out = 1.2f * sqrtf((float)i + 4);
        ids[i] = add_wide(world, agent_at(3 + far_out * cosf(angle), 1 + far_out * sinf(angle)), 0);
        give(world, ids[i], wend_goal_arrive(v2(0, 0)));
    }
    for (int k = 0; k < 60 * 20; k++)
        step(world, 1 / 60.0);
    for (int i = 0; i < 50; i++)
    {
        assert_true(exact_length(at(world, ids[i])) < 7); // 50 hulls fill half of a disc of radius 5
        for (int k = 0; k < i; k++)
            assert_true(exact_length(wend_sub(at(world, ids[i]), at(world, ids[k]))) > 1 - 0.05 * 0.5);
    }
    wend_world_destroy(world);
}

// ---- start = goal

// Whatever the goal: who is there already wishes nothing, and says at the next update that it has arrived.
static void t_SEG_02_already_there_whatever_the_goal(void **state)
{
    (void)state;
    const wend_goal_kind kinds[] = {WEND_GOAL_SEEK, WEND_GOAL_ARRIVE, WEND_GOAL_PURSUE,
                                    WEND_GOAL_SEEK, WEND_GOAL_ARRIVE, WEND_GOAL_HOLD};
    for (int i = 0; i < COUNT_OF(kinds); i++)
    {
        wend_world *world = make_edged(WEND_EDGE_NONE, 0, 100);
        wend_agent_id id = add_wide(world, agent_at(3, 4), 0), other = add_wide(world, agent_at(3, 4), 0);
        wend_goal goal = wend_goal_of(kinds[i]);
        goal.point = v2(3, 4);
        if (i < 3)
            goal.target = other;
        give(world, id, goal);
        assert_int_equal(wend_world_think(world, 1 / 60.0), WEND_OK);
        assert_vec(wend_world_velocity(world, id), 0, 0, 0, 0);
        assert_int_equal(wend_world_has_arrived(world, id), kinds[i] != WEND_GOAL_HOLD); // holding never ends
        assert_int_equal(events_of(world, id, WEND_EVENT_ARRIVED), kinds[i] != WEND_GOAL_HOLD);
        wend_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_NAN_03_equal_velocities_hide_nobody),
        cmocka_unit_test(t_NAN_06_a_waypoint_twice),
        cmocka_unit_test(t_DT_04_long_steps_do_not_circle_a_waypoint),
        cmocka_unit_test(t_API_03_a_path_of_one_point),
        cmocka_unit_test(t_API_09_facing_leaves_moving_alone),
        cmocka_unit_test(t_API_14_alone_it_goes_straight),
        cmocka_unit_test(t_API_15_heading_while_braking),
        cmocka_unit_test(t_OUT_04_fifty_to_one_point),
        cmocka_unit_test(t_SEG_02_already_there_whatever_the_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
