#include "brief.h"

#include "hits.h"

#define CHUNK 1024 // agents that one job works on

// What the threads find out, each for itself.
typedef struct brief_job
{
    wend_world *world;
    world_together found[MOST_THREADS];
    agent_brief first; // of all
} brief_job;

/// Is all that it thinks what the flock's kernel can do?
static plain_kind plain_kind_of(const wend_world *world, const agent_rest *rest)
{
    const kept_recipe *kept = &world->recipes[rest->recipe];
    if (!kept->is_plain || rest->watched >= 0 || rest->extra >= 0)
        return PLAIN_NOT;
    if (!kept->needs_goal)
        return PLAIN_FREE;
    return rest->goal.kind == WEND_GOAL_WANDER   ? PLAIN_WANDER
           : rest->goal.kind == WEND_GOAL_CRUISE ? PLAIN_CRUISE
                                                 : PLAIN_NOT;
}

static agent_brief brief_of(const wend_world *world, int index)
{
    const wend_agent *body = &world->body[index];
    const agent_rest *rest = &world->rest[index];
    plain_kind kind = plain_kind_of(world, rest);
    return (agent_brief){.top_speed = body->max_speed,
                         .most = body->max_acceleration,
                         .response = body->response_time,
                         .mass = body->mass,
                         .radius = body->radius,
                         .sight = body->neighbour_radius,
                         .height = rest->height,
                         .group = rest->group,
                         .layers = rest->layers,
                         .mask = rest->mask,
                         .recipe = hits_are_needed(world, index) ? rest->recipe : NO_ENTRY,
                         .goal_number = kind == PLAIN_CRUISE ? rest->goal.speed : rest->goal.rate,
                         .plain = (uint8_t)kind};
}

static void brief_chunk(void *context, int chunk, int worker)
{
    brief_job *job = context;
    wend_world *world = job->world;
    world_together *all = &job->found[worker];
    int end = (chunk + 1) * CHUNK < world->count ? (chunk + 1) * CHUNK : world->count;
    for (int i = chunk * CHUNK; i < end; i++)
    {
        agent_brief *brief = &world->briefs[i];
        *brief = brief_of(world, i);
        if (brief->group != 0 || hits_list_is_needed(world, i) || hits_dodge_is_needed(world, i))
            cell_radii_add(&all->sights, brief->sight);
        cell_radii_add(&all->hulls, brief->radius);
        cells_box_add(&all->box, world->body[i].position);
        all->top_speed = brief->top_speed > all->top_speed ? brief->top_speed : all->top_speed;
        all->has_flock |= brief->recipe >= 0;
        all->has_ends |= !world->rest[i].is_endless;
        all->has_odd_layers |= brief->layers == 0;
        all->has_odd_masks |= brief->mask != UINT32_MAX;
        all->are_alike &= brief_is_like(brief, &job->first);
    }
}

void brief_know(wend_world *world)
{
    brief_job job;
    if (world->is_brief_known)
        return;
    job.world = world;
    for (int w = 0; w < world->def.threads; w++)
        job.found[w] = (world_together){.box = cells_no_box(), .are_alike = world->count > 0};
    if (world->count > 0)
        job.first = brief_of(world, 0);
    jobs_run(world->pool, brief_chunk, &job, (world->count + CHUNK - 1) / CHUNK, world->def.threads);
    world_together *all = &world->together;
    *all = job.found[0];
    for (int w = 1; w < world->def.threads; w++)
    {
        const world_together *found = &job.found[w];
        cell_radii_join(&all->sights, &found->sights);
        cell_radii_join(&all->hulls, &found->hulls);
        cells_box_join(&all->box, &found->box);
        all->top_speed = found->top_speed > all->top_speed ? found->top_speed : all->top_speed;
        all->has_flock |= found->has_flock;
        all->has_ends |= found->has_ends;
        all->has_odd_layers |= found->has_odd_layers;
        all->has_odd_masks |= found->has_odd_masks;
        all->are_alike &= found->are_alike;
    }
    all->are_alike &= job.first.recipe >= 0 && !all->has_odd_masks;
    world->is_brief_known = true;
}
