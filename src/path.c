#include "wend/path.h"

#include "arrive.h"
#include "real.h"

#include <limits.h>

// A corner at which the path turns by more than this is passed before anybody aims beyond it.
#define SHARP_COSINE (-0.25)

// ---- the path as a line -------------------------------------------------------------------------------------------

static int leg_count(const wend_path *path)
{
    return !path || !path->points || path->count < 2 ? 0 : path->is_loop ? path->count : path->count - 1;
}

/// The nearest place on a straight leg.
typedef struct foot
{
    real_vec point;
    double along, length, off;
} foot;

static foot foot_on(real_vec from, real_vec to, real_vec position)
{
    real_vec leg = real_sub(to, from);
    double length = real_length(leg), along = 0.0;
    real_vec point = from;
    if (length > 0.0)
    {
        real_vec tangent = real_scale(leg, 1.0 / length);
        along = real_clamp(real_dot(real_sub(position, from), tangent), 0.0, length);
        point = along < length ? real_add(from, real_scale(tangent, along)) : to;
    }
    return (foot){point, along, length, real_length(real_sub(position, point))};
}

static real_vec leg_start(const wend_path *path, int leg)
{
    return real_of(path->points[leg]);
}

static real_vec leg_end(const wend_path *path, int leg)
{
    return real_of(path->points[leg + 1 < path->count ? leg + 1 : 0]);
}

static double length_of_leg(const wend_path *path, int leg)
{
    return real_length(real_sub(leg_end(path, leg), leg_start(path, leg)));
}

static double length_before(const wend_path *path, int leg)
{
    double sum = 0.0;
    for (int i = 0; i < leg; i++)
        sum += length_of_leg(path, i);
    return sum;
}

float wend_path_length(const wend_path *path)
{
    return real_to_float(length_before(path, leg_count(path)));
}

wend_vec wend_path_point(const wend_path *path, float distance)
{
    if (!path || !path->points || path->count < 1)
        return wend_xyz(0.0f, 0.0f, 0.0f);
    int legs = leg_count(path);
    double left = (double)distance, total = length_before(path, legs);
    if (left <= 0.0 || total <= 0.0)
        return path->points[0];
    if (path->is_loop)
        left = real_clamp(left - total * floor(left / total), 0.0, total);
    for (int leg = 0; leg < legs; leg++)
    {
        double length = length_of_leg(path, leg);
        if (left < length)
        {
            real_vec from = leg_start(path, leg), along = real_sub(leg_end(path, leg), from);
            return real_to_vec(real_add(from, real_scale(along, left / length)));
        }
        left -= length;
    }
    return path->is_loop ? path->points[0] : path->points[path->count - 1];
}

static wend_path_spot spot_of(const wend_path *path, int leg, foot f, double before)
{
    wend_path_spot spot = {.leg = leg};
    spot.point = real_to_vec(f.point);
    spot.tangent = real_to_vec(real_unit(real_sub(leg_end(path, leg), leg_start(path, leg))));
    spot.off = real_to_float(f.off);
    spot.along = real_to_float(before + f.along);
    return spot;
}

/// For a path without legs.
static wend_path_spot spot_without_legs(const wend_path *path, wend_vec position)
{
    wend_path_spot spot = {.point = path && path->points && path->count > 0 ? path->points[0] : position};
    spot.off = wend_distance(spot.point, position);
    return spot;
}

wend_path_spot wend_path_nearest_on(const wend_path *path, int leg, wend_vec position)
{
    int legs = leg_count(path);
    if (legs < 1)
        return spot_without_legs(path, position);
    leg = leg < 0 ? 0 : leg < legs ? leg : legs - 1;
    foot f = foot_on(leg_start(path, leg), leg_end(path, leg), real_of(position));
    return spot_of(path, leg, f, length_before(path, leg));
}

wend_path_spot wend_path_nearest(const wend_path *path, wend_vec position)
{
    int legs = leg_count(path), best_leg = 0;
    if (legs < 1)
        return spot_without_legs(path, position);
    foot best = {.off = DBL_MAX};
    double before = 0.0, best_before = 0.0;
    for (int leg = 0; leg < legs; leg++)
    {
        foot f = foot_on(leg_start(path, leg), leg_end(path, leg), real_of(position));
        if (f.off < best.off || (f.off == best.off && best.length == 0.0)) // a leg without length has no tangent
        {
            best = f;
            best_leg = leg;
            best_before = before;
        }
        before += f.length;
    }
    return spot_of(path, best_leg, best, best_before);
}

