// Every scene of the table: what it says of itself, that it verifies, repeats, rests in memory, draws and can be asked.
#include "testing_scene.h"

enum
{
    WARM_UP = 8, // seconds; the demo of the flocks brings their threat in after six
    MONKEY_FRAMES = 400
};

// ---- memory that counts

typedef struct memory
{
    long taken, given; // blocks
    long most;         // no more than these are given out; 0: any number
} memory;

static void *take(size_t size, void *user)
{
    memory *m = user;
    if (m->most > 0 && m->taken >= m->most)
        return NULL;
    ++m->taken;
    return malloc(size);
}

static void give(void *block, void *user)
{
    memory *m = user;
    ++m->given;
    free(block);
}

static scene_options counted(memory *m)
{
    return (scene_options){.allocator = {take, give, m}};
}

// ---- what a scene says of itself

/// A lower-case word, also with digits and underscores.
static bool is_word(const char *text)
{
    if (!text || !islower((unsigned char)text[0]))
        return false;
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

static void t_names_are_words_and_unique(void **state)
{
    (void)state;
    assert_true(scene_count >= 7);
    for (int i = 0; i < scene_count; ++i)
    {
        const scene *kind = scene_table[i];
        assert_in_scene(kind, is_word(kind->name));
        assert_in_scene(kind, scene_find(kind->name) == kind);
        for (int k = 0; k < i; ++k)
        {
            assert_string_not_equal(kind->name, scene_table[k]->name);
            assert_string_not_equal(kind->title, scene_table[k]->title);
        }
    }
    assert_null(scene_find("nothing"));
    assert_null(scene_find(""));
    assert_null(scene_find(NULL));
}

static void t_each_says_what_it_is_and_how_it_is_played(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        const scene *kind = scene_table[i];
        assert_in_scene(kind, is_text(kind->title) && isupper((unsigned char)kind->title[0]));
        assert_in_scene(kind, is_text(kind->about) && isupper((unsigned char)kind->about[0]));
        assert_in_scene(kind, kind->about[strlen(kind->about) - 1] == '.');
        assert_in_scene(kind, is_text(kind->keys));
        assert_in_scene(kind, !kind->has_own_r || strstr(kind->keys, "R:"));
        assert_in_scene(kind, !kind->has_own_space || strstr(kind->keys, "Space"));
        assert_in_scene(kind, kind->init && kind->step && kind->draw && kind->verify);
        assert_in_scene(kind, kind->state_size > 0);
        assert_in_scene(kind, kind->step_seconds > 0 && kind->step_seconds <= 0.1);
        assert_in_scene(kind, kind->picture_seconds > 0 && kind->picture_seconds <= 60);
        assert_in_scene(kind, kind->low.x < kind->high.x && kind->low.y < kind->high.y);
        assert_in_scene(kind, (kind->background & 255u) == 255u);
    }
}

static void t_parameters_start_within_their_ends(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        const scene *kind = scene_table[i];
        scene_run *run = scene_start(kind, NULL, NULL);
        assert_in_scene(kind, kind->param_count >= 0 && kind->param_count <= SCENE_PARAMS);
        for (int k = 0; k < kind->param_count; ++k)
        {
            const scene_param *p = &kind->params[k];
            assert_in_scene(kind, is_word(p->name) && is_text(p->label));
            assert_in_scene(kind, isfinite(p->low) && isfinite(p->high) && p->low < p->high);
            assert_in_scene(kind, p->low <= p->start && p->start <= p->high);
            assert_in_scene(kind, !p->is_switch || (p->low == 0 && p->high == 1));
            assert_in_scene(kind, !p->is_switch || p->start == 0 || p->start == 1);
            assert_int_equal(scene_param_index(kind, p->name), k); // so it is unique, too
            assert_true(run->params[k] == p->start);
        }
        assert_int_equal(scene_param_index(kind, "nothing"), -1);
        scene_stop(run);
    }
    scene_stop(NULL);
}

