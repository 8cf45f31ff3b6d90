// wend verify: every scene is also a test.                                                     floor 6
#include "command.h"
#include "options.h"

#include <limits.h>
#include <stdio.h>

/// Plays a scene with a seed. `seeds`: how many of them are played.
static bool verify(const scene *kind, int seed, int seeds)
{
    char with[32] = "";
    if (seeds > 1)
        snprintf(with, sizeof with, ", seed %d", seed);
    wend_error error = {0};
    scene_run *run = scene_start(kind, &(scene_options){.seed = (uint64_t)seed}, &error);
    if (!run)
    {
        printf("FAIL %s%s: %s\n", kind->name, with, error.text);
        return false;
    }
    bool has_passed = scene_verify(run);
    if (has_passed && run->checks_passed == 0)
    {
        printf("FAIL %s%s: it checks nothing\n", kind->name, with);
        has_passed = false;
    }
    else if (has_passed)
        printf("pass %s%s (%d checks)\n", kind->name, with, run->checks_passed);
    else
        printf("FAIL %s%s: %s\n", kind->name, with, run->failure);
    fflush(stdout);
    scene_stop(run);
    return has_passed;
}

int command_verify(int argc, char **argv)
{
    int seeds = 1;
    const option_row rows[] = {
        {"seeds", "N", "play each with the seeds from 1 to N, default 1", OPTION_COUNT, &seeds, 1, 1e6},
    };
    const option_table table = {.command = "verify",
                                .usage = "[SCENE...] [--seeds N]",
                                .about = "Plays scenes, all of them if none is named, and checks what happens.\n"
                                         "Ends with 1 if a check failed.",
                                .rows = rows,
                                .count = 1,
                                .arguments = "scenes",
                                .most = INT_MAX};
    int code;
    int plain = options_read(&table, argc, argv, &code);
    if (plain < 0)
        return code;
    int count = command_scenes("verify", argv + 1, plain), passed = 0;
    if (count < 0)
        return COMMAND_WRONG;
    for (int i = 0; i < count; ++i)
        for (int seed = 1; seed <= seeds; ++seed)
            passed += verify(command_scene_of(argv + 1, plain, i), seed, seeds);
    printf("%d passed, %d failed\n", passed, count * seeds - passed);
    return passed == count * seeds ? 0 : 1;
}
