// Blocks of worlds whose agents travel, damaged at every single place, their checksum made right again: whatever is refused changes
// nothing and says why, whatever is taken is a whole world. Damage at random, in a world with everything: test_save.c.
#include "testing_plan.h"
#include "testing_save.h"

#include "../src/codec.h"

enum
{
    HEADER = 32, // of a block, by save.c
    SIDE = 12
};

/// Makes a damaged block right again, as far as its checksum goes.
static void repair(unsigned char *bytes, size_t size)
{
    put_u64(put_u64(bytes + 16, size), codec_sum(bytes + HEADER, size - HEADER, codec_sum(bytes, HEADER - 8, 0)));
}

/// What was taken is a world like any other: saved and loaded again it is the same, and goes on finite.
static void check_whole(wend_world *world)
{
    block now = save(world);
    wend_world *twin = twin_of(world);
    load(twin, now);
    assert_true(wend_world_hash(twin) == wend_world_hash(world));
    wend_world_step(twin, 1.0 / 60);
    for (int i = 0; i < twin->count; i++)
        assert_true(wend_is_finite(twin->body[i].position) && wend_is_finite(twin->body[i].velocity));
    wend_world_destroy(twin);
    free(now.bytes);
}

typedef struct tally
{
    int refused, taken;
} tally;

static void try_damage(wend_world *world, const unsigned char *bytes, size_t size, tally *t)
{
    uint64_t before = wend_world_hash(world);
    wend_status status = wend_world_load(world, bytes, size);
    if (status == WEND_OK)
    {
        if (t->taken++ % 64 == 0)
            check_whole(world);
        return;
    }
    t->refused++;
    assert_string_equal(wend_status_name(status), wend_status_name(WEND_ERROR_BLOCK));
    assert_string_equal(wend_status_name(wend_world_error(world)->status), wend_status_name(status));
    assert_true(strstr(wend_world_error(world)->text, "block") != NULL);
    assert_true(wend_world_hash(world) == before);
}

/// Every place of a block, a few of these numbers each; then cut off at every place.
static void damage_all(wend_world *world)
{
    static const uint32_t odd[] = {0,           0xffffffffu, 1,           0x7fffffffu, 0x80000000u, 0x7f800000u, 2,
                                   0x00ffffffu, 0x000003ffu, 0x00000400u, 0xbf800000u, 63,          0x0000ffffu};
    block now = save(world);
    unsigned char *bytes = malloc(now.size);
    tally t = {0};
    for (size_t at = HEADER; at + 4 <= now.size; at++)
        for (size_t k = 0; k < 4; k++)
        {
            memcpy(bytes, now.bytes, now.size);
            if (k == 3)
                bytes[at] ^= (unsigned char)(1u << at % 8);
            else
                memcpy(bytes + at, &odd[(3 * at + k) % (size_t)COUNT_OF(odd)], 4);
            repair(bytes, now.size);
            try_damage(world, bytes, now.size, &t);
        }
    assert_true(t.refused > 200 && t.taken > 200);
    load(world, now);
    t = (tally){0};
    for (size_t size = HEADER; size < now.size; size += 3)
    {
        memcpy(bytes, now.bytes, size);
        repair(bytes, size);
        try_damage(world, bytes, size, &t);
    }
    assert_int_equal(t.taken, 0); // what is cut off is never whole
    memcpy(bytes, now.bytes, now.size);
    bytes = realloc(bytes, now.size + 8);
    memset(bytes + now.size, 0, 8);
    repair(bytes, now.size + 8);
    try_damage(world, bytes, now.size + 8, &t);
    assert_int_equal(t.taken, 0); // nor is what has more in it than it says
    load(world, now);
    block same = save(world);
    assert_true(is_same_block(now, same));
    free(same.bytes);
    free(bytes);
    free(now.bytes);
}

/// From the left to the right, to places of their own or all to one.
static void send(wend_world *world, int count, bool is_apart)
{
    for (int i = 0; i < count; i++)
    {
        float y = 1 + 10 * (float)i / (float)count;
        wend_agent_id id = spawn(world, 0.5f, y);
        give(world, id, wend_goal_travel(v2(SIDE - 0.5f, is_apart ? y : 5.5f)));
    }
}

/// Until a search is under way that takes more than one update.
static void step_into_search(wend_world *world)
{
    for (int k = 0; k < 100 && world->desk.asking.value == 0; k++)
        step(world, 1.0 / 60);
    assert_true(world->desk.asking.value != 0);
}

