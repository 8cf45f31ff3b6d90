// Machines: in which order states are entered, updated and left, and which line of a table is taken.
#include "testing_decide.h"

static const wend_state flat[] = {STATE(A, 0), STATE(B, 0), STATE(C, 0)};

static wend_machine_def machine_of(const wend_transition *lines, int count)
{
    wend_machine_def def = {flat, COUNT_OF(flat), lines, count};
    assert_int_equal(wend_machine_check(&def, NULL), WEND_OK);
    return def;
}

#define MACHINE(lines) machine_of(lines, COUNT_OF(lines))

static int step(const wend_machine_def *def, diary *d, double seconds)
{
    return wend_machine_step(def, &d->machine, seconds, d);
}

// ---- one line after the other

static void t_the_first_state_is_entered_before_its_first_update(void **state)
{
    (void)state;
    wend_machine_def def = machine_of(NULL, 0);
    diary d = {0};
    assert_int_equal(wend_machine_state(&d.machine), -1);
    assert_int_equal(step(&def, &d, 0.1), A);
    assert_diary(&d, "+A .A");
    assert_int_equal(step(&def, &d, 0.1), A);
    assert_diary(&d, ".A");
}

static void t_a_guarded_line_is_taken_when_its_guard_holds(void **state)
{
    (void)state;
    const wend_transition lines[] = {{A, B, on_A, 0, 0, 0, 0}};
    wend_machine_def def = MACHINE(lines);
    diary d = {0};
    step(&def, &d, 0.1);
    step(&def, &d, 0.1);
    assert_diary(&d, "+A .A .A");
    d.is_on[A] = true;
    assert_int_equal(step(&def, &d, 0.1), B);
    assert_diary(&d, "-A +B .B");
    step(&def, &d, 0.1); // nothing leads on from B
    assert_diary(&d, ".B");
}

static void t_the_first_line_that_fits_wins_and_others_are_not_asked(void **state)
{
    (void)state;
    const wend_transition lines[] = {{A, C, on_C, 0, 0, 0, 0}, {A, B, on_B, 0, 0, 0, 0}};
    wend_machine_def def = MACHINE(lines);
    diary d = {.is_on = {[B] = true, [C] = true}};
    assert_int_equal(step(&def, &d, 0.1), C);
    assert_int_equal(d.guards_asked, 1);
    diary other = {.is_on = {[B] = true}};
    assert_int_equal(step(&def, &other, 0.1), B);
}

static void t_one_line_is_taken_in_a_step(void **state)
{
    (void)state;
    const wend_transition lines[] = {{.from = A, .to = B}, {.from = B, .to = C}, {.from = C, .to = A}};
    wend_machine_def def = MACHINE(lines);
    diary d = {0};
    const int expected[] = {B, C, A, B};
    for (int i = 0; i < COUNT_OF(expected); i++)
        assert_int_equal(step(&def, &d, 0.1), expected[i]);
    assert_diary(&d, "+A -A +B .B -B +C .C -C +A .A -A +B .B");
}

static void t_a_global_line_leads_from_everywhere_but_from_where_it_leads_to(void **state)
{
    (void)state;
    const wend_transition lines[] = {{WEND_ANY, C, on_C, 0, 0, 0, 0}, {A, B, on_B, 0, 0, 0, 0}};
    wend_machine_def def = MACHINE(lines);
    diary d = {0};
    step(&def, &d, 0.1);
    d.is_on[C] = true;
    assert_int_equal(step(&def, &d, 0.1), C);
    assert_diary(&d, "+A .A -A +C .C");
    assert_int_equal(step(&def, &d, 0.1), C); // the guard still holds, but it isn't entered anew
    assert_diary(&d, ".C");
    diary other = {.is_on = {[B] = true}};
    step(&def, &other, 0.1);
    other.is_on[C] = true;
    assert_int_equal(step(&def, &other, 0.1), C);
}

// DEC-06
static void t_self_transitions_are_internal_or_external(void **state)
{
    (void)state;
    const wend_transition external[] = {{A, A, on_A, WEND_GO, 0, 0, 0}};
    const wend_transition internal[] = {{A, A, on_A, WEND_STAY, 0, 0, 0}, {A, B, on_A, 0, 0, 0, 0}};
    wend_machine_def out = MACHINE(external), in = MACHINE(internal);
    diary d = {.is_on = {[A] = true}}, e = d;
    step(&out, &d, 0.1);
    assert_diary(&d, "+A -A +A .A");
    step(&out, &d, 0.1);
    assert_diary(&d, "-A +A .A");
    step(&in, &e, 0.1);
    step(&in, &e, 0.1);
    assert_diary(&e, "+A .A .A"); // nothing is left or entered, and the line to B isn't looked at
    assert_int_equal(e.machine.changes, 1);
    assert_close(wend_machine_seconds(&d.machine, A), 0.0, 0);
    assert_close(wend_machine_seconds(&e.machine, A), 0.1, 1e-12);
}

