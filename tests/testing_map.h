// Maps for tests: from text, open ones, and published ones.
#ifndef WEND_TESTING_MAP_H
#define WEND_TESTING_MAP_H

#include "testing.h"

#include "wend/grid.h"

#include <stdio.h>
#include <string.h>

/// Cells of 1, the corner at the origin.
static inline wend_grid *map_of(const char *text)
{
    wend_grid_def def = wend_default_grid_def();
    wend_error error = {0};
    wend_grid *grid = wend_grid_create_text(&def, text, &error);
    assert_string_equal(error.text, "");
    assert_non_null(grid);
    return grid;
}

/// A map of open cells.
static inline wend_grid *open_map(int width, int height)
{
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    wend_grid *grid = wend_grid_create(&def, NULL);
    assert_non_null(grid);
    return grid;
}

/// A map of MovingAI's benchmark, read in place: ground is open (water, which is of a class of its own, left out).
static inline wend_grid *published_map(const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, WEND_SOURCE "/../shared/movingai/maps/%s.map", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    int width, height;
    assert_int_equal(fscanf(file, "type octile height %d width %d map", &height, &width), 2);
    wend_grid *grid = open_map(width, height);
    char row[1100];
    for (int y = 0; y < height; y++)
    {
        assert_int_equal(fscanf(file, "%1099s", row), 1);
        for (int x = 0; x < width; x++)
            wend_grid_set(grid, (wend_cell){x, y}, strchr(".GS", row[x]) ? 1 : 0);
    }
    fclose(file);
    return grid;
}

#endif
