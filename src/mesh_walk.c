// Steps and looks along a mesh, from polygon to polygon.
#include "meshes.h"

/// How far a point is from the segment a, b, as seen from above.
static double segment_distance(wend_vec a, wend_vec b, double x, double y)
{
    double ax = (double)a.x, ay = (double)a.y, dx = (double)b.x - ax, dy = (double)b.y - ay;
    double t = real_clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    double off_x = x - ax - t * dx, off_y = y - ay - t * dy;
    return sqrt(off_x * off_x + off_y * off_y);
}

static wend_mesh_spot spot_at(const wend_mesh *mesh, int32_t polygon, double x, double y)
{
    real_vec place = {x, y, mesh_height(mesh, polygon, x, y)};
    return (wend_mesh_spot){polygon, real_to_vec(place)};
}

static bool can_move(const wend_mesh *mesh, const wend_mesh_spot *from, wend_vec to)
{
    return from->polygon >= 0 && from->polygon < mesh->polygon_count && wend_is_finite(from->point) &&
           wend_is_finite(to);
}

static int32_t previous(const wend_mesh *mesh, int32_t corner)
{
    int32_t polygon = mesh->owner[corner];
    return corner == mesh->first[polygon] ? mesh->first[polygon + 1] - 1 : corner - 1;
}

/// The next polygon's corner at the same point, round about it either way, over open edges; NONE: border.
int32_t mesh_turn_about(const wend_mesh *mesh, int32_t corner, int way, uint32_t mask)
{
    int32_t link = mesh_across(mesh, way == 0 ? corner : previous(mesh, corner), mask);
    return link == NONE || way != 0 ? link : mesh_next(mesh, link);
}

int32_t mesh_corner_at(const wend_mesh *mesh, int32_t polygon, wend_vec point)
{
    for (int32_t corner = mesh->first[polygon]; corner < mesh->first[polygon + 1]; corner++)
        if (mesh_distance(mesh_point(mesh, corner), point) <= mesh->slack)
            return corner;
    return NONE;
}

// ---- steps -------------------------------------------------------------------------------------------------------

/// The polygons that were looked at, in the order in which they were found.
typedef struct wave
{
    int32_t polygon[MESH_TRAIL];
    int parent[MESH_TRAIL];
    int count;
} wave;

static void add_to_wave(wave *w, int32_t polygon, int parent)
{
    for (int i = 0; i < w->count; i++)
        if (w->polygon[i] == polygon)
            return;
    if (w->count == MESH_TRAIL)
        return;
    w->polygon[w->count] = polygon;
    w->parent[w->count++] = parent;
}

int mesh_walk(const wend_mesh *mesh, wend_mesh_spot from, wend_vec to, uint32_t mask, wend_mesh_spot *end,
              int32_t trail[MESH_TRAIL])
{
    *end = from;
    if (!can_move(mesh, &from, to))
        return 0;
    double x = (double)to.x, y = (double)to.y;
    double middle_x = 0.5 * ((double)from.point.x + x), middle_y = 0.5 * ((double)from.point.y + y);
    double dx = x - middle_x, dy = y - middle_y, reach = sqrt(dx * dx + dy * dy) + mesh->slack;
    double best = DBL_MAX, best_x = x, best_y = y;
    int best_index = 0;
    wave w = {.count = 0};
    add_to_wave(&w, from.polygon, 0);
    for (int i = 0; i < w.count && best > 0.0; i++)
    {
        double at_x, at_y, distance = mesh_closest(mesh, w.polygon[i], x, y, &at_x, &at_y);
        if (distance < best)
        {
            best = distance;
            best_index = i;
            best_x = at_x;
            best_y = at_y;
        }
        for (int32_t c = mesh->first[w.polygon[i]]; c < mesh->first[w.polygon[i] + 1] && best > 0.0; c++)
        {
            int32_t link = mesh_across(mesh, c, mask);
            wend_vec a = mesh_point(mesh, c), b = mesh_point(mesh, mesh_next(mesh, c));
            if (link != NONE && segment_distance(a, b, middle_x, middle_y) <= reach)
                add_to_wave(&w, mesh->owner[link], i);
        }
    }
    *end = spot_at(mesh, w.polygon[best_index], best_x, best_y);
    int length = 1, i = best_index;
    for (int k = best_index; k != 0; k = w.parent[k])
        length++;
    for (int k = length - 1; k >= 0; k--, i = w.parent[i])
        trail[k] = w.polygon[i];
    return length;
}

