// lanes.h for compilers without vector extensions: a register holds one number, so eight lanes are eight parts, side by
// side in arrays. Masks are 0 or -1. See lanes.h for what each function does; the bits are the same.
#ifndef WEND_SRC_LANES_PLAIN_H
#define WEND_SRC_LANES_PLAIN_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define LANES        8
#define LANES_WIDTH  1
#define LANES_PARTS  8
#define LANES_INLINE static inline

typedef float lanes;
typedef int32_t lane_mask;

LANES_INLINE lanes lanes_all(float value)
{
    return value;
}

LANES_INLINE lane_mask lanes_all_mask(int32_t value)
{
    return value;
}

LANES_INLINE lanes lanes_load(const float *from)
{
    return *from;
}

LANES_INLINE void lanes_store(float *to, lanes v)
{
    *to = v;
}

LANES_INLINE void lanes_copy(void *to, const void *from)
{
    memcpy(to, from, 4);
}

LANES_INLINE lane_mask lanes_load_mask(const uint32_t *from)
{
    lane_mask mask;
    memcpy(&mask, from, sizeof mask);
    return mask;
}

LANES_INLINE float lanes_get(lanes v, int i)
{
    (void)i;
    return v;
}

LANES_INLINE int32_t lanes_get_mask(lane_mask m, int i)
{
    (void)i;
    return m;
}

LANES_INLINE void lanes_put(lanes *v, int i, float value)
{
    (void)i;
    *v = value;
}

LANES_INLINE lane_mask lanes_raw(lanes v)
{
    lane_mask raw;
    memcpy(&raw, &v, sizeof raw);
    return raw;
}

LANES_INLINE lanes lanes_of_raw(lane_mask raw)
{
    lanes v;
    memcpy(&v, &raw, sizeof v);
    return v;
}

LANES_INLINE lane_mask lanes_less(lanes a, lanes b)
{
    return a < b ? -1 : 0;
}

LANES_INLINE lane_mask lanes_at_most(lanes a, lanes b)
{
    return a <= b ? -1 : 0;
}

LANES_INLINE lane_mask lanes_equal(lanes a, lanes b)
{
    return a == b ? -1 : 0;
}

LANES_INLINE lane_mask lanes_less_whole(lane_mask a, lane_mask b)
{
    return a < b ? -1 : 0;
}

LANES_INLINE lane_mask lanes_equal_whole(lane_mask a, lane_mask b)
{
    return a == b ? -1 : 0;
}

LANES_INLINE lane_mask lanes_below_zero(lanes v)
{
    return lanes_raw(v) < 0 ? -1 : 0;
}

LANES_INLINE lane_mask lanes_first(int count)
{
    return count > 0 ? -1 : 0;
}

LANES_INLINE lanes lanes_select(lane_mask mask, lanes yes, lanes no)
{
    return mask ? yes : no;
}

LANES_INLINE lanes lanes_keep(lane_mask mask, lanes v)
{
    return mask ? v : 0.0f;
}

LANES_INLINE lanes lanes_larger(lanes a, lanes b)
{
    return a > b ? a : b;
}

LANES_INLINE lanes lanes_smaller(lanes a, lanes b)
{
    return a < b ? a : b;
}

LANES_INLINE lanes lanes_size(lanes v)
{
    return lanes_of_raw(lanes_raw(v) & INT32_MAX);
}

LANES_INLINE lanes lanes_short_way(lanes difference, float period)
{
    float half = 0.5f * period;
    return difference > half ? difference - period : difference < -half ? difference + period : difference;
}

LANES_INLINE lanes lanes_short_length(lanes difference, float period)
{
    lanes length = lanes_size(difference);
    return lanes_smaller(length, period - length);
}

LANES_INLINE lanes lanes_root(lanes v)
{
    return sqrtf(v);
}

LANES_INLINE unsigned lanes_bits(lane_mask m)
{
    return (unsigned)m & 1;
}

LANES_INLINE unsigned lanes_bits_of_four(lane_mask a, lane_mask b, lane_mask c, lane_mask d)
{
    return lanes_bits(a) | lanes_bits(b) << 1 | lanes_bits(c) << 2 | lanes_bits(d) << 3;
}

LANES_INLINE lane_mask lanes_numbers(int from)
{
    return from;
}

LANES_INLINE int *lanes_append(int *to, int k, unsigned bits)
{
    *to = k;
    return to + (bits & 1);
}

LANES_INLINE lanes lanes_gather(const float *from, const int at[LANES_WIDTH])
{
    return from[at[0]];
}

LANES_INLINE int lanes_counted(lane_mask counts)
{
    return counts;
}

LANES_INLINE float lanes_sum(const lanes part[LANES_PARTS])
{
    float four[4];
    for (int i = 0; i < 4; i++)
        four[i] = part[i] + part[i + 4];
    return (four[0] + four[2]) + (four[1] + four[3]);
}

