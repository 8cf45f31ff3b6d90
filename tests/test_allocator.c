// Memory that runs out in a world: see testing_allocator.h.
#include "testing_allocator.h"

// ---- calls: worlds --------------------------------------------------------------------------------------------------

static wend_status create_world(stage *s)
{
    wend_world_def def = plain_def(s);
    s->world = wend_world_create(&def, &s->error);
    return s->world ? WEND_OK : s->error.status;
}

static wend_status create_threads(stage *s)
{
    wend_world_def def = plain_def(s);
    def.threads = 3;
    s->world = wend_world_create(&def, &s->error);
    return s->world ? WEND_OK : s->error.status;
}

static wend_status spawn_many(stage *s)
{
    return spawn_some(s, 8, AGENTS - 8);
}

static wend_status spawn_one(stage *s)
{
    wend_agent_def def = wend_default_agent_def();
    return wend_world_spawn(s->world, &def).value ? WEND_OK : wend_world_error(s->world)->status;
}

static wend_goal path_goal(void)
{
    static const wend_vec points[] = {{1, 1, 0}, {6, 2, 0}, {3, 9, 0}};
    return wend_goal_follow(points, 3, true);
}

static wend_status set_path(stage *s)
{
    wend_goal goal = path_goal();
    return wend_world_set_goal(s->world, s->ids[2], &goal);
}

static wend_status queue_paths(stage *s)
{
    wend_goal goal = path_goal();
    return wend_world_queue_goal(s->world, s->ids[3], &goal);
}

static wend_status set_travel(stage *s)
{
    wend_goal goal = wend_goal_travel(v2(11, 2));
    return wend_world_set_goal(s->world, s->ids[0], &goal);
}

static wend_recipe ring_recipe(void)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.combiner = WEND_COMBINE_CONTEXT;
    recipe.sense.kind = WEND_SENSE_RING;
    recipe.context.class_count = 1;
    recipe.context.classes[0] = wend_class_of(1, WEND_MARK_MOVER);
    return recipe;
}

static wend_recipe orca_recipe(void)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.dodge = WEND_DODGE_ORCA;
    recipe.sense.kind = WEND_SENSE_WHISKERS;
    recipe.sense.needs_sight = true;
    return recipe;
}

static wend_status set_ring(stage *s)
{
    wend_recipe recipe = ring_recipe();
    return wend_world_set_recipe(s->world, s->ids[1], &recipe);
}

static wend_status set_orca(stage *s)
{
    wend_recipe recipe = orca_recipe();
    return wend_world_set_recipe(s->world, s->ids[1], &recipe);
}

/// One after another: where the first ones work and a later one doesn't, the first ones stay. So each is a case of its own.
static void prepare_rings(stage *s)
{
    make_walled_crowd(s);
    assert_int_equal(set_ring(s), WEND_OK);
    assert_int_equal(set_path(s), WEND_OK);
}

static void prepare_orca(stage *s)
{
    make_walled_crowd(s);
    assert_int_equal(set_orca(s), WEND_OK);
}

static void prepare_travel(stage *s)
{
    make_grid_crowd(s);
    assert_int_equal(set_travel(s), WEND_OK);
}

static void prepare_shared_travel(stage *s)
{
    make_grid_crowd(s);
    wend_recipe recipe = wend_default_recipe();
    recipe.plan.share = WEND_SHARE_ALWAYS;
    wend_goal goal = wend_goal_travel(v2(11, 2));
    for (int i = 0; i < 8; i++)
    {
        assert_int_equal(wend_world_set_recipe(s->world, s->ids[i], &recipe), WEND_OK);
        assert_int_equal(wend_world_set_goal(s->world, s->ids[i], &goal), WEND_OK);
    }
}

static void prepare_mesh_travel(stage *s)
{
    make_mesh_crowd(s);
    assert_int_equal(set_travel(s), WEND_OK);
}

static void prepare_watched(stage *s)
{
    prepare_rings(s);
    assert_int_equal(wend_watch(s->world, s->ids[1], true), WEND_OK);
}

static wend_status step(stage *s)
{
    return wend_world_step(s->world, 0.1);
}

static wend_status think(stage *s)
{
    return wend_world_think(s->world, 0.1);
}

static wend_status watch(stage *s)
{
    return wend_watch(s->world, s->ids[1], true);
}

static wend_status world_status(stage *s, bool did_work)
{
    return did_work ? WEND_OK : wend_world_error(s->world)->status;
}

static wend_status ask_within(stage *s)
{
    wend_agent_id out[AGENTS];
    return world_status(s, wend_world_within(s->world, v2(2, 2), 9, NULL, out, AGENTS) > 0);
}

static wend_status ask_nearest(stage *s)
{
    wend_agent_id out[AGENTS];
    return world_status(s, wend_world_nearest(s->world, v2(2, 2), 9, NULL, out, 3) == 3);
}

static wend_status ask_ray(stage *s)
{
    return world_status(s, wend_world_ray(s->world, v2(-5, 1.5f), v2(20, 1.5f), NULL).agent.value != 0);
}

