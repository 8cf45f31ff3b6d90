// What a body can do of a wish.                                                           floor 2, includes agent.h
//
//   wend_point_mass     speeds up any way, within its limits
//   wend_turn_on_spot   turns at a limited rate and moves only where it looks
//   wend_drive          a car: turns only while it rolls, can back up and turn in three points
//   wend_fly            a flyer: never stops, banks into its turns, climbs no steeper than it can
//   wend_can_reach      is a point outside the circles on which a body would orbit it for ever?
//   wend_bank           how far a flyer leans
//
// Returns the velocity at the end of a time step; moving by velocity * seconds afterwards (velocity first, then
// position) is the integration for which all limits of this library are meant. Nothing here allocates or remembers:
// what a body has to know of its last step is handed in and comes back. Bodies with a heading follow a change of speed
// with the agent's response time and acceleration limit as the point mass does; what they had across their heading is
// lost. Angles are in radians.
#ifndef WEND_MOTION_H
#define WEND_MOTION_H

#include "wend/agent.h"

/// What held a body back.
typedef enum wend_cut_by
{
    WEND_CUT_BY_NOTHING = 0,
    WEND_CUT_BY_RESPONSE = 1,     ///< the response time: the change is spread over it
    WEND_CUT_BY_ACCELERATION = 2, ///< the acceleration limit
    WEND_CUT_BY_SPEED = 4,        ///< the top speed
    WEND_CUT_BY_TURN = 8,         ///< a limit of turning: it doesn't face the wish yet
    WEND_CUT_BY_FACING = 16,      ///< it doesn't face the wish, and so it is slower than the wish
    WEND_CUT_BY_CLIMB = 32,       ///< the steepest climb, or how fast the nose goes up and down
} wend_cut_by;

/// The velocity after `seconds` [>= 0]. The change is (wish - velocity) * seconds / response time, where a step longer
/// than the response time counts as the response time. It is cut to max_acceleration * seconds and divided by the mass;
/// what is left below a thousandth of the top speed is made at once, as far as that allows, so that heavy bodies come
/// to rest too. Last the speed is cut to top speed, which may break the acceleration limit of a body that is too fast
/// already. Zero seconds: the velocity, exactly. `cut_by` may
/// be null; it gets the flags of all that cut. Huge finite steps saturate.
WEND_API wend_vec wend_point_mass(const wend_agent *self, wend_vec wish, double seconds, unsigned *cut_by);

/// What comes of a step of a body with a heading.
typedef struct wend_move
{
    wend_vec velocity; ///< at the end of the step
    wend_vec heading;  ///< at the end of the step; unit vector
    unsigned cut_by;   ///< flags of wend_cut_by
    float spin;        ///< rate of turning in this step, radians a second; counter-clockwise about z is positive
} wend_move;

/// A body that turns on the spot. Start from wend_default_turner().
typedef struct wend_turner
{
    float turn_rate;         ///< radians a second at most, [>= 0], default 5
    float turn_acceleration; ///< by which the rate changes at most, radians a second squared, [>= 0]; default 0: no
                             ///< limit
} wend_turner;

WEND_API wend_turner wend_default_turner(void);

/// Turn the short way toward the wish by at most turn_rate * seconds, never past it, then move only along the new
/// heading: the target speed is |wish| * max(0, cosine of the angle still left). With a limit of the turning
/// acceleration the rate r keeps r^2 <= 2 * turn_acceleration * angle left, the angular stopping distance, so that a
/// wish that stands still is never overshot; a body that spins too fast for a new wish brakes as hard as it can. With
/// the wish straight behind (within 0.1) it goes on the way it spins already, else counter-clockwise. `spin` is that
/// of the last step, 0 at first; it matters only for these two. A zero wish keeps the heading and brakes. In space it
/// turns in the plane of heading and wish; there spin counts about whichever end of that plane's axis points up.
/// `def` null: the defaults. Zero seconds: velocity, heading and spin exactly.
WEND_API wend_move wend_turn_on_spot(const wend_agent *self, wend_vec wish, const wend_turner *def, float spin,
                                     double seconds);

/// A car. Start from wend_default_car().
typedef struct wend_car
{
    float turning_radius; ///< of the smallest circle it can drive, [> 0], default 1
    float across;         ///< acceleration across the heading at most (speed^2 / radius), [>= 0]; default 0: no limit.
                          ///< Along the heading the agent's max_acceleration holds
    float least_share;    ///< share of the wished speed that it keeps however far it must turn, [0, 1], default 0.35
    float reverse_share;  ///< top speed backwards, as a share of the top speed, [0, 1], default 0.5; 0: can't reverse
    float reach;          ///< what lies behind it and no farther than this is got at by backing up and turning in three
                          ///< points; for what is farther it drives a wide turn forwards. [>= 0], default 8
    bool keeps_rolling;   ///< never slower than least_share of its *top* speed while it wishes to move; default false.
                          ///< Such a car can't come to rest on a point slowly
} wend_car;

