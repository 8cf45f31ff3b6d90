// A world of agents: the batch loop around the plain functions.                           floor 3, includes recipe.h
//
//   a life        wend_world_create  _destroy  _error  _set_search  _set_plan_budget
//   agents        wend_world_spawn  _spawn_many  _remove  _remove_many  _has  _count  _list
//   one agent     wend_world_get  _set  _set_goal  _queue_goal  _get_goal  _progress  _plan  _way  _recovery
//                 _recall  _set_recipe
//   motion        wend_world_report  _report_many  _teleport
//   time          wend_world_think: what would everyone like to do?   wend_world_step: the same, and do it
//   results       wend_world_position  _velocity  _heading  _between  _read  _events  _stats  wend_event_name
//   who is there  wend_world_within  _nearest  _ray
//
// Tell a world where everyone is and what each one wants; it answers how fast, and which way, each would like to move.
// wend_world_think is for a host that moves its characters with its own physics: report where everyone is, think, read
// the velocities. wend_world_step also moves them.
//
// All agents look at one frozen snapshot and all results come out together, so the order of reports doesn't matter, and
// any number of threads gives the same bits. A call that fails changes nothing and returns a status (or null, or the
// zero id); one that would have changed something also leaves its text in wend_world_error. After warm-up an update
// allocates nothing. During an update, from a callback, queries see the state before it and changes are refused with
// WEND_ERROR_BUSY (but for what wend_decide_fn may do); with more threads than one no text is left of that. Calls for
// one world must not run at the same time in two threads, but for this: while a think runs, others may read positions,
// velocities and headings, one by one or with wend_world_read, unless agents have been removed since the update before.
// Such a reading must be over before the think after that begins.
#ifndef WEND_WORLD_H
#define WEND_WORLD_H

#include "wend/motion.h"
#include "wend/near.h"
#include "wend/recipe.h"

#define WEND_MAX_AGENTS    16777216
#define WEND_STUCK_SECONDS 4.0

/// Where agents live. Inside the world a plane is always x and y.
typedef enum wend_plane
{
    WEND_XY,  ///< flat; default. z is a height, kept beside
    WEND_XZ,  ///< flat ground in a 3D game. y is a height, kept beside. Counter-clockwise, and left, is from +x toward
              ///< +z: seen from above in a right-handed game with y up that is clockwise, and right. Obstacles of a
              ///< planar set stand at (x, z)
    WEND_XYZ, ///< space
    WEND_PLANE_COUNT
} wend_plane;

/// What happens at the edge of the world, when wend_world_step moves somebody there.
typedef enum wend_edge
{
    WEND_EDGE_NONE,   ///< there is none; default
    WEND_EDGE_STOP,   ///< the hull stays inside, speed into the edge is lost
    WEND_EDGE_BOUNCE, ///< the hull stays inside, speed into the edge is turned round
    WEND_EDGE_WRAP,   ///< opposite edges are one: everybody sees, seeks and flees across them
    WEND_EDGE_COUNT
} wend_edge;

/// How neighbours are searched. The results are the same, bit for bit.
typedef enum wend_search
{
    WEND_SEARCH_CELLS,  ///< default
    WEND_SEARCH_DIRECT, ///< everybody looks at everybody
    WEND_SEARCH_HOST,   ///< the host's own source
    WEND_SEARCH_COUNT
} wend_search;

/// The host's own index of neighbours. In each update that needs neighbours, where time passes: begin, add for every
/// agent in order of ids, end, then a query for each agent that looks for neighbours, or two if it looks for its
/// flock and for others. A query writes the ids of at least everybody within the radius, ascending, each once; more
/// are fine (they are filtered), fewer are the host's own fault. It returns how many it wrote, at most `capacity`,
/// which is the number of agents. What is not in order, unknown or twice fails the update with WEND_ERROR_CALLBACK,
/// and nothing changes. It may be shared by worlds that take turns. Never called from two threads.
typedef struct wend_neighbour_source
{
    void (*begin)(int count, void *user);                         ///< may be null
    void (*add)(wend_agent_id id, wend_vec position, void *user); ///< may be null
    void (*end)(void *user);                                      ///< may be null
    int (*query)(wend_vec position, float radius, wend_agent_id *out, int capacity, void *user);
    void *user;
} wend_neighbour_source;

