// The adapter for Chipmunk2D: the space as a caster, against numbers by hand and against wend's own obstacles; bodies
// as agents; and the obstacle course with a real physics engine that moves the body.
#include "testing_obstacle.h"

#include "chipmunk.h"
#include "obstacle_course.h"

enum
{
    MOST = 256
};

/// A space, and all that was put into it.
typedef struct room
{
    wend_chipmunk from;
    wend_caster caster;
    cpShape *shapes[MOST];
    cpBody *bodies[MOST];
    int shape_count, body_count;
} room;

static void room_open(room *r)
{
    memset(r, 0, sizeof *r);
    r->from.space = cpSpaceNew();
    r->caster = wend_chipmunk_caster(&r->from);
}

static void room_close(room *r)
{
    for (int i = 0; i < r->shape_count; i++)
    {
        cpSpaceRemoveShape(r->from.space, r->shapes[i]);
        cpShapeFree(r->shapes[i]);
    }
    for (int i = 0; i < r->body_count; i++)
    {
        cpSpaceRemoveBody(r->from.space, r->bodies[i]);
        cpBodyFree(r->bodies[i]);
    }
    cpSpaceFree(r->from.space);
}

static cpBody *put_body(room *r, cpBody *body, uint64_t name, double x, double y, double angle)
{
    assert_true(r->body_count < MOST);
    cpBodySetPosition(body, cpv(x, y));
    cpBodySetAngle(body, angle);
    wend_chipmunk_name(body, name);
    r->bodies[r->body_count++] = cpSpaceAddBody(r->from.space, body);
    return body;
}

static cpBody *fixed(room *r, uint64_t name, double x, double y, double angle)
{
    return put_body(r, cpBodyNewStatic(), name, x, y, angle);
}

static cpShape *put(room *r, cpShape *shape)
{
    assert_true(r->shape_count < MOST);
    r->shapes[r->shape_count++] = cpSpaceAddShape(r->from.space, shape);
    return shape;
}

static cpShape *put_box(room *r, uint64_t name, double x, double y, double half_x, double half_y)
{
    return put(r, cpBoxShapeNew(fixed(r, name, x, y, 0), 2 * half_x, 2 * half_y, 0));
}

static bool sweep(const room *r, wend_vec from, wend_vec along, float radius, wend_hit *hit)
{
    wend_cast query = {from, along, radius, 0, 0};
    return r->caster.cast(&query, hit, r->caster.user);
}

static int around(const room *r, float x, float y, float radius, wend_hit *hits, int capacity)
{
    return r->caster.around(v2(x, y), radius, 0, 0, hits, capacity, r->caster.user);
}

// ---- casts --------------------------------------------------------------------------------------------------------

static void t_a_swept_circle_stops_where_it_touches(void **state)
{
    (void)state;
    room r;
    room_open(&r);
    put_box(&r, 7, 5, 0, 1, 1);
    for (int i = 0; i < 6; i++) // so that the index has something to leave out
        put_box(&r, 20, 5, -50 - 5 * i, 1, 1);
    wend_hit hit;
    assert_true(sweep(&r, v2(0, 0), v2(10, 0), 0.5f, &hit));
    assert_close(hit.distance, 3.5, 1e-6);
    assert_vec(hit.point, 4, 0, 0, 1e-6);
    assert_vec(hit.normal, -1, 0, 0, 1e-6);
    assert_vec(hit.velocity, 0, 0, 0, 0);
    assert_int_equal(hit.body, 7);
    // The middle passes beside the box, the hull doesn't: 0.3 above the corner, so 0.4 before it.
    assert_true(sweep(&r, v2(0, 1.3f), v2(10, 0), 0.5f, &hit));
    assert_close(hit.distance, 3.6, 1e-5);
    assert_vec(hit.point, 4, 1, 0, 1e-5);
    assert_vec(hit.normal, -0.8, 0.6, 0, 1e-5);
    assert_true(sweep(&r, v2(0, 0), v2(10, 0), 0, &hit));
    assert_close(hit.distance, 4, 1e-6);
    assert_false(sweep(&r, v2(0, 0), v2(3.4f, 0), 0.5f, &hit));
    assert_false(sweep(&r, v2(0, 0), v2(0, 0), 0.5f, &hit));
    room_close(&r);
}