static void t_read_outs_are_a_line(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        const scene *kind = scene_table[i];
        if (!kind->status)
            continue;
        scene_run *run = start(kind);
        for (int k = 0; k < 3; ++k, play(run, 60))
        {
            char text[400], tight[8];
            memset(tight, 'x', sizeof tight);
            kind->status(run, text, sizeof text);
            assert_in_scene(kind, is_text(text) && strlen(text) < 200);
            assert_in_scene(kind, !strstr(text, "nan") && !strstr(text, "inf "));
            kind->status(run, tight, 4); // no further than it may
            assert_in_scene(kind, memchr(tight, '\0', 4) && tight[4] == 'x');
        }
        scene_stop(run);
    }
}

// ---- they do what they should, the same each time

static void t_every_scene_verifies(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        scene_run *run = start(scene_table[i]);
        if (!scene_verify(run))
        {
            print_error("%s: %s\n", run->kind->name, run->failure);
            fail();
        }
        assert_in_scene(run->kind, run->checks_passed > 0 && run->checks_failed == 0 && !run->failure[0]);
        scene_stop(run);
    }
}

static void t_checks_are_counted(void **state)
{
    (void)state;
    scene_run *run = start(scene_table[0]);
    assert_true(scene_check(run, true, "never said"));
    assert_false(scene_check(run, false, "%d apples", 3));
    assert_false(scene_check(run, false, "the second one"));
    assert_int_equal(run->checks_passed, 1);
    assert_int_equal(run->checks_failed, 2);
    assert_string_equal(run->failure, "3 apples");
    scene_stop(run);
}

static void t_two_runs_are_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        scene_run *a = start(scene_table[i]), *b = start(scene_table[i]);
        for (int second = 0; second < 4; ++second)
        {
            assert_in_scene(a->kind, hash_of(a) == hash_of(b));
            play(a, 60);
            play(b, 60);
        }
        assert_in_scene(a->kind, hash_of(a) == hash_of(b));
        scene_stop(a);
        scene_stop(b);
    }
}

static void t_restarting_is_starting(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        const scene *kind = scene_table[i];
        for (uint64_t seed = 1; seed <= 2; ++seed)
        {
            scene_options options = {.seed = seed};
            scene_run *run = scene_start(kind, &options, NULL), *fresh = scene_start(kind, &options, NULL);
            assert_true(run && fresh);
            play(run, frames_in(kind, 3));
            assert_in_scene(kind, hash_of(run) != hash_of(fresh));
            assert_int_equal(scene_restart(run, NULL), WEND_OK);
            assert_in_scene(kind, hash_of(run) == hash_of(fresh) && run->seconds == 0 && run->seed == seed);
            play(run, frames_in(kind, 2));
            play(fresh, frames_in(kind, 2));
            assert_in_scene(kind, hash_of(run) == hash_of(fresh));
            scene_stop(run);
            scene_stop(fresh);
        }
    }
}

static void t_where_there_is_chance_the_seed_decides(void **state)
{
    (void)state;
    static const char *const by_chance[] = {"critters",  "playground", "vocabulary", "arena",
                                            "survivors", "spheres"}; // somebody wanders there, or spheres are strewn
    for (int i = 0; i < COUNT_OF(by_chance); ++i)
    {
        const scene *kind = scene_find(by_chance[i]);
        scene_run *one = start(kind), *two = scene_start(kind, &(scene_options){.seed = 2}, NULL);
        assert_non_null(two);
        play(one, 60);
        play(two, 60);
        assert_in_scene(kind, hash_of(one) != hash_of(two));
        scene_stop(one);
        scene_stop(two);
    }
}

// ---- memory

