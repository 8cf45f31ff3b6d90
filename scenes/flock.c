// Separation, alignment, cohesion; a threat that the flock splits around. And the same flock found in two ways.
#include "parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 3000

typedef struct flock
{
    wend_agent_id ids[MOST];
    int count;
    wend_agent_id threat;
    wend_estimator estimator;
    wend_vec pointer;
    bool has_pointer;
    wend_search search;
    float applied[SCENE_PARAMS]; // the parameters that the recipe was made from
} flock;

enum
{
    COUNT,
    SEPARATION,
    ALIGNMENT,
    COHESION,
    HAS_SEPARATION,
    HAS_ALIGNMENT,
    HAS_COHESION,
    RADIUS,
    PANIC
};

static const scene_param params[] = {
    [COUNT] = {"count", "birds", 50.0f, 2000.0f, 400.0f, false},
    [SEPARATION] = {"separation", "separation", 0.0f, 3.0f, 0.9f, false},
    [ALIGNMENT] = {"alignment", "alignment", 0.0f, 2.0f, 0.8f, false},
    [COHESION] = {"cohesion", "cohesion", 0.0f, 3.0f, 0.8f, false},
    [HAS_SEPARATION] = {"rule1", "1 keep apart", 0.0f, 1.0f, 1.0f, true},
    [HAS_ALIGNMENT] = {"rule2", "2 fly along", 0.0f, 1.0f, 1.0f, true},
    [HAS_COHESION] = {"rule3", "3 stay together", 0.0f, 1.0f, 1.0f, true},
    [RADIUS] = {"radius", "neighbour radius", 1.0f, 12.0f, 6.0f, false},
    [PANIC] = {"panic", "panic radius", 2.0f, 25.0f, 13.0f, false},
};

static const scene_whole wholes[] = {{COUNT, NULL}};

static const wend_vec low = {0.0f, 0.0f, 0.0f}, high = {140.0f, 90.0f, 1.0f};
static const float top_speed = 9.0f;

static wend_recipe recipe_of(const scene_run *run)
{
    const flock *f = run->state;
    const float *p = run->params;
    wend_recipe recipe = wend_default_recipe();
    recipe.combiner = WEND_COMBINE_SUM;
    recipe.wish_count = 0;
    recipe.flock.separation = p[SEPARATION] * p[HAS_SEPARATION];
    recipe.flock.alignment = p[ALIGNMENT] * p[HAS_ALIGNMENT];
    recipe.flock.cohesion = p[COHESION] * p[HAS_COHESION];
    recipe.flock.separation_radius = 0.5f * p[RADIUS];
    if (f->has_pointer)
    {
        wend_goal evade = wend_goal_evade(f->threat, p[PANIC]);
        evade.prediction.longest = 0.5f;
        wend_recipe_also(&recipe, &evade, 2.0f);
    }
    wend_recipe_add(&recipe, WEND_WISH_SEPARATE, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_ALIGN, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_COHERE, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 0.4f);
    return recipe;
}

static void spawn_bird(scene_run *run)
{
    flock *f = run->state;
    int k = f->count;
    float angle = 2.0f * WEND_PI * part_spread(k, 5);
    wend_agent_def def = wend_default_agent_def();
    def.group = 1;
    def.agent.radius = 0.45f;
    def.agent.max_speed = top_speed;
    def.agent.max_acceleration = 30.0f;
    def.agent.neighbour_radius = run->params[RADIUS];
    def.agent.position = wend_xyz(high.x * part_spread(k, 2), high.y * part_spread(k, 3), 0.0f);
    def.agent.velocity = wend_xyz(6.0f * wend_cos(angle), 6.0f * wend_sin(angle), 0.0f);
    wend_goal goal = wend_goal_cruise(7.0f);
    wend_recipe recipe = recipe_of(run);
    wend_agent_id id = wend_world_spawn(run->world, &def);
    if (id.value == 0)
        return;
    wend_world_set_goal(run->world, id, &goal);
    wend_world_set_recipe(run->world, id, &recipe);
    f->ids[f->count++] = id;
}

/// Makes as many birds as the parameter says.
static void follow_count(scene_run *run)
{
    flock *f = run->state;
    int wanted = (int)(run->params[COUNT] + 0.5f);
    wanted = wanted > MOST ? MOST : wanted;
    int before = f->count;
    while (f->count < wanted)
    {
        spawn_bird(run);
        if (f->count == before)
            return;
        before = f->count;
    }
    if (f->count > wanted)
        wend_world_remove_many(run->world, f->ids + wanted, f->count - wanted);
    f->count = f->count > wanted ? wanted : f->count;
}

