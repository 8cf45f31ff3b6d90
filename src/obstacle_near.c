#include "shapes.h"

#include <string.h>

// ---- around a point ------------------------------------------------------------------------------------------------

enum
{
    REMEMBERED = 8 // bodies of which it is known whether the centre is inside
};

typedef struct search
{
    const wend_obstacles *set;
    real_vec centre;
    double radius;
    uint32_t mask;
    uint64_t ignore;
    wend_hit *hits;
    int capacity, found;
    int known[REMEMBERED]; // body + 1
    bool is_inside[REMEMBERED];
} search;

static bool is_inside(search *s, const piece *p)
{
    if (!p->is_solid)
        return false;
    int at = p->body % REMEMBERED;
    if (s->known[at] != p->body + 1)
    {
        s->known[at] = p->body + 1;
        s->is_inside[at] = body_has_inside(s->set, &s->set->bodies[p->body], s->centre);
    }
    return s->is_inside[at];
}

/// While hits are gathered, the number of a piece is kept where its velocity will stand.
static int piece_of(const wend_hit *hit)
{
    return (int)((uint32_t)hit->velocity.x << 12 | (uint32_t)hit->velocity.y);
}

static bool comes_before(const search *s, const wend_hit *a, const wend_hit *b)
{
    float da = fabsf(a->distance), db = fabsf(b->distance);
    if (da != db)
        return da < db;
    return a->body != b->body ? a->body < b->body : s->set->pieces[piece_of(a)].edge < s->set->pieces[piece_of(b)].edge;
}

static void keep(search *s, const wend_hit *hit)
{
    int at = s->found < s->capacity ? s->found : s->capacity;
    s->found++;
    for (; at > 0 && comes_before(s, hit, &s->hits[at - 1]); at--)
        if (at < s->capacity)
            s->hits[at] = s->hits[at - 1];
    if (at < s->capacity)
        s->hits[at] = *hit;
}

/// The nearest point of a piece's surface: its distance, negative inside, and the way out there.
static double surface(search *s, const piece *p, real_vec *point, real_vec *normal)
{
    real_vec q;
    double away = piece_distance(p, s->centre, &q), radius = (double)p->radius;
    bool has_inside = is_inside(s, p);
    real_vec out = real_scale(real_sub(s->centre, q), has_inside ? -1.0 : 1.0);
    double noise = 1e-12 * (fabs(s->centre.x) + fabs(s->centre.y) + fabs(s->centre.z));
    *normal = away > noise ? real_unit(out) : piece_normal(s->set, p);
    *point = real_add(q, real_scale(*normal, radius));
    return has_inside ? -away : away - radius;
}

static void add_piece(search *s, int number, const int cell[3], bool is_far_allowed)
{
    const piece *p = &s->set->pieces[number];
    if (!piece_is_met(p, s->mask, s->ignore))
        return;
    real_vec point, normal;
    double distance = surface(s, p, &point, &normal);
    bool is_in_round = p->radius > 0.0f && distance < 0.0;
    if (!(distance <= s->radius || is_far_allowed) || (distance < -s->radius && !is_in_round && !is_far_allowed))
        return;
    // Of all cells that hold it, the one that the point is in tells of it.
    real_vec where = is_in_round ? s->centre : point;
    for (int axis = 0; cell && axis < s->set->dimensions; axis++)
        if (cell_number(real_at(where, axis) * s->set->per_cell) != cell[axis])
            return;
    wend_hit hit = {0};
    hit.distance = real_to_float(distance);
    hit.point = real_to_vec(point);
    hit.normal = real_to_vec(normal);
    hit.body = p->id;
    hit.velocity.x = (float)((uint32_t)number >> 12);
    hit.velocity.y = (float)((uint32_t)number & 4095u);
    keep(s, &hit);
}

