// What agents are after, and how they make up their minds: goals, queues of goals, recipes.
#include "brief.h"
#include "extras.h"
#include "memory.h"
#include "paths.h"
#include "piles.h"
#include "plans.h"
#include "recipes.h"
#include "record.h"

#include <string.h>

// ---- goals
// -----------------------------------------------------------------------------------------------------------

static wend_status check_targets(wend_world *world, int index, const wend_goal *goal)
{
    wend_goal looked_at = goal_canonical(goal);
    const wend_agent_id named[2] = {looked_at.target, looked_at.other};
    for (int i = 0; i < 2; i++)
    {
        if (named[i].value == 0)
            continue;
        if (world_index(world, named[i]) < 0)
            return world_fail_id(world, i == 0 ? "goal target" : "goal other", named[i]);
        if (index >= 0 && wend_same_agent(named[i], world->body[index].id))
            return world_fail(world, WEND_ERROR_SELF, "goal %s is the agent itself, must be another",
                              i == 0 ? "target" : "other");
    }
    return WEND_OK;
}

/// A goal's points in other axes, and only the fields that its kind looks at. The offset of offset_pursue is in its
/// leader's frame, not in the world's.
static wend_goal goal_with(const wend_world *world, const wend_goal *goal, bool is_inward)
{
    wend_goal copy = goal_canonical(goal);
    if (goal->kind == WEND_GOAL_OFFSET_PURSUE)
        copy.point.z = is_spatial(world) ? copy.point.z : 0.0f;
    else
        copy.point = is_inward ? to_inner(world, copy.point) : to_outer(world, copy.point, 0.0f);
    copy.high = is_inward ? to_inner(world, copy.high) : to_outer(world, copy.high, 0.0f);
    if (goal->kind == WEND_GOAL_TRAVEL && !is_spatial(world)) // floors may lie over one another
        copy.point = is_inward ? wend_xyz(copy.point.x, copy.point.y, height_of(world, goal->point))
                               : to_outer(world, goal->point, goal->point.z);
    if (!is_inward)
        copy.path = paths_outer(world, &copy.path);
    return copy;
}

/// What a goal needs beside itself: room to remember how far it is on a path, and the path, or a plan. False: no memory.
/// After that nothing may fail.
static bool take_path(wend_world *world, int index, wend_goal *inner)
{
    if (inner->kind == WEND_GOAL_TRAVEL)
    {
        bool is_new = world->rest[index].extra < 0;
        if (extras_reserve(world, index, 0) && plans_reserve(world, index))
            return true;
        if (is_new)
            extras_release(world, index);
        return false;
    }
    if (inner->kind != WEND_GOAL_FOLLOW_PATH)
        return true;
    if (!paths_keep(world, &inner->path))
        return false;
    if (extras_reserve(world, index, 0))
        return true;
    paths_drop(world, &inner->path);
    return false;
}

// A goal that calls the host back may have it ask who is near.
static void note_field(wend_world *world, const wend_goal *goal)
{
    world->has_fields |= goal->kind == WEND_GOAL_FOLLOW_FIELD;
}

void world_keep_goal(wend_world *world, int index, const wend_goal *inner)
{
    world->rest[index].goal = *inner;
    world_note_goal(&world->rest[index]);
    brief_forget(world);
}

static void begin_goal(wend_world *world, int index, const wend_goal *inner)
{
    agent_rest *rest = &world->rest[index];
    paths_drop(world, &rest->goal.path);
    piles_leave(world, index);
    if (rest->extra >= 0)
        world->extras[rest->extra].progress = (wend_path_progress){0};
    world_keep_goal(world, index, inner);
    world->goal_seconds[index] = 0.0;
    rest->checked = rest->anchor = world->body[index].position;
    rest->at_anchor = 0.0;
    rest->recovery = (wend_recovery){0};
    rest->against = 0.0;
    rest->has_arrived = rest->is_settled = false;
    world->mind[index].must_think = true;
    plans_begin(world, index);
}

