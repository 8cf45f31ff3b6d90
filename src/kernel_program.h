// The program of program.h in a plane, a register of halves at a time: the same operations, so the same bits.
// Compiled once for each instruction set.
#ifndef WEND_SRC_KERNEL_PROGRAM_H
#define WEND_SRC_KERNEL_PROGRAM_H

#include "lanes.h"

typedef struct flat_vec
{
    double x, y;
} flat_vec;

/// The lanes whose numbers, from k on, are below the count.
LANES_INLINE real_mask flat_within(int k, int count)
{
#if LANES_WIDTH == 8
    const real_mask places = {0, 1, 2, 3};
    return places < reals_all_mask(count - k);
#elif LANES_WIDTH == 4
    const real_mask places = {0, 1};
    return places < reals_all_mask(count - k);
#else
    return -(real_mask)(k < count);
#endif
}

LANES_INLINE reals flat_load(const double *from)
{
    reals v;
    memcpy(&v, from, sizeof v);
    return v;
}

/// The first of the halves from..count beyond which a point is; `count`: none.
LANES_INLINE int flat_first_beyond(const program *p, int from, int count, flat_vec at)
{
    reals x = reals_all(at.x), y = reals_all(at.y), slack = reals_all(PROGRAM_SLACK);
    for (int k = from; k < count; k += REALS)
    {
        reals missing = flat_load(p->least + k) - (flat_load(p->x + k) * x + flat_load(p->y + k) * y);
        unsigned bits = reals_bits(reals_less(slack, missing) & flat_within(k, count));
        if (bits)
            return k + zeros_below(bits);
    }
    return count;
}

/// What a ball leaves of a line. False: nothing.
LANES_INLINE bool flat_cut_by_ball(const program_ball *ball, flat_vec from, flat_vec along, double *low, double *high)
{
    double x = ball->centre.x - from.x, y = ball->centre.y - from.y;
    double middle = x * along.x + y * along.y, off = (x * x + y * y) - middle * middle;
    double square = ball->radius * ball->radius - off;
    if (square < -PROGRAM_SLACK * ball->radius)
        return false;
    double half = sqrt(square > 0.0 ? square : 0.0);
    *low = *low > middle - half ? *low : middle - half;
    *high = *high < middle + half ? *high : middle + half;
    return true;
}

/// best_on_line.
LANES_INLINE bool flat_best_on_line(const program *p, int count, flat_vec from, flat_vec along, const program_aim *a,
                                    flat_vec *out)
{
    double low = -(double)INFINITY, high = (double)INFINITY;
    for (int i = 0; i < p->ball_count; i++)
        if (!flat_cut_by_ball(&p->balls[i], from, along, &low, &high))
            return false;
    reals lows = reals_all(low), highs = reals_all(high), zero = reals_all(0.0);
    real_mask is_lost = reals_all_mask(0);
    for (int k = 0; k < count; k += REALS)
    {
        reals x = flat_load(p->x + k), y = flat_load(p->y + k);
        reals slope = x * reals_all(along.x) + y * reals_all(along.y);
        reals missing = flat_load(p->least + k) - (x * reals_all(from.x) + y * reals_all(from.y));
        real_mask is_in = flat_within(k, count);
        real_mask is_parallel = reals_less(reals_size(slope), reals_all(PROGRAM_PARALLEL));
        is_lost |= is_in & is_parallel & reals_less(reals_all(PROGRAM_SLACK), missing);
        is_in &= ~is_parallel;
        reals border = missing / slope;
        lows = reals_select(is_in & reals_less(zero, slope) & reals_less(lows, border), border, lows);
        highs = reals_select(is_in & ~reals_less(zero, slope) & reals_less(border, highs), border, highs);
    }
    low = reals_largest(lows);
    high = reals_smallest(highs);
    if (reals_bits(is_lost) != 0 || low > high + PROGRAM_SLACK)
        return false;
    double t;
    if (a->is_direction)
        t = a->target.x * along.x + a->target.y * along.y >= 0.0 ? high : low;
    else
    {
        double wanted = (a->target.x - from.x) * along.x + (a->target.y - from.y) * along.y;
        t = wanted < high ? wanted : high;
        t = t > low ? t : low;
    }
    *out = (flat_vec){from.x + along.x * t, from.y + along.y * t};
    return true;
}

