// The flock's kernel: see kernels.h. Compiled once for each instruction set.
//
// Agents are taken in the order of cells. Those round a cell are copied side by side, once for all who are in it (the
// tile). Each agent tests them all, a register at a time, and moves those whom it sees to the front: that is the
// canonical order, so that the k-th neighbour is in lane k mod 8 whoever else is near. What isn't usual (filters, spots
// that two share, sums that aren't finite, huge crowds) is left to hits_flock_at, which gives the same bits.
#ifndef WEND_SRC_KERNEL_FLOCK_H
#define WEND_SRC_KERNEL_FLOCK_H

#include "brief.h"
#include "compiler.h"
#include "flock_sum.h"
#include "kernel_plain.h"
#include "lanes.h"

// What stays the same from one agent to the next.
typedef struct flock_walk
{
    wend_world *world;
    flock_scratch *scratch;
    const uint32_t *marks; // of each place, what the tile keeps of it beside numbers: its flock; null: nothing
    rows rows;
    int tile_size;  // 0: it must be filled
    int tile_from;  // the place of its first one, as seen from the agent's own row: ordinal + tile_from = place
    int tile_cell;  // place of the first agent in the cell that it is for
    bool is_shared; // the tile is for all agents of the cell
    bool is_spatial;
    bool are_alike;      // see world_together: nobody's flock and radius is asked for
    bool can_tell_close; // all who are within `touch` of somebody are in his tile
    int worker;
    float touch;      // squared: those who are nearer may come to touch one another in this update
    agent_brief like; // what the agents are like that `view` is for
    bool is_usual;    // such ones needn't be left to hits_flock_at
    bool is_simple;   // nobody need
    flock_view view;
    plain_batch *batch;
} flock_walk;

// One agent that looks.
typedef struct flock_seeker
{
    wend_vec position;
    uint32_t group;
    float square;
    int own;       // its ordinal in the tile, or -1
    bool is_close; // somebody may touch it soon
} flock_seeker;

/// Copies begin..end to the end of the tile; what is copied beyond the end is written over by the next row.
LANES_INLINE void tile_append(flock_walk *w, int begin, int end, bool is_space, bool are_alike)
{
    const wend_near *cells = w->world->cells;
    const place_hot *hot = &w->world->hot;
    flock_scratch *scratch = w->scratch;
    tile_numbers *tile = &scratch->tile;
    const uint32_t *marks = w->marks;
    const float *x = cells->x, *y = cells->y, *vx = hot->vx, *vy = hot->vy;
    int at = w->tile_size;
    w->tile_size += end - begin;
    for (int p = begin; p < end; p += LANES_WIDTH, at += LANES_WIDTH)
    {
        lanes_copy(tile->x + at, x + p);
        lanes_copy(tile->y + at, y + p);
        lanes_copy(tile->vx + at, vx + p);
        lanes_copy(tile->vy + at, vy + p);
        if (!are_alike)
        {
            lanes_copy(tile->radius + at, hot->radius + p);
            lanes_copy(scratch->group + at, marks + p);
        }
        if (is_space)
        {
            lanes_copy(tile->z + at, cells->z + p);
            lanes_copy(tile->vz + at, hot->vz + p);
        }
    }
}

/// Makes the tile that of an agent. False if there is no room for so many, here or where others search without a tile.
LANES_INLINE bool tile_make_for(flock_walk *w, int place, bool *is_cut, bool is_space, bool are_alike)
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
        tile_append(w, begin, end, is_space, are_alike);
    }
    w->is_shared = !*is_cut;
    float *after = w->scratch->tile.x + w->tile_size; // nobody sees so far
    for (int k = 0; k < LANES; k += LANES_WIDTH)
        lanes_store(after + k, lanes_all(FLT_MAX));
    return true;
}

