// How an agent of a world goes far: plain structs.                              floor 3, includes grid.h, mesh.h
//
//   wend_plan_def           the part of a recipe that says how
//   wend_plan               what became of it; see wend_world_plan
//   wend_plan_state_name    "unreachable"
//
// Steering is local: it never leaves a dead end. A goal that travels (wend_goal_travel) is planned on the map that the
// world's definition names; then the recipe's follower walks the way, with all senses and dodges as ever:
//
//     world_def.grid = map;                                     // before the world is created
//     world_def.caster = wend_grid_caster(map);                 // grid_caster.h: its walls stop them, too
//     wend_goal far = wend_goal_travel(wend_xyz(90, 40, 0));
//     wend_world_set_goal(world, id, &far);
//     wend_world_step(world, seconds);                          // again and again; see wend_world_events
//
// A grid alone stops nobody: ways lead round its walls, but who is pushed, cuts a corner or brakes too late walks into
// them, and senses see nothing. Only what the world's caster meets is in the way; the second line above makes it the
// same walls. (A mesh keeps travellers on it by itself.)
//
// Planning comes last in an update, on the places where everybody has got to. All agents together may expand so many
// cells as the world's plan_budget says, and each question counts for 32 at least. They are served in the order of ids,
// and the next update goes on behind the one who was served last; a search that wasn't finished goes on first. Who asks
// the same as the one before gets the same answer for nothing. So no number of orders stalls a frame. Who has no way
// yet stands; who plans anew keeps to the old way as far as it is open, until the new one is there.
//
// An agent plans anew when
//   - it gets another goal, recipe, size or place (teleport); the same goal once more changes nothing
//   - it is farther off its way than the follower's tube, or is stuck
//   - the agent that it travels to has got to another cell
//   - after an edit of the map, its way is blocked; or there was none
//
// but for new goals and places no sooner than `seconds` after the last time. Nothing else makes it ask again: who can't
// reach its goal asks once. Searches, and the check of ways after an edit, go by one rule for corners and one radius.
#ifndef WEND_PLAN_H
#define WEND_PLAN_H

#include "wend/grid.h"
#include "wend/mesh.h"

/// How a way on a grid is made straight. On a mesh it is as short as the corners let it be.
typedef enum wend_plan_pull
{
    WEND_PULL_STRAIGHT, ///< wend_path_pull: needless turns are left out (default)
    WEND_PULL_TIGHT,    ///< wend_path_tighten: and those that are left lie right beside the corners; takes longer
    WEND_PULL_NOT,      ///< as it was found: from middle to middle of the cells where it turns
} wend_plan_pull;

#define WEND_SHARE_COUNT 16 ///< so many with one goal share a field

/// Who goes by a field (flow.h) that all share who have the same goal cell, rule and radius, instead of by a way of its
/// own: only on a grid, to a point (not to an agent, nor to within a radius), and without goes_near. There are as many
/// fields as the world's flow_count; the groups whose oldest agent is the oldest get them.
typedef enum wend_plan_share
{
    WEND_SHARE_AUTO,   ///< where WEND_SHARE_COUNT or more have that goal; they keep to it while half as many have
                       ///< (default)
    WEND_SHARE_ALWAYS, ///< even alone
    WEND_SHARE_NEVER,
} wend_plan_share;

/// How to plan. Part of a recipe.
typedef struct wend_plan_def
{
    wend_grid_kind search;  ///< default WEND_GRID_AUTO, as which JUMP counts, and Theta* on a map that wraps. Not
                            ///< ANY_ANGLE, which is for points without a body
    wend_diagonal diagonal; ///< default WEND_DIAGONAL_NONE. With ONE and ALWAYS ways cut corners and are made straight
                            ///< as for a point; one that squeezes between two walls is planned anew after any edit
    wend_plan_pull pull;    ///< default WEND_PULL_STRAIGHT; only over cells that cost the same, as far as there is room
    wend_plan_share share;  ///< default WEND_SHARE_AUTO
    uint32_t mask;          ///< on a mesh: for whom polygons must be open, default WEND_MESH_ALL
    float reach;           ///< [>= 0], default 0: two cells, on a mesh four times its radius. Who stands where there is
                           ///< no room for it, or is sent there, goes from, or to, the nearest place within it
    float seconds;         ///< [>= 0], default 0.5: plans anew no sooner than that
    bool goes_near;        ///< where the goal can't be reached it goes as near as it can; default false: it stands
    bool minds_every_edit; ///< default false: after an edit it keeps a way that is still open, even if there is a
                           ///< shorter one now; true: plans anew after any edit
} wend_plan_def;

WEND_API wend_plan_def wend_default_plan_def(void);

/// What an agent's planning has come to. All behind ARRIVED are reasons why there is no way.
typedef enum wend_plan_state
{
    WEND_PLAN_IDLE,          ///< its goal doesn't travel
    WEND_PLAN_PLANNING,      ///< it has no way yet, and stands
    WEND_PLAN_MOVING,        ///< it has a way, and follows it
    WEND_PLAN_ARRIVED,       ///< it is there
    WEND_PLAN_UNREACHABLE,   ///< no way leads to the goal
    WEND_PLAN_GOAL_BLOCKED,  ///< there is no room for it at the goal, nor within reach of it
    WEND_PLAN_START_BLOCKED, ///< nor where it stands
    WEND_PLAN_GOAL_OFF_MAP,  ///< the agent that it travels to is outside the map, beyond reach
    WEND_PLAN_GOAL_UNKNOWN,  ///< or it doesn't know where that one is: see wend_sense_def.needs_sight
    WEND_PLAN_AGENT_OFF_MAP, ///< it is outside the map itself, beyond reach
    WEND_PLAN_TOO_LARGE,     ///< the map keeps no radius that is as large as its own: see wend_grid_def.radii
    WEND_PLAN_STATE_COUNT
} wend_plan_state;

/// The name of a state, "moving"; of anything else "unknown".
WEND_API const char *wend_plan_state_name(wend_plan_state state);

/// What an agent's plan is now.
typedef struct wend_plan
{
    wend_plan_state state;
    bool is_waiting; ///< for an answer: the first, or a new one while it keeps to its old way
    bool is_shared;  ///< it goes by a field that it shares, or waits for it, and has no way of its own
    bool is_short;   ///< its way ends before the goal: as near as it can get
    double cost;     ///< of its way when it was found, as wend_grid_result.cost: cells, times their costs
    float left;      ///< how far it still is along the way; 0: there is none
    int points;      ///< of what is left of the way: see wend_world_way; 0: there is none
} wend_plan;

#endif
