// Rooms of steer.h: a point, something that moves.
#include "vocabulary.h"

#include <math.h>
#include <stdio.h>

// ---- a point -------------------------------------------------------------------------------------------------------

static void make_for_place(room *r)
{
    static const wend_vec places[3] = {{3.2f, 1.4f, 0.0f}, {-3.2f, 0.8f, 0.0f}, {1.6f, -2.2f, 0.0f}};
    wend_vec place = places[r->legs[0]];
    r->targets[0] = room_at(r, place.x, place.y);
    wend_goal goal = wend_goal_of(r->kind->goal);
    goal.point = r->targets[0];
    goal.radius = r->kind->radius;
    room_goal(r, 0, &goal);
}

static void begin_places(room *r)
{
    room_put(r, 0, room_at(r, -2.6f, -1.8f), 0.0f, 0.0f);
    make_for_place(r);
}

static void step_places(room *r)
{
    int leg = (int)(r->seconds / 6.0) % 3;
    if (leg == r->legs[0])
        return;
    r->legs[0] = leg;
    make_for_place(r);
}

static void draw_arrival(const room *r, const wend_draw *draw)
{
    float radius = r->kind->radius > 0.0f ? r->kind->radius : room_body(r, 0).arrival_radius;
    draw->circle(r->targets[0], radius, faded(COLOUR_ORANGE, 110), false, draw->user);
    room_note(r, draw, wend_add(r->targets[0], wend_xyz(-0.6f, -radius - 0.25f, 0.0f)), "arrival radius");
    room_draw_place(r, draw);
}

static void begin_flee(room *r)
{
    room_make_mover(r, 1);
    room_put(r, 0, room_at(r, -1.8f, 0.2f), 0.0f, 0.0f);
    room_put(r, 1, room_at(r, -5.2f, -0.4f), 1.0f, 0.0f);
    wend_goal goal = wend_goal_of(WEND_GOAL_FLEE);
    goal.target = r->ids[1];
    goal.radius = r->kind->radius;
    room_goal(r, 0, &goal);
    room_wish(r, 1, wend_xyz(1.0f, 0.0f, 0.0f));
}

static void draw_panic(const room *r, const wend_draw *draw)
{
    wend_vec threat = room_position(r, 1);
    draw->circle(threat, r->kind->radius, faded(COLOUR_RED, 110), false, draw->user);
    room_note(r, draw, wend_add(threat, wend_xyz(-0.6f, r->kind->radius - 0.3f, 0.0f)), "panic radius");
}

static float from_other(const room *r)
{
    return room_gap(r, 0, 1);
}

// ---- something that moves ------------------------------------------------------------------------------------------

static const wend_vec quarry_velocity = {1.7f, 0.0f, 0.0f};

/// Where they meet if the quarry keeps its velocity.
static wend_vec meeting_place(const room *r)
{
    wend_agent self = room_body(r, 0), quarry = room_body(r, 1);
    float seconds = wend_intercept(&self, quarry.position, quarry.velocity, self.max_speed);
    return wend_add(quarry.position, wend_scale(quarry.velocity, fmaxf(seconds, 0.0f)));
}

static void begin_pursue(room *r)
{
    room_make_mover(r, 1);
    room_put(r, 0, room_at(r, -4.4f, -3.0f), 0.0f, 0.0f);
    room_put(r, 1, room_at(r, -5.4f, 2.0f), quarry_velocity.x, quarry_velocity.y);
}

/// The same, but it is at full speed already.
static void begin_intercept(room *r)
{
    begin_pursue(r);
    wend_vec off = wend_sub(meeting_place(r), room_position(r, 0));
    wend_vec velocity = wend_scale(wend_normalize(off), ROOM_SPEED);
    r->mark = meeting_place(r);
    room_put(r, 0, room_position(r, 0), velocity.x, velocity.y);
}

static void chase_with(room *r, wend_prediction how)
{
    bool is_caught = r->done_at > 0.0;
    room_wish(r, 1, is_caught ? (wend_vec){0} : quarry_velocity);
    wend_goal goal = is_caught ? wend_goal_of(WEND_GOAL_NONE) : wend_goal_pursue(r->ids[1]);
    goal.prediction = how;
    room_goal(r, 0, &goal);
    if (room_gap(r, 0, 1) < 0.05f)
        room_finish(r, 1.2);
}

static void step_pursue(room *r)
{
    chase_with(r, room_prediction(r));
}

static void step_intercept(room *r)
{
    wend_prediction how = room_prediction(r);
    how.is_exact = room_predicts(r);
    how.longest *= 3.0f;
    chase_with(r, how);
}

static void draw_meeting(const room *r, const wend_draw *draw)
{
    draw->line(room_position(r, 1), r->mark, faded(COLOUR_ORANGE, 120), true, draw->user);
    room_draw_target(draw, r->mark, COLOUR_PINK);
    room_note(r, draw, wend_add(r->mark, wend_xyz(-0.9f, 0.65f, 0.0f)), "where they meet");
}

static void begin_evade(room *r)
{
    room_make_mover(r, 1);
    room_put(r, 0, room_at(r, -1.0f, -0.3f), 0.0f, 0.0f);
    room_put(r, 1, room_at(r, -5.4f, -1.4f), 2.0f, 0.4f);
    room_wish(r, 1, wend_xyz(2.0f, 0.4f, 0.0f));
}

static void step_evade(room *r)
{
    wend_goal goal = wend_goal_evade(r->ids[1], r->kind->radius);
    goal.prediction = room_prediction(r);
    room_goal(r, 0, &goal);
}

