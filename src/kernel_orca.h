// The kernel of reciprocal avoidance in a plane: see kernels.h. Compiled once for each instruction set.
//
// Agents are taken in the order of cells, those round a cell are copied once (the flock's tile). Of each agent's
// neighbours the nearest are found by counting, without a branch for each; their half-planes are made a register at a
// time, by the operations of orca.c, so the same bits come out. What isn't usual is left to bodies_dodge.
#ifndef WEND_SRC_KERNEL_ORCA_H
#define WEND_SRC_KERNEL_ORCA_H

#include "kernel_flock.h"
#include "kernel_program.h"
#include "lanes.h"

#define ORCA_BLOCK 8 // agents whose wishes are looked at together

#define ORCA_MORE  6  // so many more than are wanted may be left when they are put in order
#define ORCA_ORDER 48 // lists of those who are put in order

typedef struct orca_walk
{
    flock_walk tile;
    const orca_job *job;
    plain_batch *wanted; // of a block of agents
    wend_orca_query query;
    orca_situation s;
    probe_view view;
    wend_caster caster;
} orca_walk;

// ---- whom it looks at -----------------------------------------------------------------------------------------------

/// Offsets of the tile's k-th and following ones.
LANES_INLINE void orca_offsets(const flock_walk *w, wend_vec from, lanes *x, lanes *y, bool does_wrap)
{
    *x -= lanes_all(from.x);
    *y -= lanes_all(from.y);
    if (does_wrap)
    {
        *x = lanes_short_way(*x, w->world->cells->period[0]);
        *y = lanes_short_way(*y, w->world->cells->period[1]);
    }
}

/// Squared distances of all in the tile, infinite of those that aren't seen. Returns how many are.
LANES_INLINE int orca_see(const flock_walk *w, const flock_seeker *q, float *away, bool does_wrap)
{
    const tile_numbers *tile = &w->scratch->tile;
    lane_mask counts = lanes_all_mask(0);
    for (int k = 0; k < w->tile_size; k += LANES_WIDTH)
    {
        lanes x = lanes_load(tile->x + k), y = lanes_load(tile->y + k);
        orca_offsets(w, q->position, &x, &y, does_wrap);
        lanes square = x * x + y * y;
        lane_mask number = lanes_numbers(k);
        lane_mask is_seen = lanes_at_most(square, lanes_all(q->square)) &
                            lanes_less_whole(number, lanes_all_mask(w->tile_size)) &
                            ~lanes_equal_whole(number, lanes_all_mask(q->own));
        lanes_store(away + k, lanes_select(is_seen, square, lanes_all(INFINITY)));
        counts -= is_seen;
    }
    return lanes_counted(counts);
}

LANES_INLINE int orca_count_within(const float *away, int count, float most)
{
    lane_mask counts = lanes_all_mask(0);
    for (int k = 0; k < count; k += LANES_WIDTH)
        counts -= lanes_at_most(lanes_load(away + k), lanes_all(most));
    return lanes_counted(counts);
}

/// A squared distance within which there are most..most + ORCA_MORE of those that are seen; negative: not found.
LANES_INLINE float orca_distance_for(const float *away, int count, int seen, float square, int most)
{
    float low = 0.0f, high = square, least = 0.0f, largest = (float)seen, wanted = (float)(most + ORCA_MORE / 2);
    if (seen <= most + ORCA_MORE)
        return square;
    for (int round = 0; round < 8; round++)
    {
        float at = low + (high - low) * ((wanted - least) / (largest - least));
        int found = orca_count_within(away, count, at);
        if (found >= most && found <= most + ORCA_MORE)
            return at;
        low = found < most ? at : low;
        least = found < most ? (float)found : least;
        high = found < most ? high : at;
        largest = found < most ? largest : (float)found;
    }
    return -1.0f;
}

/// The nearest, in order, one by one: where some are equally near the lower ids come first.
NEVER_INLINE int orca_nearest_one_by_one(const flock_walk *w, const float *away, int most, int *nearest)
{
    const uint32_t *index = w->scratch->group;
    const wend_agent *body = w->world->body;
    int count = 0;
    for (int k = 0; k < w->tile_size; k++)
    {
        int at = count;
        if (away[k] == INFINITY)
            continue;
        for (; at > 0; at--)
        {
            int other = nearest[at - 1];
            bool is_older = body[index[k]].id.value < body[index[other]].id.value;
            if (away[k] == away[other] ? !is_older : away[k] > away[other])
                break;
            if (at < most)
                nearest[at] = other;
        }
        if (at >= most)
            continue;
        nearest[at] = k;
        count += count < most;
    }
    return count;
}

