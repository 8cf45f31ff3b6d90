#include "meshes.h"

#include "hashing.h"

#include <string.h>

wend_mesh_def wend_default_mesh_def(void)
{
    return (wend_mesh_def){0};
}

// ---- what is wrong with a definition -----------------------------------------------------------------------------

static wend_status check_counts(const wend_mesh_def *def, int *corner_count, wend_error *error)
{
    if (!def->points || !def->counts || !def->corners)
        return error_set(error, WEND_ERROR_NULL, "mesh %s must be given",
                         !def->points   ? "points"
                         : !def->counts ? "counts"
                                        : "corners");
    if (def->point_count < 3 || def->point_count > WEND_MESH_MOST)
        return error_set(error, WEND_ERROR_VALUE, "mesh point_count is %d, must be in [3, %d]", def->point_count,
                         WEND_MESH_MOST);
    if (def->polygon_count < 1 || def->polygon_count > WEND_MESH_MOST / 3)
        return error_set(error, WEND_ERROR_VALUE, "mesh polygon_count is %d, must be in [1, %d]", def->polygon_count,
                         WEND_MESH_MOST / 3);
    int64_t sum = 0;
    for (int i = 0; i < def->polygon_count; i++)
    {
        if (def->counts[i] < 3)
            return error_set(error, WEND_ERROR_VALUE, "polygon %d has %d corners, must have >= 3", i, def->counts[i]);
        sum += def->counts[i];
    }
    if (sum > WEND_MESH_MOST)
        return error_set(error, WEND_ERROR_VALUE, "all polygons together have %lld corners, must be <= %d",
                         (long long)sum, WEND_MESH_MOST);
    *corner_count = (int)sum;
    return WEND_OK;
}

static wend_status check_polygon(const wend_mesh_def *def, int polygon, int first, wend_error *error)
{
    float cost = def->costs ? def->costs[polygon] : 1.0f;
    if (!(cost > 0.0f && cost <= FLT_MAX))
        return error_set(error, WEND_ERROR_VALUE, "polygon %d costs %g, must be finite and > 0", polygon, (double)cost);
    for (int i = 0; i < def->counts[polygon]; i++)
    {
        int point = def->corners[first + i];
        if (point < 0 || point >= def->point_count)
            return error_set(error, WEND_ERROR_VALUE, "corner %d of polygon %d is point %d, must be in [0, %d]", i,
                             polygon, point, def->point_count - 1);
        int neighbour = def->neighbours ? def->neighbours[first + i] : NONE;
        if (neighbour < NONE || neighbour >= def->polygon_count || neighbour == polygon)
            return error_set(error, WEND_ERROR_VALUE,
                             "neighbour %d of polygon %d is %d, must be -1 or another in [0, %d]", i, polygon,
                             neighbour, def->polygon_count - 1);
    }
    return WEND_OK;
}

static wend_status check_def(const wend_mesh_def *def, int *corner_count, wend_error *error)
{
    if (!def)
        return error_set(error, WEND_ERROR_NULL, "mesh def is null, must be given");
    wend_status status = check_allocator(error, &def->allocator);
    if (status == WEND_OK)
        status = check_counts(def, corner_count, error);
    for (int i = 0; i < def->point_count && status == WEND_OK; i++)
        if (!wend_is_finite(def->points[i]))
            status = error_set(error, WEND_ERROR_VALUE, "point %d is (%g, %g, %g), must be finite", i,
                               (double)def->points[i].x, (double)def->points[i].y, (double)def->points[i].z);
    for (int i = 0, first = 0; i < def->polygon_count && status == WEND_OK; first += def->counts[i++])
        status = check_polygon(def, i, first, error);
    return status;
}

// ---- points and edges, looked up by a table of hashes ------------------------------------------------------------

