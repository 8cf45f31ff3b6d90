// mesh.h on published meshes: Detour's corridors, shortest ways on a map of Dragon Age, meshes that are awkward.
#include "testing_mesh.h"

#include "../app/mesh_read.h"

#include <unistd.h>

#define FOLDER WEND_SOURCE "/../shared/navmesh"

static bool has_files(void)
{
    if (access(FOLDER, R_OK) == 0)
        return true;
    printf("skipped: there is no %s\n", FOLDER);
    return false;
}

static wend_mesh *read_mesh(const char *name)
{
    char path[1024];
    mesh_file file;
    mesh_file_error error;
    snprintf(path, sizeof path, "%s/%s", FOLDER, name);
    if (!mesh_file_read(path, &file, &error))
    {
        print_error("%s:%d: %s\n", path, error.line, error.text);
        fail();
    }
    wend_mesh *mesh = mesh_of(&file.def);
    mesh_file_free(&file);
    return mesh;
}

static FILE *open_file(const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", FOLDER, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    return file;
}

enum
{
    MOST = 512
};

static wend_vec read_point(FILE *file, const char *before)
{
    float x, y;
    char word[32] = "";
    if (before)
    {
        assert_int_equal(fscanf(file, "%31s", word), 1);
        assert_string_equal(word, before);
    }
    assert_int_equal(fscanf(file, "%f %f", &x, &y), 2);
    return v2(x, y);
}

typedef struct corridor
{
    wend_vec start, goal, path[MOST];
    int polygons[MOST], polygon_count, portal_count, path_count;
    wend_portal portals[MOST];
    double length;
} corridor;

static bool read_corridor(FILE *file, corridor *c)
{
    int number;
    if (fscanf(file, " query %d", &number) != 1)
        return false;
    c->start = read_point(file, "start");
    c->goal = read_point(file, "end");
    assert_int_equal(fscanf(file, " corridor %d", &c->polygon_count), 1);
    assert_in_range(c->polygon_count, 1, MOST);
    for (int i = 0; i < c->polygon_count; i++)
        assert_int_equal(fscanf(file, "%d", &c->polygons[i]), 1);
    assert_int_equal(fscanf(file, " portals %d", &c->portal_count), 1);
    for (int i = 0; i < c->portal_count; i++)
    {
        c->portals[i].left = read_point(file, NULL);
        c->portals[i].right = read_point(file, NULL);
    }
    assert_int_equal(fscanf(file, " path %d", &c->path_count), 1);
    for (int i = 0; i < c->path_count; i++)
        c->path[i] = read_point(file, NULL);
    assert_int_equal(fscanf(file, " length %lf", &c->length), 1);
    return true;
}

/// How far a point is from a line of points.
static double off_path(const wend_vec *path, int count, wend_vec p)
{
    double best = HUGE_VAL;
    for (int i = 0; i + 1 < count; i++)
    {
        double ax = (double)path[i].x, ay = (double)path[i].y;
        double dx = (double)path[i + 1].x - ax, dy = (double)path[i + 1].y - ay, length = dx * dx + dy * dy;
        double t = length > 0 ? (((double)p.x - ax) * dx + ((double)p.y - ay) * dy) / length : 0;
        t = fmin(1, fmax(0, t));
        best = fmin(best, hypot((double)p.x - ax - t * dx, (double)p.y - ay - t * dy));
    }
    return best;
}

static void check_corridor(const wend_mesh *mesh, const corridor *c)
{
    wend_vec points[MOST];
    int count = wend_funnel(c->start, c->goal, c->portals, c->portal_count, 0, points, MOST);
    assert_in_range(count, 1, MOST);
    assert_close(level_length(points, count), c->length, 1e-3);
    for (int i = 0; i < count; i++)
        assert_true(off_path(c->path, c->path_count, points[i]) < 1e-3);
    for (int i = 0; i < c->path_count; i++)
        assert_true(off_path(points, count, c->path[i]) < 1e-3);
    for (int i = 0; i + 1 < c->polygon_count; i++)
    {
        wend_portal portal;
        assert_true(wend_mesh_portal(mesh, c->polygons[i], c->polygons[i + 1], &portal));
        assert_vec(portal.left, c->portals[i].left.x, c->portals[i].left.y, portal.left.z, 1e-2);
        assert_vec(portal.right, c->portals[i].right.x, c->portals[i].right.y, portal.right.z, 1e-2);
    }
}

static int check_corridors(const char *mesh_name, const char *name)
{
    static corridor c;
    wend_mesh *mesh = read_mesh(mesh_name);
    FILE *file = open_file(name);
    int rows = 0;
    for (; read_corridor(file, &c); rows++)
        check_corridor(mesh, &c);
    fclose(file);
    wend_mesh_destroy(mesh);
    return rows;
}

static void t_detours_corridors_have_their_points_and_lengths(void **state)
{
    (void)state;
    if (!has_files())
        return;
    assert_int_equal(check_corridors("nav_test.mesh", "nav_test.corridors"), 30);
    assert_int_equal(check_corridors("undulating.mesh", "undulating.corridors"), 20);
}

