#include "hulls.h"
#include "compiler.h"

#include "kernels.h"
#include "lanes.h"
#include "memory.h"
#include "piles.h"
#include "real.h"
#include "storage.h"

#include <limits.h>
#include <string.h>

#define ROUNDS         4    // of pushing in one step
#define MOST_LOOKED_AT 32   // in a row
#define MOST_TOUCHING  12   // contacts an agent, in all rounds: no further round once there were more
#define FEW_TOUCHING   4096 // contacts that are no matter
#define FEW_AWAKE      32   // hulls that aren't worth
#define MANY           8    // a crowd: one in so many is awake

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
    float usual;             // the largest radius, but for a few giants
    int giants[CELL_GIANTS]; // their indices: everybody looks at them, and they at everybody
    int giant_count;
    float reach; // between two that could touch: both radii, and what they may have moved since the index was built
    int span;    // of cells to look at on each side
    bool is_looked_over, is_usual; // everybody makes way for everybody, and there are no giants
    bool knows_close;              // who isn't close to anybody touches nobody
} push_job;

static bool is_giant(const push_job *job, int index)
{
    return job->world->body[index].radius > job->usual;
}

// As wide as two hulls, or wider where the world is so thinly peopled that there would be many more cells than agents.
float hulls_cell(const wend_world *world, float widest, const points_box *box)
{
    real_vec size = real_sub(real_of(box->high), real_of(box->low));
    double touch = 2.0003 * (double)widest, most = 1.5 * (double)world->count, edge = touch;
    double depth = is_spatial(world) ? size.z : 0.0;
    while (edge < 8.0 * touch && (size.x / edge + 1.0) * (size.y / edge + 1.0) * (depth / edge + 1.0) > most)
        edge *= 1.25;
    return real_to_float(edge);
}

/// How far everybody goes at most.
static double farthest_way(const wend_world *world, double seconds)
{
    return (double)world->together.top_speed * seconds * 1.00001;
}

float hulls_touch_square(const wend_world *world, double seconds)
{
    const wend_near *cells = world->cells;
    double out = 0.0; // the coordinate that is farthest out, for all that is lost by rounding
    for (int axis = 0; axis < cells->dimensions; axis++)
    {
        double low = (double)cells->low_cell[axis] - 1.0, high = (double)cells->high_cell[axis] + 2.0;
        double least = fabs(cells->origin[axis] + low / cells->per_cell[axis]);
        double most = fabs(cells->origin[axis] + high / cells->per_cell[axis]);
        out = fmax(out, fmax(least, most));
    }
    double touch = 2.0 * (double)world->together.hulls.largest[0] + 2.0 * farthest_way(world, seconds) + 1e-6 * out;
    return touch < 1e18 ? (float)(touch * touch * 1.00001) : FLT_MAX;
}

/// Also makes cells for the usual ones.
static push_job make_job(wend_world *world, double fastest, double seconds)
{
    const cell_radii *radii = &world->together.hulls;
    push_job job = {0};
    job.world = world;
    job.usual = cell_radii_usual(radii);
    cells_resize(world->hulls, hulls_cell(world, job.usual, &world->together.box));
    for (int k = 0; k < world->count && radii->largest[0] > job.usual; k++)
        if (is_giant(&job, storage_kth(world, k)))
            job.giants[job.giant_count++] = storage_kth(world, k);
    double way = farthest_way(world, seconds);
    job.knows_close = world->has_close && fastest * seconds * seconds <= way * way;
    return job;
}

static bool reserve_crowd(wend_world *world)
{
    place_hulls *crowd = &world->crowd;
    memory_array arrays[] = {{(void **)&crowd->x, sizeof *crowd->x},
                             {(void **)&crowd->y, sizeof *crowd->y},
                             {(void **)&crowd->z, sizeof *crowd->z},
                             {(void **)&crowd->radius, sizeof *crowd->radius},
                             {(void **)&crowd->mass, sizeof *crowd->mass}};
    if (world->capacity <= crowd->capacity)
        return true;
    if (!memory_grow(&world->allocator, arrays, 5, 0, (size_t)world->capacity + LANES_ROOM))
        return false;
    crowd->capacity = world->capacity;
    return true;
}

