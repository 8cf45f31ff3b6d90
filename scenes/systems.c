// Follow, sense, steer, move: four systems over plain component arrays, as an entity-component game would do it. A
// world with the same recipes runs beside them, and is the same bit for bit.
#include "parts.h"

#include <math.h>
#include <stdio.h>

#define ENTITIES 9
#define PILLARS  6
#define STEP     (1.0 / 60.0)

enum
{
    FOLLOW,
    SENSE,
    STEER,
    MOVE,
    SYSTEMS
};

// One array for each component. An entity is an index.
typedef struct components
{
    wend_vec position[ENTITIES], velocity[ENTITIES], heading[ENTITIES];
    wend_body_kind body[ENTITIES];
    wend_path_progress progress[ENTITIES];
    wend_cast casts[ENTITIES][WEND_WHISKERS];
    wend_hit hits[ENTITIES][WEND_WHISKERS];
    wend_side side[ENTITIES];
    wend_vec way[ENTITIES];  // where the path leads
    wend_vec wish[ENTITIES]; // and what steering makes of it
    wend_car_state car[ENTITIES];
    float spin[ENTITIES];
} components;

typedef struct systems
{
    wend_obstacles *pillars;
    wend_caster caster;
    components c;
    wend_agent_id twins[ENTITIES];
    bool is_off[SYSTEMS]; // switched off by the player
} systems;

static const wend_vec route[] = {{-9, -5, 0}, {3, -5, 0}, {9, -2, 0}, {9, 5, 0}, {-3, 5, 0}, {-9, 2, 0}};
static const wend_path path = {route, 6, true};
static const wend_vec pillars[PILLARS] = {{-3, -5, 0},  {6.4f, -3.1f, 0}, {9.2f, 1.5f, 0},
                                          {3, 5.2f, 0}, {-6, 3.4f, 0},    {-9, -1.5f, 0}};
static const float pillar_radius = 0.7f, radius = 0.3f;

static wend_agent agent_of(const components *c, int e)
{
    wend_agent agent = wend_default_agent();
    agent.position = c->position[e];
    agent.velocity = c->velocity[e];
    agent.heading = c->heading[e];
    agent.radius = radius;
    agent.max_speed = 3.0f;
    return agent;
}

static wend_feel_def feel(void)
{
    wend_feel_def def = wend_default_feel_def();
    def.width = 1.0f; // as wide as the body, so that it doesn't slip past a rim
    return def;
}

// ---- the systems --------------------------------------------------------------------------------------------------

/// Reads position and velocity; writes progress and the way.
static void follow(components *c)
{
    for (int e = 0; e < ENTITIES; e++)
    {
        wend_agent self = agent_of(c, e);
        c->way[e] = wend_follow_path(&self, &path, &c->progress[e], NULL, STEP);
    }
}

/// Reads position, velocity, heading and the way; writes casts and hits.
static void sense(components *c, const wend_caster *caster)
{
    for (int e = 0; e < ENTITIES; e++)
    {
        wend_agent self = agent_of(c, e);
        wend_vec ahead = c->body[e] == WEND_BODY_POINT ? wend_feel_ahead(&self, c->way[e]) : self.heading;
        const wend_feel_def def = feel();
        int count = wend_whisker_rays(&self, ahead, &def, c->casts[e]);
        wend_sense(caster, c->casts[e], count, c->hits[e]);
    }
}

/// Reads the way and the hits; writes the wish.
static void steer(components *c)
{
    for (int e = 0; e < ENTITIES; e++)
    {
        wend_agent self = agent_of(c, e);
        wend_vec way = c->way[e];
        wend_vec clear = wend_avoid_feelers(&self, way, c->casts[e], c->hits[e], WEND_WHISKERS, NULL, &c->side[e]);
        wend_vec avoid = wend_equal(clear, way) ? self.velocity : wend_add(self.velocity, wend_sub(clear, way));
        wend_wish wishes[2] = {{avoid, 1.0f, {0, 0, 0}}, {way, 1.0f, {0, 0, 0}}};
        c->wish[e] = wend_combine_sum(&self, wishes, 2, 0.0f);
    }
}

