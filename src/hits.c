#include "hits.h"
#include "brief.h"
#include "compiler.h"

#include "flock_sum.h"
#include "kernels.h"
#include "memory.h"
#include "real.h"
#include "storage.h"

#include <string.h>

#define CHUNK      1024 // agents that one job works on
#define USUAL_CELL 4.0f

// ---- preparing
// -------------------------------------------------------------------------------------------------------

static float cell_size_of(wend_world *world)
{
    brief_know(world);
    float widest = cell_radii_usual(&world->together.sights);
    if (widest == 0.0f)
        widest = USUAL_CELL; // nobody needs neighbours
    // A little wider than the radius, so that one cell on each side is enough.
    return world->def.cell_size > 0.0f ? fmaxf(world->def.cell_size, 0.5001f * widest) : widest * 1.00001f;
}

wend_status world_freshen(wend_world *world)
{
    world_compact(world);
    if (world->is_fresh)
        return WEND_OK;
    cells_resize(world->cells, cell_size_of(world));
    wend_status status = cells_build(world->cells, world->count > 0 ? &world->body->position : NULL,
                                     sizeof *world->body, world->count, storage_how(world));
    world->is_fresh = status == WEND_OK;
    return status == WEND_OK ? status : world_fail(world, status, "no memory for the cells of %d agents", world->count);
}

