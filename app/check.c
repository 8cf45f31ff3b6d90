// wend check: settings of scenes that don't fit together.                                      floor 6
#include "command.h"
#include "options.h"

#include "wend/check.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

enum
{
    MOST = 64
};

/// Adds those that weren't told yet. Returns how many there are now.
static int take_in(const scene_run *run, wend_warning *told, int count)
{
    wend_warning found[MOST];
    int all = wend_check(run->world, run->kind->step_seconds, found, MOST);
    for (int i = 0; i < all && count < MOST; ++i)
    {
        int k = 0;
        while (k < count && (told[k].kind != found[i].kind || told[k].field != found[i].field ||
                             told[k].value != found[i].value || told[k].fits != found[i].fits))
            ++k;
        if (k == count)
            told[count++] = found[i];
    }
    return count;
}

/// Plays a scene's demo and looks at its world twice a second. Returns how many warnings there are, -1: it can't begin.
static int check(const scene *kind, double seconds)
{
    wend_error error = {0};
    wend_warning told[MOST];
    char text[400];
    scene_run *run = scene_start(kind, NULL, &error);
    if (!run)
        return command_fail(-1, "check", "%s: %s", kind->name, error.text);
    int count = take_in(run, told, 0);
    long steps = lround((seconds >= 0 ? seconds : kind->picture_seconds) / kind->step_seconds);
    long between = lround(fmax(0.5 / kind->step_seconds, 1));
    for (long i = 1; i <= steps; ++i)
    {
        scene_advance_demo(run);
        if (i % between == 0)
            count = take_in(run, told, count);
    }
    for (int i = 0; i < count; ++i)
    {
        wend_warning_text(&told[i], text, sizeof text);
        printf("%s: %s: %s\n", kind->name, wend_warning_name(told[i].kind), text);
    }
    scene_stop(run);
    return count;
}

int command_check(int argc, char **argv)
{
    double seconds = -1;
    const option_row rows[] = {
        {"seconds", "S", "how long each is played, default until it looks best", OPTION_NUMBER, &seconds, 0, 1e6},
    };
    const option_table table = {.command = "check",
                                .usage = "[SCENE...] [--seconds S]",
                                .about = "Plays scenes, all of them if none is named, and lists settings that don't\n"
                                         "fit together. Ends with 1 if there are any.",
                                .rows = rows,
                                .count = 1,
                                .arguments = "scenes",
                                .most = INT_MAX};
    int code;
    int plain = options_read(&table, argc, argv, &code);
    if (plain < 0)
        return code;
    int count = command_scenes("check", argv + 1, plain), warnings = 0;
    if (count < 0)
        return COMMAND_WRONG;
    for (int i = 0; i < count; ++i)
    {
        int found = check(command_scene_of(argv + 1, plain, i), seconds);
        if (found < 0)
            return 1;
        warnings += found;
    }
    printf("%d scenes, %d warnings\n", count, warnings);
    return warnings == 0 ? 0 : 1;
}
