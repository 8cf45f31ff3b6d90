// Rooms of avoid.h: keeping clear of walls, pillars and others.
#include "vocabulary.h"

#include <math.h>

// ---- from one side to the other and back ---------------------------------------------------------------------------

static void add_pillar(room *r, float x, float y, float radius)
{
    wend_shape pillar = wend_default_shape(WEND_SHAPE_CIRCLE);
    pillar.position = wend_xyz(x, y, 0.0f);
    pillar.radius = radius;
    room_add(r, pillar);
}

static void add_wall(room *r, float x0, float y0, float x1, float y1)
{
    wend_shape wall = wend_default_shape(WEND_SHAPE_SEGMENT);
    wall.from = wend_xyz(x0, y0, 0.0f);
    wall.to = wend_xyz(x1, y1, 0.0f);
    room_add(r, wall);
}

static void add_block(room *r, float x, float y, float half_x, float half_y)
{
    wend_shape block = wend_default_shape(WEND_SHAPE_BOX);
    block.position = wend_xyz(x, y, 0.0f);
    block.half = wend_xyz(half_x, half_y, 0.0f);
    room_add(r, block);
}

/// Agent i goes to and fro between the point and its mirror image.
static void begin_to_and_fro(room *r, int i, float x, float y)
{
    r->targets[i] = room_at(r, x, y - 0.2f);
    room_put(r, i, room_at(r, -x, -y - 0.2f), 0.0f, 0.0f);
}

/// What it would wish without anything in the way.
static wend_vec seek_to_and_fro(room *r, int i, const wend_agent *self)
{
    if (wend_distance(self->position, r->targets[i]) < 0.4f)
    {
        wend_vec middle = room_at(r, 0.0f, -0.2f);
        r->targets[i] = wend_sub(wend_scale(middle, 2.0f), r->targets[i]);
        r->legs[i]++;
        r->side.side = 0;
    }
    return wend_seek(self, r->targets[i]);
}

static void draw_target(const room *r, const wend_draw *draw)
{
    room_draw_target(draw, r->targets[0], COLOUR_ORANGE);
}

// ---- feelers -------------------------------------------------------------------------------------------------------

static void build_feeler(room *r)
{
    add_pillar(r, 0.0f, -0.2f, 1.1f);
}

static void begin_feeler(room *r)
{
    begin_to_and_fro(r, 0, 4.8f, 0.1f);
}

static void step_feelers(room *r)
{
    wend_agent self = room_body(r, 0);
    wend_vec wish = seek_to_and_fro(r, 0, &self), ahead = wend_feel_ahead(&self, wish);
    wend_caster caster = room_caster(r);
    r->cast_count = r->shape_count > 1 ? wend_whisker_rays(&self, ahead, NULL, r->casts)
                                       : wend_feeler_ray(&self, ahead, NULL, r->casts);
    for (int i = 0; i < r->cast_count; i++)
        r->casts[i].radius = 1.2f * self.radius; // a bare ray would slip past a rim that the hull doesn't
    wend_sense(&caster, r->casts, r->cast_count, r->hits);
    room_wish(r, 0, wend_avoid_feelers(&self, wish, r->casts, r->hits, r->cast_count, NULL, &r->side));
}

static void draw_feelers(const room *r, const wend_draw *draw)
{
    draw_target(r, draw);
    for (int i = 0; i < r->cast_count; i++)
    {
        bool is_hit = r->hits[i].body != 0;
        wend_vec end = is_hit ? r->hits[i].point : wend_add(r->casts[i].from, r->casts[i].along);
        draw->line(r->casts[i].from, end, is_hit ? COLOUR_RED : faded(COLOUR_SKY, 130), false, draw->user);
        if (is_hit)
            draw->circle(end, 0.14f, COLOUR_RED, true, draw->user);
    }
}

static void build_whiskers(room *r)
{
    add_pillar(r, -1.7f, 0.5f, 0.9f);
    add_pillar(r, 1.7f, -0.9f, 0.9f);
}

// ---- walls, a fan --------------------------------------------------------------------------------------------------

static void build_walls(room *r)
{
    add_wall(r, -3.4f, 2.4f, 0.0f, 0.6f);
    add_wall(r, 0.0f, 0.6f, 3.4f, 0.6f);
    add_wall(r, -3.4f, -1.0f, 0.0f, -1.0f);
    add_wall(r, 0.0f, -1.0f, 3.4f, -2.8f);
}

