#include "compiler.h"
#include "flows.h"

#include <float.h>
#include <string.h>

#define RING 4096 // buckets; the dearest move is less than 3,000 wide

wend_flow_def wend_default_flow_def(void)
{
    wend_flow_def def = {0};
    def.diagonal = WEND_DIAGONAL_NONE;
    return def;
}

// ---- a life --------------------------------------------------------------------------------------------------------

wend_flow *wend_flow_create(const wend_allocator *allocator, wend_error *error)
{
    if (check_allocator(error, allocator) != WEND_OK)
        return NULL;
    wend_allocator memory = memory_or_default(allocator);
    wend_flow *flow = memory_take(&memory, sizeof *flow);
    if (!flow)
    {
        error_set(error, WEND_ERROR_MEMORY, "no memory for a flow field");
        return NULL;
    }
    flow->allocator = memory;
    return flow;
}

void wend_flow_destroy(wend_flow *flow)
{
    if (!flow)
        return;
    wend_allocator allocator = flow->allocator;
    void *blocks[] = {flow->nodes, flow->open.head, flow->open.bits, flow->goals, flow->missed, flow};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        memory_give(&allocator, blocks[i]);
}

const wend_error *wend_flow_error(const wend_flow *flow)
{
    static const wend_error null_flow = {WEND_ERROR_NULL, "the flow field is null"};
    return flow ? &flow->error : &null_flow;
}

static void reset_nodes(wend_flow *flow)
{
    memset(flow->nodes, 0xff, (size_t)flow->node_capacity * sizeof *flow->nodes);
    flow->base = (uint64_t)FLOW_FIRST << FLOW_SHIFT;
}

bool flow_reserve(wend_flow *flow, uint32_t cells, int goals)
{
    if (!bucket_reserve(&flow->open, &flow->allocator, RING))
        return false;
    memory_array nodes = {(void **)&flow->nodes, sizeof *flow->nodes};
    memory_array list = {(void **)&flow->goals, sizeof *flow->goals};
    if (goals > flow->goal_capacity)
    {
        if (!memory_grow(&flow->allocator, &list, 1, (size_t)flow->goal_count, (size_t)goals))
            return false;
        flow->goal_capacity = goals;
    }
    if (cells > flow->node_capacity)
    {
        if (!memory_grow(&flow->allocator, &nodes, 1, flow->node_capacity, cells))
            return false;
        memset(flow->nodes + flow->node_capacity, 0xff, (cells - flow->node_capacity) * sizeof *flow->nodes);
        flow->base = flow->node_capacity ? flow->base : (uint64_t)FLOW_FIRST << FLOW_SHIFT;
        flow->node_capacity = cells;
    }
    return true;
}

wend_status flow_check(const wend_grid *grid, const wend_flow_def *def, wend_error *error)
{
    if (!grid || !def)
        return error_set(error, WEND_ERROR_NULL, "the %s of a flow field is null", grid ? "definition" : "grid");
    if ((unsigned)def->diagonal > WEND_DIAGONAL_ALWAYS)
        return error_set(error, WEND_ERROR_VALUE, "diagonal is %d, must be a wend_diagonal", (int)def->diagonal);
    if (grid_check_radius(grid, def->radius, error) != WEND_OK)
        return WEND_ERROR_VALUE;
    if (def->goals && def->goal_count < 1)
        return error_set(error, WEND_ERROR_VALUE, "goal_count is %d, must be >= 1", def->goal_count);
    const wend_cell *goals = def->goals ? def->goals : &def->goal;
    for (int i = 0; i < (def->goals ? def->goal_count : 1); i++)
        if (!grid_is_inside(grid, goals[i]))
            return error_set(error, WEND_ERROR_VALUE, "a goal is (%d, %d), must be inside the map of %d x %d",
                             goals[i].x, goals[i].y, grid->def.width, grid->def.height);
    return WEND_OK;
}

