// What the scene orders is made of: its building, its people, and how they are drawn.
#ifndef WEND_ORDERS_H
#define WEND_ORDERS_H

#include "walled.h"

#define ORDERS_WIDTH  61
#define ORDERS_HEIGHT 33
#define ORDERS_CELLS  (ORDERS_WIDTH * ORDERS_HEIGHT)
#define ORDERS_DOORS  14
#define ORDERS_LARGE  16
#define ORDERS_COUNT  120 // the first ones are large
#define ORDERS_WAY    96  // points of a way that are looked at

/// Where a door lies. The large need three cells, the small two.
typedef struct orders_door
{
    int x, y, wide, high;
} orders_door;

/// What somebody's planning is shown as.
typedef enum orders_state
{
    ORDERS_PLANNING,
    ORDERS_ALONE,  ///< on a way of its own
    ORDERS_SHARED, ///< along a field that is shared
    ORDERS_ARRIVED,
    ORDERS_CUT_OFF, ///< no way leads there
    ORDERS_NO_ROOM, ///< there is no room for it there, or where it stands
    ORDERS_STUCK,
    ORDERS_STATES
} orders_state;

typedef struct orders
{
    walled_map map;
    wend_agent_id ids[ORDERS_COUNT];
    wend_vec goals[ORDERS_COUNT];
    float discs[ORDERS_COUNT]; ///< radius round the goal that those fill who were sent there together; 0: it was alone
    double stuck_until[ORDERS_COUNT];
    bool is_chosen[ORDERS_COUNT];
    int chosen; ///< how many; 0: orders are for all

    bool is_open[ORDERS_DOORS]; ///< else its cells are walls of the map
    bool is_shut[ORDERS_DOORS]; ///< and boxes as well: nobody stood in it any more

    // what the pointer does
    bool is_pressed, is_on_somebody; ///< the button is down; it went down on somebody
    wend_vec pressed_at;

    int budget, scattered; ///< how often they were sent to places of their own
    int closed;            ///< how often a door was
    uint64_t stuck;        ///< how often anybody was
    int planned, most_expanded;
} orders;

extern const orders_door orders_doors[ORDERS_DOORS];
extern const float orders_small, orders_large; ///< radii

/// The costs of all cells, with all doors open.
void orders_costs(uint8_t costs[ORDERS_CELLS]);

/// The door that a cell is in, or -1.
int orders_door_at(wend_cell cell);

static inline float orders_radius(int index)
{
    return index < ORDERS_LARGE ? orders_large : orders_small;
}

orders_state orders_state_of(const scene_run *run, int index);
void orders_count(const scene_run *run, int counts[ORDERS_STATES]);

/// Is the pointer pulling a frame round those who are to be chosen?
bool orders_is_framing(const scene_run *run);

void orders_draw(const scene_run *run, const wend_draw *draw);
void orders_legend(const scene_run *run, scene_legend *legend);
void orders_verify(scene_run *run);

#endif
