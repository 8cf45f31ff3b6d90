// near.h: both queries against a direct scan in double, in the plane, in space, where it wraps, and at any extent.
#include "testing_memory.h"

#include "wend/near.h"

enum
{
    MOST = 3000
};

static wend_near *index_of(const wend_near_def *def, const wend_vec *points, int count)
{
    wend_error error;
    wend_near *near_index = wend_near_create(def, &error);
    assert_non_null(near_index);
    assert_int_equal(wend_near_build(near_index, points, sizeof *points, count), WEND_OK);
    return near_index;
}

static wend_near_def cells(float size, bool is_spatial)
{
    wend_near_def def = wend_default_near_def();
    def.cell_size = size;
    def.is_spatial = is_spatial;
    return def;
}

static wend_near_def torus(float size, bool is_spatial, wend_vec low, wend_vec high)
{
    wend_near_def def = cells(size, is_spatial);
    def.does_wrap = true;
    def.low = low;
    def.high = high;
    return def;
}

static double along(double from, double to, double low, double high, bool does_wrap)
{
    return does_wrap ? remainder(to - from, high - low) : to - from;
}

static double distance_between(const wend_near_def *def, wend_vec a, wend_vec b)
{
    double x = along((double)a.x, (double)b.x, (double)def->low.x, (double)def->high.x, def->does_wrap);
    double y = along((double)a.y, (double)b.y, (double)def->low.y, (double)def->high.y, def->does_wrap);
    double z =
        def->is_spatial ? along((double)a.z, (double)b.z, (double)def->low.z, (double)def->high.z, def->does_wrap) : 0;
    return sqrt(x * x + y * y + z * z);
}

/// Where each point stands in the one order that all radius queries must keep.
static void rank_all(const wend_near *near_index, int count, float radius, int *rank)
{
    static int all[MOST];
    assert_int_equal(wend_near_radius(near_index, v2(0, 0), radius, all, MOST), count);
    for (int i = 0; i < count; i++)
    {
        rank[i] = -1;
    }
    for (int k = 0; k < count; k++)
    {
        assert_in_range(all[k], 0, count - 1);
        assert_int_equal(rank[all[k]], -1); // nobody twice
        rank[all[k]] = k;
    }
}

/// A radius query finds what a direct scan finds (`slack`: the share of the radius within which either will do), in
/// order.
static void check_radius(const wend_near *near_index, const wend_near_def *def, const wend_vec *points, int count,
                         const int *rank, wend_vec centre, float radius, double slack)
{
    static int out[MOST];
    static bool is_found[MOST];
    int found = wend_near_radius(near_index, centre, radius, out, MOST);
    memset(is_found, 0, sizeof is_found);
    for (int k = 0; k < found; k++)
    {
        assert_in_range(out[k], 0, count - 1);
        assert_true(k == 0 || rank[out[k - 1]] < rank[out[k]]);
        is_found[out[k]] = true;
    }
    for (int i = 0; i < count; i++)
    {
        double distance = distance_between(def, centre, points[i]), edge = (double)radius;
        if (fabs(distance - edge) > slack * (edge + exact_length(centre)) || slack == 0)
        {
            assert_int_equal(is_found[i], distance <= edge);
        }
    }
}

