// The command `wend`: what there is, and which file does it.                                   floor 6
#include "command.h"
#include "options.h"
#include "picture.h"
#include "window.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int command_fail(int code, const char *command, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fprintf(stderr, "wend%s%s: ", command[0] ? " " : "", command);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    return code;
}

int command_fail_in(const char *command, const char *path, int line, const char *text)
{
    if (line > 0)
        return command_fail(1, command, "%s:%d: %s", path, line, text);
    return command_fail(1, command, "%s: %s", path, text);
}

const scene *command_scene(const char *command, const char *name)
{
    const scene *kind = scene_find(name);
    if (kind)
        return kind;
    fprintf(stderr, "wend %s: there is no scene '%s', there are:", command, name);
    for (int i = 0; i < scene_count; ++i)
        fprintf(stderr, " %s", scene_table[i]->name);
    fputc('\n', stderr);
    return NULL;
}

int command_scenes(const char *command, char **names, int count)
{
    for (int i = 0; i < count; ++i)
        if (!command_scene(command, names[i]))
            return -1;
    return count > 0 ? count : scene_count;
}

const scene *command_scene_of(char **names, int count, int i)
{
    return count > 0 ? scene_find(names[i]) : scene_table[i];
}

double command_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double command_own_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress_tell(progress *p, double done, double whole)
{
    double now = command_clock();
    if (p->began == 0)
        p->began = now;
    if (now - p->began < 1 || now - p->told < 0.1 || !isatty(STDERR_FILENO))
        return;
    p->told = now;
    p->is_shown = true;
    int digits = p->unit ? 0 : 1;
    fprintf(stderr, "\r%s: %.*f of %.*f %s ", p->what, digits, done, digits, whole, p->unit ? p->unit : "s");
    fflush(stderr);
}

void progress_end(progress *p)
{
    if (p->is_shown)
        fputs("\r\033[K", stderr);
    p->is_shown = false;
}

static int command_list(int argc, char **argv)
{
    const option_table table = {
        .command = "list", .usage = "", .about = "What scenes there are.", .arguments = "no further arguments"};
    int code;
    if (options_read(&table, argc, argv, &code) < 0)
        return code;
    for (int i = 0; i < scene_count; ++i)
        printf("%-14s %s: %s\n", scene_table[i]->name, scene_table[i]->title, scene_table[i]->about);
    return 0;
}

static int command_play(int argc, char **argv)
{
    int frames = 0, code;
    const option_row rows[] = {
        {"frames", "N", "close the window after so many frames", OPTION_COUNT, &frames, 1, 1e9},
    };
    const option_table table = {.command = "play",
                                .usage = "[SCENE] [--frames N]",
                                .about = "Opens a window with a scene; `wend list` says which there are.",
                                .rows = rows,
                                .count = 1,
                                .arguments = "one scene at most",
                                .most = 1};
    int plain = options_read(&table, argc, argv, &code);
    if (plain < 0)
        return code;
    if (plain == 1 && !command_scene("play", argv[1]))
        return COMMAND_WRONG;
    return window_play(plain == 1 ? argv[1] : NULL, frames);
}

static int command_gallery(int argc, char **argv)
{
    const char *folder = NULL, *behaviours = NULL, *sheet = "gallery.png";
    int code;
    const option_row rows[] = {
        {"folder", "DIR", "an existing folder for one picture of each scene", OPTION_TEXT, &folder, 0, 0},
        {"behaviours", "DIR", "an existing folder for a small picture of each behaviour, and nothing else", OPTION_TEXT,
         &behaviours, 0, 0},
        {"png", "SHEET", "a PNG file for one sheet with all scenes, default gallery.png", OPTION_FILE, &sheet, 0, 0},
    };
    const option_table table = {.command = "gallery",
                                .usage = "[--folder DIR] [--png SHEET] [--behaviours DIR]",
                                .about = "Draws a picture of every scene, without a display.",
                                .rows = rows,
                                .count = sizeof rows / sizeof *rows,
                                .arguments = "no further arguments"};
    if (options_read(&table, argc, argv, &code) < 0)
        return code;
    return behaviours ? picture_behaviours(behaviours) : picture_gallery(folder, sheet);
}

typedef struct command_row
{
    const char *name, *usage, *about;
    int (*call)(int argc, char **argv);
} command_row;

static const command_row commands[] = {
    {"list", "", "what scenes there are", command_list},
    {"play", "[SCENE]", "open a window with a scene", command_play},
    {"run", "SCENE|FILE", "run a scene or a SteerSuite test case without a display", command_run},
    {"replay", "FILE", "play again what wend run --record has written, up to any moment", command_replay},
    {"verify", "[SCENE...]", "check that scenes do what they should", command_verify},
    {"check", "[SCENE...]", "list settings of scenes that don't fit together", command_check},
    {"gallery", "", "draw a picture of every scene", command_gallery},
    {"plot", "NAME", "plot what the library computes", command_plot},
    {"course", "", "compare motion models, followers, senses and combiners", command_course},
    {"path", "MAP [SCEN]", "find ways on a map, count and measure them", command_path},
    {"mesh", "FILE", "find a way over a navigation mesh", command_mesh},
    {"steerbench", "FILE|FOLDER", "play and score SteerSuite's test cases", command_steerbench},
    {"crowd", "[FILE...]", "ours beside measured people; scenes of Menge; exits", command_crowd},
    {"bench", "NAME", "measure how long it takes", command_bench},
};
static const int command_count = (int)(sizeof commands / sizeof commands[0]);

static void print_usage(FILE *file)
{
    fprintf(file, "wend moves characters as if they mean it.\n\nusage: wend COMMAND [arguments]\n\n");
    for (int i = 0; i < command_count; ++i)
        fprintf(file, "  wend %-10s %-11s %s\n", commands[i].name, commands[i].usage, commands[i].about);
    fprintf(file, "\n`wend COMMAND --help` says more; `wend --version` says which version this is.\n");
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2)
    {
        print_usage(stderr);
        return COMMAND_WRONG;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
    {
        print_usage(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0)
    {
        printf("wend %s\n", wend_version());
        return 0;
    }
    for (int i = 0; i < command_count; ++i)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].call(argc - 1, argv + 1);
    command_fail(COMMAND_WRONG, "", "there is no command '%s', there are:", argv[1]);
    print_usage(stderr);
    return COMMAND_WRONG;
}

int main(int argc, char **argv)
{
    int code = dispatch(argc, argv);
    // A full disk or a closed pipe: what was printed isn't all there.
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == 0)
        return command_fail(1, "", "can't write the output");
    return code;
}
