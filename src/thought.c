#include "thought.h"

#include "paths.h"
#include "piles.h"
#include "plans.h"
#include "probe.h"
#include "real.h"

// Somebody or some place that a goal is about.
typedef struct subject
{
    wend_vec position, velocity, heading;
    bool is_there;
} subject;

static subject subject_of(const thought *t, wend_agent_id id)
{
    int index = world_index(t->world, id);
    if (index < 0)
        return (subject){0};
    const wend_agent *body = &t->world->body[index];
    subject s = {world_image(t->world, t->self->position, body->position), body->velocity, body->heading, true};
    s.is_there = probe_knows(t->world, t->index, index, &s.position, &s.velocity);
    return s;
}

/// The target of a goal, or its point.
static subject subject_or_point(const thought *t, const wend_goal *goal)
{
    if (goal->target.value != 0)
        return subject_of(t, goal->target);
    subject s = {0};
    s.position = world_image(t->world, t->self->position, goal->point);
    s.is_there = true;
    return s;
}

static void aim_at(thought *t, wend_vec point)
{
    if (!t->is_own_goal)
        return;
    t->aim = point;
    t->has_aim = true;
}

/// The wish about somebody of whom nothing is known: it stands, but a further wish changes nothing.
static wend_vec not_known(const thought *t)
{
    return t->is_own_goal ? wend_stop(t->self) : t->self->velocity;
}

/// Arriving when the length of the step is known: never past the point, and the last thousandth of the arrival radius
/// slowly, so that the step ends exactly on it.
static wend_vec arrive_in_step(const thought *t, wend_vec wish, wend_vec point)
{
    const wend_agent *self = t->self;
    real_vec offset = real_sub(real_of(point), real_of(self->position));
    double distance = real_length(offset);
    if (t->seconds <= 0.0 || distance == 0.0)
        return wish;
    double speed = real_length(real_of(wish)), landing = distance / t->seconds;
    double creeping = 0.001 * (double)self->max_speed, farthest = (double)wend_length(self->position);
    if (speed == 0.0 && landing > creeping && creeping * t->seconds < 6e-8 * farthest)
        return wish; // so slow, and so far out, that floats wouldn't move
    if (speed == 0.0)
        speed = creeping;
    else if (speed <= landing)
        return wish;
    return real_to_vec(real_scale(offset, fmin(speed, landing) / distance));
}

/// Round a pile of those that have arrived, along its rim, to find a place in it: all the same way, so that nobody
/// meets anybody.
static wend_vec round_the_pile(const thought *t, wend_vec point)
{
    real_vec out = real_unit(real_sub(real_of(t->self->position), real_of(point))), left = {-out.y, out.x, 0.0};
    bool is_touching = t->world->resting[t->index] != 0;
    real_vec way =
        real_unit(is_touching ? real_add(left, real_scale(out, 0.25)) : real_sub(real_scale(left, 0.5), out));
    return real_to_vec(real_scale(way, PILE_SPEED * (double)t->self->max_speed));
}

static wend_vec arrive_goal(const thought *t, const wend_goal *goal, wend_vec point)
{
    if (t->is_own_goal && t->rest->is_settled)
        return wend_stop(t->self);
    if (t->is_own_goal && t->rest->goes_round)
        return round_the_pile(t, point);
    wend_vec wish =
        goal->radius > 0.0f ? wend_arrive_linear(t->self, point, goal->radius) : wend_arrive(t->self, point);
    return arrive_in_step(t, wish, point);
}

static wend_vec hold_goal(const thought *t, const wend_goal *goal, wend_vec home)
{
    wend_vec wish = wend_hold(t->self, home, goal->radius);
    bool is_home = wend_distance(t->self->position, home) <= goal->radius;
    return is_home ? wish : arrive_in_step(t, wish, home);
}