/// Gives everybody the recipe of the parameters as they are now.
static void follow_params(scene_run *run)
{
    flock *f = run->state;
    wend_recipe recipe = recipe_of(run);
    for (int i = 0; i < f->count; i++)
    {
        wend_agent_def def;
        wend_world_get(run->world, f->ids[i], &def);
        if (def.agent.neighbour_radius != run->params[RADIUS])
        {
            def.agent.neighbour_radius = run->params[RADIUS];
            wend_world_set(run->world, f->ids[i], &def);
        }
        wend_world_set_recipe(run->world, f->ids[i], &recipe);
    }
    for (int k = 0; k < SCENE_PARAMS; k++)
        f->applied[k] = run->params[k];
}

static wend_status flock_init(scene_run *run, wend_error *error)
{
    flock *f = run->state;
    wend_world_def def = part_world_def(run);
    def.edge = WEND_EDGE_WRAP;
    def.low = low;
    def.high = high;
    wend_status status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    wend_agent_def threat = wend_default_agent_def();
    threat.agent.max_speed = 100000.0f;
    threat.agent.max_acceleration = 0.0f; // it keeps the velocity that is reported for it
    threat.layers = 0;                    // no hull is pushed by it
    threat.user = SCENE_HIDDEN;
    f->threat = wend_world_spawn(run->world, &threat);
    follow_count(run);
    follow_params(run);
    return f->count > 0 ? WEND_OK : WEND_ERROR_MEMORY;
}

static void flock_keys(scene_run *run)
{
    switch (run->input.key)
    {
    case '1': part_toggle(run, "rule1"); break;
    case 's': part_toggle(run, "rule1"); break;
    case '2': part_toggle(run, "rule2"); break;
    case '3': part_toggle(run, "rule3"); break;
    case '+':
    case '=': run->params[COUNT] = fminf(run->params[COUNT] + 50.0f, params[COUNT].high); break;
    case '-': run->params[COUNT] = fmaxf(run->params[COUNT] - 50.0f, params[COUNT].low); break;
    default: break;
    }
}

static void flock_input(scene_run *run)
{
    flock *f = run->state;
    flock_keys(run);
    f->pointer = run->input.has_pointer ? run->input.pointer : f->pointer;
    bool is_changed = f->has_pointer != run->input.has_pointer;
    f->has_pointer = run->input.has_pointer;
    follow_count(run);
    for (int k = 0; k < SCENE_PARAMS; k++)
        is_changed = is_changed || f->applied[k] != run->params[k];
    if (is_changed)
        follow_params(run);
}

static void flock_step(scene_run *run)
{
    flock *f = run->state;
    wend_vec velocity = wend_estimate(&f->estimator, f->pointer, run->kind->step_seconds, 0.1f);
    wend_world_report(run->world, f->threat, f->pointer, velocity);
    wend_world_step(run->world, run->kind->step_seconds);
}

/// A bird seen from above: a dart along its heading.
static void draw_dart(const wend_draw *draw, wend_vec at, wend_vec heading, float size, wend_colour colour)
{
    wend_vec ahead = wend_scale(heading, size), left = wend_xyz(-ahead.y * 0.55f, ahead.x * 0.55f, 0.0f);
    const wend_vec corners[3] = {wend_add(at, wend_scale(ahead, 1.5f)), wend_add(wend_sub(at, ahead), left),
                                 wend_sub(wend_sub(at, ahead), left)};
    draw->polygon(corners, 3, colour, draw->user);
}

/// Colour by direction, so that who flies together looks alike.
static wend_colour colour_of(wend_vec heading)
{
    static const wend_colour wheel[6] = {COLOUR_SKY, COLOUR_BLUE, COLOUR_PINK, COLOUR_RED, COLOUR_ORANGE, COLOUR_GREEN};
    float turn = (wend_atan2(heading.y, heading.x) / WEND_PI + 1.0f) * 3.0f;
    int sector = (int)turn % 6;
    float share = turn - floorf(turn);
    wend_colour a = wheel[sector], b = wheel[(sector + 1) % 6], mixed = 0;
    for (int shift = 0; shift < 32; shift += 8)
    {
        float from = (float)(a >> shift & 255), to = (float)(b >> shift & 255);
        mixed |= (wend_colour)(from + share * (to - from)) << shift;
    }
    return mixed;
}

static void flock_draw(const scene_run *run, const wend_draw *draw)
{
    const flock *f = run->state;
    part_draw_edges(draw, low, high);
    for (int i = 0; i < f->count; i++)
    {
        wend_vec heading = wend_world_heading(run->world, f->ids[i]);
        bool is_watched = wend_same_agent(f->ids[i], run->watched);
        draw_dart(draw, wend_world_position(run->world, f->ids[i]), heading, 0.8f,
                  is_watched ? 0xffffffffu : colour_of(heading));
    }
    if (f->has_pointer)
    {
        draw->circle(f->pointer, run->params[PANIC], faded(COLOUR_RED, 130), false, draw->user);
        draw->circle(f->pointer, 0.8f, COLOUR_RED, true, draw->user);
    }
}

