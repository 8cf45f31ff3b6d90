// Crowds in a world: hulls that stop, dodges, who is stuck and how he gets on. Rows of the field cases by their ids.
#include "testing_crowd.h"

// ---- worlds

static wend_world *make_crowd(const wend_obstacles *set)
{
    wend_world_def def = wend_default_world_def();
    def.does_stop_at_hulls = true;
    if (set)
        def.caster = wend_obstacles_caster(set);
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    return world;
}

static wend_agent_id walker(wend_world *world, float x, float y, float radius, wend_dodge_kind dodge, wend_goal goal)
{
    wend_agent body = wend_default_agent();
    body.position = v2(x, y);
    body.radius = radius;
    wend_agent_id id = add(world, body);
    wend_recipe recipe = wend_default_recipe();
    recipe.dodge = dodge;
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    give(world, id, goal);
    return id;
}

static void set_rounds(wend_world *world, wend_agent_id id, int rounds)
{
    wend_recipe recipe;
    assert_int_equal(wend_world_get_recipe(world, id, &recipe), WEND_OK);
    recipe.recovery.rounds = rounds;
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
}

/// The deepest that any two of so many are in one another.
static double deepest(const wend_world *world, const wend_agent_id *ids, int count, float radius)
{
    double depth = 0;
    for (int i = 0; i < count; ++i)
        for (int k = i + 1; k < count; ++k)
            depth = fmax(depth, 2 * (double)radius - (double)wend_distance(at(world, ids[i]), at(world, ids[k])));
    return depth;
}

// ---- hulls that stop

static void t_a_crowd_that_presses_into_a_corner_never_overlaps(void **state)
{
    (void)state;
    enum
    {
        COUNT = 60
    };
    for (int stops = 0; stops < 2; ++stops)
    {
        wend_obstacles *set = make_set();
        add_box(set, -20, -21, 20, -20);
        add_box(set, 20, -20, 21, 20);
        wend_world_def def = wend_default_world_def();
        def.does_stop_at_hulls = stops == 1;
        def.caster = wend_obstacles_caster(set);
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id ids[COUNT];
        for (int i = 0; i < COUNT; ++i)
            ids[i] = walker(world, (float)(1.2 * (i % 8)), (float)(1.2 * (i / 8)), 0.5f, WEND_DODGE_NONE,
                            wend_goal_seek(v2(40 + (float)i, -40))); // no two want one point
        double worst = 0;
        for (int i = 0; i < 900; ++i)
        {
            step(world, 1.0 / 60);
            worst = fmax(worst, deepest(world, ids, COUNT, 0.5f));
        }
        // A thousandth of both radii by their ways, four by pushes. Without it pushing apart can't keep up.
        if (stops)
            assert_true(worst <= 0.006);
        else
            assert_true(worst > 0.01);
        wend_world_destroy(world);
        wend_obstacles_destroy(set);
    }
}

static void t_whoever_stands_leaves_the_whole_gap_to_whoever_moves(void **state)
{
    (void)state;
    wend_world *world = make_crowd(NULL);
    wend_agent_id a = walker(world, 0, 0, 0.5f, WEND_DODGE_NONE, wend_goal_seek(v2(100, 0)));
    walker(world, 6, 0, 0.5f, WEND_DODGE_NONE, wend_goal_of(WEND_GOAL_NONE));
    for (int i = 0; i < 119; ++i)
        step(world, 1.0 / 60);
    // 5 m of gap at 4 m/s, less what speeding up takes: it is at the other one within two seconds, by hull to hull.
    assert_close((double)at(world, a).x, 5, 0.03); // a touch of it pushes the other one on
    wend_world_destroy(world);
}

static void t_a_column_moves_as_one(void **state)
{
    (void)state;
    wend_world *world = make_crowd(NULL);
    wend_agent_id ids[5];
    for (int i = 0; i < 5; ++i)
        ids[i] = walker(world, (float)i * -1.001f, 0, 0.5f, WEND_DODGE_NONE, wend_goal_seek(v2(100, (float)i)));
    for (int i = 0; i < 120; ++i)
        step(world, 1.0 / 60);
    for (int i = 1; i < 5; ++i)
        assert_true(wend_length(wend_world_velocity(world, ids[i])) > 3.9f);
    wend_world_destroy(world);
}

