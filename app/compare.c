// wend run SCENE --compare: plays the same seeds with several of a scene's choices.                 floor 6
#include "compare.h"

#include "command.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST_CHOICES = 8
};

// What was measured with one choice.
typedef struct row
{
    int choice;
    double *values; // by seed
} row;

typedef struct comparison
{
    const scene *kind;
    const compare_options *options;
    row rows[MOST_CHOICES];
    int count;
} comparison;

// ---- which choices ------------------------------------------------------------------------------------------------

static const scene_whole *whole_of(const scene *kind)
{
    return &kind->wholes[kind->contest->whole];
}

static const char *choice_name(const scene *kind, int choice)
{
    return whole_of(kind)->names[choice];
}

static int choice_count(const scene *kind)
{
    const scene_param *param = &kind->params[whole_of(kind)->param];
    return (int)lroundf(param->high - param->low) + 1;
}

static int fail_choice(const scene *kind, const char *name, int length)
{
    fprintf(stderr, "wend run: --compare: %s has no choice '%.*s', there are:", kind->name, length, name);
    for (int i = 0; i < choice_count(kind); ++i)
        fprintf(stderr, " %s", choice_name(kind, i));
    fputc('\n', stderr);
    return COMMAND_WRONG;
}

static int find_choice(const scene *kind, const char *name, size_t length)
{
    for (int i = 0; i < choice_count(kind); ++i)
        if (strlen(choice_name(kind, i)) == length && memcmp(choice_name(kind, i), name, length) == 0)
            return i;
    return -1;
}

/// Reads "urgency,threshold". Returns the exit code.
static int read_names(comparison *c, const char *names)
{
    const scene *kind = c->kind;
    for (const char *name = names;; ++name)
    {
        size_t length = strcspn(name, ",");
        int choice = find_choice(kind, name, length);
        if (choice < 0)
            return fail_choice(kind, name, (int)length);
        for (int i = 0; i < c->count; ++i)
            if (c->rows[i].choice == choice)
                return command_fail(COMMAND_WRONG, "run", "--compare names '%s' twice", choice_name(kind, choice));
        if (c->count == MOST_CHOICES)
            return command_fail(COMMAND_WRONG, "run", "--compare names more than %d choices", MOST_CHOICES);
        c->rows[c->count++].choice = choice;
        name += length;
        if (*name == '\0')
            break;
    }
    if (c->count < 2)
        return command_fail(COMMAND_WRONG, "run", "--compare needs two choices at least, as in --compare %s,%s",
                            choice_name(kind, 0), choice_name(kind, 1));
    return 0;
}

// ---- playing ------------------------------------------------------------------------------------------------------

static bool play(const comparison *c, int choice, uint64_t seed, double *value)
{
    const scene_contest *contest = c->kind->contest;
    wend_error error = {0};
    scene_options how = {.seed = seed, .threads = c->options->threads};
    scene_run *run = scene_start(c->kind, &how, &error);
    if (!run)
        return !command_fail(1, "run", "%s: %s", c->kind->name, error.text);
    int param = whole_of(c->kind)->param;
    run->params[param] = c->kind->params[param].low + (float)choice;
    double most = c->options->seconds >= 0 ? c->options->seconds : contest->most_seconds;
    long steps = lround(most / c->kind->step_seconds);
    bool is_over = false;
    *value = contest->measured(run, &is_over);
    for (long i = 0; i < steps && !is_over; ++i)
    {
        scene_advance_demo(run);
        *value = contest->measured(run, &is_over);
    }
    scene_stop(run);
    return true;
}

static bool play_all(comparison *c)
{
    progress p = {.what = c->kind->name, .unit = "plays"};
    bool is_fine = true;
    for (int k = 0; k < c->options->seeds && is_fine; ++k)
        for (int i = 0; i < c->count && is_fine; ++i)
        {
            is_fine = play(c, c->rows[i].choice, c->options->seed + (uint64_t)k, &c->rows[i].values[k]);
            progress_tell(&p, k * c->count + i + 1, c->options->seeds * c->count);
        }
    progress_end(&p);
    return is_fine;
}

