// steer.h: points, moving targets, velocities, places: against numbers worked out by hand, at the edges of each rule.
// Regions, wander, facing, estimating and extreme magnitudes are in test_steer_free.c.
#include "testing.h"

#include "wend/motion.h"
#include "wend/steer.h"

/// The speed from which the default body can still brake within a distance, as steer.h defines it: the positive
/// solution of v^2 / (2 a) + 4 t v = distance.
static double braking_speed(const wend_agent *self, double distance)
{
    double a = (double)self->max_acceleration, lag = 4 * (double)self->response_time;
    return a * (sqrt(lag * lag + 2 * distance / a) - lag);
}

// ---- a point

static void t_004_20_seek_and_flee_at_top_speed(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    assert_vec(wend_seek(&self, v2(10, 0)), 4, 0, 0, 0);
    assert_vec(wend_flee(&self, v2(10, 0), 0, 0), -4, 0, 0, 0);
    assert_vec(wend_seek(&self, v2(0, -1e-30f)), 0, -4, 0, 1e-6);
    self.position = wend_xyz(1, 2, 3);
    assert_vec(wend_seek(&self, wend_xyz(3, -1, 9)), 8.0 / 7, -12.0 / 7, 24.0 / 7, 1e-6);
    assert_vec(wend_flee(&self, wend_xyz(3, -1, 9), 0, 0), -8.0 / 7, 12.0 / 7, -24.0 / 7, 1e-6);
    self.max_speed = 0;
    assert_vec(wend_seek(&self, v2(7, 7)), 0, 0, 0, 0);
}

static void t_004_20_arrive_in_step_with_the_distance(void **state)
{
    (void)state;
    const float distances[] = {10, 2, 1, 0.5f}, speeds[] = {4, 4, 2, 1};
    wend_agent self = agent_at(0, 0), prompt = self;
    prompt.response_time = 0; // then sqrt(2 a d) is the faster of the two at all these distances
    for (int i = 0; i < COUNT_OF(distances); i++)
    {
        assert_vec(wend_arrive_linear(&self, v2(distances[i], 0), 2), speeds[i], 0, 0, 1e-6);
        assert_vec(wend_arrive(&prompt, v2(0, -distances[i])), 0, -speeds[i], 0, 1e-6);
    }
}

static void t_arrive_knows_of_braking_and_lag(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    assert_vec(wend_arrive(&self, v2(10, 0)), 4, 0, 0, 1e-6);
    assert_vec(wend_arrive(&self, v2(2, 0)), 2.618898, 0, 0, 1e-5); // 8 (sqrt(0.36 + 0.5) - 0.6)
    assert_vec(wend_arrive(&self, v2(0, 1)), 0, 1.448200, 0, 1e-5); // 8 (sqrt(0.36 + 0.25) - 0.6)
    self.response_time = 0;
    self.arrival_radius = 0.1f;
    assert_vec(wend_arrive(&self, v2(0.25f, 0)), 2, 0, 0, 1e-6); // sqrt(2 * 8 * 0.25)
    assert_vec(wend_arrive(&self, v2(0.81f, 0)), 3.6, 0, 0, 1e-5);
    uint64_t random = 2;
    for (int i = 0; i < 5000; i++)
    {
        self.max_speed = draw_float(&random, 0.1, 300);
        self.max_acceleration = draw_float(&random, 0.1, 500);
        self.response_time = i % 3 == 0 ? 0 : draw_float(&random, 0, 1);
        self.arrival_radius = draw_float(&random, 0.1, 200);
        wend_vec goal = draw_in_box(&random, 300, true);
        double distance = exact_length(goal), top = (double)self.max_speed;
        double linear = top * fmin(1, distance / (double)self.arrival_radius);
        double expected = fmin(linear, braking_speed(&self, distance));
        if (distance > 0.0011 * (double)self.arrival_radius)
        {
            wend_vec wish = wend_arrive(&self, goal);
            assert_close(exact_length(wish), expected, 1e-5 * expected);
            assert_close(exact_dot(wish, goal), exact_length(wish) * distance, 1e-5 * expected * distance);
        }
    }
}

