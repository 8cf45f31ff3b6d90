// What the tests of crowds share: walls.
#ifndef WEND_TESTING_CROWD_H
#define WEND_TESTING_CROWD_H

#include "testing_world.h"

#include "wend/obstacle.h"

static inline wend_obstacles *make_set(void)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    wend_obstacles *set = wend_obstacles_create(&def, NULL);
    assert_non_null(set);
    return set;
}

static inline void add_box(wend_obstacles *set, float left, float low, float right, float high)
{
    wend_shape shape = wend_default_shape(WEND_SHAPE_BOX);
    shape.position = v2(0.5f * (left + right), 0.5f * (low + high));
    shape.half = wend_xyz(0.5f * (right - left), 0.5f * (high - low), 1);
    assert_true(wend_obstacles_add(set, &shape).value != 0);
}

#endif
