// grid.h: where a way may end, maps that wrap, and the fewest turns, all against one brute search over cells and
// directions; and what went wrong for others (the names in brackets).
#include "testing_grid.h"

enum
{
    MOST = 24,
    START = 8 // in place of a direction
};

static const int step_x[8] = {0, 1, 1, 1, 0, -1, -1, -1}, step_y[8] = {-1, -1, 0, 1, 1, 1, 0, -1};

static int between(wend_random *random, int low, int high)
{
    return low + (int)(wend_random_next(random) % (uint32_t)(high - low + 1));
}

static wend_cell cell_in(wend_random *random, wend_cell size)
{
    int x = between(random, 0, size.x - 1);
    return at(x, between(random, 0, size.y - 1));
}

// ---- a brute search

typedef struct world_map
{
    wend_grid_def def;
    uint8_t costs[MOST * MOST];
    wend_grid *grid;
} world_map;

static wend_cell wrapped(const world_map *m, wend_cell cell)
{
    if (m->def.wraps_x)
        cell.x = (cell.x + 10 * m->def.width) % m->def.width;
    if (m->def.wraps_y)
        cell.y = (cell.y + 10 * m->def.height) % m->def.height;
    return cell;
}

/// 0 outside.
static int cost_at(const world_map *m, wend_cell cell)
{
    return wend_grid_get(m->grid, wrapped(m, cell));
}

static double move_cost(const world_map *m, wend_cell from, int d, wend_diagonal diagonal)
{
    wend_cell to = at(from.x + step_x[d], from.y + step_y[d]);
    int here = cost_at(m, from), there = cost_at(m, to);
    if (!here || !there)
        return NO_WAY;
    int walls = !cost_at(m, at(to.x, from.y)) + !cost_at(m, at(from.x, to.y));
    static const int most_walls[] = {-1, 0, 1, 2};
    if (d % 2 == 1 && walls > most_walls[diagonal])
        return NO_WAY;
    return (here + there) / 2.0 * (d % 2 ? sqrt(2.0) : 1.0);
}

typedef struct price
{
    double cost;
    int turns;
} price;

static bool is_less(price a, price b)
{
    return a.cost < b.cost - 1e-9 || (a.cost < b.cost + 1e-9 && a.turns < b.turns);
}

/// By cell and by the direction in which one comes to it (START: not at all): the least cost, then the fewest turns.
static void relax_all(const world_map *m, wend_cell start, wend_diagonal diagonal, price best[MOST][MOST][9])
{
    int cells = m->def.width * m->def.height;
    for (int i = 0; i < cells * 9; i++)
        best[i / 9 / m->def.width][i / 9 % m->def.width][i % 9] = (price){NO_WAY, 0};
    best[start.y][start.x][START] = (price){0, 0};
    for (bool has_changed = true; has_changed;)
    {
        has_changed = false;
        for (int i = 0; i < cells * 9 * 8; i++)
        {
            int d = i % 8, came = i / 8 % 9;
            wend_cell from = at(i / 72 % m->def.width, i / 72 / m->def.width);
            price way = best[from.y][from.x][came];
            double cost = way.cost < NO_WAY ? move_cost(m, from, d, diagonal) : NO_WAY;
            if (cost >= NO_WAY)
                continue;
            wend_cell to = wrapped(m, at(from.x + step_x[d], from.y + step_y[d]));
            way = (price){way.cost + cost, way.turns + (came != START && came != d)};
            if (!is_less(way, best[to.y][to.x][d]))
                continue;
            best[to.y][to.x][d] = way;
            has_changed = true;
        }
    }
}

static price best_at(price best[MOST][MOST][9], int x, int y)
{
    price least = {NO_WAY, 0};
    for (int came = 0; came < 9; came++)
        if (best[y][x][came].cost < NO_WAY && is_less(best[y][x][came], least))
            least = best[y][x][came];
    return least;
}

/// The distance of two cells in a straight line, the shorter way round; squared.
static int apart(const world_map *m, wend_cell a, wend_cell b)
{
    int dx = abs(a.x - b.x), dy = abs(a.y - b.y);
    if (m->def.wraps_x && m->def.width - dx < dx)
        dx = m->def.width - dx;
    if (m->def.wraps_y && m->def.height - dy < dy)
        dy = m->def.height - dy;
    return dx * dx + dy * dy;
}

