// What walkers think, and what bodies that are points make of their wishes, for as many at once as a register holds
// doubles: the operations of wishes.c, combine.c and bodies.c in the same order, so the same bits. A walker is somebody
// outside any flock who wishes nothing but to reach a point straight ahead. Compiled once for each instruction set.
#ifndef WEND_SRC_KERNEL_WALK_H
#define WEND_SRC_KERNEL_WALK_H

#include "kernel_plain.h"

#define WALK_BATCH 8
#define WALK_ARRAY (WALK_BATCH + LANES_ROOM)

// ---- thinking -------------------------------------------------------------------------------------------------------

/// Walkers side by side.
typedef struct walk_batch
{
    int count;
    float position[3][WALK_ARRAY], velocity[3][WALK_ARRAY], point[3][WALK_ARRAY];
    float top[WALK_ARRAY], weight[WALK_ARRAY];
    float comes_first[WALK_ARRAY]; // 1: its goal is the first wish of its recipe
    float wish[3][WALK_ARRAY];     // what comes out: combined
    float speed[WALK_ARRAY];       // and how fast the goal wants to go
    int index[WALK_BATCH];
} walk_batch;

/// Is a point so far that whoever is to come to rest there needn't think of it yet? A little farther than need be.
LANES_INLINE bool walk_is_far(const wend_agent *self, wend_vec point, double seconds)
{
    real_vec way = real_sub(real_of(point), real_of(self->position));
    double top = (double)self->max_speed, can = (double)self->max_acceleration / (double)self->mass;
    double braking = 0.5 * top * top / can + 4.0 * (double)self->response_time * top; // infinite if it can't brake
    double least = real_larger(braking, real_larger((double)self->arrival_radius, top * seconds));
    least = 1.001 * real_larger(least, FINEST * farthest_coordinate(self->position));
    return real_dot(way, way) > least * least;
}

/// Can it be thought for here?
LANES_INLINE bool walk_is_walker(const wend_world *world, int index, double seconds)
{
    const agent_rest *rest = &world->rest[index];
    const kept_recipe *kept = &world->recipes[rest->recipe];
    if (!kept->walks || rest->extra >= 0 || rest->watched >= 0 || rest->names_agents ||
        rest->recovery.step != WEND_RECOVERY_NONE)
        return false;
    if (rest->goal.kind == WEND_GOAL_SEEK)
        return true;
    return rest->goal.kind == WEND_GOAL_ARRIVE && rest->goal.radius == 0.0f && !rest->is_settled && !rest->goes_round &&
           walk_is_far(&world->body[index], rest->goal.point, seconds);
}

/// The wishes of a register of walkers.
LANES_INLINE void walk_think(walk_batch *b, int k, bool is_space)
{
    reals3 velocity = BATCH_LOAD(b, velocity, k);
    reals top = reals_load(b->top + k), zero = reals_all(0.0);
    reals3 way = reals3_sub(BATCH_LOAD(b, point, k), BATCH_LOAD(b, position, k), is_space);
    reals3 wish = reals3_round(reals3_scale(reals3_unit(way, is_space), top, is_space), is_space);
    reals_store(b->speed + k, reals3_length(wish, is_space));
    // wend_combine_flock, where all others wish no change.
    real_mask is_first = reals_less(zero, reals_load(b->comes_first + k));
    reals3 change = reals3_scale(reals3_sub(wish, velocity, is_space), reals_load(b->weight + k), is_space);
    reals3 nothing = {zero, zero, zero};
    reals3 first = reals3_select(is_first, reals3_cut(change, top, is_space), nothing, is_space);
    reals3 others = reals3_add(velocity, reals3_select(is_first, nothing, change, is_space), is_space);
    reals3 combined = plain_share(first, others, top, is_space);
    BATCH_STORE(b, wish, k, combined);
}

static void walk_flush(wend_world *world, walk_batch *b)
{
    bool is_space = is_spatial(world);
    for (int k = 0; k < b->count; k += REALS)
        if (is_space)
            walk_think(b, k, true);
        else
            walk_think(b, k, false);
    for (int k = 0; k < b->count; k++)
    {
        int index = b->index[k];
        agent_mind *mind = &world->next_mind[index];
        *mind = world->mind[index];
        mind->kept = wend_xyz(b->wish[0][k], b->wish[1][k], is_space ? b->wish[2][k] : 0.0f);
        mind->wanted = b->top[k] > 0.0f ? fminf(b->speed[k] / b->top[k], 1.0f) : 0.0f;
        mind->think_at = 0.0;
        mind->must_think = false;
        world->wish[index] = mind->kept;
        world->crowded[index] = 0;
        world->seen[index] = 0;
    }
    b->count = 0;
}

