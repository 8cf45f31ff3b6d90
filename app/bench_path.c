// wend bench path: how long it takes to find a way on maps of four kinds, each made by a seed.      floor 6
#include "bench.h"

#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SIDE = 512,
    PATHS = 32, // of one round
    ROOM = 16,
    LANE = 4, // of a maze: three cells to walk on, one of wall
    LANES = SIDE / LANE,
    BLOBS = 150
};

// ---- maps -----------------------------------------------------------------------------------------------------------

static uint8_t *cell_at(uint8_t *cells, int x, int y)
{
    return &cells[y * SIDE + x];
}

/// A quarter of all cells are walls.
static void make_random(uint8_t *cells, wend_random *random)
{
    for (int i = 0; i < SIDE * SIDE; i++)
        cells[i] = wend_random_next(random) % 4 > 0;
}

/// Rooms of 15 x 15 cells; five of six walls between two have a door somewhere.
static void make_rooms(uint8_t *cells, wend_random *random)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            *cell_at(cells, x, y) = x % ROOM > 0 && y % ROOM > 0;
    for (int y = 0; y < SIDE; y += ROOM)
        for (int x = 0; x < SIDE; x += ROOM)
            for (int side = 0; side < 2; side++)
            {
                int place = 1 + (int)(wend_random_next(random) % (ROOM - 1));
                bool is_edge = (side == 0 ? y : x) == 0;
                if (wend_random_next(random) % 6 > 0 && !is_edge)
                    *cell_at(cells, side == 0 ? x + place : x, side == 0 ? y : y + place) = 1;
            }
}

/// Opens the lane at a crossing, and what leads from there to the one before.
static void open_lane(uint8_t *cells, int x, int y, int dx, int dy)
{
    for (int v = 1; v < LANE; v++)
        for (int u = 1; u < LANE; u++)
        {
            *cell_at(cells, x * LANE + u, y * LANE + v) = 1;
            *cell_at(cells, x * LANE + u - dx * (LANE - 1), y * LANE + v - dy * (LANE - 1)) = 1;
        }
}

/// One way from anywhere to anywhere: goes on at random where it has not been, else back.
static void make_maze(uint8_t *cells, wend_random *random)
{
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    static uint16_t stack[LANES * LANES];
    int depth = 1;
    memset(cells, 0, (size_t)SIDE * SIDE);
    stack[0] = 0;
    open_lane(cells, 0, 0, 0, 0);
    while (depth > 0)
    {
        int x = stack[depth - 1] % LANES, y = stack[depth - 1] / LANES, choices[4], count = 0;
        for (int d = 0; d < 4; d++)
        {
            int u = x + dx[d], v = y + dy[d];
            if (u >= 0 && v >= 0 && u < LANES && v < LANES && !*cell_at(cells, u * LANE + 1, v * LANE + 1))
                choices[count++] = d;
        }
        if (count == 0)
        {
            depth--;
            continue;
        }
        int d = choices[wend_random_next(random) % (uint32_t)count];
        open_lane(cells, x + dx[d], y + dy[d], dx[d], dy[d]);
        stack[depth++] = (uint16_t)((y + dy[d]) * LANES + x + dx[d]);
    }
}

/// Open ground with 150 round walls of 4 to 20 cells radius.
static void make_blobs(uint8_t *cells, wend_random *random)
{
    memset(cells, 1, (size_t)SIDE * SIDE);
    for (int i = 0; i < BLOBS; i++)
    {
        int x = (int)(wend_random_next(random) % SIDE), y = (int)(wend_random_next(random) % SIDE);
        int radius = 4 + (int)(wend_random_next(random) % 17);
        for (int v = y - radius; v <= y + radius; v++)
            for (int u = x - radius; u <= x + radius; u++)
                if (u >= 0 && v >= 0 && u < SIDE && v < SIDE &&
                    (u - x) * (u - x) + (v - y) * (v - y) <= radius * radius)
                    *cell_at(cells, u, v) = 0;
    }
}

static const struct
{
    const char *name;
    void (*make)(uint8_t *cells, wend_random *random);
} maps[] = {{"random25", make_random}, {"rooms", make_rooms}, {"maze", make_maze}, {"blobs", make_blobs}};

