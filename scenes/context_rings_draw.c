// The figures of the scene context_rings: the field on the left, the ring and its maps on the right.
#include "context_rings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const wend_colour colours[RINGS_THINGS] = {COLOUR_SKY, COLOUR_YELLOW, COLOUR_PINK, COLOUR_GREY};
static const wend_colour spoke = 0xc9a6ffffu; // of an alignment
static const float full = 0.45f;              // the number that is drawn at full length
static const float letter = 0.125f, line_height = 0.27f;

static const struct
{
    const char *name, *caption;
} stages[RINGS_STAGES] = {
    [RINGS_LIVE] = {"all live", "Every 0.3 s the ring is cleared, written, masked and chosen from. S: stage by stage."},
    [RINGS_CLEAR] = {"1 clear", "All numbers are 0: nothing is left of the choice before."},
    [RINGS_WRITE] = {"2 write", "Each thing writes alignment / (1 + distance); of two numbers the larger one stays."},
    [RINGS_MASK] = {"3 mask", "Out with all that is more dangerous than the safest plus a tolerance: hard, then soft."},
    [RINGS_CANDIDATES] = {"4 candidates", "Of what is left: all that is about as interesting as the best."},
    [RINGS_CHOICE] = {"5 choice", "Of the candidates the one most like the heading, then to the peak between slots."},
};

static void text_middle(const wend_draw *draw, float x, float y, const char *text, wend_colour colour)
{
    draw->text(wend_xyz(x - 0.5f * letter * (float)strlen(text), y, 0.0f), text, colour, draw->user);
}

static void line(const wend_draw *draw, float x0, float y0, float x1, float y1, wend_colour colour)
{
    draw->line(wend_xyz(x0, y0, 0.0f), wend_xyz(x1, y1, 0.0f), colour, false, draw->user);
}

// ---- the field ------------------------------------------------------------------------------------------------------

static void draw_stages(const rings *s, const wend_draw *draw)
{
    float x = -7.75f;
    for (int stage = RINGS_LIVE; stage < RINGS_STAGES; stage++)
    {
        float width = letter * (float)strlen(stages[stage].name);
        bool is_now = s->stage == (rings_stage)stage;
        draw->text(wend_xyz(x, 4.62f, 0.0f), stages[stage].name, is_now ? COLOUR_YELLOW : COLOUR_GREY, draw->user);
        if (is_now)
            line(draw, x, 4.45f, x + width, 4.45f, COLOUR_YELLOW);
        x += width + 0.45f;
    }
    draw->text(wend_xyz(-7.75f, 4.15f, 0.0f), stages[s->stage].caption, COLOUR_TEXT, draw->user);
}

/// How far it notices, named at the lowest point that lies within the field.
static void draw_radius(const scene_run *run, wend_vec at, const wend_draw *draw)
{
    float range = run->params[RINGS_RADIUS];
    char text[40];
    snprintf(text, sizeof text, "detection radius %.2f", (double)range);
    part_draw_dashed_circle(draw, at, range, rings_low, rings_high, faded(COLOUR_GREY, 140));
    float half = 0.5f * letter * (float)strlen(text);
    for (int step = 0; step < 24; step++) // from the bottom on, to either side in turn
    {
        float turn = WEND_PI / 12.0f * (float)(step % 2 ? (step + 1) / 2 : -step / 2);
        wend_vec place = wend_add(at, wend_rotate(wend_xyz(0.0f, -range, 0.0f), turn));
        if (place.x - half < rings_low.x + 0.1f || place.x + half > rings_high.x - 0.1f ||
            place.y < rings_low.y + 0.2f || place.y > rings_high.y - 0.2f)
            continue;
        part_draw_label(draw, wend_xyz(place.x - half, place.y, 0.0f), letter, text, COLOUR_GREY);
        return;
    }
}

static void draw_shape(rings_thing thing, wend_vec at, wend_colour colour, const wend_draw *draw)
{
    float size = rings_sizes[thing];
    const wend_vec diamond[4] = {
        {at.x - size, at.y, 0.0f}, {at.x, at.y - size, 0.0f}, {at.x + size, at.y, 0.0f}, {at.x, at.y + size, 0.0f}};
    switch (thing)
    {
    case RINGS_WANDER:
        draw->circle(at, size, colour, false, draw->user);
        line(draw, at.x - 1.6f * size, at.y, at.x + 1.6f * size, at.y, colour);
        line(draw, at.x, at.y - 1.6f * size, at.x, at.y + 1.6f * size, colour);
        break;
    case RINGS_ENEMY: draw->polygon(diamond, 4, colour, draw->user); break;
    case RINGS_ROCK: draw->circle(at, size, faded(colour, 90), true, draw->user); // fall through
    default: draw->circle(at, size, colour, thing == RINGS_TARGET, draw->user); break;
    }
}

