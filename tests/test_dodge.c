// Sampled velocities and social forces as plain functions.
#include "testing.h"

#include "wend/dodge.h"
#include "wend/motion.h"
#include "wend/social.h"

static wend_neighbour other(uint64_t id, float x, float y, float vx, float vy)
{
    return (wend_neighbour){.id = {id}, .offset = v2(x, y), .velocity = v2(vx, vy), .radius = 0.5f};
}

static wend_agent body(void)
{
    wend_agent self = wend_default_agent();
    self.id.value = 7;
    self.radius = 0.5f;
    self.max_speed = 2;
    self.velocity = v2(2, 0);
    return self;
}

// ---- sampled

static void t_nobody_in_the_way_leaves_the_wish(void **state)
{
    (void)state;
    wend_agent self = body();
    wend_neighbour aside = other(1, 4, 3, 2, 0), behind = other(2, -3, 0, 0, 0);
    wend_vec wish = v2(1.7f, 0.3f);
    assert_true(wend_equal(wend_dodge_sampled(&self, wish, NULL, 0, NULL, NULL, NULL, NULL), wish));
    assert_true(wend_equal(wend_dodge_sampled(&self, wish, &aside, 1, NULL, NULL, NULL, NULL), wish));
    assert_true(wend_equal(wend_dodge_sampled(&self, wish, &behind, 1, NULL, NULL, NULL, NULL), wish));
}

/// Head on one turns to the right, and so far that the meeting doesn't come within two seconds, if the other does the
/// same.
static void t_head_on_it_turns_right(void **state)
{
    (void)state;
    wend_agent self = body();
    wend_neighbour comer = other(1, 8, 0, -2, 0);
    wend_vec v = wend_dodge_sampled(&self, v2(2, 0), &comer, 1, NULL, NULL, NULL, NULL);
    assert_true(v.y < -0.1f && v.x > 0);
    // Both mirror each other: they pass at x = 4 with 2 * |y| between them.
    double least = 2 * 4 / (double)v.x * fabs((double)v.y);
    assert_true(least >= 1 || 4 / (double)v.x > 2);
}

static void t_the_order_of_neighbours_is_no_matter(void **state)
{
    (void)state;
    wend_agent self = body();
    wend_neighbour list[3] = {other(1, 5, 0.4f, -2, 0), other(2, 3, -2, 0, 1), other(3, 4, 2, 0, -1)};
    wend_neighbour turned[3] = {list[2], list[0], list[1]};
    wend_vec a = wend_dodge_sampled(&self, v2(2, 0), list, 3, NULL, NULL, NULL, NULL);
    assert_true(wend_equal(a, wend_dodge_sampled(&self, v2(2, 0), turned, 3, NULL, NULL, NULL, NULL)));
}

static void drive(const wend_agent *self, wend_vec wish, double step, wend_vec *offsets, int count, void *user)
{
    const wend_car *car = user;
    wend_agent now = *self;
    wend_car_state gear = {0};
    wend_vec offset = v2(0, 0);
    for (int i = 0; i < count; ++i)
    {
        wend_move made = wend_drive(&now, wish, car, &gear, step);
        now.velocity = made.velocity, now.heading = made.heading;
        offset = wend_add(offset, wend_scale(made.velocity, (float)step));
        offsets[i] = offset;
    }
}

/// Somebody beside the wish is no danger for a body that turns at once; but he stands where a car rolls while it turns.
static void t_a_car_goes_by_the_ways_that_it_can_drive(void **state)
{
    (void)state;
    wend_agent self = body();
    wend_car car = wend_default_car();
    car.turning_radius = 3;
    car.reverse_share = 0;
    wend_neighbour stands = other(1, 1.5f, 0, 0, 0);
    wend_vec wish = v2(0, 2); // a point turns away from it at once, a car rolls toward it in its turn
    wend_sampled def = wend_default_sampled();
    def.share = 1;
    def.danger = 50; // no meeting is worth it
    wend_vec point = wend_dodge_sampled(&self, wish, &stands, 1, NULL, NULL, NULL, &def);
    assert_true(wend_equal(point, wish));
    wend_vec driven = wend_dodge_sampled(&self, wish, &stands, 1, NULL, drive, &car, &def);
    assert_false(wend_equal(driven, wish));
}

