// Finding a way on a grid of cells.                                                           floor 1, includes vec.h
//
//   wend_grid_create wend_grid_create_text wend_grid_destroy     a map, from costs or from rows of text
//   wend_grid_set wend_grid_get wend_grid_edits wend_grid_size   its cells
//   wend_grid_fits             where a body of some radius can stand
//   wend_grid_cell wend_grid_point                               from the world to cells, and back
//   wend_grid_search_create wend_grid_search_destroy             memory for searching, used again and again
//   wend_grid_find             the cheapest way from a cell to a goal, or to the cheapest of several
//   wend_grid_find_between     the shortest way from point to point, at any angle
//   wend_grid_go_on            further, after a search that ran out of its budget
//   wend_grid_search_cells     the way, every cell of it
//   wend_grid_search_points    the way as points of the world, only where it turns: a path for path.h
//   wend_grid_search_seen      what a search knows of a cell: is it open or closed, and from where was it come to?
//   wend_grid_estimate         what is left at least, by each of the heuristics
//
// Cell (0, 0) lies at the map's origin, x runs along a row, y from row to row. A move to one of the eight cells round
// about costs its length, 1 or sqrt(2), times the mean of the costs of both cells. So the way back costs the same. What
// is outside the map is wall, unless its edges are joined. The map is the plane x, y: a world on WEND_XZ asks it with
// its x and z.
//
// All searches find the cheapest way and agree on what it costs; of several equally cheap ones they may take different
// ones, though always the same one for the same question. Open cells are taken by cost so far plus estimate, in steps
// of at most a quarter of the cheapest move; of those in one step the one that was opened last. An equally cheap way to
// a cell doesn't replace the one found first. Moves are tried clockwise, from y - 1. Inside, costs are whole
// numbers in which sqrt(2) is 47321 / 33461, right to ten digits: no sum is rounded and none overflows on any map.
// The cost that comes back is summed once more from the moves, with the true square root.
//
// Theta* turns at middles of cells in which the body fits, so its ways are shorter than those of moves, by 4 to 8 % on
// most maps, yet not always the shortest that turn there: on average they are within 1 % of those. It spreads from cell to
// cell by steps that the body can make, whatever `diagonal` says (a point may pass the corner of one wall), and so it
// can miss a gap that a body of more than half a cell only passes at another angle. Its way has no leg that could be
// spared. Where cells cost differently, a leg lies in cells of one cost, or is a step to a neighbour. A map that wraps
// is refused.
//
// Memory: a map takes 2.3 bytes a cell, 1.3 for each radius that it keeps, and 8 KB; a search takes 20, and up to 12 more
// with the first at any angle. A search allocates only for a larger map (or more goals, or more open cones of sight)
// than ever before, and nothing is cleared between searches but once in 2,047. Searches in several threads may share
// a map while nobody edits it; each thread needs a search of its own.
#ifndef WEND_GRID_H
#define WEND_GRID_H

#include "wend/vec.h"

#define WEND_GRID_MOST  8192 ///< cells along one side
#define WEND_GRID_RADII 8    ///< sizes of bodies that a map can keep

typedef struct wend_cell
{
    int x, y;
} wend_cell;

/// A map. Start from wend_default_grid_def().
typedef struct wend_grid_def
{
    int width, height;    ///< [1, 8192] each, no default; wend_grid_create_text takes them from the text
    const uint8_t *costs; ///< row by row, read during the call: 0 a wall, else [1, 255]; null (default): all 1
    int pitch;            ///< bytes of `costs` from one row to the next [0, or >= width]; 0 (default): the width
    uint8_t threshold;    ///< 0 (default): `costs` are costs. Else they are brightness, as of a picture: what is darker
                          ///< is a wall, all else costs 1
    float cell_size;      ///< edge of a cell in the world [> 0], default 1
    wend_vec origin;      ///< the corner of cell (0, 0) that has the lowest x and y, default 0
    const float *radii;   ///< of bodies that are larger than a cell, in any order, read during the call: each [> 0, at
                          ///< most 63 cells], default null. Of each that is more than half a cell the map keeps where
                          ///< it fits, at 1.3 bytes a cell: see wend_grid_fits
    int radius_count;     ///< [0, 8], default 0
    bool wraps_x;         ///< the left and the right edge are joined; needs a width of 3 at least. Default false
    bool wraps_y;         ///< row 0 follows the last row; needs a height of 3 at least. Default false
    wend_allocator allocator;
} wend_grid_def;

