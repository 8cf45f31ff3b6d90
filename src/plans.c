#include "plans.h"

#include "extras.h"
#include "grids.h"
#include "memory.h"
#include "real.h"
#include "storage.h"

#define LEAST     32 // what a question counts at least, in expansions
#define LOOKS     4  // along straight ways that count as much as one
#define MOST_ANEW 4  // an unfinished search that edits have made begin anew so often gives what it has

// ---- a life -------------------------------------------------------------------------------------------------------

bool plans_create(wend_world *world)
{
    plan_desk *desk = &world->desk;
    desk->first_free = NO_ENTRY;
    if (world->def.mesh)
        return (desk->mesh = wend_mesh_search_create(&world->allocator, NULL)) != NULL;
    if (!world->def.grid)
        return true;
    desk->grid = wend_grid_search_create(&world->allocator, NULL);
    wend_grid_query query = wend_default_grid_query();
    if (world->def.flow_count > 0)
        desk->flows = wend_flow_cache_create(world->def.flow_count, &world->allocator, NULL);
    if (world->def.flow_count > 0 && !desk->flows)
        return false;
    return desk->grid && wend_grid_find(desk->grid, world->def.grid, &query).way != WEND_WAY_REFUSED;
}

void plans_destroy(wend_world *world)
{
    plan_desk *desk = &world->desk;
    for (int i = 0; i < desk->capacity; i++)
    {
        memory_give(&world->allocator, desk->plans[i].points);
        memory_give(&world->allocator, desk->plans[i].heights);
    }
    memory_give(&world->allocator, desk->plans);
    memory_give(&world->allocator, desk->groups);
    memory_give(&world->allocator, desk->group_table);
    wend_flow_cache_destroy(desk->flows);
    wend_grid_search_destroy(desk->grid);
    wend_mesh_search_destroy(desk->mesh);
}

bool plans_reserve_all(wend_world *world, int count)
{
    plan_desk *desk = &world->desk;
    if (count <= desk->capacity)
        return true;
    int capacity = count + desk->capacity + 15;
    memory_array plans = {(void **)&desk->plans, sizeof *desk->plans};
    if (!memory_grow(&world->allocator, &plans, 1, (size_t)desk->capacity, (size_t)capacity) ||
        !flows_reserve(world, capacity))
        return false;
    desk->capacity = capacity;
    return true;
}

bool plans_reserve(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    plan_desk *desk = &world->desk;
    if (rest->plan >= 0)
        return true;
    if (desk->first_free < 0 && !plans_reserve_all(world, desk->made + 1))
        return false;
    rest->plan = desk->first_free >= 0 ? desk->first_free : desk->made++;
    if (desk->first_free >= 0)
        desk->first_free = desk->plans[rest->plan].next_free;
    desk->users++;
    plans_begin(world, index);
    return true;
}

void plans_stop_asking(wend_world *world, int index)
{
    if (wend_same_agent(world->desk.asking, world->body[index].id))
        world->desk.asking.value = 0;
}

void plans_release(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    if (rest->plan < 0)
        return;
    plans_stop_asking(world, index);
    world->desk.plans[rest->plan].next_free = world->desk.first_free;
    world->desk.first_free = rest->plan;
    world->desk.users--;
    world->desk.is_grouped = false;
    rest->plan = NO_ENTRY;
}

void plans_begin(wend_world *world, int index)
{
    agent_plan *plan = plan_of(world, index);
    if (!plan)
        return;
    plans_stop_asking(world, index);
    *plan = (agent_plan){.points = plan->points, .heights = plan->heights, .capacity = plan->capacity};
    plan->spot.polygon = plan->group = NO_ENTRY;
    world->desk.is_grouped = false;
    plan->is_wanted = world->rest[index].goal.kind == WEND_GOAL_TRAVEL;
    plan->state = plan->is_wanted ? WEND_PLAN_PLANNING : WEND_PLAN_IDLE;
}

void plans_renew(wend_world *world, int index)
{
    agent_plan *plan = plan_of(world, index);
    if (!plan || plan->state == WEND_PLAN_IDLE)
        return;
    plans_stop_asking(world, index);
    plan->is_wanted = true;
    world->desk.is_grouped = false;
}

// ---- where from, where to -----------------------------------------------------------------------------------------

/// From where to where an agent wants to go, and the numbers of the cells or polygons there; -1: off the map.
typedef struct question
{
    wend_vec from, to;
    int64_t start, goal;
    bool is_goal_known;
} question;

