// A world: its definition, its life, and how it says what is wrong.
#include "store.h"

#include "brief.h"
#include "extras.h"
#include "flock_tile.h"
#include "grids.h"
#include "memory.h"
#include "paths.h"
#include "plans.h"
#include "record.h"
#include "storage.h"

#include <float.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- errors -------------------------------------------------------------------------------------------------------

wend_status world_fail(wend_world *world, wend_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    world->error.status = status;
    vsnprintf(world->error.text, sizeof world->error.text, format, arguments);
    va_end(arguments);
    if (world->def.log)
        world->def.log(world->error.text, world->def.log_user);
    return status;
}

// A check wrote its error into `error`: keep it.
wend_status world_fail_with(wend_world *world, const wend_error *error)
{
    return world_fail(world, error->status, "%s", error->text);
}

/// With more threads than one the others may be refused something, too: nothing is written then.
static wend_status fail_busy(wend_world *world, const char *what)
{
    if (world->def.threads > 1 && world->deciding.value == 0)
        return WEND_ERROR_BUSY;
    return world_fail(world, WEND_ERROR_BUSY, "%s was called during an update, from a callback", what);
}

wend_status world_fail_id(wend_world *world, const char *what, wend_agent_id id)
{
    return world_fail(world, WEND_ERROR_ID, "%s: there is no agent %llu in this world", what,
                      (unsigned long long)id.value);
}

wend_status world_check_still(wend_world *world, const char *what)
{
    if (!world)
        return WEND_ERROR_NULL;
    return world->is_updating ? fail_busy(world, what) : WEND_OK;
}

wend_status world_check_idle(wend_world *world, const char *what)
{
    wend_status status = world_check_still(world, what);
    if (status == WEND_OK)
        brief_forget(world);
    return status;
}

/// The same, and the index of an agent.
wend_status world_check_agent(wend_world *world, const char *what, wend_agent_id id, int *index)
{
    wend_status status = world_check_idle(world, what);
    if (status != WEND_OK)
        return status;
    *index = world_index(world, id);
    return *index < 0 ? world_fail_id(world, what, id) : WEND_OK;
}

/// The same for what an agent's own mind may do, while it decides.
wend_status world_check_own(wend_world *world, const char *what, wend_agent_id id, int *index)
{
    if (!world || world->deciding.value == 0 || !wend_same_agent(world->deciding, id))
        return world_check_agent(world, what, id, index);
    *index = world_index(world, id);
    brief_forget(world);
    return WEND_OK;
}

const wend_error *wend_world_error(const wend_world *world)
{
    static const wend_error none = {WEND_ERROR_NULL, "the world is null"};
    return world ? &world->error : &none;
}

// ---- a life -------------------------------------------------------------------------------------------------------

wend_world_def wend_default_world_def(void)
{
    wend_world_def def = {0};
    def.cookie = COOKIE_WORLD;
    def.seed = 1;
    def.threads = 1;
    def.does_push_apart = true;
    def.height_range = FLT_MAX;
    def.crowd_limit = 128;
    def.does_stop_at_obstacles = true;
    def.plan_budget = 10000;
    def.flow_count = 8;
    return def;
}

wend_agent_def wend_default_agent_def(void)
{
    wend_agent_def def = {0};
    def.cookie = COOKIE_AGENT;
    def.agent = wend_default_agent();
    def.agent.heading = wend_xyz(0.0f, 0.0f, 0.0f);
    def.layers = 1;
    def.mask = UINT32_MAX;
    def.power = 1.0f;
    return def;
}

static wend_status check_edges(const wend_world_def *def, wend_error *error)
{
    if (def->edge == WEND_EDGE_NONE)
        return WEND_OK;
    const float low[3] = {def->low.x, def->low.y, def->low.z}, high[3] = {def->high.x, def->high.y, def->high.z};
    for (int axis = 0; axis < 3; axis++)
    {
        if ((def->plane == WEND_XY && axis == 2) || (def->plane == WEND_XZ && axis == 1))
            continue;
        if (!(low[axis] < high[axis]) || !(high[axis] - low[axis] <= FLT_MAX))
            return error_set(error, WEND_ERROR_VALUE,
                             "world runs from %g to %g in %c, low must be below high and both finite",
                             (double)low[axis], (double)high[axis], "xyz"[axis]);
    }
    return WEND_OK;
}

