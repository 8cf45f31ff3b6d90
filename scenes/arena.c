// Bots that want food and one another, and fear whoever is stronger: a context map in a world's recipe.
#include "arena.h"

#include <math.h>
#include <stdio.h>

#define HUNGRY  1.0f // power of one that begins anew
#define MIGHTY  9.0f // the most power
#define DETECTS 6.5f // radius within which rivals are noticed

enum
{
    LAYER_FOOD = 2,
    LAYER_BOT = 4
};

const wend_vec arena_low = {-17.0f, -10.0f, 0.0f}, arena_high = {17.0f, 10.0f, 0.0f};

const arena_block arena_blocks[ARENA_BLOCKS] = {
    {{-10.0f, 4.5f, 0.0f}, {1.0f, 3.0f, 1.0f}, 0.4f},      {{-4.0f, -3.5f, 0.0f}, {3.0f, 0.8f, 1.0f}, 0.2f},
    {{2.5f, 4.5f, 0.0f}, {2.5f, 0.8f, 1.0f}, -0.5f},       {{9.5f, -4.5f, 0.0f}, {0.9f, 2.6f, 1.0f}, 0.0f},
    {{10.5f, 4.5f, 0.0f}, {1.2f, 1.2f, 1.0f}, 0.7853982f}, {{-12.0f, -5.0f, 0.0f}, {0.8f, 2.0f, 1.0f}, -0.6f}};

static const scene_param params[] = {
    {"fear", "F fear of the stronger", 0.0f, 1.0f, 1.0f, true},
    {"appetite", "interest in food", 0.0f, 3.0f, 1.5f, false},
    {"radius", "radius of detection", 2.0f, 10.0f, DETECTS, false},
    {"tolerance", "tolerance of danger", 0.0f, 1.0f, 0.3f, false},
};

float arena_radius(float power)
{
    return 0.26f + 0.045f * power;
}

// ---- what everybody goes by ---------------------------------------------------------------------------------------

static wend_recipe recipe_of(const scene_run *run)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 0.15f); // roaming, where there is nothing better
    recipe.combiner = WEND_COMBINE_CONTEXT;
    recipe.sense.kind = WEND_SENSE_RING;
    recipe.think_seconds = 0.1f;
    wend_context_def *context = &recipe.context;
    context->choice.soft = (wend_tolerance){part_param(run, "tolerance"), true};
    context->choice.last_bonus = 0.15f;
    context->class_count = 2;
    context->classes[0] = wend_class_of(LAYER_FOOD, WEND_MARK_TARGET);
    context->classes[0].strength = part_param(run, "appetite");
    context->classes[0].scale = 3.0f;
    context->classes[1] = wend_class_of(LAYER_BOT, WEND_MARK_RIVAL);
    context->classes[1].fade = WEND_FADE_LINEAR;
    context->classes[1].scale = context->classes[1].radius = part_param(run, "radius");
    if (part_param(run, "fear") < 0.5f)
        context->class_count = 1;
    return recipe;
}

static void follow_params(scene_run *run)
{
    const arena *a = run->state;
    wend_recipe now, wanted = recipe_of(run);
    wend_world_get_recipe(run->world, a->bots[0], &now);
    bool is_same = now.context.class_count == wanted.context.class_count &&
                   now.context.choice.soft.value == wanted.context.choice.soft.value &&
                   now.context.classes[0].strength == wanted.context.classes[0].strength &&
                   now.context.classes[1].radius == wanted.context.classes[1].radius &&
                   now.combiner == WEND_COMBINE_CONTEXT;
    for (int i = 0; i < ARENA_BOTS && !is_same; i++)
        wend_world_set_recipe(run->world, a->bots[i], &wanted);
}

// ---- places -------------------------------------------------------------------------------------------------------

/// The k-th place that is clear for a body of that radius.
static wend_vec clear_place(const arena *a, int k, float radius)
{
    for (int i = 0; i < 64; i++)
    {
        wend_vec at = {arena_low.x + 1.0f + (arena_high.x - arena_low.x - 2.0f) * part_spread(k + 7 * i, 2),
                       arena_low.y + 1.0f + (arena_high.y - arena_low.y - 2.0f) * part_spread(k + 7 * i, 3), 0.0f};
        if (wend_obstacles_touching(a->walls, at, radius, 0, NULL, 0) == 0)
            return at;
    }
    return wend_xyz(0.0f, 0.0f, 0.0f);
}

static void set_power(scene_run *run, int bot, float power)
{
    arena *a = run->state;
    wend_agent_def def;
    a->power[bot] = power;
    wend_world_get(run->world, a->bots[bot], &def);
    def.power = power;
    def.agent.radius = arena_radius(power);
    wend_world_set(run->world, a->bots[bot], &def);
}

