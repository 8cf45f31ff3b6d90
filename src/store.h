// What a world is made of. Included by the files that look inside one.
#ifndef WEND_SRC_STORE_H
#define WEND_SRC_STORE_H

#include "cells.h"
#include "compiler.h"
#include "goals.h"
#include "jobs.h"
#include "wend/flow.h"
#include "wend/reason.h"
#include "wend/world.h"

#include <stdatomic.h>

#define SLOT_BITS   24
#define MOST_QUEUED 64
#define NO_ENTRY    (-1)
#define MOST_WALLS  16 // hits of WEND_SENSE_WALLS
#define MOST_EVENTS 8  // of one agent in one update
#define LANES_ROOM  8  // arrays that are read eight at a time have this many more

/// What thinking changes, read from one array and written into the other.
typedef struct agent_mind
{
    wend_random random;
    wend_wander_state wander;
    wend_orca_state orca;
    wend_vec kept;   // the combined wish of the last time it thought
    float wanted;    // how fast its goal wanted to go then, as a share of its top speed
    double think_at; // it thinks again when the world's time reaches this
    bool must_think; // at once: a new agent, goal, recipe or place
} agent_mind;

#define BEHIND (-2)

/// What an agent is and wants; changed only between updates, or at the end of one.
typedef struct agent_rest
{
    // What each update asks of everybody comes first.
    uint32_t group, layers, mask;
    float height; // the coordinate across a plane
    float power;  // what rivals compare
    int recipe;   // in the world's recipes
    int extra;    // in the world's extras, or -1
    int plan;     // in the world's plans, or -1: it never travelled
    int watched;  // number of its reasons, or -1
    int queue_count;
    bool has_arrived;
    bool is_settled;       // it has arrived by touching those that have: it stands still where it is
    bool goes_round;       // round those that have arrived, since it is too far out to join them
    bool is_at_pile;       // it touches one of them
    bool is_behind;        // it touches somebody who is nearer to the point that both want
    bool names_agents;     // its goal does
    bool has_time_limit;   // its goal
    bool has_asked;        // others for room, in this round of steps to get on
    bool is_endless;       // its goal neither ends nor gets anywhere: there is nothing to be told of it
    double at_anchor;      // it has stayed near that place, wishing to move for so many seconds at top speed
    double against;        // so long it has gone elsewhere than it wished, seconds at top speed
    double recovers_until; // its step ends then
    wend_recovery recovery;
    wend_vec anchor;
    wend_vec checked;   // where it was when arriving was last looked at
    wend_goal goal;     // in the world's inner axes; what most kinds look at comes first
    wend_agent_id pile; // of those that have arrived at a point: the first of them
    float pile_area;    // of that first one: the sum of the squared radii of all that want to be there; 0: not counted
    float going_round;  // so far has it gone round a pile to find a place near enough, radians
    wend_agent_id yields_to;             // of WEND_RECOVERY_YIELD: who asks
    wend_vec yields_along, yields_aside; // unit vectors: where that one goes, and where it goes itself meanwhile
    int queue_first, queue_last;
    uint64_t user;
    float decide_seconds;
    double decide_at, decided_at; // the host's mind is asked again when the world's time reaches this; was asked last
} agent_rest;

/// What only those have who follow a path, sense obstacles, choose in a context map, or have more than a point for a
/// body. Thinking reads it from one array and writes it into the other.
typedef struct agent_extra
{
    wend_path_progress progress;
    wend_car_state car;
    float spin;
    wend_side side;
    wend_vec chosen;                // the direction of its last choice in a ring
    double sense_at;                // it looks for obstacles again when the world's time reaches this
    int hit_count;                  // of its hits, which lie in an array of their own
    wend_cast casts[WEND_WHISKERS]; // to which the hits of a feeler or whiskers belong
    wend_memory memory;
} agent_extra;

typedef struct agent_motion
{
    wend_vec velocity, heading;
} agent_motion;

/// The box round bodies, and the square of the speed with which the fastest has set out.
typedef struct body_extent
{
    points_box box;
    double fastest;
} body_extent;

typedef struct kept_recipe
{
    wend_recipe recipe; // in inner axes
    uint64_t hash;
    int users;
    bool needs_neighbours; // it has rules of the flock
    bool needs_list;       // it looks at neighbours of all flocks, one by one
    bool needs_dodge_list; // its dodge looks at neighbours of all flocks
    bool needs_extra;
    bool needs_goal;    // some wish goes by the agent's own goal
    bool is_plain;      // its agents may be plain ones
    bool walks;         // outside any flock only the goal counts: its agents may be walkers, see kernel_walk.h
    bool is_goal_first; // of its wishes
    float goal_weight;
    bool is_point;        // its body is one, and looks where it goes
    bool follows_at_once; // what its dodge gives
    int hit_room;         // the most hits of its sense
    int number;           // among those that are being saved, or NO_ENTRY
} kept_recipe;

