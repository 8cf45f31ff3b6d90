// What only some agents have: memory for senses, paths, rings and bodies. See agent_extra in store.h.
#ifndef WEND_SRC_EXTRAS_H
#define WEND_SRC_EXTRAS_H

#include "store.h"

/// Gives an agent an entry with room for so many hits, if it has none yet. False: no memory, and nothing has changed.
bool extras_reserve(wend_world *world, int index, int hit_room);

/// Room for so many entries in all, with so many hits each. False: no memory.
bool extras_reserve_all(wend_world *world, int count, int hit_room);

/// Frees the entry of an agent that is about to be removed.
void extras_release(wend_world *world, int index);

/// A ring with that many slots [4, 64], empty, and one for each thread to write into. False: no memory.
bool extras_reserve_rings(wend_world *world, int slots);

/// Frees everything.
void extras_destroy(wend_world *world);

/// What the agent has now, and what it will have after this update; null if it has no entry.
static inline const agent_extra *extra_of(const wend_world *world, int index)
{
    int entry = world->rest[index].extra;
    return entry < 0 ? NULL : &world->extras[entry];
}

static inline agent_extra *next_extra_of(const wend_world *world, int index)
{
    int entry = world->rest[index].extra;
    return entry < 0 ? NULL : &world->next_extras[entry];
}

/// Its hits, now and after this update.
static inline const wend_hit *extra_hits_of(const wend_world *world, int index)
{
    int entry = world->rest[index].extra;
    return entry < 0 || !world->extra_hits ? NULL : world->extra_hits + (size_t)entry * (size_t)world->hit_stride;
}

static inline wend_hit *next_hits_of(const wend_world *world, int index)
{
    int entry = world->rest[index].extra;
    return entry < 0 || !world->next_extra_hits ? NULL
                                                : world->next_extra_hits + (size_t)entry * (size_t)world->hit_stride;
}

/// What an agent will have is what it has now, until it thinks of something else. Events of its path are over.
void extras_carry_on(wend_world *world, int index);

/// The next ones become the present ones.
void extras_exchange(wend_world *world);

#endif
