// How an agent makes up its mind: a copied plain struct.                      floor 3, includes goal.h, the families
//
// A recipe is an ordered list of wishes, most important first, and how they become one; what the agent senses, how it
// keeps clear in the last moment, how its body moves. Start from wend_default_recipe(): separation, the goal,
// alignment, cohesion, combined as a flock does, on a point mass. Outside any flock (group 0) that is just the goal.
// Each part is chosen by itself: any body with any follower, sense and combiner. Equal recipes are kept once in a
// world, however many agents use them. Senses and dodges need a caster in the world's definition; without one nothing
// is in the way.
#ifndef WEND_RECIPE_H
#define WEND_RECIPE_H

#include "wend/avoid.h"
#include "wend/combine.h"
#include "wend/context.h"
#include "wend/dodge.h"
#include "wend/flock.h"
#include "wend/goal.h"
#include "wend/group.h"
#include "wend/motion.h"
#include "wend/orca.h"
#include "wend/plan.h"
#include "wend/sense.h"
#include "wend/social.h"

#define WEND_RECIPE_WISHES 8
#define WEND_CLASSES       4

/// Where a wish comes from.
typedef enum wend_wish_kind
{
    WEND_WISH_GOAL,     ///< the agent's own goal
    WEND_WISH_SEPARATE, ///< rules of the flock; no change outside any flock
    WEND_WISH_ALIGN,
    WEND_WISH_COHERE,
    WEND_WISH_ALSO,  ///< a goal that stands in the recipe; its target may be nobody any more: no change then
    WEND_WISH_AVOID, ///< what wend_avoid_feelers or wend_avoid_walls change about the goal's wish, by what the sense
                     ///< met (with a ring of rays the nearest); with WEND_COMBINE_PRIORITY the goal's wish, kept
                     ///< clear; out of what it is in. The context combiner leaves it out: hits are danger there
    WEND_WISH_AVOID_MOVERS, ///< the same by wend_avoid_movers, for neighbours of all groups within the neighbour
                            ///< radius
    WEND_WISH_QUEUE,        ///< the same by wend_queue, for neighbours of all groups
    WEND_WISH_GIVE_WAY,     ///< the same by wend_give_way; with WEND_GOAL_HOLD it comes back. For those whose goal is
                            ///< to hold or none nobody steps aside: else a crowd never settles
    WEND_WISH_KIND_COUNT
} wend_wish_kind;

/// How several wishes become one, see combine.h and context.h.
typedef enum wend_combiner
{
    WEND_COMBINE_FLOCK,    ///< default; the first takes its share first
    WEND_COMBINE_SUM,      ///< limit: the recipe's
    WEND_COMBINE_PRIORITY, ///< limit: the recipe's; least: a thousandth of the top speed
    WEND_COMBINE_BUDGET,   ///< limit: the recipe's, 0 means the top speed
    WEND_COMBINE_CONTEXT,  ///< a ring, see wend_context_def. The speed is that of the fastest wish that was aimed at,
                           ///< or the top speed where somebody of a class was marked, or the host writes; limit isn't
                           ///< looked at
    WEND_COMBINER_COUNT
} wend_combiner;

/// Where an agent looks, if its body doesn't decide that.
typedef enum wend_facing
{
    WEND_FACE_VELOCITY, ///< where it goes, while it is faster than 0.5 % of its top speed; default
    WEND_FACE_POINT,    ///< at face_point
    WEND_FACE_TARGET,   ///< at the target of its goal, else where it goes
    WEND_FACE_AIM,      ///< ahead of the target of its goal, for shots at aim_speed; else where it goes
    WEND_FACING_COUNT
} wend_facing;

/// One wish in a recipe.
typedef struct wend_recipe_wish
{
    wend_wish_kind kind;
    float weight;   ///< [>= 0], default 1
    wend_goal goal; ///< only of WEND_WISH_ALSO; not one that follows a path or travels
} wend_recipe_wish;

/// How obstacles are noticed.
typedef enum wend_sense_kind
{
    WEND_SENSE_NOTHING,  ///< default
    WEND_SENSE_FEELER,   ///< one ray ahead: along the velocity, or the heading of a body that moves only along that
    WEND_SENSE_WHISKERS, ///< three
    WEND_SENSE_WALLS,    ///< the nearest points of what is within `radius`, sixteen at most
    WEND_SENSE_RING,     ///< a ray for each slot of the context map
    WEND_SENSE_KIND_COUNT
} wend_sense_kind;

