// Orders for a hundred and twenty: ways are planned under one budget, while doors open and close.
#include "orders.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#define SPEED 4.0f

static const float step_seconds = 1.0f / 60.0f, pull_most = 1.0f, leaf_speed = 2.0f;
static const double stuck_seconds = 2.0;

static const scene_param params[] = {
    {"budget", "cells planned in a frame", 32.0f, 2000.0f, 128.0f, false},
    {"ways", "W ways", 0.0f, 1.0f, 1.0f, true},
};

// ---- doors ----------------------------------------------------------------------------------------------------------

static wend_cell door_cell(const orders_door *door, int k)
{
    return (wend_cell){door->x + k % door->wide, door->y + k / door->wide};
}

static int door_cells(const orders_door *door)
{
    return door->wide * door->high;
}

/// The map has it at once; the boxes come when nobody stands in the door.
static void turn_door(orders *o, int index)
{
    const orders_door *door = &orders_doors[index];
    o->is_open[index] = !o->is_open[index];
    o->closed += !o->is_open[index];
    for (int k = 0; k < door_cells(door); k++)
    {
        walled_set_cell(&o->map, door_cell(door, k), !o->is_open[index]);
        if (o->is_open[index])
            walled_set_box(&o->map, door_cell(door, k), false);
    }
    o->is_shut[index] = false;
}

/// Who stands in a door that closes is moved out of it, to the nearer side.
static void push_out(scene_run *run, const orders_door *door)
{
    bool is_level = door->wide > door->high; // one goes through it up or down
    wend_vec half = {0.5f * (float)door->wide, 0.5f * (float)door->high, 0.0f};
    wend_vec middle = wend_add(wend_xyz((float)door->x, (float)door->y, 0.0f), half);
    wend_agent_id ids[64];
    int count = wend_world_within(run->world, middle, 1.6f + orders_large, NULL, ids, 64);
    for (int i = 0; i < count && i < 64; i++)
    {
        wend_agent_def def;
        wend_world_get(run->world, ids[i], &def);
        wend_vec off = wend_sub(def.agent.position, middle);
        float through = is_level ? off.y : off.x, along = is_level ? off.x : off.y;
        float over = def.agent.radius + 0.54f - fabsf(through);
        if (fabsf(along) > (is_level ? half.x : half.y) || over <= 0.0f)
            continue;
        float step = copysignf(fminf(over, leaf_speed * step_seconds), through);
        wend_vec out = is_level ? wend_xyz(0.0f, step, 0.0f) : wend_xyz(step, 0.0f, 0.0f);
        wend_world_report(run->world, ids[i], wend_add(def.agent.position, out), def.agent.velocity);
    }
}

static bool is_door_free(const scene_run *run, const orders_door *door)
{
    const orders *o = run->state;
    for (int k = 0; k < door_cells(door); k++)
        if (!walled_is_free(&o->map, run->world, door_cell(door, k), orders_large))
            return false;
    return true;
}

static void move_doors(scene_run *run)
{
    orders *o = run->state;
    for (int i = 0; i < ORDERS_DOORS; i++)
    {
        const orders_door *door = &orders_doors[i];
        if (o->is_open[i] || o->is_shut[i])
            continue;
        o->is_shut[i] = is_door_free(run, door);
        for (int k = 0; o->is_shut[i] && k < door_cells(door); k++)
            walled_set_box(&o->map, door_cell(door, k), true);
        if (!o->is_shut[i])
            push_out(run, door);
    }
}

// ---- places ---------------------------------------------------------------------------------------------------------

/// Are all cells open that a body of that size covers, none of them in a door or taken?
static bool is_place(const orders *o, const bool *is_taken, wend_cell cell, float radius)
{
    int reach = radius > 0.5f ? 1 : 0;
    for (int y = cell.y - reach; y <= cell.y + reach; y++)
        for (int x = cell.x - reach; x <= cell.x + reach; x++)
        {
            wend_cell other = {x, y};
            if (!walled_is_open(&o->map, other) || is_taken[y * ORDERS_WIDTH + x] || orders_door_at(other) >= 0)
                return false;
        }
    return true;
}

