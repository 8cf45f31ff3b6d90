// Guards at night: they patrol, notice an intruder, chase him, shout, search and go back. The mind of each is a table of
// states, a table of lines between them, and a layer of two feelings; the table of the guard that was clicked is drawn.
#include "states.h"

#include <math.h>
#include <stdio.h>

const wend_vec states_low = {-17.5f, -10.5f, 0.0f}, states_high = {5.4f, 10.5f, 0.0f};

const states_box states_boxes[STATES_BOXES] = {
    {{-12.5f, 5.0f, 0.0f}, {2.2f, 1.6f, 1.0f}, 0.0f},   {{-5.0f, 6.2f, 0.0f}, {1.3f, 2.2f, 1.0f}, 0.0f},
    {{1.1f, 5.0f, 0.0f}, {1.7f, 1.5f, 1.0f}, 0.35f},    {{-12.6f, -4.0f, 0.0f}, {1.6f, 2.6f, 1.0f}, 0.0f},
    {{-5.0f, -1.6f, 0.0f}, {2.5f, 1.2f, 1.0f}, 0.0f},   {{1.0f, -4.8f, 0.0f}, {1.3f, 2.3f, 1.0f}, 0.0f},
    {{-6.6f, -7.2f, 0.0f}, {1.5f, 0.9f, 1.0f}, -0.25f},
};
const wend_vec states_gold[STATES_GOLD] = {
    {-9.6f, -6.4f, 0.0f}, {-12.6f, 1.4f, 0.0f}, {-5.0f, 2.0f, 0.0f}, {-2.0f, 8.8f, 0.0f}, {3.9f, -7.6f, 0.0f}};
const float states_sight_cos = 0.64f, states_flash_radius = 4.5f;
const double states_flash_seconds = 0.45;

static const float reach = 0.95f; // of a guard's arms
static const double flash_every = 5.0;

/// The way of a bold thief, who plays the demo.
static const wend_vec way[] = {{-3.6f, -5.0f, 0.0f}, {-8.3f, -4.6f, 0.0f}, {-9.6f, -6.4f, 0.0f}, {-9.4f, -1.0f, 0.0f},
                               {-12.6f, 1.4f, 0.0f}, {-8.6f, 1.2f, 0.0f},  {-5.0f, 2.0f, 0.0f},  {-2.4f, 3.0f, 0.0f},
                               {-2.0f, 8.8f, 0.0f},  {-2.4f, 3.0f, 0.0f},  {-1.2f, 0.4f, 0.0f},  {-1.6f, -8.2f, 0.0f},
                               {3.9f, -8.4f, 0.0f},  {3.9f, -7.6f, 0.0f},  {3.9f, -8.8f, 0.0f},  {-1.6f, -9.0f, 0.0f},
                               {-3.6f, -9.0f, 0.0f}};
#define WAY (int)(sizeof way / sizeof *way)

// Where he comes in, and which of those comes next.
static const struct
{
    wend_vec at;
    int leg;
} gates[2] = {{{-3.6f, -9.6f, 0.0f}, 0}, {{3.9f, 9.4f, 0.0f}, 8}};

static const scene_param params[] = {
    {"sight", "how far guards see", 2.0f, 12.0f, 6.5f, false},
    {"patience", "seconds they look round", 0.5f, 8.0f, 3.0f, false},
    {"speed", "the intruder's top speed", 1.0f, 5.0f, 2.9f, false},
};

// ---- a life -------------------------------------------------------------------------------------------------------

static bool build_walls(states *s, const scene_run *run)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    def.allocator = run->allocator;
    s->walls = wend_obstacles_create(&def, NULL);
    bool is_whole = s->walls != NULL;
    for (int i = 0; i < STATES_BOXES && is_whole; i++)
    {
        wend_shape box = wend_default_shape(WEND_SHAPE_BOX);
        box.position = states_boxes[i].at;
        box.half = states_boxes[i].half;
        box.angle = states_boxes[i].angle;
        is_whole = wend_obstacles_add(s->walls, &box).value != 0;
    }
    const wend_vec corners[4] = {
        states_low, {states_high.x, states_low.y, 0.0f}, states_high, {states_low.x, states_high.y, 0.0f}};
    for (int i = 0; i < 4 && is_whole; i++)
    {
        wend_shape wall = wend_default_shape(WEND_SHAPE_SEGMENT);
        wall.from = corners[i];
        wall.to = corners[(i + 1) % 4];
        is_whole = wend_obstacles_add(s->walls, &wall).value != 0;
    }
    return is_whole;
}

