// Rooms of the scene `vocabulary`: one behaviour each, all in one world, side by side.
//
//   rooms_steer rooms_velocity rooms_around rooms_facing     the rooms of steer.h
//   rooms_flock rooms_avoid rooms_walls rooms_path           those of flock.h, avoid.h (two) and path.h
//   room_...                                                 what their code is written with
//   vocabulary_draw_room vocabulary_add_signs                one of them, and what its colours mean
//   vocabulary_check                                         the facts about them
//
// A room is 12 units wide and 8.4 high; x and y in its code are counted from the middle of its floor, which goes from
// (-5.8, -3.4) to (5.8, 3.4): the rest is for its name. Agent 0 is the one that it is about.
#ifndef WEND_SCENES_VOCABULARY_H
#define WEND_SCENES_VOCABULARY_H

#include "parts.h"

enum
{
    ROOM_AGENTS = 12,
    ROOM_TRAIL = 150,
    ROOM_TRAILS = 4,
    ROOM_SHAPES = 4,
    ROOM_POINTS = 12,
    ROOM_RAYS = 7
};

static const float ROOM_WIDTH = 12.0f, ROOM_HEIGHT = 8.4f, ROOM_HALF_X = 5.8f, ROOM_HALF_Y = 3.4f;
static const float ROOM_SPEED = 2.4f;
static const double ROOM_STEP = 1.0 / 60.0;

typedef struct room room;

/// What a room shows. What isn't given isn't there.
typedef struct room_kind
{
    const char *label;                             ///< its name in the gallery: the function's without `wend_`
    const char *call;                              ///< as the library calls it
    const char *about;                             ///< what it does, in a line
    const char *measured;                          ///< what `measure` gives, in words
    wend_goal_kind goal;                           ///< of agent 0, where rooms share their code
    float radius;                                  ///< that it is about: of arrival, of panic, of an orbit
    int bodies;                                    ///< how many agents
    int trails;                                    ///< how many of them leave a trail
    double period;                                 ///< it begins anew after so many seconds; 0: it goes on
    bool wraps;                                    ///< who leaves the floor comes in on the other side
    bool is_facing;                                ///< it is about a direction to look into, a green arrow
    bool is_flock;                                 ///< they are in a flock, and see each other
    wend_colour others;                            ///< of all but agent 0
    void (*build)(room *);                         ///< once: its obstacles and paths
    void (*begin)(room *);                         ///< where all stand and what they are after
    void (*step)(room *);                          ///< before each step of the world
    void (*draw)(const room *, const wend_draw *); ///< what there is besides bodies, trails and vectors
    float (*measure)(const room *);                ///< the number that its facts are about
} room_kind;

struct room
{
    const room_kind *kind;
    scene_run *run;
    wend_obstacles *walls;
    wend_vec middle; ///< of its floor
    wend_agent_id ids[ROOM_AGENTS];
    bool is_large;  ///< it is shown by itself
    double seconds; ///< since it began anew
    double ends;    ///< it begins anew then; 0: after its period
    double done_at; ///< when it came to its end, caught somebody, say; 0: not yet
    int rounds;     ///< how often it has begun
    int legs[ROOM_AGENTS];
    wend_vec targets[ROOM_AGENTS];
    wend_vec mark;

    wend_shape shapes[ROOM_SHAPES];
    int shape_count;
    wend_vec points[ROOM_POINTS], pulled[ROOM_POINTS];
    int point_count, pulled_count;

    wend_path_progress progress;
    wend_side side;
    wend_estimator guess;
    wend_wander_state wander;
    wend_random random;
    wend_cast casts[ROOM_RAYS];
    wend_hit hits[ROOM_RAYS];
    int hit_count, cast_count;
    wend_vec shot, shot_velocity; ///< of aim: what flies
    int shots, strikes;

    wend_vec trail[ROOM_TRAILS][ROOM_TRAIL];
    int trail_length;
};

