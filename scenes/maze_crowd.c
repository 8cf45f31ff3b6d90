// A crowd that goes through a maze by one flow field, while walls come and go.
#include "maze_crowd.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#define ROOMS_X 11
#define ROOMS_Y 8
#define PITCH   3 // a room is 2 x 2, the wall beside it 1
#define FIRST_X 7 // the left edge of the maze
#define LAST_X  (FIRST_X + PITCH * ROOMS_X)
#define SPEED   3.5f
#define BUDGET  60  // cells that are expanded in a frame
#define PAUSE   3.0 // seconds between two edits of its own

static const scene_param params[] = {
    {"costs", "C what the way costs", 0.0f, 1.0f, 1.0f, true},
    {"directions", "D directions", 0.0f, 1.0f, 0.0f, true},
    {"edits", "E walls come and go", 0.0f, 1.0f, 1.0f, true},
};

// ---- walls ----------------------------------------------------------------------------------------------------------

/// The map gets or loses a wall, which the field and those who walk see.
static void set_wall(maze *m, wend_cell cell, bool is_wall)
{
    if (maze_is_open(m, cell.x, cell.y) != is_wall)
        return;
    if (!m->is_repairing)
        for (int i = 0; i < MAZE_CELLS; i++)
            m->before[i] = wend_flow_cost(m->flow, maze_cell(i));
    m->edits = m->is_repairing ? m->edits + 1 : 1;
    m->is_repairing = true;
    wend_grid_set(m->map, cell, is_wall ? 0 : 1);
}

/// How far a point is from the square of a cell.
static float distance_to(wend_cell cell, wend_vec p)
{
    float dx = fmaxf(fmaxf((float)cell.x - p.x, p.x - (float)(cell.x + 1)), 0.0f);
    float dy = fmaxf(fmaxf((float)cell.y - p.y, p.y - (float)(cell.y + 1)), 0.0f);
    return sqrtf(dx * dx + dy * dy);
}

static bool is_free(const scene_run *run, wend_cell cell)
{
    const maze *m = run->state;
    wend_agent_id near[32];
    wend_vec middle = wend_grid_point(m->map, cell);
    int count = wend_world_within(run->world, middle, 1.2f, NULL, near, 32);
    for (int i = 0; i < count && i < 32; i++)
        if (distance_to(cell, wend_world_position(run->world, near[i])) < MAZE_RADIUS + 0.02f)
            return false;
    return count <= 32;
}

/// Within the maze, so that the places at both ends stay open.
static bool is_editable(wend_cell cell)
{
    return cell.x >= FIRST_X && cell.x <= LAST_X && cell.y > 0 && cell.y < MAZE_HEIGHT - 1;
}

static void toggle(scene_run *run, wend_cell cell)
{
    maze *m = run->state;
    bool is_wall = !maze_is_open(m, cell.x, cell.y);
    if (is_editable(cell) && (is_wall || is_free(run, cell)))
        set_wall(m, cell, !is_wall);
}

// ---- a maze ---------------------------------------------------------------------------------------------------------

/// One of the two cells that lie between a room and the next one to the right, or above.
static wend_cell gate_cell(int room, bool is_right, int which)
{
    int x = FIRST_X + 1 + room % ROOMS_X * PITCH, y = 1 + room / ROOMS_X * PITCH;
    return is_right ? (wend_cell){x + 2, y + which} : (wend_cell){x + which, y + 2};
}

static bool has_gate(int room, bool is_right)
{
    return is_right ? room % ROOMS_X < ROOMS_X - 1 : room / ROOMS_X < ROOMS_Y - 1;
}

static int below(wend_random *random, int count)
{
    return (int)(wend_random_next(random) % (uint32_t)count);
}

static void open_gate(uint8_t *costs, int room, bool is_right)
{
    for (int i = 0; i < 2; i++)
    {
        wend_cell cell = gate_cell(room, is_right, i);
        costs[cell.y * MAZE_WIDTH + cell.x] = 1;
    }
}

/// Joins all rooms by a walk that turns back where it finds no new one.
static void join_rooms(uint8_t *costs, wend_random *random)
{
    int way[ROOMS_X * ROOMS_Y], length = 1;
    bool was_there[ROOMS_X * ROOMS_Y] = {true};
    way[0] = 0;
    while (length > 0)
    {
        int room = way[length - 1], choices[4][2], count = 0;
        const int steps[4] = {1, -1, ROOMS_X, -ROOMS_X};
        for (int i = 0; i < 4; i++)
        {
            int next = room + steps[i], lower = steps[i] > 0 ? room : next;
            if (next >= 0 && next < ROOMS_X * ROOMS_Y && has_gate(lower, i < 2) && !was_there[next])
                choices[count][0] = next, choices[count++][1] = i;
        }
        if (count == 0)
        {
            length--;
            continue;
        }
        int chosen = below(random, count), next = choices[chosen][0];
        open_gate(costs, next < room ? next : room, choices[chosen][1] < 2);
        was_there[next] = true;
        way[length++] = next;
    }
}

