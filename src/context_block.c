// Writing into a ring what is in the way.
#include "compiler.h"
#include "slots.h"

// What is in the way is taken in as many at a time.
#define BATCH 16

// Blockers while they are swept.
typedef struct block_list
{
    const wend_blocker *blockers;
    int count;
    float per_range;
    float room[BATCH];
    uint64_t raised[BATCH];
} block_list;

/// One number of as many blockers as there are lanes, from the k-th on; beyond the last one that of the last.
#if LANES_WIDTH == 8
#define BLOCKERS(list, k, what)                                                                                        \
    ((lanes){blocker_at(list, k)->what, blocker_at(list, (k) + 1)->what, blocker_at(list, (k) + 2)->what,              \
             blocker_at(list, (k) + 3)->what, blocker_at(list, (k) + 4)->what, blocker_at(list, (k) + 5)->what,        \
             blocker_at(list, (k) + 6)->what, blocker_at(list, (k) + 7)->what})
#elif LANES_WIDTH == 1
#define BLOCKERS(list, k, what) (blocker_at(list, k)->what)
#else
#define BLOCKERS(list, k, what)                                                                                        \
    ((lanes){blocker_at(list, k)->what, blocker_at(list, (k) + 1)->what, blocker_at(list, (k) + 2)->what,              \
             blocker_at(list, (k) + 3)->what})
#endif

LANES_INLINE const wend_blocker *blocker_at(const block_list *list, int k)
{
    return &list->blockers[k < list->count ? k : list->count - 1];
}

/// Of each blocker (r^2 - |h|^2) / range^2, below 0.
static void find_room(block_list *list, const wend_sweep *how, bool is_spatial)
{
    float per_range = 1.0f / how->range;
    lanes reach = lanes_all(higher_of(how->reach, 0.0f)), up = lanes_all(is_spatial ? 1.0f : 0.0f);
    list->per_range = per_range;
    for (int k = 0; k < list->count; k += LANES_WIDTH)
    {
        lanes x = BLOCKERS(list, k, offset.x), y = BLOCKERS(list, k, offset.y), z = BLOCKERS(list, k, offset.z) * up;
        lanes r = lanes_larger(BLOCKERS(list, k, radius), lanes_all(0.0f)) + reach;
        // Touching is clear: r is a trifle shorter. What overlaps is as if it touched, but blocks half of all
        // directions.
        lanes left = r * r * lanes_all(1.0f - 1e-6f) - ((x * x + y * y) + z * z);
        lanes room = left * lanes_all(per_range) * lanes_all(per_range);
        room = lanes_smaller(room, lanes_all(-ALIGNED * ALIGNED));
        memcpy(list->room + k, &room, sizeof room);
    }
}

// As many pairs of opposite slots as there are lanes: i and i + half of a plane.
typedef struct pairs
{
    lanes x, y;        // directions of the first ones, in units of the range
    lanes front, back; // dangers of the first and of the other ones
} pairs;

// Which of them were raised.
typedef struct pair_masks
{
    lane_mask front, back;
} pair_masks;

LANES_INLINE pairs pairs_load(const wend_ring *ring, const float *danger, int p, int half, float per_range)
{
    lanes scale = lanes_all(per_range);
    if (half - p < LANES_WIDTH)
        scale = lanes_keep(lanes_first(half > p ? half - p : 0), scale);
    return (pairs){lanes_load(ring->x + p) * scale, lanes_load(ring->y + p) * scale, lanes_load(danger + p),
                   lanes_load(danger + half + p)};
}

LANES_INLINE void pairs_store(const pairs *s, float *danger, int p, int half)
{
    memcpy(danger + p, &s->front, sizeof s->front);
    memcpy(danger + half + p, &s->back, sizeof s->back);
}

LANES_INLINE pair_masks pairs_raise(pairs *s, lanes hx, lanes hy, lanes room)
{
    lanes along = s->x * hx + s->y * hy, one = lanes_all(1.0f);
    lanes way = lanes_size(along), square = room + way * way;
    // Below 0 where neither of two opposite slots is blocked; as room is, at most one of them can be.
    lanes free_way = way - lanes_root(lanes_larger(square, lanes_all(0.0f)));
    lanes danger = lanes_smaller(one - free_way, one); // even where the squares overflow
    danger = lanes_keep(lanes_less(lanes_all(0.0f), square), danger);
    lane_mask is_back = lanes_below_zero(along);
    return (pair_masks){ring_raise_lanes(&s->front, lanes_keep(~is_back, danger)),
                        ring_raise_lanes(&s->back, lanes_keep(is_back, danger))};
}

/// The slots that were raised, of those from the first pair on.
LANES_INLINE uint64_t pairs_bits(pair_masks m, int half)
{
    return (uint64_t)lanes_bits(m.front) | (uint64_t)lanes_bits(m.back) << half;
}

/// The same for two in a row.
LANES_INLINE uint64_t pairs_bits_wide(pair_masks a, pair_masks b, int half)
{
    if (LANES_WIDTH == 4 && half == 8)
        return lanes_bits_of_four(a.front, b.front, a.back, b.back);
    return pairs_bits(a, half) | pairs_bits(b, half) << LANES_WIDTH;
}

