// Rooms of avoid.h: past pillars, walls and others.
#include "vocabulary.h"

// ---- from one side to the other and back ---------------------------------------------------------------------------

static void add_wall(room *r, float x0, float y0, float x1, float y1)
{
    wend_shape wall = wend_default_shape(WEND_SHAPE_SEGMENT);
    wall.from = wend_xyz(x0, y0, 0.0f);
    wall.to = wend_xyz(x1, y1, 0.0f);
    room_add(r, wall);
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

// ---- feelers -------------------------------------------------------------------------------------------------------

static void build_feeler(room *r)
{
    room_add_pillar(r, 0.0f, -0.2f, 1.1f);
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
    wend_feel_def feel = wend_default_feel_def();
    feel.width = 1.2f; // a bare ray would slip past a rim that the hull doesn't
    r->cast_count = r->shape_count > 1 ? wend_whisker_rays(&self, ahead, &feel, r->casts)
                                       : wend_feeler_ray(&self, ahead, &feel, r->casts);
    wend_sense(&caster, r->casts, r->cast_count, r->hits);
    room_wish(r, 0, wend_avoid_feelers(&self, wish, r->casts, r->hits, r->cast_count, NULL, &r->side));
}

static void draw_feelers(const room *r, const wend_draw *draw)
{
    room_draw_place(r, draw);
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
    room_add_pillar(r, -1.7f, 0.5f, 0.9f);
    room_add_pillar(r, 1.7f, -0.9f, 0.9f);
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

static void draw_walls(const room *r, const wend_draw *draw)
{
    room_draw_place(r, draw);
    room_draw_hits(r, draw);
}

static void build_fan(room *r)
{
    room_add_block(r, 0.0f, -0.4f, 0.6f, 1.1f);
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
    room_draw_place(r, draw);
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
    room_draw_place(r, draw);
    for (int i = 1; i < r->kind->bodies; i++)
        draw->circle(r->targets[i], 0.14f, faded(COLOUR_GREEN, 180), true, draw->user);
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
     .measure = room_least_gap},
};
const int rooms_avoid_count = (int)(sizeof rooms_avoid / sizeof *rooms_avoid);
