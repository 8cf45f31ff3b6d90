// One update: the stages in the order of the design's table. Each reads the frozen snapshot and writes arrays of its
// own; `tell` then publishes everything together, so a stage that fails leaves the world as it was.
#include "bodies.h"
#include "brief.h"
#include "extras.h"
#include "hits.h"
#include "hulls.h"
#include "kernels.h"
#include "memory.h"
#include "minds.h"
#include "piles.h"
#include "plans.h"
#include "progress.h"
#include "real.h"
#include "record.h"
#include "storage.h"
#include "stuck.h"
#include "wishes.h"

#include <fenv.h>
#include <float.h>
#include <limits.h>
#include <stdatomic.h>
#include <string.h>

#define CHUNK 256 // agents that one job works on

typedef struct update
{
    wend_world *world;
    double seconds;
    bool does_move;
    bool is_undone;       // it is played again, and failed then: it ends where nothing can fail any more
    bool has_decided;     // minds have
    bool does_push_apart; // hulls are pushed apart in this update
    bool has_flock;       // somebody looks at a flock
    bool has_list;        // somebody looks at neighbours one by one
    bool has_dodge_list;  // somebody does so to dodge
    bool has_callback;    // a recipe calls the host, who may ask who is near
    bool is_source_wrong; // the host's neighbour source answered something that isn't allowed
    agent_motion *next;   // what will be published
    bool has_ends;        // somebody's goal may end
    atomic_bool has_news; // there is something to be told of somebody
    atomic_llong neighbours, crowded;
    wend_vec *dodged; // the wish after the dodge: the combined one where there is none
    double orca_share;
    bool has_queues; // somebody dodges that way who knows how to get on when stuck
    float touch;     // squared, see hulls_touch_square; 0: it doesn't matter
    atomic_int done; // agents for whom the flock's kernel has thought
    bool are_all_done;
    body_extent *extents; // of those whom each thread has moved
} update;

// ---- who is to work
// -----------------------------------------------------------------------------------------------------

typedef void range_fn(update *u, int begin, int end, int worker);

typedef struct range_job
{
    update *update;
    range_fn *function;
} range_job;

static void run_chunk(void *context, int chunk, int worker)
{
    range_job *job = context;
    int begin = chunk * CHUNK, count = job->update->world->count;
    job->function(job->update, begin, begin + CHUNK < count ? begin + CHUNK : count, worker);
}

/// Ranges of indices or places, each once, in any order and by any thread.
static void for_all(update *u, range_fn *function, bool is_serial)
{
    range_job job = {u, function};
    int chunks = (u->world->count + CHUNK - 1) / CHUNK;
    jobs_run(u->world->pool, run_chunk, &job, chunks, is_serial ? 1 : u->world->def.threads);
}

/// Must callbacks of the host be called by one thread, and are there any?
static bool calls_one_by_one(const update *u)
{
    const wend_world *world = u->world;
    return world->def.has_serial_callbacks && (world->def.caster.cast || u->has_callback || world->has_fields);
}

// ---- near ---------------------------------------------------------------------------------------------------------

static wend_status stage_near(update *u, bool does_move)
{
    wend_world *world = u->world;
    if (world->count > 0)
        memset(world->is_done, 0, (size_t)world->count);
    brief_know(world);
    u->has_flock = world->together.has_flock;
    u->has_ends = world->together.has_ends;
    for (int i = 0; i < world->recipe_count; i++)
    {
        const kept_recipe *kept = &world->recipes[i];
        u->has_list |= kept->users > 0 && kept->needs_list;
        u->has_dodge_list |= kept->users > 0 && kept->needs_dodge_list;
        u->has_callback |= kept->users > 0 && kept->recipe.context.write != NULL;
    }
    bool is_needed = u->has_flock || u->has_list || u->has_dodge_list || u->has_callback || world->def.dodge ||
                     world->has_fields; // whose queries shall see the snapshot
    return is_needed ? hits_prepare(world, does_move) : WEND_OK;
}

// ---- neighbours
// -------------------------------------------------------------------------------------------------------

