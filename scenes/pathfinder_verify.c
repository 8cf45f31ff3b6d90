// Checks of the scene pathfinder, through its own input.
#include "pathfinder.h"

#include <math.h>
#include <stdlib.h>

#define FAR 1e30

// ---- the same once more, as slowly as it gets -----------------------------------------------------------------------

/// May one step from a cell to one of the eight round it? The rules of grid.h, said again.
static bool is_move(const scene_run *run, wend_cell from, int dx, int dy)
{
    static const int most_walls[4] = {-1, 0, 1, 2};
    const finder *f = run->state;
    float radius = finder_radius(run);
    wend_cell to = {from.x + dx, from.y + dy}, beside[2] = {{to.x, from.y}, {from.x, to.y}};
    int walls = !wend_grid_fits(f->grid, beside[0], radius) + !wend_grid_fits(f->grid, beside[1], radius);
    return wend_grid_fits(f->grid, to, radius) &&
           (dx == 0 || dy == 0 || walls <= most_walls[finder_choice(run, FINDER_CORNERS)]);
}

/// How far every cell is from the start: goes over all cells until nothing gets nearer.
static void measure_all(const scene_run *run, double distances[FINDER_CELLS])
{
    const finder *f = run->state;
    for (int i = 0; i < FINDER_CELLS; i++)
        distances[i] = FAR;
    if (wend_grid_fits(f->grid, f->start, finder_radius(run)))
        distances[f->start.y * FINDER_WIDTH + f->start.x] = 0.0;
    for (bool is_nearer = true; is_nearer;)
    {
        is_nearer = false;
        for (int i = 0; i < FINDER_CELLS * 9; i++)
        {
            int cell = i / 9, dx = i % 3 - 1, dy = i / 3 % 3 - 1, next = cell + dy * FINDER_WIDTH + dx;
            wend_cell from = {cell % FINDER_WIDTH, cell / FINDER_WIDTH};
            if (distances[cell] >= FAR || !is_move(run, from, dx, dy))
                continue;
            double distance = distances[cell] + (dx != 0 && dy != 0 ? sqrt(2.0) : 1.0);
            if (distance < distances[next] - 1e-9)
            {
                distances[next] = distance;
                is_nearer = true;
            }
        }
    }
}

// ---- one question ---------------------------------------------------------------------------------------------------

static void check_way(scene_run *run, const finder_panel *p)
{
    const finder *f = run->state;
    wend_cell cells[FINDER_CELLS];
    int count = wend_grid_search_cells(p->shown, cells, FINDER_CELLS);
    double cost = 0.0;
    bool is_legal = count == p->now.cells && cells[0].x == f->start.x && cells[0].y == f->start.y &&
                    cells[count - 1].x == f->goal.x && cells[count - 1].y == f->goal.y;
    for (int i = 1; i < count && is_legal; i++)
    {
        int dx = cells[i].x - cells[i - 1].x, dy = cells[i].y - cells[i - 1].y;
        is_legal = abs(dx) <= 1 && abs(dy) <= 1 && is_move(run, cells[i - 1], dx, dy);
        cost += dx != 0 && dy != 0 ? sqrt(2.0) : 1.0;
    }
    scene_check(run, is_legal && fabs(cost - p->now.cost) < 1e-9,
                "a way of %d cells makes a move that isn't allowed, or "
                "costs %g, not %g",
                count, cost, p->now.cost);
}

/// Legs at any angle: a body can go along each, and they aren't longer than moves are, which turn less.
static void check_legs(scene_run *run, const finder_panel *p, const char *name, double wanted)
{
    const finder *f = run->state;
    wend_vec points[FINDER_CELLS];
    int count = wend_grid_search_points(p->shown, points, FINDER_CELLS), blocked = 0;
    double length = 0.0;
    for (int i = 1; i < count; i++)
    {
        length += (double)wend_distance(points[i - 1], points[i]);
        blocked += !wend_grid_sees(f->grid, points[i - 1], points[i], finder_radius(run));
    }
    scene_check(run, blocked == 0, "%s: %d legs lead through walls", name, blocked);
    scene_check(run, fabs(length - p->now.cost) < 1e-4, "%s: legs of %g in all cost %g", name, length, p->now.cost);
    bool is_loose = finder_choice(run, FINDER_CORNERS) == WEND_DIAGONAL_ALWAYS; // moves squeeze through
    scene_check(run, is_loose || p->now.cost <= wanted + 1e-6, "%s: length %g, moves make it in %g", name, p->now.cost,
                wanted);
}

