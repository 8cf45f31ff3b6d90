// Chipmunk2D 7: a space as a caster, and its bodies as agents of a world.     floor 5, includes wend.h and Chipmunk's
//
//   wend_chipmunk_caster    what is in the way in a cpSpace, for senses, fans and rings
//   wend_chipmunk_name      the number by which hits call a body
//   wend_chipmunk_report    tell a world where a body ended up
//   wend_chipmunk_apply     give a body the velocity that the world published
//   wend_chipmunk_push      the same by a force, so that the engine's own pushes count as well
//
// A frame: wend_world_think, then apply or push for each body, cpSpaceStep, then report each. x and y are the same in
// both; z is ignored on the way in and 0 on the way out, so the world is a WEND_XY one. Queries see the shapes as
// Chipmunk's index has them: after cpBodySetPosition call cpSpaceReindexShapesForBody. Chipmunk locks its space during
// a query: don't ask from two threads at once. Nothing here allocates or remembers. A target of its own,
// wend::chipmunk.
#ifndef WEND_ADAPTERS_CHIPMUNK_H
#define WEND_ADAPTERS_CHIPMUNK_H

#include "wend/wend.h"

#include <chipmunk/chipmunk.h>

/// How hits call what nobody has named.
#define WEND_CHIPMUNK_UNNAMED UINT64_MAX

/// A space to be asked. It must live as long as the casters made from it. All but the space may be zero.
typedef struct wend_chipmunk
{
    cpSpace *space;
    /// What hits call a shape: never 0, the same each time. Null: the number that wend_chipmunk_name gave its body. A
    /// space whose bodies keep pointers in their user data needs a function of its own here.
    uint64_t (*name)(const cpShape *shape, void *user);
    void *user;
} wend_chipmunk;

/// The space as a caster. Categories of a shape's filter are its layers; a shape whose filter's mask is 0 isn't met,
/// nor are sensors. A body is ignored by its name. Ties go to the lower name, then to the point with the smaller x,
/// then y, never to an order in memory. What only touches is clear, but for the very end of a segment without a
/// radius, which stops a ray: Chipmunk doesn't know whether the wall goes on. Who overlaps a shape may leave it;
/// motion that goes deeper is a hit at distance 0 whose normal is the way out.
WEND_EXTERN wend_caster wend_chipmunk_caster(wend_chipmunk *from);

/// Give a body a number that isn't 0, in its user data, which is as wide as a pointer. An agent's id will do: then it
/// can ignore itself.
WEND_EXTERN void wend_chipmunk_name(cpBody *body, uint64_t name);

/// Where the body is and how it moves, as wend_world_report.
WEND_EXTERN wend_status wend_chipmunk_report(wend_world *world, wend_agent_id id, const cpBody *body);

/// The body has the agent's published velocity at once. WEND_ERROR_ID if there is no such agent.
WEND_EXTERN wend_status wend_chipmunk_apply(const wend_world *world, wend_agent_id id, cpBody *body);

/// Add the force that would bring a dynamic body to the published velocity within a step of `seconds` [> 0], if nothing
/// else acted on it. Of another body the velocity is set.
WEND_EXTERN wend_status wend_chipmunk_push(const wend_world *world, wend_agent_id id, cpBody *body, double seconds);

#endif
