// grid_caster.h: walls by hand, and random maps against an obstacle set of the same squares and against brute force.
#include "testing_grid_random.h"
#include "testing_obstacle.h"

#include "wend/grid_caster.h"
#include "wend/raster.h"

// ---- by hand --------------------------------------------------------------------------------------------------------

static bool cast_on(const wend_grid *grid, wend_vec from, wend_vec along, float radius, wend_hit *hit)
{
    wend_cast query = {from, along, radius, 0, 0};
    return wend_grid_cast(grid, &query, hit);
}

static void check_hit(const wend_grid *grid, wend_vec from, wend_vec along, float radius, double distance,
                      wend_vec normal)
{
    wend_hit hit = {0};
    assert_true(cast_on(grid, from, along, radius, &hit));
    assert_close(hit.distance, distance, 1e-5);
    assert_vec(hit.normal, normal.x, normal.y, 0, 1e-5);
    assert_true(hit.body == WEND_GRID_WALL);
    assert_vec(hit.velocity, 0, 0, 0, 0);
}

static void t_casts_by_hand(void **state)
{
    (void)state;
    wend_grid *grid = map_of("........\n"
                             "...#....\n"
                             "...#..#.\n"
                             ".......#\n"
                             "........\n");
    // rays: a face, a corner that is only touched, along a face
    check_hit(grid, v2(0.5f, 1.5f), v2(7, 0), 0, 2.5, v2(-1, 0));
    check_hit(grid, v2(3.5f, 4.5f), v2(0, -4), 0, 1.5, v2(0, 1));
    assert_false(cast_on(grid, v2(2, 2), v2(2, -2), 0, NULL));
    assert_false(cast_on(grid, v2(3, 0.5f), v2(0, 4), 0, NULL));
    assert_false(cast_on(grid, v2(0.5f, 3), v2(5, 0), 0, NULL));
    // the rim, and from it
    check_hit(grid, v2(0.5f, 0.5f), v2(-3, 0), 0, 0.5, v2(1, 0));
    check_hit(grid, v2(0, 0.5f), v2(-3, 0), 0, 0, v2(1, 0));
    assert_false(cast_on(grid, v2(0, 0.5f), v2(2, 0), 0, NULL));
    // on the line between two walls, and between two that touch at the corner (7, 3)
    check_hit(grid, v2(0.5f, 2), v2(7, 0), 0, 2.5, v2(-1, 0));
    check_hit(grid, v2(6.5f, 3.5f), v2(1, -1), 0, sqrt(0.5), v2(-sqrtf(0.5f), sqrtf(0.5f)));
    assert_false(cast_on(grid, v2(7, 3), v2(0.5f, -0.5f), 0, NULL)); // from there on
    // circles: a face, a corner, a gap of their own width, along a wall
    check_hit(grid, v2(0.5f, 2), v2(7, 0), 0.4f, 2.1, v2(-1, 0));
    check_hit(grid, v2(1, 0.7f), v2(4, 0), 0.5f, 2 - 0.4, v2(-0.8f, -0.6f)); // 3-4-5 from the corner (3, 1)
    assert_false(cast_on(grid, v2(4.75f, 0.5f), v2(0, 4), 0.75f, NULL) &&
                 !cast_on(grid, v2(5, 0.6f), v2(0, 4), 1, NULL));
    assert_false(cast_on(grid, v2(0.5f, 0.5f), v2(7, 0), 0.5f, NULL));
    assert_false(cast_on(grid, v2(2.5f, 0.5f), v2(0, 4), 0.5f, NULL));
    check_hit(grid, v2(2.5f, 0.5f), v2(0, 4), 0.50125f, 0.5 - 0.035378, v2(-0.9975f, -0.07058f));
    wend_grid_destroy(grid);
}

