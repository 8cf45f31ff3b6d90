// obstacle.h: random scenes against quadratics and sampling, which the library doesn't use; memory.
#include "testing_memory.h"
#include "testing_obstacle.h"

// ---- random scenes against another method --------------------------------------------------------------------------

enum
{
    MOST_EDGES = 4000
};

/// What the test knows about a scene: thick segments; a circle's ends are the same.
typedef struct thick
{
    double ax, ay, bx, by, radius;
    uint64_t body;
} thick;

typedef struct scene
{
    wend_obstacles *set;
    thick edges[MOST_EDGES];
    int count;
} scene;

static void note(scene *s, uint64_t body, double ax, double ay, double bx, double by, double radius)
{
    assert_true(s->count < MOST_EDGES);
    s->edges[s->count++] = (thick){ax, ay, bx, by, radius, body};
}

static void note_ring(scene *s, uint64_t body, const wend_vec *local, int count, bool is_closed, wend_vec at,
                      double angle)
{
    for (int i = 0; i < count - !is_closed; i++)
    {
        wend_vec a = local[i], b = local[(i + 1) % count];
        double c = cos(angle), n = sin(angle);
        note(s, body, (double)at.x + (double)a.x * c - (double)a.y * n,
             (double)at.y + (double)a.x * n + (double)a.y * c, (double)at.x + (double)b.x * c - (double)b.y * n,
             (double)at.y + (double)b.x * n + (double)b.y * c, 0);
    }
}

static void add_random(scene *s, uint64_t *random, double half, double size, int kind)
{
    wend_shape shape = wend_default_shape(WEND_SHAPE_CIRCLE);
    wend_vec points[8];
    shape.position = draw_in_box(random, half, false);
    shape.angle = draw_float(random, -4, 4);
    shape.radius = draw_float(random, 0.1 * size, 0.5 * size);
    if (kind == 0)
    {
        uint64_t id = add(s->set, shape).value;
        double x = (double)shape.position.x, y = (double)shape.position.y;
        note(s, id, x, y, x, y, (double)shape.radius);
        return;
    }
    if (kind == 1 || kind == 2)
    {
        shape.kind = kind == 1 ? WEND_SHAPE_SEGMENT : WEND_SHAPE_CAPSULE;
        points[0] = shape.from = draw_in_box(random, size, false);
        points[1] = shape.to = draw_in_box(random, size, false);
        note_ring(s, add(s->set, shape).value, points, 2, false, shape.position, (double)shape.angle);
        s->edges[s->count - 1].radius = kind == 1 ? 0 : (double)shape.radius;
        return;
    }
    int count = kind == 3 ? 4 : 3 + (int)(draw(random) % 6);
    for (int i = 0; i < count; i++) // a star, so that it doesn't cross itself
    {
        double r = draw_between(random, 0.2 * size, size), way = 2 * PI * i / count;
        points[i] = v2((float)(r * cos(way)), (float)(r * sin(way)));
    }
    shape.kind = WEND_SHAPE_POLYGON;
    shape.is_closed = kind != 5;
    if (kind == 3)
    {
        shape.kind = WEND_SHAPE_BOX;
        shape.half = wend_xyz(draw_float(random, 0.1 * size, size), draw_float(random, 0.1 * size, size), 1);
        points[0] = v2(-shape.half.x, -shape.half.y);
        points[1] = v2(shape.half.x, -shape.half.y);
        points[2] = shape.half;
        points[3] = v2(-shape.half.x, shape.half.y);
    }
    shape.points = points;
    shape.count = count;
    note_ring(s, add(s->set, shape).value, points, count, shape.is_closed, shape.position, (double)shape.angle);
}

static double distance_to(const thick *e, double x, double y)
{
    double dx = e->bx - e->ax, dy = e->by - e->ay, square_length = dx * dx + dy * dy;
    double t = square_length > 0 ? ((x - e->ax) * dx + (y - e->ay) * dy) / square_length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(x - e->ax - t * dx, y - e->ay - t * dy) - e->radius;
}

static double clearance(const scene *s, double x, double y)
{
    double least = 1e300;
    for (int i = 0; i < s->count; i++)
    {
        least = fmin(least, distance_to(&s->edges[i], x, y));
    }
    return least;
}

