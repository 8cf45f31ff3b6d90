// Any body with any follower, sense and combiner, chosen in a recipe: the same bits as a loop over the plain functions.
#include "testing_world.h"

#include "wend/explain.h"

#include <stdlib.h>

#define SLOTS 12

static const wend_vec route[] = {{0, 0, 0}, {6, 0, 0}, {6, 6, 0}, {0, 6, 0}};

static wend_obstacles *pillars(void)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    wend_obstacles *set = wend_obstacles_create(&def, NULL);
    for (int i = 0; i < 5; i++)
    {
        wend_shape shape = wend_default_shape(i % 2 == 0 ? WEND_SHAPE_BOX : WEND_SHAPE_CIRCLE);
        shape.position = v2(1.7f + 1.9f * (float)(i % 3), 0.2f + 2.8f * (float)(i / 2));
        shape.angle = 0.3f * (float)i;
        assert_true(wend_obstacles_add(set, &shape).value != 0);
    }
    return set;
}

static wend_recipe recipe_with(wend_body_kind body, wend_follower follower, wend_sense_kind sense,
                               wend_combiner combiner)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    wend_recipe_add(&recipe, WEND_WISH_AVOID, 1);
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1);
    recipe.body = body;
    recipe.follow.follower = follower;
    recipe.sense.kind = sense;
    recipe.combiner = combiner;
    recipe.context.slots = SLOTS;
    recipe.limit = 5;
    return recipe;
}

// One agent in a loop of one's own.
typedef struct loop
{
    wend_agent body;
    wend_path_progress progress;
    wend_side side;
    wend_car_state car;
    wend_ring ring;
    wend_vec chosen, wish; // of the last step
    wend_cast casts[WEND_RING_MOST];
    wend_hit hits[WEND_RING_MOST];
    int count;
    float spin;
} loop;

static float sum_of(float a, float b, float c)
{
    return (float)((double)a + (double)b + (double)c);
}

static void look(loop *l, const wend_recipe *recipe, const wend_caster *caster, wend_vec goal)
{
    wend_vec ahead = recipe->body == WEND_BODY_POINT ? wend_feel_ahead(&l->body, goal) : l->body.heading;
    bool is_car = recipe->body == WEND_BODY_CAR;
    l->count = 0;
    switch (recipe->sense.kind)
    {
    case WEND_SENSE_FEELER: l->count = wend_feeler_ray(&l->body, ahead, NULL, l->casts); break;
    case WEND_SENSE_WHISKERS: l->count = wend_whisker_rays(&l->body, ahead, NULL, l->casts); break;
    case WEND_SENSE_RING:
        l->count = wend_ring_rays(&l->body, SLOTS, sum_of(l->body.radius, 0.05f, is_car ? 1.5708f : 1.5f), l->casts);
        break;
    case WEND_SENSE_WALLS:
        l->count = caster->around(l->body.position, 3.5f * l->body.radius, 0, 0, l->hits, WEND_RING_MOST, caster->user);
        return;
    default: return;
    }
    wend_sense(caster, l->casts, l->count, l->hits);
}

static wend_vec keep_clear(loop *l, const wend_recipe *recipe, wend_vec v)
{
    float radius = 3.5f * l->body.radius;
    int nearest = -1;
    switch (recipe->sense.kind)
    {
    case WEND_SENSE_FEELER:
    case WEND_SENSE_WHISKERS: return wend_avoid_feelers(&l->body, v, l->casts, l->hits, l->count, NULL, &l->side);
    case WEND_SENSE_WALLS:
        for (int i = 0; i < l->count; i++)
            if (l->hits[i].distance < 0)
                return wend_leave(&l->body, v, l->hits, l->count);
        return wend_avoid_walls(&l->body, v, l->hits, l->count, radius, 1.6f);
    case WEND_SENSE_RING:
        for (int i = 0; i < l->count; i++)
            if (l->hits[i].body != 0 && (nearest < 0 || l->hits[i].distance < l->hits[nearest].distance))
                nearest = i;
        return nearest < 0 ? v : wend_avoid_walls(&l->body, v, &l->hits[nearest], 1, radius, 1.6f);
    default: return v;
    }
}

