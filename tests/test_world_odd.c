// Odd cases of recipes in a world: what a reviewer found, and what is right.
#include "testing_world.h"

#include "wend/explain.h"

static wend_obstacles *set_of(const wend_shape *shapes, int count, bool is_space)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    def.is_spatial = is_space;
    wend_obstacles *set = wend_obstacles_create(&def, NULL);
    for (int i = 0; i < count; i++)
        assert_true(wend_obstacles_add(set, &shapes[i]).value != 0);
    return set;
}

static wend_shape box_at(wend_vec middle, wend_vec half)
{
    wend_shape shape = wend_default_shape(WEND_SHAPE_BOX);
    shape.position = middle, shape.half = half;
    return shape;
}

static wend_world_def def_among(const wend_obstacles *set, wend_plane plane)
{
    wend_world_def def = wend_default_world_def();
    def.plane = plane;
    def.caster = wend_obstacles_caster(set);
    return def;
}

static wend_recipe recipe_of(wend_sense_kind sense, wend_combiner combiner)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    wend_recipe_add(&recipe, WEND_WISH_AVOID, 1);
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1);
    recipe.sense.kind = sense;
    recipe.combiner = combiner;
    return recipe;
}

static void end(wend_world *world, wend_obstacles *set)
{
    wend_world_destroy(world);
    wend_obstacles_destroy(set);
}

static void t_rays_all_round_in_space_need_no_context_map(void **state)
{
    (void)state;
    wend_shape box = box_at(wend_xyz(1.2f, 0, 0), wend_xyz(0.5f, 0.5f, 0.5f));
    wend_obstacles *set = set_of(&box, 1, true);
    wend_world_def def = def_among(set, WEND_XYZ);
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id id = spawn(world, 0, 0);
    wend_recipe recipe = recipe_of(WEND_SENSE_RING, WEND_COMBINE_SUM);
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    step(world, 0.1);
    assert_true(wend_explain_hits(world, id, NULL, 0) > 0);
    end(world, set);
}

static bool is_dodge_bad;

static wend_vec bad_dodge(const wend_agent *agent, wend_vec wish, void *user)
{
    (void)agent, (void)user;
    return is_dodge_bad ? wend_xyz(NAN, 0, 0) : wish;
}

static void t_an_update_that_fails_changes_nothing_that_was_sensed(void **state)
{
    (void)state;
    wend_shape box = box_at(v2(6, 0), v2(1, 1));
    wend_obstacles *set = set_of(&box, 1, false);
    for (int kind = WEND_SENSE_FEELER; kind < WEND_SENSE_KIND_COUNT; kind++)
    {
        wend_world_def def = def_among(set, WEND_XY);
        def.dodge = bad_dodge;
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id id = add(world, mover(2, 0, 2, 0));
        wend_recipe recipe = recipe_of((wend_sense_kind)kind, WEND_COMBINE_CONTEXT);
        recipe.sense.feel.seconds = 3;
        recipe.sense.radius = 5;
        recipe.context.range = 5;
        wend_world_set_recipe(world, id, &recipe);
        wend_watch(world, id, true);
        give(world, id, wend_goal_seek(v2(20, 0)));
        is_dodge_bad = false;
        for (int k = 0; k < 5; k++)
            step(world, 1.0 / 60);
        wend_hit before[64], after[64];
        uint64_t hash = wend_world_hash(world);
        int found = wend_explain_hits(world, id, before, 64);
        assert_true(found > 0);
        wend_watch(world, id, false);
        wend_watch(world, id, true);
        is_dodge_bad = true;
        assert_int_equal(wend_world_step(world, 1.0 / 60), WEND_ERROR_CALLBACK);
        assert_true(wend_world_hash(world) == hash);
        assert_int_equal(wend_explain_hits(world, id, after, 64), found);
        for (int i = 0; i < found; i++)
            assert_same(before[i].point, after[i].point);
        wend_ring ring;
        wend_choice_result choice;
        step(world, 0); // tells of nothing that the failed one saw
        assert_int_equal(wend_explain_ring(world, id, &ring, &choice), WEND_ERROR_ID);
        wend_world_destroy(world);
    }
    wend_obstacles_destroy(set);
}

