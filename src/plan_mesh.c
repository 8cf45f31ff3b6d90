// Planning on a navigation mesh.
#include "brief.h"
#include "plans.h"

#include "real.h"

static uint64_t edits_of(const wend_world *world)
{
    return wend_mesh_edits(world->def.mesh);
}

static float reach_of(const wend_world *world, int index)
{
    float reach = plans_def(world, index)->reach;
    return reach > 0.0f ? reach : real_to_float(4.0 * (double)world->body[index].radius);
}

static int64_t number_of(const wend_world *world, int index, wend_vec place)
{
    return wend_mesh_nearest(world->def.mesh, place, reach_of(world, index), WEND_MESH_ALL).polygon;
}

static wend_plan_state ask(const wend_world *world, int index, wend_vec from, wend_vec to, plan_query *query)
{
    wend_mesh_query *q = &query->mesh;
    *q = wend_default_mesh_query();
    q->start = from;
    q->goal = to;
    q->radius = world->body[index].radius;
    q->reach = fmaxf(reach_of(world, index), world->rest[index].goal.radius);
    q->mask = plans_def(world, index)->mask;
    return WEND_PLAN_MOVING;
}

static bool is_same(const plan_query *first, const plan_query *second)
{
    const wend_mesh_query *a = &first->mesh, *b = &second->mesh;
    return wend_equal(a->start, b->start) && wend_equal(a->goal, b->goal) && a->radius == b->radius &&
           a->reach == b->reach && a->mask == b->mask;
}

static plan_answer answer_of(const wend_world *world, const wend_mesh_result *result)
{
    bool is_refused = result->way == WEND_WAY_REFUSED;
    return (plan_answer){result->way, result->cost, result->expanded,
                         is_refused && wend_mesh_search_error(world->desk.mesh)->status == WEND_ERROR_MEMORY};
}

static plan_answer find(wend_world *world, int64_t budget)
{
    world->desk.query.mesh.budget = budget;
    wend_mesh_result result = wend_mesh_find(world->desk.mesh, world->def.mesh, &world->desk.query.mesh);
    return answer_of(world, &result);
}

static plan_answer go_on(wend_world *world, int64_t budget)
{
    wend_mesh_result result = wend_mesh_go_on(world->desk.mesh, world->def.mesh, budget);
    return answer_of(world, &result);
}

static int points_of(wend_world *world, int index, wend_vec from, wend_vec to, bool is_short, wend_vec *points)
{
    (void)index, (void)from, (void)to, (void)is_short;
    int found = wend_mesh_search_points(world->desk.mesh, NULL, 0);
    if (!points)
        return found + 1;
    wend_mesh_search_points(world->desk.mesh, points, found);
    if (found == 1)
        points[found++] = points[0];
    return found;
}

const plan_ground plan_on_mesh = {edits_of, number_of, ask, is_same, find, go_on, points_of};

// ---- standing on it -------------------------------------------------------------------------------------------------

/// Where somebody stands who was at a place.
static wend_mesh_spot spot_at(const wend_world *world, int index, const agent_plan *plan, wend_vec place)
{
    const wend_mesh_spot *known = &plan->spot;
    if (known->polygon >= 0 && known->point.x == place.x && known->point.y == place.y && known->point.z == place.z)
        return *known;
    return wend_mesh_nearest(world->def.mesh, place, reach_of(world, index), WEND_MESH_ALL);
}

void plans_move(wend_world *world)
{
    for (int i = 0; world->def.mesh && world->desk.users > 0 && i < world->count; i++)
    {
        agent_plan *plan = plan_of(world, i);
        if (!plan || plan->state == WEND_PLAN_IDLE)
            continue;
        wend_vec before = world->before[i];
        before.z = world->rest[i].height;
        plan->spot = spot_at(world, i, plan, before);
        if (plan->spot.polygon < 0)
            continue; // it is off the mesh
        plan->spot = wend_mesh_move(world->def.mesh, plan->spot, world->body[i].position, plans_def(world, i)->mask);
        world->body[i].position = wend_xyz(plan->spot.point.x, plan->spot.point.y, 0.0f);
        world->rest[i].height = plan->spot.point.z;
        brief_forget(world);
    }
}
