#include "plans.h"

#include "extras.h"
#include "grids.h"
#include "memory.h"
#include "real.h"

#include <string.h>

#define LEAST      32 // what a question counts at least, in expansions
#define MOST_ANEW  4  // an unfinished search that edits have made begin anew so often gives what it has
#define MOST_REACH 32 // cells to each side that are looked at for room

// ---- a life -------------------------------------------------------------------------------------------------------

bool plans_create(wend_world *world)
{
    plan_desk *desk = &world->desk;
    desk->first_free = NO_ENTRY;
    if (!world->def.grid)
        return true;
    desk->search = wend_grid_search_create(&world->allocator, NULL);
    wend_grid_query query = wend_default_grid_query();
    return desk->search && wend_grid_find(desk->search, world->def.grid, &query).way != WEND_WAY_REFUSED;
}

void plans_destroy(wend_world *world)
{
    plan_desk *desk = &world->desk;
    for (int i = 0; i < desk->made; i++)
        memory_give(&world->allocator, desk->plans[i].points);
    memory_give(&world->allocator, desk->plans);
    wend_grid_search_destroy(desk->search);
}

bool plans_reserve(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    plan_desk *desk = &world->desk;
    if (rest->plan >= 0)
        return true;
    if (desk->first_free < 0 && desk->made == desk->capacity)
    {
        int capacity = desk->capacity * 2 + 16;
        memory_array plans = {(void **)&desk->plans, sizeof *desk->plans};
        if (!memory_grow(&world->allocator, &plans, 1, (size_t)desk->made, (size_t)capacity))
            return false;
        desk->capacity = capacity;
    }
    rest->plan = desk->first_free >= 0 ? desk->first_free : desk->made++;
    if (desk->first_free >= 0)
        desk->first_free = desk->plans[rest->plan].next_free;
    desk->users++;
    return true;
}

static void stop_asking(wend_world *world, int index)
{
    if (wend_same_agent(world->desk.asking, world->body[index].id))
        world->desk.asking.value = 0;
}

void plans_release(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    if (rest->plan < 0)
        return;
    stop_asking(world, index);
    world->desk.plans[rest->plan].next_free = world->desk.first_free;
    world->desk.first_free = rest->plan;
    world->desk.users--;
    rest->plan = NO_ENTRY;
}

void plans_begin(wend_world *world, int index)
{
    agent_plan *plan = plan_of(world, index);
    if (!plan)
        return;
    stop_asking(world, index);
    *plan = (agent_plan){.points = plan->points, .capacity = plan->capacity};
    plan->is_wanted = world->rest[index].goal.kind == WEND_GOAL_TRAVEL;
    plan->state = plan->is_wanted ? WEND_PLAN_PLANNING : WEND_PLAN_IDLE;
}

void plans_renew(wend_world *world, int index)
{
    agent_plan *plan = plan_of(world, index);
    if (!plan || plan->state == WEND_PLAN_IDLE)
        return;
    stop_asking(world, index);
    plan->is_wanted = true;
}

// ---- where from, where to -----------------------------------------------------------------------------------------

/// A question about the ways of one agent.
typedef struct question
{
    wend_vec from, to; // the very places
    wend_cell start, goal;
    bool is_start_on_map, is_goal_on_map, is_goal_known;
} question;

static const wend_plan_def *def_of(const wend_world *world, int index)
{
    return &world->recipes[world->rest[index].recipe].recipe.plan;
}

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
    if (!world->recipes[world->rest[index].recipe].recipe.sense.needs_sight)
        return true;
    wend_vec guess;
    if (!(wend_world_recall(world, world->body[index].id, goal->target, &guess) > 0.0f))
        return false;
    *place = to_inner(world, guess);
    return true;
}

static double reach_of(const wend_world *world, int index)
{
    float reach = def_of(world, index)->reach;
    return reach > 0.0f ? (double)reach : 2.0 * (double)world->def.grid->def.cell_size;
}

static double distance_to_cell(const wend_world *world, wend_vec place, wend_cell cell)
{
    return real_length(real_sub(real_of(wend_grid_point(world->def.grid, cell)), real_of(place)));
}

/// The cell of a place, or the nearest one of the map. False: that is beyond reach.
static bool find_cell(const wend_world *world, int index, wend_vec place, wend_cell *cell)
{
    return wend_grid_cell(world->def.grid, place, cell) ||
           distance_to_cell(world, place, *cell) <= reach_of(world, index);
}

