// Agents of a world that travel on a navigation mesh: two floors, one over the other, and a ramp that turns half-way.
#include "testing_plan.h"

enum
{
    GROUND,
    RAMP,
    LANDING,
    UPPER_RAMP,
    UPPER
};

static wend_mesh *two_floors(void)
{
    static const wend_vec points[] = {
        {0, 0, 0},     {10, 0, 0},    {10, 2, 0},    {10, 10, 0},   {0, 10, 0},                // the ground floor
        {14, 0, 1.5f}, {14, 2, 1.5f}, {16, 0, 1.5f}, {16, 4, 1.5f}, {14, 4, 1.5f},             // half-way
        {10, 2, 3},    {10, 4, 3},    {10, 10, 3},   {0, 10, 3},    {0, 0, 3},     {10, 0, 3}, // above
    };
    static const int counts[] = {5, 4, 5, 4, 6};
    static const int corners[] = {0, 1, 2, 3, 4, 1, 5, 6, 2, 5, 7, 8, 9, 6, 6, 9, 11, 10, 10, 11, 12, 13, 14, 15};
    wend_mesh_def def = wend_default_mesh_def();
    def.points = points, def.point_count = COUNT_OF(points);
    def.counts = counts, def.polygon_count = COUNT_OF(counts);
    def.corners = corners;
    wend_error error = {0};
    wend_mesh *mesh = wend_mesh_create(&def, &error);
    assert_string_equal(error.text, "");
    assert_non_null(mesh);
    return mesh;
}

static wend_world *world_over(const wend_mesh *mesh, wend_plane plane)
{
    wend_world_def def = wend_default_world_def();
    def.mesh = mesh, def.plane = plane;
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    return world;
}

static wend_agent_id add_at(wend_world *world, wend_vec position)
{
    wend_agent_def def = wend_default_agent_def();
    def.agent.position = position;
    wend_agent_id id = wend_world_spawn(world, &def);
    assert_true(id.value != 0);
    return id;
}

// The goal is right above: it walks up there, on the mesh all the way, and hasn't arrived before it is there.
static void t_up_to_the_place_right_above(void **state)
{
    (void)state;
    wend_mesh *mesh = two_floors();
    wend_world *world = world_over(mesh, WEND_XY);
    wend_agent_id id = add_at(world, wend_xyz(2, 5, 0));
    give(world, id, wend_goal_travel(wend_xyz(2, 5, 3)));
    step(world, 1.0 / 60);
    assert_plan(world, id, WEND_PLAN_MOVING);
    // For a point: to the corner (10, 2), to the corner (14, 2), and straight back; the body keeps off both.
    double length = sqrt(64 + 9) + 4 + sqrt(144 + 9);
    wend_plan plan = plan_of(world, id);
    assert_true((double)plan.left > length && (double)plan.left < length + 4 * 0.25);
    wend_vec points[32];
    int count = wend_world_way(world, id, points, 32);
    assert_true(count >= 4 && count == plan.points);
    assert_vec(points[0], 2, 5, 0, 1e-3);
    assert_vec(points[count - 1], 2, 5, 3, 1e-6);
    bool has_arrived = false;
    int k = 0;
    for (; k < 60 * 20 && !has_arrived; k++)
    {
        step(world, 1.0 / 60);
        has_arrived = wend_world_has_arrived(world, id);
        wend_mesh_spot spot = wend_mesh_at(mesh, at(world, id), WEND_MESH_ALL);
        assert_true(spot.polygon >= 0);
        assert_close(spot.point.z, at(world, id).z, 1e-4);
    }
    assert_true(has_arrived && k > 60 * 5);
    assert_vec(at(world, id), 2, 5, 3, 0.03);
    give(world, id, wend_goal_travel(wend_xyz(3, 6, 0.2f))); // and down again: the height says which floor
    assert_true(travel(world, id, 20) > 0);
    assert_vec(at(world, id), 3, 6, 0, 0.03);
    wend_world_destroy(world);
    wend_mesh_destroy(mesh);
}

