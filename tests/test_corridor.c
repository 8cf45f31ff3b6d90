// corridor.h: a corridor that moves with its agent and with its goal, is repaired, cut and lost.
#include "testing_mesh_map.h"

#include "wend/corridor.h"

enum
{
    ROOM = 128
};

/// What is true of every corridor: each polygon is the neighbour of the next, one stands in the first, the goal lies in
/// the last.
static void check_corridor(const wend_corridor *c, const wend_mesh *mesh)
{
    assert_in_range(c->count, 1, c->capacity);
    wend_portal portal;
    for (int i = 0; i + 1 < c->count; i++)
        assert_true(wend_mesh_portal(mesh, c->polygons[i], c->polygons[i + 1], &portal));
    assert_int_equal(c->position.polygon, c->polygons[0]);
    assert_int_equal(c->goal.polygon, c->polygons[c->count - 1]);
    wend_vec p = c->position.point, g = c->goal.point;
    assert_true(off_polygon(mesh, c->polygons[0], (double)p.x, (double)p.y) < 1e-5);
    assert_true(off_polygon(mesh, c->goal.polygon, (double)g.x, (double)g.y) < 1e-5);
}

static bool begin(wend_corridor *c, const wend_mesh *mesh, wend_mesh_search *search, wend_vec start, wend_vec goal)
{
    wend_mesh_query query = mesh_query(start, goal, WEND_MESH_CORRIDOR);
    wend_mesh_result result = wend_mesh_find(search, mesh, &query);
    return wend_corridor_set(c, mesh, search) && result.way != WEND_WAY_UNREACHABLE;
}

/// A row of unit squares along x.
static wend_mesh *row_of_squares(int count)
{
    static wend_vec points[256];
    static int corners[512];
    for (int i = 0; i <= count; i++)
    {
        points[2 * i] = v2((float)i, 0);
        points[2 * i + 1] = v2((float)i, 1);
    }
    for (int i = 0; i < count; i++)
    {
        const int c[4] = {2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1};
        memcpy(&corners[4 * i], c, sizeof c);
    }
    wend_mesh_def def = def_of(points, 2 * (count + 1), corners, count, 4);
    return mesh_of(&def);
}

static void check_polygons(const wend_corridor *c, const int *expected, int count)
{
    assert_int_equal(c->count, count);
    assert_memory_equal(c->polygons, expected, (size_t)count * sizeof *expected);
}