static void flock_range(update *u, int begin, int end, int worker)
{
    plain_job job = {u->seconds, sqrt(fmin(u->seconds, 1e6)), u->next, u->touch, 0};
    // The host's dodge comes between a thought and its motion.
    if (!hits_flock(u->world, begin, end, worker, u->world->def.dodge ? NULL : &job))
        u->is_source_wrong = true; // only ever from one thread
    u->done += job.done;
}

static wend_status stage_flock(update *u)
{
    wend_world *world = u->world;
    world->has_close = u->has_flock && u->does_push_apart && !world->def.dodge && !bodies_can_be_stopped(world) &&
                       world->def.search == WEND_SEARCH_CELLS &&
                       (world->def.edge == WEND_EDGE_NONE || world->def.edge == WEND_EDGE_WRAP);
    if (world->has_close)
    {
        u->touch = hulls_touch_square(world, u->seconds);
        memset(world->is_close, 1, (size_t)world->count);
    }
    if (u->has_flock)
        for_all(u, flock_range, world->def.search == WEND_SEARCH_HOST);
    u->are_all_done = u->done == world->count;
    return u->is_source_wrong ? WEND_ERROR_CALLBACK : WEND_OK;
}

// ---- goal, wishes, combine
// ----------------------------------------------------------------------------------------------

static bool think_one_by_one(update *u, int begin, int end, int worker)
{
    wend_world *world = u->world;
    bool is_right = true;
    for (int i = begin; i < end; i++)
    {
        if (u->has_flock && i + AHEAD < end && !world->is_done[i + AHEAD])
            memory_soon(&world->flock[world->cells->place[i + AHEAD]]);
        is_right &= world->is_done[i] || wishes_think(world, i, u->seconds, worker);
    }
    return is_right;
}

static void think_range(update *u, int begin, int end, int worker)
{
    wend_world *world = u->world;
    bool is_right = true;
    if (!u->has_flock && world->def.edge != WEND_EDGE_WRAP)
        is_right = kernels_chosen()->think(world, begin, end, worker, u->seconds);
    else
        is_right = think_one_by_one(u, begin, end, worker);
    if (!is_right)
        u->is_source_wrong = true; // only ever from one thread
}

static wend_status stage_wishes(update *u)
{
    if (!u->are_all_done)
        for_all(u, think_range, calls_one_by_one(u) || (u->has_list && u->world->def.search == WEND_SEARCH_HOST));
    return u->is_source_wrong ? WEND_ERROR_CALLBACK : WEND_OK;
}

// ---- dodge --------------------------------------------------------------------------------------------------------

static void orca_range(update *u, int begin, int end, int worker)
{
    orca_job job = {u->seconds, u->orca_share, u->dodged};
    kernels_chosen()->orca(u->world, begin, end, worker, &job);
}

static void dodge_range(update *u, int begin, int end, int worker)
{
    for (int i = begin; i < end; i++)
        if (!bodies_dodge(u->world, i, u->seconds, worker, &u->dodged[i]))
            u->is_source_wrong = true; // only ever from one thread
}

static bool is_dodging(const wend_world *world)
{
    for (int i = 0; i < world->recipe_count; i++)
    {
        const kept_recipe *kept = &world->recipes[i];
        bool can_dodge = world->def.caster.cast || kept->needs_dodge_list;
        if (can_dodge && kept->users > 0 && kept->recipe.dodge != WEND_DODGE_NONE)
            return true;
    }
    return false;
}

static wend_status stage_dodge(update *u)
{
    wend_world *world = u->world;
    const wend_vec *wishes = u->dodged = world->wish;
    if (is_dodging(world))
    {
        wishes = u->dodged = world->push; // scratch that moving needs only later
        bool has_orca_kernel = bodies_share_alike(world, &u->orca_share);
        bool is_serial = calls_one_by_one(u) || (u->has_dodge_list && world->def.search == WEND_SEARCH_HOST);
        for_all(u, has_orca_kernel ? orca_range : dodge_range, is_serial);
    }
    if (u->is_source_wrong)
        return WEND_ERROR_CALLBACK;
    if (!world->def.dodge)
        return WEND_OK;
    u->dodged = world->push;
    for (int k = 0; k < world->count; k++)
    {
        int i = storage_kth(world, k);
        wend_agent outer = world->body[i];
        outer.position = to_outer(world, outer.position, world->rest[i].height);
        outer.velocity = to_outer(world, outer.velocity, 0.0f);
        outer.heading = to_outer(world, outer.heading, 0.0f);
        wend_vec wish = world->def.dodge(&outer, to_outer(world, wishes[i], 0.0f), world->def.dodge_user);
        if (!wend_is_finite(wish))
            return world_fail(world, WEND_ERROR_CALLBACK,
                              "the dodge returned (%g, %g, %g) for agent %llu, must be finite", (double)wish.x,
                              (double)wish.y, (double)wish.z, (unsigned long long)outer.id.value);
        u->dodged[i] = to_inner(world, wish);
    }
    return WEND_OK;
}