/// A map lies in the plane of the world; where it wraps the world wraps at the same edges.
static wend_status check_map(const wend_world_def *def, wend_error *error)
{
    const wend_grid *grid = def->grid;
    if (grid && def->mesh)
        return error_set(error, WEND_ERROR_VALUE, "world grid and mesh are both given, must be one of them");
    if ((grid || def->mesh) && def->plane == WEND_XYZ)
        return error_set(error, WEND_ERROR_VALUE, "world %s is given in WEND_XYZ, must be null but in a plane",
                         grid ? "grid" : "mesh");
    if (!grid)
        return WEND_OK;
    const wend_grid_def *map = &grid->def;
    bool is_level = def->plane == WEND_XZ;
    const float edges[4] = {def->low.x, def->high.x, is_level ? def->low.z : def->low.y,
                            is_level ? def->high.z : def->high.y};
    const double own[4] = {(double)map->origin.x, (double)map->origin.x + (double)map->width * (double)map->cell_size,
                           (double)map->origin.y, (double)map->origin.y + (double)map->height * (double)map->cell_size};
    for (int i = 0; i < 4; i++)
    {
        bool wraps = i < 2 ? map->wraps_x : map->wraps_y;
        if (wraps && (def->edge != WEND_EDGE_WRAP || edges[i] != (float)own[i]))
            return error_set(error, WEND_ERROR_VALUE,
                             "world grid wraps at %g in %c, must be an edge of the world that wraps", own[i],
                             i < 2 ? 'x' : 'y');
    }
    return WEND_OK;
}

static wend_status check_world_def(const wend_world_def *def, wend_error *error)
{
    if (!def)
        return error_set(error, WEND_ERROR_NULL, "the definition of a world is null");
    if (def->cookie != COOKIE_WORLD)
        return error_set(error, WEND_ERROR_COOKIE, "the definition of a world was not made by wend_default_world_def");
    const struct
    {
        const char *what;
        int value, low, high;
    } whole[] = {
        {"world plane", (int)def->plane, 0, WEND_PLANE_COUNT - 1},
        {"world edge", (int)def->edge, 0, WEND_EDGE_COUNT - 1},
        {"world search", (int)def->search, 0, WEND_SEARCH_COUNT - 1},
        {"world threads", def->threads, 1, 64},
        {"world crowd_limit", def->crowd_limit, 8, 4096},
        {"world plan_budget", def->plan_budget, 1, INT_MAX},
        {"world flow_count", def->flow_count, 0, 64},
        {"world link_count", def->link_count, 0, INT_MAX},
    };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (whole[i].value < whole[i].low || whole[i].value > whole[i].high)
            return error_set(error, WEND_ERROR_VALUE, "%s is %d, must be within %d..%d", whole[i].what, whole[i].value,
                             whole[i].low, whole[i].high);
    if (def->search == WEND_SEARCH_HOST && !def->source.query)
        return error_set(error, WEND_ERROR_NULL, "world search is the host's, but source.query is null");
    if (def->link_count > 0 && !def->links)
        return error_set(error, WEND_ERROR_NULL, "world links is null, must be %d of them", def->link_count);
    if (!def->scheduler.begin != !def->scheduler.wait)
        return error_set(error, WEND_ERROR_NULL,
                         "world scheduler has only one of begin and wait, must have both or none");
    if (!def->caster.cast != !def->caster.around)
        return error_set(error, WEND_ERROR_NULL,
                         "world caster has only one of cast and around, must have both or none");
    wend_status status = check_allocator(error, &def->allocator);
    if (status == WEND_OK)
        status = check_range(error, "world height_range", def->height_range, 0.0f, FLT_MAX, ">= 0 and finite");
    if (status == WEND_OK)
        status = check_range(error, "world cell_size", def->cell_size, 0.0f, FLT_MAX, ">= 0 and finite");
    if (status == WEND_OK)
        status = check_range(error, "world cast_height", def->cast_height, -FLT_MAX, FLT_MAX, "finite");
    if (status == WEND_OK)
        status = check_map(def, error);
    return status == WEND_OK ? check_edges(def, error) : status;
}

static wend_near *make_cells(const wend_world *world)
{
    wend_near_def def = wend_default_near_def();
    def.is_spatial = is_spatial(world);
    def.does_wrap = world->def.edge == WEND_EDGE_WRAP;
    def.low = to_inner(world, world->def.low);
    def.high = to_inner(world, world->def.high);
    def.allocator = world->allocator;
    return wend_near_create(&def, NULL);
}

