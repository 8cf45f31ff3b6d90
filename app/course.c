// wend course: any motion with any follower, sense and combiner, on three maps.                               floor 6
#include "course.h"
#include "canvas.h"
#include "command.h"
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct course_options
{
    const char *map, *motion, *follow, *sense, *combine, *png;
    int ring, jitter;
    double hysteresis, reach, speed, carrot, switch_radius;
    bool has_crates, is_csv;
    uint64_t seed;
} course_options;

// What one setting came to on one map, or on all: times summed, the rest as means.
typedef struct outcome
{
    int agents, stuck;
    double time, contact, wobble, rays;
    int stuck_on[COURSE_MAPS];
} outcome;

#define MOST_BARS 64

typedef struct report
{
    const course_options *options;
    progress progress;
    int done, whole; // runs
    bool is_broken;
    struct
    {
        course_setup setup;
        outcome outcome;
    } bars[MOST_BARS]; // what the plot shows
    int bar_count;
} report;

// ---- running ------------------------------------------------------------------------------------------------------

static bool run_once(report *r, const course_setup *setup, outcome *sum)
{
    course *c = course_open(setup);
    if (!c)
    {
        r->is_broken = true;
        return !command_fail(1, "course", "no memory for the course");
    }
    while (course_step(c))
        continue;
    course_result result = course_results(c);
    course_close(c);
    sum->agents += result.agents;
    sum->stuck += result.stuck;
    sum->stuck_on[setup->map] += result.stuck;
    sum->time += result.time;
    sum->contact += result.contact;
    sum->wobble += result.wobble;
    sum->rays += result.rays;
    progress_tell(&r->progress, ++r->done, r->whole);
    return true;
}

/// One map, nominal or as the mean of so many jittered copies.
static outcome run_map(report *r, course_setup setup, course_map map)
{
    outcome sum = {0};
    int copies = r->options->jitter > 0 ? r->options->jitter : 1;
    setup.map = map;
    for (int k = 0; k < copies && !r->is_broken; k++)
    {
        setup.jitter = r->options->jitter > 0 ? (uint64_t)k + 1 : 0;
        run_once(r, &setup, &sum);
    }
    sum.time /= copies;
    sum.contact /= copies;
    sum.wobble /= copies;
    sum.rays /= copies;
    return sum;
}

static void print_csv(const report *r, const course_setup *s, const char *map, const outcome *o)
{
    printf("%s,%s,%s,%s,%s,%d,%g,%d,%d,%d,%d,%.3f,%.3f,%.3f,%.3f\n", map, course_motion_names[s->motion],
           course_follow_names[s->follow], course_sense_names[s->sense], course_combine_names[s->combine], s->ring,
           (double)s->hysteresis, s->has_crates, r->options->jitter, o->agents, o->stuck, o->time, o->contact,
           o->wobble, o->rays);
}

/// A setting on the maps that were asked for; prints its rows as CSV, where CSV was asked for.
static outcome run_setting(report *r, const course_setup *setup)
{
    outcome all = {0};
    int maps = 0;
    for (int map = 0; map < COURSE_MAPS; map++)
    {
        if (r->options->map && strcmp(r->options->map, course_map_names[map]) != 0)
            continue;
        outcome one = run_map(r, *setup, (course_map)map);
        if (r->options->is_csv && !r->is_broken)
            print_csv(r, setup, course_map_names[map], &one);
        all.agents += one.agents;
        all.stuck += one.stuck;
        all.stuck_on[map] = one.stuck;
        all.time += one.time;
        all.contact += one.contact;
        all.wobble += one.wobble;
        all.rays += one.rays;
        maps++;
    }
    all.contact /= maps;
    all.wobble /= maps;
    all.rays /= maps;
    if (r->options->is_csv && !r->options->map && !r->is_broken)
        print_csv(r, setup, "all", &all);
    if (r->bar_count < MOST_BARS)
    {
        r->bars[r->bar_count].setup = *setup;
        r->bars[r->bar_count++].outcome = all;
    }
    return all;
}