wend_status hulls_reserve(wend_world *world)
{
    if ((!world->def.does_push_apart && !world->def.does_stop_at_hulls) || world->count < 2)
        return WEND_OK;
    wend_status status = cells_reserve(world->hulls, world->count);
    if (status == WEND_OK && !reserve_crowd(world))
        status = WEND_ERROR_MEMORY;
    return status == WEND_OK ? status : world_fail(world, status, "no memory for the hulls of %d agents", world->count);
}

bool hulls_make_way(const wend_world *world, int i, int j)
{
    const agent_rest *a = &world->rest[i], *b = &world->rest[j];
    bool is_level = is_spatial(world) || fabs((double)a->height - (double)b->height) <= (double)world->def.height_range;
    return (a->mask & b->layers) != 0 && is_level;
}

/// Are both on their way to one point, or there?
static bool want_one_point(const agent_rest *a, const agent_rest *b)
{
    return piles_want_a_point(a) && piles_want_a_point(b) && a->goal.kind == b->goal.kind &&
           wend_equal(a->goal.point, b->goal.point);
}

/// The share of an overlap that agent i has to go: by mass; all or nothing where only one makes way, or where both
/// want one point: then one that goes round makes way for those that have arrived (where one travels, through doors
/// perhaps, for all), else the one nearer to the point stays, of two equally near the older one. So even a perfect ring
/// closes on its middle.
static double share_of(const wend_world *world, int i, int j)
{
    const wend_agent *a = &world->body[i], *b = &world->body[j];
    if (!hulls_make_way(world, j, i))
        return 1.0;
    if (!want_one_point(&world->rest[i], &world->rest[j]))
        return (double)b->mass / ((double)a->mass + (double)b->mass);
    const agent_rest *one = &world->rest[i], *other = &world->rest[j];
    bool makes_way = one->has_arrived || other->has_arrived || one->goal.kind == WEND_GOAL_TRAVEL;
    if (one->goes_round != other->goes_round && makes_way)
        return one->goes_round ? 1.0 : 0.0;
    wend_vec point = world->rest[i].goal.point;
    double nearer = (double)wend_distance(b->position, world_image(world, b->position, point)) -
                    (double)wend_distance(a->position, world_image(world, a->position, point));
    bool is_even = fabs(nearer) <= 1e-3 * (double)a->radius;
    return (is_even ? a->id.value < b->id.value : nearer > 0.0) ? 0.0 : 1.0;
}

// A touch of two hulls, as one of them feels it.
typedef struct touch
{
    bool is_there;
    real_vec direction; // away from the other one
    double depth;       // by which it has to go
} touch;

/// How far agent i must go to leave j, its share by mass.
static touch touch_of(const wend_world *world, int i, int j)
{
    const wend_agent *a = &world->body[i], *b = &world->body[j];
    const float *period = world->hulls->period;
    real_vec away = {(double)-cells_short_way(b->position.x - a->position.x, period[0]),
                     (double)-cells_short_way(b->position.y - a->position.y, period[1]),
                     (double)-cells_short_way(b->position.z - a->position.z, period[2])};
    double distance = real_length(away), radii = (double)a->radius + (double)b->radius;
    if (!(distance < radii) || !hulls_make_way(world, i, j))
        return (touch){0};
    real_vec direction = distance < 1e-6 * radii ? real_of(wend_part(a->id, b->id)) : real_scale(away, 1.0 / distance);
    return (touch){true, direction, (radii * HULL_ROOM - distance) * share_of(world, i, j)};
}

