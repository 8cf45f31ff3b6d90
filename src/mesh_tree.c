// Where on a mesh: a tree of boxes over the polygons, built once, halved by order: no points can make it deep.
#include "meshes.h"

#define LEAF 4 // polygons

// ---- polygons as shapes ------------------------------------------------------------------------------------------

double mesh_closest(const wend_mesh *mesh, int32_t polygon, double x, double y, double *near_x, double *near_y)
{
    bool is_inside = true;
    double best = DBL_MAX;
    *near_x = x;
    *near_y = y;
    for (int32_t corner = mesh->first[polygon]; corner < mesh->first[polygon + 1]; corner++)
    {
        wend_vec a = mesh_point(mesh, corner), b = mesh_point(mesh, mesh_next(mesh, corner));
        double ax = (double)a.x, ay = (double)a.y, dx = (double)b.x - ax, dy = (double)b.y - ay;
        if (dx * (y - ay) - dy * (x - ax) >= 0.0)
            continue;
        is_inside = false;
        double t = real_clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
        double at_x = t < 1.0 ? ax + t * dx : (double)b.x, at_y = t < 1.0 ? ay + t * dy : (double)b.y;
        double distance = (x - at_x) * (x - at_x) + (y - at_y) * (y - at_y);
        if (distance < best)
        {
            best = distance;
            *near_x = at_x;
            *near_y = at_y;
        }
    }
    return is_inside ? 0.0 : sqrt(best);
}

double mesh_height(const wend_mesh *mesh, int32_t polygon, double x, double y)
{
    int32_t first = mesh->first[polygon], last = mesh->first[polygon + 1] - 1;
    wend_vec o = mesh_point(mesh, first);
    double ox = (double)o.x, oy = (double)o.y, oz = (double)o.z, height = oz;
    for (int32_t corner = first + 1; corner < last; corner++)
    {
        wend_vec a = mesh_point(mesh, corner), b = mesh_point(mesh, corner + 1);
        double ax = (double)a.x, ay = (double)a.y, bx = (double)b.x, by = (double)b.y;
        double area = mesh_side(ox, oy, ax, ay, bx, by);
        if (!(area > 0.0))
            continue;
        double to_a = real_clamp(mesh_side(bx, by, ox, oy, x, y) / area, 0.0, 1.0);
        double to_b = real_clamp(mesh_side(ox, oy, ax, ay, x, y) / area, 0.0, 1.0 - to_a);
        height = oz + to_a * ((double)a.z - oz) + to_b * ((double)b.z - oz);
        if (mesh_side(ox, oy, bx, by, x, y) <= 0.0) // not left of this triangle of the fan
            return height;
    }
    return height;
}

// ---- building ----------------------------------------------------------------------------------------------------

static mesh_box box_of(const wend_mesh *mesh, int32_t polygon)
{
    mesh_box box = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}, NONE, 0, 0};
    for (int32_t corner = mesh->first[polygon]; corner < mesh->first[polygon + 1]; corner++)
    {
        wend_vec p = mesh_point(mesh, corner);
        const float at[3] = {p.x, p.y, p.z};
        for (int i = 0; i < 3; i++)
        {
            box.low[i] = fminf(box.low[i], at[i]);
            box.high[i] = fmaxf(box.high[i], at[i]);
        }
    }
    return box;
}

typedef struct key
{
    double middle;
    int32_t polygon;
} key;

static bool is_before(key a, key b)
{
    return a.middle < b.middle || (a.middle == b.middle && a.polygon < b.polygon);
}

/// Brings the keys into an order in which those before `half` come before the others.
static void select_half(key *keys, int count, int half)
{
    int low = 0, high = count - 1;
    while (low < high)
    {
        key pivot = keys[low + (high - low) / 2];
        int i = low, j = high;
        while (i <= j)
        {
            while (is_before(keys[i], pivot))
                i++;
            while (is_before(pivot, keys[j]))
                j--;
            if (i <= j)
            {
                key swap = keys[i];
                keys[i++] = keys[j];
                keys[j--] = swap;
            }
        }
        if (half <= j)
            high = j;
        else if (half >= i)
            low = i;
        else
            return;
    }
}

typedef struct builder
{
    wend_mesh *mesh;
    key *keys;
    int32_t count; ///< boxes so far
} builder;

/// The box round items first..first + count, and all below it. As deep as there are halvings.
static int32_t build(builder *b, int32_t first, int32_t count)
{
    wend_mesh *mesh = b->mesh;
    int32_t index = b->count++;
    mesh_box box = box_of(mesh, mesh->items[first]);
    for (int32_t i = 1; i < count; i++)
    {
        mesh_box other = box_of(mesh, mesh->items[first + i]);
        for (int axis = 0; axis < 3; axis++)
        {
            box.low[axis] = fminf(box.low[axis], other.low[axis]);
            box.high[axis] = fmaxf(box.high[axis], other.high[axis]);
        }
    }
    box.first = first;
    box.count = count;
    if (count > LEAF)
    {
        int axis = (double)box.high[1] - (double)box.low[1] > (double)box.high[0] - (double)box.low[0];
        for (int32_t i = 0; i < count; i++)
        {
            mesh_box one = box_of(mesh, mesh->items[first + i]);
            b->keys[first + i] = (key){(double)one.low[axis] + (double)one.high[axis], mesh->items[first + i]};
        }
        select_half(b->keys + first, count, count / 2);
        for (int32_t i = 0; i < count; i++)
            mesh->items[first + i] = b->keys[first + i].polygon;
        build(b, first, count / 2);
        box.right = build(b, first + count / 2, count - count / 2);
    }
    mesh->boxes[index] = box;
    return index;
}

