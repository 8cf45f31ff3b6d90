// Nobody walks into anybody: each keeps to its share of the gaps round it, so all may move at once.
#include "hulls.h"

#include "bodies.h"
#include "probe.h"
#include "real.h"

#define MOST_PLANES 64
#define MOST_FOUND  16   // walls
#define ROUNDS      6    // of sliding
#define GRAZE       2e-4 // of both radii: so much they may touch, so that those who rest on one another know it

// As far as one may go along a direction.
typedef struct plane
{
    real_vec along; // unit vector
    double most;    // [>= 0]
} plane;

typedef struct planes
{
    plane list[MOST_PLANES];
    int count;
} planes;

typedef struct stop_job
{
    wend_world *world;
    agent_motion *next;
    double seconds;
    double widest, longest; // radius, and way in this step
} stop_job;

static void add_plane(planes *out, real_vec along, double most)
{
    if (out->count < MOST_PLANES)
        out->list[out->count++] = (plane){along, fmax(most, 0.0)};
}

/// Who stands leaves the whole gap to who moves; of two that move each has its share, or what the other can't use.
static void add_hull(const stop_job *job, int i, int j, double way, planes *out)
{
    const wend_world *world = job->world;
    const wend_agent *a = &world->body[i], *b = &world->body[j];
    const float *period = world->hulls->period;
    real_vec offset = {(double)cells_short_way(b->position.x - a->position.x, period[0]),
                       (double)cells_short_way(b->position.y - a->position.y, period[1]),
                       (double)cells_short_way(b->position.z - a->position.z, period[2])};
    double distance = real_length(offset), radii = (double)a->radius + (double)b->radius;
    double gap = distance - radii * (1.0 - GRAZE), others = real_length(real_of(world->push[j]));
    if (gap >= way + others || distance < 1e-6 * radii || !hulls_make_way(world, i, j))
        return;
    bool is_mutual = hulls_make_way(world, j, i);
    double share = is_mutual ? (double)b->mass / ((double)a->mass + (double)b->mass) : 1.0;
    add_plane(out, real_scale(offset, 1.0 / distance), fmax(share * gap, gap - others));
}

static void add_hulls(const stop_job *job, int i, double way, planes *out)
{
    const wend_near *hulls = job->world->hulls;
    double reach = (double)job->world->body[i].radius + job->widest + way + job->longest;
    cell_walk walk = cells_walk(hulls, job->world->body[i].position, real_to_float(reach));
    for (int begin, end; cells_next(&walk, &begin, &end);)
        for (int p = begin; p < end; p++)
            if (hulls->index[p] != i)
                add_hull(job, i, hulls->index[p], way, out);
}

static void add_walls(const stop_job *job, int i, double way, planes *out)
{
    const wend_agent *self = &job->world->body[i];
    wend_hit hits[MOST_FOUND];
    probe_view view = probe_view_of(job->world, i);
    wend_caster caster = probe_caster(&view);
    uint32_t mask = job->world->rest[i].mask;
    uint64_t ignore = job->world->recipes[job->world->rest[i].recipe].recipe.sense.feel.ignore;
    if (mask == 0 || !caster.around)
        return;
    float reach = real_to_float((double)self->radius + way);
    int count = caster.around(self->position, reach, mask, ignore, hits, MOST_FOUND, caster.user);
    for (int k = 0; k < count && k < MOST_FOUND; k++)
    {
        real_vec offset = real_sub(real_of(hits[k].point), real_of(self->position));
        if (hits[k].distance > 0.0f) // who is inside is pushed out later
            add_plane(out, real_unit(offset), (double)hits[k].distance - (double)self->radius);
    }
}

/// Slides along what it would cross; what is left after a few rounds is shortened. Zero lies on the right side of all.
static real_vec cut(const planes *p, real_vec way, bool can_slide)
{
    bool is_cut = true;
    for (int round = 0; can_slide && round < ROUNDS && is_cut; round++)
    {
        is_cut = false;
        for (int k = 0; k < p->count; k++)
        {
            double over = real_dot(way, p->list[k].along) - p->list[k].most;
            if (over > 0.0)
                way = real_sub(way, real_scale(p->list[k].along, over));
            is_cut |= over > 0.0;
        }
    }
    double share = 1.0;
    for (int k = 0; k < p->count; k++)
    {
        double forth = real_dot(way, p->list[k].along);
        if (forth * share > p->list[k].most)
            share = p->list[k].most / forth;
    }
    return share < 1.0 ? real_scale(way, share) : way;
}

static void stop_one(const stop_job *job, int i)
{
    wend_world *world = job->world;
    real_vec way = real_of(world->push[i]);
    double length = real_length(way);
    if (length == 0.0)
        return;
    planes found;
    found.count = 0;
    add_hulls(job, i, length, &found);
    if (found.count == 0)
        return; // obstacles stop it anyway
    if (bodies_can_be_stopped(world))
        add_walls(job, i, length, &found);
    bool can_slide = world->recipes[world->rest[i].recipe].recipe.body == WEND_BODY_POINT;
    real_vec cut_way = cut(&found, way, can_slide);
    if (cut_way.x != way.x || cut_way.y != way.y || cut_way.z != way.z)
        job->next[i].velocity = real_to_vec(real_scale(cut_way, 1.0 / job->seconds));
}

static void stop_chunk(void *context, int chunk, int worker)
{
    (void)worker;
    const stop_job *job = context;
    int begin = chunk * 256, end = begin + 256 < job->world->count ? begin + 256 : job->world->count;
    for (int i = begin; i < end; i++)
        stop_one(job, i);
}

void hulls_stop(wend_world *world, agent_motion *next, double seconds)
{
    stop_job job = {.world = world, .next = next, .seconds = seconds};
    for (int i = 0; i < world->count; i++)
    {
        world->push[i] = real_to_vec(real_scale(real_of(next[i].velocity), seconds)); // scratch, as wishes are used up
        job.widest = fmax(job.widest, (double)world->body[i].radius);
        job.longest = fmax(job.longest, real_length(real_of(world->push[i])));
    }
    if (world->count < 2)
        return;
    cells_resize(world->hulls, hulls_cell(world, real_to_float(job.widest)));
    wend_near_build(world->hulls, &world->body->position, sizeof *world->body, world->count);
    jobs_run(world->pool, stop_chunk, &job, (world->count + 255) / 256, world->def.threads);
}
