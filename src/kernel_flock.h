// The flock's kernel: see kernels.h. Compiled once for each instruction set.
//
// Agents are taken in the order of cells. Those round a cell are copied side by side, once for all who are in it (the
// tile). Each agent tests them all, a register at a time, and moves those whom it sees to the front: that is the
// canonical order, so that the k-th neighbour is in lane k mod 8 whoever else is near. What isn't usual (filters, spots
// that two share, sums that aren't finite, huge crowds) is left to hits_flock_at, which gives the same bits.
#ifndef WEND_SRC_KERNEL_FLOCK_H
#define WEND_SRC_KERNEL_FLOCK_H

#include "compiler.h"
#include "flock_sum.h"
#include "kernel_plain.h"
#include "lanes.h"

// What stays the same from one agent to the next.
typedef struct flock_walk
{
    wend_world *world;
    flock_scratch *scratch;
    const uint32_t *marks; // of each place, what the tile keeps of it beside numbers: its flock
    rows rows;
    int tile_size;  // 0: it must be filled
    int tile_from;  // the place of its first one, as seen from the agent's own row: ordinal + tile_from = place
    int tile_cell;  // place of the first agent in the cell that it is for
    bool is_shared; // the tile is for all agents of the cell
    bool is_spatial, can_cross;
    int worker;
    wend_vec low, high;        // of a world that wraps
    float sight;               // of the last agent
    const wend_flock_def *def; // of the last agent
    int recipe;
    flock_view view;
} flock_walk;

// One agent that looks.
typedef struct flock_seeker
{
    wend_vec position;
    uint32_t group;
    float square;
    int own; // its ordinal in the tile, or -1
} flock_seeker;

/// Copies begin..end to the end of the tile; what is copied beyond the end is written over by the next row.
LANES_INLINE void tile_append(flock_walk *w, int begin, int end)
{
    const wend_near *cells = w->world->cells;
    const place_hot *hot = &w->world->hot;
    tile_numbers *tile = &w->scratch->tile;
    int at = w->tile_size;
    for (int p = begin; p < end; p += LANES_WIDTH, at += LANES_WIDTH)
    {
        lanes_copy(tile->x + at, cells->x + p);
        lanes_copy(tile->y + at, cells->y + p);
        lanes_copy(tile->vx + at, hot->vx + p);
        lanes_copy(tile->vy + at, hot->vy + p);
        lanes_copy(tile->radius + at, hot->radius + p);
        lanes_copy(w->scratch->group + at, w->marks + p);
        if (w->is_spatial)
        {
            lanes_copy(tile->z + at, cells->z + p);
            lanes_copy(tile->vz + at, hot->vz + p);
        }
    }
    w->tile_size += end - begin;
}

/// Makes the tile that of an agent. False if there is no room for so many, here or where others search without a tile.
static bool tile_make(flock_walk *w, int place, bool *is_cut)
{
    const rows *r = &w->rows;
    int limit = w->world->def.crowd_limit, room = w->world->hit_capacity - LANES_ROOM;
    room = room < TILE_MOST ? room : TILE_MOST;
    *is_cut = false;
    w->tile_size = 0;
    w->tile_cell = r->first;
    w->tile_from = -1;
    for (int k = 0; k < r->count; k++)
    {
        int begin = r->begin[k], end = r->end[k];
        *is_cut |= !r->is_whole && cells_cut_row(place, limit, &begin, &end);
        if (w->tile_size + (end - begin) > room)
        {
            w->tile_size = 0;
            return false;
        }
        if (place >= begin && place < end)
            w->tile_from = begin - w->tile_size;
        tile_append(w, begin, end);
    }
    w->is_shared = !*is_cut;
    memset(w->scratch->group + w->tile_size, 0, LANES * sizeof *w->scratch->group); // nobody's
    return true;
}

LANES_INLINE bool tile_fill(flock_walk *w, int place, bool *is_cut)
{
    *is_cut = false;
    return (w->is_shared && w->tile_size > 0 && w->tile_cell == w->rows.first) || tile_make(w, place, is_cut);
}

