#include "wend/social.h"

#include "real.h"
#include "wend/flock.h"

wend_social wend_default_social(void)
{
    return (wend_social){.relaxation = 0.5f,
                         .strength = 25.0f,
                         .range = 0.08f,
                         .wall = 25.0f,
                         .wall_range = 0.08f,
                         .behind = 1.0f,
                         .body = 1500.0f,
                         .friction = 3000.0f};
}

wend_social wend_social_of_1995(void)
{
    // Potentials there, forces here: the gradient of V exp(-b / s) is V / s exp(-b / s). There b counts from the
    // centre, here from the hulls; that is why an agent should be small for it.
    return (wend_social){.relaxation = 0.5f,
                         .strength = 2.1f / 0.3f,
                         .range = 0.3f,
                         .wall = 10.0f / 0.2f,
                         .wall_range = 0.2f,
                         .behind = 0.5f,
                         .stride = 2.0f};
}

static double grown(double exponent)
{
    return (double)wend_exp(real_to_float(real_clamp(exponent, -60.0, 60.0)));
}

/// How much whoever pushes along a direction counts: all ahead, less behind.
static double seen(const wend_social *def, real_vec looks, real_vec push)
{
    double behind = (double)def->behind, ahead = -real_dot(looks, push);
    return behind + (1.0 - behind) * 0.5 * (1.0 + ahead);
}

/// The push of an ellipse whose foci are the other one and where its stride ends: its half short axis and the
/// direction across it. False: where both foci are one, a circle will do.
static bool ellipse(real_vec away, real_vec stride, double *half, real_vec *out)
{
    double step = real_length(stride), near_focus = real_length(away);
    real_vec ahead = real_sub(away, stride);
    double far_focus = real_length(ahead), sum = near_focus + far_focus;
    if (step <= 0.0 || near_focus <= 0.0 || far_focus <= 0.0)
        return false;
    *half = 0.5 * sqrt(fmax(sum * sum - step * step, 0.0));
    *out = real_unit(real_add(real_scale(away, 1.0 / near_focus), real_scale(ahead, 1.0 / far_focus)));
    return real_dot(*out, *out) > 0.0;
}

/// What hulls do that are pressed together, by `depth`: they push, and rub along the way they slide.
static real_vec touching(const wend_social *def, double depth, real_vec out, real_vec slides)
{
    if (depth <= 0.0)
        return (real_vec){0.0, 0.0, 0.0};
    real_vec along = real_sub(slides, real_scale(out, real_dot(slides, out)));
    return real_add(real_scale(out, (double)def->body * depth), real_scale(along, (double)def->friction * depth));
}

static real_vec push_of(const wend_agent *self, const wend_neighbour *n, const wend_social *def, real_vec looks)
{
    real_vec away = real_scale(real_of(n->offset), -1.0), velocity = real_of(n->velocity);
    double distance = real_length(away), radii = (double)self->radius + (double)n->radius, half = distance;
    real_vec out = distance > 0.0 ? real_scale(away, 1.0 / distance) : real_of(wend_part(self->id, n->id));
    real_vec between = out;
    ellipse(away, real_scale(velocity, (double)def->stride), &half, &out);
    double size = (double)def->strength * grown((radii - half) / (double)def->range) * seen(def, looks, out);
    real_vec slides = real_sub(velocity, real_of(self->velocity));
    return real_add(real_scale(out, size), touching(def, radii - distance, between, slides));
}

static real_vec push_of_wall(const wend_agent *self, const wend_hit *hit, const wend_social *def)
{
    real_vec out = real_of(hit->normal), slides = real_sub(real_of(hit->velocity), real_of(self->velocity));
    double depth = (double)self->radius - (double)hit->distance;
    double size = (double)def->wall * grown(depth / (double)def->wall_range);
    return real_add(real_scale(out, size), touching(def, depth, out, slides));
}

wend_vec wend_social_force(const wend_agent *self, wend_vec wish, const wend_neighbour *neighbours, int count,
                           const wend_hit *hits, int hit_count, const wend_social *def, double seconds)
{
    wend_social usual = wend_default_social();
    def = def ? def : &usual;
    real_vec velocity = real_of(self->velocity), looks = real_unit(real_of(wish));
    real_vec force = real_scale(real_sub(real_of(wish), velocity), 1.0 / (double)def->relaxation);
    for (int i = 0; i < count; i++)
        force = real_add(force, push_of(self, &neighbours[i], def, looks));
    for (int i = 0; i < hit_count; i++)
        force = real_add(force, push_of_wall(self, &hits[i], def));
    double follows = fmax((double)self->response_time, seconds);
    return real_to_vec(real_add(velocity, real_scale(force, follows)));
}