/// Lists those in the tile that are within a squared distance: their ordinals, and in `few` how far they are. Returns how
/// many.
LANES_INLINE int orca_list(const float *away, int count, float within, int *ordinal, float *few)
{
    int found = 0;
    for (int k = 0; k < count; k += LANES_WIDTH)
    {
        lanes square = lanes_load(away + k);
        unsigned bits = lanes_bits(lanes_at_most(square, lanes_all(within)));
#if LANES_WIDTH == 8
        lanes_store_in_order(few + found, square, lanes_order_of(bits));
#endif
        found = (int)(lanes_append(ordinal + found, k, bits) - ordinal);
    }
#if LANES_WIDTH != 8
    for (int k = 0; k < LANES; k++)
        ordinal[found + k] = 0;
    for (int k = 0; k < found; k += LANES_WIDTH)
        lanes_store(few + k, lanes_gather(away, ordinal + k));
#endif
    return found;
}

/// Puts the numbers of the first `count` of `room` [a multiple of eight] in the order of `few`. False: some are equal.
LANES_INLINE bool orca_put_in_order(const int *ordinal, float *few, int count, int room, int *nearest)
{
    int rank[ORCA_ORDER];
    lane_mask sum = lanes_all_mask(0);
    for (int from = count; from < room; from += LANES)
        for (int k = from; k < from + LANES; k += LANES_WIDTH)
            lanes_store(few + k, lanes_all(INFINITY));
    for (int k = 0; k < room; k += 2 * LANES_WIDTH)
    {
        lanes a = lanes_load(few + k), b = lanes_load(few + k + LANES_WIDTH);
        lane_mask before_a = lanes_all_mask(0), before_b = before_a;
        UNROLLED_WHOLLY
        for (int m = 0; m < room; m++)
        {
            lanes other = lanes_all(few[m]);
            before_a -= lanes_less(other, a);
            before_b -= lanes_less(other, b);
        }
        memcpy(rank + k, &before_a, sizeof before_a);
        memcpy(rank + k + LANES_WIDTH, &before_b, sizeof before_b);
        sum += before_a + before_b;
    }
    UNROLLED_WHOLLY
    for (int i = room - 1; i >= 0; i--)
        nearest[rank[i]] = ordinal[i];
    // All ranks 0, 1, ... have been given, and those beyond the end have `count`.
    return lanes_counted(sum) == count * (count - 1) / 2 + (room - count) * count;
}

/// The same for as many as can be asked for, which hardly anybody does.
NEVER_INLINE bool orca_put_many_in_order(const int *ordinal, float *few, int count, int *nearest)
{
    return orca_put_in_order(ordinal, few, count, ORCA_ORDER, nearest);
}

/// The nearest, in order. Returns how many.
LANES_INLINE int orca_nearest(const flock_walk *w, const float *away, int seen, float square, int most,
                              int nearest[ORCA_ORDER])
{
    float within = orca_distance_for(away, w->tile_size, seen, square, most);
    float *few = w->scratch->hits.y;
    int *ordinal = w->scratch->ordinal;
    if (within < 0.0f)
        return orca_nearest_one_by_one(w, away, most, nearest);
    int count = orca_list(away, w->tile_size, within, ordinal, few);
    bool is_clear = most <= 16 - ORCA_MORE ? orca_put_in_order(ordinal, few, count, 16, nearest)
                                           : orca_put_many_in_order(ordinal, few, count, nearest);
    if (!is_clear)
        return orca_nearest_one_by_one(w, away, most, nearest); // some are equally near
    return count < most ? count : most;
}

/// Lists the nearest. Returns how many it sees.
LANES_INLINE int orca_look(const flock_walk *w, const flock_seeker *q, int most, orca_near *n, int nearest[ORCA_ORDER],
                           bool does_wrap)
{
    const tile_numbers *tile = &w->scratch->tile;
    float *away = w->scratch->hits.x;
    int seen = orca_see(w, q, away, does_wrap);
    n->count = most > 0 ? orca_nearest(w, away, seen, q->square, most, nearest) : 0;
    for (int k = 0; k < LANES; k++)
        nearest[n->count + k] = 0; // up to a whole number of eights anybody
    for (int k = 0; k < n->count; k += LANES_WIDTH)
    {
        const int *at = nearest + k;
        lanes x = lanes_gather(tile->x, at), y = lanes_gather(tile->y, at);
        orca_offsets(w, q->position, &x, &y, does_wrap);
        lanes_store(n->x + k, x);
        lanes_store(n->y + k, y);
        lanes_store(n->vx + k, lanes_gather(tile->vx, at));
        lanes_store(n->vy + k, lanes_gather(tile->vy, at));
        lanes_store(n->radius + k, lanes_gather(tile->radius, at));
    }
    return seen;
}

/// The same where it sees across an edge.
NEVER_INLINE int orca_look_across(const flock_walk *w, const flock_seeker *q, int most, orca_near *n,
                                  int nearest[ORCA_ORDER])
{
    return orca_look(w, q, most, n, nearest, true);
}

