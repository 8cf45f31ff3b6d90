// The scene steerbench: a picker over cases in the style of the benchmark, made here.
#include "crowd_show.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    PICKED = 8 // the first ones of the table; the others are rooms that evacuate and the command show
};

typedef struct picker
{
    crowd_show show;
    int shown, finished, cases;
    double over_at; // when the last one was done; below 0: it isn't
} picker;

static const scene_param params[] = {
    {"case", "case", 0, PICKED - 1, 4, false},
};

static const char *const case_names[PICKED] = {"oncoming", "crossing", "squeeze", "doorway",
                                               "circle",   "pillars",  "hallway", "bottleneck"};
static const scene_whole wholes[] = {{0, case_names}};

static int chosen(const scene_run *run)
{
    return (int)(part_param(run, "case") + 0.5f);
}

static wend_status picker_init(scene_run *run, wend_error *error)
{
    picker *p = run->state;
    p->shown = chosen(run);
    p->over_at = -1;
    return crowd_show_start(run, &p->show, p->shown, WEND_DODGE_ORCA, error);
}

static void picker_stop(scene_run *run)
{
    picker *p = run->state;
    crowd_show_stop(&p->show);
}

/// Another case, in the same run.
static void change(scene_run *run, int index)
{
    picker *p = run->state;
    wend_world *old = run->world;
    crowd_show before = p->show;
    wend_error error;
    scene_watch(run, (wend_agent_id){0});
    if (crowd_show_start(run, &p->show, index, WEND_DODGE_ORCA, &error) != WEND_OK)
    {
        p->show = before;
        return;
    }
    crowd_show_stop(&before);
    wend_world_destroy(old);
    run->params[scene_param_index(run->kind, "case")] = (float)index;
    p->shown = index;
    p->over_at = -1;
}

static void picker_input(scene_run *run)
{
    picker *p = run->state;
    char key = run->input.key;
    if (key == 'c')
        change(run, (p->shown + 1) % PICKED);
    else if (key >= '1' && key < '1' + PICKED)
        change(run, key - '1');
    else if (chosen(run) != p->shown)
        change(run, chosen(run));
}

static void picker_step(scene_run *run)
{
    picker *p = run->state;
    crowd_show_step(&p->show);
    if (steerbench_is_over(p->show.sim) && p->over_at < 0)
    {
        p->over_at = run->seconds;
        p->cases++;
    }
}

static void picker_draw(const scene_run *run, const wend_draw *draw)
{
    const picker *p = run->state;
    crowd_show_draw(run, &p->show, draw);
    part_draw_label(draw, wend_xyz(-20.5f, 16.8f, 0), 0.42f, p->show.test->name, COLOUR_TEXT);
}

static void picker_legend(const scene_run *run, scene_legend *legend)
{
    const picker *p = run->state;
    crowd_show_legend(&p->show, legend);
}

static void picker_status(const scene_run *run, char *text, size_t capacity)
{
    const picker *p = run->state;
    steerbench_scores s = steerbench_score(p->show.sim, false);
    snprintf(text, capacity, "%s: %d of %d are there   collisions: %d   score: %.1f", p->show.test->name, s.finished,
             s.agents, s.collisions, s.composite01);
}

/// Plays a case to its end. Returns how long that took.
static double play_through(scene_run *run, int index, steerbench_scores *scores)
{
    picker *p = run->state;
    change(run, index);
    double began = run->seconds;
    while (!steerbench_is_over(p->show.sim) && run->seconds < began + 120)
        part_play(run, (scene_input){0}, run->kind->step_seconds);
    *scores = steerbench_score(p->show.sim, false);
    return run->seconds - began;
}

static void picker_verify(scene_run *run)
{
    for (int i = 0; i < PICKED; i++)
    {
        steerbench_scores s;
        scene_check(run, strcmp(case_names[i], steerbench_case_name(i)) == 0, "case %d isn't %s", i, case_names[i]);
        double seconds = play_through(run, i, &s);
        scene_check(run, s.finished == s.agents, "%s: %d of %d arrived in %.1f s", steerbench_case_name(i), s.finished,
                    s.agents, seconds);
        scene_check(run, s.penetration_max <= 0.01, "%s: somebody was %g deep in something", steerbench_case_name(i),
                    s.penetration_max);
        scene_check(run, s.time >= 0.8 * s.straight_time - 2.0 && s.time <= 4.0 * s.straight_time,
                    "%s: it took %.1f s, straight on it would be %.1f", steerbench_case_name(i), s.time,
                    s.straight_time);
    }
    scene_check(run, ((picker *)run->state)->cases >= PICKED, "only %d cases were played to their end",
                ((picker *)run->state)->cases);
    part_play(run, (scene_input){.key = '3'}, run->kind->step_seconds);
    scene_check(run, chosen(run) == 2, "key 3 didn't choose the third case");
}

const scene scene_steerbench = {
    .name = "steerbench",
    .title = "Steering benchmark",
    .about = "Small cases in the style of the SteerBench suite: nobody touches anybody.",
    .keys = "1 to 8: a case, C: the next one",
    .params = params,
    .param_count = 1,
    .wholes = wholes,
    .whole_count = 1,
    .state_size = sizeof(picker),
    .step_seconds = 1.0 / 30.0,
    .picture_seconds = 5.0,
    .low = {-21.0f, -15.0f, 0.0f},
    .high = {21.0f, 17.5f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = picker_init,
    .input = picker_input,
    .step = picker_step,
    .draw = picker_draw,
    .legend = picker_legend,
    .project = crowd_show_project,
    .status = picker_status,
    .verify = picker_verify,
    .stop = picker_stop,
};
