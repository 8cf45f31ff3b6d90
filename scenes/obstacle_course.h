// The obstacle course: where its walls and destinations are. The scene obstacle_course moves a body through it with a
// physics of its own, a test of the adapter for Chipmunk with a real one.
#ifndef WEND_SCENES_OBSTACLE_COURSE_H
#define WEND_SCENES_OBSTACLE_COURSE_H

#include "wend/wend.h"

enum
{
    OBSTACLE_COURSE_WALLS = 3,
    OBSTACLE_COURSE_DESTINATIONS = 2
};

/// A box that stands at an angle.
typedef struct obstacle_course_wall
{
    wend_vec middle, half;
    float angle;
} obstacle_course_wall;

// They slant to alternate sides: a wall that stands square to the wish is a trap for a fan, which looks no farther than
// a second ahead.
static const obstacle_course_wall obstacle_course_walls[OBSTACLE_COURSE_WALLS] = {
    {{-6.5f, 0.5f, 0.0f}, {0.4f, 3.2f, 1.0f}, 0.35f},
    {{0.5f, 0.0f, 0.0f}, {0.4f, 3.2f, 1.0f}, -0.35f},
    {{7.0f, -1.0f, 0.0f}, {0.4f, 3.2f, 1.0f}, 0.3f},
};

static const wend_vec obstacle_course_start = {-13.0f, -1.0f, 0.0f};
static const wend_vec obstacle_course_destinations[OBSTACLE_COURSE_DESTINATIONS] = {{13.0f, 1.5f, 0.0f},
                                                                                    {-12.0f, 4.0f, 0.0f}};
static const float obstacle_course_radius = 0.5f; // of the body

#endif
