#include "wend/vec.h"

#include "real.h"

#include <string.h>

float wend_length(wend_vec v)
{
    return real_to_float(real_length(real_of(v)));
}

float wend_distance(wend_vec a, wend_vec b)
{
    return real_to_float(real_length(real_sub(real_of(b), real_of(a))));
}

wend_vec wend_normalize(wend_vec v)
{
    return real_to_vec(real_unit(real_of(v)));
}

wend_vec wend_cut(wend_vec v, float longest)
{
    real_vec r = real_of(v);
    double length = real_length(r);
    return length > (double)longest ? real_to_vec(real_scale(r, (double)longest / length)) : v;
}

// ---- trigonometry
// ----------------------------------------------------------------------------------------------------- Everything is
// computed in double with few operations whose order is fixed, and rounded to float once at the end.

static const double half_pi = 1.57079632679489661923;

/// angle mod pi/2 for large angles, Payne and Hanek's way: the product of the 24-bit mantissa and 2/pi, of which only
/// the bits that matter are taken. Returns the remainder in [-pi/4, pi/4] and the quadrant.
static double reduce_large(float angle, int *quadrant)
{
    static const uint32_t two_over_pi[] = {0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0,
                                           0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561};
    uint32_t bits;
    memcpy(&bits, &angle, sizeof bits);
    int exponent = (int)(bits >> 23 & 0xff) - 150; // angle = mantissa * 2^exponent, exponent <= 104
    uint64_t mantissa = (bits & 0x7fffff) | 0x800000;

    // A window of 96 bits of 2/pi, so placed that the product has its whole quadrants in the two highest of 96 bits.
    // What comes before the window only makes multiples of 4 quadrants.
    int skip = exponent - 2;
    uint32_t window[3];
    for (int k = 0; k < 3; k++)
    {
        int word = skip >= 0 ? skip / 32 + k : k - 1, shift = skip & 31;
        uint64_t before = word >= 0 ? two_over_pi[word] : 0;
        window[k] = (uint32_t)((before << 32 | two_over_pi[word + 1]) << shift >> 32);
    }
    uint64_t low = mantissa * window[2];
    uint64_t middle = mantissa * window[1] + (low >> 32);
    uint64_t high = mantissa * window[0] + (middle >> 32);
    uint64_t turn = high << 32 | (middle & 0xffffffff); // 2^62 is a quadrant
    uint64_t rounded = turn + (1ull << 61);
    *quadrant = (int)(rounded >> 62);
    int64_t remainder = (int64_t)(rounded & ((1ull << 62) - 1)) - (int64_t)(1ull << 61);
    return (double)remainder * 0x1p-62 * half_pi;
}

static double reduce(float angle, int *quadrant)
{
    double a = fabs((double)angle);
    if (a < 100000.0)
    {
        int whole = (int)(a * 0.63661977236758134308 + 0.5);
        *quadrant = whole & 3;
        // pi/2 in two parts: the product with the first, which has 33 bits, is exact.
        return (a - whole * 1.57079632673412561417) - whole * 6.07710050650619224932e-11;
    }
    return reduce_large(fabsf(angle), quadrant);
}

static double sine_near_zero(double x)
{
    double s = x * x;
    return x + x * s * (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040 + s * (1.0 / 362880 - s * (1.0 / 39916800)))));
}

static double cosine_near_zero(double x)
{
    double s = x * x;
    return 1.0 +
           s * (-0.5 + s * (1.0 / 24 + s * (-1.0 / 720 + s * (1.0 / 40320 + s * (-1.0 / 3628800 + s / 479001600)))));
}

float wend_sin(float angle)
{
    int quadrant;
    double x = reduce(angle, &quadrant);
    double sine = quadrant & 1 ? cosine_near_zero(x) : sine_near_zero(x);
    bool is_negative = (quadrant & 2) != 0;
    return (float)(is_negative != (angle < 0.0f) ? -sine : sine);
}

float wend_cos(float angle)
{
    int quadrant;
    double x = reduce(angle, &quadrant);
    double cosine = quadrant & 1 ? -sine_near_zero(x) : cosine_near_zero(x);
    return (float)(quadrant & 2 ? -cosine : cosine);
}

/// The arc tangent of [0, 1].
static double arc_tangent(double t)
{
    double base = 0.0;
    if (t > 0.41421356237309504880) // tan(pi/8)
    {
        base = half_pi / 2;
        t = (t - 1.0) / (t + 1.0);
    }
    double s = t * t, sum = 0.0;
    for (int n = 25; n >= 3; n -= 2) // t - t^3/3 + t^5/5 ...; the rest is below 1e-11 of the result
        sum = s * (1.0 / n - sum);
    return base + t * (1.0 - sum);
}

