#include "casts.h"

void cast_offer(sweep *s, double time, int number, real_vec way_out)
{
    const piece *p = &s->set->pieces[number];
    float distance = real_to_float(time * s->length);
    if (s->has_hit)
    {
        const piece *q = &s->set->pieces[s->piece];
        if (distance != s->distance ? distance > s->distance : p->id != q->id ? p->id > q->id : p->edge >= q->edge)
            return;
    }
    s->has_hit = true;
    s->time = time;
    s->distance = distance;
    s->piece = number;
    s->way_out = way_out;
    // What comes a little later may still be a tie.
    s->until = smaller(time * 1.000001 + 1e-44 / s->length, 1.0);
    if (s->has_box)
        sweep_find_box(s);
}

// ---- beginning inside ----------------------------------------------------------------------------------------------

static bool find_solid(void *user, const cell_item *items, int count, const int cell[3])
{
    sweep *s = user;
    (void)cell;
    for (int i = 0; i < count && !s->has_overlap; i++)
    {
        const body *b = &s->set->bodies[items[i].what];
        s->has_overlap = is_met(s, &s->set->pieces[b->first]) && body_has_inside(s->set, b, s->from);
    }
    return !s->has_overlap;
}

/// The way out at a piece of a solid that the centre is inside of.
static real_vec way_out_at(const sweep *s, int number, double depth, real_vec nearest)
{
    real_vec out = real_unit(real_sub(nearest, s->from));
    double surface = 1e-9 * (fabs(s->from.x) + fabs(s->from.y) + fabs(s->from.z));
    return depth <= surface || real_dot(out, out) < 0.5 ? piece_normal(s->set, &s->set->pieces[number]) : out;
}

/// How fast the way leads out; where several pieces are the nearest, by the one that it leads to.
static double speed_out(const sweep *s, const body *b, double depth)
{
    double best = -DBL_MAX, noise = 1e-9 * (fabs(s->from.x) + fabs(s->from.y) + fabs(s->from.z));
    for (int i = b->first; i < b->first + b->count; i++)
    {
        real_vec q;
        double away = piece_distance(&s->set->pieces[i], s->from, &q);
        if (away <= depth * (1.0 + 1e-9) + noise)
            best = larger(best, real_dot(s->along, way_out_at(s, i, away, q)));
    }
    return best;
}

static void leave_solid(sweep *s, const body *b)
{
    double depth;
    real_vec q = s->from;
    int nearest = body_nearest(s->set, b, s->from, &depth, &q);
    s->is_inside = true;
    s->clearance = 0.0;
    if (speed_out(s, b, depth) < -1e-6 * s->length)
    {
        cast_offer(s, 0.0, nearest, way_out_at(s, nearest, depth, q));
        return;
    }
    // It may go out where its way first crosses the surface; where it crosses again it would come back in.
    double first = 2.0, second = 2.0;
    int again = -1;
    for (int i = b->first; i < b->first + b->count; i++)
    {
        double time;
        bool is_at_end;
        if (!piece_crossing(&s->set->pieces[i], s->from, s->along, &time, &is_at_end) || !(time >= 0.0 && time < 1.0))
            continue;
        if (real_dot(piece_normal(s->set, &s->set->pieces[i]), s->along) >= 0.0)
            first = time < first ? time : first;
        else if (time < second)
        {
            second = time;
            again = i;
        }
    }
    if (again >= 0 && second > first)
        cast_offer(s, second, again, no_way);
    s->free = larger(s->free, first <= 1.0 ? first + s->radius / s->length : 2.0);
    s->free_latest = larger(s->free_latest, s->free);
}

static bool leave_solids(void *user, const cell_item *items, int count, const int cell[3])
{
    sweep *s = user;
    (void)cell;
    for (int i = 0; i < count; i++)
    {
        const body *b = &s->set->bodies[items[i].what];
        if (is_met(s, &s->set->pieces[b->first]) && body_has_inside(s->set, b, s->from))
            leave_solid(s, b);
    }
    return true;
}

static void cast_from_overlap(sweep *s)
{
    s->has_hit = false;
    s->has_overlap = true;
    s->until = 1.0;
    sweep_prepare(s);
    sweep_find_overlaps(s);
    cells_solids(s->set, s->from, leave_solids, s);
    sweep_walk(s);
}

// ---- the query -----------------------------------------------------------------------------------------------------

static void publish(const sweep *s, wend_hit *hit)
{
    const piece *p = &s->set->pieces[s->piece];
    real_vec centre = real_add(s->from, real_scale(s->along, s->time));
    foot f = s->set->dimensions == 2 ? piece_foot(p, centre, true) : piece_foot(p, centre, false);
    real_vec q = f.at;
    double away = f.away, reach = s->radius + (double)p->radius;
    real_vec normal = s->way_out;
    if (real_dot(normal, normal) == 0.0 && reach > 0.0 && away > 1e-3 * reach)
        normal = real_unit(real_sub(centre, q));
    if (real_dot(normal, normal) == 0.0)
    {
        normal = piece_normal(s->set, p);
        if (real_dot(normal, s->along) > 0.0)
            normal = real_scale(normal, -1.0);
    }
    hit->distance = s->distance;
    hit->point = real_to_vec(real_add(q, real_scale(normal, (double)p->radius)));
    hit->normal = real_to_vec(normal);
    hit->velocity = piece_velocity(s->set, p);
    hit->body = p->id;
}

/// A cast along an exact way, whose end need not be a float away.
static bool cast_way(const wend_obstacles *set, const wend_cast *cast, real_vec along, wend_hit *hit)
{
    if (!set || set->alive == 0 || !wend_is_finite(cast->from) || !(cast->radius >= 0.0f && cast->radius <= FLT_MAX))
        return false;
    sweep s; // most of it is only made where it is needed
    s.set = set;
    s.cast = cast;
    s.until = 1.0;
    s.has_hit = s.has_overlap = s.is_inside = s.has_box = false;
    s.from = real_of(cast->from);
    s.along = along;
    if (set->dimensions == 2)
        s.from.z = s.along.z = 0.0;
    s.length = real_length(s.along);
    s.radius = (double)cast->radius;
    if (!(s.length > 0.0))
        return false;
    if (set->inner.used > 0 || set->solids_count > 0)
        cells_solids(set, s.from, find_solid, &s);
    if (!s.has_overlap && s.radius == 0.0 && set->dimensions == 2)
        ray_walk(&s);
    else if (!s.has_overlap)
    {
        sweep_prepare(&s);
        sweep_walk(&s);
    }
    if (s.has_overlap)
        cast_from_overlap(&s);
    if (s.has_hit && hit)
        publish(&s, hit);
    return s.has_hit;
}

bool wend_obstacles_cast(const wend_obstacles *set, const wend_cast *cast, wend_hit *hit)
{
    return cast && wend_is_finite(cast->along) && cast_way(set, cast, real_of(cast->along), hit);
}

bool wend_obstacles_sees(const wend_obstacles *set, wend_vec from, wend_vec to, float radius, uint32_t mask)
{
    if (!wend_is_finite(from) || !wend_is_finite(to))
        return false;
    real_vec along = real_sub(real_of(to), real_of(from));
    wend_cast there = {from, to, radius, mask, 0}, back = {to, from, radius, mask, 0};
    return !cast_way(set, &there, along, NULL) && !cast_way(set, &back, real_scale(along, -1.0), NULL);
}
