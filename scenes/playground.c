// All goals at once, around a target that the arrow keys move.
#include "parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    SEEK,
    ARRIVE,
    FLEE,
    PURSUE,
    EVADE,
    WANDER,
    MATCH,
    BESIDE,
    ORBIT,
    RANGE,
    BETWEEN,
    LEASH,
    MODES
};

static const struct
{
    const char *name;
    wend_goal_kind kind;
    wend_colour colour;
} modes[MODES] = {
    [SEEK] = {"seek", WEND_GOAL_SEEK, COLOUR_RED},
    [ARRIVE] = {"arrive", WEND_GOAL_ARRIVE, COLOUR_SKY},
    [FLEE] = {"flee", WEND_GOAL_FLEE, COLOUR_PINK},
    [PURSUE] = {"pursue", WEND_GOAL_PURSUE, COLOUR_YELLOW},
    [EVADE] = {"evade", WEND_GOAL_EVADE, COLOUR_PINK},
    [WANDER] = {"wander", WEND_GOAL_WANDER, COLOUR_GREEN},
    [MATCH] = {"match", WEND_GOAL_MATCH, COLOUR_BLUE},
    [BESIDE] = {"offset pursue", WEND_GOAL_OFFSET_PURSUE, COLOUR_SKY},
    [ORBIT] = {"orbit", WEND_GOAL_ORBIT, COLOUR_ORANGE},
    [RANGE] = {"keep range", WEND_GOAL_KEEP_RANGE, COLOUR_ORANGE},
    [BETWEEN] = {"interpose", WEND_GOAL_INTERPOSE, COLOUR_BLUE},
    [LEASH] = {"wander on a leash", WEND_GOAL_WANDER, COLOUR_GREEN},
};

typedef struct playground
{
    wend_agent_id target;
    wend_agent_id agents[MODES];
    int only; // one mode alone is shown, or -1
} playground;

static const wend_vec low = {-24.0f, -15.0f, 0.0f}, high = {24.0f, 15.0f, 0.0f};
static const wend_vec beside = {-3.0f, 3.0f, 0.0f}; // where offset pursue keeps to
static const float radius = 0.45f, panic_radius = 8.0f, orbit_radius = 4.0f, leash = 6.5f;

static wend_goal goal_of(int mode, const playground *p)
{
    wend_goal goal = wend_goal_of(modes[mode].kind);
    if (mode != WANDER && mode != LEASH)
        goal.target = p->target;
    switch (mode)
    {
    case FLEE:
    case EVADE: goal.radius = panic_radius; break;
    case BESIDE: goal.point = beside; break;
    case ORBIT: goal.radius = orbit_radius; break;
    case RANGE: goal.radius = 6.0f, goal.outer = 7.5f; break;
    case BETWEEN: goal.other = p->agents[WANDER]; break;
    default: break;
    }
    return goal;
}

static wend_status playground_init(scene_run *run, wend_error *error)
{
    playground *p = run->state;
    wend_world_def def = part_world_def(run);
    def.edge = WEND_EDGE_STOP;
    def.low = low;
    def.high = high;
    wend_status status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    wend_agent_def agent = wend_default_agent_def();
    agent.agent.radius = radius;
    agent.agent.max_speed = 3.5f;
    agent.agent.max_acceleration = 20.0f;
    p->target = wend_world_spawn(run->world, &agent);
    agent.agent.max_speed = 4.5f;
    agent.agent.max_acceleration = 9.0f;
    p->only = -1;
    for (int mode = 0; mode < MODES; mode++)
    {
        float angle = 2.0f * WEND_PI * (float)mode / MODES;
        agent.agent.position = wend_xyz(15.0f * wend_cos(angle), 10.0f * wend_sin(angle), 0.0f);
        p->agents[mode] = wend_world_spawn(run->world, &agent);
    }
    if (wend_world_count(run->world) != MODES + 1)
        return WEND_ERROR_MEMORY;
    for (int mode = 0; mode < MODES; mode++)
    {
        wend_goal goal = goal_of(mode, p);
        wend_world_set_goal(run->world, p->agents[mode], &goal);
    }
    wend_goal tether = wend_goal_of(WEND_GOAL_KEEP_IN_CIRCLE);
    tether.target = p->target;
    tether.radius = leash;
    wend_recipe recipe = wend_default_recipe();
    recipe.combiner = WEND_COMBINE_PRIORITY;
    recipe.wish_count = 0;
    wend_recipe_also(&recipe, &tether, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1.0f);
    return wend_world_set_recipe(run->world, p->agents[LEASH], &recipe);
}

