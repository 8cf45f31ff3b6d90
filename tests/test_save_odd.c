// Blocks of rare states, which come back like any other; and of states that can't be, with a right checksum.
#include "testing_memory.h"
#include "testing_save.h"

#include "../src/codec.h"

#include "wend/explain.h"
#include "wend/grid_caster.h"
#include "wend/obstacle.h"

#include <float.h>
#include <limits.h>

enum
{
    HEADER = 32 // of a block, by save.c
};

/// A block with some of its bytes changed, right again as far as its size and checksum go.
static void repair(block b)
{
    put_u64(b.bytes + 16, b.size);
    put_u64(b.bytes + 24, codec_sum(b.bytes + HEADER, b.size - HEADER, codec_sum(b.bytes, 24, 0)));
}

static void set_recipe(wend_world *world, wend_agent_id id, const wend_recipe *recipe)
{
    if (wend_world_set_recipe(world, id, recipe) != WEND_OK)
        fail_msg("%s", wend_world_error(world)->text);
}

/// What is in a world comes back in another one, and in itself.
static void check_comes_back(wend_world *world)
{
    block now = save(world);
    wend_world *twin = twin_of(world);
    load(twin, now);
    block same = save(twin);
    assert_true(is_same_block(now, same));
    load(world, now);
    free(same.bytes);
    free(now.bytes);
    wend_world_destroy(twin);
}

// ---- events ---------------------------------------------------------------------------------------------------------

static void t_one_who_gave_up_comes_back(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent rock = agent_at(0, 0);
    rock.max_acceleration = 0; // it never gets anywhere
    wend_agent_id id = add(world, rock);
    wend_recipe recipe = wend_default_recipe();
    recipe.recovery.rounds = 1;
    set_recipe(world, id, &recipe);
    give(world, id, wend_goal_arrive(v2(10, 0)));
    int count = 0;
    const wend_event *event = NULL;
    for (int i = 0; i < 2000 && (count == 0 || event->kind != WEND_EVENT_GAVE_UP); i++)
    {
        step(world, 0.05);
        event = wend_world_events(world, &count);
    }
    assert_int_equal(event->kind, WEND_EVENT_GAVE_UP);
    check_comes_back(world);
    wend_world_destroy(world);
}

// A host that removes whoever arrives: then there are more events than agents.
static void t_events_of_the_removed_come_back(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id ids[20];
    for (int i = 0; i < 20; i++)
    {
        ids[i] = spawn(world, 3 * (float)i, 0);
        give(world, ids[i], wend_goal_arrive(v2(3 * (float)i, 0)));
    }
    step(world, 0.05);
    assert_int_equal(wend_world_remove_many(world, ids, 20), WEND_OK);
    block now = save(world);
    wend_world *twin = twin_of(world);
    load(twin, now);
    int count;
    const wend_event *events = wend_world_events(twin, &count);
    assert_int_equal(count, 20);
    assert_true(events[19].kind == WEND_EVENT_ARRIVED && wend_same_agent(events[19].agent, ids[19]));
    load(world, now);
    free(now.bytes);
    wend_world_destroy(twin);
    wend_world_destroy(world);
}

static void t_there_is_room_for_all_events(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY), *small = make(WEND_XY);
    for (int i = 0; i < 60; i++)
        spawn(world, 3 * (float)i, 0);
    spawn(small, 0, 0);
    step(world, 0.1);
    for (int i = 59; i >= 1; i--)
        assert_int_equal(wend_world_remove(world, world->body[i].id), WEND_OK);
    world->event_count = 8 * 60;
    block now = save(world);
    load(small, now);
    assert_int_equal(small->event_count, 8 * 60);
    assert_true(MOST_EVENTS * small->event_capacity >= small->event_count);
    free(now.bytes);
    wend_world_destroy(small);
    wend_world_destroy(world);
}

// ---- callbacks ------------------------------------------------------------------------------------------------------