static wend_vec pursue_goal(thought *t, const wend_goal *goal, const subject *target)
{
    bool needs_aim = t->recipe->body == WEND_BODY_CAR || t->recipe->combiner == WEND_COMBINE_CONTEXT;
    if (t->rest->watched >= 0 || needs_aim)
    {
        float ahead = wend_predict(t->self, target->position, target->velocity, &goal->prediction);
        real_vec way = real_scale(real_of(target->velocity), (double)ahead);
        aim_at(t, real_to_vec(real_add(real_of(target->position), way)));
    }
    if (goal->kind == WEND_GOAL_EVADE)
        return wend_evade(t->self, target->position, target->velocity, goal->radius, &goal->prediction);
    return wend_pursue(t->self, target->position, target->velocity, &goal->prediction);
}

static wend_vec interpose_goal(thought *t, const wend_goal *goal, const subject *a)
{
    subject b = subject_of(t, goal->other);
    if (!b.is_there)
        return not_known(t);
    wend_vec point = wend_interpose_point(t->self, a->position, a->velocity, b.position, b.velocity, goal->share);
    aim_at(t, point);
    return wend_interpose(t->self, a->position, a->velocity, b.position, b.velocity, goal->share);
}

static wend_vec offset_goal(thought *t, const wend_goal *goal, const subject *target)
{
    wend_leader leader = {target->position, target->velocity, target->heading, goal->point};
    aim_at(t, wend_leader_place(&leader));
    return wend_offset_pursue(t->self, &leader);
}

static wend_vec leader_goal(thought *t, const wend_goal *goal, const subject *s)
{
    int index = world_index(t->world, goal->target);
    wend_agent leader = {.position = s->position, .velocity = s->velocity, .heading = s->heading};
    leader.radius = t->world->body[index].radius;
    aim_at(t, s->position);
    return wend_follow_leader(t->self, &leader, goal->radius);
}

static wend_vec wander_goal(thought *t, const wend_goal *goal)
{
    if (!t->has_wandered)
        t->wandering =
            wend_wander(t->self, &t->mind->wander, &t->mind->random, goal->rate, is_spatial(t->world), t->seconds);
    t->has_wandered = true;
    return t->wandering;
}

// A host's field lives in the world's own axes.
typedef struct outer_field
{
    const wend_world *world;
    const wend_goal *goal;
    float height;
} outer_field;

static wend_vec inner_flow(wend_vec position, void *user)
{
    const outer_field *f = user;
    wend_vec outer = to_outer(f->world, world_wrap(f->world, position), f->height);
    return to_inner(f->world, f->goal->field(outer, f->goal->field_user));
}

static wend_vec field_goal(const thought *t, const wend_goal *goal)
{
    outer_field field = {t->world, goal, t->rest->height};
    return wend_follow_field(t->self, inner_flow, &field);
}

/// How far it is to a path's end, once that is near enough to matter; FLT_MAX if it doesn't stop there.
static float path_stops_in(const wend_agent *self, const wend_path *path, const wend_follow *how, const thought *t)
{
    if (path->count < 1 || path->is_loop || how->runs_through || how->is_there_and_back)
        return FLT_MAX;
    wend_vec end = path->points[how->is_backward ? 0 : path->count - 1];
    if (wend_distance(self->position, end) > t->recipe->context.range)
        return FLT_MAX;
    const wend_path_progress *progress = &t->extra->progress;
    return wend_path_left(path, progress, how) + progress->off;
}

/// Does it sense obstacles?
static bool has_obstacles(const thought *t)
{
    return t->world->def.caster.cast && t->recipe->sense.kind != WEND_SENSE_NOTHING;
}

static probe_view obstacles_seen(const thought *t)
{
    probe_view view = probe_view_of(t->world, t->index);
    view.mask = t->recipe->sense.feel.mask;
    view.ignore = t->recipe->sense.feel.ignore;
    return view;
}

/// The wish of somebody who follows points.
static wend_vec walk_along(thought *t, const wend_agent *self, const wend_path *path, const wend_follow *how)
{
    wend_vec wish = wend_follow_path(self, path, &t->extra->progress, how, t->seconds);
    wend_vec aim = t->extra->progress.aim;
    if (!is_spatial(t->world))
        wish.z = aim.z = 0.0f;
    aim_at(t, aim);
    t->stops_in = path_stops_in(self, path, how, t);
    return wish;
}

