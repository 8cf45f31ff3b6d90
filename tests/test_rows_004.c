// Rows of CLAIMS 004 that no other file has: defaults, refusals, whom and what a world owns. The rest:
// test_rows_004_motion.c. Not here: what is about avoidance and casts (004-04, 70..79).
#include "testing_world.h"

#include <stdlib.h>

#include "wend/explain.h"

// ---- defaults and what is refused

static void t_004_05_index_defaults(void **state)
{
    (void)state;
    wend_near_def def = wend_default_near_def();
    assert_close(def.cell_size, 4, 0);
    assert_false(def.is_spatial); // flat; the plane is XY (CLAIMS 0.1), the row has XZ
    assert_false(def.does_wrap);
    wend_near *index = wend_near_create(&def, NULL);
    assert_non_null(index);
    const wend_vec points[] = {{3, 0, 100}, {0, 3, 0}, {0, 4, 0}};
    int found[3];
    assert_int_equal(wend_near_build(index, points, sizeof *points, 3), WEND_OK);
    assert_int_equal(wend_near_radius(index, v2(0, 0), 3, found, 3), 2); // how high one is doesn't count
    wend_near_destroy(index);
}

// A group number is > 0 in the source; 0 is allowed here and means: in no flock.
static void t_004_07_flock_weights(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add_to(world, agent_at(0, 0), 0);
    wend_recipe recipe = wend_default_recipe();
    float *const weights[] = {&recipe.flock.separation, &recipe.flock.alignment, &recipe.flock.cohesion};
    static const char *const names[] = {"separation", "alignment", "cohesion"};
    const float bad[] = {-1, -1e-30f, NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++)
    {
        float good = *weights[i];
        for (int k = 0; k < COUNT_OF(bad); k++)
        {
            *weights[i] = bad[k];
            uint64_t hash = wend_world_hash(world);
            assert_int_equal(wend_recipe_check(&recipe, NULL), WEND_ERROR_VALUE);
            assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_ERROR_VALUE);
            assert_non_null(strstr(wend_world_error(world)->text, names[i]));
            assert_true(wend_world_hash(world) == hash);
        }
        *weights[i] = 0;
        assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
        *weights[i] = good;
    }
    wend_world_destroy(world);
}

// 65 536 is a floor (CLAIMS 0.1); that 16 777 217 are refused isn't tried: their definitions alone take 2 GB.
static void t_004_08_more_than_65536_agents(void **state)
{
    (void)state;
    static wend_agent_def defs[65537];
    for (int i = 0; i < COUNT_OF(defs); i++)
    {
        defs[i] = wend_default_agent_def();
        defs[i].agent.position = v2((float)(i % 300), (float)(i / 300));
    }
    wend_world *world = make(WEND_XY);
    assert_int_equal(wend_world_spawn_many(world, defs, COUNT_OF(defs), NULL), WEND_OK);
    assert_true(add_to(world, agent_at(-5, -5), 0).value != 0);
    assert_int_equal(wend_world_count(world), 65538);
    think(world, 1 / 60.0);
    assert_int_equal(WEND_MAX_AGENTS, 16777216);
    wend_world_destroy(world);
}

// ---- goals and flocks

// A point goal replaces one about a target: how the target moves is ignored from then on, and that it is gone as well.
static void t_004_12_a_point_goal_replaces_follow_and_wander(void **state)
{
    (void)state;
    for (int was = 0; was < 2; was++)
    {
        wend_world *world = make(WEND_XY);
        wend_agent_id target = add_to(world, brisk(0, 10, 3, 0), 0), id = add_to(world, brisk(0, 0, 0, 0), 0);
        give(world, id, was ? wend_goal_wander() : wend_goal_pursue(target));
        think(world, 0.25);
        assert_true(exact_length(wend_world_velocity(world, id)) > 1);
        give(world, id, wend_goal_arrive(v2(0, -20)));
        assert_int_equal(wend_world_report(world, target, v2(0, 3), v2(-3, 0)), WEND_OK);
        think(world, 0.25);
        assert_vec(wend_world_velocity(world, id), 0, -2, 0, 1e-6);
        assert_int_equal(wend_world_remove(world, target), WEND_OK);
        think(world, 0.25);
        int events = -1;
        wend_world_events(world, &events);
        assert_int_equal(events, 0);
        wend_goal goal;
        assert_int_equal(wend_world_get_goal(world, id, &goal), WEND_OK);
        assert_int_equal(goal.kind, WEND_GOAL_ARRIVE);
        assert_true(goal.target.value == 0);
        wend_world_destroy(world);
    }
}

