// Questions: what may be asked, and what is no good.
#include "grids.h"

#include <float.h>
#include <math.h>

wend_grid_query wend_default_grid_query(void)
{
    wend_grid_query query = {0};
    query.diagonal = WEND_DIAGONAL_NONE;
    return query;
}

double wend_grid_estimate(wend_heuristic heuristic, wend_cell from, wend_cell to)
{
    double dx = fabs((double)to.x - (double)from.x), dy = fabs((double)to.y - (double)from.y);
    double longer = dx > dy ? dx : dy, shorter = dx > dy ? dy : dx;
    switch (heuristic)
    {
    case WEND_HEURISTIC_MANHATTAN: return dx + dy;
    case WEND_HEURISTIC_EUCLIDEAN: return sqrt(dx * dx + dy * dy);
    case WEND_HEURISTIC_CHEBYSHEV: return longer;
    case WEND_HEURISTIC_AUTO:
    case WEND_HEURISTIC_OCTILE: break;
    }
    return longer + (sqrt(2.0) - 1.0) * shorter;
}

int search_wrapped(int place, int low, int high, int size)
{
    int best = place < low ? low - place : place > high ? place - high : 0;
    int before = low - (place - size), after = place + size - high;
    int around = before < after ? before : after;
    // the interval may reach over the edge itself
    return around < 0 ? 0 : around < best ? around : best;
}

int grid_open_costs(const wend_grid *grid, int *cheapest)
{
    int kinds = 0;
    *cheapest = 1;
    for (int cost = 255; cost > 0; cost--)
    {
        if (grid->count_of[cost] == 0)
            continue;
        kinds++;
        *cheapest = cost;
    }
    return kinds;
}

/// What jump points can't do, nor an any-angle search.
static wend_status check_jump(wend_grid_search *s, const wend_grid *grid, const wend_grid_query *q, const char *kind)
{
    int cheapest;
    if (q->goals && q->goal_count > 1)
        return error_set(&s->error, WEND_ERROR_VALUE, "kind is %s with %d goals, must have one", kind, q->goal_count);
    if (q->end != WEND_END_AT)
        return error_set(&s->error, WEND_ERROR_VALUE, "end is %d with %s, must be WEND_END_AT", (int)q->end, kind);
    if (q->is_straight)
        return error_set(&s->error, WEND_ERROR_VALUE, "is_straight is true with %s, must be false", kind);
    if (grid_open_costs(grid, &cheapest) > 1)
        return error_set(&s->error, WEND_ERROR_VALUE,
                         "kind is %s on a map of several costs, all open cells must cost the same", kind);
    if (grid->def.wraps_x || grid->def.wraps_y)
        return error_set(&s->error, WEND_ERROR_VALUE, "kind is %s on a map that wraps, must be another", kind);
    return WEND_OK;
}

/// What Theta* can't do.
static wend_status check_theta(wend_grid_search *s, const wend_grid *grid, const wend_grid_query *q)
{
    const char *kind = q->kind == WEND_GRID_THETA ? "WEND_GRID_THETA" : "WEND_GRID_LAZY_THETA";
    if (q->heuristic == WEND_HEURISTIC_MANHATTAN || q->heuristic == WEND_HEURISTIC_OCTILE)
        return error_set(&s->error, WEND_ERROR_VALUE, "heuristic is %s, which overestimates straight lines, with %s",
                         q->heuristic == WEND_HEURISTIC_OCTILE ? "WEND_HEURISTIC_OCTILE" : "WEND_HEURISTIC_MANHATTAN",
                         kind);
    if (q->is_straight)
        return error_set(&s->error, WEND_ERROR_VALUE, "is_straight is true with %s, must be false", kind);
    if (grid->def.wraps_x || grid->def.wraps_y)
        return error_set(&s->error, WEND_ERROR_VALUE, "kind is %s on a map that wraps, must be another", kind);
    return WEND_OK;
}

