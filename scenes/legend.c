// The legend of a scene: signs for what it draws, and how each of them looks.
#include "scenes.h"

#include <string.h>

void scene_add_sign(scene_legend *legend, scene_mark mark, wend_colour colour, const char *word)
{
    for (int i = 0; i < legend->count; i++)
        if (strcmp(legend->signs[i].word, word) == 0)
            return;
    if (legend->count < SCENE_SIGNS)
        legend->signs[legend->count++] = (scene_sign){mark, colour, word};
}

void scene_add_vectors(scene_legend *legend, const wend_reason *reason, float max_speed)
{
    float least = 0.02f * max_speed; // what is shorter is less than its own arrow head
    if (!reason || wend_length(reason->velocity) > least)
        scene_add_sign(legend, SCENE_ARROW, WEND_COLOUR_VELOCITY, "velocity");
    if (!reason || wend_length(reason->combined) > least)
        scene_add_sign(legend, SCENE_DASHED_ARROW, WEND_COLOUR_WISH, "wish");
    if (!reason || reason->has_aim)
        scene_add_sign(legend, SCENE_DASHED, WEND_COLOUR_AIM, "aim");
    if (!reason || 0.25f * wend_length(reason->steering) > least)
        scene_add_sign(legend, SCENE_ARROW, WEND_COLOUR_STEERING, "steering");
}

static bool has_value(const wend_ring *ring, wend_ring_layer layer, uint64_t slots)
{
    for (int i = 0; i < ring->count; i++)
        if ((slots >> i & 1) && wend_ring_value(ring, layer, i) > 0.0f)
            return true;
    return false;
}

/// Is a slot of that danger's colour? In space a tile shows just one of both.
static bool shows_danger(const wend_ring *ring, const wend_choice_result *result, wend_ring_layer layer, int slot)
{
    bool is_hard = layer == WEND_RING_HARD;
    uint64_t masked = result->masked_by_hard | result->masked_by_soft;
    if (ring->is_spatial && (masked >> slot & 1))
        return (is_hard ? result->masked_by_hard : result->masked_by_soft) >> slot & 1;
    bool is_hidden = ring->is_spatial && !is_hard && wend_ring_value(ring, WEND_RING_HARD, slot) > 0.0f;
    return !is_hidden && wend_ring_value(ring, layer, slot) > 0.0f;
}

void scene_add_ring(scene_legend *legend, const wend_ring *ring, const wend_choice_result *result, const char *hard,
                    const char *soft)
{
    wend_choice_result none = {0};
    result = result ? result : &none;
    uint64_t masked = result->masked_by_hard | result->masked_by_soft, all = UINT64_MAX;
    bool has_arrow = result->status != WEND_CHOICE_NOTHING && wend_length(result->direction) > 0.0f;
    if (has_value(ring, WEND_RING_INTEREST, all & ~masked))
        scene_add_sign(legend, ring->is_spatial ? SCENE_LINE : SCENE_BAR, WEND_COLOUR_INTEREST, "interest");
    for (int i = 0; i < ring->count; i++)
    {
        if (shows_danger(ring, result, WEND_RING_HARD, i))
            scene_add_sign(legend, SCENE_BAR, WEND_COLOUR_HARD, hard);
        if (shows_danger(ring, result, WEND_RING_SOFT, i))
            scene_add_sign(legend, SCENE_BAR, WEND_COLOUR_SOFT, soft);
    }
    if (has_value(ring, WEND_RING_INTEREST, masked))
        scene_add_sign(legend, ring->is_spatial ? SCENE_LINE : SCENE_OUTLINE, 0x8b97a5beu, "interest, masked");
    if (result->candidates != 0)
        scene_add_sign(legend, SCENE_DOT, WEND_COLOUR_CHOICE, "candidate");
    if (has_arrow && result->status == WEND_CHOICE_BLOCKED)
        scene_add_sign(legend, SCENE_ARROW, WEND_COLOUR_HARD, "all blocked");
    else if (has_arrow)
        scene_add_sign(legend, SCENE_ARROW, WEND_COLOUR_CHOICE, "chosen");
}

