// You run, six hunters pursue: prediction and separation, no other rule.
#include "parts.h"

#include <math.h>
#include <stdio.h>

#define HUNTERS 6

typedef struct chase
{
    wend_agent_id runner, hunters[HUNTERS];
    bool does_evade;
    int catches;
} chase;

static const wend_vec low = {-22.0f, -14.0f, 0.0f}, high = {22.0f, 14.0f, 0.0f};

static const scene_param params[] = {
    {"speed", "hunters' top speed", 1.0f, 8.0f, 4.0f, false},
    {"separation", "separation", 0.0f, 3.0f, 0.7f, false},
    {"ahead", "seconds looked ahead", 0.0f, 4.0f, 2.0f, false},
};

static wend_goal hunters_goal(const scene_run *run)
{
    const chase *c = run->state;
    wend_goal goal = c->does_evade ? wend_goal_evade(c->runner, 0.0f) : wend_goal_pursue(c->runner);
    goal.prediction.longest = part_param(run, "ahead");
    return goal;
}

/// Gives all hunters what the sliders say.
static void follow_params(scene_run *run)
{
    const chase *c = run->state;
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    recipe.flock.separation = part_param(run, "separation");
    wend_recipe_add(&recipe, WEND_WISH_SEPARATE, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1.0f);
    wend_goal goal = hunters_goal(run);
    for (int i = 0; i < HUNTERS; i++)
    {
        wend_agent_def def;
        wend_world_get(run->world, c->hunters[i], &def);
        def.agent.max_speed = part_param(run, "speed");
        wend_world_set(run->world, c->hunters[i], &def);
        wend_world_set_recipe(run->world, c->hunters[i], &recipe);
        wend_world_set_goal(run->world, c->hunters[i], &goal);
    }
}

static wend_status chase_init(scene_run *run, wend_error *error)
{
    chase *c = run->state;
    wend_world_def def = part_world_def(run);
    def.edge = WEND_EDGE_STOP;
    def.low = low;
    def.high = high;
    wend_status status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    wend_agent_def agent = wend_default_agent_def();
    agent.agent.radius = 0.45f;
    agent.agent.max_speed = 6.0f;
    agent.agent.max_acceleration = 24.0f;
    agent.layers = 2;
    c->runner = wend_world_spawn(run->world, &agent);

    agent = wend_default_agent_def();
    agent.agent.radius = 0.45f;
    agent.group = 1;
    for (int i = 0; i < HUNTERS; i++)
    {
        float angle = 2.0f * WEND_PI * (float)i / HUNTERS;
        agent.agent.position = wend_xyz(13.0f * wend_cos(angle), 9.0f * wend_sin(angle), 0.0f);
        c->hunters[i] = wend_world_spawn(run->world, &agent);
    }
    follow_params(run);
    return wend_world_count(run->world) == HUNTERS + 1 ? WEND_OK : WEND_ERROR_MEMORY;
}

static void chase_input(scene_run *run)
{
    chase *c = run->state;
    wend_goal go = wend_goal_of(WEND_GOAL_MATCH);
    go.point = wend_scale(wend_normalize(run->input.arrows), 6.0f);
    wend_world_set_goal(run->world, c->runner, &go);
    c->does_evade = run->input.is_space_down;
    follow_params(run);
}

static float gap_to_runner(const scene_run *run, int hunter)
{
    const chase *c = run->state;
    wend_vec a = wend_world_position(run->world, c->runner), b = wend_world_position(run->world, c->hunters[hunter]);
    return wend_distance(a, b) - 0.9f;
}

static void chase_step(scene_run *run)
{
    const chase *c = run->state;
    for (int i = 0; i < HUNTERS; i++)
        wend_watch(run->world, c->hunters[i], true); // a click may have ended it
    wend_world_step(run->world, run->kind->step_seconds);
}

static void chase_draw(const scene_run *run, const wend_draw *draw)
{
    const chase *c = run->state;
    part_draw_edges(draw, low, high);
    for (int i = 0; i < HUNTERS; i++)
    {
        wend_reason reason;
        wend_vec at = wend_world_position(run->world, c->hunters[i]);
        if (wend_explain(run->world, c->hunters[i], &reason) == WEND_OK && reason.has_aim)
        {
            draw->line(at, reason.aim, faded(COLOUR_ORANGE, 120), false, draw->user);
            draw->circle(reason.aim, 0.14f, faded(COLOUR_ORANGE, 200), true, draw->user);
        }
    }
    for (int i = 0; i < HUNTERS; i++)
        wend_draw_agent(draw, wend_world_position(run->world, c->hunters[i]),
                        wend_world_heading(run->world, c->hunters[i]), 0.45f,
                        c->does_evade ? COLOUR_PINK : COLOUR_ORANGE);
    wend_draw_agent(draw, wend_world_position(run->world, c->runner), wend_world_heading(run->world, c->runner), 0.45f,
                    COLOUR_SKY);
}

