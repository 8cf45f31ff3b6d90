// Reciprocal avoidance as the dodge of a world: field cases of symmetry, jams and overlaps, by their ids.
#include "testing_memory.h"
#include "testing_world.h"

#include "wend/explain.h"
#include "wend/obstacle.h"

enum
{
    MOST = 100
};

typedef struct crowd
{
    wend_world *world;
    wend_obstacles *walls;
    wend_recipe recipe;
    wend_agent_id ids[MOST];
    int count;
    double least_gap, least_wall, turned, way; // of all pairs and walls; of the first one
} crowd;

static void begin(crowd *c)
{
    memset(c, 0, sizeof *c);
    wend_obstacles_def walls = wend_default_obstacles_def();
    c->walls = wend_obstacles_create(&walls, NULL);
    wend_world_def def = wend_default_world_def();
    def.caster = wend_obstacles_caster(c->walls);
    c->world = wend_world_create(&def, NULL);
    assert_non_null(c->world);
    c->recipe = wend_default_recipe();
    c->recipe.dodge = WEND_DODGE_ORCA;
    c->least_gap = c->least_wall = 1e9;
}

static void end(crowd *c)
{
    wend_world_destroy(c->world);
    wend_obstacles_destroy(c->walls);
}

static int add_idle(crowd *c, float x, float y, float radius, float speed)
{
    wend_agent_def def = wend_default_agent_def();
    def.agent.position = v2(x, y);
    def.agent.radius = radius;
    def.agent.max_speed = speed;
    def.agent.arrival_radius = 0.5f;
    c->ids[c->count] = wend_world_spawn(c->world, &def);
    assert_true(c->ids[c->count].value != 0);
    assert_int_equal(wend_world_set_recipe(c->world, c->ids[c->count], &c->recipe), WEND_OK);
    return c->count++;
}

static int add_walker(crowd *c, float x, float y, float to_x, float to_y, float radius)
{
    int k = add_idle(c, x, y, radius, 1);
    wend_goal goal = wend_goal_arrive(v2(to_x, to_y));
    assert_int_equal(wend_world_set_goal(c->world, c->ids[k], &goal), WEND_OK);
    return k;
}

static void add_wall(crowd *c, float x0, float y0, float x1, float y1)
{
    wend_shape wall = wend_default_shape(WEND_SHAPE_SEGMENT);
    wall.from = v2(x0, y0), wall.to = v2(x1, y1);
    assert_true(wend_obstacles_add(c->walls, &wall).value != 0);
}

static wend_vec place_of(const crowd *c, int k)
{
    return wend_world_position(c->world, c->ids[k]);
}

static void measure(crowd *c, wend_vec before, wend_vec *heading)
{
    for (int i = 0; i < c->count; i++)
    {
        wend_agent_def a, b;
        wend_world_get(c->world, c->ids[i], &a);
        wend_hit hit;
        if (wend_obstacles_closest(c->walls, a.agent.position, 2 * a.agent.radius, 0, &hit))
            c->least_wall = fmin(c->least_wall, (double)(hit.distance - a.agent.radius));
        for (int j = 0; j < i; j++)
        {
            wend_world_get(c->world, c->ids[j], &b);
            double away = exact_length(wend_sub(a.agent.position, b.agent.position));
            c->least_gap = fmin(c->least_gap, away - (double)a.agent.radius - (double)b.agent.radius);
        }
    }
    wend_vec velocity = wend_world_velocity(c->world, c->ids[0]);
    if (wend_length(velocity) > 0.02f)
    {
        c->turned += (double)wend_angle_between(*heading, velocity);
        *heading = velocity;
    }
    c->way += exact_length(wend_sub(place_of(c, 0), before));
}

