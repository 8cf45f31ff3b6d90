// Bodies in the way: the edges of the world, and one another.
#ifndef WEND_SRC_HULLS_H
#define WEND_SRC_HULLS_H

#include "store.h"

#define HULL_ROOM 1.0001 // how much farther than touching hulls are pushed, so that rounding leaves no overlap

/// Stops, bounces or wraps a body that has moved.
void hulls_keep_inside(const wend_world *world, wend_agent *body);

/// Room for everything that pushing apart needs, so that it can't fail.
wend_status hulls_reserve(wend_world *world);

/// Cuts the velocities with which everybody is about to move so that no hulls come to overlap.
void hulls_stop(wend_world *world, agent_motion *next, double seconds);

/// Cuts a push so that it leads hardly deeper into anybody. `reach`: farther than both radii and all pushes.
wend_vec hulls_cut_push(const wend_world *world, int index, wend_vec push, float reach);

/// Does agent i make way for j?
bool hulls_make_way(const wend_world *world, int i, int j);

/// An edge for cells of which one on each side holds all that may touch somebody who is as wide as `widest`. `box`: round
/// everybody.
float hulls_cell(const wend_world *world, float widest, const points_box *box);

/// Squared, how near others must be now so that an agent may touch one of them at the end of an update in which nobody
/// goes faster than its top speed.
float hulls_touch_square(const wend_world *world, double seconds);

/// Pushes overlapping hulls apart, in at most a few rounds. `fastest`: the square of the speed of the fastest.
void hulls_push_apart(wend_world *world, double fastest, double seconds);

#endif
