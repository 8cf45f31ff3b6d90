// Goals, recipes and paths in a block.
#include "goals.h"
#include "memory.h"
#include "paths.h"
#include "recipes.h"
#include "saved.h"
#include "storage.h"

#include <stddef.h>

// ---- callbacks ------------------------------------------------------------------------------------------------------

/// The number of a callback in the world's list, from 1; 0: there is none. Of one that isn't there saving fails.
static uint32_t link_number(saving *s, wend_field_fn *field, wend_write_ring_fn *write, void *user)
{
    const wend_world_def *def = &s->world->def;
    if (!field && !write)
        return 0;
    for (int i = 0; i < def->link_count; i++)
        if (def->links[i].user == user && (field ? def->links[i].field == field : def->links[i].write == write))
            return (uint32_t)i + 1;
    if (!s->has_failed)
        world_fail(s->world, WEND_ERROR_NULL, "%s is not in the world's links, must be there to be saved",
                   field ? "the field of a goal" : "the writer of a recipe");
    s->has_failed = true;
    return 0;
}

/// The callback with that number.
static bool find_link(loading *l, uint32_t number, bool is_field, wend_link *link)
{
    const wend_world_def *def = &l->world->def;
    *link = (wend_link){0};
    if (number == 0)
        return true;
    if (number <= (uint32_t)def->link_count)
        *link = def->links[number - 1];
    if (is_field ? link->field != NULL : link->write != NULL)
        return true;
    return load_fails(l, WEND_ERROR_BLOCK, "block names link %u as a %s, the world has none there", number - 1,
                      is_field ? "field" : "writer");
}

// ---- goals ----------------------------------------------------------------------------------------------------------

#define HAS_FIELD (1u << 30)
#define HAS_PATH  (1u << 31)

void save_goal(saving *s, const wend_goal *goal)
{
    const wend_goal *usual = &s->usual;
    uint32_t fields = 0, bit = 1;
    byte *begin = writer_begin(&s->out), *p = begin + 2 * sizeof fields;
#define SAVE(field)                                                                                                    \
    if (memcmp(&goal->field, &usual->field, sizeof usual->field) != 0)                                                 \
        fields |= bit, PUT(goal->field);                                                                               \
    bit <<= 1;
    SAVED_GOAL(SAVE)
#undef SAVE
    if (goal->field)
    {
        fields |= HAS_FIELD;
        PUT(link_number(s, goal->field, NULL, goal->field_user));
    }
    if (goal->path.count > 0)
    {
        fields |= HAS_PATH;
        PUT(*paths_number(&goal->path));
    }
    put_u32(put_u32(begin, (uint32_t)goal->kind), fields);
    writer_end(&s->out, p);
}

/// Everything that is wrong with a goal in itself.
static bool check_goal(loading *l, const wend_goal *goal)
{
    wend_goal bare = *goal; // the points of its path were looked at before
    bare.path.count = 0;
    bool is_known = (unsigned)goal->kind < WEND_GOAL_KIND_COUNT;
    if (is_known && goal->path.count > 0 && goal->kind != WEND_GOAL_FOLLOW_PATH)
        return load_fails(l, WEND_ERROR_BLOCK, "block has a goal with a path that follows none");
    wend_error error;
    if (wend_goal_check(&bare, &error) != WEND_OK)
        return load_fails(l, WEND_ERROR_BLOCK, "block has a bad goal: %.150s", error.text);
    return goal->kind != WEND_GOAL_TRAVEL || l->world->def.grid || l->world->def.mesh ||
           load_fails(l, WEND_ERROR_BLOCK, "block has a goal that travels, the world has no map");
}

/// Nothing can be wrong with a goal of these kinds that has a finite point and no more: most are like that.
static bool is_plain(const wend_goal *goal, uint32_t fields)
{
    const uint32_t kinds = 1u << WEND_GOAL_NONE | 1u << WEND_GOAL_SEEK | 1u << WEND_GOAL_ARRIVE |
                           1u << WEND_GOAL_WANDER | 1u << WEND_GOAL_HOLD | 1u << WEND_GOAL_CRUISE;
    return (unsigned)goal->kind < 32 && (kinds >> (unsigned)goal->kind & 1) && (fields & ~2u) == 0; // its second one
}