/// They steer through a context map. Each has a recipe of its own from the beginning, so none is made later.
static wend_recipe guards_recipe(int number)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1.0f);
    recipe.combiner = WEND_COMBINE_CONTEXT;
    recipe.sense.kind = WEND_SENSE_RING;
    recipe.turn_rate = 6.0f;
    recipe.face_point = states_rounds[number][0];
    return recipe;
}

static bool add_guard(scene_run *run, int number)
{
    states *s = run->state;
    wend_recipe recipe = guards_recipe(number);
    wend_agent_def def = wend_default_agent_def();
    def.agent.position = states_rounds[number][0];
    def.agent.radius = GUARD_RADIUS;
    def.agent.max_acceleration = 12.0f;
    def.decide_seconds = 0.1f;
    s->ids[number] = wend_world_spawn(run->world, &def);
    s->guards[number] = (guard){.run = run, .number = number};
    return s->ids[number].value != 0 && wend_world_set_recipe(run->world, s->ids[number], &recipe) == WEND_OK;
}

static wend_status states_init(scene_run *run, wend_error *error)
{
    states *s = run->state;
    wend_status status = wend_machine_check(&states_machine, error);
    if (status == WEND_OK)
        status = wend_layer_check(&states_layer, error);
    if (status != WEND_OK)
        return status;
    if (!build_walls(s, run))
        return WEND_ERROR_MEMORY;
    wend_world_def def = part_world_def(run);
    def.caster = wend_obstacles_caster(s->walls);
    def.decide = states_decide;
    def.decide_user = run;
    status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    s->mail = (wend_mail){.slots = s->slots, .capacity = (int)(sizeof s->slots / sizeof *s->slots)};
    s->flash_at = -flash_every;
    bool is_whole = true;
    for (int i = 0; i < GUARDS; i++)
        is_whole &= add_guard(run, i);
    wend_agent_def intruder = wend_default_agent_def();
    intruder.agent.position = gates[0].at;
    intruder.agent.radius = 0.36f;
    intruder.agent.max_acceleration = 16.0f;
    intruder.decide_seconds = FLT_MAX; // the player decides
    s->intruder = wend_world_spawn(run->world, &intruder);
    return is_whole && s->intruder.value != 0 ? WEND_OK : WEND_ERROR_MEMORY;
}

static void states_stop(scene_run *run)
{
    states *s = run->state;
    wend_obstacles_destroy(s->walls);
    s->walls = NULL;
}

// ---- playing ------------------------------------------------------------------------------------------------------

static void flash(scene_run *run)
{
    states *s = run->state;
    if (run->seconds < s->flash_at + flash_every || states_is_outside(run))
        return;
    s->flash_at = run->seconds;
    s->flash_from = wend_world_position(run->world, s->intruder);
    for (int i = 0; i < GUARDS; i++)
        if (wend_distance(wend_world_position(run->world, s->ids[i]), s->flash_from) <= states_flash_radius)
            wend_machine_tell(&s->guards[i].machine, FLASHED);
}

static void states_input(scene_run *run)
{
    states *s = run->state;
    for (int i = 0; i < GUARDS; i++)
        if (wend_same_agent(run->watched, s->ids[i]))
            s->shown = i;
    if (part_key(run, 'f'))
        flash(run);
    if (part_key(run, 'g'))
        s->shown = (s->shown + 1) % GUARDS;
    wend_goal walk = wend_goal_of(WEND_GOAL_MATCH);
    if (!states_is_outside(run))
        walk.point = wend_scale(wend_normalize(run->input.arrows), part_param(run, "speed"));
    wend_world_set_goal(run->world, s->intruder, &walk);
    wend_agent_def def;
    wend_world_get(run->world, s->intruder, &def);
    def.agent.max_speed = part_param(run, "speed");
    wend_world_set(run->world, s->intruder, &def);
}

