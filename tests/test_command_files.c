// The command `wend` and files: what it refuses in those that it reads and where it says that the fault is, and which
// it writes.
#include "testing_command.h"

#include <inttypes.h>

/// It ends with this code, says exactly this, and nothing comes out as a result.
static void check_says(int code, const char *arguments, const char *text, int line)
{
    int is = wend(arguments);
    if (is == code && strcmp(err, text) == 0 && out[0] == '\0')
        return;
    print_error("wend %s: exit code %d, stdout '%s', stderr:\n%s, expected %d and\n%s", arguments, is, out, err, code,
                text);
    _fail(__FILE__, line);
}

#define assert_says(arguments, text)    check_says(1, arguments, text, __LINE__) // a wrong file
#define assert_refuses(arguments, text) check_says(2, arguments, text, __LINE__) // wrong arguments

// ---- tapes

/// A tape with a right checksum, and some end.
static void write_tape(const char *name, const char *scene, const char *lines)
{
    char text[1024], end[64];
    uint64_t sum = 14695981039346656037u;
    snprintf(text, sizeof text, "wend tape 1\nscene %s\nseed 1\n%send 1 hash 0x1", scene, lines);
    for (const char *c = text; *c; ++c)
        sum = (sum ^ (unsigned char)*c) * 1099511628211u;
    snprintf(end, sizeof end, " sum 0x%016" PRIx64 "\n", sum);
    strcat(text, end);
    write_file(name, text);
}

static void t_parameters_in_a_tape_keep_to_their_intervals(void **state)
{
    (void)state;
    static const struct
    {
        const char *scene, *line, *says;
    } rows[] = {
        {"flock", "0 param count -0x1p+5\n", "parameter count is -32, must be from 50 to 2000"},
        {"flock", "0 param count 0x1.f40008p+10\n", "parameter count is 2000.00049, must be from 50 to 2000"},
        {"flock", "0 param count 0x1p+60\n", "parameter count is 1.1529215e+18, must be from 50 to 2000"},
        {"flock", "0 param count nan\n", "parameter count is nan, must be from 50 to 2000"},
        {"flock", "0 param count -inf\n", "parameter count is -inf, must be from 50 to 2000"},
        {"flock", "0 param rule1 0x1.8p+0\n", "parameter rule1 is 1.5, must be from 0 to 1"},
        {"pathfinder", "0 param heuristic -0x1p+0\n", "parameter heuristic is -1, must be from 0 to 4"},
        {"flock", "0 param nonsense 0x1p+0\n", "flock has no parameter 'nonsense'"},
        {"flock", "0 param count\n", "says nothing that a player can do"},
    };
    for (int i = 0; i < COUNT_OF(rows); ++i)
    {
        char says[256];
        write_tape("bad", rows[i].scene, rows[i].line);
        snprintf(says, sizeof says, "wend replay: bad:4: %s\n", rows[i].says);
        assert_says("replay bad", says);
    }
    write_tape("ends", "flock", "0 param count 0x1.9p+5\n1 param count 0x1.f4p+10\n"); // 50, 2000
    assert_int_equal(wend("replay ends --at 0"), 0);
}

// ---- tracks of people

static void t_frames_follow_one_another(void **state)
{
    (void)state;
    static const struct
    {
        const char *lines, *says;
    } rows[] = {
        {"1 2147483647 0 0.5\n", "corridor.txt:1: the frame must be from 0 to 10000000"},
        {"1 -2147483648 0 0.5\n", "corridor.txt:1: the frame must be from 0 to 10000000"},
        {"1 99999999999999999999 0 0.5\n", "corridor.txt:1: the frame must be from 0 to 10000000"},
        {"4294967297 1 0 0.5\n", "corridor.txt:1: a line must be: id frame x y z"},
        {"1 7 0 0.5\n1 8 0 0.4\n1 10 0 0.3\n",
         "corridor.txt:3: the frame must be the one after that of the same id before"},
        {"1 7 0 0.5\n2 3 1 0.5\n1 7 0 0.4\n",
         "corridor.txt:3: the frame must be the one after that of the same id before"},
        {"# nobody\n", "corridor.txt: nobody is in it"},
    };
    for (int i = 0; i < COUNT_OF(rows); ++i)
    {
        char says[256];
        write_file("corridor.txt", rows[i].lines);
        snprintf(says, sizeof says, "wend crowd: %s\n", rows[i].says);
        assert_says("crowd corridor.txt", says);
    }
    write_file("corridor.txt", "1 7 0 0.5\n2 3 1 0.5\n1 8 0 0.4\n2 4 1 0.4\n"); // one after another, or in turns
    assert_int_equal(wend("crowd corridor.txt"), 0);
}

// ---- Menge

static void write_menge(const char *scene_lines, const char *behaviour_lines)
{
    char text[4096];
    write_file("project.xml", "<Project scene=\"scene.xml\" behavior=\"behaviour.xml\"/>\n");
    snprintf(text, sizeof text, "<Experiment>\n%s</Experiment>\n", scene_lines);
    write_file("scene.xml", text);
    snprintf(text, sizeof text, "<BFSM>\n%s</BFSM>\n", behaviour_lines);
    write_file("behaviour.xml", text);
}

