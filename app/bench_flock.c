// wend bench flock: how long an update of a flock takes.                                       floor 6
#include "../src/hits.h"
#include "../src/isa.h"
#include "bench.h"
#include "command.h"

#include <math.h>
#include <stdlib.h>

enum
{
    WARM_UPS = 3,
    KINDS = 8 // 2D and 3D, 8 and 24 neighbours, with and without hulls
};

static const double STEP = 1.0 / 60;

/// One world under measurement.
typedef struct bench_flock
{
    wend_world *world;
    int dimension;
    bool has_hulls;
    double seconds[BENCH_ROUNDS];
    double kernel_seconds[BENCH_ROUNDS]; ///< of the kernel alone
    bench_reference *reference;          ///< the same flock by plain code; null: none
    double reference_seconds[BENCH_ROUNDS];
} bench_flock;

static wend_vec random_direction(wend_random *random, int dimension)
{
    float angle = wend_random_between(random, -WEND_PI, WEND_PI);
    float z = dimension == 3 ? wend_random_between(random, -1, 1) : 0, flat = sqrtf(1 - z * z);
    return wend_xyz(flat * wend_cos(angle), flat * wend_sin(angle), z);
}

// One agent of the workload: density 1, so the neighbour radius alone decides how many there are. Top speed 1, limit 3.
static wend_agent_def random_bird(wend_random *random, int dimension, float side, float radius)
{
    wend_agent_def def = wend_default_agent_def();
    def.group = 1;
    def.agent.position.x = wend_random_between(random, 0, side);
    def.agent.position.y = wend_random_between(random, 0, side);
    def.agent.position.z = dimension == 3 ? wend_random_between(random, 0, side) : 0;
    def.agent.velocity = random_direction(random, dimension);
    def.agent.radius = 0.05f;
    def.agent.neighbour_radius = radius;
    def.agent.max_speed = 1;
    def.agent.max_acceleration = 3;
    return def;
}

static bool fill(wend_world *world, int agents, int dimension, float side, float radius)
{
    wend_random random = wend_random_seed(1, (uint64_t)dimension);
    wend_agent_def *defs = malloc((size_t)agents * sizeof *defs);
    wend_agent_id *ids = malloc((size_t)agents * sizeof *ids);
    wend_goal goal = wend_goal_wander();
    for (int i = 0; defs && i < agents; ++i)
        defs[i] = random_bird(&random, dimension, side, radius);
    bool is_filled = defs && ids && wend_world_spawn_many(world, defs, agents, ids) == WEND_OK;
    for (int i = 0; is_filled && i < agents; ++i)
        is_filled = wend_world_set_goal(world, ids[i], &goal) == WEND_OK;
    free(defs);
    free(ids);
    return is_filled;
}

static float radius_for(int dimension, int neighbours)
{
    float k = (float)neighbours;
    return dimension == 3 ? cbrtf(3 * k / (4 * WEND_PI)) : sqrtf(k / WEND_PI);
}

static float side_for(int dimension, int agents)
{
    return dimension == 3 ? cbrtf((float)agents) : sqrtf((float)agents);
}

static wend_world *make_flock(const bench_options *o, const bench_flock *flock, int agents, int neighbours)
{
    int dimension = flock->dimension;
    float side = side_for(dimension, agents), radius = radius_for(dimension, neighbours);
    wend_world_def def = wend_default_world_def();
    def.plane = dimension == 3 ? WEND_XYZ : WEND_XY;
    def.threads = o->threads;
    def.edge = WEND_EDGE_WRAP;
    def.high = wend_xyz(side, side, dimension == 3 ? side : 0);
    def.does_push_apart = flock->has_hulls;
    wend_error error = {0};
    wend_world *world = wend_world_create(&def, &error);
    if (world && fill(world, agents, dimension, side, radius))
        return world;
    command_fail(1, "bench", "%s", world ? wend_world_error(world)->text : error.text);
    wend_world_destroy(world);
    return NULL;
}

static bool step(bench_flock *flock, int steps)
{
    for (int i = 0; i < steps; ++i)
        if (wend_world_step(flock->world, STEP) != WEND_OK)
            return !command_fail(1, "bench", "%s", wend_world_error(flock->world)->text);
    return true;
}

enum
{
    CHUNK = 256 // places
};