static void t_a_line_waits_for_its_seconds(void **state)
{
    (void)state;
    const wend_transition lines[] = {{.from = A, .to = B, .seconds = 0.5}};
    wend_machine_def def = MACHINE(lines);
    diary d = {0};
    for (int i = 0; i < 3; i++)
        assert_int_equal(step(&def, &d, 0.25), i < 2 ? A : B); // entered in the first step, then 0.25, then 0.5
    assert_close(wend_machine_seconds(&d.machine, A), 0.0, 0); // it isn't in it any more
    step(&def, &d, 0.125);
    assert_close(wend_machine_seconds(&d.machine, B), 0.125, 0);
}

static void t_a_line_waits_for_what_the_state_itself_says(void **state)
{
    (void)state;
    const wend_transition lines[] = {{.from = A, .to = B, .after = WEND_SUCCEEDED},
                                     {.from = A, .to = C, .after = WEND_FAILED}};
    wend_machine_def def = MACHINE(lines);
    diary d = {0};
    step(&def, &d, 0.1);
    d.says[A] = WEND_FAILED;
    assert_int_equal(step(&def, &d, 0.1), A); // it says so in this update
    assert_int_equal(step(&def, &d, 0.1), C);
    diary e = {.says = {[A] = WEND_SUCCEEDED}};
    step(&def, &e, 0.1);
    assert_int_equal(step(&def, &e, 0.1), B);
}

static void t_a_line_waits_for_a_message_which_is_heard_in_one_step_only(void **state)
{
    (void)state;
    const wend_transition lines[] = {{.from = A, .to = B, .on = 3}, {.from = B, .to = C, .on = 3}};
    wend_machine_def def = MACHINE(lines);
    diary d = {0};
    wend_machine_tell(&d.machine, 2);
    wend_machine_tell(&d.machine, 0);
    wend_machine_tell(&d.machine, WEND_MESSAGES);
    assert_int_equal(step(&def, &d, 0.1), A);
    wend_machine_tell(&d.machine, 3);
    assert_int_equal(step(&def, &d, 0.1), B);
    assert_int_equal(step(&def, &d, 0.1), B);
}

// ---- back again

static void t_revert_goes_back_and_forth(void **state)
{
    (void)state;
    const wend_transition lines[] = {{A, B, on_B, 0, 0, 0, 0}, {B, WEND_PREVIOUS, on_A, 0, 0, 0, 0}};
    wend_machine_def def = MACHINE(lines);
    diary d = {.is_on = {[A] = true}};
    assert_int_equal(step(&def, &d, 0.1), A);
    wend_machine_go(&d.machine, WEND_PREVIOUS, WEND_GO); // there was none: nothing happens
    assert_int_equal(step(&def, &d, 0.1), A);
    d.is_on[B] = true;
    assert_int_equal(step(&def, &d, 0.1), B);
    assert_int_equal(step(&def, &d, 0.1), A);
    d.is_on[B] = false;
    wend_machine_go(&d.machine, A, WEND_GO); // to itself: what was before stays so
    step(&def, &d, 0.1);
    wend_machine_go(&d.machine, WEND_PREVIOUS, WEND_GO);
    d.is_on[A] = false;
    assert_int_equal(step(&def, &d, 0.1), B);
}

static void t_a_stack_of_states(void **state)
{
    (void)state;
    const wend_transition lines[] = {{A, B, on_B, WEND_PUSH, 0, 0, 0},
                                     {B, C, on_C, WEND_PUSH, 0, 0, 0},
                                     {C, WEND_POPPED, on_D, 0, 0, 0, 0},
                                     {B, WEND_POPPED, on_D, 0, 0, 0, 0},
                                     {A, WEND_POPPED, on_D, 0, 0, 0, 0}};
    wend_machine_def def = MACHINE(lines);
    diary d = {.is_on = {[B] = true, [C] = true}};
    step(&def, &d, 0.1);
    assert_int_equal(step(&def, &d, 0.1), C);
    assert_int_equal(d.machine.stacked, 2);
    d = (diary){.machine = d.machine, .is_on = {[D] = true}};
    assert_int_equal(step(&def, &d, 0.1), B);
    assert_int_equal(step(&def, &d, 0.1), A);
    assert_int_equal(step(&def, &d, 0.1), A); // the stack is empty: the line doesn't fit
    assert_diary(&d, "-C +B .B -B +A .A .A");
    // One state more than fits: the oldest is forgotten.
    for (int i = 0; i < WEND_STACK + 1; i++)
    {
        wend_machine_go(&d.machine, i % 2 == 0 ? B : C, WEND_PUSH);
        d.is_on[D] = false;
        step(&def, &d, 0.1);
    }
    assert_int_equal(d.machine.stacked, WEND_STACK);
    assert_int_equal(d.machine.stack[0], B); // A lay below it
}

