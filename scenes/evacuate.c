// The scene evacuate: rooms and exits; flow through them and density before them, plotted as it runs.
#include "crowd_show.h"

#include <math.h>
#include <stdio.h>

enum
{
    SECONDS = 90, // of the plot
    WINDOW = 4    // seconds over which the flow is counted
};

static const float PLOT_LEFT = -18, PLOT_LOW = -19, PLOT_WIDE = 36, PLOT_HIGH = 6;
static const float MOST_FLOW = 4, MOST_DENSITY = 4;
static const float BEFORE = 2; // metres before an exit in which density is counted

typedef struct evacuation
{
    crowd_show show;
    int seconds;                // of the plot so far
    int out[SECONDS + 1];       // how many had left after so many seconds
    float density[SECONDS + 1]; // before the exits then
    double empty_at;            // below 0: it isn't
    bool has_one_exit;
} evacuation;

static const scene_param params[] = {
    {"one", "one exit", 0, 1, 0, true},
};

static wend_status evacuate_init(scene_run *run, wend_error *error)
{
    evacuation *e = run->state;
    *e = (evacuation){.empty_at = -1, .has_one_exit = part_param(run, "one") > 0.5f};
    int index = steerbench_case_find(e->has_one_exit ? "rooms, one exit" : "rooms");
    return crowd_show_start(run, &e->show, index, WEND_DODGE_NONE, error);
}

static void evacuate_stop(scene_run *run)
{
    evacuation *e = run->state;
    crowd_show_stop(&e->show);
}

static void evacuate_input(scene_run *run)
{
    evacuation *e = run->state;
    if (part_key(run, 'e'))
        part_toggle(run, "one");
    if ((part_param(run, "one") > 0.5f) != e->has_one_exit)
        scene_restart(run, NULL);
}

/// Heads per square metre in the passage before the exits that there are.
static float density_of(const evacuation *e)
{
    const steerbench_sim *sim = e->show.sim;
    int heads = 0, exits = e->has_one_exit ? 1 : 2;
    for (int i = 0; i < sim->live_count; i++)
    {
        wend_vec p = sim->bodies[sim->live[i]].position;
        bool is_right = p.x > 18 - BEFORE && p.x <= 18, is_left = !e->has_one_exit && p.x < BEFORE - 18 && p.x >= -18;
        heads += fabsf(p.z) <= 2 && (is_right || is_left);
    }
    return (float)heads / (4 * BEFORE * (float)exits);
}

static int out_of(const evacuation *e)
{
    return e->show.sim->count - e->show.sim->live_count;
}

static void evacuate_step(scene_run *run)
{
    evacuation *e = run->state;
    crowd_show_step(&e->show);
    if (e->seconds < SECONDS && e->show.sim->seconds >= e->seconds + 1)
    {
        e->seconds++;
        e->out[e->seconds] = out_of(e);
        e->density[e->seconds] = density_of(e);
    }
    if (e->empty_at < 0 && e->show.sim->live_count == 0)
        e->empty_at = e->show.sim->seconds;
}

// ---- what is to be seen -----------------------------------------------------------------------------------------------

static float flow_at(const evacuation *e, int second)
{
    int before = second > WINDOW ? second - WINDOW : 0;
    return second > 0 ? (float)(e->out[second] - e->out[before]) / (float)(second - before) : 0;
}

static wend_vec plotted(float seconds, float share)
{
    return wend_xyz(PLOT_LEFT + PLOT_WIDE * seconds / SECONDS, PLOT_LOW + PLOT_HIGH * fminf(share, 1), 0);
}

