// A world as a number.
#include "extras.h"
#include "hashing.h"
#include "paths.h"
#include "plans.h"
#include "saved.h"
#include "storage.h"

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
    for (int i = 0; i < WEND_WHISKERS && i < e->hit_count; i++)
        hash_vec(hash, e->casts[i].along);
    for (int i = 0; i < e->hit_count; i++)
        hash_hit(hash, &extra_hits_of(world, index)[i]);
    hash_memory(hash, &e->memory);
}

static void hash_plan(uint64_t *hash, const agent_plan *plan, uint64_t edits)
{
    hash_word(hash, (uint64_t)plan->state << 8 | (uint64_t)plan->is_shared << 3 | (uint64_t)plan->is_told << 2 |
                        (uint64_t)plan->is_short << 1 | (uint64_t)plan->is_wanted);
    hash_word(hash, (uint64_t)plan->start);
    hash_word(hash, (uint64_t)plan->goal);
    hash_word(hash, edits_behind(edits, plan->edits));
    hash_double(hash, plan->planned_at);
    hash_double(hash, plan->cost);
    for (int i = 0; i < plan->count; i++)
        hash_vec(hash, wend_xyz(plan->points[i].x, plan->points[i].y, plan->heights[i]));
}

/// What is asked just now, and who comes next.
static void hash_desk(uint64_t *hash, const plan_desk *desk, uint64_t edits)
{
    hash_word(hash, desk->served.value);
    hash_word(hash, desk->asking.value);
    hash_word(hash, desk->is_answered);
    for (int g = 0; g < desk->group_count; g++)
        if (desk->groups[g].flow)
            hash_word(hash, (uint64_t)wend_flow_touched(desk->groups[g].flow));
    if (desk->asking.value == 0 && !desk->is_answered)
        return;
    const wend_grid_query *grid = &desk->query.grid;
    hash_word(hash, (uint64_t)desk->begun_anew);
    hash_word(hash, (uint64_t)desk->expanded);
    hash_word(hash, edits_behind(edits, desk->edits));
    hash_word(hash, (uint64_t)grid->start.x << 32 ^ (uint64_t)grid->start.y);
    hash_word(hash, (uint64_t)grid->goal.x << 32 ^ (uint64_t)grid->goal.y);
    hash_vec(hash, desk->query.mesh.start);
    hash_vec(hash, desk->query.mesh.goal);
}

static void hash_agent(uint64_t *hash, const wend_world *world, int index)
{
    const agent_rest *rest = &world->rest[index];
    const agent_mind *mind = &world->mind[index];
    const agent_motion *published = &world->published[world_current(world)][index];
    hash_body(hash, &world->body[index]);
    hash_word(hash, goal_hash(&rest->goal) ^ paths_hash(&rest->goal.path));
    hash_double(hash, world->goal_seconds[index]);
    hash_vec(hash, rest->checked);
    hash_vec(hash, rest->anchor);
    hash_double(hash, rest->at_anchor);
    if (rest->recovery.steps > 0 || rest->at_anchor < 0.0 || rest->against > 0.0)
    {
        hash_word(hash, (uint64_t)rest->recovery.step << 40 | (uint64_t)rest->recovery.stuck_by << 32 |
                            (uint64_t)rest->recovery.steps);
        hash_double(hash, rest->recovers_until);
        hash_double(hash, rest->against);
    }
    hash_floats(hash, &rest->height, 1);
    hash_word(hash, (uint64_t)rest->group << 32 | rest->layers);
    hash_word(hash, (uint64_t)rest->mask << 32 | (uint64_t)rest->is_settled << 1 | (uint64_t)rest->has_arrived);
    if (rest->pile.value != 0)
    {
        hash_word(hash, rest->pile.value);
        hash_floats(hash, &rest->pile_area, 1);
        hash_floats(hash, &rest->going_round, 1);
        hash_word(hash, (uint64_t)rest->goes_round << 2 | (uint64_t)rest->is_behind << 1 | (uint64_t)rest->is_at_pile);
    }
    hash_word(hash, rest->user);
    hash_word(hash, world->recipes[rest->recipe].hash);
    if (world->def.decide)
    {
        hash_floats(hash, &rest->decide_seconds, 1);
        hash_double(hash, rest->decide_at);
        hash_double(hash, rest->decided_at);
    }
    if (rest->extra >= 0)
        hash_extra(hash, world, index);
    if (rest->plan >= 0)
        hash_plan(hash, plan_of(world, index), plans_ground(world)->edits(world));
    hash_floats(hash, &rest->power, 1);
    for (int k = 0, entry = rest->queue_first; k < rest->queue_count; k++, entry = world->queue[entry].next)
        hash_word(hash, goal_hash(&world->queue[entry].goal) ^ paths_hash(&world->queue[entry].goal.path));
    hash_word(hash, mind->random.state);
    hash_vec(hash, mind->wander.direction);
    hash_vec(hash, mind->kept);
    hash_floats(hash, &mind->wanted, 1);
    hash_double(hash, mind->think_at);
    hash_word(hash, mind->must_think);
    if (mind->orca.pent > 0.0f) // so whoever doesn't dodge that way has the hash it always had
    {
        const float orca[] = {mind->orca.pent, (float)mind->orca.side, mind->orca.waited};
        hash_floats(hash, orca, 3);
    }
    hash_vec(hash, published->velocity);
    hash_vec(hash, published->heading);
}

uint64_t save_hash(const wend_world *world)
{
    uint64_t hash = HASH_BEGIN;
    if (!world)
        return hash;
    hash_double(&hash, world->seconds);
    hash_word(&hash, world->serial);
    for (int k = 0; k < world->count; k++)
        if (world->body[storage_kth(world, k)].id.value != 0)
            hash_agent(&hash, world, storage_kth(world, k));
    if (world->desk.users > 0)
        hash_desk(&hash, &world->desk, plans_ground(world)->edits(world));
    return hash;
}