static void print_row(const report *r, const char *name, const char *second, const outcome *o)
{
    if (r->options->is_csv || r->is_broken)
        return;
    char each[32] = "";
    if (!r->options->map)
        snprintf(each, sizeof each, "(%d %d %d)", o->stuck_on[0], o->stuck_on[1], o->stuck_on[2]);
    printf("  %-9s %-9s %5d of %-5d %-13s %6.1f %9.1f %8.0f %7.1f\n", name, second, o->stuck, o->agents, each, o->time,
           o->contact, o->wobble, o->rays);
    fflush(stdout);
}

static void print_title(const report *r, const char *title)
{
    if (!r->options->is_csv)
        printf("\n%s\n  %-9s %-9s %-26s %5s %11s %8s %7s\n", title, "", "",
               r->options->map ? "  stuck" : "  stuck (each map)", "time s", "contact %", "deg/s", "rays");
}

// ---- the tables ---------------------------------------------------------------------------------------------------

static bool is_wanted(const char *chosen, const char *name)
{
    return !chosen || strcmp(chosen, name) == 0;
}

/// The combiner of a setting: the one that was asked for, else a ring's own, else the sum.
static course_combine combine_for(const course_options *o, course_sense sense)
{
    for (int k = 0; o->combine && k < COURSE_COMBINES; k++)
        if (strcmp(o->combine, course_combine_names[k]) == 0)
            return (course_combine)k;
    return sense == COURSE_RING ? COURSE_CONTEXT : COURSE_SUM;
}

static course_follow follow_for(const course_options *o)
{
    for (int k = 0; o->follow && k < COURSE_FOLLOWS; k++)
        if (strcmp(o->follow, course_follow_names[k]) == 0)
            return (course_follow)k;
    return COURSE_CARROT;
}

static course_setup setup_of(const course_options *o)
{
    course_setup setup = course_default();
    setup.ring = o->ring;
    setup.hysteresis = (float)o->hysteresis;
    setup.reach = (float)o->reach;
    setup.speed = (float)o->speed;
    setup.carrot = (float)o->carrot;
    setup.switch_radius = (float)o->switch_radius;
    setup.has_crates = o->has_crates;
    setup.seed = o->seed;
    setup.follow = follow_for(o);
    return setup;
}

/// Every motion with every sense.
static void table_of_senses(report *r, bool has_crates)
{
    course_setup setup = setup_of(r->options);
    setup.has_crates = has_crates;
    print_title(r, has_crates ? "motion and sense, with crates" : "motion and sense");
    for (int motion = 0; motion < COURSE_MOTIONS; motion++)
        for (int sense = 0; sense < COURSE_SENSES; sense++)
        {
            if (!is_wanted(r->options->motion, course_motion_names[motion]) ||
                !is_wanted(r->options->sense, course_sense_names[sense]))
                continue;
            setup.motion = (course_motion)motion;
            setup.sense = (course_sense)sense;
            setup.combine = combine_for(r->options, setup.sense);
            outcome o = run_setting(r, &setup);
            print_row(r, course_motion_names[motion], course_sense_names[sense], &o);
        }
}

static void table_of_rings(report *r)
{
    static const int rings[] = {8, 12, 16, 24, 32};
    course_setup setup = setup_of(r->options);
    print_title(r, "ring and hysteresis");
    for (int motion = 0; motion < COURSE_MOTIONS; motion++)
        for (int k = 0; k < 10; k++)
        {
            char name[32];
            setup.motion = (course_motion)motion;
            setup.ring = rings[k / 2];
            setup.hysteresis = k % 2 == 0 ? 0.0f : 0.3f;
            outcome o = run_setting(r, &setup);
            snprintf(name, sizeof name, "%d / %.1f", setup.ring, (double)setup.hysteresis);
            print_row(r, course_motion_names[motion], name, &o);
        }
}

