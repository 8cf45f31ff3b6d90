// combine.h: several wishes to one, by hand and over random lists.
#include "testing.h"

#include "wend/combine.h"
#include "wend/motion.h"
#include "wend/steer.h"

enum
{
    LONGEST_LIST = 6
};

/// A wish of weight 1 whose change, for this agent, is (x, y).
static wend_wish change_of(const wend_agent *self, float x, float y)
{
    wend_wish wish = {wend_add(self->velocity, v2(x, y)), 1, {NAN, NAN, NAN}};
    return wish;
}

/// What the budget makes of some changes, for an agent at rest.
static wend_vec budget(const float (*changes)[2], int count, float limit)
{
    wend_agent self = agent_at(0, 0);
    wend_wish wishes[LONGEST_LIST];
    for (int i = 0; i < count; i++)
    {
        wishes[i] = change_of(&self, changes[i][0], changes[i][1]);
    }
    return wend_combine_budget(&self, wishes, count, limit);
}

/// velocity + all that was taken
static void check_taken(const wend_agent *self, const wend_wish *wishes, int count, wend_vec result, double scale)
{
    double x = (double)self->velocity.x, y = (double)self->velocity.y, z = (double)self->velocity.z, size = 1;
    x *= scale, y *= scale, z *= scale;
    for (int i = 0; i < count; i++)
    {
        x += (double)wishes[i].taken.x, y += (double)wishes[i].taken.y, z += (double)wishes[i].taken.z;
        size += exact_length(wishes[i].taken);
    }
    assert_vec(result, x, y, z, 1e-6 * (size + exact_length(self->velocity)));
}

static int draw_list(uint64_t *random, wend_agent *self, wend_wish *wishes)
{
    *self = agent_at(0, 0);
    self->velocity = draw_in_box(random, 3, true);
    int count = (int)(draw(random) % (LONGEST_LIST + 1));
    for (int i = 0; i < count; i++)
    {
        bool is_idle = draw(random) % 5 == 0;
        wishes[i].velocity = is_idle ? self->velocity : draw_in_box(random, 8, true);
        wishes[i].weight = draw(random) % 6 == 0 ? 0 : draw_float(random, 0, 2);
        wishes[i].taken = wend_xyz(NAN, NAN, NAN);
    }
    return count;
}

/// The weighted change of a wish, in double.
static void change(const wend_agent *self, const wend_wish *wish, double *out)
{
    out[0] = (double)wish->weight * ((double)wish->velocity.x - (double)self->velocity.x);
    out[1] = (double)wish->weight * ((double)wish->velocity.y - (double)self->velocity.y);
    out[2] = (double)wish->weight * ((double)wish->velocity.z - (double)self->velocity.z);
}

// ---- budget

static void t_002_16_what_fits_is_added_whole(void **state)
{
    (void)state;
    assert_vec(budget((const float[][2]){{3, 0}, {0, 4}}, 2, 10), 3, 4, 0, 1e-6);
}

static void t_002_17_what_does_not_fit_is_shortened(void **state)
{
    (void)state;
    // 10 - |(8,0)| = 2 is left, although |(8,6)| is 10 too: what is used is the length of the sum so far
    assert_vec(budget((const float[][2]){{8, 0}, {0, 6}}, 2, 10), 8, 2, 0, 1e-6);
}

static void t_002_18_the_first_can_take_all(void **state)
{
    (void)state;
    assert_vec(budget((const float[][2]){{20, 0}, {0, 6}}, 2, 10), 10, 0, 0, 1e-6);
    assert_vec(budget((const float[][2]){{30, 40}}, 1, 10), 6, 8, 0, 1e-6);
}

static void t_002_19_later_ones_starve(void **state)
{
    (void)state;
    assert_vec(budget((const float[][2]){{0, 10}, {7, 0}, {1, 1}}, 3, 10), 0, 10, 0, 1e-6);
}

static void t_002_21_order_matters(void **state)
{
    (void)state;
    assert_vec(budget((const float[][2]){{6, 0}, {0, 3}, {5, 5}}, 3, 10), 8.3277, 5.3277, 0, 1e-4);
    // (5,5) first leaves 2.928932 for (6,0), and that makes a sum 9.373791 long
    assert_vec(budget((const float[][2]){{5, 5}, {6, 0}, {0, 3}}, 3, 10), 7.928932, 5.626209, 0, 1e-5);
}

