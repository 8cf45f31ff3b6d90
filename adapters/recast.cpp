#include "recast.h"

#include <DetourNavMesh.h>
#include <Recast.h>

#include <cfloat>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <memory>
#include <new>
#include <vector>

namespace
{

wend_mesh *fail(wend_error *error, wend_status status, const char *format, ...)
{
    if (error)
    {
        va_list list;
        va_start(list, format);
        error->status = status;
        std::vsnprintf(error->text, sizeof error->text, format, list);
        va_end(list);
    }
    return nullptr;
}

struct is_freed
{
    void operator()(rcHeightfield *field) const
    {
        rcFreeHeightField(field);
    }
    void operator()(rcCompactHeightfield *field) const
    {
        rcFreeCompactHeightfield(field);
    }
    void operator()(rcContourSet *set) const
    {
        rcFreeContourSet(set);
    }
    void operator()(rcPolyMesh *mesh) const
    {
        rcFreePolyMesh(mesh);
    }
};

template <class T> using owned = std::unique_ptr<T, is_freed>;

/// Arrays of a definition.
struct arrays
{
    std::vector<wend_vec> points;
    std::vector<int> counts, corners;
    std::vector<uint32_t> layers;

    wend_mesh *make(const wend_allocator *allocator, wend_error *error) const
    {
        if (counts.empty())
            return fail(error, WEND_ERROR_FULL, "there is nothing to walk on");
        wend_mesh_def def = wend_default_mesh_def();
        def.points = points.data();
        def.point_count = static_cast<int>(points.size());
        def.counts = counts.data();
        def.polygon_count = static_cast<int>(counts.size());
        def.corners = corners.data();
        def.layers = layers.empty() ? nullptr : layers.data();
        def.is_y_up = true;
        if (allocator)
            def.allocator = *allocator;
        return wend_mesh_create(&def, error);
    }
};

struct number_row
{
    const char *name;
    float value, least;
    bool is_open; ///< must be greater than the least
};

wend_mesh *check(const wend_recast_def *def, wend_error *error, bool *is_good)
{
    *is_good = false;
    if (!def || !def->points || !def->triangles)
        return fail(error, WEND_ERROR_NULL, "recast def, its points and triangles must be given");
    if (def->point_count < 3 || def->triangle_count < 1)
        return fail(error, WEND_ERROR_VALUE, "recast def has %d points and %d triangles, must have >= 3 and >= 1",
                    def->point_count, def->triangle_count);
    const number_row rows[] = {{"cell_size", def->cell_size, 0.0f, true},
                               {"cell_height", def->cell_height, 0.0f, true},
                               {"radius", def->radius, 0.0f, false},
                               {"height", def->height, 0.0f, true},
                               {"climb", def->climb, 0.0f, false},
                               {"slope", def->slope, 0.0f, false},
                               {"edge_length", def->edge_length, 0.0f, false},
                               {"edge_error", def->edge_error, 0.0f, false},
                               {"least_region", def->least_region, 0.0f, false}};
    for (const number_row &row : rows)
        if (!(row.is_open ? row.value > row.least : row.value >= row.least) || !(row.value <= FLT_MAX))
            return fail(error, WEND_ERROR_VALUE, "recast %s is %g, must be finite and %s 0", row.name,
                        static_cast<double>(row.value), row.is_open ? ">" : ">=");
    if (!(def->slope < 1.5707f))
        return fail(error, WEND_ERROR_VALUE, "recast slope is %g, must be in [0, pi / 2)",
                    static_cast<double>(def->slope));
    for (int i = 0; i < def->point_count; i++)
        if (!wend_is_finite(def->points[i]))
            return fail(error, WEND_ERROR_VALUE, "point %d must be finite", i);
    for (int i = 0; i < 3 * def->triangle_count; i++)
        if (def->triangles[i] < 0 || def->triangles[i] >= def->point_count)
            return fail(error, WEND_ERROR_VALUE, "corner %d of triangle %d is point %d, must be in [0, %d]", i % 3,
                        i / 3, def->triangles[i], def->point_count - 1);
    *is_good = true;
    return nullptr;
}

int cells_of(float length, float cell, bool is_up)
{
    double cells = static_cast<double>(length) / static_cast<double>(cell);
    cells = is_up ? std::ceil(cells) : std::floor(cells);
    return cells > 1e6 ? 1000000 : static_cast<int>(cells);
}

rcConfig config_of(const wend_recast_def *def, const std::vector<float> &points)
{
    rcConfig config = {};
    config.cs = def->cell_size;
    config.ch = def->cell_height;
    config.walkableSlopeAngle = def->slope * 57.29578f;
    config.walkableHeight = cells_of(def->height, def->cell_height, true);
    config.walkableClimb = cells_of(def->climb, def->cell_height, false);
    config.walkableRadius = cells_of(def->radius, def->cell_size, true);
    config.maxEdgeLen = cells_of(def->edge_length, def->cell_size, false);
    config.maxSimplificationError = def->edge_error;
    config.minRegionArea = rcSqr(rcMin(cells_of(def->least_region, def->cell_size, true), 1000));
    config.mergeRegionArea = 400;
    config.maxVertsPerPoly = 6;
    config.walkableHeight = rcMax(config.walkableHeight, 3);
    rcCalcBounds(points.data(), def->point_count, config.bmin, config.bmax);
    return config;
}

/// The steps of Recast, from triangles to polygons; null where one of them failed.
owned<rcPolyMesh> polygons_of(const wend_recast_def *def, const rcConfig &config, const std::vector<float> &points)
{
    rcContext context(false);
    owned<rcPolyMesh> none;
    owned<rcHeightfield> solid(rcAllocHeightfield());
    std::vector<unsigned char> areas(static_cast<size_t>(def->triangle_count), 0);
    if (!solid || !rcCreateHeightfield(&context, *solid, config.width, config.height, config.bmin, config.bmax,
                                       config.cs, config.ch))
        return none;
    rcMarkWalkableTriangles(&context, config.walkableSlopeAngle, points.data(), def->point_count, def->triangles,
                            def->triangle_count, areas.data());
    if (!rcRasterizeTriangles(&context, points.data(), def->point_count, def->triangles, areas.data(),
                              def->triangle_count, *solid, config.walkableClimb))
        return none;
    rcFilterLowHangingWalkableObstacles(&context, config.walkableClimb, *solid);
    rcFilterLedgeSpans(&context, config.walkableHeight, config.walkableClimb, *solid);
    rcFilterWalkableLowHeightSpans(&context, config.walkableHeight, *solid);
    owned<rcCompactHeightfield> compact(rcAllocCompactHeightfield());
    if (!compact ||
        !rcBuildCompactHeightfield(&context, config.walkableHeight, config.walkableClimb, *solid, *compact) ||
        !rcErodeWalkableArea(&context, config.walkableRadius, *compact) || !rcBuildDistanceField(&context, *compact) ||
        !rcBuildRegions(&context, *compact, 0, config.minRegionArea, config.mergeRegionArea))
        return none;
    owned<rcContourSet> contours(rcAllocContourSet());
    owned<rcPolyMesh> mesh(rcAllocPolyMesh());
    if (!contours || !mesh ||
        !rcBuildContours(&context, *compact, config.maxSimplificationError, config.maxEdgeLen, *contours) ||
        !rcBuildPolyMesh(&context, *contours, config.maxVertsPerPoly, *mesh))
        return none;
    return mesh;
}

/// Twice the area, as seen from above; exact, since Recast's points are whole numbers.
long area_of(const rcPolyMesh &mesh, const unsigned short *corners, int count)
{
    long area = 0;
    for (int i = 0; i < count; i++)
    {
        const unsigned short *a = &mesh.verts[3 * corners[i]], *b = &mesh.verts[3 * corners[(i + 1) % count]];
        area += static_cast<long>(a[0]) * b[2] - static_cast<long>(b[0]) * a[2];
    }
    return area;
}

arrays arrays_of(const rcPolyMesh &mesh)
{
    arrays out;
    for (int i = 0; i < mesh.nverts; i++)
    {
        const unsigned short *v = &mesh.verts[3 * i];
        out.points.push_back(
            wend_xyz(mesh.bmin[0] + v[0] * mesh.cs, mesh.bmin[1] + v[1] * mesh.ch, mesh.bmin[2] + v[2] * mesh.cs));
    }
    for (int p = 0; p < mesh.npolys; p++)
    {
        const unsigned short *corners = &mesh.polys[2 * mesh.nvp * p];
        int count = 0;
        while (count < mesh.nvp && corners[count] != RC_MESH_NULL_IDX)
            count++;
        if (count < 3 || area_of(mesh, corners, count) == 0)
            continue;
        out.counts.push_back(count);
        out.corners.insert(out.corners.end(), corners, corners + count);
    }
    return out;
}

wend_mesh *build(const wend_recast_def *def, wend_error *error)
{
    std::vector<float> points;
    for (int i = 0; i < def->point_count; i++)
        points.insert(points.end(), {def->points[i].x, def->points[i].y, def->points[i].z});
    rcConfig config = config_of(def, points);
    for (int axis = 0; axis < 3; axis += 2)
        if (!((config.bmax[axis] - config.bmin[axis]) / config.cs <= 8192.0f))
            return fail(error, WEND_ERROR_FULL, "recast has more than 8192 cells along a side");
    rcCalcGridSize(config.bmin, config.bmax, config.cs, &config.width, &config.height);
    owned<rcPolyMesh> mesh = polygons_of(def, config, points);
    if (!mesh)
        return fail(error, WEND_ERROR_FULL, "recast can't build a mesh from these triangles");
    return arrays_of(*mesh).make(&def->allocator, error);
}

wend_mesh *take(const dtNavMesh &detour, const wend_allocator *allocator, wend_error *error)
{
    arrays out;
    for (int t = 0; t < detour.getMaxTiles(); t++)
    {
        const dtMeshTile *tile = detour.getTile(t);
        if (!tile || !tile->header)
            continue;
        const int first = static_cast<int>(out.points.size());
        for (int i = 0; i < tile->header->vertCount; i++)
            out.points.push_back(wend_xyz(tile->verts[3 * i], tile->verts[3 * i + 1], tile->verts[3 * i + 2]));
        for (int p = 0; p < tile->header->polyCount; p++)
        {
            const dtPoly &polygon = tile->polys[p];
            if (polygon.getType() != DT_POLYTYPE_GROUND)
                continue;
            out.counts.push_back(polygon.vertCount);
            out.layers.push_back(polygon.flags);
            for (int i = 0; i < polygon.vertCount; i++)
                out.corners.push_back(first + polygon.verts[i]);
        }
    }
    return out.make(allocator, error);
}

} // namespace

