// world.h as a keeper of agents: life and ids, definitions, what is refused and that refusing changes nothing, goals
// and their queue, recipes, events, reports, reading. How agents move is in test_world_motion.c and test_world_flock.c.
#include "testing_world.h"

#include <stdlib.h>

// ---- worlds

static void t_004_01_world_defaults(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    assert_int_equal(def.plane, WEND_XY); // CLAIMS 0.1; the row has XZ
    assert_true(def.seed == 1);
    assert_int_equal(def.threads, 1);
    assert_int_equal(def.edge, WEND_EDGE_NONE);
    assert_true(def.does_push_apart);
    assert_close(def.height_range, FLT_MAX, 0);
    assert_close(def.cell_size, 0, 0);
    assert_int_equal(def.crowd_limit, 128);
    assert_int_equal(def.search, WEND_SEARCH_CELLS);
    assert_true(!def.dodge && !def.log && !def.allocator.alloc && !def.source.query);
    wend_world *world = make(WEND_XY);
    assert_int_equal(wend_world_count(world), 0);
    assert_int_equal(wend_world_error(world)->status, WEND_OK);
    assert_string_equal(wend_world_error(world)->text, "");
    assert_int_equal(wend_world_step(world, 1), WEND_OK); // nobody there
    assert_close(wend_world_get_stats(world).seconds, 1, 0);
    wend_world_destroy(world);
    wend_world_destroy(NULL);
}

static void no_world(const wend_world_def *def, wend_status status, const char *word, const char *value)
{
    wend_error error = {WEND_OK, ""};
    assert_null(wend_world_create(def, &error));
    assert_string_equal(wend_status_name(error.status), wend_status_name(status));
    if (!strstr(error.text, word) || !strstr(error.text, value))
        fail_msg("\"%s\" doesn't say \"%s\" and \"%s\"", error.text, word, value);
    assert_null(wend_world_create(def, NULL));
}

static int noted;

static void *count_alloc(size_t size, void *user)
{
    (void)user;
    noted++;
    return malloc(size);
}

static void t_bad_world_definitions(void **state)
{
    (void)state;
    const wend_world_def good = wend_default_world_def();
    no_world(NULL, WEND_ERROR_NULL, "null", "world");
    wend_world_def def = {0};
    no_world(&def, WEND_ERROR_COOKIE, "wend_default_world_def", "");
    def = good, def.threads = 0;
    no_world(&def, WEND_ERROR_VALUE, "threads", "0");
    def = good, def.threads = 65;
    no_world(&def, WEND_ERROR_VALUE, "threads", "65");
    def = good, def.crowd_limit = 7;
    no_world(&def, WEND_ERROR_VALUE, "crowd_limit", "7");
    def = good, def.crowd_limit = 4097;
    no_world(&def, WEND_ERROR_VALUE, "crowd_limit", "4097");
    def = good, def.height_range = -1;
    no_world(&def, WEND_ERROR_VALUE, "height_range", "-1");
    def = good, def.height_range = NAN;
    no_world(&def, WEND_ERROR_VALUE, "height_range", "nan");
    def = good, def.cell_size = -2;
    no_world(&def, WEND_ERROR_VALUE, "cell_size", "-2");
    def = good, def.cell_size = INFINITY;
    no_world(&def, WEND_ERROR_VALUE, "cell_size", "inf");
    def = good, def.plane = (wend_plane)7;
    no_world(&def, WEND_ERROR_VALUE, "plane", "7");
    def = good, def.edge = (wend_edge)9;
    no_world(&def, WEND_ERROR_VALUE, "edge", "9");
    def = good, def.search = (wend_search)5;
    no_world(&def, WEND_ERROR_VALUE, "search", "5");
    def = good, def.search = WEND_SEARCH_HOST;
    no_world(&def, WEND_ERROR_NULL, "query", "");
    def = good, def.allocator.alloc = count_alloc;
    no_world(&def, WEND_ERROR_NULL, "allocator", "free");
    for (int edge = WEND_EDGE_STOP; edge < WEND_EDGE_COUNT; edge++)
    {
        def = good, def.edge = (wend_edge)edge; // low = high = 0
        no_world(&def, WEND_ERROR_VALUE, "low", "0");
        def.low = v2(-1, 2), def.high = v2(1, -3);
        no_world(&def, WEND_ERROR_VALUE, "2", "-3");
        def.high = v2(1, NAN);
        no_world(&def, WEND_ERROR_VALUE, "nan", "y");
        def.low = v2(-INFINITY, -1), def.high = v2(1, 1);
        no_world(&def, WEND_ERROR_VALUE, "inf", "x");
    }
    assert_int_equal(noted, 0);
}

