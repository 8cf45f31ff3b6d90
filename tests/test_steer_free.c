// steer.h: around a point, within a region, wandering, fields, facing, estimating; and every wish at magnitudes where
// floats misbehave.
#include "testing.h"

#include "wend/motion.h"
#include "wend/steer.h"

// ---- around a point, within a region

static void t_keep_range(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 0.5f, -1.5f);
    const float between[] = {3, 3.01f, 4, 4.99f, 5};
    for (int i = 0; i < COUNT_OF(between); i++)
    {
        assert_same(wend_keep_range(&self, v2(0, between[i]), 3, 5), v2(0, 0));
    }
    wend_vec away = wend_keep_range(&self, v2(0, 1.5f), 3, 5), toward = wend_keep_range(&self, v2(0, 9), 3, 5);
    assert_true(away.y < -1 && exact_length(away) <= 4 + 1e-5);
    assert_true(toward.y > 1 && exact_length(toward) <= 4 + 1e-5);
    assert_close(away.x, 0, 1e-6);
    assert_close(toward.x, 0, 1e-6);
    assert_finite(wend_keep_range(&self, self.position, 3, 5));
}

static void t_keep_range_kites(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++) // a slower threat never comes nearer than 3, nor is lost beyond 5
    {
        wend_agent self = agent_at(4 * cosf((float)k), 4 * sinf((float)k));
        wend_vec threat = {0, 0, 0};
        for (int i = 0; i < 60 * 20; i++)
        {
            wend_vec offset = wend_sub(self.position, threat);
            threat = wend_add(threat, wend_scale(wend_normalize(offset), 2.0f / 60));
            move_by(&self, wend_point_mass(&self, wend_keep_range(&self, threat, 3, 5), 1.0 / 60, NULL), 1.0 / 60);
            assert_in_range((int)(1000 * wend_distance(self.position, threat)), 2500, 5500);
        }
    }
}

/// Turns round the origin for `seconds`; after half of that the distance stays within `slack` of the radius.
static void check_orbit(float speed, float acceleration, float radius, float start, bool is_clockwise, double slack)
{
    wend_agent self = agent_at(start, 0);
    self.max_speed = speed;
    self.max_acceleration = acceleration;
    double turned = 0, pace = fmin((double)speed, sqrt((double)acceleration * (double)radius));
    double dt = 1.0 / 60, lap = 2 * PI * (double)radius / pace;
    int steps = (int)(4 * lap / dt);
    for (int i = 0; i < steps; i++)
    {
        wend_vec wish = wend_orbit(&self, v2(0, 0), radius, is_clockwise);
        assert_true(exact_length(wish) <= pace * (1 + 1e-5));
        double before = atan2((double)self.position.y, (double)self.position.x);
        move_by(&self, wend_point_mass(&self, wish, dt, NULL), dt);
        double after = atan2((double)self.position.y, (double)self.position.x);
        if (i >= steps / 2)
        {
            turned += remainder(after - before, 2 * PI);
            assert_close(exact_length(self.position), radius, slack * (double)radius);
        }
    }
    assert_true(is_clockwise ? turned < -1.5 * 2 * PI : turned > 1.5 * 2 * PI);
}

static void t_ORB_02_every_speed_and_radius_orbits_alike(void **state)
{
    (void)state;
    const float pairs[][2] = {{3, 5}, {5, 5}, {1, 5}, {5, 15}};
    for (int i = 0; i < COUNT_OF(pairs); i++)
    {
        for (int side = 0; side < 2; side++)
        {
            check_orbit(pairs[i][0], 8, pairs[i][1], pairs[i][1], side == 1, 0.05);
            check_orbit(pairs[i][0], 8, pairs[i][1], 0.3f * pairs[i][1], side == 1, 0.05);
            check_orbit(pairs[i][0], 8, pairs[i][1], 2 * pairs[i][1], side == 1, 0.05);
        }
    }
}

static void t_ORB_06_speed_is_what_the_body_can_hold(void **state)
{
    (void)state;
    wend_agent self = agent_at(3, 0);
    self.max_speed = 10;
    self.max_acceleration = 2;
    assert_close(exact_length(wend_orbit(&self, v2(0, 0), 3, false)), sqrt(2 * 3), 1e-5);
    self.velocity = v2(0, 2.449f);
    assert_true(exact_length(wend_orbit(&self, v2(0, 0), 3, false)) <= sqrt(2 * 3) + 1e-5);
    check_orbit(10, 2, 3, 3, false, 0.1);
    check_orbit(10, 2, 3, 6, false, 0.1);
}

