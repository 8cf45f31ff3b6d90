#include "wend/draw.h"

#include <math.h>
#include <stddef.h>

static void no_line(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user)
{
    (void)from, (void)to, (void)colour, (void)is_dashed, (void)user;
}

static void no_circle(wend_vec centre, float radius, wend_colour colour, bool is_filled, void *user)
{
    (void)centre, (void)radius, (void)colour, (void)is_filled, (void)user;
}

static void no_polygon(const wend_vec *corners, int count, wend_colour colour, void *user)
{
    (void)corners, (void)count, (void)colour, (void)user;
}

static void no_text(wend_vec at, const char *text, wend_colour colour, void *user)
{
    (void)at, (void)text, (void)colour, (void)user;
}

wend_draw wend_default_draw(void)
{
    return (wend_draw){no_line, no_circle, no_polygon, no_text, NULL};
}

void wend_draw_agent(const wend_draw *draw, wend_vec position, wend_vec heading, float radius, wend_colour colour)
{
    wend_vec ahead = wend_scale(wend_normalize(heading), radius), left = wend_xyz(-ahead.y, ahead.x, 0.0f);
    // A drop: the hull, and a tip ahead of it that touches it at 45 degrees.
    wend_vec side = wend_scale(wend_add(ahead, left), 0.70710678f);
    wend_vec other = wend_scale(wend_sub(ahead, left), 0.70710678f);
    const wend_vec tip[3] = {wend_add(position, wend_scale(ahead, 1.41421356f)), wend_add(position, side),
                             wend_add(position, other)};
    draw->circle(position, radius, colour, true, draw->user);
    draw->polygon(tip, 3, colour, draw->user);
}

void wend_draw_arrow(const wend_draw *draw, wend_vec from, wend_vec along, wend_colour colour, bool is_dashed)
{
    float length = wend_length(along);
    if (length <= 0.0f)
        return;
    wend_vec to = wend_add(from, along), head = wend_scale(along, -0.18f), across = wend_xyz(-head.y, head.x, 0.0f);
    draw->line(from, to, colour, is_dashed, draw->user);
    draw->line(to, wend_add(to, wend_add(head, wend_scale(across, 0.5f))), colour, false, draw->user);
    draw->line(to, wend_add(to, wend_sub(head, wend_scale(across, 0.5f))), colour, false, draw->user);
}

void wend_draw_reason(const wend_draw *draw, const wend_reason *reason, float scale)
{
    wend_vec at = reason->position;
    if (reason->has_aim)
        draw->line(at, reason->aim, WEND_COLOUR_AIM, true, draw->user);
    wend_draw_arrow(draw, at, wend_scale(reason->velocity, scale), WEND_COLOUR_VELOCITY, false);
    wend_draw_arrow(draw, at, wend_scale(reason->combined, scale), WEND_COLOUR_WISH, true);
    wend_draw_arrow(draw, at, wend_scale(reason->steering, scale * 0.25f), WEND_COLOUR_STEERING, false);
}

static void draw_border(const wend_draw *draw, const wend_half_space *half, wend_vec at, float radius, float scale)
{
    const int strokes = 9;
    wend_vec foot = wend_scale(wend_xyz(half->point.x, half->point.y, 0.0f), scale);
    float off = wend_length(foot), square = radius * radius - off * off;
    if (square <= 0.0f)
        return;
    wend_colour colour = half->is_wall ? WEND_COLOUR_HARD : WEND_COLOUR_SOFT;
    wend_vec along = wend_scale(wend_xyz(-half->normal.y, half->normal.x, 0.0f), sqrtf(square));
    wend_vec middle = wend_add(at, foot);
    draw->line(wend_sub(middle, along), wend_add(middle, along), colour, false, draw->user);
    for (int k = 0; k < strokes; k++)
    {
        float share = 2.0f * ((float)k + 0.5f) / (float)strokes - 1.0f;
        wend_vec from = wend_add(middle, wend_scale(along, share));
        wend_vec to = wend_sub(from, wend_scale(half->normal, 0.12f * radius));
        draw->line(from, to, (colour & 0xffffff00u) | 0x90u, false, draw->user);
    }
}