bool load_goal(loading *l, wend_goal *goal)
{
    reader *r = &l->in;
    uint32_t fields, written, bit = 1, number = 0, path = 0;
    wend_link link;
    *goal = l->usual;
    unsigned bad = 0;
    const byte *p = reader_begin(r);
    GET(goal->kind);
    GET(fields);
    written = fields;
#define LOAD(field)                                                                                                    \
    if (fields & bit)                                                                                                  \
        GET(goal->field);                                                                                              \
    fields &= ~bit, bit <<= 1;
    SAVED_GOAL(LOAD)
#undef LOAD
    if (fields & HAS_FIELD)
        GET(number);
    if (fields & HAS_PATH)
        GET(path);
    reader_end(r, p, bad);
    if ((fields & ~(HAS_FIELD | HAS_PATH)) != 0 || path > (uint32_t)l->paths)
        return load_fails(l, WEND_ERROR_BLOCK, "block has a goal with unknown fields");
    if (!load_is_fine(l) || !find_link(l, number, true, &link))
        return false;
    goal->field = link.field;
    goal->field_user = link.user;
    if (path > 0)
        goal->path = l->world->loaded_paths[path - 1];
    return l->does_take || is_plain(goal, written) || check_goal(l, goal);
}

// ---- recipes --------------------------------------------------------------------------------------------------------

// A recipe is written in two pieces, neither of which may be longer than the codec's room.
#define ROOM_OF(field)   +sizeof(((const wend_recipe *)NULL)->field)
#define ROOM_PLAN(field) ROOM_OF(plan.field)
#define ROOM_ORCA(field) ROOM_OF(orca.field)
_Static_assert(RECIPE_NUMBERS(ROOM_OF) ROOM_OF(face_point) PLAN_NUMBERS(ROOM_PLAN) <= CODEC_ROOM, "raise CODEC_ROOM");
_Static_assert(DODGE_NUMBERS(ROOM_OF) ORCA_NUMBERS(ROOM_ORCA) ROOM_OF(context.classes) + sizeof(uint32_t) +
                       WEND_RECIPE_WISHES * 2 * sizeof(uint32_t) <=
                   CODEC_ROOM,
               "raise CODEC_ROOM");

void save_recipe(saving *s, const wend_recipe *recipe)
{
    byte *p = writer_begin(&s->out);
#define SAVE(field) PUT(recipe->field);
    RECIPE_NUMBERS(SAVE)
    SAVE(face_point)
#undef SAVE
#define SAVE(field) PUT(recipe->plan.field);
    PLAN_NUMBERS(SAVE)
#undef SAVE
    writer_end(&s->out, p);
    p = writer_begin(&s->out);
#define SAVE(field) PUT(recipe->field);
    DODGE_NUMBERS(SAVE)
#undef SAVE
#define SAVE(field) PUT(recipe->orca.field);
    ORCA_NUMBERS(SAVE)
#undef SAVE
    PUT(link_number(s, NULL, recipe->context.write, recipe->context.write_user));
    for (int i = 0; i < recipe->context.class_count; i++)
    {
        const wend_class *c = &recipe->context.classes[i];
        PUT(c->layers), PUT(c->as), PUT(c->strength), PUT(c->fade), PUT(c->scale), PUT(c->radius);
    }
    for (int i = 0; i < recipe->wish_count; i++)
    {
        PUT(recipe->wishes[i].kind);
        PUT(recipe->wishes[i].weight);
    }
    writer_end(&s->out, p);
    for (int i = 0; i < recipe->wish_count; i++)
    {
        wend_goal goal = goal_canonical(&recipe->wishes[i].goal);
        if (recipe->wishes[i].kind == WEND_WISH_ALSO)
            save_goal(s, &goal);
    }
}