static void t_world_limits_are_allowed(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    def.threads = 64, def.crowd_limit = 8, def.height_range = 0;
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    wend_world_destroy(world);
    def.threads = 1, def.crowd_limit = 4096, def.plane = WEND_XZ, def.edge = WEND_EDGE_WRAP;
    def.low = wend_xyz(-1, 0, -1), def.high = wend_xyz(1, 0, 1); // y is no dimension of this plane
    world = wend_world_create(&def, NULL);
    assert_non_null(world);
    wend_world_destroy(world);
}

// ---- agents

static void t_004_02_agent_defaults(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_def def = wend_default_agent_def(), got;
    wend_agent_id id = wend_world_spawn(world, &def);
    assert_int_equal(wend_world_get(world, id, &got), WEND_OK);
    assert_true(wend_same_agent(got.agent.id, id));
    assert_true(got.group == 0 && got.layers == 1 && got.mask == UINT32_MAX && got.user == 0);
    assert_close(got.agent.max_speed, 4, 0);
    assert_close(got.agent.max_acceleration, 8, 0);
    assert_close(got.agent.arrival_radius, 2, 0);
    assert_close(got.agent.neighbour_radius, 6, 0);
    assert_close(got.agent.radius, 0.25, 0);
    assert_close(got.agent.response_time, 0.15f, 0); // CLAIMS 0.1
    assert_close(got.agent.mass, 1, 0);
    assert_vec(got.agent.position, 0, 0, 0, 0);
    assert_vec(got.agent.velocity, 0, 0, 0, 0);
    assert_vec(wend_world_heading(world, id), 1, 0, 0, 0);
    wend_goal goal;
    assert_int_equal(wend_world_get_goal(world, id, &goal), WEND_OK);
    assert_int_equal(goal.kind, WEND_GOAL_NONE);
    def.agent.velocity = v2(0, -3); // a heading of zero means along the velocity
    assert_vec(wend_world_heading(world, wend_world_spawn(world, &def)), 0, -1, 0, 1e-7);
    def.agent.heading = v2(-3, 4);
    assert_vec(wend_world_heading(world, wend_world_spawn(world, &def)), -0.6, 0.8, 0, 1e-7);
    wend_world_destroy(world);
}

typedef struct bad_number
{
    const char *name;
    size_t offset;
    bool may_be_zero;
} bad_number;

#define AGENT_FIELD(name, may_be_zero)                                                                                 \
    {                                                                                                                  \
#name, offsetof(wend_agent_def, agent.name), may_be_zero                                                       \
    }

static void t_004_06_numbers_of_an_agent(void **state)
{
    (void)state;
    static const bad_number numbers[] = {
        AGENT_FIELD(radius, false),           AGENT_FIELD(max_speed, true),     AGENT_FIELD(max_acceleration, true),
        AGENT_FIELD(arrival_radius, false),   AGENT_FIELD(response_time, true), AGENT_FIELD(mass, false),
        AGENT_FIELD(neighbour_radius, false),
    };
    fixture f = two();
    for (int i = 0; i < COUNT_OF(numbers); i++)
    {
        static const float bad[] = {0, -1, NAN, INFINITY, -INFINITY, -1e-45f};
        static const char *const texts[] = {"0", "-1", "nan", "inf", "-inf", "-1"};
        for (int k = 0; k < COUNT_OF(bad); k++)
        {
            wend_agent_def def = wend_default_agent_def();
            memcpy((char *)&def + numbers[i].offset, &bad[k], sizeof bad[k]);
            uint64_t hash = wend_world_hash(f.world);
            if (k == 0 && numbers[i].may_be_zero)
            {
                assert_int_equal(wend_world_set(f.world, f.a, &def), WEND_OK);
                continue;
            }
            const char *allowed = numbers[i].may_be_zero ? ">= 0" : "> 0";
            REFUSED(f.world, WEND_ERROR_VALUE, wend_world_set(f.world, f.a, &def), numbers[i].name, texts[k], allowed);
            assert_true(wend_world_spawn(f.world, &def).value == 0);
            assert_true(wend_world_hash(f.world) == hash);
            assert_int_equal(wend_world_count(f.world), 2);
        }
    }
    wend_world_destroy(f.world);
}