void wend_draw_orca(const wend_draw *draw, const wend_orca_result *result, wend_vec at, float top_speed, float scale)
{
    float radius = top_speed * scale;
    draw->circle(at, radius, 0xffffff70u, false, draw->user);
    for (int i = 0; i < result->count; i++)
        draw_border(draw, &result->halves[i], at, radius, scale);
}

void wend_draw_way(const wend_draw *draw, const wend_vec *points, int count, float radius)
{
    for (int i = 1; i < count; i++)
    {
        draw->line(points[i - 1], points[i], WEND_COLOUR_AIM, false, draw->user);
        draw->circle(points[i], radius, WEND_COLOUR_AIM, true, draw->user);
    }
}

// ---- a ring of interest and danger ----------------------------------------------------------------------------------

static const float widest_bar = 0.15f;  // half of its width, as a share of the distance from the middle
static const float inner_share = 0.62f; // how far inward a danger of 1 reaches
static const wend_colour grey = 0x8b97a5ffu;

wend_ring_figure wend_default_ring_figure(void)
{
    return (wend_ring_figure){.radius = 1.0f, .eye = {0.0f, 0.0f, 1.0f}};
}

// A figure while it is drawn.
typedef struct sketch
{
    const wend_draw *draw;
    const wend_ring *ring;
    wend_ring_figure place;
    wend_choice_result result; // zeroed where there is none
    bool is_chosen;            // candidates are known
    float scale[WEND_RING_LAYERS];
} sketch;

static wend_colour with_opacity(wend_colour colour, unsigned opacity)
{
    return (colour & 0xffffff00u) | opacity;
}

static bool has_bit(uint64_t bits, int slot)
{
    return bits >> slot & 1;
}

static float highest_of(const wend_ring *ring, wend_ring_layer layer)
{
    float highest = 0.0f;
    for (int i = 0; i < ring->count; i++)
        highest = ring->value[layer][i] > highest ? ring->value[layer][i] : highest;
    return highest;
}

/// The number of a slot as a share of the full length, [0, 1].
static float share_of(const sketch *f, wend_ring_layer layer, int slot)
{
    float share = f->ring->value[layer][slot] / f->scale[layer];
    return share < 1.0f ? share : 1.0f;
}

static sketch sketch_of(const wend_draw *draw, const wend_ring *ring, const wend_choice_result *result,
                        const wend_ring_figure *place)
{
    sketch f = {.draw = draw, .ring = ring, .place = place ? *place : wend_default_ring_figure()};
    if (result)
        f.result = *result;
    f.is_chosen = f.result.candidates != 0;
    for (int layer = 0; layer < WEND_RING_LAYERS; layer++)
    {
        float highest = highest_of(ring, (wend_ring_layer)layer);
        bool is_relative = layer == WEND_RING_INTEREST && highest > 0.0f;
        f.scale[layer] = f.place.full > 0.0f ? f.place.full : is_relative || highest > 1.0f ? highest : 1.0f;
    }
    return f;
}

static bool is_masked(const sketch *f, int slot)
{
    return has_bit(f->result.masked_by_hard | f->result.masked_by_soft, slot);
}

static wend_colour mask_colour(const sketch *f, int slot)
{
    return has_bit(f->result.masked_by_hard, slot) ? WEND_COLOUR_HARD : WEND_COLOUR_SOFT;
}

/// The point that lies `distance` radii along u from the middle.
static wend_vec along(const sketch *f, wend_vec u, float distance)
{
    return wend_add(f->place.at, wend_scale(u, distance * f->place.radius));
}

// ---- in a plane -----------------------------------------------------------------------------------------------------

/// The corners of a bar on slot direction u: from one distance to another, from one side to the other, all in radii.
static void bar_corners(const sketch *f, wend_vec u, const float distances[2], const float sides[2],
                        wend_vec corners[4])
{
    wend_vec left = wend_xyz(-u.y, u.x, 0.0f);
    wend_vec low = wend_add(u, wend_scale(left, sides[0])), high = wend_add(u, wend_scale(left, sides[1]));
    corners[0] = along(f, low, distances[0]);
    corners[1] = along(f, low, distances[1]);
    corners[2] = along(f, high, distances[1]);
    corners[3] = along(f, high, distances[0]);
}

