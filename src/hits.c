#include "hits.h"

#include "lanes.h"
#include "memory.h"
#include "real.h"

#include <string.h>

// ---- preparing ----------------------------------------------------------------------------------------------------

static float cell_size_of(const wend_world *world)
{
    float widest = 0.0f;
    for (int i = 0; i < world->count; i++)
        if (world->rest[i].group != 0 && world->body[i].neighbour_radius > widest)
            widest = world->body[i].neighbour_radius;
    if (widest == 0.0f)
        widest = world->cells->def.cell_size;
    return world->def.cell_size > 0.0f ? fmaxf(world->def.cell_size, 0.5f * widest) : widest * 1.00001f;
}

wend_status world_freshen(wend_world *world)
{
    world_compact(world);
    if (world->is_fresh)
        return WEND_OK;
    cells_resize(world->cells, cell_size_of(world));
    wend_status status = wend_near_build(world->cells, &world->body->position, sizeof *world->body, world->count);
    world->is_fresh = status == WEND_OK;
    return status == WEND_OK ? status : world_fail(world, status, "no memory for the cells of %d agents", world->count);
}

static bool make_places(wend_world *world)
{
    if (world->capacity <= world->place_capacity)
        return true;
    memory_array arrays[] = {
        {(void **)&world->place_vx, sizeof(float)},           {(void **)&world->place_vy, sizeof(float)},
        {(void **)&world->place_vz, sizeof(float)},           {(void **)&world->place_radius, sizeof(float)},
        {(void **)&world->place_height, sizeof(float)},       {(void **)&world->place_group, sizeof(uint32_t)},
        {(void **)&world->place_layers, sizeof(uint32_t)},    {(void **)&world->source_mark, sizeof(int)},
        {(void **)&world->source_ids, sizeof(wend_agent_id)},
    };
    bool has_source = world->def.source.query != NULL;
    int count = (int)(sizeof arrays / sizeof *arrays) - (has_source ? 0 : 2);
    if (!memory_grow(&world->allocator, arrays, count, 0, (size_t)world->capacity + LANES_ROOM))
        return false;
    world->place_capacity = world->capacity;
    return true;
}

static void fill_source(const wend_world *world)
{
    const wend_neighbour_source *source = &world->def.source;
    if (source->begin)
        source->begin(world->count, source->user);
    for (int i = 0; source->add && i < world->count; i++)
        source->add(world->body[i].id, to_outer(world, world->body[i].position, world->rest[i].height), source->user);
    if (source->end)
        source->end(source->user);
}

wend_status hits_prepare(wend_world *world)
{
    wend_status status = world_freshen(world);
    if (status != WEND_OK)
        return status;
    if (!make_places(world))
        return world_fail(world, WEND_ERROR_MEMORY, "no memory for the neighbours of %d agents", world->count);
    world->has_odd_layers = false;
    for (int p = 0; p < world->count; p++)
    {
        int i = world->cells->index[p];
        const wend_agent *body = &world->body[i];
        const agent_rest *rest = &world->rest[i];
        world->place_vx[p] = body->velocity.x;
        world->place_vy[p] = body->velocity.y;
        world->place_vz[p] = body->velocity.z;
        world->place_radius[p] = body->radius;
        world->place_height[p] = rest->height;
        world->place_group[p] = rest->group;
        world->place_layers[p] = rest->layers;
        world->has_odd_layers |= rest->layers == 0; // nobody notices it, whatever the mask
    }
    memset(world->place_group + world->count, 0, LANES_ROOM * sizeof *world->place_group);
    world->place_vx[world->count] = world->place_vy[world->count] = world->place_vz[world->count] = 0.0f;
    world->place_radius[world->count] = 0.0f;
    for (int p = 0; world->source_mark && p < world->count; p++)
        world->source_mark[p] = -1;
    if (world->def.search == WEND_SEARCH_HOST)
        fill_source(world);
    return WEND_OK;
}

// ---- finding ------------------------------------------------------------------------------------------------------

// Whom one agent looks for.
typedef struct quest
{
    const wend_world *world;
    wend_vec position;
    float radius, square;
    float height, height_range;
    uint32_t group, mask;
    int place, own;  // its own; place is -1 while the ranges on both sides of it are tested
    bool is_simple;  // all of its flock are noticed
    bool is_at_edge; // it sees across the edge of a world that wraps
    hit_list hits;
    int capacity;
    bool is_full;
} quest;

LANES_INLINE half_lanes short_way(half_lanes difference, float period)
{
    half_lanes half = half_all(0.5f * period), whole = half_all(period);
    half_lanes less = difference - whole, more = difference + whole;
    return half_select(half < difference, less, half_select(difference < -half, more, difference));
}

