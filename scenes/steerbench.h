// SteerSuite's test cases: played and scored.                                               floor 5, on wend.h
//
//   steerbench_start   a simulation of it; steerbench_stop
//   steerbench_step    one frame
//   steerbench_score   what it was worth so far
//
// Singh, Kapadia, Faloutsos, Reinman, "SteerBench: a benchmark suite for evaluating steering behaviors", 2009. A case
// is flat: y is up, heights don't matter. Lengths are metres, times seconds. Who has obstacles about goes by a way that
// is planned on a grid, with room for the body. The command reads cases from files; the scene has a few of its own.
#ifndef WEND_STEERBENCH_H
#define WEND_STEERBENCH_H

#include "wend/wend.h"

#define STEERBENCH_MOST_AGENTS 20000

/// What is wrong, and in which line of the file; line 0: with the file as a whole.
typedef struct steerbench_error
{
    int line;
    char text[200];
} steerbench_error;

/// A rectangle of the ground; low <= high. y isn't looked at.
typedef struct steerbench_bounds
{
    wend_vec low, high;
} steerbench_bounds;

typedef enum steerbench_goal_kind
{
    STEERBENCH_SEEK, ///< done within 2.5 radii of the point
    STEERBENCH_SEEK_AGENT,
    STEERBENCH_SEEK_BOX, ///< done inside
    STEERBENCH_FLEE,     ///< from here on: done when its seconds are over
    STEERBENCH_FLEE_AGENT,
    STEERBENCH_FLOW,
    STEERBENCH_IDLE,
} steerbench_goal_kind;

typedef struct steerbench_goal
{
    steerbench_goal_kind kind;
    wend_vec point;           ///< or the direction of a flow
    bool is_random;           ///< each agent draws its own point, or the agent it seeks or flees
    steerbench_bounds bounds; ///< of seek_box
    const char *target_name;
    int source;    ///< the agents of that name, as an index into the case's sources
    float speed;   ///< top speed while it lasts
    float seconds; ///< how long it lasts, where nothing is to be reached
    float within;  ///< so near to the point it is reached; 0: 2.5 radii
    int line;
} steerbench_goal;

typedef enum steerbench_source_kind
{
    STEERBENCH_AGENT,
    STEERBENCH_REGION,  ///< count agents at random in bounds
    STEERBENCH_EMITTER, ///< an agent; when it is done the next one starts
} steerbench_source_kind;

/// Where agents come from.
typedef struct steerbench_source
{
    steerbench_source_kind kind;
    const char *name; ///< null: none
    int count;
    float radius, speed;
    wend_vec position, direction;
    bool is_random_position, is_random_direction;
    double start_seconds; ///< it comes then, or when there is room for it; 0: at the beginning. Only at a fixed place
    steerbench_bounds bounds; ///< of random positions
    int goal, goal_count;     ///< its goals, from the case's goals
    int line;
} steerbench_source;

typedef enum steerbench_obstacle_kind
{
    STEERBENCH_BOX,
    STEERBENCH_CIRCLE,
    STEERBENCH_POLYGON,
} steerbench_obstacle_kind;

typedef struct steerbench_obstacle
{
    steerbench_obstacle_kind kind;
    wend_vec centre;
    wend_vec half;       ///< of a box: half its sides, before it is turned
    float cosine, sine;  ///< of a box: a local point turns to x cos + z sin, z cos - x sin
    float radius;        ///< of a circle
    int corner, corners; ///< of a polygon: its corners, from the case's corners
    bool is_open;        ///< a polygon whose last corner isn't joined to the first
    steerbench_bounds bounds;
} steerbench_obstacle;

/// Square obstacles at random places.
typedef struct steerbench_obstacle_region
{
    int count;
    float side;
    steerbench_bounds bounds;
    int line;
} steerbench_obstacle_region;

