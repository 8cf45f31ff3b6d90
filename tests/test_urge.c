// Curves, picking by urgency, fuzzy rules.
#include "testing_decide.h"

// ---- curves

// 002-38: the activation is height * exp(-0.1 * distance). 002-40: so it is never 0; wend's is, below 1.
static void t_002_38_activation_by_distance(void **state)
{
    (void)state;
    wend_curve curve = wend_default_curve(WEND_CURVE_EXPONENTIAL);
    assert_int_equal(wend_curve_check(&curve, NULL), WEND_OK);
    curve.cut = 0; // the source's own
    const double rows[][2] = {{0, 100}, {10, 36.788}, {23.026, 10}, {50, 0.674}};
    for (int i = 0; i < COUNT_OF(rows); i++)
        assert_close(wend_curve_at(&curve, (float)rows[i][0]), rows[i][1], 1e-3);
    assert_close(wend_curve_at(&curve, -5), 100, 0);
    assert_true(wend_curve_at(&curve, 900) > 0); // "above 0" would be true for ever
}

static void t_002_40_with_a_cut_off_activation_ends(void **state)
{
    (void)state;
    wend_curve curve = wend_default_curve(WEND_CURVE_EXPONENTIAL);
    assert_close(wend_curve_at(&curve, 46), 100 * exp(-4.6), 1e-4); // 1.005
    assert_true(wend_curve_at(&curve, 46.1f) == 0);                 // 0.995
    assert_true(wend_curve_at(&curve, 1000) == 0);
    assert_true(wend_curve_at(&curve, 3e38f) == 0);
}

// 002-39 says that fear lingers and then drops. An exponential doesn't: it is steepest at once. The smooth step does.
static void t_002_39_what_lingers_is_smooth_and_not_exponential(void **state)
{
    (void)state;
    wend_curve falls = wend_default_curve(WEND_CURVE_EXPONENTIAL), lingers = wend_default_curve(WEND_CURVE_SMOOTH);
    lingers.high = 20;
    assert_close((wend_curve_at(&falls, 0.01f) - 100) / 0.01f, -10, 0.01); // per unit
    for (int x = 0; x < 20; x++)
    {
        float now = wend_curve_at(&falls, (float)x) - wend_curve_at(&falls, (float)x + 1);
        float later = wend_curve_at(&falls, (float)x + 1) - wend_curve_at(&falls, (float)x + 2);
        assert_true(now > later);
    }
    float first = 100 - wend_curve_at(&lingers, 2), middle = wend_curve_at(&lingers, 9) - wend_curve_at(&lingers, 11);
    assert_close(first, 2.8, 1e-4); // 3/100 - 2/1000 of 100
    assert_close(middle, 14.95, 1e-3);
}

static void t_lines_and_smooth_steps_are_level_beyond_their_ends(void **state)
{
    (void)state;
    wend_curve line = wend_default_curve(WEND_CURVE_LINEAR);
    line.low = 10, line.high = 30, line.at_low = 0, line.at_high = 1;
    const float rows[][2] = {{-3e38f, 0}, {10, 0}, {15, 0.25f}, {20, 0.5f}, {30, 1}, {3e38f, 1}};
    for (int i = 0; i < COUNT_OF(rows); i++)
        assert_true(wend_curve_at(&line, rows[i][0]) == rows[i][1]);
    line.kind = WEND_CURVE_SMOOTH;
    assert_close(wend_curve_at(&line, 15), 0.15625, 1e-7); // 3/16 - 2/64
    assert_true(wend_curve_at(&line, 20) == 0.5f && wend_curve_at(&line, 31) == 1);
}

