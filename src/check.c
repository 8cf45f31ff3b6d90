#include "wend/check.h"

#include "goals.h"
#include "real.h"
#include "storage.h"

#include <stdio.h>
#include <stdlib.h>

static const struct
{
    const char *name, *why;
} rules[WEND_WARNING_COUNT] = {
#define RULE(kind, name, why) [kind] = {name, why},
    WEND_WARNING_LIST(RULE)
#undef RULE
};

enum
{
    // Different warnings of one agent: of its goals only the radius is a number, all else is said once.
    MOST_OF_ONE = 40 + WEND_CLASSES + MOST_QUEUED + 1
};

#define SLACK 1.000001 // what is set to the number that a warning names is no fault

/// Somebody who is looked at.
typedef struct looker
{
    const wend_agent *self;
    const wend_recipe *recipe;
    const wend_goal *goal;
    bool is_flock, is_spatial;
    double speed, acceleration, response; // of the body, its mass counted
    double stop;                          // the way on which it stops; of a flyer on which it turns
    double brake;                         // v / a: how long that takes
    double blind;                         // how far it goes between two looks at obstacles
    double step;                          // how far it goes in a step
    wend_warning *out;
    int count, capacity;
} looker;

static bool is_same(const wend_warning *a, const wend_warning *b)
{
    return a->kind == b->kind && a->field == b->field && a->value == b->value && a->fits == b->fits;
}

/// Adds a warning behind those of its kind; one that is there already isn't told again.
static void tell(looker *l, wend_warning w)
{
    for (int i = 0; i < l->count; i++)
        if (is_same(&l->out[i], &w))
            return;
    if (l->count == l->capacity)
        return;
    w.agent = l->self->id;
    w.agents = 1;
    int at = l->count++;
    for (; at > 0 && l->out[at - 1].kind > w.kind; at--)
        l->out[at] = l->out[at - 1];
    l->out[at] = w;
}

static void warn(looker *l, wend_warning_kind kind, const char *field)
{
    tell(l, (wend_warning){.kind = kind, .field = field, .is_plain = true});
}

static void want(looker *l, wend_warning_kind kind, const char *field, double value, double fits, bool is_most)
{
    tell(l, (wend_warning){.kind = kind, .field = field, .value = value, .fits = fits, .is_most = is_most});
}

static void want_least(looker *l, wend_warning_kind kind, const char *field, double value, double least)
{
    if (value * SLACK < least)
        want(l, kind, field, value, least, false);
}

static void want_most(looker *l, wend_warning_kind kind, const char *field, double value, double most)
{
    if (value > most * SLACK)
        want(l, kind, field, value, most, true);
}

// ---- what an agent uses

static bool has_wish(const wend_recipe *recipe, wend_wish_kind kind)
{
    for (int i = 0; i < recipe->wish_count; i++)
        if (recipe->wishes[i].kind == kind && recipe->wishes[i].weight > 0.0f)
            return true;
    return false;
}

static bool has_also(const wend_recipe *recipe, wend_goal_kind kind)
{
    for (int i = 0; i < recipe->wish_count; i++)
        if (recipe->wishes[i].kind == WEND_WISH_ALSO && recipe->wishes[i].goal.kind == kind)
            return true;
    return false;
}

static bool keeps_clear(const wend_recipe *recipe)
{
    return recipe->dodge == WEND_DODGE_ORCA || recipe->dodge == WEND_DODGE_SAMPLED ||
           recipe->dodge == WEND_DODGE_SOCIAL || has_wish(recipe, WEND_WISH_AVOID_MOVERS);
}

static bool has_classes(const wend_recipe *recipe)
{
    return recipe->combiner == WEND_COMBINE_CONTEXT && recipe->context.class_count > 0;
}

static bool separates(const looker *l)
{
    return (l->is_flock && has_wish(l->recipe, WEND_WISH_SEPARATE) && l->recipe->flock.separation > 0.0f) ||
           l->recipe->separation > 0.0f;
}