/// A field that goes by who is near: to the right of a neighbour, else up.
static wend_vec by_neighbours(wend_vec position, void *user)
{
    wend_world *world = *(wend_world **)user;
    wend_agent_id near_by[4];
    return wend_world_within(world, position, 5, NULL, near_by, 4) > 1 ? v2(1, 0) : v2(0, 1);
}

// A field that only waits in a queue is known after loading: its queries see who is there.
static void t_a_field_in_a_queue_is_known(void **state)
{
    (void)state;
    wend_world *worlds[2];
    wend_link links[2];
    for (int i = 0; i < 2; i++)
    {
        wend_world_def def = wend_default_world_def();
        links[i] = (wend_link){by_neighbours, NULL, &worlds[i]};
        def.links = &links[i];
        def.link_count = 1;
        worlds[i] = wend_world_create(&def, NULL);
        assert_non_null(worlds[i]);
    }
    wend_agent_id id = spawn(worlds[0], 0, 0);
    spawn(worlds[0], 2, 0);
    give(worlds[0], id, wend_goal_arrive(v2(0, 0)));
    wend_goal field = wend_goal_of(WEND_GOAL_FOLLOW_FIELD);
    field.field = by_neighbours;
    field.field_user = &worlds[0];
    queue(worlds[0], id, field);
    block now = save(worlds[0]);
    load(worlds[1], now);
    for (int k = 0; k < 30; k++)
    {
        step(worlds[0], 0.05);
        step(worlds[1], 0.05);
        assert_true(wend_world_hash(worlds[0]) == wend_world_hash(worlds[1]));
    }
    assert_true(at(worlds[1], id).x > 0.5f);
    free(now.bytes);
    wend_world_destroy(worlds[0]);
    wend_world_destroy(worlds[1]);
}

// ---- who is watched -------------------------------------------------------------------------------------------------

static void t_what_a_dodge_went_by_is_forgotten(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_recipe recipe = wend_default_recipe();
    recipe.dodge = WEND_DODGE_ORCA;
    wend_agent_id id[2];
    for (int i = 0; i < 2; i++)
    {
        id[i] = spawn(world, 3 * (float)i, 0);
        set_recipe(world, id[i], &recipe);
        give(world, id[i], wend_goal_arrive(v2(i == 0 ? 5 : -5, 0)));
    }
    assert_int_equal(wend_watch(world, id[0], true), WEND_OK);
    block now = save(world);
    wend_orca_result before, after;
    for (int i = 0; i < 5; i++)
        step(world, 0.1);
    assert_int_equal(wend_explain_orca(world, id[0], &before, NULL), WEND_OK);
    // Where no time passes it stays,
    think(world, 0);
    assert_int_equal(wend_explain_orca(world, id[0], &after, NULL), WEND_OK);
    assert_true(before.count == after.count && wend_equal(before.velocity, after.velocity));
    think(world, 0);
    assert_int_equal(wend_explain_orca(world, id[0], &after, NULL), WEND_OK);
    // but not where the world becomes what it was.
    load(world, now);
    assert_int_equal(wend_explain_orca(world, id[0], &after, NULL), WEND_ERROR_ID);
    step(world, 0.1);
    assert_int_equal(wend_explain_orca(world, id[0], &after, NULL), WEND_OK);
    free(now.bytes);
    wend_world_destroy(world);
}

// ---- the ends of what there is --------------------------------------------------------------------------------------

static void t_the_end_of_time_comes_back(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    wend_agent_id id = spawn(world, 0, 0);
    wend_recipe recipe = wend_default_recipe();
    recipe.think_seconds = 1e-40f; // so often that the next time is beyond what a double holds
    set_recipe(world, id, &recipe);
    give(world, id, wend_goal_arrive(v2(10, 0)));
    think(world, 1.7e308);
    think(world, 1.7e308);
    assert_true(wend_world_get_stats(world).seconds == DBL_MAX);
    think(world, 1);
    assert_true(wend_world_get_stats(world).seconds == DBL_MAX);
    check_comes_back(world);
    wend_world_destroy(world);
}