#define PROFILE(common) "<AgentProfile name=\"p\"><Common " common "/></AgentProfile>\n"
#define GROUP(state, place)                                                                                            \
    "<AgentGroup><ProfileSelector name=\"p\"/><StateSelector name=\"" state "\"/>\n<Agent " place "/></AgentGroup>\n"
#define SCENE  PROFILE("r=\"0.2\"") GROUP("walk", "p_x=\"0\" p_y=\"0\"")
#define GOALS  "<GoalSet id=\"1\"><Goal type=\"point\" id=\"0\" x=\"3\" y=\"0\"/></GoalSet>\n"
#define SELECT "<GoalSelector type=\"explicit\" goal_set=\"1\" goal=\"0\"/>"
#define WALK   "<State name=\"walk\">" SELECT "</State>\n"
#define STOP   "<State name=\"stop\" final=\"1\"/>\n"
#define TURN(from, to)                                                                                                 \
    "<Transition from=\"" from "\" to=\"" to "\">\n<Condition type=\"goal_reached\" distance=\"0.1\"/></Transition>\n"
#define WAY GOALS WALK STOP TURN("walk", "stop")

static void t_scenes_of_menge_say_what_is_wrong_and_where(void **state)
{
    (void)state;
    static const struct
    {
        const char *scene_lines, *behaviour_lines, *says;
    } rows[] = {
        {PROFILE("r=\"nan\""), WAY, "scene.xml:2: r is 'nan', must be a number from 0.001 to 1000"},
        {PROFILE("r=\"0\""), WAY, "scene.xml:2: r is '0', must be a number from 0.001 to 1000"},
        {PROFILE("pref_speed=\"abc\""), WAY, "scene.xml:2: pref_speed is 'abc', must be a number from 0 to 1000"},
        {PROFILE("r=\"0.2\"") GROUP("walk", "p_x=\"nan\" p_y=\"0\""), WAY,
         "scene.xml:4: p_x is 'nan', must be a number from -1e+06 to 1e+06"},
        {PROFILE("r=\"0.2\"") GROUP("walk", "p_x=\"0\" p_y=\"1e7\""), WAY,
         "scene.xml:4: p_y is '1e7', must be a number from -1e+06 to 1e+06"},
        {PROFILE("r=\"0.2\"") GROUP("walk", "p_x=\"1 2\""), WAY,
         "scene.xml:4: p_x is '1 2', must be a number from -1e+06 to 1e+06"},
        {"<Vertex p_x=\"0\" p_y=\"0\"/>\n", WAY, "scene.xml:2: a Vertex stands before every Obstacle"},
        {PROFILE("r=\"0.2\"") GROUP("run", "p_x=\"0\""), WAY,
         "behaviour.xml: there is no state 'run', where agents begin"},
        {SCENE, GOALS WALK TURN("walk", "fly"), "behaviour.xml: there is no state 'fly', where 'walk' leads"},
        {SCENE, GOALS WALK STOP TURN("fly", "stop"), "behaviour.xml:6: there is no state 'fly'"},
        {SCENE, "<GoalSet id=\"1.5\"/>", "behaviour.xml:2: id is '1.5', must be a whole number"},
        {SCENE, "<State name=\"a\" final=\"maybe\"/>",
         "behaviour.xml:2: final is 'maybe', must be a number from 0 to 1"},
        {SCENE, "<State>", "behaviour.xml:2: mismatched tag"},
    };
    for (int i = 0; i < COUNT_OF(rows); ++i)
    {
        char says[256];
        write_menge(rows[i].scene_lines, rows[i].behaviour_lines);
        snprintf(says, sizeof says, "wend crowd: project.xml: %s\n", rows[i].says);
        call("crowd project.xml --csv", 60);
        assert_string_equal(err, says);
    }
    write_menge(SCENE, WAY);
    assert_int_equal(wend("crowd project.xml --csv"), 0);
    assert_non_null(strstr(out, "project.xml,1,1,"));
    // 32 states are allowed, and everybody goes through them; the 33rd is refused.
    char states[4096];
    for (int most = 32; most <= 33; ++most)
    {
        size_t length = (size_t)snprintf(states, sizeof states, "%s", GOALS WALK STOP);
        for (int i = 2; i < most; ++i)
            length += (size_t)snprintf(states + length, sizeof states - length, "<State name=\"s%d\"/>\n", i);
        snprintf(states + length, sizeof states - length, "%s", TURN("walk", "stop"));
        write_menge(SCENE, states);
        assert_int_equal(wend("crowd project.xml --csv"), most > 32);
    }
    assert_string_equal(err, "wend crowd: project.xml: behaviour.xml:35: there are too many states, 32 are allowed\n");
}

// ---- what can't be read

