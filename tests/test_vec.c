// vec.h: lengths and directions at any size, own trigonometry against the C library's in double, PCG32.
#include "testing.h"

// ---- arithmetic

static void t_arithmetic(void **state)
{
    (void)state;
    wend_vec a = {1, 2, 3}, b = {4, -5, 6};
    assert_vec(wend_add(a, b), 5, -3, 9, 0);
    assert_vec(wend_sub(a, b), -3, 7, -3, 0);
    assert_vec(wend_scale(a, -2), -2, -4, -6, 0);
    assert_vec(wend_negate(a), -1, -2, -3, 0);
    assert_close(wend_dot(a, b), 12, 0);
    assert_vec(wend_cross(a, b), 27, 6, -13, 0);
    assert_vec(wend_cross(v2(1, 0), v2(0, 1)), 0, 0, 1, 0);
    assert_vec(wend_lerp(a, b, 0.5f), 2.5, -1.5, 4.5, 0);
    assert_vec(wend_lerp(a, b, 2), 7, -12, 9, 0);
    assert_true(wend_equal(a, wend_xyz(1, 2, 3)));
    assert_false(wend_equal(a, wend_xyz(1, 2, 3.5f)));
    assert_false(wend_equal(a, wend_xyz(1, 2.5f, 3)));
    assert_false(wend_equal(a, wend_xyz(1.5f, 2, 3)));
}

static void t_finite_is_neither_infinite_nor_nan(void **state)
{
    (void)state;
    const float bad[] = {INFINITY, -INFINITY, NAN};
    assert_true(wend_is_finite(wend_xyz(FLT_MAX, -FLT_MAX, 1e-45f)));
    for (int i = 0; i < COUNT_OF(bad); i++)
    {
        assert_false(wend_is_finite(wend_xyz(bad[i], 0, 0)));
        assert_false(wend_is_finite(wend_xyz(0, bad[i], 0)));
        assert_false(wend_is_finite(wend_xyz(0, 0, bad[i])));
    }
}

// ---- lengths

static void t_002_01_length_and_unit_vector(void **state)
{
    (void)state;
    assert_close(wend_length(v2(3, 4)), 5, 0);
    assert_close(wend_length(wend_xyz(2, -3, 6)), 7, 0);
    assert_close(wend_distance(wend_xyz(1, 2, 3), wend_xyz(3, -1, 9)), 7, 0);
    assert_vec(wend_normalize(v2(3, 4)), 0.6, 0.8, 0, 3e-8);
    assert_vec(wend_normalize(wend_xyz(2, -3, 6)), 2.0 / 7, -3.0 / 7, 6.0 / 7, 6e-8);
    assert_vec(wend_normalize(v2(0, 0)), 0, 0, 0, 0);
}

static void t_length_of_tiny_and_huge(void **state)
{
    (void)state;
    const float tiny = 1e-45f; // the smallest float, so 3 and 4 of them are exact
    assert_close(wend_length(v2(3 * tiny, 4 * tiny)), 5 * (double)tiny, 0);
    assert_close(wend_length(v2(-tiny, 0)), tiny, 0);
    assert_close(wend_length(v2(1e-38f, 0)), 1e-38f, 0);
    assert_close(wend_length(v2(6e37f, 8e37f)) / 1e38f, 1, 2e-7);
    assert_close(wend_length(wend_xyz(3e38f, 0, 0)), 3e38f, 0);
    assert_close(wend_length(v2(3e38f, 3e38f)), FLT_MAX, 0); // 4.2e38: no float can hold it
    assert_close(wend_length(wend_xyz(FLT_MAX, -FLT_MAX, FLT_MAX)), FLT_MAX, 0);
    assert_close(wend_distance(v2(3e38f, 0), v2(-3e38f, 0)), FLT_MAX, 0);
    assert_close(wend_distance(v2(3e38f, 1), v2(3e38f, -2)), 3, 0);
    assert_close(wend_distance(v2(FLT_MAX, 7), v2(FLT_MAX, 7)), 0, 0);
}