typedef struct steerbench_case
{
    const char *name;
    steerbench_bounds bounds;
    steerbench_source *sources;
    steerbench_goal *goals;
    steerbench_obstacle *obstacles;
    steerbench_obstacle_region *regions;
    wend_vec *corners;
    int source_count, goal_count, obstacle_count, region_count, corner_count;
    void *memory; ///< where its names live
} steerbench_case;

/// How deep a circle is in an obstacle; not above 0: it isn't.
float steerbench_penetration(const steerbench_obstacle *obstacle, const wend_vec *corners, wend_vec centre,
                             float radius);

/// One agent and what it has collected.
typedef struct steerbench_body
{
    wend_agent_id id;
    int source, goal; ///< its goal as an index into the case's goals
    int goals_left;
    wend_vec start, position, velocity;
    wend_vec target; ///< of its present goal, where it has a point
    int target_body; ///< of a goal about an agent; -1: none
    float radius;
    double goal_seconds; ///< since its goal began
    float straight;      ///< the straight way from its start along the points of its goals, and from where it drew
                         ///< points to these; what it is yet to draw isn't in it
    float speed;         ///< the slowest that its goals ask for
    bool is_done;
    bool is_new; ///< it came in this frame, which doesn't count
    wend_plan_state plan; ///< WEND_PLAN_IDLE: it has a way or needs none; else why it had none, last
    int frames;
    int collisions;
    double seconds, energy, ple, distance;
} steerbench_body;

typedef struct steerbench_options
{
    uint64_t seed;
    int threads;
    double dt; ///< [> 0]
    wend_dodge_kind dodge;
    wend_allocator allocator; ///< of the world
} steerbench_options;

/// A running case.
typedef struct steerbench_sim
{
    const steerbench_case *test;
    steerbench_options options;
    wend_world *world;
    wend_obstacles *set; ///< what stands there; x and z as x and y
    wend_grid *map;      ///< for planning; null: nothing is in the way
    wend_random random;
    steerbench_body *bodies; ///< all that ever lived, in order of ids
    int count, capacity;
    bool *has_come; ///< by source: of those that come later
    int *live;      ///< those who are still there, as indices of bodies, ascending
    int live_count;
    steerbench_obstacle *obstacles;  ///< those of the case and those at random places
    int obstacle_count, large_count; ///< large ones come first
    wend_near *obstacle_index;       ///< over the centres of the others
    int *nearby;                     ///< scratch, room for all of them
    double seconds;
    double deepest;                       ///< penetration so far
    double deepest_start;                 ///< before the first frame
    uint64_t *contacts, *contacts_before; ///< pairs that touch, ascending
    int contact_count, contact_before_count, contact_capacity;
    wend_near *near_index; ///< over the live ones, as they stand
    wend_vec *places;      ///< of the live ones, the ground as x and y
} steerbench_sim;

/// Averages over agents, but collisions, which are summed, and the deepest penetration.
typedef struct steerbench_scores
{
    int agents, finished, collisions;
    double penetration_max, time, energy, ple, composite01;
    double distance, straight_time; ///< walked; of the straight way at the speed that was asked for
} steerbench_scores;

/// A simulation at its beginning; the case is borrowed. Null with the reason in `error`.
steerbench_sim *steerbench_start(const steerbench_case *test, const steerbench_options *options,
                                 steerbench_error *error);
void steerbench_stop(steerbench_sim *sim);

/// One frame. False when it failed, with the reason in `error`.
bool steerbench_step(steerbench_sim *sim, steerbench_error *error);

/// What it was worth so far. `without_last`: but for those whom an emitter sent last, if somebody sent by it is done.
/// Is nobody there, or to come? An emitter never lets it come to that.
bool steerbench_is_over(const steerbench_sim *sim);

steerbench_scores steerbench_score(const steerbench_sim *sim, bool without_last);

/// When a case should be over: 180 s, or three times the longest straight way at the speed that is asked for. Grows
/// with what is drawn on the way.
double steerbench_limit(const steerbench_sim *sim);

#endif
