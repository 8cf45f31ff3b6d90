// Eight fixed float lanes: one source for every instruction set.
//
// Arithmetic is written with + - * / on the vector types; comparing, selecting and what compilers lack goes through the
// functions below. Where registers are four floats wide a compiler splits the arithmetic well, but compares eight lanes one by
// one: so comparisons are made in halves.
#ifndef WEND_SRC_LANES_H
#define WEND_SRC_LANES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#if !defined(__GNUC__)
#error "lanes.h needs a compiler with vector extensions (gcc or clang)"
#endif

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define LANES        8
#define LANES_INLINE static inline __attribute__((always_inline))

typedef float lanes __attribute__((vector_size(32)));
typedef int32_t lane_mask __attribute__((vector_size(32))); // 0 or -1 in each lane
typedef float half_lanes __attribute__((vector_size(16)));
typedef int32_t half_mask __attribute__((vector_size(16)));

#define LANES_LOW(v)          __builtin_shufflevector(v, v, 0, 1, 2, 3)
#define LANES_HIGH(v)         __builtin_shufflevector(v, v, 4, 5, 6, 7)
#define LANES_JOIN(low, high) __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7)

LANES_INLINE lanes lanes_all(float value)
{
    return (lanes){value, value, value, value, value, value, value, value};
}

LANES_INLINE lanes lanes_load(const float *from)
{
    lanes v;
    memcpy(&v, from, sizeof v);
    return v;
}

/// A mask of the first `count` lanes; of all if there are more.
LANES_INLINE lane_mask lanes_first(int count)
{
    static const int32_t ones[2 * LANES] = {-1, -1, -1, -1, -1, -1, -1, -1};
    lane_mask v;
    memcpy(&v, ones + (count < LANES ? LANES - count : 0), sizeof v);
    return v;
}

LANES_INLINE lane_mask lanes_less(lanes a, lanes b)
{
    return LANES_JOIN((half_mask)(LANES_LOW(a) < LANES_LOW(b)), (half_mask)(LANES_HIGH(a) < LANES_HIGH(b)));
}

LANES_INLINE lane_mask lanes_at_most(lanes a, lanes b)
{
    return LANES_JOIN((half_mask)(LANES_LOW(a) <= LANES_LOW(b)), (half_mask)(LANES_HIGH(a) <= LANES_HIGH(b)));
}

LANES_INLINE lanes lanes_select(lane_mask mask, lanes yes, lanes no)
{
    return (lanes)(((lane_mask)yes & mask) | ((lane_mask)no & ~mask));
}

/// v where the mask is set, +0 elsewhere.
LANES_INLINE lanes lanes_keep(lane_mask mask, lanes v)
{
    return (lanes)((lane_mask)v & mask);
}

LANES_INLINE lanes lanes_larger(lanes a, lanes b)
{
    return lanes_select(lanes_less(b, a), a, b);
}

// ---- four lanes, where the order of sums doesn't matter -----------------------------------------------------------------

LANES_INLINE half_lanes half_all(float value)
{
    return (half_lanes){value, value, value, value};
}

LANES_INLINE half_mask half_all_mask(int32_t value)
{
    return (half_mask){value, value, value, value};
}

LANES_INLINE half_lanes half_load(const float *from)
{
    half_lanes v;
    memcpy(&v, from, sizeof v);
    return v;
}

LANES_INLINE half_mask half_load_mask(const uint32_t *from)
{
    half_mask v;
    memcpy(&v, from, sizeof v);
    return v;
}

LANES_INLINE half_lanes half_select(half_mask mask, half_lanes yes, half_lanes no)
{
    return (half_lanes)(((half_mask)yes & mask) | ((half_mask)no & ~mask));
}

LANES_INLINE half_lanes half_root(half_lanes v)
{
#if defined(__SSE2__)
    return (half_lanes)_mm_sqrt_ps((__m128)v);
#else
    return (half_lanes){sqrtf(v[0]), sqrtf(v[1]), sqrtf(v[2]), sqrtf(v[3])};
#endif
}

LANES_INLINE lanes lanes_root(lanes v)
{
    return LANES_JOIN(half_root(LANES_LOW(v)), half_root(LANES_HIGH(v)));
}

LANES_INLINE unsigned half_bits(half_mask m)
{
#if defined(__SSE2__)
    return (unsigned)_mm_movemask_ps((__m128)m);
#else
    return (unsigned)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

/// Bit i is set where lane i of the mask is.
LANES_INLINE unsigned lanes_bits(lane_mask mask)
{
    return half_bits(LANES_LOW(mask)) | half_bits(LANES_HIGH(mask)) << 4;
}

/// The sum of all lanes by one fixed tree.
LANES_INLINE float lanes_sum(lanes v)
{
    half_lanes h = LANES_LOW(v) + LANES_HIGH(v);
    return (h[0] + h[2]) + (h[1] + h[3]);
}

#endif
