#include "progress.h"

#include "extras.h"
#include "piles.h"
#include "plans.h"
#include "real.h"
#include "stuck.h"

/// Has an agent come within a distance of a point since arriving was last looked at?
static bool is_near_way(const wend_world *world, wend_vec from, wend_vec to, wend_vec point, double distance)
{
    real_vec way = real_sub(real_of(world_image(world, from, to)), real_of(from));
    real_vec offset = real_sub(real_of(world_image(world, to, point)), real_of(to)); // as seen from its end
    double square = real_dot(way, way);
    if (real_dot(offset, offset) > 2.1 * (square + distance * distance))
        return false; // most are, and it needs no root: (a + b)^2 is never more than 2 (a^2 + b^2)
    double back = square > 0.0 ? real_clamp(-real_dot(offset, way) / square, 0.0, 1.0) : 0.0;
    return real_length(real_add(offset, real_scale(way, back))) <= distance;
}

/// Has it come to the end of a way that leads to its goal, or as near to that as it has room?
static bool plan_has_ended(const wend_world *world, int index)
{
    const agent_plan *plan = plan_of(world, index);
    return plan->count > 0 && !plan->is_short && extra_of(world, index)->progress.has_arrived;
}

static bool has_arrived(const wend_world *world, int index)
{
    const agent_rest *rest = &world->rest[index];
    const wend_goal *goal = &rest->goal;
    const wend_agent *body = &world->body[index];
    if (goal->kind == WEND_GOAL_FOLLOW_PATH)
        return extra_of(world, index)->progress.has_arrived;
    if (goal->kind == WEND_GOAL_TRAVEL && plan_has_ended(world, index))
        return true;
    if (!goal_can_arrive(goal->kind))
        return false;
    if (goal->kind == WEND_GOAL_TRAVEL && world->def.mesh)
        return false; // who passes below isn't there
    int target = world_index(world, goal->target);
    wend_vec point = target >= 0 ? world->body[target].position : goal->point;
    double tolerance = goal->tolerance > 0.0f ? (double)goal->tolerance : 0.01 * (double)body->arrival_radius;
    if (goal->kind == WEND_GOAL_TRAVEL)
    {
        const agent_plan *plan = plan_of(world, index);
        tolerance = fmax(tolerance, (double)goal->radius);
        point = plan->is_shared && plan->state == WEND_PLAN_MOVING ? plan->end : point;
        point.z = body->position.z;
    }
    return is_near_way(world, rest->checked, body->position, point, tolerance);
}

static void add_event(wend_world *world, wend_event_kind kind, int index, wend_agent_id target)
{
    world->events[world->event_count++] = (wend_event){.kind = kind, .agent = world->body[index].id, .target = target};
}

/// What happened on the path that an agent follows, in the order in which it must have happened.
static void add_path_events(wend_world *world, int index)
{
    static const struct
    {
        unsigned flag;
        wend_event_kind kind;
    } kinds[] = {{WEND_PATH_PASSED, WEND_EVENT_WAYPOINT},
                 {WEND_PATH_LAP, WEND_EVENT_LAP},
                 {WEND_PATH_LEFT, WEND_EVENT_OFF_PATH},
                 {WEND_PATH_BACK, WEND_EVENT_ON_PATH}};
    if (!goal_has_way(world->rest[index].goal.kind))
        return;
    unsigned events = extra_of(world, index)->progress.events;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (events & kinds[i].flag)
            add_event(world, kinds[i].kind, index, (wend_agent_id){0});
}

/// What its planning has come to.
static void add_plan_event(wend_world *world, int index)
{
    agent_plan *plan = plan_of(world, index);
    if (!plan)
        return;
    bool waits = plan->state == WEND_PLAN_PLANNING && !plan->is_told;
    if (!plan->has_event && !waits)
        return;
    add_event(world, plan->has_event ? plan->event : WEND_EVENT_PLANNING, index, (wend_agent_id){0});
    world->events[world->event_count - 1].plan = plan->state;
    plan->is_told |= waits;
    plan->has_event = false;
}

static bool has_gone(const wend_world *world, wend_agent_id id)
{
    return id.value != 0 && world_index(world, id) < 0;
}

