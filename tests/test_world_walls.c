// Worlds with obstacles: hulls stop at them, senses have a rate and remember, sight is blocked.
#include "testing_memory.h"
#include "testing_world.h"

#include "wend/explain.h"

// ---- obstacles, and a caster that counts --------------------------------------------------------------------------

typedef struct walls
{
    wend_obstacles *set;
    wend_caster inside;
    int casts, arounds;
    wend_vec from, along; // of the last query
} walls;

static bool counted_cast(const wend_cast *cast, wend_hit *hit, void *user)
{
    walls *w = user;
    w->casts++;
    w->from = cast->from;
    w->along = cast->along;
    return w->inside.cast(cast, hit, w->inside.user);
}

static int counted_around(wend_vec centre, float radius, uint32_t mask, uint64_t ignore, wend_hit *hits, int capacity,
                          void *user)
{
    walls *w = user;
    w->arounds++;
    w->from = centre;
    return w->inside.around(centre, radius, mask, ignore, hits, capacity, w->inside.user);
}

static walls no_walls(bool is_space)
{
    walls w = {0};
    wend_obstacles_def def = wend_default_obstacles_def();
    def.is_spatial = is_space;
    w.set = wend_obstacles_create(&def, NULL);
    assert_non_null(w.set);
    w.inside = wend_obstacles_caster(w.set);
    return w;
}

static wend_obstacle_id put(walls *w, const wend_shape *shape)
{
    wend_obstacle_id id = wend_obstacles_add(w->set, shape);
    assert_true(id.value != 0);
    return id;
}

static wend_obstacle_id put_wall(walls *w, wend_vec from, wend_vec to)
{
    wend_shape shape = wend_default_shape(WEND_SHAPE_SEGMENT);
    shape.from = from, shape.to = to;
    return put(w, &shape);
}

static wend_obstacle_id put_box(walls *w, wend_vec middle, wend_vec half)
{
    wend_shape shape = wend_default_shape(WEND_SHAPE_BOX);
    shape.position = middle, shape.half = half;
    return put(w, &shape);
}

static wend_world *world_among(walls *w, wend_plane plane, int threads)
{
    wend_world_def def = wend_default_world_def();
    def.plane = plane;
    def.threads = threads;
    def.caster = (wend_caster){counted_cast, counted_around, w};
    if (threads > 1)
        def.caster = w->inside; // counting isn't made for threads
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    return world;
}

static void end(walls *w, wend_world *world)
{
    wend_world_destroy(world);
    wend_obstacles_destroy(w->set);
}

/// Nobody may overlap anything by more than a thousandth of the radius.
static void check_clear(const wend_world *world, const walls *w)
{
    int count = wend_world_count(world);
    for (int i = 0; i < count; i++)
    {
        wend_agent_id ids[300];
        wend_agent_def def;
        assert_true(wend_world_list(world, ids, 300) <= 300);
        wend_world_get(world, ids[i], &def);
        wend_touch touch;
        int touching = wend_obstacles_touching(w->set, def.agent.position, def.agent.radius * 0.999f, 0, &touch, 1);
        if (touching)
            fail_msg("agent %d at (%g, %g) is %g deep in obstacle %llu", i, (double)def.agent.position.x,
                     (double)def.agent.position.y, (double)touch.depth, (unsigned long long)touch.id.value);
    }
}

// ---- stopping -----------------------------------------------------------------------------------------------------

// FIELD-CASES, tunnelling: ten times its own width in a step, straight at a wall without thickness.
static void t_nobody_steps_through_a_wall_at_any_speed(void **state)
{
    (void)state;
    const float speeds[] = {1, 30, 1000, 1e6f};
    for (int i = 0; i < COUNT_OF(speeds); i++)
    {
        walls w = no_walls(false);
        put_wall(&w, v2(5, -5), v2(5, 5));
        wend_world *world = world_among(&w, WEND_XY, 1);
        wend_agent body = instant(0, 0, 0, 0);
        body.max_speed = speeds[i];
        body.max_acceleration = 1e9f;
        wend_agent_id id = add(world, body);
        give(world, id, wend_goal_seek(v2(1e7f, 0)));
        for (int k = 0; k < 400; k++)
        {
            step(world, 1.0 / 30);
            check_clear(world, &w);
        }
        assert_close(at(world, id).x, 5 - 0.25, 1e-3);
        assert_close(at(world, id).y, 0, 1e-3);
        assert_close(wend_world_velocity(world, id).x, 0, 1e-6); // the speed into it is lost
        end(&w, world);
    }
}