typedef struct wend_grid wend_grid;

WEND_API wend_grid_def wend_default_grid_def(void);

/// A new map, or null with the reason in `error` (which may be null).
WEND_API wend_grid *wend_grid_create(const wend_grid_def *def, wend_error *error);

/// A new map from rows of text, each ended by a line feed (or the end): '.' costs 1, '#' is a wall, a digit is itself
/// (0: a wall). The first row is y = 0. All rows are of one length; a carriage return before a line feed is ignored.
WEND_API wend_grid *wend_grid_create_text(const wend_grid_def *def, const char *text, wend_error *error);

WEND_API void wend_grid_destroy(wend_grid *grid);

/// Changes one cell, at once and cheaply; the next search sees it. WEND_ERROR_VALUE outside the map. Where the map
/// keeps radii, only cells within reach of them are looked at again: about (2 n + 1)^2 of them for a radius of n
/// cells.
WEND_API wend_status wend_grid_set(wend_grid *grid, wend_cell cell, uint8_t cost);

/// The cost of a cell; 0, as for a wall, outside the map.
WEND_API uint8_t wend_grid_get(const wend_grid *grid, wend_cell cell);

/// How often a cell has got another cost. Only grows.
WEND_API uint64_t wend_grid_edits(const wend_grid *grid);

/// Does a disc of that radius [>= 0] fit into the map, standing in the middle of a cell? Walls are squares, and all
/// that is outside the map is wall; touching is clear, to within a millionth of the radius. Up to half a cell any
/// open cell will do; above that the answer is that for the smallest radius of the map's `radii` that is no smaller
/// (again to within a millionth). False beyond the largest, if the radius is no number, and outside the map.
WEND_API bool wend_grid_fits(const wend_grid *grid, wend_cell cell, float radius);

/// The number of columns and rows, as a cell just outside.
WEND_API wend_cell wend_grid_size(const wend_grid *grid);

/// The cell in which a point lies (its lower edges belong to it). Outside the map, or not finite: false, and the
/// nearest cell of the map, (0, 0) if it isn't finite. `cell` may be null.
WEND_API bool wend_grid_cell(const wend_grid *grid, wend_vec point, wend_cell *cell);

/// The middle of a cell, inside the map or not; z is that of the origin. Saturates at FLT_MAX.
WEND_API wend_vec wend_grid_point(const wend_grid *grid, wend_cell cell);

/// When may one step diagonally? Beside the step lie two cells, straight neighbours of both ends.
typedef enum wend_diagonal
{
    WEND_DIAGONAL_NEVER,  ///< only four directions
    WEND_DIAGONAL_NONE,   ///< none of the two is a wall: no corner is cut (default)
    WEND_DIAGONAL_ONE,    ///< at most one is a wall: cuts corners
    WEND_DIAGONAL_ALWAYS, ///< whatever is beside: squeezes between walls that touch at their corners
} wend_diagonal;

/// How to search. The command's names (`wend path --search`) are auto, dijkstra, astar, jps (JUMP), theta, lazytheta
/// (LAZY_THETA) and anya (ANY_ANGLE, after Harabor and Grastien's name for such a search).
typedef enum wend_grid_kind
{
    WEND_GRID_AUTO,     ///< jump points where they can be used and walls aren't scattered in bits (as where every tenth
                        ///< cell is a wall at random), else A* (default)
    WEND_GRID_DIJKSTRA, ///< no estimate: spreads evenly
    WEND_GRID_ASTAR,    ///< Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost
                        ///< Paths", 1968. Where all open cells cost the same it leaves out moves that only reorder a
                        ///< way: Sturtevant and Rabin, "Canonical Orderings on Grids", 2016
    WEND_GRID_JUMP,     ///< Harabor and Grastien, "Improving Jump Point Search", 2014, 62 cells at a time. Only for one
                        ///< goal, AT it, on a map whose open cells all cost the same and that doesn't wrap, and not
                        ///< with is_straight; else refused
    WEND_GRID_THETA,    ///< straight legs at any angle, each clear for the body of `radius` as in grid_sight.h: Nash,
                        ///< Daniel, Koenig and Felner, "Theta*: Any-Angle Path Planning on Grids", 2007
    WEND_GRID_LAZY_THETA, ///< the same with fewer looks: Nash, Koenig and Tovey, "Lazy Theta*: Any-Angle Path Planning
                          ///< and Path Length Analysis in 3D", 2010
    WEND_GRID_ANY_ANGLE,  ///< the shortest way of a point among the walls, no matter which cells it crosses: see
                          ///< wend_grid_find_between. For what jump points are for, with radius 0; else refused
} wend_grid_kind;

