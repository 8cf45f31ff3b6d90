// Memory that runs out at every single allocation of every function that allocates: a reason, nothing lost, nothing leaked,
// and afterwards all goes on as if nothing had been.
#include "testing.h"

#include "wend/wend.h"

#include <stdlib.h>

#define AGENTS 40

/// An allocator that refuses number `refused` (from 0), or all from there on.
typedef struct purse
{
    int asked, held, refused;
    bool is_empty_then;
    int refusals;
} purse;

static void *purse_take(size_t size, void *user)
{
    purse *p = user;
    int number = p->asked++;
    if (p->refused >= 0 && (p->is_empty_then ? number >= p->refused : number == p->refused))
    {
        p->refusals++;
        return NULL;
    }
    p->held++;
    return malloc(size);
}

static void purse_give(void *block, void *user)
{
    purse *p = user;
    p->held--;
    free(block);
}

/// Whatever a case needs; what it doesn't is null.
typedef struct stage
{
    purse purse;
    wend_allocator allocator;
    wend_error error;
    wend_world *world;
    wend_agent_id ids[AGENTS];
    wend_grid *grid;
    wend_mesh *mesh;
    wend_obstacles *obstacles;
    wend_obstacle_id wall;
    wend_near *index;
    wend_grid_search *grid_search;
    wend_mesh_search *mesh_search;
    wend_flow *flow;
    wend_flow_cache *cache;
    bool is_taped;
} stage;

/// A function that allocates, and what must be there before.
typedef struct allocator_case
{
    const char *name;
    void (*set_up)(stage *s);      // null: nothing is needed
    wend_status (*call)(stage *s); // WEND_ERROR_MEMORY where it says so
    bool stays_halfway;            // it says that it may stay where it has got to
} allocator_case;

// ---- what is there --------------------------------------------------------------------------------------------------

static wend_vec place(int i)
{
    return v2((float)(i % 7) * 0.8f + 1.5f, (float)(i / 7) * 0.8f + 1.5f);
}

static wend_world_def plain_def(stage *s)
{
    wend_world_def def = wend_default_world_def();
    def.allocator = s->allocator;
    def.grid = s->grid, def.mesh = s->mesh;
    if (s->obstacles)
        def.caster = wend_obstacles_caster(s->obstacles);
    return def;
}

static void make_world(stage *s)
{
    wend_world_def def = plain_def(s);
    s->world = wend_world_create(&def, NULL);
    assert_non_null(s->world);
}

static wend_status spawn_some(stage *s, int first, int count)
{
    wend_agent_def defs[AGENTS];
    for (int i = 0; i < count; i++)
    {
        defs[i] = wend_default_agent_def();
        defs[i].agent.position = place(first + i);
        defs[i].group = (uint32_t)(i % 2) + 1;
    }
    return wend_world_spawn_many(s->world, defs, count, s->ids + first);
}

static void make_crowd(stage *s)
{
    make_world(s);
    assert_int_equal(spawn_some(s, 0, 8), WEND_OK);
}

static void make_maps(stage *s)
{
    static const float radii[] = {1};
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 12;
    def.radii = radii, def.radius_count = 1;
    def.allocator = s->allocator;
    s->grid = wend_grid_create(&def, NULL);
    assert_non_null(s->grid);
    for (int y = 0; y < 10; y++)
        wend_grid_set(s->grid, (wend_cell){8, y}, 0);
}

static void make_grid_crowd(stage *s)
{
    make_maps(s);
    make_crowd(s);
}

static const wend_vec mesh_points[] = {{0, 0, 0}, {6, 0, 0},  {12, 0, 0}, {0, 6, 0},
                                       {6, 6, 0}, {12, 6, 0}, {6, 12, 0}, {0, 12, 0}};
static const int mesh_counts[] = {4, 4, 4};
static const int mesh_corners[] = {0, 1, 4, 3, 1, 2, 5, 4, 3, 4, 6, 7};

static wend_status create_mesh(stage *s)
{
    wend_mesh_def def = wend_default_mesh_def();
    def.points = mesh_points, def.point_count = COUNT_OF(mesh_points);
    def.counts = mesh_counts, def.polygon_count = COUNT_OF(mesh_counts);
    def.corners = mesh_corners;
    def.allocator = s->allocator;
    s->mesh = wend_mesh_create(&def, &s->error);
    return s->mesh ? WEND_OK : s->error.status;
}

static void make_mesh(stage *s)
{
    assert_int_equal(create_mesh(s), WEND_OK);
}

