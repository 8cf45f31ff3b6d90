// The field, what everybody has in mind as bars over the head, and the gunner's mind once more, larger, with names.
#include "survivors.h"

#include <math.h>
#include <stdio.h>

static const wend_colour stone = 0x8b97a582u, grave = 0x2a323dffu, gunner_colour = COLOUR_SKY,
                         roam_colour = 0x7d9471ffu, follow_colour = 0xb7a64affu, chase_colour = 0xd2603cffu,
                         smell_colour = 0x9c8b3effu, sight_colour = 0xff7a5cffu, shot_colour = 0xfff3b0ffu,
                         mark = 0xffffffffu;
static const wend_colour degree_colours[GUNNER_STATES] = {COLOUR_GREY, COLOUR_PINK, COLOUR_ORANGE, COLOUR_GREEN};
static const wend_colour need_colours[NEEDS] = {0xff8fa8ffu, 0xffd76affu};
static const char *const need_names[NEEDS] = {"health", "ammunition"};
static const double shot_seconds = 0.15, corpse_seconds = 5.0;

static void draw_box(const wend_draw *draw, wend_vec low, wend_vec high, wend_colour colour)
{
    const wend_vec corners[4] = {low, {high.x, low.y, 0.0f}, high, {low.x, high.y, 0.0f}};
    draw->polygon(corners, 4, colour, draw->user);
}

/// A bar as long as its share of `length`, on a dim one that is full.
static void draw_bar(const wend_draw *draw, wend_vec low, float length, float height, float share, wend_colour colour)
{
    float part = length * fminf(fmaxf(share, 0.0f), 1.0f);
    draw_box(draw, low, wend_xyz(low.x + length, low.y + height, 0.0f), faded(colour, 40));
    if (part > 0.0f)
        draw_box(draw, low, wend_xyz(low.x + part, low.y + height, 0.0f), colour);
}

// ---- the field ------------------------------------------------------------------------------------------------------

static void draw_fence(const wend_draw *draw)
{
    const float thick = 0.35f;
    const wend_vec l = survivors_low, h = survivors_high;
    draw_box(draw, wend_xyz(l.x - thick, l.y - thick, 0.0f), wend_xyz(h.x + thick, l.y, 0.0f), stone);
    draw_box(draw, wend_xyz(l.x - thick, h.y, 0.0f), wend_xyz(h.x + thick, h.y + thick, 0.0f), stone);
    draw_box(draw, wend_xyz(l.x - thick, l.y, 0.0f), wend_xyz(l.x, h.y, 0.0f), stone);
    draw_box(draw, wend_xyz(h.x, l.y, 0.0f), wend_xyz(h.x + thick, h.y, 0.0f), stone);
}

/// A cross for health, three cartridges for ammunition.
static void draw_pickup(const wend_draw *draw, need kind, wend_vec at)
{
    if (kind == HEALTH)
    {
        draw_box(draw, wend_xyz(at.x - 0.36f, at.y - 0.12f, 0.0f), wend_xyz(at.x + 0.36f, at.y + 0.12f, 0.0f),
                 need_colours[HEALTH]);
        draw_box(draw, wend_xyz(at.x - 0.12f, at.y - 0.36f, 0.0f), wend_xyz(at.x + 0.12f, at.y + 0.36f, 0.0f),
                 need_colours[HEALTH]);
        return;
    }
    for (int i = -1; i <= 1; i++)
    {
        float x = at.x + 0.26f * (float)i;
        draw_box(draw, wend_xyz(x - 0.09f, at.y - 0.34f, 0.0f), wend_xyz(x + 0.09f, at.y + 0.16f, 0.0f),
                 need_colours[AMMO]);
        draw->circle(wend_xyz(x, at.y + 0.2f, 0.0f), 0.09f, need_colours[AMMO], true, draw->user);
    }
}

static void draw_shots(const scene_run *run, const wend_draw *draw)
{
    const survivors *s = run->state;
    for (int k = 0; k < SHOTS; k++)
    {
        const shot *p = &s->shots[k];
        double age = run->seconds - p->at;
        if (k >= s->shot_count || age > shot_seconds)
            continue;
        draw->line(p->from, p->to, shot_colour, false, draw->user);
        if (p->has_hit)
            draw->circle(p->to, 0.16f, shot_colour, true, draw->user);
    }
}