static void chase_legend(const scene_run *run, scene_legend *legend)
{
    const chase *c = run->state;
    bool has_aim = false;
    for (int i = 0; i < HUNTERS; i++)
    {
        wend_reason reason;
        has_aim |= wend_explain(run->world, c->hunters[i], &reason) == WEND_OK && reason.has_aim;
    }
    scene_add_sign(legend, SCENE_BODY, COLOUR_SKY, "you");
    scene_add_sign(legend, SCENE_BODY, c->does_evade ? COLOUR_PINK : COLOUR_ORANGE, "hunter");
    if (has_aim)
        scene_add_sign(legend, SCENE_DOT, faded(COLOUR_ORANGE, 200),
                       c->does_evade ? "where it expects you" : "where it hopes to meet you");
}

static void chase_status(const scene_run *run, char *text, size_t capacity)
{
    const chase *c = run->state;
    float nearest = 1e30f;
    for (int i = 0; i < HUNTERS; i++)
        nearest = fminf(nearest, gap_to_runner(run, i));
    snprintf(text, capacity, "%s   nearest hunter %.2f away   hunters keep %.2f apart",
             c->does_evade ? "they evade you" : "they pursue you", (double)nearest,
             (double)part_least_gap(run, c->hunters, HUNTERS));
}

static void chase_demo(const scene_run *run, scene_input *input)
{
    // Round the field in a wide oval, as a player would.
    float t = (float)run->seconds * 0.55f;
    wend_vec at = wend_world_position(run->world, ((const chase *)run->state)->runner);
    wend_vec to = wend_sub(wend_xyz(16.0f * wend_cos(t), 10.0f * wend_sin(t), 0.0f), at);
    input->arrows = wend_xyz(to.x > 1.0f    ? 1.0f
                             : to.x < -1.0f ? -1.0f
                                            : 0.0f,
                             to.y > 1.0f    ? 1.0f
                             : to.y < -1.0f ? -1.0f
                                            : 0.0f,
                             0.0f);
}

static void chase_verify(scene_run *run)
{
    chase *c = run->state;
    float least = 1e30f, best_lead = 0.0f;
    // Stand still: they come, and none touches another.
    for (int k = 0; k < 20; k++)
    {
        part_play(run, (scene_input){0}, 0.5);
        least = fminf(least, part_least_gap(run, c->hunters, HUNTERS));
    }
    for (int i = 0; i < HUNTERS; i++)
        scene_check(run, gap_to_runner(run, i) < 4.0f, "hunter %d is %g away from a runner who stands still", i,
                    (double)gap_to_runner(run, i));
    scene_check(run, least > 0.2f, "hunters came as near as %g", (double)least);

    // Run to the right: at 6 against 4 units a second you get away, and they aim ahead of you.
    scene_input right = {.arrows = {1.0f, 0.0f, 0.0f}};
    part_play(run, right, 1.5);
    scene_check(run, fabsf(wend_world_velocity(run->world, c->runner).x - 6.0f) < 0.05f, "the runner doesn't run at 6");
    for (int i = 0; i < HUNTERS; i++)
    {
        wend_reason reason;
        wend_explain(run->world, c->hunters[i], &reason);
        float lead = reason.aim.x - wend_world_position(run->world, c->runner).x;
        best_lead = fmaxf(best_lead, lead);
    }
    scene_check(run, best_lead > 0.5f, "nobody aims ahead of the runner: best lead %g", (double)best_lead);

    // Hold Space: they leave.
    float before = 0.0f, after = 0.0f;
    for (int i = 0; i < HUNTERS; i++)
        before += gap_to_runner(run, i);
    part_play(run, (scene_input){.is_space_down = true}, 3.0);
    for (int i = 0; i < HUNTERS; i++)
        after += gap_to_runner(run, i);
    scene_check(run, after > before + 12.0f, "evading brought them from %g to only %g away in all", (double)before,
                (double)after);
}

const scene scene_chase = {
    .name = "chase",
    .title = "Chase",
    .about = "You run at 6 units a second; six hunters at 4 aim ahead of you and keep apart.",
    .keys = "arrows: run, Space held: they evade",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .has_own_space = true,
    .state_size = sizeof(chase),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 7.0,
    .low = {-23.0f, -15.0f, 0.0f},
    .high = {23.0f, 15.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = chase_init,
    .input = chase_input,
    .step = chase_step,
    .draw = chase_draw,
    .legend = chase_legend,
    .status = chase_status,
    .demo = chase_demo,
    .verify = chase_verify,
};