static void direct_crowd(stage *s)
{
    make_crowd(s);
    assert_int_equal(wend_world_set_search(s->world, WEND_SEARCH_DIRECT), WEND_OK);
}

// ---- calls: blocks and recordings -----------------------------------------------------------------------------------

static unsigned char *kept;
static size_t kept_size;

static void keep(const void *bytes, size_t size, void *user)
{
    (void)user;
    unsigned char *more = realloc(kept, kept_size + size);
    assert_non_null(more);
    memcpy(more + kept_size, bytes, size);
    kept = more;
    kept_size += size;
}

/// A world in which much goes on, without limits of memory.
static void play_rich(stage *s)
{
    stage rich = {.allocator = {0}};
    rich.purse.refused = -1;
    rich.grid = s->grid, rich.obstacles = s->obstacles;
    make_world(&rich);
    free(kept);
    kept = NULL, kept_size = 0;
    assert_int_equal(spawn_some(&rich, 0, AGENTS), WEND_OK);
    assert_int_equal(wend_world_record(rich.world, keep, NULL), WEND_OK);
    assert_int_equal(set_path(&rich), WEND_OK);
    assert_int_equal(queue_paths(&rich), WEND_OK);
    assert_int_equal(set_ring(&rich), WEND_OK);
    assert_int_equal(set_travel(&rich), WEND_OK);
    for (int i = 0; i < 4; i++)
        assert_int_equal(step(&rich), WEND_OK);
    assert_int_equal(wend_world_record(rich.world, NULL, NULL), WEND_OK);
    size_t size = wend_world_save(rich.world, NULL, 0);
    unsigned char *block = malloc(size);
    assert_int_equal(wend_world_save(rich.world, block, size), size);
    if (!s->is_taped)
    {
        kept_size = 0;
        keep(block, size, NULL);
    }
    free(block);
    wend_world_destroy(rich.world);
}

static void prepare_load(stage *s)
{
    make_maps(s);
    make_obstacles(s);
    make_crowd(s);
    play_rich(s);
}

static void prepare_replay(stage *s)
{
    s->is_taped = true;
    prepare_load(s);
}

static wend_status load(stage *s)
{
    return wend_world_load(s->world, kept, kept_size);
}

static wend_status replay_block(stage *s)
{
    return wend_replay(s->world, kept, kept_size, -1, NULL, NULL); // only what it begins with
}

static void ignore(const void *bytes, size_t size, void *user)
{
    (void)bytes, (void)size, (void)user;
}

static wend_status record(stage *s)
{
    return wend_world_record(s->world, ignore, NULL);
}

// ---- all of them ----------------------------------------------------------------------------------------------------

static const allocator_case cases[] = {
    {"wend_world_create", NULL, create_world, false},
    {"wend_world_create, threads", NULL, create_threads, false},
    {"wend_world_spawn, the first", make_world, spawn_one, false},
    {"wend_world_spawn_many", make_crowd, spawn_many, false},
    {"wend_world_set_goal, a path", make_crowd, set_path, false},
    {"wend_world_set_goal, travel", make_grid_crowd, set_travel, false},
    {"wend_world_set_goal, travel on a mesh", make_mesh_crowd, set_travel, false},
    {"wend_world_queue_goal", make_crowd, queue_paths, false},
    {"wend_world_set_recipe, a ring", make_walled_crowd, set_ring, false},
    {"wend_world_set_recipe, sight", make_walled_crowd, set_orca, false},
    {"wend_world_step, a flock", make_crowd, step, false},
    {"wend_world_step, everybody looks at everybody", direct_crowd, step, false},
    {"wend_world_step, rings and paths", prepare_rings, step, false},
    {"wend_world_step, half-planes", prepare_orca, step, false},
    {"wend_world_step, ways on a grid", prepare_travel, step, false},
    {"wend_world_step, a shared field", prepare_shared_travel, step, false},
    {"wend_world_step, ways on a mesh", prepare_mesh_travel, step, false},
    {"wend_world_step, watched", prepare_watched, step, false},
    {"wend_world_think", prepare_rings, think, false},
    {"wend_watch", prepare_rings, watch, false},
    {"wend_world_within", make_crowd, ask_within, false},
    {"wend_world_nearest", make_crowd, ask_nearest, false},
    {"wend_world_ray", make_crowd, ask_ray, false},
    {"wend_world_load", prepare_load, load, false},
    {"wend_replay", prepare_replay, replay_block, true},
    {"wend_world_record", make_walled_crowd, record, false},
};

static void t_one_allocation_fails(void **state)
{
    (void)state;
    check_cases(cases, COUNT_OF(cases), false);
}

static void t_all_allocations_fail_from_one_on(void **state)
{
    (void)state;
    check_cases(cases, COUNT_OF(cases), true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_one_allocation_fails),
        cmocka_unit_test(t_all_allocations_fail_from_one_on),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(kept);
    return failed;
}
