// Choosing a slot of a ring, and a direction about it.
#include "compiler.h"
#include "slots.h"

#include "real.h"

// Numbers nearer than this share of the largest count as equal, so that rounding decides nothing.
#define SAME 1e-6f

#define MOST_PARTS (WEND_RING_MOST / LANES_WIDTH)

// The slots of a ring as lanes while one of them is chosen.
typedef struct slots
{
    const wend_ring *ring;
    lane_mask left[MOST_PARTS];   // not masked
    float wanted[WEND_RING_MOST]; // interest with the bonus
    float open[WEND_RING_MOST];   // the same where a slot is left, next to -FLT_MAX elsewhere
    float same;                   // interests that are nearer count as equal
} slots;

/// 0 where the mask is set, FLT_MAX elsewhere: to be added to what shall not be the lowest, or subtracted.
LANES_INLINE lanes unless(lane_mask mask)
{
    return lanes_keep(~mask, lanes_all(FLT_MAX));
}

LANES_INLINE lanes alignments(const wend_ring *ring, int p, wend_vec along)
{
    lanes dot = lanes_load(ring->x + p) * lanes_all(along.x) + lanes_load(ring->y + p) * lanes_all(along.y);
    return ring->is_spatial ? dot + lanes_load(ring->z + p) * lanes_all(along.z) : dot;
}

/// v, brought to length 1 unless it is as good as there.
static inline wend_vec unit(wend_vec v)
{
    float square = wend_dot(v, v);
    return square > 0.999999f && square < 1.000001f ? v : wend_normalize(v);
}

LANES_INLINE float size_of(float lowest, float highest)
{
    return higher_of(highest, -lowest);
}

LANES_INLINE float allowance(wend_tolerance tolerance, float lowest, float highest)
{
    float value = tolerance.value > 0.0f ? tolerance.value : 0.0f;
    return (tolerance.is_share ? value * (highest - lowest) : value) + SAME * size_of(lowest, highest);
}

/// Takes the more dangerous ones out of the slots that are left. Writes the lowest danger; returns who is left.
LANES_INLINE uint64_t mask_out(slots *s, int parts, wend_ring_layer layer, wend_tolerance tolerance, float *lowest)
{
    const float *danger = s->ring->value[layer];
    lanes low = lanes_all(FLT_MAX), high = lanes_all(0.0f);
    UNROLLED
    for (int i = 0; i < parts; i++)
    {
        lanes v = lanes_load(danger + i * LANES_WIDTH);
        low = lanes_smaller(low, v + unless(s->left[i]));
        high = lanes_larger(high, lanes_keep(s->left[i], v));
    }
    *lowest = lanes_lowest(low);
    lanes limit = lanes_all(*lowest + allowance(tolerance, *lowest, lanes_highest(high)));
    uint64_t left = 0;
    UNROLLED
    for (int i = 0, p = 0; i < parts; i++, p += LANES_WIDTH)
    {
        s->left[i] &= lanes_at_most(lanes_load(danger + p), limit);
        left |= (uint64_t)lanes_bits(s->left[i]) << p;
    }
    return left;
}

/// The highest interest of the ring, 0 at least.
LANES_INLINE float highest_interest(const wend_ring *ring, int parts)
{
    lanes high = lanes_all(0.0f);
    UNROLLED
    for (int p = 0; p < parts * LANES_WIDTH; p += LANES_WIDTH)
        high = lanes_larger(lanes_load(ring->value[WEND_RING_INTEREST] + p), high);
    return lanes_highest(high);
}

/// What is wanted, with a bonus along a direction; of the slots that are left those that are wanted about most.
LANES_INLINE uint64_t find_candidates(slots *s, int parts, wend_vec bonus, wend_tolerance tolerance,
                                      lane_mask *candidates)
{
    const wend_ring *ring = s->ring;
    lanes low = lanes_all(FLT_MAX), high = lanes_all(-FLT_MAX);
    UNROLLED
    for (int i = 0, p = 0; i < parts; i++, p += LANES_WIDTH)
    {
        lanes v = lanes_load(ring->value[WEND_RING_INTEREST] + p), not_left = unless(s->left[i]);
        if (ring->has_aim)
            v = lanes_select(lanes_less(lanes_all(0.0f), v), v, lanes_load(ring->aim + p));
        v = v + lanes_larger(alignments(ring, p, bonus), lanes_all(0.0f));
        lanes open = v - not_left;
        memcpy(s->wanted + p, &v, sizeof v);
        memcpy(s->open + p, &open, sizeof open);
        low = lanes_smaller(low, v + not_left);
        high = lanes_larger(high, open);
    }
    float highest = lanes_highest(high), lowest = lanes_lowest(low);
    lanes limit = lanes_all(highest - allowance(tolerance, lowest, highest));
    s->same = SAME * size_of(lowest, highest) + FLT_MIN;
    uint64_t bits = 0;
    UNROLLED
    for (int i = 0, p = 0; i < parts; i++, p += LANES_WIDTH)
    {
        candidates[i] = s->left[i] & lanes_at_most(limit, lanes_load(s->wanted + p));
        bits |= (uint64_t)lanes_bits(candidates[i]) << p;
    }
    return bits;
}

