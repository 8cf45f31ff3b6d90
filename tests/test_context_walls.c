// Context maps beside walls: the rows of CLAIMS 001 that a ring alone can show.
#include "testing_ring.h"

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
    // Two targets as good as each other, 90 degrees apart, the other one nearer by a little: it stays with the last
    // one.
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

static void t_arcs_of_a_car(void **state)
{
    (void)state;
    wend_ring ring;
    wend_sweep sweep = wend_default_sweep();
    wend_blocker wall = {v2(0, 1.5f), 0.0f, 7};
    sweep.reach = 0.5f;
    sweep.range = 4.0f;
    sweep.turning_radius = 1.0f;
    sweep.heading = v2(0, 1);
    assert_int_equal(wend_ring_begin(&ring, 8, false), WEND_OK);
    wend_ring_block(&ring, &wall, 1, &sweep);
    // Straight on it is free for 1.5 - 0.5.
    assert_close(wend_ring_value(&ring, WEND_RING_HARD, 0), 1 - 1.0 / 4, 1e-5);
    // On the arc to a quarter or more: the centre of the circle is (-1, 0), the point lies sqrt(1 + 1.5^2) from it at
    // atan2(1.5, 1), and the body touches it acos((3.25 + 1 - 0.25) / (2 sqrt(3.25))) before.
    double square = 1 + 1.5 * 1.5, cosine = (square + 1 - 0.25) / (2 * sqrt(square));
    assert_true(cosine > 1); // that arc passes it, as the body does that goes straight on after an eighth
    for (int slot = 1; slot < 8; slot++)
        assert_close(wend_ring_value(&ring, WEND_RING_HARD, slot), 0, 1e-6);

    // Nearer: at (0, 1) it is sqrt(2) from there at a quarter of pi.
    wall.offset = v2(0, 1);
    wend_ring_clear(&ring);
    wend_ring_block(&ring, &wall, 1, &sweep);
    double way = 0.78539816339744831 - acos((2 + 1 - 0.25) / (2 * sqrt(2.0)));
    assert_close(wend_ring_value(&ring, WEND_RING_HARD, 0), 1 - 0.5 / 4, 1e-5);
    for (int slot = 1; slot < 8; slot++) // the way back, too: it begins with the same arc
        assert_close(wend_ring_value(&ring, WEND_RING_HARD, slot), 1 - way / 4, 1e-5);
    assert_int_equal(wend_ring_writer(&ring, WEND_RING_HARD, 3), 7);

    // What lies beside a body that turns on the spot blocks its side; here it blocks the arc to that side only.
    wall.offset = v2(-1, 0.9f);
    wend_ring_clear(&ring);
    wend_ring_block(&ring, &wall, 1, &sweep);
    assert_close(wend_ring_value(&ring, WEND_RING_HARD, 0), 0, 1e-6);
    assert_true(wend_ring_value(&ring, WEND_RING_HARD, 2) > 0);
    for (int slot = 5; slot < 8; slot++)
        assert_close(wend_ring_value(&ring, WEND_RING_HARD, slot), 0, 1e-6);

    // No heading: as it was without arcs.
    sweep.heading = v2(0, 0);
    wend_ring_clear(&ring);
    wend_ring_block(&ring, &wall, 1, &sweep);
    assert_true(wend_ring_value(&ring, WEND_RING_HARD, 1) > 0);
}

static void t_it_stays_on_the_side_it_took_while_the_way_is_masked(void **state)
{
    (void)state;
    wend_ring ring;
    wend_choice how = wend_default_choice();
    wend_choice_result result;
    how.is_stepped = true;
    how.interest.value = 0;
    assert_int_equal(wend_ring_begin(&ring, 8, false), WEND_OK);
    // It wants to go up and somewhat to the left, is on its way to the right, and a wall masks up and its neighbours.
    wend_ring_aim(&ring, v2(-0.3f, 1), 1, 1);
    for (int slot = -1; slot <= 1; slot++)
        assert_int_equal(wend_ring_write(&ring, WEND_RING_HARD, (slot + 8) % 8, 1, 2), WEND_OK);
    wend_ring_choose(&ring, &how, v2(1, 0), v2(1, 0), &result);
    assert_int_equal(result.slot, 2); // left: 0.287 against -0.287 + 0.3 * 0.958
    how.masked_bonus = 0.75f;
    wend_ring_choose(&ring, &how, v2(1, 0), v2(1, 0), &result);
    assert_int_equal(result.slot, 6); // -0.287 + 0.75 * 0.958
    // Where the way wanted most is free it counts no more.
    wend_ring_clear(&ring);
    wend_ring_aim(&ring, v2(-0.3f, 1), 1, 1);
    assert_int_equal(wend_ring_write(&ring, WEND_RING_HARD, 4, 1, 2), WEND_OK);
    wend_ring_choose(&ring, &how, v2(1, 0), v2(1, 0), &result);
    assert_int_equal(result.slot, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_001_23_swept_by_the_body),
        cmocka_unit_test(t_001_23_any_ring_any_hit),
        cmocka_unit_test(t_001_23_touching_and_overlap),
        cmocka_unit_test(t_001_24_only_the_least_dangerous),
        cmocka_unit_test(t_001_24_interpolated),
        cmocka_unit_test(t_001_30_to_33_ring_sizes),
        cmocka_unit_test(t_001_32_bonus_near_the_last_direction),
        cmocka_unit_test(t_001_35_neither_cancels_nor_starves),
        cmocka_unit_test(t_001_36_storage),
        cmocka_unit_test(t_arcs_of_a_car),
        cmocka_unit_test(t_it_stays_on_the_side_it_took_while_the_way_is_masked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
