// A hall with people: two ways in lanes; a narrow place; a door in a wall.
#include "parts.h"

#include <math.h>
#include <stdio.h>

enum
{
    MOST_BODIES = 80
};

enum
{
    LANES_HALL, ///< two ways, no narrow place
    BOTTLENECK, ///< one way, through a narrow place
    DOOR,       ///< two ways, through a door
    KINDS
};

enum
{
    KIND,
    BODIES,
    PARAMS
};

static const scene_param params[PARAMS] = {
    [KIND] = {"kind", "what kind (from the next start)", 0.0f, (float)KINDS - 1.0f, 0.0f, false},
    [BODIES] = {"bodies", "how many (from the next start)", 2.0f, (float)MOST_BODIES, 76.0f, false},
};

static const char *const kind_names[KINDS] = {"two ways", "bottleneck", "door"};
static const scene_whole wholes[] = {{KIND, kind_names}, {BODIES, NULL}};

typedef struct hallway
{
    wend_obstacles *walls;
    int kind, count;
    wend_agent_id ids[MOST_BODIES];
    bool is_west[MOST_BODIES]; // it goes to the left
    int passed;                // how often somebody has come through the middle and to the end
    wend_recipe recipe;
} hallway;

static const float hull = 0.25f, half_width = 3.0f, half_length = 16.0f, end = 18.0f;

static float half_gap(int kind)
{
    return kind == BOTTLENECK ? 0.8f : kind == DOOR ? 0.6f : half_width;
}

static bool add_wall(hallway *h, wend_vec from, wend_vec to)
{
    wend_shape wall = wend_default_shape(WEND_SHAPE_SEGMENT);
    wall.from = from, wall.to = to;
    return wend_obstacles_add(h->walls, &wall).value != 0;
}

static bool add_walls(hallway *h)
{
    float gap = half_gap(h->kind), w = half_width, e = end + 4.0f;
    bool is_done = add_wall(h, wend_xyz(-e, w, 0.0f), wend_xyz(e, w, 0.0f)) &&
                   add_wall(h, wend_xyz(-e, -w, 0.0f), wend_xyz(e, -w, 0.0f));
    if (gap < w)
        is_done = is_done && add_wall(h, wend_xyz(0.0f, gap, 0.0f), wend_xyz(0.0f, w, 0.0f)) &&
                  add_wall(h, wend_xyz(0.0f, -gap, 0.0f), wend_xyz(0.0f, -w, 0.0f));
    return is_done;
}

/// The height at which the k-th walks: evenly spread over the hall.
static float height_of(int k)
{
    return (2.0f * part_spread(k, 3) - 1.0f) * (half_width - 2.0f * hull);
}

/// Along the hall, wherever across it; through the middle of a narrow place, if there is one.
static void send(scene_run *run, int i, wend_vec from)
{
    hallway *h = run->state;
    float way = h->is_west[i] ? -1.0f : 1.0f;
    wend_vec points[4] = {
        from, {-0.8f * way, 0.0f, 0.0f}, {0.8f * way, 0.0f, 0.0f}, {(end + 3.0f) * way, from.y, 0.0f}};
    bool is_narrow = half_gap(h->kind) < half_width;
    wend_goal goal =
        is_narrow ? wend_goal_follow(points, 4, false) : wend_goal_seek(wend_xyz(1000.0f * way, 0.0f, 0.0f));
    wend_world_set_goal(run->world, h->ids[i], &goal);
}

static bool add_walker(scene_run *run, int i)
{
    hallway *h = run->state;
    int k = i / 2;
    h->is_west[i] = h->kind != BOTTLENECK && i % 2 == 1;
    float side = h->is_west[i] ? 1.0f : -1.0f;
    if (h->kind == BOTTLENECK)
        k = i;
    wend_agent_def agent = wend_default_agent_def();
    agent.agent.position =
        wend_xyz(side * (2.0f + 0.7f * (float)(k / 6)), 0.9f * ((float)(k % 6) - 2.5f) + 0.1f * side, 0.0f);
    agent.agent.heading = wend_xyz(-side, 0.0f, 0.0f);
    agent.agent.radius = hull;
    agent.agent.max_speed = 1.34f;
    agent.agent.neighbour_radius = 4.0f;
    agent.agent.arrival_radius = 0.5f;
    h->ids[i] = wend_world_spawn(run->world, &agent);
    if (h->ids[i].value == 0)
        return false;
    wend_world_set_recipe(run->world, h->ids[i], &h->recipe);
    send(run, i, agent.agent.position);
    return true;
}

