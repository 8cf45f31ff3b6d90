// See isa.h. No include guard: it is used once in each file that is compiled for an instruction set of its own.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif
#if defined(ISA_AVX512)
#define LANES_WIDTH  8
#define LANES_AVX512 1
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,popcnt,avx512f,avx512vl,avx512dq"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt,avx512f,avx512vl,avx512dq")
#endif
#elif defined(ISA_AVX2)
#define LANES_WIDTH 8
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt")
#endif
#endif
