// The command `wend` and files that it reads: what it refuses in them, and where it says that the fault is.
#include "testing_command.h"

#include <inttypes.h>

/// It ends with 1 and says exactly this.
static void check_says(const char *arguments, const char *text, int line)
{
    int code = wend(arguments);
    if (code == 1 && strcmp(err, text) == 0 && out[0] == '\0')
        return;
    print_error("wend %s: exit code %d, stdout '%s', stderr:\n%s, expected 1 and\n%s", arguments, code, out, err, text);
    _fail(__FILE__, line);
}

#define assert_says(arguments, text) check_says(arguments, text, __LINE__)

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_parameters_in_a_tape_keep_to_their_intervals),
    };
    if (WEND_COMMAND[0] == '\0')
    {
        printf("skipped: the command isn't built\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
