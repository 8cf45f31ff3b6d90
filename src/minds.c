#include "minds.h"

#include "extras.h"
#include "probe.h"
#include "storage.h"

/// Its turn: what it remembers becomes what it sees, and the host decides.
static void decide_one(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    double period = (double)rest->decide_seconds, passed = world->seconds - rest->decided_at;
    rest->decided_at = world->seconds;
    rest->decide_at = period > 0.0 ? world_next_time(world, &world->body[index], period) : 0.0;
    probe_look(world, index);
    wend_agent outer = world->body[index];
    outer.position = to_outer(world, outer.position, rest->height);
    outer.velocity = to_outer(world, outer.velocity, 0.0f);
    outer.heading = to_outer(world, outer.heading, 0.0f);
    world->deciding = outer.id;
    world->def.decide(&outer, passed, world->def.decide_user);
    world->deciding = (wend_agent_id){0};
}

wend_status minds_decide(wend_world *world)
{
    if (!world->def.decide)
        return WEND_OK;
    wend_status status = world_freshen(world); // they may ask who is near
    if (status != WEND_OK)
        return status;
    world->has_new_body = false;
    for (int k = 0; k < world->count; k++)
        if (world->seconds >= world->rest[storage_kth(world, k)].decide_at)
            decide_one(world, storage_kth(world, k));
    if (world->has_new_body)
        world->is_fresh = false; // the cells' size may follow from it
    return WEND_OK;
}
