// The command `wend` from outside: what it prints, writes and refuses, and with which exit code.
#include "testing_command.h"

#include "scenes.h"

#include <inttypes.h>
#include <sys/stat.h>

// ---- calling it

static void check_code(int code, const char *arguments, int line)
{
    int is = wend(arguments);
    if (is == code)
        return;
    print_error("wend %s: exit code %d, expected %d; it says:\n%s%s\n", arguments, is, code, out, err);
    _fail(__FILE__, line);
}

/// It works, and says nothing beside its results.
static void check_works(const char *arguments, int line)
{
    check_code(0, arguments, line);
    if (err[0] == '\0')
        return;
    print_error("wend %s: complains although it works: %s\n", arguments, err);
    _fail(__FILE__, line);
}

/// It ends with this code and words on stderr that contain `words`; nothing comes out as a result.
static void check_refuses(int code, const char *arguments, const char *words, int line)
{
    check_code(code, arguments, line);
    if (strstr(err, words) && out[0] == '\0' && strncmp(err, "wend", 4) == 0)
        return;
    print_error("wend %s: stdout is '%s', must be empty; stderr is '%s', must start with wend and contain '%s'\n",
                arguments, out, err, words);
    _fail(__FILE__, line);
}

#define assert_works(arguments)                check_works(arguments, __LINE__)
#define assert_refuses(code, arguments, words) check_refuses(code, arguments, words, __LINE__)

static int count_lines(const char *text)
{
    int lines = 0;
    for (; *text; ++text)
        lines += *text == '\n';
    return lines;
}

static const char *last_line(const char *text)
{
    const char *last = text;
    for (; *text; ++text)
        if (*text == '\n' && text[1])
            last = text + 1;
    return last;
}

// ---- list, verify, help

static void t_list_has_a_line_for_each_scene(void **state)
{
    (void)state;
    assert_works("list");
    assert_int_equal(count_lines(out), scene_count);
    const char *line = out;
    for (int i = 0; i < scene_count; ++i, line = strchr(line, '\n') + 1)
    {
        const scene *kind = scene_table[i];
        char rest[512];
        snprintf(rest, sizeof rest, "%s: %s\n", kind->title, kind->about);
        size_t length = strlen(kind->name);
        assert_memory_equal(line, kind->name, length);
        line += length;
        line += strspn(line, " ");
        assert_memory_equal(line, rest, strlen(rest));
    }
}

static void t_verify_closes_with_a_count(void **state)
{
    (void)state;
    assert_works("verify quick_start");
    assert_string_equal(last_line(out), "1 passed, 0 failed\n");
    assert_non_null(strstr(out, "pass quick_start ("));
    assert_works("verify chase birds chase");
    assert_string_equal(last_line(out), "3 passed, 0 failed\n");
    assert_int_equal(count_lines(out), 4);
}

static const char *const commands[] = {"list", "play",   "run",  "verify", "gallery",
                                       "plot", "course", "path", "bench",  "replay"};

static void t_every_command_helps(void **state)
{
    (void)state;
    assert_works("--help");
    for (int i = 0; i < COUNT_OF(commands); ++i)
    {
        char text[64];
        snprintf(text, sizeof text, "\n  wend %s ", commands[i]);
        assert_works("--help");
        assert_non_null(strstr(out, text));
        snprintf(text, sizeof text, "%s --help", commands[i]);
        assert_works(text);
        snprintf(text, sizeof text, "usage: wend %s", commands[i]);
        assert_memory_equal(out, text, strlen(text));
        assert_non_null(strstr(out, "--help"));
        snprintf(text, sizeof text, "%s -h", commands[i]);
        assert_works(text);
    }
    assert_works("run quick_start --help --bogus"); // in order: help comes first
    assert_works("--version");
    char version[64];
    snprintf(version, sizeof version, "wend %s\n", wend_version());
    assert_string_equal(out, version);
}

