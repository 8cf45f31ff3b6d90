// wend crowd: measured people and ours in the same place; scenes of Menge; exits.                  floor 6
#include "axes.h"
#include "command.h"
#include "dodge_name.h"
#include "menge_read.h"
#include "options.h"
#include "steerbench_cases.h"
#include "steerbench_read.h"
#include "tracks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What the columns are.
typedef enum columns
{
    NO_COLUMNS,
    OF_PEOPLE,
    OF_CASES
} columns;

typedef struct crowd_options
{
    const char *dodge, *png;
    wend_dodge_kind kind;
    double radius, speed;
    uint64_t seed;
    int threads;
    bool is_csv;
    columns told; ///< those whose names were printed last
} crowd_options;

/// Where people were filmed.
typedef struct setting
{
    const char *begins; ///< the file's name
    const char *title;
    double rate; ///< frames a second
    track_gate gate;
    steerbench_bounds goal;
    const float (*walls)[4]; ///< boxes: left, low, right, high
    int wall_count;
} setting;

// The polygons of the gate as boxes: its lips, and the sides of the waiting area. Between lip and wall nobody stands.
static const float gate_walls[][4] = {{-3.05f, -1.1f, -0.25f, -0.15f}, {0.25f, -1.1f, 3.05f, -0.15f},
                                      {-3.05f, -0.3f, -0.4f, 0},       {0.4f, -0.3f, 3.05f, 0},
                                      {-3.05f, -0.3f, -2.8f, 6.7f},    {2.8f, -0.3f, 3.05f, 6.7f}};
static const float corridor_walls[][4] = {{-1.2f, -4, 0, 4}, {1.8f, -4, 3, 4}};

static const setting settings[] = {
    {"bottleneck",
     "A gate of 0.5 m",
     25,
     {0, {-0.4f, 0, 0}, {0.4f, 0.8f, 0}, 0.4, 0, 66},
     {{-1, 0, -2.4f}, {1, 0, -1.7f}},
     gate_walls,
     6},
    {"corridor",
     "A corridor of 1.8 m",
     16,
     {0, {0, -2, 0}, {1.8f, 0, 0}, 0.5, 13, 50},
     {{-1, 0, -6.6f}, {2.8f, 0, -6}},
     corridor_walls,
     2},
};

// ---- ours in the same place -----------------------------------------------------------------------------------------

static void add_wall(steerbench_case *test, const float wall[4])
{
    steerbench_obstacle *box = &test->obstacles[test->obstacle_count++];
    *box = (steerbench_obstacle){.kind = STEERBENCH_BOX, .cosine = 1};
    box->bounds = (steerbench_bounds){wend_xyz(wall[0], 0, wall[1]), wend_xyz(wall[2], 0, wall[3])};
    box->centre = wend_lerp(box->bounds.low, box->bounds.high, 0.5f);
    box->half = wend_scale(wend_sub(box->bounds.high, box->bounds.low), 0.5f);
}

/// Everybody comes when and where a person came.
static bool make_case(const setting *s, const track_set *people, const crowd_options *o, steerbench_case *test)
{
    *test = (steerbench_case){.name = s->title};
    test->bounds = (steerbench_bounds){wend_xyz(-10, 0, -10), wend_xyz(10, 0, 10)};
    test->sources = calloc((size_t)people->count, sizeof *test->sources);
    test->goals = calloc(1, sizeof *test->goals);
    test->obstacles = calloc((size_t)s->wall_count, sizeof *test->obstacles);
    if (!test->sources || !test->goals || !test->obstacles)
        return false;
    for (int i = 0; i < s->wall_count; ++i)
        add_wall(test, s->walls[i]);
    test->goals[0] =
        (steerbench_goal){.kind = STEERBENCH_SEEK_BOX, .bounds = s->goal, .speed = (float)o->speed, .seconds = 1e5f};
    test->goal_count = 1;
    for (int i = 0; i < people->count; ++i)
    {
        const track *t = &people->tracks[i];
        wend_vec at = wend_xyz(t->at[0].x, 0, t->at[0].y);
        bool is_first = t->begin <= people->step; // who stands there when the film begins
        test->sources[test->source_count++] = (steerbench_source){.count = 1,
                                                                  .radius = (float)o->radius,
                                                                  .speed = is_first ? 0 : (float)o->speed,
                                                                  .position = at,
                                                                  .direction = wend_xyz(0, 0, -1),
                                                                  .start_seconds = fmax(t->begin, 1e-3),
                                                                  .goal_count = 1};
    }
    return true;
}

