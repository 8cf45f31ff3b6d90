// From several wishes to one.                                                             floor 2, includes agent.h
//
//   wend_combine_sum        add all, weighted, and cut once
//   wend_combine_priority   the first that wants anything
//   wend_combine_budget     fill a budget from the top of the list
//   wend_combine_flock      the first takes its share of the top speed, the others share what is left
//
// All work on *changes*, wish - velocity, so a wish for no change takes nothing; all return a wanted velocity, and
// write into each wish's `taken` the change it got: velocity + all that was taken is the result (the flock's base is
// cut too, see there). The list is in order of importance. An empty list wants no change. Nothing here allocates or
// remembers.
#ifndef WEND_COMBINE_H
#define WEND_COMBINE_H

#include "wend/agent.h"

/// velocity + sum of weight * change, the sum cut to `limit` [>= 0; 0: uncut].
WEND_API wend_vec wend_combine_sum(const wend_agent *self, wend_wish *wishes, int count, float limit);

/// velocity + weight * change of the first wish whose weighted change is longer than `least` [>= 0], cut to `limit`
/// [>= 0; 0: uncut]; no change if there is none.
WEND_API wend_vec wend_combine_priority(const wend_agent *self, wend_wish *wishes, int count, float limit, float least);

/// Weighted changes are added in order. What is left for each is `limit` [>= 0] minus the length of the sum so far; one
/// that is longer is shortened to what is left, its direction kept.
WEND_API wend_vec wend_combine_budget(const wend_agent *self, wend_wish *wishes, int count, float limit);

/// The first wish's change, cut to top speed, is taken first. The velocity and all other changes, summed, are cut to
/// the top speed that is left, by length. The result is never faster than top speed.
WEND_API wend_vec wend_combine_flock(const wend_agent *self, wend_wish *wishes, int count);

#endif
