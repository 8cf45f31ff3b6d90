// obstacle.h: facts worked out by hand, and what is refused. Random scenes and memory: test_obstacle_random.c.
#include "testing_obstacle.h"

// ---- facts by hand -------------------------------------------------------------------------------------------------

static void t_a_ray_meets_each_shape(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, false);
    const wend_vec triangle[] = {{0, 20, 0}, {2, 20, 0}, {0, 22, 0}};
    wend_obstacle_id post = add(set, circle(5, 0, 1));
    wend_obstacle_id fence = add(set, wall(3, 4, 3, 6));
    wend_obstacle_id crate = add(set, box(5, 10, 1, 2, 0));
    wend_shape turned = box(5, 15, 1, 1, WEND_PI / 4);
    turned.velocity = v2(1, 2);
    wend_obstacle_id diamond = add(set, turned);
    wend_obstacle_id wedge = add(set, polygon(triangle, 3, true));
    wend_shape pill = wend_default_shape(WEND_SHAPE_CAPSULE);
    pill.position = v2(5, 30);
    pill.from = v2(0, -2);
    pill.to = v2(0, 2);
    pill.radius = 0.25f;
    wend_obstacle_id capsule = add(set, pill);
    wend_hit hit;
    assert_true(cast(set, v2(0, 0), v2(10, 0), 0, &hit));
    assert_close(hit.distance, 4, 1e-6);
    assert_vec(hit.point, 4, 0, 0, 1e-6);
    assert_vec(hit.normal, -1, 0, 0, 1e-6);
    assert_true(hit.body == post.value);
    assert_true(cast(set, v2(0, 5), v2(10, 0), 0, &hit));
    assert_close(hit.distance, 3, 1e-6);
    assert_vec(hit.normal, -1, 0, 0, 1e-6);
    assert_true(hit.body == fence.value);
    assert_true(cast(set, v2(10, 5), v2(-10, 0), 0, &hit)); // from the other side
    assert_close(hit.distance, 7, 1e-6);
    assert_vec(hit.normal, 1, 0, 0, 1e-6);
    assert_true(cast(set, v2(0, 11), v2(8, 0), 0.5f, &hit));
    assert_close(hit.distance, 3.5, 1e-6);
    assert_vec(hit.point, 4, 11, 0, 1e-6);
    assert_true(hit.body == crate.value);
    assert_true(cast(set, v2(0, 15), v2(8, 0), 0, &hit));
    assert_close(hit.distance, 5 - sqrt(2), 1e-5);
    assert_vec(hit.velocity, 1, 2, 0, 0);
    assert_true(hit.body == diamond.value);
    assert_true(cast(set, v2(3, 21), v2(-3, 0), 0, &hit)); // x + y = 22 at (1, 21)
    assert_close(hit.distance, 2, 1e-6);
    assert_vec(hit.normal, sqrt(0.5), sqrt(0.5), 0, 1e-6);
    assert_true(hit.body == wedge.value);
    assert_true(cast(set, v2(0, 31), v2(8, 0), 0.25f, &hit));
    assert_close(hit.distance, 4.5, 1e-6);
    assert_vec(hit.point, 4.75, 31, 0, 1e-6);
    assert_true(hit.body == capsule.value);
    assert_true(cast(set, v2(5, 40), v2(0, -10), 0, &hit));
    assert_close(hit.distance, 7.75, 1e-6);
    assert_false(cast(set, v2(0, 0), v2(3.9f, 0), 0, &hit)); // too short
    assert_false(cast(set, v2(0, 0), v2(0, 0), 0, &hit));    // no way
    assert_int_equal(wend_obstacles_count(set), 6);
    wend_obstacles_destroy(set);
}

