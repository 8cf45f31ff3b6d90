// What an agent is after: a tagged plain struct.                                floor 3, includes steer.h, path.h
//
// A goal names a behaviour of steer.h and what it needs. Make one with a function below, change the rest, and hand it
// to wend_world_set_goal, or put it into a recipe as a further wish. Goals are copied. All lengths and points are those
// of the world that takes it.
#ifndef WEND_GOAL_H
#define WEND_GOAL_H

#include "wend/path.h"
#include "wend/steer.h"

/// The behaviour. Fields not named after a kind are not looked at.
typedef enum wend_goal_kind
{
    WEND_GOAL_NONE,           ///< nothing: come to rest
    WEND_GOAL_SEEK,           ///< point or target
    WEND_GOAL_ARRIVE,         ///< point or target; radius > 0: arrive_linear with that radius. Where hulls
                              ///< are pushed apart, of two that want one point the nearer stays, and one whom those
                              ///< that have arrived there leave no way on has arrived too, and stands still where it
                              ///< is; in a plane those that would rest too far out go round the others: so a group
                              ///< sent to one point settles in a round pile
    WEND_GOAL_FLEE,           ///< point or target; radius (0: everywhere), fade
    WEND_GOAL_PURSUE,         ///< target; prediction
    WEND_GOAL_EVADE,          ///< target; radius (0: everywhere), prediction
    WEND_GOAL_MATCH,          ///< target's velocity; or point as a velocity
    WEND_GOAL_CRUISE,         ///< speed (0: top speed)
    WEND_GOAL_WANDER,         ///< rate
    WEND_GOAL_INTERPOSE,      ///< target and other; share
    WEND_GOAL_OFFSET_PURSUE,  ///< target; point as the offset in its frame
    WEND_GOAL_KEEP_RANGE,     ///< point or target; radius (nearest), outer (farthest)
    WEND_GOAL_ORBIT,          ///< point or target; radius, is_clockwise
    WEND_GOAL_KEEP_IN_CIRCLE, ///< point or target; radius
    WEND_GOAL_KEEP_IN_BOX,    ///< point (low), high
    WEND_GOAL_FOLLOW_FIELD,   ///< field, field_user
    WEND_GOAL_HOLD,           ///< point; radius as slack
    WEND_GOAL_FOLLOW_PATH,    ///< path, by the recipe's follower; tolerance 0: the follower's
    WEND_GOAL_FOLLOW_WALL,    ///< the nearest hit of the recipe's sense; radius as the distance from hull to wall,
                              ///< is_clockwise: the wall is on the left. Nothing sensed: no change
    WEND_GOAL_HIDE,          ///< from target or point, behind what the world's caster knows (the layers of the recipe's
                             ///< sense): arrive at wend_find_cover's place, half a radius off the cover; radius: how
                             ///< far away that may be, 0: 10. Where there is no place, or the world has no caster: flee
    WEND_GOAL_KEEP_PLACE,    ///< point, which moves with the velocity `high`: a place in a formation. Tell it anew
                             ///< in each step
    WEND_GOAL_FOLLOW_LEADER, ///< target; radius as the gap between hulls
    WEND_GOAL_TRAVEL, ///< point or target, however far and round whatever walls: the world plans a way on its map, and
                      ///< the recipe's follower walks it, see plan.h. radius > 0: anywhere within that distance will
                      ///< do, even if the point itself is in a wall (a chest, say). A group settles as with ARRIVE
    WEND_GOAL_KIND_COUNT
} wend_goal_kind;

/// A goal. Start from one of the functions below.
typedef struct wend_goal
{
    wend_goal_kind kind;
    float radius;         ///< [>= 0]
    wend_agent_id target; ///< an agent of the same world, not oneself; zero: use the point
    wend_agent_id other;  ///< the second agent of interpose
    wend_vec point;       ///< finite
    wend_vec high;        ///< finite; high corner of a box; of keep_place the place's velocity
    float outer;          ///< [>= radius]; farthest of keep_range
    float fade;           ///< [0, 1] of flee; default 0
    float share;          ///< [0, 1] of interpose; default 0.5
    float speed;          ///< [>= 0] of cruise
    float rate;           ///< [>= 0] of wander; default WEND_WANDER_RATE
    float tolerance;      ///< [>= 0]; it has arrived within this distance of the point; default 0: a hundredth of the
                          ///< arrival radius
    float seconds;        ///< [>= 0]; given up for the next in the queue after so long; default 0: never
    bool is_clockwise;    ///< of orbit and follow_wall
    wend_prediction prediction; ///< of pursue and evade
    wend_field_fn *field;       ///< of follow_field; called during the update, maybe from several threads
    void *field_user;
    wend_path
        path; ///< of follow_path: finite points. The world keeps a copy, which is what is read back, for as long as
              ///< the goal is there; equal paths are kept once. In a plane heights only count where the follower's
              ///< height is above 0
    bool begins_nearest; ///< of follow_path: at the place of the path nearest to the agent, not at its first point
} wend_goal;

/// A goal of that kind with all other fields at their defaults.
WEND_API wend_goal wend_goal_of(wend_goal_kind kind);

/// Shorthands for the most usual ones.
WEND_API wend_goal wend_goal_seek(wend_vec point);
WEND_API wend_goal wend_goal_arrive(wend_vec point);
WEND_API wend_goal wend_goal_flee(wend_vec point, float panic_radius);
WEND_API wend_goal wend_goal_pursue(wend_agent_id target);
WEND_API wend_goal wend_goal_evade(wend_agent_id target, float panic_radius);
WEND_API wend_goal wend_goal_hide(wend_agent_id threat); ///< of the zero id: from `point`, which is 0 until it is set
WEND_API wend_goal wend_goal_wander(void);
WEND_API wend_goal wend_goal_cruise(float speed);
WEND_API wend_goal wend_goal_keep_place(wend_vec point, wend_vec velocity);
WEND_API wend_goal wend_goal_follow_leader(wend_agent_id leader, float gap);
WEND_API wend_goal wend_goal_travel(wend_vec point);
WEND_API wend_goal wend_goal_follow(const wend_vec *points, int count, bool is_loop);

/// The name of a kind, "pursue"; of anything else "unknown".
WEND_API const char *wend_goal_name(wend_goal_kind kind);

/// Is every field that the kind looks at within its interval? Ids are looked up by the world. Else WEND_ERROR_VALUE or
/// WEND_ERROR_NULL, with the reason in `error` (which may be null).
WEND_API wend_status wend_goal_check(const wend_goal *goal, wend_error *error);

#endif