static void t_touching_is_clear(void **state)
{
    (void)state;
    room r;
    room_open(&r);
    put_box(&r, 1, 0, 2, 5, 1);
    put_box(&r, 2, 0, -1, 5, 1);
    wend_hit hit = {.body = 99};
    assert_false(sweep(&r, v2(-10, 0.5f), v2(20, 0), 0.5f, &hit)); // through a gap of its own width
    assert_int_equal(hit.body, 99);
    assert_true(sweep(&r, v2(-10, 0.5f), v2(20, 0), 0.501f, &hit));
    assert_false(sweep(&r, v2(0, 0.5f), v2(3, 0), 0.5f, &hit)); // from within it
    assert_true(sweep(&r, v2(0, 0.5f), v2(0, 3), 0.5f, &hit));
    assert_close(hit.distance, 0, 0);
    assert_vec(hit.normal, 0, -1, 0, 1e-6);
    // A ray along an edge, past a corner, and ending on a surface.
    assert_false(sweep(&r, v2(-10, 1), v2(20, 0), 0, &hit));
    assert_false(sweep(&r, v2(-6, 2), v2(1.5f, -1.5f), 0, &hit));
    assert_false(sweep(&r, v2(0, 0.5f), v2(0, 0.5f), 0, &hit));
    assert_true(sweep(&r, v2(0, 0.5f), v2(0, 0.6f), 0, &hit));
    room_close(&r);
}

static void t_who_overlaps_may_leave(void **state)
{
    (void)state;
    room r;
    room_open(&r);
    put_box(&r, 1, 0, 0, 2, 2);
    put(&r, cpSegmentShapeNew(fixed(&r, 2, 20, 0, 0), cpv(0, -3), cpv(0, 3), 0));
    wend_hit hit;
    assert_false(sweep(&r, v2(2.2f, 0), v2(5, 0), 0.5f, &hit));
    assert_false(sweep(&r, v2(2.2f, 0), v2(0, 5), 0.5f, &hit));
    assert_true(sweep(&r, v2(2.2f, 0), v2(-1, 0), 0.5f, &hit));
    assert_close(hit.distance, 0, 0);
    assert_vec(hit.normal, 1, 0, 0, 1e-6);
    assert_vec(hit.point, 2, 0, 0, 1e-6);
    assert_false(sweep(&r, v2(1.5f, 0), v2(5, 0), 0.5f, &hit)); // the middle is inside: out by the right
    assert_true(sweep(&r, v2(1.5f, 0), v2(-5, 0), 0, &hit));
    assert_vec(hit.normal, 1, 0, 0, 1e-6);
    for (int side = -1; side <= 1; side += 2) // a thin wall has two sides, also very near
        for (float off = 1e-6f; off < 1; off *= 100)
        {
            float s = (float)side;
            assert_false(sweep(&r, v2(20 + s * off * 0.4f, 0), v2(s * 3, 0), 0.5f, &hit));
            if (off < 1e-5f)
                continue; // as good as on it
            assert_true(sweep(&r, v2(20 + s * off * 0.4f, 0), v2(-s * 3, 0), 0.5f, &hit));
            assert_vec(hit.normal, s, 0, 0, 1e-6);
        }
    assert_false(sweep(&r, v2(20, 0), v2(3, 0), 0, &hit));
    assert_false(sweep(&r, v2(20, 0), v2(-3, 0), 0, &hit));
    room_close(&r);
}

static void t_layers_sensors_and_the_ignored_aren_t_met(void **state)
{
    (void)state;
    room r;
    room_open(&r);
    cpShape *first = put_box(&r, 1, 3, 0, 1, 1), *second = put_box(&r, 2, 6, 0, 1, 1);
    put_box(&r, 3, 9, 0, 1, 1);
    cpShapeSetFilter(first, cpShapeFilterNew(CP_NO_GROUP, 1, CP_ALL_CATEGORIES));
    cpShapeSetFilter(second, cpShapeFilterNew(CP_NO_GROUP, 2, CP_ALL_CATEGORIES));
    wend_cast query = {{0}, {20, 0, 0}, 0.25f, 0, 0};
    const struct
    {
        uint32_t mask;
        uint64_t ignore, met;
    } table[] = {{0, 0, 1}, {1, 0, 1}, {2, 0, 2}, {3, 0, 1}, {4, 0, 3}, {0, 1, 2}, {2, 2, 3}, {0, 9, 1}};
    wend_hit hit, hits[20];
    for (int i = 0; i < COUNT_OF(table); i++)
    {
        query.mask = table[i].mask;
        query.ignore = table[i].ignore;
        assert_true(r.caster.cast(&query, &hit, r.caster.user));
        assert_int_equal(hit.body, table[i].met);
        assert_true(r.caster.around(v2(0, 0), 20, query.mask, query.ignore, hits, 20, r.caster.user) > 0);
        assert_int_equal(hits[0].body, table[i].met);
    }
    cpShapeSetSensor(first, true);
    assert_true(sweep(&r, v2(0, 0), v2(20, 0), 0, &hit));
    assert_int_equal(hit.body, 2);
    room_close(&r);
}