/// The k nearest are as near as those of a direct scan, nobody twice, none beyond the radius, by (distance, index).
static void check_nearest(const wend_near *near_index, const wend_near_def *def, const wend_vec *points, int count,
                          wend_vec centre, float radius, int k, double slack)
{
    static int out[MOST];
    static double sorted[MOST];
    int inside = 0;
    for (int i = 0; i < count; i++)
    {
        double distance = distance_between(def, centre, points[i]);
        if (distance > (double)radius && radius < FLT_MAX)
        {
            continue;
        }
        int place = inside < k ? inside : k; // insertion into the k smallest
        while (place > 0 && sorted[place - 1] > distance)
        {
            place--;
        }
        if (place < k)
        {
            memmove(&sorted[place + 1], &sorted[place],
                    sizeof *sorted * (size_t)((inside < k ? inside : k - 1) - place));
            sorted[place] = distance;
        }
        inside++;
    }
    int found = wend_near_nearest(near_index, centre, radius, out, k);
    assert_int_equal(found, inside < k ? inside : k);
    for (int i = 0; i < found; i++)
    {
        assert_in_range(out[i], 0, count - 1);
        double distance = distance_between(def, centre, points[out[i]]);
        assert_close(distance, sorted[i], slack * (sorted[i] + exact_length(centre)));
        if (i > 0 && slack == 0)
        {
            double before = distance_between(def, centre, points[out[i - 1]]);
            assert_true(before < distance || (before == distance && out[i - 1] < out[i]));
        }
        for (int j = 0; j < i; j++)
        {
            assert_int_not_equal(out[i], out[j]);
        }
    }
}

// ---- both queries

static void t_a_handful_by_hand(void **state)
{
    (void)state;
    // cell (0,0) holds 0, 2 and 4; 3-4-5 away from the origin lies 3, exactly
    const wend_vec points[] = {{1, 1, 0}, {100, 0, 0}, {3, 1, 0}, {-3, -4, 0}, {0, 0, 0}};
    wend_near_def def = wend_default_near_def();
    assert_close(def.cell_size, 4, 0);
    assert_false(def.is_spatial);
    assert_false(def.does_wrap);
    wend_near *near_index = index_of(&def, points, 5);
    int out[6] = {-7, -7, -7, -7, -7, -7};
    assert_int_equal(wend_near_radius(near_index, v2(1, 1), 2, out, 5), 3); // exactly at it counts
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], 2);
    assert_int_equal(out[2], 4);
    assert_int_equal(out[3], -7);
    assert_int_equal(wend_near_radius(near_index, v2(0, 0), 5, out, 5), 4);
    assert_int_equal(wend_near_radius(near_index, v2(0, 0), 4.9999995f, out, 5), 3);
    assert_int_equal(wend_near_radius(near_index, v2(50, 50), 5, out, 5), 0);
    assert_int_equal(wend_near_nearest(near_index, v2(0, 0), FLT_MAX, out, 5), 5);
    const int by_distance[] = {4, 0, 2, 3, 1};
    for (int i = 0; i < 5; i++)
    {
        assert_int_equal(out[i], by_distance[i]);
    }
    assert_int_equal(wend_near_nearest(near_index, v2(0, 0), 5, out, 5), 4);
    assert_int_equal(wend_near_nearest(near_index, v2(0, 0), 4.9999995f, out, 5), 3);
    assert_int_equal(wend_near_nearest(near_index, v2(99, 0), FLT_MAX, out, 1), 1);
    assert_int_equal(out[0], 1);
    assert_int_equal(wend_near_nearest(near_index, v2(0, 0), FLT_MAX, out, 0), 0);
    wend_near_destroy(near_index);
}

/// Points with whole coordinates, so that all distances are exact and many are equal.
static void fill_lattice(uint64_t *random, wend_vec *points, int count, int half, bool is_spatial)
{
    for (int i = 0; i < count; i++)
    {
        points[i].x = (float)((int)(draw(random) % (unsigned)(2 * half)) - half);
        points[i].y = (float)((int)(draw(random) % (unsigned)(2 * half)) - half);
        points[i].z = is_spatial ? (float)((int)(draw(random) % (unsigned)(2 * half)) - half) : 0;
    }
}

