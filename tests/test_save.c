// Blocks: what is refused, what is damaged, who has no memory, and what belongs to the host.
#include "testing_plan.h"
#include "testing_save.h"

#include "../src/codec.h"

#include "wend/explain.h"

enum
{
    HEADER = 32 // of a block, by save.c
};

// ---- a world with everything in it ----------------------------------------------------------------------------------

typedef struct rich
{
    wend_grid *map;
    wend_obstacles *walls;
    wend_world *world;
    wend_link links[2];
    int writes;
} rich;

static wend_vec eddy(wend_vec position, void *user)
{
    (void)user;
    return v2(-position.y, position.x);
}

static void write_nothing(const wend_agent *agent, wend_ring *ring, void *user)
{
    (void)agent, (void)ring;
    ((rich *)user)->writes++;
}

static void teach(wend_world *world, wend_agent_id id, const wend_recipe *recipe)
{
    if (wend_world_set_recipe(world, id, recipe) != WEND_OK)
        fail_msg("%s", wend_world_error(world)->text);
}

/// Somebody for each thing that an agent may have.
static void give_all(rich *r, const wend_agent_id *ids)
{
    static const wend_vec points[] = {{2, 2, 0}, {12, 2, 0}, {12, 12, 0}, {2, 12, 0}};
    wend_world *world = r->world;
    wend_recipe ring = wend_default_recipe(), whiskers = ring, car = ring, guard = ring;
    ring.combiner = WEND_COMBINE_CONTEXT;
    ring.sense.kind = WEND_SENSE_RING;
    ring.context.class_count = 1;
    ring.context.classes[0] = wend_class_of(1, WEND_MARK_MOVER);
    ring.context.write = write_nothing;
    ring.context.write_user = r;
    teach(world, ids[0], &ring);
    whiskers.sense.kind = WEND_SENSE_WHISKERS;
    whiskers.sense.seconds = 0.2f;
    whiskers.think_seconds = 0.1f;
    wend_recipe_add(&whiskers, WEND_WISH_AVOID, 1);
    teach(world, ids[1], &whiskers);
    car.body = WEND_BODY_CAR;
    teach(world, ids[2], &car);
    guard.sense.needs_sight = true;
    wend_goal chase = wend_goal_pursue(ids[3]);
    wend_recipe_also(&guard, &chase, 1);
    teach(world, ids[4], &guard);
    give(world, ids[0], wend_goal_seek(v2(14, 14)));
    give(world, ids[1], wend_goal_follow(points, 4, true));
    give(world, ids[2], wend_goal_follow(points, 3, false));
    give(world, ids[3], wend_goal_wander());
    give(world, ids[4], wend_goal_pursue(ids[0]));
    wend_goal field = wend_goal_of(WEND_GOAL_FOLLOW_FIELD);
    field.field = eddy;
    give(world, ids[5], field);
    give(world, ids[6], wend_goal_arrive(v2(8, 8)));
    queue(world, ids[6], wend_goal_travel(v2(1, 1)));
    queue(world, ids[6], wend_goal_follow(points, 4, true));
    for (int i = 7; i < 14; i++)
        give(world, ids[i], wend_goal_arrive(v2(8, 8)));
    for (int i = 14; i < 30; i++)
        give(world, ids[i], wend_goal_travel(v2(14.5f, i < 20 ? 2.5f : 14.5f)));
}

static wend_world_def rich_def(rich *r, const wend_allocator *allocator)
{
    wend_world_def def = wend_default_world_def();
    r->links[0] = (wend_link){eddy, NULL, NULL};
    r->links[1] = (wend_link){NULL, write_nothing, r};
    def.links = r->links;
    def.link_count = 2;
    def.grid = r->map;
    def.caster = wend_obstacles_caster(r->walls);
    def.plan_budget = 40;
    if (allocator)
        def.allocator = *allocator;
    return def;
}

