// Pulling a string tight through portals, with circles round their ends.
#include "meshes.h"

/// What the string touches: a circle that lies to its left (side 1) or right (-1), or a point (radius 0).
typedef struct peg
{
    double x, y;
    float z;
    double radius;
    double side;
} peg;

/// The string so far.
typedef struct string
{
    wend_vec *points;
    int count, capacity;
    double length;
    wend_vec last[2]; ///< the last point, and the one before it
} string;

/// Does b lie on the way from a straight to c?
static bool is_on_the_way(wend_vec a, wend_vec b, wend_vec c)
{
    double ax = (double)b.x - (double)a.x, ay = (double)b.y - (double)a.y;
    double bx = (double)c.x - (double)b.x, by = (double)c.y - (double)b.y;
    return ax * by - ay * bx == 0.0 && ax * bx + ay * by > 0.0;
}

static void put_point(string *s, double x, double y, float z)
{
    wend_vec point = wend_xyz(real_to_float(x), real_to_float(y), z);
    if (s->count > 0 && point.x == s->last[0].x && point.y == s->last[0].y)
        return;
    if (s->count > 1 && is_on_the_way(s->last[1], s->last[0], point))
    {
        s->count--;
        s->length -= mesh_distance(s->last[1], s->last[0]);
        s->last[0] = s->last[1];
    }
    if (s->count > 0)
        s->length += mesh_distance(s->last[0], point);
    s->last[1] = s->last[0];
    s->last[0] = point;
    if (s->count < s->capacity)
        s->points[s->count] = point;
    s->count++;
}

/// The direction of the line that touches both pegs, each on its side. Pegs that overlap from opposite sides become so
/// small that they only touch: the line passes between them.
static real_vec tangent(const peg *a, const peg *b)
{
    double x = b->x - a->x, y = b->y - a->y, shift = b->side * b->radius - a->side * a->radius;
    if (shift == 0.0)
        return (real_vec){x, y, 0.0};
    double square = x * x + y * y, along = square - shift * shift;
    double distance = sqrt(square);
    shift = real_clamp(shift, -distance, distance);
    along = along > 0.0 ? sqrt(along) : 0.0;
    return (real_vec){along * x + shift * y, along * y - shift * x, 0.0};
}

/// By how much the radius of a peg must shrink for the line to another one.
static double shrunk(const peg *a, const peg *b)
{
    double x = b->x - a->x, y = b->y - a->y, distance = sqrt(x * x + y * y);
    double needed = a->side != b->side ? a->radius + b->radius : 0.0;
    return needed > distance ? distance / needed : 1.0;
}

static double cross(real_vec a, real_vec b)
{
    return a.x * b.y - a.y * b.x;
}

/// Round a peg, from one direction to another (unit vectors), by pieces of at most 45 degrees.
static void bend(string *s, const peg *at, double radius, real_vec from, real_vec to, int depth)
{
    double cosine = from.x * to.x + from.y * to.y;
    real_vec middle = real_unit((real_vec){from.x + to.x, from.y + to.y, 0.0});
    if (cosine < -0.999999) // straight back
        middle = (real_vec){-at->side * from.y, at->side * from.x, 0.0};
    else if (cosine < 0.0 && at->side * cross(from, to) < 0.0) // by more than a half turn
        middle = (real_vec){-middle.x, -middle.y, 0.0};
    if (depth > 0 && cosine < 0.7071067)
    {
        bend(s, at, radius, from, middle, depth - 1);
        bend(s, at, radius, middle, to, depth - 1);
        return;
    }
    double out = at->side * radius / fmax(0.9, middle.x * from.x + middle.y * from.y);
    put_point(s, at->x + out * middle.y, at->y - out * middle.x, at->z);
}

/// Goes round a peg, which the string touches with the direction `in` and leaves with `out`.
static void pass(string *s, const peg *at, real_vec in, real_vec out, double share)
{
    double radius = at->radius * share;
    if (radius == 0.0)
        put_point(s, at->x, at->y, at->z);
    else
        bend(s, at, radius, real_unit(in), real_unit(out), 3);
}

static peg peg_of(wend_vec at, float radius, double side)
{
    return (peg){(double)at.x, (double)at.y, at.z, (double)radius, side};
}

/// One side of the funnel.
typedef struct flank
{
    peg at;
    real_vec way;  ///< the direction from the apex
    int gate;      ///< NONE: open
    bool is_point; ///< have both ends of the portal one place?
} flank;

static bool is_one_place(const peg *a, const peg *b)
{
    return a->x == b->x && a->y == b->y;
}

/// An end of a portal that is being looked at.
typedef struct portal_end
{
    peg at;
    int gate;
    bool is_point; ///< have both ends of it one place?
    bool is_first; ///< is it the first one that narrows the funnel at all?
} portal_end;

/// Does a way to a new end cross the other side of the funnel, or come back from a portal that is a point? The ends of
/// the first portal don't cross, even where they were exchanged, unless circles overlap.
static bool does_cross(const flank *other, const portal_end *end, real_vec way, double side)
{
    bool is_thin = end->at.radius == 0.0 && other->at.radius == 0.0;
    if (other->gate == NONE || (is_thin && end->is_first))
        return false;
    double turn = side * cross(other->way, way);
    bool comes_back = other->is_point && real_dot(other->way, way) < real_dot(other->way, other->way);
    return turn < 0.0 || (turn == 0.0 && is_thin && comes_back);
}