// Whatever is finite stays so.
static void t_huge_and_tiny_obstacles_leave_positions_finite(void **state)
{
    (void)state;
    const struct
    {
        wend_plane plane;
        bool is_space;
        wend_vec middle;
        float radius;
        wend_vec agent;
        float agent_radius;
    } cases[] = {{WEND_XY, false, {-1e38f, 0, 0}, 1e30f, {-1.5e38f, 0, 0}, 3e38f},
                 {WEND_XZ, true, {0, -1.05f, 0}, 1, {1e-38f, 0, 0}, 0.25f},
                 {WEND_XY, false, {0, 0, 0}, 1e38f, {1e37f, 0, 0}, 1e38f},
                 {WEND_XYZ, true, {1e-40f, 0, 0}, 1e-38f, {0, 0, 0}, 1e-30f}};
    for (int i = 0; i < COUNT_OF(cases); i++)
        for (int kind = 0; kind < WEND_SENSE_KIND_COUNT; kind++)
        {
            wend_shape ball = wend_default_shape(WEND_SHAPE_CIRCLE);
            ball.position = cases[i].middle;
            ball.radius = cases[i].radius;
            wend_obstacles *set = set_of(&ball, 1, cases[i].is_space);
            wend_world_def def = def_among(set, cases[i].plane);
            def.is_caster_spatial = cases[i].is_space;
            wend_world *world = wend_world_create(&def, NULL);
            wend_agent body = mover(0, 0, 0, 0);
            body.position = cases[i].agent;
            body.radius = cases[i].agent_radius;
            wend_agent_id id = add(world, body), other = add(world, body);
            wend_recipe recipe = recipe_of((wend_sense_kind)kind, i % 2 ? WEND_COMBINE_CONTEXT : WEND_COMBINE_SUM);
            wend_world_set_recipe(world, id, &recipe);
            give(world, id, wend_goal_pursue(other));
            wend_watch(world, id, true);
            for (int k = 0; k < 5; k++)
                step(world, k == 3 ? 1e-310 : 0.1);
            wend_reason reason;
            wend_explain(world, id, &reason);
            assert_true(is_finite(at(world, id)) && is_finite(at(world, other)));
            assert_true(is_finite(wend_world_velocity(world, id)) && is_finite(reason.aim) &&
                        is_finite(reason.steering));
            end(world, set);
        }
}

static void t_extreme_radii_find_the_same_by_every_search(void **state)
{
    (void)state;
    const float radii[] = {1e30f, 1e16f, 1e-16f};
    for (int i = 0; i < COUNT_OF(radii); i++)
    {
        int seen[2];
        for (int direct = 0; direct < 2; direct++)
        {
            wend_world *world = make(WEND_XY);
            wend_world_set_search(world, direct ? WEND_SEARCH_DIRECT : WEND_SEARCH_CELLS);
            wend_agent self = mover(0, 0, 0, 0), there = mover(2 * radii[i], 0, 0, 0),
                       here = mover(0.5f * radii[i], 0, 0, 0);
            self.neighbour_radius = radii[i];
            self.radius = there.radius = here.radius = 1e-20f;
            wend_agent_id id = add_to(world, self, 1);
            add_to(world, there, 1), add_to(world, here, 1);
            wend_watch(world, id, true);
            think(world, 0.1);
            wend_reason reason;
            wend_explain(world, id, &reason);
            seen[direct] = reason.neighbours;
            wend_world_destroy(world);
        }
        assert_int_equal(seen[0], 1);
        assert_int_equal(seen[1], 1);
    }
}

// A path's end may be close to a wall, whichever way it is walked.
static void t_a_path_ends_close_to_a_wall_from_both_sides(void **state)
{
    (void)state;
    wend_shape walls[2] = {box_at(v2(10.82f, 0), v2(0.5f, 4)), box_at(v2(-0.82f, 0), v2(0.5f, 4))};
    wend_obstacles *set = set_of(walls, 2, false);
    const wend_vec way[3] = {{0, 0, 0}, {5, 1, 0}, {10, 0, 0}};
    for (int back = 0; back < 2; back++)
        for (int follower = 0; follower <= WEND_FOLLOW_GOAL; follower++)
        {
            wend_world_def def = def_among(set, WEND_XY);
            wend_world *world = wend_world_create(&def, NULL);
            wend_agent_id id = spawn(world, back ? 10 : 0, 0);
            wend_recipe recipe = recipe_of(WEND_SENSE_RING, WEND_COMBINE_CONTEXT);
            recipe.follow.follower = (wend_follower)follower;
            recipe.follow.is_backward = back;
            wend_world_set_recipe(world, id, &recipe);
            give(world, id, wend_goal_follow(way, 3, false));
            int steps = 0;
            while (steps < 600 && !wend_world_has_arrived(world, id))
            {
                step(world, 1.0 / 60);
                steps++;
            }
            assert_true(steps < 60 * 7);
            wend_world_destroy(world);
        }
    wend_obstacles_destroy(set);
}

