// A navigation mesh, walked: corridors that are repaired as their agents are pushed about.
#include "mesh_walk.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const float mesh_walk_gust_radius = 3.0f, mesh_walk_added_seconds = 1.5f;

static const float radius = 0.3f, arrives_within = 0.9f, step_seconds = 1.0f / 60.0f;

static const scene_param params[] = {
    {"gusts", "G gusts push by themselves", 0.0f, 1.0f, 1.0f, true},
    {"strength", "strength of a push", 0.0f, 20.0f, 11.0f, false},
    {"speed", "top speed", 1.0f, 6.0f, 3.2f, false},
};

// Where they go, one after the other.
static const wend_vec places[] = {{-15.5f, -8.0f, 0.0f}, {15.5f, 8.0f, 0.0f}, {0.5f, 4.0f, 0.0f},  {15.8f, -8.0f, 0.0f},
                                  {-9.5f, 8.3f, 0.0f},   {10.2f, 3.5f, 0.0f}, {-4.8f, 0.0f, 0.0f}, {5.0f, -8.0f, 0.0f},
                                  {-15.8f, 2.2f, 0.0f},  {16.0f, 0.0f, 0.0f}, {5.8f, 7.2f, 0.0f},  {-9.3f, -2.4f, 0.0f},
                                  {-4.5f, 8.0f, 0.0f}};
static const int place_count = (int)(sizeof places / sizeof *places);

// ---- a life -----------------------------------------------------------------------------------------------------

static wend_recipe recipe_of(void)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    wend_recipe_add(&recipe, WEND_WISH_SEPARATE, 0.35f);
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1.0f);
    recipe.combiner = WEND_COMBINE_SUM;
    return recipe;
}

/// Plans the way to the next place.
static void plan(mesh_walk *m, int index)
{
    mesh_walker *w = &m->walkers[index];
    wend_mesh_query query = wend_default_mesh_query();
    query.start = w->corridor.position.point;
    query.goal = places[(index * 4 + 1 + w->stop * (1 + index % 5)) % place_count];
    query.radius = radius;
    wend_mesh_find(m->search, m->mesh, &query);
    m->lost += !wend_corridor_set(&w->corridor, m->mesh, m->search);
    m->plans++;
    if (index == m->shown)
        memset(m->added, 0, sizeof m->added);
}

static wend_status mesh_walk_init(scene_run *run, wend_error *error)
{
    mesh_walk *m = run->state;
    wend_mesh_def map = mesh_walk_map;
    map.allocator = run->allocator;
    m->mesh = wend_mesh_create(&map, error);
    m->search = m->mesh ? wend_mesh_search_create(&run->allocator, error) : NULL;
    if (!m->search)
        return WEND_ERROR_MEMORY;
    wend_world_def def = part_world_def(run);
    wend_status status = part_make_world(run, &def, error);
    const wend_recipe recipe = recipe_of();
    for (int i = 0; i < MESH_WALKERS && status == WEND_OK; i++)
    {
        mesh_walker *w = &m->walkers[i];
        wend_agent_def agent = wend_default_agent_def();
        wend_vec at = {-16.0f + 32.0f * part_spread(i, 2), -9.0f + 18.0f * part_spread(i, 3), 0.0f};
        wend_mesh_spot spot = wend_mesh_nearest(m->mesh, at, 40.0f, WEND_MESH_ALL);
        agent.agent.position = spot.point;
        agent.agent.radius = radius;
        agent.agent.neighbour_radius = 1.4f;
        agent.agent.arrival_radius = 1.0f;
        agent.agent.max_speed = part_param(run, "speed");
        agent.group = 1;
        w->id = wend_world_spawn(run->world, &agent);
        w->corridor = (wend_corridor){.polygons = w->room, .capacity = MESH_ROOM, .position = spot};
        status = wend_world_set_recipe(run->world, w->id, &recipe);
        plan(m, i);
    }
    return status;
}

static void mesh_walk_stop(scene_run *run)
{
    mesh_walk *m = run->state;
    wend_mesh_search_destroy(m->search);
    wend_mesh_destroy(m->mesh);
    m->search = NULL;
    m->mesh = NULL;
}

/// Pushes everybody near away from a point.
static void push_at(scene_run *run, wend_vec at)
{
    mesh_walk *m = run->state;
    for (int i = 0; i < MESH_WALKERS; i++)
    {
        wend_vec off = wend_sub(m->walkers[i].corridor.position.point, at);
        float near_share = 1.0f - wend_length(off) / mesh_walk_gust_radius;
        if (near_share <= 0.0f)
            continue;
        wend_vec away = wend_scale(wend_normalize(off), part_param(run, "strength") * (0.4f + 0.6f * near_share));
        m->walkers[i].push = wend_add(m->walkers[i].push, away);
        m->pushed++;
    }
    m->gust = at;
    m->gust_seconds = 1.0f;
}

