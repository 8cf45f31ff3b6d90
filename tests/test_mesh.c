// mesh.h: what is refused, places, looks and steps, results, and what went wrong for others (the names in brackets).
#include "testing_memory.h"
#include "testing_mesh.h"

#include <pthread.h>

// ---- definitions

static const wend_vec square_points[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}, {2, 1, 0}};
static const int two_squares[] = {0, 1, 2, 3, 1, 4, 5, 2};

static wend_mesh_def two_squares_def(void)
{
    return def_of(square_points, COUNT_OF(square_points), two_squares, 2, 4);
}

static void check_refused(const wend_mesh_def *def, wend_status status, const char *text)
{
    wend_error error = {0};
    assert_null(wend_mesh_create(def, &error));
    assert_int_equal(error.status, status);
    assert_string_equal(error.text, text);
    assert_null(wend_mesh_create(def, NULL));
}

static void t_what_is_refused_says_why(void **state)
{
    (void)state;
    wend_mesh_def def = two_squares_def();
    check_refused(NULL, WEND_ERROR_NULL, "mesh def is null, must be given");
    def.corners = NULL;
    check_refused(&def, WEND_ERROR_NULL, "mesh corners must be given");
    def = two_squares_def();
    def.point_count = 2;
    check_refused(&def, WEND_ERROR_VALUE, "mesh point_count is 2, must be in [3, 67108864]");
    def = two_squares_def();
    def.polygon_count = 0;
    check_refused(&def, WEND_ERROR_VALUE, "mesh polygon_count is 0, must be in [1, 22369621]");
    def = two_squares_def();
    const int few[] = {4, 2};
    def.counts = few;
    check_refused(&def, WEND_ERROR_VALUE, "polygon 1 has 2 corners, must have >= 3");
    const int outside[] = {0, 1, 2, 3, 1, 4, 6, 2};
    def = two_squares_def();
    def.corners = outside;
    check_refused(&def, WEND_ERROR_VALUE, "corner 2 of polygon 1 is point 6, must be in [0, 5]");
    const int bow[] = {0, 1, 3, 2, 1, 4, 5, 2}; // its loops cancel out
    def.corners = bow;
    check_refused(&def, WEND_ERROR_VALUE, "polygon 0 has no area");
    const int twice[] = {0, 1, 2, 3, 1, 4, 4, 2};
    def.corners = twice;
    check_refused(&def, WEND_ERROR_VALUE, "corners 1 and 2 of polygon 1 lie at one place");
    const float costs[] = {1, 0};
    def = two_squares_def();
    def.costs = costs;
    check_refused(&def, WEND_ERROR_VALUE, "polygon 1 costs 0, must be finite and > 0");
    const int neighbours[] = {-1, -1, -1, -1, -1, -1, 0, -1};
    def = two_squares_def();
    def.neighbours = neighbours;
    check_refused(&def, WEND_ERROR_VALUE, "polygon 1 names polygon 0 as a neighbour across an edge that it hasn't");
    const int one_sided[] = {-1, 1, -1, -1, -1, -1, -1, -1};
    def.neighbours = one_sided;
    check_refused(&def, WEND_ERROR_VALUE, "polygon 0 names polygon 1 as its neighbour, which names -1 there");
    wend_vec points[COUNT_OF(square_points)];
    memcpy(points, square_points, sizeof points);
    points[3].z = NAN;
    def = two_squares_def();
    def.points = points;
    check_refused(&def, WEND_ERROR_VALUE, "point 3 is (0, 1, nan), must be finite");
    def = two_squares_def();
    def.allocator.alloc = ledger_take;
    check_refused(&def, WEND_ERROR_NULL, "allocator has only one of alloc and free, must have both or none");
}

