// Incremental: of the halves that the best point so far is outside it is farthest outside one, and the best point on that
// one's border is looked for, a program of one dimension less, in those that were in the way before. R. Seidel,
// "Small-dimensional linear programming and convex hulls made easy", 1991, but for the order: most halves are never in
// the way. That the limits are balls changes nothing, as they are convex.
#include "program.h"

#define SLACK PROGRAM_SLACK

typedef program_aim aim;

static double beyond(program_half half, real_vec p)
{
    return half.least - real_dot(half.normal, p);
}

/// The half of first..count that a point is farthest beyond, if that is more than a limit, else -1; of equals the first.
static int farthest_beyond(const program *p, int first, int count, real_vec at, double limit)
{
    int farthest = -1;
    for (int i = first; i < count; i++)
    {
        double by = beyond(program_get(p, i), at);
        if (by > limit)
        {
            farthest = i;
            limit = by;
        }
    }
    return farthest;
}

// ---- one dimension: on a line ---------------------------------------------------------------------------------------

/// The best point of from + t * along in the halves that are taken and the balls. `along` is a unit vector.
static bool best_on_line(const program *p, const program_taken *t, real_vec from, real_vec along, const aim *a,
                         real_vec *out)
{
    double low = -HUGE_VAL, high = HUGE_VAL;
    for (int i = 0; i < p->ball_count; i++)
    {
        real_vec to = real_sub(p->balls[i].centre, from);
        double middle = real_dot(to, along), off = real_dot(to, to) - middle * middle;
        double square = p->balls[i].radius * p->balls[i].radius - off;
        if (square < -SLACK * p->balls[i].radius)
            return false;
        double half = sqrt(real_larger(square, 0.0));
        low = real_larger(low, middle - half);
        high = real_smaller(high, middle + half);
    }
    for (int k = 0; k < t->count; k++)
    {
        program_half half = program_get(p, t->number[k]);
        double slope = real_dot(half.normal, along), missing = beyond(half, from);
        if (fabs(slope) < PROGRAM_PARALLEL)
        {
            if (missing > SLACK)
                return false; // parallel, and all of the line is outside
        }
        else if (slope > 0.0)
            low = real_larger(low, missing / slope);
        else
            high = real_smaller(high, missing / slope);
    }
    if (low > high + SLACK)
        return false;
    double wanted = a->is_direction ? real_dot(a->target, along) : real_dot(real_sub(a->target, from), along);
    double best = a->is_direction ? (wanted >= 0.0 ? high : low) : real_larger(low, real_smaller(high, wanted));
    *out = real_add(from, real_scale(along, best));
    return true;
}

// ---- the balls alone --------------------------------------------------------------------------------------------------

static bool is_in_ball(const program_ball *ball, real_vec p)
{
    real_vec to = real_sub(p, ball->centre);
    return real_dot(to, to) <= ball->radius * ball->radius * (1.0 + SLACK) + SLACK * SLACK;
}

/// The best point of one ball.
static real_vec best_in_ball(const program_ball *ball, const aim *a)
{
    real_vec to = a->is_direction ? a->target : real_sub(a->target, ball->centre);
    double length = real_length(to);
    if (!a->is_direction && length <= ball->radius)
        return a->target;
    return length > 0.0 ? real_add(ball->centre, real_scale(to, ball->radius / length)) : ball->centre;
}