static bool make_places(wend_world *world)
{
    if (world->capacity <= world->place_capacity)
        return true;
    place_hot *hot = &world->hot;
    memory_array arrays[] = {
        {(void **)&world->flock, sizeof *world->flock},
        {(void **)&hot->vx, sizeof *hot->vx},
        {(void **)&hot->vy, sizeof *hot->vy},
        {(void **)&hot->vz, sizeof *hot->vz},
        {(void **)&hot->radius, sizeof *hot->radius},
        {(void **)&hot->group, sizeof *hot->group},
        {(void **)&world->source_mark, sizeof *world->source_mark},
        {(void **)&world->source_ids, sizeof *world->source_ids},
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
    for (int k = 0; source->add && k < world->count; k++)
    {
        int i = storage_kth(world, k);
        source->add(world->body[i].id, to_outer(world, world->body[i].position, world->rest[i].height), source->user);
    }
    if (source->end)
        source->end(source->user);
}

static void fill_chunk(void *context, int chunk, int worker)
{
    (void)worker;
    wend_world *world = context;
    const place_hot *hot = &world->hot;
    const int *index = world->cells->index;
    bool is_space = is_spatial(world); // else vz are 0 for ever
    int end = (chunk + 1) * CHUNK < world->count ? (chunk + 1) * CHUNK : world->count;
    for (int p = chunk * CHUNK; p < end; p++)
    {
        if (p + AHEAD < end)
        {
            FETCH(&world->body[index[p + AHEAD]].velocity);
            FETCH(&world->briefs[index[p + AHEAD]].radius);
        }
        const wend_agent *body = &world->body[index[p]];
        const agent_brief *brief = &world->briefs[index[p]];
        hot->vx[p] = body->velocity.x;
        hot->vy[p] = body->velocity.y;
        if (is_space)
            hot->vz[p] = body->velocity.z;
        hot->radius[p] = brief->radius;
        hot->group[p] = brief->group;
    }
}

static void fill_places(wend_world *world)
{
    const place_hot *hot = &world->hot;
    jobs_run(world->pool, fill_chunk, world, (world->count + CHUNK - 1) / CHUNK, world->def.threads);
    float *const numbers[] = {hot->vx, hot->vy, hot->vz, hot->radius};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        memset(numbers[i] + world->count, 0, LANES_ROOM * sizeof(float));
    memset(hot->group + world->count, 0, LANES_ROOM * sizeof *hot->group);
}

wend_status hits_prepare(wend_world *world, bool may_sort)
{
    wend_status status = world_freshen(world);
    if (status != WEND_OK)
        return status;
    if (may_sort)
        storage_sort(world);
    brief_know(world);
    if (!make_places(world))
        return world_fail(world, WEND_ERROR_MEMORY, "no memory for the neighbours of %d agents", world->count);
    fill_places(world);
    for (int p = 0; world->source_mark && p < world->count; p++)
        world->source_mark[p] = -1;
    if (world->def.search == WEND_SEARCH_HOST)
        fill_source(world);
    return WEND_OK;
}

bool hits_are_needed(const wend_world *world, int index)
{
    const agent_rest *rest = &world->rest[index];
    return rest->group != 0 && world->recipes[rest->recipe].needs_neighbours;
}

// ---- rows of cells
// ---------------------------------------------------------------------------------------------------

/// Does a cell lie so near to an edge that wraps that rows round it may lead across?
static bool is_at_edge(const wend_near *cells, const int cell[3], int span)
{
    bool is = false;
    for (int axis = 0; axis < cells->dimensions && cells->def.does_wrap; axis++)
    {
        int around = cells->wrap_cells[axis];
        is |= cell[axis] < span || cell[axis] + span >= around || 2 * (span + 1) > around;
    }
    return is;
}

/// The same in a table, for a cell that isn't at an edge, and the cells next to it.
static void find_rows_next_to(const wend_near *cells, int number, rows *r)
{
    int width = cells->table_size[0], slice = width * cells->table_size[1], deep = cells->dimensions == 3;
    const int *own = cells->starts + number;
    int count = 0;
    for (int z = -deep; z <= deep; z++)
        for (int y = -1; y <= 1; y++)
        {
            const int *row = own + z * slice + y * width;
            r->begin[count] = row[-1];
            r->end[count] = row[2];
            count += row[-1] < row[2];
        }
    r->count = count;
    r->is_whole = r->is_at_edge = false;
}

void hits_find_rows(const wend_near *cells, int place, float radius, rows *r)
{
    int span = r->span >= 0 && r->radius == radius ? r->span : cells_span(cells, radius), cell[3];
    r->radius = radius;
    if (r->span == span && place >= r->first && place < r->end_of_cell)
        return;
    r->span = span;
    r->first = place;
    if (cells->is_table)
    {
        int number = cells->cell_of[place];
        r->end_of_cell = cells->starts[number + 1];
        cells_of_number(cells, number, cell);
        if (span == 1 && !is_at_edge(cells, cell, 1))
        {
            find_rows_next_to(cells, number, r);
            return;
        }
    }
    else
    {
        cells_at_place(cells, place, cell);
        int begin_of_cell;
        cells_of_row(cells, cell[2], cell[1], cell[0], cell[0], &begin_of_cell, &r->end_of_cell);
    }
    r->count = cells_round(cells, cell, span, r->begin, r->end, &r->is_whole);
    r->is_at_edge = r->is_whole ? cells->def.does_wrap : is_at_edge(cells, cell, span);
}

// ---- finding ---------------------------------------------------------------------------------------------------------

// The places of one agent's neighbours, in the scratch of a worker; filled up to a whole number of eights with an
// empty place.
typedef struct hit_list
{
    int *place;
    int count;
} hit_list;

// Whom one agent looks for.
typedef struct quest
{
    const wend_world *world;
    const wend_near *cells;
    wend_vec position;
    float radius, square;
    float height, height_range;
    uint32_t group, mask;
    int place, capacity;
    bool is_of_any_group;
    bool is_simple;  // all who are near, and in the flock, are noticed
    bool is_at_edge; // it sees across the edge of a world that wraps
    bool is_extreme; // squares of its radius leave the range of floats
    bool is_full;
} quest;

/// Is this place really a neighbour, once it is near enough and in the flock?
static bool is_noticed(const quest *q, int place)
{
    const wend_world *world = q->world;
    const agent_brief *brief = &world->briefs[q->cells->index[place]];
    bool is_marked = world->def.search != WEND_SEARCH_HOST || world->source_mark[place] == q->place;
    return (brief->layers & q->mask) != 0 && is_marked && fabsf(brief->height - q->height) <= q->height_range;
}

static unsigned only_noticed(const quest *q, int p, unsigned bits)
{
    unsigned noticed = 0;
    for (; bits; bits &= bits - 1)
        noticed |= is_noticed(q, p + zeros_below(bits)) ? bits & -bits : 0;
    return noticed;
}

/// Which of the places p, p + 1, ... of a register are near enough and in the flock?
LANES_INLINE unsigned test_lanes(const quest *q, int p, bool is_space, bool does_wrap, bool is_any)
{
    const wend_near *cells = q->cells;
    lanes x = lanes_load(cells->x + p) - lanes_all(q->position.x);
    lanes y = lanes_load(cells->y + p) - lanes_all(q->position.y);
    if (does_wrap)
    {
        x = lanes_short_length(x, cells->period[0]);
        y = lanes_short_length(y, cells->period[1]);
    }
    lanes away = x * x + y * y;
    if (is_space)
    {
        lanes z = lanes_load(cells->z + p) - lanes_all(q->position.z);
        if (does_wrap)
            z = lanes_short_length(z, cells->period[2]);
        away += z * z;
    }
    if (is_any)
        return lanes_bits(lanes_at_most(away, lanes_all(q->square)));
    lane_mask group = lanes_load_mask(q->world->hot.group + p);
    return lanes_bits(lanes_at_most(away, lanes_all(q->square)) &
                      lanes_equal_whole(group, lanes_all_mask((int32_t)q->group)));
}

/// Tests the places begin..end, a register at a time.
LANES_INLINE void test_range(quest *q, hit_list *hits, int begin, int end, bool is_space, bool does_wrap, bool is_any)
{
    int *to = hits->place + hits->count, *last = hits->place + q->capacity;
    for (int p = begin; p < end; p += LANES_WIDTH)
    {
        unsigned bits = test_lanes(q, p, is_space, does_wrap, is_any);
        if (end - p < LANES_WIDTH)
            bits &= (1u << (end - p)) - 1;
        if (!q->is_simple)
            bits = only_noticed(q, p, bits);
        if (to >= last)
        {
            q->is_full |= bits != 0;
            continue;
        }
        to = lanes_append(to, p, bits);
    }
    q->is_full |= to > last;
    hits->count = (int)((to > last ? last : to) - hits->place);
}

/// The same for all but oneself.
LANES_INLINE void test_others(quest *q, hit_list *hits, int begin, int end, bool is_space, bool does_wrap, bool is_any)
{
    bool is_own = q->place >= begin && q->place < end;
    for (int part = is_own ? 0 : 1; part < 2; part++)
    {
        int from = part == 0 || !is_own ? begin : q->place + 1, to = part == 0 ? q->place : end;
        test_range(q, hits, from, to, is_space, does_wrap, is_any);
    }
}

/// The same in double, for radii whose squares leave the range of floats.
static void test_extreme(quest *q, hit_list *hits, int begin, int end)
{
    const wend_near *cells = q->cells;
    for (int p = begin; p < end; p++)
    {
        real_vec offset = {real_short_way((double)cells->x[p] - (double)q->position.x, (double)cells->period[0]),
                           real_short_way((double)cells->y[p] - (double)q->position.y, (double)cells->period[1]),
                           real_short_way((double)cells->z[p] - (double)q->position.z, (double)cells->period[2])};
        bool is_hit = p != q->place && real_length(offset) <= (double)q->radius &&
                      (q->is_of_any_group || q->world->hot.group[p] == q->group) && is_noticed(q, p);
        if (is_hit && hits->count < q->capacity)
            hits->place[hits->count++] = p;
        else
            q->is_full |= is_hit;
    }
}

/// Tests all rows; a direct search tests everybody instead, but in a crowd the rule about rows decides who is seen.
LANES_INLINE bool test_rows(quest *q, hit_list *hits, const rows *r, bool is_space, bool does_wrap, bool is_any)
{
    bool is_cut = false, is_direct = q->world->def.search == WEND_SEARCH_DIRECT;
    for (int k = 0; is_direct && k < r->count; k++)
        is_cut |= !r->is_whole && r->end[k] - r->begin[k] > q->world->def.crowd_limit;
    if (is_direct && !is_cut && q->is_extreme)
        test_extreme(q, hits, 0, q->world->count);
    else if (is_direct && !is_cut)
        test_others(q, hits, 0, q->world->count, is_space, does_wrap, is_any);
    for (int k = 0; k < r->count && (!is_direct || is_cut); k++)
    {
        int begin = r->begin[k], end = r->end[k];
        is_cut |= !r->is_whole && cells_cut_row(q->place, q->world->def.crowd_limit, &begin, &end);
        if (q->is_extreme)
            test_extreme(q, hits, begin, end);
        else
            test_others(q, hits, begin, end, is_space, does_wrap, is_any);
    }
    return is_cut;
}

static bool test_flock(quest *q, hit_list *hits, const rows *r)
{
    bool is_space = is_spatial(q->world);
    if (q->is_at_edge)
        return is_space ? test_rows(q, hits, r, true, true, false) : test_rows(q, hits, r, false, true, false);
    return is_space ? test_rows(q, hits, r, true, false, false) : test_rows(q, hits, r, false, false, false);
}

static bool test_all(quest *q, hit_list *hits, const rows *r)
{
    bool is_space = is_spatial(q->world);
    if (q->is_at_edge)
        return is_space ? test_rows(q, hits, r, true, true, true) : test_rows(q, hits, r, false, true, true);
    return is_space ? test_rows(q, hits, r, true, false, true) : test_rows(q, hits, r, false, false, true);
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
        world->source_mark[world->cells->place[index]] = q->place;
    }
    return true;
}