static bool may_end(const world_map *m, const wend_grid_query *q, wend_cell cell)
{
    for (int i = 0; i < (q->goals ? q->goal_count : 1); i++)
    {
        int distance = apart(m, q->goals ? q->goals[i] : q->goal, cell);
        if (q->end == WEND_END_AT       ? distance == 0
            : q->end == WEND_END_BESIDE ? distance == 1
            : q->end == WEND_END_ROUND  ? distance == 1 || distance == 2
                                        : sqrt(distance) * (double)m->def.cell_size <= (double)q->range + 1e-4)
            return true;
    }
    return false;
}

// ---- a check of one answer

static void check_steps(const wend_grid_search *search, const world_map *m, const wend_grid_query *q,
                        const wend_grid_result *result)
{
    wend_cell cells[MOST * MOST];
    wend_vec points[MOST * MOST];
    int count = wend_grid_search_cells(search, cells, MOST * MOST), turns = 0, came = START;
    assert_int_equal(count, result->cells);
    assert_memory_equal(&cells[0], &q->start, sizeof cells[0]);
    assert_memory_equal(&cells[count - 1], &result->end, sizeof cells[0]);
    int listed = wend_grid_search_points(search, points, MOST * MOST);
    wend_cell unbroken = q->start;
    double cost = 0;
    for (int i = 1; i <= count; i++)
    {
        int d = 0;
        for (; i < count && d < 8; d++)
        {
            wend_cell to = wrapped(m, at(cells[i - 1].x + step_x[d], cells[i - 1].y + step_y[d]));
            if (to.x == cells[i].x && to.y == cells[i].y)
                break;
        }
        // points stand where the way turns and at its ends
        if (i == 1 || i == count || d != came)
        {
            assert_true(turns < listed);
            wend_vec there = wend_grid_point(m->grid, unbroken);
            assert_vec(points[turns], there.x, there.y, there.z, 0);
            turns++;
        }
        if (i == count)
            break;
        assert_true(d < 8);
        cost += move_cost(m, cells[i - 1], d, q->diagonal);
        unbroken = at(unbroken.x + step_x[d], unbroken.y + step_y[d]);
        came = d;
    }
    assert_int_equal(listed, turns);
    assert_close(cost, result->cost, 1e-9);
}

static void check_answer(wend_grid_search *search, const world_map *m, const wend_grid_query *q,
                         price best[MOST][MOST][9])
{
    wend_grid_result result = wend_grid_find(search, m->grid, q);
    if (result.way == WEND_WAY_REFUSED)
        print_error("%s\n", wend_grid_search_error(search)->text);
    price least = {NO_WAY, 0}, at_nearest = {NO_WAY, 0};
    wend_cell nearest = {0, 0};
    bool is_any_open = false;
    int nearest_distance = INT32_MAX;
    for (int i = 0; i < m->def.width * m->def.height; i++)
    {
        wend_cell cell = at(i % m->def.width, i / m->def.width);
        if (!cost_at(m, cell))
            continue;
        price here = best_at(best, cell.x, cell.y);
        bool is_end = may_end(m, q, cell);
        is_any_open |= is_end;
        if (is_end && is_less(here, least))
            least = here;
        for (int k = 0; here.cost < NO_WAY && k < (q->goals ? q->goal_count : 1); k++)
        {
            wend_cell goal = q->goals ? q->goals[k] : q->goal;
            bool counts = false; // a goal that has no open end isn't looked at
            wend_grid_query one = *q;
            one.goals = NULL;
            one.goal = goal;
            for (int j = 0; j < m->def.width * m->def.height; j++)
            {
                wend_cell other = at(j % m->def.width, j / m->def.width);
                counts |= cost_at(m, other) && may_end(m, &one, other);
            }
            if (!counts || apart(m, goal, cell) >= nearest_distance)
                continue;
            nearest_distance = apart(m, goal, cell);
            nearest = cell;
            at_nearest = here;
        }
    }
    if (!cost_at(m, q->start))
    {
        assert_int_equal(result.way, WEND_WAY_START_BLOCKED);
        return;
    }
    if (!is_any_open)
    {
        assert_int_equal(result.way, WEND_WAY_GOAL_BLOCKED);
        return;
    }
    bool is_found = least.cost < NO_WAY, is_there = may_end(m, q, q->start);
    assert_int_equal(result.way, is_there ? WEND_WAY_THERE : is_found ? WEND_WAY_FOUND : WEND_WAY_UNREACHABLE);
    if (is_found)
        assert_true(may_end(m, q, result.end));
    else
        assert_memory_equal(&result.end, &nearest, sizeof nearest);
    price wanted = is_found ? least : at_nearest;
    assert_close(result.cost, wanted.cost, 1e-9);
    check_steps(search, m, q, &result);
    if (q->is_straight)
        assert_int_equal(wend_grid_search_points(search, NULL, 0), wanted.turns + (result.cells > 1 ? 2 : 1));

    wend_grid_query part = *q;
    part.budget = 3;
    wend_grid_result sliced = wend_grid_find(search, m->grid, &part);
    while (sliced.way == WEND_WAY_OUT_OF_BUDGET)
    {
        check_steps(search, m, q, &sliced);
        sliced = wend_grid_go_on(search, m->grid, 2);
    }
    assert_int_equal(sliced.way, result.way);
    assert_int_equal(sliced.cells, result.cells);
    assert_int_equal(sliced.expanded, result.expanded);
}