static void t_leaving_walls(void **state)
{
    (void)state;
    wend_grid *grid = map_of("........\n"
                             ".###....\n"
                             ".###....\n"
                             ".###..#.\n"
                             "........\n");
    // a circle that overlaps by 0.1 may go along or away, and no deeper; away it is stopped as ever
    assert_false(cast_on(grid, v2(4.4f, 1.5f), v2(0, 0.5f), 0.5f, NULL));
    check_hit(grid, v2(4.4f, 1.5f), v2(-1, 0), 0.5f, 0, v2(1, 0));
    check_hit(grid, v2(4.4f, 1.5f), v2(5, 0), 0.5f, 7.5 - 4.4, v2(-1, 0));
    check_hit(grid, v2(4.4f, 3.5f), v2(5, 0), 0.5f, 5.5 - 4.4, v2(-1, 0));
    // a middle inside: out by the nearest way, not in
    assert_false(cast_on(grid, v2(3.8f, 2.5f), v2(1, 0), 0.25f, NULL));
    check_hit(grid, v2(3.8f, 2.5f), v2(-1, 0), 0.25f, 0, v2(1, 0));
    check_hit(grid, v2(3.8f, 2.5f), v2(-1, 0), 0, 0, v2(1, 0));
    check_hit(grid, v2(3.8f, 3.5f), v2(5, 0), 0, 2.2, v2(-1, 0));
    // outside of the map
    check_hit(grid, v2(-3, 4.5f), v2(-1, 0), 0.25f, 0, v2(1, 0));
    check_hit(grid, v2(-3, 4.5f), v2(50, 0), 0.25f, 3 + 8 - 0.25, v2(-1, 0));
    wend_hit hits[4];
    assert_int_equal(wend_grid_around(grid, v2(2.5f, 2.25f), 0.5f, 0, hits, 4), 1);
    assert_close(hits[0].distance, -1.25, 1e-6);
    assert_vec(hits[0].normal, 0, -1, 0, 1e-6);
    assert_vec(hits[0].point, 2.5, 1, 0, 1e-6);
    // nothing but wall
    wend_grid *solid = map_of("##\n##\n");
    check_hit(solid, v2(0.5f, 0.5f), v2(2, 0), 0.25f, 0, v2(-1, 0));
    wend_grid_destroy(solid);
    wend_grid_destroy(grid);
}

static void t_around_by_hand(void **state)
{
    (void)state;
    wend_grid *grid = map_of("..........\n"
                             "..........\n"
                             "...####...\n"
                             "......#...\n"
                             "..........\n"
                             "..........\n");
    wend_hit hits[8];
    // in the corner of an L: one hit a side, though the sides are several cells long
    assert_int_equal(wend_grid_around(grid, v2(5.5f, 3.75f), 1, 0, hits, 8), 2);
    assert_vec(hits[0].point, 6, 3.75f, 0, 1e-6);
    assert_vec(hits[0].normal, -1, 0, 0, 1e-6);
    assert_vec(hits[1].point, 5.5f, 3, 0, 1e-6);
    assert_close(hits[1].distance, 0.75, 1e-6);
    // before a corner: both sides that meet there, and no back
    assert_int_equal(wend_grid_around(grid, v2(7.3f, 1.6f), 0.75f, 0, hits, 8), 2);
    for (int i = 0; i < 2; i++)
    {
        assert_vec(hits[i].point, 7, 2, 0, 1e-6);
        assert_vec(hits[i].normal, 0.6f, -0.8f, 0, 1e-6);
    }
    assert_int_equal(wend_grid_around(grid, v2(5, 1), 0.99f, 0, hits, 8), 0);
    assert_int_equal(wend_grid_around(grid, v2(5, 1), 1, 0, hits, 8), 2); // and the rim
    // all of the map: four sides of the rim, and two of the wall
    assert_int_equal(wend_grid_around(grid, v2(5, 1), FLT_MAX, 0, hits, 1), 4 + 2);
    assert_int_equal(wend_grid_around(grid, v2(5, 2), 0, 0, hits, 8), 1); // on its face
    assert_vec(hits[0].normal, 0, -1, 0, 0);
    assert_close(hits[0].distance, 0, 0);
    wend_grid_destroy(grid);
}

