// Casts over a grid. A way that is flat goes line by line along rows, a steep one along columns: in each line it passes
// one run of cells, which is looked up in words of walls.
#include "wend/grid_caster.h"
#include "compiler.h"

#include "grids.h"
#include "real.h"

#include <float.h>
#include <string.h>

#define NEVER 2.0 // a time after the end of every way

/// Lines of walls, along u, one beside the other along v. Everything here is in cells, from the map's corner.
typedef struct view
{
    const uint64_t *line; // the one at v = 0, with the word before it
    ptrdiff_t pitch;
    int64_t width, height;
    int64_t low_u, high_u, low_v,
        high_v; // cells outside are like those at the edge; of a map that wraps there are none
    bool wraps_u, wraps_v, is_turned;
} view;

static view view_of(const wend_grid *grid, bool is_turned)
{
    const grid_lines *lines = is_turned ? &grid->layers[0].cols : &grid->layers[0].rows;
    const wend_grid_def *def = &grid->def;
    view w = {.line = lines->words + lines->pitch, .pitch = (ptrdiff_t)lines->pitch, .is_turned = is_turned};
    w.width = is_turned ? def->height : def->width;
    w.height = is_turned ? def->width : def->height;
    w.wraps_u = is_turned ? def->wraps_y : def->wraps_x;
    w.wraps_v = is_turned ? def->wraps_x : def->wraps_y;
    w.low_u = w.wraps_u ? -w.width : -1;
    w.high_u = w.wraps_u ? 2 * w.width - 1 : w.width;
    w.low_v = w.wraps_v ? -w.height : -1;
    w.high_v = w.wraps_v ? 2 * w.height - 1 : w.height;
    return w;
}

static uint64_t bits_at(const uint64_t *line, int64_t u)
{
    uint64_t place = (uint64_t)(u + 64);
    const uint64_t *word = line + (place >> 6);
    unsigned shift = place & 63;
    return word[0] >> shift | word[1] << 1 << (63 - shift);
}

/// 64 cells of a line from u [low_u..high_u] on, as bits.
static uint64_t walls_from(const view *w, int64_t v, int64_t u)
{
    if (w->wraps_v && (v < w->low_v || v > w->high_v))
        return 0;
    if (w->wraps_v)
        v = v < 0 ? v + w->height : v >= w->height ? v - w->height : v;
    else if (v < 0 || v >= w->height)
        return UINT64_MAX;
    const uint64_t *line = w->line + (ptrdiff_t)v * w->pitch;
    if (!w->wraps_u)
        return bits_at(line, u);
    uint64_t walls = 0;
    for (int64_t done = 0; done < 64 && u + done <= w->high_u;)
    {
        int64_t at = (u + done + w->width) % w->width, count = w->width - at;
        uint64_t part = bits_at(line, at);
        walls |= (count < 64 ? part & (((uint64_t)1 << count) - 1) : part) << done;
        done += count;
    }
    return walls;
}

/// What is walls in two lines (or one, twice), in 64 cells from u on.
static uint64_t both_from(const view *w, int64_t v, int64_t other, int64_t u)
{
    return v == other ? walls_from(w, v, u) : walls_from(w, v, u) & walls_from(w, other, u);
}

static int64_t limit(double value, int64_t low, int64_t high)
{
    double cell = floor(value);
    return !(cell > (double)low) ? low : cell >= (double)high ? high : (int64_t)cell;
}

static int64_t cell_u(const view *w, double u)
{
    return limit(u, w->low_u, w->high_u);
}

static int64_t cell_v(const view *w, double v)
{
    return limit(v, w->low_v, w->high_v);
}

static int lowest(uint64_t bits)
{
    return zeros_below_64(bits);
}

static int highest(uint64_t bits)
{
    return 63 - zeros_above_64(bits);
}

/// The first cell that is a wall (`wanted`), or that is none, in both of two lines from u to `last`, in that direction.
static bool find_cell(const view *w, int64_t v, int64_t other, bool wanted, int64_t u, int64_t last, int64_t *found)
{
    for (; u <= last; u += 64)
    {
        uint64_t bits = both_from(w, v, other, u);
        bits = wanted ? bits : ~bits;
        if (last - u < 63)
            bits &= ((uint64_t)2 << (last - u)) - 1;
        if (bits)
        {
            *found = u + lowest(bits);
            return true;
        }
    }
    return false;
}

