// The nearest point in half-planes and discs, or in half-spaces and balls: linear programs with round limits.
#ifndef WEND_SRC_PROGRAM_H
#define WEND_SRC_PROGRAM_H

#include "real.h"

#define PROGRAM_MOST 64

/// Points p with normal . p >= least.
typedef struct program_half
{
    real_vec normal;
    double least;
} program_half;

typedef struct program_ball
{
    real_vec centre;
    double radius;
} program_ball;

/// The first `hard` halves are kept before the others. One or two balls, which must share a point.
typedef struct program
{
    program_half halves[PROGRAM_MOST];
    int count, hard;
    program_ball balls[2];
    int ball_count;
    bool is_spatial;
} program;

/// The point nearest to the wish; where nothing is in all halves, one that goes least far beyond any of them. True if
/// that was so.
bool program_solve(const program *p, real_vec wish, real_vec *out);

#endif
