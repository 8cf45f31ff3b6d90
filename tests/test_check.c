// Settings that don't fit together: each warning comes for its bad setting and not for a good one, and its numbers are
// those of bodies that really brake.
#include "testing.h"

#include "wend/wend.h"

enum
{
    MOST = 64
};

static const double FRAME = 1.0 / 60;

// ---- one agent

typedef struct setting
{
    wend_agent agent;
    wend_recipe recipe;
    wend_goal goal;
} setting;

static setting usual(void)
{
    return (setting){wend_default_agent(), wend_default_recipe(), wend_goal_of(WEND_GOAL_NONE)};
}

/// The warning of a kind, or null.
static const wend_warning *find(const wend_warning *list, int count, wend_warning_kind kind)
{
    for (int i = 0; i < count; ++i)
        if (list[i].kind == kind)
            return &list[i];
    return NULL;
}

static bool warns(const setting *s, double seconds, wend_warning_kind kind, wend_warning *out)
{
    wend_warning list[MOST];
    int count = wend_check_agent(&s->agent, &s->recipe, &s->goal, seconds, list, MOST);
    assert_true(count <= MOST);
    const wend_warning *found = find(list, count, kind);
    if (found)
        *out = *found;
    return found != NULL;
}

// Each makes a setting in which some rule counts.

static void of_pixels(setting *s)
{
    s->agent.max_speed = 220;
}

static void of_long_steps(setting *s)
{
    s->agent.max_speed = 40;
    s->agent.max_acceleration = 80;
}

static void arrives(setting *s)
{
    s->goal = wend_goal_arrive(v2(9, 0));
}

static void arrives_linearly(setting *s)
{
    arrives(s);
    s->goal.radius = 2;
}

static void orbits(setting *s)
{
    s->goal = wend_goal_of(WEND_GOAL_ORBIT);
}

static const wend_vec way[] = {{0, 0, 0}, {9, 0, 0}};

static void follows(setting *s)
{
    s->goal = wend_goal_follow(way, 2, false);
}

static void follows_waypoints(setting *s)
{
    follows(s);
    s->recipe.follow.follower = WEND_FOLLOW_WAYPOINT;
}

static void predicts(setting *s)
{
    follows(s);
    s->recipe.follow.follower = WEND_FOLLOW_PREDICT;
}

static void drives(setting *s)
{
    follows(s);
    s->recipe.body = WEND_BODY_CAR;
    s->recipe.car.turning_radius = 3;
}

static void flies(setting *s)
{
    follows(s);
    s->recipe.body = WEND_BODY_FLIES;
}

static void feels(setting *s)
{
    wend_recipe_add(&s->recipe, WEND_WISH_AVOID, 1);
    s->recipe.sense.kind = WEND_SENSE_FEELER;
}

static void feels_walls(setting *s)
{
    feels(s);
    s->recipe.sense.kind = WEND_SENSE_WALLS;
}

static void has_ring(setting *s)
{
    s->recipe.sense.kind = WEND_SENSE_RING;
    s->recipe.combiner = WEND_COMBINE_CONTEXT;
}

static void has_ring_of_8(setting *s)
{
    has_ring(s);
    s->recipe.context.slots = 8;
}

static void has_class(setting *s)
{
    s->recipe.combiner = WEND_COMBINE_CONTEXT;
    s->recipe.context.class_count = 1;
    s->recipe.context.classes[0] = wend_class_of(2, WEND_MARK_MOVER);
}

static void fans(setting *s)
{
    s->recipe.dodge = WEND_DODGE_FAN;
}

static void contains(setting *s)
{
    s->recipe.dodge = WEND_DODGE_CONTAIN;
}

static void dodges(setting *s)
{
    s->recipe.dodge = WEND_DODGE_ORCA;
}

static void dodges_by_samples(setting *s)
{
    s->recipe.dodge = WEND_DODGE_SAMPLED;
}

static void avoids_movers(setting *s)
{
    wend_recipe_add(&s->recipe, WEND_WISH_AVOID_MOVERS, 1);
}

