// Two searches side by side on one map: draw walls, drag start and goal, and see which cells each expands.
#include "pathfinder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEARCHES(X)                                                                                                    \
    X("Dijkstra", WEND_GRID_DIJKSTRA, false)                                                                           \
    X("A*", WEND_GRID_ASTAR, false)                                                                                    \
    X("Jump points", WEND_GRID_JUMP, false)                                                                            \
    X("Theta*", WEND_GRID_THETA, true)                                                                                 \
    X("Lazy Theta*", WEND_GRID_LAZY_THETA, true)                                                                       \
    X("Exact, any angle", WEND_GRID_ANY_ANGLE, true)
#define SEARCH(name, kind, any_angle)      {name, kind, any_angle},
#define SEARCH_NAME(name, kind, any_angle) name,

const finder_search finder_searches[] = {SEARCHES(SEARCH)};
static const char *const search_names[] = {SEARCHES(SEARCH_NAME)};
const int finder_search_count = (int)(sizeof finder_searches / sizeof *finder_searches);

#define LAST_SEARCH ((float)(sizeof finder_searches / sizeof *finder_searches - 1))

const char *const finder_heuristics[5] = {"auto", "Manhattan", "Euclidean", "octile", "Chebyshev"};
const char *const finder_corners[4] = {"no diagonals", "no corner is cut", "one corner may be cut", "always diagonal"};

static const scene_param params[FINDER_PARAMS] = {
    [FINDER_LEFT] = {"left", "1 search on the left", 0.0f, LAST_SEARCH, 0.0f, false},
    [FINDER_RIGHT] = {"right", "2 search on the right", 0.0f, LAST_SEARCH, 1.0f, false},
    [FINDER_HEURISTIC] = {"heuristic", "H heuristic", 0.0f, 4.0f, 0.0f, false},
    [FINDER_CORNERS] = {"corners", "C diagonal moves", 0.0f, 3.0f, 1.0f, false},
    [FINDER_RADIUS] = {"radius", "radius of the body", 0.0f, 2.0f, 0.0f, false},
    [FINDER_SPEED] = {"speed", "expansions a frame (0: S)", 0.0f, 20.0f, 3.0f, false},
    [FINDER_AT_ONCE] = {"once", "O all at once", 0.0f, 1.0f, 0.0f, true},
    [FINDER_TREE] = {"tree", "T from where", 0.0f, 1.0f, 1.0f, true},
};

static const scene_whole wholes[] = {{FINDER_LEFT, search_names},
                                     {FINDER_RIGHT, search_names},
                                     {FINDER_HEURISTIC, finder_heuristics},
                                     {FINDER_CORNERS, finder_corners},
                                     {FINDER_SPEED, NULL}};

static const char map[] = "..............................\n"
                          "..............................\n"
                          ".......#############..........\n"
                          "...................#..........\n"
                          "...................#....####..\n"
                          "....##.............#.......#..\n"
                          "....##...######....#.......#..\n"
                          "..............#....#.......#..\n"
                          "..............#....#....####..\n"
                          "..............#....#..........\n"
                          "..............#....#..........\n"
                          "..............#...............\n"
                          "..............#....#..........\n"
                          ".........######....#...##.....\n"
                          "...................#...##.....\n"
                          "....##.............#..........\n"
                          "....##.............#......##..\n"
                          "..........................##..\n"
                          "..............................\n"
                          "..............................\n";

static const wend_vec corner = {-31.0f, -9.5f, 0.0f}; // of the left panel
static const float radii[] = {0.75f, 1.0f, 1.25f, 1.5f, 1.75f, 2.0f};

// ---- what is chosen -------------------------------------------------------------------------------------------------

int finder_choice(const scene_run *run, finder_param param)
{
    return (int)(run->params[param] + 0.5f);
}

float finder_radius(const scene_run *run)
{
    float quarter = floorf(run->params[FINDER_RADIUS] * 4.0f + 0.5f) * 0.25f;
    return quarter <= 0.5f ? quarter : fminf(quarter, 2.0f);
}

const finder_search *finder_search_of(const scene_run *run, int panel)
{
    return &finder_searches[finder_choice(run, panel == 0 ? FINDER_LEFT : FINDER_RIGHT)];
}

wend_vec finder_offset(int panel)
{
    return wend_xyz(panel == 0 ? 0.0f : (float)FINDER_WIDTH + 2.0f, 0.0f, 0.0f);
}

bool finder_is_done(const finder_panel *panel)
{
    return panel->now.way != WEND_WAY_OUT_OF_BUDGET;
}

