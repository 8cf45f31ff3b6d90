// Moving a body between obstacles.
#include "real.h"
#include "wend/obstacle.h"

#define ROUNDS 4 // of sliding, and of being pushed out
#define LOOKED 8 // hits at a time

/// Takes the part out of a vector that goes into a surface.
static real_vec along_surface(real_vec v, wend_vec normal)
{
    double into = real_dot(v, real_of(normal));
    return into < 0.0 ? real_sub(v, real_scale(real_of(normal), into)) : v;
}

static void lose_speed(wend_slider *body, wend_vec normal)
{
    body->velocity = real_to_vec(along_surface(real_of(body->velocity), normal));
}

/// Is there nothing that could be met on the way?
static bool is_free(const wend_caster *caster, const wend_slider *body, real_vec way)
{
    wend_hit hit;
    float radius = real_to_float(1.001 * ((double)body->radius + real_length(way)));
    return caster->around(body->position, radius, body->mask, body->ignore, &hit, 1, caster->user) == 0;
}

static bool sweep_along(const wend_caster *caster, wend_slider *body, real_vec way)
{
    for (int round = 0; round < ROUNDS; round++)
    {
        wend_cast cast = {body->position, real_to_vec(way), body->radius, body->mask, body->ignore};
        double length = real_length(way);
        wend_hit hit;
        if (length == 0.0)
            return round > 0;
        if (!caster->cast(&cast, &hit, caster->user))
        {
            body->position = real_to_vec(real_add(real_of(body->position), way));
            return round > 0;
        }
        double share = real_clamp((double)hit.distance / length, 0.0, 1.0);
        body->position = real_to_vec(real_add(real_of(body->position), real_scale(way, share)));
        way = along_surface(real_scale(way, 1.0 - share), hit.normal);
        lose_speed(body, hit.normal);
    }
    return true;
}

/// The hit that the body is deepest in, or null. Where its middle is inside the first one comes first: the nearest way
/// out.
static const wend_hit *deepest_of(const wend_hit *hits, int count, float radius)
{
    const wend_hit *worst = NULL;
    double deepest = 1e-5 * (double)radius;
    for (int i = 0; i < count; i++)
    {
        double depth = (double)radius - (double)hits[i].distance;
        if (depth <= deepest)
            continue;
        deepest = depth;
        worst = &hits[i];
        if (hits[i].distance < 0.0f)
            break;
    }
    return worst;
}

static bool push_out(const wend_caster *caster, wend_slider *body)
{
    for (int round = 0; round < ROUNDS; round++)
    {
        wend_hit hits[LOOKED];
        int count = caster->around(body->position, body->radius, body->mask, body->ignore, hits, LOOKED, caster->user);
        const wend_hit *worst = deepest_of(hits, count < LOOKED ? count : LOOKED, body->radius);
        if (!worst)
            return round > 0;
        real_vec out = real_scale(real_of(worst->normal), (double)body->radius - (double)worst->distance);
        body->position = real_to_vec(real_add(real_of(body->position), out));
        lose_speed(body, worst->normal);
    }
    return true;
}

bool wend_slide(const wend_caster *caster, wend_slider *body, wend_vec way)
{
    real_vec along = real_of(way);
    if (!caster || !caster->cast || is_free(caster, body, along))
    {
        body->position = real_to_vec(real_add(real_of(body->position), along));
        return false;
    }
    bool was_stopped = sweep_along(caster, body, along);
    return push_out(caster, body) || was_stopped;
}
