// Context maps: the rows of CLAIMS 000, those of 001 that a ring alone can show, API-16, DET-03, and space.
#include "testing.h"

#include "wend/context.h"
#include "wend/motion.h"
#include "wend/steer.h"

static wend_ring ring_of(int count)
{
    wend_ring ring;
    assert_int_equal(wend_ring_begin(&ring, count, false), WEND_OK);
    return ring;
}

static wend_ring sphere_of(int count)
{
    wend_ring ring;
    assert_int_equal(wend_ring_begin(&ring, count, true), WEND_OK);
    return ring;
}

static wend_mark mark_at(float x, float y)
{
    wend_mark mark = wend_default_mark();
    mark.offset = v2(x, y);
    return mark;
}

static void want(wend_ring *ring, float x, float y)
{
    wend_mark mark = mark_at(x, y);
    wend_ring_toward(ring, WEND_RING_INTEREST, &mark);
}

static void fear(wend_ring *ring, float x, float y)
{
    wend_mark mark = mark_at(x, y);
    wend_ring_toward(ring, WEND_RING_SOFT, &mark);
}

/// The choice of source 000: no bonus, nothing between slots, tolerances as numbers.
static wend_choice plain_choice(float danger, float interest)
{
    wend_choice how = wend_default_choice();
    how.soft = (wend_tolerance){danger, false};
    how.interest = (wend_tolerance){interest, false};
    how.last_bonus = 0;
    how.is_stepped = true;
    return how;
}

static wend_choice_result choose(const wend_ring *ring, const wend_choice *how, wend_vec heading)
{
    wend_choice_result result;
    wend_ring_choose(ring, how, heading, v2(0, 0), &result);
    return result;
}

static uint64_t all_slots(int count)
{
    return ~(uint64_t)0 >> (64 - count);
}

static void check_values(const wend_ring *ring, wend_ring_layer layer, const double *expected, double tolerance)
{
    for (int i = 0; i < ring->count; i++)
        assert_close(wend_ring_value(ring, layer, i), expected[i], tolerance);
}

static const double nothing[WEND_RING_MOST] = {0};
static const double left_2[] = {0, 0.2357, 0.3333, 0.2357, 0, 0, 0, 0}; // row 000-04

// ---- source 000

static void t_000_01_directions(void **state)
{
    (void)state;
    wend_ring ring = ring_of(8);
    assert_vec(wend_ring_direction(&ring, 0), 0, 1, 0, 1e-6);
    assert_vec(wend_ring_direction(&ring, 1), -0.70710678, 0.70710678, 0, 1e-6);
    assert_vec(wend_ring_direction(&ring, 2), -1, 0, 0, 1e-6);
    assert_vec(wend_ring_direction(&ring, 4), 0, -1, 0, 1e-6);
    assert_vec(wend_ring_direction(&ring, 6), 1, 0, 0, 1e-6);
    assert_vec(wend_ring_direction(&ring, 7), 0.70710678, 0.70710678, 0, 1e-6);
    assert_vec(wend_ring_direction(&ring, 8), 0, 0, 0, 0);
    assert_vec(wend_ring_direction(&ring, -1), 0, 0, 0, 0);
    for (int n = 4; n <= 64; n++)
    {
        ring = ring_of(n);
        for (int i = 0; i < n; i++)
        {
            wend_vec u = wend_ring_direction(&ring, i), mirrored = wend_ring_direction(&ring, (n - i) % n);
            assert_vec(u, -sin(2 * PI * i / n), cos(2 * PI * i / n), 0, 2e-7);
            assert_close(exact_length(u), 1, 2e-7);
            assert_true(u.x == -mirrored.x && u.y == mirrored.y); // in every bit
            if (n % 2 == 0)
                assert_true(wend_equal(wend_ring_direction(&ring, (i + n / 2) % n), wend_negate(u)));
        }
    }
    assert_int_equal(wend_ring_begin(&ring, 3, false), WEND_ERROR_VALUE);
    assert_int_equal(wend_ring_begin(&ring, 65, true), WEND_ERROR_VALUE);
    assert_int_equal(ring.count, 64);
}

static void t_000_02_one_number_each(void **state)
{
    (void)state;
    wend_ring ring = ring_of(12);
    for (int i = 0; i < 12; i++)
        assert_int_equal(wend_ring_write(&ring, WEND_RING_HARD, i, (float)i, 0), WEND_OK);
    for (int i = 0; i < 12; i++)
        assert_close(wend_ring_value(&ring, WEND_RING_HARD, i), i, 0);
    check_values(&ring, WEND_RING_INTEREST, nothing, 0);
    check_values(&ring, WEND_RING_SOFT, nothing, 0);
    assert_int_equal(wend_ring_write(&ring, WEND_RING_HARD, 12, 1, 0), WEND_ERROR_VALUE);
    assert_int_equal(wend_ring_write(&ring, WEND_RING_HARD, -1, 1, 0), WEND_ERROR_VALUE);
    assert_int_equal(wend_ring_write(&ring, WEND_RING_HARD, 0, (float)INFINITY, 0), WEND_ERROR_VALUE);
    assert_int_equal(wend_ring_write(&ring, WEND_RING_HARD, 0, (float)NAN, 0), WEND_ERROR_VALUE);
    assert_close(wend_ring_value(&ring, WEND_RING_HARD, 12), 0, 0);
}

static void t_000_03_cleared(void **state)
{
    (void)state;
    wend_ring ring = ring_of(17);
    want(&ring, 1, 2);
    fear(&ring, -1, 2);
    wend_ring_aim(&ring, v2(1, 0), 1, 5);
    wend_ring_hits(&ring, v2(0, 0), &(wend_hit){.distance = 1, .point = v2(0, 1), .body = 3}, 1, NULL);
    assert_true(wend_ring_value(&ring, WEND_RING_HARD, 0) > 0 && wend_ring_writer(&ring, WEND_RING_HARD, 0) == 3);
    wend_ring_clear(&ring);
    for (int layer = 0; layer < WEND_RING_LAYERS; layer++)
    {
        check_values(&ring, (wend_ring_layer)layer, nothing, 0);
        assert_int_equal(wend_ring_writer(&ring, (wend_ring_layer)layer, 0), 0);
    }
}

static void t_000_04_alignment_by_distance(void **state)
{
    (void)state;
    wend_ring ring = ring_of(8);
    want(&ring, -2, 0);
    check_values(&ring, WEND_RING_INTEREST, left_2, 1e-4);
    assert_close(wend_ring_value(&ring, WEND_RING_INTEREST, 0), 0, 0); // the rounding of a right angle is 0
    // Away is the same the other way round.
    wend_ring_clear(&ring);
    wend_mark mark = mark_at(2, 0);
    wend_ring_away(&ring, WEND_RING_INTEREST, &mark);
    check_values(&ring, WEND_RING_INTEREST, left_2, 1e-4);
    // Other ways to fade: 1 - 2/4, and not at all; half of the strength.
    mark = mark_at(-2, 0);
    mark.fade = WEND_FADE_LINEAR;
    mark.scale = 4;
    wend_ring_clear(&ring);
    wend_ring_toward(&ring, WEND_RING_INTEREST, &mark);
    assert_close(wend_ring_value(&ring, WEND_RING_INTEREST, 2), 0.5, 1e-6);
    mark.scale = 1;
    wend_ring_clear(&ring);
    wend_ring_toward(&ring, WEND_RING_INTEREST, &mark);
    check_values(&ring, WEND_RING_INTEREST, nothing, 0);
    mark.fade = WEND_FADE_NONE;
    mark.strength = 0.5f;
    wend_ring_toward(&ring, WEND_RING_INTEREST, &mark);
    assert_close(wend_ring_value(&ring, WEND_RING_INTEREST, 2), 0.5, 1e-6);
    // A mark right here has no direction.
    wend_ring_clear(&ring);
    want(&ring, 0, 0);
    check_values(&ring, WEND_RING_INTEREST, nothing, 0);
}