static void draw_plot(const evacuation *e, const wend_draw *draw)
{
    draw->line(plotted(0, 0), plotted(SECONDS, 0), COLOUR_GREY, false, draw->user);
    draw->line(plotted(0, 0), plotted(0, 1), COLOUR_GREY, false, draw->user);
    for (int k = 1; k <= 4; k++)
    {
        char text[16];
        snprintf(text, sizeof text, "%d", k);
        draw->line(plotted(0, 0.25f * (float)k), plotted(SECONDS, 0.25f * (float)k), COLOUR_FAINT, true, draw->user);
        draw->text(wend_add(plotted(0, 0.25f * (float)k), wend_xyz(-0.9f, -0.2f, 0)), text, COLOUR_TEXT, draw->user);
    }
    for (int k = 1; k <= e->seconds; k++)
    {
        float from = (float)(k - 1), to = (float)k;
        draw->line(plotted(from, flow_at(e, k - 1) / MOST_FLOW), plotted(to, flow_at(e, k) / MOST_FLOW), COLOUR_YELLOW,
                   false, draw->user);
        draw->line(plotted(from, e->density[k - 1] / MOST_DENSITY), plotted(to, e->density[k] / MOST_DENSITY),
                   COLOUR_RED, false, draw->user);
    }
}

static void evacuate_draw(const scene_run *run, const wend_draw *draw)
{
    const evacuation *e = run->state;
    crowd_show_draw(run, &e->show, draw);
    draw_plot(e, draw);
}

static void evacuate_legend(const scene_run *run, scene_legend *legend)
{
    const evacuation *e = run->state;
    crowd_show_legend(&e->show, legend);
    scene_add_sign(legend, SCENE_DASHED, COLOUR_FAINT, "a step of the plot");
    if (e->seconds == 0)
        return;
    scene_add_sign(legend, SCENE_LINE, COLOUR_YELLOW, "people a second through the exits");
    scene_add_sign(legend, SCENE_LINE, COLOUR_RED, "heads a square metre before them");
}

static void evacuate_status(const scene_run *run, char *text, size_t capacity)
{
    const evacuation *e = run->state;
    snprintf(text, capacity, "%d of %d are out after %.0f s   flow: %.1f a second   density: %.1f a square metre",
             out_of(e), e->show.sim->count, e->show.sim->seconds, (double)flow_at(e, e->seconds),
             (double)density_of(e));
}

// ---- facts ------------------------------------------------------------------------------------------------------------

static double play_out(scene_run *run)
{
    const evacuation *e = run->state;
    while (e->empty_at < 0 && run->seconds < 200)
        part_play(run, (scene_input){0}, run->kind->step_seconds);
    scene_check(run, e->empty_at > 0, "only %d of %d got out", out_of(e), e->show.sim->count);
    scene_check(run, e->show.sim->deepest <= 0.01, "somebody was %g deep in something", e->show.sim->deepest);
    return e->empty_at > 0 ? e->empty_at : 1e9;
}

static void evacuate_verify(scene_run *run)
{
    const evacuation *e = run->state;
    double two = play_out(run);
    float most = 0;
    for (int k = 0; k <= e->seconds; k++)
        most = fmaxf(most, flow_at(e, k));
    scene_check(run, most > 1 && most < 8, "the highest flow was %g a second", (double)most);
    part_play(run, (scene_input){.key = 'e'}, run->kind->step_seconds);
    double one = play_out(run);
    scene_check(run, one > 1.2 * two, "by one exit it took %.1f s, by two %.1f", one, two);
}

const scene scene_evacuate = {
    .name = "evacuate",
    .title = "Evacuation",
    .about = "People leave six rooms by two exits, or by one. Flow and density are plotted as it runs.",
    .keys = "E: one exit or two",
    .params = params,
    .param_count = 1,
    .state_size = sizeof(evacuation),
    .step_seconds = 1.0 / 30.0,
    .picture_seconds = 14.0,
    .low = {-23.0f, -20.0f, 0.0f},
    .high = {23.0f, 12.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = evacuate_init,
    .input = evacuate_input,
    .step = evacuate_step,
    .draw = evacuate_draw,
    .legend = evacuate_legend,
    .project = crowd_show_project,
    .status = evacuate_status,
    .verify = evacuate_verify,
    .stop = evacuate_stop,
};