static void t_whole_numbers_exactly(void **state)
{
    (void)state;
    uint64_t random = 1;
    static wend_vec points[MOST];
    static int rank[MOST];
    const float sizes[] = {0.5f, 4, 64};
    for (int round = 0; round < 12; round++)
    {
        bool is_spatial = round % 2 == 1, does_wrap = round % 4 >= 2;
        int half = is_spatial ? 8 : 16;
        fill_lattice(&random, points, 600, half, is_spatial);
        wend_vec low = wend_xyz((float)-half, (float)-half, (float)-half), high = wend_negate(low);
        float size = sizes[round % 3] < (float)half ? sizes[round % 3] : (float)half;
        wend_near_def def = does_wrap ? torus(size, is_spatial, low, high) : cells(sizes[round % 3], is_spatial);
        wend_near *near_index = index_of(&def, points, 600);
        rank_all(near_index, 600, 1e6f, rank);
        for (int query = 0; query < 60; query++)
        {
            wend_vec centre;
            fill_lattice(&random, &centre, 1, half, is_spatial);
            float radius = (float)(draw(&random) % 12);
            check_radius(near_index, &def, points, 600, rank, centre, radius, 0);
            check_nearest(near_index, &def, points, 600, centre, query % 2 == 0 ? FLT_MAX : radius, 1 + query, 0);
        }
        wend_near_destroy(near_index);
    }
}

static void t_random_points_in_plane_and_space(void **state)
{
    (void)state;
    uint64_t random = 2;
    static wend_vec points[MOST];
    static int rank[MOST];
    const float sizes[] = {0.03f, 0.7f, 4, 50, 1e6f};
    const double halves[] = {1, 20, 300};
    for (int round = 0; round < 30; round++)
    {
        bool is_spatial = round % 2 == 1;
        int count = (int)(draw(&random) % MOST);
        double half = halves[round % 3];
        for (int i = 0; i < count; i++)
        {
            points[i] = draw_in_box(&random, half, is_spatial);
        }
        wend_near_def def = cells(sizes[round % 5], is_spatial);
        wend_near *near_index = index_of(&def, points, count);
        rank_all(near_index, count, 1e6f, rank);
        for (int query = 0; query < 30; query++)
        {
            wend_vec centre = draw_in_box(&random, half, is_spatial);
            float radius = draw_float(&random, 0, query % 5 == 0 ? 3 * half : 0.2 * half);
            check_radius(near_index, &def, points, count, rank, centre, radius, 1e-6);
            check_nearest(near_index, &def, points, count, centre, FLT_MAX, 1 + query, 1e-6);
        }
        wend_near_destroy(near_index);
    }
}

static void t_TOR_03_where_space_wraps(void **state)
{
    (void)state;
    uint64_t random = 3;
    static wend_vec points[MOST];
    static int rank[MOST];
    const float sizes[] = {0.7f, 4, 33, 400};
    for (int round = 0; round < 24; round++)
    {
        bool is_spatial = round % 2 == 1;
        wend_vec low = wend_xyz(-20, 10, 5), high = wend_xyz(80, 60, 45); // each side its own length
        int count = 200 + (int)(draw(&random) % 1000);
        for (int i = 0; i < count; i++)
        {
            points[i].x = draw_float(&random, -20, 80);
            points[i].y = draw_float(&random, 10, 60);
            points[i].z = is_spatial ? draw_float(&random, 5, 45) : 0;
        }
        wend_near_def def = torus(sizes[round % 4], is_spatial, low, high);
        wend_near *near_index = index_of(&def, points, count);
        rank_all(near_index, count, 1e6f, rank);
        for (int query = 0; query < 30; query++)
        {
            wend_vec centre = points[query];
            if (query % 3 == 0)
            {
                centre =
                    wend_xyz(query % 2 == 0 ? -19.9f : 79.9f, query % 4 < 2 ? 10.1f : 59.9f, is_spatial ? 5.1f : 0);
            }
            float radius = query % 7 == 0 ? 60 : draw_float(&random, 0, 15); // 60 goes round more than once
            check_radius(near_index, &def, points, count, rank, centre, radius, 1e-6);
            check_nearest(near_index, &def, points, count, centre, FLT_MAX, 1 + query, 1e-6);
        }
        wend_near_destroy(near_index);
    }
    const wend_vec two[] = {{99, 50, 0}, {1, 50, 0}};
    wend_near_def def = torus(4, false, v2(0, 0), v2(100, 100));
    wend_near *near_index = index_of(&def, two, 2);
    int out[2];
    assert_int_equal(wend_near_radius(near_index, two[1], 5, out, 2), 2); // the threat at 99 is 2 away from 1
    assert_int_equal(wend_near_radius(near_index, two[1], 1.99f, out, 2), 1);
    wend_near_destroy(near_index);
}

