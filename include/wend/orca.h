// Reciprocal avoidance: a velocity that is safe if everybody chooses that way.     floor 2, includes agent.h, obstacle.h
//
//   wend_orca                the velocity nearest to a wish that stays clear of neighbours and walls
//   wend_default_orca_def    how far to look ahead, how many to look at, how much to yield
//   wend_permitted           the program below it: the velocity nearest to a wish in a set of half-spaces
//
// For each neighbour there is a half-plane (in space: a half-space) of velocities of which both, if each does its
// share, stay clear of one another for `seconds`: J. van den Berg, S. Guy, M. Lin, D. Manocha, "Reciprocal n-body
// collision avoidance", 2011. Of all velocities in all half-planes that the body can have at the end of the step, the
// one nearest to the wish is taken; where there is none, the one that goes least far beyond any of them. Half-planes
// of walls come first: they are given up only where even they leave nothing. Acceleration and top speed are part of
// the program: what comes out can be done.
//
// An agent that is free goes dead straight. Exact symmetry has a rule: who meets dead ahead passes on the right. Who is
// held up by others that don't go its way becomes pent up, and then turns its wish aside, the more the longer, to the
// side on which those around it turn already, else to the right: so every ring of agents becomes a roundabout. Those
// who go the same way aren't overtaken by force: one queues behind them. There are no random numbers.
//
// Nothing here allocates or draws; what it remembers is one wend_orca_state, which the caller keeps. The world does
// that for recipes with WEND_DODGE_ORCA. Scenes: circle_swap, crossing, hallway, swap_3d.
#ifndef WEND_ORCA_H
#define WEND_ORCA_H

#include "wend/agent.h"
#include "wend/obstacle.h"

#define WEND_ORCA_MOST   32 // neighbours that can be looked at
#define WEND_ORCA_WALLS  16 // hits of walls
#define WEND_ORCA_HALVES (WEND_ORCA_MOST + WEND_ORCA_WALLS)

/// How to avoid. Start from wend_default_orca_def().
typedef struct wend_orca_def
{
    float seconds;      ///< for so long it stays clear of others, [> 0], default 2. Longer: gentler and earlier, but in
                        ///< crowds less room is left
    float wall_seconds; ///< and of walls, [> 0], default 0.75
    int most;           ///< neighbours, the nearest first, [0, WEND_ORCA_MOST], default 10
    float gap;          ///< kept between hulls, [>= 0], default 0.01
    float part_seconds; ///< who overlap part within about this time, [> 0], default 0.3
    float yield;        ///< its part of each pair's work, [0, 1], default 0.5: the share is its own part of both parts,
                        ///< 0: dead straight (where both have 0, both); 1 against 0: it yields alone
    float patience;     ///< seconds after which it turns aside, being held up, [>= 0], default 0.5; 0: it never does
    int priority;       ///< who has less than another one yields alone, and the other goes dead straight; default 0
    uint32_t mask;      ///< layers of walls; default 0: all
    uint64_t ignore;    ///< a body that is no wall; default 0: none
} wend_orca_def;

WEND_API wend_orca_def wend_default_orca_def(void);

/// Who asks, and what about.
typedef struct wend_orca_query
{
    const wend_agent *self;
    wend_vec wish;                    ///< finite
    const wend_neighbour *neighbours; ///< in any order: the nearest `most` count, of equally near ones the lower ids
    const float *shares; ///< as many: how much of a pair's work is one's own, [0, 1]. 0: one goes dead straight; 1: one
                         ///< yields alone, as to somebody who doesn't avoid. Null: half
    int count;           ///< [>= 0]
    const wend_caster *caster; ///< walls; null: none
    const wend_orca_def *def;  ///< null: the defaults
    bool is_spatial;           ///< three dimensions; else z is left alone
    bool has_reach; ///< what comes out is a velocity that wend_point_mass can reach within `seconds`; else (bodies
                    ///< with a heading) only the top speed limits it
    double seconds; ///< of the step, [>= 0]; 0: the velocity comes back, exactly
} wend_orca_query;

/// What an agent remembers. Starts as all zero.
typedef struct wend_orca_state
{
    float pent;   ///< how pent up it is, [0, 1]
    int side;     ///< to which side it turns aside: 1 right, -1 left; 0: it doesn't
    float waited; ///< seconds for which it hasn't got on there either
} wend_orca_state;

/// The velocities v with (v - point) . normal >= 0.
typedef struct wend_half_space
{
    wend_vec point;  ///< on its border: the nearest one to standing still
    wend_vec normal; ///< unit vector into it
    uint64_t cause;  ///< the agent's id, or the body that was met
    bool is_wall;
} wend_half_space;

/// What came out.
typedef struct wend_orca_result
{
    wend_vec velocity; ///< to be had at the end of the step
    wend_vec wanted;   ///< what it would have been without anybody; turned aside, if it is pent up
    bool is_forced;    ///< no velocity was in all half-spaces
    bool is_cut;       ///< there were more neighbours than `most`, or more walls than WEND_ORCA_WALLS
    int count;         ///< of half-spaces: walls first, then neighbours, the nearest first
    wend_half_space halves[WEND_ORCA_HALVES];
} wend_orca_result;

/// The velocity nearest to the wish that stays clear. `state` may be null: then it never turns aside. `result` may be
/// null. Coincident agents part by their ids. The answer is finite for any finite input.
WEND_API wend_vec wend_orca(const wend_orca_query *query, wend_orca_state *state, wend_orca_result *result);

/// A ball of velocities (in a plane a disc).
typedef struct wend_velocity_ball
{
    wend_vec centre;
    float radius; ///< [>= 0]
} wend_velocity_ball;

/// The velocity nearest to the wish in all half-spaces and one or two balls (`ball_count`; they must share a point).
/// The first `hard_count` half-spaces are held as long as anything is in all of them; then the others are given up by
/// equal amounts, as little as possible. `count` at most WEND_ORCA_HALVES. `is_forced` (may be null): nothing was in
/// all of them.
WEND_API wend_vec wend_permitted(const wend_half_space *halves, int count, int hard_count,
                                 const wend_velocity_ball *balls, int ball_count, wend_vec wish, bool is_spatial,
                                 bool *is_forced);

#endif