static wend_vec avoid(loop *l, const wend_recipe *recipe, wend_vec goal)
{
    wend_vec clear = keep_clear(l, recipe, goal);
    if (wend_equal(clear, goal))
        return l->body.velocity;
    return recipe->combiner == WEND_COMBINE_PRIORITY ? clear : wend_add(l->body.velocity, wend_sub(clear, goal));
}

/// How far it is to the end of the route, once that is within the ring's range.
static float stops_in(const loop *l, const wend_recipe *recipe)
{
    const wend_path path = {route, 4, false};
    return wend_distance(l->body.position, route[3]) > 1.5f
               ? FLT_MAX
               : wend_path_left(&path, &l->progress, &recipe->follow) + l->progress.off;
}

static wend_vec choose(loop *l, const wend_recipe *recipe, wend_vec wish)
{
    wend_sweep sweep = wend_default_sweep();
    wend_choice_result choice;
    sweep.reach = sum_of(l->body.radius, 0.05f, 0);
    sweep.range =
        fminf(1.5f, fmaxf(fminf(wend_distance(l->body.position, l->progress.aim), stops_in(l, recipe)), 0.05f * 1.5f));
    sweep.speed = l->body.max_speed;
    if (recipe->body == WEND_BODY_CAR)
    {
        sweep.turning_radius = 1, sweep.heading = l->body.heading;
        sweep.range = fmaxf(sweep.range, 1.5708f);
    }
    wend_ring_clear(&l->ring);
    wend_ring_aim(&l->ring, wish, 1, 1);
    wend_ring_hits(&l->ring, l->body.position, l->hits, l->count, &sweep);
    wend_ring_choose(&l->ring, &recipe->context.choice, l->body.heading, l->chosen, &choice);
    l->chosen = choice.direction;
    wend_vec result = wend_steer_ring(&l->body, &choice);
    float speed = wend_length(wish);
    if (speed == 0)
        return v2(0, 0);
    return choice.status != WEND_CHOICE_NOTHING && speed < l->body.max_speed
               ? wend_scale(result, speed / l->body.max_speed)
               : result;
}

static wend_vec combine(loop *l, const wend_recipe *recipe, wend_vec goal)
{
    wend_wish wishes[2] = {{avoid(l, recipe, goal), 1, {0, 0, 0}}, {goal, 1, {0, 0, 0}}};
    switch (recipe->combiner)
    {
    case WEND_COMBINE_SUM: return wend_combine_sum(&l->body, wishes, 2, 5);
    case WEND_COMBINE_PRIORITY: return wend_combine_priority(&l->body, wishes, 2, 5, 0.001f * l->body.max_speed);
    case WEND_COMBINE_BUDGET: return wend_combine_budget(&l->body, wishes, 2, 5);
    case WEND_COMBINE_CONTEXT: return choose(l, recipe, goal);
    default: return wend_combine_flock(&l->body, wishes, 2);
    }
}

/// As the world does: in double, rounded once.
static void move_exactly(wend_agent *body, double dt)
{
    body->position = wend_xyz((float)((double)body->position.x + (double)body->velocity.x * dt),
                              (float)((double)body->position.y + (double)body->velocity.y * dt), 0);
}

static void move_loop(loop *l, const wend_recipe *recipe, double dt)
{
    wend_move made = {0};
    switch (recipe->body)
    {
    case WEND_BODY_TURNS: made = wend_turn_on_spot(&l->body, l->wish, NULL, l->spin, dt); break;
    case WEND_BODY_CAR:
        l->car.aim = l->progress.aim, l->car.has_aim = true;
        made = wend_drive(&l->body, l->wish, NULL, &l->car, dt);
        break;
    case WEND_BODY_FLIES: made = wend_fly(&l->body, l->wish, NULL, l->spin, dt); break;
    default:
        made.velocity = wend_point_mass(&l->body, l->wish, dt, NULL);
        made.heading = wend_look(&l->body, made.velocity, 0.005f * l->body.max_speed);
        break;
    }
    l->spin = made.spin;
    l->body.velocity = made.velocity;
    l->body.heading = made.heading;
    move_exactly(&l->body, dt);
}

