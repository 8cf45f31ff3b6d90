// wend check: what it prints for scenes, and its exit codes.
#include "testing_command.h"

static void t_a_scene_without_warnings(void **state)
{
    (void)state;
    assert_int_equal(wend("check quick_start --seconds 1"), 0);
    assert_string_equal(out, "1 scenes, 0 warnings\n");
    assert_string_equal(err, "");
}

static void t_each_warning_is_a_line_and_told_once(void **state)
{
    (void)state;
    assert_int_equal(wend("check vocabulary --seconds 3"), 1);
    assert_non_null(strstr(out, "vocabulary: slow radius: agent "));
    assert_non_null(strstr(out, ": goal.radius is 0.2, at least 0.84 would do: "));
    assert_non_null(strstr(out, "\n1 scenes, 1 warnings\n"));
}

static void t_wrong_arguments_are_told(void **state)
{
    (void)state;
    assert_int_equal(wend("check nowhere"), 2);
    assert_non_null(strstr(err, "there is no scene 'nowhere'"));
    assert_int_equal(wend("check --seconds -1"), 2);
    assert_int_equal(wend("check --help"), 0);
    assert_non_null(strstr(out, "--seconds"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_scene_without_warnings),
        cmocka_unit_test(t_each_warning_is_a_line_and_told_once),
        cmocka_unit_test(t_wrong_arguments_are_told),
    };
    if (WEND_COMMAND[0] == '\0')
    {
        printf("skipped: the tests of wend check, because the command isn't built\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