wend_status wend_flow_begin(wend_flow *flow, const wend_grid *grid, const wend_flow_def *def)
{
    if (!flow)
        return WEND_ERROR_NULL;
    wend_status status = flow_check(grid, def, &flow->error);
    if (status != WEND_OK)
        return status;
    int goals = def->goals ? def->goal_count : 1;
    if (!flow_reserve(flow, grid->cells, goals))
        return error_set(&flow->error, WEND_ERROR_MEMORY, "no memory for a flow field on a map of %d x %d",
                         grid->def.width, grid->def.height);
    memmove(flow->goals, def->goals ? def->goals : &def->goal, (size_t)goals * sizeof *flow->goals);
    flow->goal_count = goals;
    flow->def = *def;
    flow->def.goals = NULL;
    flow->grid = grid;
    flow->layer = grid_layer_for(grid, def->radius);
    flow->cost = grid->cost;
    flow->around = flow->layer->around;
    flow->stride = grid->stride;
    flow->wraps = grid->def.wraps_x || grid->def.wraps_y;
    for (int d = 0; d < 8; d++)
        flow->offset[d] = grid_dy(d) * (int32_t)grid->stride + grid_dx(d);
    for (int around = 0; around < 256; around++)
        flow->moves[around] = grid_moves(def->diagonal, (uint8_t)around);
    flow->is_new = true;
    // nothing of the old field is left
    if (flow->base == 0)
        reset_nodes(flow);
    flow->base -= (uint64_t)1 << FLOW_SHIFT;
    bucket_empty(&flow->open);
    return WEND_OK;
}

void flow_adopt(wend_flow *flow)
{
    flow->is_new = false;
    flow->edits = flow->grid->edits;
}

bool flow_leads_to(const wend_flow *flow, const wend_grid *grid, const wend_flow_def *def)
{
    const wend_cell *goals = def->goals ? def->goals : &def->goal;
    int count = def->goals ? def->goal_count : 1;
    return flow->grid == grid && flow->def.diagonal == def->diagonal && flow->def.radius == def->radius &&
           flow->goal_count == count && memcmp(flow->goals, goals, (size_t)count * sizeof *goals) == 0;
}

// ---- the queue -----------------------------------------------------------------------------------------------------

static bool is_queued(const wend_flow *flow, uint32_t cell)
{
    return (flow->nodes[cell].word - flow->base) >> FLOW_SHIFT == 0 && flow->nodes[cell].prev != CLOSED;
}

static uint64_t bucket_of(const wend_flow *flow, uint32_t cell)
{
    return flow_word(flow, cell) >> 2 >> BUCKET_SHIFT;
}

/// Everything that is open waits behind the ring, which can begin anywhere then.
static void unroll(wend_flow *flow)
{
    grid_open *open = &flow->open;
    for (uint32_t word = 0; word < RING / 64 && open->count > 0; word++)
        while (open->bits[word])
        {
            uint32_t cell = open->head[word * 64 + (uint32_t)zeros_below_64(open->bits[word])];
            bucket_take(open, flow->nodes, cell);
            bucket_put(open, flow->nodes, cell, RING);
        }
    flow->later_least = 0;
}

/// Opens a cell that isn't, by its cost.
static void queue(wend_flow *flow, uint32_t cell)
{
    grid_open *open = &flow->open;
    uint64_t bucket = bucket_of(flow, cell);
    if (bucket < open->now)
    {
        unroll(flow);
        open->now = bucket;
    }
    if (bucket - open->now < RING)
    {
        bucket_put(open, flow->nodes, cell, (uint32_t)bucket & (RING - 1));
        return;
    }
    bucket_put(open, flow->nodes, cell, RING);
    flow->later_least = bucket < flow->later_least ? bucket : flow->later_least;
}

/// The ring begins at the first of `bucket` and all that waits behind it, and takes in what it can.
static void pull(wend_flow *flow, uint64_t bucket)
{
    grid_open *open = &flow->open;
    uint32_t first = open->head[RING], next;
    for (uint32_t cell = first; cell != NO_CELL; cell = flow->nodes[cell].next)
        bucket = bucket_of(flow, cell) < bucket ? bucket_of(flow, cell) : bucket;
    open->now = bucket;
    flow->later_least = UINT64_MAX;
    for (uint32_t cell = first; cell != NO_CELL; cell = next)
    {
        next = flow->nodes[cell].next;
        bucket_take(open, flow->nodes, cell);
        queue(flow, cell);
    }
}