/// The slot of a mask that is most like a direction; of equal ones the lowest.
LANES_INLINE int most_like(const wend_ring *ring, wend_vec along, const lane_mask *masks, int parts)
{
    lanes like[MOST_PARTS], high = lanes_all(-FLT_MAX);
    UNROLLED
    for (int i = 0; i < parts; i++)
    {
        like[i] = alignments(ring, i * LANES_WIDTH, along) - unless(masks[i]);
        high = lanes_larger(high, like[i]);
    }
    lanes limit = lanes_all(lanes_highest(high) - SAME);
    uint64_t bits = 0;
    UNROLLED
    for (int i = 0; i < parts; i++)
        bits |= (uint64_t)lanes_bits(lanes_at_most(limit, like[i])) << (i * LANES_WIDTH);
    return zeros_below_64(bits);
}

static bool has_bit(uint64_t bits, int slot)
{
    return bits >> slot & 1;
}

LANES_INLINE int slot_after(int count, int slot)
{
    return slot + 1 < count ? slot + 1 : 0;
}

LANES_INLINE int slot_before(int count, int slot)
{
    return (slot > 0 ? slot : count) - 1;
}

/// The higher one of a slot's neighbours if it is higher than the slot. Written without jumps, as nobody can foretell
/// it.
LANES_INLINE int step_up(const slots *s, int count, int slot)
{
    int after = slot_after(count, slot), before = slot_before(count, slot);
    float there = s->open[after], back = s->open[before];
    int is_after = (there > back) | ((there == back) & (after < before));
    int is_up = higher_of(there, back) > s->open[slot] + s->same;
    int higher = before + (after - before) * is_after;
    return slot + (higher - slot) * is_up;
}

/// Uphill over slots that are left, as long as it goes up.
LANES_INLINE int climb_in_plane(const slots *s, int count, int slot)
{
    int from = step_up(s, count, slot), to = step_up(s, count, from);
    while (to != from)
        from = to, to = step_up(s, count, from);
    return to;
}

static int climb_in_space(const slots *s, int slot)
{
    int count = s->ring->neighbour_count;
    for (;;)
    {
        const uint8_t *around = s->ring->neighbours[slot];
        int best = around[0];
        for (int n = 1; n < count; n++)
            if (s->open[around[n]] > s->open[best] || (s->open[around[n]] == s->open[best] && around[n] < best))
                best = around[n];
        if (!(s->open[best] > s->open[slot] + s->same))
            return slot;
        slot = best;
    }
}

/// The top of the parabola through a slot and its neighbours, in slots from it, within half a one.
LANES_INLINE float lean_in_plane(const slots *s, int count, uint64_t left, int slot)
{
    int after = slot_after(count, slot), before = slot_before(count, slot);
    float there = s->wanted[after], back = s->wanted[before];
    float bend = (there + back) - 2.0f * s->wanted[slot], least = -4.0f * s->same;
    float lean = 0.5f * (back - there) / (bend < least ? bend : least);
    // Each way as far as its neighbour is free.
    float most = 0.5f * (float)(int)(left >> after & 1), least_lean = -0.5f * (float)(int)(left >> before & 1);
    return higher_of(lower_of(lean, most), least_lean);
}