/// Writes into zeroed memory, field by field, as recipes that are kept are compared byte by byte.
bool load_recipe(loading *l, wend_recipe *recipe)
{
    reader *r = &l->in;
    uint32_t number;
    wend_link link;
    memset(recipe, 0, sizeof *recipe);
    unsigned bad = 0;
    const byte *p = reader_begin(r);
#define LOAD(field) GET(recipe->field);
    RECIPE_NUMBERS(LOAD)
    LOAD(face_point)
#undef LOAD
#define LOAD(field) GET(recipe->plan.field);
    PLAN_NUMBERS(LOAD)
#undef LOAD
    reader_end(r, p, bad);
    p = reader_begin(r);
#define LOAD(field) GET(recipe->field);
    DODGE_NUMBERS(LOAD)
#undef LOAD
#define LOAD(field) GET(recipe->orca.field);
    ORCA_NUMBERS(LOAD)
#undef LOAD
    GET(number);
    if ((unsigned)recipe->context.class_count > WEND_CLASSES || (unsigned)recipe->wish_count > WEND_RECIPE_WISHES)
        return load_fails(l, WEND_ERROR_BLOCK, "block has a recipe of %d classes and %d wishes",
                          recipe->context.class_count, recipe->wish_count);
    for (int i = 0; i < recipe->context.class_count; i++)
    {
        wend_class *c = &recipe->context.classes[i];
        GET(c->layers), GET(c->as), GET(c->strength), GET(c->fade), GET(c->scale), GET(c->radius);
    }
    for (int i = 0; i < recipe->wish_count; i++)
        GET(recipe->wishes[i].kind), GET(recipe->wishes[i].weight);
    reader_end(r, p, bad);
    for (int i = 0; i < recipe->wish_count; i++)
    {
        wend_goal goal = wend_goal_of(WEND_GOAL_NONE);
        if (recipe->wishes[i].kind == WEND_WISH_ALSO && !load_goal(l, &goal))
            return false;
        goal_copy(&recipe->wishes[i].goal, &goal);
    }
    if (!load_is_fine(l) || !find_link(l, number, false, &link))
        return false;
    recipe->context.write = link.write;
    recipe->context.write_user = link.write ? link.user : NULL;
    wend_error error;
    return wend_recipe_check(recipe, &error) == WEND_OK ||
           load_fails(l, WEND_ERROR_BLOCK, "block has a bad recipe: %.150s", error.text);
}

void save_recipes(saving *s)
{
    wend_world *world = s->world;
    int written = 0;
    for (int k = 0; k < world->count; k++) // numbers are those of their first mention
    {
        kept_recipe *kept = &world->recipes[world->rest[storage_kth(world, k)].recipe];
        if (kept->number != NO_ENTRY)
            continue;
        kept->number = ++written;
        save_recipe(s, &kept->recipe);
    }
}

static bool recipe_lies_in(const wend_world *world, const wend_recipe *recipe)
{
    bool does = lies_in(world, recipe->face_point);
    for (int i = 0; i < recipe->wish_count; i++)
        does &= goal_lies_in(world, &recipe->wishes[i].goal);
    return does;
}

/// While a block is looked through its recipes lie behind the world's own.
bool load_recipes(loading *l)
{
    wend_world *world = l->world;
    int count = l->counts.recipes;
    if (l->does_take)
    {
        l->in.at = l->paths_at; // they are taken
        return true;
    }
    if (!world_reserve_recipes(world, world->recipe_count + count))
        return load_fails(l, WEND_ERROR_MEMORY, "no memory for %d recipes", count);
    kept_recipe *kept = &world->recipes[world->recipe_count];
    kept[0] = world->recipes[0];
    for (int i = 1; i < count; i++) // the first one is the default
    {
        if (!load_recipe(l, &kept[i].recipe))
            return false;
        if (!recipe_lies_in(world, &kept[i].recipe))
            return load_fails(l, WEND_ERROR_BLOCK, "block has a recipe with a point out of the plane");
        world_note_needs(&kept[i]);
        if (kept[i].hit_room > l->counts.hit_room)
            return load_fails(l, WEND_ERROR_BLOCK, "block has a recipe with room for %d hits, it says %d",
                              kept[i].hit_room, l->counts.hit_room);
        if (!world_reserve_ring(world, &kept[i].recipe))
            return load_fails(l, WEND_ERROR_MEMORY, "no memory for the rings of a recipe");
    }
    l->paths_at = l->in.at;
    return true;
}