static wend_vec path_goal(thought *t, const wend_goal *goal)
{
    wend_agent self = *t->self;
    wend_follow how = t->recipe->follow;
    bool is_tall = !is_spatial(t->world) && how.height > 0.0f;
    wend_path path = is_tall ? paths_tall(t->world, &goal->path) : goal->path;
    if (is_tall)
        self.position.z = t->rest->height;
    how.tolerance = goal->tolerance > 0.0f ? goal->tolerance : how.tolerance;
    probe_view view = obstacles_seen(t);
    if (has_obstacles(t))
    {
        how.sees = probe_is_clear;
        how.sees_user = &view;
    }
    if (goal->begins_nearest && !t->extra->progress.has_begun)
        t->extra->progress = wend_path_begin(&path, self.position, &how);
    return walk_along(t, &self, &path, &how);
}

/// What somebody sees who travels: its map, and obstacles where it senses them.
typedef struct travel_view
{
    plan_sight map;
    probe_view obstacles;
    bool has_obstacles;
    float height;
} travel_view;

static bool is_travel_clear(wend_vec from, wend_vec to, float radius, void *user)
{
    travel_view *view = user;
    plan_sight sight = view->map;
    sight.radius *= 0.9f; // brushing past a corner is no matter
    from.z = view->height;
    if (!plans_is_clear(from, from, radius, &sight))
        sight.radius = 0.0f; // too near to a wall to see anything else
    return plans_is_clear(from, to, radius, &sight) &&
           (!view->has_obstacles || probe_is_clear(from, to, radius, &view->obstacles));
}

/// The wish of somebody who goes by a field that it shares.
static wend_vec flow_goal(thought *t, const agent_plan *plan)
{
    const wend_flow *flow = flows_of(t->world, plan);
    if (!flow || plan->state != WEND_PLAN_MOVING)
        return wend_stop(t->self);
    wend_flow_sample sample = wend_flow_at(flow, t->self->position);
    if (sample.state == WEND_FLOW_THERE || sample.sees_goal)
    {
        aim_at(t, plan->end);
        return arrive_in_step(t, wend_arrive(t->self, plan->end), plan->end);
    }
    aim_at(t, wend_add(t->self->position, wend_scale(sample.direction, t->recipe->follow.ahead)));
    return wend_follow_flow(t->self, flow);
}

static wend_vec travel_goal(thought *t, const wend_goal *goal)
{
    const agent_plan *plan = plan_of(t->world, t->index);
    if (goal->target.value != 0)
        subject_of(t, goal->target); // keeps an eye on it
    if (t->is_own_goal && t->rest->goes_round)
        return round_the_pile(t, goal->point);
    if (plan->is_shared && !t->rest->is_settled)
        return flow_goal(t, plan);
    if (plan->count == 0 || t->rest->is_settled)
        return wend_stop(t->self);
    wend_path way = plan_way(plan);
    wend_follow how = t->recipe->follow;
    how.is_backward = how.is_there_and_back = false;
    how.height = 0.0f;
    how.tolerance = goal->tolerance > 0.0f ? goal->tolerance : how.tolerance;
    if (t->world->def.mesh) // on a grid the way ends within the radius
        how.tolerance = fmaxf(how.tolerance, goal->radius);
    travel_view view = {plans_sight(t->world, t->index), obstacles_seen(t), has_obstacles(t), t->rest->height};
    how.sees = is_travel_clear;
    how.sees_user = &view;
    wend_agent self = *t->self;
    self.position = plans_position(t->world, t->index, &t->extra->progress);
    wend_vec wish = walk_along(t, &self, &way, &how);
    t->aim = world_image(t->world, t->self->position, t->aim);
    return wish;
}

static wend_vec wall_goal(const thought *t, const wend_goal *goal)
{
    wend_hit met[WEND_RING_MOST];
    const wend_hit *hits = next_hits_of(t->world, t->index);
    int count = 0;
    for (int i = 0; t->extra && i < t->extra->hit_count; i++)
        if (hits[i].body != 0)
            met[count++] = hits[i];
    return wend_follow_wall(t->self, t->self->velocity, met, count, goal->radius, goal->is_clockwise);
}

