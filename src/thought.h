// What one agent has in mind while it thinks, and the wish of a goal.
#ifndef WEND_SRC_THOUGHT_H
#define WEND_SRC_THOUGHT_H

#include "hits.h"

// What one agent has in mind while it thinks.
typedef struct thought
{
    wend_world *world;
    const wend_agent *self;
    const agent_rest *rest;
    const wend_recipe *recipe;
    agent_mind *mind;   // the next one
    agent_extra *extra; // the next one; null if it has none
    int index, worker;
    hits_list list; // neighbours of all flocks, if they are needed
    double seconds;
    wend_vec goal_wish; // of its own goal
    wend_vec wandering; // the wish of wandering, once it has been drawn
    bool has_wandered;
    wend_vec aim; // where the goal made for
    bool has_aim;
    bool has_choice; // in a context map
    wend_choice_result choice;
    float stops_in;   // how far it is to the place where its goal lets it stop; FLT_MAX: it doesn't
    bool is_own_goal; // the goal that is being looked at is the agent's, not one of its recipe
} thought;

/// Is a goal about somebody who doesn't live any more?
bool thought_is_gone(const thought *t, const wend_goal *goal);

/// The wish of a goal whose agents are all there.
wend_vec thought_goal_wish(thought *t, const wend_goal *goal);

#endif