static void t_masks_sensors_and_the_ignored_body(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, false);
    wend_shape shape = circle(3, 0, 1);
    shape.is_sensor = true;
    shape.user = 77;
    wend_obstacle_id sensor = add(set, shape);
    shape = circle(6, 0, 1);
    shape.layers = 2;
    wend_obstacle_id first = add(set, shape);
    shape = circle(9, 0, 1);
    shape.layers = 4;
    wend_obstacle_id second = add(set, shape);
    wend_hit hit;
    wend_cast query = {v2(0, 0), v2(20, 0), 0, 0, 0};
    assert_true(wend_obstacles_cast(set, &query, &hit) && hit.body == first.value);
    query.mask = 4;
    assert_true(wend_obstacles_cast(set, &query, &hit) && hit.body == second.value);
    query.mask = 8;
    assert_false(wend_obstacles_cast(set, &query, &hit));
    query.mask = 0;
    query.ignore = first.value;
    assert_true(wend_obstacles_cast(set, &query, &hit) && hit.body == second.value);
    assert_int_equal(wend_obstacles_around(set, v2(3, 0), 2.5f, 0, 0, &hit, 1), 1);
    assert_true(hit.body == first.value);
    wend_touch touch[2];
    assert_int_equal(wend_obstacles_touching(set, v2(3, 1.25f), 0.5f, 0, touch, 2), 1);
    assert_true(touch[0].id.value == sensor.value && touch[0].is_sensor && touch[0].user == 77);
    assert_close(touch[0].depth, 0.25, 1e-6);
    assert_vec(touch[0].normal, 0, 1, 0, 1e-6);
    assert_int_equal(wend_obstacles_touching(set, v2(3, 1.5f), 0.5f, 0, touch, 2), 0); // touching is no overlap
    assert_int_equal(wend_obstacles_touching(set, v2(4.5f, 0), 1, 0, touch, 1), 2);
    assert_true(touch[0].id.value == sensor.value); // the lowest id
    wend_obstacles_destroy(set);
}

static void t_0_1_touching_counts_as_clear(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, false);
    add(set, box(0, 0, 1, 1, 0));
    add(set, box(3, 0, 1, 1, 0)); // a gap from x 1 to x 2
    wend_hit hit;
    assert_false(cast(set, v2(1.5f, -5), v2(0, 10), 0.5f, &hit)); // a circle as wide as the gap
    assert_true(cast(set, v2(1.5f, -5), v2(0, 10), 0.501f, &hit));
    assert_false(cast(set, v2(1.499999f, -5), v2(0, 10), 0.499999f, &hit));
    assert_false(cast(set, v2(-5, 1.25f), v2(20, 0), 0.25f, &hit)); // along both tops
    assert_false(cast(set, v2(-5, 1), v2(20, 0), 0, &hit));         // a ray along both tops
    assert_false(cast(set, v2(0, 2), v2(2, -2), 0, &hit));          // past the very corner
    assert_false(cast(set, v2(2, 0), v2(-2, 2), 0, &hit));
    assert_false(cast(set, v2(-5, 0), v2(3.5f, 0), 0.5f, &hit)); // ends where it touches
    assert_false(cast(set, v2(-1.5f, 0), v2(0, 9), 0.5f, &hit)); // begins where it touches, along
    assert_false(cast(set, v2(-1.5f, 0), v2(-1, 0), 0.5f, &hit));
    assert_true(cast(set, v2(-1.5f, 0), v2(1, 0), 0.5f, &hit));
    assert_close(hit.distance, 0, 1e-6);
    assert_vec(hit.normal, -1, 0, 0, 1e-6);
    wend_obstacles_destroy(set);
}

static void t_no_ray_slips_between_walls_that_share_an_end(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, false);
    add(set, wall(0, 0, 5, 0));
    add(set, wall(5, 0, 10, 0));
    add(set, wall(10, 0, 15, 5));
    add(set, wall(15, 5, 15, 9)); // runs along a ray for a while ...
    add(set, wall(15, 9, 17, 10));
    wend_hit hit;
    assert_true(cast(set, v2(5, 3), v2(0, -6), 0, &hit));
    assert_true(cast(set, v2(5, -3), v2(0, 6), 0, &hit));
    assert_true(cast(set, v2(8, 2), v2(4, -4), 0, &hit));
    assert_true(cast(set, v2(15, 0), v2(0, 20), 0, &hit)); // ... and then goes on to the other side
    assert_true(cast(set, v2(15, 20), v2(0, -20), 0, &hit));
    assert_false(cast(set, v2(0, 3), v2(0, -6), 0, &hit)); // the very end of the wall is only touched
    assert_false(cast(set, v2(0, -3), v2(0, 6), 0, &hit));
    wend_obstacles_destroy(set);
}