/// Steps of 1/60 s until all of the first `walkers` have arrived. Returns when, or -1 after `most` seconds.
static double run_until(crowd *c, int walkers, double most)
{
    wend_vec heading = wend_world_heading(c->world, c->ids[0]);
    for (int step = 1; step <= (int)(most * 60); step++)
    {
        wend_vec before = place_of(c, 0);
        assert_int_equal(wend_world_step(c->world, 1.0 / 60), WEND_OK);
        measure(c, before, &heading);
        int arrived = 0;
        for (int k = 0; k < walkers; k++)
            arrived += wend_world_has_arrived(c->world, c->ids[k]);
        if (arrived == walkers)
            return step / 60.0;
    }
    return -1;
}

static void assert_within(double seconds, double most)
{
    if (seconds < 0 || seconds > most)
    {
        print_error("took %g s, at most %g\n", seconds, most);
        fail();
    }
}

// ---- symmetry

static void t_two_head_on_pass_and_never_touch(void **state)
{
    (void)state;
    crowd c;
    begin(&c);
    add_walker(&c, -10, 0, 10, 0, 0.5f);
    add_walker(&c, 10, 0, -10, 0, 0.5f);
    assert_within(run_until(&c, 2, 30), 25);
    assert_true(c.least_gap >= 0);
    assert_true(c.least_gap < 0.2); // and they don't shy away either
    end(&c);
}

/// SYM-02, in units of a map in pixels.
static void t_sym_02_large_and_fast(void **state)
{
    (void)state;
    crowd c;
    begin(&c);
    for (int k = 0; k < 2; k++)
    {
        wend_agent_def def = wend_default_agent_def();
        def.agent.position = v2(k ? 100 : -100, 0);
        def.agent.radius = 25, def.agent.max_speed = 100, def.agent.max_acceleration = 400;
        def.agent.neighbour_radius = 300, def.agent.arrival_radius = 20;
        c.ids[k] = wend_world_spawn(c.world, &def);
        wend_world_set_recipe(c.world, c.ids[k], &c.recipe);
        wend_goal goal = wend_goal_arrive(v2(k ? -100 : 100, 0));
        wend_world_set_goal(c.world, c.ids[k], &goal);
    }
    c.count = 2;
    assert_within(run_until(&c, 2, 20), 8);
    assert_true(c.least_gap >= -0.25);
    end(&c);
}

static void circle(crowd *c, int count, double radius)
{
    begin(c);
    for (int i = 0; i < count; i++)
    {
        double angle = 2 * PI * i / count;
        float x = (float)(radius * cos(angle)), y = (float)(radius * sin(angle));
        add_walker(c, x, y, -x, -y, 0.5f);
    }
}

/// SYM-03: within three times the straight way's time; no overlap of more than a hundredth of a radius.
static void t_sym_03_circles(void **state)
{
    (void)state;
    const int counts[] = {2, 3, 4, 5, 8, 16, 20};
    for (int k = 0; k < COUNT_OF(counts); k++)
    {
        crowd c;
        circle(&c, counts[k], 10);
        assert_within(run_until(&c, counts[k], 70), 60);
        assert_true(c.least_gap >= -0.005);
        end(&c);
    }
}