static wend_grid_query query_of(const scene_run *run, int panel)
{
    const finder *f = run->state;
    wend_grid_query query = wend_default_grid_query();
    query.start = f->start;
    query.goal = f->goal;
    query.kind = finder_search_of(run, panel)->kind;
    query.diagonal = (wend_diagonal)finder_choice(run, FINDER_CORNERS);
    query.radius = finder_radius(run);
    // An estimate that isn't asked for can't be wrong.
    if (query.kind != WEND_GRID_DIJKSTRA)
        query.heuristic = (wend_heuristic)finder_choice(run, FINDER_HEURISTIC);
    return query;
}

// ---- searching ------------------------------------------------------------------------------------------------------

static void place_walker(scene_run *run, int panel)
{
    const finder *f = run->state;
    wend_vec at = wend_add(wend_grid_point(f->grid, f->start), finder_offset(panel));
    wend_world_teleport(run->world, f->panels[panel].walker, at, wend_xyz(0, 0, 0), wend_xyz(1, 0, 0));
}

/// A search that has come to its end gives its walker a way.
static void take_way(finder_panel *p, int panel)
{
    bool is_found = p->now.way == WEND_WAY_FOUND || p->now.way == WEND_WAY_THERE;
    p->point_count = is_found ? wend_grid_search_points(p->shown, p->points, FINDER_CELLS) : 0;
    p->progress = (wend_path_progress){0};
    for (int i = 0; i < p->point_count; i++)
        p->points[i] = wend_add(p->points[i], finder_offset(panel));
}

static void find_dearest(finder *f)
{
    f->dearest = 0.0;
    for (int i = 0; i < FINDER_PANELS * FINDER_CELLS; i++)
    {
        int cell = i / FINDER_PANELS;
        double cost = 0.0;
        wend_cell at = {cell % FINDER_WIDTH, cell / FINDER_WIDTH};
        if (wend_grid_search_seen(f->panels[i % FINDER_PANELS].whole, at, NULL, &cost) == WEND_SEEN_CLOSED)
            f->dearest = fmax(f->dearest, cost);
    }
}

static void ask(scene_run *run)
{
    finder *f = run->state;
    for (int i = 0; i < FINDER_PANELS; i++)
    {
        finder_panel *p = &f->panels[i];
        wend_grid_query query = query_of(run, i);
        p->full = wend_grid_find(p->whole, f->grid, &query);
        query.budget = run->params[FINDER_AT_ONCE] > 0.5f ? 0 : 1;
        p->now = wend_grid_find(p->shown, f->grid, &query);
        place_walker(run, i);
        take_way(p, i);
    }
    find_dearest(f);
    f->edits = wend_grid_edits(f->grid);
    memcpy(f->applied, run->params, sizeof f->applied);
}

static void go_on(finder *f, int budget)
{
    for (int i = 0; i < FINDER_PANELS; i++)
    {
        finder_panel *p = &f->panels[i];
        if (finder_is_done(p))
            continue;
        p->now = wend_grid_go_on(p->shown, f->grid, budget);
        take_way(p, i);
    }
}

// ---- a life ---------------------------------------------------------------------------------------------------------

static bool make_map(finder *f, const scene_run *run, wend_error *error)
{
    wend_grid_def def = wend_default_grid_def();
    def.allocator = run->allocator;
    def.origin = corner;
    def.radii = radii;
    def.radius_count = (int)(sizeof radii / sizeof *radii);
    f->grid = wend_grid_create_text(&def, map, error);
    return f->grid;
}

static wend_agent_id spawn_walker(scene_run *run)
{
    wend_agent_def def = wend_default_agent_def();
    def.agent.radius = 0.3f;
    def.agent.max_speed = 5.0f;
    def.agent.max_acceleration = 20.0f;
    return wend_world_spawn(run->world, &def);
}

static wend_status finder_init(scene_run *run, wend_error *error)
{
    finder *f = run->state;
    if (!make_map(f, run, error))
        return WEND_ERROR_MEMORY;
    wend_world_def def = part_world_def(run);
    def.does_push_apart = false;
    wend_status status = part_make_world(run, &def, error);
    f->start = (wend_cell){4, 10};
    f->goal = (wend_cell){25, 11};
    for (int i = 0; i < FINDER_PANELS && status == WEND_OK; i++)
    {
        finder_panel *p = &f->panels[i];
        p->whole = wend_grid_search_create(&run->allocator, error);
        p->shown = wend_grid_search_create(&run->allocator, error);
        p->walker = spawn_walker(run);
        bool is_made = p->whole && p->shown && p->walker.value != 0;
        wend_grid_query query = wend_default_grid_query();
        query.start = f->start;
        query.goal = f->goal;
        for (int k = 0; k < finder_search_count && is_made; k++) // each takes its memory now
        {
            query.kind = finder_searches[k].kind;
            is_made = wend_grid_find(p->whole, f->grid, &query).way != WEND_WAY_REFUSED &&
                      wend_grid_find(p->shown, f->grid, &query).way != WEND_WAY_REFUSED;
        }
        status = is_made ? WEND_OK : WEND_ERROR_MEMORY;
    }
    if (status == WEND_OK)
        ask(run);
    return status;
}