/// The rows of places round the hull at a place.
static void find_rows(const push_job *job, int own, hull_rows *rows)
{
    const wend_near *hulls = job->world->hulls;
    int cell[3];
    bool is_whole;
    cells_at_place(hulls, own, cell);
    rows->count = cells_round(hulls, cell, job->span, rows->begin, rows->end, &is_whole);
    for (int row = 0; row < rows->count; row++)
        cells_cut_row(own, MOST_LOOKED_AT, &rows->begin[row], &rows->end[row]);
}

/// Which of the places p, p + 1, ... of a register, before `end`, could touch the hull at a place?
LANES_INLINE unsigned could_touch(const wend_near *hulls, int own, int p, int end, float reach)
{
    lanes dx = lanes_load(hulls->x + p) - lanes_all(hulls->x[own]);
    lanes dy = lanes_load(hulls->y + p) - lanes_all(hulls->y[own]);
    if (hulls->period[0] > 0.0f)
    {
        dx = lanes_short_length(dx, hulls->period[0]);
        dy = lanes_short_length(dy, hulls->period[1]);
    }
    lanes far_edge = lanes_all(reach), near_edge = lanes_all(-reach);
    unsigned bits = lanes_bits(lanes_at_most(dx, far_edge) & lanes_at_most(near_edge, dx) &
                               lanes_at_most(dy, far_edge) & lanes_at_most(near_edge, dy));
    if (end - p < LANES_WIDTH)
        bits &= (1u << (end - p)) - 1;
    return (unsigned)(own - p) < LANES_WIDTH ? bits & ~(1u << (own - p)) : bits;
}

#define MOST_RESTS 8

// What pushes one agent, summed up.
typedef struct pushes
{
    real_vec sum;
    int touching;
    real_vec rests[MOST_RESTS]; // directions to those it touches that have arrived at the point that it wants
    int rest_count, rest;       // one of them
    bool is_behind;             // somebody who wants the same point and is nearer to it
} pushes;

static void add_push(const wend_world *world, int i, int j, pushes *p)
{
    touch t = touch_of(world, i, j);
    if (!t.is_there)
        return;
    p->sum = real_add(p->sum, real_scale(t.direction, t.depth));
    p->touching++;
    if (!want_one_point(&world->rest[i], &world->rest[j]))
        return;
    p->is_behind |= t.depth > 0.0; // the nearer one stays
    if (world->rest[j].has_arrived && p->rest_count < MOST_RESTS)
    {
        p->rests[p->rest_count++] = real_scale(t.direction, -1.0);
        p->rest = j;
    }
}

/// Do those that have arrived leave no way on toward the point? Else it slides along them, into a gap.
static bool is_packed(const wend_world *world, int i, const pushes *p)
{
    return !leaves_a_way(world, i, p->rests, p->rest_count);
}

/// In a crowd, of somebody to whom nothing is special.
static void push_usual(const push_job *job, int own)
{
    wend_world *world = job->world;
    int i = world->hulls->index[own];
    hull_rows rows;
    real_vec sum;
    find_rows(job, own, &rows);
    world->seen[i] = kernels_chosen()->push(world, own, job->usual, &rows, &sum);
    if (world->seen[i] > 0)
        world->push[i] = real_to_vec(real_scale(sum, 1.0 / world->seen[i]));
}