static void t_000_05_maximum_not_sum(void **state)
{
    (void)state;
    wend_ring ring = ring_of(8);
    for (int i = 0; i < 10; i++)
        want(&ring, -9, 0);
    want(&ring, 1, 0);
    assert_close(wend_ring_value(&ring, WEND_RING_INTEREST, 2), 0.1, 1e-6);
    assert_close(wend_ring_value(&ring, WEND_RING_INTEREST, 6), 0.5, 1e-6);
    assert_int_equal(choose(&ring, NULL, v2(0, 1)).slot, 6);
    assert_vec(choose(&ring, NULL, v2(-1, 0)).direction, 1, 0, 0, 1e-6);
}

static void t_000_06_clamped_or_not(void **state)
{
    (void)state;
    // Maps start at 0 and only grow, so an unclamped writer gives the same map: write its negative numbers by hand.
    wend_ring clamped = ring_of(8), unclamped = ring_of(8);
    want(&clamped, -2, 0);
    want(&unclamped, -2, 0);
    for (int i = 0; i < 8; i++)
        wend_ring_write(&unclamped, WEND_RING_INTEREST, i, -wend_ring_direction(&unclamped, i).x / 3, 0);
    assert_memory_equal(clamped.value, unclamped.value, sizeof clamped.value);
}

static void t_000_07_power(void **state)
{
    (void)state;
    wend_mark enemy = mark_at(-2, 0);
    static const struct
    {
        float power;
        wend_ring_layer layer;
    } rows[] = {{2, WEND_RING_INTEREST}, {3, WEND_RING_SOFT}, {5, WEND_RING_SOFT}};
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_ring ring = ring_of(8);
        assert_int_equal(wend_ring_rival(&ring, 3, rows[i].power, &enemy), rows[i].layer);
        for (int layer = 0; layer < WEND_RING_LAYERS; layer++)
            check_values(&ring, (wend_ring_layer)layer, layer == (int)rows[i].layer ? left_2 : nothing, 1e-4);
    }
}

static void t_000_08_wander_knows_its_point(void **state)
{
    (void)state;
    wend_ring ring = ring_of(8);
    want(&ring, -10, 0); // no radius: contributes from anywhere
    assert_close(wend_ring_value(&ring, WEND_RING_INTEREST, 2), 1 / 11.0, 1e-6);
    // Walking from point to point: within the arrival distance there is a new one in that very tick.
    wend_random random = wend_random_seed(1, 1);
    wend_vec position = v2(0, 0), point = v2(-10, 0);
    int points = 0;
    for (int tick = 0; tick < 1000; tick++)
    {
        if (wend_distance(position, point) < 0.5f)
        {
            point = v2(wend_random_between(&random, -10, 10), wend_random_between(&random, -10, 10));
            points++;
        }
        wend_ring_clear(&ring);
        want(&ring, point.x - position.x, point.y - position.y);
        wend_vec way = choose(&ring, NULL, v2(0, 0)).direction;
        assert_true(exact_dot(way, wend_normalize(wend_sub(point, position))) > cos(PI / 8) - 1e-6);
        position = wend_add(position, wend_scale(way, 0.2f));
    }
    assert_true(points > 10);
}

static void t_000_09_detection_radius(void **state)
{
    (void)state;
    static const struct
    {
        float distance;
        bool is_in;
    } rows[] = {{2.999f, true}, {3, true}, {3.001f, false}};
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_ring ring = ring_of(8);
        wend_mark mark = mark_at(-rows[i].distance, 0);
        mark.radius = 3;
        wend_ring_toward(&ring, WEND_RING_INTEREST, &mark);
        assert_int_equal(wend_ring_value(&ring, WEND_RING_INTEREST, 2) > 0, rows[i].is_in);
    }
}

static void t_000_10_order_of_writers(void **state)
{
    (void)state;
    uint64_t random = 10;
    wend_mark marks[6];
    wend_blocker blockers[6];
    for (int i = 0; i < 6; i++)
    {
        marks[i] = mark_at(draw_float(&random, -3, 3), draw_float(&random, -3, 3));
        blockers[i] = (wend_blocker){draw_in_box(&random, 2, false), 0.3f, (uint64_t)i + 1};
    }
    wend_ring forward = ring_of(16), backward = ring_of(16);
    for (int i = 0; i < 6; i++)
    {
        wend_ring_toward(&forward, (wend_ring_layer)(i % 3), &marks[i]);
        wend_ring_block(&forward, &blockers[i], 1, NULL);
        wend_ring_toward(&backward, (wend_ring_layer)((5 - i) % 3), &marks[5 - i]);
    }
    for (int i = 5; i >= 0; i--)
        wend_ring_block(&backward, &blockers[i], 1, NULL);
    assert_memory_equal(forward.value, backward.value, sizeof forward.value);
}

static void t_000_11_choice(void **state)
{
    (void)state;
    wend_ring ring = ring_of(8);
    want(&ring, -2, 0);
    fear(&ring, -2.6f, 0);
    wend_choice how = plain_choice(0.2f, 0.05f);
    wend_choice_result up = choose(&ring, &how, v2(0, 1));
    assert_int_equal(up.masked_by_soft, 1 << 2); // safe: 0, 1, 3, 4, 5, 6, 7
    assert_int_equal(up.candidates, 1 << 1 | 1 << 3);
    assert_int_equal(up.slot, 1);
    assert_int_equal(choose(&ring, &how, v2(0, -1)).slot, 3);
    how = plain_choice(0.28f, 0.05f);
    assert_int_equal(choose(&ring, &how, v2(0, 1)).slot, 2);
    assert_int_equal(choose(&ring, &how, v2(0, -1)).slot, 2);
}

static void t_000_12_no_tolerance(void **state)
{
    (void)state;
    wend_ring ring = ring_of(8);
    want(&ring, -2, 0);
    fear(&ring, -2.6f, 0);
    wend_choice how = plain_choice(0, 0.05f);
    // Few are left: 0, 4, 5, 6, 7. The source loses 4 to a rounding of 4e-17; here both sides are treated alike.
    assert_int_equal(choose(&ring, &how, v2(0, 1)).masked_by_soft, 1 << 1 | 1 << 2 | 1 << 3);
    // So are they for every ring and every enemy on an axis of it.
    for (int n = 8; n <= 64; n += 4)
        for (int quarter = 0; quarter < 4; quarter++)
        {
            ring = ring_of(n);
            wend_vec enemy = wend_ring_direction(&ring, quarter * n / 4);
            fear(&ring, enemy.x * 2.6f, enemy.y * 2.6f);
            uint64_t masked = choose(&ring, &how, v2(0, 0)).masked_by_soft;
            for (int k = 1; k < n / 2; k++)
            {
                int one = (quarter * n / 4 + k) % n, other = (quarter * n / 4 + n - k) % n;
                assert_int_equal(masked >> one & 1, masked >> other & 1);
                assert_int_equal(masked >> one & 1, k < n / 4); // right angles are free
            }
        }
}

static void t_000_13_ties(void **state)
{
    (void)state;
    wend_ring ring = ring_of(4);
    wend_ring_write(&ring, WEND_RING_INTEREST, 1, 1, 0);
    wend_ring_write(&ring, WEND_RING_INTEREST, 3, 1, 0);
    wend_choice how = plain_choice(0, 0);
    assert_int_equal(choose(&ring, &how, v2(0, 1)).slot, 1);
    assert_int_equal(choose(&ring, &how, v2(0, -1)).slot, 1);
    assert_int_equal(choose(&ring, &how, v2(0, 0)).slot, 1);
    assert_int_equal(choose(&ring, &how, v2(1e-3f, 1)).slot, 3);
    assert_int_equal(choose(&ring, NULL, v2(0, 1)).slot, 1);
}

