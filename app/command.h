// What the files of the command `wend` share.                                                 floor 6
#ifndef WEND_COMMAND_H
#define WEND_COMMAND_H

#include "scenes.h"

/// The exit code for wrong arguments; a wrong file, or a check that failed, is 1.
#define COMMAND_WRONG 2

// Each takes the arguments after `wend`, its own name first, and returns the exit code.
int command_run(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_verify(int argc, char **argv);
int command_check(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_course(int argc, char **argv);
int command_path(int argc, char **argv);
int command_plot(int argc, char **argv);
int command_crowd(int argc, char **argv);
int command_steerbench(int argc, char **argv);
int command_mesh(int argc, char **argv);

/// A scene by its name; null after a message that says which there are.
const scene *command_scene(const char *command, const char *name);

/// How many scenes are meant by their names, none: all; or -1, and it has been said which isn't one. Then the i-th.
int command_scenes(const char *command, char **names, int count);
const scene *command_scene_of(char **names, int count, int i);

/// Says what went wrong, after "wend <command>: ", and returns the exit code that is handed in.
int command_fail(int code, const char *command, const char *format, ...) __attribute__((format(printf, 3, 4)));

/// Says what is wrong with a file, and in which line (0: in none in particular). Returns 1.
int command_fail_in(const char *command, const char *path, int line, const char *text);

/// Seconds on a clock that only goes forward.
double command_clock(void);

/// Seconds that this thread has worked: whatever else runs on the machine doesn't count.
double command_own_clock(void);

/// How far a long run is, on a terminal: nothing in the first second, then a line that is written over. All zero but
/// `what` and `unit` to begin with.
typedef struct progress
{
    const char *what; ///< "frogger.xml"
    const char *unit; ///< "rows"; null: seconds
    double began;
    double told;
    bool is_shown;
} progress;

void progress_tell(progress *p, double done, double whole);
void progress_end(progress *p);

#endif