/// What a search says that it has seen, against the distances.
static void check_seen(scene_run *run, int panel, const double distances[FINDER_CELLS])
{
    const finder *f = run->state;
    const finder_panel *p = &f->panels[panel];
    const finder_search *search = finder_search_of(run, panel);
    int closed = 0, sure = 0, wrong = 0, missing = 0;
    for (int i = 0; i < FINDER_CELLS; i++)
    {
        double cost = -1.0;
        wend_cell cell = {i % FINDER_WIDTH, i / FINDER_WIDTH}, from = cell;
        wend_seen seen = wend_grid_search_seen(p->shown, cell, &from, &cost);
        closed += seen == WEND_SEEN_CLOSED;
        sure +=
            seen == WEND_SEEN_CLOSED && cost < p->now.cost - 1e-6; // what costs as much as the way may be left aside
        // Each cost is that of a real way; those that Dijkstra closes are the least.
        bool is_dear = search->kind == WEND_GRID_DIJKSTRA && seen == WEND_SEEN_CLOSED && cost > distances[i] + 1e-6;
        wrong += seen != WEND_SEEN_NEVER && (cost < distances[i] - 1e-6 || is_dear);
        int before = from.y * FINDER_WIDTH + from.x;
        wrong += seen != WEND_SEEN_NEVER && distances[before] > cost + 1e-6;
        missing += search->kind == WEND_GRID_DIJKSTRA && seen != WEND_SEEN_CLOSED && distances[i] < p->now.cost - 0.5;
    }
    scene_check(run, wrong == 0 && missing == 0,
                "%s: %d cells cost what they can't, %d nearer than the goal are not "
                "expanded",
                search->name, wrong, missing);
    bool is_counted = search->kind != WEND_GRID_DIJKSTRA || (p->now.expanded >= sure && p->now.expanded < closed);
    scene_check(run, is_counted, "%s says that it expanded %lld cells, %d are closed, %d of them nearer than the goal",
                search->name, (long long)p->now.expanded, closed, sure);
}

/// Waits until both are through, and compares them with each other and with the distances.
static void check_both(scene_run *run, const char *what)
{
    const finder *f = run->state;
    double distances[FINDER_CELLS];
    for (int frame = 0; frame < 2000; frame++)
        if (!finder_is_done(&f->panels[0]) || !finder_is_done(&f->panels[1]))
            scene_advance(run, &(scene_input){0});
    measure_all(run, distances);
    double wanted = distances[f->goal.y * FINDER_WIDTH + f->goal.x];
    for (int i = 0; i < FINDER_PANELS; i++)
    {
        const finder_panel *p = &f->panels[i];
        const char *name = finder_search_of(run, i)->name;
        bool is_found = p->now.way == WEND_WAY_FOUND, is_any_angle = finder_search_of(run, i)->is_any_angle;
        scene_check(run, is_found == (wanted < FAR), "%s, %s: %s", what, name, wend_way_name(p->now.way));
        scene_check(run, !is_found || is_any_angle || fabs(p->now.cost - wanted) < 1e-9,
                    "%s, %s: length %.9g, not %.9g", what, name, p->now.cost, wanted);
        scene_check(run, p->now.expanded == p->full.expanded && p->now.cost == p->full.cost,
                    "%s, %s: bit by bit it expands %lld cells, at once %lld", what, name, (long long)p->now.expanded,
                    (long long)p->full.expanded);
        if (is_found && is_any_angle)
            check_legs(run, p, name, wanted);
        else if (is_found)
        {
            check_way(run, p);
            check_seen(run, i, distances);
        }
    }
}

// ---- the player's hand ----------------------------------------------------------------------------------------------

static void point_at(scene_run *run, int panel, wend_cell cell, bool is_clicked, bool is_down)
{
    const finder *f = run->state;
    scene_input input = {.has_pointer = true, .is_clicked = is_clicked, .is_down = is_down};
    input.pointer = wend_add(wend_grid_point(f->grid, cell), finder_offset(panel));
    scene_advance(run, &input);
}

static void drag_over(scene_run *run, int panel, wend_cell from, wend_cell to)
{
    point_at(run, panel, from, true, true);
    point_at(run, panel, to, false, true);
    point_at(run, panel, to, false, false);
}

static void verify_rules(scene_run *run)
{
    const finder *f = run->state;
    double before = FAR;
    for (int corners = 0; corners < 4; corners++)
    {
        run->params[FINDER_CORNERS] = (float)corners;
        for (int search = 0; search < finder_search_count; search++)
        {
            run->params[FINDER_RIGHT] = (float)search;
            scene_advance(run, &(scene_input){0});
            if (corners != WEND_DIAGONAL_ALWAYS || finder_searches[search].kind != WEND_GRID_ANY_ANGLE)
                check_both(run, finder_corners[corners]);
            else
                scene_check(run, f->panels[1].now.way == WEND_WAY_REFUSED, "a point that squeezes isn't refused");
        }
        scene_check(run, f->panels[0].now.cost <= before + 1e-9, "%s is longer than the stricter rule",
                    finder_corners[corners]);
        before = f->panels[0].now.cost;
    }
    run->params[FINDER_CORNERS] = 1.0f;
    run->params[FINDER_RIGHT] = 1.0f;
    for (int heuristic = 1; heuristic < 5; heuristic++)
    {
        run->params[FINDER_HEURISTIC] = (float)heuristic;
        scene_advance(run, &(scene_input){0});
        if (heuristic != WEND_HEURISTIC_MANHATTAN)
            check_both(run, finder_heuristics[heuristic]);
        else
            scene_check(run, f->panels[1].now.way == WEND_WAY_REFUSED, "Manhattan with diagonal moves isn't refused");
        bool is_fewer = f->panels[1].full.expanded < f->panels[0].full.expanded;
        scene_check(run, is_fewer, "A* with %s expands %lld cells, Dijkstra %lld", finder_heuristics[heuristic],
                    (long long)f->panels[1].full.expanded, (long long)f->panels[0].full.expanded);
    }
    run->params[FINDER_HEURISTIC] = 0.0f;
}

