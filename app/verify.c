// wend verify: every scene is also a test.                                                     floor 6
#include "command.h"
#include "options.h"

#include <limits.h>
#include <stdio.h>

static bool verify(const scene *kind)
{
    wend_error error = {0};
    scene_run *run = scene_start(kind, NULL, &error);
    if (!run)
    {
        printf("FAIL %s: %s\n", kind->name, error.text);
        return false;
    }
    bool has_passed = scene_verify(run);
    if (has_passed && run->checks_passed == 0)
    {
        printf("FAIL %s: it checks nothing\n", kind->name);
        has_passed = false;
    }
    else if (has_passed)
        printf("pass %s (%d checks)\n", kind->name, run->checks_passed);
    else
        printf("FAIL %s: %s\n", kind->name, run->failure);
    fflush(stdout);
    scene_stop(run);
    return has_passed;
}

int command_verify(int argc, char **argv)
{
    const option_table table = {.command = "verify",
                                .usage = "[SCENE...]",
                                .about = "Plays scenes, all of them if none is named, and checks what happens.\n"
                                         "Ends with 1 if a check failed.",
                                .arguments = "scenes",
                                .most = INT_MAX};
    int code;
    int plain = options_read(&table, argc, argv, &code);
    if (plain < 0)
        return code;
    for (int i = 0; i < plain; ++i)
        if (!command_scene("verify", argv[1 + i]))
            return COMMAND_WRONG;
    int count = plain > 0 ? plain : scene_count, passed = 0;
    for (int i = 0; i < count; ++i)
        passed += verify(plain > 0 ? scene_find(argv[1 + i]) : scene_table[i]);
    printf("%d passed, %d failed\n", passed, count - passed);
    return passed == count ? 0 : 1;
}
