#include "wend/avoid.h"

#include "arrive.h"

static wend_vec cut_to_top(const wend_agent *self, real_vec velocity)
{
    return real_to_vec(real_cut(velocity, (double)self->max_speed));
}

static real_vec left_of(real_vec v)
{
    return (real_vec){-v.y, v.x, 0.0};
}

// ---- feelers ------------------------------------------------------------------------------------------------------

wend_avoid_def wend_default_avoid_def(void)
{
    return (wend_avoid_def){0.6f, 1.5f, 0.05f};
}

/// How strongly a hit counts: 0 at the ray's end, 1 where the hull touches.
static double strength_of(const wend_agent *self, const wend_cast *cast, const wend_hit *hit)
{
    double touch = fmax((double)self->radius - (double)cast->radius, 0.0), length = real_length(real_of(cast->along));
    if (hit->body == 0)
        return 0.0;
    if (length <= touch)
        return 1.0;
    return real_clamp(1.0 - ((double)hit->distance - touch) / (length - touch), 0.0, 1.0);
}

/// The side on which to pass what the feeler ahead met: 1 left, -1 right.
static int choose_side(const wend_cast *casts, const wend_hit *hits, int count, const wend_avoid_def *def,
                       const wend_side *side)
{
    if (count == 3)
    {
        double freer = (double)hits[1].distance - (double)hits[2].distance;
        if (fabs(freer) > (double)def->differ)
            return freer > 0.0 ? 1 : -1;
    }
    // A surface that slants turns one away from its near end: along it, in the direction one is going.
    real_vec ahead = real_unit(real_of(casts[0].along)), along = left_of(real_of(hits[0].normal));
    double slant = real_dot(along, ahead);
    if (fabs(slant) > 0.05)
    {
        real_vec way = real_scale(along, slant > 0.0 ? 1.0 : -1.0);
        return real_dot(way, left_of(ahead)) > 0.0 ? 1 : -1;
    }
    return side && side->side != 0 ? side->side : 1;
}

/// The push along the surface that a ray met, to the ray's left (side 1) or right (-1).
static real_vec along_surface(const wend_agent *self, const wend_cast *cast, const wend_hit *hit, int side,
                              const wend_avoid_def *def)
{
    real_vec along = left_of(real_of(hit->normal)), left = left_of(real_of(cast->along));
    double turn = real_dot(along, left) >= 0.0 ? (double)side : -(double)side;
    return real_scale(along, turn * (double)def->aside * strength_of(self, cast, hit));
}

wend_vec wend_avoid_feelers(const wend_agent *self, wend_vec wish, const wend_cast *casts, const wend_hit *hits,
                            int count, const wend_avoid_def *def, wend_side *side)
{
    wend_avoid_def usual = wend_default_avoid_def();
    def = def ? def : &usual;
    real_vec push = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++)
    {
        double k = strength_of(self, &casts[i], &hits[i]);
        push = real_add(push, real_scale(real_of(hits[i].normal), (double)def->push * k));
    }
    if (count > 0 && hits[0].body != 0)
    {
        int chosen = choose_side(casts, hits, count, def, side);
        push = real_add(push, along_surface(self, &casts[0], &hits[0], chosen, def));
        if (side)
            side->side = chosen;
    }
    else
    {
        // Past a corner that only a whisker sees: to the other side of that whisker.
        for (int i = 1; i < count; i++)
            push = real_add(push, along_surface(self, &casts[i], &hits[i], i == 1 ? -1 : 1, def));
    }
    if (push.x == 0.0 && push.y == 0.0 && push.z == 0.0)
        return wish;
    return cut_to_top(self, real_add(real_of(wish), real_scale(push, (double)self->max_speed)));
}

// ---- walls --------------------------------------------------------------------------------------------------------

wend_vec wend_avoid_walls(const wend_agent *self, wend_vec wish, const wend_hit *hits, int count, float radius,
                          float strength)
{
    double room = (double)radius - (double)self->radius;
    real_vec push = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++)
    {
        double left = (double)radius - fabs((double)hits[i].distance);
        if (left > 0.0 && room > 0.0)
            push = real_add(push, real_scale(real_of(hits[i].normal), (double)strength * left / room));
    }
    if (push.x == 0.0 && push.y == 0.0 && push.z == 0.0)
        return wish;
    return cut_to_top(self, real_add(real_of(wish), real_scale(push, (double)self->max_speed)));
}

