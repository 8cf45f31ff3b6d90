// wend bench rays, wend bench ring: how long it takes to look around and to choose a direction.   floor 6
#include "../src/isa.h"
#include "bench.h"

#include "command.h"

#include <stdlib.h>

enum
{
    SEGMENTS = 10000,
    SLOTS = 16,
    BLOCKERS = 8,
    LEAST_ASKED = 1000 // agents of one round, so that the clock's grain doesn't count
};

static wend_vec on_circle(double turn, float length)
{
    float angle = (float)(turn * 2 * (double)WEND_PI);
    return wend_xyz(length * wend_cos(angle), length * wend_sin(angle), 0);
}

// ---- rays

static bool add_segments(wend_obstacles *set)
{
    wend_random random = wend_random_seed(1, 1);
    for (int i = 0; i < SEGMENTS; ++i)
    {
        wend_shape shape = wend_default_shape(WEND_SHAPE_SEGMENT);
        shape.from.x = wend_random_between(&random, 0, 200);
        shape.from.y = wend_random_between(&random, 0, 200);
        double turn = (double)wend_random_between(&random, 0, 1);
        shape.to = wend_add(shape.from, on_circle(turn, wend_random_between(&random, 1, 3)));
        if (wend_obstacles_add(set, &shape).value == 0)
            return false;
    }
    return true;
}

/// Seconds for a fan of rays by each agent, in one round.
static double cast_fans(const wend_obstacles *set, int agents, float radius)
{
    wend_random random = wend_random_seed(2, 2);
    wend_vec along[SLOTS];
    for (int k = 0; k < SLOTS; ++k)
        along[k] = on_circle((double)k / SLOTS, 10);
    double began = command_own_clock();
    for (int i = 0; i < agents; ++i)
    {
        wend_cast cast = {.radius = radius};
        wend_hit hit;
        cast.from.x = wend_random_between(&random, 10, 190);
        cast.from.y = wend_random_between(&random, 10, 190);
        for (int k = 0; k < SLOTS; ++k)
        {
            cast.along = along[k];
            wend_obstacles_cast(set, &cast, &hit);
        }
    }
    return command_own_clock() - began;
}

int bench_rays(const bench_options *o)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    wend_error error = {0};
    wend_obstacles *set = wend_obstacles_create(&def, &error);
    if (!set || !add_segments(set))
    {
        command_fail(1, "bench", "%s", set ? wend_obstacles_error(set)->text : error.text);
        wend_obstacles_destroy(set);
        return 1;
    }
    double thin[BENCH_ROUNDS], wide[BENCH_ROUNDS];
    int asked = o->agents > LEAST_ASKED ? o->agents : LEAST_ASKED;
    cast_fans(set, asked, 0);
    for (int round = 0; round < BENCH_ROUNDS; ++round)
    {
        thin[round] = cast_fans(set, asked, 0);
        wide[round] = cast_fans(set, asked, 0.25f);
    }
    wend_obstacles_destroy(set);
    bench_row row = {"rays", "ray", 2, asked, 0, 1, NULL, "ns_per_ray", bench_median(thin) * 1e9 / asked / SLOTS};
    bench_tell(o, &row);
    row.variant = "circle";
    row.value = bench_median(wide) * 1e9 / asked / SLOTS;
    bench_tell(o, &row);
    return 0;
}

// ---- rings

typedef struct looker
{
    wend_mark goal;
    wend_blocker blockers[BLOCKERS];
    wend_vec chosen; ///< the last direction
} looker;

static void place(looker *l, wend_random *random)
{
    *l = (looker){.goal = wend_default_mark()};
    l->goal.offset = on_circle((double)wend_random_between(random, 0, 1), wend_random_between(random, 2, 20));
    for (int b = 0; b < BLOCKERS; ++b)
    {
        l->blockers[b].offset = on_circle((double)wend_random_between(random, 0, 1), wend_random_between(random, 1, 8));
        l->blockers[b].radius = wend_random_between(random, 0.2f, 1);
    }
}

/// Seconds for a ring by each agent: empty it, write a target and eight blockers, choose.
static double choose_all(wend_ring *ring, looker *lookers, int agents)
{
    wend_sweep sweep = wend_default_sweep();
    sweep.range = 8;
    double began = command_own_clock();
    for (int i = 0; i < agents; ++i)
    {
        looker *l = &lookers[i];
        wend_choice_result result;
        wend_ring_clear(ring);
        wend_ring_toward(ring, WEND_RING_INTEREST, &l->goal);
        wend_ring_block(ring, l->blockers, BLOCKERS, &sweep);
        wend_ring_choose(ring, NULL, l->goal.offset, l->chosen, &result);
        l->chosen = result.direction;
    }
    return command_own_clock() - began;
}

int bench_ring(const bench_options *o)
{
    int asked = o->agents > LEAST_ASKED ? o->agents : LEAST_ASKED;
    looker *lookers = malloc((size_t)asked * sizeof *lookers);
    if (!lookers)
        return command_fail(1, "bench", "no memory for %d agents", asked);
    wend_random random = wend_random_seed(3, 3);
    for (int i = 0; i < asked; ++i)
        place(&lookers[i], &random);
    wend_ring ring;
    double seconds[BENCH_ROUNDS];
    wend_ring_begin(&ring, SLOTS, false);
    choose_all(&ring, lookers, asked);
    for (int round = 0; round < BENCH_ROUNDS; ++round)
        seconds[round] = choose_all(&ring, lookers, asked);
    free(lookers);
    const bench_row row = {"ring",
                           "slots_16",
                           2,
                           asked,
                           0,
                           1,
                           isa_name(isa_chosen()),
                           "ns_per_agent",
                           bench_median(seconds) * 1e9 / asked};
    bench_tell(o, &row);
    return 0;
}