// ---- limit --------------------------------------------------------------------------------------------------------

static void look_for_queues(update *u)
{
    wend_world *world = u->world;
    for (int i = 0; i < world->recipe_count; i++)
    {
        const kept_recipe *kept = &world->recipes[i];
        u->has_queues |= kept->users > 0 && kept->recipe.dodge == WEND_DODGE_ORCA && kept->recipe.recovery.rounds > 0;
    }
}

/// Who is held up by those that want the same queues behind them: it doesn't turn aside.
static void queue_one(update *u, int index)
{
    wend_orca_state *state = &u->world->next_mind[index].orca;
    if (state->pent <= 0.25f || !stuck_queues(u->world, index))
        return;
    state->pent = 0.25f;
    state->side = 0;
}

static void limit_range(update *u, int begin, int end, int worker)
{
    limit_job job = {u->seconds, u->dodged, u->next};
    kernels_chosen()->limit(u->world, begin, end, worker, &job);
    for (int i = begin; i < end && u->has_queues; i++)
        if (!u->world->is_done[i])
            queue_one(u, i);
}

// ---- tell ---------------------------------------------------------------------------------------------------------

static void progress_range(update *u, int begin, int end, int worker)
{
    (void)worker;
    if (progress_look(u->world, begin, end, u->seconds, u->does_push_apart))
        u->has_news = true;
}

static void stage_progress(update *u)
{
    wend_world *world = u->world;
    if (!u->has_ends)
        return;
    for_all(u, progress_range, false);
    if (!u->has_news)
        return;
    if (u->does_push_apart)
        piles_count(world);
    for (int k = 0; k < world->count; k++)
    {
        int i = storage_kth(world, k);
        if (world->news[i] != 0)
            progress_one(world, i, u->seconds, u->does_push_apart);
    }
}

static void count_range(update *u, int begin, int end, int worker)
{
    (void)worker;
    const wend_world *world = u->world;
    int neighbours = 0, crowded = 0;
    for (int i = begin; i < end; i++)
    {
        neighbours += world->seen[i];
        crowded += world->crowded[i];
        world->goal_seconds[i] += u->seconds;
    }
    u->neighbours += neighbours;
    u->crowded += crowded;
}

/// From now on everybody looks where it will; hosts report motion, and the world keeps this.
static void look_range(update *u, int begin, int end, int worker)
{
    (void)worker;
    for (int i = begin; i < end; i++)
        u->world->body[i].heading = u->next[i].heading;
}

static int count_of(long long count)
{
    return count < INT_MAX ? (int)count : INT_MAX;
}

static void stage_tell(update *u)
{
    wend_world *world = u->world;
    agent_mind *mind = world->mind;
    world->mind = world->next_mind;
    world->next_mind = mind;
    extras_exchange(world);
    world->seconds += u->seconds;
    world->updates++;
    world->event_count = 0;
    for_all(u, count_range, false);
    wend_world_stats *stats = &world->stats;
    stats->neighbours = count_of(u->neighbours);
    stats->crowded = count_of(u->crowded);
    stats->overlaps = 0;
    stats->planned = stats->waiting = 0;
    stats->expanded = 0;
    for (int w = 0; world->reasons && w < WEND_MAX_WATCHED; w++)
        world->reasons[w] = world->next_reasons[w];
    for (int w = 0; world->reasons && w < WEND_MAX_WATCHED; w++)
    {
        watched_orca *orca = world->watched_orcas[w];
        if (!orca)
            continue;
        orca->current = orca->is_written ? 1 - orca->current : orca->current;
        orca->has_result = orca->is_written;
        orca->is_written = false;
    }
    for (int w = 0; world->reasons && w < WEND_MAX_WATCHED; w++)
    {
        watched_ring *ring = world->watched_rings[w];
        if (!ring || !ring->is_written)
            continue;
        ring->current = 1 - ring->current;
        ring->has_ring = true;
        ring->is_written = false;
    }
}

