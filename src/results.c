// What a world answers: positions, published motion, events, and who is where.
#include "real.h"
#include "storage.h"

#include <string.h>

void world_set_current(wend_world *world, int current)
{
    atomic_store_explicit(&world->current, current, memory_order_release);
}

int world_current(const wend_world *world)
{
    return atomic_load_explicit(&world->current, memory_order_acquire);
}

static const wend_vec zero = {0.0f, 0.0f, 0.0f};

static const agent_motion *motion_of(const wend_world *world, int index)
{
    return &world->published[world_current(world)][index];
}

wend_vec wend_world_position(const wend_world *world, wend_agent_id id)
{
    int index = world ? world_index(world, id) : -1;
    return index < 0 ? zero : to_outer(world, world->body[index].position, world->rest[index].height);
}

wend_vec wend_world_velocity(const wend_world *world, wend_agent_id id)
{
    int index = world ? world_index(world, id) : -1;
    return index < 0 ? zero : to_outer(world, motion_of(world, index)->velocity, 0.0f);
}

wend_vec wend_world_heading(const wend_world *world, wend_agent_id id)
{
    int index = world ? world_index(world, id) : -1;
    return index < 0 ? zero : to_outer(world, motion_of(world, index)->heading, 0.0f);
}

wend_vec wend_world_between(const wend_world *world, wend_agent_id id, float share)
{
    int index = world ? world_index(world, id) : -1;
    if (index < 0)
        return zero;
    wend_vec now = world->body[index].position, before = world_image(world, now, world->before[index]);
    real_vec way = real_sub(real_of(now), real_of(before));
    wend_vec there = real_to_vec(real_add(real_of(before), real_scale(way, (double)share)));
    return to_outer(world, world_wrap(world, there), world->rest[index].height);
}

static size_t field_of(const wend_world *world, const agent_motion *motion, wend_field field, int index, void *value)
{
    float height = world->rest[index].height;
    wend_vec v = zero;
    switch (field)
    {
    case WEND_FIELD_ID: memcpy(value, &world->body[index].id, sizeof(wend_agent_id)); return sizeof(wend_agent_id);
    case WEND_FIELD_USER: memcpy(value, &world->rest[index].user, sizeof(uint64_t)); return sizeof(uint64_t);
    case WEND_FIELD_POSITION: v = to_outer(world, world->body[index].position, height); break;
    case WEND_FIELD_BEFORE: v = to_outer(world, world->before[index], height); break;
    case WEND_FIELD_VELOCITY: v = to_outer(world, motion[index].velocity, 0.0f); break;
    case WEND_FIELD_HEADING: v = to_outer(world, motion[index].heading, 0.0f); break;
    case WEND_FIELD_COUNT: break;
    }
    memcpy(value, &v, sizeof v);
    return sizeof v;
}

int wend_world_read(const wend_world *world, wend_field field, void *out, size_t stride, int capacity)
{
    if (!world || (unsigned)field >= WEND_FIELD_COUNT)
        return 0;
    const agent_motion *motion = world->published[world_current(world)]; // of one update, whatever thinks meanwhile
    int found = 0;
    for (int k = 0; k < world->count; k++)
    {
        int i = storage_kth(world, k);
        if (world->body[i].id.value == 0)
            continue;
        if (out && found < capacity)
        {
            char value[16];
            size_t size = field_of(world, motion, field, i, value);
            memcpy((char *)out + stride * (size_t)found, value, size);
        }
        found++;
    }
    return found;
}

const char *wend_event_name(wend_event_kind kind)
{
    static const char *const names[WEND_EVENT_KIND_COUNT] = {"arrived", "target lost", "next goal", "waypoint",
                                                             "lap",     "off path",    "on path",   "planning",
                                                             "moving",  "no way",      "stuck",     "gave up"};
    return (unsigned)kind < WEND_EVENT_KIND_COUNT ? names[kind] : "unknown";
}

const wend_event *wend_world_events(const wend_world *world, int *count)
{
    if (count)
        *count = world ? world->event_count : 0;
    return world ? world->events : NULL;
}

wend_world_stats wend_world_get_stats(const wend_world *world)
{
    if (!world)
        return (wend_world_stats){0};
    wend_world_stats stats = world->stats;
    stats.seconds = world->seconds;
    stats.updates = world->updates;
    stats.agents = wend_world_count(world);
    return stats;
}

// ---- who is there -------------------------------------------------------------------------------------------------

static bool is_accepted(const wend_world *world, int index, const wend_filter *filter)
{
    if (!filter)
        return true;
    const agent_rest *rest = &world->rest[index];
    wend_agent_id id = world->body[index].id;
    if ((filter->layers != 0 && (filter->layers & rest->layers) == 0) ||
        (filter->group != 0 && filter->group != rest->group) || filter->ignore.value == id.value)
        return false;
    return !filter->accepts || filter->accepts(id, filter->user);
}

