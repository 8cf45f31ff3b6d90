// The obstacle course: where its walls and destinations are. The scene obstacle_course moves a body through it with a
// physics of its own, a test of the adapter for Chipmunk with a real one.
#ifndef WEND_SCENES_OBSTACLE_COURSE_H
#define WEND_SCENES_OBSTACLE_COURSE_H

#include "parts.h"

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

// ---- the scene: its state, and how it is drawn

enum
{
    OBSTACLE_COURSE_TRAIL = 900,
    OBSTACLE_COURSE_FAN = 7, ///< casts at most
};

typedef struct fan_ray
{
    wend_cast cast;
    float clear; ///< share of it, 1: all
} fan_ray;

typedef struct obstacle_course
{
    wend_obstacles *walls;
    wend_caster caster;
    wend_agent_id agent;
    wend_vec position, velocity; ///< the body, as the scene's physics has it
    int destination;

    /// What the last dodge was about, written down while it was made.
    fan_ray rays[OBSTACLE_COURSE_FAN];
    int ray_count, taken;
    wend_vec wish, dodged;

    int slides;   ///< walls met in the last step
    int overlaps; ///< steps that ended in a wall, in all
    int breaches; ///< ways that led through one, in all
    wend_vec trail[OBSTACLE_COURSE_TRAIL];
    int trail_length, steps;
} obstacle_course;

void obstacle_course_draw(const scene_run *run, const wend_draw *draw);
void obstacle_course_legend(const scene_run *run, scene_legend *legend);

#endif