static void t_threads_change_nothing(void **state)
{
    (void)state;
    static const wend_dodge_kind kinds[] = {WEND_DODGE_NONE, WEND_DODGE_SAMPLED, WEND_DODGE_SOCIAL};
    for (int k = 0; k < COUNT_OF(kinds); ++k)
    {
        uint64_t hashes[2];
        for (int pass = 0; pass < 2; ++pass)
        {
            wend_world_def def = wend_default_world_def();
            def.does_stop_at_hulls = true;
            def.threads = pass == 0 ? 1 : 3;
            wend_world *world = wend_world_create(&def, NULL);
            for (int i = 0; i < 600; ++i)
                walker(world, (float)(i % 30), (float)(i / 30) * 1.3f, 0.4f, kinds[k], wend_goal_seek(v2(15, 13)));
            for (int i = 0; i < 10; ++i)
                step(world, 1.0 / 60);
            hashes[pass] = wend_world_hash(world);
            wend_world_destroy(world);
        }
        assert_true(hashes[0] == hashes[1]);
    }
}

// ---- dodges in a world

static void t_two_head_on_pass_by_every_dodge(void **state)
{
    (void)state;
    static const wend_dodge_kind kinds[] = {WEND_DODGE_SAMPLED, WEND_DODGE_ORCA};
    for (int k = 0; k < COUNT_OF(kinds); ++k)
    {
        wend_world *world = make_crowd(NULL);
        wend_agent_id ids[2] = {walker(world, -10, 0, 0.5f, kinds[k], wend_goal_seek(v2(10, 0))),
                                walker(world, 10, 0, 0.5f, kinds[k], wend_goal_seek(v2(-10, 0)))};
        double worst = 0;
        for (int i = 0; i < 600; ++i)
        {
            step(world, 1.0 / 60);
            worst = fmax(worst, deepest(world, ids, 2, 0.5f));
        }
        assert_true(wend_world_has_arrived(world, ids[0]) && wend_world_has_arrived(world, ids[1]));
        assert_close(worst, 0, 1e-4);
        wend_world_destroy(world);
    }
}

/// JAM-06: three who stand in a row across a hall, and somebody who goes through its middle.
static void t_a_mover_goes_round_those_who_stand(void **state)
{
    (void)state;
    wend_obstacles *set = make_set();
    add_box(set, -20, 3, 20, 4);
    add_box(set, -20, -4, 20, -3);
    wend_world *world = make_crowd(set);
    for (int i = -1; i <= 1; ++i)
        walker(world, 0, 1.2f * (float)i, 0.5f, WEND_DODGE_NONE, wend_goal_of(WEND_GOAL_NONE));
    wend_agent_id id = walker(world, -8, 0, 0.5f, WEND_DODGE_ORCA, wend_goal_seek(v2(8, 0)));
    set_rounds(world, id, 100);
    for (int i = 0; i < 60 * 30 && !wend_world_has_arrived(world, id); ++i)
        step(world, 1.0 / 60);
    assert_true(wend_world_has_arrived(world, id));
    wend_world_destroy(world);
    wend_obstacles_destroy(set);
}

/// JAM-08: two meet in a corridor that is 2 wide, with radius 0.45: nobody is pressed onto a wall.
static void t_nobody_is_pushed_into_a_wall(void **state)
{
    (void)state;
    wend_obstacles *set = make_set();
    add_box(set, -20, 1, 20, 2);
    add_box(set, -20, -2, 20, -1);
    wend_world *world = make_crowd(set);
    wend_agent_id ids[2] = {walker(world, -6, 0, 0.45f, WEND_DODGE_ORCA, wend_goal_seek(v2(6, 0))),
                            walker(world, 6, 0, 0.45f, WEND_DODGE_ORCA, wend_goal_seek(v2(-6, 0)))};
    for (int i = 0; i < 60 * 20; ++i)
    {
        step(world, 1.0 / 60);
        for (int k = 0; k < 2; ++k)
            assert_true(fabsf(at(world, ids[k]).y) <= 0.55f + 1e-4f);
    }
    wend_world_destroy(world);
    wend_obstacles_destroy(set);
}