static void t_shapes_that_are_refused(void **state)
{
    (void)state;
    // an arrow head, a star (it turns left everywhere), three polygons on one edge, two on the same side of it
    const wend_vec points[] = {{0, 0, 0}, {2, 0, 0}, {1, 0.5f, 0}, {1, 2, 0}, {4, -1, 0}, {4, 1, 0}, {0, -1, 0}};
    const int arrow[] = {0, 1, 2, 3};
    wend_mesh_def def = def_of(points, 7, arrow, 1, 4);
    check_refused(&def, WEND_ERROR_VALUE, "polygon 0 is not convex at its corner 2");
    const wend_vec star[] = {
        {1, 0, 0}, {-0.809f, 0.588f, 0}, {0.309f, -0.951f, 0}, {0.309f, 0.951f, 0}, {-0.809f, -0.588f, 0}};
    const int five[] = {0, 1, 2, 3, 4};
    def = def_of(star, 5, five, 1, 5);
    wend_error error = {0};
    assert_null(wend_mesh_create(&def, &error));
    assert_non_null(strstr(error.text, "polygon 0 is not convex"));
    const int three[] = {0, 1, 3, 1, 0, 6, 1, 0, 2};
    def = def_of(points, 7, three, 3, 3);
    check_refused(&def, WEND_ERROR_VALUE, "polygons 0, 1 and 2 share one edge, must be two at most");
    const int same_side[] = {0, 1, 3, 0, 1, 2};
    def = def_of(points, 7, same_side, 2, 3);
    check_refused(&def, WEND_ERROR_VALUE, "polygons 0 and 1 lie on the same side of the edge that they share");
}

static void t_polygons_come_back_counter_clockwise(void **state)
{
    (void)state;
    // the second square is listed clockwise, the first has a corner on a straight line; -0 and doubled points are one
    const wend_vec points[] = {{0, 0, 5},     {0.5f, 0, 5}, {1, 0, 5}, {1, 1, 5}, {0, 1, 5},
                               {1, -0.0f, 5}, {1, 1, 5},    {2, 1, 5}, {2, 0, 5}};
    const int corners[] = {0, 1, 2, 3, 4, 5, 6, 7, 8}, counts[] = {5, 4};
    wend_mesh_def def = wend_default_mesh_def();
    def.points = points;
    def.point_count = COUNT_OF(points);
    def.counts = counts;
    def.polygon_count = 2;
    def.corners = corners;
    wend_mesh *mesh = mesh_of(&def);
    wend_vec c[5];
    assert_int_equal(wend_mesh_count(mesh), 2);
    assert_int_equal(wend_mesh_polygon(mesh, 1, c, 5), 4);
    assert_vec(c[0], 1, 0, 5, 0);
    assert_vec(c[1], 2, 0, 5, 0);
    assert_vec(c[3], 1, 1, 5, 0);
    assert_int_equal(wend_mesh_polygon(mesh, 0, c, 1), 5);
    assert_int_equal(wend_mesh_polygon(mesh, 2, c, 5), 0);
    assert_int_equal(wend_mesh_neighbour(mesh, 0, 2), 1);
    assert_int_equal(wend_mesh_neighbour(mesh, 1, 3), 0);
    assert_int_equal(wend_mesh_neighbour(mesh, 1, 0), -1);
    assert_int_equal(wend_mesh_neighbour(mesh, 1, 4), -1);
    wend_portal portal;
    assert_true(wend_mesh_portal(mesh, 0, 1, &portal)); // walking along +x
    assert_vec(portal.left, 1, 1, 5, 0);
    assert_vec(portal.right, 1, 0, 5, 0);
    assert_true(wend_mesh_portal(mesh, 1, 0, &portal));
    assert_vec(portal.left, 1, 0, 5, 0);
    assert_false(wend_mesh_portal(mesh, 0, 0, &portal) || wend_mesh_portal(mesh, 0, 7, &portal));
    wend_mesh_destroy(mesh);
    wend_mesh_destroy(NULL);
}

static void t_given_neighbours_may_leave_an_edge_closed(void **state)
{
    (void)state;
    int neighbours[8];
    for (int i = 0; i < 8; i++)
        neighbours[i] = -1;
    wend_mesh_def def = two_squares_def();
    def.neighbours = neighbours;
    wend_mesh *mesh = mesh_of(&def);
    assert_int_equal(wend_mesh_neighbour(mesh, 0, 1), -1);
    wend_mesh_destroy(mesh);
    neighbours[1] = 1;
    neighbours[7] = 0;
    mesh = mesh_of(&def);
    assert_int_equal(wend_mesh_neighbour(mesh, 0, 1), 1);
    assert_int_equal(wend_mesh_neighbour(mesh, 1, 3), 0);
    wend_mesh_destroy(mesh);
}

// ---- places

/// Two floors of 4 x 4, three apart, the upper one sloped; a ramp of its own leads nowhere.
static wend_mesh *two_floors(void)
{
    static const wend_vec points[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},
                                      {0, 0, 3}, {4, 0, 3}, {4, 4, 5}, {0, 4, 5}};
    static const int corners[] = {0, 1, 2, 3, 4, 5, 6, 7};
    wend_mesh_def def = def_of(points, 8, corners, 2, 4);
    return mesh_of(&def);
}

