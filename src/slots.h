// What those share who write into rings and choose from them.
#ifndef WEND_SRC_SLOTS_H
#define WEND_SRC_SLOTS_H

#include "wend/context.h"

#include "lanes.h"

// An alignment nearer to 0 is 0.
#define ALIGNED 1e-6f

LANES_INLINE float lower_of(float a, float b)
{
    return a < b ? a : b;
}

LANES_INLINE float higher_of(float a, float b)
{
    return a > b ? a : b;
}

/// Marks a map as written, and makes room for more entries in its log.
void ring_make_room(wend_ring *ring, wend_ring_layer layer, int more);

/// Raises the danger of each slot by the way to it on an arc, then straight. Returns the slots that were raised.
uint64_t ring_raise_by_arcs(wend_ring *ring, const wend_blocker *blocker, const wend_sweep *how);

/// wend_ring_block and wend_ring_choose for each instruction set; `how` isn't null, and its range is above 0.
typedef void ring_block_fn(wend_ring *ring, const wend_blocker *blockers, int count, const wend_sweep *how);
typedef void ring_choose_fn(const wend_ring *ring, const wend_choice *how, wend_vec heading, wend_vec last,
                            wend_choice_result *out);
ring_block_fn ring_block_baseline, ring_block_avx2;
ring_choose_fn ring_choose_baseline, ring_choose_avx2;

/// Raises numbers. Returns which.
LANES_INLINE lane_mask ring_raise_lanes(lanes *numbers, lanes value)
{
    lane_mask raised = lanes_less(*numbers, value);
    *numbers = lanes_larger(value, *numbers);
    return raised;
}

/// Returns the slots, from the first one of these lanes on, that were raised.
LANES_INLINE uint64_t ring_raise(lanes *numbers, lanes value)
{
    return lanes_bits(ring_raise_lanes(numbers, value));
}

#endif
