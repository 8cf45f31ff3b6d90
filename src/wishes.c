#include "wishes.h"

#include "aside.h"
#include "plans.h"
#include "probe.h"
#include "real.h"
#include "rings.h"
#include "stuck.h"
#include "thought.h"

// ---- keeping clear ------------------------------------------------------------------------------------------------

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

static wend_vec in_the_queue(const thought *t)
{
    return wend_queue(t->self, t->goal_wish, t->list.neighbours, t->list.count, t->recipe->gap);
}

/// Does somebody stand where he stands, or goes back there? For him nobody steps aside: else a crowd never settles.
static bool is_idle(const wend_world *world, wend_agent_id id)
{
    int index = world_index(world, id);
    wend_goal_kind kind = index >= 0 ? world->rest[index].goal.kind : WEND_GOAL_SEEK;
    return kind == WEND_GOAL_HOLD || kind == WEND_GOAL_NONE;
}

static wend_vec out_of_the_way(const thought *t)
{
    aside a = {.soonest = (double)t->recipe->movers_seconds};
    for (int i = 0; i < t->list.count; i++)
        if (!is_idle(t->world, t->list.neighbours[i].id))
            aside_for(&a, t->self, &t->list.neighbours[i], t->recipe->gap);
    return a.is_needed ? real_to_vec(a.step) : t->goal_wish;
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
        return thought_is_gone(t, &from->goal) ? t->self->velocity : thought_goal_wish(t, &from->goal);
    case WEND_WISH_GOAL: return t->goal_wish;
    case WEND_WISH_AVOID: return as_wish(t, clear_of_obstacles(t));
    case WEND_WISH_AVOID_MOVERS: return as_wish(t, clear_of_movers(t));
    case WEND_WISH_QUEUE: return as_wish(t, in_the_queue(t));
    case WEND_WISH_GIVE_WAY: return as_wish(t, out_of_the_way(t));
    case WEND_WISH_KIND_COUNT: break;
    }
    return t->self->velocity;
}

/// How far it is to where the goal makes for, or lets it stop.
static float aim_in(const thought *t)
{
    return t->has_aim ? fminf(t->stops_in, wend_distance(t->self->position, t->aim)) : t->stops_in;
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
        ring_request request = {t->index, t->worker, wishes, t->list.neighbours ? &t->list : NULL, aim_in(t)};
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
    double next = (floor((world->seconds - phase) / period) + 1.0) * period + phase;
    return real_smaller(next, DBL_MAX);
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
    reason->plan = plans_report(world, index);
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
    if (t->has_choice)
        reason->choice = t->choice;
    reason->combined = to_outer(world, combined, 0.0f);
}

/// How fast its goal wants to go, as a share of its top speed; only of goals that lead somewhere, who else can be
/// stuck?
static float wish_share(const thought *t)
{
    wend_goal_kind kind = t->rest->goal.kind;
    float top = t->self->max_speed;
    bool leads = goal_can_arrive(kind) || goal_has_way(kind);
    return leads && top > 0.0f ? fminf(wend_length(t->goal_wish) / top, 1.0f) : 0.0f;
}

/// The goal comes first: feelers look where it leads. But a wall can only be followed when it has been felt.
static void think_of_goal(thought *t)
{
    const wend_goal *goal = &t->rest->goal;
    t->goal_wish = t->self->velocity;
    t->mind->wanted = 0.0f;
    if (!t->world->recipes[t->rest->recipe].needs_goal)
        return;
    t->is_own_goal = true;
    bool is_gone = t->rest->names_agents && thought_is_gone(t, goal);
    t->goal_wish = is_gone ? wend_stop(t->self) : thought_goal_wish(t, goal);
    t->mind->wanted = wish_share(t);
    if (t->rest->recovery.step != WEND_RECOVERY_NONE)
        t->goal_wish = stuck_wish(t->world, t->index, t->goal_wish);
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
    thought t; // large: only what is read before it is written begins as zero
    t.list = (hits_list){0};
    t.goal_wish = t.aim = wend_xyz(0.0f, 0.0f, 0.0f);
    t.has_wandered = t.has_aim = t.has_choice = t.is_own_goal = false;
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
