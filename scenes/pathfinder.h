// What the scene pathfinder is made of: its state, and how it is drawn.
#ifndef WEND_PATHFINDER_H
#define WEND_PATHFINDER_H

#include "parts.h"

#define FINDER_WIDTH  30
#define FINDER_HEIGHT 20
#define FINDER_CELLS  (FINDER_WIDTH * FINDER_HEIGHT)
#define FINDER_PANELS 2

typedef enum finder_param
{
    FINDER_LEFT, ///< a search by its place in finder_searches
    FINDER_RIGHT,
    FINDER_HEURISTIC,
    FINDER_CORNERS,
    FINDER_RADIUS,
    FINDER_SPEED, ///< expansions a frame; 0: by key only
    FINDER_AT_ONCE,
    FINDER_TREE,
    FINDER_PARAMS,
} finder_param;

typedef struct finder_search
{
    const char *name;
    wend_grid_kind kind;
    bool is_any_angle; ///< its ways have any direction
} finder_search;

extern const finder_search finder_searches[];
extern const int finder_search_count;
extern const char *const finder_heuristics[5], *const finder_corners[4];

/// One of the two searches that are compared.
typedef struct finder_panel
{
    wend_grid_search *whole, *shown; ///< at once; expansion by expansion
    wend_grid_result full, now;      ///< what each came to
    wend_agent_id walker;
    wend_vec points[FINDER_CELLS]; ///< of the way that was found, where this panel is drawn
    int point_count;
    wend_path_progress progress;
} finder_panel;

typedef enum finder_hold
{
    FINDER_NOTHING,
    FINDER_START,
    FINDER_GOAL,
    FINDER_WALLS, ///< being built
    FINDER_HOLES, ///< being broken
} finder_hold;

typedef struct finder
{
    wend_grid *grid;
    finder_panel panels[FINDER_PANELS];
    wend_cell start, goal, last; ///< `last`: under the pointer
    finder_hold hold;
    uint64_t edits;
    double dearest;               ///< cost of the dearest cell that either search closes
    float applied[FINDER_PARAMS]; ///< sliders at the last question
} finder;

/// A slider as a whole number.
int finder_choice(const scene_run *run, finder_param param);

/// Of the body, as the map keeps it.
float finder_radius(const scene_run *run);

/// The search of a panel.
const finder_search *finder_search_of(const scene_run *run, int panel);

/// From the left panel, where the grid lies, to a panel.
wend_vec finder_offset(int panel);

/// Is a panel's search at its end?
bool finder_is_done(const finder_panel *panel);

void finder_draw(const scene_run *run, const wend_draw *draw);
void finder_legend(const scene_run *run, scene_legend *legend);
void finder_verify(scene_run *run);

#endif