// ---- order

static int cell_of(float x, float size)
{
    return (int)floorf(x / size);
}

static void t_order_is_by_cell_then_index(void **state)
{
    (void)state;
    uint64_t random = 4;
    static wend_vec points[MOST];
    static int all[MOST];
    for (int is_spatial = 0; is_spatial < 2; is_spatial++)
    {
        for (int i = 0; i < MOST; i++)
        {
            points[i] = draw_in_box(&random, 16, is_spatial == 1);
        }
        wend_near_def def = cells(4, is_spatial == 1);
        wend_near *near_index = index_of(&def, points, MOST);
        assert_int_equal(wend_near_radius(near_index, v2(0, 0), 100, all, MOST), MOST);
        static bool is_done[8][8][8];
        memset(is_done, 0, sizeof is_done);
        for (int k = 1; k < MOST; k++)
        {
            wend_vec a = points[all[k - 1]], b = points[all[k]];
            int x = cell_of(a.x, 4) + 4, y = cell_of(a.y, 4) + 4, z = cell_of(a.z, 4) + 4;
            bool is_same = x == cell_of(b.x, 4) + 4 && y == cell_of(b.y, 4) + 4 && z == cell_of(b.z, 4) + 4;
            if (is_same)
            {
                assert_true(all[k - 1] < all[k]);
            }
            else
            {
                is_done[x][y][z] = true; // a cell that was left doesn't come again
                assert_false(is_done[cell_of(b.x, 4) + 4][cell_of(b.y, 4) + 4][cell_of(b.z, 4) + 4]);
            }
        }
        wend_near_destroy(near_index);
    }
}

static void t_a_point_far_away_changes_nothing(void **state)
{
    (void)state;
    uint64_t random = 5;
    static wend_vec points[MOST];
    static int before[MOST], after[MOST];
    const float far[] = {1e3f, 1e9f, 1e30f, FLT_MAX};
    for (int i = 0; i < 1000; i++)
    {
        points[i] = draw_in_box(&random, 30, true);
    }
    for (int round = 0; round < 8; round++)
    {
        wend_near_def def = cells(4, round % 2 == 1);
        float place = far[round / 2];
        points[1000] = wend_xyz(place, 0, 0);
        points[1001] = wend_xyz(-place, -place, round % 2 == 1 ? place : 0);
        wend_near *alone = index_of(&def, points, 1000), *together = index_of(&def, points, 1002);
        for (int query = 0; query < 20; query++)
        {
            int count = wend_near_radius(alone, points[query], (float)query * 2, before, MOST);
            assert_int_equal(wend_near_radius(together, points[query], (float)query * 2, after, MOST), count);
            assert_memory_equal(before, after, sizeof *before * (size_t)count);
            count = wend_near_nearest(alone, points[query], FLT_MAX, before, 10 * query);
            assert_int_equal(wend_near_nearest(together, points[query], FLT_MAX, after, 10 * query), count);
            assert_memory_equal(before, after, sizeof *before * (size_t)count);
        }
        // and the one far away is found
        int at[2] = {-1, -1};
        assert_int_equal(wend_near_radius(together, points[1000], 1, at, 2), 1);
        assert_int_equal(at[0], 1000);
        assert_int_equal(wend_near_nearest(together, points[1001], FLT_MAX, at, 1), 1);
        assert_int_equal(at[0], 1001);
        wend_near_destroy(alone);
        wend_near_destroy(together);
    }
}

