#include "any_angle.h"
#include "compiler.h"

#include <math.h>
#include <string.h>

// ---- which moves there are -----------------------------------------------------------------------------------------

/// Is the cell in direction d open? `around` as in the grid; any d.
static bool is_open(uint8_t around, int d)
{
    return around >> (d & 7) & 1;
}

uint8_t grid_moves(wend_diagonal diagonal, uint8_t around)
{
    uint8_t moves = 0;
    for (int d = 0; d < 8; d++)
    {
        int walls = !is_open(around, d - 1) + !is_open(around, d + 1);
        bool is_allowed = !(d & 1) || (diagonal == WEND_DIAGONAL_NONE && walls == 0) ||
                          (diagonal == WEND_DIAGONAL_ONE && walls <= 1) || diagonal == WEND_DIAGONAL_ALWAYS;
        if (is_open(around, d) && is_allowed)
            moves |= (uint8_t)(1 << d);
    }
    return moves;
}

/// What a move to one side of `came` (+1: clockwise, -1) is good for, as bits of all eight directions.
static unsigned side_moves(wend_diagonal diagonal, int came, uint8_t around, int side)
{
    unsigned beside = 1u << ((came + 2 * side) & 7), half = 1u << ((came + side) & 7);
    bool is_behind_open = is_open(around, came + 3 * side);
    if (came & 1)
        return half | (diagonal > WEND_DIAGONAL_NONE && !is_behind_open ? beside : 0);
    if (diagonal == WEND_DIAGONAL_NEVER)
        return came == 0 || came == 4 || !is_behind_open ? beside : 0;
    if (diagonal == WEND_DIAGONAL_NONE)
        return is_behind_open ? 0 : beside | half;
    return is_open(around, came + 2 * side) ? 0 : half;
}

/// Which moves are worth trying from a cell of a uniform map that was come to in direction `came` (ANY_WAY: all that
/// are allowed). The others lead where another way, as short and with its diagonal (of four: its level) moves where
/// they are tried, leads without this cell.
static uint8_t worth_moves(wend_diagonal diagonal, int came, uint8_t around)
{
    uint8_t allowed = grid_moves(diagonal, around);
    if (came == ANY_WAY)
        return allowed;
    unsigned worth = 1u << came | side_moves(diagonal, came, around, 1) | side_moves(diagonal, came, around, -1);
    return (uint8_t)(allowed & worth);
}

// ---- a life --------------------------------------------------------------------------------------------------------

wend_grid_search *wend_grid_search_create(const wend_allocator *allocator, wend_error *error)
{
    if (check_allocator(error, allocator) != WEND_OK)
        return NULL;
    wend_allocator memory = memory_or_default(allocator);
    wend_grid_search *s = memory_take(&memory, sizeof *s);
    if (!s)
    {
        error_set(error, WEND_ERROR_MEMORY, "no memory for a search");
        return NULL;
    }
    s->allocator = memory;
    for (int diagonal = 0; diagonal < 4; diagonal++)
        for (int came = 0; came <= ANY_WAY; came++)
            for (int around = 0; around < 256; around++)
                s->move_table[diagonal][came][around] = worth_moves((wend_diagonal)diagonal, came, (uint8_t)around);
    return s;
}

void wend_grid_search_destroy(wend_grid_search *s)
{
    if (!s)
        return;
    any_angle_give(s);
    wend_allocator allocator = s->allocator;
    void *blocks[] = {s->nodes, s->parent, s->open.head, s->open.bits, s->goals, s};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        memory_give(&allocator, blocks[i]);
}

const wend_error *wend_grid_search_error(const wend_grid_search *s)
{
    static const wend_error null_search = {WEND_ERROR_NULL, "the search is null"};
    return s ? &s->error : &null_search;
}

// ---- memory --------------------------------------------------------------------------------------------------------

static void reset_nodes(wend_grid_search *s)
{
    memset(s->nodes, 0xff, (size_t)s->node_capacity * sizeof *s->nodes);
    s->stamp = (uint64_t)(FIRST_STAMP + 1) << WORD_SHIFT;
}

