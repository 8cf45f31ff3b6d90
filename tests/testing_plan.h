// What the tests of planning share: worlds with a map, agents that travel, and what is told of them.
#ifndef WEND_TESTING_PLAN_H
#define WEND_TESTING_PLAN_H

#include "testing_map.h"
#include "testing_memory.h"
#include "testing_world.h"

/// A world on a map; a budget of 0 is the usual one.
static inline wend_world *world_on(const wend_grid *grid, int budget)
{
    wend_world_def def = wend_default_world_def();
    def.grid = grid;
    if (budget > 0)
        def.plan_budget = budget;
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    return world;
}

static inline wend_plan plan_of(const wend_world *world, wend_agent_id id)
{
    wend_plan plan;
    assert_int_equal(wend_world_plan(world, id, &plan), WEND_OK);
    return plan;
}

#define assert_plan(world, id, wanted)                                                                                 \
    assert_string_equal(wend_plan_state_name(plan_of(world, id).state), wend_plan_state_name(wanted))

/// How many events of a kind the last update had, of one agent or (zero) of any.
static inline int events_of(const wend_world *world, wend_event_kind kind, wend_agent_id id)
{
    int count, found = 0;
    const wend_event *events = wend_world_events(world, &count);
    for (int i = 0; i < count; i++)
        found += events[i].kind == kind && (id.value == 0 || wend_same_agent(events[i].agent, id));
    return found;
}

/// How near a point is to a wall of a map of cells of 1 at the origin; 0 inside one. Independent of the library.
static inline double room_at(const wend_grid *grid, wend_vec point)
{
    wend_cell size = wend_grid_size(grid);
    double nearest = 1e9;
    for (int y = -1; y <= size.y; y++)
        for (int x = -1; x <= size.x; x++)
        {
            if (wend_grid_get(grid, (wend_cell){x, y}) > 0)
                continue;
            double dx = fmax(fmax(x - (double)point.x, (double)point.x - x - 1), 0);
            double dy = fmax(fmax(y - (double)point.y, (double)point.y - y - 1), 0);
            nearest = fmin(nearest, sqrt(dx * dx + dy * dy));
        }
    return nearest;
}

/// The least room along a way, looked at every hundredth.
static inline double room_along(const wend_grid *grid, const wend_vec *points, int count)
{
    double least = 1e9;
    for (int i = 0; i + 1 < count; i++)
        for (int k = 0; k <= 100; k++)
            least = fmin(least, room_at(grid, wend_add(points[i], wend_scale(wend_sub(points[i + 1], points[i]),
                                                                             (float)k / 100))));
    return least;
}

static const wend_agent_id anybody = {0};

/// Steps at 60 Hz until the agent has arrived, `most` seconds at most. Returns how many seconds it took, or -1.
static inline double travel(wend_world *world, wend_agent_id id, double most)
{
    for (int k = 0; k < (int)(60 * most); k++)
    {
        step(world, 1.0 / 60);
        if (wend_world_has_arrived(world, id))
            return (k + 1) / 60.0;
    }
    return -1;
}

#endif