/// Where the goal is. False: its agent is gone, or not seen.
static bool find_goal(const wend_world *world, int index, wend_vec *place)
{
    const wend_goal *goal = &world->rest[index].goal;
    *place = goal->point;
    if (goal->target.value == 0)
        return true;
    int target = world_index(world, goal->target);
    if (target < 0)
        return false;
    *place = world->body[target].position;
    if (world->recipes[world->rest[index].recipe].recipe.sense.needs_sight)
    {
        wend_vec guess;
        if (!(wend_world_recall(world, world->body[index].id, goal->target, &guess) > 0.0f))
            return false;
        *place = to_inner(world, guess);
    }
    place->z = world->rest[target].height;
    return true;
}

static question question_of(const wend_world *world, int index)
{
    const plan_ground *ground = plans_ground(world);
    question q = {.from = world->body[index].position};
    q.from.z = world->rest[index].height;
    q.is_goal_known = find_goal(world, index, &q.to);
    q.start = ground->number(world, index, q.from);
    q.goal = ground->number(world, index, q.to);
    return q;
}

// ---- ways -----------------------------------------------------------------------------------------------------------

bool plans_reserve_points(wend_world *world, agent_plan *plan, int count)
{
    if (count <= plan->capacity)
        return true;
    int capacity = count + count / 2 + 12;
    memory_array arrays[] = {{(void **)&plan->points, sizeof *plan->points},
                             {(void **)&plan->heights, sizeof *plan->heights}};
    if (!memory_grow(&world->allocator, arrays, 2, (size_t)plan->count, (size_t)capacity))
        return false;
    plan->capacity = capacity;
    return true;
}

wend_status plans_make_room(wend_world *world)
{
    plan_desk *desk = &world->desk;
    for (int i = 0; desk->points_wanted > 0 && i < world->count; i++)
    {
        agent_plan *plan = plan_of(world, i);
        if (plan && plan->is_wanted && !plans_reserve_points(world, plan, desk->points_wanted))
            return world_fail(world, WEND_ERROR_MEMORY, "no memory for a way of %d points", desk->points_wanted);
    }
    desk->points_wanted = 0;
    return WEND_OK;
}

/// Takes over the way that was found. False: no memory.
static bool take_way(wend_world *world, int index, agent_plan *plan, const question *q, bool is_short)
{
    const plan_ground *ground = plans_ground(world);
    int most = ground->points(world, index, q->from, q->to, is_short, NULL);
    if (!plans_reserve_points(world, plan, most))
    {
        world->desk.points_wanted = most;
        return false;
    }
    plan->count = ground->points(world, index, q->from, q->to, is_short, plan->points);
    for (int i = 0; i < plan->count; i++)
    {
        plan->heights[i] = world->def.mesh ? plan->points[i].z : world->rest[index].height;
        plan->points[i].z = 0.0f;
    }
    plan->is_short = is_short;
    wend_path_progress *progress = &world->extras[world->rest[index].extra].progress;
    // what has just happened on the old way is yet to be told
    *progress = (wend_path_progress){.has_entered = true, .events = progress->events, .passed = progress->passed};
    return true;
}

/// What a question has come to.
void plans_settle(wend_world *world, int index, agent_plan *plan, wend_plan_state state)
{
    bool has_way = state == WEND_PLAN_MOVING;
    plan->has_event = !world->rest[index].has_arrived && (has_way || state != plan->state);
    plan->event = has_way ? WEND_EVENT_MOVING : WEND_EVENT_NO_WAY;
    plan->state = state;
    plan->is_wanted = false;
    plan->edits = plans_ground(world)->edits(world);
    plan->planned_at = world->seconds;
    world->stats.planned++;
    world->mind[index].must_think = true;
}

static void settle_without(wend_world *world, int index, agent_plan *plan, wend_plan_state state)
{
    plan->count = 0;
    plan->is_short = true;
    plan->cost = 0.0;
    plans_settle(world, index, plan, state);
}

// ---- asking -----------------------------------------------------------------------------------------------------

static wend_plan_state state_of(wend_way way)
{
    switch (way)
    {
    case WEND_WAY_FOUND:
    case WEND_WAY_THERE:
    case WEND_WAY_OUT_OF_BUDGET: return WEND_PLAN_MOVING;
    case WEND_WAY_START_BLOCKED: return WEND_PLAN_START_BLOCKED;
    case WEND_WAY_GOAL_BLOCKED: return WEND_PLAN_GOAL_BLOCKED;
    case WEND_WAY_UNREACHABLE: return WEND_PLAN_UNREACHABLE;
    case WEND_WAY_REFUSED: break;
    }
    return WEND_PLAN_TOO_LARGE;
}

