// What the scene mesh_walk is made of: its map and its state.
#ifndef WEND_MESH_WALK_H
#define WEND_MESH_WALK_H

#include "parts.h"

#define MESH_WALKERS  14
#define MESH_POLYGONS 63
#define MESH_ROOM     48 // polygons of a corridor

/// Somebody who walks from place to place.
typedef struct mesh_walker
{
    wend_agent_id id;
    wend_corridor corridor;
    int room[MESH_ROOM];
    int stop;      ///< how many places it has made for
    wend_vec push; ///< velocity by which it is being pushed
} mesh_walker;

typedef struct mesh_walk
{
    wend_mesh *mesh;
    wend_mesh_search *search;
    mesh_walker walkers[MESH_WALKERS];
    float added[MESH_POLYGONS]; ///< seconds for which a polygon still shows that it was added to the shown corridor
    int shown;                  ///< whose corridor is drawn
    int arrivals, pushed, repairs, plans, lost;
    wend_vec gust; ///< where the last push was
    float gust_seconds;
    int gusts;
} mesh_walk;

/// The map: two rooms, a plaza and a hall, with doors, pillars and walls in them.
extern const wend_mesh_def mesh_walk_map;

extern const float mesh_walk_gust_radius, mesh_walk_added_seconds;

void mesh_walk_draw(const scene_run *run, const wend_draw *draw);
void mesh_walk_legend(const scene_run *run, scene_legend *legend);

#endif