/// The host's own dodge: an agent and its wish in, a safe wish out. Called in order of ids, from one thread, only where
/// time passes. A wish that isn't finite fails the update with WEND_ERROR_CALLBACK, and nothing changes.
typedef wend_vec wend_dodge_fn(const wend_agent *agent, wend_vec wish, void *user);

/// The host's own mind, see decide.h: asked about each agent at its own rate, in order of ids, from one thread, only
/// where time passes, before anything else is thought. What the agent sees of those whom its goals are about is known
/// by then (wend_world_recall). Queries answer as between updates. The agent that is asked about may be changed with
/// wend_world_set_goal, _queue_goal, _set_recipe and _set, which holds in this same update; all else is refused with
/// WEND_ERROR_BUSY. What was decided stays so even if the update then fails. `seconds`: since it was last asked about
/// this agent, or since the agent was made.
typedef void wend_decide_fn(const wend_agent *agent, double seconds, void *user);

/// A callback that goals or recipes name, for save.h: functions can't be written down, so they are known by their place
/// in the world's list of these.
typedef struct wend_link
{
    wend_field_fn *field;      ///< of goals that follow a field, with `user` as their field_user; or null
    wend_write_ring_fn *write; ///< of recipes, with `user` as their write_user; or null
    void *user;
} wend_link;

/// How to make a world. Start from wend_default_world_def().
typedef struct wend_world_def
{
    uint32_t cookie;          ///< set by wend_default_world_def
    wend_plane plane;         ///< default WEND_XY
    uint64_t seed;            ///< of all randomness; default 1
    int threads;              ///< that work at once, with the one that calls, [1, 64], default 1
    wend_scheduler scheduler; ///< with more than one thread: the host's own. Null (default): the world starts threads -
                              ///< 1 of its own. Both functions or none. wasm and Windows have one thread without it
    bool has_serial_callbacks; ///< true: caster, fields of goals and writers of rings are never called from two threads
                               ///< at once. So are dodge, decide and source in any case. Default false
    wend_edge edge;            ///< default WEND_EDGE_NONE
    wend_vec low, high;   ///< the edges' corners, low < high in each dimension of the plane; only where there is an
                          ///< edge
    bool does_push_apart; ///< wend_world_step pushes overlapping hulls apart: the lighter one farther, and only those
                          ///< that notice the other; default true
    bool does_stop_at_hulls; ///< wend_world_step lets nobody go farther toward somebody it notices than its share of
                             ///< the gap between both hulls, by mass, nor into what the caster knows; it slides along
                             ///< that. So nobody who starts a step clear of all who notice it ends it in one of them,
                             ///< however dense the crowd: Zhou, Wang, Bandyopadhyay and Schwager, "Fast, On-line
                             ///< Collision Avoidance for Dynamic Vehicles Using Buffered Voronoi Cells", 2017. It
                             ///< may break the acceleration limit. Default false
    float height_range; ///< in a plane: who is higher or lower than this isn't a neighbour, [>= 0], default FLT_MAX
    float cell_size;    ///< [>= 0], default 0: the usual neighbour radius of those in flocks; never under half of that
    int crowd_limit;    ///< [8, 4096], default 128, see wend_world_stats
    wend_search search; ///< default WEND_SEARCH_CELLS
    wend_neighbour_source source; ///< with WEND_SEARCH_HOST: query must be given
    wend_dodge_fn *dodge;         ///< null (default): none
    void *dodge_user;
    wend_decide_fn *decide; ///< null (default): nobody decides anything during an update
    void *decide_user;
    wend_caster caster; ///< what is in the way: senses ask it, wend_world_step stops hulls at it. cast null
                        ///< (default): nothing is; else both functions must be given, and must not ask the world. It
                        ///< is asked by all of the world's threads at once, unless has_serial_callbacks, only in
                        ///< updates where time passes, and
                        ///< sees no edges that wrap. In WEND_XZ a planar caster's x and y are the world's x and z
    bool is_caster_spatial; ///< a plane asks in its own three axes, at the agent's height plus cast_height; what it
                            ///< is told is made level. Default false
    float cast_height;      ///< finite, default 0
    bool does_stop_at_obstacles; ///< default true: wend_world_step sweeps hulls along their way; they slide along
                                 ///< what they meet, lose the speed into it, and are pushed out of what has moved
                                 ///< into them
    const wend_grid *grid;       ///< the map of goals that travel, see plan.h. It stops nobody: for that, also set
        ///< caster = wend_grid_caster(grid), see grid_caster.h. Only in a plane; in WEND_XZ its y is z. It
        ///< must outlive the world, and may be edited between updates. Ways go across edges that
        ///< wrap only where the map wraps too. Null (default), without a mesh: nobody travels
    const wend_mesh *mesh; ///< or a mesh instead of a grid, whose z is the height: wend_world_step keeps those who
                           ///< travel on it, and gives them its height. Default null
    int flow_count; ///< fields that groups with one goal can share, see wend_plan_share, [0, 64], default 8: 16 bytes a
                    ///< cell each, taken when it is first used
    int plan_budget; ///< cells that all agents together may expand in one update, [1, ...], default 10000: about a
                     ///< millisecond
    const wend_link *links;   ///< only for saving: the callbacks that goals and recipes name, borrowed. Default null
    int link_count;           ///< [>= 0], default 0
    wend_allocator allocator; ///< default malloc and free
    wend_log_fn *log;         ///< told every error text; null (default): nobody
    void *log_user;
} wend_world_def;