static void gives_way(setting *s)
{
    wend_recipe_add(&s->recipe, WEND_WISH_GIVE_WAY, 1);
}

static void flocks(setting *s)
{
    (void)s; // as the default recipe
}

static void arrives_alone(setting *s)
{
    arrives(s);
    s->recipe.wish_count = 0;
}

static void follows_alone(setting *s)
{
    follows(s);
    s->recipe.wish_count = 0;
}

/// A rule about one number: warned of at `bad`, not at `good`, and just so from `edge` on.
typedef struct rule
{
    wend_warning_kind kind;
    void (*begin)(setting *s);
    size_t field; ///< where it lies in the setting, a float; but rays are an int
    double bad, good;
    double edge; ///< worked out by hand for the default agent: v 4, a 8, t 0.15, radius 0.25
} rule;

#define FIELD(name) offsetof(setting, name)

// It stops in 16 / 16 + 4 * 0.0225 = 1.09, in 0.5 s; in a frame it goes 0.0667.
static const rule rules[] = {
    {WEND_WARN_SLOW_START, of_pixels, FIELD(agent.max_acceleration), 8, 380, 55},
    {WEND_WARN_SLOW_RADIUS, arrives_linearly, FIELD(goal.radius), 0.5, 2, 1.6}, // 1 + 4 * 0.15
    {WEND_WARN_ARRIVAL, arrives, FIELD(agent.arrival_radius), 0.5, 2, 1},
    {WEND_WARN_ORBIT, orbits, FIELD(goal.radius), 1, 3, 2}, // v^2 / a
    {WEND_WARN_STEP, of_long_steps, FIELD(agent.radius), 0.25, 0.4, 20.0 / 60},
    {WEND_WARN_WAYPOINT, follows_waypoints, FIELD(recipe.follow.switch_radius), 0.05, 0.8, 4.0 / 60},
    {WEND_WARN_CARROT, follows, FIELD(recipe.follow.ahead), 0.3, 2, 0.6 + 4.0 / 60},
    {WEND_WARN_CARROT, predicts, FIELD(recipe.follow.seconds_ahead), 0.05, 0.5, 0.15 + 1.0 / 60},
    {WEND_WARN_TURNING, drives, FIELD(recipe.follow.ahead), 2, 4, 3},
    {WEND_WARN_TURNING, flies, FIELD(recipe.follow.ahead), 2, 3, 4 / 1.5},
    {WEND_WARN_FEELER, feels, FIELD(recipe.sense.feel.seconds), 0.1, 0.7, (1.09 - 0.25) / 4},
    {WEND_WARN_WALLS, feels_walls, FIELD(recipe.sense.radius), 0.875, 2, 1.34},
    {WEND_WARN_RANGE, has_ring, FIELD(recipe.context.range), 0.5, 1.5, 1.09},
    {WEND_WARN_RAYS, has_ring_of_8, FIELD(recipe.context.rays), 8, 32, 16}, // pi * 1.25 / 0.25 = 15.7, in eights
    {WEND_WARN_FAN, fans, FIELD(recipe.fan.seconds), 0.1, 0.75, 1.09 / 4},
    {WEND_WARN_FAN, fans, FIELD(recipe.fan.farthest), 1, 8, 1.09},
    {WEND_WARN_FAN, contains, FIELD(recipe.fan.seconds), 0.1, 0.75, 1.09 / 4},
    {WEND_WARN_HORIZON, dodges, FIELD(recipe.orca.seconds), 0.2, 2, 0.5},
    {WEND_WARN_HORIZON, dodges, FIELD(recipe.orca.wall_seconds), 0.2, 2, 0.5},
    {WEND_WARN_HORIZON, dodges_by_samples, FIELD(recipe.sampled.seconds), 0.2, 2, 0.5},
    {WEND_WARN_HORIZON, avoids_movers, FIELD(recipe.movers_seconds), 0.2, 2, 0.5},
    {WEND_WARN_HORIZON, gives_way, FIELD(recipe.movers_seconds), 0.2, 2, 0.5},
    {WEND_WARN_HORIZON, has_class, FIELD(recipe.context.movers.horizon), 0.2, 2, 0.5},
    {WEND_WARN_NEIGHBOURS, flocks, FIELD(agent.neighbour_radius), 0.4, 6, 0.5},
    {WEND_WARN_NEIGHBOURS, dodges, FIELD(agent.neighbour_radius), 1, 6, 2.68},
    {WEND_WARN_SEPARATION, flocks, FIELD(recipe.flock.separation_radius), 0.4, 2, 0.5},
    {WEND_WARN_CLASS, has_class, FIELD(recipe.context.classes[0].radius), 9, 5, 6},
    {WEND_WARN_THINK, flocks, FIELD(recipe.think_seconds), 1, 0.3, 0.75},
    {WEND_WARN_THINK, arrives_alone, FIELD(recipe.think_seconds), 1, 0.2, 0.25},
    {WEND_WARN_THINK, follows_alone, FIELD(recipe.think_seconds), 1, 0.2, 0.25},
};

