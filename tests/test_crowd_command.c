// `wend steerbench` and `wend crowd`: what they write of cases made here, of SteerSuite's own, of Menge and of people.
#include "testing_case.h"

#define SHARED WEND_SOURCE "/../shared/"

static const char header[] =
    "case,dodge,agents,finished,collisions,penetration_max,time,energy,ple,composite01,reference,seconds\n";

static bool has(const char *path)
{
    if (access(path, R_OK) == 0)
        return true;
    printf("skipped: there is no %s\n", path);
    return false;
}

static void t_a_folder_is_played_in_order_of_names(void **state)
{
    (void)state;
    write_text("b.xml", HEAD AGENT(AT("0", "0"), SEEK(AT("5", "0"))) TAIL);
    write_text("a.xml", HEAD AGENT(AT("0", "0"), SEEK(AT("4", "0"))) AGENT(AT("4", "0"), SEEK(AT("0", "0"))) TAIL);
    write_text("c.xml", HEAD "<obstacle>" SIDES("-3", "3") "</obstacle>" TAIL);
    write_text("d.xml", HEAD AGENT(AT("0", "0"), "") TAIL);
    assert_int_equal(call("steerbench . --csv", 60), 0);
    assert_int_equal(strncmp(out, header, strlen(header)), 0);
    const char *first = out + strlen(header), *second = strchr(first, '\n') + 1;
    assert_int_equal(strncmp(first, "a.xml,orca,2,2,0,0.0000,", 24), 0);
    assert_int_equal(strncmp(second, "b.xml,orca,1,1,0,0.0000,", 24), 0);
    assert_true(strchr(second, '\n')[1] == '\0');
    assert_non_null(strstr(err, "left out: c.xml: it has no agents\n"));
    assert_non_null(strstr(err, "left out: d.xml: it has no goals\n"));
    assert_non_null(strstr(err, "everybody finished: 2\n"));
    // Any number of threads gives the same.
    char before[4096];
    snprintf(before, sizeof before, "%s", out);
    assert_int_equal(call("steerbench . --csv --threads 3", 60), 0);
    assert_string_equal(out, before);
}

static void t_who_has_no_way_is_named_with_the_reason(void **state)
{
    (void)state;
    write_text("idle.xml", HEAD
               "<agent>" INITIAL(AT("0", "0")) "<goalSequence><idle><timeDuration>1000</timeDuration>"
                                               "<desiredSpeed>1.3</desiredSpeed></idle></goalSequence></agent>\n" TAIL);
    assert_int_equal(call("steerbench idle.xml --csv", 60), 0);
    assert_non_null(
        strstr(err, "unfinished: idle.xml: 1 of 1; no way for 1: a goal that lasts longer than the case\n"));
    assert_non_null(strstr(err, "everybody finished: 0\nno way for all: 1\nall others finished: 1\n"));
}

static void t_a_way_that_is_drawn_counts_for_the_time(void **state)
{
    (void)state;
    // Somewhere within 2 km: at 1 m/s that takes longer than 180 s, unless it is drawn nearby.
    write_text(
        "far.xml",
        "<SteerBenchTestCase><header><version>1.0</version><name>far</name><worldBounds>" SIDES(
            "-1000",
            "1000") "</worldBounds></header>\n<agent>" INITIAL(AT("-900", "-900")) "<goalSequence><seekStaticTarget><"
                                                                                   "targetLocation><random>true</"
                                                                                   "random></targetLocation>"
                                                                                   "<desiredSpeed>1</desiredSpeed></"
                                                                                   "seekStaticTarget></goalSequence></"
                                                                                   "agent>\n" TAIL);
    assert_int_equal(call("steerbench far.xml --csv", 60), 0);
    assert_non_null(strstr(err, "everybody finished: 1\n"));
    const char *row = strchr(out, '\n') + 1, *seconds = strrchr(row, ',');
    assert_true(atof(seconds + 1) > 180);
}

static void t_the_best_of_the_references_stands_beside(void **state)
{
    (void)state;
    // Columns as SteerSuite's scores have them; only "ok" rows in which everybody finished count.
    write_text("reference-scores.tsv",
               "# a comment\ncase\tai\tstate\tagents\tunfinished\tcollisions\tmax_penetration\tmean_time\tmax_time\t"
               "mean_energy\tmean_accel\tmean_PLE\tmean_distance\tmean_turn_deg\tcomposite01\tcomposite02\n"
               "b.xml\tx\tok\t1\t0\t0\t0\t3\t3\t50\t9\t12\t4\t0\t77.5\t99\n"
               "b.xml\ty\tok\t1\t0\t0\t0\t3\t3\t50\t9\t12\t4\t0\t66.25\t99\n"
               "b.xml\tz\tok\t1\t1\t0\t0\t3\t3\t50\t9\t12\t4\t0\t1\t99\n"
               "b.xml\tw\tnan\t1\t0\t0\t0\t3\t3\t50\t9\t12\t4\t0\t2\t99\n");
    write_text("b.xml", HEAD AGENT(AT("0", "0"), SEEK(AT("5", "0"))) TAIL);
    assert_int_equal(call("steerbench ./b.xml --csv", 60), 0);
    assert_non_null(strstr(out, ",66.25,"));
    assert_non_null(strstr(err, "at 1.2 to 1.35 m/s: 1\nnot above it: 1\n"));
}

