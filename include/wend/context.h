// Interest and danger, direction by direction.                                   floor 2, includes agent.h, obstacle.h
//
//   wend_ring_begin wend_ring_clear                            directions; empty maps
//   wend_ring_aim                                              write: the way somebody would like to go
//   wend_ring_toward wend_ring_away wend_ring_rival            write: a point, somebody stronger or weaker
//   wend_ring_block wend_ring_hits                             write: what is in the way, swept by the body
//   wend_ring_movers                                           write: what moves, by the time until it is met
//   wend_ring_write                                            write: anything of your own
//   wend_ring_choose wend_steer_ring                           choose a direction; make a wish of it
//   wend_ring_direction wend_ring_value wend_ring_writer wend_ring_masked_by      read
//
// A ring has three maps with a number for each of its directions (slots): interest, hard danger (walls) and soft
// danger (enemies). Before each choice they are cleared and written anew. Writing keeps the larger number, never the
// sum, so ten things far away don't outshout one that is near, and the order of writers changes no number. For each
// number the ring knows who wrote it: the id that the writer was given; of equal numbers the one written first. In a
// plane z is ignored.
//
// Fray, "Context Steering: Behavior-Driven Steering at the Macro Scale", Game AI Pro 2, 2015. Nothing here allocates,
// draws or remembers from one choice to the next. Scenes: context_rings, spheres, course.
#ifndef WEND_CONTEXT_H
#define WEND_CONTEXT_H

#include "wend/agent.h"
#include "wend/obstacle.h"

#define WEND_RING_LEAST 4
#define WEND_RING_MOST  64
#define WEND_RING_LOG   80

/// The three maps.
typedef enum wend_ring_layer
{
    WEND_RING_INTEREST, ///< how much a direction is wanted
    WEND_RING_HARD,     ///< danger that masks first: walls
    WEND_RING_SOFT,     ///< danger that masks what the hard one left: enemies
    WEND_RING_LAYERS,
} wend_ring_layer;

/// Who wrote into a map, in order; of a slot's writers the last one listed wrote its number.
typedef struct wend_ring_log
{
    int count;
    uint64_t writer[WEND_RING_LOG];
    uint64_t slots[WEND_RING_LOG]; ///< bit i: slot i
} wend_ring_log;

/// Directions and maps; a plain struct of fixed size that may be copied. Start with wend_ring_begin(); read it by the
/// functions at the end of this page.
typedef struct wend_ring
{
    int count;                                                     ///< slots, [4, 64]
    bool is_spatial;                                               ///< directions all round, not only in the plane
    bool has_aim;                                                  ///< `aim` was written
    bool is_written[WEND_RING_LAYERS];                             ///< since it was cleared
    uint32_t is_slot[WEND_RING_MOST];                              ///< ~0; 0 from `count` on
    float x[WEND_RING_MOST], y[WEND_RING_MOST], z[WEND_RING_MOST]; ///< unit directions; 0 from `count` on
    float value[WEND_RING_LAYERS][WEND_RING_MOST];                 ///< [0, 1e18]; 0 from `count` on
    float aim[WEND_RING_MOST];                                     ///< below 0 too: counts where interest is 0
    wend_ring_log log[WEND_RING_LAYERS];
    int neighbour_count;                   ///< in space 6, or all others
    uint8_t neighbours[WEND_RING_MOST][6]; ///< in space: the nearest slots, nearest first
} wend_ring;

/// Lays out `count` directions [4, 64] and clears all. In a plane slot i is +y turned by i * 360 / count degrees,
/// counter-clockwise, and what is symmetric is so in every bit. In space they are spread evenly: a Fibonacci lattice
/// about y that was relaxed like charges on a sphere; slot 0 is nearest to +y. Another count is refused by
/// WEND_ERROR_VALUE. This is slow (in space some milliseconds): do it once.
WEND_API wend_status wend_ring_begin(wend_ring *ring, int count, bool is_spatial);

/// Empties the maps: every number is 0 again.
WEND_API void wend_ring_clear(wend_ring *ring);

// ---- writing ------------------------------------------------------------------------------------------------------
// Numbers above 1e18 count as that, those below 0 as 0. An alignment nearer than 1e-6 to 0 is 0.

/// Writes into the interest of each slot u: u . unit(wish), times strength. Unlike all others this one counts below 0
/// too: where nothing better is left, the direction that leads away least is taken. A zero wish writes nothing.
WEND_API void wend_ring_aim(wend_ring *ring, wend_vec wish, float strength, uint64_t writer);

