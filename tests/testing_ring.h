// What the tests of context maps share: rings, marks, a choice.
#ifndef WEND_TESTING_RING_H
#define WEND_TESTING_RING_H

#include "testing.h"

#include "wend/context.h"
#include "wend/motion.h"
#include "wend/steer.h"

static inline wend_ring ring_of(int count)
{
    wend_ring ring;
    assert_int_equal(wend_ring_begin(&ring, count, false), WEND_OK);
    return ring;
}

static inline wend_ring sphere_of(int count)
{
    wend_ring ring;
    assert_int_equal(wend_ring_begin(&ring, count, true), WEND_OK);
    return ring;
}

static inline wend_mark mark_at(float x, float y)
{
    wend_mark mark = wend_default_mark();
    mark.offset = v2(x, y);
    return mark;
}

static inline void want(wend_ring *ring, float x, float y)
{
    wend_mark mark = mark_at(x, y);
    wend_ring_toward(ring, WEND_RING_INTEREST, &mark);
}

static inline void fear(wend_ring *ring, float x, float y)
{
    wend_mark mark = mark_at(x, y);
    wend_ring_toward(ring, WEND_RING_SOFT, &mark);
}

/// The choice of source 000: no bonus, nothing between slots, tolerances as numbers.
static inline wend_choice plain_choice(float danger, float interest)
{
    wend_choice how = wend_default_choice();
    how.soft = (wend_tolerance){danger, false};
    how.interest = (wend_tolerance){interest, false};
    how.last_bonus = 0;
    how.is_stepped = true;
    return how;
}

static inline wend_choice_result choose(const wend_ring *ring, const wend_choice *how, wend_vec heading)
{
    wend_choice_result result;
    wend_ring_choose(ring, how, heading, v2(0, 0), &result);
    return result;
}

static inline uint64_t all_slots(int count)
{
    return ~(uint64_t)0 >> (64 - count);
}

static inline void check_values(const wend_ring *ring, wend_ring_layer layer, const double *expected, double tolerance)
{
    for (int i = 0; i < ring->count; i++)
        assert_close(wend_ring_value(ring, layer, i), expected[i], tolerance);
}

static const double nothing[WEND_RING_MOST] = {0};
static const double left_2[] = {0, 0.2357, 0.3333, 0.2357, 0, 0, 0, 0}; // row 000-04

#endif