static void t_a_body_slides_along_a_wall(void **state)
{
    (void)state;
    walls w = no_walls(false);
    put_wall(&w, v2(-50, 1), v2(50, 1));
    wend_world *world = world_among(&w, WEND_XY, 1);
    wend_agent_id id = add(world, instant(0, 0, 0, 0));
    give(world, id, match(3, 3)); // cut to 4 units a second: 2.83 along each axis
    for (int k = 0; k < 60; k++)
        step(world, 1.0 / 60);
    assert_close(at(world, id).y, 0.75, 1e-3);
    assert_close(wend_world_velocity(world, id).y, 0, 1e-5);
    assert_close(wend_world_velocity(world, id).x, 4 / sqrt(2), 1e-4);
    assert_close(at(world, id).x, 4 / sqrt(2), 0.05);
    end(&w, world);
}

static void t_a_corner_holds_a_body(void **state)
{
    (void)state;
    walls w = no_walls(false);
    put_wall(&w, v2(3, -9), v2(3, 2));
    put_wall(&w, v2(-9, 1), v2(4, 2)); // sharp: 80 degrees
    wend_world *world = world_among(&w, WEND_XY, 1);
    wend_agent_id id = add(world, instant(0, 0, 0, 0));
    give(world, id, wend_goal_seek(v2(40, 40)));
    for (int k = 0; k < 300; k++)
    {
        step(world, 1.0 / 60);
        check_clear(world, &w);
    }
    assert_true(at(world, id).x < 3 && at(world, id).x > 2);
    end(&w, world);
}

// FIELD-CASES, pushed out: a crowd that wants to one point beyond a wall pushes its first row, but not through.
static void t_a_crowd_pushes_nobody_through_a_wall(void **state)
{
    (void)state;
    walls w = no_walls(false);
    const wend_vec corners[4] = {{-6, -6, 0}, {6, -6, 0}, {6, 6, 0}, {-6, 6, 0}};
    for (int i = 0; i < 4; i++)
        put_wall(&w, corners[i], corners[(i + 1) % 4]);
    wend_world *world = world_among(&w, WEND_XY, 1);
    for (int i = 0; i < 200; i++)
    {
        wend_agent_id id = spawn(world, -5 + 0.6f * (float)(i % 15), -5 + 0.6f * (float)(i / 15));
        give(world, id, wend_goal_seek(v2(20, 1)));
    }
    for (int k = 0; k < 400; k++)
    {
        step(world, 1.0 / 30);
        check_clear(world, &w);
    }
    end(&w, world);
}

static void t_what_moves_pushes_bodies_out_of_its_way(void **state)
{
    (void)state;
    walls w = no_walls(false);
    wend_obstacle_id plough = put_box(&w, v2(-5, 0), v2(0.5f, 2));
    wend_world *world = world_among(&w, WEND_XY, 1);
    wend_agent_id id = spawn(world, 0, 0);
    for (int k = 0; k < 120; k++)
    {
        wend_obstacles_move(w.set, plough, v2(-5 + 0.1f * (float)k, 0), 0);
        step(world, 1.0 / 60);
        check_clear(world, &w);
    }
    assert_close(at(world, id).x, 6.9 + 0.5 + 0.25, 0.01); // in front of it
    end(&w, world);
}