/// How a mark fades with distance d.
typedef enum wend_fade
{
    WEND_FADE_INVERSE, ///< 1 / (1 + d / scale) (default)
    WEND_FADE_LINEAR,  ///< 1 - d / scale, 0 from there on
    WEND_FADE_NONE,    ///< 1
} wend_fade;

/// Something at a place. Start from wend_default_mark().
typedef struct wend_mark
{
    wend_vec offset; ///< from the agent to it
    float strength;  ///< [>= 0], default 1
    wend_fade fade;  ///< default WEND_FADE_INVERSE
    float scale;     ///< [> 0], default 1
    float radius;    ///< of detection: what is farther writes nothing, exactly at it counts; default 0: no limit
    uint64_t writer; ///< default 0
} wend_mark;

WEND_API wend_mark wend_default_mark(void);

/// Writes u . unit(offset) * strength * fade where that is above 0. A mark right on the agent has no direction and
/// writes nothing.
WEND_API void wend_ring_toward(wend_ring *ring, wend_ring_layer layer, const wend_mark *mark);

/// The same for the opposite directions.
WEND_API void wend_ring_away(wend_ring *ring, wend_ring_layer layer, const wend_mark *mark);

/// Toward a rival: interest if it is weaker, soft danger if it is stronger or equal. Returns the map that it was.
WEND_API wend_ring_layer wend_ring_rival(wend_ring *ring, float own_power, float rival_power, const wend_mark *mark);

/// How a body is swept. Start from wend_default_sweep().
typedef struct wend_sweep
{
    wend_ring_layer layer; ///< default WEND_RING_HARD
    float reach;           ///< of the body: its radius and a margin, [>= 0], default 0.3
    float range;           ///< free travel at which danger ends, [> 0], default 1.5
    float turning_radius;  ///< of the arc on which it turns from its heading toward a direction, before it goes
                           ///< straight; [>= 0], default 0: it turns at once. Only in a plane
    wend_vec heading;      ///< where it looks now, unit vector; default zero: it turns at once
    float speed; ///< of the body, [>= 0]: hits on what moves count where they will be when it could be there; default
                 ///< 0: where they are
} wend_sweep;

WEND_API wend_sweep wend_default_sweep(void);

/// Something round that is in the way, or a point of something.
typedef struct wend_blocker
{
    wend_vec offset; ///< from the agent to its centre
    float radius;    ///< [>= 0]; 0: a point, such as a ray's hit
    uint64_t writer;
} wend_blocker;

/// Marks the directions in which the body would run into blockers. With h the offset and r = reach + radius a
/// direction u is blocked if |h x u| < r and h . u > 0; touching counts as clear. Free travel is h . u - sqrt(r^2 -
/// |h x u|^2), danger is 1 - free / range, at most 1. A blocker that overlaps the body blocks the half it lies in, so
/// the ways out stay open; one right at its centre blocks nothing.
///
/// A car goes a different way in each direction: first on an arc to the side of u, then straight. With a turning
/// radius and a heading that is the way that counts, and free travel is measured along it. So a car sees that it
/// can't turn before a wall any more, and that turning needs room at its side. Let it look as far as a quarter of its
/// circle at least; from there on an arc comes no nearer to what is straight ahead. What it overlaps ahead blocks all
/// directions.
WEND_API void wend_ring_block(wend_ring *ring, const wend_blocker *blockers, int count, const wend_sweep *how);

/// The same for hits of casts, or of what is around, seen from `position`; each is a point, its writer the body that
/// was hit. Rays that met nothing (body 0) are left out. The body counts as no larger than what fits where it is, so
/// that between two walls that are nearer than its reach the ways along them stay open. A hit right at the centre, or
/// one seen from inside of a body (negative distance), blocks against its normal.
WEND_API void wend_ring_hits(wend_ring *ring, wend_vec position, const wend_hit *hits, int count,
                             const wend_sweep *how);

/// How others that move are seen. Start from wend_default_movers().
typedef struct wend_movers
{
    wend_ring_layer layer; ///< default WEND_RING_SOFT
    float horizon;         ///< seconds until a meeting at which danger ends, [> 0], default 2
    float speed;           ///< of the agent in every direction, [>= 0]; default 0: its top speed
    float margin;          ///< added to both radii, [>= 0], default 0.1
} wend_movers;

WEND_API wend_movers wend_default_movers(void);

/// A velocity obstacle as danger: if self went along u at its speed and the neighbour kept its velocity, they would
/// touch after t seconds; danger is 1 - t / horizon. Where they overlap already it is 1 in directions that deepen it.
/// Writers are the neighbours' ids. Fiorini and Shiller, "Motion Planning in Dynamic Environments Using Velocity
/// Obstacles", 1998.
WEND_API void wend_ring_movers(wend_ring *ring, const wend_agent *self, const wend_neighbour *neighbours, int count,
                               const wend_movers *how);

