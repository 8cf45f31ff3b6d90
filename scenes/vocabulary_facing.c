// Rooms of steer.h: facing, which is apart from moving, and guessing a velocity.
#include "vocabulary.h"

// ---- facing --------------------------------------------------------------------------------------------------------

static const room_round face_walk = {0.0f, -0.1f, 4.6f, 2.6f, 9.0f};
static const float shot_speed = 6.0f, shot_seconds = 1.3f;

/// It stays where it is, whatever the target does, and only turns.
static void stay_and_turn(room *r, wend_facing facing, float turn_rate)
{
    wend_goal goal = wend_goal_of(WEND_GOAL_KEEP_RANGE);
    goal.target = r->ids[1];
    goal.outer = 100.0f;
    wend_recipe recipe = wend_default_recipe();
    recipe.facing = facing;
    recipe.aim_speed = shot_speed;
    recipe.turn_rate = turn_rate;
    room_goal(r, 0, &goal);
    wend_world_set_recipe(r->run->world, r->ids[0], &recipe);
}

static void begin_face(room *r)
{
    room_begin_round(r, 1, &face_walk);
    room_put(r, 0, room_at(r, 0.0f, -0.1f), 0.0f, 0.0f);
    stay_and_turn(r, WEND_FACE_TARGET, 0.9f);
}

static void step_face(room *r)
{
    room_go_round(r, 1, &face_walk);
}

static void draw_direction(const wend_draw *draw, wend_vec from, wend_vec direction)
{
    wend_draw_arrow(draw, from, wend_scale(direction, 1.6f), faded(WEND_COLOUR_WISH, 220), true);
}

static wend_vec face_wish(const room *r)
{
    wend_agent self = room_body(r, 0);
    return wend_face(&self, room_position(r, 1));
}

static void draw_face(const room *r, const wend_draw *draw)
{
    draw_direction(draw, room_position(r, 0), face_wish(r));
    room_note(r, draw, wend_add(room_position(r, 0), wend_xyz(-2.2f, -0.8f, 0.0f)),
              "it turns by 0.9 radians a second at most");
}

static float off_facing(const room *r)
{
    return wend_angle_between(wend_world_heading(r->run->world, r->ids[0]), face_wish(r));
}

static void make_for_side(room *r)
{
    r->targets[0] = room_at(r, r->legs[0] % 2 ? -4.0f : 4.0f, r->legs[0] % 2 ? 1.4f : -1.6f);
    wend_goal goal = wend_goal_arrive(r->targets[0]);
    room_goal(r, 0, &goal);
}

static void begin_look(room *r)
{
    room_put(r, 0, room_at(r, -4.0f, 1.4f), 0.0f, 0.0f);
    make_for_side(r);
}

static void step_look(room *r)
{
    int leg = (int)(r->seconds / 5.0);
    if (leg == r->legs[0])
        return;
    r->legs[0] = leg;
    make_for_side(r);
}

static wend_vec look_wish(const room *r)
{
    wend_agent self = room_body(r, 0);
    return wend_look(&self, self.velocity, r->kind->radius);
}

static void draw_look(const room *r, const wend_draw *draw)
{
    room_draw_target(draw, r->targets[0], COLOUR_ORANGE);
    draw_direction(draw, room_position(r, 0), look_wish(r));
    bool keeps = wend_length(room_velocity(r, 0)) <= r->kind->radius;
    room_note(r, draw, wend_add(room_position(r, 0), wend_xyz(-1.2f, -0.8f, 0.0f)),
              keeps ? "slow: it keeps its heading" : "along the velocity");
}

static float off_look(const room *r)
{
    return wend_angle_between(wend_world_heading(r->run->world, r->ids[0]), look_wish(r));
}

static wend_vec shooting_range(const room *r, double seconds)
{
    return room_at(r, room_swing(seconds + 0.5, 13.0, 4.4f), 2.2f);
}

static void begin_aim(room *r)
{
    room_make_mover(r, 1);
    room_put(r, 0, room_at(r, 0.0f, -2.6f), 0.0f, 0.0f);
    room_put(r, 1, shooting_range(r, 0.0), 0.0f, 0.0f);
    r->shots = r->strikes = 0;
    r->shot_velocity = wend_xyz(0.0f, 0.0f, 0.0f);
}

static void shoot(room *r)
{
    r->shots++;
    r->shot = room_position(r, 0);
    r->shot_velocity = wend_scale(wend_world_heading(r->run->world, r->ids[0]), shot_speed);
}

static void step_aim(room *r)
{
    room_lead(r, 1, shooting_range(r, r->seconds + ROOM_STEP));
    stay_and_turn(r, room_predicts(r) ? WEND_FACE_AIM : WEND_FACE_TARGET, 0.0f);
    r->shot = wend_add(r->shot, wend_scale(r->shot_velocity, (float)ROOM_STEP));
    if (wend_length(r->shot_velocity) > 0.0f &&
        wend_distance(r->shot, room_position(r, 1)) < room_body(r, 1).radius + 0.1f)
    {
        r->strikes++;
        r->shot_velocity = wend_xyz(0.0f, 0.0f, 0.0f);
        r->mark = r->shot;
    }
    int due = (int)(r->seconds / (double)shot_seconds);
    if (due != r->shots)
        shoot(r);
}

