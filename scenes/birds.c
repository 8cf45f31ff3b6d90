// A flock in three dimensions, seen through a camera that goes round it.
#include "camera.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 1200

typedef struct birds
{
    wend_agent_id ids[MOST];
    int count;
    camera camera;
    float applied[SCENE_PARAMS]; // the parameters that the recipes were made from
} birds;

enum
{
    COUNT,
    SPREAD,
    CAMERA
};

static const scene_param params[] = {
    [COUNT] = {"count", "birds", 50.0f, 1000.0f, 450.0f, false},
    [SPREAD] = {"separation", "separation", 0.0f, 3.0f, 1.0f, false},
    [CAMERA] = {"camera", "camera turns", 0.0f, 1.0f, 1.0f, true},
};

static const scene_whole wholes[] = {{COUNT, NULL}};

static const float half = 24.0f; // of the box they live in

static const camera start_camera = {
    .tilt = 0.42f, .distance = 74.0f, .focal = 2.3f, .lift = 0.1f, .clear = 46.0f, .farthest = 136.0f};

static wend_recipe recipe_of(const scene_run *run)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.combiner = WEND_COMBINE_SUM;
    recipe.wish_count = 0;
    recipe.flock.separation = run->params[SPREAD];
    recipe.flock.alignment = 0.7f;
    recipe.flock.cohesion = 0.7f;
    recipe.flock.separation_radius = 2.5f;
    wend_goal box = wend_goal_of(WEND_GOAL_KEEP_IN_BOX);
    box.point = wend_xyz(-half, -half, -0.5f * half);
    box.high = wend_xyz(half, half, 0.5f * half);
    wend_recipe_also(&recipe, &box, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_SEPARATE, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_ALIGN, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_COHERE, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 0.5f);
    return recipe;
}

static void follow_params(scene_run *run)
{
    birds *b = run->state;
    if (memcmp(b->applied, run->params, sizeof b->applied) == 0)
        return;
    memcpy(b->applied, run->params, sizeof b->applied);
    int wanted = (int)(run->params[COUNT] + 0.5f);
    wend_recipe recipe = recipe_of(run);
    while (b->count < wanted && b->count < MOST)
    {
        int k = b->count;
        wend_agent_def def = wend_default_agent_def();
        def.group = 1;
        def.agent.radius = 0.3f;
        def.agent.max_speed = 9.0f;
        def.agent.max_acceleration = 22.0f;
        def.agent.neighbour_radius = 5.0f;
        def.agent.position = wend_xyz((2.0f * part_spread(k, 2) - 1.0f) * half,
                                      (2.0f * part_spread(k, 3) - 1.0f) * half, (part_spread(k, 5) - 0.5f) * half);
        def.agent.velocity = wend_scale(wend_normalize(wend_xyz(part_spread(k, 7) - 0.5f, part_spread(k, 3) - 0.5f,
                                                                0.3f * (part_spread(k, 2) - 0.5f))),
                                        6.0f);
        wend_agent_id id = wend_world_spawn(run->world, &def);
        if (id.value == 0)
            break;
        wend_goal goal = wend_goal_cruise(6.5f);
        wend_world_set_goal(run->world, id, &goal);
        b->ids[b->count++] = id;
    }
    if (b->count > wanted)
    {
        wend_world_remove_many(run->world, b->ids + wanted, b->count - wanted);
        b->count = wanted;
    }
    for (int i = 0; i < b->count; i++)
        wend_world_set_recipe(run->world, b->ids[i], &recipe);
}

static wend_status birds_init(scene_run *run, wend_error *error)
{
    wend_world_def def = part_world_def(run);
    def.plane = WEND_XYZ;
    wend_status status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    birds *b = run->state;
    b->camera = start_camera;
    follow_params(run);
    return b->count > 0 ? WEND_OK : WEND_ERROR_MEMORY;
}

static void birds_input(scene_run *run)
{
    float *count = &run->params[COUNT];
    if (run->input.key == '+' || run->input.key == '=')
        *count = fminf(*count + 50.0f, params[COUNT].high);
    if (run->input.key == '-')
        *count = fmaxf(*count - 50.0f, params[COUNT].low);
    birds *b = run->state;
    b->camera.turn += run->input.arrows.x * 0.03f;
    if (run->params[CAMERA] > 0.5f && !run->is_paused)
        b->camera.turn += 0.0025f;
    follow_params(run);
}

static void birds_step(scene_run *run)
{
    wend_world_step(run->world, run->kind->step_seconds);
}

// ---- the camera ---------------------------------------------------------------------------------------------------

static wend_vec birds_project(const scene_run *run, wend_vec p)
{
    return camera_project(&((const birds *)run->state)->camera, p);
}