/// Is this place really a neighbour, once it is near enough and in the flock?
static bool is_noticed(const quest *q, int place)
{
    const wend_world *world = q->world;
    bool is_marked = world->def.search != WEND_SEARCH_HOST || world->source_mark[place] == q->own;
    return (world->place_layers[place] & q->mask) != 0 && is_marked &&
           fabsf(world->place_height[place] - q->height) <= q->height_range;
}

LANES_INLINE void keep_hit(quest *q, int place, bool is_space, bool does_wrap)
{
    const wend_near *cells = q->world->cells;
    float x = cells->x[place] - q->position.x, y = cells->y[place] - q->position.y;
    float z = is_space ? cells->z[place] - q->position.z : 0.0f;
    hit_list *hits = &q->hits;
    hits->place[hits->count] = place;
    hits->x[hits->count] = does_wrap ? cells_short_way(x, cells->period[0]) : x;
    hits->y[hits->count] = does_wrap ? cells_short_way(y, cells->period[1]) : y;
    hits->z[hits->count++] = does_wrap ? cells_short_way(z, cells->period[2]) : z;
}

static unsigned only_noticed(const quest *q, int p, unsigned bits)
{
    unsigned noticed = 0;
    for (; bits; bits &= bits - 1)
        noticed |= is_noticed(q, p + __builtin_ctz(bits)) ? bits & -bits : 0;
    return noticed;
}

/// Which of the places p..p+3 are near enough and in the flock?
LANES_INLINE unsigned test_four(const quest *q, int p, bool is_space, bool does_wrap)
{
    const wend_near *cells = q->world->cells;
    half_lanes x = half_load(cells->x + p) - half_all(q->position.x);
    half_lanes y = half_load(cells->y + p) - half_all(q->position.y);
    if (does_wrap)
    {
        x = short_way(x, cells->period[0]);
        y = short_way(y, cells->period[1]);
    }
    half_lanes away = x * x + y * y;
    if (is_space)
    {
        half_lanes z = half_load(cells->z + p) - half_all(q->position.z);
        if (does_wrap)
            z = short_way(z, cells->period[2]);
        away += z * z;
    }
    half_mask group = half_load_mask(q->world->place_group + p);
    return half_bits((away <= half_all(q->square)) & (group == half_all_mask((int32_t)q->group)));
}

/// Tests the places begin..end, four at a time.
LANES_INLINE void test_range(quest *q, int begin, int end, bool is_space, bool does_wrap)
{
    quest local = *q; // so that the compiler knows that storing a hit changes nothing else
    for (int p = begin; p < end; p += 4)
    {
        unsigned bits = test_four(&local, p, is_space, does_wrap);
        bits &= end - p < 4 ? (1u << (end - p)) - 1 : 15u;
        if (!local.is_simple)
            bits = only_noticed(&local, p, bits);
        if (local.hits.count > local.capacity - 4)
        {
            q->is_full |= bits != 0;
            break;
        }
        for (; bits; bits &= bits - 1)
            keep_hit(&local, p + __builtin_ctz(bits), is_space, does_wrap);
    }
    q->hits.count = local.hits.count;
}

/// The same in double, for radii whose squares leave the range of floats.
static void test_extreme(quest *q, int begin, int end)
{
    const wend_near *cells = q->world->cells;
    for (int p = begin; p < end; p++)
    {
        real_vec offset = {real_short_way((double)cells->x[p] - (double)q->position.x, (double)cells->period[0]),
                           real_short_way((double)cells->y[p] - (double)q->position.y, (double)cells->period[1]),
                           real_short_way((double)cells->z[p] - (double)q->position.z, (double)cells->period[2])};
        bool is_inside = real_length(offset) <= (double)q->radius;
        if (!is_inside || q->world->place_group[p] != q->group || !is_noticed(q, p))
            continue;
        if (q->hits.count < q->capacity)
            keep_hit(q, p, true, true);
        else
            q->is_full = true;
    }
}

static void test(quest *q, int begin, int end)
{
    if (q->place >= begin && q->place < end)
    {
        // All but oneself.
        int own = q->place;
        q->place = -1;
        test(q, begin, own);
        test(q, own + 1, end);
        q->place = own;
        return;
    }
    if (!(q->square > 1e-30f && q->square < 1e30f))
    {
        test_extreme(q, begin, end);
        return;
    }
    bool does_wrap = q->is_at_edge;
    if (is_spatial(q->world))
        does_wrap ? test_range(q, begin, end, true, true) : test_range(q, begin, end, true, false);
    else
        does_wrap ? test_range(q, begin, end, false, true) : test_range(q, begin, end, false, false);
}

