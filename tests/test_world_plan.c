// Agents of a world that go far: a goal that travels, the way it is given, what is told of it, and what is refused.
#include "testing_plan.h"

#include "wend/raster.h"

// Round a wall: from (1.5, 1.5) past two corners to (1.5, 5.5).
static const char *const round_a_wall = ".......\n"
                                        ".......\n"
                                        ".......\n"
                                        "####...\n"
                                        ".......\n"
                                        ".......\n"
                                        ".......\n";

static void t_it_finds_its_way_and_gets_there(void **state)
{
    (void)state;
    wend_grid *map = map_of(round_a_wall);
    wend_world *world = world_on(map, 0);
    wend_agent_id id = spawn(world, 1.5f, 1.5f);
    assert_plan(world, id, WEND_PLAN_IDLE);
    give(world, id, wend_goal_travel(v2(1.5f, 5.5f)));
    assert_plan(world, id, WEND_PLAN_PLANNING);
    step(world, 1.0 / 60);
    assert_int_equal(events_of(world, WEND_EVENT_PLANNING, id), 0); // it was answered at once
    assert_int_equal(events_of(world, WEND_EVENT_MOVING, id), 1);
    assert_plan(world, id, WEND_PLAN_MOVING);
    wend_plan plan = plan_of(world, id);
    // Over (4, 2) and (4, 4): three, two and three columns or rows, one diagonal move each way.
    assert_close(plan.cost, 6 + 2 * sqrt(2), 1e-9);
    wend_vec points[8];
    assert_int_equal(plan.points, 4);
    assert_int_equal(wend_world_way(world, id, points, 8), 4);
    assert_vec(points[0], 1.5, 1.5, 0, 1e-6);
    assert_vec(points[1], 4.5, 2.5, 0, 0);
    assert_vec(points[2], 4.5, 4.5, 0, 0);
    assert_vec(points[3], 1.5, 5.5, 0, 0);
    assert_close(plan.left, 2 * sqrt(10) + 2, 1e-5);
    int moving = 0, arrived = 0;
    for (int k = 0; k < 60 * 8; k++)
    {
        step(world, 1.0 / 60);
        moving += events_of(world, WEND_EVENT_MOVING, id);
        arrived += events_of(world, WEND_EVENT_ARRIVED, id);
        wend_plan now = plan_of(world, id);
        assert_true(now.left <= plan.left + 1e-3f); // it only gets nearer
        plan = now;
    }
    assert_int_equal(moving, 0); // it asked once
    assert_int_equal(arrived, 1);
    assert_plan(world, id, WEND_PLAN_ARRIVED);
    assert_vec(at(world, id), 1.5, 5.5, 0, 0.02);
    give(world, id, wend_goal_of(WEND_GOAL_NONE));
    assert_plan(world, id, WEND_PLAN_IDLE);
    assert_int_equal(wend_world_way(world, id, points, 8), 0);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// FIELD-CASES STK-02: a corridor two wide, with a corner; the body fills it but for half of it on each side.
static void t_the_way_and_the_body_keep_clear_of_corners(void **state)
{
    (void)state;
    wend_grid *map = map_of("########\n"
                            "#......#\n"
                            "#......#\n"
                            "#..#####\n"
                            "#..#####\n"
                            "#..#####\n"
                            "########\n");
    for (int follower = 0; follower <= WEND_FOLLOW_PREDICT; follower++)
    {
        wend_world *world = world_on(map, 0);
        wend_agent body = agent_at(1.8f, 5.2f);
        body.radius = 0.5f;
        wend_agent_id id = add(world, body);
        wend_recipe recipe = wend_default_recipe();
        recipe.follow.follower = (wend_follower)follower;
        recipe.follow.tube = recipe.follow.switch_radius = 0.1f;
        assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
        give(world, id, wend_goal_travel(v2(6.3f, 1.7f)));
        step(world, 1.0 / 60);
        wend_vec points[8];
        int count = wend_world_way(world, id, points, 8);
        assert_int_equal(count, 3);
        assert_true(room_along(map, points, count) >= 0.5 - 1e-5);
        double least = 9;
        bool arrived = false;
        for (int k = 0; k < 60 * 20 && !arrived; k++)
        {
            step(world, 1.0 / 60);
            least = fmin(least, room_at(map, at(world, id)));
            arrived = wend_world_has_arrived(world, id);
        }
        assert_true(arrived);
        assert_true(least >= 0.5 - 0.1); // as far off its way as the tube is wide
        wend_world_destroy(world);
    }
    wend_grid_destroy(map);
}

// A body wider than a cell goes only where it fits; the map keeps its radius.
static void t_wide_bodies_take_wide_ways(void **state)
{
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    const float radii[] = {1.2f};
    def.radii = radii, def.radius_count = 1;
    wend_grid *map = wend_grid_create_text(&def,
                                           "...........\n"
                                           "...........\n"
                                           "...........\n"
                                           "...........\n"
                                           "####.######\n" // one wide
                                           "...........\n"
                                           "...........\n"
                                           "...........\n"
                                           "...........\n",
                                           NULL);
    wend_world *world = world_on(map, 0);
    wend_agent thin = agent_at(1.5f, 1.5f), wide = thin;
    wide.radius = 1.2f;
    wend_agent_id ids[2] = {add(world, thin), add(world, wide)};
    for (int i = 0; i < 2; i++)
        give(world, ids[i], wend_goal_travel(v2(1.5f, 7.0f)));
    step(world, 1.0 / 60);
    assert_plan(world, ids[0], WEND_PLAN_MOVING);
    assert_plan(world, ids[1], WEND_PLAN_UNREACHABLE);
    for (int x = 4; x <= 6; x++)
        wend_grid_set(map, (wend_cell){x, 4}, 1); // three wide
    step(world, 1);                               // but no sooner than half a second after the last time
    step(world, 1.0 / 60);
    assert_plan(world, ids[1], WEND_PLAN_MOVING);
    wend_vec points[16];
    int count = wend_world_way(world, ids[1], points, 16);
    assert_true(count > 2);
    assert_true(room_along(map, points + 1, count - 1) >= 1.2 - 1e-4);
    assert_true(travel(world, ids[1], 20) > 0);
    wide.radius = 1.3f; // more than the map keeps
    wend_agent_def large = wend_default_agent_def();
    large.agent = wide;
    wend_world_set(world, ids[1], &large);
    step(world, 1.0 / 60);
    wend_goal elsewhere = wend_goal_travel(v2(8, 7));
    REFUSED(world, WEND_ERROR_VALUE, wend_world_set_goal(world, ids[1], &elsewhere), "radius", "1.3", "1.2");
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

static void t_there_already(void **state) // FIELD-CASES SEG-04
{
    (void)state;
    wend_grid *map = open_map(5, 5);
    wend_world *world = world_on(map, 0);
    wend_agent_id id = spawn(world, 2.3f, 2.7f);
    give(world, id, wend_goal_travel(v2(2.3f, 2.7f)));
    step(world, 1.0 / 60);
    assert_int_equal(events_of(world, WEND_EVENT_ARRIVED, id), 1);
    assert_plan(world, id, WEND_PLAN_ARRIVED);
    assert_vec(at(world, id), 2.3, 2.7, 0, 1e-6);
    give(world, id, wend_goal_travel(v2(2.9f, 2.1f))); // within the same cell
    assert_true(travel(world, id, 3) > 0);
    assert_vec(at(world, id), 2.9, 2.1, 0, 0.02);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// FIELD-CASES UNR-07: each reason is a state of its own.
static void t_states_are_distinct(void **state)
{
    (void)state;
    wend_grid *map = map_of(".......#...\n"
                            ".###...#...\n"
                            ".#.#...#...\n"
                            ".###...#...\n"
                            ".......#...\n");
    wend_world *world = world_on(map, 0);
    wend_recipe close = wend_default_recipe();
    close.plan.reach = 0.01f; // no other cell will do
    static const struct
    {
        float x, y, goal_x, goal_y;
        wend_plan_state state;
    } cases[] = {
        {0.5f, 0.5f, 6.5f, 4.5f, WEND_PLAN_MOVING},        {0.5f, 1.5f, 9.5f, 1.5f, WEND_PLAN_UNREACHABLE},
        {0.5f, 2.5f, 2.5f, 2.5f, WEND_PLAN_UNREACHABLE},   {0.5f, 3.5f, 7.5f, 0.5f, WEND_PLAN_GOAL_BLOCKED},
        {1.5f, 1.5f, 0.5f, 0.5f, WEND_PLAN_START_BLOCKED}, {-3, 2, 0.5f, 0.5f, WEND_PLAN_AGENT_OFF_MAP},
        {6.5f, 0.5f, 6.5f, 0.5f, WEND_PLAN_ARRIVED},
    };
    wend_agent_id ids[COUNT_OF(cases)];
    for (int i = 0; i < COUNT_OF(cases); i++)
    {
        ids[i] = spawn(world, cases[i].x, cases[i].y);
        assert_int_equal(wend_world_set_recipe(world, ids[i], &close), WEND_OK);
        give(world, ids[i], wend_goal_travel(v2(cases[i].goal_x, cases[i].goal_y)));
    }
    wend_agent_id outside = spawn(world, 30, 2), chaser_id = spawn(world, 4.5f, 0.5f), idle = spawn(world, 5, 3);
    wend_goal chase = wend_goal_of(WEND_GOAL_TRAVEL);
    chase.target = outside;
    give(world, chaser_id, chase);
    step(world, 1.0 / 60);
    for (int i = 0; i < COUNT_OF(cases); i++)
    {
        assert_plan(world, ids[i], cases[i].state);
        bool has_failed = cases[i].state > WEND_PLAN_ARRIVED;
        assert_int_equal(events_of(world, WEND_EVENT_NO_WAY, ids[i]), has_failed);
        wend_plan plan = plan_of(world, ids[i]);
        assert_int_equal(plan.points > 0, !has_failed);
        assert_false(plan.is_waiting);
        if (has_failed)
            assert_vec(wend_world_velocity(world, ids[i]), 0, 0, 0, 0);
    }
    assert_plan(world, chaser_id, WEND_PLAN_GOAL_OFF_MAP);
    assert_plan(world, idle, WEND_PLAN_IDLE);
    int count;
    const wend_event *events = wend_world_events(world, &count);
    for (int i = 0; i < count; i++)
        if (events[i].kind == WEND_EVENT_NO_WAY)
            assert_int_equal(events[i].plan, plan_of(world, events[i].agent).state);
    for (int i = 0; i < count; i++)
        assert_true(i == 0 || events[i - 1].agent.value <= events[i].agent.value);
    wend_world_report(world, outside, v2(5.5f, 4.5f), v2(0, 0)); // comes onto the map
    wend_world_report(world, ids[5], v2(0.5f, 4.5f), v2(0, 0));
    wend_world_report(world, ids[4], v2(0.5f, 0.7f), v2(0, 0));
    step(world, 1); // no sooner than half a second after the last time
    step(world, 1.0 / 60);
    assert_plan(world, chaser_id, WEND_PLAN_MOVING);
    assert_plan(world, ids[5], WEND_PLAN_MOVING);
    assert_plan(world, ids[4], WEND_PLAN_MOVING);
    assert_string_equal(wend_plan_state_name(WEND_PLAN_GOAL_OFF_MAP), "goal off map");
    assert_string_equal(wend_plan_state_name(WEND_PLAN_STATE_COUNT), "unknown");
    wend_plan plan;
    assert_int_equal(wend_world_plan(world, (wend_agent_id){77}, &plan), WEND_ERROR_ID);
    assert_int_equal(wend_world_plan(NULL, idle, &plan), WEND_ERROR_NULL);
    assert_int_equal(wend_world_way(NULL, idle, NULL, 0), 0);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// FIELD-CASES STK-08, UNR-05: a goal inside a closed box. One search, no motion; and again when the box is opened.
static void t_what_cannot_be_reached_is_asked_for_once(void **state)
{
    (void)state;
    wend_grid *map = map_of(".........\n"
                            ".........\n"
                            "....###..\n"
                            "....#.#..\n"
                            "....###..\n"
                            ".........\n");
    for (int goes_near = 0; goes_near < 2; goes_near++)
    {
        wend_world *world = world_on(map, 0);
        wend_agent_id id = spawn(world, 0.5f, 3.5f);
        wend_recipe recipe = wend_default_recipe();
        recipe.plan.goes_near = goes_near;
        wend_world_set_recipe(world, id, &recipe);
        give(world, id, wend_goal_travel(v2(5.5f, 3.5f)));
        int64_t expanded = 0;
        int told = 0;
        for (int k = 0; k < 60 * 10; k++)
        {
            step(world, 1.0 / 60);
            expanded += k > 0 ? wend_world_get_stats(world).expanded : 0;
            told += events_of(world, WEND_EVENT_NO_WAY, id);
        }
        assert_int_equal(told, 1);
        assert_int_equal(expanded, 0); // after the first time
        assert_plan(world, id, WEND_PLAN_UNREACHABLE);
        assert_int_equal(plan_of(world, id).is_short, goes_near);
        // Two columns off is the nearest that can be reached, in four directions; the first in order of rows is above.
        assert_vec(at(world, id), goes_near ? 5.5 : 0.5, goes_near ? 1.5 : 3.5, 0, 0.03);
        assert_vec(wend_world_velocity(world, id), 0, 0, 0, 1e-3);
        assert_false(wend_world_has_arrived(world, id));
        wend_grid_set(map, (wend_cell){5, 2}, 1); // a door
        step(world, 1.0 / 60);
        assert_int_equal(events_of(world, WEND_EVENT_MOVING, id), 1);
        assert_true(travel(world, id, 20) > 0);
        wend_grid_set(map, (wend_cell){5, 2}, 0);
        wend_world_destroy(world);
    }
    wend_grid_destroy(map);
}

// A chest in a wall: anywhere within a distance of it will do.
static void t_near_enough_will_do(void **state)
{
    (void)state;
    wend_grid *map = map_of(".......\n"
                            "...#...\n"
                            ".......\n");
    wend_world *world = world_on(map, 0);
    wend_agent_id id = spawn(world, 0.5f, 1.5f);
    wend_goal goal = wend_goal_travel(v2(3.5f, 1.5f));
    goal.radius = 1;
    give(world, id, goal);
    assert_true(travel(world, id, 5) > 0);
    assert_vec(at(world, id), 2.5, 1.5, 0, 0.02);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// Sent to where there is no room for it, it goes to the nearest place where there is, and has arrived there.
static void t_beside_a_wall_it_goes_as_near_as_it_has_room(void **state)
{
    (void)state;
    wend_grid *map = map_of("......\n"
                            "......\n"
                            "######\n");
    wend_world *world = world_on(map, 0);
    wend_agent body = agent_at(0.5f, 0.5f);
    body.radius = 0.4f;
    wend_agent_id at_wall = add(world, body), in_wall = add(world, body);
    give(world, at_wall, wend_goal_travel(v2(2.5f, 1.95f))); // 0.05 from the wall
    give(world, in_wall, wend_goal_travel(v2(5.4f, 2.3f)));
    bool has_arrived = false;
    for (int k = 0; k < 60 * 10 && !has_arrived; k++)
    {
        step(world, 1.0 / 60);
        has_arrived = wend_world_has_arrived(world, at_wall) && wend_world_has_arrived(world, in_wall);
    }
    assert_true(has_arrived);
    assert_vec(at(world, at_wall), 2.5, 1.6, 0, 0.03);
    assert_vec(at(world, in_wall), 5.5, 1.6, 0, 0.12); // from the middle of (5, 1) toward it
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// FIELD-CASES STK-10: the same goal, given again and again, is the same goal; with a rate of thinking as well.
static void t_the_same_goal_again_changes_nothing(void **state)
{
    (void)state;
    for (int thinks_seldom = 0; thinks_seldom < 2; thinks_seldom++)
    {
        wend_grid *map = map_of(round_a_wall);
        wend_world *worlds[2] = {world_on(map, 0), world_on(map, 0)};
        wend_goal goal = wend_goal_travel(v2(1.5f, 5.5f));
        wend_agent_id ids[2];
        for (int i = 0; i < 2; i++)
        {
            ids[i] = spawn(worlds[i], 1.5f, 1.5f);
            wend_recipe recipe = wend_default_recipe();
            recipe.think_seconds = thinks_seldom ? 0.2f : 0;
            wend_world_set_recipe(worlds[i], ids[i], &recipe);
            give(worlds[i], ids[i], goal);
        }
        for (int k = 0; k < 600; k++)
        {
            give(worlds[1], ids[1], goal);
            wend_world_set_recipe(worlds[1], ids[1], &(wend_recipe){0}); // refused
            for (int i = 0; i < 2; i++)
                step(worlds[i], 1.0 / 60);
            assert_true(wend_world_hash(worlds[0]) == wend_world_hash(worlds[1]));
        }
        assert_true(wend_world_has_arrived(worlds[1], ids[1]));
        wend_world_destroy(worlds[0]);
        wend_world_destroy(worlds[1]);
        wend_grid_destroy(map);
    }
}

static void t_what_is_refused(void **state) // FIELD-CASES UNR-09
{
    (void)state;
    wend_grid *map = open_map(8, 8);
    wend_world *world = world_on(map, 0), *blind = make(WEND_XY);
    wend_agent_id id = spawn(world, 1, 1), other = spawn(blind, 1, 1);
    wend_goal far = wend_goal_travel(v2(3, 3));
    REFUSED(blind, WEND_ERROR_NULL, wend_world_set_goal(blind, other, &far), "travel", "map", "null");
    far.point = v2(9, 3);
    REFUSED(world, WEND_ERROR_VALUE, wend_world_set_goal(world, id, &far), "goal point", "(9, 3, 0)", "map");
    REFUSED(world, WEND_ERROR_VALUE, wend_world_queue_goal(world, id, &far), "goal point", "(9, 3, 0)", "map");
    far.point = v2(3, 3);
    wend_recipe recipe = wend_default_recipe();
    wend_recipe_also(&recipe, &far, 1);
    REFUSED(world, WEND_ERROR_VALUE, wend_world_set_recipe(world, id, &recipe), "wish 4", "travel", "own goal");
    recipe = wend_default_recipe();
    recipe.plan.reach = -1;
    REFUSED(world, WEND_ERROR_VALUE, wend_world_set_recipe(world, id, &recipe), "plan reach", "-1", ">= 0");
    recipe = wend_default_recipe();
    recipe.plan.diagonal = (wend_diagonal)9;
    REFUSED(world, WEND_ERROR_VALUE, wend_world_set_recipe(world, id, &recipe), "plan diagonal", "9", "0..3");
    wend_world_def def = wend_default_world_def();
    wend_error error = {0};
    def.grid = map, def.plane = WEND_XYZ;
    assert_null(wend_world_create(&def, &error));
    assert_non_null(strstr(error.text, "world grid"));
    def.plane = WEND_XY, def.plan_budget = 0;
    assert_null(wend_world_create(&def, &error));
    assert_non_null(strstr(error.text, "plan_budget is 0"));
    wend_world_destroy(world);
    wend_world_destroy(blind);
    wend_grid_destroy(map);
}

// On the ground of a 3D game the map's x and y are x and z, heights stay what they are.
static void t_the_ground_of_a_3d_game(void **state)
{
    (void)state;
    wend_grid *map = map_of(round_a_wall);
    wend_world *flat = world_on(map, 0);
    wend_world_def def = wend_default_world_def();
    def.plane = WEND_XZ, def.grid = map;
    wend_world *tall = wend_world_create(&def, NULL);
    wend_agent_id a = spawn(flat, 1.5f, 1.5f);
    wend_agent_def agent = wend_default_agent_def();
    agent.agent.position = wend_xyz(1.5f, 7, 1.5f);
    wend_agent_id b = wend_world_spawn(tall, &agent);
    give(flat, a, wend_goal_travel(v2(1.5f, 5.5f)));
    give(tall, b, wend_goal_travel(wend_xyz(1.5f, 3, 5.5f)));
    for (int k = 0; k < 300; k++)
    {
        step(flat, 1.0 / 60);
        step(tall, 1.0 / 60);
        wend_vec p = at(flat, a);
        assert_same(at(tall, b), wend_xyz(p.x, 7, p.y));
    }
    assert_true(wend_world_has_arrived(tall, b));
    give(tall, b, wend_goal_travel(wend_xyz(1.5f, 3, 1.5f)));
    step(tall, 1.0 / 60);
    wend_vec points[4];
    assert_int_equal(wend_world_way(tall, b, points, 4), 4);
    assert_vec(points[2], 4.5, 7, 2.5, 0);
    wend_world_destroy(flat);
    wend_world_destroy(tall);
    wend_grid_destroy(map);
}

// A way across the edge of a world that wraps, and of its map.
static void t_ways_go_across_edges_that_wrap(void **state)
{
    (void)state;
    wend_grid_def map_def = wend_default_grid_def();
    map_def.width = 20, map_def.height = 4, map_def.wraps_x = true;
    wend_grid *map = wend_grid_create(&map_def, NULL);
    wend_world_def def = wend_default_world_def();
    def.grid = map;
    def.edge = WEND_EDGE_WRAP, def.low = v2(0, 0), def.high = v2(20, 4);
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id id = spawn(world, 17.5f, 1.5f);
    give(world, id, wend_goal_travel(v2(2.5f, 2.5f)));
    step(world, 1.0 / 60);
    assert_close(plan_of(world, id).cost, 4 + sqrt(2), 1e-9); // five columns, not fifteen
    double seconds = travel(world, id, 20);
    assert_true(seconds > 0 && seconds < 4);
    assert_vec(at(world, id), 2.5, 2.5, 0, 0.02);
    wend_world_destroy(world);
    wend_error error = {0};
    def.high = v2(21, 4);
    assert_null(wend_world_create(&def, &error));
    assert_non_null(strstr(error.text, "wraps at 20 in x"));
    wend_grid_destroy(map);
}

// After a teleport it plans from there; the goal behind in the queue is planned when it begins.
static void t_queues_and_teleports(void **state)
{
    (void)state;
    wend_grid *map = map_of(round_a_wall);
    wend_world *world = world_on(map, 0);
    wend_agent_id id = spawn(world, 1.5f, 1.5f);
    give(world, id, wend_goal_travel(v2(1.5f, 5.5f)));
    queue(world, id, wend_goal_travel(v2(0.5f, 1.5f)));
    queue(world, id, wend_goal_wander());
    step(world, 1.0 / 60);
    wend_world_teleport(world, id, v2(6.5f, 5.5f), v2(0, 0), v2(1, 0));
    assert_plan(world, id, WEND_PLAN_PLANNING);
    step(world, 1.0 / 60);
    assert_int_equal(events_of(world, WEND_EVENT_MOVING, id), 1);
    assert_int_equal(plan_of(world, id).points, 2); // straight
    int arrived = 0, moving = 0;
    for (int k = 0; k < 60 * 12; k++)
    {
        step(world, 1.0 / 60);
        arrived += events_of(world, WEND_EVENT_ARRIVED, id);
        moving += events_of(world, WEND_EVENT_MOVING, id);
    }
    assert_int_equal(arrived, 2);
    assert_int_equal(moving, 1); // of the second goal
    assert_plan(world, id, WEND_PLAN_IDLE);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// A crowd that is sent to one point settles round it: each has arrived.
static void t_a_group_settles(void **state)
{
    (void)state;
    wend_grid *map = map_of(round_a_wall);
    wend_world *world = world_on(map, 0);
    wend_agent_id ids[9];
    for (int i = 0; i < 9; i++)
        ids[i] = spawn(world, 0.8f + 0.7f * (float)(i % 3), 0.8f + 0.7f * (float)(i / 3));
    for (int i = 0; i < 9; i++)
        give(world, ids[i], wend_goal_travel(v2(2.5f, 5.5f)));
    int arrived = 0;
    for (int k = 0; k < 60 * 20; k++)
    {
        step(world, 1.0 / 60);
        arrived += events_of(world, WEND_EVENT_ARRIVED, anybody);
    }
    assert_int_equal(arrived, 9);
    for (int i = 0; i < 9; i++)
        assert_true(wend_distance(at(world, ids[i]), v2(2.5f, 5.5f)) < 2);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// Those in the door, and before it, touch the ones ahead in a row; yet none has arrived who isn't in the room, and all come in.
static void t_a_row_through_a_door_has_not_arrived(void **state)
{
    (void)state;
    for (int shares = 0; shares < 2; shares++) // ways of their own; one field for all
    {
        wend_grid *map = map_of("##############################\n"
                                "#..............#.............#\n"
                                "#..............#.............#\n"
                                "#..............#.............#\n"
                                "#..............#.............#\n"
                                "#..........................###\n"
                                "#..............#.............#\n"
                                "#..............#.............#\n"
                                "#..............#.............#\n"
                                "#..............#.............#\n"
                                "##############################\n");
        wend_world_def def = wend_default_world_def();
        def.grid = map;
        def.flow_count = shares ? 8 : 0;
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id ids[40];
        for (int i = 0; i < 40; i++)
            ids[i] = spawn(world, 2 + 1.1f * (float)(i % 8), 1.8f + 1.1f * (float)(i / 8));
        for (int i = 0; i < 40; i++)
            give(world, ids[i], wend_goal_travel(v2(19.5f, 5.5f)));
        int there = 0;
        for (int k = 0; k < 60 * 90 && there < 40; k++)
        {
            step(world, 1.0 / 60);
            there = 0;
            for (int i = 0; i < 40; i++)
                if (wend_world_has_arrived(world, ids[i]))
                {
                    there++;
                    assert_true(at(world, ids[i]).x > 15.0f);
                }
        }
        assert_int_equal(there, 40);
        wend_world_destroy(world);
        wend_grid_destroy(map);
    }
}

/// FIELD-CASES STK-01: a hall with a wall that ends at y = -0.5; who is sent to its very end, or a trifle beyond, goes as
/// near as there is room, or is told why not. Nobody stops without a word, not even five at once.
static void t_at_the_very_end_of_a_wall(void **state)
{
    (void)state;
    const float ends[] = {-0.5f, -0.5001f, -0.6f};
    for (int k = 0; k < 6; k++)
    {
        int agents = k < 3 ? 1 : 5;
        wend_obstacles_def walls = wend_default_obstacles_def();
        wend_obstacles *set = wend_obstacles_create(&walls, NULL);
        wend_shape wall = wend_default_shape(WEND_SHAPE_SEGMENT);
        wall.from = v2(16, -3), wall.to = v2(16, -0.5f);
        assert_true(wend_obstacles_add(set, &wall).value != 0);
        wend_grid_def hall = wend_default_grid_def();
        float radii[] = {0.5f};
        hall.width = 80, hall.height = 24, hall.cell_size = 0.25f, hall.origin = v2(0, -3);
        hall.radii = radii, hall.radius_count = 1;
        wend_grid *grid = wend_grid_create(&hall, NULL);
        wend_raster raster = wend_default_raster(grid);
        raster.caster = wend_obstacles_caster(set);
        assert_int_equal(wend_grid_rasterize(grid, &raster, NULL), WEND_OK);
        wend_world_def def = wend_default_world_def();
        def.grid = grid;
        def.caster = raster.caster;
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id ids[5];
        for (int i = 0; i < agents; i++)
        {
            wend_agent body = agent_at(2 + 1.2f * (float)i, 0.3f * (float)i);
            body.radius = 0.5f;
            ids[i] = add(world, body);
            wend_recipe recipe = wend_default_recipe();
            recipe.plan.reach = 1;
            assert_int_equal(wend_world_set_recipe(world, ids[i], &recipe), WEND_OK);
            give(world, ids[i], wend_goal_travel(v2(16, ends[k % 3])));
        }
        for (int frame = 0; frame < 60 * 20; frame++)
            step(world, 1.0 / 60);
        for (int i = 0; i < agents; i++)
        {
            wend_plan plan = plan_of(world, ids[i]);
            bool is_near = wend_distance(at(world, ids[i]), v2(16, ends[k % 3])) < (agents == 1 ? 1.1f : 3.0f);
            assert_true(plan.state > WEND_PLAN_ARRIVED || (plan.state == WEND_PLAN_ARRIVED && is_near));
        }
        wend_world_destroy(world);
        wend_grid_destroy(grid);
        wend_obstacles_destroy(set);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_it_finds_its_way_and_gets_there),
        cmocka_unit_test(t_the_way_and_the_body_keep_clear_of_corners),
        cmocka_unit_test(t_wide_bodies_take_wide_ways),
        cmocka_unit_test(t_there_already),
        cmocka_unit_test(t_states_are_distinct),
        cmocka_unit_test(t_what_cannot_be_reached_is_asked_for_once),
        cmocka_unit_test(t_near_enough_will_do),
        cmocka_unit_test(t_beside_a_wall_it_goes_as_near_as_it_has_room),
        cmocka_unit_test(t_the_same_goal_again_changes_nothing),
        cmocka_unit_test(t_what_is_refused),
        cmocka_unit_test(t_the_ground_of_a_3d_game),
        cmocka_unit_test(t_ways_go_across_edges_that_wrap),
        cmocka_unit_test(t_queues_and_teleports),
        cmocka_unit_test(t_a_group_settles),
        cmocka_unit_test(t_a_row_through_a_door_has_not_arrived),
        cmocka_unit_test(t_at_the_very_end_of_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
