// Small random maps, and what it costs to get about on them, by brute force.
#ifndef WEND_TESTING_GRID_RANDOM_H
#define WEND_TESTING_GRID_RANDOM_H

#include "testing_grid.h"

enum
{
    MOST = 12 // cells along a side
};

static inline int between(wend_random *random, int low, int high)
{
    return low + (int)(wend_random_next(random) % (uint32_t)(high - low + 1));
}

static inline wend_cell cell_in(wend_random *random, wend_cell size)
{
    int x = between(random, 0, size.x - 1);
    return at(x, between(random, 0, size.y - 1));
}

static inline wend_grid *random_map(wend_random *random, bool is_weighted)
{
    static uint8_t costs[MOST * MOST];
    wend_grid_def def = wend_default_grid_def();
    def.width = between(random, 4, MOST);
    def.height = between(random, 4, MOST);
    def.costs = costs;
    for (int i = 0; i < def.width * def.height; i++)
    {
        bool is_wall = between(random, 1, 10) <= 3;
        costs[i] = (uint8_t)(is_wall ? 0 : is_weighted ? between(random, 2, 9) : 3);
    }
    wend_grid *grid = wend_grid_create(&def, NULL);
    assert_non_null(grid);
    return grid;
}

/// What it costs to come from a cell to every other: every move is tried until none makes anything cheaper.
static inline void relax_all(const wend_grid *grid, wend_cell start, wend_diagonal diagonal, double cost[MOST][MOST])
{
    wend_cell size = wend_grid_size(grid);
    for (int y = 0; y < size.y; y++)
        for (int x = 0; x < size.x; x++)
            cost[y][x] = NO_WAY;
    cost[start.y][start.x] = 0;
    for (bool has_changed = true; has_changed;)
    {
        has_changed = false;
        for (int i = 0; i < size.x * size.y * 9; i++)
        {
            wend_cell from = at(i / 9 % size.x, i / 9 / size.x);
            wend_cell to = at(from.x + i % 3 - 1, from.y + i / 3 % 3 - 1);
            double way = cost[from.y][from.x] + cost_of_move(grid, from, to, diagonal);
            if (to.x < 0 || to.y < 0 || to.x >= size.x || to.y >= size.y || !(way < cost[to.y][to.x] - 1e-9))
                continue;
            cost[to.y][to.x] = way;
            has_changed = true;
        }
    }
}

#endif