static void t_004_21_on_the_point_is_zero(void **state)
{
    (void)state;
    wend_agent self = mover(3, -7, 2, 1);
    assert_vec(wend_seek(&self, self.position), 0, 0, 0, 0);
    assert_vec(wend_flee(&self, self.position, 0, 0), 0, 0, 0, 0);
    assert_vec(wend_flee(&self, self.position, 5, 0.5f), 0, 0, 0, 0);
    assert_vec(wend_arrive(&self, self.position), 0, 0, 0, 0);
    assert_vec(wend_arrive_linear(&self, self.position, 2), 0, 0, 0, 0);
    assert_vec(wend_arrive_linear(&self, self.position, 0), 0, 0, 0, 0);
    assert_vec(wend_arrive_linear(&self, v2(3, -6.5f), 0), 0, 4, 0, 1e-6); // no radius: full speed up to the point
}

static void t_003_15_seek_on_the_target_is_zero_not_nan(void **state)
{
    (void)state;
    wend_agent self = chaser(100, 100, 0.15f);
    self.velocity = v2(220, 0);
    assert_vec(wend_seek(&self, v2(100, 100)), 0, 0, 0, 0);
}

static void t_002_06_flee_is_seek_reversed(void **state)
{
    (void)state;
    uint64_t random = 4;
    for (int i = 0; i < 10000; i++)
    {
        wend_agent self = agent_at(draw_float(&random, -9, 9), draw_float(&random, -9, 9));
        wend_vec point = draw_in_box(&random, 9, true);
        assert_true(wend_equal(wend_flee(&self, point, 0, 0), wend_negate(wend_seek(&self, point))));
    }
}

static void t_002_07_flee_only_within_the_radius(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 0.3f, -0.7f);
    assert_vec(wend_flee(&self, v2(5, 0), 5, 0), -4, 0, 0, 0); // exactly at it counts
    assert_same(wend_flee(&self, v2(5.0001f, 0), 5, 0), self.velocity);
    assert_vec(wend_flee(&self, v2(500, 0), 0, 0), -4, 0, 0, 0); // 0: everywhere
    assert_vec(wend_flee(&self, wend_xyz(0, 3, 4), 5, 0), 0, -2.4, -3.2, 1e-6);
}

static void t_003_33_flee_outside_wants_no_change(void **state)
{
    (void)state;
    wend_agent self = chaser(0, 0, 0.15f);
    self.velocity = v2(17.3f, -5.1f);
    assert_same(wend_flee(&self, v2(221, 0), 220, 0), self.velocity);
    assert_vec(wend_flee(&self, v2(220, 0), 220, 0), -220, 0, 0, 1e-4);
    assert_vec(wend_flee(&self, v2(0, 100), 220, 0), 0, -220, 0, 1e-4);
}

static void t_003_34_outside_it_keeps_its_speed(void **state)
{
    (void)state;
    wend_agent self = chaser(400, 0, 0.15f);
    self.velocity = v2(31.7f, 11.1f);
    for (int i = 0; i < 100; i++)
    {
        move_by(&self, wend_point_mass(&self, wend_flee(&self, v2(0, 0), 220, 0), 1.0 / 60, NULL), 1.0 / 60);
        assert_same(self.velocity, v2(31.7f, 11.1f));
    }
}

