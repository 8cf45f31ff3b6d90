// Inside a search for any-angle ways.
//
// A root is the start, or a corner at which a way turns; lengths from the start are known for roots. A cone is what a
// root sees through an interval of a line between two rows of cells; it passes row by row, and is split by walls.
#ifndef WEND_SRC_ANY_ANGLE_H
#define WEND_SRC_ANY_ANGLE_H

#include "grids.h"

#include <string.h>

/// A cone that has come to a row of cells. The ends of its interval are rays from the root: how far to the right they
/// go from row to row.
typedef struct any_cone
{
    double left, right;
    double length; ///< from the start to the root
    float x, y;    ///< of the root, in cells
    int32_t row;   ///< the row of cells that comes next; all of it that the interval touches is open
    uint32_t root; ///< the number of its corner, or NO_CELL: the start
    uint32_t next; ///< in its bucket, or free
    int8_t down;   ///< 1, or -1: up
    int8_t along;  ///< also go along the line of the root: 1 to the right, -1 to the left; else 0
} any_cone;

#define NO_LENGTH 1e300 // more than any way is long

/// What is being done.
typedef enum any_phase
{
    ANY_FIRST,   ///< expanding cones
    ANY_MOVES,   ///< searching by moves: is there a way at all?
    ANY_LAST,    ///< expanding cones: there is one
    ANY_NEAREST, ///< expanding cones to the cell that is nearest to the goal: there is none
} any_phase;

typedef struct any_angle
{
    any_cone *cones;
    uint32_t cone_count, cone_capacity, free;
    uint32_t *head; ///< of each bucket of open cones, by length plus estimate
    uint64_t *bits; ///< which buckets hold any
    uint32_t ring, ring_capacity;
    uint64_t now;
    uint32_t open_count;
    any_phase phase;
    int64_t patience; ///< so many cones are expanded in the first phase
    bool is_out;      ///< was there no memory for a cone?
    double start_x, start_y, goal_x, goal_y;
    int goal_row[2]; ///< in which row a cone comes to the goal: on its way up, down
    double best;     ///< the length of the shortest way to the goal so far
    double end_x, end_y;
    uint32_t end_root; ///< where the way to the end turns last
} any_angle;

/// A length as the lower 53 bits of a corner's word: a double, without the exponents that no length has and the last
/// few of its digits.
static inline uint64_t length_bits(double length)
{
    uint64_t bits, least = (uint64_t)(1023 - 9) << 52;
    memcpy(&bits, &length, sizeof bits);
    return bits > least ? (bits - least) >> 5 : 0;
}

/// Opens a cone, by what a way through it costs at least.
void cone_push(wend_grid_search *s, const any_cone *cone, double f);

/// Lets a cone pass rows until it is split or ends; what it leads to is opened.
void cone_expand(wend_grid_search *s, const any_cone *cone);

/// Opens what can be seen from the start.
void cones_from_start(wend_grid_search *s);

#endif
