// FIELD-CASES of orbiting, overshooting, and ways that are odd, played through.
#include "testing.h"
#include "testing_world.h"

/// The world's agent with a recipe and a goal of its own.
static wend_agent_id mover_in(wend_world *world, wend_agent agent, wend_recipe recipe, wend_goal goal)
{
    wend_agent_def def = wend_default_agent_def();
    def.agent = agent;
    wend_agent_id id = wend_world_spawn(world, &def);
    assert_true(id.value != 0);
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    assert_int_equal(wend_world_set_goal(world, id, &goal), WEND_OK);
    return id;
}

/// Steps at 60 Hz until it has arrived; seconds, or -1.
static double arrives_in(wend_world *world, wend_agent_id id, double most)
{
    for (int k = 1; k <= (int)(most * 60); k++)
    {
        assert_int_equal(wend_world_step(world, 1.0 / 60), WEND_OK);
        if (wend_world_has_arrived(world, id))
            return k / 60.0;
    }
    return -1;
}

static void t_ORB_01_a_target_inside_the_turning_circle(void **state)
{
    (void)state;
    for (int can_reverse = 0; can_reverse < 2; can_reverse++)
    {
        wend_world *world = make(WEND_XY);
        wend_recipe recipe = wend_default_recipe();
        recipe.body = WEND_BODY_CAR;
        recipe.car.turning_radius = 3;
        recipe.car.reverse_share = can_reverse ? 0.5f : 0.0f;
        wend_agent agent = wend_default_agent();
        agent.heading = v2(1, 0);
        assert_false(wend_can_reach(&agent, v2(0, 1.5f), 3)); // 2.25 < 2 * 3 * 1.5
        wend_goal goal = wend_goal_arrive(v2(0, 1.5f));
        goal.tolerance = 0.1f;
        wend_agent_id id = mover_in(world, agent, recipe, goal);
        // A circle of 3 is 19 long, 5 s at top speed: it needn't go round twice.
        assert_true(arrives_in(world, id, 12) > 0);
        wend_world_destroy(world);
    }
}

static void t_ORB_03_ships_do_not_circle(void **state)
{
    (void)state;
    const float speeds[2] = {158, 82}, turns[2] = {4.7f, 9};
    for (int i = 0; i < 2; i++)
    {
        for (int side = 0; side < 8; side++)
        {
            wend_world *world = make(WEND_XY);
            wend_recipe recipe = wend_default_recipe();
            recipe.body = WEND_BODY_TURNS;
            recipe.turner.turn_rate = turns[i];
            wend_agent agent = wend_default_agent();
            agent.max_speed = speeds[i];
            agent.max_acceleration = 10 * speeds[i];
            agent.velocity = v2(speeds[i], 0);
            agent.heading = v2(1, 0);
            float angle = 0.78539816f * (float)side, away = 0.5f * speeds[i] / turns[i]; // inside its circle
            wend_goal goal = wend_goal_arrive(v2(away * cosf(angle), away * sinf(angle)));
            goal.tolerance = 0.02f * speeds[i];
            wend_agent_id id = mover_in(world, agent, recipe, goal);
            double turn = 6.2831853 / (double)turns[i];
            assert_true(arrives_in(world, id, 3 * turn) > 0);
            wend_world_destroy(world);
        }
    }
}

static void t_OSC_04_one_approach_by_looking_ahead_in_time(void **state)
{
    (void)state;
    const wend_vec points[2] = {{0, 0, 0}, {10, 0, 0}};
    const wend_path path = {points, 2, false};
    wend_follow how = wend_default_follow();
    how.follower = WEND_FOLLOW_PREDICT;
    how.seconds_ahead = 1.5f;
    wend_agent self = wend_default_agent();
    self.max_speed = 1;
    wend_path_progress progress = {0};
    float farthest = 0;
    for (int k = 0; k < 60 * 40; k++)
    {
        wend_vec wish = wend_follow_path(&self, &path, &progress, &how, 1.0 / 60);
        self.velocity = wend_point_mass(&self, wish, 1.0 / 60, NULL);
        assert_true(self.velocity.x >= -1e-4f); // it never comes back
        move_by(&self, self.velocity, 1.0 / 60);
        farthest = fmaxf(farthest, self.position.x);
    }
    assert_true(progress.has_arrived);
    assert_true(farthest <= 10.001f && self.position.x > 9.98f);
    assert_same(self.velocity, v2(0, 0));
}

