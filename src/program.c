// Incremental: halves are added one by one, and only where the best point so far is outside a new one is the best point
// on its border looked for, a program of one dimension less. R. Seidel, "Small-dimensional linear programming and
// convex hulls made easy", 1991; that the limits are balls changes nothing, as they are convex. The order is the
// caller's, so the same input takes the same way.
#include "program.h"

#define SLACK PROGRAM_SLACK

typedef program_aim aim;

static double beyond(program_half half, real_vec p)
{
    return half.least - real_dot(half.normal, p);
}

// ---- one dimension: on a line ---------------------------------------------------------------------------------------

/// The best point of from + t * along in the first `count` halves and the balls. `along` is a unit vector.
static bool best_on_line(const program *p, int count, real_vec from, real_vec along, const aim *a, real_vec *out)
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
    for (int i = 0; i < count; i++)
    {
        program_half half = program_get(p, i);
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
    double t = a->is_direction ? (wanted >= 0.0 ? high : low) : real_larger(low, real_smaller(high, wanted));
    *out = real_add(from, real_scale(along, t));
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

/// The best point in a plane with a unit normal through the origin of all vectors that lie in it, where `p` holds
/// halves and balls of that plane only. Returns how many halves could be kept.
static int best_in_plane(const program *p, int count, real_vec normal, const aim *a, real_vec *out)
{
    if (!program_best_in_balls(p, normal, a, out))
        return -1;
    for (int i = 0; i < count; i++)
    {
        program_half half = program_get(p, i);
        if (beyond(half, *out) <= SLACK)
            continue;
        real_vec n = half.normal, best;
        real_vec along = {n.y * normal.z - n.z * normal.y, n.z * normal.x - n.x * normal.z,
                          n.x * normal.y - n.y * normal.x};
        // The point of the border that is nearest to the best one so far.
        real_vec from = real_add(*out, real_scale(n, beyond(half, *out)));
        if (!best_on_line(p, i, from, along, a, &best))
            return i;
        *out = best;
    }
    return count;
}

// ---- three dimensions -------------------------------------------------------------------------------------------------

/// The program on the border of half number i: what the halves before it, and the balls, leave of that plane. False:
/// nothing.
static bool cut_to_border(const program *p, int i, program *flat)
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
    for (int k = 0; k < i; k++)
    {
        program_half half = program_get(p, k);
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

static int best_in_space(const program *p, int count, const aim *a, real_vec *out)
{
    if (!program_best_in_balls(p, (real_vec){0.0, 0.0, 0.0}, a, out))
        return -1;
    for (int i = 0; i < count; i++)
    {
        program_half half = program_get(p, i);
        if (beyond(half, *out) <= SLACK)
            continue;
        program flat;
        aim in_plane = *a;
        double off = a->is_direction ? -real_dot(half.normal, a->target) : beyond(half, a->target);
        in_plane.target = real_add(a->target, real_scale(half.normal, off));
        real_vec best;
        if (!cut_to_border(p, i, &flat) || best_in_plane(&flat, flat.count, half.normal, &in_plane, &best) < flat.count)
            return i;
        *out = best;
    }
    return count;
}

static int best_of(const program *p, int count, const aim *a, real_vec *out)
{
    if (p->is_spatial)
        return best_in_space(p, count, a, out);
    return best_in_plane(p, count, (real_vec){0.0, 0.0, 1.0}, a, out);
}

// ---- where nothing is in all halves -----------------------------------------------------------------------------------

/// From a point that is in all halves before number `from`: one that goes least far beyond any of first..count, within
/// the first `first` ones. Returns how far. One by one: where a half is gone beyond farther than all before it, the
/// others must be gone beyond no farther than this one, and this one as little as possible.
static double least_beyond(const program *p, int first, int from, int count, real_vec *out)
{
    double worst = 0.0;
    for (int i = from; i < count; i++)
    {
        program_half half = program_get(p, i);
        if (beyond(half, *out) <= worst + SLACK)
            continue;
        program even = *p;
        even.count = first;
        bool is_same = false;
        for (int k = first; k < i; k++)
        {
            program_half other = program_get(p, k);
            real_vec n = real_sub(other.normal, half.normal);
            double length = real_length(n), least = other.least - half.least;
            if (length > PROGRAM_ALIKE)
                program_put(&even, even.count++, real_scale(n, 1.0 / length), least / length);
            else
                is_same |= least > 0.0; // parallel, and the other one is the stricter
        }
        aim away = {half.normal, true};
        real_vec best;
        if (!is_same && best_of(&even, even.count, &away, &best) == even.count)
            *out = best;
        worst = real_larger(worst, beyond(half, *out));
    }
    return worst;
}

bool program_solve(const program *p, real_vec wish, real_vec *out)
{
    aim nearest = {wish, false};
    *out = p->balls[0].centre;
    int kept = best_of(p, p->count, &nearest, out);
    if (kept >= p->count)
        return false;
    if (kept < 0)
        return true; // the balls share no point
    program eased = *p;
    if (kept < p->hard)
    {
        double worst = least_beyond(p, 0, kept, p->hard, out);
        for (int i = 0; i < p->hard; i++)
            eased.least[i] -= worst + 2.0 * SLACK;
        kept = best_of(&eased, eased.count, &nearest, out);
        if (kept >= eased.count || kept < eased.hard)
            return true;
    }
    least_beyond(&eased, eased.hard, kept, eased.count, out);
    return true;
}
