#include "piles.h"

#include "extras.h"
#include "hashing.h"
#include "plans.h"
#include "probe.h"
#include "real.h"
#include "storage.h"

#include <string.h>

// A pile is known by its first member, the first that has arrived at a point; only that one's `pile_area` counts.

// Sums stay finite: there may be giants.

static float sum(float a, float b)
{
    return real_to_float((double)a + (double)b);
}

static float area_of(const wend_world *world, int index)
{
    return real_to_float((double)world->body[index].radius * (double)world->body[index].radius);
}

/// Is somebody the first of those that have arrived at the same point?
static bool is_first(const wend_world *world, int first, const agent_rest *rest)
{
    const agent_rest *of_first = first >= 0 ? &world->rest[first] : NULL;
    return of_first && of_first->has_arrived && piles_want_a_point(of_first) &&
           wend_same_agent(of_first->pile, world->body[first].id) && wend_equal(of_first->goal.point, rest->goal.point);
}

// ---- who wants to be there ------------------------------------------------------------------------------------------

/// The slot of a point among the first ones; that of the next free one if it isn't there. `seen` holds numbers from 1.
static int slot_of(const wend_world *world, wend_vec point)
{
    uint64_t hash = HASH_BEGIN;
    hash_vec(&hash, wend_add(point, wend_xyz(0.0f, 0.0f, 0.0f))); // no -0
    int slot = (int)(hash % (uint64_t)world->count);
    while (world->seen[slot] != 0 && !wend_equal(world->rest[world->seen[slot] - 1].goal.point, point))
        slot = slot + 1 < world->count ? slot + 1 : 0;
    return slot;
}

void piles_count(wend_world *world)
{
    int found = 0;
    for (int k = 0; k < world->count; k++)
    {
        int i = storage_kth(world, k);
        int first = world->resting[i] > 0 ? world_index(world, world->rest[world->resting[i] / 2 - 1].pile) : -1;
        if (!is_first(world, first, &world->rest[i]) || world->rest[first].pile_area > 0.0f)
            continue;
        if (found++ == 0)
            memset(world->seen, 0, (size_t)world->count * sizeof *world->seen);
        world->rest[first].pile_area = area_of(world, first);
        world->seen[slot_of(world, world->rest[first].goal.point)] = first + 1;
    }
    for (int k = 0; k < world->count && found > 0; k++)
    {
        int i = storage_kth(world, k);
        int slot = piles_want_a_point(&world->rest[i]) ? slot_of(world, world->rest[i].goal.point) : -1;
        int first = slot >= 0 ? world->seen[slot] - 1 : -1;
        if (first < 0 || first == i)
            continue;
        world->rest[i].pile = world->body[first].id;
        world->rest[first].pile_area = sum(world->rest[first].pile_area, area_of(world, i));
    }
}

/// Belongs to a pile from now on.
static void join(wend_world *world, int index, int first)
{
    agent_rest *rest = &world->rest[index];
    if (wend_same_agent(rest->pile, world->body[first].id))
        return;
    rest->pile = world->body[first].id;
    if (world->rest[first].pile_area > 0.0f)
        world->rest[first].pile_area = sum(world->rest[first].pile_area, area_of(world, index));
}

void piles_leave(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    int first = rest->pile.value != 0 ? world_index(world, rest->pile) : -1;
    if (first != index && is_first(world, first, rest) && world->rest[first].pile_area > 0.0f)
        world->rest[first].pile_area = fmaxf(world->rest[first].pile_area - area_of(world, index), FLT_MIN);
    rest->pile = (wend_agent_id){0};
    rest->pile_area = rest->going_round = 0.0f;
    rest->goes_round = rest->is_at_pile = rest->is_behind = false;
}

// ---- where they come to rest ----------------------------------------------------------------------------------------

/// Is it within the disc that all of them fill? Where many come from one side the last ones go round those that are
/// there, so that the pile is round. The disc grows by the way that one goes round, so everybody finds a place.
static bool is_within(const wend_world *world, int index, int first)
{
    const agent_rest *rest = &world->rest[index];
    const wend_agent *body = &world->body[index];
    if (is_spatial(world) || !is_first(world, first, rest))
        return true;
    double radius = (double)body->radius, bodies = (double)world->rest[first].pile_area / (radius * radius);
    wend_vec point = world_image(world, body->position, rest->goal.point);
    double rim = (double)wend_distance(body->position, point) / radius + 1.0;
    return rim <= sqrt(bodies / 0.92) + 1.3 + 0.08 * (double)rest->going_round;
}

static double straight_way(const wend_world *world, int index)
{
    wend_vec own = world->body[index].position;
    return (double)wend_distance(own, world_image(world, own, world->rest[index].goal.point));
}

/// How far it is to its point: for one that travels along its way, or by the field that it shares.
static double way_left(const wend_world *world, int index)
{
    const agent_rest *rest = &world->rest[index];
    const agent_plan *plan = rest->goal.kind == WEND_GOAL_TRAVEL ? plan_of(world, index) : NULL;
    const wend_flow *flow = plan && plan->is_shared ? flows_of(world, plan) : NULL;
    if (flow)
    {
        wend_flow_sample sample = wend_flow_at(flow, world->body[index].position);
        return sample.sees_goal ? straight_way(world, index) : sample.cost;
    }
    if (!plan || plan->count == 0)
        return straight_way(world, index);
    wend_path way = plan_way(plan);
    const wend_path_progress *progress = &extra_of(world, index)->progress;
    return (double)wend_path_left(&way, progress, &world->recipes[rest->recipe].recipe.follow) + (double)progress->off;
}