wend_vec wend_leave(const wend_agent *self, wend_vec wish, const wend_hit *hits, int count)
{
    const wend_hit *nearest = NULL;
    for (int i = 0; i < count; i++)
        if (hits[i].distance < 0.0f && (!nearest || hits[i].distance > nearest->distance))
            nearest = &hits[i];
    return nearest ? real_to_vec(real_scale(real_of(nearest->normal), (double)self->max_speed)) : wish;
}

wend_vec wend_follow_wall(const wend_agent *self, wend_vec wish, const wend_hit *hits, int count, float distance,
                          bool is_on_left)
{
    if (count == 0)
        return wish;
    const wend_hit *nearest = &hits[0];
    for (int i = 1; i < count; i++)
        if (fabsf(hits[i].distance) < fabsf(nearest->distance))
            nearest = &hits[i];
    // The normal comes out of the wall: with the wall on one's left one goes to the left of it.
    real_vec normal = real_of(nearest->normal), along = real_scale(left_of(normal), is_on_left ? 1.0 : -1.0);
    double wanted = (double)distance + (double)self->radius, off = wanted - (double)nearest->distance;
    double turn = real_clamp(off / fmax(wanted, 1e-6), -1.0, 1.0);
    return real_to_vec(real_scale(real_unit(real_add(along, real_scale(normal, turn))), (double)self->max_speed));
}

// ---- the fan ------------------------------------------------------------------------------------------------------

wend_fan_def wend_default_fan_def(void)
{
    wend_fan_def def = {0};
    def.seconds = 0.75f;
    def.farthest = 8.0f;
    def.padding = 0.05f;
    return def;
}

/// The share of a cast of that length that is clear, [0, 1].
static double clear_share(const wend_agent *self, real_vec direction, double length, const wend_caster *caster,
                          const wend_fan_def *def)
{
    wend_cast cast = {0};
    wend_hit hit = {0};
    cast.from = self->position;
    cast.along = real_to_vec(real_scale(direction, length));
    cast.radius = real_to_float((double)self->radius + (double)def->padding);
    cast.mask = def->mask;
    cast.ignore = def->ignore;
    if (!caster->cast(&cast, &hit, caster->user))
        return 1.0;
    return real_clamp((double)hit.distance / length, 0.0, 1.0);
}

wend_vec wend_avoid_fan(const wend_agent *self, wend_vec wish, const wend_caster *caster, const wend_fan_def *def,
                        int *casts)
{
    // Straight, then to both sides; cosines and sines of 0, 30, 60 and 90 degrees.
    static const double cosine[4] = {1.0, 0.86602540378443865, 0.5, 0.0};
    static const double sine[4] = {0.0, 0.5, 0.86602540378443865, 1.0};
    wend_fan_def usual = wend_default_fan_def();
    def = def ? def : &usual;
    real_vec wanted = real_of(wish), straight = real_unit(wanted), side = real_unit(left_of(straight));
    double speed = real_length(wanted), length = fmin(speed * (double)def->seconds, (double)def->farthest);
    int made = 0;
    wend_vec result = wish;
    if (speed * (double)def->seconds >= 1e-6)
    {
        if (real_dot(side, side) == 0.0)
            side = (real_vec){1.0, 0.0, 0.0}; // straight up or down
        real_vec velocity = real_of(self->velocity), best = straight;
        double best_score = clear_share(self, straight, length, caster, def), best_turn = 0.0;
        made = 1;
        bool is_clear = best_score >= 1.0;
        for (int k = 1; !is_clear && k < 4; k++)
            for (int turn = 1; turn >= -1; turn -= 2, made++)
            {
                real_vec direction =
                    real_add(real_scale(straight, cosine[k]), real_scale(side, sine[k] * (double)turn));
                double score = clear_share(self, direction, length, caster, def) * (1.0 + cosine[k]) * 0.5;
                double gain = score - best_score, nearer = real_dot(velocity, direction) - real_dot(velocity, best);
                if (gain > 1e-9 || (fabs(gain) <= 1e-9 && best_turn != 0.0 && nearer > 1e-6 * speed))
                {
                    best = direction;
                    best_score = score;
                    best_turn = (double)turn;
                }
            }
        if (made > 1)
            result = real_to_vec(real_scale(best, speed));
    }
    if (casts)
        *casts = made;
    return result;
}

