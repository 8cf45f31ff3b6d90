// What is in the way of a ring, and choosing from it, with the instruction set that is chosen.
#include "isa.h"
#include "slots.h"

// As many hits are handed on at a time.
#define BATCH 16

static const wend_sweep usual_sweep = {.layer = WEND_RING_HARD, .reach = 0.3f, .range = 1.5f};

wend_sweep wend_default_sweep(void)
{
    return usual_sweep;
}

void wend_ring_block(wend_ring *ring, const wend_blocker *blockers, int count, const wend_sweep *how)
{
    how = how ? how : &usual_sweep;
    if (!(how->range > 0.0f))
        return;
#if ISA_HAS_MORE
    if (isa_chosen() >= ISA_SET_AVX2)
    {
        ring_block_avx2(ring, blockers, count, how);
        return;
    }
#endif
    ring_block_baseline(ring, blockers, count, how);
}

/// From the centre to what was hit, where it will be when the body could be there; where there is no such way, against
/// the normal.
static wend_vec way_to_hit(wend_vec position, const wend_hit *hit, const wend_sweep *how)
{
    wend_vec h = wend_sub(hit->point, position);
    if (hit->distance < 0.0f)
        return wend_negate(h);
    if (how->speed > 0.0f)
        h = wend_add(h, wend_scale(hit->velocity, higher_of(hit->distance - how->reach, 0.0f) / how->speed));
    return wend_dot(h, h) > 0.0f ? h : wend_scale(hit->normal, -1e-3f * how->range);
}

void wend_ring_hits(wend_ring *ring, wend_vec position, const wend_hit *hits, int count, const wend_sweep *how)
{
    how = how ? how : &usual_sweep;
    wend_sweep fitting = *how;
    for (int i = 0; i < count; i++)
        if (hits[i].body != 0)
            fitting.reach = lower_of(fitting.reach, wend_length(way_to_hit(position, &hits[i], how)));
    for (int i = 0; i < count;)
    {
        wend_blocker blockers[BATCH];
        int n = 0;
        for (; i < count && n < BATCH; i++)
            if (hits[i].body != 0) // a ray may have met nothing
                blockers[n++] = (wend_blocker){way_to_hit(position, &hits[i], how), 0.0f, hits[i].body};
        wend_ring_block(ring, blockers, n, &fitting);
    }
}

// ---- choosing -------------------------------------------------------------------------------------------------------

static const wend_choice usual_choice = {.hard = {0.05f, false},
                                         .soft = {0.85f, true},
                                         .interest = {0.05f, true},
                                         .last_bonus = 0.3f,
                                         .blocked = 0.9f,
                                         .slowing = 0.0f,
                                         .is_stepped = false,
                                         .can_lean_to_masked = false};

wend_choice wend_default_choice(void)
{
    return usual_choice;
}

void wend_ring_choose(const wend_ring *ring, const wend_choice *how, wend_vec heading, wend_vec last,
                      wend_choice_result *out)
{
    how = how ? how : &usual_choice;
#if ISA_HAS_MORE
    if (isa_chosen() >= ISA_SET_AVX2)
    {
        ring_choose_avx2(ring, how, heading, last, out);
        return;
    }
#endif
    ring_choose_baseline(ring, how, heading, last, out);
}