/// What a thing writes where, at its highest.
static void describe(const scene_run *run, rings_thing thing, char *text, size_t capacity)
{
    static const char *const maps[] = {"interest", "hard danger", "soft danger"};
    const rings *s = run->state;
    wend_ring_layer layer = rings_layer(run, thing);
    float most = 0.0f;
    for (int i = 0; i < s->ring.count; i++)
        if (wend_ring_writer(&s->ring, layer, i) == (uint64_t)thing + 1)
            most = fmaxf(most, wend_ring_value(&s->ring, layer, i));
    if (!rings_is_noticed(run, thing))
        snprintf(text, capacity, "not noticed");
    else if (most > 0.0f)
        snprintf(text, capacity, "%s %.2f", maps[layer], (double)most);
    else
        snprintf(text, capacity, thing == RINGS_ROCK ? "not in the way" : "%s: outshone", maps[layer]);
}

static void draw_thing(const scene_run *run, rings_thing thing, const wend_draw *draw)
{
    const rings *s = run->state;
    wend_vec at = s->place[thing], offset = rings_offset(run, thing);
    bool is_noticed = rings_is_noticed(run, thing);
    char name[40], map[40];
    snprintf(name, sizeof name, "%s, %.2f away", rings_names[thing], (double)wend_length(offset));
    describe(run, thing, map, sizeof map);
    draw->line(wend_sub(at, offset), at, faded(colours[thing], is_noticed ? 110 : 40), true, draw->user);
    draw_shape(thing, at, is_noticed ? colours[thing] : faded(colours[thing], 110), draw);
    float longest = letter * fmaxf((float)strlen(name), (float)strlen(map)), beside = rings_sizes[thing] + 0.15f;
    // On the outer side, if it fits into the field.
    bool is_left = offset.x < 0.0f ? at.x - beside - longest > -7.7f : at.x + beside + longest > 2.2f;
    wend_vec corner = wend_xyz(is_left ? at.x - beside - longest : at.x + beside, at.y + 0.5f * line_height, 0.0f);
    part_draw_label(draw, corner, letter, name, COLOUR_TEXT);
    corner.y -= line_height;
    part_draw_label(draw, corner, letter, map, COLOUR_GREY);
}

static void draw_field(const scene_run *run, const wend_ring *ring, const wend_choice_result *result,
                       const wend_draw *draw)
{
    const rings *s = run->state;
    wend_vec at = wend_world_position(run->world, s->agent);
    part_draw_edges(draw, rings_low, rings_high);
    draw_radius(run, at, draw);
    for (int thing = 0; thing < RINGS_THINGS; thing++)
        draw_thing(run, (rings_thing)thing, draw);
    wend_draw_agent(draw, at, wend_world_heading(run->world, s->agent), 0.25f, COLOUR_BLUE);
    wend_ring_figure figure = wend_default_ring_figure();
    figure.at = at;
    figure.radius = 0.5f;
    figure.full = full;
    wend_draw_ring(draw, ring, result, &figure);
    draw_stages(s, draw);
}

// ---- the ring, large ------------------------------------------------------------------------------------------------

static const wend_vec middle = {5.15f, 2.05f, 0.0f};
static const float radius = 0.95f;

/// Each just beyond its bar, or beyond the arrow that was chosen; beside the spokes' numbers far out.
static void draw_numbers(const scene_run *run, const wend_ring *ring, const wend_choice_result *result,
                         const wend_draw *draw)
{
    int every = ring->count <= 16 ? 1 : ring->count <= 32 ? 2 : 4;
    bool has_spokes = run->params[RINGS_ALIGNMENT] > 0.5f;
    for (int i = 0; i < ring->count; i += every)
    {
        char text[12];
        snprintf(text, sizeof text, "%d", i);
        wend_vec u = wend_ring_direction(ring, i);
        float bar = fminf(1.0f, wend_ring_value(ring, WEND_RING_INTEREST, i) / full);
        bool is_candidate = result->candidates >> i & 1, is_chosen = wend_dot(u, result->direction) > 0.97f;
        float distance = has_spokes || is_chosen ? 2.78f : 1.24f + fmaxf(bar, 0.0f) + (is_candidate ? 0.16f : 0.0f);
        wend_vec at = wend_add(middle, wend_scale(u, distance * radius));
        text_middle(draw, at.x, at.y, text, COLOUR_GREY);
    }
}

