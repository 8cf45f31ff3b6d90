#include "wend/goal.h"

#include "goals.h"
#include "hashing.h"
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

wend_goal wend_goal_hide(wend_agent_id threat)
{
    wend_goal goal = wend_goal_of(WEND_GOAL_HIDE);
    goal.target = threat;
    return goal;
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

wend_goal wend_goal_keep_place(wend_vec point, wend_vec velocity)
{
    wend_goal goal = wend_goal_of(WEND_GOAL_KEEP_PLACE);
    goal.point = point;
    goal.high = velocity;
    return goal;
}

wend_goal wend_goal_follow_leader(wend_agent_id leader, float gap)
{
    wend_goal goal = wend_goal_of(WEND_GOAL_FOLLOW_LEADER);
    goal.target = leader;
    goal.radius = gap;
    return goal;
}

wend_goal wend_goal_travel(wend_vec point)
{
    return goal_at(WEND_GOAL_TRAVEL, point, 0.0f);
}

wend_goal wend_goal_follow(const wend_vec *points, int count, bool is_loop)
{
    wend_goal goal = wend_goal_of(WEND_GOAL_FOLLOW_PATH);
    goal.path = (wend_path){points, count, is_loop};
    return goal;
}

const char *wend_goal_name(wend_goal_kind kind)
{
    static const char *const names[WEND_GOAL_KIND_COUNT] = {
        "none",        "seek",           "arrive",      "flee",          "pursue",        "evade",
        "match",       "cruise",         "wander",      "interpose",     "offset pursue", "keep range",
        "orbit",       "keep in circle", "keep in box", "follow field",  "hold",          "follow path",
        "follow wall", "hide",           "keep place",  "follow leader", "travel"};
    return (unsigned)kind < WEND_GOAL_KIND_COUNT ? names[kind] : "unknown";
}

// Which fields a kind looks at. All look at tolerance and seconds.
enum
{
    POINT = 1,
    TARGET = 2,
    OTHER = 4,
    RADIUS = 8,
    OUTER = 16,
    FADE = 32,
    SHARE = 64,
    SPEED = 128,
    RATE = 256,
    HIGH = 512,
    TURN = 1024,
    AHEAD_OF = 2048,
    FIELD = 4096,
    PATH = 8192
};

static unsigned fields_of(wend_goal_kind kind)
{
    static const unsigned fields[WEND_GOAL_KIND_COUNT] = {
        [WEND_GOAL_SEEK] = POINT | TARGET,
        [WEND_GOAL_ARRIVE] = POINT | TARGET | RADIUS,
        [WEND_GOAL_FLEE] = POINT | TARGET | RADIUS | FADE,
        [WEND_GOAL_PURSUE] = TARGET | AHEAD_OF,
        [WEND_GOAL_EVADE] = TARGET | RADIUS | AHEAD_OF,
        [WEND_GOAL_MATCH] = POINT | TARGET,
        [WEND_GOAL_CRUISE] = SPEED,
        [WEND_GOAL_WANDER] = RATE,
        [WEND_GOAL_INTERPOSE] = TARGET | OTHER | SHARE,
        [WEND_GOAL_OFFSET_PURSUE] = TARGET | POINT,
        [WEND_GOAL_KEEP_RANGE] = POINT | TARGET | RADIUS | OUTER,
        [WEND_GOAL_ORBIT] = POINT | TARGET | RADIUS | TURN,
        [WEND_GOAL_KEEP_IN_CIRCLE] = POINT | TARGET | RADIUS,
        [WEND_GOAL_KEEP_IN_BOX] = POINT | HIGH,
        [WEND_GOAL_FOLLOW_FIELD] = FIELD,
        [WEND_GOAL_HOLD] = POINT | RADIUS,
        [WEND_GOAL_FOLLOW_PATH] = PATH,
        [WEND_GOAL_FOLLOW_WALL] = RADIUS | TURN,
        [WEND_GOAL_HIDE] = POINT | TARGET | RADIUS,
        [WEND_GOAL_KEEP_PLACE] = POINT | HIGH,
        [WEND_GOAL_FOLLOW_LEADER] = TARGET | RADIUS,
        [WEND_GOAL_TRAVEL] = POINT | TARGET | RADIUS,
    };
    return fields[kind];
}

wend_goal goal_canonical(const wend_goal *goal)
{
    unsigned fields = fields_of(goal->kind);
    wend_goal copy = wend_goal_of(goal->kind);
    if (fields & POINT)
        copy.point = goal->point;
    if (fields & TARGET)
        copy.target = goal->target;
    if (fields & OTHER)
        copy.other = goal->other;
    if (fields & RADIUS)
        copy.radius = goal->radius;
    if (fields & OUTER)
        copy.outer = goal->outer;
    if (fields & FADE)
        copy.fade = goal->fade;
    if (fields & SHARE)
        copy.share = goal->share;
    if (fields & SPEED)
        copy.speed = goal->speed;
    if (fields & RATE)
        copy.rate = goal->rate;
    if (fields & HIGH)
        copy.high = goal->high;
    if (fields & TURN)
        copy.is_clockwise = goal->is_clockwise;
    if (fields & AHEAD_OF)
        copy.prediction = goal->prediction;
    if (fields & FIELD)
        copy.field = goal->field, copy.field_user = goal->field_user;
    if (fields & PATH)
        copy.path = goal->path, copy.begins_nearest = goal->begins_nearest;
    copy.tolerance = goal->tolerance;
    copy.seconds = goal->seconds;
    return copy;
}

void goal_copy(wend_goal *to, const wend_goal *from)
{
    to->kind = from->kind;
    to->radius = from->radius;
    to->target = from->target;
    to->other = from->other;
    to->point = from->point;
    to->high = from->high;
    to->outer = from->outer;
    to->fade = from->fade;
    to->share = from->share;
    to->speed = from->speed;
    to->rate = from->rate;
    to->tolerance = from->tolerance;
    to->seconds = from->seconds;
    to->is_clockwise = from->is_clockwise;
    to->prediction.divisor = from->prediction.divisor;
    to->prediction.longest = from->prediction.longest;
    to->prediction.is_exact = from->prediction.is_exact;
    to->field = from->field;
    to->field_user = from->field_user;
    to->path.points = from->path.points;
    to->path.count = from->path.count;
    to->path.is_loop = from->path.is_loop;
    to->begins_nearest = from->begins_nearest;
}

uint64_t goal_hash(const wend_goal *goal)
{
    const float numbers[] = {goal->radius,    goal->outer,   goal->fade,
                             goal->share,     goal->speed,   goal->rate,
                             goal->tolerance, goal->seconds, goal->prediction.longest};
    uint64_t hash = HASH_BEGIN;
    hash_word(&hash, (uint64_t)goal->kind << 8 | (uint64_t)goal->prediction.divisor << 4 |
                         (uint64_t)goal->begins_nearest << 2 | (uint64_t)goal->is_clockwise << 1 |
                         (uint64_t)goal->prediction.is_exact);
    hash_word(&hash, goal->target.value);
    hash_word(&hash, goal->other.value);
    hash_vec(&hash, goal->point);
    hash_vec(&hash, goal->high);
    hash_floats(&hash, numbers, sizeof numbers / sizeof *numbers);
    return hash;
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

static wend_status check_path(const wend_path *path, wend_error *error)
{
    if (path->count < 0)
        return error_set(error, WEND_ERROR_VALUE, "goal path count is %d, must be >= 0", path->count);
    if (path->count > 0 && !path->points)
        return error_set(error, WEND_ERROR_NULL, "goal path points is null, must be %d points", path->count);
    for (int i = 0; i < path->count; i++)
    {
        const wend_vec *p = &path->points[i];
        if (!wend_is_finite(*p))
            return error_set(error, WEND_ERROR_VALUE, "goal path point %d is (%g, %g, %g), must be finite", i,
                             (double)p->x, (double)p->y, (double)p->z);
    }
    return WEND_OK;
}

static wend_status check_kind(const wend_goal *goal, wend_error *error)
{
    wend_goal_kind kind = goal->kind;
    bool has_target = goal->target.value != 0;
    bool needs_target = kind == WEND_GOAL_PURSUE || kind == WEND_GOAL_EVADE || kind == WEND_GOAL_INTERPOSE ||
                        kind == WEND_GOAL_OFFSET_PURSUE || kind == WEND_GOAL_FOLLOW_LEADER;
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
    return check_path(&goal->path, error);
}

wend_status wend_goal_check(const wend_goal *given, wend_error *error)
{
    if (!given)
        return error_set(error, WEND_ERROR_NULL, "a goal is null");
    if ((unsigned)given->kind >= WEND_GOAL_KIND_COUNT)
        return error_set(error, WEND_ERROR_VALUE, "goal kind is %d, must be one of wend_goal_kind", (int)given->kind);
    wend_goal canonical = goal_canonical(given), *goal = &canonical;
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
