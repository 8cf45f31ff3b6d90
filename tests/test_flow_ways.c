// flow.h: directions. Whoever follows them arrives, from everywhere, in small steps and in large ones.
#include "testing_grid_random.h"

#include "wend/flow.h"

static wend_flow *ready_flow(const wend_grid *grid, const wend_flow_def *def)
{
    wend_flow *flow = wend_flow_create(NULL, NULL);
    assert_int_equal(wend_flow_begin(flow, grid, def), WEND_OK);
    assert_true(wend_flow_update(flow, 0));
    return flow;
}

/// How deep a point is in a wall; 0 outside of walls.
static double depth_in_wall(const wend_grid *grid, wend_vec p)
{
    wend_cell cell;
    if (wend_grid_cell(grid, p, &cell) && wend_grid_get(grid, cell))
        return 0;
    double best = 9;
    for (int i = 0; i < 9; i++)
    {
        wend_cell c = at(cell.x + i % 3 - 1, cell.y + i / 3 - 1);
        if (!wend_grid_get(grid, c))
            continue;
        double dx = fmax(fmax((double)c.x - (double)p.x, (double)p.x - c.x - 1), 0);
        double dy = fmax(fmax((double)c.y - (double)p.y, (double)p.y - c.y - 1), 0);
        best = fmin(best, sqrt(dx * dx + dy * dy));
    }
    return best;
}

typedef struct walk
{
    double length, deepest;
    bool has_arrived;
} walk;

static walk follow(const wend_flow *flow, const wend_grid *grid, wend_vec p, double step, double longest)
{
    walk w = {0};
    while (w.length < longest)
    {
        wend_flow_sample sample = wend_flow_at(flow, p);
        double length = exact_length(sample.direction);
        if (sample.state == WEND_FLOW_THERE && exact_length(wend_sub(p, wend_grid_point(grid, sample.cell))) < 2 * step)
        {
            w.has_arrived = true;
            return w;
        }
        if (sample.state == WEND_FLOW_NO_WAY || sample.state == WEND_FLOW_NOT_YET)
            return w;
        assert_close(length, 1, 1e-6);
        p.x += (float)((double)sample.direction.x * step);
        p.y += (float)((double)sample.direction.y * step);
        w.length += step;
        w.deepest = fmax(w.deepest, depth_in_wall(grid, p));
    }
    return w;
}

typedef struct tally
{
    int cheapest; ///< cost of a cell of the map
    bool cuts_corners;
    int walks, lost;
    double length, cells, deepest, worst; ///< cells: what the ways cost in the cheapest of them
} tally;

/// All arrive, by no longer ways than the field's; a step ends in a wall no deeper than it is long.
static void check_tally(const tally *t, const char *what, double step)
{
    printf("%s, step %g: %d walks, %.3f of the field's length, %.2f longer at most, %.3f deep\n", what, step, t->walks,
           t->length / t->cells, t->worst, t->deepest);
    assert_true(t->walks > 100);
    assert_int_equal(t->lost, 0);
    assert_true(t->length < t->cells && t->worst < 1.5 && t->deepest < 0.75 * step);
    if (!t->cuts_corners && step <= 0.1)
        assert_true(t->deepest == 0);
}

static void follow_from_everywhere(const wend_flow *flow, const wend_grid *grid, wend_random *random, double step,
                                   tally *t)
{
    wend_cell size = wend_grid_size(grid);
    for (int i = 0; i < size.x * size.y * 2; i++)
    {
        wend_cell cell = at(i / 2 % size.x, i / 2 / size.x);
        double cost = wend_flow_cost(flow, cell);
        if (cost == DBL_MAX)
            continue;
        wend_vec p = {(float)cell.x + wend_random_unit(random), (float)cell.y + wend_random_unit(random), 0};
        p = i % 2 ? p : wend_grid_point(grid, cell);
        double cells = cost / t->cheapest;
        walk w = follow(flow, grid, p, step, cells * 2 + 20);
        t->walks++;
        t->lost += !w.has_arrived;
        if (!w.has_arrived)
            print_error("lost from (%g, %g), cost %g\n", (double)p.x, (double)p.y, cost);
        t->length += w.length;
        t->cells += cells;
        t->worst = fmax(t->worst, w.length - cells);
        t->deepest = fmax(t->deepest, w.deepest);
    }
}

static void t_from_everywhere_on_random_maps(void **state)
{
    (void)state;
    static const double steps[] = {0.02, 0.1, 0.3};
    wend_random random = wend_random_seed(31, 21);
    for (int kind = 0; kind < 24; kind++)
    {
        double step = steps[kind / 4 % 3];
        bool is_weighted = kind >= 12;
        tally t = {.cheapest = is_weighted ? 2 : 3, .cuts_corners = kind % 4 >= WEND_DIAGONAL_ONE};
        for (int i = 0; i < (step < 0.1 ? 30 : 100); i++)
        {
            wend_grid *grid = random_map(&random, is_weighted);
            wend_cell goals[3];
            for (int k = 0; k < 3; k++)
                goals[k] = cell_in(&random, wend_grid_size(grid));
            wend_flow_def def = wend_default_flow_def();
            def.goals = goals;
            def.goal_count = 1 + i % 3;
            def.diagonal = (wend_diagonal)(kind % 4);
            wend_flow *flow = ready_flow(grid, &def);
            follow_from_everywhere(flow, grid, &random, step, &t);
            wend_flow_destroy(flow);
            wend_grid_destroy(grid);
        }
        check_tally(&t, is_weighted ? "weighted" : "one cost", step);
    }
}