static uint64_t name_by_category(const cpShape *shape, void *user)
{
    ++*(int *)user;
    return cpShapeGetFilter(shape).categories == 8 ? 0 : cpShapeGetFilter(shape).categories;
}

static void t_names_decide_ties_not_the_order_of_adding(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++)
    {
        room r;
        room_open(&r);
        for (int i = 0; i < 8; i++) // 8 balls round the middle, 3 away
        {
            int k = order ? 7 - i : i;
            double angle = k * PI / 4;
            put(&r,
                cpCircleShapeNew(fixed(&r, (uint64_t)(1 + k / 2), 0, 0, 0), 1, cpv(4 * cos(angle), 4 * sin(angle))));
        }
        wend_hit hits[8];
        assert_int_equal(around(&r, 0, 0, 3.5f, hits, 8), 8);
        for (int i = 0; i < 8; i++)
        {
            assert_close(hits[i].distance, 3, 1e-6);
            for (int k = i + 1; k < 8; k++)
                if (hits[i].distance == hits[k].distance)
                    assert_true(hits[i].body < hits[k].body ||
                                (hits[i].body == hits[k].body && hits[i].point.x <= hits[k].point.x));
        }
        // Two walls at one distance, and one body with two boxes.
        put_box(&r, order ? 12 : 11, 22, order ? 5 : -5, 2, 5);
        put_box(&r, order ? 11 : 12, 22, order ? -5 : 5, 2, 5);
        wend_hit hit;
        assert_true(sweep(&r, v2(12, 0), v2(20, 0), 0.5f, &hit));
        assert_int_equal(hit.body, 11);
        room_close(&r);
    }
    room r;
    int calls = 0;
    room_open(&r);
    r.from.name = name_by_category;
    r.from.user = &calls;
    cpShape *box = put_box(&r, 5, 4, 0, 1, 1);
    cpShapeSetFilter(box, cpShapeFilterNew(CP_NO_GROUP, 4, CP_ALL_CATEGORIES));
    wend_hit hit;
    assert_true(sweep(&r, v2(0, 0), v2(9, 0), 0.5f, &hit));
    assert_int_equal(hit.body, 4);
    assert_true(calls > 0);
    cpShapeSetFilter(box, cpShapeFilterNew(CP_NO_GROUP, 8, CP_ALL_CATEGORIES));
    assert_true(sweep(&r, v2(0, 0), v2(9, 0), 0.5f, &hit));
    assert_true(hit.body == WEND_CHIPMUNK_UNNAMED); // never 0
    room_close(&r);
}

static void t_hits_know_how_fast_a_body_moves_there(void **state)
{
    (void)state;
    room r;
    room_open(&r);
    cpBody *body = put_body(&r, cpBodyNewKinematic(), 3, 5, 0, 0);
    put(&r, cpBoxShapeNew(body, 2, 6, 0));
    cpBodySetVelocity(body, cpv(1, 2));
    cpBodySetAngularVelocity(body, 0.5);
    wend_hit hit;
    assert_true(sweep(&r, v2(0, 2), v2(9, 0), 0, &hit));
    // (1, 2) + 0.5 * (-2, -1): the point is (-1, 2) from the middle.
    assert_vec(hit.velocity, 0, 1.5, 0, 1e-6);
    room_close(&r);
}

