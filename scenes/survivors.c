// A gunner among zombies, who play by themselves: activations that weigh what he does, urgencies by which he chooses
// what he fetches, and the zombies' noses and eyes, all of it drawn over their heads.
#include "survivors.h"

#include <math.h>
#include <stdio.h>

const wend_vec survivors_low = {-17.5f, -10.5f, 0.0f}, survivors_high = {6.5f, 10.5f, 0.0f};
// In line with the cells of the map.
const survivors_block survivors_blocks[SURVIVORS_BLOCKS] = {
    {{-14.5f, 4.0f, 0.0f}, {-12.0f, 7.0f, 0.0f}}, {{-8.0f, 5.0f, 0.0f}, {-5.5f, 7.5f, 0.0f}},
    {{-1.0f, 5.5f, 0.0f}, {3.0f, 7.0f, 0.0f}},    {{-14.5f, -6.5f, 0.0f}, {-13.0f, -1.0f, 0.0f}},
    {{-9.5f, -1.0f, 0.0f}, {-4.5f, 0.5f, 0.0f}},  {{0.0f, -4.5f, 0.0f}, {1.5f, 1.0f, 0.0f}},
    {{-9.0f, -7.5f, 0.0f}, {-6.0f, -5.5f, 0.0f}}, {{3.0f, -8.0f, 0.0f}, {4.0f, -7.0f, 0.0f}},
};
const wend_vec survivors_graves[SURVIVORS_GRAVES] = {{-16.3f, 9.3f, 0.0f},  {-10.0f, 9.3f, 0.0f}, {-2.5f, 9.3f, 0.0f},
                                                     {5.3f, 9.3f, 0.0f},    {5.3f, -9.3f, 0.0f},  {-4.0f, -9.3f, 0.0f},
                                                     {-16.3f, -9.3f, 0.0f}, {5.3f, 2.0f, 0.0f}};
const wend_vec survivors_spots[SURVIVORS_SPOTS] = {
    {-16.0f, 5.5f, 0.0f},  {-10.0f, 6.0f, 0.0f}, {-3.3f, 6.5f, 0.0f},   {4.6f, 6.0f, 0.0f},   {-15.8f, -4.0f, 0.0f},
    {-11.2f, -3.6f, 0.0f}, {-2.6f, -1.6f, 0.0f}, {-10.8f, -8.6f, 0.0f}, {-1.6f, -7.6f, 0.0f}, {4.0f, -2.4f, 0.0f}};
static const wend_vec start = {-4.5f, 3.0f, 0.0f};

const float survivors_shot = 2.5f;
static const float bite = 5.0f, refill = 50.0f, arm = 0.15f; // how far a zombie reaches
static const double shot_every = 0.3, bite_every = 0.7, rise_every = 1.2, down_seconds = 3.0, pickup_seconds = 5.0;

enum
{
    CHOICE,
    MOST,
    BARS
};

static const scene_param params[] = {
    [CHOICE] = {"choice", "what he chooses by", 0.0f, 1.0f, 0.0f, false},
    [MOST] = {"zombies", "zombies at once", 1.0f, (float)ZOMBIES, (float)ZOMBIES, false},
    [BARS] = {"bars", "B bars over heads", 0.0f, 1.0f, 1.0f, true},
};

static const scene_whole wholes[] = {{CHOICE, survivors_choices}, {MOST, NULL}};

wend_vec survivors_place(const scene_run *run, wend_agent_id id)
{
    return wend_world_position(run->world, id);
}

// ---- the field ------------------------------------------------------------------------------------------------------

static bool add_blocks(survivors *s)
{
    bool is_whole = true;
    for (int i = 0; i < SURVIVORS_BLOCKS && is_whole; i++)
    {
        const survivors_block *b = &survivors_blocks[i];
        wend_shape box = wend_default_shape(WEND_SHAPE_BOX);
        box.position = wend_scale(wend_add(b->low, b->high), 0.5f);
        box.half = wend_scale(wend_sub(b->high, b->low), 0.5f);
        box.half.z = 1.0f;
        is_whole = wend_obstacles_add(s->walls, &box).value != 0;
    }
    return is_whole;
}

