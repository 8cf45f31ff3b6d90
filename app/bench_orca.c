// wend bench orca: how long neighbours and reciprocal avoidance take in a crowd.                  floor 6
#include "bench.h"

#include "command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const float hull = 1.5f, step_seconds = 0.25f;

enum
{
    WARM_UPS = 30
};

/// Agents at a density, each on its way to a random place, to the next one when it is there.
typedef struct crowd
{
    wend_world *world;
    wend_agent_id *ids;
    wend_vec *goals;
    int count;
    float density, side;
    wend_random random;
    double seconds[BENCH_ROUNDS], neighbours;
} crowd;

static void send(crowd *c, int i)
{
    float x = wend_random_between(&c->random, 0, c->side), y = wend_random_between(&c->random, 0, c->side);
    c->goals[i] = wend_xyz(x, y, 0);
    wend_goal goal = wend_goal_seek(c->goals[i]);
    wend_world_set_goal(c->world, c->ids[i], &goal);
}

/// On a lattice, each a little beside its point.
static bool fill(crowd *c)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.dodge = WEND_DODGE_ORCA;
    recipe.orca.seconds = 10;
    recipe.orca.most = 10;
    int columns = (int)ceilf(sqrtf((float)c->count));
    float pitch = c->side / (float)columns;
    for (int i = 0; i < c->count; ++i)
    {
        wend_agent_def def = wend_default_agent_def();
        float x = (float)(i % columns) + wend_random_between(&c->random, 0.4f, 0.6f);
        float y = (float)(i / columns) + wend_random_between(&c->random, 0.4f, 0.6f);
        def.agent.position = wend_xyz(x * pitch, y * pitch, 0);
        def.agent.radius = hull;
        def.agent.neighbour_radius = 15;
        def.agent.max_speed = 1;
        def.agent.response_time = 0;
        c->ids[i] = wend_world_spawn(c->world, &def);
        if (c->ids[i].value == 0 || wend_world_set_recipe(c->world, c->ids[i], &recipe) != WEND_OK)
            return false;
        send(c, i);
    }
    return true;
}

static bool make(crowd *c, float density, int count)
{
    wend_world_def def = wend_default_world_def();
    def.does_push_apart = false;
    *c = (crowd){.count = count, .density = density, .side = sqrtf((float)count / density)};
    c->random = wend_random_seed(1, 2);
    c->world = wend_world_create(&def, NULL);
    c->ids = malloc((size_t)count * sizeof *c->ids);
    c->goals = malloc((size_t)count * sizeof *c->goals);
    return (c->world && c->ids && c->goals && fill(c)) || !command_fail(1, "bench", "no memory for %d agents", count);
}

static void unmake(crowd *c)
{
    wend_world_destroy(c->world);
    free(c->ids);
    free(c->goals);
}

/// A step, and new goals for those who are there. Returns how long the step took.
static double step(crowd *c)
{
    double began = command_clock();
    wend_world_step(c->world, (double)step_seconds);
    double took = command_clock() - began;
    c->neighbours += wend_world_get_stats(c->world).neighbours;
    for (int i = 0; i < c->count; ++i)
        if (wend_distance(wend_world_position(c->world, c->ids[i]), c->goals[i]) < hull)
            send(c, i);
    return took;
}

static bool bench_size(int agents, bool is_csv)
{
    static const float densities[] = {0.02f, 0.05f};
    int steps = agents >= 20000 ? 1 : 20000 / agents;
    for (int k = 0; k < 2; ++k)
    {
        crowd c = {0};
        bool is_made = make(&c, densities[k], agents);
        for (int i = 0; is_made && i < WARM_UPS; ++i)
            step(&c);
        c.neighbours = 0;
        for (int round = 0; is_made && round < BENCH_ROUNDS; ++round)
            for (int i = 0; i < steps; ++i)
                c.seconds[round] += step(&c) / steps;
        if (is_made)
            printf(is_csv ? "%s,%.2f,%d,%.1f,%s,%.1f\n" : "%-5s %7.2f %8d %10.1f  %-8s %12.1f\n", "orca",
                   (double)c.density, agents, c.neighbours / ((double)steps * BENCH_ROUNDS * agents), "baseline",
                   bench_median(c.seconds) * 1e9 / agents);
        unmake(&c);
        if (!is_made)
            return false;
    }
    return true;
}

int bench_orca(int agents, bool is_csv)
{
    static const int sizes[] = {1000, 10000, 100000};
    if (is_csv)
        puts("bench,density,agents,neighbours,isa,ns_per_agent");
    else
        printf("%-5s %7s %8s %10s  %-8s %12s\n", "bench", "density", "agents", "neighbours", "isa", "ns_per_agent");
    for (int i = 0; i < (agents > 0 ? 1 : 3); ++i)
        if (!bench_size(agents > 0 ? agents : sizes[i], is_csv))
            return 1;
    return 0;
}
