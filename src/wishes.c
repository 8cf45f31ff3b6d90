#include "wishes.h"

#include "hits.h"
#include "paths.h"
#include "probe.h"
#include "real.h"
#include "rings.h"

// What one agent has in mind while it thinks.
typedef struct thought
{
    wend_world *world;
    const wend_agent *self;
    const agent_rest *rest;
    const wend_recipe *recipe;
    agent_mind *mind;   // the next one
    agent_extra *extra; // the next one; null if it has none
    int index, worker;
    hits_list list; // neighbours of all flocks, if they are needed
    double seconds;
    wend_vec goal_wish; // of its own goal
    wend_vec wandering; // the wish of wandering, once it has been drawn
    bool has_wandered;
    wend_vec aim; // where the goal made for
    bool has_aim;
    bool has_choice; // in a context map
    wend_choice_result choice;
    float stops_in;   // how far it is to the place where its goal lets it stop; FLT_MAX: it doesn't
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

static wend_vec arrive_goal(thought *t, const wend_goal *goal, wend_vec point)
{
    if (t->is_own_goal)
        t->stops_in = wend_distance(t->self->position, point);
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
    if (t->rest->watched >= 0 || t->recipe->body == WEND_BODY_CAR)
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

static wend_vec path_goal(thought *t, const wend_goal *goal)
{
    wend_agent self = *t->self;
    wend_follow how = t->recipe->follow;
    bool is_tall = !is_spatial(t->world) && how.height > 0.0f;
    wend_path path = is_tall ? paths_tall(t->world, &goal->path) : goal->path;
    if (is_tall)
        self.position.z = t->rest->height;
    how.tolerance = goal->tolerance > 0.0f ? goal->tolerance : how.tolerance;
    if (goal->begins_nearest && !t->extra->progress.has_begun)
        t->extra->progress = wend_path_begin(&path, self.position, &how);
    wend_vec wish = wend_follow_path(&self, &path, &t->extra->progress, &how, t->seconds);
    wend_vec aim = t->extra->progress.aim;
    if (is_tall)
        wish.z = aim.z = 0.0f;
    aim_at(t, aim);
    t->stops_in = path_stops_in(&self, &path, &how, t);
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
    case WEND_GOAL_FOLLOW_PATH: return path_goal(t, goal);
    case WEND_GOAL_FOLLOW_WALL: return wall_goal(t, goal);
    default: return goal_about(t, goal);
    }
}

// ---- keeping clear ----------------------------------------------------------------------------------------------------

/// The goal's wish kept clear of what the sense met.
static wend_vec clear_of_obstacles(const thought *t)
{
    const wend_agent *self = t->self;
    const wend_sense_def *sense = &t->recipe->sense;
    wend_vec wish = t->goal_wish;
    if (!t->extra || t->extra->hit_count == 0)
        return wish;
    const wend_hit *hits = next_hits_of(t->world, t->index);
    int count = t->extra->hit_count;
    if (sense->kind == WEND_SENSE_FEELER || sense->kind == WEND_SENSE_WHISKERS)
        return wend_avoid_feelers(self, wish, t->extra->casts, hits, count, &sense->avoid, &t->extra->side);
    float radius = sense->radius > 0.0f ? sense->radius : real_to_float(3.5 * (double)self->radius);
    if (sense->kind == WEND_SENSE_RING)
    {
        const wend_hit *nearest = &hits[0];
        for (int i = 1; i < count; i++)
            nearest = hits[i].distance < nearest->distance ? &hits[i] : nearest;
        return wend_avoid_walls(self, wish, nearest, 1, radius, sense->push);
    }
    wend_vec out = wend_leave(self, wish, hits, count);
    return wend_equal(out, wish) ? wend_avoid_walls(self, wish, hits, count, radius, sense->push) : out;
}

/// Keeping clear as one wish among several: what it changes about the goal's wish. Where only one wish counts it is the
/// goal's wish, kept clear.
static wend_vec as_wish(const thought *t, wend_vec clear)
{
    if (wend_equal(clear, t->goal_wish))
        return t->self->velocity;
    if (t->recipe->combiner == WEND_COMBINE_PRIORITY)
        return clear;
    return wend_add(t->self->velocity, wend_sub(clear, t->goal_wish));
}

static wend_vec clear_of_movers(const thought *t)
{
    return wend_avoid_movers(t->self, t->goal_wish, t->list.neighbours, t->list.count, t->recipe->movers_seconds);
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
    case WEND_WISH_GOAL: return t->goal_wish;
    case WEND_WISH_AVOID: return as_wish(t, clear_of_obstacles(t));
    case WEND_WISH_AVOID_MOVERS: return as_wish(t, clear_of_movers(t));
    case WEND_WISH_KIND_COUNT: break;
    }
    return t->self->velocity;
}

