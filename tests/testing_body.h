// What the tests of bodies with a heading share: angles, and the limits that each keeps to.
#ifndef WEND_TESTING_BODY_H
#define WEND_TESTING_BODY_H

#include "testing.h"

#include "wend/motion.h"
#include "wend/steer.h"

static const double rates[] = {15, 30, 60, 144, 240};

/// The angle from one unit vector to another, in double.
static inline double angle_from(wend_vec a, wend_vec b)
{
    double cross_z = (double)a.x * (double)b.y - (double)a.y * (double)b.x;
    double cross_x = (double)a.y * (double)b.z - (double)a.z * (double)b.y;
    double cross_y = (double)a.z * (double)b.x - (double)a.x * (double)b.z;
    return atan2(sqrt(square(cross_x) + square(cross_y) + square(cross_z)), exact_dot(a, b));
}

/// The same in the plane, with its sign.
static inline double signed_angle(wend_vec a, wend_vec b)
{
    return atan2((double)a.x * (double)b.y - (double)a.y * (double)b.x,
                 (double)a.x * (double)b.x + (double)a.y * (double)b.y);
}

static inline wend_vec at_angle(double angle, double length)
{
    return v2((float)(length * cos(angle)), (float)(length * sin(angle)));
}

/// Speed along the heading.
static inline double along(wend_vec velocity, wend_vec heading)
{
    return exact_dot(velocity, heading);
}

/// What every body with a heading keeps to.
static inline void check_body(const wend_agent *self, const wend_move *move, double dt)
{
    double a = (double)self->max_acceleration / (double)self->mass;
    double before = along(self->velocity, self->heading), after = along(move->velocity, move->heading);
    assert_close(exact_length(move->heading), 1, 2e-7);
    assert_close(after - before, 0, a * dt + 1e-5);
    assert_true(fabs(after) <= (double)self->max_speed * (1 + 1e-6));
    assert_close(exact_length(move->velocity), fabs(after), 1e-5);
}

static inline void apply(wend_agent *self, const wend_move *move, double dt)
{
    move_by(self, move->velocity, dt);
    self->heading = move->heading;
}

#endif