static void t_help_names_the_options_of_run(void **state)
{
    (void)state;
    static const char *const options[] = {"--seconds S", "--dt D", "--seed N",      "--threads T",   "--png FILE",
                                          "--csv FILE",  "--hash", "--record FILE", "--compare A,B", "--seeds N"};
    assert_works("run --help");
    for (int i = 0; i < COUNT_OF(options); ++i)
        assert_non_null(strstr(out, options[i]));
}

// ---- run: hash, table, picture

/// The hash that the last output ends with.
static uint64_t printed_hash(void)
{
    const char *text = text_of("hash");
    assert_memory_equal(text, "0x", 2);
    assert_int_equal(strspn(text + 2, "0123456789abcdef"), 16);
    assert_string_equal(text + 18, "\n"); // it is the last line
    return strtoull(text, NULL, 16);
}

static uint64_t hash_of(const char *arguments)
{
    char line[256];
    snprintf(line, sizeof line, "run %s --hash", arguments);
    assert_works(line);
    return printed_hash();
}

/// The same run without the command.
static scene_run *play(const scene *kind, uint64_t seed, int steps)
{
    scene_run *run = scene_start(kind, &(scene_options){.seed = seed}, NULL);
    assert_non_null(run);
    for (int i = 0; i < steps; ++i)
        scene_advance_demo(run);
    return run;
}

static void t_run_plays_what_the_scenes_play_on_any_number_of_threads(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        const scene *kind = scene_table[i];
        int steps = (int)lround(1 / kind->step_seconds);
        scene_run *run = play(kind, 1, steps);
        char line[128];
        snprintf(line, sizeof line, "%s --seconds 1 --threads 1", kind->name);
        assert_int_equal(hash_of(line), scene_hash(run));
        assert_int_equal(strncmp(text_of("scene"), kind->name, strlen(kind->name)), 0);
        assert_close(atof(text_of("seconds")), 1, 1e-6);
        assert_int_equal(atoi(text_of("steps")), steps);
        assert_int_equal(atoi(text_of("agents")), wend_world_count(run->world));
        snprintf(line, sizeof line, "%s --seconds 1 --threads 3", kind->name);
        assert_int_equal(hash_of(line), scene_hash(run));
        scene_stop(run);
    }
}

static void t_the_seed_decides(void **state)
{
    (void)state;
    uint64_t first = hash_of("critters --seconds 2");
    assert_int_equal(first, hash_of("critters --seconds 2 --seed 1")); // the default
    assert_int_not_equal(first, hash_of("critters --seconds 2 --seed 2"));
    assert_int_equal(hash_of("critters --seconds 2 --seed 16"), hash_of("--seed 0x10 --seconds 2 critters"));
    assert_int_not_equal(first, hash_of("critters --seconds 2 --seed 18446744073709551615"));
}

static void t_no_time_no_steps(void **state)
{
    (void)state;
    scene_run *run = play(scene_find("playground"), 1, 0);
    assert_int_equal(hash_of("playground --seconds 0 --csv zero.csv"), scene_hash(run));
    assert_int_equal(atoi(text_of("steps")), 0);
    scene_stop(run);
    size_t size;
    char *table = read_output("zero.csv", &size);
    assert_string_equal(table, "time,agent,x,y,z,vx,vy,vz\n");
    free(table);
}

enum
{
    COLUMNS = 8
};

/// Reads a row of finite numbers; returns the beginning of the next one.
static const char *read_row(const char *row, double values[COLUMNS])
{
    for (int i = 0; i < COLUMNS; ++i)
    {
        char *end;
        values[i] = strtod(row, &end);
        assert_true(end != row && isfinite(values[i]));
        assert_int_equal(*end, i + 1 < COLUMNS ? ',' : '\n');
        row = end + 1;
    }
    return row;
}

static void check_vec_of_row(const double *values, wend_vec v)
{
    assert_same(wend_xyz((float)values[0], (float)values[1], (float)values[2]), v);
}

