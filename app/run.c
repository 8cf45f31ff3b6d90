// wend run: a scene or a SteerSuite test case, without a display.                              floor 6
#include "canvas.h"
#include "command.h"
#include "compare.h"
#include "options.h"
#include "picture.h"
#include "steerbench_read.h"
#include "tape.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct run_options
{
    double seconds, dt; ///< below 0: not given
    uint64_t seed;
    int threads;
    const char *png, *csv, *record, *compare;
    int seeds; ///< 0: not given
    bool does_hash;
} run_options;

// ---- what both kinds write ----------------------------------------------------------------------------------------

typedef struct table_file
{
    FILE *file; ///< null: nobody wants it
    const char *path;
    wend_agent_id *ids;
    wend_vec *positions, *velocities;
    int capacity;
} table_file;

static bool table_open(table_file *table, const char *path)
{
    *table = (table_file){.path = path};
    if (!path)
        return true;
    table->file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!table->file)
    {
        command_fail(1, "run", "%s: %s", path, strerror(errno));
        return false;
    }
    fputs("time,agent,x,y,z,vx,vy,vz\n", table->file);
    return true;
}

static bool table_room(table_file *table, int count)
{
    if (count <= table->capacity)
        return true;
    free(table->ids);
    free(table->positions);
    free(table->velocities);
    table->ids = malloc((size_t)count * sizeof *table->ids);
    table->positions = malloc((size_t)count * sizeof *table->positions);
    table->velocities = malloc((size_t)count * sizeof *table->velocities);
    table->capacity = table->ids && table->positions && table->velocities ? count : 0;
    return table->capacity > 0;
}

static bool table_write(table_file *table, const wend_world *world, double seconds)
{
    int count = table->file ? wend_world_count(world) : 0;
    if (count == 0)
        return true;
    if (!table_room(table, count))
        return !command_fail(1, "run", "out of memory");
    wend_world_read(world, WEND_FIELD_ID, table->ids, sizeof *table->ids, count);
    wend_world_read(world, WEND_FIELD_POSITION, table->positions, sizeof *table->positions, count);
    wend_world_read(world, WEND_FIELD_VELOCITY, table->velocities, sizeof *table->velocities, count);
    for (int i = 0; i < count; ++i)
    {
        wend_vec p = table->positions[i], v = table->velocities[i];
        fprintf(table->file, "%.9g,%" PRIu64 ",%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", seconds, table->ids[i].value,
                (double)p.x, (double)p.y, (double)p.z, (double)v.x, (double)v.y, (double)v.z);
    }
    return !ferror(table->file); // table_close says so
}

static bool table_close(table_file *table)
{
    bool is_standard = table->file == stdout;
    bool is_written = !table->file || !ferror(table->file);
    if (table->file && !is_standard)
        is_written = fclose(table->file) == 0 && is_written;
    free(table->ids);
    free(table->positions);
    free(table->velocities);
    if (!is_written)
        command_fail(1, "run", "can't write %s", is_standard ? "the table" : table->path);
    *table = (table_file){0};
    return is_written;
}

// Where the table goes to the standard output, the lines about it don't.
static FILE *summary_file(const run_options *o)
{
    return o->csv && strcmp(o->csv, "-") == 0 ? stderr : stdout;
}

static void print_hash(const run_options *o, uint64_t hash)
{
    if (o->does_hash)
        printf("hash: 0x%016" PRIx64 "\n", hash);
}

// ---- a scene ------------------------------------------------------------------------------------------------------

static bool play_scene(scene_run *run, int steps, table_file *table, tape_writer *t)
{
    progress p = {.what = run->kind->name};
    bool is_fine = true;
    for (int i = 1; i <= steps && is_fine; ++i)
    {
        tape_before(t, run);
        scene_advance_demo(run);
        tape_after(t, run);
        double seconds = i * run->kind->step_seconds;
        is_fine = table_write(table, run->world, seconds);
        progress_tell(&p, seconds, steps * run->kind->step_seconds);
    }
    progress_end(&p);
    return is_fine;
}