static void t_bad_queries_meet_nothing_and_huge_ones_are_finite(void **state)
{
    (void)state;
    room r;
    room_open(&r);
    put_box(&r, 1, 3, 0, 1, 1);
    put(&r, cpCircleShapeNew(fixed(&r, 2, -5, 0, 0), 1, cpvzero));
    wend_hit hit, hits[9];
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++)
    {
        assert_false(sweep(&r, v2(bad[i], 0), v2(9, 0), 0.5f, &hit));
        assert_false(sweep(&r, v2(0, 0), v2(9, bad[i]), 0.5f, &hit));
        assert_false(sweep(&r, v2(0, 0), v2(9, 0), bad[i], &hit));
        assert_int_equal(around(&r, bad[i], 0, 1, hits, 9), 0);
    }
    assert_false(sweep(&r, v2(0, 0), v2(9, 0), -1, &hit));
    assert_int_equal(around(&r, 0, 0, -1, hits, 9), 0);
    assert_int_equal(around(&r, 0, 0, NAN, hits, 9), 0);
    assert_int_equal(around(&r, 0, 0, FLT_MAX, NULL, 0), 5);
    assert_int_equal(around(&r, 0, 0, FLT_MAX, hits, 2), 5);
    uint64_t random = 77;
    for (int i = 0; i < 20000; i++)
    {
        if (sweep(&r, draw_wild(&random), draw_wild(&random), draw_not_negative(&random), &hit))
            assert_true(isfinite(hit.distance) && hit.distance >= 0 && is_finite(hit.point) && is_finite(hit.normal) &&
                        is_finite(hit.velocity) && hit.body != 0);
        wend_vec centre = draw_wild(&random);
        int found = around(&r, centre.x, centre.y, draw_not_negative(&random), hits, 9);
        for (int k = 0; k < found; k++)
            assert_true(isfinite(hits[k].distance) && is_finite(hits[k].point) && is_finite(hits[k].normal));
    }
    // Exactly on a surface and exactly in a middle.
    assert_int_equal(around(&r, -5, 0, 1.5f, hits, 9), 1);
    assert_close(hits[0].distance, -1, 1e-6);
    assert_finite(hits[0].point);
    assert_true(around(&r, 2, 0, 0.5f, hits, 9) == 1);
    assert_vec(hits[0].point, 2, 0, 0, 1e-6);
    assert_vec(hits[0].normal, -1, 0, 0, 1e-6);
    room_close(&r);
}

static void t_polygons_may_be_rounded(void **state)
{
    (void)state;
    room r;
    room_open(&r);
    put(&r, cpBoxShapeNew(fixed(&r, 1, 0, 0, 0), 2, 2, 0.5)); // 0.5 all round a square of 2
    wend_hit hit, hits[9];
    assert_true(sweep(&r, v2(5, 0), v2(-9, 0), 0.25f, &hit));
    assert_close(hit.distance, 3.25, 1e-6);
    assert_vec(hit.point, 1.5, 0, 0, 1e-6);
    assert_int_equal(around(&r, 3, 0, 1.6f, hits, 9), 1);
    assert_close(hits[0].distance, 1.5, 1e-6);
    assert_vec(hits[0].point, 1.5, 0, 0, 1e-6);
    // 3 to the right and 4 above a corner: 5 from it, less 0.5.
    assert_int_equal(around(&r, 4, 5, 4.6f, hits, 9), 2);
    assert_close(hits[0].distance, 4.5, 1e-6);
    assert_vec(hits[0].normal, 0.6, 0.8, 0, 1e-6);
    const float inside[] = {1.2f, 0.9f}; // in what rounds it, and in the square itself
    for (int i = 0; i < 2; i++)
    {
        assert_true(around(&r, inside[i], 0, 0.01f, hits, 9) >= 1);
        assert_close(hits[0].distance, (double)inside[i] - 1.5, 1e-6);
        assert_vec(hits[0].normal, 1, 0, 0, 1e-6);
        assert_vec(hits[0].point, 1.5, 0, 0, 1e-6);
    }
    room_close(&r);
}

// ---- against wend's own -------------------------------------------------------------------------------------------

/// The same shape in both.
static void put_both(room *r, wend_obstacles *set, wend_shape shape)
{
    uint64_t name = add(set, shape).value;
    cpBody *body = fixed(r, name, (double)shape.position.x, (double)shape.position.y, (double)shape.angle);
    cpVect from = cpv((double)shape.from.x, (double)shape.from.y), to = cpv((double)shape.to.x, (double)shape.to.y);
    double radius = (double)shape.radius;
    switch (shape.kind)
    {
    case WEND_SHAPE_CIRCLE: put(r, cpCircleShapeNew(body, radius, cpvzero)); break;
    case WEND_SHAPE_BOX: put(r, cpBoxShapeNew(body, 2 * (double)shape.half.x, 2 * (double)shape.half.y, 0)); break;
    case WEND_SHAPE_CAPSULE: put(r, cpSegmentShapeNew(body, from, to, radius)); break;
    default: put(r, cpSegmentShapeNew(body, from, to, 0)); break;
    }
}

