#include "touch.h"

// ---- distances -----------------------------------------------------------------------------------------------------

double piece_distance(const piece *s, real_vec point, real_vec *nearest)
{
    foot found = piece_foot(s, point, false);
    *nearest = found.at;
    return found.away;
}

real_vec piece_normal(const wend_obstacles *set, const piece *s)
{
    real_vec e = real_sub(real_of(s->b), real_of(s->a)), n = {e.y, -e.x, 0.0};
    if (s->kind == PIECE_TRIANGLE)
        n = real_scale(real_cross(e, real_sub(real_of(s->c), real_of(s->a))), (double)set->bodies[s->body].out);
    n = real_unit(n);
    return real_dot(n, n) > 0.5 ? n : (real_vec){1.0, 0.0, 0.0};
}

// ---- crossings -----------------------------------------------------------------------------------------------------

static bool edge_crossing(const piece *s, real_vec from, real_vec along, double *time, bool *is_at_end)
{
    double ax = (double)s->a.x - from.x, ay = (double)s->a.y - from.y;
    double bx = (double)s->b.x - from.x, by = (double)s->b.y - from.y;
    double side_a = along.x * ay - along.y * ax, side_b = along.x * by - along.y * bx;
    if ((side_a >= 0.0) == (side_b >= 0.0))
        return false;
    *time = (ax * by - ay * bx) / (side_b - side_a);
    *is_at_end = side_a == 0.0 || side_b == 0.0;
    return true;
}

bool piece_crossing(const piece *s, real_vec from, real_vec along, double *time, bool *is_at_end)
{
    if (s->kind != PIECE_TRIANGLE)
        return edge_crossing(s, from, along, time, is_at_end);
    *is_at_end = false;
    real_vec a = real_sub(real_of(s->a), from), b = real_sub(real_of(s->b), from), c = real_sub(real_of(s->c), from);
    double u = real_dot(along, real_cross(b, c)), v = real_dot(along, real_cross(c, a));
    double w = real_dot(along, real_cross(a, b));
    if (!((u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0)))
        return false;
    real_vec n = real_cross(real_sub(b, a), real_sub(c, a));
    double fall = real_dot(along, n);
    if (fall == 0.0)
        return false;
    *time = real_dot(a, n) / fall;
    return true;
}

// ---- bodies --------------------------------------------------------------------------------------------------------

static bool is_outside_box(const body *b, real_vec p, bool is_spatial)
{
    return p.x < (double)b->low.x || p.x > (double)b->high.x || p.y < (double)b->low.y || p.y > (double)b->high.y ||
           (is_spatial && (p.z < (double)b->low.z || p.z > (double)b->high.z));
}

bool body_has_inside(const wend_obstacles *set, const body *b, real_vec point)
{
    if (!b->is_solid || is_outside_box(b, point, set->def.is_spatial))
        return false;
    // A ray from the inside crosses the surface an odd number of times. In space it has an odd direction, so that it
    // meets no edge that was built along an axis.
    const real_vec way = set->def.is_spatial ? (real_vec){0.80178372573727319, 0.26726124191242440, 0.53452248382484879}
                                             : (real_vec){1.0, 0.0, 0.0};
    bool is_inside = false;
    for (int i = b->first; i < b->first + b->count; i++)
    {
        double time;
        bool is_at_end;
        if (piece_crossing(&set->pieces[i], point, way, &time, &is_at_end) && time > 0.0)
            is_inside = !is_inside;
    }
    return is_inside;
}

int body_nearest(const wend_obstacles *set, const body *b, real_vec point, double *distance, real_vec *nearest)
{
    int best = b->first;
    *distance = DBL_MAX;
    for (int i = b->first; i < b->first + b->count; i++)
    {
        real_vec q;
        double away = piece_distance(&set->pieces[i], point, &q) - (double)set->pieces[i].radius;
        if (away < *distance)
        {
            *distance = away;
            *nearest = q;
            best = i;
        }
    }
    return best;
}

static real_vec turned(real_vec v, real_vec axis, double c, double s)
{
    real_vec across = real_cross(axis, v);
    double along = real_dot(axis, v) * (1.0 - c);
    return real_add(real_add(real_scale(v, c), real_scale(across, s)), real_scale(axis, along));
}

static void widen(float *low, float *high, float value)
{
    *low = value < *low ? value : *low;
    *high = value > *high ? value : *high;
}