static question question_of(const wend_world *world, int index)
{
    question q = {.from = world->body[index].position};
    q.is_goal_known = find_goal(world, index, &q.to);
    q.is_start_on_map = find_cell(world, index, q.from, &q.start);
    q.is_goal_on_map = find_cell(world, index, q.to, &q.goal);
    return q;
}

static bool same_cell(wend_cell a, wend_cell b)
{
    return a.x == b.x && a.y == b.y;
}

/// The cell nearest to a place that has room for the body, within reach. False: there is none.
static bool find_room(const wend_world *world, int index, wend_vec place, wend_cell *cell)
{
    const wend_grid *grid = world->def.grid;
    float radius = world->body[index].radius;
    if (wend_grid_fits(grid, *cell, radius))
        return true;
    double best = reach_of(world, index);
    int around = (int)fmin(best / (double)grid->def.cell_size + 1.0, MOST_REACH);
    wend_cell middle = *cell;
    bool is_found = false;
    for (int y = middle.y - around; y <= middle.y + around; y++)
        for (int x = middle.x - around; x <= middle.x + around; x++)
        {
            wend_cell other = {x, y};
            double away = distance_to_cell(world, place, other);
            if (away > best || (is_found && away == best) || !wend_grid_fits(grid, other, radius))
                continue;
            best = away;
            *cell = other;
            is_found = true;
        }
    return is_found;
}

// ---- ways -----------------------------------------------------------------------------------------------------------

static bool reserve_points(wend_world *world, agent_plan *plan, int count)
{
    if (count <= plan->capacity)
        return true;
    int capacity = count + count / 2 + 6;
    memory_array points = {(void **)&plan->points, sizeof *plan->points};
    if (!memory_grow(&world->allocator, &points, 1, (size_t)plan->count, (size_t)capacity))
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
        if (plan && plan->is_wanted && !reserve_points(world, plan, desk->points_wanted))
            return world_fail(world, WEND_ERROR_MEMORY, "no memory for a way of %d points", desk->points_wanted);
    }
    desk->points_wanted = 0;
    return WEND_OK;
}

/// As far toward a place as the body has room.
static wend_vec last_open(plan_sight *sight, wend_vec from, wend_vec to)
{
    if (plans_is_clear(from, to, 0.0f, sight))
        return to;
    wend_vec open = from, blocked = to;
    for (int i = 0; i < 12; i++)
    {
        wend_vec middle = wend_scale(wend_add(open, blocked), 0.5f);
        if (plans_is_clear(from, middle, 0.0f, sight))
            open = middle;
        else
            blocked = middle;
    }
    return open;
}

/// The goal as seen from a way's last cell, which lies outside the map where the way goes over an edge that wraps.
static wend_vec image_of_goal(const wend_world *world, wend_vec last, wend_vec goal)
{
    wend_vec middle = wend_grid_point(world->def.grid, world->desk.query.goal);
    middle.z = last.z;
    return wend_equal(middle, last) ? goal : wend_add(last, wend_sub(goal, middle));
}

/// Takes over the way that was found. False: no memory.
static bool take_way(wend_world *world, int index, agent_plan *plan, const question *q, bool is_short)
{
    plan_desk *desk = &world->desk;
    const wend_plan_def *def = def_of(world, index);
    int found = wend_grid_search_points(desk->search, NULL, 0), count = 0, cheapest;
    if (!reserve_points(world, plan, found + 2))
    {
        desk->points_wanted = found + 2;
        return false;
    }
    plan_sight sight = plans_sight(world, index);
    wend_cell now;
    if (wend_grid_cell(world->def.grid, q->from, &now) && same_cell(now, plan->start))
        plan->points[count++] = q->from; // it hasn't gone on since it asked
    wend_grid_search_points(desk->search, plan->points + count, found);
    count += found;
    for (int i = 0; i < count; i++)
        plan->points[i].z = 0.0f;
    if (!is_short && desk->query.end == WEND_END_AT)
    {
        wend_vec last = plan->points[count - 1];
        plan->points[count++] = last_open(&sight, last, image_of_goal(world, last, q->to));
    }
    if (def->diagonal == WEND_DIAGONAL_ONE)
        sight.radius = 0.001f * world->def.grid->def.cell_size; // two walls that touch let nobody through
    sight.is_level = grid_open_costs(world->def.grid, &cheapest) > 1;
    plan->count = wend_path_pull(plan->points, count, 0.0f, def->keeps_corners ? NULL : plans_is_clear, &sight);
    plan->is_short = is_short;
    wend_path_progress *progress = &world->extras[world->rest[index].extra].progress;
    // what has just happened on the old way is yet to be told
    *progress = (wend_path_progress){.has_entered = true, .events = progress->events, .passed = progress->passed};
    return true;
}