// ---- half-planes ----------------------------------------------------------------------------------------------------

/// Who stands on one spot with others parts from each into a direction of its own.
NEVER_INLINE void orca_part(const orca_walk *w, unsigned bits, const int *nearest, reals *x, reals *y)
{
    for (; bits; bits &= bits - 1)
    {
        int i = zeros_below(bits);
        wend_vec part = wend_part(w->s.self->id, w->tile.world->body[w->tile.scratch->group[nearest[i]]].id);
        reals_put(x, i, -(double)part.x);
        reals_put(y, i, -(double)part.y);
    }
}

/// add_neighbour, for all.
LANES_INLINE void orca_add_all(orca_walk *w, const int *nearest)
{
    orca_situation *s = &w->s;
    const orca_near *n = &s->near;
    program *p = &s->program;
    double share = w->job->share, other_share = share >= 1.0 ? share : 1.0 - share;
    reals zero = reals_all(0.0), one = reals_all(1.0), per_second = reals_all(s->per_second);
    reals vx = reals_all((double)s->self->velocity.x), vy = reals_all((double)s->self->velocity.y);
    int k = 0;
    for (; k < n->count; k += REALS)
    {
        reals x = reals_load(n->x + k), y = reals_load(n->y + k);
        reals rx = vx - reals_load(n->vx + k), ry = vy - reals_load(n->vy + k);
        reals away = reals_root(x * x + y * y), part = one / away;
        reals touch = (reals_all((double)s->self->radius) + reals_load(n->radius + k)) + reals_all((double)s->def->gap);
        reals to_x = x * part, to_y = y * part;
        unsigned on_spot = reals_bits(~reals_less(reals_all(ORCA_ON_SPOT) * touch, away));
        if (on_spot)
            orca_part(w, on_spot & ((1u << (n->count - k < REALS ? n->count - k : REALS)) - 1), nearest + k, &to_x,
                      &to_y);
        reals along = rx * to_x + ry * to_y, aside = rx * to_y - ry * to_x;
        real_mask is_left = reals_less(aside, reals_all(-ORCA_DEAD_AHEAD) * (one + reals_size(along)));
        reals side_x = reals_select(is_left, -to_y, to_y), side_y = reals_select(is_left, to_x, -to_x);
        aside = reals_size(aside);
        // way_out_of_cone
        reals round = touch * per_second, sine = touch * part, square = sine * sine;
        reals rest = reals_larger(one - square, zero), before = away * per_second - along;
        real_mask is_on_arc = reals_less(zero, before) & reals_at_most(aside * aside * square, before * before * rest);
        reals root = reals_root(reals_select(is_on_arc, before * before + aside * aside, rest)), per_root = one / root;
        reals out_along = reals_select(is_on_arc, -before * per_root, -sine);
        reals out_aside = reals_select(is_on_arc, aside * per_root, root);
        reals depth = reals_select(is_on_arc, round - root, sine * along - root * aside);
        real_mask is_apart = reals_less(touch, away);
        out_along = reals_select(is_apart, out_along, -one);
        out_aside = reals_keep(is_apart, out_aside);
        depth = reals_select(is_apart, depth, along + (touch - away) * reals_all(s->per_part));
        reals normal_x = to_x * out_along + side_x * out_aside, normal_y = to_y * out_along + side_y * out_aside;
        reals mine = reals_select(reals_less(zero, depth), reals_all(share), reals_all(other_share));
        reals least = (normal_x * vx + normal_y * vy) + mine * depth;
        real_mask is_there = flat_within(k, n->count); // what is missing in the last register holds everywhere
        normal_x = reals_keep(is_there, normal_x);
        normal_y = reals_keep(is_there, normal_y);
        least = reals_select(is_there, least, reals_all(-(double)INFINITY));
        memcpy(p->x + p->hard + k, &normal_x, sizeof normal_x);
        memcpy(p->y + p->hard + k, &normal_y, sizeof normal_y);
        memcpy(p->least + p->hard + k, &least, sizeof least);
    }
    p->count = p->hard + n->count;
    if (p->hard == 0)
        flat_fill(p, k);
}

// ---- what it would do without anybody -------------------------------------------------------------------------------

