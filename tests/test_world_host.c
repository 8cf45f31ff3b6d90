// world.h and its host: the neighbour source and the dodge are checked, a callback can't change the world but may ask
// it, hulls are pushed apart, memory is counted and may run out.
#include "testing_world.h"

#include "wend/explain.h"

#include <stdlib.h>

// ---- the host's neighbour source

typedef enum answer_kind
{
    ANSWER_ALL,
    ANSWER_UNSORTED,
    ANSWER_TWICE,
    ANSWER_FOREIGN,
    ANSWER_NULL_ID,
    ANSWER_REMOVED,
    ANSWER_TOO_MANY,
    ANSWER_NEGATIVE,
} answer_kind;

typedef struct source
{
    answer_kind kind;
    wend_agent_id ids[16], removed;
    int count;
    char order[64]; // b, a, e, q as they were called
} source;

static void note(source *s, char what)
{
    size_t length = strlen(s->order);
    if (length + 1 < sizeof s->order)
        s->order[length] = what;
}

static void begin(int count, void *user)
{
    source *s = user;
    (void)count;
    s->count = 0;
    note(s, 'b');
}

static void add_one(wend_agent_id id, wend_vec position, void *user)
{
    source *s = user;
    (void)position;
    s->ids[s->count++] = id;
    note(s, 'a');
}

static void end(void *user)
{
    note(user, 'e');
}

static int query(wend_vec position, float radius, wend_agent_id *out, int capacity, void *user)
{
    source *s = user;
    (void)position, (void)radius;
    note(s, 'q');
    for (int i = 0; i < s->count; i++)
        out[i] = s->ids[i];
    switch (s->kind)
    {
    case ANSWER_UNSORTED: out[0] = s->ids[1], out[1] = s->ids[0]; break;
    case ANSWER_TWICE: out[1] = out[0]; break;
    case ANSWER_FOREIGN: out[s->count - 1].value = out[s->count - 1].value + (1ull << 40); break;
    case ANSWER_NULL_ID: out[0].value = 0; break;
    case ANSWER_REMOVED: out[0] = s->removed; break;
    case ANSWER_TOO_MANY: return capacity + 1;
    case ANSWER_NEGATIVE: return -1;
    case ANSWER_ALL: break;
    }
    return s->count;
}

static wend_world *sourced_world(source *s)
{
    wend_world_def def = wend_default_world_def();
    def.search = WEND_SEARCH_HOST;
    def.source = (wend_neighbour_source){begin, add_one, end, query, s};
    wend_world *world = wend_world_create(&def, NULL);
    s->removed = add_member(world, v2(0, 0), v2(0, 0), 1);
    for (int i = 0; i < 3; i++)
        add_member(world, v2((float)i, 0), v2(0, 0), 1);
    assert_int_equal(wend_world_remove(world, s->removed), WEND_OK);
    return world;
}

static void t_004_60_order_of_calls(void **state)
{
    (void)state;
    source s = {0};
    wend_world *world = sourced_world(&s);
    step(world, 0.1);
    assert_string_equal(s.order, "baaaeqqq");
    assert_true(s.ids[0].value < s.ids[1].value && s.ids[1].value < s.ids[2].value);
    step(world, 0); // 004-62: not where no time passes
    assert_string_equal(s.order, "baaaeqqq");
    assert_int_equal(wend_world_set_search(world, WEND_SEARCH_CELLS), WEND_OK);
    step(world, 0.1); // nor where another search is used
    assert_string_equal(s.order, "baaaeqqq");
    assert_int_equal(wend_world_set_search(world, WEND_SEARCH_HOST), WEND_OK);
    step(world, 0.1);
    assert_string_equal(s.order, "baaaeqqqbaaaeqqq");
    wend_world_destroy(world);
}

