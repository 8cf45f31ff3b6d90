// The steering course against CLAIMS 2.3: stuck counts exactly where the rows say so, orders and times within bounds.
#include "testing.h"

#include "course.h"

#include <string.h>

typedef struct total
{
    int stuck, stuck_on[COURSE_MAPS];
    double time, contact, wobble, rays;
} total;

/// All three maps with one setting: times summed, the rest as means.
static total play(course_motion motion, course_sense sense, course_follow follow, bool has_crates)
{
    total t = {0};
    course_setup setup = course_default();
    setup.motion = motion;
    setup.sense = sense;
    setup.follow = follow;
    setup.combine = sense == COURSE_RING ? COURSE_CONTEXT : COURSE_SUM;
    setup.has_crates = has_crates;
    for (int map = 0; map < COURSE_MAPS; map++)
    {
        setup.map = (course_map)map;
        course *c = course_open(&setup);
        assert_non_null(c);
        while (course_step(c))
        {
            for (int i = 0; i < COURSE_AGENTS; i++) // nobody is faster than the top speed, or in a wall
            {
                assert_true(exact_length(c->agents[i].body.velocity) <= 3 + 1e-4);
                assert_finite(c->agents[i].body.position);
            }
        }
        course_result r = course_results(c);
        t.stuck += r.stuck;
        t.stuck_on[map] = r.stuck;
        t.time += r.time;
        t.contact += r.contact / COURSE_MAPS;
        t.wobble += r.wobble / COURSE_MAPS;
        t.rays += r.rays / COURSE_MAPS;
        course_close(c);
    }
    return t;
}

static void t_001_17_18_without_a_sense_they_pile_up_at_the_pillar(void **state)
{
    (void)state;
    for (int motion = 0; motion < COURSE_MOTIONS; motion++)
    {
        total t = play((course_motion)motion, COURSE_NOTHING, COURSE_CARROT, false);
        assert_int_equal(t.stuck, 6);
        assert_int_equal(t.stuck_on[COURSE_PILLARS], 6);
    }
    total point = play(COURSE_POINT, COURSE_NOTHING, COURSE_CARROT, false);
    assert_close(point.time, 67.2, 67.2 * 0.02);
    assert_close(point.contact, 32.7, 1);
}

static void t_001_22_the_wall_query_stalls(void **state)
{
    (void)state;
    for (int motion = COURSE_POINT; motion <= COURSE_TURN; motion++)
    {
        total t = play((course_motion)motion, COURSE_QUERY, COURSE_CARROT, false);
        assert_int_equal(t.stuck, 6);
        assert_int_equal(t.stuck_on[COURSE_PILLARS], 6);
        assert_close(t.contact, 0, 0.05);
    }
    assert_int_equal(play(COURSE_CAR, COURSE_QUERY, COURSE_CARROT, false).stuck, 0); // a car must keep rolling
}

static void t_001_19_21_28_whiskers(void **state)
{
    (void)state;
    total point = play(COURSE_POINT, COURSE_WHISKERS, COURSE_CARROT, false);
    assert_close(point.rays, 3, 0.01);
    // The row has 33.6, 67.4 (6 stuck) and 36.5 s: a corner that an outer whisker saw only braked.
    const double most[COURSE_MOTIONS] = {33.6, 36.0, 36.5};
    for (int motion = 0; motion < COURSE_MOTIONS; motion++)
    {
        total t = play((course_motion)motion, COURSE_WHISKERS, COURSE_CARROT, false);
        assert_int_equal(t.stuck, 0);
        assert_true(t.time < most[motion]);
        assert_true(t.contact < 6);
    }
}

static void t_001_25_27_context_never_gets_stuck(void **state)
{
    (void)state;
    for (int crates = 0; crates < 2; crates++)
    {
        for (int motion = 0; motion < COURSE_MOTIONS; motion++)
        {
            total t = play((course_motion)motion, COURSE_RING, COURSE_CARROT, crates == 1);
            assert_int_equal(t.stuck, 0);
            assert_true(t.time < (crates ? 31.85 : 30.55)); // 31.8 and 30.5 to a tenth
            assert_true(t.contact <= (crates ? 3.2 : 0.2));
            assert_close(t.rays, 16, 0.01);
        }
    }
}

/// One setting on some jittered copies of all maps. Returns how many are stuck.
static int stuck_of_copies(course_setup setup, uint64_t copies)
{
    int stuck = 0;
    for (int map = 0; map < COURSE_MAPS; map++)
        for (uint64_t k = 1; k <= copies; k++)
        {
            setup.map = (course_map)map;
            setup.jitter = k;
            course *c = course_open(&setup);
            assert_non_null(c);
            while (course_step(c))
                continue;
            stuck += course_results(c).stuck;
            course_close(c);
        }
    return stuck;
}

