// world.h as a crowd: flocks equal the plain functions bit for bit, every search and any number of threads gives the
// same world, the host's callbacks are checked, hulls are pushed apart, memory is counted and may run out.
#include "testing_world.h"

#include "wend/explain.h"

#include <fenv.h>

/// A definition for worlds of random flocks: some plane, an edge or none, a box of +-20.
static wend_world_def def_of(int plane, int edge)
{
    wend_world_def def = wend_default_world_def();
    def.plane = (wend_plane)plane, def.edge = (wend_edge)edge;
    def.low = wend_xyz(-20, -20, -20), def.high = wend_xyz(20, 20, 20);
    return def;
}

/// Random agents in three groups (0: none) with radii of their own, some with goals.
static void fill(wend_world *world, int count, uint64_t seed, double half)
{
    uint64_t random = seed;
    wend_agent_id first = {0};
    for (int i = 0; i < count; i++)
    {
        wend_agent_def def = wend_default_agent_def();
        def.group = (uint32_t)(draw(&random) % 3);
        def.agent.position = draw_in_box(&random, half, true);
        def.agent.velocity = draw_in_box(&random, 2, true);
        def.agent.radius = draw_float(&random, 0.1, 0.6);
        def.agent.mass = draw_float(&random, 0.5, 4);
        def.agent.neighbour_radius = draw_float(&random, 0.5, 9);
        def.layers = 1u << draw(&random) % 3;
        def.mask = draw(&random) % 4 ? UINT32_MAX : 3;
        wend_agent_id id = wend_world_spawn(world, &def);
        assert_true(id.value != 0);
        first = i == 0 ? id : first;
        switch (draw(&random) % 4)
        {
        case 0: give(world, id, wend_goal_wander()); break;
        case 1: give(world, id, wend_goal_arrive(draw_in_box(&random, half, true))); break;
        case 2:
            if (i > 0)
                give(world, id, wend_goal_pursue(first));
            break;
        default: break;
        }
    }
}

// ---- equal to the plain functions

static void check_flocks(int plane, bool does_swap_axes, uint64_t seed)
{
    wend_world_def def = def_of(plane, WEND_EDGE_NONE);
    def.height_range = 10;
    wend_world *world = wend_world_create(&def, NULL);
    fill(world, 150, seed, 8);
    wend_agent_id ids[150], found[150];
    assert_int_equal(wend_world_list(world, ids, 150), 150);
    wend_agent_def defs[150];
    for (int i = 0; i < 150; i++)
        assert_int_equal(wend_world_get(world, ids[i], &defs[i]), WEND_OK);
    assert_int_equal(wend_world_think(world, 0.05), WEND_OK);
    int seen = 0, all_seen = 0;
    for (int i = 0; i < 150; i++)
    {
        wend_agent self = defs[i].agent;
        wend_neighbour list[150];
        wend_filter filter = {.group = defs[i].group, .ignore = ids[i], .layers = defs[i].mask};
        int count = 0, within = wend_world_within(world, self.position, self.neighbour_radius, &filter, found, 150);
        for (int k = 0; defs[i].group != 0 && k < within; k++) // outside any flock nobody is seen
        {
            wend_agent_def other;
            assert_int_equal(wend_world_get(world, found[k], &other), WEND_OK);
            wend_vec offset = wend_sub(other.agent.position, self.position);
            float height = plane == WEND_XY ? offset.z : plane == WEND_XZ ? offset.y : 0;
            if (fabsf(height) > 10)
                continue;
            if (does_swap_axes)
                offset.y = offset.z, other.agent.velocity.y = other.agent.velocity.z;
            if (plane != WEND_XYZ)
                offset.z = other.agent.velocity.z = 0;
            list[count++] = (wend_neighbour){found[k], offset, other.agent.velocity, other.agent.radius};
        }
        if (does_swap_axes)
        {
            self.position = wend_xyz(self.position.x, self.position.z, 0);
            self.velocity = wend_xyz(self.velocity.x, self.velocity.z, 0);
        }
        if (plane != WEND_XYZ)
            self.position.z = self.velocity.z = 0;
        wend_goal goal;
        assert_int_equal(wend_world_get_goal(world, ids[i], &goal), WEND_OK);
        if (goal.kind == WEND_GOAL_WANDER || goal.kind == WEND_GOAL_PURSUE)
            continue; // their goals are tested elsewhere
        wend_vec point = does_swap_axes ? wend_xyz(goal.point.x, goal.point.z, 0) : goal.point;
        wend_flock_wishes rules = wend_flock(&self, list, count, NULL);
        wend_wish wishes[4] = {{rules.separation, 1, {0, 0, 0}},
                               {wend_stop(&self), 1, {0, 0, 0}},
                               {rules.alignment, 1, {0, 0, 0}},
                               {rules.cohesion, 1, {0, 0, 0}}};
        if (goal.kind == WEND_GOAL_ARRIVE)
            wishes[1].velocity = wend_arrive(&self, point);
        wend_vec expected = wend_point_mass(&self, wend_combine_flock(&self, wishes, 4), 0.05, NULL);
        if (does_swap_axes)
            expected = wend_xyz(expected.x, 0, expected.y);
        expected = wend_add(expected, wend_xyz(0, 0, 0)); // -0 is published as +0
        assert_same(wend_world_velocity(world, ids[i]), expected);
        seen += count;
    }
    for (int i = 0; i < 150; i++)
        all_seen += defs[i].group != 0;
    assert_true(seen > 200);
    assert_true(all_seen > 50 && wend_world_get_stats(world).crowded == 0);
    wend_world_destroy(world);
}