static void t_bad_agent_definitions(void **state)
{
    (void)state;
    fixture f = two();
    wend_agent_def good = wend_default_agent_def(), def = {0};
    wend_agent_id id = {77};
    REFUSED(f.world, WEND_ERROR_COOKIE, wend_world_spawn_many(f.world, &def, 1, &id), "wend_default_agent_def", "", "");
    REFUSED(f.world, WEND_ERROR_COOKIE, wend_world_set(f.world, f.a, &def), "wend_default_agent_def", "", "");
    REFUSED(f.world, WEND_ERROR_NULL, wend_world_set(f.world, f.a, NULL), "null", "", "");
    assert_true(wend_world_spawn(f.world, NULL).value == 0);
    assert_int_equal(wend_world_error(f.world)->status, WEND_ERROR_NULL);
    assert_true(wend_world_spawn(NULL, &good).value == 0);
    def = good, def.agent.position.z = NAN; // also across the plane: 004-50
    REFUSED(f.world, WEND_ERROR_VALUE, wend_world_spawn_many(f.world, &def, 1, &id), "position", "nan", "finite");
    def = good, def.agent.velocity.y = INFINITY;
    REFUSED(f.world, WEND_ERROR_VALUE, wend_world_spawn_many(f.world, &def, 1, &id), "velocity", "inf", "finite");
    def = good, def.agent.heading.x = NAN;
    REFUSED(f.world, WEND_ERROR_VALUE, wend_world_spawn_many(f.world, &def, 1, &id), "heading", "nan", "finite");
    assert_true(id.value == 77);
    wend_world_destroy(f.world);
}

static void t_spawn_and_remove_many_all_or_none(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_def defs[100];
    wend_agent_id ids[100] = {{0}}, list[200];
    for (int i = 0; i < 100; i++)
    {
        defs[i] = wend_default_agent_def();
        defs[i].user = (uint64_t)i;
        defs[i].agent.position = v2((float)i, 0);
    }
    defs[99].agent.mass = -3;
    REFUSED(world, WEND_ERROR_VALUE, wend_world_spawn_many(world, defs, 100, ids), "mass", "-3", "> 0");
    assert_int_equal(wend_world_count(world), 0);
    defs[99].agent.mass = 1;
    assert_int_equal(wend_world_spawn_many(world, defs, 0, NULL), WEND_OK);
    assert_int_equal(wend_world_spawn_many(world, defs, 100, ids), WEND_OK);
    assert_int_equal(wend_world_spawn_many(world, defs, 50, NULL), WEND_OK); // ids may be null
    assert_int_equal(wend_world_count(world), 150);
    for (int i = 1; i < 100; i++)
        assert_true(ids[i].value > ids[i - 1].value);
    wend_agent_id gone[3] = {ids[3], {1}, ids[5]};
    REFUSED(world, WEND_ERROR_ID, wend_world_remove_many(world, gone, 3), "1", "agent", "");
    assert_int_equal(wend_world_count(world), 150);
    gone[1] = ids[4];
    assert_int_equal(wend_world_remove_many(world, gone, 3), WEND_OK);
    assert_int_equal(wend_world_count(world), 147);
    assert_false(wend_world_has(world, ids[4]));
    assert_true(wend_world_has(world, ids[6]));
    assert_int_equal(wend_world_list(world, list, 200), 147);
    for (int i = 1; i < 147; i++)
        assert_true(list[i].value > list[i - 1].value);
    assert_true(wend_same_agent(list[3], ids[6]));
    assert_int_equal(wend_world_remove_many(world, NULL, 0), WEND_OK);
    wend_world_destroy(world);
}

// A pointer that must be given is null: base.h has a status of its own for it.
static void t_lists_that_are_null(void **state)
{
    (void)state;
    fixture f = two();
    REFUSED(f.world, WEND_ERROR_NULL, wend_world_spawn_many(f.world, NULL, 2, NULL), "", "", "");
    REFUSED(f.world, WEND_ERROR_NULL, wend_world_remove_many(f.world, NULL, 2), "", "", "");
    REFUSED(f.world, WEND_ERROR_NULL, wend_world_report_many(f.world, NULL), "", "", "");
    REFUSED(f.world, WEND_ERROR_NULL, wend_world_set_goal(f.world, f.a, NULL), "", "", "");
    REFUSED(f.world, WEND_ERROR_NULL, wend_world_set_recipe(f.world, f.a, NULL), "", "", "");
    wend_world_destroy(f.world);
}

