// Bodies that move along their heading: turner, car, flyer.
#include "wend/motion.h"

#include "arrive.h"
#include "real.h"

#define HALF_TURN 3.14159265358979323846

// ---- what they share ----------------------------------------------------------------------------------------------

/// The speed after a step, by the same rule as the point mass's velocity.
static double speed_after(const wend_agent *self, double speed, double target, double seconds, unsigned *cuts)
{
    double left = fabs(target - speed), top = (double)self->max_speed, response = (double)self->response_time;
    double wanted = left;
    if (seconds < response && left >= top * 0.001)
    {
        wanted = left * (seconds / response);
        *cuts |= WEND_CUT_BY_RESPONSE;
    }
    double most = (double)self->max_acceleration * seconds;
    if (wanted > most)
    {
        wanted = most;
        *cuts |= WEND_CUT_BY_ACCELERATION;
    }
    double made = fmin(wanted / (double)self->mass, left);
    double next = made < left ? speed + (target > speed ? made : -made) : target;
    if (fabs(next) > top)
    {
        next = next > 0.0 ? top : -top;
        *cuts |= WEND_CUT_BY_SPEED;
    }
    return next;
}

/// Where a body looks; for one that says nothing, where it moves or wants to.
static real_vec heading_of(real_vec heading, real_vec velocity, real_vec wish)
{
    const real_vec guesses[] = {heading, velocity, wish};
    for (int i = 0; i < 3; i++)
    {
        real_vec unit = real_unit(guesses[i]);
        if (real_dot(unit, unit) > 0.0)
            return unit;
    }
    return (real_vec){1.0, 0.0, 0.0};
}

/// A heading that hasn't changed comes back bit for bit, if it is one.
static wend_vec heading_after(const wend_agent *self, real_vec next, bool has_turned)
{
    double length = real_length(real_of(self->heading));
    return has_turned || fabs(length - 1.0) > 1e-6 ? real_to_vec(next) : self->heading;
}

/// The way to turn from a heading to a direction.
typedef struct turn
{
    real_vec side; // unit vector across the heading, to its left
    double angle;  // positive toward that side, [-pi, pi]
} turn;

static real_vec left_of(real_vec heading)
{
    real_vec left = real_unit((real_vec){-heading.y, heading.x, 0.0});
    return real_dot(left, left) > 0.0 ? left : (real_vec){0.0, 1.0, 0.0};
}

static turn turn_between(real_vec heading, real_vec direction)
{
    real_vec side = left_of(heading);
    if (heading.z != 0.0 || direction.z != 0.0)
    {
        real_vec across = real_sub(direction, real_scale(heading, real_dot(heading, direction)));
        if (real_length(across) > 1e-7)
        {
            side = real_unit(across);
            // Left is the side from which the axis of turning points up.
            double up = heading.x * side.y - heading.y * side.x, along_x = heading.y * side.z - heading.z * side.y;
            if (up < 0.0 || (up == 0.0 && along_x < 0.0))
                side = real_scale(side, -1.0);
        }
    }
    float sine = (float)real_dot(side, direction), cosine = (float)real_dot(heading, direction);
    return (turn){side, (double)wend_atan2(sine, cosine)};
}

static real_vec turned_by(real_vec heading, real_vec side, double angle)
{
    float a = (float)angle;
    return real_unit(real_add(real_scale(heading, (double)wend_cos(a)), real_scale(side, (double)wend_sin(a))));
}

/// The angle to turn by in one step so as to turn by `angle` in all, at most at `rate`; `acceleration` 0 is no limit.
static double turning_step(double angle, double spin, double rate, double acceleration, double seconds)
{
    double way = angle < 0.0 ? -1.0 : 1.0, left = fabs(angle);
    double stopping = acceleration > 0.0 ? spin * spin / (2.0 * acceleration) : 0.0;
    if (spin * way < 0.0 && left > HALF_TURN - stopping - 0.1 && stopping <= 2.0 * HALF_TURN - left)
    {
        way = -way;
        left = 2.0 * HALF_TURN - left;
    }
    double most = rate * seconds, wanted = left, spun = spin * seconds, change = acceleration * seconds * seconds;
    // The step x after which it can just still stop: (x/s)^2 = 2 a (left - x), solved so that nothing cancels. A change
    // that vanishes makes the quotient infinite, and the step 0.
    if (acceleration > 0.0 && left > 0.0)
        wanted = 2.0 * left / (1.0 + sqrt(1.0 + 2.0 * left / change));
    double step = way * fmin(wanted, most);
    if (acceleration > 0.0)
        step = real_clamp(step, spun - change, spun + change);
    return real_clamp(step, -most, most);
}

static float spin_of(double step, double seconds)
{
    return real_to_float(step / seconds);
}