/// JAM-05: whose speed has come to 0 starts again when the way is free.
static void t_who_stood_still_starts_again(void **state)
{
    (void)state;
    wend_obstacles *set = make_set();
    wend_shape shape = wend_default_shape(WEND_SHAPE_BOX);
    shape.position = v2(3, 0);
    shape.half = wend_xyz(0.5f, 0.7f, 1);
    add_box(set, -20, 0.7f, 30, 2); // a passage, so that nobody goes round it
    add_box(set, -20, -2, 30, -0.7f);
    wend_obstacle_id gate = wend_obstacles_add(set, &shape);
    wend_world *world = make_crowd(set);
    wend_agent_id id = walker(world, 0, 0, 0.5f, WEND_DODGE_NONE, wend_goal_seek(v2(20, 0)));
    for (int i = 0; i < 300; ++i)
        step(world, 1.0 / 60);
    float stood = at(world, id).x;
    assert_true(stood <= 2.001f && fabsf(wend_world_velocity(world, id).x) < 0.1f);
    assert_int_equal(wend_obstacles_remove(set, gate), WEND_OK);
    for (int i = 0; i < 60; ++i)
        step(world, 1.0 / 60);
    assert_true(at(world, id).x > stood + 0.5f);
    wend_world_destroy(world);
    wend_obstacles_destroy(set);
}

// ---- stuck

/// Steps until an event of that kind is told of an agent; what it says. Fails after so many seconds.
static wend_event wait_for(wend_world *world, wend_agent_id id, wend_event_kind kind, double seconds)
{
    for (int i = 0; i < (int)(seconds * 60); ++i)
    {
        int count;
        step(world, 1.0 / 60);
        const wend_event *events = wend_world_events(world, &count);
        for (int k = 0; k < count; ++k)
            if (events[k].kind == kind && wend_same_agent(events[k].agent, id))
                return events[k];
    }
    fail_msg("no event %s in %g s", wend_event_name(kind), seconds);
    return (wend_event){0};
}

/// STK-03 and STK-04: in an inner corner, without a plan: walls within 5 s; and it gives up in bounded time.
static void t_stuck_by_walls_is_told_and_given_up(void **state)
{
    (void)state;
    wend_obstacles *set = make_set();
    add_box(set, 0, -0.5f, 4.5f, 0);
    add_box(set, 4, 0, 4.5f, 4);
    wend_world *world = make_crowd(set);
    wend_agent_id id = walker(world, 3, 1, 0.5f, WEND_DODGE_NONE, wend_goal_seek(v2(6, -2)));
    wend_event event = wait_for(world, id, WEND_EVENT_STUCK, 5);
    assert_int_equal(event.stuck_by, WEND_STUCK_BY_WALLS);
    assert_int_equal(event.step, WEND_RECOVERY_NONE);

    wend_goal goal = wend_goal_seek(v2(6, -2));
    give(world, id, goal);
    set_rounds(world, id, 2);
    static const wend_recovery_step steps[] = {WEND_RECOVERY_WAIT, WEND_RECOVERY_SIDESTEP, WEND_RECOVERY_BACK_OFF,
                                               WEND_RECOVERY_PLAN};
    wend_recovery recovery;
    event = wait_for(world, id, WEND_EVENT_STUCK, 10);
    for (int k = 0; k < 2; ++k)
    {
        assert_int_equal(event.step, steps[k]);
        assert_int_equal(wend_world_recovery(world, id, &recovery), WEND_OK);
        assert_int_equal(recovery.step, steps[k]);
        assert_int_equal(recovery.steps, k + 1);
        event = wait_for(world, id, WEND_EVENT_STUCK, 10);
    }
    event = wait_for(world, id, WEND_EVENT_GAVE_UP, 120);
    assert_int_equal(event.stuck_by, WEND_STUCK_BY_WALLS);
    assert_int_equal(wend_world_recovery(world, id, &recovery), WEND_OK);
    assert_int_equal(recovery.step, WEND_RECOVERY_GAVE_UP);
    // A block of just now tells of it, too.
    unsigned char block[4096];
    size_t size = wend_world_save(world, block, sizeof block);
    assert_true(size > 0 && size <= sizeof block);
    if (wend_world_load(world, block, size) != WEND_OK)
        fail_msg("%s", wend_world_error(world)->text);
    int count;
    const wend_event *events = wend_world_events(world, &count);
    assert_true(count > 0 && events[0].kind == WEND_EVENT_GAVE_UP && events[0].stuck_by == WEND_STUCK_BY_WALLS);
    for (int i = 0; i < 120; ++i)
        step(world, 1.0 / 60);
    assert_close((double)wend_length(wend_world_velocity(world, id)), 0, 1e-6);
    // A new goal begins anew.
    give(world, id, wend_goal_seek(v2(-5, 1)));
    assert_int_equal(wend_world_recovery(world, id, &recovery), WEND_OK);
    assert_int_equal(recovery.steps, 0);
    for (int i = 0; i < 300 && !wend_world_has_arrived(world, id); ++i)
        step(world, 1.0 / 60);
    assert_true(wend_world_has_arrived(world, id));
    assert_int_equal(wend_world_recovery(world, (wend_agent_id){12345}, &recovery), WEND_ERROR_ID);
    assert_int_equal(wend_world_recovery(world, id, NULL), WEND_ERROR_NULL);
    wend_world_destroy(world);
    wend_obstacles_destroy(set);
}

