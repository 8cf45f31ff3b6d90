#include "hulls.h"

#include "real.h"

#include <string.h>

#define ROUNDS         4      // of pushing in one step
#define ROOM           1.0001 // how much farther than touching they are pushed, so that rounding leaves no overlap
#define MOST_LOOKED_AT 128

// ---- edges --------------------------------------------------------------------------------------------------------

static void keep_axis(wend_edge edge, float low, float high, float radius, float *position, float *velocity)
{
    double l = (double)low + (double)radius, h = (double)high - (double)radius;
    if (l > h)
        l = h = 0.5 * ((double)low + (double)high); // too narrow for it: the middle
    bool is_below = (double)*position<l, is_above = (double)*position> h;
    if (!is_below && !is_above)
        return;
    *position = real_to_float(is_below ? l : h);
    bool goes_out = is_below ? *velocity < 0.0f : *velocity > 0.0f;
    if (goes_out)
        *velocity = edge == WEND_EDGE_BOUNCE ? -*velocity : 0.0f;
}

void hulls_keep_inside(const wend_world *world, wend_agent *body)
{
    wend_edge edge = world->def.edge;
    if (edge == WEND_EDGE_NONE)
        return;
    if (edge == WEND_EDGE_WRAP)
    {
        body->position = world_wrap(world, body->position);
        return;
    }
    wend_vec low = to_inner(world, world->def.low), high = to_inner(world, world->def.high);
    keep_axis(edge, low.x, high.x, body->radius, &body->position.x, &body->velocity.x);
    keep_axis(edge, low.y, high.y, body->radius, &body->position.y, &body->velocity.y);
    if (is_spatial(world))
        keep_axis(edge, low.z, high.z, body->radius, &body->position.z, &body->velocity.z);
}

// ---- one another --------------------------------------------------------------------------------------------------

typedef struct push_job
{
    wend_world *world;
    float widest; // radius of all
    int span;     // of cells to look at on each side
} push_job;

static float widest_radius(const wend_world *world)
{
    float widest = 0.0f;
    for (int i = 0; i < world->count; i++)
        widest = world->body[i].radius > widest ? world->body[i].radius : widest;
    return widest;
}

/// As wide as two hulls, or wider where the world is so thinly peopled that there would be many more cells than agents.
static float hull_cell(const wend_world *world, float widest)
{
    wend_vec low = world->body[0].position, high = low;
    for (int i = 1; i < world->count; i++)
    {
        wend_vec p = world->body[i].position;
        low = wend_xyz(p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y, p.z < low.z ? p.z : low.z);
        high = wend_xyz(p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y, p.z > high.z ? p.z : high.z);
    }
    real_vec size = real_sub(real_of(high), real_of(low));
    double touch = 2.00001 * (double)widest, most = 1.5 * (double)world->count;
    double edge = is_spatial(world) ? cbrt(size.x * size.y * size.z / most) : sqrt(size.x * size.y / most);
    return real_to_float(real_clamp(edge, touch, 8.0 * touch));
}

wend_status hulls_reserve(wend_world *world)
{
    if (!world->def.does_push_apart || world->count < 2)
        return WEND_OK;
    wend_status status = cells_reserve(world->hulls, world->count);
    return status == WEND_OK ? status : world_fail(world, status, "no memory for the hulls of %d agents", world->count);
}

/// Does agent i make way for j?
static bool makes_way(const wend_world *world, int i, int j)
{
    const agent_rest *a = &world->rest[i], *b = &world->rest[j];
    bool is_level = is_spatial(world) || fabs((double)a->height - (double)b->height) <= (double)world->def.height_range;
    return (a->mask & b->layers) != 0 && is_level;
}