static bool flocks(const looker *l)
{
    return separates(l) ||
           (l->is_flock && (has_wish(l->recipe, WEND_WISH_ALIGN) || has_wish(l->recipe, WEND_WISH_COHERE)));
}

static bool sees_others(const looker *l)
{
    return flocks(l) || keeps_clear(l->recipe) || has_classes(l->recipe) || has_wish(l->recipe, WEND_WISH_QUEUE) ||
           has_wish(l->recipe, WEND_WISH_GIVE_WAY);
}

static bool follows(const looker *l, wend_follower follower)
{
    return goal_has_way(l->goal->kind) && l->recipe->follow.follower == follower;
}

static bool slows_down(wend_goal_kind kind)
{
    return kind == WEND_GOAL_ARRIVE || kind == WEND_GOAL_TRAVEL || kind == WEND_GOAL_HOLD;
}

// ---- rules

static void check_body(looker *l)
{
    const wend_agent *self = l->self;
    bool moves = l->goal->kind != WEND_GOAL_NONE && l->goal->kind != WEND_GOAL_HOLD;
    if (moves && l->speed <= 0.0)
        warn(l, WEND_WARN_MOTIONLESS, "agent.max_speed is 0");
    if (moves && l->acceleration <= 0.0)
        warn(l, WEND_WARN_MOTIONLESS, "agent.max_acceleration is 0");
    if (l->acceleration > 0.0)
        want_least(l, WEND_WARN_SLOW_START, "agent.max_acceleration", (double)self->max_acceleration,
                   0.25 * l->speed * (double)self->mass);
}

static void check_goal(looker *l)
{
    const wend_goal *goal = l->goal;
    double braking = l->speed * l->speed / (2.0 * l->acceleration);
    bool is_linear = goal->kind == WEND_GOAL_ARRIVE && goal->radius > 0.0f;
    if (is_linear)
        want_least(l, WEND_WARN_SLOW_RADIUS, "goal.radius", (double)goal->radius, braking + l->speed * l->response);
    else if (slows_down(goal->kind))
        want_least(l, WEND_WARN_ARRIVAL, "agent.arrival_radius", (double)l->self->arrival_radius, braking);
    if (goal->kind == WEND_GOAL_ORBIT)
        want_least(l, WEND_WARN_ORBIT, "goal.radius", (double)goal->radius, 2.0 * braking);
}

static void check_step(looker *l)
{
    want_least(l, WEND_WARN_STEP, "agent.radius", (double)l->self->radius, 0.5 * l->step);
}

static void check_path(looker *l)
{
    const wend_follow *how = &l->recipe->follow;
    double carried = l->speed * l->response + l->step, circle = 0.0;
    if (l->recipe->body == WEND_BODY_CAR)
        circle = (double)l->recipe->car.turning_radius;
    if (l->recipe->body == WEND_BODY_FLIES)
        circle = l->stop;
    if (follows(l, WEND_FOLLOW_WAYPOINT))
        want_least(l, WEND_WARN_WAYPOINT, "recipe.follow.switch_radius", (double)how->switch_radius, l->step);
    if (follows(l, WEND_FOLLOW_CARROT))
    {
        want_least(l, WEND_WARN_CARROT, "recipe.follow.ahead", (double)how->ahead, carried);
        want_least(l, WEND_WARN_TURNING, "recipe.follow.ahead", (double)how->ahead, circle);
    }
    if (follows(l, WEND_FOLLOW_PREDICT))
        want_least(l, WEND_WARN_CARROT, "recipe.follow.seconds_ahead", (double)how->seconds_ahead, carried / l->speed);
}

static void check_feelers(looker *l, double needed)
{
    const wend_sense_def *sense = &l->recipe->sense;
    double radius = (double)l->self->radius;
    if (sense->kind == WEND_SENSE_FEELER || sense->kind == WEND_SENSE_WHISKERS)
    {
        double least = (needed - (double)sense->feel.width * radius) / l->speed;
        want_least(l, WEND_WARN_FEELER, "recipe.sense.feel.seconds", (double)sense->feel.seconds, least);
    }
    if (sense->kind == WEND_SENSE_WALLS)
    {
        double seen = sense->radius > 0.0f ? (double)sense->radius : 3.5 * radius;
        want_least(l, WEND_WARN_WALLS, "recipe.sense.radius", seen, radius + needed);
    }
}