static void t_002_14_what_each_got(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 1, 2);
    wend_wish wishes[] = {change_of(&self, 0, 0), change_of(&self, 6, 0), change_of(&self, 0, 3),
                          change_of(&self, 5, 5), change_of(&self, 1, 0)};
    wend_vec result = wend_combine_budget(&self, wishes, 5, 10);
    double left = 10 - hypot(8.327651, 5.327651); // for the last one
    assert_vec(result, 1 + 8.327651 + left, 2 + 5.327651, 0, 1e-5);
    assert_vec(wishes[0].taken, 0, 0, 0, 0); // a wish for no change takes nothing
    assert_vec(wishes[1].taken, 6, 0, 0, 1e-6);
    assert_vec(wishes[2].taken, 0, 3, 0, 1e-6);
    assert_vec(wishes[3].taken, 2.327651, 2.327651, 0, 1e-5);
    assert_vec(wishes[4].taken, left, 0, 0, 1e-5);
    wishes[1].weight = 2; // 12 of 10
    assert_vec(wend_combine_budget(&self, wishes, 5, 10), 11, 2, 0, 1e-5);
    assert_same(wend_combine_budget(&self, wishes, 5, 0), self.velocity);
}

static void t_002_20_never_more_than_the_limit(void **state)
{
    (void)state;
    uint64_t random = 20;
    int full = 0;
    for (int i = 0; i < 20000; i++)
    {
        wend_agent self;
        wend_wish wishes[LONGEST_LIST];
        int count = draw_list(&random, &self, wishes);
        wend_vec result = wend_combine_budget(&self, wishes, count, 10);
        assert_true(exact_length(wend_sub(result, self.velocity)) <= 10 + 1e-5);
        full += exact_length(wend_sub(result, self.velocity)) > 10 - 1e-3;
        check_taken(&self, wishes, count, result, 1);
        for (int k = 0; k < count; k++)
        {
            double all[3];
            change(&self, &wishes[k], all);
            double length = sqrt(square(all[0]) + square(all[1]) + square(all[2])), got = exact_length(wishes[k].taken);
            assert_true(got <= length + 1e-5); // never more than it asked for, never another way
            double dot = all[0] * (double)wishes[k].taken.x + all[1] * (double)wishes[k].taken.y +
                         all[2] * (double)wishes[k].taken.z;
            assert_close(dot, length * got, 1e-4 * (1 + length));
        }
    }
    assert_in_range(full, 2000, 19000);
}

// ---- sum

static void t_002_05_steering_is_wish_minus_velocity(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 0, 50);
    wend_wish wish = {v2(100, 0), 1, v2(0, 0)};
    assert_vec(wend_combine_sum(&self, &wish, 1, 0), 100, 0, 0, 1e-5);
    assert_vec(wish.taken, 100, -50, 0, 1e-5);
}

static void t_003_58_added_and_cut_once(void **state)
{
    (void)state;
    wend_agent self = chaser(0, 0, 0.15f);
    wend_wish wishes[] = {change_of(&self, 300, 0), change_of(&self, 300, 0)};
    assert_vec(wend_combine_sum(&self, wishes, 2, 380), 380, 0, 0, 1e-3);
    assert_vec(wishes[0].taken, 190, 0, 0, 1e-3);
    assert_vec(wishes[1].taken, 190, 0, 0, 1e-3);
    assert_vec(wend_combine_sum(&self, wishes, 2, 0), 600, 0, 0, 1e-3); // 0: uncut
    wishes[0] = change_of(&self, -300, 200);
    assert_vec(wend_combine_sum(&self, wishes, 2, 380), 0, 200, 0, 1e-3); // cut after adding, not before
}

static void t_PEER_3_sums(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    wend_wish wishes[] = {change_of(&self, 0, 10), change_of(&self, 0, 50)};
    assert_vec(wend_combine_sum(&self, wishes, 2, 100), 0, 60, 0, 1e-5);
    wishes[0].weight = 2;
    assert_vec(wend_combine_sum(&self, wishes, 2, 100), 0, 70, 0, 1e-5);
    wishes[0].weight = 1;
    wishes[1].weight = 0;
    assert_vec(wend_combine_sum(&self, wishes, 2, 100), 0, 10, 0, 1e-5);
    assert_vec(wishes[1].taken, 0, 0, 0, 0);
    assert_vec(wend_combine_sum(&self, wishes, 2, 5), 0, 5, 0, 1e-5);
    wishes[1].weight = 1;
    assert_vec(wend_combine_budget(&self, wishes, 2, 5), 0, 5, 0, 1e-5); // the second starves
    assert_vec(wishes[1].taken, 0, 0, 0, 0);
}