static void t_002_12_flee_fades_at_the_rim(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 0, 2);
    // radius 5, the outer 2 fade: full at 3, half at 4, nothing at 5
    assert_vec(wend_flee(&self, v2(2, 0), 5, 0.4f), -4, 0, 0, 1e-6);
    assert_vec(wend_flee(&self, v2(3, 0), 5, 0.4f), -4, 0, 0, 1e-5);
    assert_vec(wend_flee(&self, v2(4, 0), 5, 0.4f), -2, 1, 0, 1e-5);
    assert_vec(wend_flee(&self, v2(4.5f, 0), 5, 0.4f), -1, 1.5, 0, 1e-5);
    assert_vec(wend_flee(&self, v2(5, 0), 5, 0.4f), 0, 2, 0, 1e-6);
    assert_same(wend_flee(&self, v2(5.5f, 0), 5, 0.4f), self.velocity);
    assert_vec(wend_flee(&self, v2(2.5f, 0), 5, 1), -2, 1, 0, 1e-5); // all of it fades
    for (int i = 1; i < 600; i++)                                    // nowhere does it snap
    {
        wend_vec here = wend_flee(&self, v2(0.01f * (float)i, 0), 5, 0.4f);
        wend_vec there = wend_flee(&self, v2(0.01f * (float)(i + 1), 0), 5, 0.4f);
        assert_true(exact_length(wend_sub(here, there)) < 0.03);
    }
}

static void t_003_21_linear_arrive(void **state)
{
    (void)state;
    wend_agent self = chaser(0, 0, 0.15f);
    assert_vec(wend_arrive_linear(&self, v2(75, 0), 150), 110, 0, 0, 1e-4);
    assert_vec(wend_arrive_linear(&self, v2(0, 150), 150), 0, 220, 0, 1e-4);
    assert_vec(wend_arrive_linear(&self, v2(-400, 0), 150), -220, 0, 0, 1e-4);
    assert_vec(wend_arrive_linear(&self, v2(0, 0), 150), 0, 0, 0, 0);
}

static void t_002_09_distance_is_taken_before_scaling(void **state)
{
    (void)state;
    wend_agent self = agent_at(5, 5);
    assert_vec(wend_arrive_linear(&self, v2(5.6f, 5.8f), 2), 1.2, 1.6, 0, 1e-5); // 1 away of 2: half of 4
}

static void t_003_30_linear_arrive_against_the_braking_curve(void **state)
{
    (void)state;
    wend_agent self = chaser(0, 0, 0);
    int above = 0;
    for (int i = 1; i <= 1000; i++)
    {
        double d = 0.063 * i;
        double safe = sqrt(2 * 380 * d);
        assert_true(exact_length(wend_arrive_linear(&self, v2((float)d, 0), 63.7f)) <= safe);
        above += exact_length(wend_arrive_linear(&self, v2((float)d, 0), 62)) > safe;
        self.arrival_radius = 10;
        assert_true(exact_length(wend_arrive(&self, v2((float)d, 0))) <= safe * (1 + 1e-6)); // ours never
    }
    assert_true(above > 0);
}

static void t_OSC_01_close_to_the_point_it_rests(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 0.01f, 0);
    assert_vec(wend_arrive(&self, v2(0.001f, 0)), 0, 0, 0, 0);
    assert_vec(wend_arrive(&self, v2(-0.0019f, 0)), 0, 0, 0, 0); // within a thousandth of the arrival radius, 2
    assert_true(wend_arrive(&self, v2(0.0021f, 0)).x > 0);
    double last = 5;
    for (float d = 4; d > 0.0021f; d *= 0.9f) // less and less on the way
    {
        double speed = exact_length(wend_arrive(&self, v2(d, 0)));
        assert_true(speed <= last);
        last = speed;
    }
    assert_true(last < 0.005);
}

// ---- something that moves

static void t_004_23_prediction_time(void **state)
{
    (void)state;
    const float rows[][4] = {{10, 4, 6, 1}, {5, 4, 1, 1},  {40, 4, 4, 2}, {16, 4, 4, 2},
                             {0, 4, 4, 0},  {10, 0, 0, 0}, {10, 0, 5, 2}};
    wend_agent self = mover(1, 1, 9, 9); // its own speed doesn't count
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        self.max_speed = rows[i][1];
        assert_close(wend_predict(&self, v2(1, 1 + rows[i][0]), v2(0, -rows[i][2]), NULL), rows[i][3], 1e-6);
    }
    wend_prediction usual = wend_default_prediction();
    assert_int_equal(usual.divisor, WEND_DIVIDE_BY_TOP_AND_TARGET);
    assert_close(usual.longest, 2, 0);
    assert_false(usual.is_exact);
}