// On the ground of a 3D game the same, with the height in y.
static void t_the_ground_of_a_3d_game(void **state)
{
    (void)state;
    wend_mesh *mesh = two_floors();
    wend_world *world = world_over(mesh, WEND_XZ), *flat = world_over(mesh, WEND_XY);
    wend_agent_id id = add_at(world, wend_xyz(2, 0, 5)), other = add_at(flat, wend_xyz(2, 5, 0));
    give(world, id, wend_goal_travel(wend_xyz(2, 3, 5)));
    give(flat, other, wend_goal_travel(wend_xyz(2, 5, 3)));
    wend_goal goal;
    wend_world_get_goal(world, id, &goal);
    assert_vec(goal.point, 2, 3, 5, 0);
    for (int k = 0; k < 60 * 12; k++)
    {
        step(world, 1.0 / 60);
        step(flat, 1.0 / 60);
        wend_vec p = at(flat, other);
        assert_same(at(world, id), wend_xyz(p.x, p.z, p.y));
    }
    assert_true(wend_world_has_arrived(world, id));
    wend_world_destroy(world);
    wend_world_destroy(flat);
    wend_mesh_destroy(mesh);
}

// A ramp is closed while somebody walks toward it, and opened again; for some it is always closed.
static void t_polygons_are_closed_and_opened(void **state)
{
    (void)state;
    wend_mesh *mesh = two_floors();
    wend_mesh_set(mesh, LANDING, 1, 3);
    wend_world *world = world_over(mesh, WEND_XY);
    wend_agent_id a = add_at(world, wend_xyz(2, 5, 0)), b = add_at(world, wend_xyz(2, 6, 0));
    wend_recipe recipe = wend_default_recipe();
    recipe.plan.mask = 4; // not for it
    wend_world_set_recipe(world, b, &recipe);
    wend_mesh_set(mesh, GROUND, 1, UINT32_MAX);
    give(world, a, wend_goal_travel(wend_xyz(2, 5, 3)));
    give(world, b, wend_goal_travel(wend_xyz(2, 6, 3)));
    for (int k = 0; k < 60; k++)
        step(world, 1.0 / 60);
    assert_plan(world, a, WEND_PLAN_MOVING);
    assert_plan(world, b, WEND_PLAN_UNREACHABLE);
    wend_mesh_set(mesh, UPPER_RAMP, 1, 0);
    step(world, 1.0 / 60);
    assert_plan(world, a, WEND_PLAN_UNREACHABLE);
    int64_t expanded = 0;
    for (int k = 0; k < 60; k++)
    {
        step(world, 1.0 / 60);
        expanded += wend_world_get_stats(world).expanded;
    }
    assert_true(expanded <= 20); // b asked once more, because of the edit; then nobody did
    assert_vec(wend_world_velocity(world, a), 0, 0, 0, 0.05);
    wend_mesh_set(mesh, UPPER_RAMP, 1, 1);
    assert_true(travel(world, a, 20) > 0);
    wend_world_destroy(world);
    wend_mesh_destroy(mesh);
}

// Pushed against the border by a heavy crowd nobody leaves the mesh; shoved off it by the host one comes back.
static void t_nobody_leaves_the_mesh(void **state)
{
    (void)state;
    wend_mesh *mesh = two_floors();
    wend_world *world = world_over(mesh, WEND_XY);
    wend_agent_id ids[12];
    for (int i = 0; i < 12; i++)
    {
        ids[i] = add_at(world, wend_xyz(1 + 0.4f * (float)(i % 4), 8 + 0.4f * (float)(i / 4), 0));
        give(world, ids[i], wend_goal_travel(wend_xyz(9.9f, 0.1f + 0.01f * (float)i, 0)));
    }
    for (int k = 0; k < 60 * 8; k++)
    {
        if (k == 100)
            wend_world_report(world, ids[3], wend_xyz(5, -0.6f, 0), v2(0, 0));
        step(world, 1.0 / 60);
        for (int i = 0; i < 12; i++)
            assert_true(wend_mesh_at(mesh, at(world, ids[i]), WEND_MESH_ALL).polygon >= 0);
    }
    wend_goal off = wend_goal_travel(wend_xyz(30, 1, 0));
    REFUSED(world, WEND_ERROR_VALUE, wend_world_set_goal(world, ids[0], &off), "goal point", "(30, 1, 0)", "map");
    wend_world_report(world, ids[0], wend_xyz(40, 40, 0), v2(0, 0));
    give(world, ids[0], wend_goal_travel(wend_xyz(2, 2, 0)));
    step(world, 1.0 / 60);
    assert_plan(world, ids[0], WEND_PLAN_AGENT_OFF_MAP);
    wend_world_destroy(world);
    wend_mesh_destroy(mesh);
}

