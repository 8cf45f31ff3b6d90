// context_choose.c for AVX2.
#include "isa.h"

#if ISA_HAS_MORE
#include "real.h"
#include "wend/context.h"

#define ISA_AVX2
#include "isa_begin.h"

#define RING_CHOOSE_NAME ring_choose_avx2
#include "context_choose.c"

#include "isa_end.h"
#else
extern const int context_choose_has_no_avx2;
const int context_choose_has_no_avx2 = 1;
#endif