static void check_ring(looker *l, double needed)
{
    const wend_context_def *context = &l->recipe->context;
    double radius = (double)l->self->radius, braking = l->speed * l->speed / (2.0 * l->acceleration);
    if (l->recipe->combiner != WEND_COMBINE_CONTEXT)
        return;
    want_least(l, WEND_WARN_RANGE, "recipe.context.range", (double)context->range, needed);
    int rays = context->rays > 0 ? context->rays : context->slots;
    int least = wend_rays_needed(context->slots, l->self->radius, real_to_float(radius + braking));
    if (l->recipe->sense.kind == WEND_SENSE_RING && !l->is_spatial)
        want_least(l, WEND_WARN_RAYS, "recipe.context.rays", (double)rays, (double)least);
}

static void check_sense(looker *l)
{
    const wend_recipe *recipe = l->recipe;
    bool is_used = recipe->combiner == WEND_COMBINE_CONTEXT || has_wish(recipe, WEND_WISH_AVOID) ||
                   l->goal->kind == WEND_GOAL_FOLLOW_WALL || has_also(recipe, WEND_GOAL_FOLLOW_WALL);
    if (recipe->sense.kind == WEND_SENSE_NOTHING)
    {
        if (has_wish(recipe, WEND_WISH_AVOID))
            warn(l, WEND_WARN_BLIND, "recipe.sense.kind is WEND_SENSE_NOTHING");
        return;
    }
    if (!is_used)
    {
        warn(l, WEND_WARN_NO_WISH, "recipe.wishes");
        return;
    }
    check_feelers(l, l->stop + l->blind);
    check_ring(l, l->stop + l->blind);
}

static void check_horizons(looker *l)
{
    const wend_recipe *r = l->recipe;
    if (r->dodge == WEND_DODGE_ORCA)
    {
        want_least(l, WEND_WARN_HORIZON, "recipe.orca.seconds", (double)r->orca.seconds, l->brake);
        want_least(l, WEND_WARN_HORIZON, "recipe.orca.wall_seconds", (double)r->orca.wall_seconds, l->brake);
    }
    if (r->dodge == WEND_DODGE_SAMPLED)
        want_least(l, WEND_WARN_HORIZON, "recipe.sampled.seconds", (double)r->sampled.seconds, l->brake);
    if (has_wish(r, WEND_WISH_AVOID_MOVERS) || has_wish(r, WEND_WISH_GIVE_WAY))
        want_least(l, WEND_WARN_HORIZON, "recipe.movers_seconds", (double)r->movers_seconds, l->brake);
    for (int i = 0; has_classes(r) && i < r->context.class_count; i++)
        if (r->context.classes[i].as == WEND_MARK_MOVER)
            want_least(l, WEND_WARN_HORIZON, "recipe.context.movers.horizon", (double)r->context.movers.horizon,
                       l->brake);
    if (r->dodge != WEND_DODGE_FAN && r->dodge != WEND_DODGE_CONTAIN)
        return;
    want_least(l, WEND_WARN_FAN, "recipe.fan.seconds", (double)r->fan.seconds, l->stop / l->speed);
    if (r->dodge == WEND_DODGE_FAN)
        want_least(l, WEND_WARN_FAN, "recipe.fan.farthest", (double)r->fan.farthest, l->stop);
}

static void check_neighbours(looker *l)
{
    double hulls = 2.0 * (double)l->self->radius, sight = (double)l->self->neighbour_radius;
    if (!sees_others(l))
        return;
    double least = keeps_clear(l->recipe) ? hulls + 2.0 * l->stop : hulls;
    want_least(l, WEND_WARN_NEIGHBOURS, "agent.neighbour_radius", sight, least);
    double apart = (double)l->recipe->flock.separation_radius;
    if (separates(l) && apart > 0.0)
        want_least(l, WEND_WARN_SEPARATION, "recipe.flock.separation_radius", apart, hulls);
    for (int i = 0; has_classes(l->recipe) && i < l->recipe->context.class_count; i++)
        want_most(l, WEND_WARN_CLASS, "recipe.context.classes[].radius", (double)l->recipe->context.classes[i].radius,
                  sight);
}

