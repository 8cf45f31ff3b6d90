#include "progress.h"

#include "extras.h"
#include "piles.h"
#include "plans.h"
#include "real.h"
#include "stuck.h"

/// The least distance from a point to the way that an agent has come since arriving was last looked at.
static double distance_to_way(const wend_world *world, wend_vec from, wend_vec to, wend_vec point)
{
    real_vec way = real_sub(real_of(world_image(world, from, to)), real_of(from));
    real_vec offset = real_sub(real_of(world_image(world, to, point)), real_of(to)); // as seen from its end
    double square = real_dot(way, way);
    double back = square > 0.0 ? real_clamp(-real_dot(offset, way) / square, 0.0, 1.0) : 0.0;
    return real_length(real_add(offset, real_scale(way, back)));
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
    return distance_to_way(world, rest->checked, body->position, point) <= tolerance;
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

/// Is somebody gone whom its goal is about?
static bool has_lost_target(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    const wend_agent_id named[2] = {rest->goal.target, rest->goal.other};
    for (int i = 0; i < 2 && rest->names_agents; i++)
        if (named[i].value != 0 && world_index(world, named[i]) < 0)
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

/// Target lost, arrived, next goal, and what happened on a path: at most MOST_EVENTS.
void progress_one(wend_world *world, int index, double seconds, bool does_push_apart)
{
    agent_rest *rest = &world->rest[index];
    if (rest->is_endless)
        return;
    add_path_events(world, index);
    add_plan_event(world, index);
    wend_event stuck;
    if (stuck_watch(world, index, seconds, &stuck))
        world->events[world->event_count++] = stuck;
    bool is_over = rest->goal.kind == WEND_GOAL_NONE ||
                   (rest->has_time_limit && world->goal_seconds[index] >= (double)rest->goal.seconds);
    is_over |= has_lost_target(world, index);
    is_over |= rest->recovery.step == WEND_RECOVERY_GAVE_UP;
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
    if ((is_over || rest->has_arrived) && world_next_goal(world, index))
        add_event(world, WEND_EVENT_NEXT_GOAL, index, (wend_agent_id){0});
}
