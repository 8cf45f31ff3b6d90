#include "ink.h"

#include <math.h>

// SDL's software renderer cuts vertices to whole pixels, which makes small bodies and thin lines wobble; here they
// keep a sixteenth of a pixel. Edges that are shared belong to one of the two triangles (top-left rule).

typedef struct corner
{
    int64_t x, y;
    int64_t alpha;
} corner;

static corner corner_of(const SDL_Vertex *vertex)
{
    corner out = {lrintf(fminf(fmaxf(vertex->position.x, -1e6f), 1e6f) * 16.0f),
                  lrintf(fminf(fmaxf(vertex->position.y, -1e6f), 1e6f) * 16.0f), vertex->color.a};
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

static void blend(Uint8 *pixel, SDL_Color colour, int alpha)
{
    pixel[0] = (Uint8)((pixel[0] * (255 - alpha) + colour.r * alpha + 127) / 255);
    pixel[1] = (Uint8)((pixel[1] * (255 - alpha) + colour.g * alpha + 127) / 255);
    pixel[2] = (Uint8)((pixel[2] * (255 - alpha) + colour.b * alpha + 127) / 255);
}

static SDL_Rect bounds_of(const SDL_Rect *clip, const corner p[3])
{
    SDL_Point points[3];
    for (int k = 0; k < 3; k++)
    {
        points[k] = (SDL_Point){(int)(p[k].x >> 4), (int)(p[k].y >> 4)};
    }
    SDL_Rect box, out = {0, 0, 0, 0};
    SDL_EnclosePoints(points, 3, NULL, &box);
    SDL_IntersectRect(&box, clip, &out);
    return out;
}

void ink_triangle(SDL_Surface *surface, const SDL_Vertex *a, const SDL_Vertex *b, const SDL_Vertex *c)
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
    SDL_Rect box = bounds_of(&surface->clip_rect, p);
    if (area == 0 || box.w <= 0 || box.h <= 0)
    {
        return;
    }
    SDL_Color colour = a->color;
    bool is_even = p[0].alpha == p[1].alpha && p[1].alpha == p[2].alpha;
    int64_t bias[3], step[3];
    for (int k = 0; k < 3; k++)
    {
        bias[k] = edge_bias(p[(k + 1) % 3], p[(k + 2) % 3]);
        step[k] = -16 * (p[(k + 2) % 3].y - p[(k + 1) % 3].y);
    }
    for (int y = box.y; y < box.y + box.h; y++)
    {
        Uint8 *pixel = (Uint8 *)surface->pixels + (size_t)y * (size_t)surface->pitch + (size_t)box.x * 4;
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

static void average(const SDL_Surface *from, SDL_Rect box, Uint8 out[4])
{
    int sums[3] = {0, 0, 0}, count = box.w * box.h;
    for (int y = box.y; y < box.y + box.h; y++)
    {
        const Uint8 *pixel = (const Uint8 *)from->pixels + (size_t)y * (size_t)from->pitch + (size_t)box.x * 4;
        for (int x = 0; x < box.w * 4; x++)
        {
            sums[x % 4 % 3] += x % 4 < 3 ? pixel[x] : 0;
        }
    }
    for (int k = 0; k < 3; k++)
    {
        out[k] = (Uint8)((sums[k] + count / 2) / count);
    }
    out[3] = 255;
}

SDL_Surface *ink_shrunk(const SDL_Surface *from, int width, int height)
{
    SDL_Surface *out = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_RGBA32);
    int wide = from->w, tall = from->h;
    for (int y = 0; out && y < height; y++)
    {
        int top = y * tall / height, rows = (y + 1) * tall / height - top;
        for (int x = 0; x < width; x++)
        {
            int left = x * wide / width, columns = (x + 1) * wide / width - left;
            SDL_Rect box = {left, top, columns > 0 ? columns : 1, rows > 0 ? rows : 1};
            average(from, box, (Uint8 *)out->pixels + (size_t)y * (size_t)out->pitch + (size_t)x * 4);
        }
    }
    return out;
}
