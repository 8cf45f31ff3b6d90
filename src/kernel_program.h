// The program of program.h in a plane, a register of halves at a time: the same operations, so the same bits.
// Compiled once for each instruction set.
#ifndef WEND_SRC_KERNEL_PROGRAM_H
#define WEND_SRC_KERNEL_PROGRAM_H

#include "lanes.h"

#define FLAT_FEW 12 // halves that are looked at together

typedef struct flat_vec
{
    double x, y;
} flat_vec;

/// The lanes whose numbers, from k on, are below the count.
LANES_INLINE real_mask flat_within(int k, int count)
{
#if LANES_WIDTH == 8
    return (real_mask){0, 1, 2, 3} < reals_all_mask(count - k);
#elif LANES_WIDTH == 4
    return (real_mask){0, 1} < reals_all_mask(count - k);
#else
    return -(real_mask)(k < count);
#endif
}

/// One lane.
LANES_INLINE real_mask flat_lane(int lane)
{
#if LANES_WIDTH == 8
    return (real_mask){0, 1, 2, 3} == reals_all_mask(lane);
#elif LANES_WIDTH == 4
    return (real_mask){0, 1} == reals_all_mask(lane);
#else
    return -(real_mask)(lane == 0);
#endif
}

/// program_taken, the halves themselves in registers; what is missing in the last one holds everywhere.
typedef struct flat_taken
{
    int count;
    uint64_t bits;
    reals x[PROGRAM_MOST / REALS], y[PROGRAM_MOST / REALS], least[PROGRAM_MOST / REALS];
} flat_taken;

LANES_INLINE void flat_take_none(flat_taken *t)
{
    t->count = 0;
    t->bits = 0;
    t->x[0] = t->y[0] = reals_all(0.0);
    t->least[0] = reals_all(-(double)INFINITY);
}

LANES_INLINE unsigned flat_parts(const flat_taken *t)
{
    return ((unsigned)t->count + REALS - 1) / REALS;
}

LANES_INLINE void flat_take(flat_taken *t, const program *p, int i)
{
    unsigned part = (unsigned)t->count / REALS;
    int lane = t->count - (int)part * REALS;
    real_mask is_it = flat_lane(lane);
    if (part > 0 && lane == 0)
    {
        t->x[part] = t->y[part] = reals_all(0.0);
        t->least[part] = reals_all(-(double)INFINITY);
    }
    t->x[part] = reals_select(is_it, reals_all(p->x[i]), t->x[part]);
    t->y[part] = reals_select(is_it, reals_all(p->y[i]), t->y[part]);
    t->least[part] = reals_select(is_it, reals_all(p->least[i]), t->least[part]);
    t->count++;
    t->bits |= (uint64_t)1 << i;
}

LANES_INLINE bool flat_has(const flat_taken *t, int i)
{
    return (t->bits >> i & 1) != 0;
}

LANES_INLINE reals flat_load(const double *from)
{
    reals v;
    memcpy(&v, from, sizeof v);
    return v;
}

/// By how much a point is beyond the k-th and following halves.
LANES_INLINE reals flat_beyond(const program *p, int k, reals x, reals y)
{
    return flat_load(p->least + k) - (flat_load(p->x + k) * x + flat_load(p->y + k) * y);
}

/// farthest_beyond, of halves that fill a few registers: those beyond the last one hold everywhere.
LANES_INLINE int flat_farthest_of(const program *p, int room, flat_vec at, double limit)
{
    reals x = reals_all(at.x), y = reals_all(at.y), most = reals_all(limit), by[FLAT_FEW / REALS];
    UNROLLED_WHOLLY
    for (int i = 0; i < room / REALS; i++)
    {
        by[i] = flat_beyond(p, i * REALS, x, y);
        most = reals_larger(by[i], most);
    }
    most = reals_largest_all(most);
    if (!(reals_first(most) > limit))
        return -1;
    unsigned bits = 0;
    UNROLLED_WHOLLY
    for (int i = 0; i < room / REALS; i++)
        bits |= reals_bits(reals_equal(by[i], most)) << i * REALS;
    return zeros_below(bits);
}