static void t_orbit_on_the_point_leaves_along_the_heading(void **state)
{
    (void)state;
    wend_agent self = agent_at(1, 1);
    self.heading = v2(0.6f, -0.8f);
    wend_vec wish = wend_orbit(&self, v2(1, 1), 3, false);
    assert_true(exact_length(wish) > 0.5);
    assert_close(exact_dot(wish, self.heading), exact_length(wish), 1e-5);
}

static void t_keep_in_circle(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 4, 0);
    assert_same(wend_keep_in_circle(&self, v2(0, 0), 10), self.velocity); // there is room enough to brake
    self.position = v2(9.9f, 0);
    self.velocity = v2(3, 2);
    wend_vec wish = wend_keep_in_circle(&self, v2(0, 0), 10);
    assert_true(wish.x >= 0 && wish.x <= 1.265f); // sqrt(2 * 8 * 0.1) outward
    assert_close(wish.y, 2, 1e-5);                // along the rim as before
    self.velocity = v2(-3, 2);
    assert_vec(wend_keep_in_circle(&self, v2(0, 0), 10), -3, 2, 0, 1e-6); // inward as before
    self.position = v2(0, 11);
    assert_vec(wend_keep_in_circle(&self, v2(0, 0), 10), 0, -4, 0, 1e-5); // outside: back in
    self.position = v2(0, 0);
    assert_finite(wend_keep_in_circle(&self, v2(0, 0), 1e-30f));
}

static void t_keep_in_box(void **state)
{
    (void)state;
    wend_vec low = v2(-10, -10), high = v2(10, 10); // z is left alone
    wend_agent self = mover(0, 0, 4, 0);
    self.velocity.z = 3;
    assert_same(wend_keep_in_box(&self, low, high), self.velocity);
    self = mover(9.9f, 0, 3, 2);
    wend_vec wish = wend_keep_in_box(&self, low, high);
    assert_true(wish.x >= 0 && wish.x <= 1.265f);
    assert_close(wish.y, 2, 1e-5);
    self = mover(0, -9.9f, 3, -2);
    wish = wend_keep_in_box(&self, low, high);
    assert_true(wish.y <= 0 && wish.y >= -1.265f);
    assert_close(wish.x, 3, 1e-5);
    self = mover(0, -12, 0, -2);
    assert_vec(wend_keep_in_box(&self, low, high), 0, 4, 0, 1e-5); // outside: back in
    self = mover(12, 12, 1, 1);
    wish = wend_keep_in_box(&self, low, high);
    assert_true(wish.x < -1 && wish.y < -1);
    self = mover(0, 0, 0, 0);
    self.position.z = 99;
    self.velocity.z = 4;
    assert_same(wend_keep_in_box(&self, low, high), self.velocity);
    high.z = 50;
    assert_true(wend_keep_in_box(&self, low, high).z < 0);
}

static void t_keep_in_cuts_what_cannot_be_braked(void **state)
{
    (void)state;
    wend_agent self = mover(9.9f, 0, 1.5f, 1);
    self.response_time = 0; // then sqrt(2 * 8 * 0.1) is 1.264911
    assert_vec(wend_keep_in_circle(&self, v2(0, 0), 10), 1.264911, 1, 0, 1e-4);
    assert_vec(wend_keep_in_box(&self, v2(-10, -10), v2(10, 10)), 1.264911, 1, 0, 1e-4);
    self.velocity.x = 1.26f;
    assert_same(wend_keep_in_circle(&self, v2(0, 0), 10), self.velocity);
    assert_same(wend_keep_in_box(&self, v2(-10, -10), v2(10, 10)), self.velocity);
    self = mover(0, -9.9f, 1, -1.5f);
    self.response_time = 0;
    assert_vec(wend_keep_in_circle(&self, v2(0, 0), 10), 1, -1.264911, 0, 1e-4);
    assert_vec(wend_keep_in_box(&self, v2(-10, -10), v2(10, 10)), 1, -1.264911, 0, 1e-4);
}

