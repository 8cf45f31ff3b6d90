// wend bench: how long things take.                                                            floor 6
#include "bench.h"
#include "../src/isa.h"
#include "command.h"
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct
{
    const char *name;
    int (*run)(const bench_options *o);
    bool has_threads;
} benches[] = {
    {"flock", bench_flocks, true}, {"goals", bench_goals, true},        {"orca", bench_orca, true},
    {"rays", bench_rays, false},   {"ring", bench_ring, false},         {"path", bench_path, false},
    {"minds", bench_minds, false}, {"rollback", bench_rollback, false},
};

enum
{
    BENCHES = sizeof benches / sizeof *benches
};

// ---- what they share

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

double bench_clock(const bench_options *o)
{
    return o->threads == 1 ? command_own_clock() : command_clock();
}

void bench_begin(const bench_options *o)
{
    if (o->is_csv)
        puts(o->before ? BENCH_COLUMNS ",earlier,ratio" : BENCH_COLUMNS);
    else
        printf("%-8s %-20s %9s %8s %10s %7s  %-8s %-24s %10s%s\n", "bench", "variant", "dimension", "agents",
               "neighbours", "threads", "isa", "unit", "value", o->before ? "    earlier  ratio" : "");
}

void bench_tell(const bench_options *o, const bench_row *row)
{
    bench_row r = *row;
    r.isa = r.isa ? r.isa : "baseline";
    printf(o->is_csv ? "%s,%s,%d,%d,%d,%d,%s,%s,%.4g" : "%-8s %-20s %9d %8d %10d %7d  %-8s %-24s %10.4g", r.bench,
           r.variant, r.dimension, r.agents, r.neighbours, r.threads, r.isa, r.unit, r.value);
    double before = o->before ? earlier_value(o->before, &r) : 0;
    if (before > 0)
    {
        printf(o->is_csv ? ",%.4g,%.3f" : " %10.4g %6.2f", before, r.value / before);
        earlier_note(o->before, r.value / before);
    }
    else if (o->before)
    {
        printf(o->is_csv ? ",," : " %10s %6s", "-", "-");
    }
    putchar('\n');
    fflush(stdout);
}

// ---- the command

/// With as many threads as were asked for; all benchmarks, where nothing was asked for, with one and with as many as there
/// are processors.
static int run_bench(int bench, const bench_options *options, bool is_all)
{
    bench_options o = *options;
    long processors = is_all && benches[bench].has_threads ? sysconf(_SC_NPROCESSORS_ONLN) : 1;
    int most = processors > 64 ? 64 : (int)processors;
    o.threads = options->threads > 0 && benches[bench].has_threads ? options->threads : 1;
    int code = benches[bench].run(&o);
    if (code != 0 || options->threads > 0 || most < 2)
        return code;
    o.threads = most;
    return benches[bench].run(&o);
}

/// The number of a benchmark; BENCHES where there is none of that name, after a message.
static int find_bench(const char *name)
{
    char names[128] = "";
    for (int i = 0; i < BENCHES; ++i)
    {
        if (strcmp(benches[i].name, name) == 0)
            return i;
        snprintf(names + strlen(names), sizeof names - strlen(names), i > 0 ? ", %s" : "%s", benches[i].name);
    }
    command_fail(COMMAND_WRONG, "bench", "there is no benchmark '%s', there are: %s", name, names);
    return BENCHES;
}

static bool choose_set(const char *set)
{
    isa_set wanted = ISA_SET_BASELINE;
    while (set && wanted < ISA_SET_COUNT && strcmp(set, isa_name(wanted)) != 0)
        wanted = (isa_set)(wanted + 1);
    if (set && wanted == ISA_SET_COUNT)
        return !command_fail(COMMAND_WRONG, "bench", "--set is '%s', must be baseline, avx2 or avx512", set);
    return !set || isa_use(wanted) ||
           !command_fail(COMMAND_WRONG, "bench", "--set is %s, which this machine hasn't got", set);
}

int command_bench(int argc, char **argv)
{
    bench_options o = {0};
    const char *set = NULL, *against = NULL;
    const option_row rows[] = {
        {"agents", "N", "how many; without it several sizes", OPTION_COUNT, &o.agents, 1, WEND_MAX_AGENTS},
        {"threads", "T", "default 1; without a name 1 and as many as there are processors", OPTION_COUNT, &o.threads, 1,
         64},
        {"set", "SET", "an instruction set: baseline, avx2 or avx512; without it the best that there is", OPTION_TEXT,
         &set, 0, 0},
        {"csv", NULL, "comma-separated values instead of a table", OPTION_SWITCH, &o.is_csv, 0, 0},
        {"against", "FILE", "what --csv wrote earlier: adds what each value was, and its ratio to that", OPTION_TEXT,
         &against, 0, 0},
    };
    const option_table table = {
        .command = "bench",
        .usage = "[NAME] [options]",
        .about =
            "Without a name: all of these.\n"
            "flock: a flock of density 1 in a square and in a cube that wrap, about 8 and 24 neighbours each,\n"
            "all in one flock with the default recipe, wandering; the whole wend_world_step of 1/60 s, and the same "
            "without\n"
            "pushing hulls apart (no_hulls); of that the index, who is near whom and what the three rules want alone\n"
            "(kernel); in nanoseconds an agent, and as a share of what plain code without a world takes on one thread\n"
            "for the same flock's rules and motion (of_reference).\n"
            "goals: agents in no flock that wander, arrive or pursue one another, the whole wend_world_step without\n"
            "pushing hulls apart, in nanoseconds an agent.\n"
            "orca: crowds of 0.02 and 0.05 agents a square metre, of radius 1.5 m, that see 15 m far and avoid the\n"
            "10 nearest for 10 s; the whole wend_world_step of 0.25 s without pushing hulls apart, in nanoseconds an\n"
            "agent.\n"
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
            "Each is the median of 7 rounds, which go through what is compared in turn. Rays, rings and minds are for "
            "1000\n"
            "agents or more. With one thread, times are those that the thread has worked.",
        .rows = rows,
        .count = 5,
        .arguments = "one name at most: flock, goals, orca, rays, ring, path, minds or rollback",
        .least = 0,
        .most = 1};
    int code;
    int given = options_read(&table, argc, argv, &code);
    if (given < 0)
        return code;
    if (!choose_set(set))
        return COMMAND_WRONG;
    int only = given > 0 ? find_bench(argv[1]) : 0;
    if (only == BENCHES)
        return COMMAND_WRONG;
    if (given > 0 && o.threads > 1 && !benches[only].has_threads)
        return command_fail(COMMAND_WRONG, "bench", "--threads is %d, %s runs on 1", o.threads, argv[1]);
    o.before = against ? earlier_read(against) : NULL;
    if (against && !o.before)
        return 1;
    bench_begin(&o);
    code = 0;
    for (int i = only; i < (given > 0 ? only + 1 : BENCHES) && code == 0; ++i)
        code = run_bench(i, &o, given == 0);
    int count = 0;
    double mean = o.before ? earlier_mean(o.before, &count) : 0;
    if (count > 0 && !o.is_csv)
        printf("geometric mean of %d ratios: %.3f\n", count, mean);
    earlier_free(o.before);
    return code;
}
