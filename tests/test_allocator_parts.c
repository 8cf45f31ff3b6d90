// Memory that runs out in the parts that need no world: see testing_allocator.h.
#include "testing_allocator.h"

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

// ---- all of them ----------------------------------------------------------------------------------------------------

static const allocator_case cases[] = {
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
    return cmocka_run_group_tests(tests, NULL, NULL);
}
