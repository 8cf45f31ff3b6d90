// Null for whatever a function needs: a status says so, anything else does nothing and gives nothing.
#include "testing.h"

#include "wend/wend.h"

static const wend_vec zero = {0, 0, 0};

static void t_group(void **state)
{
    (void)state;
    wend_agent self = wend_default_agent();
    wend_vec wish = v2(1, 2);
    self.velocity = v2(3, 0);
    assert_true(wend_equal(wend_follow_leader(NULL, &self, 1), zero));
    assert_true(wend_equal(wend_follow_leader(&self, NULL, 1), self.velocity));
    assert_true(wend_equal(wend_keep_place(NULL, wish, wish), zero));
    assert_true(wend_equal(wend_queue(NULL, wish, NULL, 0, 1), wish));
    assert_true(wend_equal(wend_queue(&self, wish, NULL, 3, 1), wish));
    assert_true(wend_equal(wend_give_way(NULL, wish, NULL, 0, 1, 1), wish));
    assert_true(wend_equal(wend_give_way(&self, wish, NULL, 3, 1, 1), wish));
}

static void t_formation(void **state)
{
    (void)state;
    wend_formation_def def = wend_default_formation_def();
    wend_vec points[4] = {{0, 0, 0}};
    int place_of[4];
    wend_error error = {0};
    assert_close(wend_formation_leader(NULL).max_speed, wend_default_agent().max_speed, 0);
    assert_int_equal(wend_formation_step(NULL, zero, NULL, 0, 0.1, &error), WEND_ERROR_NULL);
    assert_string_equal(error.text, "formation is null");
    assert_int_equal(wend_formation_places(NULL, 3, 1, points), 0);
    assert_int_equal(wend_formation_places(&def, 3, 1, NULL), 0);
    assert_int_equal(wend_formation_places(&def, WEND_FORMATION_MOST + 1, 1, points), 0);
    def.kind = WEND_FORMATION_GIVEN;
    def.place_count = 3;
    assert_int_equal(wend_formation_places(&def, 3, 1, points), 0);
    assert_close(wend_match_places(NULL, points, 2, place_of), 0, 0);
    assert_close(wend_match_places(points, NULL, 2, place_of), 0, 0);
    assert_close(wend_match_places(points, points, 2, NULL), 0, 0);
    assert_close(wend_match_places(points, points, WEND_FORMATION_MOST + 1, place_of), 0, 0);
    assert_close(wend_passage_width(NULL, zero, zero, 1, 0), FLT_MAX, 0);
}

