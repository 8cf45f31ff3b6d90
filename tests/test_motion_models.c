// motion.h: bodies with a heading. Every limit is looked at in every step. Cars: test_motion_car.c.
#include "testing_body.h"

// ---- turns on the spot

static void t_001_09_turns_and_waits(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    wend_move move = wend_turn_on_spot(&self, v2(-4, 0), NULL, 0, 1.0 / 60);
    assert_vec(move.velocity, 0, 0, 0, 0);
    assert_close(signed_angle(self.heading, move.heading), 5.0 / 60, 1e-7);
    assert_close(move.spin, 5, 1e-6);
    assert_int_equal(move.cut_by, WEND_CUT_BY_TURN | WEND_CUT_BY_FACING);
    // at 60 degrees half the speed: a body without a response time and with any acceleration
    self.response_time = 0;
    self.max_acceleration = 1e6f;
    wend_turner slow = {0, 0};
    move = wend_turn_on_spot(&self, at_angle(PI / 3, 4), &slow, 0, 0.1);
    assert_vec(move.velocity, 2, 0, 0, 1e-6);
    assert_same(move.heading, self.heading);
}

static void t_turner_faces_exactly(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    wend_move move = wend_turn_on_spot(&self, v2(3, 4), NULL, 0, 0.5);
    assert_vec(move.heading, 0.6, 0.8, 0, 1e-7);
    assert_true(move.cut_by == WEND_CUT_BY_NOTHING || move.cut_by == WEND_CUT_BY_ACCELERATION);
}

static void t_turner_keeps_its_limits(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int r = 0; r < COUNT_OF(rates); r++)
    {
        for (int is_spatial = 0; is_spatial < 2; is_spatial++)
        {
            double dt = 1 / rates[r];
            wend_agent self = agent_at(0, 0);
            wend_turner turner = {2, 0};
            wend_vec wish = v2(1, 0);
            float spin = 0;
            for (int i = 0; i < 3000; i++)
            {
                if (draw(&random) % 20 == 0)
                    wish = draw_in_box(&random, 5, is_spatial);
                wend_move move = wend_turn_on_spot(&self, wish, &turner, spin, dt);
                check_body(&self, &move, dt);
                double turned = angle_from(self.heading, move.heading);
                assert_true(turned <= 2 * dt + 5e-7);
                assert_true(turned <= angle_from(self.heading, wend_normalize(wish)) + 5e-7);
                assert_true(along(move.velocity, move.heading) >= -1e-6);
                assert_close(fabs((double)move.spin) * dt, turned, 1e-6);
                apply(&self, &move, dt);
                spin = move.spin;
            }
        }
    }
}

static void t_osc_05_angular_stopping_distance(void **state)
{
    (void)state;
    const double goal = 170 * PI / 180, most = PI, acceleration = PI / 2;
    // Speeding up to the middle and braking from there takes 2 sqrt(angle / a): the rate stays below its limit.
    const double quickest = 2 * sqrt(goal / acceleration);
    for (int r = 0; r < COUNT_OF(rates); r++)
    {
        double dt = 1 / rates[r], time = 0, reached = 0;
        wend_agent self = agent_at(0, 0);
        wend_turner turner = {(float)most, (float)acceleration};
        wend_vec wish = at_angle(goal, 4);
        float spin = 0;
        for (; time < 8; time += dt)
        {
            wend_move move = wend_turn_on_spot(&self, wish, &turner, spin, dt);
            assert_close((double)move.spin - (double)spin, 0, acceleration * dt + 1e-6);
            assert_true(fabs((double)move.spin) <= most);
            apply(&self, &move, dt);
            spin = move.spin;
            double left = signed_angle(self.heading, wend_normalize(wish));
            assert_true(left >= -1e-6); // no overshoot
            assert_true(square((double)spin) <= 2 * acceleration * left + 1e-5);
            reached = reached == 0 && left < PI / 180 ? time + dt : reached;
        }
        assert_true(reached > quickest - 0.2 && reached < quickest + 0.35);
        assert_close(spin, 0, 1e-5);
    }
}

