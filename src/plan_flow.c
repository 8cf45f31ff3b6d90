// Agents that share a field: who does, and what they make of it.
#include "extras.h"
#include "hashing.h"
#include "memory.h"
#include "plans.h"
#include "storage.h"

#include <float.h>

#define LEAST_TO_STAY (WEND_SHARE_COUNT / 2) // who share a field keep it while they are so many

// ---- groups -------------------------------------------------------------------------------------------------------

bool flows_reserve(wend_world *world, int capacity)
{
    plan_desk *desk = &world->desk;
    if (!desk->flows)
        return true;
    memory_array groups = {(void **)&desk->groups, sizeof *desk->groups};
    memory_array table = {(void **)&desk->group_table, sizeof *desk->group_table};
    return memory_grow(&world->allocator, &groups, 1, (size_t)desk->group_count, (size_t)capacity) &&
           memory_grow(&world->allocator, &table, 1, 0, 2 * (size_t)capacity);
}

/// Who can go by a field: to a fixed place on a grid, and to that place itself.
static bool can_share(const wend_world *world, int index, const agent_plan *plan)
{
    const wend_goal *goal = &world->rest[index].goal;
    return plan->state != WEND_PLAN_IDLE && goal->target.value == 0 && goal->radius == 0.0f &&
           plans_def(world, index)->share != WEND_SHARE_NEVER && !plans_def(world, index)->goes_near;
}

static plan_group group_of(const wend_world *world, int index)
{
    const wend_goal *goal = &world->rest[index].goal;
    plan_group group = {.diagonal = plans_def(world, index)->diagonal, .radius = world->body[index].radius};
    plan_query query;
    wend_plan_state state = plan_on_grid.ask(world, index, goal->point, goal->point, &query);
    group.has_room = state == WEND_PLAN_MOVING;
    group.goal = query.grid.goal;
    return group;
}

/// The group of those who have the same goal cell, radius and rule, in which there may be nobody yet.
static int find_group(plan_desk *desk, const plan_group *wanted)
{
    uint64_t hash = HASH_BEGIN, size = 2 * (uint64_t)desk->capacity;
    hash_word(&hash, (uint64_t)wanted->goal.x << 32 ^ (uint64_t)wanted->goal.y << 8 ^ (uint64_t)wanted->diagonal);
    hash_floats(&hash, &wanted->radius, 1);
    for (uint64_t slot = hash % size;; slot = slot + 1 < size ? slot + 1 : 0)
    {
        int *entry = &desk->group_table[slot];
        const plan_group *group = &desk->groups[*entry - 1];
        if (*entry == 0)
        {
            desk->groups[desk->group_count++] = *wanted;
            return (*entry = desk->group_count) - 1;
        }
        if (group->goal.x == wanted->goal.x && group->goal.y == wanted->goal.y && group->radius == wanted->radius &&
            group->diagonal == wanted->diagonal)
            return *entry - 1;
    }
}

/// Sorts agents by where they go. The first groups that are large enough get fields.
static void make_groups(wend_world *world)
{
    plan_desk *desk = &world->desk;
    desk->group_count = 0;
    for (int i = 0; i < 2 * desk->capacity; i++)
        desk->group_table[i] = 0;
    for (int k = 0; k < world->count; k++)
    {
        int i = storage_kth(world, k);
        agent_plan *plan = plan_of(world, i);
        if (!plan)
            continue;
        plan->group = NO_ENTRY;
        if (!can_share(world, i, plan))
            continue;
        plan_group wanted = group_of(world, i);
        plan->group = find_group(desk, &wanted);
        plan_group *group = &desk->groups[plan->group];
        int least = plans_def(world, i)->share == WEND_SHARE_ALWAYS ? 1
                    : plan->is_shared                               ? LEAST_TO_STAY
                                                                    : WEND_SHARE_COUNT;
        group->least = group->users++ > 0 && group->least < least ? group->least : least;
    }
    int left = world->def.flow_count;
    for (int g = 0; g < desk->group_count; g++)
    {
        plan_group *group = &desk->groups[g];
        group->has_field = group->has_room && group->users >= group->least && left > 0;
        left -= group->has_field;
    }
}

