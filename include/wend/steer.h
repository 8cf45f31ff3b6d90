// One wish each: where would I like to go?                                                floor 2, includes agent.h
//
//   wend_seek wend_flee wend_arrive wend_arrive_linear         a point
//   wend_pursue wend_evade wend_intercept wend_predict         something that moves
//   wend_match wend_cruise wend_stop wend_hold                 a velocity, a speed, a place
//   wend_interpose wend_offset_pursue                          between two, beside one
//   wend_keep_range wend_orbit                                 around a point
//   wend_keep_in_circle wend_keep_in_box                       within a region
//   wend_wander wend_follow_field                              nowhere in particular, along a field
//   wend_face wend_look wend_aim                               facing, apart from moving: these return a direction
//   wend_estimate                                              the velocity of what reports only positions
//
// All are pure functions of what is handed in and return a wanted velocity no faster than the agent's top speed, or the
// velocity it has where they want no change. They compute in double, so any finite input gives a finite answer. Nothing
// here allocates, draws or looks at the time. Scenes: quick_start, playground, chase, critters,
// vocabulary.
#ifndef WEND_STEER_H
#define WEND_STEER_H

#include "wend/agent.h"

/// Full speed toward the point; zero on it. It overshoots a point that stands still: wend_arrive doesn't.
/// Reynolds, "Steering Behaviors For Autonomous Characters", 1999.
WEND_API wend_vec wend_seek(const wend_agent *self, wend_vec point);

/// Full speed away from the point while it is within `panic_radius` (0: everywhere; exactly at it counts), beyond it no
/// change. `fade` [0, 1] is the share of the radius at the rim over which the wish fades in from no change. Zero on the
/// point.
WEND_API wend_vec wend_flee(const wend_agent *self, wend_vec point, float panic_radius, float fade);

/// Toward the point and at rest on it. The speed is the slower of two: top speed * distance / arrival radius, and the
/// one from which the body can still brake in time, v^2 / (2 a) + 4 t v = distance, where t is its response time: with
/// t = 0 this is v = sqrt(2 a d); the second term is the least that a body which follows with a lag of t needs so as
/// not to overshoot (critical damping). Zero within a thousandth of the arrival radius, and within 1e-5 of the farthest
/// coordinate, since floats are no finer there.
WEND_API wend_vec wend_arrive(const wend_agent *self, wend_vec point);

/// Toward the point at top speed, and in step with the distance within `radius` [>= 0]; zero on the point. This is the
/// text book's arrive: it knows nothing of braking, and overshoots if the radius is too short for the body.
WEND_API wend_vec wend_arrive_linear(const wend_agent *self, wend_vec point, float radius);

/// What the distance is divided by to guess the time until two things meet.
typedef enum wend_divisor
{
    WEND_DIVIDE_BY_TOP_AND_TARGET, ///< own top speed + the target's speed (default)
    WEND_DIVIDE_BY_TOP,            ///< own top speed
    WEND_DIVIDE_BY_CURRENT,        ///< own speed + the target's speed, both as they are now
} wend_divisor;

/// How to look ahead. Start from wend_default_prediction().
typedef struct wend_prediction
{
    wend_divisor divisor; ///< default WEND_DIVIDE_BY_TOP_AND_TARGET
    float longest;        ///< seconds looked ahead at most, [>= 0], default 2
    bool is_exact;        ///< first try the exact intercept at own top speed; default false
} wend_prediction;

WEND_API wend_prediction wend_default_prediction(void);

/// How far ahead to look, [0, longest] seconds: distance / divisor; 0 if the divisor is 0. `how` null: the defaults.
WEND_API float wend_predict(const wend_agent *self, wend_vec position, wend_vec velocity, const wend_prediction *how);

/// In how many seconds something that starts at self's position with speed `speed` can meet a target that keeps its
/// velocity; the smaller solution of |offset + velocity t| = speed t, or -1 if there is none. 0 if they are in one
/// place.
WEND_API float wend_intercept(const wend_agent *self, wend_vec position, wend_vec velocity, float speed);

/// Full speed toward where the target will be. `how` null: the defaults.
WEND_API wend_vec wend_pursue(const wend_agent *self, wend_vec position, wend_vec velocity, const wend_prediction *how);

/// Full speed away from where the threat will be, while its way there comes within `panic_radius` (0: everywhere);
/// beyond it no change. Never toward the threat: where its predicted place lies beyond the agent, away from the threat
/// itself. `how` null: the defaults.
WEND_API wend_vec wend_evade(const wend_agent *self, wend_vec position, wend_vec velocity, float panic_radius,
                             const wend_prediction *how);

/// The given velocity, cut to top speed.
WEND_API wend_vec wend_match(const wend_agent *self, wend_vec velocity);

/// On as before, but at `speed` [>= 0], cut to top speed: along the velocity, or along the heading at rest.
WEND_API wend_vec wend_cruise(const wend_agent *self, float speed);

