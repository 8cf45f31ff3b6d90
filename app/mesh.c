// wend mesh: a way over a navigation mesh from a file, in words and as a picture.
#include "canvas.h"
#include "command.h"
#include "mesh_read.h"
#include "options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    WIDTH = 1000,
    HEIGHT = 800,
    MARGIN = 20
};

static const wend_colour ground = 0x12171effu, floor_colour = 0x64bdf21cu, edge_colour = 0x8b97a560u;
static const wend_colour border_colour = 0xc8d2ddffu, way_colour = 0x2fbf9050u, path_colour = 0xf2e65affu;

/// What is asked for, and what came of it.
typedef struct mesh_task
{
    const char *file, *picture;
    mesh_file read;
    wend_mesh *mesh;
    wend_mesh_search *search;
    wend_mesh_query query;
    wend_mesh_result result;
    bool has_query, has_way;
} mesh_task;

static bool read_kind(const char *name, wend_mesh_kind *kind)
{
    static const char *const names[] = {"auto", "corridor", "exact"};
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0)
        {
            *kind = (wend_mesh_kind)i;
            return true;
        }
    return false;
}

/// "X,Y"; false after a message.
static bool read_point(const char *name, const char *text, wend_vec *out)
{
    char *end = NULL;
    double x = strtod(text, &end), y = 0.0;
    bool is_read = end != text && *end == ',';
    const char *second = is_read ? end + 1 : text;
    if (is_read)
        y = strtod(second, &end);
    is_read = is_read && end != second && *end == '\0' && fabs(x) < 1e30 && fabs(y) < 1e30;
    *out = is_read ? wend_xyz((float)x, (float)y, 0.0f) : *out;
    if (!is_read)
        command_fail(COMMAND_WRONG, "mesh", "--%s is '%s', must be two numbers with a comma between", name, text);
    return is_read;
}

static int print_way(const mesh_task *t)
{
    const wend_mesh_result *r = &t->result;
    printf("way: %s\nlength: %.6f\ncost: %.6f\npolygons: %d\nexpanded: %lld\n", wend_way_name(r->way), r->length,
           r->cost, r->polygons, (long long)r->expanded);
    int count = wend_mesh_search_points(t->search, NULL, 0);
    wend_vec *points = calloc((size_t)count + 1, sizeof *points);
    if (!points)
        return command_fail(1, "mesh", "out of memory");
    wend_mesh_search_points(t->search, points, count);
    for (int i = 0; i < count; i++)
        printf("point: %.9g %.9g %.9g\n", (double)points[i].x, (double)points[i].y, (double)points[i].z);
    free(points);
    return r->way == WEND_WAY_FOUND || r->way == WEND_WAY_THERE ? 0 : 1;
}

static void draw_polygon(const mesh_task *t, const wend_draw *draw, int polygon, wend_colour colour)
{
    wend_vec corners[64];
    int count = wend_mesh_polygon(t->mesh, polygon, corners, 64);
    draw->polygon(corners, count < 64 ? count : 64, colour, draw->user);
}

static void draw_edges(const mesh_task *t, const wend_draw *draw)
{
    for (int p = 0; p < wend_mesh_count(t->mesh); p++)
    {
        wend_vec corners[64];
        int count = wend_mesh_polygon(t->mesh, p, corners, 64);
        for (int i = 0; i < count && count <= 64; i++)
            draw->line(corners[i], corners[(i + 1) % count],
                       wend_mesh_neighbour(t->mesh, p, i) < 0 ? border_colour : edge_colour, false, draw->user);
    }
}

static bool draw_way(const mesh_task *t, const wend_draw *draw, float dot)
{
    int polygons = wend_mesh_search_polygons(t->search, NULL, 0), points = wend_mesh_search_points(t->search, NULL, 0);
    int *way = calloc((size_t)polygons + 1, sizeof *way);
    wend_vec *path = calloc((size_t)points + 1, sizeof *path);
    bool is_good = way && path;
    if (is_good)
    {
        wend_mesh_search_polygons(t->search, way, polygons);
        wend_mesh_search_points(t->search, path, points);
        for (int i = 0; i < polygons; i++)
            draw_polygon(t, draw, way[i], way_colour);
        for (int i = 0; i + 1 < points; i++)
            draw->line(path[i], path[i + 1], path_colour, false, draw->user);
        for (int i = 0; i < points; i++)
            draw->circle(path[i], dot, path_colour, true, draw->user);
    }
    free(way);
    free(path);
    return is_good;
}