static bool is_seen(wend_vec from, wend_vec to, float radius, void *user)
{
    wend_cast cast = {from, wend_sub(to, from), radius, 0, 0};
    wend_hit hit;
    return !wend_obstacles_cast(user, &cast, &hit);
}

static void check_combination(const wend_recipe *recipe, wend_plane plane)
{
    wend_obstacles *set = pillars();
    wend_world_def def = wend_default_world_def();
    def.caster = wend_obstacles_caster(set);
    def.does_stop_at_obstacles = false;
    def.plane = plane;
    wend_world *world = wend_world_create(&def, NULL);
    loop l = {.body = mover(-2, 0.3f, 1, 0)};
    l.body.heading = v2(1, 0);
    wend_ring_begin(&l.ring, SLOTS, false);
    wend_agent outer = l.body;
    wend_vec points[4];
    for (int i = 0; i < 4; i++)
        points[i] = plane == WEND_XZ ? wend_xyz(route[i].x, 7, route[i].y) : route[i];
    if (plane == WEND_XZ)
        outer.position = wend_xyz(-2, 5, 0.3f), outer.velocity = wend_xyz(1, 0, 0);
    wend_agent_id id = add(world, outer);
    assert_int_equal(wend_world_set_recipe(world, id, recipe), WEND_OK);
    give(world, id, wend_goal_follow(points, 4, false));
    memset(points, 0, sizeof points); // the world has its own

    wend_path path = {route, 4, false};
    wend_caster caster = wend_obstacles_caster(set);
    wend_follow how = recipe->follow;
    how.sees = recipe->sense.kind != WEND_SENSE_NOTHING ? is_seen : NULL;
    how.sees_user = set;
    for (int i = 0; i < 240; i++)
    {
        wend_vec goal = wend_follow_path(&l.body, &path, &l.progress, &how, 1.0 / 30);
        look(&l, recipe, &caster, goal);
        l.wish = combine(&l, recipe, goal);
        move_loop(&l, recipe, 1.0 / 30);
        step(world, 1.0 / 30);
        wend_vec got = at(world, id), velocity = wend_world_velocity(world, id);
        if (plane == WEND_XZ)
        {
            assert_true(got.y == 5);
            got = wend_xyz(got.x, got.z, 0), velocity = wend_xyz(velocity.x, velocity.z, 0);
        }
        assert_same(got, l.body.position);
        assert_same(velocity, l.body.velocity);
    }
    wend_world_destroy(world);
    wend_obstacles_destroy(set);
}

static void t_each_combination_is_a_loop_over_plain_functions(void **state)
{
    (void)state;
    for (int body = 0; body < WEND_BODY_KIND_COUNT; body++)
        for (int follower = WEND_FOLLOW_CARROT; follower <= WEND_FOLLOW_GOAL; follower++)
            for (int sense = 0; sense < WEND_SENSE_KIND_COUNT; sense++)
                for (int combiner = 0; combiner < WEND_COMBINER_COUNT; combiner++)
                {
                    wend_recipe recipe = recipe_with((wend_body_kind)body, (wend_follower)follower,
                                                     (wend_sense_kind)sense, (wend_combiner)combiner);
                    check_combination(&recipe, (body + sense) % 2 ? WEND_XZ : WEND_XY);
                }
}

