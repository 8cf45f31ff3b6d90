// The steering course against CLAIMS 2.3: stuck counts exactly where the rows say so, orders and times within bounds.
#include "testing.h"

#include "course.h"

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
    assert_int_equal(point.stuck, 0);
    assert_close(point.time, 33.6, 33.6 * 0.02);
    assert_close(point.rays, 3, 0.01);
    assert_int_equal(play(COURSE_TURN, COURSE_WHISKERS, COURSE_CARROT, false).stuck, 6); // suits it least
    assert_int_equal(play(COURSE_CAR, COURSE_WHISKERS, COURSE_CARROT, false).stuck, 0);
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
            assert_true(t.time <= (crates ? 31.8 : 30.5) * 1.005);
            assert_true(t.contact <= (crates ? 3.2 : 0.35));
            assert_close(t.rays, 16, 0.01);
        }
    }
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
        cmocka_unit_test(t_001_26_context_touches_less_than_whiskers),
        cmocka_unit_test(t_001_15_no_path_no_way_out_of_the_cup),
        cmocka_unit_test(t_a_jittered_copy_is_another_course_and_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