// Ids of another world are unknown where they name no agent of this one. (Every world counts from 1, so one that does
// can't be told from an own one.)
static void t_004_13_whom_to_follow(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY), *other = make(WEND_XY);
    wend_agent_id a = add_to(world, agent_at(0, 0), 0), b = add_to(world, agent_at(5, 0), 0), foreign = {0};
    for (int i = 0; i < 3; i++)
        foreign = add_to(other, agent_at(0, 0), 0);
    wend_goal goal = wend_goal_pursue(a), kept;
    assert_int_equal(wend_world_set_goal(world, a, &goal), WEND_ERROR_SELF);
    goal = wend_goal_pursue(foreign);
    assert_int_equal(wend_world_set_goal(world, a, &goal), WEND_ERROR_ID);
    goal = wend_goal_of(WEND_GOAL_PURSUE); // nobody
    assert_int_equal(wend_world_set_goal(world, a, &goal), WEND_ERROR_ID);
    give(world, a, wend_goal_pursue(b));
    wend_agent_id gone = add_to(world, agent_at(9, 9), 0);
    assert_int_equal(wend_world_remove(world, gone), WEND_OK);
    goal = wend_goal_evade(gone, 3);
    assert_int_equal(wend_world_set_goal(world, a, &goal), WEND_ERROR_ID);
    assert_int_equal(wend_world_get_goal(world, a, &kept), WEND_OK); // the refused ones changed nothing
    assert_int_equal(kept.kind, WEND_GOAL_PURSUE);
    assert_true(wend_same_agent(kept.target, b));
    wend_world_destroy(world);
    wend_world_destroy(other);
}

static void t_004_16_leaving_a_flock(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id a = add_to(world, brisk(0, 0, 0, 0), 1), b = add_to(world, brisk(2, 0, 0, 0), 1);
    think(world, 0.05);
    assert_true(wend_world_velocity(world, a).x < 0 && wend_world_velocity(world, b).x > 0); // they keep apart
    wend_agent_def def;
    assert_int_equal(wend_world_get(world, b, &def), WEND_OK);
    def.group = 0;
    assert_int_equal(wend_world_set(world, b, &def), WEND_OK);
    think(world, 0.05);
    assert_vec(wend_world_velocity(world, a), 0, 0, 0, 0); // neither way
    assert_vec(wend_world_velocity(world, b), 0, 0, 0, 0);
    assert_int_equal(wend_world_get_stats(world).neighbours, 0);
    def.group = 1;
    assert_int_equal(wend_world_set(world, b, &def), WEND_OK);
    think(world, 0.05);
    assert_true(wend_world_velocity(world, a).x < 0 && wend_world_velocity(world, b).x > 0);
    wend_world_destroy(world);
}

// Velocities are copies here: the one in hand stays; of an agent that is gone there is none.
static void t_004_18_a_result_is_a_copy(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add_to(world, brisk(0, 0, 0, 0), 0);
    give(world, id, wend_goal_seek(v2(10, 0)));
    think(world, 0.25);
    wend_vec first = wend_world_velocity(world, id);
    assert_vec(first, 2, 0, 0, 1e-6);
    assert_int_equal(wend_world_report(world, id, v2(0, 0), first), WEND_OK);
    think(world, 0.25);
    assert_vec(wend_world_velocity(world, id), 4, 0, 0, 1e-6);
    assert_int_equal(wend_world_remove(world, id), WEND_OK);
    assert_vec(wend_world_velocity(world, id), 0, 0, 0, 0);
    assert_vec(first, 2, 0, 0, 1e-6);
    wend_world_destroy(world);
}

// ---- what a world owns

typedef struct host
{
    long blocks, calls;
    wend_agent_id ids[8];
    int count;
} host;

static void *take(size_t size, void *user)
{
    ((host *)user)->blocks++;
    return malloc(size);
}

static void give_back(void *block, void *user)
{
    ((host *)user)->blocks--;
    free(block);
}

static void begin(int count, void *user)
{
    host *h = user;
    h->count = 0;
    h->calls += count > 0;
}

static void note(wend_agent_id id, wend_vec position, void *user)
{
    (void)position;
    host *h = user;
    h->ids[h->count++] = id;
    h->calls++;
}

static int everybody(wend_vec position, float radius, wend_agent_id *out, int capacity, void *user)
{
    (void)position, (void)radius;
    host *h = user;
    assert_true(h->count <= capacity);
    memcpy(out, h->ids, (size_t)h->count * sizeof *out);
    h->calls++;
    return h->count;
}

