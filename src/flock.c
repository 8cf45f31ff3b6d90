#include "flock_sum.h"

#include "real.h"

wend_flock_def wend_default_flock_def(void)
{
    wend_flock_def def = {0};
    def.separation = 1.5f;
    def.alignment = 0.5f;
    def.cohesion = 0.3f;
    def.sight_cos = -1.0f;
    return def;
}

/// An agent's own direction: the golden ratio makes those of successive ids as different as can be.
static real_vec own_direction(wend_agent_id id)
{
    // The serial is in the high bits and the slot in the low ones; 0.618... * 2^64 spreads both round the circle.
    uint64_t turn = (id.value ^ id.value >> 24) * 11400714819323198485u;
    // The two highest bits are the quadrant; within it (1 - t^2, 2 t) / (1 + t^2) runs along the circle.
    double t = (double)(turn >> 8 & 0x3fffffffffffff) * 0x1p-54, scale = 1.0 / (1.0 + t * t);
    double x = (1.0 - t * t) * scale, y = 2.0 * t * scale;
    switch (turn >> 62)
    {
    case 0: return (real_vec){x, y, 0.0};
    case 1: return (real_vec){-y, x, 0.0};
    case 2: return (real_vec){-x, -y, 0.0};
    default: return (real_vec){y, -x, 0.0};
    }
}

wend_vec wend_part(wend_agent_id self, wend_agent_id other)
{
    real_vec apart = real_sub(own_direction(self), own_direction(other));
    if (real_length(apart) < 1e-6)
        return wend_xyz(self.value < other.value ? -1.0f : 1.0f, 0.0f, 0.0f);
    return real_to_vec(real_unit(apart));
}

// ---- one pass for all three ---------------------------------------------------------------------------------------

flock_view flock_view_of(const wend_agent *self, const wend_flock_def *def)
{
    float sight = self->neighbour_radius;
    float separation = def->separation_radius > 0.0f ? fminf(def->separation_radius, sight) : sight;
    flock_view view = {0};
    view.sight_square = sight * sight;
    view.separation_square = separation * separation;
    view.radius = self->radius;
    view.sight_cos = def->sight_cos;
    view.heading = self->heading;
    view.id = self->id;
    view.has_cone = def->sight_cos > -1.0f;
    view.does_align_headings = def->does_align_headings;
    view.is_extreme = !(view.sight_square > 1e-30f && view.sight_square < 1e30f);
    return view;
}

// What the three sums mean, with n > 0 neighbours seen.
static wend_flock_wishes wishes_of(const wend_agent *self, const wend_flock_def *def, real_vec away, real_vec go,
                                   real_vec at, int n)
{
    real_vec velocity = real_of(self->velocity);
    double top = (double)self->max_speed;
    if (n == 0)
        return (wend_flock_wishes){self->velocity, self->velocity, self->velocity, 0};
    real_vec mean = real_scale(go, 1.0 / n);
    if (def->does_align_headings)
    {
        mean = real_scale(real_unit(go), top);
        if (real_dot(go, go) == 0.0)
            mean = velocity;
    }
    real_vec together = real_scale(at, (double)def->cohesion * top / (n * (double)self->neighbour_radius));
    wend_flock_wishes wishes;
    wishes.separation = real_to_vec(real_add(velocity, real_scale(away, (double)def->separation * top)));
    wishes.alignment = real_to_vec(real_add(velocity, real_scale(real_sub(mean, velocity), (double)def->alignment)));
    wishes.cohesion = real_to_vec(real_add(velocity, together));
    wishes.count = n;
    return wishes;
}

bool flock_finish_sums(const wend_agent *self, const wend_flock_def *def, wend_vec away, wend_vec go, wend_vec at,
                       int seen, wend_flock_wishes *out)
{
    if (!wend_is_finite(away) || !wend_is_finite(go) || !wend_is_finite(at))
        return false;
    *out = wishes_of(self, def, real_of(away), real_of(go), real_of(at), seen);
    return true;
}