static void t_000_14_a_unit_direction(void **state)
{
    (void)state;
    uint64_t random = 14;
    for (int n = 4; n <= 64; n++)
        for (int i = 0; i < 20; i++)
        {
            wend_ring ring = ring_of(n);
            want(&ring, draw_float(&random, -3, 3), draw_float(&random, -3, 3));
            fear(&ring, draw_float(&random, -3, 3), draw_float(&random, -3, 3));
            assert_close(exact_length(choose(&ring, NULL, draw_unit(&random)).direction), 1, 1e-6);
        }
}

static void t_000_15_interest_tolerance_stops_flipping(void **state)
{
    (void)state;
    static const struct
    {
        float tolerance;
        int changes;
    } rows[] = {{0, 99}, {0.005f, 99}, {0.02f, 0}, {0.05f, 0}};
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_choice how = plain_choice(0.2f, rows[i].tolerance);
        wend_vec heading = v2(0, 1);
        wend_ring ring = ring_of(8);
        int changes = 0, slot = -1;
        for (int k = 0; k < 100; k++)
        {
            wend_ring_clear(&ring);
            wend_ring_write(&ring, WEND_RING_INTEREST, 1, 0.5f + (k % 2 == 0 ? 0.01f : 0), 0);
            wend_ring_write(&ring, WEND_RING_INTEREST, 7, 0.5f + (k % 2 == 0 ? 0 : 0.01f), 0);
            wend_choice_result result = choose(&ring, &how, heading);
            changes += k > 0 && result.slot != slot;
            slot = result.slot;
            heading = result.direction;
        }
        assert_int_equal(changes, rows[i].changes);
    }
}

static void t_000_16_sums_cancel(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    wend_vec sum = wend_add(wend_seek(&self, v2(-2, 0)), wend_flee(&self, v2(-2, 0), 0, 0));
    assert_vec(sum, 0, 0, 0, 0);
    // Danger and interest in one place don't: the ring goes somewhere.
    wend_ring ring = ring_of(16);
    want(&ring, -2, 0);
    fear(&ring, -2, 0);
    wend_choice_result result = choose(&ring, NULL, v2(0, 1));
    assert_int_equal(result.status, WEND_CHOICE_OK);
    assert_vec(wend_steer_ring(&self, &result), result.direction.x * 4, result.direction.y * 4, 0, 1e-5);
}

typedef struct meal
{
    bool is_eaten;
    double nearest_enemy, off_line;
} meal;

/// CLAIMS 1.1: food 2 to the left, an enemy behind it, speed 1, a decision every 0.3 s.
static meal run_for_food(int count, double gap, double start, const wend_choice *how)
{
    wend_ring ring = ring_of(count);
    double x = 0, y = start, enemy_x = -2 - gap;
    wend_choice_result result = {.direction = v2(-1, 0)};
    meal out = {false, 1e9, 0};
    for (int tick = 0; tick < 30 * 60 && !out.is_eaten; tick++)
    {
        if (tick % 18 == 0)
        {
            wend_ring_clear(&ring);
            want(&ring, (float)(-2 - x), (float)-y);
            fear(&ring, (float)(enemy_x - x), (float)-y);
            wend_vec before = result.direction;
            wend_ring_choose(&ring, how, before, before, &result);
        }
        x += (double)result.direction.x / 60, y += (double)result.direction.y / 60;
        out.nearest_enemy = fmin(out.nearest_enemy, hypot(x - enemy_x, y));
        out.off_line = fmax(out.off_line, fabs(y - start));
        out.is_eaten = hypot(x + 2, y) < 0.3;
    }
    return out;
}

static void t_000_17_food_before_the_enemy(void **state)
{
    (void)state;
    static const double gaps[] = {0.3, 0.4, 0.6, 0.8, 1.0}, starts[] = {0, 0.1};
    wend_choice source = plain_choice(0.85f, 0.05f), own = wend_default_choice();
    source.soft.is_share = true;
    int eaten[2] = {0}, close[2] = {0}, curved[2] = {0};
    for (int n = 8; n <= 32; n++)
        for (int g = 0; g < COUNT_OF(gaps); g++)
            for (int s = 0; s < COUNT_OF(starts); s++)
                for (int which = 0; which < 2; which++)
                {
                    meal m = run_for_food(n, gaps[g], starts[s], which == 0 ? &source : &own);
                    eaten[which] += m.is_eaten;
                    close[which] += m.nearest_enemy < 0.15;
                    curved[which] += m.off_line > 0.15;
                }
    print_message("eaten %d %d, too close %d %d, curved %d %d\n", eaten[0], eaten[1], close[0], close[1], curved[0],
                  curved[1]);
    for (int which = 0; which < 2; which++)
    {
        assert_int_equal(eaten[which], 250);
        assert_int_equal(close[which], 0);
    }
    assert_int_equal(curved[0], 250);
}

// ---- space (000-18)

static void t_000_18_directions_are_even(void **state)
{
    (void)state;
    for (int n = 4; n <= 64; n++)
    {
        wend_ring ring = sphere_of(n);
        double least = PI;
        wend_vec sum = v2(0, 0);
        for (int i = 0; i < n; i++)
        {
            wend_vec u = wend_ring_direction(&ring, i);
            assert_close(exact_length(u), 1, 2e-7);
            sum = wend_add(sum, u);
            for (int k = 0; k < i; k++)
                least = fmin(least, acos(exact_dot(u, wend_ring_direction(&ring, k))));
        }
        // No n points can be farther apart than this (Fejes Toth, 1943).
        double w = n / (n - 2.0) * PI / 6, bound = acos((1 / square(tan(w)) - 1) / 2);
        if (least < 0.8 * bound)
            print_error("%d directions: %g of %g degrees\n", n, degrees(least), degrees(bound));
        assert_true(least >= 0.8 * bound && least <= bound + 1e-6);
        assert_true(exact_length(sum) < 0.02 * n);
    }
}

static void t_000_18_aims_anywhere(void **state)
{
    (void)state;
    uint64_t random = 18;
    for (int n = 12; n <= 64; n += 4)
    {
        wend_ring ring = sphere_of(n);
        double step = acos(exact_dot(wend_ring_direction(&ring, 0), wend_ring_direction(&ring, ring.neighbours[0][0])));
        double mean = 0;
        for (int i = 0; i < 200; i++)
        {
            wend_vec aim = draw_unit(&random);
            wend_ring_clear(&ring);
            wend_ring_aim(&ring, aim, 1, 0);
            wend_choice_result result = choose(&ring, NULL, draw_unit(&random));
            assert_close(exact_length(result.direction), 1, 1e-6);
            double off = acos(fmin(1, exact_dot(result.direction, aim)));
            assert_true(off < 0.3 * step); // exact, but for what is more than half a step from every slot
            mean += off / 200;
            // Better than the slot itself, or as good.
            assert_true(exact_dot(result.direction, aim) >
                        exact_dot(wend_ring_direction(&ring, result.slot), aim) - 1e-6);
        }
        assert_true(mean < 0.05 * step);
    }
}

