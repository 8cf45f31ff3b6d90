// How near a piece is, and when a moving circle or sphere touches it. Inline, since a cast does little else; one
// source for the plane, where all z are 0 and are left out, and for space.
#ifndef WEND_SRC_TOUCH_H
#define WEND_SRC_TOUCH_H

#include "compiler.h"
#include "shapes.h"

ALWAYS_INLINE double dot_in(real_vec a, real_vec b, bool is_flat)
{
    return is_flat ? a.x * b.x + a.y * b.y : real_dot(a, b);
}

static inline real_vec real_cross(real_vec a, real_vec b)
{
    return (real_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// ---- distances -----------------------------------------------------------------------------------------------------

ALWAYS_INLINE real_vec nearest_on_edge(real_vec a, real_vec b, real_vec point, bool is_flat)
{
    real_vec e = real_sub(b, a), ap = real_sub(point, a);
    double square = dot_in(e, e, is_flat), along = dot_in(ap, e, is_flat);
    if (!(along > 0.0) || !(square > 0.0))
        return a;
    return along >= square ? b : real_add(a, real_scale(e, along / square));
}

static inline real_vec nearest_on_triangle(real_vec a, real_vec b, real_vec c, real_vec point)
{
    real_vec n = real_cross(real_sub(b, a), real_sub(c, a)), ap = real_sub(point, a);
    double square = real_dot(n, n);
    // Over the inside the foot of the perpendicular is nearest, elsewhere a point of an edge.
    bool is_over = square > 0.0 && real_dot(real_cross(real_sub(b, a), ap), n) >= 0.0 &&
                   real_dot(real_cross(real_sub(c, b), real_sub(point, b)), n) >= 0.0 &&
                   real_dot(real_cross(real_sub(a, c), real_sub(point, c)), n) >= 0.0;
    if (is_over)
        return real_sub(point, real_scale(n, real_dot(ap, n) / square));
    const real_vec ends[4] = {a, b, c, a};
    real_vec best = a;
    double least = DBL_MAX;
    for (int i = 0; i < 3; i++)
    {
        real_vec q = nearest_on_edge(ends[i], ends[i + 1], point, false), offset = real_sub(point, q);
        double away = real_dot(offset, offset);
        if (away < least)
        {
            least = away;
            best = q;
        }
    }
    return best;
}

/// The point of a piece's core that is nearest to another point, and how far it is.
typedef struct foot
{
    real_vec at;
    double away;
} foot;

ALWAYS_INLINE foot piece_foot(const piece *s, real_vec point, bool is_flat)
{
    real_vec a = real_of(s->a), b = real_of(s->b);
    foot found;
    if (!is_flat && s->kind == PIECE_TRIANGLE)
        found.at = nearest_on_triangle(a, b, real_of(s->c), point);
    else
        found.at = nearest_on_edge(a, b, point, is_flat);
    real_vec offset = real_sub(point, found.at);
    found.away = sqrt(dot_in(offset, offset, is_flat));
    return found;
}

// ---- a point on its way --------------------------------------------------------------------------------------------

/// A point moves from `from`, at time 0, to `from + along`, at time 1.
typedef struct approach
{
    real_vec from, along;
    foot start;           // at time 0
    double reach, enough; // it touches at `reach` (> 0) if it goes on, by time 1, to come within `enough` (<= reach)
    double latest;        // a later touch doesn't matter
} approach;

/// Does the way past a core's nearest point lead within `enough` of it, and by so much that rounding can't matter?
ALWAYS_INLINE bool is_sure_to_touch(const approach *a, double time, real_vec point, foot now, bool is_flat)
{
    real_vec to = real_sub(now.at, point);
    double ahead = dot_in(a->along, to, is_flat), square = dot_in(a->along, a->along, is_flat);
    double coordinates = fabs(point.x) + fabs(point.y) + fabs(a->along.x) + fabs(a->along.y);
    if (!is_flat)
        coordinates += fabs(point.z) + fabs(a->along.z);
    double most = a->enough - a->reach * 1e-6 - coordinates * 1e-12;
    return most > 0.0 && ahead > 0.0 && ahead * 1.01 <= (1.0 - time) * square &&
           now.away * now.away * square - ahead * ahead < most * most * square;
}

/// The time of the touch, [0, latest]; 2 if there is none.
static inline double piece_time(const piece *s, const approach *a, bool is_flat)
{
    // The distance from a convex thing is a convex function of time, so tangents never step over the moment: Newton's
    // steps come from the left, and a slope that isn't falling any more says that it will never be reached.
    double time = 0.0, found = 2.0, goal = a->reach;
    if (!(a->enough > 0.0))
        return 2.0;
    foot now = a->start;
    real_vec point = a->from;
    for (int step = 0; step < 100; step++)
    {
        if (found > 1.0 && now.away <= a->reach + 1e-10 * a->reach)
        {
            if (is_sure_to_touch(a, time, point, now, is_flat))
                return time;
            found = time;
            goal = a->enough;
        }
        if (found <= 1.0 && now.away <= a->enough)
            return found;
        double slope = dot_in(a->along, real_sub(point, now.at), is_flat) / now.away;
        if (!(slope < 0.0))
            return 2.0;
        double next = time + (now.away - goal) / -slope;
        if (next <= time && found <= 1.0)
            return found; // as near as doubles can tell
        if (next <= time)
        {
            found = time;
            goal = a->enough;
            next = time + (now.away - goal) / -slope;
        }
        time = next;
        if (!(time <= (found > 1.0 ? a->latest : 1.0)))
            return 2.0;
        point = real_add(a->from, real_scale(a->along, time));
        now = piece_foot(s, point, is_flat);
    }
    return found <= 1.0 ? found : time;
}

#endif
