// motion.h: cars. Every limit is looked at in every step.
#include "testing_body.h"

// ---- car

static void t_001_10_no_turn_at_standstill(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    self.max_speed = 3;
    for (int r = 0; r < COUNT_OF(rates); r++)
    {
        wend_car_state memory = {0};
        wend_move move = wend_drive(&self, v2(0, 3), NULL, &memory, 1 / rates[r]);
        assert_same(move.heading, self.heading);
        assert_close(move.spin, 0, 0);
        assert_true(move.velocity.x > 0);
    }
    self.velocity = v2(3, 0);
    self.response_time = 0;
    self.max_acceleration = 0; // keeps its speed
    wend_car_state memory = {0};
    wend_move move = wend_drive(&self, v2(0, 3), NULL, &memory, 0.125);
    assert_close(move.spin, 3, 1e-6);
    assert_close(signed_angle(self.heading, move.heading), 0.375, 1e-6);
    assert_close(exact_length(move.velocity), 3, 1e-6);
}

static void t_car_target_speed(void **state)
{
    (void)state;
    // A body that takes any speed at once.
    wend_agent self = agent_at(0, 0);
    self.response_time = 0;
    self.max_acceleration = 1e9f;
    wend_car car = wend_default_car();
    const double angles[] = {0, PI / 3, 80 * PI / 180, PI / 2, 110 * PI / 180};
    for (int i = 0; i < COUNT_OF(angles); i++)
    {
        wend_car_state memory = {0};
        wend_move move = wend_drive(&self, at_angle(angles[i], 2), &car, &memory, 0.1);
        assert_close(exact_length(move.velocity), 2 * fmax(0.35, cos(angles[i])), 1e-6);
        car.keeps_rolling = true; // never under 0.35 * 4
        move = wend_drive(&self, at_angle(angles[i], 2), &car, &memory, 0.1);
        assert_close(exact_length(move.velocity), fmax(1.4, 2 * cos(angles[i])), 1e-6);
        move = wend_drive(&self, v2(0, 0), &car, &memory, 0.1);
        assert_vec(move.velocity, 0, 0, 0, 0);
        car.keeps_rolling = false;
    }
}

static void t_003_67_across(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 220, 0);
    self.max_speed = 220;
    self.max_acceleration = 0;
    wend_car car = wend_default_car();
    car.across = 190;
    wend_car_state memory = {0};
    wend_move move = wend_drive(&self, v2(0, 220), &car, &memory, 1.0 / 60);
    assert_close(220 / (double)move.spin, 254.737, 1e-2);
}

static void t_car_keeps_its_limits(void **state)
{
    (void)state;
    uint64_t random = 11;
    for (int r = 0; r < COUNT_OF(rates); r++)
    {
        for (int kind = 0; kind < 8; kind++)
        {
            double dt = 1 / rates[r];
            wend_agent self = agent_at(0, 0);
            self.response_time = kind & 1 ? 0 : 0.15f;
            wend_car car = wend_default_car();
            car.turning_radius = kind & 2 ? 3 : 0.5f;
            car.across = kind & 4 ? 2.0f : 0;
            car.reverse_share = draw(&random) % 2 ? 0.5f : 0;
            wend_car_state memory = {0};
            wend_vec wish = v2(1, 0);
            for (int i = 0; i < 3000; i++)
            {
                if (draw(&random) % 30 == 0)
                {
                    wish = draw_in_box(&random, 4, false);
                    memory.has_aim = draw(&random) % 2;
                    memory.aim = wend_add(self.position, wish);
                }
                double before = along(self.velocity, self.heading);
                wend_move move = wend_drive(&self, wish, &car, &memory, dt);
                check_body(&self, &move, dt);
                double after = along(move.velocity, move.heading), turned = angle_from(self.heading, move.heading);
                assert_true(turned <= fmin(fabs(before), fabs(after)) * dt / (double)car.turning_radius + 5e-7);
                assert_close(fabs((double)move.spin) * dt, turned, 1e-6);
                if (car.across > 0)
                    assert_true(fabs((double)move.spin * after) <= (double)car.across * (1 + 1e-5));
                assert_true(after >= -(double)car.reverse_share * (double)self.max_speed - 1e-5);
                apply(&self, &move, dt);
            }
        }
    }
}