/// u turned by an angle [-pi/4, pi/4].
LANES_INLINE wend_vec turn_a_little(wend_vec u, double angle)
{
    double a = angle * angle, b = a * a;
    double sine = angle * ((1.0 - a * (1.0 / 6)) + b * (1.0 / 120 - a * (1.0 / 5040)));
    double cosine = (1.0 - a * (1.0 / 2)) + b * ((1.0 / 24 - a * (1.0 / 720)) + b * (1.0 / 40320));
    double x = (double)u.x, y = (double)u.y;
    return wend_xyz((float)(x * cosine - y * sine) + 0.0f, (float)(x * sine + y * cosine) + 0.0f, 0.0f);
}

// A slot's neighbour in space, seen in the plane that touches the sphere at the slot.
typedef struct aside
{
    double x, y;
    bool is_masked;
} aside;

/// The push (x, y) without what leads toward masked neighbours; nothing if they leave no way.
static void turn_from_masked(const aside *around, int count, double *x, double *y)
{
    for (int round = 0; round < 4; round++)
    {
        bool is_free = true;
        for (int n = 0; n < count; n++)
        {
            double square = around[n].x * around[n].x + around[n].y * around[n].y;
            double toward = *x * around[n].x + *y * around[n].y;
            if (!around[n].is_masked || toward <= 1e-9 * square)
                continue;
            is_free = false;
            *x -= around[n].x * toward / square;
            *y -= around[n].y * toward / square;
        }
        if (is_free)
            return;
    }
    *x = *y = 0.0;
}

/// The direction in which a function g . d + c, fitted to a slot and its neighbours in space, is highest; within half
/// the way to the nearest one. Where one thing is wanted, interest is such a function.
static wend_vec lean_in_space(const slots *s, uint64_t left, int slot)
{
    const wend_ring *ring = s->ring;
    wend_vec here = wend_ring_direction(ring, slot);
    real_vec up = real_of(here), any = fabs(up.y) < 0.7 ? (real_vec){0.0, 1.0, 0.0} : (real_vec){1.0, 0.0, 0.0};
    real_vec side = real_unit(real_sub(any, real_scale(up, real_dot(any, up))));
    real_vec ahead = {up.y * side.z - up.z * side.y, up.z * side.x - up.x * side.z, up.x * side.y - up.y * side.x};
    aside around[6];
    int count = ring->neighbour_count;
    double xx = 0, xy = 0, yy = 0, xs = 0, ys = 0, ss = 0, xv = 0, yv = 0, sv = 0, nearest = -1.0;
    for (int n = 0; n < count; n++)
    {
        int other = ring->neighbours[slot][n];
        real_vec d = real_of(wend_ring_direction(ring, other));
        double x = real_dot(d, side), y = real_dot(d, ahead), bent = real_dot(d, up) - 1.0;
        double v = (double)s->wanted[other] - (double)s->wanted[slot];
        around[n] = (aside){x, y, !has_bit(left, other)};
        nearest = fmax(nearest, bent + 1.0);
        xx += x * x, xy += x * y, yy += y * y, xs += x * bent, ys += y * bent, ss += bent * bent;
        xv += x * v, yv += y * v, sv += bent * v;
    }
    // Normal equations of the three unknowns, by determinants.
    double a = yy * ss - ys * ys, b = xy * ss - ys * xs, c = xy * ys - yy * xs;
    double determinant = xx * a - xy * b + xs * c;
    double gx = xv * a - xy * (yv * ss - ys * sv) + xs * (yv * ys - yy * sv);
    double gy = xx * (yv * ss - ys * sv) - xv * b + xs * (xy * sv - yv * xs);
    double q = xx * (yy * sv - yv * ys) - xy * (xy * sv - yv * xs) + xv * c;
    if (!(determinant > 1e-12) || !(q > 0.0))
        return here;
    // The tangent of half an angle, from its cosine.
    double x = gx / q, y = gy / q, length = sqrt(x * x + y * y), most = sqrt((1.0 - nearest) / (1.0 + nearest));
    if (length > most)
        x *= most / length, y *= most / length;
    turn_from_masked(around, count, &x, &y);
    return real_to_vec(real_unit(real_add(up, real_add(real_scale(side, x), real_scale(ahead, y)))));
}

/// `left`: the slots toward which it may lean.
LANES_INLINE wend_vec direction_of(const slots *s, int count, uint64_t left, int slot)
{
    if (s->ring->is_spatial)
        return lean_in_space(s, left, slot);
    double lean = (double)lean_in_plane(s, count, left, slot);
    return turn_a_little(wend_xyz(s->ring->x[slot], s->ring->y[slot], 0.0f), lean * 6.28318530717958647693 / count);
}

