// Writing into a ring's maps.
#include "slots.h"

#include "real.h"

// No number of a ring is higher, so that none overflows on the way to a choice.
#define HIGHEST 1e18f

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

void ring_make_room(wend_ring *ring, wend_ring_layer layer, int more)
{
    ring->is_written[layer] = true;
    if (ring->log[layer].count + more > WEND_RING_LOG)
        shorten(&ring->log[layer]);
}

/// Notes a writer and the slots whose numbers it raised.
static void note(wend_ring *ring, wend_ring_layer layer, uint64_t writer, uint64_t slots)
{
    ring_make_room(ring, layer, 1);
    wend_ring_log *log = &ring->log[layer];
    log->writer[log->count] = writer;
    log->slots[log->count] = slots;
    log->count += slots != 0;
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
        raised |= ring_raise(&numbers, lanes_keep(lanes_less(aligned, dot), dot) * factor) << p;
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
        v = lanes_keep(lanes_less(lanes_all(ALIGNED), v) | lanes_less(v, lanes_all(-ALIGNED)), v) * lanes_all(strength);
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
    lane_mask do_meet = lanes_less(lanes_all(0.0f), square) & lanes_less(lanes_all(m->least), nearing) &
                        lanes_less(lanes_all(0.0f), fast);
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
            raised |= ring_raise(&numbers, danger) << p;
            memcpy(ring->value[how->layer] + p, &numbers, sizeof numbers);
        }
        note(ring, how->layer, neighbours[i].id.value, raised);
    }
}
