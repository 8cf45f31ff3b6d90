// Wishes that keep clear of what was sensed.                                      floor 2, includes agent.h, obstacle.h
//
//   wend_avoid_feelers   push off what one feeler or three whiskers met, and past it on one side
//   wend_avoid_walls     push off every wall within a radius
//   wend_avoid_fan       try 0, 30, 60 and 90 degrees to both sides by swept casts, and take the clearest
//   wend_avoid_movers    step aside for neighbours whom one would meet: unaligned collision avoidance
//   wend_contain         turn back before leaving a region whose inside the caster knows
//   wend_follow_wall     go along a wall at a distance
//   wend_find_cover      the nearest place where what a caster knows hides one from a threat
//   wend_leave           out of an obstacle one is in
//
// Each takes the velocity that is wanted so far and returns one that keeps clear, cut to top speed; what met nothing
// changes nothing. Hits come from sense.h or from the host. Pure functions but for `wend_side`, which remembers a
// side so that an agent doesn't change its mind in front of a wall. Scenes: course, vocabulary.
#ifndef WEND_AVOID_H
#define WEND_AVOID_H

#include "wend/agent.h"
#include "wend/obstacle.h"

/// Which side was taken last: 1 left, -1 right, 0 none yet. Starts zeroed.
typedef struct wend_side
{
    int side;
} wend_side;

/// How hard to push. Start from wend_default_avoid_def().
typedef struct wend_avoid_def
{
    float push;   ///< off the surface, as a share of top speed where the hull touches, [>= 0], default 0.6. More than 1
                  ///< turns a body round in front of a wall
    float aside;  ///< along the surface, [>= 0], default 1.5. 0: a wall dead ahead only brakes
    float differ; ///< free lengths of whiskers that differ by less count as equal, in units, [>= 0], default 0.05
} wend_avoid_def;

WEND_API wend_avoid_def wend_default_avoid_def(void);

/// Push off what rays met: each by push * k along its normal, where k = 1 - (distance - touch) / (length - touch) is
/// 0 at the ray's end and 1 where the hull touches, at touch = radius - the cast's own radius; the one ahead (the
/// first) also by aside * k along the surface: toward the freer whisker, else the way the surface slants, else the
/// side taken before, at first the left. While the one ahead is clear the others push along the surface too, to the
/// other side of each: else what a whisker sees of a corner only brakes, and a body that turns on the spot looks to
/// and fro before it for ever. `count` is 1 (a feeler) or 3 (ahead, left, right). `def` null: the defaults.
WEND_API wend_vec wend_avoid_feelers(const wend_agent *self, wend_vec wish, const wend_cast *casts,
                                     const wend_hit *hits, int count, const wend_avoid_def *def, wend_side *side);

/// Push off walls: by strength * (radius - d) / (radius - own radius) along the way from each hit's point, with hits of
/// wend_caster's around within `radius` [> own radius]. Smooth, and without rays; but it only brakes before a wall dead
/// ahead. Usual: strength 1.6, radius 3.5 times the own one.
WEND_API wend_vec wend_avoid_walls(const wend_agent *self, wend_vec wish, const wend_hit *hits, int count, float radius,
                                   float strength);

/// How to try directions. Start from wend_default_fan_def().
typedef struct wend_fan_def
{
    float seconds;   ///< looked ahead, [> 0], default 0.75
    float farthest;  ///< the longest cast, [> 0], default 8
    float padding;   ///< added to the radius, [>= 0], default 0.05
    uint32_t mask;   ///< layers that are avoided; default 0: all
    uint64_t ignore; ///< a body that isn't; default 0: none
} wend_fan_def;

WEND_API wend_fan_def wend_default_fan_def(void);

/// Sweep the body along the wish; if that is clear, it comes back unchanged after one cast. Else along 30, 60 and 90
/// degrees to both sides as well, and the direction with the largest clear share, times (1 + cosine of its angle) /
/// 2, is taken at the wish's speed; of equal ones the one nearer to the velocity, then +. In space the fan lies in
/// the plane of the wish and the horizontal across it. A wish that would move less than 1e-6 is left alone, without a
/// cast. `casts` (may be null) gets how many were made, at most 7.
WEND_API wend_vec wend_avoid_fan(const wend_agent *self, wend_vec wish, const wend_caster *caster,
                                 const wend_fan_def *def, int *casts);

/// Step aside for neighbours whom the agent would come nearer than both radii to, within `seconds` [> 0], if both
/// went on as they are (true closest approach). It makes way across its own direction, away from where the nearest in
/// time will be; an exact hit is passed on the left. Neighbours that move the same way, apart or too late change
/// nothing. Reynolds, "Steering Behaviors For Autonomous Characters", 1999.
WEND_API wend_vec wend_avoid_movers(const wend_agent *self, wend_vec wish, const wend_neighbour *neighbours, int count,
                                    float seconds);

/// Stay where one is: if the body, swept along `seconds` [> 0] of its wish, meets something, the part of the wish
/// into the surface is cut to what can be braked before it. So it slides along walls and never wishes through one.
WEND_API wend_vec wend_contain(const wend_agent *self, wend_vec wish, const wend_caster *caster, float seconds);

/// Go along the nearest of the hits (of around) at top speed, `distance` [>= 0] from its surface, with the wall on the
/// right-hand side (or on the left). No hits: the wish.
WEND_API wend_vec wend_follow_wall(const wend_agent *self, wend_vec wish, const wend_hit *hits, int count,
                                   float distance, bool is_on_left);

/// How to look for cover. Start from wend_default_cover_def().
typedef struct wend_cover_def
{
    float range;     ///< how far away what it hides behind may be, and how thick, [> 0], default 10
    float margin;    ///< from cover to hull, [>= 0], default 0.25
    uint32_t mask;   ///< layers that hide one; default 0: all
    uint64_t ignore; ///< a body that doesn't, the threat's own, say; default 0: none
} wend_cover_def;

WEND_API wend_cover_def wend_default_cover_def(void);

/// The nearest place where the hull is behind something as seen from a threat, and touches nothing; if no place hides
/// all of the hull, one that hides its centre. Looks behind the 12 nearest surfaces of `around`, deeper into each by
/// radius and margin, so that a body goes behind a pillar's middle, not its rim. False, and `place` is left alone: there
/// is none, or the caster lacks cast or around. Whether one can get there is for a planner to say. `def` null: the
/// defaults. Costs dozens of casts: ask seldom. Reynolds, "Steering Behaviors For Autonomous Characters", 1999, hides
/// behind discs.
WEND_API bool wend_find_cover(const wend_agent *self, wend_vec threat, const wend_caster *caster,
                              const wend_cover_def *def, wend_vec *place);

/// Out of what one is in, the shortest way, at top speed; the wish if none of the hits (of around) says that the
/// centre is inside.
WEND_API wend_vec wend_leave(const wend_agent *self, wend_vec wish, const wend_hit *hits, int count);

#endif
