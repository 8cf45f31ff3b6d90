// Rooms of avoid.h: within walls, along them, behind something and out of it.
#include "vocabulary.h"

static void build_region(room *r)
{
    static const float x[8] = {-5.2f, 0.6f, 2.0f, 5.2f, 5.2f, 1.2f, -0.6f, -5.2f};
    static const float y[8] = {2.4f, 2.4f, 0.6f, 0.6f, -3.0f, -3.0f, -1.4f, -1.4f};
    for (int i = 0; i < 8; i++)
        r->points[r->point_count++] = wend_xyz(x[i], y[i], 0.0f);
    wend_shape outline = wend_default_shape(WEND_SHAPE_POLYGON);
    r->points[r->point_count++] = r->points[0];
    outline.points = r->points;
    outline.count = r->point_count;
    outline.is_closed = false;
    room_add(r, outline);
    for (int i = 0; i < r->point_count; i++)
        r->points[i] = room_at(r, r->points[i].x, r->points[i].y);
    r->random = wend_random_seed(r->run->seed, 7);
}

static void begin_contain(room *r)
{
    room_put(r, 0, room_at(r, -3.0f, 0.4f), ROOM_SPEED, 0.0f);
}

static void step_contain(room *r)
{
    wend_agent self = room_body(r, 0);
    wend_caster caster = room_caster(r);
    wend_vec wish = wend_wander(&self, &r->wander, &r->random, 1.2f, false, ROOM_STEP);
    room_wish(r, 0, wend_contain(&self, wish, &caster, 0.6f));
}

static void draw_outline(const room *r, const wend_draw *draw)
{
    for (int i = 0; i + 1 < r->point_count; i++)
        draw->line(r->points[i], r->points[i + 1], COLOUR_GREY, false, draw->user);
}

static const float wall_distance = 0.8f;

static void build_follow(room *r)
{
    room_add_block(r, -1.2f, -0.4f, 2.2f, 0.8f);
    room_add_pillar(r, 2.4f, -0.4f, 1.1f);
}

static void begin_follow(room *r)
{
    room_set_speed(r, 0, 1.7f);
    room_put(r, 0, room_at(r, -4.4f, -2.2f), 0.0f, 1.7f);
}

static void step_follow(room *r)
{
    wend_agent self = room_body(r, 0);
    room_feel_around(r, r->kind->radius);
    wend_vec straight = wend_cruise(&self, self.max_speed);
    room_wish(r, 0, wend_follow_wall(&self, straight, r->hits, r->hit_count, wall_distance, false));
}

// ---- hide, leave ---------------------------------------------------------------------------------------------------

static const room_round patrol = {0.0f, -0.3f, 5.0f, 2.8f, 16.0f};

static void begin_cover(room *r)
{
    room_begin_round(r, 1, &patrol);
    room_put(r, 0, room_at(r, -4.5f, 1.5f), 0.0f, 0.0f);
}

static bool is_seen(const room *r)
{
    wend_agent threat = room_body(r, 1);
    wend_caster caster = room_caster(r);
    return wend_sees(&threat, room_position(r, 0), 20.0f, -1.0f, &caster);
}

static float seconds_in_view(const room *r)
{
    return (float)(r->legs[0] * ROOM_STEP);
}

static void build_cover(room *r)
{
    room_add_block(r, -2.7f, -0.3f, 0.9f, 0.6f);
    room_add_block(r, 0.2f, 0.4f, 0.3f, 1.1f);
    room_add_pillar(r, 2.7f, -0.5f, 0.8f);
}

static void step_cover(room *r)
{
    room_go_round(r, 1, &patrol);
    r->legs[0] = is_seen(r) ? r->legs[0] + 1 : 0;
    wend_agent self = room_body(r, 0);
    wend_caster caster = room_caster(r);
    if (wend_find_cover(&self, room_position(r, 1), &caster, NULL, &r->mark))
        room_wish(r, 0, wend_arrive(&self, r->mark));
}

static void draw_cover(const room *r, const wend_draw *draw)
{
    wend_colour sight = is_seen(r) ? COLOUR_RED : faded(COLOUR_RED, 110);
    draw->line(room_position(r, 1), is_seen(r) ? room_position(r, 0) : r->mark, sight, true, draw->user);
    room_draw_target(draw, r->mark, COLOUR_ORANGE);
}

static void build_leave(room *r)
{
    room_add_block(r, -2.6f, -0.3f, 1.7f, 1.3f);
    room_add_pillar(r, 2.6f, -0.3f, 1.6f);
}

/// It begins within one of the two, each time elsewhere.
static void begin_leave(room *r)
{
    static const wend_vec places[4] = {
        {-1.5f, -0.1f, 0.0f}, {3.1f, 0.2f, 0.0f}, {-2.8f, 0.5f, 0.0f}, {2.1f, -0.9f, 0.0f}};
    wend_vec place = places[r->rounds % 4];
    room_put(r, 0, room_at(r, place.x, place.y), 0.0f, 0.0f);
}

static void step_leave(room *r)
{
    wend_agent self = room_body(r, 0);
    room_feel_around(r, self.radius);
    room_wish(r, 0, wend_leave(&self, wend_stop(&self), r->hits, r->hit_count));
}

static float centre_out(const room *r)
{
    return room_clearance(r) + room_body(r, 0).radius;
}

const room_kind rooms_walls[] = {
    {.label = "contain",
     .call = "wend_contain",
     .about = "Stay within walls of any shape: turn back before them. Here it wanders.",
     .measured = "gap to a wall",
     .bodies = 1,
     .trails = 1,
     .build = build_region,
     .begin = begin_contain,
     .step = step_contain,
     .draw = draw_outline,
     .measure = room_clearance},
    {.label = "follow_wall",
     .call = "wend_follow_wall",
     .about = "Along the nearest wall at a distance, the wall on the right.",
     .measured = "gap to the wall",
     .radius = 1.8f,
     .bodies = 1,
     .trails = 1,
     .build = build_follow,
     .begin = begin_follow,
     .step = step_follow,
     .draw = room_draw_hits,
     .measure = room_clearance},
    {.label = "find_cover",
     .call = "wend_find_cover",
     .about = "The nearest place where anything at all hides one.",
     .measured = "seconds in view",
     .bodies = 2,
     .trails = 1,
     .others = COLOUR_RED,
     .build = build_cover,
     .begin = begin_cover,
     .step = step_cover,
     .draw = draw_cover,
     .measure = seconds_in_view},
    {.label = "leave",
     .call = "wend_leave",
     .about = "Out of an obstacle that it is in, the shortest way.",
     .measured = "its centre from the rim (negative: inside)",
     .bodies = 1,
     .trails = 1,
     .period = 2.4,
     .build = build_leave,
     .begin = begin_leave,
     .step = step_leave,
     .measure = centre_out},
};
const int rooms_walls_count = (int)(sizeof rooms_walls / sizeof *rooms_walls);