// A world frees all that it took and calls nothing of the host's while it goes; so worlds go before providers, and a
// provider serves the next world.
static void t_004_19_81_a_world_goes_before_its_providers(void **state)
{
    (void)state;
    host h = {0};
    for (int round = 0; round < 2; round++)
    {
        long calls_before = h.calls;
        wend_world_def def = wend_default_world_def();
        def.allocator = (wend_allocator){take, give_back, &h};
        def.search = WEND_SEARCH_HOST;
        def.source = (wend_neighbour_source){begin, note, NULL, everybody, &h};
        wend_world *world = wend_world_create(&def, NULL);
        assert_non_null(world);
        for (int i = 0; i < 8; i++)
        {
            wend_agent_id id = add_to(world, agent_at((float)i, 0), 1);
            give(world, id, wend_goal_wander());
            assert_int_equal(wend_watch(world, id, true), WEND_OK);
        }
        for (int i = 0; i < 10; i++)
            step(world, 0.05);
        assert_true(h.blocks > 0 && h.calls > calls_before);
        calls_before = h.calls;
        wend_world_destroy(world);
        assert_int_equal(h.blocks, 0);
        assert_int_equal(h.calls, calls_before);
    }
}

// ---- errors are codes

static wend_status status_inside;

static wend_vec mutating_dodge(const wend_agent *agent, wend_vec wish, void *user)
{
    status_inside = wend_world_remove(*(wend_world **)user, agent->id);
    return wish;
}

// The list on which the source ends the program: null, dead, self, bad mode, bad number, changing in a callback. Here
// each returns its status, leaves its text, and the world goes on as it was. (No result is borrowed that could be
// freed.)
static void t_004_80_errors_are_codes(void **state)
{
    (void)state;
    wend_world *world = NULL;
    wend_world_def def = wend_default_world_def();
    def.dodge = mutating_dodge;
    def.dodge_user = &world;
    world = wend_world_create(&def, NULL);
    wend_agent_id id = add_to(world, brisk(0, 0, 1, 0), 0), dead = add_to(world, agent_at(9, 9), 0);
    assert_int_equal(wend_world_remove(world, dead), WEND_OK);
    wend_goal mode = wend_goal_arrive(v2(1, 1)), number = mode, self = wend_goal_pursue(id);
    mode.kind = WEND_GOAL_KIND_COUNT;
    number.point.x = NAN;
    wend_agent_def bad = wend_default_agent_def();
    bad.agent.radius = 0;
    uint64_t hash = wend_world_hash(world);
    const struct
    {
        wend_status got, wanted;
    } rows[] = {
        {wend_world_set_goal(NULL, id, &number), WEND_ERROR_NULL},
        {wend_world_set_goal(world, id, NULL), WEND_ERROR_NULL},
        {wend_world_set_recipe(world, id, NULL), WEND_ERROR_NULL},
        {wend_world_remove(world, dead), WEND_ERROR_ID},
        {wend_world_report(world, dead, v2(0, 0), v2(0, 0)), WEND_ERROR_ID},
        {wend_world_set_goal(world, id, &self), WEND_ERROR_SELF},
        {wend_world_set_goal(world, id, &mode), WEND_ERROR_VALUE},
        {wend_world_set_goal(world, id, &number), WEND_ERROR_VALUE},
        {wend_world_report(world, id, v2(INFINITY, 0), v2(0, 0)), WEND_ERROR_VALUE},
        {wend_world_set(world, id, &bad), WEND_ERROR_VALUE},
        {wend_world_step(world, -1), WEND_ERROR_VALUE},
    };
    for (int i = 0; i < COUNT_OF(rows); i++)
        assert_string_equal(wend_status_name(rows[i].got), wend_status_name(rows[i].wanted));
    assert_int_equal(wend_world_error(world)->status, WEND_ERROR_VALUE); // the last one
    assert_non_null(strstr(wend_world_error(world)->text, "seconds"));
    assert_true(wend_world_hash(world) == hash);
    give(world, id, wend_goal_cruise(1));
    step(world, 1);
    assert_int_equal(status_inside, WEND_ERROR_BUSY);
    assert_vec(wend_world_position(world, id), 1, 0, 0, 1e-6); // alive and well
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_004_05_index_defaults),
        cmocka_unit_test(t_004_07_flock_weights),
        cmocka_unit_test(t_004_08_more_than_65536_agents),
        cmocka_unit_test(t_004_12_a_point_goal_replaces_follow_and_wander),
        cmocka_unit_test(t_004_13_whom_to_follow),
        cmocka_unit_test(t_004_16_leaving_a_flock),
        cmocka_unit_test(t_004_18_a_result_is_a_copy),
        cmocka_unit_test(t_004_19_81_a_world_goes_before_its_providers),
        cmocka_unit_test(t_004_80_errors_are_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