static void t_nothing_is_met(void **state)
{
    (void)state;
    wend_grid *grid = map_of(".#.\n");
    wend_hit hit;
    wend_cast query = {v2(0.5f, 0.5f), v2(2, 0), 0, 0, 0};
    assert_false(wend_grid_cast(NULL, &query, &hit));
    assert_false(wend_grid_cast(grid, NULL, &hit));
    assert_true(wend_grid_cast(grid, &query, NULL));
    query.mask = 8; // walls are on all layers
    assert_true(wend_grid_cast(grid, &query, &hit));
    query.ignore = WEND_GRID_WALL;
    assert_false(wend_grid_cast(grid, &query, &hit));
    assert_int_equal(wend_grid_around(grid, v2(0.5f, 0.5f), 2, WEND_GRID_WALL, &hit, 1), 0);
    assert_int_equal(wend_grid_around(NULL, v2(0.5f, 0.5f), 2, 0, &hit, 1), 0);
    assert_false(cast_on(grid, v2(0.5f, 0.5f), v2(0, 0), 0, &hit));
    assert_false(cast_on(grid, v2(0.5f, 0.5f), v2(NAN, 0), 0, &hit));
    assert_false(cast_on(grid, v2(INFINITY, 0.5f), v2(1, 0), 0, &hit));
    assert_false(cast_on(grid, v2(0.5f, 0.5f), v2(1, 0), -1, &hit));
    assert_int_equal(wend_grid_around(grid, v2(0.5f, NAN), 2, 0, &hit, 1), 0);
    assert_int_equal(wend_grid_around(grid, v2(0.5f, 0), -1, 0, &hit, 1), 0);
    wend_caster none = wend_grid_caster(NULL);
    assert_false(none.cast(&query, &hit, none.user));
    assert_int_equal(none.around(v2(0, 0), 1, 0, 0, &hit, 1, none.user), 0);
    // an edit is seen at once
    query.ignore = 0;
    assert_int_equal(wend_grid_set(grid, at(1, 0), 1), WEND_OK);
    assert_false(wend_grid_cast(grid, &query, &hit));
    // finite in, finite out
    for (int k = 0; k < 64; k++)
    {
        const float values[] = {-FLT_MAX, 0, 1e-38f, FLT_MAX};
        if (cast_on(grid, v2(values[k & 3], 0.5f), v2(values[k >> 2 & 3], 1), values[k >> 4 & 3], &hit))
            assert_true(is_finite(hit.point) && is_finite(hit.normal) && isfinite(hit.distance));
        int count =
            wend_grid_around(grid, v2(values[k & 3], values[k >> 2 & 3]), fabsf(values[k >> 4 & 3]), 0, &hit, 1);
        if (count > 0)
            assert_true(is_finite(hit.point) && is_finite(hit.normal) && isfinite(hit.distance));
    }
    wend_grid_destroy(grid);
}

// ---- by chance ------------------------------------------------------------------------------------------------------

/// A random map somewhere in the world, and obstacles that are the same.
static wend_grid *place_map(wend_random *random, wend_obstacles **set)
{
    static uint8_t costs[80 * 80];
    wend_grid_def def = wend_default_grid_def();
    bool is_long = between(random, 0, 3) == 0;
    def.width = between(random, 2, is_long ? 80 : 12);
    def.height = between(random, 2, is_long ? 6 : 12);
    def.costs = costs;
    def.cell_size = between(random, 0, 1) ? 1.0f : 0.375f;
    def.origin.x = (float)between(random, -9, 9); // one after the other: arguments come in any order
    def.origin.y = (float)between(random, -9, 9);
    int walls = between(random, 0, 4);
    for (int i = 0; i < def.width * def.height; i++)
        costs[i] = between(random, 1, 10) > walls;
    wend_grid *grid = wend_grid_create(&def, NULL);
    *set = set_with(0, false);
    float half = 0.5f * def.cell_size, far = 100;
    for (int i = 0; i < def.width * def.height; i++)
    {
        wend_vec p = wend_grid_point(grid, at(i % def.width, i / def.width));
        if (!costs[i])
            add(*set, box(p.x, p.y, half, half, 0));
    }
    float width = (float)def.width * def.cell_size, height = (float)def.height * def.cell_size;
    float x = def.origin.x, y = def.origin.y;
    add(*set, box(x - far, y, far, 2 * far, 0));
    add(*set, box(x + width + far, y, far, 2 * far, 0));
    add(*set, box(x, y - far, 2 * far, far, 0));
    add(*set, box(x, y + height + far, 2 * far, far, 0));
    return grid;
}