static wend_status check_goal(wend_world *world, const char *what, wend_agent_id id, const wend_goal *goal, int *index)
{
    wend_status status = world_check_own(world, what, id, index);
    if (status != WEND_OK)
        return status;
    wend_error error;
    if (wend_goal_check(goal, &error) != WEND_OK)
        return world_fail_with(world, &error);
    status = plans_check(world, *index, goal);
    return status == WEND_OK ? check_targets(world, *index, goal) : status;
}

/// Does it travel there already?
static bool is_under_way(const agent_rest *rest, const wend_goal *inner)
{
    const wend_goal *goal = &rest->goal;
    return inner->kind == WEND_GOAL_TRAVEL && goal->kind == inner->kind &&
           wend_same_agent(goal->target, inner->target) && wend_equal(goal->point, inner->point) &&
           goal->radius == inner->radius && goal->tolerance == inner->tolerance && goal->seconds == inner->seconds;
}

wend_status wend_world_set_goal(wend_world *world, wend_agent_id id, const wend_goal *goal)
{
    int index;
    wend_status status = check_goal(world, "wend_world_set_goal", id, goal, &index);
    if (status != WEND_OK)
        return status;
    wend_goal inner = goal_with(world, goal, true);
    if (!take_path(world, index, &inner))
        return world_fail(world, WEND_ERROR_MEMORY, "no memory for a goal and its path of %d points", inner.path.count);
    world_drop_queue(world, &world->rest[index]);
    note_field(world, &inner);
    if (!is_under_way(&world->rest[index], &inner))
        begin_goal(world, index, &inner);
    RECORD(world, RECORD_GOAL, .id = id, .goal = goal);
    return WEND_OK;
}

bool world_reserve_queue(wend_world *world, int count)
{
    if (count <= world->queue_capacity)
        return true;
    int old = world->queue_capacity, capacity = old + count + 15;
    memory_array array = {(void **)&world->queue, sizeof *world->queue};
    if (!memory_grow(&world->allocator, &array, 1, (size_t)old, (size_t)capacity))
        return false;
    for (int i = capacity - 1; i >= old; i--)
    {
        world->queue[i].next = world->queue_free;
        world->queue_free = i;
    }
    world->queue_capacity = capacity;
    return true;
}

wend_status wend_world_queue_goal(wend_world *world, wend_agent_id id, const wend_goal *goal)
{
    int index;
    wend_status status = check_goal(world, "wend_world_queue_goal", id, goal, &index);
    if (status != WEND_OK)
        return status;
    agent_rest *rest = &world->rest[index];
    if (rest->queue_count >= MOST_QUEUED)
        return world_fail(world, WEND_ERROR_FULL, "%d goals wait already, at most %d can", rest->queue_count,
                          MOST_QUEUED);
    if (world->queue_free < 0 && !world_reserve_queue(world, world->queue_capacity + 1))
        return world_fail(world, WEND_ERROR_MEMORY, "no memory for one more goal");
    wend_goal inner = goal_with(world, goal, true);
    if (!take_path(world, index, &inner))
        return world_fail(world, WEND_ERROR_MEMORY, "no memory for a goal and its path of %d points", inner.path.count);
    int entry = world->queue_free;
    note_field(world, goal);
    world->queue_free = world->queue[entry].next;
    world->queue[entry] = (queued_goal){inner, NO_ENTRY};
    if (rest->queue_count++ > 0)
        world->queue[rest->queue_last].next = entry;
    else
        rest->queue_first = entry;
    rest->queue_last = entry;
    RECORD(world, RECORD_QUEUE, .id = id, .goal = goal);
    return WEND_OK;
}

void world_drop_queue(wend_world *world, agent_rest *rest)
{
    if (rest->queue_count > 0)
    {
        for (int k = 0, entry = rest->queue_first; k < rest->queue_count; k++, entry = world->queue[entry].next)
            paths_drop(world, &world->queue[entry].goal.path);
        world->queue[rest->queue_last].next = world->queue_free;
        world->queue_free = rest->queue_first;
    }
    rest->queue_first = rest->queue_last = NO_ENTRY;
    rest->queue_count = 0;
}

