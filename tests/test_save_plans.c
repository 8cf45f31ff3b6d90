// Blocks of worlds whose agents travel: searches that are under way, fields that are half built, maps that are edited.
#include "testing_plan.h"
#include "testing_save.h"

#include "../src/codec.h"

enum
{
    SIDE = 48,
    STEPS = 120
};

static wend_grid *rough_map(uint64_t seed)
{
    wend_grid *map = open_map(SIDE, SIDE);
    for (int y = 1; y < SIDE - 1; y++)
        for (int x = 1; x < SIDE - 1; x++)
            if (draw(&seed) % 100 < 28)
                wend_grid_set(map, (wend_cell){x, y}, 0);
    return map;
}

/// Agents along the left edge that all travel: `apart` each to a place of its own, else all to one.
static void send(wend_world *world, int count, bool apart)
{
    for (int i = 0; i < count; i++)
    {
        wend_agent_id id = spawn(world, 0.5f, 0.5f + 47.0f * (float)i / (float)count);
        give(world, id, wend_goal_travel(v2(SIDE - 0.5f, apart ? SIDE - 1.0f - 1.5f * (float)i : 20.5f)));
    }
}

/// Both go on alike for a while, and end in one block.
static void check_alike(wend_world *a, wend_world *b, int steps)
{
    for (int k = 0; k < steps; k++)
    {
        assert_true(wend_world_hash(a) == wend_world_hash(b));
        step(a, 1.0 / 60);
        step(b, 1.0 / 60);
    }
    block one = save(a), two = save(b);
    assert_true(is_same_block(one, two));
    free(one.bytes);
    free(two.bytes);
}

/// A block of a world, loaded into another one; then into itself after it has gone on.
static void check_goes_on(wend_world *world, int steps)
{
    wend_world *twin = twin_of(world);
    block now = save(world);
    load(twin, now);
    check_alike(world, twin, steps);
    load(twin, now);
    load(world, now);
    check_alike(world, twin, steps);
    load(world, now);
    free(now.bytes);
    wend_world_destroy(twin);
}

