// The walls of a grid as something in the way.                              floor 2, includes grid.h, obstacle.h
//
//   wend_grid_caster    a map as a caster, for a world and for the senses: world_def.caster = wend_grid_caster(map);
//   wend_grid_cast      a ray or a swept circle: the first wall on the way
//   wend_grid_around    the walls near a point, the nearest first
//
// A map alone stops nobody: it is what ways are planned on. Give a world the map twice, as `grid` to plan on and by
// wend_grid_caster as `caster`, and travellers walk round its walls and are stopped by them, however they are pushed.
// An edit of the map is seen by the next query.
//
// Walls are the squares of the cells that cost 0, joined: no edge lies between two of them, so nothing is caught on one
// while it slides along. What is outside the map is wall; where the map wraps it goes on with what is on the other
// side, once all the map. Touching is clear, as with obstacles, but no ray passes between two walls, whether they touch
// along an edge or only at a corner: so casts and wend_grid_sees agree, to within the resolution of floats. Walls are
// on all layers, stand still, and are all one body. z is ignored, and comes back as 0.
//
// A cast goes row by row (or column by column, whichever are fewer) through words of walls, whatever the length.
// Nothing here allocates or remembers; queries may run side by side while nobody edits the map. Scene: maze_crowd.
#ifndef WEND_GRID_CASTER_H
#define WEND_GRID_CASTER_H

#include "wend/grid.h"
#include "wend/obstacle.h"

#define WEND_GRID_WALL UINT64_MAX ///< the body of all walls; who ignores it meets none. Nobody else's

/// The first wall on the way; false if there is none, and `hit` (which may be null) is left alone. A circle that
/// overlaps a wall at the start may leave: until it is clear it counts as no larger than what fits where it starts.
/// Motion that goes deeper is a hit at distance 0 whose normal is the way out. So it is for a middle inside a wall.
WEND_API bool wend_grid_cast(const wend_grid *grid, const wend_cast *cast, wend_hit *hit);

/// The nearest point of each straight run of wall that faces the centre, within `radius` [>= 0; FLT_MAX: anywhere];
/// ordered by how far that is, then rows before columns, from low to high. A corner is told of by each of the two runs
/// that both face the centre. Where the centre is inside, the nearest place to get out comes first, however far it is,
/// with a negative distance and the way out as the normal. Returns how many there are; at most `capacity` are written.
WEND_API int wend_grid_around(const wend_grid *grid, wend_vec centre, float radius, uint64_t ignore, wend_hit *hits,
                              int capacity);

/// The map as a caster. It holds for as long as the map; of a null map nothing is met.
WEND_API wend_caster wend_grid_caster(const wend_grid *grid);

#endif
