// What only GNU compilers have (gcc, clang), and plain C where there is another. Nothing else in src/ asks which compiler
// it is, but lanes.h and isa.h, which go by this.
//
// WEND_PLAIN_C: plain C everywhere, for tests. The bits are the same.
#ifndef WEND_SRC_COMPILER_H
#define WEND_SRC_COMPILER_H

#include <stdint.h>

#if defined(__GNUC__) && !defined(WEND_PLAIN_C)
#define IS_GNU 1

#define ALWAYS_INLINE            static inline __attribute__((always_inline, unused))
#define NEVER_INLINE             static __attribute__((noinline))
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#define FETCH(block)             __builtin_prefetch(block)    // will be read
#define FETCH_TO_WRITE(block)    __builtin_prefetch(block, 1) // will be written
#define UNROLLED                 _Pragma("GCC unroll 4")
#define UNROLLED_WHOLLY          _Pragma("GCC unroll 16")

#else
#define IS_GNU 0

#define ALWAYS_INLINE static inline
#define NEVER_INLINE  static
#define PRINTF_LIKE(text, first)
#define FETCH(block)          ((void)(block))
#define FETCH_TO_WRITE(block) ((void)(block))
#define UNROLLED
#define UNROLLED_WHOLLY
#endif

/// How many bits are set.
ALWAYS_INLINE int bits_set(uint32_t bits)
{
#if IS_GNU
    return __builtin_popcount(bits);
#else
    int count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
#endif
}

/// How many bits that aren't set are below the lowest one that is, or above the highest; some must be.
ALWAYS_INLINE int zeros_below_64(uint64_t bits)
{
#if IS_GNU
    return __builtin_ctzll(bits);
#else
    int count = 0;
    for (; !(bits & 1); bits >>= 1)
        count++;
    return count;
#endif
}

ALWAYS_INLINE int zeros_below(uint32_t bits)
{
    return zeros_below_64(bits);
}

ALWAYS_INLINE int zeros_above_64(uint64_t bits)
{
#if IS_GNU
    return __builtin_clzll(bits);
#else
    int count = 0;
    for (; !(bits >> 63); bits <<= 1)
        count++;
    return count;
#endif
}

#endif
