// SteerSuite's test cases from their XML files.                                                floor 6
#ifndef WEND_STEERBENCH_READ_H
#define WEND_STEERBENCH_READ_H

#include "steerbench.h"

/// Reads a case. False with the reason in `error`; the case is empty then.
bool steerbench_read(const char *path, steerbench_case *out, steerbench_error *error);
void steerbench_free(steerbench_case *c);

#endif
