// What the tests of plain functions share: assertions on floats and vectors, ready-made agents, a steered body.
#ifndef WEND_TESTING_H
#define WEND_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "wend/agent.h"

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))
#define PI              3.14159265358979323846 // in double, unlike WEND_PI

static inline wend_vec v2(float x, float y)
{
    return wend_xyz(x, y, 0);
}

static inline double square(double x)
{
    return x * x;
}

static inline double exact_length(wend_vec v)
{
    return sqrt(square((double)v.x) + square((double)v.y) + square((double)v.z));
}

static inline double exact_dot(wend_vec a, wend_vec b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

static inline double degrees(double angle)
{
    return angle * 180 / PI;
}

static inline bool is_finite(wend_vec v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

// ---- assertions: each names the place of the caller; NaN fails them all

static inline void check_close(double actual, double expected, double tolerance, const char *what, const char *file,
                               int line)
{
    if (!(fabs(actual - expected) <= tolerance))
    {
        print_error("%s is %.9g, expected %.9g +- %.3g\n", what, actual, expected, tolerance);
        _fail(file, line);
    }
}

static inline void check_vec(wend_vec v, double x, double y, double z, double tolerance, const char *what,
                             const char *file, int line)
{
    if (!(fabs((double)v.x - x) <= tolerance && fabs((double)v.y - y) <= tolerance &&
          fabs((double)v.z - z) <= tolerance))
    {
        print_error("%s is (%.9g, %.9g, %.9g), expected (%.9g, %.9g, %.9g) +- %.3g\n", what, (double)v.x, (double)v.y,
                    (double)v.z, x, y, z, tolerance);
        _fail(file, line);
    }
}

static inline void check_same(wend_vec a, wend_vec b, const char *what, const char *file, int line)
{
    if (memcmp(&a, &b, sizeof a) != 0)
    {
        print_error("%s: (%.9g, %.9g, %.9g) and (%.9g, %.9g, %.9g) are not the same bits\n", what, (double)a.x,
                    (double)a.y, (double)a.z, (double)b.x, (double)b.y, (double)b.z);
        _fail(file, line);
    }
}

static inline void check_finite(wend_vec v, const char *what, const char *file, int line)
{
    if (!is_finite(v))
    {
        print_error("%s is (%g, %g, %g), not finite\n", what, (double)v.x, (double)v.y, (double)v.z);
        _fail(file, line);
    }
}

/// |actual - expected| <= tolerance
#define assert_close(actual, expected, tolerance)                                                                      \
    check_close((double)(actual), (double)(expected), (double)(tolerance), #actual, __FILE__, __LINE__)
/// each coordinate within the tolerance
#define assert_vec(v, x, y, z, tolerance)                                                                              \
    check_vec(v, (double)(x), (double)(y), (double)(z), (double)(tolerance), #v, __FILE__, __LINE__)
/// the same bits, so that -0 differs from 0
#define assert_same(a, b) check_same(a, b, #a " and " #b, __FILE__, __LINE__)
#define assert_finite(v)  check_finite(v, #v, __FILE__, __LINE__)

// ---- floats as bits

static inline float from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t to_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/// How far `got` is from the exact value, in units of the last place a float has at that value.
static inline double ulps_off(float got, double exact)
{
    int exponent = 0;
    frexp(exact, &exponent);
    int last_place = exponent - 24 < -149 ? -149 : exponent - 24;
    return fabs((double)got - exact) / ldexp(1, last_place);
}

// ---- a generator of the tests' own, so that they don't lean on wend's (Marsaglia, "Xorshift RNGs", 2003)

static inline uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * 0x2545F4914F6CDD1Du;
}

/// Uniform in [least, most), in double.
static inline double draw_between(uint64_t *state, double least, double most)
{
    return least + (most - least) * ((double)(draw(state) >> 11) * 0x1p-53);
}

static inline float draw_float(uint64_t *state, double least, double most)
{
    return (float)draw_between(state, least, most);
}

static inline wend_vec draw_in_box(uint64_t *state, double half, bool is_spatial)
{
    float x = draw_float(state, -half, half);
    float y = draw_float(state, -half, half);
    return wend_xyz(x, y, is_spatial ? draw_float(state, -half, half) : 0);
}

/// Magnitudes at which floats misbehave: zero, the smallest one, squares that vanish, squares that overflow, the end.
static const float magnitudes[] = {0, 1e-45f, -1e-45f, 1e-38f, -1e-38f, 1e-20f, -1e-20f,
                                   1, -1,     1e20f,   -1e20f, 3e38f,   -3e38f};

static inline float draw_magnitude(uint64_t *state)
{
    return magnitudes[draw(state) % (uint64_t)COUNT_OF(magnitudes)];
}

static inline wend_vec draw_wild(uint64_t *state)
{
    float x = draw_magnitude(state);
    float y = draw_magnitude(state);
    return wend_xyz(x, y, draw_magnitude(state));
}

static inline float draw_not_negative(uint64_t *state)
{
    return fabsf(draw_magnitude(state));
}

static inline float draw_positive(uint64_t *state)
{
    float x = draw_not_negative(state);
    return x > 0 ? x : 4;
}

static inline wend_vec draw_unit(uint64_t *state)
{
    double angle = draw_between(state, -PI, PI);
    double z = draw_between(state, -1, 1);
    double r = sqrt(1 - z * z);
    return wend_xyz((float)(r * cos(angle)), (float)(r * sin(angle)), (float)z);
}

/// An agent whose every field is allowed and most are extreme.
static inline wend_agent draw_wild_agent(uint64_t *state)
{
    wend_agent self = wend_default_agent();
    self.id.value = draw(state) % 4;
    self.position = draw_wild(state);
    self.velocity = draw_wild(state);
    self.heading = draw_unit(state);
    self.radius = draw_positive(state);
    self.max_speed = draw_not_negative(state);
    self.max_acceleration = draw_not_negative(state);
    self.arrival_radius = draw_positive(state);
    self.neighbour_radius = draw_positive(state);
    self.response_time = draw_not_negative(state);
    self.mass = draw_positive(state);
    return self;
}

// ---- agents

/// A default agent (top speed 4, acceleration 8) at a point, at rest.
static inline wend_agent agent_at(float x, float y)
{
    wend_agent self = wend_default_agent();
    self.position = wend_xyz(x, y, 0);
    return self;
}

/// A default agent that moves.
static inline wend_agent mover(float x, float y, float vx, float vy)
{
    wend_agent self = agent_at(x, y);
    self.velocity = v2(vx, vy);
    return self;
}

/// The agent of CLAIMS section 4: top speed 220, steering limit 380, slowing radius 150.
static inline wend_agent chaser(float x, float y, float response_time)
{
    wend_agent self = agent_at(x, y);
    self.radius = 6;
    self.max_speed = 220;
    self.max_acceleration = 380;
    self.arrival_radius = 150;
    self.response_time = response_time;
    return self;
}

/// Velocity first, then position.
static inline void move_by(wend_agent *self, wend_vec velocity, double seconds)
{
    self->velocity = velocity;
    self->position.x += (float)((double)velocity.x * seconds);
    self->position.y += (float)((double)velocity.y * seconds);
    self->position.z += (float)((double)velocity.z * seconds);
}

#endif