static wend_vec draw_on(wend_random *random, const wend_grid *grid, float rim)
{
    wend_cell size = wend_grid_size(grid);
    wend_vec low = wend_grid_point(grid, at(0, 0)), high = wend_grid_point(grid, size);
    float half = 0.5f * (high.x - low.x) / (float)size.x;
    low = v2(low.x - half, low.y - half), high = v2(high.x - half, high.y - half);
    float x = wend_random_unit(random), y = wend_random_unit(random);
    return v2(low.x - rim + (high.x - low.x + 2 * rim) * x, low.y - rim + (high.y - low.y + 2 * rim) * y);
}

static bool is_open(const wend_grid *grid, wend_vec point)
{
    wend_cell cell;
    return wend_grid_cell(grid, point, &cell) && wend_grid_get(grid, cell) > 0;
}

static void t_casts_are_those_of_boxes(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(11, 1);
    int hits = 0, clear = 0;
    for (int round = 0; round < 600; round++)
    {
        wend_obstacles *set;
        wend_grid *grid = place_map(&random, &set);
        for (int k = 0; k < 100; k++)
        {
            wend_vec from = draw_on(&random, grid, 0), to = draw_on(&random, grid, 1);
            float radius = k % 3 ? 1.5f * wend_random_unit(&random) * wend_random_unit(&random) : 0;
            wend_hit own = {0}, other = {0}, near = {0};
            if (!wend_obstacles_closest(set, from, FLT_MAX, 0, &near) || !is_open(grid, from) ||
                near.distance <= radius)
                continue;
            wend_vec along = wend_sub(to, from);
            if (k % 7 == 0)
                along.y = 0;
            bool is_met = cast(set, from, along, radius, &other);
            if (cast_on(grid, from, along, radius, &own) != is_met || fabsf(own.distance - other.distance) > 2e-4f ||
                (is_met && wend_distance(own.point, other.point) > 1e-2f))
                fail_msg("round %d, cast %d, radius %g: %g instead of %g", round, k, (double)radius,
                         (double)own.distance, (double)other.distance);
            hits += is_met;
            clear += !is_met;
            if (is_met && radius > 0)
            {
                wend_vec middle = wend_add(from, wend_scale(wend_normalize(along), own.distance));
                assert_close(wend_distance(middle, own.point), radius, 1e-4);
                if (radius > 0.01f) // else the way from the point to the middle is mostly rounding
                    assert_close(wend_dot(own.normal, wend_normalize(wend_sub(middle, own.point))), 1, 1e-3);
            }
        }
        wend_obstacles_destroy(set);
        wend_grid_destroy(grid);
    }
    assert_true(hits > 10000 && clear > 3000);
}

/// The runs of edges that face a point, cell by cell.
static int count_runs(const wend_grid *grid, wend_vec p, float radius, float edge, wend_vec origin, double *nearest)
{
    wend_cell size = wend_grid_size(grid);
    int count = 0;
    *nearest = 1e9;
    for (int turn = 0; turn < 4; turn++) // edges whose outside is at +x, +y, -x, -y
    {
        int dx = turn == 0 ? 1 : turn == 2 ? -1 : 0, dy = turn == 1 ? 1 : turn == 3 ? -1 : 0;
        for (int v = -1; v <= (dx ? size.x : size.y); v++)
        {
            double best = 1e9;
            bool is_on = false;
            for (int u = -1; u <= (dx ? size.y : size.x) + 1; u++)
            {
                wend_cell cell = dx ? at(v, u) : at(u, v);
                bool is_edge = !wend_grid_get(grid, cell) && wend_grid_get(grid, at(cell.x + dx, cell.y + dy));
                double x0 = (double)origin.x + (double)edge * (cell.x + (dx > 0)), x1 = x0 + (dx ? 0 : (double)edge);
                double y0 = (double)origin.y + (double)edge * (cell.y + (dy > 0)), y1 = y0 + (dy ? 0 : (double)edge);
                bool is_before = ((double)p.x - x0) * dx + ((double)p.y - y0) * dy >= 0;
                double ax = fmax(fmax(x0 - (double)p.x, (double)p.x - x1), 0);
                double ay = fmax(fmax(y0 - (double)p.y, (double)p.y - y1), 0);
                if (is_edge && is_before)
                    best = fmin(best, sqrt(ax * ax + ay * ay));
                if (is_on && !is_edge)
                {
                    count += best <= (double)radius;
                    *nearest = fmin(*nearest, best);
                    best = 1e9;
                }
                is_on = is_edge;
            }
        }
    }
    return count;
}

