// Moving with others.                                                                     floor 2, includes agent.h
//
//   wend_separate   keep a little room
//   wend_align      fly the way the others fly
//   wend_cohere     stay together
//   wend_flock      all three in one pass over the neighbours
//
// Reynolds, "Flocks, Herds, and Schools: A Distributed Behavioral Model", 1987. Each returns a wanted velocity: the
// velocity the agent has, and what the rule adds. Neighbours come in a fixed order (near.h); another order gives other
// last bits. Only neighbours within the agent's neighbour radius (exactly at it counts) and in its field of view are
// looked at. Sums are in float over eight lanes, neighbour k in lane k mod 8; a sum that isn't finite is done again
// in double. Nothing here allocates, remembers or draws. Scenes: flock, birds, chase (only separation), vocabulary.
#ifndef WEND_FLOCK_H
#define WEND_FLOCK_H

#include "wend/agent.h"

/// How to flock. Start from wend_default_flock_def().
typedef struct wend_flock_def
{
    float separation;        ///< weight [>= 0], default 1.5
    float alignment;         ///< weight [>= 0], default 0.5
    float cohesion;          ///< weight [>= 0], default 0.3
    float separation_radius; ///< [>= 0], default 0: the agent's neighbour radius; never beyond that
    float sight_cos;         ///< cosine of half the field of view [-1, 1], default -1: sees all round; the edge is seen
    bool does_align_headings; ///< align with the mean direction at top speed, not with the mean velocity; default
                              ///< false
} wend_flock_def;

WEND_API wend_flock_def wend_default_flock_def(void);

/// What the three rules want, each by itself.
typedef struct wend_flock_wishes
{
    wend_vec separation;
    wend_vec alignment;
    wend_vec cohesion;
    int count; ///< neighbours that were seen
} wend_flock_wishes;

/// Keep a little room: velocity + weight * top speed * sum of unit directions away * (r_i + r_j) / distance. Two agents
/// less than 1e-6 apart count as 1e-6 apart and part in opposite directions, chosen by their ids and spread round the
/// circle. No neighbours, no change.
WEND_API wend_vec wend_separate(const wend_agent *self, const wend_neighbour *neighbours, int count,
                                const wend_flock_def *def);

/// Fly the way they fly: velocity + weight * (their mean velocity - velocity). No neighbours, no change.
WEND_API wend_vec wend_align(const wend_agent *self, const wend_neighbour *neighbours, int count,
                             const wend_flock_def *def);

/// Stay together: velocity + weight * top speed * (their centre - position) / neighbour radius. No neighbours, no
/// change.
WEND_API wend_vec wend_cohere(const wend_agent *self, const wend_neighbour *neighbours, int count,
                              const wend_flock_def *def);

/// All three in one pass; the same bits as one at a time. `def` null: the defaults.
WEND_API wend_flock_wishes wend_flock(const wend_agent *self, const wend_neighbour *neighbours, int count,
                                      const wend_flock_def *def);

/// The direction in which `self` leaves `other` when both stand on one spot: a unit vector in the plane; the other one
/// leaves the opposite way.
WEND_API wend_vec wend_part(wend_agent_id self, wend_agent_id other);

#endif