static void t_004_61_wrong_answers(void **state)
{
    (void)state;
    for (answer_kind kind = ANSWER_UNSORTED; kind <= ANSWER_NEGATIVE; kind++)
    {
        source s = {0};
        wend_world *world = sourced_world(&s);
        step(world, 0.1);
        uint64_t hash = wend_world_hash(world);
        wend_vec before = wend_world_position(world, s.ids[0]);
        s.kind = kind;
        assert_int_equal(wend_world_step(world, 0.1), WEND_ERROR_CALLBACK);
        assert_int_equal(wend_world_error(world)->status, WEND_ERROR_CALLBACK);
        assert_non_null(strstr(wend_world_error(world)->text, "source"));
        assert_int_equal(wend_world_think(world, 0.1), WEND_ERROR_CALLBACK);
        assert_true(wend_world_hash(world) == hash);
        assert_same(wend_world_position(world, s.ids[0]), before);
        assert_true(wend_world_get_stats(world).updates == 1);
        s.kind = ANSWER_ALL; // and it goes on
        step(world, 0.1);
        assert_true(wend_world_hash(world) != hash);
        wend_world_destroy(world);
    }
}

// 004-62: one source may serve several worlds in turn.
static void t_004_62_a_shared_source(void **state)
{
    (void)state;
    source shared = {0}, own = {0};
    wend_world *a = sourced_world(&shared), *b = sourced_world(&shared), *c = sourced_world(&own);
    for (int i = 0; i < 20; i++)
    {
        step(a, 0.1);
        step(b, 0.1);
        step(c, 0.1);
    }
    assert_true(wend_world_hash(a) == wend_world_hash(c));
    assert_true(wend_world_hash(b) == wend_world_hash(c));
    wend_world_destroy(a);
    wend_world_destroy(b);
    wend_world_destroy(c);
}

// ---- what a callback may do

typedef struct intruder
{
    wend_world *world;
    wend_agent_id id;
    wend_vec position, velocity; // as they were before the update
    int count, calls;
} intruder;

static void intrude(intruder *in)
{
    wend_world *world = in->world;
    wend_agent_def def = wend_default_agent_def();
    wend_goal goal = wend_goal_wander();
    wend_recipe recipe = wend_default_recipe();
    wend_motion_reports reports = {0};
    wend_agent_id found[8];
    in->calls++;
    assert_true(wend_world_spawn(world, &def).value == 0);
    assert_int_equal(wend_world_error(world)->status, WEND_ERROR_BUSY);
    assert_int_equal(wend_world_spawn_many(world, &def, 1, NULL), WEND_ERROR_BUSY);
    assert_int_equal(wend_world_remove(world, in->id), WEND_ERROR_BUSY);
    assert_int_equal(wend_world_remove_many(world, &in->id, 1), WEND_ERROR_BUSY);
    assert_int_equal(wend_world_set(world, in->id, &def), WEND_ERROR_BUSY);
    assert_int_equal(wend_world_set_goal(world, in->id, &goal), WEND_ERROR_BUSY);
    assert_int_equal(wend_world_queue_goal(world, in->id, &goal), WEND_ERROR_BUSY);
    assert_int_equal(wend_world_set_recipe(world, in->id, &recipe), WEND_ERROR_BUSY);
    assert_int_equal(wend_world_report(world, in->id, v2(9, 9), v2(9, 9)), WEND_ERROR_BUSY);
    assert_int_equal(wend_world_report_many(world, &reports), WEND_ERROR_BUSY);
    assert_int_equal(wend_world_teleport(world, in->id, v2(9, 9), v2(9, 9), v2(1, 0)), WEND_ERROR_BUSY);
    assert_int_equal(wend_world_set_search(world, WEND_SEARCH_DIRECT), WEND_ERROR_BUSY);
    assert_int_equal(wend_world_think(world, 0.1), WEND_ERROR_BUSY);
    assert_int_equal(wend_world_step(world, 0), WEND_ERROR_BUSY);
    assert_int_equal(wend_watch(world, in->id, true), WEND_ERROR_BUSY);
    assert_same(wend_world_position(world, in->id), in->position);
    assert_same(wend_world_velocity(world, in->id), in->velocity);
    assert_int_equal(wend_world_count(world), in->count);
    assert_int_equal(wend_world_within(world, in->position, 1e6f, NULL, NULL, 0), in->count);
    assert_int_equal(wend_world_nearest(world, in->position, 1e6f, NULL, found, 1), 1);
    assert_true(wend_same_agent(found[0], in->id));
    assert_true(wend_same_agent(wend_world_ray(world, in->position, v2(500, 0), NULL).agent, in->id));
}

