// A path pulled straight and tight, as a string.
#include "real.h"
#include "wend/path.h"

int wend_path_pull(wend_vec *points, int count, float radius, wend_walk_is_clear_fn *is_clear, void *user)
{
    if (!points)
        return 0;
    int before;
    do
    {
        before = count;
        int kept = count < 1 ? count : 1;
        for (int i = 1; i < count; i++)
        {
            bool is_last = i + 1 == count;
            bool is_repeated =
                wend_equal(points[kept - 1], points[i]) || (!is_last && wend_equal(points[i], points[i + 1]));
            if (!is_last && (is_repeated || (is_clear && is_clear(points[kept - 1], points[i + 1], radius, user))))
                continue;
            points[kept++] = points[i];
        }
        count = kept;
    } while (count < before);
    return count;
}

// ---- tight ---------------------------------------------------------------------------------------------------------

#define ROUNDS    24   // at most; a path round few corners takes about five
#define HALVINGS  7    // how finely it is found out how far a point can move
#define WORTHLESS 1e-4 // of the length: a round that gains less is the last

/// Who pulls: a body of that size, wherever it is clear.
typedef struct puller
{
    float radius;
    wend_walk_is_clear_fn *is_clear;
    void *user;
} puller;

static double length_by(wend_vec from, wend_vec by, wend_vec to)
{
    return real_length(real_sub(real_of(by), real_of(from))) + real_length(real_sub(real_of(to), real_of(by)));
}

/// The place on the leg between a point's neighbours that is nearest to it.
static real_vec foot_of(real_vec from, real_vec by, real_vec to)
{
    real_vec leg = real_sub(to, from);
    double square = real_dot(leg, leg), along = square > 0.0 ? real_dot(real_sub(by, from), leg) / square : 0.0;
    return real_add(from, real_scale(leg, real_clamp(along, 0.0, 1.0)));
}

/// Moves a point towards a place as far as both its legs stay clear. Returns what the path gets shorter.
static double move_towards(const puller *p, wend_vec *point, wend_vec before, wend_vec after, real_vec place)
{
    const double length = length_by(before, *point, after);
    const real_vec from = real_of(*point), way = real_sub(place, from);
    double low = 0.0, high = 1.0, best = length;
    for (int i = 0; i < HALVINGS; i++)
    {
        double middle = 0.5 * (low + high);
        wend_vec tried = real_to_vec(real_add(from, real_scale(way, middle)));
        double shorter = length_by(before, tried, after);
        bool is_clear = shorter < best && p->is_clear(before, tried, p->radius, p->user) &&
                        p->is_clear(tried, after, p->radius, p->user);
        if (is_clear)
        {
            *point = tried;
            best = shorter;
            low = middle;
        }
        else
            high = middle;
    }
    return length - best;
}

/// Once over all points: into its bend, then along either leg. Returns what the path gets shorter.
static double move_all(const puller *p, wend_vec *points, int count)
{
    double gained = 0.0;
    for (int i = 1; i + 1 < count; i++)
    {
        wend_vec before = points[i - 1], after = points[i + 1];
        gained +=
            move_towards(p, &points[i], before, after, foot_of(real_of(before), real_of(points[i]), real_of(after)));
        gained += move_towards(p, &points[i], before, after, real_of(before));
        gained += move_towards(p, &points[i], before, after, real_of(after));
    }
    return gained;
}

int wend_path_tighten(wend_vec *points, int count, float radius, wend_walk_is_clear_fn *is_clear, void *user)
{
    if (!points)
        return 0;
    count = wend_path_pull(points, count, radius, is_clear, user);
    if (!is_clear)
        return count;
    const puller p = {radius, is_clear, user};
    for (int round = 0; round < ROUNDS; round++)
    {
        wend_path path = {points, count, false};
        double gained = move_all(&p, points, count);
        count = wend_path_pull(points, count, radius, is_clear, user);
        if (gained <= WORTHLESS * (double)wend_path_length(&path))
            break;
    }
    return count;
}