static void t_004_40_45_equal_plain_functions(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++)
    {
        check_flocks(WEND_XY, false, seed);
        check_flocks(WEND_XYZ, false, seed);
        check_flocks(WEND_XZ, true, seed);
    }
}

/// A pair in flock 1, the first at the origin and at rest with response 0; what the first wishes for, by 8 * seconds.
static wend_vec first_of_two(wend_world_def world_def, wend_agent_def a, wend_agent_def b, int *seen)
{
    wend_world *world = wend_world_create(&world_def, NULL);
    a.agent.response_time = 0, a.agent.max_acceleration = 1e6f;
    wend_agent_id id = wend_world_spawn(world, &a);
    assert_true(wend_world_spawn(world, &b).value != 0);
    give(world, id, wend_goal_of(WEND_GOAL_NONE));
    assert_int_equal(wend_watch(world, id, true), WEND_OK);
    assert_int_equal(wend_world_think(world, 0.05), WEND_OK);
    wend_reason reason;
    assert_int_equal(wend_explain(world, id, &reason), WEND_OK);
    *seen = reason.neighbours;
    wend_vec velocity = wend_world_velocity(world, id);
    wend_world_destroy(world);
    return velocity;
}

static wend_agent_def flocker(float x, float y)
{
    wend_agent_def def = wend_default_agent_def();
    def.group = 1;
    def.agent.position = v2(x, y);
    return def;
}

static void t_004_40_46_who_is_seen(void **state)
{
    (void)state;
    wend_world_def world = wend_default_world_def();
    world.height_range = 5;
    const struct
    {
        float x, y, z, own_radius, other_radius;
        uint32_t group, layers, mask;
        int seen;
    } rows[] = {
        {6, 0, 0, 6, 1, 1, 1, UINT32_MAX, 1},        // exactly at the radius, its own counts
        {6.0001f, 0, 0, 6, 99, 1, 1, UINT32_MAX, 0}, //
        {3, 4, 0, 5, 1, 1, 1, UINT32_MAX, 1},        //
        {3, 4, 0, 4.9999995f, 9, 1, 1, UINT32_MAX, 0},
        {1, 0, 0, 6, 6, 2, 1, UINT32_MAX, 0}, // another flock: 004-46
        {1, 0, 0, 6, 6, 0, 1, UINT32_MAX, 0}, // in none: 004-16
        {1, 0, 0, 6, 6, 1, 4, 3, 0},          // a layer that it doesn't notice
        {1, 0, 0, 6, 6, 1, 6, 3, 1},          // one bit in common
        {1, 0, 0, 6, 6, 1, 0, UINT32_MAX, 0}, // on no layer
        {1, 0, 5, 6, 6, 1, 1, UINT32_MAX, 1}, // exactly at the range of heights
        {1, 0, -5.001f, 6, 6, 1, 1, UINT32_MAX, 0},
    };
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_agent_def a = flocker(0, 0), b = flocker(rows[i].x, rows[i].y);
        a.agent.neighbour_radius = rows[i].own_radius, a.mask = rows[i].mask;
        b.agent.neighbour_radius = rows[i].other_radius, b.group = rows[i].group, b.layers = rows[i].layers;
        b.agent.position.z = rows[i].z;
        int seen = -1;
        wend_vec velocity = first_of_two(world, a, b, &seen);
        assert_int_equal(seen, rows[i].seen);
        if (seen == 0)
            assert_vec(velocity, 0, 0, 0, 0); // no change, exactly
        else
            assert_true(exact_length(velocity) > 0);
    }
}

