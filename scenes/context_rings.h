// What the scene context_rings is made of: its state, and how it is drawn.
#ifndef WEND_CONTEXT_RINGS_H
#define WEND_CONTEXT_RINGS_H

#include "parts.h"

/// What can be dragged; also who writes into the ring, plus 1.
typedef enum rings_thing
{
    RINGS_WANDER, ///< a point to roam to: known wherever it is
    RINGS_TARGET, ///< food
    RINGS_ENEMY,
    RINGS_ROCK,
    RINGS_THINGS,
} rings_thing;

typedef enum rings_stage
{
    RINGS_LIVE,
    RINGS_CLEAR,
    RINGS_WRITE,
    RINGS_MASK,
    RINGS_CANDIDATES,
    RINGS_CHOICE,
    RINGS_STAGES,
} rings_stage;

typedef enum rings_param
{
    RINGS_SLOTS,
    RINGS_RADIUS,
    RINGS_OWN_POWER,
    RINGS_ENEMY_POWER,
    RINGS_HARD,
    RINGS_SOFT,
    RINGS_INTEREST,
    RINGS_BONUS,
    RINGS_SHARES,
    RINGS_BETWEEN,
    RINGS_ALIGNMENT,
    RINGS_MOVES,
    RINGS_PARAMS,
} rings_param;

typedef struct rings
{
    wend_agent_id agent;
    wend_vec place[RINGS_THINGS];
    int moved[RINGS_THINGS]; ///< how often each found a new place by itself
    int held, touched;       ///< which thing is dragged (-1: none), and which was last
    rings_stage stage;
    wend_ring ring;
    wend_choice how;
    wend_choice_result choice;
    wend_vec last;               ///< the direction in which it goes
    double next;                 ///< when it chooses again
    float applied[RINGS_PARAMS]; ///< sliders at the last choice
} rings;

extern const char *const rings_names[RINGS_THINGS];
extern const float rings_sizes[RINGS_THINGS];
extern const wend_vec rings_low, rings_high; ///< of the field

/// From the agent to a thing.
wend_vec rings_offset(const scene_run *run, rings_thing thing);

/// Is a thing within the detection radius? The wander point always is.
bool rings_is_noticed(const scene_run *run, rings_thing thing);

/// The map that a thing writes to; of the enemy it depends on both powers.
wend_ring_layer rings_layer(const scene_run *run, rings_thing thing);

/// What the ring holds at the stage that is shown.
void rings_shown(const scene_run *run, wend_ring *ring, wend_choice_result *result);

void rings_verify(scene_run *run);
void rings_draw(const scene_run *run, const wend_draw *draw);
void rings_legend(const scene_run *run, scene_legend *legend);

#endif