static bool add_fence(survivors *s)
{
    bool is_whole = true;
    const wend_vec l = survivors_low, h = survivors_high, corners[4] = {l, {h.x, l.y, 0.0f}, h, {l.x, h.y, 0.0f}};
    for (int i = 0; i < 4 && is_whole; i++)
    {
        wend_shape wall = wend_default_shape(WEND_SHAPE_SEGMENT);
        wall.from = corners[i];
        wall.to = corners[(i + 1) % 4];
        is_whole = wend_obstacles_add(s->walls, &wall).value != 0;
    }
    return is_whole;
}

static wend_status build_field(survivors *s, const scene_run *run, wend_error *error)
{
    const float radius = HULL + 0.02f;
    wend_obstacles_def obstacles = wend_default_obstacles_def();
    wend_grid_def def = wend_default_grid_def();
    obstacles.allocator = def.allocator = run->allocator;
    def.cell_size = 0.5f;
    def.origin = survivors_low;
    def.width = (int)((survivors_high.x - survivors_low.x) / def.cell_size + 0.5f);
    def.height = (int)((survivors_high.y - survivors_low.y) / def.cell_size + 0.5f);
    def.radii = &radius;
    def.radius_count = 1;
    s->walls = wend_obstacles_create(&obstacles, error);
    s->map = wend_grid_create(&def, error);
    if (!s->walls || !s->map || !add_blocks(s))
        return WEND_ERROR_MEMORY;
    wend_raster raster = wend_default_raster(s->map);
    raster.caster = wend_obstacles_caster(s->walls);
    wend_status status = wend_grid_rasterize(s->map, &raster, error);
    // The fence comes last: outside the map is wall anyway.
    return status != WEND_OK || add_fence(s) ? status : WEND_ERROR_MEMORY;
}

static void survivors_stop(scene_run *run)
{
    survivors *s = run->state;
    wend_obstacles_destroy(s->walls);
    wend_grid_destroy(s->map);
    s->walls = NULL;
    s->map = NULL;
}

// ---- who lives ------------------------------------------------------------------------------------------------------

/// Who is down is in nobody's way.
static void put(scene_run *run, wend_agent_id id, bool is_up, uint32_t layer)
{
    wend_agent_def def;
    wend_world_get(run->world, id, &def);
    def.layers = is_up ? layer : LAYER_DOWN;
    def.mask = is_up ? 1u | LAYER_GUNNER | LAYER_ZOMBIE : 1u;
    def.user = is_up ? 0 : SCENE_HIDDEN;
    wend_world_set(run->world, id, &def);
    const wend_goal nothing = wend_goal_of(WEND_GOAL_NONE);
    wend_world_set_goal(run->world, id, &nothing);
}

static void move(scene_run *run, wend_agent_id id, wend_vec at)
{
    wend_vec middle = wend_scale(wend_add(survivors_low, survivors_high), 0.5f);
    wend_world_teleport(run->world, id, at, wend_xyz(0.0f, 0.0f, 0.0f), wend_normalize(wend_sub(middle, at)));
}

static void fall(scene_run *run, zombie *z)
{
    z->is_up = false;
    z->fell_at = run->seconds;
    wend_machine_stop(&zombie_machine, &z->machine, z);
    wend_layer_stop(&zombie_layer, &z->layer, z);
    put(run, z->id, false, LAYER_ZOMBIE);
}

/// Out of a grave that isn't close to the gunner.
static void rise(scene_run *run, zombie *z)
{
    survivors *s = run->state;
    int grave = 0;
    for (int tries = 0; tries < 8; tries++)
    {
        grave = (int)(wend_random_next(&s->random) % SURVIVORS_GRAVES);
        if (wend_distance(survivors_graves[grave], survivors_place(run, s->gunner.id)) > 7.0f)
            break;
    }
    z->is_up = true;
    z->hits = 3;
    z->pace = wend_random_between(&s->random, 0.85f, 1.15f);
    z->bites_at = 0.0;
    z->machine = (wend_machine){0};
    z->layer = (wend_layer){0};
    put(run, z->id, true, LAYER_ZOMBIE);
    move(run, z->id, survivors_graves[grave]);
}

