// The yard with its guards, and the machine of one of them as a graph.
#include "states.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const wend_colour stone = 0x8b97a582u, box_fill = 0x1b2430ffu, lit = COLOUR_SKY, recent = COLOUR_YELLOW,
                         guard_colour = COLOUR_ORANGE, thief_colour = COLOUR_GREEN, gold_colour = 0xffd76affu,
                         wary_colour = COLOUR_PINK, notice_colour = COLOUR_RED;
static const double glow_seconds = 2.5; // a change is to be seen for so long
static const float letter = 0.29f;

static void draw_box(const wend_draw *draw, wend_vec low, wend_vec high, wend_colour colour)
{
    const wend_vec corners[4] = {low, {high.x, low.y, 0.0f}, high, {low.x, high.y, 0.0f}};
    draw->polygon(corners, 4, colour, draw->user);
}

static void draw_outline(const wend_draw *draw, wend_vec low, wend_vec high, wend_colour colour)
{
    const wend_vec corners[4] = {low, {high.x, low.y, 0.0f}, high, {low.x, high.y, 0.0f}};
    for (int i = 0; i < 4; i++)
        draw->line(corners[i], corners[(i + 1) % 4], colour, false, draw->user);
}

// ---- the yard -----------------------------------------------------------------------------------------------------

static void draw_walls(const wend_draw *draw)
{
    const float thick = 0.35f;
    const wend_vec l = states_low, h = states_high;
    draw_box(draw, wend_xyz(l.x - thick, l.y - thick, 0.0f), wend_xyz(h.x + thick, l.y, 0.0f), stone);
    draw_box(draw, wend_xyz(l.x - thick, h.y, 0.0f), wend_xyz(h.x + thick, h.y + thick, 0.0f), stone);
    draw_box(draw, wend_xyz(l.x - thick, l.y, 0.0f), wend_xyz(l.x, h.y, 0.0f), stone);
    draw_box(draw, wend_xyz(h.x, l.y, 0.0f), wend_xyz(h.x + thick, h.y, 0.0f), stone);
    for (int i = 0; i < STATES_BOXES; i++)
    {
        const states_box *b = &states_boxes[i];
        const float x[4] = {-1, 1, 1, -1}, y[4] = {-1, -1, 1, 1};
        wend_vec corners[4];
        for (int k = 0; k < 4; k++)
            corners[k] = wend_add(b->at, wend_rotate(wend_xyz(x[k] * b->half.x, y[k] * b->half.y, 0.0f), b->angle));
        draw->polygon(corners, 4, stone, draw->user);
    }
}

static wend_vec place_of(const scene_run *run, int number)
{
    const states *s = run->state;
    return wend_world_position(run->world, s->ids[number]);
}

static bool is_in(const guard *g, guard_state state)
{
    return wend_machine_is_in(&g->machine, (int)state);
}

/// What it sees, as far as walls let it.
static void draw_sight(const scene_run *run, const wend_draw *draw, const guard *g)
{
    const states *s = run->state;
    wend_caster caster = wend_obstacles_caster(s->walls);
    wend_vec at = place_of(run, g->number), ahead = wend_world_heading(run->world, s->ids[g->number]);
    float range = states_sight(g), half = wend_acos(states_sight_cos);
    wend_colour colour = faded(is_in(g, ALERT) ? notice_colour : guard_colour, g->number == s->shown ? 70 : 35);
    enum
    {
        PIECES = 28
    };
    wend_vec last = at;
    for (int i = 0; i <= PIECES; i++)
    {
        float angle = half * (2.0f * (float)i / PIECES - 1.0f);
        wend_cast ray = {.from = at, .along = wend_scale(wend_rotate(ahead, angle), range)};
        wend_hit hit;
        bool is_met = caster.cast(&ray, &hit, caster.user);
        wend_vec end = is_met ? hit.point : wend_add(at, ray.along);
        const wend_vec piece[3] = {at, last, end};
        if (i > 0)
            draw->polygon(piece, 3, colour, draw->user);
        last = end;
    }
}

/// Degrees as bars over its head.
static void draw_feelings(const wend_draw *draw, const guard *g, wend_vec at)
{
    const wend_colour colours[GUARD_FEELINGS] = {notice_colour, wary_colour};
    for (int i = 0; i < GUARD_FEELINGS; i++)
    {
        float width = 1.5f * g->layer.degree[i] / 100.0f;
        wend_vec low = {at.x - 0.75f, at.y + 0.75f + 0.26f * (float)i, 0.0f};
        if (width > 0.0f)
            draw_box(draw, low, wend_xyz(low.x + width, low.y + 0.18f, 0.0f), colours[i]);
    }
}