static bool play(steerbench_sim *sim, double limit, track_set *out, steerbench_error *error)
{
    while (!steerbench_is_over(sim) && sim->seconds < limit)
    {
        if (!steerbench_step(sim, error))
            return false;
        for (int i = 0; out && i < sim->live_count; ++i)
        {
            wend_vec p = sim->bodies[sim->live[i]].position;
            if (!tracks_add(out, sim->live[i], sim->seconds, wend_xyz(p.x, p.z, 0)))
                return false;
        }
    }
    return true;
}

static bool simulate(const steerbench_case *test, const crowd_options *o, double limit, track_set *out)
{
    steerbench_options how = {.seed = o->seed, .threads = o->threads, .dt = 0.05, .dodge = o->kind};
    steerbench_error error = {0};
    steerbench_sim *sim = steerbench_start(test, &how, &error);
    *out = (track_set){.step = how.dt};
    bool is_fine = sim && play(sim, limit, out, &error);
    steerbench_stop(sim);
    return is_fine || !command_fail(1, "crowd", "%s", error.text[0] ? error.text : "out of memory");
}

// ---- side by side ---------------------------------------------------------------------------------------------------

enum
{
    BINS = 40
};

static int bin_of(double density)
{
    return (int)fmin(density * 4, BINS - 1); // of a quarter of a head per square metre
}

/// The share of our moments whose speed lies between the slowest and the fastest twentieth of people's moments at the
/// same density; only densities of which there are twenty moments of people.
static double share_inside(const track_measures *people, const track_measures *ours, double *compared)
{
    double low[BINS], high[BINS];
    int inside = 0, counted = 0;
    for (int b = 0; b < BINS; ++b)
    {
        int count = 0;
        double sum = 0, squares = 0;
        for (int i = 0; i < people->moment_count; ++i)
            if (bin_of(people->moments[i].density) == b)
            {
                ++count;
                sum += people->moments[i].speed;
                squares += people->moments[i].speed * people->moments[i].speed;
            }
        double mean = count > 0 ? sum / count : 0,
               spread = count > 0 ? sqrt(fmax(squares / count - mean * mean, 0)) : 0;
        low[b] = count >= 20 ? mean - 1.645 * spread : 1;
        high[b] = count >= 20 ? mean + 1.645 * spread : 0;
    }
    for (int i = 0; i < ours->moment_count; ++i)
    {
        int b = bin_of(ours->moments[i].density);
        if (low[b] > high[b])
            continue;
        ++counted;
        inside += ours->moments[i].speed >= low[b] && ours->moments[i].speed <= high[b];
    }
    *compared = ours->moment_count > 0 ? (double)counted / ours->moment_count : 0;
    return counted > 0 ? (double)inside / counted : 0;
}

static const wend_colour PEOPLE = 0xff9a5cffu, OURS = 0x5b9dffffu;

static void draw_moments(const plot *p, const track_measures *m, wend_colour colour)
{
    for (int i = 0; i < m->moment_count; i += 2)
        if (axes_hold(p, m->moments[i].density, m->moments[i].speed))
            canvas_disc(p->c, axes_x(p, m->moments[i].density), axes_y(p, m->moments[i].speed), 2.5f, colour);
}

static void draw_crossings(const plot *p, const track_measures *m, wend_colour colour)
{
    for (int i = 1; i < m->crossed; ++i)
    {
        double from = m->crossings[i - 1] - m->crossings[0], to = m->crossings[i] - m->crossings[0];
        axes_segment(p, from, i, to, i, 3, colour, false);
        axes_segment(p, to, i, to, i + 1, 3, colour, false);
    }
}

static bool draw(const char *path, const char *title, const track_measures *people, const track_measures *ours)
{
    wend_error error = {0};
    canvas *c = canvas_open(AXES_WIDTH, 2 * AXES_HEIGHT - 60, &error);
    if (!c)
        return !command_fail(1, "crowd", "%s", error.text);
    plot p = axes_begin(c, title);
    double span = 1, crowd = 1;
    for (int i = 0; i < people->moment_count; ++i)
        crowd = fmax(crowd, people->moments[i].density);
    for (int k = 0; k < 2; ++k)
    {
        const track_measures *m = k ? ours : people;
        if (m->crossed > 1)
            span = fmax(span, m->crossings[m->crossed - 1] - m->crossings[0]);
    }
    p.left = 0, p.right = 1.1 * crowd, p.bottom = 0, p.top = 2.2;
    p.legend_x = p.width - 190, p.legend_y = 14;
    axes_draw(&p, "heads per square metre", "mean speed, m/s");
    draw_moments(&p, people, PEOPLE);
    draw_moments(&p, ours, OURS);
    axes_legend(&p, PEOPLE, false, "people, measured");
    axes_legend(&p, OURS, false, "wend");
    p.y += AXES_HEIGHT - 60;
    p.right = span, p.top = 1 + (people->crossed > ours->crossed ? people->crossed : ours->crossed);
    axes_draw(&p, "seconds since the first one crossed the line", "how many have crossed it");
    draw_crossings(&p, people, PEOPLE);
    draw_crossings(&p, ours, OURS);
    bool is_saved = canvas_save(c, path, &error);
    canvas_close(c);
    return is_saved || !command_fail(1, "crowd", "%s", error.text);
}

