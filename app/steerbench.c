// wend steerbench: SteerSuite's test cases, scored, beside what SteerSuite's own AIs got.       floor 6
#include "command.h"
#include "dodge_name.h"
#include "options.h"
#include "steerbench_read.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PATH = 1024,
    MOST_LINE = 512
};

typedef struct bench_options
{
    const char *dodge;
    wend_dodge_kind kind;
    uint64_t seed;
    int threads;
    bool is_csv;
} bench_options;

/// A list of paths.
typedef struct path_list
{
    char **paths;
    int count, capacity;
} path_list;

/// What the best of SteerSuite's AIs got, of those that brought everybody there.
typedef struct reference
{
    bool is_known;
    double composite01, ple, time, distance;
} reference;

/// What came of all cases.
typedef struct summary
{
    int played, finished;           // cases; of which everybody got there
    int wayless, rest_finished;     // that have no way for all; of which all others got there
    int compared, timed, not_worse; // with a reference; of those at usual speeds, those not above it
    int apart, clean;               // cases whose agents start apart; of which nobody got deeper than 1 cm
    double deepest;
    const char *deepest_case;
    double seconds;
} summary;

// ---- files --------------------------------------------------------------------------------------------------------

static bool add_path(path_list *list, const char *path)
{
    if (list->count == list->capacity)
    {
        int capacity = list->capacity ? 2 * list->capacity : 64;
        char **more = realloc(list->paths, (size_t)capacity * sizeof *more);
        if (!more)
            return false;
        list->paths = more;
        list->capacity = capacity;
    }
    char *copy = malloc(strlen(path) + 1);
    if (!copy)
        return false;
    list->paths[list->count++] = strcpy(copy, path);
    return true;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/// All XML files below a folder, or the file itself.
static bool find_cases(path_list *list, const char *path)
{
    DIR *folder = opendir(path);
    bool is_fine = true;
    if (!folder)
        return errno == ENOTDIR || errno == ENOENT ? add_path(list, path) : false;
    for (struct dirent *entry; is_fine && (entry = readdir(folder)) != NULL;)
    {
        char inner[PATH];
        int length = snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] == '.' || length >= PATH)
            continue;
        DIR *below = opendir(inner);
        if (below)
            closedir(below);
        if (below || ends_with(entry->d_name, ".xml"))
            is_fine = find_cases(list, inner);
    }
    closedir(folder);
    return is_fine;
}

static void free_list(path_list *list)
{
    for (int i = 0; i < list->count; ++i)
        free(list->paths[i]);
    free(list->paths);
}

/// "more/circle-10.xml": what follows a folder "cases", or the file's name.
static const char *name_of(const char *path)
{
    const char *cases = strstr(path, "cases/"), *slash = strrchr(path, '/');
    return cases ? cases + 6 : slash ? slash + 1 : path;
}

// ---- the reference --------------------------------------------------------------------------------------------------

/// Opens reference-scores.tsv in a folder above a case.
static FILE *open_reference(const char *path)
{
    char folder[PATH];
    if (strlen(path) >= PATH)
        return NULL;
    strcpy(folder, path);
    for (char *slash; (slash = strrchr(folder, '/')) != NULL;)
    {
        char file[PATH + 32];
        *slash = '\0';
        snprintf(file, sizeof file, "%s/reference-scores.tsv", folder);
        FILE *found = fopen(file, "r");
        if (found)
            return found;
    }
    return NULL;
}

/// Splits a line at its tabs. Returns how many fields it has.
static int split(char *line, char **fields, int most)
{
    int count = 0;
    for (char *at = line; at && count < most; ++count)
    {
        fields[count] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = '\0';
    }
    return count;
}

/// Columns of reference-scores.tsv.
enum
{
    CASE,
    AI,
    STATE,
    AGENTS,
    UNFINISHED,
    TIME = 7,
    PLE = 11,
    DISTANCE = 12,
    COMPOSITE01 = 14,
    COLUMNS = 16
};

static reference find_reference(const char *path)
{
    reference best = {0};
    char line[MOST_LINE], *fields[COLUMNS];
    FILE *file = open_reference(path);
    while (file && fgets(line, sizeof line, file))
    {
        if (split(line, fields, COLUMNS) < COLUMNS || strcmp(fields[CASE], name_of(path)) != 0 ||
            strcmp(fields[STATE], "ok") != 0 || atoi(fields[UNFINISHED]) > 0 || atoi(fields[AGENTS]) == 0)
            continue;
        double composite = atof(fields[COMPOSITE01]);
        if (best.is_known && composite >= best.composite01)
            continue;
        best = (reference){true, composite, atof(fields[PLE]), atof(fields[TIME]), atof(fields[DISTANCE])};
    }
    if (file)
        fclose(file);
    return best;
}

// ---- one case -------------------------------------------------------------------------------------------------------

/// Do all of its goals ask for a speed from 1.2 to 1.35?
static bool is_usual_speed(const steerbench_case *test)
{
    for (int i = 0; i < test->goal_count; ++i)
        if (test->goals[i].speed < 1.2f || test->goals[i].speed > 1.35f)
            return false;
    return true;
}

