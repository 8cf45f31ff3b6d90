// Eight fixed float lanes, held in one register or in two: one source, and one result, for every instruction set.
//
// What belongs to an agent's k-th neighbour is computed in lane k mod 8. `lanes` is as wide as a register (LANES_WIDTH
// floats); LANES_PARTS of them make the eight. Arithmetic is written with + - * / on it; comparing gives a mask.
// `reals` are doubles in a register of the same size. A file that is compiled for AVX2 or AVX-512 says so before it
// includes this (isa.h). Compilers without vector extensions get lanes_plain.h: so numbers are compared, read one by one
// and looked at as bits only by functions.
#ifndef WEND_SRC_LANES_H
#define WEND_SRC_LANES_H

#include "compiler.h"

#if !IS_GNU || (defined(__arm__) && defined(__ARM_NEON))
// 32-bit Arm: its vectors lose the smallest numbers, its scalars don't.
#include "lanes_plain.h"
#else

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#define LANES 8
#if !defined(LANES_WIDTH) && defined(__AVX2__)
#define LANES_WIDTH 8
#elif !defined(LANES_WIDTH)
#define LANES_WIDTH 4
#endif
#define LANES_PARTS  (LANES / LANES_WIDTH)
#define LANES_INLINE static inline __attribute__((always_inline, unused))

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

LANES_INLINE void lanes_store(float *to, lanes v)
{
    memcpy(to, &v, sizeof v);
}

/// As many items of four bytes as there are lanes.
LANES_INLINE void lanes_copy(void *to, const void *from)
{
#if LANES_WIDTH == 8
    _mm256_storeu_si256((__m256i *)to, _mm256_loadu_si256((const __m256i *)from));
#else
    memcpy(to, from, sizeof(lanes));
#endif
}

LANES_INLINE lane_mask lanes_load_mask(const uint32_t *from)
{
    lane_mask v;
    memcpy(&v, from, sizeof v);
    return v;
}

LANES_INLINE float lanes_get(lanes v, int i)
{
    return v[i];
}

LANES_INLINE int32_t lanes_get_mask(lane_mask m, int i)
{
    return m[i];
}

LANES_INLINE void lanes_put(lanes *v, int i, float value)
{
    (*v)[i] = value;
}

/// The bits of each number, and numbers of bits.
LANES_INLINE lane_mask lanes_raw(lanes v)
{
    return (lane_mask)v;
}

LANES_INLINE lanes lanes_of_raw(lane_mask raw)
{
    return (lanes)raw;
}

LANES_INLINE lane_mask lanes_less(lanes a, lanes b)
{
    return a < b;
}

LANES_INLINE lane_mask lanes_at_most(lanes a, lanes b)
{
    return a <= b;
}

LANES_INLINE lane_mask lanes_equal(lanes a, lanes b)
{
    return a == b;
}

/// The same for whole numbers.
LANES_INLINE lane_mask lanes_less_whole(lane_mask a, lane_mask b)
{
    return a < b;
}

LANES_INLINE lane_mask lanes_equal_whole(lane_mask a, lane_mask b)
{
    return a == b;
}

