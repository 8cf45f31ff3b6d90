// Rooms of steer.h: between and beside others, around a point, within a region, along a field.
#include "vocabulary.h"

#include <math.h>

// ---- between and beside --------------------------------------------------------------------------------------------

static const room_round left_walk = {-3.8f, -0.2f, 1.3f, 2.4f, 9.0f}, right_walk = {3.8f, -0.2f, 1.3f, 2.2f, 7.0f};

static void begin_interpose(room *r)
{
    room_begin_round(r, 1, &left_walk);
    room_begin_round(r, 2, &right_walk);
    room_put(r, 0, room_at(r, 0.0f, -2.8f), 0.0f, 0.0f);
    wend_goal goal = wend_goal_of(WEND_GOAL_INTERPOSE);
    goal.target = r->ids[1];
    goal.other = r->ids[2];
    room_goal(r, 0, &goal);
}

static void step_interpose(room *r)
{
    room_go_round(r, 1, &left_walk);
    room_go_round(r, 2, &right_walk);
}

static void draw_between(const room *r, const wend_draw *draw)
{
    draw->line(room_position(r, 1), room_position(r, 2), faded(COLOUR_ORANGE, 110), true, draw->user);
    room_note(r, draw, wend_add(room_position(r, 0), wend_xyz(0.5f, 0.5f, 0.0f)), "the middle, where both will be");
}

/// How much longer the way from one to the other is by way of agent 0.
static float detour(const room *r)
{
    wend_vec a = room_position(r, 1), b = room_position(r, 2), self = room_position(r, 0);
    return wend_distance(a, self) + wend_distance(self, b) - wend_distance(a, b);
}

static const room_round leader_walk = {0.0f, -0.1f, 3.6f, 2.0f, 16.0f};

static wend_leader leader_of(const room *r)
{
    wend_agent other = room_body(r, 1);
    return (wend_leader){other.position, other.velocity, other.heading, {-1.1f, -1.0f, 0.0f}};
}

static void begin_offset(room *r)
{
    room_begin_round(r, 1, &leader_walk);
    room_put(r, 0, room_at(r, 5.0f, -2.6f), 0.0f, 0.0f);
    wend_goal goal = wend_goal_of(WEND_GOAL_OFFSET_PURSUE);
    goal.target = r->ids[1];
    goal.point = leader_of(r).offset;
    room_goal(r, 0, &goal);
}

static void step_offset(room *r)
{
    room_go_round(r, 1, &leader_walk);
}

static void draw_slot(const room *r, const wend_draw *draw)
{
    wend_leader leader = leader_of(r);
    wend_vec place = wend_leader_place(&leader);
    draw->line(leader.position, place, faded(COLOUR_ORANGE, 110), true, draw->user);
    draw->circle(place, 0.5f, COLOUR_ORANGE, false, draw->user);
    room_note(r, draw, wend_add(place, wend_xyz(0.7f, -0.4f, 0.0f)), "its place: behind, to the right");
}

static float off_slot(const room *r)
{
    wend_leader leader = leader_of(r);
    return wend_distance(room_position(r, 0), wend_leader_place(&leader));
}

// ---- around a point ------------------------------------------------------------------------------------------------

static const room_round range_walk = {0.0f, -0.2f, 2.6f, 0.9f, 20.0f};
static const float farthest = 2.2f;

static void begin_range(room *r)
{
    room_begin_round(r, 1, &range_walk);
    room_put(r, 0, room_at(r, -4.6f, -1.0f), 0.0f, 0.0f);
    wend_goal goal = wend_goal_of(WEND_GOAL_KEEP_RANGE);
    goal.target = r->ids[1];
    goal.radius = r->kind->radius;
    goal.outer = farthest;
    room_goal(r, 0, &goal);
}

static void step_range(room *r)
{
    room_go_round(r, 1, &range_walk);
}

static void draw_range(const room *r, const wend_draw *draw)
{
    wend_vec at = room_position(r, 1);
    draw->circle(at, r->kind->radius, faded(COLOUR_ORANGE, 130), false, draw->user);
    draw->circle(at, farthest, faded(COLOUR_ORANGE, 130), false, draw->user);
    room_note(r, draw, wend_add(at, wend_xyz(-0.4f, r->kind->radius - 0.25f, 0.0f)), "nearest");
    room_note(r, draw, wend_add(at, wend_xyz(-0.4f, farthest + 0.25f, 0.0f)), "farthest");
}