// FOV-02: a cone of 90 degrees sees at 44, not at 46; FOV-03: one of 360 sees exactly behind.
static void t_FOV_02_03_field_of_view(void **state)
{
    (void)state;
    const struct
    {
        double angle;
        float sight_cos;
        int seen;
    } rows[] = {{44, 0.70710678f, 1}, {46, 0.70710678f, 0}, {-44, 0.70710678f, 1}, {180, -1, 1}, {180, -0.999f, 0}};
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_world_def def = wend_default_world_def();
        wend_world *world = wend_world_create(&def, NULL);
        double angle = rows[i].angle * PI / 180;
        wend_agent_id id = add_member(world, v2(0, 0), v2(0, 0), 1); // looks along +x
        add_member(world, v2((float)(3 * cos(angle)), (float)(3 * sin(angle))), v2(0, 0), 1);
        wend_recipe recipe = wend_default_recipe();
        recipe.flock.sight_cos = rows[i].sight_cos;
        assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
        assert_int_equal(wend_world_think(world, 0.05), WEND_OK);
        bool sees = exact_length(wend_world_velocity(world, id)) > 0;
        assert_int_equal(sees, rows[i].seen);
        assert_int_equal(wend_world_get_stats(world).neighbours, rows[i].seen + 1); // the other one sees all round
        wend_world_destroy(world);
    }
}

// 004-03 and 41: weight 1.5 * top speed 4 * 0.5 / 3 away, and 0.3 * 4 * 3 / 6 closer, as CLAIMS 0.1 has them.
static void t_004_41_44_two_by_hand(void **state)
{
    (void)state;
    int seen;
    wend_vec velocity = first_of_two(wend_default_world_def(), flocker(0, 0), flocker(3, 0), &seen);
    assert_vec(velocity, -1 + 0.6, 0, 0, 1e-5);
}

// NAN-01, 004-43: at one point, at rest: finite, opposite, equal; which way by ids. In a plane it stays a plane.
static void t_NAN_01_004_43_coincident(void **state)
{
    (void)state;
    for (int plane = WEND_XY; plane < WEND_PLANE_COUNT; plane++)
    {
        wend_world_def def = def_of(plane, WEND_EDGE_NONE);
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id a = add_member(world, v2(0, 0), v2(0, 0), 1), b = add_member(world, v2(0, 0), v2(0, 0), 1);
        assert_int_equal(wend_world_think(world, 0.05), WEND_OK);
        wend_vec va = wend_world_velocity(world, a), vb = wend_world_velocity(world, b);
        assert_finite(va);
        assert_true(exact_length(va) > 0.1);
        assert_vec(vb, -va.x, -va.y, -va.z, 0);
        wend_vec way = wend_part(a, b);
        way = plane == WEND_XZ ? wend_xyz(way.x, 0, way.y) : way;
        assert_close(exact_dot(va, way), exact_length(va), 1e-6);
        wend_world_destroy(world);
    }
}

// TOR-01: across the border the same forces as the flock moved by (50, 0).
static void t_TOR_01_a_flock_across_the_edge(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    def.edge = WEND_EDGE_WRAP;
    def.high = v2(100, 100);
    wend_vec velocities[2][3];
    for (int k = 0; k < 2; k++)
    {
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id ids[3];
        for (int i = 0; i < 3; i++)
        {
            float x = (float)(98 + 2 * i) + (k ? -50.0f : 0.0f); // 98, 100, 2
            ids[i] = add_member(world, v2(x > 100 ? x - 100 : x, 20.0f + (float)i), v2(1, 0), 1);
        }
        assert_int_equal(wend_world_think(world, 0.05), WEND_OK);
        assert_int_equal(wend_world_get_stats(world).neighbours, 6);
        for (int i = 0; i < 3; i++)
            velocities[k][i] = wend_world_velocity(world, ids[i]);
        wend_world_destroy(world);
    }
    for (int i = 0; i < 3; i++)
    {
        wend_vec v = velocities[1][i];
        assert_vec(velocities[0][i], v.x, v.y, 0, 1e-6);
    }
}

// ---- every search gives the same world

typedef struct host_index
{
    wend_agent_id ids[8000];
    wend_vec positions[8000];
    int count, expected, begun, ended, asked;
    bool tells_all, is_out_of_order;
} host_index;

static void host_begin(int count, void *user)
{
    host_index *host = user;
    host->is_out_of_order |= host->begun != host->ended;
    host->count = 0, host->expected = count, host->begun++, host->asked = 0;
}