/// Your own number for one slot. A slot outside [0, count) or a value that isn't finite is refused by WEND_ERROR_VALUE.
WEND_API wend_status wend_ring_write(wend_ring *ring, wend_ring_layer layer, int slot, float value, uint64_t writer);

// ---- choosing -----------------------------------------------------------------------------------------------------

/// How far from the best still counts as good.
typedef struct wend_tolerance
{
    float value;   ///< [>= 0]; 0: only the best (what is nearer than 1e-6 of it counts as equal)
    bool is_share; ///< of the spread, highest minus lowest of the slots that are left; else absolute
} wend_tolerance;

/// How to choose. Start from wend_default_choice().
typedef struct wend_choice
{
    wend_tolerance hard;     ///< above the lowest hard danger; default 0.05 absolute
    wend_tolerance soft;     ///< above the lowest soft danger; default 0.85 as a share
    wend_tolerance interest; ///< below the highest interest; default 0.05 as a share
    float last_bonus;   ///< near the last direction, as a share of the ring's highest interest, [>= 0], default 0.3
    float masked_bonus; ///< instead of last_bonus, if it is larger, while hard danger masks the way that is wanted
                        ///< most: it goes on past the obstacle on the side it took, [>= 0], default 0. Walls that are
                        ///< wider than the aim is far need 1 and more; 0.75 is good
    float blocked;      ///< all is blocked if every hard danger is above it, [0, 1], default 0.9
    float slowing;      ///< share of the speed that a hard danger of 1 ahead takes, [0, 1], default 0
    bool is_stepped;    ///< only the slots' own directions, nothing between; default false
    bool can_lean_to_masked; ///< a direction between slots may lie toward a masked one; default false
} wend_choice;

WEND_API wend_choice wend_default_choice(void);

/// What became of a choice.
typedef enum wend_choice_status
{
    WEND_CHOICE_OK,
    WEND_CHOICE_BLOCKED, ///< every hard danger is above `blocked`: brake, and back off only where the ring shows a
                         ///< way
    WEND_CHOICE_NOTHING, ///< nothing is wanted and the heading isn't masked: go on as before
} wend_choice_status;

/// What was chosen, and why: bit i of a mask stands for slot i.
typedef struct wend_choice_result
{
    wend_choice_status status;
    int slot;                ///< the direction is within half a step of it
    wend_vec direction;      ///< unit vector
    float speed;             ///< share of the top speed, [0, 1]
    float interest;          ///< of the slot, with its bonus
    float danger;            ///< the slot's hard danger
    uint64_t masked_by_hard; ///< slots that hard danger took out
    uint64_t masked_by_soft; ///< slots that were left and soft danger took out
    uint64_t candidates;     ///< slots within the tolerance of the best interest
} wend_choice_result;

/// Masks what is dangerous, by hard and then by soft danger; of what is left keeps the slots that are about as
/// interesting as the best; of those takes the one most like `heading` (equal ones: the lower index). From there,
/// unless is_stepped, it goes uphill to the peak of interest that the slot belongs to and on to the top of a parabola
/// through the peak and its neighbours, by half a step at most, never toward a masked slot. `heading` and `last` (the
/// last choice's direction) may have any length; zero: none. `how` null: the defaults.
///
/// The speed is 1 - slowing * danger; if all is blocked, at most 1 - lowest hard danger, so it is 0 where no way is
/// shown.
WEND_API void wend_ring_choose(const wend_ring *ring, const wend_choice *how, wend_vec heading, wend_vec last,
                               wend_choice_result *out);

/// The choice as a wish: its direction at its share of the top speed; no change if nothing was wanted.
WEND_API wend_vec wend_steer_ring(const wend_agent *self, const wend_choice_result *result);

// ---- reading: a slot outside [0, count) has a zero direction, value 0 and writer 0 --------------------------------

WEND_API wend_vec wend_ring_direction(const wend_ring *ring, int slot);

/// The number of a map; of interest also what was aimed below 0.
WEND_API float wend_ring_value(const wend_ring *ring, wend_ring_layer layer, int slot);

/// Who wrote that number; 0 where it isn't above 0.
WEND_API uint64_t wend_ring_writer(const wend_ring *ring, wend_ring_layer layer, int slot);

/// Who masked a slot in that choice; 0 if nobody did.
WEND_API uint64_t wend_ring_masked_by(const wend_ring *ring, const wend_choice_result *result, int slot);

#endif