static void t_length_equals_the_exact_one(void **state)
{
    (void)state;
    uint64_t random = 11;
    for (int i = 0; i < 20000; i++)
    {
        double half = ldexp(1, (int)(draw(&random) % 240) - 120);
        wend_vec v = draw_in_box(&random, half, true);
        assert_true(ulps_off(wend_length(v), exact_length(v)) <= 0.51);
        wend_vec unit = wend_normalize(v);
        double length = exact_length(v);
        assert_vec(unit, (double)v.x / length, (double)v.y / length, (double)v.z / length, 6.1e-8);
    }
}

static void t_unit_vectors_of_tiny_and_huge(void **state)
{
    (void)state;
    const float tiny = 1e-45f;
    double third = sqrt(1.0 / 3);
    assert_vec(wend_normalize(v2(1e-38f, 0)), 1, 0, 0, 0);
    assert_vec(wend_normalize(v2(0, -1e-38f)), 0, -1, 0, 0);
    assert_vec(wend_normalize(v2(3 * tiny, 4 * tiny)), 0.6, 0.8, 0, 6e-8);
    assert_vec(wend_normalize(wend_xyz(3e38f, 3e38f, -3e38f)), third, third, -third, 6e-8);
    assert_vec(wend_normalize(wend_xyz(FLT_MAX, FLT_MAX, FLT_MAX)), third, third, third, 6e-8);
    assert_vec(wend_normalize(v2(3e38f, 1e-45f)), 1, 0, 0, 1e-45);
    for (int i = 0; i < COUNT_OF(magnitudes); i++)
    {
        for (int j = 0; j < COUNT_OF(magnitudes); j++)
        {
            wend_vec v = wend_xyz(magnitudes[i], magnitudes[j], magnitudes[(i + j) % COUNT_OF(magnitudes)]);
            bool is_zero = v.x == 0 && v.y == 0 && v.z == 0;
            assert_close(exact_length(wend_normalize(v)), is_zero ? 0 : 1, 1e-7);
        }
    }
}

static void t_003_03_cut_keeps_direction(void **state)
{
    (void)state;
    assert_vec(wend_cut(v2(3, 4), 2.5f), 1.5, 2, 0, 2e-7);
    assert_same(wend_cut(v2(3, 4), 10), v2(3, 4));
    assert_same(wend_cut(v2(3, 4), 5), v2(3, 4)); // exactly as long as allowed
    assert_same(wend_cut(v2(0.1f, -0.7f), 0.75f), v2(0.1f, -0.7f));
    assert_same(wend_cut(v2(-0.0f, 1), 2), v2(-0.0f, 1));
    assert_vec(wend_cut(v2(0, 0), 3), 0, 0, 0, 0);
    assert_vec(wend_cut(v2(3, 4), 0), 0, 0, 0, 0);
    assert_vec(wend_cut(v2(0, 0), 0), 0, 0, 0, 0);
    assert_vec(wend_cut(wend_xyz(3e38f, -3e38f, 3e38f), 1), 0.57735027, -0.57735027, 0.57735027, 1e-7);
    wend_vec huge = wend_cut(v2(3e38f, 3e38f), 3e38f);
    assert_close(huge.x / 3e38f, 0.70710678, 1e-6);
    assert_close(huge.y / 3e38f, 0.70710678, 1e-6);
    wend_vec tiny = wend_cut(v2(3e-38f, 4e-38f), 5e-39f);
    assert_close(tiny.x / 1e-39f, 3, 1e-5);
    assert_close(tiny.y / 1e-39f, 4, 1e-5);
}

// ---- angles

static void t_002_02_angle_between(void **state)
{
    (void)state;
    assert_close(wend_angle_between(v2(1, 0), v2(1, 1)), PI / 4, 3e-7);
    assert_close(wend_angle_between(v2(5, 0), v2(0, -0.1f)), PI / 2, 3e-7);
    assert_close(wend_angle_between(v2(2, 3), v2(4, 6)), 0, 5e-4);    // a cosine above 1 would be NaN
    assert_close(wend_angle_between(v2(2, 3), v2(-4, -6)), PI, 5e-4); // and one below -1
    assert_close(wend_angle_between(wend_xyz(0, 0, 2), wend_xyz(0, 3, 3)), PI / 4, 3e-7);
    assert_close(wend_angle_between(v2(0, 0), v2(1, 0)), 0, 0);
    assert_close(wend_angle_between(v2(1, 0), v2(0, 0)), 0, 0);
    assert_close(wend_angle_between(v2(1e-38f, 0), v2(0, 3e38f)), PI / 2, 3e-7);
    assert_close(wend_angle_between(v2(3e38f, 3e38f), v2(-1e-45f, 0)), 0.75 * PI, 3e-7);
    assert_close(wend_angle_between(v2(1, 0), v2(1, 1e-4f)), 1e-4, 1e-6); // acos of a float would be lost here
    uint64_t random = 3;
    for (int i = 0; i < 20000; i++)
    {
        wend_vec a = wend_scale(draw_unit(&random), draw_float(&random, 0.01, 100));
        wend_vec b = wend_scale(draw_unit(&random), draw_float(&random, 0.01, 100));
        double cosine = exact_dot(a, b) / (exact_length(a) * exact_length(b));
        assert_close(wend_angle_between(a, b), acos(fmax(-1, fmin(1, cosine))), 1e-6);
        float angle = wend_angle_between(a, a);
        assert_true(angle >= 0 && angle < 5e-4f);
    }
}