wend_recast_def wend_default_recast_def(void)
{
    wend_recast_def def = {};
    def.cell_size = 0.3f;
    def.cell_height = 0.2f;
    def.radius = 0.6f;
    def.height = 2.0f;
    def.climb = 0.9f;
    def.slope = 0.785f;
    def.edge_length = 12.0f;
    def.edge_error = 1.3f;
    def.least_region = 2.4f;
    return def;
}

wend_mesh *wend_recast_build(const wend_recast_def *def, wend_error *error)
{
    bool is_good;
    check(def, error, &is_good);
    if (!is_good)
        return nullptr;
    try
    {
        return build(def, error);
    }
    catch (const std::bad_alloc &)
    {
        return fail(error, WEND_ERROR_MEMORY, "there is no memory for the mesh");
    }
}

wend_mesh *wend_recast_detour(const void *detour_mesh, const wend_allocator *allocator, wend_error *error)
{
    if (!detour_mesh)
        return fail(error, WEND_ERROR_NULL, "the detour mesh must be given");
    try
    {
        return take(*static_cast<const dtNavMesh *>(detour_mesh), allocator, error);
    }
    catch (const std::bad_alloc &)
    {
        return fail(error, WEND_ERROR_MEMORY, "there is no memory for the mesh");
    }
}