static bool draw_scene(scene_run *run, const char *path)
{
    wend_error error = {0};
    if (!path || picture_of(run, path, &error))
        return true;
    return !command_fail(1, "run", "%s", error.text);
}

static int run_scene(const scene *kind, const run_options *o)
{
    if (o->dt >= 0 && fabs(o->dt - kind->step_seconds) > 1e-6)
        return command_fail(COMMAND_WRONG, "run", "--dt is %.9g, but %s always steps by %.9g s: leave --dt away", o->dt,
                            kind->name, kind->step_seconds);
    double whole = (o->seconds >= 0 ? o->seconds : kind->picture_seconds) / kind->step_seconds;
    if (whole > 1e9)
        return command_fail(COMMAND_WRONG, "run", "--seconds is %.9g, that is more than 1e9 steps", o->seconds);
    wend_error error = {0};
    scene_run *run = scene_start(kind, &(scene_options){.seed = o->seed, .threads = o->threads}, &error);
    if (!run)
        return command_fail(1, "run", "%s: %s", kind->name, error.text);
    int steps = (int)lround(whole);
    table_file table = {0};
    tape_writer t;
    bool is_fine = tape_begin(&t, o->record, run) && table_open(&table, o->csv) && play_scene(run, steps, &table, &t);
    is_fine = tape_end(&t, run) && is_fine;
    is_fine = table_close(&table) && is_fine && draw_scene(run, o->png);
    if (is_fine)
    {
        fprintf(summary_file(o), "scene: %s\nseconds: %.9g\nsteps: %d\nagents: %d\n", kind->name,
                steps * kind->step_seconds, steps, wend_world_count(run->world));
        print_hash(o, scene_hash(run));
    }
    scene_stop(run);
    return is_fine ? 0 : 1;
}

// ---- a picture of a test case -------------------------------------------------------------------------------------

static const wend_colour GROUND = 0x14181fffu, OBSTACLE = 0x39424fffu, GOAL = 0xd8dee9ffu, START = 0x8892a0ffu;
static const wend_colour WAYS[] = {0x4a90ffffu, 0x3ecf6affu, 0xffd23effu, 0xc9a6ffffu,
                                   0xff7a5cffu, 0x45d0d0ffu, 0xf58ac2ffu, 0xa3b86cffu};

typedef struct trace
{
    canvas *c; ///< null: nobody wants it
    wend_draw table;
    wend_vec *lasts; ///< where each way has been drawn to, by body
    int capacity;
} trace;

static wend_vec flat(wend_vec v)
{
    return wend_xyz(v.x, v.z, 0);
}

static void include(wend_vec *low, wend_vec *high, wend_vec p)
{
    *low = wend_xyz(fminf(low->x, p.x), fminf(low->y, p.y), 0);
    *high = wend_xyz(fmaxf(high->x, p.x), fmaxf(high->y, p.y), 0);
}

// What is looked at: starts and goals, and a margin about them; where there are no goals, the obstacles.
static void frame_case(const steerbench_sim *sim, wend_vec *low, wend_vec *high)
{
    *low = wend_xyz(1e7f, 1e7f, 0), *high = wend_xyz(-1e7f, -1e7f, 0);
    for (int i = 0; i < sim->count; ++i)
    {
        const steerbench_body *body = &sim->bodies[i];
        include(low, high, flat(body->start));
        for (int k = 0; k < sim->test->sources[body->source].goal_count; ++k)
        {
            const steerbench_goal *goal = &sim->test->goals[sim->test->sources[body->source].goal + k];
            if (goal->kind == STEERBENCH_SEEK && !goal->is_random)
                include(low, high, flat(goal->point));
        }
        if (!body->is_done)
            include(low, high, flat(body->target));
    }
    for (int i = 0; sim->test->goal_count == 0 && i < sim->obstacle_count; ++i)
    {
        include(low, high, flat(sim->obstacles[i].bounds.low));
        include(low, high, flat(sim->obstacles[i].bounds.high));
    }
    if (low->x > high->x)
        *low = flat(sim->test->bounds.low), *high = flat(sim->test->bounds.high);
    float margin = 2.5f + 0.06f * fmaxf(high->x - low->x, high->y - low->y);
    *low = wend_sub(*low, wend_xyz(margin, margin, 0));
    *high = wend_add(*high, wend_xyz(margin, margin, 0));
}

