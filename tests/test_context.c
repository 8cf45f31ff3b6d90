// Context maps: the rows of CLAIMS 000, API-16, DET-03. In space: test_context_space.c; walls and the course: test_context_walls.c.
#include "testing_ring.h"

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
    wend_ring_block(&still, &at, 1, &(wend_sweep){.layer = WEND_RING_SOFT, .reach = 0.5f, .range = 10});
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
        wend_sweep sweep = wend_default_sweep();
        sweep.reach = draw_not_negative(&random);
        sweep.range = draw_positive(&random);
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