// ---- turns on the spot --------------------------------------------------------------------------------------------

wend_turner wend_default_turner(void)
{
    return (wend_turner){5.0f, 0.0f};
}

wend_move wend_turn_on_spot(const wend_agent *self, wend_vec wish, const wend_turner *def, float spin, double seconds)
{
    wend_turner turner = def ? *def : wend_default_turner();
    wend_move move = {self->velocity, self->heading, WEND_CUT_BY_NOTHING, spin};
    if (!(seconds > 0.0))
        return move;
    real_vec wanted = real_of(wish), velocity = real_of(self->velocity);
    real_vec heading = heading_of(real_of(self->heading), velocity, wanted), next = heading;
    real_vec direction = real_length(wanted) > 0.0 ? real_unit(wanted) : heading;
    turn to = turn_between(heading, direction);
    double step =
        turning_step(to.angle, (double)spin, (double)turner.turn_rate, (double)turner.turn_acceleration, seconds);
    bool is_facing = fabs(step - to.angle) < 1e-12;
    if (is_facing)
        next = direction;
    else
    {
        next = turned_by(heading, to.side, step);
        move.cut_by |= WEND_CUT_BY_TURN;
    }
    double speed = fmax(0.0, real_dot(velocity, heading)), target = real_length(wanted);
    if (!is_facing && target > 0.0)
    {
        target *= fmax(0.0, real_dot(next, direction));
        move.cut_by |= WEND_CUT_BY_FACING;
    }
    speed = speed_after(self, speed, target, seconds, &move.cut_by);
    move.velocity = real_to_vec(real_scale(next, speed));
    move.heading = heading_after(self, next, step != 0.0);
    move.spin = spin_of(step, seconds);
    return move;
}

// ---- car ----------------------------------------------------------------------------------------------------------

#define BEHIND      2.0943951023931953 // 120 degrees: begin to back up
#define AHEAD       1.0471975511965976 // 60 degrees: enough of it
#define CLEARANCE   1.2                // of the turning circle, before turning toward the aim again
#define BLOCKED_FOR 0.25
#define LEAVING     2.2 // turning radii that lead out of any turning circle

wend_car wend_default_car(void)
{
    return (wend_car){1.0f, 0.0f, 0.35f, 0.5f, 8.0f, false};
}

/// Does the point lie outside the turning circles of a body that looks that way?
static bool is_outside_circle(const wend_agent *self, real_vec heading, wend_vec point, double radius)
{
    real_vec offset = real_sub(real_of(point), real_of(self->position));
    double square = real_dot(offset, offset), along = real_dot(offset, heading), slack = arrival_slack(self);
    double across = real_length(real_sub(offset, real_scale(heading, along)));
    return square <= slack * slack || square >= 2.0 * radius * fmax(0.0, across - slack);
}

bool wend_can_reach(const wend_agent *self, wend_vec point, float turning_radius)
{
    real_vec none = {0.0, 0.0, 0.0};
    real_vec heading = heading_of(real_of(self->heading), real_of(self->velocity), none);
    return is_outside_circle(self, heading, point, (double)turning_radius);
}

/// A car in the middle of a step.
typedef struct drive
{
    const wend_agent *self;
    wend_car car;
    real_vec heading, direction; // unit vectors
    double speed, wish;          // along the heading, negative backwards; length of the wish
    double angle;                // to the wish, left positive
    double circle;               // radius of the smallest circle at the speed at which it turns
    double seconds;
} drive;

static bool aim_is_outside(const drive *d, const wend_car_state *state, double clearance)
{
    return !state->has_aim || is_outside_circle(d->self, d->heading, state->aim, d->circle * clearance);
}

static bool is_within_reach(const drive *d, const wend_car_state *state)
{
    real_vec offset = real_sub(real_of(state->aim), real_of(d->self->position));
    return !state->has_aim || real_length(offset) <= (double)d->car.reach;
}

/// For how long has the body not done what it was asked to?
static void watch_for_blocks(const drive *d, wend_car_state *state)
{
    double asked = (double)state->asked, made = asked < 0.0 ? -d->speed : d->speed;
    bool is_blocked = fabs(asked) > 1e-4 * (double)d->self->max_speed && made < 0.1 * fabs(asked);
    state->blocked = is_blocked ? real_to_float((double)state->blocked + d->seconds) : 0.0f;
}

static void change_gear(wend_car_state *state, wend_car_gear gear)
{
    state->gear = gear;
    state->turned = 0.0f;
    state->blocked = 0.0f;
}

