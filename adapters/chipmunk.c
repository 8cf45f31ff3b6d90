#include "chipmunk.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

#include <chipmunk/chipmunk_structs.h> // Chipmunk has no other way to ask what kind of shape one has

static float to_float(double x)
{
    return x > (double)FLT_MAX ? FLT_MAX : x < -(double)FLT_MAX ? -FLT_MAX : (float)x;
}

static wend_vec to_vec(cpVect v)
{
    return wend_xyz(to_float(v.x), to_float(v.y), 0.0f);
}

static cpVect of_vec(wend_vec v)
{
    return cpv((double)v.x, (double)v.y);
}

// ---- what shapes have in common -----------------------------------------------------------------------------------

/// The nearest point of a shape's surface, how far it is, negative inside, and the way out there.
typedef struct surface
{
    double distance;
    cpVect point, out;
} surface;

static bool is_thin(const cpShape *shape)
{
    return shape->klass->type == CP_SEGMENT_SHAPE && cpSegmentShapeGetRadius(shape) == 0.0;
}

static surface surface_at(const cpShape *shape, cpVect at)
{
    cpPointQueryInfo info;
    cpShapePointQuery(shape, at, &info);
    surface s = {info.distance, at, info.gradient};
    // Very near to a segment Chipmunk's gradient doesn't know on which side one is.
    if (is_thin(shape) && s.distance > 0.0)
        s.out = cpvnormalize(cpvsub(at, info.point));
    // Chipmunk's own point is 0 / 0 in the middle of a circle and exactly on an edge.
    s.point = cpvsub(at, cpvmult(s.out, s.distance));
    return s;
}

static uint64_t name_of(const wend_chipmunk *from, const cpShape *shape)
{
    uint64_t name =
        from->name ? from->name(shape, from->user) : (uint64_t)(uintptr_t)cpBodyGetUserData(cpShapeGetBody(shape));
    return name ? name : WEND_CHIPMUNK_UNNAMED;
}

static cpShapeFilter filter_of(uint32_t mask)
{
    return cpShapeFilterNew(CP_NO_GROUP, CP_ALL_CATEGORIES, mask ? mask : CP_ALL_CATEGORIES);
}

static wend_hit hit_of(const cpShape *shape, uint64_t name, const surface *s)
{
    wend_hit hit;
    hit.distance = to_float(s->distance);
    hit.point = to_vec(s->point);
    hit.normal = to_vec(s->out);
    hit.velocity = to_vec(cpBodyGetVelocityAtWorldPoint(cpShapeGetBody(shape), s->point));
    hit.body = name;
    return hit;
}

/// What is nearer, then by name, then by place: Chipmunk finds shapes in an order that nobody can rely on.
static bool comes_before(const wend_hit *a, const wend_hit *b)
{
    if (fabsf(a->distance) != fabsf(b->distance))
        return fabsf(a->distance) < fabsf(b->distance);
    if (a->body != b->body)
        return a->body < b->body;
    const float places[4][2] = {
        {a->point.x, b->point.x}, {a->point.y, b->point.y}, {a->normal.x, b->normal.x}, {a->normal.y, b->normal.y}};
    for (int i = 0; i < 4; i++)
        if (places[i][0] != places[i][1])
            return places[i][0] < places[i][1];
    return false;
}

// ---- casts --------------------------------------------------------------------------------------------------------

typedef struct sweep
{
    const wend_chipmunk *from;
    uint64_t ignore;
    cpVect begin, end;
    double length, radius;
    double enough; // a circle of this radius must be met, or else it only touches
    double slack;  // the resolution of floats there
    bool has_hit;
    wend_hit hit;
} sweep;

/// A circle on its way comes within `reach` of a point, earlier than what is known so far.
static void try_end(cpVect begin, cpVect end, cpVect point, double reach, double radius, cpSegmentQueryInfo *info)
{
    cpVect along = cpvsub(end, begin), off = cpvsub(begin, point);
    double square = cpvlengthsq(along), closing = -cpvdot(off, along);
    double root = closing * closing - square * (cpvlengthsq(off) - reach * reach);
    if (closing <= 0.0 || root < 0.0)
        return;
    double time = (closing - sqrt(root)) / square;
    if (time < 0.0 || time >= info->alpha)
        return;
    cpVect middle = cpvlerp(begin, end, time);
    info->alpha = time;
    info->normal = cpvnormalize(cpvsub(middle, point));
    info->point = cpvsub(middle, cpvmult(info->normal, radius));
}