static void draw_guard(const scene_run *run, const wend_draw *draw, const guard *g)
{
    const states *s = run->state;
    char name[16];
    wend_vec at = place_of(run, g->number);
    wend_colour colour = is_in(g, DAZZLED) ? COLOUR_GREY : guard_colour;
    wend_draw_agent(draw, at, wend_world_heading(run->world, s->ids[g->number]), GUARD_RADIUS, colour);
    if (g->number == s->shown)
        draw->circle(at, 1.6f * GUARD_RADIUS, lit, false, draw->user);
    if (is_in(g, SEARCH))
    {
        draw->line(at, g->place, faded(guard_colour, 160), true, draw->user);
        draw->circle(g->place, 0.3f, guard_colour, false, draw->user);
    }
    draw_feelings(draw, g, at);
    snprintf(name, sizeof name, "%d", g->number + 1);
    draw->text(wend_xyz(at.x - 0.4f * letter, at.y, 0.0f), name, COLOUR_NIGHT, draw->user);
}

static void draw_yard(const scene_run *run, const wend_draw *draw)
{
    const states *s = run->state;
    for (int i = 0; i < GUARDS; i++)
        if (!is_in(&s->guards[i], DAZZLED))
            draw_sight(run, draw, &s->guards[i]);
    draw_walls(draw);
    for (int i = 0; i < STATES_GOLD; i++)
    {
        wend_vec at = states_gold[i];
        wend_vec low = wend_xyz(at.x - 0.26f, at.y - 0.2f, 0.0f), high = wend_xyz(at.x + 0.26f, at.y + 0.2f, 0.0f);
        if (s->has_gold[i])
            draw_outline(draw, low, high, faded(gold_colour, 110));
        else
            draw_box(draw, low, high, gold_colour);
    }
    for (int i = 0; i < GUARDS; i++)
        draw_guard(run, draw, &s->guards[i]);
    wend_draw_agent(draw, wend_world_position(run->world, s->intruder), wend_world_heading(run->world, s->intruder),
                    0.36f, faded(thief_colour, states_is_outside(run) ? 70 : 255));
    double age = run->seconds - s->flash_at;
    if (age < states_flash_seconds)
        draw->circle(s->flash_from, states_flash_radius * (float)(0.3 + 0.7 * age / states_flash_seconds),
                     WEND_COLOUR_CHOICE, false, draw->user);
}

// ---- the graph ----------------------------------------------------------------------------------------------------

// Where each state stands; those that hold others are wide.
static const struct
{
    wend_vec low, high;
} places[GUARD_STATES] = {
    [CALM] = {{7.0f, 4.3f, 0.0f}, {17.4f, 8.7f, 0.0f}},      [PATROL] = {{7.5f, 4.8f, 0.0f}, {11.1f, 7.2f, 0.0f}},
    [LOOK] = {{13.3f, 4.8f, 0.0f}, {16.9f, 7.2f, 0.0f}},     [ALERT] = {{7.0f, -2.9f, 0.0f}, {17.4f, 1.5f, 0.0f}},
    [CHASE] = {{7.5f, -2.4f, 0.0f}, {11.1f, 0.0f, 0.0f}},    [SEARCH] = {{13.3f, -2.4f, 0.0f}, {16.9f, 0.0f, 0.0f}},
    [DAZZLED] = {{7.5f, -6.4f, 0.0f}, {11.1f, -4.4f, 0.0f}},
};
static const wend_vec any_place = {15.1f, -5.4f, 0.0f};

