#include "shapes.h"

#include <string.h>

enum
{
    RECENT = 16
};

/// A cast on its way.
typedef struct sweep
{
    const wend_obstacles *set;
    const wend_cast *cast;
    real_vec from, along;
    double length, radius;
    double until;           // times after it don't matter any more, <= 1
    bool has_hit;           // the best so far:
    double time;            //   in 0..1
    float distance;         //   what is published, and what ties are told by
    int piece;              //   what is met
    real_vec way_out;       //   zero unless it began inside a solid
    bool has_overlap;       // something is overlapped at the start: begin again with what follows
    bool is_inside;         // of a solid
    real_vec low, high;     // the box around the way until then
    int recent[RECENT];     // pieces that were tried, + 1
    double clearance, free; // how large a circle fits at the start; when the whole circle is clear of what it overlaps
} sweep;

/// How much nearer than `reach` still counts as touching.
static double slack(const sweep *s, double reach)
{
    double farthest = larger(fabs(s->from.x), larger(fabs(s->from.y), fabs(s->from.z)));
    double most = reach * 0.01, usual = reach * 1e-6 + farthest * 2.5e-7;
    return usual < most ? usual : most;
}

static void find_box(sweep *s)
{
    double r = s->radius * 1.000001;
    real_vec p = s->from, d = real_scale(s->along, s->until);
    s->low = (real_vec){p.x + smaller(d.x, 0.0) - r, p.y + smaller(d.y, 0.0) - r, p.z + smaller(d.z, 0.0) - r};
    s->high = (real_vec){p.x + larger(d.x, 0.0) + r, p.y + larger(d.y, 0.0) + r, p.z + larger(d.z, 0.0) + r};
}

/// Before pieces are looked at one by one, not along the cells of a ray.
static void prepare(sweep *s)
{
    find_box(s);
    memset(s->recent, 0, sizeof s->recent);
}

static void offer(sweep *s, double time, int number, real_vec way_out)
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
    if (s->radius > 0.0)
        find_box(s);
}

static const real_vec no_way = {0.0, 0.0, 0.0};

static bool is_met(const sweep *s, const piece *p)
{
    return piece_is_met(p, s->cast->mask, s->cast->ignore);
}

// ---- rays ----------------------------------------------------------------------------------------------------------

static double side_of(const sweep *s, wend_vec p)
{
    return s->along.x * ((double)p.y - s->from.y) - s->along.y * ((double)p.x - s->from.x);
}

/// What is known about the edges that meet at a point on a ray.
typedef struct joint
{
    const sweep *s;
    wend_vec point, came_from, next;
    bool is_passed, has_next;
} joint;

static bool look_at_joint(void *user, const cell_item *items, int count, const int cell[3])
{
    joint *j = user;
    (void)cell;
    for (int i = 0; i < count; i++)
    {
        const piece *p = &j->s->set->pieces[items[i].what < 0 ? ~items[i].what : items[i].what];
        bool is_begin = wend_equal(p->a, j->point), is_end = wend_equal(p->b, j->point);
        if (p->kind != PIECE_EDGE || is_begin == is_end || !is_met(j->s, p))
            continue;
        wend_vec other = is_begin ? p->b : p->a;
        double side = side_of(j->s, other);
        j->is_passed |= side > 0.0;
        if (side == 0.0 && !wend_equal(other, j->came_from))
        {
            j->has_next = true;
            j->next = other;
        }
    }
    return !j->is_passed;
}

/// A ray meets the end of an edge that lies to its right. Does the wall go on to its left, from there or from where it
/// leaves the ray after running along it? Otherwise the ray only touches a corner.
static bool is_wall_going_on(const sweep *s, const piece *p)
{
    joint j = {.s = s, .point = side_of(s, p->a) == 0.0 ? p->a : p->b};
    j.came_from = j.point;
    for (int hop = 0; hop < 64; hop++)
    {
        const double at[3] = {(double)j.point.x, (double)j.point.y, 0.0};
        j.has_next = false;
        cells_within(s->set, at, at, look_at_joint, &j);
        if (j.is_passed || !j.has_next)
            break;
        j.came_from = j.point;
        j.point = j.next;
    }
    return j.is_passed;
}