static void t_can_reach(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    // the circles of radius 3 that touch the heading: centres (0, 3) and (0, -3)
    assert_false(wend_can_reach(&self, v2(0, 1.5f), 3));
    assert_false(wend_can_reach(&self, v2(0, -1.5f), 3));
    assert_true(wend_can_reach(&self, v2(0, 6), 3)); // on it
    assert_false(wend_can_reach(&self, v2(0, 5.9f), 3));
    assert_true(wend_can_reach(&self, v2(3, 3), 3));
    assert_false(wend_can_reach(&self, v2(3, 3), 5)); // ORB-05
    assert_true(wend_can_reach(&self, v2(1, 0), 3));
    assert_true(wend_can_reach(&self, v2(-1, 0), 3));
    assert_true(wend_can_reach(&self, self.position, 3));
    assert_false(wend_can_reach(&self, wend_xyz(0, 0, 1), 3)); // the same in any plane
    uint64_t random = 3;
    for (int i = 0; i < 10000; i++)
    {
        self.position = draw_in_box(&random, 5, false);
        self.heading = at_angle(draw_between(&random, -PI, PI), 1);
        wend_vec point = draw_in_box(&random, 5, false);
        double nearest = 1e9;
        for (int side = -1; side <= 1; side += 2)
        {
            double x = (double)self.position.x - side * 2 * (double)self.heading.y;
            double y = (double)self.position.y + side * 2 * (double)self.heading.x;
            nearest = fmin(nearest, sqrt(square((double)point.x - x) + square((double)point.y - y)));
        }
        if (fabs(nearest - 2) > 0.01)
            assert_int_equal(wend_can_reach(&self, point, 2), nearest > 2);
    }
}

/// A drive to a point: arriving wishes, the aim known or not.
typedef struct trip
{
    bool has_arrived;
    double seconds, turned; // how far the heading has turned in all, without its sign
    int changes;            // of gear
    double nearest;
} trip;

static trip drive_to(wend_agent self, wend_vec point, const wend_car *car, bool knows_aim, double dt, double longest)
{
    wend_car_state memory = {0};
    trip t = {.nearest = 1e9};
    for (; t.seconds < longest; t.seconds += dt)
    {
        memory.has_aim = knows_aim;
        memory.aim = point;
        wend_car_gear gear = memory.gear;
        wend_move move = wend_drive(&self, wend_arrive(&self, point), car, &memory, dt);
        t.turned += angle_from(self.heading, move.heading);
        t.changes += memory.gear != gear;
        apply(&self, &move, dt);
        double distance = (double)wend_distance(self.position, point);
        t.nearest = fmin(t.nearest, distance);
        if (distance < 0.05 && exact_length(self.velocity) < 0.3)
        {
            t.has_arrived = true;
            return t;
        }
    }
    return t;
}

static void t_orb_01_inside_the_turning_circle(void **state)
{
    (void)state;
    for (int r = 0; r < COUNT_OF(rates); r++)
    {
        for (int kind = 0; kind < 4; kind++)
        {
            wend_car car = wend_default_car();
            car.turning_radius = 3;
            car.reverse_share = kind & 1 ? 0.5f : 0;
            trip t = drive_to(agent_at(0, 0), v2(0, 1.5f), &car, kind & 2, 1 / rates[r], 90);
            assert_true(t.has_arrived);
            if (kind & 2)
            {
                assert_true(t.turned < 2 * PI);
                assert_true(t.changes <= 2);
                assert_true(t.seconds < 20);
            }
        }
    }
}

static void t_orb_05_near_the_end(void **state)
{
    (void)state;
    for (int r = 0; r < COUNT_OF(rates); r++)
    {
        for (int can_reverse = 0; can_reverse < 2; can_reverse++)
        {
            for (int side = -3; side <= 3; side += 6)
            {
                wend_car car = wend_default_car();
                car.turning_radius = 5;
                car.reverse_share = can_reverse ? 0.5f : 0;
                for (int speed = 0; speed <= 4; speed += 4)
                {
                    trip t = drive_to(mover(0, 0, (float)speed, 0), v2(3, (float)side), &car, true, 1 / rates[r], 60);
                    assert_true(t.has_arrived);
                    assert_true(t.turned < 2 * PI);
                }
            }
        }
    }
}