/// cpShapeSegmentQuery, but for the round ends of segments: it forgets them where the cast begins beside an end.
static bool query(const cpShape *shape, cpVect begin, cpVect end, double radius, cpSegmentQueryInfo *info)
{
    bool is_hit = cpShapeSegmentQuery(shape, begin, end, radius, info);
    if (shape->klass->type != CP_SEGMENT_SHAPE)
        return is_hit;
    const cpBody *body = cpShapeGetBody(shape);
    double reach = cpSegmentShapeGetRadius(shape) + radius;
    info->alpha = is_hit ? info->alpha : 1.0;
    if (reach > 0.0)
    {
        try_end(begin, end, cpBodyLocalToWorld(body, cpSegmentShapeGetA(shape)), reach, radius, info);
        try_end(begin, end, cpBodyLocalToWorld(body, cpSegmentShapeGetB(shape)), reach, radius, info);
    }
    return is_hit || info->alpha < 1.0;
}

/// It begins where it touches or overlaps a shape. All shapes are convex: what doesn't go in at first never does.
static bool meets_at_once(const sweep *s, const cpShape *shape, const surface *at)
{
    cpVect along = cpvsub(s->end, s->begin);
    if (cpvdot(along, at->out) >= -1e-6 * s->length)
        return false;
    if (is_thin(shape) && at->distance <= s->slack)
        return false; // on the wall: it may leave to either side
    cpSegmentQueryInfo info;
    return at->distance < s->enough || query(shape, s->begin, s->end, s->enough, &info);
}

/// A ray that only passes a corner, or runs along an edge, doesn't meet what it touches: half-way between where it
/// comes in and where it goes out it must be inside.
static bool goes_in(const sweep *s, const cpShape *shape, double in)
{
    cpSegmentQueryInfo back;
    if (is_thin(shape))
        return true;
    if (!query(shape, s->end, s->begin, 0.0, &back))
        return false;
    cpVect middle = cpvlerp(s->begin, s->end, 0.5 * (in + 1.0 - back.alpha));
    return surface_at(shape, middle).distance < -s->slack;
}

static bool meets(const sweep *s, const cpShape *shape, surface *met)
{
    *met = surface_at(shape, s->begin);
    if (met->distance <= s->radius)
    {
        bool is_met = meets_at_once(s, shape, met);
        met->distance = 0.0;
        return is_met;
    }
    cpSegmentQueryInfo touching, info;
    if (!query(shape, s->begin, s->end, s->enough, &info))
        return false;
    if (s->radius == 0.0 && !goes_in(s, shape, info.alpha))
        return false;
    if (s->radius > 0.0 && query(shape, s->begin, s->end, s->radius, &touching))
        info = touching;
    met->distance = info.alpha * s->length;
    met->out = info.normal;
    met->point = info.point;
    return true;
}

static void try_shape(cpShape *shape, void *data)
{
    sweep *s = data;
    surface met;
    uint64_t name = name_of(s->from, shape);
    if (cpShapeGetSensor(shape) || name == s->ignore || !meets(s, shape, &met))
        return;
    wend_hit hit = hit_of(shape, name, &met);
    if (s->has_hit && !comes_before(&hit, &s->hit))
        return;
    s->has_hit = true;
    s->hit = hit;
}

static bool cast_in_space(const wend_cast *cast, wend_hit *hit, void *user)
{
    const wend_chipmunk *from = user;
    sweep s = {.from = from, .ignore = cast->ignore, .radius = (double)cast->radius};
    if (!wend_is_finite(cast->from) || !wend_is_finite(cast->along) ||
        !(s.radius >= 0.0 && s.radius <= (double)FLT_MAX))
        return false;
    s.begin = of_vec(cast->from);
    s.end = cpvadd(s.begin, of_vec(cast->along));
    s.length = cpvlength(of_vec(cast->along));
    s.slack = s.radius * 1e-6 + fmax(fabs(s.begin.x), fabs(s.begin.y)) * 2.5e-7;
    s.enough = s.radius - fmin(s.slack, s.radius * 0.01);
    if (s.length <= 0.0)
        return false;
    // Not cpSpaceSegmentQuery: its index forgets the radius and misses shapes that the middle of the circle passes.
    cpBB box = cpBBNew(fmin(s.begin.x, s.end.x) - s.radius, fmin(s.begin.y, s.end.y) - s.radius,
                       fmax(s.begin.x, s.end.x) + s.radius, fmax(s.begin.y, s.end.y) + s.radius);
    cpSpaceBBQuery(from->space, box, filter_of(cast->mask), try_shape, &s);
    if (s.has_hit && hit)
        *hit = s.hit;
    return s.has_hit;
}

// ---- around a point -----------------------------------------------------------------------------------------------

typedef struct search
{
    const wend_chipmunk *from;
    uint64_t ignore;
    cpVect centre;
    double radius;
    wend_hit *hits;
    int capacity, found;
} search;

static void keep(search *s, const cpShape *shape, uint64_t name, const surface *at)
{
    wend_hit hit = hit_of(shape, name, at);
    int place = s->found < s->capacity ? s->found : s->capacity;
    s->found++;
    for (; place > 0 && comes_before(&hit, &s->hits[place - 1]); place--)
        if (place < s->capacity)
            s->hits[place] = s->hits[place - 1];
    if (place < s->capacity)
        s->hits[place] = hit;
}