static void t_003_59_a_grazer_far_away_only_wanders(void **state)
{
    (void)state;
    wend_agent self = chaser(0, 0, 0.15f);
    self.velocity = v2(33.3f, -71.7f);
    for (int i = 0; i < 100; i++)
    {
        wend_vec wander = wend_rotate(v2(220, 0), (float)i);
        wend_wish wishes[] = {{wander, 1, v2(0, 0)}, {wend_flee(&self, v2(0, 221), 220, 0), 3, v2(0, 0)}};
        wend_vec both = wend_combine_sum(&self, wishes, 2, 380);
        assert_vec(wishes[1].taken, 0, 0, 0, 0);
        assert_same(both, wend_combine_sum(&self, wishes, 1, 380));
    }
}

static void t_003_60_inside_flee_swamps_wander(void **state)
{
    (void)state;
    int out = 0;
    for (uint64_t i = 0; i < 400; i++)
    {
        wend_random random = wend_random_seed(60, i);
        wend_agent self = chaser(150, 0, 0.15f);
        self.velocity = wend_rotate(v2(220, 0), wend_random_between(&random, -WEND_PI, WEND_PI));
        wend_wander_state way = {wend_normalize(self.velocity)};
        for (int step = 0; step < 90; step++)
        {
            wend_vec wander = wend_wander(&self, &way, &random, WEND_WANDER_RATE, false, 1.0 / 60);
            wend_wish wishes[] = {{wander, 1, v2(0, 0)}, {wend_flee(&self, v2(0, 0), 220, 0), 3, v2(0, 0)}};
            move_by(&self, wend_point_mass(&self, wend_combine_sum(&self, wishes, 2, 0), 1.0 / 60, NULL), 1.0 / 60);
        }
        out += exact_length(self.position) > 220;
    }
    assert_in_range(out, 320, 400); // the row has 345
}

static void t_sum_of_random_lists(void **state)
{
    (void)state;
    uint64_t random = 22;
    for (int i = 0; i < 20000; i++)
    {
        wend_agent self;
        wend_wish wishes[LONGEST_LIST];
        int count = draw_list(&random, &self, wishes);
        float limit = i % 2 == 0 ? 0 : draw_float(&random, 0.1, 20);
        wend_vec result = wend_combine_sum(&self, wishes, count, limit);
        double sum[3] = {0, 0, 0};
        for (int k = 0; k < count; k++)
        {
            double one[3];
            change(&self, &wishes[k], one);
            sum[0] += one[0], sum[1] += one[1], sum[2] += one[2];
        }
        double length = sqrt(square(sum[0]) + square(sum[1]) + square(sum[2]));
        double cut = limit > 0 && length > (double)limit ? (double)limit / length : 1;
        assert_vec(result, (double)self.velocity.x + cut * sum[0], (double)self.velocity.y + cut * sum[1],
                   (double)self.velocity.z + cut * sum[2], 2e-5);
        check_taken(&self, wishes, count, result, 1);
        for (int k = 0; k < count; k++)
        {
            double one[3];
            change(&self, &wishes[k], one);
            assert_vec(wishes[k].taken, cut * one[0], cut * one[1], cut * one[2], 2e-5);
        }
    }
}

// ---- priority

static void t_priority_takes_the_first_that_wants_anything(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 1, 1);
    wend_wish wishes[] = {change_of(&self, 0, 0), change_of(&self, 0.5f, 0), change_of(&self, 3, 4),
                          change_of(&self, -20, 0)};
    assert_vec(wend_combine_priority(&self, wishes, 4, 0, 0), 1.5, 1, 0, 1e-6);
    assert_vec(wend_combine_priority(&self, wishes, 4, 0, 0.5f), 4, 5, 0, 1e-6); // exactly 0.5 is not longer
    assert_vec(wishes[0].taken, 0, 0, 0, 0);
    assert_vec(wishes[1].taken, 0, 0, 0, 0);
    assert_vec(wishes[2].taken, 3, 4, 0, 1e-6);
    assert_vec(wishes[3].taken, 0, 0, 0, 0);
    assert_vec(wend_combine_priority(&self, wishes, 4, 2.5f, 0.5f), 2.5, 3, 0, 1e-6); // cut
    assert_vec(wishes[2].taken, 1.5, 2, 0, 1e-6);
    assert_vec(wend_combine_priority(&self, wishes, 4, 0, 5), -19, 1, 0, 1e-5);
    wishes[1].weight = 12; // the weighted change counts: 6
    assert_vec(wend_combine_priority(&self, wishes, 4, 0, 5), 7, 1, 0, 1e-5);
    assert_same(wend_combine_priority(&self, wishes, 4, 0, 20), self.velocity); // nobody wants that much
    for (int i = 0; i < 4; i++)
    {
        assert_vec(wishes[i].taken, 0, 0, 0, 0);
    }
}

