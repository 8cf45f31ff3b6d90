#include "paths.h"

#include "hashing.h"
#include "memory.h"

struct kept_path
{
    kept_path *next; // in its chain
    uint64_t hash;
    int users, count;
    int number; // among those that are being saved, from 1; 0: not mentioned yet
    bool is_loop;
    wend_vec points[]; // flat; in a plane then with heights, then as the host gave them
};

static kept_path *kept_of(const wend_path *path)
{
    return (kept_path *)(void *)((char *)without_const(path->points) - offsetof(kept_path, points));
}

static const wend_vec *given_points(const wend_world *world, const kept_path *kept)
{
    return kept->points + (is_spatial(world) ? 0 : 2 * (size_t)kept->count);
}

static uint64_t hash_of(const wend_path *path)
{
    uint64_t hash = HASH_BEGIN;
    hash_word(&hash, path->is_loop);
    for (int i = 0; i < path->count; i++)
        hash_vec(&hash, path->points[i]);
    return hash;
}

static kept_path *find(const wend_world *world, const wend_path *path, uint64_t hash)
{
    kept_path *kept = world->path_chains > 0 ? world->paths[hash % (uint64_t)world->path_chains] : NULL;
    for (; kept; kept = kept->next)
        if (kept->hash == hash && kept->count == path->count && kept->is_loop == path->is_loop &&
            memcmp(given_points(world, kept), path->points, (size_t)path->count * sizeof *path->points) == 0)
            return kept;
    return NULL;
}

static void put_in_chain(wend_world *world, kept_path *kept)
{
    kept_path **chain = &world->paths[kept->hash % (uint64_t)world->path_chains];
    kept->next = *chain;
    *chain = kept;
}

/// More chains, so that they stay short.
static bool grow_chains(wend_world *world)
{
    if (world->path_count < world->path_chains)
        return true;
    int old_count = world->path_chains, count = 2 * old_count + 16;
    kept_path **chains = memory_take(&world->allocator, (size_t)count * sizeof(kept_path *)), **old = world->paths;
    if (!chains)
        return false;
    world->paths = chains;
    world->path_chains = count;
    for (int i = 0; i < old_count; i++)
        for (kept_path *kept = old[i], *next; kept; kept = next)
        {
            next = kept->next;
            put_in_chain(world, kept);
        }
    memory_give(&world->allocator, old);
    return true;
}

static kept_path *make(wend_world *world, const wend_path *path, uint64_t hash)
{
    size_t count = (size_t)path->count, copies = is_spatial(world) ? 1 : 3;
    kept_path *kept = memory_take(&world->allocator, sizeof *kept + copies * count * sizeof *path->points);
    if (!kept)
        return NULL;
    kept->hash = hash;
    kept->count = path->count;
    kept->is_loop = path->is_loop;
    for (size_t i = 0; i < count && copies == 3; i++)
    {
        wend_vec flat = to_inner(world, path->points[i]);
        kept->points[i] = flat;
        kept->points[count + i] = wend_xyz(flat.x, flat.y, height_of(world, path->points[i]));
    }
    memcpy(kept->points + (copies - 1) * count, path->points, count * sizeof *path->points);
    put_in_chain(world, kept);
    world->path_count++;
    return kept;
}

bool paths_keep(wend_world *world, wend_path *path)
{
    if (path->count == 0)
    {
        path->points = NULL;
        return true;
    }
    uint64_t hash = hash_of(path);
    kept_path *kept = find(world, path, hash);
    if (!kept && grow_chains(world))
        kept = make(world, path, hash);
    if (!kept)
        return false;
    kept->users++;
    path->points = kept->points;
    return true;
}

void paths_drop(wend_world *world, const wend_path *path)
{
    if (path->count == 0)
        return;
    kept_path *kept = kept_of(path), **link = &world->paths[kept->hash % (uint64_t)world->path_chains];
    if (--kept->users > 0)
        return;
    while (*link != kept)
        link = &(*link)->next;
    *link = kept->next;
    world->path_count--;
    memory_give(&world->allocator, kept);
}

wend_path paths_tall(const wend_world *world, const wend_path *path)
{
    wend_path tall = *path;
    if (path->count > 0 && !is_spatial(world))
        tall.points += path->count;
    return tall;
}

wend_path paths_outer(const wend_world *world, const wend_path *path)
{
    wend_path outer = *path;
    if (path->count > 0)
        outer.points = given_points(world, kept_of(path));
    return outer;
}

void paths_begin_numbers(wend_world *world)
{
    for (int i = 0; i < world->path_chains; i++)
        for (kept_path *kept = world->paths[i]; kept; kept = kept->next)
            kept->number = 0;
}

int *paths_number(const wend_path *path)
{
    return &kept_of(path)->number;
}

void paths_begin_users(wend_world *world)
{
    for (int i = 0; i < world->path_chains; i++)
        for (kept_path *kept = world->paths[i]; kept; kept = kept->next)
            kept->users = 0;
}

void paths_use(const wend_path *path)
{
    if (path->count > 0)
        kept_of(path)->users++;
}

void paths_drop_unused(wend_world *world)
{
    for (int i = 0; i < world->path_chains; i++)
        for (kept_path **link = &world->paths[i], *kept; (kept = *link) != NULL;)
        {
            if (kept->users > 0)
            {
                link = &kept->next;
                continue;
            }
            *link = kept->next;
            world->path_count--;
            memory_give(&world->allocator, kept);
        }
}

uint64_t paths_hash(const wend_path *path)
{
    return path->count > 0 ? kept_of(path)->hash : 0;
}

void paths_destroy(wend_world *world)
{
    for (int i = 0; i < world->path_chains; i++)
        for (kept_path *kept = world->paths[i], *next; kept; kept = next)
        {
            next = kept->next;
            memory_give(&world->allocator, kept);
        }
    memory_give(&world->allocator, world->paths);
}
