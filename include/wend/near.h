// Who is near: cells, rebuilt at will by a counting sort.                                 floor 2, includes agent.h
//
//   wend_near_create wend_near_destroy      an index over points
//   wend_near_build                         take in positions; allocates only when there are more than ever before
//   wend_near_radius                        everybody within a radius
//   wend_near_nearest                       the k nearest
//
// The order of what comes back is fixed: radius queries answer by (cell, index), the k nearest by (distance, index); it
// does not depend on how the search was done. Cells lie on a lattice through the origin (through the low corner, in a
// space that wraps), so a point far away changes nothing here, and any extent will do: where a table of cells would be
// too large the points are sorted instead. The world (world.h) uses the same index.
#ifndef WEND_NEAR_H
#define WEND_NEAR_H

#include "wend/agent.h"

/// How the space is cut up. Start from wend_default_near_def().
typedef struct wend_near_def
{
    float cell_size;    ///< edge of a cell [> 0], default 4; good is the usual query radius
    bool is_spatial;    ///< three dimensions; default false: z doesn't count
    bool does_wrap;     ///< opposite sides of low..high are joined; default false
    wend_vec low, high; ///< only where it wraps: low < high in each dimension used
    wend_allocator allocator;
} wend_near_def;

typedef struct wend_near wend_near;

WEND_API wend_near_def wend_default_near_def(void);

/// A new, empty index, or null with the reason in `error` (which may be null).
WEND_API wend_near *wend_near_create(const wend_near_def *def, wend_error *error);

WEND_API void wend_near_destroy(wend_near *near_index);

/// Take in `count` finite positions, `stride` bytes apart, within low..high where space wraps; what was there before
/// is forgotten. WEND_ERROR_MEMORY or WEND_ERROR_VALUE leave the index empty.
WEND_API wend_status wend_near_build(wend_near *near_index, const wend_vec *positions, size_t stride, int count);

/// The indices of all points within `radius` [>= 0; FLT_MAX: anywhere] of the centre (exactly at it counts), by (cell,
/// index). Returns how many there are, even where `capacity` is smaller; at most `capacity` are written.
WEND_API int wend_near_radius(const wend_near *near_index, wend_vec centre, float radius, int *out, int capacity);

/// The indices of the `k` points nearest to the centre and within `radius` (FLT_MAX: anywhere), by (distance, index).
/// Returns how many were written, at most k.
WEND_API int wend_near_nearest(const wend_near *near_index, wend_vec centre, float radius, int *out, int k);

#endif