static bool find_cell_back(const view *w, int64_t v, int64_t other, bool wanted, int64_t u, int64_t last,
                           int64_t *found)
{
    for (; u >= last; u -= 64)
    {
        int64_t first = u - 63 > last ? u - 63 : last;
        uint64_t bits = both_from(w, v, other, first);
        bits = wanted ? bits : ~bits;
        if (u - first < 63)
            bits &= ((uint64_t)2 << (u - first)) - 1;
        if (bits)
        {
            *found = first + highest(bits);
            return true;
        }
    }
    return false;
}

/// A run of walls in a line, both ends included.
typedef struct run
{
    int64_t first, last;
} run;

/// The next run between two cells, seen along u or (is_back) against it. Runs that go on outside are cut there.
static bool next_run(const view *w, int64_t v, int64_t other, int64_t low, int64_t high, bool is_back, run *r)
{
    int64_t end;
    if (!is_back)
    {
        if (!find_cell(w, v, other, true, low, high, &r->first))
            return false;
        r->last = find_cell(w, v, other, false, r->first, high, &end) ? end - 1 : high;
        return true;
    }
    if (!find_cell_back(w, v, other, true, high, low, &r->last))
        return false;
    r->first = find_cell_back(w, v, other, false, r->last, low, &end) ? end + 1 : low;
    return true;
}

// ---- a point ---------------------------------------------------------------------------------------------------------

/// Is a point inside walls, and by more than `edge` from all that is open?
static bool is_solid(const view *w, double u, double v, double edge)
{
    int64_t low = cell_v(w, v - edge), high = cell_v(w, v + edge), first = cell_u(w, u - edge), found;
    return !find_cell(w, low, high, false, first, cell_u(w, u + edge), &found);
}

/// A rectangle, and the nearest point of it.
typedef struct box
{
    double low_u, high_u, low_v, high_v;
} box;

/// A run of walls; what is outside the map has no end.
static box box_of(const view *w, run r, int64_t v)
{
    box b = {(double)r.first, (double)(r.last + 1), (double)v, (double)(v + 1)};
    if (!w->wraps_u && r.first <= w->low_u)
        b.low_u = -(double)INFINITY;
    if (!w->wraps_u && r.last >= w->high_u)
        b.high_u = (double)INFINITY;
    if (!w->wraps_v && v <= w->low_v)
        b.low_v = -(double)INFINITY;
    if (!w->wraps_v && v >= w->high_v)
        b.high_v = (double)INFINITY;
    return b;
}

typedef struct place
{
    double u, v, away; // from where it was asked
} place;

static place nearest_in(const box *b, double u, double v)
{
    place p = {real_clamp(u, b->low_u, b->high_u), real_clamp(v, b->low_v, b->high_v), 0.0};
    p.away = sqrt((p.u - u) * (p.u - u) + (p.v - v) * (p.v - v));
    return p;
}

/// How far the nearest wall is, up to `most`.
static double clearance(const view *w, double u, double v, double most)
{
    double best = most;
    int64_t last = cell_v(w, v + most), low = cell_u(w, u - most), high = cell_u(w, u + most);
    for (int64_t line = cell_v(w, v - most); line <= last; line++)
    {
        run r;
        for (int64_t from = low; from <= high && next_run(w, line, line, from, high, false, &r); from = r.last + 2)
        {
            box b = box_of(w, r, line);
            best = fmin(best, nearest_in(&b, u, v).away);
        }
    }
    return best;
}

/// The nearest place that isn't inside walls.
static bool find_way_out(const view *w, double u, double v, place *out)
{
    int64_t middle = cell_v(w, v), from = cell_u(w, u);
    out->away = DBL_MAX;
    for (int64_t off = 0; off <= w->high_v - w->low_v; off++)
        for (int side = 0; side < (off > 0 ? 2 : 1); side++)
        {
            int64_t line = side ? middle + off : middle - off, cells[2] = {0, 0};
            if (line < w->low_v || line > w->high_v)
                continue;
            box b = {u, u, (double)line, (double)(line + 1)};
            double beside = nearest_in(&b, u, v).away;
            if (beside >= out->away)
                continue;
            int64_t reach_low = cell_u(w, u - out->away), reach_high = cell_u(w, u + out->away);
            bool has[2] = {find_cell_back(w, line, line, false, from, reach_low, &cells[0]),
                           find_cell(w, line, line, false, from, reach_high, &cells[1])};
            for (int i = 0; i < 2; i++)
            {
                b = box_of(w, (run){cells[i], cells[i]}, line);
                place p = has[i] ? nearest_in(&b, u, v) : *out;
                *out = p.away < out->away ? p : *out;
            }
        }
    return out->away < DBL_MAX;
}