/// Takes the cheapest open cell, to within a bucket; there is one.
static uint32_t take_first(wend_flow *flow)
{
    grid_open *open = &flow->open;
    uint64_t bucket = bucket_next(open);
    while ((open->bits[RING / 64] & 1) && flow->later_least <= bucket)
    {
        pull(flow, bucket);
        bucket = bucket_next(open);
    }
    open->now = bucket;
    uint32_t cell = open->head[bucket & (RING - 1)];
    bucket_take(open, flow->nodes, cell);
    return cell;
}

// ---- costs ---------------------------------------------------------------------------------------------------------

/// What a cell's cost should be, by the settled ones round about.
static uint64_t borne_out(const wend_flow *flow, uint32_t cell)
{
    if (!flow_is_open(flow, cell))
        return FLOW_FAR;
    if (flow_word(flow, cell) & FLOW_GOAL)
        return 0;
    uint64_t least = FLOW_FAR;
    for (unsigned moves = flow->moves[flow->around[cell]]; moves; moves &= moves - 1)
    {
        int d = zeros_below(moves);
        uint32_t next = flow_next(flow, cell, d);
        uint64_t cost = flow_settled(flow, next);
        cost = cost < FLOW_FAR ? cost + flow_step(flow, cell, next, d) : FLOW_FAR;
        least = cost < least ? cost : least;
    }
    return least;
}

static void put_cost(wend_flow *flow, uint32_t cell, uint64_t cost, unsigned settled)
{
    uint64_t goal = flow_word(flow, cell) & FLOW_GOAL;
    flow->nodes[cell].word = flow->base | cost << 2 | goal | settled;
}

/// A cell gets a cost that doesn't count yet.
static void reopen(wend_flow *flow, uint32_t cell, uint64_t cost)
{
    if (is_queued(flow, cell))
        bucket_take(&flow->open, flow->nodes, cell);
    put_cost(flow, cell, cost, 0);
    flow->nodes[cell].prev = CLOSED;
    if (cost < FLOW_FAR)
        queue(flow, cell);
}

/// A cell costs more than was thought: so may all that relied on it.
static void raise(wend_flow *flow, uint32_t cell, uint64_t old, uint64_t cost)
{
    flow->was_raised = true;
    for (unsigned moves = flow->moves[flow->around[cell]]; moves; moves &= moves - 1)
    {
        int d = zeros_below(moves);
        uint32_t next = flow_next(flow, cell, d);
        uint64_t word = flow_word(flow, next);
        if ((word & FLOW_SETTLED) && word >> 2 >= old + flow_step(flow, cell, next, d) && !is_queued(flow, next))
            queue(flow, next);
    }
    reopen(flow, cell, cost);
}

/// A cell's cost counts from now on: it offers itself to its neighbours.
static void settle(wend_flow *flow, uint32_t cell, uint64_t cost)
{
    put_cost(flow, cell, cost, FLOW_SETTLED);
    for (unsigned moves = flow->moves[flow->around[cell]]; moves; moves &= moves - 1)
    {
        int d = zeros_below(moves);
        uint32_t next = flow_next(flow, cell, d);
        uint64_t offer = cost + flow_step(flow, cell, next, d);
        if (offer < flow_word(flow, next) >> 2)
            reopen(flow, next, offer);
    }
}

static void expand(wend_flow *flow, uint32_t cell)
{
    uint64_t word = flow_word(flow, cell), cost = word >> 2;
    if (!flow->was_raised && !(word & FLOW_SETTLED))
    {
        settle(flow, cell, cost);
        return;
    }
    uint64_t right = borne_out(flow, cell);
    if (right > cost)
        raise(flow, cell, cost, right);
    else if (right < cost || !(word & FLOW_SETTLED))
        settle(flow, cell, right);
}

// ---- edits ---------------------------------------------------------------------------------------------------------