static void choose_gear(const drive *d, wend_car_state *state)
{
    bool can_reverse = d->car.reverse_share > 0.0f, is_blocked = (double)state->blocked >= BLOCKED_FOR;
    double off = fabs(d->angle);
    if (off < AHEAD)
        state->is_boxed = false;
    if (state->gear == WEND_CAR_FORWARD)
    {
        bool is_orbiting = !state->has_aim && fabs((double)state->turned) > 2.0 * HALF_TURN;
        bool is_circling = is_orbiting || !aim_is_outside(d, state, 1.0);
        bool is_behind = off > BEHIND && is_within_reach(d, state);
        // What slipped behind while it turned toward it as hard as it could lies inside the circle.
        bool has_slipped = is_behind && !state->has_aim && state->turned != 0.0f;
        if (is_orbiting || has_slipped)
            state->leaving = real_to_float(LEAVING * d->circle);
        if (can_reverse && (state->is_boxed ? is_blocked : is_circling || is_behind || (is_blocked && off > AHEAD)))
            change_gear(state, WEND_CAR_REVERSE);
        else if (!can_reverse && is_circling)
            change_gear(state, WEND_CAR_WIDE);
        return;
    }
    bool is_clear = state->leaving <= 0.0f && aim_is_outside(d, state, CLEARANCE);
    bool is_done = is_clear && (state->gear == WEND_CAR_WIDE || off < AHEAD);
    if (!is_done && !is_blocked && (can_reverse || state->gear == WEND_CAR_WIDE))
        return;
    state->is_boxed = !is_done;
    state->leaving = 0.0f;
    change_gear(state, WEND_CAR_FORWARD);
}

static double target_speed(const drive *d, wend_car_gear gear, unsigned *cuts)
{
    double share = (double)d->car.least_share, top = (double)d->self->max_speed;
    if (d->wish == 0.0)
        return 0.0;
    if (gear == WEND_CAR_REVERSE)
        return -fmin(top * (double)d->car.reverse_share, fmax(d->wish, share * top));
    if (gear == WEND_CAR_WIDE)
        return fmax(d->wish, share * top);
    double cosine = real_dot(d->heading, d->direction), facing = fmax(share, cosine);
    if (facing < 1.0 - 1e-9)
        *cuts |= WEND_CUT_BY_FACING;
    return fmax(d->wish * fmin(facing, 1.0), d->car.keeps_rolling ? share * top : 0.0);
}

/// The angle to turn by, now that the next speed is known.
static double steering_step(const drive *d, const wend_car_state *state, double next)
{
    double rolling = d->speed * next > 0.0 ? fmin(fabs(d->speed), fabs(next)) : 0.0;
    double most = rolling / (double)d->car.turning_radius;
    if (d->car.across > 0.0f && rolling > 0.0)
        most = fmin(most, (double)d->car.across / fabs(next));
    if (d->wish == 0.0 || state->gear == WEND_CAR_WIDE)
        return 0.0;
    return turning_step(d->angle, 0.0, most, 0.0, d->seconds);
}

static void note_step(const drive *d, wend_car_state *state, double next, double step)
{
    bool is_full_lock = fabs(step) < fabs(d->angle) && state->gear == WEND_CAR_FORWARD;
    bool is_same_side = step * (double)state->turned >= 0.0;
    state->turned = is_full_lock ? real_to_float((is_same_side ? (double)state->turned : 0.0) + step) : 0.0f;
    state->leaving = real_to_float(fmax(0.0, (double)state->leaving - fabs(next) * d->seconds));
    state->asked = real_to_float(next);
}

wend_move wend_drive(const wend_agent *self, wend_vec wish, const wend_car *def, wend_car_state *state, double seconds)
{
    wend_move move = {self->velocity, self->heading, WEND_CUT_BY_NOTHING, 0.0f};
    if (!(seconds > 0.0))
        return move;
    real_vec wanted = {(double)wish.x, (double)wish.y, 0.0}, look = real_of(self->heading);
    real_vec velocity = {(double)self->velocity.x, (double)self->velocity.y, 0.0};
    drive d = {.self = self, .car = def ? *def : wend_default_car(), .seconds = seconds};
    d.heading = heading_of((real_vec){look.x, look.y, 0.0}, velocity, wanted);
    d.wish = real_length(wanted);
    d.direction = d.wish > 0.0 ? real_unit(wanted) : d.heading;
    d.speed = real_dot(velocity, d.heading);
    turn to = turn_between(d.heading, d.direction);
    d.angle = to.angle;
    double slowest = (double)d.car.least_share * (d.car.keeps_rolling ? (double)self->max_speed : d.wish);
    d.circle = (double)d.car.turning_radius;
    if (d.car.across > 0.0f)
        d.circle = fmax(d.circle, slowest * slowest / (double)d.car.across);

    watch_for_blocks(&d, state);
    if (d.wish > 0.0)
        choose_gear(&d, state);
    double next = speed_after(self, d.speed, target_speed(&d, state->gear, &move.cut_by), seconds, &move.cut_by);
    double step = steering_step(&d, state, next);
    note_step(&d, state, next, step);

    bool is_facing = fabs(step - d.angle) < 1e-12;
    real_vec heading = is_facing ? d.direction : turned_by(d.heading, to.side, step);
    if (!is_facing)
        move.cut_by |= WEND_CUT_BY_TURN;
    move.velocity = real_to_vec(real_scale(heading, next));
    move.heading = heading_after(self, heading, step != 0.0 || look.z != 0.0);
    move.spin = spin_of(step, seconds);
    return move;
}