void body_place(wend_obstacles *set, body *b)
{
    bool is_spatial = set->def.is_spatial;
    real_vec axis = is_spatial ? real_unit(real_of(b->shape.axis)) : (real_vec){0.0, 0.0, 1.0};
    real_vec position = real_of(b->shape.position);
    // An angle of 0 changes no bit of the points.
    double c = b->shape.angle == 0.0f ? 1.0 : (double)wend_cos(b->shape.angle);
    double s = b->shape.angle == 0.0f ? 0.0 : (double)wend_sin(b->shape.angle);
    b->low = wend_xyz(FLT_MAX, FLT_MAX, FLT_MAX);
    b->high = wend_xyz(-FLT_MAX, -FLT_MAX, -FLT_MAX);
    for (int i = b->first; i < b->first + b->count; i++)
    {
        wend_vec *to[3] = {&set->pieces[i].a, &set->pieces[i].b, &set->pieces[i].c};
        const wend_vec home[3] = {set->homes[i].a, set->homes[i].b, set->homes[i].c};
        for (int k = 0; k < (set->pieces[i].kind == PIECE_TRIANGLE ? 3 : 2); k++)
        {
            real_vec p = real_add(position, turned(real_of(home[k]), axis, c, s));
            *to[k] = real_to_vec(is_spatial ? p : (real_vec){p.x, p.y, 0.0});
            widen(&b->low.x, &b->high.x, to[k]->x);
            widen(&b->low.y, &b->high.y, to[k]->y);
            widen(&b->low.z, &b->high.z, to[k]->z);
        }
    }
}

// ---- cutting -------------------------------------------------------------------------------------------------------

typedef struct cutter
{
    piece *pieces;
    piece_home *homes;
    int count;
} cutter;

static void cut(cutter *out, piece_kind kind, wend_vec a, wend_vec b, wend_vec c, float radius)
{
    if (out->pieces)
    {
        out->pieces[out->count] = (piece){.a = a, .b = b, .c = c, .radius = radius, .kind = (uint8_t)kind};
        out->pieces[out->count].edge = out->count;
        out->homes[out->count] = (piece_home){a, b, c};
    }
    out->count++;
}

