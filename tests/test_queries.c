// world.h's questions: who is within, who is nearest, what a ray meets. Against looking at everybody in the test, with
// filters, across edges, in every plane, and with arguments that make no sense.
#include "testing.h"

#include "wend/save.h"

#define COUNT 300

typedef struct crowd
{
    wend_world *world;
    wend_agent_id ids[COUNT];
    wend_agent_def defs[COUNT]; // as they are read back
    double period;              // 0: doesn't wrap
    int plane;
} crowd;

static crowd make_crowd(int plane, bool does_wrap, uint64_t seed)
{
    crowd c = {.plane = plane, .period = does_wrap ? 32 : 0};
    wend_world_def def = wend_default_world_def();
    def.plane = (wend_plane)plane, def.edge = does_wrap ? WEND_EDGE_WRAP : WEND_EDGE_NONE;
    def.high = wend_xyz(32, 32, 32);
    def.cell_size = 3;
    c.world = wend_world_create(&def, NULL);
    assert_non_null(c.world);
    uint64_t random = seed;
    for (int i = 0; i < COUNT; i++)
    {
        wend_agent_def agent = wend_default_agent_def();
        // Whole numbers: distances are exact, and there are many ties.
        agent.agent.position =
            wend_xyz((float)(draw(&random) % 32), (float)(draw(&random) % 32), (float)(draw(&random) % 32));
        agent.agent.radius = draw_float(&random, 0.1, 0.9);
        agent.group = (uint32_t)(draw(&random) % 3);
        agent.layers = 1u << draw(&random) % 4;
        c.ids[i] = wend_world_spawn(c.world, &agent);
        assert_int_equal(wend_world_get(c.world, c.ids[i], &c.defs[i]), WEND_OK);
    }
    for (int i = 0; i < COUNT; i += 10) // some gaps in the slots
    {
        assert_int_equal(wend_world_remove(c.world, c.ids[i]), WEND_OK);
        c.ids[i].value = 0;
    }
    return c;
}

static double axis_way(const crowd *c, float a, float b)
{
    double way = fabs((double)a - (double)b);
    return c->period > 0 ? fmin(fmod(way, c->period), c->period - fmod(way, c->period)) : way;
}

static double square_way(const crowd *c, wend_vec a, wend_vec b)
{
    double square_sum = square(axis_way(c, a.x, b.x));
    square_sum += c->plane == WEND_XZ ? 0 : square(axis_way(c, a.y, b.y));
    return square_sum + (c->plane == WEND_XY ? 0 : square(axis_way(c, a.z, b.z)));
}

static bool passes(const crowd *c, int i, const wend_filter *filter)
{
    if (c->ids[i].value == 0)
        return false;
    if (!filter)
        return true;
    const wend_agent_def *def = &c->defs[i];
    return (filter->layers == 0 || (filter->layers & def->layers)) &&
           (filter->group == 0 || filter->group == def->group) && filter->ignore.value != c->ids[i].value &&
           (!filter->accepts || filter->accepts(c->ids[i], filter->user));
}

static bool is_even_serial(wend_agent_id id, void *user)
{
    ++*(int *)user;
    return (id.value >> 24) % 2 == 0;
}

static int index_of(const crowd *c, wend_agent_id id)
{
    for (int i = 0; i < COUNT; i++)
        if (c->ids[i].value == id.value && id.value != 0)
            return i;
    fail_msg("an agent that isn't there");
    return -1;
}

static void check_within(const crowd *c, wend_vec point, float radius, const wend_filter *filter)
{
    wend_agent_id out[COUNT], fewer[COUNT];
    bool is_found[COUNT] = {false};
    int found = wend_world_within(c->world, point, radius, filter, out, COUNT), expected = 0;
    for (int k = 0; k < found; k++)
    {
        int i = index_of(c, out[k]);
        assert_false(is_found[i]); // each once
        is_found[i] = true;
    }
    for (int i = 0; i < COUNT; i++)
    {
        bool is_in =
            passes(c, i, filter) && square_way(c, point, c->defs[i].agent.position) <= (double)radius * (double)radius;
        assert_int_equal(is_in, is_found[i]);
        expected += is_in;
    }
    assert_int_equal(found, expected);
    // The order is fixed: with less room, or within less, the same ones in the same order.
    assert_int_equal(wend_world_within(c->world, point, radius, filter, fewer, found / 2), found);
    assert_memory_equal(fewer, out, sizeof *out * (size_t)(found / 2));
    assert_int_equal(wend_world_within(c->world, point, radius, filter, NULL, 0), found);
    int inner = wend_world_within(c->world, point, radius / 2, filter, fewer, COUNT);
    if (2 * (double)radius < c->period || c->period == 0)
        for (int k = 0, at = 0; k < inner; k++, at++)
        {
            while (at < found && out[at].value != fewer[k].value)
                at++;
            assert_true(at < found);
        }
}

