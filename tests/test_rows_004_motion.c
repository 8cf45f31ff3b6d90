// Rows of CLAIMS 004 that no other file has: wandering, the flock in double, the scene chase.
#include "testing_world.h"

#include "wend/explain.h"

#include "scenes.h"

// ---- wandering, and what is not promised

// Whatever the state is forced to, the direction that comes out is a unit vector: nothing is divided by zero.
static void t_004_31_a_zero_direction(void **state)
{
    (void)state;
    const wend_vec forced[] = {{0, 0, 0}, {1e-45f, 0, 0}, {0, -1e-30f, 0}, {1e-20f, 1e-20f, 0}, {3, 4, 0}};
    for (int i = 0; i < 2 * COUNT_OF(forced); i++)
    {
        wend_agent self = agent_at(0, 0);
        wend_random random = wend_random_seed(1, 31);
        wend_wander_state way = {forced[i / 2]};
        for (int k = 0; k < 1000; k++)
        {
            wend_vec wish = wend_wander(&self, &way, &random, k % 2 ? 50 : WEND_WANDER_RATE, i % 2, 1 / 60.0);
            assert_close(exact_length(way.direction), 1, 1e-5);
            assert_close(exact_length(wish), 4, 1e-4);
        }
    }
}

// Neither is promised to be equal: who was made first gets the lower id, wherever it stands; and as there is one draw
// an update, a second cut in two takes two.
static void t_004_33_order_and_step_split_matter(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    for (int i = 0; i < 2; i++)
    {
        wend_agent_id first = add_to(world, agent_at(i ? 5.0f : 0.0f, 0), 0);
        wend_agent_id second = add_to(world, agent_at(i ? 0.0f : 5.0f, 0), 0);
        assert_true(first.value < second.value);
        assert_int_equal(wend_world_remove(world, first), WEND_OK);
        assert_int_equal(wend_world_remove(world, second), WEND_OK);
    }
    wend_world_destroy(world);

    wend_agent self = agent_at(0, 0);
    wend_random whole = wend_random_seed(33, 1), split = whole, counted = whole;
    wend_wander_state a = {v2(1, 0)}, b = a;
    wend_wander(&self, &a, &whole, WEND_WANDER_RATE, false, 1);
    wend_wander(&self, &b, &split, WEND_WANDER_RATE, false, 0.5);
    wend_wander(&self, &b, &split, WEND_WANDER_RATE, false, 0.5);
    assert_false(wend_equal(a.direction, b.direction));
    wend_random_next(&counted);
    assert_memory_equal(&whole, &counted, sizeof counted);
    wend_random_next(&counted);
    assert_memory_equal(&split, &counted, sizeof counted);
}

// ---- the flock in double

typedef struct pair
{
    double x, y;
} pair;

static pair cut_to(pair v, double longest)
{
    double length = hypot(v.x, v.y), share = length > longest ? longest / length : 1;
    return (pair){v.x * share, v.y * share};
}

/// What CLAIMS 0.1 and rows 004-20, 25, 40..45 make of agent i that seeks a point: top speed 4, acceleration 8,
/// neighbour radius 6, weights 1.5, 0.5, 0.3.
static pair by_the_rows(const wend_agent *all, int count, int i, wend_vec point, double seconds)
{
    pair apart = {0, 0}, centre = {0, 0}, mean = {0, 0}, v = {(double)all[i].velocity.x, (double)all[i].velocity.y};
    int seen = 0;
    for (int k = 0; k < count; k++)
    {
        double x = (double)all[k].position.x - (double)all[i].position.x;
        double y = (double)all[k].position.y - (double)all[i].position.y, d = hypot(x, y);
        if (k == i || d > 6)
            continue;
        double push = 1.5 * 4 * ((double)all[i].radius + (double)all[k].radius) / d;
        apart.x -= push * x / d, apart.y -= push * y / d;
        centre.x += x, centre.y += y;
        mean.x += (double)all[k].velocity.x, mean.y += (double)all[k].velocity.y;
        seen++;
    }
    double n = seen > 0 ? seen : 1, x = (double)point.x - (double)all[i].position.x;
    double y = (double)point.y - (double)all[i].position.y, d = hypot(x, y);
    double along_x = seen > 0 ? 0.5 * (mean.x / n - v.x) : 0, along_y = seen > 0 ? 0.5 * (mean.y / n - v.y) : 0;
    pair first = cut_to(apart, 4);
    pair others = {4 * x / d + along_x + 0.3 * 4 * centre.x / n / 6, 4 * y / d + along_y + 0.3 * 4 * centre.y / n / 6};
    others = cut_to(others, 4 - hypot(first.x, first.y));
    pair change = cut_to((pair){first.x + others.x - v.x, first.y + others.y - v.y}, 8 * seconds);
    return cut_to((pair){v.x + change.x, v.y + change.y}, 4);
}