/// What a question has come to.
static void settle(wend_world *world, int index, agent_plan *plan, wend_plan_state state)
{
    bool has_way = state == WEND_PLAN_MOVING;
    plan->has_event = !world->rest[index].has_arrived && (has_way || state != plan->state);
    plan->event = has_way ? WEND_EVENT_MOVING : WEND_EVENT_NO_WAY;
    plan->state = state;
    plan->is_wanted = false;
    plan->edits = wend_grid_edits(world->def.grid);
    plan->planned_at = world->seconds;
    world->stats.planned++;
    world->stats.waiting--;
    world->desk.served = world->body[index].id;
    world->mind[index].must_think = true;
}

static void settle_without(wend_world *world, int index, agent_plan *plan, wend_plan_state state)
{
    plan->count = 0;
    plan->is_short = true;
    plan->cost = 0.0;
    settle(world, index, plan, state);
}

// ---- asking -----------------------------------------------------------------------------------------------------------

static bool same_query(const wend_grid_query *a, const wend_grid_query *b)
{
    return same_cell(a->start, b->start) && same_cell(a->goal, b->goal) && a->kind == b->kind &&
           a->diagonal == b->diagonal && a->radius == b->radius && a->range == b->range;
}

static wend_grid_query query_of(const wend_world *world, int index, wend_cell start, wend_cell goal)
{
    const wend_plan_def *def = def_of(world, index);
    wend_grid_query query = wend_default_grid_query();
    query.start = start;
    query.goal = goal;
    query.diagonal = def->diagonal;
    query.kind = def->search == WEND_GRID_JUMP ? WEND_GRID_AUTO : def->search; // where jumps can be used AUTO jumps
    query.radius = world->body[index].radius;
    query.range = world->rest[index].goal.radius;
    query.end = query.range > 0.0f ? WEND_END_WITHIN : WEND_END_AT;
    return query;
}

/// Asks the map, or goes on. Writes what that used up.
static wend_grid_result search(wend_world *world, int index, const wend_grid_query *query, int64_t budget,
                               int64_t *used)
{
    plan_desk *desk = &world->desk;
    uint64_t edits = wend_grid_edits(world->def.grid);
    bool is_asking = wend_same_agent(desk->asking, world->body[index].id);
    bool is_answered = desk->asking.value == 0 && desk->is_answered && same_query(&desk->query, query);
    wend_grid_result result;
    if (edits == desk->edits && (is_asking || is_answered))
    {
        result = wend_grid_go_on(desk->search, world->def.grid, budget);
        *used = result.expanded - desk->expanded;
    }
    else
    {
        desk->begun_anew = is_asking ? desk->begun_anew + 1 : 0;
        desk->query = *query;
        desk->query.budget = budget;
        desk->edits = edits;
        result = wend_grid_find(desk->search, world->def.grid, &desk->query);
        *used = result.expanded;
    }
    desk->expanded = result.expanded;
    world->stats.expanded += *used;
    desk->is_answered = result.way != WEND_WAY_OUT_OF_BUDGET && result.way != WEND_WAY_REFUSED;
    return result;
}

/// What a search has found, for the agent that asked.
static void take_answer(wend_world *world, int index, agent_plan *plan, const question *q,
                        const wend_grid_result *result)
{
    bool is_found = result->way == WEND_WAY_FOUND || result->way == WEND_WAY_THERE;
    bool goes_near = result->way == WEND_WAY_UNREACHABLE && def_of(world, index)->goes_near;
    if (result->way == WEND_WAY_OUT_OF_BUDGET) // edits leave it no time: it sets out, and asks again
    {
        if (!take_way(world, index, plan, q, true))
            return;
        settle(world, index, plan, WEND_PLAN_MOVING);
        plan->is_wanted = true;
        world->stats.waiting++;
        return;
    }
    if (!is_found && !goes_near)
    {
        wend_plan_state why = result->way == WEND_WAY_UNREACHABLE    ? WEND_PLAN_UNREACHABLE
                              : result->way == WEND_WAY_GOAL_BLOCKED ? WEND_PLAN_GOAL_BLOCKED
                              : result->way == WEND_WAY_REFUSED      ? WEND_PLAN_TOO_LARGE
                                                                     : WEND_PLAN_START_BLOCKED;
        settle_without(world, index, plan, why);
        return;
    }
    if (!take_way(world, index, plan, q, !is_found))
        return; // it asks again when there is memory
    plan->cost = result->cost;
    settle(world, index, plan, is_found ? WEND_PLAN_MOVING : WEND_PLAN_UNREACHABLE);
}

