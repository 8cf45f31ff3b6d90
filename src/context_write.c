// Writing into a ring's maps.
#include "wend/context.h"

#include "lanes.h"
#include "real.h"

// No number of a ring is higher, so that none overflows on the way to a choice.
#define HIGHEST 1e18f
// An alignment nearer to 0 is 0.
#define ALIGNED 1e-6f
// What is in the way is taken in as many at a time.
#define BATCH 16

LANES_INLINE float lower_of(float a, float b)
{
    return a < b ? a : b;
}

LANES_INLINE float higher_of(float a, float b)
{
    return a > b ? a : b;
}

/// Of a slot's writers only the last one counts: drops all others from a log.
static void shorten(wend_ring_log *log)
{
    uint64_t heard = 0;
    for (int i = log->count - 1; i >= 0; i--)
    {
        log->slots[i] &= ~heard;
        heard |= log->slots[i];
    }
    int kept = 0;
    for (int i = 0; i < log->count; i++)
        if (log->slots[i] != 0)
        {
            log->writer[kept] = log->writer[i];
            log->slots[kept++] = log->slots[i];
        }
    log->count = kept;
}

static void make_room(wend_ring *ring, wend_ring_layer layer, int more)
{
    ring->is_written[layer] = true;
    if (ring->log[layer].count + more > WEND_RING_LOG)
        shorten(&ring->log[layer]);
}

/// Notes a writer and the slots whose numbers it raised.
static void note(wend_ring *ring, wend_ring_layer layer, uint64_t writer, uint64_t slots)
{
    make_room(ring, layer, 1);
    wend_ring_log *log = &ring->log[layer];
    log->writer[log->count] = writer;
    log->slots[log->count] = slots;
    log->count += slots != 0;
}

/// Raises numbers. Returns the slots, from the first one of these lanes on, that were raised.
LANES_INLINE uint64_t raise(lanes *numbers, lanes value)
{
    uint64_t raised = lanes_bits(value > *numbers);
    *numbers = lanes_larger(value, *numbers);
    return raised;
}

static real_vec seen_from(const wend_ring *ring, wend_vec offset)
{
    real_vec h = real_of(offset);
    return ring->is_spatial ? h : (real_vec){h.x, h.y, 0.0};
}

// ---- a direction, a point -----------------------------------------------------------------------------------------

LANES_INLINE lanes alignments(const wend_ring *ring, int p, wend_vec u)
{
    lanes dot = lanes_load(ring->x + p) * lanes_all(u.x) + lanes_load(ring->y + p) * lanes_all(u.y);
    return ring->is_spatial ? dot + lanes_load(ring->z + p) * lanes_all(u.z) : dot;
}

static void write_along(wend_ring *ring, wend_ring_layer layer, wend_vec u, float strength, uint64_t writer)
{
    lanes factor = lanes_all(lower_of(strength, HIGHEST)), aligned = lanes_all(ALIGNED);
    uint64_t raised = 0;
    for (int p = 0; p < ring->count; p += LANES_WIDTH)
    {
        lanes numbers = lanes_load(ring->value[layer] + p), dot = alignments(ring, p, u);
        raised |= raise(&numbers, lanes_keep(dot > aligned, dot) * factor) << p;
        memcpy(ring->value[layer] + p, &numbers, sizeof numbers);
    }
    note(ring, layer, writer, raised);
}

void wend_ring_aim(wend_ring *ring, wend_vec wish, float strength, uint64_t writer)
{
    wend_vec u = real_to_vec(real_unit(seen_from(ring, wish)));
    if (wend_dot(u, u) == 0.0f)
        return;
    // The opposite of a direction that is to be left.
    u = strength < 0.0f ? wend_negate(u) : u;
    strength = lower_of(strength < 0.0f ? -strength : strength, HIGHEST);
    write_along(ring, WEND_RING_INTEREST, u, strength, writer);
    for (int p = 0; p < ring->count; p += LANES_WIDTH)
    {
        lanes v = alignments(ring, p, u);
        v = lanes_keep((v > lanes_all(ALIGNED)) | (v < lanes_all(-ALIGNED)), v) * lanes_all(strength);
        if (ring->has_aim)
            v = lanes_larger(v, lanes_load(ring->aim + p));
        memcpy(ring->aim + p, &v, sizeof v);
    }
    ring->has_aim = true;
}

wend_mark wend_default_mark(void)
{
    return (wend_mark){.strength = 1.0f, .fade = WEND_FADE_INVERSE, .scale = 1.0f};
}