/// Opens a cell if its neighbours don't bear out its cost any more.
static void look_at(wend_flow *flow, uint32_t cell)
{
    uint64_t word = flow_word(flow, cell), cost = word >> 2, right = borne_out(flow, cell);
    flow->touched++;
    if (right < cost)
        reopen(flow, cell, right);
    if (right <= cost)
        return;
    flow->was_raised = true;
    if (!is_queued(flow, cell))
        queue(flow, cell);
}

/// All cells that the edit of one can have changed: it closes what is within reach, and those have neighbours.
static void look_around(wend_flow *flow, wend_cell edited)
{
    int reach = flow->layer->reach + 1;
    for (int y = edited.y - reach; y <= edited.y + reach; y++)
        for (int x = edited.x - reach; x <= edited.x + reach; x++)
        {
            wend_cell cell = flow_wrapped(flow, x, y);
            if (grid_is_inside(flow->grid, cell))
                look_at(flow, grid_index(flow->stride, cell.x, cell.y));
        }
}

static void restart(wend_flow *flow)
{
    flow->is_new = false;
    flow->was_raised = false;
    flow->touched = 0;
    flow->later_least = UINT64_MAX;
    for (int i = 0; i < flow->goal_count; i++)
    {
        grid_node *node = &flow->nodes[grid_index(flow->stride, flow->goals[i].x, flow->goals[i].y)];
        node->word = flow->base | FLOW_NEVER_BEGUN | FLOW_GOAL;
        node->prev = CLOSED;
    }
    for (int i = 0; i < flow->goal_count; i++)
        look_at(flow, grid_index(flow->stride, flow->goals[i].x, flow->goals[i].y));
    flow->edits = flow->grid->edits;
    flow->missed_count = 0;
}

/// Learns what the map has come to.
static void catch_up(wend_flow *flow)
{
    uint64_t edits = flow->grid->edits;
    if (flow->is_new || edits - flow->edits + (uint64_t)flow->missed_count > GRID_EDITS)
    {
        wend_flow_def def = flow->def;
        def.goals = flow->goals;
        def.goal_count = flow->goal_count;
        if (!flow->is_new)
            wend_flow_begin(flow, flow->grid, &def);
        restart(flow);
    }
    if (flow_lags(flow) && flow->open.count == 0)
        flow->touched = 0;
    for (int i = 0; i < flow->missed_count; i++)
        look_around(flow, flow->missed[i]);
    flow->missed_count = 0;
    for (; flow->edits != edits; flow->edits++)
        look_around(flow, flow->grid->edited[flow->edits & (GRID_EDITS - 1)]);
    flow->is_even = grid_open_costs(flow->grid, &flow->cheapest) <= 1;
}

int64_t flow_run(wend_flow *flow, int64_t budget)
{
    if (flow->is_new || flow_lags(flow))
        catch_up(flow);
    int64_t expanded = 0;
    for (; flow->open.count > 0 && (budget <= 0 || expanded < budget); expanded++)
        expand(flow, take_first(flow));
    flow->touched += expanded;
    flow->was_raised = flow->was_raised && flow->open.count > 0;
    return expanded;
}

bool wend_flow_update(wend_flow *flow, int64_t budget)
{
    if (!flow || !flow->grid)
        return false;
    flow_run(flow, budget);
    return flow->open.count == 0;
}

// ---- what there is -------------------------------------------------------------------------------------------------

bool wend_flow_is_ready(const wend_flow *flow)
{
    return flow && flow->grid && !flow->is_new && flow->open.count == 0 && !flow_lags(flow);
}

int64_t wend_flow_touched(const wend_flow *flow)
{
    return flow ? flow->touched : 0;
}

double wend_flow_cost(const wend_flow *flow, wend_cell cell)
{
    if (!flow || !flow->grid || !grid_is_inside(flow->grid, cell))
        return DBL_MAX;
    uint64_t cost = flow_settled(flow, grid_index(flow->stride, cell.x, cell.y));
    return cost < FLOW_FAR ? (double)cost / (2.0 * STRAIGHT) : DBL_MAX;
}