/// Plans for one agent. Returns what that used up of the budget.
static int64_t plan_one(wend_world *world, int index, agent_plan *plan, int64_t budget)
{
    plan_desk *desk = &world->desk;
    question q = question_of(world, index);
    wend_cell start = q.start, goal = q.goal;
    bool is_asking = wend_same_agent(desk->asking, world->body[index].id);
    if (!is_asking || desk->edits != wend_grid_edits(world->def.grid))
    {
        plan->start = q.start;
        plan->goal = q.goal;
    }
    bool ends_within = world->rest[index].goal.radius > 0.0f; // then the goal may be a wall
    wend_plan_state why = grid_check_radius(world->def.grid, world->body[index].radius, NULL) != WEND_OK
                              ? WEND_PLAN_TOO_LARGE
                          : !q.is_start_on_map                                    ? WEND_PLAN_AGENT_OFF_MAP
                          : !q.is_goal_known                                      ? WEND_PLAN_GOAL_UNKNOWN
                          : !q.is_goal_on_map                                     ? WEND_PLAN_GOAL_OFF_MAP
                          : !find_room(world, index, q.from, &start)              ? WEND_PLAN_START_BLOCKED
                          : !ends_within && !find_room(world, index, q.to, &goal) ? WEND_PLAN_GOAL_BLOCKED
                                                                                  : WEND_PLAN_MOVING;
    if (why != WEND_PLAN_MOVING)
    {
        stop_asking(world, index);
        settle_without(world, index, plan, why);
        return LEAST;
    }
    wend_grid_query query = query_of(world, index, start, goal);
    int64_t used;
    wend_grid_result result = search(world, index, &query, budget, &used);
    bool is_out = result.way == WEND_WAY_OUT_OF_BUDGET;
    desk->asking = is_out ? world->body[index].id : (wend_agent_id){0};
    if (!is_out || desk->begun_anew >= MOST_ANEW)
    {
        desk->asking.value = 0;
        take_answer(world, index, plan, &q, &result);
    }
    return used > LEAST ? used : LEAST;
}

// ---- who must plan --------------------------------------------------------------------------------------------------

/// After an edit: is the rest of its way open? If not it is cut where it isn't.
static bool is_way_open(wend_world *world, int index, agent_plan *plan)
{
    plan_sight sight = plans_sight(world, index);
    int leg = extra_of(world, index)->progress.leg;
    for (int i = leg; i + 1 < plan->count; i++)
        if (!plans_is_clear(plan->points[i], plan->points[i + 1], 0.0f, &sight))
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
    if (!is_open || plan->is_short || def_of(world, index)->minds_every_edit)
        return true;
    plan->edits = wend_grid_edits(world->def.grid);
    return false;
}

/// Is its goal no longer where it was?
static bool has_goal_moved(wend_world *world, int index, agent_plan *plan, const question *q)
{
    if (world->rest[index].goal.target.value == 0)
        return false;
    bool was_known = plan->state != WEND_PLAN_GOAL_UNKNOWN, was_on_map = plan->state != WEND_PLAN_GOAL_OFF_MAP;
    if (q->is_goal_known != was_known)
        return true;
    if (!was_known)
        return false;
    if (q->is_goal_on_map != was_on_map || !same_cell(q->goal, plan->goal))
        return true;
    plan_sight sight = plans_sight(world, index);
    bool follows = plan->count >= 2 && !plan->is_short && world->rest[index].goal.radius == 0.0f;
    wend_vec place = follows ? world_image(world, plan->points[plan->count - 1], q->to) : q->to;
    if (follows && plans_is_clear(plan->points[plan->count - 2], place, 0.0f, &sight))
        plan->points[plan->count - 1] = place; // within its cell
    return false;
}

/// Does it stand elsewhere, whom the place where it stood kept from planning?
static bool is_freed(const agent_plan *plan, const question *q)
{
    if (plan->state == WEND_PLAN_AGENT_OFF_MAP)
        return q->is_start_on_map;
    return plan->state == WEND_PLAN_START_BLOCKED && !same_cell(q->start, plan->start);
}