wend_mesh_spot wend_mesh_move(const wend_mesh *mesh, wend_mesh_spot from, wend_vec to, uint32_t mask)
{
    if (!mesh)
        return from;
    wend_mesh_spot end;
    int32_t trail[MESH_TRAIL];
    mesh_walk(mesh, from, to, mask, &end, trail);
    return end;
}

// ---- looks -------------------------------------------------------------------------------------------------------

/// A look on its way: from (x, y) on, share 1 is its end.
typedef struct ray
{
    const wend_mesh *mesh;
    uint32_t mask;
    double x, y, dx, dy, length;
} ray;

/// Where a look crosses the line of an edge from inside.
typedef struct crossing
{
    int32_t edge;
    double share;  ///< of the way
    bool is_on;    ///< between the ends of the edge?
    bool leads_on; ///< into an open polygon?
} crossing;

/// Is that crossing a better exit than one that was found before? The first one counts; of several in one place one on
/// its edge, then one that leads on.
static bool is_better(const crossing *a, const crossing *b, double same)
{
    if (b->edge == NONE || fabs(a->share - b->share) > same)
        return b->edge == NONE || a->share < b->share;
    if (a->is_on != b->is_on)
        return a->is_on;
    return a->leads_on != b->leads_on ? a->leads_on : a->share < b->share;
}

/// The edge by which it leaves a polygon, and the share of the way there; NONE: it ends inside. Border that it doesn't
/// go beyond is no exit.
static int32_t find_exit(const ray *r, int32_t polygon, double *share)
{
    const wend_mesh *mesh = r->mesh;
    crossing best = {NONE, 1.0, false, false};
    for (int32_t c = mesh->first[polygon]; c < mesh->first[polygon + 1]; c++)
    {
        wend_vec a = mesh_point(mesh, c), b = mesh_point(mesh, mesh_next(mesh, c));
        double ax = (double)a.x, ay = (double)a.y, ex = (double)b.x - ax, ey = (double)b.y - ay;
        double turn = ex * r->dy - ey * r->dx, inside = ex * (r->y - ay) - ey * (r->x - ax);
        double length = sqrt(ex * ex + ey * ey);
        crossing found = {c, 0.0, false, mesh_across(mesh, c, r->mask) != NONE};
        if (turn >= 0.0 || (!found.leads_on && inside + turn >= -mesh->slack * length))
            continue;
        found.share = real_clamp(inside / -turn, 0.0, 1.0);
        double along = ((r->x + found.share * r->dx - ax) * ex + (r->y + found.share * r->dy - ay) * ey) / length;
        found.is_on = along >= -2.0 * mesh->slack && along <= length + 2.0 * mesh->slack;
        if (found.share < 1.0 && is_better(&found, &best, mesh->slack / r->length))
            best = found;
    }
    *share = best.share;
    return best.edge;
}

static void meet_border(const ray *r, int32_t polygon, int32_t edge, double share, wend_mesh_look *look)
{
    double x, y;
    wend_vec a = mesh_point(r->mesh, edge), b = mesh_point(r->mesh, mesh_next(r->mesh, edge));
    mesh_closest(r->mesh, polygon, r->x + share * r->dx, r->y + share * r->dy, &x, &y);
    look->end = spot_at(r->mesh, polygon, x, y);
    look->normal = real_to_vec(real_unit((real_vec){(double)a.y - (double)b.y, (double)b.x - (double)a.x, 0.0}));
}