static bool tile_make(flock_walk *w, int place, bool *is_cut)
{
    if (w->are_alike)
        return w->is_spatial ? tile_make_for(w, place, is_cut, true, true)
                             : tile_make_for(w, place, is_cut, false, true);
    return w->is_spatial ? tile_make_for(w, place, is_cut, true, false) : tile_make_for(w, place, is_cut, false, false);
}

LANES_INLINE bool tile_fill(flock_walk *w, int place, bool *is_cut)
{
    *is_cut = false;
    return (w->is_shared && w->tile_size > 0 && w->tile_cell == w->rows.first) || tile_make(w, place, is_cut);
}

// How an agent looks: constants wherever these are used.
typedef struct flock_way
{
    bool is_space, does_wrap, are_alike;
} flock_way;

/// What a test of the tile compares with, in every lane.
typedef struct tile_gaze
{
    lanes x, y, z, square, touch;
    lane_mask group;
    float period[3];
} tile_gaze;

LANES_INLINE tile_gaze tile_gaze_of(const flock_walk *w, const flock_seeker *q)
{
    const float *period = w->world->cells->period;
    return (tile_gaze){lanes_all(q->position.x),
                       lanes_all(q->position.y),
                       lanes_all(q->position.z),
                       lanes_all(q->square),
                       lanes_all(w->touch),
                       lanes_all_mask((int32_t)q->group),
                       {period[0], period[1], period[2]}};
}

/// Squared distances of the tile's k-th and following ones, and their offsets.
LANES_INLINE lanes tile_squares(const tile_numbers *tile, const tile_gaze *g, int k, lanes *x, lanes *y, lanes *z,
                                flock_way way)
{
    *x = lanes_load(tile->x + k) - g->x;
    *y = lanes_load(tile->y + k) - g->y;
    *z = way.is_space ? lanes_load(tile->z + k) - g->z : lanes_all(0.0f);
    if (way.does_wrap)
    {
        *x = lanes_short_way(*x, g->period[0]);
        *y = lanes_short_way(*y, g->period[1]);
        *z = way.is_space ? lanes_short_way(*z, g->period[2]) : *z;
    }
    lanes square = *x * *x + *y * *y;
    return way.is_space ? square + *z * *z : square;
}

/// Which of them does it see? `others`: a bit for each, but not for itself. Those that are near enough to touch it soon
/// are added to `close`, if not all are alike.
LANES_INLINE unsigned tile_test(const flock_scratch *scratch, const tile_gaze *g, int k, lanes square, unsigned others,
                                unsigned *close, flock_way way)
{
    lane_mask is_seen = lanes_at_most(square, g->square);
    if (way.are_alike)
        return lanes_bits(is_seen) & others;
    *close |= lanes_bits(lanes_at_most(square, g->touch)) & others;
    return lanes_bits(is_seen & lanes_equal_whole(lanes_load_mask(scratch->group + k), g->group)) & others;
}

/// The tile's 64 from one on, as bits, but for oneself.
LANES_INLINE uint64_t tile_others(const flock_seeker *q, int from)
{
    unsigned own = (unsigned)q->own - (unsigned)from;
    return own < 64 ? ~(UINT64_C(1) << own) : ~UINT64_C(0);
}

#if LANES_WIDTH == 8

/// Moves those whom it sees to the front of `hits`. Returns how many they are.
LANES_INLINE int tile_find(const flock_walk *w, flock_seeker *q, flock_way way)
{
    flock_scratch *scratch = w->scratch;
    const tile_numbers *tile = &scratch->tile;
    tile_numbers *hits = &scratch->hits;
    const tile_gaze gaze = tile_gaze_of(w, q);
    const int size = w->tile_size;
    unsigned close = 0;
    int count = 0;
    for (int from = 0; from < size; from += 64)
    {
        uint64_t others = tile_others(q, from);
        for (int k = from, end = size < from + 64 ? size : from + 64; k < end; k += LANES, others >>= LANES)
        {
            lanes x, y, z, square = tile_squares(tile, &gaze, k, &x, &y, &z, way);
            unsigned bits = tile_test(scratch, &gaze, k, square, (unsigned)others & 0xffu, &close, way);
            __m256i order = lanes_order_of(bits);
            lanes_store_in_order(hits->x + count, x, order);
            lanes_store_in_order(hits->y + count, y, order);
            lanes_store_in_order(hits->vx + count, lanes_load(tile->vx + k), order);
            lanes_store_in_order(hits->vy + count, lanes_load(tile->vy + k), order);
            if (!way.are_alike)
                lanes_store_in_order(hits->radius + count, lanes_load(tile->radius + k), order);
            if (way.is_space)
            {
                lanes_store_in_order(hits->z + count, z, order);
                lanes_store_in_order(hits->vz + count, lanes_load(tile->vz + k), order);
            }
            count += bits_set(bits);
        }
    }
    q->is_close = close != 0;
    return count;
}