static void print_head(const bench_options *o)
{
    if (o->is_csv)
        puts("case,dodge,agents,finished,collisions,penetration_max,time,energy,ple,composite01,reference,seconds");
    else
        printf("%-42s %6s %8s %10s %8s %8s %9s %9s %6s %6s %6s %6s\n", "case", "agents", "finished", "collisions",
               "deepest", "time", "composite", "reference", "PLE/m", "theirs", "t/t0", "theirs");
}

static void print_row(const bench_options *o, const char *name, const steerbench_sim *sim, const steerbench_scores *s,
                      const reference *r)
{
    char known[32] = "", effort[16] = "", slower[16] = "";
    if (o->is_csv)
    {
        if (r->is_known)
            snprintf(known, sizeof known, "%.2f", r->composite01);
        printf("%s,%s,%d,%d,%d,%.4f,%.3f,%.3f,%.3f,%.3f,%s,%.2f\n", name, o->dodge, s->agents, s->finished,
               s->collisions, s->penetration_max, s->time, s->energy, s->ple, s->composite01, known, sim->seconds);
        return;
    }
    double metre = s->distance > 0 ? s->ple / s->distance : 0,
           ratio = s->straight_time > 0 ? s->time / s->straight_time : 0;
    if (r->is_known)
    {
        snprintf(known, sizeof known, "%.2f", r->composite01);
        snprintf(effort, sizeof effort, "%.3f", r->distance > 0 ? r->ple / r->distance : 0);
        snprintf(slower, sizeof slower, "%.2f", s->straight_time > 0 ? r->time / s->straight_time : 0);
    }
    printf("%-42s %6d %8d %10d %8.4f %8.2f %9.2f %9s %6.3f %6s %6.2f %6s\n", name, s->agents, s->finished,
           s->collisions, s->penetration_max, s->time, s->composite01, known, metre, effort, ratio, slower);
}

/// Who didn't get there, and why.
typedef struct left_over
{
    int no_way[WEND_PLAN_STATE_COUNT]; // by reason
    int endless;                       // what they are to do lasts longer than the case
    int others;
} left_over;

/// Does its goal last longer than the case, whatever it does?
static bool is_endless(const steerbench_sim *sim, const steerbench_body *body)
{
    const steerbench_goal *goal = &sim->test->goals[body->goal];
    bool is_about_time = goal->kind == STEERBENCH_FLEE || goal->kind == STEERBENCH_FLEE_AGENT ||
                         goal->kind == STEERBENCH_FLOW || goal->kind == STEERBENCH_IDLE;
    return is_about_time && (double)goal->seconds > steerbench_limit(sim);
}

static left_over find_left_over(const steerbench_sim *sim)
{
    left_over left = {0};
    for (int i = 0; i < sim->count; ++i)
    {
        const steerbench_body *body = &sim->bodies[i];
        if (body->is_done)
            continue;
        left.no_way[body->plan] += body->plan > WEND_PLAN_ARRIVED;
        left.endless += body->plan <= WEND_PLAN_ARRIVED && is_endless(sim, body);
        left.others += body->plan <= WEND_PLAN_ARRIVED && !is_endless(sim, body);
    }
    return left;
}

/// Says who didn't get there, and why.
static void print_unfinished(FILE *file, const char *name, const left_over *left, const steerbench_scores *s)
{
    fprintf(file, "unfinished: %s: %d of %d", name, s->agents - s->finished, s->agents);
    for (int k = WEND_PLAN_ARRIVED + 1; k < WEND_PLAN_STATE_COUNT; ++k)
        if (left->no_way[k] > 0)
            fprintf(file, "; no way for %d: %s", left->no_way[k], wend_plan_state_name((wend_plan_state)k));
    if (left->endless > 0)
        fprintf(file, "; no way for %d: a goal that lasts longer than the case", left->endless);
    fputc('\n', file);
}

static void add_to(summary *all, const char *name, const steerbench_sim *sim, const steerbench_scores *s,
                   const reference *r)
{
    left_over left = find_left_over(sim);
    bool is_finished = s->finished == s->agents, has_wayless = !is_finished && left.others < s->agents - s->finished;
    ++all->played;
    all->finished += is_finished;
    all->wayless += has_wayless;
    all->rest_finished += has_wayless && left.others == 0;
    all->compared += r->is_known;
    all->seconds += sim->seconds;
    if (sim->deepest_start <= 0.001)
    {
        ++all->apart;
        all->clean += s->penetration_max <= 0.01;
        if (s->penetration_max > all->deepest)
        {
            all->deepest = s->penetration_max;
            all->deepest_case = name;
        }
    }
    if (r->is_known && is_usual_speed(sim->test))
    {
        ++all->timed;
        all->not_worse += s->composite01 <= r->composite01;
    }
}

