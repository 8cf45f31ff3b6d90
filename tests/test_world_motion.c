// world.h as a mover: CLAIMS 004-10..33 and 47..50 in a world, zero and huge seconds, arriving,
// wandering, extreme numbers. Where agents live and how they look and think: test_world_places.c; flocks: _flock.c.
#include "testing_world.h"

/// What one agent in a world of its own publishes for this goal.
static wend_vec answer(wend_agent agent, wend_goal goal, double seconds)
{
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add(world, agent);
    give(world, id, goal);
    think(world, seconds);
    wend_vec velocity = wend_world_velocity(world, id);
    assert_vec(wend_world_position(world, id), agent.position.x, agent.position.y, 0, 0); // thinking moves nobody
    wend_world_destroy(world);
    return velocity;
}

// ---- goals

static void t_004_20_21_point_goals(void **state)
{
    (void)state;
    wend_agent self = instant(0, 0, 0, 0);
    assert_vec(answer(self, wend_goal_seek(v2(10, 0)), 0.01), 4, 0, 0, 1e-6);
    assert_vec(answer(self, wend_goal_flee(v2(10, 0), 0), 0.01), -4, 0, 0, 1e-6);
    assert_vec(answer(self, wend_goal_arrive(v2(10, 0)), 0.01), 4, 0, 0, 1e-6);
    for (float d = 2; d > 0.4f; d *= 0.5f)
        assert_vec(answer(self, wend_goal_arrive(v2(d, 0)), 0.01), 2 * d, 0, 0, 1e-6); // top * d / arrival radius
    self = instant(3, 4, 1, 0);
    assert_vec(answer(self, wend_goal_seek(v2(3, 4)), 0.01), 0, 0, 0, 0);
    assert_vec(answer(self, wend_goal_flee(v2(3, 4), 0), 0.01), 0, 0, 0, 0);
    assert_vec(answer(self, wend_goal_arrive(v2(3, 4)), 0.01), 0, 0, 0, 0);
}

static void t_004_24_pursue_and_evade(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id hunter = add(world, instant(0, 0, 0, 0)), prey = add(world, mover(10, 0, 0, 6));
    wend_agent_id shy = add(world, instant(0, 0, 0, 0));
    give(world, hunter, wend_goal_pursue(prey));
    give(world, shy, wend_goal_evade(prey, 0));
    think(world, 0.01);
    assert_vec(wend_world_velocity(world, hunter), 3.4300, 2.0580, 0, 1e-4);
    assert_vec(wend_world_velocity(world, shy), -3.4300, -2.0580, 0, 1e-4);
    give(world, hunter, wend_goal_seek(v2(0, -5))); // 004-12: a point goal forgets the target
    think(world, 0.01);
    assert_vec(wend_world_velocity(world, hunter), 0, -4, 0, 1e-6);
    // 003-49, the trap: a threat that will have passed is still fled from, whatever its speed (CLAIMS 0.1)
    for (float speed = 5; speed < 100; speed *= 1.3f)
    {
        assert_int_equal(wend_world_report(world, prey, v2(5, 0.001f), v2(-speed, 0)), WEND_OK);
        assert_int_equal(wend_world_report(world, shy, v2(0, 0), v2(0, 0)), WEND_OK);
        think(world, 0.01);
        assert_true(wend_world_velocity(world, shy).x <= 0 && wend_length(wend_world_velocity(world, shy)) > 3.9f);
    }
    wend_world_destroy(world);
}

static void t_004_25_acceleration_bound(void **state)
{
    (void)state;
    assert_vec(answer(brisk(0, 0, 0, 0), match(4, 0), 1 / 60.0), 8 / 60.0, 0, 0, 1e-6);
    assert_vec(answer(brisk(0, 0, 0, 0), match(4, 0), 0.25), 2, 0, 0, 1e-6);
    assert_vec(answer(brisk(0, 0, 0, 0), match(4, 0), 1), 4, 0, 0, 1e-6);
    assert_vec(answer(brisk(0, 0, 4, 0), match(-4, 0), 0.25), 2, 0, 0, 1e-6);
    assert_vec(answer(brisk(0, 0, 3, 0), match(0, 3), 0.1), 2.434315, 0.565685, 0, 1e-6);
}

