// What the benchmarks share.                                                                   floor 6
#ifndef WEND_BENCH_H
#define WEND_BENCH_H

#include <stdbool.h>

/// How often each measurement is taken.
#define BENCH_ROUNDS 7

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

/// A step of crowds at two densities that avoid one another. Returns the exit code.
int bench_orca(int agents, bool is_csv);

#endif