static void fill_bar(const sketch *f, wend_vec u, const float distances[2], const float sides[2], wend_colour colour)
{
    wend_vec corners[4];
    bar_corners(f, u, distances, sides, corners);
    f->draw->polygon(corners, 4, colour, f->draw->user);
    f->draw->line(corners[1], corners[2], colour, false, f->draw->user); // to be seen however flat it is
}

static void outline_bar(const sketch *f, wend_vec u, const float distances[2], const float sides[2], wend_colour colour)
{
    wend_vec corners[4];
    bar_corners(f, u, distances, sides, corners);
    for (int i = 0; i < 3; i++)
        f->draw->line(corners[i], corners[i + 1], colour, false, f->draw->user);
}

static float half_width(const wend_ring *ring)
{
    float share = 0.36f * 2.0f * WEND_PI / (float)ring->count;
    return share < widest_bar ? share : widest_bar;
}

static void draw_interest(const sketch *f, int slot)
{
    float share = share_of(f, WEND_RING_INTEREST, slot), half = half_width(f->ring);
    const float distances[2] = {1.0f, 1.0f + share}, sides[2] = {-half, half};
    wend_vec u = wend_ring_direction(f->ring, slot);
    bool is_candidate = has_bit(f->result.candidates, slot);
    if (share > 0.0f && is_masked(f, slot))
        outline_bar(f, u, distances, sides, with_opacity(grey, 190));
    else if (share > 0.0f)
        fill_bar(f, u, distances, sides, with_opacity(WEND_COLOUR_INTEREST, is_candidate || !f->is_chosen ? 255 : 120));
    if (is_candidate)
        f->draw->circle(along(f, u, distances[1] + 0.14f), (half < 0.06f ? half : 0.06f) * f->place.radius,
                        WEND_COLOUR_CHOICE, true, f->draw->user);
}

static void draw_danger(const sketch *f, wend_ring_layer layer, wend_colour colour, int slot)
{
    float share = share_of(f, layer, slot), half = half_width(f->ring);
    if (share <= 0.0f)
        return;
    bool has_both = f->ring->is_written[WEND_RING_HARD] && f->ring->is_written[WEND_RING_SOFT];
    const float distances[2] = {1.0f, 1.0f - inner_share * share};
    const float sides[2] = {has_both && layer == WEND_RING_HARD ? 0.0f : -half,
                            has_both && layer == WEND_RING_SOFT ? 0.0f : half};
    fill_bar(f, wend_ring_direction(f->ring, slot), distances, sides, with_opacity(colour, 235));
}

/// The slot's share of the circle: a thin line, or closed.
static void draw_rim(const sketch *f, int slot)
{
    int pieces = 48 / f->ring->count + 1;
    float piece = 2.0f * WEND_PI / (float)(f->ring->count * pieces);
    bool is_closed = is_masked(f, slot);
    wend_vec first = wend_rotate(wend_ring_direction(f->ring, slot), -0.5f * piece * (float)pieces);
    for (int i = 0; i < pieces; i++)
    {
        wend_vec from = wend_rotate(first, piece * (float)i), to = wend_rotate(first, piece * (float)(i + 1));
        wend_vec middle = wend_rotate(first, piece * ((float)i + 0.5f));
        const float thick[2] = {0.97f, 1.05f}, sides[2] = {-0.51f * piece, 0.51f * piece};
        if (is_closed)
            fill_bar(f, middle, thick, sides, mask_colour(f, slot));
        else
            f->draw->line(along(f, from, 1.0f), along(f, to, 1.0f), with_opacity(grey, 150), false, f->draw->user);
    }
}

static void draw_planar(const sketch *f)
{
    for (int i = 0; i < f->ring->count; i++)
    {
        draw_danger(f, WEND_RING_SOFT, WEND_COLOUR_SOFT, i);
        draw_danger(f, WEND_RING_HARD, WEND_COLOUR_HARD, i);
        draw_interest(f, i);
    }
    for (int i = 0; i < f->ring->count; i++) // open parts first: what is closed stays whole
        if (!is_masked(f, i))
            draw_rim(f, i);
    for (int i = 0; i < f->ring->count; i++)
        if (is_masked(f, i))
            draw_rim(f, i);
}

// ---- in space -------------------------------------------------------------------------------------------------------

