#include "wend/record.h"

#include "memory.h"
#include "record.h"
#include "saved.h"

#include <stdio.h>

static const byte MAGIC[8] = {'w', 'e', 'n', 'd', 't', 'a', 'p', 'e'};

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
    else if (call == RECORD_BUDGET)
        PUT(a->budget);
    else if (call == RECORD_UNDONE)
        PUT(a->has_decided);
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

static bool reserve_bytes(wend_world *world, size_t size)
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
    writer_start(&s.out, record->bytes, record->capacity);
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
        has_failed = !reserve_bytes(world, size);
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
    memcpy(header, MAGIC, sizeof MAGIC);
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

// ---- playing --------------------------------------------------------------------------------------------------------
// First all of it is looked at, then its calls are made again.

typedef struct playing
{
    wend_world *world;
    const byte *at, *end; // of the calls that are yet to be made
    double until;
    wend_note_fn *note;
    void *user;
    wend_status status;
} playing;

/// One call in a recording.
typedef struct taped_call
{
    record_call kind;
    bool is_of_mind;
    const byte *arguments, *next;
    size_t size;
} taped_call;

// ---- playing: looking at it ------------------------------------------------------------------------------------------------

/// The call that comes next. False: there is no whole one.
static bool next_call(const byte *at, const byte *end, taped_call *c)
{
    uint32_t size;
    unsigned none = 0;
    if ((size_t)(end - at) < RECORD_BEFORE + RECORD_BEHIND)
        return false;
    const byte *p = get_u32(at, &size, &none);
    if ((size_t)(end - at) - RECORD_BEFORE - RECORD_BEHIND < size)
        return false;
    *c =
        (taped_call){(record_call)p[0], p[1] != 0, at + RECORD_BEFORE, at + RECORD_BEFORE + size + RECORD_BEHIND, size};
    return true;
}

/// Is every whole call what was written? Then `end` is where the last one ends.
static wend_status check(wend_world *world, const byte *begin, const byte **end)
{
    uint64_t sum = 0, written;
    unsigned none = 0;
    const byte *at = begin;
    for (taped_call c; next_call(at, *end, &c); at = c.next)
    {
        sum = codec_sum(at, RECORD_BEFORE + c.size, sum);
        get_u64(c.next - RECORD_BEHIND, &written, &none);
        if (sum != written || c.kind >= RECORD_CALLS || (at == begin) != (c.kind == RECORD_BLOCK && at == begin))
            return world_fail(world, WEND_ERROR_BLOCK, "recording is damaged, %zu bytes behind its beginning",
                              (size_t)(at - begin) + RECORD_HEADER);
    }
    if (at == begin)
        return world_fail(world, WEND_ERROR_BLOCK, "recording ends before its beginning was written");
    *end = at;
    return WEND_OK;
}

// ---- arguments ------------------------------------------------------------------------------------------------------

static wend_agent_def get_def(loading *l)
{
    reader *r = &l->in;
    wend_agent_def def = wend_default_agent_def();
    unsigned bad = 0;
    const byte *p = reader_begin(r);
#define LOAD(field) GET(def.field);
    RECORDED_DEF(LOAD)
#undef LOAD
    reader_end(r, p, bad);
    return def;
}

/// A goal; its points are in the world's scratch.
static bool get_goal(loading *l, wend_goal *goal)
{
    reader *r = &l->in;
    if (!load_goal(l, goal))
        return false;
    unsigned bad = 0;
    int count;
    const byte *p = reader_begin(r);
    GET(count), GET(goal->path.is_loop);
    reader_end(r, p, bad);
    if (count < 0 || (size_t)count > (size_t)(r->end - r->at) / (3 * sizeof(float)))
        return load_fails(l, WEND_ERROR_BLOCK, "recording has a path of %d points", count);
    if (!load_points(l, count))
        return false;
    if (count > 0)
        goal->path.points = l->world->loaded_points, goal->path.count = count;
    return true;
}