static wend_vec intruding_dodge(const wend_agent *agent, wend_vec wish, void *user)
{
    (void)agent;
    intrude(user);
    return wish;
}

static wend_vec intruding_field(wend_vec position, void *user)
{
    (void)position;
    intrude(user);
    return v2(1, 0);
}

static int intruding_query(wend_vec position, float radius, wend_agent_id *out, int capacity, void *user)
{
    (void)position, (void)radius, (void)out, (void)capacity;
    intrude(user);
    return 0;
}

static void check_intruder(intruder *in, wend_world_def def, uint32_t group, wend_goal goal)
{
    in->world = wend_world_create(&def, NULL);
    in->id = add_member(in->world, v2(0, 0), v2(0, 0), group);
    add_member(in->world, v2(4, 0), v2(0, 0), group);
    in->count = 2;
    give(in->world, in->id, goal);
    for (int i = 0; i < 5; i++)
    {
        in->position = wend_world_position(in->world, in->id);
        in->velocity = wend_world_velocity(in->world, in->id);
        step(in->world, 0.1);
        assert_true(in->calls > i);
    }
    wend_world_destroy(in->world);
}

static void t_004_63_callbacks_of_source_and_dodge(void **state)
{
    (void)state;
    intruder in = {0};
    wend_world_def def = wend_default_world_def();
    def.dodge = intruding_dodge, def.dodge_user = &in;
    check_intruder(&in, def, 0, wend_goal_seek(v2(0, 9)));
    def = wend_default_world_def(), in = (intruder){0};
    def.search = WEND_SEARCH_HOST, def.source.query = intruding_query, def.source.user = &in;
    check_intruder(&in, def, 1, wend_goal_seek(v2(0, 9)));
}

static void t_004_63_callback_of_a_field(void **state)
{
    (void)state;
    intruder in = {0};
    wend_goal goal = wend_goal_of(WEND_GOAL_FOLLOW_FIELD);
    goal.field = intruding_field, goal.field_user = &in;
    check_intruder(&in, wend_default_world_def(), 0, goal);
}

// ---- the host's dodge

typedef struct dodger
{
    wend_agent_id last;
    int calls;
    wend_vec answer;
    wend_vec position, velocity; // as it was told
} dodger;

static wend_vec dodge(const wend_agent *agent, wend_vec wish, void *user)
{
    dodger *d = user;
    assert_true(d->calls == 0 || agent->id.value > d->last.value); // in order of ids
    d->last = agent->id, d->calls++;
    d->position = agent->position, d->velocity = agent->velocity;
    return is_finite(d->answer) && d->answer.x == 0 ? wish : d->answer;
}

static void t_dodge(void **state)
{
    (void)state;
    dodger d = {0};
    wend_world_def def = wend_default_world_def();
    def.plane = WEND_XZ, def.dodge = dodge, def.dodge_user = &d;
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id ids[5];
    for (int i = 0; i < 5; i++)
        ids[i] = add_member(world, wend_xyz((float)i * 3, 7, 2), wend_xyz(1, 0, 3), 0);
    assert_int_equal(wend_world_remove(world, ids[1]), WEND_OK);
    step(world, 0.1);
    assert_int_equal(d.calls, 4);
    assert_vec(d.position, 12, 7, 2, 0); // in the world's own axes
    assert_vec(d.velocity, 1, 0, 3, 0);
    d.calls = 0;
    step(world, 0);
    assert_int_equal(wend_world_think(world, 0), WEND_OK);
    assert_int_equal(d.calls, 0);
    uint64_t hash = wend_world_hash(world);
    const wend_vec bad[] = {{NAN, 0, 0}, {1, 0, INFINITY}, {1, -INFINITY, 0}};
    for (int i = 0; i < COUNT_OF(bad); i++)
    {
        d.answer = bad[i], d.calls = 0;
        assert_int_equal(wend_world_step(world, 0.1), WEND_ERROR_CALLBACK);
        assert_non_null(strstr(wend_world_error(world)->text, "dodge"));
        assert_true(wend_world_hash(world) == hash);
    }
    d.answer = wend_xyz(-3, 0, 1); // within the limits it is obeyed
    for (int i = 0; i < 100; i++)
    {
        d.calls = 0;
        step(world, 0.1);
    }
    assert_vec(wend_world_velocity(world, ids[4]), -3, 0, 1, 1e-5);
    wend_world_destroy(world);
}

