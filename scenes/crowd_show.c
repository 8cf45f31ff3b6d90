#include "crowd_show.h"

#include <stdio.h>

#define COLOUR_STONE 0x5a6675ffu

static const wend_colour colours[] = {COLOUR_SKY, COLOUR_ORANGE, COLOUR_GREEN, COLOUR_PINK, COLOUR_YELLOW, COLOUR_BLUE};

enum
{
    COLOURS = (int)(sizeof colours / sizeof *colours)
};

wend_vec crowd_show_project(const scene_run *run, wend_vec point)
{
    (void)run;
    return wend_xyz(point.x, point.z, 0.0f);
}

wend_status crowd_show_start(scene_run *run, crowd_show *show, int index, wend_dodge_kind dodge, wend_error *error)
{
    steerbench_options how = {.seed = run->seed,
                              .threads = run->threads,
                              .dt = run->kind->step_seconds,
                              .dodge = dodge,
                              .allocator = run->allocator};
    steerbench_error reason = {0};
    show->test = steerbench_case_make(index);
    show->sim = show->test ? steerbench_start(show->test, &how, &reason) : NULL;
    if (show->sim)
    {
        run->world = show->sim->world;
        return WEND_OK;
    }
    crowd_show_stop(show);
    if (error)
    {
        error->status = WEND_ERROR_MEMORY;
        snprintf(error->text, sizeof error->text, "%s", reason.text[0] ? reason.text : "no memory for a case");
    }
    return WEND_ERROR_MEMORY;
}

void crowd_show_stop(crowd_show *show)
{
    if (show->sim)
        show->sim->world = NULL; // the run's
    steerbench_stop(show->sim);
    steerbench_case_free(show->test);
    *show = (crowd_show){0};
}

bool crowd_show_step(crowd_show *show)
{
    steerbench_error error;
    return steerbench_step(show->sim, &error);
}

static void draw_obstacle(const steerbench_obstacle *o, const wend_draw *draw)
{
    wend_vec low = o->bounds.low, high = o->bounds.high;
    const wend_vec corners[4] = {{low.x, low.z, 0}, {high.x, low.z, 0}, {high.x, high.z, 0}, {low.x, high.z, 0}};
    draw->polygon(corners, 4, COLOUR_STONE, draw->user);
}

static void draw_goal(const wend_draw *draw, wend_vec at)
{
    wend_vec a = wend_xyz(0.3f, 0.3f, 0), b = wend_xyz(0.3f, -0.3f, 0);
    at = wend_xyz(at.x, at.z, 0);
    draw->line(wend_sub(at, a), wend_add(at, a), COLOUR_GREY, false, draw->user);
    draw->line(wend_sub(at, b), wend_add(at, b), COLOUR_GREY, false, draw->user);
}

void crowd_show_draw(const scene_run *run, const crowd_show *show, const wend_draw *draw)
{
    const steerbench_sim *sim = show->sim;
    for (int i = 0; i < sim->obstacle_count; i++)
        draw_obstacle(&sim->obstacles[i], draw);
    for (int i = 0; i < show->test->goal_count; i++)
        draw_goal(draw, show->test->goals[i].point);
    for (int i = 0; i < sim->live_count; i++)
    {
        const steerbench_body *body = &sim->bodies[sim->live[i]];
        wend_vec at = crowd_show_project(run, body->position);
        wend_vec heading = crowd_show_project(run, wend_world_heading(run->world, body->id));
        wend_colour colour = colours[body->source % COLOURS];
        if (wend_same_agent(run->watched, body->id))
            part_draw_watched(draw, at, heading, body->radius, colour);
        else
            wend_draw_agent(draw, at, heading, body->radius, colour);
    }
}

void crowd_show_legend(const crowd_show *show, scene_legend *legend)
{
    scene_add_sign(legend, SCENE_DOT, colours[0], "an agent, by where it starts");
    if (show->sim->obstacle_count > 0)
        scene_add_sign(legend, SCENE_BAR, COLOUR_STONE, "a wall");
    scene_add_sign(legend, SCENE_LINE, COLOUR_GREY, "a goal");
}
