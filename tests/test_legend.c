// The legends of scenes: they name what is drawn, and nothing else.
#include "testing_scene.h"

/// What was drawn, by colour without opacity.
typedef struct colours
{
    struct
    {
        scene_mark mark; // SCENE_LINE, SCENE_DASHED, SCENE_DOT, SCENE_CIRCLE or SCENE_BAR
        wend_colour colour;
    } seen[4096];
    int count;
} colours;

static bool has_colour(const colours *c, scene_mark mark, wend_colour colour)
{
    for (int i = 0; i < c->count; ++i)
        if (c->seen[i].mark == mark && c->seen[i].colour >> 8 == colour >> 8)
            return true;
    return false;
}

static void keep_colour(colours *c, scene_mark mark, wend_colour colour)
{
    if (has_colour(c, mark, colour) || c->count == COUNT_OF(c->seen))
        return;
    c->seen[c->count].mark = mark;
    c->seen[c->count++].colour = colour;
}

static void keep_line(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user)
{
    if (exact_length(wend_sub(to, from)) > 0)
        keep_colour(user, is_dashed ? SCENE_DASHED : SCENE_LINE, colour);
}

static void keep_circle(wend_vec centre, float radius, wend_colour colour, bool is_filled, void *user)
{
    (void)centre, (void)radius;
    keep_colour(user, is_filled ? SCENE_DOT : SCENE_CIRCLE, colour);
}

static void keep_polygon(const wend_vec *corners, int count, wend_colour colour, void *user)
{
    (void)corners, (void)count;
    keep_colour(user, SCENE_BAR, colour);
}

/// A bar and the like may be a polygon or, seen flat, its upper edge; a dashed circle is made of lines.
static bool is_drawn(const colours *c, const scene_sign *sign)
{
    switch (sign->mark)
    {
    case SCENE_DOT: return has_colour(c, SCENE_DOT, sign->colour);
    case SCENE_BODY: return has_colour(c, SCENE_DOT, sign->colour) && has_colour(c, SCENE_BAR, sign->colour);
    case SCENE_CIRCLE: return has_colour(c, SCENE_CIRCLE, sign->colour) || has_colour(c, SCENE_LINE, sign->colour);
    case SCENE_BAR:
    case SCENE_DART:
    case SCENE_HEAD: return has_colour(c, SCENE_BAR, sign->colour) || has_colour(c, SCENE_DOT, sign->colour);
    case SCENE_DASHED:
    case SCENE_DASHED_ARROW: return has_colour(c, SCENE_DASHED, sign->colour);
    default: return has_colour(c, SCENE_LINE, sign->colour);
    }
}

static void check_legend(const scene_run *run)
{
    static colours c;
    c.count = 0;
    wend_draw table = {keep_line, keep_circle, keep_polygon, wend_default_draw().text, &c};
    scene_draw(run, &table);
    scene_legend legend;
    scene_list_signs(run, &legend);
    assert_in_scene(run->kind, legend.count > 0 && legend.count < SCENE_SIGNS); // none was left out
    for (int i = 0; i < legend.count; ++i)
    {
        const scene_sign *sign = &legend.signs[i];
        assert_in_scene(run->kind, is_text(sign->word) && strlen(sign->word) <= 36 && sign->mark < SCENE_MARKS);
        for (int k = 0; k < i; ++k)
            assert_in_scene(run->kind, strcmp(sign->word, legend.signs[k].word) != 0);
        // What is seen through a camera is shaded: there only lines have colours of their own.
        bool is_shaded = run->kind->project && sign->mark <= SCENE_BAR;
        if (!is_shaded && !is_drawn(&c, sign))
        {
            print_error("%s: \"%s\" isn't drawn at %g s\n", run->kind->name, sign->word, run->seconds);
            fail();
        }
    }
}

static void t_a_legend_names_only_what_is_drawn(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        scene_run *run = start(scene_table[i]);
        play(run, 1);
        for (int k = 0; k < 40; ++k)
        {
            check_legend(run);
            play(run, 13);
        }
        scene_stop(run);
    }
}

/// A sample keeps to its place, and has the colour of its sign.
static void t_a_legend_is_right_with_every_slider_at_its_ends(void **state)
{
    (void)state;
    at_all_ends(check_legend);
}

static void t_each_mark_has_a_sample(void **state)
{
    (void)state;
    for (int mark = 0; mark < SCENE_MARKS; ++mark)
    {
        scene_sign sign = {(scene_mark)mark, 0x12345678u, "a mark"};
        static colours c;
        c.count = 0;
        wend_draw table = {keep_line, keep_circle, keep_polygon, wend_default_draw().text, &c};
        scene_draw_sign(&sign, &table);
        assert_true(c.count > 0 && is_drawn(&c, &sign));
    }
}

/// The vectors of a watched agent come last, and only while one is watched.
static void t_a_legend_has_vectors_of_the_watched(void **state)
{
    (void)state;
    scene_run *run = start(scene_find("quick_start"));
    play(run, 30);
    scene_legend before, after;
    scene_list_signs(run, &before);
    scene_watch(run, find_mover(run));
    play(run, 1);
    scene_list_signs(run, &after);
    assert_true(after.count > before.count);
    assert_string_equal(after.signs[before.count].word, "velocity");
    for (int i = 0; i < before.count; ++i)
        assert_string_equal(after.signs[i].word, before.signs[i].word);
    scene_stop(run);

    scene_legend full = {.count = 0};
    static char words[SCENE_SIGNS + 2][20];
    for (int i = 0; i < SCENE_SIGNS + 2; ++i)
    {
        snprintf(words[i], sizeof words[i], "word %d", i);
        scene_add_sign(&full, SCENE_DOT, 0, words[i]);
        scene_add_sign(&full, SCENE_DOT, 0, words[0]);
    }
    assert_int_equal(full.count, SCENE_SIGNS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_legend_names_only_what_is_drawn),
        cmocka_unit_test(t_a_legend_is_right_with_every_slider_at_its_ends),
        cmocka_unit_test(t_each_mark_has_a_sample),
        cmocka_unit_test(t_a_legend_has_vectors_of_the_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