bool flock_finish(const wend_agent *self, const wend_flock_def *def, const flock_sum *sum, wend_flock_wishes *out)
{
    wend_vec away = {lanes_sum(sum->away_x), lanes_sum(sum->away_y), lanes_sum(sum->away_z)};
    wend_vec go = {lanes_sum(sum->go_x), lanes_sum(sum->go_y), lanes_sum(sum->go_z)};
    wend_vec at = {lanes_sum(sum->at_x), lanes_sum(sum->at_y), lanes_sum(sum->at_z)};
    return !sum->is_extreme && flock_finish_sums(self, def, away, go, at, lanes_counted(sum->seen), out);
}

wend_flock_wishes flock_in_double(const wend_agent *self, const wend_neighbour *neighbours, int count,
                                  const wend_flock_def *def)
{
    real_vec away = {0}, go = {0}, at = {0}, heading = real_of(self->heading);
    double sight = (double)self->neighbour_radius;
    double room = def->separation_radius > 0.0f ? fmin((double)def->separation_radius, sight) : sight;
    int seen = 0;
    for (int i = 0; i < count; i++)
    {
        const wend_neighbour *other = &neighbours[i];
        real_vec offset = real_of(other->offset), velocity = real_of(other->velocity);
        double distance = real_length(offset), apart = fmax(distance, (double)FLOCK_TOUCH);
        bool is_in_cone = def->sight_cos <= -1.0f || real_dot(heading, offset) >= (double)def->sight_cos * distance;
        if (distance > sight || !is_in_cone)
            continue;
        seen++;
        at = real_add(at, offset);
        go = real_add(go, def->does_align_headings ? real_unit(velocity) : velocity);
        if (distance > room)
            continue;
        real_vec unit = distance < (double)FLOCK_TOUCH ? real_scale(real_of(wend_part(self->id, other->id)), -1.0)
                                                       : real_scale(offset, 1.0 / distance);
        away = real_sub(away, real_scale(unit, ((double)self->radius + (double)other->radius) / apart));
    }
    return wishes_of(self, def, away, go, at, seen);
}

static uint64_t id_in_list(const void *list, int lane)
{
    return ((const wend_neighbour *)list)[lane].id.value;
}

/// Neighbours k, k + 1, ... of a list, as lanes; what is beyond its end isn't there.
static flock_part part_of(const wend_neighbour *neighbours, int k, int count)
{
    float x[LANES] = {0}, y[LANES] = {0}, z[LANES] = {0}, vx[LANES] = {0}, vy[LANES] = {0}, vz[LANES] = {0};
    float radius[LANES] = {0};
    for (int i = 0; i < LANES_WIDTH && k + i < count; i++)
    {
        const wend_neighbour *other = &neighbours[k + i];
        x[i] = other->offset.x;
        y[i] = other->offset.y;
        z[i] = other->offset.z;
        vx[i] = other->velocity.x;
        vy[i] = other->velocity.y;
        vz[i] = other->velocity.z;
        radius[i] = other->radius;
    }
    return (flock_part){lanes_load(x),  lanes_load(y),      lanes_load(z),          lanes_load(vx), lanes_load(vy),
                        lanes_load(vz), lanes_load(radius), lanes_first(count - k), id_in_list,     &neighbours[k]};
}

wend_flock_wishes wend_flock(const wend_agent *self, const wend_neighbour *neighbours, int count,
                             const wend_flock_def *def)
{
    wend_flock_def usual = wend_default_flock_def();
    def = def ? def : &usual;
    flock_view view = flock_view_of(self, def);
    flock_sum sum;
    flock_begin(&sum);
    for (int k = 0; k < count; k += LANES_WIDTH)
    {
        flock_part part = part_of(neighbours, k, count);
        flock_add(&sum, k / LANES_WIDTH % LANES_PARTS, &view, &part, true);
    }
    wend_flock_wishes wishes;
    if (flock_finish(self, def, &sum, &wishes))
        return wishes;
    return flock_in_double(self, neighbours, count, def);
}

wend_vec wend_separate(const wend_agent *self, const wend_neighbour *neighbours, int count, const wend_flock_def *def)
{
    return wend_flock(self, neighbours, count, def).separation;
}

wend_vec wend_align(const wend_agent *self, const wend_neighbour *neighbours, int count, const wend_flock_def *def)
{
    return wend_flock(self, neighbours, count, def).alignment;
}

wend_vec wend_cohere(const wend_agent *self, const wend_neighbour *neighbours, int count, const wend_flock_def *def)
{
    return wend_flock(self, neighbours, count, def).cohesion;
}
