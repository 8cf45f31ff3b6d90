// Scenes of the crowd simulator Menge as cases: agents, obstacles, goals.                          floor 6
#ifndef WEND_MENGE_READ_H
#define WEND_MENGE_READ_H

#include "steerbench.h"

/// Reads a project file (which names a scene and a behaviour file, looked for beside it). Its x and y are the case's x
/// and z. Each agent gets the goals of the states that it goes through; goals of a state are explicit, mirror, nearest
/// and farthest. Road maps aren't needed: ways are planned. Random numbers of profiles are taken by their middle.
/// Numbers that aren't any, states that aren't there and more than 32 states are refused. False with the reason in
/// `error`, which names the file where it isn't the project itself; the case is empty then. Freed by steerbench_free.
bool menge_read(const char *path, steerbench_case *out, steerbench_error *error);

#endif
