// The dodges of a crowd by name, for --dodge.                                                 floor 6
#ifndef WEND_DODGE_NAME_H
#define WEND_DODGE_NAME_H

#include "wend/recipe.h"

#include <string.h>

static const char dodge_usual[] = "orca";
static const char dodge_names[] = "none, orca, sampled, social";
static const char dodge_about[] = "how agents dodge: none, orca, sampled, social; default orca";

/// The kind of that name; false: there is none.
static inline bool dodge_find(const char *name, wend_dodge_kind *out)
{
    static const struct
    {
        const char *name;
        wend_dodge_kind kind;
    } rows[] = {{"none", WEND_DODGE_NONE},
                {"orca", WEND_DODGE_ORCA},
                {"sampled", WEND_DODGE_SAMPLED},
                {"social", WEND_DODGE_SOCIAL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        if (strcmp(rows[i].name, name) == 0)
        {
            *out = rows[i].kind;
            return true;
        }
    return false;
}

#endif
