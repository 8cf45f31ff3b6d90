// Cases made here, in the style of the benchmark: for the scene, and for `wend crowd`.               floor 5
#ifndef WEND_STEERBENCH_CASES_H
#define WEND_STEERBENCH_CASES_H

#include "steerbench.h"

/// How many there are, and their names: one or two words.
extern const int steerbench_case_count;
const char *steerbench_case_name(int index);

/// The index of a name, or -1.
int steerbench_case_find(const char *name);

/// Makes one; null: no memory. Freed by steerbench_case_free.
steerbench_case *steerbench_case_make(int index);
void steerbench_case_free(steerbench_case *made);

#endif