/// Quadratic: when a moving point comes within `reach` of a fixed one.
static double time_to_point(double px, double py, double dx, double dy, double cx, double cy, double reach)
{
    double mx = px - cx, my = py - cy, a = dx * dx + dy * dy, b = mx * dx + my * dy,
           c = mx * mx + my * my - reach * reach;
    double root = b * b - a * c;
    double t = root >= 0 ? (-b - sqrt(root)) / a : 2;
    return t >= 0 && t <= 1 ? t : 2;
}

/// When a moving circle first touches a thick segment: its two long sides, moved out, and its two ends.
static double time_to_edge(const thick *e, double px, double py, double dx, double dy, double radius)
{
    double reach = radius + e->radius;
    double best = 2, ex = e->bx - e->ax, ey = e->by - e->ay, length = hypot(ex, ey);
    if (reach > 0)
    {
        best = fmin(time_to_point(px, py, dx, dy, e->ax, e->ay, reach),
                    time_to_point(px, py, dx, dy, e->bx, e->by, reach));
    }
    for (int side = -1; side <= 1 && length > 0; side += 2)
    {
        double nx = side * ey / length, ny = -side * ex / length, fall = dx * nx + dy * ny;
        double t = fall < 0 ? (reach - (px - e->ax) * nx - (py - e->ay) * ny) / fall : 2;
        double along = ((px + t * dx - e->ax) * ex + (py + t * dy - e->ay) * ey) / (length * length);
        if (t >= 0 && t <= 1 && along >= 0 && along <= 1)
        {
            best = fmin(best, t);
        }
    }
    return best;
}

static double first_time(const scene *s, wend_vec from, wend_vec along, double radius)
{
    double best = 2;
    for (int i = 0; i < s->count; i++)
    {
        best = fmin(
            best, time_to_edge(&s->edges[i], (double)from.x, (double)from.y, (double)along.x, (double)along.y, radius));
    }
    return best;
}

/// Is a point inside a closed shape of the scene? By the angle that each body's edges turn through.
static bool is_in_a_solid(const scene *s, double x, double y)
{
    double turn = 0;
    for (int i = 0; i < s->count; i++)
    {
        const thick *e = &s->edges[i];
        double ax = e->ax - x, ay = e->ay - y, bx = e->bx - x, by = e->by - y;
        turn = i > 0 && e->body == s->edges[i - 1].body ? turn : 0;
        turn += atan2(ax * by - ay * bx, ax * bx + ay * by);
        bool is_last = i + 1 == s->count || s->edges[i + 1].body != e->body;
        if (is_last && fabs(fabs(turn) - 2 * PI) < 1e-6)
        {
            return true;
        }
    }
    return false;
}

static void check_casts(const scene *s, uint64_t *random, double half, int rounds)
{
    int hits = 0, casts = 0;
    for (int i = 0; i < rounds; i++)
    {
        wend_vec from = draw_in_box(random, half * 1.2, false),
                 along = draw_in_box(random, i % 8 ? half : half * 4, false);
        float radius = i % 3 == 0 ? 0 : draw_float(random, 0, half * 0.1);
        double r = (double)radius;
        if (i % 5 == 0)
        {
            along.y = i % 2 ? 0.0f : along.y; // along an axis
            along.x = i % 2 ? along.x : 0.0f;
        }
        if (clearance(s, (double)from.x, (double)from.y) < r + half * 1e-4 ||
            is_in_a_solid(s, (double)from.x, (double)from.y))
        {
            continue; // overlaps: another test
        }
        double expected = first_time(s, from, along, r), length = exact_length(along);
        double thinner = first_time(s, from, along, r - half * 1e-5 > 0 ? r - half * 1e-5 : r);
        double thicker = first_time(s, from, along, r + half * 1e-5);
        wend_hit hit = {0};
        bool has_hit = cast(s->set, from, along, radius, &hit);
        if ((thinner <= 1) != (thicker <= 1) || fabs(thicker - thinner) * length > half * 0.01)
        {
            continue; // it only just touches something, or only just doesn't
        }
        casts++;
        hits += has_hit;
        assert_int_equal(has_hit, expected <= 1);
        if (has_hit)
        {
            assert_close(hit.distance, expected * length, half * 1e-5);
            double x = (double)from.x + (double)along.x * expected, y = (double)from.y + (double)along.y * expected;
            assert_close(hypot((double)hit.point.x - x, (double)hit.point.y - y), r, half * 1e-5);
            assert_close(exact_length(hit.normal), 1, 1e-5);
            assert_true(exact_dot(hit.normal, along) <= 1e-3 * length);
        }
    }
    assert_true(casts > rounds / 50 && hits > 0);
}

