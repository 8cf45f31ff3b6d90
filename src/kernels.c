#include "kernels.h"

extern const kernels kernels_baseline, kernels_avx2, kernels_avx512;

const kernels *kernels_chosen(void)
{
#if ISA_HAS_MORE
    static const kernels *const all[ISA_SET_COUNT] = {&kernels_baseline, &kernels_avx2, &kernels_avx512};
    return all[isa_chosen()];
#else
    return &kernels_baseline;
#endif
}