/// Is the sign set, even of a zero?
LANES_INLINE lane_mask lanes_below_zero(lanes v)
{
    return (lane_mask)v < lanes_all_mask(0);
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

LANES_INLINE lanes lanes_size(lanes v)
{
    return (lanes)((lane_mask)v & lanes_all_mask(INT32_MAX));
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

/// The numbers from, from + 1, ...
LANES_INLINE lane_mask lanes_numbers(int from)
{
#if LANES_WIDTH == 8
    return lanes_all_mask(from) + (lane_mask){0, 1, 2, 3, 4, 5, 6, 7};
#else
    return lanes_all_mask(from) + (lane_mask){0, 1, 2, 3};
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

/// Appends those of the numbers k..k+3 whose bits are set, without a branch that could be guessed wrong. Four are
/// written in any case.
LANES_INLINE int *lanes_append_four(int *to, int k, unsigned bits)
{
    // For each set of four bits: the set ones' numbers first.
    static const int32_t order[16][4] = {
        {0, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {2, 0, 0, 0}, {0, 2, 0, 0}, {1, 2, 0, 0}, {0, 1, 2, 0},
        {3, 0, 0, 0}, {0, 3, 0, 0}, {1, 3, 0, 0}, {0, 1, 3, 0}, {2, 3, 0, 0}, {0, 2, 3, 0}, {1, 2, 3, 0}, {0, 1, 2, 3}};
    static const uint8_t size[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    lanes_add_four(to, order[bits], k);
    return to + size[bits];
}

/// Those numbers of an array.
LANES_INLINE lanes lanes_gather(const float *from, const int at[LANES_WIDTH])
{
#if LANES_WIDTH == 8
    return (lanes){from[at[0]], from[at[1]], from[at[2]], from[at[3]],
                   from[at[4]], from[at[5]], from[at[6]], from[at[7]]};
#else
    return (lanes){from[at[0]], from[at[1]], from[at[2]], from[at[3]]};
#endif
}

/// How many lanes a count that was kept by subtracting masks has counted.
LANES_INLINE int lanes_counted(lane_mask counts)
{
#if defined(__SSE2__)
#if LANES_WIDTH == 8
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128((__m256i)counts), _mm256_extracti128_si256((__m256i)counts, 1));
#else
    __m128i four = (__m128i)counts;
#endif
    __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xb1)));
#else
    return (counts[0] + counts[2]) + (counts[1] + counts[3]);
#endif
}

/// The sum of all eight lanes by one fixed tree: ((0 + 4) + (2 + 6)) + ((1 + 5) + (3 + 7)).
LANES_INLINE float lanes_sum(const lanes part[LANES_PARTS])
{
#if LANES_WIDTH == 8
    __m128 four = _mm_add_ps(_mm256_castps256_ps128((__m256)part[0]), _mm256_extractf128_ps((__m256)part[0], 1));
#elif defined(__SSE2__)
    __m128 four = (__m128)(part[0] + part[1]);
#endif
#if defined(__SSE2__)
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
#else
    lanes v = part[0] + part[1];
    return (v[0] + v[2]) + (v[1] + v[3]);
#endif
}

/// The same for four such sums at once.
LANES_INLINE void lanes_sum_four(float to[4], const lanes a[LANES_PARTS], const lanes b[LANES_PARTS],
                                 const lanes c[LANES_PARTS], const lanes d[LANES_PARTS])
{
#if defined(__SSE2__)
    __m128 four[4];
#if LANES_WIDTH == 8
    four[0] = _mm_add_ps(_mm256_castps256_ps128((__m256)a[0]), _mm256_extractf128_ps((__m256)a[0], 1));
    four[1] = _mm_add_ps(_mm256_castps256_ps128((__m256)b[0]), _mm256_extractf128_ps((__m256)b[0], 1));
    four[2] = _mm_add_ps(_mm256_castps256_ps128((__m256)c[0]), _mm256_extractf128_ps((__m256)c[0], 1));
    four[3] = _mm_add_ps(_mm256_castps256_ps128((__m256)d[0]), _mm256_extractf128_ps((__m256)d[0], 1));
#else
    four[0] = (__m128)(a[0] + a[1]);
    four[1] = (__m128)(b[0] + b[1]);
    four[2] = (__m128)(c[0] + c[1]);
    four[3] = (__m128)(d[0] + d[1]);
#endif
    // 0 + 2 and 1 + 3 of two sums side by side, then those of all four.
    __m128 ab = _mm_add_ps(_mm_movelh_ps(four[0], four[1]), _mm_movehl_ps(four[1], four[0]));
    __m128 cd = _mm_add_ps(_mm_movelh_ps(four[2], four[3]), _mm_movehl_ps(four[3], four[2]));
    _mm_storeu_ps(to, _mm_add_ps(_mm_shuffle_ps(ab, cd, 0x88), _mm_shuffle_ps(ab, cd, 0xdd)));
#else
    to[0] = lanes_sum(a);
    to[1] = lanes_sum(b);
    to[2] = lanes_sum(c);
    to[3] = lanes_sum(d);
#endif
}

LANES_INLINE float lanes_lower(float a, float b)
{
    return a < b ? a : b;
}

LANES_INLINE float lanes_higher(float a, float b)
{
    return a > b ? a : b;
}

/// The smallest and the largest number.
LANES_INLINE float lanes_lowest(lanes v)
{
#if LANES_WIDTH == 8
    return lanes_lower(lanes_lower(lanes_lower(v[0], v[4]), lanes_lower(v[2], v[6])),
                       lanes_lower(lanes_lower(v[1], v[5]), lanes_lower(v[3], v[7])));
#else
    return lanes_lower(lanes_lower(v[0], v[2]), lanes_lower(v[1], v[3]));
#endif
}

LANES_INLINE float lanes_highest(lanes v)
{
#if LANES_WIDTH == 8
    return lanes_higher(lanes_higher(lanes_higher(v[0], v[4]), lanes_higher(v[2], v[6])),
                        lanes_higher(lanes_higher(v[1], v[5]), lanes_higher(v[3], v[7])));
#else
    return lanes_higher(lanes_higher(v[0], v[2]), lanes_higher(v[1], v[3]));
#endif
}

#if LANES_WIDTH == 8
/// For a set of eight bits an order of lanes: those whose bits are set come first.
LANES_INLINE __m256i lanes_order_of(unsigned bits)
{
#define LANES_BELOW(b, i)                                                                                              \
    (((b) >> 0 & 1 & ((i) > 0)) + ((b) >> 1 & 1 & ((i) > 1)) + ((b) >> 2 & 1 & ((i) > 2)) +                            \
     ((b) >> 3 & 1 & ((i) > 3)) + ((b) >> 4 & 1 & ((i) > 4)) + ((b) >> 5 & 1 & ((i) > 5)) +                            \
     ((b) >> 6 & 1 & ((i) > 6)))
#define LANES_PUT(b, i) ((b) >> (i)&1 ? (uint64_t)(i) << 8 * LANES_BELOW(b, i) : 0)
#define LANES_ORDER(b)                                                                                                 \
    (LANES_PUT(b, 0) | LANES_PUT(b, 1) | LANES_PUT(b, 2) | LANES_PUT(b, 3) | LANES_PUT(b, 4) | LANES_PUT(b, 5) |       \
     LANES_PUT(b, 6) | LANES_PUT(b, 7))
#define LANES_ORDERS_4(b)  LANES_ORDER(b), LANES_ORDER((b) + 1), LANES_ORDER((b) + 2), LANES_ORDER((b) + 3)
#define LANES_ORDERS_16(b) LANES_ORDERS_4(b), LANES_ORDERS_4((b) + 4), LANES_ORDERS_4((b) + 8), LANES_ORDERS_4((b) + 12)
#define LANES_ORDERS_64(b)                                                                                             \
    LANES_ORDERS_16(b), LANES_ORDERS_16((b) + 16), LANES_ORDERS_16((b) + 32), LANES_ORDERS_16((b) + 48)
    static const uint64_t orders[256] = {LANES_ORDERS_64(0u), LANES_ORDERS_64(64u), LANES_ORDERS_64(128u),
                                         LANES_ORDERS_64(192u)};
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)&orders[bits]));
}