static void t_car_gets_to_any_point(void **state)
{
    (void)state;
    const float radii[] = {0.3f, 1, 3};
    for (int r = 0; r < COUNT_OF(rates); r += 2)
    {
        for (int kind = 0; kind < 24; kind++)
        {
            wend_car car = wend_default_car();
            car.turning_radius = radii[kind % 3];
            car.reverse_share = kind / 3 % 2 ? 0.5f : 0;
            bool knows_aim = kind / 6 % 2;
            wend_agent self = agent_at(0, 0);
            self.response_time = kind / 12 % 2 ? 0.15f : 0;
            for (int x = -6; x <= 6; x++)
            {
                for (int y = -6; y <= 6; y++)
                {
                    wend_vec point = v2((float)x * 0.9f, (float)y * 0.9f);
                    trip t = drive_to(self, point, &car, knows_aim, 1 / rates[r], 120);
                    // One that can't reverse may need a second start where the point grazes its circle.
                    double most = car.reverse_share > 0 ? 2 * PI : 3.5 * PI;
                    if (!t.has_arrived || (knows_aim && (t.changes > 4 || t.turned > most)))
                    {
                        print_error(
                            "(%g, %g) radius %g reverse %g aim %d rate %g: %d after %g s, nearest %g, %d changes, "
                            "turned %g\n",
                            (double)point.x, (double)point.y, (double)car.turning_radius, (double)car.reverse_share,
                            knows_aim, rates[r], t.has_arrived, t.seconds, t.nearest, t.changes, t.turned);
                        fail();
                    }
                }
            }
        }
    }
}

static void t_orb_03_within_three_turn_times(void **state)
{
    (void)state;
    const float ships[][2] = {{158, 4.7f}, {82, 9}};
    for (int r = 0; r < COUNT_OF(rates); r++)
    {
        for (int s = 0; s < 2; s++)
        {
            double top = (double)ships[s][0], turn = (double)ships[s][1], radius = top / turn;
            for (int i = 0; i < 16; i++)
            {
                wend_agent self = mover(0, 0, ships[s][0], 0);
                self.max_speed = ships[s][0];
                self.max_acceleration = 20 * ships[s][0];
                self.arrival_radius = (float)(0.5 * radius);
                self.response_time = 0.02f;
                wend_vec point = at_angle(i * PI / 8, radius * (i % 4 + 1) * 0.45);
                wend_turner turner = {ships[s][1], 0};
                double dt = 1 / rates[r], nearest = 1e9, time = 0, limit = 3 * 2 * PI / turn;
                for (; time < limit && nearest > 0.05 * radius; time += dt)
                {
                    wend_vec wish =
                        wend_cut(wend_arrive(&self, point), (float)((double)wend_distance(self.position, point) / dt));
                    wend_move move = wend_turn_on_spot(&self, wish, &turner, 0, dt);
                    apply(&self, &move, dt);
                    nearest = fmin(nearest, (double)wend_distance(self.position, point));
                }
                assert_true(nearest <= 0.05 * radius);
            }
        }
    }
}

static void t_orb_02_circles_and_leaves(void **state)
{
    (void)state;
    const float pairs[][2] = {{3, 5}, {5, 5}, {1, 5}, {5, 15}};
    for (int r = 0; r < COUNT_OF(rates); r++)
    {
        for (int i = 0; i < 8; i++)
        {
            double dt = 1 / rates[r], radius = (double)pairs[i / 2][1];
            wend_agent self = agent_at((float)radius * 1.5f, 0);
            self.max_speed = pairs[i / 2][0];
            wend_car car = wend_default_car();
            wend_car_state memory = {0};
            double angle = 0, length = 0;
            for (double time = 0; time < 150; time += dt)
            {
                wend_vec before = self.position;
                wend_vec wish = wend_orbit(&self, v2(0, 0), pairs[i / 2][1], i % 2);
                wend_move move = wend_drive(&self, wish, &car, &memory, dt);
                apply(&self, &move, dt);
                angle += signed_angle(before, self.position);
                length = (double)wend_length(self.position);
            }
            assert_close(length, radius, 0.1 * radius);
            assert_true(fabs(angle) > 2 * PI && (angle > 0) == (i % 2 == 0));
            for (double time = 0; time < 40; time += dt)
            {
                wend_move move = wend_drive(&self, wend_seek(&self, v2(1000, 0)), &car, &memory, dt);
                apply(&self, &move, dt);
            }
            assert_true((double)wend_length(self.position) > radius * 1.5);
        }
    }
}