/// Agents whose whole thought is so usual that the flock's kernel does it, by their goal: see kernel_plain.h.
typedef enum plain_kind
{
    PLAIN_NOT,
    PLAIN_FREE, // no wish goes by a goal
    PLAIN_CRUISE,
    PLAIN_WANDER
} plain_kind;

/// What an update asks of everybody, side by side: see brief.h.
typedef struct agent_brief
{
    float top_speed, most, response, mass; // its body's, max_speed to mass
    float radius, sight, height;           // sight: neighbour radius
    uint32_t group, layers, mask;
    int recipe;        // negative: it doesn't look at its flock
    float goal_number; // of a plain agent: the speed of cruising, the rate of wandering
    uint8_t plain;     // a plain_kind
} agent_brief;

/// What is so of all together.
typedef struct world_together
{
    cell_radii sights; // neighbour radii of those who look at others
    cell_radii hulls;
    points_box box;      // round all of them
    float top_speed;     // of the fastest
    bool has_flock;      // somebody looks at its flock
    bool has_ends;       // somebody's goal may end
    bool has_odd_layers; // somebody is on no layer at all
    bool has_odd_masks;  // somebody doesn't notice all layers
    bool
        are_alike; // all look at one flock, notice all layers, see equally far, are equally large and of one plain_kind
} world_together;

/// What neighbours are asked for first; in the order of cells, with LANES_ROOM more of each than there are agents.
typedef struct place_hot
{
    float *vx, *vy, *vz; // velocity
    float *radius;
    uint32_t *group; // of its flock
} place_hot;

/// What an agent's neighbours make it want; in the order of cells.
typedef struct place_flock
{
    wend_flock_wishes wishes;
    bool is_crowded; // the search hit a limit
} place_flock;

/// What hulls that push one another are like, in the order of `hulls`, with LANES_ROOM more; written only where many do.
typedef struct place_hulls
{
    float *x, *y, *z; // where they are now
    float *radius, *mass;
    int capacity;
} place_hulls;

/// The context map of a watched agent: the present one and the one that is being written.
typedef struct watched_ring
{
    wend_ring ring[2];
    wend_choice_result choice[2];
    int current;
    bool has_ring, is_written; // in this update
} watched_ring;

/// What the dodge of a watched agent went by: the present one and the one that is being written.
typedef struct watched_orca
{
    wend_orca_result result[2];
    int current;
    bool has_result, is_written; // in this update
} watched_orca;

/// The way of an agent that travels. Changed only by setters and at the end of an update.
typedef struct agent_plan
{
    wend_plan_state state;
    bool is_wanted; // it waits for an answer
    bool is_short;  // the way ends before the goal
    bool is_told;   // that it waits
    bool has_event;
    wend_event_kind event; // to be told of in this update
    int64_t start, goal;   // numbers of the cells or polygons in which it and its goal were when it was planned
    uint64_t edits;        // of the map, when the way was last known to be open
    double planned_at;     // when that was answered
    double cost;
    wend_vec *points; // in inner axes, flat
    float *heights;   // beside them
    int count, capacity;
    wend_mesh_spot spot; // on a mesh: where it stands
    int group;           // of those who have the same goal, or -1
    bool is_shared;      // it goes by its group's field
    wend_vec end;        // where it ends that way
    int next_free;       // of a free entry
} agent_plan;

/// A question to the map: one of the two.
typedef struct plan_query
{
    wend_grid_query grid;
    wend_mesh_query mesh;
} plan_query;

/// Agents that go to one cell with one radius by one rule.
typedef struct plan_group
{
    wend_cell goal;
    float radius;
    wend_diagonal diagonal;
    int users, least;         // how many there are, and must be for a field
    bool has_room, has_field; // is there room at the goal? shall it have a field?
    wend_flow *flow;          // in this update; null: none
} plan_group;

/// Where everybody plans: one question at a time.
typedef struct plan_desk
{
    agent_plan *plans;
    int capacity, made, first_free;
    int users; // agents that have one
    wend_grid_search *grid;
    wend_mesh_search *mesh;
    wend_agent_id asking;   // whose search isn't finished, or nobody
    wend_agent_id served;   // who was answered last
    int begun_anew;         // how often the unfinished search has, because of edits
    int64_t expanded;       // by the search so far
    uint64_t edits;         // of the map, when it was asked
    plan_query query;       // the last question
    bool is_answered;       // and its answer is still there
    bool must_repeat;       // the search itself isn't: a world was loaded
    int64_t looks;          // along straight ways, by the agent that is being served
    wend_flow_cache *flows; // null: nobody shares
    plan_group *groups;
    int *group_table; // twice as long as there may be plans: numbers of groups from 1 on, by hash
    int group_count;
    bool is_grouped;      // nothing has changed since groups were made
    uint64_t group_edits; // of the map, then
    int points_wanted;    // a way is that long and there was no memory for it
} plan_desk;

