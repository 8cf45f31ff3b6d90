// Layers: any number of states at once, each to a degree.
#include "testing_decide.h"

#define ROW(letter, ...)                                                                                               \
    {                                                                                                                  \
        .state = STATE(letter, 0), .degree = degree_##letter, __VA_ARGS__                                              \
    }

static wend_layer_def layer_of(const wend_activation *rows, int count)
{
    wend_layer_def def = {rows, count};
    assert_int_equal(wend_layer_check(&def, NULL), WEND_OK);
    return def;
}

static uint32_t step_to(const wend_layer_def *def, wend_layer *layer, diary *d, float a, float b)
{
    d->degree[A] = a, d->degree[B] = b;
    return wend_layer_step(def, layer, 0.25, d);
}

// DEC-07
static void t_sets_of_states_that_come_and_go(void **state)
{
    (void)state;
    const wend_activation rows[] = {ROW(A, .exit = 0), ROW(B, .exit = 0)};
    wend_layer_def def = layer_of(rows, 2);
    wend_layer layer = {0};
    diary d = {0};
    assert_int_equal(step_to(&def, &layer, &d, 0, 0), 0);
    assert_diary(&d, "");
    assert_int_equal(step_to(&def, &layer, &d, 1, 100), 3);
    assert_diary(&d, "+A +B .A .B");
    assert_int_equal(step_to(&def, &layer, &d, 0, 0), 0);
    assert_diary(&d, "-A -B");
    assert_int_equal(step_to(&def, &layer, &d, 50, 0), 1);
    assert_diary(&d, "+A .A");
    assert_int_equal(step_to(&def, &layer, &d, 0, 50), 2);
    assert_diary(&d, "-A +B .B"); // what ends is left before anything is entered
}

static void t_002_43_the_first_update_enters_and_so_does_the_first_after_a_stop(void **state)
{
    (void)state;
    const wend_activation rows[] = {ROW(A, .exit = 0), ROW(B, .exit = 0)};
    wend_layer_def def = layer_of(rows, 2);
    wend_layer layer = {0};
    diary d = {0};
    step_to(&def, &layer, &d, 10, 10);
    step_to(&def, &layer, &d, 10, 10);
    wend_layer_stop(&def, &layer, &d);
    assert_int_equal(layer.active, 0);
    step_to(&def, &layer, &d, 10, 10);
    assert_diary(&d, "+A +B .A .B .A .B -A -B +A +B .A .B");
}

static void t_thresholds_have_hysteresis(void **state)
{
    (void)state;
    const wend_activation rows[] = {ROW(A, .enter = 50, .exit = 30)};
    wend_layer_def def = layer_of(rows, 1);
    wend_layer layer = {0};
    diary d = {0};
    const float degrees[] = {49.9f, 50, 31, 30, 29.9f, 49.9f, 50};
    const uint32_t expected[] = {0, 1, 1, 1, 0, 0, 1};
    for (int i = 0; i < COUNT_OF(degrees); i++)
        assert_int_equal(step_to(&def, &layer, &d, degrees[i], 0), expected[i]);
    // Without it a degree that trembles enters and leaves all the time.
    const wend_activation sharp[] = {ROW(A, .enter = 50, .exit = 50)};
    wend_layer_def without = layer_of(sharp, 1);
    int changes[2] = {0, 0};
    wend_layer layers[2] = {{.seconds = 0}};
    for (int i = 0; i < 100; i++)
        for (int k = 0; k < 2; k++)
        {
            uint32_t before = layers[k].active;
            changes[k] += step_to(k == 0 ? &def : &without, &layers[k], &d, i % 2 ? 52 : 48, 0) != before;
            d.text[0] = '\0';
        }
    assert_true(changes[0] == 1 && changes[1] == 99);
}

static void t_a_degree_of_0_is_never_active_and_degrees_are_cut(void **state)
{
    (void)state;
    const wend_activation rows[] = {ROW(A, .exit = 0)};
    wend_layer_def def = layer_of(rows, 1);
    wend_layer layer = {0};
    diary d = {0};
    const float odd[] = {0, -5, NAN, -INFINITY};
    for (int i = 0; i < COUNT_OF(odd); i++)
        assert_int_equal(step_to(&def, &layer, &d, odd[i], 0), 0);
    assert_int_equal(step_to(&def, &layer, &d, INFINITY, 0), 1);
    assert_true(layer.degree[0] == 100 && wend_layer_share(&layer, 0) == 1);
}

static void t_it_dwells_for_its_least_time(void **state)
{
    (void)state;
    const wend_activation rows[] = {ROW(A, .dwell = 0.75f)};
    wend_layer_def def = layer_of(rows, 1);
    wend_layer layer = {0};
    diary d = {0};
    step_to(&def, &layer, &d, 10, 0);
    assert_int_equal(step_to(&def, &layer, &d, 0, 0), 1); // 0.25 s old
    assert_int_equal(step_to(&def, &layer, &d, 0, 0), 1); // 0.5
    assert_int_equal(step_to(&def, &layer, &d, 0, 0), 0); // 0.75
}