static void t_around_is_what_edges_say(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(12, 1);
    int inside = 0;
    for (int round = 0; round < 300; round++)
    {
        wend_obstacles *set;
        wend_grid *grid = place_map(&random, &set);
        wend_vec p0 = wend_grid_point(grid, at(0, 0)), p1 = wend_grid_point(grid, at(1, 0));
        float edge = p1.x - p0.x;
        wend_vec origin = v2(p0.x - 0.5f * edge, p0.y - 0.5f * edge);
        edge = edge > 0.5f ? 1.0f : 0.375f;
        origin = v2(roundf(origin.x), roundf(origin.y));
        for (int k = 0; k < 40; k++)
        {
            wend_vec p = draw_on(&random, grid, 0.3f);
            float radius = 3 * wend_random_unit(&random);
            wend_hit hits[64], near = {0};
            double nearest;
            int count = wend_grid_around(grid, p, radius, 0, hits, 64);
            int wanted = count_runs(grid, p, radius, edge, origin, &nearest);
            wend_obstacles_closest(set, p, FLT_MAX, 0, &near);
            if (!is_open(grid, p)) // in walls: the nearest way out, by many small steps round about
            {
                inside++;
                assert_true(count == wanted + 1 || (count == 0 && wanted == 0));
                if (count == 0)
                    continue;
                assert_true(hits[0].distance < 0);
                assert_close(-hits[0].distance, wend_distance(p, hits[0].point), 1e-5);
                wend_vec out = wend_add(hits[0].point, wend_scale(hits[0].normal, 1e-3f));
                assert_true(is_open(grid, out));
                for (int i = 0; i < 64; i++)
                {
                    float turn = 0.0981748f * (float)i, off = -0.999f * hits[0].distance - 1e-5f;
                    wend_vec there = v2(p.x + off * wend_cos(turn), p.y + off * wend_sin(turn));
                    assert_false(is_open(grid, there));
                }
                continue;
            }
            if (count != wanted)
                fail_msg("round %d, place %d: %d instead of %d", round, k, count, wanted);
            for (int i = 0; i < count; i++)
            {
                assert_close(wend_distance(p, hits[i].point), hits[i].distance, 1e-5);
                assert_true(i == 0 || hits[i].distance >= hits[i - 1].distance);
                assert_close(wend_dot(hits[i].normal, wend_normalize(wend_sub(p, hits[i].point))), 1, 1e-3);
            }
            if (count > 0)
            {
                assert_close(hits[0].distance, nearest, 1e-5);
                assert_close(hits[0].distance, near.distance, 1e-5);
            }
        }
        wend_obstacles_destroy(set);
        wend_grid_destroy(grid);
    }
    assert_true(inside > 1000);
}

/// A map that wraps against one that holds it three times each way.
static void t_what_wraps_goes_on(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(13, 1);
    for (int round = 0; round < 200; round++)
    {
        wend_grid_def def = wend_default_grid_def(), large;
        uint8_t costs[90 * 90], all[270 * 270];
        def.width = between(&random, 3, round % 4 ? 9 : 90);
        def.height = between(&random, 3, 9);
        def.costs = costs;
        def.wraps_x = def.wraps_y = true;
        for (int i = 0; i < def.width * def.height; i++)
            costs[i] = between(&random, 1, 10) > 2;
        large = def;
        large.wraps_x = large.wraps_y = false;
        large.width *= 3, large.height *= 3, large.costs = all;
        large.origin = v2(-(float)def.width, -(float)def.height);
        for (int i = 0; i < large.width * large.height; i++)
            all[i] = costs[i / large.width % def.height * def.width + i % large.width % def.width];
        wend_grid *grid = wend_grid_create(&def, NULL), *tiled = wend_grid_create(&large, NULL);
        for (int k = 0; k < 100; k++)
        {
            wend_vec from = draw_on(&random, grid, 0), to = draw_on(&random, grid, 1);
            float radius = k % 2 ? 0.8f * wend_random_unit(&random) : 0;
            wend_hit own = {0}, other = {0}, hits[2][64];
            assert_int_equal(cast_on(grid, from, wend_sub(to, from), radius, &own),
                             cast_on(tiled, from, wend_sub(to, from), radius, &other));
            assert_close(own.distance, other.distance, 1e-4);
            int count = wend_grid_around(grid, from, 2, 0, hits[0], 64);
            assert_int_equal(count, wend_grid_around(tiled, from, 2, 0, hits[1], 64));
            for (int i = 0; i < count && i < 64; i++)
                assert_close(hits[0][i].distance, hits[1][i].distance, 1e-5);
        }
        wend_grid_destroy(grid);
        wend_grid_destroy(tiled);
    }
}