static void t_counts_below_zero(void **state)
{
    (void)state;
    fixture f = two();
    wend_agent_def def = wend_default_agent_def();
    REFUSED(f.world, WEND_ERROR_VALUE, wend_world_spawn_many(f.world, &def, -1, NULL), "-1", "", "");
    REFUSED(f.world, WEND_ERROR_VALUE, wend_world_remove_many(f.world, &f.a, -1), "-1", "", "");
    wend_world_destroy(f.world);
}

static void t_004_10_ids_only_grow(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    uint64_t last = 0;
    for (int i = 0; i < 1000; i++) // one slot, again and again
    {
        wend_agent_id id = spawn(world, 0, 0);
        assert_true(id.value > last);
        last = id.value;
        assert_int_equal(wend_world_remove(world, id), WEND_OK);
        assert_false(wend_world_has(world, id));
        if (i % 7 == 0)
            assert_int_equal(wend_world_step(world, 0.1), WEND_OK);
    }
    assert_int_equal(wend_world_count(world), 0);
    wend_agent_id first = spawn(world, 1, 0), second = spawn(world, 2, 0);
    assert_int_equal(wend_world_remove(world, first), WEND_OK);
    wend_agent_id third = spawn(world, 3, 0);
    REFUSED(world, WEND_ERROR_ID, wend_world_remove(world, first), "agent", "", ""); // its slot has a new owner
    assert_true(third.value > second.value);
    assert_vec(wend_world_position(world, first), 0, 0, 0, 0);
    assert_vec(wend_world_position(world, second), 2, 0, 0, 0);
    assert_vec(wend_world_position(world, third), 3, 0, 0, 0);
    wend_world_destroy(world);
}

// A model in the test: which ids live, and where. Spawning, removing and stepping in random order.
static void t_slots_are_used_again(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id ids[300], list[300];
    float places[300];
    int count = 0;
    uint64_t random = 5;
    for (int turn = 0; turn < 3000; turn++)
    {
        if (count < 300 && draw(&random) % 5 < 3)
        {
            places[count] = (float)turn;
            ids[count++] = spawn(world, (float)turn, 0);
        }
        else if (count > 0)
        {
            int at = (int)(draw(&random) % (uint64_t)count);
            assert_int_equal(wend_world_remove(world, ids[at]), WEND_OK);
            assert_false(wend_world_has(world, ids[at]));
            memmove(&ids[at], &ids[at + 1], sizeof *ids * (size_t)(count - at - 1));
            memmove(&places[at], &places[at + 1], sizeof *places * (size_t)(count - at - 1));
            count--;
        }
        if (turn % 50 == 0)
            assert_int_equal(wend_world_step(world, 0.1), WEND_OK); // all at rest and far apart: nobody moves
        assert_int_equal(wend_world_list(world, list, 300), count);
        assert_memory_equal(list, ids, sizeof *ids * (size_t)count);
        for (int i = 0; i < count; i++)
            assert_close(wend_world_position(world, ids[i]).x, places[i], 0);
    }
    wend_world_destroy(world);
}

// What the others published outlives somebody's going, however many updates there were.
static void t_moving_up_keeps_what_was_published(void **state)
{
    (void)state;
    for (int thinks = 1; thinks <= 2; thinks++)
    {
        wend_world *world = make(WEND_XY);
        wend_agent_id ids[4];
        for (int i = 0; i < 4; i++)
        {
            ids[i] = spawn(world, (float)(10 * i), 0);
            wend_goal goal = wend_goal_of(WEND_GOAL_MATCH);
            goal.point = v2(0, (float)(1 + i));
            assert_int_equal(wend_world_set_goal(world, ids[i], &goal), WEND_OK);
        }
        for (int i = 0; i < thinks; i++)
            assert_int_equal(wend_world_step(world, 1), WEND_OK);
        wend_vec velocity = wend_world_velocity(world, ids[3]), half = wend_world_between(world, ids[3], 0.5f);
        assert_true(velocity.y > 1);
        assert_int_equal(wend_world_remove(world, ids[0]), WEND_OK);
        assert_int_equal(wend_world_remove(world, ids[2]), WEND_OK);
        spawn(world, 99, 99);
        assert_int_equal(wend_world_within(world, v2(0, 0), 1e6f, NULL, NULL, 0), 3);
        assert_same(wend_world_velocity(world, ids[3]), velocity);
        assert_vec(wend_world_heading(world, ids[3]), 0, 1, 0, 1e-6);
        assert_same(wend_world_between(world, ids[3], 0.5f), half);
        wend_world_destroy(world);
    }
}

