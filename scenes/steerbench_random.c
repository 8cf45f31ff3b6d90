// Random things: drawn uniformly, again while they overlap what is there already.
#include "steerbench_parts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

wend_vec steerbench_draw(steerbench_sim *sim, const steerbench_bounds *within, float shrink)
{
    wend_vec low = within->low, high = within->high;
    float x = wend_random_unit(&sim->random), z = wend_random_unit(&sim->random);
    shrink = fminf(shrink, fminf((high.x - low.x) / 2, (high.z - low.z) / 2));
    return wend_xyz(low.x + shrink + (high.x - low.x - 2 * shrink) * x, 0,
                    low.z + shrink + (high.z - low.z - 2 * shrink) * z);
}

bool steerbench_is_clear(const steerbench_sim *sim, wend_vec centre, float radius)
{
    int count = steerbench_near(sim, centre, radius);
    for (int i = 0; i < count; ++i)
        if (steerbench_penetration(&sim->obstacles[sim->nearby[i]], sim->test->corners, centre, radius) > 0)
            return false;
    return true;
}

bool steerbench_has_room(const steerbench_sim *sim, wend_vec centre, float radius)
{
    for (int i = 0; i < sim->count; ++i)
    {
        wend_vec offset = wend_sub(centre, sim->bodies[i].position);
        float reach = radius + sim->bodies[i].radius;
        if (!sim->bodies[i].is_done && wend_dot(offset, offset) < reach * reach)
            return false;
    }
    return true;
}

bool steerbench_place_body(steerbench_sim *sim, const steerbench_source *source, wend_vec *out, steerbench_error *error)
{
    for (int i = 0; i < STEERBENCH_TRIES; ++i)
    {
        *out = steerbench_draw(sim, &source->bounds, source->radius);
        if (steerbench_has_room(sim, *out, source->radius) && steerbench_is_clear(sim, *out, source->radius))
            return true;
    }
    return steerbench_fail(error, source->line, "no room for agent %d of radius %g was found in %d tries",
                           sim->count + 1, (double)source->radius, STEERBENCH_TRIES);
}

static bool overlaps_a_thing(const steerbench_sim *sim, const steerbench_bounds *b)
{
    for (int i = 0; i < sim->obstacle_count; ++i)
    {
        const steerbench_bounds *o = &sim->obstacles[i].bounds;
        if (b->low.x < o->high.x && o->low.x < b->high.x && b->low.z < o->high.z && o->low.z < b->high.z)
            return true;
    }
    for (int i = 0; i < sim->test->source_count; ++i)
    {
        const steerbench_source *s = &sim->test->sources[i];
        wend_vec nearest = wend_xyz(fminf(fmaxf(s->position.x, b->low.x), b->high.x), 0,
                                    fminf(fmaxf(s->position.z, b->low.z), b->high.z));
        if (!s->is_random_position && wend_distance(s->position, nearest) < s->radius)
            return true;
    }
    return false;
}

static bool place_obstacle(steerbench_sim *sim, const steerbench_obstacle_region *region, steerbench_error *error)
{
    wend_vec half = wend_xyz(region->side / 2, 0, region->side / 2);
    for (int i = 0; i < STEERBENCH_TRIES; ++i)
    {
        wend_vec centre = steerbench_draw(sim, &region->bounds, region->side / 2);
        steerbench_bounds bounds = {wend_sub(centre, half), wend_add(centre, half)};
        if (overlaps_a_thing(sim, &bounds))
            continue;
        sim->obstacles[sim->obstacle_count++] = (steerbench_obstacle){
            .kind = STEERBENCH_BOX, .centre = centre, .half = half, .cosine = 1, .bounds = bounds};
        return true;
    }
    return steerbench_fail(error, region->line, "no room for a random obstacle of side %g was found in %d tries",
                           (double)region->side, STEERBENCH_TRIES);
}

bool steerbench_place_obstacles(steerbench_sim *sim, steerbench_error *error)
{
    const steerbench_case *test = sim->test;
    size_t most = (size_t)test->obstacle_count + 1;
    for (int i = 0; i < test->region_count; ++i)
        most += (size_t)test->regions[i].count;
    sim->obstacles = calloc(most, sizeof *sim->obstacles);
    if (!sim->obstacles)
        return steerbench_fail(error, 0, "out of memory");
    if (test->obstacle_count > 0)
        memcpy(sim->obstacles, test->obstacles, (size_t)test->obstacle_count * sizeof *sim->obstacles);
    sim->obstacle_count = test->obstacle_count;
    for (int i = 0; i < test->region_count; ++i)
        for (int k = 0; k < test->regions[i].count; ++k)
            if (!place_obstacle(sim, &test->regions[i], error))
                return false;
    return true;
}
