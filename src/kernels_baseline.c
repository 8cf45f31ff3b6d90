// The kernels for the instruction set of the whole build.
#include "isa.h"
#include "kernel_needs.h"

#include "isa_begin.h"

#include "kernel_flock.h"

extern const kernels kernels_baseline;
const kernels kernels_baseline = {flock_places};

#include "isa_end.h"
