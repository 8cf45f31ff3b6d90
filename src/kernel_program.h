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

#define FLAT_FEW 12 // halves that are looked at together: the same instructions however many there are

/// FLAT_FEW halves that hold everywhere, from a number on.
LANES_INLINE void flat_fill(program *p, int from)
{
    reals none = reals_all(0.0), least = reals_all(-(double)INFINITY);
    UNROLLED_WHOLLY
    for (int k = 0; k < FLAT_FEW; k += REALS)
    {
        memcpy(p->x + from + k, &none, sizeof none);
        memcpy(p->y + from + k, &none, sizeof none);
        memcpy(p->least + from + k, &least, sizeof least);
    }
}

/// Which of the k-th and following halves is a point beyond?
LANES_INLINE unsigned flat_beyond(const program *p, int k, flat_vec at)
{
    reals missing =
        flat_load(p->least + k) - (flat_load(p->x + k) * reals_all(at.x) + flat_load(p->y + k) * reals_all(at.y));
    return reals_bits(reals_less(reals_all(PROGRAM_SLACK), missing));
}

/// The first of the halves from..count beyond which a point is; `count`: none. `is_filled`: those from number count on
/// up to FLAT_FEW hold everywhere.
LANES_INLINE int flat_first_beyond(const program *p, int from, int count, flat_vec at, bool is_filled)
{
    if (is_filled && count <= FLAT_FEW)
    {
        unsigned bits = 0;
        UNROLLED_WHOLLY
        for (int k = 0; k < FLAT_FEW; k += REALS)
            bits |= flat_beyond(p, k, at) << k;
        bits = bits >> from << from;
        return bits ? zeros_below(bits) : count;
    }
    for (int k = from; k < count; k += REALS)
    {
        unsigned bits = flat_beyond(p, k, at) & reals_bits(flat_within(k, count));
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
                                    flat_vec *out, bool is_filled)
{
    double low = -(double)INFINITY, high = (double)INFINITY;
    for (int i = 0; i < p->ball_count; i++)
        if (!flat_cut_by_ball(&p->balls[i], from, along, &low, &high))
            return false;
    reals lows = reals_all(low), highs = reals_all(high), zero = reals_all(0.0);
    real_mask is_lost = reals_all_mask(0);
    // In wide registers all of a few at once, rather than guess how many there are.
    int room = is_filled && REALS == 4 && count <= FLAT_FEW ? FLAT_FEW : count;
    UNROLLED
    for (int k = 0; k < room; k += REALS)
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

/// best_in_plane.
LANES_INLINE int flat_best(const program *p, int count, const program_aim *a, flat_vec *out, bool is_filled)
{
    *out = (flat_vec){a->target.x, a->target.y};
    if (a->is_direction || !flat_is_in_balls(p, a))
    {
        real_vec best;
        if (!program_best_in_balls(p, (real_vec){0.0, 0.0, 1.0}, a, &best))
            return -1;
        *out = (flat_vec){best.x, best.y};
    }
    for (int i = flat_first_beyond(p, 0, count, *out, is_filled); i < count;
         i = flat_first_beyond(p, i + 1, count, *out, is_filled))
    {
        flat_vec n = {p->x[i], p->y[i]}, along = {n.y, -n.x};
        double beyond = p->least[i] - (n.x * out->x + n.y * out->y);
        flat_vec border = {out->x + n.x * beyond, out->y + n.y * beyond};
        if (!flat_best_on_line(p, i, border, along, a, out, is_filled))
            return i;
    }
    return count;
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
    flat_fill(even, first + (count - first + REALS - 1) / REALS * REALS);
    return reals_bits(is_lost) == 0;
}

/// least_beyond.
LANES_INLINE void flat_least_beyond(const program *p, int first, int from, flat_vec *out, bool is_filled)
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
        if (flat_make_even(p, first, i, &even) && flat_best(&even, i, &away, &best, is_filled) == i)
            *out = best;
        beyond = p->least[i] - (p->x[i] * out->x + p->y[i] * out->y);
        worst = worst > beyond ? worst : beyond;
    }
}

// Cases that are rarer are functions of their own, so that they aren't in the way.

NEVER_INLINE void flat_least_beyond_of_all(const program *p, int from, flat_vec *out)
{
    flat_least_beyond(p, 0, from, out, true);
}

/// flat_solve where some are hard.
NEVER_INLINE bool flat_solve_hard(const program *p, const program_aim *nearest, real_vec *out)
{
    flat_vec best;
    int kept = flat_best(p, p->count, nearest, &best, false);
    if (kept < p->hard) // not even what is hard can be kept
        return program_solve(p, nearest->target, out);
    if (kept < p->count)
        flat_least_beyond(p, p->hard, kept, &best, false);
    *out = (real_vec){best.x, best.y, 0.0};
    return kept < p->count;
}

/// program_solve in a plane. Where none is hard the program is filled: see flat_fill.
static bool flat_solve(const program *p, real_vec wish, real_vec *out)
{
    program_aim nearest = {wish, false};
    flat_vec best;
    if (p->hard > 0)
        return flat_solve_hard(p, &nearest, out);
    int kept = flat_best(p, p->count, &nearest, &best, true);
    if (kept < 0)
        return program_solve(p, wish, out); // the balls share no point
    if (kept < p->count)
        flat_least_beyond_of_all(p, kept, &best);
    *out = (real_vec){best.x, best.y, 0.0};
    return kept < p->count;
}

#endif
