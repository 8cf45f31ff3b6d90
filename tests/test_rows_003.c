// Rows of CLAIMS 002 and 003 that no other file has, on plain functions. Groups and scenes: test_rows_003_world.c.
#include "testing.h"

#include "wend/combine.h"
#include "wend/motion.h"
#include "wend/steer.h"

// ---- 002

static void t_002_03_degrees_to_radians(void **state)
{
    (void)state;
    for (int turn = -360; turn <= 360; turn += 15) // degrees times 2 pi / 360
    {
        float angle = (float)turn * (2 * WEND_PI / 360);
        assert_vec(wend_rotate(v2(1, 0), angle), cos(turn * PI / 180), sin(turn * PI / 180), 0, 1e-6);
    }
    assert_close(180 * (2 * WEND_PI / 360), PI, 1e-6);
    assert_close(wend_angle_between(v2(1, 0), v2(-2, 0)), PI, 1e-6);
}

static void t_002_08_half_way_in_half_speed(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0); // top speed 4
    for (int i = 0; i < 12; i++)
    {
        double angle = i * PI / 6;
        wend_vec point = v2((float)(3 * cos(angle)), (float)(3 * sin(angle)));
        assert_vec(wend_arrive_linear(&self, point, 6), 2 * cos(angle), 2 * sin(angle), 0, 1e-6);
        assert_vec(wend_arrive_linear(&self, point, 3), 4 * cos(angle), 4 * sin(angle), 0, 1e-6); // on the rim
        assert_vec(wend_arrive_linear(&self, point, 12), cos(angle), sin(angle), 0, 1e-6);        // a quarter
    }
}

// What is used is the length of the sum so far (CLAIMS 0.1). Two that cancel have used nothing: the third gets all that
// it wants. By lengths spent it would get nothing, and (2, 0) would come out.
static void t_002_15_used_is_the_length_of_the_sum(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    wend_wish wishes[] = {{v2(6, 0), 1, v2(0, 0)}, {v2(-6, 0), 1, v2(0, 0)}, {v2(0, 8), 1, v2(0, 0)}};
    // 4 are left after the first: the second gets (-4, 0); the sum is (2, 0) and 8 are left, all that the third wants.
    assert_vec(wend_combine_budget(&self, wishes, 3, 10), 2, 8, 0, 1e-6);
    assert_vec(wishes[1].taken, -4, 0, 0, 1e-6);
    assert_vec(wishes[2].taken, 0, 8, 0, 1e-6);
}

// ---- 003: one body

// Steering without a response time written, a = wish - v, is what a response time of 1 s gives. (A response_time of 0
// is another thing in wend: at once, up to the limit, CLAIMS 0.1.) All numbers are exact in binary.
static void t_003_07_no_response_time_written_is_one_second(void **state)
{
    (void)state;
    wend_agent self = chaser(0, 0, 1);
    self.velocity = v2(0, 48);
    assert_vec(wend_point_mass(&self, v2(96, 0), 1 / 64.0, NULL), 1.5, 47.25, 0, 0); // (96, -48) / 64 more
    assert_vec(wend_point_mass(&self, v2(96, 0), 1 / 4.0, NULL), 24, 36, 0, 0);
    self.response_time = 0;
    assert_vec(wend_point_mass(&self, v2(96, 0), 1.0, NULL), 96, 0, 0, 0);
}

/// How far beyond the origin a body gets that comes in at top speed from 400 away.
static double overshoot_of(wend_agent self, bool is_linear, float radius, double rate)
{
    double farthest = 0;
    self.position = v2(-400, 0);
    self.velocity = v2(self.max_speed, 0);
    for (int k = 0; k < (int)(12 * rate); k++)
    {
        wend_vec wish = is_linear ? wend_arrive_linear(&self, v2(0, 0), radius) : wend_arrive(&self, v2(0, 0));
        move_by(&self, wend_point_mass(&self, wish, 1 / rate, NULL), 1 / rate);
        farthest = fmax(farthest, (double)self.position.x);
    }
    assert_true(fabs((double)self.position.x) < 1);
    return farthest;
}

// Top speed 300, limit 500: the braking distance is 90, and so is the least radius by the curve. The lag of the
// response takes a linear arrive 13.4 too far; wend_arrive counts it in and doesn't overshoot (CLAIMS 0.1).
static void t_003_38_the_smallest_radius_by_the_curve(void **state)
{
    (void)state;
    wend_agent self = chaser(0, 0, 0.15f);
    self.max_speed = 300;
    self.max_acceleration = 500;
    self.arrival_radius = 90;
    assert_close(overshoot_of(self, true, 90, 60), 13.4, 0.5);
    assert_close(overshoot_of(self, true, 90, 144), 13.4, 0.5);
    assert_true(overshoot_of(self, true, 180, 60) < 0.1); // v^2 / a is safe, 003-29
    assert_true(overshoot_of(self, false, 0, 60) < 1e-3);
    assert_true(overshoot_of(self, false, 0, 144) < 1e-3);
}

