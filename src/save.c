#include "wend/save.h"

#include "extras.h"
#include "grids.h"
#include "memory.h"
#include "meshes.h"
#include "paths.h"
#include "plans.h"
#include "record.h"
#include "saved.h"

#include <stdarg.h>
#include <stdio.h>

#define HEADER 32 // bytes: what it is, its version, its size, its checksum

static const byte MAGIC[8] = {'w', 'e', 'n', 'd', 's', 'a', 'v', 'e'};

uint64_t wend_world_hash(const wend_world *world)
{
    return save_hash(world);
}

// ---- the world's definition -----------------------------------------------------------------------------------------

/// What two worlds must have in common, as a number.
typedef struct trait
{
    const char *name;
    double value;
} trait;

#define TRAITS 24

/// An end of the world; the coordinate that its plane hasn't got may be anything.
static wend_vec end_of(const wend_world_def *def, wend_vec end)
{
    if (def->edge == WEND_EDGE_NONE)
        return (wend_vec){0};
    return wend_xyz(end.x, def->plane == WEND_XZ ? 0.0f : end.y, def->plane == WEND_XY ? 0.0f : end.z);
}

static void traits_of(const wend_world *world, trait *out)
{
    const wend_world_def *def = &world->def;
    wend_vec low = end_of(def, def->low), high = end_of(def, def->high);
    const trait all[] = {
        {"plane", (double)def->plane},
        {"seed (its lower half)", (double)(uint32_t)def->seed},
        {"seed (its upper half)", (double)(uint32_t)(def->seed >> 32)},
        {"edge", (double)def->edge},
        {"low.x", (double)low.x},
        {"low.y", (double)low.y},
        {"low.z", (double)low.z},
        {"high.x", (double)high.x},
        {"high.y", (double)high.y},
        {"high.z", (double)high.z},
        {"does_push_apart", (double)def->does_push_apart},
        {"does_stop_at_hulls", (double)def->does_stop_at_hulls},
        {"height_range", (double)def->height_range},
        {"cell_size", (double)def->cell_size},
        {"crowd_limit", (double)def->crowd_limit},
        {"dodge (is there one?)", (double)(def->dodge != NULL)},
        {"decide (is there one?)", (double)(def->decide != NULL)},
        {"caster (is there one?)", (double)(def->caster.cast != NULL)},
        {"is_caster_spatial", (double)def->is_caster_spatial},
        {"cast_height", (double)def->cast_height},
        {"does_stop_at_obstacles", (double)def->does_stop_at_obstacles},
        {"grid (is there one?)", (double)(def->grid != NULL)},
        {"mesh (is there one?)", (double)(def->mesh != NULL)},
        {"flow_count", (double)def->flow_count},
    };
    _Static_assert(sizeof all / sizeof *all == TRAITS, "TRAITS says how many there are");
    memcpy(out, all, sizeof all);
}

/// One number for the map as it is.
static uint64_t map_print(const wend_world *world)
{
    return world->def.grid ? grid_print(world->def.grid) : world->def.mesh ? mesh_print(world->def.mesh) : 0;
}

static void save_def(saving *s)
{
    trait traits[TRAITS];
    int count = TRAITS;
    traits_of(s->world, traits);
    byte *p = writer_begin(&s->out);
    PUT(count);
    for (int i = 0; i < count; i++)
        PUT(traits[i].value);
    PUT(map_print(s->world));
    writer_end(&s->out, p);
}

static bool load_def(loading *l)
{
    trait traits[TRAITS];
    int count = TRAITS, written;
    traits_of(l->world, traits);
    reader *r = &l->in;
    uint64_t print;
    unsigned bad = 0;
    const byte *p = reader_begin(r);
    GET(written);
    for (int i = 0; written == count && i < count; i++)
    {
        double value;
        GET(value);
        if (value != traits[i].value)
            return load_fails(l, WEND_ERROR_BLOCK, "block is of a world with %s %.9g, must be %.9g as in this one",
                              traits[i].name, value, traits[i].value);
    }
    GET(print);
    reader_end(r, p, bad);
    if (written != count || r->is_bad)
        return load_fails(l, WEND_ERROR_BLOCK, "block has %d facts about its world, must have %d", written, count);
    return print == map_print(l->world) ||
           load_fails(l, WEND_ERROR_BLOCK, "block is of a world on another %s, or one that was edited since",
                      l->world->def.grid ? "grid" : "mesh");
}