static void t_places_on_floors_over_one_another(void **state)
{
    (void)state;
    wend_mesh *mesh = two_floors();
    wend_mesh_spot spot = wend_mesh_at(mesh, wend_xyz(1, 2, 1.9f), WEND_MESH_ALL);
    assert_int_equal(spot.polygon, 0); // 1.9 above the lower one, 2.1 below the upper one
    assert_vec(spot.point, 1, 2, 0, 0);
    spot = wend_mesh_at(mesh, wend_xyz(1, 2, 2.1f), WEND_MESH_ALL);
    assert_int_equal(spot.polygon, 1);
    assert_vec(spot.point, 1, 2, 4, 1e-6);
    assert_int_equal(wend_mesh_at(mesh, wend_xyz(1, 2, 2), WEND_MESH_ALL).polygon, 0); // a tie
    assert_int_equal(wend_mesh_at(mesh, wend_xyz(4.01f, 2, 0), WEND_MESH_ALL).polygon, -1);
    assert_int_equal(wend_mesh_at(mesh, wend_xyz(4, 4, 0), WEND_MESH_ALL).polygon, 0); // touching
    assert_int_equal(wend_mesh_at(mesh, wend_xyz(NAN, 2, 0), WEND_MESH_ALL).polygon, -1);
    // the nearest place: 1 beyond the edge and 1 above it
    spot = wend_mesh_nearest(mesh, wend_xyz(5, 2, 1), 1.5f, WEND_MESH_ALL);
    assert_int_equal(spot.polygon, 0);
    assert_vec(spot.point, 4, 2, 0, 0);
    assert_int_equal(wend_mesh_nearest(mesh, wend_xyz(5, 2, 1), 1.41f, WEND_MESH_ALL).polygon, -1);
    spot = wend_mesh_nearest(mesh, wend_xyz(5, -1, 4), 10, WEND_MESH_ALL);
    assert_int_equal(spot.polygon, 1);
    assert_vec(spot.point, 4, 0, 3, 1e-6);
    // a closed floor isn't there
    assert_int_equal(wend_mesh_set(mesh, 0, 1, 2), WEND_OK);
    assert_int_equal(wend_mesh_at(mesh, wend_xyz(1, 2, 0), 1).polygon, 1);
    assert_int_equal(wend_mesh_at(mesh, wend_xyz(1, 2, 0), 3).polygon, 0);
    wend_mesh_destroy(mesh);
}

static void t_heights_may_be_in_y(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 7, 0}, {4, 7, 0}, {4, 9, 4}, {0, 9, 4}};
    const int corners[] = {0, 1, 2, 3};
    wend_mesh_def def = def_of(points, 4, corners, 1, 4);
    def.is_y_up = true;
    wend_mesh *mesh = mesh_of(&def);
    wend_mesh_spot spot = wend_mesh_at(mesh, wend_xyz(1, 2, 0), WEND_MESH_ALL);
    assert_vec(spot.point, 1, 2, 8, 1e-6);
    wend_mesh_destroy(mesh);
}

// yuka's own numbers: four triangles make two regions; places, steps and ways
static wend_mesh *yukas(void)
{
    static const wend_vec points[] = {{0, 0, 0}, {1, 0, 0}, {0.5f, 1, 0}, {-2, 1, 0}, {0, 2, 0}, {1, 1, 0}};
    static const int counts[] = {5, 3}, corners[] = {0, 1, 2, 4, 3, 1, 5, 2};
    wend_mesh_def def = wend_default_mesh_def();
    def.points = points;
    def.point_count = COUNT_OF(points);
    def.counts = counts;
    def.polygon_count = 2;
    def.corners = corners;
    return mesh_of(&def);
}