static void t_a_folder_is_no_file(void **state)
{
    (void)state;
    char path[256];
    snprintf(path, sizeof path, "mkdir '%s/corridor' '%s/d.xml'", folder, folder);
    assert_int_equal(system(path), 0);
    assert_says("replay corridor", "wend replay: corridor: Is a directory\n");
    assert_says("crowd corridor", "wend crowd: corridor: Is a directory\n");
    assert_says("bench ring --against corridor", "wend bench: can't read corridor: Is a directory\n");
    call("crowd d.xml --csv", 60);
    assert_string_equal(err, "wend crowd: d.xml: Is a directory\n");
    // Where no line is at fault none is named.
    write_file("cut", "wend tape 1\nscene flock\nseed 1\n");
    assert_says("replay cut", "wend replay: cut: the file is cut off: it has no end\n");
    assert_says("replay nothing", "wend replay: nothing: No such file or directory\n");
    assert_says("crowd corridor.none", "wend crowd: corridor.none: No such file or directory\n");
    call("steerbench nothing.xml --csv", 60);
    assert_non_null(strstr(err, "wend steerbench: nothing.xml: No such file or directory\n"));
}

// ---- what is written

static bool is_there(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static void t_no_file_is_written_twice(void **state)
{
    (void)state;
    assert_refuses("run quick_start --seconds 1 --csv x --record x",
                   "wend run: --csv and --record are both 'x', must be two files\n");
    assert_refuses("run quick_start --seconds 1 --csv x --png x",
                   "wend run: --png and --csv are both 'x', must be two files\n");
    assert_refuses("run quick_start --seconds 1 --record -", "wend run: --record is '-', must be a file\n");
    assert_refuses("run quick_start --seconds 1 --png -", "wend run: --png is '-', must be a file\n");
    assert_false(is_there("x") || is_there("-"));
    assert_int_equal(wend("run quick_start --seconds 1 --csv - --record x --png y"), 0);
    assert_true(is_there("x") && is_there("y") && !is_there("-"));
    assert_refuses("plot --png z", "wend plot: --png needs a NAME of a plot; without both they are listed\n");
    assert_false(is_there("z"));
}

static int count_of(const char *text, const char *words)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, words)) != NULL; at += strlen(words))
        ++count;
    return count;
}

static void t_tables_of_crowds_name_their_columns_once(void **state)
{
    (void)state;
    write_file("corridor1.txt", "1 7 0 0.5\n1 8 0 0.4\n");
    write_file("corridor2.txt", "1 7 0 0.5\n1 8 0 0.4\n");
    write_menge(SCENE, WAY);
    assert_int_equal(wend("crowd corridor1.txt corridor2.txt project.xml project.xml --csv"), 0);
    assert_int_equal(count_of(out, "file,who,"), 1);
    assert_int_equal(count_of(out, "\ncase,agents,"), 1);
    assert_int_equal(count_of(out, "\n"), 2 + 4 + 2);
    assert_refuses("crowd --png x.png", "wend crowd: --png is for files of trajectories\n");
    assert_refuses("crowd project.xml --radius 0.2", "wend crowd: --radius is for files of trajectories\n");
    assert_refuses("crowd project.xml --speed 1.34", "wend crowd: --speed is for files of trajectories\n");
    assert_refuses("crowd corridor1.txt corridor2.txt --png x.png",
                   "wend crowd: --png is for one file of trajectories, there are 2\n");
    assert_int_equal(wend("crowd corridor1.txt project.xml --csv --png x.png --radius 0.2"), 0);
    assert_true(is_there("x.png"));
}

static void t_no_seed_comes_after_the_last(void **state)
{
    (void)state;
    assert_refuses("run survivors --compare urgency,threshold --seconds 1 --seed 18446744073709551615 --seeds 2",
                   "wend run: --seed is 18446744073709551615, from there on there aren't 2 --seeds\n");
    assert_int_equal(
        wend("run survivors --compare urgency,threshold --seconds 1 --seed 18446744073709551615 --seeds 1"), 0);
}

static void t_a_tape_ends_within_half_a_frame(void **state)
{
    (void)state;
    write_tape("one", "flock", ""); // one frame of 1/60 s; its hash is wrong
    assert_int_equal(wend("replay one --at 0.0249"), 1);
    assert_non_null(strstr(err, "wend replay: flock comes to 0x"));
    assert_refuses("replay one --at 0.025", "wend replay: --at is 0.025, the recording ends at 0.0166666667 s\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_parameters_in_a_tape_keep_to_their_intervals),
        cmocka_unit_test(t_frames_follow_one_another),
        cmocka_unit_test(t_scenes_of_menge_say_what_is_wrong_and_where),
        cmocka_unit_test(t_a_folder_is_no_file),
        cmocka_unit_test(t_no_file_is_written_twice),
        cmocka_unit_test(t_tables_of_crowds_name_their_columns_once),
        cmocka_unit_test(t_no_seed_comes_after_the_last),
        cmocka_unit_test(t_a_tape_ends_within_half_a_frame),
    };
    if (WEND_COMMAND[0] == '\0')
    {
        printf("skipped: the command isn't built\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