static void take_place(bool *is_taken, wend_cell cell, float radius)
{
    int reach = radius > 0.5f ? 1 : 0;
    for (int y = cell.y - reach; y <= cell.y + reach; y++)
        for (int x = cell.x - reach; x <= cell.x + reach; x++)
            is_taken[y * ORDERS_WIDTH + x] = true;
}

/// Places all over the building, one for each, no two of which touch.
static void spread(const orders *o, int first, wend_vec places[ORDERS_COUNT])
{
    bool is_taken[ORDERS_CELLS] = {false};
    for (int i = 0, k = first; i < ORDERS_COUNT; i++)
    {
        float radius = orders_radius(i);
        wend_cell cell;
        do
        {
            cell.x = (int)(ORDERS_WIDTH * part_spread(k, 2));
            cell.y = (int)(ORDERS_HEIGHT * part_spread(k, 3));
            k++;
        } while (!is_place(o, is_taken, cell, radius));
        take_place(is_taken, cell, radius);
        places[i] = wend_grid_point(o->map.grid, cell);
    }
}

// ---- orders ---------------------------------------------------------------------------------------------------------

/// To a place; who is within `disc` of it is shown as arrived, too.
static void send(scene_run *run, int index, wend_vec place, float disc)
{
    orders *o = run->state;
    wend_goal goal = wend_goal_travel(place);
    if (wend_world_set_goal(run->world, o->ids[index], &goal) == WEND_OK)
    {
        o->goals[index] = place;
        o->discs[index] = disc;
    }
}

/// Everybody to a place of its own.
static void scatter(scene_run *run)
{
    orders *o = run->state;
    wend_vec places[ORDERS_COUNT];
    o->scattered++;
    spread(o, 977 * (o->scattered % 64), places);
    for (int i = 0; i < ORDERS_COUNT; i++)
        send(run, i, places[i], 0.0f);
}

static bool is_meant(const orders *o, int index)
{
    return o->chosen == 0 || o->is_chosen[index];
}

/// How far it is from a place to the other side of the nearest wall.
static float room_round(const orders *o, wend_vec place)
{
    float room = FLT_MAX;
    for (int k = 0; k < ORDERS_CELLS; k++)
        if (!walled_is_open(&o->map, walled_cell(&o->map, k)))
            room = fminf(room, walled_distance(walled_cell(&o->map, k), place));
    return room + 1.0f;
}

/// Those who are chosen, or all: they fill half of a disc, on this side of walls.
static void send_chosen(scene_run *run, wend_vec place)
{
    const orders *o = run->state;
    float squares = 0.0f;
    int count = 0;
    for (int i = 0; i < ORDERS_COUNT; i++)
        if (is_meant(o, i))
        {
            squares += orders_radius(i) * orders_radius(i);
            count++;
        }
    for (int i = 0; i < ORDERS_COUNT; i++)
        if (is_meant(o, i))
            send(run, i, place, count > 1 ? fminf(sqrtf(2.0f * squares), room_round(o, place)) : 0.0f);
}

static void choose(orders *o, int first, int count)
{
    for (int i = 0; i < ORDERS_COUNT; i++)
        o->is_chosen[i] = i >= first && i < first + count;
    o->chosen = count;
}

static void choose_framed(scene_run *run)
{
    orders *o = run->state;
    wend_vec a = o->pressed_at, b = run->input.pointer;
    choose(o, 0, 0);
    for (int i = 0; i < ORDERS_COUNT; i++)
    {
        wend_vec p = wend_world_position(run->world, o->ids[i]);
        o->is_chosen[i] =
            p.x > fminf(a.x, b.x) && p.x < fmaxf(a.x, b.x) && p.y > fminf(a.y, b.y) && p.y < fmaxf(a.y, b.y);
        o->chosen += o->is_chosen[i];
    }
}

// ---- input ----------------------------------------------------------------------------------------------------------

bool orders_is_framing(const scene_run *run)
{
    const orders *o = run->state;
    return o->is_pressed && run->input.has_pointer && wend_distance(run->input.pointer, o->pressed_at) > pull_most;
}

/// A click on the building: at a door, else an order.
static void click(scene_run *run)
{
    orders *o = run->state;
    wend_cell cell;
    if (!wend_grid_cell(o->map.grid, o->pressed_at, &cell))
        return;
    int door = orders_door_at(cell);
    if (door >= 0)
        turn_door(o, door);
    else if (!o->is_on_somebody)
        send_chosen(run, o->pressed_at);
}

