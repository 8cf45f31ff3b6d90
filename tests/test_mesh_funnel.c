// The funnel of mesh.h: others' numbers, straight ways, and bodies with a radius.
#include "testing_mesh.h"

enum
{
    MOST = 256
};

static void check_path(wend_vec from, wend_vec to, const wend_portal *portals, int count, const wend_vec *expected,
                       int expected_count, double length)
{
    wend_vec points[MOST];
    int found = wend_funnel(from, to, portals, count, 0, points, MOST);
    assert_int_equal(found, expected_count);
    for (int i = 0; i < found; i++)
        assert_vec(points[i], expected[i].x, expected[i].y, 0, 0);
    assert_close(level_length(points, found), length, 5e-6);
}

static void t_numbers_of_yuka(void **state)
{
    (void)state;
    {
        const wend_portal portals[] = {{{3, -5, 0}, {3, -7, 0}}, {{6, 7, 0}, {6, 5, 0}}, {{8, -10, 0}, {8, 10, 0}}};
        const wend_vec path[] = {{0, 0, 0}, {3, -5, 0}, {6, 5, 0}, {10, 0, 0}};
        check_path(v2(0, 0), v2(10, 0), portals, 3, path, 4, 22.674383);
        const wend_portal doubled[] = {
            portals[0], {{3, -5, 0}, {3.5f, -7, 0}}, {{3, -5, 0}, {3.75f, -7, 0}}, portals[1], portals[2]};
        check_path(v2(0, 0), v2(10, 0), doubled, 5, path, 4, 22.674383);
    }
    {
        const wend_portal portals[] = {{{2, 1, 0}, {2, -1, 0}}, {{4, 1, 0}, {4, -1, 0}}, {{6, 1, 0}, {6, -1, 0}}};
        const wend_vec path[] = {{0, 0, 0}, {8, 0, 0}};
        check_path(v2(0, 0), v2(8, 0), portals, 3, path, 2, 8);
    }
    {
        const wend_portal portals[] = {{{2, 1, 0}, {2, -1, 0}},
                                       {{4, 1, 0}, {4, -1, 0}},
                                       {{5, 1, 0}, {6, 0, 0}},
                                       {{4, 1, 0}, {4, 3, 0}},
                                       {{2, 1, 0}, {2, 3, 0}}};
        const wend_vec path[] = {{0, 0, 0}, {5, 1, 0}, {0, 2, 0}};
        check_path(v2(0, 0), v2(0, 2), portals, 5, path, 3, 10.198039);
    }
    {
        const wend_portal portals[] = {
            {{1, 3, 0}, {1, 2, 0}}, {{2, -2, 0}, {2, -3, 0}}, {{3, 3, 0}, {3, 2, 0}}, {{4, -2, 0}, {4, -3, 0}}};
        const wend_vec path[] = {{0, 0, 0}, {1, 2, 0}, {2, -2, 0}, {3, 2, 0}, {4, -2, 0}, {5, 0, 0}};
        check_path(v2(0, 0), v2(5, 0), portals, 4, path, 6, 16.841453);
    }
    {
        const wend_portal portals[] = {{{2, 2, 0}, {2, 1, 0}}, {{4, -1, 0}, {4, -2, 0}}};
        const wend_vec path[] = {{0, 0, 0}, {2, 1, 0}, {4, -1, 0}, {6, 0, 0}};
        check_path(v2(0, 0), v2(6, 0), portals, 2, path, 4, 7.300563);
    }
    {
        const wend_portal portals[] = {{{1, 1, 0}, {1, 1, 0}}, {{2, 0, 0}, {2, 0, 0}}, {{3, 1, 0}, {3, 1, 0}}};
        const wend_vec path[] = {{0, 0, 0}, {1, 1, 0}, {2, 0, 0}, {3, 1, 0}, {4, 0, 0}};
        check_path(v2(0, 0), v2(4, 0), portals, 3, path, 5, 5.656854);
    }
}