static const room_round wide_round = {0.0f, 0.0f, 4.6f, 2.5f, 13.0f};

static void begin_predict(room *r)
{
    room_begin_round(r, 1, &wide_round);
    room_put(r, 0, room_at(r, -1.0f, -0.6f), 0.0f, 0.0f);
    room_set_speed(r, 0, 0.9f);
    wend_goal goal = wend_goal_pursue(r->ids[1]);
    room_goal(r, 0, &goal);
}

static void step_wide_round(room *r)
{
    room_go_round(r, 1, &wide_round);
}

/// Where a prediction with that divisor sees the other one.
static wend_vec predicted(const room *r, wend_divisor divisor)
{
    wend_agent self = room_body(r, 0), other = room_body(r, 1);
    wend_prediction how = wend_default_prediction();
    how.divisor = divisor;
    float seconds = wend_predict(&self, other.position, other.velocity, &how);
    return wend_add(other.position, wend_scale(other.velocity, seconds));
}

static void draw_predictions(const room *r, const wend_draw *draw)
{
    static const char *const names[] = {"distance / (own top speed + its speed)", "distance / own top speed",
                                        "distance / (both speeds)"};
    for (int divisor = 0; divisor < 3; divisor++)
    {
        wend_vec at = predicted(r, (wend_divisor)divisor);
        draw->line(room_position(r, 1), at, faded(COLOUR_ORANGE, 90), false, draw->user);
        draw->circle(at, 0.3f, divisor == 0 ? COLOUR_PINK : faded(COLOUR_PINK, 130), false, draw->user);
        char digit[2] = {(char)('1' + divisor), 0};
        room_note(r, draw, wend_add(at, wend_xyz(-0.06f, 0.02f, 0.0f)), digit);
        char line[64];
        snprintf(line, sizeof line, "%d  %s", divisor + 1, names[divisor]);
        room_note(r, draw, room_at(r, -5.6f, 2.9f - 0.4f * (float)divisor), line);
    }
}

static float predicted_ahead(const room *r)
{
    return wend_distance(predicted(r, WEND_DIVIDE_BY_TOP_AND_TARGET), room_position(r, 1));
}

const room_kind rooms_steer[] = {
    {.label = "seek",
     .call = "wend_seek",
     .about = "Full speed toward a point: it shoots past one that stands still.",
     .measured = "from the point",
     .goal = WEND_GOAL_SEEK,
     .bodies = 1,
     .trails = 1,
     .period = 18.0,
     .begin = begin_places,
     .step = step_places,
     .draw = room_draw_place,
     .measure = room_from_target},
    {.label = "arrive",
     .call = "wend_arrive",
     .about = "Toward a point, braking in time, and at rest on it.",
     .measured = "from the point",
     .goal = WEND_GOAL_ARRIVE,
     .bodies = 1,
     .trails = 1,
     .period = 18.0,
     .begin = begin_places,
     .step = step_places,
     .draw = draw_arrival,
     .measure = room_from_target},
    {.label = "arrive_linear",
     .call = "wend_arrive_linear",
     .about = "The text book's arrive: slower in step with the distance. A short radius overshoots.",
     .measured = "from the point",
     .goal = WEND_GOAL_ARRIVE,
     .radius = 0.2f,
     .bodies = 1,
     .trails = 1,
     .period = 18.0,
     .begin = begin_places,
     .step = step_places,
     .draw = draw_arrival,
     .measure = room_from_target},
    {.label = "flee",
     .call = "wend_flee",
     .about = "Full speed away from a point, while it is within the panic radius.",
     .measured = "gap to the threat",
     .radius = 2.8f,
     .bodies = 2,
     .trails = 2,
     .period = 3.6,
     .others = COLOUR_RED,
     .begin = begin_flee,
     .draw = draw_panic,
     .measure = from_other},
    {.label = "pursue",
     .call = "wend_pursue",
     .about = "Full speed toward where the target will be.",
     .measured = "gap to the target",
     .bodies = 2,
     .trails = 2,
     .period = 9.0,
     .others = COLOUR_ORANGE,
     .begin = begin_pursue,
     .step = step_pursue,
     .measure = from_other},
    {.label = "evade",
     .call = "wend_evade",
     .about = "Full speed away from where the threat will be.",
     .measured = "gap to the threat",
     .radius = 2.8f,
     .bodies = 2,
     .trails = 2,
     .period = 4.2,
     .others = COLOUR_RED,
     .begin = begin_evade,
     .step = step_evade,
     .draw = draw_panic,
     .measure = from_other},
    {.label = "predict",
     .call = "wend_predict",
     .about = "How far ahead to look: distance by a speed, 2 seconds at most. Three ways to choose the speed.",
     .measured = "looks ahead by",
     .bodies = 2,
     .trails = 2,
     .others = COLOUR_ORANGE,
     .begin = begin_predict,
     .step = step_wide_round,
     .draw = draw_predictions,
     .measure = predicted_ahead},
    {.label = "intercept",
     .call = "wend_intercept",
     .about = "When, and so where, two can meet if the target keeps its velocity: the way there is straight.",
     .measured = "gap to the target",
     .bodies = 2,
     .trails = 2,
     .period = 9.0,
     .others = COLOUR_ORANGE,
     .begin = begin_intercept,
     .step = step_intercept,
     .draw = draw_meeting,
     .measure = from_other},
};
const int rooms_steer_count = (int)(sizeof rooms_steer / sizeof *rooms_steer);