static void finder_stop(scene_run *run)
{
    finder *f = run->state;
    for (int i = 0; i < FINDER_PANELS; i++)
    {
        wend_grid_search_destroy(f->panels[i].whole);
        wend_grid_search_destroy(f->panels[i].shown);
        f->panels[i].whole = f->panels[i].shown = NULL;
    }
    wend_grid_destroy(f->grid);
    f->grid = NULL;
}

// ---- the pointer ----------------------------------------------------------------------------------------------------

static bool is_same(wend_cell a, wend_cell b)
{
    return a.x == b.x && a.y == b.y;
}

/// The cell under the pointer, in either panel.
static bool cell_under(const scene_run *run, wend_cell *cell)
{
    const finder *f = run->state;
    for (int i = 0; i < FINDER_PANELS; i++)
        if (wend_grid_cell(f->grid, wend_sub(run->input.pointer, finder_offset(i)), cell))
            return true;
    return false;
}

static void paint(finder *f, wend_cell cell)
{
    if (!is_same(cell, f->start) && !is_same(cell, f->goal))
        wend_grid_set(f->grid, cell, f->hold == FINDER_HOLES);
}

/// All cells from one to the other, however fast the pointer went.
static void paint_line(finder *f, wend_cell from, wend_cell to)
{
    int dx = to.x - from.x, dy = to.y - from.y, steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    for (int i = 0; i <= steps; i++)
    {
        float part = steps > 0 ? (float)i / (float)steps : 0.0f;
        paint(f, (wend_cell){from.x + (int)lroundf(part * (float)dx), from.y + (int)lroundf(part * (float)dy)});
    }
}

static finder_hold hold_at(const finder *f, wend_cell cell)
{
    if (is_same(cell, f->start))
        return FINDER_START;
    if (is_same(cell, f->goal))
        return FINDER_GOAL;
    return wend_grid_get(f->grid, cell) == 0 ? FINDER_HOLES : FINDER_WALLS;
}

static void move_end(wend_cell *end, const finder *f, wend_cell cell)
{
    if (hold_at(f, cell) == FINDER_WALLS) // open, and not the other end
        *end = cell;
}

/// True if an end was moved.
static bool drag(scene_run *run)
{
    finder *f = run->state;
    wend_cell cell, start = f->start, goal = f->goal;
    if (!run->input.is_down || !run->input.has_pointer)
        f->hold = FINDER_NOTHING;
    if (!run->input.has_pointer || !cell_under(run, &cell))
        return false;
    if (run->input.is_clicked && run->input.is_down)
    {
        f->hold = hold_at(f, cell);
        f->last = cell;
    }
    switch (f->hold)
    {
    case FINDER_START: move_end(&f->start, f, cell); break;
    case FINDER_GOAL: move_end(&f->goal, f, cell); break;
    case FINDER_WALLS:
    case FINDER_HOLES: paint_line(f, f->last, cell); break;
    case FINDER_NOTHING: break;
    }
    f->last = cell;
    return !is_same(start, f->start) || !is_same(goal, f->goal);
}

static void choose_next(scene_run *run, finder_param param)
{
    int count = (int)params[param].high + 1;
    run->params[param] = (float)((finder_choice(run, param) + 1) % count);
}

/// Is what was asked for still what the sliders say?
static bool is_current(const scene_run *run)
{
    const finder *f = run->state;
    for (int i = 0; i <= FINDER_RADIUS; i++)
        if (f->applied[i] != run->params[i])
            return false;
    return f->applied[FINDER_AT_ONCE] == run->params[FINDER_AT_ONCE] && f->edits == wend_grid_edits(f->grid);
}

static void finder_input(scene_run *run)
{
    finder *f = run->state;
    bool is_asked = false;
    switch (run->input.key)
    {
    case '1': choose_next(run, FINDER_LEFT); break;
    case '2': choose_next(run, FINDER_RIGHT); break;
    case 'h': choose_next(run, FINDER_HEURISTIC); break;
    case 'c': choose_next(run, FINDER_CORNERS); break;
    case 'o': part_toggle(run, "once"); break;
    case 't': part_toggle(run, "tree"); break;
    case 'f': is_asked = true; break;
    case 's': go_on(f, 1); break;
    default: break;
    }
    bool is_moved = drag(run);
    if (is_asked || is_moved || !is_current(run))
        ask(run);
}

