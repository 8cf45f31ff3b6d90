#include "stuck.h"

#include "extras.h"
#include "plans.h"
#include "probe.h"
#include "real.h"

#define STEPS    4    // of a round: wait, sidestep, back off, plan
#define ALONG    0.25 // share of the wished speed that counts as going on
#define SAME_WAY 0.5  // cosine
#define QUEUES   2.0  // it waits so many times longer in a queue

// ---- is it stuck? ---------------------------------------------------------------------------------------------------

/// Is it on its way, not behind others who want the same point? Then its goal's wish is this share of its top speed.
static double wanted_share(const wend_world *world, int index)
{
    const agent_rest *rest = &world->rest[index];
    bool is_there = rest->has_arrived || rest->goes_round || rest->is_behind;
    bool rests = rest->recovery.step == WEND_RECOVERY_GAVE_UP;
    return is_there || rests ? 0.0 : (double)world->mind[index].wanted;
}

/// Has it got away from the place where it was?
static bool has_got_away(const wend_world *world, int index)
{
    const agent_rest *rest = &world->rest[index];
    const wend_agent *body = &world->body[index];
    if (goal_has_way(rest->goal.kind) && extra_of(world, index)->progress.passed > 0)
        return true;
    // Whoever chases somebody may run in circles.
    double farthest = 2.0 * (double)body->radius;
    if (rest->goal.target.value == 0)
        farthest = real_larger(farthest, 1.25 * (double)body->max_speed);
    real_vec way = real_sub(real_of(rest->anchor), real_of(body->position));
    return real_dot(way, way) > farthest * farthest;
}

// ---- why? -----------------------------------------------------------------------------------------------------------

/// The largest radius: looked for once in an update, if at all.
static double widest_of(wend_world *world)
{
    for (int i = 0; i < world->count && !world->is_widest_known; i++)
        world->widest = fmaxf(i > 0 ? world->widest : 0.0f, world->body[i].radius);
    world->is_widest_known = true;
    return (double)world->widest;
}

/// Is somebody right ahead? Queue: all of them want the same way.
static wend_stuck_by held_by_agents(wend_world *world, int index, real_vec ahead)
{
    wend_stuck_by by = WEND_STUCK_BY_NOTHING;
    const wend_agent *self = &world->body[index];
    if (world_freshen(world) != WEND_OK)
        return by;
    double reach = 1.5 * (double)self->radius;
    cell_walk walk = cells_walk(world->cells, self->position, real_to_float(reach + widest_of(world)));
    for (int begin, end; cells_next(&walk, &begin, &end);)
        for (int p = begin; p < end; p++)
        {
            const wend_agent *other = &world->body[world->cells->index[p]];
            wend_vec there = world_image(world, self->position, other->position);
            real_vec offset = real_sub(real_of(there), real_of(self->position));
            bool is_noticed = (world->rest[index].mask & world->rest[world->cells->index[p]].layers) != 0;
            if (other == self || !is_noticed || real_dot(offset, ahead) <= 0.0 ||
                real_length(offset) > reach + (double)other->radius)
                continue;
            real_vec wants = real_unit(real_of(world->mind[world->cells->index[p]].kept));
            if (real_dot(wants, ahead) < SAME_WAY)
                return WEND_STUCK_BY_AGENTS;
            by = WEND_STUCK_BY_QUEUE;
        }
    return by;
}

static bool is_held_by_walls(const wend_world *world, int index, real_vec ahead)
{
    const wend_agent *self = &world->body[index];
    probe_view view = probe_view_of(world, index);
    wend_caster caster = probe_caster(&view);
    wend_hit hit;
    wend_cast cast = {.from = self->position,
                      .along = real_to_vec(real_scale(ahead, (double)self->radius)),
                      .radius = 0.9f * self->radius,
                      .mask = world->rest[index].mask};
    return caster.cast && world->rest[index].mask != 0 && caster.cast(&cast, &hit, caster.user);
}

static wend_stuck_by why(wend_world *world, int index)
{
    real_vec ahead = real_unit(real_of(world->mind[index].kept));
    const agent_plan *plan = plan_of(world, index);
    wend_stuck_by agents = held_by_agents(world, index, ahead);
    if (agents != WEND_STUCK_BY_NOTHING)
        return agents;
    if (is_held_by_walls(world, index, ahead))
        return WEND_STUCK_BY_WALLS;
    return plan && plan->state != WEND_PLAN_IDLE && plan->is_short ? WEND_STUCK_BY_NO_PATH : WEND_STUCK_BY_NOTHING;
}

// ---- what it does about it ------------------------------------------------------------------------------------------

/// One of two, by its id: so of two who are in each other's way one lets the other go first, if not now, then later.
static bool is_patient(const wend_agent *self, int steps)
{
    uint64_t mixed = (self->id.value >> SLOT_BITS) * 11400714819323198485u;
    return (mixed >> (63 - steps / STEPS % 32) & 1) != 0;
}

