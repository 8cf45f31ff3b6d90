// The circle swap in space: balls on a sphere, each to the opposite point.
#include "camera.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    MOST_BODIES = 200
};

enum
{
    BODIES,
    CAMERA
};

static const scene_param params[] = {
    [BODIES] = {"bodies", "how many (from the next start)", 2.0f, MOST_BODIES, 80.0f, false},
    [CAMERA] = {"camera", "camera swings", 0.0f, 1.0f, 1.0f, true},
};

static const scene_whole wholes[] = {{BODIES, NULL}};

typedef struct swap_3d
{
    int count;
    wend_agent_id ids[MOST_BODIES];
    double done_at; // when all had arrived; 0: not yet
    camera camera;
    float camera_turn; // by the arrow keys
} swap_3d;

static const float hull = 0.5f, radius = 10.0f;
static const camera start_camera = {
    .tilt = 0.35f, .distance = 46.0f, .focal = 2.0f, .lift = 0.0f, .clear = 36.0f, .farthest = 70.0f};

/// Evenly over a sphere, by the golden angle.
static wend_vec place_of(int i, int count)
{
    float z = 1.0f - 2.0f * ((float)i + 0.5f) / (float)count, across = sqrtf(fmaxf(0.0f, 1.0f - z * z));
    wend_vec flat = wend_rotate(wend_xyz(across, 0.0f, 0.0f), 2.39996323f * (float)i);
    return wend_scale(wend_xyz(flat.x, flat.y, z), radius);
}

static wend_status swap_init(scene_run *run, wend_error *error)
{
    swap_3d *s = run->state;
    wend_world_def def = part_world_def(run);
    def.plane = WEND_XYZ;
    wend_status status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    s->count = (int)(run->params[BODIES] + 0.5f);
    s->camera = start_camera;
    wend_recipe recipe = wend_default_recipe();
    recipe.dodge = WEND_DODGE_ORCA;
    for (int i = 0; i < s->count; i++)
    {
        wend_agent_def agent = wend_default_agent_def();
        agent.agent.position = place_of(i, s->count);
        agent.agent.heading = wend_negate(wend_normalize(agent.agent.position));
        agent.agent.radius = hull;
        agent.agent.max_speed = 1.5f;
        agent.agent.arrival_radius = 0.5f;
        s->ids[i] = wend_world_spawn(run->world, &agent);
        if (s->ids[i].value == 0)
            return WEND_ERROR_MEMORY;
        wend_goal goal = wend_goal_arrive(wend_negate(agent.agent.position));
        wend_world_set_recipe(run->world, s->ids[i], &recipe);
        wend_world_set_goal(run->world, s->ids[i], &goal);
    }
    return WEND_OK;
}

static void swap_input(scene_run *run)
{
    swap_3d *s = run->state;
    s->camera_turn += run->input.arrows.x * 0.03f;
    s->camera.tilt = fminf(fmaxf(s->camera.tilt + run->input.arrows.y * 0.02f, -0.2f), 1.3f);
}

static int arrived(const scene_run *run)
{
    const swap_3d *s = run->state;
    int count = 0;
    for (int i = 0; i < s->count; i++)
        count += wend_world_has_arrived(run->world, s->ids[i]);
    return count;
}

static void swap_step(scene_run *run)
{
    swap_3d *s = run->state;
    wend_world_step(run->world, run->kind->step_seconds);
    if (s->done_at == 0.0 && arrived(run) == s->count)
        s->done_at = run->seconds;
    float swing = run->params[CAMERA] > 0.5f ? 0.1f * (float)run->seconds : 0.0f;
    s->camera.turn = s->camera_turn + swing;
}

static wend_vec swap_project(const scene_run *run, wend_vec point)
{
    return camera_project(&((const swap_3d *)run->state)->camera, point);
}

// ---- drawing

typedef struct ball
{
    float depth;
    int number;
} ball;

