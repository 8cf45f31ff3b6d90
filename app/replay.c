// wend replay: any moment of a scene that was recorded.                                          floor 6
#include "command.h"
#include "options.h"
#include "picture.h"
#include "tape.h"

#include <inttypes.h>
#include <math.h>

static int replay(const tape *t, double at, int threads, const char *png)
{
    double whole = at >= 0 ? at / t->kind->step_seconds : t->frames;
    if (whole >= t->frames + 0.5) // half a frame more is rounded up
        return command_fail(COMMAND_WRONG, "replay", "--at is %.9g, the recording ends at %.9g s", at,
                            t->frames * t->kind->step_seconds);
    int frames = (int)lround(whole);
    wend_error error = {0};
    scene_run *run = scene_start(t->kind, &(scene_options){.seed = t->seed, .threads = threads}, &error);
    if (!run)
        return command_fail(1, "replay", "%s: %s", t->kind->name, error.text);
    tape_play(t, run, frames);
    uint64_t hash = scene_hash(run);
    int code = 0;
    if (frames == t->frames && hash != t->hash)
        code = command_fail(1, "replay", "%s comes to 0x%016" PRIx64 ", the recording to 0x%016" PRIx64, t->kind->name,
                            hash, t->hash);
    else if (png && !picture_of(run, png, &error))
        code = command_fail(1, "replay", "%s", error.text);
    else
        printf("scene: %s\nseconds: %.9g\nsteps: %d\nagents: %d\nhash: 0x%016" PRIx64 "\n", t->kind->name,
               frames * t->kind->step_seconds, frames, wend_world_count(run->world), hash);
    scene_stop(run);
    return code;
}

int command_replay(int argc, char **argv)
{
    double at = -1;
    int threads = 1, code;
    const char *png = NULL;
    const option_row rows[] = {
        {"at", "T", "which moment, in seconds; default the end", OPTION_NUMBER, &at, 0, 1e9},
        {"threads", "T", "default 1; any number gives the same bits", OPTION_COUNT, &threads, 1, 64},
        {"png", "FILE", "a picture of it", OPTION_FILE, &png, 0, 0},
    };
    const option_table table = {.command = "replay",
                                .usage = "FILE [options]",
                                .about = "Plays again what wend run --record has written, up to a moment, and prints\n"
                                         "where it has come to. At the end it must have come to the same hash.",
                                .rows = rows,
                                .count = 3,
                                .arguments = "one file",
                                .least = 1,
                                .most = 1};
    if (options_read(&table, argc, argv, &code) < 0)
        return code;
    tape t;
    wend_error error = {0};
    if (!tape_read(&t, argv[1], &error))
        return command_fail(1, "replay", "%s", error.text);
    code = replay(&t, at, threads, png);
    tape_free(&t);
    return code;
}