/// A cast that begins anywhere: on its way it never comes nearer to anything than it is allowed to, and where it is
/// stopped at once, going on would bring it nearer.
static void check_overlapping_casts(const scene *s, uint64_t *random, double half, int rounds)
{
    int overlapping = 0, free_ways = 0, stopped = 0;
    for (int i = 0; i < rounds; i++)
    {
        wend_vec from = draw_in_box(random, half, false), along = draw_in_box(random, half * 0.5, false);
        float radius = draw_float(random, half * 0.01, half * 0.2);
        double start = clearance(s, (double)from.x, (double)from.y);
        if (is_in_a_solid(s, (double)from.x, (double)from.y) || start < 0)
        {
            continue;
        }
        double allowed = fmin(start, (double)radius), length = exact_length(along);
        wend_hit hit;
        bool has_hit = cast(s->set, from, along, radius, &hit);
        double end = has_hit ? (double)hit.distance / length : 1;
        for (int k = 0; k <= 200; k++)
        {
            double t = end * k / 200;
            double x = (double)from.x + (double)along.x * t, y = (double)from.y + (double)along.y * t;
            assert_true(clearance(s, x, y) >= allowed - half * 1e-5 - length * 2e-6 - 0.011 * allowed);
        }
        overlapping += start < (double)radius;
        free_ways += start < (double)radius && !has_hit;
        if (has_hit && hit.distance == 0 && start < (double)radius * 0.99)
        {
            double t = 1e-4 * half / length;
            double x = (double)from.x + (double)along.x * t, y = (double)from.y + (double)along.y * t;
            assert_true(clearance(s, x, y) < start);
            stopped++;
        }
    }
    assert_true(overlapping > 20 && free_ways > 0 && stopped > 0);
}

static int by_size(const void *a, const void *b)
{
    double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return (x > y) - (x < y);
}

static void check_around(const scene *s, uint64_t *random, double half, int rounds)
{
    static wend_hit hits[MOST_EDGES];
    static double expected[MOST_EDGES];
    for (int i = 0; i < rounds; i++)
    {
        wend_vec at = draw_in_box(random, half * 1.3, false);
        double x = (double)at.x, y = (double)at.y, radius = draw_between(random, 0, half * (i % 4 ? 0.2 : 3));
        if (is_in_a_solid(s, x, y) || clearance(s, x, y) < 0)
        {
            continue;
        }
        int count = 0, doubtful = 0;
        for (int k = 0; k < s->count; k++)
        {
            double least = 1e300;
            const thick *e = &s->edges[k];
            int steps = 400;
            for (int n = 0; n <= steps; n++)
            {
                double t = (double)n / steps;
                least = fmin(least, hypot(e->ax + t * (e->bx - e->ax) - x, e->ay + t * (e->by - e->ay) - y));
            }
            double error = hypot(e->bx - e->ax, e->by - e->ay) / steps;
            least -= e->radius;
            doubtful += least - error < radius && least + 1e-5 * half > radius;
            if (least < radius)
            {
                expected[count++] = least;
            }
        }
        int found = wend_obstacles_around(s->set, at, (float)radius, 0, 0, hits, MOST_EDGES);
        assert_in_range(found, (count > doubtful ? count - doubtful : 0), count + doubtful);
        qsort(expected, (size_t)count, sizeof *expected, by_size);
        for (int k = 0; k < found; k++)
        {
            if (doubtful == 0)
            {
                assert_close(hits[k].distance, expected[k], half * 0.01);
            }
            assert_true(k == 0 || fabsf(hits[k].distance) >= fabsf(hits[k - 1].distance));
            double away = hypot((double)hits[k].point.x - x, (double)hits[k].point.y - y);
            assert_close(away, hits[k].distance, half * 1e-5);
        }
        wend_hit nearest;
        assert_int_equal(wend_obstacles_closest(s->set, at, (float)radius, 0, &nearest), found > 0);
        if (found > 0)
        {
            assert_memory_equal(&nearest, &hits[0], sizeof nearest);
        }
    }
}