/// All agents after each of `steps` steps; the last rows are those of a run of our own, to the bit.
static void check_table(const char *text, const scene *kind, int steps)
{
    static const char header[] = "time,agent,x,y,z,vx,vy,vz\n";
    scene_run *run = play(kind, 1, steps);
    int agents = wend_world_count(run->world);
    wend_agent_id *ids = calloc((size_t)agents, sizeof *ids);
    assert_non_null(ids);
    wend_world_list(run->world, ids, agents);
    assert_memory_equal(text, header, strlen(header));
    assert_int_equal(count_lines(text), 1 + steps * agents);
    text += strlen(header);
    for (int step = 1; step <= steps; ++step)
        for (int i = 0; i < agents; ++i)
        {
            double values[COLUMNS];
            const char *id = strchr(text, ',') + 1;
            assert_int_equal(strtoull(id, NULL, 10), ids[i].value);
            text = read_row(text, values);
            assert_close(values[0], step * kind->step_seconds, 1e-6);
            if (step < steps)
                continue;
            check_vec_of_row(values + 2, wend_world_position(run->world, ids[i]));
            check_vec_of_row(values + 5, wend_world_velocity(run->world, ids[i]));
        }
    assert_int_equal(*text, '\0');
    free(ids);
    scene_stop(run);
}

static void t_csv_has_all_agents_after_every_step(void **state)
{
    (void)state;
    size_t size;
    assert_works("run birds --seconds 0.25 --csv birds.csv");
    assert_int_equal(atoi(text_of("steps")), 15);
    char *table = read_output("birds.csv", &size);
    assert_non_null(table);
    check_table(table, scene_find("birds"), 15);
    free(table);
    assert_works("run chase --csv chase.csv --seconds 2");
    table = read_output("chase.csv", &size);
    assert_non_null(table);
    check_table(table, scene_find("chase"), 120);
    free(table);
}

static void t_csv_on_stdout_is_nothing_but_the_table(void **state)
{
    (void)state;
    assert_int_equal(wend("run chase --seconds 0.5 --csv -"), 0);
    check_table(out, scene_find("chase"), 30);
}

static unsigned read_big_endian(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 | b[3];
}

