// Pictures of scenes, as PNG files, without a display.                                              floor 6
#ifndef WEND_PICTURE_H
#define WEND_PICTURE_H

#include "scenes.h"

/// Draws a run as it stands into a PNG; false with the reason in `error`.
bool picture_of(scene_run *run, const char *path, wend_error *error);

/// Plays the demo of every scene until it looks best, writes folder/NAME.png (null: doesn't) and one sheet with all of
/// them. The folder must exist. Returns 0, or 1 after saying on stderr what went wrong.
int picture_gallery(const char *folder, const char *sheet_path);

/// Writes a small picture of each behaviour into a folder that exists. Returns as above.
int picture_behaviours(const char *folder);

#endif