static void t_keep_in_stays_in(void **state)
{
    (void)state;
    const double rates[] = {30, 60, 144};
    for (int k = 0; k < 40; k++)
    {
        float angle = 0.37f * (float)k;
        double dt = 1 / rates[k % 3];
        wend_agent leashed = mover(0, 0, 4 * cosf(angle), 4 * sinf(angle)), boxed = leashed;
        for (int i = 0; i < 1000; i++)
        {
            move_by(&leashed, wend_point_mass(&leashed, wend_keep_in_circle(&leashed, v2(1, 0), 8), dt, NULL), dt);
            move_by(&boxed, wend_point_mass(&boxed, wend_keep_in_box(&boxed, v2(-7, -3), v2(3, 9)), dt, NULL), dt);
            assert_true(wend_distance(leashed.position, v2(1, 0)) <= 8.01f);
            assert_true(boxed.position.x >= -7.01f && boxed.position.x <= 3.01f);
            assert_true(boxed.position.y >= -3.01f && boxed.position.y <= 9.01f);
        }
    }
}

// ---- wander

static double turned_by(wend_vec from, wend_vec to)
{
    return atan2((double)from.x * (double)to.y - (double)from.y * (double)to.x,
                 (double)from.x * (double)to.x + (double)from.y * (double)to.y);
}

static void t_003_50_wander_drifts_an_angle(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    self.heading = v2(0, 1);
    wend_wander_state way = {{0, 0, 0}};
    wend_random random = wend_random_seed(3, 4);
    double widest = 0;
    for (int i = 0; i < 5000; i++)
    {
        double seconds = i % 2 == 0 ? 1.0 / 60 : 0.25;
        double bound = sqrt(3) * 0.5 * sqrt(seconds); // 0.65 sqrt(dt) at the usual rate
        wend_vec before = i == 0 ? self.heading : way.direction;
        wend_random copy = random;
        double drawn = (2 * (double)wend_random_unit(&copy) - 1) * bound;
        wend_vec wish = wend_wander(&self, &way, &random, 0.5f, false, seconds);
        double step = turned_by(before, way.direction);
        assert_true(random.state == copy.state); // one draw
        assert_close(fabs(step), fabs(drawn), 1e-6);
        assert_true(fabs(step) <= bound + 1e-6);
        assert_vec(wish, 4 * (double)way.direction.x, 4 * (double)way.direction.y, 0, 2e-6);
        assert_close(exact_length(way.direction), 1, 1e-6);
        widest = fmax(widest, fabs(step) / bound);
    }
    assert_true(widest > 0.999);
    assert_close(sqrt(3) * (double)WEND_WANDER_RATE, 0.65, 1e-7);
}

/// Root of the mean square of how far the direction has turned after a second, in degrees.
static double deviation_after_a_second(int rate)
{
    wend_agent self = agent_at(0, 0);
    wend_random random = wend_random_seed(2024, (uint64_t)rate);
    double sum = 0;
    for (int run = 0; run < 20000; run++)
    {
        wend_wander_state way = {{1, 0, 0}};
        double angle = 0;
        for (int i = 0; i < rate; i++)
        {
            wend_vec before = way.direction;
            wend_wander(&self, &way, &random, WEND_WANDER_RATE, false, 1.0 / rate);
            angle += turned_by(before, way.direction);
        }
        sum += angle * angle;
    }
    return degrees(sqrt(sum / 20000));
}

static void t_003_51_wander_at_any_frame_rate(void **state)
{
    (void)state;
    const int rates[] = {4, 30, 60, 144};
    for (int i = 0; i < COUNT_OF(rates); i++)
    {
        assert_close(deviation_after_a_second(rates[i]), 21.502, 0.5);
    }
}

static void t_003_53_240_frames_drift_as_far_as_60(void **state)
{
    (void)state;
    assert_close(deviation_after_a_second(240) / deviation_after_a_second(60), 1, 0.025);
}

static void t_003_54_hundred_steps_end_ten_away(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(5, 5);
    double sum = 0;
    for (int walk = 0; walk < 20000; walk++)
    {
        wend_vec place = {0, 0, 0};
        for (int i = 0; i < 100; i++)
        {
            place = wend_add(place, wend_rotate(v2(1, 0), wend_random_between(&random, -WEND_PI, WEND_PI)));
        }
        sum += square(exact_length(place));
    }
    assert_close(sqrt(sum / 20000), 10, 0.15);
}