/// What an agent senses.
typedef struct wend_sense_def
{
    wend_sense_kind kind;
    float seconds; ///< obstacles are looked for this often, [>= 0], default 0: whenever it thinks. In between it goes
                   ///< by what it remembers
    wend_feel_def feel;   ///< of feeler and whiskers; its mask and ignored body hold for every kind
    wend_avoid_def avoid; ///< how a feeler and whiskers push
    float radius;         ///< of walls, from the centre, [>= 0], default 0: 3.5 times its own
    float push;           ///< off walls, [>= 0], default 1.6

    bool needs_sight;  ///< default false. True: its goal and those of WEND_WISH_ALSO, and facing, go by what it has
                       ///< seen of others itself: where they are while it sees them, later where they would be had
                       ///< they gone on. Of whom nothing is known (any more) a goal makes it stand; a further one
                       ///< changes nothing, so chasing first and a patrol as the goal is a guard. See
                       ///< wend_world_recall
    float sight_range; ///< [>= 0], default 0: the neighbour radius
    float sight_cos;   ///< cosine of half the field of view [-1, 1], default -1: sees all round
    float half_life;   ///< seconds in which it becomes half as sure of where somebody is, [> 0], default 2
    float oldest;      ///< seconds after which it has forgotten whom it saw, [>= 0], default 10
} wend_sense_def;

/// What somebody of a class is written as in a context map.
typedef enum wend_mark_as
{
    WEND_MARK_TARGET, ///< interest toward it
    WEND_MARK_ENEMY,  ///< soft danger toward it
    WEND_MARK_RIVAL,  ///< interest if its power is less than one's own, else soft danger
    WEND_MARK_MOVER,  ///< a velocity obstacle: wend_ring_movers
    WEND_MARK_AS_COUNT
} wend_mark_as;

/// Which neighbours are written, and how.
typedef struct wend_class
{
    uint32_t layers; ///< a neighbour on one of these is of this class; a neighbour is of the first class that fits
    wend_mark_as as;
    float strength; ///< [>= 0]
    wend_fade fade;
    float scale;  ///< of the fading, [> 0]
    float radius; ///< of detection, [>= 0]; 0: the neighbour radius
} wend_class;

/// The host's own writer: called when all else is written, maybe from several threads. The agent is in the world's
/// own axes, the ring's directions are those of the plane in x and y.
typedef void wend_write_ring_fn(const wend_agent *agent, wend_ring *ring, void *user);

/// The context map of WEND_COMBINE_CONTEXT. The wishes' directions are written as interest, with their weights as
/// strength; what the sense met as hard danger, swept by the body; neighbours by their classes.
typedef struct wend_context_def
{
    int slots; ///< [4, 64], default 16
    int rays;  ///< of WEND_SENSE_RING in a plane, [0, 64], default 0: one a slot. wend_rays_needed says how many leave
               ///< no gap
    float margin; ///< kept between hull and obstacles, [>= 0], default 0.05
    float range;  ///< free travel at which the danger of an obstacle ends, [> 0], default 1.5; so far reach the rays.
        ///< What lies beyond the place that its goal makes for is no danger; a car looks as far as a quarter of
        ///< its circle at least, and sees the arcs on which it turns
    wend_choice
        choice; ///< as wend_default_choice(), but what keeps it going: an interest tolerance of 0 (the bonus alone
                ///< keeps it from wavering), a masked_bonus of 0.75, and never blocked (1)
    wend_movers movers; ///< of WEND_MARK_MOVER
    int class_count;    ///< [0, WEND_CLASSES], default 0
    wend_class classes[WEND_CLASSES];
    wend_write_ring_fn *write; ///< null (default): nothing more is written
    void *write_user;
} wend_context_def;

/// How an agent keeps clear in the last moment, when all wishes have become one.
typedef enum wend_dodge_kind
{
    WEND_DODGE_NONE,    ///< default
    WEND_DODGE_FAN,     ///< wend_avoid_fan
    WEND_DODGE_CONTAIN, ///< wend_contain, for fan.seconds, by the fan's mask and ignored body
    WEND_DODGE_SAMPLED, ///< wend_dodge_sampled, for neighbours of all groups within the neighbour radius, by the ways
                        ///< that the recipe's body can go
    WEND_DODGE_SOCIAL,  ///< wend_social_force, for the same neighbours and for what is within the neighbour radius
    WEND_DODGE_ORCA,    ///< wend_orca, among neighbours of all groups within the neighbour radius, and what the caster
                        ///< knows. A point gets what comes out, its response time being part of it; other bodies
                        ///< follow it as they can
    WEND_DODGE_KIND_COUNT
} wend_dodge_kind;