static quest quest_of(const wend_world *world, const wend_agent *self, int place)
{
    const agent_brief *brief = &world->briefs[world->cells->index[place]];
    quest q;
    q.world = world;
    q.cells = world->cells;
    q.position = self->position;
    q.radius = self->neighbour_radius;
    q.square = q.radius * q.radius;
    q.height = brief->height;
    q.height_range = is_spatial(world) ? FLT_MAX : world->def.height_range;
    q.group = brief->group;
    q.is_of_any_group = false;
    q.mask = brief->mask;
    q.place = place;
    q.capacity = world->hit_capacity - LANES_ROOM;
    q.is_simple = q.mask == UINT32_MAX && !world->together.has_odd_layers && q.height_range == FLT_MAX &&
                  world->def.search != WEND_SEARCH_HOST;
    q.is_at_edge = hits_cross_edge(world, q.position, q.radius);
    q.is_extreme = !(q.square > 1e-30f && q.square < 1e30f);
    q.is_full = false;
    return q;
}

// ---- the flock's rules
// -----------------------------------------------------------------------------------------------

// Some hits, for those who stand on one spot.
typedef struct hit_ids
{
    const wend_world *world;
    const int *places;
} hit_ids;

static uint64_t id_of_hit(const void *list, int lane)
{
    const hit_ids *hits = list;
    return hits->world->body[hits->world->cells->index[hits->places[lane]]].id.value;
}