static int deeper_first(const void *a, const void *b)
{
    const ball *x = a, *y = b;
    return x->depth != y->depth ? (x->depth > y->depth ? -1 : 1) : x->number - y->number;
}

static wend_colour colour_of(const scene_run *run, int i)
{
    const swap_3d *s = run->state;
    if (wend_same_agent(s->ids[i], run->watched))
        return COLOUR_TEXT;
    return wend_world_has_arrived(run->world, s->ids[i]) ? COLOUR_GREEN : 2 * i < s->count ? COLOUR_SKY : COLOUR_ORANGE;
}

static void swap_draw(const scene_run *run, const wend_draw *draw)
{
    const swap_3d *s = run->state;
    ball balls[MOST_BODIES];
    for (int i = 0; i < s->count; i++)
        balls[i] = (ball){camera_project(&s->camera, wend_world_position(run->world, s->ids[i])).z, i};
    qsort(balls, (size_t)s->count, sizeof *balls, deeper_first);
    for (int k = 0; k < s->count; k++)
    {
        int i = balls[k].number;
        wend_vec at = wend_world_position(run->world, s->ids[i]);
        camera_draw_ball(&s->camera, draw, at, hull, colour_of(run, i));
        wend_vec nose = wend_add(at, wend_scale(wend_world_heading(run->world, s->ids[i]), 1.7f * hull));
        wend_vec from = camera_project(&s->camera, at), to = camera_project(&s->camera, nose);
        draw->line(from, to, COLOUR_GREY, false, draw->user);
    }
}

static void swap_legend(const scene_run *run, scene_legend *legend)
{
    const swap_3d *s = run->state;
    for (int i = 0; i < s->count; i++)
    {
        wend_colour colour = colour_of(run, i);
        const char *word = colour == COLOUR_GREEN    ? "has arrived"
                           : colour == COLOUR_TEXT   ? "watched"
                           : colour == COLOUR_ORANGE ? "from below"
                                                     : "from above";
        scene_add_sign(legend, SCENE_DOT, colour, word);
    }
    scene_add_sign(legend, SCENE_LINE, COLOUR_GREY, "where it looks");
}

static void swap_status(const scene_run *run, char *text, size_t capacity)
{
    const swap_3d *s = run->state;
    int length = snprintf(text, capacity, "%d of %d have arrived", arrived(run), s->count);
    if (s->done_at > 0.0 && length > 0 && (size_t)length < capacity)
        snprintf(text + length, capacity - (size_t)length, "   all after %.1f s", s->done_at);
}

static void swap_verify(scene_run *run)
{
    static const int counts[] = {2, 6, 20, 80, 200};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
    {
        run->params[BODIES] = (float)counts[k];
        if (scene_restart(run, NULL) != WEND_OK)
            return;
        const swap_3d *s = run->state;
        float least = 1e30f;
        while (s->done_at == 0.0 && run->seconds < 60.0)
        {
            part_play(run, (scene_input){0}, 0.2);
            least = fminf(least, part_least_gap(run, s->ids, s->count));
        }
        scene_check(run, s->done_at > 0.0, "of %d only %d have arrived after 60 s", counts[k], arrived(run));
        scene_check(run, least >= -0.01f * hull, "of %d two overlap by %g", counts[k], (double)-least);
    }
}

const scene scene_swap_3d = {
    .name = "swap_3d",
    .title = "Swap in space",
    .about = "Balls on a sphere go to the opposite points, all through one middle.",
    .keys = "arrows: turn the camera, click: watch one",
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .state_size = sizeof(swap_3d),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 4.0,
    .low = {-0.8f, -0.52f, 0.0f},
    .high = {0.8f, 0.52f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = swap_init,
    .input = swap_input,
    .step = swap_step,
    .draw = swap_draw,
    .legend = swap_legend,
    .project = swap_project,
    .status = swap_status,
    .verify = swap_verify,
};
