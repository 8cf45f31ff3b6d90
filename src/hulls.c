#include "hulls.h"

#include "lanes.h"
#include "real.h"

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
} push_job;

static float widest_radius(const wend_world *world)
{
    float widest = 0.0f;
    for (int i = 0; i < world->count; i++)
        widest = fmaxf(widest, world->body[i].radius);
    return widest;
}

/// As wide as two hulls, or wider where the world is so thinly peopled that there would be many more cells than agents.
static float hull_cell(const wend_world *world, float widest)
{
    wend_vec low = world->body[0].position, high = low;
    for (int i = 1; i < world->count; i++)
    {
        wend_vec p = world->body[i].position;
        low = wend_xyz(fminf(low.x, p.x), fminf(low.y, p.y), fminf(low.z, p.z));
        high = wend_xyz(fmaxf(high.x, p.x), fmaxf(high.y, p.y), fmaxf(high.z, p.z));
    }
    real_vec size = real_sub(real_of(high), real_of(low));
    double touch = 2.0 * (double)widest, most = 4.0 * (double)world->count;
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

static bool can_push(const wend_world *world, int i, int j)
{
    const agent_rest *a = &world->rest[i], *b = &world->rest[j];
    bool is_level = is_spatial(world) || fabs((double)a->height - (double)b->height) <= (double)world->def.height_range;
    return (a->mask & b->layers) != 0 && (b->mask & a->layers) != 0 && is_level;
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
    *is_touching = distance < touch && can_push(world, i, j);
    if (!*is_touching)
        return (real_vec){0.0, 0.0, 0.0};
    real_vec direction = distance < 1e-6 * touch ? real_of(wend_part(a->id, b->id)) : real_scale(away, 1.0 / distance);
    double share = (double)b->mass / ((double)a->mass + (double)b->mass);
    return real_scale(direction, (touch * ROOM - distance) * share);
}

static void push_one(wend_world *world, int i, float widest)
{
    const wend_near *hulls = world->hulls;
    const wend_agent *self = &world->body[i];
    real_vec sum = {0.0, 0.0, 0.0};
    int touching = 0;
    int own = hulls->place[i];
    cell_walk walk = cells_walk_round(hulls, i, self->radius + widest);
    for (int begin, end; cells_next(&walk, &begin, &end);)
    {
        if (end - begin > MOST_LOOKED_AT) // a pile: those round the own place, as everywhere
        {
            int from = own >= begin && own < end ? own - MOST_LOOKED_AT / 2 : (begin + end - MOST_LOOKED_AT) / 2;
            from = from < begin ? begin : from > end - MOST_LOOKED_AT ? end - MOST_LOOKED_AT : from;
            begin = from;
            end = from + MOST_LOOKED_AT;
        }
        float reach = self->radius + widest, x = self->position.x, y = self->position.y;
        for (int p = begin; p < end; p++)
        {
            float dx = cells_short_way(hulls->x[p] - x, hulls->period[0]);
            float dy = cells_short_way(hulls->y[p] - y, hulls->period[1]);
            if (p == own || fabsf(dx) > reach || fabsf(dy) > reach)
                continue;
            bool is_touching;
            sum = real_add(sum, push_from(world, i, hulls->index[p], &is_touching));
            touching += is_touching;
        }
    }
    world->push[i] = touching > 0 ? real_to_vec(real_scale(sum, 1.0 / touching)) : wend_xyz(0.0f, 0.0f, 0.0f);
    world->seen[i] = touching;
}

static void push_chunk(void *context, int chunk, int worker)
{
    (void)worker;
    push_job *job = context;
    int begin = chunk * 256, end = begin + 256 < job->world->count ? begin + 256 : job->world->count;
    for (int k = begin; k < end; k++)
        push_one(job->world, job->world->hulls->index[k], job->widest);
}

void hulls_push_apart(wend_world *world)
{
    if (!world->def.does_push_apart || world->count < 2)
        return;
    push_job job = {world, widest_radius(world)};
    cells_resize(world->hulls, hull_cell(world, job.widest));
    for (int round = 0; round < ROUNDS; round++)
    {
        wend_near_build(world->hulls, &world->body->position, sizeof *world->body, world->count);
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
