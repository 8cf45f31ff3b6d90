// What stands in a case: where it is, and what a body touches of it.
#include "steerbench_parts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float LARGE = 3; // metres: an obstacle whose half is longer is tested with everybody

static float box_penetration(const steerbench_obstacle *box, wend_vec centre, float radius)
{
    wend_vec from = wend_sub(centre, box->centre);
    float x = fabsf(from.x * box->cosine - from.z * box->sine) - box->half.x;
    float z = fabsf(from.z * box->cosine + from.x * box->sine) - box->half.z;
    if (x <= 0 && z <= 0)
        return radius;
    return radius - wend_length(wend_xyz(fmaxf(x, 0), 0, fmaxf(z, 0)));
}

static float segment_distance(wend_vec a, wend_vec b, wend_vec p)
{
    wend_vec along = wend_sub(b, a);
    float square = wend_dot(along, along);
    float share = square > 0 ? wend_dot(wend_sub(p, a), along) / square : 0;
    return wend_distance(p, wend_lerp(a, b, fminf(fmaxf(share, 0), 1)));
}

// Where edges cross, inside is what a ray leaves through an odd number of edges.
static float polygon_penetration(const steerbench_obstacle *polygon, const wend_vec *corners, wend_vec centre,
                                 float radius)
{
    float nearest = FLT_MAX;
    bool is_inside = false;
    for (int i = polygon->is_open ? 1 : 0; i < polygon->corners; ++i)
    {
        wend_vec a = corners[polygon->corner + (i + polygon->corners - 1) % polygon->corners];
        wend_vec b = corners[polygon->corner + i];
        nearest = fminf(nearest, segment_distance(a, b, centre));
        if ((a.z > centre.z) != (b.z > centre.z))
            is_inside ^= centre.x < a.x + (b.x - a.x) * (centre.z - a.z) / (b.z - a.z);
    }
    return is_inside && !polygon->is_open ? radius : radius - nearest;
}

float steerbench_penetration(const steerbench_obstacle *obstacle, const wend_vec *corners, wend_vec centre,
                             float radius)
{
    const steerbench_bounds *b = &obstacle->bounds;
    if (centre.x < b->low.x - radius || centre.x > b->high.x + radius || centre.z < b->low.z - radius ||
        centre.z > b->high.z + radius)
        return 0;
    if (obstacle->kind == STEERBENCH_BOX)
        return box_penetration(obstacle, centre, radius);
    if (obstacle->kind == STEERBENCH_CIRCLE)
        return radius + obstacle->radius - wend_distance(centre, obstacle->centre);
    return polygon_penetration(obstacle, corners, centre, radius);
}

static bool is_large(const steerbench_obstacle *o)
{
    return fmaxf(o->bounds.high.x - o->bounds.low.x, o->bounds.high.z - o->bounds.low.z) > 2 * LARGE;
}

// Large ones to the front; the small ones behind them are found through an index over their centres.
bool steerbench_index(steerbench_sim *sim, steerbench_error *error)
{
    int count = sim->obstacle_count;
    wend_vec *centres = malloc((size_t)count * sizeof *centres + 1);
    sim->nearby = malloc((size_t)count * sizeof *sim->nearby + 1);
    if (!centres || !sim->nearby)
    {
        free(centres);
        return steerbench_fail(error, 0, "out of memory");
    }
    for (int i = 0; i < count; ++i)
        if (is_large(&sim->obstacles[i]))
        {
            steerbench_obstacle large = sim->obstacles[i];
            sim->obstacles[i] = sim->obstacles[sim->large_count];
            sim->obstacles[sim->large_count] = large;
            sim->nearby[sim->large_count] = sim->large_count;
            ++sim->large_count;
        }
    for (int i = sim->large_count; i < count; ++i)
    {
        steerbench_bounds b = sim->obstacles[i].bounds;
        centres[i - sim->large_count] = wend_xyz((b.low.x + b.high.x) / 2, (b.low.z + b.high.z) / 2, 0);
    }
    wend_status status = wend_near_build(sim->obstacle_index, centres, sizeof *centres, count - sim->large_count);
    free(centres);
    return status == WEND_OK || steerbench_fail(error, 0, "%s", wend_status_text(status));
}

// Writes into sim->nearby which obstacles a circle may touch.
int steerbench_near(const steerbench_sim *sim, wend_vec centre, float radius)
{
    int *small = sim->nearby + sim->large_count, room = sim->obstacle_count - sim->large_count;
    float reach = radius + LARGE * 1.4143f; // half the diagonal of the largest small one
    int count = wend_near_radius(sim->obstacle_index, wend_xyz(centre.x, centre.z, 0), reach, small, room);
    for (int i = 0; i < count; ++i)
        small[i] += sim->large_count;
    return sim->large_count + count;
}
