// Circles and spheres on their way, from a start where they overlap nothing and from one where they do.
#include "casts.h"

#include <string.h>

/// How much nearer than `reach` still counts as touching.
static inline double slack(const sweep *s, double reach)
{
    return smaller(reach * 1e-6 + s->farthest * 2.5e-7, reach * 0.01);
}

void sweep_find_box(sweep *s)
{
    double r = s->radius * 1.000001;
    real_vec p = s->from, d = real_scale(s->along, s->until);
    s->low = (real_vec){p.x + smaller(d.x, 0.0) - r, p.y + smaller(d.y, 0.0) - r, p.z + smaller(d.z, 0.0) - r};
    s->high = (real_vec){p.x + larger(d.x, 0.0) + r, p.y + larger(d.y, 0.0) + r, p.z + larger(d.z, 0.0) + r};
}

static void find_farthest(sweep *s)
{
    s->farthest = larger(fabs(s->from.x), larger(fabs(s->from.y), fabs(s->from.z)));
}

void sweep_prepare(sweep *s)
{
    find_farthest(s);
    sweep_find_box(s);
    memset(s->recent, 0, sizeof s->recent);
}

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

static inline approach approach_of(const sweep *s, foot start, double reach, double enough)
{
    return (approach){s->from, s->along, start, reach, enough, s->until};
}

static inline void try_sweep(sweep *s, int number, bool is_flat)
{
    const piece *p = &s->set->pieces[number];
    double reach = s->radius + (double)p->radius;
    if (!is_met(s, p))
        return;
    if (reach == 0.0)
    {
        ray_try(s, number);
        return;
    }
    foot start = piece_foot(p, s->from, is_flat);
    double enough = reach - slack(s, reach);
    if (start.away < enough)
    {
        s->has_overlap = true;
        s->until = -1.0;
        return;
    }
    approach a = approach_of(s, start, reach, enough);
    double time = piece_time(p, &a, is_flat);
    if (time <= 1.0)
        cast_offer(s, time, number, no_way);
}

void sweep_try(sweep *s, int number)
{
    find_farthest(s);
    try_sweep(s, number, s->set->dimensions == 2);
}