// How each line is drawn: through up to four points, and what it says at a place of its own.
static const struct
{
    wend_vec points[4];
    int count;
    wend_vec at;
    const char *text;
} ways[STATES_LINES] = {
    {{{14.5f, -5.0f, 0.0f}, {11.1f, -5.0f, 0.0f}}, 2, {12.0f, -4.6f, 0.0f}, "flash"},
    {{{11.1f, -5.8f, 0.0f}, {14.5f, -5.8f, 0.0f}}, 2, {11.5f, -6.25f, 0.0f}, "2.5 s: back"},
    {{{9.4f, 4.3f, 0.0f}, {9.4f, 0.0f, 0.0f}}, 2, {7.1f, 2.9f, 0.0f}, "notices"},
    {{{13.9f, 4.3f, 0.0f}, {13.9f, 0.0f, 0.0f}}, 2, {14.1f, 2.9f, 0.0f}, "hears"},
    {{{11.1f, 6.5f, 0.0f}, {13.3f, 6.5f, 0.0f}}, 2, {11.75f, 6.9f, 0.0f}, "6 s"},
    {{{13.3f, 5.5f, 0.0f}, {11.1f, 5.5f, 0.0f}}, 2, {11.5f, 5.1f, 0.0f}, "done"},
    {{{10.5f, 1.5f, 0.0f}, {10.5f, 4.3f, 0.0f}}, 2, {10.7f, 2.9f, 0.0f}, "caught"},
    {{{11.1f, -0.6f, 0.0f}, {13.3f, -0.6f, 0.0f}}, 2, {11.55f, -0.2f, 0.0f}, "lost"},
    {{{13.3f, -1.8f, 0.0f}, {11.1f, -1.8f, 0.0f}}, 2, {11.25f, -2.2f, 0.0f}, "notices"},
    {{{14.4f, -2.4f, 0.0f}, {14.4f, -3.5f, 0.0f}, {15.9f, -3.5f, 0.0f}, {15.9f, -2.4f, 0.0f}},
     4,
     {12.5f, -3.4f, 0.0f},
     "hears"},
    {{{16.3f, 0.0f, 0.0f}, {16.3f, 4.3f, 0.0f}}, 2, {16.5f, 2.9f, 0.0f}, "done"},
};

static bool holds_others(int state)
{
    return state + 1 < GUARD_STATES && guard_states[state + 1].depth > guard_states[state].depth;
}

static void draw_state(const wend_draw *draw, const guard *g, int state)
{
    wend_vec low = places[state].low, high = places[state].high;
    bool is_active = wend_machine_is_in(&g->machine, state), is_wide = holds_others(state);
    draw_box(draw, low, high, is_active ? faded(lit, is_wide ? 34 : 110) : box_fill);
    draw_outline(draw, low, high, is_active ? lit : faded(COLOUR_GREY, 150));
    wend_colour colour = is_active ? 0xffffffffu : COLOUR_TEXT;
    if (is_wide)
    {
        draw->text(wend_xyz(low.x + 0.4f, high.y - 0.55f, 0.0f), guard_states[state].name, colour, draw->user);
        return;
    }
    char text[32];
    float middle = 0.5f * (low.x + high.x), wide = 0.5f * letter * (float)strlen(guard_states[state].name);
    float up = is_active ? 0.35f : 0.0f, across = 0.5f * (low.y + high.y);
    draw->text(wend_xyz(middle - wide, across + up, 0.0f), guard_states[state].name, colour, draw->user);
    snprintf(text, sizeof text, "%.1f s", wend_machine_seconds(&g->machine, state));
    if (is_active)
        draw->text(wend_xyz(middle - 0.5f * letter * (float)strlen(text), across - 0.45f, 0.0f), text, lit, draw->user);
}

/// How fresh the last change by a line is: 1 now, 0 when it doesn't glow any more.
static double glow_of(const guard *g, int line)
{
    double glow = 0.0;
    const wend_change *change;
    for (int ago = 0; (change = wend_machine_trace(&g->machine, ago)) != NULL; ago++)
        if (change->line == line)
            glow = fmax(glow, 1.0 - (g->machine.seconds - change->seconds) / glow_seconds);
    return glow;
}

static void draw_line(const wend_draw *draw, const guard *g, int line)
{
    double glow = glow_of(g, line);
    wend_colour colour = glow > 0.0 ? faded(recent, 90 + (unsigned)(165.0 * glow)) : faded(COLOUR_GREY, 200);
    const wend_vec *points = ways[line].points;
    int last = ways[line].count - 1;
    bool is_back = guard_lines[line].to == WEND_PREVIOUS;
    for (int i = 0; i < last; i++)
        draw->line(points[i], points[i + 1], colour, is_back, draw->user);
    wend_vec end = points[last], along = wend_normalize(wend_sub(end, points[last - 1]));
    wend_vec base = wend_sub(end, wend_scale(along, 0.42f)), across = wend_xyz(-0.19f * along.y, 0.19f * along.x, 0.0f);
    const wend_vec head[3] = {end, wend_add(base, across), wend_sub(base, across)};
    draw->polygon(head, 3, colour, draw->user);
    draw->text(ways[line].at, ways[line].text, glow > 0.0 ? recent : COLOUR_TEXT, draw->user);
}