static void t_the_dodge_is_the_plain_one(void **state)
{
    (void)state;
    for (int kind = WEND_DODGE_FAN; kind <= WEND_DODGE_CONTAIN; kind++)
    {
        wend_obstacles *set = pillars();
        wend_caster caster = wend_obstacles_caster(set);
        wend_world_def def = wend_default_world_def();
        def.caster = caster;
        def.does_stop_at_obstacles = false;
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent self = mover(-2, 0.3f, 1, 0);
        wend_agent_id id = add(world, self);
        wend_recipe recipe = wend_default_recipe();
        recipe.dodge = (wend_dodge_kind)kind;
        recipe.fan.padding = 0.2f;
        wend_world_set_recipe(world, id, &recipe);
        give(world, id, wend_goal_seek(v2(7, 3)));
        int turned = 0;
        for (int i = 0; i < 120; i++)
        {
            wend_vec wish = wend_seek(&self, v2(7, 3));
            wend_vec clear = kind == WEND_DODGE_FAN ? wend_avoid_fan(&self, wish, &caster, &recipe.fan, NULL)
                                                    : wend_contain(&self, wish, &caster, recipe.fan.seconds);
            turned += !wend_equal(clear, wish);
            self.velocity = wend_point_mass(&self, clear, 1.0 / 30, NULL);
            move_exactly(&self, 1.0 / 30);
            step(world, 1.0 / 30);
            assert_same(at(world, id), self.position);
        }
        assert_true(turned > 5);
        wend_world_destroy(world);
        wend_obstacles_destroy(set);
    }
}

// ---- others --------------------------------------------------------------------------------------------------------

static void t_stepping_aside_for_movers_is_the_plain_one(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent self = mover(0, 0, 2, 0), other = mover(4, 0.1f, -2, 0), away = mover(-3, 0, -1, 0);
    wend_agent_id id = add_to(world, self, 1), to = add_to(world, other, 2);
    wend_agent_id from = add_to(world, away, 0);
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    recipe.combiner = WEND_COMBINE_SUM;
    wend_recipe_add(&recipe, WEND_WISH_AVOID_MOVERS, 1);
    wend_world_set_recipe(world, id, &recipe);
    wend_watch(world, id, true);
    think(world, 0.05);
    const wend_neighbour near_it[2] = {{to, v2(4, 0.1f), v2(-2, 0), 0.25f}, {from, v2(-3, 0), v2(-1, 0), 0.25f}};
    wend_reason reason;
    assert_int_equal(wend_explain(world, id, &reason), WEND_OK);
    assert_int_equal(reason.neighbours, 2);
    wend_vec goal = v2(0, 0); // it has none
    wend_vec change = wend_sub(wend_avoid_movers(&self, goal, near_it, 2, 2), goal);
    wend_vec wanted = wend_add(self.velocity, change);
    assert_true(!wend_equal(wanted, self.velocity)); // it does step aside
    assert_same(reason.wishes[0].wish.velocity, wanted);
    wend_world_destroy(world);
}