static void t_002_04_rotate(void **state)
{
    (void)state;
    assert_vec(wend_rotate(v2(1, 0), WEND_PI / 6), 0.8660254, 0.5, 0, 1e-6);
    assert_vec(wend_rotate(v2(2, 1), WEND_PI / 2), -1, 2, 0, 1e-6);
    assert_vec(wend_rotate(wend_xyz(1, 0, 7), -WEND_PI / 2), 0, -1, 7, 1e-6);
    assert_vec(wend_rotate(v2(1, 0), 0), 1, 0, 0, 0);
    assert_vec(wend_rotate(v2(1, 0), 1e6f), cos(1e6), sin(1e6), 0, 2e-7);
    assert_finite(wend_rotate(v2(3e38f, 3e38f), WEND_PI / 4)); // y would be 4.2e38
    assert_finite(wend_rotate(v2(FLT_MAX, -FLT_MAX), 3e38f));
}

static void t_turn_by_at_most(void **state)
{
    (void)state;
    assert_vec(wend_turn(v2(1, 0), v2(0, 3), 0.5f), cos(0.5), sin(0.5), 0, 1e-6);
    assert_vec(wend_turn(v2(1, 0), v2(0, -3), 0.5f), cos(0.5), -sin(0.5), 0, 1e-6);
    assert_vec(wend_turn(v2(1, 0), v2(0, 3), 2), 0, 1, 0, 1e-6); // no farther than to it
    assert_vec(wend_turn(v2(1, 0), v2(0, 3), 0), 1, 0, 0, 1e-6);
    assert_vec(wend_turn(v2(1, 0), wend_xyz(0, 0, 1), 0.3f), cos(0.3), 0, sin(0.3), 1e-6);
    assert_vec(wend_turn(v2(1, 0), v2(3, 4), 100), 0.6, 0.8, 0, 1e-6);
    assert_vec(wend_turn(v2(1, 0), v2(1e-45f, 1e-45f), 3), sqrt(0.5), sqrt(0.5), 0, 1e-6);
    assert_vec(wend_turn(v2(1, 0), v2(-3e38f, 3e38f), 3), -sqrt(0.5), sqrt(0.5), 0, 1e-6);
    assert_vec(wend_turn(v2(0.6f, 0.8f), v2(0, 0), 1), 0.6, 0.8, 0, 1e-6); // a zero aim turns nothing
    assert_vec(wend_turn(v2(0, 0), v2(0, 2), 0.1f), 0, 1, 0, 1e-6);        // from nowhere: at once
    assert_vec(wend_turn(v2(0, 0), v2(0, 0), 1), 0, 0, 0, 0);
    assert_vec(wend_turn(v2(1, 0), v2(-1, 1e-3f), 1), cos(1), sin(1), 0, 1e-6); // just short of opposite
    assert_vec(wend_turn(v2(1, 0), v2(-1, -1e-3f), 1), cos(1), -sin(1), 0, 1e-6);
}

