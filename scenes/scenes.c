#include "scenes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
extern const scene
    scene_quick_start,
    scene_playground,
    scene_chase,
    scene_flock,
    scene_birds,
    scene_indexed_flock,
    scene_critters,
    scene_course,
    scene_context_rings,
    scene_spheres,
    scene_arena,
    scene_systems,
    scene_vocabulary,
    scene_obstacle_course,
    scene_pathfinder,
    scene_maze_crowd,
    scene_orders,
    scene_formation,
    scene_settle,
    scene_mesh_walk,
    scene_states,
    scene_evacuate,
    scene_steerbench,
    scene_survivors,
    scene_circle_swap,
    scene_swap_3d,
    scene_crossing,
    scene_hallway,
    scene_million;

const scene *const scene_table[] = {
    &scene_quick_start,
    &scene_playground,
    &scene_chase,
    &scene_flock,
    &scene_birds,
    &scene_indexed_flock,
    &scene_critters,
    &scene_course,
    &scene_context_rings,
    &scene_spheres,
    &scene_arena,
    &scene_systems,
    &scene_vocabulary,
    &scene_obstacle_course,
    &scene_pathfinder,
    &scene_maze_crowd,
    &scene_orders,
    &scene_formation,
    &scene_settle,
    &scene_mesh_walk,
    &scene_states,
    &scene_evacuate,
    &scene_steerbench,
    &scene_survivors,
    &scene_circle_swap,
    &scene_swap_3d,
    &scene_crossing,
    &scene_hallway,
    &scene_million,
};
// clang-format on
const int scene_count = (int)(sizeof scene_table / sizeof *scene_table);

const scene *scene_find(const char *name)
{
    for (int i = 0; name && i < scene_count; i++)
        if (strcmp(scene_table[i]->name, name) == 0)
            return scene_table[i];
    return NULL;
}

int scene_param_index(const scene *kind, const char *name)
{
    for (int i = 0; i < kind->param_count; i++)
        if (strcmp(kind->params[i].name, name) == 0)
            return i;
    return -1;
}

// ---- a life -------------------------------------------------------------------------------------------------------

static wend_status begin(scene_run *run, wend_error *error)
{
    const scene *kind = run->kind;
    memset(run->state, 0, kind->state_size);
    memset(&run->input, 0, sizeof run->input);
    run->seconds = 0.0;
    run->low = kind->low;
    run->high = kind->high;
    run->watched.value = 0;
    run->is_paused = false;
    wend_status status = kind->init(run, error);
    const wend_error *reason = run->world ? wend_world_error(run->world) : NULL;
    if (status != WEND_OK && error && error->status == WEND_OK)
    {
        error->status = status;
        snprintf(error->text, sizeof error->text, "%s: %.150s", kind->name,
                 reason && reason->status != WEND_OK ? reason->text : wend_status_text(status));
    }
    return status;
}

scene_run *scene_start(const scene *kind, const scene_options *options, wend_error *error)
{
    scene_options usual = {0};
    options = options ? options : &usual;
    scene_run *run = calloc(1, sizeof *run);
    void *state = calloc(1, kind->state_size);
    if (run && state)
    {
        run->kind = kind;
        run->state = state;
        run->seed = options->seed ? options->seed : 1;
        run->threads = options->threads ? options->threads : 1;
        run->allocator = options->allocator;
        for (int i = 0; i < kind->param_count; i++)
            run->params[i] = kind->params[i].start;
        if (begin(run, error) == WEND_OK)
            return run;
    }
    else if (error)
    {
        error->status = WEND_ERROR_MEMORY;
        snprintf(error->text, sizeof error->text, "no memory for the scene %s", kind->name);
    }
    if (run && state && kind->stop)
        kind->stop(run);
    if (run)
        wend_world_destroy(run->world);
    free(run);
    free(state);
    return NULL;
}

void scene_stop(scene_run *run)
{
    if (!run)
        return;
    if (run->kind->stop)
        run->kind->stop(run);
    wend_world_destroy(run->world);
    free(run->state);
    free(run);
}

wend_status scene_restart(scene_run *run, wend_error *error)
{
    wend_world *old = run->world;
    if (run->kind->stop)
        run->kind->stop(run);
    wend_status status = begin(run, error);
    if (status == WEND_OK || run->world != old)
        wend_world_destroy(old);
    return status;
}

// ---- a frame ------------------------------------------------------------------------------------------------------

static wend_vec projected(const scene_run *run, wend_vec point)
{
    return run->kind->project ? run->kind->project(run, point) : point;
}

void scene_watch(scene_run *run, wend_agent_id id)
{
    if (run->watched.value != 0 && wend_world_has(run->world, run->watched))
        wend_watch(run->world, run->watched, false);
    bool is_same = wend_same_agent(run->watched, id);
    run->watched.value = 0;
    if (!is_same && id.value != 0 && wend_watch(run->world, id, true) == WEND_OK)
        run->watched = id;
}

