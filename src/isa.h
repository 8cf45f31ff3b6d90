// Instruction sets that kernels are compiled for besides that of the whole build, and which one is used.
//
// A file with kernels is compiled once for each of them, with nothing but what stands between these lines for it:
//     #define ISA_AVX2                  or ISA_AVX512, or none
//     #include "isa_begin.h"
//     #include kernels
//     #include "isa_end.h"
// So no flag of the build is needed. Multiplying and adding are never made one instruction, which would give other bits.
#ifndef WEND_SRC_ISA_H
#define WEND_SRC_ISA_H

#include "compiler.h"
#include "wend/base.h"

/// Are there more instruction sets than that of the build? Not where all of wend is one file.
#if IS_GNU && defined(__x86_64__) && !defined(WEND_ONE_FILE)
#define ISA_HAS_MORE 1
#include <immintrin.h>
#else
#define ISA_HAS_MORE 0
#endif

/// The later the better.
typedef enum isa_set
{
    ISA_SET_BASELINE, // that of the whole build
    ISA_SET_AVX2,
    ISA_SET_AVX512,
    ISA_SET_COUNT
} isa_set;

/// The best one that this machine has, or the one that was asked for.
isa_set isa_chosen(void);

/// Uses that one from now on; ISA_SET_COUNT: the best one. False, and nothing changes, if this machine or this build
/// hasn't got it. For tests and benchmarks: not while something is computed.
bool isa_use(isa_set set);

/// "baseline", "avx2", "avx512"; of any other number null.
const char *isa_name(isa_set set);

#endif