// Enemies, targets and rivals of CLAIMS 000-07, through the world.
static void t_each_class_goes_to_its_map(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_def def = wend_default_agent_def();
    def.power = 3;
    wend_agent_id self = wend_world_spawn(world, &def);
    const struct
    {
        wend_vec at;
        uint32_t layers;
        float power;
    } others[] = {{{2, 0, 0}, 2, 1},  // a target
                  {{0, 2, 0}, 4, 1},  // an enemy
                  {{-2, 0, 0}, 8, 5}, // a stronger rival
                  {{0, -2, 0}, 8, 1}, // a weaker one
                  {{3, 3, 0}, 16, 1}, // of no class
                  {{5, 0, 0}, 4, 1}}; // an enemy beyond the radius of detection
    wend_agent_id ids[6];
    for (int i = 0; i < 6; i++)
    {
        def = wend_default_agent_def();
        def.agent.position = others[i].at;
        def.layers = others[i].layers;
        def.power = others[i].power;
        ids[i] = wend_world_spawn(world, &def);
    }
    wend_recipe recipe = wend_default_recipe();
    recipe.combiner = WEND_COMBINE_CONTEXT;
    recipe.context.slots = 8;
    recipe.context.class_count = 3;
    recipe.context.classes[0] = wend_class_of(2, WEND_MARK_TARGET);
    recipe.context.classes[1] = wend_class_of(4, WEND_MARK_ENEMY);
    recipe.context.classes[1].radius = 3;
    recipe.context.classes[2] = wend_class_of(8, WEND_MARK_RIVAL);
    assert_int_equal(wend_world_set_recipe(world, self, &recipe), WEND_OK);
    wend_watch(world, self, true);
    wend_ring ring;
    wend_choice_result choice;
    assert_int_equal(wend_explain_ring(world, self, &ring, &choice), WEND_ERROR_ID); // it hasn't chosen yet
    think(world, 0.1);
    assert_int_equal(wend_explain_ring(world, self, &ring, &choice), WEND_OK);
    assert_int_equal(ring.count, 8);
    // Slot 0 is +y, then counter-clockwise: 2 is -x, 4 is -y, 6 is +x. 1 / (1 + 2) each.
    const float third = 1.0f / 3;
    assert_close(wend_ring_value(&ring, WEND_RING_INTEREST, 6), third, 1e-6);
    assert_close(wend_ring_value(&ring, WEND_RING_INTEREST, 4), third, 1e-6);
    assert_close(wend_ring_value(&ring, WEND_RING_INTEREST, 2), 0, 1e-6);
    assert_close(wend_ring_value(&ring, WEND_RING_SOFT, 0), third, 1e-6);
    assert_close(wend_ring_value(&ring, WEND_RING_SOFT, 2), third, 1e-6);
    assert_close(wend_ring_value(&ring, WEND_RING_SOFT, 6), 0, 1e-6);
    assert_true(wend_ring_writer(&ring, WEND_RING_INTEREST, 6) == ids[0].value);
    assert_true(wend_ring_writer(&ring, WEND_RING_INTEREST, 4) == ids[3].value);
    assert_true(wend_ring_writer(&ring, WEND_RING_SOFT, 0) == ids[1].value);
    assert_true(wend_ring_writer(&ring, WEND_RING_SOFT, 2) == ids[2].value);
    // It goes at top speed, between the two it likes.
    wend_reason reason;
    wend_explain(world, self, &reason);
    assert_close(exact_length(reason.combined), 4, 1e-5);
    assert_true(reason.combined.x > 0 || reason.combined.y < 0);
    wend_watch(world, self, false);
    assert_int_equal(wend_explain_ring(world, self, &ring, &choice), WEND_ERROR_ID);
    wend_world_destroy(world);
}

static void write_left(const wend_agent *agent, wend_ring *ring, void *user)
{
    int *calls = user;
    ++*calls;
    assert_true(agent->position.x == 3 && agent->position.y == 7 && agent->position.z == 5); // in the world's own axes
    assert_int_equal(wend_ring_write(ring, WEND_RING_INTEREST, 4, 1, 99), WEND_OK);          // slot 4 of 16 is -x
    assert_int_equal(wend_ring_write(ring, WEND_RING_INTEREST, 64, 1, 99), WEND_ERROR_VALUE);
}

static void t_the_host_writes_what_it_likes(void **state)
{
    (void)state;
    int calls = 0;
    wend_world *world = make(WEND_XZ);
    wend_agent self = mover(0, 0, 0, 0);
    self.position = wend_xyz(3, 7, 5);
    wend_agent_id id = add(world, self);
    wend_recipe recipe = wend_default_recipe();
    recipe.combiner = WEND_COMBINE_CONTEXT;
    recipe.context.write = write_left;
    recipe.context.write_user = &calls;
    wend_world_set_recipe(world, id, &recipe);
    wend_watch(world, id, true);
    think(world, 1);
    wend_ring ring;
    wend_choice_result choice;
    assert_int_equal(wend_explain_ring(world, id, &ring, &choice), WEND_OK);
    assert_int_equal(calls, 1);
    assert_int_equal(choice.slot, 4);
    assert_true(wend_ring_writer(&ring, WEND_RING_INTEREST, 4) == 99);
    assert_vec(wend_world_velocity(world, id), -4, 0, 0, 1e-5);
    wend_world_destroy(world);
}