/// How to make an agent, and what it is read back as. Start from wend_default_agent_def().
typedef struct wend_agent_def
{
    uint32_t cookie;  ///< set by wend_default_agent_def
    uint32_t group;   ///< the flock it is in; 0 (default): none. Flocks don't see one another
    uint32_t layers;  ///< what it is, as bits; default 1
    uint32_t mask;    ///< which layers it notices: as neighbours, when hulls are pushed apart, and of obstacles that
                      ///< stop it; default all
    float power;      ///< what rivals compare, finite, default 1
    wend_agent agent; ///< its body; the id is ignored. A heading of zero means along the velocity, or +x at rest
    uint64_t user;    ///< anything of the host's; default 0
    float
        decide_seconds; ///< how often the world's decide is asked about it, [>= 0], default 0: in every update. Phases
                        ///< come from the serials, so a crowd spreads itself over the updates; the first time, and
                        ///< when this changes, it is asked at once
} wend_agent_def;

/// Something that happened in the last update.
typedef enum wend_event_kind
{
    WEND_EVENT_ARRIVED,     ///< came within the tolerance of its goal's point, or passed through it; once a goal
    WEND_EVENT_TARGET_LOST, ///< the agent that its goal was about is gone; the goal is none now, or the next in the
                            ///< queue
    WEND_EVENT_NEXT_GOAL,   ///< the next goal of its queue has begun
    WEND_EVENT_WAYPOINT,    ///< passed one or more points of the path it follows
    WEND_EVENT_LAP,         ///< has done a lap of it, or turned at its end
    WEND_EVENT_OFF_PATH,    ///< is farther off it than the follower's tube
    WEND_EVENT_ON_PATH,     ///< is back
    WEND_EVENT_PLANNING, ///< its goal travels, and it waits for a way: there was no budget left for it in this update
    WEND_EVENT_MOVING,   ///< a way to its goal has been found, or a new one
    WEND_EVENT_NO_WAY,   ///< there is none; `plan` says why. Told again only when the reason is another one
    WEND_EVENT_STUCK,    ///< its goal (seek, arrive, pursue, a path) has wanted it to go as far as WEND_STUCK_SECONDS
                         ///< take at top speed, but it hasn't got away from one place by what 1.25 s take, or by twice
                         ///< its radius if the goal is about an agent; nor passed a point of its path. Again when that
                         ///< has happened elsewhere, or, where its recipe tries to get on (wend_recovery_def), with
                         ///< each step of that; then also when it is led away by others, slower
                         ///< than a quarter of what it wishes along its wish, for as long. Local
                         ///< steering can't leave every dead end: plan
    WEND_EVENT_GAVE_UP,  ///< it has tried all that its recipe allows, see wend_recovery_def; its goal is over
    WEND_EVENT_KIND_COUNT
} wend_event_kind;