static void check_thinking(looker *l)
{
    double think = (double)l->recipe->think_seconds, looks = DBL_MAX;
    if (think <= 0.0 || l->speed <= 0.0)
        return;
    if (sees_others(l))
        looks = fmin(looks, (double)l->self->neighbour_radius);
    if (slows_down(l->goal->kind))
        looks = fmin(looks, (double)l->self->arrival_radius);
    if (follows(l, WEND_FOLLOW_CARROT))
        looks = fmin(looks, (double)l->recipe->follow.ahead);
    want_most(l, WEND_WARN_THINK, "recipe.think_seconds", think, 0.5 * looks / l->speed);
}

static void check_all(looker *l)
{
    check_body(l);
    if (l->speed <= 0.0 || l->acceleration <= 0.0)
        return;
    check_goal(l);
    check_step(l);
    check_path(l);
    check_sense(l);
    check_horizons(l);
    check_neighbours(l);
    check_thinking(l);
}

// ---- one agent

static double stopping_way(const wend_agent *self, const wend_recipe *recipe, double v, double a, double t)
{
    if (recipe->body == WEND_BODY_FLIES)
        return recipe->flyer.turn_rate > 0.0f ? v / (double)recipe->flyer.turn_rate : 0.0;
    if (v <= a * t || self->max_acceleration <= 0.0f)
        return v * t;
    return v * v / (2.0 * a) + 0.5 * a * t * t;
}

static looker look_at(const wend_agent *self, const wend_recipe *recipe, double seconds)
{
    looker l = {.self = self, .recipe = recipe};
    double mass = (double)self->mass;
    l.speed = (double)self->max_speed;
    l.acceleration = (double)self->max_acceleration / mass;
    l.response = (double)self->response_time * mass;
    l.stop = stopping_way(self, recipe, l.speed, l.acceleration, l.response);
    l.brake = l.acceleration > 0.0 ? l.speed / l.acceleration : 0.0;
    l.blind = l.speed * fmax((double)recipe->sense.seconds, (double)recipe->think_seconds);
    l.step = l.speed * seconds;
    return l;
}

int wend_check_agent(const wend_agent *self, const wend_recipe *recipe, const wend_goal *goal, double seconds,
                     wend_warning *out, int capacity)
{
    if (!self || (!out && capacity > 0))
        return 0;
    wend_recipe usual = wend_default_recipe();
    wend_goal none = wend_goal_of(WEND_GOAL_NONE);
    wend_warning all[MOST_OF_ONE];
    looker l = look_at(self, recipe ? recipe : &usual, seconds);
    l.goal = goal ? goal : &none;
    l.is_flock = true;
    l.out = all;
    l.capacity = MOST_OF_ONE;
    check_all(&l);
    for (int i = 0; i < l.count && i < capacity; i++)
        out[i] = all[i];
    return l.count;
}

// ---- all of them

static void check_caster(looker *l, const wend_world *world)
{
    const wend_recipe *r = l->recipe;
    bool looks = r->sense.kind != WEND_SENSE_NOTHING || r->dodge == WEND_DODGE_FAN || r->dodge == WEND_DODGE_CONTAIN ||
                 l->goal->kind == WEND_GOAL_HIDE;
    if (world->def.caster.cast)
        return;
    if (looks)
        warn(l, WEND_WARN_NO_CASTER, "world.caster");
    if (world->def.grid && l->goal->kind == WEND_GOAL_TRAVEL)
        warn(l, WEND_WARN_NO_WALLS, "world.caster");
}

