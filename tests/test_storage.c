// Where agents lie in memory changes nothing, and neither does pushing a crowd apart in lanes.
#include "testing_save.h"

enum
{
    AGENTS = 300,
    MOST_SHOWN = 2 * AGENTS
};

static wend_goal goal_for(int i, wend_random *random)
{
    wend_goal goal = wend_goal_wander();
    wend_vec there = v2(wend_random_between(random, 0, 20), wend_random_between(random, 0, 20));
    if (i % 4 == 1)
        goal = wend_goal_arrive(i % 8 == 1 ? v2(10, 10) : there);
    if (i % 4 == 2)
        goal = wend_goal_of(WEND_GOAL_NONE);
    if (i % 16 == 3)
        goal.seconds = 0.3f;
    return goal;
}

static void spawn_some(wend_world *world, int count, wend_random *random)
{
    for (int i = 0; i < count; i++)
    {
        wend_vec where = v2(wend_random_between(random, 0, 20), wend_random_between(random, 0, 20));
        wend_agent_id id = add_member(world, where, v2(1, 0), i % 3 == 0 ? 0 : 1);
        wend_goal goal = goal_for(i, random);
        give(world, id, goal);
        if (i % 5 == 0)
            queue(world, id, wend_goal_arrive(v2(1, 1)));
    }
}

static void remove_some(wend_world *world, int every)
{
    wend_agent_id ids[MOST_SHOWN];
    int count = wend_world_list(world, ids, MOST_SHOWN);
    for (int i = 0; i < count; i += every)
        assert_int_equal(wend_world_remove(world, ids[i]), WEND_OK);
}

/// Everything that can be asked of all of them at once.
static void assert_same_worlds(wend_world *a, wend_world *b)
{
    static const wend_field fields[] = {WEND_FIELD_POSITION, WEND_FIELD_BEFORE, WEND_FIELD_VELOCITY};
    wend_agent_id ids[2][MOST_SHOWN];
    int count = wend_world_list(a, ids[0], MOST_SHOWN);
    assert_int_equal(wend_world_list(b, ids[1], MOST_SHOWN), count);
    assert_memory_equal(ids[0], ids[1], (size_t)count * sizeof *ids[0]);
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
    {
        wend_vec values[2][MOST_SHOWN];
        wend_world_read(a, fields[k], values[0], sizeof(wend_vec), MOST_SHOWN);
        wend_world_read(b, fields[k], values[1], sizeof(wend_vec), MOST_SHOWN);
        assert_memory_equal(values[0], values[1], (size_t)count * sizeof(wend_vec));
    }
    int happened[2];
    const wend_event *first = wend_world_events(a, &happened[0]), *second = wend_world_events(b, &happened[1]);
    assert_int_equal(happened[0], happened[1]);
    for (int i = 0; i < happened[0]; i++)
        assert_true(first[i].kind == second[i].kind && wend_same_agent(first[i].agent, second[i].agent));
    assert_true(wend_world_hash(a) == wend_world_hash(b));
    block saved[2] = {save(a), save(b)};
    assert_true(is_same_block(saved[0], saved[1]));
    free(saved[0].bytes);
    free(saved[1].bytes);
}

static bool is_in_order_of_ids(const wend_world *world)
{
    for (int i = 1; i < world->count; i++)
        if (world->body[i].id.value < world->body[i - 1].id.value)
            return false;
    return true;
}

/// Two worlds live the same life, with comings and goings; one is sorted in each step.
static void t_sorting_agents_in_memory_is_never_seen(void **state)
{
    (void)state;
    wend_world *worlds[2] = {make_edged(WEND_EDGE_WRAP, 0, 20), make_edged(WEND_EDGE_WRAP, 0, 20)};
    worlds[1]->least_sorted = 1;
    int sorted = 0;
    for (int k = 0; k < 60; k++)
    {
        for (int w = 0; w < 2; w++)
        {
            wend_random random = wend_random_seed(3, (uint64_t)k);
            if (k % 20 == 0)
                spawn_some(worlds[w], AGENTS / 2, &random);
            if (k % 20 == 15)
                remove_some(worlds[w], 3);
            worlds[w]->sort_at = 0;
            step(worlds[w], 1.0 / 30);
        }
        sorted += !is_in_order_of_ids(worlds[1]);
        assert_same_worlds(worlds[0], worlds[1]);
        assert_true(is_in_order_of_ids(worlds[0]));
    }
    assert_true(sorted > 50);
    // What a world was made of, another one goes on with.
    block saved = save(worlds[1]);
    load(worlds[0], saved);
    load(worlds[1], saved);
    for (int k = 0; k < 10; k++)
    {
        for (int w = 0; w < 2; w++)
            step(worlds[w], 1.0 / 30);
        assert_same_worlds(worlds[0], worlds[1]);
    }
    free(saved.bytes);
    wend_world_destroy(worlds[0]);
    wend_world_destroy(worlds[1]);
}

