// One goal, many agents: flow fields over a grid map.                            floor 2, includes agent.h, grid.h
//
//   wend_flow_create wend_flow_destroy       memory for one field, used again and again
//   wend_flow_begin            a field that leads to a goal, or to the cheapest of several
//   wend_flow_update           builds it, and lets it catch up with edits of its map, as much as a budget allows
//   wend_flow_is_ready wend_flow_touched     is it finished? what did that cost?
//   wend_flow_cost             what the way from a cell costs
//   wend_flow_at               where to go from a point
//   wend_follow_flow           the wish of an agent that goes there
//   wend_flow_cache_create wend_flow_cache_destroy wend_flow_cache_get wend_flow_cache_update wend_flow_cache_forget
//                              a fixed number of fields, shared by all who have the same goal
//
// A field knows for every cell of a grid.h map what the cheapest way from it costs: the same as Dijkstra's search under
// the same corner rule and radius, in whole numbers, so edits in any order and a new field agree to the last bit.
// Directions follow from the costs and the map alone. Moving along them, from wherever there is a way, arrives.
//
// After wend_grid_set the next update repairs what has changed and nothing else: a cell is looked at when its cost
// changes, or when it stands beside one that does (after Ramalingam and Reps, "An Incremental Algorithm for a
// Generalization of the Shortest-Path Problem", 1996, and Koenig, Likhachev and Furcy, "Lifelong Planning A*", 2004).
// A field that missed more than 1,024 edits, or any map that isn't the one it was begun with, is built anew.
//
// Memory: 16 bytes a cell and 18 KB; nothing is allocated but for a larger map or more goals than ever before. A map is
// borrowed: it must live as long as its fields are updated or asked. Several threads may ask a field while nobody
// updates it or edits its map. A world on WEND_XZ asks with x and z as x and y. On a map that wraps costs and
// directions go across its edges; straight at a goal one goes only within them. Scene: maze_crowd.
#ifndef WEND_FLOW_H
#define WEND_FLOW_H

#include "wend/agent.h"
#include "wend/grid.h"

/// Where a field leads. Start from wend_default_flow_def().
typedef struct wend_flow_def
{
    wend_cell goal;
    const wend_cell *goals; ///< several, any of which will do, instead of `goal`; read during the call. Default null
    int goal_count;         ///< [>= 1] with goals
    wend_diagonal diagonal; ///< default WEND_DIAGONAL_NONE
    float radius;           ///< of the bodies, in the world [>= 0], default 0: see wend_grid_query
} wend_flow_def;

typedef struct wend_flow wend_flow;

WEND_API wend_flow_def wend_default_flow_def(void);

/// A field that leads nowhere yet. `allocator` null: malloc and free. Null with the reason in `error` (may be null).
WEND_API wend_flow *wend_flow_create(const wend_allocator *allocator, wend_error *error);

WEND_API void wend_flow_destroy(wend_flow *flow);

/// What the last call that failed had wrong.
WEND_API const wend_error *wend_flow_error(const wend_flow *flow);

/// Begins a field; nothing is computed before the next update. A goal outside the map is refused; one that is a wall
/// (or too narrow) is a goal as soon as it is opened. When refused the field stays what it was.
WEND_API wend_status wend_flow_begin(wend_flow *flow, const wend_grid *grid, const wend_flow_def *def);

/// Takes up the edits of the map, then expands at most `budget` cells (0 or less: as many as it takes), the cheapest
/// first. True when the field is finished. In between it may be asked: cells that it has reached have a way.
WEND_API bool wend_flow_update(wend_flow *flow, int64_t budget);

/// Is it finished, and has the map not been edited since? False before the first wend_flow_begin.
WEND_API bool wend_flow_is_ready(const wend_flow *flow);

/// How many cells were expanded since the field last was finished and then had to change: for the first time, by edits
/// of the map, or because it was begun anew. The edited cells and their neighbours count as well.
WEND_API int64_t wend_flow_touched(const wend_flow *flow);

/// What the cheapest way from a cell to a goal costs, as wend_grid_result tells it (to ten digits); 0 on a goal.
/// DBL_MAX where there is none (yet), in walls and outside the map.
WEND_API double wend_flow_cost(const wend_flow *flow, wend_cell cell);

