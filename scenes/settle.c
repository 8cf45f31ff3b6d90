// Two hundred are sent to one point, and come to rest round it.
#include "parts.h"

#include <math.h>
#include <stdio.h>

enum
{
    BODIES = 200
};

typedef struct meeting
{
    wend_agent_id ids[BODIES];
    wend_vec point;
    double still_at; // since when nobody moves; below 0: somebody does
    double sent_at;
} meeting;

static const float hull = 0.3f;
static const wend_vec low = {-24.0f, -13.5f, 0.0f}, high = {24.0f, 13.5f, 0.0f};

/// The disc that all of them fill at a packing density of 0.7.
static float full_disc(void)
{
    return hull * sqrtf((float)BODIES / 0.7f);
}

static void send(scene_run *run, wend_vec point)
{
    meeting *m = run->state;
    wend_goal goal = wend_goal_arrive(point);
    m->point = point;
    m->still_at = -1.0;
    m->sent_at = run->seconds;
    for (int i = 0; i < BODIES; i++)
        wend_world_set_goal(run->world, m->ids[i], &goal);
}

static wend_status settle_init(scene_run *run, wend_error *error)
{
    meeting *m = run->state;
    wend_world_def def = part_world_def(run);
    wend_status status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    wend_random random = wend_random_seed(run->seed, 3);
    for (int i = 0; i < BODIES; i++)
    {
        wend_agent_def agent = wend_default_agent_def();
        float x = wend_random_between(&random, 8.0f, high.x - 1.0f);
        agent.agent.position =
            wend_xyz(i % 2 ? x : -x, wend_random_between(&random, low.y + 1.0f, high.y - 1.0f), 0.0f);
        agent.agent.radius = hull;
        agent.agent.neighbour_radius = 1.0f;
        m->ids[i] = wend_world_spawn(run->world, &agent);
        if (m->ids[i].value == 0)
            return WEND_ERROR_MEMORY;
    }
    send(run, wend_xyz(0.0f, 0.0f, 0.0f));
    return WEND_OK;
}

static void settle_input(scene_run *run)
{
    if (run->input.is_clicked && run->input.has_pointer)
        send(run, run->input.pointer);
}

/// The sum of all squared speeds.
static double energy(const scene_run *run)
{
    const meeting *m = run->state;
    double sum = 0.0;
    for (int i = 0; i < BODIES; i++)
    {
        double speed = (double)wend_length(wend_world_velocity(run->world, m->ids[i]));
        sum += speed * speed;
    }
    return sum;
}

static int arrived(const scene_run *run)
{
    const meeting *m = run->state;
    int count = 0;
    for (int i = 0; i < BODIES; i++)
        count += wend_world_has_arrived(run->world, m->ids[i]);
    return count;
}

static float farthest(const scene_run *run)
{
    const meeting *m = run->state;
    float far_out = 0.0f;
    for (int i = 0; i < BODIES; i++)
        far_out = fmaxf(far_out, wend_distance(wend_world_position(run->world, m->ids[i]), m->point));
    return far_out;
}

static void settle_step(scene_run *run)
{
    meeting *m = run->state;
    wend_world_step(run->world, run->kind->step_seconds);
    if (energy(run) > 0.0)
        m->still_at = -1.0;
    else if (m->still_at < 0.0)
        m->still_at = run->seconds;
}

static void settle_draw(const scene_run *run, const wend_draw *draw)
{
    const meeting *m = run->state;
    draw->circle(m->point, full_disc(), faded(COLOUR_YELLOW, 150), false, draw->user);
    for (int i = 0; i < BODIES; i++)
    {
        bool is_there = wend_world_has_arrived(run->world, m->ids[i]);
        wend_draw_agent(draw, wend_world_position(run->world, m->ids[i]), wend_world_heading(run->world, m->ids[i]),
                        hull, is_there ? COLOUR_GREEN : COLOUR_SKY);
    }
    draw->circle(m->point, 0.18f, 0xffffffffu, true, draw->user);
}

static void settle_legend(const scene_run *run, scene_legend *legend)
{
    if (arrived(run) < BODIES)
        scene_add_sign(legend, SCENE_BODY, COLOUR_SKY, "on its way");
    if (arrived(run) > 0)
        scene_add_sign(legend, SCENE_BODY, COLOUR_GREEN, "has arrived");
    scene_add_sign(legend, SCENE_CIRCLE, faded(COLOUR_YELLOW, 150), "a disc that they fill to 70 %");
    scene_add_sign(legend, SCENE_DOT, 0xffffffffu, "where they were sent");
}

static void settle_status(const scene_run *run, char *text, size_t capacity)
{
    const meeting *m = run->state;
    int length = snprintf(text, capacity, "%d of %d have arrived   the outermost is %.1f away", arrived(run), BODIES,
                          (double)farthest(run));
    if (m->still_at >= 0.0 && length > 0 && (size_t)length < capacity)
        snprintf(text + length, capacity - (size_t)length, "   all stand still after %.1f s", m->still_at - m->sent_at);
}

static void settle_demo(const scene_run *run, scene_input *input)
{
    double t = fmod(run->seconds, 60.0);
    input->is_clicked = input->has_pointer = t >= 30.0 && t < 30.0 + run->kind->step_seconds;
    input->pointer = run->seconds < 60.0 ? wend_xyz(12.0f, 3.0f, 0.0f) : wend_xyz(-10.0f, -2.0f, 0.0f);
}

/// Within 30 seconds nobody moves any more, nobody overlaps, and all centres are within the disc.
static void check_settled(scene_run *run, const char *when)
{
    meeting *m = run->state;
    for (double t = 0.0; t < 30.0 && m->still_at < 0.0; t += run->kind->step_seconds)
        part_play(run, (scene_input){0}, run->kind->step_seconds);
    float gap = part_least_gap(run, m->ids, BODIES);
    scene_check(run, m->still_at >= 0.0, "%s they still move after 30 s", when);
    scene_check(run, arrived(run) == BODIES, "%s %d of 200 have arrived", when, arrived(run));
    scene_check(run, farthest(run) <= full_disc(), "%s the outermost is %g away, the disc has a radius of %g", when,
                (double)farthest(run), (double)full_disc());
    scene_check(run, gap > -0.01f * hull, "%s two overlap by %g", when, (double)-gap);
}

static void settle_verify(scene_run *run)
{
    check_settled(run, "from both sides,");
    part_play(run, (scene_input){.has_pointer = true, .pointer = {14.0f, 3.0f, 0.0f}, .is_clicked = true}, 0.02);
    check_settled(run, "from a pile,");
}

const scene scene_settle = {
    .name = "settle",
    .title = "Settle",
    .about = "Two hundred are sent to one point: who is held by those that have arrived rests as well, or goes round "
             "to where there is room.",
    .keys = "click: send them there",
    .state_size = sizeof(meeting),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 8.0,
    .low = {-24.0f, -13.5f, 0.0f},
    .high = {24.0f, 13.5f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = settle_init,
    .input = settle_input,
    .step = settle_step,
    .draw = settle_draw,
    .legend = settle_legend,
    .status = settle_status,
    .demo = settle_demo,
    .verify = settle_verify,
};
