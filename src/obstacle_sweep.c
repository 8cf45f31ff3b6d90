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
    s->has_box = true;
    s->high = (real_vec){p.x + larger(d.x, 0.0) + r, p.y + larger(d.y, 0.0) + r, p.z + larger(d.z, 0.0) + r};
}

static void find_farthest(sweep *s)
{
    s->farthest = larger(fabs(s->from.x), larger(fabs(s->from.y), fabs(s->from.z)));
}

void sweep_prepare(sweep *s)
{
    find_farthest(s);
    s->has_box = false;
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

// ---- beginning with an overlap -------------------------------------------------------------------------------------

/// When the circle has left a piece that it overlaps: the way back from its end tells.
static double time_clear(const sweep *s, const piece *p, double reach)
{
    real_vec end = real_add(s->from, s->along);
    approach back = {end, real_scale(s->along, -1.0), piece_foot(p, end, false), reach, reach, 1.0};
    return back.start.away <= reach ? 2.0 : 1.0 - piece_time(p, &back, false);
}

/// It isn't later than that.
static inline double latest_clear(const sweep *s, const piece *p, double reach, bool is_flat)
{
    real_vec a = real_sub(real_of(p->a), s->from), b = real_sub(real_of(p->b), s->from);
    double ahead = larger(dot_in(s->along, a, is_flat), dot_in(s->along, b, is_flat));
    if (!is_flat && p->kind == PIECE_TRIANGLE)
        ahead = larger(ahead, dot_in(s->along, real_sub(real_of(p->c), s->from), is_flat));
    double noise = (s->farthest + s->length) * 1e-9, time = ahead / s->length + reach * 1.001 + noise;
    return time < s->length ? time / s->length : 2.0;
}

/// Is it overlapped at the start?
static inline bool is_overlapped(const sweep *s, const piece *p, double reach, bool is_flat, double *away)
{
    if (reach == 0.0 || !is_met(s, p))
        return false;
    *away = piece_foot(p, s->from, is_flat).away;
    return *away < reach - slack(s, reach);
}

static inline void find_overlaps(sweep *s, const cell_item *items, int count, bool is_flat)
{
    for (int i = 0; i < count; i++)
    {
        const piece *p = &s->set->pieces[items[i].what < 0 ? ~items[i].what : items[i].what];
        double reach = s->radius + (double)p->radius, away;
        if (!is_overlapped(s, p, reach, is_flat, &away))
            continue;
        s->clearance = smaller(larger(away - (double)p->radius, 0.0), s->clearance);
        s->free_latest = larger(s->free_latest, latest_clear(s, p, reach, is_flat));
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

static bool visit_free(void *user, const cell_item *items, int count, const int cell[3])
{
    sweep *s = user;
    (void)cell;
    for (int i = 0; i < count; i++)
    {
        const piece *p = &s->set->pieces[items[i].what < 0 ? ~items[i].what : items[i].what];
        double reach = s->radius + (double)p->radius, away;
        if (is_overlapped(s, p, reach, false, &away))
            s->free = larger(s->free, time_clear(s, p, reach));
    }
    return true;
}

static void look_at_start(sweep *s, cells_visit *visit)
{
    const double low[3] = {s->from.x - s->radius, s->from.y - s->radius, s->from.z - s->radius};
    const double high[3] = {s->from.x + s->radius, s->from.y + s->radius, s->from.z + s->radius};
    cells_within(s->set, low, high, visit, s);
}

void sweep_find_overlaps(sweep *s)
{
    s->clearance = s->radius;
    s->free = s->free_latest = 0.0;
    s->knows_free = false;
    look_at_start(s, visit_overlaps);
}

/// Has the circle not left yet what it overlaps? When exactly it leaves is only worked out where that matters.
static bool is_leaving(sweep *s, double time)
{
    if (time >= s->free_latest)
        return false;
    if (!s->knows_free)
        look_at_start(s, visit_free);
    s->knows_free = true;
    return time < s->free;
}

// ---- against one piece ---------------------------------------------------------------------------------------------

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
    if (time > 1.0 || is_leaving(s, time))
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

/// False: something is overlapped.
static inline bool try_item(sweep *s, int number, bool is_flat)
{
    if (s->recent[number % RECENT] == number + 1)
        return true;
    s->recent[number % RECENT] = number + 1;
    if (s->has_overlap)
        try_shrunk(s, number, is_flat);
    else
        try_sweep(s, number, is_flat);
    return s->until >= 0.0;
}

static bool try_items(void *user, const cell_item *items, int count, const int cell[3])
{
    sweep *s = user;
    (void)cell;
    for (int i = 0; i < count; i++)
    {
        int number = items[i].what < 0 ? ~items[i].what : items[i].what;
        if (!is_apart(s, &s->set->pieces[number]) &&
            !(s->set->dimensions == 2 ? try_item(s, number, true) : try_item(s, number, false)))
            return false;
    }
    return true;
}

void sweep_try_unsorted(sweep *s, cell_way way)
{
    if (way != WAY_ALL && s->set->loose_count == 0)
        return;
    sweep_prepare(s);
    sweep_find_box(s);
    if (way == WAY_ALL)
        cells_all(s->set, try_items, s);
    else
        cells_loose(s->set, try_items, s);
}

// ---- the way through the cells of a plane --------------------------------------------------------------------------

/// Is an item beside the band, behind its beginning or beyond its end? Nobody can foretell which, so all is one
/// question.
static inline bool is_off_band(const band *b, const cell_item *item, double end)
{
    ends e = ends_of(b, item);
    if (item->what < 0)
    {
        double half = b->half + (double)item->bx * b->length * 1.000001, ahead = pair_first(e.ahead);
        return (fabs(pair_first(e.side)) > half) | (ahead < -half) | (ahead > end - b->half + half);
    }
    unsigned left = pair_above(e.side, b->half), right = pair_below(e.side, -b->half);
    unsigned behind = pair_below(e.ahead, -b->half), beyond = pair_above(e.ahead, end);
    unsigned bits = left | right << 2 | behind << 4 | beyond << 6;
    return (bits & bits >> 1 & 0x55) != 0;
}

static inline bool try_cell(sweep *s, const band *b, cell_range range)
{
    const cell_item *item = s->set->edges.items + range.first, *last = item + range.count;
    double end = s->until * b->square + b->half;
    for (; item < last; item++)
    {
        if (is_off_band(b, item, end))
            continue;
        if (!try_item(s, item->what < 0 ? ~item->what : item->what, true))
            return false;
        end = s->until * b->square + b->half;
    }
    return true;
}

/// Slab after slab of cells across the longer axis of the way, u; in each of them the cells that the circle touches.
static void walk_slabs(sweep *s, const double span[2])
{
    const wend_obstacles *set = s->set;
    band b = band_of(s);
    real_vec from = s->from, along = s->along;
    bool is_steep = fabs(along.y) > fabs(along.x);
    double per_cell = set->per_cell, reach = s->radius * per_cell * 1.000001 + CELL_MARGIN;
    double pu = (is_steep ? from.y : from.x) * per_cell, du = (is_steep ? along.y : along.x) * per_cell;
    double pv = (is_steep ? from.x : from.y) * per_cell, dv = (is_steep ? along.x : along.y) * per_cell;
    double sign = du > 0.0 ? 1.0 : -1.0, per_u = 1.0 / du, slope = dv * per_u;
    double half = reach * s->length * per_cell * fabs(per_u); // of the band, measured along v
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
        int j = cell_number(larger(smaller(at_entry, at_exit) - half, least));
        int end = cell_number(smaller(larger(at_entry, at_exit) + half, most));
        for (; j <= end; j++)
            if (!try_cell(s, &b, set->edges.cells[(slab & mask_u) << shift_u | (j & mask_v) << shift_v]))
                return;
        if (slab == last)
            return;
    }
}

void sweep_walk(sweep *s)
{
    const wend_obstacles *set = s->set;
    if (set->dimensions == 3)
    {
        sweep_find_box(s);
        cells_along(set, s->from, s->along, s->radius, &s->until, try_items, s);
        return;
    }
    double span[2];
    cell_way way = cells_clip(set, s->from, s->along, s->radius, span);
    sweep_try_unsorted(s, way);
    if (way == WAY_WALK && s->until >= 0.0)
        walk_slabs(s, span);
}