static void t_yukas_numbers(void **state)
{
    (void)state;
    wend_mesh *mesh = yukas();
    wend_mesh_search *search = new_mesh_search();
    static const struct
    {
        wend_vec start, goal;
        int points;
    } rows[] = {{{0, 1.5f, 0}, {0.9f, 0.9f, 0}, 3}, {{-1, 1, 0}, {-0.5f, 1, 0}, 2}, {{0, 0.5f, 0}, {0.9f, 0.5f, 0}, 2}};
    for (int i = 0; i < COUNT_OF(rows); i++)
        for (int kind = WEND_MESH_AUTO; kind <= WEND_MESH_EXACT; kind++)
        {
            wend_vec points[4];
            wend_mesh_query query = mesh_query(rows[i].start, rows[i].goal, (wend_mesh_kind)kind);
            assert_int_equal(wend_mesh_find(search, mesh, &query).way, WEND_WAY_FOUND);
            assert_int_equal(wend_mesh_search_points(search, points, 4), rows[i].points);
            if (rows[i].points == 3)
                assert_vec(points[1], 0.5, 1, 0, 0);
        }
    wend_mesh_spot spot = wend_mesh_nearest(mesh, v2(1.1f, 1.1f), 1, WEND_MESH_ALL);
    assert_int_equal(spot.polygon, 1);
    assert_int_equal(wend_mesh_nearest(mesh, v2(-0.5f, 0), 1, WEND_MESH_ALL).polygon, 0);
    wend_mesh_spot from = wend_mesh_at(mesh, v2(0.5f, 0.5f), WEND_MESH_ALL);
    assert_vec(wend_mesh_move(mesh, from, v2(0.5f, -0.5f), WEND_MESH_ALL).point, 0.5, 0, 0, 1e-7);
    assert_vec(wend_mesh_move(mesh, from, v2(0.5f, 0.4f), WEND_MESH_ALL).point, 0.5, 0.4, 0, 1e-7);
    // yuka stays where it is; here one slides to the nearest place that can be walked to
    assert_vec(wend_mesh_move(mesh, from, v2(2, -1), WEND_MESH_ALL).point, 1, 0, 0, 1e-7);
    wend_mesh_look look =
        wend_mesh_cast(mesh, wend_mesh_at(mesh, v2(0.9f, 0.5f), WEND_MESH_ALL), v2(2, 0.5f), WEND_MESH_ALL);
    assert_false(look.is_clear);
    assert_vec(look.end.point, 1, 0.5, 0, 1e-7);
    assert_vec(look.normal, -1, 0, 0, 1e-7);
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

static void t_steps_and_looks_from_nowhere_stay(void **state)
{
    (void)state;
    wend_mesh *mesh = yukas();
    wend_mesh_spot nowhere = {-1, {5, 5, 0}}, end = wend_mesh_move(mesh, nowhere, v2(0, 0), WEND_MESH_ALL);
    assert_int_equal(end.polygon, -1);
    assert_vec(end.point, 5, 5, 0, 0);
    wend_mesh_spot from = wend_mesh_at(mesh, v2(0.5f, 0.5f), WEND_MESH_ALL);
    assert_vec(wend_mesh_move(mesh, from, v2(NAN, 0), WEND_MESH_ALL).point, 0.5, 0.5, 0, 0);
    assert_false(wend_mesh_cast(mesh, nowhere, v2(0, 0), WEND_MESH_ALL).is_clear);
    assert_true(wend_mesh_cast(mesh, from, from.point, WEND_MESH_ALL).is_clear);
    // a step of any size ends on the mesh
    wend_mesh_spot far = wend_mesh_move(mesh, from, v2(FLT_MAX, -FLT_MAX), WEND_MESH_ALL);
    assert_finite(far.point);
    assert_true(off_mesh(mesh, (double)far.point.x, (double)far.point.y) < 1e-5);
    wend_mesh_destroy(mesh);
}

// ---- results

/// A row of `count` unit squares.
static wend_mesh *row_of_squares(int count, float width)
{
    static wend_vec points[2 * 2001];
    static int corners[4 * 2000];
    assert_true(count <= 2000);
    for (int i = 0; i <= count; i++)
    {
        points[2 * i] = v2((float)i * width, 0);
        points[2 * i + 1] = v2((float)i * width, 1);
    }
    for (int i = 0; i < count; i++)
    {
        const int c[4] = {2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1};
        memcpy(&corners[4 * i], c, sizeof c);
    }
    wend_mesh_def def = def_of(points, 2 * (count + 1), corners, count, 4);
    return mesh_of(&def);
}

static void t_each_result_is_told_apart(void **state)
{
    (void)state;
    wend_mesh *mesh = row_of_squares(10, 1);
    wend_mesh_search *search = new_mesh_search();
    for (int kind = WEND_MESH_AUTO; kind <= WEND_MESH_EXACT; kind++)
    {
        wend_vec points[4];
        int polygons[10];
        wend_mesh_query query = mesh_query(v2(0.5f, 0.5f), v2(9.5f, 0.5f), (wend_mesh_kind)kind);
        wend_mesh_result result = wend_mesh_find(search, mesh, &query);
        assert_int_equal(result.way, WEND_WAY_FOUND);
        assert_close(result.cost, 9, 1e-12);
        assert_int_equal(result.polygons, 10);
        assert_int_equal(wend_mesh_search_polygons(search, polygons, 10), 10);
        for (int i = 0; i < 10; i++)
            assert_int_equal(polygons[i], i);
        assert_int_equal(wend_mesh_search_points(search, points, 4), 2);
        query.goal = query.start; // [SEG-01, SEG-02, SEG-04]
        result = wend_mesh_find(search, mesh, &query);
        assert_int_equal(result.way, WEND_WAY_THERE);
        assert_close(result.cost + result.length, 0, 0);
        assert_int_equal(wend_mesh_search_points(search, points, 4), 1);
        query.start = v2(-1, 0.5f);
        result = wend_mesh_find(search, mesh, &query);
        assert_int_equal(result.way, WEND_WAY_START_BLOCKED);
        assert_int_equal(result.polygons + wend_mesh_search_points(search, points, 4), 0);
        query.reach = 1;
        query.goal = v2(10.5f, 0.5f);
        result = wend_mesh_find(search, mesh, &query);
        assert_int_equal(result.way, WEND_WAY_FOUND);
        assert_vec(result.start.point, 0, 0.5, 0, 0);
        assert_vec(result.end.point, 10, 0.5, 0, 0);
        query.reach = 0;
        query.start = v2(0.5f, 0.5f);
        assert_int_equal(wend_mesh_find(search, mesh, &query).way, WEND_WAY_GOAL_BLOCKED);
        // a door is closed: as far as it [UNR-05, UNR-06]
        query.goal = v2(9.5f, 0.5f);
        uint64_t edits = wend_mesh_edits(mesh);
        assert_int_equal(wend_mesh_set(mesh, 5, 1, 0), WEND_OK);
        assert_int_equal(wend_mesh_set(mesh, 5, 1, 0), WEND_OK);
        assert_int_equal(wend_mesh_edits(mesh), edits + 1);
        result = wend_mesh_find(search, mesh, &query);
        assert_int_equal(result.way, WEND_WAY_UNREACHABLE);
        assert_vec(result.end.point, 5, 0.5, 0, 0);
        assert_close(result.length, 4.5, 1e-6);
        assert_int_equal(wend_mesh_go_on(search, mesh, 0).way, WEND_WAY_UNREACHABLE);
        wend_mesh_set(mesh, 5, 1, UINT32_MAX);
    }
    assert_int_equal(wend_mesh_set(mesh, 10, 1, 1), WEND_ERROR_VALUE);
    assert_int_equal(wend_mesh_set(mesh, 0, NAN, 1), WEND_ERROR_VALUE);
    assert_close(wend_mesh_cost(mesh, 10), 0, 0);
    assert_int_equal(wend_mesh_layers(mesh, 0), UINT32_MAX);
    assert_int_equal(wend_mesh_layers(mesh, -1), 0);
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

static void t_bad_questions_are_refused(void **state)
{
    (void)state;
    wend_mesh *mesh = row_of_squares(4, 1), *other = row_of_squares(3, 1);
    wend_mesh_search *search = new_mesh_search();
    wend_mesh_query good = mesh_query(v2(0.5f, 0.5f), v2(3.5f, 0.5f), WEND_MESH_EXACT), query = good;
    const char *text = wend_mesh_search_error(search)->text;
    assert_int_equal(wend_mesh_find(search, mesh, NULL).way, WEND_WAY_REFUSED);
    assert_string_equal(text, "mesh query and mesh must be given");
    query.start.x = INFINITY;
    assert_int_equal(wend_mesh_find(search, mesh, &query).way, WEND_WAY_REFUSED);
    assert_string_equal(text, "mesh query start is (inf, 0.5, 0), must be finite");
    query = good;
    query.radius = -1;
    assert_int_equal(wend_mesh_find(search, mesh, &query).way, WEND_WAY_REFUSED);
    assert_string_equal(text, "mesh query radius is -1, must be finite and >= 0");
    query = good;
    query.budget = -1;
    assert_int_equal(wend_mesh_find(search, mesh, &query).way, WEND_WAY_REFUSED);
    assert_string_equal(text, "mesh query budget is -1, must be >= 0");
    wend_mesh_set(mesh, 1, 2, 1);
    assert_int_equal(wend_mesh_find(search, mesh, &good).way, WEND_WAY_REFUSED);
    assert_string_equal(text, "mesh query kind is exact, must be corridor or auto where polygons cost from 1 to 2");
    assert_int_equal(wend_mesh_find(search, other, &query).way, WEND_WAY_REFUSED);
    query = good;
    query.kind = WEND_MESH_AUTO; // 3.5 - 0.5, one of them at cost 2
    assert_close(wend_mesh_find(search, mesh, &query).cost, 4, 1e-9);
    assert_int_equal(wend_mesh_go_on(search, other, 0).way, WEND_WAY_REFUSED);
    wend_mesh_search_destroy(search);
    wend_mesh_search_destroy(NULL);
    wend_mesh_destroy(mesh);
    wend_mesh_destroy(other);
}

static void t_parts_of_a_budget_find_what_one_call_does(void **state)
{
    (void)state;
    wend_mesh *mesh = row_of_squares(300, 1);
    wend_mesh_search *search = new_mesh_search(), *whole = new_mesh_search();
    for (int kind = WEND_MESH_CORRIDOR; kind <= WEND_MESH_EXACT; kind++)
    {
        wend_mesh_query query = mesh_query(v2(0.5f, 0.5f), v2(299.5f, 0.5f), (wend_mesh_kind)kind);
        wend_mesh_result expected = wend_mesh_find(whole, mesh, &query);
        query.budget = 10; // [UNR-08]
        wend_mesh_result result = wend_mesh_find(search, mesh, &query);
        float before = 0;
        int parts = 1;
        for (; result.way == WEND_WAY_OUT_OF_BUDGET; parts++)
        {
            assert_int_equal(result.expanded, 10 * parts);
            assert_true(result.end.point.x > before); // the best so far comes nearer
            assert_close(result.length, result.end.point.x - 0.5f, 1e-4);
            before = result.end.point.x;
            result = wend_mesh_go_on(search, mesh, 10);
        }
        assert_int_equal(result.way, WEND_WAY_FOUND);
        assert_true(parts > 20 && result.expanded == expected.expanded && result.cost == expected.cost);
        // an edit in between: anew
        result = wend_mesh_find(search, mesh, &query);
        wend_mesh_set(mesh, 200, 1, 0);
        result = wend_mesh_go_on(search, mesh, 0);
        assert_int_equal(result.way, WEND_WAY_UNREACHABLE);
        assert_vec(result.end.point, 200, 0.5, 0, 0);
        wend_mesh_set(mesh, 200, 1, 1);
    }
    wend_mesh_search_destroy(search);
    wend_mesh_search_destroy(whole);
    wend_mesh_destroy(mesh);
}

static void t_masks_choose_the_way(void **state)
{
    (void)state;
    // two ways round a pillar at the middle of 3 x 3; the lower middle polygon is for boats only
    wend_vec points[16];
    int corners[32], count = 0;
    for (int i = 0; i < 16; i++)
        points[i] = v2((float)(i % 4), (float)(i / 4));
    uint32_t layers[8];
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            if (x != 1 || y != 1)
            {
                const int p = 4 * y + x, c[4] = {p, p + 1, p + 5, p + 4};
                memcpy(&corners[4 * count], c, sizeof c);
                layers[count++] = x == 1 && y == 0 ? 2 : 3;
            }
    wend_mesh_def def = def_of(points, 16, corners, 8, 4);
    def.layers = layers;
    wend_mesh *mesh = mesh_of(&def);
    wend_mesh_search *search = new_mesh_search();
    wend_mesh_query query = mesh_query(v2(0.5f, 0.5f), v2(2.5f, 0.5f), WEND_MESH_EXACT);
    assert_close(wend_mesh_find(search, mesh, &query).length, 2, 1e-6);
    query.mask = 1;
    assert_close(wend_mesh_find(search, mesh, &query).length, 2 * hypot(0.5, 1.5) + 1, 1e-6);
    query.mask = 4;
    assert_int_equal(wend_mesh_find(search, mesh, &query).way, WEND_WAY_START_BLOCKED);
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

// ---- what went wrong for others

static void t_ways_that_have_no_end_elsewhere(void **state)
{
    (void)state;
    // two plateaus joined by stairs [OVF-08]: A to B, B to C and C to D work, so A to D does, and is no longer
    const wend_vec points[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},  {4, 1, 0},  {5, 1, 1}, {6, 1, 2},
                               {6, 2, 2}, {5, 2, 1}, {4, 2, 0}, {6, -2, 2}, {9, -2, 2}, {9, 6, 2}, {6, 6, 2}};
    const int counts[] = {6, 4, 4, 6}, corners[] = {0, 1, 4, 9, 2, 3, 4, 5, 8, 9, 5, 6, 7, 8, 10, 11, 12, 13, 7, 6};
    wend_mesh_def def = wend_default_mesh_def();
    def.points = points;
    def.point_count = COUNT_OF(points);
    def.counts = counts;
    def.polygon_count = 4;
    def.corners = corners;
    wend_mesh *mesh = mesh_of(&def);
    wend_mesh_search *search = new_mesh_search();
    const wend_vec stops[] = {{1, 3, 0}, {4, 1.5f, 0}, {6, 1.5f, 2}, {8, 5, 2}};
    for (int kind = WEND_MESH_CORRIDOR; kind <= WEND_MESH_EXACT; kind++)
    {
        double sum = 0;
        wend_mesh_query query = mesh_query(stops[0], stops[3], (wend_mesh_kind)kind);
        for (int i = 0; i < 3; i++)
        {
            wend_mesh_query part = mesh_query(stops[i], stops[i + 1], (wend_mesh_kind)kind);
            wend_mesh_result result = wend_mesh_find(search, mesh, &part);
            assert_int_equal(result.way, WEND_WAY_FOUND);
            sum += result.length;
        }
        wend_mesh_result result = wend_mesh_find(search, mesh, &query);
        assert_int_equal(result.way, WEND_WAY_FOUND);
        assert_true(result.length <= sum + 1e-6);
    }
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

static void t_tiny_and_long_polygons_end(void **state)
{
    (void)state;
    // 2,000 slices of 0.001 [OVF-16], and a length that no float of the slices adds up to
    wend_mesh *mesh = row_of_squares(2000, 0.001f);
    wend_mesh_search *search = new_mesh_search();
    for (int kind = WEND_MESH_CORRIDOR; kind <= WEND_MESH_EXACT; kind++)
    {
        wend_mesh_query query = mesh_query(v2(0.0005f, 0.1f), v2(1.9995f, 0.9f), (wend_mesh_kind)kind);
        wend_mesh_result result = wend_mesh_find(search, mesh, &query);
        assert_int_equal(result.way, WEND_WAY_FOUND);
        assert_close(result.length, hypot(1.999, 0.8), 1e-5);
        assert_int_equal(wend_mesh_search_points(search, NULL, 0), 2);
    }
    wend_mesh_destroy(mesh);
    mesh = row_of_squares(40, 1e36f);
    wend_mesh_query query = mesh_query(v2(1, 0.5f), v2(3.9e37f, 0.5f), WEND_MESH_EXACT);
    wend_mesh_result result = wend_mesh_find(search, mesh, &query);
    assert_int_equal(result.way, WEND_WAY_FOUND);
    assert_close(result.length / 3.9e37, 1, 1e-6);
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

static void t_equal_points_make_no_deep_tree(void **state)
{
    (void)state;
    // 100,000 equal points, and 20,000 polygons in one place, one above the other [OVF-09]
    enum
    {
        EQUAL = 100000,
        STACK = 20000
    };
    wend_vec *points = malloc((EQUAL + 3 * STACK) * sizeof *points);
    int *corners = malloc(3 * STACK * sizeof *corners), *counts = malloc(STACK * sizeof *counts);
    assert_true(points && corners && counts);
    for (int i = 0; i < EQUAL; i++)
        points[i] = v2(3, 3);
    for (int i = 0; i < 3 * STACK; i++)
    {
        points[EQUAL + i] = wend_xyz((float)(i % 3 == 1), (float)(i % 3 == 2), (float)(i / 3));
        corners[i] = EQUAL + i;
        counts[i / 3] = 3;
    }
    wend_mesh_def def = wend_default_mesh_def();
    def.points = points;
    def.point_count = EQUAL + 3 * STACK;
    def.counts = counts;
    def.polygon_count = STACK;
    def.corners = corners;
    wend_mesh *mesh = mesh_of(&def);
    for (int i = 0; i < STACK; i += 997)
    {
        wend_vec at = wend_xyz(0.25f, 0.25f, (float)i + 0.3f);
        assert_int_equal(wend_mesh_nearest(mesh, at, 1, WEND_MESH_ALL).polygon, i);
    }
    assert_int_equal(wend_mesh_at(mesh, wend_xyz(0.25f, 0.25f, 7.6f), WEND_MESH_ALL).polygon, 8);
    wend_mesh_destroy(mesh);
    free(points);
    free(corners);
    free(counts);
}

// ---- memory and threads

static void t_nothing_is_allocated_after_the_first_search(void **state)
{
    (void)state;
    ledger book = {.left = -1};
    wend_mesh_def def = two_squares_def();
    def.allocator = ledger_allocator(&book);
    wend_mesh *mesh = mesh_of(&def);
    int made = book.taken;
    wend_allocator allocator = ledger_allocator(&book);
    wend_mesh_search *search = wend_mesh_search_create(&allocator, NULL);
    wend_mesh_query query = mesh_query(v2(0.5f, 0.5f), v2(1.5f, 0.5f), WEND_MESH_EXACT);
    wend_mesh_find(search, mesh, &query);
    int taken = book.taken;
    for (int i = 0; i < 1000; i++)
    {
        wend_mesh_find(search, mesh, &query);
        wend_mesh_at(mesh, query.start, WEND_MESH_ALL);
    }
    assert_int_equal(book.taken, taken);
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
    assert_int_equal(book.taken, book.given);
    // out of memory at any place: refused, nothing lost
    for (int left = 0; left < made; left++)
    {
        wend_error error = {0};
        book = (ledger){.left = left};
        assert_null(wend_mesh_create(&def, &error));
        assert_int_equal(error.status, WEND_ERROR_MEMORY);
        assert_int_equal(book.taken, book.given);
    }
    book = (ledger){.left = -1};
    mesh = mesh_of(&def);
    for (int left = 1; left < 14; left++)
    {
        ledger own = {.left = left};
        allocator = ledger_allocator(&own);
        search = wend_mesh_search_create(&allocator, NULL);
        wend_mesh_result result = wend_mesh_find(search, mesh, &query);
        assert_true(result.way == WEND_WAY_FOUND ||
                    (result.way == WEND_WAY_REFUSED &&
                     strcmp(wend_mesh_search_error(search)->text, "there is no memory for this search") == 0));
        own.left = -1;
        assert_int_equal(wend_mesh_find(search, mesh, &query).way, WEND_WAY_FOUND);
        wend_mesh_search_destroy(search);
        assert_int_equal(own.taken, own.given);
    }
    wend_mesh_destroy(mesh);
}

typedef struct job
{
    const wend_mesh *mesh;
    double sum;
} job;

static void *search_many(void *user)
{
    job *j = user;
    wend_mesh_search *search = new_mesh_search();
    for (int i = 0; i < 300; i++)
    {
        wend_mesh_query query = mesh_query(v2(0.5f + (float)(i % 7), 0.3f), v2(99.5f - (float)(i % 11), 0.6f),
                                           i % 2 ? WEND_MESH_EXACT : WEND_MESH_CORRIDOR);
        j->sum += wend_mesh_find(search, j->mesh, &query).cost;
    }
    wend_mesh_search_destroy(search);
    return NULL;
}

static void t_threads_may_share_a_mesh(void **state)
{
    (void)state;
    wend_mesh *mesh = row_of_squares(100, 1);
    job jobs[3] = {{mesh, 0}, {mesh, 0}, {mesh, 0}};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, search_many, &jobs[i]), 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert_true(jobs[0].sum == jobs[1].sum && jobs[1].sum == jobs[2].sum && jobs[0].sum > 1000);
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_what_is_refused_says_why),
        cmocka_unit_test(t_shapes_that_are_refused),
        cmocka_unit_test(t_polygons_come_back_counter_clockwise),
        cmocka_unit_test(t_given_neighbours_may_leave_an_edge_closed),
        cmocka_unit_test(t_places_on_floors_over_one_another),
        cmocka_unit_test(t_heights_may_be_in_y),
        cmocka_unit_test(t_yukas_numbers),
        cmocka_unit_test(t_steps_and_looks_from_nowhere_stay),
        cmocka_unit_test(t_each_result_is_told_apart),
        cmocka_unit_test(t_bad_questions_are_refused),
        cmocka_unit_test(t_parts_of_a_budget_find_what_one_call_does),
        cmocka_unit_test(t_masks_choose_the_way),
        cmocka_unit_test(t_ways_that_have_no_end_elsewhere),
        cmocka_unit_test(t_tiny_and_long_polygons_end),
        cmocka_unit_test(t_equal_points_make_no_deep_tree),
        cmocka_unit_test(t_nothing_is_allocated_after_the_first_search),
        cmocka_unit_test(t_threads_may_share_a_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