static bool is_free(const survivors *s, int spot)
{
    for (int i = 0; i < PICKUPS; i++)
        if (s->pickups[i].is_there && s->pickups[i].spot == spot)
            return false;
    return true;
}

static void lay(survivors *s, pickup *p)
{
    int spot = (int)(wend_random_next(&s->random) % SURVIVORS_SPOTS);
    while (!is_free(s, spot)) // there are more spots than pickups
        spot = (spot + 1) % SURVIVORS_SPOTS;
    p->spot = spot;
    p->is_there = true;
}

/// He begins hurt, so that there is something to choose from the start.
static void begin_life(scene_run *run)
{
    survivors *s = run->state;
    gunner *g = &s->gunner;
    *g = (gunner){.id = g->id, .left = {70.0f, 100.0f}, .choice = -1, .pickup = -1, .target = -1, .nearest = -1};
    g->since = run->seconds;
    put(run, g->id, true, LAYER_GUNNER);
    move(run, g->id, start);
    for (int i = 0; i < PICKUPS; i++)
        s->pickups[i] = (pickup){.kind = (need)(i % NEEDS)};
    for (int i = 0; i < PICKUPS; i++)
        lay(s, &s->pickups[i]);
    for (int i = 0; i < ZOMBIES; i++)
        if (s->zombies[i].is_up)
            fall(run, &s->zombies[i]);
    s->rises_at = run->seconds;
}

static bool add_all(scene_run *run)
{
    survivors *s = run->state;
    wend_agent_def def = wend_default_agent_def();
    def.agent.position = start;
    def.agent.radius = HULL;
    def.agent.max_speed = 3.0f;
    def.agent.max_acceleration = 14.0f;
    wend_recipe recipe = survivors_gunner_recipe();
    s->gunner.id = wend_world_spawn(run->world, &def);
    def.decide_seconds = 0.2f;
    for (int i = 0; i < ZOMBIES; i++)
    {
        zombie *z = &s->zombies[i];
        def.agent.position = survivors_graves[i % SURVIVORS_GRAVES];
        *z = (zombie){.id = wend_world_spawn(run->world, &def), .run = run, .pace = 1.0f, .fell_at = -(double)FLT_MAX};
        wend_recipe own = survivors_zombie_recipe();
        if (z->id.value == 0 || wend_world_set_recipe(run->world, z->id, &own) != WEND_OK)
            return false;
        put(run, z->id, false, LAYER_ZOMBIE);
    }
    recipe.wishes[1].goal.target = s->zombies[0].id;
    return s->gunner.id.value != 0 && wend_world_set_recipe(run->world, s->gunner.id, &recipe) == WEND_OK;
}

/// Everybody plans a way across the field once: from then on there is memory for ways.
static void warm_up(scene_run *run)
{
    survivors *s = run->state;
    s->gunner.is_down = true;
    for (int i = -1; i < ZOMBIES; i++)
    {
        wend_agent_id id = i < 0 ? s->gunner.id : s->zombies[i].id;
        wend_goal across = wend_goal_travel(survivors_graves[(i + 4) % SURVIVORS_GRAVES]);
        wend_world_set_goal(run->world, id, &across);
    }
    for (int k = 0; k < 20; k++)
        wend_world_step(run->world, run->kind->step_seconds);
    for (int i = 0; i < ZOMBIES; i++)
        put(run, s->zombies[i].id, false, LAYER_ZOMBIE);
}

static wend_status survivors_init(scene_run *run, wend_error *error)
{
    survivors *s = run->state;
    wend_status status = wend_machine_check(&zombie_machine, error);
    if (status == WEND_OK)
        status = wend_layer_check(&zombie_layer, error);
    if (status == WEND_OK)
        status = wend_layer_check(&gunner_layer, error);
    if (status == WEND_OK)
        status = build_field(s, run, error);
    if (status != WEND_OK)
        return status;
    wend_world_def def = part_world_def(run);
    def.caster = wend_obstacles_caster(s->walls);
    def.grid = s->map;
    def.decide = survivors_decide;
    def.decide_user = run;
    status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    s->random = wend_random_seed(run->seed, 5);
    if (!add_all(run))
        return WEND_ERROR_MEMORY;
    warm_up(run);
    begin_life(run);
    return wend_world_error(run->world)->status;
}