static void t_context_is_robust(void **state)
{
    (void)state;
    for (int k = 0; k < 2 * COURSE_MOTIONS; k++)
    {
        course_setup usual = course_default(), setup;
        usual.motion = (course_motion)(k % COURSE_MOTIONS);
        usual.has_crates = k >= COURSE_MOTIONS;
        assert_int_equal(stuck_of_copies(usual, 6), 0);
        setup = usual, setup.ring = 8;
        assert_int_equal(stuck_of_copies(setup, 3), 0);
        setup = usual, setup.reach = 0.8f;
        assert_int_equal(stuck_of_copies(setup, 3), 0);
        setup = usual, setup.reach = 3.2f;
        assert_int_equal(stuck_of_copies(setup, 3), 0);
        setup = usual, setup.speed = 4.5f;
        assert_int_equal(stuck_of_copies(setup, 3), 0);
        setup = usual, setup.carrot = 4.0f;
        assert_int_equal(stuck_of_copies(setup, 3), 0);
    }
}

/// Six cars nose to the back wall of the cup, with a path that leads out of it and round. Returns how many have backed
/// up.
static int leave_the_cup(float reverse, int *stuck)
{
    course_setup setup = course_default();
    setup.map = COURSE_DEADEND;
    setup.motion = COURSE_CAR;
    setup.reverse = reverse;
    course *c = course_open(&setup);
    bool has_backed[COURSE_AGENTS] = {false};
    int backed = 0;
    assert_non_null(c);
    for (int i = 0; i < COURSE_AGENTS; i++)
    {
        course_agent *a = &c->agents[i];
        float side = i % 2 ? 11.0f : 3.0f;
        a->body.position = v2(17 - 0.42f, 4.8f + 0.9f * (float)i);
        a->body.heading = v2(1, 0);
        const wend_vec way[5] = {a->body.position, v2(9.5f, 7), v2(10.5f, side), v2(18, side), v2(27, 7)};
        memcpy(a->points, way, sizeof way);
        a->path.count = 5;
    }
    while (course_step(c))
        for (int i = 0; i < COURSE_AGENTS; i++)
            has_backed[i] |= wend_dot(c->agents[i].body.velocity, c->agents[i].body.heading) < -0.5f;
    for (int i = 0; i < COURSE_AGENTS; i++)
        backed += has_backed[i];
    *stuck = course_results(c).stuck;
    course_close(c);
    return backed;
}

static void t_001_11_a_car_backs_out_of_the_cup(void **state)
{
    (void)state;
    int stuck;
    assert_int_equal(leave_the_cup(0.5f, &stuck), COURSE_AGENTS);
    assert_int_equal(stuck, 0);
    assert_int_equal(leave_the_cup(0.0f, &stuck), 0); // one that can't reverse stays
    assert_int_equal(stuck, COURSE_AGENTS);
}

static void t_001_26_context_touches_less_than_whiskers(void **state)
{
    (void)state;
    for (int motion = 0; motion < COURSE_MOTIONS; motion++)
    {
        total ring = play((course_motion)motion, COURSE_RING, COURSE_CARROT, true);
        total whiskers = play((course_motion)motion, COURSE_WHISKERS, COURSE_CARROT, true);
        assert_true(ring.contact < whiskers.contact);
        assert_true(ring.time < whiskers.time);
    }
}

static void t_001_15_no_path_no_way_out_of_the_cup(void **state)
{
    (void)state;
    for (int motion = 0; motion < COURSE_MOTIONS; motion++)
    {
        for (int sense = 0; sense < COURSE_SENSES; sense++)
        {
            total t = play((course_motion)motion, (course_sense)sense, COURSE_NONE, false);
            assert_int_equal(t.stuck_on[COURSE_DEADEND], 6);
        }
    }
}

static void t_a_jittered_copy_is_another_course_and_repeats(void **state)
{
    (void)state;
    course_setup setup = course_default();
    setup.map = COURSE_PILLARS;
    wend_vec start[3];
    const uint64_t jitters[3] = {0, 4, 4};
    for (int i = 0; i < 3; i++)
    {
        setup.jitter = jitters[i];
        course *c = course_open(&setup);
        start[i] = c->agents[2].body.position;
        course_close(c);
    }
    assert_vec(start[0], 2, 7.7f, 0, 1e-6);
    assert_false(wend_equal(start[0], start[1]));
    assert_true(wend_distance(start[0], start[1]) <= 0.2f * 1.4143f);
    assert_same(start[1], start[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_001_17_18_without_a_sense_they_pile_up_at_the_pillar),
        cmocka_unit_test(t_001_22_the_wall_query_stalls),
        cmocka_unit_test(t_001_19_21_28_whiskers),
        cmocka_unit_test(t_001_25_27_context_never_gets_stuck),
        cmocka_unit_test(t_context_is_robust),
        cmocka_unit_test(t_001_11_a_car_backs_out_of_the_cup),
        cmocka_unit_test(t_001_26_context_touches_less_than_whiskers),
        cmocka_unit_test(t_001_15_no_path_no_way_out_of_the_cup),
        cmocka_unit_test(t_a_jittered_copy_is_another_course_and_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