/// The same for a circle that overlaps something: until it is free it counts as no larger than what fits at the start.
static inline void try_shrunk(sweep *s, int number, bool is_flat)
{
    const piece *p = &s->set->pieces[number];
    const body *b = &s->set->bodies[p->body];
    if (!is_met(s, p) || (s->is_inside && body_has_inside(s->set, b, s->from)))
        return;
    foot start = piece_foot(p, s->from, is_flat);
    double reach = s->radius + (double)p->radius, enough = reach - slack(s, reach), time = 2.0;
    if (start.away >= enough && reach > 0.0)
    {
        approach a = approach_of(s, start, reach, enough);
        time = piece_time(p, &a, is_flat);
        // What the whole circle doesn't meet a smaller one doesn't either, unless both are lost in rounding.
        if (time > 1.0 && reach > (s->farthest + s->length) * 1e-9)
            return;
    }
    if (time > 1.0 || time < s->free)
    {
        reach = smaller(start.away, s->clearance + (double)p->radius);
        if (reach == 0.0)
        {
            ray_try(s, number);
            return;
        }
        double usual = larger(slack(s, reach), s->length * 1e-6), most = reach * 0.01;
        approach a = approach_of(s, start, reach, reach - smaller(usual, most));
        time = piece_time(p, &a, is_flat);
    }
    if (time <= 1.0)
        cast_offer(s, time, number, no_way);
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

static inline bool try_items(sweep *s, const cell_item *items, int count, bool is_flat)
{
    for (int i = 0; i < count; i++)
    {
        int number = items[i].what < 0 ? ~items[i].what : items[i].what;
        if ((is_flat && is_item_apart(s, &items[i])) || s->recent[number % RECENT] == number + 1)
            continue;
        s->recent[number % RECENT] = number + 1;
        if (items[i].what < 0 && is_apart(s, &s->set->pieces[number]))
            continue;
        if (s->has_overlap)
            try_shrunk(s, number, is_flat);
        else
            try_sweep(s, number, is_flat);
        if (s->until < 0.0)
            return false;
    }
    return true;
}

bool sweep_try_items(void *user, const cell_item *items, int count, const int cell[3])
{
    sweep *s = user;
    (void)cell;
    return s->set->dimensions == 2 ? try_items(s, items, count, true) : try_items(s, items, count, false);
}

// ---- the way through the cells of a plane --------------------------------------------------------------------------

/// Slab after slab of cells across the longer axis of the way, u; in each of them the cells that the circle touches.
static void walk_slabs(sweep *s, const double span[2])
{
    const wend_obstacles *set = s->set;
    bool is_steep = fabs(s->along.y) > fabs(s->along.x);
    double per_cell = set->per_cell, reach = s->radius * per_cell * 1.000001 + CELL_MARGIN;
    double pu = (is_steep ? s->from.y : s->from.x) * per_cell, du = (is_steep ? s->along.y : s->along.x) * per_cell;
    double pv = (is_steep ? s->from.x : s->from.y) * per_cell, dv = (is_steep ? s->along.x : s->along.y) * per_cell;
    double sign = du > 0.0 ? 1.0 : -1.0, per_u = 1.0 / du, slope = dv * per_u;
    double half = reach * s->length * per_cell * fabs(per_u); // of the way's width, measured along v
    double v0 = pv + dv * span[0], v1 = pv + dv * span[1];
    double least = smaller(v0, v1) - reach, most = larger(v0, v1) + reach;
    int slab = cell_number(pu + du * span[0] - sign * reach), last = cell_number(pu + du * span[1] + sign * reach);
    int shift_u = is_steep ? set->shift[1] : 0, shift_v = is_steep ? 0 : set->shift[1];
    int mask_u = set->mask[is_steep], mask_v = set->mask[!is_steep], step = du > 0.0 ? 1 : -1;
    for (;; slab += step)
    {
        double entry = (double)(slab + (step < 0)) - pu, at_entry = pv + entry * slope,
               at_exit = at_entry + sign * slope;
        if (s->until < (entry - sign * reach) * per_u)
            return;
        double low = smaller(at_entry, at_exit) - half, high = larger(at_entry, at_exit) + half;
        int j = cell_number(larger(low, least)), end = cell_number(smaller(high, most));
        for (; j <= end; j++)
        {
            cell_range range = set->edges.cells[(slab & mask_u) << shift_u | (j & mask_v) << shift_v];
            if (!try_items(s, set->edges.items + range.first, range.count, true))
                return;
        }
        if (slab == last)
            return;
    }
}

void sweep_walk(sweep *s)
{
    const wend_obstacles *set = s->set;
    if (set->dimensions == 3)
    {
        cells_along(set, s->from, s->along, s->radius, &s->until, sweep_try_items, s);
        return;
    }
    double span[2];
    cell_way way = cells_clip(set, s->from, s->along, s->radius, span);
    if (way == WAY_ALL)
        cells_all(set, sweep_try_items, s);
    else
        cells_loose(set, sweep_try_items, s);
    if (way == WAY_WALK && s->until >= 0.0)
        walk_slabs(s, span);
}

// ---- beginning with an overlap -------------------------------------------------------------------------------------

/// When the circle has left a piece that it overlaps: the way back from its end tells.
static inline double time_clear(const sweep *s, const piece *p, double reach, bool is_flat)
{
    real_vec end = real_add(s->from, s->along);
    approach back = {end, real_scale(s->along, -1.0), piece_foot(p, end, is_flat), reach, reach, 1.0};
    return back.start.away <= reach ? 2.0 : 1.0 - piece_time(p, &back, is_flat);
}

static inline void find_overlaps(sweep *s, const cell_item *items, int count, bool is_flat)
{
    for (int i = 0; i < count; i++)
    {
        const piece *p = &s->set->pieces[items[i].what < 0 ? ~items[i].what : items[i].what];
        double reach = s->radius + (double)p->radius;
        if (reach == 0.0 || !is_met(s, p))
            continue;
        double away = piece_foot(p, s->from, is_flat).away;
        if (away >= reach - slack(s, reach))
            continue;
        double clear = larger(away - (double)p->radius, 0.0);
        s->clearance = clear < s->clearance ? clear : s->clearance;
        s->free = larger(s->free, time_clear(s, p, reach, is_flat));
    }
}

static bool visit_overlaps(void *user, const cell_item *items, int count, const int cell[3])
{
    sweep *s = user;
    (void)cell;
    if (s->set->dimensions == 2)
        find_overlaps(s, items, count, true);
    else
        find_overlaps(s, items, count, false);
    return true;
}

void sweep_find_overlaps(sweep *s)
{
    const double low[3] = {s->from.x - s->radius, s->from.y - s->radius, s->from.z - s->radius};
    const double high[3] = {s->from.x + s->radius, s->from.y + s->radius, s->from.z + s->radius};
    cells_within(s->set, low, high, visit_overlaps, s);
}
