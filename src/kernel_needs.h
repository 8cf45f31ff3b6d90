// What the kernels' sources include from elsewhere, before an instruction set is chosen.
#ifndef WEND_SRC_KERNEL_NEEDS_H
#define WEND_SRC_KERNEL_NEEDS_H

#include "arrive.h"
#include "bodies.h"
#include "flock_tile.h"
#include "hits.h"
#include "hulls.h"
#include "kernels.h"
#include "memory.h"
#include "orcas.h"
#include "probe.h"
#include "real.h"
#include "wend/flock.h"
#include "wishes.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#endif
