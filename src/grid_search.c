#include "grids.h"

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
    if (allocator && !allocator->alloc != !allocator->free)
    {
        error_set(error, WEND_ERROR_NULL, "allocator has only one of alloc and free, must have both or none");
        return NULL;
    }
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

/// Moves the goals that are no walls to the front, and makes the box round them.
static void sort_goals(wend_grid_search *s)
{
    s->goal_count = 0;
    s->low_x = s->low_y = WEND_GRID_MOST;
    s->high_x = s->high_y = -1;
    for (int i = 0; i < s->given_goals; i++)
    {
        wend_cell goal = s->goals[i];
        if (!grid_is_open(s->layer, goal.x, goal.y))
            continue;
        s->goals[i] = s->goals[s->goal_count];
        s->goals[s->goal_count++] = goal;
        s->low_x = goal.x < s->low_x ? goal.x : s->low_x;
        s->low_y = goal.y < s->low_y ? goal.y : s->low_y;
        s->high_x = goal.x > s->high_x ? goal.x : s->high_x;
        s->high_y = goal.y > s->high_y ? goal.y : s->high_y;
    }
}

// ---- the search ----------------------------------------------------------------------------------------------------

/// Forgets all cells but the start, which is open.
static void open_start(wend_grid_search *s)
{
    wend_cell start = s->query.start;
    if (s->stamp == 0)
        reset_nodes(s);
    s->stamp -= (uint64_t)1 << WORD_SHIFT;
    s->best = UINT64_MAX;
    s->nearest_distance = search_distance(s, start.x, start.y);
    s->end = s->end_parent = s->parent[s->start] = s->start;
    s->end_cost = 0;
    bucket_empty(&s->open);
    search_reach(s, s->start, start.x, start.y, 0, 0);
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
    s->is_jump = q->kind == WEND_GRID_JUMP || (q->kind == WEND_GRID_AUTO && s->is_uniform && s->goal_count == 1);
    s->moves = s->move_table[q->diagonal][0];
    s->estimate_unit = s->is_uniform ? 1 : 2 * (uint64_t)cheapest;
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

/// Opens what can be come to by one move.
static inline void expand(wend_grid_search *s, uint32_t cell, int x, int y, bool is_uniform)
{
    uint64_t word = s->nodes[cell].word, cost = node_cost(word);
    int came = is_uniform && cell != s->start && s->heuristic ? (int)(word & 7) : ANY_WAY;
    for (unsigned moves = s->moves[came * 256 + s->around[cell]]; moves; moves &= moves - 1)
    {
        int d = __builtin_ctz(moves);
        uint32_t next = cell + (uint32_t)s->offset[d];
        uint64_t step = s->step[d] * (is_uniform ? 1 : (uint64_t)s->cost[cell] + s->cost[next]);
        search_reach(s, next, x + grid_dx(d), y + grid_dy(d), cost + step, d);
    }
}

/// A cell is being closed: is it a goal, or the nearest so far? True if it is a goal.
static inline bool look_at(wend_grid_search *s, uint32_t cell, int x, int y)
{
    uint64_t distance = search_distance(s, x, y);
    bool is_nearer = distance < s->nearest_distance || (distance == s->nearest_distance && cell < s->end);
    if (is_nearer && distance > 0 && !s->is_tracing)
    {
        s->nearest_distance = distance;
        s->end = cell;
    }
    return distance == 0;
}

/// Expands until nothing is open or the budget is used up. A goal is the cheapest when its bucket is empty.
static wend_way expand_all(wend_grid_search *s)
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
        if (s->is_theta && !theta_settle(s, cell, x, y))
            continue;
        uint64_t cost = node_cost(s->nodes[cell].word);
        if (s->best < UINT64_MAX && cost + search_estimate(s, x, y) >= s->best)
            continue;
        if (look_at(s, cell, x, y))
        {
            s->best = cost;
            s->nearest_distance = 0;
            s->end = cell;
            continue;
        }
        s->result.expanded++;
        if (s->is_jump)
            jump_expand(s, cell, x, y);
        else if (s->is_theta)
            theta_expand(s, cell, x, y);
        else if (s->is_uniform)
            expand(s, cell, x, y, true);
        else
            expand(s, cell, x, y, false);
    }
    return s->best < UINT64_MAX ? WEND_WAY_FOUND : WEND_WAY_UNREACHABLE;
}