/// Is the target in all balls? Mostly it is.
LANES_INLINE bool flat_is_in_balls(const program *p, const program_aim *a)
{
    for (int i = 0; i < p->ball_count; i++)
    {
        double x = a->target.x - p->balls[i].centre.x, y = a->target.y - p->balls[i].centre.y;
        if (!(sqrt(x * x + y * y) <= p->balls[i].radius))
            return false;
    }
    return true;
}

/// best_in_plane, from number `from` on.
LANES_INLINE int flat_best_from(const program *p, int from, int count, const program_aim *a, flat_vec *out)
{
    for (int i = flat_first_beyond(p, from, count, *out); i < count; i = flat_first_beyond(p, i + 1, count, *out))
    {
        flat_vec n = {p->x[i], p->y[i]}, along = {n.y, -n.x};
        double beyond = p->least[i] - (n.x * out->x + n.y * out->y);
        flat_vec border = {out->x + n.x * beyond, out->y + n.y * beyond};
        if (!flat_best_on_line(p, i, border, along, a, out))
            return i;
    }
    return count;
}

LANES_INLINE int flat_best(const program *p, int count, const program_aim *a, flat_vec *out)
{
    if (!a->is_direction && flat_is_in_balls(p, a))
        *out = (flat_vec){a->target.x, a->target.y};
    else
    {
        real_vec best;
        if (!program_best_in_balls(p, (real_vec){0.0, 0.0, 1.0}, a, &best))
            return -1;
        *out = (flat_vec){best.x, best.y};
    }
    return flat_best_from(p, 0, count, a, out);
}

/// What it takes to be beyond the halves first..count no farther than beyond half number `count`, as halves in `even`.
/// False: where they are parallel that can't be.
LANES_INLINE bool flat_make_even(const program *p, int first, int count, program *even)
{
    reals own_x = reals_all(p->x[count]), own_y = reals_all(p->y[count]), own = reals_all(p->least[count]);
    real_mask is_lost = reals_all_mask(0);
    for (int k = first; k < count; k += REALS)
    {
        reals x = flat_load(p->x + k) - own_x, y = flat_load(p->y + k) - own_y;
        reals least = flat_load(p->least + k) - own, length = reals_root(x * x + y * y), part = reals_all(1.0) / length;
        real_mask is_half = reals_less(reals_all(PROGRAM_ALIKE), length);
        is_lost |= flat_within(k, count) & ~is_half & reals_less(reals_all(0.0), least);
        // Those that say nothing hold everywhere.
        x = reals_keep(is_half, x * part);
        y = reals_keep(is_half, y * part);
        least = reals_select(is_half, least / length, reals_all(-(double)INFINITY));
        memcpy(even->x + k, &x, sizeof x);
        memcpy(even->y + k, &y, sizeof y);
        memcpy(even->least + k, &least, sizeof least);
    }
    even->count = count;
    return reals_bits(is_lost) == 0;
}

/// least_beyond.
static void flat_least_beyond(const program *p, int first, int from, flat_vec *out)
{
    program even;
    memcpy(even.x, p->x, (size_t)first * sizeof *p->x);
    memcpy(even.y, p->y, (size_t)first * sizeof *p->y);
    memcpy(even.least, p->least, (size_t)first * sizeof *p->least);
    memcpy(even.balls, p->balls, sizeof p->balls);
    even.ball_count = p->ball_count;
    double worst = 0.0;
    for (int i = from; i < p->count; i++)
    {
        double beyond = p->least[i] - (p->x[i] * out->x + p->y[i] * out->y);
        if (beyond <= worst + PROGRAM_SLACK)
            continue;
        program_aim away = {{p->x[i], p->y[i], 0.0}, true};
        flat_vec best;
        if (flat_make_even(p, first, i, &even) && flat_best(&even, i, &away, &best) == i)
            *out = best;
        beyond = p->least[i] - (p->x[i] * out->x + p->y[i] * out->y);
        worst = worst > beyond ? worst : beyond;
    }
}

/// program_solve in a plane.
static bool flat_solve(const program *p, real_vec wish, real_vec *out)
{
    program_aim nearest = {wish, false};
    flat_vec best;
    int kept = flat_best(p, p->count, &nearest, &best);
    if (kept < p->hard) // not even what is hard can be kept
        return program_solve(p, wish, out);
    if (kept < p->count)
        flat_least_beyond(p, p->hard, kept, &best);
    *out = (real_vec){best.x, best.y, 0.0};
    return kept < p->count;
}

#endif
