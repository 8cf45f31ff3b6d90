// What the scene arena is made of: its state, and how it is drawn.
#ifndef WEND_ARENA_H
#define WEND_ARENA_H

#include "parts.h"

#define ARENA_BOTS   8
#define ARENA_FOOD   14
#define ARENA_BLOCKS 6

/// A box that stands at an angle.
typedef struct arena_block
{
    wend_vec at, half;
    float angle;
} arena_block;

typedef struct arena
{
    wend_obstacles *walls;
    wend_agent_id bots[ARENA_BOTS], food[ARENA_FOOD];
    float power[ARENA_BOTS];
    int servings;      ///< food that was put out so far
    int eaten, caught; ///< in all
    int brave;         ///< eaten while somebody stronger was near
} arena;

extern const wend_vec arena_low, arena_high; ///< of the field
extern const arena_block arena_blocks[ARENA_BLOCKS];

/// Of the hull of a bot with that power.
float arena_radius(float power);

void arena_draw(const scene_run *run, const wend_draw *draw);
void arena_legend(const scene_run *run, scene_legend *legend);

#endif