LANES_INLINE void hits_load(const flock_walk *w, const tile_gaze *g, int k, flock_part *e, flock_way way)
{
    (void)g;
    const tile_numbers *hits = &w->scratch->hits;
    e->x = lanes_load(hits->x + k);
    e->y = lanes_load(hits->y + k);
    e->vx = lanes_load(hits->vx + k);
    e->vy = lanes_load(hits->vy + k);
    e->z = way.is_space ? lanes_load(hits->z + k) : lanes_all(0.0f);
    e->vz = way.is_space ? lanes_load(hits->vz + k) : lanes_all(0.0f);
    e->radius = way.are_alike ? lanes_all(w->view.radius) : lanes_load(hits->radius + k);
}

#else

/// Lists the ordinals of those whom it sees. Returns how many they are.
LANES_INLINE int tile_find(const flock_walk *w, flock_seeker *q, flock_way way)
{
    flock_scratch *scratch = w->scratch;
    const tile_gaze gaze = tile_gaze_of(w, q);
    const int size = w->tile_size;
    unsigned close = 0;
    int *to = scratch->ordinal;
    for (int from = 0; from < size; from += 64)
    {
        uint64_t others = tile_others(q, from);
        for (int k = from, end = size < from + 64 ? size : from + 64; k < end; k += LANES_WIDTH, others >>= LANES_WIDTH)
        {
            const unsigned all = (1u << LANES_WIDTH) - 1;
            lanes x, y, z, square = tile_squares(&scratch->tile, &gaze, k, &x, &y, &z, way);
            to = lanes_append(to, k, tile_test(scratch, &gaze, k, square, (unsigned)others & all, &close, way));
        }
    }
    int count = (int)(to - scratch->ordinal);
    for (int k = 0; k < LANES; k++)
        to[k] = 0; // up to a whole number of eights anybody
    q->is_close = close != 0;
    return count;
}

LANES_INLINE void hits_load(const flock_walk *w, const tile_gaze *g, int k, flock_part *e, flock_way way)
{
    const tile_numbers *tile = &w->scratch->tile;
    const int *at = w->scratch->ordinal + k;
    e->x = lanes_gather(tile->x, at) - g->x;
    e->y = lanes_gather(tile->y, at) - g->y;
    e->z = way.is_space ? lanes_gather(tile->z, at) - g->z : lanes_all(0.0f);
    if (way.does_wrap)
    {
        e->x = lanes_short_way(e->x, g->period[0]);
        e->y = lanes_short_way(e->y, g->period[1]);
        e->z = way.is_space ? lanes_short_way(e->z, g->period[2]) : e->z;
    }
    e->vx = lanes_gather(tile->vx, at);
    e->vy = lanes_gather(tile->vy, at);
    e->vz = way.is_space ? lanes_gather(tile->vz, at) : lanes_all(0.0f);
    e->radius = way.are_alike ? lanes_all(w->view.radius) : lanes_gather(tile->radius, at);
}

#endif

