// Bodies in the way: the edges of the world, and one another.
#ifndef WEND_SRC_HULLS_H
#define WEND_SRC_HULLS_H

#include "store.h"

/// Stops, bounces or wraps a body that has moved.
void hulls_keep_inside(const wend_world *world, wend_agent *body);

/// Room for everything that pushing apart needs, so that it can't fail.
wend_status hulls_reserve(wend_world *world);

/// Pushes overlapping hulls apart, in at most a few rounds.
void hulls_push_apart(wend_world *world);

#endif
