// Writing into a ring's maps.
#include "wend/context.h"

#include "context_arc.h"
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

wend_sweep wend_default_sweep(void)
{
    return (wend_sweep){.layer = WEND_RING_HARD, .reach = 0.3f, .range = 1.5f};
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

/// Of each blocker (r^2 - |h|^2) / range^2, below 0.
static void find_room(block_list *list, const wend_sweep *how, bool is_spatial)
{
    float reach = higher_of(how->reach, 0.0f), per_range = 1.0f / how->range, up = is_spatial ? 1.0f : 0.0f;
    list->per_range = per_range;
    for (int k = 0; k < list->count; k++)
    {
        const wend_blocker *b = &list->blockers[k];
        float x = b->offset.x, y = b->offset.y, z = b->offset.z * up, r = higher_of(b->radius, 0.0f) + reach;
        // Touching is clear: r is a trifle shorter. What overlaps is as if it touched, but blocks half of all directions.
        float left = r * r * (1.0f - 1e-6f) - ((x * x + y * y) + z * z);
        list->room[k] = lower_of(left * per_range * per_range, -ALIGNED * ALIGNED);
    }
}

// Four or eight pairs of opposite slots: i and i + half of a plane.
typedef struct pairs
{
    lanes x, y;        // directions of the first ones, in units of the range
    lanes front, back; // dangers of the first and of the other ones
} pairs;

LANES_INLINE pairs pairs_load(const wend_ring *ring, const float *danger, int p, int half, float per_range)
{
    lanes scale = lanes_keep(lanes_first(half > p ? half - p : 0), lanes_all(per_range));
    return (pairs){lanes_load(ring->x + p) * scale, lanes_load(ring->y + p) * scale, lanes_load(danger + p),
                   lanes_load(danger + half + p)};
}

LANES_INLINE void pairs_store(const pairs *s, float *danger, int p, int half)
{
    memcpy(danger + p, &s->front, sizeof s->front);
    memcpy(danger + half + p, &s->back, sizeof s->back);
}

/// Returns the slots that were raised, from that of the first lane on.
LANES_INLINE uint64_t pairs_raise(pairs *s, lanes hx, lanes hy, lanes room, int half)
{
    lanes along = s->x * hx + s->y * hy, none = lanes_all(0.0f);
    lanes way = (lanes)((lane_mask)along & lanes_all_mask(INT32_MAX)), square = along * way;
    lanes ahead = room + square, behind = room - square; // as room is below 0, at most one of them is above it
    lanes free_way = way - lanes_root(lanes_larger(lanes_larger(ahead, behind), none));
    lanes danger = lanes_smaller(lanes_all(1.0f) - free_way, lanes_all(1.0f)); // even where the squares overflow
    uint64_t raised = raise(&s->front, lanes_keep(ahead > none, danger));
    return raised | raise(&s->back, lanes_keep(behind > none, danger)) << half;
}

/// From pair p on; is_wide: twice as many.
LANES_INLINE void sweep_pairs_from(wend_ring *ring, float *danger, block_list *list, int p, bool is_wide)
{
    int half = ring->count / 2, q = is_wide ? p + LANES_WIDTH : p;
    pairs a = pairs_load(ring, danger, p, half, list->per_range),
          b = pairs_load(ring, danger, q, half, list->per_range);
    for (int k = 0; k < list->count; k++)
    {
        wend_vec h = list->blockers[k].offset;
        lanes x = lanes_all(h.x), y = lanes_all(h.y), room = lanes_all(list->room[k]);
        uint64_t up = pairs_raise(&a, x, y, room, half);
        if (is_wide)
            up |= pairs_raise(&b, x, y, room, half) << LANES_WIDTH;
        list->raised[k] |= up << p;
    }
    // Lanes beyond the half are old copies of what lies at the beginning of the other one, which is stored after them.
    if (is_wide)
        pairs_store(&b, danger, q, half);
    pairs_store(&a, danger, p, half);
}

/// Opposite slots share a square root.
static void sweep_pairs(wend_ring *ring, float *danger, block_list *list)
{
    int half = ring->count / 2, p = 0;
    for (; half - p > LANES_WIDTH; p += 2 * LANES_WIDTH)
        sweep_pairs_from(ring, danger, list, p, true);
    if (half > p)
        sweep_pairs_from(ring, danger, list, p, false);
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
    if (!ring->is_spatial && ring->count % 2 == 0)
        sweep_pairs(ring, ring->value[layer], list);
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

// Beside the road that most rings take, which stays short so.
__attribute__((noinline)) static void block_by_arcs(wend_ring *ring, const wend_blocker *blockers, int count,
                                                    const wend_sweep *how)
{
    for (int i = 0; i < count; i++)
        note(ring, how->layer, blockers[i].writer, wend_ring_raise_by_arcs(ring, &blockers[i], how));
}

void wend_ring_block(wend_ring *ring, const wend_blocker *blockers, int count, const wend_sweep *how)
{
    wend_sweep usual = wend_default_sweep();
    how = how ? how : &usual;
    if (!(how->range > 0.0f))
        return;
    if (how->turning_radius > 0.0f && !ring->is_spatial && wend_dot(how->heading, how->heading) > 0.0f)
    {
        block_by_arcs(ring, blockers, count, how);
        return;
    }
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
    wend_sweep usual = wend_default_sweep();
    how = how ? how : &usual;
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