static void t_a_mover_is_a_velocity_obstacle(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent self = mover(0, 0, 0, 0), other = mover(3, 0, -1, 0);
    wend_agent_id id = add(world, self), it = add(world, other);
    wend_recipe recipe = wend_default_recipe();
    recipe.combiner = WEND_COMBINE_CONTEXT;
    recipe.context.class_count = 1;
    recipe.context.classes[0] = wend_class_of(1, WEND_MARK_MOVER);
    wend_world_set_recipe(world, id, &recipe);
    wend_watch(world, id, true);
    think(world, 0.1);
    wend_ring expected, got;
    wend_choice_result choice;
    wend_ring_begin(&expected, 16, false);
    const wend_neighbour neighbour = {it, v2(3, 0), v2(-1, 0), 0.25f};
    wend_ring_movers(&expected, &self, &neighbour, 1, NULL);
    assert_int_equal(wend_explain_ring(world, id, &got, &choice), WEND_OK);
    float most = 0;
    for (int i = 0; i < 16; i++)
    {
        float value = wend_ring_value(&got, WEND_RING_SOFT, i);
        assert_true(value == wend_ring_value(&expected, WEND_RING_SOFT, i));
        most = value > most ? value : most;
    }
    assert_true(most > 0.5f);
    wend_world_destroy(world);
}

static void t_a_context_agent_without_a_wish_comes_to_rest(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = add(world, mover(0, 0, 3, 0));
    wend_recipe recipe = wend_default_recipe();
    recipe.combiner = WEND_COMBINE_CONTEXT;
    wend_world_set_recipe(world, id, &recipe);
    for (int i = 0; i < 120; i++)
        step(world, 1.0 / 60);
    assert_same(wend_world_velocity(world, id), v2(0, 0));
    give(world, id, wend_goal_arrive(v2(9, 4)));
    for (int i = 0; i < 600; i++)
        step(world, 1.0 / 60);
    assert_close(wend_distance(at(world, id), v2(9, 4)), 0, 0.02); // and arrives slowly, not at top speed
    assert_true(wend_world_has_arrived(world, id));
    wend_world_destroy(world);
}

// ---- what is refused ----------------------------------------------------------------------------------------------

#define FIELD(f, bad, word)                                                                                            \
    {                                                                                                                  \
        offsetof(wend_recipe, f), bad, word                                                                            \
    }

static void t_bad_numbers_are_refused_by_name(void **state)
{
    (void)state;
    static const struct
    {
        size_t offset;
        float bad;
        const char *word;
    } fields[] = {
        FIELD(movers_seconds, 0, "movers_seconds"),
        FIELD(sense.seconds, -1, "sense seconds"),
        FIELD(sense.feel.seconds, -1, "feel seconds"),
        FIELD(sense.feel.side_angle, 2, "side_angle"),
        FIELD(sense.feel.side_share, 1.5f, "side_share"),
        FIELD(sense.feel.width, -1, "width"),
        FIELD(sense.avoid.push, -1, "avoid push"),
        FIELD(sense.avoid.aside, -1, "aside"),
        FIELD(sense.avoid.differ, -1, "differ"),
        FIELD(sense.radius, -1, "sense radius"),
        FIELD(sense.push, -1, "sense push"),
        FIELD(sense.sight_range, -1, "sight_range"),
        FIELD(sense.sight_cos, -2, "sight_cos"),
        FIELD(sense.half_life, 0, "half_life"),
        FIELD(sense.oldest, -1, "oldest"),
        FIELD(fan.seconds, 0, "fan seconds"),
        FIELD(fan.farthest, 0, "farthest"),
        FIELD(fan.padding, -1, "padding"),
        FIELD(context.margin, -1, "margin"),
        FIELD(context.range, 0, "range"),
        FIELD(context.choice.hard.value, -1, "hard"),
        FIELD(context.choice.soft.value, -1, "soft"),
        FIELD(context.choice.interest.value, -1, "interest"),
        FIELD(context.choice.last_bonus, -1, "last_bonus"),
        FIELD(context.choice.masked_bonus, -1, "masked_bonus"),
        FIELD(context.choice.blocked, 2, "blocked"),
        FIELD(context.choice.slowing, 2, "slowing"),
        FIELD(context.movers.horizon, 0, "horizon"),
        FIELD(context.movers.speed, -1, "movers speed"),
        FIELD(context.movers.margin, -1, "movers margin"),
        FIELD(context.classes[0].strength, -1, "strength"),
        FIELD(context.classes[0].scale, 0, "scale"),
        FIELD(context.classes[0].radius, -1, "class radius"),
        FIELD(follow.ahead, 0, "ahead"),
        FIELD(follow.switch_radius, 0, "switch_radius"),
        FIELD(follow.height, -1, "height"),
        FIELD(follow.tube, 0, "tube"),
        FIELD(follow.seconds_ahead, -1, "seconds_ahead"),
        FIELD(follow.tolerance, -1, "tolerance"),
        FIELD(turner.turn_rate, -1, "turn_rate"),
        FIELD(turner.turn_acceleration, -1, "turn_acceleration"),
        FIELD(car.turning_radius, 0, "turning_radius"),
        FIELD(car.across, -1, "across"),
        FIELD(car.least_share, 2, "least_share"),
        FIELD(car.reverse_share, 2, "reverse_share"),
        FIELD(car.reach, -1, "car reach"),
        FIELD(flyer.turn_rate, -1, "flyer turn_rate"),
        FIELD(flyer.turn_acceleration, -1, "flyer turn_acceleration"),
        FIELD(flyer.pitch_rate, -1, "pitch_rate"),
        FIELD(flyer.climb_angle, 2, "climb_angle"),
        FIELD(flyer.least_speed, -1, "least_speed"),
        FIELD(flyer.bank_angle, 1.6f, "bank_angle"),
        FIELD(flyer.gravity, 0, "gravity"),
    };
    wend_world *world = make(WEND_XY);
    wend_agent_id id = spawn(world, 0, 0);
    const float others[] = {NAN, INFINITY};
    for (int i = 0; i < COUNT_OF(fields); i++)
        for (int k = 0; k < 3; k++)
        {
            wend_recipe recipe = wend_default_recipe();
            recipe.context.class_count = 1;
            recipe.context.classes[0] = wend_class_of(1, WEND_MARK_ENEMY);
            assert_int_equal(wend_recipe_check(&recipe, NULL), WEND_OK);
            float bad = k == 0 ? fields[i].bad : others[k - 1];
            memcpy((char *)&recipe + fields[i].offset, &bad, sizeof bad);
            REFUSED(world, WEND_ERROR_VALUE, wend_world_set_recipe(world, id, &recipe), fields[i].word, "must be",
                    "is");
        }
    wend_world_destroy(world);
}