static void t_updates_after_a_warm_up_allocate_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        const scene *kind = scene_table[i];
        memory m = {0};
        scene_options options = counted(&m);
        scene_run *run = scene_start(kind, &options, NULL);
        assert_non_null(run);
        play(run, frames_in(kind, WARM_UP));
        long taken = m.taken, given = m.given;
        assert_in_scene(kind, taken > 0);
        play(run, 1000);
        if (m.taken != taken || m.given != given)
        {
            print_error("%s took %ld blocks and gave back %ld in 1000 updates\n", kind->name, m.taken - taken,
                        m.given - given);
            fail();
        }
        scene_stop(run);
        assert_in_scene(kind, m.taken == m.given);
    }
}

static void t_restarts_leak_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        memory m = {0};
        scene_options options = counted(&m);
        scene_run *run = scene_start(scene_table[i], &options, NULL);
        assert_non_null(run);
        long held = m.taken - m.given;
        for (int k = 0; k < 3; ++k)
        {
            play(run, 10);
            assert_int_equal(scene_restart(run, NULL), WEND_OK);
            assert_in_scene(run->kind, m.taken - m.given == held);
        }
        scene_stop(run);
        assert_in_scene(scene_table[i], m.taken == m.given);
    }
}

/// However many blocks there are, a scene starts or is null with a reason, and what it took is given back.
static void t_without_memory_there_is_a_reason(void **state)
{
    (void)state;
    int silent = 0;
    for (int i = 0; i < scene_count; ++i)
    {
        const scene *kind = scene_table[i];
        memory whole = {0};
        scene_options options = counted(&whole);
        scene_stop(scene_start(kind, &options, NULL));
        for (long most = 1; most < whole.taken; most += most < 40 ? 1 : whole.taken / 20 + 1)
        {
            memory m = {.most = most};
            wend_error error = {0};
            options = counted(&m);
            scene_run *run = scene_start(kind, &options, &error);
            bool has_reason = error.status != WEND_OK && error.text[0];
            if (!run && !has_reason && silent++ == 0)
                print_error("%s: with %ld blocks it doesn't start, and the status is %s, the reason '%s'\n", kind->name,
                            most, wend_status_name(error.status), error.text);
            scene_stop(run);
            assert_in_scene(kind, m.taken == m.given);
        }
    }
    assert_int_equal(silent, 0);
}

// ---- drawing

static void t_drawings_are_finite_and_change_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        scene_run *run = start(scene_table[i]);
        for (int k = 0; k < 10; ++k)
        {
            uint64_t before = hash_of(run);
            picture p = look_at(run);
            int agents = wend_world_count(run->world);
            assert_in_scene(run->kind, p.lines + p.circles + p.polygons + p.texts > 0);
            assert_in_scene(run->kind, p.circles + p.polygons >= agents / 2); // they are to be seen
            assert_int_equal(p.broken, 0);
            assert_in_scene(run->kind, hash_of(run) == before);
            play(run, frames_in(run->kind, 1));
        }
        scene_stop(run);
    }
}

// ---- asking: a click on an agent

static void click(scene_run *run, wend_agent_id id)
{
    scene_input input = {.has_pointer = true, .is_clicked = true, .is_down = true};
    input.pointer = seen_at(run, wend_world_position(run->world, id));
    scene_advance(run, &input);
}

static void t_a_click_on_an_agent_shows_its_vectors(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        scene_run *run = start(scene_table[i]);
        play(run, 30);
        picture before = look_at(run);
        assert_in_scene(run->kind, !before.has_velocity && !before.has_wish && !before.has_steering);
        wend_agent_id id = find_mover(run);
        assert_in_scene(run->kind, id.value != 0);
        click(run, id);
        assert_in_scene(run->kind, wend_same_agent(run->watched, id));
        bool has_seen_all = false;
        for (int frame = 0; frame < 300 && !has_seen_all; ++frame)
        {
            picture p = look_at(run);
            assert_int_equal(p.broken, 0);
            has_seen_all = p.has_velocity && p.has_wish && p.has_steering;
            scene_advance_demo(run);
        }
        assert_in_scene(run->kind, has_seen_all);
        scene_stop(run);
    }
}

