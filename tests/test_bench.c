// `wend bench` from outside: its table, and comparing with an earlier one. What it measures is up to the machine.
#include "testing_command.h"

#include <math.h>
#include <string.h>

#define HEADER "bench,variant,dimension,agents,neighbours,threads,isa,unit,value"

/// A line of the table, taken apart.
typedef struct row
{
    char bench[16], variant[32], isa[16], unit[32];
    int dimension, agents, neighbours, threads;
    double value, earlier, ratio;
    int columns;
} row;

static row read_row(const char *line)
{
    row r = {0};
    r.columns =
        sscanf(line, "%15[^,],%31[^,],%d,%d,%d,%d,%15[^,],%31[^,],%lf,%lf,%lf", r.bench, r.variant, &r.dimension,
               &r.agents, &r.neighbours, &r.threads, r.isa, r.unit, &r.value, &r.earlier, &r.ratio);
    return r;
}

static const char *next_line(const char *line)
{
    return strchr(line, '\n') + 1;
}

/// The lines that came out, after the first one, which is the header.
static int count_rows(void)
{
    assert_int_equal(strncmp(out, HEADER, strlen(HEADER)), 0);
    int count = -1;
    for (const char *at = out; *at; at++)
        count += *at == '\n';
    return count;
}

static void works(const char *arguments)
{
    int code = wend(arguments);
    if (code != 0 || err[0])
        fail_msg("wend %s: exit code %d, it says: %s", arguments, code, err);
}

static void t_without_a_name_everything_is_measured(void **state)
{
    (void)state;
    // Two rows for each flock and each way, eight flocks, seven searches on four maps.
    static const struct
    {
        const char *bench;
        int rows;
    } wanted[] = {{"flock", 24}, {"goals", 3}, {"orca", 2},  {"rays", 2},
                  {"ring", 1},   {"path", 56}, {"minds", 3}, {"rollback", 10}};
    works("bench --agents 2 --threads 1 --csv");
    assert_int_equal(count_rows(), 101);
    const char *line = next_line(out);
    for (size_t b = 0; b < sizeof wanted / sizeof *wanted; b++)
        for (int i = 0; i < wanted[b].rows; i++, line = next_line(line))
        {
            row r = read_row(line);
            assert_int_equal(r.columns, 9);
            assert_string_equal(r.bench, wanted[b].bench);
            assert_int_equal(r.threads, 1);
            assert_true(r.agents == 2 || r.agents == 1000);
            assert_true(r.value > 0 && isfinite(r.value));
        }
}

static void t_a_flock_has_a_row_for_each_kind_and_unit(void **state)
{
    (void)state;
    static const char *const variants[] = {"step", "no_hulls", "kernel"}, *const units[] = {"ns_per_agent",
                                                                                            "of_reference"};
    static const int dimensions[] = {2, 2, 3, 3}, neighbours[] = {8, 24, 8, 24};
    works("bench flock --agents 300 --threads 2 --set baseline --csv");
    assert_int_equal(count_rows(), 24);
    const char *line = next_line(out);
    for (int i = 0; i < 24; i++, line = next_line(line))
    {
        row r = read_row(line);
        assert_string_equal(r.variant, variants[i / 8]);
        assert_string_equal(r.unit, units[i % 2]);
        assert_string_equal(r.isa, "baseline");
        assert_int_equal(r.dimension, dimensions[i / 2 % 4]);
        assert_int_equal(r.neighbours, neighbours[i / 2 % 4]);
        assert_int_equal(r.agents, 300);
        assert_int_equal(r.threads, 2);
    }
}