static int save_picture(const mesh_task *t)
{
    wend_error error = {0};
    wend_vec low = {INFINITY, INFINITY, 0.0f}, high = {-INFINITY, -INFINITY, 0.0f};
    canvas *c = canvas_open(WIDTH, HEIGHT, &error);
    if (!c)
        return command_fail(1, "mesh", "%s", error.text);
    for (int i = 0; i < t->read.def.point_count; i++)
    {
        wend_vec p = t->read.points[i];
        float y = t->read.def.is_y_up ? p.z : p.y;
        low = wend_xyz(fminf(low.x, p.x), fminf(low.y, y), 0.0f);
        high = wend_xyz(fmaxf(high.x, p.x), fmaxf(high.y, y), 0.0f);
    }
    canvas_clear(c, ground);
    canvas_view(c, low, high, MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN);
    wend_draw draw = canvas_table(c);
    for (int p = 0; p < wend_mesh_count(t->mesh); p++)
        draw_polygon(t, &draw, p, floor_colour);
    draw_edges(t, &draw);
    float dot = 0.005f * fmaxf(high.x - low.x, high.y - low.y);
    bool is_drawn = !t->has_query || draw_way(t, &draw, dot);
    bool is_saved = is_drawn && canvas_save(c, t->picture, &error);
    canvas_close(c);
    return is_saved ? 0 : command_fail(1, "mesh", "%s", is_drawn ? error.text : "out of memory");
}

static int find_way(mesh_task *t)
{
    wend_error error = {0};
    t->search = wend_mesh_search_create(NULL, &error);
    if (!t->search)
        return command_fail(1, "mesh", "%s", error.text);
    t->result = wend_mesh_find(t->search, t->mesh, &t->query);
    if (t->result.way == WEND_WAY_REFUSED)
        return command_fail(1, "mesh", "%s", wend_mesh_search_error(t->search)->text);
    t->has_way = true; // an answer, at least
    return print_way(t);
}

static int do_task(mesh_task *t)
{
    mesh_file_error where;
    wend_error error = {0};
    if (!mesh_file_read(t->file, &t->read, &where))
        return command_fail_in("mesh", t->file, where.line, where.text);
    t->mesh = wend_mesh_create(&t->read.def, &error);
    if (!t->mesh)
        return command_fail(1, "mesh", "%s: %s", t->file, error.text);
    int code = 0;
    if (t->has_query)
        code = find_way(t);
    else
        printf("points: %d\npolygons: %d\n", t->read.def.point_count, wend_mesh_count(t->mesh));
    if (t->picture && (code == 0 || t->has_way))
        code = save_picture(t) ? 1 : code;
    return code;
}

int command_mesh(int argc, char **argv)
{
    const char *kind = "auto", *from = NULL, *to = NULL;
    double radius = 0.0;
    mesh_task task = {.query = wend_default_mesh_query()};
    const option_row rows[] = {
        {"from", "X,Y", "where the way begins", OPTION_TEXT, &from, 0, 0},
        {"to", "X,Y", "where it ends", OPTION_TEXT, &to, 0, 0},
        {"search", "S", "auto, corridor or exact, default auto", OPTION_TEXT, &kind, 0, 0},
        {"radius", "R", "of the body, default 0", OPTION_NUMBER, &radius, 0, 1e6},
        {"png", "FILE", "a picture of the mesh and the way", OPTION_FILE, &task.picture, 0, 0},
    };
    const option_table table = {.command = "mesh",
                                .usage = "FILE [--from X,Y --to X,Y] [options]",
                                .about = "Reads a navigation mesh (navmesh 1, or Polyanya's mesh 2) and finds a way.\n"
                                         "Of a mesh with heights, X,Y are x and z.\n"
                                         "navmesh 1 is text, words and numbers between white space: `navmesh 1`,\n"
                                         "`vertices N`, N times x y z (y is up), `polygons N`, N times the number of\n"
                                         "corners, that many numbers of vertices from 0 on in one winding, and that\n"
                                         "many neighbours: the polygon beyond the edge from each corner to the next,\n"
                                         "-1 for border. A way that isn't found makes the command end with 1.",
                                .rows = rows,
                                .count = 5,
                                .arguments = "one file",
                                .least = 1,
                                .most = 1};
    int code;
    if (options_read(&table, argc, argv, &code) < 0)
        return code;
    if (!read_kind(kind, &task.query.kind))
        return command_fail(COMMAND_WRONG, "mesh", "--search is '%s', must be auto, corridor or exact", kind);
    if ((from != NULL) != (to != NULL))
        return command_fail(COMMAND_WRONG, "mesh", "--from and --to belong together");
    if (from && (!read_point("from", from, &task.query.start) || !read_point("to", to, &task.query.goal)))
        return COMMAND_WRONG;
    task.file = argv[1];
    task.has_query = from != NULL;
    task.query.radius = (float)radius;
    code = do_task(&task);
    wend_mesh_search_destroy(task.search);
    wend_mesh_destroy(task.mesh);
    mesh_file_free(&task.read);
    return code;
}