static void check_nearest(const crowd *c, wend_vec point, float radius, const wend_filter *filter, int k)
{
    wend_agent_id out[COUNT + 1];
    int order[COUNT], count = 0;
    out[k].value = 4711;
    for (int i = 0; i < COUNT; i++) // insertion keeps the order of ids among equals
    {
        double way = square_way(c, point, c->defs[i].agent.position);
        if (!passes(c, i, filter) || way > (double)radius * (double)radius)
            continue;
        int at = count++;
        for (; at > 0 && square_way(c, point, c->defs[order[at - 1]].agent.position) > way; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    int expected = count < k ? count : k;
    assert_int_equal(wend_world_nearest(c->world, point, radius, filter, out, k), expected);
    for (int i = 0; i < expected; i++)
        assert_true(out[i].value == c->ids[order[i]].value);
    assert_true(out[k].value == 4711);
}

static void t_within_and_nearest_against_everybody(void **state)
{
    (void)state;
    static const float radii[] = {0, 1, 2.5f, 5, 7.0710678f, 13, 16, 40, 1e6f, FLT_MAX};
    static const int counts[] = {1, 2, 5, 40, COUNT};
    for (int kind = 0; kind < 6; kind++)
    {
        crowd c = make_crowd(kind % 3, kind >= 3, 7u + (uint64_t)kind);
        uint64_t hash = wend_world_hash(c.world), random = 8;
        for (int round = 0; round < 200; round++)
        {
            wend_vec point = wend_xyz((float)(draw(&random) % 40) - 4, (float)(draw(&random) % 40) - 4,
                                      (float)(draw(&random) % 40) - 4);
            float radius = radii[draw(&random) % (uint64_t)COUNT_OF(radii)];
            int calls = 0;
            wend_filter filter = {0};
            filter.layers = round % 2 ? (uint32_t)(draw(&random) % 16) : 0;
            filter.group = round % 3 ? (uint32_t)(draw(&random) % 3) : 0;
            filter.ignore = round % 5 ? c.ids[draw(&random) % COUNT] : filter.ignore;
            filter.accepts = round % 4 == 0 ? is_even_serial : NULL, filter.user = &calls;
            const wend_filter *chosen = round % 7 ? &filter : NULL;
            check_within(&c, point, radius, chosen);
            check_nearest(&c, point, radius, chosen, counts[draw(&random) % (uint64_t)COUNT_OF(counts)]);
        }
        assert_true(wend_world_hash(c.world) == hash); // asking changes nothing
        wend_world_destroy(c.world);
    }
}

static void t_within_after_changes(void **state)
{
    (void)state;
    crowd c = make_crowd(WEND_XY, false, 3);
    for (int round = 0; round < 50; round++)
    {
        int i = 1 + round;
        if (c.ids[i].value == 0)
            continue;
        wend_vec place = v2((float)(100 + round), 100);
        if (round % 2)
            assert_int_equal(wend_world_report(c.world, c.ids[i], place, v2(0, 0)), WEND_OK);
        else
            assert_int_equal(wend_world_teleport(c.world, c.ids[i], place, v2(0, 0), v2(1, 0)), WEND_OK);
        c.defs[i].agent.position = place;
        check_within(&c, place, 3, NULL);
        check_nearest(&c, place, 1000, NULL, 3);
        assert_int_equal(wend_world_remove(c.world, c.ids[i]), WEND_OK);
        c.ids[i].value = 0;
        check_within(&c, place, 3, NULL);
    }
    wend_world_destroy(c.world);
}

static void t_exactly_at_the_radius(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_def agent = wend_default_agent_def();
    agent.agent.position = v2(3, 4);
    assert_true(wend_world_spawn(world, &agent).value != 0);
    assert_int_equal(wend_world_within(world, v2(0, 0), 5, NULL, NULL, 0), 1);
    assert_int_equal(wend_world_within(world, v2(0, 0), 4.9999995f, NULL, NULL, 0), 0);
    assert_int_equal(wend_world_within(world, v2(3, 4), 0, NULL, NULL, 0), 1);
    wend_agent_id out;
    assert_int_equal(wend_world_nearest(world, v2(0, 0), 5, NULL, &out, 1), 1);
    assert_int_equal(wend_world_nearest(world, v2(0, 0), 4.9999995f, NULL, &out, 1), 0);
    wend_world_destroy(world);
}

// ---- rays

/// Where a ray enters a hull, as a share of its way; -1 if it doesn't; 0 if it begins inside.
static double entry(wend_vec from, wend_vec to, const wend_agent *body)
{
    double dx = (double)to.x - (double)from.x, dy = (double)to.y - (double)from.y, dz = (double)to.z - (double)from.z;
    double ox = (double)from.x - (double)body->position.x, oy = (double)from.y - (double)body->position.y;
    double oz = (double)from.z - (double)body->position.z, r = (double)body->radius;
    double c = ox * ox + oy * oy + oz * oz - r * r;
    if (c < 0)
        return 0;
    double a = dx * dx + dy * dy + dz * dz, b = ox * dx + oy * dy + oz * dz, d = b * b - a * c;
    if (d <= 0 || b >= 0)
        return -1;
    double t = (-b - sqrt(d)) / a;
    return t < 1 ? t : -1;
}

static void t_rays_against_everybody(void **state)
{
    (void)state;
    int met = 0, missed = 0;
    for (int plane = WEND_XY; plane < WEND_PLANE_COUNT; plane++)
    {
        crowd c = make_crowd(plane, false, 20u + (uint64_t)plane);
        uint64_t random = 77;
        for (int round = 0; round < 2000; round++)
        {
            wend_vec from = draw_in_box(&random, 40, true), to = draw_in_box(&random, 40, true);
            float height = plane == WEND_XY ? from.z : from.y;
            int calls = 0;
            wend_filter filter = {.group = (uint32_t)round % 3, .accepts = round % 4 ? NULL : is_even_serial};
            filter.user = &calls;
            wend_ray_hit hit = wend_world_ray(c.world, from, to, &filter);
            wend_vec a = from, b = to;
            if (plane == WEND_XY)
                a.z = b.z = 0;
            if (plane == WEND_XZ)
                a.y = b.y = 0;
            double best = 2;
            int at = -1;
            for (int i = 0; i < COUNT; i++)
            {
                wend_agent body = c.defs[i].agent;
                body.position.z = plane == WEND_XY ? 0 : body.position.z;
                body.position.y = plane == WEND_XZ ? 0 : body.position.y;
                double t = passes(&c, i, &filter) ? entry(a, b, &body) : -1;
                if (t >= 0 && t < best)
                    best = t, at = i;
            }
            if (at < 0)
            {
                assert_true(hit.agent.value == 0);
                missed++;
                continue;
            }
            met++;
            double length = exact_length(wend_sub(b, a));
            assert_true(hit.agent.value == c.ids[at].value);
            assert_close(hit.distance, best * length, 1e-3);
            wend_vec where = wend_lerp(a, b, (float)best);
            if (plane == WEND_XY)
                where.z = height; // on the height at which it began
            if (plane == WEND_XZ)
                where.y = height;
            assert_vec(hit.point, where.x, where.y, where.z, 2e-3);
        }
        wend_world_destroy(c.world);
    }
    assert_true(met > 500 && missed > 500);
}

static wend_ray_hit one_hull(wend_vec centre, wend_vec from, wend_vec to)
{
    wend_world_def def = wend_default_world_def();
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_def agent = wend_default_agent_def();
    agent.agent.position = centre, agent.agent.radius = 1;
    assert_true(wend_world_spawn(world, &agent).value != 0);
    wend_ray_hit hit = wend_world_ray(world, from, to, NULL);
    wend_world_destroy(world);
    return hit;
}

static void t_rays_by_hand(void **state)
{
    (void)state;
    wend_ray_hit hit = one_hull(v2(5, 0), v2(0, 0), v2(10, 0));
    assert_true(hit.agent.value != 0);
    assert_close(hit.distance, 4, 1e-6);
    assert_vec(hit.point, 4, 0, 0, 1e-6);
    hit = one_hull(v2(5, 0), v2(5.5f, 0), v2(9, 0)); // it starts inside
    assert_true(hit.agent.value != 0);
    assert_close(hit.distance, 0, 0);
    assert_vec(hit.point, 5.5, 0, 0, 0);
    hit = one_hull(v2(5, 0), v2(5.5f, 0), v2(5.5f, 0)); // a ray without length, inside
    assert_true(hit.agent.value != 0);
    assert_true(one_hull(v2(5, 0), v2(0, 0), v2(0, 0)).agent.value == 0);    // and outside
    assert_true(one_hull(v2(5, 0), v2(0, 0), v2(-9, 0)).agent.value == 0);   // behind it
    assert_true(one_hull(v2(5, 0), v2(0, 0), v2(3.9f, 0)).agent.value == 0); // too short
    assert_true(one_hull(v2(5, 0), v2(0, 0), v2(4.1f, 0)).agent.value != 0);
    assert_true(one_hull(v2(5, 1), v2(0, 0), v2(10, 0)).agent.value == 0); // touching is not a hit
    assert_true(one_hull(v2(5, 0.999f), v2(0, 0), v2(10, 0)).agent.value != 0);
    assert_true(one_hull(v2(5, 0), v2(6, 0), v2(9, 0)).agent.value == 0); // it leaves from the rim
}

// Touching is not a hit: not where the ray ends on the hull either.
static void t_a_ray_that_ends_on_the_hull(void **state)
{
    (void)state;
    assert_true(one_hull(v2(5, 0), v2(0, 0), v2(4, 0)).agent.value == 0);
}

// A ray that begins on the hull and goes on inside does more than touch it.
static void t_a_ray_that_begins_on_the_hull(void **state)
{
    (void)state;
    wend_ray_hit hit = one_hull(v2(5, 0), v2(4, 0), v2(9, 0));
    assert_true(hit.agent.value != 0);
    assert_close(hit.distance, 0, 1e-6);
}

static void t_DET_03_of_two_at_one_distance_the_lower_id(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++)
    {
        wend_world_def def = wend_default_world_def();
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id ids[4];
        for (int i = 0; i < 4; i++) // mirrored about the ray, and about the point that is asked from
        {
            wend_agent_def agent = wend_default_agent_def();
            agent.agent.position = v2(i < 2 ? 5 : -5, (i + order) % 2 ? 0.1f : -0.1f);
            ids[i] = wend_world_spawn(world, &agent);
        }
        assert_true(wend_same_agent(wend_world_ray(world, v2(0, 0), v2(9, 0), NULL).agent, ids[0]));
        assert_true(wend_same_agent(wend_world_ray(world, v2(0, 0), v2(-9, 0), NULL).agent, ids[2]));
        wend_agent_id out[4];
        assert_int_equal(wend_world_nearest(world, v2(0, 0), 99, NULL, out, 4), 4);
        assert_memory_equal(out, ids, sizeof ids);
        wend_world_destroy(world);
    }
}

// In a world that wraps the ray goes straight on; what lies across the edge isn't met.
static void t_rays_do_not_wrap(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    def.edge = WEND_EDGE_WRAP, def.high = v2(100, 100);
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_def agent = wend_default_agent_def();
    agent.agent.position = v2(5, 50);
    assert_true(wend_world_spawn(world, &agent).value != 0);
    assert_true(wend_world_ray(world, v2(95, 50), v2(110, 50), NULL).agent.value == 0);
    assert_true(wend_world_ray(world, v2(95, 50), v2(0, 50), NULL).agent.value != 0);
    assert_int_equal(wend_world_within(world, v2(95, 50), 10, NULL, NULL, 0), 1); // but who is near does
    assert_int_equal(wend_world_within(world, v2(95, 50), 9.99f, NULL, NULL, 0), 0);
    wend_world_destroy(world);
}

// ---- arguments that make no sense

static void t_degenerate_arguments(void **state)
{
    (void)state;
    crowd c = make_crowd(WEND_XY, false, 1);
    wend_agent_id out[4] = {{9}, {9}, {9}, {9}};
    const wend_vec bad[] = {{NAN, 0, 0}, {0, INFINITY, 0}, {-INFINITY, 0, 0}};
    for (int i = 0; i < COUNT_OF(bad); i++)
    {
        assert_int_equal(wend_world_within(c.world, bad[i], 9, NULL, out, 4), 0);
        assert_int_equal(wend_world_nearest(c.world, bad[i], 9, NULL, out, 4), 0);
        assert_true(wend_world_ray(c.world, bad[i], v2(1, 1), NULL).agent.value == 0);
        assert_true(wend_world_ray(c.world, v2(1, 1), bad[i], NULL).agent.value == 0);
    }
    static const float radii[] = {-1, -1e-45f, NAN, -INFINITY};
    for (int i = 0; i < COUNT_OF(radii); i++)
    {
        assert_int_equal(wend_world_within(c.world, v2(16, 16), radii[i], NULL, out, 4), 0);
        assert_int_equal(wend_world_nearest(c.world, v2(16, 16), radii[i], NULL, out, 4), 0);
    }
    assert_int_equal(wend_world_nearest(c.world, v2(16, 16), 99, NULL, out, 0), 0);
    assert_int_equal(wend_world_nearest(c.world, v2(16, 16), 99, NULL, out, -3), 0);
    assert_int_equal(wend_world_nearest(c.world, v2(16, 16), 99, NULL, NULL, 4), 0);
    for (int i = 0; i < 4; i++)
        assert_true(out[i].value == 9);
    assert_int_equal(wend_world_within(NULL, v2(0, 0), 9, NULL, out, 4), 0);
    assert_int_equal(wend_world_nearest(NULL, v2(0, 0), 9, NULL, out, 4), 0);
    assert_true(wend_world_ray(NULL, v2(0, 0), v2(1, 1), NULL).agent.value == 0);
    int everybody = wend_world_count(c.world);
    assert_int_equal(wend_world_within(c.world, v2(3e38f, -3e38f), 3.2e38f, NULL, NULL, 0), 0);
    assert_int_equal(wend_world_within(c.world, v2(3e38f, 0), FLT_MAX, NULL, NULL, 0), everybody);
    assert_int_equal(wend_world_within(c.world, v2(3e38f, 0), 1e38f, NULL, NULL, 0), 0);
    wend_world_destroy(c.world);
    wend_world_def def = wend_default_world_def();
    wend_world *empty = wend_world_create(&def, NULL);
    assert_int_equal(wend_world_within(empty, v2(0, 0), 1e9f, NULL, out, 4), 0);
    assert_int_equal(wend_world_nearest(empty, v2(0, 0), 1e9f, NULL, out, 4), 0);
    assert_true(wend_world_ray(empty, v2(0, 0), v2(1, 1), NULL).agent.value == 0);
    wend_world_destroy(empty);
}

static void t_nearest_of_a_far_crowd(void **state)
{
    (void)state;
    wend_world_def def = wend_default_world_def();
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id ids[3], out[3];
    static const float places[] = {1e6f, 1e20f, 2e38f};
    for (int i = 0; i < 3; i++)
    {
        wend_agent_def agent = wend_default_agent_def();
        agent.agent.position = v2(places[2 - i], 0);
        ids[i] = wend_world_spawn(world, &agent);
    }
    assert_int_equal(wend_world_nearest(world, v2(-1e38f, 0), FLT_MAX, NULL, out, 3), 3);
    for (int i = 0; i < 2; i++) // 1e6 and 1e20 are at one distance from there, for floats: either way round
        assert_true(out[i].value == ids[1].value || out[i].value == ids[2].value);
    assert_true(out[2].value == ids[0].value);
    assert_int_equal(wend_world_nearest(world, v2(0, 0), FLT_MAX, NULL, out, 3), 3);
    assert_true(out[0].value == ids[2].value && out[1].value == ids[1].value && out[2].value == ids[0].value);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_within_and_nearest_against_everybody),
        cmocka_unit_test(t_within_after_changes),
        cmocka_unit_test(t_exactly_at_the_radius),
        cmocka_unit_test(t_rays_against_everybody),
        cmocka_unit_test(t_rays_by_hand),
        cmocka_unit_test(t_a_ray_that_ends_on_the_hull),
        cmocka_unit_test(t_a_ray_that_begins_on_the_hull),
        cmocka_unit_test(t_DET_03_of_two_at_one_distance_the_lower_id),
        cmocka_unit_test(t_rays_do_not_wrap),
        cmocka_unit_test(t_degenerate_arguments),
        cmocka_unit_test(t_nearest_of_a_far_crowd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