static void check_wrap(looker *l, const wend_world *world)
{
    if (world->def.edge != WEND_EDGE_WRAP || !sees_others(l))
        return;
    wend_vec size = to_inner(world, wend_sub(world->def.high, world->def.low));
    double least = fmin((double)size.x, (double)size.y);
    if (is_spatial(world))
        least = fmin(least, (double)size.z);
    want_most(l, WEND_WARN_WRAP, "agent.neighbour_radius", (double)l->self->neighbour_radius, 0.5 * least);
}

/// Adds warnings to a list, or counts one more agent for those that are there.
static void add(wend_warning *out, int *count, int capacity, const looker *l)
{
    for (int i = 0; i < l->count; i++)
    {
        int k = 0;
        while (k < *count && !is_same(&out[k], &l->out[i]))
            k++;
        if (k < *count)
            out[k].agents++;
        else if (*count < capacity)
            out[(*count)++] = l->out[i];
    }
}

/// The present goal, then those that wait.
static int goals_of(const wend_world *world, int index, const wend_goal *goals[MOST_QUEUED + 1])
{
    const agent_rest *rest = &world->rest[index];
    int count = 0;
    goals[count++] = &rest->goal;
    for (int entry = rest->queue_first; entry != NO_ENTRY && count <= MOST_QUEUED; entry = world->queue[entry].next)
        goals[count++] = &world->queue[entry].goal;
    return count;
}

static void check_one(const wend_world *world, int index, double seconds, looker *l)
{
    const agent_rest *rest = &world->rest[index];
    const wend_goal *goals[MOST_QUEUED + 1];
    int count = goals_of(world, index, goals);
    wend_warning *out = l->out;
    *l = look_at(&world->body[index], &world->recipes[rest->recipe].recipe, seconds);
    l->out = out;
    l->capacity = MOST_OF_ONE;
    l->is_flock = rest->group != 0;
    l->is_spatial = is_spatial(world);
    for (int i = 0; i < count; i++)
    {
        l->goal = goals[i];
        check_all(l);
        check_caster(l, world);
        check_wrap(l, world);
        if (rest->mask == 0 && sees_others(l))
            warn(l, WEND_WARN_MASK, "agent.mask is 0");
    }
}

int wend_check(const wend_world *world, double seconds, wend_warning *out, int capacity)
{
    int count = 0;
    wend_warning of_one[MOST_OF_ONE];
    if (!world || !out)
        return 0;
    for (int k = 0; k < world->count; k++)
    {
        int i = storage_kth(world, k);
        looker l = {.out = of_one};
        if (world->body[i].id.value == 0)
            continue;
        check_one(world, i, seconds, &l);
        add(out, &count, capacity, &l);
    }
    return count;
}

// ---- words

const char *wend_warning_name(wend_warning_kind kind)
{
    return (unsigned)kind < WEND_WARNING_COUNT ? rules[kind].name : "unknown";
}

/// Of four digits, the nearest number that still fits: rounded down, "at least" would be a fault again.
static void print_fits(const wend_warning *w, char text[32])
{
    for (int k = 0; k < 20; k++) // a step is at most one in the last digit
    {
        snprintf(text, 32, "%.4g", w->fits + (w->is_most ? -1e-4 : 1e-4) * (double)k * fabs(w->fits));
        double number = strtod(text, NULL);
        if (w->is_most ? number <= w->fits * SLACK : number * SLACK >= w->fits)
            return;
    }
}

int wend_warning_text(const wend_warning *w, char *text, int capacity)
{
    if (!w || (!text && capacity > 0))
        return 0;
    char others[32] = "", numbers[80] = "", fits[32];
    if (w->agents > 1)
        snprintf(others, sizeof others, " and %d more", w->agents - 1);
    if (!w->is_plain)
    {
        print_fits(w, fits);
        snprintf(numbers, sizeof numbers, " is %.4g, %s %s would do", w->value, w->is_most ? "at most" : "at least",
                 fits);
    }
    const char *why = (unsigned)w->kind < WEND_WARNING_COUNT ? rules[w->kind].why : "unknown";
    return snprintf(text, capacity > 0 ? (size_t)capacity : 0, "agent %llu%s: %s%s: %s",
                    (unsigned long long)w->agent.value, others, w->field ? w->field : "", numbers, why);
}