static void t_keys_are_met_with_their_slopes(void **state)
{
    (void)state;
    // x^3 - x through its values and slopes at -1, 0 and 2 (a cubic piece is exact), then a corner and a straight line.
    const wend_key keys[] = {{-1, 0, 0, 2}, {0, 0, -1, -1}, {2, 6, 11, 1}, {4, 8, 1, 0}};
    wend_curve curve = wend_default_curve(WEND_CURVE_KEYS);
    curve.keys = keys, curve.key_count = COUNT_OF(keys);
    assert_int_equal(wend_curve_check(&curve, NULL), WEND_OK);
    for (double x = -1; x <= 2; x += 0.125)
        assert_close(wend_curve_at(&curve, (float)x), x * x * x - x, 1e-6);
    for (double x = 2; x <= 4; x += 0.25)
        assert_close(wend_curve_at(&curve, (float)x), 4 + x, 1e-6);
    assert_true(wend_curve_at(&curve, -9) == 0 && wend_curve_at(&curve, 9) == 8);
    curve.key_count = 1;
    assert_true(wend_curve_at(&curve, 5) == 0);
}

static void t_curves_are_finite_whatever_is_finite(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 20000; i++)
    {
        wend_key keys[3];
        for (int k = 0; k < 3; k++)
            keys[k] =
                (wend_key){draw_magnitude(&seed), draw_magnitude(&seed), draw_magnitude(&seed), draw_magnitude(&seed)};
        wend_curve c = wend_default_curve((wend_curve_kind)(draw(&seed) % WEND_CURVE_KIND_COUNT));
        c.low = draw_magnitude(&seed), c.high = draw_magnitude(&seed);
        c.at_low = draw_magnitude(&seed), c.at_high = draw_magnitude(&seed);
        c.rate = draw_positive(&seed), c.cut = draw_not_negative(&seed);
        c.keys = keys, c.key_count = 3;
        if (wend_curve_check(&c, NULL) == WEND_OK)
            assert_true(isfinite(wend_curve_at(&c, draw_magnitude(&seed))));
    }
}

static void t_bad_curves_are_refused(void **state)
{
    (void)state;
    wend_curve c = wend_default_curve(WEND_CURVE_LINEAR);
    assert_said(WEND_ERROR_NULL, wend_curve_check(NULL, &error), "curve");
    c.high = 0;
    assert_said(WEND_ERROR_VALUE, wend_curve_check(&c, &error), "high is 0", "above low");
    c.high = INFINITY;
    assert_said(WEND_ERROR_VALUE, wend_curve_check(&c, &error), "high is inf", "finite");
    c = wend_default_curve(WEND_CURVE_LINEAR), c.at_low = NAN;
    assert_said(WEND_ERROR_VALUE, wend_curve_check(&c, &error), "at_low", "finite");
    c = wend_default_curve(WEND_CURVE_EXPONENTIAL), c.rate = 0;
    assert_said(WEND_ERROR_VALUE, wend_curve_check(&c, &error), "rate is 0", "> 0");
    c.rate = 1, c.cut = -1;
    assert_said(WEND_ERROR_VALUE, wend_curve_check(&c, &error), "cut is -1", ">= 0");
    c = wend_default_curve((wend_curve_kind)9);
    assert_said(WEND_ERROR_VALUE, wend_curve_check(&c, &error), "kind is 9", "0..3");
    c = wend_default_curve(WEND_CURVE_KEYS);
    assert_said(WEND_ERROR_NULL, wend_curve_check(&c, &error), "keys");
    const wend_key keys[] = {{0, 0, 0, 0}, {0, 1, 0, 0}}, odd[] = {{0, 0, 0, INFINITY}};
    c.keys = keys;
    assert_said(WEND_ERROR_VALUE, wend_curve_check(&c, &error), "key_count is 0", ">= 1");
    c.key_count = 2;
    assert_said(WEND_ERROR_VALUE, wend_curve_check(&c, &error), "key 1", "x 0", "above 0");
    c.keys = odd, c.key_count = 1;
    assert_said(WEND_ERROR_VALUE, wend_curve_check(&c, &error), "after is inf", "finite");
}

// ---- picking