LANES_INLINE void lanes_sum_four(float to[4], const lanes *a, const lanes *b, const lanes *c, const lanes *d)
{
    to[0] = lanes_sum(a);
    to[1] = lanes_sum(b);
    to[2] = lanes_sum(c);
    to[3] = lanes_sum(d);
}

LANES_INLINE float lanes_lowest(lanes v)
{
    return v;
}

LANES_INLINE float lanes_highest(lanes v)
{
    return v;
}

// ---- two doubles ----------------------------------------------------------------------------------------------------

typedef struct pair
{
    double first, second;
} pair;

LANES_INLINE pair pair_load(const float *from)
{
    return (pair){(double)from[0], (double)from[1]};
}

LANES_INLINE pair pair_all(double value)
{
    return (pair){value, value};
}

LANES_INLINE double pair_first(pair p)
{
    return p.first;
}

LANES_INLINE pair pair_less(pair a, pair b)
{
    return (pair){a.first - b.first, a.second - b.second};
}

LANES_INLINE pair pair_dot(pair ax, pair ay, pair bx, pair by)
{
    return (pair){ax.first * bx.first + ay.first * by.first, ax.second * bx.second + ay.second * by.second};
}

LANES_INLINE pair pair_cross(pair ax, pair ay, pair bx, pair by)
{
    return (pair){ax.first * by.first - ay.first * bx.first, ax.second * by.second - ay.second * bx.second};
}

LANES_INLINE unsigned pair_above(pair a, double limit)
{
    return (unsigned)(a.first > limit) | (unsigned)(a.second > limit) << 1;
}

LANES_INLINE unsigned pair_below(pair a, double limit)
{
    return (unsigned)(a.first < limit) | (unsigned)(a.second < limit) << 1;
}

// ---- a register of doubles ------------------------------------------------------------------------------------------

#define REALS 1

typedef double reals;
typedef int64_t real_mask;

LANES_INLINE reals reals_all(double value)
{
    return value;
}

LANES_INLINE void reals_put(reals *v, int i, double value)
{
    (void)i;
    *v = value;
}

LANES_INLINE real_mask reals_all_mask(int64_t value)
{
    return value;
}

LANES_INLINE reals reals_load(const float *from)
{
    return (double)*from;
}

LANES_INLINE reals reals_strided(const char *from, size_t stride)
{
    (void)stride;
    float value;
    memcpy(&value, from, sizeof value);
    return (double)value;
}

LANES_INLINE void reals_load_columns(reals columns[4], const float *from, int stride)
{
    (void)stride;
    for (int k = 0; k < 4; k++)
        columns[k] = (double)from[k];
}

LANES_INLINE reals reals_load_whole(const int *from)
{
    return (double)*from;
}

LANES_INLINE real_mask reals_raw(reals v)
{
    real_mask raw;
    memcpy(&raw, &v, sizeof raw);
    return raw;
}

LANES_INLINE reals reals_of_raw(real_mask raw)
{
    reals v;
    memcpy(&v, &raw, sizeof v);
    return v;
}

LANES_INLINE real_mask reals_less(reals a, reals b)
{
    return a < b ? -1 : 0;
}

LANES_INLINE real_mask reals_at_most(reals a, reals b)
{
    return a <= b ? -1 : 0;
}

LANES_INLINE real_mask reals_equal(reals a, reals b)
{
    return a == b ? -1 : 0;
}

LANES_INLINE reals reals_select(real_mask mask, reals yes, reals no)
{
    return mask ? yes : no;
}

LANES_INLINE reals reals_keep(real_mask mask, reals v)
{
    return mask ? v : 0.0;
}

LANES_INLINE reals reals_root(reals v)
{
    return sqrt(v);
}

LANES_INLINE reals reals_smaller(reals a, reals b)
{
    return a < b ? a : b;
}

LANES_INLINE reals reals_larger(reals a, reals b)
{
    return a > b ? a : b;
}

LANES_INLINE reals reals_size(reals v)
{
    return fabs(v);
}

LANES_INLINE double reals_smallest(reals v)
{
    return v;
}

LANES_INLINE double reals_largest(reals v)
{
    return v;
}

LANES_INLINE reals reals_largest_all(reals v)
{
    return v;
}

LANES_INLINE double reals_first(reals v)
{
    return v;
}

LANES_INLINE unsigned reals_bits(real_mask m)
{
    return (unsigned)m & 1;
}

LANES_INLINE reals reals_cut(reals v)
{
    return reals_smaller(reals_larger(v, -(double)FLT_MAX), (double)FLT_MAX);
}

LANES_INLINE reals reals_round(reals v)
{
    return (double)((float)reals_cut(v) + 0.0f);
}

LANES_INLINE void reals_store_whole(int32_t *to, reals v)
{
    *to = (int32_t)v;
}

LANES_INLINE reals reals_truncated(reals v)
{
    return (double)(int)v;
}

LANES_INLINE void reals_store(float *to, reals v)
{
    *to = (float)reals_cut(v) + 0.0f;
}

#endif
