// Triangles: what a draw table draws, as a batch that a window, a picture or a page shows.              floor 6
//
//   ink.c       the batch, and shapes
//   pen.c       a draw table over it: from the world to pixels
//   daylight.c  the colours of a scene for a light page
//   raster.c    triangles into pixels
//
// Nothing here knows SDL. All coordinates are device pixels, y down; there are `scale` of them to a pixel.
#ifndef WEND_INK_H
#define WEND_INK_H

#include "wend/draw.h"

enum
{
    MAX_CORNERS = 160,
    MAX_VERTICES = 32768,
    MAX_INDICES = 131072
};

typedef struct ink_point
{
    float x, y;
} ink_point;

typedef struct ink_rgba
{
    uint8_t r, g, b, a;
} ink_rgba;

typedef struct ink_box
{
    int x, y, w, h;
} ink_box;

typedef struct ink_vertex
{
    float x, y;
    ink_rgba colour;
} ink_vertex;

/// A batch of triangles. Owners set size, scale and callbacks; all else is zero at first.
typedef struct ink
{
    int width, height, scale;
    bool is_smooth;  ///< shapes get a fringe of one pixel that fades out
    bool is_sorted;  ///< opaque triangles are kept apart from others
    bool is_light;   ///< the table's colours are turned into those for a light page
    bool is_clipped; ///< how the batch is drawn: inside the view only
    bool is_opaque;
    ink_box view;
    wend_vec middle;                                                                  ///< of the view, in the world
    float zoom;                                                                       ///< device pixels a unit
    void (*hand_over)(struct ink *c);                                                 ///< the batch as it stands
    void (*clip)(struct ink *c);                                                      ///< is_clipped has changed
    void (*text)(struct ink *c, float x, float y, ink_rgba colour, const char *text); ///< left end, middle of the line
    void *user;
    int vertex_count, index_count;
    ink_vertex vertices[MAX_VERTICES];
    uint16_t indices[MAX_INDICES];
} ink;

// ink.c

ink_rgba ink_colour(wend_colour colour);

/// Hands over what has been collected.
void ink_flush(ink *c);

/// What is drawn from now on is clipped to the view, or not.
void ink_clip(ink *c, bool is_clipped);

/// A filled convex polygon of at most MAX_CORNERS.
void ink_fan(ink *c, const ink_point *p, int count, ink_rgba colour, bool is_smooth);
void ink_disc(ink *c, float x, float y, float radius, ink_rgba colour);
void ink_ring(ink *c, float x, float y, float radius, float thickness, ink_rgba colour);
void ink_segment(ink *c, ink_point a, ink_point b, float thickness, ink_rgba colour, bool is_dashed);

/// False for what isn't finite, too: it can't be drawn.
bool ink_sees(const ink *c, float low_x, float low_y, float high_x, float high_y);

// pen.c

/// World coordinates low..high are fitted, y up, into the box, centred, sides in proportion.
void ink_view(ink *c, wend_vec low, wend_vec high, ink_box box);

/// A draw table in world coordinates, clipped to the view. Lines are about 1.6 pixels wide.
wend_draw ink_table(ink *c);

/// From device pixels to the world.
wend_vec ink_to_world(const ink *c, float x, float y);

// daylight.c

/// A colour that was chosen for a dark page, for a light one: light and dark change places, the hue stays.
wend_colour ink_daylight(wend_colour colour);

// raster.c

/// Pixels of four bytes: red, green, blue, alpha.
typedef struct ink_pixels
{
    uint8_t *bytes;
    int width, height, pitch;
    ink_box clip; ///< inside of them
} ink_pixels;

/// Drawn at once, inside the clip; alpha runs smoothly between the corners.
void ink_triangle(const ink_pixels *pixels, const ink_vertex *a, const ink_vertex *b, const ink_vertex *c);

/// A smaller copy of all of `from` into all of `to`; opaque.
void ink_shrink(const ink_pixels *from, const ink_pixels *to);

#endif