// ---- others who move ----------------------------------------------------------------------------------------------

wend_vec wend_avoid_movers(const wend_agent *self, wend_vec wish, const wend_neighbour *neighbours, int count,
                           float seconds)
{
    real_vec velocity = real_of(self->velocity), aside = {0.0, 0.0, 0.0};
    double soonest = (double)seconds, urgency = 0.0;
    for (int i = 0; i < count; i++)
    {
        const wend_neighbour *other = &neighbours[i];
        real_vec offset = real_of(other->offset), relative = real_sub(real_of(other->velocity), velocity);
        double square = real_dot(relative, relative), closing = -real_dot(offset, relative);
        double touch = (double)self->radius + (double)other->radius;
        if (square <= 0.0 || closing <= 0.0)
            continue; // side by side, or apart
        double time = closing / square;
        real_vec least = real_add(offset, real_scale(relative, time));
        if (time >= soonest || real_length(least) >= touch)
            continue;
        soonest = time;
        urgency = 1.0 - time / (double)seconds;
        // Across one's own way, on the side away from where it will be; an exact hit is passed on the left.
        real_vec left = real_unit(left_of(velocity));
        if (real_dot(left, left) == 0.0)
            left = real_unit(left_of(offset));
        double where = real_dot(least, left);
        aside = real_scale(left, where > 1e-6 * touch ? -1.0 : 1.0);
    }
    if (urgency <= 0.0)
        return wish;
    return cut_to_top(self, real_add(real_of(wish), real_scale(aside, urgency * (double)self->max_speed)));
}

// ---- staying in, hiding -------------------------------------------------------------------------------------------

wend_vec wend_contain(const wend_agent *self, wend_vec wish, const wend_caster *caster, float seconds)
{
    real_vec wanted = real_of(wish);
    double speed = real_length(wanted);
    for (int corner = 0; corner < 3 && speed > 0.0; corner++) // a second wall may stand where the first one leads
    {
        wend_cast cast = {0};
        wend_hit hit = {0};
        cast.from = self->position;
        cast.along = real_to_vec(real_scale(wanted, (double)seconds));
        cast.radius = self->radius;
        if (!caster->cast(&cast, &hit, caster->user))
            break;
        real_vec normal = real_of(hit.normal);
        double into = -real_dot(wanted, normal), room = fmax(0.0, (double)hit.distance * into / speed);
        double most = braking_speed(self, room);
        if (into <= most)
            break;
        wanted = real_add(wanted, real_scale(normal, into - most));
        speed = real_length(wanted);
    }
    return cut_to_top(self, wanted);
}

// ---- cover ----------------------------------------------------------------------------------------------------------

#define COVER_LOOKS 12

wend_cover_def wend_default_cover_def(void)
{
    return (wend_cover_def){10.0f, 0.25f, 0, 0};
}

// Somebody who looks for a place.
typedef struct seeker
{
    const wend_caster *caster;
    const wend_cover_def *def;
    real_vec self, threat;
    double radius, room; // of the hull; with the margin
    real_vec best;
    double away; // of the best place; INFINITY: none yet
    bool is_whole;
} seeker;

static bool first_on(const seeker *s, real_vec from, real_vec to, wend_hit *hit)
{
    wend_vec start = real_to_vec(from);
    wend_cast cast = {start, wend_sub(real_to_vec(to), start), 0.0f, s->def->mask, s->def->ignore};
    return s->caster->cast(&cast, hit, s->caster->user);
}

static bool is_hidden(const seeker *s, real_vec place)
{
    wend_hit hit;
    return first_on(s, s->threat, place, &hit);
}

