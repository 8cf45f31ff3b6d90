// The scene arena, with the ring of a watched bot.
#include "arena.h"

#include <math.h>
#include <stdio.h>

static wend_vec place_of(const scene_run *run, wend_agent_id id)
{
    return wend_world_position(run->world, id);
}

static const wend_colour stone = 0x8b97a582u;

/// What stands round the field is a wall as well: bars outside of its edges.
static void draw_frame(const wend_draw *draw)
{
    const float thick = 0.4f;
    const wend_vec inner[4] = {
        arena_low, {arena_high.x, arena_low.y, 0.0f}, arena_high, {arena_low.x, arena_high.y, 0.0f}};
    for (int i = 0; i < 4; i++)
    {
        wend_vec a = inner[i], b = inner[(i + 1) % 4], along = wend_normalize(wend_sub(b, a));
        wend_vec out = wend_scale(wend_xyz(along.y, -along.x, 0.0f), thick);
        wend_vec end = wend_add(b, wend_scale(along, thick)); // one of the two bars at a corner fills it
        const wend_vec bar[4] = {a, end, wend_add(end, out), wend_add(a, out)};
        draw->polygon(bar, 4, stone, draw->user);
    }
}

static void draw_walls(const wend_draw *draw)
{
    draw_frame(draw);
    for (int i = 0; i < ARENA_BLOCKS; i++)
    {
        wend_vec corners[4];
        const float x[4] = {-1, 1, 1, -1}, y[4] = {-1, -1, 1, 1};
        float c = wend_cos(arena_blocks[i].angle), s = wend_sin(arena_blocks[i].angle);
        for (int k = 0; k < 4; k++)
        {
            float u = x[k] * arena_blocks[i].half.x, v = y[k] * arena_blocks[i].half.y;
            corners[k] = wend_xyz(arena_blocks[i].at.x + c * u - s * v, arena_blocks[i].at.y + s * u + c * v, 0.0f);
        }
        draw->polygon(corners, 4, stone, draw->user);
    }
}

enum
{
    SHADES = 4
};

// By power: the stronger the lighter. None of them is a colour of a ring or a vector.
static const struct
{
    float below;
    wend_colour colour;
    const char *word;
} shades[SHADES] = {{2.5f, 0x7d5a9effu, "power below 2.5"},
                    {4.5f, 0xb27ac4ffu, "power below 4.5"},
                    {6.5f, 0xe0a8e6ffu, "power below 6.5"},
                    {1e9f, 0xfbe6ffffu, "power of 6.5 and more"}};

static int shade_of(float power)
{
    int shade = 0;
    while (shade + 1 < SHADES && power >= shades[shade].below)
        shade++;
    return shade;
}

static int watched_bot(const scene_run *run)
{
    const arena *a = run->state;
    for (int i = 0; run->watched.value != 0 && i < ARENA_BOTS; i++)
        if (wend_same_agent(a->bots[i], run->watched))
            return i;
    return -1;
}

static bool does_notice(const scene_run *run, int bot, int other)
{
    const arena *a = run->state;
    float distance = wend_distance(place_of(run, a->bots[bot]), place_of(run, a->bots[other]));
    return bot != other && distance <= part_param(run, "radius");
}

/// The choice as a head beyond the bars: its shaft would lie on the wish and the velocity.
static void draw_choice(wend_vec at, float size, wend_vec u, const wend_draw *draw)
{
    wend_vec across = wend_xyz(-u.y * 0.2f * size, u.x * 0.2f * size, 0.0f),
             base = wend_add(at, wend_scale(u, 2.3f * size));
    const wend_vec head[3] = {wend_add(at, wend_scale(u, 2.75f * size)), wend_add(base, across),
                              wend_sub(base, across)};
    draw->polygon(head, 3, WEND_COLOUR_CHOICE, draw->user);
}