/// Which of the tile's k-th and following ones does it see?
LANES_INLINE lane_mask tile_test(const flock_walk *w, const flock_seeker *q, int k, lanes *x, lanes *y, lanes *z,
                                 bool is_space, bool does_wrap)
{
    const tile_numbers *tile = &w->scratch->tile;
    const float *period = w->world->cells->period;
    *x = lanes_load(tile->x + k) - lanes_all(q->position.x);
    *y = lanes_load(tile->y + k) - lanes_all(q->position.y);
    *z = is_space ? lanes_load(tile->z + k) - lanes_all(q->position.z) : lanes_all(0.0f);
    if (does_wrap)
    {
        *x = lanes_short_way(*x, period[0]);
        *y = lanes_short_way(*y, period[1]);
        *z = is_space ? lanes_short_way(*z, period[2]) : *z;
    }
    lanes square = *x * *x + *y * *y;
    if (is_space)
        square += *z * *z;
    lane_mask group = lanes_load_mask(w->scratch->group + k);
    return lanes_at_most(square, lanes_all(q->square)) & lanes_equal_whole(group, lanes_all_mask((int32_t)q->group)) &
           ~lanes_equal_whole(lanes_numbers(k), lanes_all_mask(q->own));
}

#if LANES_WIDTH == 8

/// Moves those whom it sees to the front of `hits`. Returns how many they are.
LANES_INLINE int tile_find(const flock_walk *w, const flock_seeker *q, bool is_space, bool does_wrap)
{
    const tile_numbers *tile = &w->scratch->tile;
    tile_numbers *hits = &w->scratch->hits;
    int count = 0;
    for (int k = 0; k < w->tile_size; k += LANES)
    {
        lanes x, y, z;
        unsigned bits = lanes_bits(tile_test(w, q, k, &x, &y, &z, is_space, does_wrap));
        __m256i order = lanes_order_of(bits);
        lanes_store_in_order(hits->x + count, x, order);
        lanes_store_in_order(hits->y + count, y, order);
        lanes_store_in_order(hits->vx + count, lanes_load(tile->vx + k), order);
        lanes_store_in_order(hits->vy + count, lanes_load(tile->vy + k), order);
        lanes_store_in_order(hits->radius + count, lanes_load(tile->radius + k), order);
        if (is_space)
        {
            lanes_store_in_order(hits->z + count, z, order);
            lanes_store_in_order(hits->vz + count, lanes_load(tile->vz + k), order);
        }
        count += bits_set(bits);
    }
    return count;
}

LANES_INLINE void hits_load(const flock_walk *w, const flock_seeker *q, int k, flock_part *e, bool is_space,
                            bool does_wrap)
{
    (void)q;
    (void)does_wrap;
    const tile_numbers *hits = &w->scratch->hits;
    e->x = lanes_load(hits->x + k);
    e->y = lanes_load(hits->y + k);
    e->vx = lanes_load(hits->vx + k);
    e->vy = lanes_load(hits->vy + k);
    e->z = is_space ? lanes_load(hits->z + k) : lanes_all(0.0f);
    e->vz = is_space ? lanes_load(hits->vz + k) : lanes_all(0.0f);
    e->radius = lanes_load(hits->radius + k);
}

#else

/// Lists the ordinals of those whom it sees. Returns how many they are.
LANES_INLINE int tile_find(const flock_walk *w, const flock_seeker *q, bool is_space, bool does_wrap)
{
    int *to = w->scratch->ordinal;
    for (int k = 0; k < w->tile_size; k += LANES_WIDTH)
    {
        lanes x, y, z;
        to = lanes_append(to, k, lanes_bits(tile_test(w, q, k, &x, &y, &z, is_space, does_wrap)));
    }
    int count = (int)(to - w->scratch->ordinal);
    for (int k = 0; k < LANES; k++)
        to[k] = 0; // up to a whole number of eights anybody
    return count;
}