static void mesh_walk_input(scene_run *run)
{
    if (part_key(run, 'g'))
        part_toggle(run, "gusts");
    if (run->input.is_clicked && run->input.has_pointer)
        push_at(run, run->input.pointer);
}

/// Every now and then a gust pushes somebody, from a little aside.
static void blow(scene_run *run)
{
    mesh_walk *m = run->state;
    int frame = (int)(run->seconds / (double)step_seconds + 0.5);
    m->gust_seconds = fmaxf(0.0f, m->gust_seconds - step_seconds);
    if (part_param(run, "gusts") < 0.5f || frame % 66 != 50)
        return;
    const mesh_walker *w = &m->walkers[m->gusts % 3 == 0 ? m->shown : (m->gusts * 5) % MESH_WALKERS];
    wend_vec aside = wend_rotate(wend_world_heading(run->world, w->id), m->gusts % 2 ? 1.2f : -1.2f);
    m->gusts++;
    push_at(run, wend_add(w->corridor.position.point, wend_scale(aside, 0.8f)));
}

// ---- a frame ----------------------------------------------------------------------------------------------------

/// Tells the world where everybody wants to go: to the next corner, and to stop at the last one.
static void aim(scene_run *run, int index)
{
    mesh_walk *m = run->state;
    mesh_walker *w = &m->walkers[index];
    wend_vec points[2];
    wend_corridor_shorten(&w->corridor, m->mesh);
    int count = wend_corridor_corners(&w->corridor, m->mesh, points, 2);
    wend_vec corner = count > 0 ? points[count - 1] : w->corridor.position.point;
    bool is_last = wend_equal(corner, w->corridor.goal.point);
    wend_goal goal = is_last ? wend_goal_arrive(corner) : wend_goal_seek(corner);
    wend_world_set_goal(run->world, w->id, &goal);
}

static bool had_polygon(const int *polygons, int count, int polygon)
{
    for (int i = 0; i < count; i++)
        if (polygons[i] == polygon)
            return true;
    return false;
}

/// Marks what a repair has added to a corridor. Returns whether it has.
static bool mark_added(mesh_walk *m, int index, const int *before, int count)
{
    const wend_corridor *c = &m->walkers[index].corridor;
    bool is_repaired = false;
    for (int i = 0; i < c->count; i++)
    {
        bool is_new = !had_polygon(before, count, c->polygons[i]);
        is_repaired |= is_new;
        if (is_new && index == m->shown)
            m->added[c->polygons[i]] = mesh_walk_added_seconds;
    }
    return is_repaired;
}

/// Moves somebody as the world has thought, and as it is pushed, but never off the mesh.
static void move(scene_run *run, int index)
{
    mesh_walk *m = run->state;
    mesh_walker *w = &m->walkers[index];
    int before[MESH_ROOM], count = w->corridor.count;
    memcpy(before, w->room, sizeof before);
    wend_vec from = w->corridor.position.point, wish = wend_world_velocity(run->world, w->id);
    wend_vec velocity = wend_add(wish, w->push);
    wend_vec to = wend_corridor_move(&w->corridor, m->mesh, wend_add(from, wend_scale(velocity, step_seconds)));
    m->repairs += mark_added(m, index, before, count);
    wend_vec walked = wend_sub(wend_scale(wend_sub(to, from), 1.0f / step_seconds), w->push);
    wend_world_report(run->world, w->id, to, wend_cut(walked, wend_length(wish)));
    w->push = wend_scale(w->push, 1.0f - 5.0f * step_seconds);
    if (w->corridor.is_lost || w->corridor.is_cut)
        m->lost++;
    else if (wend_distance(to, w->corridor.goal.point) > arrives_within)
        return;
    else
    {
        m->arrivals++;
        w->stop++;
    }
    plan(m, index);
}

static void choose_shown(scene_run *run)
{
    mesh_walk *m = run->state;
    for (int i = 0; i < MESH_WALKERS; i++)
        if (run->watched.value != 0 && i != m->shown && wend_same_agent(run->watched, m->walkers[i].id))
        {
            m->shown = i;
            memset(m->added, 0, sizeof m->added);
        }
}