static void t_004_77_what_overlaps_may_leave_but_not_go_deeper(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, false);
    add(set, box(0, 0, 1, 1, 0));
    wend_hit hit;
    const float radius = 0.5f;
    assert_false(cast(set, v2(1.25f, 0), v2(3, 0), radius, &hit));       // out
    assert_false(cast(set, v2(1.25f, 0), v2(0, 3), radius, &hit));       // along
    assert_false(cast(set, v2(1.1f, 0.9f), v2(0.01f, 3), radius, &hit)); // along, past a corner
    assert_true(cast(set, v2(1.25f, 0), v2(-3, 0), radius, &hit));       // in
    assert_close(hit.distance, 0, 0);
    assert_vec(hit.normal, 1, 0, 0, 1e-6);
    assert_true(cast(set, v2(1.25f, 0), v2(-0.001f, 3), radius, &hit)); // in, slowly
    assert_close(hit.distance, 0, 0);
    // With its centre inside: the way out is the nearest edge's.
    assert_false(cast(set, v2(0.75f, 0), v2(3, 0), radius, &hit));
    assert_false(cast(set, v2(0.75f, 0), v2(3, 0), 0, &hit));
    assert_true(cast(set, v2(0.75f, 0), v2(-3, 0), radius, &hit));
    assert_close(hit.distance, 0, 0);
    assert_vec(hit.normal, 1, 0, 0, 1e-6);
    assert_vec(hit.point, 1, 0, 0, 1e-6);
    assert_true(cast(set, v2(0.75f, 0), v2(-3, 0), 0, &hit));
    // Exactly on the surface.
    assert_true(cast(set, v2(1, 0), v2(-3, 0), 0, &hit));
    assert_close(hit.distance, 0, 0);
    assert_true(cast(set, v2(-1, 0), v2(3, 0), 0, &hit));
    assert_vec(hit.normal, -1, 0, 0, 1e-6);
    assert_true(cast(set, v2(-1, 1), v2(3, -3), 0, &hit));
    assert_false(cast(set, v2(-1, 0), v2(-3, 0), 0, &hit));
    assert_false(cast(set, v2(-1, 1), v2(-1, -1), 0, &hit));
    // A circle and a thin wall.
    add(set, circle(10, 0, 1));
    add(set, wall(20, -5, 20, 5));
    assert_false(cast(set, v2(10.25f, 0), v2(5, 0), radius, &hit));
    assert_true(cast(set, v2(10.25f, 0), v2(-5, 0), radius, &hit));
    assert_vec(hit.normal, 1, 0, 0, 1e-6);
    assert_vec(hit.point, 11, 0, 0, 1e-6);
    assert_false(cast(set, v2(19.75f, 0), v2(-5, 0), radius, &hit));
    assert_true(cast(set, v2(19.75f, 0), v2(5, 0), radius, &hit));
    assert_close(hit.distance, 0, 0);
    assert_vec(hit.normal, -1, 0, 0, 1e-6);
    // Once free it has its whole size again: from the box at x 1 to the wall at x 20.
    assert_false(cast(set, v2(1.25f, 3), v2(5, 0), radius, &hit));
    assert_true(cast(set, v2(1.25f, 0.5f), v2(8, 0), radius, &hit));
    assert_close(hit.distance, 10 - sqrt(1.5 * 1.5 - 0.25) - 1.25, 1e-5);
    wend_obstacles_destroy(set);
}

static void t_a_solid_is_left_and_not_entered_again(void **state)
{
    (void)state;
    // A cup open to the right: from inside the upper arm down through the gap into the lower one.
    const wend_vec cup[] = {{0, 0, 0}, {6, 0, 0}, {6, 1, 0}, {1, 1, 0}, {1, 5, 0}, {6, 5, 0}, {6, 6, 0}, {0, 6, 0}};
    wend_vec backwards[8];
    for (int i = 0; i < 8; i++)
    {
        backwards[i] = cup[7 - i];
    }
    for (int turn = 0; turn < 2; turn++)
    {
        wend_obstacles *set = set_with(0, false);
        wend_obstacle_id id = add(set, polygon(turn ? backwards : cup, 8, true));
        wend_hit hit;
        assert_true(cast(set, v2(3, 5.25f), v2(0, -9), 0, &hit));
        assert_close(hit.distance, 4.25, 1e-6);
        assert_vec(hit.normal, 0, 1, 0, 1e-6);
        assert_true(hit.body == id.value);
        assert_false(cast(set, v2(3, 5.25f), v2(0, -4), 0.25f, &hit));
        assert_true(cast(set, v2(3, 3), v2(-9, 0), 0.5f, &hit));
        assert_close(hit.distance, 1.5, 1e-6);
        assert_false(cast(set, v2(3, 3), v2(9, 0), 0.5f, &hit));
        wend_obstacles_destroy(set);
    }
}