/// Signature, header and end of a PNG file of a fair size (the PNG specification, 1996, sections 3.1 and 4.1).
static void check_png(const char *name, size_t least)
{
    size_t size = 0;
    char *bytes = read_output(name, &size);
    if (!bytes || size <= least)
    {
        print_error("%s has %zu bytes, must have more than %zu\n", name, size, least);
        fail();
    }
    else
    {
        assert_memory_equal(bytes, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
        assert_in_range(read_big_endian(bytes + 16), 200, 8192);
        assert_in_range(read_big_endian(bytes + 20), 200, 8192);
        assert_memory_equal(bytes + size - 12, "\0\0\0\0IEND\xae\x42\x60\x82", 12);
    }
    free(bytes);
}

static void t_png_is_a_picture(void **state)
{
    (void)state;
    assert_works("run critters --seconds 1 --png critters.png");
    check_png("critters.png", 5000);
    assert_works("run birds --seconds 0 --png birds.png");
    check_png("birds.png", 5000);
}

static void t_gallery_draws_every_scene(void **state)
{
    (void)state;
    assert_works("gallery --folder . --png sheet.png");
    check_png("sheet.png", 20000);
    for (int i = 0; i < scene_count; ++i)
    {
        char name[64];
        snprintf(name, sizeof name, "%s.png", scene_table[i]->name);
        check_png(name, 5000);
    }
    assert_refuses(1, "gallery --folder missing --png sheet.png", "missing");
    assert_refuses(1, "gallery --png missing/sheet.png", "missing/sheet.png");
}

// ---- replay

/// The line of the last output that begins with these words, without them.
static const char *said(const char *words)
{
    const char *line = strstr(out, words);
    assert_non_null(line);
    return line + strlen(words);
}

static void t_a_recording_leads_to_any_moment(void **state)
{
    (void)state;
    static const char *const scenes[] = {"critters", "pathfinder", "states"};
    for (int i = 0; i < COUNT_OF(scenes); ++i)
    {
        char line[128], hash[20] = "", half[20] = "";
        snprintf(line, sizeof line, "run %s --seconds 2 --hash --seed 7", scenes[i]);
        assert_works(line);
        memcpy(half, said("hash: "), 18);
        snprintf(line, sizeof line, "run %s --seconds 4 --hash --seed 7 --record tape", scenes[i]);
        assert_works(line);
        memcpy(hash, said("hash: "), 18);
        assert_works("replay tape --png end.png --threads 2");
        assert_memory_equal(said("hash: "), hash, 18);
        assert_works("replay tape --at 2");
        assert_memory_equal(said("hash: "), half, 18);
        size_t size;
        free(read_output("tape", &size));
        assert_true(size < 40000); // small: a line for each frame in which the player does something else
        free(read_output("end.png", &size));
        assert_true(size > 1000);
    }
}

static void t_a_recording_that_is_damaged_is_refused(void **state)
{
    (void)state;
    char path[256];
    size_t size = 0;
    assert_works("run critters --seconds 1 --record tape");
    char *bytes = read_output("tape", &size);
    snprintf(path, sizeof path, "%s/bad", folder);
    for (size_t i = 0; i < 40; ++i)
    {
        size_t at = i < 20 ? 20 + i : size - 1 - 3 * (i - 20);
        FILE *file = fopen(path, "wb");
        char was = bytes[at];
        bytes[at] = was == '7' ? '8' : '7';
        assert_int_equal(fwrite(bytes, 1, size, file), size);
        fclose(file);
        bytes[at] = was;
        assert_int_equal(call("replay bad", 60), 1);
        assert_memory_equal(err, "wend replay: bad:", 17);
    }
    FILE *file = fopen(path, "wb");
    fwrite(bytes, 1, size / 2, file);
    fclose(file);
    assert_int_equal(call("replay bad", 60), 1);
    assert_int_equal(call("replay tape --at 3", 60), 2);
    assert_non_null(strstr(err, "ends at 1 s"));
    assert_int_equal(call("replay nothing", 60), 1);
    free(bytes);
}

// ---- plot, play

static void t_every_plot_is_drawn(void **state)
{
    (void)state;
    char names[16][32];
    int count = 0;
    assert_works("plot");
    for (const char *line = out; *line && count < 16; line = strchr(line, '\n') + 1)
        assert_int_equal(sscanf(line, "%31s", names[count++]), 1);
    assert_in_range(count, 4, 15);
    static const char *const promised[] = {"cap", "arrive", "pursue", "wander"}; // by the README
    for (int i = 0; i < COUNT_OF(promised); ++i)
        assert_string_equal(names[i], promised[i]);
    for (int i = 0; i < count; ++i)
    {
        char line[2100], file[1024];
        snprintf(file, sizeof file, "plot_%s.png", names[i]);
        snprintf(line, sizeof line, "plot %s --png %s", names[i], file);
        assert_works(line);
        assert_string_equal(out, "");
        check_png(file, 5000);
    }
}

static void t_play_shows_every_scene_and_the_picker(void **state)
{
    (void)state;
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    assert_works("play --frames 3");
    for (int i = 0; i < scene_count; ++i)
    {
        char line[96];
        snprintf(line, sizeof line, "play %s --frames 3", scene_table[i]->name);
        assert_works(line);
        assert_string_equal(out, "");
    }
    setenv("SDL_VIDEODRIVER", "no_such_driver", 1);
    assert_refuses(1, "play --frames 3", "can't open a window");
    unsetenv("SDL_VIDEODRIVER");
}

// ---- what is wrong

static const struct
{
    const char *arguments, *words;
} wrong[] = {
    {"", "usage: wend COMMAND"},
    {"bogus", "there is no command 'bogus'"},
    {"--bogus", "'--bogus'"},
    {"''", "there is no command ''"},
    {"run", "needs one scene or file"},
    {"run flock chase", "'chase' is too many"},
    {"run nothing", "there is no scene 'nothing', there are: quick_start "},
    {"run ''", "there is no scene ''"},
    {"run flock --bogus", "unknown option --bogus"},
    {"run flock --bogus=1", "unknown option --bogus"},
    {"run flock -x", "unknown option -x"},
    {"run flock --se 1", "--se"}, // seconds or seed?
    {"run flock --seconds", "--seconds needs a value"},
    {"run flock --png", "--png needs a value"},
    {"run flock --png ''", "--png is empty"},
    {"run flock --csv ''", "--csv is empty"},
    {"run flock --seconds -1", "--seconds is '-1', must be a number from 0 to 1e+09"},
    {"run flock --seconds nan", "--seconds is 'nan'"},
    {"run flock --seconds -nan", "--seconds is '-nan'"},
    {"run flock --seconds inf", "--seconds is 'inf'"},
    {"run flock --seconds 1e999", "--seconds is '1e999'"},
    {"run flock --seconds 1e10", "--seconds is '1e10'"},
    {"run flock --seconds 1e9", "more than 1e9 steps"},
    {"run flock --seconds ''", "--seconds is ''"},
    {"run flock --seconds 1s", "--seconds is '1s'"},
    {"run flock --seed 0", "--seed is '0', must be a whole number from 1"},
    {"run flock --seed -1", "--seed is '-1'"},
    {"run flock --seed 1.5", "--seed is '1.5'"},
    {"run flock --seed 18446744073709551616", "--seed is '18446744073709551616'"},
    {"run flock --seed 0x", "--seed is '0x'"},
    {"run flock --threads 0", "--threads is '0', must be a whole number from 1 to 64"},
    {"run flock --threads 65", "--threads is '65'"},
    {"run flock --threads 1.5", "--threads is '1.5'"},
    {"run flock --threads 4294967297", "--threads is '4294967297'"},
    {"run flock --dt 0.05", "--dt is 0.05"},
    {"run flock --dt 0", "--dt is '0'"},
    {"run flock --dt nan", "--dt is 'nan'"},
    {"run flock --hash=1", "--hash takes no value"},
    {"play nothing", "there is no scene 'nothing'"},
    {"play flock chase", "'chase' is too many"},
    {"play flock --frames 0", "--frames is '0', must be a whole number from 1"},
    {"play flock --frames -3", "--frames is '-3'"},
    {"play flock --frames", "--frames needs a value"},
    {"verify nothing", "there is no scene 'nothing'"},
    {"verify quick_start nothing", "there is no scene 'nothing'"},
    {"verify --seconds 1", "unknown option --seconds"},
    {"list flock", "'flock' is too many"},
    {"list --all", "unknown option --all"},
    {"gallery flock", "'flock' is too many"},
    {"gallery --folder", "--folder needs a value"},
    {"plot cap", "--png"},
    {"plot nothing --png x.png", "there is no plot 'nothing', there are:"},
    {"plot cap arrive --png x.png", "'arrive' is too many"},
};

static void t_wrong_arguments_are_named_and_end_with_2(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(wrong); ++i)
        if (i == 0)
            check_code(2, wrong[i].arguments, __LINE__); // the usage alone
        else
            assert_refuses(2, wrong[i].arguments, wrong[i].words);
    assert_refuses(2, "run ./no_such_file", "./no_such_file"); // neither a scene nor an .xml
}