static void t_priority_of_random_lists(void **state)
{
    (void)state;
    uint64_t random = 23;
    for (int i = 0; i < 20000; i++)
    {
        wend_agent self;
        wend_wish wishes[LONGEST_LIST];
        int count = draw_list(&random, &self, wishes);
        wend_vec result = wend_combine_priority(&self, wishes, count, 6, 2);
        check_taken(&self, wishes, count, result, 1);
        bool is_found = false;
        for (int k = 0; k < count; k++)
        {
            double one[3];
            change(&self, &wishes[k], one);
            double length = sqrt(square(one[0]) + square(one[1]) + square(one[2]));
            bool is_it = !is_found && length > 2;
            double share = !is_it ? 0 : length > 6 ? 6 / length : 1;
            assert_vec(wishes[k].taken, share * one[0], share * one[1], share * one[2], 1e-5);
            is_found = is_found || is_it;
        }
        assert_true(is_found || wend_equal(result, self.velocity));
    }
}

// ---- the flock's

static void t_004_45_separation_takes_its_share_first(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 1, 0);
    // the row's raw pushes: separation (-0.375, -0.375), the goal (4, 0), alignment + cohesion (-0.2, 0.95)
    wend_wish wishes[] = {change_of(&self, -0.375f, -0.375f),
                          {v2(4, 0), 1, v2(0, 0)},
                          change_of(&self, -0.5f, 0.5f),
                          change_of(&self, 0.3f, 0.45f)};
    wend_vec result = wend_combine_flock(&self, wishes, 4);
    assert_vec(result, 2.991074, 0.466519, 0, 1e-5);
    double left = 4 - 0.375 * sqrt(2), share = left / hypot(3.8, 0.95);
    assert_vec(wishes[0].taken, -0.375, -0.375, 0, 1e-6);
    assert_vec(wishes[1].taken, 3 * share, 0, 0, 1e-5);
    assert_vec(wishes[2].taken, -0.5 * share, 0.5 * share, 0, 1e-5);
    assert_vec(wishes[3].taken, 0.3 * share, 0.45 * share, 0, 1e-5);
    check_taken(&self, wishes, 4, result, share); // the base is cut with them
}

static void t_004_45_the_first_can_take_all(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 1, 0);
    wend_wish wishes[] = {change_of(&self, 0, -30), {v2(4, 0), 1, v2(0, 0)}};
    assert_vec(wend_combine_flock(&self, wishes, 2), 0, -4, 0, 1e-6);
    assert_vec(wishes[0].taken, 0, -4, 0, 1e-6);
    assert_vec(wishes[1].taken, 0, 0, 0, 1e-6);
    wishes[0] = change_of(&self, 0, 0); // wants nothing: all is left to the others
    assert_vec(wend_combine_flock(&self, wishes, 2), 4, 0, 0, 1e-6);
    wishes[0] = change_of(&self, 0, -1);
    wishes[0].weight = 2; // 2 of 4
    assert_vec(wend_combine_flock(&self, wishes, 2), 2, -2, 0, 1e-6);
    wishes[1] = change_of(&self, 0.5f, 0); // 1.5 fits into the 2 that are left
    assert_vec(wend_combine_flock(&self, wishes, 2), 1.5, -2, 0, 1e-6);
}

static void t_004_45_at_rest_with_nothing_but_separation(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0); // what is left for the others may round to a little less than nothing, times 0
    for (int i = 0; i < 2000; i++)
    {
        double angle = 0.01 * i;
        wend_wish wish = change_of(&self, (float)(9 * cos(angle)), (float)(9 * sin(angle)));
        assert_vec(wend_combine_flock(&self, &wish, 1), 4 * cos(angle), 4 * sin(angle), 0, 2e-6);
    }
}

static void t_004_45_never_faster_than_top_speed(void **state)
{
    (void)state;
    uint64_t random = 24;
    int full = 0;
    for (int i = 0; i < 20000; i++)
    {
        wend_agent self;
        wend_wish wishes[LONGEST_LIST];
        int count = draw_list(&random, &self, wishes);
        wend_vec result = wend_combine_flock(&self, wishes, count);
        double base[3] = {(double)self.velocity.x, (double)self.velocity.y, (double)self.velocity.z};
        double first[3] = {0, 0, 0};
        for (int k = 0; k < count; k++)
        {
            double one[3];
            change(&self, &wishes[k], one);
            double *sum = k == 0 ? first : base;
            sum[0] += one[0], sum[1] += one[1], sum[2] += one[2];
        }
        double claimed = sqrt(square(first[0]) + square(first[1]) + square(first[2]));
        double cut = claimed > 4 ? 4 / claimed : 1;
        double left = 4 - cut * claimed, length = sqrt(square(base[0]) + square(base[1]) + square(base[2]));
        double share = length > left ? left / length : 1;
        if (count > 0)
        {
            assert_true(exact_length(result) <= 4 * (1 + 1e-6));
            assert_vec(result, cut * first[0] + share * base[0], cut * first[1] + share * base[1],
                       cut * first[2] + share * base[2], 2e-5);
            check_taken(&self, wishes, count, result, share);
        }
        full += exact_length(result) > 3.99;
    }
    assert_in_range(full, 500, 19500);
}

