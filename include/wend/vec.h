// Vectors, own trigonometry, random numbers.                                          ground floor, includes base.h
//
//   wend_add wend_sub wend_scale wend_negate wend_dot wend_cross wend_lerp      arithmetic
//   wend_length wend_distance wend_normalize wend_cut                           lengths, safe for any finite vector
//   wend_angle_between wend_rotate wend_turn                                    angles
//   wend_sin wend_cos wend_atan2 wend_acos wend_exp                             the same bits on every machine
//   wend_random_seed wend_random_next wend_random_unit wend_random_between      PCG32
//
// Angles are in radians, counter-clockwise where x points right and y up. Lengths are summed as (xx + yy) + zz in
// double, so that no finite vector overflows or vanishes; a length that no float can hold becomes FLT_MAX.
// Nothing here allocates or remembers. The mathematical functions never use those of the C library (but for the square
// root, which IEEE 754 fixes), since these differ between machines in the last bit.
#ifndef WEND_VEC_H
#define WEND_VEC_H

#include "wend/base.h"

#define WEND_PI 3.14159265358979323846f

/// A point, a direction or a velocity. A planar world keeps z at 0: in C, `(wend_vec){3, 4}`.
typedef struct wend_vec
{
    float x, y, z;
} wend_vec;

/// A vector from its coordinates, for C++ and for the middle of an expression.
static inline wend_vec wend_xyz(float x, float y, float z)
{
    wend_vec v;
    v.x = x, v.y = y, v.z = z;
    return v;
}

static inline wend_vec wend_add(wend_vec a, wend_vec b)
{
    return wend_xyz(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline wend_vec wend_sub(wend_vec a, wend_vec b)
{
    return wend_xyz(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline wend_vec wend_scale(wend_vec v, float factor)
{
    return wend_xyz(v.x * factor, v.y * factor, v.z * factor);
}

static inline wend_vec wend_negate(wend_vec v)
{
    return wend_xyz(-v.x, -v.y, -v.z);
}

static inline float wend_dot(wend_vec a, wend_vec b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

static inline wend_vec wend_cross(wend_vec a, wend_vec b)
{
    return wend_xyz(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/// From a (share 0) to b (share 1); a share outside 0..1 goes on beyond them.
static inline wend_vec wend_lerp(wend_vec a, wend_vec b, float share)
{
    return wend_add(a, wend_scale(wend_sub(b, a), share));
}

static inline bool wend_equal(wend_vec a, wend_vec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Is every coordinate neither infinite nor NaN?
static inline bool wend_is_finite(wend_vec v)
{
    // A difference with itself is 0 for every finite number and NaN otherwise.
    return v.x - v.x == 0.0f && v.y - v.y == 0.0f && v.z - v.z == 0.0f;
}

/// The length of v, [0, FLT_MAX].
WEND_API float wend_length(wend_vec v);

/// The distance from a to b, [0, FLT_MAX].
WEND_API float wend_distance(wend_vec a, wend_vec b);

/// The unit vector along v; the zero vector for the zero vector.
WEND_API wend_vec wend_normalize(wend_vec v);

/// v, shortened to `longest` (>= 0) where it is longer; direction kept. A v that is short enough comes back bit for
/// bit.
WEND_API wend_vec wend_cut(wend_vec v, float longest);

/// The angle between a and b, [0, pi]; 0 if either is the zero vector.
WEND_API float wend_angle_between(wend_vec a, wend_vec b);

/// v turned by `angle` about the z axis, counter-clockwise: x cos - y sin, x sin + y cos; z is kept.
WEND_API wend_vec wend_rotate(wend_vec v, float angle);

/// The unit vector `from` turned toward `to` by at most `most` radians (>= 0), the short way round. Where `to` points
/// exactly the other way the turn is counter-clockwise about z, or about x if `from` runs along z. A zero `to` turns
/// nothing; a zero `from` turns to `to` at once.
WEND_API wend_vec wend_turn(wend_vec from, wend_vec to, float most);

/// Sine and cosine of any finite angle, to 1 unit in the last place.
WEND_API float wend_sin(float angle);
WEND_API float wend_cos(float angle);

/// The angle of the direction (x, y), [-pi, pi], to 1 unit in the last place; 0 for (0, 0).
WEND_API float wend_atan2(float y, float x);

/// The angle whose cosine is `cosine`, [0, pi], to 2 units in the last place; the argument is clamped to [-1, 1] first.
WEND_API float wend_acos(float cosine);

/// e to the power x, [0, FLT_MAX], to 1 unit in the last place; what is too large becomes FLT_MAX.
WEND_API float wend_exp(float x);

/// A stream of random numbers: PCG32 (O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
/// Algorithms for Random Number Generation", 2014). Two streams of one seed have nothing in common.
typedef struct wend_random
{
    uint64_t state;
    uint64_t increment; ///< odd; made from the stream's number
} wend_random;

/// The stream with that number of that seed, at its beginning.
WEND_API wend_random wend_random_seed(uint64_t seed, uint64_t stream);

/// The next 32 random bits.
WEND_API uint32_t wend_random_next(wend_random *random);

/// The next number in [0, 1), a multiple of 2^-24. One draw.
WEND_API float wend_random_unit(wend_random *random);

/// The next number in [least, most). One draw.
WEND_API float wend_random_between(wend_random *random, float least, float most);

#endif
