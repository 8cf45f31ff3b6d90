// Seeing across a grid: can a body go straight?                                               floor 1, includes grid.h
//
//   wend_grid_sees        from one point of the world to another
//   wend_grid_sees_cell   from the middle of one cell to that of another
//   wend_grid_is_clear    the same for whoever asks with a callback: wend_path_pull and wend_path_tighten of path.h
//
// The body is a disc of any radius. It sees where it can be moved straight without entering a wall; what is outside the
// map is wall. Touching is clear: to within 1/32768 of a cell for a radius above that, exactly for any below, which
// counts as 0. A point (radius 0) may slide along a wall and pass its corner, but not between two walls, whether they
// touch along an edge or only at a corner: that corner belongs to them.
//
// The answer is the same, bit for bit, with both ends exchanged. Points count to the nearest 1/65536 of a cell; the
// middles of cells are exact. With radius 0 everything is in whole numbers, so there is no rounding at all. It costs a
// few operations for each row (or column, whichever are fewer) that the body passes, however long the line is. Nothing
// here allocates, and nothing looks at costs. Where a map wraps, its edge is
// looked along, not across.
#ifndef WEND_GRID_SIGHT_H
#define WEND_GRID_SIGHT_H

#include "wend/grid.h"

/// Does a disc of that radius [>= 0, in the world] see one point from the other? With both at one place: does it fit
/// there? False if the grid is null, a point isn't finite, or the radius is negative or not finite.
WEND_API bool wend_grid_sees(const wend_grid *grid, wend_vec from, wend_vec to, float radius);

/// The same between the middles of two cells. False if one of them is outside the map.
WEND_API bool wend_grid_sees_cell(const wend_grid *grid, wend_cell from, wend_cell to, float radius);

/// wend_grid_sees as a wend_walk_is_clear_fn; `user` is the grid.
WEND_API bool wend_grid_is_clear(wend_vec from, wend_vec to, float radius, void *user);

#endif
