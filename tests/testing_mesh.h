// What the tests of navigation meshes share: meshes from arrays, from rows of text and from files, and the rules said
// once more.
#ifndef WEND_TESTING_MESH_H
#define WEND_TESTING_MESH_H

#include "testing.h"

#include "wend/mesh.h"

#include <stdlib.h>

static inline wend_mesh *mesh_of(const wend_mesh_def *def)
{
    wend_error error = {0};
    wend_mesh *mesh = wend_mesh_create(def, &error);
    assert_string_equal(error.text, "");
    assert_non_null(mesh);
    return mesh;
}

/// A definition of polygons that all have as many corners.
static inline wend_mesh_def def_of(const wend_vec *points, int point_count, const int *corners, int polygon_count,
                                   int each)
{
    static int counts[1 << 14];
    assert_true(polygon_count <= COUNT_OF(counts));
    wend_mesh_def def = wend_default_mesh_def();
    for (int i = 0; i < polygon_count; i++)
        counts[i] = each;
    def.points = points;
    def.point_count = point_count;
    def.counts = counts;
    def.polygon_count = polygon_count;
    def.corners = corners;
    return def;
}

static inline wend_mesh_search *new_mesh_search(void)
{
    wend_mesh_search *search = wend_mesh_search_create(NULL, NULL);
    assert_non_null(search);
    return search;
}

static inline wend_mesh_query mesh_query(wend_vec start, wend_vec goal, wend_mesh_kind kind)
{
    wend_mesh_query query = wend_default_mesh_query();
    query.start = start;
    query.goal = goal;
    query.kind = kind;
    return query;
}

static inline double level_length(const wend_vec *points, int count)
{
    double sum = 0;
    for (int i = 1; i < count; i++)
        sum += sqrt(square((double)points[i].x - (double)points[i - 1].x) +
                    square((double)points[i].y - (double)points[i - 1].y));
    return sum;
}

/// How far a point is from a polygon, as seen from above; in double, by its corners.
static inline double off_polygon(const wend_mesh *mesh, int polygon, double x, double y)
{
    wend_vec corners[256];
    int count = wend_mesh_polygon(mesh, polygon, corners, COUNT_OF(corners));
    bool is_inside = true;
    double best = HUGE_VAL;
    for (int i = 0; i < count; i++)
    {
        double ax = (double)corners[i].x, ay = (double)corners[i].y;
        double dx = (double)corners[(i + 1) % count].x - ax, dy = (double)corners[(i + 1) % count].y - ay;
        is_inside &= dx * (y - ay) - dy * (x - ax) >= 0;
        double t = fmin(1, fmax(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
        best = fmin(best, hypot(x - ax - t * dx, y - ay - t * dy));
    }
    return is_inside ? 0 : best;
}

/// How far a point is from the mesh.
static inline double off_mesh(const wend_mesh *mesh, double x, double y)
{
    double best = HUGE_VAL;
    for (int i = 0; i < wend_mesh_count(mesh) && best > 0; i++)
        best = fmin(best, off_polygon(mesh, i, x, y));
    return best;
}

#endif