static void push_one(const push_job *job, int own)
{
    wend_world *world = job->world;
    const wend_near *hulls = world->hulls;
    int i = hulls->index[own];
    pushes p; // its list of rests isn't cleared
    p.sum = (real_vec){0.0, 0.0, 0.0};
    p.touching = p.rest_count = 0;
    p.is_behind = false;
    if (is_giant(job, i))
    {
        for (int place = 0; place < hulls->count; place++)
            if (place != own)
                add_push(world, i, hulls->index[place], &p);
    }
    else
    {
        hull_rows rows;
        find_rows(job, own, &rows);
        for (int row = 0; row < rows.count; row++)
            for (int k = rows.begin[row]; k < rows.end[row]; k += LANES_WIDTH)
                for (unsigned bits = could_touch(hulls, own, k, rows.end[row], job->reach); bits; bits &= bits - 1)
                {
                    int j = hulls->index[k + zeros_below(bits)];
                    if (job->giant_count == 0 || !is_giant(job, j))
                        add_push(world, i, j, &p);
                }
        for (int k = 0; k < job->giant_count; k++)
            add_push(world, i, job->giants[k], &p);
    }
    world->seen[i] = p.touching;
    if (p.touching > 0)
        world->push[i] = real_to_vec(real_scale(p.sum, 1.0 / p.touching));
    if (p.touching > 0 && world->def.does_stop_at_hulls)
        world->push[i] = hulls_cut_push(world, i, world->push[i], 2.0f * job->reach);
    if (p.is_behind && world->resting[i] == 0)
        world->resting[i] = BEHIND;
    if (p.rest_count > 0 && world->resting[i] % 2 != 1)
        world->resting[i] = 2 * (p.rest + 1) + is_packed(world, i, &p);
}

/// The first place from p on that is marked, `end` if there is none.
static int next_marked(const uint8_t *marks, int p, int end)
{
    for (uint64_t eight; p + 8 <= end; p += 8)
    {
        memcpy(&eight, marks + p, sizeof eight);
        if (eight != 0)
            break;
    }
    while (p < end && !marks[p])
        p++;
    return p;
}

static void push_chunk(void *context, int chunk, int worker)
{
    (void)worker;
    const push_job *job = context;
    const uint8_t *awake = job->world->awake;
    int begin = chunk * 256, end = begin + 256 < job->world->count ? begin + 256 : job->world->count;
    for (int p = next_marked(awake, begin, end); p < end; p = next_marked(awake, p + 1, end))
        if (job->is_usual && !piles_want_a_point(&job->world->rest[job->world->hulls->index[p]]))
            push_usual(job, p);
        else
            push_one(job, p);
}

/// Moves everybody who was pushed; wakes them and their neighbours for the next round. Returns how many contacts there
/// were, and in `farthest` how far somebody is from where the index has it.
static int64_t move_pushed(const push_job *job, float *farthest)
{
    wend_world *world = job->world;
    int count = world->count;
    int64_t touching = 0;
    for (int p = next_marked(world->awake, 0, count); p < count; p = next_marked(world->awake, p + 1, count))
    {
        int i = world->hulls->index[p];
        if (world->seen[i] == 0)
            continue;
        touching += world->seen[i];
        wend_agent *body = &world->body[i];
        body->position = real_to_vec(real_add(real_of(body->position), real_of(world->push[i])));
        hulls_keep_inside(world, body);
        cells_box_add(&world->together.box, body->position);
        if (job->is_usual)
        {
            world->crowd.x[p] = body->position.x;
            world->crowd.y[p] = body->position.y;
            world->crowd.z[p] = body->position.z;
        }
        wend_vec there = wend_xyz(world->hulls->x[p], world->hulls->y[p], world->hulls->z[p]);
        float moved = wend_distance(there, world_image(world, there, body->position));
        *farthest = moved > *farthest ? moved : *farthest;
    }
    return touching;
}

static void wake_round_pushed(const push_job *job)
{
    wend_world *world = job->world;
    int count = world->count;
    int stirred = 0;
    memset(world->stirred, 0, (size_t)world->count);
    for (int p = next_marked(world->awake, 0, count); p < count; p = next_marked(world->awake, p + 1, count))
        stirred += world->stirred[p] = world->seen[world->hulls->index[p]] > 0;
    // Where there are giants everybody may be in their way; where most were pushed hardly anybody isn't.
    bool are_all = job->giant_count > 0 || stirred > count / 2;
    memset(world->awake, are_all, (size_t)world->count);
    if (are_all)
        return;
    for (int own = next_marked(world->stirred, 0, count); own < count;
         own = next_marked(world->stirred, own + 1, count))
    {
        hull_rows rows;
        find_rows(job, own, &rows);
        for (int row = 0; row < rows.count; row++)
            for (int p = rows.begin[row]; p < rows.end[row]; p += LANES_WIDTH)
                for (unsigned bits = could_touch(world->hulls, own, p, rows.end[row], job->reach); bits;
                     bits &= bits - 1)
                    world->awake[p + zeros_below(bits)] = 1;
        world->awake[own] = 1;
    }
}

