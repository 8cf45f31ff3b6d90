// Machines with states inside states.
#include "testing_decide.h"

static int step(const wend_machine_def *def, diary *d, double seconds)
{
    return wend_machine_step(def, &d->machine, seconds, d);
}

// A holds B and C, C holds D; E stands beside A.
static const wend_state nested[] = {STATE(A, 0), STATE(B, 1), STATE(C, 1), STATE(D, 2), STATE(E, 0)};

static wend_machine_def nested_with(const wend_transition *lines, int count)
{
    wend_machine_def def = {nested, COUNT_OF(nested), lines, count};
    assert_int_equal(wend_machine_check(&def, NULL), WEND_OK);
    return def;
}

static void t_first_states_inside_are_entered_and_only_what_differs_is_left(void **state)
{
    (void)state;
    wend_machine_def def = nested_with(NULL, 0);
    diary d = {0};
    assert_int_equal(step(&def, &d, 0.1), B);
    assert_diary(&d, "+A +B .A .B");
    wend_machine_go(&d.machine, C, WEND_GO); // A holds both
    assert_int_equal(step(&def, &d, 0.1), D);
    assert_diary(&d, "-B +C +D .A .C .D");
    assert_true(wend_machine_is_in(&d.machine, A) && wend_machine_is_in(&d.machine, C));
    assert_false(wend_machine_is_in(&d.machine, B) || wend_machine_is_in(&d.machine, -1));
    assert_close(wend_machine_seconds(&d.machine, A), 0.1, 1e-12);
    assert_close(wend_machine_seconds(&d.machine, C), 0, 0);
    wend_machine_go(&d.machine, E, WEND_GO);
    step(&def, &d, 0.1);
    assert_diary(&d, "-D -C -A +E .E");
    wend_machine_go(&d.machine, WEND_PREVIOUS, WEND_GO); // the innermost one, and what holds it
    step(&def, &d, 0.1);
    assert_diary(&d, "-E +A +C +D .A .C .D");
    wend_machine_stop(&def, &d.machine, &d);
    assert_diary(&d, "-D -C -A");
}

// DEC-02
static void t_reentry_of_a_state_inside_touches_nothing_else(void **state)
{
    (void)state;
    const wend_transition lines[] = {{B, B, on_B, WEND_GO, 0, 0, 0}};
    wend_machine_def def = nested_with(lines, 1);
    diary d = {0};
    step(&def, &d, 0.1);
    assert_diary(&d, "+A +B .A .B");
    d.is_on[B] = true;
    step(&def, &d, 0.1);
    assert_diary(&d, "-B +B .A .B"); // each once, nothing of A
}

// DEC-03
static void t_reentry_of_what_holds_it_goes_to_its_first_state(void **state)
{
    (void)state;
    const wend_transition lines[] = {
        {B, A, on_A, WEND_GO, 0, 0, 0}, {D, C, on_C, 0, 0, 0, 0}, {D, A, on_A, 0, 0, 0, 0}};
    wend_machine_def def = nested_with(lines, 3);
    diary d = {0};
    step(&def, &d, 0.1);
    assert_diary(&d, "+A +B .A .B");
    d.is_on[A] = true;
    step(&def, &d, 0.1);
    assert_diary(&d, "-B -A +A +B .A .B");
    d.is_on[A] = false, d.is_on[C] = true;
    wend_machine_go(&d.machine, D, WEND_GO);
    step(&def, &d, 0.1); // there, and then the line to C
    assert_diary(&d, "-B +C +D -D -C +C +D .A .C .D");
    d.is_on[C] = false, d.is_on[A] = true;
    step(&def, &d, 0.1); // three levels: each is entered once
    assert_diary(&d, "-D -C -A +A +B .A .B");
}

// DEC-04
static void t_asked_for_while_entering_just_one_state_inside_is_active(void **state)
{
    (void)state;
    wend_machine_def def = nested_with(NULL, 0);
    for (int who = A; who <= B; who++) // the one that holds it asks, or the first one itself
    {
        diary d = {0};
        d.ask_on_enter[who] = C + 1;
        assert_int_equal(step(&def, &d, 0.1), D);
        assert_diary(&d, "+A +B -B +C +D .A .C .D");
        assert_true(d.machine.active == ((uint64_t)1 << A | (uint64_t)1 << C | (uint64_t)1 << D));
        assert_int_equal(d.machine.depth, 3);
    }
}