/// Is nothing between it and its point but others?
static bool goes_straight(const wend_world *world, int index)
{
    return way_left(world, index) <= 1.05 * straight_way(world, index) + (double)world->body[index].radius;
}

/// Does it only stand in a row behind those who rest at its point, in another room perhaps?
static bool is_far_off(const wend_world *world, int index, int first)
{
    const agent_rest *rest = &world->rest[index];
    if (rest->goal.kind != WEND_GOAL_TRAVEL || !is_first(world, first, rest) || world->rest[first].pile_area <= 0.0f)
        return false;
    double disc = sqrt((double)world->rest[first].pile_area / 0.7);
    return way_left(world, index) > 2.0 * disc + 4.0 * (double)world->body[index].radius;
}

/// By how much it goes round its point in that time, radians; it may be held up.
static float way_round(const wend_world *world, int index, double seconds)
{
    const wend_agent *body = &world->body[index];
    double away = fmax(straight_way(world, index), (double)body->radius);
    return real_to_float(PILE_SPEED * (double)body->max_speed * seconds / away);
}

/// Has it hardly moved since the last update, though it goes round?
static bool is_held_up(const wend_world *world, int index, double seconds)
{
    const wend_agent *body = &world->body[index];
    wend_vec before = world_image(world, body->position, world->rest[index].checked);
    return (double)wend_distance(body->position, before) < 0.2 * PILE_SPEED * (double)body->max_speed * seconds;
}

/// Where it wants to go: one that travels as it wished last, as its way may end elsewhere, and come from round a corner.
static real_vec way_of(const wend_world *world, int index)
{
    wend_vec point = world->rest[index].goal.point, own = world->body[index].position;
    if (world->rest[index].goal.kind == WEND_GOAL_TRAVEL)
        return real_unit(real_of(world->mind[index].kept));
    return real_unit(real_sub(real_of(world_image(world, own, point)), real_of(own)));
}

bool leaves_a_way(const wend_world *world, int index, const real_vec *rests, int count)
{
    real_vec toward = way_of(world, index), way = toward;
    for (int round = 0; round < 8; round++)
        for (int k = 0; k < count; k++)
            way = real_sub(way, real_scale(rests[k], fmax(0.0, real_dot(way, rests[k]))));
    return real_dot(way, toward) >= 0.02;
}

// Walls that one touches, as directions to rest on.
typedef struct walls
{
    real_vec rests[5]; // room for one more
    int count;
} walls;

static walls walls_of(const wend_world *world, int index)
{
    const wend_agent *body = &world->body[index];
    walls found = {.count = 0};
    probe_view view = probe_view_of(world, index);
    wend_caster caster = probe_caster(&view);
    wend_hit hits[4];
    if (!caster.cast || !world->def.does_stop_at_obstacles)
        return found;
    int count = caster.around(body->position, 1.02f * body->radius, world->rest[index].mask, 0, hits, 4, caster.user);
    for (; found.count < count && found.count < 4; found.count++)
        found.rests[found.count] = real_scale(real_of(hits[found.count].normal), -1.0);
    return found;
}

/// Is it held between walls and one that has arrived?
static bool is_held(const wend_world *world, int index, int other, walls *found)
{
    wend_vec own = world->body[index].position, to = world_image(world, own, world->body[other].position);
    found->rests[found->count++] = real_unit(real_sub(real_of(to), real_of(own)));
    return !leaves_a_way(world, index, found->rests, found->count);
}

bool piles_rest(wend_world *world, int index, double seconds)
{
    agent_rest *rest = &world->rest[index];
    int resting = world->resting[index];
    rest->is_at_pile = resting > 0;
    rest->is_behind = resting != 0;
    if (resting <= 0 && !rest->goes_round)
        return false;
    walls found = walls_of(world, index);
    if (rest->goes_round && found.count > 0)
        rest->going_round += 1.0f; // walls may end it
    else if (rest->goes_round)
        rest->going_round = sum(rest->going_round,
                                way_round(world, index, seconds) + (is_held_up(world, index, seconds) ? 0.25f : 0.0f));
    wend_agent_id pile = resting > 0 ? world->rest[resting / 2 - 1].pile : rest->pile;
    int first = world_index(world, pile);
    if (is_far_off(world, index, first))
    {
        rest->is_at_pile = rest->is_behind = false;
        return false;
    }
    if (is_first(world, first, rest))
        join(world, index, first);
    rest->goes_round = !is_within(world, index, first) && goes_straight(world, index);
    if (resting > 0 && found.count > 0 && is_held(world, index, resting / 2 - 1, &found))
        return true;
    return !rest->goes_round && resting > 0 && resting % 2 == 1;
}

void piles_arrive(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    rest->goes_round = false;
    if (!piles_want_a_point(rest) || is_first(world, world_index(world, rest->pile), rest))
        return;
    rest->pile = world->body[index].id;
    rest->pile_area = 0.0f;
}