static void make_map(world_map *m, wend_random *random, int most, int walls, bool is_weighted)
{
    m->def = wend_default_grid_def();
    m->def.width = between(random, most / 3, most);
    m->def.height = between(random, most / 3, most);
    m->def.cell_size = 0.4f;
    m->def.origin = wend_xyz(-3, 5, 1);
    m->def.costs = m->costs;
    for (int i = 0; i < MOST * MOST; i++)
    {
        bool is_wall = between(random, 1, 100) <= walls;
        m->costs[i] = (uint8_t)(is_wall ? 0 : is_weighted ? between(random, 1, 4) : 2);
    }
}

static wend_grid_query any_query(wend_random *random, const world_map *m, wend_cell goals[3])
{
    wend_cell size = at(m->def.width, m->def.height);
    wend_grid_query q = wend_default_grid_query();
    q.start = cell_in(random, size);
    q.goal = cell_in(random, size);
    for (int i = 0; i < 3; i++)
        goals[i] = cell_in(random, size);
    q.goal_count = between(random, 0, 3);
    q.goals = q.goal_count > 0 ? goals : NULL;
    q.diagonal = (wend_diagonal)between(random, 0, 3);
    q.end = (wend_grid_end)between(random, 0, 3);
    q.range = (float)between(random, 0, 40) * 0.05f;
    return q;
}

/// All searches and heuristics that may be asked.
static void check_all(wend_grid_search *search, const world_map *m, wend_grid_query *q)
{
    static price best[MOST][MOST][9];
    relax_all(m, q->start, q->diagonal, best);
    for (int heuristic = WEND_HEURISTIC_AUTO; heuristic <= WEND_HEURISTIC_CHEBYSHEV; heuristic++)
        for (int kind = WEND_GRID_AUTO; kind <= WEND_GRID_ASTAR; kind++)
            for (int straight = 0; straight < 2; straight++)
            {
                if (heuristic == WEND_HEURISTIC_MANHATTAN && q->diagonal != WEND_DIAGONAL_NEVER)
                    continue;
                q->heuristic = (wend_heuristic)heuristic;
                q->kind = (wend_grid_kind)kind;
                q->is_straight = straight;
                check_answer(search, m, q, best);
            }
}

static void check_maps(int count, int walls, bool is_weighted, bool wraps)
{
    wend_random random = wend_random_seed(1957, (uint64_t)walls);
    wend_grid_search *search = new_search();
    for (int i = 0; i < count; i++)
    {
        world_map m;
        make_map(&m, &random, 9, walls, is_weighted);
        m.def.wraps_x = wraps && i % 3 != 1;
        m.def.wraps_y = wraps && i % 3 != 0;
        m.grid = wend_grid_create(&m.def, NULL);
        assert_non_null(m.grid);
        wend_cell goals[3];
        wend_grid_query q = any_query(&random, &m, goals);
        check_all(search, &m, &q);
        wend_grid_destroy(m.grid);
    }
    wend_grid_search_destroy(search);
}

static void t_ends_and_turns_on_maps_of_one_cost(void **state)
{
    (void)state;
    check_maps(400, 30, false, false);
    check_maps(300, 10, false, false);
}

static void t_ends_and_turns_on_maps_of_several_costs(void **state)
{
    (void)state;
    check_maps(400, 25, true, false);
}