static void flock_legend(const scene_run *run, scene_legend *legend)
{
    const flock *f = run->state;
    if (f->count > 0)
        scene_add_sign(legend, SCENE_DART, colour_of(wend_world_heading(run->world, f->ids[0])),
                       "bird, its colour is its direction");
    if (f->has_pointer)
    {
        scene_add_sign(legend, SCENE_DOT, COLOUR_RED, "the pointer, a threat");
        scene_add_sign(legend, SCENE_CIRCLE, faded(COLOUR_RED, 130), "they flee within");
    }
}

/// How much the birds fly one way: 1 all alike, 0 every which way. By pairs of neighbours, so that two flocks count as
/// well.
static double order_of(const scene_run *run)
{
    const flock *f = run->state;
    double sum = 0.0;
    int pairs = 0;
    for (int i = 0; i < f->count; i++)
    {
        wend_agent_id near_ids[64];
        wend_filter filter = {.group = 1, .ignore = f->ids[i]};
        int found = wend_world_within(run->world, wend_world_position(run->world, f->ids[i]), run->params[RADIUS],
                                      &filter, near_ids, 64);
        for (int k = 0; k < found && k < 64; k++, pairs++)
            sum += (double)wend_dot(wend_world_heading(run->world, f->ids[i]),
                                    wend_world_heading(run->world, near_ids[k]));
    }
    return pairs > 0 ? sum / pairs : 0.0;
}

static void flock_status(const scene_run *run, char *text, size_t capacity)
{
    const flock *f = run->state;
    wend_world_stats stats = wend_world_get_stats(run->world);
    snprintf(text, capacity, "%d birds   %.1f neighbours each   %s", f->count, (double)stats.neighbours / f->count,
             f->search == WEND_SEARCH_DIRECT ? "direct scan" : "cells");
}

static void flock_demo(const scene_run *run, scene_input *input)
{
    float t = (float)run->seconds;
    input->has_pointer = t > 6.0f;
    input->pointer = wend_xyz(70.0f + 34.0f * wend_cos(0.35f * t), 45.0f + 22.0f * wend_sin(0.7f * t), 0.0f);
}

static int count_within(const scene_run *run, wend_vec point, float radius)
{
    wend_filter filter = {.group = 1};
    return wend_world_within(run->world, point, radius, &filter, NULL, 0);
}

static void flock_verify(scene_run *run)
{
    flock *f = run->state;
    part_play(run, (scene_input){0}, 12.0);
    double order = order_of(run);
    wend_world_stats stats = wend_world_get_stats(run->world);
    scene_check(run, order > 0.85, "after 12 s neighbours fly %g alike", order);
    scene_check(run, stats.neighbours > 6 * f->count, "only %g neighbours each", (double)stats.neighbours / f->count);
    scene_check(run, stats.crowded == 0, "%d searches were crowded", stats.crowded);

    // A threat where most of them are: they split and leave the inner half of its circle empty; then they close again.
    wend_vec busiest = {0};
    for (int i = 0, most = -1; i < f->count; i++)
    {
        wend_vec at = wend_world_position(run->world, f->ids[i]);
        int here = count_within(run, at, 8.0f);
        busiest = here > most ? at : busiest;
        most = here > most ? here : most;
    }
    int before = count_within(run, busiest, 6.0f);
    part_play(run, (scene_input){.has_pointer = true, .pointer = busiest}, 2.0);
    int during = count_within(run, busiest, 6.0f);
    scene_check(run, before > 5 && during == 0, "%d birds round the threat before, %d during", before, during);
    part_play(run, (scene_input){0}, 10.0);
    scene_check(run, order_of(run) > 0.85, "it doesn't close again: %g alike", order_of(run));

    // Keys: more birds; each rule by itself. Without alignment they no longer fly as one.
    part_play(run, (scene_input){.key = '+'}, 0.1);
    scene_check(run, f->count == 450, "+ made %d birds instead of 450", f->count);
    part_play(run, (scene_input){.key = '-'}, 0.1);
    scene_check(run, f->count == 400 && wend_world_count(run->world) == 401, "- left %d birds", f->count);
    part_play(run, (scene_input){.key = '2'}, 0.1);
    part_play(run, (scene_input){.key = 'r'}, 12.0);
    double without = order_of(run);
    scene_check(run, without < 0.7, "without alignment they fly %g alike, with it %g", without, order);
    part_play(run, (scene_input){.key = '2'}, 12.0);
    scene_check(run, order_of(run) > 0.85, "with alignment again they fly %g alike", order_of(run));
    part_play(run, (scene_input){.key = 's'}, 8.0);
    int crowd = 0, roomy = 0;
    for (int i = 0; i < f->count; i++)
        crowd += count_within(run, wend_world_position(run->world, f->ids[i]), 1.5f) - 1;
    part_play(run, (scene_input){.key = 's'}, 8.0);
    for (int i = 0; i < f->count; i++)
        roomy += count_within(run, wend_world_position(run->world, f->ids[i]), 1.5f) - 1;
    scene_check(run, crowd > 2 * roomy, "without separation %d pairs are close, with it %d", crowd / 2, roomy / 2);
    part_play(run, (scene_input){.key = ' '}, 0.02);
    double stopped = wend_world_get_stats(run->world).seconds;
    for (int k = 0; k < 10; k++)
        scene_advance(run, &(scene_input){0});
    scene_check(run, wend_world_get_stats(run->world).seconds == stopped, "Space doesn't pause");
}

