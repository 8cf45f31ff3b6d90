// Inside a grid, and inside a search on it.
//
// Both know cells by a number in rows that have a wall before and behind them, so that no neighbour needs a test for
// the edge of the map. Directions run clockwise from y - 1: 0 is (0, -1), 1 (1, -1), 2 (1, 0), ... 7 (-1, -1); odd ones
// are diagonal, d and (d + 4) & 7 are opposite.
#ifndef WEND_SRC_GRIDS_H
#define WEND_SRC_GRIDS_H

#include "buckets.h"
#include "compiler.h"
#include "memory.h"
#include "wend/grid.h"

#include <math.h>

// What is constant where such a function is called makes code of its own.

#define ANY_WAY 8 // in place of the direction in which one came: every move that is allowed

/// Walls as bits, line by line. A word of walls stands before each line, two behind it, a line above and below.
typedef struct grid_lines
{
    uint64_t *words;
    uint32_t pitch; ///< words a line
} grid_lines;

#define GRID_EDITS 1024 // so many edits are remembered; a power of two
#define GRID_REACH 63   // the largest radius in cells, so that a row of what it covers fits into a word

/// Where a disc of one size fits: a map like any other, whose walls are the cells it doesn't fit in.
typedef struct grid_layer
{
    uint8_t *around;              ///< by cell: which of its eight neighbours are open, bit d for direction d
    grid_lines rows, cols;        ///< cols: the same, turned
    float radius;                 ///< in the world
    int open;                     ///< cells
    int scatter;                  ///< about four times the islands of wall, less closed rooms: see scatter_change
    int reach;                    ///< so many rows away a wall may close a cell; 0 in layer 0
    uint8_t wide[GRID_REACH + 1]; ///< by rows away: and so many columns
} grid_layer;

struct wend_grid
{
    wend_grid_def def;
    uint32_t stride;                        ///< cells a row, with the wall on both sides
    uint32_t cells;                         ///< with the walls all round
    uint8_t *cost;                          ///< by cell
    grid_layer layers[1 + WEND_GRID_RADII]; ///< 0: the cells themselves, then by radius
    int layer_count;
    uint64_t print; ///< of all costs, whatever the order in which they came to be
    uint64_t edits;
    wend_cell edited[GRID_EDITS]; ///< the last ones, by the number of the edit
    uint32_t count_of[256];       ///< how many cells have each cost
};

static inline uint32_t grid_index(uint32_t stride, int x, int y)
{
    return ((uint32_t)y + 1) * stride + (uint32_t)x + 1;
}

static inline bool grid_is_inside(const wend_grid *grid, wend_cell cell)
{
    return cell.x >= 0 && cell.y >= 0 && cell.x < grid->def.width && cell.y < grid->def.height;
}

/// Is a cell open in a layer? x from -1 to the width, y from -1 to the height; round about there are walls.
static inline bool grid_is_open(const grid_layer *layer, int x, int y)
{
    uint32_t place = (uint32_t)x + 64;
    return !(layer->rows.words[(size_t)(y + 1) * layer->rows.pitch + (place >> 6)] >> (place & 63) & 1);
}

/// Where a body of that radius fits; null if it is larger than all that the map keeps, or no radius.
const grid_layer *grid_layer_for(const wend_grid *grid, float radius);

/// WEND_OK, or what is wrong with a radius that a query gives.
wend_status grid_check_radius(const wend_grid *grid, float radius, wend_error *error);

/// One number for a map as it is: its size, place, costs and radii, but not its number of edits.
uint64_t grid_print(const wend_grid *grid);

/// WEND_OK, or what is wrong with the radii of a definition.
wend_status layers_check(const wend_grid_def *def, wend_error *error);

/// Which layers there will be; then their memory, all walls.
void layers_plan(wend_grid *grid, const wend_grid_def *def);
bool layers_take(wend_grid *grid);
void layers_give(wend_grid *grid);

