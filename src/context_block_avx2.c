// context_block.c for AVX2.
#include "isa.h"

#if ISA_HAS_MORE
#include "real.h"
#include "wend/context.h"

#define ISA_AVX2
#include "isa_begin.h"

#define RING_BLOCK_NAME ring_block_avx2
#include "context_block.c"

#include "isa_end.h"
#else
extern const int context_block_has_no_avx2;
const int context_block_has_no_avx2 = 1;
#endif