static record_arguments get_vecs(loading *l, wend_vec vecs[3])
{
    reader *r = &l->in;
    unsigned bad = 0;
    bool is_there[3];
    const byte *p = reader_begin(r);
    for (int i = 0; i < 3; i++)
    {
        GET(is_there[i]);
        if (is_there[i])
            GET(vecs[i]);
    }
    reader_end(r, p, bad);
    return (record_arguments){.position = is_there[0] ? &vecs[0] : NULL, .velocity = is_there[1] ? &vecs[1] : NULL};
}

// ---- calls ----------------------------------------------------------------------------------------------------------

static wend_status call_spawn(loading *l, wend_agent_id id)
{
    wend_agent_def def = get_def(l);
    wend_agent_id made = wend_world_spawn(l->world, &def);
    if (made.value == 0)
        return l->world->error.status;
    return wend_same_agent(made, id) ? WEND_OK
                                     : world_fail(l->world, WEND_ERROR_BLOCK, "recording made another agent before");
}

static wend_status call_goal(loading *l, wend_agent_id id, bool is_queued)
{
    wend_goal goal;
    if (!get_goal(l, &goal))
        return world_fail_with(l->world, &l->error);
    return is_queued ? wend_world_queue_goal(l->world, id, &goal) : wend_world_set_goal(l->world, id, &goal);
}

static wend_status call_recipe(loading *l, wend_agent_id id)
{
    wend_recipe recipe;
    if (!load_recipe(l, &recipe))
        return world_fail_with(l->world, &l->error);
    return wend_world_set_recipe(l->world, id, &recipe);
}

static wend_status call_motion(loading *l, wend_agent_id id, bool is_report)
{
    wend_vec vecs[3] = {{0}};
    record_arguments a = get_vecs(l, vecs);
    const wend_motion_reports report = {.ids = &id, .count = 1, .positions = a.position, .velocities = a.velocity};
    return is_report ? wend_world_report_many(l->world, &report)
                     : wend_world_teleport(l->world, id, vecs[0], vecs[1], vecs[2]);
}

/// Makes a call that isn't an update.
static wend_status call_plain(playing *player, const taped_call *c, loading *l, wend_agent_id id)
{
    wend_world *world = player->world;
    wend_agent_def def;
    switch (c->kind)
    {
    case RECORD_SPAWN: return call_spawn(l, id);
    case RECORD_REMOVE: return wend_world_remove(world, id);
    case RECORD_SET: def = get_def(l); return wend_world_set(world, id, &def);
    case RECORD_GOAL: return call_goal(l, id, false);
    case RECORD_QUEUE: return call_goal(l, id, true);
    case RECORD_RECIPE: return call_recipe(l, id);
    case RECORD_REPORT: return call_motion(l, id, true);
    case RECORD_TELEPORT: return call_motion(l, id, false);
    case RECORD_NOTE:
        if (player->note)
            player->note(l->in.at, (size_t)(l->in.end - l->in.at), player->user);
        return WEND_OK;
    default: return WEND_OK;
    }
}

static loading open_call(const playing *player, const taped_call *c)
{
    loading l = {.world = player->world, .usual = wend_goal_of(WEND_GOAL_NONE)};
    l.in.at = c->arguments;
    l.in.end = c->arguments + c->size;
    return l;
}

/// Did an update fail? That comes behind it, and behind what its minds did.
static bool is_undone(const playing *player, const taped_call *c, bool *has_decided)
{
    taped_call next = *c;
    do
        if (!next_call(next.next, player->end, &next))
            return false;
    while (next.is_of_mind);
    *has_decided = next.size > 0 && next.arguments[0] != 0;
    return next.kind == RECORD_UNDONE;
}