// ---- hulls

static wend_agent_def hull(float x, float y)
{
    wend_agent_def def = wend_default_agent_def();
    def.agent.position = v2(x, y);
    def.agent.radius = 0.5f;
    return def;
}

static double least_gap(const wend_world *world, const wend_agent_id *ids, int count)
{
    double least = DBL_MAX;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            least = fmin(
                least, exact_length(wend_sub(wend_world_position(world, ids[i]), wend_world_position(world, ids[k]))));
    return least;
}

static void t_NAN_02_NAN_09_pairs_part(void **state)
{
    (void)state;
    static const float apart[] = {0, 1e-9f, 1e-45f, 0.3f};
    for (int i = 0; i < 2 * COUNT_OF(apart); i++)
    {
        wend_world_def def = wend_default_world_def();
        def.plane = i % 2 ? WEND_XYZ : WEND_XY;
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id ids[2];
        for (int k = 0; k < 2; k++)
        {
            wend_agent_def agent = hull(k ? apart[i / 2] : 0, 0);
            agent.agent.velocity = v2(1, 0);
            ids[k] = wend_world_spawn(world, &agent);
            give(world, ids[k], wend_goal_cruise(1));
        }
        for (int k = 0; k < 120; k++)
        {
            step(world, 1 / 60.0);
            assert_finite(wend_world_position(world, ids[0]));
        }
        assert_true(least_gap(world, ids, 2) >= 1);
        wend_world_destroy(world);
    }
}

static void t_OUT_03_ten_idle_on_one_spot(void **state)
{
    (void)state;
    for (int search = 0; search < 2; search++)
    {
        wend_world_def def = wend_default_world_def();
        def.search = (wend_search)search, def.crowd_limit = 8;
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id ids[10];
        for (int i = 0; i < 10; i++)
        {
            wend_agent_def agent = hull(0, 0);
            ids[i] = wend_world_spawn(world, &agent);
        }
        for (int i = 0; i < 300; i++)
            step(world, 1 / 60.0);
        assert_true(least_gap(world, ids, 10) >= 1);
        uint64_t hash = wend_world_hash(world);
        wend_vec before = wend_world_position(world, ids[3]);
        step(world, 1 / 60.0); // and then they rest
        assert_same(wend_world_position(world, ids[3]), before);
        assert_true(wend_world_hash(world) != hash); // only its time has gone on
        wend_world_destroy(world);
    }
}

static void t_OUT_05_far_ones_are_untouched(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    wend_world *alone = wend_world_create(&def, NULL), *crowd = wend_world_create(&def, NULL);
    wend_agent_def far_one = hull(20, 0), pile = hull(0, 0);
    far_one.agent.velocity = v2(1, 0.3f);
    wend_agent_id a = wend_world_spawn(alone, &far_one), b = wend_world_spawn(crowd, &far_one);
    wend_world_spawn(crowd, &pile);
    wend_world_spawn(crowd, &pile);
    give(alone, a, wend_goal_wander());
    give(crowd, b, wend_goal_wander());
    for (int i = 0; i < 200; i++)
    {
        step(alone, 1 / 60.0);
        step(crowd, 1 / 60.0);
        assert_same(wend_world_position(alone, a), wend_world_position(crowd, b));
        assert_same(wend_world_velocity(alone, a), wend_world_velocity(crowd, b));
    }
    wend_world_destroy(alone);
    wend_world_destroy(crowd);
}