// The source computes in double; wend in float (CLAIMS 0.1), and agrees with double to 1e-5 at these scales.
static void t_004_49_agrees_with_double(void **state)
{
    (void)state;
    uint64_t random = 49;
    int crowd = 0;
    for (int round = 0; round < 20; round++)
    {
        wend_world *world = make(WEND_XY);
        wend_agent all[40];
        wend_agent_id ids[40];
        wend_vec points[40];
        for (int i = 0; i < 40; i++)
        {
            wend_vec p = draw_in_box(&random, 5 + round, false), v = draw_in_box(&random, 2.8, false);
            all[i] = brisk(p.x, p.y, v.x, v.y);
            all[i].radius = draw_float(&random, 0.1, 0.4);
            points[i] = draw_in_box(&random, 30, false);
            ids[i] = add_to(world, all[i], 1);
            give(world, ids[i], wend_goal_seek(points[i]));
        }
        double seconds = round % 2 ? 1 / 60.0 : 0.3;
        think(world, seconds);
        for (int i = 0; i < 40; i++)
        {
            pair expected = by_the_rows(all, 40, i, points[i], seconds);
            assert_vec(wend_world_velocity(world, ids[i]), expected.x, expected.y, 0, 1e-5);
        }
        crowd += wend_world_get_stats(world).neighbours;
        wend_world_destroy(world);
    }
    assert_true(crowd > 20 * 40 * 3);
}

// ---- the chase

// Hunters aim where the runner will be in min(2, d / (own top speed + its speed)) seconds, and never touch one another.
static void t_004_52_the_chase(void **state)
{
    (void)state;
    scene_run *run = scene_start(scene_find("chase"), NULL, NULL);
    assert_non_null(run);
    wend_agent_id ids[8], runner = {0};
    int count = wend_world_list(run->world, ids, 8), aims = 0;
    assert_int_equal(count, 7);
    for (int i = 0; i < count; i++)
    {
        wend_agent_def def;
        assert_int_equal(wend_world_get(run->world, ids[i], &def), WEND_OK);
        runner = def.agent.max_speed == 6 ? ids[i] : runner;
        assert_true(def.agent.max_speed == 6 || def.agent.max_speed == 4);
    }
    for (int frame = 0; frame < 60 * 20; frame++)
    {
        wend_vec was = wend_world_position(run->world, runner), velocity = wend_world_velocity(run->world, runner);
        scene_advance_demo(run);
        for (int i = 0; i < count; i++)
        {
            wend_reason reason;
            if (wend_same_agent(ids[i], runner))
                continue;
            assert_int_equal(wend_explain(run->world, ids[i], &reason), WEND_OK);
            double seconds = fmin(2, exact_length(wend_sub(was, reason.position)) / (4 + exact_length(velocity)));
            assert_vec(reason.aim, (double)was.x + (double)velocity.x * seconds,
                       (double)was.y + (double)velocity.y * seconds, 0, 1e-4);
            aims += exact_length(wend_sub(reason.aim, was)) > 1;
            for (int k = 0; k < i; k++)
            {
                wend_vec apart =
                    wend_sub(wend_world_position(run->world, ids[i]), wend_world_position(run->world, ids[k]));
                assert_true(wend_same_agent(ids[k], runner) || exact_length(apart) > 0.9);
            }
        }
    }
    assert_true(aims > 1000); // they really look ahead
    scene_stop(run);

    // At 6 against 4 the runner gets away: 2 units farther every second.
    wend_world *world = make(WEND_XY);
    wend_agent fast = mover(5, 0, 6, 0);
    fast.max_speed = 6;
    wend_agent_id away = add_to(world, fast, 0), hunter = add_to(world, mover(0, 0, 4, 0), 0);
    give(world, away, wend_goal_cruise(6));
    give(world, hunter, wend_goal_pursue(away));
    for (int k = 0; k < 300; k++)
        step(world, 1 / 60.0);
    assert_close(wend_world_position(world, away).x - wend_world_position(world, hunter).x, 15, 1e-3);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_004_31_a_zero_direction),
        cmocka_unit_test(t_004_33_order_and_step_split_matter),
        cmocka_unit_test(t_004_49_agrees_with_double),
        cmocka_unit_test(t_004_52_the_chase),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
