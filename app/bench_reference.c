// A flock in plain C with branches, without a world: what `wend bench flock` compares with. Cells as wide as the radius,
// a counting sort in each step, then one agent after the other. Neighbours aren't looked for across the edge.   floor 6
#include "bench.h"

#include "wend/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct bench_reference
{
    int dimension, count, wide, cells;
    float side, radius;
    wend_vec *place, *velocity, *sorted_place, *sorted_velocity, *next;
    int *cell, *start;
};

bench_reference *bench_reference_create(int dimension, int agents, float side, float radius)
{
    bench_reference *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->dimension = dimension;
    f->count = agents;
    f->side = side;
    f->radius = radius;
    f->wide = side > radius ? (int)(side / radius) : 1;
    f->cells = dimension == 3 ? f->wide * f->wide * f->wide : f->wide * f->wide;
    wend_vec **vectors[] = {&f->place, &f->velocity, &f->sorted_place, &f->sorted_velocity, &f->next};
    bool is_made = true;
    for (int i = 0; i < 5; ++i)
        is_made &= (*vectors[i] = calloc((size_t)agents, sizeof(wend_vec))) != NULL;
    f->cell = calloc((size_t)agents, sizeof *f->cell);
    f->start = calloc((size_t)f->cells + 1, sizeof *f->start);
    if (!is_made || !f->cell || !f->start)
    {
        bench_reference_destroy(f);
        return NULL;
    }
    wend_random random = wend_random_seed(2, (uint64_t)dimension);
    for (int i = 0; i < agents; ++i)
    {
        float z = dimension == 3 ? wend_random_between(&random, 0, side) : 0;
        f->place[i] = wend_xyz(wend_random_between(&random, 0, side), wend_random_between(&random, 0, side), z);
        float angle = wend_random_between(&random, -WEND_PI, WEND_PI);
        f->velocity[i] = wend_xyz(wend_cos(angle), wend_sin(angle), 0);
    }
    return f;
}

void bench_reference_destroy(bench_reference *f)
{
    if (!f)
        return;
    void *blocks[] = {f->place, f->velocity, f->sorted_place, f->sorted_velocity, f->next, f->cell, f->start, f};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; ++i)
        free(blocks[i]);
}

static int cell_along(const bench_reference *f, float at)
{
    int cell = (int)(at / f->side * (float)f->wide);
    return cell < f->wide ? cell : f->wide - 1;
}

static void sort(bench_reference *f)
{
    memset(f->start, 0, ((size_t)f->cells + 1) * sizeof *f->start);
    for (int i = 0; i < f->count; ++i)
    {
        wend_vec p = f->place[i];
        int row = cell_along(f, p.y) + (f->dimension == 3 ? cell_along(f, p.z) * f->wide : 0);
        f->cell[i] = row * f->wide + cell_along(f, p.x);
        ++f->start[f->cell[i] + 1];
    }
    for (int c = 0; c < f->cells; ++c)
        f->start[c + 1] += f->start[c];
    for (int i = f->count - 1; i >= 0; --i) // backwards, from the ends, which so become the beginnings
    {
        int at = --f->start[f->cell[i] + 1];
        f->sorted_place[at] = f->place[i];
        f->sorted_velocity[at] = f->velocity[i];
    }
    memmove(f->start, f->start + 1, (size_t)f->cells * sizeof *f->start);
    f->start[f->cells] = f->count;
}

static wend_vec unit(wend_vec v)
{
    float length = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
    return length > 0 ? wend_scale(v, 1 / length) : v;
}

static wend_vec cut(wend_vec v, float longest)
{
    float length = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
    return length > longest ? wend_scale(v, longest / length) : v;
}

static wend_vec steer(const bench_reference *f, int own)
{
    wend_vec p = f->sorted_place[own], v = f->sorted_velocity[own], none = {0, 0, 0}, away = none, go = none, at = none;
    int x = cell_along(f, p.x), y = cell_along(f, p.y), z = f->dimension == 3 ? cell_along(f, p.z) : 0, seen = 0;
    for (int cz = z > 0 ? z - 1 : 0; cz <= z + 1 && cz < (f->dimension == 3 ? f->wide : 1); ++cz)
        for (int cy = y > 0 ? y - 1 : 0; cy <= y + 1 && cy < f->wide; ++cy)
        {
            int row = (cz * f->wide + cy) * f->wide, low = x > 0 ? x - 1 : 0, high = x + 1 < f->wide ? x + 1 : x;
            for (int i = f->start[row + low]; i < f->start[row + high + 1]; ++i)
            {
                wend_vec offset = wend_sub(f->sorted_place[i], p);
                float square = offset.x * offset.x + offset.y * offset.y + offset.z * offset.z;
                if (i == own || square > f->radius * f->radius)
                    continue;
                ++seen;
                if (square > 0)
                    away = wend_sub(away, wend_scale(offset, 1 / square));
                go = wend_add(go, f->sorted_velocity[i]);
                at = wend_add(at, offset);
            }
        }
    if (seen == 0)
        return none;
    float share = 1 / (float)seen;
    wend_vec force = wend_scale(unit(away), 0.3f);
    force = wend_add(force, wend_scale(unit(wend_sub(wend_scale(go, share), v)), 0.5f));
    return wend_add(force, wend_scale(unit(at), 0.2f));
}

static float wrap(float at, float side)
{
    return at < 0 ? at + side : at >= side ? at - side : at;
}

void bench_reference_step(bench_reference *f, float seconds)
{
    if (!f)
        return;
    sort(f);
    for (int i = 0; i < f->count; ++i)
        f->next[i] = cut(wend_add(f->sorted_velocity[i], wend_scale(cut(steer(f, i), 3), seconds)), 1);
    for (int i = 0; i < f->count; ++i)
    {
        wend_vec p = wend_add(f->sorted_place[i], wend_scale(f->next[i], seconds));
        f->place[i] = wend_xyz(wrap(p.x, f->side), wrap(p.y, f->side), f->dimension == 3 ? wrap(p.z, f->side) : 0);
        f->velocity[i] = f->next[i];
    }
}
