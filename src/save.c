#include "wend/save.h"

#include "extras.h"
#include "recipes.h"

#include <string.h>

// FNV-1a with 64-bit words instead of bytes.
static void hash_word(uint64_t *hash, uint64_t word)
{
    *hash = (*hash ^ word) * 1099511628211u;
    *hash ^= *hash >> 32; // bring the high bits down, which the multiplication alone never does
}

static void hash_double(uint64_t *hash, double value)
{
    uint64_t word;
    value += 0.0; // -0 and +0 are one
    memcpy(&word, &value, sizeof word);
    hash_word(hash, word);
}

static void hash_floats(uint64_t *hash, const float *values, int count)
{
    for (int i = 0; i < count; i++)
    {
        uint32_t word;
        float value = values[i] + 0.0f;
        memcpy(&word, &value, sizeof word);
        hash_word(hash, word);
    }
}

static void hash_vec(uint64_t *hash, wend_vec v)
{
    const float values[3] = {v.x, v.y, v.z};
    hash_floats(hash, values, 3);
}

static void hash_goal(uint64_t *hash, const wend_goal *goal)
{
    const float numbers[] = {goal->radius,    goal->outer,   goal->fade,
                             goal->share,     goal->speed,   goal->rate,
                             goal->tolerance, goal->seconds, goal->prediction.longest};
    hash_word(hash, (uint64_t)goal->kind << 8 | (uint64_t)goal->prediction.divisor << 4 |
                        (uint64_t)goal->is_clockwise << 1 | (uint64_t)goal->prediction.is_exact);
    hash_word(hash, goal->target.value);
    hash_word(hash, goal->other.value);
    hash_vec(hash, goal->point);
    hash_vec(hash, goal->high);
    hash_floats(hash, numbers, sizeof numbers / sizeof *numbers);
    for (int i = 0; i < goal->path.count; i++)
        hash_vec(hash, goal->path.points[i]);
    if (goal->path.count > 0)
        hash_word(hash, (uint64_t)goal->path.is_loop << 1 | (uint64_t)goal->begins_nearest);
}

/// What a recipe says about senses, rings, paths and bodies.
static void hash_more_of_recipe(uint64_t *hash, const wend_recipe *recipe)
{
#define HASH(field) hash_double(hash, (double)recipe->field);
    RECIPE_NEW_NUMBERS(HASH)
#undef HASH
    hash_word(hash, recipe->sense.feel.ignore);
    hash_word(hash, recipe->fan.ignore);
    for (int i = 0; i < recipe->context.class_count; i++)
    {
        const wend_class *c = &recipe->context.classes[i];
        const float numbers[] = {c->strength, c->scale, c->radius};
        hash_word(hash, (uint64_t)c->layers << 32 | (uint64_t)c->as << 8 | (uint64_t)c->fade);
        hash_floats(hash, numbers, 3);
    }
}

static void hash_recipe(uint64_t *hash, const wend_recipe *recipe)
{
    const wend_flock_def *flock = &recipe->flock;
    const float numbers[] = {recipe->limit,         recipe->aim_speed,        recipe->turn_rate,
                             recipe->think_seconds, flock->separation,        flock->alignment,
                             flock->cohesion,       flock->separation_radius, flock->sight_cos};
    hash_word(hash, (uint64_t)recipe->wish_count << 16 | (uint64_t)recipe->combiner << 8 |
                        (uint64_t)recipe->facing << 1 | (uint64_t)flock->does_align_headings);
    hash_floats(hash, numbers, sizeof numbers / sizeof *numbers);
    hash_vec(hash, recipe->face_point);
    for (int i = 0; i < recipe->wish_count; i++)
    {
        hash_word(hash, (uint64_t)recipe->wishes[i].kind);
        hash_floats(hash, &recipe->wishes[i].weight, 1);
        if (recipe->wishes[i].kind == WEND_WISH_ALSO)
            hash_goal(hash, &recipe->wishes[i].goal);
    }
}

static void hash_body(uint64_t *hash, const wend_agent *body)
{
    const float numbers[] = {
        body->radius,        body->max_speed, body->max_acceleration, body->arrival_radius, body->neighbour_radius,
        body->response_time, body->mass};
    hash_word(hash, body->id.value);
    hash_vec(hash, body->position);
    hash_vec(hash, body->velocity);
    hash_vec(hash, body->heading);
    hash_floats(hash, numbers, sizeof numbers / sizeof *numbers);
}