/// orca_unhindered for the bodies at the places begin..end that are points.
LANES_INLINE void orca_want(const orca_walk *w, int begin, int end)
{
    const wend_world *world = w->tile.world;
    plain_batch *b = w->wanted;
    for (int place = begin; place < end; place++)
    {
        int index = world->cells->index[place], k = place - begin;
        const wend_agent *body = &world->body[index];
        b->wish[0][k] = world->wish[index].x;
        b->wish[1][k] = world->wish[index].y;
        b->velocity[0][k] = body->velocity.x;
        b->velocity[1][k] = body->velocity.y;
        memcpy(b->limits[k], &world->briefs[index], sizeof b->limits[k]); // they come first
    }
    for (int k = 0; k < end - begin; k += REALS)
    {
        reals3 velocity = {reals_load(b->velocity[0] + k), reals_load(b->velocity[1] + k), reals_all(0.0)};
        reals3 wish = {reals_load(b->wish[0] + k), reals_load(b->wish[1] + k), reals_all(0.0)};
        reals limits[4];
        reals_load_columns(limits, b->limits[k], 4);
        reals3 next = plain_limit(limits, wish, velocity, w->job->seconds, false);
        reals_store(b->next[0] + k, next.x);
        reals_store(b->next[1] + k, next.y);
    }
}

// ---- one agent ------------------------------------------------------------------------------------------------------

/// Asks about an agent, with its walls.
static void orca_ask(orca_walk *w, int index, int in_block, const wend_recipe *recipe)
{
    wend_world *world = w->tile.world;
    wend_orca_query *q = &w->query;
    q->self = &world->body[index];
    q->wish = world->wish[index];
    q->def = &recipe->orca;
    q->has_reach = recipe->body == WEND_BODY_POINT;
    orca_begin(&w->s, q, flat_solve);
    w->s.wanted = q->has_reach ? real_of(wend_xyz(w->wanted->next[0][in_block], w->wanted->next[1][in_block], 0.0f))
                               : orca_unhindered(&w->s, real_of(q->wish));
    if (!world->def.caster.cast)
        return;
    w->view = probe_view_of(world, index);
    w->caster = probe_caster(&w->view);
    q->caster = &w->caster;
    orca_add_walls(&w->s);
}

/// False if it must be done in the general way.
static bool orca_one(orca_walk *w, int place, int in_block)
{
    flock_walk *t = &w->tile;
    wend_world *world = t->world;
    int index = world->cells->index[place];
    const wend_recipe *recipe = &world->recipes[world->rest[index].recipe].recipe;
    float sight = world->briefs[index].sight;
    int nearest[ORCA_ORDER];
    bool is_cut;
    flock_seeker q = {.square = sight * sight};
    if (world->rest[index].watched >= 0 || !(q.square > 1e-30f && q.square < 1e30f))
        return false;
    hits_find_rows(world->cells, place, sight, &t->rows);
    if (!tile_fill(t, place, &is_cut))
        return false;
    q.position = wend_xyz(world->cells->x[place], world->cells->y[place], 0.0f);
    q.own = place - t->tile_from;
    orca_ask(w, index, in_block, recipe);
    int most = recipe->orca.most < WEND_ORCA_MOST ? recipe->orca.most : WEND_ORCA_MOST;
    int seen = t->rows.is_at_edge ? orca_look_across(t, &q, most, &w->s.near, nearest)
                                  : orca_look(t, &q, most, &w->s.near, nearest, false);
    orca_add_all(w, nearest);
    w->job->dodged[index] = orca_choose(&w->s, &world->next_mind[index].orca);
    world->crowded[index] |= is_cut;
    world->seen[index] = world->seen[index] < seen ? seen : world->seen[index];
    return true;
}

/// Asks early for the memory of one that comes soon.
LANES_INLINE void orca_soon(const wend_world *world, int index)
{
    memory_soon(&world->body[index]);
    FETCH_TO_WRITE(&world->next_mind[index].orca);
    FETCH(&world->wish[index]);
    FETCH(&world->rest[index]);
    FETCH(&world->briefs[index]);
}

static void orca_places(wend_world *world, int begin, int end, int worker, const orca_job *job)
{
    orca_walk w;
    flock_walk_begin(&w.tile, world, (const uint32_t *)world->cells->index, worker);
    w.job = job;
    w.query = (wend_orca_query){.seconds = job->seconds};
    memset(&w.s.near, 0, sizeof w.s.near); // all z stay 0
    memset(w.s.program.z, 0, sizeof w.s.program.z);
    w.wanted = w.tile.scratch->batches; // the flock's kernel has done with it
    memset(w.wanted, 0, sizeof *w.wanted);
    for (int place = begin; place < end; place++)
    {
        int in_block = (place - begin) % ORCA_BLOCK, left = end - place;
        if (in_block == 0)
            orca_want(&w, place, place + (left < ORCA_BLOCK ? left : ORCA_BLOCK));
        if (left > AHEAD + ORCA_BLOCK)
            orca_soon(world, world->cells->index[place + AHEAD + ORCA_BLOCK]);
        if (!orca_one(&w, place, in_block))
        {
            int index = world->cells->index[place];
            bodies_dodge(world, index, job->seconds, worker, &job->dodged[index]);
        }
    }
}

#endif
