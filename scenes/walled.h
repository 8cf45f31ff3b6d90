// A grid map whose walls are also boxes of a caster: what plans and what is bumped into are the same.
#ifndef WEND_WALLED_H
#define WEND_WALLED_H

#include "parts.h"

#define WALLED_CELLS 2048 // at most

typedef struct walled_map
{
    wend_grid *grid; ///< of cells of 1 at the origin
    wend_obstacles *walls;
    int width, height;
    wend_obstacle_id boxes[WALLED_CELLS]; ///< by cell; zero: there is none
} walled_map;

/// Makes both from a grid's definition with costs. False with a reason, or if there are too many cells; walled_stop
/// frees what there is.
bool walled_make(walled_map *map, const wend_grid_def *def, wend_error *error);
void walled_stop(walled_map *map);

static inline wend_cell walled_cell(const walled_map *map, int k)
{
    return (wend_cell){k % map->width, k / map->width};
}

static inline bool walled_is_open(const walled_map *map, wend_cell cell)
{
    return wend_grid_get(map->grid, cell) > 0;
}

/// A cell of the map gets a wall or loses it; then the box alone; then both.
void walled_set_cell(walled_map *map, wend_cell cell, bool is_wall);
void walled_set_box(walled_map *map, wend_cell cell, bool is_wall);
void walled_set(walled_map *map, wend_cell cell, bool is_wall);

/// How far a point is from the square of a cell.
float walled_distance(wend_cell cell, wend_vec point);

/// Does nobody touch the square of a cell? No body is larger than `radius`.
bool walled_is_free(const walled_map *map, wend_world *world, wend_cell cell, float radius);

/// How deep a disc is in boxes, or outside of the map. `radius` [0, 2].
float walled_depth(const walled_map *map, wend_vec point, float radius);

/// Fills cells of a row.
void walled_fill(const wend_draw *draw, wend_cell first, int count, wend_colour colour);

/// All walls of the map.
void walled_draw(const walled_map *map, const wend_draw *draw, wend_colour colour);

#endif
