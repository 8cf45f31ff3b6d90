// Following a path.                                                                       floor 2, includes agent.h
//
//   wend_follow_path    the wished velocity along a path, and what happened on the way
//   wend_path_begin     start at the nearest place of a path instead of at its first point
//   wend_path_left      how far it still is
//   wend_path_length wend_path_point wend_path_nearest wend_path_nearest_on     the path as a line
//   wend_path_pull      leave out the points that a straight walk makes needless
//   wend_path_tighten   and move those that are left into their bends: a string, pulled tight
//
// A path is borrowed: points in a row, joined by straight legs. Where one is on it is kept in a small plain struct that
// starts as all zero and only goes forward, leg by leg: it never jumps to another lap or to a leg that crosses this
// one. Points that are repeated are no trouble; a path of one point is arrived at. Nothing here allocates or draws.
// Path lengths are double inside and saturate at FLT_MAX. Scene: vocabulary.
#ifndef WEND_PATH_H
#define WEND_PATH_H

#include "wend/agent.h"

/// Points in a row. Leg i goes from point i to point i + 1; on a loop the last leg leads back to point 0.
typedef struct wend_path
{
    const wend_vec *points; ///< finite; may be null if there are none
    int count;              ///< [>= 0]
    bool is_loop;
} wend_path;

/// A place on a path, as seen from some point.
typedef struct wend_path_spot
{
    wend_vec point;   ///< on the path
    wend_vec tangent; ///< unit vector along the leg; zero if all points are one
    float off;        ///< how far the point that asked is from it, [>= 0]
    float along;      ///< distance along the path from its first point, [0, length]
    int leg;          ///< [0, legs), 0 if there are none
} wend_path_spot;

/// The length of all legs; 0 for fewer than two points.
WEND_API float wend_path_length(const wend_path *path);

/// The point at that distance along it. Before the start: the first point. Beyond the end: the last one, or on a loop
/// round again. The origin if there are no points.
WEND_API wend_vec wend_path_point(const wend_path *path, float distance);

/// The nearest place of the whole path; of several equally near ones the first. Without points the asking point itself.
WEND_API wend_path_spot wend_path_nearest(const wend_path *path, wend_vec position);

/// The nearest place of one leg [0, legs).
WEND_API wend_path_spot wend_path_nearest_on(const wend_path *path, int leg, wend_vec position);

/// Where on the path one aims.
typedef enum wend_follower
{
    WEND_FOLLOW_CARROT,   ///< a fixed distance ahead of the nearest place on the current leg and the next (default)
    WEND_FOLLOW_WAYPOINT, ///< the next point of the path, until it is passed within the switch radius
    WEND_FOLLOW_PREDICT,  ///< straight on as long as the way ahead stays in the tube, else back to the path ahead:
                          ///< Reynolds, "Steering Behaviors For Autonomous Characters", 1999
    WEND_FOLLOW_GOAL,     ///< straight at the last point, whatever lies between; on a walk without an end: WAYPOINT
} wend_follower;

/// Can a body of that radius walk straight from one point to the other?
typedef bool wend_walk_is_clear_fn(wend_vec from, wend_vec to, float radius, void *user);

/// How to follow a path. Start from wend_default_follow().
typedef struct wend_follow
{
    wend_follower follower;
    float ahead;         ///< distance of the carrot from the nearest place, [> 0], default 2
    float switch_radius; ///< a waypoint counts as passed within it, [> 0], default 0.8; exactly at it counts
    float height; ///< [>= 0]. Default 0: the radius is that of a ball. Else a waypoint counts, and one arrives, only
                  ///< within this height (z) of it, and the radii are level: the floor above doesn't count
    float tube;   ///< half the width of the path, [> 0], default 1: farther off one has left it; rounding
                  ///< corners may cut as much
    float seconds_ahead; ///< how far PREDICT looks, [>= 0], default 0.5
    float tolerance;     ///< within this distance of the end it has arrived, [>= 0]; default 0: a hundredth of the
                         ///< arrival radius
    bool is_backward;    ///< from the last point to the first (on a loop from the first, the other way round); default
                         ///< false
    bool is_there_and_back;      ///< at the end turn round, for ever; default false
    bool runs_through;           ///< don't brake for the end; it has arrived within the switch radius. default false
    bool ignores_corners;        ///< don't slow down for corners; default false
    wend_walk_is_clear_fn *sees; ///< of CARROT: is the straight way (radius 0) to a place free? A carrot beyond a
                                 ///< corner pulls one into the wall, so it comes nearer until it is seen; but where
                                 ///< something stands on the path itself it stays beyond that. Null (default): the
                                 ///< carrot is where it is
    void *sees_user;
} wend_follow;

WEND_API wend_follow wend_default_follow(void);