/// Sums up those whom it sees; if all are alike, also finds out whether somebody is close.
LANES_INLINE void hits_sum(const flock_walk *w, flock_seeker *q, int count, flock_sum *sum, flock_way way)
{
    const tile_gaze gaze = tile_gaze_of(w, q);
    const flock_view view = w->view;
    lane_mask close = lanes_all_mask(0);
    flock_begin(sum);
    for (int k = 0; k < count; k += LANES)
        for (int i = 0; i < LANES_PARTS; i++)
        {
            int from = k + i * LANES_WIDTH;
            flock_part part;
            hits_load(w, &gaze, from, &part, way);
            part.is_there = lanes_less_whole(lanes_numbers(from), lanes_all_mask(count));
            part.id_of = NULL;
            part.list = NULL;
            flock_add(sum, i, &view, &part, way.is_space);
            lanes square = part.x * part.x + part.y * part.y;
            square = way.is_space ? square + part.z * part.z : square;
            if (way.are_alike)
                close |= part.is_there & lanes_at_most(square, gaze.touch);
        }
    if (way.are_alike)
        q->is_close = lanes_bits(close) != 0;
}

LANES_INLINE void flock_keep_sums(plain_batch *b, int k, const flock_sum *sum, bool is_space)
{
    lanes_sum_four(b->sums[k], sum->away_x, sum->away_y, sum->go_x, sum->go_y);
    if (is_space)
    {
        lanes_sum_four(b->more[k], sum->at_x, sum->at_y, sum->away_z, sum->go_z);
        b->at_z[k] = lanes_sum(sum->at_z);
        return;
    }
    b->more[k][0] = lanes_sum(sum->at_x);
    b->more[k][1] = lanes_sum(sum->at_y);
}

/// Takes an agent whose tile is there into a batch. False if it must be done in the general way.
LANES_INLINE bool flock_take(flock_walk *w, int place, int index, plain_batch *b, bool is_cut, flock_way way)
{
    const wend_near *cells = w->world->cells;
    flock_seeker q;
    flock_sum sum;
    q.position = wend_xyz(cells->x[place], cells->y[place], way.is_space ? cells->z[place] : 0.0f);
    q.group = w->like.group;
    q.square = w->view.sight_square;
    q.own = place - w->tile_from;
    int count = tile_find(w, &q, way);
    hits_sum(w, &q, count, &sum, way);
    if (w->can_tell_close && !is_cut)
        w->world->is_close[index] = q.is_close;
    int k = b->count;
    b->place[k] = place;
    b->index[k] = index;
    b->seen[k] = w->view.has_cone ? lanes_counted(sum.seen) : count;
    b->is_crowded[k] = is_cut;
    flock_keep_sums(b, k, &sum, way.is_space);
    bool is_odd = sum.is_extreme || sum.has_unknown;
    b->count += !is_odd;
    return !is_odd;
}

static void flock_walk_begin(flock_walk *w, wend_world *world, const uint32_t *marks, int worker)
{
    w->world = world;
    w->marks = marks;
    w->worker = worker;
    w->scratch = &world->tiles[worker];
    rows_begin(&w->rows);
    w->tile_size = 0;
    w->tile_cell = -1;
    w->is_shared = false;
    w->is_spatial = is_spatial(world);
    w->are_alike = w->can_tell_close = false;
    w->view = (flock_view){0};
    w->like = (agent_brief){.recipe = -1}; // like nobody who looks at a flock
    w->touch = 0.0f;
    w->batch = NULL;
    w->is_usual = w->is_simple = false;
}

/// From now on for agents like this one. False if it isn't a usual case.
NEVER_INLINE bool flock_turn_to(flock_walk *w, const agent_brief *brief)
{
    const wend_flock_def *def = &w->world->recipes[brief->recipe].recipe.flock;
    float sight = brief->sight;
    bool is_less = def->separation_radius > 0.0f && def->separation_radius < sight;
    float room = is_less ? def->separation_radius : sight;
    w->like = *brief;
    w->view.sight_cos = def->sight_cos;
    w->view.has_cone = def->sight_cos > -1.0f;
    w->view.does_align_headings = def->does_align_headings;
    w->view.sight_square = sight * sight;
    w->view.separation_square = room * room;
    w->view.radius = brief->radius;
    w->can_tell_close = w->touch > 0.0f && w->touch <= w->view.sight_square;
    return brief->mask == UINT32_MAX && w->view.sight_square > 1e-30f && w->view.sight_square < 1e30f;
}

