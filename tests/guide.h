// What the code of the guide's pages is compiled with: see guide_code.c. What it prints is kept and compared.
#ifndef WEND_GUIDE_H
#define WEND_GUIDE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/wend.h"

int guide_print(const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;
int guide_puts(const char *line);

/// All that was printed since the last time is this.
void guide_output(const char *page, int line, const char *expected);

/// A number of the page is written as this value is.
void guide_number(const char *page, int line, const char *written, const char *format, double value);

/// Calls `wend` with these arguments; what it prints counts as printed.
void guide_command(const char *page, int line, const char *arguments);

#define printf guide_print
#define puts   guide_puts

#endif
