// Memory that runs out at every single allocation of a function: a reason, nothing lost, nothing leaked, and afterwards all goes
// on as if nothing had been. What the tests of that share: an allocator that refuses, what there is to work on, and the loop.
#ifndef WEND_TESTING_ALLOCATOR_H
#define WEND_TESTING_ALLOCATOR_H

#include "testing.h"

#include "wend/wend.h"

#include <stdlib.h>

#define AGENTS 40

/// An allocator that refuses number `refused` (from 0), or all from there on.
typedef struct purse
{
    int asked, held, refused;
    bool is_empty_then;
    int refusals;
} purse;

static inline void *purse_take(size_t size, void *user)
{
    purse *p = user;
    int number = p->asked++;
    if (p->refused >= 0 && (p->is_empty_then ? number >= p->refused : number == p->refused))
    {
        p->refusals++;
        return NULL;
    }
    p->held++;
    return malloc(size);
}

static inline void purse_give(void *block, void *user)
{
    purse *p = user;
    p->held--;
    free(block);
}

/// Whatever a case needs; what it doesn't is null.
typedef struct stage
{
    purse purse;
    wend_allocator allocator;
    wend_error error;
    wend_world *world;
    wend_agent_id ids[AGENTS];
    wend_grid *grid;
    wend_mesh *mesh;
    wend_obstacles *obstacles;
    wend_obstacle_id wall;
    wend_near *index;
    wend_grid_search *grid_search;
    wend_mesh_search *mesh_search;
    wend_flow *flow;
    wend_flow_cache *cache;
    bool is_taped;
} stage;

/// A function that allocates, and what must be there before.
typedef struct allocator_case
{
    const char *name;
    void (*set_up)(stage *s);      // null: nothing is needed
    wend_status (*call)(stage *s); // WEND_ERROR_MEMORY where it says so
    bool stays_halfway;            // it says that it may stay where it has got to
} allocator_case;

// ---- what is there --------------------------------------------------------------------------------------------------

static inline wend_vec place(int i)
{
    return v2((float)(i % 7) * 0.8f + 1.5f, (float)(i / 7) * 0.8f + 1.5f);
}

static inline wend_world_def plain_def(stage *s)
{
    wend_world_def def = wend_default_world_def();
    def.allocator = s->allocator;
    def.grid = s->grid, def.mesh = s->mesh;
    if (s->obstacles)
        def.caster = wend_obstacles_caster(s->obstacles);
    return def;
}

static inline void make_world(stage *s)
{
    wend_world_def def = plain_def(s);
    s->world = wend_world_create(&def, NULL);
    assert_non_null(s->world);
}

static inline wend_status spawn_some(stage *s, int first, int count)
{
    wend_agent_def defs[AGENTS];
    for (int i = 0; i < count; i++)
    {
        defs[i] = wend_default_agent_def();
        defs[i].agent.position = place(first + i);
        defs[i].group = (uint32_t)(i % 2) + 1;
    }
    return wend_world_spawn_many(s->world, defs, count, s->ids + first);
}

static inline void make_crowd(stage *s)
{
    make_world(s);
    assert_int_equal(spawn_some(s, 0, 8), WEND_OK);
}

static inline void make_maps(stage *s)
{
    static const float radii[] = {1};
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 12;
    def.radii = radii, def.radius_count = 1;
    def.allocator = s->allocator;
    s->grid = wend_grid_create(&def, NULL);
    assert_non_null(s->grid);
    for (int y = 0; y < 10; y++)
        wend_grid_set(s->grid, (wend_cell){8, y}, 0);
}

static inline void make_grid_crowd(stage *s)
{
    make_maps(s);
    make_crowd(s);
}

static const wend_vec mesh_points[] = {{0, 0, 0}, {6, 0, 0},  {12, 0, 0}, {0, 6, 0},
                                       {6, 6, 0}, {12, 6, 0}, {6, 12, 0}, {0, 12, 0}};
static const int mesh_counts[] = {4, 4, 4};
static const int mesh_corners[] = {0, 1, 4, 3, 1, 2, 5, 4, 3, 4, 6, 7};

static inline wend_status create_mesh(stage *s)
{
    wend_mesh_def def = wend_default_mesh_def();
    def.points = mesh_points, def.point_count = COUNT_OF(mesh_points);
    def.counts = mesh_counts, def.polygon_count = COUNT_OF(mesh_counts);
    def.corners = mesh_corners;
    def.allocator = s->allocator;
    s->mesh = wend_mesh_create(&def, &s->error);
    return s->mesh ? WEND_OK : s->error.status;
}

static inline void make_mesh(stage *s)
{
    assert_int_equal(create_mesh(s), WEND_OK);
}

static inline void make_mesh_crowd(stage *s)
{
    make_mesh(s);
    make_crowd(s);
}

