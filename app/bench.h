// What the benchmarks share.                                                                   floor 6
//
//   bench_tell        prints a measurement: a line of a table that all benchmarks have in common
//   bench_median      the middle one of several
//   earlier_read      an earlier table, to compare with
#ifndef WEND_BENCH_H
#define WEND_BENCH_H

#include <stdbool.h>

/// How often each measurement is taken.
#define BENCH_ROUNDS 7

#define BENCH_COLUMNS "bench,variant,dimension,agents,neighbours,threads,isa,unit,value"

typedef struct earlier earlier;

/// What a benchmark is to do.
typedef struct bench_options
{
    int agents; ///< 0: the usual sizes
    int threads;
    bool is_csv;
    earlier *before; ///< what to compare with; null: nothing
} bench_options;

/// A measurement. What doesn't fit is 0.
typedef struct bench_row
{
    const char *bench, *variant;
    int dimension;
    int agents;     ///< or whatever is asked for many of
    int neighbours; ///< about so many
    int threads;
    const char *isa; ///< the instruction set of its kernels; null: there are none, the build's own
    const char *unit;
    double value;
} bench_row;

/// The names of the columns, and below them each row as it is measured; with what is to be compared, also what it was
/// then, and by how much it has become more.
void bench_begin(const bench_options *o);
void bench_tell(const bench_options *o, const bench_row *row);

/// The middle one of BENCH_ROUNDS measurements, which come back sorted.
double bench_median(double *seconds);

/// One thread's own time is steadier than the time on the wall, on a machine that others use too.
double bench_clock(const bench_options *o);

// ---- earlier measurements (bench_against.c)

/// Reads what `wend bench --csv` wrote. Null after a message, also where nothing in it can be compared.
earlier *earlier_read(const char *file);
void earlier_free(earlier *e);

/// What that measurement was then; 0: it isn't there.
double earlier_value(const earlier *e, const bench_row *row);

/// The geometric mean of all ratios that were asked for so far, now to then; 0 if there was none.
void earlier_note(earlier *e, double ratio);
double earlier_mean(const earlier *e, int *count);

// ---- the benchmarks: each returns the exit code

/// Flocks of several sizes.
int bench_flocks(const bench_options *o);

/// Agents in no flock, by the kind of their goal.
int bench_goals(const bench_options *o);

/// A step of crowds at two densities that avoid one another.
int bench_orca(const bench_options *o);

/// 16 rays of 10 m by each agent among 10,000 segments of 1 to 3 m in a square of 200 m; the same for a circle of 0.25
/// m.
int bench_rays(const bench_options *o);

/// A ring of 16 slots for each agent: one target, 8 round blockers, a choice.
int bench_ring(const bench_options *o);

/// Ways on four maps of 512 x 512 cells by each search; `agents`: how many on each, 0: 32.
int bench_path(const bench_options *o);

/// A step of a machine, a layer and a tree for each agent.
int bench_minds(const bench_options *o);

/// Saving, loading, and the frames that a game goes back; `agents` 0: 10,000.
int bench_rollback(const bench_options *o);

/// A flock in plain C, to compare with: see bench_reference.c. Random places in a square or cube of that side that wraps.
/// Null: no memory; stepping and destroying null does nothing.
typedef struct bench_reference bench_reference;
bench_reference *bench_reference_create(int dimension, int agents, float side, float radius);
void bench_reference_step(bench_reference *flock, float seconds);
void bench_reference_destroy(bench_reference *flock);

#endif