// ---- zombies --------------------------------------------------------------------------------------------------------

static wend_colour colour_of(const zombie *z)
{
    switch (wend_machine_state(&z->machine))
    {
    case CHASES: return chase_colour;
    case FOLLOWS: return follow_colour;
    default: return roam_colour;
    }
}

static bool shows_corpse(const scene_run *run, const zombie *z)
{
    return !z->is_up && run->seconds - z->fell_at < corpse_seconds;
}

static void draw_zombie(const scene_run *run, const wend_draw *draw, const zombie *z)
{
    wend_vec at = survivors_place(run, z->id);
    if (shows_corpse(run, z))
    {
        unsigned left = (unsigned)(90.0 * (1.0 - (run->seconds - z->fell_at) / corpse_seconds));
        draw->circle(at, HULL, faded(roam_colour, left), true, draw->user);
    }
    if (z->is_up)
        wend_draw_agent(draw, at, wend_world_heading(run->world, z->id), HULL, colour_of(z));
}

static void draw_senses(const scene_run *run, const wend_draw *draw, const zombie *z)
{
    const wend_colour colours[ZOMBIE_SENSES] = {smell_colour, sight_colour};
    wend_vec at = survivors_place(run, z->id);
    for (int i = 0; i < ZOMBIE_SENSES; i++)
        if (z->layer.degree[i] > 0.0f)
            draw_bar(draw, wend_xyz(at.x - 0.5f, at.y + 0.6f + 0.19f * (float)i, 0.0f), 1.0f, 0.13f,
                     z->layer.degree[i] / 100.0f, colours[i]);
}

// ---- the gunner -----------------------------------------------------------------------------------------------------

/// What he decided for has a white mark beside its bar.
static void draw_mark(const wend_draw *draw, wend_vec at, float size)
{
    const wend_vec corners[3] = {{at.x - size, at.y - 0.6f * size, 0.0f}, at, {at.x - size, at.y + 0.6f * size, 0.0f}};
    draw->polygon(corners, 3, mark, draw->user);
}

/// Six bars: the two urgencies, above them the four degrees.
static void draw_thoughts(const scene_run *run, const wend_draw *draw, const gunner *g)
{
    const float long_one = 1.9f, pitch = 0.26f, high = 0.2f;
    wend_vec at = survivors_place(run, g->id), low = {at.x - 0.5f * long_one, at.y + 0.65f, 0.0f};
    if (low.y + 1.8f > survivors_high.y)
        low.y = at.y - 2.5f;
    draw_box(draw, wend_xyz(low.x - 0.32f, low.y - 0.08f, 0.0f), wend_xyz(low.x + long_one + 0.1f, low.y + 1.76f, 0.0f),
             faded(COLOUR_NIGHT, 190));
    for (int k = 0; k < NEEDS; k++)
    {
        wend_vec corner = {low.x, low.y + pitch * (float)(NEEDS - 1 - k), 0.0f};
        draw_bar(draw, corner, long_one, high, g->wants[k].urgency, need_colours[k]);
        if (k == g->choice)
            draw_mark(draw, wend_xyz(corner.x - 0.06f, corner.y + 0.5f * high, 0.0f), 0.18f);
    }
    for (int k = 0; k < GUNNER_STATES; k++)
    {
        wend_vec corner = {low.x, low.y + 0.12f + pitch * (float)(NEEDS + GUNNER_STATES - 1 - k), 0.0f};
        draw_bar(draw, corner, long_one, high, wend_layer_share(&g->layer, k), degree_colours[k]);
        if (k == g->decision)
            draw_mark(draw, wend_xyz(corner.x - 0.06f, corner.y + 0.5f * high, 0.0f), 0.18f);
    }
}

static bool shows_way(const gunner *g)
{
    return !g->is_down && g->pickup >= 0;
}

