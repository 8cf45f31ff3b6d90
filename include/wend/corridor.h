// A way over a navigation mesh that moves with whoever walks it.                             floor 1, includes mesh.h
//
//   wend_corridor_set       begin with the way that a search found
//   wend_corridor_move      a step, kept on the mesh; the corridor is repaired where one was pushed off it
//   wend_corridor_put       the same for somebody who is moved by others: where it is now
//   wend_corridor_aim       the goal has moved
//   wend_corridor_shorten   look for a corner beyond the next that can be seen straight
//   wend_corridor_corners   the next corners: a short path for path.h
//
// A corridor is a row of polygons, from the one in which one stands to the one of the goal, and needs no search while
// both move: a step adds or drops polygons at the beginning, a moving goal at the end. A frame: move (or put),
// shorten, corners, and steer to the second point. Plan anew when `is_lost`, or when `is_cut` and the end is near. The
// room for polygons is the caller's; nothing here allocates. As Mononen's Detour does it, in outline. Scene: mesh_walk.
#ifndef WEND_CORRIDOR_H
#define WEND_CORRIDOR_H

#include "wend/mesh.h"

/// Start from all zero but `polygons` and `capacity`. The rest is for reading.
typedef struct wend_corridor
{
    int *polygons; ///< room for `capacity` numbers of polygons
    int capacity;  ///< [>= 1]; 64 will do for most ways: a longer one is cut
    int count;     ///< polygons of the corridor; 0: there is none
    float radius;  ///< of the body and its mask, as the search was asked
    uint32_t mask;
    wend_mesh_spot position, goal; ///< in the first polygon and in the last one
    uint64_t edits;                ///< of the mesh, when it was looked at last
    bool is_cut;                   ///< there was no room for all: the goal is the middle of the last edge
    bool is_lost; ///< it doesn't lead to the goal any more: a polygon was closed, the goal went where no step leads, or
                  ///< one was put somewhere else
} wend_corridor;

/// Takes over the way that the search found last, also one to the nearest place. False, and no corridor, if it found
/// none.
WEND_API bool wend_corridor_set(wend_corridor *corridor, const wend_mesh *mesh, const wend_mesh_search *search);

/// A step toward a point, as wend_mesh_move; returns where it leads. A corridor without polygons stays; then the
/// point comes back.
WEND_API wend_vec wend_corridor_move(wend_corridor *corridor, const wend_mesh *mesh, wend_vec to);

/// One is at this point now, wherever that is. Where a step leads there it is one. Else, on the mesh, the
/// corridor goes on from there if it comes through that polygon, or is lost; off the mesh one stands at the end of the
/// step. Returns where one stands.
WEND_API wend_vec wend_corridor_put(wend_corridor *corridor, const wend_mesh *mesh, wend_vec point);

/// The goal is at this point now. False if no step of its leads there, or there is no room: then the corridor ends
/// where the step does, and is lost.
WEND_API bool wend_corridor_aim(wend_corridor *corridor, const wend_mesh *mesh, wend_vec goal);

/// Looks straight at the corners beyond the next one, the farthest of four first, over polygons of the corridor or
/// others, through edges that are wide enough. True if one is seen: the corridor leads straight there now.
WEND_API bool wend_corridor_shorten(wend_corridor *corridor, const wend_mesh *mesh);

/// Where one is, then the next corners, the goal last if there is room. Returns how many points were written, at
/// most `capacity`. The goal is reached where the last of them is goal.point.
WEND_API int wend_corridor_corners(const wend_corridor *corridor, const wend_mesh *mesh, wend_vec *points,
                                   int capacity);

#endif