// 0.1 makes 002's rule (distance / both current speeds, at most 5 s) an option.
static void t_002_10_prediction_by_current_speeds(void **state)
{
    (void)state;
    const float rows[][4] = {{10, 2, 3, 2}, {100, 2, 3, 5}, {10, 0, 0, 0}, {10, 0, 4, 2.5f}};
    wend_prediction how = wend_default_prediction();
    how.divisor = WEND_DIVIDE_BY_CURRENT;
    how.longest = 5;
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_agent self = mover(0, 0, 0, rows[i][1]);
        assert_close(wend_predict(&self, v2(rows[i][0], 0), v2(rows[i][2], 0), &how), rows[i][3], 1e-6);
    }
}

static void t_002_11_faster_means_shorter(void **state)
{
    (void)state;
    wend_prediction how = {WEND_DIVIDE_BY_TOP_AND_TARGET, 1000, false};
    for (int divisor = WEND_DIVIDE_BY_TOP_AND_TARGET; divisor <= WEND_DIVIDE_BY_CURRENT; divisor++)
    {
        how.divisor = (wend_divisor)divisor;
        float last = 1000;
        for (int i = 1; i < 100; i++)
        {
            wend_agent self = mover(0, 0, (float)i, 0);
            self.max_speed = (float)i;
            float time = wend_predict(&self, v2(50, 0), v2(0, 1), &how);
            assert_true(time < last && time > 0);
            last = time;
        }
    }
}

// 0.1 makes 003's rule (distance / own top speed, at most 1 s) an option.
static void t_003_36_look_ahead_by_own_top_speed(void **state)
{
    (void)state;
    wend_prediction how = {WEND_DIVIDE_BY_TOP, 1, false};
    wend_agent self = chaser(0, 0, 0.15f);
    assert_close(wend_predict(&self, v2(440, 0), v2(0, 100), &how) * 100, 100, 1e-4);
    assert_close(wend_predict(&self, v2(110, 0), v2(0, 100), &how) * 100, 50, 1e-4);
    assert_close(wend_predict(&self, v2(0, 0), v2(0, 100), &how), 0, 0);
    double length = hypot(440, 100);
    assert_vec(wend_pursue(&self, v2(440, 0), v2(0, 100), &how), 220 * 440 / length, 220 * 100 / length, 0, 1e-3);
}

static void t_003_37_exercise_three(void **state)
{
    (void)state;
    wend_prediction how = {WEND_DIVIDE_BY_TOP, 1, false};
    wend_agent self = chaser(-30, 10, 0.15f);
    assert_close(wend_predict(&self, v2(300, 10), v2(0, 120), &how) * 120, 120, 1e-4);
    assert_close(wend_predict(&self, v2(36, 10), v2(0, 120), &how) * 120, 36, 1e-4);
}

static void t_004_24_pursue_aims_ahead_evade_away(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    assert_vec(wend_pursue(&self, v2(10, 0), v2(0, 6), NULL), 3.4300, 2.0580, 0, 1e-4);
    assert_vec(wend_evade(&self, v2(10, 0), v2(0, 6), 0, NULL), -3.4300, -2.0580, 0, 1e-4);
    wend_prediction none = wend_default_prediction();
    none.longest = 0;
    assert_vec(wend_pursue(&self, v2(10, 0), v2(0, 6), &none), 4, 0, 0, 1e-6); // 0 s: seek
}

