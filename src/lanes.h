// Eight fixed float lanes: one source for every instruction set, and for none.
#ifndef WEND_SRC_LANES_H
#define WEND_SRC_LANES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define LANES 8

#if defined(__GNUC__)
#define LANES_INLINE static inline __attribute__((always_inline))

typedef float lanes __attribute__((vector_size(32)));
typedef int32_t lane_mask __attribute__((vector_size(32))); // 0 or -1 in each lane

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

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

LANES_INLINE void lanes_store(float *to, lanes v)
{
    memcpy(to, &v, sizeof v);
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
    return lanes_select(a > b, a, b);
}

LANES_INLINE lanes lanes_root(lanes v)
{
    union
    {
        lanes v;
        float f[LANES];
#if defined(__SSE2__)
        __m128 half[2];
#endif
    } u = {v};
#if defined(__SSE2__)
    u.half[0] = _mm_sqrt_ps(u.half[0]);
    u.half[1] = _mm_sqrt_ps(u.half[1]);
#else
    for (int i = 0; i < LANES; i++)
        u.f[i] = sqrtf(u.f[i]);
#endif
    return u.v;
}

/// Bit i is set where lane i of the mask is.
LANES_INLINE unsigned lanes_bits(lane_mask mask)
{
    union
    {
        lane_mask m;
        int32_t i[LANES];
#if defined(__SSE2__)
        __m128 half[2];
#endif
    } u = {mask};
#if defined(__SSE2__)
    return (unsigned)_mm_movemask_ps(u.half[0]) | (unsigned)_mm_movemask_ps(u.half[1]) << 4;
#else
    unsigned bits = 0;
    for (int i = 0; i < LANES; i++)
        bits |= (unsigned)(u.i[i] & 1) << i;
    return bits;
#endif
}

/// The sum of all lanes by one fixed tree.
LANES_INLINE float lanes_sum(lanes v)
{
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

#else
#error "lanes.h needs a compiler with vector extensions (gcc or clang)"
#endif

#endif