/// Is somebody gone whom its goal is about?
static bool has_lost_target(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    const wend_agent_id named[2] = {rest->goal.target, rest->goal.other};
    for (int i = 0; i < 2 && rest->names_agents; i++)
        if (has_gone(world, named[i]))
        {
            add_event(world, WEND_EVENT_TARGET_LOST, index, named[i]);
            wend_goal none = wend_goal_of(WEND_GOAL_NONE);
            world_keep_goal(world, index, &none);
            rest->has_arrived = rest->is_settled = false;
            plans_begin(world, index);
            world->mind[index].must_think = true;
            return true;
        }
    return false;
}

// ---- what is each one's own ------------------------------------------------------------------------------------------

#define NEWS_ANY   1
#define NEWS_STUCK 2

/// Has something happened on its path, or has its planning come to something?
static bool has_news_of_way(const wend_world *world, int index)
{
    const agent_plan *plan = plan_of(world, index);
    if (plan && (plan->has_event || (plan->state == WEND_PLAN_PLANNING && !plan->is_told)))
        return true;
    return goal_has_way(world->rest[index].goal.kind) && extra_of(world, index)->progress.events != 0;
}

/// Has it no goal, no more time for it, or given it up?
static bool is_over(const wend_world *world, int index)
{
    const agent_rest *rest = &world->rest[index];
    return rest->goal.kind == WEND_GOAL_NONE ||
           (rest->has_time_limit && world->goal_seconds[index] >= (double)rest->goal.seconds) ||
           rest->recovery.step == WEND_RECOVERY_GAVE_UP;
}

/// Has its goal ended with anything that follows from that, or may it come to rest?
static bool may_have_ended(const wend_world *world, int index, bool does_push_apart)
{
    const agent_rest *rest = &world->rest[index];
    if (rest->queue_count > 0 && (rest->has_arrived || is_over(world, index)))
        return true;
    if (rest->names_agents && (has_gone(world, rest->goal.target) || has_gone(world, rest->goal.other)))
        return true;
    if (rest->has_arrived)
        return false;
    return (does_push_apart && (world->resting[index] > 0 || rest->goes_round)) || has_arrived(world, index);
}

/// Whatever no other agent follows from. Returns what else there is to be told.
static uint8_t look_at_one(wend_world *world, int index, double seconds, bool does_push_apart)
{
    agent_rest *rest = &world->rest[index];
    if (rest->is_endless)
        return 0;
    if (stuck_watch(world, index, seconds))
        return NEWS_STUCK;
    if (has_news_of_way(world, index) || may_have_ended(world, index, does_push_apart))
        return NEWS_ANY;
    if (does_push_apart && !rest->has_arrived)
    {
        rest->is_at_pile = false;
        rest->is_behind = world->resting[index] != 0;
    }
    if (goal_can_arrive(rest->goal.kind))
        rest->checked = world->body[index].position;
    return 0;
}

bool progress_look(wend_world *world, int begin, int end, double seconds, bool does_push_apart)
{
    bool has_any = false;
    for (int i = begin; i < end; i++)
    {
        world->news[i] = look_at_one(world, i, seconds, does_push_apart);
        has_any |= world->news[i] != 0 || world->resting[i] > 0;
    }
    return has_any;
}

// ---- what is told in order ------------------------------------------------------------------------------------------

/// Stuck, target lost, arrived, next goal, and what happened on a path: at most MOST_EVENTS.
void progress_one(wend_world *world, int index, double seconds, bool does_push_apart)
{
    agent_rest *rest = &world->rest[index];
    add_path_events(world, index);
    add_plan_event(world, index);
    if (world->news[index] == NEWS_STUCK)
        world->events[world->event_count++] = stuck_begin(world, index);
    bool has_ended = is_over(world, index);
    has_ended |= has_lost_target(world, index);
    bool is_resting = !rest->has_arrived && does_push_apart && piles_rest(world, index, seconds);
    if (!rest->has_arrived && (is_resting || has_arrived(world, index)))
    {
        rest->has_arrived = true;
        rest->is_settled = is_resting;
        piles_arrive(world, index);
        add_event(world, WEND_EVENT_ARRIVED, index, (wend_agent_id){0});
    }
    if (goal_can_arrive(rest->goal.kind))
        rest->checked = world->body[index].position;
    if ((has_ended || rest->has_arrived) && world_next_goal(world, index))
        add_event(world, WEND_EVENT_NEXT_GOAL, index, (wend_agent_id){0});
}
