// Scratch of the flock's kernel: those round a cell side by side, and those of them whom one agent sees.
#ifndef WEND_SRC_FLOCK_TILE_H
#define WEND_SRC_FLOCK_TILE_H

#include "store.h"

#define TILE_MOST  1280 // nine rows of the usual crowd limit fit
#define TILE_ARRAY (TILE_MOST + 4 * LANES_ROOM)

/// Somebody's numbers, an array each.
typedef struct tile_numbers
{
    float x[TILE_ARRAY], y[TILE_ARRAY], z[TILE_ARRAY], vx[TILE_ARRAY], vy[TILE_ARRAY], vz[TILE_ARRAY],
        radius[TILE_ARRAY];
} tile_numbers;

#define PLAIN_BATCH   32
#define PLAIN_ARRAY   (PLAIN_BATCH + LANES_ROOM)
#define PLAIN_BATCHES 4

/// Agents with one recipe and one kind of goal, side by side: see kernel_plain.h.
typedef struct plain_batch
{
    int count, recipe;
    plain_kind kind; // PLAIN_NOT: only what the flock's rules want is asked for
    int place[PLAIN_ARRAY], index[PLAIN_ARRAY], seen[PLAIN_ARRAY];
    bool is_crowded[PLAIN_ARRAY];
    bool is_odd[PLAIN_ARRAY];     // some sum isn't finite
    bool has_headings;            // they are looked up only if somebody's is asked for
    float sums[PLAIN_ARRAY][4];   // of the flock: away x, y, go x, y
    float more[PLAIN_ARRAY][4];   // at x, y; away z, go z
    float at_z[PLAIN_ARRAY];      // in a plane the last three aren't written
    float limits[PLAIN_ARRAY][4]; // top speed, most, response, mass: see agent_brief
    float velocity[3][PLAIN_ARRAY], heading[3][PLAIN_ARRAY];
    float direction[3][PLAIN_ARRAY]; // of wandering, the last and then the new one
    float goal[3][PLAIN_ARRAY];      // what it wants
    float wish[3][PLAIN_ARRAY], next[3][PLAIN_ARRAY], ahead[3][PLAIN_ARRAY];      // combined; new velocity and heading
    float apart[3][PLAIN_ARRAY], alike[3][PLAIN_ARRAY], together[3][PLAIN_ARRAY]; // of PLAIN_NOT: what the rules want
    float top[PLAIN_ARRAY], sight[PLAIN_ARRAY];
    float angle[PLAIN_ARRAY], tilt[PLAIN_ARRAY], speed[PLAIN_ARRAY]; // of the goal
} plain_batch;

struct flock_scratch
{
    tile_numbers tile;
    uint32_t group[TILE_ARRAY];
    tile_numbers hits; // offsets instead of positions
    int ordinal[TILE_ARRAY];
    plain_batch batches[PLAIN_BATCHES];
};

#endif