static int nobody_found;

static void ask_who_is_near(const wend_agent *agent, wend_ring *ring, void *user)
{
    (void)ring;
    wend_agent_id found[2];
    nobody_found += wend_world_nearest(*(wend_world **)user, agent->position, 5, NULL, found, 2) < 2;
}

static void t_a_writer_of_rings_may_ask_who_is_near(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = spawn(world, 0, 0);
    spawn(world, 1, 0);
    wend_recipe recipe = recipe_of(WEND_SENSE_NOTHING, WEND_COMBINE_CONTEXT);
    recipe.context.write = ask_who_is_near;
    recipe.context.write_user = &world;
    wend_world_set_recipe(world, id, &recipe);
    nobody_found = 0;
    for (int k = 0; k < 10; k++)
        step(world, 0.1);
    assert_int_equal(nobody_found, 0);
    wend_world_destroy(world);
}

static void t_what_is_remembered_lies_the_short_way(void **state)
{
    (void)state;
    wend_shape wall = box_at(v2(50, 5), v2(60, 0.5f));
    wend_obstacles *set = set_of(&wall, 1, false);
    wend_world_def def = def_among(set, WEND_XY);
    def.edge = WEND_EDGE_WRAP;
    def.low = v2(0, 0), def.high = v2(100, 100);
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id id = spawn(world, 98, 50), prey = spawn(world, 2, 50);
    wend_recipe recipe = wend_default_recipe();
    recipe.sense.needs_sight = true;
    wend_world_set_recipe(world, id, &recipe);
    wend_goal go = wend_goal_of(WEND_GOAL_ARRIVE);
    go.target = prey;
    give(world, id, go);
    step(world, 1.0 / 60);
    wend_vec guess;
    assert_true(wend_world_recall(world, id, prey, &guess) > 0);
    assert_vec(guess, 2, 50, 0, 1e-4);
    wend_world_teleport(world, prey, v2(50, 2), v2(0, 0), v2(1, 0)); // far beyond sight
    for (int k = 0; k < 60 * 4; k++)
        step(world, 1.0 / 60);
    assert_close(wend_distance(at(world, id), v2(2, 50)), 0, 0.1); // it went where it had seen it, and waits there
    end(world, set);
}

static void t_masks_hold_for_sight_and_containment(void **state)
{
    (void)state;
    wend_shape wall = box_at(v2(4, 0), v2(0.5f, 9));
    wall.layers = 2;
    wend_obstacles *set = set_of(&wall, 1, false);
    for (int masked = 0; masked < 3; masked++)
    {
        wend_world_def def = def_among(set, WEND_XY);
        def.does_stop_at_obstacles = false;
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id id = spawn(world, 0, 0), other = spawn(world, 9, 0);
        wend_recipe recipe = wend_default_recipe();
        recipe.sense.needs_sight = true;
        recipe.sense.sight_range = 20;
        recipe.sense.feel.mask = masked == 1 ? 1 : 0;
        recipe.dodge = WEND_DODGE_CONTAIN;
        recipe.fan.mask = masked == 1 ? 1 : 0;
        recipe.fan.ignore = masked == 2 ? (uint64_t)1 << 62 | (uint64_t)1 << 24 : 0; // its id
        wend_world_set_recipe(world, id, &recipe);
        give(world, id, wend_goal_pursue(other));
        step(world, 1.0 / 60);
        assert_int_equal(wend_world_recall(world, id, other, NULL) > 0, masked == 1);
        give(world, id, wend_goal_seek(v2(20, 0)));
        for (int k = 0; k < 180; k++)
            step(world, 1.0 / 60);
        assert_true(masked ? at(world, id).x > 8 : at(world, id).x < 3.5f);
        wend_world_destroy(world);
    }
    wend_obstacles_destroy(set);
}

static void t_a_context_map_in_which_nothing_is_aimed_at_changes_nothing(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add(world, mover(0, 0, 2, 0));
    wend_recipe recipe = wend_default_recipe();
    recipe.combiner = WEND_COMBINE_CONTEXT;
    recipe.wish_count = 0;
    wend_world_set_recipe(world, id, &recipe);
    for (int k = 0; k < 10; k++)
        step(world, 0.1);
    assert_same(wend_world_velocity(world, id), v2(2, 0));
    wend_world_destroy(world);
}

