// Nobody walks into anybody: each keeps to its share of the gaps round it, so all may move at once.
#include "hulls.h"

#include "bodies.h"
#include "probe.h"
#include "real.h"
#include "storage.h"

#define MOST_PLANES 64
#define MOST_FOUND  16   // walls
#define SLIDES      6    // rounds of sliding
#define ROUNDS      3    // of moving: who stood behind somebody who has gone on follows
#define GRAZE       1e-3 // of both radii: so much they may touch, so that those who rest on one another know it
#define GIVE        4e-3 // of both radii: so much pushes may press one into others, else nobody gives way in a dense crowd

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
    double farthest; // if there were more: so far one may go in any direction
} planes;

// In each round everybody goes a part of the way: `before` of the world is where they have got to, `push` what is left
// of their ways, and the next velocities what they go in this round.
typedef struct stop_job
{
    wend_world *world;
    agent_motion *next;
    double widest, longest; // radius, and way in this step
    double seconds;
} stop_job;

static planes no_planes(void)
{
    planes none;
    none.count = 0;
    none.farthest = DBL_MAX;
    return none;
}

/// The nearest ones are kept.
static void add_plane(planes *out, real_vec along, double most)
{
    plane added = {along, fmax(most, 0.0)};
    if (out->count < MOST_PLANES)
    {
        out->list[out->count++] = added;
        return;
    }
    plane *farthest = out->list;
    for (int k = 1; k < MOST_PLANES; k++)
        farthest = out->list[k].most > farthest->most ? &out->list[k] : farthest;
    out->farthest = fmin(out->farthest, fmax(farthest->most, added.most));
    if (added.most < farthest->most)
        *farthest = added;
}

/// Who stands leaves the whole gap to who moves; of two that move each has its share, or what the other can't use.
static void add_hull(const stop_job *job, int i, int j, double way, planes *out)
{
    const wend_world *world = job->world;
    const wend_agent *a = &world->body[i], *b = &world->body[j];
    const float *period = world->hulls->period;
    wend_vec here = world->before[i], there = world->before[j];
    real_vec offset = {(double)cells_short_way(there.x - here.x, period[0]),
                       (double)cells_short_way(there.y - here.y, period[1]),
                       (double)cells_short_way(there.z - here.z, period[2])};
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
    double reach = (double)job->world->body[i].radius + job->widest + 2.0 * (way + job->longest); // all rounds
    cell_walk walk = cells_walk(hulls, job->world->body[i].position, real_to_float(reach));
    for (int begin, end; cells_next(&walk, &begin, &end);)
        for (int p = begin; p < end; p++)
            if (hulls->index[p] != i)
                add_hull(job, i, hulls->index[p], way, out);
}

/// Obstacles within so long a way from a place.
static void add_walls(const wend_world *world, int i, wend_vec here, double way, planes *out)
{
    const wend_agent *self = &world->body[i];
    wend_hit hits[MOST_FOUND];
    probe_view view = probe_view_of(world, i);
    wend_caster caster = probe_caster(&view);
    uint32_t mask = world->rest[i].mask;
    uint64_t ignore = world->recipes[world->rest[i].recipe].recipe.sense.feel.ignore;
    if (!bodies_can_be_stopped(world) || mask == 0 || !caster.around)
        return;
    float reach = real_to_float((double)self->radius + way);
    int count = caster.around(here, reach, mask, ignore, hits, MOST_FOUND, caster.user);
    for (int k = 0; k < count && k < MOST_FOUND; k++)
    {
        real_vec offset = real_sub(real_of(hits[k].point), real_of(here));
        if (hits[k].distance > 0.0f) // who is inside is pushed out later
            add_plane(out, real_unit(offset), (double)hits[k].distance - (double)self->radius);
    }
}

/// Slides along what it would cross; what is left after a few rounds is shortened. Zero lies on the right side of all.
static real_vec cut(const planes *p, real_vec way, bool can_slide)
{
    bool is_cut = true;
    for (int round = 0; can_slide && round < SLIDES && is_cut; round++)
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
    double length = real_length(way), share = length > p->farthest ? p->farthest / length : 1.0;
    for (int k = 0; k < p->count; k++)
    {
        double forth = real_dot(way, p->list[k].along);
        if (forth * share > p->list[k].most)
            share = p->list[k].most / forth;
    }
    return share < 1.0 ? real_scale(way, share) : way;
}