static wend_obstacles *fill_both(room *r, uint64_t *random)
{
    static const wend_shape_kind kinds[] = {WEND_SHAPE_CIRCLE, WEND_SHAPE_SEGMENT, WEND_SHAPE_BOX, WEND_SHAPE_CAPSULE};
    wend_obstacles *set = set_with(0, false);
    for (int i = 0; i < 60; i++)
    {
        wend_shape shape = wend_default_shape(kinds[i % 4]);
        shape.position = draw_in_box(random, 20, false);
        shape.angle = i % 3 ? draw_float(random, -3, 3) : 0;
        shape.radius = draw_float(random, 0.2, 1.5);
        shape.half = wend_xyz(draw_float(random, 0.2, 2), draw_float(random, 0.2, 2), 1);
        shape.from = v2(draw_float(random, -3, -0.5), 0);
        shape.to = v2(draw_float(random, 0.5, 3), i % 3 ? draw_float(random, -2, 2) : 0);
        put_both(r, set, shape);
    }
    return set;
}

static void t_casts_are_those_of_obstacles(void **state)
{
    (void)state;
    room r;
    room_open(&r);
    uint64_t random = 2024;
    wend_obstacles *set = fill_both(&r, &random);
    int met = 0;
    for (int i = 0; i < 20000; i++)
    {
        wend_cast query = {draw_in_box(&random, 22, false), draw_in_box(&random, 8, false), 0, 0, 0};
        query.radius = i % 3 ? draw_float(&random, 0, 1) : 0;
        if (wend_obstacles_touching(set, query.from, query.radius + 1e-4f, 0, NULL, 0) > 0)
            continue; // overlaps are told of above; wend's circle shrinks for all, Chipmunk's for one
        wend_hit expected, hit;
        bool is_expected = wend_obstacles_cast(set, &query, &expected);
        assert_int_equal(r.caster.cast(&query, &hit, r.caster.user), is_expected);
        if (!is_expected)
            continue;
        met++;
        assert_close(hit.distance, expected.distance, 1e-4);
        if (hit.body == expected.body)
        {
            assert_vec(hit.point, expected.point.x, expected.point.y, 0, 1e-3);
            assert_vec(hit.normal, expected.normal.x, expected.normal.y, 0, 2e-2);
        }
    }
    assert_true(met > 3000);
    wend_obstacles_destroy(set);
    room_close(&r);
}

static void t_what_is_around_is_the_same(void **state)
{
    (void)state;
    room r;
    room_open(&r);
    uint64_t random = 4711;
    wend_obstacles *set = fill_both(&r, &random);
    int met = 0, inside = 0;
    for (int i = 0; i < 5000; i++)
    {
        enum
        {
            ROOM = 200
        };
        wend_hit expected[ROOM], hits[ROOM];
        wend_vec centre = draw_in_box(&random, 22, false);
        float radius = draw_float(&random, 0.01, 6);
        int count = wend_obstacles_around(set, centre, radius, 0, 0, expected, ROOM);
        assert_int_equal(around(&r, centre.x, centre.y, radius, hits, ROOM), count);
        for (int k = 0; k < count; k++, met++)
        {
            assert_close(hits[k].distance, expected[k].distance, 1e-4);
            assert_true(k == 0 || fabsf(hits[k - 1].distance) <= fabsf(hits[k].distance));
            inside += hits[k].distance < 0;
            if (hits[k].body == expected[k].body && wend_distance(hits[k].point, expected[k].point) < 1e-3f)
                assert_vec(hits[k].normal, expected[k].normal.x, expected[k].normal.y, 0, 2e-2);
        }
        wend_hit few[2];
        assert_int_equal(around(&r, centre.x, centre.y, radius, few, 2), count);
        assert_true(count < 1 || memcmp(&few[0], &hits[0], sizeof few[0]) == 0);
        assert_true(count < 2 || memcmp(&few[1], &hits[1], sizeof few[1]) == 0);
    }
    assert_true(met > 10000 && inside > 100);
    wend_obstacles_destroy(set);
    room_close(&r);
}

// ---- bodies as agents ---------------------------------------------------------------------------------------------