static void table_of_followers(report *r)
{
    course_setup setup = setup_of(r->options);
    print_title(r, "follower, with the ring");
    for (int motion = 0; motion < COURSE_MOTIONS; motion++)
        for (int follow = 0; follow < COURSE_FOLLOWS; follow++)
        {
            setup.motion = (course_motion)motion;
            setup.follow = (course_follow)follow;
            outcome o = run_setting(r, &setup);
            print_row(r, course_motion_names[motion], course_follow_names[follow], &o);
        }
}

static void table_of_combiners(report *r)
{
    course_setup setup = setup_of(r->options);
    setup.sense = COURSE_WHISKERS;
    print_title(r, "combiner, with whiskers");
    for (int motion = 0; motion < COURSE_MOTIONS; motion++)
        for (int combine = 0; combine < COURSE_COMBINES; combine++)
        {
            setup.motion = (course_motion)motion;
            setup.combine = (course_combine)combine;
            outcome o = run_setting(r, &setup);
            print_row(r, course_motion_names[motion], course_combine_names[combine], &o);
        }
}

// ---- the plot -----------------------------------------------------------------------------------------------------

/// Bars of the first tables: time, with the share of stuck agents in red.
static bool plot(const report *r)
{
    enum
    {
        LEFT = 190,
        TOP = 70,
        ROW = 26,
        WIDE = 640
    };
    wend_error error = {0};
    int rows = r->bar_count;
    canvas *c = canvas_open(960, TOP + ROW * rows + 40, &error);
    if (!c)
        return !command_fail(1, "course", "%s", error.text);
    canvas_clear(c, 0x12171effu);
    canvas_text(c, 20, 14, 24, 0xe8eef4ffu, "The steering course");
    canvas_text(c, 20, 42, 14, 0x9aa6b4ffu, "seconds, summed over the maps; red: the share of agents that were stuck");
    for (int i = 0; i < rows; i++)
    {
        const course_setup *s = &r->bars[i].setup;
        const outcome *o = &r->bars[i].outcome;
        float y = (float)(TOP + ROW * i), wide = (float)(o->time / (COURSE_LIMIT * COURSE_MAPS)) * WIDE;
        char text[64];
        snprintf(text, sizeof text, "%s %s%s", course_motion_names[s->motion], course_sense_names[s->sense],
                 s->has_crates ? " + crates" : "");
        canvas_text(c, 20, y + 2, 15, 0xc8d2ddffu, text);
        canvas_rectangle(c, LEFT, y + 3, wide, ROW - 8, 0x4d86f7ffu);
        canvas_rectangle(c, LEFT, y + 3, wide * (float)o->stuck / (float)o->agents, ROW - 8, 0xf0693cffu);
        snprintf(text, sizeof text, "%.1f s   %d stuck   %.1f %% contact", o->time, o->stuck, o->contact);
        canvas_text(c, LEFT + wide + 10, y + 2, 14, 0x9aa6b4ffu, text);
    }
    bool is_saved = canvas_save(c, r->options->png, &error);
    canvas_close(c);
    return is_saved || !command_fail(1, "course", "%s", error.text);
}

// ---- the command --------------------------------------------------------------------------------------------------

static bool is_known(const char *option, const char *value, const char *const *names, int count)
{
    char all[128] = "";
    for (int i = 0; i < count; i++)
    {
        if (!value || strcmp(value, names[i]) == 0)
            return true;
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? ", " : "", names[i]);
    }
    return !command_fail(COMMAND_WRONG, "course", "--%s is '%s', must be one of %s", option, value, all);
}

static bool names_something(const course_options *o)
{
    return o->motion || o->sense || o->follow || o->combine;
}