/// What a search has found, for the agent that asked. It asks again where there is no memory, and where edits left the
/// search no time: then it sets out with what there is.
static void take_answer(wend_world *world, int index, agent_plan *plan, const question *q, const plan_answer *answer)
{
    wend_plan_state state = state_of(answer->way);
    bool goes_near = state == WEND_PLAN_UNREACHABLE && plans_def(world, index)->goes_near;
    bool is_unfinished = answer->way == WEND_WAY_OUT_OF_BUDGET;
    if (state != WEND_PLAN_MOVING && !goes_near)
    {
        settle_without(world, index, plan, state);
        return;
    }
    if (!take_way(world, index, plan, q, goes_near || is_unfinished))
        return;
    plan->cost = answer->cost;
    plans_settle(world, index, plan, state);
    plan->is_wanted = is_unfinished;
}

/// Can't it even ask? MOVING: it can.
static wend_plan_state check_places(const question *q)
{
    return q->start < 0        ? WEND_PLAN_AGENT_OFF_MAP
           : !q->is_goal_known ? WEND_PLAN_GOAL_UNKNOWN
           : q->goal < 0       ? WEND_PLAN_GOAL_OFF_MAP
                               : WEND_PLAN_MOVING;
}

/// Goes on with the desk's question. Where a world was loaded the search is first brought to where it was.
static plan_answer go_on(wend_world *world, int64_t budget)
{
    plan_desk *desk = &world->desk;
    const plan_ground *ground = plans_ground(world);
    if (desk->must_repeat)
    {
        plan_answer answer = ground->find(world, desk->is_answered ? 0 : desk->expanded);
        if (answer.way == WEND_WAY_REFUSED)
            return answer;
    }
    desk->must_repeat = false;
    return ground->go_on(world, budget);
}

/// Asks the map. Writes what that used up. False: there is nothing to be asked, and the agent has been told why.
static bool search(wend_world *world, int index, agent_plan *plan, const question *q, int64_t budget, int64_t *used,
                   plan_answer *answer)
{
    plan_desk *desk = &world->desk;
    const plan_ground *ground = plans_ground(world);
    bool is_asking = wend_same_agent(desk->asking, world->body[index].id),
         is_edited = desk->edits != ground->edits(world);
    int64_t before = desk->expanded;
    plan_query query = {0};
    if (is_asking && !is_edited)
        *answer = go_on(world, budget);
    else
    {
        plan->start = q->start;
        plan->goal = q->goal;
        wend_plan_state why = check_places(q);
        if (why == WEND_PLAN_MOVING)
            why = ground->ask(world, index, q->from, q->to, &query);
        if (why != WEND_PLAN_MOVING)
        {
            plans_stop_asking(world, index);
            settle_without(world, index, plan, why);
            return false;
        }
        if (desk->is_answered && !is_edited && ground->is_same(&desk->query, &query))
            *answer = go_on(world, budget); // the same once more
        else
        {
            before = 0;
            desk->query = query;
            desk->edits = ground->edits(world);
            desk->begun_anew = is_asking ? desk->begun_anew + 1 : 0;
            desk->must_repeat = false;
            *answer = ground->find(world, budget);
        }
    }
    desk->expanded = answer->expanded;
    desk->is_answered = answer->way != WEND_WAY_OUT_OF_BUDGET && answer->way != WEND_WAY_REFUSED;
    *used = answer->expanded - before;
    world->stats.expanded += *used;
    return true;
}

/// Plans for one agent. Returns what that used up of the budget.
static int64_t plan_one(wend_world *world, int index, agent_plan *plan, int64_t budget)
{
    plan_desk *desk = &world->desk;
    question q = question_of(world, index);
    plan_answer answer = {0};
    int64_t used = 0;
    desk->looks = 0;
    desk->served = world->body[index].id;
    if (!search(world, index, plan, &q, budget, &used, &answer))
        return LEAST;
    bool is_unfinished = answer.way == WEND_WAY_OUT_OF_BUDGET && desk->begun_anew < MOST_ANEW;
    desk->asking = is_unfinished ? world->body[index].id : (wend_agent_id){0};
    if (!is_unfinished && !answer.has_no_memory) // else it asks again
        take_answer(world, index, plan, &q, &answer);
    used += desk->looks / LOOKS;
    return used > LEAST ? used : LEAST;
}