static void t_000_18_a_blocked_cone_is_avoided(void **state)
{
    (void)state;
    uint64_t random = 1818;
    for (int n = 16; n <= 64; n += 16)
    {
        wend_ring ring = sphere_of(n);
        for (int i = 0; i < 200; i++)
        {
            wend_vec aim = draw_unit(&random), side = draw_unit(&random);
            wend_blocker ball = {wend_add(wend_scale(aim, 2), wend_scale(side, 0.2f)), 1, 7};
            wend_sweep how = wend_default_sweep();
            how.range = 4;
            wend_ring_clear(&ring);
            wend_ring_aim(&ring, aim, 1, 0);
            wend_ring_block(&ring, &ball, 1, &how);
            wend_choice_result result = choose(&ring, NULL, aim);
            // The slot itself misses the ball, touching at most.
            wend_vec u = wend_ring_direction(&ring, result.slot);
            double along = exact_dot(u, ball.offset);
            double offset = sqrt(fmax(0, square(exact_length(ball.offset)) - square(along)));
            assert_true(along <= 0 || offset >= 1.3 - 1e-4);
            assert_true(exact_dot(u, aim) > -0.5);
            // What lies between slots never turns toward a masked one.
            uint64_t masked = result.masked_by_hard;
            wend_vec lean = wend_sub(result.direction, wend_scale(u, wend_dot(result.direction, u)));
            for (int k = 0; k < 6; k++)
            {
                int other = ring.neighbours[result.slot][k];
                if (masked >> other & 1)
                {
                    assert_int_equal(wend_ring_masked_by(&ring, &result, other), 7);
                    assert_true(exact_dot(lean, wend_ring_direction(&ring, other)) < 1e-5);
                }
            }
        }
    }
}

static void t_000_18_all_blocked(void **state)
{
    (void)state;
    wend_ring ring = sphere_of(32);
    wend_ring_aim(&ring, wend_xyz(0, 0, 1), 1, 0);
    for (int i = 0; i < 32; i++)
        wend_ring_write(&ring, WEND_RING_HARD, i, 1, 1);
    wend_agent self = mover(0, 0, 4, 0);
    wend_choice_result result = choose(&ring, NULL, self.heading);
    assert_int_equal(result.status, WEND_CHOICE_BLOCKED);
    assert_vec(wend_steer_ring(&self, &result), 0, 0, 0, 0);
}

// ---- source 001

static wend_sweep course_sweep(void)
{
    wend_sweep how = wend_default_sweep();
    how.reach = 0.45f;
    how.range = 1.5f;
    return how;
}

/// Danger of a direction by the words of CLAIMS 2.2.
static double danger_by_hand(wend_vec h, wend_vec u, double reach, double range)
{
    double along = exact_dot(h, u), square_off = square(exact_length(h)) - square(along);
    if (along <= 0 || square_off >= square(reach))
        return 0;
    double danger = 1 - (along - sqrt(square(reach) - square_off)) / range;
    return danger < 0 ? 0 : danger > 1 ? 1 : danger;
}

static void t_001_23_swept_by_the_body(void **state)
{
    (void)state;
    // A hit dead ahead at 1: the slots at 22.5 degrees (offset 0.3827) are blocked too, those at 45 (0.7071) aren't.
    wend_ring ring = ring_of(16);
    wend_hit hit = {.distance = 1, .point = v2(3, 5), .normal = v2(0, -1), .body = 9};
    wend_sweep how = course_sweep();
    wend_ring_hits(&ring, v2(3, 4), &hit, 1, &how);
    double beside = 1 - (0.92387953 - sqrt(0.2025 - 0.14644661)) / 1.5; // 0.5419
    const double expected[16] = {[0] = 1 - 0.55 / 1.5, [1] = beside, [15] = beside};
    check_values(&ring, WEND_RING_HARD, expected, 1e-6);
    assert_int_equal(wend_ring_writer(&ring, WEND_RING_HARD, 15), 9);
    assert_int_equal(wend_ring_writer(&ring, WEND_RING_HARD, 2), 0);
    // Without the spread only the slot itself.
    how.reach = 0.01f;
    wend_ring_clear(&ring);
    wend_ring_hits(&ring, v2(3, 4), &hit, 1, &how);
    const double alone[16] = {[0] = 1 - 0.99 / 1.5};
    check_values(&ring, WEND_RING_HARD, alone, 1e-5);
}

static void t_001_23_any_ring_any_hit(void **state)
{
    (void)state;
    uint64_t random = 23;
    for (int n = 4; n <= 64; n++)
        for (int is_spatial = 0; is_spatial < 2; is_spatial++)
        {
            wend_ring ring;
            wend_ring_begin(&ring, n, is_spatial);
            for (int i = 0; i < 20; i++)
            {
                wend_blocker blockers[20];
                wend_sweep how = wend_default_sweep();
                how.reach = draw_float(&random, 0, 1);
                how.range = draw_float(&random, 0.5, 5);
                int count = (int)(draw(&random) % 21);
                for (int k = 0; k < count; k++)
                    blockers[k] =
                        (wend_blocker){draw_in_box(&random, 4, is_spatial), draw_float(&random, 0, 1), (uint64_t)k + 1};
                wend_ring_clear(&ring);
                wend_ring_block(&ring, blockers, count, &how);
                for (int slot = 0; slot < n; slot++)
                {
                    double most = 0, of_writer = 0;
                    uint64_t writer = wend_ring_writer(&ring, WEND_RING_HARD, slot);
                    for (int k = 0; k < count; k++)
                    {
                        double danger =
                            danger_by_hand(blockers[k].offset, wend_ring_direction(&ring, slot),
                                           (double)how.reach + (double)blockers[k].radius, (double)how.range);
                        most = fmax(most, danger);
                        of_writer = blockers[k].writer == writer ? danger : of_writer;
                    }
                    // Near the edge of a shadow the root is steep.
                    assert_close(wend_ring_value(&ring, WEND_RING_HARD, slot), most, 4e-3);
                    assert_close(of_writer, most, 4e-3);
                }
            }
        }
}

static void t_001_23_touching_and_overlap(void **state)
{
    (void)state;
    // N = 4: a point at (0.3, 1) with reach 0.3 is touched on the way up, and only touched.
    wend_ring ring = ring_of(4);
    wend_blocker at = {v2(0.3f, 1), 0, 1};
    wend_ring_block(&ring, &at, 1, NULL);
    check_values(&ring, WEND_RING_HARD, nothing, 0);
    // One that overlaps blocks the half it lies in; along its edge and away from it the way is open.
    ring = ring_of(8);
    at = (wend_blocker){v2(-0.1f, 0), 0.5f, 1};
    wend_ring_block(&ring, &at, 1, NULL);
    const double half[8] = {0, 1, 1, 1, 0, 0, 0, 0};
    check_values(&ring, WEND_RING_HARD, half, 1e-6);
    // From inside of a body the way out is open: its nearest edge is to the right.
    wend_ring_clear(&ring);
    wend_hit inside = {.distance = -0.1f, .point = v2(0.1f, 0), .normal = v2(1, 0), .body = 1};
    wend_ring_hits(&ring, v2(0, 0), &inside, 1, NULL);
    check_values(&ring, WEND_RING_HARD, half, 1e-6);
    // On the very surface the normal tells.
    wend_ring_clear(&ring);
    wend_hit surface = {.distance = 0, .point = v2(0, 0), .normal = v2(1, 0), .body = 1};
    wend_ring_hits(&ring, v2(0, 0), &surface, 1, NULL);
    check_values(&ring, WEND_RING_HARD, half, 1e-6);
    // A plane takes no notice of height.
    wend_ring_clear(&ring);
    at = (wend_blocker){wend_xyz(-0.1f, 0, 100), 0.5f, 1};
    wend_ring_block(&ring, &at, 1, NULL);
    check_values(&ring, WEND_RING_HARD, half, 1e-6);
}