// OUT-06: their ways cross at the same time; they don't pass through each other. (That they get past is a dodge's
// business.)
static void t_OUT_06_crossing(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_def a = hull(-5, 0), b = hull(0, -5);
    wend_agent_id ids[2] = {wend_world_spawn(world, &a), wend_world_spawn(world, &b)};
    give(world, ids[0], wend_goal_arrive(v2(5, 0)));
    give(world, ids[1], wend_goal_arrive(v2(0, 5)));
    int overlaps = 0;
    for (int i = 0; i < 600; i++)
    {
        step(world, 1 / 60.0);
        assert_true(least_gap(world, ids, 2) >= 1 - 1e-6);
        overlaps += wend_world_get_stats(world).overlaps;
    }
    assert_true(overlaps > 0); // they did meet
    wend_world_destroy(world);
}

static void t_overlaps_are_counted_from_each_side(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    wend_world *world = wend_world_create(&def, NULL);
    for (int i = 0; i < 6; i++) // three pairs, far apart
    {
        wend_agent_def agent = hull((float)(i / 2) * 50 + (float)(i % 2) * 0.5f, 0);
        assert_true(wend_world_spawn(world, &agent).value != 0);
    }
    step(world, 1 / 60.0);
    assert_int_equal(wend_world_get_stats(world).overlaps, 6);
    step(world, 1 / 60.0);
    assert_int_equal(wend_world_get_stats(world).overlaps, 0);
    wend_world_destroy(world);
}

/// Where two overlapping agents, 0.6 apart, are after a step.
static void after_a_push(wend_world_def def, wend_agent_def a, wend_agent_def b, wend_vec out[2])
{
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id ids[2] = {wend_world_spawn(world, &a), wend_world_spawn(world, &b)};
    step(world, 1 / 60.0);
    out[0] = wend_world_position(world, ids[0]);
    out[1] = wend_world_position(world, ids[1]);
    wend_world_destroy(world);
}

static void t_who_is_pushed(void **state)
{
    (void)state;
    const wend_world_def good = wend_default_world_def();
    wend_world_def def = good;
    wend_agent_def a = hull(0, 0), b = hull(0.6f, 0);
    wend_vec at[2];
    after_a_push(def, a, b, at);
    assert_vec(at[0], -0.2, 0, 0, 1e-3);
    assert_vec(at[1], 0.8, 0, 0, 1e-3);
    b.agent.mass = 3; // the lighter one farther
    after_a_push(def, a, b, at);
    assert_vec(at[0], -0.3, 0, 0, 1e-3);
    assert_vec(at[1], 0.7, 0, 0, 1e-3);
    def.does_push_apart = false;
    after_a_push(def, a, b, at);
    assert_vec(at[0], 0, 0, 0, 0);
    def = good, b = hull(1, 0); // touching is no overlap
    after_a_push(def, a, b, at);
    assert_vec(at[0], 0, 0, 0, 0);
    b = hull(0.6f, 0), a.mask = 2, b.mask = 2; // neither notices the other
    after_a_push(def, a, b, at);
    assert_vec(at[0], 0, 0, 0, 0);
    assert_vec(at[1], 0.6f, 0, 0, 0);
    a = hull(0, 0), b = hull(0.6f, 0), b.agent.position.z = 3, def.height_range = 2; // two storeys
    after_a_push(def, a, b, at);
    assert_vec(at[0], 0, 0, 0, 0);
    assert_vec(at[1], 0.6f, 0, 3, 0);
}

// world.h: a mask says which layers an agent is pushed by; so one that only notices is the only one pushed.
static void t_pushed_by_whom_it_notices(void **state)
{
    (void)state;
    wend_agent_def a = hull(0, 0), b = hull(0.6f, 0);
    wend_vec at[2];
    a.layers = 2, b.mask = 1; // b doesn't notice a
    after_a_push(wend_default_world_def(), a, b, at);
    assert_true(at[0].x < -0.1f);
    assert_vec(at[1], 0.6f, 0, 0, 0);
}