/// What somebody does who is stuck (see WEND_EVENT_STUCK): one after another, each when it is stuck still, or again in
/// the same place, half of WEND_STUCK_SECONDS after the last; then from the first one on.
typedef enum wend_recovery_step
{
    WEND_RECOVERY_NONE,
    WEND_RECOVERY_WAIT,     ///< stands, so that others can pass: by its id one or two times `seconds`
    WEND_RECOVERY_SIDESTEP, ///< across its wish at half its top speed, in turns to the right and to the left
    WEND_RECOVERY_BACK_OFF, ///< back, at half its top speed: by its id one or two times `seconds`
    WEND_RECOVERY_PLAN,     ///< plans anew, if its goal travels
    WEND_RECOVERY_ASK,      ///< before all others, between walls less than five of its radii apart, where agents are in
                            ///< the way that don't go its way: it goes on, and those in its way who know how to get
                            ///< on as well give way, and those in theirs. Of two who ask the older one goes first
    WEND_RECOVERY_YIELD,    ///< gives way to one who asks: goes before it, aside as soon as there is room, and stands
                            ///< there until those behind have passed too
    WEND_RECOVERY_GAVE_UP,  ///< its goal is over: it stands, unless another goal waits in its queue
    WEND_RECOVERY_STEP_COUNT
} wend_recovery_step;

/// How to get on when stuck. Who knows how to also queues: with WEND_DODGE_ORCA it doesn't turn aside for being held up by
/// others that want the same way, or to the same place.
typedef struct wend_recovery_def
{
    int rounds;    ///< of all steps before it gives up, [0, 10000], default 0: it only tells that it is stuck
    float seconds; ///< a step takes so long, [> 0], default 1
} wend_recovery_def;

/// How a body moves, see motion.h.
typedef enum wend_body_kind
{
    WEND_BODY_POINT, ///< default
    WEND_BODY_TURNS, ///< on the spot
    WEND_BODY_CAR,
    WEND_BODY_FLIES,
    WEND_BODY_KIND_COUNT
} wend_body_kind;

/// A recipe. Start from wend_default_recipe().
typedef struct wend_recipe
{
    uint32_t cookie; ///< set by wend_default_recipe
    int wish_count;  ///< [0, WEND_RECIPE_WISHES]; 0: no change, ever
    wend_recipe_wish wishes[WEND_RECIPE_WISHES];
    wend_combiner combiner;
    float limit;          ///< of the combined change, units a second, [>= 0], default 0: see wend_combiner
    wend_flock_def flock; ///< the rules of the flock
    float movers_seconds; ///< how far WEND_WISH_AVOID_MOVERS and WEND_WISH_GIVE_WAY look ahead, [> 0], default 2
    float gap;            ///< between hulls, of WEND_WISH_QUEUE and WEND_WISH_GIVE_WAY, [>= 0], default 0.2
    wend_sense_def sense;
    wend_context_def context;
    wend_follow
        follow; ///< how a goal follows its path or its planned way; `sees` is the world's own: its caster, where
                ///< something is sensed, and of planned ways the map
    wend_plan_def plan;    ///< of a goal that travels
    wend_dodge_kind dodge; ///< the host's own, in the world's definition, comes after it
    wend_fan_def fan;
    wend_sampled sampled; ///< of WEND_DODGE_SAMPLED
    wend_social social;   ///< of WEND_DODGE_SOCIAL
    wend_recovery_def recovery;
    float separation; ///< weight of keeping room to the neighbours of those two: wend_separate with the flock's
                      ///< radius, before they dodge, [>= 0], default 0
    wend_orca_def
        orca; ///< of WEND_DODGE_ORCA. Those with another dodge, or whose mask leaves the agent out, do none of
              ///< the work: it yields alone
    wend_body_kind body;
    wend_turner turner; ///< of WEND_BODY_TURNS
    wend_car car;       ///< of WEND_BODY_CAR
    wend_flyer flyer;   ///< of WEND_BODY_FLIES
    wend_facing facing; ///< of WEND_BODY_POINT, as the three below
    wend_vec face_point;
    float aim_speed;     ///< [>= 0], default 0
    float turn_rate;     ///< of the heading, radians a second, [>= 0], default 0: at once
    float think_seconds; ///< goal and wishes are evaluated this often, [>= 0], default 0: at every update. In between
                         ///< the last combined wish is kept; a new goal, recipe or place evaluates at once
} wend_recipe;

WEND_API wend_recipe wend_default_recipe(void);

/// A class with strength 1, that fades by 1 / (1 + distance), out to the neighbour radius.
WEND_API wend_class wend_class_of(uint32_t layers, wend_mark_as as);

/// Appends a wish to a recipe's list. WEND_ERROR_FULL when there are WEND_RECIPE_WISHES already.
WEND_API wend_status wend_recipe_add(wend_recipe *recipe, wend_wish_kind kind, float weight);

/// Appends a goal as a further wish. WEND_ERROR_FULL when there are WEND_RECIPE_WISHES already.
WEND_API wend_status wend_recipe_also(wend_recipe *recipe, const wend_goal *goal, float weight);

/// The name of a kind of wish, "separate"; of anything else "unknown".
WEND_API const char *wend_wish_name(wend_wish_kind kind);

/// Is every field within its interval? Else WEND_ERROR_COOKIE, WEND_ERROR_VALUE or WEND_ERROR_NULL, with the reason in
/// `error` (which may be null).
WEND_API wend_status wend_recipe_check(const wend_recipe *recipe, wend_error *error);

#endif