static void t_piles_of_giants_come_back(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    for (int i = 0; i < 3; i++)
    {
        wend_agent giant = agent_at((float)i * 1e25f, 0);
        giant.radius = 1e25f; // whose square is no float
        wend_agent_id id = add(world, giant);
        give(world, id, wend_goal_arrive(v2(0, 0)));
    }
    for (int i = 0; i < 10; i++)
        step(world, 0.1);
    assert_true(world->rest[0].has_arrived && world->rest[0].pile_area > 0);
    check_comes_back(world);
    wend_world_destroy(world);
}

static void t_ids_come_to_an_end(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XY);
    world->serial = ((uint64_t)1 << 40) - 2;
    wend_agent_id last = spawn(world, 0, 0);
    assert_true(last.value >> SLOT_BITS == ((uint64_t)1 << 40) - 1);
    wend_agent_def def = wend_default_agent_def();
    REFUSED(world, WEND_ERROR_FULL, wend_world_spawn_many(world, &def, 1, NULL), "1 more", "ids", "0");
    check_comes_back(world);
    wend_world_destroy(world);
}

// Cover is looked for above and below a threat as well, but not taken there in a plane.
static void t_who_hides_stays_in_the_plane(void **state)
{
    (void)state;
    wend_obstacles_def walls = wend_default_obstacles_def();
    uint64_t seed = 4;
    for (int i = 0; i < 60; i++)
    {
        wend_obstacles *set = wend_obstacles_create(&walls, NULL);
        for (int k = 0; k < 4; k++)
        {
            wend_shape rock = wend_default_shape(WEND_SHAPE_CIRCLE);
            rock.position = v2(draw_float(&seed, -4, 4), draw_float(&seed, -4, 4));
            rock.radius = draw_float(&seed, 0.1, 1);
            assert_true(wend_obstacles_add(set, &rock).value != 0);
        }
        wend_world_def def = wend_default_world_def();
        def.caster = wend_obstacles_caster(set);
        wend_world *world = wend_world_create(&def, NULL);
        wend_agent_id threat = spawn(world, draw_float(&seed, -4, 4), draw_float(&seed, -4, 4));
        give(world, threat, wend_goal_wander());
        give(world, spawn(world, draw_float(&seed, -4, 4), draw_float(&seed, -4, 4)), wend_goal_hide(threat));
        for (int k = 0; k < 20; k++)
            step(world, 0.1);
        check_comes_back(world);
        wend_world_destroy(world);
        wend_obstacles_destroy(set);
    }
}

/// The block of a world that has so many slots, all of them free, as far as its size goes.
static block block_of_slots(int slots)
{
    wend_world *world = make(WEND_XY);
    world->slot_count = slots;
    block small = save(world), large = {.size = small.size + 4 * ((size_t)slots + 64)};
    world->slot_count = 0;
    large.bytes = calloc(1, large.size);
    assert_non_null(large.bytes);
    memcpy(large.bytes, small.bytes, small.size);
    repair(large);
    free(small.bytes);
    wend_world_destroy(world);
    return large;
}

// A full world is a block as well: where it is refused that is for want of memory.
static void t_a_world_may_be_full(void **state)
{
    (void)state;
    ledger book = {0, 0, -1};
    wend_world_def def = wend_default_world_def();
    def.allocator = ledger_allocator(&book);
    wend_world *world = wend_world_create(&def, NULL);
    block full = block_of_slots(WEND_MAX_AGENTS), over = block_of_slots(WEND_MAX_AGENTS + 1);
    book.left = 0;
    REFUSED(world, WEND_ERROR_MEMORY, wend_world_load(world, full.bytes, full.size), "memory", "", "");
    REFUSED(world, WEND_ERROR_BLOCK, wend_world_load(world, over.bytes, over.size), "numbers", "", "");
    book.left = -1;
    free(full.bytes);
    free(over.bytes);
    wend_world_destroy(world);
}

// ---- what can't be --------------------------------------------------------------------------------------------------