// ---- flyer --------------------------------------------------------------------------------------------------------

wend_flyer wend_default_flyer(void)
{
    return (wend_flyer){1.5f, 0.0f, 1.0f, 0.78539816f, 1.0f, 1.04719755f, 9.81f};
}

/// How steeply a unit vector climbs.
static double climb_of(real_vec direction)
{
    double level = sqrt(direction.x * direction.x + direction.y * direction.y);
    return (double)wend_atan2((float)direction.z, (float)level);
}

/// The direction on the ground; zero straight up.
static real_vec level_of(real_vec direction)
{
    return real_unit((real_vec){direction.x, direction.y, 0.0});
}

/// The quickest turn that leans no further than the bank angle.
static double banked_rate(const wend_flyer *flyer, double speed)
{
    double sine = (double)wend_sin(flyer->bank_angle), cosine = (double)wend_cos(flyer->bank_angle);
    double rate = (double)flyer->turn_rate;
    return speed > 0.0 && cosine > 0.0 ? fmin(rate, (double)flyer->gravity * sine / (cosine * speed)) : rate;
}

wend_move wend_fly(const wend_agent *self, wend_vec wish, const wend_flyer *def, float spin, double seconds)
{
    wend_flyer flyer = def ? *def : wend_default_flyer();
    wend_move move = {self->velocity, self->heading, WEND_CUT_BY_NOTHING, spin};
    if (!(seconds > 0.0))
        return move;
    real_vec wanted = real_of(wish), velocity = real_of(self->velocity), up = {0.0, 0.0, 1.0};
    real_vec heading = heading_of(real_of(self->heading), velocity, wanted), level = level_of(heading);
    real_vec direction = real_length(wanted) > 0.0 ? real_unit(wanted) : level, ground = level_of(direction);
    if (real_dot(level, level) == 0.0) // straight up: it can leave that any way
        level = real_dot(ground, ground) > 0.0 ? ground : (real_vec){1.0, 0.0, 0.0};
    if (real_dot(ground, ground) == 0.0)
        ground = level;

    double least = fmin((double)flyer.least_speed, (double)self->max_speed);
    double target = real_length(wanted) * fmax(0.0, real_dot(heading, direction));
    if (real_dot(heading, direction) < 1.0 - 1e-9)
        move.cut_by |= WEND_CUT_BY_FACING;
    double speed = fmax(0.0, real_dot(velocity, heading));
    speed = speed_after(self, speed, fmax(least, target), seconds, &move.cut_by);

    turn to = turn_between(level, ground);
    double step =
        turning_step(to.angle, (double)spin, banked_rate(&flyer, speed), (double)flyer.turn_acceleration, seconds);
    double steepest = (double)flyer.climb_angle, climb = climb_of(heading), wanted_climb = climb_of(direction);
    double aim = real_clamp(wanted_climb, -steepest, steepest), most = (double)flyer.pitch_rate * seconds;
    double pitch = real_clamp(aim - climb, -most, most);
    if (fabs(step - to.angle) >= 1e-12)
        move.cut_by |= WEND_CUT_BY_TURN;
    if (fabs(climb + pitch - wanted_climb) > 1e-9)
        move.cut_by |= WEND_CUT_BY_CLIMB;

    float slope = (float)(climb + pitch);
    level = fabs(step - to.angle) < 1e-12 ? ground : turned_by(level, to.side, step);
    real_vec next =
        real_unit(real_add(real_scale(level, (double)wend_cos(slope)), real_scale(up, (double)wend_sin(slope))));
    if (step == 0.0 && pitch == 0.0)
        next = heading;
    move.velocity = real_to_vec(real_scale(next, speed));
    move.heading = heading_after(self, next, step != 0.0 || pitch != 0.0);
    move.spin = spin_of(step, seconds);
    return move;
}

float wend_bank(float speed, float spin, float gravity)
{
    double rise = (double)speed * (double)spin / (double)gravity;
    return wend_atan2(real_to_float(rise), 1.0f);
}