typedef struct queued_goal
{
    wend_goal goal;
    int next; // in its queue, or in the list of free entries
} queued_goal;

typedef struct kept_path kept_path;
typedef struct flock_scratch flock_scratch;

/// Who is told of every call that changes the world; write null: nobody.
typedef struct world_record
{
    void (*write)(const void *bytes, size_t size, void *user);
    void *user;
    uint64_t sum; // of all that was written
    unsigned char *bytes;
    size_t capacity;
} world_record;

struct wend_world
{
    wend_world_def def;
    wend_allocator allocator;
    wend_error error;
    bool is_updating;
    wend_agent_id deciding; // who may be changed by its mind now, though the world is updating
    bool has_new_body;      // one that decided has changed what it is
    double seconds;
    uint64_t updates;
    uint64_t serial; // of the last agent made

    // Agents by index, in order of ids unless is_sorted. `gone` of them are removed but still in the arrays (id 0) until they are
    // compacted.
    int count, gone, capacity;
    wend_agent *body; // the frozen present, in inner axes
    agent_rest *rest;
    agent_mind *mind, *next_mind;
    agent_motion *published[2]; // the current one and the one being written
    atomic_int current;         // which
    wend_vec *before;           // positions before the last step
    wend_vec *wish;             // the combined wish of this update
    wend_vec *push;             // scratch of pushing apart
    int *resting; // twice the number (from 1) of one that it touches and that has arrived at the same point, and 1 if
                  // those leave it no way on; BEHIND: it touches one who is nearer to that point; 0: none
    uint8_t *awake, *stirred; // by place of hulls: to be looked at in this round; pushed in the last one
    uint8_t *crowded;         // did this agent's search hit the crowd limit?
    int *seen;                // neighbours it saw
    uint8_t *is_done;         // has the flock's kernel thought for it already in this update?
    uint8_t *is_close;        // may it touch somebody at the end of this update? If has_close
    bool has_close;
    double *goal_seconds; // spent on its goal
    agent_brief *briefs;
    world_together together;
    bool is_brief_known; // the last two are right
    uint8_t *news;       // is there something to be told of it, and what? See progress.c

    // Where agents lie in the order of cells: see storage.h.
    bool is_sorted;
    int *by_age;      // their indices in order of ids
    int least_sorted; // from so many agents on
    uint64_t sort_at; // when updates are so many

    // Slots: the lower bits of an id lead to the index.
    int *slot_index; // of a free slot: the next free one
    int slot_count, free_slot;

    agent_extra *extras, *next_extras;
    wend_hit *extra_hits, *next_extra_hits; // hit_stride for each
    int *extra_free;                        // of a free entry: the next free one
    int extra_count, extra_capacity, first_free_extra, hit_stride;
    wend_ring *layouts[WEND_RING_MOST + 1]; // by the number of slots: an empty ring, null until somebody needs it
    wend_ring *rings;                       // scratch, one for each thread; null until somebody needs it
    kept_path **paths;                      // chains, by hash
    int path_chains, path_count;

    wend_path *loaded_paths; // of a block that is being loaded, by number
    wend_vec *loaded_points;
    int loaded_capacity, loaded_point_capacity;

    world_record record;
    plan_desk desk;
    bool has_fields; // some goal has followed a field of the host's
    kept_recipe *recipes;
    int recipe_count, recipe_capacity;
    queued_goal *queue;
    int queue_capacity, queue_free;
    wend_event *events;                  // room for all that can happen to an agent
    int event_count, event_capacity;     // capacity in agents
    wend_reason *reasons, *next_reasons; // of the watched, null until somebody is
    watched_ring *watched_rings[WEND_MAX_WATCHED];
    watched_orca *watched_orcas[WEND_MAX_WATCHED];
    bool reason_used[WEND_MAX_WATCHED];
    wend_world_stats stats;

    // Neighbours, by place in `cells`.
    wend_near *cells;
    bool is_fresh; // cells are those of the present positions
    wend_near *hulls;
    place_hulls crowd; // of hulls
    place_hot hot;
    place_flock *flock; // what the flock's rules want
    int place_capacity;
    int *source_mark; // of WEND_SEARCH_HOST: by place, the place of the last agent that was told of it
    wend_agent_id *source_ids;
    int *hits; // scratch, hit_capacity for each thread
    int hit_capacity;
    float *shares;                  // of neighbours, as many for each thread
    flock_scratch *tiles;           // one for each thread
    wend_neighbour *far_neighbours; // scratch for sums that are done again in double, as many for each thread
    jobs *pool;
};

/// Status and text of a failed call, kept in the world and told to its log.
wend_status world_fail(wend_world *world, wend_status status, const char *format, ...) PRINTF_LIKE(3, 4);