// ---- saving ---------------------------------------------------------------------------------------------------------

/// Begins to number recipes and paths, and counts everything.
static void count_all(saving *s)
{
    wend_world *world = s->world;
    save_counts *counts = &s->counts;
    *counts = (save_counts){.agents = world->count, .slots = world->slot_count, .recipes = 1};
    counts->events = world->event_count;
    counts->paths = world->path_count;
    counts->plans = world->desk.users;
    paths_begin_numbers(world);
    for (int i = 0; i < world->recipe_count; i++)
    {
        kept_recipe *kept = &world->recipes[i];
        kept->number = i == 0 ? 0 : NO_ENTRY;
        counts->recipes += i > 0 && kept->users > 0;
        if (kept->users > 0 && kept->hit_room > counts->hit_room)
            counts->hit_room = kept->hit_room;
    }
    for (int i = 0; i < world->count; i++)
    {
        const agent_rest *rest = &world->rest[i];
        counts->queued += rest->queue_count;
        counts->extras += rest->extra >= 0;
        int hits = rest->extra >= 0 ? world->extras[rest->extra].hit_count : 0;
        counts->hit_room = hits > counts->hit_room ? hits : counts->hit_room;
    }
}

static void save_numbers(saving *s)
{
    const wend_world *world = s->world;
    const wend_world_stats *stats = &world->stats;
    byte *p = writer_begin(&s->out);
    PUT(world->seconds), PUT(world->updates), PUT(world->serial), PUT(world->def.plan_budget);
#define SAVE(field) PUT(stats->field);
    SAVED_STATS(SAVE)
#undef SAVE
#define SAVE(field) PUT(s->counts.field);
    SAVED_COUNTS(SAVE)
#undef SAVE
    writer_end(&s->out, p);
}

static void save_events(saving *s)
{
    const wend_world *world = s->world;
    for (int i = 0; i < world->event_count; i++)
    {
        byte *p = writer_begin(&s->out);
#define SAVE(field) PUT(world->events[i].field);
        SAVED_EVENT(SAVE)
#undef SAVE
        writer_end(&s->out, p);
    }
}

/// In front of everything, once that is there.
static void write_header(byte *block, size_t size)
{
    memcpy(block, MAGIC, sizeof MAGIC);
    byte *p = put_u64(put_u64(block + sizeof MAGIC, SAVE_VERSION), size);
    put_u64(p, codec_sum(block + HEADER, size - HEADER, codec_sum(block, HEADER - 8, 0)));
}

size_t wend_world_save(wend_world *world, void *block, size_t capacity)
{
    if (world_check_still(world, "wend_world_save") != WEND_OK)
        return 0;
    world_compact(world);
    saving s; // large
    s.world = world;
    s.has_failed = false;
    s.usual = wend_goal_of(WEND_GOAL_NONE);
    writer_start(&s.out, block, capacity);
    byte *p = writer_begin(&s.out);
    memset(p, 0, HEADER);
    writer_end(&s.out, p + HEADER);
    count_all(&s);
    save_def(&s);
    save_numbers(&s);
    save_recipes(&s);
    save_paths(&s);
    save_desk(&s);
    save_agents(&s);
    save_flows(&s);
    save_groups(&s);
    save_events(&s);
    if (block && s.out.size <= capacity)
        write_header(block, s.out.size);
    return s.has_failed ? 0 : s.out.size;
}

// ---- loading --------------------------------------------------------------------------------------------------------

bool load_fails(loading *l, wend_status status, const char *format, ...)
{
    if (l->error.status != WEND_OK)
        return false;
    va_list arguments;
    va_start(arguments, format);
    l->error.status = status;
    vsnprintf(l->error.text, sizeof l->error.text, format, arguments);
    va_end(arguments);
    return false;
}

