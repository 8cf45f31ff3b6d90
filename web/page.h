// What the page calls: the scenes as a module that imports nothing.                                     floor 6
//
//   page.c        a run: open, advance, hash, verify
//   page_draw.c   what is to be seen, as triangles and texts, or as pixels
//   page_tell.c   scenes, legend and reasons as JSON
//   page_course.c the steering course, setting by setting
//   page_flock.c  a flock of any size, to measure with
//
// One run at a time. Texts that are handed out end with a null byte and stay until the next call.
#ifndef WEND_PAGE_H
#define WEND_PAGE_H

#include "ink.h"
#include "scenes.h"

// What is called from JavaScript has no prototype.
#pragma clang diagnostic ignored "-Wmissing-prototypes"
#define PAGE(name) __attribute__((export_name(#name)))

/// The run that is open, or null.
extern scene_run *page_run;

/// Where texts are written that are handed out.
#define PAGE_TEXT 65536
extern char page_text[PAGE_TEXT];

/// The batch all drawing goes into.
extern ink page_ink;

/// Begins a drawing of that size in device pixels; page_end hands over what is left.
void page_begin(int width, int height, int scale, bool is_light);
void page_end(void);

#endif