static void t_what_is_wrong_is_said(void **state)
{
    (void)state;
    assert_int_equal(call("steerbench b.xml --dodge sideways", 20), 2);
    assert_non_null(strstr(err, "--dodge is 'sideways', must be one of none, orca"));
    assert_int_equal(call("steerbench", 20), 2);
    assert_int_equal(call("steerbench nothing.xml", 20), 1);
    assert_non_null(strstr(err, "nothing.xml"));
    write_text("walk.txt", "1 1 0 0 0\n");
    assert_int_equal(call("crowd walk.txt", 20), 1);
    assert_non_null(strstr(err, "its name must begin with"));
    write_text("corridor.txt", "# x\n1 1 0 0 0\n1 two 0 0 0\n");
    assert_int_equal(call("crowd corridor.txt", 20), 1);
    assert_non_null(strstr(err, "corridor.txt:3: a line must be: id frame x y z"));
    write_text("scene.xml", "<Nothing/>");
    assert_int_equal(call("crowd scene.xml", 20), 1);
    assert_non_null(strstr(err, "it is no project of Menge"));
}

/// Of SteerSuite's cases at usual speeds, some small ones: everybody there, nobody touched, no dearer than the best of
/// its own AIs.
static void t_small_cases_are_no_dearer_than_the_references(void **state)
{
    (void)state;
    static const char *const names[] = {"oncoming-1", "crossing-1", "4-way-confusion", "3-way-confusion-1",
                                        "squeeze",    "fan-in",     "simple-wall",     "concentric-circles"};
    if (!has(SHARED "steerbench/reference-scores.tsv"))
        return;
    for (int i = 0; i < (IS_SLOW ? 2 : COUNT_OF(names)); ++i)
    {
        char arguments[1024];
        snprintf(arguments, sizeof arguments, "steerbench '%ssteerbench/cases/%s.xml' --csv", SHARED, names[i]);
        assert_int_equal(call(arguments, 60), 0);
        bool is_fine = strstr(err, "everybody finished: 1\n") && strstr(err, "deepest: 0.0000\n") &&
                       strstr(err, "not above it: 1\n");
        if (!is_fine)
        {
            print_error("%s: %s%s", names[i], out, err);
            fail();
        }
    }
}

/// Free walkers keep 1.34 m/s, and in the corridor ours are as fast as people at the same density.
static void t_ours_beside_people(void **state)
{
    (void)state;
    if (!has(SHARED "trajectories/corridor_uo-050-180-180.txt"))
        return;
    assert_int_equal(call("crowd '" SHARED "trajectories/corridor_uo-050-180-180.txt' --csv --png crowd.png", 100), 0);
    const char *people = strstr(out, ",people,"), *ours = strstr(out, ",wend,");
    assert_true(people && ours);
    double flow[2], density[2], speed[2];
    int crossed[2];
    for (int i = 0; i < 2; ++i)
        assert_int_equal(
            sscanf(i ? ours + 6 : people + 8, "%lf,%d,%lf,%lf", &flow[i], &crossed[i], &density[i], &speed[i]), 4);
    // What the README of the data says of people: 1.154 a second, 0.50 a square metre, 1.34 m/s.
    assert_close(flow[0], 1.154, 0.01);
    assert_close(density[0], 0.5, 0.02);
    assert_close(speed[0], 1.34, 0.02);
    assert_int_equal(crossed[1], crossed[0]);
    assert_close(flow[1], flow[0], 0.3 * flow[0]);
    assert_close(speed[1], 1.34, 0.1);
}

static void t_a_scene_of_menge(void **state)
{
    (void)state;
    if (!has(SHARED "menge/headon.xml"))
        return;
    assert_int_equal(call("crowd '" SHARED "menge/headon.xml' '" SHARED "menge/concave.xml' --csv", 60), 0);
    assert_non_null(strstr(out, "\nheadon.xml,2,2,"));
    assert_non_null(strstr(out, "\nconcave.xml,1,1,"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_folder_is_played_in_order_of_names),
        cmocka_unit_test(t_who_has_no_way_is_named_with_the_reason),
        cmocka_unit_test(t_a_way_that_is_drawn_counts_for_the_time),
        cmocka_unit_test(t_the_best_of_the_references_stands_beside),
        cmocka_unit_test(t_what_is_wrong_is_said),
        cmocka_unit_test(t_small_cases_are_no_dearer_than_the_references),
        cmocka_unit_test(t_ours_beside_people),
        cmocka_unit_test(t_a_scene_of_menge),
    };
    if (WEND_COMMAND[0] == '\0')
    {
        printf("skipped: the command isn't built\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