static void make_mesh_crowd(stage *s)
{
    make_mesh(s);
    make_crowd(s);
}

static void make_obstacles(stage *s)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    def.allocator = s->allocator;
    s->obstacles = wend_obstacles_create(&def, NULL);
    assert_non_null(s->obstacles);
    wend_shape wall = wend_default_shape(WEND_SHAPE_BOX);
    wall.position = v2(9, 3), wall.half = v2(0.5f, 4);
    s->wall = wend_obstacles_add(s->obstacles, &wall);
    assert_true(s->wall.value != 0);
}

static void make_walled_crowd(stage *s)
{
    make_obstacles(s);
    make_crowd(s);
}

static void tear_down(stage *s)
{
    wend_world_destroy(s->world);
    wend_grid_destroy(s->grid);
    wend_mesh_destroy(s->mesh);
    wend_obstacles_destroy(s->obstacles);
    wend_near_destroy(s->index);
    wend_grid_search_destroy(s->grid_search);
    wend_mesh_search_destroy(s->mesh_search);
    wend_flow_destroy(s->flow);
    wend_flow_cache_destroy(s->cache);
}

/// All that can be seen of it, as a number.
static uint64_t state_of(const stage *s)
{
    uint64_t hash = s->world ? wend_world_hash(s->world) : 1;
    hash = hash * 31 + (s->is_taped ? 7u : 0u);
    wend_hit hit = {0};
    wend_cast cast = {v2(-40, 3), v2(80, 0.5f), 0.3f, 0, 0};
    hash = hash * 31 + (uint64_t)wend_obstacles_count(s->obstacles);
    if (wend_obstacles_cast(s->obstacles, &cast, &hit))
        hash = hash * 31 + (uint64_t)((double)hit.distance * 1e6);
    for (int y = 0; s->grid && y < 12; y++)
        for (int x = 0; x < 12; x++)
        {
            hash = hash * 31 + wend_grid_get(s->grid, (wend_cell){x, y});
            double cost = s->flow ? wend_flow_cost(s->flow, (wend_cell){x, y}) : 0;
            hash = hash * 31 + (cost < 1e6 ? (uint64_t)(cost * 1e6) : 3u);
        }
    int found[AGENTS];
    hash = hash * 31 + (uint64_t)wend_near_radius(s->index, v2(2, 2), 3, found, AGENTS);
    return hash;
}

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

// ---- calls: the rest ------------------------------------------------------------------------------------------------

static wend_status create_index(stage *s)
{
    wend_near_def def = wend_default_near_def();
    def.allocator = s->allocator;
    s->index = wend_near_create(&def, &s->error);
    return s->index ? WEND_OK : s->error.status;
}

static void make_index(stage *s)
{
    assert_int_equal(create_index(s), WEND_OK);
}

static wend_status build_index(stage *s)
{
    wend_vec places[AGENTS];
    for (int i = 0; i < AGENTS; i++)
        places[i] = wend_scale(place(i), i % 5 ? 1.0f : 1e6f); // far apart: no table of cells will do
    return wend_near_build(s->index, places, sizeof *places, AGENTS);
}

static wend_status create_obstacles(stage *s)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    def.allocator = s->allocator;
    s->obstacles = wend_obstacles_create(&def, &s->error);
    return s->obstacles ? WEND_OK : s->error.status;
}

static wend_status add_polygon(stage *s)
{
    static const wend_vec points[] = {{0, 0, 0}, {4, 0, 0}, {4, 3, 0}, {2, 1, 0}, {0, 3, 0}};
    wend_shape shape = wend_default_shape(WEND_SHAPE_POLYGON);
    shape.points = points, shape.count = COUNT_OF(points);
    return wend_obstacles_add(s->obstacles, &shape).value ? WEND_OK : wend_obstacles_error(s->obstacles)->status;
}

static wend_status move_obstacle(stage *s)
{
    return wend_obstacles_move(s->obstacles, s->wall, v2(90, 80), 1);
}

static wend_status add_solid(stage *s)
{
    static const wend_vec points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const int triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    wend_shape shape = wend_default_shape(WEND_SHAPE_MESH);
    shape.points = points, shape.count = COUNT_OF(points);
    shape.triangles = triangles, shape.triangle_count = 4;
    return wend_obstacles_add(s->obstacles, &shape).value ? WEND_OK : wend_obstacles_error(s->obstacles)->status;
}

