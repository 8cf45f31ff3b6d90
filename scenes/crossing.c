// Four streams meet at a junction: each walks straight on, into one of the other streams.
#include "parts.h"

#include <math.h>
#include <stdio.h>

enum
{
    STREAMS = 4,
    MOST_EACH = 40,
    MOST_BODIES = STREAMS * MOST_EACH
};

enum
{
    EACH
};

static const scene_param params[] = {
    [EACH] = {"each", "walkers in each stream (from the next start)", 4.0f, MOST_EACH, 16.0f, false},
};

static const scene_whole wholes[] = {{EACH, NULL}};

typedef struct crossing
{
    wend_obstacles *walls;
    int count;
    wend_agent_id ids[MOST_BODIES];
    int crossed; // how often somebody has come out on the other side
} crossing;

static const float hull = 0.25f, half_street = 2.5f, far_end = 16.0f;
static const wend_colour colours[STREAMS] = {COLOUR_ORANGE, COLOUR_SKY, COLOUR_GREEN, COLOUR_PINK};

/// A unit vector along a stream.
static wend_vec along(int stream)
{
    static const wend_vec ways[STREAMS] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
    return ways[stream];
}

/// The place of the k-th of a stream, `ahead` along it: in four files on the whole width of the street.
static wend_vec place_of(int stream, int k, float ahead)
{
    wend_vec way = along(stream), right = wend_xyz(way.y, -way.x, 0.0f);
    float aside = 0.9f * ((float)(k % 4) - 1.5f);
    return wend_add(wend_scale(way, ahead), wend_scale(right, aside));
}

static bool add_corner_blocks(crossing *c)
{
    for (int i = 0; i < 4; i++)
    {
        wend_shape box = wend_default_shape(WEND_SHAPE_BOX);
        float middle = half_street + 10.0f;
        box.position = wend_xyz(i % 2 ? middle : -middle, i / 2 ? middle : -middle, 0.0f);
        box.half = wend_xyz(10.0f, 10.0f, 0.5f);
        if (wend_obstacles_add(c->walls, &box).value == 0)
            return false;
    }
    return true;
}

static void send(scene_run *run, int i)
{
    crossing *c = run->state;
    int stream = i % STREAMS;
    wend_goal goal = wend_goal_seek(place_of(stream, i / STREAMS, far_end + 2.0f));
    wend_world_set_goal(run->world, c->ids[i], &goal);
}

static wend_status crossing_init(scene_run *run, wend_error *error)
{
    crossing *c = run->state;
    wend_obstacles_def walls = wend_default_obstacles_def();
    walls.allocator = run->allocator;
    c->walls = wend_obstacles_create(&walls, error);
    if (!c->walls || !add_corner_blocks(c))
        return WEND_ERROR_MEMORY;
    wend_world_def def = part_world_def(run);
    def.caster = wend_obstacles_caster(c->walls);
    wend_status status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    wend_recipe recipe = wend_default_recipe();
    recipe.dodge = WEND_DODGE_ORCA;
    c->count = STREAMS * (int)(run->params[EACH] + 0.5f);
    for (int i = 0; i < c->count; i++)
    {
        wend_agent_def agent = wend_default_agent_def();
        int stream = i % STREAMS, k = i / STREAMS;
        agent.agent.position = place_of(stream, k, -4.0f - 1.1f * (float)(k / 4));
        agent.agent.heading = along(stream);
        agent.agent.radius = hull;
        agent.agent.max_speed = 1.3f;
        agent.agent.neighbour_radius = 4.0f;
        agent.user = (uint64_t)stream;
        c->ids[i] = wend_world_spawn(run->world, &agent);
        if (c->ids[i].value == 0)
            return WEND_ERROR_MEMORY;
        wend_world_set_recipe(run->world, c->ids[i], &recipe);
        send(run, i);
    }
    return WEND_OK;
}

static void crossing_stop(scene_run *run)
{
    crossing *c = run->state;
    wend_obstacles_destroy(c->walls);
    c->walls = NULL;
}