static uint32_t hash_of(uint64_t key)
{
    key = (key ^ key >> 31) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(key >> 32);
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    x += 0.0f; // -0 is 0
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static size_t table_size(int items)
{
    size_t size = 16;
    while (size < 2 * (size_t)items)
        size *= 2;
    return size;
}

static void clear_table(int32_t *table, size_t size)
{
    for (size_t i = 0; i < size; i++)
        table[i] = NONE;
}

/// Copies the points; `names` says by which number each is known now, that of the first equal one.
static void copy_points(wend_mesh *mesh, const wend_mesh_def *def, int32_t *names, int32_t *table, size_t size)
{
    clear_table(table, size);
    for (int i = 0; i < def->point_count; i++)
    {
        wend_vec p = def->points[i];
        p = wend_xyz(p.x + 0.0f, (def->is_y_up ? p.z : p.y) + 0.0f, (def->is_y_up ? p.y : p.z) + 0.0f);
        uint64_t key = (uint64_t)bits_of(p.x) << 32 | bits_of(p.y);
        uint32_t slot = hash_of(key + 0x51ed2701u * (uint64_t)bits_of(p.z)) & (uint32_t)(size - 1);
        while (table[slot] != NONE && !wend_equal(mesh->points[table[slot]], p))
            slot = (slot + 1) & (uint32_t)(size - 1);
        if (table[slot] == NONE)
        {
            table[slot] = mesh->point_count;
            mesh->points[mesh->point_count++] = p;
        }
        names[i] = table[slot];
        double most = fmax(fmax(fabs((double)p.x), fabs((double)p.y)), fabs((double)p.z));
        mesh->slack = fmax(mesh->slack, 8.0 * (double)FLT_EPSILON * most);
    }
}

/// Is a corner at most `slack` out of the convex?
static bool is_left(const wend_mesh *mesh, wend_vec a, wend_vec b, wend_vec c, double extent)
{
    double ax = (double)a.x, ay = (double)a.y, bx = (double)b.x, by = (double)b.y;
    double side = mesh_side(ax, ay, bx, by, (double)c.x, (double)c.y);
    double length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
    return side >= -length * (mesh->slack + 1e-6 * extent);
}

static double area_of(const wend_mesh *mesh, int32_t first, int count)
{
    double area = 0.0;
    wend_vec o = mesh_point(mesh, first);
    for (int i = 1; i + 1 < count; i++)
    {
        wend_vec a = mesh_point(mesh, first + i), b = mesh_point(mesh, first + i + 1);
        area += mesh_side((double)o.x, (double)o.y, (double)a.x, (double)a.y, (double)b.x, (double)b.y);
    }
    return area;
}

/// A polygon is convex where each corner turns left, and all lie left of the first edge and round the first corner in
/// order: that also excludes stars.
static wend_status check_convex(const wend_mesh *mesh, int polygon, wend_error *error)
{
    int32_t first = mesh->first[polygon];
    int count = mesh->first[polygon + 1] - first;
    double extent = 0.0;
    wend_vec o = mesh_point(mesh, first), p = mesh_point(mesh, first + 1);
    for (int i = 1; i < count; i++)
    {
        wend_vec v = mesh_point(mesh, first + i);
        extent = fmax(extent, fmax(fabs((double)v.x - (double)o.x), fabs((double)v.y - (double)o.y)));
    }
    for (int i = 0; i < count; i++)
    {
        wend_vec a = mesh_point(mesh, first + i), b = mesh_point(mesh, first + (i + 1) % count);
        wend_vec c = mesh_point(mesh, first + (i + 2) % count);
        if (a.x == b.x && a.y == b.y)
            return error_set(error, WEND_ERROR_VALUE, "corners %d and %d of polygon %d lie at one place", i,
                             (i + 1) % count, polygon);
        if (!is_left(mesh, a, b, c, extent) || !is_left(mesh, o, p, a, extent) || !is_left(mesh, o, a, b, extent))
            return error_set(error, WEND_ERROR_VALUE, "polygon %d is not convex at its corner %d", polygon,
                             (i + 1) % count);
    }
    return WEND_OK;
}

/// Corners, counter-clockwise; `from` says where in the definition each stood, for its neighbour.
static wend_status copy_polygons(wend_mesh *mesh, const wend_mesh_def *def, const int32_t *names, int32_t *from,
                                 wend_error *error)
{
    wend_status status = WEND_OK;
    for (int polygon = 0; polygon < def->polygon_count && status == WEND_OK; polygon++)
    {
        int32_t first = mesh->first[polygon];
        int count = def->counts[polygon];
        mesh->first[polygon + 1] = first + count;
        mesh->costs[polygon] = def->costs ? def->costs[polygon] : 1.0f;
        mesh->layers[polygon] = def->layers ? def->layers[polygon] : UINT32_MAX;
        for (int i = 0; i < count; i++)
        {
            mesh->corner[first + i] = names[def->corners[first + i]];
            mesh->owner[first + i] = polygon;
            from[first + i] = first + i;
        }
        double area = area_of(mesh, first, count);
        if (area < 0.0)
            for (int i = 0; i < count; i++)
            {
                // the first corner stays; the edge from corner i to the next is the one that led to corner i before
                int was = (count - i) % count;
                mesh->corner[first + i] = names[def->corners[first + was]];
                from[first + i] = first + (was + count - 1) % count;
            }
        if (area == 0.0)
            return error_set(error, WEND_ERROR_VALUE, "polygon %d has no area", polygon);
        status = check_convex(mesh, polygon, error);
    }
    return status;
}

static bool is_same_edge(const wend_mesh *mesh, int32_t a, int32_t b)
{
    int32_t a0 = mesh->corner[a], a1 = mesh->corner[mesh_next(mesh, a)];
    int32_t b0 = mesh->corner[b], b1 = mesh->corner[mesh_next(mesh, b)];
    return (a0 == b0 && a1 == b1) || (a0 == b1 && a1 == b0);
}

/// The slot of an edge: that of the first corner with it, or an empty one.
static uint32_t edge_slot(const wend_mesh *mesh, int32_t corner, const int32_t *table, size_t size)
{
    uint32_t a = (uint32_t)mesh->corner[corner], b = (uint32_t)mesh->corner[mesh_next(mesh, corner)];
    uint32_t slot = hash_of((uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a)) & (uint32_t)(size - 1);
    while (table[slot] != NONE && !is_same_edge(mesh, table[slot], corner))
        slot = (slot + 1) & (uint32_t)(size - 1);
    return slot;
}

/// Links two corners whose edge is the same.
static wend_status link_edge(wend_mesh *mesh, int32_t a, int32_t b, wend_error *error)
{
    if (mesh->corner[a] == mesh->corner[b])
        return error_set(error, WEND_ERROR_VALUE, "polygons %d and %d lie on the same side of the edge that they share",
                         mesh->owner[b], mesh->owner[a]);
    mesh->link[a] = b;
    mesh->link[b] = a;
    return WEND_OK;
}

/// Edges that two polygons share. `chain` lists the corners of an edge.
static wend_status find_links(wend_mesh *mesh, int32_t *chain, int32_t *table, size_t size, wend_error *error)
{
    clear_table(table, size);
    for (int32_t corner = 0; corner < mesh->corner_count; corner++)
    {
        uint32_t slot = edge_slot(mesh, corner, table, size);
        int32_t other = table[slot];
        chain[corner] = other;
        if (other != NONE && chain[other] != NONE)
            return error_set(error, WEND_ERROR_VALUE, "polygons %d, %d and %d share one edge, must be two at most",
                             mesh->owner[chain[other]], mesh->owner[other], mesh->owner[corner]);
        if (other != NONE && link_edge(mesh, corner, other, error) != WEND_OK)
            return WEND_ERROR_VALUE;
        table[slot] = corner;
    }
    return WEND_OK;
}

/// Links as they were given: the edge is looked for in the neighbour.
static wend_status take_links(wend_mesh *mesh, const int *neighbours, const int32_t *from, wend_error *error)
{
    for (int32_t corner = 0; corner < mesh->corner_count; corner++)
    {
        int polygon = mesh->owner[corner], neighbour = neighbours[from[corner]];
        int32_t other = neighbour == NONE ? NONE : mesh->first[neighbour];
        while (other != NONE && !is_same_edge(mesh, corner, other))
            other = ++other == mesh->first[neighbour + 1] ? NONE : other;
        if (neighbour != NONE && other == NONE)
            return error_set(error, WEND_ERROR_VALUE,
                             "polygon %d names polygon %d as a neighbour across an edge that it "
                             "hasn't",
                             polygon, neighbour);
        if (other != NONE && neighbours[from[other]] != polygon)
            return error_set(error, WEND_ERROR_VALUE,
                             "polygon %d names polygon %d as its neighbour, which names %d there", polygon, neighbour,
                             neighbours[from[other]]);
        if (other != NONE && link_edge(mesh, corner, other, error) != WEND_OK)
            return WEND_ERROR_VALUE;
    }
    return WEND_OK;
}

static void mark_points(wend_mesh *mesh)
{
    for (int32_t corner = mesh->corner_count - 1; corner >= 0; corner--)
    {
        int32_t point = mesh->corner[corner];
        mesh->out[point] = corner;
        if (mesh->link[corner] == NONE)
            mesh->is_border[point] = mesh->is_border[mesh->corner[mesh_next(mesh, corner)]] = 1;
    }
}

static void find_costs(wend_mesh *mesh)
{
    mesh->cheapest = mesh->dearest = mesh->costs[0];
    for (int i = 1; i < mesh->polygon_count; i++)
    {
        mesh->cheapest = fminf(mesh->cheapest, mesh->costs[i]);
        mesh->dearest = fmaxf(mesh->dearest, mesh->costs[i]);
    }
}

// ---- life --------------------------------------------------------------------------------------------------------

static bool take_arrays(wend_mesh *mesh, const wend_mesh_def *def)
{
    const wend_allocator *allocator = &mesh->allocator;
    size_t corners = (size_t)mesh->corner_count, polygons = (size_t)mesh->polygon_count;
    size_t points = (size_t)def->point_count;
    memory_array by_corner[] = {{(void **)&mesh->corner, sizeof *mesh->corner},
                                {(void **)&mesh->link, sizeof *mesh->link},
                                {(void **)&mesh->owner, sizeof *mesh->owner}};
    memory_array by_point[] = {{(void **)&mesh->points, sizeof *mesh->points},
                               {(void **)&mesh->out, sizeof *mesh->out},
                               {(void **)&mesh->is_border, sizeof *mesh->is_border}};
    memory_array by_polygon[] = {{(void **)&mesh->first, sizeof *mesh->first},
                                 {(void **)&mesh->costs, sizeof *mesh->costs},
                                 {(void **)&mesh->layers, sizeof *mesh->layers}};
    return memory_grow(allocator, by_corner, 3, 0, corners) && memory_grow(allocator, by_point, 3, 0, points) &&
           memory_grow(allocator, by_polygon, 3, 0, polygons + 1);
}

/// Fills the arrays, with some that are needed only meanwhile.
static wend_status fill(wend_mesh *mesh, const wend_mesh_def *def, wend_error *error)
{
    size_t size = table_size(mesh->corner_count > def->point_count ? mesh->corner_count : def->point_count);
    const wend_allocator *allocator = &mesh->allocator;
    int32_t *table = memory_take(allocator, size * sizeof *table);
    int32_t *names = memory_take(allocator, (size_t)def->point_count * sizeof *names);
    int32_t *from = memory_take(allocator, (size_t)mesh->corner_count * sizeof *from);
    wend_status status = WEND_OK;
    if (!table || !names || !from)
        status = error_set(error, WEND_ERROR_MEMORY, "there is no memory for the mesh");
    if (status == WEND_OK)
    {
        copy_points(mesh, def, names, table, size);
        status = copy_polygons(mesh, def, names, from, error);
    }
    for (int32_t corner = 0; corner < mesh->corner_count; corner++)
        mesh->link[corner] = NONE;
    for (int point = 0; point < def->point_count; point++)
        mesh->out[point] = NONE;
    if (status == WEND_OK)
        status = def->neighbours ? take_links(mesh, def->neighbours, from, error)
                                 : find_links(mesh, from, table, size, error);
    memory_give(allocator, table);
    memory_give(allocator, names);
    memory_give(allocator, from);
    return status;
}

/// What a polygon adds to the mesh's print.
static uint64_t print_of(const wend_mesh *mesh, int32_t polygon)
{
    uint64_t hash = HASH_BEGIN;
    hash_word(&hash, (uint64_t)polygon);
    hash_word(&hash, mesh->layers[polygon]);
    hash_floats(&hash, &mesh->costs[polygon], 1);
    for (int32_t corner = mesh->first[polygon]; corner < mesh->first[polygon + 1]; corner++)
    {
        hash_vec(&hash, mesh_point(mesh, corner));
        hash_word(&hash, (uint64_t)mesh->link[corner]);
    }
    return hash;
}

uint64_t mesh_print(const wend_mesh *mesh)
{
    uint64_t hash = mesh->print;
    hash_word(&hash, (uint64_t)mesh->polygon_count);
    return hash;
}

wend_mesh *wend_mesh_create(const wend_mesh_def *def, wend_error *error)
{
    int corner_count = 0;
    if (check_def(def, &corner_count, error) != WEND_OK)
        return NULL;
    wend_allocator allocator = memory_or_default(&def->allocator);
    wend_mesh *mesh = memory_take(&allocator, sizeof *mesh);
    wend_status status = WEND_OK;
    if (mesh)
    {
        mesh->allocator = allocator;
        mesh->corner_count = corner_count;
        mesh->polygon_count = def->polygon_count;
    }
    if (!mesh || !take_arrays(mesh, def))
        status = error_set(error, WEND_ERROR_MEMORY, "there is no memory for the mesh");
    if (status == WEND_OK)
        status = fill(mesh, def, error);
    if (status == WEND_OK)
        status = mesh_tree_make(mesh, error);
    if (status != WEND_OK)
    {
        wend_mesh_destroy(mesh);
        return NULL;
    }
    mark_points(mesh);
    find_costs(mesh);
    for (int32_t polygon = 0; polygon < mesh->polygon_count; polygon++)
        mesh->print += print_of(mesh, polygon);
    return mesh;
}

void wend_mesh_destroy(wend_mesh *mesh)
{
    if (!mesh)
        return;
    wend_allocator allocator = mesh->allocator;
    void *const blocks[] = {mesh->points, mesh->first,  mesh->corner, mesh->link,  mesh->owner,    mesh->out,
                            mesh->costs,  mesh->layers, mesh->boxes,  mesh->items, mesh->is_border};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        memory_give(&allocator, blocks[i]);
    memory_give(&allocator, mesh);
}

// ---- polygons ----------------------------------------------------------------------------------------------------

static bool has_polygon(const wend_mesh *mesh, int polygon)
{
    return polygon >= 0 && polygon < mesh->polygon_count;
}

int wend_mesh_count(const wend_mesh *mesh)
{
    if (!mesh)
        return 0;
    return mesh->polygon_count;
}

int wend_mesh_polygon(const wend_mesh *mesh, int polygon, wend_vec *corners, int capacity)
{
    if (!mesh)
        return 0;
    if (!has_polygon(mesh, polygon))
        return 0;
    int count = mesh->first[polygon + 1] - mesh->first[polygon];
    for (int i = 0; i < count && i < capacity; i++)
        corners[i] = mesh_point(mesh, mesh->first[polygon] + i);
    return count;
}

int wend_mesh_neighbour(const wend_mesh *mesh, int polygon, int edge)
{
    if (!mesh)
        return -1;
    if (!has_polygon(mesh, polygon) || edge < 0 || edge >= mesh->first[polygon + 1] - mesh->first[polygon])
        return NONE;
    int32_t link = mesh->link[mesh->first[polygon] + edge];
    return link == NONE ? NONE : mesh->owner[link];
}

wend_status wend_mesh_set(wend_mesh *mesh, int polygon, float cost, uint32_t layers)
{
    if (!mesh)
        return WEND_ERROR_NULL;
    if (!has_polygon(mesh, polygon) || !(cost > 0.0f && cost <= FLT_MAX))
        return WEND_ERROR_VALUE;
    if (mesh->costs[polygon] == cost && mesh->layers[polygon] == layers)
        return WEND_OK;
    mesh->print -= print_of(mesh, polygon);
    mesh->costs[polygon] = cost;
    mesh->layers[polygon] = layers;
    mesh->print += print_of(mesh, polygon);
    mesh->edits++;
    find_costs(mesh);
    return WEND_OK;
}

float wend_mesh_cost(const wend_mesh *mesh, int polygon)
{
    if (!mesh)
        return 0.0f;
    return has_polygon(mesh, polygon) ? mesh->costs[polygon] : 0.0f;
}

uint32_t wend_mesh_layers(const wend_mesh *mesh, int polygon)
{
    if (!mesh)
        return 0;
    return has_polygon(mesh, polygon) ? mesh->layers[polygon] : 0;
}

uint64_t wend_mesh_edits(const wend_mesh *mesh)
{
    if (!mesh)
        return 0;
    return mesh->edits;
}

bool mesh_is_corner(const wend_mesh *mesh, int32_t point, uint32_t mask)
{
    if (mesh->is_border[point])
        return true;
    int32_t begin = mesh->out[point], corner = begin;
    while (corner != NONE)
    {
        if (!mesh_is_open(mesh, mesh->owner[corner], mask))
            return true;
        corner = mesh_next(mesh, mesh->link[corner]); // round the point: across the edge, on to the next one
        if (corner == begin)
            return false;
    }
    return false;
}

mesh_gate mesh_gate_of(const wend_mesh *mesh, int32_t corner, float radius, uint32_t mask)
{
    int32_t next = mesh_next(mesh, corner);
    mesh_gate gate = {mesh_point(mesh, next), mesh_point(mesh, corner), 0.0f, 0.0f};
    if (radius > 0.0f)
    {
        gate.left_radius = mesh_is_corner(mesh, mesh->corner[next], mask) ? radius : 0.0f;
        gate.right_radius = mesh_is_corner(mesh, mesh->corner[corner], mask) ? radius : 0.0f;
    }
    return gate;
}

int32_t mesh_edge_between(const wend_mesh *mesh, int32_t from, int32_t to)
{
    for (int32_t corner = mesh->first[from]; corner < mesh->first[from + 1]; corner++)
        if (mesh->link[corner] != NONE && mesh->owner[mesh->link[corner]] == to)
            return corner;
    return NONE;
}

bool mesh_can_cross(const wend_mesh *mesh, int32_t corner, float radius, uint32_t mask)
{
    if (mesh_across(mesh, corner, mask) == NONE)
        return false;
    int32_t next = mesh_next(mesh, corner);
    return !(radius > 0.0f) ||
           mesh_distance(mesh_point(mesh, corner), mesh_point(mesh, next)) >= 2.0 * (double)radius - mesh->slack ||
           !mesh_is_corner(mesh, mesh->corner[corner], mask) || !mesh_is_corner(mesh, mesh->corner[next], mask);
}

bool wend_mesh_portal(const wend_mesh *mesh, int from, int to, wend_portal *portal)
{
    if (!mesh)
        return false;
    int32_t edge = has_polygon(mesh, from) && has_polygon(mesh, to) ? mesh_edge_between(mesh, from, to) : NONE;
    if (edge == NONE)
        return false;
    mesh_gate gate = mesh_gate_of(mesh, edge, 0.0f, 0);
    *portal = (wend_portal){gate.left, gate.right};
    return true;
}