/// farthest_beyond. `is_filled`: halves number count and following ones up to FLAT_FEW hold everywhere, and first is 0.
LANES_INLINE int flat_farthest_beyond(const program *p, int first, int count, flat_vec at, double limit, bool is_filled)
{
    if (is_filled && count <= 4)
        return flat_farthest_of(p, 4, at, limit);
    if (is_filled && count <= FLAT_FEW)
        return flat_farthest_of(p, FLAT_FEW, at, limit);
    reals x = reals_all(at.x), y = reals_all(at.y), most = reals_all(limit), by[PROGRAM_MOST / REALS];
    int parts = 0;
    for (int k = first; k < count; k += REALS, parts++)
    {
        by[parts] = reals_select(flat_within(k, count), flat_beyond(p, k, x, y), reals_all(-(double)INFINITY));
        most = reals_larger(by[parts], most);
    }
    most = reals_largest_all(most);
    if (!(reals_first(most) > limit))
        return -1;
    uint64_t bits = 0;
    for (int i = 0; i < parts; i++)
        bits |= (uint64_t)reals_bits(reals_equal(by[i], most)) << i * REALS;
    return first + zeros_below_64(bits);
}

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
LANES_INLINE bool flat_best_on_line(const program *p, const flat_taken *t, flat_vec from, flat_vec along,
                                    const program_aim *a, flat_vec *out, bool is_first)
{
    double low = -(double)INFINITY, high = (double)INFINITY;
    for (int i = 0; i < p->ball_count; i++)
        if (!flat_cut_by_ball(&p->balls[i], from, along, &low, &high))
            return false;
    // One register in any case but for the first line: how many there are couldn't be guessed.
    reals lows = reals_all(low), highs = reals_all(high), zero = reals_all(0.0);
    real_mask is_lost = reals_all_mask(0);
    for (unsigned part = 0; part < (is_first ? 0 : flat_parts(t)); part++)
    {
        reals x = t->x[part], y = t->y[part];
        reals slope = x * reals_all(along.x) + y * reals_all(along.y);
        reals missing = t->least[part] - (x * reals_all(from.x) + y * reals_all(from.y));
        real_mask is_parallel = reals_less(reals_size(slope), reals_all(PROGRAM_PARALLEL));
        is_lost |= is_parallel & reals_less(reals_all(PROGRAM_SLACK), missing);
        reals border = missing / slope;
        lows = reals_select(~is_parallel & reals_less(zero, slope) & reals_less(lows, border), border, lows);
        highs = reals_select(~is_parallel & reals_less(slope, zero) & reals_less(border, highs), border, highs);
    }
    low = is_first ? low : reals_largest(lows);
    high = is_first ? high : reals_smallest(highs);
    if (!is_first && reals_bits(is_lost) != 0)
        return false;
    if (low > high + PROGRAM_SLACK)
        return false;
    double best;
    if (a->is_direction)
        best = a->target.x * along.x + a->target.y * along.y >= 0.0 ? high : low;
    else
    {
        double wanted = (a->target.x - from.x) * along.x + (a->target.y - from.y) * along.y;
        best = wanted < high ? wanted : high;
        best = best > low ? best : low;
    }
    *out = (flat_vec){from.x + along.x * best, from.y + along.y * best};
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

/// The best point of the balls alone.
LANES_INLINE bool flat_best_at_first(const program *p, const program_aim *a, flat_vec *out)
{
    real_vec best;
    *out = (flat_vec){a->target.x, a->target.y};
    if (!a->is_direction && flat_is_in_balls(p, a))
        return true;
    bool is_any = program_best_in_balls(p, (real_vec){0.0, 0.0, 1.0}, a, &best);
    *out = (flat_vec){best.x, best.y};
    return is_any;
}

/// The best point on the border of a half that the best one so far is beyond.
LANES_INLINE bool flat_best_on_border(const program *p, int i, const program_aim *a, flat_taken *t, flat_vec *out,
                                      bool is_first)
{
    flat_vec n = {p->x[i], p->y[i]}, along = {n.y, -n.x};
    double beyond = p->least[i] - (n.x * out->x + n.y * out->y);
    flat_vec border = {out->x + n.x * beyond, out->y + n.y * beyond};
    if (!flat_best_on_line(p, t, border, along, a, out, is_first))
        return false;
    flat_take(t, p, i);
    return true;
}

/// best_in_plane. `t` may hold some of the halves, unless `is_new`.
LANES_INLINE bool flat_best(const program *p, int count, const program_aim *a, flat_taken *t, flat_vec *out,
                            bool is_filled, bool is_new)
{
    int i = flat_farthest_beyond(p, 0, count, *out, PROGRAM_SLACK, is_filled);
    if (is_new && i >= 0)
    {
        if (!flat_best_on_border(p, i, a, t, out, true))
            return false;
        i = flat_farthest_beyond(p, 0, count, *out, PROGRAM_SLACK, is_filled);
    }
    for (; i >= 0 && !flat_has(t, i); i = flat_farthest_beyond(p, 0, count, *out, PROGRAM_SLACK, is_filled))
        if (!flat_best_on_border(p, i, a, t, out, false))
            return false;
    return true;
}

/// make_even.
LANES_INLINE bool flat_make_even(const program *p, int first, const flat_taken *t, int i, program *even)
{
    reals own_x = reals_all(p->x[i]), own_y = reals_all(p->y[i]), own = reals_all(p->least[i]);
    real_mask is_lost = reals_all_mask(0);
    for (unsigned part = 0; part < flat_parts(t); part++)
    {
        int to = first + (int)part * REALS;
        reals x = t->x[part] - own_x, y = t->y[part] - own_y;
        reals least = t->least[part] - own, length = reals_root(x * x + y * y), per = reals_all(1.0) / length;
        real_mask is_half = reals_less(reals_all(PROGRAM_ALIKE), length);
        is_lost |= ~is_half & reals_less(reals_all(0.0), least);
        // Those that say nothing hold everywhere.
        x = reals_keep(is_half, x * per);
        y = reals_keep(is_half, y * per);
        least = reals_select(is_half, least / length, reals_all(-(double)INFINITY));
        memcpy(even->x + to, &x, sizeof x);
        memcpy(even->y + to, &y, sizeof y);
        memcpy(even->least + to, &least, sizeof least);
    }
    even->count = first + t->count;
    if (first == 0)
        flat_fill(even, (int)flat_parts(t) * REALS);
    return reals_bits(is_lost) == 0;
}

/// least_beyond.
LANES_INLINE void flat_least_beyond(const program *p, int first, flat_taken *t, flat_vec *out, bool is_filled)
{
    program even;
    for (int k = 0; k < first; k++)
    {
        even.x[k] = p->x[k];
        even.y[k] = p->y[k];
        even.least[k] = p->least[k];
    }
    memcpy(even.balls, p->balls, sizeof p->balls);
    even.ball_count = p->ball_count;
    double worst = 0.0;
    for (int i;
         (i = flat_farthest_beyond(p, first, p->count, *out, worst + PROGRAM_SLACK, is_filled)) >= 0 && !flat_has(t, i);
         flat_take(t, p, i))
    {
        program_aim away = {{p->x[i], p->y[i], 0.0}, true};
        flat_taken none;
        flat_vec best;
        flat_take_none(&none);
        if (flat_make_even(p, first, t, i, &even) && flat_best_at_first(&even, &away, &best) &&
            flat_best(&even, even.count, &away, &none, &best, is_filled, true))
            *out = best;
        double beyond = p->least[i] - (p->x[i] * out->x + p->y[i] * out->y);
        worst = worst > beyond ? worst : beyond;
    }
}

/// The same where none is hard: rarely needed, so it isn't in the way.
NEVER_INLINE void flat_least_beyond_of_all(const program *p, flat_taken *t, flat_vec *out)
{
    flat_least_beyond(p, 0, t, out, true);
}

/// program_solve in a plane, where some are hard.
NEVER_INLINE bool flat_solve_hard(const program *p, const program_aim *nearest, flat_taken *t, flat_vec *best)
{
    flat_vec within_hard = *best;
    if (flat_best(p, p->count, nearest, t, best, false, false))
        return false;
    *best = within_hard; // what was found may be beyond a hard one
    flat_take_none(t);
    flat_least_beyond(p, p->hard, t, best, false);
    return true;
}

NEVER_INLINE bool flat_keep_hard(const program *p, const program_aim *nearest, flat_taken *t, flat_vec *best)
{
    return flat_best(p, p->hard, nearest, t, best, false, true);
}

/// program_solve in a plane. Where none is hard the program is filled: see flat_fill.
static bool flat_solve(const program *p, real_vec wish, real_vec *out)
{
    program_aim nearest = {wish, false};
    flat_taken t;
    flat_vec best;
    bool is_forced;
    flat_take_none(&t);
    if (!flat_best_at_first(p, &nearest, &best) || (p->hard > 0 && !flat_keep_hard(p, &nearest, &t, &best)))
        return program_solve(p, wish, out); // not even what is hard can be kept
    if (p->hard > 0)
        is_forced = flat_solve_hard(p, &nearest, &t, &best);
    else
    {
        is_forced = !flat_best(p, p->count, &nearest, &t, &best, true, true);
        if (is_forced)
            flat_least_beyond_of_all(p, &t, &best);
    }
    *out = (real_vec){best.x, best.y, 0.0};
    return is_forced;
}

#endif
