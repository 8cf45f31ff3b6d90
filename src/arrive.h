// How fast a body may be so as to come to rest in time: shared by whatever arrives.
#ifndef WEND_SRC_ARRIVE_H
#define WEND_SRC_ARRIVE_H

#include "wend/agent.h"

#include "real.h"

/// The speed v from which a body that follows its wish with a lag of t can still stop within a distance: the solution
/// of v^2 / (2 a) + 4 t v = distance.
static inline double braking_speed(const wend_agent *self, double distance)
{
    double a = (double)self->max_acceleration / (double)self->mass, lag = 4.0 * (double)self->response_time;
    if (a <= 0.0)
        return (double)self->max_speed; // it can't brake at all
    // The usual solution sqrt(a^2 lag^2 + 2 a d) - a lag, without the difference of two nearly equal numbers.
    double root = sqrt(a * lag * a * lag + 2.0 * a * distance) + a * lag;
    return root > 0.0 ? 2.0 * a * distance / root : 0.0;
}

// Shares of a coordinate smaller than this can't be walked in the usual time steps: floats have 24 bits.
#define FINEST 1e-5

static inline double farthest_coordinate(wend_vec p)
{
    return fmax(fabs((double)p.x), fmax(fabs((double)p.y), fabs((double)p.z)));
}

/// So near is as good as there.
static inline double arrival_slack(const wend_agent *self)
{
    return fmax((double)self->arrival_radius * 0.001, FINEST * farthest_coordinate(self->position));
}

/// The speed at a distance from where it is to come to rest.
static inline double arriving_speed(const wend_agent *self, double distance)
{
    double radius = (double)self->arrival_radius, top = (double)self->max_speed;
    double speed = fmin(top, braking_speed(self, distance));
    return distance < radius ? fmin(speed, top * distance / radius) : speed;
}

/// Arrive at the end of an offset, as seen by somebody who stands still.
static inline real_vec arrive_along(const wend_agent *self, real_vec offset)
{
    double distance = real_length(offset);
    if (distance <= arrival_slack(self))
        return (real_vec){0.0, 0.0, 0.0};
    real_vec direction = real_scale(offset, 1.0 / distance);
    return real_scale(direction, arriving_speed(self, distance));
}

#endif
