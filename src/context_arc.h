// Danger along the arcs of a body with a turning circle.
#ifndef WEND_CONTEXT_ARC_H
#define WEND_CONTEXT_ARC_H

#include "wend/context.h"

/// Raises the danger of each slot by the way to it: an arc, then straight. Returns the slots that were raised.
uint64_t wend_ring_raise_by_arcs(wend_ring *ring, const wend_blocker *blocker, const wend_sweep *how);

#endif
