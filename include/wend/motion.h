// What a body can do of a wish.                                                           floor 2, includes agent.h
//
//   wend_point_mass   speeds up any way, within its limits
//
// Returns the velocity at the end of a time step; moving by velocity * seconds afterwards (velocity first, then
// position) is the integration for which all limits of this library are meant. Nothing here allocates or remembers.
#ifndef WEND_MOTION_H
#define WEND_MOTION_H

#include "wend/agent.h"

/// What held a body back.
typedef enum wend_cut_by
{
    WEND_CUT_BY_NOTHING = 0,
    WEND_CUT_BY_RESPONSE = 1,     ///< the response time: the change is spread over it
    WEND_CUT_BY_ACCELERATION = 2, ///< the acceleration limit
    WEND_CUT_BY_SPEED = 4,        ///< the top speed
} wend_cut_by;

/// The velocity after `seconds` [>= 0]. The change is (wish - velocity) * seconds / response time, where a step longer
/// than the response time counts as the response time; what is left below a thousandth of the top speed is made at
/// once. It is cut to max_acceleration * seconds and divided by the mass; last the speed is cut to top speed, which may
/// break the acceleration limit of a body that is too fast already. Zero seconds: the velocity, exactly. `cut_by` may
/// be null; it gets the flags of all that cut. Huge finite steps saturate.
WEND_API wend_vec wend_point_mass(const wend_agent *self, wend_vec wish, double seconds, unsigned *cut_by);

#endif