// ---- who must plan --------------------------------------------------------------------------------------------------

/// A point of a way with its height.
static wend_vec place_on(const agent_plan *plan, int i)
{
    return wend_xyz(plan->points[i].x, plan->points[i].y, plan->heights[i]);
}

/// After an edit: is the rest of its way open? If not it is cut where it isn't.
static bool is_way_open(wend_world *world, int index, agent_plan *plan)
{
    plan_sight sight = plans_sight(world, index);
    int leg = extra_of(world, index)->progress.leg;
    for (int i = leg; i + 1 < plan->count; i++)
        if (!plans_is_clear(place_on(plan, i), place_on(plan, i + 1), 0.0f, &sight))
        {
            plan->count = i > leg ? i + 1 : 0;
            plan->is_short = true;
            return false;
        }
    return true;
}

/// The map has changed since its way was planned.
static bool minds_edit(wend_world *world, int index, agent_plan *plan)
{
    bool is_open = plan->count > 0 && is_way_open(world, index, plan);
    if (!is_open || plan->is_short || plans_def(world, index)->minds_every_edit)
        return true;
    plan->edits = plans_ground(world)->edits(world);
    return false;
}

/// Brings the end of a way to where the goal has gone. False: the last leg doesn't lead there.
static bool follow_goal(wend_world *world, int index, agent_plan *plan, wend_vec to)
{
    if (plan->count < 2 || plan->is_short || world->rest[index].goal.radius > 0.0f)
        return true;
    plan_sight sight = plans_sight(world, index);
    wend_vec *last = &plan->points[plan->count - 1], place = world_image(world, *last, wend_xyz(to.x, to.y, 0.0f));
    if (wend_equal(*last, place))
        return true;
    place.z = to.z;
    if (!plans_is_clear(place_on(plan, plan->count - 2), place, 0.0f, &sight))
        return wend_distance(*last, wend_xyz(place.x, place.y, 0.0f)) <= 2.0f * world->body[index].radius;
    *last = wend_xyz(place.x, place.y, 0.0f);
    plan->heights[plan->count - 1] = to.z;
    return true;
}

/// Is its goal no longer where it was?
static bool has_goal_moved(wend_world *world, int index, agent_plan *plan, const question *q)
{
    if (world->rest[index].goal.target.value == 0)
        return false;
    bool was_known = plan->state != WEND_PLAN_GOAL_UNKNOWN;
    if (q->is_goal_known != was_known)
        return true;
    return was_known && (q->goal != plan->goal || !follow_goal(world, index, plan, q->to));
}

/// Does it stand elsewhere, whom the place where it stood kept from planning?
static bool is_freed(const agent_plan *plan, const question *q)
{
    bool was_held = plan->state == WEND_PLAN_AGENT_OFF_MAP || plan->state == WEND_PLAN_START_BLOCKED;
    return was_held && q->start != plan->start;
}

/// Must it plan anew?
static bool is_outdated(wend_world *world, int index, agent_plan *plan)
{
    const wend_path_progress *progress = &extra_of(world, index)->progress;
    question q = question_of(world, index);
    bool is_edited = plan->edits != plans_ground(world)->edits(world) && minds_edit(world, index, plan);
    bool has_moved = has_goal_moved(world, index, plan, &q);
    bool is_off = plan->count > 0 && progress->is_off && !(plan->is_short && progress->has_arrived);
    return is_edited || has_moved || is_off || is_freed(plan, &q);
}

static void look(wend_world *world, int index, agent_plan *plan)
{
    plan->has_event = false;
    if (plan->state == WEND_PLAN_IDLE || world->rest[index].is_settled)
        return;
    if (world->desk.flows && flows_look(world, index, plan))
        return;
    bool is_time = world->seconds >= plan->planned_at + (double)plans_def(world, index)->seconds;
    plan->is_wanted = plan->is_wanted || (is_outdated(world, index, plan) && is_time);
}

/// Looks at everybody. Returns how many wait for an answer of their own.
static int look_at_all(wend_world *world)
{
    int waiting = 0;
    for (int k = 0; k < world->count; k++)
    {
        int i = storage_kth(world, k);
        agent_plan *plan = plan_of(world, i);
        if (!plan)
            continue;
        look(world, i, plan);
        waiting += plan->is_wanted && !plan->is_shared;
        world->stats.waiting += plan->is_wanted && plan->is_shared;
    }
    return waiting;
}