/// Is a click there about somebody, who is watched then?
static bool is_on_somebody(const scene_run *run, wend_vec place)
{
    const orders *o = run->state;
    for (int i = 0; i < ORDERS_COUNT; i++)
        if (wend_distance(wend_world_position(run->world, o->ids[i]), place) < orders_radius(i) + 1.0f)
            return true;
    return false;
}

static void use_pointer(scene_run *run)
{
    orders *o = run->state;
    const scene_input *in = &run->input;
    if (in->is_clicked && in->has_pointer)
    {
        o->is_pressed = true;
        o->is_on_somebody = is_on_somebody(run, in->pointer);
        o->pressed_at = in->pointer;
    }
    if (!o->is_pressed || in->is_down)
        return;
    if (orders_is_framing(run))
        choose_framed(run);
    else
        click(run);
    o->is_pressed = false;
}

static void orders_input(scene_run *run)
{
    orders *o = run->state;
    if (part_key(run, 'w'))
        part_toggle(run, "ways");
    if (part_key(run, 'x'))
        scatter(run);
    if (part_key(run, 'a'))
        choose(o, 0, 0);
    if (part_key(run, 'l'))
        choose(o, 0, ORDERS_LARGE);
    if (part_key(run, 's'))
        choose(o, ORDERS_LARGE, ORDERS_COUNT - ORDERS_LARGE);
    for (int i = 0; part_key(run, 'o') && i < ORDERS_DOORS; i++)
        if (!o->is_open[i])
            turn_door(o, i);
    use_pointer(run);
}

// ---- a life ---------------------------------------------------------------------------------------------------------

static bool make_map(scene_run *run, wend_error *error)
{
    orders *o = run->state;
    uint8_t costs[ORDERS_CELLS];
    orders_costs(costs);
    wend_grid_def def = wend_default_grid_def();
    def.width = ORDERS_WIDTH;
    def.height = ORDERS_HEIGHT;
    def.costs = costs;
    def.radii = &orders_large;
    def.radius_count = 1;
    def.allocator = run->allocator;
    for (int i = 0; i < ORDERS_DOORS; i++)
        o->is_open[i] = true;
    return walled_make(&o->map, &def, error);
}

static wend_recipe recipe_of(void)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1.0f);
    recipe.combiner = WEND_COMBINE_SUM;
    return recipe;
}

static wend_status spawn_all(scene_run *run)
{
    orders *o = run->state;
    wend_vec places[ORDERS_COUNT];
    wend_recipe recipe = recipe_of();
    wend_status status = WEND_OK;
    spread(o, 0, places);
    for (int i = 0; i < ORDERS_COUNT && status == WEND_OK; i++)
    {
        bool is_large = i < ORDERS_LARGE;
        wend_agent_def def = wend_default_agent_def();
        def.agent.position = places[i];
        def.agent.heading = wend_rotate(wend_xyz(1.0f, 0.0f, 0.0f), 2.0f * WEND_PI * part_spread(i, 2));
        def.agent.radius = orders_radius(i);
        def.agent.mass = is_large ? 3.0f : 1.0f;
        def.agent.max_speed = is_large ? 0.75f * SPEED : SPEED;
        def.agent.max_acceleration = 16.0f;
        def.agent.neighbour_radius = orders_radius(i) + 0.8f;
        def.group = 1;
        o->ids[i] = wend_world_spawn(run->world, &def);
        status = o->ids[i].value != 0 ? wend_world_set_recipe(run->world, o->ids[i], &recipe) : WEND_ERROR_MEMORY;
    }
    return status;
}

static wend_status orders_init(scene_run *run, wend_error *error)
{
    orders *o = run->state;
    if (!make_map(run, error))
        return WEND_ERROR_MEMORY;
    o->budget = (int)part_param(run, "budget");
    wend_world_def def = part_world_def(run);
    def.grid = o->map.grid;
    def.caster = wend_obstacles_caster(o->map.walls);
    def.flow_count = 4;
    def.plan_budget = o->budget;
    wend_status status = part_make_world(run, &def, error);
    status = status == WEND_OK ? spawn_all(run) : status;
    if (status == WEND_OK)
        scatter(run);
    return status;
}