static void hash_hit(uint64_t *hash, const wend_hit *hit)
{
    hash_floats(hash, &hit->distance, 1);
    hash_vec(hash, hit->point);
    hash_vec(hash, hit->normal);
    hash_vec(hash, hit->velocity);
    hash_word(hash, hit->body);
}

static void hash_memory(uint64_t *hash, const wend_memory *memory)
{
    for (int i = 0; i < WEND_MEMORY; i++)
    {
        const wend_sighting *s = &memory->seen[i];
        hash_word(hash, s->body);
        hash_vec(hash, s->position);
        hash_vec(hash, s->velocity);
        hash_double(hash, s->seconds);
    }
}

static void hash_extra(uint64_t *hash, const wend_world *world, int index)
{
    const agent_extra *e = extra_of(world, index);
    const wend_path_progress *p = &e->progress;
    const float numbers[] = {p->along, p->off, e->car.turned, e->car.leaving, e->car.asked, e->car.blocked, e->spin};
    hash_floats(hash, numbers, sizeof numbers / sizeof *numbers);
    hash_word(hash, (uint64_t)p->leg << 32 | (uint64_t)p->lap);
    hash_word(hash, (uint64_t)p->has_begun | (uint64_t)p->has_entered << 1 | (uint64_t)p->has_arrived << 2 |
                        (uint64_t)p->is_off << 3 | (uint64_t)p->is_reversed << 4 | (uint64_t)e->car.has_aim << 5 |
                        (uint64_t)e->car.is_boxed << 6 | (uint64_t)e->car.gear << 8 |
                        (uint64_t)(e->side.side + 1) << 16);
    hash_vec(hash, p->last);
    hash_vec(hash, e->car.aim);
    hash_vec(hash, e->chosen);
    hash_double(hash, e->sense_at);
    for (int i = 0; i < e->hit_count; i++)
        hash_hit(hash, &extra_hits_of(world, index)[i]);
    hash_memory(hash, &e->memory);
}

static void hash_agent(uint64_t *hash, const wend_world *world, int index)
{
    const agent_rest *rest = &world->rest[index];
    const agent_mind *mind = &world->mind[index];
    const agent_motion *published = &world->published[world_current(world)][index];
    hash_body(hash, &world->body[index]);
    hash_goal(hash, &rest->goal);
    hash_double(hash, rest->goal_seconds);
    hash_vec(hash, rest->checked);
    hash_floats(hash, &rest->height, 1);
    hash_word(hash, (uint64_t)rest->group << 32 | rest->layers);
    hash_word(hash, (uint64_t)rest->mask << 32 | (uint64_t)rest->is_settled << 1 | (uint64_t)rest->has_arrived);
    hash_word(hash, rest->user);
    const kept_recipe *kept = &world->recipes[rest->recipe];
    hash_recipe(hash, &kept->recipe);
    if (kept->needs_extra || kept->needs_list || kept->recipe.dodge != WEND_DODGE_NONE || rest->extra >= 0)
        hash_more_of_recipe(hash, &kept->recipe);
    if (rest->extra >= 0)
        hash_extra(hash, world, index);
    if (rest->power != 1.0f)
        hash_floats(hash, &rest->power, 1);
    for (int k = 0, entry = rest->queue_first; k < rest->queue_count; k++, entry = world->queue[entry].next)
        hash_goal(hash, &world->queue[entry].goal);
    hash_word(hash, mind->random.state);
    hash_vec(hash, mind->wander.direction);
    hash_vec(hash, mind->kept);
    hash_double(hash, mind->think_at);
    hash_word(hash, mind->must_think);
    hash_vec(hash, published->velocity);
    hash_vec(hash, published->heading);
}

uint64_t wend_world_hash(const wend_world *world)
{
    uint64_t hash = 14695981039346656037u;
    if (!world)
        return hash;
    hash_double(&hash, world->seconds);
    hash_word(&hash, world->serial);
    for (int i = 0; i < world->count; i++)
        if (world->body[i].id.value != 0)
            hash_agent(&hash, world, i);
    return hash;
}
