// What reciprocal avoidance goes by, step by step: for the plain function and for the world's kernel.
#ifndef WEND_SRC_ORCAS_H
#define WEND_SRC_ORCAS_H

#include "program.h"
#include "wend/orca.h"

#define ORCA_ROOM (WEND_ORCA_MOST + 8) // lists that are read eight at a time

/// Nearer than this share of the distance at which they touch is on one spot.
#define ORCA_ON_SPOT 1e-9

/// Whose way leads less aside, of 1 m/s along it, meets dead ahead.
#define ORCA_DEAD_AHEAD 1e-9

/// Those who are looked at, the nearest first; as seen from the agent, in a plane without z.
typedef struct orca_near
{
    float x[ORCA_ROOM], y[ORCA_ROOM], z[ORCA_ROOM];
    float vx[ORCA_ROOM], vy[ORCA_ROOM], vz[ORCA_ROOM];
    float radius[ORCA_ROOM];
    int count;
} orca_near;

/// What is in the way.
typedef struct orca_situation
{
    const wend_orca_query *query;
    const wend_agent *self;
    const wend_orca_def *def;
    program_solver *solve;
    double per_second, per_part; // one by the seconds to keep clear, and to part
    orca_near near;
    uint64_t cause[WEND_ORCA_HALVES]; // for each half of the program, who made it
    bool is_cut, is_forced;
    real_vec wanted; // what it would do without anybody
    program program; // last, as it is large
} orca_situation;

/// Begins with nobody, and no half.
void orca_begin(orca_situation *s, const wend_orca_query *query, program_solver *solve);

/// The half-spaces of walls: of each piece that is met within the time, all that is beyond its nearest point. They come
/// before all others.
void orca_add_walls(orca_situation *s);

/// What the body would do without anybody.
real_vec orca_unhindered(const orca_situation *s, real_vec wish);

/// The velocity that comes out, once all halves are there, and `wanted`.
wend_vec orca_choose(orca_situation *s, wend_orca_state *state);

/// A unit vector across a direction: to its right, as seen from above; of one straight up or down any.
static inline real_vec orca_right_of(real_vec direction)
{
    real_vec right = {direction.y, -direction.x, 0.0};
    return real_dot(right, right) > 1e-12 ? real_unit(right) : (real_vec){1.0, 0.0, 0.0};
}

#endif