static void t_a_line_of_sight_is_the_same_from_both_ends(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, false);
    add(set, box(1.5f, 1.5f, 0.5f, 0.5f, 0)); // COR-06: the cell (1,1) of a grid, points at the cells' middles
    assert_false(wend_obstacles_sees(set, v2(0.5f, 0.5f), v2(2.5f, 2.5f), 0, 0));
    assert_true(wend_obstacles_sees(set, v2(0.5f, 0.5f), v2(2.5f, 0.5f), 0, 0));
    add(set, box(2.5f, 1.5f, 0.5f, 0.5f, 0));
    assert_false(wend_obstacles_sees(set, v2(0.5f, 0.5f), v2(3.5f, 1.5f), 0, 0));
    wend_obstacles_destroy(set);
    set = set_with(0, false); // COR-08
    wend_obstacle_id id = add(set, box(5.5f, 0.5f, 0.5f, 0.5f, 0));
    assert_false(wend_obstacles_sees(set, v2(0.5f, 0.5f), v2(9.5f, 0.5f), 0, 0));
    assert_false(wend_obstacles_sees(set, v2(9.5f, 0.5f), v2(0.5f, 0.5f), 0, 0));
    assert_false(wend_obstacles_sees(set, v2(5.5f, 0.5f), v2(9.5f, 0.5f), 0, 0)); // out of a solid
    assert_false(wend_obstacles_sees(set, v2(9.5f, 0.5f), v2(5.5f, 0.5f), 0, 0));
    assert_true(wend_obstacles_sees(set, v2(0.5f, 0.5f), v2(0.5f, 0.5f), 0, 0));
    assert_int_equal(wend_obstacles_remove(set, id), WEND_OK);
    assert_true(wend_obstacles_sees(set, v2(0.5f, 0.5f), v2(9.5f, 0.5f), 0, 0));
    uint64_t random = 5;
    for (int i = 0; i < 200; i++)
    {
        float x = (float)(draw(&random) % 20), y = (float)(draw(&random) % 20);
        add(set, i % 2 ? box(x, y, 0.5f, 0.5f, 0) : wall(x, y, x + (float)(draw(&random) % 3), y + 1));
    }
    int seen = 0;
    for (int i = 0; i < 20000; i++) // whole coordinates meet corners and joints all the time
    {
        wend_vec a = v2((float)(draw(&random) % 40) * 0.5f, (float)(draw(&random) % 40) * 0.5f);
        wend_vec b = v2((float)(draw(&random) % 40) * 0.5f, (float)(draw(&random) % 40) * 0.5f);
        float radius = i % 3 ? 0 : 0.25f;
        bool sees = wend_obstacles_sees(set, a, b, radius, 0);
        assert_int_equal(sees, wend_obstacles_sees(set, b, a, radius, 0));
        seen += sees;
    }
    assert_true(seen > 100 && seen < 19000);
    wend_obstacles_destroy(set);
}