static void t_004_26_29_limits(void **state)
{
    (void)state;
    assert_vec(answer(brisk(0, 0, 10, 0), match(4, 0), 1 / 60.0), 4, 0, 0, 1e-6); // the cap may break the bound
    wend_agent self = brisk(0, 0, 1, 1);
    self.max_acceleration = 0;
    assert_vec(answer(self, match(-4, 0), 1), 1, 1, 0, 0);
    self = brisk(0, 0, 1, 1);
    self.max_speed = 0;
    assert_vec(answer(self, match(-4, 0), 1), 0, 0, 0, 0);
    self = brisk(0, 0, 0, 0); // 003-65: mass divides the limited change
    self.mass = 2;
    assert_vec(answer(self, match(4, 0), 0.25), 1, 0, 0, 1e-6);
}

static void t_004_28_huge_finite_steps(void **state)
{
    (void)state;
    static const double seconds[] = {1e10, 1e38, 1e300, DBL_MAX};
    for (int i = 0; i < COUNT_OF(seconds); i++)
    {
        wend_agent self = brisk(1, 1, 0, 0);
        self.max_acceleration = 3e38f;
        assert_vec(answer(self, match(4, 0), seconds[i]), 4, 0, 0, 0);
        wend_world *world = make(WEND_XY);
        wend_agent_id id = add(world, self);
        give(world, id, match(4, 0));
        step(world, seconds[i]);
        step(world, seconds[i]);
        assert_finite(wend_world_position(world, id));
        assert_vec(wend_world_velocity(world, id), 4, 0, 0, 0);
        wend_world_destroy(world);
    }
}

static void t_DT_07_a_wish_is_a_velocity(void **state)
{
    (void)state;
    static const double seconds[] = {1e-6, 0.001, 1 / 60.0, 0.3, 7};
    for (int i = 0; i < COUNT_OF(seconds); i++)
    {
        wend_world *world = make(WEND_XY);
        wend_agent self = brisk(0, 0, 0, 0);
        self.max_acceleration = 1e9f;
        wend_agent_id id = add(world, self);
        give(world, id, match(4, 0));
        step(world, seconds[i]);
        assert_vec(wend_world_velocity(world, id), 4, 0, 0, 1e-6);
        assert_close(wend_world_position(world, id).x, 4 * seconds[i], 4e-7 * seconds[i]);
        wend_world_destroy(world);
    }
}

static void t_004_15_API_07_slows_to_a_stop(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add(world, brisk(0, 0, 0, 0));
    give(world, id, wend_goal_wander());
    for (int i = 0; i < 120; i++)
        step(world, 1 / 60.0);
    double speed = exact_length(wend_world_velocity(world, id));
    assert_true(speed > 3.5);
    give(world, id, wend_goal_of(WEND_GOAL_NONE));
    for (int i = 1; i <= 40; i++)
    {
        step(world, 1 / 60.0); // response 0: exactly 8 * dt a tick; the last thousandth of top speed at once
        double left = speed - i * 8 / 60.0;
        assert_close(exact_length(wend_world_velocity(world, id)), left > 4e-3 ? left : 0, 1e-5);
    }
    assert_vec(wend_world_velocity(world, id), 0, 0, 0, 0);
    wend_vec there = wend_world_position(world, id);
    step(world, 10);
    assert_same(wend_world_position(world, id), there);
    wend_world_destroy(world);
}

// CLAIMS 0.1: at rest exactly on the goal, without passing it, at any rate, with and without a response time.
static void t_004_22_OSC_02_rests_exactly_on_the_goal(void **state)
{
    (void)state;
    static const double rates[] = {10, 30, 60, 144, 240};
    static const wend_vec goals[] = {{10, 0, 0}, {-3.3f, 7.1f, 0}, {0.01f, 0, 0}, {1e-4f, 1e-4f, 0}, {123.4f, -55, 0}};
    for (int r = 0; r < COUNT_OF(rates) * 2 * COUNT_OF(goals); r++)
    {
        wend_vec goal = goals[r / 10];
        wend_agent self = agent_at(0, 0);
        self.response_time = r % 2 ? 0.15f : 0;
        wend_world *world = make(WEND_XY);
        wend_agent_id id = add(world, self);
        give(world, id, wend_goal_arrive(goal));
        double rate = rates[r / 2 % 5], whole = exact_length(goal), farthest = 0, seconds = 6 + whole / 4;
        for (int i = 0; i < seconds * rate; i++)
        {
            step(world, 1 / rate);
            farthest = fmax(farthest, exact_dot(wend_world_position(world, id), goal) / whole);
        }
        assert_same(wend_world_position(world, id), goal);
        assert_vec(wend_world_velocity(world, id), 0, 0, 0, 0);
        assert_true(wend_world_has_arrived(world, id));
        assert_close(farthest, whole, 1e-5 * whole);
        if (whole > 0.1) // else it was never fast enough to turn its head
            assert_close(exact_dot(wend_world_heading(world, id), goal) / whole, 1, 1e-5); // heading kept
        wend_world_destroy(world);
    }
}