static wend_vec combine(thought *t, wend_wish *wishes, int count)
{
    const wend_recipe *recipe = t->recipe;
    const wend_agent *self = t->self;
    float limit = recipe->limit;
    switch (recipe->combiner)
    {
    case WEND_COMBINE_SUM: return wend_combine_sum(self, wishes, count, limit);
    case WEND_COMBINE_PRIORITY: return wend_combine_priority(self, wishes, count, limit, 0.001f * self->max_speed);
    case WEND_COMBINE_BUDGET: return wend_combine_budget(self, wishes, count, limit > 0.0f ? limit : self->max_speed);
    case WEND_COMBINE_CONTEXT:
    {
        ring_request request = {t->index, t->worker, wishes, t->list.neighbours ? &t->list : NULL, t->stops_in};
        t->has_choice = true;
        return rings_combine(t->world, &request, &t->choice);
    }
    case WEND_COMBINE_FLOCK:
    case WEND_COMBINER_COUNT: break;
    }
    return count > 0 ? wend_combine_flock(self, wishes, count) : self->velocity;
}

double world_next_time(const wend_world *world, const wend_agent *self, double period)
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
    reason->has_choice = t->has_choice;
    reason->choice = t->choice;
    reason->combined = to_outer(world, combined, 0.0f);
}

/// The goal comes first: feelers look where it leads. But a wall can only be followed when it has been felt.
static void think_of_goal(thought *t)
{
    const wend_goal *goal = &t->rest->goal;
    t->is_own_goal = true;
    t->goal_wish = is_gone(t, goal) ? wend_stop(t->self) : goal_wish(t, goal);
    float top = t->self->max_speed, speed = wend_length(t->goal_wish);
    t->mind->wanted = top > 0.0f ? fminf(speed / top, 1.0f) : 0.0f;
}

/// All wishes of the recipe, made anew.
static void think_anew(thought *t, bool has_neighbours, wend_wish *wishes)
{
    wend_world *world = t->world;
    wend_flock_wishes flock = {t->self->velocity, t->self->velocity, t->self->velocity, 0};
    if (has_neighbours)
        flock = world->flock[world->cells->place[t->index]].wishes;
    bool follows_wall = t->rest->goal.kind == WEND_GOAL_FOLLOW_WALL;
    if (!follows_wall)
        think_of_goal(t);
    if (t->extra)
        probe_obstacles(world, t->index, t->mind->must_think, follows_wall ? t->self->velocity : t->goal_wish);
    if (follows_wall)
        think_of_goal(t);
    for (int i = 0; i < t->recipe->wish_count; i++)
    {
        wishes[i].velocity = wish_of(t, &t->recipe->wishes[i], &flock);
        wishes[i].weight = t->recipe->wishes[i].weight;
    }
    t->mind->kept = combine(t, wishes, t->recipe->wish_count);
    t->mind->must_think = false;
    double period = (double)t->recipe->think_seconds;
    t->mind->think_at = period > 0.0 ? world_next_time(world, t->self, period) : 0.0;
    if (t->extra)
    {
        t->extra->car.has_aim = t->has_aim;
        t->extra->car.aim = t->aim;
    }
}

/// What it sees, and whether that was all.
static bool look_round(thought *t, bool is_kept, bool has_neighbours)
{
    wend_world *world = t->world;
    const place_flock *flock = has_neighbours ? &world->flock[world->cells->place[t->index]] : NULL;
    bool has_list = !is_kept && hits_list_is_needed(world, t->index);
    if (has_list && !hits_listed(world, t->index, t->worker, &t->list))
        return false;
    world->crowded[t->index] = (flock && flock->is_crowded) || (has_list && t->list.is_crowded);
    world->seen[t->index] = has_list ? t->list.count : flock ? flock->wishes.count : 0;
    return true;
}

bool wishes_think(wend_world *world, int index, double seconds, int worker)
{
    thought t = {0};
    t.world = world;
    t.index = index;
    t.worker = worker;
    t.stops_in = FLT_MAX;
    t.self = &world->body[index];
    t.rest = &world->rest[index];
    t.recipe = &world->recipes[t.rest->recipe].recipe;
    t.mind = &world->next_mind[index];
    *t.mind = world->mind[index];
    t.extra = next_extra_of(world, index);
    extras_carry_on(world, index);

    bool has_neighbours = hits_are_needed(world, index);
    double period = (double)t.recipe->think_seconds;
    t.seconds = fmax(seconds, period); // for so long the wish will be kept
    wend_wish wishes[WEND_RECIPE_WISHES];
    bool is_kept = period > 0.0 && !t.mind->must_think && world->seconds < t.mind->think_at;
    if (!look_round(&t, is_kept, has_neighbours))
        return false;
    if (!is_kept)
        think_anew(&t, has_neighbours, wishes);
    world->wish[index] = t.mind->kept;
    if (t.rest->watched >= 0)
        write_reasons(&t, index, wishes, t.mind->kept, is_kept);
    return true;
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
    wend_vec there = world_image(world, self->position, other->position), its_velocity = other->velocity;
    if (!probe_knows(world, index, target, &there, &its_velocity))
        return wend_look(self, velocity, 0.005f * self->max_speed);
    if (recipe->facing == WEND_FACE_TARGET)
        return wend_face(self, there);
    return wend_aim(self, there, its_velocity, recipe->aim_speed);
}