static bool reserve_nodes(wend_grid_search *s, uint32_t cells)
{
    if (cells <= s->node_capacity)
        return true;
    memory_array arrays[] = {{(void **)&s->nodes, sizeof *s->nodes}, {(void **)&s->parent, sizeof *s->parent}};
    if (!memory_grow(&s->allocator, arrays, 2, 0, cells))
        return false;
    s->node_capacity = cells;
    reset_nodes(s);
    return true;
}

/// Enough buckets that all open cells fit into one turn of the ring: a move adds its cost twice at most, and a jump
/// goes no farther than across the map.
static bool reserve_ring(wend_grid_search *s, const wend_grid *grid)
{
    uint64_t across = (uint64_t)(grid->def.width + grid->def.height) * STRAIGHT * 2;
    uint32_t ring = 8192;
    while (ring < (across >> BUCKET_SHIFT) + 2)
        ring *= 2;
    return bucket_reserve(&s->open, &s->allocator, ring);
}

static bool reserve_goals(wend_grid_search *s, int count)
{
    if (count <= s->goal_capacity)
        return true;
    memory_array goals = {(void **)&s->goals, sizeof *s->goals};
    if (!memory_grow(&s->allocator, &goals, 1, 0, (size_t)count))
        return false;
    s->goal_capacity = count;
    return true;
}

// ---- the question --------------------------------------------------------------------------------------------------

/// The square of a range in cells, the largest whole number of it.
static uint64_t square_of_range(const wend_grid_query *q, const wend_grid_def *def)
{
    double cells = (double)q->range / (double)def->cell_size * (1.0 + 1e-6), most = 2.0 * WEND_GRID_MOST;
    return cells < most ? (uint64_t)(cells * cells) : (uint64_t)(most * most);
}

/// At which distances from a goal the way may end.
static void measure_goals(wend_grid_search *s)
{
    const wend_grid_query *q = &s->query;
    s->inner = q->end == WEND_END_BESIDE || q->end == WEND_END_ROUND ? 1 : 0;
    s->between = q->end == WEND_END_WITHIN ? square_of_range(q, &s->def) : q->end == WEND_END_ROUND ? 1 : 0;
}

/// How many whole cells a goal and an end may be apart along an axis.
static int reach_of_goals(const wend_grid_search *s)
{
    int reach = (int)sqrt((double)(s->inner + s->between));
    return reach < WEND_GRID_MOST ? reach : WEND_GRID_MOST;
}

/// The cells along an axis that are within reach of a goal, as steps from it.
static void steps_along(int goal, int reach, int size, bool wraps, int steps[2])
{
    int half = size / 2, before = wraps ? half : goal, behind = wraps ? half : size - 1 - goal;
    steps[0] = reach < before ? -reach : -before;
    steps[1] = reach < behind ? reach : behind;
}

/// Is any cell open where a way to a goal may end?
static bool has_end(const wend_grid_search *s, wend_cell goal)
{
    const wend_grid_def *def = &s->def;
    int reach = reach_of_goals(s), wide[2], high[2];
    if (s->inner == 0 && grid_is_open(s->layer, goal.x, goal.y))
        return true;
    steps_along(goal.x, reach, def->width, def->wraps_x, wide);
    steps_along(goal.y, reach, def->height, def->wraps_y, high);
    for (int dy = high[0]; dy <= high[1]; dy++)
        for (int dx = wide[0]; dx <= wide[1]; dx++)
        {
            uint64_t distance = (uint64_t)((int64_t)dx * dx + (int64_t)dy * dy);
            int x = (goal.x + dx + def->width) % def->width, y = (goal.y + dy + def->height) % def->height;
            if (distance - s->inner <= s->between && grid_is_open(s->layer, x, y))
                return true;
        }
    return false;
}

/// Moves the goals that have an open cell for an end to the front, and makes the box round all ends.
static void sort_goals(wend_grid_search *s)
{
    int reach = reach_of_goals(s);
    s->goal_count = 0;
    s->low_x = s->low_y = 2 * WEND_GRID_MOST;
    s->high_x = s->high_y = -WEND_GRID_MOST;
    for (int i = 0; i < s->given_goals; i++)
    {
        wend_cell goal = s->goals[i];
        if (!has_end(s, goal))
            continue;
        s->goals[i] = s->goals[s->goal_count];
        s->goals[s->goal_count++] = goal;
        s->low_x = goal.x - reach < s->low_x ? goal.x - reach : s->low_x;
        s->low_y = goal.y - reach < s->low_y ? goal.y - reach : s->low_y;
        s->high_x = goal.x + reach > s->high_x ? goal.x + reach : s->high_x;
        s->high_y = goal.y + reach > s->high_y ? goal.y + reach : s->high_y;
    }
}