void world_drop_goals(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    world_drop_queue(world, rest);
    paths_drop(world, &rest->goal.path);
    wend_goal none = wend_goal_of(WEND_GOAL_NONE);
    world_keep_goal(world, index, &none);
}

bool world_next_goal(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    if (rest->queue_count == 0)
        return false;
    int entry = rest->queue_first;
    wend_goal goal = world->queue[entry].goal;
    rest->queue_first = world->queue[entry].next;
    rest->queue_count--;
    if (rest->queue_count == 0)
        rest->queue_last = NO_ENTRY;
    world->queue[entry].next = world->queue_free;
    world->queue_free = entry;
    begin_goal(world, index, &goal);
    return true;
}

static bool is_about_the_living(const wend_world *world, const wend_goal *goal)
{
    return (goal->target.value == 0 || world_index(world, goal->target) >= 0) &&
           (goal->other.value == 0 || world_index(world, goal->other) >= 0);
}

wend_status wend_world_get_goal(const wend_world *world, wend_agent_id id, wend_goal *out)
{
    if (!world || !out)
        return WEND_ERROR_NULL;
    int index = world_index(world, id);
    if (index < 0)
        return WEND_ERROR_ID;
    const wend_goal *goal = &world->rest[index].goal;
    *out = is_about_the_living(world, goal) ? goal_with(world, goal, false) : wend_goal_of(WEND_GOAL_NONE);
    return WEND_OK;
}

int wend_world_queued(const wend_world *world, wend_agent_id id)
{
    int index = world ? world_index(world, id) : -1;
    return index < 0 ? 0 : world->rest[index].queue_count;
}

bool wend_world_has_arrived(const wend_world *world, wend_agent_id id)
{
    int index = world ? world_index(world, id) : -1;
    return index >= 0 && world->rest[index].has_arrived;
}

wend_status wend_world_progress(const wend_world *world, wend_agent_id id, wend_path_progress *out)
{
    if (!world || !out)
        return WEND_ERROR_NULL;
    int index = world_index(world, id);
    if (index < 0 || !goal_has_way(world->rest[index].goal.kind))
        return WEND_ERROR_ID;
    *out = extra_of(world, index)->progress;
    out->aim = to_outer(world, out->aim, world->rest[index].height);
    out->last = to_outer(world, out->last, world->rest[index].height);
    return WEND_OK;
}

// ---- recipes
// ---------------------------------------------------------------------------------------------------------

void world_recipe_with(const wend_world *world, const wend_recipe *from, bool is_inward, wend_recipe *to)
{
    memset(to, 0, sizeof *to);
#define COPY(field) to->field = from->field;
    RECIPE_NUMBERS(COPY)
#undef COPY
#define COPY(field) to->plan.field = from->plan.field;
    PLAN_NUMBERS(COPY)
#undef COPY
#define COPY(field) to->field = from->field;
    DODGE_NUMBERS(COPY)
#undef COPY
#define COPY(field) to->orca.field = from->orca.field;
    ORCA_NUMBERS(COPY)
#undef COPY
    to->context.write = from->context.write;
    to->context.write_user = from->context.write_user;
    to->face_point = is_inward ? to_inner(world, from->face_point) : to_outer(world, from->face_point, 0.0f);
    for (int i = 0; i < from->wish_count; i++)
    {
        bool is_also = from->wishes[i].kind == WEND_WISH_ALSO;
        wend_goal goal = is_also ? goal_with(world, &from->wishes[i].goal, is_inward) : wend_goal_of(WEND_GOAL_NONE);
        to->wishes[i].kind = from->wishes[i].kind;
        to->wishes[i].weight = from->wishes[i].weight;
        goal_copy(&to->wishes[i].goal, &goal);
    }
    for (int i = 0; i < from->context.class_count; i++)
        to->context.classes[i] = from->context.classes[i]; // it has no gaps
}