// ---- the path as it is walked -------------------------------------------------------------------------------------

wend_follow wend_default_follow(void)
{
    return (wend_follow){
        .follower = WEND_FOLLOW_CARROT, .ahead = 2.0f, .switch_radius = 0.8f, .tube = 1.0f, .seconds_ahead = 0.5f};
}

/// Somebody on the way.
typedef struct walk
{
    const wend_path *path;
    const wend_follow *how;
    int legs;
    int lap, leg; // the leg that is being walked
} walk;

static bool is_reversed(const walk *w)
{
    return w->how->is_backward != (w->how->is_there_and_back && w->lap % 2 != 0);
}

/// The i-th point of this lap.
static real_vec walked_point(const walk *w, int i)
{
    int count = w->path->count;
    if (is_reversed(w))
        i = w->path->is_loop ? (count - i) % count : count - 1 - i;
    return real_of(w->path->points[i < count ? i : 0]);
}

static real_vec start_of(const walk *w)
{
    return walked_point(w, w->leg);
}

static real_vec end_of(const walk *w)
{
    return walked_point(w, w->leg + 1);
}

static double length_of(const walk *w)
{
    return real_length(real_sub(end_of(w), start_of(w)));
}

static foot foot_of(const walk *w, real_vec position)
{
    return foot_on(start_of(w), end_of(w), position);
}

static bool has_end(const walk *w)
{
    return !w->path->is_loop && !w->how->is_there_and_back;
}

/// The next leg that has a length; false at the end of the path.
static bool step_leg(walk *w)
{
    for (int i = 0; i < w->legs; i++)
    {
        if (w->leg + 1 < w->legs)
            w->leg++;
        else if (has_end(w))
            return false;
        else
        {
            w->leg = 0;
            w->lap = w->lap < INT_MAX - 1 ? w->lap + 1 : w->lap - 1; // odd and even take turns for ever
        }
        if (length_of(w) > 0.0)
            return true;
    }
    return false;
}

/// The last leg with a length: where the end is.
static bool is_on_last_leg(const walk *w)
{
    walk next = *w;
    return !step_leg(&next);
}

/// By how much the path turns where two legs meet.
static double corner_cosine(const walk *a, const walk *b)
{
    return real_dot(real_unit(real_sub(end_of(a), start_of(a))), real_unit(real_sub(end_of(b), start_of(b))));
}

static bool is_sharp(const walk *a, const walk *b)
{
    return corner_cosine(a, b) < SHARP_COSINE;
}

/// The walk of a progress, put right where it doesn't fit.
static walk walk_of(const wend_path *path, const wend_path_progress *progress, const wend_follow *how)
{
    walk w = {path, how, leg_count(path), progress->lap > 0 ? progress->lap : 0, 0};
    w.leg = progress->leg < 0 ? 0 : progress->leg < w.legs ? progress->leg : w.legs - 1;
    if (w.legs > 0 && length_of(&w) == 0.0)
        step_leg(&w);
    return w;
}

/// Where to aim.
typedef struct place
{
    real_vec point;
    bool is_end;         // of the path
    bool is_straight_on; // no need to steer
} place;

/// `ahead` along the path from a place on a leg, but not beyond a sharp corner.
static place place_ahead(walk w, double along, double ahead)
{
    double left = along + ahead;
    for (int i = 0; i <= w.legs; i++)
    {
        double length = length_of(&w);
        if (left < length)
        {
            real_vec from = start_of(&w), leg = real_sub(end_of(&w), from);
            return (place){real_add(from, real_scale(leg, left / length)), false, false};
        }
        left -= length;
        walk next = w;
        if (!step_leg(&next))
            return (place){end_of(&w), true, false};
        if (is_sharp(&w, &next))
            break;
        w = next;
    }
    return (place){end_of(&w), false, false};
}

