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
        double made = real_smaller(wanted / (double)self->mass, left);
        real_vec next = made < left ? real_add(velocity, real_scale(change, made / left)) : real_of(wish);
        double speed = real_length(next);
        cuts |= speed > top ? WEND_CUT_BY_SPEED : WEND_CUT_BY_NOTHING;
        // By 1 mostly, or hardly less: nobody could guess which.
        next = top > 0.0 ? real_scale(next, top / real_larger(speed, top)) : real_cut(next, top);
        result = real_to_vec(next);
    }
    if (cut_by)
        *cut_by = cuts;
    return result;
}