/// Zero.
WEND_API wend_vec wend_stop(const wend_agent *self);

/// Stay at home: zero within `slack` [>= 0] of it, else back as wend_arrive does.
WEND_API wend_vec wend_hold(const wend_agent *self, wend_vec home, float slack);

/// Get between two that move: arrive at the point that divides their line at `share` (0: at the first, 0.5: the middle)
/// at the time it takes to go there at top speed (2 s at most).
WEND_API wend_vec wend_interpose(const wend_agent *self, wend_vec position_a, wend_vec velocity_a, wend_vec position_b,
                                 wend_vec velocity_b, float share);

/// That point.
WEND_API wend_vec wend_interpose_point(const wend_agent *self, wend_vec position_a, wend_vec velocity_a,
                                       wend_vec position_b, wend_vec velocity_b, float share);

/// Whom to accompany, and where.
typedef struct wend_leader
{
    wend_vec position;
    wend_vec velocity;
    wend_vec heading; ///< unit vector
    wend_vec offset;  ///< in the leader's frame: x ahead, y to its left, z up
} wend_leader;

/// Where that is now.
WEND_API wend_vec wend_leader_place(const wend_leader *leader);

/// Keep a place that moves along with a leader: arrive there, as seen by the leader, and add the leader's velocity; cut
/// to top speed. So it doesn't trail behind.
WEND_API wend_vec wend_offset_pursue(const wend_agent *self, const wend_leader *leader);

/// Keep between `nearest` and `farthest` of a point [0 <= nearest <= farthest]: away when too near (on the point:
/// along the heading), toward it when too far, slower where it could not brake in the band; at rest between. With a
/// threat as the point it kites.
WEND_API wend_vec wend_keep_range(const wend_agent *self, wend_vec point, float nearest, float farthest);

/// Circle a point at `radius` [> 0], counter-clockwise as seen from +z (or clockwise). The speed is cut to sqrt(a r),
/// what the body's acceleration can hold on that circle. On the point itself it leaves along its heading.
WEND_API wend_vec wend_orbit(const wend_agent *self, wend_vec point, float radius, bool is_clockwise);

/// Stay within `radius` [> 0] of a point, on a leash: the outward speed is cut to what can be braked before the rim,
/// and outside the way is inward at top speed.
WEND_API wend_vec wend_keep_in_circle(const wend_agent *self, wend_vec centre, float radius);

/// The same for a box [low <= high in each coordinate]. An axis in which low equals high is left alone.
WEND_API wend_vec wend_keep_in_box(const wend_agent *self, wend_vec low, wend_vec high);

/// Which way one wanders. Zero means: begin along the heading.
typedef struct wend_wander_state
{
    wend_vec direction; ///< unit vector, or zero before the first turn
} wend_wander_state;

/// Turn the direction by a random step, uniform in +-sqrt(3) * rate * sqrt(seconds), so that after one second it has
/// turned by `rate` radians (standard deviation; the usual value is WEND_WANDER_RATE) however the second was cut into
/// steps; then full speed along it. In the plane one draw; in space (`is_spatial`) two, the
/// second for the way in which the step is made. No draw when seconds are 0.
WEND_API wend_vec wend_wander(const wend_agent *self, wend_wander_state *state, wend_random *random, float rate,
                              bool is_spatial, double seconds);

/// 0.65 / sqrt(3): 21.5 degrees after a second.
#define WEND_WANDER_RATE 0.37527767f

/// The velocity of a field at a place.
typedef wend_vec wend_field_fn(wend_vec position, void *user);

/// The field's velocity where the agent will be in one response time, cut to top speed. A field that isn't finite there
/// wants no change.
WEND_API wend_vec wend_follow_field(const wend_agent *self, wend_field_fn *field, void *user);

/// The direction toward a point; the heading on it.
WEND_API wend_vec wend_face(const wend_agent *self, wend_vec point);

/// The direction of a velocity faster than `least_speed` [>= 0]; else the heading, so that nobody shivers when
/// stopping.
WEND_API wend_vec wend_look(const wend_agent *self, wend_vec velocity, float least_speed);

/// The direction to shoot something of speed `speed` so that it meets a moving target; toward the target if it can't.
WEND_API wend_vec wend_aim(const wend_agent *self, wend_vec position, wend_vec velocity, float speed);

/// Guesses a velocity from positions. All zero: nothing seen yet.
typedef struct wend_estimator
{
    wend_vec position; ///< where it was last
    wend_vec velocity; ///< the guess
    bool has_seen;
} wend_estimator;

/// See it at a position `seconds` after the last time. The guess moves toward (now - last) / seconds so that half the
/// error is left after `half_life` seconds [>= 0; 0: none]. At the first sight, and when seconds are not above 0, the
/// guess stays as it is; in the latter case so does the place.
WEND_API wend_vec wend_estimate(wend_estimator *estimator, wend_vec position, double seconds, float half_life);

#endif