static void t_straight_ways_have_two_points(void **state)
{
    (void)state;
    const wend_vec two[] = {{0, 0, 0}, {4, 0, 0}}, one[] = {{1, 1, 0}};
    check_path(two[0], two[1], NULL, 0, two, 2, 4); // one polygon [PUL-05]
    check_path(one[0], one[0], NULL, 0, one, 1, 0);
    const wend_portal along[] = {{{3, 0, 0}, {1, 0, 0}}}; // the shared edge lies on the line [PUL-05]
    check_path(two[0], two[1], along, 1, two, 2, 4);
    const wend_portal touching[] = {{{1, 1, 0}, {1, 0, 0}}, {{2, 0, 0}, {2, -1, 0}}, {{3, 0, 0}, {3, 0, 0}}};
    check_path(two[0], two[1], touching, 3, two, 2, 4); // three corners on the straight way
    const wend_portal at_start[] = {{{0, 1, 0}, {0, 0, 0}}, {{4, 0, 0}, {4, -1, 0}}};
    check_path(two[0], two[1], at_start, 2, two, 2, 4);
    const wend_vec back[] = {{0, 0, 0}, {3, 0, 0}, {1, 0, 0}}; // out to a point and back on the same line
    const wend_portal point[] = {{{3, 0, 0}, {3, 0, 0}}};
    check_path(back[0], back[2], point, 1, back, 3, 5);
}

/// PUL-01 and PUL-02: mirrored, turned by right angles, with triangles listed either way, by both searches.
static void t_a_free_straight_line_has_no_bend(void **state)
{
    (void)state;
    static const wend_vec points[] = {{105, 245, 0}, {105, 755, 0},         {245, 105, 0},       {245, 895, 0},
                                      {755, 105, 0}, {321.94f, 311.01f, 0}, {145.5f, 335.03f, 0}};
    static const int corners[] = {0, 1, 2, 1, 3, 2, 3, 4, 2}, turned[] = {2, 1, 0, 2, 3, 1, 2, 4, 3};
    wend_mesh_search *search = new_mesh_search();
    double lengths[16];
    for (int variant = 0; variant < 16; variant++)
    {
        wend_vec p[COUNT_OF(points)];
        for (int i = 0; i < COUNT_OF(points); i++)
        {
            p[i] = variant & 4 ? v2(-points[i].x, points[i].y) : points[i];
            for (int turn = 0; turn < (variant & 3); turn++)
                p[i] = v2(-p[i].y, p[i].x);
        }
        wend_mesh_def def = def_of(p, 5, variant & 8 ? turned : corners, 3, 3);
        wend_mesh *mesh = mesh_of(&def);
        for (int kind = WEND_MESH_CORRIDOR; kind <= WEND_MESH_EXACT; kind++)
        {
            wend_mesh_query query = mesh_query(p[5], p[6], (wend_mesh_kind)kind);
            wend_mesh_result result = wend_mesh_find(search, mesh, &query);
            assert_int_equal(result.way, WEND_WAY_FOUND);
            assert_int_equal(wend_mesh_search_points(search, NULL, 0), 2);
            lengths[variant] = result.length;
        }
        assert_true(lengths[variant] == lengths[0]);
        wend_mesh_destroy(mesh);
    }
    assert_close(lengths[0], hypot(321.94 - 145.5, 311.01 - 335.03), 1e-4);
    wend_mesh_search_destroy(search);
}

// ---- bodies

static double off_segment(wend_vec p, wend_vec a, wend_vec b)
{
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y, square_of_it = dx * dx + dy * dy;
    double px = (double)p.x - (double)a.x, py = (double)p.y - (double)a.y;
    double t = square_of_it > 0 ? fmin(1, fmax(0, (px * dx + py * dy) / square_of_it)) : 0;
    return hypot(px - t * dx, py - t * dy);
}

static double off_legs(wend_vec p, const wend_vec *points, int count)
{
    double best = HUGE_VAL;
    for (int i = 0; i + 1 < count; i++)
        best = fmin(best, off_segment(p, points[i], points[i + 1]));
    return best;
}