static void t_NAN_13_turning_right_round(void **state)
{
    (void)state;
    wend_vec up = v2(0, 1), down = v2(0, -1);
    wend_vec half_way = wend_turn(up, down, WEND_PI / 2);
    assert_vec(half_way, -1, 0, 0, 1e-6); // counter-clockwise about z
    assert_vec(wend_turn(half_way, down, WEND_PI / 2), 0, -1, 0, 1e-6);
    assert_vec(wend_turn(v2(1, 0), v2(-5, 0), WEND_PI / 2), 0, 1, 0, 1e-6);
    // along z the turn is about x, which takes z to -y and -z to y
    assert_vec(wend_turn(wend_xyz(0, 0, 1), wend_xyz(0, 0, -1), WEND_PI / 2), 0, -1, 0, 1e-6);
    assert_vec(wend_turn(wend_xyz(0, 0, -1), wend_xyz(0, 0, 1), WEND_PI / 2), 0, 1, 0, 1e-6);
    wend_vec slanted = {0.6f, 0, 0.8f};
    wend_vec turned = wend_turn(slanted, wend_negate(slanted), 0.5f);
    assert_close(exact_length(turned), 1, 1e-6);
    assert_close(exact_dot(turned, slanted), cos(0.5), 1e-6);
    assert_true(turned.y > 0);
    assert_vec(wend_turn(slanted, wend_negate(slanted), 4), -0.6, 0, -0.8, 1e-6);
}

static void t_NAN_14_small_change_of_elevation(void **state)
{
    (void)state;
    wend_vec heading = wend_normalize(wend_xyz(0, 0.0632f, 1));
    for (int i = 1; i <= 6; i++)
    {
        wend_vec aim = {0, 0.0632f - 0.0126f * (float)i, 1}; // 0.72 degrees lower each time
        wend_vec turned = wend_turn(heading, aim, WEND_PI);
        assert_true(degrees(acos(fmin(1, exact_dot(heading, turned)))) < 1);
        assert_close((double)turned.y / (double)turned.z, (double)aim.y, 1e-6);
        heading = turned;
    }
}

static void t_turning_bit_by_bit_arrives(void **state)
{
    (void)state;
    uint64_t random = 8;
    for (int k = 0; k < 200; k++)
    {
        wend_vec heading = draw_unit(&random), aim = draw_unit(&random);
        double angle = acos(fmax(-1, fmin(1, exact_dot(heading, aim))));
        for (int i = 1; i <= 200; i++)
        {
            heading = wend_turn(heading, aim, 0.02f);
            double left = acos(fmax(-1, fmin(1, exact_dot(heading, aim))));
            assert_close(exact_length(heading), 1, 1e-6);
            assert_close(left, fmax(0, angle - 0.02 * i), 1e-3); // acos itself loses half the digits near 0 and pi
        }
        assert_vec(heading, aim.x, aim.y, aim.z, 1e-6);
    }
}

// ---- trigonometry

static void t_sine_and_cosine_to_one_ulp(void **state)
{
    (void)state;
#ifdef _WIN32
    print_message("skipped: where multiples of pi cancel, the sine of this system's C library is no measure\n");
    skip();
#endif
    double worst = 0;
    for (uint32_t bits = 0; bits < 0x7f800000u; bits += 1021)
    {
        float x = from_bits(bits);
        float sine = wend_sin(x), cosine = wend_cos(x);
        worst = fmax(worst, fmax(ulps_off(sine, sin((double)x)), ulps_off(cosine, cos((double)x))));
        assert_true(sine >= -1 && sine <= 1 && cosine >= -1 && cosine <= 1);
    }
    for (int i = 0; i <= 1000000; i++)
    {
        float x = (float)i * 1e-5f;
        worst = fmax(worst, fmax(ulps_off(wend_sin(x), sin((double)x)), ulps_off(wend_cos(x), cos((double)x))));
        assert_true(wend_sin(-x) == -wend_sin(x) && wend_cos(-x) == wend_cos(x));
    }
    for (int k = 1; k < 2000000; k += 37) // around multiples of pi/2, where nearly all digits cancel
    {
        float x = (float)(k * (PI / 2));
        worst = fmax(worst, fmax(ulps_off(wend_sin(x), sin((double)x)), ulps_off(wend_cos(x), cos((double)x))));
    }
    assert_true(worst <= 1);
}