/// A cell of layer 0 gets open, or a wall. The other layers follow by one of the next two.
void layers_turn(wend_grid *grid, int x, int y);
void layers_follow(wend_grid *grid, int x, int y); ///< that one cell has turned
void layers_follow_all(wend_grid *grid);           ///< any have

/// The moves that a rule allows where these neighbours are open, bit d for direction d.
uint8_t grid_moves(wend_diagonal diagonal, uint8_t around);

/// The number of a cell at most one step outside: where the map wraps, of that on the other side.
static inline uint32_t grid_wrapped(const wend_grid_def *def, int x, int y)
{
    if (def->wraps_x)
        x = x < 0 ? x + def->width : x >= def->width ? x - def->width : x;
    if (def->wraps_y)
        y = y < 0 ? y + def->height : y >= def->height ? y - def->height : y;
    return grid_index((uint32_t)def->width + 2, x, y);
}

/// How many different costs the open cells have, and the least of them (1 if there are none).
int grid_open_costs(const wend_grid *grid, int *cheapest);

/// The middle of a cell in the world, as wend_grid_point.
wend_vec grid_middle(const wend_grid_def *def, wend_cell cell);

/// By how much direction d changes x and y.
static inline int grid_dx(int d)
{
    static const int8_t dx[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    return dx[d];
}

static inline int grid_dy(int d)
{
    static const int8_t dy[8] = {-1, -1, 0, 1, 1, 1, 0, -1};
    return dy[d];
}

// The word of a cell of a search, from the top: the search's number (11 bits, counting down), the cost so far (50 bits),
// the direction of the last move (3 bits). So whatever an older search left is greater than all of this one, and one
// comparison tells both that a cell is new and that a way to it is cheaper.
#define WORD_SHIFT  53
#define FIRST_STAMP 2046
#define COST_MASK   (((uint64_t)1 << 50) - 1)

static inline uint64_t node_cost(uint64_t word)
{
    return word >> 3 & COST_MASK;
}

// What a straight and a diagonal move cost inside.
#define STRAIGHT 33461u
#define DIAGONAL 47321u

struct wend_grid_search
{
    // what the loop touches
    grid_node *nodes;
    grid_open open;
    const uint8_t *cost, *around;
    const grid_layer *layer;
    const uint8_t *moves;     ///< [ANY_WAY + 1][256]: which moves follow, by the direction one came in and what is open
    uint32_t *parent;         ///< of jump points: where the jump began
    uint64_t stamp;           ///< the number of this search, in its place in a word
    uint64_t best;            ///< the cost of the cheapest goal so far
    uint64_t bound;           ///< what would cost as much isn't looked at
    uint64_t estimate_unit;   ///< what an estimate of 1 / STRAIGHT is
    double unit;              ///< what a cost of 1 inside is outside
    uint32_t stride, start;   //
    int32_t offset[8];        ///< by direction: to the neighbour
    uint32_t step[8];         ///< by direction: STRAIGHT or DIAGONAL
    int low_x, low_y;         ///< the box of the cells where the way may end
    int high_x, high_y;       //
    uint64_t inner, between;  ///< the way may end at a distance from a goal, squared, of `inner` or so much more
    bool is_uniform, is_jump; ///< do all open cells cost the same? is it a search by jump points?
    bool is_theta, is_lazy;   ///< is it by lines of sight? are these looked at only when a cell is expanded?
    bool is_thorough;         ///< does Theta* try all moves, the second time?
    bool has_strides;         ///< are there steps of Theta* that no move is?
    double sight;             ///< of Theta*: the radius, as sight_radius
    bool wraps;               ///< in any direction
    wend_heuristic heuristic; ///< AUTO: none

    // goals, and what was found
    wend_cell *goals;
    int goal_count, given_goals, goal_capacity; ///< those that are no walls come first
    uint32_t end;                               ///< at a goal, or the nearest cell
    uint32_t ends;                              ///< all ends that cost the same, linked by `next`
    uint64_t nearest_distance;
    int64_t limit; ///< of expansions
    wend_grid_result result;
    wend_cell shift; ///< from the end to where it is on an unbroken way from the start

    // the question
    wend_grid_query query;
    const wend_grid *grid;
    uint64_t edits;
    wend_grid_def def; ///< of the grid, for the points of the way

    struct any_angle *any; ///< of any-angle searches, from the first on
    bool is_any;           ///< is it one?

    bool is_tracing;     ///< do jumps look for the nearest cell on their way?
    uint32_t end_parent; ///< of jumps: where the one that came to the end began
    uint64_t end_cost;   ///< of the way to it

    wend_allocator allocator;
    wend_error error;
    uint32_t node_capacity;
    uint8_t move_table[4][ANY_WAY + 1][256];
};

static inline void open_push(wend_grid_search *s, uint32_t cell, uint64_t f)
{
    bucket_push(&s->open, s->nodes, cell, f);
}

static inline void open_take(wend_grid_search *s, uint32_t cell)
{
    bucket_take(&s->open, s->nodes, cell);
}

/// Begins to number anew, so that all that is known of cells is out of date.
void search_new_stamp(wend_grid_search *s);

/// From where to where an any-angle search leads, in cells.
typedef struct any_places
{
    double start_x, start_y, goal_x, goal_y;
} any_places;

/// Any-angle searches: memory; from the start on, on to the end of the budget; the way, measured and listed.
bool any_angle_reserve(wend_grid_search *s, const wend_grid *grid);
void any_angle_give(wend_grid_search *s);
void any_angle_begin(wend_grid_search *s, const any_places *places); ///< null: the middles of the cells
wend_way any_angle_run(wend_grid_search *s);
void any_angle_measure(wend_grid_search *s);
bool any_angle_has_way(const wend_grid_search *s); ///< is the way at any angle? Else it goes from cell to cell
int any_angle_list(const wend_grid_search *s, wend_cell *cells, wend_vec *points, int capacity);

/// WEND_OK, or what is wrong with a question, in the search's error.
wend_status search_check(wend_grid_search *s, const wend_grid *grid, const wend_grid_query *query);

/// The length of a straight line, rounded down.
static inline uint64_t search_euclidean(uint64_t dx, uint64_t dy)
{
    return (uint64_t)(int64_t)(sqrt((double)(int64_t)(dx * dx + dy * dy)) * STRAIGHT);
}

/// Searches, from place to place or (null) from middle to middle; says that a question is refused.
wend_grid_result search_find(wend_grid_search *s, const wend_grid *grid, const wend_grid_query *query,
                             const any_places *places);
wend_grid_result search_refuse(wend_grid_search *s);

/// Makes the search by moves ready that AUTO would take; runs what is ready, as far as the budget goes.
void search_begin_moves(wend_grid_search *s);
wend_way search_run(wend_grid_search *s);

/// How far it is from a place along one axis to an interval that is repeated every `size`.
int search_wrapped(int place, int low, int high, int size);

/// What is left at least from a place to where the way may end.
ALWAYS_INLINE uint64_t search_estimate(const wend_grid_search *s, int x, int y, bool wraps)
{
    int dx = x < s->low_x ? s->low_x - x : x > s->high_x ? x - s->high_x : 0;
    int dy = y < s->low_y ? s->low_y - y : y > s->high_y ? y - s->high_y : 0;
    if (wraps && s->def.wraps_x)
        dx = search_wrapped(x, s->low_x, s->high_x, s->def.width);
    if (wraps && s->def.wraps_y)
        dy = search_wrapped(y, s->low_y, s->high_y, s->def.height);
    uint64_t longer = (uint64_t)(dx > dy ? dx : dy), shorter = (uint64_t)(dx > dy ? dy : dx), estimate = 0;
    switch (s->heuristic)
    {
    case WEND_HEURISTIC_OCTILE: estimate = longer * STRAIGHT + shorter * (DIAGONAL - STRAIGHT); break;
    case WEND_HEURISTIC_MANHATTAN: estimate = (longer + shorter) * STRAIGHT; break;
    case WEND_HEURISTIC_CHEBYSHEV: estimate = longer * STRAIGHT; break;
    case WEND_HEURISTIC_EUCLIDEAN: estimate = search_euclidean(longer, shorter); break;
    case WEND_HEURISTIC_AUTO: break;
    }
    return estimate * s->estimate_unit;
}

/// A way to a cell at (x, y), by a last move in direction d: opens it if that is the cheapest so far. True if it is.
ALWAYS_INLINE bool search_reach(wend_grid_search *s, uint32_t cell, int x, int y, uint64_t cost, int d, bool wraps)
{
    grid_node *node = &s->nodes[cell];
    uint64_t word = s->stamp | cost << 3 | (uint64_t)d, old = node->word;
    if ((word | 7) >= old)
        return false;
    uint64_t f = cost + search_estimate(s, x, y, wraps);
    if (f >= s->bound)
        return false;
    node->word = word;
    if (old >> WORD_SHIFT == word >> WORD_SHIFT && node->prev != CLOSED)
        open_take(s, cell);
    open_push(s, cell, f);
    return true;
}

/// How far a place is from the nearest goal, squared; and may a way end there?
ALWAYS_INLINE uint64_t search_distance(const wend_grid_search *s, int x, int y, bool wraps, bool *is_end)
{
    uint64_t best = UINT64_MAX;
    *is_end = false;
    for (int i = 0; i < s->goal_count; i++)
    {
        int64_t dx = s->goals[i].x - x, dy = s->goals[i].y - y;
        if (wraps && s->def.wraps_x)
            dx = search_wrapped(x, s->goals[i].x, s->goals[i].x, s->def.width);
        if (wraps && s->def.wraps_y)
            dy = search_wrapped(y, s->goals[i].y, s->goals[i].y, s->def.height);
        uint64_t distance = (uint64_t)(dx * dx + dy * dy);
        best = distance < best ? distance : best;
        *is_end |= distance - s->inner <= s->between;
    }
    return best;
}

/// The neighbour of a cell in direction d, which may be on the other side of the map.
static inline uint32_t search_neighbour(const wend_grid_search *s, uint32_t cell, int d)
{
    return s->wraps ? grid_wrapped(&s->def, (int)(cell % s->stride) - 1 + grid_dx(d),
                                   (int)(cell / s->stride) - 1 + grid_dy(d))
                    : cell + (uint32_t)s->offset[d];
}

static inline wend_cell search_cell(const wend_grid_search *s, uint32_t cell)
{
    return (wend_cell){(int)(cell % s->stride) - 1, (int)(cell / s->stride) - 1};
}

/// Of all ways that cost what the one to the ends that are linked costs, takes one with the fewest turns.
void search_straighten(wend_grid_search *s);

/// Goes from the end to the start; counts the cells, and adds up what they cost.
void search_measure(wend_grid_search *s);

/// Opens all jump points that can be come to from one at (x, y).
void jump_expand(wend_grid_search *s, uint32_t cell, int x, int y);

/// Makes a search by lines of sight ready.
void theta_begin(wend_grid_search *s);

/// A cell at (x, y) was taken from the open ones: makes sure that its leg is seen. False if it was put back instead,
/// because the way to it is longer than it was thought to be.
bool theta_settle(wend_grid_search *s, uint32_t cell, int x, int y);

/// Opens what can be come to from a cell that is settled.
void theta_expand(wend_grid_search *s, uint32_t cell, int x, int y);

/// Leaves out of the way to the end what isn't needed to see it.
void theta_straighten(wend_grid_search *s);

#endif