typedef struct shown
{
    float depth;
    int bird;
} shown;

static int deeper_first(const void *a, const void *b)
{
    const shown *x = a, *y = b;
    if (x->depth != y->depth)
        return x->depth > y->depth ? -1 : 1;
    return x->bird - y->bird;
}

static void birds_draw(const scene_run *run, const wend_draw *draw)
{
    const birds *b = run->state;
    shown *order = calloc((size_t)b->count + 1, sizeof *order);
    if (!order)
        return;
    camera_draw_box(&b->camera, draw, wend_xyz(-half, -half, -0.5f * half), wend_xyz(half, half, 0.5f * half),
                    0x8b97a530u);
    for (int i = 0; i < b->count; i++)
    {
        wend_vec at = wend_world_position(run->world, b->ids[i]);
        // A shadow on the floor tells where it is.
        wend_vec floor = birds_project(run, wend_xyz(at.x, at.y, -0.5f * half));
        draw->circle(floor, 0.25f * camera_scale(&b->camera, floor.z), 0x00000060u, true, draw->user);
        order[i] = (shown){birds_project(run, at).z, i};
    }
    qsort(order, (size_t)b->count, sizeof *order, deeper_first);
    for (int k = 0; k < b->count; k++)
    {
        wend_agent_id id = b->ids[order[k].bird];
        camera_draw_dart(&b->camera, draw, wend_world_position(run->world, id), wend_world_heading(run->world, id),
                         0.0f, 0.42f, wend_same_agent(id, run->watched) ? 0xffffffffu : 0x78c3ffffu);
    }
    free(order);
}

static void birds_legend(const scene_run *run, scene_legend *legend)
{
    scene_add_sign(legend, SCENE_DART, 0x78c3ffffu, "bird");
    if (run->watched.value != 0)
        scene_add_sign(legend, SCENE_DART, 0xffffffffu, "watched bird");
    scene_add_sign(legend, SCENE_DOT, 0x000000ffu, "its shadow on the floor");
}

static void birds_status(const scene_run *run, char *text, size_t capacity)
{
    const birds *b = run->state;
    wend_world_stats stats = wend_world_get_stats(run->world);
    snprintf(text, capacity, "%d birds   %.1f neighbours each", b->count, (double)stats.neighbours / b->count);
}

static void birds_verify(scene_run *run)
{
    birds *b = run->state;
    part_play(run, (scene_input){0}, 15.0);
    double alike = 0.0, climb = 0.0;
    int pairs = 0, outside = 0;
    for (int i = 0; i < b->count; i++)
    {
        wend_vec at = wend_world_position(run->world, b->ids[i]), heading = wend_world_heading(run->world, b->ids[i]);
        wend_agent_id others[32];
        wend_filter filter = {.ignore = b->ids[i]};
        int found = wend_world_within(run->world, at, 5.0f, &filter, others, 32);
        for (int k = 0; k < found && k < 32; k++, pairs++)
            alike += (double)wend_dot(heading, wend_world_heading(run->world, others[k]));
        climb = fmax(climb, fabs((double)heading.z));
        outside += fabsf(at.x) > half + 2.0f || fabsf(at.y) > half + 2.0f || fabsf(at.z) > 0.5f * half + 2.0f;
    }
    scene_check(run, pairs > 4 * b->count && alike / pairs > 0.8, "%d pairs of neighbours fly %g alike", pairs,
                alike / fmax(1.0, pairs));
    scene_check(run, outside == 0, "%d birds left their box", outside);
    scene_check(run, climb > 0.2, "nobody flies up or down: %g", climb);
    scene_input more = {.key = '+'};
    part_play(run, more, 0.1);
    scene_check(run, b->count == 500, "+ made %d birds instead of 500", b->count);
    // A click on a bird, where the camera shows it, explains it.
    wend_vec at = birds_project(run, wend_world_position(run->world, b->ids[7]));
    scene_advance(run, &(scene_input){.has_pointer = true, .is_clicked = true, .pointer = {at.x, at.y, 0.0f}});
    scene_check(run, run->watched.value != 0, "a click on a bird doesn't watch it");
}

const scene scene_birds = {
    .name = "birds",
    .title = "Birds",
    .about = "The same three rules in three dimensions, in a box that they keep within by looking ahead.",
    .keys = "+ and -: number, left and right: turn the camera",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .state_size = sizeof(birds),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 12.0,
    .low = {-1.25f, -0.8f, 0.0f},
    .high = {1.25f, 0.8f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = birds_init,
    .input = birds_input,
    .step = birds_step,
    .draw = birds_draw,
    .legend = birds_legend,
    .project = birds_project,
    .status = birds_status,
    .verify = birds_verify,
};