static void t_001_24_only_the_least_dangerous(void **state)
{
    (void)state;
    // Tolerance 0.05 above the lowest, which is 0.3 here.
    wend_ring ring = ring_of(8);
    static const float danger[] = {1, 0.36f, 0.34f, 0.3f, 0.5f, 0.35f, 0.9f, 0.9f};
    for (int i = 0; i < 8; i++)
        wend_ring_write(&ring, WEND_RING_HARD, i, danger[i], (uint64_t)i + 10);
    wend_ring_aim(&ring, v2(0, 1), 1, 0);
    wend_choice_result result = choose(&ring, NULL, v2(0, 1));
    assert_int_equal(all_slots(8) & ~result.masked_by_hard, 1 << 2 | 1 << 3 | 1 << 5);
    assert_int_equal(result.slot, 2);
    assert_vec(result.direction, -1, 0, 0, 1e-6); // between 2 and 1 it may not go
    assert_int_equal(wend_ring_masked_by(&ring, &result, 0), 10);
    assert_int_equal(wend_ring_masked_by(&ring, &result, 2), 0);
    wend_choice how = wend_default_choice();
    how.can_lean_to_masked = true;
    assert_true(choose(&ring, &how, v2(0, 1)).direction.y > 0.1f);
    // Soft danger masks what hard danger left, and only that.
    wend_ring_write(&ring, WEND_RING_SOFT, 2, 1, 77);
    wend_ring_write(&ring, WEND_RING_SOFT, 0, 5, 78);
    result = choose(&ring, NULL, v2(0, 1));
    assert_int_equal(result.masked_by_soft, 1 << 2);
    assert_int_equal(wend_ring_masked_by(&ring, &result, 2), 77);
    assert_int_equal(wend_ring_masked_by(&ring, &result, 0), 10);
    assert_int_equal(result.slot, 3);
}

static void t_001_24_interpolated(void **state)
{
    (void)state;
    for (int n = 4; n <= 64; n++)
    {
        wend_ring ring = ring_of(n);
        for (int i = 0; i < 50; i++)
        {
            double angle = 2 * PI * i / 50, best = -2, step = 2 * PI / n;
            wend_ring_clear(&ring);
            wend_ring_aim(&ring, v2((float)cos(angle), (float)sin(angle)), 1, 0);
            wend_vec got = choose(&ring, NULL, v2(1, 0)).direction;
            // By hand: the best slot and the parabola through three cosines.
            double off = 0;
            for (int k = 0; k < n; k++)
            {
                double d = PI / 2 + k * step - angle;
                if (cos(d) > best + 1e-9)
                {
                    double l = cos(d - step), c = cos(d), r = cos(d + step);
                    best = c;
                    off = d + step * 0.5 * (l - r) / (l - 2 * c + r);
                }
            }
            double is_off = atan2((double)got.y, (double)got.x) - angle;
            assert_close(sin(is_off), sin(off), 2e-4);
            assert_true(fabs(sin(is_off)) < 0.1 * step);
        }
    }
    // Half a step at most: a neighbour that is nearly as good.
    wend_ring ring = ring_of(16);
    wend_ring_write(&ring, WEND_RING_INTEREST, 0, 1, 0);
    wend_ring_write(&ring, WEND_RING_INTEREST, 1, 1, 0);
    wend_vec between = choose(&ring, NULL, v2(0, 0)).direction;
    assert_vec(between, -sin(PI / 16), cos(PI / 16), 0, 1e-6);
}

// A pillar of 1.2 m that the path doesn't know, and a point mass that is led by a carrot 2 m ahead (CLAIMS 2.2).
typedef struct crossing
{
    int stuck;
    double seconds, wobble; // mean of those that came through; degrees a second
} crossing;

static const double pillar_x = 15, pillar_y = 7.15, pillar_half = 0.6;

/// How far a ray may go to the pillar; -1 if it misses.
static double ray_to_pillar(double x, double y, double dx, double dy, double length)
{
    double from = 0, to = length, centre[] = {pillar_x - x, pillar_y - y}, along[] = {dx, dy};
    for (int axis = 0; axis < 2; axis++)
    {
        if (fabs(along[axis]) < 1e-12)
        {
            if (fabs(centre[axis]) > pillar_half)
                return -1;
            continue;
        }
        double a = (centre[axis] - pillar_half) / along[axis], b = (centre[axis] + pillar_half) / along[axis];
        from = fmax(from, fmin(a, b));
        to = fmin(to, fmax(a, b));
    }
    return from <= to && from > 0 ? from : -1;
}

static bool cross(int count, float bonus, double start_x, double start_y, double *seconds, double *turned)
{
    wend_ring ring = ring_of(count);
    wend_choice how = wend_default_choice();
    wend_sweep sweep = course_sweep();
    how.last_bonus = bonus;
    how.interest.value = 0;
    double x = start_x, y = start_y, vx = 0, vy = 0, dx = 28 - x, dy = 7 - y, length = hypot(dx, dy);
    dx /= length, dy /= length;
    wend_choice_result result = {.direction = v2(0, 0)};
    double last_angle = 0;
    *turned = 0;
    for (int tick = 0; tick < 45 * 60; tick++)
    {
        double done = (x - start_x) * dx + (y - start_y) * dy, carrot = fmin(done + 2, length);
        double aim_x = start_x + dx * carrot - x, aim_y = start_y + dy * carrot - y;
        if (hypot(28 - x, 7 - y) < 0.6)
        {
            *seconds = tick / 60.0;
            *turned = degrees(*turned) / *seconds;
            return true;
        }
        wend_ring_clear(&ring);
        wend_ring_aim(&ring, v2((float)aim_x, (float)aim_y), 1, 0);
        for (int i = 0; i < count; i++)
        {
            wend_vec u = wend_ring_direction(&ring, i);
            double distance = ray_to_pillar(x, y, (double)u.x, (double)u.y, 1.95);
            wend_blocker hit = {wend_scale(u, (float)distance), 0, 1};
            if (distance >= 0)
                wend_ring_block(&ring, &hit, 1, &sweep);
        }
        wend_vec before = result.direction;
        wend_ring_choose(&ring, &how, v2((float)vx, (float)vy), before, &result);
        double ax = (3 * (double)result.direction.x - vx) / 0.15, ay = (3 * (double)result.direction.y - vy) / 0.15;
        double a = hypot(ax, ay), cut = a > 12 ? 12 / a : 1;
        vx += ax * cut / 60, vy += ay * cut / 60;
        x += vx / 60, y += vy / 60;
        // Out of the pillar, and without the velocity into it.
        double near_x = fmin(fmax(x, pillar_x - pillar_half), pillar_x + pillar_half);
        double near_y = fmin(fmax(y, pillar_y - pillar_half), pillar_y + pillar_half);
        double nx = x - near_x, ny = y - near_y, off = hypot(nx, ny);
        if (off < 0.4 && off > 0)
        {
            nx /= off, ny /= off;
            x = near_x + nx * 0.4, y = near_y + ny * 0.4;
            double into = fmin(0, vx * nx + vy * ny);
            vx -= nx * into, vy -= ny * into;
        }
        double angle = atan2(vy, vx);
        *turned += tick > 30 ? fabs(remainder(angle - last_angle, 2 * PI)) : 0;
        last_angle = angle;
    }
    *turned = degrees(*turned) / 45;
    return false;
}

static crossing cross_all(int count, float bonus)
{
    crossing out = {0, 0, 0};
    for (int i = 0; i < 36; i++)
    {
        double seconds = 45, turned;
        out.stuck += !cross(count, bonus, 2 + i % 2 * 1.2, 6.3 + i / 2 * 1.4 / 17, &seconds, &turned);
        out.seconds += seconds / 36;
        out.wobble += turned / 36;
    }
    print_message("ring %2d, bonus %.1f: %d stuck, %.2f s, %.1f degrees a second\n", count, (double)bonus, out.stuck,
                  out.seconds, out.wobble);
    return out;
}