static void dig(uint8_t *costs, wend_random *random)
{
    for (int k = 0; k < MAZE_CELLS; k++)
    {
        wend_cell cell = maze_cell(k);
        int x = cell.x - FIRST_X;
        bool is_rim = cell.x == 0 || cell.y == 0 || cell.x == MAZE_WIDTH - 1 || cell.y == MAZE_HEIGHT - 1;
        bool is_room = x < 0 || cell.x > LAST_X || (x % PITCH != 0 && cell.y % PITCH != 0);
        costs[k] = !is_rim && is_room;
    }
    join_rooms(costs, random);
    for (int i = 0; i < 50; i++) // and some more, so that there are several ways
    {
        int room = below(random, ROOMS_X * ROOMS_Y);
        bool is_right = below(random, 2);
        if (has_gate(room, is_right))
            open_gate(costs, room, is_right);
    }
    for (int row = 0; row < ROOMS_Y; row++)
        for (int i = 1; i <= 2; i++)
        {
            costs[(row * PITCH + i) * MAZE_WIDTH + FIRST_X] = row % 2 == 1;
            costs[(row * PITCH + i) * MAZE_WIDTH + LAST_X] = row % 2 == 0;
        }
}

// ---- a life ---------------------------------------------------------------------------------------------------------

static bool make_map(maze *m, const scene_run *run, wend_error *error)
{
    uint8_t costs[MAZE_CELLS];
    dig(costs, &m->random);
    wend_grid_def def = wend_default_grid_def();
    def.width = MAZE_WIDTH;
    def.height = MAZE_HEIGHT;
    def.costs = costs;
    def.allocator = run->allocator;
    m->map = wend_grid_create(&def, error);
    m->flow = wend_flow_create(&run->allocator, error);
    wend_cell exits[MAZE_HEIGHT - 2];
    for (int i = 0; i < MAZE_HEIGHT - 2; i++)
        exits[i] = (wend_cell){MAZE_WIDTH - 2, i + 1};
    wend_flow_def lead = wend_default_flow_def();
    lead.goals = exits;
    lead.goal_count = MAZE_HEIGHT - 2;
    return m->map && m->flow && wend_flow_begin(m->flow, m->map, &lead) == WEND_OK;
}

static wend_vec along_field(wend_vec position, void *user)
{
    const maze *m = user;
    return wend_scale(wend_flow_at(m->flow, position).direction, SPEED);
}

static wend_status spawn_all(scene_run *run)
{
    maze *m = run->state;
    static const int columns = 12;
    wend_goal goal = wend_goal_of(WEND_GOAL_FOLLOW_FIELD);
    goal.field = along_field;
    goal.field_user = m;
    for (int i = 0; i < MAZE_WALKERS; i++)
    {
        wend_agent_def def = wend_default_agent_def();
        def.agent.position = wend_xyz(1.25f + 0.5f * (float)(i % columns), 1.46f + 0.92f * (float)(i / columns), 0.0f);
        def.agent.radius = MAZE_RADIUS;
        def.agent.max_speed = SPEED;
        def.agent.max_acceleration = 20.0f;
        def.agent.response_time = 0.1f;
        def.agent.neighbour_radius = 0.9f;
        def.group = 1;
        wend_agent_id id = wend_world_spawn(run->world, &def);
        wend_status status = id.value != 0 ? wend_world_set_goal(run->world, id, &goal) : WEND_ERROR_MEMORY;
        if (status != WEND_OK)
            return status;
    }
    m->inside = MAZE_WALKERS;
    m->arrived = 0;
    return WEND_OK;
}

static wend_status maze_init(scene_run *run, wend_error *error)
{
    maze *m = run->state;
    m->random = wend_random_seed(run->seed, 300);
    m->next_edit = PAUSE;
    if (!make_map(m, run, error))
        return WEND_ERROR_MEMORY;
    wend_world_def def = part_world_def(run);
    def.caster = wend_grid_caster(m->map); // without it walls only lead: they would stop nobody
    wend_status status = part_make_world(run, &def, error);
    return status == WEND_OK ? spawn_all(run) : status;
}

static void maze_stop(scene_run *run)
{
    maze *m = run->state;
    wend_flow_destroy(m->flow);
    wend_grid_destroy(m->map);
    m->flow = NULL;
    m->map = NULL;
}