static void playground_input(scene_run *run)
{
    playground *p = run->state;
    wend_goal go = wend_goal_of(WEND_GOAL_MATCH);
    go.point = wend_scale(wend_normalize(run->input.arrows), 3.5f);
    wend_world_set_goal(run->world, p->target, &go);
    if (part_key(run, 'm'))
    {
        p->only = p->only + 1 < MODES ? p->only + 1 : -1;
        if (run->watched.value != 0)
            scene_watch(run, (wend_agent_id){0});
        if (p->only >= 0)
            scene_watch(run, p->agents[p->only]);
    }
}

static void playground_step(scene_run *run)
{
    wend_world_step(run->world, run->kind->step_seconds);
}

static bool is_shown(const playground *p, int mode)
{
    return p->only < 0 || p->only == mode;
}

/// Beside the body, on the side where there is room; those who crowd round the target on different sides.
static void draw_name(const scene_run *run, int mode, const wend_draw *draw)
{
    const playground *p = run->state;
    wend_vec at = wend_world_position(run->world, p->agents[mode]);
    float wide = 0.36f * (float)strlen(modes[mode].name);
    at.x += at.x > 14.0f || mode == SEEK ? -0.8f - wide : 0.8f;
    at.y += mode == PURSUE ? -1.3f : mode == SEEK ? -1.0f : 0.5f;
    part_draw_label(draw, at, 0.38f, modes[mode].name, COLOUR_TEXT);
}

static void playground_draw(const scene_run *run, const wend_draw *draw)
{
    const playground *p = run->state;
    part_draw_edges(draw, low, high);
    wend_vec target = wend_world_position(run->world, p->target);
    draw->circle(target, panic_radius, faded(COLOUR_PINK, 110), false, draw->user);
    draw->circle(target, orbit_radius, faded(COLOUR_ORANGE, 110), false, draw->user);
    draw->circle(target, leash, faded(COLOUR_GREEN, 110), false, draw->user);
    for (int mode = 0; mode < MODES; mode++)
        if (is_shown(p, mode))
            draw_name(run, mode, draw);
    for (int mode = 0; mode < MODES; mode++)
    {
        wend_colour colour = is_shown(p, mode) ? modes[mode].colour : faded(modes[mode].colour, 50);
        wend_draw_agent(draw, wend_world_position(run->world, p->agents[mode]),
                        wend_world_heading(run->world, p->agents[mode]), radius, colour);
    }
    wend_draw_agent(draw, target, wend_world_heading(run->world, p->target), radius, 0xffffffffu);
}

static void playground_legend(const scene_run *run, scene_legend *legend)
{
    (void)run;
    scene_add_sign(legend, SCENE_BODY, 0xffffffffu, "target");
    scene_add_sign(legend, SCENE_CIRCLE, faded(COLOUR_PINK, 110), "flee and evade within");
    scene_add_sign(legend, SCENE_CIRCLE, faded(COLOUR_ORANGE, 110), "orbit");
    scene_add_sign(legend, SCENE_CIRCLE, faded(COLOUR_GREEN, 110), "end of the leash");
}

static double distance_of(const scene_run *run, int mode)
{
    const playground *p = run->state;
    return (double)wend_distance(wend_world_position(run->world, p->agents[mode]),
                                 wend_world_position(run->world, p->target));
}