/// Narrows `own` (side 1: left) to a new end. True if that crosses the other side: the string bends there.
static bool narrow(const peg *apex, flank *own, const flank *other, const portal_end *end, double side)
{
    if (is_one_place(apex, &end->at) && end->at.side != 0.0)
        return false;
    real_vec way = tangent(apex, &end->at);
    if (own->gate != NONE && side * cross(own->way, way) > 0.0)
        return false;
    if (does_cross(other, end, way, side))
        return true;
    *own = (flank){end->at, way, end->gate, end->is_point};
    return false;
}

static bool is_nearer(const peg *apex, const peg *a, const peg *b)
{
    double ax = a->x - apex->x, ay = a->y - apex->y, bx = b->x - apex->x, by = b->y - apex->y;
    return ax * ax + ay * ay < bx * bx + by * by;
}

static mesh_gate fit(const mesh_gate *gate)
{
    mesh_gate fitted = *gate;
    double x = (double)gate->right.x - (double)gate->left.x, y = (double)gate->right.y - (double)gate->left.y;
    double width = sqrt(x * x + y * y), sum = (double)gate->left_radius + (double)gate->right_radius;
    if (sum > width)
    {
        fitted.left_radius = (float)((double)gate->left_radius * (width / sum));
        fitted.right_radius = (float)((double)gate->right_radius * (width / sum));
    }
    return fitted;
}

static mesh_gate gate_of(const mesh_row *r, int i, wend_vec goal)
{
    mesh_gate gate = {goal, goal, 0.0f, 0.0f};
    if (i == r->count)
        return gate;
    if (r->gates)
        gate = r->gates[i];
    else if (r->portals)
        gate = (mesh_gate){r->portals[i].left, r->portals[i].right, r->radius, r->radius};
    else
    {
        int32_t edge = mesh_edge_between(r->mesh, r->polygons[i], r->polygons[i + 1]);
        if (edge != NONE)
            gate = mesh_gate_of(r->mesh, edge, r->radius, r->mask);
    }
    return fit(&gate);
}

static int pull(wend_vec from, wend_vec to, const mesh_row *portals, string *s, bool is_brief)
{
    peg apex = peg_of(from, 0.0f, 0.0);
    const peg goal = peg_of(to, 0.0f, 0.0);
    real_vec in = {0.0, 0.0, 0.0};
    flank left = {.gate = NONE}, right = {.gate = NONE};
    put_point(s, apex.x, apex.y, apex.z);
    for (int i = 0; i <= portals->count; i++)
    {
        bool is_goal = i == portals->count;
        mesh_gate gate = gate_of(portals, i, to);
        peg right_end = is_goal ? goal : peg_of(gate.right, gate.right_radius, -1.0);
        peg left_end = is_goal ? goal : peg_of(gate.left, gate.left_radius, 1.0);
        bool is_point = is_one_place(&left_end, &right_end), is_first = left.gate == NONE && right.gate == NONE;
        const portal_end from_right = {right_end, i, is_point, is_first}, from_left = {left_end, i, is_point, is_first};
        flank *bent = NULL;
        if (narrow(&apex, &right, &left, &from_right, -1.0))
            bent = &left;
        else if (narrow(&apex, &left, &right, &from_left, 1.0))
        {
            bent = &right;
            if (right.gate == i && !is_goal && is_nearer(&apex, &left_end, &right.at)) // circles of one portal overlap
            {
                left = (flank){left_end, tangent(&apex, &left_end), i, false};
                bent = &left;
            }
        }
        if (!bent)
            continue;
        double share = shrunk(&apex, &bent->at);
        if (apex.side != 0.0)
            pass(s, &apex, in, bent->way, share);
        if (is_brief && s->count > s->capacity) // one more: the last point might still lie on a straight leg
            return s->capacity;
        apex = bent->at;
        apex.radius *= share;
        in = bent->way;
        i = bent->gate;
        left.gate = right.gate = NONE;
    }
    if (apex.side != 0.0)
        pass(s, &apex, in, tangent(&apex, &goal), shrunk(&apex, &goal));
    put_point(s, goal.x, goal.y, goal.z);
    return is_brief && s->count > s->capacity ? s->capacity : s->count;
}

int mesh_funnel(wend_vec from, wend_vec to, const mesh_row *row, wend_vec *points, int capacity, double *length,
                bool is_brief)
{
    string s = {points, 0, capacity, 0.0, {from, from}};
    int count = pull(from, to, row, &s, is_brief);
    if (length)
        *length = s.length;
    return count;
}

int wend_funnel(wend_vec from, wend_vec to, const wend_portal *portals, int count, float radius, wend_vec *points,
                int capacity)
{
    if (!points || (!portals && count > 0))
        return 0;
    const mesh_row row = {.portals = portals, .radius = radius, .count = count};
    return mesh_funnel(from, to, &row, points, capacity, NULL, false);
}
