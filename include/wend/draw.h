// Drawing through a table of callbacks: the library itself never draws.          floor 4, includes explain.h, context.h
//
//   wend_default_draw    a table that does nothing
//   wend_draw_agent      a body: its hull and where it looks
//   wend_draw_arrow      a vector from a point
//   wend_draw_reason     the vectors of a watched agent: velocity, wish and steering, and where it was heading for
//   wend_draw_way        what is left of a planned way
//   wend_draw_orca       half-planes of velocities round a body
//   wend_draw_ring       interest and danger round a point, what was masked, and the choice
//
// Coordinates are those of the world; the host turns them into pixels.
#ifndef WEND_DRAW_H
#define WEND_DRAW_H

#include "wend/context.h"
#include "wend/explain.h"

/// A colour, 0xRRGGBBAA.
typedef uint32_t wend_colour;

#define WEND_COLOUR_VELOCITY 0x4a90ffffu ///< blue
#define WEND_COLOUR_WISH     0x3ecf6affu ///< green, drawn dashed
#define WEND_COLOUR_STEERING 0xffd23effu ///< yellow
#define WEND_COLOUR_AIM      0xc9a6ffffu ///< violet: where it is heading for

#define WEND_COLOUR_INTEREST 0x35c98fffu ///< green
#define WEND_COLOUR_HARD     0xe5484dffu ///< red: hard danger, and the slots that it masked
#define WEND_COLOUR_SOFT     0xf5a623ffu ///< orange: soft danger, and the slots that it masked
#define WEND_COLOUR_CHOICE   0xffffffffu ///< white: the direction that was chosen

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

/// A way, as wend_world_way gives it: a violet line, and a dot of that radius [>= 0] at each turn and at the end.
WEND_API void wend_draw_way(const wend_draw *draw, const wend_vec *points, int count, float radius);

/// The half-planes that an agent at a place kept to, as wend_explain_orca gives them, in the x-y plane: velocities are
/// drawn from the place, each `scale` times as long, in a circle for the top speed. Of each half-plane the border,
/// with strokes on the side that isn't allowed: orange of an agent, red of a wall. Only borders that cut the circle.
WEND_API void wend_draw_orca(const wend_draw *draw, const wend_orca_result *result, wend_vec at, float top_speed,
                             float scale);

/// Where a ring is drawn, and how large. Start from wend_default_ring_figure().
typedef struct wend_ring_figure
{
    wend_vec at;  ///< its middle; default the origin
    float radius; ///< of the circle or sphere on which the slots stand, [> 0], default 1. All fits into 2.6 of it
    float full;   ///< the number that is drawn at full length, [>= 0]; default 0: the highest interest, and a danger of
                  ///< 1
    wend_vec eye; ///< in space: from which direction it is seen; what is in front is drawn last. Default +z
} wend_ring_figure;

WEND_API wend_ring_figure wend_default_ring_figure(void);

/// A ring. Interest is a green bar outward from the circle, as long as the radius at most; danger is a bar inward,
/// hard red and soft orange, side by side where there are both. A masked slot closes the circle in the colour of the
/// danger that masked it, and of its interest only the outline is left. Candidates are bright and have a dot, the
/// direction is a white arrow (red where all is blocked, none where nothing is wanted). In space slots are tiles of a
/// sphere, interest stands on them as a stalk. `result` null: nothing is chosen yet. Of a result bits that are 0 and
/// a zero direction aren't drawn, so the stages of a choice can be shown one by one. `figure` null: the defaults.
WEND_API void wend_draw_ring(const wend_draw *draw, const wend_ring *ring, const wend_choice_result *result,
                             const wend_ring_figure *figure);

#endif