static void host_add(wend_agent_id id, wend_vec position, void *user)
{
    host_index *host = user;
    host->is_out_of_order |= host->begun != host->ended + 1 || host->count >= host->expected ||
                             (host->count > 0 && id.value <= host->ids[host->count - 1].value);
    host->ids[host->count] = id;
    host->positions[host->count++] = position;
}

static void host_end(void *user)
{
    host_index *host = user;
    host->is_out_of_order |= host->count != host->expected;
    host->ended++;
}

static int host_query(wend_vec position, float radius, wend_agent_id *out, int capacity, void *user)
{
    host_index *host = user;
    host->is_out_of_order |= host->begun != host->ended || capacity != host->count;
    host->asked++;
    int found = 0;
    for (int i = 0; i < host->count; i++) // wider than asked in the plane, since heights are told too
        if (host->tells_all || fabsf(host->positions[i].x - position.x) <= radius)
            out[found++] = host->ids[i];
    return found;
}

static host_index shared_index;

static wend_world_def with_source(wend_world_def def)
{
    def.source = (wend_neighbour_source){host_begin, host_add, host_end, host_query, &shared_index};
    return def;
}

static void t_every_search_gives_the_same_hash(void **state)
{
    (void)state;
    for (int round = 0; round < 18; round++)
    {
        uint64_t hashes[3] = {0};
        int crowded = 0;
        for (int search = 0; search < 3; search++)
        {
            wend_world_def def = with_source(def_of(round % 3, round / 3 % 2 ? WEND_EDGE_WRAP : WEND_EDGE_STOP));
            def.search = (wend_search)search;
            def.crowd_limit = round / 6 == 1 ? 8 : 128;
            def.cell_size = round / 6 == 2 ? 3 : 0;
            def.height_range = 8;
            shared_index = (host_index){.tells_all = def.edge == WEND_EDGE_WRAP};
            wend_world *world = wend_world_create(&def, NULL);
            fill(world, 150, 99u + (uint64_t)round, 15);
            for (int i = 0; i < 200; i++)
                step(world, 0.03);
            crowded = wend_world_get_stats(world).crowded;
            hashes[search] = wend_world_hash(world);
            assert_false(shared_index.is_out_of_order);
            assert_int_equal(shared_index.begun, search == WEND_SEARCH_HOST ? 200 : 0);
            wend_world_destroy(world);
        }
        assert_true(hashes[0] == hashes[1]);
        assert_true(hashes[0] == hashes[2]);
        assert_true(round / 6 != 1 || crowded > 0); // a limit of 8 does cut
    }
}

static void t_search_can_change_between_updates(void **state)
{
    (void)state;
    wend_world_def def = with_source(def_of(WEND_XY, WEND_EDGE_NONE));
    wend_world *same = wend_world_create(&def, NULL), *changing = wend_world_create(&def, NULL);
    fill(same, 100, 4, 10);
    fill(changing, 100, 4, 10);
    for (int i = 0; i < 60; i++)
    {
        assert_int_equal(wend_world_set_search(changing, (wend_search)(i % 3)), WEND_OK);
        step(same, 0.03);
        step(changing, 0.03);
        assert_true(wend_world_hash(same) == wend_world_hash(changing));
    }
    uint64_t hash = wend_world_hash(same);
    assert_int_equal(wend_world_set_search(same, WEND_SEARCH_COUNT), WEND_ERROR_VALUE);
    assert_true(wend_world_hash(same) == hash);
    wend_world_destroy(same);
    wend_world_destroy(changing);
    def = wend_default_world_def();
    same = wend_world_create(&def, NULL);
    assert_int_equal(wend_world_set_search(same, WEND_SEARCH_HOST), WEND_ERROR_NULL); // it has no source
    wend_world_destroy(same);
}

static void t_CLF_06_five_thousand_on_one_point(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int search = 0; search < 2; search++)
    {
        wend_world_def def = wend_default_world_def();
        def.search = search ? WEND_SEARCH_DIRECT : WEND_SEARCH_CELLS;
        wend_world *world = wend_world_create(&def, NULL);
        for (int i = 0; i < 5000; i++)
            add_member(world, v2(3, 4), v2(0, 0), 1);
        for (int k = 0; k < 5; k++)
        {
            step(world, 1 / 60.0);
            wend_world_stats stats = wend_world_get_stats(world);
            if (k == 0)
                assert_int_equal(stats.crowded, 5000);
            assert_true(stats.crowded > 0);
            assert_true(stats.neighbours > 0 && stats.neighbours <= 5000 * 3 * 128); // three rows of cells
        }
        static wend_vec positions[5000], velocities[5000];
        assert_int_equal(wend_world_read(world, WEND_FIELD_POSITION, positions, sizeof(wend_vec), 5000), 5000);
        assert_int_equal(wend_world_read(world, WEND_FIELD_VELOCITY, velocities, sizeof(wend_vec), 5000), 5000);
        for (int i = 0; i < 5000; i++)
        {
            assert_true(exact_length(velocities[i]) <= 4.00001);
            assert_true(exact_length(wend_sub(positions[i], v2(3, 4))) < 50);
        }
        hashes[search] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    assert_true(hashes[0] == hashes[1]);
}

