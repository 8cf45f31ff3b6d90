#include "shapes.h"

// ---- looking -------------------------------------------------------------------------------------------------------

void cells_all(const wend_obstacles *set, cells_visit *visit, void *user)
{
    for (int i = 0; i < set->piece_count; i++)
    {
        if (set->bodies[set->pieces[i].body].id == 0)
            continue;
        cell_item item = cells_item(set, i);
        if (!visit(user, &item, 1, NULL))
            return;
    }
}

void cells_loose(const wend_obstacles *set, cells_visit *visit, void *user)
{
    for (int i = 0; i < set->loose_count; i++)
    {
        cell_item item = cells_item(set, set->loose[i]);
        if (!visit(user, &item, 1, NULL))
            return;
    }
}

/// Fewer cells than this are worth looking into.
static double worth(const wend_obstacles *set)
{
    return 4.0 * (double)set->live_pieces + 16.0;
}

/// Cuts a box to where anything lies in cells; false if nothing is left.
static bool cut_to_bounds(const wend_obstacles *set, cell_box *box)
{
    cell_box all = cells_box(set, set->low, set->high, CELL_MARGIN);
    for (int axis = 0; axis < set->dimensions; axis++)
    {
        box->low[axis] = box->low[axis] > all.low[axis] ? box->low[axis] : all.low[axis];
        box->high[axis] = box->high[axis] < all.high[axis] ? box->high[axis] : all.high[axis];
        if (box->low[axis] > box->high[axis])
            return false;
    }
    return true;
}

static bool visit_box(const wend_obstacles *set, const cell_box *box, cells_visit *visit, void *user)
{
    int cell[3];
    for (cell[2] = box->low[2]; cell[2] <= box->high[2]; cell[2]++)
        for (cell[1] = box->low[1]; cell[1] <= box->high[1]; cell[1]++)
            for (cell[0] = box->low[0]; cell[0] <= box->high[0]; cell[0]++)
            {
                cell_range range = set->edges.cells[cell_place(set, cell[0], cell[1], cell[2])];
                if (range.count > 0 && !visit(user, set->edges.items + range.first, range.count, cell))
                    return false;
            }
    return true;
}

void cells_within(const wend_obstacles *set, const double low[3], const double high[3], cells_visit *visit, void *user)
{
    if (set->live_pieces == 0)
        return;
    cell_box box = cells_box(set, low, high, CELL_MARGIN);
    if (!cut_to_bounds(set, &box))
        cells_loose(set, visit, user);
    else if (cells_in_box(&box) > worth(set))
        cells_all(set, visit, user);
    else if (visit_box(set, &box, visit, user))
        cells_loose(set, visit, user);
}

/// Cuts a path to where it is within `radius` of what is in cells along one axis. False if it never is.
static inline bool clip_axis(const wend_obstacles *set, int axis, double p, double d, double radius, double span[2])
{
    double extra = radius + fabs(p) * 1e-12, low = set->low[axis] - extra, high = set->high[axis] + extra;
    if ((p >= low) & (p <= high) & (p + d >= low) & (p + d <= high))
        return true;
    if (d == 0.0)
        return false;
    double t0 = ((d > 0.0 ? low : high) - p) / d, t1 = ((d > 0.0 ? high : low) - p) / d;
    span[0] = larger(t0, span[0]);
    span[1] = smaller(t1, span[1]);
    return true;
}