wend_vec hulls_cut_push(const wend_world *world, int index, wend_vec push, float reach)
{
    const wend_near *hulls = world->hulls;
    const wend_agent *a = &world->body[index];
    double length = real_length(real_of(push));
    planes found = no_planes();
    cell_walk walk = cells_walk(hulls, a->position, reach);
    for (int begin, end; cells_next(&walk, &begin, &end);)
        for (int p = begin; p < end; p++)
        {
            int j = hulls->index[p];
            const wend_agent *b = &world->body[j];
            real_vec offset = {(double)cells_short_way(b->position.x - a->position.x, hulls->period[0]),
                               (double)cells_short_way(b->position.y - a->position.y, hulls->period[1]),
                               (double)cells_short_way(b->position.z - a->position.z, hulls->period[2])};
            double distance = real_length(offset), radii = (double)a->radius + (double)b->radius;
            double gap = distance - radii * (1.0 - GIVE);
            if (j != index && 0.5 * gap < length && distance > 0.0 && hulls_make_way(world, index, j))
                add_plane(&found, real_scale(offset, 1.0 / distance), 0.5 * gap);
        }
    if (found.count == 0)
        return push;
    add_walls(world, index, a->position, length, &found); // else it would slide along them, into somebody
    return real_to_vec(cut(&found, real_of(push), true));
}

/// As much of a part as makes all that was gone no longer than `most`: sliding twice may lead farther than straight on.
static real_vec within(real_vec gone, real_vec part, double most)
{
    real_vec all = real_add(gone, part);
    double square = real_dot(part, part), along = real_dot(gone, part);
    if (real_dot(all, all) <= most * most || !(square > 0.0))
        return part;
    double left = fmax(most * most - real_dot(gone, gone), 0.0);
    double share = (sqrt(along * along + square * left) - along) / square;
    return real_scale(part, real_clamp(share, 0.0, 1.0));
}

static void stop_one(const stop_job *job, int i)
{
    wend_world *world = job->world;
    wend_vec *out = &job->next[i].velocity;
    real_vec way = real_of(world->push[i]);
    double length = real_length(way);
    *out = world->push[i];
    if (length == 0.0)
        return;
    planes found = no_planes();
    add_hulls(job, i, length, &found);
    if (found.count == 0)
        return; // obstacles stop it anyway
    add_walls(world, i, world->before[i], length, &found);
    bool can_slide = world->recipes[world->rest[i].recipe].recipe.body == WEND_BODY_POINT;
    real_vec gone = real_sub(real_of(world->before[i]), real_of(world->body[i].position));
    double most = real_length(real_of(world->wish[i])) * job->seconds;
    *out = real_to_vec(within(gone, cut(&found, way, can_slide), most));
}

static void stop_chunk(void *context, int chunk, int worker)
{
    (void)worker;
    const stop_job *job = context;
    int begin = chunk * 256, end = begin + 256 < job->world->count ? begin + 256 : job->world->count;
    for (int i = begin; i < end; i++)
        stop_one(job, i);
}

/// Everybody goes this round's part. Is something left of anybody's way?
static bool go_on(const stop_job *job)
{
    wend_world *world = job->world;
    bool is_left = false;
    for (int i = 0; i < world->count; i++)
    {
        wend_vec made = job->next[i].velocity;
        is_left |= !wend_equal(made, world->push[i]);
        world->before[i] = wend_add(world->before[i], made);
        world->push[i] = wend_sub(world->push[i], made);
    }
    return is_left;
}

void hulls_stop(wend_world *world, agent_motion *next, double seconds)
{
    stop_job job = {.world = world, .next = next, .seconds = seconds};
    if (world->count < 2)
        return;
    for (int i = 0; i < world->count; i++)
    {
        world->wish[i] = next[i].velocity; // wishes are used up
        world->push[i] = real_to_vec(real_scale(real_of(next[i].velocity), seconds));
        world->before[i] = world->body[i].position;
        job.longest = fmax(job.longest, real_length(real_of(world->push[i])));
    }
    float widest = world->together.hulls.largest[0];
    cells_resize(world->hulls, hulls_cell(world, widest, &world->together.box));
    job.widest = (double)widest;
    cells_build(world->hulls, &world->body->position, sizeof *world->body, world->count, storage_how(world));
    bool is_left = true;
    for (int round = 0; round < ROUNDS && is_left; round++)
    {
        jobs_run(world->pool, stop_chunk, &job, (world->count + 255) / 256, world->def.threads);
        is_left = go_on(&job);
    }
    for (int i = 0; i < world->count; i++)
    {
        real_vec made = real_sub(real_of(world->before[i]), real_of(world->body[i].position));
        bool is_cut = !wend_equal(world->push[i], wend_xyz(0.0f, 0.0f, 0.0f));
        next[i].velocity = is_cut ? real_to_vec(real_scale(made, 1.0 / seconds)) : world->wish[i];
    }
}