static void make_space(stage *s)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    def.is_spatial = true;
    def.allocator = s->allocator;
    s->obstacles = wend_obstacles_create(&def, NULL);
    assert_non_null(s->obstacles);
}

static wend_status create_grid(stage *s)
{
    static const float radii[] = {1, 2};
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 12;
    def.radii = radii, def.radius_count = 2;
    def.allocator = s->allocator;
    s->grid = wend_grid_create(&def, &s->error);
    return s->grid ? WEND_OK : s->error.status;
}

static wend_status create_text_grid(stage *s)
{
    wend_grid_def def = wend_default_grid_def();
    def.allocator = s->allocator;
    s->grid = wend_grid_create_text(&def, "............\n", &s->error);
    if (!s->grid)
        return s->error.status;
    wend_grid_destroy(s->grid);
    s->grid = NULL;
    return WEND_OK;
}

static wend_status create_grid_search(stage *s)
{
    s->grid_search = wend_grid_search_create(&s->allocator, &s->error);
    return s->grid_search ? WEND_OK : s->error.status;
}

static void make_grid_search(stage *s)
{
    make_maps(s);
    assert_int_equal(create_grid_search(s), WEND_OK);
}

static wend_status find_by(stage *s, wend_grid_kind kind, int goal_count)
{
    static const wend_cell goals[] = {{11, 0}, {11, 1}, {11, 2}};
    wend_grid_query query = wend_default_grid_query();
    query.goal = goals[0];
    query.kind = kind;
    if (goal_count > 0)
        query.goals = goals, query.goal_count = goal_count;
    wend_grid_result result = wend_grid_find(s->grid_search, s->grid, &query);
    return result.way == WEND_WAY_FOUND ? WEND_OK : wend_grid_search_error(s->grid_search)->status;
}

static wend_status find_moves(stage *s)
{
    return find_by(s, WEND_GRID_DIJKSTRA, 3);
}

static wend_status find_theta(stage *s)
{
    return find_by(s, WEND_GRID_LAZY_THETA, 0);
}

static wend_status find_any_angle(stage *s)
{
    return find_by(s, WEND_GRID_ANY_ANGLE, 0);
}

static wend_status find_between(stage *s)
{
    wend_grid_result result = wend_grid_find_between(s->grid_search, s->grid, v2(1, 1), v2(11.3f, 1.2f));
    return result.way == WEND_WAY_FOUND ? WEND_OK : wend_grid_search_error(s->grid_search)->status;
}

static wend_status create_flow(stage *s)
{
    s->flow = wend_flow_create(&s->allocator, &s->error);
    return s->flow ? WEND_OK : s->error.status;
}

static void make_flow(stage *s)
{
    make_maps(s);
    assert_int_equal(create_flow(s), WEND_OK);
}

static wend_status begin_flow(stage *s)
{
    static const wend_cell goals[] = {{11, 0}, {0, 11}};
    wend_flow_def def = wend_default_flow_def();
    def.goals = goals, def.goal_count = 2;
    wend_status status = wend_flow_begin(s->flow, s->grid, &def);
    if (status == WEND_OK)
        wend_flow_update(s->flow, 0);
    return status;
}

static wend_status create_cache(stage *s)
{
    s->cache = wend_flow_cache_create(3, &s->allocator, &s->error);
    return s->cache ? WEND_OK : s->error.status;
}

static void make_cache(stage *s)
{
    make_maps(s);
    assert_int_equal(create_cache(s), WEND_OK);
}

static wend_status get_flow(stage *s)
{
    wend_flow_def def = wend_default_flow_def();
    return wend_flow_cache_get(s->cache, s->grid, &def) ? WEND_OK : wend_flow_cache_error(s->cache)->status;
}

static wend_status create_mesh_search(stage *s)
{
    s->mesh_search = wend_mesh_search_create(&s->allocator, &s->error);
    return s->mesh_search ? WEND_OK : s->error.status;
}

static void make_mesh_search(stage *s)
{
    make_mesh(s);
    assert_int_equal(create_mesh_search(s), WEND_OK);
}

static wend_status find_on_mesh(stage *s, wend_mesh_kind kind)
{
    wend_mesh_query query = wend_default_mesh_query();
    query.start = v2(11, 1), query.goal = v2(1, 11);
    query.kind = kind;
    wend_mesh_result result = wend_mesh_find(s->mesh_search, s->mesh, &query);
    return result.way == WEND_WAY_FOUND ? WEND_OK : wend_mesh_search_error(s->mesh_search)->status;
}