static void t_003_55_one_seed_one_walk(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    wend_wander_state ways[3] = {{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}};
    wend_random streams[3] = {wend_random_seed(1, 1), wend_random_seed(1, 1), wend_random_seed(1, 2)};
    for (int i = 0; i < 100; i++)
    {
        for (int k = 0; k < 3; k++)
        {
            wend_wander(&self, &ways[k], &streams[k], 1, false, 0.1);
        }
        assert_same(ways[0].direction, ways[1].direction);
        assert_false(wend_equal(ways[0].direction, ways[2].direction));
    }
}

static void t_wander_in_space(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    wend_wander_state way = {{0, 0, 1}};
    wend_random random = wend_random_seed(6, 6);
    double bound = sqrt(3) * 0.4 * sqrt(0.02), widest = 0;
    wend_vec sum = {0, 0, 0};
    for (int i = 0; i < 20000; i++)
    {
        wend_vec before = way.direction;
        wend_random copy = random;
        wend_random_next(&copy);
        wend_random_next(&copy);
        wend_vec wish = wend_wander(&self, &way, &random, 0.4f, true, 0.02);
        assert_true(random.state == copy.state); // two draws
        double step = exact_length(wend_cross(before, way.direction));
        assert_true(step <= bound + 1e-6);
        assert_close(exact_length(way.direction), 1, 1e-6);
        assert_close(exact_length(wish), 4, 1e-5);
        widest = fmax(widest, step / sin(bound));
        wend_vec change = wend_sub(way.direction, before);
        sum = wend_add(sum, wend_xyz(change.x * change.x, change.y * change.y, change.z * change.z));
    }
    assert_true(widest > 0.99);
    double all = (double)sum.x + (double)sum.y + (double)sum.z; // it turns every way, not only in one plane
    assert_true((double)sum.x > 0.15 * all && (double)sum.y > 0.15 * all && (double)sum.z > 0.15 * all);
    assert_close(sqrt(all / 20000), 0.4 * sqrt(0.02), 0.02 * 0.4 * sqrt(0.02)); // and by the rate
}

static void t_DT_01_wander_draws_nothing_at_zero_seconds(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    self.heading = v2(0, -1);
    for (int spatial = 0; spatial < 2; spatial++)
    {
        wend_wander_state way = {{0.6f, 0.8f, 0}}, fresh = {{0, 0, 0}};
        wend_random random = wend_random_seed(1, 1), copy = random;
        assert_vec(wend_wander(&self, &way, &random, 1, spatial == 1, 0), 2.4, 3.2, 0, 1e-6);
        assert_vec(way.direction, 0.6, 0.8, 0, 1e-7);
        assert_vec(wend_wander(&self, &fresh, &random, 1, spatial == 1, 0), 0, -4, 0, 1e-6);
        assert_true(random.state == copy.state && random.increment == copy.increment);
    }
}

// ---- fields, facing, estimating

typedef struct field
{
    wend_vec asked, answer;
} field;

static wend_vec look_up(wend_vec position, void *user)
{
    field *it = user;
    it->asked = position;
    return it->answer;
}

static void t_follow_field(void **state)
{
    (void)state;
    wend_agent self = mover(10, 20, 2, -4);
    self.response_time = 0.25f;
    field it = {v2(0, 0), v2(0.5f, 1.5f)};
    assert_vec(wend_follow_field(&self, look_up, &it), 0.5, 1.5, 0, 1e-6);
    assert_vec(it.asked, 10.5, 19, 0, 1e-5); // where it will be in one response time
    it.answer = v2(-30, 40);
    assert_vec(wend_follow_field(&self, look_up, &it), -2.4, 3.2, 0, 1e-6);
    it.answer = v2(NAN, 0);
    assert_same(wend_follow_field(&self, look_up, &it), self.velocity);
    it.answer = wend_xyz(0, 0, -INFINITY);
    assert_same(wend_follow_field(&self, look_up, &it), self.velocity);
}

static void t_face(void **state)
{
    (void)state;
    wend_agent self = agent_at(1, 2);
    self.heading = v2(-0.8f, 0.6f);
    assert_vec(wend_face(&self, v2(4, -2)), 0.6, -0.8, 0, 1e-6);
    assert_vec(wend_face(&self, wend_xyz(1, 2, -3e38f)), 0, 0, -1, 1e-6);
    assert_same(wend_face(&self, v2(1, 2)), self.heading);
}