static void t_around_lists_edges_from_the_nearest(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, false);
    wend_obstacle_id crate = add(set, box(0, 0, 2, 1, 0)); // edges: bottom, right, top, left
    wend_obstacle_id post = add(set, circle(5, 0, 1));
    wend_hit hits[8];
    assert_int_equal(wend_obstacles_around(set, v2(3, 0), 2, 0, 0, hits, 8), 4);
    assert_true(hits[0].body == crate.value && hits[1].body == post.value); // a tie goes to the lower id
    assert_close(hits[0].distance, 1, 1e-6);
    assert_vec(hits[0].point, 2, 0, 0, 1e-6);
    assert_vec(hits[0].normal, 1, 0, 0, 1e-6);
    assert_close(hits[1].distance, 1, 1e-6);
    assert_vec(hits[1].normal, -1, 0, 0, 1e-6);
    assert_close(hits[2].distance, sqrt(2), 1e-6);
    assert_vec(hits[2].point, 2, -1, 0, 1e-6); // bottom comes before top
    assert_vec(hits[3].point, 2, 1, 0, 1e-6);
    assert_int_equal(wend_obstacles_around(set, v2(3, 0), 2, 0, 0, hits, 1), 4);
    assert_int_equal(wend_obstacles_around(set, v2(3, 0), 2, 0, 0, NULL, 0), 4);
    assert_int_equal(wend_obstacles_around(set, v2(3, 0), FLT_MAX, 0, 0, NULL, 0), 5);
    assert_int_equal(wend_obstacles_around(set, v2(3, 0), 1, 0, 0, NULL, 0), 2); // exactly at the radius counts
    // OVF-15: inside a box; its nearest edge is told of however far it is.
    assert_int_equal(wend_obstacles_around(set, v2(0.5f, 0.25f), 0.5f, 0, 0, hits, 8), 1);
    assert_close(hits[0].distance, -0.75, 1e-6);
    assert_vec(hits[0].point, 0.5, 1, 0, 1e-6);
    assert_vec(hits[0].normal, 0, 1, 0, 1e-6);
    assert_int_equal(wend_obstacles_around(set, v2(0.5f, 0.25f), 1.6f, 0, 0, hits, 8), 3);
    assert_close(hits[2].distance, -1.5, 1e-6);
    assert_vec(hits[2].normal, 1, 0, 0, 1e-6);
    assert_true(wend_obstacles_closest(set, v2(5.5f, 0), 0.1f, 0, hits));
    assert_close(hits[0].distance, -0.5, 1e-6);
    assert_vec(hits[0].normal, 1, 0, 0, 1e-6);
    assert_true(wend_obstacles_closest(set, v2(1000, 0), FLT_MAX, 0, hits));
    assert_close(hits[0].distance, 994, 1e-3);
    assert_false(wend_obstacles_closest(set, v2(1000, 0), 900, 0, hits));
    assert_true(wend_obstacles_closest(set, v2(0, 0), 5, 0, hits)); // OVF-15: the middle of a box: the shortest way out
    assert_close(hits[0].distance, -1, 1e-6);
    assert_vec(hits[0].normal, 0, -1, 0, 1e-6);
    wend_touch touch;
    assert_int_equal(wend_obstacles_touching(set, v2(0, 0.5f), 0.25f, 0, &touch, 1), 1);
    assert_close(touch.depth, 0.75, 1e-6); // out of the box, with the whole circle
    assert_vec(touch.normal, 0, 1, 0, 1e-6);
    wend_caster caster = wend_obstacles_caster(set);
    wend_cast query = {v2(3, 0), v2(5, 0), 0, 0, 0};
    assert_true(caster.cast(&query, hits, caster.user) && hits[0].body == post.value);
    assert_int_equal(caster.around(v2(3, 0), 2, 0, 0, hits, 8, caster.user), 4);
    wend_obstacles_destroy(set);
}

static void t_section_8_of_the_peers_facts(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, false);
    wend_hit hit;
    wend_obstacle_id id = add(set, wall(0, 0, 10, 0));
    const struct
    {
        float x, y;
        double square;
    } to_segment[] = {{3, 4, 16}, {-3, 4, 25}, {12, 0, 4}};
    for (int i = 0; i < COUNT_OF(to_segment); i++)
    {
        assert_true(wend_obstacles_closest(set, v2(to_segment[i].x, to_segment[i].y), FLT_MAX, 0, &hit));
        assert_close(square((double)hit.distance), to_segment[i].square, 1e-5);
    }
    assert_true(cast(set, v2(5, -5), v2(0, 10), 0, &hit));
    assert_close(hit.distance, 5, 1e-6);
    wend_obstacles_remove(set, id);
    const wend_vec corners[] = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}};
    add(set, polygon(corners, 4, true));
    assert_true(cast(set, v2(-5, 5), v2(20, 0), 0, &hit)); // enters at a quarter
    assert_close(hit.distance, 5, 1e-6);
    assert_false(cast(set, v2(-5, 12), v2(20, 0), 0, &hit));
    assert_false(cast(set, v2(5, 5), v2(0, 20), 0, &hit)); // no edge of entry
    wend_obstacles_destroy(set);
}