// ---- the search ----------------------------------------------------------------------------------------------------

void search_new_stamp(wend_grid_search *s)
{
    if (s->stamp == 0)
        reset_nodes(s);
    s->stamp -= (uint64_t)1 << WORD_SHIFT;
}

/// Forgets all cells but the start, which is open.
static void open_start(wend_grid_search *s)
{
    wend_cell start = s->query.start;
    search_new_stamp(s);
    bool is_end;
    s->best = s->bound = UINT64_MAX;
    s->ends = NO_CELL;
    s->nearest_distance = search_distance(s, start.x, start.y, s->wraps, &is_end);
    s->end = s->end_parent = s->parent[s->start] = s->start;
    s->end_cost = 0;
    bucket_empty(&s->open);
    search_reach(s, s->start, start.x, start.y, 0, 0, s->wraps);
}

/// Where walls are scattered in bits jumps are short, and plain steps are cheaper: measured on maps of rooms, mazes,
/// games and random clutter.
static bool is_scattered(const wend_grid_search *s)
{
    int64_t most = s->query.diagonal == WEND_DIAGONAL_NONE ? 22 : 10; // a hundredth of the open cells each
    return (int64_t)s->layer->scatter * 100 > (int64_t)s->layer->open * most;
}

static bool should_jump(const wend_grid_search *s)
{
    const wend_grid_query *q = &s->query;
    bool can_jump = s->is_uniform && s->goal_count == 1 && q->end == WEND_END_AT && !s->wraps && !q->is_straight;
    return can_jump && !is_scattered(s);
}

/// Makes everything ready for a question.
static void begin(wend_grid_search *s)
{
    const wend_grid *grid = s->grid;
    const wend_grid_query *q = &s->query;
    int cheapest, kinds = grid_open_costs(grid, &cheapest);
    s->cost = grid->cost;
    s->around = s->layer->around;
    s->stride = grid->stride;
    s->start = grid_index(grid->stride, q->start.x, q->start.y);
    s->is_uniform = kinds <= 1;
    s->is_jump = q->kind == WEND_GRID_JUMP || (q->kind == WEND_GRID_AUTO && should_jump(s));
    s->moves = s->move_table[q->diagonal][0];
    s->estimate_unit = s->is_uniform ? 1 : 2 * (uint64_t)cheapest;
    s->unit = (s->is_uniform ? cheapest : 0.5) / STRAIGHT;
    s->heuristic = q->heuristic;
    if (q->heuristic == WEND_HEURISTIC_AUTO)
        s->heuristic = q->diagonal == WEND_DIAGONAL_NEVER ? WEND_HEURISTIC_MANHATTAN : WEND_HEURISTIC_OCTILE;
    if (q->kind == WEND_GRID_DIJKSTRA)
        s->heuristic = WEND_HEURISTIC_AUTO;
    for (int d = 0; d < 8; d++)
    {
        s->offset[d] = grid_dy(d) * (int32_t)grid->stride + grid_dx(d);
        s->step[d] = d & 1 ? DIAGONAL : STRAIGHT;
    }
    if (s->is_theta)
        theta_begin(s);
    s->is_tracing = s->is_thorough = false;
    s->result = (wend_grid_result){.way = WEND_WAY_OUT_OF_BUDGET, .end = q->start};
    open_start(s);
}

void search_begin_moves(wend_grid_search *s)
{
    begin(s);
    s->is_jump = should_jump(s);
}

/// Opens what can be come to by one move.
ALWAYS_INLINE void expand(wend_grid_search *s, uint32_t cell, int x, int y, bool is_uniform, bool wraps)
{
    uint64_t word = s->nodes[cell].word, cost = node_cost(word);
    int came = is_uniform && cell != s->start && s->heuristic ? (int)(word & 7) : ANY_WAY;
    for (unsigned moves = s->moves[came * 256 + s->around[cell]]; moves; moves &= moves - 1)
    {
        int d = zeros_below(moves), next_x = x + grid_dx(d), next_y = y + grid_dy(d);
        uint32_t next = wraps ? grid_wrapped(&s->def, next_x, next_y) : cell + (uint32_t)s->offset[d];
        uint64_t step = s->step[d] * (is_uniform ? 1 : (uint64_t)s->cost[cell] + s->cost[next]);
        search_reach(s, next, next_x, next_y, cost + step, d, wraps);
    }
}