/// Shouts that have come as far as an ear.
static void hear(scene_run *run)
{
    states *s = run->state;
    wend_message shout;
    wend_mail_advance(&s->mail, run->kind->step_seconds);
    while (wend_mail_take(&s->mail, &shout))
    {
        guard *g = &s->guards[shout.to];
        if (!wend_machine_is_in(&g->machine, CHASE))
            g->place = shout.where;
        wend_machine_tell(&g->machine, shout.kind);
    }
}

static void take_gold(scene_run *run)
{
    states *s = run->state;
    wend_vec at = wend_world_position(run->world, s->intruder);
    for (int i = 0; i < STATES_GOLD; i++)
        if (!s->has_gold[i] && wend_distance(at, states_gold[i]) < 0.7f)
        {
            s->has_gold[i] = true;
            s->gold++;
        }
}

/// How far the nearest guard is from a place.
static float clear_of_guards(const scene_run *run, wend_vec place)
{
    const states *s = run->state;
    float nearest = FLT_MAX;
    for (int i = 0; i < GUARDS; i++)
        nearest = fminf(nearest, wend_distance(place, wend_world_position(run->world, s->ids[i])));
    return nearest;
}

/// Who is caught is put outside, and comes in again by the gate that is farther from all guards. What he took is back.
static void catch_him(scene_run *run)
{
    states *s = run->state;
    s->caught++;
    s->gold = 0;
    s->outside_until = run->seconds + 4.0;
    for (int i = 0; i < STATES_GOLD; i++)
        s->has_gold[i] = false;
    int gate = clear_of_guards(run, gates[0].at) >= clear_of_guards(run, gates[1].at) ? 0 : 1;
    s->leg = gates[gate].leg;
    wend_world_teleport(run->world, s->intruder, gates[gate].at, wend_xyz(0.0f, 0.0f, 0.0f),
                        wend_xyz(0.0f, 1.0f, 0.0f));
    for (int i = 0; i < GUARDS; i++)
    {
        s->guards[i].layer.top[NOTICES] = s->guards[i].layer.degree[NOTICES] = 0.0f;
        wend_machine_tell(&s->guards[i].machine, CAUGHT);
    }
}

static void states_step(scene_run *run)
{
    states *s = run->state;
    hear(run);
    wend_world_step(run->world, run->kind->step_seconds);
    take_gold(run);
    for (int i = 0; i < GUARDS; i++)
    {
        float away =
            wend_distance(wend_world_position(run->world, s->ids[i]), wend_world_position(run->world, s->intruder));
        if (wend_machine_is_in(&s->guards[i].machine, CHASE) && away < reach && !states_is_outside(run))
            catch_him(run);
    }
    if (wend_distance(wend_world_position(run->world, s->intruder), way[s->leg]) < 0.5f)
        s->leg = (s->leg + 1) % WAY;
}

static void states_status(const scene_run *run, char *text, size_t capacity)
{
    const states *s = run->state;
    bool is_ready = run->seconds >= s->flash_at + flash_every;
    snprintf(text, capacity, "gold: %d of %d   caught: %d   flash: %s   guard %d is in: %s", s->gold, STATES_GOLD,
             s->caught, is_ready ? "ready" : "spent", s->shown + 1,
             wend_machine_state(&s->guards[s->shown].machine) < 0
                 ? "nothing yet"
                 : guard_states[wend_machine_state(&s->guards[s->shown].machine)].name);
}

// ---- facts --------------------------------------------------------------------------------------------------------

static bool is_cornered(const scene_run *run)
{
    const states *s = run->state;
    for (int i = 0; i < GUARDS; i++)
    {
        float away =
            wend_distance(wend_world_position(run->world, s->ids[i]), wend_world_position(run->world, s->intruder));
        if (away < 1.7f && wend_machine_is_in(&s->guards[i].machine, CHASE))
            return true;
    }
    return false;
}

