#include "wend/steer.h"

#include "arrive.h"
#include "real.h"

// From an agent to a point: how far, and which way. The direction is zero on the point.
typedef struct way
{
    real_vec direction;
    double distance;
} way;

static way way_along(real_vec offset)
{
    double distance = real_length(offset);
    return (way){distance > 0.0 ? real_scale(offset, 1.0 / distance) : offset, distance};
}

static way way_to(const wend_agent *self, wend_vec point)
{
    return way_along(real_sub(real_of(point), real_of(self->position)));
}

static wend_vec wish_along(real_vec direction, double speed)
{
    return real_to_vec(real_scale(direction, speed));
}

static wend_vec cut_to_top(const wend_agent *self, real_vec velocity)
{
    return real_to_vec(real_cut(velocity, (double)self->max_speed));
}

static double speed_of(wend_vec velocity)
{
    return real_length(real_of(velocity));
}

// ---- a point ------------------------------------------------------------------------------------------------------

wend_vec wend_seek(const wend_agent *self, wend_vec point)
{
    return wish_along(way_to(self, point).direction, (double)self->max_speed);
}

wend_vec wend_flee(const wend_agent *self, wend_vec point, float panic_radius, float fade)
{
    way to = way_to(self, point);
    double radius = (double)panic_radius;
    if (radius > 0.0 && to.distance > radius)
        return self->velocity;
    real_vec away = real_scale(to.direction, -(double)self->max_speed);
    double rim = radius * (double)fade;
    if (rim <= 0.0 || radius - to.distance >= rim)
        return real_to_vec(away);
    real_vec velocity = real_of(self->velocity);
    return real_to_vec(real_add(velocity, real_scale(real_sub(away, velocity), (radius - to.distance) / rim)));
}

wend_vec wend_arrive(const wend_agent *self, wend_vec point)
{
    return real_to_vec(arrive_along(self, real_sub(real_of(point), real_of(self->position))));
}

wend_vec wend_arrive_linear(const wend_agent *self, wend_vec point, float radius)
{
    way to = way_to(self, point);
    double share = to.distance < (double)radius ? to.distance / (double)radius : 1.0;
    return wish_along(to.direction, (double)self->max_speed * share);
}

// ---- something that moves -----------------------------------------------------------------------------------------

wend_prediction wend_default_prediction(void)
{
    return (wend_prediction){WEND_DIVIDE_BY_TOP_AND_TARGET, 2.0f, false};
}

float wend_intercept(const wend_agent *self, wend_vec position, wend_vec velocity, float speed)
{
    real_vec offset = real_sub(real_of(position), real_of(self->position)), v = real_of(velocity);
    double s = (double)speed, c = real_dot(offset, offset);
    if (c == 0.0)
        return 0.0f;
    // |offset + v t|^2 = s^2 t^2, as a t^2 + 2 b t + c = 0; a is factored so that near-equal speeds don't cancel.
    double target_speed = real_length(v);
    double a = (target_speed - s) * (target_speed + s), b = real_dot(offset, v);
    double discriminant = b * b - a * c;
    if (discriminant < 0.0)
        return -1.0f;
    double root = sqrt(discriminant);
    if (a < 0.0) // faster than the target: one solution, and always one
        return real_to_float(b > 0.0 ? (b + root) / -a : c / (root - b));
    if (b < 0.0) // the target comes nearer: the earlier of two
        return real_to_float(c / (root - b));
    return -1.0f;
}

static double predicted_seconds(const wend_agent *self, wend_vec position, wend_vec velocity,
                                const wend_prediction *how)
{
    double longest = (double)how->longest, top = (double)self->max_speed;
    if (how->is_exact)
    {
        double exact = (double)wend_intercept(self, position, velocity, self->max_speed);
        if (exact >= 0.0)
            return fmin(exact, longest);
    }
    double divisor = top;
    if (how->divisor == WEND_DIVIDE_BY_TOP_AND_TARGET)
        divisor = top + speed_of(velocity);
    else if (how->divisor == WEND_DIVIDE_BY_CURRENT)
        divisor = speed_of(self->velocity) + speed_of(velocity);
    return divisor > 0.0 ? fmin(way_to(self, position).distance / divisor, longest) : 0.0;
}

