// The kernels for AVX-512, on registers of 256 bits.
#include "isa.h"

#if ISA_HAS_MORE
#if !defined(__clang__)
#pragma GCC optimize("fp-contract=off") // AVX-512 can multiply and add in one
#endif
#include "kernel_needs.h"

#define ISA_AVX512
#include "isa_begin.h"

#include "kernel_cells.h"
#include "kernel_flock.h"
#include "kernel_hulls.h"
#include "kernel_orca.h"
#include "kernel_walk.h"

extern const kernels kernels_avx512;
const kernels kernels_avx512 = {flock_places, hulls_find_candidates, walk_range,
                                limit_range,  orca_places,           hulls_sum_pushes};

void cells_find_avx512(wend_near *n, const char *positions, size_t stride, int begin, int end)
{
    cells_find(n, positions, stride, begin, end);
}

#include "isa_end.h"
#else
extern const int kernels_without_avx512;
const int kernels_without_avx512 = 1;
#endif