static void t_arc_tangent_to_one_ulp(void **state)
{
    (void)state;
    double worst = 0;
    uint64_t random = 5;
    for (int i = 0; i < 1000000; i++)
    {
        int spread = i % 3 == 0 ? 250 : 20;
        float x = draw_float(&random, -1, 1) * ldexpf(1, (int)(draw(&random) % (unsigned)spread) - spread / 2);
        float y = draw_float(&random, -1, 1) * ldexpf(1, (int)(draw(&random) % (unsigned)spread) - spread / 2);
        worst = fmax(worst, ulps_off(wend_atan2(y, x), atan2((double)y, (double)x)));
    }
    for (int i = 0; i < COUNT_OF(magnitudes); i++)
    {
        for (int j = 0; j < COUNT_OF(magnitudes); j++)
        {
            float y = magnitudes[i], x = magnitudes[j];
            double exact = x == 0 && y == 0 ? 0 : atan2((double)y, (double)x);
            worst = fmax(worst, ulps_off(wend_atan2(y, x), exact));
        }
    }
    assert_true(worst <= 1);
    assert_close(wend_atan2(0, 0), 0, 0);
    assert_close(wend_atan2(-0.0f, 0), 0, 0);
    assert_close(wend_atan2(0, -1), WEND_PI, 0);
    assert_close(wend_atan2(1e-45f, -3e38f), WEND_PI, 0);
    assert_close(wend_atan2(-1e-45f, -3e38f), -WEND_PI, 0);
}

static void t_arc_cosine_to_two_ulp(void **state)
{
    (void)state;
    double worst = 0;
    for (uint32_t bits = 0; bits <= 0x3f800000u; bits += 499)
    {
        float x = from_bits(bits);
        worst = fmax(worst, fmax(ulps_off(wend_acos(x), acos((double)x)), ulps_off(wend_acos(-x), acos(-(double)x))));
    }
    for (uint32_t bits = 0x3f7f0000u; bits <= 0x3f800000u; bits++) // close to 1, where the slope is infinite
    {
        float x = from_bits(bits);
        worst = fmax(worst, fmax(ulps_off(wend_acos(x), acos((double)x)), ulps_off(wend_acos(-x), acos(-(double)x))));
    }
    assert_true(worst <= 2);
    assert_close(wend_acos(1), 0, 0);
    assert_close(wend_acos(1.0000001f), 0, 0);
    assert_close(wend_acos(3e38f), 0, 0);
    assert_close(wend_acos(-1), WEND_PI, 0);
    assert_close(wend_acos(-1.0000001f), WEND_PI, 0);
    assert_close(wend_acos(-3e38f), WEND_PI, 0);
}

static void t_exponential_to_one_ulp(void **state)
{
    (void)state;
    double worst = 0;
    for (int i = -2200000; i <= 1774456; i++) // -110 to 88.7228; below -87.3 the results are subnormal
    {
        float x = (float)i * 5e-5f;
        worst = fmax(worst, ulps_off(wend_exp(x), exp((double)x)));
    }
    for (uint32_t bits = 0; bits < 0x3f800000u; bits += 4099)
    {
        float x = from_bits(bits);
        worst = fmax(worst, fmax(ulps_off(wend_exp(x), exp((double)x)), ulps_off(wend_exp(-x), exp(-(double)x))));
    }
    assert_true(worst <= 1);
    assert_close(wend_exp(0), 1, 0);
    assert_close(wend_exp(88.8f), FLT_MAX, 0);
    assert_close(wend_exp(1000), FLT_MAX, 0);
    assert_close(wend_exp(FLT_MAX), FLT_MAX, 0);
    assert_close(wend_exp(-200), 0, 0);
    assert_close(wend_exp(-FLT_MAX), 0, 0);
}