static rich make_rich(rich *r)
{
    wend_agent_id ids[32];
    wend_obstacles_def walls = wend_default_obstacles_def();
    *r = (rich){.map = open_map(16, 16), .walls = wend_obstacles_create(&walls, NULL)};
    for (int y = 3; y < 13; y++)
        wend_grid_set(r->map, (wend_cell){9, y}, 0);
    wend_shape rock = wend_default_shape(WEND_SHAPE_CIRCLE);
    rock.position = v2(5, 5), rock.radius = 1;
    assert_true(wend_obstacles_add(r->walls, &rock).value != 0);
    wend_world_def def = rich_def(r, NULL);
    r->world = wend_world_create(&def, NULL);
    assert_non_null(r->world);
    uint64_t seed = 3;
    for (int i = 0; i < 32; i++)
        ids[i] = add_member(r->world, v2(draw_float(&seed, 1, 8), draw_float(&seed, 1, 15)), v2(0, 0), i % 3 == 0);
    give_all(r, ids);
    for (int k = 0; k < 20; k++)
        step(r->world, 1.0 / 60);
    assert_int_equal(wend_world_remove(r->world, ids[30]), WEND_OK);
    assert_int_equal(wend_world_remove(r->world, ids[9]), WEND_OK);
    step(r->world, 1.0 / 60);
    return *r;
}

static void destroy_rich(rich *r)
{
    wend_world_destroy(r->world);
    wend_obstacles_destroy(r->walls);
    wend_grid_destroy(r->map);
}

static void check_alike(wend_world *a, wend_world *b, int steps)
{
    for (int k = 0; k < steps; k++)
    {
        assert_true(wend_world_hash(a) == wend_world_hash(b));
        step(a, 1.0 / 60);
        step(b, 1.0 / 60);
    }
}

// ---- what comes back ------------------------------------------------------------------------------------------------

static void t_everything_comes_back(void **state)
{
    (void)state;
    rich r;
    make_rich(&r);
    block now = save(r.world), same;
    wend_world *twin = twin_of(r.world);
    load(twin, now);
    same = save(twin);
    assert_true(is_same_block(now, same));
    int count, twin_count;
    const wend_event *events = wend_world_events(r.world, &count), *copies = wend_world_events(twin, &twin_count);
    assert_int_equal(count, twin_count);
    for (int i = 0; i < count; i++)
        assert_true(events[i].kind == copies[i].kind && events[i].agent.value == copies[i].agent.value);
    assert_true(wend_world_get_stats(twin).neighbours == wend_world_get_stats(r.world).neighbours);
    assert_int_equal(wend_world_queued(twin, r.world->body[6].id), 2);
    // New agents get the same ids, in places that have become free.
    for (int i = 0; i < 4; i++)
        assert_true(wend_same_agent(spawn(r.world, 3, (float)i), spawn(twin, 3, (float)i)));
    check_alike(r.world, twin, 600);
    free(now.bytes);
    free(same.bytes);
    wend_world_destroy(twin);
    destroy_rich(&r);
}

static void t_an_empty_world_is_a_block_too(void **state)
{
    (void)state;
    wend_world *world = make(WEND_XYZ);
    block empty = save(world);
    wend_agent_id id = spawn(world, 1, 2);
    step(world, 1);
    load(world, empty);
    assert_int_equal(wend_world_count(world), 0);
    assert_false(wend_world_has(world, id));
    assert_true(wend_same_agent(spawn(world, 1, 2), id)); // it all happens again
    free(empty.bytes);
    wend_world_destroy(world);
}

static void t_who_is_watched_stays_watched(void **state)
{
    (void)state;
    fixture f = two();
    block now = save(f.world);
    wend_agent_id later = spawn(f.world, 5, 5);
    wend_reason reason;
    assert_int_equal(wend_watch(f.world, f.b, true), WEND_OK);
    assert_int_equal(wend_watch(f.world, later, true), WEND_OK);
    step(f.world, 0.1);
    load(f.world, now);
    assert_int_equal(wend_explain(f.world, f.b, &reason), WEND_ERROR_ID); // it hasn't thought since
    step(f.world, 0.1);
    assert_int_equal(wend_explain(f.world, f.b, &reason), WEND_OK);
    assert_int_equal(wend_explain(f.world, later, &reason), WEND_ERROR_ID);
    free(now.bytes);
    wend_world_destroy(f.world);
}

// ---- what is refused ------------------------------------------------------------------------------------------------

static void t_a_buffer_that_is_too_small_is_left_alone(void **state)
{
    (void)state;
    fixture f = two();
    size_t size = wend_world_save(f.world, NULL, 0);
    unsigned char bytes[4096] = {0};
    assert_true(size > HEADER && size < sizeof bytes);
    assert_int_equal(wend_world_save(f.world, bytes, size - 1), size);
    assert_int_equal(bytes[size - 1], 0); // beyond its capacity
    REFUSED(f.world, WEND_ERROR_BLOCK, wend_world_load(f.world, bytes, size - 1), "block", "wend_world_save", "");
    assert_int_equal(wend_world_save(f.world, bytes, sizeof bytes), size);
    assert_int_equal(wend_world_load(f.world, bytes, size), WEND_OK);
    assert_int_equal(wend_world_save(NULL, bytes, size), 0);
    assert_int_equal(wend_world_load(NULL, bytes, size), WEND_ERROR_NULL);
    REFUSED(f.world, WEND_ERROR_NULL, wend_world_load(f.world, NULL, 0), "block", "null", "");
    wend_world_destroy(f.world);
}