static void t_PUR_01_exact_intercept(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    assert_close(wend_intercept(&self, v2(10, 0), v2(-4, 0), 4), 1.25, 1e-6);
    assert_close(wend_intercept(&self, v2(10, 0), v2(4, 0), 4), -1, 0);
    assert_close(wend_intercept(&self, v2(10, 0), v2(4.0001f, 0), 4), -1, 0);
    assert_close(wend_intercept(&self, v2(10, 0), v2(0, 4), 4), -1, 0);
    double closing = 4 - (double)3.9999f;
    assert_close(wend_intercept(&self, v2(10, 0), v2(3.9999f, 0), 4), 10 / closing, 1e-3 * 10 / closing);
    assert_close(wend_intercept(&self, v2(10, 0), v2(0, 0), 4), 2.5, 1e-6);
    assert_close(wend_intercept(&self, v2(10, 0), v2(-8, 0), 4), 10.0 / 12, 1e-6); // the other solution is 2.5
    assert_close(wend_intercept(&self, v2(10, 0), v2(-8, 0), 0), 1.25, 1e-6);
    assert_close(wend_intercept(&self, v2(10, 0), v2(-8, 1), 0), -1, 0);
    assert_close(wend_intercept(&self, v2(10, 0), v2(0, 0), 0), -1, 0);
    assert_close(wend_intercept(&self, v2(10, 0), v2(0, 3), 5), 2.5, 1e-6);
    assert_close(wend_intercept(&self, wend_xyz(0, 0, 10), wend_xyz(0, 3, 0), 5), 2.5, 1e-6);
}

static void t_PUR_01_pursue_without_an_intercept_falls_back(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    wend_prediction exact = wend_default_prediction();
    exact.is_exact = true;
    assert_close(wend_predict(&self, v2(10, 0), v2(-4, 0), &exact), 1.25, 1e-6);
    assert_close(wend_predict(&self, v2(10, 0), v2(4, 0), &exact), 1.25, 1e-6); // 10 / (4 + 4)
    assert_vec(wend_pursue(&self, v2(10, 0), v2(4, 0), &exact), 4, 0, 0, 1e-6);
    assert_vec(wend_pursue(&self, v2(10, 0), v2(3.9999f, 0), &exact), 4, 0, 0, 1e-6);
    assert_vec(wend_pursue(&self, v2(10, 0), v2(4.0001f, 0), &exact), 4, 0, 0, 1e-6);
    assert_vec(wend_pursue(&self, v2(10, 0), v2(-4, 0), &exact), 4, 0, 0, 1e-6);
    double length = hypot(10, 5); // in 1.25 s it will be at (10, 5)
    assert_vec(wend_pursue(&self, v2(10, 0), v2(0, 4), &exact), 40 / length, 20 / length, 0, 1e-5);
    // can be met after 2 s: straight at the meeting point, (10, 0) + 2 (-3, 2 sqrt 3): 8 away at speed 4
    float side = (float)(2 * sqrt(3));
    assert_vec(wend_pursue(&self, v2(10, 0), v2(-3, side), &exact), 2, 2 * sqrt(3), 0, 1e-4);
}

static void t_PUR_01_intercepts_meet_and_none_is_sooner(void **state)
{
    (void)state;
    uint64_t random = 77;
    int met = 0;
    for (int i = 0; i < 20000; i++)
    {
        wend_agent self = agent_at(draw_float(&random, -5, 5), draw_float(&random, -5, 5));
        wend_vec position = draw_in_box(&random, 10, true), velocity = draw_in_box(&random, 5, true);
        double speed = (double)draw_float(&random, 0, 6);
        double time = (double)wend_intercept(&self, position, velocity, (float)speed);
        wend_vec offset = wend_sub(position, self.position);
        if (time >= 0)
        {
            double x = (double)offset.x + (double)velocity.x * time, y = (double)offset.y + (double)velocity.y * time;
            double distance = sqrt(x * x + y * y + square((double)offset.z + (double)velocity.z * time));
            assert_close(distance, speed * time, 1e-4 * (distance + exact_length(offset)));
            met++;
        }
        // who can't be met before some time is still farther than the shot has flown, at every moment before
        double last = time >= 0 ? time : 100;
        for (int k = 0; k < 50; k++)
        {
            double t = last * k / 50;
            double x = (double)offset.x + (double)velocity.x * t, y = (double)offset.y + (double)velocity.y * t;
            double distance = sqrt(x * x + y * y + square((double)offset.z + (double)velocity.z * t));
            assert_true(distance > speed * t * (1 - 1e-5));
        }
    }
    assert_in_range(met, 5000, 19000);
}