static void cut_box(cutter *out, wend_vec half, bool is_spatial)
{
    wend_vec corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = wend_xyz(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
    static const int planar[5] = {0, 1, 3, 2, 0};
    static const int spatial[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                       {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    const wend_vec zero = {0};
    for (int i = 0; !is_spatial && i < 4; i++)
    {
        wend_vec a = corners[planar[i]], b = corners[planar[i + 1]];
        a.z = b.z = 0.0f;
        cut(out, PIECE_EDGE, a, b, zero, 0.0f);
    }
    for (int i = 0; is_spatial && i < 12; i++)
        cut(out, PIECE_TRIANGLE, corners[spatial[i][0]], corners[spatial[i][1]], corners[spatial[i][2]], 0.0f);
}

/// Twice the area of a polygon, positive where it runs counter-clockwise.
static double twice_area(const wend_shape *shape)
{
    double sum = 0.0;
    const wend_vec *p = shape->points;
    for (int i = 1; i + 1 < shape->count; i++)
    {
        double ux = (double)p[i].x - (double)p[0].x, uy = (double)p[i].y - (double)p[0].y;
        double vx = (double)p[i + 1].x - (double)p[0].x, vy = (double)p[i + 1].y - (double)p[0].y;
        sum += ux * vy - uy * vx;
    }
    return sum;
}

static void cut_polygon(cutter *out, const wend_shape *shape)
{
    bool is_clockwise = shape->is_closed && twice_area(shape) < 0.0;
    const wend_vec zero = {0};
    for (int i = 0; i < shape->count - (shape->is_closed ? 0 : 1); i++)
    {
        wend_vec a = shape->points[i], b = shape->points[i + 1 < shape->count ? i + 1 : 0];
        a.z = b.z = 0.0f;
        if (!wend_equal(a, b))
            cut(out, PIECE_EDGE, is_clockwise ? b : a, is_clockwise ? a : b, zero, 0.0f);
    }
}

static int mesh_corner(const wend_shape *shape, int corner)
{
    return shape->triangles ? shape->triangles[corner] : corner;
}

static int mesh_triangles(const wend_shape *shape)
{
    return shape->triangles ? shape->triangle_count : shape->count / 3;
}

static void cut_mesh(cutter *out, const wend_shape *shape)
{
    for (int i = 0; i < mesh_triangles(shape); i++)
    {
        const wend_vec *p = shape->points;
        cut(out, PIECE_TRIANGLE, p[mesh_corner(shape, 3 * i)], p[mesh_corner(shape, 3 * i + 1)],
            p[mesh_corner(shape, 3 * i + 2)], 0.0f);
    }
}

int shape_cut(const wend_shape *shape, bool is_spatial, piece *pieces, piece_home *homes)
{
    cutter out = {pieces, homes, 0};
    const wend_vec zero = {0};
    switch (shape->kind)
    {
    case WEND_SHAPE_CIRCLE: cut(&out, PIECE_ROUND, zero, zero, zero, shape->radius); break;
    case WEND_SHAPE_SEGMENT: cut(&out, PIECE_EDGE, shape->from, shape->to, zero, 0.0f); break;
    case WEND_SHAPE_CAPSULE: cut(&out, PIECE_ROUND, shape->from, shape->to, zero, shape->radius); break;
    case WEND_SHAPE_BOX: cut_box(&out, shape->half, is_spatial); break;
    case WEND_SHAPE_POLYGON: cut_polygon(&out, shape); break;
    case WEND_SHAPE_MESH: cut_mesh(&out, shape); break;
    }
    for (int i = 0; pieces && !is_spatial && i < out.count; i++)
        homes[i].a.z = homes[i].b.z = 0.0f;
    return out.count;
}

// ---- checks --------------------------------------------------------------------------------------------------------

static wend_status check_ends(wend_error *error, const char *what, const wend_shape *shape, bool is_spatial)
{
    wend_vec from = shape->from, to = shape->to;
    wend_status status = check_finite(error, "from", from.x, from.y, from.z);
    if (status == WEND_OK)
        status = check_finite(error, "to", to.x, to.y, to.z);
    if (status == WEND_OK && from.x == to.x && from.y == to.y && (from.z == to.z || !is_spatial))
        status = error_set(error, WEND_ERROR_VALUE, "a %s's from and to are both (%g, %g, %g), must differ", what,
                           (double)from.x, (double)from.y, (double)from.z);
    return status;
}

static wend_status check_points(wend_error *error, const wend_shape *shape, const char *what, int least)
{
    if (!shape->points)
        return error_set(error, WEND_ERROR_NULL, "a %s's points are null", what);
    if (shape->count < least)
        return error_set(error, WEND_ERROR_VALUE, "a %s's count is %d, must be >= %d", what, shape->count, least);
    if (shape->count > 1 << SLOT_BITS)
        return error_set(error, WEND_ERROR_FULL, "a %s's count is %d, must be <= %d", what, shape->count,
                         1 << SLOT_BITS);
    for (int i = 0; i < shape->count; i++)
        if (!wend_is_finite(shape->points[i]))
            return error_set(error, WEND_ERROR_VALUE, "a %s's point %d is (%g, %g, %g), must be finite", what, i,
                             (double)shape->points[i].x, (double)shape->points[i].y, (double)shape->points[i].z);
    return WEND_OK;
}

static wend_status check_polygon(wend_error *error, const wend_shape *shape)
{
    wend_status status =
        check_points(error, shape, shape->is_closed ? "closed polygon" : "open polygon", shape->is_closed ? 3 : 2);
    if (status != WEND_OK)
        return status;
    if (shape_cut(shape, false, NULL, NULL) == 0)
        return error_set(error, WEND_ERROR_VALUE, "a polygon's points are all the same");
    double round_it = 0.0;
    for (int i = 1; i < shape->count; i++)
        round_it += real_length(real_sub(real_of(shape->points[i]), real_of(shape->points[0])));
    if (shape->is_closed && !(fabs(twice_area(shape)) > 1e-12 * round_it * round_it / (double)shape->count))
        return error_set(error, WEND_ERROR_VALUE, "a closed polygon's area is %g, must not be 0",
                         fabs(twice_area(shape)) / 2.0);
    return WEND_OK;
}

static wend_status check_mesh(wend_error *error, const wend_shape *shape)
{
    wend_status status = check_points(error, shape, "mesh", 3);
    if (status != WEND_OK)
        return status;
    if (!shape->triangles && shape->count % 3 != 0)
        return error_set(error, WEND_ERROR_VALUE, "a mesh's count is %d, must be a multiple of 3 without triangles",
                         shape->count);
    if (shape->triangles && (shape->triangle_count < 1 || shape->triangle_count > 1 << SLOT_BITS))
        return error_set(error, WEND_ERROR_VALUE, "a mesh's triangle_count is %d, must be in [1, %d]",
                         shape->triangle_count, 1 << SLOT_BITS);
    for (int i = 0; shape->triangles && i < 3 * shape->triangle_count; i++)
        if (shape->triangles[i] < 0 || shape->triangles[i] >= shape->count)
            return error_set(error, WEND_ERROR_VALUE, "a mesh's triangle %d names point %d, must be in [0, %d)", i / 3,
                             shape->triangles[i], shape->count);
    for (int i = 0; i < mesh_triangles(shape); i++)
    {
        const wend_vec *p = shape->points;
        real_vec a = real_of(p[mesh_corner(shape, 3 * i)]);
        real_vec u = real_sub(real_of(p[mesh_corner(shape, 3 * i + 1)]), a);
        real_vec v = real_sub(real_of(p[mesh_corner(shape, 3 * i + 2)]), a);
        if (!(real_length(real_cross(u, v)) > 1e-12 * (real_dot(u, u) + real_dot(v, v))))
            return error_set(error, WEND_ERROR_VALUE, "a mesh's triangle %d has no area", i);
    }
    return WEND_OK;
}

static wend_status check_size(wend_error *error, const wend_shape *shape, bool is_spatial)
{
    static const char positive[] = "> 0 and finite";
    wend_status status = WEND_OK;
    if (shape->kind == WEND_SHAPE_CIRCLE || shape->kind == WEND_SHAPE_CAPSULE)
        status = check_range(error, "radius", shape->radius, FLT_TRUE_MIN, FLT_MAX, positive);
    if (shape->kind != WEND_SHAPE_BOX)
        return status;
    status = check_range(error, "half.x", shape->half.x, FLT_TRUE_MIN, FLT_MAX, positive);
    if (status == WEND_OK)
        status = check_range(error, "half.y", shape->half.y, FLT_TRUE_MIN, FLT_MAX, positive);
    if (status == WEND_OK && is_spatial)
        status = check_range(error, "half.z", shape->half.z, FLT_TRUE_MIN, FLT_MAX, positive);
    return status;
}

static wend_status check_kind(wend_error *error, const wend_shape *shape, bool is_spatial)
{
    if ((int)shape->kind < 0 || shape->kind > WEND_SHAPE_MESH)
        return error_set(error, WEND_ERROR_VALUE, "kind is %d, must be a wend_shape_kind", (int)shape->kind);
    bool is_planar_only = shape->kind == WEND_SHAPE_SEGMENT || shape->kind == WEND_SHAPE_POLYGON;
    if (is_spatial && is_planar_only)
        return error_set(error, WEND_ERROR_VALUE, "a %s is only for a plane, the set is spatial",
                         shape->kind == WEND_SHAPE_SEGMENT ? "segment" : "polygon");
    if (!is_spatial && shape->kind == WEND_SHAPE_MESH)
        return error_set(error, WEND_ERROR_VALUE, "a mesh is only for space, the set is planar");
    return WEND_OK;
}

wend_status shape_check(wend_error *error, const wend_shape *shape, bool is_spatial)
{
    wend_vec p = shape->position, v = shape->velocity, axis = shape->axis;
    wend_status status = check_kind(error, shape, is_spatial);
    if (status == WEND_OK)
        status = check_finite(error, "position", p.x, p.y, p.z);
    if (status == WEND_OK)
        status = check_range(error, "angle", shape->angle, -FLT_MAX, FLT_MAX, "finite");
    if (status == WEND_OK)
        status = check_finite(error, "velocity", v.x, v.y, v.z);
    if (status == WEND_OK && is_spatial)
        status = check_finite(error, "axis", axis.x, axis.y, axis.z);
    if (status == WEND_OK && is_spatial && wend_equal(axis, wend_xyz(0, 0, 0)))
        status = error_set(error, WEND_ERROR_VALUE, "axis is (0, 0, 0), must not be zero");
    if (status == WEND_OK)
        status = check_size(error, shape, is_spatial);
    if (status != WEND_OK)
        return status;
    switch (shape->kind)
    {
    case WEND_SHAPE_SEGMENT: return check_ends(error, "segment", shape, is_spatial);
    case WEND_SHAPE_CAPSULE: return check_ends(error, "capsule", shape, is_spatial);
    case WEND_SHAPE_POLYGON: return check_polygon(error, shape);
    case WEND_SHAPE_MESH: return check_mesh(error, shape);
    default: return WEND_OK;
    }
}
