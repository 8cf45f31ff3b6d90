#include "wend/context.h"

#include "real.h"

#include <string.h>

static bool is_slot(const wend_ring *ring, int slot)
{
    return slot >= 0 && slot < ring->count;
}

static bool has_bit(uint64_t bits, int slot)
{
    return bits >> slot & 1;
}

// ---- directions ---------------------------------------------------------------------------------------------------

/// Sine and cosine of k / n of a turn's eighth, k in [0, n].
static void within_an_eighth(int k, int n, float *sine, float *cosine)
{
    float angle = (float)(0.78539816339744830962 * (double)k / (double)n);
    *sine = wend_sin(angle);
    *cosine = k == n ? *sine : wend_cos(angle);
}

/// Sine and cosine of i / count of a turn. All are reflections of an eighth, so opposite and mirrored ones have the
/// same bits.
static void within_a_turn(int i, int count, float *sine, float *cosine)
{
    int eighths = 8 * i / count, rest = 8 * i % count;
    float s, c;
    if (eighths % 2 == 0)
        within_an_eighth(rest, count, &s, &c);
    else
        within_an_eighth(count - rest, count, &c, &s);
    // s and c belong to the angle within its quarter. A quarter further on, sine is the cosine and cosine is -sine.
    float sines[] = {s, c, 0.0f - s, 0.0f - c}, cosines[] = {c, 0.0f - s, 0.0f - c, s};
    *sine = sines[eighths / 2];
    *cosine = cosines[eighths / 2];
}

static void lay_out_plane(wend_ring *ring)
{
    for (int i = 0; i < ring->count; i++)
    {
        float sine;
        within_a_turn(i, ring->count, &sine, &ring->y[i]);
        ring->x[i] = 0.0f - sine;
    }
}

/// The push of all charges on charge i, without what would move it off the sphere.
static real_vec push_on(const real_vec *charges, int count, int i)
{
    real_vec push = {0.0, 0.0, 0.0};
    for (int k = 0; k < count; k++)
    {
        real_vec away = real_sub(charges[i], charges[k]);
        double square = real_dot(away, away);
        if (k != i)
            push = real_add(push, real_scale(away, 1.0 / (square * sqrt(square))));
    }
    return real_sub(push, real_scale(charges[i], real_dot(push, charges[i])));
}

static void lay_out_space(wend_ring *ring)
{
    real_vec now[WEND_RING_MOST], next[WEND_RING_MOST];
    int count = ring->count;
    for (int i = 0; i < count; i++)
    {
        double y = 1.0 - (2.0 * i + 1.0) / count, around = sqrt(1.0 - y * y);
        float angle = (float)(2.39996322972865332 * i); // the golden angle
        now[i] = (real_vec){around * (double)wend_cos(angle), y, around * (double)wend_sin(angle)};
    }
    // The push grows with count^1.5 near a neighbour, whose distance shrinks with count^-0.5.
    double step = 0.5 / (count * sqrt((double)count));
    for (int round = 0; round < 100; round++)
    {
        for (int i = 0; i < count; i++)
            next[i] = real_unit(real_add(now[i], real_scale(push_on(now, count, i), step)));
        memcpy(now, next, sizeof now);
    }
    for (int i = 0; i < count; i++)
    {
        wend_vec u = real_to_vec(now[i]);
        ring->x[i] = u.x, ring->y[i] = u.y, ring->z[i] = u.z;
    }
}

static void find_neighbours(wend_ring *ring)
{
    ring->neighbour_count = ring->count < 7 ? ring->count - 1 : 6;
    for (int i = 0; i < ring->count; i++)
    {
        uint64_t taken = (uint64_t)1 << i;
        for (int n = 0; n < ring->neighbour_count; n++)
        {
            int nearest = 0;
            float most = -2.0f;
            for (int k = 0; k < ring->count; k++)
            {
                float dot = wend_dot(wend_ring_direction(ring, i), wend_ring_direction(ring, k));
                if (!(taken >> k & 1) && dot > most)
                    nearest = k, most = dot;
            }
            taken |= (uint64_t)1 << nearest;
            ring->neighbours[i][n] = (uint8_t)nearest;
        }
    }
}

wend_status wend_ring_begin(wend_ring *ring, int count, bool is_spatial)
{
    if (count < WEND_RING_LEAST || count > WEND_RING_MOST)
        return WEND_ERROR_VALUE;
    memset(ring, 0, sizeof *ring);
    ring->count = count;
    for (int i = 0; i < count; i++)
        ring->is_slot[i] = ~(uint32_t)0;
    ring->is_spatial = is_spatial;
    if (is_spatial)
    {
        lay_out_space(ring);
        find_neighbours(ring);
    }
    else
        lay_out_plane(ring);
    return WEND_OK;
}

void wend_ring_clear(wend_ring *ring)
{
    ring->has_aim = false;
    for (int layer = 0; layer < WEND_RING_LAYERS; layer++)
    {
        if (ring->is_written[layer])
            for (int p = 0; p < ring->count; p += 16)
                memset(ring->value[layer] + p, 0, 16 * sizeof(float));
        ring->is_written[layer] = false;
        ring->log[layer].count = 0;
    }
}

// ---- reading ------------------------------------------------------------------------------------------------------

wend_vec wend_ring_direction(const wend_ring *ring, int slot)
{
    if (!is_slot(ring, slot))
        return wend_xyz(0.0f, 0.0f, 0.0f);
    return wend_xyz(ring->x[slot], ring->y[slot], ring->z[slot]);
}

float wend_ring_value(const wend_ring *ring, wend_ring_layer layer, int slot)
{
    if (!is_slot(ring, slot))
        return 0.0f;
    float value = ring->value[layer][slot];
    return layer == WEND_RING_INTEREST && ring->has_aim && value <= 0.0f ? ring->aim[slot] : value;
}

uint64_t wend_ring_writer(const wend_ring *ring, wend_ring_layer layer, int slot)
{
    const wend_ring_log *log = &ring->log[layer];
    if (is_slot(ring, slot))
        for (int i = log->count - 1; i >= 0; i--)
            if (has_bit(log->slots[i], slot))
                return log->writer[i];
    return 0;
}

uint64_t wend_ring_masked_by(const wend_ring *ring, const wend_choice_result *result, int slot)
{
    if (!is_slot(ring, slot))
        return 0;
    if (has_bit(result->masked_by_hard, slot))
        return wend_ring_writer(ring, WEND_RING_HARD, slot);
    return has_bit(result->masked_by_soft, slot) ? wend_ring_writer(ring, WEND_RING_SOFT, slot) : 0;
}

// ---- a choice as a wish --------------------------------------------------------------------------------------------

wend_vec wend_steer_ring(const wend_agent *self, const wend_choice_result *result)
{
    if (result->status == WEND_CHOICE_NOTHING)
        return self->velocity;
    return real_to_vec(real_scale(real_of(result->direction), (double)self->max_speed * (double)result->speed));
}