void plans_update(wend_world *world)
{
    plan_desk *desk = &world->desk;
    if (desk->users == 0)
        return;
    int64_t left = world->def.plan_budget;
    left -= flows_update(world, (left + 1) / 2);
    int waiting = look_at_all(world);
    bool is_asking = world_index(world, desk->asking) >= 0;
    int first = storage_after(world, is_asking ? desk->asking.value - 1 : desk->served.value);
    for (int k = 0; k < world->count && waiting > 0 && left > 0 && desk->points_wanted == 0; k++)
    {
        int index = storage_kth(world, (first + k) % world->count);
        agent_plan *plan = plan_of(world, index);
        if (!plan || !plan->is_wanted || plan->is_shared)
            continue;
        left -= plan_one(world, index, plan, left);
        waiting -= !plan->is_wanted;
    }
    world->stats.waiting += waiting;
}

// ---- what may be asked ----------------------------------------------------------------------------------------------

wend_status plans_check(wend_world *world, int index, const wend_goal *goal)
{
    if (goal->kind != WEND_GOAL_TRAVEL)
        return WEND_OK;
    if (!plans_have_map(world))
        return world_fail(world, WEND_ERROR_NULL, "goal travel needs a map, but the world's grid and mesh are null");
    wend_vec place = to_inner(world, goal->point);
    place.z = height_of(world, goal->point);
    wend_cell cell;
    bool is_on_map =
        world->def.mesh ? plan_on_mesh.number(world, index, place) >= 0 : wend_grid_cell(world->def.grid, place, &cell);
    if (goal->target.value == 0 && !is_on_map)
        return world_fail(world, WEND_ERROR_VALUE, "goal point is (%g, %g, %g), must be on the world's map",
                          (double)goal->point.x, (double)goal->point.y, (double)goal->point.z);
    wend_error error;
    if (world->def.grid && grid_check_radius(world->def.grid, world->body[index].radius, &error) != WEND_OK)
        return world_fail(world, WEND_ERROR_VALUE, "goal travel on the world's map: the agent's %s", error.text);
    return WEND_OK;
}

wend_vec plans_position(const wend_world *world, int index, const wend_path_progress *progress)
{
    wend_vec position = world->body[index].position;
    return progress->has_begun ? world_image(world, progress->last, position) : position;
}

/// The points of what is left of a way; the first one is the nearest place to the agent.
static int way_left(const wend_world *world, int index, wend_vec *points, int capacity)
{
    const agent_plan *plan = plan_of(world, index);
    if (!plan || plan->count == 0)
        return 0;
    wend_path way = plan_way(plan);
    const wend_path_progress *progress = &extra_of(world, index)->progress;
    wend_vec nearest = wend_path_nearest_on(&way, progress->leg, plans_position(world, index, progress)).point;
    int count = 0;
    for (int i = progress->leg; i < plan->count; i++, count++)
    {
        wend_vec point = i > progress->leg ? plan->points[i] : nearest;
        float height = i > progress->leg ? plan->heights[i] : world->rest[index].height;
        if (points && count < capacity)
            points[count] = to_outer(world, point, height);
    }
    return count;
}

int wend_world_way(const wend_world *world, wend_agent_id id, wend_vec *points, int capacity)
{
    int index = world ? world_index(world, id) : -1;
    return index < 0 ? 0 : way_left(world, index, points, capacity);
}

wend_plan plans_report(const wend_world *world, int index)
{
    wend_plan out = {0};
    const agent_plan *plan = plan_of(world, index);
    if (!plan || plan->state == WEND_PLAN_IDLE)
        return out;
    const agent_rest *rest = &world->rest[index];
    wend_path way = plan_way(plan);
    out.state = rest->has_arrived ? WEND_PLAN_ARRIVED : plan->state;
    out.is_waiting = plan->is_wanted;
    out.is_shared = plan->is_shared;
    out.is_short = plan->count > 0 && plan->is_short;
    out.cost = plan->count > 0 || plan->is_shared ? plan->cost : 0.0;
    out.points = way_left(world, index, NULL, 0);
    out.left = wend_path_left(&way, &extra_of(world, index)->progress, &world->recipes[rest->recipe].recipe.follow);
    if (plan->is_shared)
        out.left = real_to_float(plan->cost * (double)world->def.grid->def.cell_size);
    return out;
}

wend_status wend_world_plan(const wend_world *world, wend_agent_id id, wend_plan *out)
{
    if (!world || !out)
        return WEND_ERROR_NULL;
    int index = world_index(world, id);
    if (index < 0)
        return WEND_ERROR_ID;
    *out = plans_report(world, index);
    return WEND_OK;
}