static const struct
{
    const char *name;
    wend_grid_kind kind;
} searches[] = {
    {"dijkstra", WEND_GRID_DIJKSTRA}, {"astar", WEND_GRID_ASTAR}, {"jps", WEND_GRID_JUMP},
    {"auto", WEND_GRID_AUTO},         {"theta", WEND_GRID_THETA}, {"lazytheta", WEND_GRID_LAZY_THETA},
    {"anya", WEND_GRID_ANY_ANGLE},
};

enum
{
    MAPS = sizeof maps / sizeof *maps,
    SEARCHES = sizeof searches / sizeof *searches
};

// ---- measuring ------------------------------------------------------------------------------------------------------

typedef struct path_bench
{
    wend_grid *grid;
    wend_grid_search *search;
    wend_grid_query *queries; ///< between ends that can be reached
    int count;
    const bench_options *options;
} path_bench;

static wend_cell random_cell(const path_bench *b, wend_random *random)
{
    wend_cell cell;
    do
        cell = (wend_cell){(int)(wend_random_next(random) % SIDE), (int)(wend_random_next(random) % SIDE)};
    while (wend_grid_get(b->grid, cell) == 0);
    return cell;
}

static void choose_queries(path_bench *b, wend_random *random)
{
    for (int i = 0; i < b->count;)
    {
        b->queries[i] = wend_default_grid_query();
        b->queries[i].start = random_cell(b, random);
        b->queries[i].goal = random_cell(b, random);
        i += wend_grid_find(b->search, b->grid, &b->queries[i]).way == WEND_WAY_FOUND;
    }
}

/// Seconds for all queries; how many cells that expanded.
static double find_all(const path_bench *b, wend_grid_kind kind, int64_t *expanded)
{
    *expanded = 0;
    double began = command_own_clock();
    for (int i = 0; i < b->count; i++)
    {
        b->queries[i].kind = kind;
        *expanded += wend_grid_find(b->search, b->grid, &b->queries[i]).expanded;
    }
    return command_own_clock() - began;
}

static void tell(const path_bench *b, const char *map, const char *search, double seconds, int64_t expanded)
{
    char name[32];
    snprintf(name, sizeof name, "%s_%s", map, search);
    bench_row row = {"path", name, 2, b->count, 0, 1, NULL, "us_per_path", seconds * 1e6 / b->count};
    bench_tell(b->options, &row);
    row.unit = "million_expansions_per_s";
    row.value = (double)expanded * 1e-6 / seconds;
    bench_tell(b->options, &row);
}

static void measure(path_bench *b, const char *map)
{
    double seconds[SEARCHES][BENCH_ROUNDS];
    int64_t expanded[SEARCHES];
    for (int round = 0; round < BENCH_ROUNDS; round++)
        for (int s = 0; s < SEARCHES; s++)
            seconds[s][round] = find_all(b, searches[s].kind, &expanded[s]);
    for (int s = 0; s < SEARCHES; s++)
        tell(b, map, searches[s].name, bench_median(seconds[s]), expanded[s]);
}

static bool bench_map(path_bench *b, int map, uint8_t *cells)
{
    wend_random random = wend_random_seed(4, (uint64_t)map);
    wend_grid_def def = wend_default_grid_def();
    wend_error error = {0};
    maps[map].make(cells, &random);
    def.width = def.height = SIDE;
    def.costs = cells;
    b->grid = wend_grid_create(&def, &error);
    if (!b->grid)
        return !command_fail(1, "bench", "%s", error.text);
    choose_queries(b, &random);
    measure(b, maps[map].name);
    wend_grid_destroy(b->grid);
    return true;
}

int bench_path(const bench_options *o)
{
    path_bench b = {.count = o->agents > 0 ? o->agents : PATHS, .options = o};
    uint8_t *cells = malloc((size_t)SIDE * SIDE);
    b.queries = malloc((size_t)b.count * sizeof *b.queries);
    b.search = wend_grid_search_create(NULL, NULL);
    bool is_done = cells && b.queries && b.search;
    if (!is_done)
        command_fail(1, "bench", "no memory for %d paths", b.count);
    for (int map = 0; map < MAPS && is_done; map++)
        is_done = bench_map(&b, map, cells);
    free(cells);
    free(b.queries);
    wend_grid_search_destroy(b.search);
    return is_done ? 0 : 1;
}