static void draw_watched(const scene_run *run, const wend_draw *draw, int bot)
{
    const arena *a = run->state;
    wend_ring ring;
    wend_choice_result choice;
    wend_vec at = place_of(run, a->bots[bot]);
    part_draw_dashed_circle(draw, at, part_param(run, "radius"), arena_low, arena_high, faded(COLOUR_GREY, 170));
    for (int i = 0; i < ARENA_BOTS; i++)
        if (does_notice(run, bot, i))
            draw->line(at, place_of(run, a->bots[i]),
                       faded(a->power[i] < a->power[bot] ? WEND_COLOUR_INTEREST : WEND_COLOUR_SOFT, 150), true,
                       draw->user);
    if (wend_explain_ring(run->world, a->bots[bot], &ring, &choice) != WEND_OK)
        return;
    wend_ring_figure figure = wend_default_ring_figure();
    figure.at = at;
    figure.radius = 1.3f;
    wend_vec way = choice.direction;
    choice.direction = wend_xyz(0.0f, 0.0f, 0.0f);
    wend_draw_ring(draw, &ring, &choice, &figure);
    if (choice.status == WEND_CHOICE_OK && wend_length(way) > 0.0f)
        draw_choice(at, figure.radius, way, draw);
}

/// Its power, beside it; of the watched one clear of its ring.
static void label_bot(const scene_run *run, const wend_draw *draw, int bot, bool is_watched)
{
    const arena *a = run->state;
    const float letter = 0.29f;
    char label[32];
    wend_vec at = place_of(run, a->bots[bot]);
    float clear = arena_radius(a->power[bot]);
    snprintf(label, sizeof label, is_watched ? "watched: %.1f" : "%.1f", (double)a->power[bot]);
    if (!is_watched)
    {
        part_draw_label(draw, wend_xyz(at.x + clear + 0.15f, at.y + clear, 0.0f), letter, label, COLOUR_TEXT);
        return;
    }
    float wide = letter * 12.0f, up = at.y > arena_low.y + 4.0f ? -3.1f : 3.1f;
    float left = fminf(fmaxf(at.x - 0.5f * wide, arena_low.x + 0.2f), arena_high.x - wide - 0.2f);
    part_draw_label(draw, wend_xyz(left, at.y + up, 0.0f), letter, label, COLOUR_TEXT);
}

void arena_draw(const scene_run *run, const wend_draw *draw)
{
    const arena *a = run->state;
    int watched = watched_bot(run);
    draw_walls(draw);
    for (int i = 0; i < ARENA_FOOD; i++)
        draw->circle(place_of(run, a->food[i]), 0.18f, COLOUR_GREEN, true, draw->user);
    if (watched >= 0)
        draw_watched(run, draw, watched);
    for (int i = 0; i < ARENA_BOTS; i++)
        wend_draw_agent(draw, place_of(run, a->bots[i]), wend_world_heading(run->world, a->bots[i]),
                        arena_radius(a->power[i]), shades[shade_of(a->power[i])].colour);
    for (int i = 0; i < ARENA_BOTS; i++)
        label_bot(run, draw, i, i == watched);
}

void arena_legend(const scene_run *run, scene_legend *legend)
{
    const arena *a = run->state;
    int watched = watched_bot(run);
    scene_add_sign(legend, SCENE_DOT, COLOUR_GREEN, "food");
    for (int shade = 0; shade < SHADES; shade++)
        for (int i = 0; i < ARENA_BOTS; i++)
            if (shade_of(a->power[i]) == shade)
                scene_add_sign(legend, SCENE_BODY, shades[shade].colour, shades[shade].word);
    if (watched < 0)
        return;
    for (int i = 0; i < ARENA_BOTS; i++)
        if (does_notice(run, watched, i) && a->power[i] < a->power[watched])
            scene_add_sign(legend, SCENE_DASHED, faded(WEND_COLOUR_INTEREST, 150), "weaker, noticed");
        else if (does_notice(run, watched, i))
            scene_add_sign(legend, SCENE_DASHED, faded(WEND_COLOUR_SOFT, 150), "stronger, noticed");
    scene_add_sign(legend, SCENE_CIRCLE, faded(COLOUR_GREY, 170), "how far it notices");
    wend_ring ring;
    wend_choice_result choice;
    if (wend_explain_ring(run->world, run->watched, &ring, &choice) != WEND_OK)
        return;
    bool has_chosen = choice.status == WEND_CHOICE_OK && wend_length(choice.direction) > 0.0f;
    choice.direction = wend_xyz(0.0f, 0.0f, 0.0f);
    scene_add_ring(legend, &ring, &choice, "wall danger", "enemy danger");
    if (has_chosen)
        scene_add_sign(legend, SCENE_HEAD, WEND_COLOUR_CHOICE, "chosen");
}
