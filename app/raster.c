#include "ink.h"

#include <math.h>

// SDL's software renderer cuts vertices to whole pixels, which makes small bodies and thin lines wobble; here they
// keep a sixteenth of a pixel. Edges that are shared belong to one of the two triangles (top-left rule).

typedef struct corner
{
    int64_t x, y;
    int64_t alpha;
} corner;

static corner corner_of(const ink_vertex *vertex)
{
    corner out = {lrintf(fminf(fmaxf(vertex->x, -1e6f), 1e6f) * 16.0f),
                  lrintf(fminf(fmaxf(vertex->y, -1e6f), 1e6f) * 16.0f), vertex->colour.a};
    return out;
}

static int64_t side_of(corner a, corner b, int64_t x, int64_t y)
{
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

static int64_t edge_bias(corner a, corner b)
{
    bool is_top_left = a.y == b.y ? b.x > a.x : b.y < a.y;
    return is_top_left ? 0 : -1;
}

static void blend(uint8_t *pixel, ink_rgba colour, int alpha)
{
    pixel[0] = (uint8_t)((pixel[0] * (255 - alpha) + colour.r * alpha + 127) / 255);
    pixel[1] = (uint8_t)((pixel[1] * (255 - alpha) + colour.g * alpha + 127) / 255);
    pixel[2] = (uint8_t)((pixel[2] * (255 - alpha) + colour.b * alpha + 127) / 255);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

static ink_box bounds_of(const ink_box *clip, const corner p[3])
{
    int x[3], y[3];
    for (int k = 0; k < 3; k++)
        x[k] = (int)(p[k].x >> 4), y[k] = (int)(p[k].y >> 4);
    int left = most(least(least(x[0], x[1]), x[2]), clip->x), top = most(least(least(y[0], y[1]), y[2]), clip->y);
    int right = least(most(most(x[0], x[1]), x[2]) + 1, clip->x + clip->w);
    int bottom = least(most(most(y[0], y[1]), y[2]) + 1, clip->y + clip->h);
    return (ink_box){left, top, right - left, bottom - top};
}

void ink_triangle(const ink_pixels *pixels, const ink_vertex *a, const ink_vertex *b, const ink_vertex *c)
{
    corner p[3] = {corner_of(a), corner_of(b), corner_of(c)};
    int64_t area = side_of(p[0], p[1], p[2].x, p[2].y);
    if (area < 0)
    {
        corner swap = p[1];
        p[1] = p[2];
        p[2] = swap;
        area = -area;
    }
    ink_box box = bounds_of(&pixels->clip, p);
    if (area == 0 || box.w <= 0 || box.h <= 0)
    {
        return;
    }
    ink_rgba colour = a->colour;
    bool is_even = p[0].alpha == p[1].alpha && p[1].alpha == p[2].alpha;
    int64_t bias[3], step[3];
    for (int k = 0; k < 3; k++)
    {
        bias[k] = edge_bias(p[(k + 1) % 3], p[(k + 2) % 3]);
        step[k] = -16 * (p[(k + 2) % 3].y - p[(k + 1) % 3].y);
    }
    for (int y = box.y; y < box.y + box.h; y++)
    {
        uint8_t *pixel = pixels->bytes + (size_t)y * (size_t)pixels->pitch + (size_t)box.x * 4;
        int64_t centre_x = box.x * 16 + 8, centre_y = y * 16 + 8;
        int64_t w0 = side_of(p[1], p[2], centre_x, centre_y);
        int64_t w1 = side_of(p[2], p[0], centre_x, centre_y);
        int64_t w2 = side_of(p[0], p[1], centre_x, centre_y);
        for (int x = 0; x < box.w; x++, pixel += 4)
        {
            if (((w0 + bias[0]) | (w1 + bias[1]) | (w2 + bias[2])) >= 0)
            {
                int64_t alpha = is_even ? p[0].alpha : (w0 * p[0].alpha + w1 * p[1].alpha + w2 * p[2].alpha) / area;
                blend(pixel, colour, (int)alpha);
            }
            w0 += step[0];
            w1 += step[1];
            w2 += step[2];
        }
    }
}

static void average(const ink_pixels *from, ink_box box, uint8_t out[4])
{
    int sums[3] = {0, 0, 0}, count = box.w * box.h;
    for (int y = box.y; y < box.y + box.h; y++)
    {
        const uint8_t *pixel = from->bytes + (size_t)y * (size_t)from->pitch + (size_t)box.x * 4;
        for (int x = 0; x < box.w * 4; x++)
        {
            sums[x % 4 % 3] += x % 4 < 3 ? pixel[x] : 0;
        }
    }
    for (int k = 0; k < 3; k++)
    {
        out[k] = (uint8_t)((sums[k] + count / 2) / count);
    }
    out[3] = 255;
}

void ink_shrink(const ink_pixels *from, const ink_pixels *to)
{
    for (int y = 0; y < to->height; y++)
    {
        int top = y * from->height / to->height, rows = (y + 1) * from->height / to->height - top;
        for (int x = 0; x < to->width; x++)
        {
            int left = x * from->width / to->width, columns = (x + 1) * from->width / to->width - left;
            ink_box box = {left, top, columns > 0 ? columns : 1, rows > 0 ? rows : 1};
            average(from, box, to->bytes + (size_t)y * (size_t)to->pitch + (size_t)x * 4);
        }
    }
}