static void begin_walls(room *r)
{
    begin_to_and_fro(r, 0, 5.0f, -1.0f);
}

static void step_walls(room *r)
{
    wend_agent self = room_body(r, 0);
    room_feel_around(r, r->kind->radius);
    wend_vec wish = seek_to_and_fro(r, 0, &self);
    room_wish(r, 0, wend_avoid_walls(&self, wish, r->hits, r->hit_count, r->kind->radius, 1.6f));
}

static void draw_hits(const room *r, const wend_draw *draw)
{
    wend_vec at = room_position(r, 0);
    draw->circle(at, r->kind->radius, faded(COLOUR_SKY, 110), false, draw->user);
    for (int i = 0; i < r->hit_count; i++)
    {
        draw->line(at, r->hits[i].point, faded(COLOUR_RED, 150), false, draw->user);
        draw->circle(r->hits[i].point, 0.14f, COLOUR_RED, true, draw->user);
    }
}

static void draw_walls(const room *r, const wend_draw *draw)
{
    draw_target(r, draw);
    draw_hits(r, draw);
}

static void build_fan(room *r)
{
    add_block(r, 0.0f, -0.4f, 0.6f, 1.1f);
}

static void begin_fan(room *r)
{
    begin_to_and_fro(r, 0, 4.8f, 0.2f);
}

static void step_fan(room *r)
{
    wend_agent self = room_body(r, 0);
    wend_caster caster = room_caster(r);
    r->mark = seek_to_and_fro(r, 0, &self);
    room_wish(r, 0, wend_avoid_fan(&self, r->mark, &caster, NULL, &r->cast_count));
}

/// The casts that were made: one while the way is clear, else all seven.
static void draw_fan(const room *r, const wend_draw *draw)
{
    static const float degrees[7] = {0.0f, 30.0f, -30.0f, 60.0f, -60.0f, 90.0f, -90.0f};
    wend_agent self = room_body(r, 0);
    wend_caster caster = room_caster(r);
    wend_vec ahead = wend_scale(r->mark, wend_default_fan_def().seconds);
    draw_target(r, draw);
    for (int i = 0; i < r->cast_count; i++)
    {
        wend_cast cast = {self.position, wend_rotate(ahead, degrees[i] * WEND_PI / 180.0f), self.radius, 0, 0};
        wend_hit hit;
        bool is_hit = caster.cast(&cast, &hit, caster.user);
        wend_vec end = wend_add(cast.from, cast.along);
        if (is_hit)
            end = wend_add(cast.from, wend_scale(wend_normalize(cast.along), hit.distance));
        draw->line(cast.from, end, is_hit ? COLOUR_RED : faded(COLOUR_SKY, 130), false, draw->user);
        draw->circle(end, self.radius, is_hit ? faded(COLOUR_RED, 160) : faded(COLOUR_SKY, 90), false, draw->user);
    }
}

// ---- movers --------------------------------------------------------------------------------------------------------

static void begin_movers(room *r)
{
    static const wend_vec places[4] = {
        {4.8f, 0.3f, 0.0f}, {-4.8f, 0.5f, 0.0f}, {1.2f, 2.7f, 0.0f}, {1.6f, -2.7f, 0.0f}};
    for (int i = 0; i < r->kind->bodies; i++)
        begin_to_and_fro(r, i, places[i].x, places[i].y);
}

static void step_movers(room *r)
{
    for (int i = 0; i < r->kind->bodies; i++)
    {
        wend_neighbour others[ROOM_AGENTS];
        wend_agent self = room_body(r, i);
        self.radius += 0.12f; // so that they don't touch
        int count = room_neighbours(r, i, others);
        room_wish(r, i, wend_avoid_movers(&self, seek_to_and_fro(r, i, &self), others, count, 1.5f));
    }
}

static void draw_movers(const room *r, const wend_draw *draw)
{
    draw_target(r, draw);
    for (int i = 1; i < r->kind->bodies; i++)
        draw->circle(r->targets[i], 0.14f, faded(COLOUR_GREEN, 180), true, draw->user);
}

static float nearest_gap(const room *r)
{
    return part_least_gap(r->run, r->ids, r->kind->bodies);
}

// ---- a region, a wall ----------------------------------------------------------------------------------------------

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
    add_block(r, -1.2f, -0.4f, 2.2f, 0.8f);
    add_pillar(r, 2.4f, -0.4f, 1.1f);
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
static const float pillar_radius = 1.0f;

