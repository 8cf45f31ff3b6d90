// What every update asks of everybody, side by side, and what is so of all together. It follows from what agents are and
// want, and is made anew only after that may have changed: every function that may begins by forgetting it.
#ifndef WEND_SRC_BRIEF_H
#define WEND_SRC_BRIEF_H

#include "store.h"

/// Makes sure that `briefs` and `together` are right.
void brief_know(wend_world *world);

/// Are two the same in all that the flock's kernel asks for?
static inline bool brief_is_like(const agent_brief *a, const agent_brief *b)
{
    return a->recipe == b->recipe && a->plain == b->plain && a->group == b->group && a->sight == b->sight &&
           a->radius == b->radius && a->mask == b->mask;
}

/// Something about somebody is about to change, or has changed.
static inline void brief_forget(wend_world *world)
{
    world->is_brief_known = false;
}

#endif