static void t_a_second_click_hides_them(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        scene_run *run = start(scene_table[i]);
        play(run, 30);
        wend_agent_id id = find_mover(run);
        click(run, id);
        assert_in_scene(run->kind, wend_same_agent(run->watched, id));
        scene_input beside = {.has_pointer = true, .is_clicked = true};
        beside.pointer = wend_add(run->high, wend_sub(run->high, run->low)); // nobody is there
        beside.pointer.z = 0;
        scene_advance(run, &beside);
        assert_in_scene(run->kind, wend_same_agent(run->watched, id));
        click(run, id);
        assert_int_equal(run->watched.value, 0);
        picture p = look_at(run);
        assert_in_scene(run->kind, !p.has_velocity && !p.has_wish && !p.has_steering);

        scene_watch(run, id);
        assert_in_scene(run->kind, wend_same_agent(run->watched, id));
        scene_watch(run, (wend_agent_id){0});
        assert_int_equal(run->watched.value, 0);
        scene_stop(run);
    }
}

static void t_watching_changes_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        scene_run *run = start(scene_table[i]), *other = start(scene_table[i]);
        play(run, 30);
        play(other, 30);
        scene_watch(run, find_mover(run));
        play(run, 60);
        play(other, 60);
        assert_in_scene(run->kind, hash_of(run) == hash_of(other));
        scene_stop(run);
        scene_stop(other);
    }
}

// ---- the keys that all scenes share

static void check_pause(scene_run *run, char key)
{
    const scene *kind = run->kind;
    double step = kind->step_seconds;
    press(run, 0); // nobody points at anything any more
    double seconds = run->seconds, world = world_seconds(run);
    press(run, key);
    uint64_t hash = hash_of(run);
    assert_in_scene(kind, run->is_paused && run->seconds == seconds);
    for (int k = 0; k < 10; ++k)
        press(run, 0);
    assert_in_scene(kind, hash_of(run) == hash && run->seconds == seconds && world_seconds(run) == world);

    press(run, 'n');
    assert_close(run->seconds, seconds + step, 1e-9);
    assert_close(world_seconds(run), world + step, 1e-9);
    assert_in_scene(kind, run->is_paused && hash_of(run) != hash);
    press(run, 0);
    assert_close(run->seconds, seconds + step, 1e-9);
    assert_close(world_seconds(run), world + step, 1e-9);

    press(run, key);
    assert_false(run->is_paused);
    assert_close(run->seconds, seconds + 2 * step, 1e-9);
    press(run, 0);
    assert_close(run->seconds, seconds + 3 * step, 1e-9);
    assert_close(world_seconds(run), world + 3 * step, 1e-9);
}

static void t_p_pauses_and_n_steps_once(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        scene_run *run = start(scene_table[i]);
        play(run, 45);
        check_pause(run, 'p');
        if (!run->kind->has_own_space)
            check_pause(run, ' ');
        scene_stop(run);
    }
}

/// Stopping and going on is as if nothing had been.
static void t_a_pause_changes_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        scene_run *run = start(scene_table[i]), *other = start(scene_table[i]);
        for (int k = 0; k < 60; ++k)
            press(other, 0);
        for (int k = 0; k < 30; ++k)
            press(run, 0);
        press(run, 'p');
        for (int k = 0; k < 5; ++k)
            press(run, 'n');
        press(run, 'p'); // takes a step at once
        for (int k = 0; k < 24; ++k)
            press(run, 0);
        assert_in_scene(run->kind, hash_of(run) == hash_of(other));
        scene_stop(run);
        scene_stop(other);
    }
}