static void t_in_space(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, true);
    wend_shape ball = wend_default_shape(WEND_SHAPE_SPHERE);
    ball.position = wend_xyz(0, 0, 10);
    ball.radius = 2;
    wend_obstacle_id sphere = add(set, ball);
    wend_shape block = wend_default_shape(WEND_SHAPE_BOX);
    block.position = wend_xyz(10, 0, 0);
    block.half = wend_xyz(1, 2, 3);
    block.axis = wend_xyz(0, 1, 0);
    block.angle = WEND_PI / 2; // x goes to -z: now 3 along x, 1 along z
    wend_obstacle_id crate = add(set, block);
    wend_shape pill = wend_default_shape(WEND_SHAPE_CAPSULE);
    pill.position = wend_xyz(0, 20, 0);
    pill.from = wend_xyz(0, 0, -3);
    pill.to = wend_xyz(0, 0, 3);
    pill.radius = 1;
    wend_obstacle_id capsule = add(set, pill);
    const wend_vec points[] = {{-20, 0, 0}, {-18, 0, 0}, {-20, 2, 0}, {-20, 0, 2}};
    const int triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    wend_shape solid = wend_default_shape(WEND_SHAPE_MESH);
    solid.points = points;
    solid.count = 4;
    solid.triangles = triangles;
    solid.triangle_count = 4;
    wend_obstacle_id mesh = add(set, solid);
    wend_hit hit;
    assert_true(cast(set, wend_xyz(0, 0, 0), wend_xyz(0, 0, 20), 0.5f, &hit) && hit.body == sphere.value);
    assert_close(hit.distance, 7.5, 1e-5);
    assert_vec(hit.point, 0, 0, 8, 1e-5);
    assert_vec(hit.normal, 0, 0, -1, 1e-5);
    assert_true(cast(set, wend_xyz(0, 0, 0), wend_xyz(20, 0, 0), 0, &hit) && hit.body == crate.value);
    assert_close(hit.distance, 7, 1e-5);
    assert_vec(hit.normal, -1, 0, 0, 1e-5);
    assert_true(cast(set, wend_xyz(10, 0, 5), wend_xyz(0, 0, -9), 0.5f, &hit) && hit.body == crate.value);
    assert_close(hit.distance, 3.5, 1e-5);
    assert_false(cast(set, wend_xyz(10, 0, 1.5f), wend_xyz(0, 0, 9), 0.75f, &hit)); // out of it
    assert_false(cast(set, wend_xyz(10, 0, 0.5f), wend_xyz(0, 0, 9), 0.75f, &hit)); // from inside
    assert_true(cast(set, wend_xyz(10, 0, 0.5f), wend_xyz(0, 0, -9), 0.75f, &hit));
    assert_close(hit.distance, 0, 0);
    assert_vec(hit.normal, 0, 0, 1, 1e-5);
    assert_true(cast(set, wend_xyz(0, 10, 2), wend_xyz(0, 10, 0), 0, &hit) && hit.body == capsule.value);
    assert_close(hit.distance, 9, 1e-5);
    assert_true(cast(set, wend_xyz(0, 20, 10), wend_xyz(0, 0, -9), 0, &hit) && hit.body == capsule.value);
    assert_close(hit.distance, 6, 1e-5);
    assert_true(cast(set, wend_xyz(-19.75f, 0.25f, 9), wend_xyz(0, 0, -9), 0, &hit) && hit.body == mesh.value);
    assert_close(hit.distance, 7.5, 1e-5); // x + y + z = -18 there
    assert_vec(hit.normal, sqrt(1.0 / 3), sqrt(1.0 / 3), sqrt(1.0 / 3), 1e-5);
    assert_true(wend_obstacles_closest(set, wend_xyz(-19.75f, 0.5f, 0.5f), 5, 0, &hit));
    assert_close(hit.distance, -0.25, 1e-5);
    assert_vec(hit.normal, -1, 0, 0, 1e-5);
    assert_int_equal(wend_obstacles_move(set, sphere, wend_xyz(0, 0, 30), 0), WEND_OK);
    assert_true(cast(set, wend_xyz(0, 0, 0), wend_xyz(0, 0, 40), 0.5f, &hit));
    assert_close(hit.distance, 27.5, 1e-4);
    wend_obstacles_destroy(set);
}

// Over the inside of a triangle its plane is nearest, right up to each of its edges; beyond them the edge or the corner is.
static void t_a_triangle_from_above(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, true);
    const wend_vec corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    wend_shape mesh = wend_default_shape(WEND_SHAPE_MESH);
    mesh.points = corners, mesh.count = 3;
    assert_true(wend_obstacles_add(set, &mesh).value != 0);
    const struct
    {
        wend_vec point;
        double away;
    } rows[] = {{{0.3f, 0.3f, 0.5f}, 0.5},        {{0.02f, 0.5f, 0.5f}, 0.5},   {{0.5f, 0.02f, 0.5f}, 0.5},
                {{0.49f, 0.49f, 0.5f}, 0.5},      {{0.02f, 0.02f, -0.5f}, 0.5}, {{-0.3f, 0.5f, 0.4f}, 0.5},
                {{0.5f, -0.3f, 0.4f}, 0.5},       {{-0.3f, -0.4f, 1.2f}, 1.3},  {{1.3f, -0.4f, 1.2f}, 1.3},
                {{0.8f, 0.8f, 0}, 0.6 / sqrt(2)}, {{-0.4f, 1.3f, 0}, 0.5}};
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_hit hit;
        assert_true(wend_obstacles_closest(set, rows[i].point, 9, 0, &hit));
        assert_close(hit.distance, rows[i].away, 1e-6);
    }
    wend_obstacles_destroy(set);
}