static void t_a_world_of_another_kind_says_what_differs(void **state)
{
    (void)state;
    fixture f = two();
    block now = save(f.world);
    wend_world_def def = wend_default_world_def();
    def.plane = WEND_XZ;
    wend_world *level = wend_world_create(&def, NULL);
    REFUSED(level, WEND_ERROR_BLOCK, wend_world_load(level, now.bytes, now.size), "plane 0", "must be 1", "");
    wend_world_destroy(level);
    def = wend_default_world_def();
    def.seed = 7;
    wend_world *other = wend_world_create(&def, NULL);
    REFUSED(other, WEND_ERROR_BLOCK, wend_world_load(other, now.bytes, now.size), "seed", "1, must be 7", "");
    wend_world_destroy(other);
    def = wend_default_world_def();
    def.grid = open_map(3, 3);
    wend_world *mapped = wend_world_create(&def, NULL);
    REFUSED(mapped, WEND_ERROR_BLOCK, wend_world_load(mapped, now.bytes, now.size), "grid (is there one?) 0", "", "");
    wend_world_destroy(mapped);
    wend_grid_destroy((wend_grid *)(uintptr_t)def.grid);
    def = wend_default_world_def();
    def.threads = 2, def.search = WEND_SEARCH_DIRECT; // change no bits
    wend_world *same = wend_world_create(&def, NULL);
    assert_int_equal(wend_world_load(same, now.bytes, now.size), WEND_OK);
    check_alike(f.world, same, 10);
    wend_world_destroy(same);
    free(now.bytes);
    wend_world_destroy(f.world);
}

// The height of a planar world's ends says nothing: it may be anything, and another one.
static void t_ends_of_a_plane_have_no_height(void **state)
{
    (void)state;
    for (int plane = WEND_XY; plane <= WEND_XZ; plane++)
    {
        wend_world_def def = wend_default_world_def();
        def.plane = (wend_plane)plane;
        def.edge = WEND_EDGE_WRAP;
        def.low = plane == WEND_XY ? wend_xyz(0, 0, NAN) : wend_xyz(0, INFINITY, 0);
        def.high = plane == WEND_XY ? wend_xyz(9, 9, 0) : wend_xyz(9, -INFINITY, 9);
        wend_world *world = wend_world_create(&def, NULL);
        assert_non_null(world);
        spawn(world, 1, 0);
        block now = save(world);
        def.low = wend_xyz(0, 0, 0);
        wend_world *twin = wend_world_create(&def, NULL);
        load(twin, now);
        load(world, now);
        assert_true(wend_world_hash(world) == wend_world_hash(twin));
        free(now.bytes);
        wend_world_destroy(world);
        wend_world_destroy(twin);
    }
}

static void t_a_callback_must_be_among_the_links(void **state)
{
    (void)state;
    fixture f = two();
    wend_goal field = wend_goal_of(WEND_GOAL_FOLLOW_FIELD);
    wend_link links[] = {{NULL, NULL, NULL}, {eddy, NULL, &f}, {eddy, NULL, NULL}};
    field.field = eddy;
    give(f.world, f.a, field);
    assert_int_equal(wend_world_save(f.world, NULL, 0), 0);
    assert_non_null(strstr(wend_world_error(f.world)->text, "field of a goal is not in the world's links"));
    f.world->def.links = links, f.world->def.link_count = 2; // the same function for another user doesn't do
    assert_int_equal(wend_world_save(f.world, NULL, 0), 0);
    f.world->def.link_count = 3;
    block now = save(f.world);
    wend_world *twin = twin_of(f.world);
    load(twin, now);
    check_alike(f.world, twin, 30);
    load(twin, now);
    twin->def.link_count = 2;
    REFUSED(twin, WEND_ERROR_BLOCK, wend_world_load(twin, now.bytes, now.size), "link 2", "field", "");
    wend_world_destroy(twin);
    free(now.bytes);
    wend_world_destroy(f.world);
}