static void check_inside(const scene *s, uint64_t *random, double half, int rounds)
{
    static wend_hit hits[MOST_EDGES];
    int inside = 0;
    for (int i = 0; i < rounds; i++)
    {
        const thick *some = &s->edges[draw(random) % (uint64_t)s->count];
        wend_vec at = wend_add(v2((float)some->ax, (float)some->ay), draw_in_box(random, half * 0.04, false));
        double x = (double)at.x, y = (double)at.y;
        bool expected = is_in_a_solid(s, x, y), is_inside = false;
        if (fabs(clearance(s, x, y)) < 1e-5 * half)
        {
            continue;
        }
        for (int k = 0; k < s->count; k++)
        {
            expected |= distance_to(&s->edges[k], x, y) < 0;
        }
        int found = wend_obstacles_around(s->set, at, 0, 0, 0, hits, MOST_EDGES);
        for (int k = 0; k < found; k++)
        {
            is_inside |= hits[k].distance < 0;
            double out = fabs((double)hits[k].distance);
            assert_vec(hits[k].point, x + (double)hits[k].normal.x * out, y + (double)hits[k].normal.y * out, 0,
                       half * 1e-5);
        }
        if (is_inside != expected)
        {
            print_error("at (%.9g, %.9g) of a scene of size %g\n", x, y, half);
        }
        assert_int_equal(is_inside, expected);
        inside += expected;
    }
    assert_true(inside > 0);
}

static void t_random_scenes_at_every_size(void **state)
{
    (void)state;
    static scene s;
    uint64_t random = 1;
    const float halves[] = {20, 20, 20, 2e-5f, 3e7f, 1e15f};
    for (int round = 0; round < 36; round++)
    {
        double half = (double)halves[round % COUNT_OF(halves)];
        s.count = 0;
        float cell = round < 12 ? 0 : (float)half * (round % 3 == 0 ? 0.01f : round % 3 == 1 ? 0.1f : 3);
        s.set = set_with(cell, false);
        int count = round % 2 ? 25 : 80;
        for (int i = 0; i < count; i++)
        {
            add_random(&s, &random, half, half * (i == 0 ? 1 : 0.06), (int)(draw(&random) % 6));
        }
        check_casts(&s, &random, half, 400);
        check_overlapping_casts(&s, &random, half, 150);
        check_around(&s, &random, half, 30);
        check_inside(&s, &random, half, 200);
        wend_obstacles_destroy(s.set);
    }
}

static void t_moving_and_removing_gives_what_building_anew_gives(void **state)
{
    (void)state;
    uint64_t random = 3;
    enum
    {
        COUNT = 300
    };
    static wend_shape shapes[COUNT];
    static wend_obstacle_id ids[COUNT];
    const wend_vec points[] = {{0, 0, 0}, {2, 0, 0}, {0.5f, 0.5f, 0}, {0, 2, 0}};
    wend_obstacles *set = set_with(0, false);
    for (int i = 0; i < COUNT; i++)
    {
        shapes[i] = i % 3 == 0 ? circle(0, 0, 0.5f) : i % 3 == 1 ? wall(-1, 0, 1, 0.5f) : polygon(points, 4, true);
        ids[i] = add(set, shapes[i]); // all in one place, so that cells outgrow their room
    }
    for (int round = 0; round < 30; round++)
    {
        for (int i = 0; i < COUNT; i++)
        {
            if (draw(&random) % 4 == 0 && round > 0)
            {
                continue;
            }
            shapes[i].position = draw_in_box(&random, round % 5 == 4 ? 1e6 : 20, false);
            shapes[i].angle = draw_float(&random, -9, 9);
            assert_int_equal(wend_obstacles_move(set, ids[i], shapes[i].position, shapes[i].angle), WEND_OK);
        }
        for (int i = 0; i < COUNT; i += 7) // some leave and come back
        {
            assert_int_equal(wend_obstacles_remove(set, ids[i]), WEND_OK);
            ids[i] = add(set, shapes[i]);
        }
        wend_obstacles *anew = set_with(0.7f, false);
        for (int i = 0; i < COUNT; i++)
        {
            add(anew, shapes[i]);
        }
        for (int i = 0; i < 300; i++)
        {
            wend_vec from = draw_in_box(&random, 25, false), along = draw_in_box(&random, 25, false);
            float radius = i % 2 ? draw_float(&random, 0, 2) : 0;
            wend_hit a = {0}, b = {0};
            assert_int_equal(cast(set, from, along, radius, &a), cast(anew, from, along, radius, &b));
            a.body = b.body =
                0; // ids differ, and so do ties, of which there are many where a cast begins in an overlap
            assert_close(a.distance, b.distance, 0);
            assert_true(a.distance == 0 || memcmp(&a, &b, sizeof a) == 0);
            assert_int_equal(wend_obstacles_around(set, from, 3, 0, 0, &a, 1),
                             wend_obstacles_around(anew, from, 3, 0, 0, &b, 1));
            assert_close(a.distance, b.distance, 0);
            assert_int_equal(wend_obstacles_touching(set, from, 2, 0, NULL, 0),
                             wend_obstacles_touching(anew, from, 2, 0, NULL, 0));
        }
        wend_obstacles_destroy(anew);
    }
    for (int i = 0; i < COUNT; i++)
    {
        assert_int_equal(wend_obstacles_remove(set, ids[i]), WEND_OK);
    }
    wend_hit hit;
    assert_false(cast(set, v2(-30, 0), v2(60, 0), 9, &hit));
    assert_int_equal(wend_obstacles_around(set, v2(0, 0), FLT_MAX, 0, 0, &hit, 1), 0);
    wend_obstacles_destroy(set);
}

