// adapters/recast: a yard with a wall, built from triangles, and the same taken over from Detour's own format.
#include "testing_memory.h"
#include "testing_mesh.h"

#include "../adapters/recast.h"

/// A ground of 20 x 20 and a wall across it that leaves a gap of 4 at one end, y up.
static wend_recast_def yard(void)
{
    static const wend_vec points[] = {
        {0, 0, 0}, {20, 0, 0}, {20, 0, 20}, {0, 0, 20},                                                 // ground
        {9, 0, 0}, {11, 0, 0}, {11, 0, 16}, {9, 0, 16}, {9, 4, 0}, {11, 4, 0}, {11, 4, 16}, {9, 4, 16}, // wall
    };
    static const int triangles[] = {0, 2, 1,  0, 3,  2, 8, 10, 9,  8, 11, 10, 4, 8,  9, 4, 9, 5,
                                    5, 9, 10, 5, 10, 6, 6, 10, 11, 6, 11, 7,  7, 11, 8, 7, 8, 4};
    wend_recast_def def = wend_default_recast_def();
    def.points = points;
    def.point_count = COUNT_OF(points);
    def.triangles = triangles;
    def.triangle_count = COUNT_OF(triangles) / 3;
    return def;
}

static void t_a_yard_is_built_and_walked(void **state)
{
    (void)state;
    wend_recast_def def = yard();
    wend_error error = {0};
    wend_mesh *mesh = wend_recast_build(&def, &error);
    assert_string_equal(error.text, "");
    assert_non_null(mesh);
    assert_in_range(wend_mesh_count(mesh), 3, 60);
    // the ground as far as the body's middle may go: cells of 0.3, and the radius away from its edges and the wall
    assert_true(wend_mesh_at(mesh, v2(5, 5), WEND_MESH_ALL).polygon >= 0);
    assert_int_equal(wend_mesh_at(mesh, v2(0.2f, 5), WEND_MESH_ALL).polygon, -1);
    assert_int_equal(wend_mesh_at(mesh, v2(8.6f, 5), WEND_MESH_ALL).polygon, -1);
    assert_true(fabsf(wend_mesh_at(mesh, v2(5, 5), WEND_MESH_ALL).point.z) < 0.41f); // two cells of height at most
    wend_mesh_search *search = wend_mesh_search_create(NULL, NULL);
    wend_mesh_query query = mesh_query(v2(4, 4), v2(16, 4), WEND_MESH_EXACT);
    wend_mesh_result result = wend_mesh_find(search, mesh, &query);
    assert_int_equal(result.way, WEND_WAY_FOUND);
    // round the wall's end, at least 0.6 away from it: two legs, and 2 between; cells move each corner by 0.6 at most
    double least = 2 * hypot(12.0, 4.4) + 3.2;
    assert_true(result.length > least - 1.2 && result.length < least + 1.2);
    query.goal = v2(10, 8); // the wall's top is too narrow to stand on
    assert_int_equal(wend_mesh_find(search, mesh, &query).way, WEND_WAY_GOAL_BLOCKED);
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

/// Two squares side by side and a tile of Detour's made of them, in testing_recast.cpp.
const void *make_detour_mesh(void);
void free_detour_mesh(const void *mesh);

static void t_a_mesh_of_detour_is_taken_over(void **state)
{
    (void)state;
    const void *detour = make_detour_mesh();
    assert_non_null(detour);
    ledger book = {.left = -1};
    wend_allocator allocator = ledger_allocator(&book);
    wend_mesh *mesh = wend_recast_detour(detour, &allocator, NULL);
    assert_non_null(mesh);
    assert_int_equal(wend_mesh_count(mesh), 2);
    assert_int_equal(wend_mesh_layers(mesh, 0), 1);
    assert_int_equal(wend_mesh_layers(mesh, 1), 4);
    wend_mesh_spot left = wend_mesh_at(mesh, wend_xyz(11, 31, 20), 1), right = wend_mesh_at(mesh, v2(13, 31), 4);
    assert_int_equal(left.polygon, 0);
    assert_vec(left.point, 11, 31, 20, 1e-5);
    assert_int_equal(right.polygon, 1);
    assert_vec(right.point, 13, 31, 21, 1e-5);
    wend_portal portal;
    assert_true(wend_mesh_portal(mesh, 0, 1, &portal));
    assert_vec(portal.right, 12, 30, 21, 1e-5);
    assert_vec(portal.left, 12, 32, 19, 1e-5);
    wend_mesh_destroy(mesh);
    assert_int_equal(book.taken, book.given);
    free_detour_mesh(detour);
}

static void t_the_same_triangles_give_the_same_mesh(void **state)
{
    (void)state;
    wend_recast_def def = yard();
    wend_mesh *a = wend_recast_build(&def, NULL), *b = wend_recast_build(&def, NULL);
    assert_int_equal(wend_mesh_count(a), wend_mesh_count(b));
    for (int i = 0; i < wend_mesh_count(a); i++)
    {
        wend_vec of_a[8], of_b[8];
        int count = wend_mesh_polygon(a, i, of_a, 8);
        assert_int_equal(wend_mesh_polygon(b, i, of_b, 8), count);
        assert_memory_equal(of_a, of_b, (size_t)count * sizeof *of_a);
    }
    wend_mesh_destroy(a);
    wend_mesh_destroy(b);
}

static void check_refused(const wend_recast_def *def, const char *text)
{
    wend_error error = {0};
    assert_null(wend_recast_build(def, &error));
    assert_string_equal(error.text, text);
    assert_null(wend_recast_build(def, NULL));
}

static void t_bad_definitions_are_refused(void **state)
{
    (void)state;
    wend_recast_def def = wend_default_recast_def();
    check_refused(&def, "recast def, its points and triangles must be given");
    check_refused(NULL, "recast def, its points and triangles must be given");
    def = yard();
    def.cell_size = 0;
    check_refused(&def, "recast cell_size is 0, must be finite and > 0");
    def = yard();
    def.slope = 2;
    check_refused(&def, "recast slope is 2, must be in [0, pi / 2)");
    def = yard();
    def.point_count = 11;
    check_refused(&def, "corner 1 of triangle 3 is point 11, must be in [0, 10]");
    def = yard();
    def.cell_size = 1e-4f;
    check_refused(&def, "recast has more than 8192 cells along a side");
    def = yard();
    def.radius = 30; // nothing is left
    check_refused(&def, "there is nothing to walk on");
    assert_null(wend_recast_detour(NULL, NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_yard_is_built_and_walked),
        cmocka_unit_test(t_a_mesh_of_detour_is_taken_over),
        cmocka_unit_test(t_the_same_triangles_give_the_same_mesh),
        cmocka_unit_test(t_bad_definitions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