static void t_polygons_are_dropped_and_added(void **state)
{
    (void)state;
    int room[ROOM];
    wend_corridor c = {.polygons = room, .capacity = ROOM};
    wend_mesh *mesh = row_of_squares(10);
    wend_mesh_search *search = new_mesh_search();
    assert_vec(wend_corridor_move(&c, mesh, v2(3, 3)), 3, 3, 0, 0); // no corridor yet
    assert_false(wend_corridor_aim(&c, mesh, v2(3, 3)) || wend_corridor_shorten(&c, mesh));
    assert_int_equal(wend_corridor_corners(&c, mesh, NULL, 0), 0);
    assert_false(wend_corridor_set(&c, mesh, search)); // nothing was found
    assert_true(begin(&c, mesh, search, v2(4.5f, 0.5f), v2(6.5f, 0.5f)));
    const int at_first[] = {4, 5, 6};
    check_polygons(&c, at_first, 3);
    // Detour's: forward drops what was passed, back and aside adds what was walked
    assert_vec(wend_corridor_move(&c, mesh, v2(5.5f, 0.25f)), 5.5, 0.25, 0, 0);
    check_polygons(&c, &at_first[1], 2);
    assert_vec(wend_corridor_move(&c, mesh, v2(2.5f, 0.5f)), 2.5, 0.5, 0, 0);
    const int pushed_back[] = {2, 3, 4, 5, 6};
    check_polygons(&c, pushed_back, 5);
    assert_vec(wend_corridor_move(&c, mesh, v2(8.5f, 7)), 8.5, 1, 0, 0); // beyond the goal, kept on the mesh
    const int beyond[] = {8, 7, 6};
    check_polygons(&c, beyond, 3);
    // on a corner one is in all polygons there, so the corridor needn't lead round it
    assert_true(begin(&c, mesh, search, v2(4.5f, 0.5f), v2(6.5f, 0.5f)));
    wend_corridor_move(&c, mesh, v2(5, 0));
    check_polygons(&c, &at_first[1], 2);
    check_corridor(&c, mesh);
    assert_true(begin(&c, mesh, search, v2(8.5f, 1), v2(6.5f, 0.5f)));
    // the goal walks
    assert_true(wend_corridor_aim(&c, mesh, v2(4.5f, 0.5f)));
    const int longer[] = {8, 7, 6, 5, 4};
    check_polygons(&c, longer, 5);
    assert_true(wend_corridor_aim(&c, mesh, v2(7.5f, 0.5f)));
    check_polygons(&c, longer, 2);
    check_corridor(&c, mesh);
    wend_vec points[3];
    assert_int_equal(wend_corridor_corners(&c, mesh, points, 3), 2);
    assert_vec(points[0], 8.5, 1, 0, 0);
    assert_vec(points[1], 7.5, 0.5, 0, 0);
    assert_int_equal(wend_corridor_corners(&c, mesh, points, 1), 1);
    assert_false(c.is_lost);
    assert_false(wend_corridor_aim(&c, mesh, v2(7.5f, 3))); // off the mesh: as far as its edge, and lost
    assert_vec(c.goal.point, 7.5, 1, 0, 0);
    assert_true(c.is_lost);
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

static void t_little_room_cuts_the_end(void **state)
{
    (void)state;
    int room[4];
    wend_corridor c = {.polygons = room, .capacity = 4};
    wend_mesh *mesh = row_of_squares(10);
    wend_mesh_search *search = new_mesh_search();
    assert_true(begin(&c, mesh, search, v2(0.5f, 0.5f), v2(9.5f, 0.5f)));
    assert_true(c.is_cut && !c.is_lost);
    assert_int_equal(c.count, 4);
    assert_vec(c.goal.point, 4, 0.5, 0, 0);
    check_corridor(&c, mesh);
    wend_corridor_move(&c, mesh, v2(1.5f, 0.5f));
    wend_corridor_move(&c, mesh, v2(0.5f, 0.5f)); // there is room again
    assert_int_equal(c.count, 4);
    assert_true(begin(&c, mesh, search, v2(5.5f, 0.5f), v2(7.5f, 0.5f)));
    assert_false(c.is_cut);
    wend_corridor_move(&c, mesh, v2(2.5f, 0.5f)); // six would be needed
    assert_true(c.is_cut);
    assert_vec(c.goal.point, 6, 0.5, 0, 0);
    check_corridor(&c, mesh);
    assert_true(begin(&c, mesh, search, v2(4.5f, 0.5f), v2(5.5f, 0.5f)));
    wend_corridor_move(&c, mesh, v2(9.5f, 0.5f)); // back would be longer than the room
    check_corridor(&c, mesh);
    assert_true(begin(&c, mesh, search, v2(4.5f, 0.5f), v2(5.5f, 0.5f)));
    assert_false(wend_corridor_aim(&c, mesh, v2(9.5f, 0.5f)));
    assert_true(c.is_lost);
    check_corridor(&c, mesh);
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

static void t_closed_polygons_and_teleports_lose_the_way(void **state)
{
    (void)state;
    int room[ROOM];
    wend_corridor c = {.polygons = room, .capacity = ROOM};
    wend_mesh *mesh = row_of_squares(10);
    wend_mesh_search *search = new_mesh_search();
    assert_true(begin(&c, mesh, search, v2(1.5f, 0.5f), v2(6.5f, 0.5f)));
    wend_mesh_set(mesh, 9, 1, 0); // not on the way
    wend_corridor_move(&c, mesh, v2(1.6f, 0.5f));
    assert_false(c.is_lost);
    wend_mesh_set(mesh, 4, 1, 0);
    assert_vec(wend_corridor_move(&c, mesh, v2(7, 0.5f)), 4, 0.5, 0, 0); // the door is shut
    assert_true(c.is_lost);
    // somebody else put it beyond the door: that is where it is
    assert_vec(wend_corridor_put(&c, mesh, v2(5.5f, 0.5f)), 5.5, 0.5, 0, 0);
    check_corridor(&c, mesh);
    wend_mesh_set(mesh, 4, 1, 1);
    assert_true(begin(&c, mesh, search, v2(1.5f, 0.5f), v2(8.5f, 0.5f)));
    assert_vec(wend_corridor_put(&c, mesh, v2(1.9f, 1.4f)), 1.9, 1, 0, 1e-6); // pushed off the mesh
    assert_false(c.is_lost);
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

/// Walks with steps of 0.15; every so often it is pushed. Returns the frames it took to arrive, -1: it didn't.
static int walk(wend_corridor *c, const wend_mesh *mesh, double push, bool does_look, uint64_t *random)
{
    const double step = 0.15;
    for (int frame = 0; frame < 600; frame++)
    {
        wend_vec points[2];
        for (int looks = 0; does_look && wend_corridor_shorten(c, mesh); looks++)
        {
            check_corridor(c, mesh);
            assert_true(looks < 20);
        }
        int count = wend_corridor_corners(c, mesh, points, 2);
        assert_in_range(count, 1, 2);
        wend_vec way = wend_sub(points[count - 1], points[0]), to = points[count - 1];
        if ((double)wend_length(way) <= step && wend_equal(to, c->goal.point))
            return frame;
        if ((double)wend_length(way) > step)
            to = wend_add(points[0], wend_scale(wend_normalize(way), (float)step));
        bool is_pushed = push > 0 && draw(random) % 3 == 0;
        if (is_pushed)
            to = wend_add(to, v2(draw_float(random, -push, push), draw_float(random, -push, push)));
        wend_vec end = wend_corridor_move(c, mesh, to);
        check_corridor(c, mesh);
        if (!is_pushed) // the way to a corner is free
            assert_true(wend_distance(end, to) < 1e-4f);
        assert_false(c->is_lost);
    }
    return -1;
}

static void t_pushed_agents_stay_on_the_mesh_and_arrive(void **state)
{
    (void)state;
    uint64_t random = 12;
    int walked = 0;
    wend_mesh_search *search = new_mesh_search();
    for (int round = 0; round < 400; round++)
    {
        cell_map m;
        int room[ROOM];
        wend_corridor c = {.polygons = room, .capacity = ROOM};
        make_map(&m, (map_kind)(round % MAP_KINDS), &random);
        wend_mesh *mesh = mesh_of_map(&m, NULL);
        if (begin(&c, mesh, search, draw_place(&m, &random), draw_place(&m, &random)))
        {
            check_corridor(&c, mesh);
            assert_true(walk(&c, mesh, round % 2 ? 0.7 : 0, round / 4 % 2, &random) >= 0);
            walked++;
        }
        wend_mesh_destroy(mesh);
    }
    assert_true(walked > 250);
    wend_mesh_search_destroy(search);
}

static void t_a_moving_goal_is_followed(void **state)
{
    (void)state;
    uint64_t random = 13;
    wend_mesh_search *search = new_mesh_search();
    for (int round = 0; round < 200; round++)
    {
        cell_map m;
        int room[ROOM];
        wend_corridor c = {.polygons = room, .capacity = ROOM};
        make_map(&m, (map_kind)(round % MAP_KINDS), &random);
        wend_mesh *mesh = mesh_of_map(&m, NULL);
        wend_vec goal = draw_place(&m, &random);
        if (begin(&c, mesh, search, draw_place(&m, &random), goal))
        {
            wend_mesh_spot target = c.goal;
            for (int i = 0; i < 100; i++)
            {
                wend_vec to =
                    wend_add(target.point, v2(draw_float(&random, -0.4, 0.4), draw_float(&random, -0.4, 0.4)));
                target = wend_mesh_move(mesh, target, to, WEND_MESH_ALL);
                assert_true(wend_corridor_aim(&c, mesh, target.point));
                check_corridor(&c, mesh);
                wend_vec points[2];
                int count = wend_corridor_corners(&c, mesh, points, 2);
                wend_vec step = wend_cut(wend_sub(points[count - 1], points[0]), 0.1f);
                wend_corridor_move(&c, mesh, wend_add(points[0], step));
                wend_corridor_shorten(&c, mesh);
                check_corridor(&c, mesh);
            }
            assert_true(walk(&c, mesh, 0, round / 4 % 2, &random) >= 0);
        }
        wend_mesh_destroy(mesh);
    }
    wend_mesh_search_destroy(search);
}

static void t_a_corner_beyond_the_next_is_seen(void **state)
{
    (void)state;
    // an open field of 5 x 5 with one pillar; the corridor was made to go round on the far side
    wend_vec points[36];
    int corners[100], count = 0, number[5][5], room[ROOM];
    for (int i = 0; i < 36; i++)
        points[i] = v2((float)(i % 6), (float)(i / 6));
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 5; x++)
            if (x != 2 || y != 2)
            {
                const int p = 6 * y + x, c[4] = {p, p + 1, p + 7, p + 6};
                memcpy(&corners[4 * count], c, sizeof c);
                number[y][x] = count++;
            }
    wend_mesh_def def = def_of(points, 36, corners, count, 4);
    wend_mesh *mesh = mesh_of(&def);
    wend_mesh_search *search = new_mesh_search();
    wend_corridor c = {.polygons = room, .capacity = ROOM};
    assert_true(begin(&c, mesh, search, v2(0.5f, 0.5f), v2(0.5f, 4.5f)));
    // walk it round by hand: the goal goes along the edge of the field, so the corridor has to
    static const float stops[][2] = {{4.5f, 4.5f}, {4.5f, 0.5f}};
    for (int i = 0; i < 2; i++)
        for (int k = 1; k <= 8; k++)
        {
            wend_vec from = i == 0 ? v2(0.5f, 4.5f) : v2(4.5f, 4.5f), to = v2(stops[i][0], stops[i][1]);
            assert_true(wend_corridor_aim(&c, mesh, wend_lerp(from, to, (float)k / 8)));
        }
    assert_int_equal(c.count, 13);
    wend_vec path[8];
    count = wend_corridor_corners(&c, mesh, path, 8);
    assert_true(level_length(path, count) > 7);
    assert_true(wend_corridor_shorten(&c, mesh)); // the goal itself is seen, along the lower edge
    assert_int_equal(c.count, 5);
    assert_int_equal(c.polygons[2], number[0][2]);
    assert_int_equal(wend_corridor_corners(&c, mesh, path, 8), 2);
    assert_false(wend_corridor_shorten(&c, mesh));
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

// ---- what went wrong for others

static void t_pushed_into_a_v_one_stays_inside(void **state)
{
    (void)state;
    // two triangles make a V; three others push to -x [OUT-01]
    const wend_vec points[] = {{0, 0, 0}, {5, 0, 0}, {5, 1, 0}, {5, -1, 0}};
    const int corners[] = {0, 1, 2, 0, 3, 1};
    wend_mesh_def def = def_of(points, 4, corners, 2, 3);
    wend_mesh *mesh = mesh_of(&def);
    wend_mesh_spot spot = wend_mesh_at(mesh, v2(1, 0.05f), WEND_MESH_ALL);
    uint64_t random = 3;
    for (int i = 0; i < 1000; i++)
    {
        wend_vec push = v2(draw_float(&random, -0.3, 0.05), draw_float(&random, -0.2, 0.2));
        spot = wend_mesh_move(mesh, spot, wend_add(spot.point, push), WEND_MESH_ALL);
        assert_true(off_mesh(mesh, (double)spot.point.x, (double)spot.point.y) < 1e-6);
        assert_true(wend_mesh_at(mesh, spot.point, WEND_MESH_ALL).polygon >= 0);
    }
    assert_true(spot.point.x < 0.2f);
    wend_mesh_destroy(mesh);
}

static void t_a_body_passes_bends_of_a_narrow_corridor(void **state)
{
    (void)state;
    // 1.2 wide with two right angles, for a body of radius 0.5 [STK-06, STK-02]; and the same with little steps [OUT-08]
    const wend_vec points[] = {{0, 0, 0}, {4, 0, 0},    {5.2f, 0, 0},    {5.2f, 1.2f, 0}, {4, 1.2f, 0}, {0, 1.2f, 0},
                               {4, 4, 0}, {5.2f, 4, 0}, {5.2f, 5.2f, 0}, {4, 5.2f, 0},    {9, 4, 0},    {9, 5.2f, 0}};
    const int corners[] = {0, 1, 4, 5, 1, 2, 3, 4, 4, 3, 7, 6, 6, 7, 8, 9, 7, 10, 11, 8};
    wend_mesh_def def = def_of(points, COUNT_OF(points), corners, 5, 4);
    wend_mesh *mesh = mesh_of(&def);
    wend_mesh_search *search = new_mesh_search();
    int room[ROOM];
    wend_corridor c = {.polygons = room, .capacity = ROOM};
    wend_mesh_query query = mesh_query(v2(0.6f, 0.6f), v2(8.4f, 4.6f), WEND_MESH_EXACT);
    query.radius = 0.5f;
    assert_int_equal(wend_mesh_find(search, mesh, &query).way, WEND_WAY_FOUND);
    assert_true(wend_corridor_set(&c, mesh, search));
    int frames = 0;
    for (; frames < 400 && wend_distance(c.position.point, c.goal.point) > 0.01f; frames++)
    {
        wend_vec path[3];
        wend_corridor_shorten(&c, mesh);
        int count = wend_corridor_corners(&c, mesh, path, 3);
        wend_vec step = wend_cut(wend_sub(path[1], path[0]), 0.05f);
        assert_int_equal(wend_length(step) > 0.0f || count == 1, 1);
        wend_corridor_move(&c, mesh, wend_add(path[0], step));
        for (int i = 0; i < 2; i++) // the inner corners of the bends
        {
            wend_vec corner = i ? points[7] : points[4];
            assert_true(wend_distance(c.position.point, corner) > 0.5f - 1e-3f);
        }
    }
    assert_true(frames < 400);
    // a body that is too wide finds no way
    query.radius = 0.7f;
    assert_int_equal(wend_mesh_find(search, mesh, &query).way, WEND_WAY_UNREACHABLE);
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

static void t_pairs_that_meet_in_a_corridor_stay_inside(void **state)
{
    (void)state;
    // 2 wide, a ledge on both sides; two pairs walk through one another and push one another aside [OUT-02]
    wend_mesh *mesh = row_of_squares(20); // 1 wide here, and bodies of 0.3: tighter still
    wend_mesh_search *search = new_mesh_search();
    int rooms[4][ROOM];
    wend_corridor c[4];
    for (int i = 0; i < 4; i++)
    {
        c[i] = (wend_corridor){.polygons = rooms[i], .capacity = ROOM};
        wend_vec ends[2] = {v2(0.5f + (float)(i / 2), 0.4f + 0.01f * (float)i), v2(19.5f - (float)(i / 2), 0.5f)};
        assert_true(begin(&c[i], mesh, search, ends[i % 2], ends[1 - i % 2]));
    }
    for (int frame = 0; frame < 900; frame++)
        for (int i = 0; i < 4; i++)
        {
            wend_vec path[2], to;
            int count = wend_corridor_corners(&c[i], mesh, path, 2);
            to = wend_add(path[0], wend_cut(wend_sub(path[count - 1], path[0]), 0.04f));
            for (int k = 0; k < 4; k++)
            {
                wend_vec apart = wend_sub(path[0], c[k].position.point);
                float distance = wend_length(apart);
                if (k != i && distance < 0.6f)
                    to = wend_add(to, wend_scale(wend_normalize(wend_add(apart, v2(0, 0.001f * (float)(i + 1)))),
                                                 0.3f * (0.6f - distance)));
            }
            wend_vec end = wend_corridor_move(&c[i], mesh, to);
            assert_true(end.y >= 0 && end.y <= 1 && end.x >= 0 && end.x <= 20);
            check_corridor(&c[i], mesh);
        }
    for (int i = 0; i < 4; i++)
        assert_true(wend_distance(c[i].position.point, c[i].goal.point) < 1);
    wend_mesh_search_destroy(search);
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_polygons_are_dropped_and_added),
        cmocka_unit_test(t_little_room_cuts_the_end),
        cmocka_unit_test(t_closed_polygons_and_teleports_lose_the_way),
        cmocka_unit_test(t_pushed_agents_stay_on_the_mesh_and_arrive),
        cmocka_unit_test(t_a_moving_goal_is_followed),
        cmocka_unit_test(t_a_corner_beyond_the_next_is_seen),
        cmocka_unit_test(t_pushed_into_a_v_one_stays_inside),
        cmocka_unit_test(t_a_body_passes_bends_of_a_narrow_corridor),
        cmocka_unit_test(t_pairs_that_meet_in_a_corridor_stay_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
