// How warnings about settings are told: as sentences, of scenes (they have none), by the command.
#include "testing_command.h"
#include "testing_scene.h"

#include "wend/check.h"

enum
{
    MOST = 64
};

static const double FRAME = 1.0 / 60;

// ---- words

static void t_a_warning_is_a_sentence(void **state)
{
    (void)state;
    char text[300], cut[10];
    wend_warning w = {WEND_WARN_FEELER, {7}, 10, "recipe.sense.feel.seconds", 0.1, 0.21, false, false};
    int length = wend_warning_text(&w, text, sizeof text);
    assert_string_equal(text, "agent 7 and 9 more: recipe.sense.feel.seconds is 0.1, at least 0.21 would do: it can't "
                              "stop before what it feels");
    assert_int_equal(length, strlen(text));
    assert_int_equal(wend_warning_text(&w, cut, sizeof cut), length);
    assert_string_equal(cut, "agent 7 a");
    assert_int_equal(wend_warning_text(&w, NULL, 0), length);
    assert_int_equal(wend_warning_text(NULL, text, sizeof text), 0);
    w = (wend_warning){WEND_WARN_NO_CASTER, {8}, 1, "world.caster", 0, 0, false, true};
    wend_warning_text(&w, text, sizeof text);
    assert_string_equal(text, "agent 8: world.caster: it looks for what is in the way, but the world has no caster");
    assert_string_equal(wend_warning_name(WEND_WARN_SLOW_RADIUS), "slow radius");
    assert_string_equal(wend_warning_name((wend_warning_kind)-1), "unknown");
    assert_string_equal(wend_warning_name(WEND_WARNING_COUNT), "unknown");
}

static void t_null_is_nothing(void **state)
{
    (void)state;
    wend_warning list[1];
    wend_agent agent = wend_default_agent();
    agent.neighbour_radius = 0.1f;
    assert_int_equal(wend_check(NULL, FRAME, list, 1), 0);
    assert_int_equal(wend_check_agent(NULL, NULL, NULL, FRAME, list, 1), 0);
    assert_int_equal(wend_check_agent(&agent, NULL, NULL, FRAME, NULL, 1), 0);
    assert_int_equal(wend_check_agent(&agent, NULL, NULL, FRAME, NULL, 0), 1); // how many there are
}

// ---- scenes

/// One room of the vocabulary shows what a slow radius that is too short does.
static bool is_meant(const scene *kind, const wend_warning *w)
{
    return strcmp(kind->name, "vocabulary") == 0 && w->kind == WEND_WARN_SLOW_RADIUS && w->agents == 1;
}

static void t_scenes_have_none(void **state)
{
    (void)state;
    wend_warning list[MOST];
    char text[300];
    int meant = 0;
    for (int i = 0; i < scene_count; ++i)
    {
        scene_run *run = start(scene_table[i]);
        for (int look = 0; look < 6; ++look)
        {
            int count = wend_check(run->world, run->kind->step_seconds, list, MOST);
            for (int k = 0; k < count; ++k)
            {
                wend_warning_text(&list[k], text, sizeof text);
                if (!is_meant(run->kind, &list[k]))
                    print_error("%s: %s\n", run->kind->name, text);
                assert_true(is_meant(run->kind, &list[k]));
                ++meant;
            }
            play(run, frames_in(run->kind, 0.4));
        }
        scene_stop(run);
    }
    assert_true(meant > 0);
}

// ---- the command

static void needs_command(void)
{
    if (WEND_COMMAND[0] == '\0')
        skip();
}

static void t_a_scene_without_warnings(void **state)
{
    (void)state;
    needs_command();
    assert_int_equal(wend("check quick_start --seconds 1"), 0);
    assert_string_equal(out, "1 scenes, 0 warnings\n");
    assert_string_equal(err, "");
}

static void t_each_warning_is_a_line_and_told_once(void **state)
{
    (void)state;
    needs_command();
    assert_int_equal(wend("check vocabulary --seconds 3"), 1);
    assert_non_null(strstr(out, "vocabulary: slow radius: agent "));
    assert_non_null(strstr(out, ": goal.radius is 0.2, at least 0.84 would do: "));
    assert_non_null(strstr(out, "\n1 scenes, 1 warnings\n"));
}

static void t_wrong_arguments_are_told(void **state)
{
    (void)state;
    needs_command();
    assert_int_equal(wend("check nowhere"), 2);
    assert_non_null(strstr(err, "there is no scene 'nowhere'"));
    assert_int_equal(wend("check --seconds -1"), 2);
    assert_int_equal(wend("check --help"), 0);
    assert_non_null(strstr(out, "--seconds"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_warning_is_a_sentence),
        cmocka_unit_test(t_null_is_nothing),
        cmocka_unit_test(t_scenes_have_none),
        cmocka_unit_test(t_a_scene_without_warnings),
        cmocka_unit_test(t_each_warning_is_a_line_and_told_once),
        cmocka_unit_test(t_wrong_arguments_are_told),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
