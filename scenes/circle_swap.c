// Agents on a circle, each to the opposite point: all ways cross in one place, and the symmetry is exact.
#include "parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    MOST_BODIES = 1000
};

enum
{
    BODIES,
    SECONDS
};

static const scene_param params[] = {
    [BODIES] = {"bodies", "how many (from the next start)", 2.0f, MOST_BODIES, 60.0f, false},
    [SECONDS] = {"seconds", "seconds looked ahead", 0.5f, 6.0f, 2.0f, false},
};

static const scene_whole wholes[] = {{BODIES, NULL}};

typedef struct swap
{
    int count;
    float radius;
    wend_agent_id ids[MOST_BODIES];
    wend_vec goals[MOST_BODIES];
    double first_at, done_at; // when the first one and all had arrived; 0: not yet
    float deepest;            // overlap so far, as a share of a radius
} swap;

static const float hull = 0.5f;

static wend_recipe recipe_of(const scene_run *run)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.dodge = WEND_DODGE_ORCA;
    recipe.orca.seconds = run->params[SECONDS];
    return recipe;
}

static wend_status circle_init(scene_run *run, wend_error *error)
{
    swap *s = run->state;
    wend_world_def def = part_world_def(run);
    def.does_stop_at_hulls = true; // the middle of a thousand is dense
    wend_status status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    s->count = (int)(run->params[BODIES] + 0.5f);
    s->radius = fmaxf(10.0f, 0.184f * (float)s->count);
    float high = s->radius + 2.0f, wide = high * 16.0f / 9.0f;
    run->low = wend_xyz(-wide, -high, 0.0f);
    run->high = wend_xyz(wide, high, 0.0f);
    wend_recipe recipe = recipe_of(run);
    for (int i = 0; i < s->count; i++)
    {
        wend_agent_def agent = wend_default_agent_def();
        float angle = 2.0f * WEND_PI * (float)i / (float)s->count;
        agent.agent.position = wend_rotate(wend_xyz(s->radius, 0.0f, 0.0f), angle);
        agent.agent.heading = wend_negate(wend_normalize(agent.agent.position));
        agent.agent.radius = hull;
        agent.agent.max_speed = 1.0f;
        agent.agent.arrival_radius = 0.5f;
        s->goals[i] = wend_negate(agent.agent.position);
        s->ids[i] = wend_world_spawn(run->world, &agent);
        if (s->ids[i].value == 0)
            return WEND_ERROR_MEMORY;
        wend_goal goal = wend_goal_arrive(s->goals[i]);
        wend_world_set_recipe(run->world, s->ids[i], &recipe);
        wend_world_set_goal(run->world, s->ids[i], &goal);
    }
    return WEND_OK;
}

static void circle_input(scene_run *run)
{
    swap *s = run->state;
    wend_recipe recipe;
    wend_world_get_recipe(run->world, s->ids[0], &recipe);
    if (recipe.orca.seconds == run->params[SECONDS])
        return;
    recipe = recipe_of(run);
    for (int i = 0; i < s->count; i++)
        wend_world_set_recipe(run->world, s->ids[i], &recipe);
}

static int arrived(const scene_run *run)
{
    const swap *s = run->state;
    int count = 0;
    for (int i = 0; i < s->count; i++)
        count += wend_world_has_arrived(run->world, s->ids[i]);
    return count;
}

/// Only neighbours can overlap: those near in x are looked at.
static float deepest_overlap(const scene_run *run)
{
    const swap *s = run->state;
    float deepest = 0.0f;
    for (int i = 0; i < s->count; i++)
    {
        wend_agent_id near_ids[16];
        wend_vec at = wend_world_position(run->world, s->ids[i]);
        int count = wend_world_within(run->world, at, 2.0f * hull, NULL, near_ids, 16);
        for (int k = 0; k < count && k < 16; k++)
            if (!wend_same_agent(near_ids[k], s->ids[i]))
            {
                float away = wend_distance(at, wend_world_position(run->world, near_ids[k]));
                deepest = fmaxf(deepest, (2.0f * hull - away) / hull);
            }
    }
    return deepest;
}

