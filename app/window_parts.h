// What the rooms of the window share.                                                     floor 6, for window.c
//
//   window_events.c   what happened since the last frame
//   window_scene.c    a frame of a scene with its panel
//   window_picker.c   a frame of the picker
//   window.c          opening, closing, the loop
#ifndef WEND_WINDOW_PARTS_H
#define WEND_WINDOW_PARTS_H

#include "panel.h"
#include "scenes.h"

#include <SDL.h>

enum
{
    MAX_KEYS = 8
};

// What happened since the last frame, and what is held.
typedef struct events
{
    float x, y;
    bool has_mouse, has_moved, is_down, is_clicked;
    float wheel;
    bool is_left, is_right, is_up, is_down_key, is_space;
    int steps_x, steps_y; // arrow keys that went down, for the picker
    bool is_escape, is_return, is_closed;
    char keys[MAX_KEYS];
    int key_count;
} events;

// A small view of a scene in the picker; it plays its demo until it looks best, or while it is chosen.
typedef struct preview
{
    scene_run *run;
    bool is_tried;
    bool is_still; // a step takes too long to be played here
    int frames;    // on the way to when it looks best
} preview;

typedef struct window
{
    SDL_Window *sdl;
    SDL_Renderer *renderer;
    canvas *c;
    int width, height;
    bool is_synced;  // presenting waits for the screen
    bool is_counted; // a step a frame, as fast as can be
    events now;
    double frame_seconds, work_seconds; // smoothed; work is without waiting
    Uint64 last;
    // the picker
    preview *previews;
    int chosen;
    bool has_picked;
    float scroll;
    // the scene
    scene_run *run;
    panel panel;
    double owed;     // seconds that have passed but haven't been stepped
    bool is_pressed; // the button went down over the view
    bool is_click_due;
    char due[MAX_KEYS];
    int due_count;
    float panel_scroll;
    bool has_ended, has_failed;
    wend_error error;
} window;

void window_collect_events(window *w);
double window_seconds_since(Uint64 start);

/// False, after saying why on stderr, if it can't be started.
bool window_enter(window *w, const scene *kind);
void window_leave(window *w);

void window_frame_scene(window *w);
void window_frame_picker(window *w);

#endif
