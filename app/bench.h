// What the benchmarks share.                                                                   floor 6
#ifndef WEND_BENCH_H
#define WEND_BENCH_H

#include <stdbool.h>

/// How often each measurement is taken.
#define BENCH_ROUNDS 7

/// What `wend bench` was asked for; agents 0: the usual sizes.
typedef struct bench_options
{
    int agents, threads;
    bool is_csv;
} bench_options;

/// Flocks of several sizes. Returns the exit code.
int bench_flocks(const bench_options *options);

/// A flock in plain C, to compare with: see bench_reference.c. Random places in a square or cube of that side that wraps.
/// Null: no memory; stepping and destroying null does nothing.
typedef struct bench_reference bench_reference;
bench_reference *bench_reference_create(int dimension, int agents, float side, float radius);
void bench_reference_step(bench_reference *flock, float seconds);
void bench_reference_destroy(bench_reference *flock);

/// The middle one of BENCH_ROUNDS measurements, which come back sorted.
double bench_median(double *seconds);

/// 16 rays of 10 m by each agent among 10,000 segments of 1 to 3 m in a square of 200 m; the same for a circle of 0.25
/// m. Returns the exit code.
int bench_rays(int agents, bool is_csv);

/// A ring of 16 slots for each agent: one target, 8 round blockers, a choice. Returns the exit code.
int bench_ring(int agents, bool is_csv);

/// Ways on four maps of 512 x 512 cells by each search; `agents`: how many on each, 0: 32. Returns the exit code.
int bench_path(int agents, bool is_csv);

/// A step of a machine, a layer and a tree for each agent. Returns the exit code.
int bench_minds(int agents, bool is_csv);

/// Saving, loading, and the frames that a game goes back; `agents` 0: 10,000. Returns the exit code.
int bench_rollback(int agents, bool is_csv);

/// A step of crowds at two densities that avoid one another. Returns the exit code.
int bench_orca(int agents, bool is_csv);

#endif
