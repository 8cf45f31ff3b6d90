#include "wend/motion.h"

#include "real.h"

wend_vec wend_point_mass(const wend_agent *self, wend_vec wish, double seconds, unsigned *cut_by)
{
    unsigned cuts = WEND_CUT_BY_NOTHING;
    wend_vec result = self->velocity;
    if (seconds > 0.0)
    {
        real_vec velocity = real_of(self->velocity), change = real_sub(real_of(wish), velocity);
        double left = real_length(change), top = (double)self->max_speed, response = (double)self->response_time;
        double wanted = left;
        if (left < top * 0.001)
            wanted = left * (double)self->mass; // the rest at once
        else if (seconds < response)
        {
            wanted = left * (seconds / response);
            cuts |= WEND_CUT_BY_RESPONSE;
        }
        double most = (double)self->max_acceleration * seconds; // may be infinite: it is only compared
        if (wanted > most)
        {
            wanted = most;
            cuts |= WEND_CUT_BY_ACCELERATION;
        }
        double made = fmin(wanted / (double)self->mass, left);
        real_vec next = made < left ? real_add(velocity, real_scale(change, made / left)) : real_of(wish);
        if (real_length(next) > top)
        {
            next = real_cut(next, top);
            cuts |= WEND_CUT_BY_SPEED;
        }
        result = real_to_vec(next);
    }
    if (cut_by)
        *cut_by = cuts;
    return result;
}
