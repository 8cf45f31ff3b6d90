// Click, and it goes there and stops: the least that can be done with a world.
#include "parts.h"

#include <math.h>
#include <stdio.h>

#define TRAIL 160

typedef struct quick_start
{
    wend_agent_id agent;
    wend_vec target;
    wend_vec trail[TRAIL];
    int trail_length;
    int arrivals;
    const char *told; // the last event, or null
} quick_start;

static const scene_param params[] = {
    {"speed", "top speed", 1.0f, 12.0f, 4.0f, false},
    {"acceleration", "acceleration", 1.0f, 40.0f, 8.0f, false},
    {"response", "response time", 0.0f, 1.0f, 0.15f, false},
};

static wend_status quick_start_init(scene_run *run, wend_error *error)
{
    quick_start *q = run->state;
    wend_world_def def = part_world_def(run);
    wend_status status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    wend_agent_def agent = wend_default_agent_def();
    agent.agent.radius = 0.5f;
    q->agent = wend_world_spawn(run->world, &agent);
    return q->agent.value ? WEND_OK : WEND_ERROR_MEMORY;
}

static void quick_start_input(scene_run *run)
{
    quick_start *q = run->state;
    wend_agent_def def;
    wend_world_get(run->world, q->agent, &def);
    def.agent.max_speed = part_param(run, "speed");
    def.agent.max_acceleration = part_param(run, "acceleration");
    def.agent.response_time = part_param(run, "response");
    wend_world_set(run->world, q->agent, &def);
    if (!run->input.is_clicked)
        return;
    q->target = run->input.pointer;
    wend_goal goal = wend_goal_arrive(q->target);
    wend_world_set_goal(run->world, q->agent, &goal);
}

static void quick_start_step(scene_run *run)
{
    quick_start *q = run->state;
    q->trail[q->trail_length++ % TRAIL] = wend_world_position(run->world, q->agent);
    wend_world_step(run->world, run->kind->step_seconds);
    int count;
    const wend_event *events = wend_world_events(run->world, &count);
    for (int i = 0; i < count; i++)
    {
        q->arrivals += events[i].kind == WEND_EVENT_ARRIVED;
        q->told = wend_event_name(events[i].kind);
    }
}

static void quick_start_draw(const scene_run *run, const wend_draw *draw)
{
    const quick_start *q = run->state;
    for (int k = 0; k < TRAIL && k < q->trail_length; k++)
    {
        int age = (q->trail_length - 1 - k) % TRAIL;
        wend_vec at = q->trail[(q->trail_length - 1 - age) % TRAIL];
        draw->circle(at, 0.09f, faded(COLOUR_SKY, (unsigned)(110 - age * 100 / TRAIL)), true, draw->user);
    }
    draw->circle(q->target, 0.7f, COLOUR_ORANGE, false, draw->user);
    draw->circle(q->target, 0.12f, COLOUR_ORANGE, true, draw->user);
    part_draw_agents(run, draw, COLOUR_SKY);
}

static void quick_start_legend(const scene_run *run, scene_legend *legend)
{
    const quick_start *q = run->state;
    scene_add_sign(legend, SCENE_BODY, run->watched.value ? COLOUR_TEXT : COLOUR_SKY, "agent");
    scene_add_sign(legend, SCENE_CIRCLE, COLOUR_ORANGE, "where it goes");
    if (q->trail_length > 1)
        scene_add_sign(legend, SCENE_DOT, faded(COLOUR_SKY, 110), "where it was");
}

static void quick_start_status(const scene_run *run, char *text, size_t capacity)
{
    const quick_start *q = run->state;
    wend_vec velocity = wend_world_velocity(run->world, q->agent);
    snprintf(text, capacity, "speed %.2f   distance %.2f   arrived %d times   last event: %s",
             (double)wend_length(velocity), (double)wend_distance(wend_world_position(run->world, q->agent), q->target),
             q->arrivals, q->told ? q->told : "none");
}

static void quick_start_demo(const scene_run *run, scene_input *input)
{
    static const wend_vec clicks[] = {
        {9.0f, 5.0f, 0.0f}, {-8.0f, 4.5f, 0.0f}, {-6.0f, -6.0f, 0.0f}, {8.0f, -5.0f, 0.0f}};
    int frame = (int)(run->seconds * 60.0 + 0.5);
    input->pointer = clicks[frame / 240 % 4];
    input->has_pointer = true;
    input->is_clicked = frame % 240 == 0;
}

static void quick_start_verify(scene_run *run)
{
    quick_start *q = run->state;
    scene_input click = {0};
    click.has_pointer = click.is_clicked = true;
    const wend_vec places[2] = {{9.0f, 5.0f, 0.0f}, {-7.0f, -3.0f, 0.0f}};
    for (int i = 0; i < 2; i++)
    {
        click.pointer = places[i];
        part_play(run, click, 1.0);
        scene_check(run, wend_length(wend_world_velocity(run->world, q->agent)) > 3.0f,
                    "is not on its way after a second");
        part_play(run, (scene_input){0}, 9.0);
        wend_vec at = wend_world_position(run->world, q->agent);
        scene_check(run, wend_equal(at, places[i]), "stands at (%g, %g) instead of (%g, %g)", (double)at.x,
                    (double)at.y, (double)places[i].x, (double)places[i].y);
        scene_check(run, wend_length(wend_world_velocity(run->world, q->agent)) == 0.0f, "is not at rest");
        scene_check(run, q->arrivals == i + 1, "has arrived %d times instead of %d", q->arrivals, i + 1);
    }
}

const scene scene_quick_start = {
    .name = "quick_start",
    .title = "Quick start",
    .about = "Click, and the circle goes there and stops.",
    .keys = "click: go there",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .state_size = sizeof(quick_start),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 6.2,
    .low = {-14.0f, -9.0f, 0.0f},
    .high = {14.0f, 9.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = quick_start_init,
    .input = quick_start_input,
    .step = quick_start_step,
    .draw = quick_start_draw,
    .legend = quick_start_legend,
    .status = quick_start_status,
    .demo = quick_start_demo,
    .verify = quick_start_verify,
};