// ---- fields -------------------------------------------------------------------------------------------------------

static int64_t touched(const wend_world *world)
{
    const plan_desk *desk = &world->desk;
    int64_t sum = 0;
    for (int g = 0; g < desk->group_count; g++)
        if (desk->groups[g].flow)
            sum += wend_flow_touched(desk->groups[g].flow);
    return sum;
}

int64_t flows_update(wend_world *world, int64_t budget)
{
    plan_desk *desk = &world->desk;
    if (!desk->flows || desk->users == 0)
        return 0;
    uint64_t edits = wend_grid_edits(world->def.grid);
    if (!desk->is_grouped || desk->group_edits != edits)
        make_groups(world);
    desk->is_grouped = true;
    desk->group_edits = edits;
    bool has_any = false;
    for (int g = 0; g < desk->group_count; g++)
    {
        plan_group *group = &desk->groups[g];
        wend_flow_def def = wend_default_flow_def();
        def.goal = group->goal;
        def.diagonal = group->diagonal;
        def.radius = group->radius;
        group->flow = group->has_field ? wend_flow_cache_get(desk->flows, world->def.grid, &def) : NULL;
        has_any |= group->flow != NULL;
    }
    if (!has_any)
        return 0;
    int64_t before = touched(world);
    wend_flow_cache_update(desk->flows, budget);
    int64_t after = touched(world), used = after >= before ? after - before : after;
    world->stats.expanded += used;
    return used;
}

// ---- those who go by one --------------------------------------------------------------------------------------------

wend_flow *flows_of(const wend_world *world, const agent_plan *plan)
{
    return plan->group >= 0 ? world->desk.groups[plan->group].flow : NULL;
}

/// What the field says where somebody stands, and what it costs from there.
static wend_flow_state look_at(const wend_world *world, int index, const wend_flow *flow, double *cost)
{
    wend_vec position = world->body[index].position;
    wend_cell cell;
    bool is_on_map = wend_grid_cell(world->def.grid, position, &cell);
    *cost = is_on_map ? wend_flow_cost(flow, cell) : DBL_MAX;
    if (*cost < DBL_MAX)
        return WEND_FLOW_WAY;
    wend_flow_sample sample = wend_flow_at(flow, position);
    *cost = sample.cost;
    return sample.state;
}

/// It begins to go by the field, or to wait for it.
static void join(wend_world *world, int index, agent_plan *plan)
{
    plans_stop_asking(world, index);
    plan->is_shared = true;
    plan->is_short = false;
    plan->count = 0;
    plan->edits = UINT64_MAX; // its end isn't known yet
}

bool flows_look(wend_world *world, int index, agent_plan *plan)
{
    wend_flow *flow = flows_of(world, plan);
    if (!flow)
    {
        plan->is_wanted |= plan->is_shared; // of its own
        plan->is_shared = false;
        return false;
    }
    double cost;
    wend_flow_state state = look_at(world, index, flow, &cost);
    bool has_way = state == WEND_FLOW_WAY || state == WEND_FLOW_THERE;
    if (!plan->is_shared && plan->count > 0 && !has_way)
        return false; // it has a way of its own, and keeps to it until the field has come so far
    if (!plan->is_shared)
        join(world, index, plan);
    plan->is_wanted = state == WEND_FLOW_NOT_YET;
    plan->cost = has_way ? cost : 0.0;
    if (plan->is_wanted)
        return true;
    wend_plan_state now = has_way ? WEND_PLAN_MOVING : WEND_PLAN_UNREACHABLE;
    if (plan->edits != world->desk.group_edits)
    {
        plan->edits = world->desk.group_edits;
        plan->end = plans_end(world, index, world->desk.groups[plan->group].goal);
    }
    if (now != plan->state)
        plans_settle(world, index, plan, now);
    return true;
}