static void t_masks_and_the_switch_let_bodies_through(void **state)
{
    (void)state;
    walls w = no_walls(false);
    wend_shape shape = wend_default_shape(WEND_SHAPE_BOX);
    shape.position = v2(3, 0), shape.half = v2(1, 1), shape.layers = 2;
    put(&w, &shape);
    for (int kind = 0; kind < 4; kind++)
    {
        wend_world_def def = wend_default_world_def();
        def.caster = w.inside;
        def.does_stop_at_obstacles = kind != 1;
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_def agent = wend_default_agent_def();
        agent.mask = kind == 2 ? 1 : kind == 3 ? 0 : UINT32_MAX;
        wend_agent_id id = wend_world_spawn(world, &agent);
        give(world, id, wend_goal_seek(v2(20, 0)));
        for (int k = 0; k < 120; k++)
            step(world, 1.0 / 60);
        assert_true(kind == 0 ? at(world, id).x < 2 : at(world, id).x > 4);
        wend_world_destroy(world);
    }
    wend_obstacles_destroy(w.set);
}

// A car that is stopped by a wall has the speed that it made; then it backs up and gets round.
static void t_a_car_backs_off_a_wall(void **state)
{
    (void)state;
    walls w = no_walls(false);
    put_wall(&w, v2(3, -2), v2(3, 2));
    wend_world *world = world_among(&w, WEND_XY, 1);
    wend_agent_id id = add(world, mover(0, 0, 4, 0));
    wend_recipe recipe = wend_default_recipe();
    recipe.body = WEND_BODY_CAR;
    wend_world_set_recipe(world, id, &recipe);
    give(world, id, wend_goal_seek(v2(-6, 0.5f)));
    float least = 1, back = 0;
    for (int k = 0; k < 600 && wend_distance(at(world, id), v2(-6, 0.5f)) > 0.5f; k++)
    {
        step(world, 1.0 / 60);
        check_clear(world, &w);
        float speed = wend_dot(wend_world_velocity(world, id), wend_world_heading(world, id));
        least = fminf(least, wend_world_heading(world, id).x);
        back = fminf(back, speed);
    }
    assert_true(back < -0.5f);
    assert_true(wend_distance(at(world, id), v2(-6, 0.5f)) <= 0.5f);
    end(&w, world);
}

static void t_space_has_walls_too(void **state)
{
    (void)state;
    walls w = no_walls(true);
    put_box(&w, wend_xyz(0, 0, 5), wend_xyz(3, 3, 0.5f));
    wend_world *world = world_among(&w, WEND_XYZ, 1);
    wend_agent_id id = spawn(world, 0, 0);
    give(world, id, wend_goal_seek(wend_xyz(1, 0, 50)));
    for (int k = 0; k < 240; k++)
    {
        step(world, 1.0 / 60);
        check_clear(world, &w);
    }
    end(&w, world);
}

// A planar world asks a spatial caster at the height of its agents.
static void t_a_flat_world_casts_at_its_agents_height(void **state)
{
    (void)state;
    walls w = no_walls(true);
    put_box(&w, wend_xyz(3, 1, 0), wend_xyz(0.5f, 1, 2)); // two high, on the ground
    wend_world_def def = wend_default_world_def();
    def.plane = WEND_XZ;
    def.caster = (wend_caster){counted_cast, counted_around, &w};
    def.is_caster_spatial = true;
    def.cast_height = 0.5f;
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id low = spawn(world, 0, 0), high = add(world, mover(0, 0, 0, 0));
    wend_world_teleport(world, high, wend_xyz(0, 4, 0.2f), v2(0, 0), v2(1, 0));
    give(world, low, wend_goal_seek(wend_xyz(20, 0, 0)));
    give(world, high, wend_goal_seek(wend_xyz(20, 0, 0.2f)));
    step(world, 1.0 / 60);
    assert_close(w.from.y, 4.5, 1e-6); // of the last one
    assert_close(w.along.y, 0, 0);
    for (int k = 0; k < 150; k++)
        step(world, 1.0 / 60);
    assert_true(at(world, low).x < 2.3f && at(world, low).y == 0);
    assert_true(at(world, high).x > 6 && at(world, high).y == 4); // over it
    end(&w, world);
}

// ---- senses -------------------------------------------------------------------------------------------------------