static void t_decide(void **state)
{
    (void)state;
    wend_machine machine = {0};
    wend_machine_def def = {0};
    wend_layer layer = {0};
    wend_layer_def layer_def = {0};
    wend_tree tree = {0};
    wend_tree_def tree_def = {0};
    wend_message message = {0};
    assert_int_equal(wend_machine_check(NULL, NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_machine_step(NULL, &machine, 1, NULL), -1);
    assert_int_equal(wend_machine_step(&def, NULL, 1, NULL), -1);
    assert_int_equal(wend_machine_step(&def, &machine, 1, NULL), -1);
    wend_machine_go(NULL, 0, WEND_GO);
    wend_machine_tell(NULL, 1);
    wend_machine_stop(NULL, &machine, NULL);
    wend_machine_stop(&def, NULL, NULL);
    assert_int_equal(wend_machine_state(NULL), -1);
    assert_false(wend_machine_is_in(NULL, 0));
    assert_close(wend_machine_seconds(NULL, 0), 0, 0);
    assert_null(wend_machine_trace(NULL, 0));
    assert_int_equal(wend_layer_check(NULL, NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_layer_step(NULL, &layer, 1, NULL), 0);
    assert_int_equal(wend_layer_step(&layer_def, NULL, 1, NULL), 0);
    wend_layer_raise(NULL, 0, 1);
    wend_layer_stop(NULL, &layer, NULL);
    wend_layer_stop(&layer_def, NULL, NULL);
    assert_close(wend_layer_share(NULL, 0), 0, 0);
    assert_int_equal(wend_tree_check(NULL, NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_tree_step(NULL, &tree, 1, NULL), WEND_FAILED);
    assert_int_equal(wend_tree_step(&tree_def, NULL, 1, NULL), WEND_FAILED);
    assert_int_equal(wend_tree_step(&tree_def, &tree, 1, NULL), WEND_FAILED);
    wend_tree_stop(NULL, &tree, NULL);
    wend_tree_stop(&tree_def, NULL, NULL);
    assert_int_equal(wend_regulate(NULL, 3, 1).count, 0);
    assert_int_equal(wend_mail_post(NULL, &message, 0), WEND_ERROR_NULL);
    wend_mail_advance(NULL, 1);
    assert_false(wend_mail_take(NULL, &message));
}

static void t_urge(void **state)
{
    (void)state;
    float scores[2] = {1, 2};
    wend_option options[2] = {{0}};
    wend_fuzzy_rules rules = {0};
    wend_curve keyed = wend_default_curve(WEND_CURVE_KEYS);
    assert_close(wend_curve_at(NULL, 1), 0, 0);
    assert_close(wend_curve_at(&keyed, 1), 0, 0);
    assert_int_equal(wend_curve_check(NULL, NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_pick(NULL, 2, -1, NULL), -1);
    assert_int_equal(wend_pick(options, 0, -1, NULL), -1);
    assert_close(wend_utility(NULL, scores, 2), 0, 0);
    assert_close(wend_utility(scores, NULL, 2), 0, 0);
    assert_int_equal(wend_fuzzy_check(NULL, NULL), WEND_ERROR_NULL);
    assert_false(wend_fuzzy_centroid(NULL, scores));
    assert_false(wend_fuzzy_mean_of_maximum(NULL, scores));
    assert_false(wend_fuzzy_centroid(&rules, NULL));
}

static void t_mesh_and_corridor(void **state)
{
    (void)state;
    wend_mesh_spot spot = {-1, {1, 2, 3}};
    wend_mesh_query query = wend_default_mesh_query();
    wend_mesh_search *search = wend_mesh_search_create(NULL, NULL);
    wend_vec points[4] = {{0, 0, 0}}, point = v2(3, 4);
    wend_portal portal;
    int polygons[4];
    wend_corridor corridor = {.polygons = polygons, .capacity = 4};
    assert_null(wend_mesh_create(NULL, NULL));
    assert_int_equal(wend_mesh_count(NULL), 0);
    assert_int_equal(wend_mesh_polygon(NULL, 0, points, 4), 0);
    assert_int_equal(wend_mesh_neighbour(NULL, 0, 0), -1);
    assert_int_equal(wend_mesh_set(NULL, 0, 1, 1), WEND_ERROR_NULL);
    assert_close(wend_mesh_cost(NULL, 0), 0, 0);
    assert_int_equal(wend_mesh_layers(NULL, 0), 0);
    assert_true(wend_mesh_edits(NULL) == 0);
    assert_int_equal(wend_mesh_at(NULL, point, 1).polygon, -1);
    assert_int_equal(wend_mesh_nearest(NULL, point, 1, 1).polygon, -1);
    assert_true(wend_equal(wend_mesh_move(NULL, spot, point, 1).point, spot.point));
    assert_false(wend_mesh_cast(NULL, spot, point, 1).is_clear);
    assert_int_equal(wend_mesh_find(NULL, NULL, &query).way, WEND_WAY_REFUSED);
    assert_int_equal(wend_mesh_find(search, NULL, &query).way, WEND_WAY_REFUSED);
    assert_int_equal(wend_mesh_go_on(NULL, NULL, 1).way, WEND_WAY_REFUSED);
    assert_int_equal(wend_mesh_search_polygons(NULL, polygons, 4), 0);
    assert_int_equal(wend_mesh_search_points(NULL, points, 4), 0);
    assert_non_null(wend_mesh_search_error(NULL));
    assert_false(wend_mesh_portal(NULL, 0, 1, &portal));
    assert_int_equal(wend_funnel(zero, point, NULL, 3, 0, points, 4), 0);
    assert_int_equal(wend_funnel(zero, point, NULL, 0, 0, NULL, 4), 0);
    assert_false(wend_corridor_set(NULL, NULL, search));
    assert_false(wend_corridor_set(&corridor, NULL, search));
    assert_true(wend_equal(wend_corridor_move(NULL, NULL, point), point));
    assert_true(wend_equal(wend_corridor_put(NULL, NULL, point), point));
    assert_false(wend_corridor_aim(NULL, NULL, point));
    assert_false(wend_corridor_shorten(NULL, NULL));
    assert_int_equal(wend_corridor_corners(NULL, NULL, points, 4), 0);
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(NULL);
    wend_mesh_search_destroy(NULL);
}

static void t_grids(void **state)
{
    (void)state;
    wend_cell cell = {0, 0};
    wend_flow_def def = wend_default_flow_def();
    wend_grid_query query = wend_default_grid_query();
    wend_agent self = wend_default_agent();
    assert_int_equal(wend_grid_find(NULL, NULL, &query).way, WEND_WAY_REFUSED);
    assert_int_equal(wend_grid_find_between(NULL, NULL, zero, zero).way, WEND_WAY_REFUSED);
    assert_int_equal(wend_grid_go_on(NULL, NULL, 1).way, WEND_WAY_REFUSED);
    assert_false(wend_grid_cell(NULL, zero, NULL));
    assert_int_equal(wend_grid_set(NULL, cell, 1), WEND_ERROR_NULL);
    assert_int_equal(wend_grid_get(NULL, cell), 0);
    assert_false(wend_grid_sees(NULL, zero, zero, 0));
    assert_false(wend_grid_sees_cell(NULL, cell, cell, 0));
    assert_false(wend_grid_is_clear(zero, zero, 0, NULL));
    assert_int_equal(wend_grid_rasterize(NULL, NULL, NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_flow_begin(NULL, NULL, &def), WEND_ERROR_NULL);
    assert_non_null(wend_flow_error(NULL));
    assert_false(wend_flow_is_ready(NULL));
    assert_true(wend_equal(wend_follow_flow(NULL, NULL), zero));
    assert_true(wend_equal(wend_follow_flow(&self, NULL), self.velocity));
    assert_null(wend_flow_cache_get(NULL, NULL, &def));
    assert_string_equal(wend_plan_state_name((wend_plan_state)-1), "unknown");
}

static void t_path(void **state)
{
    (void)state;
    wend_agent self = wend_default_agent();
    wend_path_progress progress = {0};
    const wend_path hollow = {.count = 3}, *paths[] = {NULL, &hollow};
    wend_vec point = v2(3, 4);
    self.velocity = v2(1, 0);
    for (int i = 0; i < 2; i++)
    {
        assert_close(wend_path_length(paths[i]), 0, 0);
        assert_true(wend_equal(wend_path_point(paths[i], 1), zero));
        assert_true(wend_equal(wend_path_nearest(paths[i], point).point, point));
        assert_true(wend_equal(wend_path_nearest_on(paths[i], 1, point).point, point));
        assert_true(wend_equal(wend_follow_path(&self, paths[i], &progress, NULL, 0.1), self.velocity));
        assert_true(wend_path_begin(paths[i], point, NULL).has_begun);
        assert_close(wend_path_left(paths[i], &progress, NULL), 0, 0);
    }
    assert_close(wend_path_left(&hollow, NULL, NULL), 0, 0);
    assert_true(wend_equal(wend_follow_path(NULL, &hollow, &progress, NULL, 0.1), zero));
    assert_true(wend_equal(wend_follow_path(&self, &hollow, NULL, NULL, 0.1), self.velocity));
    assert_int_equal(wend_path_pull(NULL, 3, 0, NULL, NULL), 0);
    assert_int_equal(wend_path_tighten(NULL, 3, 0, NULL, NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_group), cmocka_unit_test(t_formation),         cmocka_unit_test(t_decide),
        cmocka_unit_test(t_urge),  cmocka_unit_test(t_mesh_and_corridor), cmocka_unit_test(t_grids),
        cmocka_unit_test(t_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
