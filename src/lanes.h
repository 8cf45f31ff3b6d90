// Eight fixed float lanes, held in one register or in two: one source, and one result, for every instruction set.
//
// What belongs to an agent's k-th neighbour is computed in lane k mod 8. `lanes` is as wide as a register (LANES_WIDTH
// floats); LANES_PARTS of them make the eight. Arithmetic is written with + - * / on it; comparing gives a mask.
#ifndef WEND_SRC_LANES_H
#define WEND_SRC_LANES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#if !defined(__GNUC__)
#error "lanes.h needs a compiler with vector extensions (gcc or clang)"
#endif

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#define LANES 8
#if defined(__AVX2__)
#define LANES_WIDTH 8
#else
#define LANES_WIDTH 4
#endif
#define LANES_PARTS  (LANES / LANES_WIDTH)
#define LANES_INLINE static inline __attribute__((always_inline))

typedef float lanes __attribute__((vector_size(4 * LANES_WIDTH)));
typedef int32_t lane_mask __attribute__((vector_size(4 * LANES_WIDTH))); // 0 or -1 in each lane

LANES_INLINE lanes lanes_all(float value)
{
#if LANES_WIDTH == 8
    return (lanes){value, value, value, value, value, value, value, value};
#else
    return (lanes){value, value, value, value};
#endif
}

LANES_INLINE lane_mask lanes_all_mask(int32_t value)
{
#if LANES_WIDTH == 8
    return (lane_mask){value, value, value, value, value, value, value, value};
#else
    return (lane_mask){value, value, value, value};
#endif
}

LANES_INLINE lanes lanes_load(const float *from)
{
    lanes v;
    memcpy(&v, from, sizeof v);
    return v;
}

LANES_INLINE lane_mask lanes_load_mask(const uint32_t *from)
{
    lane_mask v;
    memcpy(&v, from, sizeof v);
    return v;
}

/// A mask of the first `count` lanes [>= 0]; of all if there are more.
LANES_INLINE lane_mask lanes_first(int count)
{
    static const uint32_t ones[2 * LANES] = {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u};
    return lanes_load_mask(ones + LANES - (count < LANES ? count : LANES));
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
#if LANES_WIDTH == 8
    return (lanes)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (lanes)_mm_max_ps((__m128)a, (__m128)b);
#elif defined(__wasm_simd128__)
    return (lanes)wasm_f32x4_pmax((v128_t)b, (v128_t)a); // b < a ? a : b
#else
    return lanes_select(a > b, a, b);
#endif
}

/// Differences of coordinates, the short way round where the axis wraps (period > 0): see cells_short_way.
LANES_INLINE lanes lanes_short_way(lanes difference, float period)
{
    lanes half = lanes_all(0.5f * period), whole = lanes_all(period);
    return lanes_select(difference > half, difference - whole,
                        lanes_select(difference < -half, difference + whole, difference));
}

LANES_INLINE lanes lanes_smaller(lanes a, lanes b)
{
#if LANES_WIDTH == 8
    return (lanes)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (lanes)_mm_min_ps((__m128)a, (__m128)b);
#elif defined(__wasm_simd128__)
    return (lanes)wasm_f32x4_pmin((v128_t)b, (v128_t)a); // a < b ? a : b
#else
    return lanes_select(a < b, a, b);
#endif
}

/// The lengths of such differences: the same bits, in fewer steps.
LANES_INLINE lanes lanes_short_length(lanes difference, float period)
{
    lanes length = (lanes)((lane_mask)difference & lanes_all_mask(INT32_MAX));
    return lanes_smaller(length, lanes_all(period) - length);
}

LANES_INLINE lanes lanes_root(lanes v)
{
#if LANES_WIDTH == 8
    return (lanes)_mm256_sqrt_ps((__m256)v);
#elif defined(__SSE2__)
    return (lanes)_mm_sqrt_ps((__m128)v);
#elif defined(__wasm_simd128__)
    return (lanes)wasm_f32x4_sqrt((v128_t)v);
#else
    return (lanes){sqrtf(v[0]), sqrtf(v[1]), sqrtf(v[2]), sqrtf(v[3])};
#endif
}

/// Bit i is set where lane i of the mask is.
LANES_INLINE unsigned lanes_bits(lane_mask m)
{
#if LANES_WIDTH == 8
    return (unsigned)_mm256_movemask_ps((__m256)m);
#elif defined(__SSE2__)
    return (unsigned)_mm_movemask_ps((__m128)m);
#elif defined(__wasm_simd128__)
    return (unsigned)wasm_i32x4_bitmask((v128_t)m);
#else
    return (unsigned)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

/// The bits of four masks, one after the other.
LANES_INLINE unsigned lanes_bits_of_four(lane_mask a, lane_mask b, lane_mask c, lane_mask d)
{
#if LANES_WIDTH == 4 && defined(__SSE2__)
    __m128i low = _mm_packs_epi32((__m128i)a, (__m128i)b), high = _mm_packs_epi32((__m128i)c, (__m128i)d);
    return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(low, high));
#elif defined(__wasm_simd128__)
    v128_t low = wasm_i16x8_narrow_i32x4((v128_t)a, (v128_t)b), high = wasm_i16x8_narrow_i32x4((v128_t)c, (v128_t)d);
    return (unsigned)wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8(low, high));
#else
    return lanes_bits(a) | lanes_bits(b) << LANES_WIDTH | lanes_bits(c) << 2 * LANES_WIDTH |
           lanes_bits(d) << 3 * LANES_WIDTH;
#endif
}

typedef int32_t four_ints __attribute__((vector_size(16)));

/// to[0..3] = from[0..3] + more.
LANES_INLINE void lanes_add_four(int *to, const int32_t from[4], int more)
{
    four_ints v;
    memcpy(&v, from, sizeof v);
    v += (four_ints){more, more, more, more};
    memcpy(to, &v, sizeof v);
}

/// How many lanes a count that was kept by subtracting masks has counted.
LANES_INLINE int lanes_counted(lane_mask counts)
{
    int sum = 0;
    for (int i = 0; i < LANES_WIDTH; i++)
        sum += counts[i];
    return sum;
}

/// The sum of all eight lanes by one fixed tree.
LANES_INLINE float lanes_sum(const lanes part[LANES_PARTS])
{
#if LANES_WIDTH == 8
    lanes v = part[0];
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
#else
    lanes v = part[0] + part[1];
    return (v[0] + v[2]) + (v[1] + v[3]);
#endif
}

// ---- two doubles ----------------------------------------------------------------------------------------------------

/// Two doubles side by side, of the two ends of an edge.
typedef double pair __attribute__((vector_size(16)));
typedef int64_t pair_mask __attribute__((vector_size(16)));

LANES_INLINE pair pair_load(const float *from)
{
#if defined(__SSE2__)
    return (pair)_mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)from)));
#elif defined(__wasm_simd128__)
    return (pair)wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(from));
#else
    return (pair){(double)from[0], (double)from[1]};
#endif
}

LANES_INLINE pair pair_all(double value)
{
    return (pair){value, value};
}

/// Bit i is set where lane i of the mask is.
LANES_INLINE unsigned pair_bits(pair_mask m)
{
#if defined(__SSE2__)
    return (unsigned)_mm_movemask_pd((__m128d)m);
#elif defined(__wasm_simd128__)
    return (unsigned)wasm_i64x2_bitmask((v128_t)m);
#else
    return (unsigned)((m[0] & 1) | (m[1] & 2));
#endif
}

#endif