/// The best point on the rim in which two balls cut one another. `normal` is of the plane, zero in space.
static bool best_on_rim(const program_ball *balls, real_vec normal, const aim *a, real_vec *out)
{
    real_vec apart = real_sub(balls[1].centre, balls[0].centre);
    double distance = real_length(apart), r0 = balls[0].radius, r1 = balls[1].radius;
    if (distance <= 0.0 || distance > r0 + r1 + SLACK)
        return false;
    real_vec axis = real_scale(apart, 1.0 / distance);
    double along = (distance * distance + r0 * r0 - r1 * r1) / (2.0 * distance);
    double radius = sqrt(real_larger(0.0, r0 * r0 - along * along));
    real_vec middle = real_add(balls[0].centre, real_scale(axis, along));
    real_vec to = a->is_direction ? a->target : real_sub(a->target, middle), side;
    to = real_sub(to, real_scale(axis, real_dot(to, axis)));
    to = real_sub(to, real_scale(normal, real_dot(to, normal)));
    if (real_length(to) > 1e-12 * (1.0 + radius))
        side = real_unit(to);
    else if (real_dot(normal, normal) > 0.0)
        side = (real_vec){axis.y * normal.z - axis.z * normal.y, axis.z * normal.x - axis.x * normal.z,
                          axis.x * normal.y - axis.y * normal.x}; // both ends are equally good: the right one
    else
        side = real_unit(fabs(axis.z) < 0.9 ? (real_vec){axis.y, -axis.x, 0.0} : (real_vec){0.0, axis.z, -axis.y});
    *out = real_add(middle, real_scale(side, radius));
    return true;
}

bool program_best_in_balls(const program *p, real_vec normal, const aim *a, real_vec *out)
{
    for (int i = 0; i < p->ball_count; i++)
    {
        *out = best_in_ball(&p->balls[i], a);
        if (p->ball_count == 1 || is_in_ball(&p->balls[1 - i], *out))
            return true;
    }
    return best_on_rim(p->balls, normal, a, out);
}

// ---- two dimensions: in a plane ---------------------------------------------------------------------------------------

/// From the best point in the halves that are taken: the best point in the first `count` ones, in a plane with a unit
/// normal through the origin of all vectors that lie in it, where `p` holds halves and balls of that plane only. False,
/// and the best point so far, where there is none. A half that is taken and still gone beyond is so by rounding only.
static bool best_in_plane(const program *p, int count, real_vec normal, const aim *a, program_taken *t, real_vec *out)
{
    for (int i; (i = farthest_beyond(p, 0, count, *out, SLACK)) >= 0 && !program_has(t, i); program_take(t, i))
    {
        program_half half = program_get(p, i);
        real_vec n = half.normal;
        real_vec along = {n.y * normal.z - n.z * normal.y, n.z * normal.x - n.x * normal.z,
                          n.x * normal.y - n.y * normal.x};
        // The point of the border that is nearest to the best one so far.
        real_vec from = real_add(*out, real_scale(n, beyond(half, *out)));
        if (!best_on_line(p, t, from, along, a, out))
            return false;
    }
    return true;
}

// ---- three dimensions -------------------------------------------------------------------------------------------------

/// The program on the border of half number i: what the halves that are taken, and the balls, leave of that plane. False:
/// nothing.
static bool cut_to_border(const program *p, const program_taken *t, int i, program *flat)
{
    program_half border = program_get(p, i);
    flat->count = 0;
    flat->ball_count = p->ball_count;
    for (int k = 0; k < p->ball_count; k++)
    {
        double away = beyond(border, p->balls[k].centre), square = p->balls[k].radius * p->balls[k].radius;
        if (away * away > square + SLACK * p->balls[k].radius)
            return false;
        flat->balls[k].centre = real_add(p->balls[k].centre, real_scale(border.normal, away));
        flat->balls[k].radius = sqrt(real_larger(0.0, square - away * away));
    }
    for (int k = 0; k < t->count; k++)
    {
        program_half half = program_get(p, t->number[k]);
        double shared = real_dot(half.normal, border.normal);
        real_vec n = real_sub(half.normal, real_scale(border.normal, shared));
        double length = real_length(n), least = half.least - shared * border.least;
        if (length < PROGRAM_ALIKE)
        {
            if (least > SLACK)
                return false;
            continue;
        }
        program_put(flat, flat->count++, real_scale(n, 1.0 / length), least / length);
    }
    return true;
}

/// As best_in_plane, in space.
static bool best_in_space(const program *p, int count, const aim *a, program_taken *t, real_vec *out)
{
    for (int i; (i = farthest_beyond(p, 0, count, *out, SLACK)) >= 0 && !program_has(t, i); program_take(t, i))
    {
        program_half half = program_get(p, i);
        program flat;
        program_taken taken = {.count = 0};
        aim in_plane = *a;
        double off = a->is_direction ? -real_dot(half.normal, a->target) : beyond(half, a->target);
        in_plane.target = real_add(a->target, real_scale(half.normal, off));
        real_vec best;
        if (!cut_to_border(p, t, i, &flat) || !program_best_in_balls(&flat, half.normal, &in_plane, &best) ||
            !best_in_plane(&flat, flat.count, half.normal, &in_plane, &taken, &best))
            return false;
        *out = best;
    }
    return true;
}

