// Recordings of worlds: any moment can be played again.
#include "testing_memory.h"
#include "testing_world.h"

#include "wend/record.h"

#include <float.h>
#include <stdlib.h>

enum
{
    UPDATES = 120,
    MOST_NOTES = 16
};

/// What was recorded, and what came back.
typedef struct tape
{
    unsigned char *bytes;
    size_t size, capacity;
    int pieces;
    uint64_t hashes[UPDATES + 1];
    double seconds[UPDATES + 1];
    char notes[256];
} tape;

static void keep(const void *bytes, size_t size, void *user)
{
    tape *t = user;
    if (t->size + size > t->capacity)
    {
        t->capacity = 2 * (t->size + size);
        t->bytes = realloc(t->bytes, t->capacity);
        assert_non_null(t->bytes);
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->pieces++;
}

static void read_note(const void *note, size_t size, void *user)
{
    tape *t = user;
    assert_true(strlen(t->notes) + size < sizeof t->notes);
    strncat(t->notes, note, size);
}

/// A mind that goes to and fro, by a count of its own that a replay doesn't know.
typedef struct host
{
    wend_world *world;
    int asked;
} host;

static void decide(const wend_agent *agent, double seconds, void *user)
{
    host *h = user;
    (void)seconds;
    if (++h->asked % 7 != 0)
        return;
    give(h->world, agent->id, h->asked % 2 == 0 ? wend_goal_wander() : wend_goal_arrive(v2(3, (float)(h->asked % 11))));
    if (h->asked % 3 == 0)
        queue(h->world, agent->id, wend_goal_seek(v2(-5, 2)));
    wend_world_note(h->world, "m", 1);
}

static void decide_nothing(const wend_agent *agent, double seconds, void *user)
{
    (void)agent, (void)seconds, (void)user;
    fail_msg("a replay asked the host's mind");
}

/// Some of everything that changes a world.
static void meddle(wend_world *world, int update, uint64_t *seed, void *block, size_t size)
{
    wend_agent_id ids[64];
    int count = wend_world_list(world, ids, 64);
    wend_agent_id one = ids[draw(seed) % (uint64_t)count], other = ids[draw(seed) % (uint64_t)count];
    static const wend_vec points[] = {{0, 0, 0}, {6, 0, 0}, {6, 6, 0}};
    wend_recipe recipe = wend_default_recipe();
    wend_agent_def def;
    switch (update % 12)
    {
    case 0: spawn(world, draw_float(seed, -8, 8), draw_float(seed, -8, 8)); break;
    case 1: give(world, one, wend_goal_follow(points, 3, true)); break;
    case 2: queue(world, one, wend_goal_arrive(v2(draw_float(seed, -8, 8), 1))); break;
    case 3:
        recipe.combiner = WEND_COMBINE_BUDGET;
        if (!wend_same_agent(one, other))
        {
            wend_goal flee = wend_goal_evade(other, 5);
            wend_recipe_also(&recipe, &flee, 2);
        }
        assert_int_equal(wend_world_set_recipe(world, one, &recipe), WEND_OK);
        break;
    case 4: assert_int_equal(wend_world_report(world, one, v2(1, draw_float(seed, -3, 3)), v2(1, 0)), WEND_OK); break;
    case 5: assert_int_equal(wend_world_teleport(world, one, v2(-4, 4), v2(0, 0), v2(0, 1)), WEND_OK); break;
    case 6:
        wend_world_get(world, one, &def);
        def.agent.max_speed = 2, def.group = 1;
        assert_int_equal(wend_world_set(world, one, &def), WEND_OK);
        break;
    case 7: assert_int_equal(wend_world_remove(world, one), WEND_OK); break;
    case 8: assert_int_equal(wend_world_set_goal(world, one, NULL), WEND_ERROR_NULL); break; // isn't recorded
    case 9: assert_int_equal(wend_world_note(world, "note;", 5), WEND_OK); break;
    case 10:
        if (update == 82)
            assert_int_equal(wend_world_load(world, block, size), WEND_OK); // a recording of one who rolled back
        break;
    default: break;
    }
}

static wend_world *world_with(wend_decide_fn *mind, host *h)
{
    wend_world_def def = wend_default_world_def();
    def.decide = mind;
    def.decide_user = h;
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    if (h)
        h->world = world;
    return world;
}

/// A session, recorded; with a mind or without.
static void record_session(tape *t, bool has_mind)
{
    host h = {0};
    wend_world *world = world_with(has_mind ? decide : NULL, &h);
    uint64_t seed = 5;
    for (int i = 0; i < 8; i++)
        spawn(world, (float)i, 0);
    step(world, 0.25); // before it is recorded
    size_t size = wend_world_save(world, NULL, 0);
    void *block = malloc(size);
    assert_int_equal(wend_world_save(world, block, size), size);
    *t = (tape){0};
    assert_false(wend_world_is_recorded(world));
    assert_int_equal(wend_world_record(world, keep, t), WEND_OK);
    assert_true(wend_world_is_recorded(world));
    assert_int_equal(wend_replay(world, t->bytes, t->size, 1, NULL, NULL), WEND_ERROR_BUSY);
    t->hashes[0] = wend_world_hash(world);
    t->seconds[0] = wend_world_get_stats(world).seconds;
    for (int k = 0; k < UPDATES; k++)
    {
        meddle(world, k, &seed, block, size);
        if (k % 9 == 8)
            think(world, 0.05);
        else
            step(world, 1.0 / 60);
        t->hashes[k + 1] = wend_world_hash(world);
        t->seconds[k + 1] = wend_world_get_stats(world).seconds;
    }
    assert_int_equal(wend_world_record(world, NULL, NULL), WEND_OK);
    int pieces = t->pieces;
    step(world, 1);
    assert_int_equal(t->pieces, pieces);
    free(block);
    wend_world_destroy(world);
}

static void check_moments(bool has_mind)
{
    tape t;
    record_session(&t, has_mind);
    wend_world *world = world_with(has_mind ? decide_nothing : NULL, NULL);
    for (int k = 0; k <= UPDATES; k++)
    {
        if (k > 80)
            break; // there it went back in time
        t.notes[0] = 0;
        wend_status status = wend_replay(world, t.bytes, t.size, t.seconds[k] + 1e-9, read_note, &t);
        if (status != WEND_OK)
            fail_msg("%s", wend_world_error(world)->text);
        assert_true(wend_world_get_stats(world).seconds == t.seconds[k]);
    }
    t.notes[0] = 0;
    assert_int_equal(wend_replay(world, t.bytes, t.size, DBL_MAX, read_note, &t), WEND_OK);
    assert_true(wend_world_hash(world) == t.hashes[UPDATES]);
    assert_int_equal(has_mind, strchr(t.notes, 'm') != NULL);
    assert_non_null(strstr(t.notes, "note;"));
    free(t.bytes);
    wend_world_destroy(world);
}

static void t_a_session_can_be_played_again(void **state)
{
    (void)state;
    check_moments(false);
}

static void t_without_the_minds_that_made_it(void **state)
{
    (void)state;
    check_moments(true);
}

/// The places in a recording behind whole calls: `ends[k]`, of `most` at most. Returns how many.
static int whole_calls(const tape *t, size_t *ends, int most)
{
    int count = 0;
    for (size_t at = 16; at < t->size && count < most;)
    {
        size_t size = (size_t)t->bytes[at] | (size_t)t->bytes[at + 1] << 8 | (size_t)t->bytes[at + 2] << 16;
        ends[count++] = at += 6 + size + 8;
    }
    return count;
}

// A crash at any byte: it plays as far as the last whole call, so each moment has the hash that the session had.
static void t_one_that_was_cut_off_plays_as_far_as_it_goes(void **state)
{
    (void)state;
    tape t;
    size_t ends[2048];
    record_session(&t, false);
    int calls = whole_calls(&t, ends, COUNT_OF(ends)), update = 0;
    assert_true(calls > UPDATES && calls < COUNT_OF(ends) && ends[calls - 1] == t.size);
    wend_world *world = world_with(NULL, NULL);
    assert_int_equal(wend_replay(world, t.bytes, ends[0] - 1, 1, NULL, NULL), WEND_ERROR_BLOCK);
    for (int k = 0; k < calls; k++)
    {
        size_t begin = k == 0 ? 16 : ends[k - 1];
        int kind = t.bytes[begin + 4];
        update += kind == 9 || kind == 10; // think, step
        if (k % 5 != 0 && kind != 10)
            continue;
        assert_int_equal(wend_replay(world, t.bytes, ends[k] + (k + 1 < calls ? 3 : 0), DBL_MAX, NULL, NULL), WEND_OK);
        if (kind == 9 || kind == 10 || k == 0)
            assert_true(wend_world_hash(world) == t.hashes[update]);
    }
    assert_int_equal(update, UPDATES);
    free(t.bytes);
    wend_world_destroy(world);
}

static void t_a_damaged_one_is_refused(void **state)
{
    (void)state;
    tape t;
    record_session(&t, false);
    wend_world *world = world_with(NULL, NULL);
    spawn(world, 1, 1);
    uint64_t hash = wend_world_hash(world), seed = 9;
    for (int i = 0; i < 500; i++)
    {
        size_t at = i < 16 ? (size_t)i : draw(&seed) % (t.size - 4096); // near its end it may look cut off
        unsigned char was = t.bytes[at];
        t.bytes[at] ^= (unsigned char)(1u << draw(&seed) % 8);
        size_t size_at = at - 16;
        bool may_be_size = i >= 16 && size_at < 4;
        if (!may_be_size)
        {
            wend_status status = wend_replay(world, t.bytes, t.size, DBL_MAX, NULL, NULL);
            if (status == WEND_OK)
            {
                // A size that grew beyond the end: as if it had been cut off there. What was played is right.
                wend_world_destroy(world);
                world = world_with(NULL, NULL);
                spawn(world, 1, 1);
            }
            else
                assert_int_equal(status, WEND_ERROR_BLOCK);
            assert_true(wend_world_hash(world) == hash);
        }
        t.bytes[at] = was;
    }
    assert_int_equal(wend_replay(world, NULL, 0, 1, NULL, NULL), WEND_ERROR_NULL);
    REFUSED(world, WEND_ERROR_BLOCK, wend_replay(world, "what is this?", 13, 1, NULL, NULL), "recording", "13", "");
    free(t.bytes);
    wend_world_destroy(world);
}

static wend_vec eddy(wend_vec position, void *user)
{
    (void)user;
    return position;
}

// What can't be recorded ends the recording, not the game.
static void t_what_cant_be_recorded_ends_it(void **state)
{
    (void)state;
    fixture f = two();
    tape t = {0};
    wend_goal field = wend_goal_of(WEND_GOAL_FOLLOW_FIELD);
    field.field = eddy;
    assert_int_equal(wend_world_record(f.world, keep, &t), WEND_OK);
    give(f.world, f.a, field);
    assert_false(wend_world_is_recorded(f.world));
    assert_non_null(strstr(wend_world_error(f.world)->text, "links"));
    assert_int_equal(wend_world_record(f.world, keep, &t), WEND_ERROR_NULL);
    assert_int_equal(wend_world_note(f.world, NULL, 2), WEND_ERROR_NULL);
    assert_false(wend_world_is_recorded(NULL));
    free(t.bytes);
    wend_world_destroy(f.world);
    // nor does a lack of memory
    ledger book = {0, 0, -1};
    wend_world_def def = wend_default_world_def();
    def.allocator = ledger_allocator(&book);
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id id = spawn(world, 0, 0);
    book.left = 0;
    assert_int_equal(wend_world_record(world, keep, &t), WEND_ERROR_MEMORY);
    assert_false(wend_world_is_recorded(world));
    give(world, id, wend_goal_wander());
    book.left = -1;
    wend_world_destroy(world);
}

/// A dodge of the host's that is out of order now and then.
static wend_vec break_down(const wend_agent *agent, wend_vec wish, void *user)
{
    (void)agent;
    return *(bool *)user ? v2(from_bits(0x7fc00000), 0) : wish;
}

/// A mind that needs no memory of the world's.
static void decide_simply(const wend_agent *agent, double seconds, void *user)
{
    host *h = user;
    (void)seconds;
    if (++h->asked % 3 == 0)
        give(h->world, agent->id, wend_goal_arrive(v2((float)(h->asked % 13), (float)(h->asked % 11))));
}

/// A world with such a dodge, and little memory.
static wend_world *make_frail(bool *is_broken, ledger *book, wend_decide_fn *mind, host *h)
{
    wend_world_def def = wend_default_world_def();
    def.dodge = break_down;
    def.dodge_user = is_broken;
    def.decide = mind;
    def.decide_user = h;
    def.allocator = ledger_allocator(book);
    wend_world *world = wend_world_create(&def, NULL);
    assert_non_null(world);
    h->world = world;
    return world;
}

/// Somebody who is asked what it decides in every third update or so.
static wend_agent_id spawn_slow(wend_world *world, float x, float y)
{
    wend_agent_def def = wend_default_agent_def();
    def.agent.position = v2(x, y);
    def.decide_seconds = 0.05f;
    return wend_world_spawn(world, &def);
}

/// What was before each update, and what came of it.
typedef struct attempt
{
    uint64_t hash;
    double seconds;
    wend_status status;
} attempt;

/// Records updates, some of which fail.
static void record_frail(tape *t, wend_decide_fn *mind, attempt attempts[UPDATES + 1])
{
    host h = {0};
    bool is_broken = false;
    ledger book = {0, 0, -1};
    wend_world *world = make_frail(&is_broken, &book, mind, &h);
    for (int i = 0; i < 8; i++)
        spawn_slow(world, (float)i, 0);
    assert_int_equal(wend_world_record(world, keep, t), WEND_OK);
    for (int k = 0; k <= UPDATES; k++)
    {
        for (int i = 0; k % 11 == 5 && i < 1 + k; i++)
            give(world, spawn_slow(world, (float)i, (float)k), wend_goal_arrive(v2(1, 1)));
        attempts[k].hash = wend_world_hash(world);
        attempts[k].seconds = wend_world_get_stats(world).seconds;
        if (k == UPDATES)
            break;
        is_broken = k % 7 == 3;
        book.left = k % 11 == 5 ? k / 11 % 4 : -1; // before it is recorded, before minds decide, or after
        attempts[k].status = k % 5 == 4 ? wend_world_think(world, 0.05) : wend_world_step(world, 1.0 / 60);
        book.left = -1;
    }
    assert_true(wend_world_is_recorded(world));
    wend_world_destroy(world);
}

static void check_frail(wend_decide_fn *mind)
{
    tape t = {0};
    attempt attempts[UPDATES + 1];
    int failures[WEND_ERROR_BLOCK + 1] = {0};
    record_frail(&t, mind, attempts);
    bool is_broken = false; // now it never is, and there is memory for everything
    host h = {0};
    ledger book = {0, 0, -1};
    wend_world *world = make_frail(&is_broken, &book, mind ? decide_nothing : NULL, &h);
    for (int k = 0; k <= UPDATES; k++)
    {
        failures[k < UPDATES ? attempts[k].status : WEND_OK]++;
        bool is_moment = k == UPDATES || attempts[k].status == WEND_OK; // what comes next takes time
        if (!is_moment)
            continue;
        if (wend_replay(world, t.bytes, t.size, attempts[k].seconds, NULL, NULL) != WEND_OK)
            fail_msg("%s", wend_world_error(world)->text);
        assert_true(wend_world_get_stats(world).seconds == attempts[k].seconds);
        assert_true(wend_world_hash(world) == attempts[k].hash);
    }
    assert_true(failures[WEND_ERROR_CALLBACK] > 10 && failures[WEND_ERROR_MEMORY] > 3);
    free(t.bytes);
    wend_world_destroy(world);
}

// An update that fails leaves nothing but what minds did in it, so a replay needs no failure of its own.
static void t_updates_that_failed_fail_again(void **state)
{
    (void)state;
    check_frail(NULL);
    check_frail(decide_simply);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_session_can_be_played_again),
        cmocka_unit_test(t_without_the_minds_that_made_it),
        cmocka_unit_test(t_one_that_was_cut_off_plays_as_far_as_it_goes),
        cmocka_unit_test(t_a_damaged_one_is_refused),
        cmocka_unit_test(t_what_cant_be_recorded_ends_it),
        cmocka_unit_test(t_updates_that_failed_fail_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
