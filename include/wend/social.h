// Social forces: the best known model of a crowd, to compare with.              floor 2, includes agent.h, obstacle.h
//
//   wend_social_force          what the forces make one wish for
//   wend_default_social        Helbing, Farkas and Vicsek 2000
//   wend_social_of_1995        Helbing and Molnar 1995
//
// Helbing and Molnar, "Social force model for pedestrian dynamics", 1995; Helbing, Farkas and Vicsek, "Simulating
// dynamical features of escape panic", 2000. Lengths are metres, times seconds: the numbers are those of people. It has
// no horizon and guarantees nothing; orca.h does. Nothing here allocates, remembers or draws. Scene: hallway.
#ifndef WEND_SOCIAL_H
#define WEND_SOCIAL_H

#include "wend/agent.h"
#include "wend/obstacle.h"

/// The forces, divided by the mass. Start from wend_default_social().
typedef struct wend_social
{
    float relaxation; ///< seconds in which velocity follows the wish, [> 0], default 0.5
    float strength;   ///< push between hulls that touch, m/s^2, [>= 0], default 25 (2000 N at 80 kg)
    float range;      ///< metres in which it falls to 1/e, [> 0], default 0.08
    float wall;       ///< the same push off obstacles, [>= 0], default 25
    float wall_range; ///< [> 0], default 0.08
    float behind;     ///< share of the push of whoever is behind, [0, 1], default 1: as strong as from ahead
    float body;       ///< of hulls pressed into one another, 1/s^2, [>= 0], default 1500 (1.2e5 kg/s^2 at 80 kg)
    float friction;   ///< of hulls sliding along one another, 1/(m s), [>= 0], default 3000 (2.4e5 kg/(m s))
    float stride;     ///< seconds: others push from where their next step ends, by an ellipse of 1995, [>= 0],
                      ///< default 0: they push from where they are
    uint32_t mask;    ///< layers of obstacles that count; default 0: all
    uint64_t ignore;  ///< a body that doesn't; default 0: none
} wend_social;

/// The forces of 2000.
WEND_API wend_social wend_default_social(void);

/// The forces of 1995: push by an ellipse, 2.1 m^2/s^2 over 0.3 m, walls 10 m^2/s^2 over 0.2 m, half as strong from
/// behind, a stride of 2 s, no touching.
WEND_API wend_social wend_social_of_1995(void);

/// The wish with which a body that follows its wish in its response time gets the acceleration of the sum of all
/// forces within a step of `seconds` [> 0]: velocity + acceleration * max(response time, seconds). `hits` are those of
/// a caster's around. Who stands on the same spot is left in a direction that the ids choose. `def` null: the defaults.
WEND_API wend_vec wend_social_force(const wend_agent *self, wend_vec wish, const wend_neighbour *neighbours, int count,
                                    const wend_hit *hits, int hit_count, const wend_social *def, double seconds);

#endif