// SAV-01: ten agents half-way through a maze.
static void t_agents_half_way_go_on_round_the_walls(void **state)
{
    (void)state;
    wend_grid *map = rough_map(5);
    wend_world *world = world_on(map, 0);
    send(world, 10, true);
    for (int k = 0; k < 300; k++)
        step(world, 1.0 / 60);
    check_goes_on(world, 1800);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// SAV-02: five searches that take many updates; a block of each of the first hundred updates.
static void t_searches_that_are_under_way_end_in_the_same_update(void **state)
{
    (void)state;
    static const wend_grid_kind kinds[] = {WEND_GRID_AUTO, WEND_GRID_ASTAR, WEND_GRID_DIJKSTRA, WEND_GRID_THETA,
                                           WEND_GRID_LAZY_THETA};
    wend_grid *map = rough_map(6);
    wend_world *world = world_on(map, 50);
    send(world, COUNT_OF(kinds), true);
    for (int i = 0; i < COUNT_OF(kinds); i++)
    {
        wend_recipe recipe = wend_default_recipe();
        recipe.plan.search = kinds[i];
        assert_int_equal(wend_world_set_recipe(world, world->body[i].id, &recipe), WEND_OK);
    }
    int unfinished = 0, answered = 0;
    for (int k = 0; k < 100; k++)
    {
        unfinished += world->desk.asking.value != 0;
        answered += world->desk.is_answered;
        check_goes_on(world, 20);
        step(world, 1.0 / 60);
    }
    assert_true(unfinished > 20);
    assert_true(answered > 0);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// SAV-03: one block, twenty times, ten seconds each.
static void t_one_block_leads_to_one_end(void **state)
{
    (void)state;
    wend_grid *map = rough_map(7);
    wend_world *world = world_on(map, 200);
    send(world, 20, true);
    step(world, 1.0 / 60);
    block now = save(world);
    uint64_t first = 0;
    for (int i = 0; i < 20; i++)
    {
        load(world, now);
        for (int k = 0; k < 600; k++)
            step(world, 1.0 / 60);
        first = i == 0 ? wend_world_hash(world) : first;
        assert_true(wend_world_hash(world) == first);
    }
    free(now.bytes);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// A field that all share, saved while it grows, while edits are taken up, and when it is finished.
static void t_fields_that_are_half_built_grow_on(void **state)
{
    (void)state;
    wend_grid *map = rough_map(8);
    wend_world *world = world_on(map, 60);
    send(world, 20, false);
    int growing = 0, behind = 0;
    uint64_t edits = 3;
    for (int k = 0; k < 200; k++)
    {
        const wend_flow_cache *cache = world->desk.flows;
        bool has_any = world->desk.group_count > 0 && world->desk.groups[0].flow != NULL;
        growing += has_any && !wend_flow_is_ready(world->desk.groups[0].flow);
        assert_non_null(cache);
        if (k % 8 == 7)
            for (int i = 0; i < 3; i++)
            {
                wend_cell cell = {1 + (int)(draw(&edits) % (SIDE - 2)), 1 + (int)(draw(&edits) % (SIDE - 2))};
                wend_grid_set(map, cell, !wend_grid_get(map, cell));
                behind++;
            }
        check_goes_on(world, 12);
        step(world, 1.0 / 60);
    }
    assert_true(growing > 20 && behind > 0);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

/// Where a block has how many cells a field has touched; behind that comes the first bucket behind its ring.
static unsigned char *find_touched(block b, const plan_group *group)
{
    enum
    {
        BETWEEN = 17 // from the goal: a way to go diagonally, a radius, whether it is whole
    };
    int64_t touched = wend_flow_touched(group->flow);
    for (size_t i = 0; i + BETWEEN + 16 <= b.size; i++)
        if (memcmp(b.bytes + i, &group->goal, sizeof group->goal) == 0 &&
            memcmp(b.bytes + i + BETWEEN, &touched, sizeof touched) == 0)
            return b.bytes + i + BETWEEN;
    fail_msg("the field isn't in the block");
    return NULL;
}

static bool is_refused(wend_world *world, block b)
{
    put_u64(b.bytes + 24, codec_sum(b.bytes + 32, b.size - 32, codec_sum(b.bytes, 24, 0)));
    return wend_world_load(world, b.bytes, b.size) == WEND_ERROR_BLOCK;
}

/// Does a twin refuse the world's block, or else take it?
static void check_by_twin(wend_world *twin, wend_world *world, bool is_bad)
{
    block now = save(world);
    assert_int_equal(is_refused(twin, now), is_bad);
    free(now.bytes);
}

/// Who doesn't travel waits for no way, and has none.
static void t_plans_of_those_who_stay_are_empty(void **state)
{
    (void)state;
    wend_grid *map = open_map(8, 8);
    wend_world *world = world_on(map, 0), *twin = twin_of(world);
    wend_agent_id id = spawn(world, 1, 1);
    give(world, id, wend_goal_travel(v2(6, 6)));
    step(world, 1.0 / 60);
    give(world, id, wend_goal_arrive(v2(6, 6)));
    agent_plan *plan = &world->desk.plans[0];
    for (int k = 0; k < 4; k++)
    {
        plan->is_wanted = k == 1, plan->is_shared = k == 2, plan->count = k == 3;
        check_by_twin(twin, world, k > 0);
    }
    wend_world_destroy(twin);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

static void t_ways_out_of_the_plane_are_refused(void **state)
{
    (void)state;
    wend_grid *map = open_map(8, 8);
    wend_world *world = world_on(map, 0), *twin = twin_of(world);
    give(world, spawn(world, 1, 1), wend_goal_travel(v2(6, 6)));
    step(world, 1.0 / 60);
    agent_plan *plan = &world->desk.plans[0];
    assert_true(plan->count > 0);
    for (int k = 0; k < 3; k++)
    {
        plan->points[plan->count - 1].z = k == 1 ? 1 : 0;
        plan->end.z = k == 2 ? 1 : 0;
        check_by_twin(twin, world, k > 0);
    }
    wend_world_destroy(twin);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// What a field says of itself must be true, and add up to a number.
static void t_fields_that_cant_be_are_refused(void **state)
{
    (void)state;
    wend_grid *map = rough_map(8);
    for (int i = 0; i < SIDE * SIDE; i++)
        if (wend_grid_get(map, (wend_cell){i % SIDE, i / SIDE}) > 0)
            wend_grid_set(map, (wend_cell){i % SIDE, i / SIDE}, 200); // two cells are as far as its ring reaches
    wend_world *world = world_on(map, 60), *twin = twin_of(world);
    send(world, 20, false);
    int grows = 0, has_later = 0;
    for (int k = 0; k < 100; k++)
    {
        step(world, 1.0 / 60);
        plan_group *group = &world->desk.groups[0];
        if (k % 8 == 7)
            wend_grid_set(map, group->goal, k / 8 % 2 == 0 ? 100 : 200); // all begins anew at the goal
        if (wend_flow_is_ready(group->flow))
            continue;
        grows++;
        block now = save(world), large = save(world), late = save(world);
        put_u64(find_touched(large, group), (uint64_t)1 << 55); // of eight fields the sum is too large
        put_u64(find_touched(late, group) + 8, UINT64_MAX);
        group->has_field = false;
        block without = save(world);
        group->has_field = true;
        assert_false(is_refused(twin, now));
        assert_true(is_refused(twin, large));
        assert_true(is_refused(twin, without));
        has_later += is_refused(twin, late);
        free(now.bytes), free(large.bytes), free(late.bytes), free(without.bytes);
    }
    assert_true(grows > 10 && has_later > 0);
    wend_world_destroy(twin);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// The map is edited after saving and put back: not by a counter, but by what it is, does it count as the same.
static void t_a_map_that_was_put_back_is_the_same(void **state)
{
    (void)state;
    wend_grid *map = rough_map(9);
    for (int is_apart = 0; is_apart < 2; is_apart++)
    {
        wend_world *world = world_on(map, 60), *plain;
        send(world, 20, is_apart);
        for (int k = 0; k < 30; k++)
            step(world, 1.0 / 60);
        wend_grid_set(map, (wend_cell){20, 20}, !wend_grid_get(map, (wend_cell){20, 20})); // nobody has seen it yet
        block now = save(world);
        plain = twin_of(world);
        load(plain, now);
        uint64_t hashes[STEPS];
        for (int k = 0; k < STEPS; k++)
        {
            step(plain, 1.0 / 60);
            hashes[k] = wend_world_hash(plain);
        }
        uint8_t was = wend_grid_get(map, (wend_cell){10, 10});
        wend_grid_set(map, (wend_cell){10, 10}, !was);
        REFUSED(world, WEND_ERROR_BLOCK, wend_world_load(world, now.bytes, now.size), "another grid", "edited", "");
        step(world, 1.0 / 60);
        wend_grid_set(map, (wend_cell){10, 10}, was);
        load(world, now);
        for (int k = 0; k < STEPS; k++)
        {
            step(world, 1.0 / 60);
            assert_true(wend_world_hash(world) == hashes[k]);
        }
        free(now.bytes);
        wend_world_destroy(world);
        wend_world_destroy(plain);
    }
    wend_grid_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_agents_half_way_go_on_round_the_walls),
        cmocka_unit_test(t_searches_that_are_under_way_end_in_the_same_update),
        cmocka_unit_test(t_one_block_leads_to_one_end),
        cmocka_unit_test(t_fields_that_are_half_built_grow_on),
        cmocka_unit_test(t_fields_that_cant_be_are_refused),
        cmocka_unit_test(t_plans_of_those_who_stay_are_empty),
        cmocka_unit_test(t_ways_out_of_the_plane_are_refused),
        cmocka_unit_test(t_a_map_that_was_put_back_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