/// The name of a kind, "target lost"; of anything else "unknown".
WEND_API const char *wend_event_name(wend_event_kind kind);

/// What holds somebody up who is stuck.
typedef enum wend_stuck_by
{
    WEND_STUCK_BY_NOTHING, ///< it isn't stuck; or it can't tell: its own body, or the host
    WEND_STUCK_BY_AGENTS,  ///< somebody is right ahead, nearer than half its radius from hull to hull
    WEND_STUCK_BY_QUEUE,   ///< the same, and all of them want the same way: where its recipe tries to get on, it stands
                           ///< in the queue three times as long before it does
    WEND_STUCK_BY_WALLS,   ///< an obstacle is, no farther than its radius
    WEND_STUCK_BY_NO_PATH, ///< its way ends before its goal
    WEND_STUCK_BY_COUNT
} wend_stuck_by;

/// How it gets on, see wend_recovery_def.
typedef struct wend_recovery
{
    wend_recovery_step step; ///< what it does now; WEND_RECOVERY_NONE: nothing special
    wend_stuck_by stuck_by;  ///< why it began
    int steps;               ///< taken since it last got away, or got its goal
} wend_recovery;

typedef struct wend_event
{
    wend_event_kind kind;
    wend_agent_id agent;
    wend_agent_id target;    ///< of target lost: who is gone
    wend_plan_state plan;    ///< of planning, moving and no way: what its plan is now
    wend_stuck_by stuck_by;  ///< of stuck and gave up
    wend_recovery_step step; ///< of stuck: what it does about it
} wend_event;

/// What the last update was like. The crowd limit keeps the work for a pile bounded: of each row of neighbouring cells
/// at most that many agents are looked at, those round one's own place in the own row, those in the middle of the
/// others.
typedef struct wend_world_stats
{
    double seconds;   ///< the world's own time: the sum of all updates
    uint64_t updates; ///< how many there were
    int agents;       ///< how many there are
    int neighbours;   ///< seen in all
    int crowded;      ///< agents whose search hit the crowd limit, see below
    int overlaps;     ///< pairs of hulls that were pushed apart, counted once from each side
    int planned;      ///< agents whose plan was answered
    int waiting;      ///< agents that wait for an answer, also those who keep to an old way
    int64_t expanded; ///< cells that were expanded for them
} wend_world_stats;

/// Whom a query may find. All zero: everybody.
typedef struct wend_filter
{
    uint32_t layers;                               ///< bits of which one must match; 0: any
    uint32_t group;                                ///< the flock it must be in; 0: any
    wend_agent_id ignore;                          ///< not this one
    bool (*accepts)(wend_agent_id id, void *user); ///< the last word, which changes nothing; null: yes
    void *user;
} wend_filter;

/// Where many agents ended up: arrays of the host's, read with strides.
typedef struct wend_motion_reports
{
    const wend_agent_id *ids;   ///< whom; null: all agents, in order of ids
    int count;                  ///< how many; without ids it must be wend_world_count
    const wend_vec *positions;  ///< null: as they are
    size_t position_stride;     ///< bytes from one to the next
    const wend_vec *velocities; ///< null: as they are
    size_t velocity_stride;     ///< bytes from one to the next
} wend_motion_reports;

/// What wend_world_read copies out.
typedef enum wend_field
{
    WEND_FIELD_ID,       ///< wend_agent_id
    WEND_FIELD_POSITION, ///< wend_vec, as all below but user
    WEND_FIELD_VELOCITY, ///< as published by the last update
    WEND_FIELD_HEADING,  ///< as published by the last update
    WEND_FIELD_BEFORE,   ///< the position before the last step
    WEND_FIELD_USER,     ///< uint64_t
    WEND_FIELD_COUNT
} wend_field;

typedef struct wend_world wend_world;

WEND_API wend_world_def wend_default_world_def(void);
WEND_API wend_agent_def wend_default_agent_def(void);

