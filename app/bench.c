// wend bench: how long an update takes.                                                        floor 6
#include "bench.h"
#include "command.h"
#include "options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    WARM_UPS = 3,
    KINDS = 8 // 2D and 3D, 8 and 24 neighbours, with and without hulls
};

static const double STEP = 1.0 / 60;

typedef struct bench_options
{
    int agents, threads;
    bool is_csv;
} bench_options;

/// One world under measurement.
typedef struct bench_flock
{
    wend_world *world;
    int dimension;
    bool has_hulls;
    double seconds[BENCH_ROUNDS];
    double neighbours; ///< seen in all timed steps
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
    wend_goal goal = wend_goal_cruise(0);
    for (int i = 0; defs && i < agents; ++i)
        defs[i] = random_bird(&random, dimension, side, radius);
    bool is_filled = defs && ids && wend_world_spawn_many(world, defs, agents, ids) == WEND_OK;
    for (int i = 0; is_filled && i < agents; ++i)
        is_filled = wend_world_set_goal(world, ids[i], &goal) == WEND_OK;
    free(defs);
    free(ids);
    return is_filled;
}

static wend_world *make_flock(const bench_options *o, const bench_flock *flock, int agents, int neighbours)
{
    int dimension = flock->dimension;
    float side = dimension == 3 ? cbrtf((float)agents) : sqrtf((float)agents);
    float k = (float)neighbours, radius = dimension == 3 ? cbrtf(3 * k / (4 * WEND_PI)) : sqrtf(k / WEND_PI);
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
    {
        if (wend_world_step(flock->world, STEP) != WEND_OK)
            return !command_fail(1, "bench", "%s", wend_world_error(flock->world)->text);
        flock->neighbours += wend_world_get_stats(flock->world).neighbours;
    }
    return true;
}

// Rounds go through all worlds in turn, so that whatever disturbs the machine disturbs them alike.
static bool measure(bench_flock *flocks, int steps)
{
    for (int k = 0; k < KINDS; ++k)
    {
        if (!step(&flocks[k], WARM_UPS))
            return false;
        flocks[k].neighbours = 0;
    }
    for (int round = 0; round < BENCH_ROUNDS; ++round)
        for (int k = 0; k < KINDS; ++k)
        {
            double began = command_clock();
            if (!step(&flocks[k], steps))
                return false;
            flocks[k].seconds[round] = (command_clock() - began) / steps;
        }
    return true;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *seconds)
{
    qsort(seconds, BENCH_ROUNDS, sizeof seconds[0], by_size);
    return seconds[BENCH_ROUNDS / 2];
}

static void print_row(const bench_options *o, bench_flock *flock, int agents, int steps)
{
    double each = bench_median(flock->seconds) * 1e9 / agents;
    double neighbours = flock->neighbours / ((double)steps * BENCH_ROUNDS * agents);
    printf(o->is_csv ? "%s,%s,%d,%d,%.2f,%d,%s,%.2f\n" : "%-6s %-8s %9d %8d %10.2f %7d  %-8s %12.1f\n", "flock",
           flock->has_hulls ? "step" : "no_hulls", flock->dimension, agents, neighbours, o->threads, "baseline", each);
    fflush(stdout);
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
    }
    bool is_measured = is_made && measure(flocks, steps);
    for (int k = 0; k < KINDS; ++k)
    {
        if (is_measured)
            print_row(o, &flocks[k], agents, steps);
        wend_world_destroy(flocks[k].world);
    }
    return is_measured;
}

static int bench_flocks(const bench_options *o)
{
    static const int sizes[] = {1000, 10000, 100000};
    if (o->is_csv)
        puts("bench,variant,dimension,agents,neighbours,threads,isa,ns_per_agent");
    else
        printf("%-6s %-8s %9s %8s %10s %7s  %-8s %12s\n", "bench", "variant", "dimension", "agents", "neighbours",
               "threads", "isa", "ns_per_agent");
    if (o->agents > 0)
        return bench_size(o, o->agents) ? 0 : 1;
    for (int i = 0; i < 3; ++i)
        if (!bench_size(o, sizes[i]))
            return 1;
    return 0;
}

int command_bench(int argc, char **argv)
{
    bench_options o = {.threads = 1};
    const option_row rows[] = {
        {"agents", "N", "how many; without it 1000, 10000 and 100000 birds", OPTION_COUNT, &o.agents, 1,
         WEND_MAX_AGENTS},
        {"threads", "T", "default 1", OPTION_COUNT, &o.threads, 1, 64},
        {"csv", NULL, "comma-separated values instead of a table", OPTION_SWITCH, &o.is_csv, 0, 0},
    };
    const option_table table = {
        .command = "bench",
        .usage = "NAME [options]",
        .about =
            "flock: a flock of density 1 in a square and in a cube that wrap, about 8 and 24 neighbours each,\n"
            "all in one flock with the default recipe; the whole wend_world_step of 1/60 s, and the same without\n"
            "pushing hulls apart (no_hulls), in nanoseconds an agent.\n"
            "rays: 16 rays of 10 m by each agent among 10000 segments of 1 to 3 m in a square of 200 m, and the\n"
            "same for a circle of 0.25 m, in nanoseconds a ray.\n"
            "ring: a ring of 16 slots with one target and 8 blockers, and the choice, in nanoseconds an agent.\n"
            "path: ways between random cells on four maps of 512 x 512 cells, made by a seed: a quarter walls\n"
            "(random25), rooms, a maze, round walls in the open (blobs), by each search; in microseconds a path and\n"
            "million expansions a second. 32 ways a map, or as many as --agents says.\n"
            "minds: a step of a machine with 8 states and 12 lines, of a layer of 8 states, of a tree of 13 nodes,\n"
            "in nanoseconds an agent.\n"
            "orca: crowds of 0.02 and 0.05 agents a square metre, of radius 1.5 m, that see 15 m far and avoid the\n"
            "10 nearest for 10 s; the whole wend_world_step of 0.25 s without pushing hulls apart, in nanoseconds an\n"
            "agent.\n"
            "Each is the median of 7 runs. All but flocks run on one thread, rays and rings for 1000 agents or more.",
        .rows = rows,
        .count = 3,
        .arguments = "one name: flock, rays, ring, path, minds or orca",
        .least = 1,
        .most = 1};
    int code;
    if (options_read(&table, argc, argv, &code) < 0)
        return code;
    if (strcmp(argv[1], "flock") == 0)
        return bench_flocks(&o);
    static const struct
    {
        const char *name;
        int (*run)(int agents, bool is_csv);
    } others[] = {
        {"rays", bench_rays}, {"ring", bench_ring}, {"path", bench_path}, {"minds", bench_minds}, {"orca", bench_orca}};
    for (int i = 0; i < 5; ++i)
    {
        if (strcmp(argv[1], others[i].name) != 0)
            continue;
        if (o.threads != 1)
            return command_fail(COMMAND_WRONG, "bench", "--threads is %d, %s runs on 1", o.threads, argv[1]);
        return others[i].run(o.agents, o.is_csv);
    }
    return command_fail(COMMAND_WRONG, "bench",
                        "there is no benchmark '%s', there are: flock, rays, ring, path, minds, orca", argv[1]);
}