// ---- a step ---------------------------------------------------------------------------------------------------------

/// How many there may be: more and more.
static int wanted(const scene_run *run)
{
    const survivors *s = run->state;
    int count = 4 + (int)((run->seconds - s->gunner.since) / 15.0), most = (int)(run->params[MOST] + 0.5f);
    return count < most ? count : most;
}

static void raise_zombies(scene_run *run)
{
    survivors *s = run->state;
    int up = 0;
    zombie *next = NULL;
    for (int i = 0; i < ZOMBIES; i++)
    {
        zombie *z = &s->zombies[i];
        up += z->is_up;
        if (!z->is_up && (!next || z->fell_at < next->fell_at))
            next = z;
    }
    if (!next || up >= wanted(run) || run->seconds < s->rises_at || s->is_quiet)
        return;
    rise(run, next);
    s->rises_at = run->seconds + rise_every;
}

/// A shot goes along his heading, less sure while he moves, and meets a wall or a zombie.
static void shoot(scene_run *run, gunner *g)
{
    survivors *s = run->state;
    wend_vec at = survivors_place(run, g->id), heading = wend_world_heading(run->world, g->id);
    float speed = wend_length(wend_world_velocity(run->world, g->id));
    float spread = 0.02f + 0.04f * speed;
    wend_vec along = wend_scale(wend_rotate(heading, wend_random_between(&s->random, -spread, spread)), 14.0f);
    wend_caster caster = wend_obstacles_caster(s->walls);
    wend_cast ray = {.from = at, .along = along};
    wend_hit wall;
    wend_vec to = caster.cast(&ray, &wall, caster.user) ? wall.point : wend_add(at, along);
    const wend_filter filter = {.layers = LAYER_ZOMBIE};
    wend_ray_hit met = wend_world_ray(run->world, at, to, &filter);
    for (int i = 0; i < ZOMBIES && met.agent.value != 0; i++)
        if (wend_same_agent(s->zombies[i].id, met.agent) && --s->zombies[i].hits <= 0)
        {
            fall(run, &s->zombies[i]);
            s->kills++;
        }
    bool has_hit = met.agent.value != 0;
    s->shots[s->shot_count++ % SHOTS] = (shot){at, has_hit ? met.point : to, run->seconds, has_hit};
    g->left[AMMO] -= survivors_shot;
    g->shoots_at = run->seconds + shot_every;
}

static void attack(scene_run *run, gunner *g)
{
    const survivors *s = run->state;
    bool may_shoot = g->target >= 0 && s->zombies[g->target].is_up && g->left[AMMO] >= survivors_shot;
    if (!may_shoot || run->seconds < g->shoots_at)
        return;
    wend_vec to = wend_sub(survivors_place(run, s->zombies[g->target].id), survivors_place(run, g->id));
    if (wend_dot(wend_normalize(to), wend_world_heading(run->world, g->id)) > 0.99f)
        shoot(run, g);
}

static void be_bitten(scene_run *run, gunner *g)
{
    survivors *s = run->state;
    for (int i = 0; i < ZOMBIES; i++)
    {
        zombie *z = &s->zombies[i];
        float away = wend_distance(survivors_place(run, z->id), survivors_place(run, g->id));
        if (!z->is_up || away > 2.0f * HULL + arm || run->seconds < z->bites_at)
            continue;
        z->bites_at = run->seconds + bite_every;
        g->left[HEALTH] -= bite;
        wend_layer_raise(&g->layer, FLEES, 100.0f);
    }
    if (g->left[HEALTH] > 0.0f)
        return;
    g->left[HEALTH] = 0.0f;
    g->is_down = true;
    g->down_at = run->seconds;
    g->target = -1;
    g->is_aiming = false;
    wend_layer_stop(&gunner_layer, &g->layer, run);
    put(run, g->id, false, LAYER_GUNNER);
    if (s->lives++ == 0)
        s->survived = run->seconds - g->since;
}