static void t_004_09_options_are_copied(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_def def = wend_default_agent_def();
    wend_goal goal = wend_goal_seek(v2(9, 0));
    wend_recipe recipe = wend_default_recipe(), read;
    recipe.combiner = WEND_COMBINE_SUM;
    recipe.limit = 3;
    wend_agent_id id = wend_world_spawn(world, &def);
    assert_int_equal(wend_world_set_goal(world, id, &goal), WEND_OK);
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    uint64_t hash = wend_world_hash(world);
    memset(&def, 0xff, sizeof def);
    memset(&goal, 0xff, sizeof goal);
    memset(&recipe, 0xff, sizeof recipe);
    assert_true(wend_world_hash(world) == hash);
    assert_int_equal(wend_world_get_recipe(world, id, &read), WEND_OK);
    assert_int_equal(read.combiner, WEND_COMBINE_SUM);
    assert_close(read.limit, 3, 0);
    assert_int_equal(wend_world_get_goal(world, id, &goal), WEND_OK);
    assert_int_equal(goal.kind, WEND_GOAL_SEEK);
    assert_vec(goal.point, 9, 0, 0, 0);
    wend_world_destroy(world);
}

static void t_set_leaves_motion_as_it_is(void **state)
{
    (void)state;
    fixture f = two();
    wend_agent_def def, got;
    assert_int_equal(wend_world_report(f.world, f.a, v2(1, 2), v2(3, 4)), WEND_OK);
    def = wend_default_agent_def();
    def.group = 7, def.layers = 6, def.mask = 5, def.user = 99;
    def.agent.radius = 0.5f, def.agent.mass = 3, def.agent.max_speed = 11, def.agent.id.value = 12345;
    def.agent.position = v2(50, 50), def.agent.velocity = v2(-9, 0), def.agent.heading = v2(0, -1);
    assert_int_equal(wend_world_set(f.world, f.a, &def), WEND_OK);
    assert_int_equal(wend_world_get(f.world, f.a, &got), WEND_OK);
    assert_true(got.group == 7 && got.layers == 6 && got.mask == 5 && got.user == 99 && got.cookie == def.cookie);
    assert_close(got.agent.radius, 0.5, 0);
    assert_close(got.agent.mass, 3, 0);
    assert_close(got.agent.max_speed, 11, 0);
    assert_true(wend_same_agent(got.agent.id, f.a));
    assert_vec(got.agent.position, 1, 2, 0, 0);
    assert_vec(got.agent.velocity, 3, 4, 0, 0);
    assert_vec(got.agent.heading, 1, 0, 0, 0);
    assert_int_equal(wend_world_set(f.world, f.b, &got), WEND_OK); // what is read may be written
    wend_world_destroy(f.world);
}