static double arc_tangent2(double y, double x)
{
    double ax = fabs(x), ay = fabs(y);
    if (ax == 0.0 && ay == 0.0)
        return 0.0;
    double angle = ay <= ax ? arc_tangent(ay / ax) : half_pi - arc_tangent(ax / ay);
    if (x < 0.0)
        angle = 2 * half_pi - angle;
    return y < 0.0 ? -angle : angle;
}

float wend_atan2(float y, float x)
{
    return (float)arc_tangent2((double)y, (double)x);
}

float wend_acos(float cosine)
{
    double c = real_clamp((double)cosine, -1.0, 1.0);
    return (float)arc_tangent2(sqrt((1.0 - c) * (1.0 + c)), c);
}

float wend_exp(float x)
{
    if (x > 89.0f)
        return FLT_MAX;
    if (x < -104.0f)
        return 0.0f;
    double d = (double)x;
    int n = (int)(d * 1.44269504088896340736 + (d < 0.0 ? -0.5 : 0.5));
    double r = d - n * 0.69314718055994530942;
    double power =
        1.0 +
        r * (1.0 +
             r / 2 *
                 (1.0 +
                  r / 3 *
                      (1.0 + r / 4 * (1.0 + r / 5 * (1.0 + r / 6 * (1.0 + r / 7 * (1.0 + r / 8 * (1.0 + r / 9))))))));
    uint64_t bits = (uint64_t)(1023 + n) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return real_to_float(power * scale);
}

// ---- angles -------------------------------------------------------------------------------------------------------

static real_vec real_cross(real_vec a, real_vec b)
{
    return (real_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

float wend_angle_between(wend_vec a, wend_vec b)
{
    real_vec u = real_unit(real_of(a)), v = real_unit(real_of(b));
    return (float)arc_tangent2(real_length(real_cross(u, v)), real_dot(u, v));
}

wend_vec wend_rotate(wend_vec v, float angle)
{
    double c = (double)wend_cos(angle), s = (double)wend_sin(angle);
    real_vec r = real_of(v);
    return real_to_vec((real_vec){r.x * c - r.y * s, r.x * s + r.y * c, r.z});
}

wend_vec wend_turn(wend_vec from, wend_vec to, float most)
{
    real_vec u = real_unit(real_of(from)), v = real_unit(real_of(to));
    if (real_dot(v, v) == 0.0)
        return from;
    real_vec axis = real_cross(u, v);
    double sine = real_length(axis), angle = arc_tangent2(sine, real_dot(u, v));
    if (real_dot(u, u) == 0.0 || angle <= (double)most)
        return real_to_vec(v);
    // Turning happens in the plane of u and `side`, the unit vector across u on the side of v.
    real_vec side = real_unit(real_sub(v, real_scale(u, real_dot(u, v))));
    if (sine < 1e-7)
    {
        real_vec about = u.x == 0.0 && u.y == 0.0 ? (real_vec){1.0, 0.0, 0.0} : (real_vec){0.0, 0.0, 1.0};
        side = real_unit(real_cross(about, u));
    }
    double c = (double)wend_cos(most), s = (double)wend_sin(most);
    return real_to_vec(real_unit(real_add(real_scale(u, c), real_scale(side, s))));
}

// ---- random numbers -----------------------------------------------------------------------------------------------

wend_random wend_random_seed(uint64_t seed, uint64_t stream)
{
    wend_random random = {0, stream << 1 | 1};
    wend_random_next(&random);
    random.state += seed;
    wend_random_next(&random);
    return random;
}

uint32_t wend_random_next(wend_random *random)
{
    uint64_t old = random->state;
    random->state = old * 6364136223846793005u + random->increment;
    uint32_t shifted = (uint32_t)((old >> 18 ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return shifted >> turn | shifted << (-turn & 31);
}

float wend_random_unit(wend_random *random)
{
    return (float)(wend_random_next(random) >> 8) * 0x1p-24f;
}

float wend_random_between(wend_random *random, float least, float most)
{
    double share = (double)wend_random_unit(random);
    float value = real_to_float((double)least + share * ((double)most - (double)least));
    return value >= most && least < most ? nextafterf(most, least) : value; // rounding may have reached the upper end
}
