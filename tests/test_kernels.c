// Kernels: every instruction set, the kernels' short cuts and the general way give the same bits; the host's own threads.
#include "../src/isa.h"
#include "testing.h"

#include "wend/save.h"
#include "wend/world.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum
{
    AGENTS = 700,
    STEPS = 6
};

/// A kind of world to compare in.
typedef struct trial
{
    wend_plane plane;
    wend_edge edge;
    float side, far_out; // of the square or cube, and where it is
    float spread;        // of neighbour radii, 1: all equal
    int on_one_spot;     // so many begin on one spot
    bool has_odd;        // velocities, rates and radii that squares of floats can't hold
} trial;

static const trial trials[] = {
    {WEND_XY, WEND_EDGE_WRAP, 30, 0, 1, 0, false},     {WEND_XYZ, WEND_EDGE_WRAP, 12, 0, 1, 0, false},
    {WEND_XZ, WEND_EDGE_NONE, 30, 0, 2.5f, 0, false},  {WEND_XYZ, WEND_EDGE_STOP, 12, 0, 3, 9, false},
    {WEND_XY, WEND_EDGE_BOUNCE, 30, 0, 1, 300, false}, {WEND_XY, WEND_EDGE_NONE, 6, 40000, 4, 3, false},
    {WEND_XY, WEND_EDGE_NONE, 25, 0, 3, 20, true},     {WEND_XYZ, WEND_EDGE_WRAP, 10, -300, 2, 20, true},
};

static wend_vec random_vec(wend_random *r, float most, bool is_flat)
{
    float x = wend_random_between(r, -most, most), y = wend_random_between(r, -most, most);
    return wend_xyz(x, y, is_flat ? 0 : wend_random_between(r, -most, most));
}

static wend_vec in_plane(wend_vec v, wend_plane plane)
{
    return plane == WEND_XZ ? wend_xyz(v.x, 0, v.y) : v;
}

/// Recipes that the kernel does, and some that it leaves to the general way.
static wend_recipe recipe_number(int k)
{
    wend_recipe recipe = wend_default_recipe();
    if (k % 4 == 1)
    {
        recipe.wish_count = 0;
        wend_recipe_add(&recipe, WEND_WISH_GOAL, 0.75f);
        wend_recipe_add(&recipe, WEND_WISH_COHERE, 1.5f);
        wend_recipe_add(&recipe, WEND_WISH_SEPARATE, 0.1f);
        recipe.flock.sight_cos = -0.3f;
        recipe.flock.separation_radius = 0.7f;
    }
    if (k % 4 == 2)
    {
        recipe.wish_count = 0;
        wend_recipe_add(&recipe, WEND_WISH_ALIGN, 2);
        wend_recipe_add(&recipe, WEND_WISH_SEPARATE, 3);
    }
    if (k % 4 == 3)
        recipe.flock.does_align_headings = true;
    return recipe;
}

static void add_agent(wend_world *world, const trial *t, wend_random *r, int i)
{
    wend_agent_def def = wend_default_agent_def();
    bool is_flat = t->plane != WEND_XYZ;
    wend_vec middle =
        wend_xyz(t->far_out + t->side / 2, t->far_out + t->side / 2, is_flat ? 0 : t->far_out + t->side / 2);
    wend_vec offset = i < t->on_one_spot ? wend_xyz(1, 1, 0) : random_vec(r, t->side / 2, is_flat);
    def.agent.position = in_plane(wend_add(middle, offset), t->plane);
    def.agent.velocity = in_plane(random_vec(r, i % 9 == 0 ? 0 : 2, is_flat), t->plane);
    if (i % 5 == 0)
        def.agent.heading = wend_normalize(in_plane(random_vec(r, 1, is_flat), t->plane));
    def.agent.radius = wend_random_between(r, 0.02f, 0.3f);
    def.agent.neighbour_radius = wend_random_between(r, 1.2f, 1.2f * t->spread + 1e-4f);
    def.agent.max_speed = wend_random_between(r, 0, 4);
    def.agent.max_acceleration = wend_random_between(r, 0.1f, 9);
    def.agent.response_time = i % 3 == 0 ? 0 : wend_random_between(r, 0, 0.4f);
    def.agent.mass = wend_random_between(r, 0.3f, 3);
    def.group = (uint32_t)(i % 11 == 0 ? 0 : i % 13 == 0 ? 2 : 1);
    if (i % 17 == 0)
        def.mask = 1;
    if (t->has_odd && i % 7 == 0)
        def.agent.velocity = in_plane(wend_scale(random_vec(r, 1, is_flat), i % 2 ? 3e38f : 1e-30f), t->plane);
    if (t->has_odd && i % 10 == 0)
        def.agent.neighbour_radius = i % 20 == 0 ? 1e-18f : 3e18f;
    wend_agent_id id = wend_world_spawn(world, &def);
    assert_true(id.value != 0);
    wend_recipe recipe = recipe_number(i % 23 < 14 ? 0 : i);
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    wend_goal goal = i % 6 == 5   ? wend_goal_seek(def.agent.position)
                     : i % 6 == 4 ? wend_goal_cruise(i % 4 == 0 ? 0 : 1.5f)
                                  : wend_goal_wander();
    if (goal.kind == WEND_GOAL_WANDER && i % 4 == 1)
        goal.rate = t->has_odd ? 1e5f : 40;
    assert_int_equal(wend_world_set_goal(world, id, &goal), WEND_OK);
}