static void t_003_62_heading_follows_velocity_above_a_speed(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    self.heading = v2(0, -1);
    assert_same(wend_look(&self, v2(1, 0), 1), self.heading); // exactly 1: kept
    assert_vec(wend_look(&self, v2(1.1f, 0), 1), 1, 0, 0, 1e-7);
    assert_vec(wend_look(&self, v2(3, 4), 1), 0.6, 0.8, 0, 1e-7);
    assert_same(wend_look(&self, v2(0, 0), 0), self.heading);
    assert_vec(wend_look(&self, v2(-1e-40f, 0), 0), -1, 0, 0, 1e-7);
    assert_same(wend_look(&self, v2(1e-16f, 0), 0.01f), self.heading);
}

static void t_aim_meets_the_target(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    assert_vec(wend_aim(&self, v2(10, 0), v2(0, 3), 5), 0.8, 0.6, 0, 1e-6); // after 2.5 s at (10, 7.5)
    assert_vec(wend_aim(&self, v2(0, -7), v2(0, 0), 5), 0, -1, 0, 1e-6);
    assert_vec(wend_aim(&self, v2(10, 0), v2(0, 6), 5), 1, 0, 0, 1e-6); // can't: at it
    assert_vec(wend_aim(&self, v2(10, 0), v2(0, 4), 4), 1, 0, 0, 1e-6);
    assert_vec(wend_aim(&self, v2(10, 0), v2(0, 6), 0), 1, 0, 0, 1e-6);
}

static void t_003_43_estimated_velocity(void **state)
{
    (void)state;
    const int rates[] = {30, 60, 240};
    for (int k = 0; k < COUNT_OF(rates); k++)
    {
        wend_estimator estimator = {0};
        assert_vec(wend_estimate(&estimator, v2(50, 50), 1.0 / rates[k], 0.1f), 0, 0, 0, 0); // first sight
        wend_vec guess = {0, 0, 0};
        for (int i = 1; i <= rates[k] / 10; i++)
        {
            float x = (float)(50 + 144.0 * i / rates[k]);
            guess = wend_estimate(&estimator, v2(x, 50), 1.0 / rates[k], 0.1f);
        }
        assert_vec(guess, 72, 0, 0, 0.01); // half of 144 after the half-life, at any rate
    }
}

static void t_003_43_estimate_skips_no_time(void **state)
{
    (void)state;
    wend_estimator estimator = {0};
    wend_estimate(&estimator, v2(0, 0), 1, 0);
    assert_vec(wend_estimate(&estimator, v2(3, -4), 2, 0), 1.5, -2, 0, 1e-6); // half-life 0: at once
    assert_vec(wend_estimate(&estimator, v2(3, -4), 0, 0), 1.5, -2, 0, 1e-6);
    assert_vec(wend_estimate(&estimator, v2(3, -4), -1, 0), 1.5, -2, 0, 1e-6);
    assert_vec(wend_estimate(&estimator, v2(3, -4), (double)NAN, 0), 1.5, -2, 0, 1e-6);
    assert_vec(wend_estimate(&estimator, v2(3, -4), 1, 0), 0, 0, 0, 1e-6);
    wend_estimator wild = {0};
    wend_estimate(&wild, v2(-3e38f, 0), 1, 0);
    assert_finite(wend_estimate(&wild, v2(3e38f, 0), 1e-30, 0));
    assert_finite(wend_estimate(&wild, v2(-3e38f, 3e38f), 1e-300, 1e-45f));
}

// ---- finite in, finite out

static wend_vec wild_field(wend_vec position, void *user)
{
    (void)position;
    return draw_wild(user);
}

/// No faster than top speed, or no change.
static void check_wish(const wend_agent *self, wend_vec wish)
{
    assert_finite(wish);
    bool is_slow = exact_length(wish) <= (double)self->max_speed * (1 + 1e-6) + 1e-44;
    assert_true(is_slow || wend_equal(wish, self->velocity));
}

static void check_direction(wend_vec direction)
{
    assert_finite(direction);
    assert_close(exact_length(direction), 1, 1e-6);
}