static void mesh_walk_step(scene_run *run)
{
    mesh_walk *m = run->state;
    choose_shown(run);
    for (int i = 0; i < MESH_POLYGONS; i++)
        m->added[i] = fmaxf(0.0f, m->added[i] - step_seconds);
    blow(run);
    for (int i = 0; i < MESH_WALKERS; i++)
    {
        wend_agent_def def;
        wend_world_get(run->world, m->walkers[i].id, &def);
        if (def.agent.max_speed != part_param(run, "speed"))
        {
            def.agent.max_speed = part_param(run, "speed");
            wend_world_set(run->world, m->walkers[i].id, &def);
        }
        aim(run, i);
    }
    wend_world_think(run->world, run->kind->step_seconds);
    for (int i = 0; i < MESH_WALKERS; i++)
        move(run, i);
}

static void mesh_walk_status(const scene_run *run, char *text, size_t capacity)
{
    const mesh_walk *m = run->state;
    snprintf(text, capacity, "%d arrivals   %d pushes   %d repairs   %d plans", m->arrivals, m->pushed, m->repairs,
             m->plans);
}

static void mesh_walk_demo(const scene_run *run, scene_input *input)
{
    const mesh_walk *m = run->state;
    int frame = (int)(run->seconds / (double)step_seconds + 0.5);
    input->has_pointer = true;
    input->is_clicked = frame % 240 == 200;
    input->pointer = wend_add(m->walkers[m->shown].corridor.position.point, wend_xyz(1.3f, -1.2f, 0.0f));
}

// ---- facts ------------------------------------------------------------------------------------------------------

static uint64_t mesh_walk_hash(const scene_run *run)
{
    const mesh_walk *m = run->state;
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < MESH_WALKERS; i++)
    {
        const mesh_walker *w = &m->walkers[i];
        const float numbers[] = {w->corridor.position.point.x,
                                 w->corridor.position.point.y,
                                 (float)w->corridor.count,
                                 (float)w->corridor.polygons[0],
                                 (float)w->stop,
                                 w->push.x,
                                 w->push.y};
        hash = part_hash(hash, numbers, 7);
    }
    return hash;
}

static void mesh_walk_verify(scene_run *run)
{
    const mesh_walk *m = run->state;
    int off = 0, least = 1000, farthest = 0;
    for (int frame = 0; frame < 60 * 60; frame++)
    {
        part_play(run, (scene_input){0}, run->kind->step_seconds);
        for (int i = 0; i < MESH_WALKERS; i++)
            off += wend_mesh_at(m->mesh, wend_world_position(run->world, m->walkers[i].id), WEND_MESH_ALL).polygon < 0;
    }
    for (int i = 0; i < MESH_WALKERS; i++)
    {
        least = m->walkers[i].stop < least ? m->walkers[i].stop : least;
        farthest = m->walkers[i].stop > farthest ? m->walkers[i].stop : farthest;
    }
    scene_check(run, off == 0, "somebody was off the mesh %d times", off);
    scene_check(run, least >= 2, "in a minute somebody arrived only %d times", least);
    scene_check(run, farthest < 40, "somebody arrived %d times", farthest);
    scene_check(run, m->pushed > 30 && m->repairs > 10, "%d pushes, %d repairs", m->pushed, m->repairs);
    scene_check(run, m->lost == 0, "%d corridors were lost", m->lost);
    scene_check(run, m->plans == m->arrivals + MESH_WALKERS, "%d plans for %d arrivals", m->plans, m->arrivals);
    // a click pushes whoever is near, and nobody else
    scene_restart(run, NULL);
    wend_vec at = wend_world_position(run->world, m->walkers[0].id);
    part_play(run,
              (scene_input){.has_pointer = true, .is_clicked = true, .pointer = wend_add(at, wend_xyz(0.3f, 0, 0))},
              run->kind->step_seconds);
    scene_check(run, m->pushed > 0 && wend_world_position(run->world, m->walkers[0].id).x < at.x,
                "a click didn't push it away");
}

const scene scene_mesh_walk = {
    .name = "mesh_walk",
    .title = "Mesh walk",
    .about =
        "A navigation mesh: agents follow corridors of polygons, are pushed off them, and go on without a new plan.",
    .keys = "click: push, and watch who is there; G: gusts",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .state_size = sizeof(mesh_walk),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 25.45,
    .low = {-18.0f, -11.0f, 0.0f},
    .high = {18.0f, 11.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = mesh_walk_init,
    .input = mesh_walk_input,
    .step = mesh_walk_step,
    .draw = mesh_walk_draw,
    .legend = mesh_walk_legend,
    .status = mesh_walk_status,
    .demo = mesh_walk_demo,
    .hash = mesh_walk_hash,
    .verify = mesh_walk_verify,
    .stop = mesh_walk_stop,
};