/// The way to a cell where it may end is known.
static void end_at(wend_grid_search *s, uint32_t cell, uint64_t cost)
{
    s->nodes[cell].next = cost == s->best ? s->ends : NO_CELL;
    s->ends = s->end = cell;
    s->best = cost;
    s->bound = cost + s->query.is_straight; // others that cost the same are wanted as well
}

/// A cell is being closed: may the way end there? If not, is it the nearest so far?
ALWAYS_INLINE bool look_at(wend_grid_search *s, uint32_t cell, int x, int y, bool wraps)
{
    bool is_end;
    uint64_t distance = search_distance(s, x, y, wraps, &is_end);
    bool is_nearer = distance < s->nearest_distance || (distance == s->nearest_distance && cell < s->end);
    if (is_nearer && !is_end && s->ends == NO_CELL && !s->is_tracing)
    {
        s->nearest_distance = distance;
        s->end = cell;
    }
    return is_end;
}

/// Expands until nothing is open or the budget is used up. A goal is the cheapest when its bucket is empty.
ALWAYS_INLINE wend_way expand_while_open(wend_grid_search *s, bool wraps)
{
    while (s->open.count > 0)
    {
        uint32_t cell = bucket_first(&s->open);
        if (s->open.now > s->best >> BUCKET_SHIFT)
            break;
        if (s->result.expanded == s->limit)
            return WEND_WAY_OUT_OF_BUDGET;
        open_take(s, cell);
        int y = (int)(cell / s->stride) - 1, x = (int)(cell % s->stride) - 1;
        if (s->is_theta && !wraps && !theta_settle(s, cell, x, y))
            continue;
        uint64_t cost = node_cost(s->nodes[cell].word);
        if (s->ends != NO_CELL && cost + search_estimate(s, x, y, wraps) >= s->bound)
            continue;
        if (look_at(s, cell, x, y, wraps))
        {
            end_at(s, cell, cost);
            continue;
        }
        s->result.expanded++;
        if (s->is_jump && !wraps)
            jump_expand(s, cell, x, y);
        else if (s->is_theta && !wraps)
            theta_expand(s, cell, x, y);
        else if (s->is_uniform)
            expand(s, cell, x, y, true, wraps);
        else
            expand(s, cell, x, y, false, wraps);
    }
    return s->ends != NO_CELL ? WEND_WAY_FOUND : WEND_WAY_UNREACHABLE;
}

static wend_way expand_all(wend_grid_search *s)
{
    return s->wraps ? expand_while_open(s, true) : expand_while_open(s, false);
}

/// Expands until it is done. Jumps and Theta* that found no goal look once more, at all cells.
wend_way search_run(wend_grid_search *s)
{
    wend_way way = expand_all(s);
    if (way != WEND_WAY_UNREACHABLE || s->is_tracing || s->is_thorough || !(s->is_jump || s->is_theta))
        return way;
    s->is_tracing = s->is_jump;
    s->is_thorough = s->is_theta;
    open_start(s);
    return expand_all(s);
}

// ---- answers -------------------------------------------------------------------------------------------------------

static wend_grid_result answer_at_once(wend_grid_search *s, wend_way way, int cells)
{
    s->result = (wend_grid_result){.way = way, .cells = cells, .end = s->query.start};
    return s->result;
}

wend_grid_result search_refuse(wend_grid_search *s)
{
    if (!s)
        return (wend_grid_result){0};
    s->grid = NULL;
    s->query.start = (wend_cell){0, 0};
    return answer_at_once(s, WEND_WAY_REFUSED, 0);
}