float wend_predict(const wend_agent *self, wend_vec position, wend_vec velocity, const wend_prediction *how)
{
    wend_prediction usual = wend_default_prediction();
    return real_to_float(predicted_seconds(self, position, velocity, how ? how : &usual));
}

static real_vec predicted_offset(const wend_agent *self, wend_vec position, wend_vec velocity,
                                 const wend_prediction *how)
{
    wend_prediction usual = wend_default_prediction();
    double seconds = predicted_seconds(self, position, velocity, how ? how : &usual);
    real_vec offset = real_sub(real_of(position), real_of(self->position));
    return real_add(offset, real_scale(real_of(velocity), seconds));
}

wend_vec wend_pursue(const wend_agent *self, wend_vec position, wend_vec velocity, const wend_prediction *how)
{
    real_vec offset = predicted_offset(self, position, velocity, how);
    return wish_along(real_unit(offset), (double)self->max_speed);
}

/// The least distance from the origin to the segment a..b.
static double distance_to_segment(real_vec a, real_vec b)
{
    real_vec along = real_sub(b, a);
    double square = real_dot(along, along);
    double share = square > 0.0 ? real_clamp(-real_dot(a, along) / square, 0.0, 1.0) : 0.0;
    return real_length(real_add(a, real_scale(along, share)));
}

wend_vec wend_evade(const wend_agent *self, wend_vec position, wend_vec velocity, float panic_radius,
                    const wend_prediction *how)
{
    real_vec threat = real_sub(real_of(position), real_of(self->position));
    real_vec predicted = predicted_offset(self, position, velocity, how);
    if (panic_radius > 0.0f && distance_to_segment(threat, predicted) > (double)panic_radius)
        return self->velocity;
    // Away from the predicted place must not be toward the threat; nor can it be told when that place is right here.
    real_vec from = real_dot(predicted, threat) > 0.0 ? predicted : threat;
    return wish_along(real_unit(from), -(double)self->max_speed);
}

// ---- a velocity, a speed, a place ---------------------------------------------------------------------------------

wend_vec wend_match(const wend_agent *self, wend_vec velocity)
{
    return cut_to_top(self, real_of(velocity));
}

wend_vec wend_cruise(const wend_agent *self, float speed)
{
    real_vec along = real_unit(real_of(self->velocity));
    if (real_dot(along, along) == 0.0)
        along = real_unit(real_of(self->heading));
    return wish_along(along, fmin((double)speed, (double)self->max_speed));
}

wend_vec wend_stop(const wend_agent *self)
{
    (void)self;
    return wend_xyz(0.0f, 0.0f, 0.0f);
}

wend_vec wend_hold(const wend_agent *self, wend_vec home, float slack)
{
    if (way_to(self, home).distance <= (double)slack)
        return wend_stop(self);
    return wend_arrive(self, home);
}

// ---- between two, beside one --------------------------------------------------------------------------------------

/// The point between two at the time it takes to go there, as seen from the agent.
static real_vec point_between(const wend_agent *self, wend_vec position_a, wend_vec velocity_a, wend_vec position_b,
                              wend_vec velocity_b, float share)
{
    real_vec a = real_sub(real_of(position_a), real_of(self->position));
    real_vec b = real_sub(real_of(position_b), real_of(self->position));
    double s = (double)share, top = (double)self->max_speed;
    real_vec now = real_add(real_scale(a, 1.0 - s), real_scale(b, s));
    real_vec drift = real_add(real_scale(real_of(velocity_a), 1.0 - s), real_scale(real_of(velocity_b), s));
    double distance = real_length(now), seconds = top > 0.0 ? fmin(distance / top, 2.0) : 0.0;
    return real_add(now, real_scale(drift, seconds));
}

wend_vec wend_interpose_point(const wend_agent *self, wend_vec position_a, wend_vec velocity_a, wend_vec position_b,
                              wend_vec velocity_b, float share)
{
    real_vec offset = point_between(self, position_a, velocity_a, position_b, velocity_b, share);
    return real_to_vec(real_add(real_of(self->position), offset));
}

wend_vec wend_interpose(const wend_agent *self, wend_vec position_a, wend_vec velocity_a, wend_vec position_b,
                        wend_vec velocity_b, float share)
{
    real_vec offset = point_between(self, position_a, velocity_a, position_b, velocity_b, share);
    return real_to_vec(arrive_along(self, offset));
}