/// Must it plan anew?
static bool is_outdated(wend_world *world, int index, agent_plan *plan)
{
    const wend_path_progress *progress = &extra_of(world, index)->progress;
    question q = question_of(world, index);
    bool is_edited = plan->edits != wend_grid_edits(world->def.grid) && minds_edit(world, index, plan);
    bool has_moved = has_goal_moved(world, index, plan, &q);
    bool is_off = plan->count > 0 && progress->is_off && !(plan->is_short && progress->has_arrived);
    return is_edited || has_moved || is_off || is_freed(plan, &q);
}

static void look(wend_world *world, int index, agent_plan *plan)
{
    plan->has_event = false;
    if (plan->state == WEND_PLAN_IDLE || plan->is_wanted || world->rest[index].is_settled)
        return;
    bool is_time = world->seconds >= plan->planned_at + (double)def_of(world, index)->seconds;
    plan->is_wanted = is_outdated(world, index, plan) && is_time;
}

/// The index of the first agent that is younger than one, or 0.
static int index_after(const wend_world *world, wend_agent_id id)
{
    int low = 0, high = world->count;
    while (low < high)
    {
        int middle = low + (high - low) / 2;
        if (world->body[middle].id.value <= id.value)
            low = middle + 1;
        else
            high = middle;
    }
    return low < world->count ? low : 0;
}

void plans_update(wend_world *world)
{
    plan_desk *desk = &world->desk;
    int *waiting = &world->stats.waiting, asking = world_index(world, desk->asking);
    int64_t left = world->def.plan_budget;
    for (int i = 0; desk->users > 0 && i < world->count; i++)
    {
        agent_plan *plan = plan_of(world, i);
        if (!plan)
            continue;
        look(world, i, plan);
        *waiting += plan->is_wanted;
    }
    if (asking >= 0)
        left -= plan_one(world, asking, plan_of(world, asking), left);
    int first = index_after(world, desk->served);
    for (int k = 0; k<world->count && * waiting> 0 && left > 0 && desk->points_wanted == 0; k++)
    {
        int index = first + k < world->count ? first + k : first + k - world->count;
        agent_plan *plan = plan_of(world, index);
        if (plan && plan->is_wanted && index != asking)
            left -= plan_one(world, index, plan, left);
    }
}

// ---- what may be asked ----------------------------------------------------------------------------------------------

wend_status plans_check(wend_world *world, int index, const wend_goal *goal)
{
    if (goal->kind != WEND_GOAL_TRAVEL)
        return WEND_OK;
    if (!world->def.grid)
        return world_fail(world, WEND_ERROR_NULL, "goal travel needs a map, but the world's grid is null");
    wend_cell cell, size = wend_grid_size(world->def.grid);
    if (goal->target.value == 0 && !wend_grid_cell(world->def.grid, to_inner(world, goal->point), &cell))
        return world_fail(world, WEND_ERROR_VALUE,
                          "goal point is (%g, %g, %g), must be on the world's map of %d x %d cells",
                          (double)goal->point.x, (double)goal->point.y, (double)goal->point.z, size.x, size.y);
    wend_error error;
    if (grid_check_radius(world->def.grid, world->body[index].radius, &error) != WEND_OK)
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
        if (points && count < capacity)
            points[count] = to_outer(world, point, world->rest[index].height);
    }
    return count;
}

int wend_world_way(const wend_world *world, wend_agent_id id, wend_vec *points, int capacity)
{
    int index = world ? world_index(world, id) : -1;
    return index < 0 ? 0 : way_left(world, index, points, capacity);
}

wend_status wend_world_plan(const wend_world *world, wend_agent_id id, wend_plan *out)
{
    if (!world || !out)
        return WEND_ERROR_NULL;
    int index = world_index(world, id);
    if (index < 0)
        return WEND_ERROR_ID;
    *out = (wend_plan){0};
    const agent_plan *plan = plan_of(world, index);
    if (!plan || plan->state == WEND_PLAN_IDLE)
        return WEND_OK;
    const agent_rest *rest = &world->rest[index];
    const wend_path_progress *progress = &extra_of(world, index)->progress;
    out->state = rest->has_arrived ? WEND_PLAN_ARRIVED : plan->state;
    out->is_waiting = plan->is_wanted;
    out->is_short = plan->count > 0 && plan->is_short;
    out->cost = plan->count > 0 ? plan->cost : 0.0;
    out->points = way_left(world, index, NULL, 0);
    wend_path way = plan_way(plan);
    out->left = wend_path_left(&way, progress, &world->recipes[rest->recipe].recipe.follow);
    return WEND_OK;
}