static void t_sensing_has_its_own_rate(void **state)
{
    (void)state;
    walls w = no_walls(false);
    put_wall(&w, v2(3, -20), v2(3, 20));
    wend_world_def def = wend_default_world_def();
    def.caster = (wend_caster){counted_cast, counted_around, &w};
    def.does_stop_at_obstacles = false;
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent slow = mover(0, 0, 1, 0);
    slow.max_acceleration = 0.5f;
    wend_agent_id id = add(world, slow);
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    wend_recipe_add(&recipe, WEND_WISH_AVOID, 1);
    recipe.combiner = WEND_COMBINE_SUM;
    recipe.sense.kind = WEND_SENSE_WHISKERS;
    recipe.sense.seconds = 0.25f;
    recipe.sense.feel.seconds = 2;
    wend_world_set_recipe(world, id, &recipe);
    step(world, 1.0 / 64); // at once
    assert_int_equal(w.casts, 3);
    wend_hit hits[4];
    assert_int_equal(wend_explain_hits(world, id, hits, 4), 3);
    assert_close(hits[0].point.x, 3, 1e-5);
    int pushed = 0;
    for (int k = 0; k < 64; k++)
    {
        wend_vec before = wend_world_velocity(world, id);
        step(world, 1.0 / 64);
        pushed += wend_world_velocity(world, id).x < before.x; // by what it remembers, in every step
    }
    assert_int_equal(w.casts, 3 + 4 * 3); // a second has four looks of three rays
    assert_int_equal(pushed, 64);
    end(&w, world);
}

static void t_sense_masks_and_ignored_bodies_hold_for_every_sense(void **state)
{
    (void)state;
    for (int kind = WEND_SENSE_FEELER; kind < WEND_SENSE_KIND_COUNT; kind++)
        for (int way = 0; way < 3; way++)
        {
            walls w = no_walls(false);
            wend_shape shape = wend_default_shape(WEND_SHAPE_BOX);
            shape.position = v2(0.9f, 0), shape.layers = 2;
            wend_obstacle_id box = put(&w, &shape);
            wend_world *world = world_among(&w, WEND_XY, 1);
            wend_agent_id id = add(world, mover(0, 0, 1, 0));
            wend_recipe recipe = wend_default_recipe();
            recipe.sense.kind = (wend_sense_kind)kind;
            recipe.sense.feel.mask = way == 1 ? 1 : 0;
            recipe.sense.feel.ignore = way == 2 ? box.value : 0;
            wend_world_set_recipe(world, id, &recipe);
            think(world, 0.1);
            int met = wend_explain_hits(world, id, NULL, 0);
            assert_true(way == 0 ? met > 0 : met == 0);
            end(&w, world);
        }
}

static void t_a_wall_is_followed(void **state)
{
    (void)state;
    for (int left = 0; left < 2; left++)
    {
        walls w = no_walls(false);
        put_box(&w, v2(0, 0), v2(4, 2));
        wend_world *world = world_among(&w, WEND_XY, 1);
        wend_agent slow = mover(0, 3, 0, 0);
        slow.max_speed = 2;
        wend_agent_id id = add(world, slow);
        wend_recipe recipe = wend_default_recipe();
        recipe.sense.kind = WEND_SENSE_WALLS;
        recipe.sense.radius = 4;
        wend_world_set_recipe(world, id, &recipe);
        wend_goal goal = wend_goal_of(WEND_GOAL_FOLLOW_WALL);
        goal.radius = 0.5f;
        goal.is_clockwise = left;
        give(world, id, goal);
        double turned = 0;
        for (int k = 0; k < 60 * 20; k++)
        {
            wend_vec before = at(world, id);
            step(world, 1.0 / 60);
            wend_hit nearest;
            assert_true(wend_obstacles_closest(w.set, at(world, id), 9, 0, &nearest));
            if (k > 60)
                assert_in_range((int)(1000 * nearest.distance), 300, 1200);
            turned += (double)before.x * (double)at(world, id).y - (double)before.y * (double)at(world, id).x;
        }
        assert_true(left ? turned > 20 : turned < -20); // twice the area it went round, and which way
        end(&w, world);
    }
}