static bool load_header(loading *l, const void *block, size_t size)
{
    if (!block)
        return load_fails(l, WEND_ERROR_NULL, "the block to load is null");
    if (size < HEADER || memcmp(block, MAGIC, sizeof MAGIC) != 0)
        return load_fails(l, WEND_ERROR_BLOCK, "block of %zu bytes is none that wend_world_save has written", size);
    uint64_t version, written, sum;
    unsigned none = 0;
    get_u64(get_u64(get_u64((const byte *)block + sizeof MAGIC, &version, &none), &written, &none), &sum, &none);
    if (version != SAVE_VERSION)
        return load_fails(l, WEND_ERROR_BLOCK, "block is of version %llu, must be %d", (unsigned long long)version,
                          SAVE_VERSION);
    if (written != size)
        return load_fails(l, WEND_ERROR_BLOCK, "block has %zu bytes, must have %llu", size,
                          (unsigned long long)written);
    const byte *bytes = block;
    if (codec_sum(bytes + HEADER, size - HEADER, codec_sum(bytes, HEADER - 8, 0)) != sum)
        return load_fails(l, WEND_ERROR_BLOCK, "block is damaged: its checksum is wrong");
    l->in.at = bytes + HEADER;
    l->in.end = bytes + size;
    return true;
}

static bool are_counts_bad(const loading *l)
{
    const save_counts *c = &l->counts;
    const int all[] = {c->agents, c->slots, c->recipes, c->paths, c->extras, c->plans, c->queued, c->events};
    size_t left = (size_t)(l->in.end - l->in.at);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] < 0 || (size_t)all[i] > left / 4)
            return true;
    return c->agents > WEND_MAX_AGENTS || c->agents > c->slots || c->slots > 1 << SLOT_BITS ||
           (size_t)c->agents > left / 100 || c->recipes < 1 || c->hit_room < 0 || c->hit_room > WEND_RING_MOST ||
           c->extras > c->agents || c->plans > c->extras || (size_t)c->events > left / 32 ||
           (c->extras > 0 && (size_t)c->extras > left / 60);
}

/// Numbers of the world, into it or only to look at them.
static bool load_numbers(loading *l)
{
    wend_world *world = l->world;
    reader *r = &l->in;
    double seconds;
    uint64_t updates;
    int plan_budget;
    wend_world_stats stats;
    unsigned bad = 0;
    const byte *p = reader_begin(r);
    GET(seconds), GET(updates), GET(l->serial), GET(plan_budget);
#define LOAD(field) GET(stats.field);
    SAVED_STATS(LOAD)
#undef LOAD
#define LOAD(field) GET(l->counts.field);
    SAVED_COUNTS(LOAD)
#undef LOAD
    reader_end(r, p, bad);
    if (!load_is_fine(l) || seconds < 0.0 || plan_budget < 1 || l->serial >> (64 - SLOT_BITS) != 0 || are_counts_bad(l))
        return load_fails(l, WEND_ERROR_BLOCK, "block has numbers of its world that can't be");
    l->seconds = seconds;
    if (!l->does_take)
        return true;
    world->seconds = seconds;
    world->updates = updates;
    world->def.plan_budget = plan_budget;
    world->serial = l->serial;
    world->stats = stats;
    return true;
}

static bool load_events(loading *l)
{
    wend_world *world = l->world;
    reader *r = &l->in;
    for (int i = 0; i < l->counts.events; i++)
    {
        wend_event event;
        unsigned bad = 0;
        const byte *p = reader_begin(r);
#define LOAD(field) GET(event.field);
        SAVED_EVENT(LOAD)
#undef LOAD
        reader_end(r, p, bad);
        if ((unsigned)event.kind >= WEND_EVENT_KIND_COUNT || (unsigned)event.plan >= WEND_PLAN_STATE_COUNT ||
            (unsigned)event.stuck_by >= WEND_STUCK_BY_COUNT || (unsigned)event.step >= WEND_RECOVERY_STEP_COUNT)
            return load_fails(l, WEND_ERROR_BLOCK, "block has an event of kind %d", (int)event.kind);
        if (l->does_take)
            world->events[i] = event;
    }
    if (l->does_take)
        world->event_count = l->counts.events;
    return load_is_fine(l);
}