// ---- time -----------------------------------------------------------------------------------------------------------

/// Walkers go the way that was found, there and back.
static void walk(scene_run *run, finder_panel *p)
{
    wend_follow how = wend_default_follow();
    how.ahead = 0.6f;
    how.switch_radius = 0.3f;
    how.tube = 0.3f;
    how.is_there_and_back = true;
    wend_goal go = wend_goal_of(WEND_GOAL_MATCH);
    wend_path path = {p->points, p->point_count, false};
    wend_agent_def def;
    wend_world_get(run->world, p->walker, &def);
    if (p->point_count > 1)
        go.point = wend_follow_path(&def.agent, &path, &p->progress, &how, run->kind->step_seconds);
    wend_world_set_goal(run->world, p->walker, &go);
}

static void finder_step(scene_run *run)
{
    finder *f = run->state;
    int speed = finder_choice(run, FINDER_SPEED);
    if (speed > 0)
        go_on(f, speed);
    for (int i = 0; i < FINDER_PANELS; i++)
        walk(run, &f->panels[i]);
    wend_world_step(run->world, run->kind->step_seconds);
}

static void finder_status(const scene_run *run, char *text, size_t capacity)
{
    const finder *f = run->state;
    snprintf(text, capacity, "heuristic: %s   diagonal moves: %s   radius %g   expanded in all: %s %lld, %s %lld",
             finder_heuristics[finder_choice(run, FINDER_HEURISTIC)],
             finder_corners[finder_choice(run, FINDER_CORNERS)], (double)finder_radius(run),
             finder_search_of(run, 0)->name, (long long)f->panels[0].full.expanded, finder_search_of(run, 1)->name,
             (long long)f->panels[1].full.expanded);
}

/// A player who closes the door in the wall, or opens it, tries other searches, and moves the goal.
static void finder_demo(const scene_run *run, scene_input *input)
{
    enum
    {
        ROUND = 1200, // frames
        DOOR = 260,
        SEARCH = 520,
        GOAL = 760,
        DRAG = 40
    };
    static const wend_vec goals[2] = {{25.5f, 11.5f, 0.0f}, {26.5f, 6.5f, 0.0f}};
    const finder *f = run->state;
    int played = (int)(run->seconds / run->kind->step_seconds + 0.5), frame = played % ROUND, turn = played / ROUND % 2;
    float part = (float)(frame - GOAL) / (float)DRAG;
    input->key = frame == SEARCH ? '2' : 0;
    input->has_pointer = input->is_down = frame == DOOR || (frame >= GOAL && frame <= GOAL + DRAG);
    input->is_clicked = frame == DOOR || frame == GOAL;
    if (frame == DOOR)
        input->pointer = wend_add(corner, wend_xyz(19.5f, 11.5f, 0.0f));
    else if (frame == GOAL)
        input->pointer = wend_grid_point(f->grid, f->goal);
    else
        input->pointer = wend_add(corner, wend_lerp(goals[turn], goals[1 - turn], part));
}

static uint64_t finder_hash(const scene_run *run)
{
    const finder *f = run->state;
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < FINDER_PANELS; i++)
    {
        const finder_panel *p = &f->panels[i];
        const float numbers[] = {(float)p->now.expanded, (float)p->now.cost, (float)p->now.way, (float)p->full.cost,
                                 (float)p->point_count};
        hash = part_hash(hash, numbers, 5);
    }
    const float ends[] = {(float)f->start.x, (float)f->start.y, (float)f->goal.x, (float)f->goal.y};
    return part_hash(hash, ends, 4);
}

const scene scene_pathfinder = {
    .name = "pathfinder",
    .title = "Pathfinder",
    .about = "Two searches look for a way on the same map: see which cells each of them expands, and how many.",
    .keys = "drag: draw walls or break them, move start and goal; 1, 2: the searches, H: heuristic, C: corners, S: one "
            "expansion, O: all at once, T: from where, F: again",
    .params = params,
    .param_count = FINDER_PARAMS,
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .state_size = sizeof(finder),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 2.0,
    .low = {-32.0f, -13.0f, 0.0f},
    .high = {32.0f, 13.5f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = finder_init,
    .input = finder_input,
    .step = finder_step,
    .draw = finder_draw,
    .legend = finder_legend,
    .status = finder_status,
    .demo = finder_demo,
    .hash = finder_hash,
    .verify = finder_verify,
    .stop = finder_stop,
};