static setting with(void (*begin)(setting *s), size_t field, double x)
{
    setting s = usual();
    begin(&s);
    float number = (float)x;
    bool is_whole = field == FIELD(recipe.context.rays);
    int whole = is_whole ? (int)x : 0;
    memcpy((char *)&s + field, is_whole ? (void *)&whole : (void *)&number, sizeof number);
    return s;
}

/// Does the rule warn where its number is x?
static bool warns_at(const rule *r, double x, wend_warning *out)
{
    setting s = with(r->begin, r->field, x);
    return warns(&s, FRAME, r->kind, out);
}

static void check_rule(const rule *r)
{
    wend_warning w = {0}, none;
    bool is_warned = warns_at(r, r->bad, &w), is_quiet = !warns_at(r, r->good, &none);
    if (!is_warned || !is_quiet)
        print_error("%s: at %g %s, at %g %s\n", wend_warning_name(r->kind), r->bad, is_warned ? "warned" : "not warned",
                    r->good, is_quiet ? "quiet" : "warned");
    assert_true(is_warned && is_quiet);
    assert_false(w.is_plain);
    assert_close(w.value, r->bad, 1e-6 * r->bad);
    assert_close(w.fits, r->edge, 1e-5 * r->edge);
    // What would do does, and what is a little worse doesn't.
    double worse = w.is_most ? 1.001 : r->kind == WEND_WARN_RAYS ? 0.5 : 0.999;
    assert_false(warns_at(r, w.fits, &none));
    assert_true(warns_at(r, w.fits * worse, &none));
}

static void t_each_rule_warns_of_bad_and_not_of_good(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(rules); ++i)
        check_rule(&rules[i]);
}

static void t_the_defaults_are_good(void **state)
{
    (void)state;
    static const wend_goal_kind goals[] = {WEND_GOAL_NONE,   WEND_GOAL_SEEK, WEND_GOAL_ARRIVE, WEND_GOAL_PURSUE,
                                           WEND_GOAL_WANDER, WEND_GOAL_HOLD, WEND_GOAL_TRAVEL};
    wend_warning list[MOST];
    for (int i = 0; i < COUNT_OF(goals); ++i)
        for (int dodge = 0; dodge < WEND_DODGE_KIND_COUNT; ++dodge)
            for (int combiner = 0; combiner < WEND_COMBINER_COUNT; ++combiner)
            {
                setting s = usual();
                s.goal.kind = goals[i];
                s.recipe.dodge = (wend_dodge_kind)dodge;
                s.recipe.combiner = (wend_combiner)combiner;
                assert_int_equal(wend_check_agent(&s.agent, &s.recipe, &s.goal, FRAME, list, MOST), 0);
            }
    wend_agent agent = wend_default_agent();
    assert_int_equal(wend_check_agent(&agent, NULL, NULL, FRAME, list, MOST), 0);
}

