// See isa.h.
#if defined(ISA_AVX512) || defined(ISA_AVX2)
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
