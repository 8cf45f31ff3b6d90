// motion.h: bodies with a heading. Every limit is looked at in every step.
#include "testing.h"

#include "wend/motion.h"
#include "wend/steer.h"

static const double rates[] = {15, 30, 60, 144, 240};

/// The angle from one unit vector to another, in double.
static double angle_from(wend_vec a, wend_vec b)
{
    double cross_z = (double)a.x * (double)b.y - (double)a.y * (double)b.x;
    double cross_x = (double)a.y * (double)b.z - (double)a.z * (double)b.y;
    double cross_y = (double)a.z * (double)b.x - (double)a.x * (double)b.z;
    return atan2(sqrt(square(cross_x) + square(cross_y) + square(cross_z)), exact_dot(a, b));
}

/// The same in the plane, with its sign.
static double signed_angle(wend_vec a, wend_vec b)
{
    return atan2((double)a.x * (double)b.y - (double)a.y * (double)b.x,
                 (double)a.x * (double)b.x + (double)a.y * (double)b.y);
}

static wend_vec at_angle(double angle, double length)
{
    return v2((float)(length * cos(angle)), (float)(length * sin(angle)));
}

/// Speed along the heading.
static double along(wend_vec velocity, wend_vec heading)
{
    return exact_dot(velocity, heading);
}

/// What every body with a heading keeps to.
static void check_body(const wend_agent *self, const wend_move *move, double dt)
{
    double a = (double)self->max_acceleration / (double)self->mass;
    double before = along(self->velocity, self->heading), after = along(move->velocity, move->heading);
    assert_close(exact_length(move->heading), 1, 2e-7);
    assert_close(after - before, 0, a * dt + 1e-5);
    assert_true(fabs(after) <= (double)self->max_speed * (1 + 1e-6));
    assert_close(exact_length(move->velocity), fabs(after), 1e-5);
}

static void apply(wend_agent *self, const wend_move *move, double dt)
{
    move_by(self, move->velocity, dt);
    self->heading = move->heading;
}

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