static void t_odd_numbers_do_no_harm(void **state)
{
    (void)state;
    static const float odd[] = {0, FLT_MIN, 1e-30f, 1, 1e30f, FLT_MAX};
    for (int i = 0; i < COUNT_OF(odd) * COUNT_OF(odd) * COUNT_OF(odd); ++i)
    {
        wend_warning list[MOST];
        setting s = with(has_ring, FIELD(agent.max_speed), (double)odd[i % COUNT_OF(odd)]);
        s.goal = wend_goal_arrive(v2(1, 0));
        s.agent.max_acceleration = odd[i / COUNT_OF(odd) % COUNT_OF(odd)];
        s.agent.mass = s.agent.radius = fmaxf(odd[i / COUNT_OF(odd) / COUNT_OF(odd)], FLT_MIN);
        int count = wend_check_agent(&s.agent, &s.recipe, &s.goal, 1e9, list, MOST);
        assert_in_range(count, 0, MOST);
        for (int k = 0; k < count; ++k)
            assert_false(isnan(list[k].value) || isnan(list[k].fits));
    }
}

static void t_what_is_not_used_is_not_looked_at(void **state)
{
    (void)state;
    wend_warning w;
    setting s = usual();
    s.recipe.orca.seconds = s.recipe.sampled.seconds = s.recipe.fan.seconds = 0.01f;
    s.recipe.sense.feel.seconds = s.recipe.context.range = s.recipe.follow.ahead = 0.01f;
    s.agent.arrival_radius = 0.01f;
    for (int kind = 0; kind < WEND_WARNING_COUNT; ++kind)
        assert_false(warns(&s, FRAME, (wend_warning_kind)kind, &w));
    // Without a step nothing is said about steps.
    s = with(of_long_steps, FIELD(agent.radius), 0.1);
    assert_true(warns(&s, FRAME, WEND_WARN_STEP, &w));
    assert_false(warns(&s, 0, WEND_WARN_STEP, &w));
}

static void t_who_can_not_move_or_sense_is_told(void **state)
{
    (void)state;
    wend_warning w;
    setting s = usual();
    s.agent.max_acceleration = 0;
    assert_false(warns(&s, FRAME, WEND_WARN_MOTIONLESS, &w)); // a post has no goal
    s.goal = wend_goal_of(WEND_GOAL_HOLD);
    assert_false(warns(&s, FRAME, WEND_WARN_MOTIONLESS, &w));
    s.goal = wend_goal_seek(v2(9, 0));
    assert_true(warns(&s, FRAME, WEND_WARN_MOTIONLESS, &w));
    assert_true(w.is_plain);
    s.agent.max_acceleration = 8, s.agent.max_speed = 0;
    assert_true(warns(&s, FRAME, WEND_WARN_MOTIONLESS, &w));
    s.agent.max_speed = 4;
    assert_false(warns(&s, FRAME, WEND_WARN_MOTIONLESS, &w));

    s.recipe.sense.kind = WEND_SENSE_WHISKERS; // and no wish that makes anything of it
    assert_true(warns(&s, FRAME, WEND_WARN_NO_WISH, &w));
    s.recipe.combiner = WEND_COMBINE_CONTEXT;
    assert_false(warns(&s, FRAME, WEND_WARN_NO_WISH, &w));
    s.recipe.combiner = WEND_COMBINE_SUM;
    wend_recipe_add(&s.recipe, WEND_WISH_AVOID, 1);
    assert_false(warns(&s, FRAME, WEND_WARN_NO_WISH, &w));
    assert_false(warns(&s, FRAME, WEND_WARN_BLIND, &w));
    s.recipe.sense.kind = WEND_SENSE_NOTHING;
    assert_true(warns(&s, FRAME, WEND_WARN_BLIND, &w));
}