static void flock_chunk(void *context, int chunk, int worker)
{
    wend_world *world = context;
    int begin = chunk * CHUNK, end = begin + CHUNK < world->count ? begin + CHUNK : world->count;
    hits_flock(world, begin, end, worker, NULL);
}

// The kernel alone: the index of all positions, who is near whom, and what the three rules want.
static bool rules(bench_flock *flock, int times)
{
    wend_world *world = flock->world;
    for (int i = 0; i < times; ++i)
    {
        world->is_fresh = false;
        if (hits_prepare(world, true) != WEND_OK)
            return !command_fail(1, "bench", "%s", wend_world_error(world)->text);
        jobs_run(world->pool, flock_chunk, world, (world->count + CHUNK - 1) / CHUNK, world->def.threads);
    }
    return true;
}

// Rounds go through all worlds in turn, so that whatever disturbs the machine disturbs them alike.
static bool measure(const bench_options *o, bench_flock *flocks, int steps)
{
    for (int k = 0; k < KINDS; ++k)
    {
        if (!step(&flocks[k], WARM_UPS))
            return false;
        bench_reference_step(flocks[k].reference, (float)STEP);
    }
    for (int round = 0; round < BENCH_ROUNDS; ++round)
        for (int k = 0; k < KINDS; ++k)
        {
            double began = bench_clock(o);
            if (!step(&flocks[k], steps))
                return false;
            double ended = bench_clock(o);
            flocks[k].seconds[round] = (ended - began) / steps;
            for (int i = 0; i < steps; ++i)
                bench_reference_step(flocks[k].reference, (float)STEP);
            flocks[k].reference_seconds[round] = (bench_clock(o) - ended) / steps;
            if (flocks[k].has_hulls)
                continue;
            began = bench_clock(o);
            if (!rules(&flocks[k], steps))
                return false;
            flocks[k].kernel_seconds[round] = (bench_clock(o) - began) / steps;
        }
    return true;
}

static void tell(const bench_options *o, bench_flock *flock, const char *variant, double *seconds, int agents,
                 int neighbours)
{
    double each = bench_median(seconds) * 1e9 / agents;
    double share = each / (bench_median(flock->reference_seconds) * 1e9 / agents);
    bench_row row = {"flock",        variant, flock->dimension, agents, neighbours, o->threads, isa_name(isa_chosen()),
                     "ns_per_agent", each};
    bench_tell(o, &row);
    row.unit = "of_reference";
    row.value = share;
    bench_tell(o, &row);
}

static bool bench_size(const bench_options *o, int agents)
{
    int steps = agents >= 200000 ? 1 : agents <= 2000 ? 100 : 200000 / agents;
    bench_flock flocks[KINDS] = {0};
    bool is_made = true;
    for (int k = 0; k < KINDS && is_made; ++k)
    {
        flocks[k].dimension = k / 2 % 2 == 0 ? 2 : 3;
        flocks[k].has_hulls = k < 4;
        flocks[k].world = make_flock(o, &flocks[k], agents, k % 2 == 0 ? 8 : 24);
        is_made = flocks[k].world != NULL;
        int dimension = flocks[k].dimension;
        float radius = radius_for(dimension, k % 2 == 0 ? 8 : 24);
        flocks[k].reference = bench_reference_create(dimension, agents, side_for(dimension, agents), radius);
    }
    bool is_measured = is_made && measure(o, flocks, steps);
    for (int k = 0; k < KINDS && is_measured; ++k)
        tell(o, &flocks[k], flocks[k].has_hulls ? "step" : "no_hulls", flocks[k].seconds, agents, k % 2 == 0 ? 8 : 24);
    for (int k = 4; k < KINDS && is_measured; ++k)
        tell(o, &flocks[k], "kernel", flocks[k].kernel_seconds, agents, k % 2 == 0 ? 8 : 24);
    for (int k = 0; k < KINDS; ++k)
    {
        wend_world_destroy(flocks[k].world);
        bench_reference_destroy(flocks[k].reference);
    }
    return is_measured;
}

int bench_flocks(const bench_options *o)
{
    static const int sizes[] = {1000, 10000, 100000};
    if (o->agents > 0)
        return bench_size(o, o->agents) ? 0 : 1;
    for (int i = 0; i < 3; ++i)
        if (!bench_size(o, sizes[i]))
            return 1;
    return 0;
}