static const struct
{
    const char *arguments, *words;
} wrong_files[] = {
    {"run missing.xml", "wend run: missing.xml: No such file or directory\n"},
    {"run missing/case.xml", "wend run: missing/case.xml: No such file or directory\n"},
    {"run .", "wend run: .: Is a directory\n"},
    {"run folder.xml", "wend run: folder.xml: Is a directory\n"},
    {"run empty.xml", "wend run: empty.xml:1: broken XML: "},
    {"run text.xml", "wend run: text.xml:1: broken XML: "},
    {"run cut.xml", "wend run: cut.xml:3: broken XML: "},
    {"run crossed.xml", "wend run: crossed.xml:2: broken XML: "},
    {"run other.xml", "wend run: other.xml:1: the root is svg, must be SteerBenchTestCase\n"},
    {"run quick_start --seconds 0 --png missing/a.png", "missing/a.png: No such file or directory"},
    {"run quick_start --seconds 0 --png folder.xml", "folder.xml: Is a directory"},
    {"run quick_start --seconds 0 --png empty.xml/a.png", "empty.xml/a.png: Not a directory"},
    {"run quick_start --seconds 0 --csv missing/a.csv", "missing/a.csv: No such file or directory"},
    {"run quick_start --seconds 0 --csv folder.xml", "folder.xml: Is a directory"},
    {"plot cap --png missing/cap.png", "missing/cap.png: No such file or directory"},
    {"plot cap --png folder.xml", "folder.xml: Is a directory"},
};

