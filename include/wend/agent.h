// The plain structs that behaviours read and write.                                      floor 1, includes vec.h
//
//   wend_agent       one body: where it is, how it moves, what it can do; start from wend_default_agent()
//   wend_neighbour   somebody near, as the agent itself sees it
//   wend_wish        a wanted velocity in a list that a combiner makes one of
//
// A *wish* is the velocity that somebody would like to have. A behaviour that wants no change returns the velocity that
// the agent has already. Distances are in game units, times in seconds, speeds in units a second.
#ifndef WEND_AGENT_H
#define WEND_AGENT_H

#include "wend/vec.h"

/// Names an agent of a world: creation serial and slot. Zero is nobody; ids only grow and are never used again. Worlds
/// know nothing of one another: two of them may give the same id. For
/// agents of your own loop any distinct numbers do; ties are broken by them.
typedef struct wend_agent_id
{
    uint64_t value;
} wend_agent_id;

static inline bool wend_same_agent(wend_agent_id a, wend_agent_id b)
{
    return a.value == b.value;
}

/// One body. Start from wend_default_agent().
typedef struct wend_agent
{
    wend_agent_id id;       ///< breaks ties; a world gives it
    wend_vec position;      ///< finite; default the origin
    wend_vec velocity;      ///< finite; default at rest
    wend_vec heading;       ///< unit vector; default +x
    float radius;           ///< of its hull, [> 0], default 0.25
    float max_speed;        ///< top speed, [>= 0], default 4
    float max_acceleration; ///< limit of all steering, [>= 0], default 8
    float arrival_radius;   ///< within it arriving slows down, [> 0], default 2
    float neighbour_radius; ///< how far it sees others, [> 0], default 6; exactly at it is seen
    float response_time;    ///< in which velocity follows the wish, [>= 0], default 0.15; 0: at once, up to the limit
    float mass;             ///< divides the limited steering, [> 0], default 1
} wend_agent;

/// An agent with all defaults, at rest at the origin, looking along +x.
WEND_API wend_agent wend_default_agent(void);

/// Somebody near.
typedef struct wend_neighbour
{
    wend_agent_id id;
    wend_vec offset;   ///< from the agent to it; in a world that wraps, the short way
    wend_vec velocity; ///< its own
    float radius;      ///< of its hull
} wend_neighbour;

/// One wanted velocity among several.
typedef struct wend_wish
{
    wend_vec velocity; ///< what is wanted
    float weight;      ///< [>= 0]; how much its change counts
    wend_vec taken;    ///< written by the combiner: the change that this wish got, in units a second
} wend_wish;

#endif