// ---- a way -----------------------------------------------------------------------------------------------------------

/// A way, and the first wall on it.
typedef struct way
{
    view lines;
    double u, v, du, dv; // where it begins, and on to its end; |du| >= |dv|
    double time;         // of the hit, NEVER without one
    place at;            // the point of the wall
    double out_u, out_v; // the normal
} way;

static double u_at(const way *w, double time)
{
    return w->u + w->du * time;
}

static double v_at(const way *w, double time)
{
    return w->v + w->dv * time;
}

/// When the way is between two values of v, within from..until.
static bool when_between(const way *w, double low, double high, double *from, double *until)
{
    if (w->dv == 0.0)
        return w->v >= low && w->v <= high;
    double enter = ((w->dv > 0.0 ? low : high) - w->v) / w->dv, leave = ((w->dv > 0.0 ? high : low) - w->v) / w->dv;
    *from = fmax(*from, enter);
    *until = fmin(*until, leave);
    return *from <= *until;
}

/// When a point that starts at 0 comes within `reach` of a box; NEVER if it doesn't, below 0 if it is.
static double time_of_entry(const box *b, double du, double dv, double reach)
{
    double low[2] = {b->low_u - reach, b->low_v - reach}, high[2] = {b->high_u + reach, b->high_v + reach};
    double along[2] = {du, dv}, enter = -DBL_MAX, leave = DBL_MAX;
    for (int i = 0; i < 2; i++)
    {
        if (along[i] == 0.0)
        {
            if (low[i] > 0.0 || high[i] < 0.0)
                return NEVER;
            continue;
        }
        enter = fmax(enter, (along[i] > 0.0 ? low[i] : high[i]) / along[i]);
        leave = fmin(leave, (along[i] > 0.0 ? high[i] : low[i]) / along[i]);
    }
    if (enter > leave)
        return NEVER;
    double u = du * enter, v = dv * enter;
    bool is_beside_u = u < b->low_u || u > b->high_u, is_beside_v = v < b->low_v || v > b->high_v;
    if (!is_beside_u || !is_beside_v)
        return enter;
    double cu = u < b->low_u ? b->low_u : b->high_u, cv = v < b->low_v ? b->low_v : b->high_v;
    double square = du * du + dv * dv, cross = cu * dv - cv * du, rest = reach * reach * square - cross * cross;
    return rest < 0.0 ? NEVER : (cu * du + cv * dv - sqrt(rest)) / square;
}

static box seen_from_start(const way *w, const box *b)
{
    return (box){b->low_u - w->u, b->high_u - w->u, b->low_v - w->v, b->high_v - w->v};
}

/// When a circle that goes the way touches a box, if it goes on from there by more than `slack`.
static double time_of_touch(const way *w, const box *walls, double radius, double slack, double from, double until)
{
    box b = seen_from_start(w, walls);
    double deep = time_of_entry(&b, w->du, w->dv, radius - slack);
    if (deep > until)
        return NEVER;
    if (deep >= from)
        return fmax(time_of_entry(&b, w->du, w->dv, radius), from);
    // It is as deep as that already: it must not get any deeper.
    double leave = -time_of_entry(&b, -w->du, -w->dv, radius - slack);
    double u = u_at(w, from), v = v_at(w, from);
    place q = nearest_in(walls, u, v);
    return leave > from && w->du * (u - q.u) + w->dv * (v - q.v) < 0.0 ? from : NEVER;
}

static void keep_touch(way *w, const box *b, double time)
{
    double u = u_at(w, time), v = v_at(w, time);
    place q = nearest_in(b, u, v);
    w->time = time;
    w->at = q;
    w->out_u = q.away > 0.0 ? (u - q.u) / q.away : 0.0;
    w->out_v = q.away > 0.0 ? (v - q.v) / q.away : 0.0;
}