static void t_a_lost_target_is_noticed_at_once(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = spawn(world, 0, 0), prey = spawn(world, 50, 0);
    wend_recipe recipe = wend_default_recipe();
    recipe.think_seconds = 20;
    wend_world_set_recipe(world, id, &recipe);
    give(world, id, wend_goal_pursue(prey));
    for (int k = 0; k < 60; k++)
        step(world, 1.0 / 60);
    assert_true(wend_length(wend_world_velocity(world, id)) > 3);
    wend_world_remove(world, prey);
    for (int k = 0; k < 90; k++)
        step(world, 1.0 / 60);
    assert_close(wend_length(wend_world_velocity(world, id)), 0, 1e-3);
    wend_world_destroy(world);
}

static void t_bodies_with_a_heading_bounce_with_it(void **state)
{
    (void)state;
    for (int kind = WEND_BODY_TURNS; kind < WEND_BODY_KIND_COUNT; kind++)
    {
        wend_world *world = make_edged(WEND_EDGE_BOUNCE, -10, 10);
        wend_agent_id id = add(world, mover(0, 1, 3, 1));
        wend_recipe recipe = wend_default_recipe();
        recipe.body = (wend_body_kind)kind;
        wend_world_set_recipe(world, id, &recipe);
        give(world, id, wend_goal_cruise(3));
        int at_edge = 0;
        for (int k = 0; k < 1800; k++)
        {
            step(world, 1.0 / 60);
            wend_vec p = at(world, id);
            at_edge += fabsf(p.x) > 9.7f || fabsf(p.y) > 9.7f;
        }
        assert_in_range(at_edge, 1, 120);
        wend_world_destroy(world);
    }
}

/// Who has asked a question before a recipe is set gets no other cells than who hasn't.
static void t_a_question_changes_nothing(void **state)
{
    (void)state;
    wend_world *worlds[2] = {make(WEND_XY), make(WEND_XY)};
    for (int w = 0; w < 2; w++)
    {
        wend_random random = wend_random_seed(3, 3);
        wend_agent_id id = {0}, found[4];
        for (int i = 0; i < 14; i++)
        {
            wend_agent_def def = wend_default_agent_def();
            def.group = i < 13;
            def.agent.neighbour_radius = i < 13 ? 5.1f : 7.7f;
            def.agent.position = v2(wend_random_between(&random, -1, 9), wend_random_between(&random, -1, 9));
            def.agent.velocity = v2(wend_random_between(&random, -1, 1), wend_random_between(&random, -1, 1));
            id = wend_world_spawn(worlds[w], &def);
        }
        wend_recipe recipe = wend_default_recipe();
        assert_int_equal(wend_recipe_add(&recipe, WEND_WISH_AVOID_MOVERS, 1), WEND_OK);
        if (w == 1)
            wend_world_within(worlds[w], v2(0, 0), 1, NULL, found, 4);
        assert_int_equal(wend_world_set_recipe(worlds[w], id, &recipe), WEND_OK);
    }
    for (int k = 0; k < 10; k++)
    {
        step(worlds[0], 0.1);
        step(worlds[1], 0.1);
        assert_true(wend_world_hash(worlds[0]) == wend_world_hash(worlds[1]));
    }
    wend_world_destroy(worlds[0]);
    wend_world_destroy(worlds[1]);
}

static void decides_nothing(const wend_agent *agent, double seconds, void *user)
{
    (void)agent, (void)seconds, (void)user;
}

/// Cells don't grow while nobody needs them: answers come in the same order after an hour.
static void t_answers_keep_their_order_where_nobody_needs_neighbours(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    def.decide = decides_nothing;
    wend_world *world = wend_world_create(&def, NULL);
    static const float places[] = {9, 1, 5};
    wend_agent_id first[3], later[3];
    for (int i = 0; i < 3; i++)
        spawn(world, places[i], 0);
    step(world, 1.0 / 60);
    assert_int_equal(wend_world_within(world, v2(0, 0), 20, NULL, first, 3), 3);
    for (int k = 0; k < 216000; k++)
        step(world, 1.0 / 60);
    assert_int_equal(wend_world_within(world, v2(0, 0), 20, NULL, later, 3), 3);
    assert_memory_equal(first, later, sizeof first);
    wend_world_destroy(world);
}