static void t_seldom_looks_need_a_longer_feeler(void **state)
{
    (void)state;
    wend_warning w;
    setting s = with(feels, FIELD(recipe.sense.feel.seconds), 0.5);
    assert_false(warns(&s, FRAME, WEND_WARN_FEELER, &w));
    s.recipe.sense.seconds = 0.4f; // 1.6 further before it looks again
    assert_true(warns(&s, FRAME, WEND_WARN_FEELER, &w));
    assert_close(w.fits, (1.09 + 1.6 - 0.25) / 4, 1e-6);
    s.recipe.think_seconds = 0.5f; // whoever thinks seldom looks seldom
    assert_true(warns(&s, FRAME, WEND_WARN_FEELER, &w));
    assert_close(w.fits, (1.09 + 2 - 0.25) / 4, 1e-6);
}

// ---- the numbers are those of real bodies

/// How far a body goes from top speed until it stands, in tiny steps.
static double stopping_way(wend_agent self)
{
    const double dt = 1e-4;
    double gone = 0;
    self.velocity = v2(self.max_speed, 0);
    for (int i = 0; i < 200000 && self.velocity.x > 0; ++i)
    {
        self.velocity = wend_point_mass(&self, v2(0, 0), dt, NULL);
        gone += (double)self.velocity.x * dt;
    }
    return gone;
}

static void t_bodies_stop_where_the_header_says(void **state)
{
    (void)state;
    static const struct
    {
        float speed, acceleration, response, mass;
    } bodies[] = {{4, 8, 0.15f, 1}, {4, 8, 0, 1},     {2, 8, 0.5f, 1},
                  {10, 3, 0.3f, 1}, {4, 8, 0.15f, 2}, {1, 20, 0.2f, 3}};
    for (int i = 0; i < COUNT_OF(bodies); ++i)
    {
        setting s = with(has_ring, FIELD(recipe.context.range), 0.001);
        s.agent.max_speed = bodies[i].speed;
        s.agent.max_acceleration = bodies[i].acceleration;
        s.agent.response_time = bodies[i].response;
        s.agent.mass = bodies[i].mass;
        wend_warning w;
        assert_true(warns(&s, 0, WEND_WARN_RANGE, &w));
        assert_close(w.fits, stopping_way(s.agent), 0.005 * w.fits + 0.002);
    }
}

/// Walks at a wall, brakes as soon as its feeler meets it, and says how much room is left: negative if it touched.
static double room_left(float seconds)
{
    wend_feel_def feel = wend_default_feel_def();
    wend_agent self = wend_default_agent();
    const double dt = 1e-3;
    const double wall = 9;
    feel.seconds = seconds;
    self.velocity = v2(self.max_speed, 0);
    bool is_braking = false;
    for (int i = 0; i < 20000 && self.velocity.x > 0; ++i)
    {
        wend_cast ray;
        wend_feeler_ray(&self, v2(1, 0), &feel, &ray);
        is_braking |= (double)(ray.from.x + ray.along.x + ray.radius) >= wall;
        self.velocity = wend_point_mass(&self, v2(is_braking ? 0 : self.max_speed, 0), dt, NULL);
        self.position = wend_add(self.position, wend_scale(self.velocity, (float)dt));
    }
    return wall - (double)(self.position.x + self.radius);
}

static void t_a_feeler_that_fits_stops_before_the_wall(void **state)
{
    (void)state;
    wend_warning w;
    setting s = with(feels, FIELD(recipe.sense.feel.seconds), 0.01);
    assert_true(warns(&s, 0, WEND_WARN_FEELER, &w));
    assert_close(room_left((float)w.fits), 0, 0.02);
    assert_true(room_left((float)(w.fits * 1.2)) > 0);
    assert_true(room_left((float)(w.fits * 0.8)) < -0.1);
}

/// How far a linear arrive goes past its goal.
static double overshoot(float radius)
{
    wend_agent self = wend_default_agent();
    double most = 0;
    for (int i = 0; i < 1200; ++i)
    {
        self.velocity = wend_point_mass(&self, wend_arrive_linear(&self, v2(9, 0), radius), FRAME, NULL);
        self.position = wend_add(self.position, wend_scale(self.velocity, (float)FRAME));
        most = fmax(most, (double)self.position.x - 9);
    }
    return most;
}