static void t_SET_06_arrival_is_swept(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent self = brisk(0, 0, 2, 0);
    self.max_speed = 2;
    wend_agent_id id = add(world, self), host = add(world, agent_at(0, 50));
    wend_goal goal = wend_goal_seek(v2(1, 0));
    goal.tolerance = 0.05f;
    give(world, id, goal);
    step(world, 0.3); // at 0.6
    assert_false(wend_world_has_arrived(world, id));
    step(world, 0.3); // from 0.6 to 1.2: through it
    assert_close(wend_world_position(world, id).x, 1.2, 1e-5);
    assert_true(wend_world_has_arrived(world, id));
    goal.point = v2(10, 50.2f), goal.tolerance = 0.15f; // a host's agent passes by at 0.2, then at 0.1
    give(world, host, goal);
    assert_int_equal(wend_world_report(world, host, v2(20, 50), v2(2, 0)), WEND_OK);
    think(world, 0.1);
    assert_false(wend_world_has_arrived(world, host));
    assert_int_equal(wend_world_report(world, host, v2(0, 50.2f), v2(2, 0)), WEND_OK);
    think(world, 0.1);
    assert_true(wend_world_has_arrived(world, host));
    wend_world_destroy(world);
}

static void t_SEG_04_its_own_position_as_the_goal(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add(world, agent_at(3, 4));
    for (int kind = 0; kind < 2; kind++)
    {
        give(world, id, kind ? wend_goal_seek(v2(3, 4)) : wend_goal_arrive(v2(3, 4)));
        assert_false(wend_world_has_arrived(world, id));
        step(world, 1 / 60.0);
        assert_true(wend_world_has_arrived(world, id));
        int count = 0;
        const wend_event *events = wend_world_events(world, &count);
        assert_int_equal(count, 1);
        assert_int_equal(events->kind, WEND_EVENT_ARRIVED);
        assert_vec(wend_world_position(world, id), 3, 4, 0, 0);
    }
    wend_world_destroy(world);
}

// A teleport is no way: nobody has passed through what lies between.
static void t_teleport_does_not_sweep(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add(world, agent_at(0, 0));
    give(world, id, wend_goal_seek(v2(5, 0)));
    assert_int_equal(wend_world_teleport(world, id, v2(10, 0), v2(0, 0), v2(1, 0)), WEND_OK);
    step(world, 0.01);
    assert_false(wend_world_has_arrived(world, id));
    wend_world_destroy(world);
}

// ---- seconds

static int calls;

static wend_vec counting_dodge(const wend_agent *agent, wend_vec wish, void *user)
{
    (void)agent, (void)user;
    calls++;
    return wish;
}

static wend_vec counting_field(wend_vec position, void *user)
{
    (void)position, (void)user;
    calls++;
    return v2(1, 0);
}

