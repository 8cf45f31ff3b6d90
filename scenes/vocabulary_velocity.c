// Rooms of steer.h: a velocity, a speed, a place.
#include "vocabulary.h"

#include <math.h>
#include <stdio.h>

static const room_round left_round = {-3.2f, -0.2f, 1.9f, 1.9f, 7.0f};

static void begin_match(room *r)
{
    room_begin_round(r, 1, &left_round);
    room_put(r, 0, room_at(r, 4.9f, -0.2f), 0.0f, 1.7f);
    wend_goal goal = wend_goal_of(WEND_GOAL_MATCH);
    goal.target = r->ids[1];
    room_goal(r, 0, &goal);
}

static void step_match(room *r)
{
    room_go_round(r, 1, &left_round);
}

static void draw_same_velocity(const room *r, const wend_draw *draw)
{
    wend_draw_arrow(draw, room_position(r, 1), wend_scale(room_velocity(r, 1), 0.7f), faded(COLOUR_ORANGE, 200), false);
}

static float off_velocity(const room *r)
{
    return wend_distance(room_velocity(r, 0), room_velocity(r, 1));
}

static const float cruise_speeds[3] = {1.6f, 0.8f, 2.4f};

static void begin_cruise(room *r)
{
    for (int i = 0; i < 3; i++)
    {
        room_put(r, i, room_at(r, -5.0f, 2.0f * (float)(i == 0 ? 0 : i == 1 ? 1 : -1)), 1.6f, 0.0f);
        wend_goal goal = wend_goal_cruise(cruise_speeds[i]);
        room_goal(r, i, &goal);
    }
}

static void draw_speeds(const room *r, const wend_draw *draw)
{
    for (int i = 0; i < 3; i++)
    {
        char text[32];
        snprintf(text, sizeof text, "speed %.1f", (double)cruise_speeds[i]);
        room_note(r, draw, wend_add(room_position(r, i), wend_xyz(-0.4f, 0.65f, 0.0f)), text);
    }
}

static void begin_stop(room *r)
{
    room_put(r, 0, room_at(r, -5.2f, -0.2f), ROOM_SPEED, 0.0f);
    wend_goal goal = wend_goal_cruise(0.0f);
    room_goal(r, 0, &goal);
}

static void step_stop(room *r)
{
    wend_agent self = room_body(r, 0);
    if (self.position.x >= r->middle.x)
        room_wish(r, 0, wend_stop(&self));
}

static void draw_stop_line(const room *r, const wend_draw *draw)
{
    draw->line(room_at(r, 0.0f, -2.2f), room_at(r, 0.0f, 1.8f), COLOUR_ORANGE, true, draw->user);
    room_note(r, draw, room_at(r, 0.1f, 2.0f), "from here on: stop");
}

static void begin_hold(room *r)
{
    r->targets[0] = room_at(r, 0.0f, -0.2f);
    room_put(r, 0, r->targets[0], 0.0f, 0.0f);
}

/// Now and then somebody drags it away, each time another way.
static void step_hold(room *r)
{
    const double cycle = 4.5, dragged = 0.8;
    double since = fmod(r->seconds + 3.4, cycle);
    r->legs[0] = (int)((r->seconds + 3.4) / cycle);
    wend_agent self = room_body(r, 0);
    if (r->legs[0] > 0 && since < dragged)
        room_wish(r, 0, wend_rotate(wend_xyz(ROOM_SPEED, 0.0f, 0.0f), 2.4f * (float)r->legs[0]));
    else
        room_wish(r, 0, wend_hold(&self, r->targets[0], r->kind->radius));
}

static void draw_home(const room *r, const wend_draw *draw)
{
    room_draw_target(draw, r->targets[0], COLOUR_ORANGE);
    draw->circle(r->targets[0], r->kind->radius, faded(COLOUR_ORANGE, 110), false, draw->user);
    room_note(r, draw, wend_add(r->targets[0], wend_xyz(-0.2f, -0.65f, 0.0f)), "slack");
}

const room_kind rooms_velocity[] = {
    {.label = "match",
     .call = "wend_match",
     .about = "The velocity of another one, wherever that one is.",
     .measured = "velocities differ by",
     .bodies = 2,
     .trails = 2,
     .period = 14.0,
     .others = COLOUR_ORANGE,
     .begin = begin_match,
     .step = step_match,
     .draw = draw_same_velocity,
     .measure = off_velocity},
    {.label = "cruise",
     .call = "wend_cruise",
     .about = "On as before, but at a given speed.",
     .measured = "speed",
     .bodies = 3,
     .trails = 3,
     .wraps = true,
     .others = COLOUR_SKY,
     .begin = begin_cruise,
     .draw = draw_speeds,
     .measure = room_own_speed},
    {.label = "stop",
     .call = "wend_stop",
     .about = "The wish to stand still.",
     .measured = "speed",
     .bodies = 1,
     .trails = 1,
     .period = 4.2,
     .begin = begin_stop,
     .step = step_stop,
     .draw = draw_stop_line,
     .measure = room_own_speed},
    {.label = "hold",
     .call = "wend_hold",
     .about = "Stay at home: whoever drags it away, it comes back.",
     .measured = "from home",
     .radius = 0.15f,
     .bodies = 1,
     .trails = 1,
     .begin = begin_hold,
     .step = step_hold,
     .draw = draw_home,
     .measure = room_from_target},
};
const int rooms_velocity_count = (int)(sizeof rooms_velocity / sizeof *rooms_velocity);
