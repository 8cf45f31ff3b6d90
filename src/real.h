// Vectors in double: for the plain functions, so that no finite input overflows or vanishes on the way.
#ifndef WEND_SRC_REAL_H
#define WEND_SRC_REAL_H

#include "wend/vec.h"

#include <float.h>
#include <math.h>

typedef struct real_vec
{
    double x, y, z;
} real_vec;

static inline real_vec real_of(wend_vec v)
{
    return (real_vec){(double)v.x, (double)v.y, (double)v.z};
}

static inline real_vec real_add(real_vec a, real_vec b)
{
    return (real_vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline real_vec real_sub(real_vec a, real_vec b)
{
    return (real_vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline real_vec real_scale(real_vec v, double factor)
{
    return (real_vec){v.x * factor, v.y * factor, v.z * factor};
}

static inline double real_dot(real_vec a, real_vec b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

static inline double real_length(real_vec v)
{
    return sqrt(real_dot(v, v));
}

static inline real_vec real_unit(real_vec v)
{
    double length = real_length(v);
    return length > 0.0 ? real_scale(v, 1.0 / length) : (real_vec){0.0, 0.0, 0.0};
}

static inline double real_clamp(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

/// A difference of coordinates, the short way round where the axis wraps (period > 0).
static inline double real_short_way(double difference, double period)
{
    if (period > 0.0 && fabs(difference) > 0.5 * period)
        difference -= period * floor(difference / period + 0.5);
    return difference;
}

/// As fmax and fmin, of numbers.
static inline double real_larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double real_smaller(double a, double b)
{
    return a < b ? a : b;
}

/// The nearest float, FLT_MAX at most; never -0, so that a plane's z stays +0.
static inline float real_to_float(double value)
{
    return (float)real_clamp(value, -(double)FLT_MAX, (double)FLT_MAX) + 0.0f;
}

static inline wend_vec real_to_vec(real_vec v)
{
    return wend_xyz(real_to_float(v.x), real_to_float(v.y), real_to_float(v.z));
}

static inline real_vec real_cut(real_vec v, double longest)
{
    double length = real_length(v);
    return length > longest ? real_scale(v, longest / length) : v;
}

#endif