static void states_demo(const scene_run *run, scene_input *input)
{
    const states *s = run->state;
    wend_vec at = wend_world_position(run->world, s->intruder);
    input->arrows = wend_normalize(wend_sub(way[s->leg], at));
    if (is_cornered(run))
        input->key = 'f';
}

static uint64_t states_hash(const scene_run *run)
{
    const states *s = run->state;
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < GUARDS; i++)
    {
        const guard *g = &s->guards[i];
        const float numbers[] = {(float)wend_machine_state(&g->machine), (float)g->machine.changes,
                                 (float)g->machine.seconds, g->layer.degree[NOTICES], g->layer.degree[WARY]};
        hash = part_hash(hash, numbers, (int)(sizeof numbers / sizeof *numbers));
    }
    const float rest[] = {(float)s->gold, (float)s->caught, (float)s->mail.posted};
    return part_hash(hash, rest, 3);
}

/// Is just one path of states active, and is it that to the innermost one?
static bool is_one_path(const wend_machine *m)
{
    uint64_t expected = 0;
    for (int k = 0; k < m->depth; k++)
    {
        expected |= (uint64_t)1 << m->path[k];
        if (guard_states[m->path[k]].depth != k)
            return false;
    }
    const wend_change *last = wend_machine_trace(m, 0);
    return m->active == expected && last && last->to == wend_machine_state(m);
}

static void states_verify(scene_run *run)
{
    const states *s = run->state;
    bool is_right = true;
    float deepest = 0.0f;
    double still[GUARDS] = {0.0}, longest = 0.0;
    for (int frame = 0; frame < 60 * 180; frame++)
    {
        scene_advance_demo(run);
        for (int i = 0; i < GUARDS; i++)
        {
            const wend_machine *m = &s->guards[i].machine;
            wend_touch touch;
            is_right &= m->depth == 0 || is_one_path(m);
            if (wend_obstacles_touching(s->walls, wend_world_position(run->world, s->ids[i]), GUARD_RADIUS, 0, &touch,
                                        1) > 0)
                deepest = fmaxf(deepest, touch.depth);
            bool stands = wend_length(wend_world_velocity(run->world, s->ids[i])) < 0.1f;
            still[i] = stands && wend_machine_is_in(m, PATROL) ? still[i] + run->kind->step_seconds : 0.0;
            longest = fmax(longest, still[i]);
        }
    }
    scene_check(run, is_right, "somebody was in two states at once");
    scene_check(run, deepest < 0.05f, "a guard was %g deep in a wall", (double)deepest);
    scene_check(run, longest < 2.0, "a guard on patrol stood still for %g s", longest);
    for (int line = 0; line < STATES_LINES; line++)
        scene_check(run, s->taken[line] > 0, "line %d was never taken", line);
    scene_check(run, s->caught > 1 && s->caught < 30, "in three minutes he was caught %d times", s->caught);
    // Who sees no thief keeps to its round.
    scene_restart(run, NULL);
    run->params[0] = params[0].low; // he stands at the gate, where nobody sees him now
    part_play(run, (scene_input){0}, 60.0);
    for (int line = 0; line < STATES_LINES; line++)
        scene_check(run, (s->taken[line] > 0) == (line == 4 || line == 5), "alone they took line %d %d times", line,
                    s->taken[line]);
}

const scene scene_states = {
    .name = "states",
    .title = "States",
    .about =
        "Guards whose minds are tables: patrol, notice, chase, shout, search, go back. Click one to see its states.",
    .keys = "arrows: the thief walks, F: a flash dazzles who is near, click a guard or G: its machine",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .state_size = sizeof(states),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 6.0,
    .low = {-18.0f, -11.0f, 0.0f},
    .high = {18.0f, 11.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = states_init,
    .input = states_input,
    .step = states_step,
    .draw = states_draw,
    .legend = states_legend,
    .status = states_status,
    .demo = states_demo,
    .hash = states_hash,
    .verify = states_verify,
    .stop = states_stop,
};