static void draw_obstacle(const wend_draw *d, const steerbench_obstacle *o, const wend_vec *corners)
{
    if (o->kind == STEERBENCH_CIRCLE)
        d->circle(flat(o->centre), o->radius, OBSTACLE, true, d->user);
    else if (o->kind == STEERBENCH_BOX)
    {
        wend_vec box[4];
        for (int i = 0; i < 4; ++i)
        {
            float x = i == 0 || i == 3 ? -o->half.x : o->half.x, z = i < 2 ? -o->half.z : o->half.z;
            box[i] = wend_add(flat(o->centre), wend_xyz(x * o->cosine + z * o->sine, z * o->cosine - x * o->sine, 0));
        }
        d->polygon(box, 4, OBSTACLE, d->user);
    }
    else
        for (int i = o->is_open ? 1 : 0; i < o->corners; ++i) // it may be hollow, or cross itself: its edges
            d->line(flat(corners[o->corner + (i + o->corners - 1) % o->corners]), flat(corners[o->corner + i]), START,
                    false, d->user);
}

static bool trace_open(trace *t, const steerbench_sim *sim, const char *path)
{
    wend_error error = {0};
    wend_vec low, high;
    *t = (trace){0};
    if (!path)
        return true;
    t->c = canvas_open(900, 900, &error);
    if (!t->c)
        return !command_fail(1, "run", "%s", error.text);
    frame_case(sim, &low, &high);
    canvas_clear(t->c, GROUND);
    canvas_view(t->c, low, high, 0, 0, 900, 900);
    t->table = canvas_table(t->c);
    for (int i = 0; i < sim->obstacle_count; ++i)
        draw_obstacle(&t->table, &sim->obstacles[i], sim->test->corners);
    return true;
}

// Ways are drawn as they are walked: nothing is remembered but where each has come to.
static bool trace_frame(trace *t, const steerbench_sim *sim)
{
    if (!t->c)
        return true;
    if (sim->count > t->capacity)
    {
        wend_vec *more = realloc(t->lasts, (size_t)sim->count * sizeof *more);
        if (!more)
            return !command_fail(1, "run", "out of memory");
        for (int i = t->capacity; i < sim->count; ++i)
            more[i] = flat(sim->bodies[i].start);
        t->lasts = more, t->capacity = sim->count;
    }
    for (int i = 0; i < sim->live_count; ++i)
    {
        int body = sim->live[i];
        wend_vec here = flat(sim->bodies[body].position);
        t->table.line(t->lasts[body], here, WAYS[body % 8], false, t->table.user);
        t->lasts[body] = here;
    }
    return true;
}

static void draw_goal(const wend_draw *d, wend_vec at, float radius)
{
    wend_vec a = wend_xyz(radius, radius, 0), b = wend_xyz(radius, -radius, 0);
    d->line(wend_sub(at, a), wend_add(at, a), GOAL, false, d->user);
    d->line(wend_sub(at, b), wend_add(at, b), GOAL, false, d->user);
}

