// The scene orders: the building, its doors, ways, and everybody in the colour of its plan.
#include "orders.h"

#include <math.h>
#include <stdio.h>

static const wend_colour stone = 0x56616effu, floor_colour = 0x1b222cffu, leaf = 0xf0a830ffu, mark = 0x12171effu;
static const wend_colour way_colour = 0x64bdf24au, goal_colour = 0xc8d2dd70u;

static const struct look
{
    wend_colour colour;
    const char *word;
} looks[ORDERS_STATES] = {
    [ORDERS_PLANNING] = {COLOUR_YELLOW, "planning"},
    [ORDERS_ALONE] = {COLOUR_SKY, "on a way of its own"},
    [ORDERS_SHARED] = {COLOUR_BLUE, "along a shared field"},
    [ORDERS_ARRIVED] = {COLOUR_GREEN, "arrived"},
    [ORDERS_CUT_OFF] = {COLOUR_RED, "no path: cut off"},
    [ORDERS_NO_ROOM] = {COLOUR_PINK, "no path: no room for it there"},
    [ORDERS_STUCK] = {0xffffffffu, "stuck"},
};

// ---- the building ---------------------------------------------------------------------------------------------------

static void draw_rectangle(const wend_draw *draw, wend_vec low, wend_vec high, wend_colour colour)
{
    const wend_vec corners[4] = {low, {high.x, low.y, 0.0f}, high, {low.x, high.y, 0.0f}};
    draw->polygon(corners, 4, colour, draw->user);
}

static void draw_frame(const wend_draw *draw, wend_vec a, wend_vec b, wend_colour colour)
{
    const wend_vec corners[4] = {a, {b.x, a.y, 0.0f}, b, {a.x, b.y, 0.0f}};
    for (int i = 0; i < 4; i++)
        draw->line(corners[i], corners[(i + 1) % 4], colour, false, draw->user);
}

/// A door that is shut is a leaf from post to post; one that is open has two short leaves at its posts; one that waits
/// until nobody stands in it is a frame.
static void draw_door(const orders *o, int index, const wend_draw *draw)
{
    const orders_door *d = &orders_doors[index];
    bool is_level = d->wide > d->high;
    wend_vec low = {(float)d->x, (float)d->y, 0.0f};
    wend_vec high = {(float)(d->x + d->wide), (float)(d->y + d->high), 0.0f};
    draw_rectangle(draw, low, high, floor_colour);
    wend_vec in = is_level ? wend_xyz(0.0f, 0.3f, 0.0f) : wend_xyz(0.3f, 0.0f, 0.0f);
    low = wend_add(low, in);
    high = wend_sub(high, in);
    if (o->is_shut[index])
        draw_rectangle(draw, low, high, leaf);
    else if (!o->is_open[index])
        draw_frame(draw, low, high, leaf);
    else
    {
        wend_vec along = is_level ? wend_xyz(0.22f, 0.0f, 0.0f) : wend_xyz(0.0f, 0.22f, 0.0f);
        wend_vec across = is_level ? wend_xyz(0.0f, high.y - low.y, 0.0f) : wend_xyz(high.x - low.x, 0.0f, 0.0f);
        draw_rectangle(draw, low, wend_add(low, wend_add(along, across)), leaf);
        draw_rectangle(draw, wend_sub(high, wend_add(along, across)), high, leaf);
    }
}

// ---- people ---------------------------------------------------------------------------------------------------------

static void draw_ways(const scene_run *run, const wend_draw *draw)
{
    const orders *o = run->state;
    for (int i = 0; i < ORDERS_COUNT; i++)
    {
        wend_vec points[ORDERS_WAY];
        int count = wend_world_has_arrived(run->world, o->ids[i])
                        ? 0
                        : wend_world_way(run->world, o->ids[i], points, ORDERS_WAY);
        for (int k = 0; k + 1 < count && k + 1 < ORDERS_WAY; k++)
            draw->line(points[k], points[k + 1], way_colour, false, draw->user);
    }
}

static void draw_goals(const scene_run *run, const wend_draw *draw)
{
    const orders *o = run->state;
    for (int i = 0; i < ORDERS_COUNT; i++)
        if (orders_state_of(run, i) != ORDERS_ARRIVED)
            draw->circle(o->goals[i], 0.13f, goal_colour, true, draw->user);
}