static wend_grid_result run_and_measure(wend_grid_search *s, int64_t budget)
{
    int64_t left = INT64_MAX - s->result.expanded;
    s->limit = s->result.expanded + (budget > 0 && budget < left ? budget : left);
    s->result.way = s->is_any ? any_angle_run(s) : search_run(s);
    if (s->result.way == WEND_WAY_REFUSED)
    {
        error_set(&s->error, WEND_ERROR_MEMORY, "no memory for more cones of sight than %lld",
                  (long long)s->any->cone_capacity);
        return search_refuse(s);
    }
    if (any_angle_has_way(s))
    {
        any_angle_measure(s);
        return s->result;
    }
    if (s->is_theta && s->result.way != WEND_WAY_OUT_OF_BUDGET)
        theta_straighten(s);
    if (!s->is_tracing)
        s->end_parent = s->parent[s->end];
    if (s->query.is_straight && s->result.way != WEND_WAY_OUT_OF_BUDGET)
        search_straighten(s);
    search_measure(s);
    return s->result;
}

static wend_grid_result ask(wend_grid_search *s, int64_t budget, const any_places *places)
{
    const wend_grid *grid = s->grid;
    wend_cell start = s->query.start;
    s->edits = grid->edits;
    s->stride = grid->stride;
    s->is_jump = s->is_any = false;
    s->is_theta = s->query.kind == WEND_GRID_THETA || s->query.kind == WEND_GRID_LAZY_THETA;
    s->is_lazy = s->query.kind == WEND_GRID_LAZY_THETA;
    s->shift = (wend_cell){0, 0};
    s->layer = grid_layer_for(grid, s->query.radius);
    s->start = s->end = grid_index(grid->stride, start.x, start.y);
    s->wraps = grid->def.wraps_x || grid->def.wraps_y;
    measure_goals(s);
    sort_goals(s);
    bool is_there;
    search_distance(s, start.x, start.y, s->wraps, &is_there);
    if (!grid_is_open(s->layer, start.x, start.y))
        return answer_at_once(s, WEND_WAY_START_BLOCKED, 0);
    if (s->goal_count == 0)
        return answer_at_once(s, WEND_WAY_GOAL_BLOCKED, 0);
    if (is_there && !places)
        return answer_at_once(s, WEND_WAY_THERE, 1);
    s->is_any = s->query.kind == WEND_GRID_ANY_ANGLE;
    if (s->is_any)
        any_angle_begin(s, places);
    else
        begin(s);
    return run_and_measure(s, budget);
}

wend_grid_result search_find(wend_grid_search *s, const wend_grid *grid, const wend_grid_query *query,
                             const any_places *places)
{
    if (!s || search_check(s, grid, query) != WEND_OK)
        return search_refuse(s);
    int goals = query->goals ? query->goal_count : 1;
    if (!reserve_nodes(s, grid->cells) || !reserve_ring(s, grid) || !reserve_goals(s, goals) ||
        (query->kind == WEND_GRID_ANY_ANGLE && !any_angle_reserve(s, grid)))
    {
        error_set(&s->error, WEND_ERROR_MEMORY, "no memory for a search on a map of %d x %d", grid->def.width,
                  grid->def.height);
        return search_refuse(s);
    }
    s->grid = grid;
    s->def = grid->def;
    s->query = *query;
    s->query.goals = NULL;
    s->given_goals = goals;
    memcpy(s->goals, query->goals ? query->goals : &query->goal, (size_t)goals * sizeof *s->goals);
    return ask(s, query->budget, places);
}

wend_grid_result wend_grid_find(wend_grid_search *s, const wend_grid *grid, const wend_grid_query *query)
{
    return search_find(s, grid, query, NULL);
}

wend_grid_result wend_grid_go_on(wend_grid_search *s, const wend_grid *grid, int64_t budget)
{
    if (!s)
        return search_refuse(s);
    if (budget < 0 || !grid || grid != s->grid)
    {
        error_set(&s->error, grid ? WEND_ERROR_VALUE : WEND_ERROR_NULL,
                  budget < 0 ? "budget is %lld, must be >= 0" : "the grid to go on with is not that of the last search",
                  (long long)budget);
        return search_refuse(s);
    }
    if (s->result.way != WEND_WAY_OUT_OF_BUDGET)
        return s->result;
    // what was learnt on a map that has changed since is worth nothing
    return s->edits == grid->edits ? run_and_measure(s, budget) : ask(s, budget, NULL);
}
