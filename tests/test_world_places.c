// world.h: planes, edges, facing, the rate of thinking, recipes without a flock.
#include "testing_world.h"

static wend_agent body_of(const wend_world *world, wend_agent_id id)
{
    wend_agent_def def;
    assert_int_equal(wend_world_get(world, id, &def), WEND_OK);
    return def.agent;
}

// ---- planes

static void t_004_50_height_is_kept_beside(void **state)
{
    (void)state;
    wend_world *flat = make(WEND_XY), *ground = make(WEND_XZ);
    wend_agent agent = brisk(1, 2, 0.5f, 0);
    wend_agent_id a = add(flat, agent);
    agent.position = wend_xyz(1, 77, 2), agent.velocity = wend_xyz(0.5f, -9, 0);
    wend_agent_id b = add(ground, agent);
    give(flat, a, wend_goal_arrive(v2(-3, 9)));
    give(ground, b, wend_goal_arrive(wend_xyz(-3, 5, 9)));
    for (int i = 0; i < 300; i++)
    {
        step(flat, 0.02);
        step(ground, 0.02);
        wend_vec p = wend_world_position(flat, a), v = wend_world_velocity(flat, a), h = wend_world_heading(flat, a);
        assert_same(wend_world_position(ground, b), wend_xyz(p.x, 77, p.y));
        assert_same(wend_world_velocity(ground, b), wend_xyz(v.x, 0, v.y));
        assert_same(wend_world_heading(ground, b), wend_xyz(h.x, 0, h.y));
    }
    assert_vec(wend_world_position(ground, b), -3, 77, 9, 0);
    assert_int_equal(wend_world_report(ground, b, wend_xyz(0, NAN, 0), v2(0, 0)), WEND_ERROR_VALUE);
    assert_int_equal(wend_world_report(ground, b, wend_xyz(0, -4, 0), v2(0, 0)), WEND_OK);
    step(ground, 0.1);
    assert_close(wend_world_position(ground, b).y, -4, 0);
    wend_world_destroy(flat);
    wend_world_destroy(ground);
}

static void t_004_01_space(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XYZ);
    wend_agent_id id = add(world, agent_at(0, 0));
    give(world, id, wend_goal_arrive(wend_xyz(1, 2, 2)));
    for (int i = 0; i < 300; i++)
    {
        step(world, 0.02);
        wend_vec p = wend_world_position(world, id);
        assert_vec(p, p.x, 2 * p.x, 2 * p.x, 1e-5);
    }
    assert_vec(wend_world_position(world, id), 1, 2, 2, 0);
    wend_world_destroy(world);
}

// ---- edges

static void t_TOR_02_003_61_wrapping(void **state)
{
    (void)state;
    wend_world *world = make_edged(WEND_EDGE_WRAP, 0, 100);
    static const float in[] = {100.2f, -0.2f, 250, 100, 0, -1, 101, 1e6f, -1e-30f};
    static const double out[] = {0.2, 99.8, 50, 100, 0, 99, 1, 0, 0};
    for (int i = 0; i < COUNT_OF(in); i++)
    {
        wend_agent_id id = add(world, agent_at(in[i], 5));
        double x = (double)wend_world_position(world, id).x;
        double off = fabs(x - out[i]);
        assert_true(fmin(off, 100 - off) < 1e-4 && x >= 0 && x <= 100); // 0 and 100 are one place
        if (i < 7)
            assert_close(x, out[i], 1e-4);
        assert_int_equal(wend_world_report(world, id, v2(5, in[i]), v2(0, 0)), WEND_OK);
        assert_close(wend_world_position(world, id).y, x, 0);
        assert_int_equal(wend_world_remove(world, id), WEND_OK);
    }
    wend_agent_id id = add(world, instant(99.9f, 50, 4, 0));
    give(world, id, match(4, 0));
    step(world, 0.1);
    assert_vec(wend_world_position(world, id), 0.3, 50, 0, 1e-4);
    assert_vec(wend_world_velocity(world, id), 4, 0, 0, 0);
    wend_vec half = wend_world_between(world, id, 0.125f); // the short way: 99.9 + 0.05
    assert_vec(half, 99.95, 50, 0, 1e-4);
    assert_vec(wend_world_between(world, id, 0.5f), 0.1, 50, 0, 1e-4);
    wend_world_destroy(world);
}