static wend_vec same_wish(const wend_agent *agent, wend_vec wish, void *user)
{
    (void)agent;
    (void)user;
    return wish;
}

static wend_world_def def_of(const trial *t)
{
    wend_world_def def = wend_default_world_def();
    def.plane = t->plane;
    def.edge = t->edge;
    def.low = wend_xyz(t->far_out, t->far_out, t->far_out);
    def.high = wend_xyz(t->far_out + t->side, t->far_out + t->side, t->far_out + t->side);
    def.crowd_limit = 40;
    return def;
}

static uint64_t hash_after(const wend_world_def *def, const trial *t, int agents)
{
    wend_world *world = wend_world_create(def, NULL);
    assert_non_null(world);
    wend_random random = wend_random_seed(5, (uint64_t)(t - trials));
    for (int i = 0; i < agents; i++)
        add_agent(world, t, &random, i);
    for (int i = 0; i < STEPS; i++)
        assert_int_equal(wend_world_step(world, i % 2 ? 0.05 : 1.0 / 60), WEND_OK);
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    return hash;
}

static void each_set(void (*check)(const trial *t, const char *set))
{
    for (int set = 0; set < ISA_SET_COUNT; set++)
    {
        if (!isa_use((isa_set)set))
        {
            print_message("skipped: this machine hasn't got %s\n", isa_name((isa_set)set));
            continue;
        }
        for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
            check(&trials[i], isa_name((isa_set)set));
    }
    assert_true(isa_use(ISA_SET_COUNT));
}

static uint64_t expected[sizeof trials / sizeof *trials];

static void same_as_baseline(const trial *t, const char *set)
{
    wend_world_def def = def_of(t);
    uint64_t hash = hash_after(&def, t, AGENTS);
    if (strcmp(set, "baseline") == 0)
        expected[t - trials] = hash;
    assert_true(hash == expected[t - trials]);
}

static void t_every_set_gives_the_same_bits(void **state)
{
    (void)state;
    each_set(same_as_baseline);
}

/// A dodge of the host's that changes nothing keeps the kernel from doing whole thoughts, a direct search from looking.
static void same_in_general(const trial *t, const char *set)
{
    (void)set;
    wend_world_def def = def_of(t);
    uint64_t hash = hash_after(&def, t, AGENTS);
    def.dodge = same_wish;
    assert_true(hash_after(&def, t, AGENTS) == hash);
    def.search = WEND_SEARCH_DIRECT;
    assert_true(hash_after(&def, t, AGENTS) == hash);
    def.threads = 3;
    def.dodge = NULL;
    def.search = WEND_SEARCH_CELLS;
    assert_true(hash_after(&def, t, AGENTS) == hash);
}

static void t_short_cuts_give_the_same_bits_as_the_stages(void **state)
{
    (void)state;
    each_set(same_in_general);
}

static void t_few_agents(void **state)
{
    (void)state;
    for (int agents = 0; agents < 20; agents++)
    {
        uint64_t hashes[ISA_SET_COUNT];
        for (int set = 0; set < ISA_SET_COUNT; set++)
        {
            wend_world_def def = def_of(&trials[0]);
            hashes[set] = isa_use((isa_set)set) ? hash_after(&def, &trials[0], agents) : hashes[0];
            assert_true(hashes[set] == hashes[0]);
        }
    }
    assert_true(isa_use(ISA_SET_COUNT));
}

static void t_sets_have_names_and_unknown_ones_are_refused(void **state)
{
    (void)state;
    assert_string_equal(isa_name(ISA_SET_BASELINE), "baseline");
    assert_string_equal(isa_name(ISA_SET_AVX2), "avx2");
    assert_string_equal(isa_name(ISA_SET_AVX512), "avx512");
    assert_null(isa_name(ISA_SET_COUNT));
    assert_false(isa_use((isa_set)99));
    assert_true(isa_use(ISA_SET_BASELINE));
    assert_int_equal(isa_chosen(), ISA_SET_BASELINE);
    assert_true(isa_use(ISA_SET_COUNT));
}

