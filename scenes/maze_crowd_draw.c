// The scene maze_crowd: the ground by what the way out costs, walls, walkers.
#include "maze_crowd.h"

#include <float.h>
#include <math.h>

#define COLOUR_STONE   0x8d97a3ffu
#define COLOUR_NEAR    0x2fa08cffu
#define COLOUR_MIDDLE  0x2b5c86ffu
#define COLOUR_FAR     0x2d2350ffu
#define COLOUR_NO_WAY  0x1a1f27ffu
#define COLOUR_WAY     0xd7e3ee8cu
#define COLOUR_CHANGED 0xf2e65a5au

static bool is_on(const scene_run *run, const char *name)
{
    return part_param(run, name) > 0.5f;
}

static wend_colour mix(wend_colour a, wend_colour b, float share)
{
    wend_colour mixed = 0xffu;
    for (int shift = 8; shift < 32; shift += 8)
    {
        float from = (float)(a >> shift & 0xffu), to = (float)(b >> shift & 0xffu);
        mixed |= (wend_colour)(from + (to - from) * share + 0.5f) << shift;
    }
    return mixed;
}

/// Of the ground, by the share of the dearest way.
static wend_colour shade(float share)
{
    return share < 0.5f ? mix(COLOUR_NEAR, COLOUR_MIDDLE, 2.0f * share)
                        : mix(COLOUR_MIDDLE, COLOUR_FAR, 2.0f * share - 1.0f);
}

static double dearest(const maze *m)
{
    double most = 0.0;
    for (int k = 0; k < MAZE_CELLS; k++)
    {
        double cost = wend_flow_cost(m->flow, maze_cell(k));
        most = cost < DBL_MAX && cost > most ? cost : most;
    }
    return most;
}

static void fill(const wend_draw *draw, int x, int y, int wide, wend_colour colour)
{
    float left = (float)x, right = (float)(x + wide), low = (float)y, high = (float)(y + 1);
    const wend_vec corners[4] = {{left, low, 0}, {right, low, 0}, {right, high, 0}, {left, high, 0}};
    draw->polygon(corners, 4, colour, draw->user);
}

static void draw_ground(const scene_run *run, const wend_draw *draw)
{
    const maze *m = run->state;
    double most = dearest(m);
    bool has_shades = is_on(run, "costs");
    for (int k = 0; k < MAZE_CELLS; k++)
    {
        wend_cell cell = maze_cell(k);
        double cost = wend_flow_cost(m->flow, cell);
        if (!maze_is_open(m, cell.x, cell.y))
            continue;
        if (has_shades)
            fill(draw, cell.x, cell.y, 1,
                 cost < DBL_MAX ? shade(most > 0.0 ? (float)(cost / most) : 0.0f) : COLOUR_NO_WAY);
        if (m->has_changed[k] && run->seconds < m->shown_until)
            fill(draw, cell.x, cell.y, 1, COLOUR_CHANGED);
    }
}

static void draw_walls(const maze *m, const wend_draw *draw)
{
    for (int y = 0; y < MAZE_HEIGHT; y++)
        for (int x = 0, first; x < MAZE_WIDTH; x++)
        {
            for (first = x; x < MAZE_WIDTH && !maze_is_open(m, x, y);)
                x++;
            if (x > first)
                fill(draw, first, y, x - first, COLOUR_STONE);
        }
}

static void draw_directions(const maze *m, const wend_draw *draw)
{
    for (int k = 0; k < MAZE_CELLS; k++)
    {
        wend_vec middle = wend_grid_point(m->map, maze_cell(k));
        wend_flow_sample sample = wend_flow_at(m->flow, middle);
        if (!maze_is_open(m, maze_cell(k).x, maze_cell(k).y) || wend_length(sample.direction) == 0.0f)
            continue;
        wend_vec along = wend_scale(sample.direction, 0.7f);
        wend_draw_arrow(draw, wend_sub(middle, wend_scale(along, 0.5f)), along, COLOUR_WAY, false);
    }
}

void maze_draw(const scene_run *run, const wend_draw *draw)
{
    const maze *m = run->state;
    draw_ground(run, draw);
    draw_walls(m, draw);
    if (is_on(run, "directions"))
        draw_directions(m, draw);
    part_draw_agents(run, draw, COLOUR_ORANGE);
}

void maze_legend(const scene_run *run, scene_legend *legend)
{
    const maze *m = run->state;
    bool has_way = false, has_none = false, has_changed = false;
    for (int k = 0; k < MAZE_CELLS; k++)
    {
        wend_cell cell = maze_cell(k);
        bool is_open = maze_is_open(m, cell.x, cell.y), is_reached = wend_flow_cost(m->flow, cell) < DBL_MAX;
        has_way |= is_open && is_reached;
        has_none |= is_open && !is_reached;
        has_changed |= is_open && m->has_changed[k] && run->seconds < m->shown_until;
    }
    scene_add_sign(legend, SCENE_BODY, COLOUR_ORANGE, "walker");
    scene_add_sign(legend, SCENE_BAR, COLOUR_STONE, "wall");
    if (is_on(run, "costs") && has_way)
    {
        scene_add_sign(legend, SCENE_BAR, COLOUR_NEAR, "exit");
        scene_add_sign(legend, SCENE_BAR, COLOUR_FAR, "farthest from it");
    }
    if (is_on(run, "costs") && has_none)
        scene_add_sign(legend, SCENE_BAR, COLOUR_NO_WAY, "no way yet, or none");
    if (has_changed)
        scene_add_sign(legend, SCENE_BAR, COLOUR_CHANGED, "changed by the last edit");
    if (is_on(run, "directions") && has_way)
        scene_add_sign(legend, SCENE_ARROW, COLOUR_WAY, "direction");
}