static wend_status check_any_angle(wend_grid_search *s, const wend_grid *grid, const wend_grid_query *q)
{
    const char *kind = "WEND_GRID_ANY_ANGLE";
    if (q->radius > 0.0f)
        return error_set(&s->error, WEND_ERROR_VALUE, "radius is %g with %s, which leads a point: must be 0",
                         (double)q->radius, kind);
    if (q->diagonal == WEND_DIAGONAL_ALWAYS)
        return error_set(&s->error, WEND_ERROR_VALUE,
                         "diagonal is WEND_DIAGONAL_ALWAYS with %s, which never squeezes between walls", kind);
    return check_jump(s, grid, q, kind);
}

static wend_status check_choices(wend_grid_search *s, const wend_grid *grid, const wend_grid_query *q)
{
    if ((unsigned)q->diagonal > WEND_DIAGONAL_ALWAYS)
        return error_set(&s->error, WEND_ERROR_VALUE, "diagonal is %d, must be a wend_diagonal", (int)q->diagonal);
    if ((unsigned)q->kind > WEND_GRID_ANY_ANGLE)
        return error_set(&s->error, WEND_ERROR_VALUE, "kind is %d, must be a wend_grid_kind", (int)q->kind);
    if ((unsigned)q->heuristic > WEND_HEURISTIC_CHEBYSHEV)
        return error_set(&s->error, WEND_ERROR_VALUE, "heuristic is %d, must be a wend_heuristic", (int)q->heuristic);
    if (q->heuristic == WEND_HEURISTIC_MANHATTAN && q->diagonal != WEND_DIAGONAL_NEVER)
        return error_set(
            &s->error, WEND_ERROR_VALUE,
            "heuristic is WEND_HEURISTIC_MANHATTAN, which overestimates diagonal moves: must be another, or "
            "diagonal WEND_DIAGONAL_NEVER");
    if (grid_check_radius(grid, q->radius, &s->error) != WEND_OK)
        return s->error.status;
    if (q->budget < 0)
        return error_set(&s->error, WEND_ERROR_VALUE, "budget is %lld, must be >= 0", (long long)q->budget);
    if ((unsigned)q->end > WEND_END_ROUND)
        return error_set(&s->error, WEND_ERROR_VALUE, "end is %d, must be a wend_grid_end", (int)q->end);
    if (q->end == WEND_END_WITHIN && !(q->range >= 0.0f && q->range <= FLT_MAX))
        return error_set(&s->error, WEND_ERROR_VALUE, "range is %g, must be >= 0 and finite", (double)q->range);
    if (q->kind == WEND_GRID_THETA || q->kind == WEND_GRID_LAZY_THETA)
        return check_theta(s, grid, q);
    if (q->kind == WEND_GRID_ANY_ANGLE)
        return check_any_angle(s, grid, q);
    return q->kind == WEND_GRID_JUMP ? check_jump(s, grid, q, "WEND_GRID_JUMP") : WEND_OK;
}

static wend_status check_place(wend_grid_search *s, const wend_grid *grid, const char *what, wend_cell cell)
{
    if (grid_is_inside(grid, cell))
        return WEND_OK;
    return error_set(&s->error, WEND_ERROR_VALUE, "%s is (%d, %d), must be inside the map of %d x %d", what, cell.x,
                     cell.y, grid->def.width, grid->def.height);
}

wend_status search_check(wend_grid_search *s, const wend_grid *grid, const wend_grid_query *q)
{
    if (!grid || !q)
        return error_set(&s->error, WEND_ERROR_NULL, "the %s of a search is null", grid ? "query" : "grid");
    wend_status status = check_choices(s, grid, q);
    if (status == WEND_OK)
        status = check_place(s, grid, "start", q->start);
    if (status == WEND_OK && !q->goals)
        return check_place(s, grid, "goal", q->goal);
    if (status == WEND_OK && q->goal_count < 1)
        return error_set(&s->error, WEND_ERROR_VALUE, "goal_count is %d, must be >= 1", q->goal_count);
    for (int i = 0; status == WEND_OK && i < q->goal_count; i++)
        status = check_place(s, grid, "a goal", q->goals[i]);
    return status;
}