static inline void make_obstacles(stage *s)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    def.allocator = s->allocator;
    s->obstacles = wend_obstacles_create(&def, NULL);
    assert_non_null(s->obstacles);
    wend_shape wall = wend_default_shape(WEND_SHAPE_BOX);
    wall.position = v2(9, 3), wall.half = v2(0.5f, 4);
    s->wall = wend_obstacles_add(s->obstacles, &wall);
    assert_true(s->wall.value != 0);
}

static inline void make_walled_crowd(stage *s)
{
    make_obstacles(s);
    make_crowd(s);
}

static inline void tear_down(stage *s)
{
    wend_world_destroy(s->world);
    wend_grid_destroy(s->grid);
    wend_mesh_destroy(s->mesh);
    wend_obstacles_destroy(s->obstacles);
    wend_near_destroy(s->index);
    wend_grid_search_destroy(s->grid_search);
    wend_mesh_search_destroy(s->mesh_search);
    wend_flow_destroy(s->flow);
    wend_flow_cache_destroy(s->cache);
}

/// All that can be seen of it, as a number.
static inline uint64_t state_of(const stage *s)
{
    uint64_t hash = s->world ? wend_world_hash(s->world) : 1;
    hash = hash * 31 + (s->is_taped ? 7u : 0u);
    wend_hit hit = {0};
    wend_cast cast = {v2(-40, 3), v2(80, 0.5f), 0.3f, 0, 0};
    hash = hash * 31 + (uint64_t)wend_obstacles_count(s->obstacles);
    if (wend_obstacles_cast(s->obstacles, &cast, &hit))
        hash = hash * 31 + (uint64_t)((double)hit.distance * 1e6);
    for (int y = 0; s->grid && y < 12; y++)
        for (int x = 0; x < 12; x++)
        {
            hash = hash * 31 + wend_grid_get(s->grid, (wend_cell){x, y});
            double cost = s->flow ? wend_flow_cost(s->flow, (wend_cell){x, y}) : 0;
            hash = hash * 31 + (cost < 1e6 ? (uint64_t)(cost * 1e6) : 3u);
        }
    int found[AGENTS];
    hash = hash * 31 + (uint64_t)wend_near_radius(s->index, v2(2, 2), 3, found, AGENTS);
    return hash;
}

// ---- the loop -------------------------------------------------------------------------------------------------------

/// Twenty steps later, as a number.
static inline uint64_t played_on(stage *s)
{
    for (int i = 0; s->world && i < 20; i++)
        assert_int_equal(wend_world_step(s->world, 0.1), WEND_OK);
    return state_of(s);
}

static inline void begin(stage *s, const allocator_case *c)
{
    *s = (stage){.purse = {.refused = -1}};
    s->allocator = (wend_allocator){purse_take, purse_give, &s->purse};
    if (c->set_up)
        c->set_up(s);
}

#define assert_in_case(c, number, fact)                                                                                \
    do                                                                                                                 \
    {                                                                                                                  \
        if (!(fact))                                                                                                   \
            fail_msg("%s, allocation %d: %s", (c)->name, number, #fact);                                               \
    } while (0)

/// Refuses allocation number `number` of a call. False: there were fewer.
static inline bool refuse_one(const allocator_case *c, int number, bool is_empty_then, uint64_t usual,
                              uint64_t usual_later)
{
    stage s;
    begin(&s, c);
    uint64_t before = state_of(&s);
    s.purse.asked = 0;
    s.purse.refused = number;
    s.purse.is_empty_then = is_empty_then;
    wend_status status = c->call(&s);
    s.purse.refused = -1;
    bool has_refused = s.purse.refusals > 0;
    assert_in_case(c, number, status == WEND_OK || status == WEND_ERROR_MEMORY);
    assert_in_case(c, number, has_refused || status == WEND_OK);
    if (status != WEND_OK)
    {
        assert_in_case(c, number, c->stays_halfway || state_of(&s) == before);
        assert_in_case(c, number, c->call(&s) == WEND_OK);
    }
    if (status != WEND_OK || !has_refused)
        assert_in_case(c, number, state_of(&s) == usual);
    uint64_t later = played_on(&s);
    if (status != WEND_OK || !has_refused)
        assert_in_case(c, number, later == usual_later);
    tear_down(&s);
    assert_in_case(c, number, s.purse.held == 0);
    return has_refused;
}

static inline void check_case(const allocator_case *c, bool is_empty_then)
{
    stage s;
    begin(&s, c);
    s.purse.asked = 0;
    assert_in_case(c, -1, c->call(&s) == WEND_OK);
    int asked = s.purse.asked, number = 0;
    uint64_t usual = state_of(&s), later = played_on(&s);
    tear_down(&s);
    assert_in_case(c, -1, s.purse.held == 0);
    while (refuse_one(c, number, is_empty_then, usual, later))
        number++;
    assert_in_case(c, number, number >= asked);
}

static inline void check_cases(const allocator_case *cases, int count, bool is_empty_then)
{
    for (int i = 0; i < count; i++)
        check_case(&cases[i], is_empty_then);
}

#endif