// ---- sight --------------------------------------------------------------------------------------------------------

static void t_a_hunter_goes_by_what_it_has_seen(void **state)
{
    (void)state;
    walls w = no_walls(false);
    put_wall(&w, v2(0, 2), v2(40, 2));
    wend_world *world = world_among(&w, WEND_XY, 1);
    wend_agent prey_body = instant(8, 0, 0, 0);
    wend_agent_id hunter = spawn(world, 0, 0), prey = add(world, prey_body), stranger = spawn(world, 3, -3);
    wend_recipe recipe = wend_default_recipe();
    recipe.sense.needs_sight = true;
    recipe.sense.sight_range = 30;
    recipe.sense.half_life = 2;
    recipe.sense.oldest = 5;
    recipe.facing = WEND_FACE_TARGET;
    wend_world_set_recipe(world, hunter, &recipe);
    wend_goal chase = wend_goal_of(WEND_GOAL_SEEK);
    chase.target = prey;
    give(world, hunter, chase);
    wend_watch(world, hunter, true);
    wend_world_report(world, prey, v2(8, 0), v2(2, 0));
    think(world, 0.5);
    wend_vec guess = {0};
    wend_reason reason;
    assert_close(wend_world_recall(world, hunter, prey, &guess), exp(-log(2) * 0.5 / 2), 1e-6); // half a second old
    assert_vec(guess, 9, 0, 0, 1e-5);                                                           // and it went on
    assert_true(wend_world_recall(world, hunter, stranger, &guess) == 0);

    // Behind the wall: the hunter makes for where it would be had it gone on.
    wend_world_report(world, prey, v2(8, 5), v2(0, 0));
    think(world, 1.5);
    wend_explain(world, hunter, &reason);
    assert_vec(reason.aim, 9, 0, 0, 1e-5);
    assert_close(wend_world_recall(world, hunter, prey, NULL), 0.5, 1e-6); // two seconds
    assert_vec(wend_world_heading(world, hunter), 1, 0, 0, 1e-5); // it looks there too, not at what it can't see
    think(world, 2);
    wend_explain(world, hunter, &reason);
    assert_vec(reason.aim, 12, 0, 0, 1e-5);
    think(world, 2);
    assert_true(wend_world_recall(world, hunter, prey, NULL) == 0); // forgotten after five
    think(world, 0.1);
    wend_explain(world, hunter, &reason);
    assert_true(!reason.has_aim);
    assert_same(reason.combined, v2(0, 0)); // and it stands
    wend_world_report(world, prey, v2(4, 0), v2(0, 0));
    think(world, 0.1);
    wend_explain(world, hunter, &reason);
    assert_vec(reason.aim, 4, 0, 0, 1e-5); // there it is again
    end(&w, world);
}

// A goal in the recipe about somebody who was never seen takes nothing from the others: patrol until he is seen.
static void t_a_patrol_goes_on_until_somebody_is_seen(void **state)
{
    (void)state;
    walls w = no_walls(false);
    put_wall(&w, v2(-40, 3), v2(40, 3));
    wend_world *world = world_among(&w, WEND_XY, 1);
    wend_agent_id guard = spawn(world, 0, 0), thief = spawn(world, 5, 6);
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    recipe.combiner = WEND_COMBINE_PRIORITY;
    recipe.sense.needs_sight = true;
    recipe.sense.sight_range = 30;
    wend_goal chase = wend_goal_pursue(thief);
    wend_recipe_also(&recipe, &chase, 1);
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1);
    wend_world_set_recipe(world, guard, &recipe);
    give(world, guard, wend_goal_seek(v2(-30, 0)));
    for (int k = 0; k < 120; k++)
        step(world, 1.0 / 60);
    assert_true(at(world, guard).x < -6); // as if the thief weren't there
    wend_world_teleport(world, thief, v2(0, 0), v2(0, 0), v2(1, 0));
    for (int k = 0; k < 180; k++)
        step(world, 1.0 / 60);
    assert_true(wend_distance(at(world, guard), at(world, thief)) < 1);
    end(&w, world);
}