/// A new, empty world, or null with the reason in `error` (which may be null). The definition is copied.
WEND_API wend_world *wend_world_create(const wend_world_def *def, wend_error *error);

/// Frees the world and its agents; what it borrowed stays. Null is fine.
WEND_API void wend_world_destroy(wend_world *world);

/// The last error of this world; status WEND_OK while there was none.
WEND_API const wend_error *wend_world_error(const wend_world *world);

/// Change how neighbours are searched, at any time between updates. WEND_SEARCH_HOST needs the source in the world's
/// def.
WEND_API wend_status wend_world_set_search(wend_world *world, wend_search search);

/// Change how many cells all plans together may expand in one update [>= 1], at any time between updates; it counts
/// from the next one on, and is saved and recorded. A host that has time to spare gives more. Searches that are under way
/// go on, and find the same.
WEND_API wend_status wend_world_set_plan_budget(wend_world *world, int budget);

/// A new agent with the default recipe and no goal; the zero id if the definition is refused or there is no room.
WEND_API wend_agent_id wend_world_spawn(wend_world *world, const wend_agent_def *def);

/// Many new agents at once, all or none; `ids` may be null.
WEND_API wend_status wend_world_spawn_many(wend_world *world, const wend_agent_def *defs, int count,
                                           wend_agent_id *ids);

/// Take agents out, all or none. Goals about them are lost at the next update; until then they read as none.
WEND_API wend_status wend_world_remove(wend_world *world, wend_agent_id id);
WEND_API wend_status wend_world_remove_many(wend_world *world, const wend_agent_id *ids, int count);

WEND_API bool wend_world_has(const wend_world *world, wend_agent_id id);
WEND_API int wend_world_count(const wend_world *world);

/// The ids of all agents, ascending. Returns how many there are; at most `capacity` are written.
WEND_API int wend_world_list(const wend_world *world, wend_agent_id *out, int capacity);

/// What an agent is now: its definition with the body as it stands, position and velocity as last reported or moved.
WEND_API wend_status wend_world_get(const wend_world *world, wend_agent_id id, wend_agent_def *out);

/// Change what an agent is. Position, velocity and heading are left as they are: see report and teleport.
WEND_API wend_status wend_world_set(wend_world *world, wend_agent_id id, const wend_agent_def *def);

/// A new goal instead of the present one and all that are queued. The goal's agents must live in this world and be
/// others.
WEND_API wend_status wend_world_set_goal(wend_world *world, wend_agent_id id, const wend_goal *goal);

/// A goal that begins when those before it are done: when it has arrived, or its seconds are over. After no goal it
/// begins at the next update. At most 64 wait.
WEND_API wend_status wend_world_queue_goal(wend_world *world, wend_agent_id id, const wend_goal *goal);

/// The present goal. One about somebody who is gone reads as none.
WEND_API wend_status wend_world_get_goal(const wend_world *world, wend_agent_id id, wend_goal *out);

/// How many goals wait behind the present one; 0 for an unknown id.
WEND_API int wend_world_queued(const wend_world *world, wend_agent_id id);

/// Has the agent arrived at its present goal? False for an unknown id.
WEND_API bool wend_world_has_arrived(const wend_world *world, wend_agent_id id);

/// How far an agent is on the path that its goal follows, or on the way it has planned; points are in the world's own
/// axes. WEND_ERROR_ID if it follows none.
WEND_API wend_status wend_world_progress(const wend_world *world, wend_agent_id id, wend_path_progress *out);

/// What has become of an agent's planning, see plan.h. WEND_ERROR_ID for an unknown agent.
WEND_API wend_status wend_world_plan(const wend_world *world, wend_agent_id id, wend_plan *out);

/// How an agent gets on that was stuck. WEND_ERROR_ID for an unknown one.
WEND_API wend_status wend_world_recovery(const wend_world *world, wend_agent_id id, wend_recovery *out);

/// The way that an agent has planned and still has before it: the place of the way that is nearest to it, then each
/// point where it turns, then its end. Returns how many there are; at most `capacity` are written.
WEND_API int wend_world_way(const wend_world *world, wend_agent_id id, wend_vec *points, int capacity);