static void t_turner_too_fast_brakes_as_hard_as_it_can(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    wend_turner turner = {10, 2};
    double dt = 1.0 / 64;
    float spin = 3; // 2.25 rad to stop
    wend_move move = wend_turn_on_spot(&self, at_angle(0.1, 1), &turner, spin, dt);
    assert_close(move.spin, 3 - 2 * dt, 1e-6);
    for (int i = 0; i < 64 * 10; i++)
    {
        move = wend_turn_on_spot(&self, at_angle(0.1, 1), &turner, spin, dt);
        assert_close((double)move.spin - (double)spin, 0, 2 * dt + 1e-6);
        spin = move.spin;
        apply(&self, &move, dt);
    }
    assert_close(signed_angle(self.heading, v2(1, 0)), -0.1, 1e-4);
}

static void t_turner_behind_doesnt_shiver(void **state)
{
    (void)state;
    for (int first = -1; first <= 1; first += 2)
    {
        wend_agent self = agent_at(0, 0);
        float spin = 0;
        double turned = 0;
        for (int i = 0; i < 20; i++)
        {
            double noise = (i % 2 ? -0.01 : 0.01) * first; // now left, now right of straight behind
            wend_vec wish = at_angle(PI - noise, 4);
            wend_move move = wend_turn_on_spot(&self, wish, NULL, spin, 1.0 / 60);
            turned += signed_angle(self.heading, move.heading);
            spin = move.spin;
            self.heading = move.heading;
        }
        assert_close(turned, first * 20 * 5.0 / 60, 1e-4);
    }
}

static void t_turner_speeds_up_like_the_point_mass(void **state)
{
    (void)state;
    wend_agent turner = agent_at(0, 0), point = agent_at(0, 0);
    for (int i = 0; i < 200; i++)
    {
        double dt = i % 3 ? 1.0 / 60 : 0.2;
        wend_vec wish = v2(i < 100 ? 3.5f : 1, 0);
        unsigned cut_by;
        wend_vec expected = wend_point_mass(&point, wish, dt, &cut_by);
        wend_move move = wend_turn_on_spot(&turner, wish, NULL, 0, dt);
        assert_vec(move.velocity, expected.x, 0, 0, 1e-6);
        assert_int_equal(move.cut_by, cut_by);
        point.velocity = expected;
        turner.velocity = move.velocity;
    }
}

// ---- flyer

static void t_bank(void **state)
{
    (void)state;
    assert_close(wend_bank(20, 0.4905f, 9.81f), PI / 4, 1e-6);
    assert_close(wend_bank(20, -0.4905f, 9.81f), -PI / 4, 1e-6);
    assert_close(wend_bank(0, 3, 9.81f), 0, 0);
    assert_close(wend_bank(FLT_MAX, FLT_MAX, 1e-45f), PI / 2, 1e-6);
}

static double climb(wend_vec heading)
{
    return atan2((double)heading.z, sqrt(square((double)heading.x) + square((double)heading.y)));
}

static void t_flyer_keeps_its_limits(void **state)
{
    (void)state;
    uint64_t random = 77;
    for (int r = 0; r < COUNT_OF(rates); r++)
    {
        for (int kind = 0; kind < 4; kind++)
        {
            double dt = 1 / rates[r];
            wend_agent self = mover(0, 0, 2, 0);
            self.max_speed = kind & 1 ? 30 : 4;
            self.velocity.x = kind & 1 ? 20 : 2;
            wend_flyer flyer = wend_default_flyer();
            flyer.turn_acceleration = kind & 2 ? 2.0f : 0;
            wend_vec wish = v2(1, 0);
            float spin = 0;
            for (int i = 0; i < 4000; i++)
            {
                if (draw(&random) % 40 == 0)
                    wish = wend_scale(draw_unit(&random), draw_float(&random, 0, 40));
                wend_move move = wend_fly(&self, wish, &flyer, spin, dt);
                check_body(&self, &move, dt);
                double speed = along(move.velocity, move.heading);
                double yaw = signed_angle(self.heading, move.heading);
                assert_close(yaw, (double)move.spin * dt, 1e-6);
                assert_true(fabs((double)move.spin) <= 1.5 + 1e-6);
                assert_true(fabs((double)wend_bank((float)speed, move.spin, 9.81f)) <= PI / 3 + 1e-5);
                assert_true(fabs(climb(move.heading) - climb(self.heading)) <= dt + 1e-6);
                assert_true(fabs(climb(move.heading)) <= PI / 4 + 1e-6);
                assert_true(speed >= 1 - 1e-5);
                if (flyer.turn_acceleration > 0)
                {
                    // the bank may ask for less spin than the acceleration would allow
                    double tightest = fmin(1.5, 9.81 * tan(PI / 3) / speed);
                    double change = fabs((double)move.spin) - fabs((double)spin);
                    assert_true(change <= 2 * dt + 1e-5);
                    assert_true(change >= -2 * dt - 1e-5 || fabs((double)move.spin) >= tightest - 1e-5);
                }
                apply(&self, &move, dt);
                spin = move.spin;
            }
        }
    }
}