static void t_001_30_to_33_ring_sizes(void **state)
{
    (void)state;
    crossing eight = cross_all(8, 0.3f), twelve = cross_all(12, 0.3f), sixteen = cross_all(16, 0.3f);
    crossing two_dozen = cross_all(24, 0.3f), many = cross_all(32, 0.3f), bare = cross_all(8, 0);
    // 30: with 16 or more little changes.
    assert_int_equal(sixteen.stuck + two_dozen.stuck + many.stuck, 0);
    assert_close(sixteen.seconds, many.seconds, 0.1);
    assert_close(two_dozen.seconds, many.seconds, 0.1);
    // 31: with fewer and no preference they flip, or stay before the pillar.
    assert_true(bare.stuck > 0 || bare.wobble > 2 * eight.wobble);
    // 32, 33: a bonus of 0.3 makes 8 and 12 nearly as good.
    assert_int_equal(eight.stuck + twelve.stuck, 0);
    assert_close(eight.seconds / many.seconds, 1, 0.08);
    assert_close(twelve.seconds / many.seconds, 1, 0.08);
}

static void t_001_32_bonus_near_the_last_direction(void **state)
{
    (void)state;
    // Two targets as good as each other, 90 degrees apart, the other one nearer by a little: it stays with the last one.
    wend_ring ring = ring_of(8);
    want(&ring, -2, 0);
    want(&ring, 0, 1.9f);
    wend_choice_result result;
    wend_ring_choose(&ring, NULL, v2(0, 0), v2(-1, 0), &result);
    assert_int_equal(result.slot, 2);
    wend_ring_choose(&ring, NULL, v2(0, 0), v2(0, 0), &result);
    assert_int_equal(result.slot, 0);
    // 0.3 of the highest interest, 1 / 2.9, by the cosine.
    wend_ring_choose(&ring, NULL, v2(0, 0), v2(-3, 3), &result);
    assert_close(result.interest, 1 / 2.9 + 0.3 / 2.9 * 0.70710678, 1e-6);
    // Far away targets count no less: the bonus is a share.
    wend_ring_clear(&ring);
    want(&ring, -1000, 0);
    wend_ring_choose(&ring, NULL, v2(0, 1), v2(0, 1), &result);
    assert_int_equal(result.slot, 2);
}

static void t_001_35_neither_cancels_nor_starves(void **state)
{
    (void)state;
    wend_ring ring = ring_of(16);
    want(&ring, -2, 0);
    want(&ring, 2, 0);
    assert_vec(choose(&ring, NULL, v2(0.1f, 1)).direction, 1, 0, 0, 1e-6);
    assert_vec(choose(&ring, NULL, v2(-0.1f, 1)).direction, -1, 0, 0, 1e-6);
    // A wall ahead doesn't silence the target behind it: it goes past on that side.
    wend_ring_clear(&ring);
    wend_blocker wall[9];
    for (int i = 0; i < 9; i++)
        wall[i] = (wend_blocker){v2(1, -1 + 0.25f * (float)i), 0, 1};
    want(&ring, 4, 2);
    wend_ring_block(&ring, wall, 9, NULL);
    wend_choice_result result = choose(&ring, NULL, v2(1, 0));
    assert_true(result.direction.y > 0.7f && result.masked_by_hard != 0);
}

static void t_001_36_storage(void **state)
{
    (void)state;
    // Every agent has a ring of its own, so the order of agents changes nothing.
    wend_ring a = ring_of(16), b = ring_of(16), c = ring_of(16), d = ring_of(16);
    want(&a, 1, 2), fear(&a, 2, 1), want(&b, -1, 2), fear(&b, 0, 3);
    fear(&d, 0, 3), fear(&c, 2, 1), want(&d, -1, 2), want(&c, 1, 2);
    wend_choice_result of_b = choose(&b, NULL, v2(0, 1)), of_a = choose(&a, NULL, v2(0, 1));
    wend_choice_result of_c = choose(&c, NULL, v2(0, 1)), of_d = choose(&d, NULL, v2(0, 1));
    assert_same(of_a.direction, of_c.direction);
    assert_same(of_b.direction, of_d.direction);
    // A plain struct: a copy is a ring.
    wend_ring copy = a;
    assert_same(choose(&copy, NULL, v2(0, 1)).direction, of_a.direction);
}

// ---- the rest

static void t_aim_counts_below_zero(void **state)
{
    (void)state;
    // All that leads forward is masked: the slots at a right angle are the least bad ones.
    wend_ring ring = ring_of(16);
    wend_ring_aim(&ring, v2(0, 5), 1, 3);
    assert_close(wend_ring_value(&ring, WEND_RING_INTEREST, 8), -1, 1e-6);
    assert_int_equal(wend_ring_writer(&ring, WEND_RING_INTEREST, 0), 3);
    for (int i = -4; i <= 4; i++)
        wend_ring_write(&ring, WEND_RING_HARD, (i + 16) % 16, 0.8f, 0);
    assert_int_equal(choose(&ring, NULL, v2(1, 0)).slot, 11); // 22.5 degrees back, on the heading's side
    assert_int_equal(choose(&ring, NULL, v2(-1, 0)).slot, 5);
    // Where something else is wanted it wins.
    want(&ring, 0, -1);
    assert_int_equal(choose(&ring, NULL, v2(1, 0)).slot, 8);
    // A zero aim is none.
    wend_ring_clear(&ring);
    wend_ring_aim(&ring, v2(0, 0), 1, 3);
    check_values(&ring, WEND_RING_INTEREST, nothing, 0);
}

static void t_movers_by_time_to_meeting(void **state)
{
    (void)state;
    wend_agent self = agent_at(7, 7);
    self.max_speed = 2;
    self.radius = 0.5f;
    wend_movers how = wend_default_movers();
    how.horizon = 5;
    how.margin = 0;
    wend_neighbour other = {.id = {42}, .offset = v2(0, 10), .velocity = v2(0, -2), .radius = 0.5f};
    wend_ring ring = ring_of(16);
    wend_ring_movers(&ring, &self, &other, 1, &how);
    assert_close(wend_ring_value(&ring, WEND_RING_SOFT, 0), 1 - 9 / 4.0 / 5, 1e-5); // 9 apart, 4 a second
    assert_int_equal(wend_ring_writer(&ring, WEND_RING_SOFT, 0), 42);
    assert_close(wend_ring_value(&ring, WEND_RING_SOFT, 8), 0, 0); // as fast as it is
    assert_close(wend_ring_value(&ring, WEND_RING_SOFT, 4), 0, 0);
    // One that crosses: by hand, it is met on the way to where it will be. u = (1, 0), it comes from (5, 5) downward.
    wend_ring_clear(&ring);
    other = (wend_neighbour){.id = {43}, .offset = v2(5, 5), .velocity = v2(0, -2), .radius = 0.5f};
    wend_ring_movers(&ring, &self, &other, 1, &how);
    // |(5, 5) - (2, 2) t| = 1: t = (5 sqrt 2 - 1) / (2 sqrt 2)
    assert_close(wend_ring_value(&ring, WEND_RING_SOFT, 12), 1 - (5 * sqrt(2) - 1) / (2 * sqrt(2)) / 5, 1e-5);
    // Overlapping: 1 where it deepens, 0 where it parts.
    wend_ring_clear(&ring);
    other = (wend_neighbour){.id = {44}, .offset = v2(0.5f, 0), .velocity = v2(0, 0), .radius = 0.5f};
    wend_ring_movers(&ring, &self, &other, 1, &how);
    assert_close(wend_ring_value(&ring, WEND_RING_SOFT, 12), 1, 0);
    assert_close(wend_ring_value(&ring, WEND_RING_SOFT, 4), 0, 0);
    // At rest it's a blocker: the same numbers as a sweep whose range is speed times horizon.
    wend_ring still = ring_of(16);
    other.offset = v2(3, 4);
    wend_ring_clear(&ring);
    wend_ring_movers(&ring, &self, &other, 1, &how);
    wend_blocker at = {other.offset, 0.5f, 44};
    wend_ring_block(&still, &at, 1, &(wend_sweep){WEND_RING_SOFT, 0.5f, 10});
    for (int i = 0; i < 16; i++)
        assert_close(wend_ring_value(&ring, WEND_RING_SOFT, i), wend_ring_value(&still, WEND_RING_SOFT, i), 1e-5);
}

