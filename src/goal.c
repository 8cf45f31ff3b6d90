#include "wend/goal.h"

#include "memory.h"

#include <float.h>

wend_goal wend_goal_of(wend_goal_kind kind)
{
    wend_goal goal = {0};
    goal.kind = kind;
    goal.share = 0.5f;
    goal.rate = WEND_WANDER_RATE;
    goal.prediction = wend_default_prediction();
    return goal;
}

static wend_goal goal_at(wend_goal_kind kind, wend_vec point, float radius)
{
    wend_goal goal = wend_goal_of(kind);
    goal.point = point;
    goal.radius = radius;
    return goal;
}

static wend_goal goal_about(wend_goal_kind kind, wend_agent_id target, float radius)
{
    wend_goal goal = wend_goal_of(kind);
    goal.target = target;
    goal.radius = radius;
    return goal;
}

wend_goal wend_goal_seek(wend_vec point)
{
    return goal_at(WEND_GOAL_SEEK, point, 0.0f);
}

wend_goal wend_goal_arrive(wend_vec point)
{
    return goal_at(WEND_GOAL_ARRIVE, point, 0.0f);
}

wend_goal wend_goal_flee(wend_vec point, float panic_radius)
{
    return goal_at(WEND_GOAL_FLEE, point, panic_radius);
}

wend_goal wend_goal_pursue(wend_agent_id target)
{
    return goal_about(WEND_GOAL_PURSUE, target, 0.0f);
}

wend_goal wend_goal_evade(wend_agent_id target, float panic_radius)
{
    return goal_about(WEND_GOAL_EVADE, target, panic_radius);
}

wend_goal wend_goal_wander(void)
{
    return wend_goal_of(WEND_GOAL_WANDER);
}

wend_goal wend_goal_cruise(float speed)
{
    wend_goal goal = wend_goal_of(WEND_GOAL_CRUISE);
    goal.speed = speed;
    return goal;
}

const char *wend_goal_name(wend_goal_kind kind)
{
    static const char *const names[WEND_GOAL_KIND_COUNT] = {
        "none",  "seek",           "arrive",      "flee",         "pursue",        "evade",
        "match", "cruise",         "wander",      "interpose",    "offset pursue", "keep range",
        "orbit", "keep in circle", "keep in box", "follow field", "hold"};
    return (unsigned)kind < WEND_GOAL_KIND_COUNT ? names[kind] : "unknown";
}

static wend_status check_numbers(const wend_goal *goal, wend_error *error)
{
    const struct
    {
        const char *what;
        float value, high;
        const char *allowed;
    } numbers[] = {
        {"goal radius", goal->radius, FLT_MAX, ">= 0 and finite"},
        {"goal outer", goal->outer, FLT_MAX, ">= 0 and finite"},
        {"goal fade", goal->fade, 1.0f, "within 0..1"},
        {"goal share", goal->share, 1.0f, "within 0..1"},
        {"goal speed", goal->speed, FLT_MAX, ">= 0 and finite"},
        {"goal rate", goal->rate, FLT_MAX, ">= 0 and finite"},
        {"goal tolerance", goal->tolerance, FLT_MAX, ">= 0 and finite"},
        {"goal seconds", goal->seconds, FLT_MAX, ">= 0 and finite"},
        {"goal prediction longest", goal->prediction.longest, FLT_MAX, ">= 0 and finite"},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    {
        wend_status status =
            check_range(error, numbers[i].what, numbers[i].value, 0.0f, numbers[i].high, numbers[i].allowed);
        if (status != WEND_OK)
            return status;
    }
    return WEND_OK;
}

static wend_status check_kind(const wend_goal *goal, wend_error *error)
{
    wend_goal_kind kind = goal->kind;
    bool has_target = goal->target.value != 0;
    bool needs_target = kind == WEND_GOAL_PURSUE || kind == WEND_GOAL_EVADE || kind == WEND_GOAL_INTERPOSE ||
                        kind == WEND_GOAL_OFFSET_PURSUE;
    if (needs_target && !has_target)
        return error_set(error, WEND_ERROR_ID, "goal %s has no target, must name an agent", wend_goal_name(kind));
    if (kind == WEND_GOAL_INTERPOSE && goal->other.value == 0)
        return error_set(error, WEND_ERROR_ID, "goal interpose has no other agent, must name two");
    if (kind == WEND_GOAL_KEEP_RANGE && goal->outer < goal->radius)
        return error_set(error, WEND_ERROR_VALUE, "goal outer is %g, must be at least the radius, %g",
                         (double)goal->outer, (double)goal->radius);
    if ((kind == WEND_GOAL_ORBIT || kind == WEND_GOAL_KEEP_IN_CIRCLE) && !(goal->radius > 0.0f))
        return error_set(error, WEND_ERROR_VALUE, "goal radius is %g, must be > 0 for %s", (double)goal->radius,
                         wend_goal_name(kind));
    if (kind == WEND_GOAL_KEEP_IN_BOX &&
        (goal->point.x > goal->high.x || goal->point.y > goal->high.y || goal->point.z > goal->high.z))
        return error_set(error, WEND_ERROR_VALUE, "goal point is not below goal high in each coordinate");
    if (kind == WEND_GOAL_FOLLOW_FIELD && !goal->field)
        return error_set(error, WEND_ERROR_NULL, "goal field is null, must be a function");
    return WEND_OK;
}

wend_status wend_goal_check(const wend_goal *goal, wend_error *error)
{
    if (!goal)
        return error_set(error, WEND_ERROR_NULL, "a goal is null");
    if ((unsigned)goal->kind >= WEND_GOAL_KIND_COUNT)
        return error_set(error, WEND_ERROR_VALUE, "goal kind is %d, must be one of wend_goal_kind", (int)goal->kind);
    if ((unsigned)goal->prediction.divisor > WEND_DIVIDE_BY_CURRENT)
        return error_set(error, WEND_ERROR_VALUE, "goal prediction divisor is %d, must be one of wend_divisor",
                         (int)goal->prediction.divisor);
    wend_status status = check_finite(error, "goal point", goal->point.x, goal->point.y, goal->point.z);
    if (status == WEND_OK)
        status = check_finite(error, "goal high", goal->high.x, goal->high.y, goal->high.z);
    if (status == WEND_OK)
        status = check_numbers(goal, error);
    return status == WEND_OK ? check_kind(goal, error) : status;
}