/// The length from a place on a leg to the end of the lap; not looked for further than `enough`.
static double length_left(const walk *w, double along, double enough)
{
    double sum = length_of(w) - along;
    for (int leg = w->leg + 1; leg < w->legs && sum < enough; leg++)
        sum += real_length(real_sub(walked_point(w, leg + 1), walked_point(w, leg)));
    return sum;
}

wend_path_progress wend_path_begin(const wend_path *path, wend_vec position, const wend_follow *how)
{
    wend_follow follow = how ? *how : wend_default_follow();
    wend_path_progress progress = {.has_begun = true, .has_entered = true, .last = position, .aim = position};
    wend_path_spot spot = wend_path_nearest(path, position);
    int legs = leg_count(path);
    progress.is_reversed = follow.is_backward;
    progress.leg = follow.is_backward && legs > 0 ? legs - 1 - spot.leg : spot.leg;
    progress.off = spot.off;
    if (legs > 0)
    {
        walk w = {path, &follow, legs, 0, progress.leg};
        progress.along = real_to_float(foot_of(&w, real_of(position)).along);
    }
    return progress;
}

float wend_path_left(const wend_path *path, const wend_path_progress *progress, const wend_follow *how)
{
    if (!path || !progress)
        return 0.0f;
    wend_follow follow = how ? *how : wend_default_follow();
    walk w = walk_of(path, progress, &follow);
    return w.legs > 0 ? real_to_float(length_left(&w, (double)progress->along, DBL_MAX)) : 0.0f;
}

// ---- progress -----------------------------------------------------------------------------------------------------

/// The way that was walked since the last time; what lies before `share` of it is used up.
typedef struct sweep
{
    real_vec from, along;
    double share;
} sweep;

static sweep sweep_of(const wend_agent *self, const wend_path_progress *progress, double seconds)
{
    real_vec now = real_of(self->position), from = progress->has_begun ? real_of(progress->last) : now;
    real_vec along = real_sub(now, from);
    double fastest = fmax((double)self->max_speed, real_length(real_of(self->velocity)));
    double most = 4.0 * (fastest * seconds + (double)self->radius);
    if (!(seconds > 0.0) || real_length(along) > most)
        return (sweep){now, {0.0, 0.0, 0.0}, 0.0};
    return (sweep){from, along, 0.0};
}

/// Did the rest of that way come within the radius of a point? If so, what lies before is used up.
static bool sweep_meets(sweep *s, real_vec point, double radius, double height)
{
    real_vec to = real_sub(point, s->from), along = s->along;
    double rise = to.z, slope = along.z;
    if (height > 0.0)
        to.z = along.z = 0.0;
    double square = real_dot(along, along);
    double nearest = square > 0.0 ? real_clamp(real_dot(to, along) / square, s->share, 1.0) : s->share;
    double off = real_length(real_sub(to, real_scale(along, nearest)));
    if (off > radius || (height > 0.0 && fabs(rise - slope * nearest) > height))
        return false;
    double chord = square > 0.0 ? sqrt((radius - off) * (radius + off) / square) : 0.0;
    s->share = fmax(s->share, nearest - chord);
    return true;
}

/// Past the leg's end and nearer to the next leg: then there is no point in going back.
static bool is_beyond(const walk *w, const walk *next, const wend_agent *self)
{
    foot now = foot_of(w, real_of(self->position)), then = foot_of(next, real_of(self->position));
    bool is_level = w->how->height <= 0.0f || fabs((double)self->position.z - now.point.z) <= (double)w->how->height;
    return now.along >= now.length && then.along > 0.0 && then.off < now.off && is_level;
}

/// Has the end of the current leg been passed?
static bool has_passed(const walk *w, const walk *next, const wend_agent *self, sweep *s, bool is_by_waypoint)
{
    bool is_turn = w->lap != next->lap && w->how->is_there_and_back;
    if (!is_by_waypoint && !is_turn && !is_sharp(w, next))
        return foot_of(next, real_of(self->position)).off < foot_of(w, real_of(self->position)).off;
    if (sweep_meets(s, end_of(w), (double)w->how->switch_radius, (double)w->how->height))
        return true;
    return !is_turn && is_beyond(w, next, self);
}