/// Reads the wish; writes velocity, heading and position.
static void move(components *c)
{
    for (int e = 0; e < ENTITIES; e++)
    {
        wend_agent self = agent_of(c, e);
        wend_move made = {0};
        switch (c->body[e])
        {
        case WEND_BODY_TURNS: made = wend_turn_on_spot(&self, c->wish[e], NULL, c->spin[e], STEP); break;
        case WEND_BODY_CAR:
            c->car[e].aim = c->progress[e].aim;
            c->car[e].has_aim = true;
            made = wend_drive(&self, c->wish[e], NULL, &c->car[e], STEP);
            break;
        default:
            made.velocity = wend_point_mass(&self, c->wish[e], STEP, NULL);
            made.heading = wend_look(&self, made.velocity, 0.005f * self.max_speed);
            break;
        }
        c->velocity[e] = made.velocity;
        c->heading[e] = made.heading;
        c->spin[e] = made.spin;
        // In double and rounded once, as the world moves its agents.
        c->position[e].x = (float)((double)c->position[e].x + (double)made.velocity.x * STEP);
        c->position[e].y = (float)((double)c->position[e].y + (double)made.velocity.y * STEP);
    }
}

// ---- the scene ----------------------------------------------------------------------------------------------------

static wend_recipe recipe_of(wend_body_kind body)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    wend_recipe_add(&recipe, WEND_WISH_AVOID, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1.0f);
    recipe.combiner = WEND_COMBINE_SUM;
    recipe.sense.kind = WEND_SENSE_WHISKERS;
    recipe.sense.feel = feel();
    recipe.body = body;
    return recipe;
}

static wend_status systems_init(scene_run *run, wend_error *error)
{
    systems *s = run->state;
    wend_obstacles_def obstacles = wend_default_obstacles_def();
    obstacles.allocator = run->allocator;
    s->pillars = wend_obstacles_create(&obstacles, error);
    if (!s->pillars)
        return WEND_ERROR_MEMORY;
    for (int i = 0; i < PILLARS; i++)
    {
        wend_shape pillar = wend_default_shape(WEND_SHAPE_CIRCLE);
        pillar.position = pillars[i];
        pillar.radius = pillar_radius;
        if (wend_obstacles_add(s->pillars, &pillar).value == 0)
            return WEND_ERROR_MEMORY;
    }
    s->caster = wend_obstacles_caster(s->pillars);
    wend_world_def def = part_world_def(run);
    def.caster = s->caster;
    def.does_push_apart = def.does_stop_at_obstacles = false; // they only steer
    wend_status status = part_make_world(run, &def, error);
    for (int e = 0; e < ENTITIES && status == WEND_OK; e++)
    {
        wend_agent_def twin = wend_default_agent_def();
        s->c.position[e] = wend_path_point(&path, 2.2f + 5.4f * (float)e);
        s->c.heading[e] = wend_path_nearest(&path, s->c.position[e]).tangent;
        s->c.body[e] = (wend_body_kind)(e % 3);
        twin.agent = agent_of(&s->c, e);
        s->twins[e] = wend_world_spawn(run->world, &twin);
        s->c.progress[e] = wend_path_begin(&path, s->c.position[e], NULL);
        wend_recipe recipe = recipe_of(s->c.body[e]);
        wend_goal goal = wend_goal_follow(route, 6, true);
        goal.begins_nearest = true;
        status = wend_world_set_recipe(run->world, s->twins[e], &recipe);
        if (status == WEND_OK)
            status = wend_world_set_goal(run->world, s->twins[e], &goal);
    }
    return status;
}

static void systems_stop(scene_run *run)
{
    systems *s = run->state;
    wend_obstacles_destroy(s->pillars);
    s->pillars = NULL;
}

static void systems_input(scene_run *run)
{
    systems *s = run->state;
    int number = run->input.key - '1';
    if (number >= 0 && number < SYSTEMS)
        s->is_off[number] = !s->is_off[number];
}

static void systems_step(scene_run *run)
{
    systems *s = run->state;
    if (!s->is_off[FOLLOW])
        follow(&s->c);
    if (!s->is_off[SENSE])
        sense(&s->c, &s->caster);
    if (!s->is_off[STEER])
        steer(&s->c);
    if (!s->is_off[MOVE])
        move(&s->c);
    wend_world_step(run->world, STEP);
}

static uint64_t hash_body(uint64_t hash, wend_vec position, wend_vec velocity, wend_vec heading)
{
    const float numbers[] = {position.x, position.y, velocity.x, velocity.y, heading.x, heading.y};
    return part_hash(hash, numbers, 6);
}