static void t_sampled_is_finite_for_anything(void **state)
{
    (void)state;
    static const float sizes[] = {0, 1e-30f, 1, 1e20f, FLT_MAX};
    for (int i = 0; i < COUNT_OF(sizes); ++i)
        for (int k = 0; k < COUNT_OF(sizes); ++k)
        {
            wend_agent self = body();
            self.velocity = v2(sizes[k], -sizes[i]);
            wend_neighbour n[2] = {other(1, sizes[i], 0, -sizes[k], 0), other(2, 0, 0, 0, sizes[i])};
            assert_true(is_finite(wend_dodge_sampled(&self, v2(sizes[k], 0), n, 2, NULL, NULL, NULL, NULL)));
            assert_true(is_finite(wend_social_force(&self, v2(sizes[k], 0), n, 2, NULL, 0, NULL, 0.05)));
        }
}

// ---- social forces

/// Two at rest with a gap g push each other by A exp(-g / B), here 25 exp(-0.1 / 0.08) m/s^2.
static void t_the_push_is_that_of_the_paper(void **state)
{
    (void)state;
    wend_agent self = body();
    self.velocity = v2(0, 0);
    self.response_time = 0;
    wend_neighbour n = other(1, 1.1f, 0, 0, 0);
    wend_vec v = wend_social_force(&self, v2(0, 0), &n, 1, NULL, 0, NULL, 0.1);
    assert_close((double)v.x, -0.1 * 25 * exp(-0.1 / 0.08), 1e-4);
    assert_close((double)v.y, 0, 1e-6);
    // Alone it follows its wish: (wish - velocity) / relaxation.
    v = wend_social_force(&self, v2(1, 0), NULL, 0, NULL, 0, NULL, 0.1);
    assert_close((double)v.x, 0.1 / 0.5, 1e-6);
}

/// Pressed by d they push by k d more, and rub by kappa d times the speed at which they slide.
static void t_pressed_hulls_push_and_rub(void **state)
{
    (void)state;
    wend_agent self = body();
    self.velocity = v2(0, 0);
    self.response_time = 0;
    wend_neighbour n = other(1, 0.99f, 0, 0, 0.5f);
    wend_vec v = wend_social_force(&self, v2(0, 0), &n, 1, NULL, 0, NULL, 0.01);
    double depth = 1 - (double)0.99f;
    assert_close((double)v.x, -0.01 * (25 * exp(depth / 0.08) + 1500 * depth), 1e-4);
    assert_close((double)v.y, 0.01 * 3000 * depth * 0.5, 1e-4);
}

/// 1995: who is behind pushes half as strong, and whoever comes nearer pushes from farther off.
static void t_the_forces_of_1995(void **state)
{
    (void)state;
    wend_social def = wend_social_of_1995();
    wend_agent self = body();
    self.velocity = v2(0, 0);
    self.response_time = 0;
    wend_vec wish = v2(1e-6f, 0);
    wend_neighbour ahead = other(1, 1.5f, 0, 0, 0), behind = other(1, -1.5f, 0, 0, 0),
                   comes = other(1, 1.5f, 0, -0.3f, 0);
    double a = (double)wend_social_force(&self, wish, &ahead, 1, NULL, 0, &def, 0.1).x;
    double b = (double)wend_social_force(&self, wish, &behind, 1, NULL, 0, &def, 0.1).x;
    double c = (double)wend_social_force(&self, wish, &comes, 1, NULL, 0, &def, 0.1).x;
    assert_close(b, -0.5 * a, 1e-5);
    assert_close(a, -0.1 * 2.1 / 0.3 * exp(-0.5 / 0.3), 1e-5);
    // Foci 1.5 and 0.9 away, the stride is 0.6 long: half the short axis is sqrt(2.4^2 - 0.6^2) / 2.
    assert_close(c, -0.1 * 2.1 / 0.3 * exp((1 - 0.5 * sqrt(2.4 * 2.4 - 0.6 * 0.6)) / 0.3), 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_nobody_in_the_way_leaves_the_wish),
        cmocka_unit_test(t_head_on_it_turns_right),
        cmocka_unit_test(t_the_order_of_neighbours_is_no_matter),
        cmocka_unit_test(t_a_car_goes_by_the_ways_that_it_can_drive),
        cmocka_unit_test(t_sampled_is_finite_for_anything),
        cmocka_unit_test(t_the_push_is_that_of_the_paper),
        cmocka_unit_test(t_pressed_hulls_push_and_rub),
        cmocka_unit_test(t_the_forces_of_1995),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