/// Names the columns, where others were named last.
static void print_head(crowd_options *o, columns which)
{
    if (o->told == which)
        return;
    o->told = which;
    if (which == OF_PEOPLE && o->is_csv)
        puts("file,who,flow,crossed,density,speed,slow,middle,fast");
    else if (which == OF_PEOPLE)
        printf("%-36s %-7s %6s %7s %8s %8s %6s %6s %6s\n", "file", "who", "flow", "crossed", "density", "speed", "5 %",
               "50 %", "95 %");
    else if (o->is_csv)
        puts("case,agents,finished,time,speed,collisions,penetration_max,seconds");
    else
        printf("%-26s %6s %8s %8s %8s %10s %8s %8s\n", "case", "agents", "finished", "time", "speed", "collisions",
               "deepest", "seconds");
}

static void print_measures(const crowd_options *o, const char *file, const char *who, const track_measures *m)
{
    const char *format =
        o->is_csv ? "%s,%s,%.3f,%d,%.3f,%.3f,%.3f,%.3f,%.3f\n" : "%-36s %-7s %6.3f %7d %8.3f %8.3f %6.2f %6.2f %6.2f\n";
    printf(format, file, who, m->flow, m->crossed, m->density, m->speed, m->slow, m->middle, m->fast);
}

static bool compare(const setting *s, const char *name, const track_set *people, const track_set *ours,
                    crowd_options *o)
{
    track_measures theirs, mine = {0};
    bool is_fine = tracks_measure(people, &s->gate, &theirs) && tracks_measure(ours, &s->gate, &mine);
    if (!is_fine)
        return !command_fail(1, "crowd", "out of memory");
    double compared, inside = share_inside(&theirs, &mine, &compared);
    print_head(o, OF_PEOPLE);
    print_measures(o, name, "people", &theirs);
    print_measures(o, name, "wend", &mine);
    fprintf(o->is_csv ? stderr : stdout,
            "within people's spread: %.3f of the moments at densities that people had (%.3f of all)\n", inside,
            compared);
    if (o->png)
        is_fine = draw(o->png, s->title, &theirs, &mine);
    tracks_measures_free(&theirs);
    tracks_measures_free(&mine);
    return is_fine;
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool run_tracks(const char *path, crowd_options *o)
{
    const setting *s = NULL;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; ++i)
        if (strncmp(base_of(path), settings[i].begins, strlen(settings[i].begins)) == 0)
            s = &settings[i];
    if (!s)
        return !command_fail(1, "crowd", "%s: its name must begin with bottleneck or corridor, which says where it was",
                             path);
    track_set people, ours = {0};
    steerbench_error error = {0};
    steerbench_case test = {0};
    if (!tracks_read(&people, path, s->rate, &error))
        return !command_fail_in("crowd", path, error.line, error.text);
    bool is_fine = make_case(s, &people, o, &test) || !command_fail(1, "crowd", "out of memory");
    is_fine = is_fine && simulate(&test, o, 300, &ours) && compare(s, base_of(path), &people, &ours, o);
    steerbench_free(&test);
    tracks_free(&people);
    tracks_free(&ours);
    return is_fine;
}

// ---- cases ----------------------------------------------------------------------------------------------------------

/// Plays a case and prints what came of it. `seconds` gets when the last one was done.
static bool run_case(const steerbench_case *test, const char *name, crowd_options *o, double *seconds)
{
    steerbench_options how = {.seed = o->seed, .threads = o->threads, .dt = 0.05, .dodge = o->kind};
    steerbench_error error = {0};
    steerbench_sim *sim = steerbench_start(test, &how, &error);
    bool is_fine = sim && play(sim, 600, NULL, &error);
    if (is_fine)
    {
        steerbench_scores s = steerbench_score(sim, true);
        print_head(o, OF_CASES);
        printf(o->is_csv ? "%s,%d,%d,%.3f,%.3f,%d,%.4f,%.2f\n" : "%-26s %6d %8d %8.2f %8.3f %10d %8.4f %8.2f\n", name,
               s.agents, s.finished, s.time, s.time > 0 ? s.distance / s.time : 0, s.collisions, s.penetration_max,
               sim->seconds);
        *seconds = sim->seconds;
    }
    else
        command_fail(1, "crowd", "%s: %s", name, error.text[0] ? error.text : "out of memory");
    steerbench_stop(sim);
    return is_fine;
}

