// wend bench rollback: what a game pays that goes back a few frames.                              floor 6
#include "../src/isa.h"
#include "bench.h"
#include "command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    USUAL = 10000,
    FRAMES = 8,   // so far a game goes back
    REPEATS = 10, // in a round: the clock's grain doesn't count
};

static const double STEP = 1.0 / 60;

/// A world, and the block that it is saved in.
typedef struct rollback_bench
{
    wend_world *world;
    void *block;
    size_t capacity, size;
    const char *variant;
} rollback_bench;

static void tell(const rollback_bench *b, const bench_options *o, const char *what, const char *unit, double value)
{
    char name[32];
    snprintf(name, sizeof name, "%s_%s", b->variant, what);
    const bench_row row = {"rollback", name, 2, wend_world_count(b->world), 0, 1, isa_name(isa_chosen()), unit, value};
    bench_tell(o, &row);
}

static void fail(const rollback_bench *b, const char *what)
{
    command_fail(1, "bench", "%s: %s", what, wend_world_error(b->world)->text);
}

/// A flock in a square of density 1; or people who each walk to a place of their own.
static bool fill(rollback_bench *b, int agents, bool is_flock)
{
    float side = sqrtf((float)agents);
    wend_random random = wend_random_seed(2, (uint64_t)is_flock);
    for (int i = 0; i < agents; ++i)
    {
        wend_agent_def def = wend_default_agent_def();
        def.group = is_flock;
        def.agent.position = wend_xyz(wend_random_between(&random, 0, side), wend_random_between(&random, 0, side), 0);
        def.agent.radius = is_flock ? 0.05f : wend_random_between(&random, 0.05f, 0.1f);
        def.agent.neighbour_radius = 1.6f;
        wend_agent_id id = wend_world_spawn(b->world, &def);
        wend_goal goal = is_flock ? wend_goal_wander()
                                  : wend_goal_arrive(wend_xyz(wend_random_between(&random, 0, side),
                                                              wend_random_between(&random, 0, side), 0));
        if (wend_world_set_goal(b->world, id, &goal) != WEND_OK)
            return false;
    }
    return true;
}

static bool run(rollback_bench *b, int frames)
{
    for (int i = 0; i < frames; ++i)
        if (wend_world_step(b->world, STEP) != WEND_OK)
            return false;
    return true;
}

/// Seconds to save, to load, and to go on for FRAMES frames.
static bool measure(rollback_bench *b, double *save, double *load, double *steps)
{
    *save = *load = *steps = 0;
    for (int i = 0; i < REPEATS; ++i)
    {
        double began = command_own_clock();
        b->size = wend_world_save(b->world, b->block, b->capacity);
        double saved = command_own_clock();
        if (b->size == 0 || b->size > b->capacity || !run(b, FRAMES))
            return false;
        double ran = command_own_clock();
        if (wend_world_load(b->world, b->block, b->size) != WEND_OK)
            return false;
        *load += command_own_clock() - ran;
        *steps += ran - saved;
        *save += saved - began;
    }
    return true;
}

static bool bench_world(rollback_bench *b, const bench_options *o)
{
    double save[BENCH_ROUNDS], load[BENCH_ROUNDS], steps[BENCH_ROUNDS], both[BENCH_ROUNDS], first[3];
    b->capacity = 2 * wend_world_save(b->world, NULL, 0) + 4096;
    b->block = malloc(b->capacity);
    if (!b->block || !run(b, FRAMES) || !measure(b, &first[0], &first[1], &first[2]))
        return false;
    for (int i = 0; i < BENCH_ROUNDS; ++i)
    {
        if (!measure(b, &save[i], &load[i], &steps[i]))
            return false;
        both[i] = save[i] + load[i];
    }
    tell(b, o, "save", "us", bench_median(save) * 1e6 / REPEATS);
    tell(b, o, "load", "us", bench_median(load) * 1e6 / REPEATS);
    tell(b, o, "save_and_load", "us", bench_median(both) * 1e6 / REPEATS);
    tell(b, o, "8_steps", "us", bench_median(steps) * 1e6 / REPEATS);
    tell(b, o, "block", "bytes_per_agent", (double)b->size / wend_world_count(b->world));
    return true;
}

int bench_rollback(const bench_options *o)
{
    bool is_done = true;
    for (int k = 0; k < 2 && is_done; ++k)
    {
        wend_world_def def = wend_default_world_def();
        wend_error error = {0};
        rollback_bench b = {.world = wend_world_create(&def, &error), .variant = k == 0 ? "flock" : "walk"};
        if (!b.world)
            return command_fail(1, "bench", "%s", error.text);
        is_done = fill(&b, o->agents > 0 ? o->agents : USUAL, k == 0) && bench_world(&b, o);
        if (!is_done)
            fail(&b, b.variant);
        free(b.block);
        wend_world_destroy(b.world);
    }
    return is_done ? 0 : 1;
}