static void t_002_41_the_nearest_within_the_band_else_the_more_urgent(void **state)
{
    (void)state;
    enum
    {
        HEALTH,
        AMMO
    };
    const struct
    {
        wend_option options[2];
        int wins;
    } rows[] = {{{{0.9f, 20}, {0.1f, 2}}, HEALTH},
                {{{0.15f, 30}, {0.10f, 5}}, AMMO},
                {{{0.5f, 9}, {0.375f, 1}}, AMMO}, // exactly the band apart: within it
                {{{0.5f, 9}, {0.374f, 1}}, HEALTH}};
    for (int i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(wend_pick(rows[i].options, 2, -1, NULL), rows[i].wins);
}

static void t_002_42_with_85_health_and_90_ammunition_the_nearest_wins(void **state)
{
    (void)state;
    wend_curve need = wend_default_curve(WEND_CURVE_LINEAR);
    need.high = 100, need.at_low = 1;
    float health = wend_curve_at(&need, 85), ammo = wend_curve_at(&need, 90);
    assert_close(health, 0.15, 1e-6);
    assert_close(health - ammo, 0.05, 1e-6);
    for (float far = 1; far < 40; far += 2.5f)
    {
        const wend_option options[] = {{health, far}, {ammo, 20}};
        assert_int_equal(wend_pick(options, 2, -1, NULL), far <= 20 ? 0 : 1);
    }
}

static void t_what_is_not_wanted_is_not_picked(void **state)
{
    (void)state;
    const wend_option none[] = {{0, 1}, {-1, 1}, {NAN, 1}}, some[] = {{0, 1}, {1e-30f, 9}, {-5, 0}};
    assert_int_equal(wend_pick(none, 3, -1, NULL), -1);
    assert_int_equal(wend_pick(none, 3, 1, NULL), -1); // not even if it was
    assert_int_equal(wend_pick(none, 0, 2, NULL), -1);
    assert_int_equal(wend_pick(some, 3, -1, NULL), 1);
}

static void t_a_pick_does_not_flip_for_little(void **state)
{
    (void)state;
    // Two whose distances, then two whose urgencies, change places each time by a little.
    int flips[2][2] = {{0}};
    for (int kind = 0; kind < 2; kind++)
        for (int is_committed = 0; is_committed < 2; is_committed++)
        {
            wend_picking how = wend_default_picking();
            how.commitment = is_committed ? how.commitment : 0;
            int last = 0;
            for (int i = 0; i < 100; i++)
            {
                float sign = i % 2 ? 1 : -1;
                const wend_option near_by[] = {{0.5f, 10 + 0.4f * sign}, {0.5f, 10 - 0.4f * sign}};
                const wend_option urgent[] = {{0.3f, 9}, {0.425f + 0.03f * sign, 12}};
                int pick = wend_pick(kind == 0 ? near_by : urgent, 2, last, &how);
                flips[kind][is_committed] += pick != last;
                last = pick;
            }
        }
    assert_true(flips[0][0] >= 99 && flips[0][1] == 0);
    assert_true(flips[1][0] >= 99 && flips[1][1] == 0);
    // What is clearly better still wins.
    const wend_option nearer[] = {{0.5f, 10}, {0.5f, 8.9f}}, worse[] = {{0.5f, 10}, {0.73f, 90}};
    assert_int_equal(wend_pick(nearer, 2, 0, NULL), 1); // less than 10 * 0.9
    assert_int_equal(wend_pick(worse, 2, 0, NULL), 1);  // 0.73 - 0.125 > 0.5 + 0.1
}

static void t_equal_ones_go_to_the_last_pick_then_to_the_first(void **state)
{
    (void)state;
    const wend_option same[] = {{0.5f, 3}, {0.5f, 3}, {0.5f, 3}, {0.5f, 0}, {0.5f, 0}};
    wend_picking plain = {0, 0};
    assert_int_equal(wend_pick(same, 3, -1, &plain), 0);
    assert_int_equal(wend_pick(same, 3, 2, &plain), 2);
    assert_int_equal(wend_pick(same, 5, 4, NULL), 4);
}

static void t_weighted_utility_with_the_same_commitment(void **state)
{
    (void)state;
    const float weights[] = {3, 1}, attack[] = {0.5f, 0.9f}, hide[] = {0.7f, 0.2f}, nothing[] = {0, 0};
    assert_close(wend_utility(attack, weights, 2), 0.6, 1e-7);
    assert_close(wend_utility(hide, weights, 2), 0.575, 1e-7);
    assert_true(wend_utility(attack, nothing, 2) == 0 && wend_utility(NULL, NULL, 0) == 0);
    const wend_option options[] = {{wend_utility(attack, weights, 2), 9}, {wend_utility(hide, weights, 2), 1}};
    wend_picking by_utility = wend_default_picking();
    by_utility.band = 0; // the distance doesn't matter
    assert_int_equal(wend_pick(options, 2, -1, &by_utility), 0);
    assert_int_equal(wend_pick(options, 2, 1, &by_utility), 1);
    by_utility.commitment = 0.02f;
    assert_int_equal(wend_pick(options, 2, 1, &by_utility), 0);
}

// ---- fuzzy

static void t_degrees_of_membership(void **state)
{
    (void)state;
    wend_fuzzy_set triangle = wend_fuzzy_triangle(0, 10, 30), trapezoid = {0, 10, 20, 40};
    wend_fuzzy_set left = wend_fuzzy_left_shoulder(25, 50), right = wend_fuzzy_right_shoulder(50, 75);
    wend_fuzzy_set upright = {5, 5, 8, 8};
    const struct
    {
        wend_fuzzy_set set;
        float x, degree;
    } rows[] = {{triangle, -1, 0},     {triangle, 0, 0},         {triangle, 5, 0.5f}, {triangle, 10, 1},
                {triangle, 25, 0.25f}, {triangle, 30, 0},        {trapezoid, 10, 1},  {trapezoid, 20, 1},
                {trapezoid, 35, .25f}, {left, -3e38f, 1},        {left, 25, 1},       {left, 40, 0.4f},
                {left, 50, 0},         {right, 50, 0},           {right, 65, 0.6f},   {right, 75, 1},
                {right, 3e38f, 1},     {upright, 4.999f, 0},     {upright, 5, 1},     {upright, 8, 1},
                {upright, 8.001f, 0},  {triangle, (float)NAN, 0}};
    for (int i = 0; i < COUNT_OF(rows); i++)
        assert_close(wend_fuzzy_degree(rows[i].set, rows[i].x), rows[i].degree, 1e-7);
    assert_true(wend_fuzzy_and(0.2f, 0.7f) == 0.2f && wend_fuzzy_or(0.2f, 0.7f) == 0.7f);
    assert_close(wend_fuzzy_not(0.2f), 0.8, 1e-7);
}

// A published example: M. Buckland, "Programming Game AI by Example", 2005, chapter 10: a rocket launcher with 8
// rockets and a target 200 away. Its mean of maximum is 83. Its centroid is 62: ten
// samples at 10, 20 ... 100 where overlapping sets add up; exactly, and with the higher one counting, it is 58.84.
static wend_fuzzy_rules rocket_launcher(wend_fuzzy_rule rules[9], float distance, float rockets)
{
    wend_fuzzy_set close = wend_fuzzy_left_shoulder(25, 150), medium = wend_fuzzy_triangle(25, 150, 300),
                   far_off = wend_fuzzy_right_shoulder(150, 300);
    wend_fuzzy_set low = wend_fuzzy_triangle(-10, 0, 10), okay = wend_fuzzy_triangle(0, 10, 30),
                   loads = wend_fuzzy_right_shoulder(10, 30);
    wend_fuzzy_set undesirable = wend_fuzzy_left_shoulder(25, 50), desirable = wend_fuzzy_triangle(25, 50, 75),
                   very = wend_fuzzy_right_shoulder(50, 75);
    float c = wend_fuzzy_degree(close, distance), m = wend_fuzzy_degree(medium, distance),
          f = wend_fuzzy_degree(far_off, distance);
    float few = wend_fuzzy_degree(low, rockets), some = wend_fuzzy_degree(okay, rockets),
          many = wend_fuzzy_degree(loads, rockets);
    const wend_fuzzy_rule table[9] = {{wend_fuzzy_and(f, many), desirable},   {wend_fuzzy_and(f, some), undesirable},
                                      {wend_fuzzy_and(f, few), undesirable},  {wend_fuzzy_and(m, many), very},
                                      {wend_fuzzy_and(m, some), very},        {wend_fuzzy_and(m, few), desirable},
                                      {wend_fuzzy_and(c, many), undesirable}, {wend_fuzzy_and(c, some), undesirable},
                                      {wend_fuzzy_and(c, few), undesirable}};
    memcpy(rules, table, sizeof table);
    return (wend_fuzzy_rules){rules, 9, 0, 100};
}

/// The centroid by so many thin slices.
static double slices(const wend_fuzzy_rules *r, int count)
{
    double size = 0, moment = 0;
    for (int k = 0; k < count; k++)
    {
        double x = (double)r->low + ((double)r->high - (double)r->low) * (k + 0.5) / count, height = 0;
        for (int i = 0; i < r->count; i++)
        {
            const wend_fuzzy_set *s = &r->rules[i].then;
            double up = x < (double)s->full ? (x - (double)s->begin) / ((double)s->full - (double)s->begin) : 1;
            double down = x > (double)s->fade ? ((double)s->end - x) / ((double)s->end - (double)s->fade) : 1;
            double degree = fmax(fmin(fmin(up, down), (double)r->rules[i].degree), 0);
            height = fmax(height, degree);
        }
        size += height;
        moment += height * x;
    }
    return moment / size;
}

static void t_a_published_example(void **state)
{
    (void)state;
    wend_fuzzy_rule rules[9];
    wend_fuzzy_rules launcher = rocket_launcher(rules, 200, 8);
    assert_int_equal(wend_fuzzy_check(&launcher, NULL), WEND_OK);
    const double degrees[9] = {0, 1 / 3.0, 0.2, 0, 2 / 3.0, 0.2, 0, 0, 0};
    for (int i = 0; i < 9; i++)
        assert_close(rules[i].degree, degrees[i], 1e-6);
    float middle, highest;
    assert_true(wend_fuzzy_centroid(&launcher, &middle));
    assert_true(wend_fuzzy_mean_of_maximum(&launcher, &highest));
    assert_close(middle, slices(&launcher, 100000), 1e-3);
    assert_close(highest, 83 + 1 / 3.0, 1e-4); // from 66 2/3 to 100
}

static void t_the_centroid_is_that_of_thin_slices(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int round = 0; round < 60; round++)
    {
        wend_fuzzy_rule rules[6];
        wend_fuzzy_rules all = {rules, (int)(1 + draw(&seed) % 6), -10, 20};
        for (int i = 0; i < all.count; i++)
        {
            float a = draw_float(&seed, -15, 20), b = a + draw_float(&seed, 0, 8), c = b + draw_float(&seed, 0, 8);
            rules[i].degree = draw(&seed) % 4 == 0 ? 1 : draw_float(&seed, 0.05, 1);
            rules[i].then = (wend_fuzzy_set){a, draw(&seed) % 3 ? b : a, draw(&seed) % 3 ? c : b, c + 1};
        }
        float middle = 0;
        if (wend_fuzzy_centroid(&all, &middle))
            assert_close(middle, slices(&all, 200000), 2e-3);
    }
    // Worked out by hand: a whole triangle 0, 1, 4 has its middle at (0 + 1 + 4) / 3.
    const wend_fuzzy_rule one = {1, wend_fuzzy_triangle(0, 1, 4)};
    wend_fuzzy_rules alone = {&one, 1, -10, 20};
    float middle;
    assert_true(wend_fuzzy_centroid(&alone, &middle));
    assert_close(middle, 5 / 3.0, 1e-6);
}

