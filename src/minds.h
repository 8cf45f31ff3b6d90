// The host's minds: who is asked to decide in this update.
#ifndef WEND_SRC_MINDS_H
#define WEND_SRC_MINDS_H

#include "store.h"

/// Lets those whose turn it is look for whom they know, then calls the host for each, in order of ids.
wend_status minds_decide(wend_world *world);

#endif
