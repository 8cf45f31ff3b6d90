// Lines of sight between the middles of cells, for searches.
#ifndef WEND_SRC_SIGHT_H
#define WEND_SRC_SIGHT_H

#include "grids.h"
#include "wend/grid_sight.h"

/// A radius of the world in cells, less by what counts as touching. What comes out as 0 or less is a point.
double sight_radius(const wend_grid *grid, float radius);

/// Does a disc see one cell from the other? `radius` as from sight_radius; both cells are inside the map.
bool sight_of_cells(const wend_grid *grid, wend_cell from, wend_cell to, double radius);

/// Do all cells that the line between two cells' middles passes cost the same?
bool sight_is_even(const wend_grid *grid, wend_cell from, wend_cell to);

#endif
