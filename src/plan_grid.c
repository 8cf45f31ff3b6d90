// Planning on a grid.
#include "plans.h"

#include "grids.h"
#include "real.h"

#define MOST_REACH 32 // cells to each side that are looked at for room

static uint64_t edits_of(const wend_world *world)
{
    return wend_grid_edits(world->def.grid);
}

// ---- places -------------------------------------------------------------------------------------------------------

static double reach_of(const wend_world *world, int index)
{
    float reach = plans_def(world, index)->reach;
    return reach > 0.0f ? (double)reach : 2.0 * (double)world->def.grid->def.cell_size;
}

static double distance_to_cell(const wend_world *world, wend_vec place, wend_cell cell)
{
    wend_vec middle = wend_grid_point(world->def.grid, cell);
    middle.z = place.z;
    return real_length(real_sub(real_of(middle), real_of(place)));
}

/// The cell of a place, or the nearest one of the map. False: that is beyond reach.
static bool find_cell(const wend_world *world, int index, wend_vec place, wend_cell *cell)
{
    return wend_grid_cell(world->def.grid, place, cell) ||
           distance_to_cell(world, place, *cell) <= reach_of(world, index);
}

static int64_t number_of(const wend_world *world, int index, wend_vec place)
{
    wend_cell cell;
    return find_cell(world, index, place, &cell) ? (int64_t)cell.y * WEND_GRID_MOST + cell.x : -1;
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

// ---- questions ----------------------------------------------------------------------------------------------------

static wend_plan_state ask(const wend_world *world, int index, wend_vec from, wend_vec to, plan_query *query)
{
    const wend_plan_def *def = plans_def(world, index);
    wend_grid_query *q = &query->grid;
    *q = wend_default_grid_query();
    q->diagonal = def->diagonal;
    bool wraps = world->def.grid->def.wraps_x || world->def.grid->def.wraps_y;
    bool is_usable = def->search < WEND_GRID_JUMP || (def->search > WEND_GRID_JUMP && !wraps);
    q->kind = is_usable ? def->search : WEND_GRID_AUTO; // which jumps where it can
    q->radius = world->body[index].radius;
    q->range = world->rest[index].goal.radius;
    q->end = q->range > 0.0f ? WEND_END_WITHIN : WEND_END_AT; // then the goal may be a wall
    find_cell(world, index, from, &q->start);
    find_cell(world, index, to, &q->goal);
    if (grid_check_radius(world->def.grid, q->radius, NULL) != WEND_OK)
        return WEND_PLAN_TOO_LARGE;
    if (!find_room(world, index, from, &q->start))
        return WEND_PLAN_START_BLOCKED;
    if (q->end == WEND_END_AT && !find_room(world, index, to, &q->goal))
        return WEND_PLAN_GOAL_BLOCKED;
    return WEND_PLAN_MOVING;
}

static bool same_cell(wend_cell a, wend_cell b)
{
    return a.x == b.x && a.y == b.y;
}

static bool is_same(const plan_query *first, const plan_query *second)
{
    const wend_grid_query *a = &first->grid, *b = &second->grid;
    return same_cell(a->start, b->start) && same_cell(a->goal, b->goal) && a->kind == b->kind &&
           a->diagonal == b->diagonal && a->radius == b->radius && a->range == b->range;
}

static plan_answer answer_of(const wend_world *world, const wend_grid_result *result)
{
    bool is_refused = result->way == WEND_WAY_REFUSED;
    return (plan_answer){result->way, result->cost, result->expanded,
                         is_refused && wend_grid_search_error(world->desk.grid)->status == WEND_ERROR_MEMORY};
}

static plan_answer find(wend_world *world, int64_t budget)
{
    world->desk.query.grid.budget = budget;
    wend_grid_result result = wend_grid_find(world->desk.grid, world->def.grid, &world->desk.query.grid);
    return answer_of(world, &result);
}

static plan_answer go_on(wend_world *world, int64_t budget)
{
    wend_grid_result result = wend_grid_go_on(world->desk.grid, world->def.grid, budget);
    return answer_of(world, &result);
}

// ---- ways ---------------------------------------------------------------------------------------------------------

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
    wend_vec middle = wend_grid_point(world->def.grid, world->desk.query.grid.goal);
    middle.z = last.z = 0.0f;
    return wend_equal(middle, last) ? goal : wend_add(last, wend_sub(goal, middle));
}

wend_vec plans_end(const wend_world *world, int index, wend_cell goal)
{
    plan_sight sight = plans_sight(world, index);
    wend_vec end = last_open(&sight, wend_grid_point(world->def.grid, goal), world->rest[index].goal.point);
    end.z = 0.0f;
    return end;
}

static int points_of(wend_world *world, int index, wend_vec from, wend_vec to, bool is_short, wend_vec *points)
{
    const wend_plan_def *def = plans_def(world, index);
    const wend_grid_query *query = &world->desk.query.grid;
    int found = wend_grid_search_points(world->desk.grid, NULL, 0), count = 0, cheapest;
    if (!points)
        return found + 2;
    plan_sight sight = plans_sight(world, index);
    if (number_of(world, index, from) == plan_of(world, index)->start)
        points[count++] = from;
    wend_grid_search_points(world->desk.grid, points + count, found);
    count += found;
    if (!is_short && query->end == WEND_END_AT)
    {
        wend_vec last = points[count - 1];
        points[count++] = last_open(&sight, last, image_of_goal(world, last, to));
    }
    for (int i = 0; i < count; i++)
        points[i].z = 0.0f;
    sight.is_even = grid_open_costs(world->def.grid, &cheapest) > 1;
    if (def->pull == WEND_PULL_TIGHT)
        count = wend_path_tighten(points, count, 0.0f, plans_is_clear, &sight);
    else
        count = wend_path_pull(points, count, 0.0f, def->pull == WEND_PULL_NOT ? NULL : plans_is_clear, &sight);
    world->desk.looks += sight.asked;
    return count;
}

const plan_ground plan_on_grid = {edits_of, number_of, ask, is_same, find, go_on, points_of};