static bool run_menge(const char *path, crowd_options *o)
{
    steerbench_case test;
    steerbench_error error;
    double seconds;
    if (!menge_read(path, &test, &error))
        return !command_fail_in("crowd", path, error.line, error.text);
    bool is_fine = run_case(&test, base_of(path), o, &seconds);
    steerbench_free(&test);
    return is_fine;
}

/// Who walks alone, and how long it takes to leave a room by four exits and by two of them.
static bool run_exits(crowd_options *o)
{
    static const char *const names[] = {"free", "four exits", "two exits"};
    double seconds[3] = {0};
    bool is_fine = true;
    for (int i = 0; i < 3 && is_fine; ++i)
    {
        steerbench_case *test = steerbench_case_make(steerbench_case_find(names[i]));
        is_fine = test && run_case(test, names[i], o, &seconds[i]);
        steerbench_case_free(test);
    }
    if (is_fine)
        fprintf(o->is_csv ? stderr : stdout, "half the exits: %.2f times as long\n", seconds[2] / seconds[1]);
    return is_fine;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

int command_crowd(int argc, char **argv)
{
    crowd_options o = {.dodge = dodge_usual, .seed = 1, .threads = 1};
    const option_row rows[] = {
        {"png", "FILE", "a plot of measured people and ours", OPTION_FILE, &o.png, 0, 0},
        {"csv", NULL, "comma-separated values; all else goes to the standard error", OPTION_SWITCH, &o.is_csv, 0, 0},
        {"dodge", "D", dodge_about, OPTION_TEXT, &o.dodge, 0, 0},
        {"radius", "R", "of those who walk beside measured people, metres, default 0.2", OPTION_NUMBER, &o.radius, 0.1,
         0.5},
        {"speed", "V", "their free speed, m/s, default 1.34", OPTION_NUMBER, &o.speed, 0.1, 5},
        {"seed", "N", "of all randomness, default 1", OPTION_SEED, &o.seed, 0, 0},
        {"threads", "T", "default 1; any number gives the same bits", OPTION_COUNT, &o.threads, 1, 64},
    };
    const option_table table = {
        .command = "crowd",
        .usage = "[FILE...] [options]",
        .about = "Ours beside people: a file of measured trajectories (its name begins with bottleneck or corridor)\n"
                 "gives speed, density and flow of both, in the same place, where everybody comes when and where a\n"
                 "person came. Project files of Menge (XML) are played. Without a file: somebody alone, and a room\n"
                 "of 200 with four exits and with two.",
        .rows = rows,
        .count = (int)(sizeof rows / sizeof *rows),
        .arguments = "files of trajectories (.txt) or of Menge (.xml)",
        .most = 1000};
    int code;
    int plain = options_read(&table, argc, argv, &code);
    if (plain < 0)
        return code;
    if (!dodge_find(o.dodge, &o.kind))
        return command_fail(COMMAND_WRONG, "crowd", "--dodge is '%s', must be one of %s", o.dodge, dodge_names);
    int people = 0; // files of them
    for (int i = 1; i <= plain; ++i)
        people += !ends_with(argv[i], ".xml");
    const char *of_people = o.png ? "png" : o.radius > 0 ? "radius" : o.speed > 0 ? "speed" : NULL;
    if (of_people && people == 0)
        return command_fail(COMMAND_WRONG, "crowd", "--%s is for files of trajectories", of_people);
    if (o.png && people > 1)
        return command_fail(COMMAND_WRONG, "crowd", "--png is for one file of trajectories, there are %d", people);
    o.radius = o.radius > 0 ? o.radius : 0.2;
    o.speed = o.speed > 0 ? o.speed : 1.34;
    if (plain == 0)
        return run_exits(&o) ? 0 : 1;
    bool is_fine = true;
    for (int i = 1; i <= plain; ++i)
        is_fine &= ends_with(argv[i], ".xml") ? run_menge(argv[i], &o) : run_tracks(argv[i], &o);
    return is_fine ? 0 : 1;
}