static void t_r_restarts(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; ++i)
    {
        const scene *kind = scene_table[i];
        scene_run *run = start(kind), *fresh = start(kind);
        play(run, 100);
        scene_watch(run, find_mover(run));
        press(run, 'r');
        if (kind->has_own_r)
            assert_close(run->seconds, 101 * kind->step_seconds, 1e-9);
        else
        {
            press(fresh, 0);
            assert_in_scene(kind, hash_of(run) == hash_of(fresh) && run->watched.value == 0);
            assert_close(run->seconds, kind->step_seconds, 1e-12);
        }
        scene_stop(run);
        scene_stop(fresh);
    }
}

/// Whatever is pressed and clicked, in any order: every number stays finite, and nothing fails.
static void t_monkeys_break_nothing(void **state)
{
    (void)state;
    static const char keys[] = "pnr+-=123sim qwertyuiopasdfghjklzxcvbnm0456789";
    for (int i = 0; i < scene_count; ++i)
    {
        uint64_t dice = 7 + (uint64_t)i;
        scene_run *run = start(scene_table[i]);
        for (int frame = 0; frame < MONKEY_FRAMES; ++frame)
        {
            scene_input input = {.has_pointer = draw(&dice) % 4 > 0, .is_clicked = draw(&dice) % 8 == 0};
            input.is_down = draw(&dice) % 2 == 0;
            input.is_space_down = draw(&dice) % 4 == 0;
            input.key = draw(&dice) % 5 == 0 ? keys[draw(&dice) % (sizeof keys - 1)] : 0;
            if (strcmp(run->kind->name, "million") == 0 && input.key == 'm')
                input.key = 0; // they would take too long here
            input.pointer = wend_xyz(draw_float(&dice, -200, 1200), draw_float(&dice, -200, 900), 0);
            input.arrows = wend_xyz((float)(draw(&dice) % 3) - 1, (float)(draw(&dice) % 3) - 1, 0);
            scene_advance(run, &input);
            if (frame % 20 == 0)
                assert_in_scene(run->kind, look_at(run).broken == 0);
        }
        assert_in_scene(run->kind, isfinite(run->seconds));
        for (int k = 0; k < run->kind->param_count; ++k)
        {
            const scene_param *p = &run->kind->params[k];
            assert_in_scene(run->kind, run->params[k] >= p->low && run->params[k] <= p->high);
        }
        scene_stop(run);
    }
}

static void check_unbroken(const scene_run *run)
{
    assert_in_scene(run->kind, look_at(run).broken == 0);
}

static void t_parameters_may_go_to_their_ends(void **state)
{
    (void)state;
    at_all_ends(check_unbroken);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_names_are_words_and_unique),
        cmocka_unit_test(t_each_says_what_it_is_and_how_it_is_played),
        cmocka_unit_test(t_parameters_start_within_their_ends),
        cmocka_unit_test(t_read_outs_are_a_line),
        cmocka_unit_test(t_every_scene_verifies),
        cmocka_unit_test(t_checks_are_counted),
        cmocka_unit_test(t_two_runs_are_the_same),
        cmocka_unit_test(t_restarting_is_starting),
        cmocka_unit_test(t_where_there_is_chance_the_seed_decides),
        cmocka_unit_test(t_updates_after_a_warm_up_allocate_nothing),
        cmocka_unit_test(t_restarts_leak_nothing),
        cmocka_unit_test(t_without_memory_there_is_a_reason),
        cmocka_unit_test(t_drawings_are_finite_and_change_nothing),
        cmocka_unit_test(t_a_click_on_an_agent_shows_its_vectors),
        cmocka_unit_test(t_a_second_click_hides_them),
        cmocka_unit_test(t_watching_changes_nothing),
        cmocka_unit_test(t_p_pauses_and_n_steps_once),
        cmocka_unit_test(t_a_pause_changes_nothing),
        cmocka_unit_test(t_r_restarts),
        cmocka_unit_test(t_monkeys_break_nothing),
        cmocka_unit_test(t_parameters_may_go_to_their_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
