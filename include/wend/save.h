// The state of a world as a number, and as a block of bytes.                              floor 4, includes world.h
//
//   wend_world_hash   one number for what decides what happens next
//   wend_world_save   writes all of that into a buffer of the host's
//   wend_world_load   brings a world back to it
//
// Save, go on, load, and go on again: the same bits, on any machine, for any compiler and any number of threads. So a
// game can roll back, join late, or go on tomorrow:
//
//     size_t size = wend_world_save(world, NULL, 0);            // how large is it now?
//     void *block = malloc(size);
//     wend_world_save(world, block, size);
//     ...
//     if (wend_world_load(world, block, size) != WEND_OK)       // nothing has changed then
//         puts(wend_world_error(world)->text);
//
// In a block: agents with their ids, goals, queues, recipes, memories, random streams, and the order in which ids are
// given; paths, plans, questions to the map; the events and figures of the last update. In the same order on every
// machine (little-endian), whatever the memory of the world looked like: equal states are equal blocks.
//
// Not in a block, since it is the host's:
//   - the world's definition. The world that loads must be made with the same one, but for threads, search, the plan
//     budget (which is in the block), the allocator and the log; what differs is named
//   - the map (grid or mesh). It must be as it was when the world was saved, cell by cell, however it came to be so: a
//     game that edits its map puts it back before it loads. The map's number of edits doesn't matter
//   - obstacles, and whatever else lies behind the caster; minds (decide.h) and formations, which are plain structs
//     that the host copies; who is watched
//   - callbacks. Those of the definition are the loading world's own; goals and recipes that name functions are known by
//     their place in its `links`, and can't be saved without
//
// A search that is under way is not in a block: where it goes on it is first done again as far as it had come. Of
// fields that a group shares (plan.h) those that are finished follow from the map: a world that has them keeps them, else
// loading builds them; those that aren't are written with 16 bytes a cell. Without these saving and loading 10,000
// agents take less than a millisecond together: see `wend bench rollback`. Neither allocates but where a world never
// had so much of something.
#ifndef WEND_SAVE_H
#define WEND_SAVE_H

#include "wend/world.h"

/// A 64-bit hash (FNV-1a over 64-bit words) of all agents in order of ids: bodies, goals, recipes, random streams, kept
/// choices; and of the world's time. Two worlds that were made and driven alike have the same hash on every machine,
/// for every compiler and any number of threads. Not part of it: callbacks and their user pointers; and what only shows
/// one update later, as whom somebody touches who has no pile yet, the group and end of a way that is shared, all of a
/// feeler but its direction. Blocks differ in that as well.
WEND_API uint64_t wend_world_hash(const wend_world *world);

/// Writes the state of a world into `block`, if it fits into `capacity` bytes; else nothing of use is written. Returns
/// how many bytes it takes: about 200 an agent, less of those that are alike. 0 if it can't be saved, during an update
/// (WEND_ERROR_BUSY), or because a callback isn't among the world's links (WEND_ERROR_NULL): see wend_world_error.
WEND_API size_t wend_world_save(wend_world *world, void *block, size_t capacity);

/// Brings a world to the state in a block; what it was before is gone, also agents that were made since. Who is watched
/// and still there stays watched, and is told of once it has thought again. All or nothing: a block that is damaged, cut
/// off, of another version, of a world with another definition or another map is refused with WEND_ERROR_BLOCK and a
/// text that names what is wrong, and everything is looked at before anything is changed; so a block with any bytes at
/// all does no harm. WEND_ERROR_MEMORY: the world has no room for it. WEND_ERROR_BUSY during an update.
WEND_API wend_status wend_world_load(wend_world *world, const void *block, size_t size);

#endif