/// From pair p on; is_wide: twice as many.
LANES_INLINE void sweep_pairs_from(wend_ring *ring, float *danger, block_list *list, int p, int half, bool is_wide)
{
    int q = is_wide ? p + LANES_WIDTH : p;
    pairs a = pairs_load(ring, danger, p, half, list->per_range),
          b = pairs_load(ring, danger, q, half, list->per_range);
    for (int k = 0; k < list->count; k++)
    {
        wend_vec h = list->blockers[k].offset;
        lanes x = lanes_all(h.x), y = lanes_all(h.y), room = lanes_all(list->room[k]);
        pair_masks up = pairs_raise(&a, x, y, room);
        if (is_wide)
            list->raised[k] |= pairs_bits_wide(up, pairs_raise(&b, x, y, room), half) << p;
        else
            list->raised[k] |= pairs_bits(up, half) << p;
    }
    // Lanes beyond the half are old copies of what lies at the beginning of the other one, which is stored after them.
    if (is_wide)
        pairs_store(&b, danger, q, half);
    pairs_store(&a, danger, p, half);
}

/// Opposite slots share a square root.
LANES_INLINE void sweep_pairs(wend_ring *ring, float *danger, block_list *list, int half)
{
    int p = 0;
    for (; half - p > LANES_WIDTH; p += 2 * LANES_WIDTH)
        sweep_pairs_from(ring, danger, list, p, half, true);
    if (half > p)
        sweep_pairs_from(ring, danger, list, p, half, false);
}

/// The usual size once more, with its numbers in registers.
NEVER_INLINE void sweep_sixteen(wend_ring *ring, float *danger, block_list *list)
{
    sweep_pairs(ring, danger, list, 8);
}

static void sweep_all(wend_ring *ring, float *danger, block_list *list)
{
    lanes per_range = lanes_all(list->per_range), none = lanes_all(0.0f);
    for (int p = 0; p < ring->count; p += LANES_WIDTH)
    {
        lanes ux = lanes_load(ring->x + p), uy = lanes_load(ring->y + p), uz = lanes_load(ring->z + p);
        lanes numbers = lanes_load(danger + p);
        for (int k = 0; k < list->count; k++)
        {
            wend_vec h = list->blockers[k].offset;
            lanes along = ux * lanes_all(h.x) + uy * lanes_all(h.y);
            if (ring->is_spatial)
                along = along + uz * lanes_all(h.z);
            along = along * per_range;
            lanes way = lanes_size(along);
            lanes ahead = lanes_all(list->room[k]) + along * way;
            lanes free_way = way - lanes_root(lanes_larger(ahead, none));
            lanes value = lanes_smaller(lanes_all(1.0f) - free_way, lanes_all(1.0f));
            list->raised[k] |= ring_raise(&numbers, lanes_keep(lanes_less(none, ahead), value)) << p;
        }
        memcpy(danger + p, &numbers, sizeof numbers);
    }
}

static void note_blocks(wend_ring *ring, wend_ring_layer layer, const block_list *list)
{
    ring_make_room(ring, layer, list->count);
    wend_ring_log *log = &ring->log[layer];
    int noted = log->count;
    for (int k = 0; k < list->count; k++)
    {
        log->writer[noted] = list->blockers[k].writer;
        log->slots[noted] = list->raised[k];
        noted += list->raised[k] != 0;
    }
    log->count = noted;
}

static void write_blocks(wend_ring *ring, wend_ring_layer layer, block_list *list)
{
    for (int k = 0; k < list->count; k++)
        list->raised[k] = 0;
    if (!ring->is_spatial && ring->count == 16)
        sweep_sixteen(ring, ring->value[layer], list);
    else if (!ring->is_spatial && ring->count % 2 == 0)
        sweep_pairs(ring, ring->value[layer], list, ring->count / 2);
    else
        sweep_all(ring, ring->value[layer], list);
    note_blocks(ring, layer, list);
}

// Beside the road that most rings take, which stays short so.
NEVER_INLINE void write_arcs(wend_ring *ring, const wend_sweep *how, block_list *list)
{
    for (int k = 0; k < list->count; k++)
        list->raised[k] = ring_raise_by_arcs(ring, &list->blockers[k], how);
    note_blocks(ring, how->layer, list);
}

// Compiled once more for AVX2 (context_block_avx2.c), under another name.
#ifndef RING_BLOCK_NAME
#define RING_BLOCK_NAME ring_block_baseline
#endif

void RING_BLOCK_NAME(wend_ring *ring, const wend_blocker *blockers, int count, const wend_sweep *how)
{
    bool is_arc = how->turning_radius > 0.0f && !ring->is_spatial && wend_dot(how->heading, how->heading) > 0.0f;
    for (int i = 0; i < count; i += BATCH)
    {
        block_list list;
        list.blockers = blockers + i;
        list.count = count - i < BATCH ? count - i : BATCH;
        if (is_arc)
        {
            write_arcs(ring, how, &list);
            continue;
        }
        find_room(&list, how, ring->is_spatial);
        write_blocks(ring, how->layer, &list);
    }
}
