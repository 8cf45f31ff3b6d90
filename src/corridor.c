#include "wend/corridor.h"

#include "meshes.h"

#include <string.h>

#define CORNERS 5 // that shorten looks at, with where one is

/// Ends before the given polygon, in the middle of the edge to it.
static void cut_before(wend_corridor *c, const wend_mesh *mesh, int polygon)
{
    wend_portal portal;
    c->is_cut = true;
    if (!wend_mesh_portal(mesh, c->polygons[c->count - 1], polygon, &portal))
        return;
    real_vec middle = real_scale(real_add(real_of(portal.left), real_of(portal.right)), 0.5);
    c->goal = (wend_mesh_spot){c->polygons[c->count - 1], real_to_vec(middle)};
}

/// Puts `before` (the last polygon of it first) in front of what follows from index `keep` on.
static void replace_begin(wend_corridor *c, const wend_mesh *mesh, const int32_t *before, int count, int keep)
{
    int kept = c->count - keep, room = c->capacity - count;
    int32_t last = kept > 0 && room < kept && room >= 0 ? c->polygons[keep + room] : NONE;
    if (room < 1) // nothing of it is left: where one stands is all that counts
    {
        c->polygons[0] = before[count - 1];
        c->count = 1;
        c->is_lost = true;
        c->goal = c->position;
        return;
    }
    kept = kept < room ? kept : room;
    memmove(c->polygons + count, c->polygons + keep, (size_t)kept * sizeof *c->polygons);
    for (int i = 0; i < count; i++)
        c->polygons[i] = before[count - 1 - i];
    c->count = count + kept;
    if (last != NONE)
        cut_before(c, mesh, last);
}

static int index_in(const int32_t *list, int count, int32_t polygon)
{
    for (int i = count - 1; i >= 0; i--)
        if (list[i] == polygon)
            return i;
    return NONE;
}

/// One has walked along these polygons, the first of them the corridor's own.
static void walked(wend_corridor *c, const wend_mesh *mesh, const int32_t *trail, int count)
{
    for (int i = c->count - 1; i >= 0; i--)
    {
        int at = index_in(trail, count, c->polygons[i]);
        if (at == NONE)
            continue;
        replace_begin(c, mesh, trail + at + 1, count - at - 1, i);
        return;
    }
}

/// After an edit: are all polygons open still?
static void look_at_edits(wend_corridor *c, const wend_mesh *mesh)
{
    if (c->edits == wend_mesh_edits(mesh))
        return;
    c->edits = wend_mesh_edits(mesh);
    for (int i = 0; i < c->count; i++)
        c->is_lost |= !mesh_is_open(mesh, c->polygons[i], c->mask);
}

bool wend_corridor_set(wend_corridor *c, const wend_mesh *mesh, const wend_mesh_search *search)
{
    if (!c || !mesh || !search)
        return false;
    int whole = wend_mesh_search_polygons(search, c->polygons, c->capacity);
    c->count = whole < c->capacity ? whole : c->capacity;
    c->is_cut = c->is_lost = false;
    if (c->count == 0)
        return false;
    c->radius = search->query.radius;
    c->mask = search->query.mask;
    c->position = search->result.start;
    c->goal = search->result.end;
    c->edits = search->edits;
    if (whole > c->count)
        cut_before(c, mesh, search->way[c->count]);
    look_at_edits(c, mesh);
    return true;
}

static bool is_at(const wend_mesh *mesh, wend_vec a, wend_vec b)
{
    return mesh_distance(a, b) <= mesh->slack;
}

/// Do all edges between these polygons let the body through?
static bool can_pass(const wend_corridor *c, const wend_mesh *mesh, const int32_t *trail, int count)
{
    for (int i = 0; i + 1 < count; i++)
    {
        int32_t edge = mesh_edge_between(mesh, trail[i], trail[i + 1]);
        if (edge == NONE || !mesh_can_cross(mesh, edge, c->radius, c->mask))
            return false;
    }
    return true;
}

/// A row of polygons that ends in a corner of the last goes on round about that corner, to the last polygon of the
/// corridor that has it too. Returns how many there are then.
static int turn_about(const wend_corridor *c, const wend_mesh *mesh, wend_vec corner, int32_t *trail, int count)
{
    int32_t begin = mesh_corner_at(mesh, trail[count - 1], corner), around[MESH_TRAIL];
    int best = index_in(c->polygons, c->count, trail[count - 1]), found = count;
    for (int way = 0; way < 2 && begin != NONE; way++)
    {
        int32_t at = mesh_turn_about(mesh, begin, way, c->mask);
        for (int n = count; n < MESH_TRAIL && at != NONE && at != begin; n++)
        {
            around[n] = mesh->owner[at];
            int index = index_in(c->polygons, c->count, around[n]);
            if (index > best)
            {
                best = index;
                found = n + 1;
                memcpy(trail + count, around + count, (size_t)(found - count) * sizeof *trail);
            }
            at = mesh_turn_about(mesh, at, way, c->mask);
        }
    }
    return found;
}