/// Is an item so far from the centre that its piece need not be looked at?
static bool is_apart(const search *s, const cell_item *item)
{
    if (s->set->dimensions == 3)
        return false;
    double ax = (double)item->ax - s->centre.x, ay = (double)item->ay - s->centre.y, reach = s->radius * 1.000001;
    if (item->what < 0)
    {
        reach += (double)item->bx;
        return ax * ax + ay * ay > reach * reach && s->radius < DBL_MAX;
    }
    double ex = (double)item->bx - (double)item->ax, ey = (double)item->by - (double)item->ay;
    double square = ex * ex + ey * ey, along = -(ax * ex + ay * ey);
    double t = along <= 0.0 || square <= 0.0 ? 0.0 : along >= square ? 1.0 : along / square;
    double x = ax + ex * t, y = ay + ey * t;
    return x * x + y * y > reach * reach && s->radius < DBL_MAX;
}

static bool add_items(void *user, const cell_item *items, int count, const int cell[3])
{
    for (int i = 0; i < count; i++)
        if (!is_apart(user, &items[i]))
            add_piece(user, items[i].what < 0 ? ~items[i].what : items[i].what, cell, false);
    return true;
}

/// Of a solid round the centre the nearest piece counts, even where it is out of reach.
static bool add_solids(void *user, const cell_item *items, int count, const int cell[3])
{
    search *s = user;
    (void)cell;
    for (int i = 0; i < count; i++)
    {
        const body *b = &s->set->bodies[items[i].what];
        double distance;
        real_vec q;
        if (!body_has_inside(s->set, b, s->centre))
            continue;
        int nearest = body_nearest(s->set, b, s->centre, &distance, &q);
        if (distance > s->radius)
            add_piece(s, nearest, NULL, true);
    }
    return true;
}

static bool is_allowed(const wend_obstacles *set, wend_vec centre, float radius)
{
    return set && set->alive > 0 && wend_is_finite(centre) && radius >= 0.0f;
}

static search begin_search(const wend_obstacles *set, wend_vec centre, float radius, uint32_t mask)
{
    search s = {.set = set, .mask = mask};
    s.centre = real_of(centre);
    if (set->dimensions == 2)
        s.centre.z = 0.0;
    s.radius = radius < FLT_MAX ? (double)radius : DBL_MAX;
    return s;
}

static void look_around(const search *s, cells_visit *visit, void *user)
{
    double reach = s->radius * 1.000001; // what rounding brings just inside isn't missed
    const double low[3] = {s->centre.x - reach, s->centre.y - reach, s->centre.z - reach};
    const double high[3] = {s->centre.x + reach, s->centre.y + reach, s->centre.z + reach};
    if (s->radius < DBL_MAX)
        cells_within(s->set, low, high, visit, user);
    else
        cells_all(s->set, visit, user);
}

int wend_obstacles_around(const wend_obstacles *set, wend_vec centre, float radius, uint32_t mask, uint64_t ignore,
                          wend_hit *hits, int capacity)
{
    if (!is_allowed(set, centre, radius))
        return 0;
    search s = begin_search(set, centre, radius, mask);
    s.ignore = ignore;
    s.hits = hits;
    s.capacity = hits && capacity > 0 ? capacity : 0;
    look_around(&s, add_items, &s);
    cells_solids(set, s.centre, add_solids, &s);
    for (int i = 0; i < s.found && i < s.capacity; i++)
        hits[i].velocity = piece_velocity(set, &set->pieces[piece_of(&hits[i])]);
    return s.found;
}

bool wend_obstacles_closest(const wend_obstacles *set, wend_vec centre, float radius, uint32_t mask, wend_hit *hit)
{
    if (!is_allowed(set, centre, radius))
        return false;
    // Look within one cell's width first, then four times as far, until something is there.
    float reach = fmaxf(real_to_float(set->cell), FLT_MIN);
    for (;;)
    {
        wend_hit best;
        bool is_last = reach >= radius || reach >= FLT_MAX; // also where the radius is infinite
        float within = is_last ? radius : reach;
        // What surrounds the centre comes however far it is: something else may be nearer.
        bool has_hit = wend_obstacles_around(set, centre, within, mask, 0, &best, 1) > 0;
        if (has_hit && (is_last || fabsf(best.distance) <= within))
        {
            if (hit)
                *hit = best;
            return true;
        }
        if (is_last)
            return false;
        reach = reach < FLT_MAX / 4.0f ? reach * 4.0f : FLT_MAX;
    }
}