/// Who has no way bears a cross, or a bar; who plans is an outline.
static void draw_somebody(const scene_run *run, int index, const wend_draw *draw)
{
    const orders *o = run->state;
    wend_vec at = wend_world_position(run->world, o->ids[index]);
    wend_vec heading = wend_world_heading(run->world, o->ids[index]);
    float radius = orders_radius(index), arm = 0.55f * radius;
    orders_state state = orders_state_of(run, index);
    wend_colour colour = looks[state].colour;
    bool is_outline = state == ORDERS_PLANNING || wend_same_agent(o->ids[index], run->watched);
    if (is_outline)
        part_draw_watched(draw, at, heading, radius, colour);
    else
        wend_draw_agent(draw, at, heading, radius, colour);
    wend_colour ink = is_outline ? colour : mark;
    if (state == ORDERS_CUT_OFF)
    {
        draw->line(wend_add(at, wend_xyz(-arm, -arm, 0.0f)), wend_add(at, wend_xyz(arm, arm, 0.0f)), ink, false,
                   draw->user);
        draw->line(wend_add(at, wend_xyz(-arm, arm, 0.0f)), wend_add(at, wend_xyz(arm, -arm, 0.0f)), ink, false,
                   draw->user);
    }
    if (state == ORDERS_NO_ROOM)
        draw->line(wend_add(at, wend_xyz(-arm, 0.0f, 0.0f)), wend_add(at, wend_xyz(arm, 0.0f, 0.0f)), ink, false,
                   draw->user);
    if (o->is_chosen[index])
        draw->circle(at, radius + 0.12f, COLOUR_TEXT, false, draw->user);
}

// ---- how many -------------------------------------------------------------------------------------------------------

/// A bar over the building, in parts as long as there are people in each state.
static void draw_counts(const scene_run *run, const wend_draw *draw)
{
    int n[ORDERS_STATES];
    orders_count(run, n);
    const float low = 33.8f, high = 34.8f, gap = 0.06f, length = (float)ORDERS_WIDTH / (float)ORDERS_COUNT;
    float from = 0.0f;
    for (int s = 0; s < ORDERS_STATES; s++)
    {
        float to = from + length * (float)n[s];
        if (n[s] > 0)
            draw_rectangle(draw, wend_xyz(from, low, 0.0f), wend_xyz(to - gap, high, 0.0f), looks[s].colour);
        if (n[s] >= 4)
        {
            char text[16];
            snprintf(text, sizeof text, "%d", n[s]);
            draw->text(wend_xyz(from + 0.3f, 0.5f * (low + high), 0.0f), text, mark, draw->user);
        }
        from = to;
    }
}

void orders_draw(const scene_run *run, const wend_draw *draw)
{
    const orders *o = run->state;
    draw_rectangle(draw, wend_xyz(0.0f, 0.0f, 0.0f), wend_xyz((float)ORDERS_WIDTH, (float)ORDERS_HEIGHT, 0.0f),
                   floor_colour);
    walled_draw(&o->map, draw, stone);
    for (int i = 0; i < ORDERS_DOORS; i++)
        draw_door(o, i, draw);
    if (part_param(run, "ways") > 0.5f)
        draw_ways(run, draw);
    draw_goals(run, draw);
    for (int i = 0; i < ORDERS_COUNT; i++)
        draw_somebody(run, i, draw);
    if (orders_is_framing(run))
        draw_frame(draw, o->pressed_at, run->input.pointer, COLOUR_TEXT);
    draw_counts(run, draw);
}

void orders_legend(const scene_run *run, scene_legend *legend)
{
    const orders *o = run->state;
    int n[ORDERS_STATES], open = 0, shut = 0;
    bool has_way = false;
    orders_count(run, n);
    for (int s = 0; s < ORDERS_STATES; s++)
        if (n[s] > 0)
            scene_add_sign(legend, s == ORDERS_PLANNING ? SCENE_CIRCLE : SCENE_BODY, looks[s].colour, looks[s].word);
    for (int i = 0; i < ORDERS_DOORS; i++)
    {
        open += o->is_open[i];
        shut += o->is_shut[i];
    }
    for (int i = 0; i < ORDERS_COUNT && part_param(run, "ways") > 0.5f; i++)
        has_way |= !wend_world_has_arrived(run->world, o->ids[i]) && wend_world_way(run->world, o->ids[i], NULL, 0) > 1;
    if (o->chosen > 0)
        scene_add_sign(legend, SCENE_CIRCLE, COLOUR_TEXT, "chosen");
    if (has_way)
        scene_add_sign(legend, SCENE_LINE, way_colour, "way");
    if (n[ORDERS_ARRIVED] < ORDERS_COUNT)
        scene_add_sign(legend, SCENE_DOT, goal_colour, "goal");
    scene_add_sign(legend, SCENE_BAR, stone, "wall");
    if (shut > 0)
        scene_add_sign(legend, SCENE_BAR, leaf, "door, shut");
    if (open + shut < ORDERS_DOORS)
        scene_add_sign(legend, SCENE_OUTLINE, leaf, "door that is closing");
}
