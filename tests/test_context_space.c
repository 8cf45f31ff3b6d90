// Context maps in space (000-18).
#include "testing_ring.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_000_18_directions_are_even),
        cmocka_unit_test(t_000_18_aims_anywhere),
        cmocka_unit_test(t_000_18_a_blocked_cone_is_avoided),
        cmocka_unit_test(t_000_18_all_blocked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
