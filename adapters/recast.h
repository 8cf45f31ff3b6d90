// Recast and Detour: a navigation mesh from triangles.                             floor 5, includes mesh.h
//
//   wend_recast_build     voxels, regions, contours and convex polygons by Recast, handed over as a mesh of wend
//   wend_recast_detour    a mesh that Detour already has, all its tiles
//
// Both have y up; the mesh that comes back is asked with (x, z, y), as a world on WEND_XZ does. Recast keeps a body's
// radius away from walls, so searches on the mesh want radius 0. Its polygons are as exact as its cells. A target of
// its own, wend::recast, of C++ inside; the interface is C.
#ifndef WEND_ADAPTERS_RECAST_H
#define WEND_ADAPTERS_RECAST_H

#include "wend/mesh.h"

/// How to build. Start from wend_default_recast_def().
typedef struct wend_recast_def
{
    const wend_vec *points;   ///< finite, y up; no default
    int point_count;          ///< [3, ...]
    const int *triangles;     ///< three indices each, counter-clockwise as seen from above where one can walk
    int triangle_count;       ///< [1, ...]
    float cell_size;          ///< of voxels in the plane, [> 0], default 0.3
    float cell_height;        ///< of voxels upward, [> 0], default 0.2
    float radius;             ///< of the body, [>= 0], default 0.6
    float height;             ///< of the body, [> 0], default 2
    float climb;              ///< the highest step, [>= 0], default 0.9
    float slope;              ///< the steepest slope in radians, [0, pi / 2), default 0.785 (45 degrees)
    float edge_length;        ///< border edges are at most this long, [>= 0], default 12; 0: as long as they are
    float edge_error;         ///< how far a border may leave the voxels, in cells, [>= 0], default 1.3
    float least_region;       ///< islands smaller than a square of this side are left out, [>= 0], default 2.4
    wend_allocator allocator; ///< of the mesh; Recast uses its own
} wend_recast_def;

WEND_EXTERN wend_recast_def wend_default_recast_def(void);

/// A mesh, or null with the reason in `error` (which may be null); WEND_ERROR_FULL where Recast can't do it or nothing
/// can be walked on. At most 8192 cells along a side.
WEND_EXTERN wend_mesh *wend_recast_build(const wend_recast_def *def, wend_error *error);

/// The ground polygons of all tiles of a dtNavMesh (handed over as a pointer to it), with the links between those that
/// share a whole edge; each polygon's layers are its Detour flags. Off-mesh connections are left out. Null as above.
/// Heights are those of polygons, not of Detour's details.
WEND_EXTERN wend_mesh *wend_recast_detour(const void *detour_mesh, const wend_allocator *allocator, wend_error *error);

#endif