static void publish(update *u)
{
    // A reader in another thread sees either the old results or the new ones.
    world_set_current(u->world, 1 - u->world->current);
}

// ---- move ---------------------------------------------------------------------------------------------------------

static void move_range(update *u, int begin, int end, int worker)
{
    body_extent *extent = &u->extents[worker];
    bodies_move(u->world, begin, end, u->next, u->seconds, &extent->box);
    for (int i = begin; i < end && !u->are_all_done; i++) // else nobody is faster than its top speed
    {
        real_vec velocity = real_of(u->next[i].velocity);
        extent->fastest = fmax(extent->fastest, real_dot(velocity, velocity));
    }
}

/// Everybody goes. Returns the square of the speed of the fastest.
static double move_all(update *u)
{
    wend_world *world = u->world;
    body_extent extents[MOST_THREADS], all = {cells_no_box(), 0.0};
    for (int w = 0; w < world->def.threads; w++)
        extents[w] = all;
    u->extents = extents;
    for_all(u, move_range, calls_one_by_one(u));
    for (int w = 0; w < world->def.threads; w++)
    {
        cells_box_join(&all.box, &extents[w].box);
        all.fastest = fmax(all.fastest, extents[w].fastest);
    }
    world->together.box = all.box;
    world->is_fresh = false;
    return all.fastest;
}

/// Those who were pushed into obstacles come out of them again.
static void clear_range(update *u, int begin, int end, int worker)
{
    (void)worker;
    for (int i = begin; i < end; i++)
        bodies_clear(u->world, i, u->world->wish[i]);
}

static void end_range(update *u, int begin, int end, int worker)
{
    (void)worker;
    const wend_agent *body = u->world->body;
    for (int i = begin; i < end; i++)
        u->next[i] = (agent_motion){body[i].velocity, body[i].heading};
}

static void stage_move(update *u)
{
    wend_world *world = u->world;
    if (world->def.does_stop_at_hulls)
        hulls_stop(world, u->next, u->seconds);
    double fastest = move_all(u);
    bool has_walls = bodies_can_be_stopped(world), can_be_stopped = u->does_push_apart && has_walls;
    for (int i = 0; i < world->count && can_be_stopped; i++)
        world->wish[i] = world->body[i].position; // wishes are used up
    hulls_push_apart(world, fastest, u->seconds);
    if (can_be_stopped)
    {
        for_all(u, clear_range, calls_one_by_one(u));
        brief_forget(world); // where all are
    }
    plans_move(world);
    if (has_walls || (world->def.edge != WEND_EDGE_NONE && world->def.edge != WEND_EDGE_WRAP))
        for_all(u, end_range, false); // they may have stopped or turned somebody
    for (int w = 0; world->reasons && w < WEND_MAX_WATCHED; w++)
    {
        int index = world->reason_used[w] ? world_index(world, world->reasons[w].agent) : -1;
        if (index >= 0)
            world->reasons[w].result = to_outer(world, u->next[index].velocity, 0.0f);
    }
}

// ---- the update ---------------------------------------------------------------------------------------------------

/// No time passes: the reported motion comes back, and nothing else happens.
static void give_back(update *u)
{
    wend_world *world = u->world;
    for (int i = 0; i < world->count; i++)
    {
        world->next_mind[i] = world->mind[i];
        extras_carry_on(world, i);
        world->seen[i] = 0;
        world->crowded[i] = 0;
        u->next[i] = (agent_motion){world->body[i].velocity, world->body[i].heading};
    }
    if (world->reasons)
        memcpy(world->next_reasons, world->reasons, WEND_MAX_WATCHED * sizeof *world->reasons);
    for (int w = 0; world->reasons && w < WEND_MAX_WATCHED; w++)
    {
        watched_orca *orca = world->watched_orcas[w];
        if (!orca || !orca->has_result)
            continue;
        orca->result[1 - orca->current] = orca->result[orca->current];
        orca->is_written = true;
    }
    stage_tell(u);
}