/// Stores the lanes in that order.
LANES_INLINE void lanes_store_in_order(float *to, lanes v, __m256i order)
{
    _mm256_storeu_ps(to, _mm256_permutevar8x32_ps((__m256)v, order));
}
#endif

/// Appends those of the numbers k, k + 1, ... whose bits are set. As many as there are lanes are written in any case.
LANES_INLINE int *lanes_append(int *to, int k, unsigned bits)
{
#if LANES_WIDTH == 8
    __m256i number = _mm256_add_epi32(_mm256_set1_epi32(k), lanes_order_of(bits));
    _mm256_storeu_si256((__m256i *)(void *)to, number);
    return to + bits_set(bits);
#else
    return lanes_append_four(to, k, bits);
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

LANES_INLINE double pair_first(pair p)
{
    return p[0];
}

LANES_INLINE pair pair_less(pair a, pair b)
{
    return a - b;
}

LANES_INLINE pair pair_dot(pair ax, pair ay, pair bx, pair by)
{
    return ax * bx + ay * by;
}

LANES_INLINE pair pair_cross(pair ax, pair ay, pair bx, pair by)
{
    return ax * by - ay * bx;
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

LANES_INLINE unsigned pair_above(pair a, double limit)
{
    return pair_bits(a > pair_all(limit));
}

LANES_INLINE unsigned pair_below(pair a, double limit)
{
    return pair_bits(a < pair_all(limit));
}

// ---- a register of doubles ------------------------------------------------------------------------------------------

#define REALS (LANES_WIDTH / 2)

typedef double reals __attribute__((vector_size(4 * LANES_WIDTH)));
typedef int64_t real_mask __attribute__((vector_size(4 * LANES_WIDTH)));

LANES_INLINE reals reals_all(double value)
{
#if LANES_WIDTH == 8
    return (reals){value, value, value, value};
#else
    return (reals){value, value};
#endif
}

LANES_INLINE void reals_put(reals *v, int i, double value)
{
    (*v)[i] = value;
}

LANES_INLINE real_mask reals_all_mask(int64_t value)
{
#if LANES_WIDTH == 8
    return (real_mask){value, value, value, value};
#else
    return (real_mask){value, value};
#endif
}

/// REALS floats, as doubles.
LANES_INLINE reals reals_load(const float *from)
{
#if LANES_WIDTH == 8
    return (reals)_mm256_cvtps_pd(_mm_loadu_ps(from));
#else
    return (reals)pair_load(from);
#endif
}

/// REALS floats that lie so many bytes apart.
LANES_INLINE reals reals_strided(const char *from, size_t stride)
{
    float v[4];
    for (int i = 0; i < REALS; i++)
        memcpy(&v[i], from + (size_t)i * stride, sizeof v[i]);
#if LANES_WIDTH == 8
    return (reals)_mm256_cvtps_pd(_mm_setr_ps(v[0], v[1], v[2], v[3]));
#elif defined(__SSE2__)
    return (reals)_mm_cvtps_pd(_mm_setr_ps(v[0], v[1], 0.0f, 0.0f));
#else
    return (reals){(double)v[0], (double)v[1]};
#endif
}

/// REALS rows of four floats, which begin `stride` floats apart, as four columns.
LANES_INLINE void reals_load_columns(reals columns[4], const float *from, int stride)
{
#if LANES_WIDTH == 8
    __m128 a = _mm_loadu_ps(from), b = _mm_loadu_ps(from + stride);
    __m128 c = _mm_loadu_ps(from + 2 * stride), d = _mm_loadu_ps(from + 3 * stride);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    columns[0] = (reals)_mm256_cvtps_pd(a);
    columns[1] = (reals)_mm256_cvtps_pd(b);
    columns[2] = (reals)_mm256_cvtps_pd(c);
    columns[3] = (reals)_mm256_cvtps_pd(d);
#elif defined(__SSE2__)
    __m128 a = _mm_loadu_ps(from), b = _mm_loadu_ps(from + stride);
    __m128 low = _mm_unpacklo_ps(a, b), high = _mm_unpackhi_ps(a, b);
    columns[0] = (reals)_mm_cvtps_pd(low);
    columns[1] = (reals)_mm_cvtps_pd(_mm_movehl_ps(low, low));
    columns[2] = (reals)_mm_cvtps_pd(high);
    columns[3] = (reals)_mm_cvtps_pd(_mm_movehl_ps(high, high));
#else
    for (int k = 0; k < 4; k++)
        columns[k] = (reals){(double)from[k], (double)from[stride + k]};
#endif
}

LANES_INLINE reals reals_load_whole(const int *from)
{
#if LANES_WIDTH == 8
    return (reals)_mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)(const void *)from));
