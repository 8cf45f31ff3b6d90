// The kernels for AVX2.
#include "isa.h"

#if ISA_HAS_MORE
#include "kernel_needs.h"

#define ISA_AVX2
#include "isa_begin.h"

#include "kernel_cells.h"
#include "kernel_flock.h"
#include "kernel_hulls.h"
#include "kernel_orca.h"
#include "kernel_walk.h"

extern const kernels kernels_avx2;
const kernels kernels_avx2 = {flock_places, hulls_find_candidates, walk_range,
                              limit_range,  orca_places,           hulls_sum_pushes};

void cells_find_avx2(wend_near *n, const char *positions, size_t stride, int begin, int end)
{
    cells_find(n, positions, stride, begin, end);
}

#include "isa_end.h"
#else
extern const int kernels_without_avx2;
const int kernels_without_avx2 = 1;
#endif