static wend_status run_stages(update *u)
{
    bool does_move = u->does_move;
    if (u->seconds == 0.0)
    {
        give_back(u);
        publish(u);
        return WEND_OK;
    }
    wend_status status = minds_decide(u->world);
    u->has_decided = status == WEND_OK;
    if (status == WEND_OK)
        status = stage_near(u, does_move);
    if (status == WEND_OK)
        status = stage_flock(u);
    if (status != WEND_OK)
        return status;
    status = stage_wishes(u);
    if (status == WEND_OK)
        status = stage_dodge(u);
    if (status == WEND_OK && does_move)
        status = hulls_reserve(u->world); // the last thing that can fail
    if (status != WEND_OK || u->is_undone)
        return status;
    if (!u->are_all_done)
    {
        look_for_queues(u);
        for_all(u, limit_range, false);
    }
    stage_tell(u);
    if (does_move)
        stage_move(u);
    else
        for_all(u, look_range, false);
    plans_update(u->world); // before the events, of which its own are part
    stage_progress(u);
    publish(u);
    return WEND_OK;
}

bool world_reserve_events(wend_world *world, int least)
{
    int agents = least / MOST_EVENTS + (least % MOST_EVENTS > 0);
    int capacity = world->capacity > agents ? world->capacity : agents;
    if (world->event_capacity >= capacity)
        return true;
    memory_array events = {(void **)&world->events, MOST_EVENTS * sizeof *world->events};
    if (!memory_grow(&world->allocator, &events, 1, (size_t)world->event_capacity, (size_t)capacity))
        return false;
    world->event_capacity = capacity;
    return true;
}

static wend_status run_update(update *u, const char *what)
{
    wend_world *world = u->world;
    double seconds = u->seconds;
    if (!world)
        return WEND_ERROR_NULL;
    if (world->is_updating)
        return world_fail(world, WEND_ERROR_BUSY, "%s was called during an update, from a callback", what);
    if (!(seconds >= 0.0) || seconds - seconds != 0.0)
        return world_fail(world, WEND_ERROR_VALUE, "seconds is %g, must be >= 0 and finite", seconds);
    u->seconds = fmin(seconds, DBL_MAX - world->seconds); // there is no time beyond
    world_compact(world);
    if (!world_reserve_events(world, 0))
        return world_fail(world, WEND_ERROR_MEMORY, "no memory for the events of %d agents", world->count);
    wend_status has_room = plans_make_room(world);
    if (has_room != WEND_OK)
        return has_room;

    RECORD(world, u->does_move ? RECORD_STEP : RECORD_THINK, .seconds = seconds);
    fenv_t host;
    fegetenv(&host);
    fesetenv(FE_DFL_ENV); // round to nearest, no flush to zero
    u->does_push_apart = u->does_move && world->def.does_push_apart && world->count > 1;
    u->next = world->published[1 - world->current];
    for (int w = 0; world->reasons && w < WEND_MAX_WATCHED; w++)
    {
        // One that failed may have left something.
        if (world->watched_rings[w])
            world->watched_rings[w]->is_written = false;
        if (world->watched_orcas[w])
            world->watched_orcas[w]->is_written = false;
    }
    world->is_updating = true;
    wend_status status = run_stages(u);
    world->is_updating = false;
    fesetenv(&host);
    if (status != WEND_OK)
        RECORD(world, RECORD_UNDONE, .has_decided = u->has_decided);
    return status;
}

wend_status wend_world_think(wend_world *world, double seconds)
{
    return run_update(&(update){.world = world, .seconds = seconds}, "wend_world_think");
}

wend_status wend_world_step(wend_world *world, double seconds)
{
    return run_update(&(update){.world = world, .seconds = seconds, .does_move = true}, "wend_world_step");
}

wend_status world_fail_again(wend_world *world, double seconds, bool does_move)
{
    update u = {.world = world, .seconds = seconds, .does_move = does_move, .is_undone = true};
    wend_status status = run_update(&u, "wend_replay");
    return u.has_decided ? WEND_OK : status;
}
