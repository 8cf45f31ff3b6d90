// Danger along the way of a body with a turning circle.
#include "slots.h"

#include "real.h"

// A blocker as a body with a turning circle sees it: x along its heading, y to its left.
typedef struct arc_case
{
    real_vec at;
    double square; // of the distance at which they touch
    double circle; // the turning radius
} arc_case;

/// What a body can drive until it touches, on the arc to the left or (`side` -1) to the right; -1 if it never does.
static double free_on_arc(const arc_case *c, double side, double angle)
{
    double x = c->at.x,
           y = c->circle - side * c->at.y; // from the circle's centre, the body's own place being (0, circle)
    double square = x * x + y * y, twice = 2.0 * sqrt(square) * c->circle;
    double apart = square + c->circle * c->circle - c->square;
    if (apart >= twice)
        return -1.0;
    // The angle at which the blocker lies on the circle, and how much sooner the body touches it.
    double where = (double)wend_atan2(real_to_float(x), real_to_float(y));
    double sooner = (double)wend_acos((float)real_clamp(apart / twice, -1.0, 1.0));
    return where > 0.0 && where - sooner < angle ? c->circle * fmax(0.0, where - sooner) : -1.0;
}

/// Free travel in a direction (ahead, aside), itself a unit vector seen from the heading; -1 if nothing is in the way.
static double free_travel(const arc_case *c, double ahead, double aside)
{
    double side = aside < 0.0 ? -1.0 : 1.0, angle = (double)wend_atan2((float)fabs(aside), (float)ahead);
    double on_arc = free_on_arc(c, side, angle);
    if (on_arc >= 0.0)
        return on_arc;
    double x = c->at.x - c->circle * fabs(aside), y = c->at.y - side * c->circle * (1.0 - ahead);
    double off = x * aside - y * ahead, along = x * ahead + y * aside, room = c->square - off * off;
    return room > 0.0 && along > 0.0 ? c->circle * angle + fmax(0.0, along - sqrt(room)) : -1.0;
}

uint64_t ring_raise_by_arcs(wend_ring *ring, const wend_blocker *blocker, const wend_sweep *how)
{
    real_vec offset = real_of(blocker->offset), heading = real_of(how->heading);
    heading = real_unit((real_vec){heading.x, heading.y, 0.0});
    double range = (double)how->range, touch = fmax(0.0, (double)how->reach) + fmax(0.0, (double)blocker->radius);
    arc_case c = {.circle = (double)how->turning_radius};
    c.at.x = offset.x * heading.x + offset.y * heading.y;
    c.at.y = offset.y * heading.x - offset.x * heading.y;
    c.square = touch * touch * (1.0 - 1e-6); // touching is clear
    uint64_t raised = 0;
    for (int i = 0; i < ring->count; i++)
    {
        double x = (double)ring->x[i], y = (double)ring->y[i];
        double way = free_travel(&c, x * heading.x + y * heading.y, y * heading.x - x * heading.y);
        float danger = way < 0.0 ? 0.0f : real_to_float(real_clamp(1.0 - way / range, 0.0, 1.0));
        raised |= (uint64_t)(danger > ring->value[how->layer][i]) << i;
        ring->value[how->layer][i] = danger > ring->value[how->layer][i] ? danger : ring->value[how->layer][i];
    }
    return raised;
}