static void save_and_load(const wend_agent *agent, double seconds, void *user)
{
    (void)agent, (void)seconds;
    wend_world *world = *(wend_world **)user;
    char bytes[8];
    assert_int_equal(wend_world_save(world, NULL, 0), 0);
    assert_int_equal(wend_world_error(world)->status, WEND_ERROR_BUSY);
    assert_int_equal(wend_world_load(world, bytes, sizeof bytes), WEND_ERROR_BUSY);
}

static void t_neither_during_an_update(void **state)
{
    (void)state;
    wend_world *world;
    wend_world_def def = wend_default_world_def();
    def.decide = save_and_load;
    def.decide_user = &world;
    world = wend_world_create(&def, NULL);
    spawn(world, 0, 0);
    step(world, 0.1);
    wend_world_destroy(world);
}

// ---- damage ---------------------------------------------------------------------------------------------------------

static void t_a_thousand_damaged_blocks_are_all_refused(void **state)
{
    (void)state;
    rich r;
    make_rich(&r);
    block now = save(r.world);
    uint64_t seed = 11, hash = wend_world_hash(r.world);
    unsigned char *bytes = malloc(now.size + 16);
    for (int i = 0; i < 1000; i++)
    {
        memcpy(bytes, now.bytes, now.size);
        size_t size = now.size, at = draw(&seed) % now.size;
        at = i < 3 * HEADER ? (size_t)i % HEADER : at; // each byte of the header as well
        switch (i % 4)
        {
        case 0: bytes[at] ^= (unsigned char)(1u << draw(&seed) % 8); break;
        case 1: bytes[at] = (unsigned char)(bytes[at] + 1 + draw(&seed) % 255); break;
        case 2: size = at; break;
        default:
            for (int k = 0; k < 8; k++)
                bytes[(at + (size_t)k) % size] ^= (unsigned char)(0x5a + k);
        }
        assert_int_equal(wend_world_load(r.world, bytes, size), WEND_ERROR_BLOCK);
        assert_true(wend_world_error(r.world)->text[0] != 0);
    }
    memset(bytes, 0, now.size + 16);
    memcpy(bytes, now.bytes, now.size);
    assert_int_equal(wend_world_load(r.world, bytes, now.size + 16), WEND_ERROR_BLOCK);
    assert_true(wend_world_hash(r.world) == hash);
    block same = save(r.world);
    assert_true(is_same_block(now, same));
    free(same.bytes);
    free(bytes);
    free(now.bytes);
    destroy_rich(&r);
}

/// Makes a damaged block right again, as far as its checksum goes.
static void repair(unsigned char *bytes, size_t size)
{
    put_u64(put_u64(bytes + 16, size), codec_sum(bytes + HEADER, size - HEADER, codec_sum(bytes, HEADER - 8, 0)));
}

static void check_all_finite(const wend_world *world)
{
    for (int i = 0; i < world->count; i++)
    {
        assert_true(wend_is_finite(world->body[i].position) && wend_is_finite(world->body[i].velocity));
        assert_true(wend_is_finite(world->body[i].heading) && wend_is_finite(world->mind[i].kept));
        assert_true(wend_is_finite(wend_world_velocity(world, world->body[i].id)));
        assert_true(wend_is_finite(wend_world_between(world, world->body[i].id, 0.5f)));
    }
}

static void damage(unsigned char *bytes, size_t size, uint64_t *seed)
{
    static const uint32_t odd[] = {0,          1,          0xffffffffu, 0x7fffffffu, 0x80000000u,
                                   0x7f7fffff, 0x7f800000, 0x00000001u, 0x3f800000u, 0x7fc00000u};
    for (uint64_t k = 1 + draw(seed) % 3; k > 0; k--)
    {
        size_t at = HEADER + draw(seed) % (size - HEADER - 8);
        if (draw(seed) % 3 == 0)
            bytes[at] = (unsigned char)draw(seed);
        else if (draw(seed) % 2 == 0)
            bytes[at] ^= (unsigned char)(1u << draw(seed) % 8);
        else
            memcpy(bytes + at, &odd[draw(seed) % COUNT_OF(odd)], sizeof odd[0]);
    }
}

