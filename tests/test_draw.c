// Drawing a ring: what is drawn where, worked out by hand; and that it stays finite.
#include "testing.h"

#include "wend/draw.h"

// What came through a draw table.
typedef struct seen
{
    int calls, broken;
    int green, dots, hard, soft, arrows, lines;
    float farthest; // of a green corner from the origin
    wend_vec tip;   // of the arrow
    float first_depth, last_depth;
} seen;

static void see_line(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user)
{
    (void)colour, (void)is_dashed;
    seen *s = user;
    ++s->calls;
    ++s->lines;
    s->broken += !is_finite(from) || !is_finite(to);
}

static void see_circle(wend_vec centre, float radius, wend_colour colour, bool is_filled, void *user)
{
    seen *s = user;
    ++s->calls;
    s->broken += !is_finite(centre) || !isfinite(radius) || radius < 0;
    s->dots += is_filled && colour == WEND_COLOUR_CHOICE;
}

static void see_polygon(const wend_vec *corners, int count, wend_colour colour, void *user)
{
    seen *s = user;
    for (int i = 0; i < count; ++i)
        s->broken += !is_finite(corners[i]);
    if (count == 3)
    {
        s->tip = corners[0];
        ++s->arrows;
    }
    else if (colour >> 8 == WEND_COLOUR_INTEREST >> 8)
    {
        ++s->green;
        for (int i = 0; i < count; ++i)
            s->farthest = fmaxf(s->farthest, wend_length(corners[i]));
    }
    s->hard += count != 3 && colour >> 8 == WEND_COLOUR_HARD >> 8;
    s->soft += colour >> 8 == WEND_COLOUR_SOFT >> 8;
    s->last_depth = corners[0].z;
    if (s->calls++ == 0)
        s->first_depth = corners[0].z;
}

static void see_text(wend_vec at, const char *text, wend_colour colour, void *user)
{
    (void)at, (void)text, (void)colour;
    ++((seen *)user)->calls;
}

static seen look(const wend_ring *ring, const wend_choice_result *result, const wend_ring_figure *figure)
{
    seen s = {0};
    wend_draw table = {see_line, see_circle, see_polygon, see_text, &s};
    wend_draw_ring(&table, ring, result, figure);
    assert_int_equal(s.broken, 0);
    return s;
}

/// Eight slots: food to the left (slot 2), a wall ahead (slot 0).
static wend_ring simple_ring(void)
{
    wend_ring ring;
    assert_int_equal(wend_ring_begin(&ring, 8, false), WEND_OK);
    wend_mark food = wend_default_mark();
    food.offset = wend_xyz(-1, 0, 0);
    wend_ring_toward(&ring, WEND_RING_INTEREST, &food); // 1/2 in slot 2, .35 in 1 and 3
    assert_int_equal(wend_ring_write(&ring, WEND_RING_HARD, 0, 0.75f, 9), WEND_OK);
    return ring;
}

static void t_an_empty_ring_is_a_circle(void **state)
{
    (void)state;
    wend_ring ring;
    assert_int_equal(wend_ring_begin(&ring, 8, false), WEND_OK);
    seen s = look(&ring, NULL, NULL);
    assert_true(s.lines >= 8);
    assert_int_equal(s.lines, s.calls); // nothing else
}

static void t_interest_is_outward_as_long_as_its_number(void **state)
{
    (void)state;
    wend_ring ring = simple_ring();
    wend_ring_figure figure = wend_default_ring_figure();
    figure.radius = 2;
    figure.full = 1;
    seen s = look(&ring, NULL, &figure);
    assert_int_equal(s.green, 3);
    // Half of the length beyond the circle, and half of the bar's width aside.
    assert_close(s.farthest, 2 * 1.5 * sqrt(1 + 0.15 * 0.15), 1e-5);
    figure.full = 0.25f; // above: full
    assert_close(look(&ring, NULL, &figure).farthest, 2 * 2 * sqrt(1 + 0.15 * 0.15), 1e-5);
    figure.full = 0; // the highest is full
    assert_close(look(&ring, NULL, &figure).farthest, 2 * 2 * sqrt(1 + 0.15 * 0.15), 1e-5);
    figure.radius = 1;
    assert_true(look(&ring, NULL, NULL).farthest == look(&ring, NULL, &figure).farthest); // the defaults
}