/// One edge of a polygon, by itself.
static surface edge_at(const cpShape *shape, int index, cpVect at, bool is_inside)
{
    const cpBody *body = cpShapeGetBody(shape);
    cpVect a = cpBodyLocalToWorld(body, cpPolyShapeGetVert(shape, index));
    cpVect b = cpBodyLocalToWorld(body, cpPolyShapeGetVert(shape, (index + 1) % cpPolyShapeGetCount(shape)));
    cpVect nearest = cpClosetPointOnSegment(at, a, b), out = cpvsub(at, nearest);
    double away = cpvlength(out), radius = cpPolyShapeGetRadius(shape);
    // Corners go round counter-clockwise.
    cpVect normal = away > 1e-9 ? cpvmult(out, (is_inside ? -1.0 : 1.0) / away) : cpvnormalize(cpvrperp(cpvsub(b, a)));
    return (surface){(is_inside ? -away : away) - radius, cpvadd(nearest, cpvmult(normal, radius)), normal};
}

static void keep_edges(search *s, const cpShape *shape, uint64_t name)
{
    int count = cpPolyShapeGetCount(shape), nearest = 0;
    double least = DBL_MAX;
    double depth = -surface_at(shape, s->centre).distance;
    bool is_inside = depth > cpPolyShapeGetRadius(shape); // of the edges, not only of what rounds them
    for (int i = 0; i < count; i++)
    {
        double away = fabs(edge_at(shape, i, s->centre, is_inside).distance);
        nearest = away < least ? i : nearest;
        least = fmin(least, away);
    }
    for (int i = 0; i < count; i++)
    {
        surface at = edge_at(shape, i, s->centre, is_inside);
        if (fabs(at.distance) <= s->radius || (depth > 0.0 && i == nearest))
            keep(s, shape, name, &at);
    }
}

static void look_at_shape(cpShape *shape, void *data)
{
    search *s = data;
    uint64_t name = name_of(s->from, shape);
    if (cpShapeGetSensor(shape) || name == s->ignore)
        return;
    if (shape->klass->type == CP_POLY_SHAPE)
    {
        keep_edges(s, shape, name);
        return;
    }
    surface at = surface_at(shape, s->centre);
    if (at.distance <= s->radius)
        keep(s, shape, name, &at);
}

static int around_in_space(wend_vec centre, float radius, uint32_t mask, uint64_t ignore, wend_hit *hits, int capacity,
                           void *user)
{
    const wend_chipmunk *from = user;
    if (!wend_is_finite(centre) || !(radius >= 0.0f))
        return 0;
    search s = {.from = from, .ignore = ignore, .centre = of_vec(centre), .hits = hits};
    s.radius = radius < FLT_MAX ? (double)radius : DBL_MAX;
    s.capacity = hits && capacity > 0 ? capacity : 0;
    cpBB box = cpBBNewForExtents(s.centre, s.radius, s.radius);
    cpSpaceBBQuery(from->space, box, filter_of(mask), look_at_shape, &s);
    return s.found;
}

wend_caster wend_chipmunk_caster(wend_chipmunk *from)
{
    return (wend_caster){cast_in_space, around_in_space, from};
}

// ---- bodies -------------------------------------------------------------------------------------------------------

void wend_chipmunk_name(cpBody *body, uint64_t name)
{
    cpBodySetUserData(body, (cpDataPointer)(uintptr_t)name);
}

wend_status wend_chipmunk_report(wend_world *world, wend_agent_id id, const cpBody *body)
{
    if (!body)
        return WEND_ERROR_NULL;
    return wend_world_report(world, id, to_vec(cpBodyGetPosition(body)), to_vec(cpBodyGetVelocity(body)));
}

wend_status wend_chipmunk_apply(const wend_world *world, wend_agent_id id, cpBody *body)
{
    if (!world || !body)
        return WEND_ERROR_NULL;
    if (!wend_world_has(world, id))
        return WEND_ERROR_ID;
    cpBodySetVelocity(body, of_vec(wend_world_velocity(world, id)));
    return WEND_OK;
}

wend_status wend_chipmunk_push(const wend_world *world, wend_agent_id id, cpBody *body, double seconds)
{
    if (!world || !body)
        return WEND_ERROR_NULL;
    if (!(seconds > 0.0) || !isfinite(seconds))
        return WEND_ERROR_VALUE;
    if (cpBodyGetType(body) != CP_BODY_TYPE_DYNAMIC)
        return wend_chipmunk_apply(world, id, body);
    if (!wend_world_has(world, id))
        return WEND_ERROR_ID;
    cpVect change = cpvsub(of_vec(wend_world_velocity(world, id)), cpBodyGetVelocity(body));
    cpVect force = cpvmult(change, cpBodyGetMass(body) / seconds);
    cpBodyApplyForceAtWorldPoint(body, force, cpBodyLocalToWorld(body, cpBodyGetCenterOfGravity(body)));
    return WEND_OK;
}