static void begin_step(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    wend_recovery *r = &rest->recovery;
    const wend_recovery_def *def = &world->recipes[rest->recipe].recipe.recovery;
    world->mind[index].must_think = true;
    if (r->steps >= STEPS * def->rounds)
    {
        r->step = WEND_RECOVERY_GAVE_UP;
        return;
    }
    r->step = (wend_recovery_step)(WEND_RECOVERY_WAIT + r->steps % STEPS);
    bool is_long = r->step != WEND_RECOVERY_SIDESTEP && is_patient(&world->body[index], r->steps);
    double takes = r->step == WEND_RECOVERY_PLAN ? 0.0 : (double)def->seconds * (is_long ? 2.0 : 1.0);
    rest->recovers_until = world->seconds + takes;
    r->steps++;
}

static bool is_in_step(const agent_rest *rest)
{
    return rest->recovery.step != WEND_RECOVERY_NONE && rest->recovery.step != WEND_RECOVERY_GAVE_UP;
}

/// The end of a step: it goes on by its goal, and has half of the time to show that it gets on.
static void end_step(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    rest->recovery.step = WEND_RECOVERY_NONE;
    rest->at_anchor = 0.5 * WEND_STUCK_SECONDS;
    world->mind[index].must_think = true;
}

/// Goes on counting how long it hasn't gone where it wished: who is led away by others may be far from its anchor.
static void count_against(const wend_world *world, agent_rest *rest, int index, double share, double seconds)
{
    const wend_agent *self = &world->body[index];
    real_vec wish = real_unit(real_of(world->mind[index].kept));
    bool goes = real_dot(real_of(self->velocity), wish) > ALONG * share * (double)self->max_speed;
    rest->against = real_larger(rest->against + (goes ? -2.0 * seconds : share * seconds), 0.0);
}

bool stuck_watch(wend_world *world, int index, double seconds)
{
    agent_rest *rest = &world->rest[index];
    double share = wanted_share(world, index);
    if (is_in_step(rest))
    {
        if (world->seconds >= rest->recovers_until)
            end_step(world, index);
        return false;
    }
    if (share == 0.0)
    {
        if (rest->at_anchor != 0.0) // most write nothing
            rest->at_anchor = 0.0;
        return false;
    }
    if (rest->at_anchor == 0.0 || has_got_away(world, index))
    {
        rest->anchor = world->body[index].position;
        rest->at_anchor = 0.0;
        if (rest->against == 0.0)
            rest->recovery = (wend_recovery){0};
    }
    int rounds = world->recipes[rest->recipe].recipe.recovery.rounds;
    if (rounds > 0)
        count_against(world, rest, index, share, seconds);
    bool was_stuck = rest->at_anchor >= WEND_STUCK_SECONDS, is_led_away = rest->against >= WEND_STUCK_SECONDS;
    rest->at_anchor += share * seconds;
    return (!was_stuck && rest->at_anchor >= WEND_STUCK_SECONDS) || (is_led_away && rest->at_anchor >= 0.0);
}

wend_event stuck_begin(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    int rounds = world->recipes[rest->recipe].recipe.recovery.rounds;
    rest->against = 0.5 * rest->against;
    plans_renew(world, index);
    bool has_queued = rest->recovery.stuck_by == WEND_STUCK_BY_QUEUE;
    rest->recovery.stuck_by = why(world, index);
    bool queues = rest->recovery.stuck_by == WEND_STUCK_BY_QUEUE && !has_queued;
    if (rounds > 0 && queues)
        rest->at_anchor = -QUEUES * WEND_STUCK_SECONDS;
    else if (rounds > 0)
        begin_step(world, index);
    return (wend_event){.kind = rest->recovery.step == WEND_RECOVERY_GAVE_UP ? WEND_EVENT_GAVE_UP : WEND_EVENT_STUCK,
                        .agent = world->body[index].id,
                        .stuck_by = rest->recovery.stuck_by,
                        .step = rest->recovery.step};
}

wend_vec stuck_wish(const wend_world *world, int index, wend_vec wish)
{
    const wend_recovery *r = &world->rest[index].recovery;
    const wend_agent *self = &world->body[index];
    real_vec ahead = real_unit(real_of(wish)), right = real_unit((real_vec){ahead.y, -ahead.x, 0.0});
    bool is_left = (r->steps - 1) / STEPS % 2 == 1;
    switch (r->step)
    {
    case WEND_RECOVERY_WAIT:
    case WEND_RECOVERY_GAVE_UP: return wend_xyz(0.0f, 0.0f, 0.0f);
    case WEND_RECOVERY_SIDESTEP:
        return real_to_vec(real_scale(right, (is_left ? -0.5 : 0.5) * (double)self->max_speed));
    case WEND_RECOVERY_BACK_OFF: return real_to_vec(real_scale(ahead, -0.5 * (double)self->max_speed));
    default: return wish;
    }
}

wend_status wend_world_recovery(const wend_world *world, wend_agent_id id, wend_recovery *out)
{
    if (!world || !out)
        return WEND_ERROR_NULL;
    int index = world_index(world, id);
    if (index < 0)
        return WEND_ERROR_ID;
    *out = world->rest[index].recovery;
    return WEND_OK;
}
