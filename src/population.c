// Who lives in a world: they come and go, are read and changed, and hosts report where they are.
#include "extras.h"
#include "memory.h"
#include "piles.h"
#include "plans.h"
#include "real.h"
#include "record.h"
#include "storage.h"

#include <float.h>
#include <string.h>

// ---- agents -------------------------------------------------------------------------------------------------------

int world_index(const wend_world *world, wend_agent_id id)
{
    int slot = (int)(id.value & ((1u << SLOT_BITS) - 1));
    if (id.value == 0 || slot >= world->slot_count)
        return -1;
    int index = world->slot_index[slot];
    return index >= 0 && index < world->count && world->body[index].id.value == id.value ? index : -1;
}

bool world_reserve_agents(wend_world *world, int wanted)
{
    if (wanted <= world->capacity)
        return true;
    int capacity = wanted + wanted / 2 + 16;
    capacity = capacity < WEND_MAX_AGENTS ? capacity : WEND_MAX_AGENTS;
    memory_array arrays[] = {
        {(void **)&world->body, sizeof *world->body},
        {(void **)&world->rest, sizeof *world->rest},
        {(void **)&world->mind, sizeof *world->mind},
        {(void **)&world->next_mind, sizeof *world->next_mind},
        {(void **)&world->published[0], sizeof *world->published[0]},
        {(void **)&world->published[1], sizeof *world->published[1]},
        {(void **)&world->before, sizeof *world->before},
        {(void **)&world->wish, sizeof *world->wish},
        {(void **)&world->push, sizeof *world->push},
        {(void **)&world->crowded, sizeof *world->crowded},
        {(void **)&world->resting, sizeof *world->resting},
        {(void **)&world->awake, sizeof *world->awake},
        {(void **)&world->stirred, sizeof *world->stirred},
        {(void **)&world->seen, sizeof *world->seen},
        {(void **)&world->is_done, sizeof *world->is_done},
        {(void **)&world->is_close, sizeof *world->is_close},
        {(void **)&world->goal_seconds, sizeof *world->goal_seconds},
        {(void **)&world->briefs, sizeof *world->briefs},
        {(void **)&world->news, sizeof *world->news},
        {(void **)&world->slot_index, sizeof *world->slot_index},
        {(void **)&world->by_age, sizeof *world->by_age},
    };
    // Slots are never more than agents have been at once, so they grow along.
    size_t used = (size_t)(world->count > world->slot_count ? world->count : world->slot_count);
    if (!memory_grow(&world->allocator, arrays, sizeof arrays / sizeof *arrays, used, (size_t)capacity))
        return false;
    world->capacity = capacity;
    return true;
}