static void t_DT_01_004_27_zero_seconds(void **state)
{
    (void)state;
    for (int plane = WEND_XY; plane < WEND_PLANE_COUNT; plane++)
    {
        wend_world_def def = wend_default_world_def();
        def.plane = (wend_plane)plane, def.dodge = counting_dodge;
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id id = add(world, agent_at(0, 0)), other = add(world, agent_at(0.1f, 0)); // they overlap
        give(world, id, wend_goal_wander());
        wend_goal goal = wend_goal_of(WEND_GOAL_FOLLOW_FIELD);
        goal.field = counting_field;
        give(world, other, goal);
        assert_int_equal(wend_world_report(world, id, wend_xyz(1, 2, 3), wend_xyz(10, 3, -5)), WEND_OK);
        calls = 0;
        think(world, 0);
        uint64_t hash = wend_world_hash(world);
        for (int i = 0; i < 5; i++)
            i % 2 ? step(world, 0) : think(world, 0.0);
        step(world, -0.0);
        assert_true(wend_world_hash(world) == hash); // no draws either: random streams are part of it
        assert_int_equal(calls, 0);
        assert_vec(wend_world_position(world, id), 1, 2, 3, 0);
        wend_vec v = wend_world_velocity(world, id); // faster than top speed: no cap
        assert_vec(v, 10, plane == WEND_XZ ? 0 : 3, plane == WEND_XY ? 0 : -5, 0);
        assert_vec(wend_world_position(world, other), 0.1f, 0, 0, 0);
        step(world, 0.01);
        assert_int_equal(calls, 3); // two dodges, one field: the count can go up
        wend_world_destroy(world);
    }
}

static void t_API_01_004_17_seconds_refused(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add(world, mover(1, 2, 3, 0));
    give(world, id, wend_goal_wander());
    step(world, 0.1);
    uint64_t hash = wend_world_hash(world);
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -1, -1e-300};
    for (int i = 0; i < COUNT_OF(bad); i++)
    {
        assert_int_equal(wend_world_step(world, bad[i]), WEND_ERROR_VALUE);
        assert_non_null(strstr(wend_world_error(world)->text, "seconds"));
        assert_non_null(strstr(wend_world_error(world)->text, ">= 0"));
        assert_int_equal(wend_world_think(world, bad[i]), WEND_ERROR_VALUE);
        assert_true(wend_world_hash(world) == hash);
        assert_true(wend_world_get_stats(world).updates == 1);
    }
    wend_world_destroy(world);
}

static void t_think_and_step_publish_the_same(void **state)
{
    (void)state;
    wend_world *a = make(WEND_XY), *b = make(WEND_XY);
    wend_agent_id ids[20];
    uint64_t random = 3;
    for (int i = 0; i < 20; i++)
    {
        wend_agent agent = agent_at(draw_float(&random, -50, 50), draw_float(&random, -50, 50));
        agent.radius = 1e-3f; // nobody touches anybody
        ids[i] = add(a, agent);
        assert_true(wend_same_agent(add(b, agent), ids[i]));
        wend_goal goal = i == 0 ? wend_goal_wander() : wend_goal_pursue(ids[0]);
        give(a, ids[i], goal);
        give(b, ids[i], goal);
    }
    for (int k = 0; k < 100; k++)
    {
        step(a, 0.05);
        think(b, 0.05);
        for (int n = 0; n < 20; n++)
        {
            wend_agent_id id = ids[19 - n]; // 004-47: the order of reports doesn't matter
            assert_same(wend_world_velocity(a, id), wend_world_velocity(b, id));
            assert_same(wend_world_heading(a, id), wend_world_heading(b, id));
            assert_int_equal(wend_world_report(b, id, wend_world_position(a, id), wend_world_velocity(a, id)), WEND_OK);
        }
    }
    wend_world_destroy(a);
    wend_world_destroy(b);
}

// ---- wandering

/// The standard deviation, in degrees, of the angle that 20,000 wanderers have turned by after one second.
static double spread(double rate, float think_seconds)
{
    enum
    {
        COUNT = 20000
    };
    wend_world_def def = wend_default_world_def();
    def.does_push_apart = false;
    wend_world *world = wend_world_create(&def, NULL);
    wend_recipe recipe = wend_default_recipe();
    recipe.think_seconds = think_seconds;
    static wend_vec velocities[COUNT];
    for (int i = 0; i < COUNT; i++)
    {
        wend_agent_id id = add(world, instant(0, 0, 4, 0));
        assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
        give(world, id, wend_goal_wander());
    }
    for (int i = 0; i < (int)rate; i++)
        think(world, 1 / rate);
    assert_int_equal(wend_world_read(world, WEND_FIELD_VELOCITY, velocities, sizeof *velocities, COUNT), COUNT);
    double sum = 0;
    for (int i = 0; i < COUNT; i++)
    {
        assert_close(exact_length(velocities[i]), 4, 1e-5);
        sum += square(degrees(atan2((double)velocities[i].y, (double)velocities[i].x)));
    }
    wend_world_destroy(world);
    return sqrt(sum / COUNT);
}