static void serve(scene_run *run, int piece, wend_vec at)
{
    const arena *a = run->state;
    wend_world_teleport(run->world, a->food[piece], at, wend_xyz(0, 0, 0), wend_xyz(1, 0, 0));
}

// ---- a life -------------------------------------------------------------------------------------------------------

static bool build_walls(arena *a, const scene_run *run)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    def.allocator = run->allocator;
    a->walls = wend_obstacles_create(&def, NULL);
    if (!a->walls)
        return false;
    bool is_whole = true;
    for (int i = 0; i < ARENA_BLOCKS; i++)
    {
        wend_shape box = wend_default_shape(WEND_SHAPE_BOX);
        box.position = arena_blocks[i].at;
        box.half = arena_blocks[i].half;
        box.angle = arena_blocks[i].angle;
        is_whole &= wend_obstacles_add(a->walls, &box).value != 0;
    }
    const wend_vec corners[4] = {
        arena_low, {arena_high.x, arena_low.y, 0.0f}, arena_high, {arena_low.x, arena_high.y, 0.0f}};
    for (int i = 0; i < 4; i++)
    {
        wend_shape wall = wend_default_shape(WEND_SHAPE_SEGMENT);
        wall.from = corners[i];
        wall.to = corners[(i + 1) % 4];
        is_whole &= wend_obstacles_add(a->walls, &wall).value != 0;
    }
    return is_whole;
}

static wend_status arena_init(scene_run *run, wend_error *error)
{
    arena *a = run->state;
    if (!build_walls(a, run))
        return WEND_ERROR_MEMORY;
    wend_world_def def = part_world_def(run);
    def.caster = wend_obstacles_caster(a->walls);
    def.does_push_apart = false; // they touch to catch one another
    wend_status status = part_make_world(run, &def, error);
    wend_recipe recipe = recipe_of(run);
    wend_goal roam = wend_goal_wander();
    for (int i = 0; i < ARENA_BOTS && status == WEND_OK; i++)
    {
        wend_agent_def bot = wend_default_agent_def();
        bot.layers = LAYER_BOT;
        bot.agent.position = clear_place(a, 5 * i + 2, 0.8f);
        bot.agent.neighbour_radius = 10.0f;
        bot.agent.max_speed = 3.6f;
        bot.agent.max_acceleration = 14.0f;
        a->bots[i] = wend_world_spawn(run->world, &bot);
        set_power(run, i, 1.0f + (float)i);
        wend_world_set_goal(run->world, a->bots[i], &roam);
        status = wend_world_set_recipe(run->world, a->bots[i], &recipe);
    }
    for (int i = 0; i < ARENA_FOOD && status == WEND_OK; i++)
    {
        wend_agent_def piece = wend_default_agent_def();
        piece.layers = LAYER_FOOD;
        piece.user = SCENE_HIDDEN;
        piece.agent.radius = 0.18f;
        piece.agent.max_speed = 0.0f;
        piece.agent.position = clear_place(a, a->servings++, 0.5f);
        a->food[i] = wend_world_spawn(run->world, &piece);
        status = a->food[i].value != 0 ? WEND_OK : WEND_ERROR_MEMORY;
    }
    return status;
}

static void arena_stop(scene_run *run)
{
    arena *a = run->state;
    wend_obstacles_destroy(a->walls);
    a->walls = NULL;
}

static wend_vec place_of(const scene_run *run, wend_agent_id id)
{
    return wend_world_position(run->world, id);
}

static bool is_hunted(const scene_run *run, int bot)
{
    const arena *a = run->state;
    for (int i = 0; i < ARENA_BOTS; i++)
        if (i != bot && a->power[i] > a->power[bot] &&
            wend_distance(place_of(run, a->bots[i]), place_of(run, a->bots[bot])) < part_param(run, "radius"))
            return true;
    return false;
}

static void eat(scene_run *run)
{
    arena *a = run->state;
    for (int i = 0; i < ARENA_BOTS; i++)
        for (int k = 0; k < ARENA_FOOD; k++)
        {
            float reach = arena_radius(a->power[i]) + 0.18f;
            if (wend_distance(place_of(run, a->bots[i]), place_of(run, a->food[k])) > reach)
                continue;
            a->eaten++;
            a->brave += is_hunted(run, i);
            set_power(run, i, fminf(MIGHTY, a->power[i] + 0.6f));
            serve(run, k, clear_place(a, a->servings++, 0.5f));
        }
}