WEND_API wend_car wend_default_car(void);

/// What a car is about.
typedef enum wend_car_gear
{
    WEND_CAR_FORWARD, ///< toward the wish
    WEND_CAR_REVERSE, ///< backs up, its nose swinging toward the wish
    WEND_CAR_WIDE,    ///< straight on, to get away from what lies inside its turning circle
} wend_car_gear;

/// What a car has to remember. Starts as all zero. A caller that knows where the wish leads to (who follows a path: the
/// progress's aim) writes the aim before each step; all else belongs to wend_drive.
typedef struct wend_car_state
{
    wend_vec aim;  ///< the point that the wish is about; the car uses it to see that it lies inside its turning circle
    bool has_aim;  ///< is it known? default false: the car sees that it is orbiting after one full turn, and counts
                   ///< whatever lies behind as within reach
    bool is_boxed; ///< it hit something while backing up: it changes gear only when blocked, until it faces the wish
    wend_car_gear gear;
    float turned;  ///< at full lock toward one side without facing the wish, radians, left positive
    float leaving; ///< distance still to be driven off a circle where the aim isn't known
    float asked;   ///< speed of the last step, negative backwards
    float blocked; ///< seconds for which the body hasn't moved though asked to
} wend_car_state;

/// Drive: it moves only along its heading and turns at no more than speed / turning radius (the slower of the speeds
/// before and after the step: none at standstill), nor across / speed. The target speed is |wish| * max(least share,
/// cosine of the angle to the wish). It backs up where it can reverse and
///   - the wish is more than 120 degrees off, and what it is about within reach, or
///   - the aim lies inside its turning circle (wend_can_reach says so), or, the aim not being known, it has turned
///     full circle at full lock, or what it turned toward has slipped behind it, or
///   - it has been blocked for 0.25 s while the wish is more than 60 degrees off;
/// until the wish is less than 60 degrees off and the aim outside a circle of 1.2 turning radii, or it is blocked
/// from behind. A car that can't reverse drives straight on instead, until the aim is outside. While it manoeuvres it
/// is no slower than least_share of its top speed. So neither orbits for ever, nor flips between its gears. A car
/// keeps to the ground: z of wish and heading isn't looked at and comes back 0. A zero wish brakes. `def` null: the
/// defaults. Zero seconds: velocity and heading exactly, state untouched. `spin` of the result is speed / radius of
/// the arc.
WEND_API wend_move wend_drive(const wend_agent *self, wend_vec wish, const wend_car *def, wend_car_state *state,
                              double seconds);

/// Can a body whose smallest turning circle has that radius [>= 0] drive forwards to the point without first going
/// away from it? False where the point lies inside the circle that touches the heading on the point's side: d^2 < 2 r c
/// for a distance d of which c is across the heading. What is nearer than a thousandth of the arrival radius, or than
/// 1e-5 of the farthest coordinate, counts as reached.
WEND_API bool wend_can_reach(const wend_agent *self, wend_vec point, float turning_radius);

/// A flyer. Start from wend_default_flyer().
typedef struct wend_flyer
{
    float turn_rate;         ///< about z, radians a second at most, [>= 0], default 1.5
    float turn_acceleration; ///< by which that rate changes at most, [>= 0]; default 0: no limit
    float pitch_rate;        ///< of the nose up and down, radians a second at most, [>= 0], default 1
    float climb_angle;       ///< steepest way up and down, [0, pi/2], default pi/4
    float least_speed;       ///< it can't fly slower, [>= 0], default 1; cut to the top speed
    float bank_angle;        ///< it can't lean further, [0, pi/2), default pi/3
    float gravity;           ///< against which it leans, [> 0], default 9.81
} wend_flyer;

WEND_API wend_flyer wend_default_flyer(void);

/// Fly: the heading turns about z by at most the turn rate and the rate at which the bank angle is reached, gravity *
/// tan(bank angle) / speed, and up and down by at most the pitch rate, toward the wish, whose climb is cut to the
/// climb angle; the heading climbs no steeper than that (one handed in that does comes back to it at the pitch rate).
/// It moves only along its heading; the target speed is |wish| * max(0, cosine of the angle to it), and at least the
/// least speed. A body slower than that speeds up within its limits. A zero wish: straight on, level, at the least
/// speed. `spin` is that of the last step, 0 at first, as for wend_turn_on_spot. `def` null: the defaults. Zero
/// seconds: velocity, heading and spin exactly.
WEND_API wend_move wend_fly(const wend_agent *self, wend_vec wish, const wend_flyer *def, float spin, double seconds);

/// How far a flyer leans in a turn, [-pi/2, pi/2]: atan(speed * spin / gravity), positive to the left in a turn to the
/// left. `gravity` [> 0].
WEND_API float wend_bank(float speed, float spin, float gravity);

#endif