/// A circle goes the way from one time to another.
static void sweep_circle(way *w, double radius, double slack, double from, double until)
{
    const view *lines = &w->lines;
    double v0 = v_at(w, from), v1 = v_at(w, until);
    int64_t low = cell_v(lines, fmin(v0, v1) - radius), high = cell_v(lines, fmax(v0, v1) + radius);
    int64_t step = w->dv < 0.0 ? -1 : 1;
    bool is_back = w->du < 0.0;
    for (int64_t line = step > 0 ? low : high; line >= low && line <= high; line += step)
    {
        double enter = from, leave = fmin(until, w->time);
        if (!when_between(w, (double)line - radius, (double)(line + 1) + radius, &enter, &leave))
        {
            if (w->time < NEVER)
                return; // all that follows comes later
            continue;
        }
        double u0 = u_at(w, enter), u1 = u_at(w, leave);
        int64_t first = cell_u(lines, fmin(u0, u1) - radius), last = cell_u(lines, fmax(u0, u1) + radius);
        run r;
        while (first <= last && next_run(lines, line, line, first, last, is_back, &r))
        {
            double soonest = ((is_back ? (double)(r.last + 1) + radius : (double)r.first - radius) - w->u) / w->du;
            if (soonest > w->time)
                break;
            box b = box_of(lines, r, line);
            double time = time_of_touch(w, &b, radius, slack, from, until);
            if (time < w->time)
                keep_touch(w, &b, time);
            if (is_back)
                last = r.first - 2;
            else
                first = r.last + 2;
        }
    }
}

static void keep_face(way *w, double time, double normal_u, double normal_v)
{
    if (time >= w->time)
        return;
    w->time = time;
    w->at = (place){u_at(w, time), v_at(w, time), 0.0};
    w->out_u = normal_u;
    w->out_v = normal_v;
}

/// Two walls that touch at a corner on the line v, between two cells: nothing gets through there.
static void stop_at_pinches(way *w, int64_t v, double edge, double from, int64_t first, int64_t last)
{
    double length = sqrt(w->du * w->du + w->dv * w->dv);
    for (int64_t u = first > w->lines.low_u ? first - 1 : first; u < last; u += 63)
    {
        uint64_t below = walls_from(&w->lines, v - 1, u), above = walls_from(&w->lines, v, u);
        uint64_t differ = below ^ above, pinches = differ & differ >> 1 & (below ^ below >> 1) & INT64_MAX;
        for (; pinches; pinches &= pinches - 1)
        {
            double corner = (double)(u + lowest(pinches) + 1), time = (corner - w->u) / w->du;
            if (time > from && fabs(v_at(w, time) - (double)v) <= edge && (time - from) * length > 2.0 * edge)
                keep_face(w, time, -w->du / length, -w->dv / length);
        }
    }
}

/// A ray in a strip: `v` and `other` are the same line, inside which it is, or the two between which it is.
static void try_strip(way *w, int64_t v, int64_t other, double edge, double from, double until)
{
    const view *lines = &w->lines;
    double enter = from, leave = fmin(until, w->time);
    double low = v == other ? (double)v + edge : (double)v - edge;
    double high = v == other ? (double)(v + 1) - edge : (double)v + edge;
    if (!when_between(w, low, high, &enter, &leave))
        return;
    double u0 = u_at(w, enter), u1 = u_at(w, leave), least = fmin(u0, u1), most = fmax(u0, u1);
    int64_t first = cell_u(lines, least - edge), last = cell_u(lines, most + edge);
    bool is_back = w->du < 0.0;
    run r;
    if (v != other)
        stop_at_pinches(w, v, edge, from, first, last);
    while (first <= last && next_run(lines, v, other, first, last, is_back, &r))
    {
        // A run that goes on outside of what was looked at isn't at its end there.
        double begin = (double)r.first + (r.first > first ? edge : 0.0);
        double end = (double)(r.last + 1) - (r.last < last ? edge : 0.0);
        if (begin <= most && end >= least && begin <= end)
        {
            double by_u = ((is_back ? (double)(r.last + 1) : (double)r.first) - w->u) / w->du;
            double line = w->dv > 0.0 ? (double)other : (double)(v + 1);
            double by_v = w->dv == 0.0 ? -DBL_MAX : (line - w->v) / w->dv;
            bool is_face_u = by_u >= by_v;
            keep_face(w, real_clamp(fmax(by_u, by_v), from, until), is_face_u ? (is_back ? 1.0 : -1.0) : 0.0,
                      is_face_u ? 0.0 : (w->dv > 0.0 ? -1.0 : 1.0));
            return;
        }
        if (is_back)
            last = r.first - 2;
        else
            first = r.last + 2;
    }
}

