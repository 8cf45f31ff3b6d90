#include "stuck.h"

#include "extras.h"
#include "plans.h"
#include "probe.h"
#include "real.h"
#include "yield.h"

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

/// Do both make for one point, or one agent?
static bool want_one_place(const wend_goal *a, const wend_goal *b)
{
    return goal_can_arrive(a->kind) && a->kind == b->kind && wend_same_agent(a->target, b->target) &&
           wend_equal(a->point, b->point);
}

static bool want_one_way(const wend_world *world, int other, real_vec ahead)
{
    return real_dot(real_unit(real_of(world->mind[other].kept)), ahead) >= SAME_WAY;
}

/// Is somebody right ahead? Queue: all of them want the same way, or to the same place.
static wend_stuck_by held_by_agents(const wend_world *world, int index)
{
    wend_stuck_by by = WEND_STUCK_BY_NOTHING;
    const wend_agent *self = &world->body[index];
    real_vec ahead = real_unit(real_of(world->mind[index].kept));
    double reach = 1.5 * (double)self->radius, widest = (double)world->together.hulls.largest[0];
    cell_walk walk = cells_walk(world->cells, self->position, real_to_float(reach + widest));
    for (int begin, end; cells_next(&walk, &begin, &end);)
        for (int p = begin; p < end; p++)
        {
            int other = world->cells->index[p];
            const wend_agent *body = &world->body[other];
            wend_vec there = world_image(world, self->position, body->position);
            real_vec offset = real_sub(real_of(there), real_of(self->position));
            bool is_noticed = (world->rest[index].mask & world->rest[other].layers) != 0;
            if (other == index || !is_noticed || real_dot(offset, ahead) <= 0.0 ||
                real_length(offset) > reach + (double)body->radius)
                continue;
            if (!want_one_place(&world->rest[index].goal, &world->rest[other].goal) &&
                !want_one_way(world, other, ahead))
                return WEND_STUCK_BY_AGENTS;
            by = WEND_STUCK_BY_QUEUE;
        }
    return by;
}

bool stuck_queues(const wend_world *world, int index)
{
    const wend_recipe *recipe = &world->recipes[world->rest[index].recipe].recipe;
    return recipe->recovery.rounds > 0 && held_by_agents(world, index) == WEND_STUCK_BY_QUEUE;
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
    wend_stuck_by agents = WEND_STUCK_BY_NOTHING;
    if (world_freshen(world) == WEND_OK)
        agents = held_by_agents(world, index);
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
    if (r->stuck_by == WEND_STUCK_BY_AGENTS && !rest->has_asked && yield_is_narrow(world, index))
    {
        rest->has_asked = true;
        yield_begin(world, index);
        return;
    }
    rest->has_asked &= r->steps % STEPS != STEPS - 1; // once in each round
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

void stuck_go_on(wend_world *world, int index, double seconds)
{
    if (yield_go_on(world, index, seconds))
        end_step(world, index);
}

/// Goes on counting how long it hasn't gone where it wished: who is led away by others may be far from its anchor.
static void count_against(const wend_world *world, agent_rest *rest, int index, double share, double seconds)
{
    const wend_agent *self = &world->body[index];
    real_vec wish = real_unit(real_of(world->mind[index].kept));
    bool goes = real_dot(real_of(self->velocity), wish) > ALONG * share * (double)self->max_speed;
    rest->against = real_larger(rest->against + (goes ? -2.0 * seconds : share * seconds), 0.0);
}

stuck_news stuck_watch(wend_world *world, int index, double seconds)
{
    agent_rest *rest = &world->rest[index];
    double share = wanted_share(world, index);
    if (is_in_step(rest))
    {
        if (rest->recovery.step == WEND_RECOVERY_ASK || rest->recovery.step == WEND_RECOVERY_YIELD)
            return STUCK_AMONG_OTHERS;
        if (world->seconds >= rest->recovers_until)
            end_step(world, index);
        return STUCK_NOT;
    }
    if (share == 0.0)
    {
        if (rest->at_anchor != 0.0) // most write nothing
            rest->at_anchor = 0.0;
        return STUCK_NOT;
    }
    if (rest->at_anchor == 0.0 || has_got_away(world, index))
    {
        rest->anchor = world->body[index].position;
        rest->at_anchor = 0.0;
        if (rest->against == 0.0)
            stuck_forget(rest);
    }
    int rounds = world->recipes[rest->recipe].recipe.recovery.rounds;
    if (rounds > 0)
        count_against(world, rest, index, share, seconds);
    bool was_stuck = rest->at_anchor >= WEND_STUCK_SECONDS, is_led_away = rest->against >= WEND_STUCK_SECONDS;
    rest->at_anchor += share * seconds;
    bool is_now = !was_stuck && rest->at_anchor >= WEND_STUCK_SECONDS;
    return is_now || (is_led_away && rest->at_anchor >= 0.0) ? STUCK_NOW : STUCK_NOT;
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
    case WEND_RECOVERY_YIELD: return yield_wish(world, index);
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