// ---- larger maps

enum
{
    SIDE = 41
};

/// Corridors of one cell, no loops: from a room to one two cells on, as long as there is one that is still closed.
static wend_grid *maze_map(wend_random *random)
{
    static uint8_t costs[SIDE * SIDE];
    int way[SIDE * SIDE], length = 1;
    memset(costs, 0, sizeof costs);
    way[0] = SIDE + 1;
    costs[way[0]] = 1;
    while (length > 0)
    {
        const int steps[4] = {1, -1, SIDE, -SIDE};
        int cell = way[length - 1], choices[4], count = 0;
        for (int d = 0; d < 4; d++)
        {
            int next = cell + 2 * steps[d], x = cell % SIDE + 2 * (d < 2 ? steps[d] : 0);
            if (next > 0 && next < SIDE * SIDE && x > 0 && x < SIDE - 1 && !costs[next])
                choices[count++] = steps[d];
        }
        if (count == 0)
        {
            length--;
            continue;
        }
        int step = choices[between(random, 0, count - 1)];
        costs[cell + step] = costs[cell + 2 * step] = 1;
        way[length++] = cell + 2 * step;
    }
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = SIDE;
    def.costs = costs;
    return wend_grid_create(&def, NULL);
}

/// Caves: noise, four times made smooth. `radius` > 0: one that the map keeps.
static wend_grid *cave_map(wend_random *random, int percent, float radius)
{
    static uint8_t costs[SIDE * SIDE], next[SIDE * SIDE];
    for (int k = 0; k < SIDE * SIDE; k++)
        costs[k] = between(random, 1, 100) > percent;
    for (int round = 0; round < 4; round++)
    {
        for (int k = 0; k < SIDE * SIDE; k++)
        {
            int open = 0;
            for (int i = 0; i < 9; i++)
            {
                int x = k % SIDE + i % 3 - 1, y = k / SIDE + i / 3 - 1;
                open += x >= 0 && y >= 0 && x < SIDE && y < SIDE && costs[y * SIDE + x];
            }
            next[k] = open >= 5;
        }
        memcpy(costs, next, sizeof costs);
    }
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = SIDE;
    def.costs = costs;
    def.radii = &radius;
    def.radius_count = radius > 0;
    return wend_grid_create(&def, NULL);
}

/// An open cell in which a body fits.
static wend_cell open_cell(const wend_grid *grid, wend_random *random, float radius)
{
    for (int i = 0; i < 10000; i++)
    {
        wend_cell cell = cell_in(random, wend_grid_size(grid));
        if (wend_grid_fits(grid, cell, radius))
            return cell;
    }
    fail();
    return at(0, 0);
}

static void follow_on(wend_grid *grid, wend_random *random, float radius, double step, tally *t)
{
    wend_flow_def def = wend_default_flow_def();
    def.goal = open_cell(grid, random, radius);
    def.radius = radius;
    wend_flow *flow = ready_flow(grid, &def);
    follow_from_everywhere(flow, grid, random, step, t);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

static void t_from_everywhere_in_mazes_and_caves(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(41, 22);
    tally mazes = {.cheapest = 1}, caves = {.cheapest = 1}, wide = {.cheapest = 1};
    for (int i = 0; i < 4; i++)
        follow_on(maze_map(&random), &random, 0, 0.2, &mazes);
    for (int i = 0; i < 12; i++)
        follow_on(cave_map(&random, 42, 0), &random, 0, 0.1, &caves);
    for (int i = 0; i < 12; i++)
        follow_on(cave_map(&random, 34, 0.9f), &random, 0.9f, 0.1, &wide);
    check_tally(&mazes, "mazes", 0.2);
    check_tally(&caves, "caves", 0.1);
    check_tally(&wide, "caves, a wide body", 0.1);
}

// Two points that are close together: where no wall is near, hardly ever do their directions differ much.
static void t_directions_are_smooth(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(51, 23);
    int pairs = 0, jumps = 0;
    double all = 0;
    for (int i = 0; i < 40; i++)
    {
        wend_grid *grid = cave_map(&random, 36, 0);
        wend_flow_def def = wend_default_flow_def();
        def.goal = open_cell(grid, &random, 0);
        wend_flow *flow = ready_flow(grid, &def);
        for (int k = 0; k < 4000; k++)
        {
            wend_vec p = {wend_random_between(&random, 0, SIDE), wend_random_between(&random, 0, SIDE), 0};
            wend_vec q = wend_add(p, wend_scale(wend_rotate(v2(1, 0), (float)k), 0.02f));
            wend_flow_sample a = wend_flow_at(flow, p), b = wend_flow_at(flow, q);
            if (a.state != WEND_FLOW_WAY || b.state != WEND_FLOW_WAY || !wend_grid_get(grid, a.cell))
                continue;
            double angle = (double)wend_angle_between(a.direction, b.direction);
            pairs++;
            jumps += angle > 0.2;
            all += angle;
        }
        wend_flow_destroy(flow);
        wend_grid_destroy(grid);
    }
    printf("%d pairs, %.2f %% jump, mean angle %.4f\n", pairs, 100.0 * jumps / pairs, all / pairs);
    assert_true(pairs > 20000 && jumps < pairs * 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_from_everywhere_on_random_maps),
        cmocka_unit_test(t_from_everywhere_in_mazes_and_caves),
        cmocka_unit_test(t_directions_are_smooth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