/// What neighbours are like, gathered from their places.
LANES_INLINE void gather(const quest *q, const int *places, flock_part *e, bool is_space, bool does_wrap)
{
    const wend_near *cells = q->cells;
    const place_hot *hot = &q->world->hot;
    float x[LANES_WIDTH], y[LANES_WIDTH], z[LANES_WIDTH], vx[LANES_WIDTH], vy[LANES_WIDTH], vz[LANES_WIDTH],
        radius[LANES_WIDTH];
    for (int i = 0; i < LANES_WIDTH; i++)
    {
        int p = places[i];
        x[i] = cells->x[p];
        y[i] = cells->y[p];
        vx[i] = hot->vx[p];
        vy[i] = hot->vy[p];
        if (is_space)
        {
            z[i] = cells->z[p];
            vz[i] = hot->vz[p];
        }
        radius[i] = hot->radius[p];
    }
    e->x = lanes_load(x) - lanes_all(q->position.x);
    e->y = lanes_load(y) - lanes_all(q->position.y);
    e->z = is_space ? lanes_load(z) - lanes_all(q->position.z) : lanes_all(0.0f);
    if (does_wrap)
    {
        e->x = lanes_short_way(e->x, cells->period[0]);
        e->y = lanes_short_way(e->y, cells->period[1]);
        e->z = is_space ? lanes_short_way(e->z, cells->period[2]) : e->z;
    }
    e->vx = lanes_load(vx);
    e->vy = lanes_load(vy);
    e->vz = is_space ? lanes_load(vz) : lanes_all(0.0f);
    e->radius = lanes_load(radius);
}

LANES_INLINE void sum_hits(const quest *q, const flock_view *view, const hit_list *hits, flock_sum *sum, bool is_space,
                           bool does_wrap)
{
    for (int k = 0; k < hits->count; k += LANES)
        for (int i = 0; i < LANES_PARTS; i++)
        {
            const int *places = hits->place + k + i * LANES_WIDTH;
            int left = hits->count - k - i * LANES_WIDTH;
            if (left <= 0)
                break;
            hit_ids ids = {q->world, places};
            flock_part part;
            gather(q, places, &part, is_space, does_wrap);
            part.is_there = lanes_first(left);
            part.id_of = id_of_hit;
            part.list = &ids;
            flock_add(sum, i, view, &part, is_space);
        }
}

