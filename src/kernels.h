// The world's kernels: the loops that most of the time goes into, once for each instruction set. All give the same
// bits.
#ifndef WEND_SRC_KERNELS_H
#define WEND_SRC_KERNELS_H

#include "isa.h"
#include "real.h"
#include "store.h"

/// What plain agents are moved by: see kernel_plain.h.
typedef struct plain_job
{
    double seconds, root; // of at most a million seconds
    agent_motion *next;   // what will be published
    float touch; // squared: who has nobody so near touches nobody at the end of the update; 0: it doesn't matter
    int done;    // agents for whom it has been done
} plain_job;

/// What those who avoid reciprocally go by.
typedef struct orca_job
{
    double seconds, share; // of each pair's work
    wend_vec *dodged;      // the wish after the dodge, by index
} orca_job;

/// What bodies are to make of their wishes.
typedef struct limit_job
{
    double seconds;
    const wend_vec *wish; // after the dodge
    agent_motion *next;   // what will be published
} limit_job;

/// Rows of places round a hull.
typedef struct hull_rows
{
    int count, begin[CELL_ROWS], end[CELL_ROWS];
} hull_rows;

typedef struct kernels
{
    /// What the flock's rules want at the places begin..end, into `world->flock`; but agents that are plain get their
    /// whole thought and motion, if `job` isn't null.
    void (*flock)(wend_world *world, int begin, int end, int worker, plain_job *job);

    /// Which hulls at the places begin..end could touch another one within `reach`? True for some that can't. Only where
    /// cells are in a table and no wider reach is needed than one cell on each side.
    void (*could_touch)(const wend_near *hulls, float reach, int begin, int end, uint8_t *could);

    /// wishes_think of the agents begin..end. Only where nobody is in a flock, and space doesn't wrap. False if the
    /// host's neighbour source was at fault.
    bool (*think)(wend_world *world, int begin, int end, int worker, double seconds);

    /// bodies_limit_one of the agents begin..end whose thought hasn't done that already.
    void (*limit)(wend_world *world, int begin, int end, int worker, const limit_job *job);

    /// bodies_dodge of those at the places begin..end. Only in a plane, where cells are searched, everybody avoids
    /// reciprocally and is noticed by everybody, and all pairs share the work in one way.
    void (*orca)(wend_world *world, int begin, int end, int worker, const orca_job *job);

    /// What pushes the hull at a place, summed up over rows of places of `world->crowd`, where everybody makes way for
    /// everybody. Returns how many touch it. `widest`: no radius is larger.
    int (*push)(const wend_world *world, int own, float widest, const hull_rows *round, real_vec *sum);
} kernels;

/// Those of the instruction set that is chosen.
const kernels *kernels_chosen(void);

#endif
