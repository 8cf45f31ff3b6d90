// Agents of a world that go far: a goal that travels, the way it is given, and what is told of it.
#include "testing_plan.h"

// Round a wall: from (1.5, 1.5) over two corners to (1.5, 5.5).
static const char *const round_a_wall = ".......\n"
                                        ".......\n"
                                        ".......\n"
                                        "####...\n"
                                        ".......\n"
                                        ".......\n"
                                        ".......\n";

static void t_a_newcomer_gets_there(void **state)
{
    (void)state;
    wend_grid *map = map_of(round_a_wall);
    wend_world *world = world_on(map, 0);
    wend_agent_id id = spawn(world, 1.5f, 1.5f);
    assert_plan(world, id, WEND_PLAN_IDLE);
    give(world, id, wend_goal_travel(v2(1.5f, 5.5f)));
    assert_plan(world, id, WEND_PLAN_PLANNING);
    step(world, 1.0 / 60);
    assert_int_equal(events_of(world, WEND_EVENT_MOVING, id), 1);
    assert_plan(world, id, WEND_PLAN_MOVING);
    assert_true(travel(world, id, 20) > 0);
    assert_plan(world, id, WEND_PLAN_ARRIVED);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_newcomer_gets_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
