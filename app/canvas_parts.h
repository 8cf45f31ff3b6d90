// What the rooms of the canvas share: ink, and what SDL needs.                           floor 6, for canvas.c
//
//   letters.c  text
//   canvas.c   the outside
#ifndef WEND_CANVAS_PARTS_H
#define WEND_CANVAS_PARTS_H

#include "canvas.h"
#include "ink.h"

#include <SDL.h>
#include <SDL_ttf.h>

enum
{
    MAX_SIDE = 8192,
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

struct canvas
{
    ink ink;
    SDL_Renderer *renderer; // null: everything is drawn on `surface`
    SDL_Surface *surface;
    font_entry fonts[MAX_FONTS];
    int next_font;
    text_entry texts[MAX_TEXTS];
    uint64_t tick;
};

/// The left end of the line is at x; y is its top, or its middle. Size is that of the canvas, not in device pixels.
void letters_draw(canvas *c, float x, float y, float size, bool is_middle, ink_rgba colour, const char *text);
float letters_width(canvas *c, float size, const char *text);
void letters_forget(canvas *c);

#endif
