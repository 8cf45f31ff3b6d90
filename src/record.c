#include "wend/record.h"

#include "memory.h"
#include "record.h"
#include "saved.h"

#include <stdio.h>

// ---- writing --------------------------------------------------------------------------------------------------------

static void put_bytes(saving *s, const void *bytes, size_t size)
{
    const byte *from = bytes;
    for (size_t done = 0, some; done < size; done += some)
    {
        some = size - done < CODEC_ROOM ? size - done : CODEC_ROOM;
        byte *p = writer_begin(&s->out);
        memcpy(p, from + done, some);
        writer_end(&s->out, p + some);
    }
}

static void put_def(saving *s, const wend_agent_def *def)
{
    byte *p = writer_begin(&s->out);
#define SAVE(field) PUT(def->field);
    RECORDED_DEF(SAVE)
#undef SAVE
    writer_end(&s->out, p);
}

/// A goal with its path, as the host gave it.
static void put_goal(saving *s, const wend_goal *goal)
{
    wend_goal bare = goal_canonical(goal);
    int count = bare.path.count;
    bare.path.count = 0;
    save_goal(s, &bare);
    byte *p = writer_begin(&s->out);
    PUT(count), PUT(goal->path.is_loop);
    writer_end(&s->out, p);
    for (int i = 0; i < count; i++)
    {
        p = writer_begin(&s->out);
        PUT(goal->path.points[i]);
        writer_end(&s->out, p);
    }
}

static void put_vecs(saving *s, const record_arguments *a)
{
    const wend_vec *const vecs[] = {a->position, a->velocity, a->heading};
    byte *p = writer_begin(&s->out);
    for (int i = 0; i < 3; i++)
    {
        bool is_there = vecs[i] != NULL;
        PUT(is_there);
        if (vecs[i])
            PUT(*vecs[i]);
    }
    writer_end(&s->out, p);
}

static void put_arguments(saving *s, record_call call, const record_arguments *a)
{
    byte *p = writer_begin(&s->out);
    if (call == RECORD_THINK || call == RECORD_STEP)
        PUT(a->seconds);
    else if (call != RECORD_BLOCK)
        PUT(a->id);
    writer_end(&s->out, p);
    switch (call)
    {
    case RECORD_SPAWN:
    case RECORD_SET: put_def(s, a->def); break;
    case RECORD_GOAL:
    case RECORD_QUEUE: put_goal(s, a->goal); break;
    case RECORD_RECIPE: save_recipe(s, a->recipe); break;
    case RECORD_REPORT:
    case RECORD_TELEPORT: put_vecs(s, a); break;
    case RECORD_BLOCK:
    case RECORD_NOTE: put_bytes(s, a->bytes, a->size); break;
    default: break;
    }
}

static bool reserve(wend_world *world, size_t size)
{
    world_record *record = &world->record;
    memory_array bytes = {(void **)&record->bytes, 1};
    if (size <= record->capacity)
        return true;
    if (!memory_grow(&world->allocator, &bytes, 1, 0, size + size / 2))
        return false;
    record->capacity = size + size / 2;
    return true;
}

/// How many bytes a call takes; they are there if so many have room.
static size_t compose(wend_world *world, record_call call, const record_arguments *arguments, bool *has_failed)
{
    world_record *record = &world->record;
    saving s; // large
    s.world = world;
    s.has_failed = false;
    s.usual = wend_goal_of(WEND_GOAL_NONE);
    s.out.at = record->bytes;
    s.out.end = record->bytes ? record->bytes + record->capacity : NULL;
    s.out.size = 0;
    byte *p = writer_begin(&s.out);
    writer_end(&s.out, p + RECORD_BEFORE); // to be written when it is known
    put_arguments(&s, call, arguments);
    *has_failed = s.has_failed;
    return s.out.size + RECORD_BEHIND;
}

void record_write(wend_world *world, record_call call, const record_arguments *arguments)
{
    world_record *record = &world->record;
    bool has_failed;
    size_t size = compose(world, call, arguments, &has_failed);
    if (!has_failed && size > record->capacity)
    {
        has_failed = !reserve(world, size);
        if (has_failed)
            world_fail(world, WEND_ERROR_MEMORY, "no memory for a recorded call of %zu bytes", size);
        else
            compose(world, call, arguments, &has_failed);
    }
    if (has_failed || size > UINT32_MAX)
    {
        record->write = NULL;
        return;
    }
    byte *p = put_u32(record->bytes, (uint32_t)(size - RECORD_BEFORE - RECORD_BEHIND));
    *p++ = (byte)call;
    *p = world->deciding.value != 0;
    record->sum = codec_sum(record->bytes, size - RECORD_BEHIND, record->sum);
    put_u64(record->bytes + size - RECORD_BEHIND, record->sum);
    record->write(record->bytes, size, record->user);
}

wend_status wend_world_record(wend_world *world, wend_record_fn *write, void *user)
{
    wend_status status = world_check_idle(world, "wend_world_record");
    if (status != WEND_OK)
        return status;
    world->record.write = NULL;
    if (!write)
        return WEND_OK;
    size_t size = wend_world_save(world, NULL, 0);
    byte *block = size > 0 ? memory_take(&world->allocator, size) : NULL;
    if (size == 0)
        return world->error.status;
    if (!block)
        return world_fail(world, WEND_ERROR_MEMORY, "no memory for a recording that begins with %zu bytes", size);
    wend_world_save(world, block, size);
    byte header[RECORD_HEADER];
    memcpy(header, RECORD_MAGIC, 8);
    put_u64(header + 8, RECORD_VERSION);
    write(header, sizeof header, user);
    world->record.write = write;
    world->record.user = user;
    world->record.sum = 0;
    RECORD(world, RECORD_BLOCK, .bytes = block, .size = size);
    memory_give(&world->allocator, block);
    return world->record.write ? WEND_OK : world->error.status;
}

bool wend_world_is_recorded(const wend_world *world)
{
    return world && world->record.write;
}

wend_status wend_world_note(wend_world *world, const void *note, size_t size)
{
    if (!world)
        return WEND_ERROR_NULL;
    if (size > 0 && !note)
        return world_fail(world, WEND_ERROR_NULL, "a note of %zu bytes is null", size);
    RECORD(world, RECORD_NOTE, .id = world->deciding, .bytes = note, .size = size);
    return WEND_OK;
}
