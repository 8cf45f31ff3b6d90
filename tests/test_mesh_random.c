// mesh.h on random maps: the exact search against a visibility graph, the corridor search against Dijkstra, casts and
// steps against the rules; for polygons of four kinds.
#include "testing_mesh_map.h"

/// Dijkstra over all corners that see one another. -1: no way.
static double shortest(const cell_map *m, wend_vec start, wend_vec goal)
{
    wend_vec nodes[NODES];
    double length[NODES];
    bool is_done[NODES] = {false};
    int count = 0;
    nodes[count++] = start;
    nodes[count++] = goal;
    for (int i = 0; i < (m->side + 1) * (m->side + 1); i++)
        nodes[count++] = m->points[i];
    for (int i = 0; i < count; i++)
        length[i] = i == 0 ? 0 : HUGE_VAL;
    for (;;)
    {
        int best = -1;
        for (int i = 0; i < count; i++)
            if (!is_done[i] && length[i] < HUGE_VAL && (best < 0 || length[i] < length[best]))
                best = i;
        if (best < 0 || best == 1)
            return best < 0 ? -1 : length[1];
        is_done[best] = true;
        for (int i = 0; i < count; i++)
        {
            double sum = length[best] +
                         hypot((double)nodes[i].x - (double)nodes[best].x, (double)nodes[i].y - (double)nodes[best].y);
            if (!is_done[i] && sum < length[i] && is_seen(m, nodes[best], nodes[i]))
                length[i] = sum;
        }
    }
}

/// Every leg of the way that was found last is seen, and they are as long as it says.
static void check_points(const cell_map *m, const wend_mesh_search *search, const wend_mesh_result *result)
{
    wend_vec points[64];
    int count = wend_mesh_search_points(search, points, COUNT_OF(points));
    assert_in_range(count, 1, COUNT_OF(points));
    assert_close(level_length(points, count), result->length, 1e-5);
    for (int i = 0; i + 1 < count; i++)
        assert_true(is_seen(m, points[i], points[i + 1]));
    assert_true(wend_equal(points[0], result->start.point) && wend_equal(points[count - 1], result->end.point));
}

static void check_exact(const cell_map *m, const wend_mesh *mesh, wend_mesh_search *search, uint64_t *state)
{
    wend_vec start = draw_place(m, state), goal = draw_place(m, state);
    double expected = shortest(m, start, goal);
    wend_mesh_query query = mesh_query(start, goal, WEND_MESH_EXACT);
    wend_mesh_result result = wend_mesh_find(search, mesh, &query);
    if (wend_equal(start, goal))
        assert_int_equal(result.way, WEND_WAY_THERE);
    else
        assert_int_equal(result.way, expected >= 0 ? WEND_WAY_FOUND : WEND_WAY_UNREACHABLE);
    check_points(m, search, &result);
    if (expected >= 0 && (fabs(result.cost - expected) > 1e-5 || fabs(result.length - expected) > 1e-5))
        print_error("(%.9g, %.9g) to (%.9g, %.9g)\n", (double)start.x, (double)start.y, (double)goal.x, (double)goal.y);
    if (expected >= 0)
    {
        assert_close(result.cost, expected, 1e-5);
        assert_close(result.length, expected, 1e-5);
    }
    query.kind = WEND_MESH_CORRIDOR;
    wend_mesh_result other = wend_mesh_find(search, mesh, &query);
    assert_int_equal(other.way, result.way);
    check_points(m, search, &other);
    assert_true(expected < 0 || other.length >= expected - 1e-5);
    if (expected < 0)
        assert_close(wend_distance(other.end.point, goal), wend_distance(result.end.point, goal), 1e-6);
}

static void t_exact_ways_equal_a_graph_of_what_is_seen(void **state)
{
    (void)state;
    uint64_t random = 20171;
    wend_mesh_search *search = new_mesh_search();
    for (int kind = 0; kind < MAP_KINDS; kind++)
        for (int round = 0; round < 60; round++)
        {
            cell_map m;
            make_map(&m, (map_kind)kind, &random);
            wend_mesh *mesh = mesh_of_map(&m, NULL);
            for (int i = 0; i < 6; i++)
                check_exact(&m, mesh, search, &random);
            wend_mesh_destroy(mesh);
        }
    wend_mesh_search_destroy(search);
}