static wend_status hallway_init(scene_run *run, wend_error *error)
{
    hallway *h = run->state;
    h->kind = (int)(run->params[KIND] + 0.5f);
    h->count = (int)(run->params[BODIES] + 0.5f);
    wend_obstacles_def walls = wend_default_obstacles_def();
    walls.allocator = run->allocator;
    h->walls = wend_obstacles_create(&walls, error);
    if (!h->walls || !add_walls(h))
        return WEND_ERROR_MEMORY;
    wend_world_def def = part_world_def(run);
    def.caster = wend_obstacles_caster(h->walls);
    wend_status status = part_make_world(run, &def, error);
    h->recipe = wend_default_recipe();
    h->recipe.dodge = WEND_DODGE_ORCA;
    h->recipe.follow.switch_radius = 0.7f;
    for (int i = 0; i < h->count && status == WEND_OK; i++)
        status = add_walker(run, i) ? WEND_OK : WEND_ERROR_MEMORY;
    return status;
}

static void hallway_stop(scene_run *run)
{
    hallway *h = run->state;
    wend_obstacles_destroy(h->walls);
    h->walls = NULL;
}

/// Whoever is at the end comes in again at the beginning, where there is room; in the open hall where it was across it.
static void come_round(scene_run *run, int i)
{
    hallway *h = run->state;
    float way = h->is_west[i] ? -1.0f : 1.0f;
    wend_vec at = wend_world_position(run->world, h->ids[i]);
    if (at.x * way < half_length + 1.0f)
        return;
    for (int k = 0; k < 4; k++)
    {
        float y = h->kind == LANES_HALL && k == 0 ? at.y : height_of(h->passed + i + k);
        wend_vec start = wend_xyz(-(half_length + 1.0f) * way, y, 0.0f);
        if (wend_world_within(run->world, start, 4.0f * hull, NULL, NULL, 0) > 0)
            continue;
        h->passed++;
        wend_world_teleport(run->world, h->ids[i], start, wend_xyz(way, 0.0f, 0.0f), wend_xyz(way, 0.0f, 0.0f));
        send(run, i, start);
        return;
    }
}

static void hallway_step(scene_run *run)
{
    hallway *h = run->state;
    wend_world_step(run->world, run->kind->step_seconds);
    for (int i = 0; i < h->count; i++)
        come_round(run, i);
}

/// How much those who go one way keep together, [0, 1]: the share of pairs of walkers one behind the other (nearer
/// than 2 m along the hall, 0.6 m across) who go the same way.
static float order_of_lanes(const scene_run *run)
{
    const hallway *h = run->state;
    int same = 0, all = 0;
    for (int i = 0; i < h->count; i++)
        for (int j = 0; j < i; j++)
        {
            wend_vec off =
                wend_sub(wend_world_position(run->world, h->ids[i]), wend_world_position(run->world, h->ids[j]));
            if (fabsf(off.x) > 2.0f || fabsf(off.y) > 0.6f)
                continue;
            all++;
            same += h->is_west[i] == h->is_west[j];
        }
    return all > 0 ? (float)same / (float)all : 0.0f;
}

static void hallway_draw(const scene_run *run, const wend_draw *draw)
{
    const hallway *h = run->state;
    float gap = half_gap(h->kind), e = end + 4.0f;
    for (int side = -1; side <= 1; side += 2)
    {
        float y = (float)side * half_width, far_y = (float)side * (half_width + 0.3f);
        const wend_vec wall[4] = {{-e, y, 0.0f}, {e, y, 0.0f}, {e, far_y, 0.0f}, {-e, far_y, 0.0f}};
        draw->polygon(wall, 4, COLOUR_GREY, draw->user);
        if (gap < half_width)
            draw->line(wend_xyz(0.0f, (float)side * gap, 0.0f), wend_xyz(0.0f, y, 0.0f), COLOUR_GREY, false,
                       draw->user);
    }
    for (int i = 0; i < h->count; i++)
    {
        wend_vec at = wend_world_position(run->world, h->ids[i]), heading = wend_world_heading(run->world, h->ids[i]);
        wend_colour colour = h->is_west[i] ? COLOUR_SKY : COLOUR_ORANGE;
        if (wend_same_agent(h->ids[i], run->watched))
            part_draw_watched(draw, at, heading, hull, colour);
        else
            wend_draw_agent(draw, at, heading, hull, colour);
    }
    part_draw_halves(run, draw, 2.0f);
}