static void t_nothing_tunnels_through_a_closed_wall(void **state)
{
    (void)state;
    uint64_t random = 4;
    for (int round = 0; round < 20; round++)
    {
        wend_obstacles *set = set_with(0, false);
        wend_vec ring[65];
        double size = round % 4 == 0 ? 1 : round % 4 == 1 ? 100 : round % 4 == 2 ? 1e-4 : 1e9;
        for (int i = 0; i < 64; i++)
        {
            double r = size * draw_between(&random, 0.5, 1);
            ring[i] = v2((float)(r * cos(PI * i / 32)), (float)(r * sin(PI * i / 32)));
        }
        ring[64] = ring[0];
        for (int i = 0; i < 64; i++) // as single walls, or as one open line
        {
            if (round % 2)
            {
                add(set, wall(ring[i].x, ring[i].y, ring[i + 1].x, ring[i + 1].y));
            }
        }
        if (round % 2 == 0)
        {
            add(set, polygon(ring, 65, false));
        }
        for (int i = 0; i < 3000; i++)
        {
            wend_vec from = draw_in_box(&random, size * 0.2, false);
            wend_vec along = wend_scale(draw_in_box(&random, size, false), i % 2 ? 100 : 1e6f);
            if (i % 3 == 0)
            {
                from = v2(0, 0);
                along = wend_scale(ring[draw(&random) % 64], i % 2 ? 3 : 1024); // right at a corner
            }
            wend_hit hit;
            if (exact_length(along) > 2 * size)
            {
                assert_true(cast(set, from, along, i % 4 < 2 ? 0 : (float)(size * 1e-3), &hit));
                assert_true((double)hit.distance < 2 * size);
            }
        }
        wend_obstacles_destroy(set);
    }
}