static void t_003_51_004_30_wander_at_any_rate(void **state)
{
    (void)state;
    assert_close(spread(10, 0), 21.502, 0.5); // CLAIMS 0.1: row 004-30's own depends on the rate
    assert_close(spread(60, 0), 21.502, 0.5);
    assert_close(spread(144, 0), 21.502, 0.5);
}

// A wanderer that thinks less often still turns by its rate in a second: 003-53 is about time, not about calls.
static void t_003_53_wander_at_an_own_rate(void **state)
{
    (void)state;
    assert_close(spread(60, 0.1f), 21.5, 2.5);
}

static void t_004_32_own_stream(void **state)
{
    (void)state;
    for (int plane = WEND_XY; plane < WEND_PLANE_COUNT; plane++)
    {
        wend_world *alone = make((wend_plane)plane), *busy = make((wend_plane)plane);
        wend_agent_id a = add(alone, agent_at(0, 0)), b = add(busy, agent_at(0, 0));
        wend_agent_id other = add(busy, agent_at(1000, 0)), calm = add(busy, agent_at(500, 0));
        give(alone, a, wend_goal_wander());
        give(busy, b, wend_goal_wander());
        give(busy, other, wend_goal_wander());
        give(busy, calm, wend_goal_seek(v2(9, 9)));
        bool differs = false;
        for (int i = 0; i < 200; i++)
        {
            step(alone, 0.02);
            step(busy, 0.02);
            assert_same(wend_world_position(alone, a), wend_world_position(busy, b));
            differs |= !wend_equal(wend_world_velocity(busy, b), wend_world_velocity(busy, other));
        }
        assert_true(differs);
        wend_world_destroy(alone);
        wend_world_destroy(busy);
    }
}

static void t_003_58_59_grazer(void **state)
{
    (void)state;
    wend_vec velocities[2];
    for (int k = 0; k < 2; k++)
    {
        wend_world *world = make(WEND_XY);
        wend_agent_id id = add(world, chaser(500, 500, 0.15f));
        wend_recipe recipe = wend_default_recipe();
        recipe.combiner = WEND_COMBINE_SUM;
        wend_goal flee = wend_goal_flee(v2(0, 500), 220);
        recipe.wish_count = 0;
        assert_int_equal(wend_recipe_add(&recipe, WEND_WISH_GOAL, 1), WEND_OK);
        if (k == 1)
            assert_int_equal(wend_recipe_also(&recipe, &flee, 3), WEND_OK);
        assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
        give(world, id, wend_goal_wander());
        for (int i = 0; i < 30; i++)
            step(world, 1 / 60.0);
        velocities[k] = wend_world_velocity(world, id);
        wend_world_destroy(world);
    }
    assert_same(velocities[0], velocities[1]); // far away exactly a wanderer
}

// ---- finite in, finite out