/// What a field says about a point.
typedef enum wend_flow_state
{
    WEND_FLOW_WAY,     ///< there is a way
    WEND_FLOW_THERE,   ///< the point is in a goal cell
    WEND_FLOW_NO_WAY,  ///< there is none; or the point isn't finite
    WEND_FLOW_NOT_YET, ///< the field isn't finished, and hasn't been here
} wend_flow_state;

/// An answer.
typedef struct wend_flow_sample
{
    wend_flow_state state;
    wend_vec direction; ///< unit vector in the plane of the map; zero without a way, and exactly on the goal
    wend_cell cell;     ///< whose way it is: that of the point, or the open one by which it leaves a wall
    double cost;        ///< from the middle of that cell, as wend_flow_cost
    bool sees_goal;     ///< is `direction` straight at `goal`?
    wend_cell goal;     ///< then: which
} wend_flow_sample;

/// Where to go from a point of the world. The first of these that holds:
///   - In a goal cell, or where the goal that is nearest in a straight line is in sight (wend_grid_sees, for the
///     field's radius), and the straight way no dearer than the field's, over cells that all cost what the goal
///     costs: straight at the middle of that goal.
///   - In a wall, in a cell that is too narrow, or outside the map: at the middle of the nearest open cell that has a
///     way, up to 16 cells away (of those that are nearest to within a twentieth of a cell the cheapest).
///   - Along the mean of the four cells whose middles are nearest, each by its nearness, where that is sound. A cell
///     leads along its cheapest move, or the mean of those beside one another that cost the same. Cells beyond a wall
///     or a corner of one don't count. Sound is what leads out of the cell across an edge, into an open cell with a
///     cheaper way (and if within a tenth of a cell's length it comes into a third, into a cheaper one again), and
///     within 60 degrees of the cell's first cheapest move (clockwise from y - 1).
///   - Along what the cell itself leads along, if that is sound from there.
///   - At the middle of the cell to which its first cheapest move leads; through the corner between both, if that is a
///     diagonal move and not both cells beside it are open and cheaper.
/// So each cell is left for a cheaper one, after less than three cells' lengths, and nobody is led into a wall but
/// where the rules ONE and ALWAYS squeeze round a corner: a step may end in the wall there, and comes out on the
/// other side.
WEND_API wend_flow_sample wend_flow_at(const wend_flow *flow, wend_vec point);

/// The wish of an agent that follows a field: its direction at top speed, slower as wend_arrive is before the end of
/// the way; it comes to rest in the middle of a goal cell. Zero without a way, or where there is none yet.
WEND_API wend_vec wend_follow_flow(const wend_agent *self, const wend_flow *flow);

typedef struct wend_flow_cache wend_flow_cache;

/// Room for `capacity` fields [1, 256]; memory is taken as they are first used. Null with the reason in `error` (may be
/// null).
WEND_API wend_flow_cache *wend_flow_cache_create(int capacity, const wend_allocator *allocator, wend_error *error);

WEND_API void wend_flow_cache_destroy(wend_flow_cache *cache);

/// What the last call that failed had wrong.
WEND_API const wend_error *wend_flow_cache_error(const wend_flow_cache *cache);

/// The field of that map with these goals (in this order), rule and radius. If there is none it is begun, in place of
/// the one that hasn't been asked for the longest; it is built by wend_flow_cache_update, or wend_flow_update. Ask
/// whenever it is used: what was handed out holds until `capacity` others have been asked for. Null if refused.
WEND_API wend_flow *wend_flow_cache_get(wend_flow_cache *cache, const wend_grid *grid, const wend_flow_def *def);

/// Updates all fields within one budget (0 or less: as much as it takes), the one that was asked for first after the
/// last update before the others; those that nobody asked for since are left alone. True if all these are finished.
WEND_API bool wend_flow_cache_update(wend_flow_cache *cache, int64_t budget);

/// Drops the fields of a map; to be called before it is destroyed. Their memory is kept for others.
WEND_API void wend_flow_cache_forget(wend_flow_cache *cache, const wend_grid *grid);

#endif
