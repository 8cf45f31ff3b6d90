// Targets that read files: maps and scenarios, cases of SteerSuite and Menge, meshes, tapes; and the options of the command.
#include "fuzz.h"

#include "command.h"
#include "menge_read.h"
#include "mesh_read.h"
#include "options.h"
#include "path.h"
#include "steerbench_read.h"
#include "tape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what the readers want of the command: nothing is printed here

int command_fail(int code, const char *command, const char *format, ...)
{
    (void)command, (void)format;
    return code;
}

void progress_tell(progress *p, double done, double whole)
{
    (void)p, (void)done, (void)whole;
}

void progress_end(progress *p)
{
    (void)p;
}

/// Where the next part of a text begins: behind a line "----".
static size_t next_part(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i + 5 <= size; i++)
        if (memcmp(bytes + i, "----\n", 5) == 0)
            return i + 5;
    return size;
}

static size_t without_mark(const uint8_t *bytes, size_t part)
{
    return part >= 5 && memcmp(bytes + part - 5, "----\n", 5) == 0 ? part - 5 : part;
}

// ---- MovingAI -------------------------------------------------------------------------------------------------------

static void play_rows(path_map *map, const path_rows *rows)
{
    wend_grid_search *search = wend_grid_search_create(NULL, NULL);
    wend_error error = {0};
    for (int i = 0; i < rows->count && i < 4; i++)
    {
        const wend_grid *grid = path_map_grid(map, rows->rows[i].start, &error);
        wend_grid_query query = wend_default_grid_query();
        query.start = rows->rows[i].start, query.goal = rows->rows[i].goal;
        if (grid)
            FUZZ_FACT(wend_grid_find(search, grid, &query).way != WEND_WAY_REFUSED, "%s",
                      wend_grid_search_error(search)->text);
    }
    wend_grid_search_destroy(search);
}

/// A map, "----", a scenario.
void fuzz_map(const uint8_t *bytes, size_t size)
{
    size_t part = next_part(bytes, size);
    fuzz_file("fuzz.map", bytes, without_mark(bytes, part));
    fuzz_file("fuzz.scen", bytes + part, size - part);
    path_map map = {0};
    path_error error = {0};
    if (!path_map_read("fuzz.map", 0, &map, &error))
    {
        FUZZ_FACT(error.text[0], "an error says why");
        return;
    }
    path_rows rows = {0};
    if (path_rows_read("fuzz.scen", &map, &rows, &error))
    {
        play_rows(&map, &rows);
        path_rows_free(&rows);
    }
    path_map_free(&map);
}

// ---- cases ----------------------------------------------------------------------------------------------------------

static void check_case(steerbench_case *c)
{
    for (int i = 0; i < c->source_count; i++)
        FUZZ_FACT(fuzz_is_finite(c->sources[i].position), "a place of source %d isn't finite", i);
    steerbench_free(c);
}

void fuzz_steersuite(const uint8_t *bytes, size_t size)
{
    steerbench_case c = {0};
    steerbench_error error = {0};
    if (steerbench_read(fuzz_file("fuzz.xml", bytes, size), &c, &error))
        check_case(&c);
    else
        FUZZ_FACT(error.text[0], "an error says why");
}

/// A project, "----", a scene, "----", a behaviour. The project names fuzz_scene.xml and fuzz_behaviour.xml.
void fuzz_menge(const uint8_t *bytes, size_t size)
{
    size_t scene_at = next_part(bytes, size), behaviour_at = scene_at + next_part(bytes + scene_at, size - scene_at);
    fuzz_file("fuzz.xml", bytes, without_mark(bytes, scene_at));
    fuzz_file("fuzz_scene.xml", bytes + scene_at, without_mark(bytes + scene_at, behaviour_at - scene_at));
    fuzz_file("fuzz_behaviour.xml", bytes + behaviour_at, size - behaviour_at);
    steerbench_case c = {0};
    steerbench_error error = {0};
    if (menge_read("fuzz.xml", &c, &error))
        check_case(&c);
    else
        FUZZ_FACT(error.text[0], "an error says why");
}