/// Across a line of sight: to both sides, above and below.
static void across(real_vec away, real_vec out[4])
{
    real_vec side = real_unit(left_of(away));
    if (real_dot(side, side) == 0.0)
        side = (real_vec){1.0, 0.0, 0.0};
    real_vec above = {-side.y * away.z, side.x * away.z, side.y * away.x - side.x * away.y};
    out[0] = side, out[1] = real_scale(side, -1.0);
    out[2] = above, out[3] = real_scale(above, -1.0);
}

/// Is the rim of the hull hidden as well?
static bool is_whole_hidden(const seeker *s, real_vec place, real_vec away)
{
    real_vec rim[4];
    across(away, rim);
    for (int i = 0; i < 4; i++)
        if (!is_hidden(s, real_add(place, real_scale(rim[i], s->radius))))
            return false;
    return true;
}

static bool is_free(const seeker *s, real_vec place)
{
    wend_hit hit;
    float radius = real_to_float(0.999 * s->radius);
    return s->caster->around(real_to_vec(place), radius, s->def->mask, s->def->ignore, &hit, 1, s->caster->user) == 0;
}

/// Takes a place if it is better than the best so far. True if all of the hull is hidden there.
static bool consider(seeker *s, real_vec place, real_vec away)
{
    double distance = real_length(real_sub(place, s->self));
    if ((s->is_whole && distance >= s->away) || !is_free(s, place) || !is_hidden(s, place))
        return false;
    bool is_whole = is_whole_hidden(s, place, away);
    if (is_whole == s->is_whole ? distance < s->away : is_whole)
    {
        s->best = place;
        s->away = distance;
        s->is_whole = is_whole;
    }
    return is_whole;
}

/// Looks back at a threat along the line through a point, from farther and farther behind it, for a surface to stand
/// behind. True if one hides all of the hull.
static bool look_behind(seeker *s, real_vec point)
{
    real_vec away = real_unit(real_sub(point, s->threat));
    double range = (double)s->def->range;
    if (real_dot(away, away) == 0.0)
        return false;
    for (double depth = fmin(2.0 * s->room, range);; depth = fmin(2.0 * depth, range))
    {
        wend_hit hit;
        if (first_on(s, real_add(point, real_scale(away, depth)), s->threat, &hit) &&
            consider(s, real_add(real_of(hit.point), real_scale(away, s->room)), away))
            return true;
        if (depth >= range)
            return false;
    }
}

/// Behind a surface where it is met from the agent: deeper in, so as to stand behind the middle of a pillar; else
/// beside that, for the end of a wall; else less deep, for what is thin.
static void look_behind_surface(seeker *s, const wend_hit *surface)
{
    static const double deep[4] = {1.0, 0.5, 0.25, 0.125};
    real_vec point = real_of(surface->point), inwards = real_scale(real_of(surface->normal), -s->room), aside[4];
    if (look_behind(s, real_add(point, inwards)))
        return;
    across(real_unit(real_sub(point, s->threat)), aside);
    for (int i = 0; i < 4; i++)
        if (look_behind(s, real_add(point, real_scale(aside[i], s->room))))
            return;
    for (int i = 1; i < 4; i++)
        if (look_behind(s, real_add(point, real_scale(inwards, deep[i]))))
            return;
}

bool wend_find_cover(const wend_agent *self, wend_vec threat, const wend_caster *caster, const wend_cover_def *def,
                     wend_vec *place)
{
    wend_cover_def defaults = wend_default_cover_def();
    wend_hit hits[COVER_LOOKS];
    def = def ? def : &defaults;
    if (!caster->cast || !caster->around)
        return false;
    int found = caster->around(self->position, def->range, def->mask, def->ignore, hits, COVER_LOOKS, caster->user);
    seeker s = {.caster = caster, .def = def, .self = real_of(self->position), .threat = real_of(threat)};
    s.radius = (double)self->radius;
    s.away = (double)INFINITY;
    s.room = fmax((double)self->radius + (double)def->margin, 1e-3 * (double)def->range);
    for (int i = 0; i < found && i < COVER_LOOKS; i++)
        look_behind_surface(&s, &hits[i]);
    if (s.away == (double)INFINITY)
        return false;
    *place = real_to_vec(s.best);
    return true;
}
