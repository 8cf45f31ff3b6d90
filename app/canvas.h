// Pixels: a draw table over an SDL renderer, in a window or on a surface without a display.           floor 6
#ifndef WEND_CANVAS_H
#define WEND_CANVAS_H

#include "wend/wend.h"

typedef struct canvas canvas;

/// A surface of width x height pixels without any display, drawn smooth (it is four times as fine inside); null with
/// the reason in `error`.
canvas *canvas_open(int width, int height, wend_error *error);

/// A canvas over an SDL_Renderer that somebody else owns (the window); null with the reason in `error`.
canvas *canvas_over(void *sdl_renderer, int width, int height, wend_error *error);

void canvas_close(canvas *c);
void canvas_resize(canvas *c, int width, int height);
void canvas_clear(canvas *c, wend_colour colour);

/// World coordinates low..high are fitted, y up, into the pixel rectangle (x, y, width, height), centred, sides in
/// proportion. Drawing through the table is clipped to that rectangle.
void canvas_view(canvas *c, wend_vec low, wend_vec high, int x, int y, int width, int height);

/// A draw table in world coordinates. Lines are about 1.6 pixels wide.
wend_draw canvas_table(canvas *c);

/// From pixels to the world, for the mouse.
wend_vec canvas_to_world(const canvas *c, float x, float y);

// In pixels, y down, unclipped: for panels and plots.
void canvas_rectangle(canvas *c, float x, float y, float width, float height, wend_colour colour);
void canvas_segment(canvas *c, float x0, float y0, float x1, float y1, float thickness, wend_colour colour,
                    bool is_dashed);
void canvas_disc(canvas *c, float x, float y, float radius, wend_colour colour);

/// Text with its top left corner there; `size` is the height of a line in pixels. Nothing where no font was found.
void canvas_text(canvas *c, float x, float y, float size, wend_colour colour, const char *text);
float canvas_text_width(canvas *c, float size, const char *text);

/// What has been drawn, as a PNG file; false with the reason in `error`. Only for canvas_open.
bool canvas_save(canvas *c, const char *path, wend_error *error);

/// Copies what has been drawn on `from` (a canvas_open one), smaller, into a rectangle of `to`.
void canvas_paste(canvas *to, canvas *from, int x, int y, int width, int height);

#endif