static bool trace_save(trace *t, const steerbench_sim *sim, const char *path)
{
    wend_error error = {0};
    if (!t->c)
        return true;
    for (int i = 0; i < sim->count; ++i)
    {
        const steerbench_body *body = &sim->bodies[i];
        t->table.circle(flat(body->start), body->radius, START, false, t->table.user);
        if (!body->is_done)
            t->table.circle(flat(body->position), body->radius, WAYS[i % 8], true, t->table.user);
    }
    for (int i = 0; i < sim->test->goal_count; ++i)
    {
        const steerbench_goal *goal = &sim->test->goals[i];
        if (goal->kind == STEERBENCH_SEEK && !goal->is_random)
            draw_goal(&t->table, flat(goal->point), 0.35f);
    }
    char caption[160];
    steerbench_scores score = steerbench_score(sim, false);
    snprintf(caption, sizeof caption, "%.80s: %d of %d arrived in %.1f s, %d collisions", sim->test->name,
             score.finished, score.agents, sim->seconds, score.collisions);
    canvas_text(t->c, 16, 12, 20, GOAL, caption);
    return canvas_save(t->c, path, &error) || !command_fail(1, "run", "%s", error.text);
}

static void trace_close(trace *t)
{
    if (t->c)
        canvas_close(t->c);
    free(t->lasts);
}

// ---- a test case --------------------------------------------------------------------------------------------------

static int fail_case(const char *path, const steerbench_error *error)
{
    return command_fail_in("run", path, error->line, error->text);
}

/// Plays a case to its end. `hash` gets that of all its steps: in the end, when all have left, the world itself is
/// empty.
static bool play_case(steerbench_sim *sim, const run_options *o, const char *path, table_file *table, trace *t,
                      uint64_t *hash)
{
    const char *slash = strrchr(path, '/');
    progress p = {.what = slash ? slash + 1 : path};
    double whole = o->seconds >= 0 ? o->seconds : steerbench_limit(sim);
    steerbench_error error;
    bool is_fine = true;
    for (long i = 1; i <= lround(whole / sim->options.dt) && is_fine && !steerbench_is_over(sim); ++i)
    {
        is_fine = steerbench_step(sim, &error) || fail_case(path, &error) == 0;
        is_fine = is_fine && table_write(table, sim->world, (double)i * sim->options.dt) && trace_frame(t, sim);
        if (o->does_hash)
            *hash = (*hash ^ wend_world_hash(sim->world)) * 1099511628211u;
        whole = o->seconds >= 0 ? o->seconds : steerbench_limit(sim);
        progress_tell(&p, sim->seconds, whole);
    }
    progress_end(&p);
    return is_fine;
}

static void print_scores(FILE *file, const steerbench_sim *sim)
{
    steerbench_scores s = steerbench_score(sim, false);
    fprintf(file, "case: %s\nagents: %d\nfinished: %d\ncollisions: %d\npenetration_max: %.4f\n", sim->test->name,
            s.agents, s.finished, s.collisions, s.penetration_max);
    fprintf(file, "time: %.3f\nenergy: %.3f\nple: %.3f\ncomposite01: %.3f\n", s.time, s.energy, s.ple, s.composite01);
}

static int run_sim(steerbench_sim *sim, const run_options *o, const char *path)
{
    table_file table = {0};
    trace t = {0};
    uint64_t hash = 14695981039346656037u;
    bool is_fine =
        trace_open(&t, sim, o->png) && table_open(&table, o->csv) && play_case(sim, o, path, &table, &t, &hash);
    is_fine = table_close(&table) && is_fine && trace_save(&t, sim, o->png);
    trace_close(&t);
    if (is_fine)
    {
        print_scores(summary_file(o), sim);
        print_hash(o, hash);
    }
    return is_fine ? 0 : 1;
}

static int run_case(const char *path, const run_options *o)
{
    steerbench_case test;
    steerbench_error error;
    double dt = o->dt >= 0 ? o->dt : 0.05;
    if (o->seconds / dt > 1e9)
        return command_fail(COMMAND_WRONG, "run", "--seconds is %.9g, that is more than 1e9 steps", o->seconds);
    if (!steerbench_read(path, &test, &error))
        return fail_case(path, &error);
    steerbench_options how = {.seed = o->seed, .threads = o->threads, .dt = dt, .dodge = WEND_DODGE_ORCA};
    steerbench_sim *sim = steerbench_start(&test, &how, &error);
    int code = sim ? run_sim(sim, o, path) : fail_case(path, &error);
    steerbench_stop(sim);
    steerbench_free(&test);
    return code;
}

