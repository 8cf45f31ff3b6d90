// Stepping aside for whoever comes first: shared by the plain function and the world, which leaves some out.
#ifndef WEND_SRC_ASIDE_H
#define WEND_SRC_ASIDE_H

#include "wend/agent.h"

#include "real.h"

// Who comes first, and how to get out of the way.
typedef struct aside
{
    double soonest; // who comes later doesn't count
    real_vec step;
    bool is_needed;
} aside;

/// A vector without its share along a unit vector.
static inline real_vec across(real_vec v, real_vec along)
{
    return real_sub(v, real_scale(along, real_dot(v, along)));
}

/// The side of a line on which one is `off` it; right on it the left one.
static inline real_vec side_away(real_vec off, real_vec along)
{
    if (real_length(off) > 1e-9)
        return real_unit(off);
    real_vec left = {-along.y, along.x, 0.0};
    return real_dot(left, left) > 0.0 ? real_unit(left) : (real_vec){1.0, 0.0, 0.0};
}

/// Takes a neighbour into account.
static inline void aside_for(aside *a, const wend_agent *self, const wend_neighbour *comer, float gap)
{
    real_vec velocity = real_of(comer->velocity), from = real_scale(real_of(comer->offset), -1.0);
    double speed = real_length(velocity), room = (double)self->radius + (double)comer->radius + (double)gap;
    if (speed <= 0.25 * (double)self->max_speed)
        return;
    real_vec ahead = real_scale(velocity, 1.0 / speed), off = across(from, ahead);
    double along = real_dot(from, ahead), missing = room - real_length(off);
    double until = fmax(0.0, along - room) / speed; // it touches then at the soonest
    if (along <= 0.0 || missing <= 0.0 || until >= a->soonest)
        return;
    a->soonest = until;
    a->is_needed = true;
    a->step = real_scale(side_away(off, ahead), fmin(missing / fmax(until, 1e-3), (double)self->max_speed));
}

#endif