static void t_sight_has_a_cone_and_a_range(void **state)
{
    (void)state;
    const struct
    {
        wend_vec at;
        bool is_seen;
    } cases[] = {
        {{5, 0, 0}, true}, {{3, 3.5f, 0}, false}, {{3, 2.5f, 0}, true}, {{-1, 0, 0}, false}, {{6.5f, 0, 0}, false}};
    for (int i = 0; i < COUNT_OF(cases); i++)
    {
        wend_world *world = make(WEND_XY);
        wend_agent_id self = spawn(world, 0, 0), other = spawn(world, cases[i].at.x, cases[i].at.y);
        wend_recipe recipe = wend_default_recipe();
        recipe.sense.needs_sight = true;
        recipe.sense.sight_cos = (float)cos(PI / 4); // 45 degrees to each side
        wend_world_set_recipe(world, self, &recipe);
        give(world, self, wend_goal_pursue(other));
        think(world, 0.1);
        assert_int_equal(wend_world_recall(world, self, other, NULL) > 0, cases[i].is_seen);
        wend_world_destroy(world);
    }
}

static const wend_vec loop_points[4] = {{0, 0, 0}, {6, 0, 0}, {6, 6, 0}, {0, 6, 0}};

// ---- everything at once -------------------------------------------------------------------------------------------

static wend_recipe busy_recipe(int i)
{
    wend_recipe recipe = wend_default_recipe();
    wend_recipe_add(&recipe, WEND_WISH_AVOID, 1);
    wend_recipe_add(&recipe, WEND_WISH_AVOID_MOVERS, 0.5f);
    recipe.combiner = (wend_combiner)(i % WEND_COMBINER_COUNT);
    recipe.sense.kind = (wend_sense_kind)(i % WEND_SENSE_KIND_COUNT);
    recipe.sense.seconds = i % 3 == 0 ? 0.1f : 0;
    recipe.sense.needs_sight = i % 2 == 0;
    recipe.dodge = (wend_dodge_kind)(i % WEND_DODGE_KIND_COUNT);
    recipe.body = (wend_body_kind)(i % WEND_BODY_KIND_COUNT);
    recipe.think_seconds = i % 4 == 0 ? 0.2f : 0;
    recipe.context.slots = 4 + i % 20;
    recipe.context.class_count = 2;
    recipe.context.classes[0] = wend_class_of(1, WEND_MARK_MOVER);
    recipe.context.classes[1] = wend_class_of(2, WEND_MARK_RIVAL);
    return recipe;
}

static wend_world *busy_world(walls *w, int threads, wend_plane plane, wend_search search)
{
    wend_world *world = world_among(w, plane, threads);
    wend_world_set_search(world, search);
    wend_agent_id ids[120];
    for (int i = 0; i < 120; i++)
    {
        wend_agent_def def = wend_default_agent_def();
        float x = (float)(i % 12) * 1.3f, y = (float)(i / 12) * 1.3f;
        def.agent.position = plane == WEND_XZ ? wend_xyz(x, 0, y) : v2(x, y);
        def.group = (uint32_t)(i % 3);
        def.layers = 1u << i % 3;
        def.power = (float)(i % 5);
        ids[i] = wend_world_spawn(world, &def);
        wend_recipe recipe = busy_recipe(i);
        assert_int_equal(wend_world_set_recipe(world, ids[i], &recipe), WEND_OK);
        if (i % 3 == 0)
            give(world, ids[i], wend_goal_follow(loop_points, 4, true));
        else if (i % 3 == 1 && i > 1)
            give(world, ids[i], wend_goal_pursue(ids[i - 1]));
        else
            give(world, ids[i], wend_goal_wander());
    }
    wend_watch(world, ids[4], true);
    return world;
}

static void put_pillars(walls *w, bool is_space)
{
    for (int i = 0; i < 6; i++)
        put_box(w, v2(0.65f + 2.6f * (float)(i % 3), 0.65f + 5.2f * (float)(i / 3)),
                wend_xyz(0.3f, 0.3f, is_space ? 2 : 1));
}