static wend_vec hide_goal(thought *t, const wend_goal *goal, wend_vec threat)
{
    probe_view view = probe_view_of(t->world, t->index);
    wend_caster caster = probe_caster(&view);
    wend_cover_def how = wend_default_cover_def();
    wend_vec place;
    how.range = goal->radius > 0.0f ? goal->radius : how.range;
    how.margin = 0.5f * t->self->radius;
    how.mask = t->recipe->sense.feel.mask;
    how.ignore = t->recipe->sense.feel.ignore;
    if (!wend_find_cover(t->self, threat, &caster, &how, &place))
        return wend_flee(t->self, threat, 0.0f, 0.0f);
    if (!is_spatial(t->world))
        place.z = 0.0f; // where it was looked for above and below as well
    aim_at(t, place);
    return arrive_in_step(t, wend_arrive(t->self, place), place);
}

bool thought_is_gone(const thought *t, const wend_goal *goal)
{
    return (goal->target.value != 0 && world_index(t->world, goal->target) < 0) ||
           (goal->other.value != 0 && world_index(t->world, goal->other) < 0);
}

static wend_vec match_goal(const thought *t, const wend_goal *goal, const subject *target)
{
    return wend_match(t->self, goal->target.value != 0 ? target->velocity : goal->point);
}

/// The wish of a goal about somebody or some place.
static wend_vec goal_about(thought *t, const wend_goal *goal)
{
    const wend_agent *self = t->self;
    subject s = subject_or_point(t, goal);
    if (!s.is_there)
        return not_known(t);
    switch (goal->kind)
    {
    case WEND_GOAL_SEEK: aim_at(t, s.position); return wend_seek(self, s.position);
    case WEND_GOAL_ARRIVE: aim_at(t, s.position); return arrive_goal(t, goal, s.position);
    case WEND_GOAL_FLEE: return wend_flee(self, s.position, goal->radius, goal->fade);
    case WEND_GOAL_PURSUE:
    case WEND_GOAL_EVADE: return pursue_goal(t, goal, &s);
    case WEND_GOAL_MATCH: return match_goal(t, goal, &s);
    case WEND_GOAL_INTERPOSE: return interpose_goal(t, goal, &s);
    case WEND_GOAL_OFFSET_PURSUE: return offset_goal(t, goal, &s);
    case WEND_GOAL_KEEP_RANGE: return wend_keep_range(self, s.position, goal->radius, goal->outer);
    case WEND_GOAL_ORBIT: return wend_orbit(self, s.position, goal->radius, goal->is_clockwise);
    case WEND_GOAL_KEEP_IN_CIRCLE: return wend_keep_in_circle(self, s.position, goal->radius);
    case WEND_GOAL_HOLD: return hold_goal(t, goal, s.position);
    case WEND_GOAL_HIDE: return hide_goal(t, goal, s.position);
    case WEND_GOAL_KEEP_PLACE: aim_at(t, s.position); return wend_keep_place(self, s.position, goal->high);
    case WEND_GOAL_FOLLOW_LEADER: return leader_goal(t, goal, &s);
    default: return wend_stop(self);
    }
}

wend_vec thought_goal_wish(thought *t, const wend_goal *goal)
{
    const wend_agent *self = t->self;
    switch (goal->kind)
    {
    case WEND_GOAL_NONE: return wend_stop(self);
    case WEND_GOAL_CRUISE: return wend_cruise(self, goal->speed > 0.0f ? goal->speed : self->max_speed);
    case WEND_GOAL_WANDER: return wander_goal(t, goal);
    case WEND_GOAL_KEEP_IN_BOX: return wend_keep_in_box(self, goal->point, goal->high);
    case WEND_GOAL_FOLLOW_FIELD: return field_goal(t, goal);
    case WEND_GOAL_FOLLOW_PATH: return path_goal(t, goal);
    case WEND_GOAL_TRAVEL: return travel_goal(t, goal);
    case WEND_GOAL_FOLLOW_WALL: return wall_goal(t, goal);
    default: return goal_about(t, goal);
    }
}