static void t_any_extent(void **state)
{
    (void)state;
    uint64_t random = 6;
    static wend_vec points[MOST];
    static int rank[MOST], out[MOST];
    const float sizes[] = {1e-29f, 1e-20f, 1e-9f, 1, 1e9f, 1e18f, 3e38f};
    for (int round = 0; round < 28; round++)
    {
        bool is_spatial = round % 2 == 1;
        for (int i = 0; i < 300; i++)
        {
            double half = pow(10, draw_between(&random, -15, 15));
            points[i] = draw_in_box(&random, half, is_spatial);
        }
        wend_near_def def = cells(sizes[round % 7], is_spatial);
        wend_near *near_index = index_of(&def, points, 300);
        rank_all(near_index, 300, FLT_MAX, rank);
        for (int query = 0; query < 40; query++)
        {
            float radius = (float)pow(10, draw_between(&random, -15, 15));
            check_radius(near_index, &def, points, 300, rank, points[query], radius, 1e-6);
            check_nearest(near_index, &def, points, 300, points[query], FLT_MAX, 5, 1e-6);
        }
        assert_int_equal(wend_near_nearest(near_index, points[0], FLT_MAX, out, MOST), 300); // FLT_MAX: anywhere
        wend_near_destroy(near_index);
    }
}

static void t_distances_whose_squares_overflow_or_vanish(void **state)
{
    (void)state;
    uint64_t random = 16;
    static wend_vec points[MOST];
    static int rank[MOST];
    for (int round = 0; round < 20; round++)
    {
        for (int i = 0; i < 300; i++)
        {
            points[i] = draw_wild(&random);
            points[i].z = round % 2 == 1 ? points[i].z : 0;
        }
        wend_near_def def = cells(fmaxf(1e-29f, draw_positive(&random)), round % 2 == 1);
        wend_near *near_index = index_of(&def, points, 300);
        rank_all(near_index, 300, FLT_MAX, rank);
        for (int query = 0; query < 40; query++)
        {
            check_radius(near_index, &def, points, 300, rank, points[query], draw_not_negative(&random), 1e-6);
            check_nearest(near_index, &def, points, 300, points[query], FLT_MAX, 5, 1e-6);
        }
        wend_near_destroy(near_index);
    }
}

static void t_nearest_from_far_outside(void **state)
{
    (void)state;
    uint64_t random = 26;
    static wend_vec points[MOST];
    const float sizes[] = {0.03f, 0.7f, 4, 50};
    for (int round = 0; round < 16; round++)
    {
        bool is_spatial = round % 2 == 1;
        wend_near_def def = cells(sizes[round / 2 % 4], is_spatial);
        for (int i = 0; i < 500; i++)
        {
            points[i] = draw_in_box(&random, round < 8 ? 20 : 300, is_spatial);
        }
        wend_near *near_index = index_of(&def, points, 500);
        for (int query = 0; query < 60; query++)
        {
            wend_vec centre = draw_in_box(&random, query % 2 == 0 ? 400 : 1e5, is_spatial);
            check_nearest(near_index, &def, points, 500, centre, FLT_MAX, 1 + query % 9, 1e-6);
        }
        wend_near_destroy(near_index);
    }
}

static void t_radius_far_beyond_a_space_that_wraps(void **state)
{
    (void)state;
    uint64_t random = 36;
    static wend_vec points[MOST];
    static int all[MOST], out[MOST];
    const float radii[] = {1e3f, 1e9f, 1e10f, 1e20f, FLT_MAX};
    for (int i = 0; i < 400; i++)
    {
        points[i] = draw_in_box(&random, 16, false);
    }
    wend_near_def def = torus(4, false, v2(-16, -16), v2(16, 16));
    wend_near *near_index = index_of(&def, points, 400);
    assert_int_equal(wend_near_radius(near_index, v2(0, 0), 23, all, MOST), 400); // half the diagonal is 22.6
    for (int i = 0; i < COUNT_OF(radii); i++)
    {
        assert_int_equal(wend_near_radius(near_index, v2(3, -9), radii[i], out, MOST), 400);
        assert_memory_equal(all, out, 400 * sizeof *all);
    }
    wend_near_destroy(near_index);
}

