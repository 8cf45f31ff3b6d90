#include "ink.h"

#include <math.h>

static const double DASH = 6.0; // and how long the gap after it is
static const double GAP = 4.0;
static const float TURN = 6.28318531f;

ink_rgba ink_colour(wend_colour colour)
{
    ink_rgba out = {(uint8_t)(colour >> 24), (uint8_t)(colour >> 16 & 255), (uint8_t)(colour >> 8 & 255),
                    (uint8_t)(colour & 255)};
    return out;
}

// ---- the batch ----------------------------------------------------------------------------------------------------

void ink_flush(ink *c)
{
    if (c->index_count > 0)
        c->hand_over(c);
    c->vertex_count = 0;
    c->index_count = 0;
}

void ink_clip(ink *c, bool is_clipped)
{
    if (c->is_clipped == is_clipped)
        return;
    ink_flush(c);
    c->is_clipped = is_clipped;
    if (c->clip)
        c->clip(c);
}

static void make_room(ink *c, ink_rgba colour, int vertices, int indices)
{
    bool is_opaque = colour.a == 255;
    bool is_full = c->vertex_count + vertices > MAX_VERTICES || c->index_count + indices > MAX_INDICES;
    if (is_full || (c->is_sorted && c->is_opaque != is_opaque))
    {
        ink_flush(c);
    }
    c->is_opaque = is_opaque;
}

static void add_vertex(ink *c, float x, float y, ink_rgba colour)
{
    c->vertices[c->vertex_count++] = (ink_vertex){x, y, colour};
}

static void add_triangle(ink *c, int i, int j, int k)
{
    c->indices[c->index_count++] = (uint16_t)i;
    c->indices[c->index_count++] = (uint16_t)j;
    c->indices[c->index_count++] = (uint16_t)k;
}

static ink_box target_of(const ink *c)
{
    ink_box all = {0, 0, c->width * c->scale, c->height * c->scale};
    return c->is_clipped ? c->view : all;
}

bool ink_sees(const ink *c, float low_x, float low_y, float high_x, float high_y)
{
    ink_box target = target_of(c);
    return isfinite(low_x) && isfinite(low_y) && isfinite(high_x) && isfinite(high_y) &&
           high_x > (float)target.x - 2.0f && low_x < (float)(target.x + target.w) + 2.0f &&
           high_y > (float)target.y - 2.0f && low_y < (float)(target.y + target.h) + 2.0f;
}

// ---- shapes -------------------------------------------------------------------------------------------------------

static void add_fan_triangles(ink *c, int first, int stride, int count)
{
    for (int i = 1; i + 1 < count; i++)
    {
        add_triangle(c, first, first + i * stride, first + (i + 1) * stride);
    }
}

static void add_quad(ink *c, int a, int b, int next_a, int next_b)
{
    add_triangle(c, a, b, next_b);
    add_triangle(c, a, next_b, next_a);
}

static ink_rgba faded(ink_rgba colour)
{
    colour.a = 0;
    return colour;
}

static float area_of(const ink_point *p, int count)
{
    float sum = 0.0f;
    for (int i = 0; i < count; i++)
    {
        const ink_point *a = p + i, *b = p + (i + 1) % count;
        sum += (a->x - p->x) * (b->y - p->y) - (b->x - p->x) * (a->y - p->y);
    }
    return 0.5f * sum;
}

static ink_point outward(ink_point a, ink_point b, float turn)
{
    float dx = b.x - a.x, dy = b.y - a.y;
    float length = sqrtf(dx * dx + dy * dy);
    float factor = length > 1e-6f ? turn / length : 0.0f;
    return (ink_point){dy * factor, -dx * factor};
}

// Where a corner goes when both its edges move one pixel out; a spike is cut.
static ink_point mitre(ink_point before, ink_point after)
{
    ink_point sum = {before.x + after.x, before.y + after.y};
    float square = sum.x * sum.x + sum.y * sum.y;
    float factor = square > 1e-6f ? fminf(2.0f / square, 2.0f / sqrtf(square)) : 0.0f;
    return (ink_point){sum.x * factor, sum.y * factor};
}

// Area over half the perimeter is about the radius: what is thin mustn't be turned inside out.
static float inset_of(const ink_point *p, int count, float area)
{
    float around = 0.0f;
    for (int i = 0; i < count; i++)
    {
        around += hypotf(p[(i + 1) % count].x - p[i].x, p[(i + 1) % count].y - p[i].y);
    }
    return around > 0.0f ? fminf(0.5f, fabsf(area) / around) : 0.0f;
}

static void fan_with_fringe(ink *c, const ink_point *p, int count, ink_rgba colour)
{
    float area = area_of(p, count), turn = area < 0.0f ? -1.0f : 1.0f, inset = inset_of(p, count, area);
    int first = c->vertex_count;
    ink_point before = outward(p[count - 1], p[0], turn);
    for (int i = 0; i < count; i++)
    {
        ink_point after = outward(p[i], p[(i + 1) % count], turn), out = mitre(before, after);
        add_vertex(c, p[i].x - inset * out.x, p[i].y - inset * out.y, colour);
        add_vertex(c, p[i].x + 0.5f * out.x, p[i].y + 0.5f * out.y, faded(colour));
        int here = first + 2 * i, next = first + 2 * ((i + 1) % count);
        add_quad(c, here, here + 1, next, next + 1);
        before = after;
    }
    add_fan_triangles(c, first, 2, count);
}