static void t_flyer_climbs_and_levels(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 3, 0);
    double dt = 1.0 / 60;
    float spin = 0;
    wend_move move = {0};
    for (int i = 0; i < 300; i++)
    {
        move = wend_fly(&self, wend_xyz(0, 0, 4), NULL, spin, dt); // straight up: as steeply as it can
        spin = move.spin;
        apply(&self, &move, dt);
    }
    assert_close(climb(self.heading), PI / 4, 1e-6);
    assert_close(exact_length(self.velocity), 4 * cos(PI / 4), 1e-3);
    assert_true(move.cut_by & WEND_CUT_BY_CLIMB);
    for (int i = 0; i < 300; i++)
    {
        move = wend_fly(&self, wend_xyz(0, 0, 0), NULL, spin, dt); // level, at the least speed
        apply(&self, &move, dt);
    }
    assert_vec(self.velocity, 1, 0, 0, 1e-5);
    for (int i = 0; i < 300; i++)
    {
        move = wend_fly(&self, wend_xyz(-4, 0, 1), NULL, spin, dt); // round, without going over the top
        spin = move.spin;
        apply(&self, &move, dt);
        assert_true(climb(self.heading) <= atan2(1, 4) + 1e-6);
    }
    assert_vec(self.velocity, -4 * 4 / sqrt(17), 0, 4 / sqrt(17), 1e-3);
    self.heading = wend_xyz(0, 0, 1);
    move = wend_fly(&self, v2(0, 2), NULL, 0, dt);
    assert_close(climb(move.heading), PI / 2 - dt, 1e-6);
}

// ---- all

static void t_no_time_no_change(void **state)
{
    (void)state;
    wend_agent self = mover(1, 2, 3, 5); // too fast, and not along its heading
    wend_car_state memory = {.turned = 2, .gear = WEND_CAR_REVERSE}, before = memory;
    wend_move moves[] = {wend_turn_on_spot(&self, v2(-1, 0), NULL, 2, 0),
                         wend_drive(&self, v2(-1, 0), NULL, &memory, 0), wend_fly(&self, v2(-1, 0), NULL, 2, 0)};
    for (int i = 0; i < COUNT_OF(moves); i++)
    {
        assert_same(moves[i].velocity, self.velocity);
        assert_same(moves[i].heading, self.heading);
        assert_int_equal(moves[i].cut_by, 0);
    }
    assert_memory_equal(&memory, &before, sizeof memory);
    assert_close(moves[0].spin, 2, 0);
}

static void t_mirror_images(void **state)
{
    (void)state;
    uint64_t random = 9;
    for (int i = 0; i < 2000; i++)
    {
        wend_agent self = agent_at(0, 0), other = self;
        self.heading = at_angle(draw_between(&random, -3, 3), 1);
        self.velocity = wend_scale(self.heading, draw_float(&random, 0, 4));
        other.heading = v2(self.heading.x, -self.heading.y);
        other.velocity = v2(self.velocity.x, -self.velocity.y);
        wend_vec wish = draw_in_box(&random, 4, false), mirrored = v2(wish.x, -wish.y);
        wend_car_state a = {0}, b = {0};
        wend_move moves[][2] = {
            {wend_turn_on_spot(&self, wish, NULL, 0, 0.02), wend_turn_on_spot(&other, mirrored, NULL, 0, 0.02)},
            {wend_drive(&self, wish, NULL, &a, 0.02), wend_drive(&other, mirrored, NULL, &b, 0.02)},
            {wend_fly(&self, wish, NULL, 0, 0.02), wend_fly(&other, mirrored, NULL, 0, 0.02)}};
        for (int k = 0; k < COUNT_OF(moves); k++)
        {
            assert_vec(moves[k][1].velocity, moves[k][0].velocity.x, -moves[k][0].velocity.y, 0, 1e-6);
            assert_vec(moves[k][1].heading, moves[k][0].heading.x, -moves[k][0].heading.y, 0, 1e-6);
        }
    }
}