static void t_OVF_09_all_on_one_spot(void **state)
{
    (void)state;
    static wend_vec points[MOST];
    static int out[MOST];
    const wend_vec spots[] = {{0, 0, 0}, {3.7f, -1e4f, 0}, {1e30f, 1e30f, 0}};
    for (int spot = 0; spot < COUNT_OF(spots); spot++)
    {
        for (int i = 0; i < MOST; i++)
        {
            points[i] = spots[spot];
        }
        wend_near_def def = wend_default_near_def();
        wend_near *near_index = index_of(&def, points, MOST);
        assert_int_equal(wend_near_radius(near_index, spots[spot], 0, out, MOST), MOST);
        for (int i = 0; i < MOST; i++)
        {
            assert_int_equal(out[i], i);
        }
        assert_int_equal(wend_near_nearest(near_index, spots[spot], 1, out, 10), 10);
        for (int i = 0; i < 10; i++)
        {
            assert_int_equal(out[i], i); // ties by index
        }
        wend_near_destroy(near_index);
    }
}

// ---- the edges of the interface

static void t_capacity_smaller_than_hits(void **state)
{
    (void)state;
    uint64_t random = 7;
    static wend_vec points[500];
    static int all[500], out[500];
    for (int i = 0; i < 500; i++)
    {
        points[i] = draw_in_box(&random, 10, false);
    }
    wend_near_def def = wend_default_near_def();
    wend_near *near_index = index_of(&def, points, 500);
    int hits = wend_near_radius(near_index, v2(1, 1), 7, all, 500);
    assert_in_range(hits, 100, 400);
    const int capacities[] = {0, 1, 17, 99};
    for (int c = 0; c < COUNT_OF(capacities); c++)
    {
        int room = capacities[c];
        for (int i = 0; i < 500; i++)
        {
            out[i] = -5;
        }
        assert_int_equal(wend_near_radius(near_index, v2(1, 1), 7, out, room), hits); // how many there are
        for (int i = 0; i < 500; i++)
        {
            assert_int_equal(out[i], i < room ? all[i] : -5); // and not one more is written
        }
        assert_int_equal(wend_near_nearest(near_index, v2(1, 1), 7, out, room), room);
        assert_int_equal(out[room], -5);
    }
    wend_near_destroy(near_index);
}

static void t_positions_a_stride_apart(void **state)
{
    (void)state;
    struct body
    {
        char name[5];
        wend_vec position;
        double mass;
    } bodies[50];
    wend_vec points[50];
    uint64_t random = 8;
    for (int i = 0; i < 50; i++)
    {
        memset(&bodies[i], 0xff, sizeof bodies[i]);
        points[i] = bodies[i].position = draw_in_box(&random, 10, false);
    }
    wend_near_def def = wend_default_near_def();
    wend_near *packed = index_of(&def, points, 50), *strided = wend_near_create(&def, NULL);
    assert_int_equal(wend_near_build(strided, &bodies[0].position, sizeof bodies[0], 50), WEND_OK);
    int a[50], b[50];
    for (int i = 0; i < 50; i++)
    {
        int count = wend_near_radius(packed, points[i], 4, a, 50);
        assert_int_equal(wend_near_radius(strided, points[i], 4, b, 50), count);
        assert_memory_equal(a, b, sizeof *a * (size_t)count);
    }
    wend_near_destroy(packed);
    wend_near_destroy(strided);
}