static bool aims_at_waypoints(const walk *w)
{
    return w->how->follower == WEND_FOLLOW_WAYPOINT || (w->how->follower == WEND_FOLLOW_GOAL && !has_end(w));
}

static void note_passed(wend_path_progress *progress)
{
    progress->passed++;
    progress->events |= WEND_PATH_PASSED;
}

/// Goes on to the leg that is being walked now: a lap at most.
static void go_on(walk *w, const wend_agent *self, sweep *s, wend_path_progress *progress)
{
    if (!progress->has_entered && aims_at_waypoints(w))
    {
        if (!sweep_meets(s, start_of(w), (double)w->how->switch_radius, (double)w->how->height))
            return;
        if (progress->has_begun) // who begins there doesn't pass it
            note_passed(progress);
    }
    progress->has_entered = true;
    for (int i = 0; i < w->legs; i++)
    {
        walk next = *w;
        if (!step_leg(&next) || !has_passed(w, &next, self, s, aims_at_waypoints(w)))
            return;
        note_passed(progress);
        if (next.lap != w->lap)
            progress->events |= WEND_PATH_LAP;
        *w = next;
    }
}

static void note_off(wend_path_progress *progress, double off, double tube)
{
    if (!progress->is_off && off > tube)
    {
        progress->is_off = true;
        progress->events |= WEND_PATH_LEFT;
    }
    else if (progress->is_off && off <= 0.8 * tube)
    {
        progress->is_off = false;
        progress->events |= WEND_PATH_BACK;
    }
    progress->off = real_to_float(off);
}

static void note_arrival(wend_path_progress *progress, const wend_agent *self, const wend_follow *how, sweep *s,
                         real_vec end)
{
    double within = how->tolerance > 0.0f ? (double)how->tolerance : 0.01 * (double)self->arrival_radius;
    if (how->runs_through)
        within = (double)how->switch_radius;
    within = fmax(within, arrival_slack(self));
    if (progress->has_arrived || !sweep_meets(s, end, within, (double)how->height))
        return;
    progress->has_arrived = true;
    progress->events |= WEND_PATH_ARRIVED;
}

// ---- speed and aim ------------------------------------------------------------------------------------------------

/// The speed at which a corner can be rounded within the tube. A body that takes over a velocity of the same size in
/// the new direction drifts off by k v^2 / a + l t v: k from the constant acceleration along the difference of the two
/// velocities, l from the lag t before it begins.
static double corner_speed(const wend_agent *self, const walk *before, const walk *after)
{
    double turn = corner_cosine(before, after), a = (double)self->max_acceleration / (double)self->mass;
    double s = sqrt(fmax(0.0, 0.5 * (1.0 - turn))), c = sqrt(fmax(0.0, 0.5 * (1.0 + turn))); // of half the turn
    if (s < 1e-4)
        return (double)self->max_speed;
    bool is_wide = turn > 0.0;
    double k = is_wide ? 2.0 * s * s * c : fmax(2.0 * s * s * c, 0.5 / s), l = is_wide ? 2.0 * s * c : 1.0;
    double lag = l * (double)self->response_time, tube = (double)before->how->tube;
    return fmin((double)self->max_speed, 2.0 * tube / (lag + sqrt(lag * lag + 4.0 * k * tube / a)));
}

/// The way in which a body of that speed comes to rest: the inverse of braking_speed. One that can't brake has none.
static double braking_distance(const wend_agent *self, double speed)
{
    double a = (double)self->max_acceleration / (double)self->mass;
    return (a > 0.0 ? speed * speed / (2.0 * a) : 0.0) + 4.0 * (double)self->response_time * speed;
}

/// What can be had that far before or behind a corner.
static double speed_near_corner(const wend_agent *self, double at_corner, double distance)
{
    double top = (double)self->max_speed;
    return at_corner < top ? fmin(top, braking_speed(self, distance + braking_distance(self, at_corner))) : top;
}

/// The leg before; false at the beginning of a lap.
static bool step_leg_back(walk *w)
{
    while (w->leg > 0)
    {
        w->leg--;
        if (length_of(w) > 0.0)
            return true;
    }
    return false;
}

