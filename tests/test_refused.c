// What the parts refuse, and what they give where nothing can be given. Nulls alone: test_null.c.
#include "testing_memory.h"

#include "wend/wend.h"

// ---- allocators

static wend_error reason;

static void *make_world(wend_allocator half)
{
    wend_world_def def = wend_default_world_def();
    def.allocator = half;
    return wend_world_create(&def, &reason);
}

static void *make_grid(wend_allocator half)
{
    wend_grid_def def = wend_default_grid_def();
    def.allocator = half;
    return wend_grid_create_text(&def, "..\n..\n", &reason);
}

static void *make_mesh(wend_allocator half)
{
    static const wend_vec points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const int counts[] = {3}, corners[] = {0, 1, 2};
    wend_mesh_def def = wend_default_mesh_def();
    def.points = points, def.point_count = 3;
    def.counts = counts, def.polygon_count = 1;
    def.corners = corners;
    def.allocator = half;
    return wend_mesh_create(&def, &reason);
}

static void *make_obstacles(wend_allocator half)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    def.allocator = half;
    return wend_obstacles_create(&def, &reason);
}

static void *make_near(wend_allocator half)
{
    wend_near_def def = wend_default_near_def();
    def.allocator = half;
    return wend_near_create(&def, &reason);
}

static void *make_grid_search(wend_allocator half)
{
    return wend_grid_search_create(&half, &reason);
}

static void *make_mesh_search(wend_allocator half)
{
    return wend_mesh_search_create(&half, &reason);
}

static void *make_flow(wend_allocator half)
{
    return wend_flow_create(&half, &reason);
}

static void *make_flow_cache(wend_allocator half)
{
    return wend_flow_cache_create(2, &half, &reason);
}

static void t_half_an_allocator_is_refused(void **state)
{
    (void)state;
    void *(*const makers[])(wend_allocator) = {make_world,       make_grid,        make_mesh,
                                               make_obstacles,   make_near,        make_flow,
                                               make_grid_search, make_mesh_search, make_flow_cache};
    ledger book = {.left = -1};
    for (int i = 0; i < COUNT_OF(makers); i++)
        for (int has_free = 0; has_free < 2; has_free++)
        {
            wend_allocator half = ledger_allocator(&book);
            if (has_free)
                half.alloc = NULL;
            else
                half.free = NULL;
            reason = (wend_error){0};
            assert_null(makers[i](half));
            assert_int_equal(reason.status, WEND_ERROR_NULL);
            assert_string_equal(reason.text, "allocator has only one of alloc and free, must have both or none");
        }
    assert_int_equal(book.taken, 0);
}

// ---- meshes

enum
{
    ROOMS = 6
};

/// Rooms in a row, 2 x 2 each, from (0, 0) to (12, 2).
static wend_mesh *row_of_rooms(void)
{
    wend_vec points[2 * (ROOMS + 1)];
    int counts[ROOMS], corners[4 * ROOMS];
    for (int i = 0; i <= ROOMS; i++)
        points[2 * i] = v2(2 * (float)i, 0), points[2 * i + 1] = v2(2 * (float)i, 2);
    for (int i = 0; i < ROOMS; i++)
    {
        const int round[] = {2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1};
        memcpy(&corners[4 * i], round, sizeof round);
        counts[i] = 4;
    }
    wend_mesh_def def = wend_default_mesh_def();
    def.points = points, def.point_count = COUNT_OF(points);
    def.counts = counts, def.polygon_count = ROOMS;
    def.corners = corners;
    wend_mesh *mesh = wend_mesh_create(&def, NULL);
    assert_non_null(mesh);
    return mesh;
}