static void t_stuck_by_agents_or_in_a_queue(void **state)
{
    (void)state;
    for (int queues = 0; queues < 2; ++queues)
    {
        wend_obstacles *set = make_set();
        add_box(set, -20, 0.6f, 20, 2);
        add_box(set, -20, -2, 20, -0.6f);
        add_box(set, 4, -0.6f, 5, 0.6f);
        wend_world *world = make_crowd(set);
        // The first stands by his own will, or wants the same way and can't go on.
        walker(world, 3, 0, 0.5f, WEND_DODGE_NONE, queues ? wend_goal_seek(v2(20, 0)) : wend_goal_of(WEND_GOAL_NONE));
        wend_agent_id id = walker(world, 0, 0, 0.5f, WEND_DODGE_NONE, wend_goal_seek(v2(20, 0)));
        wend_event event = wait_for(world, id, WEND_EVENT_STUCK, 10);
        assert_int_equal(event.stuck_by, queues ? WEND_STUCK_BY_QUEUE : WEND_STUCK_BY_AGENTS);
        wend_world_destroy(world);
        wend_obstacles_destroy(set);
    }
}

static void t_recipes_refuse_what_they_must(void **state)
{
    (void)state;
    wend_recipe good = wend_default_recipe(), bad;
    wend_error error;
    assert_int_equal(wend_recipe_check(&good, &error), WEND_OK);
#define REFUSES(field, value, words)                                                                                   \
    bad = good;                                                                                                        \
    bad.field = value;                                                                                                 \
    assert_int_equal(wend_recipe_check(&bad, &error), WEND_ERROR_VALUE);                                               \
    assert_non_null(strstr(error.text, words));
    REFUSES(sampled.share, 0, "sampled share is 0")
    REFUSES(sampled.share, 1.5f, "sampled share is 1.5")
    REFUSES(sampled.turns, 0, "sampled turns is 0")
    REFUSES(sampled.neighbours, 33, "sampled neighbours is 33")
    REFUSES(social.range, 0, "social range is 0")
    REFUSES(social.behind, NAN, "social behind is")
    REFUSES(recovery.rounds, -1, "recovery rounds is -1")
    REFUSES(recovery.seconds, 0, "recovery seconds is 0")
    REFUSES(separation, -1, "recipe separation is -1")
#undef REFUSES
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_crowd_that_presses_into_a_corner_never_overlaps),
        cmocka_unit_test(t_whoever_stands_leaves_the_whole_gap_to_whoever_moves),
        cmocka_unit_test(t_a_column_moves_as_one),
        cmocka_unit_test(t_threads_change_nothing),
        cmocka_unit_test(t_two_head_on_pass_by_every_dodge),
        cmocka_unit_test(t_a_mover_goes_round_those_who_stand),
        cmocka_unit_test(t_nobody_is_pushed_into_a_wall),
        cmocka_unit_test(t_who_stood_still_starts_again),
        cmocka_unit_test(t_stuck_by_walls_is_told_and_given_up),
        cmocka_unit_test(t_stuck_by_agents_or_in_a_queue),
        cmocka_unit_test(t_recipes_refuse_what_they_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