static void hallway_legend(const scene_run *run, scene_legend *legend)
{
    const hallway *h = run->state;
    for (int i = 0; i < h->count; i++)
        scene_add_sign(legend, SCENE_BODY, h->is_west[i] ? COLOUR_SKY : COLOUR_ORANGE,
                       h->is_west[i] ? "to the left" : "to the right");
    scene_add_sign(legend, SCENE_BAR, COLOUR_GREY, "walls");
    part_list_halves(run, legend);
}

static void hallway_status(const scene_run *run, char *text, size_t capacity)
{
    const hallway *h = run->state;
    int length = snprintf(text, capacity, "%s   %d have come through, %.2f a second", kind_names[h->kind], h->passed,
                          run->seconds > 0.0 ? h->passed / run->seconds : 0.0);
    if (h->kind == LANES_HALL && length > 0 && (size_t)length < capacity)
        snprintf(text + length, capacity - (size_t)length, "   %.0f %% of those in a row go the same way",
                 100.0 * (double)order_of_lanes(run));
}

static void hallway_demo(const scene_run *run, scene_input *input)
{
    const hallway *h = run->state;
    input->is_clicked = input->has_pointer = run->seconds >= 1.0 && run->watched.value == 0;
    input->pointer = wend_world_position(run->world, h->ids[0]);
}

static void check_kind(scene_run *run, int kind, int bodies, double seconds, int least_passed)
{
    run->params[KIND] = (float)kind;
    run->params[BODIES] = (float)bodies;
    if (!scene_check(run, scene_restart(run, NULL) == WEND_OK, "kind %d doesn't start", kind))
        return;
    const hallway *h = run->state;
    float least = 1e30f, wall = 1e30f, lanes = 0.0f;
    int looks = (int)(seconds / 0.5);
    for (int k = 0; k < looks; k++)
    {
        part_play(run, (scene_input){0}, 0.5);
        least = fminf(least, part_least_gap(run, h->ids, h->count));
        lanes += 2 * k >= looks ? 2.0f * order_of_lanes(run) / (float)looks : 0.0f;
        for (int i = 0; i < h->count; i++)
        {
            wend_hit hit;
            wend_vec at = wend_world_position(run->world, h->ids[i]);
            if (wend_obstacles_closest(h->walls, at, 2.0f * hull, 0, &hit))
                wall = fminf(wall, hit.distance - hull);
        }
    }
    scene_check(run, h->passed >= least_passed, "kind %d: %d have come through in %g s, %d should", kind, h->passed,
                seconds, least_passed);
    scene_check(run, least >= -0.01f * hull, "kind %d: two overlap by %g", kind, (double)-least);
    scene_check(run, wall >= -0.01f * hull, "kind %d: one is %g in a wall", kind, (double)-wall);
    if (kind == LANES_HALL)
        scene_check(run, lanes >= 0.65f, "only %g of those in a row go the same way", (double)lanes);
}

static void hallway_verify(scene_run *run)
{
    check_kind(run, LANES_HALL, 76, 90.0, 150);
    check_kind(run, BOTTLENECK, 40, 90.0, 60);
    check_kind(run, DOOR, 8, 90.0, 12);
}

const scene scene_hallway = {
    .name = "hallway",
    .title = "Hallway",
    .about = "Two ways in one hall, a bottleneck, and a door.",
    .keys = "click one to see its half-planes",
    .params = params,
    .param_count = PARAMS,
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .state_size = sizeof(hallway),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 40.0,
    .low = {-16.0f, -6.0f, 0.0f},
    .high = {16.0f, 6.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = hallway_init,
    .step = hallway_step,
    .draw = hallway_draw,
    .legend = hallway_legend,
    .status = hallway_status,
    .demo = hallway_demo,
    .verify = hallway_verify,
    .stop = hallway_stop,
};