// ---- asking for a change

static void t_from_outside_a_change_comes_with_the_next_step(void **state)
{
    (void)state;
    wend_machine_def def = machine_of(NULL, 0);
    diary d = {0};
    wend_machine_go(&d.machine, B, WEND_GO); // even the first state is entered first
    assert_diary(&d, "");
    assert_int_equal(step(&def, &d, 0.1), B);
    assert_diary(&d, "+A -A +B .B");
    wend_machine_go(&d.machine, C, WEND_GO);
    wend_machine_go(&d.machine, A, WEND_GO); // of several the last counts
    step(&def, &d, 0.1);
    assert_diary(&d, "-B +A .A");
    const int never[] = {LETTERS, WEND_STATES, 1000, WEND_ANY, -4, INT32_MIN, INT32_MAX};
    for (int i = 0; i < COUNT_OF(never); i++)
        wend_machine_go(&d.machine, never[i], WEND_GO);
    wend_machine_go(&d.machine, B, WEND_STAY);
    assert_int_equal(step(&def, &d, 0.1), A);
    assert_diary(&d, ".A");
}

static void t_in_an_update_a_change_comes_after_it(void **state)
{
    (void)state;
    wend_machine_def def = machine_of(NULL, 0);
    diary d = {.ask_on_update = {[A] = B + 1}};
    assert_int_equal(step(&def, &d, 0.1), B);
    assert_diary(&d, "+A .A -A +B"); // B's first update is the next step's
    step(&def, &d, 0.1);
    assert_diary(&d, ".B");
}

// DEC-04 asks for the same with states inside states.
static void t_what_is_asked_for_in_a_change_follows_it_once(void **state)
{
    (void)state;
    const wend_transition lines[] = {{A, B, on_B, 0, 0, 0, 0}};
    wend_machine_def def = MACHINE(lines);
    diary d = {.is_on = {[B] = true}, .ask_on_enter = {[B] = C + 1}};
    assert_int_equal(step(&def, &d, 0.1), C);
    assert_diary(&d, "+A -A +B -B +C .C");
    diary e = {.is_on = {[B] = true}, .ask_on_exit = {[A] = C + 1}};
    assert_int_equal(step(&def, &e, 0.1), C);
    assert_diary(&e, "+A -A +B -B +C .C");
}

static void t_states_that_ask_for_one_another_never_run_in_circles(void **state)
{
    (void)state;
    wend_machine_def def = machine_of(NULL, 0);
    diary d = {.ask_on_enter = {[A] = B + 1, [B] = C + 1, [C] = A + 1}};
    assert_int_equal(step(&def, &d, 0.1), C); // A asks for B, which follows; B asks for C, which ...
    assert_diary(&d, "+A -A +B -B +C .C");
    assert_int_equal(step(&def, &d, 0.1), B); // C's wish for A has waited; A's for B follows it; B's for C waits
    assert_diary(&d, "-C +A -A +B .B");
}

static void t_after_a_full_stop_it_enters_again(void **state)
{
    (void)state;
    const wend_transition lines[] = {{A, B, on_B, WEND_PUSH, 0, 0, 0}};
    wend_machine_def def = MACHINE(lines);
    diary d = {.is_on = {[B] = true}};
    step(&def, &d, 0.1);
    wend_machine_stop(&def, &d.machine, &d);
    wend_machine_stop(&def, &d.machine, &d); // nothing is left to be left
    assert_diary(&d, "+A -A +B .B -B");
    assert_int_equal(wend_machine_state(&d.machine), -1);
    d.is_on[B] = false;
    assert_int_equal(step(&def, &d, 0.1), A);
    assert_diary(&d, "+A .A");
    assert_int_equal(d.machine.stacked, 0);
    wend_machine_go(&d.machine, WEND_PREVIOUS, WEND_GO);
    assert_int_equal(step(&def, &d, 0.1), A);
}