static void t_finite_in_finite_out(void **state)
{
    (void)state;
    uint64_t random = 6;
    for (int round = 0; round < 40; round++)
    {
        bool is_spatial = round % 2;
        wend_obstacles *set = set_with(round % 4 < 2 ? 0 : draw_positive(&random), is_spatial);
        for (int i = 0; i < 40; i++)
        {
            wend_shape shape = wend_default_shape((wend_shape_kind)(draw(&random) % 6));
            wend_vec points[6];
            for (int k = 0; k < 6; k++)
            {
                points[k] = draw_wild(&random);
            }
            shape.position = draw_wild(&random);
            shape.angle = draw_magnitude(&random);
            shape.axis = draw_wild(&random);
            shape.radius = draw_not_negative(&random);
            shape.half = wend_xyz(draw_positive(&random), draw_positive(&random), draw_positive(&random));
            shape.from = draw_wild(&random);
            shape.to = draw_wild(&random);
            shape.points = points;
            shape.count = 6;
            shape.velocity = draw_wild(&random);
            wend_obstacle_id id = wend_obstacles_add(set, &shape);
            if (id.value != 0 && i % 3 == 0)
            {
                assert_int_equal(wend_obstacles_move(set, id, draw_wild(&random), draw_magnitude(&random)), WEND_OK);
            }
        }
        assert_true(wend_obstacles_count(set) > 3);
        for (int i = 0; i < 300; i++)
        {
            wend_cast query = {draw_wild(&random), draw_wild(&random), draw_not_negative(&random), 0, 0};
            wend_hit hits[4];
            wend_touch touch[4];
            if (wend_obstacles_cast(set, &query, hits))
            {
                assert_true(isfinite(hits[0].distance) && hits[0].distance >= 0);
                assert_finite(hits[0].point);
                assert_finite(hits[0].normal);
                assert_close(exact_length(hits[0].normal), 1, 1e-4);
                assert_true((double)hits[0].distance <= exact_length(query.along) * 1.000001);
            }
            int found = wend_obstacles_around(set, query.from, query.radius, 0, 0, hits, 4);
            for (int k = 0; k < found && k < 4; k++)
            {
                assert_true(isfinite(hits[k].distance));
                assert_finite(hits[k].point);
                assert_close(exact_length(hits[k].normal), 1, 1e-4);
            }
            found = wend_obstacles_touching(set, query.from, query.radius, 0, touch, 4);
            for (int k = 0; k < found && k < 4; k++)
            {
                assert_true(isfinite(touch[k].depth));
                assert_close(exact_length(touch[k].normal), 1, 1e-4);
            }
            assert_int_equal(wend_obstacles_sees(set, query.from, query.along, 0, 0),
                             wend_obstacles_sees(set, query.along, query.from, 0, 0));
        }
        wend_obstacles_destroy(set);
    }
}

static void t_spheres_and_boxes_in_space_by_sampling(void **state)
{
    (void)state;
    uint64_t random = 7;
    enum
    {
        COUNT = 60
    };
    wend_obstacles *set = set_with(0, true);
    wend_vec middles[COUNT], halves[COUNT];
    double radii[COUNT];
    for (int i = 0; i < COUNT; i++)
    {
        wend_shape shape = wend_default_shape(i % 2 ? WEND_SHAPE_BOX : WEND_SHAPE_SPHERE);
        shape.position = middles[i] = draw_in_box(&random, 20, true);
        shape.half = halves[i] = wend_xyz(draw_float(&random, 0.5, 3), draw_float(&random, 0.5, 3), 1);
        shape.radius = draw_float(&random, 0.5, 3);
        radii[i] = (double)shape.radius;
        add(set, shape);
    }
    int hits = 0;
    for (int i = 0; i < 1500; i++)
    {
        wend_vec from = draw_in_box(&random, 22, true), along = draw_in_box(&random, 20, true);
        float radius = i % 3 ? draw_float(&random, 0, 2) : 0;
        wend_hit hit;
        bool has_hit = cast(set, from, along, radius, &hit);
        double end = has_hit ? (double)hit.distance / exact_length(along) : 1, first = 1e300, at_end = 1e300;
        for (int k = 0; k <= 200; k++)
        {
            double t = end * k / 200, least = 1e300;
            wend_vec p = wend_lerp(from, wend_add(from, along), (float)t);
            for (int n = 0; n < COUNT; n++)
            {
                wend_vec m = wend_sub(p, middles[n]);
                double x = fabs((double)m.x), y = fabs((double)m.y), z = fabs((double)m.z);
                double ox = fmax(x - (double)halves[n].x, 0), oy = fmax(y - (double)halves[n].y, 0),
                       oz = fmax(z - 1, 0);
                least = fmin(least, n % 2 ? sqrt(ox * ox + oy * oy + oz * oz) : exact_length(m) - radii[n]);
            }
            first = k == 0 ? least : first;
            at_end = least;
            if (first > (double)radius)
            {
                assert_true(least > (double)radius - 1e-4);
            }
        }
        if (has_hit && first > (double)radius)
        {
            assert_close(at_end, radius, 1e-4);
            hits++;
        }
    }
    assert_true(hits > 200);
    wend_obstacles_destroy(set);
}

// ---- memory --------------------------------------------------------------------------------------------------------