static bool has_wish(const wend_recipe *recipe, wend_wish_kind kind)
{
    for (int i = 0; i < recipe->wish_count; i++)
        if (recipe->wishes[i].kind == kind)
            return true;
    return false;
}

static int hits_of_sense(const wend_recipe *recipe)
{
    switch (recipe->sense.kind)
    {
    case WEND_SENSE_FEELER: return 1;
    case WEND_SENSE_WHISKERS: return WEND_WHISKERS;
    case WEND_SENSE_WALLS: return MOST_WALLS;
    case WEND_SENSE_RING:
        return recipe->context.rays > recipe->context.slots ? recipe->context.rays : recipe->context.slots;
    default: return 0;
    }
}

/// A point that looks where it goes?
static bool is_point(const wend_recipe *recipe)
{
    return recipe->body == WEND_BODY_POINT && recipe->facing == WEND_FACE_VELOCITY && recipe->turn_rate == 0.0f;
}

/// Only rules of the flock and a goal, combined as a flock, thought of in each step?
static bool is_simple(const wend_recipe *recipe)
{
    bool is_usual = recipe->combiner == WEND_COMBINE_FLOCK && recipe->sense.kind == WEND_SENSE_NOTHING &&
                    recipe->think_seconds == 0.0f && recipe->wish_count > 0;
    for (int i = 0; i < recipe->wish_count; i++)
    {
        wend_wish_kind kind = recipe->wishes[i].kind;
        is_usual &=
            kind == WEND_WISH_SEPARATE || kind == WEND_WISH_ALIGN || kind == WEND_WISH_COHERE || kind == WEND_WISH_GOAL;
    }
    return is_usual;
}

/// What kernel_walk.h goes by.
static void note_walker(kept_recipe *kept)
{
    const wend_recipe *recipe = &kept->recipe;
    int goals = 0;
    for (int i = 0; i < recipe->wish_count; i++)
        if (recipe->wishes[i].kind == WEND_WISH_GOAL)
        {
            goals++;
            kept->is_goal_first = i == 0;
            kept->goal_weight = recipe->wishes[i].weight;
        }
    kept->walks = is_simple(recipe) && goals == 1;
    kept->is_point = is_point(recipe);
    kept->follows_at_once = recipe->dodge == WEND_DODGE_ORCA; // it was part of the program
}

/// What agents with this recipe need.
void world_note_needs(kept_recipe *kept)
{
    const wend_recipe *recipe = &kept->recipe;
    kept->hash = recipe_hash(recipe);
    bool is_context = recipe->combiner == WEND_COMBINE_CONTEXT;
    kept->needs_neighbours =
        has_wish(recipe, WEND_WISH_SEPARATE) || has_wish(recipe, WEND_WISH_ALIGN) || has_wish(recipe, WEND_WISH_COHERE);
    bool minds_others = has_wish(recipe, WEND_WISH_AVOID_MOVERS) || has_wish(recipe, WEND_WISH_QUEUE) ||
                        has_wish(recipe, WEND_WISH_GIVE_WAY);
    kept->needs_list = minds_others || (is_context && recipe->context.class_count > 0);
    kept->needs_goal = has_wish(recipe, WEND_WISH_GOAL) || has_wish(recipe, WEND_WISH_AVOID) || minds_others;
    kept->needs_dodge_list =
        recipe->dodge == WEND_DODGE_ORCA || recipe->dodge == WEND_DODGE_SAMPLED || recipe->dodge == WEND_DODGE_SOCIAL;
    kept->hit_room = hits_of_sense(recipe);
    kept->is_plain = is_simple(recipe) && is_point(recipe) && recipe->dodge == WEND_DODGE_NONE &&
                     !recipe->flock.does_align_headings; // see kernel_plain.h
    note_walker(kept);
    kept->needs_extra =
        is_context || recipe->body != WEND_BODY_POINT || kept->hit_room > 0 || recipe->sense.needs_sight;
}

