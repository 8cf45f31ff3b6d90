// What the rooms of the canvas share. All coordinates here are in device pixels.                    floor 6, for
// canvas.c
//
//   ink.c      the batch of triangles, and shapes
//   letters.c  text
//   raster.c   triangles on a surface, and a surface made smaller
//   canvas.c   the outside
#ifndef WEND_INK_H
#define WEND_INK_H

#include "canvas.h"

#include <SDL.h>
#include <SDL_ttf.h>

enum
{
    MAX_SIDE = 8192,
    MAX_CORNERS = 160,
    MAX_VERTICES = 32768,
    MAX_INDICES = 131072,
    MAX_FONTS = 12,
    MAX_TEXTS = 256
};

typedef struct font_entry
{
    TTF_Font *font;
    int points;
} font_entry;

// Text is rendered white and tinted when it is drawn, so that one entry serves all colours.
typedef struct text_entry
{
    char *text;
    int points;
    int width, height;
    SDL_Surface *surface;
    SDL_Texture *texture;
    uint64_t used;
} text_entry;

// All geometry inside is in device pixels: `scale` times as many as those of the header, in each direction.
struct canvas
{
    SDL_Renderer *renderer; // null: everything is drawn on `surface` by this file
    SDL_Surface *surface;
    int width, height;
    int scale;
    bool is_smooth;  // shapes get a fringe of one pixel that fades out
    bool is_slow;    // SDL's software renderer: blends slowly, so opaque batches are kept apart
    bool is_clipped; // how the batch is drawn
    bool is_opaque;
    SDL_Rect view;   // device pixels
    wend_vec middle; // of the view, in the world
    float zoom;      // device pixels a unit
    int vertex_count, index_count;
    SDL_Vertex vertices[MAX_VERTICES];
    int indices[MAX_INDICES];
    font_entry fonts[MAX_FONTS];
    int next_font;
    text_entry texts[MAX_TEXTS];
    uint64_t tick;
};

// raster.c

/// Drawn at once, inside the surface's clip rectangle; alpha runs smoothly between the corners.
void ink_triangle(SDL_Surface *surface, const SDL_Vertex *a, const SDL_Vertex *b, const SDL_Vertex *c);

/// A smaller copy, or null.
SDL_Surface *ink_shrunk(const SDL_Surface *from, int width, int height);

// ink.c

SDL_Color ink_colour(wend_colour colour);

/// Hands over what has been collected.
void ink_flush(canvas *c);

/// What is drawn from now on is clipped to the view, or not.
void ink_clip(canvas *c, bool is_clipped);

/// A filled convex polygon of at most MAX_CORNERS.
void ink_fan(canvas *c, const SDL_FPoint *p, int count, SDL_Color colour, bool is_smooth);
void ink_disc(canvas *c, float x, float y, float radius, SDL_Color colour);
void ink_ring(canvas *c, float x, float y, float radius, float thickness, SDL_Color colour);
void ink_segment(canvas *c, SDL_FPoint a, SDL_FPoint b, float thickness, SDL_Color colour, bool is_dashed);

/// False for what isn't finite, too: it can't be drawn.
bool ink_sees(const canvas *c, float low_x, float low_y, float high_x, float high_y);

// letters.c

/// The left end of the line is at x; y is its top, or its middle. Size is that of the canvas, not in device pixels.
void ink_text(canvas *c, float x, float y, float size, bool is_middle, SDL_Color colour, const char *text);
float ink_text_width(canvas *c, float size, const char *text);
void ink_forget_text(canvas *c);

#endif