// ---- A* against Dijkstra over the middles of edges

static void middle_of(const wend_mesh *mesh, int polygon, int edge, double *x, double *y)
{
    wend_vec c[64];
    int count = wend_mesh_polygon(mesh, polygon, c, COUNT_OF(c));
    *x = 0.5 * ((double)c[edge].x + (double)c[(edge + 1) % count].x);
    *y = 0.5 * ((double)c[edge].y + (double)c[(edge + 1) % count].y);
}

/// Relaxes all edges until nothing changes. -1: no way.
static double cheapest(const wend_mesh *mesh, wend_mesh_spot start, wend_mesh_spot goal)
{
    static double cost[SIDE * SIDE * 2][64]; // to the middle of an edge, from inside
    int polygons = wend_mesh_count(mesh);
    for (int p = 0; p < polygons; p++)
        for (int e = 0; e < 64; e++)
            cost[p][e] = HUGE_VAL;
    double best = HUGE_VAL, gx = (double)goal.point.x, gy = (double)goal.point.y;
    for (bool has_changed = true; has_changed;)
    {
        has_changed = false;
        for (int p = 0; p < polygons; p++)
        {
            int edges = wend_mesh_polygon(mesh, p, NULL, 0);
            for (int from = -1; from < edges; from++)
            {
                double x = (double)start.point.x, y = (double)start.point.y, g = p == start.polygon ? 0 : HUGE_VAL;
                int other = from < 0 ? -1 : wend_mesh_neighbour(mesh, p, from);
                if (from >= 0)
                {
                    g = HUGE_VAL;
                    middle_of(mesh, p, from, &x, &y);
                    for (int e = 0; other >= 0 && e < wend_mesh_polygon(mesh, other, NULL, 0); e++)
                    {
                        double ox, oy;
                        middle_of(mesh, other, e, &ox, &oy);
                        if (wend_mesh_neighbour(mesh, other, e) == p && ox == x && oy == y)
                            g = cost[other][e];
                    }
                }
                if (g == HUGE_VAL)
                    continue;
                double factor = (double)wend_mesh_cost(mesh, p);
                if (p == goal.polygon)
                    best = fmin(best, g + factor * hypot(gx - x, gy - y));
                for (int e = 0; e < edges; e++)
                {
                    double ex, ey;
                    middle_of(mesh, p, e, &ex, &ey);
                    double sum = g + factor * hypot(ex - x, ey - y);
                    if (wend_mesh_neighbour(mesh, p, e) < 0 || sum >= cost[p][e] - 1e-12)
                        continue;
                    cost[p][e] = sum;
                    has_changed = true;
                }
            }
        }
    }
    return best == HUGE_VAL ? -1 : best;
}

static void t_corridors_equal_dijkstra_over_the_middles_of_edges(void **state)
{
    (void)state;
    uint64_t random = 1968;
    wend_mesh_search *search = new_mesh_search();
    for (int round = 0; round < 240; round++)
    {
        cell_map m;
        float costs[SIDE * SIDE * 2];
        make_map(&m, (map_kind)(round % MAP_KINDS), &random);
        for (int i = 0; i < m.polygon_count; i++)
            costs[i] = (float)(1 + draw(&random) % (round % 3 ? 2 : 5));
        wend_mesh *mesh = mesh_of_map(&m, costs);
        wend_mesh_spot ends[2];
        for (int i = 0; i < 2; i++) // inside a polygon, where there is no doubt which
        {
            wend_vec c[64], p = v2(0, 0);
            int polygon = (int)(draw(&random) % (uint64_t)m.polygon_count);
            int count = wend_mesh_polygon(mesh, polygon, c, COUNT_OF(c));
            for (int k = 0; k < count; k++)
                p = wend_add(p, wend_scale(c[k], 1 / (float)count));
            ends[i] = wend_mesh_at(mesh, p, WEND_MESH_ALL);
            assert_int_equal(ends[i].polygon, polygon);
        }
        double expected = cheapest(mesh, ends[0], ends[1]);
        wend_mesh_query query = mesh_query(ends[0].point, ends[1].point, WEND_MESH_CORRIDOR);
        wend_mesh_result result = wend_mesh_find(search, mesh, &query);
        if (expected >= 0 && result.way == WEND_WAY_FOUND)
            assert_close(result.cost, expected, 1e-9);
        assert_int_equal(result.way == WEND_WAY_UNREACHABLE, expected < 0);
        check_points(&m, search, &result);
        wend_mesh_destroy(mesh);
    }
    wend_mesh_search_destroy(search);
}