static void t_hulls_part_across_the_edge(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    def.edge = WEND_EDGE_WRAP, def.high = v2(100, 100);
    wend_vec at[2];
    after_a_push(def, hull(99.7f, 5), hull(0.3f, 5), at);
    assert_vec(at[0], 99.5, 5, 0, 1e-3);
    assert_vec(at[1], 0.5, 5, 0, 1e-3);
}

// ---- memory

typedef struct ledger
{
    long blocks, taken, fails_at; // the call that returns null; 0: none
} ledger;

static void *take(size_t size, void *user)
{
    ledger *l = user;
    l->taken++;
    void *block = l->taken == l->fails_at ? NULL : malloc(size);
    l->blocks += block != NULL;
    return block;
}

static void give_back(void *block, void *user)
{
    ((ledger *)user)->blocks--;
    free(block);
}

static wend_world_def counted(ledger *l)
{
    wend_world_def def = wend_default_world_def();
    def.allocator = (wend_allocator){take, give_back, l};
    return def;
}

static void t_004_51_no_allocation_after_warm_up(void **state)
{
    (void)state;
    for (int round = 0; round < 6; round++)
    {
        ledger l = {0};
        wend_world_def def = counted(&l);
        def.plane = (wend_plane)(round % 3), def.edge = round < 3 ? WEND_EDGE_WRAP : WEND_EDGE_NONE;
        def.low = wend_xyz(-20, -20, -20), def.high = wend_xyz(20, 20, 20);
        def.threads = 1 + round % 2;
        wend_world *world = wend_world_create(&def, NULL);
        uint64_t random = 5;
        for (int i = 0; i < 200; i++)
        {
            wend_agent_id id = add_member(world, draw_in_box(&random, 15, true), draw_in_box(&random, 2, true), 1);
            give(world, id, i % 2 ? wend_goal_wander() : wend_goal_seek(draw_in_box(&random, 15, true)));
            if (i < 5)
                assert_int_equal(wend_watch(world, id, true), WEND_OK);
        }
        for (int i = 0; i < 10; i++)
            step(world, 1 / 60.0);
        long before = l.taken;
        for (int i = 0; i < 1000; i++)
            i % 3 ? step(world, 1 / 60.0) : assert_int_equal(wend_world_think(world, 1 / 60.0), WEND_OK);
        assert_int_equal(l.taken, before);
        wend_world_destroy(world);
        assert_int_equal(l.blocks, 0);
    }
}

// "Equal ones are kept once": what lies between the fields, or in wishes beyond the count, makes no other recipe.
static void t_equal_recipes_are_kept_once(void **state)
{
    (void)state;
    ledger l = {0};
    wend_world_def def = counted(&l);
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id ids[200];
    for (int i = 0; i < 200; i++)
        ids[i] = add_member(world, v2((float)i, 0), v2(0, 0), 0);
    long before = l.taken;
    for (int i = 0; i < 200; i++)
    {
        wend_recipe recipe = wend_default_recipe();
        recipe.limit = 3;
        memset(&recipe.wishes[recipe.wish_count], i, sizeof recipe.wishes[0]);
        unsigned char *goal = (unsigned char *)&recipe.wishes[0].goal;
        size_t gap = offsetof(wend_goal, is_clockwise) + 1;
        memset(goal + gap, i, offsetof(wend_goal, prediction) - gap);
        assert_int_equal(wend_world_set_recipe(world, ids[i], &recipe), WEND_OK);
    }
    assert_int_equal(l.taken, before);
    wend_world_destroy(world);
}

/// A call that is tried again once memory is back; meanwhile nothing may have changed.
#define INSIST(call)                                                                                                   \
    do                                                                                                                 \
    {                                                                                                                  \
        uint64_t hash_before = wend_world_hash(world);                                                                 \
        wend_status first = (call);                                                                                    \
        if (first != WEND_OK)                                                                                          \
        {                                                                                                              \
            assert_string_equal(wend_status_name(first), "WEND_ERROR_MEMORY");                                         \
            assert_int_equal(wend_world_error(world)->status, WEND_ERROR_MEMORY);                                      \
            assert_true(wend_world_hash(world) == hash_before);                                                        \
            assert_int_equal((call), WEND_OK);                                                                         \
        }                                                                                                              \
    } while (0)

