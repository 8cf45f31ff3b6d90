// wend bench orca: how long neighbours and reciprocal avoidance take in a crowd.                  floor 6
#include "../src/isa.h"
#include "bench.h"

#include "command.h"

#include <math.h>
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
    float side;
    wend_random random;
    double seconds[BENCH_ROUNDS];
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

static bool make(crowd *c, float density, int count, int threads)
{
    wend_world_def def = wend_default_world_def();
    def.threads = threads;
    def.does_push_apart = false;
    *c = (crowd){.count = count, .side = sqrtf((float)count / density)};
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
static double step(crowd *c, const bench_options *o)
{
    double began = bench_clock(o);
    wend_world_step(c->world, (double)step_seconds);
    double took = bench_clock(o) - began;
    for (int i = 0; i < c->count; ++i)
        if (wend_distance(wend_world_position(c->world, c->ids[i]), c->goals[i]) < hull)
            send(c, i);
    return took;
}

static bool bench_size(const bench_options *o, int agents)
{
    static const struct
    {
        const char *variant;
        float density;
        int neighbours;
    } kinds[2] = {{"density_0.02", 0.02f, 14}, {"density_0.05", 0.05f, 35}};
    crowd crowds[2] = {0};
    int steps = agents >= 20000 ? 1 : 20000 / agents;
    bool is_made = true;
    for (int k = 0; k < 2 && is_made; ++k)
    {
        is_made = make(&crowds[k], kinds[k].density, agents, o->threads);
        for (int i = 0; is_made && i < WARM_UPS; ++i)
            step(&crowds[k], o);
    }
    for (int round = 0; is_made && round < BENCH_ROUNDS; ++round)
        for (int k = 0; k < 2; ++k)
            for (int i = 0; i < steps; ++i)
                crowds[k].seconds[round] += step(&crowds[k], o) / steps;
    for (int k = 0; k < 2; ++k)
    {
        const bench_row row = {"orca",
                               kinds[k].variant,
                               2,
                               agents,
                               kinds[k].neighbours,
                               o->threads,
                               isa_name(isa_chosen()),
                               "ns_per_agent",
                               bench_median(crowds[k].seconds) * 1e9 / agents};
        if (is_made)
            bench_tell(o, &row);
        unmake(&crowds[k]);
    }
    return is_made;
}

int bench_orca(const bench_options *o)
{
    static const int sizes[] = {1000, 10000, 100000};
    for (int i = 0; i < (o->agents > 0 ? 1 : 3); ++i)
        if (!bench_size(o, o->agents > 0 ? o->agents : sizes[i]))
            return 1;
    return 0;
}
