// Warnings about many: agents that lie in memory in another order than that of their ids, queues full of goals; and the
// number that a sentence names.
#include "testing.h"

#include "wend/wend.h"

#include "../src/store.h"

#include <string.h>

enum
{
    MOST = 128,
    QUEUED = 64
};

static const double FRAME = 1.0 / 60;

static void t_the_oldest_is_named_wherever_it_lies(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    wend_agent_def of = wend_default_agent_def();
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    world->least_sorted = 1;
    of.group = 1;                     // it looks for others to flock with
    of.agent.neighbour_radius = 0.4f; // hulls of 0.25 touch before it sees them
    wend_agent_id first = {0};
    for (int i = 0; i < 100; i++)
    {
        of.agent.position = v2((float)((i * 37 + 70) % 100), (float)((i * 61 + 70) % 100));
        wend_agent_id id = wend_world_spawn(world, &of);
        first = i == 0 ? id : first;
    }
    assert_int_equal(wend_world_step(world, FRAME), WEND_OK);
    assert_false(wend_same_agent(world->body[0].id, first)); // it was sorted
    wend_warning list[MOST];
    assert_int_equal(wend_check(world, FRAME, list, MOST), 1);
    assert_int_equal(list[0].agents, 100);
    assert_true(wend_same_agent(list[0].agent, first));
    wend_world_destroy(world);
}

static wend_goal arrival(float radius)
{
    wend_goal goal = wend_goal_arrive(v2(9, 0));
    goal.radius = radius;
    return goal;
}

/// A world of one agent with much that is wrong, and a full queue of goals: the last ones are looked at, too.
static void t_a_full_queue_hides_nothing(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    wend_agent_def of = wend_default_agent_def();
    wend_recipe recipe = wend_default_recipe();
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    of.agent.neighbour_radius = 0.4f;
    of.agent.arrival_radius = 0.1f;
    wend_agent_id id = wend_world_spawn(world, &of);
    recipe.dodge = WEND_DODGE_ORCA;
    recipe.orca.seconds = recipe.orca.wall_seconds = 0.1f;
    recipe.follow.ahead = 0.1f;
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    wend_goal goal = arrival(0);
    assert_int_equal(wend_world_set_goal(world, id, &goal), WEND_OK);
    for (int i = 0; i < QUEUED; i++)
    {
        goal = arrival(i < 21 ? 0 : 0.01f * (float)(i - 20)); // 21 equal ones, then 43 that all are too small
        assert_int_equal(wend_world_queue_goal(world, id, &goal), WEND_OK);
    }
    wend_warning list[MOST];
    int count = wend_check(world, FRAME, list, MOST), slow = 0;
    for (int i = 0; i < count; i++)
    {
        slow += list[i].kind == WEND_WARN_SLOW_RADIUS;
        assert_int_equal(list[i].agents, 1);
        assert_true(i == 0 || list[i].kind >= list[i - 1].kind); // by the order of the list
    }
    assert_int_equal(slow, QUEUED - 21);
    // The arrival radius, the two horizons and the neighbour radius are said once.
    assert_int_equal(count, slow + 4);
    wend_world_destroy(world);
}

/// The number behind "at least " or "at most ".
static float number_in(const wend_warning *w)
{
    char text[300];
    float number = 0;
    wend_warning_text(w, text, sizeof text);
    const char *words = strstr(text, w->is_most ? "at most " : "at least ");
    assert_non_null(words);
    assert_int_equal(sscanf(words + (w->is_most ? 8 : 9), "%f", &number), 1);
    return number;
}

/// Who sets what a sentence names is not warned again.
static void t_the_number_in_the_sentence_will_do(void **state)
{
    (void)state;
    for (int i = 0; i < 400; i++)
    {
        wend_agent agent = wend_default_agent();
        wend_recipe recipe = wend_default_recipe();
        wend_goal goal = arrival(0.001f);
        wend_warning w;
        agent.max_speed = 1 + 0.0371f * (float)i;
        agent.neighbour_radius = 1000;
        assert_int_equal(wend_check_agent(&agent, &recipe, &goal, 0, &w, 1), 1);
        assert_int_equal(w.kind, WEND_WARN_SLOW_RADIUS);
        goal.radius = number_in(&w);
        assert_int_equal(wend_check_agent(&agent, &recipe, &goal, 0, &w, 1), 0);
        assert_close((double)goal.radius, w.fits, 2e-3 * w.fits); // and not much more

        agent.neighbour_radius = 5 + 0.0371f * (float)i;
        recipe.think_seconds = 1000;
        goal = wend_goal_seek(v2(9, 0));
        assert_int_equal(wend_check_agent(&agent, &recipe, &goal, 0, &w, 1), 1);
        assert_int_equal(w.kind, WEND_WARN_THINK);
        recipe.think_seconds = number_in(&w);
        assert_int_equal(wend_check_agent(&agent, &recipe, &goal, 0, &w, 1), 0);
        assert_close((double)recipe.think_seconds, w.fits, 2e-3 * w.fits);
    }
    // No number of these is a hang or a fault.
    static const double odd[] = {0, -1.83345, 1e-320, 1e308, -1e308, (double)INFINITY, (double)NAN, 9.99951, 99999.4};
    for (int i = 0; i < COUNT_OF(odd); i++)
    {
        char text[300];
        wend_warning w = {WEND_WARN_FEELER, {7}, 1, "x", 0.1, odd[i], i % 2 == 0, false};
        assert_true(wend_warning_text(&w, text, sizeof text) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_the_oldest_is_named_wherever_it_lies),
        cmocka_unit_test(t_a_full_queue_hides_nothing),
        cmocka_unit_test(t_the_number_in_the_sentence_will_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