static void t_TOR_03_04_goals_across_the_edge(void **state)
{
    (void)state;
    wend_world *world = make_edged(WEND_EDGE_WRAP, 0, 100);
    wend_agent_id left = add(world, instant(1, 50, 0, 0)), right = add(world, instant(99, 50, 0, 0));
    const struct
    {
        wend_goal goal;
        float x;
    } rows[] = {
        {wend_goal_flee(v2(99, 50), 5), 4},    {wend_goal_seek(v2(99, 50)), -4},
        {wend_goal_pursue(right), -4},         {wend_goal_evade(right, 5), 4},
        {wend_goal_arrive(v2(-3, 50)), -4},    {wend_goal_flee(v2(99, 50), 1.9f), 0},
        {wend_goal_seek(v2(1051.5f, 50)), -4}, {wend_goal_seek(v2(50.5f, 50)), 4},
        {wend_goal_arrive(v2(203, 50)), 4},
    };
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        give(world, left, rows[i].goal);
        think(world, 0.1);
        assert_vec(wend_world_velocity(world, left), rows[i].x, 0, 0, 1e-5);
        assert_int_equal(wend_world_report(world, left, v2(1, 50), v2(0, 0)), WEND_OK);
    }
    wend_goal arrive = wend_goal_arrive(v2(1, 50)); // and it gets there
    give(world, right, arrive);
    for (int i = 0; i < 200; i++)
    {
        step(world, 0.02);
        assert_true(wend_world_position(world, right).x > 90 || wend_world_position(world, right).x < 2);
    }
    wend_world_destroy(world);
}

static void t_edges_that_stop_and_bounce(void **state)
{
    (void)state;
    for (int edge = WEND_EDGE_STOP; edge <= WEND_EDGE_BOUNCE; edge++)
    {
        wend_world *world = make_edged((wend_edge)edge, -10, 10);
        wend_agent_id id = add(world, instant(9.5f, 0, 0, 0));
        give(world, id, match(3, 1));
        step(world, 0.05);
        assert_vec(wend_world_velocity(world, id), 3, 1, 0, 1e-5);
        step(world, 0.1); // at 9.95, its hull would be out
        wend_vec v = wend_world_velocity(world, id);
        assert_vec(wend_world_position(world, id), 9.75, 0.15, 0, 1e-5);
        assert_vec(v, edge == WEND_EDGE_STOP ? 0 : -3, 1, 0, 1e-5);
        assert_same(body_of(world, id).velocity, v);
        assert_int_equal(wend_world_teleport(world, id, v2(-30, 40), v2(1, 1), v2(1, 0)), WEND_OK);
        give(world, id, match(1, 1)); // outside, but on its way in: only y goes out
        step(world, 0.1);
        assert_vec(wend_world_position(world, id), -9.75, 9.75, 0, 1e-5);
        assert_vec(wend_world_velocity(world, id), 1, edge == WEND_EDGE_STOP ? 0 : -1, 0, 1e-5);
        wend_world_destroy(world);
    }
}

// What is published after a step is how the agent moves on, also where others push it to the edge.
static void t_published_velocity_is_the_body_s(void **state)
{
    (void)state;
    for (int edge = WEND_EDGE_NONE; edge < WEND_EDGE_COUNT; edge++)
    {
        wend_world *world = make_edged((wend_edge)edge, -3, 3);
        wend_agent_id ids[40];
        uint64_t random = 11;
        for (int i = 0; i < 40; i++)
        {
            ids[i] = add(world, agent_at(draw_float(&random, -2, 2), draw_float(&random, -2, 2)));
            give(world, ids[i], i % 2 ? wend_goal_seek(v2(30, 10)) : wend_goal_wander());
        }
        for (int k = 0; k < 100; k++)
        {
            step(world, 0.05);
            for (int i = 0; i < 40; i++)
            {
                assert_same(body_of(world, ids[i]).velocity, wend_world_velocity(world, ids[i]));
                wend_vec p = wend_world_position(world, ids[i]);
                double room = edge == WEND_EDGE_WRAP ? 3 : 2.75 + 1e-6;
                assert_true(edge == WEND_EDGE_NONE || (fabs((double)p.x) <= room && fabs((double)p.y) <= room));
            }
        }
        wend_world_destroy(world);
    }
}

// ---- facing

static void t_003_62_heading_follows_velocity(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add(world, instant(0, 0, 0, 0));
    static const float speeds[] = {1, 0.021f, 0.019f, 0}; // 0.5 % of the top speed is 0.02
    for (int i = 0; i < COUNT_OF(speeds); i++)
    {
        assert_int_equal(wend_world_teleport(world, id, v2(0, 0), v2(0, 0), v2(1, 0)), WEND_OK);
        give(world, id, match(0, speeds[i]));
        step(world, 0.1);
        bool follows = i < 2;
        assert_vec(wend_world_heading(world, id), !follows, follows, 0, 1e-6);
    }
    wend_world_destroy(world);
}