/// A circle that begins with an overlap, step by step: until it is clear it is as small as what fits at the start.
static void t_leaving_is_what_small_steps_say(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(14, 1);
    int tried = 0;
    for (int round = 0; round < 150; round++)
    {
        wend_obstacles *set;
        wend_grid *grid = place_map(&random, &set);
        for (int k = 0; k < 10; k++)
        {
            wend_vec from = draw_on(&random, grid, 0), along = wend_sub(draw_on(&random, grid, 0), from);
            float radius = 0.2f + 0.5f * wend_random_unit(&random);
            wend_hit near = {0}, own = {0};
            wend_obstacles_closest(set, from, FLT_MAX, 0, &near);
            float room = near.distance, length = wend_length(along), met = -1;
            if (!is_open(grid, from) || room < 0.05f || room > radius - 0.01f)
                continue;
            bool is_clear = false;
            for (float s = 0; s <= length && met < 0; s += 0.005f)
            {
                wend_obstacles_closest(set, wend_add(from, wend_scale(along, s / length)), FLT_MAX, 0, &near);
                is_clear |= near.distance >= radius;
                if (near.distance < (is_clear ? radius : room) - 0.002f)
                    met = s;
            }
            bool is_met = cast_on(grid, from, along, radius, &own);
            tried++;
            // touching by a hair may go either way
            if (met >= 0 && (!is_met || own.distance > met + 0.01f))
                fail_msg("round %d, cast %d: %g, not %g", round, k, is_met ? (double)own.distance : -1.0, (double)met);
            if (is_met)
            {
                wend_obstacles_closest(set, wend_add(from, wend_scale(along, own.distance / length)), FLT_MAX, 0,
                                       &near);
                assert_true(near.distance < radius + 1e-3f && near.distance > room - 1e-3f);
            }
        }
        wend_obstacles_destroy(set);
        wend_grid_destroy(grid);
    }
    assert_true(tried > 200);
}

// ---- who asks -------------------------------------------------------------------------------------------------------

static void t_a_raster_of_a_grid_is_the_grid(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(15, 1);
    for (int round = 0; round < 100; round++)
    {
        wend_grid *grid = random_map(&random, false);
        wend_cell size = wend_grid_size(grid);
        wend_grid *copy = open_map(size.x, size.y);
        wend_raster raster = wend_default_raster(copy);
        raster.caster = wend_grid_caster(grid);
        assert_int_equal(wend_grid_rasterize(copy, &raster, NULL), WEND_OK);
        for (int i = 0; i < size.x * size.y; i++)
            assert_int_equal(wend_grid_get(grid, at(i % size.x, i / size.x)) > 0,
                             wend_grid_get(copy, at(i % size.x, i / size.x)) > 0);
        wend_grid_destroy(grid);
        wend_grid_destroy(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_casts_by_hand),
        cmocka_unit_test(t_leaving_walls),
        cmocka_unit_test(t_around_by_hand),
        cmocka_unit_test(t_nothing_is_met),
        cmocka_unit_test(t_casts_are_those_of_boxes),
        cmocka_unit_test(t_around_is_what_edges_say),
        cmocka_unit_test(t_what_wraps_goes_on),
        cmocka_unit_test(t_leaving_is_what_small_steps_say),
        cmocka_unit_test(t_a_raster_of_a_grid_is_the_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