static bool is_file(const char *name)
{
    size_t length = strlen(name);
    return (length >= 4 && strcmp(name + length - 4, ".xml") == 0) || access(name, F_OK) == 0;
}

static int compare(const scene *kind, const run_options *o)
{
    const char *other = o->png ? "png" : o->record ? "record" : o->does_hash ? "hash" : o->dt >= 0 ? "dt" : NULL;
    if (other)
        return command_fail(COMMAND_WRONG, "run", "--%s doesn't go with --compare", other);
    if (!kind)
        return command_fail(COMMAND_WRONG, "run", "--compare is for scenes only");
    const compare_options how = {.names = o->compare,
                                 .seeds = o->seeds > 0 ? o->seeds : 20,
                                 .seed = o->seed,
                                 .threads = o->threads,
                                 .seconds = o->seconds,
                                 .csv = o->csv};
    return compare_scene(kind, &how);
}

int command_run(int argc, char **argv)
{
    run_options o = {.seconds = -1, .dt = -1, .seed = 1, .threads = 1};
    const option_row rows[] = {
        {"seconds", "S", "how long; of a scene until it looks best, of a file 180", OPTION_NUMBER, &o.seconds, 0, 1e9},
        {"dt", "D", "seconds in a step of a file, default 0.05; scenes have their own", OPTION_NUMBER, &o.dt, 1e-4, 1},
        {"seed", "N", "of all randomness, default 1", OPTION_SEED, &o.seed, 0, 0},
        {"threads", "T", "default 1; any number gives the same bits", OPTION_COUNT, &o.threads, 1, 64},
        {"png", "FILE", "a picture of the end; of a file all ways", OPTION_FILE, &o.png, 0, 0},
        {"csv", "FILE", "all agents after every step (or all that is compared); - is the standard output",
         OPTION_OUTPUT, &o.csv, 0, 0},
        {"record", "FILE", "a scene as a small text, for wend replay", OPTION_FILE, &o.record, 0, 0},
        {"hash", NULL, "end with the hash of the world's state (of a case: of all its steps)", OPTION_SWITCH,
         &o.does_hash, 0, 0},
        {"compare", "A,B", "play a scene with each of these choices of it, and say how they do", OPTION_TEXT,
         &o.compare, 0, 0},
        {"seeds", "N", "with so many seeds each, from --seed on, default 20", OPTION_COUNT, &o.seeds, 1, 1e6},
    };
    const option_table table = {.command = "run",
                                .usage = "SCENE|FILE [options]",
                                .about =
                                    "Runs a scene with its demo input, or a SteerSuite test case (a file), without\n"
                                    "a display, and prints what came of it, as `name: value` lines.",
                                .rows = rows,
                                .count = sizeof rows / sizeof *rows,
                                .arguments = "one scene or file",
                                .least = 1,
                                .most = 1};
    int code;
    if (options_read(&table, argc, argv, &code) < 0)
        return code;
    const scene *kind = scene_find(argv[1]);
    if (o.seeds > 0 && !o.compare)
        return command_fail(COMMAND_WRONG, "run", "--seeds is for --compare");
    if (o.compare && (kind || is_file(argv[1])))
        return compare(kind, &o);
    if (kind)
        return run_scene(kind, &o);
    if (is_file(argv[1]) && o.record)
        return command_fail(COMMAND_WRONG, "run", "--record is for scenes; a test case is a file already");
    if (is_file(argv[1]))
        return run_case(argv[1], &o);
    return command_scene("run", argv[1]) ? 0 : COMMAND_WRONG;
}
