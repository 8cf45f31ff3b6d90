// Obstacles as walls of a grid.                                               floor 2, includes grid.h, obstacle.h
//
//   wend_default_raster     which cells, and what is asked
//   wend_grid_rasterize     makes walls of the cells that something lies in
//
// A cell becomes a wall when an obstacle overlaps its square by more than a thousandth of its edge. What only touches
// it from outside leaves it open, so a box that is in line with the cells fills its own; but a thin wall on the line
// between two cells makes walls of both, as a way could cross it otherwise. Whatever casts will do; of the caster only
// `around` is asked, about once for each cell near a surface and seldom elsewhere. It must know the plane x, y: of one
// in space the cells meet what comes near them in any direction. Nothing here allocates or remembers.
#ifndef WEND_RASTER_H
#define WEND_RASTER_H

#include "wend/grid.h"
#include "wend/obstacle.h"

/// What is asked for. Start from wend_default_raster().
typedef struct wend_raster
{
    wend_caster caster;  ///< what is in the way; no default
    uint32_t mask;       ///< layers of which one must match; 0 (default): any
    wend_cell low, high; ///< the cells from `low` to `high`, both included; default all of the map
    uint8_t open;        ///< what those of them cost that nothing lies in; 0 (default): they are left as they are. So
                         ///< after an obstacle has moved, the cells round its old and new place can be done again
} wend_raster;

/// All cells of a map (of null: none).
WEND_API wend_raster wend_default_raster(const wend_grid *grid);

/// Makes walls of the cells that something lies in. Refused, with the reason in `error` (which may be null): a caster
/// without `around`, cells that aren't in the map, `high` before `low`.
WEND_API wend_status wend_grid_rasterize(wend_grid *grid, const wend_raster *raster, wend_error *error);

#endif
