// Rays: against one piece, and along the cells of a plane.
#include "casts.h"

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
        cast_offer(s, larger(time, 0.0), number, no_way);
}

void ray_try(sweep *s, int number)
{
    double time;
    bool is_at_end;
    if (piece_crossing(&s->set->pieces[number], s->from, s->along, &time, &is_at_end) && time < s->until && time < 1.0)
        meet_ray(s, number, time, is_at_end);
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
                sweep_try(s, ~item->what);
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

/// A value, or +0.
static inline double real_if(bool is_kept, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits &= (uint64_t)0 - (uint64_t)is_kept;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void ray_walk(sweep *s)
{
    const wend_obstacles *set = s->set;
    double span[2];
    cell_way way = cells_clip(set, s->from, s->along, 0.0, span);
    sweep_try_unsorted(s, way);
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
        // Without jumps, as nobody can foretell which way it goes.
        double leaves = smaller(next_x, next_y);
        int is_x = next_x < next_y;
        i += step_x & -is_x;
        j += step_y & (is_x - 1);
        next_x += real_if(is_x, each_x);
        next_y += real_if(!is_x, each_y);
        // The next cell is on its way while this one is looked at.
        cell_range following = cells[(j & mask_y) << shift | (i & mask_x)];
        memory_soon(items + following.first);
        try_cell(s, items + range.first, range.count);
        if (leaves > span[1] || leaves > s->until)
            return;
        range = following;
    }
}
