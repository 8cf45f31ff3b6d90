// What the scene obstacle_course is made of: its state, and how it is drawn.
#ifndef WEND_OBSTACLE_COURSE_RUN_H
#define WEND_OBSTACLE_COURSE_RUN_H

#include "obstacle_course.h"
#include "parts.h"

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
