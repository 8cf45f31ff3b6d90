// A few who are much larger, or see much farther, than the others don't spoil the cells for everybody.
#include "testing.h"

#include "wend/save.h"
#include "wend/world.h"

enum
{
    SIDE = 60,
    SMALL = SIDE * SIDE
};

static wend_agent_id add(wend_world *world, float x, float y, float radius, float sight)
{
    wend_agent_def def = wend_default_agent_def();
    def.agent.position = v2(x, y);
    def.agent.radius = radius;
    def.agent.neighbour_radius = sight;
    def.group = sight > 1; // the others only stand there
    wend_agent_id id = wend_world_spawn(world, &def);
    assert_true(id.value != 0);
    return id;
}

static wend_world *make(bool does_push, wend_search search)
{
    wend_world_def def = wend_default_world_def();
    def.does_push_apart = does_push;
    def.search = search;
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    return world;
}

/// A lattice of small ones, `pitch` apart.
static void add_lattice(wend_world *world, wend_agent_id *ids, float pitch, float radius, float sight)
{
    for (int i = 0; i < SMALL; i++)
    {
        ids[i] = add(world, pitch * (float)(i % SIDE), pitch * (float)(i / SIDE), radius, sight);
    }
}

static void t_small_hulls_part_beside_a_giant(void **state)
{
    (void)state;
    static wend_agent_id ids[SMALL];
    wend_world *world = make(true, WEND_SEARCH_CELLS);
    add_lattice(world, ids, 1, 0.2f, 1);
    wend_agent_id giant = add(world, -100, 30, 90, 1); // its hull ends at x = -10
    wend_agent_id a = add(world, 30.4f, 30.5f, 0.2f, 1),
                  b = add(world, 30.6f, 30.5f, 0.2f, 1); // 0.2 apart, touch at 0.4
    assert_int_equal(wend_world_step(world, 1 / 60.0), WEND_OK);
    double gap = exact_length(wend_sub(wend_world_position(world, a), wend_world_position(world, b)));
    assert_true(gap >= 0.4 && gap < 0.401);
    for (int i = 0; i < SMALL; i++) // nobody else was in anybody's way
    {
        assert_vec(wend_world_position(world, ids[i]), i % SIDE, i / SIDE, 0, 1e-6);
    }
    assert_vec(wend_world_position(world, giant), -100, 30, 0, 1e-4);
    wend_world_destroy(world);
}

static void t_a_giant_and_small_hulls_part(void **state)
{
    (void)state;
    static wend_agent_id ids[SMALL];
    wend_world *world = make(true, WEND_SEARCH_CELLS);
    add_lattice(world, ids, 1, 0.2f, 1);
    wend_agent_id giant = add(world, 30, -29, 30, 1); // reaches to y = 1 at x = 30
    for (int k = 0; k < 300; k++)
    {
        assert_int_equal(wend_world_step(world, 1 / 60.0), WEND_OK);
    }
    wend_vec at = wend_world_position(world, giant);
    for (int i = 0; i < SMALL; i++)
    {
        assert_true(exact_length(wend_sub(wend_world_position(world, ids[i]), at)) >= 30.2 - 0.01);
    }
    wend_world_destroy(world);
}

static void t_one_who_sees_far(void **state)
{
    (void)state;
    static wend_agent_id ids[SMALL];
    wend_world *world = make(false, WEND_SEARCH_CELLS);
    add_lattice(world, ids, 1, 0.2f, 1.5f);
    add(world, 30.5f, 30.5f, 0.2f, 20);
    assert_int_equal(wend_world_think(world, 1 / 60.0), WEND_OK);
    int expected = 0, inner = 0;
    for (int i = 0; i < SMALL; i++) // who is within 20 of the one, and the lattice's own pairs within 1.5, plus the one
    {
        double x = i % SIDE, y = i / SIDE, d = hypot(x - 30.5, y - 30.5);
        expected += d <= 20;
        for (int dx = -1; dx <= 1; dx++)
        {
            for (int dy = -1; dy <= 1; dy++)
            {
                inner += (dx != 0 || dy != 0) && x + dx >= 0 && x + dx < SIDE && y + dy >= 0 && y + dy < SIDE;
            }
        }
        inner += d <= 1.5;
    }
    wend_world_stats stats = wend_world_get_stats(world);
    assert_int_equal(stats.crowded, 0);
    assert_int_equal(stats.neighbours, expected + inner);
    wend_world_destroy(world);
}

static void t_every_search_agrees_about_giants(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int search = WEND_SEARCH_CELLS; search <= WEND_SEARCH_DIRECT; search++)
    {
        static wend_agent_id ids[SMALL];
        wend_world *world = make(true, (wend_search)search);
        add_lattice(world, ids, 0.45f, 0.2f, 1.5f);
        for (int k = 0; k < 5; k++)
        {
            add(world, 5.0f * (float)k, 7, 1 + (float)k, 10 + 5 * (float)k);
        }
        for (int k = 0; k < 20; k++)
        {
            assert_int_equal(wend_world_step(world, 1 / 60.0), WEND_OK);
        }
        hashes[search] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    assert_true(hashes[0] == hashes[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_small_hulls_part_beside_a_giant),
        cmocka_unit_test(t_a_giant_and_small_hulls_part),
        cmocka_unit_test(t_one_who_sees_far),
        cmocka_unit_test(t_every_search_agrees_about_giants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