static void orders_stop(scene_run *run)
{
    orders *o = run->state;
    walled_stop(&o->map);
}

// ---- a frame --------------------------------------------------------------------------------------------------------

static void keep_budget(scene_run *run)
{
    orders *o = run->state;
    int budget = (int)part_param(run, "budget");
    if (budget != o->budget && wend_world_set_plan_budget(run->world, budget) == WEND_OK)
        o->budget = budget;
}

static void hear(scene_run *run)
{
    orders *o = run->state;
    int count;
    const wend_event *events = wend_world_events(run->world, &count);
    for (int i = 0; i < count; i++)
        for (int k = 0; events[i].kind == WEND_EVENT_STUCK && k < ORDERS_COUNT; k++)
            if (wend_same_agent(events[i].agent, o->ids[k]))
            {
                o->stuck_until[k] = run->seconds + stuck_seconds;
                o->stuck++;
            }
}

static void orders_step(scene_run *run)
{
    orders *o = run->state;
    keep_budget(run);
    move_doors(run);
    wend_world_step(run->world, run->kind->step_seconds);
    hear(run);
    wend_world_stats stats = wend_world_get_stats(run->world);
    o->planned += stats.planned;
    o->most_expanded = (int)stats.expanded > o->most_expanded ? (int)stats.expanded : o->most_expanded;
}

orders_state orders_state_of(const scene_run *run, int index)
{
    const orders *o = run->state;
    wend_plan plan = {0};
    wend_world_plan(run->world, o->ids[index], &plan);
    if (plan.state == WEND_PLAN_PLANNING)
        return ORDERS_PLANNING;
    bool is_in_pile = wend_distance(wend_world_position(run->world, o->ids[index]), o->goals[index]) < o->discs[index];
    if (plan.state == WEND_PLAN_MOVING && is_in_pile)
        return ORDERS_ARRIVED;
    if (plan.state == WEND_PLAN_MOVING && run->seconds < o->stuck_until[index])
        return ORDERS_STUCK;
    if (plan.state == WEND_PLAN_MOVING)
        return plan.is_shared ? ORDERS_SHARED : ORDERS_ALONE;
    if (plan.state == WEND_PLAN_UNREACHABLE)
        return ORDERS_CUT_OFF;
    return plan.state <= WEND_PLAN_ARRIVED ? ORDERS_ARRIVED : ORDERS_NO_ROOM;
}

void orders_count(const scene_run *run, int counts[ORDERS_STATES])
{
    for (int s = 0; s < ORDERS_STATES; s++)
        counts[s] = 0;
    for (int i = 0; i < ORDERS_COUNT; i++)
        counts[orders_state_of(run, i)]++;
}

static void orders_status(const scene_run *run, char *text, size_t capacity)
{
    const orders *o = run->state;
    int n[ORDERS_STATES];
    orders_count(run, n);
    wend_world_stats stats = wend_world_get_stats(run->world);
    wend_plan plan = {0};
    if (run->watched.value != 0)
        wend_world_plan(run->world, run->watched, &plan);
    snprintf(text, capacity, "orders for %d   planned: %d   waiting: %d   cells in the last frame: %d of %d%s%s",
             o->chosen > 0 ? o->chosen : ORDERS_COUNT, o->planned, stats.waiting, (int)stats.expanded, o->budget,
             run->watched.value != 0 ? "   this one: " : "",
             run->watched.value != 0 ? wend_plan_state_name(plan.state) : "");
}

// ---- a player -------------------------------------------------------------------------------------------------------