static void t_unknown_ids(void **state)
{
    (void)state;
    fixture f = two();
    fixture other = two();
    wend_agent_id third = spawn(other.world, 5, 5); // no such agent in the first world
    assert_int_equal(wend_world_remove(f.world, f.b), WEND_OK);
    wend_agent_id ids[] = {{0}, f.b, third, {UINT64_MAX}, {f.a.value + 1}, {1}};
    wend_agent_def def = wend_default_agent_def();
    wend_goal goal = wend_goal_wander();
    wend_recipe recipe = wend_default_recipe();
    for (int i = 0; i < COUNT_OF(ids); i++)
    {
        wend_agent_id id = ids[i];
        REFUSED(f.world, WEND_ERROR_ID, wend_world_remove(f.world, id), "agent", "", "");
        REFUSED(f.world, WEND_ERROR_ID, wend_world_set(f.world, id, &def), "agent", "", "");
        REFUSED(f.world, WEND_ERROR_ID, wend_world_set_goal(f.world, id, &goal), "agent", "", "");
        REFUSED(f.world, WEND_ERROR_ID, wend_world_queue_goal(f.world, id, &goal), "agent", "", "");
        REFUSED(f.world, WEND_ERROR_ID, wend_world_set_recipe(f.world, id, &recipe), "agent", "", "");
        REFUSED(f.world, WEND_ERROR_ID, wend_world_report(f.world, id, v2(0, 0), v2(0, 0)), "agent", "", "");
        REFUSED(f.world, WEND_ERROR_ID, wend_world_teleport(f.world, id, v2(0, 0), v2(0, 0), v2(1, 0)), "agent", "",
                "");
        assert_int_equal(wend_world_get(f.world, id, &def), WEND_ERROR_ID);
        assert_int_equal(wend_world_get_goal(f.world, id, &goal), WEND_ERROR_ID);
        assert_int_equal(wend_world_get_recipe(f.world, id, &recipe), WEND_ERROR_ID);
        assert_int_equal(wend_world_queued(f.world, id), 0);
        assert_false(wend_world_has_arrived(f.world, id));
        assert_false(wend_world_has(f.world, id));
        assert_vec(wend_world_position(f.world, id), 0, 0, 0, 0);
        assert_vec(wend_world_velocity(f.world, id), 0, 0, 0, 0);
        assert_vec(wend_world_heading(f.world, id), 0, 0, 0, 0);
        assert_vec(wend_world_between(f.world, id, 0.5f), 0, 0, 0, 0);
    }
    wend_world_destroy(f.world);
    wend_world_destroy(other.world);
}

// Every call that fails leaves its text in wend_world_error: reading too.
static void t_reading_an_unknown_id_is_no_error_of_the_world(void **state)
{
    (void)state;
    fixture f = two();
    wend_agent_def def;
    assert_int_equal(wend_world_get(f.world, (wend_agent_id){5}, &def), WEND_ERROR_ID);
    assert_int_equal(wend_world_error(f.world)->status, WEND_OK); // only calls that would change something leave a text
    wend_world_destroy(f.world);
}

// ---- reports, teleport, reading

static void t_004_11_a_report_publishes_nothing(void **state)
{
    (void)state;
    fixture f = two();
    wend_agent_def got;
    assert_int_equal(wend_world_report(f.world, f.a, v2(5, 6), v2(1, -2)), WEND_OK);
    assert_vec(wend_world_velocity(f.world, f.a), 0, 0, 0, 0);
    assert_vec(wend_world_position(f.world, f.a), 5, 6, 0, 0);
    assert_int_equal(wend_world_get(f.world, f.a, &got), WEND_OK);
    assert_vec(got.agent.velocity, 1, -2, 0, 0);
    REFUSED(f.world, WEND_ERROR_VALUE, wend_world_report(f.world, f.a, v2(NAN, 0), v2(0, 0)), "position", "nan",
            "finite");
    REFUSED(f.world, WEND_ERROR_VALUE, wend_world_report(f.world, f.a, v2(0, 0), v2(0, -INFINITY)), "velocity", "inf",
            "finite");
    assert_int_equal(wend_world_think(f.world, 0), WEND_OK);
    assert_vec(wend_world_velocity(f.world, f.a), 1, -2, 0, 0);
    wend_world_destroy(f.world);
}

typedef struct host_body
{
    int filler;
    wend_vec position;
    double more;
    wend_vec velocity;
    wend_agent_id id;
} host_body;