static void t_built_anew(void **state)
{
    (void)state;
    wend_vec points[3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    wend_near_def def = wend_default_near_def();
    wend_near *near_index = wend_near_create(&def, NULL);
    int out[3];
    assert_int_equal(wend_near_radius(near_index, v2(0, 0), FLT_MAX, out, 3), 0); // new: empty
    assert_int_equal(wend_near_nearest(near_index, v2(0, 0), FLT_MAX, out, 3), 0);
    assert_int_equal(wend_near_build(near_index, points, sizeof *points, 3), WEND_OK);
    points[1].x = 50; // it was copied
    assert_int_equal(wend_near_radius(near_index, v2(0, 0), 10, out, 3), 3);
    assert_int_equal(wend_near_build(near_index, points, sizeof *points, 2), WEND_OK); // what was there is forgotten
    assert_int_equal(wend_near_radius(near_index, v2(0, 0), 100, out, 3), 2);
    assert_int_equal(wend_near_radius(near_index, v2(0, 0), 10, out, 3), 1);
    assert_int_equal(wend_near_build(near_index, points, sizeof *points, 0), WEND_OK);
    assert_int_equal(wend_near_radius(near_index, v2(0, 0), FLT_MAX, out, 3), 0);
    wend_near_destroy(near_index);
}

static void t_what_is_not_finite_leaves_it_empty(void **state)
{
    (void)state;
    const float bad[] = {NAN, INFINITY, -INFINITY};
    wend_near_def def = wend_default_near_def();
    wend_near *near_index = wend_near_create(&def, NULL);
    int out[4];
    for (int i = 0; i < 6; i++)
    {
        wend_vec points[3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
        assert_int_equal(wend_near_build(near_index, points, sizeof *points, 3), WEND_OK);
        if (i < 3)
        {
            points[2].x = bad[i];
        }
        else
        {
            points[0].y = bad[i - 3];
        }
        assert_int_equal(wend_near_build(near_index, points, sizeof *points, 3), WEND_ERROR_VALUE);
        assert_int_equal(wend_near_radius(near_index, v2(0, 0), FLT_MAX, out, 4), 0);
        assert_int_equal(wend_near_nearest(near_index, v2(0, 0), FLT_MAX, out, 4), 0);
    }
    wend_near_destroy(near_index);
}

static void refuse(wend_near_def def)
{
    wend_error error = {WEND_OK, ""};
    assert_null(wend_near_create(&def, &error));
    assert_int_equal(error.status, WEND_ERROR_VALUE);
    assert_true(strlen(error.text) > 10);
    assert_null(wend_near_create(&def, NULL));
}

static void t_a_cell_may_be_as_small_as_a_float(void **state)
{
    (void)state;
    const float sizes[] = {1e-45f, 1e-38f, 1e-31f};
    const wend_vec points[] = {{0, 0, 0}, {3, 4, 0}};
    for (int i = 0; i < COUNT_OF(sizes); i++)
    {
        wend_near_def def = cells(sizes[i], false);
        wend_near *near_index = index_of(&def, points, 2); // near.h: > 0
        int out[2];
        assert_int_equal(wend_near_radius(near_index, v2(0, 0), 5, out, 2), 2);
        wend_near_destroy(near_index);
    }
}

static void t_a_bad_def_is_refused(void **state)
{
    (void)state;
    const float bad[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < COUNT_OF(bad); i++)
    {
        refuse(cells(bad[i], false));
    }
    wend_error error = {WEND_OK, ""};
    wend_near_def negative = cells(-1, false);
    assert_null(wend_near_create(&negative, &error));
    assert_non_null(strstr(error.text, "cell")); // names the field and its value
    assert_non_null(strstr(error.text, "-1"));
    refuse(torus(1, false, v2(0, 0), v2(10, 0)));
    refuse(torus(1, false, v2(0, 5), v2(10, 4)));
    refuse(torus(1, false, v2(NAN, 0), v2(10, 10)));
    refuse(torus(1, false, v2(0, 0), v2(INFINITY, 10)));
    refuse(torus(1, true, v2(0, 0), v2(10, 10))); // in space z counts too
    wend_near_def plane = torus(1, false, v2(0, 0), v2(10, 10));
    wend_near *near_index = wend_near_create(&plane, &error);
    assert_non_null(near_index);
    wend_near_destroy(near_index);
}

// ---- memory

static void t_MEM_03_allocates_only_when_there_are_more_than_ever(void **state)
{
    (void)state;
    static wend_vec points[MOST];
    uint64_t random = 9;
    ledger book = {0, 0, 1000000};
    wend_near_def def = wend_default_near_def();
    def.allocator = ledger_allocator(&book);
    wend_near *near_index = wend_near_create(&def, NULL);
    for (int i = 0; i < MOST; i++)
    {
        points[i] = draw_in_box(&random, 50, false);
    }
    assert_int_equal(wend_near_build(near_index, points, sizeof *points, MOST), WEND_OK);
    int after_first = book.taken;
    assert_true(after_first > 0);
    for (int round = 0; round < 50; round++)
    {
        double half = round % 3 == 0 ? 5 : round % 3 == 1 ? 500 : 1e20; // any extent
        int count = MOST - (int)(draw(&random) % 100);
        for (int i = 0; i < count; i++)
        {
            points[i] = draw_in_box(&random, half, false);
        }
        assert_int_equal(wend_near_build(near_index, points, sizeof *points, count), WEND_OK);
        int out[20];
        wend_near_radius(near_index, points[0], 5, out, 20);
        wend_near_nearest(near_index, points[0], FLT_MAX, out, 20);
    }
    assert_int_equal(book.taken, after_first);
    wend_near_destroy(near_index);
    assert_int_equal(book.taken, book.given); // no leak
}

static void t_out_of_memory(void **state)
{
    (void)state;
    static wend_vec points[MOST];
    uint64_t random = 10;
    for (int i = 0; i < MOST; i++)
    {
        points[i] = draw_in_box(&random, 50, false);
    }
    bool has_failed_to_create = false, has_failed_to_build = false, has_worked = false;
    for (int room = 0; room < 30 && !has_worked; room++)
    {
        ledger book = {0, 0, room};
        wend_near_def def = wend_default_near_def();
        def.allocator = ledger_allocator(&book);
        wend_error error = {WEND_OK, ""};
        wend_near *near_index = wend_near_create(&def, &error);
        if (near_index == NULL)
        {
            assert_int_equal(error.status, WEND_ERROR_MEMORY);
            has_failed_to_create = true;
        }
        else
        {
            int out[1];
            wend_status status = wend_near_build(near_index, points, sizeof *points, MOST);
            has_worked = status == WEND_OK;
            if (!has_worked)
            {
                assert_int_equal(status, WEND_ERROR_MEMORY);
                assert_int_equal(wend_near_radius(near_index, v2(0, 0), FLT_MAX, out, 1), 0); // empty
                has_failed_to_build = true;
                book.left = 1000; // and it works again when there is memory
                assert_int_equal(wend_near_build(near_index, points, sizeof *points, MOST), WEND_OK);
                assert_int_equal(wend_near_radius(near_index, v2(0, 0), FLT_MAX, out, 1), MOST);
            }
            wend_near_destroy(near_index);
        }
        assert_int_equal(book.taken, book.given);
    }
    assert_true(has_failed_to_create && has_failed_to_build && has_worked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_handful_by_hand),
        cmocka_unit_test(t_whole_numbers_exactly),
        cmocka_unit_test(t_random_points_in_plane_and_space),
        cmocka_unit_test(t_TOR_03_where_space_wraps),
        cmocka_unit_test(t_order_is_by_cell_then_index),
        cmocka_unit_test(t_a_point_far_away_changes_nothing),
        cmocka_unit_test(t_any_extent),
        cmocka_unit_test(t_distances_whose_squares_overflow_or_vanish),
        cmocka_unit_test(t_nearest_from_far_outside),
        cmocka_unit_test(t_radius_far_beyond_a_space_that_wraps),
        cmocka_unit_test(t_OVF_09_all_on_one_spot),
        cmocka_unit_test(t_capacity_smaller_than_hits),
        cmocka_unit_test(t_positions_a_stride_apart),
        cmocka_unit_test(t_built_anew),
        cmocka_unit_test(t_what_is_not_finite_leaves_it_empty),
        cmocka_unit_test(t_a_cell_may_be_as_small_as_a_float),
        cmocka_unit_test(t_a_bad_def_is_refused),
        cmocka_unit_test(t_MEM_03_allocates_only_when_there_are_more_than_ever),
        cmocka_unit_test(t_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