static void t_the_trace_keeps_the_last_changes(void **state)
{
    (void)state;
    const wend_transition lines[] = {{.from = C, .to = A}, {.from = A, .to = B, .seconds = 1}, {.from = B, .to = C}};
    wend_machine_def def = MACHINE(lines);
    diary d = {0};
    assert_null(wend_machine_trace(&d.machine, 0));
    step(&def, &d, 0.5); // begins
    step(&def, &d, 1);   // to B
    wend_machine_go(&d.machine, A, WEND_GO);
    step(&def, &d, 1);
    const wend_change *last = wend_machine_trace(&d.machine, 0), *first = wend_machine_trace(&d.machine, 2);
    assert_true(last->from == B && last->to == A && last->line == -1 && last->seconds == 2.5);
    assert_true(first->from == -1 && first->to == A && first->line == -1 && first->seconds == 0.5);
    assert_int_equal(wend_machine_trace(&d.machine, 1)->line, 1);
    assert_null(wend_machine_trace(&d.machine, 3));
    assert_null(wend_machine_trace(&d.machine, -1));
    for (int i = 0; i < 100; i++)
        step(&def, &d, 1);
    assert_non_null(wend_machine_trace(&d.machine, WEND_TRACE - 1));
    assert_null(wend_machine_trace(&d.machine, WEND_TRACE));
    for (int i = 0; i + 1 < WEND_TRACE; i++)
        assert_int_equal(wend_machine_trace(&d.machine, i)->from, wend_machine_trace(&d.machine, i + 1)->to);
}

// ---- many, and much

static void t_machines_side_by_side_share_a_table_and_a_copy_goes_on_the_same(void **state)
{
    (void)state;
    const wend_transition lines[] = {{A, B, on_B, 0, 0, 0, 0},
                                     {B, C, on_C, WEND_PUSH, 0.3, 0, 0},
                                     {C, WEND_POPPED, on_D, 0, 0.2, 0, 0},
                                     {WEND_ANY, A, on_A, 0, 0, 0, 0}};
    wend_machine_def def = MACHINE(lines);
    diary one = {0}, other = {0}, copy;
    uint64_t seed = 5;
    for (int i = 0; i < 2000; i++)
    {
        if (i == 1000)
            other = one, copy = one;
        for (int k = 0; k < LETTERS; k++)
            one.is_on[k] = draw(&seed) % 4 == 0;
        memcpy(other.is_on, one.is_on, sizeof one.is_on);
        step(&def, &one, 0.1);
        if (i >= 1000)
            step(&def, &other, 0.1);
        one.text[0] = other.text[0] = '\0';
    }
    assert_memory_equal(&one.machine, &other.machine, sizeof one.machine);
    assert_memory_not_equal(&one.machine, &copy.machine, sizeof copy.machine);
}

// ---- tables that are refused