static void t_the_choice_is_drawn_bit_by_bit(void **state)
{
    (void)state;
    wend_ring ring = simple_ring();
    wend_choice how = wend_default_choice();
    how.is_stepped = true;
    wend_choice_result whole, part = {0};
    wend_ring_choose(&ring, &how, wend_xyz(-1, 0, 0), wend_xyz(0, 0, 0), &whole);
    assert_int_equal(whole.masked_by_hard, 1);
    assert_int_equal(whole.candidates, 4);

    seen s = look(&ring, &part, NULL);
    assert_int_equal(s.dots + s.arrows, 0);
    assert_int_equal(s.hard, 1); // the danger itself
    part.masked_by_hard = whole.masked_by_hard;
    s = look(&ring, &part, NULL);
    assert_true(s.hard > 1);
    assert_int_equal(s.green, 3); // slot 0 had no interest
    assert_int_equal(s.dots + s.arrows, 0);
    part.candidates = whole.candidates;
    s = look(&ring, &part, NULL);
    assert_int_equal(s.dots, 1);
    assert_int_equal(s.arrows, 0);
    s = look(&ring, &whole, NULL);
    assert_int_equal(s.arrows, 1);
    assert_close(s.tip.x, -2.6, 1e-6);
    assert_close(s.tip.y, 0, 1e-6);

    whole.status = WEND_CHOICE_NOTHING;
    assert_int_equal(look(&ring, &whole, NULL).arrows, 0);
    whole.masked_by_hard = 0;
    whole.masked_by_soft = 4;
    s = look(&ring, &whole, NULL);
    assert_int_equal(s.green, 2); // only the outline is left
    assert_true(s.soft > 0);
}

static void t_in_space_what_is_in_front_comes_last(void **state)
{
    (void)state;
    wend_ring ring;
    assert_int_equal(wend_ring_begin(&ring, 32, true), WEND_OK);
    wend_ring_figure figure = wend_default_ring_figure();
    seen s = look(&ring, NULL, &figure);
    assert_true(s.first_depth < -0.5f && s.last_depth > 0.5f);
    figure.eye = wend_xyz(0, 0, -1);
    s = look(&ring, NULL, &figure);
    assert_true(s.first_depth > 0.5f && s.last_depth < -0.5f);

    wend_ring_aim(&ring, wend_xyz(0, 0, 5), 1, 1);
    wend_choice_result result;
    wend_ring_choose(&ring, NULL, wend_xyz(0, 0, 1), wend_xyz(0, 0, 0), &result);
    s = look(&ring, &result, NULL);
    assert_true(s.dots >= 1 && s.arrows == 1);
    assert_close(s.tip.z, 2.6 * (double)result.direction.z, 1e-6);
}

/// Any ring that can be written is drawn with finite numbers, wherever it is.
static void t_wild_rings_stay_finite(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int round = 0; round < 400; ++round)
    {
        wend_ring ring;
        int count = 4 + (int)(draw(&random) % 61);
        assert_int_equal(wend_ring_begin(&ring, count, round % 20 == 0), WEND_OK);
        for (int k = 0; k < 40; ++k)
            wend_ring_write(&ring, (wend_ring_layer)(draw(&random) % 3), (int)(draw(&random) % (uint64_t)count),
                            draw_not_negative(&random), 1);
        wend_ring_aim(&ring, draw_wild(&random), draw_not_negative(&random), 2);
        wend_choice_result result;
        wend_ring_choose(&ring, NULL, draw_unit(&random), draw_unit(&random), &result);
        wend_ring_figure figure = wend_default_ring_figure();
        figure.at = draw_in_box(&random, 1e30, true);
        figure.radius = round % 2 ? 1e-30f : 1e30f;
        figure.full = round % 3 ? 0 : draw_not_negative(&random);
        look(&ring, &result, &figure);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_an_empty_ring_is_a_circle),
        cmocka_unit_test(t_interest_is_outward_as_long_as_its_number),
        cmocka_unit_test(t_the_choice_is_drawn_bit_by_bit),
        cmocka_unit_test(t_in_space_what_is_in_front_comes_last),
        cmocka_unit_test(t_wild_rings_stay_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
