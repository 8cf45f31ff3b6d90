// Comparing the choices of a scene: the same seeds with each.                                    floor 6
#ifndef WEND_COMPARE_H
#define WEND_COMPARE_H

#include "scenes.h"

typedef struct compare_options
{
    const char *names; ///< of two choices or more: "urgency,threshold"
    int seeds;         ///< how many, from `seed` on
    uint64_t seed;
    int threads;
    double seconds;  ///< that are played at most; below 0: as long as the scene says
    const char *csv; ///< a row for each play; null: nobody wants it
} compare_options;

/// Plays all of them and prints the mean of each with its standard error, then the mean of the differences, seed by
/// seed, of the first to the others. Returns the exit code.
int compare_scene(const scene *kind, const compare_options *options);

#endif