/// Expands until it is done. Jumps and Theta* that found no goal look once more, at all cells.
static wend_way run(wend_grid_search *s)
{
    wend_way way = expand_all(s);
    if (way != WEND_WAY_UNREACHABLE || s->is_tracing || s->is_thorough || !(s->is_jump || s->is_theta))
        return way;
    s->is_tracing = s->is_jump;
    s->is_thorough = s->is_theta;
    open_start(s);
    return expand_all(s);
}

// ---- the way -------------------------------------------------------------------------------------------------------

static wend_cell cell_of(const wend_grid_search *s, uint32_t cell)
{
    return (wend_cell){(int)(cell % s->stride) - 1, (int)(cell / s->stride) - 1};
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/// The cell before one on the way. Jumps go diagonally (of four directions: up and down) first, then straight;
/// `parent` is where the one that leads here began.
static uint32_t cell_before(const wend_grid_search *s, uint32_t cell, uint32_t *parent)
{
    if (s->is_theta)
        return s->parent[cell];
    if (!s->is_jump)
        return cell - (uint32_t)s->offset[s->nodes[cell].word & 7];
    if (cell == *parent)
        *parent = s->parent[cell];
    wend_cell at = cell_of(s, cell), from = cell_of(s, *parent);
    int dx = from.x - at.x, dy = from.y - at.y, wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy;
    bool is_level = s->query.diagonal == WEND_DIAGONAL_NEVER ? dx != 0 : wide >= high;
    bool is_upright = s->query.diagonal == WEND_DIAGONAL_NEVER ? dx == 0 : high >= wide;
    return grid_index(s->stride, at.x + (is_level ? sign(dx) : 0), at.y + (is_upright ? sign(dy) : 0));
}

/// Walks from the end to the start; counts the cells, and adds up what they cost.
static void measure(wend_grid_search *s)
{
    uint64_t straight = 0, diagonal = 0;
    double legs = 0.0;
    uint32_t parent = s->end_parent;
    s->result.cells = 1;
    for (uint32_t cell = s->end, before; cell != s->start; cell = before, s->result.cells++)
    {
        before = cell_before(s, cell, &parent);
        if (s->is_theta)
        {
            legs += theta_leg(s, before, cell);
            continue;
        }
        uint32_t move = cell > before ? cell - before : before - cell;
        uint64_t costs = (uint64_t)s->cost[cell] + s->cost[before];
        if (move == 1 || move == s->stride)
            straight += costs;
        else
            diagonal += costs;
    }
    s->result.end = cell_of(s, s->end);
    s->result.cost = ((double)straight + (double)diagonal * sqrt(2.0)) * 0.5 + legs;
}

/// Lists the way, its cells or its turns only; `count` says where its end goes. Returns how many there are.
static int list(const wend_grid_search *s, bool only_turns, int count, wend_cell *cells, wend_vec *points, int capacity)
{
    if (!s || s->result.cells == 0)
        return 0;
    uint32_t parent = s->end_parent, after = s->end;
    int listed = 0;
    for (uint32_t cell = s->end, before;; after = cell, cell = before)
    {
        bool is_start = cell == s->start;
        before = is_start ? cell : cell_before(s, cell, &parent);
        if (!only_turns || s->is_theta || is_start || cell == s->end || after - cell != cell - before)
        {
            int place = count - ++listed;
            if (place >= 0 && place < capacity && cells)
                cells[place] = cell_of(s, cell);
            if (place >= 0 && place < capacity && points)
                points[place] = grid_middle(&s->def, cell_of(s, cell));
        }
        if (is_start)
            return listed;
    }
}

int wend_grid_search_cells(const wend_grid_search *s, wend_cell *cells, int capacity)
{
    return s ? list(s, false, s->result.cells, cells, NULL, capacity) : 0;
}

int wend_grid_search_points(const wend_grid_search *s, wend_vec *points, int capacity)
{
    int count = list(s, true, 0, NULL, NULL, 0);
    return list(s, true, count, NULL, points, capacity);
}

// ---- answers -------------------------------------------------------------------------------------------------------

static wend_grid_result answer_at_once(wend_grid_search *s, wend_way way, int cells)
{
    s->result = (wend_grid_result){.way = way, .cells = cells, .end = s->query.start};
    return s->result;
}

static wend_grid_result refuse(wend_grid_search *s)
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
    s->result.way = run(s);
    if (s->is_theta && s->result.way != WEND_WAY_OUT_OF_BUDGET)
        theta_straighten(s);
    if (!s->is_tracing)
        s->end_parent = s->parent[s->end];
    measure(s);
    return s->result;
}