static void t_a_body_goes_round_a_corner_outside(void **state)
{
    (void)state;
    // round the end of a wall: half a turn, in four pieces of 45 degrees; the length of the polygon round a half circle
    const wend_portal portals[] = {{{4, 0, 0}, {4, -3, 0}}, {{4, 0, 0}, {7, 0, 0}}, {{4, 0, 0}, {4, 3, 0}}};
    wend_vec points[MOST];
    int count = wend_funnel(v2(0, -1), v2(0, 1), portals, 3, 1, points, MOST);
    assert_int_equal(count, 6);
    double out = 1 / cos(PI / 8);
    for (int i = 1; i < 5; i++)
    {
        assert_close(hypot((double)points[i].x - 4, (double)points[i].y), out, 1e-6);
        assert_close(atan2((double)points[i].y, (double)points[i].x - 4), -3 * PI / 8 + (i - 1) * PI / 4, 1e-6);
    }
    assert_close(level_length(points, count), 8 + 8 * tan(PI / 8), 1e-5);
    assert_close(off_legs(v2(4, 0), points, count), 1, 1e-6);
    assert_int_equal(wend_funnel(v2(0, -1), v2(0, 1), portals, 3, 1, points, 2), 6); // at most two are written
}

static void t_narrow_portals_are_passed_in_the_middle(void **state)
{
    (void)state;
    const wend_portal gap[] = {{{2, 1.5f, 0}, {2, 0.5f, 0}}}; // 1 wide, the body 2
    wend_vec points[MOST];
    int count = wend_funnel(v2(0, 0), v2(4, 0), gap, 1, 1, points, MOST);
    assert_close(off_legs(v2(2, 0.5f), points, count), 0.5, 1e-6);
    assert_close(off_legs(v2(2, 1.5f), points, count), 0.5, 1e-6);
    assert_true(off_legs(v2(2, 1), points, count) < 1e-6);
    // two corners of different portals, nearer than the body is wide: between them in the middle as well
    const wend_portal bend[] = {{{2, 1, 0}, {2, -9, 0}}, {{-5, 1.2f, 0}, {2.6f, 1.2f, 0}}, {{-5, 2, 0}, {9, 2, 0}}};
    count = wend_funnel(v2(0, 0), v2(3, 5), &bend[0], 3, 0.5f, points, MOST);
    double half = 0.5 * hypot(0.6, 0.2);
    assert_close(off_legs(v2(2, 1), points, count), half, 1e-6);
    assert_close(off_legs(v2(2.6f, 1.2f), points, count), half, 1e-6);
    assert_true(off_legs(v2(2.3f, 1.1f), points, count) < 1e-6);
    // who begins closer to a corner than the radius keeps its distance
    const wend_portal wide[] = {{{1, 0.25f, 0}, {1, -9, 0}}};
    count = wend_funnel(v2(0.75f, 0.25f), v2(4, 0.25f), wide, 1, 1, points, MOST);
    assert_close(off_legs(v2(1, 0.25f), points, count), 0.25, 1e-6);
    for (int i = 0; i < count; i++)
        assert_finite(points[i]);
}

/// A strip of portals that turn and widen at random, each at least 1 wide and clear of the one before.
static int random_strip(wend_portal *portals, uint64_t *state)
{
    int count = 3 + (int)(draw(state) % 20);
    double x = 0, y = 0, angle = 0;
    for (int i = 0; i < count; i++)
    {
        angle += draw_between(state, -0.5, 0.5);
        double step = draw_between(state, 2.2, 4), left = draw_between(state, 0.8, 2),
               right = draw_between(state, 0.8, 2);
        x += step * cos(angle);
        y += step * sin(angle);
        portals[i].left = v2((float)(x - left * sin(angle)), (float)(y + left * cos(angle)));
        portals[i].right = v2((float)(x + right * sin(angle)), (float)(y - right * cos(angle)));
    }
    return count;
}