static void t_the_same_bits_on_any_number_of_threads(void **state)
{
    (void)state;
    for (int plane = 0; plane < WEND_PLANE_COUNT; plane++)
    {
        uint64_t hashes[3];
        for (int kind = 0; kind < 3; kind++)
        {
            walls w = no_walls(plane == WEND_XYZ);
            put_pillars(&w, plane == WEND_XYZ);
            wend_world *world = busy_world(&w, kind == 1 ? 3 : 1, (wend_plane)plane,
                                           kind == 2 ? WEND_SEARCH_DIRECT : WEND_SEARCH_CELLS);
            for (int k = 0; k < 150; k++)
                step(world, 1.0 / 60);
            hashes[kind] = wend_world_hash(world);
            wend_agent_id all[120];
            wend_world_list(world, all, 120);
            for (int i = 0; i < 120; i++)
                assert_true(is_finite(at(world, all[i])));
            end(&w, world);
        }
        assert_true(hashes[0] == hashes[1]);
        assert_true(hashes[0] == hashes[2]);
    }
}

static void t_updates_take_no_memory_after_the_first(void **state)
{
    (void)state;
    walls w = no_walls(false);
    put_pillars(&w, false);
    wend_world_def def = wend_default_world_def();
    def.caster = w.inside;
    ledger book = {0, 0, -1};
    def.allocator = ledger_allocator(&book);
    wend_world *world = wend_world_create(&def, NULL);
    for (int i = 0; i < 60; i++)
    {
        wend_agent_id id = spawn(world, (float)(i % 12) * 1.3f, (float)(i / 12) * 1.3f);
        wend_recipe recipe = busy_recipe(i);
        assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
        give(world, id, wend_goal_follow(loop_points, 4, i % 2));
        queue(world, id, wend_goal_follow(loop_points, 3, false));
    }
    step(world, 1.0 / 60);
    step(world, 1.0 / 60);
    int before = book.taken;
    for (int k = 0; k < 600; k++)
        step(world, 1.0 / 60);
    assert_int_equal(book.taken, before);
    end(&w, world);
}

// A host that reports where everyone is gets from zero seconds exactly what it reported.
// Where there is no memory a call fails, and nothing has changed; with one block more each time it comes further.
static void t_no_memory_changes_nothing(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    ledger book = {0, 0, -1};
    def.allocator = ledger_allocator(&book);
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id id = spawn(world, 0, 0);
    wend_recipe recipe = wend_default_recipe();
    recipe.combiner = WEND_COMBINE_CONTEXT;
    recipe.sense.kind = WEND_SENSE_RING;
    wend_goal goal = wend_goal_follow(loop_points, 4, true);
    step(world, 0.1);
    uint64_t hash = wend_world_hash(world);
    int refused = 0;
    for (int room = 0; room < 20; room++)
    {
        book.left = room;
        wend_status status = wend_world_set_goal(world, id, &goal);
        if (status == WEND_OK)
            break;
        assert_int_equal(status, WEND_ERROR_MEMORY);
        assert_true(wend_world_hash(world) == hash);
        refused++;
    }
    assert_in_range(refused, 2, 10);
    hash = wend_world_hash(world), refused = 0;
    for (int room = 0; room < 20; room++)
    {
        book.left = room;
        wend_status status = wend_world_set_recipe(world, id, &recipe);
        if (status == WEND_OK)
            break;
        assert_int_equal(status, WEND_ERROR_MEMORY);
        assert_true(wend_world_hash(world) == hash);
        refused++;
    }
    assert_in_range(refused, 2, 10);
    book.left = 0;
    assert_int_equal(wend_watch(world, id, true), WEND_ERROR_MEMORY);
    book.left = -1;
    step(world, 0.1);
    wend_world_destroy(world);
}

