// Drawing through a table of callbacks: the library itself never draws.                   floor 4, includes explain.h
//
//   wend_default_draw    a table that does nothing
//   wend_draw_agent      a body: its hull and where it looks
//   wend_draw_reason     the vectors of a watched agent: velocity, wish and steering, and where it was heading for
//
// Coordinates are those of the world; the host turns them into pixels.
#ifndef WEND_DRAW_H
#define WEND_DRAW_H

#include "wend/explain.h"

/// A colour, 0xRRGGBBAA.
typedef uint32_t wend_colour;

#define WEND_COLOUR_VELOCITY 0x4a90ffffu ///< blue
#define WEND_COLOUR_WISH     0x3ecf6affu ///< green, drawn dashed
#define WEND_COLOUR_STEERING 0xffd23effu ///< yellow
#define WEND_COLOUR_AIM      0xc9a6ffffu ///< violet: where it is heading for

/// How to draw. Start from wend_default_draw(): what isn't replaced does nothing.
typedef struct wend_draw
{
    void (*line)(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user);
    void (*circle)(wend_vec centre, float radius, wend_colour colour, bool is_filled, void *user);
    void (*polygon)(const wend_vec *corners, int count, wend_colour colour, void *user); ///< filled, convex
    void (*text)(wend_vec at, const char *text, wend_colour colour, void *user);         ///< its left end at that point
    void *user;
} wend_draw;

WEND_API wend_draw wend_default_draw(void);

/// A pointed body of that radius and colour, looking along its heading in the x-y plane.
WEND_API void wend_draw_agent(const wend_draw *draw, wend_vec position, wend_vec heading, float radius,
                              wend_colour colour);

/// An arrow from a point along a vector.
WEND_API void wend_draw_arrow(const wend_draw *draw, wend_vec from, wend_vec along, wend_colour colour, bool is_dashed);

/// The reasons of an agent as arrows from its position, each `scale` times as long as the vector: velocity blue, the
/// combined wish dashed green, steering yellow (its length times response 0.25 s), and a violet line to its aim.
WEND_API void wend_draw_reason(const wend_draw *draw, const wend_reason *reason, float scale);

#endif
