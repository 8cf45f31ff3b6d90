// explain.h and draw.h: what is told is what was used, the parts add up, the flags are true, the drawing shows those
// very vectors (CLAIMS 002-13).
#include "testing_world.h"

#include "wend/draw.h"

static wend_reason reason_of(const wend_world *world, wend_agent_id id)
{
    wend_reason reason;
    assert_int_equal(wend_explain(world, id, &reason), WEND_OK);
    assert_true(wend_same_agent(reason.agent, id));
    return reason;
}

/// One watched agent with this goal (and a recipe, or the default one), thinking once.
static wend_reason explained(wend_agent self, wend_goal goal, const wend_recipe *recipe)
{
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add_to(world, self, 0);
    if (recipe)
        assert_int_equal(wend_world_set_recipe(world, id, recipe), WEND_OK);
    give(world, id, goal);
    assert_int_equal(wend_watch(world, id, true), WEND_OK);
    assert_int_equal(wend_world_think(world, 0.05), WEND_OK);
    wend_reason reason = reason_of(world, id);
    assert_same(reason.result, wend_world_velocity(world, id));
    wend_world_destroy(world);
    return reason;
}

// ---- watching

static void t_who_can_be_watched(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id ids[66];
    wend_reason reason;
    for (int i = 0; i < 66; i++)
        ids[i] = add_to(world, agent_at((float)i, 0), 0);
    assert_int_equal(wend_explain(world, ids[0], &reason), WEND_ERROR_ID);
    for (int i = 0; i < 64; i++)
        assert_int_equal(wend_watch(world, ids[i], true), WEND_OK);
    assert_int_equal(wend_watch(world, ids[5], true), WEND_OK); // watched already
    uint64_t hash = wend_world_hash(world);
    assert_int_equal(wend_watch(world, ids[64], true), WEND_ERROR_FULL);
    assert_non_null(strstr(wend_world_error(world)->text, "64"));
    assert_true(wend_world_hash(world) == hash);
    assert_int_equal(wend_explain(world, ids[0], &reason), WEND_ERROR_ID); // it hasn't thought since
    assert_int_equal(wend_world_think(world, 0.1), WEND_OK);
    for (int i = 0; i < 64; i++)
        reason_of(world, ids[i]);
    assert_int_equal(wend_explain(world, ids[64], &reason), WEND_ERROR_ID);
    assert_int_equal(wend_watch(world, ids[3], false), WEND_OK);
    assert_int_equal(wend_watch(world, ids[3], false), WEND_OK);
    assert_int_equal(wend_explain(world, ids[3], &reason), WEND_ERROR_ID);
    assert_int_equal(wend_watch(world, ids[64], true), WEND_OK); // its room is free
    assert_int_equal(wend_explain(world, ids[64], &reason), WEND_ERROR_ID);
    assert_int_equal(wend_world_remove(world, ids[7]), WEND_OK);
    assert_int_equal(wend_watch(world, ids[65], true), WEND_OK); // as is that of one who is gone
    assert_int_equal(wend_explain(world, ids[7], &reason), WEND_ERROR_ID);
    assert_int_equal(wend_watch(world, ids[7], true), WEND_ERROR_ID);
    assert_int_equal(wend_watch(NULL, ids[0], true), WEND_ERROR_NULL);
    assert_int_equal(wend_explain(world, ids[0], NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_explain(NULL, ids[0], &reason), WEND_ERROR_NULL);
    assert_int_equal(wend_world_think(world, 0.1), WEND_OK);
    reason_of(world, ids[64]);
    reason_of(world, ids[65]);
    reason_of(world, ids[63]); // still its own reasons, although agents have moved up
    wend_world_destroy(world);
}

static void t_watching_changes_nothing(void **state)
{
    (void)state;
    wend_world *worlds[2];
    for (int k = 0; k < 2; k++)
    {
        worlds[k] = make(WEND_XY);
        uint64_t random = 9;
        for (int i = 0; i < 30; i++)
        {
            wend_agent_id id = add_to(worlds[k], agent_at(draw_float(&random, -5, 5), draw_float(&random, -5, 5)), 1);
            give(worlds[k], id, wend_goal_wander());
            if (k == 1)
                assert_int_equal(wend_watch(worlds[k], id, true), WEND_OK);
        }
        for (int i = 0; i < 100; i++)
            assert_int_equal(wend_world_step(worlds[k], 0.05), WEND_OK);
    }
    assert_true(wend_world_hash(worlds[0]) == wend_world_hash(worlds[1]));
    wend_world_destroy(worlds[0]);
    wend_world_destroy(worlds[1]);
}

// ---- what is told

static void t_002_13_the_very_vectors(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id ids[12];
    uint64_t random = 3;
    for (int i = 0; i < 12; i++)
    {
        ids[i] = add_to(world, agent_at(draw_float(&random, -4, 4), draw_float(&random, -4, 4)), 1);
        give(world, ids[i], i % 3 == 0 ? wend_goal_wander() : wend_goal_arrive(draw_in_box(&random, 9, false)));
        assert_int_equal(wend_watch(world, ids[i], true), WEND_OK);
    }
    for (int k = 0; k < 100; k++)
    {
        wend_agent_def before[12];
        for (int i = 0; i < 12; i++)
            assert_int_equal(wend_world_get(world, ids[i], &before[i]), WEND_OK);
        assert_int_equal(wend_world_step(world, 0.05), WEND_OK);
        int neighbours = 0;
        for (int i = 0; i < 12; i++)
        {
            wend_reason reason = reason_of(world, ids[i]);
            wend_agent self = before[i].agent;
            assert_same(reason.position, self.position);
            assert_same(reason.velocity, self.velocity);
            assert_same(reason.heading, self.heading);
            assert_same(reason.result, wend_world_velocity(world, ids[i]));
            assert_same(reason.dodged, reason.combined); // there is no dodge
            unsigned cut_by = 99;
            assert_same(reason.result, wend_point_mass(&self, reason.dodged, 0.05, &cut_by));
            assert_int_equal(reason.cut_by, cut_by);
            for (int axis = 0; axis < 2; axis++)
            {
                float result = axis ? reason.result.y : reason.result.x, was = axis ? self.velocity.y : self.velocity.x;
                assert_close(axis ? reason.steering.y : reason.steering.x, ((double)result - (double)was) / 0.05, 1e-4);
            }
            assert_int_equal(reason.wish_count, 4);
            wend_wish wishes[4];
            static const wend_wish_kind kinds[] = {WEND_WISH_SEPARATE, WEND_WISH_GOAL, WEND_WISH_ALIGN,
                                                   WEND_WISH_COHERE};
            for (int w = 0; w < 4; w++)
            {
                assert_int_equal(reason.wishes[w].kind, kinds[w]);
                assert_close(reason.wishes[w].wish.weight, 1, 0);
                wishes[w] = reason.wishes[w].wish;
            }
            assert_int_equal(reason.wishes[1].goal, i % 3 == 0 ? WEND_GOAL_WANDER : WEND_GOAL_ARRIVE);
            assert_same(wend_combine_flock(&self, wishes, 4), reason.combined);
            for (int w = 0; w < 4; w++)
                assert_same(wishes[w].taken, reason.wishes[w].wish.taken);
            assert_false(reason.is_kept || reason.is_crowded);
            neighbours += reason.neighbours;
        }
        assert_int_equal(neighbours, wend_world_get_stats(world).neighbours);
        assert_true(k > 0 || neighbours > 12);
    }
    wend_world_destroy(world);
}

static void t_what_was_taken_adds_up(void **state)
{
    (void)state;
    uint64_t random = 41;
    static const wend_combiner combiners[] = {WEND_COMBINE_SUM, WEND_COMBINE_PRIORITY, WEND_COMBINE_BUDGET};
    for (int round = 0; round < 300; round++)
    {
        wend_recipe recipe = wend_default_recipe();
        recipe.wish_count = 0;
        recipe.combiner = combiners[round % 3];
        recipe.limit = draw_float(&random, 0, 8);
        assert_int_equal(wend_recipe_add(&recipe, WEND_WISH_GOAL, draw_float(&random, 0, 2)), WEND_OK);
        for (int i = 0; i < 3; i++)
        {
            wend_goal also = i % 2 ? wend_goal_flee(draw_in_box(&random, 5, false), 4)
                                   : wend_goal_seek(draw_in_box(&random, 5, false));
            assert_int_equal(wend_recipe_also(&recipe, &also, draw_float(&random, 0, 2)), WEND_OK);
        }
        wend_agent self = mover(0, 0, draw_float(&random, -3, 3), draw_float(&random, -3, 3));
        wend_reason reason = explained(self, wend_goal_seek(draw_in_box(&random, 5, false)), &recipe);
        assert_int_equal(reason.wish_count, 4);
        double x = 0, y = 0;
        for (int i = 0; i < 4; i++)
        {
            x += (double)reason.wishes[i].wish.taken.x;
            y += (double)reason.wishes[i].wish.taken.y;
        }
        assert_vec(wend_sub(reason.combined, reason.velocity), x, y, 0, 2e-5);
        assert_int_equal(reason.wishes[1].goal, WEND_GOAL_SEEK);
        assert_int_equal(reason.wishes[2].goal, WEND_GOAL_FLEE);
    }
}

static void t_what_cut_it(void **state)
{
    (void)state;
    wend_goal goal = wend_goal_of(WEND_GOAL_MATCH);
    wend_agent self = mover(0, 0, 1, 0);
    goal.point = v2(1, 0); // nothing to change
    assert_int_equal(explained(self, goal, NULL).cut_by, WEND_CUT_BY_NOTHING);
    goal.point = v2(1.1f, 0); // 0.1 * 0.05 / 0.15 a step: far below 8 * 0.05
    assert_int_equal(explained(self, goal, NULL).cut_by, WEND_CUT_BY_RESPONSE);
    goal.point = v2(4, 0); // 3 / 3 = 1 > 0.4
    assert_int_equal(explained(self, goal, NULL).cut_by, WEND_CUT_BY_RESPONSE | WEND_CUT_BY_ACCELERATION);
    self.response_time = 0;
    assert_int_equal(explained(self, goal, NULL).cut_by, WEND_CUT_BY_ACCELERATION);
    self.velocity = v2(9, 0); // too fast already
    assert_int_equal(explained(self, goal, NULL).cut_by & WEND_CUT_BY_SPEED, WEND_CUT_BY_SPEED);
}

static void t_kept_wishes(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add_to(world, agent_at(0, 0), 0);
    wend_recipe recipe = wend_default_recipe();
    recipe.think_seconds = 1000;
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    give(world, id, wend_goal_seek(v2(9, 0)));
    assert_int_equal(wend_watch(world, id, true), WEND_OK);
    assert_int_equal(wend_world_think(world, 0.05), WEND_OK);
    wend_reason first = reason_of(world, id);
    assert_false(first.is_kept);
    assert_int_equal(wend_world_think(world, 0.05), WEND_OK);
    wend_reason second = reason_of(world, id);
    assert_true(second.is_kept);
    assert_same(second.combined, first.combined);
    assert_close(second.seconds - first.seconds, 0.05, 1e-9);
    wend_world_destroy(world);
}

// The result is what was published: also at an edge, which takes the speed into it.
static void t_the_result_at_an_edge(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    def.edge = WEND_EDGE_STOP, def.low = v2(-5, -5), def.high = v2(5, 5);
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id id = add_to(world, mover(4.7f, 0, 4, 0), 0);
    give(world, id, wend_goal_seek(v2(9, 0)));
    assert_int_equal(wend_watch(world, id, true), WEND_OK);
    assert_int_equal(wend_world_step(world, 0.1), WEND_OK);
    assert_vec(wend_world_velocity(world, id), 0, 0, 0, 0);
    assert_same(reason_of(world, id).result, wend_world_velocity(world, id));
    wend_world_destroy(world);
}

// ---- the aim

/// The wish of the goal points from the agent to the aim.
static void check_aim(const wend_reason *reason, int wish)
{
    assert_true(reason->has_aim);
    wend_vec way = wend_sub(reason->aim, reason->position), wanted = reason->wishes[wish].wish.velocity;
    double across = (double)way.x * (double)wanted.y - (double)way.y * (double)wanted.x;
    assert_true(exact_dot(way, wanted) > 0);
    assert_close(across / exact_length(way) / exact_length(wanted), 0, 1e-4);
}

static wend_reason explained_chase(wend_goal_kind kind, bool is_exact)
{
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add_to(world, agent_at(0, 0), 0), target = add_to(world, mover(10, 0, 0, 3), 0);
    wend_agent_id other = add_to(world, mover(4, -6, 2, 0), 0);
    wend_goal goal = wend_goal_of(kind);
    goal.target = target, goal.other = other, goal.prediction.is_exact = is_exact;
    goal.point = v2(-2, 1); // of offset_pursue
    give(world, id, goal);
    assert_int_equal(wend_watch(world, id, true), WEND_OK);
    assert_int_equal(wend_world_think(world, 0.05), WEND_OK);
    wend_reason reason = reason_of(world, id);
    wend_world_destroy(world);
    return reason;
}

static void t_aim_of_points_and_pursuit(void **state)
{
    (void)state;
    wend_reason reason = explained(agent_at(1, 2), wend_goal_seek(v2(7, -3)), NULL);
    assert_vec(reason.aim, 7, -3, 0, 0);
    check_aim(&reason, 1);
    reason = explained(agent_at(1, 2), wend_goal_wander(), NULL);
    assert_false(reason.has_aim);
    reason = explained_chase(WEND_GOAL_PURSUE, false); // 10 / (4 + 3) s ahead: (10, 30 / 7)
    assert_vec(reason.aim, 10, 30.0 / 7, 0, 1e-5);
    check_aim(&reason, 1);
}

// "the predicted place": with the exact intercept, 100 + 9 t^2 = 16 t^2.
static void t_aim_of_an_exact_pursuit(void **state)
{
    (void)state;
    wend_reason reason = explained_chase(WEND_GOAL_PURSUE, true);
    check_aim(&reason, 1);
}

static void t_aim_of_interpose(void **state)
{
    (void)state;
    wend_reason reason = explained_chase(WEND_GOAL_INTERPOSE, false);
    check_aim(&reason, 1);
}

// "the slot": 2 behind and 1 to the left of a leader that looks along +y.
static void t_aim_of_offset_pursuit(void **state)
{
    (void)state;
    wend_reason reason = explained_chase(WEND_GOAL_OFFSET_PURSUE, false);
    assert_true(reason.has_aim);
}

// "the point its goal made for", not that of another wish in the recipe.
static void t_aim_is_the_goal_s(void **state)
{
    (void)state;
    wend_recipe recipe = wend_default_recipe();
    wend_goal also = wend_goal_seek(v2(-50, 60));
    assert_int_equal(wend_recipe_also(&recipe, &also, 1), WEND_OK);
    wend_reason reason = explained(agent_at(1, 2), wend_goal_seek(v2(7, -3)), &recipe);
    assert_vec(reason.aim, 7, -3, 0, 0);
    reason = explained(agent_at(1, 2), wend_goal_wander(), &recipe);
    assert_false(reason.has_aim);
}

// In the world's own axes, and across an edge the nearest image.
static void t_axes_of_reasons(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    def.plane = WEND_XZ, def.edge = WEND_EDGE_WRAP, def.high = wend_xyz(100, 0, 100);
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent self = agent_at(0, 0);
    self.position = wend_xyz(50, 7, 99), self.velocity = wend_xyz(1, 0, 2);
    wend_agent_id id = add_to(world, self, 0);
    give(world, id, wend_goal_seek(wend_xyz(50, 0, 3)));
    assert_int_equal(wend_watch(world, id, true), WEND_OK);
    assert_int_equal(wend_world_think(world, 0.05), WEND_OK);
    wend_reason reason = reason_of(world, id);
    assert_vec(reason.position, 50, 7, 99, 0);
    assert_vec(reason.velocity, 1, 0, 2, 0);
    assert_vec(reason.aim, 50, 7, 103, 1e-4);
    assert_vec(reason.wishes[1].wish.velocity, 0, 0, 4, 1e-5);
    assert_vec(reason.combined, 0, 0, 4, 1e-5);
    assert_same(reason.result, wend_world_velocity(world, id));
    wend_world_destroy(world);
}

// ---- in words

static void t_text_is_cut_and_measured(void **state)
{
    (void)state;
    wend_recipe recipe = wend_default_recipe();
    wend_goal also = wend_goal_flee(v2(1, 1), 9);
    assert_int_equal(wend_recipe_also(&recipe, &also, 2), WEND_OK);
    wend_reason reason = explained(mover(0, 0, 1, 0), wend_goal_seek(v2(-7, -3)), &recipe);
    char whole[4000], text[4000];
    int length = wend_explain_text(&reason, whole, (int)sizeof whole);
    assert_int_equal(length, strlen(whole));
    static const char *const words[] = {"seek", "flee", "separate", "align", "cohere", "acceleration", "response"};
    for (int i = 0; i < COUNT_OF(words); i++)
        if (!strstr(whole, words[i]))
            fail_msg("\"%s\" isn't in:\n%s", words[i], whole);
    assert_null(strstr(whole, "top speed")); // it cut nothing
    for (int capacity = 0; capacity < length + 3; capacity++)
    {
        memset(text, '#', sizeof text);
        assert_int_equal(wend_explain_text(&reason, text, capacity), length);
        if (capacity > 0)
            assert_int_equal(strlen(text), capacity - 1 < length ? capacity - 1 : length);
        assert_memory_equal(text, whole, (size_t)(capacity > 0 ? strlen(text) : 0));
        assert_int_equal(text[capacity], '#'); // nothing behind its end
    }
    assert_int_equal(wend_explain_text(&reason, NULL, 0), length);
}

// ---- drawing

typedef struct drawn
{
    wend_vec from, to;
    wend_colour colour;
    bool is_dashed;
} drawn;

typedef struct canvas
{
    drawn lines[64];
    int count, shapes;
} canvas;

static void keep_line(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user)
{
    canvas *c = user;
    c->lines[c->count++] = (drawn){from, to, colour, is_dashed};
}

static void keep_circle(wend_vec centre, float radius, wend_colour colour, bool is_filled, void *user)
{
    (void)colour, (void)is_filled;
    assert_vec(centre, 3, 4, 0, 0);
    assert_close(radius, 0.5, 0);
    ((canvas *)user)->shapes++;
}

/// The shaft of the arrow in that colour: the line that begins at the agent.
static drawn shaft(const canvas *c, wend_vec at, wend_colour colour)
{
    for (int i = 0; i < c->count; i++)
        if (c->lines[i].colour == colour && wend_equal(c->lines[i].from, at))
            return c->lines[i];
    fail_msg("no line in colour %08x from the agent", (unsigned)colour);
    return c->lines[0];
}

static void t_002_13_drawing_shows_them(void **state)
{
    (void)state;
    wend_reason reason = explained(mover(3, 4, 1, 0.5f), wend_goal_seek(v2(-7, 9)), NULL);
    canvas c = {0};
    wend_draw table = wend_default_draw();
    wend_draw_reason(&table, &reason, 2); // does nothing, and is called
    table.line = keep_line, table.circle = keep_circle, table.user = &c;
    wend_draw_reason(&table, &reason, 2);
    const struct
    {
        wend_colour colour;
        wend_vec along;
        bool is_dashed;
    } rows[] = {
        {WEND_COLOUR_VELOCITY, wend_scale(reason.velocity, 2), false},
        {WEND_COLOUR_WISH, wend_scale(reason.combined, 2), true},
        {WEND_COLOUR_STEERING, wend_scale(reason.steering, 2 * 0.25f), false}, // times 0.25 s
    };
    assert_true(exact_length(reason.steering) > 1);
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        drawn line = shaft(&c, reason.position, rows[i].colour);
        wend_vec to = wend_add(reason.position, rows[i].along);
        assert_vec(line.to, to.x, to.y, to.z, 1e-6);
        assert_int_equal(line.is_dashed, rows[i].is_dashed);
    }
    assert_vec(shaft(&c, reason.position, WEND_COLOUR_AIM).to, -7, 9, 0, 0);
    reason.has_aim = false, c.count = 0;
    wend_draw_reason(&table, &reason, 1);
    for (int i = 0; i < c.count; i++)
        assert_true(c.lines[i].colour != WEND_COLOUR_AIM);
    assert_true(c.count > 0);
    wend_draw_agent(&table, v2(3, 4), v2(0, 1), 0.5f, WEND_COLOUR_WISH);
    assert_true(c.shapes > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_who_can_be_watched),
        cmocka_unit_test(t_watching_changes_nothing),
        cmocka_unit_test(t_002_13_the_very_vectors),
        cmocka_unit_test(t_what_was_taken_adds_up),
        cmocka_unit_test(t_what_cut_it),
        cmocka_unit_test(t_kept_wishes),
        cmocka_unit_test(t_the_result_at_an_edge),
        cmocka_unit_test(t_aim_of_points_and_pursuit),
        cmocka_unit_test(t_aim_of_an_exact_pursuit),
        cmocka_unit_test(t_aim_of_interpose),
        cmocka_unit_test(t_aim_of_offset_pursuit),
        cmocka_unit_test(t_aim_is_the_goal_s),
        cmocka_unit_test(t_axes_of_reasons),
        cmocka_unit_test(t_text_is_cut_and_measured),
        cmocka_unit_test(t_002_13_drawing_shows_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