static void draw_aim(const room *r, const wend_draw *draw)
{
    wend_agent self = room_body(r, 0), other = room_body(r, 1);
    wend_vec direction = room_predicts(r) ? wend_aim(&self, other.position, other.velocity, shot_speed)
                                          : wend_face(&self, other.position);
    draw_direction(draw, self.position, direction);
    if (wend_length(r->shot_velocity) > 0.0f && r->shot.y < r->middle.y + ROOM_HALF_Y)
    {
        draw->line(self.position, r->shot, faded(COLOUR_YELLOW, 110), false, draw->user);
        draw->circle(r->shot, 0.16f, COLOUR_YELLOW, true, draw->user);
    }
    else if (r->strikes > 0)
        draw->circle(r->mark, 0.5f, COLOUR_YELLOW, false, draw->user);
    room_note(r, draw, wend_add(self.position, wend_xyz(0.7f, -0.3f, 0.0f)),
              "ahead of the target, where the shot meets it");
}

static float struck(const room *r)
{
    int done = r->shots - (wend_length(r->shot_velocity) > 0.0f);
    return done > 0 ? (float)r->strikes / (float)done : 0.0f;
}

// ---- what reports only positions -----------------------------------------------------------------------------------

static const room_round seen_walk = {0.0f, -0.1f, 4.6f, 2.6f, 14.0f};
static const double seen_seconds = 0.35;

static void begin_estimate(room *r)
{
    room_begin_round(r, 1, &seen_walk);
    room_put(r, 0, room_at(r, -1.0f, 0.0f), 0.0f, 0.0f);
    room_set_speed(r, 0, 0.8f);
}

/// The target is seen now and then only; between that it is where it would be with the guessed velocity.
static void step_estimate(room *r)
{
    room_go_round(r, 1, &seen_walk);
    int looks = 1 + (int)(r->seconds / seen_seconds);
    if (looks != r->legs[0])
    {
        r->legs[0] = looks;
        r->points[looks % ROOM_POINTS] = room_position(r, 1);
        wend_estimate(&r->guess, room_position(r, 1), seen_seconds, 0.1f);
    }
    wend_agent self = room_body(r, 0);
    float age = (float)(r->seconds - (double)(looks - 1) * seen_seconds);
    r->mark = wend_add(r->guess.position, wend_scale(r->guess.velocity, age));
    room_wish(r, 0, wend_pursue(&self, r->mark, r->guess.velocity, NULL));
}

static void draw_estimate(const room *r, const wend_draw *draw)
{
    for (int k = 0; k < ROOM_POINTS && k < r->legs[0]; k++)
        draw->circle(r->points[(r->legs[0] - k) % ROOM_POINTS], 0.12f, faded(COLOUR_PINK, (unsigned)(220 - 16 * k)),
                     true, draw->user);
    wend_draw_arrow(draw, r->guess.position, r->guess.velocity, COLOUR_PINK, false);
    room_note(r, draw, room_at(r, -5.6f, -3.1f), "pink: where it was seen, and the guess");
}

static float off_guess(const room *r)
{
    return wend_distance(r->guess.velocity, room_velocity(r, 1));
}

const room_kind rooms_facing[] = {
    {.label = "face",
     .call = "wend_face",
     .about = "A direction: toward a point. Facing is apart from moving.",
     .measured = "off by (radians)",
     .bodies = 2,
     .trails = 2,
     .others = COLOUR_ORANGE,
     .begin = begin_face,
     .step = step_face,
     .is_facing = true,
     .draw = draw_face,
     .measure = off_facing},
    {.label = "look",
     .call = "wend_look",
     .about = "A direction: where it goes; the heading it has when it is slow, so that nobody shivers.",
     .measured = "off by (radians)",
     .radius = 0.3f,
     .bodies = 1,
     .trails = 1,
     .begin = begin_look,
     .step = step_look,
     .is_facing = true,
     .draw = draw_look,
     .measure = off_look},
    {.label = "aim",
     .call = "wend_aim",
     .about = "A direction: ahead of a moving target, so that a shot meets it.",
     .measured = "share of shots that hit",
     .bodies = 2,
     .trails = 2,
     .others = COLOUR_ORANGE,
     .begin = begin_aim,
     .step = step_aim,
     .is_facing = true,
     .draw = draw_aim,
     .measure = struck},
    {.label = "estimate",
     .call = "wend_estimate",
     .about = "The velocity of what only reports where it is, now and then. Here it is pursued.",
     .measured = "the guess is off by",
     .bodies = 2,
     .trails = 1,
     .others = COLOUR_ORANGE,
     .begin = begin_estimate,
     .step = step_estimate,
     .draw = draw_estimate,
     .measure = off_guess},
};
const int rooms_facing_count = (int)(sizeof rooms_facing / sizeof *rooms_facing);