static void playground_status(const scene_run *run, char *text, size_t capacity)
{
    snprintf(text, capacity, "arrive %.2f away   orbit at %.2f   flee %.2f away", distance_of(run, ARRIVE),
             distance_of(run, ORBIT), distance_of(run, FLEE));
}

static void playground_demo(const scene_run *run, scene_input *input)
{
    static const wend_vec ways[] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {-1.0f, 0.0f, 0.0f}, {0.0f, -1.0f, 0.0f}};
    input->arrows = ways[(int)(run->seconds / 2.0) % 4];
}

static void playground_verify(scene_run *run)
{
    playground *p = run->state;
    part_play(run, (scene_input){0}, 12.0);
    scene_check(run, distance_of(run, ARRIVE) < 2.3, "arrive stands %g from a target at rest",
                distance_of(run, ARRIVE));
    double orbit = 0.0; // the mean of four seconds: others bump into it now and then
    for (int k = 0; k < 240; k++)
    {
        part_play(run, (scene_input){0}, 1.0 / 60.0);
        orbit += distance_of(run, ORBIT) / 240.0;
    }
    scene_check(run, fabs(orbit - (double)orbit_radius) < 0.4, "orbit runs at %g, not 4", orbit);
    scene_check(run, distance_of(run, RANGE) > 5.5 && distance_of(run, RANGE) < 8.0, "keep range stands at %g",
                distance_of(run, RANGE));
    scene_check(run, distance_of(run, FLEE) > 7.9, "flee stays at %g, within its panic radius", distance_of(run, FLEE));
    scene_check(run, distance_of(run, LEASH) < (double)leash + 0.6, "the leash let it go as far as %g",
                distance_of(run, LEASH));
    wend_vec a = wend_world_position(run->world, p->target), b = wend_world_position(run->world, p->agents[WANDER]);
    wend_vec between = wend_world_position(run->world, p->agents[BETWEEN]);
    double detour = (double)(wend_distance(a, between) + wend_distance(between, b) - wend_distance(a, b));
    scene_check(run, detour < 1.5, "interpose stands off the line, a detour of %g", detour);

    double off = 1e9; // how near it comes to its place: others bump into it now and then
    for (int k = 0; k < 180; k++)
    {
        part_play(run, (scene_input){.arrows = {1.0f, 0.0f, 0.0f}}, 1.0 / 60.0);
        wend_vec place = wend_add(wend_world_position(run->world, p->target), beside);
        off = fmin(off, (double)wend_distance(place, wend_world_position(run->world, p->agents[BESIDE])));
    }
    scene_check(run, off < 0.3, "offset pursue comes no nearer than %g to its place", off);
    wend_vec velocity = wend_world_velocity(run->world, p->target);
    scene_check(run, fabsf(velocity.x - 3.5f) < 0.05f, "the arrow keys move the target at %g", (double)velocity.x);
    wend_vec match = wend_world_velocity(run->world, p->agents[MATCH]);
    bool is_at_edge = wend_world_position(run->world, p->agents[MATCH]).x > high.x - 1.0f;
    scene_check(run, is_at_edge || wend_distance(match, velocity) < 0.3f, "match goes at (%g, %g)", (double)match.x,
                (double)match.y);
    part_play(run, (scene_input){.key = 'm'}, 0.1);
    wend_reason reason;
    scene_check(run, wend_explain(run->world, p->agents[SEEK], &reason) == WEND_OK,
                "M doesn't show the first mode's vectors");
}

const scene scene_playground = {
    .name = "playground",
    .title = "Playground",
    .about = "All goals at once, around a target that the arrow keys move.",
    .keys = "arrows: move the target, M: one mode after the other",
    .state_size = sizeof(playground),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 9.0,
    .low = {-25.0f, -16.0f, 0.0f},
    .high = {25.0f, 16.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = playground_init,
    .input = playground_input,
    .step = playground_step,
    .draw = playground_draw,
    .legend = playground_legend,
    .status = playground_status,
    .demo = playground_demo,
    .verify = playground_verify,
};
