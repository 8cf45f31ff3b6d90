// A small immediate-mode panel: what is drawn is at once what can be clicked. In pixels, on a canvas.       floor 6
//
//   panel_begin      a panel for this frame; the widgets below then follow one another downwards
//   panel_title      large text
//   panel_heading    small capitals over a group
//   panel_text       muted text, broken into lines
//   panel_slider     a value between two ends
//   panel_switch     a value that is 0 or 1
//   panel_button     true in the frame in which it is clicked
//   panel_keys       "P pause, N step" as a table of keys
//   panel_legend     what the colours and lines of a scene mean, in columns
//   text_block       text broken into lines that fit, and how high it is
//   rounded_box      a rectangle with round corners
#ifndef WEND_PANEL_H
#define WEND_PANEL_H

#include "canvas.h"
#include "scenes.h"

// The look of everything that isn't a scene: dark, with colours that colour-blind people can tell apart.
#define LOOK_BACK   0x10151cffu
#define LOOK_PANEL  0x161d26ffu
#define LOOK_RAISED 0x212b37ffu
#define LOOK_HOVER  0x2c3948ffu
#define LOOK_LINE   0x2b3644ffu
#define LOOK_TEXT   0xe8eef5ffu
#define LOOK_MUTED  0xa3b1c0ffu
#define LOOK_ACCENT 0x5bb8f0ffu
#define LOOK_WARM   0xf0b44cffu

/// What the mouse does in one frame, in pixels.
typedef struct panel_mouse
{
    float x, y;
    bool is_down;
    bool is_clicked; ///< went down in this frame
} panel_mouse;

/// Kept between frames only for `held`; all zero at first.
typedef struct panel
{
    canvas *c;
    float x, y, width; ///< where the next widget goes, and how wide it is
    panel_mouse mouse;
    const void *held; ///< the value whose slider is being dragged
} panel;

void panel_begin(panel *p, canvas *c, float x, float y, float width, panel_mouse mouse);
void panel_space(panel *p, float height);
void panel_title(panel *p, const char *text);
void panel_heading(panel *p, const char *text);
void panel_text(panel *p, const char *text);

/// True if the value has been changed. Low must be below high.
bool panel_slider(panel *p, const char *label, float *value, float low, float high);
bool panel_switch(panel *p, const char *label, float *value);

/// A button in a row of `count` that share the width, the `index`th from the left; the last one ends the row.
bool panel_button(panel *p, const char *label, int index, int count);

/// Parts are split at commas; the first word of each is the key. A part with a colon names what stands before it.
void panel_keys(panel *p, const char *keys);

/// In as many columns as fit into the width. Returns how high it is; with `is_drawn` false it is only measured. The
/// view of the canvas is another one afterwards.
float panel_legend(canvas *c, float x, float y, float width, float size, const scene_legend *legend, bool is_drawn);

/// At most `lines` lines; the last ends with "..." if more was to come. With `is_drawn` false it is only measured.
float text_block(canvas *c, float x, float y, float width, float size, wend_colour colour, const char *text, int lines,
                 bool is_drawn);

void rounded_box(canvas *c, float x, float y, float width, float height, float radius, wend_colour colour);

#endif