static double faded(const wend_mark *mark, double distance)
{
    double strength = (double)mark->strength;
    double share = distance * (1.0 / (mark->scale > 0.0f ? (double)mark->scale : 1.0));
    if (mark->fade == WEND_FADE_INVERSE)
        return strength / (1.0 + share);
    return mark->fade == WEND_FADE_LINEAR ? strength * fmax(0.0, 1.0 - share) : strength;
}

static void write_mark(wend_ring *ring, wend_ring_layer layer, const wend_mark *mark, double sign)
{
    real_vec offset = seen_from(ring, mark->offset);
    double distance = real_length(offset);
    bool is_out = mark->radius > 0.0f && distance > (double)mark->radius;
    if (distance > 0.0 && !is_out)
        write_along(ring, layer, real_to_vec(real_scale(offset, sign / distance)), real_to_float(faded(mark, distance)),
                    mark->writer);
}

void wend_ring_toward(wend_ring *ring, wend_ring_layer layer, const wend_mark *mark)
{
    write_mark(ring, layer, mark, 1.0);
}

void wend_ring_away(wend_ring *ring, wend_ring_layer layer, const wend_mark *mark)
{
    write_mark(ring, layer, mark, -1.0);
}

wend_ring_layer wend_ring_rival(wend_ring *ring, float own_power, float rival_power, const wend_mark *mark)
{
    wend_ring_layer layer = own_power > rival_power ? WEND_RING_INTEREST : WEND_RING_SOFT;
    wend_ring_toward(ring, layer, mark);
    return layer;
}

wend_status wend_ring_write(wend_ring *ring, wend_ring_layer layer, int slot, float value, uint64_t writer)
{
    if (slot < 0 || slot >= ring->count || !(value - value == 0.0f))
        return WEND_ERROR_VALUE;
    value = value < HIGHEST ? value : HIGHEST;
    uint64_t raised = (uint64_t)(value > ring->value[layer][slot]) << slot;
    if (raised)
        ring->value[layer][slot] = value;
    note(ring, layer, writer, raised);
    return WEND_OK;
}

// ---- what is in the way -------------------------------------------------------------------------------------------

static const wend_sweep usual_sweep = {.layer = WEND_RING_HARD, .reach = 0.3f, .range = 1.5f};

wend_sweep wend_default_sweep(void)
{
    return usual_sweep;
}

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
        // Touching is clear: r is a trifle shorter. What overlaps is as if it touched, but blocks half of all directions.
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

/// Raises numbers. Returns which.
LANES_INLINE lane_mask raise_lanes(lanes *numbers, lanes value)
{
    lane_mask raised = value > *numbers;
    *numbers = lanes_larger(value, *numbers);
    return raised;
}

LANES_INLINE pair_masks pairs_raise(pairs *s, lanes hx, lanes hy, lanes room)
{
    lanes along = s->x * hx + s->y * hy, one = lanes_all(1.0f);
    lanes way = (lanes)((lane_mask)along & lanes_all_mask(INT32_MAX)), square = room + way * way;
    // Below 0 where neither of two opposite slots is blocked; as room is, at most one of them can be.
    lanes free_way = way - lanes_root(lanes_larger(square, lanes_all(0.0f)));
    lanes danger = lanes_smaller(one - free_way, one); // even where the squares overflow
    danger = lanes_keep(square > lanes_all(0.0f), danger);
    lane_mask is_back = (lane_mask)along >> 31;
    return (pair_masks){raise_lanes(&s->front, lanes_keep(~is_back, danger)),
                        raise_lanes(&s->back, lanes_keep(is_back, danger))};
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
static __attribute__((noinline)) void sweep_sixteen(wend_ring *ring, float *danger, block_list *list)
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
            lanes way = (lanes)((lane_mask)along & lanes_all_mask(INT32_MAX));
            lanes ahead = lanes_all(list->room[k]) + along * way;
            lanes free_way = way - lanes_root(lanes_larger(ahead, none));
            lanes value = lanes_smaller(lanes_all(1.0f) - free_way, lanes_all(1.0f));
            list->raised[k] |= raise(&numbers, lanes_keep(ahead > none, value)) << p;
        }
        memcpy(danger + p, &numbers, sizeof numbers);
    }
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
    make_room(ring, layer, list->count);
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

void wend_ring_block(wend_ring *ring, const wend_blocker *blockers, int count, const wend_sweep *how)
{
    how = how ? how : &usual_sweep;
    if (!(how->range > 0.0f))
        return;
    for (int i = 0; i < count; i += BATCH)
    {
        block_list list;
        list.blockers = blockers + i;
        list.count = count - i < BATCH ? count - i : BATCH;
        find_room(&list, how, ring->is_spatial);
        write_blocks(ring, how->layer, &list);
    }
}