/// The top speed, less before a corner, and behind it until the turn is made.
static double cornering_speed(const wend_agent *self, walk w, double along)
{
    double top = (double)self->max_speed, speed = top, distance = length_of(&w) - along;
    walk before = w;
    if (w.how->ignores_corners || self->max_acceleration <= 0.0f)
        return top;
    if (braking_speed(self, along) < top && step_leg_back(&before))
        speed = speed_near_corner(self, corner_speed(self, &before, &w), along);
    for (int i = 0; i < w.legs && braking_speed(self, distance) < top; i++)
    {
        walk next = w;
        if (!step_leg(&next))
            break;
        speed = fmin(speed, speed_near_corner(self, corner_speed(self, &w, &next), distance));
        w = next;
        distance += length_of(&w);
    }
    return speed;
}

/// Arrive at a point, no faster than `speed`, and never past it in one step.
static wend_vec arrive_at(const wend_agent *self, real_vec point, double speed, double seconds)
{
    real_vec offset = real_sub(point, real_of(self->position)), wish = arrive_along(self, offset);
    if (seconds > 0.0)
        speed = fmin(speed, real_length(offset) / seconds);
    return real_to_vec(real_cut(wish, speed));
}

static wend_vec go_to(const wend_agent *self, real_vec point, double speed, const walk *w)
{
    real_vec offset = real_sub(point, real_of(self->position));
    if (real_length(offset) <= arrival_slack(self))
        offset = real_sub(end_of(w), start_of(w)); // on the aim: along the path
    return real_to_vec(real_scale(real_unit(offset), speed));
}

/// Where somebody who predicts aims: straight on, or at a place of the path ahead.
static place predicted_aim(const wend_agent *self, walk w, double along)
{
    real_vec velocity = real_of(self->velocity), position = real_of(self->position);
    double speed = real_length(velocity), ahead = (double)w.how->ahead;
    if (speed <= 0.05 * (double)self->max_speed)
        return place_ahead(w, along, ahead);
    real_vec predicted = real_add(position, real_scale(velocity, (double)w.how->seconds_ahead));
    foot at = foot_of(&w, predicted);
    for (int i = 0; i < w.legs; i++)
    {
        walk next = w;
        if (!step_leg(&next) || is_sharp(&w, &next))
            break;
        foot then = foot_of(&next, predicted);
        if (!(then.off < at.off))
            break;
        at = then;
        w = next;
    }
    bool is_past_end = at.along >= at.length && is_on_last_leg(&w);
    bool is_right_way = real_dot(velocity, real_sub(end_of(&w), start_of(&w))) > 0.0;
    if (at.off <= (double)w.how->tube && is_right_way && !is_past_end)
        return (place){predicted, false, true};
    return place_ahead(w, at.along, ahead);
}

static bool is_seen(const wend_follow *how, real_vec from, real_vec to)
{
    return how->sees(real_to_vec(from), real_to_vec(to), 0.0f, how->sees_user);
}

/// Is the path itself free, from a place on a leg on?
static bool is_path_free(walk w, double along, double ahead)
{
    real_vec from = place_ahead(w, along, 0.0).point;
    double length = length_of(&w), left = ahead;
    for (int i = 0; i <= w.legs && left > 0.0; i++)
    {
        double part = fmin(left, length - along);
        real_vec to = place_ahead(w, along, part).point;
        if (!is_seen(w.how, from, to))
            return false;
        left -= part;
        if (!step_leg(&w))
            break;
        along = 0.0;
        length = length_of(&w);
        from = to;
    }
    return true;
}

/// A carrot beyond a corner comes nearer until it is seen.
static place carrot_of(const wend_agent *self, const walk *w, double along)
{
    double ahead = (double)w->how->ahead;
    place whole = place_ahead(*w, along, ahead);
    real_vec position = real_of(self->position);
    if (!w->how->sees || is_seen(w->how, position, whole.point) || !is_path_free(*w, along, ahead))
        return whole;
    for (int quarters = 3; quarters > 0; quarters--)
    {
        place nearer = place_ahead(*w, along, 0.25 * quarters * ahead);
        if (is_seen(w->how, position, nearer.point))
            return nearer;
    }
    return whole;
}