// ---- looks and steps

static void t_looks_see_what_is_seen(void **state)
{
    (void)state;
    uint64_t random = 77;
    int clear = 0;
    for (int round = 0; round < 400; round++)
    {
        cell_map m;
        make_map(&m, (map_kind)(round % MAP_KINDS), &random);
        wend_mesh *mesh = mesh_of_map(&m, NULL);
        for (int i = 0; i < 20; i++)
        {
            wend_vec from = wend_add(draw_place(&m, &random), v2(draw_float(&random, 0, 0.1), 0));
            wend_vec to = wend_add(draw_place(&m, &random), v2(draw_float(&random, 0, 0.1), 0));
            wend_mesh_spot spot = wend_mesh_at(mesh, from, WEND_MESH_ALL);
            if (spot.polygon < 0)
                continue;
            wend_mesh_look look = wend_mesh_cast(mesh, spot, to, WEND_MESH_ALL);
            bool expected = is_seen(&m, from, to);
            bool back = false;
            wend_mesh_spot other = wend_mesh_at(mesh, to, WEND_MESH_ALL);
            if (other.polygon >= 0)
                back = wend_mesh_cast(mesh, other, from, WEND_MESH_ALL).is_clear;
            if (look.is_clear != expected || back != expected)
                print_error("round %d: %d %d (%.9g, %.9g) to (%.9g, %.9g)\n", round, look.is_clear, expected,
                            (double)from.x, (double)from.y, (double)to.x, (double)to.y);
            assert_int_equal(look.is_clear, expected);
            assert_int_equal(back, expected);
            assert_true(is_seen(&m, from, look.end.point) || wend_distance(from, look.end.point) < 1e-5f);
            assert_true(off_polygon(mesh, look.end.polygon, (double)look.end.point.x, (double)look.end.point.y) < 1e-5);
            assert_close(wend_length(look.normal), look.is_clear ? 0 : 1, 1e-6);
            clear += look.is_clear;
        }
        wend_mesh_destroy(mesh);
    }
    assert_true(clear > 1000);
}

static void t_steps_never_leave_the_mesh(void **state)
{
    (void)state;
    uint64_t random = 4711;
    for (int round = 0; round < 200; round++)
    {
        cell_map m;
        make_map(&m, (map_kind)(round % MAP_KINDS), &random);
        wend_mesh *mesh = mesh_of_map(&m, NULL);
        wend_mesh_spot spot = wend_mesh_at(mesh, v2(0.5f, 0.5f), WEND_MESH_ALL);
        for (int i = 0; i < 100; i++)
        {
            wend_vec to = wend_add(spot.point, v2(draw_float(&random, -2, 2), draw_float(&random, -2, 2)));
            wend_mesh_spot end = wend_mesh_move(mesh, spot, to, WEND_MESH_ALL);
            assert_true(off_polygon(mesh, end.polygon, (double)end.point.x, (double)end.point.y) < 1e-5);
            assert_true(wend_distance(end.point, to) <= wend_distance(spot.point, to) + 1e-5f);
            if (is_seen(&m, spot.point, to)) // nothing in the way: it gets there
                assert_true(wend_distance(end.point, to) < 1e-5f);
            spot = end;
        }
        wend_mesh_destroy(mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_exact_ways_equal_a_graph_of_what_is_seen),
        cmocka_unit_test(t_corridors_equal_dijkstra_over_the_middles_of_edges),
        cmocka_unit_test(t_looks_see_what_is_seen),
        cmocka_unit_test(t_steps_never_leave_the_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