void ink_fan(ink *c, const ink_point *p, int count, ink_rgba colour, bool is_smooth)
{
    ink_point low = p[0], high = p[0];
    for (int i = 1; i < count; i++)
    {
        low = (ink_point){fminf(low.x, p[i].x), fminf(low.y, p[i].y)};
        high = (ink_point){fmaxf(high.x, p[i].x), fmaxf(high.y, p[i].y)};
    }
    if (colour.a == 0 || !ink_sees(c, low.x, low.y, high.x, high.y))
    {
        return;
    }
    make_room(c, colour, 2 * count, 9 * count);
    if (is_smooth)
    {
        fan_with_fringe(c, p, count, colour);
        return;
    }
    int first = c->vertex_count;
    for (int i = 0; i < count; i++)
    {
        add_vertex(c, p[i].x, p[i].y, colour);
    }
    add_fan_triangles(c, first, 1, count);
}

static int segments_of(float radius)
{
    return (int)fminf(4.0f + 5.0f * sqrtf(fmaxf(radius, 0.0f)), (float)MAX_CORNERS);
}

void ink_disc(ink *c, float x, float y, float radius, ink_rgba colour)
{
    if (!(radius > 0.0f) || !ink_sees(c, x - radius, y - radius, x + radius, y + radius))
    {
        return;
    }
    ink_point p[MAX_CORNERS];
    int count = segments_of(radius);
    for (int i = 0; i < count; i++)
    {
        float angle = TURN * (float)i / (float)count;
        p[i] = (ink_point){x + radius * cosf(angle), y + radius * sinf(angle)};
    }
    ink_fan(c, p, count, colour, c->is_smooth);
}

void ink_ring(ink *c, float x, float y, float radius, float thickness, ink_rgba colour)
{
    float half = 0.5f * thickness;
    if (!(radius > half + 0.5f))
    {
        ink_disc(c, x, y, radius + half, colour);
        return;
    }
    if (colour.a == 0 || !ink_sees(c, x - radius - half, y - radius - half, x + radius + half, y + radius + half))
    {
        return;
    }
    const float smooth[4] = {radius - half - 0.5f, radius - half + 0.5f, radius + half - 0.5f, radius + half + 0.5f};
    const float plain[2] = {radius - half, radius + half};
    const float *radii = c->is_smooth ? smooth : plain;
    int bands = c->is_smooth ? 4 : 2, count = segments_of(radius);
    make_room(c, colour, bands * count, 6 * (bands - 1) * count);
    int first = c->vertex_count;
    for (int i = 0; i < count; i++)
    {
        float angle = TURN * (float)i / (float)count, cosine = cosf(angle), sine = sinf(angle);
        for (int k = 0; k < bands; k++)
        {
            bool is_rim = bands == 4 && (k == 0 || k == 3);
            add_vertex(c, x + radii[k] * cosine, y + radii[k] * sine, is_rim ? faded(colour) : colour);
        }
        int here = first + bands * i, next = first + bands * ((i + 1) % count);
        for (int k = 0; k + 1 < bands; k++)
        {
            add_quad(c, here + k, here + k + 1, next + k, next + k + 1);
        }
    }
}

static void stroke(ink *c, ink_point a, ink_point b, float thickness, ink_rgba colour)
{
    ink_point out = outward(a, b, 0.5f * thickness);
    ink_point p[4] = {
        {a.x + out.x, a.y + out.y}, {b.x + out.x, b.y + out.y}, {b.x - out.x, b.y - out.y}, {a.x - out.x, a.y - out.y}};
    ink_fan(c, p, 4, colour, c->is_smooth);
}

// Liang and Barsky: cuts one side; `share` is what is left of the segment. In double, for ends that are far away.
static bool cut(double start, double along, double low, double high, double share[2])
{
    if (along == 0.0)
    {
        return start >= low && start <= high;
    }
    double one = (low - start) / along, other = (high - start) / along;
    share[0] = fmax(share[0], fmin(one, other));
    share[1] = fmin(share[1], fmax(one, other));
    return share[0] < share[1];
}

static ink_point between(ink_point a, ink_point b, double share)
{
    double x = (double)a.x + ((double)b.x - (double)a.x) * share, y = (double)a.y + ((double)b.y - (double)a.y) * share;
    return (ink_point){(float)x, (float)y};
}

void ink_segment(ink *c, ink_point a, ink_point b, float thickness, ink_rgba colour, bool is_dashed)
{
    ink_box target = target_of(c);
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y, room = 8.0 + (double)thickness;
    double share[2] = {0.0, 1.0};
    if (!isfinite(dx) || !isfinite(dy) || !cut((double)a.x, dx, target.x - room, target.x + target.w + room, share) ||
        !cut((double)a.y, dy, target.y - room, target.y + target.h + room, share))
    {
        return;
    }
    double length = hypot(dx, dy), dash = DASH * c->scale, period = dash + GAP * c->scale;
    if (!is_dashed || length <= dash)
    {
        stroke(c, between(a, b, share[0]), between(a, b, share[1]), thickness, colour);
        return;
    }
    int count = (int)fmin((share[1] - share[0]) * length / period + 1.0, 4096.0);
    for (int i = 0; i < count; i++)
    {
        double from = share[0] + i * period / length, to = fmin(from + dash / length, share[1]);
        stroke(c, between(a, b, from), between(a, b, to), thickness, colour);
    }
}