static void t_bad_tables_are_refused_by_line_and_field(void **state)
{
    (void)state;
    assert_said(WEND_ERROR_NULL, wend_machine_check(NULL, &error), "null");
    wend_machine_def def = {NULL, 3, NULL, 0};
    assert_said(WEND_ERROR_NULL, wend_machine_check(&def, &error), "states", "null");
    def.states = flat;
    for (int count = 0; count <= 65; count += 65)
    {
        def.state_count = count;
        assert_said(WEND_ERROR_VALUE, wend_machine_check(&def, &error), "state_count is", "1..64");
    }
    const wend_state odd[][2] = {{{.name = "a"}, {.name = NULL}},
                                 {{.name = "a", .depth = 1}, {.name = "b"}},
                                 {{.name = "a"}, {.name = "b", .depth = 2}},
                                 {{.name = "a"}, {.name = "b", .depth = -1}}};
    const char *words[][2] = {
        {"state 1", "name"}, {"state 0", "depth 1"}, {"state 1", "0..1"}, {"state 1", "depth -1"}};
    def.state_count = 2;
    for (int i = 0; i < COUNT_OF(odd); i++)
    {
        def.states = odd[i];
        assert_said(i == 0 ? WEND_ERROR_NULL : WEND_ERROR_VALUE, wend_machine_check(&def, &error), words[i][0],
                    words[i][1]);
    }
    def.states = flat, def.state_count = 3, def.transition_count = 1;
    assert_said(WEND_ERROR_NULL, wend_machine_check(&def, &error), "transitions", "null");
    def.transition_count = -1;
    assert_said(WEND_ERROR_VALUE, wend_machine_check(&def, &error), "transition_count is -1", "0..32767");
    def.transition_count = 32768;
    assert_said(WEND_ERROR_VALUE, wend_machine_check(&def, &error), "transition_count is 32768", "0..32767");
    // What leads from everywhere, or back, need not be taken: so what is below it may be.
    const wend_transition may_not[] = {{.from = WEND_ANY, .to = B},
                                       {.from = WEND_ANY, .to = C},
                                       {.from = C, .to = WEND_PREVIOUS},
                                       {.from = C, .to = A}};
    def.transitions = may_not, def.transition_count = 4;
    assert_int_equal(wend_machine_check(&def, NULL), WEND_OK);

    static const struct
    {
        wend_transition line;
        const char *words[3];
    } wrong[] = {
        {{.from = 3, .to = A}, {"transition 1", "from 3", "0..2"}},
        {{.from = -2, .to = A}, {"from -2", "WEND_ANY"}},
        {{.from = A, .to = 3}, {"to 3", "0..2"}},
        {{.from = A, .to = WEND_ANY}, {"to -1", "WEND_PREVIOUS"}},
        {{.from = A, .to = B, .kind = (wend_transition_kind)3}, {"kind 3", "0..2"}},
        {{.from = A, .to = B, .kind = (wend_transition_kind)-1}, {"kind -1", "0..2"}},
        {{.from = A, .to = B, .kind = WEND_STAY}, {"from 0 to 1", "where it comes from"}},
        {{.from = A, .to = B, .seconds = -1}, {"seconds -1", ">= 0"}},
        {{.from = A, .to = B, .seconds = (double)NAN}, {"seconds", "finite"}},
        {{.from = A, .to = B, .seconds = (double)INFINITY}, {"seconds inf", "finite"}},
        {{.from = A, .to = B, .after = (wend_outcome)7}, {"after 7", "0..2"}},
        {{.from = A, .to = B, .after = (wend_outcome)-1}, {"after -1", "0..2"}},
        {{.from = A, .to = B, .on = 64}, {"on 64", "0..63"}},
        {{.from = A, .to = B, .on = -1}, {"on -1", "0..63"}},
        {{.from = B, .to = A}, {"transition 1 (B to A)", "never taken", "transition 0"}},
        {{.from = B, .to = WEND_PREVIOUS}, {"(B to the previous one)", "never taken"}},
        {{.from = B, .to = WEND_POPPED}, {"(B to the one pushed last)", "never taken"}},
    };
    for (int i = 0; i < COUNT_OF(wrong); i++)
    {
        const wend_transition lines[] = {{.from = B, .to = C}, wrong[i].line};
        def.transitions = lines, def.transition_count = 2;
        assert_said(WEND_ERROR_VALUE, wend_machine_check(&def, &error), wrong[i].words[0], wrong[i].words[1],
                    wrong[i].words[2]);
    }
}

static void t_the_sizes_are_those_that_the_header_states(void **state)
{
    (void)state;
    assert_true(sizeof(wend_machine) == 336 && sizeof(wend_layer) == 400 && sizeof(wend_tree) == 672);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_the_first_state_is_entered_before_its_first_update),
        cmocka_unit_test(t_a_guarded_line_is_taken_when_its_guard_holds),
        cmocka_unit_test(t_the_first_line_that_fits_wins_and_others_are_not_asked),
        cmocka_unit_test(t_one_line_is_taken_in_a_step),
        cmocka_unit_test(t_a_global_line_leads_from_everywhere_but_from_where_it_leads_to),
        cmocka_unit_test(t_self_transitions_are_internal_or_external),
        cmocka_unit_test(t_a_line_waits_for_its_seconds),
        cmocka_unit_test(t_a_line_waits_for_what_the_state_itself_says),
        cmocka_unit_test(t_a_line_waits_for_a_message_which_is_heard_in_one_step_only),
        cmocka_unit_test(t_revert_goes_back_and_forth),
        cmocka_unit_test(t_a_stack_of_states),
        cmocka_unit_test(t_from_outside_a_change_comes_with_the_next_step),
        cmocka_unit_test(t_in_an_update_a_change_comes_after_it),
        cmocka_unit_test(t_what_is_asked_for_in_a_change_follows_it_once),
        cmocka_unit_test(t_states_that_ask_for_one_another_never_run_in_circles),
        cmocka_unit_test(t_after_a_full_stop_it_enters_again),
        cmocka_unit_test(t_the_trace_keeps_the_last_changes),
        cmocka_unit_test(t_machines_side_by_side_share_a_table_and_a_copy_goes_on_the_same),
        cmocka_unit_test(t_bad_tables_are_refused_by_line_and_field),
        cmocka_unit_test(t_the_sizes_are_those_that_the_header_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
