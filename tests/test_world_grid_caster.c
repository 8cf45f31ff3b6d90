// Travellers on a grid that is also what is in the way.
#include "testing_plan.h"

#include "wend/grid_caster.h"

/// How near a crowd on the same map comes to its walls, as they push one another through gaps.
static double least_room(wend_grid *grid, bool has_caster)
{
    wend_world_def def = wend_default_world_def();
    def.grid = grid;
    if (has_caster)
        def.caster = wend_grid_caster(grid);
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id ids[12];
    for (int i = 0; i < 12; i++)
    {
        wend_agent body = wend_default_agent();
        body.position = v2(1.0f + 0.7f * (float)(i % 3), 0.8f + 0.7f * (float)(i / 3));
        body.radius = 0.3f;
        ids[i] = add(world, body);
        wend_goal far = wend_goal_travel(v2(8.5f, 2.5f));
        assert_int_equal(wend_world_set_goal(world, ids[i], &far), WEND_OK);
    }
    double least = 1e9;
    for (int k = 0; k < 600; k++)
    {
        assert_int_equal(wend_world_step(world, 1.0 / 60), WEND_OK);
        for (int i = 0; i < 12; i++)
            least = fmin(least, room_at(grid, at(world, ids[i])));
    }
    wend_world_destroy(world);
    return least;
}

static void t_only_a_caster_stops_travellers(void **state)
{
    (void)state;
    static const char *text = "..........\n"
                              ".....#....\n"
                              ".....#....\n"
                              ".....#....\n"
                              "..........\n";
    wend_grid *grid = map_of(text);
    assert_true(least_room(grid, true) > 0.3 - 1e-3);
    wend_grid_destroy(grid);
    grid = map_of(text);
    assert_true(least_room(grid, false) < 0.2); // a map alone stops nobody
    wend_grid_destroy(grid);
}

/// A wall closes on a crowd: who is caught is pushed out, by the nearest way, and nobody goes through it.
static void t_a_wall_that_closes(void **state)
{
    (void)state;
    wend_grid *grid = map_of("...........\n"
                             "....#.#....\n"
                             "....#.#....\n"
                             "....#.#....\n"
                             "...........\n");
    wend_world_def def = wend_default_world_def();
    def.grid = grid;
    def.caster = wend_grid_caster(grid);
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent body = wend_default_agent();
    body.radius = 0.3f;
    body.position = v2(4.6f, 0.5f); // in the cell that closes, nearer to its left edge than to any but the rim
    wend_agent_id caught = add(world, body);
    body.position = v2(1.5f, 2.5f);
    wend_agent_id free = add(world, body);
    wend_goal far = wend_goal_travel(v2(9.5f, 2.5f));
    assert_int_equal(wend_world_set_goal(world, free, &far), WEND_OK);
    assert_int_equal(wend_grid_set(grid, (wend_cell){4, 0}, 0), WEND_OK);
    bool is_there = false;
    for (int k = 0; k < 900; k++)
    {
        assert_int_equal(wend_world_step(world, 1.0 / 60), WEND_OK);
        assert_true(room_at(grid, at(world, free)) > 0.3 - 1e-3);
        is_there |= events_of(world, WEND_EVENT_ARRIVED, free) > 0;
    }
    assert_true(is_there); // by the other side
    assert_true(room_at(grid, at(world, caught)) > 0.3 - 1e-3);
    wend_world_destroy(world);
    wend_grid_destroy(grid);
}

static void t_names_of_events(void **state)
{
    (void)state;
    assert_string_equal(wend_event_name(WEND_EVENT_ARRIVED), "arrived");
    assert_string_equal(wend_event_name(WEND_EVENT_PLANNING), "planning");
    assert_string_equal(wend_event_name(WEND_EVENT_STUCK), "stuck");
    assert_string_equal(wend_event_name((wend_event_kind)(WEND_EVENT_GAVE_UP + 1)), "unknown");
    assert_string_equal(wend_event_name((wend_event_kind)-1), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_only_a_caster_stops_travellers),
        cmocka_unit_test(t_a_wall_that_closes),
        cmocka_unit_test(t_names_of_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