// ---- a frame --------------------------------------------------------------------------------------------------------

/// Would every open cell still have a way out with a wall in these two?
static bool is_joined_without(const maze *m, const wend_cell cells[2])
{
    bool was_there[MAZE_CELLS] = {false};
    for (int i = 0; i < 2; i++)
        was_there[cells[i].y * MAZE_WIDTH + cells[i].x] = true;
    int list[MAZE_CELLS], count = 0, open = 0;
    for (int y = 1; y < MAZE_HEIGHT - 1; y++)
    {
        list[count++] = y * MAZE_WIDTH + MAZE_WIDTH - 2;
        was_there[y * MAZE_WIDTH + MAZE_WIDTH - 2] = true;
    }
    for (int k = 0; k < MAZE_CELLS; k++)
        open += wend_grid_get(m->map, maze_cell(k)) > 0;
    for (int i = 0; i < count; i++)
    {
        const int steps[4] = {1, -1, MAZE_WIDTH, -MAZE_WIDTH};
        for (int d = 0; d < 4; d++)
        {
            int next = list[i] + steps[d];
            if (was_there[next] || !wend_grid_get(m->map, maze_cell(next)))
                continue;
            was_there[next] = true;
            list[count++] = next;
        }
    }
    return count == open - 2;
}

/// Opens or closes a gate: one that nobody stands in, and without which there still is a way from everywhere.
static bool edit_gate(scene_run *run, int room, bool is_right)
{
    maze *m = run->state;
    if (!has_gate(room, is_right))
        return false;
    wend_cell cells[2] = {gate_cell(room, is_right, 0), gate_cell(room, is_right, 1)};
    bool is_wall = !maze_is_open(m, cells[0].x, cells[0].y);
    if (!is_wall && !(is_free(run, cells[0]) && is_free(run, cells[1]) && is_joined_without(m, cells)))
        return false;
    for (int i = 0; i < 2; i++)
        set_wall(m, cells[i], !is_wall);
    return true;
}

static void edit_somewhere(scene_run *run)
{
    maze *m = run->state;
    for (int tries = 0; tries < 20; tries++)
    {
        int room = below(&m->random, ROOMS_X * ROOMS_Y);
        if (edit_gate(run, room, below(&m->random, 2)))
            return;
    }
}

static void maze_input(scene_run *run)
{
    const scene_input *in = &run->input;
    const maze *m = run->state;
    wend_cell cell;
    if (part_key(run, 'c'))
        part_toggle(run, "costs");
    if (part_key(run, 'd'))
        part_toggle(run, "directions");
    if (part_key(run, 'e'))
        part_toggle(run, "edits");
    if (in->is_clicked && in->has_pointer && wend_grid_cell(m->map, in->pointer, &cell))
        toggle(run, cell);
}

/// What a finished repair has changed, and what it touched.
static void count_repair(scene_run *run)
{
    maze *m = run->state;
    m->changed = 0;
    for (int k = 0; k < MAZE_CELLS; k++)
    {
        m->has_changed[k] = m->before[k] != wend_flow_cost(m->flow, maze_cell(k));
        m->changed += m->has_changed[k];
    }
    m->touched = wend_flow_touched(m->flow);
    // an edited cell with its neighbours is looked at twice; a changed one twice, and at most eight beside it
    int64_t spare = m->touched - (18 * m->edits + 10 * m->changed);
    m->most_spare = spare > m->most_spare || m->repairs == 0 ? spare : m->most_spare;
    m->repairs++;
    m->all_changed += m->changed;
    m->all_touched += m->touched;
    m->shown_until = run->seconds + 1.2;
    m->is_repairing = false;
}

static void let_out(scene_run *run)
{
    maze *m = run->state;
    wend_agent_id ids[MAZE_WALKERS];
    int count = wend_world_list(run->world, ids, MAZE_WALKERS);
    for (int i = 0; i < count; i++)
        if (wend_flow_at(m->flow, wend_world_position(run->world, ids[i])).state == WEND_FLOW_THERE)
        {
            wend_world_remove(run->world, ids[i]);
            m->arrived++;
            m->inside--;
        }
    if (m->inside > 0)
        return;
    m->rounds++;
    spawn_all(run);
}

static void maze_step(scene_run *run)
{
    maze *m = run->state;
    if (run->seconds >= m->next_edit && part_param(run, "edits") > 0.5f)
    {
        edit_somewhere(run);
        m->next_edit = run->seconds + PAUSE;
    }
    if (wend_flow_update(m->flow, BUDGET) && m->is_repairing)
        count_repair(run);
    wend_world_step(run->world, run->kind->step_seconds);
    let_out(run);
}

