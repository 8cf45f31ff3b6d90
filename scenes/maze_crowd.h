// What the scene maze_crowd is made of: its state, and how it is drawn.
#ifndef WEND_MAZE_CROWD_H
#define WEND_MAZE_CROWD_H

#include "parts.h"

#define MAZE_WIDTH   45
#define MAZE_HEIGHT  25
#define MAZE_CELLS   (MAZE_WIDTH * MAZE_HEIGHT)
#define MAZE_WALKERS 300
#define MAZE_RADIUS  0.22f

typedef struct maze
{
    wend_grid *map;
    wend_flow *flow;
    wend_random random;
    double next_edit;
    int rounds, arrived, inside; ///< arrived: in this round

    // what the last edits did to the field
    double before[MAZE_CELLS]; ///< the costs before
    bool is_repairing;
    int edits; ///< that it repairs, or repaired last
    int changed;
    int64_t touched;
    bool has_changed[MAZE_CELLS];
    double shown_until;

    // all in all
    int repairs, all_changed;
    int64_t all_touched, most_spare; ///< spare: touched beyond what is allowed
} maze;

static inline wend_cell maze_cell(int k)
{
    return (wend_cell){k % MAZE_WIDTH, k / MAZE_WIDTH};
}

static inline bool maze_is_open(const maze *m, int x, int y)
{
    return wend_grid_get(m->map, (wend_cell){x, y}) > 0;
}

void maze_draw(const scene_run *run, const wend_draw *draw);
void maze_legend(const scene_run *run, scene_legend *legend);

#endif