static void t_API_16_equally_bad(void **state)
{
    (void)state;
    wend_ring ring = ring_of(8);
    wend_agent self = mover(0, 0, 4, 0);
    wend_ring_aim(&ring, v2(1, 0), 1, 0);
    for (int i = 0; i < 8; i++)
        wend_ring_write(&ring, WEND_RING_HARD, i, 1, 1);
    wend_choice_result result = choose(&ring, NULL, self.heading);
    assert_int_equal(result.status, WEND_CHOICE_BLOCKED);
    assert_close(result.speed, 0, 0);
    wend_vec slower = wend_point_mass(&self, wend_steer_ring(&self, &result), 0.1, NULL);
    assert_vec(slower, 4 - 8 * 0.1, 0, 0, 1e-5); // the braking limit is 8
    // One way is less bad: back off there, slowly.
    wend_ring_clear(&ring);
    wend_ring_aim(&ring, v2(1, 0), 1, 0);
    for (int i = 0; i < 8; i++)
        wend_ring_write(&ring, WEND_RING_HARD, i, i == 3 ? 0.92f : 1, 1);
    result = choose(&ring, NULL, self.heading);
    assert_int_equal(result.status, WEND_CHOICE_BLOCKED);
    assert_int_equal(result.slot, 3);
    assert_close(result.speed, 0.08, 1e-6);
    // At the threshold it isn't blocked.
    wend_choice how = wend_default_choice();
    how.blocked = 0.92f;
    assert_int_equal(choose(&ring, &how, self.heading).status, WEND_CHOICE_OK);
}

static void t_nothing_wanted(void **state)
{
    (void)state;
    wend_ring ring = ring_of(8);
    wend_agent self = mover(0, 0, 1, 2);
    wend_choice_result result = choose(&ring, NULL, self.velocity);
    assert_int_equal(result.status, WEND_CHOICE_NOTHING);
    assert_same(wend_steer_ring(&self, &result), self.velocity);
    // Something to be feared elsewhere changes nothing; ahead it does.
    fear(&ring, -1, -2);
    assert_int_equal(choose(&ring, NULL, self.velocity).status, WEND_CHOICE_NOTHING);
    fear(&ring, 0.5f, 1);
    result = choose(&ring, NULL, self.velocity);
    assert_int_equal(result.status, WEND_CHOICE_OK);
    assert_close(exact_length(wend_steer_ring(&self, &result)), 4, 1e-5);
    assert_true(result.masked_by_soft >> 0 & 1);
}

static void t_slows_down(void **state)
{
    (void)state;
    wend_ring ring = ring_of(8);
    wend_ring_aim(&ring, v2(0, 1), 1, 0);
    for (int i = 0; i < 8; i++)
        wend_ring_write(&ring, WEND_RING_HARD, i, 0.5f, 1);
    wend_choice how = wend_default_choice();
    assert_close(choose(&ring, &how, v2(0, 1)).speed, 1, 0);
    how.slowing = 0.8f;
    assert_close(choose(&ring, &how, v2(0, 1)).speed, 0.6, 1e-6);
    assert_close(choose(&ring, &how, v2(0, 1)).danger, 0.5, 0);
}

static void t_tolerances_as_number_or_share(void **state)
{
    (void)state;
    // Dangers 2 to 9: share 0.5 is up to 5.5, the number 0.5 is up to 2.5.
    wend_ring ring = ring_of(8);
    for (int i = 0; i < 8; i++)
    {
        wend_ring_write(&ring, WEND_RING_HARD, i, 2 + (float)i, 1);
        wend_ring_write(&ring, WEND_RING_INTEREST, i, 4, 1);
    }
    wend_choice how = wend_default_choice();
    how.blocked = 10;
    how.hard = (wend_tolerance){0.5f, true};
    assert_int_equal(choose(&ring, &how, v2(0, 1)).masked_by_hard, 0xf0);
    how.hard = (wend_tolerance){0.5f, false};
    assert_int_equal(choose(&ring, &how, v2(0, 1)).masked_by_hard, 0xfe);
    how.hard = (wend_tolerance){1, false};
    assert_int_equal(choose(&ring, &how, v2(0, 1)).masked_by_hard, 0xfc); // at the limit counts as in
    how.hard = (wend_tolerance){0, true};
    assert_int_equal(choose(&ring, &how, v2(0, 1)).masked_by_hard, 0xfe);
    // Equal dangers mask nobody.
    wend_ring_clear(&ring);
    for (int i = 0; i < 8; i++)
        wend_ring_write(&ring, WEND_RING_HARD, i, 0.7f, 1);
    assert_int_equal(choose(&ring, &how, v2(0, 1)).masked_by_hard, 0);
}

static void t_writers_of_a_long_list(void **state)
{
    (void)state;
    // 1000 writers, far more than a ring lists; who wrote the largest number is known.
    uint64_t random = 80;
    wend_ring ring = ring_of(64);
    float most[64] = {0};
    uint64_t by[64] = {0};
    for (uint64_t writer = 1; writer <= 1000; writer++)
    {
        int slot = (int)(draw(&random) % 64);
        float value = draw_float(&random, 0, 1);
        wend_ring_write(&ring, WEND_RING_SOFT, slot, value, writer << 40 | writer);
        if (value > most[slot])
            most[slot] = value, by[slot] = writer << 40 | writer;
    }
    for (int i = 0; i < 64; i++)
    {
        assert_close(wend_ring_value(&ring, WEND_RING_SOFT, i), most[i], 0);
        assert_true(wend_ring_writer(&ring, WEND_RING_SOFT, i) == by[i]);
    }
    // Of equal numbers the one that was written first.
    wend_ring_write(&ring, WEND_RING_SOFT, 5, 2, 1);
    wend_ring_write(&ring, WEND_RING_SOFT, 5, 2, 2);
    assert_int_equal(wend_ring_writer(&ring, WEND_RING_SOFT, 5), 1);
}

static void t_DET_03_equal_targets_in_any_order(void **state)
{
    (void)state;
    wend_choice_result first = {0};
    int order[] = {0, 1, 2, 3, 4}, orders = 0;
    for (int code = 0; code < 3125; code++)
    {
        unsigned seen = 0;
        for (int i = 0, rest = code; i < 5; i++, rest /= 5)
            order[i] = rest % 5, seen |= 1u << order[i];
        if (seen != 31)
            continue;
        wend_ring ring = ring_of(16);
        for (int i = 0; i < 5; i++)
        {
            wend_vec at = wend_scale(wend_rotate(v2(0, 1), 0.4f + (float)order[i] * 2 * WEND_PI / 5), 3);
            want(&ring, at.x, at.y);
        }
        wend_choice_result result = choose(&ring, NULL, v2(0, 0));
        first = orders == 0 ? result : first;
        assert_same(result.direction, first.direction);
        assert_int_equal(result.slot, first.slot);
        orders++;
    }
    assert_int_equal(orders, 120);
}

