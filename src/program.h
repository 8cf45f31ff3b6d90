// The nearest point in half-planes and discs, or in half-spaces and balls: linear programs with round limits.
#ifndef WEND_SRC_PROGRAM_H
#define WEND_SRC_PROGRAM_H

#include "real.h"

#include <stdbool.h>

#define PROGRAM_MOST 64 // with room for a register more than can be asked for

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
    double x[PROGRAM_MOST], y[PROGRAM_MOST], z[PROGRAM_MOST]; // normals of the halves
    double least[PROGRAM_MOST];
    int count, hard;
    program_ball balls[2];
    int ball_count;
    bool is_spatial;
} program;

/// So far outside is still inside: velocities are floats in the end.
#define PROGRAM_SLACK 1e-9

/// A normal whose product with a line is less is across it, as good as exactly.
#define PROGRAM_PARALLEL 1e-12

/// Of two halves whose normals differ by less one border is parallel to the other, as good as exactly.
#define PROGRAM_ALIKE 1e-9

static inline program_half program_get(const program *p, int i)
{
    return (program_half){{p->x[i], p->y[i], p->z[i]}, p->least[i]};
}

static inline void program_put(program *p, int i, real_vec normal, double least)
{
    p->x[i] = normal.x;
    p->y[i] = normal.y;
    p->z[i] = normal.z;
    p->least[i] = least;
}

/// What is looked for: the nearest point to a target, or the farthest along a direction.
typedef struct program_aim
{
    real_vec target;
    bool is_direction;
} program_aim;

/// The best point of the balls alone; `normal` is of the plane, zero in space. False: they share no point.
bool program_best_in_balls(const program *p, real_vec normal, const program_aim *a, real_vec *out);

typedef bool program_solver(const program *p, real_vec wish, real_vec *out);

/// The point nearest to the wish; where nothing is in all halves, one that goes least far beyond any of them. True if
/// that was so.
program_solver program_solve;

#endif