/// An update that ends in time; false: it comes later. One that failed takes none.
static bool update(playing *player, const taped_call *c)
{
    loading l = open_call(player, c);
    reader *r = &l.in;
    double seconds;
    unsigned bad = 0;
    const byte *p = reader_begin(r);
    GET(seconds);
    reader_end(r, p, bad);
    bool has_decided = false, has_failed = is_undone(player, c, &has_decided);
    if (!has_failed && !(player->world->seconds + seconds <= player->until))
        return false;
    player->at = c->next; // what its minds do comes next
    wend_status status = WEND_OK;
    if (has_failed)
        status = has_decided ? world_fail_again(player->world, seconds, c->kind == RECORD_STEP) : WEND_OK;
    else if (c->kind == RECORD_STEP)
        status = wend_world_step(player->world, seconds);
    else
        status = wend_world_think(player->world, seconds);
    player->status = player->status == WEND_OK ? status : player->status;
    return true;
}

static void set_budget(playing *player, const taped_call *c)
{
    loading l = open_call(player, c);
    reader *r = &l.in;
    int budget;
    unsigned bad = 0;
    const byte *p = reader_begin(r);
    GET(budget);
    reader_end(r, p, bad);
    player->at = c->next;
    player->status = wend_world_set_plan_budget(player->world, budget);
}

static void call_with_id(playing *player, const taped_call *c)
{
    loading l = open_call(player, c);
    reader *r = &l.in;
    wend_agent_id id;
    unsigned bad = 0;
    const byte *p = reader_begin(r);
    GET(id);
    reader_end(r, p, bad);
    player->at = c->next;
    player->status = call_plain(player, c, &l, id);
}

/// In place of the host's mind: makes the calls that it made for this agent.
static void decide(const wend_agent *agent, double seconds, void *user)
{
    playing *player = user;
    (void)seconds;
    for (taped_call c; player->status == WEND_OK && next_call(player->at, player->end, &c) && c.is_of_mind;)
    {
        wend_agent_id id;
        unsigned none = 0;
        if (c.size < 8)
            return;
        get_id(c.arguments, &id, &none);
        if (!wend_same_agent(id, agent->id))
            return;
        call_with_id(player, &c);
    }
}

static void play(playing *player)
{
    wend_world *world = player->world;
    for (taped_call c; player->status == WEND_OK && next_call(player->at, player->end, &c);)
    {
        if (c.is_of_mind)
            player->status =
                world_fail(world, WEND_ERROR_BLOCK, "recording has a mind that decides what it didn't now");
        else if (c.kind == RECORD_BLOCK)
            player->status = wend_world_load(world, c.arguments, c.size), player->at = c.next;
        else if (c.kind == RECORD_BUDGET)
            set_budget(player, &c);
        else if (c.kind == RECORD_UNDONE)
            player->at = c.next; // it wasn't done
        else if (c.kind != RECORD_THINK && c.kind != RECORD_STEP)
            call_with_id(player, &c);
        else if (!update(player, &c))
            return;
    }
}

wend_status wend_replay(wend_world *world, const void *recording, size_t size, double until, wend_note_fn *note,
                        void *user)
{
    wend_status status = world_check_idle(world, "wend_replay");
    if (status != WEND_OK)
        return status;
    if (world->record.write)
        return world_fail(world, WEND_ERROR_BUSY, "wend_replay was called while the world is recorded");
    if (!recording)
        return world_fail(world, WEND_ERROR_NULL, "the recording is null");
    const byte *begin = recording, *end = begin + size;
    uint64_t version = 0;
    unsigned none = 0;
    if (size < RECORD_HEADER || memcmp(begin, MAGIC, sizeof MAGIC) != 0)
        return world_fail(world, WEND_ERROR_BLOCK, "recording of %zu bytes is none that wend_world_record began", size);
    get_u64(begin + 8, &version, &none);
    if (version != RECORD_VERSION)
        return world_fail(world, WEND_ERROR_BLOCK, "recording is of version %llu, must be %d",
                          (unsigned long long)version, RECORD_VERSION);
    status = check(world, begin + RECORD_HEADER, &end);
    if (status != WEND_OK)
        return status;
    playing player = {world, begin + RECORD_HEADER, end, until, note, user, WEND_OK};
    wend_world_def host = world->def;
    world->def.decide = host.decide ? decide : NULL;
    world->def.decide_user = &player;
    play(&player);
    world->def.decide = host.decide;
    world->def.decide_user = host.decide_user;
    return player.status;
}
