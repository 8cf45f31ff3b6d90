// Agents in a block: what they are and do, and what only some of them have.
#include "compiler.h"
#include "extras.h"
#include "memory.h"
#include "paths.h"
#include "saved.h"
#include "storage.h"
#include "stuck.h"

#include <stddef.h>

// What comes with an agent, before it.
enum
{
    SAME_KIND = 1,  // it is of the same kind as the agent before: not written again
    SAME_GOAL = 2,  // and has the same goal
    HAS_MOTION = 4, // what was published isn't how it moves now
    HAS_PILE = 8,
    HAS_EXTRA = 16,
    HAS_PLAN = 32,
    HAS_QUEUE = 64,
    LAST_FLAG = HAS_QUEUE
};

/// An agent, apart from its pools.
typedef struct agent_image
{
    wend_agent body;
    agent_rest rest;
    agent_mind mind;
    agent_motion published;
    wend_vec before;
    int resting;
    double goal_seconds;
    uint32_t flags;
} agent_image;

static double square_of(wend_vec v)
{
    return (double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z;
}

// ---- extras ---------------------------------------------------------------------------------------------------------

static void save_hits(saving *s, const agent_extra *extra, const wend_hit *hits)
{
    for (int i = 0; i < extra->hit_count; i++)
    {
        byte *p = writer_begin(&s->out);
#define SAVE(field) PUT(hits[i].field);
        SAVED_HIT(SAVE)
#undef SAVE
#define SAVE(field) PUT(extra->casts[i].field);
        if (i < WEND_WHISKERS)
        {
            SAVED_CAST(SAVE)
        }
#undef SAVE
        writer_end(&s->out, p);
    }
}

static void save_extra(saving *s, const agent_extra *extra, const wend_hit *hits)
{
    unsigned seen = 0;
    byte *p = writer_begin(&s->out);
#define SAVE(field) PUT(extra->field);
    SAVED_EXTRA(SAVE)
#undef SAVE
    for (int i = 0; i < WEND_MEMORY; i++)
        seen |= extra->memory.seen[i].body != 0 ? 1u << i : 0;
    PUT(seen);
    for (int i = 0; i < WEND_MEMORY; i++)
        if (seen >> i & 1)
        {
#define SAVE(field) PUT(extra->memory.seen[i].field);
            SAVED_SIGHTING(SAVE)
#undef SAVE
        }
    writer_end(&s->out, p);
    save_hits(s, extra, hits);
}

static bool load_hits(loading *l, agent_extra *extra, wend_hit *hits)
{
    reader *r = &l->in;
    for (int i = 0; i < extra->hit_count; i++)
    {
        wend_cast cast = {0};
        wend_hit hit = {0};
        unsigned bad = 0;
        const byte *p = reader_begin(r);
#define LOAD(field) GET(hit.field);
        SAVED_HIT(LOAD)
#undef LOAD
#define LOAD(field) GET(cast.field);
        if (i < WEND_WHISKERS)
        {
            SAVED_CAST(LOAD)
            extra->casts[i] = cast;
        }
#undef LOAD
        reader_end(r, p, bad);
        if (!lies_in(l->world, hit.point) || !lies_in(l->world, hit.normal) || !lies_in(l->world, hit.velocity))
            return load_fails(l, WEND_ERROR_BLOCK, "block has a hit out of the plane of agent number %d", l->extras);
        if (hits)
            hits[i] = hit;
    }
    return load_is_fine(l);
}

static bool are_sightings_bad(const loading *l, const wend_memory *memory)
{
    bool is_bad = false;
    for (int i = 0; i < WEND_MEMORY; i++)
    {
        const wend_sighting *s = &memory->seen[i];
        is_bad |= !(s->seconds >= 0.0 && s->seconds <= l->seconds) || !lies_in(l->world, s->position) ||
                  !lies_in(l->world, s->velocity);
    }
    return is_bad;
}

static bool load_extra(loading *l, agent_extra *extra)
{
    reader *r = &l->in;
    unsigned seen;
    *extra = (agent_extra){0};
    unsigned bad = 0;
    const byte *p = reader_begin(r);
#define LOAD(field) GET(extra->field);
    SAVED_EXTRA(LOAD)
#undef LOAD
    GET(seen);
    for (int i = 0; i < WEND_MEMORY; i++)
        if (seen >> i & 1)
        {
#define LOAD(field) GET(extra->memory.seen[i].field);
            SAVED_SIGHTING(LOAD)
#undef LOAD
        }
    reader_end(r, p, bad);
    bool is_bad = (unsigned)extra->car.gear > WEND_CAR_WIDE || extra->side.side < -1 || extra->side.side > 1 ||
                  extra->progress.leg < 0 || extra->progress.lap < 0 || extra->progress.lap == INT32_MAX ||
                  extra->progress.passed < 0 || square_of(extra->chosen) > 1.02 || seen >> WEND_MEMORY != 0 ||
                  !lies_in(l->world, extra->chosen) || are_sightings_bad(l, &extra->memory) || extra->hit_count < 0 ||
                  extra->hit_count > l->counts.hit_room || l->extras >= l->counts.extras;
    if (is_bad || !load_is_fine(l))
        return load_fails(l, WEND_ERROR_BLOCK, "block has bad senses or progress of agent number %d", l->extras);
    wend_world *world = l->world;
    return load_hits(
        l, extra,
        l->does_take && world->extra_hits ? world->extra_hits + (size_t)l->extras * (size_t)world->hit_stride : NULL);
}

/// Will an agent go by more hits than its sense has rays? But where its recipe is new: then it looks anew first.
static bool has_odd_hits(const wend_world *world, const agent_image *image, int count)
{
    const kept_recipe *kept = &world->recipes[world->recipe_count + image->rest.recipe];
    wend_sense_kind kind = kept->recipe.sense.kind;
    bool has_rays = kind == WEND_SENSE_FEELER || kind == WEND_SENSE_WHISKERS;
    return has_rays && count > kept->hit_room && !image->mind.must_think;
}

/// Takes over an extra, or looks at it.
static bool load_own_extra(loading *l, agent_image *image, wend_path_progress *progress)
{
    wend_world *world = l->world;
    agent_rest *rest = &image->rest;
    agent_extra extra;
    if (!load_extra(l, &extra))
        return false;
    if (!l->does_take && has_odd_hits(world, image, extra.hit_count))
        return load_fails(l, WEND_ERROR_BLOCK, "block has %d hits of agent number %d, which has no such sense",
                          extra.hit_count, l->extras);
    if (l->does_take)
        world->extras[l->extras] = world->next_extras[l->extras] = extra;
    rest->extra = l->extras++;
    *progress = extra.progress;
    return true;
}

// ---- queues ---------------------------------------------------------------------------------------------------------

static void save_queue(saving *s, const agent_rest *rest)
{
    const wend_world *world = s->world;
    byte *p = writer_begin(&s->out);
    PUT(rest->queue_count);
    writer_end(&s->out, p);
    for (int k = 0, entry = rest->queue_first; k < rest->queue_count; k++, entry = world->queue[entry].next)
        save_goal(s, &world->queue[entry].goal);
}

/// Has an agent what its goal needs?
static bool has_needs(const wend_goal *goal, uint32_t flags)
{
    bool travels = goal->kind == WEND_GOAL_TRAVEL, has_way = goal_has_way(goal->kind);
    return (!travels || (flags & HAS_PLAN)) && (!has_way || (flags & HAS_EXTRA));
}

static bool load_queue(loading *l, agent_rest *rest, uint32_t flags)
{
    wend_world *world = l->world;
    reader *r = &l->in;
    unsigned bad = 0;
    const byte *p = reader_begin(r);
    GET(rest->queue_count);
    reader_end(r, p, bad);
    if (rest->queue_count < 1 || rest->queue_count > MOST_QUEUED || rest->queue_count > l->counts.queued - l->queued)
        return load_fails(l, WEND_ERROR_BLOCK, "block has a queue of %d goals", rest->queue_count);
    rest->queue_first = l->queued;
    for (int k = 0; k < rest->queue_count; k++)
    {
        wend_goal goal;
        if (!load_goal(l, &goal))
            return false;
        if (!has_needs(&goal, flags) || !goal_lies_in(world, &goal))
            return load_fails(l, WEND_ERROR_BLOCK,
                              "block has a queued goal to %s without what it needs, or out of the plane",
                              wend_goal_name(goal.kind));
        rest->queue_last = l->queued++;
        if (!l->does_take)
            continue;
        world->has_fields |= goal.kind == WEND_GOAL_FOLLOW_FIELD;
        paths_use(&goal.path);
        world->queue[rest->queue_last] =
            (queued_goal){goal, k + 1 < rest->queue_count ? rest->queue_last + 1 : NO_ENTRY};
    }
    return true;
}

// ---- one agent ------------------------------------------------------------------------------------------------------

static bool is_moving_so(const wend_agent *body, const agent_motion *published)
{
    return memcmp(&body->velocity, &published->velocity, sizeof published->velocity) == 0 &&
           memcmp(&body->heading, &published->heading, sizeof published->heading) == 0;
}

/// Is an agent of the same kind as another one?
static bool is_alike(const wend_world *world, int other, int index)
{
    const wend_agent *a = &world->body[other], *b = &world->body[index];
    const agent_rest *c = &world->rest[other], *d = &world->rest[index];
#define DIFFERS(field) || memcmp(&a->field, &b->field, sizeof a->field) != 0
    bool differs = c->recipe != d->recipe SAVED_ABILITIES(DIFFERS);
#undef DIFFERS
#define DIFFERS(field) || memcmp(&c->field, &d->field, sizeof c->field) != 0
    differs = differs SAVED_KIND(DIFFERS);
#undef DIFFERS
    return !differs;
}

/// The same but for what lies between the fields?
static bool is_same_goal(const wend_goal *a, const wend_goal *b)
{
    if (memcmp(a, b, sizeof *a) == 0)
        return true;
#define DIFFERS(field) || memcmp(&a->field, &b->field, sizeof a->field) != 0
    bool differs = a->kind != b->kind SAVED_GOAL(DIFFERS);
#undef DIFFERS
    return !differs && a->field == b->field && a->field_user == b->field_user && a->path.points == b->path.points;
}

/// `last`: the one before it, or -1.
static uint32_t flags_of(const wend_world *world, int last, int index)
{
    const agent_rest *rest = &world->rest[index];
    bool has_pile = rest->pile.value != 0 || rest->pile_area != 0.0f || rest->going_round != 0.0f || rest->goes_round ||
                    rest->is_at_pile || rest->is_behind || world->resting[index] != 0;
    uint32_t flags = is_moving_so(&world->body[index], &world->published[world->current][index]) ? 0 : HAS_MOTION;
    flags |= has_pile ? HAS_PILE : 0;
    flags |= (rest->extra >= 0 ? HAS_EXTRA : 0) | (rest->plan >= 0 ? HAS_PLAN : 0);
    flags |= rest->queue_count > 0 ? HAS_QUEUE : 0;
    if (last >= 0 && is_alike(world, last, index))
        flags |= SAME_KIND;
    if (last >= 0 && is_same_goal(&rest->goal, &world->rest[last].goal))
        flags |= SAME_GOAL;
    return flags;
}

/// What every agent has.
static void save_agent(saving *s, int index, uint32_t flags)
{
    const wend_world *world = s->world;
    const wend_agent *body = &world->body[index];
    const agent_rest *rest = &world->rest[index];
    const agent_mind *mind = &world->mind[index];
    const agent_motion *published = &world->published[world->current][index];
    byte *p = writer_begin(&s->out);
    PUT(flags), PUT(body->id), PUT(world->before[index]);
#define SAVE(field) PUT(body->field);
    SAVED_BODY(SAVE)
    if (!(flags & SAME_KIND))
    {
        SAVED_ABILITIES(SAVE)
    }
#undef SAVE
#define SAVE(field) PUT(rest->field);
    SAVED_OWN(SAVE)
    PUT(world->goal_seconds[index]);
    SAVED_REST(SAVE)
    if (!(flags & SAME_KIND))
    {
        SAVED_KIND(SAVE)
        PUT(world->recipes[rest->recipe].number);
    }
    if (flags & HAS_PILE)
    {
        SAVED_PILE(SAVE)
        int resting = world->resting[index];
        PUT((resting > 0 ? 2 + resting % 2 : resting)); // not against whom
    }
#undef SAVE
#define SAVE(field) PUT(mind->field);
    SAVED_MIND(SAVE)
#undef SAVE
    if (flags & HAS_MOTION)
        PUT(published->velocity), PUT(published->heading);
    writer_end(&s->out, p);
}

/// What isn't checked isn't looked at again.
ALWAYS_INLINE void read_agent(reader *r, agent_image *image, bool is_checked)
{
    unsigned bad = 0;
    const byte *p = reader_begin(r);
    GET(image->flags), GET(image->body.id), GET(image->before);
#define LOAD(field) GET(image->body.field);
    SAVED_BODY(LOAD)
    if (!(image->flags & SAME_KIND))
    {
        SAVED_ABILITIES(LOAD)
    }
#undef LOAD
#define LOAD(field) GET(image->rest.field);
    SAVED_OWN(LOAD)
    GET(image->goal_seconds);
    SAVED_REST(LOAD)
    if (!(image->flags & SAME_KIND))
    {
        SAVED_KIND(LOAD)
        GET(image->rest.recipe);
    }
    image->rest.pile = (wend_agent_id){0};
    image->rest.pile_area = image->rest.going_round = 0.0f;
    image->rest.goes_round = image->rest.is_at_pile = image->rest.is_behind = false;
    image->resting = 0;
    if (image->flags & HAS_PILE)
    {
        SAVED_PILE(LOAD)
        GET(image->resting);
    }
#undef LOAD
#define LOAD(field) GET(image->mind.field);
    SAVED_MIND(LOAD)
#undef LOAD
    image->published = (agent_motion){image->body.velocity, image->body.heading};
    if (image->flags & HAS_MOTION)
        GET(image->published.velocity), GET(image->published.heading);
    reader_end(r, p, is_checked ? bad : 0);
}

void save_agents(saving *s)
{
    const wend_world *world = s->world;
    byte *p;
    for (int slot = world->free_slot; slot >= 0; slot = -2 - world->slot_index[slot])
    {
        p = writer_begin(&s->out);
        PUT(slot);
        writer_end(&s->out, p);
    }
    for (int k = 0; k < world->count; k++)
    {
        int i = storage_kth(world, k);
        const agent_rest *rest = &world->rest[i];
        uint32_t flags = flags_of(world, k > 0 ? storage_kth(world, k - 1) : -1, i);
        save_agent(s, i, flags);
        if (!(flags & SAME_GOAL))
            save_goal(s, &rest->goal);
        if (flags & HAS_EXTRA)
            save_extra(s, extra_of(world, i), extra_hits_of(world, i));
        if (flags & HAS_PLAN)
            save_plan(s, &world->desk.plans[rest->plan]);
        if (flags & HAS_QUEUE)
            save_queue(s, rest);
    }
}

// ---- what may be wrong with one -------------------------------------------------------------------------------------

static bool is_unit(wend_vec v)
{
    double square = square_of(v);
    return square > 0.98 && square < 1.02;
}

/// What of a body can't be so. What is the same as of another one has been looked at.
static bool is_bad_body(const agent_image *image)
{
    const wend_agent *body = &image->body;
    bool has_size =
        (image->flags & SAME_KIND) ||
        (body->radius > 0.0f && body->arrival_radius > 0.0f && body->neighbour_radius > 0.0f && body->mass > 0.0f &&
         body->max_speed >= 0.0f && body->max_acceleration >= 0.0f && body->response_time >= 0.0f);
    return !has_size || !is_unit(body->heading) || ((image->flags & HAS_MOTION) && !is_unit(image->published.heading));
}

/// Is it in the plane of its world?
static bool is_in_plane(const wend_world *world, const agent_image *image)
{
    const float z[] = {image->body.position.z,        image->body.velocity.z,     image->body.heading.z,
                       image->published.velocity.z,   image->published.heading.z, image->before.z,
                       image->rest.checked.z,         image->rest.anchor.z,       image->mind.kept.z,
                       image->mind.wander.direction.z};
    uint32_t words[sizeof z / sizeof *z], any = 0;
    memcpy(words, z, sizeof words);
    for (size_t i = 0; i < sizeof z / sizeof *z; i++)
        any |= words[i];
    return is_spatial(world) || (any & 0x7fffffffu) == 0; // -0 is flat as well
}

static bool is_bad_mind(const agent_image *image)
{
    const agent_mind *mind = &image->mind;
    return mind->random.increment % 2 == 0 || !(mind->wanted >= 0.0f && mind->wanted <= 1.0f) ||
           square_of(mind->wander.direction) > 1.02 || !(mind->orca.pent >= 0.0f && mind->orca.pent <= 1.0f) ||
           mind->orca.side < -1 || mind->orca.side > 1 || mind->orca.waited < 0.0f ||
           image->rest.decide_seconds < 0.0f || image->rest.pile_area < 0.0f || image->rest.going_round < 0.0f;
}

/// Nothing has gone on for longer than the world.
static bool is_bad_time(const agent_image *image, double now)
{
    const agent_rest *rest = &image->rest;
    const double times[] = {image->goal_seconds, rest->against, rest->decided_at};
    bool is_bad = rest->at_anchor < -3.0 * WEND_STUCK_SECONDS || rest->at_anchor > now;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        is_bad |= !(times[i] >= 0.0 && times[i] <= now);
    return is_bad;
}

static bool is_bad_recovery(const wend_recovery *r)
{
    return (unsigned)r->step >= WEND_RECOVERY_STEP_COUNT || (unsigned)r->stuck_by >= WEND_STUCK_BY_COUNT ||
           (unsigned)r->steps > STUCK_MOST_STEPS;
}

static bool is_bad_number(const loading *l, const agent_image *image)
{
    bool rests = image->resting == BEHIND || image->resting == 0 || image->resting == 2 || image->resting == 3;
    return (unsigned)image->rest.recipe >= (unsigned)l->counts.recipes || !rests;
}

/// Ids only grow, and each has a slot of its own: `awake` is scratch here.
static bool is_bad_id(loading *l, uint64_t id, uint64_t last)
{
    uint64_t slot = id & ((1u << SLOT_BITS) - 1), serial = id >> SLOT_BITS;
    if (slot >= (uint64_t)l->counts.slots || serial <= last >> SLOT_BITS || serial > l->serial || l->world->awake[slot])
        return true;
    l->world->awake[slot] = 1;
    return false;
}

static bool check_agent(loading *l, const agent_image *image, int index, uint64_t last)
{
    const char *what = image->flags > 2 * LAST_FLAG - 1           ? "flags"
                       : is_bad_id(l, image->body.id.value, last) ? "an id"
                       : is_bad_body(image)                       ? "a body"
                       : !is_in_plane(l->world, image)            ? "a place out of the plane"
                       : is_bad_mind(image)                       ? "a mind"
                       : is_bad_time(image, l->seconds)           ? "a time"
                       : is_bad_recovery(&image->rest.recovery)   ? "a recovery"
                       : is_bad_number(l, image)                  ? "a number"
                                                                  : NULL;
    return !what || load_fails(l, WEND_ERROR_BLOCK, "block has %s of agent number %d that can't be", what, index);
}

/// Does it have what its goal and its recipe need?
static bool check_needs(loading *l, const agent_image *image, int index)
{
    const wend_world *world = l->world;
    bool needs_extra = world->recipes[world->recipe_count + image->rest.recipe].needs_extra;
    const wend_goal *goal = &image->rest.goal;
    bool is_own = goal->target.value != 0 && wend_same_agent(goal->target, image->body.id);
    bool has_all = has_needs(goal, image->flags) && (!needs_extra || (image->flags & HAS_EXTRA));
    if (has_all && !is_own && goal_lies_in(world, goal))
        return true;
    return load_fails(l, WEND_ERROR_BLOCK,
                      has_all ? "block has an agent, number %d, with a goal that can't be"
                              : "block has an agent, number %d, without what its goal or recipe needs",
                      index);
}

// ---- all of them ----------------------------------------------------------------------------------------------------

static bool load_free_slots(loading *l)
{
    wend_world *world = l->world;
    reader *r = &l->in;
    int last = NO_ENTRY;
    if (l->does_take)
        world->free_slot = NO_ENTRY;
    for (int k = l->counts.agents; k < l->counts.slots; k++)
    {
        int slot;
        unsigned bad = 0;
        const byte *p = reader_begin(r);
        GET(slot);
        reader_end(r, p, bad);
        bool is_known = slot >= 0 && slot < l->counts.slots;
        if (!is_known || (!l->does_take && world->awake[slot]))
            return load_fails(l, WEND_ERROR_BLOCK, "block has a free place %d that can't be", slot);
        world->awake[slot] = 1;
        if (!l->does_take)
            continue;
        if (last < 0)
            world->free_slot = slot;
        else
            world->slot_index[last] = -2 - slot;
        world->slot_index[slot] = -2 - NO_ENTRY;
        last = slot;
    }
    return load_is_fine(l);
}

static void take_agent(wend_world *world, const agent_image *image, int index)
{
    world->body[index] = image->body;
    memory_copy(&world->rest[index], &image->rest, sizeof image->rest);
    world->mind[index] = image->mind;
    world->before[index] = image->before;
    world->resting[index] = image->resting;
    world->goal_seconds[index] = image->goal_seconds;
    world->published[world->current][index] = image->published;
    world->seen[index] = world->crowded[index] = 0;
    world->slot_index[image->body.id.value & ((1u << SLOT_BITS) - 1)] = index;
    world->recipes[image->rest.recipe].users++;
    world->has_fields |= image->rest.goal.kind == WEND_GOAL_FOLLOW_FIELD;
    paths_use(&image->rest.goal.path);
}

/// What comes after an agent, by its flags.
static bool load_belongings(loading *l, agent_image *image)
{
    agent_rest *rest = &image->rest;
    wend_path_progress progress = {0};
    rest->extra = rest->plan = rest->watched = NO_ENTRY;
    rest->queue_first = rest->queue_last = NO_ENTRY;
    rest->queue_count = 0;
    if ((image->flags & HAS_EXTRA) && !load_own_extra(l, image, &progress))
        return false;
    if ((image->flags & HAS_PLAN) && !load_plan(l, rest, &progress))
        return false;
    if (image->flags & HAS_PLAN)
        rest->plan = l->plans - 1;
    return !(image->flags & HAS_QUEUE) || load_queue(l, rest, image->flags);
}

bool load_agents(loading *l)
{
    wend_world *world = l->world;
    agent_image image = {0};
    if (!l->does_take && world->awake)
        memset(world->awake, 0, (size_t)l->counts.slots);
    if (!load_free_slots(l))
        return false;
    for (int i = 0; i < l->counts.agents; i++)
    {
        uint64_t last = image.body.id.value;
        if (l->does_take)
            read_agent(&l->in, &image, false);
        else
            read_agent(&l->in, &image, true);
        if (i == 0 && (image.flags & (SAME_KIND | SAME_GOAL)))
            return load_fails(l, WEND_ERROR_BLOCK, "block has a first agent that is like none");
        if (!load_is_fine(l) || (!l->does_take && !check_agent(l, &image, i, last)))
            return false;
        if (!(image.flags & SAME_GOAL) && !load_goal(l, &image.rest.goal))
            return false;
        world_note_goal(&image.rest);
        if (!load_belongings(l, &image))
            return false;
        if (!l->does_take && !check_needs(l, &image, i))
            return false;
        if (l->does_take)
            take_agent(world, &image, i);
    }
    return load_is_fine(l);
}