static void t_finite_in_finite_out(void **state)
{
    (void)state;
    uint64_t random = 2;
    const double steps[] = {1e-300, 1e-45, 1e-9, 1.0 / 60, 1, 1e9, 1e300, DBL_MAX};
    for (int i = 0; i < 200000; i++)
    {
        wend_agent self = draw_wild_agent(&random);
        if (draw(&random) % 8 == 0)
            self.heading = draw_wild(&random); // not even a unit vector
        wend_vec wish = draw_wild(&random);
        double dt = steps[draw(&random) % (uint64_t)COUNT_OF(steps)];
        wend_turner turner = {draw_not_negative(&random), draw_not_negative(&random)};
        wend_car car = {.turning_radius = draw_positive(&random),
                        .across = draw_not_negative(&random),
                        .least_share = draw_float(&random, 0, 1),
                        .reverse_share = draw_float(&random, 0, 1),
                        .reach = draw_not_negative(&random),
                        .keeps_rolling = draw(&random) % 2};
        wend_car_state memory = {.aim = draw_wild(&random), .has_aim = draw(&random) % 2};
        wend_flyer flyer = {.turn_rate = draw_not_negative(&random),
                            .turn_acceleration = draw_not_negative(&random),
                            .pitch_rate = draw_not_negative(&random),
                            .climb_angle = draw_float(&random, 0, 1.57),
                            .least_speed = draw_not_negative(&random),
                            .bank_angle = draw_float(&random, 0, 1.57),
                            .gravity = draw_positive(&random)};
        float spin = draw_magnitude(&random);
        for (int k = 0; k < 3; k++)
        {
            wend_move move = k == 0   ? wend_turn_on_spot(&self, wish, &turner, spin, dt)
                             : k == 1 ? wend_drive(&self, wish, &car, &memory, dt)
                                      : wend_fly(&self, wish, &flyer, spin, dt);
            assert_finite(move.velocity);
            assert_finite(move.heading);
            assert_true(isfinite(move.spin));
            assert_close(exact_length(move.heading), 1, 3e-7);
            assert_true(exact_length(move.velocity) <= (double)self.max_speed * (1 + 1e-6) + 1e-44);
        }
        assert_true(isfinite(memory.turned) && isfinite(memory.asked) && isfinite(memory.blocked) &&
                    isfinite(memory.leaving));
        wend_can_reach(&self, memory.aim, car.turning_radius);
    }
}

static void t_huge_steps_saturate(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    wend_turner turner = {5, 2};
    wend_car_state memory = {0};
    for (double dt = 10; dt < 1e300; dt *= 1e10)
    {
        wend_move move = wend_turn_on_spot(&self, v2(0, 4), &turner, 0, dt);
        assert_vec(move.heading, 0, 1, 0, 2e-2);
        assert_true(move.velocity.y > 3.9f);
        move = wend_drive(&self, v2(4, 0), NULL, &memory, dt);
        assert_vec(move.velocity, 4, 0, 0, 1e-6);
        move = wend_fly(&self, v2(0, 4), NULL, 0, dt);
        assert_vec(move.heading, 0, 1, 0, 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_001_09_turns_and_waits),
        cmocka_unit_test(t_turner_faces_exactly),
        cmocka_unit_test(t_turner_keeps_its_limits),
        cmocka_unit_test(t_osc_05_angular_stopping_distance),
        cmocka_unit_test(t_turner_too_fast_brakes_as_hard_as_it_can),
        cmocka_unit_test(t_turner_behind_doesnt_shiver),
        cmocka_unit_test(t_turner_speeds_up_like_the_point_mass),
        cmocka_unit_test(t_bank),
        cmocka_unit_test(t_flyer_keeps_its_limits),
        cmocka_unit_test(t_flyer_climbs_and_levels),
        cmocka_unit_test(t_no_time_no_change),
        cmocka_unit_test(t_mirror_images),
        cmocka_unit_test(t_finite_in_finite_out),
        cmocka_unit_test(t_huge_steps_saturate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