// DET-06: one hash for any number of threads.
static void t_DET_06_any_number_of_threads(void **state)
{
    (void)state;
    static const int threads[] = {1, 2, 3, 8};
    for (int plane = WEND_XY; plane < WEND_PLANE_COUNT; plane++)
    {
        uint64_t hashes[4];
        for (int t = 0; t < 4; t++)
        {
            wend_world_def def = def_of(plane, WEND_EDGE_WRAP);
            def.threads = threads[t];
            wend_world *world = wend_world_create(&def, NULL);
            fill(world, 1500, 12, 19);
            for (int i = 0; i < 40; i++)
                step(world, 0.03);
            hashes[t] = wend_world_hash(world);
            wend_world_destroy(world);
            assert_true(hashes[t] == hashes[0]);
        }
    }
}

// DESIGN: each update sets round-to-nearest on every thread that it uses, and restores the host's own rounding.
static void t_DET_06_the_host_s_rounding(void **state)
{
    (void)state;
    uint64_t hashes[3];
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_TOWARDZERO};
    for (int m = 0; m < 3; m++)
    {
        wend_world_def def = def_of(WEND_XY, WEND_EDGE_WRAP);
        def.threads = 1 + m;
        fesetround(modes[m]);
        wend_world *world = wend_world_create(&def, NULL); // its threads are born with the host's rounding
        fesetround(FE_TONEAREST);
        fill(world, 800, 5, 19);
        for (int i = 0; i < 20; i++)
        {
            fesetround(modes[m]);
            wend_status status = wend_world_step(world, 0.03);
            int after = fegetround();
            fesetround(FE_TONEAREST);
            assert_int_equal(status, WEND_OK);
            assert_int_equal(after, modes[m]);
        }
        hashes[m] = wend_world_hash(world);
        wend_world_destroy(world);
        assert_true(hashes[m] == hashes[0]);
    }
}

// 004-47, DET-05: in which order the reports came in makes no difference.
static void t_004_47_48_order_of_reports(void **state)
{
    (void)state;
    wend_world_def def = def_of(WEND_XY, WEND_EDGE_NONE);
    wend_world *a = wend_world_create(&def, NULL), *b = wend_world_create(&def, NULL);
    fill(a, 60, 31, 8);
    fill(b, 60, 31, 8);
    wend_agent_id ids[60];
    assert_int_equal(wend_world_list(a, ids, 60), 60);
    for (int k = 0; k < 50; k++)
    {
        for (int i = 0; i < 60; i++)
        {
            wend_agent_id first = ids[i], second = ids[(i * 7 + k) % 60];
            wend_vec v = wend_world_velocity(a, first), w = wend_world_velocity(b, second);
            assert_int_equal(
                wend_world_report(a, first, wend_add(wend_world_position(a, first), wend_scale(v, 0.05f)), v), WEND_OK);
            assert_int_equal(
                wend_world_report(b, second, wend_add(wend_world_position(b, second), wend_scale(w, 0.05f)), w),
                WEND_OK);
        }
        assert_int_equal(wend_world_think(a, 0.05), WEND_OK);
        assert_int_equal(wend_world_think(b, 0.05), WEND_OK);
        assert_true(wend_world_hash(a) == wend_world_hash(b));
    }
    wend_world_destroy(a);
    wend_world_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_004_40_45_equal_plain_functions),   cmocka_unit_test(t_004_40_46_who_is_seen),
        cmocka_unit_test(t_FOV_02_03_field_of_view),           cmocka_unit_test(t_004_41_44_two_by_hand),
        cmocka_unit_test(t_NAN_01_004_43_coincident),          cmocka_unit_test(t_TOR_01_a_flock_across_the_edge),
        cmocka_unit_test(t_every_search_gives_the_same_hash),  cmocka_unit_test(t_search_can_change_between_updates),
        cmocka_unit_test(t_CLF_06_five_thousand_on_one_point), cmocka_unit_test(t_DET_06_any_number_of_threads),
        cmocka_unit_test(t_DET_06_the_host_s_rounding),        cmocka_unit_test(t_004_47_48_order_of_reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