// ---- all of them

static void t_an_empty_list_wants_no_change(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 1.1f, -2.3f);
    assert_same(wend_combine_sum(&self, NULL, 0, 5), self.velocity);
    assert_same(wend_combine_priority(&self, NULL, 0, 5, 0), self.velocity);
    assert_same(wend_combine_budget(&self, NULL, 0, 5), self.velocity);
    assert_same(wend_combine_flock(&self, NULL, 0), self.velocity);
}

static void t_no_change_wished_is_none_made(void **state)
{
    (void)state;
    wend_agent self = mover(0, 0, 1.1f, -2.3f);
    wend_wish wishes[] = {change_of(&self, 0, 0), change_of(&self, 0, 0), change_of(&self, 0, 0)};
    assert_same(wend_combine_sum(&self, wishes, 3, 5), self.velocity);
    assert_same(wend_combine_priority(&self, wishes, 3, 5, 0), self.velocity);
    assert_same(wend_combine_budget(&self, wishes, 3, 5), self.velocity);
    assert_same(wend_combine_flock(&self, wishes, 3), self.velocity);
}

static void t_finite_in_finite_out(void **state)
{
    (void)state;
    uint64_t random = 25;
    for (int i = 0; i < 100000; i++)
    {
        wend_agent self = draw_wild_agent(&random);
        wend_wish wishes[LONGEST_LIST];
        int count = (int)(draw(&random) % (LONGEST_LIST + 1));
        for (int k = 0; k < count; k++)
        {
            wishes[k].velocity = draw_wild(&random);
            wishes[k].weight = draw_not_negative(&random);
        }
        float limit = draw_not_negative(&random), least = draw_not_negative(&random);
        wend_vec results[4];
        for (int way = 0; way < 4; way++)
        {
            for (int k = 0; k < count; k++)
            {
                wishes[k].taken = wend_xyz(NAN, NAN, NAN);
            }
            results[way] = way == 0   ? wend_combine_sum(&self, wishes, count, limit)
                           : way == 1 ? wend_combine_priority(&self, wishes, count, limit, least)
                           : way == 2 ? wend_combine_budget(&self, wishes, count, limit)
                                      : wend_combine_flock(&self, wishes, count);
            assert_finite(results[way]);
            for (int k = 0; k < count; k++)
            {
                assert_finite(wishes[k].taken); // written, too
            }
        }
        assert_true(count == 0 || exact_length(results[3]) <= (double)self.max_speed * (1 + 1e-6) + 1e-44);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_002_16_what_fits_is_added_whole),
        cmocka_unit_test(t_002_17_what_does_not_fit_is_shortened),
        cmocka_unit_test(t_002_18_the_first_can_take_all),
        cmocka_unit_test(t_002_19_later_ones_starve),
        cmocka_unit_test(t_002_21_order_matters),
        cmocka_unit_test(t_002_14_what_each_got),
        cmocka_unit_test(t_002_20_never_more_than_the_limit),
        cmocka_unit_test(t_002_05_steering_is_wish_minus_velocity),
        cmocka_unit_test(t_003_58_added_and_cut_once),
        cmocka_unit_test(t_PEER_3_sums),
        cmocka_unit_test(t_003_59_a_grazer_far_away_only_wanders),
        cmocka_unit_test(t_003_60_inside_flee_swamps_wander),
        cmocka_unit_test(t_sum_of_random_lists),
        cmocka_unit_test(t_priority_takes_the_first_that_wants_anything),
        cmocka_unit_test(t_priority_of_random_lists),
        cmocka_unit_test(t_004_45_separation_takes_its_share_first),
        cmocka_unit_test(t_004_45_the_first_can_take_all),
        cmocka_unit_test(t_004_45_at_rest_with_nothing_but_separation),
        cmocka_unit_test(t_004_45_never_faster_than_top_speed),
        cmocka_unit_test(t_an_empty_list_wants_no_change),
        cmocka_unit_test(t_no_change_wished_is_none_made),
        cmocka_unit_test(t_finite_in_finite_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
