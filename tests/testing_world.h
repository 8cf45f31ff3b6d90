// What the tests of worlds share: worlds, agents in them, goals, time, and a call that is refused.
#ifndef WEND_TESTING_WORLD_H
#define WEND_TESTING_WORLD_H

#include "testing.h"

#include "wend/save.h"
#include "wend/world.h"

// ---- agents

/// The source's agent: no response time, as rows 004 have it.
static inline wend_agent brisk(float x, float y, float vx, float vy)
{
    wend_agent agent = mover(x, y, vx, vy);
    agent.response_time = 0;
    return agent;
}

/// It gets its wish at once: what comes out is the wish.
static inline wend_agent instant(float x, float y, float vx, float vy)
{
    wend_agent agent = brisk(x, y, vx, vy);
    agent.max_acceleration = 1e6f;
    return agent;
}

// ---- a world and who lives there

static inline wend_world *make(wend_plane plane)
{
    wend_world_def def = wend_default_world_def();
    def.plane = plane;
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    return world;
}

static inline wend_world *make_edged(wend_edge edge, float low, float high)
{
    wend_world_def def = wend_default_world_def();
    def.edge = edge;
    def.low = v2(low, low), def.high = v2(high, high);
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    return world;
}

/// A body in a flock (0: in none), its heading along its velocity.
static inline wend_agent_id add_to(wend_world *world, wend_agent agent, uint32_t group)
{
    wend_agent_def def = wend_default_agent_def();
    def.agent = agent;
    def.agent.heading = v2(0, 0);
    def.group = group;
    wend_agent_id id = wend_world_spawn(world, &def);
    assert_true(id.value != 0);
    return id;
}

static inline wend_agent_id add(wend_world *world, wend_agent agent)
{
    return add_to(world, agent, 0);
}

/// The default agent at (x, y).
static inline wend_agent_id spawn(wend_world *world, float x, float y)
{
    wend_agent_def def = wend_default_agent_def();
    def.agent.position = v2(x, y);
    wend_agent_id id = wend_world_spawn(world, &def);
    assert_true(id.value != 0);
    return id;
}

/// The default agent, in a group.
static inline wend_agent_id add_member(wend_world *world, wend_vec position, wend_vec velocity, uint32_t group)
{
    wend_agent_def def = wend_default_agent_def();
    def.agent.position = position, def.agent.velocity = velocity, def.group = group;
    wend_agent_id id = wend_world_spawn(world, &def);
    assert_true(id.value != 0);
    return id;
}

typedef struct fixture
{
    wend_world *world;
    wend_agent_id a, b;
} fixture;

/// Two default agents, 20 m apart.
static inline fixture two(void)
{
    fixture f = {.world = make(WEND_XY)};
    f.a = spawn(f.world, 0, 0);
    f.b = spawn(f.world, 20, 0);
    return f;
}

static inline wend_vec at(const wend_world *world, wend_agent_id id)
{
    return wend_world_position(world, id);
}

// ---- goals and time

static inline wend_goal match(float x, float y)
{
    wend_goal goal = wend_goal_of(WEND_GOAL_MATCH);
    goal.point = v2(x, y);
    return goal;
}

static inline void give(wend_world *world, wend_agent_id id, wend_goal goal)
{
    assert_int_equal(wend_world_set_goal(world, id, &goal), WEND_OK);
}

static inline void queue(wend_world *world, wend_agent_id id, wend_goal goal)
{
    assert_int_equal(wend_world_queue_goal(world, id, &goal), WEND_OK);
}

static inline void step(wend_world *world, double seconds)
{
    assert_int_equal(wend_world_step(world, seconds), WEND_OK);
}

static inline void think(wend_world *world, double seconds)
{
    assert_int_equal(wend_world_think(world, seconds), WEND_OK);
}

// ---- refusals

/// The last call failed like this, with these three words in its text, and changed nothing.
static inline void check_refused(wend_world *world, wend_status got, wend_status wanted, uint64_t hash_before,
                                 const char *words[3])
{
    assert_string_equal(wend_status_name(got), wend_status_name(wanted));
    assert_true(wend_world_hash(world) == hash_before);
    assert_int_equal(wend_world_error(world)->status, wanted);
    for (int i = 0; i < 3; i++)
        if (!strstr(wend_world_error(world)->text, words[i]))
            fail_msg("\"%s\" doesn't say \"%s\"", wend_world_error(world)->text, words[i]);
}

#define REFUSED(world, status, call, ...)                                                                              \
    do                                                                                                                 \
    {                                                                                                                  \
        uint64_t hash_before = wend_world_hash(world);                                                                 \
        const char *words[3] = {__VA_ARGS__};                                                                          \
        wend_status refused_with = (call);                                                                             \
        check_refused(world, refused_with, status, hash_before, words);                                                \
    } while (0)

#endif