/// What is left at least, from differences dx and dy, in the cheapest cells of the map; for several goals to the box
/// round them.
typedef enum wend_heuristic
{
    WEND_HEURISTIC_AUTO,      ///< MANHATTAN without diagonal moves, else OCTILE; of Theta* EUCLIDEAN (default)
    WEND_HEURISTIC_MANHATTAN, ///< dx + dy: overestimates a diagonal move, so refused where there are any
    WEND_HEURISTIC_EUCLIDEAN, ///< sqrt(dx dx + dy dy)
    WEND_HEURISTIC_OCTILE,    ///< the larger + (sqrt(2) - 1) times the smaller: refused by Theta*, as MANHATTAN is
    WEND_HEURISTIC_CHEBYSHEV, ///< the larger
} wend_heuristic;

/// What an estimate says about two cells in the open, in cells. AUTO: as OCTILE.
WEND_API double wend_grid_estimate(wend_heuristic heuristic, wend_cell from, wend_cell to);

/// Where a way to a goal may end. Whatever lies between the goal and that cell doesn't matter, and but for AT the goal
/// may be a wall: a chest, a door.
typedef enum wend_grid_end
{
    WEND_END_AT,     ///< on the goal (default)
    WEND_END_WITHIN, ///< on any cell whose middle is within `range` of that of the goal
    WEND_END_BESIDE, ///< on one of the four cells that share an edge with the goal
    WEND_END_ROUND,  ///< on one of the eight cells round about the goal
} wend_grid_end;

/// What is asked for. Start from wend_default_grid_query(): it is a question, not a definition, so one that is all zero
/// isn't refused, but goes from (0, 0) to (0, 0), and in four directions only.
typedef struct wend_grid_query
{
    wend_cell start, goal;
    const wend_cell *goals; ///< several, any of which will do, instead of `goal`; read during the call. Default null.
                            ///< Each costs a little at every expansion
    int goal_count;         ///< [>= 1] with goals
    wend_grid_end end;
    float range; ///< of WITHIN, in the world [>= 0], default 0; what is within a millionth of it counts
    wend_grid_kind kind;
    wend_diagonal diagonal;
    wend_heuristic heuristic;
    float radius; ///< of the body, in the world [>= 0], default 0: the cells that it doesn't fit in are walls, see
                  ///< wend_grid_fits; more than the map's largest is refused. With NEVER and NONE the body then fits
                  ///< all along each move, with ONE and ALWAYS only at both ends
    bool
        is_straight; ///< of equally cheap ways one with the fewest turns; default false. All cells of all such ways are
                     ///< expanded, and looked at once more when the way has been found
    int64_t budget;  ///< how many cells to expand at most [>= 0]; 0 (default): as many as it takes
} wend_grid_query;

WEND_API wend_grid_query wend_default_grid_query(void);

/// An answer. Nearest means in a straight line to a goal, then in the order of rows. Jump points that are out of budget
/// look at no other cells, and their way so far may make detours and cross itself; where no goal can be reached they
/// search twice, to look at all cells. At any angle the nearest so far is one beside a corner where a way turns. An
/// any-angle search that has found none for long asks a search by moves whether there is one: meanwhile the way so far
/// is that one's.
typedef struct wend_grid_result
{
    wend_way way;
    double cost;      ///< of the way to `end` in moves of a cell's length and cost 1; times cell_size for the world
    int cells;        ///< of that way (of Theta*: those where it turns), start and end included; 0: there is none
    wend_cell end;    ///< the last cell: at a goal, or the nearest; without a way the start
    int64_t expanded; ///< cells, in all calls for this question
} wend_grid_result;

