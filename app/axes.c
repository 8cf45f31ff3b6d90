#include "axes.h"

#include <math.h>
#include <stdio.h>

static const wend_colour GROUND = 0x14181fffu, PANEL = 0x1a202affu, GRID = 0x2a3340ffu, TEXT = 0xc8d0dcffu;
static const wend_colour TITLE = 0xeef2f7ffu;

// ---- axes ---------------------------------------------------------------------------------------------------------

float axes_x(const plot *p, double x)
{
    return p->x + p->width * (float)((x - p->left) / (p->right - p->left));
}

float axes_y(const plot *p, double y)
{
    return p->y + p->height * (float)((p->top - y) / (p->top - p->bottom));
}

// About `most` ticks, at multiples of 1, 2 or 5 times a power of ten.
static double tick_step(double span, int most)
{
    double power = pow(10, floor(log10(span / most))), share = span / most / power;
    return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
}

static void draw_tick_x(const plot *p, double at)
{
    char text[32];
    snprintf(text, sizeof text, "%g", fabs(at) < 1e-9 ? 0 : at);
    canvas_segment(p->c, axes_x(p, at), p->y, axes_x(p, at), p->y + p->height, 1, at == 0 ? AXES_LINE : GRID, false);
    canvas_text(p->c, axes_x(p, at) - canvas_text_width(p->c, 15, text) / 2, p->y + p->height + 6, 15, TEXT, text);
}

static void draw_tick_y(const plot *p, double at)
{
    char text[32];
    snprintf(text, sizeof text, "%g", fabs(at) < 1e-9 ? 0 : at);
    canvas_segment(p->c, p->x, axes_y(p, at), p->x + p->width, axes_y(p, at), 1, at == 0 ? AXES_LINE : GRID, false);
    canvas_text(p->c, p->x - 8 - canvas_text_width(p->c, 15, text), axes_y(p, at) - 9, 15, TEXT, text);
}

// The label of y stands above the axis, so that nobody has to turn his head.
void axes_draw(const plot *p, const char *label_x, const char *label_y)
{
    canvas_rectangle(p->c, p->x, p->y, p->width, p->height, PANEL);
    double step_x = tick_step(p->right - p->left, (int)(p->width / 80));
    double step_y = tick_step(p->top - p->bottom, (int)(p->height / 55));
    for (double k = ceil(p->left / step_x); k * step_x <= p->right + 1e-9; ++k)
        draw_tick_x(p, k * step_x);
    for (double k = ceil(p->bottom / step_y); k * step_y <= p->top + 1e-9; ++k)
        draw_tick_y(p, k * step_y);
    float middle = p->x + (p->width - canvas_text_width(p->c, 16, label_x)) / 2;
    canvas_text(p->c, middle, p->y + p->height + 28, 16, TEXT, label_x);
    canvas_text(p->c, p->x, p->y - 24, 16, TEXT, label_y);
}

plot axes_begin(canvas *c, const char *title)
{
    canvas_clear(c, GROUND);
    canvas_text(c, 70, 16, 24, TITLE, title);
    return (plot){.c = c, .x = 70, .y = 84, .width = AXES_WIDTH - 70 - 30, .height = AXES_HEIGHT - 84 - 64};
}

void axes_legend(plot *p, wend_colour colour, bool is_dashed, const char *text)
{
    float x = p->x + p->legend_x, y = p->y + p->legend_y;
    canvas_rectangle(p->c, x - 6, y - 3, 46 + canvas_text_width(p->c, 16, text), 24, PANEL);
    canvas_segment(p->c, x, y + 10, x + 28, y + 10, 3, colour, is_dashed);
    canvas_text(p->c, x + 36, y, 16, TEXT, text);
    p->legend_y += 24;
}

// ---- lines --------------------------------------------------------------------------------------------------------

bool axes_hold(const plot *p, double x, double y)
{
    return x >= p->left && x <= p->right && y >= p->bottom && y <= p->top;
}

// A piece of a curve; what isn't quite inside is left out, curves come in short pieces.
void axes_segment(const plot *p, double x0, double y0, double x1, double y1, float thickness, wend_colour colour,
                  bool is_dashed)
{
    if (axes_hold(p, x0, y0) && axes_hold(p, x1, y1))
        canvas_segment(p->c, axes_x(p, x0), axes_y(p, y0), axes_x(p, x1), axes_y(p, y1), thickness, colour, is_dashed);
}