/// Whoever is through comes in again at the beginning of its stream, if there is room.
static void come_round(scene_run *run, int i)
{
    crossing *c = run->state;
    int stream = i % STREAMS;
    wend_vec at = wend_world_position(run->world, c->ids[i]), way = along(stream);
    if (at.x * way.x + at.y * way.y < far_end)
        return;
    wend_vec start = place_of(stream, i / STREAMS, -far_end);
    if (wend_world_within(run->world, start, 4.0f * hull, NULL, NULL, 0) > 0)
        return;
    c->crossed++;
    wend_world_teleport(run->world, c->ids[i], start, wend_scale(way, 1.0f), way);
}

static void crossing_step(scene_run *run)
{
    crossing *c = run->state;
    wend_world_step(run->world, run->kind->step_seconds);
    for (int i = 0; i < c->count; i++)
        come_round(run, i);
}

static void crossing_draw(const scene_run *run, const wend_draw *draw)
{
    const crossing *c = run->state;
    for (int i = 0; i < 4; i++)
    {
        float x = i % 2 ? 1.0f : -1.0f, y = i / 2 ? 1.0f : -1.0f, end = half_street + 20.0f;
        const wend_vec block[4] = {{x * half_street, y * half_street, 0.0f},
                                   {x * end, y * half_street, 0.0f},
                                   {x * end, y * end, 0.0f},
                                   {x * half_street, y * end, 0.0f}};
        draw->polygon(block, 4, COLOUR_FAINT, draw->user);
    }
    for (int i = 0; i < c->count; i++)
    {
        wend_vec at = wend_world_position(run->world, c->ids[i]), heading = wend_world_heading(run->world, c->ids[i]);
        if (wend_same_agent(c->ids[i], run->watched))
            part_draw_watched(draw, at, heading, hull, colours[i % STREAMS]);
        else
            wend_draw_agent(draw, at, heading, hull, colours[i % STREAMS]);
    }
    part_draw_halves(run, draw, 2.5f);
}

static void crossing_legend(const scene_run *run, scene_legend *legend)
{
    static const char *const words[STREAMS] = {"to the right", "up", "to the left", "down"};
    for (int k = 0; k < STREAMS; k++)
        scene_add_sign(legend, SCENE_BODY, colours[k], words[k]);
    scene_add_sign(legend, SCENE_BAR, COLOUR_FAINT, "houses");
    part_list_halves(run, legend);
}

static void crossing_status(const scene_run *run, char *text, size_t capacity)
{
    const crossing *c = run->state;
    snprintf(text, capacity, "%d walkers   %d have come through   %.1f a minute", c->count, c->crossed,
             run->seconds > 0.0 ? 60.0 * c->crossed / run->seconds : 0.0);
}

static void crossing_demo(const scene_run *run, scene_input *input)
{
    const crossing *c = run->state;
    input->is_clicked = input->has_pointer = run->seconds >= 1.0 && run->watched.value == 0;
    input->pointer = wend_world_position(run->world, c->ids[0]);
}

/// Nobody stays stuck: within two minutes each stream has come through, and nobody was pressed into anybody or a wall.
static void crossing_verify(scene_run *run)
{
    const crossing *c = run->state;
    float least = 1e30f, wall = 1e30f;
    for (int k = 0; k < 240; k++)
    {
        part_play(run, (scene_input){0}, 0.5);
        least = fminf(least, part_least_gap(run, c->ids, c->count));
        for (int i = 0; i < c->count; i++)
        {
            wend_hit hit;
            wend_vec at = wend_world_position(run->world, c->ids[i]);
            if (wend_obstacles_closest(c->walls, at, 2.0f * hull, 0, &hit))
                wall = fminf(wall, hit.distance - hull);
        }
    }
    scene_check(run, c->crossed >= 3 * c->count, "only %d of %d walkers have come through in 120 s", c->crossed,
                c->count);
    scene_check(run, least >= -0.01f * hull, "two overlap by %g", (double)-least);
    scene_check(run, wall >= -0.01f * hull, "one is %g in a wall", (double)-wall);
}

const scene scene_crossing = {
    .name = "crossing",
    .title = "Crossing",
    .about = "Four streams meet at a junction, and each gets through.",
    .keys = "click one to see its half-planes",
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .state_size = sizeof(crossing),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 9.0,
    .low = {-16.0f, -9.0f, 0.0f},
    .high = {16.0f, 9.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = crossing_init,
    .step = crossing_step,
    .draw = crossing_draw,
    .legend = crossing_legend,
    .status = crossing_status,
    .demo = crossing_demo,
    .verify = crossing_verify,
    .stop = crossing_stop,
};
