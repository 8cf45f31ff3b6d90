// What the scene states is made of: the guards, their minds as tables, and how all that is drawn.
#ifndef WEND_SCENE_STATES_H
#define WEND_SCENE_STATES_H

#include "parts.h"

#define GUARDS       4
#define GUARD_RADIUS 0.42f
#define STATES_BOXES 7
#define STATES_GOLD  5
#define STATES_LINES 11

/// The states of a guard: lines of its table.
typedef enum guard_state
{
    CALM,
    PATROL,
    LOOK,
    ALERT,
    CHASE,
    SEARCH,
    DAZZLED,
    GUARD_STATES
} guard_state;

/// What a guard feels: lines of its layer.
typedef enum guard_feeling
{
    NOTICES, ///< the intruder
    WARY,    ///< since it heard somebody shout
    GUARD_FEELINGS
} guard_feeling;

/// What can be told to a guard.
typedef enum guard_message
{
    NO_MESSAGE,
    FLASHED,
    SHOUTED,
    CAUGHT
} guard_message;

/// A guard, and all that it has in mind.
typedef struct guard
{
    scene_run *run;
    int number;
    int corner;      ///< of its round, to which it walks
    wend_agent self; ///< as it stands when it decides
    wend_machine machine;
    wend_layer layer;
    wend_vec place;   ///< where it saw the intruder last, or was called to
    wend_vec ahead;   ///< where it looked when it began to look round
    double since;     ///< it has stood and looked round for so long
    uint32_t changes; ///< of its machine that were counted
} guard;

typedef struct states
{
    wend_obstacles *walls;
    wend_agent_id intruder, ids[GUARDS];
    guard guards[GUARDS];
    wend_mail mail;
    wend_message slots[4 * GUARDS];
    int shown; ///< whose machine is drawn
    bool has_gold[STATES_GOLD];
    int gold, caught;     ///< taken and not yet lost; how often he was caught
    int leg;              ///< of the demo's way
    double outside_until; ///< who was caught waits before a gate
    double flash_at;      ///< when the last one was; negative: never
    wend_vec flash_from;
    int taken[STATES_LINES]; ///< how often each line was, by anybody
} states;

extern const wend_state guard_states[GUARD_STATES];
extern const wend_transition guard_lines[STATES_LINES];
extern const wend_machine_def states_machine;
extern const wend_layer_def states_layer;
extern const wend_vec states_rounds[GUARDS][4]; ///< where they walk
extern const wend_vec states_low, states_high;  ///< of the yard

typedef struct states_box
{
    wend_vec at, half;
    float angle;
} states_box;

extern const states_box states_boxes[STATES_BOXES];
extern const wend_vec states_gold[STATES_GOLD];
extern const float states_sight_cos, states_flash_radius;
extern const double states_flash_seconds; ///< how long one is seen

/// Called by the world, for each guard ten times a second.
void states_decide(const wend_agent *agent, double seconds, void *user);

/// Is the thief outside of the yard?
bool states_is_outside(const scene_run *run);

/// How far a guard sees: farther when it is wary.
float states_sight(const guard *g);

void states_draw(const scene_run *run, const wend_draw *draw);
void states_legend(const scene_run *run, scene_legend *legend);

#endif