/// Cells of the present positions. In an update they have been made already, if anybody may ask.
static bool can_search(wend_world *world, wend_vec point)
{
    if (!world || !wend_is_finite(point))
        return false;
    return world->is_updating ? world->is_fresh : world_freshen(world) == WEND_OK;
}

static double square_distance(const wend_world *world, wend_vec point, int index)
{
    wend_vec there = world_image(world, point, world->body[index].position);
    real_vec offset = real_sub(real_of(there), real_of(point));
    return real_dot(offset, offset);
}

int wend_world_within(wend_world *world, wend_vec point, float radius, const wend_filter *filter, wend_agent_id *out,
                      int capacity)
{
    if (!can_search(world, point) || !(radius >= 0.0f))
        return 0;
    wend_vec centre = world_wrap(world, to_inner(world, point));
    double square = radius < FLT_MAX ? (double)radius * (double)radius : DBL_MAX;
    int found = 0;
    cell_walk walk = cells_walk(world->cells, centre, radius);
    for (int begin, end; cells_next(&walk, &begin, &end);)
        for (int place = begin; place < end; place++)
        {
            int index = world->cells->index[place];
            if (square_distance(world, centre, index) > square || !is_accepted(world, index, filter))
                continue;
            if (out && found < capacity)
                out[found] = world->body[index].id;
            found++;
        }
    return found;
}

static bool is_nearer(const wend_world *world, wend_vec centre, wend_agent_id a, wend_agent_id b)
{
    double da = square_distance(world, centre, world_index(world, a));
    double db = square_distance(world, centre, world_index(world, b));
    return da != db ? da < db : a.value < b.value;
}

/// Inserts an agent into a list of the k nearest so far. Returns how many there are then.
static int insert_nearest(const wend_world *world, wend_vec centre, wend_agent_id id, wend_agent_id *out, int found,
                          int k)
{
    int at = found < k ? found : k;
    for (; at > 0 && is_nearer(world, centre, id, out[at - 1]); at--)
        if (at < k)
            out[at] = out[at - 1];
    if (at < k)
        out[at] = id;
    return found < k ? found + 1 : k;
}

int wend_world_nearest(wend_world *world, wend_vec point, float radius, const wend_filter *filter, wend_agent_id *out,
                       int k)
{
    if (!can_search(world, point) || !(radius >= 0.0f) || !out || k <= 0)
        return 0;
    wend_vec centre = world_wrap(world, to_inner(world, point));
    double reach = fmin((double)world->cells->def.cell_size, (double)radius);
    for (;;)
    {
        int found = 0;
        cell_walk walk = cells_walk(world->cells, centre, (float)reach);
        double limit = walk.is_whole ? (double)radius : reach;
        bool is_whole = walk.is_whole || reach >= (double)radius;
        for (int begin, end; cells_next(&walk, &begin, &end);)
            for (int place = begin; place < end; place++)
            {
                int index = world->cells->index[place];
                bool is_near = limit == (double)FLT_MAX || square_distance(world, centre, index) <= limit * limit;
                if (is_near && is_accepted(world, index, filter))
                    found = insert_nearest(world, centre, world->body[index].id, out, found, k);
            }
        if (found == k || is_whole || world->count == 0)
            return found;
        reach = fmin(reach * 2.0, (double)radius);
    }
}

wend_ray_hit wend_world_ray(wend_world *world, wend_vec from, wend_vec to, const wend_filter *filter)
{
    wend_ray_hit hit = {{0}, 0.0f, to};
    if (!world || !wend_is_finite(from) || !wend_is_finite(to))
        return hit;
    real_vec start = real_of(to_inner(world, from)), way = real_sub(real_of(to_inner(world, to)), start);
    double length = real_length(way), best = length;
    real_vec along = real_unit(way);
    for (int k = 0; k < world->count; k++)
    {
        int i = storage_kth(world, k);
        const wend_agent *body = &world->body[i];
        if (body->id.value == 0)
            continue;
        real_vec offset = real_sub(real_of(body->position), start);
        double radius = (double)body->radius, middle = real_dot(offset, along);
        double off = real_length(real_sub(offset, real_scale(along, middle)));
        double half = sqrt(fmax(0.0, radius * radius - off * off)), enter = middle - half, leave = middle + half;
        bool is_met = off < radius && leave > 0.0 && enter < length; // to touch is not to meet
        double distance = fmax(0.0, enter);
        if (!is_met || distance > best || (distance == best && hit.agent.value != 0) || !is_accepted(world, i, filter))
            continue;
        best = distance;
        hit.agent = body->id;
    }
    hit.distance = real_to_float(best);
    if (hit.agent.value != 0)
        hit.point = to_outer(world, real_to_vec(real_add(start, real_scale(along, best))), height_of(world, from));
    return hit;
}