// ---- what is refused -----------------------------------------------------------------------------------------------

static void refuse(wend_obstacles *set, wend_shape shape, const char *text)
{
    wend_obstacle_id id = wend_obstacles_add(set, &shape);
    assert_true(id.value == 0);
    if (!strstr(wend_obstacles_error(set)->text, text))
    {
        print_error("\"%s\" doesn't say \"%s\"\n", wend_obstacles_error(set)->text, text);
        fail();
    }
    assert_int_equal(wend_obstacles_count(set), 0);
}

static void t_degenerate_shapes_are_refused_by_name(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, false), *space = set_with(0, true);
    const wend_vec flat[] = {{0, 0, 0}, {1, 1, 0}, {2, 2, 0}}, one[] = {{1, 1, 0}, {1, 1, 0}, {1, 1, 0}};
    const wend_vec bad[] = {{0, 0, 0}, {1, NAN, 0}, {2, 0, 0}};
    refuse(set, wall(1, 2, 1, 2), "from and to are both (1, 2, 0), must differ");
    refuse(set, circle(0, 0, 0), "radius is 0, must be > 0");
    refuse(set, circle(0, 0, -1), "radius is -1, must be > 0");
    refuse(set, circle(0, 0, NAN), "radius is nan");
    refuse(set, circle(INFINITY, 0, 1), "position is (inf, 0, 0), must be finite");
    refuse(set, box(0, 0, 1, 0, 0), "half.y is 0, must be > 0");
    refuse(set, box(0, 0, 1, 1, NAN), "angle is nan");
    refuse(set, polygon(flat, 2, true), "count is 2, must be >= 3");
    refuse(set, polygon(flat, 1, false), "count is 1, must be >= 2");
    refuse(set, polygon(flat, 3, true), "area is 0, must not be 0");
    refuse(set, polygon(one, 3, false), "points are all the same");
    refuse(set, polygon(bad, 3, true), "point 1 is (1, nan, 0), must be finite");
    refuse(set, polygon(NULL, 3, true), "points are null");
    refuse(set, wend_default_shape(WEND_SHAPE_MESH), "only for space");
    refuse(space, wall(0, 0, 1, 0), "only for a plane");
    wend_shape mesh = wend_default_shape(WEND_SHAPE_MESH);
    mesh.points = flat;
    mesh.count = 3;
    refuse(space, mesh, "triangle 0 has no area");
    mesh.count = 2;
    refuse(space, mesh, "count is 2, must be >= 3");
    mesh.count = 1 << 25;
    refuse(space, mesh, "count is 33554432, must be <=");
    const wend_vec corner[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.points = corner, mesh.count = 4;
    refuse(space, mesh, "count is 4, must be a multiple of 3");
    const int beyond[] = {0, 1, 4}, below[] = {0, -1, 2};
    mesh.triangles = beyond;
    refuse(space, mesh, "triangle_count is 0, must be in [1,");
    mesh.triangle_count = 1 << 25;
    refuse(space, mesh, "triangle_count is 33554432, must be in [1,");
    mesh.triangle_count = 1;
    refuse(space, mesh, "triangle 0 names point 4, must be in [0, 4)");
    mesh.triangles = below;
    refuse(space, mesh, "triangle 0 names point -1, must be in [0, 4)");
    refuse(set, wall(1, NAN, 1, 2), "from is (1, nan, 0), must be finite");
    refuse(set, wall(1, 2, 1, INFINITY), "to is (1, inf, 0), must be finite");
    wend_shape pill = wend_default_shape(WEND_SHAPE_CAPSULE);
    pill.to = pill.from;
    refuse(space, pill, "must differ");
    wend_shape ball = circle(0, 0, 1);
    ball.axis = v2(0, 0);
    refuse(space, ball, "axis is (0, 0, 0), must not be zero");
    ball = circle(0, 0, 1);
    ball.velocity.x = NAN;
    refuse(set, ball, "velocity is (nan");
    ball.kind = (wend_shape_kind)99;
    refuse(set, ball, "kind is 99");
    assert_true(wend_obstacles_add(set, NULL).value == 0);
    assert_true(wend_obstacles_add(NULL, &ball).value == 0);
    const wend_vec bow[] = {{0, 0, 0}, {3, 3, 0}, {3, 0, 0}, {0, 2, 0}, {0, 2, 0}}; // crosses itself, repeats a point
    add(set, polygon(bow, 5, true));
    wend_obstacles_def def = wend_default_obstacles_def();
    wend_error error;
    def.cell_size = -1;
    assert_null(wend_obstacles_create(&def, &error));
    assert_string_equal(error.text, "cell_size is -1, must be >= 0 and finite");
    assert_null(wend_obstacles_create(NULL, &error));
    wend_hit hit;
    assert_false(cast(set, v2(NAN, 0), v2(1, 0), 0, &hit));
    assert_false(cast(set, v2(0, 0), v2(INFINITY, 0), 0, &hit));
    assert_false(cast(set, v2(-1, 0), v2(9, 0.1f), -1, &hit));
    assert_int_equal(wend_obstacles_around(set, v2(NAN, 0), 1, 0, 0, &hit, 1), 0);
    assert_int_equal(wend_obstacles_around(set, v2(0, 0), -1, 0, 0, &hit, 1), 0);
    wend_obstacles_destroy(set);
    wend_obstacles_destroy(space);
    wend_obstacles_destroy(NULL);
}