static void t_OSC_05_the_angular_stopping_distance_is_kept(void **state)
{
    (void)state;
    const double pi = 3.14159265358979, most = pi / 2;
    wend_turner turner = {.turn_rate = (float)pi, .turn_acceleration = (float)most};
    wend_agent self = wend_default_agent();
    self.heading = v2(1, 0);
    wend_vec wish = v2((float)cos(170 * pi / 180), (float)sin(170 * pi / 180));
    float spin = 0;
    double left = 170 * pi / 180;
    for (int k = 0; k < 600; k++)
    {
        wend_move move = wend_turn_on_spot(&self, wish, &turner, spin, 1.0 / 60);
        assert_true(fabs((double)(move.spin - spin)) <= most / 60 + 1e-5);
        self.heading = move.heading;
        spin = move.spin;
        double angle = atan2((double)self.heading.y, (double)self.heading.x);
        assert_true(angle >= -1e-6); // by the left
        left = 170 * pi / 180 - angle;
        assert_true(left >= -1e-5); // never past it
        assert_true((double)(spin * spin) <= 2 * most * fmax(left, 0) + 1e-3);
    }
    assert_close(left, 0, 1e-3);
    assert_close(spin, 0, 1e-3);
}

static void t_PTH_01_no_wrap_at_an_end_and_no_cut_across_a_tip(void **state)
{
    (void)state;
    wend_vec points[3] = {{0, 0, 0}, {10, 0, 0}};
    wend_path path = {points, 2, false};
    wend_agent self = wend_default_agent();
    self.position = v2(9.8f, 0);
    self.velocity = v2(8, 0);
    self.max_speed = 8;
    for (int f = 0; f < 3; f++)
    {
        wend_follow how = wend_default_follow();
        how.follower = (wend_follower[]){WEND_FOLLOW_CARROT, WEND_FOLLOW_WAYPOINT, WEND_FOLLOW_PREDICT}[f];
        wend_path_progress progress = wend_path_begin(&path, self.position, &how);
        wend_vec wish = wend_follow_path(&self, &path, &progress, &how, 1.0 / 60);
        assert_true(progress.aim.x > 9.79f);
        assert_true(wish.x >= 0);
    }
    points[1] = v2(5, 8), points[2] = v2(10, 0);
    path.count = 3;
    for (int f = 0; f < 3; f++)
    {
        wend_follow how = wend_default_follow();
        how.follower = (wend_follower[]){WEND_FOLLOW_CARROT, WEND_FOLLOW_WAYPOINT, WEND_FOLLOW_PREDICT}[f];
        wend_agent walker = wend_default_agent();
        wend_path_progress progress = {0};
        double nearest = 1e9;
        for (int k = 0; k < 60 * 20; k++)
        {
            wend_vec wish = wend_follow_path(&walker, &path, &progress, &how, 1.0 / 60);
            walker.velocity = wend_point_mass(&walker, wish, 1.0 / 60, NULL);
            move_by(&walker, walker.velocity, 1.0 / 60);
            nearest = fmin(nearest, exact_length(wend_sub(walker.position, points[1])));
        }
        assert_true(progress.has_arrived);
        assert_true(nearest <= (double)how.tube);
    }
}