/// What happened in a step.
typedef enum wend_path_event
{
    WEND_PATH_PASSED = 1,  ///< waypoints: `passed` of them
    WEND_PATH_LAP = 2,     ///< the end of a lap of a loop, or a turn of there and back
    WEND_PATH_ARRIVED = 4, ///< the end; once
    WEND_PATH_LEFT = 8,    ///< it is farther off the path than the tube
    WEND_PATH_BACK = 16,   ///< it is on the path again, within four fifths of the tube
    WEND_PATH_NONE = 32,   ///< the path has no points: there is nothing to follow; every time
} wend_path_event;

/// Where one is on a path. Starts as all zero; belongs to wend_follow_path.
typedef struct wend_path_progress
{
    int leg;          ///< which leg of this lap, in the order in which they are walked, [0, legs)
    int lap;          ///< how many laps, or ways there and back, are done
    float along;      ///< distance of the nearest place from the beginning of the leg
    float off;        ///< distance from it
    bool has_begun;   ///< has it been followed at all?
    bool has_entered; ///< WAYPOINT: has the first point been passed?
    bool has_arrived; ///< has it come to the end? stays so
    bool is_off;      ///< has it left the path?
    bool is_reversed; ///< are points being taken from the last to the first?
    unsigned events;  ///< of the last step, flags of wend_path_event
    int passed;       ///< waypoints passed in the last step
    wend_vec aim;     ///< where it aimed in the last step
    wend_vec last;    ///< where the agent was then
} wend_path_progress;

/// The wish to walk along the path, `seconds` [>= 0] after the last time (the agent has moved since). Progress goes
/// on: WAYPOINT passes a point when the way walked since came within the switch radius of it, in order, so that no
/// fast body steps over one (the first point of the path too, and it begins by going there), or when the body is
/// beyond the leg's end and nearer to the next leg; a body that was put elsewhere (farther than it can have moved)
/// has not walked there. The others pass a point when the next leg is nearer than the current one; but a corner
/// sharper than 104 degrees (cosine -0.25), and a turn of there and back, must be passed as by WAYPOINT, and nobody
/// aims beyond it before, so that no tip is cut off. The speed is the top speed, less where
///   - the end is near: as wend_arrive does, by the distance along the path, at the end by wend_arrive's own formula,
///     and never past the end in one step;
///   - a corner is too sharp: at the corner it is the v of k v^2 / a + l t v = tube, and before and behind it what
///     can be braked in between. So far drifts a point mass of acceleration a and response time t that takes over a
///     velocity of the same size in the new direction: with s and c the sine and cosine of half the angle by which
///     the path turns, k = 2 s^2 c and l = 2 s c, beyond a right angle k = max(2 s^2 c, 1 / (2 s)) and l = 1.
/// After arriving it stays at the end. No points: zero, and WEND_PATH_NONE. A path of one point, or with all points
/// in one place: as wend_arrive. Zero seconds: the wish for where it is, progress untouched. `how` null: the
/// defaults. A progress that doesn't fit a path that was exchanged is put on its last leg.
WEND_API wend_vec wend_follow_path(const wend_agent *self, const wend_path *path, wend_path_progress *progress,
                                   const wend_follow *how, double seconds);

/// The progress of somebody who begins at the nearest place of the whole path. `how` null: the defaults.
WEND_API wend_path_progress wend_path_begin(const wend_path *path, wend_vec position, const wend_follow *how);

/// The distance along the path from the nearest place to the end of this lap. `how` null: the defaults.
WEND_API float wend_path_left(const wend_path *path, const wend_path_progress *progress, const wend_follow *how);

/// Pull a path straight, in place: leave out every point between whose neighbours a straight walk is clear for a body
/// of `radius`, until none is left over (and repeated points). The first and the last point stay. Returns how many
/// points are left. At most count * count / 2 questions, in practice a few a point. `is_clear` null: nothing
/// but repeated points is left out.
WEND_API int wend_path_pull(wend_vec *points, int count, float radius, wend_walk_is_clear_fn *is_clear, void *user);

/// Pull a path tight, in place: wend_path_pull, and each point that is left moves into its bend and along its legs as far
/// as a walk of both legs stays clear; again until a round gains less than a ten-thousandth of the length, at most 24
/// times. So points come to lie beside the corners that the path goes round, at the body's radius. The path gets
/// shorter or stays as it is, it stays on its side of every obstacle, and a leg that was clear has only clear ones in
/// its place. The first and the last point stay. Returns how many points are left. About 40 questions for each of those
/// and each round. `is_clear` null: as wend_path_pull.
WEND_API int wend_path_tighten(wend_vec *points, int count, float radius, wend_walk_is_clear_fn *is_clear, void *user);

#endif