/// Cuts a row that is too crowded to the places round one's own, or to its middle. True if it was cut.
static bool cut_row(const quest *q, int *begin, int *end)
{
    int limit = q->world->def.crowd_limit;
    if (*end - *begin <= limit)
        return false;
    bool is_own = q->place >= *begin && q->place < *end;
    int from = (is_own ? q->place : *begin + (*end - *begin) / 2) - limit / 2;
    from = from < *begin ? *begin : from > *end - limit ? *end - limit : from;
    *begin = from;
    *end = from + limit;
    return true;
}

/// Asks the host who is near, and marks them with the asker's place. False, with the error in the world, if its answer
/// isn't allowed.
static bool ask_source(wend_world *world, const quest *q, const wend_agent *self)
{
    const wend_neighbour_source *source = &world->def.source;
    wend_vec position = to_outer(world, self->position, q->height);
    int found = source->query(position, self->neighbour_radius, world->source_ids, world->count, source->user);
    if (found < 0 || found > world->count)
    {
        world_fail(world, WEND_ERROR_CALLBACK, "the neighbour source found %d agents, must be within 0..%d", found,
                   world->count);
        return false;
    }
    for (int k = 0; k < found; k++)
    {
        wend_agent_id id = world->source_ids[k];
        int index = world_index(world, id);
        if (index < 0 || (k > 0 && id.value <= world->source_ids[k - 1].value))
        {
            world_fail(world, WEND_ERROR_CALLBACK, "the neighbour source answered id %llu after %llu, must %s",
                       (unsigned long long)id.value, k > 0 ? (unsigned long long)world->source_ids[k - 1].value : 0ull,
                       index < 0 ? "be an agent of this world" : "ascend");
            return false;
        }
        world->source_mark[world->cells->place[index]] = q->own;
    }
    return true;
}

/// Does somebody see across the edge of the world?
static bool sees_across(const wend_world *world, wend_vec p, float radius)
{
    if (world->def.edge != WEND_EDGE_WRAP)
        return false;
    wend_vec low = to_inner(world, world->def.low), high = to_inner(world, world->def.high);
    float r = radius * 1.001f;
    bool is_inside = p.x - r > low.x && p.x + r < high.x && p.y - r > low.y && p.y + r < high.y;
    return !is_inside || (is_spatial(world) && !(p.z - r > low.z && p.z + r < high.z));
}

static hit_list scratch_of(const wend_world *world, int worker)
{
    size_t at = (size_t)worker * (size_t)world->hit_capacity;
    return (hit_list){world->hit_place + at, world->hit_x + at, world->hit_y + at, world->hit_z + at, 0, false};
}

hit_list hits_of(wend_world *world, int index, int worker)
{
    const wend_agent *self = &world->body[index];
    const agent_rest *rest = &world->rest[index];
    quest q = {0};
    q.world = world;
    q.position = self->position;
    q.radius = self->neighbour_radius;
    q.square = self->neighbour_radius * self->neighbour_radius;
    q.height = rest->height;
    q.height_range = is_spatial(world) ? FLT_MAX : world->def.height_range;
    q.group = rest->group;
    q.mask = rest->mask;
    q.place = q.own = world->cells->place[index];
    q.is_simple = q.mask == UINT32_MAX && !world->has_odd_layers && q.height_range == FLT_MAX &&
                  world->def.search != WEND_SEARCH_HOST;
    q.is_at_edge = sees_across(world, q.position, q.radius);
    q.capacity = world->hit_capacity - LANES_ROOM;
    q.hits = scratch_of(world, worker);

    wend_search search = world->def.search;
    if (search == WEND_SEARCH_HOST && !ask_source(world, &q, self))
    {
        q.hits.count = -1;
        return q.hits;
    }
    bool is_cut = false;
    cell_walk walk = cells_walk_round(world->cells, index, self->neighbour_radius), again = walk;
    for (int begin, end; cells_next(&walk, &begin, &end);)
    {
        is_cut |= cut_row(&q, &begin, &end);
        if (search != WEND_SEARCH_DIRECT)
            test(&q, begin, end);
    }
    if (search == WEND_SEARCH_DIRECT && !is_cut)
        test(&q, 0, world->count);
    // In a crowd the rule about rows decides who is seen, so a direct search has to follow it.
    for (int begin, end; search == WEND_SEARCH_DIRECT && is_cut && cells_next(&again, &begin, &end);)
    {
        cut_row(&q, &begin, &end);
        test(&q, begin, end);
    }
    // Up to a whole number of eights, with the empty place behind the last one.
    for (int k = q.hits.count; k % LANES != 0; k++)
    {
        q.hits.place[k] = world->count;
        q.hits.x[k] = q.hits.y[k] = q.hits.z[k] = 0.0f;
    }
    q.hits.is_crowded = is_cut || q.is_full;
    return q.hits;
}
