// The steering course: three maps on which any motion model, follower, sense and combiner are compared.        floor 5
//
//   course_default   the setting that the tables are made with
//   course_open      six agents at the start of a map; course_close frees them
//   course_step      a sixtieth of a second for all six
//   course_result    who is stuck, how long it took, how much it touched and wobbled
//
// Lengths are metres. Agents ignore each other. The planner's paths keep half a metre from corners and know nothing of
// one pillar, nor of the crates that slide to and fro.
#ifndef WEND_COURSE_H
#define WEND_COURSE_H

#include "wend/wend.h"

#define COURSE_AGENTS 6
#define COURSE_LIMIT  45.0 // seconds; who hasn't arrived by then is stuck
#define COURSE_STEP   (1.0 / 60.0)

typedef enum course_map
{
    COURSE_CORRIDOR,
    COURSE_PILLARS,
    COURSE_DEADEND,
    COURSE_MAPS
} course_map;
typedef enum course_motion
{
    COURSE_POINT,
    COURSE_TURN,
    COURSE_CAR,
    COURSE_MOTIONS
} course_motion;
typedef enum course_follow
{
    COURSE_WAYPOINT,
    COURSE_CARROT,
    COURSE_PREDICT,
    COURSE_NONE, ///< no path: straight at the goal
    COURSE_FOLLOWS
} course_follow;
typedef enum course_sense
{
    COURSE_NOTHING,
    COURSE_FEELER,
    COURSE_WHISKERS,
    COURSE_QUERY, ///< walls within a radius
    COURSE_RING,  ///< a ring of rays
    COURSE_SENSES
} course_sense;
typedef enum course_combine
{
    COURSE_SUM,
    COURSE_PRIORITY,
    COURSE_BUDGET,
    COURSE_CONTEXT,
    COURSE_COMBINES
} course_combine;

extern const char *const course_map_names[], *const course_motion_names[], *const course_follow_names[],
                                                                               *const course_sense_names[],
                                                                                   *const course_combine_names[];

/// One setting.
typedef struct course_setup
{
    course_map map;
    course_motion motion;
    course_follow follow;
    course_sense sense;
    course_combine combine;
    int ring;            ///< slots and rays, [4, 64], default 16
    float hysteresis;    ///< bonus near the last direction, [>= 0], default 0.3
    float reach;         ///< free travel at which danger ends, [> 0], default 1.5
    float speed;         ///< top speed, [> 0], default 3
    float carrot;        ///< [> 0], default 2
    float switch_radius; ///< [> 0], default 0.8
    float reverse;       ///< the car's top speed backwards as a share of the top speed, [0, 1], default 0: it can't
    bool has_crates;
    uint64_t jitter; ///< 0: the nominal course; else the number of a jittered copy
    uint64_t seed;   ///< of the jitter
} course_setup;

course_setup course_default(void);

/// How one agent is doing.
typedef struct course_agent
{
    wend_agent body;
    wend_path path;
    wend_path_progress progress;
    wend_side side;
    wend_car_state car;
    float spin;
    wend_vec points[8];
    wend_ring ring;
    wend_vec chosen; ///< the last choice's direction
    wend_choice_result choice;
    wend_cast casts[WEND_RING_MOST]; ///< of the last look
    wend_hit hits[WEND_RING_MOST];
    int ray_count;
    float range; ///< as far as the ring looks this step: not beyond the aim
    wend_vec wish, aim;
    bool has_arrived, is_touching;
    double seconds, touching, turning; ///< until it arrived: time, time in contact, radians turned
    long rays;
} course_agent;

typedef struct course
{
    course_setup setup;
    wend_obstacles *walls;
    wend_caster caster;
    wend_obstacle_id crates[3];
    wend_vec crate_at[3];
    float crate_swing[3][3]; ///< amplitude, period, phase
    float crate_side;
    course_agent agents[COURSE_AGENTS];
    double seconds;
    wend_vec goal[COURSE_AGENTS];
    wend_vec low, high;       ///< what there is to see
    wend_vec outline[512][2]; ///< segments, to be drawn
    int outline_count;
} course;

/// A course at its beginning, or null for want of memory.
course *course_open(const course_setup *setup);
void course_close(course *c);

/// One step; nothing once all have arrived or the time is up. True while it goes on.
bool course_step(course *c);

/// What came of it. Agents that are still under way count as stuck.
typedef struct course_result
{
    int agents, stuck;
    double time;    ///< mean seconds an agent; the stuck count 45
    double contact; ///< per cent of the time
    double wobble;  ///< degrees turned a second
    double rays;    ///< a step and agent
} course_result;

course_result course_results(const course *c);

#endif
