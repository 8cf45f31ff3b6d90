// Who is stuck among others asks those in his way to make room: so at a narrow place one side yields.
//
// He goes on by his own wish. Who is asked goes ahead of him, and aside as far as walls let him, and asks those in his own
// way in turn; once out of the way he stands until all who come along behind have passed. Of two who ask, the older
// one goes first: the oldest of all always gets through, and then the next.
#ifndef WEND_SRC_YIELD_H
#define WEND_SRC_YIELD_H

#include "store.h"

/// Is there hardly room for two of its size side by side where it is, or a radius before that: less than five radii?
bool yield_is_narrow(const wend_world *world, int index);

/// Begins to ask.
void yield_begin(wend_world *world, int index);

/// Goes on with WEND_RECOVERY_ASK or WEND_RECOVERY_YIELD; others may be asked. True: it is over.
bool yield_go_on(wend_world *world, int index, double seconds);

/// The wish of one that gives way.
wend_vec yield_wish(const wend_world *world, int index);

#endif
