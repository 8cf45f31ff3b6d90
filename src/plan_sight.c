// Straight ways on a map.
#include "plans.h"

#include "sight.h"

/// On a mesh the middle of the body counts.
static bool is_mesh_clear(const plan_sight *sight, wend_vec from, wend_vec to)
{
    wend_mesh_spot spot = wend_mesh_at(sight->mesh, from, sight->mask);
    return spot.polygon >= 0 && wend_mesh_cast(sight->mesh, spot, to, sight->mask).is_clear;
}

/// Do the cells on the way cost the same?
static bool is_even(const wend_grid *grid, wend_vec from, wend_vec to)
{
    wend_cell first, last;
    return wend_grid_cell(grid, from, &first) && wend_grid_cell(grid, to, &last) && sight_is_even(grid, first, last);
}

plan_sight plans_sight(const wend_world *world, int index)
{
    const wend_plan_def *def = plans_def(world, index);
    bool cuts_corners = def->diagonal == WEND_DIAGONAL_ONE || def->diagonal == WEND_DIAGONAL_ALWAYS;
    float radius = cuts_corners ? 0.0f : world->body[index].radius;
    return (plan_sight){world->def.grid, world->def.mesh, radius, false, def->mask, 0};
}

bool plans_is_clear(wend_vec from, wend_vec to, float radius, void *user)
{
    (void)radius;
    plan_sight *sight = user;
    sight->asked++;
    if (sight->mesh)
        return is_mesh_clear(sight, from, to);
    return wend_grid_sees(sight->grid, from, to, sight->radius) && (!sight->is_even || is_even(sight->grid, from, to));
}