/// A ray goes the way from one time to another. Between the strips inside lines lie those where it is on the line
/// between two: there both must be walls.
static void sweep_ray(way *w, double edge, double from, double until)
{
    double v0 = v_at(w, from), v1 = v_at(w, until);
    int64_t low = cell_v(&w->lines, fmin(v0, v1) - edge), high = cell_v(&w->lines, fmax(v0, v1) + edge);
    if (w->dv >= 0.0)
        for (int64_t line = low; line <= high && w->time == NEVER; line++)
        {
            try_strip(w, line, line - 1, edge, from, until);
            if (w->time == NEVER)
                try_strip(w, line, line, edge, from, until);
        }
    else
        for (int64_t line = high; line >= low && w->time == NEVER; line--)
        {
            try_strip(w, line + 1, line, edge, from, until);
            if (w->time == NEVER)
                try_strip(w, line, line, edge, from, until);
            if (w->time == NEVER && line == low)
                try_strip(w, line, line - 1, edge, from, until);
        }
}

// ---- beginning inside ------------------------------------------------------------------------------------------------

/// When the middle comes out of the walls that it is in.
static double time_out(const way *w)
{
    const view *lines = &w->lines;
    double v0 = w->v, v1 = v_at(w, 1.0);
    int64_t low = cell_v(lines, fmin(v0, v1)), high = cell_v(lines, fmax(v0, v1)), step = w->dv < 0.0 ? -1 : 1;
    for (int64_t line = step > 0 ? low : high; line >= low && line <= high; line += step)
    {
        double enter = 0.0, leave = 1.0;
        if (!when_between(w, (double)line, (double)(line + 1), &enter, &leave))
            continue;
        int64_t from = cell_u(lines, u_at(w, enter)), to = cell_u(lines, u_at(w, leave)), cell;
        bool is_back = w->du < 0.0;
        if (is_back ? find_cell_back(lines, line, line, false, from, to, &cell)
                    : find_cell(lines, line, line, false, from, to, &cell))
            return real_clamp(((double)(is_back ? cell + 1 : cell) - w->u) / w->du, enter, 1.0);
    }
    return NEVER;
}

/// When a circle of that radius, which overlaps walls, is clear of all of them for the first time.
static double time_clear(const way *w, double radius, double from)
{
    const view *lines = &w->lines;
    double time = from, later = from;
    do
    {
        time = later;
        double u = u_at(w, time), v = v_at(w, time);
        int64_t low = cell_u(lines, u - radius), high = cell_u(lines, u + radius), last = cell_v(lines, v + radius);
        for (int64_t line = cell_v(lines, v - radius); line <= last; line++)
        {
            run r;
            for (int64_t at = low; at <= high && next_run(lines, line, line, at, high, false, &r); at = r.last + 2)
            {
                box b = box_of(lines, r, line);
                if (nearest_in(&b, u, v).away >= radius)
                    continue;
                box seen = seen_from_start(w, &b);
                later = fmax(later, -time_of_entry(&seen, -w->du, -w->dv, radius));
            }
        }
    } while (later > time + 1e-9 && later < 1.0);
    return later < 1.0 ? later : NEVER;
}

// ---- the queries -----------------------------------------------------------------------------------------------------

/// Between the world and cells.
typedef struct frame
{
    double x, y, edge; // of the map's corner; of a cell
} frame;

static frame frame_of(const wend_grid *grid)
{
    return (frame){(double)grid->def.origin.x, (double)grid->def.origin.y, (double)grid->def.cell_size};
}

static wend_vec point_of(const frame *f, const view *w, double u, double v)
{
    double x = w->is_turned ? v : u, y = w->is_turned ? u : v;
    return real_to_vec((real_vec){f->x + f->edge * x, f->y + f->edge * y, 0.0});
}

static wend_vec normal_of(const view *w, double u, double v)
{
    return real_to_vec(w->is_turned ? (real_vec){v, u, 0.0} : (real_vec){u, v, 0.0});
}

