// Walkers: what they think and how their bodies move is the same, bit for bit, side by side in lanes and one by one, as
// it is done for those who are watched; with every instruction set.
#include "../src/isa.h"
#include "testing_world.h"

#include "wend/explain.h"

#include <string.h>

enum
{
    AGENTS = 61, // no whole number of eights
    STEPS = 40
};

static wend_recipe recipe_number(int k)
{
    wend_recipe recipe = wend_default_recipe();
    if (k % 3 == 1)
    {
        recipe.wish_count = 0;
        wend_recipe_add(&recipe, WEND_WISH_GOAL, k % 2 ? 0.7f : 1.3f);
        wend_recipe_add(&recipe, WEND_WISH_COHERE, 1);
    }
    if (k % 7 == 2)
        recipe.turn_rate = 1;
    if (k % 7 == 3)
        wend_recipe_add(&recipe, WEND_WISH_GOAL, 0.5f);
    if (k % 5 == 4)
        recipe.combiner = WEND_COMBINE_SUM;
    return recipe;
}

static float between(wend_random *random, float low, float high)
{
    return wend_random_between(random, low, high);
}

/// Arriving from far away, from near by and from the point itself; brakes of all kinds, or none.
static wend_goal goal_number(wend_random *random, int k, wend_vec place)
{
    float reach = k % 4 == 0 ? 1.0f : 30.0f;
    wend_vec point = wend_add(place, wend_xyz(between(random, -reach, reach), between(random, -reach, reach), 0));
    if (k % 13 == 5)
        point = place;
    wend_goal goal = k % 2 ? wend_goal_arrive(point) : wend_goal_seek(point);
    if (k % 11 == 3)
        goal.radius = 2;
    return goal;
}

static void add_walker(wend_world *world, wend_random *random, int k, bool is_spatial, bool is_watched)
{
    wend_agent_def def = wend_default_agent_def();
    wend_agent *agent = &def.agent;
    float far_out = k % 9 == 0 ? 1e5f : 0;
    agent->position = wend_xyz(far_out + between(random, 0, 40), between(random, 0, 40), 0);
    agent->velocity = wend_xyz(between(random, -2, 2), between(random, -2, 2), 0);
    if (is_spatial)
    {
        agent->position.z = between(random, 0, 40);
        agent->velocity.z = between(random, -2, 2);
    }
    agent->max_speed = k % 10 == 7 ? 0 : between(random, 0.5f, 3);
    agent->max_acceleration = k % 12 == 1 ? 0 : between(random, 0.5f, 20);
    agent->response_time = k % 3 ? between(random, 0, 0.5f) : 0;
    agent->mass = between(random, 0.5f, 2);
    agent->arrival_radius = between(random, 0.5f, 4);
    wend_agent_id id = wend_world_spawn(world, &def);
    wend_recipe recipe = recipe_number(k);
    wend_goal goal = goal_number(random, k, agent->position);
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    assert_int_equal(wend_world_set_goal(world, id, &goal), WEND_OK);
    assert_int_equal(wend_watch(world, id, is_watched), WEND_OK);
}

/// Where everybody is, how it moves and where it looks, step by step; of all that a sum by which it can be compared.
static void walk(wend_plane plane, bool is_watched, wend_vec (*found)[AGENTS][3])
{
    wend_world_def def = wend_default_world_def();
    def.plane = plane;
    def.does_push_apart = false;
    wend_world *world = wend_world_create(&def, NULL);
    wend_random random = wend_random_seed(3, (uint64_t)plane);
    for (int k = 0; k < AGENTS; k++)
        add_walker(world, &random, k, plane == WEND_XYZ, is_watched);
    for (int i = 0; i < STEPS; i++)
    {
        static const wend_field fields[3] = {WEND_FIELD_POSITION, WEND_FIELD_VELOCITY, WEND_FIELD_HEADING};
        assert_int_equal(wend_world_step(world, i % 3 ? 1.0 / 60 : 0.2), WEND_OK);
        for (int f = 0; f < 3; f++)
        {
            wend_vec values[AGENTS];
            assert_int_equal(wend_world_read(world, fields[f], values, sizeof *values, AGENTS), AGENTS);
            for (int k = 0; k < AGENTS; k++)
                found[i][k][f] = values[k];
        }
    }
    wend_world_destroy(world);
}

static void t_walkers_are_the_same_in_lanes_and_one_by_one(void **state)
{
    (void)state;
    static wend_vec watched[STEPS][AGENTS][3], found[STEPS][AGENTS][3];
    static const wend_plane planes[] = {WEND_XY, WEND_XYZ};
    for (int p = 0; p < 2; p++)
    {
        walk(planes[p], true, watched);
        assert_true(wend_distance(watched[0][22][0], watched[STEPS - 1][22][0]) > 1);
        for (int set = 0; set < ISA_SET_COUNT; set++)
        {
            if (!isa_use((isa_set)set))
            {
                print_message("skipped: this machine hasn't got %s\n", isa_name((isa_set)set));
                continue;
            }
            walk(planes[p], false, found);
            for (int i = 0; i < STEPS; i++)
                for (int k = 0; k < AGENTS; k++)
                    assert_memory_equal(found[i][k], watched[i][k], sizeof found[i][k]);
        }
        assert_true(isa_use(ISA_SET_COUNT));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_walkers_are_the_same_in_lanes_and_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