/// Two agents who look round for obstacles, remember, and dodge; an event.
static wend_world *make_looking(const wend_grid *map)
{
    wend_world_def def = wend_default_world_def();
    def.caster = wend_grid_caster(map);
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    wend_recipe whiskers = wend_default_recipe(), ring = whiskers;
    whiskers.sense.kind = WEND_SENSE_WHISKERS;
    whiskers.sense.seconds = 10;
    whiskers.sense.needs_sight = true;
    wend_recipe_add(&whiskers, WEND_WISH_AVOID, 1);
    ring.sense.kind = WEND_SENSE_RING;
    ring.combiner = WEND_COMBINE_CONTEXT;
    wend_agent_id a = spawn(world, 4, 4), b = spawn(world, 6, 4);
    set_recipe(world, a, &whiskers);
    set_recipe(world, b, &ring);
    give(world, a, wend_goal_pursue(b));
    give(world, b, wend_goal_arrive(v2(6, 4)));
    queue(world, b, wend_goal_seek(v2(9, 4)));
    queue(world, b, wend_goal_seek(v2(4, 9)));
    step(world, 0.1);
    step(world, 0.1);
    world->event_count = 1;
    world->events[0] = (wend_event){.agent = a};
    return world;
}

static wend_grid *make_map(void)
{
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 16;
    wend_grid *map = wend_grid_create(&def, NULL);
    assert_non_null(map);
    return map;
}

/// Each of these can't be; false: there are no more.
static bool spoil(wend_world *world, int which)
{
    agent_mind *mind = &world->mind[0];
    agent_rest *rest = &world->rest[0];
    agent_extra *extra = &world->extras[rest->extra];
    wend_event *event = &world->events[0];
    double later = world->seconds * 1.001;
    switch (which)
    {
    case 0: mind->orca.side = INT_MIN; break;
    case 1: mind->orca.side = 2; break;
    case 2: mind->orca.pent = 1.01f; break;
    case 3: mind->orca.pent = -0.01f; break;
    case 4: mind->orca.waited = -1; break;
    case 5: rest->recovery.steps = -124; break;
    case 6: rest->recovery.steps = 40001; break;
    case 7: rest->recovery.step = (wend_recovery_step)WEND_RECOVERY_STEP_COUNT; break;
    case 8: rest->recovery.stuck_by = (wend_stuck_by)(WEND_STUCK_BY_NO_PATH + 1); break;
    case 9: world->goal_seconds[0] = later; break;
    case 10: rest->against = later; break;
    case 11: rest->against = -0.1; break;
    case 12: rest->at_anchor = later; break;
    case 13: rest->decided_at = -DBL_MAX; break;
    case 14: rest->decided_at = later; break;
    case 15: world->resting[0] = -3; break;
    case 16: extra->hit_count = WEND_WHISKERS + 1; break;
    case 17: extra->chosen = v2(FLT_MAX, FLT_MAX); break;
    case 18: extra->memory.seen[0] = (wend_sighting){.body = 7, .seconds = later}; break;
    case 19: extra->memory.seen[0] = (wend_sighting){.body = 7, .seconds = -DBL_MAX}; break;
    case 20: event->kind = (wend_event_kind)(WEND_EVENT_GAVE_UP + 1); break;
    case 21: event->stuck_by = (wend_stuck_by)(WEND_STUCK_BY_NO_PATH + 1); break;
    case 22: event->step = (wend_recovery_step)WEND_RECOVERY_STEP_COUNT; break;
    case 23: rest->goal.high.z = 1; break; // from here on: out of the plane
    case 24: world->queue[world->rest[1].queue_first].goal.point.z = 1; break;
    case 25: extra->chosen = wend_xyz(0, 0, 1); break;
    case 26: extra->memory.seen[0] = (wend_sighting){.body = 7, .velocity = wend_xyz(0, 0, 1)}; break;
    case 27: world->extra_hits[rest->extra * world->hit_stride].normal.z = 1; break;
    case 28: world->recipes[rest->recipe].recipe.face_point.z = 1; break;
    default: return false;
    }
    return true;
}