/// Where one stands on a corner the corridor may lead round about it: one stands in all polygons there.
static void leave_corner(wend_corridor *c, const wend_mesh *mesh)
{
    int32_t trail[MESH_TRAIL];
    trail[0] = c->polygons[0];
    int count = turn_about(c, mesh, c->position.point, trail, 1);
    if (count == 1 || !can_pass(c, mesh, trail, count))
        return;
    walked(c, mesh, trail, count);
    c->position.polygon = c->polygons[0];
}

wend_vec wend_corridor_move(wend_corridor *c, const wend_mesh *mesh, wend_vec to)
{
    if (!c || !mesh)
        return to;
    if (c->count == 0)
        return to;
    int32_t trail[MESH_TRAIL];
    look_at_edits(c, mesh);
    int count = mesh_walk(mesh, c->position, to, c->mask, &c->position, trail);
    if (count > 1)
        walked(c, mesh, trail, count);
    leave_corner(c, mesh);
    return c->position.point;
}

wend_vec wend_corridor_put(wend_corridor *c, const wend_mesh *mesh, wend_vec point)
{
    if (!c || !mesh)
        return point;
    wend_vec end = wend_corridor_move(c, mesh, point);
    if (c->count == 0 || is_at(mesh, end, point))
        return end;
    wend_mesh_spot spot = wend_mesh_at(mesh, point, c->mask);
    if (spot.polygon == NONE)
        return end;
    int index = index_in(c->polygons, c->count, spot.polygon);
    c->position = spot;
    if (index == NONE)
    {
        c->polygons[0] = spot.polygon;
        c->count = 1;
        c->goal = spot;
        c->is_lost = true;
    }
    else
        replace_begin(c, mesh, NULL, 0, index);
    return spot.point;
}

bool wend_corridor_aim(wend_corridor *c, const wend_mesh *mesh, wend_vec goal)
{
    if (!c || !mesh)
        return false;
    if (c->count == 0)
        return false;
    int32_t trail[MESH_TRAIL];
    int count = mesh_walk(mesh, c->goal, goal, c->mask, &c->goal, trail);
    int keep = 0, at = NONE;
    while (keep < c->count && (at = index_in(trail, count, c->polygons[keep])) == NONE)
        keep++;
    c->is_lost |= !is_at(mesh, c->goal.point, goal);
    if (keep == c->count)
        return !c->is_lost;
    c->count = keep + 1;
    for (int i = at + 1; i < count; i++)
    {
        if (c->count == c->capacity)
        {
            cut_before(c, mesh, trail[i]);
            c->is_lost = true;
            break;
        }
        c->polygons[c->count++] = trail[i];
    }
    return !c->is_lost;
}

int wend_corridor_corners(const wend_corridor *c, const wend_mesh *mesh, wend_vec *points, int capacity)
{
    if (!c || !mesh)
        return 0;
    if (c->count == 0 || capacity < 1)
        return 0;
    const mesh_row row = {
        .mesh = mesh, .polygons = c->polygons, .radius = c->radius, .mask = c->mask, .count = c->count - 1};
    return mesh_funnel(c->position.point, c->goal.point, &row, points, capacity, NULL, true);
}

/// Looks at one corner; true if the corridor leads straight there now. It has to come through the polygon in which the
/// look ends, else what follows need not be shorter.
static bool look_at(wend_corridor *c, const wend_mesh *mesh, wend_vec corner)
{
    int32_t trail[MESH_TRAIL], turned[MESH_TRAIL];
    wend_mesh_look look;
    int count = mesh_look(mesh, c->position, corner, c->mask, &look, trail, MESH_TRAIL);
    if (!look.is_clear || count > MESH_TRAIL)
        return false;
    count = turn_about(c, mesh, corner, trail, count);
    if (!can_pass(c, mesh, trail, count))
        return false;
    int last = count - 1;
    int index = index_in(c->polygons, c->count, trail[last]);
    bool is_same = index == last && memcmp(trail, c->polygons, (size_t)last * sizeof *trail) == 0;
    if (index == NONE || is_same || last + c->count - index > c->capacity)
        return false;
    for (int k = 0; k < last; k++)
        turned[last - 1 - k] = trail[k];
    replace_begin(c, mesh, turned, last, index);
    return true;
}

bool wend_corridor_shorten(wend_corridor *c, const wend_mesh *mesh)
{
    if (!c || !mesh)
        return false;
    wend_vec points[CORNERS];
    int count = wend_corridor_corners(c, mesh, points, CORNERS);
    for (int i = count - 1; i > 1; i--)
        if (look_at(c, mesh, points[i]))
            return true;
    return false;
}