/// In a dense crowd with a low limit the same are seen, however one searches.
static void t_a_low_limit_is_the_same_for_every_search(void **state)
{
    (void)state;
    for (int is_orca = 0; is_orca < 2; is_orca++)
    {
        uint64_t hashes[2];
        for (int kind = 0; kind < 2; kind++)
        {
            wend_world_def def = wend_default_world_def();
            def.search = kind ? WEND_SEARCH_DIRECT : WEND_SEARCH_CELLS;
            def.crowd_limit = 8;
            wend_world *world = wend_world_create(&def, NULL);
            wend_recipe recipe = wend_default_recipe();
            recipe.dodge = is_orca ? WEND_DODGE_ORCA : WEND_DODGE_NONE;
            for (int i = 0; i < 700; i++)
            {
                wend_agent_def agent = wend_default_agent_def();
                agent.group = 1;
                agent.agent.radius = 0.2f;
                agent.agent.neighbour_radius = i == 699 ? 60 : 1.5f;
                agent.agent.position = v2((float)(i % 13) * 1.01f, (float)(i / 13) * 1.03f);
                agent.agent.velocity = v2(0.01f * (float)(i % 7), 0.02f * (float)(i % 5));
                wend_world_set_recipe(world, wend_world_spawn(world, &agent), &recipe);
            }
            step(world, 0.1);
            hashes[kind] = wend_world_hash(world);
            wend_world_destroy(world);
        }
        assert_true(hashes[0] == hashes[1]);
    }
}

/// However many stand round it, nobody walks through the one in front.
static void t_nobody_is_walked_through_in_the_densest_crowd(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    def.does_stop_at_hulls = true;
    def.does_push_apart = false;
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_def agent = wend_default_agent_def();
    agent.agent.radius = 0.25f;
    for (int i = 0; i < 120; i++)
    {
        agent.agent.position = v2((float)(i % 10) * 0.6f - 3, -1 - 0.6f * (float)(i / 10));
        wend_world_spawn(world, &agent);
    }
    agent.agent.position = v2(0, 6), agent.agent.mass = 1e6f;
    wend_world_spawn(world, &agent);
    agent.agent.position = v2(0, 0), agent.agent.mass = 1;
    agent.agent.velocity = v2(0, 80), agent.agent.max_speed = 80;
    wend_agent_id mover_id = wend_world_spawn(world, &agent);
    give(world, mover_id, wend_goal_of(WEND_GOAL_CRUISE));
    step(world, 0.1);
    assert_close(at(world, mover_id).y, 5.5, 2e-3); // touches it
    wend_world_destroy(world);
}

/// Whoever slides along several others in one step is no faster for that.
static void t_sliding_makes_nobody_faster(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    def.does_stop_at_hulls = true;
    wend_world *world = wend_world_create(&def, NULL);
    wend_random random = wend_random_seed(4, 1);
    wend_agent_id ids[60];
    for (int i = 0; i < COUNT_OF(ids); i++)
    {
        wend_agent_def agent = wend_default_agent_def();
        agent.agent.radius = wend_random_between(&random, 0.1f, 0.5f);
        agent.agent.position = v2(2 * (float)(i % 10), 2 * (float)(i / 10));
        ids[i] = wend_world_spawn(world, &agent);
    }
    for (int k = 0; k < 300; k++)
    {
        for (int i = k % 30; i < COUNT_OF(ids); i += 30)
            give(world, ids[i],
                 wend_goal_seek(v2(wend_random_between(&random, 0, 18), wend_random_between(&random, 0, 10))));
        step(world, 0.25);
        for (int i = 0; i < COUNT_OF(ids); i++)
            assert_true(exact_length(wend_world_velocity(world, ids[i])) <= 4 * (1 + 1e-5));
    }
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_rays_all_round_in_space_need_no_context_map),
        cmocka_unit_test(t_an_update_that_fails_changes_nothing_that_was_sensed),
        cmocka_unit_test(t_huge_and_tiny_obstacles_leave_positions_finite),
        cmocka_unit_test(t_extreme_radii_find_the_same_by_every_search),
        cmocka_unit_test(t_a_path_ends_close_to_a_wall_from_both_sides),
        cmocka_unit_test(t_a_writer_of_rings_may_ask_who_is_near),
        cmocka_unit_test(t_what_is_remembered_lies_the_short_way),
        cmocka_unit_test(t_masks_hold_for_sight_and_containment),
        cmocka_unit_test(t_a_context_map_in_which_nothing_is_aimed_at_changes_nothing),
        cmocka_unit_test(t_a_lost_target_is_noticed_at_once),
        cmocka_unit_test(t_bodies_with_a_heading_bounce_with_it),
        cmocka_unit_test(t_a_question_changes_nothing),
        cmocka_unit_test(t_answers_keep_their_order_where_nobody_needs_neighbours),
        cmocka_unit_test(t_a_low_limit_is_the_same_for_every_search),
        cmocka_unit_test(t_nobody_is_walked_through_in_the_densest_crowd),
        cmocka_unit_test(t_sliding_makes_nobody_faster),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
