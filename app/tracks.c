#include "tracks.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST_FRAMES = 10000000
};

// ---- tracks -------------------------------------------------------------------------------------------------------

static track *find(track_set *set, int id)
{
    for (int i = set->count - 1; i >= 0; --i) // mostly the last one
        if (set->tracks[i].id == id)
            return &set->tracks[i];
    if (set->count == set->capacity)
    {
        int capacity = set->capacity ? 2 * set->capacity : 64;
        track *more = realloc(set->tracks, (size_t)capacity * sizeof *more);
        if (!more)
            return NULL;
        set->tracks = more;
        set->capacity = capacity;
    }
    set->tracks[set->count] = (track){.id = id};
    return &set->tracks[set->count++];
}

bool tracks_add(track_set *set, int id, double seconds, wend_vec at)
{
    track *t = find(set, id);
    if (!t)
        return false;
    if (t->count == t->capacity)
    {
        int capacity = t->capacity ? 2 * t->capacity : 256;
        wend_vec *more = realloc(t->at, (size_t)capacity * sizeof *more);
        if (!more)
            return false;
        t->at = more;
        t->capacity = capacity;
    }
    if (t->count == 0)
        t->begin = seconds;
    t->at[t->count++] = at;
    return true;
}

void tracks_free(track_set *set)
{
    for (int i = 0; i < set->count; ++i)
        free(set->tracks[i].at);
    free(set->tracks);
    *set = (track_set){0};
}

static bool fail(steerbench_error *error, int line, const char *text)
{
    error->line = line;
    snprintf(error->text, sizeof error->text, "%s", text);
    return false;
}

/// Is it the frame after the last one that is known? Then the k-th place is that of the k-th frame.
static bool follows(const track *t, int frame, double rate)
{
    return !t || t->count == 0 || frame == (int)lround(t->begin * rate) + t->count;
}

bool tracks_read(track_set *set, const char *path, double rate, steerbench_error *error)
{
    char line[256];
    double largest = 0;
    FILE *file = fopen(path, "r");
    *set = (track_set){.step = 1 / rate};
    if (!file)
        return fail(error, 0, strerror(errno));
    bool is_fine = true;
    for (int number = 1; is_fine && fgets(line, sizeof line, file); ++number)
    {
        long long id, frame;
        double x, y;
        if (line[strspn(line, " \t\r\n")] == '\0' || line[0] == '#')
            continue;
        if (sscanf(line, "%lld %lld %lf %lf", &id, &frame, &x, &y) != 4 || id != (int)id ||
            !(fabs(x) < 1e5 && fabs(y) < 1e5))
            is_fine = fail(error, number, "a line must be: id frame x y z");
        else if (frame < 0 || frame > MOST_FRAMES)
            is_fine = fail(error, number, "the frame must be from 0 to 10000000");
        else if (!follows(find(set, (int)id), (int)frame, rate))
            is_fine = fail(error, number, "the frame must be the one after that of the same id before");
        else if (!tracks_add(set, (int)id, (double)frame / rate, wend_xyz((float)x, (float)y, 0)))
            is_fine = fail(error, number, "out of memory");
        largest = fmax(largest, fmax(fabs(x), fabs(y)));
    }
    if (is_fine && ferror(file))
        is_fine = fail(error, 0, strerror(errno));
    fclose(file);
    if (is_fine && set->count == 0)
        is_fine = fail(error, 0, "nobody is in it");
    float metre = largest > 50 ? 0.01f : 1; // centimetres
    for (int i = 0; i < set->count; ++i)
        for (int k = 0; k < set->tracks[i].count; ++k)
            set->tracks[i].at[k] = wend_scale(set->tracks[i].at[k], metre);
    if (!is_fine)
        tracks_free(set);
    return is_fine;
}

// ---- measuring ------------------------------------------------------------------------------------------------------

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void find_crossings(const track_set *set, double y, track_measures *out)
{
    for (int i = 0; i < set->count; ++i)
    {
        const track *t = &set->tracks[i];
        for (int k = 1; k < t->count; ++k)
            if ((double)t->at[k - 1].y > y && (double)t->at[k].y <= y)
            {
                double share = ((double)t->at[k - 1].y - y) / (double)(t->at[k - 1].y - t->at[k].y);
                out->crossings[out->crossed++] = t->begin + (k - 1 + share) * set->step;
                break; // once
            }
    }
    qsort(out->crossings, (size_t)out->crossed, sizeof *out->crossings, ascending);
    double span = out->crossed > 1 ? out->crossings[out->crossed - 1] - out->crossings[0] : 0;
    out->flow = span > 0 ? (out->crossed - 1) / span : 0;
}

/// The places of somebody at a frame of the whole set; null: he isn't there.
static const wend_vec *place_at(const track_set *set, int i, int frame)
{
    const track *t = &set->tracks[i];
    int k = frame - (int)lround(t->begin / set->step);
    return k >= 0 && k < t->count ? &t->at[k] : NULL;
}

static bool is_in(const track_gate *gate, const wend_vec *p)
{
    return p && p->x >= gate->low.x && p->x <= gate->high.x && p->y >= gate->low.y && p->y <= gate->high.y;
}

static void find_moments(const track_set *set, const track_gate *gate, double *speeds, int *speed_count,
                         track_measures *out)
{
    int first = (int)(gate->first_second / set->step), last = (int)(gate->last_second / set->step);
    int half = (int)fmax(1, round(0.5 * gate->interval / set->step));
    double area = (double)(gate->high.x - gate->low.x) * (double)(gate->high.y - gate->low.y);
    for (int frame = first; frame <= last; ++frame)
    {
        int heads = 0, measured = 0;
        double sum = 0;
        for (int i = 0; i < set->count; ++i)
        {
            const wend_vec *before = place_at(set, i, frame - half), *after = place_at(set, i, frame + half);
            if (!is_in(gate, place_at(set, i, frame)))
                continue;
            ++heads;
            if (!before || !after)
                continue;
            double speed = (double)wend_distance(*before, *after) / (2 * half * set->step);
            speeds[(*speed_count)++] = speed;
            sum += speed;
            ++measured;
        }
        if (measured > 0)
            out->moments[out->moment_count++] = (track_moment){heads / area, sum / measured};
        out->density += heads / area / (last - first + 1);
    }
}

bool tracks_measure(const track_set *set, const track_gate *gate, track_measures *out)
{
    size_t places = 1, frames = (size_t)fmax(0, (gate->last_second - gate->first_second) / set->step) + 2;
    for (int i = 0; i < set->count; ++i)
        places += (size_t)set->tracks[i].count;
    *out = (track_measures){0};
    out->crossings = malloc((size_t)(set->count + 1) * sizeof *out->crossings);
    out->moments = malloc(frames * sizeof *out->moments);
    double *speeds = malloc(places * sizeof *speeds);
    bool is_fine = out->crossings && out->moments && speeds;
    int count = 0;
    if (is_fine)
    {
        find_crossings(set, gate->y, out);
        find_moments(set, gate, speeds, &count, out);
        qsort(speeds, (size_t)count, sizeof *speeds, ascending);
        for (int i = 0; i < count; ++i)
            out->speed += speeds[i] / count;
        out->slow = count > 0 ? speeds[count / 20] : 0;
        out->middle = count > 0 ? speeds[count / 2] : 0;
        out->fast = count > 0 ? speeds[count - 1 - count / 20] : 0;
    }
    free(speeds);
    if (!is_fine)
        tracks_measures_free(out);
    return is_fine;
}

void tracks_measures_free(track_measures *m)
{
    free(m->crossings);
    free(m->moments);
    *m = (track_measures){0};
}
