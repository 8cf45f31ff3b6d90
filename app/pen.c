#include "ink.h"

#include <math.h>

static const float LINE_WIDTH = 1.6f;

static ink_point to_pixels(const ink *c, wend_vec v)
{
    return (ink_point){(float)c->view.x + 0.5f * (float)c->view.w + (v.x - c->middle.x) * c->zoom,
                       (float)c->view.y + 0.5f * (float)c->view.h - (v.y - c->middle.y) * c->zoom};
}

static ink_rgba shown(const ink *c, wend_colour colour)
{
    return ink_colour(c->is_light ? ink_daylight(colour) : colour);
}

static void draw_line(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user)
{
    ink *c = user;
    ink_clip(c, true);
    ink_segment(c, to_pixels(c, from), to_pixels(c, to), LINE_WIDTH * (float)c->scale, shown(c, colour), is_dashed);
}

static void draw_circle(wend_vec centre, float radius, wend_colour colour, bool is_filled, void *user)
{
    ink *c = user;
    ink_clip(c, true);
    ink_point at = to_pixels(c, centre);
    if (is_filled)
        ink_disc(c, at.x, at.y, radius * c->zoom, shown(c, colour));
    else
        ink_ring(c, at.x, at.y, radius * c->zoom, LINE_WIDTH * (float)c->scale, shown(c, colour));
}

static void draw_polygon(const wend_vec *corners, int count, wend_colour colour, void *user)
{
    ink *c = user;
    ink_clip(c, true);
    ink_point p[MAX_CORNERS];
    // One with very many corners is drawn as several that share the first.
    for (int start = 1; start + 1 < count; start += MAX_CORNERS - 2)
    {
        int here = count - start < MAX_CORNERS - 1 ? count - start : MAX_CORNERS - 1;
        p[0] = to_pixels(c, corners[0]);
        for (int i = 0; i < here; i++)
            p[i + 1] = to_pixels(c, corners[start + i]);
        ink_fan(c, p, here + 1, shown(c, colour), c->is_smooth);
    }
}

static void draw_text(wend_vec at, const char *text, wend_colour colour, void *user)
{
    ink *c = user;
    ink_clip(c, true);
    ink_point pixel = to_pixels(c, at);
    c->text(c, pixel.x, pixel.y, shown(c, colour), text);
}

wend_draw ink_table(ink *c)
{
    return (wend_draw){draw_line, draw_circle, draw_polygon, draw_text, c};
}

void ink_view(ink *c, wend_vec low, wend_vec high, ink_box box)
{
    ink_clip(c, false);
    ink_flush(c);
    c->view = box;
    c->middle = wend_lerp(low, high, 0.5f);
    float wide = fmaxf(high.x - low.x, 1e-6f), tall = fmaxf(high.y - low.y, 1e-6f);
    c->zoom = fminf((float)box.w / wide, (float)box.h / tall);
}

wend_vec ink_to_world(const ink *c, float x, float y)
{
    float right = x - (float)c->view.x - 0.5f * (float)c->view.w;
    float down = y - (float)c->view.y - 0.5f * (float)c->view.h;
    float zoom = fmaxf(c->zoom, 1e-6f);
    return wend_xyz(c->middle.x + right / zoom, c->middle.y - down / zoom, 0.0f);
}
