// What an agent notices: rays to cast, sight, and a memory of what was seen.     floor 2, includes agent.h, obstacle.h
//
//   wend_feeler_ray wend_whisker_rays wend_ring_rays      the rays of a sense, as a list
//   wend_rays_needed                                      how many a ring needs
//   wend_sense                                            cast a list; the hits, one for each
//   wend_sees                                             sight: a cone, a range, a free line
//   wend_remember wend_recall wend_forget                 what was seen, where and when, fading
//
// A sense is a list of casts and a list of hits, so a host can cast many agents' rays in one batch of its own instead
// of calling wend_sense, and can keep hits for the steps between two looks. Nothing here allocates. Scene: course.
#ifndef WEND_SENSE_H
#define WEND_SENSE_H

#include "wend/agent.h"
#include "wend/obstacle.h"

#define WEND_WHISKERS 3

/// How to feel ahead. Start from wend_default_feel_def().
typedef struct wend_feel_def
{
    float seconds;    ///< looked ahead, [>= 0], default 0.7: a ray reaches radius + top speed * seconds from the centre
    float side_angle; ///< of the two outer whiskers, radians, [0, pi/2: side feelers], default 0.6
    float side_share; ///< of the length of the one ahead, [0, 1], default 0.65
    float width;   ///< radius of a feeler, as a share of the body's, [>= 0], default 1: as wide as the body. 0: a ray,
                   ///< cheaper, but it slips past corners that the hull doesn't
    uint32_t mask; ///< layers that are felt; default 0: all
    uint64_t ignore; ///< a body that isn't; default 0: none
} wend_feel_def;

WEND_API wend_feel_def wend_default_feel_def(void);

/// Where an agent feels along: its velocity when it moves faster than a tenth of its top speed, else toward what it
/// wishes, else its heading. A unit vector.
WEND_API wend_vec wend_feel_ahead(const wend_agent *self, wend_vec wish);

/// One ray ahead. `ahead` is a unit vector. `def` null: the defaults. Returns 1.
WEND_API int wend_feeler_ray(const wend_agent *self, wend_vec ahead, const wend_feel_def *def, wend_cast out[1]);

/// Three rays: ahead, to the left of it, to the right of it, in the x-y plane. `def` null: the defaults. Returns 3.
WEND_API int wend_whisker_rays(const wend_agent *self, wend_vec ahead, const wend_feel_def *def,
                               wend_cast out[WEND_WHISKERS]);

/// `count` [1, 64] rays of that length round the agent: +y turned by i * 360 / count degrees, counter-clockwise, as
/// the slots of a ring. Returns count, or 0 if it isn't within its interval.
WEND_API int wend_ring_rays(const wend_agent *self, int count, float length, wend_cast *out);

/// How many rays of that length [>= 0] a ring of `slots` [1, 64] needs so that no gap between two of them is wider
/// than a body of that radius [> 0]: a multiple of the slots, 64 at most.
WEND_API int wend_rays_needed(int slots, float body, float length);

/// Casts a list. hits[i] belongs to casts[i]; where nothing was met its body is 0 and its distance the whole length.
/// Returns how many met something. A caster that says it met something, but nothing finite, counts as clear.
WEND_API int wend_sense(const wend_caster *caster, const wend_cast *casts, int count, wend_hit *hits);

/// Can the agent see a point: within `range` [>= 0] (exactly at it counts), not more than half the field of view off
/// its heading (its cosine, [-1, 1]; exactly on the edge counts, -1 sees all round), and with nothing in between
/// (`caster` null: nothing is)? It always sees the point where it stands.
WEND_API bool wend_sees(const wend_agent *self, wend_vec point, float range, float sight_cos,
                        const wend_caster *caster);

#define WEND_MEMORY 8

/// Somebody who was seen.
typedef struct wend_sighting
{
    uint64_t body; ///< who; 0: this place is free
    wend_vec position, velocity;
    double seconds; ///< when, by the host's clock
} wend_sighting;

/// The last that was seen of up to WEND_MEMORY bodies. Starts zeroed.
typedef struct wend_memory
{
    wend_sighting seen[WEND_MEMORY];
} wend_memory;

/// Somebody is seen: what was known of that body is replaced. Where there is no room the oldest sighting goes; of two
/// equally old ones the one of the lower body. Body 0 is not remembered.
WEND_API void wend_remember(wend_memory *memory, uint64_t body, wend_vec position, wend_vec velocity, double seconds);

/// How sure the agent is of where that body is now, [0, 1]: 1 when it is seen, and half as much after each
/// `half_life` [> 0] seconds; 0 if it isn't remembered. `guess` (may be null) gets where it is if it went on as it
/// was seen.
WEND_API float wend_recall(const wend_memory *memory, uint64_t body, double seconds, float half_life, wend_vec *guess);

/// Forgets what is older than `oldest` [>= 0] seconds.
WEND_API void wend_forget(wend_memory *memory, double seconds, double oldest);

#endif
