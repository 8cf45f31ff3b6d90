#include "ink.h"

#include <math.h>

// Lightness, and two axes of colour, as the eye has them (B. Ottosson, "A perceptual color space for image
// processing", 2020).
typedef struct oklab
{
    float light, a, b;
} oklab;

static float to_linear(unsigned byte)
{
    float v = (float)byte / 255.0f;
    return v <= 0.04045f ? v / 12.92f : powf((v + 0.055f) / 1.055f, 2.4f);
}

static oklab to_oklab(float r, float g, float b)
{
    float l = cbrtf(0.4122214708f * r + 0.5363325363f * g + 0.0514459929f * b);
    float m = cbrtf(0.2119034982f * r + 0.6806995451f * g + 0.1073969566f * b);
    float s = cbrtf(0.0883024619f * r + 0.2817188376f * g + 0.6299787005f * b);
    return (oklab){0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s,
                   1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
                   0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s};
}

static void to_rgb(oklab c, float out[3])
{
    float l = c.light + 0.3963377774f * c.a + 0.2158037573f * c.b;
    float m = c.light - 0.1055613458f * c.a - 0.0638541728f * c.b;
    float s = c.light - 0.0894841775f * c.a - 1.2914855480f * c.b;
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    out[0] = 4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s;
    out[1] = -1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s;
    out[2] = -0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s;
}

static bool is_colour(const float rgb[3])
{
    for (int k = 0; k < 3; k++)
        if (rgb[k] < -1e-4f || rgb[k] > 1.0001f)
            return false;
    return true;
}

static unsigned to_byte(float linear)
{
    float v = fminf(fmaxf(linear, 0.0f), 1.0f);
    v = v <= 0.0031308f ? 12.92f * v : 1.055f * powf(v, 1.0f / 2.4f) - 0.055f;
    return (unsigned)(v * 255.0f + 0.5f);
}

// Night becomes paper, white becomes ink; what is in between stays vivid.
static float turned(float light)
{
    static const float from[] = {0.0f, 0.204f, 0.60f, 0.80f, 0.90f, 1.0f};
    static const float to[] = {1.0f, 0.985f, 0.66f, 0.59f, 0.52f, 0.20f};
    int k = 0;
    while (k < 4 && light > from[k + 1])
        k++;
    float share = fminf((light - from[k]) / (from[k + 1] - from[k]), 1.0f);
    return to[k] + share * (to[k + 1] - to[k]);
}

wend_colour ink_daylight(wend_colour colour)
{
    oklab c = to_oklab(to_linear(colour >> 24), to_linear(colour >> 16 & 255), to_linear(colour >> 8 & 255));
    float old = c.light, rgb[3];
    c.light = turned(old);
    // Night and paper are nearly grey.
    if (old < 0.3f)
        c.a *= 0.3f * old, c.b *= 0.3f * old;
    to_rgb(c, rgb);
    for (int k = 0; k < 24 && !is_colour(rgb); k++)
    {
        c.a *= 0.95f;
        c.b *= 0.95f;
        to_rgb(c, rgb);
    }
    return (wend_colour)(to_byte(rgb[0]) << 24 | to_byte(rgb[1]) << 16 | to_byte(rgb[2]) << 8) | (colour & 255u);
}