static void t_PUR_03_already_at_the_target(void **state)
{
    (void)state;
    wend_agent self = mover(2, 3, 1, 0);
    wend_prediction exact = wend_default_prediction();
    exact.is_exact = true;
    const wend_vec velocities[] = {{1, 0, 0}, {2, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < COUNT_OF(velocities); i++)
    {
        assert_close(wend_intercept(&self, self.position, velocities[i], 4), 0, 0);
        assert_close(wend_intercept(&self, self.position, velocities[i], 0), 0, 0);
        assert_close(wend_predict(&self, self.position, velocities[i], &exact), 0, 0);
        assert_vec(wend_pursue(&self, self.position, velocities[i], &exact), 0, 0, 0, 0);
        assert_vec(wend_pursue(&self, self.position, velocities[i], NULL), 0, 0, 0, 0);
        assert_finite(wend_evade(&self, self.position, velocities[i], 5, &exact));
        wend_vec aim = wend_aim(&self, self.position, velocities[i], 4);
        assert_close(exact_length(aim), 1, 1e-6); // some direction
    }
}

static const wend_prediction chapter = {WEND_DIVIDE_BY_TOP, 1, false};

static void t_003_47_evade_starts_before_a_fast_threat_is_there(void **state)
{
    (void)state;
    wend_agent self = chaser(0, 0, 0.15f);
    self.velocity = v2(0, 13);
    wend_vec straight_in = v2(-300, 0);
    // in 1 s it comes 300 nearer, so it matters from 520
    assert_same(wend_evade(&self, v2(521, 0), straight_in, 220, &chapter), self.velocity);
    assert_vec(wend_evade(&self, v2(519, 0), straight_in, 220, &chapter), -220, 0, 0, 1e-3);
    assert_same(wend_flee(&self, v2(519, 0), 220, 0), self.velocity);
    assert_same(wend_evade(&self, v2(221, 0), v2(300, 0), 220, &chapter), self.velocity); // going away
    assert_vec(wend_evade(&self, v2(219, 0), v2(300, 0), 220, &chapter), -220, 0, 0, 1e-3);
    // its way passes 100 off the agent although it begins and ends farther than 110
    wend_vec passing = wend_evade(&self, v2(150, 100), v2(-200, 0), 110, &chapter);
    assert_close(exact_length(passing), 220, 1e-3);
}

// 0.1 replaces 003's evade, which runs at a threat whose predicted place lies beyond the agent.
static void t_003_49_evade_never_runs_at_the_threat(void **state)
{
    (void)state;
    wend_agent self = chaser(0, 0, 0.15f);
    assert_vec(wend_evade(&self, v2(250, 0), v2(-300, 0), 220, &chapter), -220, 0, 0, 1e-3); // aim at -50
    assert_vec(wend_evade(&self, v2(300, 0), v2(-300, 0), 220, &chapter), -220, 0, 0, 1e-3); // aim on the agent
    assert_vec(wend_evade(&self, v2(0, 250), v2(0, -300), 0, &chapter), 0, -220, 0, 1e-3);
    uint64_t random = 21;
    for (int i = 0; i < 50000; i++)
    {
        wend_prediction how = {(wend_divisor)(i % 3), 2, i % 5 == 0};
        self.velocity = draw_in_box(&random, 100, true);
        wend_vec threat = draw_in_box(&random, 400, true), velocity = draw_in_box(&random, 500, true);
        wend_vec wish = wend_evade(&self, threat, velocity, 0, &how);
        assert_close(exact_length(wish), 220, 1e-3);
        assert_true(exact_dot(wish, threat) <= 1e-3 * exact_length(threat));
    }
}

// ---- a velocity, a speed, a place

static void t_match_cruise_stop(void **state)
{
    (void)state;
    wend_agent self = mover(5, 5, 0, 2);
    assert_same(wend_match(&self, v2(1, -3)), v2(1, -3));
    assert_vec(wend_match(&self, v2(30, 40)), 2.4, 3.2, 0, 1e-6);
    assert_vec(wend_cruise(&self, 3), 0, 3, 0, 1e-6); // along the velocity, not the heading
    assert_vec(wend_cruise(&self, 0), 0, 0, 0, 0);
    assert_vec(wend_cruise(&self, 100), 0, 4, 0, 1e-6);
    self.velocity = v2(0, 0);
    self.heading = v2(-0.6f, 0.8f);
    assert_vec(wend_cruise(&self, 2), -1.2, 1.6, 0, 1e-6); // at rest along the heading
    assert_vec(wend_stop(&self), 0, 0, 0, 0);
}

static void t_hold_within_slack(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 1, 1);
    assert_vec(wend_hold(&self, v2(3, 0), 3), 0, 0, 0, 0);
    assert_vec(wend_hold(&self, v2(2.9f, 0), 3), 0, 0, 0, 0);
    assert_vec(wend_hold(&self, v2(4, 0), 3), 4, 0, 0, 1e-6); // 8 (sqrt(0.36 + 1) - 0.6) is 4.53: at top speed
    assert_vec(wend_hold(&self, v2(0, -2), 1), 0, -2.618898, 0, 1e-5);
    assert_same(wend_hold(&self, v2(1.5f, 0.7f), 0.5f), wend_arrive(&self, v2(1.5f, 0.7f)));
    assert_vec(wend_hold(&self, v2(0, 0), 0), 0, 0, 0, 0);
}