/// Who touches somebody clearly weaker takes half of its power; the other begins anew, far away.
static void catch_rivals(scene_run *run)
{
    arena *a = run->state;
    for (int i = 0; i < ARENA_BOTS; i++)
        for (int j = 0; j < ARENA_BOTS; j++)
        {
            float reach = arena_radius(a->power[i]) + arena_radius(a->power[j]);
            bool is_weaker = a->power[j] < 0.8f * a->power[i];
            if (!is_weaker || wend_distance(place_of(run, a->bots[i]), place_of(run, a->bots[j])) > reach)
                continue;
            a->caught++;
            set_power(run, i, fminf(MIGHTY, a->power[i] + 0.5f * a->power[j]));
            set_power(run, j, HUNGRY);
            wend_vec best = clear_place(a, 31 + 13 * a->caught, 0.8f);
            wend_world_teleport(run->world, a->bots[j], best, wend_xyz(0, 0, 0), wend_xyz(1, 0, 0));
        }
}

static void arena_input(scene_run *run)
{
    arena *a = run->state;
    const scene_input *in = &run->input;
    if (part_key(run, 'f'))
        part_toggle(run, "fear");
    bool is_clear = wend_obstacles_touching(a->walls, in->pointer, 0.4f, 0, NULL, 0) == 0 &&
                    in->pointer.x > arena_low.x && in->pointer.x < arena_high.x && in->pointer.y > arena_low.y &&
                    in->pointer.y < arena_high.y;
    if (part_key(run, 'e') && in->has_pointer && is_clear)
        serve(run, a->servings++ % ARENA_FOOD, in->pointer);
    follow_params(run);
}

static void arena_step(scene_run *run)
{
    arena *a = run->state;
    wend_world_step(run->world, run->kind->step_seconds);
    eat(run);
    catch_rivals(run);
    for (int i = 0; i < ARENA_BOTS; i++) // power wears off
        a->power[i] = fmaxf(HUNGRY, a->power[i] - 0.05f * (float)run->kind->step_seconds);
}

static void arena_status(const scene_run *run, char *text, size_t capacity)
{
    const arena *a = run->state;
    snprintf(text, capacity, "%s   numbers: power   %d eaten, %d of them with somebody stronger near   %d caught",
             part_param(run, "fear") > 0.5f ? "they fear the stronger" : "they know no fear", a->eaten, a->brave,
             a->caught);
}

static void arena_demo(const scene_run *run, scene_input *input)
{
    const arena *a = run->state;
    input->has_pointer = true;
    input->is_clicked = (int)(run->seconds / run->kind->step_seconds + 0.5) == 30;
    input->pointer = place_of(run, a->bots[2]);
}

// ---- facts --------------------------------------------------------------------------------------------------------

static uint64_t arena_hash(const scene_run *run)
{
    const arena *a = run->state;
    return part_hash(14695981039346656037u, a->power, ARENA_BOTS);
}

/// Plays for some time; returns how deep somebody was in a wall at the worst.
static float play_and_touch(scene_run *run, double seconds)
{
    const arena *a = run->state;
    float deepest = 0.0f;
    for (int frame = 0; frame < (int)(seconds * 60.0); frame++)
    {
        part_play(run, (scene_input){0}, run->kind->step_seconds);
        for (int i = 0; i < ARENA_BOTS; i++)
        {
            wend_touch touch;
            if (wend_obstacles_touching(a->walls, place_of(run, a->bots[i]), arena_radius(a->power[i]), 0, &touch, 1) >
                0)
                deepest = fmaxf(deepest, touch.depth);
        }
    }
    return deepest;
}

static void arena_verify(scene_run *run)
{
    const arena *a = run->state;
    float deepest = play_and_touch(run, 60.0);
    int eaten = a->eaten, caught = a->caught;
    scene_check(run, deepest < 0.06f, "somebody was %g deep in a wall", (double)deepest); // who eats grows at once
    scene_check(run, eaten > 60, "in a minute only %d pieces were eaten", eaten);
    scene_check(run, a->brave > 20, "only %d of %d were eaten with somebody stronger near", a->brave, eaten);
    // The same minute without fear: more of them are caught.
    scene_restart(run, NULL);
    part_play(run, (scene_input){.key = 'f'}, 60.0);
    scene_check(run, a->caught > 2 * caught, "without fear %d were caught, with it %d", a->caught, caught);
}

const scene scene_arena = {
    .name = "arena",
    .title = "Arena",
    .about = "Bots eat, chase the weaker and escape the stronger, all in one context map. Click one to see its map.",
    .keys = "F: fear, E: food at the pointer, click: watch a bot",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .state_size = sizeof(arena),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 7.3,
    .low = {-18.0f, -11.0f, 0.0f},
    .high = {18.0f, 11.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = arena_init,
    .input = arena_input,
    .step = arena_step,
    .draw = arena_draw,
    .legend = arena_legend,
    .status = arena_status,
    .demo = arena_demo,
    .hash = arena_hash,
    .verify = arena_verify,
    .stop = arena_stop,
};