static void t_a_line_from_what_holds_it_fits_for_all_inside(void **state)
{
    (void)state;
    const wend_transition lines[] = {{A, E, on_E, 0, 0, 0, 0}, {WEND_ANY, A, on_A, 0, 0, 0, 0}};
    wend_machine_def def = nested_with(lines, 2);
    diary d = {0};
    wend_machine_go(&d.machine, D, WEND_GO);
    step(&def, &d, 0.1);
    d.text[0] = '\0';
    d.is_on[A] = true; // D lies inside A: it is there already
    assert_int_equal(step(&def, &d, 0.1), D);
    d.is_on[E] = true;
    assert_int_equal(step(&def, &d, 0.1), E);
    assert_int_equal(step(&def, &d, 0.1), B);
    assert_diary(&d, ".A .C .D -D -C -A +E .E -E +A +B .A .B");
}

static void t_time_and_outcome_belong_to_the_state_of_the_line(void **state)
{
    (void)state;
    const wend_transition lines[] = {{.from = A, .to = E, .seconds = 1},
                                     {.from = A, .to = E, .after = WEND_FAILED},
                                     {.from = B, .to = C, .after = WEND_SUCCEEDED}};
    wend_machine_def def = nested_with(lines, 3);
    diary d = {.says = {[B] = WEND_SUCCEEDED, [D] = WEND_FAILED}};
    step(&def, &d, 0.25);
    assert_int_equal(step(&def, &d, 0.25), D);
    assert_int_equal(step(&def, &d, 0.25), D); // D has failed, A hasn't
    assert_int_equal(step(&def, &d, 0.25), D);
    assert_int_equal(step(&def, &d, 0.25), E); // A is 1 s old
}

static void t_what_lies_inside_is_not_updated_when_the_outer_one_asks_to_leave(void **state)
{
    (void)state;
    wend_machine_def def = nested_with(NULL, 0);
    diary d = {.ask_on_update = {[A] = E + 1}};
    assert_int_equal(step(&def, &d, 0.1), E);
    assert_diary(&d, "+A +B .A -B -A +E");
}

// Any table in any order: enters and exits nest like brackets, and the active states are the path to one of them.
static void t_enters_and_exits_nest_in_random_tables(void **state)
{
    (void)state;
    uint64_t seed = 77;
    for (int round = 0; round < 300; round++)
    {
        wend_transition lines[8];
        for (int i = 0; i < COUNT_OF(lines); i++)
            lines[i] = (wend_transition){(int)(draw(&seed) % 6) - 1,
                                         (int)(draw(&seed) % 7) - 2,
                                         NULL,
                                         draw(&seed) % 4 == 0 ? WEND_PUSH : WEND_GO,
                                         0.1 * (double)(1 + draw(&seed) % 4),
                                         0,
                                         0};
        for (int i = 0; i < COUNT_OF(lines); i++)
            lines[i].to -= lines[i].to == WEND_ANY ? 2 : 0;
        wend_machine_def def = nested_with(lines, COUNT_OF(lines));
        diary d = {0};
        for (int k = 0; k < LETTERS; k++)
        {
            d.ask_on_enter[k] = draw(&seed) % 4 == 0 ? (int)(draw(&seed) % 5) + 1 : 0;
            d.ask_on_exit[k] = draw(&seed) % 4 == 0 ? (int)(draw(&seed) % 5) + 1 : 0;
        }
        for (int i = 0; i < 40; i++)
            step(&def, &d, 0.1);
        char stack[16];
        int height = 0;
        for (const char *at = d.text; *at; at += 3)
        {
            if (at[0] == '+')
                stack[height++] = at[1];
            else if (at[0] == '-')
                assert_true(height > 0 && stack[--height] == at[1]);
            else
                assert_non_null(memchr(stack, at[1], (size_t)height));
        }
        assert_int_equal(height, d.machine.depth);
        for (int k = 0; k < height; k++)
            assert_int_equal(nested[stack[k] - 'A'].depth, k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_first_states_inside_are_entered_and_only_what_differs_is_left),
        cmocka_unit_test(t_reentry_of_a_state_inside_touches_nothing_else),
        cmocka_unit_test(t_reentry_of_what_holds_it_goes_to_its_first_state),
        cmocka_unit_test(t_asked_for_while_entering_just_one_state_inside_is_active),
        cmocka_unit_test(t_a_line_from_what_holds_it_fits_for_all_inside),
        cmocka_unit_test(t_time_and_outcome_belong_to_the_state_of_the_line),
        cmocka_unit_test(t_what_lies_inside_is_not_updated_when_the_outer_one_asks_to_leave),
        cmocka_unit_test(t_enters_and_exits_nest_in_random_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