static void draw_gunner(const scene_run *run, const wend_draw *draw, const gunner *g)
{
    const survivors *s = run->state;
    wend_vec at = survivors_place(run, g->id), heading = wend_world_heading(run->world, g->id);
    if (shows_way(g))
    {
        wend_vec there = survivors_spots[s->pickups[g->pickup].spot];
        draw->line(at, there, degree_colours[FETCHES], true, draw->user);
        draw->circle(there, 0.55f, degree_colours[FETCHES], false, draw->user);
    }
    if (g->target >= 0 && !g->is_down)
        draw->circle(survivors_place(run, s->zombies[g->target].id), 0.6f, degree_colours[ATTACKS], false, draw->user);
    wend_draw_agent(draw, at, heading, HULL, g->is_down ? faded(gunner_colour, 80) : gunner_colour);
    if (!g->is_down)
        draw->line(at, wend_add(at, wend_scale(heading, 0.9f)), gunner_colour, false, draw->user);
}

// ---- his mind, larger -----------------------------------------------------------------------------------------------

static void draw_row(const wend_draw *draw, float y, const char *name, float share, const char *value,
                     wend_colour colour, bool is_marked)
{
    if (is_marked)
        draw_mark(draw, wend_xyz(7.7f, y, 0.0f), 0.34f);
    draw->text(wend_xyz(8.0f, y, 0.0f), name, is_marked ? mark : COLOUR_TEXT, draw->user);
    draw_bar(draw, wend_xyz(11.4f, y - 0.17f, 0.0f), 4.2f, 0.34f, share, colour);
    draw->text(wend_xyz(15.8f, y, 0.0f), value, COLOUR_TEXT, draw->user);
}

static void say_decision(const gunner *g, char *text, size_t capacity)
{
    static const char *const words[GUNNER_STATES] = {"wanders", "flees", "attacks", "fetches"};
    if (g->is_down)
        snprintf(text, capacity, "he is dead: the next one comes");
    else if (g->decision == FETCHES && g->choice >= 0)
        snprintf(text, capacity, "he fetches %s", need_names[g->choice]);
    else
        snprintf(text, capacity, "he %s%s", words[g->decision], g->is_aiming ? ": stands and aims" : "");
}

static void draw_mind(const scene_run *run, const wend_draw *draw, const gunner *g)
{
    char text[48];
    draw->text(wend_xyz(7.4f, 9.7f, 0.0f), "the gunner has", gunner_colour, draw->user);
    for (int k = 0; k < NEEDS; k++)
    {
        snprintf(text, sizeof text, "%.0f", (double)g->left[k]);
        draw_row(draw, 8.6f - 0.9f * (float)k, need_names[k], g->left[k] / 100.0f, text, need_colours[k], false);
    }
    draw->text(wend_xyz(7.4f, 6.0f, 0.0f), "how urgent it is, and how far", gunner_colour, draw->user);
    for (int k = 0; k < NEEDS; k++)
    {
        snprintf(text, sizeof text, "%.2f", (double)g->wants[k].urgency);
        draw_row(draw, 4.9f - 1.5f * (float)k, need_names[k], g->wants[k].urgency, text, need_colours[k],
                 k == g->choice);
        if (g->wants[k].urgency <= 0.0f)
            continue;
        snprintf(text, sizeof text, "%.1f away", (double)g->wants[k].distance);
        draw->text(wend_xyz(11.4f, 4.25f - 1.5f * (float)k, 0.0f), text, COLOUR_GREY, draw->user);
    }
    draw->text(wend_xyz(7.4f, 1.6f, 0.0f), "degrees of activation", gunner_colour, draw->user);
    for (int k = 0; k < GUNNER_STATES; k++)
    {
        snprintf(text, sizeof text, "%.0f", 100.0 * (double)wend_layer_share(&g->layer, k));
        draw_row(draw, 0.5f - 0.9f * (float)k, gunner_layer.rows[k].state.name, wend_layer_share(&g->layer, k), text,
                 degree_colours[k], k == g->decision && !g->is_down);
    }
    say_decision(g, text, sizeof text);
    draw->text(wend_xyz(7.4f, -3.9f, 0.0f), "decision", gunner_colour, draw->user);
    draw->text(wend_xyz(8.0f, -4.9f, 0.0f), text, mark, draw->user);
    int number = (int)(part_param(run, "choice") + 0.5f);
    snprintf(text, sizeof text, "he chooses by %s", survivors_choices[number]);
    draw->text(wend_xyz(8.0f, -5.8f, 0.0f), text, COLOUR_TEXT, draw->user);
}