// Whoever damages a block and repairs its checksum gets an error, or a world in which all is finite.
static void t_damage_with_a_right_checksum_does_no_harm(void **state)
{
    (void)state;
    rich r;
    make_rich(&r);
    block now = save(r.world);
    unsigned char *bytes = malloc(now.size);
    int refused = 0, taken = 0;
    for (uint64_t i = 1; i <= 3000; i++)
    {
        uint64_t seed = i * 77;
        memcpy(bytes, now.bytes, now.size);
        damage(bytes, now.size, &seed);
        repair(bytes, now.size);
        uint64_t hash = wend_world_hash(r.world);
        if (wend_world_load(r.world, bytes, now.size) != WEND_OK)
        {
            refused++;
            assert_true(wend_world_hash(r.world) == hash);
            continue;
        }
        taken++;
        for (int k = 0; k < 3; k++)
            wend_world_step(r.world, 1.0 / 60);
        check_all_finite(r.world);
        wend_agent_id first = r.world->count > 0 ? r.world->body[0].id : (wend_agent_id){0};
        wend_world_remove(r.world, first);
        spawn(r.world, 1, 1);
        block after = save(r.world);
        free(after.bytes);
    }
    assert_true(refused > 300 && taken > 300);
    load(r.world, now);
    free(bytes);
    free(now.bytes);
    destroy_rich(&r);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

static void t_loading_once_more_takes_no_memory(void **state)
{
    (void)state;
    rich r;
    make_rich(&r);
    block now = save(r.world);
    ledger book = {0, 0, -1};
    wend_allocator allocator = ledger_allocator(&book);
    wend_world_def def = rich_def(&r, &allocator);
    wend_world *world = wend_world_create(&def, NULL);
    load(world, now);
    for (int k = 0; k < 30; k++)
        step(world, 1.0 / 60);
    load(world, now);
    for (int k = 0; k < 30; k++)
        step(world, 1.0 / 60);
    int taken = book.taken;
    for (int i = 0; i < 5; i++)
    {
        load(world, now);
        assert_int_equal(wend_world_save(world, now.bytes, now.size), now.size);
        for (int k = 0; k < 30; k++)
            step(world, 1.0 / 60);
    }
    assert_int_equal(book.taken, taken);
    wend_world_destroy(world);
    assert_int_equal(book.taken, book.given);
    free(now.bytes);
    destroy_rich(&r);
}

// Wherever memory ends the world is what it was, and does what it would have done.
static void t_without_memory_nothing_changes(void **state)
{
    (void)state;
    rich r;
    make_rich(&r);
    block now = save(r.world);
    ledger book = {0, 0, -1};
    wend_allocator allocator = ledger_allocator(&book);
    wend_world_def def = rich_def(&r, &allocator);
    int failures = 0;
    for (int room = 0;; room++)
    {
        book.left = -1;
        wend_world *world = wend_world_create(&def, NULL), *plain = wend_world_create(&def, NULL);
        static const wend_vec points[] = {{1, 1, 0}, {5, 1, 0}};
        wend_world *both[] = {world, plain};
        for (int i = 0; i < 2; i++)
            give(both[i], spawn(both[i], 2, 3), wend_goal_follow(points, 2, true));
        book.left = room;
        wend_status status = wend_world_load(world, now.bytes, now.size);
        book.left = -1;
        if (status != WEND_OK)
        {
            failures++;
            assert_int_equal(status, WEND_ERROR_MEMORY);
            check_alike(world, plain, 5);
            load(world, now);
        }
        check_alike(r.world, world, 3);
        load(r.world, now);
        wend_world_destroy(world);
        wend_world_destroy(plain);
        assert_int_equal(book.taken, book.given);
        if (status == WEND_OK)
            break;
    }
    assert_true(failures > 10);
    free(now.bytes);
    destroy_rich(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_everything_comes_back),
        cmocka_unit_test(t_an_empty_world_is_a_block_too),
        cmocka_unit_test(t_who_is_watched_stays_watched),
        cmocka_unit_test(t_a_buffer_that_is_too_small_is_left_alone),
        cmocka_unit_test(t_a_world_of_another_kind_says_what_differs),
        cmocka_unit_test(t_ends_of_a_plane_have_no_height),
        cmocka_unit_test(t_a_callback_must_be_among_the_links),
        cmocka_unit_test(t_neither_during_an_update),
        cmocka_unit_test(t_a_thousand_damaged_blocks_are_all_refused),
        cmocka_unit_test(t_damage_with_a_right_checksum_does_no_harm),
        cmocka_unit_test(t_loading_once_more_takes_no_memory),
        cmocka_unit_test(t_without_memory_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