// ---- what is touched -----------------------------------------------------------------------------------------------

typedef struct touching
{
    search s;
    wend_touch *touches;
    int capacity, found;
} touching;

static void keep_touch(touching *t, const body *b, double depth, real_vec point, real_vec normal)
{
    wend_touch touch = {{b->id},      b->shape.is_sensor, real_to_float(depth), real_to_vec(normal), real_to_vec(point),
                        b->shape.user};
    int at = t->found < t->capacity ? t->found : t->capacity;
    t->found++;
    for (; at > 0 && touch.id.value < t->touches[at - 1].id.value; at--)
        if (at < t->capacity)
            t->touches[at] = t->touches[at - 1];
    if (at < t->capacity)
        t->touches[at] = touch;
}

/// A body is told of by its nearest piece, in the cell of that piece's nearest point.
static void touch_piece(touching *t, int number, const int cell[3], bool is_far_allowed)
{
    const wend_obstacles *set = t->s.set;
    const piece *p = &set->pieces[number];
    const body *b = &set->bodies[p->body];
    double least;
    real_vec q, point, normal;
    if (t->s.mask != 0 && (b->shape.layers & t->s.mask) == 0)
        return;
    double distance = surface(&t->s, p, &point, &normal);
    double touch = t->s.radius * 1e-6 + (fabs(t->s.centre.x) + fabs(t->s.centre.y) + fabs(t->s.centre.z)) * 2.5e-7;
    touch = touch < 0.01 * t->s.radius ? touch : 0.01 * t->s.radius;
    bool is_in_round = p->radius > 0.0f && distance < 0.0;
    if (distance >= t->s.radius - touch || (distance < -t->s.radius && !is_in_round && !is_far_allowed))
        return;
    real_vec where = is_in_round ? t->s.centre : point;
    for (int axis = 0; cell && axis < set->dimensions; axis++)
        if (cell_number(real_at(where, axis) * set->per_cell) != cell[axis])
            return;
    if (body_nearest(set, b, t->s.centre, &least, &q) == number)
        keep_touch(t, b, t->s.radius - distance, point, normal);
}

static bool touch_items(void *user, const cell_item *items, int count, const int cell[3])
{
    const touching *t = user;
    for (int i = 0; i < count; i++)
        if (!is_apart(&t->s, &items[i]))
            touch_piece(user, items[i].what < 0 ? ~items[i].what : items[i].what, cell, false);
    return true;
}

static bool touch_solids(void *user, const cell_item *items, int count, const int cell[3])
{
    touching *t = user;
    (void)cell;
    for (int i = 0; i < count; i++)
    {
        const body *b = &t->s.set->bodies[items[i].what];
        double distance;
        real_vec q;
        if (!body_has_inside(t->s.set, b, t->s.centre))
            continue;
        int nearest = body_nearest(t->s.set, b, t->s.centre, &distance, &q);
        if (distance > t->s.radius)
            touch_piece(t, nearest, NULL, true);
    }
    return true;
}

int wend_obstacles_touching(const wend_obstacles *set, wend_vec centre, float radius, uint32_t mask,
                            wend_touch *touches, int capacity)
{
    if (!is_allowed(set, centre, radius))
        return 0;
    touching t = {.s = begin_search(set, centre, radius, mask), .touches = touches};
    t.capacity = touches && capacity > 0 ? capacity : 0;
    look_around(&t.s, touch_items, &t);
    cells_solids(set, t.s.centre, touch_solids, &t);
    return t.found;
}

// ---- the caster ----------------------------------------------------------------------------------------------------

static bool caster_cast(const wend_cast *cast, wend_hit *hit, void *user)
{
    return wend_obstacles_cast(user, cast, hit);
}

static int caster_around(wend_vec centre, float radius, uint32_t mask, uint64_t ignore, wend_hit *hits, int capacity,
                         void *user)
{
    return wend_obstacles_around(user, centre, radius, mask, ignore, hits, capacity);
}

wend_caster wend_obstacles_caster(const wend_obstacles *set)
{
    return (wend_caster){caster_cast, caster_around, without_const(set)};
}