/// From the centre to what was hit; where there is no such way, against the normal.
static wend_vec way_to_hit(wend_vec position, const wend_hit *hit, float range)
{
    wend_vec h = wend_sub(hit->point, position);
    if (hit->distance < 0.0f)
        return wend_negate(h);
    return wend_dot(h, h) > 0.0f ? h : wend_scale(hit->normal, -1e-3f * range);
}

void wend_ring_hits(wend_ring *ring, wend_vec position, const wend_hit *hits, int count, const wend_sweep *how)
{
    how = how ? how : &usual_sweep;
    for (int i = 0; i < count; i += BATCH)
    {
        wend_blocker blockers[BATCH];
        int n = count - i < BATCH ? count - i : BATCH;
        for (int k = 0; k < n; k++)
            blockers[k] = (wend_blocker){way_to_hit(position, &hits[i + k], how->range), 0.0f, hits[i + k].body};
        wend_ring_block(ring, blockers, n, how);
    }
}

// ---- what moves ---------------------------------------------------------------------------------------------------

wend_movers wend_default_movers(void)
{
    return (wend_movers){.layer = WEND_RING_SOFT, .horizon = 2.0f, .speed = 0.0f, .margin = 0.1f};
}

// A mover, its lengths in units of some length and its times in horizons.
typedef struct meeting
{
    wend_vec offset, velocity;
    float speed; // own
    float room;  // r^2 - |offset|^2
    float least; // of the speed at which they near one another, times distance
} meeting;

/// False if they can't meet within the horizon.
static bool meet(const wend_ring *ring, const wend_agent *self, const wend_neighbour *other, const wend_movers *how,
                 meeting *m)
{
    double horizon = (double)how->horizon, top = how->speed > 0.0f ? (double)how->speed : (double)self->max_speed;
    real_vec p = seen_from(ring, other->offset), v = real_scale(seen_from(ring, other->velocity), horizon);
    double r = (double)self->radius + (double)other->radius + fmax(0.0, (double)how->margin), own = top * horizon;
    double most = own + real_length(v), distance = real_length(p);
    if (most == 0.0 || distance >= r + most)
        return false;
    double scale = 1.0 / fmax(r, most);
    r *= scale, distance *= scale;
    *m = (meeting){.offset = real_to_vec(real_scale(p, scale)),
                   .velocity = real_to_vec(real_scale(v, scale)),
                   .speed = real_to_float(own * scale),
                   .room = real_to_float(r * r * (1.0 - 1e-6) - distance * distance),
                   .least = ALIGNED * real_to_float(distance * most * scale)};
    return true;
}

LANES_INLINE lanes danger_of(const wend_ring *ring, int p, const meeting *m)
{
    lanes speed = lanes_all(m->speed);
    lanes x = lanes_load(ring->x + p) * speed - lanes_all(m->velocity.x);
    lanes y = lanes_load(ring->y + p) * speed - lanes_all(m->velocity.y);
    lanes z = lanes_load(ring->z + p) * speed - lanes_all(m->velocity.z);
    // |offset - w t| = r for the relative velocity w = (x, y, z): the earlier of two times.
    lanes nearing = (x * lanes_all(m->offset.x) + y * lanes_all(m->offset.y)) + z * lanes_all(m->offset.z);
    lanes fast = (x * x + y * y) + z * z, square = nearing * nearing + fast * lanes_all(m->room);
    lane_mask do_meet = (square > lanes_all(0.0f)) & (nearing > lanes_all(m->least)) & (fast > lanes_all(0.0f));
    lanes root = lanes_root(lanes_keep(do_meet, square));
    lanes time = (nearing - root) / lanes_select(do_meet, fast, lanes_all(1.0f));
    return lanes_keep(do_meet, lanes_smaller(lanes_all(1.0f) - time, lanes_all(1.0f)));
}

void wend_ring_movers(wend_ring *ring, const wend_agent *self, const wend_neighbour *neighbours, int count,
                      const wend_movers *how)
{
    wend_movers usual = wend_default_movers();
    how = how ? how : &usual;
    if (!(how->horizon > 0.0f))
        return;
    for (int i = 0; i < count; i++)
    {
        meeting m;
        if (!meet(ring, self, &neighbours[i], how, &m))
            continue;
        uint64_t raised = 0;
        for (int p = 0; p < ring->count; p += LANES_WIDTH)
        {
            lanes numbers = lanes_load(ring->value[how->layer] + p);
            // Slots beyond the last have no direction and stay empty.
            lanes danger = lanes_keep(lanes_first(ring->count - p), danger_of(ring, p, &m));
            raised |= raise(&numbers, danger) << p;
            memcpy(ring->value[how->layer] + p, &numbers, sizeof numbers);
        }
        note(ring, how->layer, neighbours[i].id.value, raised);
    }
}