void load_take_recipes(loading *l)
{
    wend_world *world = l->world;
    int count = l->counts.recipes;
    memmove(world->recipes, &world->recipes[world->recipe_count], (size_t)count * sizeof *world->recipes);
    world->recipe_count = count;
    for (int i = 0; i < count; i++)
    {
        world->recipes[i].users = i == 0; // the default one is kept
        for (int k = 0; k < world->recipes[i].recipe.wish_count; k++)
            world->has_fields |= world->recipes[i].recipe.wishes[k].goal.kind == WEND_GOAL_FOLLOW_FIELD;
    }
}

// ---- paths ----------------------------------------------------------------------------------------------------------

static void save_path(saving *s, const wend_path *inner, int *written)
{
    if (inner->count == 0 || *paths_number(inner) > 0)
        return;
    *paths_number(inner) = ++*written;
    wend_path path = paths_outer(s->world, inner);
    byte *p = writer_begin(&s->out);
    PUT(path.count), PUT(path.is_loop);
    writer_end(&s->out, p);
    for (int i = 0; i < path.count; i++)
    {
        p = writer_begin(&s->out);
        PUT(path.points[i]);
        writer_end(&s->out, p);
    }
}

void save_paths(saving *s)
{
    const wend_world *world = s->world;
    int written = 0;
    for (int n = 0; world->path_count > 0 && n < world->count; n++)
    {
        const agent_rest *rest = &world->rest[storage_kth(world, n)];
        save_path(s, &rest->goal.path, &written);
        for (int k = 0, entry = rest->queue_first; k < rest->queue_count; k++, entry = world->queue[entry].next)
            save_path(s, &world->queue[entry].goal.path, &written);
    }
}

bool load_points(loading *l, int count)
{
    wend_world *world = l->world;
    reader *r = &l->in;
    memory_array points = {(void **)&world->loaded_points, sizeof *world->loaded_points};
    if (count > world->loaded_point_capacity)
    {
        if (!memory_grow(&world->allocator, &points, 1, 0, (size_t)count))
            return load_fails(l, WEND_ERROR_MEMORY, "no memory for a path of %d points", count);
        world->loaded_point_capacity = count;
    }
    for (int i = 0; i < count; i++)
    {
        unsigned bad = 0;
        const byte *p = reader_begin(r);
        GET(world->loaded_points[i]);
        reader_end(r, p, bad);
    }
    return load_is_fine(l);
}

/// Keeps a path, whose points come next in the block.
static bool keep_path(loading *l, wend_path path)
{
    wend_world *world = l->world;
    if (!load_points(l, path.count))
        return false;
    path.points = world->loaded_points;
    if (!paths_keep(world, &path))
        return load_fails(l, WEND_ERROR_MEMORY, "no memory for a path of %d points", path.count);
    world->loaded_paths[l->paths++] = path;
    return true;
}

bool load_paths(loading *l)
{
    wend_world *world = l->world;
    memory_array paths = {(void **)&world->loaded_paths, sizeof *world->loaded_paths};
    if (l->counts.paths > world->loaded_capacity)
    {
        if (!memory_grow(&world->allocator, &paths, 1, 0, (size_t)l->counts.paths))
            return load_fails(l, WEND_ERROR_MEMORY, "no memory for %d paths", l->counts.paths);
        world->loaded_capacity = l->counts.paths;
    }
    for (int i = 0; i < l->counts.paths; i++)
    {
        reader *r = &l->in;
        wend_path path = {0};
        unsigned bad = 0;
        const byte *p = reader_begin(r);
        GET(path.count), GET(path.is_loop);
        reader_end(r, p, bad);
        if (path.count < 1 || (size_t)path.count > (size_t)(r->end - r->at) / (3 * sizeof(float)))
            return load_fails(l, WEND_ERROR_BLOCK, "block has a path of %d points", path.count);
        if (l->does_take)
            r->at += (size_t)path.count * 3 * sizeof(float); // it is kept
        else if (!keep_path(l, path))
            return false;
    }
    return load_is_fine(l);
}

void load_drop_paths(loading *l)
{
    while (l->paths > 0)
        paths_drop(l->world, &l->world->loaded_paths[--l->paths]);
}