/// A life in which everything that can want memory does. Returns its last hash, 0 if there was no world.
static uint64_t live(ledger *l, int threads)
{
    wend_world_def def = counted(l);
    def.threads = threads;
    wend_error error = {WEND_OK, ""};
    wend_world *world = wend_world_create(&def, &error);
    if (!world)
    {
        assert_int_equal(error.status, WEND_ERROR_MEMORY);
        assert_true(error.text[0] != 0);
        return 0;
    }
    wend_agent_def defs[70];
    wend_agent_id ids[70];
    for (int i = 0; i < 70; i++)
    {
        defs[i] = wend_default_agent_def();
        defs[i].group = 1;
        defs[i].agent.position = v2((float)(i % 8) * 0.4f, (float)(i / 8) * 0.4f); // they overlap
    }
    INSIST(wend_world_spawn_many(world, defs, 10, ids));
    INSIST(wend_world_step(world, 0.05));
    INSIST(wend_world_spawn_many(world, defs + 10, 60, ids + 10));
    for (int i = 0; i < 10; i++)
    {
        wend_recipe recipe = wend_default_recipe();
        recipe.limit = (float)i;
        wend_goal goal = wend_goal_seek(v2((float)i, 5));
        INSIST(wend_world_set_recipe(world, ids[i], &recipe));
        for (int k = 0; k < 4; k++)
            INSIST(wend_world_queue_goal(world, ids[i], &goal));
    }
    INSIST(wend_watch(world, ids[3], true));
    for (int i = 0; i < 6; i++)
        INSIST(wend_world_step(world, 0.05));
    INSIST(wend_world_teleport(world, ids[0], v2(200, -300), v2(1, 0), v2(1, 0)));
    INSIST(wend_world_think(world, 0.05));
    INSIST(wend_world_step(world, 0.05));
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    return hash;
}

static void every_failure(int threads)
{
    ledger good = {0};
    uint64_t expected = live(&good, threads);
    assert_true(expected != 0);
    assert_int_equal(good.blocks, 0);
    assert_true(good.taken > 20);
    int without_world = 0;
    for (long n = 1; n <= good.taken; n++)
    {
        ledger l = {.fails_at = n};
        uint64_t hash = live(&l, threads);
        if (hash != 0 && hash != expected)
            fail_msg("allocation %ld of %ld failed, was made up for, and the world is another one", n, good.taken);
        without_world += hash == 0;
        if (l.blocks != 0)
            fail_msg("allocation %ld of %ld failed, and %ld blocks leaked", n, good.taken, l.blocks);
    }
    assert_true(without_world > 2);
}

static void t_every_allocation_may_fail(void **state)
{
    (void)state;
    every_failure(1);
}

static void t_every_allocation_may_fail_with_threads(void **state)
{
    (void)state;
    every_failure(3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_004_60_order_of_calls),
        cmocka_unit_test(t_004_61_wrong_answers),
        cmocka_unit_test(t_004_62_a_shared_source),
        cmocka_unit_test(t_004_63_callbacks_of_source_and_dodge),
        cmocka_unit_test(t_004_63_callback_of_a_field),
        cmocka_unit_test(t_dodge),
        cmocka_unit_test(t_NAN_02_NAN_09_pairs_part),
        cmocka_unit_test(t_OUT_03_ten_idle_on_one_spot),
        cmocka_unit_test(t_OUT_05_far_ones_are_untouched),
        cmocka_unit_test(t_OUT_06_crossing),
        cmocka_unit_test(t_overlaps_are_counted_from_each_side),
        cmocka_unit_test(t_who_is_pushed),
        cmocka_unit_test(t_pushed_by_whom_it_notices),
        cmocka_unit_test(t_hulls_part_across_the_edge),
        cmocka_unit_test(t_004_51_no_allocation_after_warm_up),
        cmocka_unit_test(t_equal_recipes_are_kept_once),
        cmocka_unit_test(t_every_allocation_may_fail),
        cmocka_unit_test(t_every_allocation_may_fail_with_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