const scene scene_flock = {
    .name = "flock",
    .title = "Flock",
    .about = "Three rules make a flock; the pointer is a threat that it splits around and closes behind.",
    .keys = "+ and -: number, S: separation, 1 2 3: rules, mouse: threat",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .state_size = sizeof(flock),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 14.0,
    .low = {0.0f, 0.0f, 0.0f},
    .high = {140.0f, 90.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = flock_init,
    .input = flock_input,
    .step = flock_step,
    .draw = flock_draw,
    .legend = flock_legend,
    .status = flock_status,
    .demo = flock_demo,
    .verify = flock_verify,
};

// ---- indexed flock ------------------------------------------------------------------------------------------------

static void indexed_input(scene_run *run)
{
    flock *f = run->state;
    if (part_key(run, 'i'))
    {
        f->search = f->search == WEND_SEARCH_CELLS ? WEND_SEARCH_DIRECT : WEND_SEARCH_CELLS;
        wend_world_set_search(run->world, f->search);
    }
    flock_input(run);
}

static void indexed_draw(const scene_run *run, const wend_draw *draw)
{
    const flock *f = run->state;
    float edge = run->params[RADIUS], size = high.x / floorf(high.x / edge), depth = high.y / floorf(high.y / edge);
    for (int k = 1; f->search == WEND_SEARCH_CELLS && size * (float)k < high.x - 0.1f; k++)
        draw->line(wend_xyz(size * (float)k, 0.0f, 0.0f), wend_xyz(size * (float)k, high.y, 0.0f), 0x8b97a51eu, false,
                   draw->user);
    for (int k = 1; f->search == WEND_SEARCH_CELLS && depth * (float)k < high.y - 0.1f; k++)
        draw->line(wend_xyz(0.0f, depth * (float)k, 0.0f), wend_xyz(high.x, depth * (float)k, 0.0f), 0x8b97a51eu, false,
                   draw->user);
    flock_draw(run, draw);
}

static void indexed_legend(const scene_run *run, scene_legend *legend)
{
    flock_legend(run, legend);
    if (((const flock *)run->state)->search == WEND_SEARCH_CELLS)
        scene_add_sign(legend, SCENE_LINE, 0x8b97a580u, "edges of the cells");
}

static void indexed_demo(const scene_run *run, scene_input *input)
{
    int frame = (int)(run->seconds * 60.0 + 0.5);
    input->key = frame > 0 && frame % 120 == 0 ? 'i' : 0;
}

static void indexed_verify(scene_run *run)
{
    scene_options options = {run->seed, run->threads, run->allocator};
    scene_run *other = scene_start(run->kind, &options, NULL);
    if (!scene_check(run, other != NULL, "no second run"))
        return;
    bool is_same = true;
    for (int frame = 0; frame < 600; frame++)
    {
        // One switches every third of a second, the other never.
        scene_advance(run, &(scene_input){.key = frame % 20 == 0 ? 'i' : 0});
        scene_advance(other, &(scene_input){0});
        is_same = is_same && wend_world_hash(run->world) == wend_world_hash(other->world);
    }
    scene_check(run, is_same, "cells and direct scan give different bits");
    scene_check(run, order_of(run) > 0.8, "neighbours fly %g alike", order_of(run));
    scene_stop(other);
}

const scene scene_indexed_flock = {
    .name = "indexed_flock",
    .title = "Indexed flock",
    .about = "Neighbours by cells or by a direct scan: the same flock flies on, bit for bit.",
    .keys = "I: cells or direct scan, + and -: number, 1 2 3: rules, mouse: threat",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .state_size = sizeof(flock),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 9.0,
    .low = {0.0f, 0.0f, 0.0f},
    .high = {140.0f, 90.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = flock_init,
    .input = indexed_input,
    .step = flock_step,
    .draw = indexed_draw,
    .legend = indexed_legend,
    .status = flock_status,
    .demo = indexed_demo,
    .verify = indexed_verify,
};