// ---- what came of it ----------------------------------------------------------------------------------------------

typedef struct estimate
{
    double mean, error; // the standard error of the mean
} estimate;

/// Of the differences to `others`; null: of the values themselves.
static estimate estimate_of(const double *values, const double *others, int count)
{
    double sum = 0, squares = 0;
    for (int k = 0; k < count; ++k)
        sum += values[k] - (others ? others[k] : 0);
    double mean = sum / count;
    for (int k = 0; k < count; ++k)
    {
        double off = values[k] - (others ? others[k] : 0) - mean;
        squares += off * off;
    }
    return (estimate){mean, count > 1 ? sqrt(squares / (count - 1) / count) : 0};
}

static void print_results(const comparison *c, FILE *file)
{
    fprintf(file, "scene: %s\nmeasure: %s\nseeds: %d\n", c->kind->name, c->kind->contest->measure, c->options->seeds);
    for (int i = 0; i < c->count; ++i)
    {
        const char *name = choice_name(c->kind, c->rows[i].choice);
        estimate e = estimate_of(c->rows[i].values, NULL, c->options->seeds);
        fprintf(file, "%s: %.2f\n%s_error: %.2f\n", name, e.mean, name, e.error);
    }
    for (int i = 1; i < c->count; ++i)
    {
        const char *name = choice_name(c->kind, c->rows[i].choice), *first = choice_name(c->kind, c->rows[0].choice);
        estimate e = estimate_of(c->rows[0].values, c->rows[i].values, c->options->seeds);
        fprintf(file, "%s_over_%s: %.2f\n%s_over_%s_error: %.2f\n", first, name, e.mean, first, name, e.error);
    }
}

static bool write_table(const comparison *c)
{
    const char *path = c->options->csv;
    bool is_standard = path && strcmp(path, "-") == 0;
    FILE *file = !path || is_standard ? stdout : fopen(path, "w");
    if (!file)
        return !command_fail(1, "run", "%s: %s", path, strerror(errno));
    if (!path)
        return true;
    fputs("seed,choice,value\n", file);
    for (int k = 0; k < c->options->seeds; ++k)
        for (int i = 0; i < c->count; ++i)
            fprintf(file, "%" PRIu64 ",%s,%.9g\n", c->options->seed + (uint64_t)k,
                    choice_name(c->kind, c->rows[i].choice), c->rows[i].values[k]);
    bool is_written = !ferror(file);
    if (!is_standard)
        is_written = fclose(file) == 0 && is_written;
    return is_written || !command_fail(1, "run", "can't write %s", is_standard ? "the table" : path);
}

int compare_scene(const scene *kind, const compare_options *options)
{
    comparison c = {.kind = kind, .options = options};
    if (!kind->contest)
        return command_fail(COMMAND_WRONG, "run", "--compare: %s has no choices to compare", kind->name);
    int code = read_names(&c, options->names);
    if (code)
        return code;
    if (options->seed > UINT64_MAX - (uint64_t)(options->seeds - 1))
        return command_fail(COMMAND_WRONG, "run", "--seed is %" PRIu64 ", from there on there aren't %d --seeds",
                            options->seed, options->seeds);
    double *values = calloc((size_t)options->seeds * (size_t)c.count, sizeof *values);
    if (!values)
        return command_fail(1, "run", "out of memory");
    for (int i = 0; i < c.count; ++i)
        c.rows[i].values = values + (size_t)i * (size_t)options->seeds;
    bool is_fine = play_all(&c) && write_table(&c);
    if (is_fine)
        print_results(&c, options->csv && strcmp(options->csv, "-") == 0 ? stderr : stdout);
    free(values);
    return is_fine ? 0 : 1;
}