static float to_other(const room *r)
{
    return wend_distance(room_position(r, 0), room_position(r, 1));
}

static const float inner_orbit = 1.1f;

static void begin_orbit(room *r)
{
    wend_goal goal = wend_goal_of(WEND_GOAL_ORBIT);
    goal.point = r->targets[0] = room_at(r, 0.0f, -0.2f);
    goal.radius = r->kind->radius;
    room_put(r, 0, room_at(r, -5.2f, -2.6f), 0.0f, 0.0f);
    room_goal(r, 0, &goal);
    goal.radius = inner_orbit;
    goal.is_clockwise = true;
    room_put(r, 1, room_at(r, -0.2f, -0.2f), 0.0f, 0.0f);
    room_goal(r, 1, &goal);
}

static void draw_orbit(const room *r, const wend_draw *draw)
{
    room_draw_target(draw, r->targets[0], COLOUR_ORANGE);
    draw->circle(r->targets[0], r->kind->radius, faded(COLOUR_ORANGE, 110), false, draw->user);
    draw->circle(r->targets[0], inner_orbit, faded(COLOUR_ORANGE, 110), false, draw->user);
    room_note(r, draw, wend_add(r->targets[0], wend_xyz(-0.6f, r->kind->radius + 0.3f, 0.0f)), "counter-clockwise");
    room_note(r, draw, wend_add(r->targets[0], wend_xyz(-0.4f, -inner_orbit - 0.25f, 0.0f)), "clockwise");
}

// ---- within a region -----------------------------------------------------------------------------------------------

static const wend_vec box_half = {3.3f, 1.7f, 0.0f};
static const room_round outside_walk = {0.0f, -0.2f, 5.0f, 2.9f, 14.0f};

static void begin_region(room *r)
{
    r->targets[0] = room_at(r, 0.0f, -0.2f);
    room_begin_round(r, 1, &outside_walk);
    room_put(r, 0, room_at(r, -1.5f, 0.0f), 0.0f, 0.0f);
}

/// Behaviours that cut the velocity it has also cut a velocity that it would like: here to seek somebody outside.
static wend_agent seeker(const room *r)
{
    wend_agent self = room_body(r, 0);
    self.velocity = wend_seek(&self, room_position(r, 1));
    return self;
}

static void step_circle_region(room *r)
{
    room_go_round(r, 1, &outside_walk);
    wend_agent self = seeker(r);
    room_wish(r, 0, wend_keep_in_circle(&self, r->targets[0], r->kind->radius));
}

static void step_box_region(room *r)
{
    room_go_round(r, 1, &outside_walk);
    wend_agent self = seeker(r);
    room_wish(r, 0, wend_keep_in_box(&self, wend_sub(r->targets[0], box_half), wend_add(r->targets[0], box_half)));
}

static void draw_circle_region(const room *r, const wend_draw *draw)
{
    draw->circle(r->targets[0], r->kind->radius, COLOUR_ORANGE, false, draw->user);
}

static void draw_box_region(const room *r, const wend_draw *draw)
{
    const float x[5] = {-1.0f, 1.0f, 1.0f, -1.0f, -1.0f}, y[5] = {-1.0f, -1.0f, 1.0f, 1.0f, -1.0f};
    for (int k = 0; k < 4; k++)
        draw->line(wend_add(r->targets[0], wend_xyz(x[k] * box_half.x, y[k] * box_half.y, 0.0f)),
                   wend_add(r->targets[0], wend_xyz(x[k + 1] * box_half.x, y[k + 1] * box_half.y, 0.0f)), COLOUR_ORANGE,
                   false, draw->user);
}

/// How far it is beyond the box, negative inside.
static float beyond_box(const room *r)
{
    wend_vec off = wend_sub(room_position(r, 0), r->targets[0]);
    return fmaxf(fabsf(off.x) - box_half.x, fabsf(off.y) - box_half.y);
}

// ---- nowhere in particular, along a field --------------------------------------------------------------------------

static void begin_wander(room *r)
{
    for (int i = 0; i < r->kind->bodies; i++)
    {
        wend_goal goal = wend_goal_wander();
        goal.rate = 2.0f * WEND_WANDER_RATE;
        room_put(r, i, room_at(r, -3.0f + 2.5f * (float)i, 0.0f), 0.0f, 0.0f);
        room_goal(r, i, &goal);
    }
}