/// How much each slot looks at the thing that was dragged last: a spoke, dashed where it looks away.
static void draw_alignment(const scene_run *run, const wend_ring *ring, const wend_choice_result *result,
                           const wend_draw *draw)
{
    const rings *s = run->state;
    wend_vec toward = wend_normalize(rings_offset(run, (rings_thing)s->touched));
    for (int i = 0; i < ring->count; i++)
    {
        wend_vec u = wend_ring_direction(ring, i);
        float alignment = wend_dot(u, toward), length = fabsf(alignment) * radius;
        wend_vec end = wend_add(middle, wend_scale(u, length));
        draw->line(middle, end, spoke, alignment < 0.0f, draw->user);
        draw->circle(end, 0.04f, spoke, alignment >= 0.0f, draw->user);
        char text[16];
        snprintf(text, sizeof text, "%.2f", (double)alignment);
        bool is_chosen = wend_dot(u, result->direction) > 0.97f; // the arrow lies there
        wend_vec at = wend_add(middle, wend_scale(wend_rotate(u, is_chosen ? 0.16f : 0.0f), 2.3f * radius));
        if (ring->count <= 16)
            text_middle(draw, at.x, at.y, text, spoke);
    }
    char caption[48];
    snprintf(caption, sizeof caption, "alignment with the %s", rings_names[s->touched]);
    draw->text(wend_xyz(2.45f, -0.87f, 0.0f), caption, spoke, draw->user);
}

static void draw_large_ring(const scene_run *run, const wend_ring *ring, const wend_choice_result *result,
                            const wend_draw *draw)
{
    wend_ring_figure figure = wend_default_ring_figure();
    figure.at = middle;
    figure.radius = radius;
    figure.full = full;
    wend_draw_ring(draw, ring, result, &figure);
    draw_numbers(run, ring, result, draw);
    if (run->params[RINGS_ALIGNMENT] > 0.5f)
        draw_alignment(run, ring, result, draw);
}

// ---- the maps, slot by slot -----------------------------------------------------------------------------------------

// A bar chart: slots from left to right.
typedef struct chart
{
    const wend_draw *draw;
    const wend_ring *ring;
    float x, y, width, height; // of its lower left corner; its size
    float most;                // the number at its upper edge
} chart;

static float column(const chart *c, int slot)
{
    return c->x + c->width * ((float)slot + 0.5f) / (float)c->ring->count;
}

static float level(const chart *c, float value)
{
    return c->y + c->height * fminf(value / c->most, 1.0f);
}

/// From one number to another, between two shares of the column's half width.
static void draw_column(const chart *c, int slot, const float values[2], const float sides[2], wend_colour colour)
{
    float half = 0.36f * c->width / (float)c->ring->count, x = column(c, slot);
    float left = x + half * sides[0], right = x + half * sides[1];
    const wend_vec corners[4] = {{left, level(c, values[0]), 0.0f},
                                 {right, level(c, values[0]), 0.0f},
                                 {right, level(c, values[1]), 0.0f},
                                 {left, level(c, values[1]), 0.0f}};
    if (values[1] > values[0])
        c->draw->polygon(corners, 4, colour, c->draw->user);
}

/// A dashed line with its name at its right end, where no bar is; `lift` keeps it clear of another one.
static void draw_limit(const chart *c, float value, const char *name, float lift, wend_colour colour)
{
    float y = level(c, value), right = c->x + c->width;
    c->draw->line(wend_xyz(c->x, y, 0.0f), wend_xyz(right, y, 0.0f), colour, true, c->draw->user);
    c->draw->text(wend_xyz(right + 0.1f, y + lift, 0.0f), name, colour, c->draw->user);
}

