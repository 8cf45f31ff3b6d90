// Dodges of a world that try velocities or sum up forces.
#include "bodies.h"
#include "extras.h"
#include "hits.h"
#include "probe.h"
#include "real.h"

#define MOST_PUSHES 32 // of walls

static const wend_recipe *recipe_of(const wend_world *world, int index)
{
    return &world->recipes[world->rest[index].recipe].recipe;
}

/// Obstacles as an agent's dodge sees them.
static probe_view view_of(const wend_world *world, int index, uint32_t mask, uint64_t ignore)
{
    probe_view view = probe_view_of(world, index);
    view.mask = mask;
    view.ignore = ignore;
    return view;
}

// Where a body would be.
typedef struct roller
{
    const wend_world *world;
    int index;
} roller;

static void roll(const wend_agent *self, wend_vec wish, double step, wend_vec *offsets, int count, void *user)
{
    const roller *r = user;
    const wend_recipe *recipe = recipe_of(r->world, r->index);
    const agent_extra *extra = extra_of(r->world, r->index);
    wend_agent body = *self;
    wend_car_state car = extra->car;
    wend_move made = {.spin = extra->spin};
    real_vec offset = {0.0, 0.0, 0.0};
    for (int k = 0; k < count; k++)
    {
        switch (recipe->body)
        {
        case WEND_BODY_TURNS: made = wend_turn_on_spot(&body, wish, &recipe->turner, made.spin, step); break;
        case WEND_BODY_CAR: made = wend_drive(&body, wish, &recipe->car, &car, step); break;
        default: made = wend_fly(&body, wish, &recipe->flyer, made.spin, step); break;
        }
        body.velocity = made.velocity;
        body.heading = made.heading;
        offset = real_add(offset, real_scale(real_of(made.velocity), step));
        offsets[k] = real_to_vec(offset);
        body.position = real_to_vec(real_add(real_of(self->position), offset));
    }
}

static wend_vec dodge_sampled(const wend_world *world, int index, wend_vec wish, const hits_list *list)
{
    const wend_recipe *recipe = recipe_of(world, index);
    roller r = {world, index};
    probe_view view = view_of(world, index, recipe->sampled.mask, recipe->sampled.ignore);
    wend_caster caster = probe_caster(&view);
    wend_roll_fn *way = recipe->body == WEND_BODY_POINT ? NULL : roll;
    return wend_dodge_sampled(&world->body[index], wish, list->neighbours, list->count, &caster, way, &r,
                              &recipe->sampled);
}

static wend_vec dodge_social(const wend_world *world, int index, double seconds, wend_vec wish, const hits_list *list)
{
    const wend_recipe *recipe = recipe_of(world, index);
    const wend_agent *self = &world->body[index];
    probe_view view = view_of(world, index, recipe->social.mask, recipe->social.ignore);
    wend_caster caster = probe_caster(&view);
    wend_hit hits[MOST_PUSHES];
    int count = 0;
    if (caster.around)
        count = caster.around(self->position, self->neighbour_radius, recipe->social.mask, recipe->social.ignore, hits,
                              MOST_PUSHES, caster.user);
    return wend_social_force(self, wish, list->neighbours, list->count, hits, count < MOST_PUSHES ? count : MOST_PUSHES,
                             &recipe->social, seconds);
}

bool bodies_dodge_others(wend_world *world, int index, double seconds, int worker, wend_vec *dodged)
{
    const wend_recipe *recipe = recipe_of(world, index);
    const wend_agent *self = &world->body[index];
    wend_vec wish = world->wish[index];
    hits_list list;
    if (!hits_listed(world, index, worker, &list))
        return false;
    world->crowded[index] |= list.is_crowded;
    world->seen[index] = list.count > world->seen[index] ? list.count : world->seen[index];
    if (recipe->separation > 0.0f)
    {
        wend_flock_def flock = recipe->flock;
        flock.separation = recipe->separation;
        wend_vec apart = wend_sub(wend_separate(self, list.neighbours, list.count, &flock), self->velocity);
        wish = real_to_vec(real_cut(real_of(wend_add(wish, apart)), (double)self->max_speed));
    }
    *dodged = recipe->dodge == WEND_DODGE_SAMPLED ? dodge_sampled(world, index, wish, &list)
                                                  : dodge_social(world, index, seconds, wish, &list);
    return true;
}
