#include "kernels.h"

extern const kernels kernels_baseline;
#if ISA_HAS_MORE
extern const kernels kernels_avx2, kernels_avx512;
#endif

const kernels *kernels_chosen(void)
{
#if ISA_HAS_MORE
    static const kernels *const all[ISA_SET_COUNT] = {&kernels_baseline, &kernels_avx2, &kernels_avx512};
    return all[isa_chosen()];
#else
    return &kernels_baseline;
#endif
}