/// How much nearer than a radius still counts as touching, as with obstacles.
static double slack_of(const wend_cast *cast, const frame *f, double radius)
{
    double farthest = fmax(fabs((double)cast->from.x), fabs((double)cast->from.y)) / f->edge;
    return fmin(radius * 1e-6 + farthest * 2.5e-7, radius * 0.01);
}

/// The middle begins inside walls. True: it comes out, at that time.
static bool come_out(way *w, double *time)
{
    double length = sqrt(w->du * w->du + w->dv * w->dv);
    place out;
    bool has_way_out = find_way_out(&w->lines, w->u, w->v, &out);
    double du = has_way_out ? out.u - w->u : -w->du, dv = has_way_out ? out.v - w->v : -w->dv;
    if (!has_way_out || w->du * du + w->dv * dv < -1e-6 * length * out.away)
    {
        double size = sqrt(du * du + dv * dv);
        w->time = 0.0;
        w->at = has_way_out ? out : (place){w->u, w->v, 0.0};
        w->out_u = size > 0.0 ? du / size : 0.0;
        w->out_v = size > 0.0 ? dv / size : 0.0;
        return false;
    }
    *time = time_out(w);
    return *time < 1.0;
}

/// A circle that overlaps something at the start, with so much room round its middle.
static void sweep_leaving(way *w, const wend_cast *cast, const frame *f, double room, double radius, double edge)
{
    double slack = slack_of(cast, f, radius), out = 0.0;
    bool is_inside = is_solid(&w->lines, w->u, w->v, edge);
    if (is_inside && !come_out(w, &out))
        return;
    double clear = radius > 0.0 ? time_clear(w, radius - slack, out) : NEVER, until = fmin(clear, 1.0);
    double length = sqrt(w->du * w->du + w->dv * w->dv);
    if (is_inside || room <= edge)
        sweep_ray(w, edge, out, until);
    else
        sweep_circle(w, room, fmin(fmax(slack_of(cast, f, room), length * 1e-6), room * 0.01), out, until);
    if (w->time == NEVER && clear < 1.0)
        sweep_circle(w, radius, slack, clear, 1.0);
}

bool wend_grid_cast(const wend_grid *grid, const wend_cast *cast, wend_hit *hit)
{
    if (!grid || !cast || !wend_is_finite(cast->from) || !wend_is_finite(cast->along) ||
        !(cast->radius >= 0.0f && cast->radius <= FLT_MAX) || cast->ignore == WEND_GRID_WALL)
        return false;
    frame f = frame_of(grid);
    double x = ((double)cast->from.x - f.x) / f.edge, y = ((double)cast->from.y - f.y) / f.edge;
    double dx = (double)cast->along.x / f.edge, dy = (double)cast->along.y / f.edge;
    double radius = (double)cast->radius / f.edge, length = sqrt(dx * dx + dy * dy);
    if (!(length > 0.0))
        return false;
    bool is_turned = fabs(dy) > fabs(dx);
    way w = {.lines = view_of(grid, is_turned), .time = NEVER};
    w.u = is_turned ? y : x, w.v = is_turned ? x : y;
    w.du = is_turned ? dy : dx, w.dv = is_turned ? dx : dy;
    // As fine as positions are there.
    double edge = fmax(slack_of(cast, &f, 1.0), 1e-9), slack = slack_of(cast, &f, radius);
    radius = radius > edge ? radius : 0.0;
    double room = radius > 0.0 ? clearance(&w.lines, w.u, w.v, radius) : 0.0;
    if (radius > 0.0 ? room < radius - slack : is_solid(&w.lines, w.u, w.v, edge))
        sweep_leaving(&w, cast, &f, room, radius, edge);
    else if (radius > 0.0)
        sweep_circle(&w, radius, slack, 0.0, 1.0);
    else
        sweep_ray(&w, edge, 0.0, 1.0);
    if (w.time > 1.0)
        return false;
    if (w.out_u == 0.0 && w.out_v == 0.0)
        w.out_u = -w.du / length, w.out_v = -w.dv / length;
    if (hit)
        *hit = (wend_hit){real_to_float(w.time * length * f.edge), point_of(&f, &w.lines, w.at.u, w.at.v),
                          normal_of(&w.lines, w.out_u, w.out_v), wend_xyz(0.0f, 0.0f, 0.0f), WEND_GRID_WALL};
    return true;
}

/// Hits so far, the nearest first.
typedef struct found
{
    wend_hit *hits;
    int capacity, count;
} found;