/// Does the rest of the look lead from a corner into its polygon, or along its edges?
static bool leads_into(const ray *r, int32_t corner, double rest)
{
    const wend_mesh *mesh = r->mesh;
    wend_vec v = mesh_point(mesh, corner), a = mesh_point(mesh, mesh_next(mesh, corner));
    wend_vec b = mesh_point(mesh, previous(mesh, corner));
    double ax = (double)a.x - (double)v.x, ay = (double)a.y - (double)v.y;
    double bx = (double)b.x - (double)v.x, by = (double)b.y - (double)v.y;
    double dx = rest * r->dx, dy = rest * r->dy;
    return ax * dy - ay * dx >= -mesh->slack * sqrt(ax * ax + ay * ay) &&
           dx * by - dy * bx >= -mesh->slack * sqrt(bx * bx + by * by);
}

/// Past a corner of the border: another polygon at that corner into which the look leads, round about over open
/// edges; NONE: it is stopped.
static int32_t pass_corner(const ray *r, int32_t corner, double share)
{
    const wend_mesh *mesh = r->mesh;
    wend_vec v = mesh_point(mesh, corner);
    double off_x = (double)v.x - r->x - share * r->dx, off_y = (double)v.y - r->y - share * r->dy;
    if (sqrt(off_x * off_x + off_y * off_y) > 2.0 * mesh->slack)
        return NONE;
    for (int way = 0; way < 2; way++)
    {
        int32_t at = corner;
        for (int turns = 0; turns < mesh->corner_count; turns++)
        {
            at = mesh_turn_about(mesh, at, way, r->mask);
            if (at == NONE || at == corner)
                break;
            if (leads_into(r, at, 1.0 - share))
                return mesh->owner[at];
        }
    }
    return NONE;
}

/// The polygon in which a look goes on past an edge; NONE: border.
static int32_t go_past(const ray *r, int32_t edge, double share)
{
    int32_t link = mesh_across(r->mesh, edge, r->mask);
    if (link != NONE)
        return r->mesh->owner[link];
    int32_t polygon = pass_corner(r, edge, share);
    return polygon != NONE ? polygon : pass_corner(r, mesh_next(r->mesh, edge), share);
}

int mesh_look(const wend_mesh *mesh, wend_mesh_spot from, wend_vec to, uint32_t mask, wend_mesh_look *look,
              int32_t *trail, int capacity)
{
    *look = (wend_mesh_look){from, false, {0.0f, 0.0f, 0.0f}};
    if (!can_move(mesh, &from, to))
        return 0;
    ray r = {mesh, mask, (double)from.point.x, (double)from.point.y, 0.0, 0.0, 0.0};
    r.dx = (double)to.x - r.x;
    r.dy = (double)to.y - r.y;
    r.length = sqrt(r.dx * r.dx + r.dy * r.dy);
    int32_t polygon = from.polygon;
    for (int count = 1; count <= mesh->corner_count; count++)
    {
        double share;
        int32_t edge = find_exit(&r, polygon, &share);
        if (count <= capacity)
            trail[count - 1] = polygon;
        if (edge == NONE)
        {
            look->end = spot_at(mesh, polygon, (double)to.x, (double)to.y);
            look->is_clear = true;
            return count;
        }
        int32_t next = go_past(&r, edge, share);
        if (next == NONE)
        {
            meet_border(&r, polygon, edge, share, look);
            return count;
        }
        polygon = next;
    }
    return 0; // round and round a corner: only where polygons overlap by rounding
}

wend_mesh_look wend_mesh_cast(const wend_mesh *mesh, wend_mesh_spot from, wend_vec to, uint32_t mask)
{
    if (!mesh)
        return (wend_mesh_look){.end = from};
    wend_mesh_look look;
    mesh_look(mesh, from, to, mask, &look, NULL, 0);
    return look;
}
