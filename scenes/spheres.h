// What the scene spheres is made of: its state, and how it is drawn.
#ifndef WEND_SPHERES_H
#define WEND_SPHERES_H

#include "camera.h"

#define SPHERES_COUNT  200
#define SPHERES_FLYERS 16
#define SPHERES_TRAIL  110

typedef struct spheres_flyer
{
    wend_agent body;
    wend_agent_id id; ///< the same one in the run's world, which explains its motion
    wend_vec wish, goal, last;
    float spin;
    wend_ring ring;
    wend_choice_result choice;
    double set_off;                ///< when it started to this side
    int crossings;                 ///< how often it has reached the other side
    wend_vec trail[SPHERES_TRAIL]; ///< where it was, the latest at trail_at - 1
    int trail_at, trail_count;
} spheres_flyer;

typedef struct spheres
{
    wend_obstacles *set;
    wend_vec centre[SPHERES_COUNT];
    float radius[SPHERES_COUNT];
    uint64_t body[SPHERES_COUNT]; ///< their ids
    wend_ring blank;              ///< laid out once, copied to each flyer
    spheres_flyer flyers[SPHERES_FLYERS];
    int touches, meetings; ///< steps in which a hull overlapped a sphere; another hull
    float least_gap;       ///< between a hull and a sphere, so far
    double slowest;        ///< crossing, seconds
    camera camera;
    float camera_turn; ///< by the arrow keys
} spheres;

extern const wend_vec spheres_low, spheres_high; ///< of the field of spheres

void spheres_draw(const scene_run *run, const wend_draw *draw);
void spheres_legend(const scene_run *run, scene_legend *legend);

#endif
