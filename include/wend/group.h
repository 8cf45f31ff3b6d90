// With others, but not as a flock.                                                        floor 2, includes agent.h
//
//   wend_follow_leader   walk behind somebody, and keep out of the way
//   wend_keep_place      be on a place that moves, such as one in a formation
//   wend_queue           don't push those ahead: wait behind them
//   wend_give_way        step aside for whoever comes
//
// Each returns a wanted velocity, cut to top speed. Neighbours come nearest first (near.h). Nothing here allocates,
// remembers or draws. Reynolds, "Steering Behaviors For Autonomous Characters", 1999. Scenes: formation, vocabulary.
#ifndef WEND_GROUP_H
#define WEND_GROUP_H

#include "wend/agent.h"

/// Arrive at `gap` [>= 0] (from hull to hull) behind the leader, as seen by it, with its velocity: so one walks as it
/// walks. Who is ahead of it, less than two seconds of its way (and both radii) and no farther aside than both radii
/// and half the gap, leaves its way at a right angle, to the side on which he is; exactly in its way to the left.
WEND_API wend_vec wend_follow_leader(const wend_agent *self, const wend_agent *leader, float gap);

/// Arrive at a point that moves, as seen by it, and add its velocity.
WEND_API wend_vec wend_keep_place(const wend_agent *self, wend_vec point, wend_vec velocity);

/// Of the wish as much as lets one stop `gap` [>= 0] behind whoever is ahead in its direction (within both radii to
/// the sides), or go as fast as he does. Who comes towards one doesn't count: he isn't in the queue. Nobody ahead: the
/// wish. Direction never changes.
WEND_API wend_vec wend_queue(const wend_agent *self, wend_vec wish, const wend_neighbour *neighbours, int count,
                             float gap);

/// Step aside: where a neighbour that moves (faster than a quarter of one's own top speed) would come nearer than both
/// radii and `gap` [>= 0] within `seconds` [> 0], leave its way at a right angle, to the side on which one is (exactly
/// in its way: to its left), with the speed that this takes. The soonest counts. Nobody comes: the wish, such as
/// wend_hold's, which leads back.
WEND_API wend_vec wend_give_way(const wend_agent *self, wend_vec wish, const wend_neighbour *neighbours, int count,
                                float gap, float seconds);

#endif