// One field for all, half built; walls came and went that it hasn't heard of.
static void t_a_field_that_is_half_built(void **state)
{
    (void)state;
    wend_grid *map = open_map(SIDE, SIDE);
    for (int y = 3; y < 9; y++)
        wend_grid_set(map, (wend_cell){7, y}, 0);
    wend_world *world = world_on(map, 40);
    send(world, 20, false);
    for (int k = 0; k < 2; k++)
        step(world, 1.0 / 60);
    wend_grid_set(map, (wend_cell){7, 5}, 1);
    wend_grid_set(map, (wend_cell){2, 2}, 0);
    step(world, 1.0 / 60);
    wend_grid_set(map, (wend_cell){2, 2}, 3);
    assert_true(world->desk.group_count > 0 && world->desk.groups[0].flow);
    assert_false(wend_flow_is_ready(world->desk.groups[0].flow));
    damage_all(world);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

// Ways over a map, one search for each, one of them under way; some wait.
static void t_searches_over_a_map(void **state)
{
    (void)state;
    wend_grid *map = open_map(SIDE, SIDE);
    for (int y = 1; y < 11; y++)
        wend_grid_set(map, (wend_cell){6, y}, 0);
    wend_world *world = world_on(map, 5);
    send(world, 6, true);
    wend_recipe recipe = wend_default_recipe();
    recipe.plan.search = WEND_GRID_DIJKSTRA; // which looks at many cells
    for (int i = 0; i < 6; i++)
        assert_int_equal(wend_world_set_recipe(world, world->body[i].id, &recipe), WEND_OK);
    step_into_search(world);
    damage_all(world);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

/// A floor of squares of 1, with a hole in the middle.
static wend_mesh *floor_with_hole(void)
{
    wend_vec points[(SIDE + 1) * (SIDE + 1)];
    int counts[SIDE * SIDE], corners[4 * SIDE * SIDE], n = 0;
    for (int i = 0; i < COUNT_OF(points); i++)
        points[i] = v2((float)(i % (SIDE + 1)), (float)(i / (SIDE + 1)));
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
        {
            if (x >= 5 && x < 7 && y >= 2 && y < 10)
                continue;
            int low = y * (SIDE + 1) + x;
            const int round[] = {low, low + 1, low + SIDE + 2, low + SIDE + 1};
            memcpy(&corners[4 * n], round, sizeof round);
            counts[n++] = 4;
        }
    wend_mesh_def def = wend_default_mesh_def();
    def.points = points, def.point_count = COUNT_OF(points);
    def.counts = counts, def.polygon_count = n;
    def.corners = corners;
    wend_mesh *mesh = wend_mesh_create(&def, NULL);
    assert_non_null(mesh);
    return mesh;
}

static void t_corridors_over_a_mesh(void **state)
{
    (void)state;
    wend_mesh *mesh = floor_with_hole();
    wend_world_def def = wend_default_world_def();
    def.mesh = mesh;
    def.plan_budget = 5;
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    send(world, 6, true);
    step_into_search(world);
    damage_all(world);
    wend_world_destroy(world);
    wend_mesh_destroy(mesh);
}

// Nobody travels: queues, paths, a pile, somebody who follows and somebody who is followed.
static void t_goals_without_a_map(void **state)
{
    (void)state;
    static const wend_vec corner[] = {{2, 2, 0}, {8, 2, 0}, {8, 8, 0}};
    wend_world *world = make(WEND_XY);
    wend_agent_id ids[8];
    for (int i = 0; i < 8; i++)
    {
        ids[i] = spawn(world, 2 + 0.9f * (float)i, 3);
        give(world, ids[i], wend_goal_arrive(v2(5, 3)));
    }
    give(world, ids[0], wend_goal_follow(corner, 3, true));
    queue(world, ids[0], wend_goal_follow(corner, 2, false));
    queue(world, ids[1], wend_goal_wander());
    give(world, ids[2], wend_goal_pursue(ids[3]));
    for (int k = 0; k < 90; k++)
        step(world, 1.0 / 60);
    damage_all(world);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_field_that_is_half_built),
        cmocka_unit_test(t_searches_over_a_map),
        cmocka_unit_test(t_corridors_over_a_mesh),
        cmocka_unit_test(t_goals_without_a_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