static void circle_step(scene_run *run)
{
    swap *s = run->state;
    wend_world_step(run->world, run->kind->step_seconds);
    int count = arrived(run);
    if (count > 0 && s->first_at == 0.0)
        s->first_at = run->seconds;
    if (count == s->count && s->done_at == 0.0)
        s->done_at = run->seconds;
}

/// A colour for each direction one comes from: so streams can be told apart.
static wend_colour colour_of(const swap *s, int i)
{
    static const wend_colour colours[] = {COLOUR_ORANGE, COLOUR_SKY, COLOUR_GREEN, COLOUR_PINK};
    return colours[4 * i / s->count];
}

static void circle_draw(const scene_run *run, const wend_draw *draw)
{
    const swap *s = run->state;
    draw->circle(wend_xyz(0.0f, 0.0f, 0.0f), s->radius, COLOUR_FAINT, false, draw->user);
    for (int i = 0; i < s->count; i++)
    {
        wend_vec at = wend_world_position(run->world, s->ids[i]), heading = wend_world_heading(run->world, s->ids[i]);
        if (wend_same_agent(s->ids[i], run->watched))
            part_draw_watched(draw, at, heading, hull, colour_of(s, i));
        else
            wend_draw_agent(draw, at, heading, hull, colour_of(s, i));
    }
    part_draw_halves(run, draw, 0.3f * s->radius);
}

static void circle_legend(const scene_run *run, scene_legend *legend)
{
    const swap *s = run->state;
    static const char *const words[] = {"from the right", "from above", "from the left", "from below"};
    for (int i = 0; i < s->count; i++)
        scene_add_sign(legend, SCENE_BODY, colour_of(s, i), words[4 * i / s->count]);
    scene_add_sign(legend, SCENE_CIRCLE, COLOUR_FAINT, "from here to the opposite point");
    part_list_halves(run, legend);
}

static void circle_status(const scene_run *run, char *text, size_t capacity)
{
    const swap *s = run->state;
    int length = snprintf(text, capacity, "%d of %d have arrived   straight it would take %.0f s", arrived(run),
                          s->count, 2.0 * (double)s->radius);
    if (s->done_at > 0.0 && length > 0 && (size_t)length < capacity)
        snprintf(text + length, capacity - (size_t)length, "   all after %.1f s", s->done_at);
}

static void circle_demo(const scene_run *run, scene_input *input)
{
    const swap *s = run->state;
    input->is_clicked = input->has_pointer = run->seconds >= 1.0 && run->watched.value == 0;
    input->pointer = wend_world_position(run->world, s->ids[0]);
}

/// Plays until all have arrived; the deepest overlap on the way.
static float play_to_end(scene_run *run, double most)
{
    const swap *s = run->state;
    float deepest = 0.0f;
    while (s->done_at == 0.0 && run->seconds < most)
    {
        part_play(run, (scene_input){0}, 4.0 * run->kind->step_seconds);
        deepest = fmaxf(deepest, deepest_overlap(run));
    }
    return deepest;
}

static void circle_verify(scene_run *run)
{
    static const int counts[] = {2, 3, 4, 5, 8, 16, 20, 50, 100};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
    {
        run->params[BODIES] = (float)counts[k];
        if (scene_restart(run, NULL) != WEND_OK)
            return;
        const swap *s = run->state;
        double straight = 2.0 * (double)s->radius, most = (counts[k] <= 20 ? 3.0 : 6.0) * straight;
        float deepest = play_to_end(run, most);
        scene_check(run, s->done_at > 0.0, "of %d only %d have arrived after %g s", counts[k], arrived(run), most);
        scene_check(run, deepest <= 0.01f, "of %d two overlap by %g of a radius", counts[k], (double)deepest);
    }
}

const scene scene_circle_swap = {
    .name = "circle_swap",
    .title = "Circle swap",
    .about = "All go to the opposite point at once: an exact symmetry that becomes a roundabout.",
    .keys = "click one to see its half-planes",
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .state_size = sizeof(swap),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 14.0,
    .low = {-24.0f, -13.5f, 0.0f},
    .high = {24.0f, 13.5f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = circle_init,
    .input = circle_input,
    .step = circle_step,
    .draw = circle_draw,
    .legend = circle_legend,
    .status = circle_status,
    .demo = circle_demo,
    .verify = circle_verify,
};