static void check_wild(int first_edge, int edges)
{
    uint64_t random = 23;
    static const double seconds[] = {1e-300, 1e-9, 1 / 60.0, 1, 1e9, 1e300};
    for (int round = 0; round < 300; round++)
    {
        wend_world_def def = wend_default_world_def();
        def.plane = (wend_plane)(round % 3);
        def.edge = (wend_edge)(first_edge + round / 3 % edges);
        def.low = wend_xyz(-10, -10, -10), def.high = wend_xyz(10, 1e20f, 3e38f);
        if (round % 5 == 0)
            def.low = wend_xyz(-1e-30f, -1e38f, -1e38f), def.high = wend_xyz(1e-30f, 1e38f, 1e38f);
        wend_world *world = wend_world_create(&def, NULL);
        assert_non_null(world);
        wend_agent_id ids[12];
        for (int i = 0; i < 12; i++)
        {
            wend_agent_def agent = wend_default_agent_def();
            agent.agent = draw_wild_agent(&random);
            agent.group = (uint32_t)(i % 3);
            ids[i] = wend_world_spawn(world, &agent);
            assert_true(ids[i].value != 0);
        }
        for (int i = 0; i < 12; i++)
        {
            wend_goal goal = wend_goal_of((wend_goal_kind)(draw(&random) % WEND_GOAL_KIND_COUNT));
            if (goal.kind == WEND_GOAL_TRAVEL)
                goal.kind = WEND_GOAL_ARRIVE; // without a map nobody travels: see test_world_plan.c
            goal.field = counting_field;
            goal.point = draw_wild(&random);
            goal.high = wend_xyz(fmaxf(goal.point.x, 1), fmaxf(goal.point.y, 1), fmaxf(goal.point.z, 1));
            goal.radius = draw_positive(&random), goal.outer = FLT_MAX, goal.rate = draw_not_negative(&random);
            goal.target = ids[(i + 1) % 12], goal.other = ids[(i + 2) % 12];
            goal.prediction.is_exact = round % 2, goal.prediction.longest = draw_not_negative(&random);
            assert_int_equal(wend_world_set_goal(world, ids[i], &goal), WEND_OK);
        }
        for (int k = 0; k < 8; k++)
        {
            assert_int_equal(wend_world_step(world, seconds[draw(&random) % 6]), WEND_OK);
            for (int i = 0; i < 12; i++)
            {
                wend_vec v = wend_world_velocity(world, ids[i]);
                assert_finite(wend_world_position(world, ids[i]));
                assert_finite(v);
                assert_finite(wend_world_heading(world, ids[i]));
                assert_close(exact_length(wend_world_heading(world, ids[i])), 1, 1e-5);
                bool is_negative_zero = (v.x == 0 && signbit(v.x)) || (v.y == 0 && signbit(v.y));
                assert_false(is_negative_zero && round % 4 != 2); // a published -0 becomes +0 (bouncing apart)
            }
        }
        wend_world_destroy(world);
    }
}

static void t_NAN_finite_in_finite_out(void **state)
{
    (void)state;
    check_wild(WEND_EDGE_NONE, 3);
}

// The same where opposite edges are one, up to the ends of the floats.
static void t_NAN_finite_in_finite_out_where_it_wraps(void **state)
{
    (void)state;
    check_wild(WEND_EDGE_WRAP, 1);
}

// A drawing between two steps asks for a point between two finite ones.
static void t_NAN_between_huge_positions(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent self = instant(-3e38f, 0, 3e38f, 0);
    self.max_speed = FLT_MAX;
    wend_agent_id id = add(world, self);
    give(world, id, match(3e38f, 0));
    step(world, 2);
    assert_vec(wend_world_position(world, id), 3e38, 0, 0, 1e33);
    assert_vec(wend_world_between(world, id, 0.5f), 0, 0, 0, 1e33);
    assert_vec(wend_world_between(world, id, 0.25f), -1.5e38, 0, 0, 1e33);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_004_20_21_point_goals),
        cmocka_unit_test(t_004_24_pursue_and_evade),
        cmocka_unit_test(t_004_25_acceleration_bound),
        cmocka_unit_test(t_004_26_29_limits),
        cmocka_unit_test(t_004_28_huge_finite_steps),
        cmocka_unit_test(t_DT_07_a_wish_is_a_velocity),
        cmocka_unit_test(t_004_15_API_07_slows_to_a_stop),
        cmocka_unit_test(t_004_22_OSC_02_rests_exactly_on_the_goal),
        cmocka_unit_test(t_SET_06_arrival_is_swept),
        cmocka_unit_test(t_SEG_04_its_own_position_as_the_goal),
        cmocka_unit_test(t_teleport_does_not_sweep),
        cmocka_unit_test(t_DT_01_004_27_zero_seconds),
        cmocka_unit_test(t_API_01_004_17_seconds_refused),
        cmocka_unit_test(t_think_and_step_publish_the_same),
        cmocka_unit_test(t_003_51_004_30_wander_at_any_rate),
        cmocka_unit_test(t_003_53_wander_at_an_own_rate),
        cmocka_unit_test(t_004_32_own_stream),
        cmocka_unit_test(t_003_58_59_grazer),
        cmocka_unit_test(t_NAN_finite_in_finite_out),
        cmocka_unit_test(t_NAN_finite_in_finite_out_where_it_wraps),
        cmocka_unit_test(t_NAN_between_huge_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
