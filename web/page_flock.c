#include "page.h"

#include <math.h>
#include <stdlib.h>

// The workload of `wend bench flock` in the plane: density 1, about `neighbours` in sight, edges that wrap.
static wend_world *flock;
static float side;

static bool fill(int count, float radius)
{
    wend_random random = wend_random_seed(1, 2);
    wend_agent_def *defs = malloc((size_t)count * sizeof *defs);
    wend_agent_id *ids = malloc((size_t)count * sizeof *ids);
    wend_goal goal = wend_goal_cruise(0);
    for (int i = 0; defs && i < count; i++)
    {
        wend_agent_def def = wend_default_agent_def();
        def.group = 1;
        def.agent.position.x = wend_random_between(&random, 0, side);
        def.agent.position.y = wend_random_between(&random, 0, side);
        float angle = wend_random_between(&random, -WEND_PI, WEND_PI);
        def.agent.velocity = wend_xyz(wend_cos(angle), wend_sin(angle), 0);
        def.agent.radius = 0.05f;
        def.agent.neighbour_radius = radius;
        def.agent.max_speed = 1;
        def.agent.max_acceleration = 3;
        defs[i] = def;
    }
    bool is_filled = defs && ids && wend_world_spawn_many(flock, defs, count, ids) == WEND_OK;
    for (int i = 0; is_filled && i < count; i++)
        is_filled = wend_world_set_goal(flock, ids[i], &goal) == WEND_OK;
    free(defs);
    free(ids);
    return is_filled;
}

PAGE(page_flock_open) bool page_flock_open(int count, int neighbours, bool has_hulls)
{
    wend_world_destroy(flock);
    side = sqrtf((float)count);
    wend_world_def def = wend_default_world_def();
    def.edge = WEND_EDGE_WRAP;
    def.high = wend_xyz(side, side, 0);
    def.does_push_apart = has_hulls;
    flock = wend_world_create(&def, NULL);
    return flock && fill(count, sqrtf((float)neighbours / WEND_PI));
}

PAGE(page_flock_step) bool page_flock_step(void)
{
    return wend_world_step(flock, 1.0 / 60.0) == WEND_OK;
}

PAGE(page_flock_hash) uint64_t page_flock_hash(void)
{
    return wend_world_hash(flock);
}

/// Draws each bird as a dart.
PAGE(page_flock_draw) void page_flock_draw(int width, int height, int scale, bool is_light)
{
    static wend_vec *at, *along;
    static int room;
    int count = wend_world_count(flock);
    if (count > room)
    {
        free(at);
        free(along);
        room = count;
        at = malloc((size_t)room * sizeof *at);
        along = malloc((size_t)room * sizeof *along);
    }
    if (!at || !along)
    {
        room = 0;
        return;
    }
    wend_world_read(flock, WEND_FIELD_POSITION, at, sizeof *at, count);
    wend_world_read(flock, WEND_FIELD_HEADING, along, sizeof *along, count);
    page_begin(width, height, scale, is_light);
    ink_view(&page_ink, wend_xyz(0, 0, 0), wend_xyz(side, side, 0), (ink_box){0, 0, width, height});
    wend_draw table = ink_table(&page_ink);
    for (int i = 0; i < count; i++)
    {
        wend_vec ahead = wend_scale(along[i], 0.6f), left = wend_xyz(-0.3f * ahead.y, 0.3f * ahead.x, 0);
        wend_vec back = wend_sub(at[i], wend_scale(ahead, 0.5f));
        const wend_vec corners[3] = {wend_add(at[i], ahead), wend_add(back, left), wend_sub(back, left)};
        table.polygon(corners, 3, 0x64bdf2ffu, table.user);
    }
    page_end();
}