/// The neighbours at some places, as the agent itself sees them, in the scratch of a worker.
static const wend_neighbour *list_hits(const wend_world *world, const wend_agent *self, const hit_list *hits,
                                       int worker)
{
    const float *period = world->cells->period;
    wend_neighbour *list = world->far_neighbours + (size_t)worker * (size_t)world->hit_capacity;
    for (int k = 0; k < hits->count; k++)
    {
        const wend_agent *other = &world->body[world->cells->index[hits->place[k]]];
        wend_vec offset = {cells_short_way(other->position.x - self->position.x, period[0]),
                           cells_short_way(other->position.y - self->position.y, period[1]),
                           cells_short_way(other->position.z - self->position.z, period[2])};
        list[k] = (wend_neighbour){other->id, offset, other->velocity, other->radius};
    }
    return list;
}

/// Fills the list up to a whole number of eights, with the empty place behind the last one.
static void fill_up(const wend_world *world, hit_list *hits)
{
    for (int k = hits->count; k % LANES != 0; k++)
        hits->place[k] = world->count;
}

static void sum_all(const quest *q, const flock_view *view, const hit_list *hits, flock_sum *sum)
{
    bool is_space = is_spatial(q->world);
    if (q->is_at_edge)
        is_space ? sum_hits(q, view, hits, sum, true, true) : sum_hits(q, view, hits, sum, false, true);
    else
        is_space ? sum_hits(q, view, hits, sum, true, false) : sum_hits(q, view, hits, sum, false, false);
}

bool hits_flock_at(wend_world *world, int place, int worker, rows *r)
{
    const wend_agent *self = &world->body[world->cells->index[place]];
    const wend_flock_def *def = &world->recipes[world->briefs[world->cells->index[place]].recipe].recipe.flock;
    quest q = quest_of(world, self, place);
    if (world->def.search == WEND_SEARCH_HOST && !ask_source(world, &q, self))
        return false;
    hit_list hits = {world->hits + (size_t)worker * (size_t)world->hit_capacity, 0};
    hits_find_rows(world->cells, place, q.radius, r);
    bool is_cut = test_flock(&q, &hits, r);
    fill_up(world, &hits);

    flock_view view = flock_view_of(self, def);
    flock_sum sum;
    flock_begin(&sum);
    sum_all(&q, &view, &hits, &sum);
    place_flock *out = &world->flock[place];
    if (!flock_finish(self, def, &sum, &out->wishes))
        out->wishes = flock_in_double(self, list_hits(world, self, &hits, worker), hits.count, def);
    out->is_crowded = is_cut || q.is_full;
    return true;
}

bool hits_flock(wend_world *world, int begin, int end, int worker, plain_job *job)
{
    if (world->def.search == WEND_SEARCH_CELLS)
    {
        kernels_chosen()->flock(world, begin, end, worker, job);
        return true;
    }
    rows r;
    rows_begin(&r);
    for (int place = begin; place < end; place++)
        if (world->briefs[world->cells->index[place]].recipe >= 0 && !hits_flock_at(world, place, worker, &r))
            return false;
    return true;
}

// ---- neighbours one by one
// -------------------------------------------------------------------------------------------

bool hits_listed(wend_world *world, int index, int worker, hits_list *out)
{
    const wend_agent *self = &world->body[index];
    int place = world->cells->place[index];
    quest q = quest_of(world, self, place);
    q.is_of_any_group = true;
    if (world->def.search == WEND_SEARCH_HOST && !ask_source(world, &q, self))
        return false;
    hit_list hits = {world->hits + (size_t)worker * (size_t)world->hit_capacity, 0};
    rows r;
    rows_begin(&r);
    hits_find_rows(world->cells, place, q.radius, &r);
    bool is_cut = test_all(&q, &hits, &r);
    *out = (hits_list){list_hits(world, self, &hits, worker), hits.place, hits.count, is_cut || q.is_full};
    return true;
}