// The host moves it: what was published stays the heading when it stops, and turning goes on from there.
static void t_003_62_heading_is_kept_while_thinking(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add(world, instant(0, 0, 0, 0));
    give(world, id, match(0, 4));
    think(world, 0.1);
    assert_vec(wend_world_heading(world, id), 0, 1, 0, 1e-6);
    assert_int_equal(wend_world_report(world, id, v2(0, 0.4f), v2(0, 4)), WEND_OK);
    give(world, id, match(0, 0));
    think(world, 0.1);
    assert_vec(wend_world_velocity(world, id), 0, 0, 0, 0);
    assert_vec(wend_world_heading(world, id), 0, 1, 0, 1e-6);
    think(world, 0);
    assert_vec(wend_world_heading(world, id), 0, 1, 0, 1e-6);
    wend_world_destroy(world);
}

static void turn_for(bool does_step, double seconds, wend_vec expected)
{
    wend_world *world = make(WEND_XYZ);
    wend_recipe recipe = wend_default_recipe();
    recipe.turn_rate = (float)(PI / 2);
    wend_agent_def def = wend_default_agent_def();
    def.agent = instant(0, 0, 0, 0);
    def.agent.heading = v2(0, 1);
    wend_agent_id id = wend_world_spawn(world, &def);
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    give(world, id, match(0, -2));
    for (int i = 0; i < (int)(seconds * 10 + 0.5); i++)
        does_step ? step(world, 0.1) : think(world, 0.1);
    // NAN-13; wend_turn's rule: the exact reverse is turned counter-clockwise about z
    assert_vec(wend_world_heading(world, id), expected.x, expected.y, expected.z, 1e-5);
    wend_world_destroy(world);
}

static void t_NAN_13_turn_rate(void **state)
{
    (void)state;
    turn_for(true, 0.5, v2(-sqrtf(0.5f), sqrtf(0.5f)));
    turn_for(true, 1, v2(-1, 0));
    turn_for(true, 2, v2(0, -1));
    turn_for(true, 3, v2(0, -1));
}

static void t_NAN_13_turn_rate_while_thinking(void **state)
{
    (void)state;
    turn_for(false, 1, v2(-1, 0));
    turn_for(false, 2, v2(0, -1));
}

static void t_facing_points_targets_and_aim(void **state)
{
    (void)state;
    wend_world *world = make_edged(WEND_EDGE_WRAP, 0, 100);
    wend_agent_id id = add(world, instant(50, 50, 0, 0)), target = add(world, mover(60, 50, 0, 3));
    wend_recipe recipe = wend_default_recipe();
    wend_goal stay = wend_goal_of(WEND_GOAL_KEEP_RANGE);
    stay.target = target, stay.outer = 1000;
    const struct
    {
        wend_facing facing;
        wend_vec expected;
    } rows[] = {
        {WEND_FACE_POINT, {-0.6f, -0.8f, 0}}, // (20, 10) from (50, 50): 3, 4, 5
        {WEND_FACE_TARGET, {1, 0, 0}},
        {WEND_FACE_AIM, {0.8f, 0.6f, 0}}, // 100 + 9 t^2 = 25 t^2: at (10, 7.5) after 2.5 s
    };
    recipe.face_point = v2(20, 10), recipe.aim_speed = 5;
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        recipe.facing = rows[i].facing;
        assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
        give(world, id, stay);
        think(world, 0.1);
        wend_vec heading = wend_world_heading(world, id);
        assert_vec(heading, rows[i].expected.x, rows[i].expected.y, 0, 1e-6);
    }
    assert_int_equal(wend_world_report(world, id, v2(99, 50), v2(0, 0)), WEND_OK); // all of it across the edge
    assert_int_equal(wend_world_report(world, target, v2(9, 50), v2(0, 3)), WEND_OK);
    think(world, 0.1);
    assert_vec(wend_world_heading(world, id), 0.8, 0.6, 0, 1e-5);
    give(world, id, match(0, -2)); // no target: where it goes
    think(world, 0.1);
    assert_vec(wend_world_heading(world, id), 0, -1, 0, 1e-6);
    wend_world_destroy(world);
}

// ---- the rate of thinking

static wend_agent_id slow_thinker(wend_world *world, float x, float seconds)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.think_seconds = seconds;
    wend_agent_id id = add(world, instant(x, 0, 0, 0));
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    return id;
}