/// The slots, what is seen from behind first.
static void order_by_depth(const sketch *f, int order[WEND_RING_MOST])
{
    float depth[WEND_RING_MOST];
    for (int i = 0; i < f->ring->count; i++)
    {
        depth[i] = wend_dot(wend_ring_direction(f->ring, i), f->place.eye);
        int k = i;
        for (; k > 0 && depth[order[k - 1]] > depth[i]; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

static wend_colour tile_colour(const sketch *f, int slot, unsigned opacity)
{
    float hard = share_of(f, WEND_RING_HARD, slot), soft = share_of(f, WEND_RING_SOFT, slot);
    if (is_masked(f, slot))
        return with_opacity(mask_colour(f, slot), opacity);
    if (hard > 0.0f || soft > 0.0f)
        return with_opacity(hard > 0.0f ? WEND_COLOUR_HARD : WEND_COLOUR_SOFT, opacity / 2);
    if (has_bit(f->result.candidates, slot) || !f->is_chosen)
        return with_opacity(WEND_COLOUR_INTEREST, opacity);
    return with_opacity(grey, opacity / 2);
}

static void draw_tile(const sketch *f, int slot)
{
    wend_vec u = wend_ring_direction(f->ring, slot),
             axis = u.z * u.z < 0.5f ? wend_xyz(0.0f, 0.0f, 1.0f) : wend_xyz(1.0f, 0.0f, 0.0f);
    wend_vec side = wend_normalize(wend_cross(axis, u)), up = wend_cross(u, side), corners[6];
    bool is_behind = wend_dot(u, f->place.eye) < 0.0f, is_candidate = has_bit(f->result.candidates, slot);
    unsigned opacity = is_behind ? 50 : 220;
    float size = 0.52f * wend_distance(u, wend_ring_direction(f->ring, f->ring->neighbours[slot][0]));
    for (int k = 0; k < 6; k++)
    {
        float angle = WEND_PI / 3.0f * (float)k;
        wend_vec across = wend_add(wend_scale(side, wend_cos(angle)), wend_scale(up, wend_sin(angle)));
        corners[k] = along(f, wend_add(u, wend_scale(across, size)), 1.0f);
    }
    f->draw->polygon(corners, 6, tile_colour(f, slot, opacity), f->draw->user);
    float share = share_of(f, WEND_RING_INTEREST, slot);
    if (share <= 0.0f)
        return;
    wend_colour stalk = is_masked(f, slot) ? grey : WEND_COLOUR_INTEREST;
    f->draw->line(along(f, u, 1.0f), along(f, u, 1.0f + share), with_opacity(stalk, is_candidate ? 255 : opacity / 2),
                  false, f->draw->user);
    if (is_candidate)
        f->draw->circle(along(f, u, 1.0f + share), 0.07f * f->place.radius, WEND_COLOUR_CHOICE, true, f->draw->user);
}

static void draw_spatial(const sketch *f)
{
    int order[WEND_RING_MOST];
    order_by_depth(f, order);
    for (int i = 0; i < f->ring->count; i++)
        draw_tile(f, order[i]);
}

// ---- the choice -----------------------------------------------------------------------------------------------------

static void draw_choice(const sketch *f)
{
    wend_vec u = f->result.direction;
    if (f->result.status == WEND_CHOICE_NOTHING || wend_dot(u, u) == 0.0f)
        return;
    wend_colour colour = f->result.status == WEND_CHOICE_BLOCKED ? WEND_COLOUR_HARD : WEND_COLOUR_CHOICE;
    wend_vec across = f->ring->is_spatial ? wend_normalize(wend_cross(f->place.eye, u)) : wend_xyz(-u.y, u.x, 0.0f);
    wend_vec side = wend_scale(across, 0.13f), base = wend_scale(u, 2.22f);
    const wend_vec head[3] = {along(f, u, 2.6f), along(f, wend_add(base, side), 1.0f),
                              along(f, wend_sub(base, side), 1.0f)};
    f->draw->line(f->place.at, along(f, u, 2.3f), colour, false, f->draw->user);
    f->draw->polygon(head, 3, colour, f->draw->user);
}

void wend_draw_ring(const wend_draw *draw, const wend_ring *ring, const wend_choice_result *result,
                    const wend_ring_figure *figure)
{
    sketch f = sketch_of(draw, ring, result, figure);
    if (ring->is_spatial)
        draw_spatial(&f);
    else
        draw_planar(&f);
    draw_choice(&f);
}
