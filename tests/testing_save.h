// What the tests of blocks share: worlds of the same kind, blocks, links.
#ifndef WEND_TESTING_SAVE_H
#define WEND_TESTING_SAVE_H

#include "testing_world.h"

#include "../src/store.h"

#include <stdlib.h>

typedef struct block
{
    unsigned char *bytes;
    size_t size;
} block;

/// What a world is now.
static inline block save(wend_world *world)
{
    block b = {.size = wend_world_save(world, NULL, 0)};
    if (b.size == 0)
        fail_msg("not saved: %s", wend_world_error(world)->text);
    b.bytes = malloc(b.size);
    assert_non_null(b.bytes);
    assert_int_equal(wend_world_save(world, b.bytes, b.size), b.size);
    return b;
}

static inline void load(wend_world *world, block b)
{
    if (wend_world_load(world, b.bytes, b.size) != WEND_OK)
        fail_msg("not loaded: %s", wend_world_error(world)->text);
}

static inline bool is_same_block(block a, block b)
{
    return a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0;
}

/// Another world with the same definition, map and caster; empty.
static inline wend_world *twin_of(const wend_world *world)
{
    wend_error error = {0};
    wend_world *twin = wend_world_create(&world->def, &error);
    if (!twin)
        fail_msg("no twin: %s", error.text);
    return twin;
}

/// All fields that goals of a world follow, into its links.
static inline void link_fields(wend_world *world, wend_link *links, int capacity)
{
    int count = 0;
    for (int i = 0; i < world->count; i++)
    {
        const wend_goal *goal = &world->rest[i].goal;
        bool is_known = !goal->field;
        for (int k = 0; k < count && !is_known; k++)
            is_known = links[k].field == goal->field && links[k].user == goal->field_user;
        if (is_known)
            continue;
        assert_true(count < capacity);
        links[count++] = (wend_link){goal->field, NULL, goal->field_user};
    }
    world->def.links = links;
    world->def.link_count = count;
}

#endif