static void maze_status(const scene_run *run, char *text, size_t capacity)
{
    const maze *m = run->state;
    int length = snprintf(text, capacity, "%d of %d are through", m->arrived, MAZE_WALKERS);
    if (m->repairs > 0 && length > 0 && (size_t)length < capacity)
        snprintf(text + length, capacity - (size_t)length,
                 "   edits: %d   the last changed what the way costs from %d cells and looked at %d", m->repairs,
                 m->changed, (int)m->touched);
}

static void maze_demo(const scene_run *run, scene_input *input)
{
    const maze *m = run->state;
    int frame = (int)(run->seconds / run->kind->step_seconds + 0.5);
    input->has_pointer = true;
    input->is_clicked = frame % 300 == 150;
    // a wall of the middle row of gates comes and goes
    input->pointer = wend_grid_point(m->map, gate_cell(4 * ROOMS_X + frame / 600 % (ROOMS_X - 1), true, 0));
}

// ---- facts ----------------------------------------------------------------------------------------------------------

static uint64_t maze_hash(const scene_run *run)
{
    const maze *m = run->state;
    float values[MAZE_CELLS];
    for (int k = 0; k < MAZE_CELLS; k++)
        values[k] = (float)wend_flow_cost(m->flow, maze_cell(k));
    return part_hash(14695981039346656037u, values, MAZE_CELLS);
}

/// How deep somebody is in a wall, by the map alone.
static float deepest_in_walls(const scene_run *run)
{
    const maze *m = run->state;
    wend_vec places[MAZE_WALKERS];
    int count = wend_world_read(run->world, WEND_FIELD_POSITION, places, sizeof places[0], MAZE_WALKERS);
    float deepest = 0.0f;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 9; k++)
        {
            wend_cell cell = {(int)places[i].x + k % 3 - 1, (int)places[i].y + k / 3 - 1};
            if (!maze_is_open(m, cell.x, cell.y))
                deepest = fmaxf(deepest, MAZE_RADIUS - distance_to(cell, places[i]));
        }
    return deepest;
}

static void verify_clicks(scene_run *run)
{
    const maze *m = run->state;
    wend_cell gate = gate_cell(0, false, 0); // far from where they are at first
    wend_vec point = wend_grid_point(m->map, gate);
    bool was_open = maze_is_open(m, gate.x, gate.y);
    for (int i = 0; i < 2; i++)
    {
        scene_advance(run, &(scene_input){.pointer = point, .has_pointer = true, .is_clicked = true});
        scene_check(run, maze_is_open(m, gate.x, gate.y) == (was_open == (i == 1)), "click %d didn't turn the wall", i);
    }
    scene_advance(run, &(scene_input){.pointer = wend_xyz(0.5f, 0.5f, 0.0f), .has_pointer = true, .is_clicked = true});
    scene_check(run, !maze_is_open(m, 0, 0), "the wall round about was opened");
}

static void maze_verify(scene_run *run)
{
    const maze *m = run->state;
    float deepest = 0.0f;
    for (int frame = 0; frame < 120 * 60 && m->rounds == 0; frame++)
    {
        part_play(run, (scene_input){0}, run->kind->step_seconds);
        deepest = fmaxf(deepest, deepest_in_walls(run));
    }
    scene_check(run, m->rounds == 1, "%d of %d arrived", m->arrived, MAZE_WALKERS);
    scene_check(run, deepest < 1e-3f, "somebody was %g deep in a wall", (double)deepest);
    scene_check(run, m->repairs >= 8, "the field was repaired only %d times", m->repairs);
    scene_check(run, m->all_changed > 10 * m->repairs, "edits changed only %d costs", m->all_changed);
    scene_check(run, m->most_spare <= 0, "a repair touched %d cells more than those that change and their neighbours",
                (int)m->most_spare);
    verify_clicks(run);
}

const scene scene_maze_crowd = {
    .name = "maze_crowd",
    .title = "Maze crowd",
    .about =
        "One flow field leads 300 walkers through a maze. Walls come and go, and only what that changes is repaired.",
    .keys = "click: a wall comes or goes, C: costs, D: directions, E: edits of its own",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .state_size = sizeof(maze),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 16.0,
    .low = {-0.5f, -1.0f, 0.0f},
    .high = {45.5f, 26.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = maze_init,
    .input = maze_input,
    .step = maze_step,
    .draw = maze_draw,
    .legend = maze_legend,
    .status = maze_status,
    .demo = maze_demo,
    .hash = maze_hash,
    .verify = maze_verify,
    .stop = maze_stop,
};