static void t_PTH_04_the_floor_above_does_not_count(void **state)
{
    (void)state;
    const wend_vec points[4] = {{0, 0, 0}, {5, 0, 0}, {5, 4, 0}, {0, 4, 0}};
    const wend_path path = {points, 4, false};
    wend_follow how = wend_default_follow();
    how.follower = WEND_FOLLOW_WAYPOINT;
    how.height = 1;
    for (int below = 0; below < 2; below++)
    {
        wend_agent self = wend_default_agent();
        self.position = wend_xyz(5, 4, below ? -3.0f : -0.5f);
        wend_path_progress progress = {.leg = 1, .has_begun = true, .has_entered = true, .last = self.position};
        wend_follow_path(&self, &path, &progress, &how, 1.0 / 60);
        assert_int_equal(progress.leg, below ? 1 : 2);
    }
}

static void t_UNR_04_no_points_and_one_point(void **state)
{
    (void)state;
    const wend_vec one = {3, 0, 0};
    wend_agent self = wend_default_agent();
    wend_path_progress progress = {0};
    assert_same(wend_follow_path(&self, &(wend_path){NULL, 0, false}, &progress, NULL, 1.0 / 60), v2(0, 0));
    assert_true(progress.events == WEND_PATH_NONE && !progress.has_arrived);
    progress = (wend_path_progress){0};
    unsigned events = 0;
    for (int k = 0; k < 60 * 10; k++)
    {
        wend_vec wish = wend_follow_path(&self, &(wend_path){&one, 1, false}, &progress, NULL, 1.0 / 60);
        self.velocity = wend_point_mass(&self, wish, 1.0 / 60, NULL);
        move_by(&self, self.velocity, 1.0 / 60);
        events |= progress.events;
    }
    assert_true(progress.has_arrived && (events & WEND_PATH_ARRIVED) != 0);
    assert_vec(self.position, 3, 0, 0, 0.03);
}

static void t_SYM_06_no_spinning_at_one_who_stands(void **state)
{
    (void)state;
    const wend_dodge_kind dodges[3] = {WEND_DODGE_ORCA, WEND_DODGE_SAMPLED, WEND_DODGE_SOCIAL};
    for (int i = 0; i < 3; i++)
    {
        wend_world *world = make(WEND_XY);
        wend_recipe recipe = wend_default_recipe();
        recipe.dodge = dodges[i];
        wend_agent agent = wend_default_agent();
        mover_in(world, agent, recipe, wend_goal_of(WEND_GOAL_NONE));
        agent.position = v2(-5, 0);
        wend_agent_id id = mover_in(world, agent, recipe, wend_goal_arrive(v2(5, 0)));
        double turned = 0;
        wend_vec before = {0, 0, 0};
        for (int k = 0; k < 60 * 20 && !wend_world_has_arrived(world, id); k++)
        {
            assert_int_equal(wend_world_step(world, 1.0 / 60), WEND_OK);
            wend_vec v = wend_world_velocity(world, id);
            if (exact_length(v) > 0.05 && exact_length(before) > 0.05)
                turned += fabs(atan2((double)before.x * (double)v.y - (double)before.y * (double)v.x,
                                     (double)before.x * (double)v.x + (double)before.y * (double)v.y));
            before = v;
        }
        assert_true(wend_world_has_arrived(world, id));
        assert_true(turned < 6.2831853);
        wend_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_ORB_01_a_target_inside_the_turning_circle),
        cmocka_unit_test(t_ORB_03_ships_do_not_circle),
        cmocka_unit_test(t_OSC_04_one_approach_by_looking_ahead_in_time),
        cmocka_unit_test(t_OSC_05_the_angular_stopping_distance_is_kept),
        cmocka_unit_test(t_PTH_01_no_wrap_at_an_end_and_no_cut_across_a_tip),
        cmocka_unit_test(t_PTH_04_the_floor_above_does_not_count),
        cmocka_unit_test(t_UNR_04_no_points_and_one_point),
        cmocka_unit_test(t_SYM_06_no_spinning_at_one_who_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