/// Room for everything, so that nothing fails once something has changed.
static bool make_room(loading *l)
{
    wend_world *world = l->world;
    const save_counts *c = &l->counts;
    return (world_reserve_agents(world, c->slots) && (c->events == 0 || world_reserve_events(world, c->events)) &&
            extras_reserve_all(world, c->extras, c->extras > 0 ? c->hit_room : 0) &&
            world_reserve_queue(world, c->queued)) ||
           load_fails(l, WEND_ERROR_MEMORY, "no memory for the %d agents of a block", c->agents);
}

/// Who is watched, by number.
static void note_watched(const wend_world *world, wend_agent_id ids[WEND_MAX_WATCHED])
{
    for (int i = 0; i < WEND_MAX_WATCHED; i++)
        ids[i] = (wend_agent_id){0};
    for (int i = 0; world->reasons && i < world->count; i++)
        if (world->rest[i].watched >= 0)
            ids[world->rest[i].watched] = world->body[i].id;
}

static void watch_again(wend_world *world, const wend_agent_id ids[WEND_MAX_WATCHED])
{
    for (int i = 0; world->reasons && i < WEND_MAX_WATCHED; i++)
    {
        int index = world_index(world, ids[i]);
        world->reason_used[i] = index >= 0;
        world->reasons[i] = world->next_reasons[i] = (wend_reason){0};
        if (world->watched_rings[i])
            world->watched_rings[i]->has_ring = world->watched_rings[i]->is_written = false;
        if (world->watched_orcas[i])
            world->watched_orcas[i]->has_result = world->watched_orcas[i]->is_written = false;
        if (index >= 0)
            world->rest[index].watched = i;
    }
}

/// Empties what agents are taken into.
static void clear(wend_world *world, const save_counts *counts)
{
    world->count = counts->agents;
    world->gone = 0;
    world->is_sorted = false;
    world->slot_count = counts->slots;
    world->extra_count = counts->extras;
    world->first_free_extra = NO_ENTRY;
    world->has_fields = false;
    world->is_fresh = false;
    world->queue_free = NO_ENTRY;
    for (int i = world->queue_capacity - 1; i >= counts->queued; i--)
    {
        world->queue[i].next = world->queue_free;
        world->queue_free = i;
    }
    paths_begin_users(world);
}

/// Reads everything: a first time to look at it and make room, a second time to take it over.
static bool load_all(loading *l)
{
    return load_def(l) && load_numbers(l) && (l->does_take || make_room(l)) && load_recipes(l) && load_paths(l) &&
           load_desk(l) && load_agents(l) && load_flows(l) && load_groups(l) && load_events(l);
}

static bool is_read_whole(loading *l)
{
    const save_counts *c = &l->counts;
    return (l->in.at == l->in.end && l->extras == c->extras && l->plans == c->plans && l->queued == c->queued) ||
           load_fails(l, WEND_ERROR_BLOCK, "block has more, or less, in it than it says");
}

static void take_all(loading *l, const byte *begin)
{
    wend_world *world = l->world;
    wend_agent_id watched[WEND_MAX_WATCHED];
    note_watched(world, watched);
    clear(world, &l->counts);
    load_take_recipes(l);
    l->does_take = true;
    l->in.at = begin;
    l->extras = l->plans = l->queued = 0;
    load_all(l);
    paths_drop_unused(world);
    watch_again(world, watched);
}

wend_status wend_world_load(wend_world *world, const void *block, size_t size)
{
    wend_status status = world_check_idle(world, "wend_world_load");
    if (status != WEND_OK)
        return status;
    world_compact(world);
    loading l = {.world = world, .edits = map_edits(world), .usual = wend_goal_of(WEND_GOAL_NONE)};
    bool is_fine = load_header(&l, block, size);
    const byte *begin = l.in.at;
    is_fine = is_fine && load_all(&l) && is_read_whole(&l);
    if (!is_fine)
    {
        load_drop_paths(&l);
        if (l.error.status == WEND_OK)
            load_fails(&l, WEND_ERROR_BLOCK, "block is cut off, or has a number that isn't finite");
        return world_fail_with(world, &l.error);
    }
    take_all(&l, begin);
    RECORD(world, RECORD_BLOCK, .bytes = block, .size = size);
    return WEND_OK;
}
