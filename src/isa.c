#include "isa.h"

#include <stddef.h>

// The only thing here that ever changes, and no result depends on it. Below 0: the best.
static int asked_for = -1;

static bool has_set(isa_set set)
{
    switch (set)
    {
    case ISA_SET_BASELINE: return true;
#if ISA_HAS_MORE
    case ISA_SET_AVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
    case ISA_SET_AVX512:
        return has_set(ISA_SET_AVX2) && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq");
#endif
    default: return false;
    }
}

isa_set isa_chosen(void)
{
    if (asked_for >= 0)
        return (isa_set)asked_for;
    int set = ISA_SET_COUNT - 1;
    while (!has_set((isa_set)set))
        set--;
    return (isa_set)set;
}

bool isa_use(isa_set set)
{
    if (set != ISA_SET_COUNT && !has_set(set))
        return false;
    asked_for = set == ISA_SET_COUNT ? -1 : (int)set;
    return true;
}

const char *isa_name(isa_set set)
{
    static const char *const names[] = {"baseline", "avx2", "avx512"};
    return (unsigned)set < ISA_SET_COUNT ? names[set] : NULL;
}