static void t_mirrored_input_mirrored_choice(void **state)
{
    (void)state;
    uint64_t random = 77;
    for (int i = 0; i < 5000; i++)
    {
        int n = 8 + (int)(draw(&random) % 57);
        wend_ring ring = ring_of(n), mirror = ring_of(n);
        wend_vec aim = draw_in_box(&random, 1, false), heading = draw_in_box(&random, 1, false);
        wend_vec last = draw_in_box(&random, 1, false);
        wend_ring_aim(&ring, aim, 1, 0);
        wend_ring_aim(&mirror, v2(-aim.x, aim.y), 1, 0);
        for (int k = 0; k < 6; k++)
        {
            wend_blocker b = {draw_in_box(&random, 2, false), draw_float(&random, 0, 0.5), 1};
            wend_mark enemy = mark_at(draw_float(&random, -2, 2), draw_float(&random, -2, 2));
            wend_ring_block(&ring, &b, 1, NULL);
            wend_ring_toward(&ring, WEND_RING_SOFT, &enemy);
            b.offset.x = -b.offset.x;
            enemy.offset.x = -enemy.offset.x;
            wend_ring_block(&mirror, &b, 1, NULL);
            wend_ring_toward(&mirror, WEND_RING_SOFT, &enemy);
        }
        wend_choice_result a, b;
        wend_ring_choose(&ring, NULL, heading, last, &a);
        wend_ring_choose(&mirror, NULL, v2(-heading.x, heading.y), v2(-last.x, last.y), &b);
        assert_int_equal(b.slot, (n - a.slot) % n);
        assert_true(b.direction.x == -a.direction.x && b.direction.y == a.direction.y);
        assert_true(a.status == b.status && a.speed == b.speed);
    }
}

static void t_finite_in_finite_out(void **state)
{
    (void)state;
    uint64_t random = 99;
    for (int i = 0; i < 30000; i++)
    {
        static wend_ring ring;
        if (i % 100 == 0)
            wend_ring_begin(&ring, 4 + (int)(draw(&random) % 61), i % 200 == 0);
        wend_ring_clear(&ring);
        wend_agent self = draw_wild_agent(&random);
        wend_mark mark = {draw_wild(&random),     draw_not_negative(&random), (wend_fade)(draw(&random) % 3),
                          draw_positive(&random), draw_not_negative(&random), 1};
        wend_blocker blockers[3];
        wend_hit hits[3];
        wend_neighbour others[3];
        for (int k = 0; k < 3; k++)
        {
            blockers[k] = (wend_blocker){draw_wild(&random), draw_not_negative(&random), 2};
            hits[k] =
                (wend_hit){draw_magnitude(&random), draw_wild(&random), draw_unit(&random), draw_wild(&random), 3};
            others[k] = (wend_neighbour){{4}, draw_wild(&random), draw_wild(&random), draw_positive(&random)};
        }
        wend_sweep sweep = {WEND_RING_HARD, draw_not_negative(&random), draw_positive(&random)};
        wend_movers movers = {WEND_RING_SOFT, draw_positive(&random), draw_not_negative(&random),
                              draw_not_negative(&random)};
        wend_ring_aim(&ring, draw_wild(&random), draw_magnitude(&random), 1);
        wend_ring_toward(&ring, (wend_ring_layer)(i % 3), &mark);
        wend_ring_away(&ring, (wend_ring_layer)(i % 2), &mark);
        wend_ring_block(&ring, blockers, 3, &sweep);
        wend_ring_hits(&ring, draw_wild(&random), hits, 3, &sweep);
        wend_ring_movers(&ring, &self, others, 3, &movers);
        wend_ring_write(&ring, WEND_RING_SOFT, 1, draw_magnitude(&random), 1);
        for (int slot = 0; slot < ring.count; slot++)
            for (int layer = 0; layer < WEND_RING_LAYERS; layer++)
                assert_true(isfinite(wend_ring_value(&ring, (wend_ring_layer)layer, slot)));
        for (int slot = ring.count; slot < WEND_RING_MOST; slot++)
            assert_true(ring.value[0][slot] == 0 && ring.value[1][slot] == 0 && ring.value[2][slot] == 0);
        wend_choice how = wend_default_choice();
        how.hard.value = draw_not_negative(&random);
        how.soft.value = draw_not_negative(&random);
        how.interest = (wend_tolerance){draw_not_negative(&random), i % 2};
        how.last_bonus = draw_not_negative(&random);
        how.can_lean_to_masked = i % 3 == 0;
        wend_choice_result result;
        wend_ring_choose(&ring, i % 4 ? &how : NULL, draw_wild(&random), draw_wild(&random), &result);
        assert_true(result.slot >= 0 && result.slot < ring.count);
        assert_close(exact_length(result.direction), 1, 2e-6);
        assert_true(result.speed >= 0 && result.speed <= 1 && isfinite(result.danger) && isfinite(result.interest));
        assert_finite(wend_steer_ring(&self, &result));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_000_01_directions),
        cmocka_unit_test(t_000_02_one_number_each),
        cmocka_unit_test(t_000_03_cleared),
        cmocka_unit_test(t_000_04_alignment_by_distance),
        cmocka_unit_test(t_000_05_maximum_not_sum),
        cmocka_unit_test(t_000_06_clamped_or_not),
        cmocka_unit_test(t_000_07_power),
        cmocka_unit_test(t_000_08_wander_knows_its_point),
        cmocka_unit_test(t_000_09_detection_radius),
        cmocka_unit_test(t_000_10_order_of_writers),
        cmocka_unit_test(t_000_11_choice),
        cmocka_unit_test(t_000_12_no_tolerance),
        cmocka_unit_test(t_000_13_ties),
        cmocka_unit_test(t_000_14_a_unit_direction),
        cmocka_unit_test(t_000_15_interest_tolerance_stops_flipping),
        cmocka_unit_test(t_000_16_sums_cancel),
        cmocka_unit_test(t_000_17_food_before_the_enemy),
        cmocka_unit_test(t_000_18_directions_are_even),
        cmocka_unit_test(t_000_18_aims_anywhere),
        cmocka_unit_test(t_000_18_a_blocked_cone_is_avoided),
        cmocka_unit_test(t_000_18_all_blocked),
        cmocka_unit_test(t_001_23_swept_by_the_body),
        cmocka_unit_test(t_001_23_any_ring_any_hit),
        cmocka_unit_test(t_001_23_touching_and_overlap),
        cmocka_unit_test(t_001_24_only_the_least_dangerous),
        cmocka_unit_test(t_001_24_interpolated),
        cmocka_unit_test(t_001_30_to_33_ring_sizes),
        cmocka_unit_test(t_001_32_bonus_near_the_last_direction),
        cmocka_unit_test(t_001_35_neither_cancels_nor_starves),
        cmocka_unit_test(t_001_36_storage),
        cmocka_unit_test(t_aim_counts_below_zero),
        cmocka_unit_test(t_movers_by_time_to_meeting),
        cmocka_unit_test(t_API_16_equally_bad),
        cmocka_unit_test(t_nothing_wanted),
        cmocka_unit_test(t_slows_down),
        cmocka_unit_test(t_tolerances_as_number_or_share),
        cmocka_unit_test(t_writers_of_a_long_list),
        cmocka_unit_test(t_DET_03_equal_targets_in_any_order),
        cmocka_unit_test(t_mirrored_input_mirrored_choice),
        cmocka_unit_test(t_finite_in_finite_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