static wend_status check_agent_def(const wend_agent_def *def, wend_error *error)
{
    if (!def)
        return error_set(error, WEND_ERROR_NULL, "the definition of an agent is null");
    if (def->cookie != COOKIE_AGENT)
        return error_set(error, WEND_ERROR_COOKIE, "the definition of an agent was not made by wend_default_agent_def");
    const wend_agent *a = &def->agent;
    const struct
    {
        const char *what;
        float value;
        bool may_be_zero;
    } numbers[] = {
        {"agent radius", a->radius, false},
        {"agent max_speed", a->max_speed, true},
        {"agent max_acceleration", a->max_acceleration, true},
        {"agent arrival_radius", a->arrival_radius, false},
        {"agent neighbour_radius", a->neighbour_radius, false},
        {"agent response_time", a->response_time, true},
        {"agent mass", a->mass, false},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    {
        bool may_be_zero = numbers[i].may_be_zero;
        wend_status status = check_range(error, numbers[i].what, numbers[i].value, may_be_zero ? 0.0f : FLT_TRUE_MIN,
                                         FLT_MAX, may_be_zero ? ">= 0 and finite" : "> 0 and finite");
        if (status != WEND_OK)
            return status;
    }
    wend_status status = check_range(error, "agent power", def->power, -FLT_MAX, FLT_MAX, "finite");
    if (status == WEND_OK)
        status = check_range(error, "agent decide_seconds", def->decide_seconds, 0.0f, FLT_MAX, ">= 0 and finite");
    if (status == WEND_OK)
        status = check_finite(error, "agent position", a->position.x, a->position.y, a->position.z);
    if (status == WEND_OK)
        status = check_finite(error, "agent velocity", a->velocity.x, a->velocity.y, a->velocity.z);
    if (status == WEND_OK)
        status = check_finite(error, "agent heading", a->heading.x, a->heading.y, a->heading.z);
    return status;
}

static wend_vec heading_or(const wend_world *world, wend_vec outer_heading, wend_vec inner_velocity)
{
    wend_vec heading = wend_normalize(to_inner(world, outer_heading));
    if (wend_length(heading) > 0.0f)
        return heading;
    heading = wend_normalize(inner_velocity);
    return wend_length(heading) > 0.0f ? heading : wend_xyz(1.0f, 0.0f, 0.0f);
}

static float wrap_coordinate(float value, float low, float high)
{
    if (value >= low && value <= high)
        return value;
    double period = (double)high - (double)low, from_low = (double)value - (double)low;
    float inside = (float)((double)low + (from_low - period * floor(from_low / period)));
    return inside < low ? low : inside > high ? high : inside;
}

wend_vec world_wrap(const wend_world *world, wend_vec p)
{
    if (world->def.edge != WEND_EDGE_WRAP)
        return p;
    wend_vec low = to_inner(world, world->def.low), high = to_inner(world, world->def.high);
    p.x = wrap_coordinate(p.x, low.x, high.x);
    p.y = wrap_coordinate(p.y, low.y, high.y);
    if (is_spatial(world))
        p.z = wrap_coordinate(p.z, low.z, high.z);
    return p;
}

wend_vec world_image_round(const wend_world *world, wend_vec from, wend_vec point)
{
    const float *period = world->cells->period;
    real_vec offset = real_sub(real_of(world_wrap(world, point)), real_of(from));
    offset.x = real_short_way(offset.x, (double)period[0]);
    offset.y = real_short_way(offset.y, (double)period[1]);
    offset.z = real_short_way(offset.z, (double)period[2]);
    return real_to_vec(real_add(real_of(from), offset));
}

// What a definition says apart from place and motion.
static void set_abilities(wend_agent *body, agent_rest *rest, const wend_agent_def *def)
{
    body->radius = def->agent.radius;
    body->max_speed = def->agent.max_speed;
    body->max_acceleration = def->agent.max_acceleration;
    body->arrival_radius = def->agent.arrival_radius;
    body->neighbour_radius = def->agent.neighbour_radius;
    body->response_time = def->agent.response_time;
    body->mass = def->agent.mass;
    rest->group = def->group;
    rest->layers = def->layers;
    rest->mask = def->mask;
    rest->power = def->power;
    rest->user = def->user;
    if (rest->decide_seconds != def->decide_seconds)
        rest->decide_at = 0.0; // at once
    rest->decide_seconds = def->decide_seconds;
}

// Everything about where an agent is begins anew.
static void place_agent(wend_world *world, int index, wend_vec position, wend_vec velocity, wend_vec heading)
{
    wend_agent *body = &world->body[index];
    agent_rest *rest = &world->rest[index];
    body->position = world_wrap(world, to_inner(world, position));
    body->velocity = to_inner(world, velocity);
    body->heading = heading_or(world, heading, body->velocity);
    rest->height = height_of(world, position);
    rest->checked = rest->anchor = body->position;
    rest->at_anchor = 0.0;
    rest->recovery = (wend_recovery){0};
    rest->against = 0.0;
    rest->has_arrived = rest->is_settled = false;
    piles_leave(world, index);
    world->before[index] = body->position;
    world->published[0][index] = world->published[1][index] = (agent_motion){body->velocity, body->heading};
    world->mind[index].orca = (wend_orca_state){0};
    world->mind[index].must_think = true;
    world->mind[index].wander.direction = wend_xyz(0.0f, 0.0f, 0.0f);
    if (rest->extra >= 0)
    {
        agent_extra *extra = &world->extras[rest->extra];
        *extra = (agent_extra){.memory = extra->memory};
    }
    plans_begin(world, index);
    world->is_fresh = false;
}

static wend_agent_id add_agent(wend_world *world, const wend_agent_def *def)
{
    int slot = world->free_slot, index = world->count++;
    if (slot >= 0)
        world->free_slot = -2 - world->slot_index[slot];
    else
        slot = world->slot_count++;
    world->slot_index[slot] = world->by_age[index] = index; // the youngest
    uint64_t serial = ++world->serial;
    wend_agent_id id = {serial << SLOT_BITS | (uint64_t)slot};

    wend_agent *body = &world->body[index];
    agent_rest *rest = &world->rest[index];
    *body = (wend_agent){0};
    *rest = (agent_rest){0};
    body->id = id;
    set_abilities(body, rest, def);
    rest->decided_at = world->seconds;
    rest->goal = wend_goal_of(WEND_GOAL_NONE);
    rest->queue_first = rest->queue_last = NO_ENTRY;
    rest->watched = -1;
    rest->extra = rest->plan = NO_ENTRY;
    world->recipes[0].users++;
    world->resting[index] = 0;
    world->goal_seconds[index] = 0.0;
    world->mind[index] = (agent_mind){0};
    world->mind[index].random = wend_random_seed(world->def.seed, serial);
    place_agent(world, index, def->agent.position, def->agent.velocity, def->agent.heading);
    return id;
}

static wend_status check_list(wend_world *world, const char *what, const void *list, int count)
{
    if (count < 0)
        return world_fail(world, WEND_ERROR_VALUE, "the number of %s is %d, must be >= 0", what, count);
    if (count > 0 && !list)
        return world_fail(world, WEND_ERROR_NULL, "the list of %d %s is null", count, what);
    return WEND_OK;
}

wend_status wend_world_spawn_many(wend_world *world, const wend_agent_def *defs, int count, wend_agent_id *ids)
{
    wend_status status = world_check_idle(world, "wend_world_spawn_many");
    if (status != WEND_OK)
        return status;
    status = check_list(world, "definitions of agents", defs, count);
    if (status != WEND_OK)
        return status;
    world_compact(world);
    if (count > WEND_MAX_AGENTS - world->count)
        return world_fail(world, WEND_ERROR_FULL, "%d more agents than the %d there are, at most %d fit in a world",
                          count, world->count, WEND_MAX_AGENTS);
    uint64_t ids_left = UINT64_MAX / (1u << SLOT_BITS) - world->serial;
    if ((uint64_t)count > ids_left)
        return world_fail(world, WEND_ERROR_FULL, "%d more agents, but there are ids for only %llu more", count,
                          (unsigned long long)ids_left);
    for (int i = 0; i < count; i++)
    {
        wend_error error;
        if (check_agent_def(&defs[i], &error) != WEND_OK)
            return world_fail_with(world, &error);
    }
    if (!world_reserve_agents(world, world->count + count))
        return world_fail(world, WEND_ERROR_MEMORY, "no memory for %d more agents", count);
    for (int i = 0; i < count; i++)
    {
        wend_agent_id id = add_agent(world, &defs[i]);
        RECORD(world, RECORD_SPAWN, .id = id, .def = &defs[i]);
        if (ids)
            ids[i] = id;
    }
    return WEND_OK;
}

wend_agent_id wend_world_spawn(wend_world *world, const wend_agent_def *def)
{
    wend_agent_id id = {0};
    if (world && !def && !world->is_updating)
        world_fail(world, WEND_ERROR_NULL, "the definition of an agent is null");
    else
        wend_world_spawn_many(world, def, 1, &id);
    return id;
}

static void remove_agent(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    int slot = (int)(world->body[index].id.value & ((1u << SLOT_BITS) - 1));
    RECORD(world, RECORD_REMOVE, .id = world->body[index].id);
    piles_leave(world, index);
    world_drop_goals(world, index);
    extras_release(world, index);
    plans_release(world, index);
    world->recipes[rest->recipe].users--;
    if (rest->watched >= 0)
        world->reason_used[rest->watched] = false;
    world->body[index].id.value = 0;
    world->slot_index[slot] = -2 - world->free_slot; // negative: free; NO_ENTRY ends the list
    world->free_slot = slot;
    world->gone++;
    world->is_fresh = false;
}

wend_status wend_world_remove_many(wend_world *world, const wend_agent_id *ids, int count)
{
    wend_status status = world_check_idle(world, "wend_world_remove_many");
    if (status != WEND_OK)
        return status;
    status = check_list(world, "ids", ids, count);
    if (status != WEND_OK)
        return status;
    for (int i = 0; i < count; i++)
        if (world_index(world, ids[i]) < 0)
            return world_fail_id(world, "wend_world_remove_many", ids[i]);
    for (int i = 0; i < count; i++)
    {
        int index = world_index(world, ids[i]);
        if (index >= 0) // an id may stand in the list twice
            remove_agent(world, index);
    }
    return WEND_OK;
}

wend_status wend_world_remove(wend_world *world, wend_agent_id id)
{
    int index;
    wend_status status = world_check_agent(world, "wend_world_remove", id, &index);
    if (status == WEND_OK)
        remove_agent(world, index);
    return status;
}

void world_compact(wend_world *world)
{
    if (world->gone == 0)
        return;
    int kept = 0;
    for (int i = 0; i < world->count; i++)
    {
        world->seen[i] = world->body[i].id.value == 0 ? -1 : kept; // scratch here
        if (world->body[i].id.value == 0)
            continue;
        if (kept != i)
        {
            world->body[kept] = world->body[i];
            world->rest[kept] = world->rest[i];
            world->mind[kept] = world->mind[i];
            world->published[0][kept] = world->published[0][i];
            world->published[1][kept] = world->published[1][i];
            world->before[kept] = world->before[i];
            world->crowded[kept] = world->crowded[i];
            world->resting[kept] = world->resting[i];
            world->goal_seconds[kept] = world->goal_seconds[i];
            world->slot_index[world->body[kept].id.value & ((1u << SLOT_BITS) - 1)] = kept;
        }
        kept++;
    }
    for (int k = 0, found = 0; k < world->count && world->is_sorted; k++)
    {
        int now = world->seen[world->by_age[k]];
        if (now >= 0)
            world->by_age[found++] = now;
    }
    world->count = kept;
    world->gone = 0;
    world->is_fresh = false;
}

bool wend_world_has(const wend_world *world, wend_agent_id id)
{
    return world && world_index(world, id) >= 0;
}

int wend_world_count(const wend_world *world)
{
    return world ? world->count - world->gone : 0;
}

int wend_world_list(const wend_world *world, wend_agent_id *out, int capacity)
{
    return wend_world_read(world, WEND_FIELD_ID, out, sizeof *out, capacity);
}

wend_status wend_world_get(const wend_world *world, wend_agent_id id, wend_agent_def *out)
{
    if (!world || !out)
        return WEND_ERROR_NULL;
    int index = world_index(world, id);
    if (index < 0)
        return WEND_ERROR_ID;
    const agent_rest *rest = &world->rest[index];
    *out = (wend_agent_def){COOKIE_AGENT, rest->group,        rest->layers, rest->mask,
                            rest->power,  world->body[index], rest->user,   rest->decide_seconds};
    out->agent.position = to_outer(world, out->agent.position, rest->height);
    out->agent.velocity = to_outer(world, out->agent.velocity, 0.0f);
    out->agent.heading = to_outer(world, out->agent.heading, 0.0f);
    return WEND_OK;
}

wend_status wend_world_set(wend_world *world, wend_agent_id id, const wend_agent_def *def)
{
    int index;
    wend_status status = world_check_own(world, "wend_world_set", id, &index);
    wend_error error;
    if (status != WEND_OK)
        return status;
    if (check_agent_def(def, &error) != WEND_OK)
        return world_fail_with(world, &error);
    if (def->agent.radius != world->body[index].radius)
        plans_renew(world, index);
    set_abilities(&world->body[index], &world->rest[index], def);
    world->has_new_body = true;
    world->is_fresh &= world->is_updating; // the cells' size may follow from its radius
    RECORD(world, RECORD_SET, .id = id, .def = def);
    return WEND_OK;
}

// ---- motion -------------------------------------------------------------------------------------------------------

static void report(wend_world *world, int index, const wend_vec *position, const wend_vec *velocity)
{
    wend_agent *body = &world->body[index];
    RECORD(world, RECORD_REPORT, .id = body->id, .position = position, .velocity = velocity);
    if (position)
    {
        body->position = world_wrap(world, to_inner(world, *position));
        world->rest[index].height = height_of(world, *position);
        world->is_fresh = false;
    }
    if (velocity)
        body->velocity = to_inner(world, *velocity);
}

static wend_status check_motion(wend_world *world, wend_vec position, wend_vec velocity, wend_vec heading)
{
    wend_error error;
    wend_status status = check_finite(&error, "position", position.x, position.y, position.z);
    if (status == WEND_OK)
        status = check_finite(&error, "velocity", velocity.x, velocity.y, velocity.z);
    if (status == WEND_OK)
        status = check_finite(&error, "heading", heading.x, heading.y, heading.z);
    return status == WEND_OK ? status : world_fail_with(world, &error);
}

wend_status wend_world_report(wend_world *world, wend_agent_id id, wend_vec position, wend_vec velocity)
{
    int index;
    wend_status status = world_check_agent(world, "wend_world_report", id, &index);
    if (status == WEND_OK)
        status = check_motion(world, position, velocity, wend_xyz(0.0f, 0.0f, 0.0f));
    if (status == WEND_OK)
        report(world, index, &position, &velocity);
    return status;
}

static wend_vec vec_at(const wend_vec *array, size_t stride, int i)
{
    wend_vec v = {0};
    if (array)
        memcpy(&v, (const char *)array + stride * (size_t)i, sizeof v);
    return v;
}

wend_status wend_world_report_many(wend_world *world, const wend_motion_reports *r)
{
    wend_status status = world_check_idle(world, "wend_world_report_many");
    if (status != WEND_OK)
        return status;
    if (!r)
        return world_fail(world, WEND_ERROR_NULL, "the reports of motion are null");
    world_compact(world);
    if (r->count < 0 || (!r->ids && r->count != world->count))
        return world_fail(world, WEND_ERROR_VALUE, "%d reports of motion, must be one for each of %d agents", r->count,
                          world->count);
    for (int i = 0; i < r->count; i++)
    {
        if (r->ids && world_index(world, r->ids[i]) < 0)
            return world_fail_id(world, "wend_world_report_many", r->ids[i]);
        status = check_motion(world, vec_at(r->positions, r->position_stride, i),
                              vec_at(r->velocities, r->velocity_stride, i), wend_xyz(0.0f, 0.0f, 0.0f));
        if (status != WEND_OK)
            return status;
    }
    for (int i = 0; i < r->count; i++)
    {
        wend_vec position = vec_at(r->positions, r->position_stride, i);
        wend_vec velocity = vec_at(r->velocities, r->velocity_stride, i);
        report(world, r->ids ? world_index(world, r->ids[i]) : storage_kth(world, i), r->positions ? &position : NULL,
               r->velocities ? &velocity : NULL);
    }
    return WEND_OK;
}

wend_status wend_world_teleport(wend_world *world, wend_agent_id id, wend_vec position, wend_vec velocity,
                                wend_vec heading)
{
    int index;
    wend_status status = world_check_agent(world, "wend_world_teleport", id, &index);
    if (status == WEND_OK)
        status = check_motion(world, position, velocity, heading);
    if (status == WEND_OK)
        place_agent(world, index, position, velocity, heading);
    if (status == WEND_OK)
        RECORD(world, RECORD_TELEPORT, .id = id, .position = &position, .velocity = &velocity, .heading = &heading);
    return status;
}
