#include "storage.h"

#include "brief.h"

#define PERIOD 64 // steps

/// Where `from[p]` belongs at p: brings everything there, along each cycle of places, and makes `from` the identity.
static void permute(wend_world *world, int *from)
{
    agent_motion *published = world->published[world->current];
    for (int first = 0; first < world->count; first++)
    {
        if (from[first] == first)
            continue;
        wend_agent body = world->body[first];
        agent_rest rest = world->rest[first];
        agent_mind mind = world->mind[first];
        agent_motion motion = published[first];
        wend_vec before = world->before[first];
        int resting = world->resting[first];
        double goal_seconds = world->goal_seconds[first];
        int to = first;
        for (int next = from[to]; next != first; next = from[to])
        {
            if (from[next] != first)
            {
                memory_soon(&world->body[from[next]]);
                memory_soon(&world->mind[from[next]]);
            }
            world->body[to] = world->body[next];
            memory_copy(&world->rest[to], &world->rest[next], sizeof *world->rest);
            world->mind[to] = world->mind[next];
            published[to] = published[next];
            world->before[to] = world->before[next];
            world->resting[to] = world->resting[next];
            world->goal_seconds[to] = world->goal_seconds[next];
            from[to] = to;
            to = next;
        }
        world->body[to] = body;
        world->rest[to] = rest;
        world->mind[to] = mind;
        published[to] = motion;
        world->before[to] = before;
        world->resting[to] = resting;
        world->goal_seconds[to] = goal_seconds;
        from[to] = to;
    }
}

void storage_sort(wend_world *world)
{
    wend_near *cells = world->cells;
    if (world->count < world->least_sorted || (world->is_sorted && world->updates < world->sort_at))
        return;
    world->sort_at = world->updates + PERIOD;
    for (int k = 0; k < world->count; k++)
        world->by_age[k] = cells->place[storage_kth(world, k)];
    world->is_sorted = true;
    permute(world, cells->index);
    brief_forget(world);
    for (int i = 0; i < world->count; i++)
    {
        cells->place[i] = i;
        world->slot_index[world->body[i].id.value & ((1u << SLOT_BITS) - 1)] = i;
    }
}

int storage_after(const wend_world *world, uint64_t id)
{
    int low = 0, high = world->count;
    while (low < high)
    {
        int middle = low + (high - low) / 2;
        if (world->body[storage_kth(world, middle)].id.value <= id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