static void t_maps_that_wrap(void **state)
{
    (void)state;
    check_maps(500, 30, false, true);
    check_maps(300, 10, false, true);
    check_maps(400, 28, true, true);
}

// Larger maps, where many states wait at once.
static void t_the_fewest_turns_of_long_ways(void **state)
{
    (void)state;
    static price best[MOST][MOST][9];
    wend_random random = wend_random_seed(24, 24);
    wend_grid_search *search = new_search();
    for (int i = 0; i < 200; i++)
    {
        world_map m;
        make_map(&m, &random, 9 + i % 16, 3 + i % 7 * 6, i % 3 == 0);
        m.def.wraps_x = i % 5 == 4;
        m.grid = wend_grid_create(&m.def, NULL);
        wend_cell size = at(m.def.width, m.def.height);
        wend_grid_query q = wend_default_grid_query();
        q.start = cell_in(&random, size);
        q.goal = cell_in(&random, size);
        q.diagonal = (wend_diagonal)(i % 4);
        q.is_straight = true;
        relax_all(&m, q.start, q.diagonal, best);
        check_answer(search, &m, &q, best);
        q.end = WEND_END_WITHIN;
        q.range = 2;
        check_answer(search, &m, &q, best);
        wend_grid_destroy(m.grid);
    }
    wend_grid_search_destroy(search);
}

// ---- which search AUTO takes

/// Expansions tell which search it was.
static void check_taken(wend_grid_search *search, const wend_grid *grid, wend_grid_query q, wend_grid_kind kind)
{
    wend_grid_result taken = find_checked(search, grid, &q);
    q.kind = kind;
    wend_grid_result result = find_checked(search, grid, &q);
    assert_int_equal(taken.expanded, result.expanded);
    q.kind = kind == WEND_GRID_ASTAR ? WEND_GRID_JUMP : WEND_GRID_ASTAR;
    result = find_checked(search, grid, &q);
    assert_true(taken.expanded != result.expanded);
    assert_close(taken.cost, result.cost, 1e-9 * result.cost);
}

// A* among scattered walls, jump points in the open, in rooms and in mazes; edits count.
static void t_auto_looks_at_how_scattered_walls_are(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(25, 1);
    wend_grid_search *search = new_search();
    enum
    {
        SIDE = 100
    };
    for (int diagonal = 0; diagonal < 4; diagonal++)
    {
        wend_grid *grid = open_map(SIDE, SIDE);
        wend_grid_query q = query_of(at(0, 0), at(98, 98), (wend_diagonal)diagonal, WEND_GRID_AUTO);
        check_taken(search, grid, q, WEND_GRID_JUMP);
        for (int i = 0; i < 2000; i++)
            wend_grid_set(grid, at(between(&random, 2, 97), between(&random, 2, 97)), 0);
        check_taken(search, grid, q, WEND_GRID_ASTAR);
        for (int i = 0; i < SIDE * SIDE; i++) // corridors to and fro
            wend_grid_set(grid, at(i % SIDE, i / SIDE),
                          i / SIDE % 4 != 3 || i % SIDE == (i / SIDE % 8 == 3 ? SIDE - 1 : 0));
        check_taken(search, grid, q, WEND_GRID_JUMP);
        for (int i = 0; i < SIDE * SIDE; i++) // single walls
            wend_grid_set(grid, at(i % SIDE, i / SIDE), i % SIDE % 3 != 1 || i / SIDE % 3 != 1);
        check_taken(search, grid, q, WEND_GRID_ASTAR);
        for (int i = 0; i < SIDE * SIDE; i++) // rooms of nine cells with doors
            wend_grid_set(grid, at(i % SIDE, i / SIDE),
                          (i % SIDE % 10 != 9 || i / SIDE % 10 == 4) && (i / SIDE % 10 != 9 || i % SIDE % 10 == 6));
        check_taken(search, grid, q, WEND_GRID_JUMP);
        wend_grid_destroy(grid);
    }
    wend_grid_search_destroy(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_ends_and_turns_on_maps_of_one_cost),
        cmocka_unit_test(t_ends_and_turns_on_maps_of_several_costs),
        cmocka_unit_test(t_maps_that_wrap),
        cmocka_unit_test(t_the_fewest_turns_of_long_ways),
        cmocka_unit_test(t_auto_looks_at_how_scattered_walls_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