// ---- between two, beside one

static void t_interpose_arrives_between(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    // the middle (10, 0) is 2.5 s away, of which 2 count: (10, 2)
    assert_vec(wend_interpose(&self, v2(10, -2), v2(0, 1), v2(10, 2), v2(0, 1), 0.5f), 3.922323, 0.784465, 0, 1e-5);
    // 1 s away: a will be at (4, 1), b at (4, -1): their middle is where it was
    assert_vec(wend_interpose(&self, v2(4, 0), v2(0, 1), v2(4, 0), v2(0, -1), 0.5f), 4, 0, 0, 1e-5);
    // share 0: at the first, share 1: at the second, as they will be
    assert_vec(wend_interpose(&self, v2(0, 8), v2(3, 0), v2(9, 8), v2(0, 0), 0), 2.4, 3.2, 0, 1e-5);
    assert_vec(wend_interpose(&self, v2(9, 8), v2(0, 0), v2(0, 8), v2(-3, 0), 1), -2.4, 3.2, 0, 1e-5);
    // at rest: a quarter of the way from (0, 10) to (12, 6) is (3, 9)
    double length = hypot(3, 9);
    wend_vec wish = wend_interpose(&self, v2(0, 10), v2(0, 0), v2(12, 6), v2(0, 0), 0.25f);
    assert_vec(wish, 12 / length, 36 / length, 0, 1e-5);
    self.position = v2(3, 9);
    assert_vec(wend_interpose(&self, v2(0, 10), v2(0, 0), v2(12, 6), v2(0, 0), 0.25f), 0, 0, 0, 1e-6);
}