static void t_the_mean_of_maximum_counts_each_number_once(void **state)
{
    (void)state;
    const wend_fuzzy_rule level[] = {
        {0.5f, {0, 2, 4, 6}}, {0.5f, {2, 4, 6, 8}}, {0.5f, {20, 20, 22, 22}}, {0.2f, {0, 1, 90, 99}}};
    wend_fuzzy_rules rules = {level, 4, 0, 100};
    float out;
    assert_true(wend_fuzzy_mean_of_maximum(&rules, &out));
    assert_close(out, (6 * 4.0 + 2 * 21.0) / 8, 1e-6); // 1..7 and 20..22
    const wend_fuzzy_rule peaks[] = {{1, {0, 2, 2, 6}}, {1, {2, 10, 10, 12}}, {1, {2, 10, 10, 11}}};
    rules = (wend_fuzzy_rules){peaks, 3, 0, 100};
    assert_true(wend_fuzzy_mean_of_maximum(&rules, &out));
    assert_close(out, 6, 1e-6); // two points, one of them twice
    rules.high = 1;             // below all peaks: the first is highest, at the end
    assert_true(wend_fuzzy_mean_of_maximum(&rules, &out));
    assert_close(out, 1, 0);
}

static void t_no_rule_fired(void **state)
{
    (void)state;
    float out = 42;
    const wend_fuzzy_rule idle[] = {{0, {0, 1, 2, 3}}, {0, {2, 3, 4, 5}}}, outside[] = {{1, {20, 21, 22, 23}}};
    const wend_fuzzy_rules none[] = {{idle, 2, 0, 10}, {outside, 1, 0, 10}, {NULL, 0, 0, 10}};
    for (int i = 0; i < COUNT_OF(none); i++)
    {
        assert_int_equal(wend_fuzzy_check(&none[i], NULL), WEND_OK);
        assert_false(wend_fuzzy_centroid(&none[i], &out));
        assert_false(wend_fuzzy_mean_of_maximum(&none[i], &out));
    }
    assert_true(out == 42);
}