// Rounded from 400 bits (mpmath); only arguments whose exact value is well away from the middle between two floats.
static void t_the_same_bits_everywhere(void **state)
{
    (void)state;
    static const struct
    {
        float (*function)(float);
        uint32_t argument, result;
    } golden[] = {
        {wend_sin, 0x3f000000, 0x3ef57744},  // 0.5
        {wend_sin, 0x3fc00000, 0x3f7f5bd5},  // 1.5
        {wend_sin, 0x40000000, 0x3f68c7b7},  // 2
        {wend_sin, 0x1e3ce508, 0x1e3ce508},  // 1e-20
        {wend_sin, 0x42c80000, 0xbf01a12e},  // 100
        {wend_sin, 0x447a0000, 0x3f53ae61},  // 1000
        {wend_sin, 0x49742400, 0xbeb33259},  // 1e6
        {wend_sin, 0x501502f9, 0xbef99a64},  // 1e10
        {wend_sin, 0x7f61b1e6, 0x3f5ff9c4},  // 3e38
        {wend_sin, 0x6f79be45, 0x3f800000},  // 16367173 * 2^72, the float that is closest to a multiple of pi/2
        {wend_sin, 0xbf400000, 0xbf2e7fe1},  // -0.75
        {wend_sin, 0x41300000, 0xbf7fff5c},  // 11
        {wend_cos, 0x3f000000, 0x3f60a940},  // 0.5
        {wend_cos, 0x40000000, 0xbed51133},  // 2
        {wend_cos, 0x42c80000, 0x3f5cc0ee},  // 100
        {wend_cos, 0x49742400, 0x3f6fcefd},  // 1e6
        {wend_cos, 0x64078678, 0x3f2dd6f7},  // 1e22
        {wend_cos, 0x7f61b1e6, 0xbef7f57c},  // 3e38
        {wend_cos, 0x6f79be45, 0xb0ddeea9},  // 16367173 * 2^72: -1.6e-9
        {wend_cos, 0x43b18000, 0xbf800000},  // 355
        {wend_acos, 0x3f000000, 0x3f860a92}, // 0.5
        {wend_acos, 0xbf000000, 0x40060a92}, // -0.5
        {wend_acos, 0x3f7fffff, 0x39b504f3}, // one step below 1
        {wend_acos, 0x3e800000, 0x3fa8b807}, // 0.25
        {wend_acos, 0xbf666666, 0x402c323b}, // -0.9
        {wend_exp, 0x3f800000, 0x402df854},  // 1
        {wend_exp, 0xbf800000, 0x3ebc5ab2},  // -1
        {wend_exp, 0xc1200000, 0x383e6bce},  // -10
        {wend_exp, 0x42b00000, 0x7ef882b7},  // 88
        {wend_exp, 0x42b17217, 0x7f7fff84},  // the largest whose power is a float
        {wend_exp, 0xc2ae0000, 0x00b33687},  // -87
        {wend_exp, 0xc2ce0000, 0x00000001},  // -103
        {wend_exp, 0xbe99999a, 0x3f3da643},  // -0.3
    };
    for (int i = 0; i < COUNT_OF(golden); i++)
    {
        assert_int_equal(to_bits(golden[i].function(from_bits(golden[i].argument))), golden[i].result);
    }
    assert_int_equal(to_bits(wend_atan2(1, 2)), 0x3eed6338);
    assert_int_equal(to_bits(wend_atan2(-1, 3)), 0xbea4bc7d);
    assert_int_equal(to_bits(wend_atan2(1, 1)), 0x3f490fdb);
    assert_int_equal(to_bits(wend_atan2(3, -4)), 0x401fe0bb);
    assert_int_equal(to_bits(wend_atan2(5, -12)), 0x402fcb99);
    assert_int_equal(to_bits(wend_atan2(1e-38f, 1)), 0x006ce3ee);
    assert_int_equal(to_bits(wend_atan2(1e-45f, 1e-45f)), 0x3f490fdb);
}

// ---- random numbers

static void t_004_32_pcg32_known_answers(void **state)
{
    (void)state;
    const uint32_t expected[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e};
    wend_random random = wend_random_seed(42, 54);
    for (int i = 0; i < COUNT_OF(expected); i++)
    {
        assert_int_equal(wend_random_next(&random), expected[i]);
    }
}

// O'Neill's generator written anew, with the state's first steps as in her paper.
static uint32_t pcg32(uint64_t *state, uint64_t stream)
{
    uint64_t old = *state;
    *state = old * 6364136223846793005u + (stream << 1 | 1);
    uint32_t word = (uint32_t)((old ^ old >> 18) >> 27), turn = (uint32_t)(old >> 59);
    return word >> turn | word << ((32 - turn) % 32);
}

static void t_004_32_every_seed_and_stream(void **state)
{
    (void)state;
    const uint64_t values[] = {0, 1, 42, 0xffffffff, 0x123456789abcdef0u, 0x7fffffffffffffffu};
    for (int i = 0; i < COUNT_OF(values); i++)
    {
        for (int j = 0; j < COUNT_OF(values); j++)
        {
            wend_random random = wend_random_seed(values[i], values[j]);
            uint64_t mine = 0;
            pcg32(&mine, values[j]);
            mine += values[i];
            pcg32(&mine, values[j]);
            for (int k = 0; k < 100; k++)
            {
                assert_int_equal(wend_random_next(&random), pcg32(&mine, values[j]));
            }
        }
    }
}

