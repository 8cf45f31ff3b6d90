// Inside a flow field.
#ifndef WEND_SRC_FLOWS_H
#define WEND_SRC_FLOWS_H

#include "grids.h"
#include "wend/flow.h"

// The word of a cell of a field, from the top: the number of the field (12 bits, counting down), the cost (50 bits),
// and two flags. What was there before the field was begun is greater than anything in it.
#define FLOW_SHIFT       52
#define FLOW_FIRST       4095
#define FLOW_SETTLED     1u // its cost counts for its neighbours
#define FLOW_GOAL        2u
#define FLOW_FAR         (((uint64_t)1 << 50) - 1) // what costs so much has no way
#define FLOW_NEVER_BEGUN ((uint64_t)FLOW_FAR << 2)

struct wend_flow
{
    grid_node *nodes;
    grid_open open;       ///< cells whose cost is to be looked at, by that cost
    uint64_t later_least; ///< the first bucket of those that are too far ahead for the ring, or less
    uint64_t base;        ///< the number of the field, in its place in a word
    const uint8_t *cost, *around;
    const grid_layer *layer;
    uint32_t stride;
    int32_t offset[8];  ///< by direction: to the neighbour
    uint8_t moves[256]; ///< by what is open round about
    bool was_raised;    ///< since nothing was open: a cost may be less than what its neighbours bear out
    bool is_new;        ///< begun, and not yet updated

    const wend_grid *grid; ///< null: never begun
    uint64_t edits;        ///< of the map, that it knows
    wend_cell *missed;     ///< edits from before that it doesn't know: it was loaded with a world
    int missed_count, missed_capacity;
    int64_t touched;
    wend_flow_def def;
    wend_cell *goals;
    int goal_count, goal_capacity;
    int cheapest; ///< cost of an open cell of the map
    bool is_even; ///< do all of them cost that?
    bool wraps;   ///< does the map, in any direction?
    uint32_t node_capacity;
    wend_allocator allocator;
    wend_error error;
};

/// The cost and the flags of a cell.
static inline uint64_t flow_word(const wend_flow *flow, uint32_t cell)
{
    uint64_t word = flow->nodes[cell].word - flow->base;
    return word >> FLOW_SHIFT ? FLOW_NEVER_BEGUN : word;
}

/// What the way from a cell costs, twice and in units of 1 / STRAIGHT; FLOW_FAR: there is none (yet).
static inline uint64_t flow_settled(const wend_flow *flow, uint32_t cell)
{
    uint64_t word = flow_word(flow, cell);
    return word & FLOW_SETTLED ? word >> 2 : FLOW_FAR;
}

/// The same of a move in direction d.
static inline uint64_t flow_step(const wend_flow *flow, uint32_t cell, uint32_t next, int d)
{
    return (d & 1 ? DIAGONAL : STRAIGHT) * ((uint64_t)flow->cost[cell] + flow->cost[next]);
}

/// Is a cell of the map, by its number, open for the field's bodies?
static inline bool flow_is_open(const wend_flow *flow, uint32_t cell)
{
    return grid_is_open(flow->layer, (int)(cell % flow->stride) - 1, (int)(cell / flow->stride) - 1);
}

/// A cell brought back onto the map where that wraps.
static inline wend_cell flow_wrapped(const wend_flow *flow, int x, int y)
{
    const wend_grid_def *map = &flow->grid->def;
    return (wend_cell){map->wraps_x ? (x % map->width + map->width) % map->width : x,
                       map->wraps_y ? (y % map->height + map->height) % map->height : y};
}

/// The neighbour in direction d.
static inline uint32_t flow_next(const wend_flow *flow, uint32_t cell, int d)
{
    if (!flow->wraps)
        return cell + (uint32_t)flow->offset[d];
    int x = (int)(cell % flow->stride) - 1 + grid_dx(d), y = (int)(cell / flow->stride) - 1 + grid_dy(d);
    return grid_wrapped(&flow->grid->def, x, y);
}

#define MOST_FIELDS 256

typedef struct flow_entry
{
    wend_flow *flow;
    uint64_t asked; ///< the number of the question that was for it last; 0: never
} flow_entry;

struct wend_flow_cache
{
    flow_entry entries[MOST_FIELDS];
    int capacity, count;
    uint64_t questions, before; ///< before: their number at the last update
    wend_allocator allocator;
    wend_error error;
};

/// Memory for a field of so many cells and goals. False: none, and nothing has changed.
bool flow_reserve(wend_flow *flow, uint32_t cells, int goals);

/// Is there an edit of its map that it doesn't know?
static inline bool flow_lags(const wend_flow *flow)
{
    return flow->missed_count > 0 || flow->edits != flow->grid->edits;
}

/// WEND_OK, or what is wrong with what a field is to lead to.
wend_status flow_check(const wend_grid *grid, const wend_flow_def *def, wend_error *error);

/// A field that was begun gets its cells from elsewhere, as of now.
void flow_adopt(wend_flow *flow);

/// wend_flow_update for a field that was begun: how many cells it expanded.
int64_t flow_run(wend_flow *flow, int64_t budget);

/// Is that what a field was begun with?
bool flow_leads_to(const wend_flow *flow, const wend_grid *grid, const wend_flow_def *def);

#endif