static void t_degrees_fade_by_their_curve(void **state)
{
    (void)state;
    wend_curve fear = wend_default_curve(WEND_CURVE_SMOOTH); // percent of where it was; lingers, then drops
    fear.high = 4;
    const wend_activation rows[] = {ROW(A, .enter = 40, .exit = 10, .fade = &fear)};
    wend_layer_def def = layer_of(rows, 1);
    wend_layer layer = {0};
    diary d = {0};
    step_to(&def, &layer, &d, 80, 0);
    for (int k = 1; k <= 16; k++)
    {
        step_to(&def, &layer, &d, 0, 0);
        double t = k * 0.25 / 4, degree = 80 * (1 - t * t * (3 - 2 * t));
        assert_close(layer.degree[0], degree, 1e-4);
        assert_int_equal(layer.active, degree >= 10 ? 1 : 0);
        assert_close(wend_layer_share(&layer, 0), degree >= 10 ? degree / 100 : 0, 1e-6);
    }
    // What it should be holds it up; from there it falls anew.
    step_to(&def, &layer, &d, 60, 0);
    step_to(&def, &layer, &d, 0, 0);
    step_to(&def, &layer, &d, 59.9f, 0); // higher than where it has faded to
    assert_true(layer.degree[0] == 59.9f && layer.top[0] == 59.9f);
    step_to(&def, &layer, &d, 20, 0);
    assert_close(layer.degree[0], 59.9 * (1 - 0.0625 * 0.0625 * (3 - 0.125)), 1e-4);
}

static void t_a_fright_lifts_a_degree(void **state)
{
    (void)state;
    wend_curve fade = wend_default_curve(WEND_CURVE_LINEAR);
    fade.high = 1;
    const wend_activation rows[] = {{.state = STATE(A, 0), .enter = 20, .exit = 20, .fade = &fade}};
    wend_layer_def def = layer_of(rows, 1);
    wend_layer layer = {0};
    diary d = {0};
    wend_layer_raise(&layer, 0, 80);
    assert_true(wend_layer_share(&layer, 0) == 0); // not before a step
    const double expected[] = {60, 40, 20, 0, 0};
    for (int i = 0; i < COUNT_OF(expected); i++)
    {
        wend_layer_step(&def, &layer, 0.25, &d);
        assert_close(layer.degree[0], expected[i], 1e-5);
    }
    assert_diary(&d, "+A .A .A .A -A");
    wend_layer_raise(&layer, 0, 50);
    wend_layer_raise(&layer, 0, 30); // it is higher already
    assert_true(layer.degree[0] == 50);
    wend_layer_raise(&layer, -1, 50);
    wend_layer_raise(&layer, WEND_DEGREES, 50);
    wend_layer_raise(&layer, 0, 1000);
    assert_true(layer.degree[0] == 100);
    assert_true(wend_layer_share(&layer, -1) == 0 && wend_layer_share(&layer, WEND_DEGREES) == 0);
}

static void t_bad_layers_are_refused(void **state)
{
    (void)state;
    assert_said(WEND_ERROR_NULL, wend_layer_check(NULL, &error), "null");
    wend_activation row = {.state = {.name = "fear"}, .enter = 50, .exit = 50};
    wend_layer_def def = {&row, 0};
    assert_said(WEND_ERROR_VALUE, wend_layer_check(&def, &error), "count is 0", "1..16");
    def.count = 17;
    assert_said(WEND_ERROR_VALUE, wend_layer_check(&def, &error), "count is 17", "1..16");
    assert_said(WEND_ERROR_NULL, wend_layer_check(&(wend_layer_def){NULL, 1}, &error), "the layer is null");
    def.count = 1;
    assert_int_equal(wend_layer_check(&def, NULL), WEND_OK);
    wend_curve bad = wend_default_curve(WEND_CURVE_LINEAR);
    bad.high = -1;
    const struct
    {
        wend_activation row;
        wend_status status;
        const char *words[3];
    } wrong[] = {
        {{.state = {.name = NULL}}, WEND_ERROR_NULL, {"activation 0", "name"}},
        {{.state = {.name = "fear"}, .enter = 101}, WEND_ERROR_VALUE, {"fear", "enter 101", "0..100"}},
        {{.state = {.name = "fear"}, .enter = NAN}, WEND_ERROR_VALUE, {"fear", "enter"}},
        {{.state = {.name = "fear"}, .enter = 50, .exit = 51}, WEND_ERROR_VALUE, {"fear", "exit 51", "0..50"}},
        {{.state = {.name = "fear"}, .exit = -1}, WEND_ERROR_VALUE, {"fear", "exit -1"}},
        {{.state = {.name = "fear"}, .dwell = -1}, WEND_ERROR_VALUE, {"fear", "dwell -1", ">= 0"}},
        {{.state = {.name = "fear"}, .dwell = INFINITY}, WEND_ERROR_VALUE, {"fear", "dwell inf"}},
        {{.state = {.name = "fear"}, .fade = &bad}, WEND_ERROR_VALUE, {"fear", "fade", "high is -1"}},
    };
    for (int i = 0; i < COUNT_OF(wrong); i++)
    {
        row = wrong[i].row;
        assert_said(wrong[i].status, wend_layer_check(&def, &error), wrong[i].words[0], wrong[i].words[1],
                    wrong[i].words[2]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_sets_of_states_that_come_and_go),
        cmocka_unit_test(t_002_43_the_first_update_enters_and_so_does_the_first_after_a_stop),
        cmocka_unit_test(t_thresholds_have_hysteresis),
        cmocka_unit_test(t_a_degree_of_0_is_never_active_and_degrees_are_cut),
        cmocka_unit_test(t_it_dwells_for_its_least_time),
        cmocka_unit_test(t_degrees_fade_by_their_curve),
        cmocka_unit_test(t_a_fright_lifts_a_degree),
        cmocka_unit_test(t_bad_layers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