static void take_pickups(scene_run *run, gunner *g)
{
    survivors *s = run->state;
    for (int i = 0; i < PICKUPS; i++)
    {
        pickup *p = &s->pickups[i];
        bool is_here = wend_distance(survivors_spots[p->spot], survivors_place(run, g->id)) < 0.8f;
        if (p->is_there && is_here && g->left[p->kind] < 100.0f)
        {
            g->left[p->kind] = fminf(g->left[p->kind] + refill, 100.0f);
            p->is_there = false;
            p->back_at = run->seconds + pickup_seconds;
            s->taken[p->kind]++;
        }
        else if (!p->is_there && run->seconds >= p->back_at && !s->is_quiet)
            lay(s, p);
    }
}

static void survivors_step(scene_run *run)
{
    survivors *s = run->state;
    gunner *g = &s->gunner;
    raise_zombies(run);
    wend_world_step(run->world, run->kind->step_seconds);
    if (g->is_down)
    {
        if (run->seconds >= g->down_at + down_seconds)
            begin_life(run);
        return;
    }
    attack(run, g);
    be_bitten(run, g);
    if (!g->is_down)
        take_pickups(run, g);
}

static void survivors_input(scene_run *run)
{
    if (part_key(run, 'b'))
        part_toggle(run, "bars");
}

void survivors_arrange(scene_run *run, const float left[NEEDS], const int spots[NEEDS])
{
    survivors *s = run->state;
    begin_life(run);
    s->is_quiet = true;
    for (int i = 0; i < PICKUPS; i++)
        s->pickups[i].is_there = false;
    for (int k = 0; k < NEEDS; k++)
    {
        s->gunner.left[k] = left[k];
        s->pickups[k] = (pickup){.kind = (need)k, .spot = spots[k], .is_there = true};
    }
}

static void survivors_status(const scene_run *run, char *text, size_t capacity)
{
    const survivors *s = run->state;
    double end = s->gunner.is_down ? s->gunner.down_at : run->seconds;
    snprintf(text, capacity, "life %d, %.0f s   zombies shot: %d   picked up: %d for health, %d for ammunition",
             s->lives + !s->gunner.is_down, end - s->gunner.since, s->kills, s->taken[HEALTH], s->taken[AMMO]);
}

static uint64_t survivors_hash(const scene_run *run)
{
    const survivors *s = run->state;
    const gunner *g = &s->gunner;
    const float numbers[] = {g->left[HEALTH],      g->left[AMMO],          (float)g->decision,
                             (float)g->choice,     (float)s->kills,        (float)s->lives,
                             (float)s->shot_count, g->layer.degree[FLEES], (float)s->random.state};
    return part_hash(14695981039346656037u, numbers, (int)(sizeof numbers / sizeof *numbers));
}

/// The first life, or what was left of it when the time is over.
static double seconds_survived(const scene_run *run, bool *is_over)
{
    const survivors *s = run->state;
    *is_over = s->lives > 0;
    return s->lives > 0 ? s->survived : run->seconds;
}

static const scene_contest contest = {
    .whole = 0,
    .measure = "seconds survived",
    .most_seconds = 1200.0,
    .measured = seconds_survived,
};

const scene scene_survivors = {
    .name = "survivors",
    .title = "Survivors",
    .about = "A gunner among zombies: he wanders, flees, attacks, and fetches what is most urgent, as the bars say.",
    .keys = "B: bars over heads",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .contest = &contest,
    .state_size = sizeof(survivors),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 30.0,
    .low = {-18.0f, -11.0f, 0.0f},
    .high = {18.0f, 11.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = survivors_init,
    .input = survivors_input,
    .step = survivors_step,
    .draw = survivors_draw,
    .legend = survivors_legend,
    .status = survivors_status,
    .hash = survivors_hash,
    .verify = survivors_verify,
    .stop = survivors_stop,
};
