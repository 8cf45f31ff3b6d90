// What is in the way: the caster interface, and one set of static and movable obstacles that is a caster.
//                                                                                             floor 1, includes vec.h
#ifndef WEND_OBSTACLE_H
#define WEND_OBSTACLE_H

#include "wend/vec.h"

/// What a cast met, or what lies near a point.
typedef struct wend_hit
{
    float distance;    ///< cast: how far it came until it touched, [0, length]. Around: from the centre to the point, negative
                       ///< where the centre is inside
    wend_vec point;    ///< on the obstacle
    wend_vec normal;   ///< unit vector out of the obstacle there; against the cast
    wend_vec velocity; ///< of what was met, at that point
    uint64_t body;     ///< what was met: a wend_obstacle_id's value, or whatever the host's caster calls it; never 0
} wend_hit;

/// A ray, or a swept circle (in a plane) or sphere (in space).
typedef struct wend_cast
{
    wend_vec from;
    wend_vec along;  ///< to its end; zero: nothing is met
    float radius;    ///< [>= 0]; 0: a ray
    uint32_t mask;   ///< layers of which one must match; 0: any
    uint64_t ignore; ///< this body isn't met; 0: none
} wend_cast;

/// Whatever can be asked what is in the way: a wend_obstacles, a grid, a physics engine behind an adapter.
typedef struct wend_caster
{
    /// The first thing on the way; false if there is none, and `hit` is left alone. Touching counts as clear.
    bool (*cast)(const wend_cast *cast, wend_hit *hit, void *user);
    /// The nearest point of each circle, and of each edge of a box or polygon by itself, within `radius` of a point; nearest
    /// first, ties by body, then by edge. Returns how many there are; at most `capacity` are written. Where the centre is
    /// inside, distances to that body's edges are negative and normals are the way out.
    int (*around)(wend_vec centre, float radius, uint32_t mask, uint64_t ignore, wend_hit *hits, int capacity,
                  void *user);
    void *user;
} wend_caster;

#endif