static void t_finite_in_finite_out(void **state)
{
    (void)state;
    uint64_t random = 99;
    wend_random stream = wend_random_seed(1, 2);
    const double times[] = {0, 1e-300, 1e-20, 1.0 / 60, 1, 1e20, 1e300};
    for (int i = 0; i < 200000; i++)
    {
        wend_agent self = draw_wild_agent(&random);
        wend_vec a = i % 7 == 0 ? self.position : draw_wild(&random), b = draw_wild(&random);
        wend_vec va = draw_wild(&random), vb = draw_wild(&random);
        float size = draw_not_negative(&random), more = draw_not_negative(&random), share = draw_float(&random, 0, 1);
        double seconds = times[draw(&random) % (unsigned)COUNT_OF(times)];
        wend_prediction how = {(wend_divisor)(i % 3), draw_not_negative(&random), i % 2 == 0};
        wend_leader leader = {a, va, draw_unit(&random), b};
        wend_wander_state way = {i % 3 == 0 ? v2(0, 0) : draw_unit(&random)};
        wend_estimator estimator = {a, va, true};
        check_wish(&self, wend_seek(&self, a));
        check_wish(&self, wend_flee(&self, a, size, 0));
        assert_finite(wend_flee(&self, a, size, share));
        check_wish(&self, wend_arrive(&self, a));
        check_wish(&self, wend_arrive_linear(&self, a, size));
        float time = wend_predict(&self, a, va, &how);
        assert_true(time >= 0 && time <= how.longest);
        time = wend_intercept(&self, a, va, size);
        assert_true(isfinite(time) && (time >= 0 || time == -1));
        check_wish(&self, wend_pursue(&self, a, va, &how));
        check_wish(&self, wend_evade(&self, a, va, size, &how));
        check_wish(&self, wend_match(&self, va));
        check_wish(&self, wend_cruise(&self, size));
        check_wish(&self, wend_stop(&self));
        check_wish(&self, wend_hold(&self, a, size));
        check_wish(&self, wend_interpose(&self, a, va, b, vb, share));
        check_wish(&self, wend_offset_pursue(&self, &leader));
        check_wish(&self, wend_keep_range(&self, a, fminf(size, more), fmaxf(size, more)));
        check_wish(&self, wend_orbit(&self, a, size > 0 ? size : 1, i % 2 == 0));
        assert_finite(wend_keep_in_circle(&self, a, size > 0 ? size : 1));
        wend_vec low = wend_xyz(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z));
        wend_vec high = wend_xyz(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z));
        assert_finite(wend_keep_in_box(&self, low, high));
        check_wish(&self, wend_wander(&self, &way, &stream, size, i % 2 == 0, seconds));
        assert_true(seconds == 0 || fabs(exact_length(way.direction) - 1) < 1e-6);
        check_wish(&self, wend_follow_field(&self, wild_field, &random));
        check_direction(wend_face(&self, a));
        check_direction(wend_look(&self, va, size));
        check_direction(wend_aim(&self, a, va, size));
        assert_finite(wend_estimate(&estimator, b, seconds, more));
        assert_finite(estimator.position);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_keep_range),
        cmocka_unit_test(t_keep_range_kites),
        cmocka_unit_test(t_ORB_02_every_speed_and_radius_orbits_alike),
        cmocka_unit_test(t_ORB_06_speed_is_what_the_body_can_hold),
        cmocka_unit_test(t_orbit_on_the_point_leaves_along_the_heading),
        cmocka_unit_test(t_keep_in_circle),
        cmocka_unit_test(t_keep_in_box),
        cmocka_unit_test(t_keep_in_cuts_what_cannot_be_braked),
        cmocka_unit_test(t_keep_in_stays_in),
        cmocka_unit_test(t_003_50_wander_drifts_an_angle),
        cmocka_unit_test(t_003_51_wander_at_any_frame_rate),
        cmocka_unit_test(t_003_53_240_frames_drift_as_far_as_60),
        cmocka_unit_test(t_003_54_hundred_steps_end_ten_away),
        cmocka_unit_test(t_003_55_one_seed_one_walk),
        cmocka_unit_test(t_wander_in_space),
        cmocka_unit_test(t_DT_01_wander_draws_nothing_at_zero_seconds),
        cmocka_unit_test(t_follow_field),
        cmocka_unit_test(t_face),
        cmocka_unit_test(t_003_62_heading_follows_velocity_above_a_speed),
        cmocka_unit_test(t_aim_meets_the_target),
        cmocka_unit_test(t_003_43_estimated_velocity),
        cmocka_unit_test(t_003_43_estimate_skips_no_time),
        cmocka_unit_test(t_finite_in_finite_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