static void t_car_turns_in_three_points(void **state)
{
    (void)state;
    for (int r = 0; r < COUNT_OF(rates); r++)
    {
        for (int speed = 0; speed <= 4; speed += 4)
        {
            double dt = 1 / rates[r], farthest_side = 0;
            wend_agent self = mover(0, 0, (float)speed, 0);
            wend_car car = wend_default_car();
            wend_car_state memory = {0};
            int changes = 0;
            for (double time = 0; time < 8; time += dt)
            {
                wend_car_gear gear = memory.gear;
                wend_move move = wend_drive(&self, v2(-4, 0), &car, &memory, dt);
                changes += memory.gear != gear;
                apply(&self, &move, dt);
                farthest_side = fmax(farthest_side, fabs((double)self.position.y));
            }
            assert_int_equal(changes, 2);
            assert_vec(self.heading, -1, 0, 0, 1e-3);
            assert_true(self.velocity.x < -3.9f);
            assert_true(farthest_side < 2); // a turn forwards needs two radii
        }
    }
}

static void t_car_far_behind_turns_wide(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    wend_car_state memory = {0};
    memory.has_aim = true;
    memory.aim = v2(-9, 0); // reach 8
    wend_move move = wend_drive(&self, v2(-4, 0), NULL, &memory, 0.1);
    assert_true(move.velocity.x > 0 && memory.gear == WEND_CAR_FORWARD);
    memory.aim = v2(-8, 0);
    move = wend_drive(&self, v2(-4, 0), NULL, &memory, 0.1);
    assert_true(move.velocity.x < 0 && memory.gear == WEND_CAR_REVERSE);
}

static void t_001_11_head_on_and_out_of_a_dead_end(void **state)
{
    (void)state;
    for (int r = 0; r < COUNT_OF(rates); r++)
    {
        // A pocket that is open toward -x: its end at x = 0, walls at y = +-1.
        double dt = 1 / rates[r];
        wend_agent self = agent_at(0, 0);
        wend_car car = wend_default_car();
        wend_car_state memory = {0};
        for (double time = 0; time < 40; time += dt)
        {
            wend_vec before = self.position, wish = time < 10 ? v2(4, 0) : v2(-4, 0);
            wend_move move = wend_drive(&self, wish, &car, &memory, dt);
            apply(&self, &move, dt);
            self.position.x = fminf(self.position.x, 0);
            if (self.position.x > -5)
                self.position.y = fmaxf(-1, fminf(self.position.y, 1));
            wend_vec made = wend_scale(wend_sub(self.position, before), (float)(1 / dt));
            self.velocity = wend_scale(self.heading, wend_dot(made, self.heading)); // the speed it really made
            if (time < 10)
                assert_vec(self.position, 0, 0, 0, 0);
        }
        assert_true(self.position.x < -20);
        assert_vec(self.heading, -1, 0, 0, 1e-2);
    }
}

static void t_car_boxed_in_shunts(void **state)
{
    (void)state;
    // A lane of 1.6 radii between walls at x = 0 and x = -1.6: it can only turn round by going back and forth.
    for (int r = 0; r < COUNT_OF(rates); r++)
    {
        double dt = 1 / rates[r];
        wend_agent self = agent_at(-0.8f, 0);
        self.heading = v2(0, 1);
        wend_car car = wend_default_car();
        wend_car_state memory = {0};
        double time = 0;
        for (; time < 60 && self.position.y > -10; time += dt)
        {
            wend_vec before = self.position;
            wend_move move = wend_drive(&self, v2(0, -4), &car, &memory, dt);
            apply(&self, &move, dt);
            self.position.x = fmaxf(-1.6f, fminf(self.position.x, 0));
            wend_vec made = wend_scale(wend_sub(self.position, before), (float)(1 / dt));
            self.velocity = wend_scale(self.heading, wend_dot(made, self.heading));
        }
        assert_true(self.position.y <= -10);
        assert_vec(self.heading, 0, -1, 0, 1e-2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_001_10_no_turn_at_standstill),
        cmocka_unit_test(t_car_target_speed),
        cmocka_unit_test(t_003_67_across),
        cmocka_unit_test(t_car_keeps_its_limits),
        cmocka_unit_test(t_can_reach),
        cmocka_unit_test(t_orb_01_inside_the_turning_circle),
        cmocka_unit_test(t_orb_05_near_the_end),
        cmocka_unit_test(t_car_gets_to_any_point),
        cmocka_unit_test(t_orb_03_within_three_turn_times),
        cmocka_unit_test(t_orb_02_circles_and_leaves),
        cmocka_unit_test(t_car_turns_in_three_points),
        cmocka_unit_test(t_car_far_behind_turns_wide),
        cmocka_unit_test(t_001_11_head_on_and_out_of_a_dead_end),
        cmocka_unit_test(t_car_boxed_in_shunts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