static void verify_bodies(scene_run *run)
{
    const finder *f = run->state;
    double before = 0.0;
    run->params[FINDER_RIGHT] = 2.0f;
    for (float radius = 0.0f; radius < 1.3f; radius += 0.25f)
    {
        run->params[FINDER_RADIUS] = radius;
        scene_advance(run, &(scene_input){0});
        check_both(run, "a body");
        scene_check(run, f->panels[0].now.way != WEND_WAY_FOUND || f->panels[0].now.cost >= before,
                    "a body of radius %g has a shorter way than a smaller one", (double)radius);
        before = f->panels[0].now.cost;
    }
    scene_check(run, f->panels[0].now.way != WEND_WAY_FOUND || before > 25.0,
                "a large body goes through a door of one cell");
    run->params[FINDER_RADIUS] = 0.0f;
}

/// The wall from edge to edge closes, and opens again; start and goal go elsewhere.
static void verify_drawing(scene_run *run)
{
    const finder *f = run->state;
    scene_advance(run, &(scene_input){0});
    check_both(run, "the map");
    double through = f->panels[0].now.cost;
    drag_over(run, 0, (wend_cell){19, 11}, (wend_cell){19, 11});
    check_both(run, "the door is shut");
    scene_check(run, f->panels[0].now.cost > through + 1.0, "a shut door changes nothing");
    drag_over(run, 1, (wend_cell){19, 19}, (wend_cell){19, 17});
    drag_over(run, 0, (wend_cell){19, 0}, (wend_cell){19, 1});
    check_both(run, "the wall is shut");
    scene_check(run, f->panels[1].now.way == WEND_WAY_UNREACHABLE, "a wall from edge to edge: %s",
                wend_way_name(f->panels[1].now.way));
    drag_over(run, 1, (wend_cell){19, 11}, (wend_cell){19, 11});
    check_both(run, "the door is open");
    scene_check(run, fabs(f->panels[1].now.cost - through) < 1e-9, "an open door doesn't lead through again");
    drag_over(run, 0, f->start, (wend_cell){1, 1});
    scene_check(run, f->start.x == 1 && f->start.y == 1, "the start doesn't follow the pointer");
    drag_over(run, 1, f->goal, (wend_cell){26, 6});
    scene_check(run, f->goal.x == 26 && f->goal.y == 6, "the goal doesn't follow the pointer");
    check_both(run, "other ends");
    drag_over(run, 1, f->goal, f->start);
    scene_check(run, f->goal.x == 26 && f->goal.y == 6, "the goal goes where the start is");
}

/// One expansion a key, and both walkers go where the way leads.
static void verify_steps(scene_run *run)
{
    const finder *f = run->state;
    run->params[FINDER_SPEED] = 0.0f;
    scene_advance(run, &(scene_input){.key = 'f'});
    for (int i = 1; i < 40; i++)
    {
        scene_check(run, f->panels[0].now.expanded == i && f->panels[0].now.way == WEND_WAY_OUT_OF_BUDGET,
                    "%lld expansions after %d steps", (long long)f->panels[0].now.expanded, i);
        scene_advance(run, &(scene_input){.key = 's'});
    }
    scene_advance(run, &(scene_input){.key = 'o'});
    scene_check(run, finder_is_done(&f->panels[0]), "all at once isn't");
    float nearest = 1e30f;
    for (int frame = 0; frame < 900; frame++)
    {
        scene_advance(run, &(scene_input){0});
        wend_vec goal = wend_add(wend_grid_point(f->grid, f->goal), finder_offset(1));
        nearest = fminf(nearest, wend_distance(wend_world_position(run->world, f->panels[1].walker), goal));
    }
    scene_check(run, nearest < 0.5f, "the walker came no nearer to the goal than %g", (double)nearest);
}

void finder_verify(scene_run *run)
{
    run->params[FINDER_SPEED] = 20.0f;
    verify_rules(run);
    verify_bodies(run);
    verify_drawing(run);
    for (int i = 0; i < FINDER_PARAMS; i++)
        run->params[i] = run->kind->params[i].start;
    scene_restart(run, NULL);
    verify_steps(run);
}
