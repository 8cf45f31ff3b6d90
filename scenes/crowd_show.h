// A running case as a scene: what evacuate and steerbench share.
#ifndef WEND_SCENES_CROWD_SHOW_H
#define WEND_SCENES_CROWD_SHOW_H

#include "parts.h"
#include "steerbench_cases.h"

typedef struct crowd_show
{
    steerbench_case *test;
    steerbench_sim *sim; ///< its world is the run's
} crowd_show;

/// Begins a case; the run gets its world.
wend_status crowd_show_start(scene_run *run, crowd_show *show, int index, wend_dodge_kind dodge, wend_error *error);

/// Frees all but the world.
void crowd_show_stop(crowd_show *show);

/// One step; false when it failed.
bool crowd_show_step(crowd_show *show);

/// Obstacles, goals and bodies by where they go to.
void crowd_show_draw(const scene_run *run, const crowd_show *show, const wend_draw *draw);
void crowd_show_legend(const crowd_show *show, scene_legend *legend);

/// From the ground, x and z, to x and y.
wend_vec crowd_show_project(const scene_run *run, wend_vec point);

#endif