/// Its goal's target walks round it: whenever it thinks its velocity changes.
static void t_thinking_at_an_own_rate(void **state)
{
    (void)state;
    enum
    {
        COUNT = 30,
        STEPS = 240
    };
    wend_world *world = make(WEND_XY);
    wend_agent_id target = add(world, agent_at(0, 0)), ids[COUNT];
    int thoughts[COUNT] = {0}, last[COUNT], at_once[STEPS] = {0};
    for (int i = 0; i < COUNT; i++)
    {
        ids[i] = slow_thinker(world, (float)i, 0.25f);
        wend_goal goal = wend_goal_seek(v2(0, 0));
        goal.target = target;
        give(world, ids[i], goal);
    }
    wend_vec before[COUNT] = {{0}};
    for (int k = 0; k < STEPS; k++)
    {
        double angle = 0.1 + k * 0.02;
        wend_vec place = v2((float)(900 * cos(angle)), (float)(900 * sin(angle)));
        assert_int_equal(wend_world_report(world, target, place, v2(0, 0)), WEND_OK);
        think(world, 1 / 64.0); // 16 steps are exactly the 0.25 s
        for (int i = 0; i < COUNT; i++)
        {
            wend_vec velocity = wend_world_velocity(world, ids[i]);
            if (!wend_equal(velocity, before[i]))
            {
                if (thoughts[i] > 1)
                    assert_int_equal(k - last[i], 16);
                else if (thoughts[i] == 0)
                    assert_int_equal(k, 0); // a new agent thinks at once
                thoughts[i]++, at_once[k]++, last[i] = k;
            }
            before[i] = velocity;
        }
    }
    for (int i = 0; i < COUNT; i++)
        assert_in_range(thoughts[i], 15, 17);
    for (int k = 1; k < STEPS; k++)
        assert_true(at_once[k] <= COUNT / 2); // their phases differ
    wend_world_destroy(world);
}

static void t_what_makes_it_think_at_once(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = slow_thinker(world, 0, 1000);
    give(world, id, match(1, 0));
    think(world, 0.01);
    assert_vec(wend_world_velocity(world, id), 1, 0, 0, 1e-6);
    wend_goal goal = match(2, 0); // a new goal
    give(world, id, goal);
    think(world, 0.01);
    assert_vec(wend_world_velocity(world, id), 2, 0, 0, 1e-6);
    give(world, id, wend_goal_seek(v2(5, 0)));
    think(world, 0.01);
    assert_int_equal(wend_world_report(world, id, v2(10, 0), v2(4, 0)), WEND_OK);
    think(world, 0.01); // a report makes nobody think
    assert_vec(wend_world_velocity(world, id), 4, 0, 0, 1e-6);
    assert_int_equal(wend_world_teleport(world, id, v2(10, 0), v2(4, 0), v2(1, 0)), WEND_OK);
    think(world, 0.01); // a new place does
    assert_vec(wend_world_velocity(world, id), -4, 0, 0, 1e-6);
    assert_int_equal(wend_world_report(world, id, v2(0, 0), v2(4, 0)), WEND_OK);
    wend_recipe recipe;
    assert_int_equal(wend_world_get_recipe(world, id, &recipe), WEND_OK);
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    think(world, 0.01); // and a new recipe
    assert_vec(wend_world_velocity(world, id), 4, 0, 0, 1e-6);
    wend_world_destroy(world);
}

// Arriving ends exactly on the goal however seldom it thinks; the wish that is kept lasts for many steps.
static void t_arriving_while_thinking_seldom(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_recipe recipe = wend_default_recipe();
    recipe.think_seconds = 0.1f;
    wend_agent_id id = add(world, agent_at(0, 0));
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    give(world, id, wend_goal_arrive(v2(10, 0)));
    float farthest = 0;
    for (int i = 0; i < 60 * 20; i++)
    {
        step(world, 1 / 60.0);
        farthest = fmaxf(farthest, wend_world_position(world, id).x);
    }
    assert_true(wend_world_has_arrived(world, id));
    assert_close(farthest, 10, 0.05);
    assert_vec(wend_world_velocity(world, id), 0, 0, 0, 0);
    assert_vec(wend_world_position(world, id), 10, 0, 0, 0.02);
    wend_world_destroy(world);
}

// ---- recipes