static void t_the_same_again_with_any_number_of_threads(void **state)
{
    (void)state;
    uint64_t hashes[3];
    for (int k = 0; k < 3; k++)
    {
        wend_world_def def = wend_default_world_def();
        def.threads = k + 1;
        def.search = k == 2 ? WEND_SEARCH_DIRECT : WEND_SEARCH_CELLS;
        wend_world *world = wend_world_create(&def, NULL);
        wend_recipe recipe = wend_default_recipe();
        recipe.dodge = WEND_DODGE_ORCA;
        for (int i = 0; i < 600; i++)
        {
            wend_agent_id id = spawn(world, (float)(i % 25) * 1.3f, (float)(i / 25) * 1.1f);
            wend_world_set_recipe(world, id, &recipe);
            wend_goal goal = wend_goal_arrive(v2((float)(i * 7 % 30), (float)(i * 11 % 30)));
            wend_world_set_goal(world, id, &goal);
        }
        for (int step = 0; step < 60; step++)
            assert_int_equal(wend_world_step(world, 0.05), WEND_OK);
        hashes[k] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    assert_true(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
}

/// Whoever sees nobody goes dead straight; the mirror image of a crowd moves as its mirror image.
static void t_mirrored_crowds_move_mirrored(void **state)
{
    (void)state;
    crowd up, down;
    begin(&up), begin(&down);
    wend_random random = wend_random_seed(3, 4);
    for (int i = 0; i < 12; i++)
    {
        float x = wend_random_between(&random, -6, 6), y = wend_random_between(&random, -6, 6);
        float to_x = wend_random_between(&random, -6, 6), to_y = wend_random_between(&random, -6, 6);
        add_walker(&up, x, y, to_x, to_y, 0.2f);
        add_walker(&down, x, -y, to_x, -to_y, 0.2f);
    }
    for (int step = 0; step < 120; step++)
    {
        wend_world_step(up.world, 1.0 / 60);
        wend_world_step(down.world, 1.0 / 60);
    }
    for (int i = 0; i < 12; i++)
        assert_true(place_of(&up, i).x == place_of(&down, i).x && place_of(&up, i).y == -place_of(&down, i).y);
    end(&up), end(&down);
}

/// SYM-05: a round obstacle dead ahead is gone round.
static void t_sym_05_a_pillar_dead_ahead(void **state)
{
    (void)state;
    crowd c;
    begin(&c);
    wend_vec corners[16];
    for (int k = 0; k < 16; k++)
        corners[k] = v2((float)(2 * cos(2 * PI * k / 16)), (float)(2 * sin(2 * PI * k / 16)));
    wend_shape pillar = wend_default_shape(WEND_SHAPE_POLYGON);
    pillar.points = corners, pillar.count = 16;
    assert_true(wend_obstacles_add(c.walls, &pillar).value != 0);
    add_walker(&c, -6, 0, 6, 0, 0.5f);
    assert_within(run_until(&c, 1, 60), 30);
    assert_true(c.way < 14 && c.least_wall >= 0);
    end(&c);
}

static void t_sym_06_past_one_who_stands(void **state)
{
    (void)state;
    crowd c;
    begin(&c);
    add_walker(&c, -5, 0, 5, 0, 0.5f);
    add_idle(&c, 0, 0, 0.5f, 1);
    assert_within(run_until(&c, 1, 30), 15);
    assert_true(c.turned < 2 * PI && c.least_gap >= 0);
    end(&c);
}

// ---- jams

/// JAM-06: whether those who stand step aside or not.
static void t_jam_06_round_a_row_of_three(void **state)
{
    (void)state;
    for (int stubborn = 0; stubborn < 2; stubborn++)
    {
        crowd c;
        begin(&c);
        add_wall(&c, -10, 3, 10, 3);
        add_wall(&c, -10, -3, 10, -3);
        add_walker(&c, -6, 0, 6, 0, 0.5f);
        c.recipe.dodge = stubborn ? WEND_DODGE_NONE : WEND_DODGE_ORCA;
        for (int k = -1; k <= 1; k++)
            add_idle(&c, 0, 1.2f * (float)k, 0.5f, 1);
        assert_within(run_until(&c, 1, 40), 20);
        assert_true(c.least_gap >= 0 && c.least_wall >= 0);
        for (int k = 1; k <= 3 && stubborn; k++) // nobody can push them
            assert_true(place_of(&c, k).x == 0 && place_of(&c, k).y == 1.2f * (float)(k - 2));
        end(&c);
    }
}

/// JAM-07: an idle crowd parts for whoever comes through, and, holding its places, comes back.
static void t_jam_07_a_crowd_parts(void **state)
{
    (void)state;
    crowd c;
    begin(&c);
    add_walker(&c, -8, 0, 8, 0, 0.5f);
    for (int k = 0; k < 25; k++)
    {
        float x = 1.1f * (float)(k % 5 - 2), y = 1.1f * (float)(k / 5 - 2);
        add_walker(&c, x, y, x, y, 0.5f);
    }
    assert_within(run_until(&c, 1, 60), 45);
    for (int step = 0; step < 15 * 60; step++)
        wend_world_step(c.world, 1.0 / 60);
    for (int k = 0; k < 25; k++)
    {
        wend_vec home = v2(1.1f * (float)(k % 5 - 2), 1.1f * (float)(k / 5 - 2));
        assert_true(exact_length(wend_sub(place_of(&c, k + 1), home)) < 0.5);
    }
    assert_true(c.least_gap >= -0.005);
    end(&c);
}

/// JAM-08: two meet in a corridor that is just wide enough.
static void t_jam_08_two_in_a_corridor(void **state)
{
    (void)state;
    crowd c;
    begin(&c);
    add_wall(&c, -10, 1, 10, 1);
    add_wall(&c, -10, -1, 10, -1);
    add_walker(&c, -6, 0, 6, 0, 0.45f);
    add_walker(&c, 6, 0, -6, 0, 0.45f);
    assert_within(run_until(&c, 2, 40), 25);
    assert_true(c.least_wall >= 0 && c.least_gap >= 0);
    end(&c);
}

/// OUT-03: ten on one spot part by their ids. OUT-05: somebody far away is not touched by that.
static void t_out_03_a_pile_on_one_spot_parts(void **state)
{
    (void)state;
    wend_vec far_ends[2];
    for (int pile = 0; pile < 2; pile++)
    {
        crowd c;
        begin(&c);
        add_walker(&c, 30, 0, 60, 0, 0.5f);
        for (int k = 0; k < 10 * pile; k++)
            add_idle(&c, 0, 0, 0.5f, 1);
        for (int step = 0; step < 300; step++)
            wend_world_step(c.world, 1.0 / 60);
        wend_vec heading = v2(1, 0);
        measure(&c, place_of(&c, 0), &heading);
        assert_true(!pile || c.least_gap >= -1e-3);
        far_ends[pile] = place_of(&c, 0);
        end(&c);
    }
    assert_true(wend_equal(far_ends[0], far_ends[1]));
}

// ---- what may be chosen, what is told

static void t_priority_and_yield(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        crowd c;
        begin(&c);
        c.recipe.orca.priority = k == 0 ? 1 : 0;
        c.recipe.orca.yield = k == 0 ? 0.5f : 0.0f;
        add_walker(&c, -6, 0, 6, 0, 0.5f);
        c.recipe.orca = wend_default_orca_def();
        add_walker(&c, 6, 0.2f, -6, 0.2f, 0.5f);
        for (int step = 0; step < 10 * 60; step++)
        {
            wend_world_step(c.world, 1.0 / 60);
            assert_true(place_of(&c, 0).y == 0); // dead straight
        }
        assert_true(place_of(&c, 1).x < -2);
        end(&c);
    }
}

static void t_masks_say_whom_one_avoids(void **state)
{
    (void)state;
    crowd c;
    begin(&c);
    add_walker(&c, -6, 0, 6, 0, 0.5f);
    add_walker(&c, 6, 0.1f, -6, 0.1f, 0.5f);
    wend_agent_def blind;
    wend_world_get(c.world, c.ids[0], &blind);
    blind.mask = 2; // notices nobody on layer 1
    assert_int_equal(wend_world_set(c.world, c.ids[0], &blind), WEND_OK);
    wend_vec heading = v2(1, 0);
    for (int step = 0; step < 10 * 60; step++)
    {
        wend_world_step(c.world, 1.0 / 60);
        measure(&c, place_of(&c, 0), &heading);
        assert_true(place_of(&c, 0).y == 0);
    }
    assert_true(c.least_gap >= 0); // the other one sees to it alone
    end(&c);
}

static void t_it_can_be_asked_why(void **state)
{
    (void)state;
    crowd c;
    begin(&c);
    add_wall(&c, -10, 1, 10, 1);
    add_walker(&c, -2, 0, 6, 0, 0.5f);
    add_walker(&c, 2, 0, -6, 0, 0.5f);
    wend_orca_result result;
    wend_orca_state memory;
    assert_int_equal(wend_explain_orca(c.world, c.ids[0], &result, &memory), WEND_ERROR_ID);
    assert_int_equal(wend_watch(c.world, c.ids[0], true), WEND_OK);
    for (int step = 0; step < 60; step++)
        wend_world_step(c.world, 1.0 / 60);
    assert_int_equal(wend_explain_orca(c.world, c.ids[0], &result, &memory), WEND_OK);
    assert_int_equal(result.count, 2);
    assert_true(result.halves[0].is_wall && result.halves[0].normal.y < -0.99f);
    assert_true(!result.halves[1].is_wall && result.halves[1].cause == c.ids[1].value);
    wend_reason reason;
    wend_explain(c.world, c.ids[0], &reason);
    assert_true(wend_equal(reason.dodged, result.velocity));
    assert_true(exact_length(wend_sub(reason.result, reason.dodged)) < 1e-6); // nothing is cut off afterwards
    end(&c);
}

static void t_bad_numbers_are_refused(void **state)
{
    (void)state;
    wend_error error;
    wend_recipe recipe = wend_default_recipe();
    recipe.orca.seconds = 0;
    assert_int_equal(wend_recipe_check(&recipe, &error), WEND_ERROR_VALUE);
    assert_non_null(strstr(error.text, "orca seconds"));
    recipe = wend_default_recipe();
    recipe.orca.most = WEND_ORCA_MOST + 1;
    assert_int_equal(wend_recipe_check(&recipe, &error), WEND_ERROR_VALUE);
    recipe = wend_default_recipe();
    recipe.orca.yield = 1.5f;
    assert_int_equal(wend_recipe_check(&recipe, &error), WEND_ERROR_VALUE);
    assert_non_null(strstr(error.text, "1.5"));
}

static void t_updates_take_no_memory(void **state)
{
    (void)state;
    ledger book = {.left = -1};
    wend_world_def def = wend_default_world_def();
    def.allocator = ledger_allocator(&book);
    wend_world *world = wend_world_create(&def, NULL);
    wend_recipe recipe = wend_default_recipe();
    recipe.dodge = WEND_DODGE_ORCA;
    for (int i = 0; i < 200; i++)
    {
        wend_agent_id id = spawn(world, (float)(i % 20), (float)(i / 20));
        wend_world_set_recipe(world, id, &recipe);
        wend_goal goal = wend_goal_seek(v2((float)(i * 7 % 30), (float)(i * 11 % 30)));
        wend_world_set_goal(world, id, &goal);
    }
    wend_world_step(world, 0.05);
    int taken = book.taken;
    for (int step = 0; step < 50; step++)
        assert_int_equal(wend_world_step(world, 0.05), WEND_OK);
    assert_int_equal(book.taken, taken);
    wend_world_destroy(world);
    assert_int_equal(book.taken, book.given);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_two_head_on_pass_and_never_touch),
        cmocka_unit_test(t_sym_02_large_and_fast),
        cmocka_unit_test(t_sym_03_circles),
        cmocka_unit_test(t_the_same_again_with_any_number_of_threads),
        cmocka_unit_test(t_mirrored_crowds_move_mirrored),
        cmocka_unit_test(t_sym_05_a_pillar_dead_ahead),
        cmocka_unit_test(t_sym_06_past_one_who_stands),
        cmocka_unit_test(t_jam_06_round_a_row_of_three),
        cmocka_unit_test(t_jam_07_a_crowd_parts),
        cmocka_unit_test(t_jam_08_two_in_a_corridor),
        cmocka_unit_test(t_out_03_a_pile_on_one_spot_parts),
        cmocka_unit_test(t_priority_and_yield),
        cmocka_unit_test(t_masks_say_whom_one_avoids),
        cmocka_unit_test(t_it_can_be_asked_why),
        cmocka_unit_test(t_bad_numbers_are_refused),
        cmocka_unit_test(t_updates_take_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
