// A world with a map, a mesh or obstacles, in which bytes are calls.
#ifndef WEND_FUZZ_STAGE_H
#define WEND_FUZZ_STAGE_H

#include "fuzz.h"

#define STAGE_AGENTS 24 // that live at once
#define STAGE_IDS    256

#define STAGE_WIDTH  16 // of the grid
#define STAGE_HEIGHT 12
#define STAGE_ROOMS  6 // polygons of the mesh

/// What a map's cells and polygons cost, and their layers.
typedef struct stage_map
{
    uint8_t cells[STAGE_WIDTH * STAGE_HEIGHT];
    float costs[STAGE_ROOMS];
    uint32_t layers[STAGE_ROOMS];
} stage_map;

typedef struct fuzz_stage
{
    wend_world_def def;
    wend_world *world;
    wend_grid *grid;
    wend_mesh *mesh;
    wend_obstacles *obstacles;
    wend_link link;
    wend_agent_id ids[STAGE_IDS]; // all that were ever given, ascending
    int id_count;
    wend_obstacle_id walls[8];
    int wall_count;
    unsigned char *block; // saved some time ago
    size_t block_size;
    uint64_t block_hash;
    stage_map block_map; // as it was then
    unsigned char *tape; // a recording that is being made
    size_t tape_size, tape_room;
    bool is_taped, was_edited; // since then: a map, or obstacles, whose edits aren't recorded
    bool can_mind;             // there is a mind, which changes goals
} fuzz_stage;

/// Makes a world by bytes. False: it was refused, which is fine; there is nothing to close.
bool stage_open(fuzz_stage *s, fuzz_input *in);
void stage_close(fuzz_stage *s);

/// A call, and what must hold after it.
void stage_call(fuzz_stage *s, fuzz_input *in);

/// What must hold whenever nothing is going on.
void stage_check(const fuzz_stage *s);

/// Saved, loaded by another world and played on, it is the same.
void stage_check_twin(fuzz_stage *s);

/// A block of the world now; freed by the caller.
unsigned char *stage_save(wend_world *world, size_t *size);

#endif