/// How sure an agent whose recipe needs sight is of where another one is, [0, 1]: nearly 1 while it sees it, fading
/// from then on; 0 if it never has or has forgotten. It looks for those whom its goals are about. `guess` (may be
/// null) gets the place.
WEND_API float wend_world_recall(const wend_world *world, wend_agent_id id, wend_agent_id other, wend_vec *guess);

/// A new recipe. It is copied; equal ones are kept once.
WEND_API wend_status wend_world_set_recipe(wend_world *world, wend_agent_id id, const wend_recipe *recipe);
WEND_API wend_status wend_world_get_recipe(const wend_world *world, wend_agent_id id, wend_recipe *out);

/// Where an agent ended up, by the host's own physics. Nothing is published by this.
WEND_API wend_status wend_world_report(wend_world *world, wend_agent_id id, wend_vec position, wend_vec velocity);

/// The same for many, all or none.
WEND_API wend_status wend_world_report_many(wend_world *world, const wend_motion_reports *reports);

/// Put an agent elsewhere: its progress (on a path as well), kept choice and published motion begin anew; its goal,
/// what it has seen and its random stream stay. The place it was before counts as the new one, so nothing is drawn in
/// between.
WEND_API wend_status wend_world_teleport(wend_world *world, wend_agent_id id, wend_vec position, wend_vec velocity,
                                         wend_vec heading);

/// Think `seconds` [>= 0] ahead: publish for everyone the velocity at the end of that time, and the heading. Zero
/// seconds: the reported motion comes back exactly (but flat in a plane), nothing is drawn at random, no callback is
/// called. WEND_ERROR_VALUE if they aren't finite, or the world's time wouldn't be any more.
WEND_API wend_status wend_world_think(wend_world *world, double seconds);

/// The same, and move everyone: position + velocity * seconds, edges, hulls pushed apart.
WEND_API wend_status wend_world_step(wend_world *world, double seconds);

/// Where an agent is; zero for an unknown id, as below.
WEND_API wend_vec wend_world_position(const wend_world *world, wend_agent_id id);

/// The velocity and heading that the last update published; before the first, those it was made with.
WEND_API wend_vec wend_world_velocity(const wend_world *world, wend_agent_id id);
WEND_API wend_vec wend_world_heading(const wend_world *world, wend_agent_id id);

/// A position between the one before the last step (share 0) and the present one (share 1), for drawing; across the
/// edge of a world that wraps it goes the short way.
WEND_API wend_vec wend_world_between(const wend_world *world, wend_agent_id id, float share);

/// Copies one field of all agents, in order of ids, `stride` bytes apart. Returns how many agents there are; at most
/// `capacity` are written.
WEND_API int wend_world_read(const wend_world *world, wend_field field, void *out, size_t stride, int capacity);

/// What happened in the last update, by id and then in order of time; borrowed until the next update: goals and
/// recipes may be set while it is read.
WEND_API const wend_event *wend_world_events(const wend_world *world, int *count);

WEND_API wend_world_stats wend_world_get_stats(const wend_world *world);

/// Who is within `radius` [>= 0] of a point (centre to centre; exactly at it counts), by (cell, id). Returns how many
/// there are; at most `capacity` are written. `filter` may be null.
WEND_API int wend_world_within(wend_world *world, wend_vec point, float radius, const wend_filter *filter,
                               wend_agent_id *out, int capacity);

/// The `k` nearest within `radius`, by (distance, id). Returns how many were written.
WEND_API int wend_world_nearest(wend_world *world, wend_vec point, float radius, const wend_filter *filter,
                                wend_agent_id *out, int k);

/// What a ray met.
typedef struct wend_ray_hit
{
    wend_agent_id agent; ///< zero: nobody
    float distance;      ///< from the ray's start to the hull; 0 if it starts inside
    wend_vec point;
} wend_ray_hit;

/// The first hull on the way from one point to another; of two at the same distance the lower id. Touching is not a
/// hit. In a world that wraps the ray goes straight on; what lies across the edge isn't met.
WEND_API wend_ray_hit wend_world_ray(wend_world *world, wend_vec from, wend_vec to, const wend_filter *filter);

#endif