static bool play(steerbench_sim *sim, const char *name, steerbench_error *error)
{
    progress p = {.what = name};
    bool is_fine = true;
    while (is_fine && !steerbench_is_over(sim) && sim->seconds < steerbench_limit(sim) - 0.5 * sim->options.dt)
    {
        is_fine = steerbench_step(sim, error);
        progress_tell(&p, sim->seconds, steerbench_limit(sim));
    }
    progress_end(&p);
    return is_fine;
}

static bool run_case(const bench_options *o, const char *path, const steerbench_case *test, summary *all,
                     steerbench_error *error)
{
    const char *name = name_of(path);
    steerbench_options how = {.seed = o->seed, .threads = o->threads, .dt = 0.05, .dodge = o->kind};
    steerbench_sim *sim = steerbench_start(test, &how, error);
    bool is_fine = sim && play(sim, name, error);
    if (is_fine)
    {
        steerbench_scores s = steerbench_score(sim, true);
        reference r = find_reference(path);
        print_row(o, name, sim, &s, &r);
        left_over left = find_left_over(sim);
        if (s.finished < s.agents)
            print_unfinished(o->is_csv ? stderr : stdout, name, &left, &s);
        add_to(all, name, sim, &s, &r);
        fflush(stdout);
    }
    steerbench_stop(sim);
    return is_fine;
}

static bool run_file(const bench_options *o, const char *path, summary *all)
{
    steerbench_case test;
    steerbench_error error;
    if (!steerbench_read(path, &test, &error))
        return !command_fail_in("steerbench", path, error.line, error.text);
    bool is_fine = true;
    if (test.source_count == 0 || test.goal_count == 0)
        fprintf(o->is_csv ? stderr : stdout, "left out: %s: it has no %s\n", name_of(path),
                test.source_count == 0 ? "agents" : "goals");
    else if (!run_case(o, path, &test, all, &error))
        is_fine = !command_fail_in("steerbench", path, error.line, error.text);
    steerbench_free(&test);
    return is_fine;
}

static void print_summary(FILE *file, const summary *all)
{
    fprintf(file, "cases: %d\neverybody finished: %d\nno way for all: %d\nall others finished: %d\n", all->played,
            all->finished, all->wayless, all->rest_finished);
    fprintf(file, "start apart: %d\nnever deeper than 1 cm: %d\ndeepest: %.4f%s%s\n", all->apart, all->clean,
            all->deepest, all->deepest_case ? " in " : "", all->deepest_case ? all->deepest_case : "");
    fprintf(file, "with a reference: %d\nat 1.2 to 1.35 m/s: %d\nnot above it: %d\nseconds: %.2f\n", all->compared,
            all->timed, all->not_worse, all->seconds);
}

// ---- the command ----------------------------------------------------------------------------------------------------

int command_steerbench(int argc, char **argv)
{
    bench_options o = {.dodge = dodge_usual, .seed = 1, .threads = 1};
    const option_row rows[] = {
        {"dodge", "D", dodge_about, OPTION_TEXT, &o.dodge, 0, 0},
        {"csv", NULL, "comma-separated values; all else goes to the standard error", OPTION_SWITCH, &o.is_csv, 0, 0},
        {"seed", "N", "of all randomness, default 1", OPTION_SEED, &o.seed, 0, 0},
        {"threads", "T", "default 1; any number gives the same bits", OPTION_COUNT, &o.threads, 1, 64},
    };
    const option_table table = {
        .command = "steerbench",
        .usage = "FILE|FOLDER... [options]",
        .about =
            "Plays SteerSuite's test cases to their end, at 20 frames a second, and scores them. A goal is reached\n"
            "within 2.5 radii; a case is cut at 180 s, or at three times its longest straight way. Beside our\n"
            "scores stand those of the best of SteerSuite's own AIs that brought everybody there, where a\n"
            "reference-scores.tsv lies in a folder above. `seconds` is how long the case took to play out.",
        .rows = rows,
        .count = (int)(sizeof rows / sizeof *rows),
        .arguments = "files or folders",
        .least = 1,
        .most = 1000};
    int code;
    int plain = options_read(&table, argc, argv, &code);
    if (plain < 0)
        return code;
    if (!dodge_find(o.dodge, &o.kind))
        return command_fail(COMMAND_WRONG, "steerbench", "--dodge is '%s', must be one of %s", o.dodge, dodge_names);
    path_list list = {0};
    bool is_fine = true;
    for (int i = 1; i <= plain && is_fine; ++i)
    {
        int first = list.count;
        is_fine = find_cases(&list, argv[i]);
        if (is_fine && list.count > first)
            qsort(list.paths + first, (size_t)(list.count - first), sizeof *list.paths, by_name);
        else if (is_fine)
            is_fine = !command_fail(1, "steerbench", "%s: there is no XML file in it", argv[i]);
        else
            command_fail(1, "steerbench", "%s: %s", argv[i], strerror(errno));
    }
    summary all = {0};
    code = is_fine ? 0 : 1;
    if (is_fine)
        print_head(&o);
    for (int i = 0; i < list.count && is_fine; ++i)
        code |= !run_file(&o, list.paths[i], &all);
    if (is_fine)
        print_summary(o.is_csv ? stderr : stdout, &all);
    free_list(&list);
    return code;
}