static void t_what_cant_be_is_refused(void **state)
{
    (void)state;
    wend_grid *map = make_map();
    for (int which = 0, is_one = 1; is_one; which++)
    {
        wend_world *world = make_looking(map), *twin = twin_of(world);
        block now = save(world);
        load(twin, now);
        free(now.bytes);
        is_one = spoil(world, which);
        now = save(world);
        if (is_one && wend_world_load(twin, now.bytes, now.size) != WEND_ERROR_BLOCK)
            fail_msg("number %d is taken", which);
        free(now.bytes);
        wend_world_destroy(twin);
        wend_world_destroy(world);
    }
    wend_grid_destroy(map);
}

// With a new recipe one has the hits of its old one, until it looks anew.
static void t_hits_of_the_recipe_before_come_back(void **state)
{
    (void)state;
    wend_grid *map = make_map();
    wend_world *world = make_looking(map);
    wend_recipe recipe;
    assert_int_equal(wend_world_get_recipe(world, world->body[0].id, &recipe), WEND_OK);
    set_recipe(world, world->body[1].id, &recipe);
    world->extras[world->rest[1].extra].hit_count = 5;
    check_comes_back(world);
    step(world, 0.1);
    assert_int_equal(world->extras[world->rest[1].extra].hit_count, WEND_WHISKERS);
    check_comes_back(world);
    wend_world_destroy(world);
    wend_grid_destroy(map);
}

/// Where in a block a float with this value is.
static size_t find_float(block b, float value)
{
    for (size_t i = HEADER; i + sizeof value <= b.size; i++)
        if (memcmp(b.bytes + i, &value, sizeof value) == 0)
            return i;
    fail_msg("there is no %g in the block", (double)value);
    return 0;
}

// A goal of a recipe that names a path, which is only for an agent's own goal.
static void t_a_wish_has_no_path(void **state)
{
    (void)state;
    static const wend_vec points[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
    wend_world *world = make(WEND_XY), *twin = make(WEND_XY);
    wend_agent_id id = spawn(world, 0, 0);
    wend_recipe recipe = wend_default_recipe();
    wend_goal wander = wend_goal_wander();
    wander.rate = 0.123456f;
    wend_recipe_also(&recipe, &wander, 1);
    set_recipe(world, id, &recipe);
    give(world, id, wend_goal_follow(points, 3, false));
    block now = save(world), with = {.size = now.size + 4};
    size_t rate = find_float(now, wander.rate);
    uint32_t fields, first = 1;
    memcpy(&fields, now.bytes + rate - 4, sizeof fields);
    fields |= 1u << 31; // it has a path,
    with.bytes = malloc(with.size);
    assert_non_null(with.bytes);
    memcpy(with.bytes, now.bytes, rate + 4);
    memcpy(with.bytes + rate - 4, &fields, sizeof fields);
    memcpy(with.bytes + rate + 4, &first, sizeof first); // the first one
    memcpy(with.bytes + rate + 8, now.bytes + rate + 4, now.size - rate - 4);
    repair(with);
    REFUSED(twin, WEND_ERROR_BLOCK, wend_world_load(twin, with.bytes, with.size), "block", "", "");
    load(world, now); // has paths of its own
    REFUSED(world, WEND_ERROR_BLOCK, wend_world_load(world, with.bytes, with.size), "block", "", "");
    free(with.bytes);
    free(now.bytes);
    wend_world_destroy(twin);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_one_who_gave_up_comes_back),
        cmocka_unit_test(t_events_of_the_removed_come_back),
        cmocka_unit_test(t_there_is_room_for_all_events),
        cmocka_unit_test(t_a_field_in_a_queue_is_known),
        cmocka_unit_test(t_what_a_dodge_went_by_is_forgotten),
        cmocka_unit_test(t_the_end_of_time_comes_back),
        cmocka_unit_test(t_piles_of_giants_come_back),
        cmocka_unit_test(t_ids_come_to_an_end),
        cmocka_unit_test(t_who_hides_stays_in_the_plane),
        cmocka_unit_test(t_a_world_may_be_full),
        cmocka_unit_test(t_what_cant_be_is_refused),
        cmocka_unit_test(t_hits_of_the_recipe_before_come_back),
        cmocka_unit_test(t_a_wish_has_no_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