/// The place beside a leader, as seen from the leader.
static real_vec place_beside(const wend_leader *leader)
{
    real_vec ahead = real_unit(real_of(leader->heading)), o = real_of(leader->offset);
    // Left is across the heading and level; a leader who looks straight up or down has +y on its left.
    real_vec left = real_unit((real_vec){-ahead.y, ahead.x, 0.0});
    if (real_dot(left, left) == 0.0)
        left = (real_vec){0.0, 1.0, 0.0};
    real_vec up = {ahead.y * left.z - ahead.z * left.y, ahead.z * left.x - ahead.x * left.z,
                   ahead.x * left.y - ahead.y * left.x};
    return real_add(real_scale(ahead, o.x), real_add(real_scale(left, o.y), real_scale(up, o.z)));
}

wend_vec wend_leader_place(const wend_leader *leader)
{
    return real_to_vec(real_add(real_of(leader->position), place_beside(leader)));
}

wend_vec wend_offset_pursue(const wend_agent *self, const wend_leader *leader)
{
    real_vec offset = real_add(real_sub(real_of(leader->position), real_of(self->position)), place_beside(leader));
    return cut_to_top(self, real_add(real_of(leader->velocity), arrive_along(self, offset)));
}

// ---- around a point, within a region ------------------------------------------------------------------------------

wend_vec wend_keep_range(const wend_agent *self, wend_vec point, float nearest, float farthest)
{
    way to = way_to(self, point);
    double near_rim = (double)nearest - to.distance, far_rim = to.distance - (double)farthest;
    if (near_rim <= 0.0 && far_rim <= 0.0)
        return wend_stop(self);
    // As far as the middle of the band, so that it comes to rest well inside.
    double inside = 0.5 * ((double)farthest - (double)nearest);
    double speed = fmin((double)self->max_speed, braking_speed(self, fmax(near_rim, far_rim) + inside));
    real_vec toward = to.distance > 0.0 ? to.direction : real_unit(real_scale(real_of(self->heading), -1.0));
    return wish_along(toward, near_rim > 0.0 ? -speed : speed);
}

wend_vec wend_orbit(const wend_agent *self, wend_vec point, float radius, bool is_clockwise)
{
    way to = way_to(self, point);
    double r = (double)radius, a = (double)self->max_acceleration / (double)self->mass;
    double speed = fmin((double)self->max_speed, sqrt(a * r));
    if (to.distance == 0.0)
        return wish_along(real_unit(real_of(self->heading)), speed);
    double turn = is_clockwise ? -1.0 : 1.0;
    real_vec tangent = real_unit((real_vec){to.direction.y * turn, -to.direction.x * turn, 0.0});
    if (real_dot(tangent, tangent) == 0.0) // straight above or below the point
        tangent = (real_vec){1.0, 0.0, 0.0};
    // Inward in step with the distance from the circle, and as far ahead of the turn as the body lags behind.
    double inward = real_clamp(2.0 * (to.distance - r) / r, -4.0, 4.0);
    inward += speed * (double)self->response_time / r;
    real_vec direction = real_unit(real_add(tangent, real_scale(to.direction, inward)));
    return wish_along(direction, speed);
}

wend_vec wend_keep_in_circle(const wend_agent *self, wend_vec centre, float radius)
{
    way to = way_to(self, centre);
    double room = (double)radius - to.distance, top = (double)self->max_speed;
    if (room < 0.0)
        return wish_along(to.direction, top);
    real_vec velocity = real_of(self->velocity);
    double outward = -real_dot(velocity, to.direction), most = braking_speed(self, room);
    if (outward <= most)
        return self->velocity;
    return real_to_vec(real_add(velocity, real_scale(to.direction, outward - most)));
}

static double keep_within(const wend_agent *self, double position, double velocity, double low, double high)
{
    double top = (double)self->max_speed;
    if (low == high)
        return velocity;
    if (position < low)
        return top;
    if (position > high)
        return -top;
    return real_clamp(velocity, -braking_speed(self, position - low), braking_speed(self, high - position));
}

wend_vec wend_keep_in_box(const wend_agent *self, wend_vec low, wend_vec high)
{
    real_vec p = real_of(self->position), v = real_of(self->velocity), l = real_of(low), h = real_of(high);
    real_vec kept = {keep_within(self, p.x, v.x, l.x, h.x), keep_within(self, p.y, v.y, l.y, h.y),
                     keep_within(self, p.z, v.z, l.z, h.z)};
    if (kept.x == v.x && kept.y == v.y && kept.z == v.z)
        return self->velocity;
    return cut_to_top(self, kept);
}