/// Equal distances everywhere: of those who avoid one another the older ones count as nearer, wherever they lie.
static void t_of_equally_near_ones_the_oldest_are_avoided(void **state)
{
    (void)state;
    enum
    {
        SIDE = 18
    };
    wend_world *worlds[2] = {make(WEND_XY), make(WEND_XY)};
    worlds[1]->least_sorted = 1;
    for (int w = 0; w < 2; w++)
    {
        wend_random random = wend_random_seed(7, 1);
        wend_agent_id ids[SIDE * SIDE];
        wend_recipe recipe = wend_default_recipe();
        recipe.dodge = WEND_DODGE_ORCA;
        recipe.orca.most = 6;
        for (int i = 0; i < SIDE * SIDE; i++)
        {
            wend_agent_def def = wend_default_agent_def();
            def.agent.radius = 0.4f, def.agent.neighbour_radius = 4;
            def.agent.position = v2(wend_random_between(&random, 0, 27), wend_random_between(&random, 0, 27));
            ids[i] = wend_world_spawn(worlds[w], &def);
            wend_world_set_recipe(worlds[w], ids[i], &recipe);
            give(worlds[w], ids[i],
                 wend_goal_arrive(v2(wend_random_between(&random, 0, 27), wend_random_between(&random, 0, 27))));
        }
        step(worlds[w], 0.1);
        for (int i = 0; i < SIDE * SIDE; i++)
        {
            wend_vec velocity = v2(wend_random_between(&random, -1, 1), wend_random_between(&random, -1, 1));
            wend_world_teleport(worlds[w], ids[i], v2(1.5f * (float)(i % SIDE), 1.5f * (float)(i / SIDE)), velocity,
                                v2(0, 0));
        }
    }
    assert_false(is_in_order_of_ids(worlds[1]));
    for (int k = 0; k < 5; k++)
    {
        assert_true(wend_world_hash(worlds[0]) == wend_world_hash(worlds[1]));
        step(worlds[0], 0.1);
        step(worlds[1], 0.1);
    }
    wend_world_destroy(worlds[0]);
    wend_world_destroy(worlds[1]);
}

/// Reports without ids come in order of ids.
static void t_reports_reach_whom_they_are_for(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    world->least_sorted = 1;
    wend_agent_id old = add_to(world, mover(9, 9, 0, 0), 1), young = add_to(world, mover(0, 0, 0, 0), 1);
    step(world, 1.0 / 60);
    assert_false(is_in_order_of_ids(world));
    wend_vec positions[2] = {{5, 6, 0}, {7, 8, 0}};
    wend_motion_reports reports = {.positions = positions, .position_stride = sizeof *positions, .count = 2};
    assert_int_equal(wend_world_report_many(world, &reports), WEND_OK);
    assert_true(wend_equal(at(world, old), positions[0]));
    assert_true(wend_equal(at(world, young), positions[1]));
    wend_world_destroy(world);
}

// ---- crowds ---------------------------------------------------------------------------------------------------------

/// A heap of all sizes and masses; its last agent stands far off, and what it makes way for tells whether everybody is
/// usual.
static wend_world *make_heap(wend_plane plane, wend_edge edge, uint32_t mask)
{
    wend_world_def world_def = wend_default_world_def();
    world_def.plane = plane;
    world_def.edge = edge;
    world_def.low = wend_xyz(-50, -50, -50);
    world_def.high = wend_xyz(50, 50, 50);
    wend_world *world = wend_world_create(&world_def, NULL);
    assert_non_null(world);
    wend_random random = wend_random_seed(8, 1);
    for (int i = 0; i <= AGENTS; i++)
    {
        wend_agent_def def = wend_default_agent_def();
        def.agent.radius = i % 5 == 0 ? 0.6f : 0.4f;
        def.agent.mass = wend_random_between(&random, 0.5f, 2);
        def.agent.position.x = i % 3 == 0 ? 49.5f : wend_random_between(&random, 47, 50); // across the edge, or not
        def.agent.position.y = i % 3 == 0 ? 0 : wend_random_between(&random, 0, 3);
        def.agent.position.z = plane == WEND_XYZ && i % 3 != 0 ? wend_random_between(&random, 0, 3) : 0;
        if (i == AGENTS)
        {
            def.agent.position = wend_xyz(0, 0, 0);
            def.mask = mask;
        }
        assert_true(wend_world_spawn(world, &def).value != 0);
    }
    return world;
}

static void t_crowds_are_pushed_apart_the_same_in_lanes(void **state)
{
    (void)state;
    static const wend_plane planes[] = {WEND_XY, WEND_XYZ};
    static const wend_edge edges[] = {WEND_EDGE_NONE, WEND_EDGE_WRAP, WEND_EDGE_STOP};
    for (int plane = 0; plane < 2; plane++)
        for (int edge = 0; edge < 3; edge++)
        {
            wend_world *in_lanes = make_heap(planes[plane], edges[edge], UINT32_MAX);
            wend_world *one_by_one = make_heap(planes[plane], edges[edge], 1);
            for (int k = 0; k < 12; k++)
            {
                wend_vec a[AGENTS + 1], b[AGENTS + 1];
                step(in_lanes, 1.0 / 60);
                step(one_by_one, 1.0 / 60);
                assert_int_equal(wend_world_read(in_lanes, WEND_FIELD_POSITION, a, sizeof *a, AGENTS + 1), AGENTS + 1);
                wend_world_read(one_by_one, WEND_FIELD_POSITION, b, sizeof *b, AGENTS + 1);
                assert_memory_equal(a, b, sizeof a);
                assert_true(wend_world_get_stats(in_lanes).overlaps > AGENTS);
            }
            wend_world_destroy(in_lanes);
            wend_world_destroy(one_by_one);
        }
}

/// On one point each looks at 31 others, at most, and so many contacts end the rounds of that step.
static void t_a_pile_costs_a_bounded_number_of_contacts(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    for (int i = 0; i < 3000; i++)
        spawn(world, 1, 1);
    step(world, 1.0 / 60);
    assert_int_equal(wend_world_get_stats(world).overlaps, 3000 * 31);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_sorting_agents_in_memory_is_never_seen),
        cmocka_unit_test(t_of_equally_near_ones_the_oldest_are_avoided),
        cmocka_unit_test(t_reports_reach_whom_they_are_for),
        cmocka_unit_test(t_crowds_are_pushed_apart_the_same_in_lanes),
        cmocka_unit_test(t_a_pile_costs_a_bounded_number_of_contacts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
