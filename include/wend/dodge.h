// Keeping clear of others by trying velocities.                                 floor 2, includes agent.h, obstacle.h
//
//   wend_dodge_sampled       of a few velocities the cheapest: near the wish, and no meeting soon
//   wend_default_sampled     how to weigh
//
// For bodies that can't take any velocity at once: with a roll (a function that says where the body would be) it goes
// by the ways that the body can really drive, so cars and those that turn on the spot dodge by arcs. orca.h is the
// better choice for all others. Nothing here allocates, remembers or draws. Scene: hallway.
#ifndef WEND_DODGE_H
#define WEND_DODGE_H

#include "wend/agent.h"
#include "wend/obstacle.h"

#define WEND_ROLL_PLACES 8

/// How to weigh. Start from wend_default_sampled(). Prices are in top speeds: 1 is as far from the wish as standing.
typedef struct wend_sampled
{
    float seconds;  ///< how far it looks ahead, [> 0], default 4
    float room;     ///< between hulls, as a share of the own radius, [>= 0], default 0.2
    float danger;   ///< price of a meeting in one second; one in t costs it by 1 / t, [>= 0], default 0.6
    float side;     ///< price of turning left: so two that meet agree on a side, [>= 0], default 0.06
    float standing; ///< price of standing, less for any speed; were it cheaper than a way round, all would wait for
                    ///< all, [>= 0], default 1
    float share;    ///< of the work that it takes on itself, the others do the rest, (0, 1], default 0.5; 1: as if they
                    ///< didn't look. At least a hundredth is taken
    int turns;      ///< directions to each side, equally spread, [1, 64], default 18
    int speeds;     ///< in each direction, equally spread up to the top speed, [1, 16], default 3
    int neighbours; ///< the nearest that are looked at, [1, 32], default 12
    uint32_t mask;  ///< layers of obstacles that count; default 0: all
    uint64_t ignore; ///< a body that doesn't; default 0: none
} wend_sampled;

WEND_API wend_sampled wend_default_sampled(void);

/// Where the body would be, as offsets from where it is, after step, 2 step, ... if it went by that wish all the time.
/// `count` is WEND_ROLL_PLACES.
typedef void wend_roll_fn(const wend_agent *self, wend_vec wish, double step, wend_vec *offsets, int count, void *user);

/// The wish, if nobody is met on it within `seconds`. Else the cheapest of the wish, of standing and of the directions
/// and speeds of `def`: distance to the wish, plus danger * (1 / t - 1 / seconds) for the first meeting in t (0.05 s at
/// least), plus what standing and turning left cost. Others are taken to go on as they go, and to do their share: the
/// velocity that is tested is velocity + (sample - velocity) / share. Who is nearer already than there should be room
/// for may be passed, but not approached. Obstacles (by `caster`, null: none) are met by a swept body, whole. Of equals
/// the one more to the right is kept, then the faster. In space the fan lies in the plane of the wish and the
/// horizontal across it. `roll` null: the body takes any velocity at once. `def` null: the defaults. Neighbours in any
/// order; ties of distance go by id. van den Berg, Lin and Manocha, "Reciprocal Velocity Obstacles for Real-Time
/// Multi-Agent Navigation", 2008.
WEND_API wend_vec wend_dodge_sampled(const wend_agent *self, wend_vec wish, const wend_neighbour *neighbours, int count,
                                     const wend_caster *caster, wend_roll_fn *roll, void *roll_user,
                                     const wend_sampled *def);

#endif
