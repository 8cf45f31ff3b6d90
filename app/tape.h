// What was done in a scene, as a small text: it can be played again to any frame.                  floor 6
//
//   tape_begin tape_before tape_after tape_end     write one while a scene is played
//   tape_read tape_play tape_free                  read one, and play it
//
// A scene is its name, its seed, and what the player does: so a line says that, for each frame in which the player does
// something else than in the frame before. The last line has the number of frames, the hash of the scene after them,
// and a checksum. Floats are hexadecimal, so nothing is lost.
#ifndef WEND_TAPE_H
#define WEND_TAPE_H

#include "scenes.h"

#include <stdio.h>

/// One that is being written.
typedef struct tape_writer
{
    FILE *file; ///< null: nobody wants it
    const char *path;
    uint64_t sum;
    int frames;
    scene_input last;
    float params[SCENE_PARAMS]; ///< after the last frame
} tape_writer;

/// Begins a file, or (`path` null) does nothing, here and below. False after a message.
bool tape_begin(tape_writer *t, const char *path, const scene_run *run);

/// Before a frame, and after it.
void tape_before(tape_writer *t, const scene_run *run);
void tape_after(tape_writer *t, const scene_run *run);

/// False after a message: it couldn't be written.
bool tape_end(tape_writer *t, const scene_run *run);

/// What changes before a frame: its input, or a parameter.
typedef struct tape_change
{
    int frame;
    int param; ///< -1: the input
    float value;
    scene_input input;
} tape_change;

/// One that was read.
typedef struct tape
{
    const scene *kind;
    uint64_t seed, hash;
    int frames, count, capacity;
    tape_change *changes;
} tape;

/// Reads a file. False, with the reason in `error`, if it isn't whole; then there is nothing to free.
bool tape_read(tape *t, const char *path, wend_error *error);
void tape_free(tape *t);

/// Plays `frames` frames of a run that has just begun.
void tape_play(const tape *t, scene_run *run, int frames);

#endif