static void t_bad_kinds_are_refused_by_name(void **state)
{
    (void)state;
    static const struct
    {
        size_t offset;
        int bad;
        const char *word;
    } kinds[] = {FIELD(combiner, 99, "combiner"),
                 FIELD(dodge, -1, "dodge"),
                 FIELD(body, 4, "body"),
                 FIELD(sense.kind, 5, "sense kind"),
                 FIELD(follow.follower, 4, "follower"),
                 FIELD(context.slots, 3, "slots"),
                 FIELD(context.slots, 65, "slots"),
                 FIELD(context.rays, 65, "rays"),
                 FIELD(context.class_count, 5, "class_count"),
                 FIELD(context.class_count, -1, "class_count"),
                 FIELD(context.movers.layer, 0, "layer"),
                 FIELD(context.classes[0].as, 4, "class 0"),
                 FIELD(context.classes[0].fade, 3, "class 0"),
                 FIELD(wishes[1].kind, WEND_WISH_KIND_COUNT, "wish 1")};
    wend_world *world = make(WEND_XY);
    wend_agent_id id = spawn(world, 0, 0);
    for (int i = 0; i < COUNT_OF(kinds); i++)
    {
        wend_recipe recipe = wend_default_recipe();
        recipe.context.class_count = 1;
        recipe.context.classes[0] = wend_class_of(1, WEND_MARK_ENEMY);
        memcpy((char *)&recipe + kinds[i].offset, &kinds[i].bad, sizeof kinds[i].bad);
        REFUSED(world, WEND_ERROR_VALUE, wend_world_set_recipe(world, id, &recipe), kinds[i].word, "must be", "is");
    }
    wend_recipe recipe = wend_default_recipe();
    wend_goal follow = wend_goal_follow(route, 4, false);
    wend_recipe_also(&recipe, &follow, 1);
    REFUSED(world, WEND_ERROR_VALUE, wend_world_set_recipe(world, id, &recipe), "path", "wish 4", "must be");
    follow.path.count = -1;
    REFUSED(world, WEND_ERROR_VALUE, wend_world_set_goal(world, id, &follow), "path count", "-1", ">= 0");
    follow.path = (wend_path){NULL, 2, false};
    REFUSED(world, WEND_ERROR_NULL, wend_world_queue_goal(world, id, &follow), "path points", "null", "2");
    const wend_vec odd[2] = {{0, 0, 0}, {0, NAN, 0}};
    follow.path = (wend_path){odd, 2, false};
    REFUSED(world, WEND_ERROR_VALUE, wend_world_set_goal(world, id, &follow), "point 1", "nan", "finite");
    wend_world_destroy(world);
}

