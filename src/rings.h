// An agent's wishes become one in a context map.
#ifndef WEND_SRC_RINGS_H
#define WEND_SRC_RINGS_H

#include "hits.h"

/// What an agent puts into its ring. `list` may be null: it looks at nobody.
typedef struct ring_request
{
    int index, worker;
    wend_wish *wishes; // as many as its recipe has; gets what each was given
    const hits_list *list;
    float stops_in; // it will stop after so much: what lies beyond is no danger
} ring_request;

/// The one wish that comes of it.
wend_vec rings_combine(wend_world *world, const ring_request *request, wend_choice_result *choice);

#endif