static void t_report_many_and_read_with_strides(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id ids[6];
    host_body bodies[5], read[5];
    for (int i = 0; i < 6; i++)
        ids[i] = spawn(world, (float)(10 * i), 0);
    assert_int_equal(wend_world_remove(world, ids[2]), WEND_OK);
    for (int i = 0; i < 5; i++)
        bodies[i] = (host_body){.position = v2((float)i, 100), .velocity = v2(0, (float)-i)};
    wend_motion_reports reports = {.count = 5, .positions = &bodies->position, .position_stride = sizeof *bodies};
    reports.velocities = &bodies->velocity, reports.velocity_stride = sizeof *bodies;
    assert_int_equal(wend_world_report_many(world, &reports), WEND_OK); // all, in order of ids
    assert_vec(wend_world_position(world, ids[1]), 1, 100, 0, 0);
    assert_vec(wend_world_position(world, ids[3]), 2, 100, 0, 0);
    assert_int_equal(wend_world_think(world, 0), WEND_OK);
    memset(read, 0, sizeof read);
    assert_int_equal(wend_world_read(world, WEND_FIELD_POSITION, &read->position, sizeof *read, 5), 5);
    assert_int_equal(wend_world_read(world, WEND_FIELD_VELOCITY, &read->velocity, sizeof *read, 5), 5);
    assert_int_equal(wend_world_read(world, WEND_FIELD_ID, &read->id, sizeof *read, 4), 5);
    for (int i = 0; i < 5; i++)
    {
        assert_vec(read[i].position, i, 100, 0, 0);
        assert_vec(read[i].velocity, 0, -i, 0, 0);
        assert_true(read[i].id.value == (i == 4 ? 0 : ids[i < 2 ? i : i + 1].value)); // capacity 4
    }
    wend_agent_id some[] = {ids[5], ids[0]};
    wend_vec at[] = {{7, 7, 0}, {8, 8, 0}};
    reports = (wend_motion_reports){.ids = some, .count = 2, .positions = at, .position_stride = sizeof *at};
    assert_int_equal(wend_world_report_many(world, &reports), WEND_OK); // velocities null: as they are
    assert_vec(wend_world_position(world, ids[5]), 7, 7, 0, 0);
    assert_vec(wend_world_position(world, ids[0]), 8, 8, 0, 0);
    wend_agent_def got;
    wend_world_get(world, ids[5], &got);
    assert_vec(got.agent.velocity, 0, -4, 0, 0);
    at[1].y = NAN;
    REFUSED(world, WEND_ERROR_VALUE, wend_world_report_many(world, &reports), "position", "nan", "finite");
    at[1].y = 0, some[1] = ids[2];
    REFUSED(world, WEND_ERROR_ID, wend_world_report_many(world, &reports), "agent", "", "");
    reports.ids = NULL; // without ids it must be all
    REFUSED(world, WEND_ERROR_VALUE, wend_world_report_many(world, &reports), "2", "5", "");
    uint64_t users[5];
    assert_int_equal(wend_world_read(world, WEND_FIELD_USER, users, sizeof *users, 5), 5);
    assert_true(users[4] == 0);
    assert_int_equal(wend_world_read(world, WEND_FIELD_USER, NULL, 0, 0), 5);
    wend_world_destroy(world);
}

static void t_teleport_begins_anew_and_between(void **state)
{
    (void)state;
    fixture f = two();
    wend_goal goal = wend_goal_seek(v2(100, 0)), got;
    assert_int_equal(wend_world_set_goal(f.world, f.a, &goal), WEND_OK);
    assert_int_equal(wend_world_step(f.world, 0.25), WEND_OK);
    wend_vec now = wend_world_position(f.world, f.a);
    assert_true(now.x > 0);
    assert_vec(wend_world_between(f.world, f.a, 0), 0, 0, 0, 0);
    assert_vec(wend_world_between(f.world, f.a, 0.25f), 0.25 * (double)now.x, 0, 0, 1e-6);
    assert_same(wend_world_between(f.world, f.a, 1), now);
    wend_vec before;
    assert_int_equal(wend_world_read(f.world, WEND_FIELD_BEFORE, &before, sizeof before, 1), 2);
    assert_vec(before, 0, 0, 0, 0);
    REFUSED(f.world, WEND_ERROR_VALUE, wend_world_teleport(f.world, f.a, v2(0, 0), v2(0, 0), v2(NAN, 0)), "heading",
            "nan", "finite");
    assert_int_equal(wend_world_teleport(f.world, f.a, v2(-7, 3), v2(0, 2), v2(0, 0)), WEND_OK);
    assert_vec(wend_world_position(f.world, f.a), -7, 3, 0, 0);
    assert_vec(wend_world_velocity(f.world, f.a), 0, 2, 0, 0); // published anew
    assert_vec(wend_world_heading(f.world, f.a), 0, 1, 0, 0);
    assert_vec(wend_world_between(f.world, f.a, 0.5f), -7, 3, 0, 0);
    assert_int_equal(wend_world_get_goal(f.world, f.a, &got), WEND_OK); // its goal stays
    assert_int_equal(got.kind, WEND_GOAL_SEEK);
    wend_world_destroy(f.world);
}

static char last_log[256];

static void keep_log(const char *text, void *user)
{
    ++*(int *)user;
    snprintf(last_log, sizeof last_log, "%s", text);
}

