// Calls that are recorded, where a world is.
#ifndef WEND_SRC_RECORD_H
#define WEND_SRC_RECORD_H

#include "store.h"

/// What was called.
typedef enum record_call
{
    RECORD_BLOCK,
    RECORD_SPAWN,
    RECORD_REMOVE,
    RECORD_SET,
    RECORD_GOAL,
    RECORD_QUEUE,
    RECORD_RECIPE,
    RECORD_REPORT,
    RECORD_TELEPORT,
    RECORD_THINK,
    RECORD_STEP,
    RECORD_NOTE,
    RECORD_BUDGET,
    RECORD_UNDONE, // the update before, and what minds did in it: it has failed
    RECORD_CALLS
} record_call;

// A recording: what it is, its version; then calls. A call: the size of its arguments, what it is, whether a mind made
// it; its arguments; a checksum of all up to here.
#define RECORD_VERSION 3
#define RECORD_HEADER  16 // bytes
#define RECORD_BEFORE  6  // the arguments of a call
#define RECORD_BEHIND  8  // them

// clang-format off
/// What of an agent's definition is written.
#define RECORDED_DEF(X)                                                                                                \
    X(group) X(layers) X(mask) X(power) X(user) X(decide_seconds) X(agent.position) X(agent.velocity)                  \
    X(agent.heading) X(agent.radius) X(agent.max_speed) X(agent.max_acceleration) X(agent.arrival_radius)              \
    X(agent.neighbour_radius) X(agent.response_time) X(agent.mass)
// clang-format on

/// Its arguments; those that it has.
typedef struct record_arguments
{
    wend_agent_id id;
    const wend_agent_def *def;
    const wend_goal *goal;
    const wend_recipe *recipe;
    const wend_vec *position, *velocity, *heading;
    double seconds;
    int budget;
    bool has_decided;  // before it failed
    const void *bytes; // of a block or a note
    size_t size;
} record_arguments;

/// Writes a call that has worked, or an update that begins.
void record_write(wend_world *world, record_call call, const record_arguments *arguments);

/// The same where the world is recorded.
#define RECORD(world, call, ...)                                                                                       \
    do                                                                                                                 \
    {                                                                                                                  \
        if ((world)->record.write)                                                                                     \
            record_write(world, call, &(record_arguments){__VA_ARGS__});                                               \
    } while (0)

#endif
