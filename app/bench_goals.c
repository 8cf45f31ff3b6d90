// wend bench goals: how long agents take that are in no flock, by the kind of their goal.            floor 6
#include "../src/isa.h"
#include "bench.h"
#include "command.h"

#include <math.h>
#include <stdlib.h>

enum
{
    WARM_UPS = 3
};

typedef struct walkers
{
    wend_world *world;
    double seconds[BENCH_ROUNDS];
} walkers;

static const char *const kinds[] = {"wander", "arrive", "pursue"};

enum
{
    KINDS = sizeof kinds / sizeof *kinds
};

/// What agent i is after: nothing, a place of its own, or another one.
static wend_goal goal_of(int kind, int i, int agents, const wend_agent_id *ids, wend_random *random)
{
    float side = sqrtf((float)agents);
    wend_vec place = {wend_random_between(random, 0, side), wend_random_between(random, 0, side), 0};
    if (kind == 0 || agents < 2)
        return wend_goal_wander();
    return kind == 1 ? wend_goal_arrive(wend_scale(place, 100)) : wend_goal_pursue(ids[(i + agents / 2) % agents]);
}

static bool fill(walkers *w, int kind, int agents)
{
    wend_random random = wend_random_seed(5, (uint64_t)kind);
    wend_agent_id *ids = calloc((size_t)agents, sizeof *ids);
    float side = sqrtf((float)agents);
    bool is_filled = ids != NULL;
    for (int i = 0; is_filled && i < agents; ++i)
    {
        wend_agent_def def = wend_default_agent_def();
        def.agent.position = wend_xyz(wend_random_between(&random, 0, side), wend_random_between(&random, 0, side), 0);
        def.agent.max_speed = 1;
        ids[i] = wend_world_spawn(w->world, &def);
        is_filled = ids[i].value != 0;
    }
    for (int i = 0; is_filled && i < agents; ++i)
    {
        wend_goal goal = goal_of(kind, i, agents, ids, &random);
        is_filled = wend_world_set_goal(w->world, ids[i], &goal) == WEND_OK;
    }
    free(ids);
    return is_filled;
}

static bool step(walkers *w, int steps)
{
    for (int i = 0; i < steps; ++i)
        if (wend_world_step(w->world, 1.0 / 60) != WEND_OK)
            return !command_fail(1, "bench", "%s", wend_world_error(w->world)->text);
    return true;
}

static bool make(const bench_options *o, walkers *w, int kind, int agents)
{
    wend_world_def def = wend_default_world_def();
    wend_error error = {0};
    def.does_push_apart = false;
    def.threads = o->threads;
    w->world = wend_world_create(&def, &error);
    if (!w->world || !fill(w, kind, agents))
        return !command_fail(1, "bench", "%s", w->world ? wend_world_error(w->world)->text : error.text);
    return step(w, WARM_UPS);
}

static bool bench_size(const bench_options *o, int agents)
{
    walkers all[KINDS] = {0};
    int steps = agents >= 200000 ? 1 : agents <= 2000 ? 100 : 200000 / agents;
    bool is_done = true;
    for (int kind = 0; is_done && kind < KINDS; ++kind)
        is_done = make(o, &all[kind], kind, agents);
    for (int round = 0; is_done && round < BENCH_ROUNDS; ++round)
        for (int kind = 0; is_done && kind < KINDS; ++kind)
        {
            double began = bench_clock(o);
            is_done = step(&all[kind], steps);
            all[kind].seconds[round] = (bench_clock(o) - began) / steps;
        }
    for (int kind = 0; kind < KINDS; ++kind)
    {
        const bench_row row = {"goals",
                               kinds[kind],
                               2,
                               agents,
                               0,
                               o->threads,
                               isa_name(isa_chosen()),
                               "ns_per_agent",
                               bench_median(all[kind].seconds) * 1e9 / agents};
        if (is_done)
            bench_tell(o, &row);
        wend_world_destroy(all[kind].world);
    }
    return is_done;
}

int bench_goals(const bench_options *o)
{
    static const int sizes[] = {1000, 10000, 100000};
    for (int i = 0; i < (o->agents > 0 ? 1 : 3); ++i)
        if (!bench_size(o, o->agents > 0 ? o->agents : sizes[i]))
            return 1;
    return 0;
}