LANES_INLINE void hits_load(const flock_walk *w, const flock_seeker *q, int k, flock_part *e, bool is_space,
                            bool does_wrap)
{
    const tile_numbers *tile = &w->scratch->tile;
    const float *period = w->world->cells->period;
    const int *at = w->scratch->ordinal + k;
    e->x = lanes_gather(tile->x, at) - lanes_all(q->position.x);
    e->y = lanes_gather(tile->y, at) - lanes_all(q->position.y);
    e->z = is_space ? lanes_gather(tile->z, at) - lanes_all(q->position.z) : lanes_all(0.0f);
    if (does_wrap)
    {
        e->x = lanes_short_way(e->x, period[0]);
        e->y = lanes_short_way(e->y, period[1]);
        e->z = is_space ? lanes_short_way(e->z, period[2]) : e->z;
    }
    e->vx = lanes_gather(tile->vx, at);
    e->vy = lanes_gather(tile->vy, at);
    e->vz = is_space ? lanes_gather(tile->vz, at) : lanes_all(0.0f);
    e->radius = lanes_gather(tile->radius, at);
}

#endif

LANES_INLINE void hits_sum(const flock_walk *w, const flock_seeker *q, int count, flock_sum *sum, bool is_space,
                           bool does_wrap)
{
    flock_begin(sum);
    for (int k = 0; k < count; k += LANES)
        for (int i = 0; i < LANES_PARTS; i++)
        {
            int from = k + i * LANES_WIDTH;
            flock_part part;
            hits_load(w, q, from, &part, is_space, does_wrap);
            part.is_there = lanes_first(count > from ? count - from : 0);
            part.id_of = NULL;
            part.list = NULL;
            flock_add(sum, i, &w->view, &part, is_space);
        }
}

/// The sums of one agent; how many it sees.
LANES_INLINE int flock_look(const flock_walk *w, const flock_seeker *q, flock_sum *sum, bool is_space, bool does_wrap)
{
    int count = tile_find(w, q, is_space, does_wrap);
    hits_sum(w, q, count, sum, is_space, does_wrap);
    return count;
}

/// hits_cross_edge.
LANES_INLINE bool flock_crosses(const flock_walk *w, wend_vec p, float sight)
{
    float r = sight * 1.001f;
    bool is_inside = p.x - r > w->low.x && p.x + r < w->high.x && p.y - r > w->low.y && p.y + r < w->high.y;
    return !is_inside || (w->is_spatial && !(p.z - r > w->low.z && p.z + r < w->high.z));
}

/// All that is needed about the agent at a place. False if it isn't a usual case.
LANES_INLINE bool flock_seek(flock_walk *w, int place, flock_seeker *q, bool *does_cross)
{
    wend_world *world = w->world;
    const place_hot *hot = &world->hot;
    float sight = hot->sight[place];
    if (hot->mask[place] != UINT32_MAX)
        return false;
    if (hot->recipe[place] != w->recipe)
    {
        w->recipe = hot->recipe[place];
        w->def = &world->recipes[w->recipe].recipe.flock;
        w->view.sight_cos = w->def->sight_cos;
        w->view.has_cone = w->def->sight_cos > -1.0f;
        w->view.does_align_headings = w->def->does_align_headings;
    }
    float room =
        w->def->separation_radius > 0.0f && w->def->separation_radius < sight ? w->def->separation_radius : sight;
    w->view.sight_square = sight * sight;
    w->view.separation_square = room * room;
    w->view.radius = hot->radius[place];
    if (w->view.has_cone)
        w->view.heading = world->body[world->cells->index[place]].heading;
    q->position = wend_xyz(world->cells->x[place], world->cells->y[place], world->cells->z[place]);
    q->group = hot->group[place];
    q->square = w->view.sight_square;
    *does_cross = w->can_cross && flock_crosses(w, q->position, sight);
    if (sight != w->sight || place >= w->rows.end_of_cell)
        hits_find_rows(world->cells, place, sight, &w->rows);
    w->sight = sight;
    return q->square > 1e-30f && q->square < 1e30f;
}