cell_way cells_clip(const wend_obstacles *set, real_vec from, real_vec along, double radius, double span[2])
{
    bool is_spatial = set->dimensions == 3;
    span[0] = 0.0;
    span[1] = 1.0;
    if (!clip_axis(set, 0, from.x, along.x, radius, span) || !clip_axis(set, 1, from.y, along.y, radius, span) ||
        (is_spatial && !clip_axis(set, 2, from.z, along.z, radius, span)) || !(span[0] <= span[1]))
        return WAY_NONE;
    double farthest = larger(fabs(from.x), fabs(from.y)), length = fabs(along.x) + fabs(along.y);
    double wide = 2.0 * radius * set->per_cell, across = wide + 1.0;
    if (is_spatial)
    {
        farthest = larger(farthest, fabs(from.z));
        length += fabs(along.z);
        across *= across;
    }
    double cells = (length * (span[1] - span[0]) * set->per_cell + 1.0 + wide) * across;
    bool is_too_far = farthest * set->per_cell > (double)CELL_MOST / 2.0;
    return is_too_far || cells > worth(set) ? WAY_ALL : WAY_WALK;
}

void cells_along(const wend_obstacles *set, real_vec from, real_vec along, double radius, const double *until,
                 cells_visit *visit, void *user)
{
    double span[2];
    if (set->live_pieces == 0)
        return;
    cell_way way = cells_clip(set, from, along, radius, span);
    if (way == WAY_ALL)
    {
        cells_all(set, visit, user);
        return;
    }
    cells_loose(set, visit, user);
    if (way == WAY_NONE)
        return;
    // Slab after slab across the longest axis; in each of them the box of cells that the moving ball can touch.
    int main_axis = fabs(along.y) > fabs(along.x) ? 1 : 0;
    main_axis = set->dimensions == 3 && fabs(along.z) > fabs(real_at(along, main_axis)) ? 2 : main_axis;
    double p = real_at(from, main_axis), d = real_at(along, main_axis), sign = d > 0.0 ? 1.0 : -1.0;
    cell_box all = cells_box(set, set->low, set->high, CELL_MARGIN);
    int step = d > 0.0 ? 1 : -1;
    int slab = cell_number((p + d * span[0] - sign * radius) * set->per_cell - sign * CELL_MARGIN);
    int last = cell_number((p + d * span[1] + sign * radius) * set->per_cell + sign * CELL_MARGIN);
    slab = slab < all.low[main_axis] ? all.low[main_axis] : slab > all.high[main_axis] ? all.high[main_axis] : slab;
    last = last < all.low[main_axis] ? all.low[main_axis] : last > all.high[main_axis] ? all.high[main_axis] : last;
    for (; (slab - last) * step <= 0; slab += step)
    {
        double low = (double)slab * set->cell - radius - CELL_MARGIN * set->cell;
        double high = ((double)slab + 1.0) * set->cell + radius + CELL_MARGIN * set->cell;
        double t0 = real_clamp(((step > 0 ? low : high) - p) / d, span[0], span[1]);
        double t1 = real_clamp(((step > 0 ? high : low) - p) / d, span[0], span[1]);
        if (*until < t0)
            return;
        double box_low[3] = {0}, box_high[3] = {0};
        for (int axis = 0; axis < set->dimensions; axis++)
        {
            double u = real_at(from, axis) + real_at(along, axis) * t0;
            double v = real_at(from, axis) + real_at(along, axis) * t1;
            box_low[axis] = (u < v ? u : v) - radius;
            box_high[axis] = (u > v ? u : v) + radius;
        }
        cell_box box = cells_box(set, box_low, box_high, CELL_MARGIN);
        box.low[main_axis] = box.high[main_axis] = slab;
        if (cut_to_bounds(set, &box) && !visit_box(set, &box, visit, user))
            return;
    }
}

void cells_solids(const wend_obstacles *set, real_vec point, cells_visit *visit, void *user)
{
    for (int i = 0; i < set->solids_count; i++)
    {
        cell_item item = {.what = set->solids[i]};
        if (!visit(user, &item, 1, NULL))
            return;
    }
    if (set->inner.used == 0)
        return;
    cell_range range =
        set->inner.cells[cell_place(set, cell_number(point.x * set->per_cell), cell_number(point.y * set->per_cell),
                                    set->dimensions == 3 ? cell_number(point.z * set->per_cell) : 0)];
    if (range.count > 0)
        visit(user, set->inner.items + range.first, range.count, NULL);
}