static void keep_hit(found *all, const wend_hit *hit)
{
    int at = all->count < all->capacity ? all->count : all->capacity;
    all->count++;
    for (; at > 0 && fabsf(hit->distance) < fabsf(all->hits[at - 1].distance); at--)
        if (at < all->capacity)
            all->hits[at] = all->hits[at - 1];
    if (at < all->capacity)
        all->hits[at] = *hit;
}

static void keep_place(found *all, const frame *f, const view *w, place p, double normal_u, double normal_v)
{
    wend_hit hit = {.distance = real_to_float(p.away * f->edge), .body = WEND_GRID_WALL};
    hit.point = point_of(f, w, p.u, p.v);
    hit.normal = normal_of(w, normal_u, normal_v);
    keep_hit(all, &hit);
}

/// The runs of a line's edges that face a place: where a wall is behind, and nothing in front. `side`: of v, on which
/// the place is.
static void keep_runs(found *all, const frame *f, const view *w, double u, double v, double radius, int64_t line,
                      int side)
{
    int64_t high = cell_u(w, u + radius), behind = side > 0 ? line - 1 : line, front = side > 0 ? line : line - 1;
    for (int64_t at = cell_u(w, u - radius); at <= high;)
    {
        uint64_t faces = walls_from(w, behind, at) & ~walls_from(w, front, at);
        if (!faces)
        {
            at += 64;
            continue;
        }
        int64_t begin = at + lowest(faces), end = begin;
        for (bool is_going_on = begin <= high; is_going_on;)
        {
            uint64_t others = ~(walls_from(w, behind, end) & ~walls_from(w, front, end));
            end += others ? lowest(others) : 64;
            is_going_on = !others && end <= high;
        }
        at = end + 1;
        box b = {(double)begin, (double)end, (double)line, (double)line};
        place p = nearest_in(&b, u, v);
        if (begin > high || p.away > radius)
            continue;
        bool is_far = p.away > 1e-12 * (fabs(u) + fabs(v));
        keep_place(all, f, w, p, is_far ? (u - p.u) / p.away : 0.0, is_far ? (v - p.v) / p.away : (double)side);
    }
}

static void keep_facing(found *all, const frame *f, const view *w, double u, double v, double radius)
{
    int64_t last = cell_v(w, v + radius);
    for (int64_t line = cell_v(w, v - radius); line <= last; line++)
    {
        if (line <= w->low_v)
            continue;
        if (v >= (double)line)
            keep_runs(all, f, w, u, v, radius, line, 1);
        if (v <= (double)line)
            keep_runs(all, f, w, u, v, radius, line, -1);
    }
}

int wend_grid_around(const wend_grid *grid, wend_vec centre, float radius, uint64_t ignore, wend_hit *hits,
                     int capacity)
{
    if (!grid || !wend_is_finite(centre) || !(radius >= 0.0f) || ignore == WEND_GRID_WALL)
        return 0;
    frame f = frame_of(grid);
    view rows = view_of(grid, false), cols = view_of(grid, true);
    double x = ((double)centre.x - f.x) / f.edge, y = ((double)centre.y - f.y) / f.edge;
    double reach = radius < FLT_MAX ? (double)radius / f.edge : DBL_MAX;
    found all = {hits, hits && capacity > 0 ? capacity : 0, 0};
    place out;
    if (is_solid(&rows, x, y, 0.0) && find_way_out(&rows, x, y, &out) && out.away > 0.0)
    {
        double away = out.away;
        out.away = -away;
        keep_place(&all, &f, &rows, out, (out.u - x) / away, (out.v - y) / away);
    }
    keep_facing(&all, &f, &rows, x, y, reach);
    keep_facing(&all, &f, &cols, y, x, reach);
    return all.count;
}

static bool caster_cast(const wend_cast *cast, wend_hit *hit, void *user)
{
    return wend_grid_cast(user, cast, hit);
}

static int caster_around(wend_vec centre, float radius, uint32_t mask, uint64_t ignore, wend_hit *hits, int capacity,
                         void *user)
{
    (void)mask;
    return wend_grid_around(user, centre, radius, ignore, hits, capacity);
}

wend_caster wend_grid_caster(const wend_grid *grid)
{
    return (wend_caster){caster_cast, caster_around, without_const(grid)};
}