typedef struct wend_grid_search wend_grid_search;

/// Memory for searches on any maps; it is taken with the first search. `allocator` null: malloc and free.
/// Null with the reason in `error` (which may be null).
WEND_API wend_grid_search *wend_grid_search_create(const wend_allocator *allocator, wend_error *error);

WEND_API void wend_grid_search_destroy(wend_grid_search *search);

/// What the last question that was refused had wrong.
WEND_API const wend_error *wend_grid_search_error(const wend_grid_search *search);

/// Searches. A start or goal outside the map is refused, not blocked. `query` null: refused.
WEND_API wend_grid_result wend_grid_find(wend_grid_search *search, const wend_grid *grid, const wend_grid_query *query);

/// The shortest way of a point from any place on the map to any other, over open cells that all cost the same. Walls
/// are squares: it may touch them and turns only at their corners, but doesn't squeeze between two that touch at a
/// corner. No body of any size has a shorter way, nor has any search that turns in the middles of cells. A place is
/// rounded to a 256th of a cell; from there on sight is exact, and the length right to ten digits. A place that only
/// touches open cells is in them; one that touches none is blocked. A query of kind WEND_GRID_ANY_ANGLE is the same
/// from middle to middle, and has a budget (what it expands are cones of sight). It takes no notice of the heuristic
/// nor of the rule for corners, save that ALWAYS is refused.
/// Intervals of sight from row to row are those of Harabor, Grastien, Oz and Aksakalli, "Optimal Any-Angle Pathfinding
/// In Practice", 2016.
WEND_API wend_grid_result wend_grid_find_between(wend_grid_search *search, const wend_grid *grid, wend_vec from,
                                                 wend_vec to);

/// Goes on with at most `budget` more expansions (0: as many as it takes) after WEND_WAY_OUT_OF_BUDGET; after anything
/// else it gives the same answer again. Together the parts expand what one call would, and find the same. If the map
/// was edited in between it begins anew. Refused with a map that isn't that of the last search.
WEND_API wend_grid_result wend_grid_go_on(wend_grid_search *search, const wend_grid *grid, int64_t budget);

/// The way that was found last, from the start on, every cell; of Theta* the ends of its legs; at any angle the start,
/// of each corner at which the way turns the cell outside of it, and the end. Returns how many there are, even where
/// `capacity` is less; at most `capacity` are written. Later edits of the map change nothing here.
WEND_API int wend_grid_search_cells(const wend_grid_search *search, wend_cell *cells, int capacity);

/// The same as points: the middle of the start, of each cell where the way turns, and of the end (at any angle: the
/// corners themselves, and the places that were asked for). A way over an edge of a map that wraps goes on outside, so
/// the line is unbroken; whoever walks it is put back into the map.
WEND_API int wend_grid_search_points(const wend_grid_search *search, wend_vec *points, int capacity);

/// What the last search has done with a cell. A closed one may be opened again by a cheaper way.
typedef enum wend_seen
{
    WEND_SEEN_NEVER,  ///< nothing; a jump that passes over a cell doesn't count either
    WEND_SEEN_OPEN,   ///< come to, and still to be expanded
    WEND_SEEN_CLOSED, ///< expanded; or a goal, or left aside because it can't be better than the goal that was found
} wend_seen;

/// How far the last search, or the part of it that is done, has come: to be drawn, or explained. NEVER outside the map,
/// after a question that was answered without a search (refused, already there, blocked), and after one at any angle by
/// WEND_GRID_ANY_ANGLE, which expands no cells. `from` (may be null) gets the cell that this one was come to from: of
/// jump points where the jump began (it went diagonally first, of four directions up or down, then straight), of Theta*
/// the one that sees it (lazily, while it is open: that may see it), of the start itself. `cost` (may be null) gets
/// what the way so far costs, right to nine digits. Where nothing is known both are left alone.
WEND_API wend_seen wend_grid_search_seen(const wend_grid_search *search, wend_cell cell, wend_cell *from, double *cost);

#endif