/// When a chaser at the origin meets somebody who walks straight; 30 s if it doesn't.
static double meets_after(wend_vec position, wend_vec velocity, bool does_pursue)
{
    const wend_prediction how = {WEND_DIVIDE_BY_TOP, 1, false};
    wend_agent self = chaser(0, 0, 0.15f), target = chaser(position.x, position.y, 0.15f);
    for (int k = 1; k <= 60 * 30; k++)
    {
        wend_vec wish =
            does_pursue ? wend_pursue(&self, target.position, velocity, &how) : wend_seek(&self, target.position);
        move_by(&self, wend_point_mass(&self, wish, 1 / 60.0, NULL), 1 / 60.0);
        move_by(&target, velocity, 1 / 60.0);
        if (exact_length(wend_sub(self.position, target.position)) <= 12)
            return k / 60.0;
    }
    return 30;
}

// The row's 1000 starts are not given: a tendency (836 sooner, 130 equal, 34 later), so wide bounds and own starts.
static void t_003_42_pursue_is_sooner_in_general(void **state)
{
    (void)state;
    uint64_t random = 42;
    int sooner = 0, later = 0;
    double gain = 0;
    for (int i = 0; i < 1000; i++)
    {
        double angle = draw_between(&random, -PI, PI);
        wend_vec start = draw_in_box(&random, 400, false),
                 way = v2((float)(110 * cos(angle)), (float)(110 * sin(angle)));
        double seek = meets_after(start, way, false), pursue = meets_after(start, way, true);
        sooner += pursue < seek - 1e-9;
        later += pursue > seek + 1e-9;
        gain += (seek - pursue) / 1000;
    }
    assert_true(sooner > 670);
    assert_true(later < 100);
    assert_true(gain > 0.2);
}

/// The standard deviation of the way after one second, in degrees.
static double drift(double frames, float rate)
{
    double sum = 0;
    for (uint64_t i = 0; i < 20000; i++)
    {
        wend_random random = wend_random_seed(52, i);
        wend_wander_state way = {v2(1, 0)};
        wend_agent self = chaser(0, 0, 0.15f);
        for (int k = 0; k < (int)frames; k++)
            wend_wander(&self, &way, &random, rate, false, 1 / frames);
        sum += square(atan2((double)way.direction.y, (double)way.direction.x));
    }
    return degrees(sqrt(sum / 20000));
}

// A step of 5 * dt drifts less at more frames a second. wend's step grows with sqrt(seconds), so whoever wants the old
// one has to ask for a rate that depends on the frame; one rate drifts alike at all of them (003-51, 53).
static void t_003_52_a_step_scaled_by_dt_depends_on_the_frame_rate(void **state)
{
    (void)state;
    const double rows[][2] = {{30, 30.198}, {60, 21.353}, {144, 13.783}};
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        double dt = 1 / rows[i][0], of_a_step = 5 * dt / sqrt(3); // uniform in +-5 dt
        assert_close(degrees(of_a_step * sqrt(rows[i][0])), rows[i][1], 1e-3);
        assert_close(drift(rows[i][0], (float)(of_a_step / sqrt(dt))), rows[i][1], 0.5);
        assert_close(drift(rows[i][0], WEND_WANDER_RATE), 21.502, 0.5);
    }
}

/// The car's rule: of the wanted change, the part across the velocity is cut to `cap`, that along it is left alone.
static wend_vec car_wish(const wend_agent *self, wend_vec wish, float cap)
{
    wend_vec ahead = wend_normalize(self->velocity), change = wend_sub(wish, self->velocity);
    wend_vec along = wend_scale(ahead, wend_dot(change, ahead));
    wend_vec across = wend_cut(wend_sub(change, along), cap * self->response_time);
    return wend_add(wend_add(self->velocity, along), across);
}

// wend has no car yet. Its point mass has one limit for all directions, but a wish can be cut before it is handed over,
// so that it turns a car's way. The circle that is driven, v^2 / cap, is 254.7; it speeds up by the full limit.
static void t_003_67_a_car_cuts_across_tighter(void **state)
{
    (void)state;
    wend_agent self = chaser(0, 0, 0.15f);
    self.velocity = v2(220, 0);
    double highest = 0, leftmost = 0, rightmost = 0;
    for (int k = 0; k < 60 * 8; k++) // once round takes 7.27 s
    {
        wend_vec left = v2(-self.velocity.y, self.velocity.x);
        wend_vec wish = car_wish(&self, wend_add(self.velocity, left), 190);
        move_by(&self, wend_point_mass(&self, wish, 1 / 60.0, NULL), 1 / 60.0);
        assert_close(exact_length(self.velocity), 220, 0.1);
        highest = fmax(highest, (double)self.position.y);
        leftmost = fmin(leftmost, (double)self.position.x);
        rightmost = fmax(rightmost, (double)self.position.x);
    }
    assert_close(highest / 2, 254.7, 2);
    assert_close((rightmost - leftmost) / 2, 254.7, 2);
    self.velocity = v2(100, 0);
    wend_vec faster = wend_point_mass(&self, car_wish(&self, v2(220, 0), 190), 1 / 60.0, NULL);
    assert_vec(faster, 100 + 380 / 60.0, 0, 0, 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_002_03_degrees_to_radians),
        cmocka_unit_test(t_002_08_half_way_in_half_speed),
        cmocka_unit_test(t_002_15_used_is_the_length_of_the_sum),
        cmocka_unit_test(t_003_07_no_response_time_written_is_one_second),
        cmocka_unit_test(t_003_38_the_smallest_radius_by_the_curve),
        cmocka_unit_test(t_003_42_pursue_is_sooner_in_general),
        cmocka_unit_test(t_003_52_a_step_scaled_by_dt_depends_on_the_frame_rate),
        cmocka_unit_test(t_003_67_a_car_cuts_across_tighter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