static void t_ids_are_never_given_twice(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, false);
    wend_obstacle_id old = add(set, circle(0, 0, 1)), last = old;
    for (int i = 0; i < 100; i++)
    {
        assert_int_equal(wend_obstacles_remove(set, last), WEND_OK);
        assert_int_equal(wend_obstacles_remove(set, last), WEND_ERROR_ID);
        wend_obstacle_id next = add(set, circle(0, 0, 1));
        assert_true(next.value > last.value);
        last = next;
    }
    wend_shape shape;
    assert_int_equal(wend_obstacles_move(set, old, v2(1, 1), 0), WEND_ERROR_ID);
    assert_int_equal(wend_obstacles_set_velocity(set, old, v2(1, 1)), WEND_ERROR_ID);
    assert_int_equal(wend_obstacles_get(set, old, &shape), WEND_ERROR_ID);
    assert_int_equal(wend_obstacles_move(set, last, v2(NAN, 1), 0), WEND_ERROR_VALUE);
    assert_int_equal(wend_obstacles_move(set, last, v2(4, 1), 2), WEND_OK);
    assert_int_equal(wend_obstacles_set_velocity(set, last, v2(3, 0)), WEND_OK);
    assert_int_equal(wend_obstacles_get(set, last, &shape), WEND_OK);
    assert_vec(shape.position, 4, 1, 0, 0);
    assert_vec(shape.velocity, 3, 0, 0, 0);
    assert_int_equal(wend_obstacles_count(set), 1);
    wend_obstacles_destroy(set);
}

// Cells whose width no float can hold: what is nearest is still found, and what isn't there is not looked for for ever.
static void t_the_closest_of_what_is_tiny(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, false);
    wend_shape circle = wend_default_shape(WEND_SHAPE_CIRCLE);
    circle.radius = FLT_TRUE_MIN;
    assert_true(wend_obstacles_add(set, &circle).value != 0);
    wend_hit hit;
    assert_true(wend_obstacles_closest(set, v2(3, 4), 6, 0, &hit));
    assert_close(hit.distance, 5, 1e-6);
    assert_false(wend_obstacles_closest(set, v2(3, 4), 4, 0, &hit));
    assert_true(wend_obstacles_closest(set, v2(3, 4), INFINITY, 0, &hit));
    assert_false(wend_obstacles_closest(set, v2(3, 4), INFINITY, 2, &hit));
    wend_obstacles_destroy(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_the_closest_of_what_is_tiny),
        cmocka_unit_test(t_a_ray_meets_each_shape),
        cmocka_unit_test(t_masks_sensors_and_the_ignored_body),
        cmocka_unit_test(t_0_1_touching_counts_as_clear),
        cmocka_unit_test(t_no_ray_slips_between_walls_that_share_an_end),
        cmocka_unit_test(t_004_77_what_overlaps_may_leave_but_not_go_deeper),
        cmocka_unit_test(t_a_solid_is_left_and_not_entered_again),
        cmocka_unit_test(t_a_line_of_sight_is_the_same_from_both_ends),
        cmocka_unit_test(t_around_lists_edges_from_the_nearest),
        cmocka_unit_test(t_section_8_of_the_peers_facts),
        cmocka_unit_test(t_in_space),
        cmocka_unit_test(t_a_triangle_from_above),
        cmocka_unit_test(t_degenerate_shapes_are_refused_by_name),
        cmocka_unit_test(t_ids_are_never_given_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