// A far chase over the floors.
static void t_a_target_that_moves(void **state)
{
    (void)state;
    wend_mesh *mesh = two_floors();
    wend_world *world = world_over(mesh, WEND_XY);
    wend_agent_id hunter = add_at(world, wend_xyz(2, 5, 0)), prey = add_at(world, wend_xyz(8, 8, 3));
    wend_agent_def slow;
    wend_world_get(world, prey, &slow);
    slow.agent.max_speed = 1;
    wend_world_set(world, prey, &slow);
    give(world, prey, wend_goal_travel(wend_xyz(2, 1, 3)));
    queue(world, prey, wend_goal_travel(wend_xyz(2, 9, 3)));
    wend_goal chase = wend_goal_of(WEND_GOAL_TRAVEL);
    chase.target = prey;
    chase.tolerance = 0.6f;
    give(world, hunter, chase);
    assert_true(travel(world, hunter, 20) > 0);
    assert_true(wend_distance(at(world, hunter), at(world, prey)) < 0.7f);
    wend_world_destroy(world);
    wend_mesh_destroy(mesh);
}

static void t_the_same_bits_and_no_memory_after_warm_up(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int n = 0; n < 2; n++)
    {
        wend_mesh *mesh = two_floors();
        ledger book = {0, 0, -1};
        wend_world_def def = wend_default_world_def();
        def.mesh = mesh, def.threads = 1 + 2 * n, def.plan_budget = 40;
        def.allocator = ledger_allocator(&book);
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id ids[40];
        uint64_t seed = 4;
        for (int i = 0; i < 40; i++)
            ids[i] = add_at(world, wend_xyz(draw_float(&seed, 1, 9), draw_float(&seed, 1, 9), (float)(3 * (i % 2))));
        int taken = 0;
        for (int round = 0; round < 8; round++)
        {
            if (round == 6)
                taken = book.taken;
            for (int i = 0; i < 40; i++)
                give(
                    world, ids[i],
                    wend_goal_travel(wend_xyz((float)(1 + i % 8), (float)(1 + i / 8), (float)(3 * ((i + round) % 2)))));
            for (int k = 0; k < 120; k++)
                step(world, 1.0 / 60);
        }
        assert_int_equal(book.taken, taken);
        hashes[n] = wend_world_hash(world);
        wend_world_destroy(world);
        assert_int_equal(book.taken, book.given);
        wend_mesh_destroy(mesh);
    }
    assert_true(hashes[0] == hashes[1]);
}

/// How many edges are expanded for two agents in one place, of which the second one asks something else.
static int64_t expanded_for_two(const wend_mesh *mesh, int differs)
{
    wend_world_def def = wend_default_world_def();
    def.mesh = mesh;
    def.does_push_apart = false;
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id ids[2];
    for (int i = 0; i < 2; i++)
    {
        wend_agent_def who = wend_default_agent_def();
        bool is_other = i == 1;
        who.agent.position = wend_xyz(2, 5, 0);
        if (is_other && differs == 1)
            who.agent.position.x = 2.5f;
        if (is_other && differs == 3)
            who.agent.radius = 0.4f;
        ids[i] = wend_world_spawn(world, &who);
        wend_recipe recipe = wend_default_recipe();
        recipe.plan.reach = is_other && differs == 4 ? 2 : 1;
        if (is_other && differs == 5)
            recipe.plan.mask = 3;
        assert_int_equal(wend_world_set_recipe(world, ids[i], &recipe), WEND_OK);
        give(world, ids[i], wend_goal_travel(wend_xyz(is_other && differs == 2 ? 3 : 2, 5, 3)));
    }
    step(world, 1.0 / 60);
    wend_world_stats stats = wend_world_get_stats(world);
    assert_int_equal(stats.planned, 2);
    for (int i = 0; i < 2; i++)
        assert_plan(world, ids[i], WEND_PLAN_MOVING);
    int64_t expanded = stats.expanded;
    wend_world_destroy(world);
    return expanded;
}

// Two who ask the same cost what one costs; who asks anything else is answered by a search of its own.
static void t_the_same_question_is_answered_once(void **state)
{
    (void)state;
    wend_mesh *mesh = two_floors();
    int64_t once = expanded_for_two(mesh, 0);
    assert_true(once > 0);
    for (int differs = 1; differs <= 5; differs++)
        assert_int_equal(expanded_for_two(mesh, differs), 2 * once);
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_up_to_the_place_right_above),
        cmocka_unit_test(t_the_ground_of_a_3d_game),
        cmocka_unit_test(t_polygons_are_closed_and_opened),
        cmocka_unit_test(t_nobody_leaves_the_mesh),
        cmocka_unit_test(t_a_target_that_moves),
        cmocka_unit_test(t_the_same_question_is_answered_once),
        cmocka_unit_test(t_the_same_bits_and_no_memory_after_warm_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