static bool best_of(const program *p, int count, const aim *a, program_taken *t, real_vec *out)
{
    if (p->is_spatial)
        return best_in_space(p, count, a, t, out);
    return best_in_plane(p, count, (real_vec){0.0, 0.0, 1.0}, a, t, out);
}

/// The best point of the balls alone.
static bool best_at_first(const program *p, const aim *a, real_vec *out)
{
    return program_best_in_balls(p, (real_vec){0.0, 0.0, p->is_spatial ? 0.0 : 1.0}, a, out);
}

// ---- where nothing is in all halves -----------------------------------------------------------------------------------

/// What it takes to be beyond the halves that are taken no farther than beyond half number i, within the first `first`
/// ones, as halves in `even`. False: where they are parallel that can't be.
static bool make_even(const program *p, int first, const program_taken *t, int i, program *even)
{
    program_half half = program_get(p, i);
    even->count = first;
    for (int k = 0; k < t->count; k++)
    {
        program_half other = program_get(p, t->number[k]);
        real_vec n = real_sub(other.normal, half.normal);
        double length = real_length(n), least = other.least - half.least;
        if (length > PROGRAM_ALIKE)
            program_put(even, even->count++, real_scale(n, 1.0 / length), least / length);
        else if (least > 0.0)
            return false; // parallel, and the other one is the stricter
    }
    return true;
}

/// From a point that is in all halves that are taken, of first..count: one that goes least far beyond any of first..count,
/// within the first `first` ones. Returns how far. One by one: where a half is gone beyond farther than all that are
/// taken, these must be gone beyond no farther than this one, and this one as little as possible.
static double least_beyond(const program *p, int first, int count, program_taken *t, real_vec *out)
{
    double worst = 0.0;
    program even = *p;
    for (int i; (i = farthest_beyond(p, first, count, *out, worst + SLACK)) >= 0 && !program_has(t, i);
         program_take(t, i))
    {
        aim away = {program_get(p, i).normal, true};
        program_taken none = {.count = 0};
        real_vec best;
        if (make_even(p, first, t, i, &even) && best_at_first(&even, &away, &best) &&
            best_of(&even, even.count, &away, &none, &best))
            *out = best;
        worst = real_larger(worst, beyond(program_get(p, i), *out));
    }
    return worst;
}

/// From the best point of the balls: the best one in all halves. True: there is none, and `out` goes least far beyond any
/// of those that aren't hard, if the hard ones have a point. `is_lost`: they haven't.
static bool solve(const program *p, const aim *nearest, program_taken *t, real_vec *out, bool *is_lost)
{
    *is_lost = !best_of(p, p->hard, nearest, t, out);
    if (*is_lost)
        return true;
    real_vec within_hard = *out;
    if (best_of(p, p->count, nearest, t, out))
        return false;
    if (p->hard > 0) // the best so far may be beyond a hard one
    {
        *out = within_hard;
        *t = (program_taken){.count = 0};
    }
    least_beyond(p, p->hard, p->count, t, out);
    return true;
}

bool program_solve(const program *p, real_vec wish, real_vec *out)
{
    aim nearest = {wish, false};
    program_taken t = {.count = 0};
    bool is_lost;
    *out = p->balls[0].centre;
    if (!best_at_first(p, &nearest, out))
        return true; // the balls share no point
    bool is_forced = solve(p, &nearest, &t, out, &is_lost);
    if (!is_lost)
        return is_forced;
    program eased = *p;
    double worst = least_beyond(p, 0, p->hard, &t, out);
    for (int i = 0; i < p->hard; i++)
        eased.least[i] -= worst + 2.0 * SLACK;
    t = (program_taken){.count = 0};
    best_at_first(p, &nearest, out);
    solve(&eased, &nearest, &t, out, &is_lost);
    return true;
}
