// wend bench: how long things take.                                                            floor 6
#include "bench.h"
#include "../src/isa.h"
#include "command.h"
#include "options.h"

#include <stdlib.h>
#include <string.h>

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

int command_bench(int argc, char **argv)
{
    bench_options o = {.threads = 1};
    const char *set = NULL;
    const option_row rows[] = {
        {"agents", "N", "how many; without it 1000, 10000 and 100000", OPTION_COUNT, &o.agents, 1, WEND_MAX_AGENTS},
        {"threads", "T", "default 1", OPTION_COUNT, &o.threads, 1, 64},
        {"set", "SET", "an instruction set: baseline, avx2 or avx512; without it the best that there is", OPTION_TEXT,
         &set, 0, 0},
        {"csv", NULL, "comma-separated values instead of a table", OPTION_SWITCH, &o.is_csv, 0, 0},
    };
    const option_table table = {
        .command = "bench",
        .usage = "NAME [options]",
        .about =
            "flock: a flock of density 1 in a square and in a cube that wrap, about 8 and 24 neighbours each,\n"
            "all in one flock with the default recipe, wandering; the whole wend_world_step of 1/60 s, and the same "
            "without\n"
            "pushing hulls apart (no_hulls), in nanoseconds an agent, and as a share of what plain code without a "
            "world\n"
            "takes on one thread for the same flock's rules and motion (of_reference).\n"
            "rays: 16 rays of 10 m by each agent among 10000 segments of 1 to 3 m in a square of 200 m, and the\n"
            "same for a circle of 0.25 m, in nanoseconds a ray.\n"
            "ring: a ring of 16 slots with one target and 8 blockers, and the choice, in nanoseconds an agent.\n"
            "path: ways between random cells on four maps of 512 x 512 cells, made by a seed: a quarter walls\n"
            "(random25), rooms, a maze, round walls in the open (blobs), by each search; in microseconds a path and\n"
            "million expansions a second. 32 ways a map, or as many as --agents says.\n"
            "minds: a step of a machine with 8 states and 12 lines, of a layer of 8 states, of a tree of 13 nodes,\n"
            "in nanoseconds an agent.\n"
            "rollback: a flock, and people who each walk to a place of their own: saving, loading, and the 8 steps "
            "that a\n"
            "game goes back, in microseconds; and how large a block is. 10000 agents, or as many as --agents says.\n"
            "orca: crowds of 0.02 and 0.05 agents a square metre, of radius 1.5 m, that see 15 m far and avoid the\n"
            "10 nearest for 10 s; the whole wend_world_step of 0.25 s without pushing hulls apart, in nanoseconds an\n"
            "agent.\n"
            "Each is the median of 7 runs. All but flocks run on one thread, rays and rings for 1000 agents or more.",
        .rows = rows,
        .count = 4,
        .arguments = "one name: flock, rays, ring, path, minds, rollback or orca",
        .least = 1,
        .most = 1};
    int code;
    if (options_read(&table, argc, argv, &code) < 0)
        return code;
    isa_set wanted = ISA_SET_BASELINE;
    while (set && wanted < ISA_SET_COUNT && strcmp(set, isa_name(wanted)) != 0)
        wanted = (isa_set)(wanted + 1);
    if (set && wanted == ISA_SET_COUNT)
        return command_fail(COMMAND_WRONG, "bench", "--set is '%s', must be baseline, avx2 or avx512", set);
    if (set && !isa_use(wanted))
        return command_fail(COMMAND_WRONG, "bench", "--set is %s, which this machine hasn't got", set);
    if (strcmp(argv[1], "flock") == 0)
        return bench_flocks(&o);
    static const struct
    {
        const char *name;
        int (*run)(int agents, bool is_csv);
    } others[] = {{"rays", bench_rays},   {"ring", bench_ring},         {"path", bench_path},
                  {"minds", bench_minds}, {"rollback", bench_rollback}, {"orca", bench_orca}};
    for (int i = 0; i < 6; ++i)
    {
        if (strcmp(argv[1], others[i].name) != 0)
            continue;
        if (o.threads != 1)
            return command_fail(COMMAND_WRONG, "bench", "--threads is %d, %s runs on 1", o.threads, argv[1]);
        return others[i].run(o.agents, o.is_csv);
    }
    return command_fail(COMMAND_WRONG, "bench",
                        "there is no benchmark '%s', there are: flock, rays, ring, path, minds, rollback, orca",
                        argv[1]);
}
