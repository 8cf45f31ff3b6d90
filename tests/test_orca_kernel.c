// The kernel of reciprocal avoidance: with every instruction set, in crowds of many kinds, the same bits as wend_orca
// for each agent by itself, which is what a direct search leads to.
#include "../src/isa.h"
#include "testing.h"

#include "wend/obstacle.h"
#include "wend/save.h"
#include "wend/world.h"

enum
{
    AGENTS = 300,
    STEPS = 12
};

/// A kind of crowd.
typedef struct crowd_kind
{
    wend_edge edge;
    float side, far_out; // of the square, and where it is
    float spread;        // of neighbour radii, 1: all equal
    int most, on_one_spot;
    bool is_lattice; // equal distances everywhere
    bool has_walls, has_limits, has_others;
} crowd_kind;

static const crowd_kind kinds[] = {
    {.side = 40, .spread = 1, .most = 10},
    {.side = 18, .spread = 1, .most = 10, .has_limits = true},
    {.side = 14, .spread = 2.5f, .most = 32, .has_walls = true, .has_limits = true},
    {.side = 25, .spread = 1, .most = 11, .edge = WEND_EDGE_WRAP, .far_out = -300},
    {.side = 25, .spread = 1, .most = 3, .edge = WEND_EDGE_BOUNCE, .is_lattice = true},
    {.side = 30, .spread = 1, .most = 10, .on_one_spot = 120},
    {.side = 20, .spread = 4, .most = 17, .far_out = 40000, .on_one_spot = 5, .has_others = true},
    {.side = 30, .spread = 1, .most = 0},
    {.side = 30, .spread = 1e6f, .most = 8, .has_others = true},
};

static wend_recipe recipe_of(const crowd_kind *kind, int i)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.dodge = WEND_DODGE_ORCA;
    recipe.orca.most = kind->most;
    recipe.orca.seconds = i % 3 == 0 ? 4 : 2;
    recipe.orca.gap = i % 2 ? 0 : 0.05f;
    recipe.orca.patience = i % 5 == 0 ? 0 : 0.5f;
    if (i % 7 == 0)
        recipe.body = WEND_BODY_TURNS;
    return recipe;
}

static void add_agent(wend_world *world, const crowd_kind *kind, wend_random *random, int i)
{
    wend_agent_def def = wend_default_agent_def();
    float x = wend_random_between(random, 0, kind->side), y = wend_random_between(random, 0, kind->side);
    wend_vec place = kind->is_lattice        ? wend_xyz((float)(i % 18) * 1.5f, (float)(i / 18) * 1.5f, 0)
                     : i < kind->on_one_spot ? wend_xyz(3, 3, 0)
                                             : wend_xyz(x, y, 0);
    def.agent.position = wend_add(wend_xyz(kind->far_out, kind->far_out, 0), place);
    def.agent.radius = kind->is_lattice ? 0.4f : wend_random_between(random, 0.2f, 0.5f);
    def.agent.neighbour_radius = wend_random_between(random, 4, 4 * kind->spread + 1e-3f);
    def.agent.max_speed = wend_random_between(random, i % 20 == 0 ? 0 : 0.7f, 2);
    def.agent.max_acceleration = kind->has_limits ? wend_random_between(random, 0.5f, 4) : 1e9f;
    def.agent.response_time = kind->has_limits && i % 2 ? 0.3f : 0;
    wend_agent_id id = wend_world_spawn(world, &def);
    wend_recipe recipe = recipe_of(kind, i);
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    float to_x = wend_random_between(random, 0, kind->side), to_y = wend_random_between(random, 0, kind->side);
    wend_goal goal = wend_goal_arrive(wend_add(wend_xyz(kind->far_out, kind->far_out, 0), wend_xyz(to_x, to_y, 0)));
    if (i % 11 != 0)
        assert_int_equal(wend_world_set_goal(world, id, &goal), WEND_OK);
}

static wend_world *make(const crowd_kind *kind, const wend_obstacles *walls, wend_search search, int threads)
{
    wend_world_def def = wend_default_world_def();
    def.edge = kind->edge;
    def.low = wend_xyz(kind->far_out, kind->far_out, 0);
    def.high = wend_xyz(kind->far_out + kind->side, kind->far_out + kind->side, 0);
    def.search = search;
    def.threads = threads;
    if (kind->has_walls)
        def.caster = wend_obstacles_caster(walls);
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    wend_random random = wend_random_seed(5, (uint64_t)(kind - kinds));
    for (int i = 0; i < AGENTS; i++)
        add_agent(world, kind, &random, i);
    for (int i = 0; kind->has_others && i < 3; i++)
    {
        wend_agent_def def_of_giant = wend_default_agent_def();
        def_of_giant.agent.position = wend_xyz(kind->far_out + 5 * (float)i, kind->far_out + 5, 0);
        def_of_giant.agent.radius = 3;
        wend_agent_id id = wend_world_spawn(world, &def_of_giant);
        wend_recipe recipe = recipe_of(kind, 1);
        assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    }
    return world;
}

/// The hash after some steps, and how many were seen.
static uint64_t hash_of(const crowd_kind *kind, wend_search search, int threads, double *seen)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    wend_obstacles *walls = wend_obstacles_create(&def, NULL);
    for (int i = 0; i < 4; i++)
    {
        wend_shape wall = wend_default_shape(WEND_SHAPE_SEGMENT);
        wall.from = v2((float)i * 3 + 1, 2), wall.to = v2((float)i * 3 + 2, 9);
        assert_true(wend_obstacles_add(walls, &wall).value != 0);
    }
    wend_world *world = make(kind, walls, search, threads);
    *seen = 0;
    for (int i = 0; i < STEPS; i++)
    {
        assert_int_equal(wend_world_step(world, i % 3 ? 0.1 : 0.25), WEND_OK);
        *seen += wend_world_get_stats(world).neighbours;
    }
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    wend_obstacles_destroy(walls);
    return hash;
}

static void t_lanes_give_the_same_bits_as_the_plain_function(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    {
        double seen, expected_seen;
        uint64_t expected = hash_of(&kinds[i], WEND_SEARCH_DIRECT, 1, &expected_seen);
        assert_true(expected_seen > AGENTS * STEPS);
        for (int set = 0; set < ISA_SET_COUNT; set++)
        {
            if (!isa_use((isa_set)set))
            {
                print_message("skipped: this machine hasn't got %s\n", isa_name((isa_set)set));
                continue;
            }
            assert_true(hash_of(&kinds[i], WEND_SEARCH_CELLS, set == 0 ? 3 : 1, &seen) == expected);
            assert_true(seen == expected_seen);
        }
        assert_true(isa_use(ISA_SET_COUNT));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_lanes_give_the_same_bits_as_the_plain_function),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
