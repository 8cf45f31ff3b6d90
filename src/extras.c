#include "extras.h"

#include "memory.h"

#include <string.h>

static bool grow_entries(wend_world *world, int wanted)
{
    int old = world->extra_capacity, capacity = old + wanted + 15;
    memory_array arrays[] = {
        {(void **)&world->extras, sizeof *world->extras},
        {(void **)&world->next_extras, sizeof *world->next_extras},
        {(void **)&world->extra_free, sizeof *world->extra_free},
        {(void **)&world->extra_hits, sizeof *world->extra_hits * (size_t)world->hit_stride},
        {(void **)&world->next_extra_hits, sizeof *world->extra_hits * (size_t)world->hit_stride},
    };
    int count = world->hit_stride > 0 ? 5 : 3;
    if (!memory_grow(&world->allocator, arrays, count, (size_t)old, (size_t)capacity))
        return false;
    world->extra_capacity = capacity;
    return true;
}

/// The hits of all entries with more room for each; null if there is no memory.
static wend_hit *wider_hits(const wend_world *world, const wend_hit *old, int stride)
{
    size_t item = sizeof *old, used = (size_t)world->hit_stride;
    wend_hit *hits = memory_take(&world->allocator, (size_t)stride * (size_t)world->extra_capacity * item);
    for (int i = 0; hits && used > 0 && i < world->extra_count; i++)
        memcpy(hits + (size_t)i * (size_t)stride, old + (size_t)i * used, used * item);
    return hits;
}

static bool widen_hits(wend_world *world, int stride)
{
    if (stride <= world->hit_stride)
        return true;
    wend_hit *hits = wider_hits(world, world->extra_hits, stride);
    wend_hit *next = wider_hits(world, world->next_extra_hits, stride);
    bool is_done = hits && next;
    memory_give(&world->allocator, is_done ? world->extra_hits : hits);
    memory_give(&world->allocator, is_done ? world->next_extra_hits : next);
    if (!is_done)
        return false;
    world->extra_hits = hits;
    world->next_extra_hits = next;
    world->hit_stride = stride;
    return true;
}

bool extras_reserve_all(wend_world *world, int count, int hit_room)
{
    bool has_room = count <= world->extra_capacity || grow_entries(world, count);
    return has_room && widen_hits(world, hit_room);
}

bool extras_reserve(wend_world *world, int index, int hit_room)
{
    agent_rest *rest = &world->rest[index];
    bool is_new = rest->extra < 0 && world->first_free_extra < 0;
    if (!extras_reserve_all(world, world->extra_count + is_new, hit_room))
        return false;
    if (rest->extra >= 0)
        return true;
    rest->extra = world->first_free_extra >= 0 ? world->first_free_extra : world->extra_count++;
    if (world->first_free_extra >= 0)
        world->first_free_extra = world->extra_free[rest->extra];
    world->extras[rest->extra] = world->next_extras[rest->extra] = (agent_extra){0};
    return true;
}

void extras_release(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    if (rest->extra < 0)
        return;
    world->extra_free[rest->extra] = world->first_free_extra;
    world->first_free_extra = rest->extra;
    rest->extra = NO_ENTRY;
}

void extras_carry_on(wend_world *world, int index)
{
    agent_extra *next = next_extra_of(world, index);
    if (!next)
        return;
    *next = *extra_of(world, index);
    next->progress.events = 0;
    next->progress.passed = 0;
    if (next->hit_count > 0)
        memcpy(next_hits_of(world, index), extra_hits_of(world, index), (size_t)next->hit_count * sizeof(wend_hit));
}

void extras_exchange(wend_world *world)
{
    agent_extra *extras = world->extras;
    wend_hit *hits = world->extra_hits;
    world->extras = world->next_extras;
    world->extra_hits = world->next_extra_hits;
    world->next_extras = extras;
    world->next_extra_hits = hits;
}

bool extras_reserve_rings(wend_world *world, int slots)
{
    if (!world->rings)
        world->rings = memory_take(&world->allocator, (size_t)world->def.threads * sizeof *world->rings);
    if (world->rings && !world->layouts[slots])
    {
        world->layouts[slots] = memory_take(&world->allocator, sizeof *world->layouts[slots]);
        if (world->layouts[slots])
            wend_ring_begin(world->layouts[slots], slots, is_spatial(world));
    }
    return world->rings && world->layouts[slots];
}

void extras_destroy(wend_world *world)
{
    const wend_allocator *allocator = &world->allocator;
    for (int i = 0; i <= WEND_RING_MOST; i++)
        memory_give(allocator, world->layouts[i]);
    for (int i = 0; i < WEND_MAX_WATCHED; i++)
    {
        memory_give(allocator, world->watched_rings[i]);
        memory_give(allocator, world->watched_orcas[i]);
    }
    memory_give(allocator, world->rings);
    memory_give(allocator, world->extras);
    memory_give(allocator, world->next_extras);
    memory_give(allocator, world->extra_free);
    memory_give(allocator, world->extra_hits);
    memory_give(allocator, world->next_extra_hits);
}
