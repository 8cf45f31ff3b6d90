#include "wend/sense.h"

#include "real.h"

wend_feel_def wend_default_feel_def(void)
{
    wend_feel_def def = {0};
    def.seconds = 0.7f;
    def.side_angle = 0.6f;
    def.side_share = 0.65f;
    def.width = 1.0f;
    return def;
}

wend_vec wend_feel_ahead(const wend_agent *self, wend_vec wish)
{
    real_vec velocity = real_of(self->velocity), wanted = real_of(wish);
    if (real_length(velocity) > 0.1 * (double)self->max_speed)
        return real_to_vec(real_unit(velocity));
    return real_length(wanted) > 0.0 ? real_to_vec(real_unit(wanted)) : self->heading;
}

static wend_cast ray_of(const wend_agent *self, wend_vec direction, double length, const wend_feel_def *def)
{
    wend_cast cast = {0};
    cast.from = self->position;
    cast.along = real_to_vec(real_scale(real_of(direction), length));
    cast.radius = real_to_float((double)def->width * (double)self->radius);
    cast.mask = def->mask;
    cast.ignore = def->ignore;
    return cast;
}

static double reach_of(const wend_agent *self, const wend_feel_def *def)
{
    return (double)self->radius + (double)self->max_speed * (double)def->seconds;
}

int wend_feeler_ray(const wend_agent *self, wend_vec ahead, const wend_feel_def *def, wend_cast out[1])
{
    wend_feel_def usual = wend_default_feel_def();
    def = def ? def : &usual;
    out[0] = ray_of(self, ahead, reach_of(self, def), def);
    return 1;
}

int wend_whisker_rays(const wend_agent *self, wend_vec ahead, const wend_feel_def *def, wend_cast out[WEND_WHISKERS])
{
    wend_feel_def usual = wend_default_feel_def();
    def = def ? def : &usual;
    double length = reach_of(self, def), side = length * (double)def->side_share;
    out[0] = ray_of(self, ahead, length, def);
    out[1] = ray_of(self, wend_rotate(ahead, def->side_angle), side, def);
    out[2] = ray_of(self, wend_rotate(ahead, -def->side_angle), side, def);
    return WEND_WHISKERS;
}

int wend_ring_rays(const wend_agent *self, int count, float length, wend_cast *out)
{
    if (count < 1 || count > 64)
        return 0;
    wend_feel_def def = wend_default_feel_def();
    def.width = 0.0f;
    for (int i = 0; i < count; i++)
    {
        float angle = real_to_float(2.0 * 3.14159265358979323846 * i / count);
        out[i] = ray_of(self, wend_xyz(-wend_sin(angle), wend_cos(angle), 0.0f), (double)length, &def);
    }
    return count;
}

int wend_rays_needed(int slots, float body, float length)
{
    int rays = slots;
    while ((double)rays * (double)body < 3.14159265358979323846 * (double)length && rays + slots <= 64)
        rays += slots;
    return rays;
}

int wend_sense(const wend_caster *caster, const wend_cast *casts, int count, wend_hit *hits)
{
    int met = 0;
    for (int i = 0; i < count; i++)
    {
        wend_hit hit = {0}, clear = {0};
        clear.distance = wend_length(casts[i].along);
        bool is_met = caster->cast(&casts[i], &hit, caster->user) && hit.body != 0 && wend_is_finite(hit.point) &&
                      wend_is_finite(hit.normal) && hit.distance - hit.distance == 0.0f;
        hits[i] = is_met ? hit : clear;
        met += is_met;
    }
    return met;
}

bool wend_sees(const wend_agent *self, wend_vec point, float range, float sight_cos, const wend_caster *caster)
{
    real_vec offset = real_sub(real_of(point), real_of(self->position));
    double distance = real_length(offset);
    if (distance == 0.0)
        return true;
    bool is_in_cone = sight_cos <= -1.0f || real_dot(real_of(self->heading), offset) >= (double)sight_cos * distance;
    if (distance > (double)range || !is_in_cone)
        return false;
    if (!caster)
        return true;
    wend_cast cast = {0};
    wend_hit hit;
    cast.from = self->position;
    cast.along = real_to_vec(offset);
    return wend_sense(caster, &cast, 1, &hit) == 0;
}

// ---- memory -------------------------------------------------------------------------------------------------------

void wend_remember(wend_memory *memory, uint64_t body, wend_vec position, wend_vec velocity, double seconds)
{
    if (body == 0)
        return;
    wend_sighting *place = &memory->seen[0];
    for (int i = 0; i < WEND_MEMORY; i++)
    {
        wend_sighting *s = &memory->seen[i];
        if (s->body == body)
        {
            place = s;
            break;
        }
        // The best place so far: a free one, else the oldest, else the lowest body.
        bool is_free = s->body == 0, was_free = place->body == 0;
        bool is_older = s->seconds != place->seconds ? s->seconds < place->seconds : s->body < place->body;
        if ((is_free && !was_free) || (is_free == was_free && is_older))
            place = s;
    }
    *place = (wend_sighting){body, position, velocity, seconds};
}

float wend_recall(const wend_memory *memory, uint64_t body, double seconds, float half_life, wend_vec *guess)
{
    for (int i = 0; body != 0 && i < WEND_MEMORY; i++)
    {
        const wend_sighting *s = &memory->seen[i];
        if (s->body != body)
            continue;
        double age = fmax(0.0, seconds - s->seconds);
        if (guess)
            *guess = real_to_vec(real_add(real_of(s->position), real_scale(real_of(s->velocity), age)));
        return wend_exp(real_to_float(-0.69314718055994530942 * fmin(age / (double)half_life, 200.0)));
    }
    return 0.0f;
}

void wend_forget(wend_memory *memory, double seconds, double oldest)
{
    for (int i = 0; i < WEND_MEMORY; i++)
        if (memory->seen[i].body != 0 && seconds - memory->seen[i].seconds > oldest)
            memory->seen[i] = (wend_sighting){0};
}