static void t_the_log_is_told_every_error(void **state)
{
    (void)state;
    int told = 0;
    wend_world_def def = wend_default_world_def();
    def.log = keep_log, def.log_user = &told;
    wend_world *world = wend_world_create(&def, NULL);
    assert_int_equal(wend_world_step(world, -1), WEND_ERROR_VALUE);
    assert_int_equal(told, 1);
    assert_string_equal(last_log, wend_world_error(world)->text);
    assert_non_null(strstr(last_log, "-1"));
    assert_null(strchr(last_log, '\n'));
    assert_int_equal(wend_world_remove(world, (wend_agent_id){3}), WEND_ERROR_ID);
    assert_int_equal(told, 2);
    wend_world_destroy(world);
}

static void t_a_null_world(void **state)
{
    (void)state;
    wend_agent_id id = {1};
    wend_agent_def def = wend_default_agent_def();
    wend_goal goal = wend_goal_wander();
    wend_recipe recipe = wend_default_recipe();
    wend_motion_reports reports = {0};
    assert_int_equal(wend_world_step(NULL, 1), WEND_ERROR_NULL);
    assert_int_equal(wend_world_think(NULL, 1), WEND_ERROR_NULL);
    assert_int_equal(wend_world_spawn_many(NULL, &def, 1, NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_world_remove(NULL, id), WEND_ERROR_NULL);
    assert_int_equal(wend_world_remove_many(NULL, &id, 1), WEND_ERROR_NULL);
    assert_int_equal(wend_world_get(NULL, id, &def), WEND_ERROR_NULL);
    assert_int_equal(wend_world_set(NULL, id, &def), WEND_ERROR_NULL);
    assert_int_equal(wend_world_set_goal(NULL, id, &goal), WEND_ERROR_NULL);
    assert_int_equal(wend_world_queue_goal(NULL, id, &goal), WEND_ERROR_NULL);
    assert_int_equal(wend_world_get_goal(NULL, id, &goal), WEND_ERROR_NULL);
    assert_int_equal(wend_world_set_recipe(NULL, id, &recipe), WEND_ERROR_NULL);
    assert_int_equal(wend_world_get_recipe(NULL, id, &recipe), WEND_ERROR_NULL);
    assert_int_equal(wend_world_report(NULL, id, v2(0, 0), v2(0, 0)), WEND_ERROR_NULL);
    assert_int_equal(wend_world_report_many(NULL, &reports), WEND_ERROR_NULL);
    assert_int_equal(wend_world_teleport(NULL, id, v2(0, 0), v2(0, 0), v2(1, 0)), WEND_ERROR_NULL);
    assert_int_equal(wend_world_set_search(NULL, WEND_SEARCH_DIRECT), WEND_ERROR_NULL);
    assert_int_equal(wend_world_count(NULL), 0);
    assert_int_equal(wend_world_list(NULL, &id, 1), 0);
    assert_int_equal(wend_world_error(NULL)->status, WEND_ERROR_NULL);
    int count = 5;
    wend_world_events(NULL, &count);
    assert_int_equal(count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_004_01_world_defaults),
        cmocka_unit_test(t_bad_world_definitions),
        cmocka_unit_test(t_world_limits_are_allowed),
        cmocka_unit_test(t_004_02_agent_defaults),
        cmocka_unit_test(t_004_06_numbers_of_an_agent),
        cmocka_unit_test(t_bad_agent_definitions),
        cmocka_unit_test(t_spawn_and_remove_many_all_or_none),
        cmocka_unit_test(t_lists_that_are_null),
        cmocka_unit_test(t_counts_below_zero),
        cmocka_unit_test(t_004_10_ids_only_grow),
        cmocka_unit_test(t_slots_are_used_again),
        cmocka_unit_test(t_moving_up_keeps_what_was_published),
        cmocka_unit_test(t_004_09_options_are_copied),
        cmocka_unit_test(t_set_leaves_motion_as_it_is),
        cmocka_unit_test(t_unknown_ids),
        cmocka_unit_test(t_reading_an_unknown_id_is_no_error_of_the_world),
        cmocka_unit_test(t_004_11_a_report_publishes_nothing),
        cmocka_unit_test(t_report_many_and_read_with_strides),
        cmocka_unit_test(t_teleport_begins_anew_and_between),
        cmocka_unit_test(t_the_log_is_told_every_error),
        cmocka_unit_test(t_a_null_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