LANES_INLINE void walk_add(const wend_world *world, walk_batch *b, int index)
{
    const wend_agent *body = &world->body[index];
    const agent_rest *rest = &world->rest[index];
    const kept_recipe *kept = &world->recipes[rest->recipe];
    int k = b->count++;
    b->index[k] = index;
    b->position[0][k] = body->position.x;
    b->position[1][k] = body->position.y;
    b->velocity[0][k] = body->velocity.x;
    b->velocity[1][k] = body->velocity.y;
    b->point[0][k] = rest->goal.point.x;
    b->point[1][k] = rest->goal.point.y;
    if (is_spatial(world))
    {
        b->position[2][k] = body->position.z;
        b->velocity[2][k] = body->velocity.z;
        b->point[2][k] = rest->goal.point.z;
    }
    b->top[k] = body->max_speed;
    b->weight[k] = kept->goal_weight;
    b->comes_first[k] = kept->is_goal_first ? 1.0f : 0.0f;
}

static bool walk_range(wend_world *world, int begin, int end, int worker, double seconds)
{
    walk_batch b;
    memset(&b, 0, sizeof b); // what is never written is read
    bool is_right = true;
    for (int i = begin; i < end; i++)
    {
        if (!walk_is_walker(world, i, seconds))
        {
            is_right &= wishes_think(world, i, seconds, worker);
            continue;
        }
        walk_add(world, &b, i);
        if (b.count == WALK_BATCH)
            walk_flush(world, &b);
    }
    walk_flush(world, &b);
    return is_right;
}

// ---- what bodies make of it -----------------------------------------------------------------------------------------

static void limit_flush(const wend_world *world, const limit_job *job, plain_batch *b)
{
    bool is_space = is_spatial(world);
    for (int k = 0; k < b->count; k += REALS)
    {
        reals limits[4];
        reals3 next, ahead;
        reals_load_columns(limits, b->limits[k], 4);
        if (is_space)
        {
            next = plain_limit(limits, BATCH_LOAD(b, wish, k), BATCH_LOAD(b, velocity, k), job->seconds, true);
            ahead = plain_look(world, b, k, next, limits[0], true);
        }
        else
        {
            next = plain_limit(limits, BATCH_LOAD(b, wish, k), BATCH_LOAD(b, velocity, k), job->seconds, false);
            ahead = plain_look(world, b, k, next, limits[0], false);
        }
        BATCH_STORE(b, next, k, next);
        BATCH_STORE(b, ahead, k, ahead);
    }
    for (int k = 0; k < b->count; k++)
        job->next[b->index[k]] = (agent_motion){{b->next[0][k], b->next[1][k], is_space ? b->next[2][k] : 0.0f},
                                                {b->ahead[0][k], b->ahead[1][k], is_space ? b->ahead[2][k] : 0.0f}};
    b->count = 0;
}

LANES_INLINE void limit_add(const wend_world *world, const limit_job *job, plain_batch *b, int index)
{
    const wend_agent *body = &world->body[index];
    wend_vec wish = job->wish[index];
    int k = b->count++;
    b->index[k] = index;
    b->wish[0][k] = wish.x;
    b->wish[1][k] = wish.y;
    b->velocity[0][k] = body->velocity.x;
    b->velocity[1][k] = body->velocity.y;
    b->heading[0][k] = body->heading.x;
    b->heading[1][k] = body->heading.y;
    if (is_spatial(world))
    {
        b->wish[2][k] = wish.z;
        b->velocity[2][k] = body->velocity.z;
        b->heading[2][k] = body->heading.z;
    }
    b->limits[k][0] = body->max_speed;
    b->limits[k][1] = body->max_acceleration;
    b->limits[k][2] = world->recipes[world->rest[index].recipe].follows_at_once ? 0.0f : body->response_time;
    b->limits[k][3] = body->mass;
}

static void limit_range(wend_world *world, int begin, int end, int worker, const limit_job *job)
{
    plain_batch *b = world->tiles[worker].batches; // the flock's kernel has done with it
    b->count = 0;
    b->has_headings = true;
    for (int i = begin; i < end; i++)
    {
        const agent_rest *rest = &world->rest[i];
        if (world->is_done[i])
            continue;
        if (!world->recipes[rest->recipe].is_point || rest->watched >= 0)
        {
            bodies_limit_one(world, i, job);
            continue;
        }
        limit_add(world, job, b, i);
        if (b->count == WALK_BATCH)
            limit_flush(world, job, b);
    }
    limit_flush(world, job, b);
}

#endif