static void t_a_corridor_without_a_mesh_or_a_way(void **state)
{
    (void)state;
    wend_mesh *mesh = row_of_rooms();
    wend_mesh_search *search = wend_mesh_search_create(NULL, NULL);
    int polygons[8];
    wend_corridor none = {.polygons = polygons, .capacity = 8};
    wend_vec to = v2(5, 1), corners[4];
    // without a mesh, and with one where no way was ever set: as if it weren't there
    const wend_mesh *meshes[] = {NULL, mesh};
    for (int i = 0; i < 2; i++)
    {
        assert_false(wend_corridor_set(&none, meshes[i], i == 0 ? search : NULL));
        assert_same(wend_corridor_move(&none, meshes[i], to), to);
        assert_same(wend_corridor_put(&none, meshes[i], to), to);
        assert_false(wend_corridor_aim(&none, meshes[i], to));
        assert_false(wend_corridor_shorten(&none, meshes[i]));
        assert_int_equal(wend_corridor_corners(&none, meshes[i], corners, 4), 0);
        assert_int_equal(none.count, 0);
    }
    assert_false(wend_corridor_set(&none, mesh, search)); // a search that has found nothing
    wend_mesh_query query = wend_default_mesh_query();
    query.start = v2(1, 1), query.goal = to;
    assert_int_equal(wend_mesh_find(search, mesh, &query).way, WEND_WAY_FOUND);
    assert_true(wend_corridor_set(&none, mesh, search));
    assert_int_equal(none.count, 3);
    assert_int_equal(wend_corridor_corners(&none, mesh, corners, 0), 0); // no room: no corners
    assert_int_equal(wend_corridor_corners(&none, mesh, corners, 4), 2); // where it is, and where it leads
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

static void t_meshes_and_what_is_none_of_theirs(void **state)
{
    (void)state;
    wend_mesh *mesh = row_of_rooms();
    wend_mesh_search *search = wend_mesh_search_create(NULL, NULL);
    wend_portal portal;
    assert_int_equal(wend_mesh_neighbour(mesh, 0, 1), 1);
    const int odd[][2] = {{-1, 0}, {ROOMS, 0}, {0, -1}, {0, 4}};
    for (int i = 0; i < COUNT_OF(odd); i++)
        assert_int_equal(wend_mesh_neighbour(mesh, odd[i][0], odd[i][1]), -1);
    assert_true(wend_mesh_portal(mesh, 0, 1, &portal));
    assert_false(wend_mesh_portal(mesh, 0, 2, &portal)); // no neighbours
    assert_false(wend_mesh_portal(mesh, 0, ROOMS, &portal));
    assert_false(wend_mesh_portal(mesh, -1, 0, &portal));
    // places that aren't finite, and a reach that is none
    assert_int_equal(wend_mesh_nearest(mesh, v2(NAN, 1), 9, UINT32_MAX).polygon, -1);
    assert_int_equal(wend_mesh_nearest(mesh, v2(1, 1), -1, UINT32_MAX).polygon, -1);
    assert_int_equal(wend_mesh_nearest(mesh, v2(1, 1), NAN, UINT32_MAX).polygon, -1);
    assert_int_equal(wend_mesh_nearest(mesh, v2(1, -3), 2, UINT32_MAX).polygon, -1); // it is 3 away
    assert_int_equal(wend_mesh_nearest(mesh, v2(1, -3), 4, UINT32_MAX).polygon, 0);
    // costs must be > 0 and finite; what is refused changes nothing
    const float costs[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < COUNT_OF(costs); i++)
        assert_int_equal(wend_mesh_set(mesh, 1, costs[i], 1), WEND_ERROR_VALUE);
    assert_close(wend_mesh_cost(mesh, 1), 1, 0);
    assert_true(wend_mesh_edits(mesh) == 0);
    // going on: with a search that has none, on another mesh, with a budget below 0
    wend_mesh *other = row_of_rooms();
    assert_int_equal(wend_mesh_go_on(search, mesh, 1).way, WEND_WAY_REFUSED);
    wend_mesh_query query = wend_default_mesh_query();
    query.start = v2(1, 1), query.goal = v2(11, 1);
    query.budget = 1;
    assert_int_equal(wend_mesh_find(search, mesh, &query).way, WEND_WAY_OUT_OF_BUDGET);
    assert_int_equal(wend_mesh_go_on(search, other, 1).way, WEND_WAY_REFUSED);
    assert_non_null(strstr(wend_mesh_search_error(search)->text, "mesh"));
    assert_int_equal(wend_mesh_find(search, mesh, &query).way, WEND_WAY_OUT_OF_BUDGET);
    assert_int_equal(wend_mesh_go_on(search, mesh, -1).way, WEND_WAY_REFUSED);
    assert_non_null(strstr(wend_mesh_search_error(search)->text, "budget is -1"));
    wend_mesh_destroy(other);
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

// ---- grids and fields

static void t_grids_and_what_is_none_of_theirs(void **state)
{
    (void)state;
    wend_error error = {0};
    wend_grid_def def = wend_default_grid_def();
    assert_null(wend_grid_create_text(NULL, "..\n", &error));
    assert_string_equal(error.text, "the definition of a grid is null");
    assert_null(wend_grid_create_text(&def, NULL, &error));
    assert_string_equal(error.text, "the text of a grid is null");
    assert_null(wend_grid_create_text(&def, "./\n", &error));
    assert_string_equal(error.text, "row 0 has the character 47 at column 1, must be '.', '#' or a digit");
    def.wraps_x = true;
    assert_null(wend_grid_create_text(&def, "..\n..\n..\n", &error));
    assert_non_null(strstr(error.text, "grid of 2 x 3 wraps"));
    def.wraps_x = false;
    assert_true(wend_grid_edits(NULL) == 0);
    assert_same(wend_grid_point(NULL, (wend_cell){3, 4}), v2(0, 0));
    def.origin = v2(-FLT_MAX, -FLT_MAX), def.cell_size = 1e38f;
    wend_grid *grid = wend_grid_create_text(&def, "...\n...\n", &error), *other;
    assert_non_null(grid);
    assert_close(wend_grid_point(grid, (wend_cell){-9, 0}).x, -FLT_MAX, 0); // held in the range of floats
    wend_grid_destroy(grid);
    def.origin = v2(0, 0), def.cell_size = 1;
    grid = wend_grid_create_text(&def, "....\n....\n", &error);
    other = wend_grid_create_text(&def, "....\n....\n", &error);
    wend_grid_search *search = wend_grid_search_create(NULL, NULL);
    wend_grid_query query = wend_default_grid_query();

    query.goal = (wend_cell){3, 1};

    query.budget = 1;
    assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_OUT_OF_BUDGET);
    assert_int_equal(wend_grid_go_on(search, other, 9).way, WEND_WAY_REFUSED);
    assert_string_equal(wend_grid_search_error(search)->text, "the grid to go on with is not that of the last search");
    assert_int_equal(wend_grid_find(search, grid, &query).way, WEND_WAY_OUT_OF_BUDGET);
    assert_int_equal(wend_grid_go_on(search, grid, -1).way, WEND_WAY_REFUSED);
    assert_string_equal(wend_grid_search_error(search)->text, "budget is -1, must be >= 0");
    assert_int_equal(wend_grid_go_on(search, NULL, 9).way, WEND_WAY_REFUSED);
    wend_grid_search_destroy(search);
    wend_grid_destroy(other);
    wend_grid_destroy(grid);
}

static void t_fields_that_there_arent(void **state)
{
    (void)state;
    assert_true(wend_flow_touched(NULL) == 0);
    assert_close(wend_flow_cost(NULL, (wend_cell){0, 0}), DBL_MAX, 0);
    assert_int_equal(wend_flow_cache_error(NULL)->status, WEND_ERROR_NULL);
    assert_false(wend_flow_cache_update(NULL, 5));
    wend_flow_cache_forget(NULL, NULL);
    wend_flow_cache_destroy(NULL);
    wend_grid_def def = wend_default_grid_def();
    wend_grid *a = wend_grid_create_text(&def, "...\n...\n", NULL),
              *b = wend_grid_create_text(&def, "...\n...\n", NULL);
    wend_flow_cache *cache = wend_flow_cache_create(2, NULL, NULL);
    wend_flow_def how = wend_default_flow_def();
    how.goal = (wend_cell){2, 0};
    wend_flow *field = wend_flow_cache_get(cache, a, &how);
    assert_non_null(field);
    assert_true(wend_flow_cache_update(cache, 1000));
    wend_flow_cache_forget(cache, b); // of another map nothing is known
    assert_ptr_equal(wend_flow_cache_get(cache, a, &how), field);
    assert_true(wend_flow_is_ready(field));
    wend_flow_cache_forget(cache, a);
    assert_false(wend_flow_is_ready(wend_flow_cache_get(cache, a, &how))); // begun again
    wend_flow_cache_destroy(cache);
    wend_grid_destroy(a);
    wend_grid_destroy(b);
}

// ---- who is near

static void t_an_index_without_places(void **state)
{
    (void)state;
    wend_error error = {0};
    assert_null(wend_near_create(NULL, &error));
    assert_string_equal(error.text, "the definition of an index is null");
    wend_near_def def = wend_default_near_def();
    wend_near *index = wend_near_create(&def, NULL);
    wend_vec places[] = {{0, 0, 0}, {1, 0, 0}};
    int out[2] = {7, 7};
    assert_int_equal(wend_near_build(NULL, places, sizeof *places, 2), WEND_ERROR_NULL);
    assert_int_equal(wend_near_build(index, NULL, sizeof *places, 2), WEND_ERROR_NULL);
    assert_int_equal(wend_near_build(index, places, sizeof *places, -1), WEND_ERROR_VALUE);
    assert_int_equal(wend_near_build(index, NULL, sizeof *places, 0), WEND_OK);
    assert_int_equal(wend_near_radius(index, v2(0, 0), 9, out, 2), 0);
    assert_int_equal(wend_near_build(index, places, sizeof *places, 2), WEND_OK);
    assert_int_equal(wend_near_radius(index, v2(0, 0), 9, NULL, 0), 2); // only how many
    assert_int_equal(wend_near_nearest(index, v2(0, 0), 9, NULL, 2), 0);
    const struct
    {
        wend_vec centre;
        float radius;
    } odd[] = {{{NAN, 0, 0}, 1}, {{0, INFINITY, 0}, 1}, {{0, 0, 0}, -1}, {{0, 0, 0}, NAN}};
    for (int i = 0; i < COUNT_OF(odd); i++)
    {
        assert_int_equal(wend_near_radius(index, odd[i].centre, odd[i].radius, out, 2), 0);
        assert_int_equal(wend_near_nearest(index, odd[i].centre, odd[i].radius, out, 2), 0);
    }
    assert_int_equal(wend_near_radius(NULL, v2(0, 0), 9, out, 2), 0);
    assert_int_equal(wend_near_nearest(NULL, v2(0, 0), 9, out, 2), 0);
    assert_int_equal(out[0] + out[1], 14);
    wend_near_destroy(index);
    wend_near_destroy(NULL);
}

// ---- formations

static void t_formations_by_field(void **state)
{
    (void)state;
    wend_formation_def good = wend_default_formation_def(), def = good;
    wend_formation f = {.def = good};
    wend_member crew[2] = {{.body = wend_default_agent()}, {.body = wend_default_agent()}};
    wend_vec places[4];
    wend_error error;
    assert_true(wend_formation_places(&good, 2, 0.5f, places) > 0);
    assert_int_equal(wend_formation_places(&good, -1, 0.5f, places), 0);
    assert_int_equal(wend_formation_places(&good, 2, -0.5f, places), 0);
    assert_int_equal(wend_formation_places(&good, 2, NAN, places), 0);
    const struct
    {
        int field;
        const char *text;
    } rows[] = {{0, "formation kind is -1, must be within 0.."},  {1, "formation files is -2, must be >= 0"},
                {2, "formation place_count is -3, must be >= 0"}, {3, "formation width is -1, must be >= 0 and finite"},
                {4, "max_speed and mass of member 1 are -1 and"}, {5, "max_speed and mass of member 1 are"},
                {6, "seconds is inf, must be finite and >= 0"}};
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        def = good;
        def.kind = rows[i].field == 0 ? (wend_formation_kind)-1 : def.kind;
        def.files = rows[i].field == 1 ? -2 : def.files;
        def.place_count = rows[i].field == 2 ? -3 : def.place_count;
        def.width = rows[i].field == 3 ? -1 : def.width;
        crew[1].body = wend_default_agent();
        crew[1].body.max_speed = rows[i].field == 4 ? -1 : 1;
        crew[1].body.mass = rows[i].field == 5 ? 0 : 1;
        double seconds = rows[i].field == 6 ? (double)INFINITY : 0.1;
        f.def = def;
        wend_formation before = f;
        assert_int_equal(wend_formation_step(&f, v2(1, 0), crew, 2, seconds, &error), WEND_ERROR_VALUE);
        if (!strstr(error.text, rows[i].text))
            fail_msg("\"%s\" doesn't say \"%s\"", error.text, rows[i].text);
        assert_memory_equal(&f, &before, sizeof f);
        if (rows[i].field < 4)
            assert_int_equal(wend_formation_places(&def, 2, 0.5f, places), 0);
    }
    int place_of[2] = {5, 5};
    assert_close(wend_match_places(places, places, -1, place_of), 0, 0);
    assert_close(wend_match_places(places, places, 0, place_of), 0, 0);
    assert_int_equal(place_of[0] + place_of[1], 10);
    // through what isn't finite no passage leads
    wend_caster open = {0};
    assert_close(wend_passage_width(&open, v2(NAN, 0), v2(1, 0), 4, 0), 0, 0);
    assert_close(wend_passage_width(&open, v2(0, 0), v2(INFINITY, 0), 4, 0), 0, 0);
    assert_close(wend_passage_width(&open, v2(0, 0), v2(1, 0), -1, 0), 0, 0);
    assert_close(wend_passage_width(&open, v2(0, 0), v2(1, 0), NAN, 0), 0, 0);
}

