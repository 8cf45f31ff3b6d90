// The kernels for AVX2.
#include "isa.h"

#if ISA_HAS_MORE
#include "kernel_needs.h"

#define ISA_AVX2
#include "isa_begin.h"

#include "kernel_flock.h"

extern const kernels kernels_avx2;
const kernels kernels_avx2 = {flock_places};

#include "isa_end.h"
#else
extern const int kernels_avx2;
const int kernels_avx2 = 0;
#endif
