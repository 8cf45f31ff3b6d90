#include "walled.h"

#include <math.h>
#include <stdio.h>

static wend_obstacle_id *box_of(walled_map *map, wend_cell cell)
{
    return &map->boxes[cell.y * map->width + cell.x];
}

static bool put_box(walled_map *map, wend_cell cell)
{
    wend_shape box = wend_default_shape(WEND_SHAPE_BOX);
    box.position = wend_grid_point(map->grid, cell);
    box.half = wend_xyz(0.5f, 0.5f, 0.5f);
    *box_of(map, cell) = wend_obstacles_add(map->walls, &box);
    return box_of(map, cell)->value != 0;
}

/// A box for each wall, once there has been room for as many as there can be.
static bool put_boxes(walled_map *map)
{
    int cells = map->width * map->height;
    for (int k = 0; k < cells; k++)
        if (!put_box(map, walled_cell(map, k)))
            return false;
    for (int k = 0; k < cells; k++)
        if (walled_is_open(map, walled_cell(map, k)))
            walled_set_box(map, walled_cell(map, k), false);
    return true;
}

bool walled_make(walled_map *map, const wend_grid_def *def, wend_error *error)
{
    map->width = def->width;
    map->height = def->height;
    if (def->width * def->height > WALLED_CELLS)
    {
        error->status = WEND_ERROR_VALUE;
        snprintf(error->text, sizeof error->text, "a walled map has %d cells, must have at most %d",
                 def->width * def->height, WALLED_CELLS);
        return false;
    }
    wend_obstacles_def walls = wend_default_obstacles_def();
    walls.allocator = def->allocator;
    map->grid = wend_grid_create(def, error);
    map->walls = map->grid ? wend_obstacles_create(&walls, error) : NULL;
    return map->walls && put_boxes(map);
}

void walled_stop(walled_map *map)
{
    wend_grid_destroy(map->grid);
    wend_obstacles_destroy(map->walls);
    map->grid = NULL;
    map->walls = NULL;
}

void walled_set_cell(walled_map *map, wend_cell cell, bool is_wall)
{
    wend_grid_set(map->grid, cell, is_wall ? 0 : 1);
}

void walled_set_box(walled_map *map, wend_cell cell, bool is_wall)
{
    wend_obstacle_id *box = box_of(map, cell);
    if (is_wall && box->value == 0)
        put_box(map, cell);
    if (is_wall || box->value == 0)
        return;
    wend_obstacles_remove(map->walls, *box);
    box->value = 0;
}

void walled_set(walled_map *map, wend_cell cell, bool is_wall)
{
    walled_set_cell(map, cell, is_wall);
    walled_set_box(map, cell, is_wall);
}

float walled_distance(wend_cell cell, wend_vec point)
{
    float dx = fmaxf(fmaxf((float)cell.x - point.x, point.x - (float)(cell.x + 1)), 0.0f);
    float dy = fmaxf(fmaxf((float)cell.y - point.y, point.y - (float)(cell.y + 1)), 0.0f);
    return sqrtf(dx * dx + dy * dy);
}

bool walled_is_free(const walled_map *map, wend_world *world, wend_cell cell, float radius)
{
    enum
    {
        MOST = 64
    };
    const float margin = 0.02f;
    wend_agent_id near_ids[MOST];
    wend_vec middle = wend_grid_point(map->grid, cell);
    int count = wend_world_within(world, middle, radius + 0.75f, NULL, near_ids, MOST);
    for (int i = 0; i < count && i < MOST; i++)
    {
        wend_agent_def def;
        wend_world_get(world, near_ids[i], &def);
        if (walled_distance(cell, def.agent.position) < def.agent.radius + margin)
            return false;
    }
    return count <= MOST;
}

float walled_depth(const walled_map *map, wend_vec point, float radius)
{
    float deepest = 0.0f;
    for (int k = 0; k < 25; k++)
    {
        wend_cell cell = {(int)floorf(point.x) + k % 5 - 2, (int)floorf(point.y) + k / 5 - 2};
        bool is_inside = cell.x >= 0 && cell.y >= 0 && cell.x < map->width && cell.y < map->height;
        if (!is_inside || map->boxes[cell.y * map->width + cell.x].value != 0)
            deepest = fmaxf(deepest, radius - walled_distance(cell, point));
    }
    return deepest;
}

void walled_fill(const wend_draw *draw, wend_cell first, int count, wend_colour colour)
{
    float left = (float)first.x, right = (float)(first.x + count), low = (float)first.y, high = (float)(first.y + 1);
    const wend_vec corners[4] = {{left, low, 0}, {right, low, 0}, {right, high, 0}, {left, high, 0}};
    draw->polygon(corners, 4, colour, draw->user);
}

void walled_draw(const walled_map *map, const wend_draw *draw, wend_colour colour)
{
    for (int y = 0; y < map->height; y++)
        for (int x = 0, first; x < map->width; x++)
        {
            for (first = x; x < map->width && !walled_is_open(map, (wend_cell){x, y});)
                x++;
            if (x > first)
                walled_fill(draw, (wend_cell){first, y}, x - first, colour);
        }
}
