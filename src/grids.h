// Inside a grid, and inside a search on it.
//
// Both know cells by a number in rows that have a wall before and behind them, so that no neighbour needs a test for
// the edge of the map. Directions run clockwise from y - 1: 0 is (0, -1), 1 (1, -1), 2 (1, 0), ... 7 (-1, -1); odd ones
// are diagonal, d and (d + 4) & 7 are opposite.
#ifndef WEND_SRC_GRIDS_H
#define WEND_SRC_GRIDS_H

#include "buckets.h"
#include "memory.h"
#include "wend/grid.h"

#include <math.h>

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
    uint64_t estimate_unit;   ///< what an estimate of 1 / STRAIGHT is
    uint32_t stride, start;   //
    int32_t offset[8];        ///< by direction: to the neighbour
    uint32_t step[8];         ///< by direction: STRAIGHT or DIAGONAL
    int low_x, low_y;         ///< the box of the goals, in the coordinates of the map
    int high_x, high_y;       //
    bool is_uniform, is_jump; ///< do all open cells cost the same? is it a search by jump points?
    bool is_theta, is_lazy;   ///< is it by lines of sight? are these looked at only when a cell is expanded?
    bool is_thorough;         ///< does Theta* try all moves, the second time?
    double sight;             ///< of Theta*: the radius, as sight_radius
    wend_heuristic heuristic; ///< AUTO: none

    // goals, and what was found
    wend_cell *goals;
    int goal_count, given_goals, goal_capacity; ///< those that are no walls come first
    uint32_t end;                               ///< the goal, or the nearest cell
    uint64_t nearest_distance;
    int64_t limit; ///< of expansions
    wend_grid_result result;
    uint64_t straight, diagonal; ///< the way's moves, each times the costs of its cells

    // the question
    wend_grid_query query;
    const wend_grid *grid;
    uint64_t edits;
    wend_grid_def def; ///< of the grid, for the points of the way

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

/// WEND_OK, or what is wrong with a question, in the search's error.
wend_status search_check(wend_grid_search *s, const wend_grid *grid, const wend_grid_query *query);

/// The length of a straight line, rounded down.
static inline uint64_t search_euclidean(uint64_t dx, uint64_t dy)
{
    return (uint64_t)(int64_t)(sqrt((double)(int64_t)(dx * dx + dy * dy)) * STRAIGHT);
}

/// What is left at least from a place to the box of goals.
static inline uint64_t search_estimate(const wend_grid_search *s, int x, int y)
{
    int dx = x < s->low_x ? s->low_x - x : x > s->high_x ? x - s->high_x : 0;
    int dy = y < s->low_y ? s->low_y - y : y > s->high_y ? y - s->high_y : 0;
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
static inline bool search_reach(wend_grid_search *s, uint32_t cell, int x, int y, uint64_t cost, int d)
{
    grid_node *node = &s->nodes[cell];
    uint64_t word = s->stamp | cost << 3 | (uint64_t)d, old = node->word;
    if ((word | 7) >= old)
        return false;
    uint64_t f = cost + search_estimate(s, x, y);
    if (f >= s->best)
        return false;
    node->word = word;
    if (old >> WORD_SHIFT == word >> WORD_SHIFT && node->prev != CLOSED)
        open_take(s, cell);
    open_push(s, cell, f);
    return true;
}

/// How far a place is from the nearest goal, squared; 0: it is one.
static inline uint64_t search_distance(const wend_grid_search *s, int x, int y)
{
    uint64_t best = UINT64_MAX;
    for (int i = 0; i < s->goal_count; i++)
    {
        int64_t dx = s->goals[i].x - x, dy = s->goals[i].y - y;
        uint64_t distance = (uint64_t)(dx * dx + dy * dy);
        best = distance < best ? distance : best;
    }
    return best;
}

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

/// What the leg from one cell to the other costs.
double theta_leg(const wend_grid_search *s, uint32_t from, uint32_t to);

#endif