static void t_zero_seconds_change_nothing(void **state)
{
    (void)state;
    walls w = no_walls(false);
    put_pillars(&w, false);
    wend_world *world = busy_world(&w, 1, WEND_XY, WEND_SEARCH_CELLS);
    for (int k = 0; k < 30; k++)
        step(world, 1.0 / 60);
    int casts = w.casts, arounds = w.arounds;
    uint64_t hash = wend_world_hash(world);
    step(world, 0);
    think(world, 0);
    assert_true(wend_world_hash(world) == hash);
    assert_int_equal(w.casts, casts);
    assert_int_equal(w.arounds, arounds);
    end(&w, world);
}

/// A threat goes round a pillar and a block; once there is something between them it never sees the one that hides.
static void t_hiding_goes_round_what_hides(void **state)
{
    (void)state;
    walls w = no_walls(false);
    wend_shape pillar = wend_default_shape(WEND_SHAPE_CIRCLE);
    pillar.position = v2(-4, 0);
    pillar.radius = 1.5f;
    put(&w, &pillar);
    put_box(&w, v2(4, 0), wend_xyz(1.5f, 1, 1));
    wend_world *world = world_among(&w, WEND_XY, 1);
    wend_agent_id threat = spawn(world, 0, 8), hider = add(world, brisk(-4, 3, 0, 0));
    give(world, hider, wend_goal_hide(threat));
    for (int frame = 0; frame < 60 * 40; frame++)
    {
        float turn = 2 * WEND_PI * (float)frame / (60 * 40);
        wend_vec place = v2(8 * wend_sin(turn), 8 * wend_cos(turn));
        assert_int_equal(wend_world_teleport(world, threat, place, v2(0, 0), v2(1, 0)), WEND_OK);
        step(world, 1.0 / 60);
        if (frame > 120)
            assert_false(wend_obstacles_sees(w.set, place, at(world, hider), 0, 0));
    }
    wend_world_destroy(world);
    wend_obstacles_destroy(w.set);
}

/// Without anything to hide behind it flees.
static void t_hiding_in_the_open_is_fleeing(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = spawn(world, 0, 0);
    wend_goal hide = wend_goal_of(WEND_GOAL_HIDE);
    hide.point = v2(-3, -4);
    give(world, id, hide);
    for (int frame = 0; frame < 60; frame++)
        step(world, 1.0 / 60);
    assert_vec(wend_normalize(at(world, id)), 0.6, 0.8, 0, 1e-5);
    hide.radius = -1;
    assert_int_equal(wend_world_set_goal(world, id, &hide), WEND_ERROR_VALUE);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_nobody_steps_through_a_wall_at_any_speed),
        cmocka_unit_test(t_a_body_slides_along_a_wall),
        cmocka_unit_test(t_a_corner_holds_a_body),
        cmocka_unit_test(t_a_crowd_pushes_nobody_through_a_wall),
        cmocka_unit_test(t_what_moves_pushes_bodies_out_of_its_way),
        cmocka_unit_test(t_masks_and_the_switch_let_bodies_through),
        cmocka_unit_test(t_a_car_backs_off_a_wall),
        cmocka_unit_test(t_space_has_walls_too),
        cmocka_unit_test(t_a_flat_world_casts_at_its_agents_height),
        cmocka_unit_test(t_sensing_has_its_own_rate),
        cmocka_unit_test(t_sense_masks_and_ignored_bodies_hold_for_every_sense),
        cmocka_unit_test(t_a_wall_is_followed),
        cmocka_unit_test(t_a_hunter_goes_by_what_it_has_seen),
        cmocka_unit_test(t_a_patrol_goes_on_until_somebody_is_seen),
        cmocka_unit_test(t_sight_has_a_cone_and_a_range),
        cmocka_unit_test(t_the_same_bits_on_any_number_of_threads),
        cmocka_unit_test(t_updates_take_no_memory_after_the_first),
        cmocka_unit_test(t_hiding_goes_round_what_hides),
        cmocka_unit_test(t_hiding_in_the_open_is_fleeing),
        cmocka_unit_test(t_no_memory_changes_nothing),
        cmocka_unit_test(t_zero_seconds_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