static void draw_axis(const chart *c, const char *title, const char *more)
{
    char scale[16];
    snprintf(scale, sizeof scale, "%.1f", (double)c->most);
    line(c->draw, c->x, c->y, c->x + c->width, c->y, faded(COLOUR_GREY, 200));
    line(c->draw, c->x, c->y, c->x, c->y + c->height, faded(COLOUR_GREY, 90));
    c->draw->text(wend_xyz(c->x - 0.45f, c->y + c->height, 0.0f), scale, COLOUR_GREY, c->draw->user);
    c->draw->text(wend_xyz(c->x - 0.25f, c->y, 0.0f), "0", COLOUR_GREY, c->draw->user);
    c->draw->text(wend_xyz(c->x + 0.1f, c->y + c->height + 0.2f, 0.0f), title, COLOUR_TEXT, c->draw->user);
    c->draw->text(wend_xyz(c->x + 0.1f + letter * (float)(strlen(title) + 2), c->y + c->height + 0.2f, 0.0f), more,
                  COLOUR_GREY, c->draw->user);
    int every = (c->ring->count + 8) / 9; // there is room for nine
    for (int i = 0; i < c->ring->count; i += every)
    {
        char text[12];
        snprintf(text, sizeof text, "%d", i);
        text_middle(c->draw, column(c, i), c->y - 0.17f, text, COLOUR_GREY);
    }
}

/// A dot in the colour of who wrote the number.
static void draw_writer(const chart *c, wend_ring_layer layer, int slot, float side)
{
    uint64_t writer = wend_ring_writer(c->ring, layer, slot);
    float x = column(c, slot) + side * 0.36f * c->width / (float)c->ring->count;
    if (writer > 0 && writer <= RINGS_THINGS)
        c->draw->circle(wend_xyz(x, level(c, wend_ring_value(c->ring, layer, slot)) + 0.09f, 0.0f),
                        fminf(0.055f, 0.2f * c->width / (float)c->ring->count), colours[writer - 1], true,
                        c->draw->user);
}

static bool has_bit(uint64_t bits, int slot)
{
    return bits >> slot & 1;
}

static void draw_interest(const rings *s, const chart *c, const wend_choice_result *result)
{
    float highest = 0.0f;
    for (int i = 0; i < c->ring->count; i++)
        highest = fmaxf(highest, wend_ring_value(c->ring, WEND_RING_INTEREST, i));
    float bonus = s->stage == RINGS_CLEAR || s->stage == RINGS_WRITE ? 0.0f : s->how.last_bonus * highest;
    float low = 1e30f, high = 0.0f;
    uint64_t masked = result->masked_by_hard | result->masked_by_soft;
    for (int i = 0; i < c->ring->count; i++)
    {
        float value = wend_ring_value(c->ring, WEND_RING_INTEREST, i);
        float wanted = value + bonus * fmaxf(0.0f, wend_dot(wend_ring_direction(c->ring, i), s->last));
        const float whole[2] = {0.0f, value}, extra[2] = {value, wanted}, sides[2] = {-1.0f, 1.0f};
        bool is_bright = result->candidates == 0 || has_bit(result->candidates, i);
        wend_colour colour =
            has_bit(masked, i) ? faded(COLOUR_GREY, 90) : faded(WEND_COLOUR_INTEREST, is_bright ? 255 : 120);
        draw_column(c, i, whole, sides, colour);
        draw_column(c, i, extra, sides, has_bit(masked, i) ? faded(COLOUR_GREY, 45) : faded(WEND_COLOUR_INTEREST, 60));
        draw_writer(c, WEND_RING_INTEREST, i, 0.0f);
        if (!has_bit(masked, i))
            low = fminf(low, wanted), high = fmaxf(high, wanted);
    }
    float allowed = s->how.interest.value * (s->how.interest.is_share ? high - low : 1.0f);
    if (result->candidates != 0)
        draw_limit(c, fmaxf(0.0f, high - allowed), "candidates above", 0.0f, WEND_COLOUR_CHOICE);
}

/// The lowest number of a map among some slots, plus the tolerance.
static float limit_of(const wend_ring *ring, wend_ring_layer layer, wend_tolerance tolerance, uint64_t without)
{
    float low = 1e30f, high = 0.0f;
    for (int i = 0; i < ring->count; i++)
        if (!has_bit(without, i))
            low = fminf(low, wend_ring_value(ring, layer, i)), high = fmaxf(high, wend_ring_value(ring, layer, i));
    return low + tolerance.value * (tolerance.is_share ? high - low : 1.0f);
}