#else
    return (reals){(double)from[0], (double)from[1]};
#endif
}

LANES_INLINE real_mask reals_raw(reals v)
{
    return (real_mask)v;
}

LANES_INLINE reals reals_of_raw(real_mask raw)
{
    return (reals)raw;
}

LANES_INLINE real_mask reals_less(reals a, reals b)
{
    return a < b;
}

LANES_INLINE real_mask reals_at_most(reals a, reals b)
{
    return a <= b;
}

LANES_INLINE real_mask reals_equal(reals a, reals b)
{
    return a == b;
}

LANES_INLINE reals reals_select(real_mask mask, reals yes, reals no)
{
#if LANES_WIDTH == 8
    return (reals)_mm256_blendv_pd((__m256d)no, (__m256d)yes, (__m256d)mask);
#else
    return (reals)(((real_mask)yes & mask) | ((real_mask)no & ~mask));
#endif
}

/// v where the mask is set, +0 elsewhere.
LANES_INLINE reals reals_keep(real_mask mask, reals v)
{
    return (reals)((real_mask)v & mask);
}

LANES_INLINE reals reals_root(reals v)
{
#if LANES_WIDTH == 8
    return (reals)_mm256_sqrt_pd((__m256d)v);
#elif defined(__SSE2__)
    return (reals)_mm_sqrt_pd((__m128d)v);
#else
    return (reals){sqrt(v[0]), sqrt(v[1])};
#endif
}

/// a < b ? a : b in each lane.
LANES_INLINE reals reals_smaller(reals a, reals b)
{
#if LANES_WIDTH == 8
    return (reals)_mm256_min_pd((__m256d)a, (__m256d)b);
#elif defined(__SSE2__)
    return (reals)_mm_min_pd((__m128d)a, (__m128d)b);
#else
    return reals_select(a < b, a, b);
#endif
}