static void t_004_32_streams_do_not_touch(void **state)
{
    (void)state;
    wend_random alone = wend_random_seed(7, 1), first = wend_random_seed(7, 1), second = wend_random_seed(7, 2);
    int equal = 0;
    for (int i = 0; i < 1000; i++)
    {
        uint32_t a = wend_random_next(&first);
        equal += wend_random_next(&second) == a;
        assert_int_equal(a, wend_random_next(&alone));
    }
    assert_true(equal < 3);
}

static void t_random_unit_is_one_draw_of_24_bits(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(1, 1), counted = random;
    int histogram[16] = {0};
    double sum = 0;
    for (int i = 0; i < 160000; i++)
    {
        float u = wend_random_unit(&random);
        wend_random_next(&counted);
        assert_true(random.state == counted.state && random.increment == counted.increment);
        assert_true(u >= 0 && u < 1);
        float multiple = u * 0x1p24f;
        assert_true(multiple == floorf(multiple));
        histogram[(int)(u * 16)]++;
        sum += (double)u;
    }
    assert_close(sum / 160000, 0.5, 0.003); // four standard deviations
    for (int i = 0; i < 16; i++)
    {
        assert_in_range(histogram[i], 9600, 10400);
    }
}

static void t_random_between_stays_below_the_upper_end(void **state)
{
    (void)state;
    // The first three have only one float to give; 1 + 2^-23 * 0.9 would round up to the upper end.
    static const float pairs[][2] = {
        {16777215, 16777216}, {1, 1.0000001f}, {0, 1e-45f},         {-1, 1},        {0, 0.1f},
        {-7, -6.5f},          {-3e38f, 3e38f}, {-FLT_MAX, FLT_MAX}, {1e-38f, 3e38f}};
    for (int i = 0; i < COUNT_OF(pairs); i++)
    {
        wend_random random = wend_random_seed(9, (uint64_t)i), counted = random;
        double least = (double)pairs[i][0], most = (double)pairs[i][1], sum = 0;
        for (int k = 0; k < 20000; k++)
        {
            float x = wend_random_between(&random, pairs[i][0], pairs[i][1]);
            wend_random_next(&counted);
            assert_true(random.state == counted.state);
            assert_true(x >= pairs[i][0] && x < pairs[i][1]);
            sum += ((double)x - least) / (most - least);
        }
        assert_close(sum / 20000, i < 3 ? 0 : 0.5, i < 3 ? 0 : 0.009); // four standard deviations
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_arithmetic),
        cmocka_unit_test(t_finite_is_neither_infinite_nor_nan),
        cmocka_unit_test(t_002_01_length_and_unit_vector),
        cmocka_unit_test(t_length_of_tiny_and_huge),
        cmocka_unit_test(t_length_equals_the_exact_one),
        cmocka_unit_test(t_unit_vectors_of_tiny_and_huge),
        cmocka_unit_test(t_003_03_cut_keeps_direction),
        cmocka_unit_test(t_002_02_angle_between),
        cmocka_unit_test(t_002_04_rotate),
        cmocka_unit_test(t_turn_by_at_most),
        cmocka_unit_test(t_NAN_13_turning_right_round),
        cmocka_unit_test(t_NAN_14_small_change_of_elevation),
        cmocka_unit_test(t_turning_bit_by_bit_arrives),
        cmocka_unit_test(t_sine_and_cosine_to_one_ulp),
        cmocka_unit_test(t_arc_tangent_to_one_ulp),
        cmocka_unit_test(t_arc_cosine_to_two_ulp),
        cmocka_unit_test(t_exponential_to_one_ulp),
        cmocka_unit_test(t_the_same_bits_everywhere),
        cmocka_unit_test(t_004_32_pcg32_known_answers),
        cmocka_unit_test(t_004_32_every_seed_and_stream),
        cmocka_unit_test(t_004_32_streams_do_not_touch),
        cmocka_unit_test(t_random_unit_is_one_draw_of_24_bits),
        cmocka_unit_test(t_random_between_stays_below_the_upper_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