static uint64_t hash_of_components(const components *c)
{
    uint64_t hash = 14695981039346656037u;
    for (int e = 0; e < ENTITIES; e++)
        hash = hash_body(hash, c->position[e], c->velocity[e], c->heading[e]);
    return hash;
}

static uint64_t hash_of_world(const scene_run *run)
{
    const systems *s = run->state;
    uint64_t hash = 14695981039346656037u;
    for (int e = 0; e < ENTITIES; e++)
        hash = hash_body(hash, wend_world_position(run->world, s->twins[e]),
                         wend_world_velocity(run->world, s->twins[e]), wend_world_heading(run->world, s->twins[e]));
    return hash;
}

static uint64_t systems_hash(const scene_run *run)
{
    return hash_of_components(&((const systems *)run->state)->c);
}

// ---- drawing ------------------------------------------------------------------------------------------------------

static const struct
{
    const char *name, *reads, *writes;
} about[SYSTEMS] = {{"1 follow", "reads position, velocity", "writes progress, way"},
                    {"2 sense", "reads position, way", "writes hits"},
                    {"3 steer", "reads way, hits", "writes wish"},
                    {"4 move", "reads wish", "writes velocity, position"}};

static const wend_colour body_colours[3] = {COLOUR_SKY, COLOUR_GREEN, COLOUR_PINK};
static const char *const body_names[3] = {"point", "turns on the spot", "car"};
static const wend_colour free_colour = 0x8b97a580u, hit_colour = 0xf0693cd0u, route_colour = 0x64bdf26eu;
static const wend_colour way_colour = 0xc9a6ffffu, wish_colour = 0x3ecf6aebu; // a watched one's lie over them

static void draw_systems(const systems *s, const wend_draw *draw)
{
    for (int i = 0; i < SYSTEMS; i++)
    {
        float x = -11.6f + 6.0f * (float)i, y = 7.6f;
        const wend_vec frame[4] = {{x, y, 0}, {x + 5.4f, y, 0}, {x + 5.4f, y + 2.2f, 0}, {x, y + 2.2f, 0}};
        wend_colour colour = s->is_off[i] ? COLOUR_GREY : COLOUR_YELLOW;
        for (int k = 0; k < 4; k++)
            draw->line(frame[k], frame[(k + 1) % 4], faded(colour, 160), s->is_off[i], draw->user);
        draw->text(wend_xyz(x + 0.3f, y + 1.6f, 0), about[i].name, colour, draw->user);
        draw->text(wend_xyz(x + 0.3f, y + 0.95f, 0), s->is_off[i] ? "switched off" : about[i].reads, COLOUR_GREY,
                   draw->user);
        if (!s->is_off[i])
            draw->text(wend_xyz(x + 0.3f, y + 0.4f, 0), about[i].writes, COLOUR_GREY, draw->user);
        if (i + 1 < SYSTEMS)
            wend_draw_arrow(draw, wend_xyz(x + 5.45f, y + 1.1f, 0), wend_xyz(0.5f, 0, 0), COLOUR_GREY, false);
    }
}

static void draw_entity(const scene_run *run, const wend_draw *draw, int e)
{
    const components *c = &((const systems *)run->state)->c;
    const wend_agent_id twin = ((const systems *)run->state)->twins[e];
    for (int i = 0; i < WEND_WHISKERS; i++)
    {
        bool is_hit = c->hits[e][i].body != 0;
        float share = c->hits[e][i].distance / fmaxf(wend_length(c->casts[e][i].along), 1e-6f);
        wend_vec end = wend_add(c->casts[e][i].from, wend_scale(c->casts[e][i].along, is_hit ? share : 1.0f));
        draw->line(c->casts[e][i].from, end, is_hit ? hit_colour : free_colour, false, draw->user);
        draw->circle(end, radius, is_hit ? hit_colour : free_colour, false, draw->user);
    }
    draw->circle(c->progress[e].aim, 0.1f, way_colour, true, draw->user);
    draw->circle(wend_world_position(run->world, twin), radius + 0.14f, COLOUR_TEXT, false, draw->user);
    wend_draw_agent(draw, c->position[e], c->heading[e], radius, body_colours[c->body[e] % 3]);
    wend_draw_arrow(draw, c->position[e], wend_scale(c->way[e], 0.4f), way_colour, true);
    wend_draw_arrow(draw, c->position[e], wend_scale(c->wish[e], 0.4f), wish_colour, true);
}