/// A click on an agent shows its vectors, or hides them.
static void watch_clicked(scene_run *run)
{
    wend_vec size = wend_sub(run->high, run->low);
    float nearest = 0.025f * fminf(size.x, size.y);
    wend_agent_id chosen = {0};
    int capacity = wend_world_count(run->world);
    wend_agent_id *ids = calloc((size_t)capacity + 1, sizeof *ids);
    int count = ids ? wend_world_list(run->world, ids, capacity) : 0;
    for (int i = 0; i < count; i++)
    {
        wend_agent_def def;
        wend_world_get(run->world, ids[i], &def);
        wend_vec at = projected(run, def.agent.position);
        at.z = 0.0f;
        float distance = wend_distance(at, run->input.pointer);
        if (!run->kind->project)
            distance -= def.agent.radius;
        if (distance < nearest && def.user != SCENE_HIDDEN)
        {
            nearest = distance;
            chosen = ids[i];
        }
    }
    free(ids);
    if (chosen.value != 0)
        scene_watch(run, chosen);
}

void scene_advance(scene_run *run, const scene_input *input)
{
    const scene *kind = run->kind;
    run->input = *input;
    bool is_single = input->key == 'n';
    if (input->key == 'p' || (input->key == ' ' && !kind->has_own_space))
        run->is_paused = !run->is_paused;
    if (input->key == 'r' && !kind->has_own_r && scene_restart(run, NULL) != WEND_OK)
        return;
    if (input->is_clicked)
        watch_clicked(run);
    if (kind->input)
        kind->input(run);
    if (run->is_paused && !is_single)
        return;
    kind->step(run);
    run->seconds += kind->step_seconds;
}

void scene_advance_demo(scene_run *run)
{
    scene_input input = {0};
    if (run->kind->demo)
        run->kind->demo(run, &input);
    scene_advance(run, &input);
}

uint64_t scene_hash(const scene_run *run)
{
    uint64_t hash = wend_world_hash(run->world);
    return run->kind->hash ? (hash ^ run->kind->hash(run)) * 1099511628211u : hash;
}

// ---- drawing ------------------------------------------------------------------------------------------------------

// A draw table whose points go through the scene's projection first.
typedef struct projecting
{
    const scene_run *run;
    const wend_draw *draw;
} projecting;

static void projected_line(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user)
{
    const projecting *p = user;
    p->draw->line(projected(p->run, from), projected(p->run, to), colour, is_dashed, p->draw->user);
}

int scene_list_neighbours(const scene_run *run, const wend_reason *reason, wend_vec places[SCENE_NEIGHBOURS])
{
    wend_agent_def self;
    wend_recipe recipe;
    if (reason->neighbours == 0 || wend_world_get(run->world, run->watched, &self) != WEND_OK ||
        wend_world_get_recipe(run->world, run->watched, &recipe) != WEND_OK)
        return 0;
    wend_filter filter = {.layers = self.mask, .group = self.group, .ignore = run->watched};
    wend_agent_id ids[SCENE_NEIGHBOURS];
    wend_agent body = self.agent;
    int near = wend_world_within(run->world, body.position, body.neighbour_radius, &filter, ids, SCENE_NEIGHBOURS);
    int count = 0;
    for (int i = 0; i < near && i < SCENE_NEIGHBOURS; i++)
    {
        wend_vec at = wend_world_position(run->world, ids[i]);
        if (wend_sees(&body, at, body.neighbour_radius, recipe.flock.sight_cos, NULL)) // not across an edge that wraps
            places[count++] = at;
    }
    return count;
}

void scene_draw(const scene_run *run, const wend_draw *draw)
{
    run->kind->draw(run, draw);
    wend_reason reason;
    if (run->watched.value == 0 || wend_explain(run->world, run->watched, &reason) != WEND_OK)
        return;
    projecting context = {run, draw};
    wend_draw table = wend_default_draw();
    table.line = projected_line;
    table.user = &context;
    wend_agent_def def;
    wend_world_get(run->world, run->watched, &def);
    wend_vec seen[SCENE_NEIGHBOURS];
    int seen_count = scene_list_neighbours(run, &reason, seen);
    for (int i = 0; i < seen_count; i++)
        table.line(def.agent.position, seen[i], SCENE_NEIGHBOUR_COLOUR, false, table.user);
    float longest = fmaxf(def.agent.max_speed, 1e-6f);
    wend_vec size = wend_sub(run->high, run->low);
    float scale = run->kind->project ? 6.0f * def.agent.radius / longest : 0.12f * fminf(size.x, size.y) / longest;
    wend_draw_reason(&table, &reason, scale);
    wend_vec way[256];
    int points = wend_world_way(run->world, run->watched, way, 256);
    wend_draw_way(&table, way, points < 256 ? points : 256, 0.25f * def.agent.radius);
}

// ---- verifying ----------------------------------------------------------------------------------------------------

bool scene_verify(scene_run *run)
{
    run->checks_passed = run->checks_failed = 0;
    run->failure[0] = 0;
    run->kind->verify(run);
    return run->checks_failed == 0 && run->checks_passed > 0;
}

bool scene_check(scene_run *run, bool is_true, const char *format, ...)
{
    if (is_true)
    {
        run->checks_passed++;
        return true;
    }
    if (run->checks_failed++ == 0)
    {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(run->failure, sizeof run->failure, format, arguments);
        va_end(arguments);
    }
    return false;
}
