// What the tests of path following share: paths, and a walk along one.
#ifndef WEND_TESTING_PATH_H
#define WEND_TESTING_PATH_H

#include "testing.h"

#include "wend/motion.h"
#include "wend/path.h"
#include "wend/steer.h"

static const double rates[] = {15, 30, 60, 144, 240};
static const wend_follower followers[] = {WEND_FOLLOW_CARROT, WEND_FOLLOW_WAYPOINT, WEND_FOLLOW_PREDICT,
                                          WEND_FOLLOW_GOAL};

#define PATH(array)                                                                                                    \
    {                                                                                                                  \
        array, COUNT_OF(array), false                                                                                  \
    }
#define LOOP(array)                                                                                                    \
    {                                                                                                                  \
        array, COUNT_OF(array), true                                                                                   \
    }

/// The distance from a point to a segment.
static inline double off_segment(wend_vec p, wend_vec a, wend_vec b)
{
    wend_vec ab = wend_sub(b, a), ap = wend_sub(p, a);
    double length = exact_dot(ab, ab), share = length > 0 ? exact_dot(ap, ab) / length : 0;
    share = fmax(0, fmin(1, share));
    return sqrt(square((double)ap.x - share * (double)ab.x) + square((double)ap.y - share * (double)ab.y) +
                square((double)ap.z - share * (double)ab.z));
}

static inline double off_path(const wend_path *path, wend_vec p)
{
    double off = 1e30;
    for (int i = 0; i + 1 < path->count; i++)
        off = fmin(off, off_segment(p, path->points[i], path->points[i + 1]));
    return off;
}

/// What comes of following.
typedef struct trip
{
    double seconds; // until it arrived, or until the end of the time
    bool has_arrived;
    unsigned events; // all of them
    int passed;
    double farthest; // from the path
    double aim_turn; // the largest turn of the direction to the aim in one step
    wend_path_progress progress;
    wend_agent self;
} trip;

static inline trip walk(wend_agent self, const wend_path *path, const wend_follow *how, double dt, double longest)
{
    trip t = {.self = self};
    wend_vec last_aim = {0};
    for (; t.seconds < longest && !t.has_arrived; t.seconds += dt)
    {
        int leg = t.progress.leg, lap = t.progress.lap;
        wend_vec wish = wend_follow_path(&t.self, path, &t.progress, how, dt);
        assert_finite(wish);
        assert_true(exact_length(wish) <= (double)self.max_speed * (1 + 1e-6));
        assert_true(t.progress.lap > lap || (t.progress.lap == lap && t.progress.leg >= leg)); // only forward
        t.events |= t.progress.events;
        t.passed += t.progress.passed;
        t.has_arrived = (t.progress.events & WEND_PATH_ARRIVED) != 0;
        assert_true(t.has_arrived == t.progress.has_arrived);
        wend_vec aim = wend_sub(t.progress.aim, t.self.position);
        if (t.seconds > 0 && !t.progress.has_arrived)
            t.aim_turn = fmax(t.aim_turn, (double)wend_angle_between(aim, last_aim));
        last_aim = aim;
        if (path->count > 1)
            t.farthest = fmax(t.farthest, off_path(path, t.self.position));
        if (!t.has_arrived)
            move_by(&t.self, wend_point_mass(&t.self, wish, dt, NULL), dt);
    }
    return t;
}

#endif