static void t_a_slow_radius_that_fits_does_not_overshoot(void **state)
{
    (void)state;
    wend_warning w;
    setting s = with(arrives_linearly, FIELD(goal.radius), 0.1);
    assert_true(warns(&s, 0, WEND_WARN_SLOW_RADIUS, &w));
    assert_true(overshoot((float)w.fits) < 0.02);
    assert_true(overshoot((float)w.fits / 2) > 0.1);
}

static void t_an_orbit_that_fits_is_flown_at_top_speed(void **state)
{
    (void)state;
    wend_warning w;
    setting s = with(orbits, FIELD(goal.radius), 3);
    s.agent.max_speed = 10, s.agent.max_acceleration = 2; // ORB-06 of the cases
    assert_true(warns(&s, FRAME, WEND_WARN_ORBIT, &w));
    s.agent.position = v2(3, 0);
    assert_close(wend_length(wend_orbit(&s.agent, v2(0, 0), 3, false)), sqrt(6), 1e-5);
    s.agent.position = v2((float)w.fits, 0);
    assert_close(wend_length(wend_orbit(&s.agent, v2(0, 0), (float)w.fits, false)), 10, 1e-4);
}

// ---- worlds

static wend_world *world_of(const wend_world_def *def, int count, const wend_agent_def *agent,
                            const wend_recipe *recipe)
{
    wend_world *world = wend_world_create(def, NULL);
    assert_non_null(world);
    for (int i = 0; i < count; ++i)
    {
        wend_agent_id id = wend_world_spawn(world, agent);
        assert_int_equal(wend_world_set_recipe(world, id, recipe), WEND_OK);
    }
    return world;
}

static void t_alike_warnings_are_told_once(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    wend_agent_def agent = wend_default_agent_def();
    setting s = with(feels, FIELD(recipe.sense.feel.seconds), 0.1);
    wend_world *world = world_of(&def, 10, &agent, &s.recipe);
    wend_agent_id ids[10];
    wend_warning list[MOST];
    wend_world_list(world, ids, 10);
    int count = wend_check(world, FRAME, list, MOST);
    const wend_warning *w = find(list, count, WEND_WARN_FEELER);
    assert_int_equal(count, 2); // and that there is no caster
    assert_non_null(w);
    assert_int_equal(w->agents, 10);
    assert_true(wend_same_agent(w->agent, ids[0]));

    // Another value is another warning. Removed agents don't count.
    s.recipe.sense.feel.seconds = 0.15f;
    wend_world_set_recipe(world, ids[3], &s.recipe);
    wend_world_remove(world, ids[0]);
    count = wend_check(world, FRAME, list, MOST);
    assert_int_equal(count, 3);
    assert_true(wend_same_agent(list[0].agent, ids[1]));
    assert_int_equal(list[0].agents, 8);
    assert_int_equal(wend_check(world, FRAME, list, 1), 1);
    assert_int_equal(wend_check(world, FRAME, list, 0), 0);
    wend_world_destroy(world);
}

static void t_queued_goals_count(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    wend_agent_def agent = wend_default_agent_def();
    wend_recipe recipe = wend_default_recipe();
    wend_world *world = world_of(&def, 1, &agent, &recipe);
    wend_agent_id id;
    wend_warning list[MOST];
    wend_world_list(world, &id, 1);
    wend_goal seek = wend_goal_seek(v2(5, 0)), short_one = wend_goal_arrive(v2(9, 0));
    short_one.radius = 0.2f;
    wend_world_set_goal(world, id, &seek);
    assert_int_equal(wend_check(world, FRAME, list, MOST), 0);
    wend_world_queue_goal(world, id, &short_one);
    wend_world_queue_goal(world, id, &short_one);
    assert_int_equal(wend_check(world, FRAME, list, MOST), 1); // once, though it waits twice
    assert_int_equal(list[0].kind, WEND_WARN_SLOW_RADIUS);
    assert_int_equal(list[0].agents, 1);
    wend_world_destroy(world);
}