/// a > b ? a : b in each lane.
LANES_INLINE reals reals_larger(reals a, reals b)
{
#if LANES_WIDTH == 8
    return (reals)_mm256_max_pd((__m256d)a, (__m256d)b);
#elif defined(__SSE2__)
    return (reals)_mm_max_pd((__m128d)a, (__m128d)b);
#else
    return reals_select(a > b, a, b);
#endif
}

LANES_INLINE reals reals_size(reals v)
{
    return (reals)((real_mask)v & reals_all_mask(INT64_MAX));
}

/// The smallest and the largest of them.
LANES_INLINE double reals_smallest(reals v)
{
    double least = v[0] < v[1] ? v[0] : v[1];
#if LANES_WIDTH == 8
    double other = v[2] < v[3] ? v[2] : v[3];
    least = least < other ? least : other;
#endif
    return least;
}

LANES_INLINE double reals_largest(reals v)
{
    double most = v[0] > v[1] ? v[0] : v[1];
#if LANES_WIDTH == 8
    double other = v[2] > v[3] ? v[2] : v[3];
    most = most > other ? most : other;
#endif
    return most;
}

/// The largest of them, in each lane.
LANES_INLINE reals reals_largest_all(reals v)
{
#if LANES_WIDTH == 8
    __m256d a = _mm256_max_pd((__m256d)v, _mm256_permute2f128_pd((__m256d)v, (__m256d)v, 1));
    return (reals)_mm256_max_pd(a, _mm256_permute_pd(a, 5));
#else
    return reals_all(reals_largest(v));
#endif
}

LANES_INLINE double reals_first(reals v)
{
    return v[0];
}

LANES_INLINE unsigned reals_bits(real_mask m)
{
#if LANES_WIDTH == 8
    return (unsigned)_mm256_movemask_pd((__m256d)m);
#else
    return pair_bits((pair_mask)m);
#endif
}

/// Each rounded as real_to_float does: the nearest float, FLT_MAX at most, never -0.
LANES_INLINE reals reals_round(reals v)
{
    v = reals_smaller(reals_larger(v, reals_all(-(double)FLT_MAX)), reals_all((double)FLT_MAX));
#if LANES_WIDTH == 8
    return (reals)_mm256_cvtps_pd(_mm_add_ps(_mm256_cvtpd_ps((__m256d)v), _mm_setzero_ps()));
#elif defined(__SSE2__)
    return (reals)_mm_cvtps_pd(_mm_add_ps(_mm_cvtpd_ps((__m128d)v), _mm_setzero_ps()));
#else
    return (reals){(double)((float)v[0] + 0.0f), (double)((float)v[1] + 0.0f)};
#endif
}

/// Whole numbers, as ints.
LANES_INLINE void reals_store_whole(int32_t *to, reals v)
{
#if LANES_WIDTH == 8
    _mm_storeu_si128((__m128i *)(void *)to, _mm256_cvttpd_epi32((__m256d)v));
#elif defined(__SSE2__)
    _mm_storel_epi64((__m128i *)(void *)to, _mm_cvttpd_epi32((__m128d)v));
#else
    to[0] = (int32_t)v[0];
    to[1] = (int32_t)v[1];
#endif
}

/// Their whole parts, of numbers that an int can hold.
LANES_INLINE reals reals_truncated(reals v)
{
#if LANES_WIDTH == 8
    return (reals)_mm256_cvtepi32_pd(_mm256_cvttpd_epi32((__m256d)v));
#elif defined(__SSE2__)
    return (reals)_mm_cvtepi32_pd(_mm_cvttpd_epi32((__m128d)v));
#else
    return (reals){(double)(int)v[0], (double)(int)v[1]};
#endif
}

/// Stores each as the nearest float, as real_to_float does: FLT_MAX at most, never -0.
LANES_INLINE void reals_store(float *to, reals v)
{
    v = reals_smaller(reals_larger(v, reals_all(-(double)FLT_MAX)), reals_all((double)FLT_MAX));
#if LANES_WIDTH == 8
    _mm_storeu_ps(to, _mm_add_ps(_mm256_cvtpd_ps((__m256d)v), _mm_setzero_ps()));
#elif defined(__SSE2__)
    __m128 floats = _mm_add_ps(_mm_cvtpd_ps((__m128d)v), _mm_setzero_ps());
    _mm_storel_epi64((__m128i *)(void *)to, _mm_castps_si128(floats));
#else
    to[0] = (float)v[0] + 0.0f;
    to[1] = (float)v[1] + 0.0f;
#endif
}

#endif
#endif
