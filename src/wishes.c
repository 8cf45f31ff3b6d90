#include "wishes.h"

#include "hits.h"
#include "real.h"

// What one agent has in mind while it thinks.
typedef struct thought
{
    wend_world *world;
    const wend_agent *self;
    const agent_rest *rest;
    const wend_recipe *recipe;
    agent_mind *mind; // the next one
    double seconds;
    wend_vec wandering; // the wish of wandering, once it has been drawn
    bool has_wandered;
    wend_vec aim; // where the goal made for
    bool has_aim;
    bool is_own_goal; // the goal that is being looked at is the agent's, not one of its recipe
} thought;

// ---- goals --------------------------------------------------------------------------------------------------------

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
    return (subject){world_image(t->world, t->self->position, body->position), body->velocity, body->heading, true};
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

static wend_vec arrive_goal(const thought *t, const wend_goal *goal, wend_vec point)
{
    if (t->is_own_goal && t->rest->is_settled)
        return wend_stop(t->self);
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
    if (t->rest->watched >= 0)
    {
        float ahead = wend_predict(t->self, target->position, target->velocity, &goal->prediction);
        aim_at(t, wend_add(target->position, wend_scale(target->velocity, ahead)));
    }
    if (goal->kind == WEND_GOAL_EVADE)
        return wend_evade(t->self, target->position, target->velocity, goal->radius, &goal->prediction);
    return wend_pursue(t->self, target->position, target->velocity, &goal->prediction);
}

static wend_vec interpose_goal(thought *t, const wend_goal *goal, const subject *a)
{
    subject b = subject_of(t, goal->other);
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

static bool is_gone(const thought *t, const wend_goal *goal)
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
    default: return wend_stop(self);
    }
}

/// The wish of a goal whose agents are all there.
static wend_vec goal_wish(thought *t, const wend_goal *goal)
{
    const wend_agent *self = t->self;
    switch (goal->kind)
    {
    case WEND_GOAL_NONE: return wend_stop(self);
    case WEND_GOAL_CRUISE: return wend_cruise(self, goal->speed > 0.0f ? goal->speed : self->max_speed);
    case WEND_GOAL_WANDER: return wander_goal(t, goal);
    case WEND_GOAL_KEEP_IN_BOX: return wend_keep_in_box(self, goal->point, goal->high);
    case WEND_GOAL_FOLLOW_FIELD: return field_goal(t, goal);
    default: return goal_about(t, goal);
    }
}

// ---- combining ----------------------------------------------------------------------------------------------------

static wend_vec wish_of(thought *t, const wend_recipe_wish *from, const wend_flock_wishes *flock)
{
    switch (from->kind)
    {
    case WEND_WISH_SEPARATE: return flock->separation;
    case WEND_WISH_ALIGN: return flock->alignment;
    case WEND_WISH_COHERE: return flock->cohesion;
    case WEND_WISH_ALSO:
        t->is_own_goal = false;
        return is_gone(t, &from->goal) ? t->self->velocity : goal_wish(t, &from->goal);
    case WEND_WISH_GOAL:
    {
        if (is_gone(t, &t->rest->goal))
            return wend_stop(t->self);
        t->is_own_goal = true;
        return goal_wish(t, &t->rest->goal);
    }
    case WEND_WISH_KIND_COUNT: break;
    }
    return t->self->velocity;
}

static wend_vec combine(const thought *t, wend_wish *wishes, int count)
{
    const wend_recipe *recipe = t->recipe;
    const wend_agent *self = t->self;
    float limit = recipe->limit;
    switch (recipe->combiner)
    {
    case WEND_COMBINE_SUM: return wend_combine_sum(self, wishes, count, limit);
    case WEND_COMBINE_PRIORITY: return wend_combine_priority(self, wishes, count, limit, 0.001f * self->max_speed);
    case WEND_COMBINE_BUDGET: return wend_combine_budget(self, wishes, count, limit > 0.0f ? limit : self->max_speed);
    case WEND_COMBINE_FLOCK:
    case WEND_COMBINER_COUNT: break;
    }
    return count > 0 ? wend_combine_flock(self, wishes, count) : self->velocity;
}

/// When an agent that thinks every `period` seconds thinks next: on a lattice of times whose phase comes from its id.
static double next_time(const wend_world *world, const wend_agent *self, double period)
{
    uint64_t serial = self->id.value >> SLOT_BITS;
    double phase = (double)(serial * 11400714819323198485u >> 11) * 0x1p-53 * period;
    return (floor((world->seconds - phase) / period) + 1.0) * period + phase;
}

