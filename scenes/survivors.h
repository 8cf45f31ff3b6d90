// What the scene survivors is made of: a gunner, zombies, what lies about, their minds as tables.
#ifndef WEND_SCENE_SURVIVORS_H
#define WEND_SCENE_SURVIVORS_H

#include "parts.h"

#define ZOMBIES          24
#define SURVIVORS_BLOCKS 8
#define SURVIVORS_GRAVES 8
#define SURVIVORS_SPOTS  10
#define PICKUPS          6
#define SHOTS            8
#define HULL             0.4f ///< radius of everybody

enum
{
    LAYER_GUNNER = 2,
    LAYER_ZOMBIE = 4,
    LAYER_DOWN = 8 ///< who is down is in nobody's way
};

/// What the gunner needs, and what lies about for it.
typedef enum need
{
    HEALTH,
    AMMO,
    NEEDS
} need;

/// What the gunner does: lines of his layer.
typedef enum gunner_state
{
    WANDERS,
    FLEES,
    ATTACKS,
    FETCHES,
    GUNNER_STATES
} gunner_state;

/// What a zombie does: lines of its machine.
typedef enum zombie_state
{
    ROAMS,
    FOLLOWS, ///< its nose
    CHASES,
    ZOMBIE_STATES
} zombie_state;

/// What a zombie notices of the gunner: lines of its layer.
typedef enum zombie_sense
{
    SMELLS,
    SEES,
    ZOMBIE_SENSES
} zombie_sense;

typedef struct gunner
{
    wend_agent_id id;
    wend_agent self;          ///< as he stands when he decides
    float left[NEEDS];        ///< health and ammunition, 0 to 100
    wend_option wants[NEEDS]; ///< how urgent each is, and how far the nearest of it lies
    int choice;               ///< which of the two he wants, or -1
    int pickup;               ///< that he makes for, or -1
    wend_layer layer;
    int decision;       ///< a line of his layer
    wend_goal roams_to; ///< where he goes when he wanders
    int target;         ///< the zombie that he attacks, or -1
    int nearest;        ///< zombie that he sees, or -1
    int close;          ///< how many he sees close by
    bool is_aiming;     ///< he has stopped for it
    bool is_down;
    double shoots_at; ///< the next time, at the soonest
    double since;     ///< when this life began
    double down_at;
} gunner;

typedef struct zombie
{
    wend_agent_id id;
    scene_run *run;
    wend_agent self;
    wend_machine machine;
    wend_layer layer;
    float pace; ///< its own share of the usual speed
    int hits;   ///< it can still take
    bool is_up;
    double fell_at, bites_at;
} zombie;

typedef struct pickup
{
    need kind;
    int spot;
    bool is_there;
    double back_at;
} pickup;

typedef struct shot
{
    wend_vec from, to;
    double at;
    bool has_hit;
} shot;

typedef struct survivors
{
    wend_obstacles *walls;
    wend_grid *map;
    wend_random random;
    gunner gunner;
    zombie zombies[ZOMBIES];
    pickup pickups[PICKUPS];
    shot shots[SHOTS];
    int shot_count;   ///< shot k stands at k % SHOTS
    double rises_at;  ///< the next zombie, at the soonest
    int kills, lives; ///< of all lives; lives that are over
    double survived;  ///< seconds of the first life, once it is over
    int taken[NEEDS]; ///< pickups, in all
    bool is_quiet;    ///< no zombie rises, and nothing comes back: to look at one choice
} survivors;

typedef struct survivors_block
{
    wend_vec low, high;
} survivors_block;

extern const survivors_block survivors_blocks[SURVIVORS_BLOCKS];
extern const wend_vec survivors_graves[SURVIVORS_GRAVES];
extern const wend_vec survivors_spots[SURVIVORS_SPOTS];
extern const wend_vec survivors_low, survivors_high; ///< of the field
extern const char *const survivors_choices[2];       ///< urgency, threshold
extern const float survivors_shot;                   ///< ammunition for one

extern const wend_layer_def gunner_layer, zombie_layer;
extern const wend_machine_def zombie_machine;

/// Called by the world, for the gunner in each update, for zombies five times a second.
void survivors_decide(const wend_agent *agent, double seconds, void *user);

/// The recipe of the gunner, and that of a zombie.
wend_recipe survivors_gunner_recipe(void);
wend_recipe survivors_zombie_recipe(void);

wend_vec survivors_place(const scene_run *run, wend_agent_id id);

void survivors_draw(const scene_run *run, const wend_draw *draw);
void survivors_legend(const scene_run *run, scene_legend *legend);
void survivors_verify(scene_run *run);

/// Puts things in order for one look at a choice: no zombies, so much of each, and one thing of each kind at a spot.
void survivors_arrange(scene_run *run, const float left[NEEDS], const int spots[NEEDS]);

#endif
