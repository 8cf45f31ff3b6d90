// The kernels for the instruction set of the whole build.
#include "isa.h"
#include "kernel_needs.h"

#include "isa_begin.h"

#include "kernel_cells.h"
#include "kernel_flock.h"
#include "kernel_hulls.h"
#include "kernel_orca.h"
#include "kernel_walk.h"

extern const kernels kernels_baseline;
const kernels kernels_baseline = {flock_places, hulls_find_candidates, walk_range,
                                  limit_range,  orca_places,           hulls_sum_pushes};

void cells_find_baseline(wend_near *n, const char *positions, size_t stride, int begin, int end)
{
    cells_find(n, positions, stride, begin, end);
}

#include "isa_end.h"