/// How far agent i must go to leave j, its share by mass.
static real_vec push_from(const wend_world *world, int i, int j, bool *is_touching)
{
    const wend_agent *a = &world->body[i], *b = &world->body[j];
    const float *period = world->hulls->period;
    real_vec away = {(double)-cells_short_way(b->position.x - a->position.x, period[0]),
                     (double)-cells_short_way(b->position.y - a->position.y, period[1]),
                     (double)-cells_short_way(b->position.z - a->position.z, period[2])};
    double distance = real_length(away), touch = (double)a->radius + (double)b->radius;
    *is_touching = distance < touch && makes_way(world, i, j);
    if (!*is_touching)
        return (real_vec){0.0, 0.0, 0.0};
    real_vec direction = distance < 1e-6 * touch ? real_of(wend_part(a->id, b->id)) : real_scale(away, 1.0 / distance);
    double share = makes_way(world, j, i) ? (double)b->mass / ((double)a->mass + (double)b->mass) : 1.0;
    return real_scale(direction, (touch * ROOM - distance) * share);
}

/// Tests the places begin..end against the hull at place `own`.
static void push_from_range(push_job *job, int own, int begin, int end, real_vec *sum, int *touching)
{
    wend_world *world = job->world;
    const wend_near *hulls = world->hulls;
    float reach = 2.0f * job->widest * 1.0001f, x = hulls->x[own], y = hulls->y[own];
    for (int p = begin; p < end; p++)
    {
        float dx = cells_short_way(hulls->x[p] - x, hulls->period[0]);
        float dy = cells_short_way(hulls->y[p] - y, hulls->period[1]);
        if (dx > reach || dx < -reach || dy > reach || dy < -reach || p == own)
            continue;
        bool is_touching;
        *sum = real_add(*sum, push_from(world, hulls->index[own], hulls->index[p], &is_touching));
        *touching += is_touching;
    }
}

static void push_one(push_job *job, int own)
{
    wend_world *world = job->world;
    const wend_near *hulls = world->hulls;
    int i = hulls->index[own], touching = 0;
    real_vec sum = {0.0, 0.0, 0.0};
    int begins[CELL_ROWS], ends[CELL_ROWS], cell[3];
    cells_at_place(hulls, own, cell);
    int rows = cells_round(hulls, cell, job->span, begins, ends);
    for (int row = 0; row < rows; row++)
    {
        int begin = begins[row], end = ends[row];
        if (end - begin > MOST_LOOKED_AT) // a pile: those round the own place, as everywhere
        {
            int from = own >= begin && own < end ? own - MOST_LOOKED_AT / 2 : (begin + end - MOST_LOOKED_AT) / 2;
            from = from < begin ? begin : from > end - MOST_LOOKED_AT ? end - MOST_LOOKED_AT : from;
            begin = from;
            end = from + MOST_LOOKED_AT;
        }
        push_from_range(job, own, begin, end, &sum, &touching);
    }
    if (touching == 0)
        return;
    world->push[i] = real_to_vec(real_scale(sum, 1.0 / touching));
    world->seen[i] = touching;
}

static void push_chunk(void *context, int chunk, int worker)
{
    (void)worker;
    push_job *job = context;
    int begin = chunk * 256, end = begin + 256 < job->world->count ? begin + 256 : job->world->count;
    for (int place = begin; place < end; place++)
        push_one(job, place);
}

void hulls_push_apart(wend_world *world)
{
    if (!world->def.does_push_apart || world->count < 2)
        return;
    push_job job = {world, widest_radius(world), 1};
    cells_resize(world->hulls, hull_cell(world, job.widest));
    for (int round = 0; round < ROUNDS; round++)
    {
        wend_near_build(world->hulls, &world->body->position, sizeof *world->body, world->count);
        job.span = cells_span(world->hulls, 2.0f * job.widest);
        memset(world->seen, 0, (size_t)world->count * sizeof *world->seen);
        jobs_run(world->pool, push_chunk, &job, (world->count + 255) / 256, world->def.threads);
        int touching = 0;
        for (int i = 0; i < world->count; i++)
        {
            if (world->seen[i] == 0)
                continue;
            touching += world->seen[i];
            wend_agent *body = &world->body[i];
            body->position = real_to_vec(real_add(real_of(body->position), real_of(world->push[i])));
            hulls_keep_inside(world, body);
        }
        world->stats.overlaps += touching;
        if (touching == 0)
            break;
    }
}
