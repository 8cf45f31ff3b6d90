// `wend run SCENE --compare` and `wend verify --seeds`: what they play, what they print, what they refuse.
#include "testing_command.h"

#include "scenes.h"

#include <math.h>

static void check_refuses(const char *arguments, const char *words)
{
    int code = call(arguments, 60);
    if (code != 2 || out[0] != '\0' || !strstr(err, words))
        fail_msg("wend %s: code %d, says '%s', must end with 2 and say '%s'", arguments, code, err, words);
}

/// The first life of a gunner, played here.
static double life(uint64_t seed, int choice)
{
    const scene *kind = scene_find("survivors");
    scene_run *run = scene_start(kind, &(scene_options){.seed = seed}, NULL);
    assert_non_null(run);
    run->params[scene_param_index(kind, "choice")] = (float)choice;
    bool is_over = false;
    double seconds = 0;
    for (int frame = 0; frame < 60 * 100 && !is_over; frame++)
    {
        scene_advance_demo(run);
        seconds = kind->contest->measured(run, &is_over);
    }
    scene_stop(run);
    return seconds;
}

static void t_a_table_of_plays_and_its_means(void **state)
{
    (void)state;
    assert_int_equal(
        call("run survivors --compare urgency,threshold --seeds 4 --seed 3 --seconds 100 --csv a.csv", 100), 0);
    char *table = read_output("a.csv", NULL), *line = strchr(table, '\n') + 1;
    assert_memory_equal(table, "seed,choice,value\n", 18);
    double values[2][4], mean[2] = {0, 0};
    for (int k = 0; k < 4; k++)
        for (int choice = 0; choice < 2; choice++, line = strchr(line, '\n') + 1)
        {
            int seed;
            char name[16];
            assert_int_equal(sscanf(line, "%d,%15[a-z],%lf", &seed, name, &values[choice][k]), 3);
            assert_int_equal(seed, 3 + k);
            assert_string_equal(name, choice ? "threshold" : "urgency");
            mean[choice] += values[choice][k] / 4;
        }
    assert_int_equal(*line, '\0');
    free(table);
    assert_close(values[0][1], life(4, 0), 1e-6);
    assert_close(values[1][1], life(4, 1), 1e-6);

    double squares[3] = {0, 0, 0}; // of the deviations: of either choice, and of their difference
    for (int k = 0; k < 4; k++)
    {
        double off[2] = {values[0][k] - mean[0], values[1][k] - mean[1]};
        squares[0] += off[0] * off[0];
        squares[1] += off[1] * off[1];
        squares[2] += (off[0] - off[1]) * (off[0] - off[1]);
    }
    assert_int_equal(atoi(text_of("seeds")), 4);
    assert_close(atof(text_of("urgency")), mean[0], 0.0051);
    assert_close(atof(text_of("urgency_error")), sqrt(squares[0] / 12), 0.0051);
    assert_close(atof(text_of("threshold")), mean[1], 0.0051);
    assert_close(atof(text_of("threshold_error")), sqrt(squares[1] / 12), 0.0051);
    assert_close(atof(text_of("urgency_over_threshold")), mean[0] - mean[1], 0.0101);
    assert_close(atof(text_of("urgency_over_threshold_error")), sqrt(squares[2] / 12), 0.0051);
}

static void t_one_play_has_no_error(void **state)
{
    (void)state;
    assert_int_equal(call("run survivors --compare threshold,urgency --seeds 1 --seconds 2", 60), 0);
    assert_string_equal(out, "scene: survivors\nmeasure: seconds survived\nseeds: 1\nthreshold: 2.00\n"
                             "threshold_error: 0.00\nurgency: 2.00\nurgency_error: 0.00\n"
                             "threshold_over_urgency: 0.00\nthreshold_over_urgency_error: 0.00\n");
    assert_int_equal(call("run survivors --compare threshold,urgency --seeds 1 --seconds 2 --csv -", 60), 0);
    assert_string_equal(out, "seed,choice,value\n1,threshold,2\n1,urgency,2\n");
    assert_non_null(strstr(err, "seeds: 1\n"));
}

static void t_what_cannot_be_compared_is_named(void **state)
{
    (void)state;
    check_refuses("run survivors --compare urgency,luck",
                  "survivors has no choice 'luck', there are: urgency threshold");
    check_refuses("run survivors --compare urgency,", "no choice ''");
    check_refuses("run survivors --compare urg,threshold", "no choice 'urg'");
    check_refuses("run survivors --compare urgency", "two choices at least");
    check_refuses("run survivors --compare urgency,urgency", "names 'urgency' twice");
    check_refuses("run survivors --compare ''", "--compare is empty");
    check_refuses("run flock --compare a,b", "flock has no choices to compare");
    check_refuses("run nobody --compare a,b", "there is no scene 'nobody'");
    check_refuses("run a.xml --compare a,b", "for scenes only");
    check_refuses("run survivors --compare urgency,threshold --png a.png", "--png doesn't go with --compare");
    check_refuses("run survivors --compare urgency,threshold --record a", "--record doesn't go with --compare");
    check_refuses("run survivors --compare urgency,threshold --hash", "--hash doesn't go with --compare");
    check_refuses("run survivors --compare urgency,threshold --dt 0.1", "--dt doesn't go with --compare");
    check_refuses("run survivors --seeds 3", "--seeds is for --compare");
    check_refuses("run survivors --compare urgency,threshold --seeds 0", "--seeds is '0'");
    check_refuses("verify chase --seeds 0", "--seeds is '0'");
}

static void t_verify_plays_several_seeds(void **state)
{
    (void)state;
    assert_int_equal(call("verify quick_start --seeds 2", 60), 0);
    assert_non_null(strstr(out, "pass quick_start, seed 1 ("));
    assert_non_null(strstr(out, "pass quick_start, seed 2 ("));
    assert_non_null(strstr(out, "\n2 passed, 0 failed\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_table_of_plays_and_its_means),
        cmocka_unit_test(t_one_play_has_no_error),
        cmocka_unit_test(t_what_cannot_be_compared_is_named),
        cmocka_unit_test(t_verify_plays_several_seeds),
    };
    if (WEND_COMMAND[0] == '\0')
    {
        printf("skipped: the command isn't built\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
