// Fields that are shared, the least recently used one replaced.
#include "flows.h"

wend_flow_cache *wend_flow_cache_create(int capacity, const wend_allocator *allocator, wend_error *error)
{
    if (capacity < 1 || capacity > MOST_FIELDS)
    {
        error_set(error, WEND_ERROR_VALUE, "capacity is %d, must be 1 to %d", capacity, MOST_FIELDS);
        return NULL;
    }
    if (check_allocator(error, allocator) != WEND_OK)
        return NULL;
    wend_allocator memory = memory_or_default(allocator);
    wend_flow_cache *cache = memory_take(&memory, sizeof *cache);
    if (!cache)
    {
        error_set(error, WEND_ERROR_MEMORY, "no memory for a cache of flow fields");
        return NULL;
    }
    cache->allocator = memory;
    cache->capacity = capacity;
    return cache;
}

void wend_flow_cache_destroy(wend_flow_cache *cache)
{
    if (!cache)
        return;
    wend_allocator allocator = cache->allocator;
    for (int i = 0; i < cache->count; i++)
        wend_flow_destroy(cache->entries[i].flow);
    memory_give(&allocator, cache);
}

const wend_error *wend_flow_cache_error(const wend_flow_cache *cache)
{
    static const wend_error null_cache = {WEND_ERROR_NULL, "the cache of flow fields is null"};
    return cache ? &cache->error : &null_cache;
}

/// A new field, or the one that hasn't been asked for the longest; null without memory.
static flow_entry *make_room(wend_flow_cache *cache)
{
    for (int i = 0; i < cache->count; i++)
        if (cache->entries[i].asked == 0)
            return &cache->entries[i];
    if (cache->count < cache->capacity)
    {
        wend_flow *flow = wend_flow_create(&cache->allocator, &cache->error);
        if (flow)
            cache->entries[cache->count++] = (flow_entry){flow, 0};
        return flow ? &cache->entries[cache->count - 1] : NULL;
    }
    flow_entry *oldest = &cache->entries[0];
    for (int i = 1; i < cache->count; i++)
        if (cache->entries[i].asked < oldest->asked)
            oldest = &cache->entries[i];
    return oldest;
}

wend_flow *wend_flow_cache_get(wend_flow_cache *cache, const wend_grid *grid, const wend_flow_def *def)
{
    if (!cache)
        return NULL;
    if (flow_check(grid, def, &cache->error) != WEND_OK)
        return NULL;
    flow_entry *found = NULL;
    for (int i = 0; i < cache->count && !found; i++)
        if (flow_leads_to(cache->entries[i].flow, grid, def))
            found = &cache->entries[i];
    if (!found)
    {
        found = make_room(cache);
        if (!found)
            return NULL;
        if (wend_flow_begin(found->flow, grid, def) != WEND_OK)
        {
            cache->error = *wend_flow_error(found->flow);
            return NULL;
        }
    }
    found->asked = ++cache->questions;
    return found->flow;
}

bool wend_flow_cache_update(wend_flow_cache *cache, int64_t budget)
{
    if (!cache)
        return false;
    uint64_t done = cache->before;
    cache->before = cache->questions;
    bool is_ready = true;
    for (int64_t left = budget > 0 ? budget : 0;;)
    {
        flow_entry *next = NULL;
        for (int i = 0; i < cache->count; i++)
            if (cache->entries[i].asked > done && (!next || cache->entries[i].asked < next->asked))
                next = &cache->entries[i];
        if (!next)
            return is_ready;
        done = next->asked;
        if (wend_flow_is_ready(next->flow))
            continue;
        if (budget > 0 && left <= 0)
        {
            is_ready = false;
            continue;
        }
        left -= flow_run(next->flow, left);
        is_ready = wend_flow_is_ready(next->flow) && is_ready;
    }
}

void wend_flow_cache_forget(wend_flow_cache *cache, const wend_grid *grid)
{
    for (int i = 0; cache && i < cache->count; i++)
        if (cache->entries[i].flow->grid == grid)
        {
            cache->entries[i].flow->grid = NULL;
            cache->entries[i].asked = 0;
        }
}
