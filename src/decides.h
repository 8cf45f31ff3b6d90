// What machines, layers and trees share: calling states, and checking tables.
#ifndef WEND_SRC_DECIDES_H
#define WEND_SRC_DECIDES_H

#include "memory.h"
#include "wend/decide.h"

static inline void state_act(wend_act_fn *act, void *user)
{
    if (act)
        act(user);
}

static inline wend_outcome state_update(const wend_state *state, double seconds, void *user)
{
    return state->update ? state->update(seconds, user) : WEND_RUNNING;
}

/// Has every state a name, and are there neither too few nor too many?
wend_status states_check(const wend_state *states, int count, wend_error *error);

/// Is that a line of an outline, after one of depth `before`?
wend_status depth_check(wend_error *error, const char *what, int line, int depth, int before);

#endif