static place aim_of(const wend_agent *self, const walk *w, double along, bool has_entered)
{
    if (!has_entered)
        return (place){start_of(w), false, false};
    if (aims_at_waypoints(w))
        return (place){end_of(w), is_on_last_leg(w), false};
    if (w->how->follower == WEND_FOLLOW_GOAL)
        return (place){walked_point(w, w->legs), true, false};
    if (w->how->follower == WEND_FOLLOW_PREDICT)
        return predicted_aim(self, *w, along);
    return carrot_of(self, w, along);
}

/// The wish at a place on the way; writes where it aims.
static wend_vec wish_on(const wend_agent *self, const walk *w, double along, wend_path_progress *progress,
                        double seconds)
{
    const wend_follow *how = w->how;
    place aim = aim_of(self, w, along, progress->has_entered);
    progress->aim = real_to_vec(aim.point);
    bool brakes = has_end(w) && (!how->runs_through || progress->has_arrived);
    bool is_straight = how->follower == WEND_FOLLOW_GOAL && has_end(w);
    double speed = is_straight ? (double)self->max_speed : cornering_speed(self, *w, along);
    if (aim.is_end && brakes)
        return arrive_at(self, aim.point, speed, seconds);
    if (brakes)
    {
        real_vec end = walked_point(w, w->legs);
        double straight = real_length(real_sub(end, real_of(self->position)));
        double enough = fmax((double)self->arrival_radius, braking_distance(self, (double)self->max_speed));
        speed = fmin(speed, arriving_speed(self, fmax(straight, length_left(w, along, enough))));
    }
    if (!aim.is_straight_on)
        return go_to(self, aim.point, speed, w);
    if (speed == (double)self->max_speed && wend_length(self->velocity) == self->max_speed)
        return self->velocity; // no change at all
    return real_to_vec(real_scale(real_unit(real_of(self->velocity)), speed));
}

/// A path that is only a point.
static wend_vec wish_for_point(const wend_agent *self, const wend_path *path, wend_path_progress *progress,
                               const wend_follow *how, sweep *s, double seconds)
{
    real_vec point = real_of(path->points[0]);
    progress->has_begun = true;
    progress->off = real_to_float(real_length(real_sub(point, real_of(self->position))));
    note_arrival(progress, self, how, s, point);
    progress->aim = path->points[0];
    return arrive_at(self, point, (double)self->max_speed, seconds);
}

static wend_vec follow(const wend_agent *self, const wend_path *path, wend_path_progress *progress,
                       const wend_follow *how, double seconds)
{
    sweep s = sweep_of(self, progress, seconds);
    progress->last = progress->aim = self->position;
    progress->events = 0;
    progress->passed = 0;
    if (path->count < 1)
    {
        progress->events = WEND_PATH_NONE;
        return wend_xyz(0.0f, 0.0f, 0.0f);
    }
    walk w = walk_of(path, progress, how);
    if (w.legs < 1 || (length_of(&w) == 0.0 && wend_path_length(path) == 0.0f))
        return wish_for_point(self, path, progress, how, &s, seconds);
    go_on(&w, self, &s, progress);
    progress->has_begun = true;
    foot now = foot_of(&w, real_of(self->position));
    progress->leg = w.leg;
    progress->lap = w.lap;
    progress->along = real_to_float(now.along);
    progress->is_reversed = is_reversed(&w);
    note_off(progress, now.off, (double)how->tube);
    if (has_end(&w) && (how->follower == WEND_FOLLOW_GOAL || is_on_last_leg(&w)))
        note_arrival(progress, self, how, &s, walked_point(&w, w.legs));
    return wish_on(self, &w, now.along, progress, seconds);
}

wend_vec wend_follow_path(const wend_agent *self, const wend_path *path, wend_path_progress *progress,
                          const wend_follow *how, double seconds)
{
    if (!self || !path || !progress || (!path->points && path->count > 0))
        return self ? self->velocity : wend_xyz(0.0f, 0.0f, 0.0f);
    wend_follow defaults = wend_default_follow();
    wend_path_progress next = *progress;
    wend_vec wish = follow(self, path, &next, how ? how : &defaults, seconds);
    if (seconds > 0.0)
        *progress = next;
    return wish;
}
