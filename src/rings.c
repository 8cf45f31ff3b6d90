#include "rings.h"

#include "extras.h"
#include "probe.h"
#include "real.h"

// What is being written.
typedef struct writing
{
    wend_world *world;
    const ring_request *request;
    const wend_agent *self;
    const wend_recipe *recipe;
    agent_extra *extra; // the next one
    wend_ring *ring;
    float speed;  // of the fastest wish that was aimed at
    bool has_aim; // some wish was
} writing;

/// The worker's ring, empty and with the recipe's slots.
static wend_ring *ring_for(const wend_world *world, int worker, int slots)
{
    wend_ring *ring = &world->rings[worker];
    if (ring->count != slots)
        *ring = *world->layouts[slots];
    else
        wend_ring_clear(ring);
    return ring;
}

/// Is a wish aimed at? What is no change of the rules about others is no direction that is wanted, and avoiding is
/// what the danger is there for.
static bool is_aimed(const writing *w, int i)
{
    wend_wish_kind kind = w->recipe->wishes[i].kind;
    if (kind == WEND_WISH_GOAL)
        return true;
    return kind != WEND_WISH_AVOID && !wend_equal(w->request->wishes[i].velocity, w->self->velocity);
}

static void write_wishes(writing *w)
{
    for (int i = 0; i < w->recipe->wish_count; i++)
    {
        const wend_wish *wish = &w->request->wishes[i];
        if (!is_aimed(w, i))
            continue;
        w->has_aim = true;
        wend_ring_aim(w->ring, wish->velocity, wish->weight, w->self->id.value);
        w->speed = wish->weight > 0.0f ? fmaxf(w->speed, wend_length(wish->velocity)) : w->speed;
    }
}

/// How the body is swept: no farther than to where it aims, but a car must see a quarter of the circle on which it
/// turns.
static wend_sweep sweep_of(const writing *w)
{
    const wend_recipe *recipe = w->recipe;
    float range = recipe->context.range;
    wend_sweep sweep = wend_default_sweep();
    sweep.reach = real_to_float((double)w->self->radius + (double)recipe->context.margin);
    sweep.range = fminf(range, fmaxf(w->request->aim_in, 0.05f * range));
    sweep.speed = w->self->max_speed;
    if (recipe->body == WEND_BODY_CAR && !is_spatial(w->world))
    {
        sweep.turning_radius = recipe->car.turning_radius;
        sweep.heading = w->self->heading;
        sweep.range = fmaxf(sweep.range, 1.5708f * recipe->car.turning_radius);
    }
    return sweep;
}

static void write_obstacles(writing *w)
{
    wend_sweep sweep = sweep_of(w);
    wend_ring_hits(w->ring, w->self->position, next_hits_of(w->world, w->request->index), w->extra->hit_count, &sweep);
}

static const wend_class *class_of(const wend_context_def *context, uint32_t layers)
{
    for (int i = 0; i < context->class_count; i++)
        if ((context->classes[i].layers & layers) != 0)
            return &context->classes[i];
    return NULL;
}

static void write_one(writing *w, const wend_class *class, const wend_neighbour *neighbour, float power)
{
    wend_mark mark = {neighbour->offset, class->strength, class->fade,
                      class->scale,      class->radius,   neighbour->id.value};
    mark.radius = class->radius > 0.0f ? class->radius : w->self->neighbour_radius;
    switch (class->as)
    {
    case WEND_MARK_TARGET: wend_ring_toward(w->ring, WEND_RING_INTEREST, &mark); break;
    case WEND_MARK_ENEMY: wend_ring_toward(w->ring, WEND_RING_SOFT, &mark); break;
    case WEND_MARK_RIVAL: wend_ring_rival(w->ring, w->world->rest[w->request->index].power, power, &mark); break;
    default: wend_ring_movers(w->ring, w->self, neighbour, 1, &w->recipe->context.movers); return;
    }
    w->speed = w->self->max_speed;
}

static void write_neighbours(writing *w)
{
    const hits_list *list = w->request->list;
    for (int k = 0; list && k < list->count; k++)
    {
        int other = w->world->cells->index[list->places[k]];
        const wend_neighbour *neighbour = &list->neighbours[k];
        const wend_class *class = class_of(&w->recipe->context, w->world->rest[other].layers);
        if (!class || (class->radius > 0.0f && wend_length(neighbour->offset) > class->radius))
            continue;
        wend_vec there = wend_add(w->self->position, neighbour->offset);
        if (w->recipe->sense.needs_sight && !probe_sees(w->world, w->request->index, other, there))
            continue;
        write_one(w, class, neighbour, w->world->rest[other].power);
    }
}

static void write_own(writing *w)
{
    const wend_context_def *context = &w->recipe->context;
    if (!context->write)
        return;
    wend_agent outer = *w->self;
    outer.position = to_outer(w->world, outer.position, w->world->rest[w->request->index].height);
    outer.velocity = to_outer(w->world, outer.velocity, 0.0f);
    outer.heading = to_outer(w->world, outer.heading, 0.0f);
    context->write(&outer, w->ring, context->write_user);
    w->speed = w->self->max_speed;
}

/// The change goes to the wish that wanted this direction most.
static void give_change(const writing *w, wend_vec result)
{
    int best = -1;
    float most = 0.0f;
    for (int i = 0; i < w->recipe->wish_count; i++)
    {
        wend_wish *wish = &w->request->wishes[i];
        float wanted = wish->weight * wend_dot(wend_normalize(wish->velocity), wend_normalize(result));
        wish->taken = wend_xyz(0.0f, 0.0f, 0.0f);
        if (is_aimed(w, i) && wanted > most)
        {
            most = wanted;
            best = i;
        }
    }
    if (best >= 0)
        w->request->wishes[best].taken = wend_sub(result, w->self->velocity);
}

static void keep_for_explaining(const writing *w, const wend_choice_result *choice)
{
    int watched = w->world->rest[w->request->index].watched;
    watched_ring *kept = watched >= 0 ? w->world->watched_rings[watched] : NULL;
    if (!kept)
        return;
    kept->ring[1 - kept->current] = *w->ring;
    kept->choice[1 - kept->current] = *choice;
    kept->is_written = true;
}

wend_vec rings_combine(wend_world *world, const ring_request *request, wend_choice_result *choice)
{
    writing w = {.world = world, .request = request, .self = &world->body[request->index]};
    w.recipe = &world->recipes[world->rest[request->index].recipe].recipe;
    w.extra = next_extra_of(world, request->index);
    w.ring = ring_for(world, request->worker, w.recipe->context.slots);
    write_wishes(&w);
    write_obstacles(&w);
    write_neighbours(&w);
    write_own(&w);

    wend_ring_choose(w.ring, &w.recipe->context.choice, w.self->heading, w.extra->chosen, choice);
    w.extra->chosen = choice->direction;
    wend_vec result = wend_steer_ring(w.self, choice);
    if (w.speed == 0.0f) // nobody wants to go anywhere: it stops if that is wanted
        result = w.has_aim ? wend_xyz(0.0f, 0.0f, 0.0f) : w.self->velocity;
    else if (choice->status != WEND_CHOICE_NOTHING && w.speed < w.self->max_speed)
        result = wend_scale(result, w.speed / w.self->max_speed);
    give_change(&w, result);
    keep_for_explaining(&w, choice);
    return result;
}