static void t_bodies_are_reported_and_moved(void **state)
{
    (void)state;
    room r;
    room_open(&r);
    wend_world_def world_def = wend_default_world_def();
    wend_world *world = wend_world_create(&world_def, NULL);
    wend_agent_def def = wend_default_agent_def();
    def.agent.response_time = 0;
    wend_agent_id id = wend_world_spawn(world, &def);
    wend_goal goal = wend_goal_seek(v2(100, 3));
    wend_world_set_goal(world, id, &goal);
    cpBody *body = put_body(&r, cpBodyNew(3, HUGE_VAL), id.value, 2, 3, 0);
    cpBodySetVelocity(body, cpv(0.5, 0));
    assert_int_equal(wend_chipmunk_report(world, id, body), WEND_OK);
    assert_vec(wend_world_position(world, id), 2, 3, 0, 0);
    assert_int_equal(wend_world_think(world, 0.25), WEND_OK);
    assert_vec(wend_world_velocity(world, id), 2.5, 0, 0, 1e-6); // 0.5 + 8 * 0.25
    // By force it has that speed only after the step, and another push counts as well: 3 for 0.25 s on a mass of 3.
    cpBodyApplyForceAtWorldPoint(body, cpv(0, 3), cpBodyGetPosition(body));
    assert_int_equal(wend_chipmunk_push(world, id, body, 0.25), WEND_OK);
    assert_close(cpBodyGetVelocity(body).x, 0.5, 0);
    cpSpaceStep(r.from.space, 0.25);
    assert_close(cpBodyGetVelocity(body).x, 2.5, 1e-6);
    assert_close(cpBodyGetVelocity(body).y, 0.25, 1e-6);
    assert_int_equal(wend_chipmunk_apply(world, id, body), WEND_OK);
    assert_close(cpBodyGetVelocity(body).y, 0, 1e-6);
    cpBody *cart = put_body(&r, cpBodyNewKinematic(), 9, 0, 0, 0);
    assert_int_equal(wend_chipmunk_push(world, id, cart, 0.25), WEND_OK);
    assert_close(cpBodyGetVelocity(cart).x, 2.5, 1e-6);

    wend_agent_id nobody = {0};
    assert_int_equal(wend_chipmunk_report(world, nobody, body), WEND_ERROR_ID);
    assert_int_equal(wend_chipmunk_report(world, id, NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_chipmunk_report(NULL, id, body), WEND_ERROR_NULL);
    assert_int_equal(wend_chipmunk_apply(world, nobody, body), WEND_ERROR_ID);
    assert_int_equal(wend_chipmunk_apply(world, id, NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_chipmunk_apply(NULL, id, body), WEND_ERROR_NULL);
    assert_int_equal(wend_chipmunk_push(world, nobody, body, 1), WEND_ERROR_ID);
    assert_int_equal(wend_chipmunk_push(world, id, NULL, 1), WEND_ERROR_NULL);
    const double bad[] = {0, -1, (double)NAN, (double)INFINITY};
    for (int i = 0; i < COUNT_OF(bad); i++)
        assert_int_equal(wend_chipmunk_push(world, id, body, bad[i]), WEND_ERROR_VALUE);
    wend_world_destroy(world);
    room_close(&r);
}

// ---- the obstacle course ------------------------------------------------------------------------------------------

typedef struct course
{
    room room;
    wend_world *world;
    wend_agent_id id;
    cpBody *body;
    double deepest; // overlap so far
} course;

static wend_vec course_dodge(const wend_agent *self, wend_vec wish, void *user)
{
    course *c = user;
    wend_fan_def fan = wend_default_fan_def();
    fan.ignore = self->id.value; // its own body is in the space as well
    return wend_avoid_fan(self, wish, &c->room.caster, &fan, NULL);
}

static void course_begin(course *c)
{
    room_open(&c->room);
    cpSpaceSetCollisionSlop(c->room.from.space, 0.01);
    for (int i = 0; i < OBSTACLE_COURSE_WALLS; i++)
    {
        const obstacle_course_wall *wall = &obstacle_course_walls[i];
        cpBody *body =
            fixed(&c->room, (uint64_t)i + 1, (double)wall->middle.x, (double)wall->middle.y, (double)wall->angle);
        put(&c->room, cpBoxShapeNew(body, 2 * (double)wall->half.x, 2 * (double)wall->half.y, 0));
    }
    wend_world_def def = wend_default_world_def();
    def.dodge = course_dodge;
    def.dodge_user = c;
    c->world = wend_world_create(&def, NULL);
    wend_agent_def agent = wend_default_agent_def();
    agent.agent.radius = obstacle_course_radius;
    c->id = wend_world_spawn(c->world, &agent);
    c->body = put_body(&c->room, cpBodyNew(1, HUGE_VAL), c->id.value, (double)obstacle_course_start.x,
                       (double)obstacle_course_start.y, 0);
    put(&c->room, cpCircleShapeNew(c->body, (double)obstacle_course_radius, cpvzero));
    c->deepest = 0;
}

static void course_end(course *c)
{
    wend_world_destroy(c->world);
    room_close(&c->room);
}

static void course_frame(course *c, bool is_by_force)
{
    const double seconds = 1.0 / 60;
    assert_int_equal(wend_chipmunk_report(c->world, c->id, c->body), WEND_OK);
    assert_int_equal(wend_world_think(c->world, seconds), WEND_OK);
    assert_int_equal(is_by_force ? wend_chipmunk_push(c->world, c->id, c->body, seconds)
                                 : wend_chipmunk_apply(c->world, c->id, c->body),
                     WEND_OK);
    cpSpaceStep(c->room.from.space, seconds);
    cpVect at = cpBodyGetPosition(c->body);
    wend_hit hit;
    if (c->room.caster.around(v2((float)at.x, (float)at.y), 1, 0, c->id.value, &hit, 1, c->room.caster.user) > 0)
        c->deepest = fmax(c->deepest, (double)(obstacle_course_radius - hit.distance));
}

static void t_the_obstacle_course_is_passed(void **state)
{
    (void)state;
    for (int is_by_force = 0; is_by_force < 2; is_by_force++)
    {
        course c;
        course_begin(&c);
        for (int trip = 0; trip < 4; trip++)
        {
            wend_vec destination = obstacle_course_destinations[trip % 2];
            wend_goal goal = wend_goal_arrive(destination);
            wend_world_set_goal(c.world, c.id, &goal);
            int frames = 0;
            for (; frames < 900 && !wend_world_has_arrived(c.world, c.id); frames++)
                course_frame(&c, is_by_force);
            cpVect at = cpBodyGetPosition(c.body);
            assert_true(frames < 900);
            assert_close(at.x, destination.x, 0.05);
            assert_close(at.y, destination.y, 0.05);
            assert_true(frames > 6 * 60); // 25 units at 4 a second, and round the walls
        }
        assert_true(c.deepest < 0.02);
        course_end(&c);
    }
}

/// Somebody else stands in the way: a body like any other, and a wish that knows of it.
static void t_another_body_is_in_the_way(void **state)
{
    (void)state;
    course c;
    course_begin(&c);
    cpBody *other = put_body(&c.room, cpBodyNew(5, HUGE_VAL), 77, -10, -1, 0);
    put(&c.room, cpCircleShapeNew(other, 0.5, cpvzero));
    wend_goal goal = wend_goal_arrive(v2(-8, -1));
    wend_world_set_goal(c.world, c.id, &goal);
    for (int frames = 0; frames < 300; frames++)
        course_frame(&c, true);
    assert_true(wend_world_has_arrived(c.world, c.id));
    assert_close(cpBodyGetPosition(other).x, -10, 0.01); // it wasn't pushed aside
    assert_true(c.deepest < 0.02);
    course_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_swept_circle_stops_where_it_touches),
        cmocka_unit_test(t_touching_is_clear),
        cmocka_unit_test(t_who_overlaps_may_leave),
        cmocka_unit_test(t_layers_sensors_and_the_ignored_aren_t_met),
        cmocka_unit_test(t_names_decide_ties_not_the_order_of_adding),
        cmocka_unit_test(t_hits_know_how_fast_a_body_moves_there),
        cmocka_unit_test(t_bad_queries_meet_nothing_and_huge_ones_are_finite),
        cmocka_unit_test(t_polygons_may_be_rounded),
        cmocka_unit_test(t_casts_are_those_of_obstacles),
        cmocka_unit_test(t_what_is_around_is_the_same),
        cmocka_unit_test(t_bodies_are_reported_and_moved),
        cmocka_unit_test(t_the_obstacle_course_is_passed),
        cmocka_unit_test(t_another_body_is_in_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