/// The last changes in words, the newest first.
static void draw_trace(const wend_draw *draw, const guard *g)
{
    const wend_change *change;
    for (int ago = 0; ago < 4 && (change = wend_machine_trace(&g->machine, ago)) != NULL; ago++)
    {
        char when[32], what[64];
        wend_colour colour = ago == 0 ? COLOUR_TEXT : COLOUR_GREY;
        float y = -7.7f - 0.75f * (float)ago;
        snprintf(when, sizeof when, "%.1f s", change->seconds);
        snprintf(what, sizeof what, change->from < 0 ? "%s%s" : "%s to %s",
                 change->from < 0 ? "begins in " : guard_states[change->from].name, guard_states[change->to].name);
        draw->text(wend_xyz(7.0f, y, 0.0f), when, colour, draw->user);
        draw->text(wend_xyz(9.4f, y, 0.0f), what, colour, draw->user);
    }
}

static void draw_graph(const scene_run *run, const wend_draw *draw)
{
    const states *s = run->state;
    const guard *g = &s->guards[s->shown];
    char title[40];
    snprintf(title, sizeof title, "the machine of guard %d", s->shown + 1);
    draw->text(wend_xyz(7.0f, 9.7f, 0.0f), title, lit, draw->user);
    for (int state = 0; state < GUARD_STATES; state++)
        draw_state(draw, g, state);
    draw->circle(any_place, 0.6f, faded(COLOUR_GREY, 150), false, draw->user);
    draw->text(wend_xyz(any_place.x - 0.45f, any_place.y, 0.0f), "any", COLOUR_TEXT, draw->user);
    for (int line = 0; line < STATES_LINES; line++)
        draw_line(draw, g, line);
    draw_trace(draw, g);
}

void states_draw(const scene_run *run, const wend_draw *draw)
{
    draw_yard(run, draw);
    draw_graph(run, draw);
}

void states_legend(const scene_run *run, scene_legend *legend)
{
    const states *s = run->state;
    const guard *shown = &s->guards[s->shown];
    for (int i = 0; i < GUARDS; i++)
        scene_add_sign(legend, SCENE_BODY, is_in(&s->guards[i], DAZZLED) ? COLOUR_GREY : guard_colour,
                       is_in(&s->guards[i], DAZZLED) ? "guard, dazzled" : "guard");
    scene_add_sign(legend, SCENE_BODY, thief_colour, states_is_outside(run) ? "thief, outside" : "thief");
    for (int i = 0; i < STATES_GOLD; i++)
        scene_add_sign(legend, s->has_gold[i] ? SCENE_OUTLINE : SCENE_BAR, gold_colour,
                       s->has_gold[i] ? "gold, taken" : "gold");
    scene_add_sign(legend, SCENE_CIRCLE, lit, "whose machine it is");
    for (int i = 0; i < GUARDS; i++)
    {
        const guard *g = &s->guards[i];
        if (g->layer.degree[NOTICES] > 0.0f)
            scene_add_sign(legend, SCENE_BAR, notice_colour, "notices the thief");
        if (g->layer.degree[WARY] > 0.0f)
            scene_add_sign(legend, SCENE_BAR, wary_colour, "is wary");
        if (is_in(g, ALERT))
            scene_add_sign(legend, SCENE_BAR, faded(notice_colour, 70), "sight, on alert");
        else if (!is_in(g, DAZZLED))
            scene_add_sign(legend, SCENE_BAR, faded(guard_colour, 70), "sight");
        if (is_in(g, SEARCH))
            scene_add_sign(legend, SCENE_CIRCLE, guard_colour, "where it searches");
    }
    if (run->seconds - s->flash_at < states_flash_seconds)
        scene_add_sign(legend, SCENE_CIRCLE, WEND_COLOUR_CHOICE, "flash");
    if (shown->machine.depth > 0)
        scene_add_sign(legend, SCENE_BAR, lit, "active state");
    for (int line = 0; line < STATES_LINES; line++)
        if (glow_of(shown, line) > 0.0 && guard_lines[line].to != WEND_PREVIOUS)
            scene_add_sign(legend, SCENE_ARROW, recent, "transition just taken");
}