static wend_status find_exact(stage *s)
{
    return find_on_mesh(s, WEND_MESH_EXACT);
}

static wend_status find_corridor(stage *s)
{
    return find_on_mesh(s, WEND_MESH_CORRIDOR);
}

// ---- the loop -------------------------------------------------------------------------------------------------------

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
    {"wend_near_create", NULL, create_index, false},
    {"wend_near_build", make_index, build_index, false},
    {"wend_obstacles_create", NULL, create_obstacles, false},
    {"wend_obstacles_add, a polygon", make_obstacles, add_polygon, false},
    {"wend_obstacles_add, a solid", make_space, add_solid, false},
    {"wend_obstacles_move", make_obstacles, move_obstacle, false},
    {"wend_grid_create", NULL, create_grid, false},
    {"wend_grid_create_text", NULL, create_text_grid, false},
    {"wend_grid_search_create", make_maps, create_grid_search, false},
    {"wend_grid_find, several goals", make_grid_search, find_moves, false},
    {"wend_grid_find, Theta*", make_grid_search, find_theta, false},
    {"wend_grid_find, any angle", make_grid_search, find_any_angle, false},
    {"wend_grid_find_between", make_grid_search, find_between, false},
    {"wend_flow_create", make_maps, create_flow, false},
    {"wend_flow_begin", make_flow, begin_flow, false},
    {"wend_flow_cache_create", make_maps, create_cache, false},
    {"wend_flow_cache_get", make_cache, get_flow, false},
    {"wend_mesh_create", NULL, create_mesh, false},
    {"wend_mesh_search_create", make_mesh, create_mesh_search, false},
    {"wend_mesh_find, exact", make_mesh_search, find_exact, false},
    {"wend_mesh_find, a corridor", make_mesh_search, find_corridor, false},
};

/// Twenty steps later, as a number.
static uint64_t played_on(stage *s)
{
    for (int i = 0; s->world && i < 20; i++)
        assert_int_equal(wend_world_step(s->world, 0.1), WEND_OK);
    return state_of(s);
}

static void begin(stage *s, const allocator_case *c)
{
    *s = (stage){.purse = {.refused = -1}};
    s->allocator = (wend_allocator){purse_take, purse_give, &s->purse};
    if (c->set_up)
        c->set_up(s);
}

#define assert_in_case(c, number, fact)                                                                                \
    do                                                                                                                 \
    {                                                                                                                  \
        if (!(fact))                                                                                                   \
            fail_msg("%s, allocation %d: %s", (c)->name, number, #fact);                                               \
    } while (0)

/// Refuses allocation number `number` of a call. False: there were fewer.
static bool refuse_one(const allocator_case *c, int number, bool is_empty_then, uint64_t usual, uint64_t usual_later)
{
    stage s;
    begin(&s, c);
    uint64_t before = state_of(&s);
    s.purse.asked = 0;
    s.purse.refused = number;
    s.purse.is_empty_then = is_empty_then;
    wend_status status = c->call(&s);
    s.purse.refused = -1;
    bool has_refused = s.purse.refusals > 0;
    assert_in_case(c, number, status == WEND_OK || status == WEND_ERROR_MEMORY);
    assert_in_case(c, number, has_refused || status == WEND_OK);
    if (status != WEND_OK)
    {
        assert_in_case(c, number, c->stays_halfway || state_of(&s) == before);
        assert_in_case(c, number, c->call(&s) == WEND_OK);
    }
    if (status != WEND_OK || !has_refused)
        assert_in_case(c, number, state_of(&s) == usual);
    uint64_t later = played_on(&s);
    if (status != WEND_OK || !has_refused)
        assert_in_case(c, number, later == usual_later);
    tear_down(&s);
    assert_in_case(c, number, s.purse.held == 0);
    return has_refused;
}

static void check_case(const allocator_case *c, bool is_empty_then)
{
    stage s;
    begin(&s, c);
    s.purse.asked = 0;
    assert_in_case(c, -1, c->call(&s) == WEND_OK);
    int asked = s.purse.asked, number = 0;
    uint64_t usual = state_of(&s), later = played_on(&s);
    tear_down(&s);
    assert_in_case(c, -1, s.purse.held == 0);
    while (refuse_one(c, number, is_empty_then, usual, later))
        number++;
    assert_in_case(c, number, number >= asked);
}

static void t_one_allocation_fails(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(cases); i++)
        check_case(&cases[i], false);
}

static void t_all_allocations_fail_from_one_on(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(cases); i++)
        check_case(&cases[i], true);
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