static wend_grid_result ask(wend_grid_search *s, int64_t budget)
{
    const wend_grid *grid = s->grid;
    wend_cell start = s->query.start;
    s->edits = grid->edits;
    s->stride = grid->stride;
    s->is_jump = false;
    s->is_theta = s->query.kind == WEND_GRID_THETA || s->query.kind == WEND_GRID_LAZY_THETA;
    s->is_lazy = s->query.kind == WEND_GRID_LAZY_THETA;
    s->layer = grid_layer_for(grid, s->query.radius);
    s->start = s->end = grid_index(grid->stride, start.x, start.y);
    sort_goals(s);
    if (!grid_is_open(s->layer, start.x, start.y))
        return answer_at_once(s, WEND_WAY_START_BLOCKED, 0);
    if (s->goal_count == 0)
        return answer_at_once(s, WEND_WAY_GOAL_BLOCKED, 0);
    if (search_distance(s, start.x, start.y) == 0)
        return answer_at_once(s, WEND_WAY_THERE, 1);
    begin(s);
    return run_and_measure(s, budget);
}

wend_grid_result wend_grid_find(wend_grid_search *s, const wend_grid *grid, const wend_grid_query *query)
{
    if (!s || search_check(s, grid, query) != WEND_OK)
        return refuse(s);
    int goals = query->goals ? query->goal_count : 1;
    if (!reserve_nodes(s, grid->cells) || !reserve_ring(s, grid) || !reserve_goals(s, goals))
    {
        error_set(&s->error, WEND_ERROR_MEMORY, "no memory for a search on a map of %d x %d", grid->def.width,
                  grid->def.height);
        return refuse(s);
    }
    s->grid = grid;
    s->def = grid->def;
    s->query = *query;
    s->query.goals = NULL;
    s->given_goals = goals;
    memcpy(s->goals, query->goals ? query->goals : &query->goal, (size_t)goals * sizeof *s->goals);
    return ask(s, query->budget);
}

wend_grid_result wend_grid_go_on(wend_grid_search *s, const wend_grid *grid, int64_t budget)
{
    if (!s)
        return refuse(s);
    if (budget < 0 || !grid || grid != s->grid)
    {
        error_set(&s->error, grid ? WEND_ERROR_VALUE : WEND_ERROR_NULL,
                  budget < 0 ? "budget is %lld, must be >= 0" : "the grid to go on with is not that of the last search",
                  (long long)budget);
        return refuse(s);
    }
    if (s->result.way != WEND_WAY_OUT_OF_BUDGET)
        return s->result;
    // what was learnt on a map that has changed since is worth nothing
    return s->edits == grid->edits ? run_and_measure(s, budget) : ask(s, budget);
}