wend_status mesh_tree_make(wend_mesh *mesh, wend_error *error)
{
    size_t count = (size_t)mesh->polygon_count;
    mesh->boxes = memory_take(&mesh->allocator, 2 * count * sizeof *mesh->boxes);
    mesh->items = memory_take(&mesh->allocator, count * sizeof *mesh->items);
    key *keys = memory_take(&mesh->allocator, count * sizeof *keys);
    if (!mesh->boxes || !mesh->items || !keys)
    {
        memory_give(&mesh->allocator, keys);
        return error_set(error, WEND_ERROR_MEMORY, "there is no memory for the mesh");
    }
    for (int32_t i = 0; i < mesh->polygon_count; i++)
        mesh->items[i] = i;
    builder b = {mesh, keys, 0};
    build(&b, 0, mesh->polygon_count);
    memory_give(&mesh->allocator, keys);
    return WEND_OK;
}

// ---- asking ------------------------------------------------------------------------------------------------------

/// How far a box is from a point at least; `has_height`: in space, else as seen from above.
static double box_distance(const mesh_box *box, double x, double y, double z, bool has_height)
{
    const double at[3] = {x, y, z};
    double sum = 0.0;
    for (int i = 0; i < (has_height ? 3 : 2); i++)
    {
        double low = (double)box->low[i], high = (double)box->high[i];
        double off = at[i] < low ? low - at[i] : at[i] > high ? at[i] - high : 0.0;
        sum += off * off;
    }
    return sqrt(sum);
}

void mesh_visit(const wend_mesh *mesh, double x, double y, uint32_t mask, mesh_visit_fn *visit, void *user)
{
    int32_t stack[64], depth = 0;
    stack[depth++] = 0;
    while (depth > 0)
    {
        int32_t index = stack[--depth];
        const mesh_box *box = &mesh->boxes[index];
        if (box_distance(box, x, y, 0.0, false) > mesh->slack)
            continue;
        if (box->right != NONE)
        {
            stack[depth++] = box->right;
            stack[depth++] = index + 1;
            continue;
        }
        for (int32_t i = box->first; i < box->first + box->count; i++)
        {
            double near_x, near_y, distance;
            if (!mesh_is_open(mesh, mesh->items[i], mask))
                continue;
            distance = mesh_closest(mesh, mesh->items[i], x, y, &near_x, &near_y);
            if (distance <= mesh->slack)
                visit(mesh->items[i], distance, user);
        }
    }
}

typedef struct finder
{
    const wend_mesh *mesh;
    double x, y, z;
    double rise, distance, height; ///< of the best so far
    int32_t polygon;
} finder;

static void find_floor(int32_t polygon, double distance, void *user)
{
    finder *f = user;
    double height = mesh_height(f->mesh, polygon, f->x, f->y), rise = fabs(height - f->z);
    bool is_better = rise < f->rise || (rise == f->rise && distance < f->distance) ||
                     (rise == f->rise && distance == f->distance && polygon < f->polygon);
    if (f->polygon != NONE && !is_better)
        return;
    f->rise = rise;
    f->distance = distance;
    f->height = height;
    f->polygon = polygon;
}

wend_mesh_spot wend_mesh_at(const wend_mesh *mesh, wend_vec point, uint32_t mask)
{
    if (!mesh)
        return (wend_mesh_spot){NONE, point};
    if (!wend_is_finite(point))
        return (wend_mesh_spot){NONE, point};
    finder f = {mesh, (double)point.x, (double)point.y, (double)point.z, 0.0, 0.0, 0.0, NONE};
    mesh_visit(mesh, f.x, f.y, mask, find_floor, &f);
    if (f.polygon == NONE)
        return (wend_mesh_spot){NONE, point};
    return (wend_mesh_spot){f.polygon, wend_xyz(point.x, point.y, real_to_float(f.height))};
}

wend_mesh_spot wend_mesh_nearest(const wend_mesh *mesh, wend_vec point, float reach, uint32_t mask)
{
    if (!mesh)
        return (wend_mesh_spot){NONE, point};
    wend_mesh_spot spot = {NONE, point};
    if (!wend_is_finite(point) || !(reach >= 0.0f))
        return spot;
    double x = (double)point.x, y = (double)point.y, z = (double)point.z, best = (double)reach;
    real_vec place = {x, y, z};
    int32_t stack[64], depth = 0;
    stack[depth++] = 0;
    while (depth > 0)
    {
        int32_t index = stack[--depth];
        const mesh_box *box = &mesh->boxes[index];
        if (box_distance(box, x, y, z, true) > best)
            continue;
        if (box->right != NONE)
        {
            int32_t left = index + 1, right = box->right;
            bool is_left_nearer =
                box_distance(&mesh->boxes[left], x, y, z, true) <= box_distance(&mesh->boxes[right], x, y, z, true);
            stack[depth++] = is_left_nearer ? right : left;
            stack[depth++] = is_left_nearer ? left : right;
            continue;
        }
        for (int32_t i = box->first; i < box->first + box->count; i++)
        {
            int32_t polygon = mesh->items[i];
            double at_x, at_y;
            if (!mesh_is_open(mesh, polygon, mask))
                continue;
            double level = mesh_closest(mesh, polygon, x, y, &at_x, &at_y);
            double height = mesh_height(mesh, polygon, at_x, at_y);
            double distance = sqrt(level * level + (height - z) * (height - z));
            if (distance > best || (distance == best && spot.polygon != NONE && polygon > spot.polygon))
                continue;
            best = distance;
            place = (real_vec){at_x, at_y, height};
            spot.polygon = polygon;
        }
    }
    if (spot.polygon != NONE)
        spot.point = real_to_vec(place);
    return spot;
}