extern const room_kind rooms_steer[], rooms_velocity[], rooms_around[], rooms_facing[], rooms_flock[], rooms_avoid[],
    rooms_walls[], rooms_path[];
extern const int rooms_steer_count, rooms_velocity_count, rooms_around_count, rooms_facing_count, rooms_flock_count,
    rooms_avoid_count, rooms_walls_count, rooms_path_count;

/// A place of the room's floor in the world.
static inline wend_vec room_at(const room *r, float x, float y)
{
    return wend_add(r->middle, wend_xyz(x, y, 0.0f));
}

static inline wend_vec room_position(const room *r, int i)
{
    return wend_world_position(r->run->world, r->ids[i]);
}

static inline wend_vec room_velocity(const room *r, int i)
{
    return wend_world_velocity(r->run->world, r->ids[i]);
}

/// An agent as the plain functions want it.
wend_agent room_body(const room *r, int i);

/// All others of the room as agent i sees them. Returns how many.
int room_neighbours(const room *r, int i, wend_neighbour out[ROOM_AGENTS]);

/// The gap between the hulls of two agents.
float room_gap(const room *r, int i, int j);

/// The gap between agent 0 and the nearest obstacle, 6 at most.
float room_clearance(const room *r);

/// The least gap between any two agents.
float room_least_gap(const room *r);

float room_own_speed(const room *r);

/// The distance of agent 0 from targets[0].
float room_from_target(const room *r);

/// Puts an agent on a place of the floor with a velocity; at rest it looks along +x.
void room_put(room *r, int i, wend_vec at, float velocity_x, float velocity_y);

/// Top speed, and how far it sees others.
void room_set_speed(room *r, int i, float speed);
void room_set_sight(room *r, int i, float neighbour_radius);

/// A mover is moved by the room: it does at once what it is told.
void room_make_mover(room *r, int i);

void room_goal(room *r, int i, const wend_goal *goal);

/// The wish of a plain function.
void room_wish(room *r, int i, wend_vec wish);

/// Moves a mover so that it is there after the next step.
void room_lead(room *r, int i, wend_vec next);

/// A walk round an ellipse, counter-clockwise in `lap` seconds, from its right-most point.
typedef struct room_round
{
    float x, y, radius_x, radius_y, lap;
} room_round;

/// Makes a mover that walks so, and keeps it going.
void room_begin_round(room *r, int i, const room_round *round);
void room_go_round(room *r, int i, const room_round *round);

/// The room has come to its end; it begins anew a little later.
void room_finish(room *r, double pause);

/// A number that swings evenly between -reach and +reach, first upward.
float room_swing(double seconds, double period, float reach);

/// Is the switch for prediction on? And how it looks ahead then.
bool room_predicts(const room *r);
wend_prediction room_prediction(const room *r);

/// An obstacle, kept and drawn as well. Its position is a place of the floor.
void room_add(room *r, wend_shape shape);
void room_add_pillar(room *r, float x, float y, float radius);
void room_add_block(room *r, float x, float y, float half_x, float half_y);
wend_caster room_caster(const room *r);

/// What stands around agent 0, into room.hits.
void room_feel_around(room *r, float radius);

/// A room with all that is in it.
void vocabulary_draw_room(const room *r, const wend_draw *draw);
void vocabulary_add_signs(const room *r, scene_legend *legend);

/// The room with that label.
room *room_named(scene_run *run, const char *label);

/// The room of a page, [1, ...], or null behind the last.
const room *vocabulary_room(const scene_run *run, int page);

/// Checks the facts about all rooms; drives the run.
void vocabulary_check(scene_run *run);

// ---- drawing

/// A target: a ring and a dot.
void room_draw_target(const wend_draw *draw, wend_vec at, wend_colour colour);

/// targets[0].
void room_draw_place(const room *r, const wend_draw *draw);

/// The radius within which it felt around, and what it met there.
void room_draw_hits(const room *r, const wend_draw *draw);

/// A word beside a thing; only where there is room for it.
void room_note(const room *r, const wend_draw *draw, wend_vec at, const char *text);

#endif