// ---- meshes ---------------------------------------------------------------------------------------------------------

void fuzz_mesh_file(const uint8_t *bytes, size_t size)
{
    mesh_file file = {0};
    mesh_file_error error = {0};
    if (!mesh_file_read(fuzz_file("fuzz.mesh", bytes, size), &file, &error))
    {
        FUZZ_FACT(error.text[0], "an error says why");
        return;
    }
    wend_error why = {0};
    wend_mesh *mesh = wend_mesh_create(&file.def, &why);
    FUZZ_FACT(mesh || why.text[0], "an error says why");
    if (mesh && file.def.point_count > 0)
    {
        wend_mesh_search *search = wend_mesh_search_create(NULL, NULL);
        wend_mesh_query query = wend_default_mesh_query();
        query.start = file.points[0], query.goal = file.points[file.def.point_count - 1];
        query.reach = 1;
        query.budget = 1000;
        wend_mesh_result result = wend_mesh_find(search, mesh, &query);
        FUZZ_FACT(result.way != WEND_WAY_REFUSED, "%s", wend_mesh_search_error(search)->text);
        wend_mesh_search_destroy(search);
    }
    wend_mesh_destroy(mesh);
    mesh_file_free(&file);
}

// ---- what a player did ----------------------------------------------------------------------------------------------

/// Lines of a tape; its last line, with the checksum, is added.
void fuzz_tape(const uint8_t *bytes, size_t size)
{
    static const char end[] = "end 3 hash 0x1";
    uint64_t sum = 14695981039346656037u;
    tape t;
    wend_error error = {0};
    char *text = malloc(size + 64);
    memcpy(text, bytes, size);
    size_t length = size + sizeof end - 1;
    memcpy(text + size, end, sizeof end);
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)text[i]) * 1099511628211u;
    length += (size_t)snprintf(text + length, 64 - sizeof end, " sum 0x%016llx\n", (unsigned long long)sum);
    bool is_read = tape_read(&t, fuzz_file("fuzz.tape", text, length), &error);
    free(text);
    if (!is_read)
    {
        FUZZ_FACT(error.text[0], "an error says why");
        return;
    }
    FUZZ_FACT(t.kind && t.frames >= 0, "a tape has a scene and frames");
    scene_run *run = scene_start(t.kind, &(scene_options){.seed = t.seed}, &error);
    FUZZ_FACT(run, "%s", error.text);
    tape_play(&t, run, t.frames < 3 ? t.frames : 3);
    scene_stop(run);
    tape_free(&t);
}

// ---- options --------------------------------------------------------------------------------------------------------

/// Lines are arguments.
void fuzz_options(const uint8_t *bytes, size_t size)
{
    bool is_set = false;
    const char *text = "";
    int count = 5;
    double number = 0.5;
    uint64_t seed = 7;
    const option_row rows[] = {
        {"switch", NULL, "a switch", OPTION_SWITCH, &is_set, 0, 0},
        {"text", "T", "a text", OPTION_TEXT, &text, 0, 0},
        {"count", "N", "a count", OPTION_COUNT, &count, 1, 100},
        {"number", "X", "a number", OPTION_NUMBER, &number, 0, 1},
        {"seed", "S", "a seed", OPTION_SEED, &seed, 0, 0},
    };
    const option_table table = {"fuzz", "[options]", "About.", rows, 5, "three at most", 0, 3};
    char *copy = malloc(size + 1), *all[66] = {"fuzz"}, **arguments = all;
    memcpy(copy, bytes, size);
    copy[size] = 0;
    int argc = 1, code = -7;
    for (char *at = strtok(copy, "\n"); at && argc < 64; at = strtok(NULL, "\n"))
        arguments[argc++] = at;
    int plain = options_read(&table, argc, arguments, &code);
    FUZZ_FACT(plain >= -1 && plain <= 3, "%d plain arguments", plain);
    FUZZ_FACT(plain >= 0 || code == 0 || code == 2, "the exit code is %d", code);
    FUZZ_FACT(count >= 1 && count <= 100 && number >= 0 && number <= 1 && seed != 0, "count %d, number %g", count,
              number);
    free(copy);
}