static void t_bad_worlds_are_refused_by_name(void **state)
{
    (void)state;
    wend_error error;
    wend_obstacles *set = pillars();
    wend_world_def def = wend_default_world_def();
    def.caster = wend_obstacles_caster(set);
    def.caster.around = NULL;
    assert_null(wend_world_create(&def, &error));
    assert_non_null(strstr(error.text, "around"));
    def = wend_default_world_def();
    def.cast_height = INFINITY;
    assert_null(wend_world_create(&def, &error));
    assert_non_null(strstr(error.text, "cast_height"));
    wend_agent_def agent = wend_default_agent_def();
    agent.power = NAN;
    wend_world *world = make(WEND_XY);
    assert_true(wend_world_spawn(world, &agent).value == 0);
    assert_non_null(strstr(wend_world_error(world)->text, "power"));
    wend_world_destroy(world);
    wend_obstacles_destroy(set);
}

// What a recipe says comes back as it was given, in every plane.
static void t_a_recipe_is_read_back(void **state)
{
    (void)state;
    for (int plane = 0; plane < WEND_PLANE_COUNT; plane++)
    {
        wend_world *world = make((wend_plane)plane);
        wend_agent_id id = spawn(world, 0, 0), twin = spawn(world, 1, 0);
        wend_recipe recipe = recipe_with(WEND_BODY_CAR, WEND_FOLLOW_PREDICT, WEND_SENSE_RING, WEND_COMBINE_CONTEXT),
                    back;
        recipe.car.reach = 3, recipe.flyer.gravity = 2, recipe.fan.ignore = 77, recipe.sense.feel.ignore = 78;
        recipe.context.class_count = 1;
        recipe.context.classes[0] = wend_class_of(6, WEND_MARK_RIVAL);
        recipe.follow.runs_through = true;
        wend_world_set_recipe(world, id, &recipe);
        wend_world_set_recipe(world, twin, &recipe);
        assert_int_equal(wend_world_get_recipe(world, id, &back), WEND_OK);
        assert_int_equal(back.body, WEND_BODY_CAR);
        assert_int_equal(back.sense.kind, WEND_SENSE_RING);
        assert_int_equal(back.context.slots, SLOTS);
        assert_int_equal(back.context.classes[0].layers, 6);
        assert_true(back.car.reach == 3 && back.flyer.gravity == 2 && back.fan.ignore == 77);
        assert_true(back.sense.feel.ignore == 78 && back.follow.runs_through);
        assert_int_equal(wend_world_set_recipe(world, id, &back), WEND_OK); // and may be given again
        wend_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_each_combination_is_a_loop_over_plain_functions),
        cmocka_unit_test(t_the_dodge_is_the_plain_one),
        cmocka_unit_test(t_stepping_aside_for_movers_is_the_plain_one),
        cmocka_unit_test(t_each_class_goes_to_its_map),
        cmocka_unit_test(t_the_host_writes_what_it_likes),
        cmocka_unit_test(t_a_mover_is_a_velocity_obstacle),
        cmocka_unit_test(t_a_context_agent_without_a_wish_comes_to_rest),
        cmocka_unit_test(t_bad_numbers_are_refused_by_name),
        cmocka_unit_test(t_bad_kinds_are_refused_by_name),
        cmocka_unit_test(t_bad_worlds_are_refused_by_name),
        cmocka_unit_test(t_a_recipe_is_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