static void t_bad_rules_are_refused(void **state)
{
    (void)state;
    assert_said(WEND_ERROR_NULL, wend_fuzzy_check(NULL, &error), "null");
    wend_fuzzy_rule rule = {1, {0, 1, 2, 3}};
    wend_fuzzy_rules rules = {&rule, 1, 5, 5};
    assert_said(WEND_ERROR_VALUE, wend_fuzzy_check(&rules, &error), "from 5 to 5", "below high");
    rules.low = 0;
    const float degrees[] = {-0.1f, 1.1f, NAN};
    for (int i = 0; i < 3; i++)
    {
        rule.degree = degrees[i];
        assert_said(WEND_ERROR_VALUE, wend_fuzzy_check(&rules, &error), "degree", "0..1");
    }
    const wend_fuzzy_set sets[] = {{0, 2, 1, 3}, {1, 1, 1, 1},         {2, 1, 3, 4},
                                   {0, 1, 5, 4}, {-INFINITY, 0, 1, 2}, {0, NAN, 1, 2}};
    rule.degree = 1;
    for (int i = 0; i < COUNT_OF(sets); i++)
    {
        rule.then = sets[i];
        assert_said(WEND_ERROR_VALUE, wend_fuzzy_check(&rules, &error), "rule 0", "ascend");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_002_38_activation_by_distance),
        cmocka_unit_test(t_002_40_with_a_cut_off_activation_ends),
        cmocka_unit_test(t_002_39_what_lingers_is_smooth_and_not_exponential),
        cmocka_unit_test(t_lines_and_smooth_steps_are_level_beyond_their_ends),
        cmocka_unit_test(t_keys_are_met_with_their_slopes),
        cmocka_unit_test(t_curves_are_finite_whatever_is_finite),
        cmocka_unit_test(t_bad_curves_are_refused),
        cmocka_unit_test(t_002_41_the_nearest_within_the_band_else_the_more_urgent),
        cmocka_unit_test(t_002_42_with_85_health_and_90_ammunition_the_nearest_wins),
        cmocka_unit_test(t_what_is_not_wanted_is_not_picked),
        cmocka_unit_test(t_a_pick_does_not_flip_for_little),
        cmocka_unit_test(t_equal_ones_go_to_the_last_pick_then_to_the_first),
        cmocka_unit_test(t_weighted_utility_with_the_same_commitment),
        cmocka_unit_test(t_degrees_of_membership),
        cmocka_unit_test(t_a_published_example),
        cmocka_unit_test(t_the_centroid_is_that_of_thin_slices),
        cmocka_unit_test(t_the_mean_of_maximum_counts_each_number_once),
        cmocka_unit_test(t_no_rule_fired),
        cmocka_unit_test(t_bad_rules_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