/// A ray crosses a piece at that time.
static void meet_ray(sweep *s, int number, double time, bool is_at_end)
{
    const piece *p = &s->set->pieces[number];
    // From a solid's very surface the ray can only go in or out.
    if (time <= 0.0 && (time < -1e-12 || !p->is_solid || real_dot(piece_normal(s->set, p), s->along) >= 0.0))
        return;
    if (is_met(s, p) && (!is_at_end || is_wall_going_on(s, p)))
        offer(s, larger(time, 0.0), number, no_way);
}

static void try_ray(sweep *s, int number)
{
    double time;
    bool is_at_end;
    if (piece_crossing(&s->set->pieces[number], s->from, s->along, &time, &is_at_end) && time < s->until && time < 1.0)
        meet_ray(s, number, time, is_at_end);
}

// ---- circles and spheres -------------------------------------------------------------------------------------------

static bool is_beyond(float a, float b, float c, double low, double high)
{
    return ((double)a < low && (double)b < low && (double)c < low) ||
           ((double)a > high && (double)b > high && (double)c > high);
}

/// Is a piece so far from the way that nothing else need be asked?
static bool is_apart(const sweep *s, const piece *p)
{
    wend_vec a = p->a, b = p->b, c = p->kind == PIECE_TRIANGLE ? p->c : p->a;
    double r = (double)p->radius;
    if (is_beyond(a.x, b.x, c.x, s->low.x - r, s->high.x + r) || is_beyond(a.y, b.y, c.y, s->low.y - r, s->high.y + r))
        return true;
    if (s->set->dimensions == 3)
        return is_beyond(a.z, b.z, c.z, s->low.z - r, s->high.z + r);
    double reach = (s->radius + r) * s->length * 1.000001, side_a = side_of(s, a), side_b = side_of(s, b);
    return (side_a > reach && side_b > reach) || (side_a < -reach && side_b < -reach);
}

static void try_sweep(sweep *s, int number)
{
    const piece *p = &s->set->pieces[number];
    double reach = s->radius + (double)p->radius;
    if (!is_met(s, p))
        return;
    if (reach == 0.0)
    {
        try_ray(s, number);
        return;
    }
    real_vec q;
    double enough = reach - slack(s, reach);
    if (piece_distance(p, s->from, &q) < enough)
    {
        s->has_overlap = true;
        s->until = -1.0;
        return;
    }
    double time = piece_time(p, s->from, s->along, reach, enough, s->until);
    if (time <= 1.0)
        offer(s, time, number, no_way);
}

/// The same for a circle that overlaps something: until it is free it counts as no larger than what fits at the start.
static void try_shrunk(sweep *s, int number)
{
    const piece *p = &s->set->pieces[number];
    const body *b = &s->set->bodies[p->body];
    if (!is_met(s, p) || (s->is_inside && body_has_inside(s->set, b, s->from)))
        return;
    real_vec q;
    double reach = s->radius + (double)p->radius, enough = reach - slack(s, reach);
    double away = piece_distance(p, s->from, &q);
    double time = away >= enough && reach > 0.0 ? piece_time(p, s->from, s->along, reach, enough, s->until) : 2.0;
    if (time > 1.0 || time < s->free)
    {
        reach = s->clearance + (double)p->radius;
        reach = away < reach ? away : reach;
        if (reach == 0.0)
        {
            try_ray(s, number);
            return;
        }
        double usual = larger(slack(s, reach), s->length * 1e-6), most = reach * 0.01;
        time = piece_time(p, s->from, s->along, reach, reach - smaller(usual, most), s->until);
    }
    if (time <= 1.0)
        offer(s, time, number, no_way);
}

