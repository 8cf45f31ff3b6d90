// How the rooms of the vocabulary are drawn.
#include "vocabulary.h"

static void draw_trail(const room *r, int i, wend_colour colour, const wend_draw *draw)
{
    int kept = r->trail_length < ROOM_TRAIL ? r->trail_length : ROOM_TRAIL;
    const int stride = 3; // fewer lines, as smooth
    for (int age = 0; age + stride < kept; age += stride)
    {
        wend_vec a = r->trail[i][(r->trail_length - 1 - age) % ROOM_TRAIL];
        wend_vec b = r->trail[i][(r->trail_length - 1 - age - stride) % ROOM_TRAIL];
        if (wend_distance(a, b) < 2.0f) // not across the floor of one that wraps
            draw->line(a, b, faded(colour, (unsigned)(150 - 130 * age / ROOM_TRAIL)), false, draw->user);
    }
}

static void draw_shape(const wend_shape *shape, const wend_draw *draw)
{
    wend_vec at = shape->position, h = shape->half;
    const wend_vec box[4] = {wend_add(at, wend_xyz(-h.x, -h.y, 0.0f)), wend_add(at, wend_xyz(h.x, -h.y, 0.0f)),
                             wend_add(at, wend_xyz(h.x, h.y, 0.0f)), wend_add(at, wend_xyz(-h.x, h.y, 0.0f))};
    switch (shape->kind)
    {
    case WEND_SHAPE_CIRCLE: draw->circle(at, shape->radius, faded(COLOUR_GREY, 130), true, draw->user); break;
    case WEND_SHAPE_BOX: draw->polygon(box, 4, faded(COLOUR_GREY, 130), draw->user); break;
    case WEND_SHAPE_SEGMENT:
        draw->line(wend_add(at, shape->from), wend_add(at, shape->to), COLOUR_GREY, false, draw->user);
        break;
    default: break;
    }
}

static void faded_line(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user)
{
    const wend_draw *draw = user;
    draw->line(from, to, faded(colour, 235), is_dashed, draw->user);
}

/// Velocity, wish and steering of agent 0. A watched agent's own vectors come over them.
static void draw_vectors(const room *r, const wend_draw *draw)
{
    wend_reason reason;
    wend_draw table = wend_default_draw();
    table.line = faded_line;
    table.user = (void *)draw;
    if (wend_explain(r->run->world, r->ids[0], &reason) != WEND_OK)
        return;
    float share = r->is_large ? 0.12f : 0.2f;
    reason.position = room_position(r, 0);
    wend_draw_reason(&table, &reason, share * ROOM_HEIGHT / room_body(r, 0).max_speed);
}

void vocabulary_draw_legend(const wend_draw *draw, wend_vec at, float step)
{
    static const struct
    {
        const char *text;
        wend_colour colour;
    } words[] = {{"velocity", WEND_COLOUR_VELOCITY},
                 {"wish (dashed)", WEND_COLOUR_WISH},
                 {"steering", WEND_COLOUR_STEERING},
                 {"what it makes for (dashed)", WEND_COLOUR_AIM}};
    for (int i = 0; i < 4; i++)
        draw->text(wend_add(at, wend_xyz(step * (float)i, 0.0f, 0.0f)), words[i].text, words[i].colour, draw->user);
}

static void draw_names(const room *r, const wend_draw *draw)
{
    wend_vec corner = room_at(r, -5.7f, 3.4f + 0.75f);
    if (!r->is_large)
    {
        draw->text(corner, r->kind->label, COLOUR_TEXT, draw->user);
        return;
    }
    draw->text(wend_add(corner, wend_xyz(0.0f, 0.3f, 0.0f)), r->kind->call, 0xffffffffu, draw->user);
    draw->text(wend_add(corner, wend_xyz(0.0f, -0.12f, 0.0f)), r->kind->about, COLOUR_TEXT, draw->user);
    vocabulary_draw_legend(draw, room_at(r, -5.7f, -3.7f), 1.9f);
    part_draw_edges(draw, room_at(r, -ROOM_HALF_X, -ROOM_HALF_Y), room_at(r, ROOM_HALF_X, ROOM_HALF_Y));
}

void vocabulary_draw_room(const room *r, const wend_draw *draw)
{
    for (int i = 0; i < r->shape_count; i++)
        draw_shape(&r->shapes[i], draw);
    if (r->kind->draw)
        r->kind->draw(r, draw);
    for (int i = r->kind->trails - 1; i >= 0; i--)
        draw_trail(r, i, i == 0 ? COLOUR_SKY : r->kind->others, draw);
    for (int i = r->kind->bodies - 1; i >= 0; i--)
    {
        wend_agent body = room_body(r, i);
        wend_draw_agent(draw, body.position, body.heading, body.radius, i == 0 ? COLOUR_SKY : r->kind->others);
    }
    draw_vectors(r, draw);
    draw_names(r, draw);
}