static void build_hide(room *r)
{
    add_pillar(r, 0.0f, -0.3f, pillar_radius);
}

static wend_vec hiding_place(const room *r)
{
    wend_agent self = room_body(r, 0);
    return wend_hide_place(&self, room_position(r, 1), r->shapes[0].position, pillar_radius, 0.25f);
}

static void begin_hide(room *r)
{
    room_begin_round(r, 1, &patrol);
    room_put(r, 0, room_at(r, -4.5f, 1.5f), 0.0f, 0.0f);
}

static void step_hide(room *r)
{
    room_go_round(r, 1, &patrol);
    wend_agent self = room_body(r, 0);
    room_wish(r, 0, wend_arrive(&self, hiding_place(r)));
}

static float is_seen(const room *r)
{
    wend_agent threat = room_body(r, 1);
    wend_caster caster = room_caster(r);
    return wend_sees(&threat, room_position(r, 0), 20.0f, -1.0f, &caster) ? 1.0f : 0.0f;
}

static void draw_hiding(const room *r, const wend_draw *draw)
{
    wend_vec place = hiding_place(r);
    wend_colour sight = is_seen(r) > 0.5f ? COLOUR_RED : faded(COLOUR_RED, 110);
    draw->line(room_position(r, 1), is_seen(r) > 0.5f ? room_position(r, 0) : place, sight, true, draw->user);
    room_draw_target(draw, place, COLOUR_ORANGE);
    room_note(r, draw, wend_add(place, wend_xyz(-0.8f, -0.7f, 0.0f)), "hiding place");
}

static void build_leave(room *r)
{
    add_block(r, -2.6f, -0.3f, 1.7f, 1.3f);
    add_pillar(r, 2.6f, -0.3f, 1.6f);
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

const room_kind rooms_avoid[] = {
    {.label = "avoid_feelers: 1",
     .call = "wend_avoid_feelers, one feeler",
     .about = "One feeler ahead, as wide as the body: push off what it meets, and past it on one side.",
     .measured = "gap to the pillar",
     .bodies = 1,
     .trails = 1,
     .build = build_feeler,
     .begin = begin_feeler,
     .step = step_feelers,
     .draw = draw_feelers,
     .measure = room_clearance},
    {.label = "avoid_feelers: 3",
     .call = "wend_avoid_feelers, three whiskers",
     .about = "Ahead, left and right: past what is in the way on the freer side.",
     .measured = "gap to a pillar",
     .bodies = 1,
     .trails = 1,
     .build = build_whiskers,
     .begin = begin_feeler,
     .step = step_feelers,
     .draw = draw_feelers,
     .measure = room_clearance},
    {.label = "avoid_walls",
     .call = "wend_avoid_walls",
     .about = "Push off every wall within a radius, without any ray.",
     .measured = "gap to a wall",
     .radius = 1.15f,
     .bodies = 1,
     .trails = 1,
     .build = build_walls,
     .begin = begin_walls,
     .step = step_walls,
     .draw = draw_walls,
     .measure = room_clearance},
    {.label = "avoid_fan",
     .call = "wend_avoid_fan",
     .about = "Sweep the body along the wish; where that isn't clear, try 30, 60 and 90 degrees to both sides.",
     .measured = "gap to the block",
     .bodies = 1,
     .trails = 1,
     .build = build_fan,
     .begin = begin_fan,
     .step = step_fan,
     .draw = draw_fan,
     .measure = room_clearance},
    {.label = "avoid_movers",
     .call = "wend_avoid_movers",
     .about = "Step aside for those whom one would meet.",
     .measured = "least gap",
     .bodies = 4,
     .trails = 4,
     .others = COLOUR_GREEN,
     .begin = begin_movers,
     .step = step_movers,
     .draw = draw_movers,
     .measure = nearest_gap},
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
     .draw = draw_hits,
     .measure = room_clearance},
    {.label = "hide_place",
     .call = "wend_hide_place",
     .about = "The place behind an obstacle where a threat doesn't see one.",
     .measured = "is seen (1: yes)",
     .bodies = 2,
     .trails = 1,
     .others = COLOUR_RED,
     .build = build_hide,
     .begin = begin_hide,
     .step = step_hide,
     .draw = draw_hiding,
     .measure = is_seen},
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
const int rooms_avoid_count = (int)(sizeof rooms_avoid / sizeof *rooms_avoid);
