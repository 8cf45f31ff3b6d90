#include "wend/combine.h"

#include "real.h"

// What a wish adds to the velocity, weighted.
static real_vec change_of(const wend_agent *self, const wend_wish *wish)
{
    return real_scale(real_sub(real_of(wish->velocity), real_of(self->velocity)), (double)wish->weight);
}

static void take(wend_wish *wish, real_vec change)
{
    wish->taken = real_to_vec(change);
}

static wend_vec velocity_plus(const wend_agent *self, real_vec change)
{
    return real_to_vec(real_add(real_of(self->velocity), change));
}

static const real_vec nothing = {0.0, 0.0, 0.0};

wend_vec wend_combine_sum(const wend_agent *self, wend_wish *wishes, int count, float limit)
{
    real_vec sum = nothing;
    for (int i = 0; i < count; i++)
        sum = real_add(sum, change_of(self, &wishes[i]));
    double length = real_length(sum);
    double share = limit > 0.0f && length > (double)limit ? (double)limit / length : 1.0;
    for (int i = 0; i < count; i++)
        take(&wishes[i], real_scale(change_of(self, &wishes[i]), share));
    return velocity_plus(self, real_scale(sum, share));
}

wend_vec wend_combine_priority(const wend_agent *self, wend_wish *wishes, int count, float limit, float least)
{
    real_vec chosen = nothing;
    bool has_chosen = false;
    for (int i = 0; i < count; i++)
    {
        real_vec change = change_of(self, &wishes[i]);
        bool is_first = !has_chosen && real_length(change) > (double)least;
        if (is_first)
        {
            chosen = limit > 0.0f ? real_cut(change, (double)limit) : change;
            has_chosen = true;
        }
        take(&wishes[i], is_first ? chosen : nothing);
    }
    return velocity_plus(self, chosen);
}

wend_vec wend_combine_budget(const wend_agent *self, wend_wish *wishes, int count, float limit)
{
    real_vec sum = nothing;
    for (int i = 0; i < count; i++)
    {
        double left = fmax(0.0, (double)limit - real_length(sum));
        real_vec change = real_cut(change_of(self, &wishes[i]), left);
        sum = real_add(sum, change);
        take(&wishes[i], change);
    }
    return velocity_plus(self, sum);
}

wend_vec wend_combine_flock(const wend_agent *self, wend_wish *wishes, int count)
{
    double top = (double)self->max_speed;
    real_vec velocity = real_of(self->velocity);
    if (count == 0)
        return real_to_vec(real_cut(velocity, top));
    real_vec first = real_cut(change_of(self, &wishes[0]), top), others = velocity;
    for (int i = 1; i < count; i++)
    {
        real_vec change = change_of(self, &wishes[i]);
        others = real_add(others, change);
        take(&wishes[i], change);
    }
    take(&wishes[0], first);
    double length = real_length(others), left = fmax(0.0, top - real_length(first));
    if (length <= left)
        return real_to_vec(real_add(first, others));
    double share = left / length;
    for (int i = 1; i < count; i++)
        take(&wishes[i], real_scale(change_of(self, &wishes[i]), share));
    return real_to_vec(real_cut(real_add(first, real_scale(others, share)), top));
}