static void t_out_of_memory_at_every_call(void **state)
{
    (void)state;
    bool has_finished = false;
    for (int room = 0; room < 400 && !has_finished; room++)
    {
        ledger book = {0, 0, room};
        wend_obstacles_def def = wend_default_obstacles_def();
        def.allocator = ledger_allocator(&book);
        wend_error error = {WEND_OK, ""};
        wend_obstacles *set = wend_obstacles_create(&def, &error);
        assert_true(set != NULL || error.status == WEND_ERROR_MEMORY);
        int added = 0, moved = 0;
        wend_obstacle_id ids[200] = {{0}};
        for (int i = 0; set && i < 200; i++)
        {
            wend_shape shape = i % 2 ? box(0, 0, 1, 2, 0) : wall(0, 0, 5, 1);
            ids[i] = wend_obstacles_add(set, &shape);
            added += ids[i].value != 0;
            assert_int_equal(wend_obstacles_count(set), added);
            if (ids[i].value == 0)
            {
                assert_int_equal(wend_obstacles_error(set)->status, WEND_ERROR_MEMORY);
            }
        }
        for (int i = 0; set && i < 200; i++)
        {
            if (ids[i].value == 0)
            {
                continue;
            }
            wend_shape shape;
            wend_status status = wend_obstacles_move(set, ids[i], v2(20.0f * (float)(i % 9), 3.0f * (float)i), 1);
            assert_true(status == WEND_OK || status == WEND_ERROR_MEMORY);
            wend_obstacles_get(set, ids[i], &shape);
            assert_close(shape.angle, status == WEND_OK ? 1 : 0, 0);
            moved += status == WEND_OK;
        }
        int hits = set ? wend_obstacles_around(set, v2(0, 0), FLT_MAX, 0, 0, NULL, 0) : 0;
        assert_true(hits >= added && hits <= 4 * added);
        has_finished = added == 200 && moved == 200;
        if (has_finished) // queries take nothing
        {
            assert_int_equal(hits, 500);
            book.left = 0;
            wend_hit hit;
            cast(set, v2(-1, -1), v2(9, 90), 0.5f, &hit);
            wend_obstacles_closest(set, v2(90, 90), FLT_MAX, 0, &hit);
            wend_obstacles_touching(set, v2(90, 90), 50, 0, NULL, 0);
        }
        for (int i = 0; set && i < 200; i++)
        {
            assert_true(ids[i].value == 0 || wend_obstacles_remove(set, ids[i]) == WEND_OK);
        }
        wend_obstacles_destroy(set);
        assert_int_equal(book.taken, book.given);
    }
    assert_true(has_finished);
}

static void t_moving_about_soon_needs_no_more_memory(void **state)
{
    (void)state;
    ledger book = {0, 0, 1000000};
    wend_obstacles_def def = wend_default_obstacles_def();
    def.allocator = ledger_allocator(&book);
    wend_obstacles *set = wend_obstacles_create(&def, NULL);
    wend_obstacle_id ids[50];
    for (int i = 0; i < 50; i++)
    {
        ids[i] = add(set, box((float)i, 0, 0.5f, 0.5f, 0));
    }
    int after = 0;
    for (int step = 0; step < 4000; step++)
    {
        after = step == 2000 ? book.taken : after;
        for (int i = 0; i < 50; i++)
        {
            double angle = 0.01 * step + i;
            wend_obstacles_move(set, ids[i], v2((float)(20 * cos(angle)), (float)(20 * sin(angle * 1.1))),
                                (float)angle);
        }
        wend_obstacles_remove(set, ids[step % 50]);
        ids[step % 50] = add(set, box(0, 0, 0.5f, 0.5f, 0));
    }
    assert_in_range(book.taken - after, 0, 1);
    wend_obstacles_destroy(set);
    assert_int_equal(book.taken, book.given);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_random_scenes_at_every_size),
        cmocka_unit_test(t_moving_and_removing_gives_what_building_anew_gives),
        cmocka_unit_test(t_nothing_tunnels_through_a_closed_wall),
        cmocka_unit_test(t_finite_in_finite_out),
        cmocka_unit_test(t_spheres_and_boxes_in_space_by_sampling),
        cmocka_unit_test(t_out_of_memory_at_every_call),
        cmocka_unit_test(t_moving_about_soon_needs_no_more_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