static void systems_draw(const scene_run *run, const wend_draw *draw)
{
    const systems *s = run->state;
    for (int i = 0; i < path.count; i++)
        draw->line(route[i], route[(i + 1) % path.count], route_colour, true, draw->user);
    for (int i = 0; i < PILLARS; i++)
        draw->circle(pillars[i], pillar_radius, faded(COLOUR_GREY, 150), true, draw->user);
    for (int e = 0; e < ENTITIES; e++)
        draw_entity(run, draw, e);
    draw_systems(s, draw);
}

static void systems_legend(const scene_run *run, scene_legend *legend)
{
    const components *c = &((const systems *)run->state)->c;
    int hits = 0, wishes = 0;
    for (int e = 0; e < ENTITIES; e++)
    {
        scene_add_sign(legend, SCENE_BODY, body_colours[c->body[e] % 3], body_names[c->body[e] % 3]);
        wishes += wend_length(c->wish[e]) > 0.0f;
        for (int i = 0; i < WEND_WHISKERS; i++)
            hits += c->hits[e][i].body != 0;
    }
    scene_add_sign(legend, SCENE_CIRCLE, COLOUR_TEXT, "its twin in a world");
    scene_add_sign(legend, SCENE_DASHED, route_colour, "path");
    scene_add_sign(legend, SCENE_DOT, way_colour, "aim on the path");
    if (wishes > 0) // before the first step there is none
    {
        scene_add_sign(legend, SCENE_DASHED_ARROW, way_colour, "way (before walls)");
        scene_add_sign(legend, SCENE_DASHED_ARROW, wish_colour, "wish");
    }
    if (hits < ENTITIES * WEND_WHISKERS)
        scene_add_sign(legend, SCENE_LINE, free_colour, "whisker, free");
    if (hits > 0)
        scene_add_sign(legend, SCENE_LINE, hit_colour, "whisker that hits");
}

static void systems_status(const scene_run *run, char *text, size_t capacity)
{
    uint64_t own = systems_hash(run), world = hash_of_world(run);
    snprintf(text, capacity, "hash of the components %08x   of the world %08x   %s", (unsigned)(own >> 32),
             (unsigned)(world >> 32), own == world ? "the same" : "they differ");
}

// ---- facts --------------------------------------------------------------------------------------------------------

/// How deep the worst of them has been in a pillar, while it played.
static float play_and_touch(scene_run *run, int frames, int *same)
{
    const systems *s = run->state;
    float deepest = 0.0f;
    for (int k = 0; k < frames; k++)
    {
        part_play(run, (scene_input){0}, STEP);
        *same += systems_hash(run) == hash_of_world(run);
        for (int e = 0; e < ENTITIES; e++)
            for (int i = 0; i < PILLARS; i++)
                deepest = fmaxf(deepest, radius + pillar_radius - wend_distance(s->c.position[e], pillars[i]));
    }
    return deepest;
}

static void systems_verify(scene_run *run)
{
    const systems *s = run->state;
    int same = 0;
    float deepest = play_and_touch(run, 1800, &same);
    scene_check(run, same == 1800, "only %d of 1800 steps were those of the world", same);
    scene_check(run, deepest < 0.1f, "somebody was %g deep in a pillar", (double)deepest);
    for (int e = 0; e < ENTITIES; e++)
        scene_check(run, s->c.progress[e].lap >= 1, "entity %d has done no lap in half a minute", e);
    // Without sensing they run into pillars, and are the world's twins no more.
    scene_restart(run, NULL);
    same = 0;
    part_play(run, (scene_input){.key = '2'}, STEP);
    deepest = play_and_touch(run, 600, &same);
    scene_check(run, deepest > 0.5f, "without sensing the worst was only %g deep in a pillar", (double)deepest);
    scene_check(run, same < 300, "without sensing %d of 600 steps were those of the world", same);
}

const scene scene_systems = {
    .name = "systems",
    .title = "Systems",
    .about = "Follow, sense, steer, move: four systems over component arrays, the same bits as a world with recipes.",
    .keys = "1 to 4: switch a system off and on",
    .state_size = sizeof(systems),
    .step_seconds = STEP,
    .picture_seconds = 5.0,
    .low = {-12.0f, -7.8f, 0.0f},
    .high = {12.4f, 10.2f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = systems_init,
    .input = systems_input,
    .step = systems_step,
    .draw = systems_draw,
    .legend = systems_legend,
    .status = systems_status,
    .hash = systems_hash,
    .verify = systems_verify,
    .stop = systems_stop,
};