/// Nothing is wanted: is the heading at least not masked?
static bool can_go_on(const wend_ring *ring, uint64_t left, wend_vec heading)
{
    int most = 0;
    for (int i = 1; i < ring->count; i++)
        if (wend_dot(wend_ring_direction(ring, i), heading) > wend_dot(wend_ring_direction(ring, most), heading) + SAME)
            most = i;
    return wend_dot(heading, heading) == 0.0f || has_bit(left, most);
}

static float speed_share(const wend_choice *how, float danger)
{
    float share = 1.0f - how->slowing * danger;
    return share < 0.0f ? 0.0f : share > 1.0f ? 1.0f : share;
}

/// Is all that is wanted most masked?
LANES_INLINE bool is_best_masked(const slots *s, int parts, float highest)
{
    const float *interest = s->ring->value[WEND_RING_INTEREST];
    lanes open = lanes_all(0.0f);
    UNROLLED
    for (int i = 0; i < parts; i++)
        open = lanes_larger(open, lanes_keep(s->left[i], lanes_load(interest + i * LANES_WIDTH)));
    return lanes_highest(open) < highest * (1.0f - SAME);
}

LANES_INLINE void choose(const wend_ring *ring, int count, const wend_choice *how, wend_vec heading, wend_vec last,
                         wend_choice_result *out)
{
    int parts = (count + LANES_WIDTH - 1) / LANES_WIDTH;
    slots s;
    lane_mask candidates[MOST_PARTS];
    s.ring = ring;
    UNROLLED
    for (int i = 0; i < parts; i++)
        s.left[i] = lanes_load_mask(ring->is_slot + i * LANES_WIDTH);
    heading = unit(heading);

    float lowest_hard = 0.0f, lowest_soft, highest = highest_interest(ring, parts);
    uint64_t whole = ~(uint64_t)0 >> (WEND_RING_MOST - count), after_hard = whole;
    if (ring->is_written[WEND_RING_HARD])
        after_hard = mask_out(&s, parts, WEND_RING_HARD, how->hard, &lowest_hard);
    uint64_t left = after_hard;
    float staying = higher_of(how->last_bonus, 0.0f);
    if (how->masked_bonus > staying && after_hard != whole && is_best_masked(&s, parts, highest))
        staying = how->masked_bonus;
    if (ring->is_written[WEND_RING_SOFT])
        left = mask_out(&s, parts, WEND_RING_SOFT, how->soft, &lowest_soft);
    float bonus = lower_of(staying * highest, 1e18f);
    out->candidates = find_candidates(&s, parts, wend_scale(unit(last), bonus), how->interest, candidates);
    int slot = most_like(ring, heading, candidates, parts);
    if (!how->is_stepped)
        slot = ring->is_spatial ? climb_in_space(&s, slot) : climb_in_plane(&s, count, slot);

    out->status = WEND_CHOICE_OK;
    out->slot = slot;
    out->direction = how->is_stepped ? wend_ring_direction(ring, slot)
                                     : direction_of(&s, count, how->can_lean_to_masked ? whole : left, slot);
    out->interest = s.wanted[slot];
    out->danger = ring->value[WEND_RING_HARD][slot];
    out->speed = speed_share(how, out->danger);
    out->masked_by_hard = whole & ~after_hard;
    out->masked_by_soft = after_hard & ~left;
    if (ring->is_written[WEND_RING_HARD] && lowest_hard > how->blocked)
    {
        out->status = WEND_CHOICE_BLOCKED;
        float way_shown = lowest_hard < 1.0f ? 1.0f - lowest_hard : 0.0f;
        out->speed = out->speed < way_shown ? out->speed : way_shown;
    }
    else if (highest == 0.0f && can_go_on(ring, left, heading))
        out->status = WEND_CHOICE_NOTHING;
}

// Compiled once more for AVX2 (context_choose_avx2.c), under another name.
#ifndef RING_CHOOSE_NAME
#define RING_CHOOSE_NAME ring_choose_baseline
#endif

void RING_CHOOSE_NAME(const wend_ring *ring, const wend_choice *how, wend_vec heading, wend_vec last,
                      wend_choice_result *out)
{
    // The usual size once more, with its masks in registers.
    if (ring->count == 16)
        choose(ring, 16, how, heading, last, out);
    else
        choose(ring, ring->count, how, heading, last, out);
}