static int run_tables(report *r)
{
    const course_options *o = r->options;
    if (o->is_csv)
        puts("map,motion,follow,sense,combine,ring,hysteresis,crates,jitter,agents,stuck,time,contact,wobble,rays");
    int copies = o->jitter > 0 ? o->jitter : 1, maps = o->map ? 1 : COURSE_MAPS;
    r->whole = 15 * 2 * copies * maps;
    table_of_senses(r, o->has_crates);
    if (!o->has_crates && !names_something(o))
        table_of_senses(r, true);
    if (o->png && !r->is_broken && !plot(r))
        r->is_broken = true;
    if (!names_something(o) && !o->has_crates)
    {
        table_of_rings(r);
        table_of_followers(r);
        table_of_combiners(r);
    }
    progress_end(&r->progress);
    return r->is_broken ? 1 : 0;
}

int command_course(int argc, char **argv)
{
    course_options o = {
        .ring = 16, .hysteresis = 0.3, .reach = 1.5, .speed = 3, .carrot = 2, .switch_radius = 0.8, .seed = 1};
    const option_row rows[] = {
        {"map", "M", "corridor, pillars or deadend", OPTION_TEXT, &o.map, 0, 0},
        {"motion", "M", "point, turn or car", OPTION_TEXT, &o.motion, 0, 0},
        {"follow", "F", "waypoint, carrot, predict or none", OPTION_TEXT, &o.follow, 0, 0},
        {"sense", "S", "nothing, feeler, whiskers, query or context", OPTION_TEXT, &o.sense, 0, 0},
        {"combine", "C", "sum, priority, budget or context", OPTION_TEXT, &o.combine, 0, 0},
        {"ring", "N", "slots and rays, default 16", OPTION_COUNT, &o.ring, WEND_RING_LEAST, WEND_RING_MOST},
        {"hysteresis", "H", "bonus near the last direction, default 0.3", OPTION_NUMBER, &o.hysteresis, 0, 10},
        {"crates", NULL, "only the courses with crates", OPTION_SWITCH, &o.has_crates, 0, 0},
        {"reach", "R", "how far the ring looks, metres, default 1.5", OPTION_NUMBER, &o.reach, 0.1, 20},
        {"speed", "V", "top speed, metres a second, default 3", OPTION_NUMBER, &o.speed, 0.1, 20},
        {"carrot", "D", "how far ahead the carrot is, metres, default 2", OPTION_NUMBER, &o.carrot, 0.1, 20},
        {"switch", "D", "radius at which a waypoint is passed, default 0.8", OPTION_NUMBER, &o.switch_radius, 0.05, 20},
        {"jitter", "N", "the mean of N jittered courses instead of the nominal one", OPTION_COUNT, &o.jitter, 1, 10000},
        {"seed", "S", "of the jitter, default 1", OPTION_SEED, &o.seed, 0, 0},
        {"csv", NULL, "comma-separated values instead of tables", OPTION_SWITCH, &o.is_csv, 0, 0},
        {"png", "FILE", "a plot of the first tables", OPTION_FILE, &o.png, 0, 0},
    };
    const option_table table = {
        .command = "course",
        .usage = "[options]",
        .about = "Six agents on each of three maps, with any motion model, follower, sense and combiner.\n"
                 "Without options: all tables. An option limits them to what it names.",
        .rows = rows,
        .count = (int)(sizeof rows / sizeof *rows),
        .arguments = "no further arguments"};
    int code;
    if (options_read(&table, argc, argv, &code) < 0)
        return code;
    if (!is_known("map", o.map, course_map_names, COURSE_MAPS) ||
        !is_known("motion", o.motion, course_motion_names, COURSE_MOTIONS) ||
        !is_known("follow", o.follow, course_follow_names, COURSE_FOLLOWS) ||
        !is_known("sense", o.sense, course_sense_names, COURSE_SENSES) ||
        !is_known("combine", o.combine, course_combine_names, COURSE_COMBINES))
        return COMMAND_WRONG;
    report *r = calloc(1, sizeof *r);
    if (!r)
        return command_fail(1, "course", "no memory");
    r->options = &o;
    r->progress = (progress){.what = "the course", .unit = "runs"};
    int result = run_tables(r);
    free(r);
    return result;
}