bool world_reserve_recipes(wend_world *world, int count)
{
    if (count <= world->recipe_capacity)
        return true;
    int capacity = world->recipe_capacity + count - 1;
    memory_array array = {(void **)&world->recipes, sizeof *world->recipes};
    if (!memory_grow(&world->allocator, &array, 1, (size_t)world->recipe_count, (size_t)capacity))
        return false;
    world->recipe_capacity = capacity;
    return true;
}

/// An entry with this recipe, an unused one where there is none yet, or -1 for want of memory.
static int keep_recipe(wend_world *world, const wend_recipe *inner)
{
    int unused = NO_ENTRY;
    uint64_t hash = recipe_hash(inner);
    for (int i = 0; i < world->recipe_count; i++)
    {
        if (world->recipes[i].users == 0)
            unused = i;
        else if (world->recipes[i].hash == hash && memcmp(&world->recipes[i].recipe, inner, sizeof *inner) == 0)
            return i;
    }
    if (unused < 0 && !world_reserve_recipes(world, world->recipe_count + 1))
        return NO_ENTRY;
    if (unused < 0)
    {
        unused = world->recipe_count++;
        world->recipes[unused].users = 0; // loading a block may have left something there
    }
    memcpy(&world->recipes[unused].recipe, inner, sizeof *inner);
    world_note_needs(&world->recipes[unused]);
    return unused;
}

bool world_reserve_ring(wend_world *world, const wend_recipe *recipe)
{
    bool has_ring = recipe->combiner == WEND_COMBINE_CONTEXT || recipe->sense.kind == WEND_SENSE_RING;
    return !has_ring || extras_reserve_rings(world, recipe->context.slots);
}

static bool reserve_for(wend_world *world, int index, const kept_recipe *kept)
{
    return world_reserve_ring(world, &kept->recipe) &&
           (!kept->needs_extra || extras_reserve(world, index, kept->hit_room));
}

wend_status wend_world_set_recipe(wend_world *world, wend_agent_id id, const wend_recipe *recipe)
{
    int index;
    wend_status status = world_check_own(world, "wend_world_set_recipe", id, &index);
    if (status != WEND_OK)
        return status;
    wend_error error;
    if (wend_recipe_check(recipe, &error) != WEND_OK)
        return world_fail_with(world, &error);
    for (int i = 0; i < recipe->wish_count && status == WEND_OK; i++)
        if (recipe->wishes[i].kind == WEND_WISH_ALSO)
            status = check_targets(world, index, &recipe->wishes[i].goal);
    if (status != WEND_OK)
        return status;
    wend_recipe inner;
    world_recipe_with(world, recipe, true, &inner);
    int kept = keep_recipe(world, &inner);
    if (kept < 0 || !reserve_for(world, index, &world->recipes[kept]))
        return world_fail(world, WEND_ERROR_MEMORY, "no memory for one more recipe");
    for (int i = 0; i < inner.wish_count; i++)
        note_field(world, &inner.wishes[i].goal);
    if (kept != world->rest[index].recipe)
        plans_renew(world, index);
    world->recipes[kept].users++;
    world->recipes[world->rest[index].recipe].users--;
    world->rest[index].recipe = kept;
    world->mind[index].orca = (wend_orca_state){0};
    world->mind[index].must_think = true;
    world->has_new_body = true;
    world->is_fresh &= world->is_updating; // the cells' size may follow from what it needs
    RECORD(world, RECORD_RECIPE, .id = id, .recipe = recipe);
    return WEND_OK;
}

wend_status wend_world_get_recipe(const wend_world *world, wend_agent_id id, wend_recipe *out)
{
    if (!world || !out)
        return WEND_ERROR_NULL;
    int index = world_index(world, id);
    if (index < 0)
        return WEND_ERROR_ID;
    world_recipe_with(world, &world->recipes[world->rest[index].recipe].recipe, false, out);
    return WEND_OK;
}