/// The same with what a check wrote, or about an id that isn't known.
wend_status world_fail_with(wend_world *world, const wend_error *error);
wend_status world_fail_id(wend_world *world, const char *what, wend_agent_id id);

/// WEND_OK if no update is going on.
wend_status world_check_still(wend_world *world, const char *what);

/// WEND_OK if the world may be changed now. Every function that changes one begins with this.
wend_status world_check_idle(wend_world *world, const char *what);

/// The same, and the index of an agent.
wend_status world_check_agent(wend_world *world, const char *what, wend_agent_id id, int *index);

/// The same for what an agent's own mind may do.
wend_status world_check_own(wend_world *world, const char *what, wend_agent_id id, int *index);

/// The index of a living agent, or -1.
int world_index(const wend_world *world, wend_agent_id id);

/// Room for so many agents in all. False: no memory.
bool world_reserve_agents(wend_world *world, int wanted);

/// Takes removed agents out of the arrays.
void world_compact(wend_world *world);

/// Makes the cells those of the present positions.
wend_status world_freshen(wend_world *world);

/// A position, brought inside where the world wraps: at both edges it stays.
wend_vec world_wrap(const wend_world *world, wend_vec position);

/// The position of a point as seen from another: the nearest image where the world wraps.
wend_vec world_image_round(const wend_world *world, wend_vec from, wend_vec point);

static inline wend_vec world_image(const wend_world *world, wend_vec from, wend_vec point)
{
    return world->def.edge == WEND_EDGE_WRAP ? world_image_round(world, from, point) : point;
}

/// Makes room for the events of all agents, and for so many at least. False if there is none.
bool world_reserve_events(wend_world *world, int least);

/// An update that failed, once more: callbacks are called as they were, but all that is left of it is what minds did.
/// WEND_OK once they have.
wend_status world_fail_again(wend_world *world, double seconds, bool does_move);

/// Which of the two published arrays is the current one, for readers in other threads.
void world_set_current(wend_world *world, int current);
int world_current(const wend_world *world);

/// When an agent that does something every `period` seconds [> 0] does it next: on a lattice of times whose phase
/// comes from its id.
double world_next_time(const wend_world *world, const wend_agent *self, double period);

/// Starts the next queued goal of an agent, or none. True if there was one.
bool world_next_goal(wend_world *world, int index);

/// An agent is about to be removed: forgets its goal and those that wait.
void world_drop_goals(wend_world *world, int index);

/// An agent's goal, as its own.
void world_keep_goal(wend_world *world, int index, const wend_goal *inner);

/// What follows from it.
static inline void world_note_goal(agent_rest *rest)
{
    wend_goal_kind kind = rest->goal.kind;
    bool has_end = goal_can_arrive(kind) || kind == WEND_GOAL_NONE || goal_has_way(kind);
    rest->names_agents = rest->goal.target.value != 0 || rest->goal.other.value != 0;
    rest->has_time_limit = rest->goal.seconds > 0.0f;
    rest->is_endless = !has_end && !rest->names_agents && !rest->has_time_limit;
}

/// Forgets all queued goals of an agent.
void world_drop_queue(wend_world *world, agent_rest *rest);

/// Room for so many recipes, or queued goals, in all; for the rings of a recipe. False: no memory.
bool world_reserve_recipes(wend_world *world, int count);
bool world_reserve_queue(wend_world *world, int count);
bool world_reserve_ring(wend_world *world, const wend_recipe *recipe);

/// Writes what agents with this recipe need.
void world_note_needs(kept_recipe *kept);

/// A recipe with its points in other axes. Everything is copied field by field into zeroed memory, so that equal
/// recipes are equal byte for byte.
void world_recipe_with(const wend_world *world, const wend_recipe *from, bool is_inward, wend_recipe *to);

// Between the world's own axes (outer) and x, y, 0 (inner).

static inline wend_vec to_inner(const wend_world *world, wend_vec v)
{
    switch (world->def.plane)
    {
    case WEND_XY: return wend_xyz(v.x, v.y, 0.0f);
    case WEND_XZ: return wend_xyz(v.x, v.z, 0.0f);
    default: return v;
    }
}

static inline wend_vec to_outer(const wend_world *world, wend_vec v, float height)
{
    switch (world->def.plane)
    {
    case WEND_XY: return wend_xyz(v.x, v.y, height);
    case WEND_XZ: return wend_xyz(v.x, height, v.y);
    default: return v;
    }
}

static inline float height_of(const wend_world *world, wend_vec outer)
{
    return world->def.plane == WEND_XY ? outer.z : world->def.plane == WEND_XZ ? outer.y : 0.0f;
}

static inline bool is_spatial(const wend_world *world)
{
    return world->def.plane == WEND_XYZ;
}

#endif