// ---- nowhere in particular, along a field -------------------------------------------------------------------------

wend_vec wend_wander(const wend_agent *self, wend_wander_state *state, wend_random *random, float rate, bool is_spatial,
                     double seconds)
{
    wend_vec direction = wend_normalize(state->direction);
    if (wend_equal(direction, wend_xyz(0.0f, 0.0f, 0.0f)))
        direction = wend_normalize(self->heading);
    if (wend_equal(direction, wend_xyz(0.0f, 0.0f, 0.0f)))
        direction = wend_xyz(1.0f, 0.0f, 0.0f);
    if (seconds > 0.0)
    {
        // A step of a million seconds is as good as any longer one: the direction is lost completely.
        float widest = real_to_float(1.7320508075688772 * (double)rate * sqrt(fmin(seconds, 1e6)));
        widest = widest < 1e6f ? widest : 1e6f;
        float angle = wend_random_between(random, -widest, widest);
        if (is_spatial)
        {
            // The step is made across the direction, which way across is the second draw.
            float tilt = wend_random_between(random, 0.0f, WEND_PI);
            real_vec d = real_of(direction), side = real_unit((real_vec){-d.y, d.x, 0.0});
            if (real_dot(side, side) == 0.0)
                side = (real_vec){0.0, 1.0, 0.0};
            real_vec up = {d.y * side.z - d.z * side.y, d.z * side.x - d.x * side.z, d.x * side.y - d.y * side.x};
            real_vec across =
                real_add(real_scale(side, (double)wend_cos(tilt)), real_scale(up, (double)wend_sin(tilt)));
            real_vec turned =
                real_add(real_scale(d, (double)wend_cos(angle)), real_scale(across, (double)wend_sin(angle)));
            direction = real_to_vec(real_unit(turned));
        }
        else
            direction = wend_normalize(wend_rotate(direction, angle));
        state->direction = direction;
    }
    return wish_along(real_of(direction), (double)self->max_speed);
}

wend_vec wend_follow_field(const wend_agent *self, wend_field_fn *field, void *user)
{
    real_vec ahead = real_scale(real_of(self->velocity), (double)self->response_time);
    wend_vec flow = field(real_to_vec(real_add(real_of(self->position), ahead)), user);
    return wend_is_finite(flow) ? cut_to_top(self, real_of(flow)) : self->velocity;
}

// ---- facing -------------------------------------------------------------------------------------------------------

wend_vec wend_face(const wend_agent *self, wend_vec point)
{
    way to = way_to(self, point);
    return to.distance > 0.0 ? real_to_vec(to.direction) : self->heading;
}

wend_vec wend_look(const wend_agent *self, wend_vec velocity, float least_speed)
{
    return speed_of(velocity) > (double)least_speed ? wend_normalize(velocity) : self->heading;
}

wend_vec wend_aim(const wend_agent *self, wend_vec position, wend_vec velocity, float speed)
{
    double seconds = fmax(0.0, (double)wend_intercept(self, position, velocity, speed));
    real_vec offset = real_sub(real_of(position), real_of(self->position));
    real_vec direction = real_unit(real_add(offset, real_scale(real_of(velocity), seconds)));
    return real_dot(direction, direction) > 0.0 ? real_to_vec(direction) : self->heading;
}

// ---- the velocity of what reports only positions ------------------------------------------------------------------

wend_vec wend_estimate(wend_estimator *estimator, wend_vec position, double seconds, float half_life)
{
    if (estimator->has_seen && seconds > 0.0)
    {
        real_vec moved = real_sub(real_of(position), real_of(estimator->position));
        real_vec now = real_of(real_to_vec(real_scale(moved, 1.0 / seconds))), old = real_of(estimator->velocity);
        double left = half_life > 0.0f ? seconds / (double)half_life : 200.0;
        double kept = (double)wend_exp(real_to_float(-0.69314718055994530942 * fmin(left, 200.0)));
        estimator->velocity = real_to_vec(real_add(now, real_scale(real_sub(old, now), kept)));
    }
    if (!estimator->has_seen || seconds > 0.0)
        estimator->position = position;
    estimator->has_seen = true;
    return estimator->velocity;
}