// The world is a loop around the plain functions: each combiner of changes, bit for bit.
static void t_recipes_equal_plain_functions(void **state)
{
    (void)state;
    uint64_t random = 17;
    for (int round = 0; round < 400; round++)
    {
        wend_recipe recipe = wend_default_recipe();
        recipe.wish_count = 0;
        recipe.combiner = (wend_combiner)(round % WEND_COMBINE_CONTEXT);
        recipe.limit = round % 3 ? draw_float(&random, 0, 9) : 0;
        wend_agent self = mover(draw_float(&random, -9, 9), draw_float(&random, -9, 9), draw_float(&random, -3, 3),
                                draw_float(&random, -3, 3));
        self.mass = draw_float(&random, 0.5, 3);
        wend_vec points[3];
        wend_wish wishes[3];
        for (int i = 0; i < 3; i++)
        {
            points[i] = draw_in_box(&random, 9, false);
            wishes[i].weight = draw_float(&random, 0, 2);
        }
        wishes[0].velocity = wend_flee(&self, points[0], 6, 0.5f);
        wishes[1].velocity = wend_seek(&self, points[1]);
        wishes[2].velocity = wend_keep_range(&self, points[2], 1, 4);
        wend_goal flee = wend_goal_flee(points[0], 6), range = wend_goal_of(WEND_GOAL_KEEP_RANGE);
        flee.fade = 0.5f;
        range.point = points[2], range.radius = 1, range.outer = 4;
        assert_int_equal(wend_recipe_also(&recipe, &flee, wishes[0].weight), WEND_OK);
        assert_int_equal(wend_recipe_add(&recipe, WEND_WISH_GOAL, wishes[1].weight), WEND_OK);
        assert_int_equal(wend_recipe_also(&recipe, &range, wishes[2].weight), WEND_OK);
        wend_vec combined;
        switch (recipe.combiner)
        {
        case WEND_COMBINE_SUM: combined = wend_combine_sum(&self, wishes, 3, recipe.limit); break;
        case WEND_COMBINE_PRIORITY:
            combined = wend_combine_priority(&self, wishes, 3, recipe.limit, 0.001f * self.max_speed);
            break;
        case WEND_COMBINE_BUDGET:
            combined = wend_combine_budget(&self, wishes, 3, recipe.limit > 0 ? recipe.limit : self.max_speed);
            break;
        default: combined = wend_combine_flock(&self, wishes, 3); break;
        }
        wend_world *world = make(WEND_XY);
        wend_agent_id id = add(world, self);
        assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
        give(world, id, wend_goal_seek(points[1]));
        think(world, 0.05);
        assert_same(wend_world_velocity(world, id), wend_point_mass(&self, combined, 0.05, NULL));
        wend_world_destroy(world);
    }
}

static void t_a_recipe_without_wishes_changes_nothing(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    wend_agent_id id = add(world, mover(0, 0, 1, -2));
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    give(world, id, wend_goal_seek(v2(-9, 0)));
    for (int i = 0; i < 10; i++)
        step(world, 0.5);
    assert_vec(wend_world_velocity(world, id), 1, -2, 0, 0);
    assert_vec(wend_world_position(world, id), 5, -10, 0, 1e-5);
    wend_world_destroy(world);
}

static void t_an_also_goal_about_nobody(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add(world, mover(0, 0, 1, -2)), threat = add(world, agent_at(1, 1));
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    wend_goal evade = wend_goal_evade(threat, 0);
    assert_int_equal(wend_recipe_also(&recipe, &evade, 1), WEND_OK);
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    assert_int_equal(wend_world_remove(world, threat), WEND_OK);
    think(world, 0.1);
    assert_vec(wend_world_velocity(world, id), 1, -2, 0, 0); // no change
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_004_50_height_is_kept_beside),
        cmocka_unit_test(t_004_01_space),
        cmocka_unit_test(t_TOR_02_003_61_wrapping),
        cmocka_unit_test(t_TOR_03_04_goals_across_the_edge),
        cmocka_unit_test(t_edges_that_stop_and_bounce),
        cmocka_unit_test(t_published_velocity_is_the_body_s),
        cmocka_unit_test(t_003_62_heading_follows_velocity),
        cmocka_unit_test(t_003_62_heading_is_kept_while_thinking),
        cmocka_unit_test(t_NAN_13_turn_rate),
        cmocka_unit_test(t_NAN_13_turn_rate_while_thinking),
        cmocka_unit_test(t_facing_points_targets_and_aim),
        cmocka_unit_test(t_thinking_at_an_own_rate),
        cmocka_unit_test(t_what_makes_it_think_at_once),
        cmocka_unit_test(t_arriving_while_thinking_seldom),
        cmocka_unit_test(t_recipes_equal_plain_functions),
        cmocka_unit_test(t_a_recipe_without_wishes_changes_nothing),
        cmocka_unit_test(t_an_also_goal_about_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