/// Is an item so far from the way that its piece need not be looked at?
static bool is_item_apart(const sweep *s, const cell_item *item)
{
    if (s->set->dimensions == 3)
        return false;
    double ax = (double)item->ax, ay = (double)item->ay, bx = (double)item->bx, by = (double)item->by;
    if (item->what < 0)
        return ax + bx < s->low.x || ax - bx > s->high.x || ay + bx < s->low.y || ay - bx > s->high.y;
    if ((ax < s->low.x && bx < s->low.x) || (ax > s->high.x && bx > s->high.x) || (ay < s->low.y && by < s->low.y) ||
        (ay > s->high.y && by > s->high.y))
        return true;
    double reach = s->radius * s->length * 1.000001;
    double side_a = s->along.x * (ay - s->from.y) - s->along.y * (ax - s->from.x);
    double side_b = s->along.x * (by - s->from.y) - s->along.y * (bx - s->from.x);
    return (side_a > reach && side_b > reach) || (side_a < -reach && side_b < -reach);
}

static bool try_items(void *user, const cell_item *items, int count, const int cell[3])
{
    sweep *s = user;
    (void)cell;
    for (int i = 0; i < count; i++)
    {
        int number = items[i].what < 0 ? ~items[i].what : items[i].what;
        if (s->recent[number % RECENT] == number + 1 || is_item_apart(s, &items[i]))
            continue;
        s->recent[number % RECENT] = number + 1;
        if (items[i].what < 0 && is_apart(s, &s->set->pieces[number]))
            continue;
        if (s->has_overlap)
            try_shrunk(s, number);
        else
            try_sweep(s, number);
        if (s->until < 0.0)
            return false;
    }
    return true;
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
        offer(s, 0.0, nearest, way_out_at(s, nearest, depth, q));
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
        offer(s, second, again, no_way);
    s->free = larger(s->free, first <= 1.0 ? first + s->radius / s->length : 2.0);
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

/// When the circle has left a piece that it overlaps: the way back from its end tells.
static double time_clear(const sweep *s, const piece *p, double reach)
{
    real_vec q, end = real_add(s->from, s->along);
    if (piece_distance(p, end, &q) <= reach)
        return 2.0;
    return 1.0 - piece_time(p, end, real_scale(s->along, -1.0), reach, reach, 1.0);
}

static bool find_overlaps(void *user, const cell_item *items, int count, const int cell[3])
{
    sweep *s = user;
    (void)cell;
    for (int i = 0; i < count; i++)
    {
        const piece *p = &s->set->pieces[items[i].what < 0 ? ~items[i].what : items[i].what];
        double reach = s->radius + (double)p->radius;
        real_vec q;
        if (reach == 0.0 || !is_met(s, p))
            continue;
        double away = piece_distance(p, s->from, &q);
        if (away >= reach - slack(s, reach))
            continue;
        double clear = larger(away - (double)p->radius, 0.0);
        s->clearance = clear < s->clearance ? clear : s->clearance;
        s->free = larger(s->free, time_clear(s, p, reach));
    }
    return true;
}

static void cast_from_overlap(sweep *s)
{
    s->has_hit = false;
    s->has_overlap = true;
    s->until = 1.0;
    s->clearance = s->radius;
    s->free = 0.0;
    prepare(s);
    const double low[3] = {s->from.x - s->radius, s->from.y - s->radius, s->from.z - s->radius};
    const double high[3] = {s->from.x + s->radius, s->from.y + s->radius, s->from.z + s->radius};
    cells_within(s->set, low, high, find_overlaps, s);
    cells_solids(s->set, s->from, leave_solids, s);
    cells_along(s->set, s->from, s->along, s->radius, &s->until, try_items, s);
}

// ---- the walk of a ray in a plane ----------------------------------------------------------------------------------

/// A ray against the items of a cell. Most are edges that it doesn't meet.
static inline void try_cell(sweep *s, const cell_item *items, int count)
{
    double dx = s->along.x, dy = s->along.y, px = s->from.x, py = s->from.y;
    for (int i = 0; i < count; i++)
    {
        const cell_item *item = &items[i];
        double ax = (double)item->ax - px, ay = (double)item->ay - py;
        double side_a = dx * ay - dy * ax;
        if (item->what < 0)
        {
            if (fabs(side_a) <= (double)item->bx * s->length * 1.000001)
                try_sweep(s, ~item->what);
            continue;
        }
        double bx = (double)item->bx - px, by = (double)item->by - py;
        double side_b = dx * by - dy * bx;
        if ((side_a >= 0.0) == (side_b >= 0.0))
            continue;
        double time = (ax * by - ay * bx) / (side_b - side_a); // as in piece_crossing
        if (time >= -1e-12 && time < s->until && time < 1.0)
            meet_ray(s, item->what, time, side_a == 0.0 || side_b == 0.0);
    }
}

static void walk_ray(sweep *s)
{
    const wend_obstacles *set = s->set;
    double span[2];
    cell_way way = cells_clip(set, s->from, s->along, 0.0, span);
    if (way == WAY_ALL || set->loose_count > 0)
        prepare(s);
    if (way == WAY_ALL)
        cells_all(set, try_items, s);
    else
        cells_loose(set, try_items, s);
    if (way != WAY_WALK)
        return;
    double x = (s->from.x + s->along.x * span[0]) * set->per_cell,
           y = (s->from.y + s->along.y * span[0]) * set->per_cell;
    int i = cell_number(x), j = cell_number(y);
    int step_x = s->along.x > 0.0 ? 1 : -1, step_y = s->along.y > 0.0 ? 1 : -1;
    // When the ray leaves the cell along each axis; never, along an axis that it doesn't move along.
    double each_x = s->along.x != 0.0 ? set->cell / fabs(s->along.x) : 0.0;
    double each_y = s->along.y != 0.0 ? set->cell / fabs(s->along.y) : 0.0;
    double next_x = s->along.x != 0.0 ? ((i + (step_x > 0)) * set->cell - s->from.x) / s->along.x : DBL_MAX;
    double next_y = s->along.y != 0.0 ? ((j + (step_y > 0)) * set->cell - s->from.y) / s->along.y : DBL_MAX;
    const cell_range *cells = set->edges.cells;
    const cell_item *items = set->edges.items;
    int mask_x = set->mask[0], mask_y = set->mask[1], shift = set->shift[1];
    cell_range range = cells[(j & mask_y) << shift | (i & mask_x)];
    for (;;)
    {
        double leaves = next_x < next_y ? next_x : next_y;
        bool is_x = next_x < next_y;
        i += is_x ? step_x : 0;
        j += is_x ? 0 : step_y;
        next_x += is_x ? each_x : 0.0;
        next_y += is_x ? 0.0 : each_y;
        // The next cell is on its way while this one is looked at.
        cell_range following = cells[(j & mask_y) << shift | (i & mask_x)];
        memory_soon(items + following.first);
        try_cell(s, items + range.first, range.count);
        if (leaves > span[1] || leaves > s->until)
            return;
        range = following;
    }
}

// ---- the query -----------------------------------------------------------------------------------------------------

static void publish(const sweep *s, wend_hit *hit)
{
    const piece *p = &s->set->pieces[s->piece];
    real_vec q, centre = real_add(s->from, real_scale(s->along, s->time));
    double away = piece_distance(p, centre, &q), reach = s->radius + (double)p->radius;
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
    s.has_hit = s.has_overlap = s.is_inside = false;
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
        walk_ray(&s);
    else if (!s.has_overlap)
    {
        prepare(&s);
        cells_along(set, s.from, s.along, s.radius, &s.until, try_items, &s);
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