/// An eddy: round the middle, and toward a ring about it.
static wend_vec eddy(wend_vec position, void *user)
{
    const room *r = user;
    wend_vec off = wend_sub(position, r->middle);
    float distance = wend_length(off);
    wend_vec out = wend_normalize(off);
    return wend_add(wend_scale(wend_xyz(-out.y, out.x, 0.0f), 1.5f), wend_scale(out, 0.6f * (2.3f - distance)));
}

static void begin_field(room *r)
{
    static const wend_vec places[3] = {{5.2f, 2.4f, 0.0f}, {-5.0f, -2.8f, 0.0f}, {0.3f, 0.1f, 0.0f}};
    for (int i = 0; i < 3; i++)
    {
        wend_goal goal = wend_goal_of(WEND_GOAL_FOLLOW_FIELD);
        goal.field = eddy;
        goal.field_user = r;
        room_put(r, i, room_at(r, places[i].x, places[i].y), 0.0f, 0.0f);
        room_goal(r, i, &goal);
    }
}

static void draw_field(const room *r, const wend_draw *draw)
{
    for (int column = -4; column <= 4; column++)
        for (int row = -2; row <= 2; row++)
        {
            wend_vec at = room_at(r, 1.25f * (float)column, 1.25f * (float)row);
            wend_draw_arrow(draw, at, wend_scale(eddy(at, (void *)r), 0.4f), faded(COLOUR_GREY, 110), false);
        }
}

static float off_field(const room *r)
{
    return wend_distance(room_velocity(r, 0), eddy(room_position(r, 0), (void *)r));
}

const room_kind rooms_around[] = {
    {.label = "interpose",
     .call = "wend_interpose",
     .about = "Get between two that move.",
     .measured = "detour by way of it",
     .bodies = 3,
     .trails = 3,
     .others = COLOUR_ORANGE,
     .begin = begin_interpose,
     .step = step_interpose,
     .draw = draw_between,
     .measure = detour},
    {.label = "offset_pursue",
     .call = "wend_offset_pursue",
     .about = "Keep a place that moves along with a leader.",
     .measured = "from its place",
     .bodies = 2,
     .trails = 2,
     .others = COLOUR_ORANGE,
     .begin = begin_offset,
     .step = step_offset,
     .draw = draw_slot,
     .measure = off_slot},
    {.label = "keep_range",
     .call = "wend_keep_range",
     .about = "Neither nearer nor farther than that; at rest in between.",
     .measured = "distance",
     .radius = 1.5f,
     .bodies = 2,
     .trails = 2,
     .others = COLOUR_ORANGE,
     .begin = begin_range,
     .step = step_range,
     .draw = draw_range,
     .measure = to_other},
    {.label = "orbit",
     .call = "wend_orbit",
     .about = "Circle a point, either way round.",
     .measured = "distance",
     .radius = 2.5f,
     .bodies = 2,
     .trails = 2,
     .others = COLOUR_GREEN,
     .begin = begin_orbit,
     .draw = draw_orbit,
     .measure = room_from_target},
    {.label = "keep_in_circle",
     .call = "wend_keep_in_circle",
     .about = "A leash: the outward speed is what can be braked before the rim. Here it seeks somebody outside.",
     .measured = "from the middle",
     .radius = 2.4f,
     .bodies = 2,
     .trails = 1,
     .others = COLOUR_ORANGE,
     .begin = begin_region,
     .step = step_circle_region,
     .draw = draw_circle_region,
     .measure = room_from_target},
    {.label = "keep_in_box",
     .call = "wend_keep_in_box",
     .about = "The same for a box. Here it seeks somebody outside.",
     .measured = "beyond the box (negative: inside)",
     .bodies = 2,
     .trails = 1,
     .others = COLOUR_ORANGE,
     .begin = begin_region,
     .step = step_box_region,
     .draw = draw_box_region,
     .measure = beyond_box},
    {.label = "wander",
     .call = "wend_wander",
     .about = "Top speed in a direction that turns at random, a little at a time.",
     .measured = "speed",
     .bodies = 3,
     .trails = 3,
     .wraps = true,
     .others = COLOUR_SKY,
     .begin = begin_wander,
     .measure = room_own_speed},
    {.label = "follow_field",
     .call = "wend_follow_field",
     .about = "The velocity of a field, where it will be in one response time.",
     .measured = "off the field by",
     .bodies = 3,
     .trails = 3,
     .period = 12.0,
     .others = COLOUR_SKY,
     .begin = begin_field,
     .draw = draw_field,
     .measure = off_field},
};
const int rooms_around_count = (int)(sizeof rooms_around / sizeof *rooms_around);
