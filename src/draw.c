#include "wend/draw.h"

#include "real.h"

static void no_line(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user)
{
    (void)from, (void)to, (void)colour, (void)is_dashed, (void)user;
}

static void no_circle(wend_vec centre, float radius, wend_colour colour, bool is_filled, void *user)
{
    (void)centre, (void)radius, (void)colour, (void)is_filled, (void)user;
}

static void no_polygon(const wend_vec *corners, int count, wend_colour colour, void *user)
{
    (void)corners, (void)count, (void)colour, (void)user;
}

static void no_text(wend_vec at, const char *text, wend_colour colour, void *user)
{
    (void)at, (void)text, (void)colour, (void)user;
}

wend_draw wend_default_draw(void)
{
    return (wend_draw){no_line, no_circle, no_polygon, no_text, NULL};
}

void wend_draw_agent(const wend_draw *draw, wend_vec position, wend_vec heading, float radius, wend_colour colour)
{
    wend_vec ahead = wend_scale(wend_normalize(heading), radius), left = wend_xyz(-ahead.y, ahead.x, 0.0f);
    // A drop: the hull, and a tip ahead of it that touches it at 45 degrees.
    wend_vec side = wend_scale(wend_add(ahead, left), 0.70710678f);
    wend_vec other = wend_scale(wend_sub(ahead, left), 0.70710678f);
    const wend_vec tip[3] = {wend_add(position, wend_scale(ahead, 1.41421356f)), wend_add(position, side),
                             wend_add(position, other)};
    draw->circle(position, radius, colour, true, draw->user);
    draw->polygon(tip, 3, colour, draw->user);
}

void wend_draw_arrow(const wend_draw *draw, wend_vec from, wend_vec along, wend_colour colour, bool is_dashed)
{
    float length = wend_length(along);
    if (length <= 0.0f)
        return;
    wend_vec to = wend_add(from, along), head = wend_scale(along, -0.18f), across = wend_xyz(-head.y, head.x, 0.0f);
    draw->line(from, to, colour, is_dashed, draw->user);
    draw->line(to, wend_add(to, wend_add(head, wend_scale(across, 0.5f))), colour, false, draw->user);
    draw->line(to, wend_add(to, wend_sub(head, wend_scale(across, 0.5f))), colour, false, draw->user);
}

void wend_draw_reason(const wend_draw *draw, const wend_reason *reason, float scale)
{
    wend_vec at = reason->position;
    if (reason->has_aim)
        draw->line(at, reason->aim, WEND_COLOUR_AIM, true, draw->user);
    wend_draw_arrow(draw, at, wend_scale(reason->velocity, scale), WEND_COLOUR_VELOCITY, false);
    wend_draw_arrow(draw, at, wend_scale(reason->combined, scale), WEND_COLOUR_WISH, true);
    wend_draw_arrow(draw, at, wend_scale(reason->steering, scale * 0.25f), WEND_COLOUR_STEERING, false);
}
