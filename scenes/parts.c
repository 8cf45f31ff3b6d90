#include "parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

wend_colour part_heat(float share)
{
    static const float stops[4][3] = {{36, 76, 166}, {106, 61, 168}, {176, 63, 122}, {217, 122, 43}};
    float at = fminf(fmaxf(share, 0.0f), 1.0f) * 3.0f;
    int i = at < 2.0f ? (int)at : 2;
    wend_colour out = 0xff;
    for (int k = 0; k < 3; k++)
    {
        float part = stops[i][k] + (at - (float)i) * (stops[i + 1][k] - stops[i][k]);
        out |= (wend_colour)(part + 0.5f) << (24 - 8 * k);
    }
    return out;
}

wend_world_def part_world_def(const scene_run *run)
{
    wend_world_def def = wend_default_world_def();
    def.seed = run->seed;
    def.threads = run->threads;
    def.allocator = run->allocator;
    return def;
}

wend_status part_make_world(scene_run *run, const wend_world_def *def, wend_error *error)
{
    run->world = wend_world_create(def, error);
    return run->world ? WEND_OK : WEND_ERROR_MEMORY;
}

float part_param(const scene_run *run, const char *name)
{
    int index = scene_param_index(run->kind, name);
    return index < 0 ? 0.0f : run->params[index];
}

void part_toggle(scene_run *run, const char *name)
{
    int index = scene_param_index(run->kind, name);
    if (index >= 0)
        run->params[index] = run->params[index] > 0.5f ? 0.0f : 1.0f;
}

void part_play(scene_run *run, scene_input input, double seconds)
{
    int frames = (int)(seconds / run->kind->step_seconds + 0.5);
    for (int k = 0; k < frames; k++)
    {
        scene_advance(run, &input);
        input.key = 0;
        input.is_clicked = false;
    }
}

void part_draw_agents(const scene_run *run, const wend_draw *draw, wend_colour colour)
{
    int count = wend_world_count(run->world);
    wend_agent_id *ids = calloc((size_t)count + 1, sizeof *ids);
    count = ids ? wend_world_list(run->world, ids, count) : 0;
    for (int i = 0; i < count; i++)
    {
        wend_agent_def def;
        wend_world_get(run->world, ids[i], &def);
        if (def.user == SCENE_HIDDEN)
            continue;
        bool is_watched = wend_same_agent(ids[i], run->watched);
        wend_draw_agent(draw, def.agent.position, def.agent.heading, def.agent.radius,
                        is_watched ? COLOUR_TEXT : colour);
    }
    free(ids);
}

void part_draw_halves(const scene_run *run, const wend_draw *draw, float scale)
{
    wend_orca_result result;
    wend_agent_def def;
    if (wend_explain_orca(run->world, run->watched, &result, NULL) != WEND_OK)
        return;
    wend_world_get(run->world, run->watched, &def);
    wend_draw_orca(draw, &result, def.agent.position, def.agent.max_speed, scale / def.agent.max_speed);
}

void part_list_halves(const scene_run *run, scene_legend *legend)
{
    wend_orca_result result;
    wend_agent_def def;
    if (wend_explain_orca(run->world, run->watched, &result, NULL) != WEND_OK)
        return;
    wend_world_get(run->world, run->watched, &def);
    scene_add_sign(legend, SCENE_CIRCLE, 0xffffff70u, "velocities up to the top speed");
    for (int i = 0; i < result.count; i++)
    {
        bool is_cut = wend_length(result.halves[i].point) < def.agent.max_speed;
        if (is_cut && result.halves[i].is_wall)
            scene_add_sign(legend, SCENE_LINE, WEND_COLOUR_HARD, "border of what a wall leaves");
        if (is_cut && !result.halves[i].is_wall)
            scene_add_sign(legend, SCENE_LINE, WEND_COLOUR_SOFT, "border of what a neighbour leaves");
    }
}

float part_least_gap(const scene_run *run, const wend_agent_id *ids, int count)
{
    float least = 1e30f;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
        {
            wend_agent_def a, b;
            wend_world_get(run->world, ids[i], &a);
            wend_world_get(run->world, ids[j], &b);
            float gap = wend_distance(a.agent.position, b.agent.position) - a.agent.radius - b.agent.radius;
            least = fminf(least, gap);
        }
    return least;
}

float part_spread(int k, int base)
{
    float value = 0.0f, place = 1.0f;
    for (int n = k + 1; n > 0; n /= base)
    {
        place /= (float)base;
        value += place * (float)(n % base);
    }
    return value;
}

uint64_t part_hash(uint64_t hash, const float *values, int count)
{
    for (int i = 0; i < count; i++)
    {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        hash = (hash ^ bits) * 1099511628211u;
    }
    return hash;
}

void part_draw_edges(const wend_draw *draw, wend_vec low, wend_vec high)
{
    const wend_vec corners[4] = {low, {high.x, low.y, 0.0f}, high, {low.x, high.y, 0.0f}};
    for (int i = 0; i < 4; i++)
        draw->line(corners[i], corners[(i + 1) % 4], COLOUR_FAINT, false, draw->user);
}

void part_draw_dashed_circle(const wend_draw *draw, wend_vec at, float radius, wend_vec low, wend_vec high,
                             wend_colour colour)
{
    const int pieces = 120;
    for (int i = 0; i < pieces; i += 2)
    {
        wend_vec u = wend_rotate(wend_xyz(radius, 0.0f, 0.0f), 2.0f * WEND_PI * (float)i / (float)pieces);
        wend_vec from = wend_add(at, u), to = wend_add(at, wend_rotate(u, 2.0f * WEND_PI / (float)pieces));
        bool is_inside = fminf(from.x, to.x) > low.x && fmaxf(from.x, to.x) < high.x && fminf(from.y, to.y) > low.y &&
                         fmaxf(from.y, to.y) < high.y;
        if (is_inside)
            draw->line(from, to, colour, false, draw->user);
    }
}

void part_draw_watched(const wend_draw *draw, wend_vec at, wend_vec heading, float radius, wend_colour colour)
{
    wend_draw_agent(draw, at, heading, radius, faded(colour, 45));
    draw->circle(at, radius, colour, false, draw->user);
}

void part_draw_label(const wend_draw *draw, wend_vec at, float letter, const char *text, wend_colour colour)
{
    float right = at.x + letter * (float)strlen(text) + 0.5f * letter, half = 1.1f * letter;
    const wend_vec plate[4] = {{at.x - 0.5f * letter, at.y - half, 0.0f},
                               {right, at.y - half, 0.0f},
                               {right, at.y + half, 0.0f},
                               {at.x - 0.5f * letter, at.y + half, 0.0f}};
    draw->polygon(plate, 4, faded(COLOUR_NIGHT, 215), draw->user);
    draw->text(at, text, colour, draw->user);
}