/// What the demo does, and when: a click at `to`, or a frame pulled from `from` to it, or a key.
static const struct deed
{
    double at;
    wend_vec from, to;
    char key;
} deeds[] = {
    {2.6, {0.0f, 0.0f, 0.0f}, {30.0f, 6.0f, 0.0f}, 0},     // all to a room below
    {5.0, {0.0f, 0.0f, 0.0f}, {29.5f, 17.5f, 0.0f}, 0},    // no: to the hall
    {6.5, {0.0f, 0.0f, 0.0f}, {15.5f, 16.5f, 0.0f}, 0},    // one of its doors closes
    {7.2, {0.0f, 0.0f, 0.0f}, {30.5f, 11.5f, 0.0f}, 0},    // and another
    {13.5, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 's'},   // the small ones
    {13.6, {0.0f, 0.0f, 0.0f}, {27.0f, 5.5f, 0.0f}, 0},    // to a room below
    {14.4, {0.0f, 0.0f, 0.0f}, {15.5f, 16.5f, 0.0f}, 0},   // doors open
    {14.8, {0.0f, 0.0f, 0.0f}, {30.5f, 11.5f, 0.0f}, 0},   //
    {20.0, {17.0f, 22.0f, 0.0f}, {44.0f, 11.0f, 0.0f}, 0}, // who is in the hall
    {20.55, {0.0f, 0.0f, 0.0f}, {45.5f, 27.5f, 0.0f}, 0},  // a door closes, the only one for the large to a room above
    {20.6, {0.0f, 0.0f, 0.0f}, {37.5f, 24.5f, 0.0f}, 0},   // where they are sent
    {29.0, {0.0f, 0.0f, 0.0f}, {45.5f, 27.5f, 0.0f}, 0},   // and opens
    {33.0, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 'a'},   //
    {33.2, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 'x'},   // all elsewhere
};

static const double round_seconds = 42.0, pull_seconds = 0.5;

static int door_near(wend_vec place)
{
    return orders_door_at((wend_cell){(int)place.x, (int)place.y});
}

/// A place near one, in the same door if it is in one, where a click meets nobody.
static wend_vec beside_people(const scene_run *run, wend_vec place)
{
    for (int k = 0; k < 200; k++)
    {
        wend_vec off = wend_rotate(wend_xyz(0.02f * (float)k, 0.0f, 0.0f), 2.4f * (float)k), at = wend_add(place, off);
        if (door_near(at) == door_near(place) && !is_on_somebody(run, at))
            return at;
    }
    return place;
}

static void orders_demo(const scene_run *run, scene_input *input)
{
    double now = fmod(run->seconds + 1e-6, round_seconds), step = run->kind->step_seconds;
    for (int i = 0; i < (int)(sizeof deeds / sizeof *deeds); i++)
    {
        const struct deed *d = &deeds[i];
        bool is_pull = d->from.x > 0.0f;
        double since = now - d->at;
        if (since < 0.0 || since >= (is_pull ? pull_seconds + step : step))
            continue;
        float share = is_pull ? (float)fmin(since / pull_seconds, 1.0) : 1.0f;
        input->key = d->key;
        input->has_pointer = d->key == 0;
        input->is_clicked = d->key == 0 && since < step;
        input->is_down = is_pull && since < pull_seconds;
        input->pointer = wend_add(d->from, wend_scale(wend_sub(d->to, d->from), share));
        if (!is_pull && d->key == 0)
            input->pointer = beside_people(run, d->to);
    }
}

static uint64_t orders_hash(const scene_run *run)
{
    const orders *o = run->state;
    float values[2 * ORDERS_DOORS + 2] = {(float)o->planned, (float)o->chosen};
    for (int i = 0; i < ORDERS_DOORS; i++)
    {
        values[2 + 2 * i] = o->is_open[i];
        values[3 + 2 * i] = o->is_shut[i];
    }
    return part_hash(14695981039346656037u, values, 2 * ORDERS_DOORS + 2);
}

const scene scene_orders = {
    .name = "orders",
    .title = "Orders",
    .about = "A hundred and twenty of two sizes are sent about a building, and plan anew as doors close and open.",
    .keys =
        "click: send them, a door, or ask one; pull a frame, S, L: choose small, large; A: all; X: scatter; O: open; "
        "W: ways",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .state_size = sizeof(orders),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 7.6,
    .low = {-0.5f, -0.7f, 0.0f},
    .high = {61.5f, 35.5f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = orders_init,
    .input = orders_input,
    .step = orders_step,
    .draw = orders_draw,
    .legend = orders_legend,
    .status = orders_status,
    .demo = orders_demo,
    .hash = orders_hash,
    .verify = orders_verify,
    .stop = orders_stop,
};