void scene_list_signs(const scene_run *run, scene_legend *legend)
{
    legend->count = 0;
    if (run->kind->legend)
        run->kind->legend(run, legend);
    wend_reason reason;
    wend_agent_def def;
    if (run->watched.value != 0 && wend_explain(run->world, run->watched, &reason) == WEND_OK &&
        wend_world_get(run->world, run->watched, &def) == WEND_OK)
    {
        scene_add_vectors(legend, &reason, def.agent.max_speed);
        wend_vec seen[SCENE_NEIGHBOURS];
        if (scene_list_neighbours(run, &reason, seen) > 0)
            scene_add_sign(legend, SCENE_LINE, SCENE_NEIGHBOUR_COLOUR, "neighbour");
    }
}

// ---- samples --------------------------------------------------------------------------------------------------------

static const float middle_x = 0.5f * SCENE_SIGN_WIDTH, middle_y = 0.5f * SCENE_SIGN_HEIGHT;

static void draw_bar(const scene_sign *sign, const wend_draw *draw)
{
    const float half_x = 9.0f, half_y = 4.5f;
    const wend_vec corners[4] = {{middle_x - half_x, middle_y - half_y, 0.0f},
                                 {middle_x + half_x, middle_y - half_y, 0.0f},
                                 {middle_x + half_x, middle_y + half_y, 0.0f},
                                 {middle_x - half_x, middle_y + half_y, 0.0f}};
    if (sign->mark == SCENE_BAR)
        draw->polygon(corners, 4, sign->colour, draw->user);
    for (int i = 0; sign->mark == SCENE_OUTLINE && i < 4; i++)
        draw->line(corners[i], corners[(i + 1) % 4], sign->colour, false, draw->user);
}

static void draw_triangle(const wend_draw *draw, float length, float half, wend_colour colour)
{
    const wend_vec corners[3] = {{middle_x - 0.5f * length, middle_y + half, 0.0f},
                                 {middle_x - 0.5f * length, middle_y - half, 0.0f},
                                 {middle_x + 0.5f * length, middle_y, 0.0f}};
    draw->polygon(corners, 3, colour, draw->user);
}

void scene_draw_sign(const scene_sign *sign, const wend_draw *draw)
{
    wend_vec middle = {middle_x, middle_y, 0.0f}, left = {1.0f, middle_y, 0.0f};
    wend_vec along = {SCENE_SIGN_WIDTH - 2.0f, 0.0f, 0.0f};
    bool is_dashed = sign->mark == SCENE_DASHED || sign->mark == SCENE_DASHED_ARROW;
    switch (sign->mark)
    {
    case SCENE_BODY:
        wend_draw_agent(draw, wend_xyz(middle_x - 1.0f, middle_y, 0.0f), wend_xyz(1.0f, 0.0f, 0.0f), 5.5f,
                        sign->colour);
        break;
    case SCENE_DART: draw_triangle(draw, 14.0f, 4.0f, sign->colour); break;
    case SCENE_HEAD: draw_triangle(draw, 10.0f, 4.5f, sign->colour); break;
    case SCENE_DOT: draw->circle(middle, 3.5f, sign->colour, true, draw->user); break;
    case SCENE_CIRCLE: draw->circle(middle, 6.0f, sign->colour, false, draw->user); break;
    case SCENE_BAR:
    case SCENE_OUTLINE: draw_bar(sign, draw); break;
    case SCENE_LINE:
    case SCENE_DASHED: draw->line(left, wend_add(left, along), sign->colour, is_dashed, draw->user); break;
    case SCENE_ARROW:
    case SCENE_DASHED_ARROW: wend_draw_arrow(draw, left, along, sign->colour, is_dashed); break;
    default: break;
    }
}