static double turn_of(wend_vec a, wend_vec b, wend_vec c)
{
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

static bool do_cross(wend_vec a, wend_vec b, wend_vec c, wend_vec d)
{
    return turn_of(a, b, c) * turn_of(a, b, d) <= 1e-4 && turn_of(c, d, a) * turn_of(c, d, b) <= 1e-4;
}

static void t_every_leg_keeps_the_radius(void **state)
{
    (void)state;
    uint64_t random = 2006;
    int bends = 0;
    for (int round = 0; round < 3000; round++)
    {
        wend_portal portals[32];
        wend_vec points[MOST], thin[MOST];
        int portal_count = random_strip(portals, &random);
        wend_vec from = v2(0, 0);
        wend_vec to = wend_lerp(portals[portal_count - 1].left, portals[portal_count - 1].right, 0.5f);
        int gates = portal_count - 1; // the last is where it ends
        float radius = draw_float(&random, 0.05, 0.75);
        int count = wend_funnel(from, to, portals, gates, radius, points, MOST);
        int thin_count = wend_funnel(from, to, portals, gates, 0, thin, MOST);
        assert_in_range(count, 2, MOST);
        for (int i = 0; i < gates; i++)
        {
            assert_true(off_legs(portals[i].left, points, count) > (double)radius - 1e-4);
            assert_true(off_legs(portals[i].right, points, count) > (double)radius - 1e-4);
            bool is_crossed = false;
            for (int k = 0; k + 1 < count; k++)
                is_crossed |= do_cross(points[k], points[k + 1], portals[i].left, portals[i].right);
            assert_true(is_crossed);
        }
        double length = level_length(points, count), least = level_length(thin, thin_count);
        assert_true(length >= least - 1e-4);
        // round each corner of the thin path by an arc, drawn outside: it can't be longer than this
        assert_true(length <= least + thin_count * 2.4 * (double)radius);
        bends += count - 2;
    }
    assert_true(bends > 3000);
}

static void t_the_radius_goes_to_nothing_smoothly(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int round = 0; round < 300; round++)
    {
        wend_portal portals[32];
        wend_vec points[MOST], thin[MOST];
        int count = random_strip(portals, &random);
        wend_vec to = wend_lerp(portals[count - 1].left, portals[count - 1].right, 0.3f);
        int thin_count = wend_funnel(v2(0, 0), to, portals, count, 0, thin, MOST);
        int body_count = wend_funnel(v2(0, 0), to, portals, count, 1e-4f, points, MOST);
        assert_close(level_length(points, body_count), level_length(thin, thin_count), 2e-2);
    }
}

static void t_any_portals_end(void **state)
{
    (void)state;
    uint64_t random = 99;
    for (int round = 0; round < 20000; round++)
    {
        wend_portal portals[8];
        wend_vec points[MOST];
        int count = (int)(draw(&random) % 9);
        bool is_wild = round % 2;
        for (int i = 0; i < count; i++)
        {
            portals[i].left = is_wild ? draw_wild(&random) : draw_in_box(&random, 2, false);
            portals[i].right = draw(&random) % 4 ? draw_in_box(&random, 2, false) : portals[i].left;
        }
        wend_vec from = is_wild ? draw_wild(&random) : draw_in_box(&random, 2, false);
        float radius = is_wild ? draw_not_negative(&random) : 0.5f;
        int found = wend_funnel(from, draw_in_box(&random, 2, false), portals, count, radius, points, MOST);
        assert_in_range(found, 1, MOST);
        for (int i = 0; i < found; i++)
            assert_finite(points[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_numbers_of_yuka),
        cmocka_unit_test(t_straight_ways_have_two_points),
        cmocka_unit_test(t_a_free_straight_line_has_no_bend),
        cmocka_unit_test(t_a_body_goes_round_a_corner_outside),
        cmocka_unit_test(t_narrow_portals_are_passed_in_the_middle),
        cmocka_unit_test(t_every_leg_keeps_the_radius),
        cmocka_unit_test(t_the_radius_goes_to_nothing_smoothly),
        cmocka_unit_test(t_any_portals_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
