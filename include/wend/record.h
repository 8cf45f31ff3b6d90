// A recording of all that was done to a world, from which any moment can be played again.   floor 4, includes save.h
//
//   wend_world_record   begins, or ends, to record
//   wend_world_note     puts something of the host's into the recording
//   wend_replay         plays a recording up to a moment
//
// A recording begins with a block of save.h; then comes every call that changed the world, as it was made: who was
// spawned, what each was told, how long each update was. It comes out in small pieces, a piece a call, through a
// function of the host's, which may write them to a file, keep them in memory, or send them to another machine. So a bug
// report is one file, and a crash loses nothing: a recording that was cut off plays as far as its last whole call.
//
// An update that failed is in it as one that failed. A replay calls callbacks again in it, but takes over nothing except
// what minds did, whatever comes of it now: neither the host's mistake nor its lack of memory is needed once more.
//
// What isn't done to the world isn't in it: maps that are edited, obstacles that move. The host notes such things
// (wend_world_note) and gets the notes back, in their place, when it plays. Callbacks are called again as they were,
// but for minds (`decide`): what these did is recorded, so a replay needs none of the host's minds. Goals and recipes
// that name functions need the world's links, as for saving.
#ifndef WEND_RECORD_H
#define WEND_RECORD_H

#include "wend/save.h"

/// Gets the next piece of a recording. It must not call the world.
typedef void wend_record_fn(const void *bytes, size_t size, void *user);

/// Gets a note of the host's back.
typedef void wend_note_fn(const void *note, size_t size, void *user);

/// Begins to record: `write` gets the world as it is, and from then on every call that changes it. Null ends a
/// recording, as destroying the world does. WEND_ERROR_BUSY during an update, and what wend_world_save can say. Where
/// there is no memory for a piece, or a callback isn't among the links, the recording ends there; the world's error
/// says so, and wend_world_is_recorded is false.
WEND_API wend_status wend_world_record(wend_world *world, wend_record_fn *write, void *user);

WEND_API bool wend_world_is_recorded(const wend_world *world);

/// Puts a note into the recording, if there is one. WEND_ERROR_NULL where `note` is null with a size.
WEND_API wend_status wend_world_note(wend_world *world, const void *note, size_t size);

/// Plays a recording in a world with the same definition (see save.h): first it becomes what the recorded one was at
/// the beginning, then all calls are made again, up to the first update that would end after `until` (by the world's
/// own time). `note` may be null. A recording that is damaged or of another kind is refused with WEND_ERROR_BLOCK
/// before anything is changed. Should a call fail in spite of that, say for want of memory, its status comes back, and
/// the world stays where it has got to. WEND_ERROR_BUSY during an update, and while the world is recorded itself.
WEND_API wend_status wend_replay(wend_world *world, const void *recording, size_t size, double until,
                                 wend_note_fn *note, void *user);

#endif