/// The agents from a place on that are in one cell and alike, as many as are before `end`. Returns the place after them.
LANES_INLINE int flock_cell(flock_walk *w, int place, int end, plain_job *job, flock_way way)
{
    wend_world *world = w->world;
    const int *indices = world->cells->index;
    const agent_brief *brief = &world->briefs[indices[place]];
    bool is_cut = false;
    if (!way.are_alike && !brief_is_like(brief, &w->like))
        w->is_usual = flock_turn_to(w, brief);
    if (w->is_usual && w->is_simple)
        hits_find_rows(world->cells, place, w->like.sight, &w->rows);
    if (!w->is_usual || !w->is_simple || !tile_fill(w, place, &is_cut))
    {
        hits_flock_at(world, place, w->worker, &w->rows);
        return place + 1;
    }
    int last = is_cut ? place + 1 : w->rows.end_of_cell < end ? w->rows.end_of_cell : end;
    plain_kind kind = job ? (plain_kind)w->like.plain : PLAIN_NOT;
    plain_batch *b = w->batch;
    if (!b || b->recipe != w->like.recipe || b->kind != kind)
        b = w->batch = plain_batch_of(world, job, w->scratch->batches, w->like.recipe, kind, w->worker);
    for (; place < last; place++)
    {
        bool is_taken;
        int index = indices[place];
        if (!way.are_alike && !brief_is_like(&world->briefs[index], &w->like))
            break;
        if (w->view.has_cone)
            w->view.heading = world->body[index].heading;
        if (place + AHEAD < end)
            plain_soon(world, indices[place + AHEAD]);
        if (w->rows.is_at_edge)
            is_taken = flock_take(w, place, index, b, is_cut, (flock_way){way.is_space, true, way.are_alike});
        else
            is_taken = flock_take(w, place, index, b, is_cut, (flock_way){way.is_space, false, way.are_alike});
        if (!is_taken)
        {
            rows r;
            rows_begin(&r);
            hits_flock_at(world, place, w->worker, &r);
        }
        if (b->count == PLAIN_BATCH)
            plain_flush(world, job, b, w->worker);
    }
    return place;
}

LANES_INLINE void flock_range(flock_walk *w, int begin, int end, plain_job *job, flock_way way)
{
    const wend_world *world = w->world;
    w->is_simple = !world->together.has_odd_layers && (way.is_space || world->def.height_range == FLT_MAX);
    if (way.are_alike)
        w->is_usual = flock_turn_to(w, &world->briefs[world->cells->index[begin]]);
    for (int place = begin; place < end;)
        if (!way.are_alike && world->briefs[world->cells->index[place]].recipe < 0)
            place++;
        else
            place = flock_cell(w, place, end, job, way);
}

static void flock_places(wend_world *world, int begin, int end, int worker, plain_job *job)
{
    flock_walk w;
    flock_walk_begin(&w, world, world->hot.group, worker);
    w.touch = job ? job->touch : 0.0f;
    w.are_alike = world->together.are_alike;
    if (w.are_alike && w.is_spatial)
        flock_range(&w, begin, end, job, (flock_way){true, false, true});
    else if (w.are_alike)
        flock_range(&w, begin, end, job, (flock_way){false, false, true});
    else if (w.is_spatial)
        flock_range(&w, begin, end, job, (flock_way){true, false, false});
    else
        flock_range(&w, begin, end, job, (flock_way){false, false, false});
    for (int i = 0; i < PLAIN_BATCHES; i++)
        if (w.scratch->batches[i].count > 0)
            plain_flush(world, job, &w.scratch->batches[i], worker);
}

#endif