static void t_wrong_files_are_named_and_end_with_1(void **state)
{
    (void)state;
    char path[256];
    snprintf(path, sizeof path, "%s/folder.xml", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    write_file("empty.xml", "");
    write_file("text.xml", "This is not XML.\n");
    write_file("cut.xml", "<SteerBenchTestCase>\n<header>\n");
    write_file("crossed.xml", "<SteerBenchTestCase>\n<header></agent>\n</SteerBenchTestCase>\n");
    write_file("other.xml", "<svg></svg>\n");
    for (int i = 0; i < COUNT_OF(wrong_files); ++i)
    {
        assert_refuses(1, wrong_files[i].arguments, wrong_files[i].words);
        assert_int_equal(count_lines(err), 1);
    }
}

static void t_a_full_disk_is_noticed(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0)
    {
        printf("skipped: there is no /dev/full\n");
        return;
    }
    assert_refuses(1, "run chase --seconds 1 --csv /dev/full", "can't write /dev/full");
    assert_refuses(1, "run chase --seconds 1 --png /dev/full", "can't write /dev/full");
    check_code(1, "list >/dev/full", __LINE__);
    check_code(1, "run chase --seconds 1 --csv - >/dev/full", __LINE__);
}

static void t_the_order_of_arguments_is_free(void **state)
{
    (void)state;
    uint64_t hash = hash_of("quick_start --seconds 1");
    assert_int_equal(hash_of("--seconds 1 quick_start"), hash);
    assert_int_equal(hash_of("--seconds=1 quick_start"), hash);
    assert_works("run --seconds 1 --hash -- quick_start");
    assert_int_equal(printed_hash(), hash);
    setenv("POSIXLY_CORRECT", "1", 1);
    assert_int_equal(hash_of("quick_start --seconds 1"), hash);
    unsetenv("POSIXLY_CORRECT");
}

// ---- all of them

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_list_has_a_line_for_each_scene),
        cmocka_unit_test(t_verify_closes_with_a_count),
        cmocka_unit_test(t_every_command_helps),
        cmocka_unit_test(t_help_names_the_options_of_run),
        cmocka_unit_test(t_run_plays_what_the_scenes_play_on_any_number_of_threads),
        cmocka_unit_test(t_the_seed_decides),
        cmocka_unit_test(t_no_time_no_steps),
        cmocka_unit_test(t_csv_has_all_agents_after_every_step),
        cmocka_unit_test(t_csv_on_stdout_is_nothing_but_the_table),
        cmocka_unit_test(t_png_is_a_picture),
        cmocka_unit_test(t_gallery_draws_every_scene),
        cmocka_unit_test(t_every_plot_is_drawn),
        cmocka_unit_test(t_a_recording_leads_to_any_moment),
        cmocka_unit_test(t_a_recording_that_is_damaged_is_refused),
        cmocka_unit_test(t_play_shows_every_scene_and_the_picker),
        cmocka_unit_test(t_wrong_arguments_are_named_and_end_with_2),
        cmocka_unit_test(t_wrong_files_are_named_and_end_with_1),
        cmocka_unit_test(t_a_full_disk_is_noticed),
        cmocka_unit_test(t_the_order_of_arguments_is_free),
    };
    if (WEND_COMMAND[0] == '\0')
    {
        printf("skipped: the command isn't built\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