// ---- obstacles

static void t_obstacles_without_a_set_or_a_body(void **state)
{
    (void)state;
    wend_obstacles_def def = wend_default_obstacles_def();
    wend_obstacles *set = wend_obstacles_create(&def, NULL);
    wend_shape shape = wend_default_shape(WEND_SHAPE_CIRCLE), got;
    wend_obstacle_id id = wend_obstacles_add(set, &shape), none = {0}, wrong = {id.value + 7};
    assert_int_equal(wend_obstacles_error(NULL)->status, WEND_ERROR_NULL);
    assert_int_equal(wend_obstacles_remove(NULL, id), WEND_ERROR_NULL);
    assert_int_equal(wend_obstacles_move(NULL, id, v2(0, 0), 0), WEND_ERROR_NULL);
    assert_int_equal(wend_obstacles_set_velocity(NULL, id, v2(0, 0)), WEND_ERROR_NULL);
    assert_int_equal(wend_obstacles_get(NULL, id, &got), WEND_ERROR_NULL);
    assert_int_equal(wend_obstacles_get(set, id, NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_obstacles_count(NULL), 0);
    const wend_obstacle_id odd[] = {none, wrong};
    for (int i = 0; i < COUNT_OF(odd); i++)
    {
        assert_int_equal(wend_obstacles_get(set, odd[i], &got), WEND_ERROR_ID);
        assert_int_equal(wend_obstacles_remove(set, odd[i]), WEND_ERROR_ID);
    }
    assert_int_equal(wend_obstacles_set_velocity(set, id, v2(NAN, 0)), WEND_ERROR_VALUE);
    assert_int_equal(wend_obstacles_move(set, id, v2(0, 0), INFINITY), WEND_ERROR_VALUE);
    assert_int_equal(wend_obstacles_get(set, id, &got), WEND_OK);
    assert_same(got.velocity, v2(0, 0));
    wend_hit hit;
    wend_cast cast = {.from = v2(-9, 0), .along = v2(18, 0), .radius = INFINITY};
    assert_false(wend_obstacles_cast(set, NULL, &hit));
    assert_false(wend_obstacles_cast(set, &cast, &hit));
    cast.radius = 0, cast.along.y = NAN;
    assert_false(wend_obstacles_cast(set, &cast, &hit));
    assert_false(wend_obstacles_sees(set, v2(NAN, 0), v2(9, 9), 0, 0));
    assert_false(wend_obstacles_sees(set, v2(9, 0), v2(9, INFINITY), 0, 0));
    assert_true(wend_obstacles_sees(set, v2(9, 0), v2(9, 9), 0, 0));
    wend_slider body = {.position = v2(-9, 0), .radius = 0.5f};
    wend_caster blind = {0};
    assert_false(wend_slide(NULL, &body, v2(1, 2))); // nothing in the way: nothing is cut off
    assert_false(wend_slide(&blind, &body, v2(1, 2)));
    wend_obstacles_destroy(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_half_an_allocator_is_refused),
        cmocka_unit_test(t_a_corridor_without_a_mesh_or_a_way),
        cmocka_unit_test(t_meshes_and_what_is_none_of_theirs),
        cmocka_unit_test(t_grids_and_what_is_none_of_theirs),
        cmocka_unit_test(t_fields_that_there_arent),
        cmocka_unit_test(t_an_index_without_places),
        cmocka_unit_test(t_formations_by_field),
        cmocka_unit_test(t_obstacles_without_a_set_or_a_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