static void check_arena(const char *name)
{
    wend_mesh *mesh = read_mesh(name);
    FILE *file = open_file("arena.anyangle.txt");
    wend_mesh_search *search = new_mesh_search();
    char line[256];
    int rows = 0;
    while (fgets(line, sizeof line, file))
    {
        wend_vec start = v2(0, 0), goal = v2(0, 0), points[MOST];
        double length;
        if (sscanf(line, "%f %f %f %f %lf", &start.x, &start.y, &goal.x, &goal.y, &length) != 5)
            continue;
        rows++;
        wend_mesh_query query = mesh_query(start, goal, WEND_MESH_EXACT);
        wend_mesh_result result = wend_mesh_find(search, mesh, &query);
        if (result.way != WEND_WAY_FOUND || fabs(result.cost - length) > 1e-3)
            print_error("row %d: %s %g, not %g\n", rows, wend_way_name(result.way), result.cost, length);
        assert_int_equal(result.way, WEND_WAY_FOUND);
        assert_close(result.cost, length, 1e-3);
        assert_close(result.length, length, 1e-3);
        int count = wend_mesh_search_points(search, points, MOST);
        assert_close(level_length(points, count), length, 1e-3);
        query.kind = WEND_MESH_CORRIDOR;
        result = wend_mesh_find(search, mesh, &query);
        assert_int_equal(result.way, WEND_WAY_FOUND);
        assert_true(result.length > length - 1e-3 && result.cost > result.length - 1e-6);
    }
    fclose(file);
    assert_int_equal(rows, 159);
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

static void t_the_shortest_ways_of_the_arena(void **state)
{
    (void)state;
    if (!has_files())
        return;
    check_arena("arena.mesh");
    check_arena("arena-merged.mesh");
}

static void t_awkward_meshes_end_with_the_right_answers(void **state)
{
    (void)state;
    if (!has_files())
        return;
    // published are lengths of ways from corner to corner; these are for the very points, by hand
    static const struct
    {
        const char *name;
        wend_vec start, goal;
        double length;
    } rows[] = {{"bad-ambig.mesh", {0.99f, 1.01f, 0}, {1.01f, 0.99f, 0}, 2 + 2 * 0.9900505},
                {"bad-collinear.mesh", {0.999f, 1.001f, 0}, {1.001f, 0.999f, 0}, 7.4142136 - 0.002},
                {"bad-collinear2-rot45.mesh", {0.70710678f, 0.70710678f, 0}, {0.70710678f, 4.94974747f, 0}, 6},
                {"square.mesh", {0, 0, 0}, {0.5f, 0.5f, 0}, 0.70710678}};
    wend_mesh_search *search = new_mesh_search();
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_mesh *mesh = read_mesh(rows[i].name);
        wend_mesh_query query = mesh_query(rows[i].start, rows[i].goal, WEND_MESH_EXACT);
        wend_mesh_result result = wend_mesh_find(search, mesh, &query);
        assert_int_equal(result.way, WEND_WAY_FOUND);
        assert_close(result.cost, rows[i].length, 1e-5);
        assert_close(result.length, result.cost, 1e-4);
        query = mesh_query(rows[i].goal, rows[i].start, WEND_MESH_EXACT);
        assert_close(wend_mesh_find(search, mesh, &query).cost, result.cost, 1e-6);
        wend_mesh_destroy(mesh);
    }
    wend_mesh_search_destroy(search);
}

static void check_refused(const char *text, int line, const char *reason)
{
    char path[] = "/tmp/wend_mesh_XXXXXX";
    mesh_file file;
    mesh_file_error error;
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    assert_int_equal(write(handle, text, strlen(text)), (long)strlen(text));
    close(handle);
    bool is_read = mesh_file_read(path, &file, &error);
    remove(path);
    if (!reason)
    {
        assert_true(is_read);
        mesh_file_free(&file);
        return;
    }
    assert_false(is_read);
    assert_int_equal(error.line, line);
    assert_string_equal(error.text, reason);
}

static void t_wrong_files_name_the_line(void **state)
{
    (void)state;
    check_refused("navmesh 1\nvertices 3\n0 0 0\n1 0 0\n0 0 1\npolygons 1\n3 0 1 2 -1 -1 -1\n", 0, NULL);
    check_refused("mesh\n2\n3 1\n0 0 1 0\n1 0 1 0\n0 1 1 0\n3 0 1 2 -1 -1 -1", 0, NULL);
    check_refused("", 1, "'' stands where 'navmesh' or 'mesh' must stand");
    check_refused("navmesh 2\n", 1, "'2' stands where '1' must stand");
    check_refused("navmesh 1\nvertices two\n", 2,
                  "the number of vertices is 'two', must be a whole number in [3, 67108864]");
    check_refused("navmesh 1\nvertices 3\n0 0 0\n1 zero 0\n", 4, "y is 'zero', must be a number");
    check_refused("navmesh 1\nvertices 3\n0 0 0\n1 0 0\n0 0 1\npolygons 1\n3 0 1 3 -1 -1 -1\n", 7,
                  "a corner is '3', must be a whole number in [0, 2]");
    check_refused("navmesh 1\nvertices 3\n0 0 0\n1 0 0\n0 0 1\npolygons 1\n3 0 1 2 -1 -1 -1\n4", 8,
                  "'4' stands where the file must end");
    check_refused("mesh\n2\n3 1\n0 0 1 1\n", 4, "a polygon round a vertex is '1', must be a whole number in [-1, 0]");
    mesh_file file;
    mesh_file_error error;
    assert_false(mesh_file_read("/nowhere/at.all", &file, &error));
    assert_int_equal(error.line, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_detours_corridors_have_their_points_and_lengths),
        cmocka_unit_test(t_the_shortest_ways_of_the_arena),
        cmocka_unit_test(t_wrong_files_name_the_line),
        cmocka_unit_test(t_awkward_meshes_end_with_the_right_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
