// A plot on a canvas: axes, a legend, pieces of curves.                                        floor 6
#ifndef WEND_AXES_H
#define WEND_AXES_H

#include "canvas.h"

#define AXES_WIDTH  900
#define AXES_HEIGHT 600
#define AXES_LINE   0x6b7787ffu ///< the colour of what matters less

/// A rectangle of the picture, and what its sides stand for.
typedef struct plot
{
    canvas *c;
    float x, y, width, height;
    double left, right, bottom, top;
    float legend_y; ///< where the next line of the legend goes
    float legend_x;
} plot;

/// A plot that fills a canvas of AXES_WIDTH x AXES_HEIGHT, with a title; what its sides stand for is still to be set.
plot axes_begin(canvas *c, const char *title);

/// The axes with ticks and labels.
void axes_draw(const plot *p, const char *label_x, const char *label_y);

/// Another line of the legend.
void axes_legend(plot *p, wend_colour colour, bool is_dashed, const char *text);

/// Pixels of a place, and whether it is inside.
float axes_x(const plot *p, double x);
float axes_y(const plot *p, double y);
bool axes_hold(const plot *p, double x, double y);

/// A piece of a curve; what isn't quite inside is left out, curves come in short pieces.
void axes_segment(const plot *p, double x0, double y0, double x1, double y1, float thickness, wend_colour colour,
                  bool is_dashed);

#endif
