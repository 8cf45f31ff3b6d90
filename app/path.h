// What the files of `wend path` share: maps and scenarios of the MovingAI benchmark, and a way as a picture.   floor 6
//
//   path_map_read   path_map_free       a .map file
//   path_rows_read  path_rows_free      a .scen file
//   path_draw                           a map, what a search has seen, and the way
#ifndef WEND_PATH_COMMAND_H
#define WEND_PATH_COMMAND_H

#include "wend/wend.h"

/// What was wrong with a file.
typedef struct path_error
{
    char text[200];
    int line; ///< 0: the file as a whole
} path_error;

/// What a cell of a map is. A way stays on the ground on which it begins, and trees are a wall to all others.
typedef enum path_ground
{
    PATH_WALL,  ///< '@' 'O'
    PATH_LAND,  ///< '.' 'G' 'S'
    PATH_WATER, ///< 'W'
    PATH_TREES, ///< 'T'
    PATH_GROUNDS
} path_ground;

/// A map as it was read: "type octile", height, width, rows of letters.
typedef struct path_map
{
    char name[128]; ///< of the file, without folder and ".map"
    int width, height;
    float radius;                   ///< of the body, in cells
    uint8_t *cells;                 ///< row by row, each a path_ground
    int64_t count[PATH_GROUNDS];    ///< how many there are of each
    wend_grid *grids[PATH_GROUNDS]; ///< those that were asked for
} path_map;

/// A question.
typedef struct path_row
{
    wend_cell start, goal;
    double length; ///< of the shortest way, as the file says; < 0: it doesn't
} path_row;

typedef struct path_rows
{
    path_row *rows;
    int count;
} path_rows;

bool path_map_read(const char *path, float radius, path_map *out, path_error *error);
void path_map_free(path_map *map);

/// What the cell is; a wall outside of the map.
path_ground path_map_at(const path_map *map, wend_cell cell);

/// The grid for a way that begins there, on which all other ground is wall. Null with the reason in `error`.
const wend_grid *path_map_grid(path_map *map, wend_cell start, wend_error *error);

/// The rows of a scenario, all of them inside of the map.
bool path_rows_read(const char *path, const path_map *map, path_rows *out, path_error *error);
void path_rows_free(path_rows *rows);

/// Draws what the search has seen and found last; `captions`: two lines. Returns the exit code.
int path_draw(const path_map *map, const wend_grid_search *search, const path_row *row, const char *const captions[2],
              const char *file);

#endif
