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

struct flock_scratch
{
    tile_numbers tile;
    uint32_t group[TILE_ARRAY];
    tile_numbers hits; // offsets instead of positions
    int ordinal[TILE_ARRAY];
};

#endif