static void test_chunk(void *context, int chunk, int worker)
{
    (void)worker;
    const push_job *job = context;
    wend_world *world = job->world;
    uint8_t *awake = world->awake;
    int begin = chunk * 256, end = begin + 256 < world->count ? begin + 256 : world->count;
    for (int p = begin; p < end; p++)
        awake[p] = !job->knows_close || world->is_close[world->hulls->index[p]];
    if (job->giant_count > 0 || job->span != 1 || !world->hulls->is_table)
        return;
    if (!job->knows_close)
        kernels_chosen()->could_touch(world->hulls, job->reach, begin, end, awake);
    for (int p = next_marked(awake, begin, end); p < end && job->knows_close; p = next_marked(awake, p + 1, end))
        kernels_chosen()->could_touch(world->hulls, job->reach, p, p + 1, awake);
}

/// Before the first round: those who could touch somebody.
static void wake_all(push_job *job)
{
    wend_world *world = job->world;
    memset(world->seen, 0, (size_t)world->count * sizeof *world->seen);
    jobs_run(world->pool, test_chunk, job, (world->count + 255) / 256, world->def.threads);
}

/// Where many are awake: writes what they are like side by side, if nothing is special about anybody.
static void look_over(push_job *job)
{
    wend_world *world = job->world;
    place_hulls *crowd = &world->crowd;
    int awake = 0;
    for (int p = 0; p < world->count; p++)
        awake += world->awake[p] != 0;
    if (job->is_looked_over || awake < FEW_AWAKE || awake < world->count / MANY)
        return;
    job->is_looked_over = true;
    bool is_usual = job->giant_count == 0 && !world->def.does_stop_at_hulls &&
                    (is_spatial(world) || world->def.height_range == FLT_MAX);
    for (int p = 0; p < world->count && is_usual; p++)
    {
        const wend_agent *body = &world->body[world->hulls->index[p]];
        const agent_rest *rest = &world->rest[world->hulls->index[p]];
        is_usual = rest->mask == UINT32_MAX && rest->layers != 0;
        crowd->x[p] = body->position.x;
        crowd->y[p] = body->position.y;
        crowd->z[p] = body->position.z;
        crowd->radius[p] = body->radius;
        crowd->mass[p] = body->mass;
    }
    job->is_usual = is_usual;
}

void hulls_push_apart(wend_world *world, double fastest, double seconds)
{
    if (!world->def.does_push_apart || world->count < 2)
        return;
    push_job job = make_job(world, fastest, seconds);
    int64_t touching = 0;
    float farthest = 0.0f;
    int most =
        is_spatial(world) ? 2 : 12; // of more rows none would be told apart; who was pushed so far is found next time
    cells_build(world->hulls, &world->body->position, sizeof *world->body, world->count, storage_how(world));
    memset(world->resting, 0, (size_t)world->count * sizeof *world->resting);
    for (int round = 0; round < ROUNDS; round++)
    {
        job.reach = (2.0f * job.usual + 2.0f * farthest) * 1.0001f;
        job.span = cells_span(world->hulls, job.reach);
        job.span = job.span < most ? job.span : most;
        if (round > 0)
            wake_round_pushed(&job);
        else
            wake_all(&job);
        look_over(&job);
        jobs_run(world->pool, push_chunk, &job, (world->count + 255) / 256, world->def.threads);
        int64_t now = move_pushed(&job, &farthest);
        touching += now;
        if (now == 0 || touching > MOST_TOUCHING * (int64_t)world->count + FEW_TOUCHING)
            break;
    }
    world->stats.overlaps = touching < INT_MAX ? (int)touching : INT_MAX;
}