static bool make_parts(wend_world *world)
{
    wend_allocator *allocator = &world->allocator;
    world->cells = make_cells(world);
    world->hulls = make_cells(world);
    world->pool = jobs_create(world->def.threads, &world->def.scheduler, allocator);
    world->hit_capacity = 32 * world->def.crowd_limit + LANES_ROOM;
    size_t hits = (size_t)world->hit_capacity * (size_t)world->def.threads;
    world->hits = memory_take(allocator, hits * sizeof *world->hits);
    world->shares = memory_take(allocator, hits * sizeof *world->shares);
    world->far_neighbours = memory_take(allocator, hits * sizeof *world->far_neighbours);
    world->tiles = memory_take(allocator, (size_t)world->def.threads * sizeof *world->tiles);
    world->recipes = memory_take(allocator, 4 * sizeof *world->recipes);
    world->recipe_capacity = 4;
    return world->cells && world->hulls && world->pool && world->hits && world->shares && world->far_neighbours &&
           world->tiles && world->recipes;
}

wend_world *wend_world_create(const wend_world_def *def, wend_error *error)
{
    if (check_world_def(def, error) != WEND_OK)
        return NULL;
    wend_allocator allocator = memory_or_default(&def->allocator);
    wend_world *world = memory_take(&allocator, sizeof *world);
    if (world)
    {
        world->def = *def;
        world->allocator = allocator;
        world->free_slot = NO_ENTRY;
        world->queue_free = NO_ENTRY;
        world->first_free_extra = NO_ENTRY;
        world->least_sorted = LEAST_SORTED;
    }
    if (!world || !make_parts(world) || !plans_create(world))
    {
        wend_world_destroy(world);
        error_set(error, WEND_ERROR_MEMORY, "no memory or no threads for a world");
        return NULL;
    }
    wend_recipe usual = wend_default_recipe();
    world_recipe_with(world, &usual, true, &world->recipes[0].recipe);
    world->recipes[0].users = 1;
    world_note_needs(&world->recipes[0]);
    world->recipe_count = 1;
    return world;
}

void wend_world_destroy(wend_world *world)
{
    if (!world)
        return;
    if (world->is_updating)
    {
        fail_busy(world, "wend_world_destroy");
        return;
    }
    wend_allocator allocator = world->allocator;
    jobs_destroy(world->pool);
    wend_near_destroy(world->cells);
    wend_near_destroy(world->hulls);
    extras_destroy(world);
    paths_destroy(world);
    plans_destroy(world);
    void *blocks[] = {
        world->body,           world->rest,    world->mind,         world->next_mind,     world->published[0],
        world->published[1],   world->before,  world->wish,         world->push,          world->crowded,
        world->resting,        world->awake,   world->stirred,      world->seen,          world->slot_index,
        world->by_age,         world->recipes, world->queue,        world->events,        world->reasons,
        world->next_reasons,   world->hot.vx,  world->hot.vy,       world->hot.vz,        world->hot.radius,
        world->hot.group,      world->is_done, world->is_close,     world->goal_seconds,  world->briefs,
        world->news,           world->flock,   world->source_mark,  world->source_ids,    world->hits,
        world->far_neighbours, world->tiles,   world->loaded_paths, world->loaded_points, world->record.bytes,
        world->shares,         world->crowd.x, world->crowd.y,      world->crowd.z,       world->crowd.radius,
        world->crowd.mass,     world};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        memory_give(&allocator, blocks[i]);
}

wend_status wend_world_set_search(wend_world *world, wend_search search)
{
    wend_status status = world_check_idle(world, "wend_world_set_search");
    if (status != WEND_OK)
        return status;
    if ((unsigned)search >= WEND_SEARCH_COUNT)
        return world_fail(world, WEND_ERROR_VALUE, "world search is %d, must be one of wend_search", (int)search);
    if (search == WEND_SEARCH_HOST && !world->def.source.query)
        return world_fail(world, WEND_ERROR_NULL, "world search is the host's, but the world has no source");
    world->def.search = search;
    return WEND_OK;
}

wend_status wend_world_set_plan_budget(wend_world *world, int budget)
{
    wend_status status = world_check_idle(world, "wend_world_set_plan_budget");
    if (status != WEND_OK)
        return status;
    if (budget < 1)
        return world_fail(world, WEND_ERROR_VALUE, "world plan_budget is %d, must be 1 or more", budget);
    world->def.plan_budget = budget;
    RECORD(world, RECORD_BUDGET, .budget = budget);
    return WEND_OK;
}
