// The window of `wend play`.                                                                        floor 6
#ifndef WEND_WINDOW_H
#define WEND_WINDOW_H

/// Opens a window with that scene, or, with null, with a picker of all. It stays until it is closed, or for `frames`
/// frames of one step each (0: no such limit). Returns 0, or 1 after saying on stderr what went wrong.
int window_play(const char *scene_name, int frames);

#endif