static void draw_danger(const rings *s, const chart *c, const wend_choice_result *result)
{
    const wend_ring_layer layers[2] = {WEND_RING_HARD, WEND_RING_SOFT};
    const wend_colour shades[2] = {WEND_COLOUR_HARD, WEND_COLOUR_SOFT};
    bool has_mask = s->stage == RINGS_LIVE || s->stage >= RINGS_MASK;
    for (int i = 0; i < c->ring->count; i++)
        for (int k = 0; k < 2; k++)
        {
            const float values[2] = {0.0f, wend_ring_value(c->ring, layers[k], i)};
            const float sides[2] = {k == 0 ? -1.0f : 0.0f, k == 0 ? 0.0f : 1.0f};
            draw_column(c, i, values, sides, shades[k]);
            draw_writer(c, layers[k], i, k == 0 ? -0.5f : 0.5f);
        }
    float hard = limit_of(c->ring, WEND_RING_HARD, s->how.hard, 0);
    float soft = limit_of(c->ring, WEND_RING_SOFT, s->how.soft, result->masked_by_hard);
    bool has_hard = has_mask && c->ring->is_written[WEND_RING_HARD];
    bool has_soft = has_mask && c->ring->is_written[WEND_RING_SOFT];
    float apart = level(c, soft) - level(c, hard), lift = 0.5f * fmaxf(0.0f, line_height - fabsf(apart));
    lift = has_hard && has_soft ? copysignf(lift, apart) : 0.0f;
    if (has_hard)
        draw_limit(c, hard, "hard: out above", -lift, shades[0]);
    if (has_soft)
        draw_limit(c, soft, "soft: out above", lift, shades[1]);
}

static void draw_maps(const rings *s, const wend_ring *ring, const wend_choice_result *result, const wend_draw *draw)
{
    chart c = {draw, ring, 2.95f, -2.55f, 2.85f, 1.2f, 0.6f};
    for (int i = 0; i < ring->count; i++)
        if (wend_ring_value(ring, WEND_RING_INTEREST, i) * (1.0f + s->how.last_bonus) > 0.6f)
            c.most = 1.2f;
    draw_axis(&c, "interest", "(dots: by whom)");
    draw_interest(s, &c, result);
    c.y = -4.6f;
    c.most = 0.5f;
    for (int i = 0; i < ring->count; i++)
        if (wend_ring_value(ring, WEND_RING_HARD, i) > 0.5f || wend_ring_value(ring, WEND_RING_SOFT, i) > 0.5f)
            c.most = 1.0f;
    draw_axis(&c, "danger", "(left: hard, right: soft)");
    draw_danger(s, &c, result);
}

void rings_draw(const scene_run *run, const wend_draw *draw)
{
    wend_ring ring;
    wend_choice_result result;
    rings_shown(run, &ring, &result);
    draw_field(run, &ring, &result, draw);
    draw_large_ring(run, &ring, &result, draw);
    draw_maps(run->state, &ring, &result, draw);
}

void rings_legend(const scene_run *run, scene_legend *legend)
{
    static const char *const who[RINGS_THINGS] = {"the wander point wrote", "the target wrote", "the enemy wrote",
                                                  "the rock wrote"};
    const rings *s = run->state;
    wend_ring ring;
    wend_choice_result result;
    rings_shown(run, &ring, &result);
    scene_add_sign(legend, SCENE_BODY, COLOUR_BLUE, "agent");
    scene_add_ring(legend, &ring, &result, "wall danger (hard)", "enemy danger (soft)");
    bool has_bonus = s->stage != RINGS_CLEAR && s->stage != RINGS_WRITE && s->how.last_bonus > 0.0f;
    if (has_bonus && wend_length(s->last) > 0.0f)
        scene_add_sign(legend, SCENE_BAR, faded(WEND_COLOUR_INTEREST, 60), "bonus near the last way");
    for (int thing = 0; thing < RINGS_THINGS; thing++)
        for (int i = 0; i < ring.count; i++)
            if (wend_ring_writer(&ring, rings_layer(run, (rings_thing)thing), i) == (uint64_t)thing + 1)
                scene_add_sign(legend, SCENE_DOT, colours[thing], who[thing]);
    if (run->params[RINGS_ALIGNMENT] > 0.5f)
    {
        scene_add_sign(legend, SCENE_LINE, spoke, "aligned");
        scene_add_sign(legend, SCENE_DASHED, spoke, "looks away (negative)");
    }
}