static int kinds_in(const wend_world_def *def, const wend_agent_def *agent, const setting *s, wend_warning_kind kind)
{
    wend_warning list[MOST];
    wend_world *world = world_of(def, 1, agent, &s->recipe);
    wend_agent_id id;
    wend_world_list(world, &id, 1);
    assert_int_equal(wend_world_set_goal(world, id, &s->goal), WEND_OK);
    int count = wend_check(world, FRAME, list, MOST);
    bool is_found = find(list, count, kind) != NULL;
    wend_world_destroy(world);
    return is_found;
}

static void t_what_depends_on_the_world_is_told(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def(), walled = def, mapped = def, round = def;
    wend_agent_def agent = wend_default_agent_def();
    wend_grid_def grid_def = wend_default_grid_def();
    wend_grid *grid = wend_grid_create_text(&grid_def, "....\n.##.\n....\n", NULL);
    walled.caster = wend_grid_caster(grid);
    mapped.grid = grid;
    setting s = with(feels, FIELD(recipe.sense.feel.seconds), 0.7), traveller = usual();
    assert_true(kinds_in(&def, &agent, &s, WEND_WARN_NO_CASTER));
    assert_false(kinds_in(&walled, &agent, &s, WEND_WARN_NO_CASTER));

    traveller.goal = wend_goal_travel(v2(3.5f, 2.5f));
    assert_true(kinds_in(&mapped, &agent, &traveller, WEND_WARN_NO_WALLS));
    mapped.caster = walled.caster;
    assert_false(kinds_in(&mapped, &agent, &traveller, WEND_WARN_NO_WALLS));

    setting dodger = usual();
    dodger.recipe.dodge = WEND_DODGE_ORCA;
    round.edge = WEND_EDGE_WRAP;
    round.high = v2(11, 30);
    assert_true(kinds_in(&round, &agent, &dodger, WEND_WARN_WRAP));
    round.high = v2(12, 30);
    assert_false(kinds_in(&round, &agent, &dodger, WEND_WARN_WRAP));
    assert_false(kinds_in(&def, &agent, &dodger, WEND_WARN_MASK));
    wend_world_def space = round;
    space.plane = WEND_XYZ;
    space.high = wend_xyz(30, 30, 11);
    assert_true(kinds_in(&space, &agent, &dodger, WEND_WARN_WRAP));
    space.high = wend_xyz(11, 30, 30);
    assert_true(kinds_in(&space, &agent, &dodger, WEND_WARN_WRAP));
    space.high = wend_xyz(30, 30, 12);
    assert_false(kinds_in(&space, &agent, &dodger, WEND_WARN_WRAP));

    setting looking = with(has_ring_of_8, FIELD(recipe.context.range), 3); // in space rays are one a slot
    assert_true(kinds_in(&walled, &agent, &looking, WEND_WARN_RAYS));
    walled.plane = WEND_XYZ;
    assert_false(kinds_in(&walled, &agent, &looking, WEND_WARN_RAYS));
    agent.mask = 0;
    assert_true(kinds_in(&def, &agent, &dodger, WEND_WARN_MASK));
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_each_rule_warns_of_bad_and_not_of_good),
        cmocka_unit_test(t_the_defaults_are_good),
        cmocka_unit_test(t_odd_numbers_do_no_harm),
        cmocka_unit_test(t_what_is_not_used_is_not_looked_at),
        cmocka_unit_test(t_who_can_not_move_or_sense_is_told),
        cmocka_unit_test(t_seldom_looks_need_a_longer_feeler),
        cmocka_unit_test(t_bodies_stop_where_the_header_says),
        cmocka_unit_test(t_a_feeler_that_fits_stops_before_the_wall),
        cmocka_unit_test(t_a_slow_radius_that_fits_does_not_overshoot),
        cmocka_unit_test(t_an_orbit_that_fits_is_flown_at_top_speed),
        cmocka_unit_test(t_alike_warnings_are_told_once),
        cmocka_unit_test(t_queued_goals_count),
        cmocka_unit_test(t_what_depends_on_the_world_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