void survivors_draw(const scene_run *run, const wend_draw *draw)
{
    const survivors *s = run->state;
    for (int i = 0; i < SURVIVORS_GRAVES; i++)
        draw->circle(survivors_graves[i], 0.55f, grave, true, draw->user);
    draw_fence(draw);
    for (int i = 0; i < SURVIVORS_BLOCKS; i++)
        draw_box(draw, survivors_blocks[i].low, survivors_blocks[i].high, stone);
    for (int i = 0; i < PICKUPS; i++)
        if (s->pickups[i].is_there)
            draw_pickup(draw, s->pickups[i].kind, survivors_spots[s->pickups[i].spot]);
    for (int i = 0; i < ZOMBIES; i++)
        draw_zombie(run, draw, &s->zombies[i]);
    draw_gunner(run, draw, &s->gunner);
    draw_shots(run, draw);
    bool has_bars = part_param(run, "bars") > 0.5f;
    for (int i = 0; i < ZOMBIES && has_bars; i++)
        if (s->zombies[i].is_up)
            draw_senses(run, draw, &s->zombies[i]);
    if (has_bars && !s->gunner.is_down)
        draw_thoughts(run, draw, &s->gunner);
    draw_mind(run, draw, &s->gunner);
}

static void add_zombie_signs(const scene_run *run, scene_legend *legend, const zombie *z)
{
    static const char *const words[ZOMBIE_STATES] = {"zombie, wanders", "zombie, smells him", "zombie, chases him"};
    int state = wend_machine_state(&z->machine);
    if (shows_corpse(run, z))
        scene_add_sign(legend, SCENE_DOT, faded(roam_colour, 90), "shot zombie");
    if (!z->is_up)
        return;
    scene_add_sign(legend, SCENE_BODY, colour_of(z), words[state < 0 ? 0 : state]);
    if (part_param(run, "bars") > 0.5f && z->layer.degree[SMELLS] > 0.0f)
        scene_add_sign(legend, SCENE_BAR, smell_colour, "how much it smells");
    if (part_param(run, "bars") > 0.5f && z->layer.degree[SEES] > 0.0f)
        scene_add_sign(legend, SCENE_BAR, sight_colour, "how much it sees");
}

void survivors_legend(const scene_run *run, scene_legend *legend)
{
    const survivors *s = run->state;
    const gunner *g = &s->gunner;
    static const char *const bars[GUNNER_STATES] = {"degree: wander", "degree: flee", "degree: attack",
                                                    "degree: fetch"};
    scene_add_sign(legend, SCENE_BODY, g->is_down ? faded(gunner_colour, 80) : gunner_colour,
                   g->is_down ? "dead gunner" : "gunner");
    for (int i = 0; i < ZOMBIES; i++)
        add_zombie_signs(run, legend, &s->zombies[i]);
    for (int i = 0; i < PICKUPS; i++)
        if (s->pickups[i].is_there)
            scene_add_sign(legend, SCENE_BAR, need_colours[s->pickups[i].kind],
                           s->pickups[i].kind == HEALTH ? "cross: health, and its bars"
                                                        : "cartridges: ammunition, its bars");
    for (int k = 0; k < GUNNER_STATES; k++)
        scene_add_sign(legend, SCENE_BAR, degree_colours[k], bars[k]);
    if (!g->is_down)
        scene_add_sign(legend, SCENE_HEAD, mark, "decided for");
    if (shows_way(g))
        scene_add_sign(legend, SCENE_DASHED, degree_colours[FETCHES], "what he makes for");
    if (g->target >= 0 && !g->is_down)
        scene_add_sign(legend, SCENE_CIRCLE, degree_colours[ATTACKS], "his target");
    for (int k = 0; k < SHOTS && k < s->shot_count; k++)
        if (run->seconds - s->shots[k].at <= shot_seconds)
            scene_add_sign(legend, SCENE_LINE, shot_colour, "shot");
    scene_add_sign(legend, SCENE_DOT, grave, "grave");
}