// ---- the host's threads -----------------------------------------------------------------------------------------------

/// A host that starts a thread for each task, or runs them at once in `begin`, last one first.
typedef struct host
{
    bool has_threads;
    wend_task_fn *task;
    void *context;
    int count, batches, waits;
    pthread_t thread[8];
    struct host_task
    {
        struct host *host;
        int number;
    } tasks[8];
} host;

static void *run_task(void *argument)
{
    struct host_task *t = argument;
    t->host->task(t->host->context, t->number);
    return NULL;
}

static void host_begin(wend_task_fn *task, void *context, int count, void *user)
{
    host *h = user;
    assert_int_equal(h->batches, h->waits);
    assert_in_range(count, 1, 7);
    h->batches++;
    h->task = task;
    h->context = context;
    h->count = count;
    for (int i = count - 1; i >= 0; i--)
    {
        h->tasks[i] = (struct host_task){h, i};
        if (h->has_threads)
            assert_int_equal(pthread_create(&h->thread[i], NULL, run_task, &h->tasks[i]), 0);
        else
            task(context, i);
    }
}

static void host_wait(void *user)
{
    host *h = user;
    h->waits++;
    for (int i = 0; i < h->count && h->has_threads; i++)
        pthread_join(h->thread[i], NULL);
}

static void t_the_host_s_threads_give_the_same_bits(void **state)
{
    (void)state;
    wend_world_def def = def_of(&trials[0]);
    uint64_t hash = hash_after(&def, &trials[0], AGENTS);
    for (int has_threads = 0; has_threads < 2; has_threads++)
    {
        host h = {.has_threads = has_threads != 0};
        def.threads = 4;
        def.scheduler = (wend_scheduler){host_begin, host_wait, &h};
        assert_true(hash_after(&def, &trials[0], AGENTS) == hash);
        assert_true(h.batches > STEPS);
        assert_int_equal(h.batches, h.waits);
    }
    host unused = {0};
    def.threads = 1; // nobody is asked
    def.scheduler.user = &unused;
    assert_true(hash_after(&def, &trials[0], AGENTS) == hash);
    assert_int_equal(unused.batches, 0);
}

static void t_a_scheduler_has_both_functions_or_none(void **state)
{
    (void)state;
    wend_error error = {0};
    wend_world_def def = wend_default_world_def();
    def.scheduler.begin = host_begin;
    assert_null(wend_world_create(&def, &error));
    assert_int_equal(error.status, WEND_ERROR_NULL);
    assert_non_null(strstr(error.text, "scheduler"));
    def.scheduler = (wend_scheduler){NULL, host_wait, NULL};
    assert_null(wend_world_create(&def, NULL));
}

// ---- callbacks one by one -------------------------------------------------------------------------------------------

typedef struct visits
{
    atomic_int inside, most, count;
} visits;

static wend_vec slow_field(wend_vec position, void *user)
{
    visits *v = user;
    int inside = atomic_fetch_add(&v->inside, 1) + 1;
    if (inside > atomic_load(&v->most))
        atomic_store(&v->most, inside);
    for (volatile int i = 0; i < 300; i++)
        ;
    atomic_fetch_add(&v->count, 1);
    atomic_fetch_sub(&v->inside, 1);
    return wend_xyz(position.y, -position.x, 0);
}

static void t_serial_callbacks_are_called_one_by_one(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    def.threads = 4;
    def.has_serial_callbacks = true;
    wend_world *world = wend_world_create(&def, NULL);
    visits v = {0};
    wend_goal goal = wend_goal_of(WEND_GOAL_FOLLOW_FIELD);
    goal.field = slow_field;
    goal.field_user = &v;
    wend_random random = wend_random_seed(1, 1);
    for (int i = 0; i < 2000; i++)
    {
        wend_agent_def agent = wend_default_agent_def();
        agent.agent.position = random_vec(&random, 200, true);
        wend_agent_id id = wend_world_spawn(world, &agent);
        assert_int_equal(wend_world_set_goal(world, id, &goal), WEND_OK);
    }
    for (int i = 0; i < 5; i++)
        assert_int_equal(wend_world_step(world, 0.05), WEND_OK);
    assert_true(atomic_load(&v.count) >= 2000);
    assert_int_equal(atomic_load(&v.most), 1);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_every_set_gives_the_same_bits),
        cmocka_unit_test(t_short_cuts_give_the_same_bits_as_the_stages),
        cmocka_unit_test(t_few_agents),
        cmocka_unit_test(t_sets_have_names_and_unknown_ones_are_refused),
        cmocka_unit_test(t_the_host_s_threads_give_the_same_bits),
        cmocka_unit_test(t_a_scheduler_has_both_functions_or_none),
        cmocka_unit_test(t_serial_callbacks_are_called_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