static void write_reasons(const thought *t, int index, const wend_wish *wishes, wend_vec combined, bool is_kept)
{
    const wend_world *world = t->world;
    const agent_rest *rest = t->rest;
    wend_reason *reason = &world->next_reasons[rest->watched];
    *reason = (wend_reason){0};
    reason->agent = t->self->id;
    reason->seconds = world->seconds;
    reason->position = to_outer(world, t->self->position, rest->height);
    reason->velocity = to_outer(world, t->self->velocity, 0.0f);
    reason->heading = to_outer(world, t->self->heading, 0.0f);
    reason->aim = to_outer(world, t->aim, rest->height);
    reason->has_aim = t->has_aim;
    reason->is_kept = is_kept;
    reason->is_crowded = world->crowded[index] != 0;
    reason->neighbours = world->seen[index];
    reason->wish_count = is_kept ? 0 : t->recipe->wish_count;
    for (int i = 0; i < reason->wish_count; i++)
    {
        const wend_recipe_wish *from = &t->recipe->wishes[i];
        reason->wishes[i].kind = from->kind;
        reason->wishes[i].goal = from->kind == WEND_WISH_GOAL ? rest->goal.kind : from->goal.kind;
        reason->wishes[i].wish = wishes[i];
        reason->wishes[i].wish.velocity = to_outer(world, wishes[i].velocity, 0.0f);
        reason->wishes[i].wish.taken = to_outer(world, wishes[i].taken, 0.0f);
    }
    reason->combined = to_outer(world, combined, 0.0f);
}

void wishes_think(wend_world *world, int index, double seconds)
{
    thought t = {0};
    t.world = world;
    t.self = &world->body[index];
    t.rest = &world->rest[index];
    t.recipe = &world->recipes[t.rest->recipe].recipe;
    t.mind = &world->next_mind[index];
    *t.mind = world->mind[index];
    bool has_neighbours = hits_are_needed(world, index);
    world->crowded[index] = has_neighbours && world->flock[world->cells->place[index]].is_crowded;
    world->seen[index] = has_neighbours ? world->flock[world->cells->place[index]].wishes.count : 0;

    double period = (double)t.recipe->think_seconds;
    t.seconds = fmax(seconds, period); // for so long the wish will be kept
    wend_wish wishes[WEND_RECIPE_WISHES];
    bool is_kept = period > 0.0 && !t.mind->must_think && world->seconds < t.mind->think_at;
    if (!is_kept)
    {
        wend_flock_wishes flock = {t.self->velocity, t.self->velocity, t.self->velocity, 0};
        if (has_neighbours)
            flock = world->flock[world->cells->place[index]].wishes;
        for (int i = 0; i < t.recipe->wish_count; i++)
        {
            wishes[i].velocity = wish_of(&t, &t.recipe->wishes[i], &flock);
            wishes[i].weight = t.recipe->wishes[i].weight;
        }
        t.mind->kept = combine(&t, wishes, t.recipe->wish_count);
        t.mind->must_think = false;
        t.mind->think_at = period > 0.0 ? next_time(world, t.self, period) : 0.0;
    }
    world->wish[index] = t.mind->kept;
    if (t.rest->watched >= 0)
        write_reasons(&t, index, wishes, t.mind->kept, is_kept);
}

// ---- facing -------------------------------------------------------------------------------------------------------

wend_vec wishes_facing(const wend_world *world, int index, wend_vec velocity)
{
    const wend_agent *self = &world->body[index];
    const agent_rest *rest = &world->rest[index];
    const wend_recipe *recipe = &world->recipes[rest->recipe].recipe;
    int target = world_index(world, rest->goal.target);
    if (recipe->facing == WEND_FACE_POINT)
        return wend_face(self, world_image(world, self->position, recipe->face_point));
    if (recipe->facing == WEND_FACE_VELOCITY || target < 0)
        return wend_look(self, velocity, 0.005f * self->max_speed);
    const wend_agent *other = &world->body[target];
    wend_vec there = world_image(world, self->position, other->position);
    if (recipe->facing == WEND_FACE_TARGET)
        return wend_face(self, there);
    return wend_aim(self, there, other->velocity, recipe->aim_speed);
}
