// Agents of a world that travel to one place and share a flow field.
#include "testing_plan.h"

/// A maze of walls with gaps that lie at the one end and the other in turn; four cells between two walls.
static wend_grid *winding_map(int size)
{
    wend_grid *map = open_map(size, size);
    for (int y = 4, k = 0; y < size; y += 5, k++)
        for (int x = 0; x < size - 3; x++)
            wend_grid_set(map, (wend_cell){k % 2 ? x + 3 : x, y}, 0);
    return map;
}

static int count_shared(const wend_world *world, const wend_agent_id *ids, int count)
{
    int shared = 0;
    for (int i = 0; i < count; i++)
        shared += plan_of(world, ids[i]).is_shared;
    return shared;
}

// A crowd with one goal: the map is expanded once, not once an agent; and everybody gets there.
static void t_a_crowd_shares_one_field(void **state)
{
    (void)state;
    enum
    {
        COUNT = 60,
        SIZE = 24
    };
    wend_grid *map = winding_map(SIZE);
    wend_world *world = world_on(map, 200);
    wend_agent_id ids[COUNT];
    for (int i = 0; i < COUNT; i++)
    {
        ids[i] = spawn(world, 0.6f + 0.8f * (float)(i % 20), 0.6f + 0.8f * (float)(i / 20));
        give(world, ids[i], wend_goal_travel(v2(12, 22.5f)));
    }
    int64_t expanded = 0;
    int updates = 0;
    do
    {
        step(world, 1.0 / 60);
        wend_world_stats stats = wend_world_get_stats(world);
        assert_true(stats.expanded <= 200);
        expanded += stats.expanded;
    } while (wend_world_get_stats(world).waiting > 0 && ++updates < 100);
    assert_true(updates < 20);
    assert_true(expanded <= 2 * SIZE * SIZE);
    assert_int_equal(count_shared(world, ids, COUNT), COUNT);
    for (int i = 0; i < COUNT; i++)
    {
        assert_plan(world, ids[i], WEND_PLAN_MOVING);
        assert_int_equal(plan_of(world, ids[i]).points, 0);
        assert_true(plan_of(world, ids[i]).left > 60);
    }
    int arrived = 0;
    for (int k = 0; k < 60 * 90 && arrived < COUNT; k++)
    {
        step(world, 1.0 / 60);
        arrived += events_of(world, WEND_EVENT_ARRIVED, anybody);
        assert_int_equal(events_of(world, WEND_EVENT_NO_WAY, anybody), 0);
    }
    assert_int_equal(arrived, COUNT);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// FIELD-CASES CLF-01: 200 agents, one goal that is walled in, 256 x 256. The field fills the box, and all know.
static void t_a_goal_that_nobody_can_reach(void **state)
{
    (void)state;
    enum
    {
        COUNT = 200
    };
    wend_grid *map = open_map(256, 256);
    for (int i = 0; i < 5; i++)
    {
        wend_grid_set(map, (wend_cell){198 + i, 198}, 0);
        wend_grid_set(map, (wend_cell){198 + i, 202}, 0);
        wend_grid_set(map, (wend_cell){198, 198 + i}, 0);
        wend_grid_set(map, (wend_cell){202, 198 + i}, 0);
    }
    wend_world *world = world_on(map, 0);
    wend_agent_id ids[COUNT];
    for (int i = 0; i < COUNT; i++)
    {
        ids[i] = spawn(world, (float)(1 + i % 20), (float)(1 + i / 20));
        give(world, ids[i], wend_goal_travel(v2(200.5f, 200.5f)));
    }
    int64_t expanded = 0;
    int told = 0;
    for (int k = 0; k < 120; k++)
    {
        step(world, 1.0 / 60);
        expanded += wend_world_get_stats(world).expanded;
        told += events_of(world, WEND_EVENT_NO_WAY, anybody);
    }
    assert_int_equal(told, COUNT);
    assert_true(expanded <= 100);
    for (int i = 0; i < COUNT; i++)
    {
        assert_plan(world, ids[i], WEND_PLAN_UNREACHABLE);
        assert_vec(at(world, ids[i]), 1 + i % 20, 1 + i / 20, 0, 1e-6);
    }
    wend_grid_set(map, (wend_cell){198, 200}, 1); // a door
    int moving = 0;
    for (int k = 0; k < 60; k++)
    {
        step(world, 1.0 / 60);
        assert_true(wend_world_get_stats(world).expanded <= 10000);
        moving += events_of(world, WEND_EVENT_MOVING, anybody);
    }
    assert_int_equal(moving, COUNT);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// Who shares: enough of them, or those who always do; never those who never do. Those who are left over when the
// others get other goals plan ways of their own.
static void t_who_shares(void **state)
{
    (void)state;
    wend_grid *map = winding_map(24);
    wend_world *world = world_on(map, 0);
    wend_agent_id ids[WEND_SHARE_COUNT + 1];
    for (int i = 0; i < WEND_SHARE_COUNT + 1; i++)
        ids[i] = spawn(world, 1 + (float)i, 2);
    wend_recipe always = wend_default_recipe(), never = wend_default_recipe();
    always.plan.share = WEND_SHARE_ALWAYS, never.plan.share = WEND_SHARE_NEVER;
    wend_world_set_recipe(world, ids[WEND_SHARE_COUNT], &never);
    give(world, ids[0], wend_goal_travel(v2(12.2f, 22.5f)));
    step(world, 1.0 / 60);
    assert_int_equal(count_shared(world, ids, 17), 0); // alone
    assert_true(plan_of(world, ids[0]).points > 0);
    wend_world_set_recipe(world, ids[0], &always);
    step(world, 1.0 / 60);
    assert_int_equal(count_shared(world, ids, 17), 1);
    wend_recipe usual = wend_default_recipe();
    give(world, ids[0], wend_goal_wander());
    wend_world_set_recipe(world, ids[0], &usual);
    for (int i = 0; i < WEND_SHARE_COUNT - 1; i++)
        give(world, ids[i], wend_goal_travel(v2(12.2f + 0.02f * (float)i, 22.5f))); // within one cell
    step(world, 1.0 / 60);
    assert_int_equal(count_shared(world, ids, 17), 0); // one too few
    give(world, ids[WEND_SHARE_COUNT], wend_goal_travel(v2(12.2f, 22.5f)));
    step(world, 1.0 / 60);
    assert_int_equal(count_shared(world, ids, 17), 0); // who never shares doesn't count
    give(world, ids[WEND_SHARE_COUNT - 1], wend_goal_travel(v2(12.2f, 22.5f)));
    step(world, 1.0 / 60);
    assert_int_equal(count_shared(world, ids, 17), WEND_SHARE_COUNT);
    for (int i = 0; i < WEND_SHARE_COUNT / 2; i++)
        give(world, ids[i], wend_goal_wander());
    step(world, 1.0 / 60);
    assert_int_equal(count_shared(world, ids, 17), WEND_SHARE_COUNT / 2);
    give(world, ids[WEND_SHARE_COUNT - 1], wend_goal_wander());
    step(world, 1.0 / 60);
    assert_int_equal(count_shared(world, ids, 17), 0);
    for (int i = WEND_SHARE_COUNT / 2; i < WEND_SHARE_COUNT - 1; i++)
    {
        assert_plan(world, ids[i], WEND_PLAN_MOVING);
        assert_true(plan_of(world, ids[i]).points > 0);
    }
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// Two groups, and room for one field: the older group gets it, the other one plans ways; all walk.
static void t_fields_are_few(void **state)
{
    (void)state;
    wend_grid *map = winding_map(24);
    wend_world_def def = wend_default_world_def();
    def.grid = map, def.flow_count = 1;
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id ids[2][20];
    for (int g = 0; g < 2; g++)
        for (int i = 0; i < 20; i++)
        {
            ids[g][i] = spawn(world, 1 + (float)i, 1 + 2 * (float)g);
            give(world, ids[g][i], wend_goal_travel(v2(5 + 10 * (float)g, 22.5f)));
        }
    for (int k = 0; k < 30; k++)
        step(world, 1.0 / 60);
    assert_int_equal(count_shared(world, ids[0], 20), 20);
    assert_int_equal(count_shared(world, ids[1], 20), 0);
    for (int i = 0; i < 40; i++)
        assert_plan(world, ids[i / 20][i % 20], WEND_PLAN_MOVING);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// Alone with a field, or with a way: it arrives at the very point either way.
static void t_a_field_leads_to_the_very_point(void **state)
{
    (void)state;
    wend_grid *map = winding_map(14);
    for (int share = WEND_SHARE_ALWAYS; share <= WEND_SHARE_NEVER; share++)
    {
        wend_world *world = world_on(map, 0);
        wend_agent_id id = spawn(world, 1, 1);
        wend_recipe recipe = wend_default_recipe();
        recipe.plan.share = (wend_plan_share)share;
        wend_world_set_recipe(world, id, &recipe);
        give(world, id, wend_goal_travel(v2(3.3f, 12.8f)));
        double least = 1, seconds = -1;
        for (int k = 0; k < 60 * 30 && seconds < 0; k++)
        {
            step(world, 1.0 / 60);
            least = fmin(least, room_at(map, at(world, id)));
            seconds = wend_world_has_arrived(world, id) ? k / 60.0 : -1;
        }
        assert_true(seconds > 0);
        assert_true(least > 0);
        assert_vec(at(world, id), 3.3, 12.8, 0, 0.02);
        wend_world_destroy(world);
    }
    wend_grid_destroy(map);
}

static void t_the_same_bits_and_no_memory_after_warm_up(void **state)
{
    (void)state;
    uint64_t hashes[3];
    for (int n = 0; n < 3; n++)
    {
        wend_grid *map = winding_map(24);
        ledger book = {0, 0, -1};
        wend_world_def def = wend_default_world_def();
        def.grid = map, def.plan_budget = 64, def.threads = n + 1;
        def.allocator = ledger_allocator(&book);
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id ids[80];
        for (int i = 0; i < 80; i++)
            ids[i] = spawn(world, 0.6f + 0.8f * (float)(i % 20), 0.6f + 0.8f * (float)(i / 20));
        int taken = 0;
        for (int round = 0; round < 6; round++)
        {
            if (round == 5)
                taken = book.taken;
            for (int i = 0; i < 80; i++)
                give(world, ids[i], wend_goal_travel(v2((float)(5 + 10 * (i % 2) + round), round % 2 ? 1.5f : 22.5f)));
            for (int k = 0; k < 60; k++)
            {
                if (k % 20 == 0) // doors
                    wend_grid_set(map, (wend_cell){10, 4}, (uint8_t)(k == 20));
                step(world, 1.0 / 60);
            }
        }
        assert_int_equal(book.taken, taken);
        hashes[n] = wend_world_hash(world);
        wend_world_destroy(world);
        assert_int_equal(book.taken, book.given);
        wend_grid_destroy(map);
    }
    assert_true(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
}

// Without memory for a field they plan ways of their own.
static void t_without_memory_for_a_field(void **state)
{
    (void)state;
    wend_grid *map = winding_map(24);
    ledger book = {0, 0, -1};
    wend_world_def def = wend_default_world_def();
    def.grid = map;
    def.allocator = ledger_allocator(&book);
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id ids[20];
    for (int i = 0; i < 20; i++)
    {
        ids[i] = spawn(world, 1 + (float)i, 1);
        give(world, ids[i], wend_goal_travel(v2(12, 12)));
    }
    step(world, 1.0 / 60); // shared
    for (int i = 0; i < 20; i++)
        give(world, ids[i], wend_goal_travel(v2(2 + (float)i, 22)));
    for (int k = 0; k < 5; k++)
        step(world, 1.0 / 60); // ways of their own
    for (int i = 0; i < 20; i++)
        give(world, ids[i], wend_goal_travel(v2(11, 12)));
    book.left = 0;
    for (int k = 0; k < 5; k++)
        step(world, 1.0 / 60);
    book.left = -1;
    for (int i = 0; i < 20; i++)
        assert_plan(world, ids[i], WEND_PLAN_MOVING);
    wend_world_destroy(world);
    assert_int_equal(book.taken, book.given);
    wend_grid_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_crowd_shares_one_field),
        cmocka_unit_test(t_a_goal_that_nobody_can_reach),
        cmocka_unit_test(t_who_shares),
        cmocka_unit_test(t_fields_are_few),
        cmocka_unit_test(t_a_field_leads_to_the_very_point),
        cmocka_unit_test(t_the_same_bits_and_no_memory_after_warm_up),
        cmocka_unit_test(t_without_memory_for_a_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
