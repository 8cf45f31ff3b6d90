#include "wend/group.h"

#include "arrive.h"
#include "aside.h"

static wend_vec cut_to_top(const wend_agent *self, real_vec velocity)
{
    return real_to_vec(real_cut(velocity, (double)self->max_speed));
}

wend_vec wend_keep_place(const wend_agent *self, wend_vec point, wend_vec velocity)
{
    if (!self)
        return wend_xyz(0.0f, 0.0f, 0.0f);
    real_vec offset = real_sub(real_of(point), real_of(self->position));
    return cut_to_top(self, real_add(real_of(velocity), arrive_along(self, offset)));
}

wend_vec wend_follow_leader(const wend_agent *self, const wend_agent *leader, float gap)
{
    if (!self || !leader)
        return self ? self->velocity : wend_xyz(0.0f, 0.0f, 0.0f);
    real_vec velocity = real_of(leader->velocity), from = real_sub(real_of(self->position), real_of(leader->position));
    double speed = real_length(velocity), radii = (double)self->radius + (double)leader->radius;
    real_vec ahead = speed > 0.0 ? real_scale(velocity, 1.0 / speed) : real_of(leader->heading);
    double along = real_dot(from, ahead);
    real_vec off = across(from, ahead);
    if (speed > 0.0 && along > 0.0 && along < 2.0 * speed + radii && real_length(off) < radii + 0.5 * (double)gap)
        return cut_to_top(self, real_scale(side_away(off, ahead), (double)self->max_speed));
    real_vec place = real_sub(real_of(leader->position), real_scale(ahead, radii + (double)gap));
    return wend_keep_place(self, real_to_vec(place), leader->velocity);
}

wend_vec wend_queue(const wend_agent *self, wend_vec wish, const wend_neighbour *neighbours, int count, float gap)
{
    if (!self || !neighbours)
        return wish;
    double speed = real_length(real_of(wish));
    if (speed == 0.0)
        return wish;
    real_vec ahead = real_scale(real_of(wish), 1.0 / speed);
    double most = speed;
    for (int i = 0; i < count; i++)
    {
        real_vec offset = real_of(neighbours[i].offset);
        double along = real_dot(offset, ahead), its = real_dot(real_of(neighbours[i].velocity), ahead);
        double radii = (double)self->radius + (double)neighbours[i].radius;
        if (along <= 0.0 || its < 0.0 || real_length(across(offset, ahead)) >= radii)
            continue;
        double room = real_length(offset) - radii - (double)gap;
        most = fmin(most, room > 0.0 ? its + braking_speed(self, room) : 0.5 * its);
    }
    return most < speed ? real_to_vec(real_scale(ahead, most)) : wish;
}

wend_vec wend_give_way(const wend_agent *self, wend_vec wish, const wend_neighbour *neighbours, int count, float gap,
                       float seconds)
{
    if (!self || !neighbours)
        return wish;
    aside a = {.soonest = (double)seconds};
    for (int i = 0; i < count; i++)
        aside_for(&a, self, &neighbours[i], gap);
    return a.is_needed ? real_to_vec(a.step) : wish;
}