static void t_sizes_and_units(void **state)
{
    (void)state;
    static const struct
    {
        const char *arguments, *first;
        int rows;
    } wanted[] = {
        {"bench rays --agents 10 --csv", "rays,ray,2,1000,0,1,baseline,ns_per_ray,", 2},
        {"bench ring --agents 1100 --set baseline --csv", "ring,slots_16,2,1100,0,1,baseline,ns_per_agent,", 1},
        {"bench path --agents 1 --csv", "path,random25_dijkstra,2,1,0,1,baseline,us_per_path,", 56},
        {"bench minds --csv", "minds,machine,0,1000,0,1,baseline,ns_per_agent,", 3},
        {"bench rollback --agents 500 --set baseline --csv", "rollback,flock_save,2,500,0,1,baseline,us,", 10},
        {"bench goals --agents 50 --threads 3 --set baseline --csv", "goals,wander,2,50,0,3,baseline,ns_per_agent,", 3},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    {
        works(wanted[i].arguments);
        assert_int_equal(count_rows(), wanted[i].rows);
        assert_memory_equal(next_line(out), wanted[i].first, strlen(wanted[i].first));
    }
    works("bench goals --agents 1");
    assert_memory_equal(out, "bench ", 6);
}

// 1 and 4 are no measurements of what is measured then: the ratio to 1 is the value itself.
static void t_an_earlier_table_is_compared_as_ratios(void **state)
{
    (void)state;
    write_file("before.csv", HEADER "\ngoals,wander,2,50,0,1,baseline,ns_per_agent,1\n"
                                    "goals,pursue,2,50,0,1,baseline,ns_per_agent,4,1,4.000\n"
                                    "goals,arrive,2,51,0,1,baseline,ns_per_agent,1\n");
    works("bench goals --agents 50 --set baseline --csv --against before.csv");
    assert_int_equal(count_rows(), 3);
    assert_memory_equal(out, HEADER ",earlier,ratio\n", strlen(HEADER ",earlier,ratio\n"));
    const char *line = next_line(out);
    row wander = read_row(line), arrive = read_row(next_line(line)), pursue = read_row(next_line(next_line(line)));
    assert_int_equal(wander.columns, 11);
    assert_close(wander.earlier, 1, 0);
    assert_close(wander.ratio, wander.value, 1e-3 * wander.value);
    assert_int_equal(arrive.columns, 9); // of another size
    assert_close(pursue.earlier, 4, 0);
    assert_close(pursue.ratio, pursue.value / 4, 1e-3 * pursue.value);
    works("bench goals --agents 50 --set baseline --against before.csv");
    assert_non_null(strstr(out, "\ngeometric mean of 2 ratios: "));
}

static void t_what_it_prints_can_be_compared(void **state)
{
    (void)state;
    works("bench minds --csv");
    write_file("minds.csv", out);
    works("bench minds --csv --against minds.csv");
    const char *line = next_line(out);
    for (int i = 0; i < 3; i++, line = next_line(line))
        assert_int_equal(read_row(line).columns, 11);
}

static void t_a_bad_table_is_named(void **state)
{
    (void)state;
    static const struct
    {
        const char *text, *words;
    } bad[] = {
        {"", "bad.csv: there is no measurement in it"},
        {HEADER "\n", "bad.csv: there is no measurement in it"},
        {"bench,variant\n", "bad.csv:1: is no table of wend bench --csv, which begins with " HEADER},
        {HEADER "\na,b,2,50,0,1,x,u,1\nflock,step,3\n", "bad.csv:3: has 3 columns, must have 9"},
        {HEADER "\na,b,2,50,0,1,x,u,fast\n", "bad.csv:2: value is 'fast', must be a number above 0"},
        {HEADER "\na,b,2,50,0,1,x,u,-1\n", "bad.csv:2: value is '-1', must be a number above 0"},
        {HEADER "\na,b,2,50,0,1,x,u,nan\n", "bad.csv:2: value is 'nan', must be a number above 0"},
        {HEADER "\na,b,2,50,0,1,x,u,1e999\n", "bad.csv:2: value is '1e999', must be a number above 0"},
        {HEADER "\na,b,2,50,0,1,x,u,\n", "bad.csv:2: value is '', must be a number above 0"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
        write_file("bad.csv", bad[i].text);
        assert_int_equal(wend("bench minds --against bad.csv"), 1);
        assert_string_equal(out, "");
        if (!strstr(err, bad[i].words))
            fail_msg("it says '%s', must say '%s'", err, bad[i].words);
    }
    assert_int_equal(wend("bench minds --against nothing.csv"), 1);
    assert_non_null(strstr(err, "wend bench: can't read nothing.csv: No such file"));
}

static void t_wrong_arguments_are_named_and_end_with_2(void **state)
{
    (void)state;
    static const struct
    {
        const char *arguments, *words;
    } wrong[] = {
        {"bench nothing",
         "there is no benchmark 'nothing', there are: flock, goals, orca, rays, ring, path, minds, rollback"},
        {"bench flock ring", "'ring' is too many"},
        {"bench flock --agents 0", "--agents is '0'"},
        {"bench flock --agents 1e12", "--agents is '1e12'"},
        {"bench flock --agents nan", "--agents is 'nan'"},
        {"bench rays --threads 2", "--threads is 2, rays runs on 1"},
        {"bench path --threads 2", "--threads is 2, path runs on 1"},
        {"bench minds --threads 2", "--threads is 2, minds runs on 1"},
        {"bench flock --set sse9", "--set is 'sse9', must be baseline, avx2 or avx512"},
        {"bench flock --threads 0", "--threads is '0'"},
        {"bench flock --csv=x", "--csv takes no value"},
        {"bench flock --against", "--against needs a value"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    {
        assert_int_equal(wend(wrong[i].arguments), 2);
        assert_string_equal(out, "");
        if (!strstr(err, wrong[i].words))
            fail_msg("wend %s: it says '%s', must say '%s'", wrong[i].arguments, err, wrong[i].words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_without_a_name_everything_is_measured),
        cmocka_unit_test(t_a_flock_has_a_row_for_each_kind_and_unit),
        cmocka_unit_test(t_sizes_and_units),
        cmocka_unit_test(t_an_earlier_table_is_compared_as_ratios),
        cmocka_unit_test(t_what_it_prints_can_be_compared),
        cmocka_unit_test(t_a_bad_table_is_named),
        cmocka_unit_test(t_wrong_arguments_are_named_and_end_with_2),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