static void t_offset_pursue_does_not_trail(void **state)
{
    (void)state;
    wend_leader leader = {v2(10, 0), v2(1, 0), v2(1, 0), v2(-2, 1)}; // the place is (8, 1)
    wend_agent self = mover(8, 1, 1, 0);
    assert_vec(wend_offset_pursue(&self, &leader), 1, 0, 0, 1e-6); // in its place: the leader's velocity
    self.position = v2(7, 1);
    assert_vec(wend_offset_pursue(&self, &leader), 2.448200, 0, 0, 1e-5); // arrive at 1 away, and 1
    self.position = v2(-9, 1);
    assert_vec(wend_offset_pursue(&self, &leader), 4, 0, 0, 1e-5); // cut to top speed
    leader.heading = v2(0, 1);                                     // ahead is +y, left is -x: the place is (9, -2)
    leader.velocity = v2(0, 1);
    self.position = v2(9, -2);
    assert_vec(wend_offset_pursue(&self, &leader), 0, 1, 0, 1e-6);
    leader.offset.z = 5;
    self.position.z = 5;
    assert_vec(wend_offset_pursue(&self, &leader), 0, 1, 0, 1e-6); // z is up
}

static void t_PEER_1_offset_pursuit(void **state)
{
    (void)state;
    // leader (1,1,1) looks along +z at rest, the place is 2 ahead of it: (1,1,3)
    wend_leader leader = {wend_xyz(1, 1, 1), v2(0, 0), wend_xyz(0, 0, 1), v2(2, 0)};
    wend_agent self = agent_at(0, 0);
    self.max_speed = 2;
    assert_vec(wend_offset_pursue(&self, &leader), 0.6030226892, 0.6030226892, 1.8090680675, 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_004_20_seek_and_flee_at_top_speed),
        cmocka_unit_test(t_004_20_arrive_in_step_with_the_distance),
        cmocka_unit_test(t_arrive_knows_of_braking_and_lag),
        cmocka_unit_test(t_004_21_on_the_point_is_zero),
        cmocka_unit_test(t_003_15_seek_on_the_target_is_zero_not_nan),
        cmocka_unit_test(t_002_06_flee_is_seek_reversed),
        cmocka_unit_test(t_002_07_flee_only_within_the_radius),
        cmocka_unit_test(t_003_33_flee_outside_wants_no_change),
        cmocka_unit_test(t_003_34_outside_it_keeps_its_speed),
        cmocka_unit_test(t_002_12_flee_fades_at_the_rim),
        cmocka_unit_test(t_003_21_linear_arrive),
        cmocka_unit_test(t_002_09_distance_is_taken_before_scaling),
        cmocka_unit_test(t_003_30_linear_arrive_against_the_braking_curve),
        cmocka_unit_test(t_OSC_01_close_to_the_point_it_rests),
        cmocka_unit_test(t_004_23_prediction_time),
        cmocka_unit_test(t_002_10_prediction_by_current_speeds),
        cmocka_unit_test(t_002_11_faster_means_shorter),
        cmocka_unit_test(t_003_36_look_ahead_by_own_top_speed),
        cmocka_unit_test(t_003_37_exercise_three),
        cmocka_unit_test(t_004_24_pursue_aims_ahead_evade_away),
        cmocka_unit_test(t_PUR_01_exact_intercept),
        cmocka_unit_test(t_PUR_01_pursue_without_an_intercept_falls_back),
        cmocka_unit_test(t_PUR_01_intercepts_meet_and_none_is_sooner),
        cmocka_unit_test(t_PUR_03_already_at_the_target),
        cmocka_unit_test(t_003_47_evade_starts_before_a_fast_threat_is_there),
        cmocka_unit_test(t_003_49_evade_never_runs_at_the_threat),
        cmocka_unit_test(t_match_cruise_stop),
        cmocka_unit_test(t_hold_within_slack),
        cmocka_unit_test(t_interpose_arrives_between),
        cmocka_unit_test(t_offset_pursue_does_not_trail),
        cmocka_unit_test(t_PEER_1_offset_pursuit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