/// One agent. False if it must be done in the general way.
static bool flock_one(flock_walk *w, int place, const plain_job *job)
{
    flock_seeker q;
    flock_sum sum;
    bool does_cross, is_cut;
    int count;
    wend_world *world = w->world;
    if (!flock_seek(w, place, &q, &does_cross) || !tile_fill(w, place, &is_cut))
        return false;
    q.own = place - w->tile_from;
    if (does_cross)
        count = w->is_spatial ? flock_look(w, &q, &sum, true, true) : flock_look(w, &q, &sum, false, true);
    else
        count = w->is_spatial ? flock_look(w, &q, &sum, true, false) : flock_look(w, &q, &sum, false, false);
    if (sum.is_extreme || sum.has_unknown)
        return false;
    int seen = w->view.has_cone ? lanes_counted(sum.seen) : count;
    if (job && world->hot.plain[place] != PLAIN_NOT)
    {
        plain_batch *b = plain_add(world, job, w->scratch->batches, place, w->worker);
        if (!b)
            return false;
        int k = b->count++;
        b->seen[k] = seen;
        b->is_crowded[k] = is_cut;
        b->away[0][k] = lanes_sum(sum.away_x);
        b->away[1][k] = lanes_sum(sum.away_y);
        b->go[0][k] = lanes_sum(sum.go_x);
        b->go[1][k] = lanes_sum(sum.go_y);
        b->at[0][k] = lanes_sum(sum.at_x);
        b->at[1][k] = lanes_sum(sum.at_y);
        if (w->is_spatial)
        {
            b->away[2][k] = lanes_sum(sum.away_z);
            b->go[2][k] = lanes_sum(sum.go_z);
            b->at[2][k] = lanes_sum(sum.at_z);
        }
        if (b->count == PLAIN_BATCH)
            plain_flush(world, job, b, w->worker);
        return true;
    }
    wend_vec away = {lanes_sum(sum.away_x), lanes_sum(sum.away_y), lanes_sum(sum.away_z)};
    wend_vec go = {lanes_sum(sum.go_x), lanes_sum(sum.go_y), lanes_sum(sum.go_z)};
    wend_vec at = {lanes_sum(sum.at_x), lanes_sum(sum.at_y), lanes_sum(sum.at_z)};
    const wend_agent *self = &world->body[world->cells->index[place]];
    place_flock *out = &world->flock[place];
    out->is_crowded = is_cut;
    return flock_finish_sums(self, w->def, away, go, at, seen, &out->wishes);
}

static void flock_walk_begin(flock_walk *w, wend_world *world, const uint32_t *marks, int worker)
{
    w->world = world;
    w->marks = marks;
    w->worker = worker;
    w->low = to_inner(world, world->def.low);
    w->high = to_inner(world, world->def.high);
    w->sight = -1.0f;
    w->scratch = &world->tiles[worker];
    rows_begin(&w->rows);
    w->tile_size = 0;
    w->tile_cell = -1;
    w->is_shared = false;
    w->is_spatial = is_spatial(world);
    w->can_cross = world->def.edge == WEND_EDGE_WRAP;
    w->recipe = NO_ENTRY;
    w->view = (flock_view){0};
}

static void flock_places(wend_world *world, int begin, int end, int worker, const plain_job *job)
{
    flock_walk w;
    flock_walk_begin(&w, world, world->hot.group, worker);
    bool is_simple = !world->has_odd_layers && (is_spatial(world) || world->def.height_range == FLT_MAX);
    for (int place = begin; place < end; place++)
    {
        if (place + AHEAD < end)
            plain_soon(world, world->cells->index[place + AHEAD]);
        if (world->hot.recipe[place] < 0 || (is_simple && flock_one(&w, place, job)))
            continue;
        hits_flock_at(world, place, worker, &w.rows);
        w.sight = -1.0f; // the rows may be other ones now
    }
    for (int i = 0; i < PLAIN_BATCHES; i++)
        if (w.scratch->batches[i].count > 0)
            plain_flush(world, job, &w.scratch->batches[i], worker);
}

#endif
