#include "probe.h"

#include "memory.h"
#include "real.h"

#include <string.h>

// ---- the world's caster ---------------------------------------------------------------------------------------------

static bool is_level_only(const wend_world *world)
{
    return world->def.is_caster_spatial && !is_spatial(world);
}

/// Into the caster's axes.
static wend_vec to_caster(const probe_view *view, wend_vec inner, float height)
{
    return is_level_only(view->world) ? to_outer(view->world, inner, height) : inner;
}

static float cast_height(const probe_view *view)
{
    return real_to_float((double)view->height + (double)view->world->def.cast_height);
}

static wend_vec from_caster(const wend_world *world, wend_vec v)
{
    if (is_level_only(world))
        return to_inner(world, v);
    if (!is_spatial(world))
        v.z = 0.0f;
    return v;
}

static bool is_usable(const wend_hit *hit)
{
    return hit->body != 0 && hit->distance - hit->distance == 0.0f && wend_is_finite(hit->point) &&
           wend_is_finite(hit->normal) && wend_is_finite(hit->velocity);
}

/// A hit in inner axes. Level ones of a spatial caster have a normal in the plane; of a floor or ceiling it is
/// `instead`.
static wend_hit inner_hit(const wend_world *world, const wend_hit *hit, wend_vec instead)
{
    wend_hit inner = *hit;
    inner.point = from_caster(world, hit->point);
    inner.velocity = from_caster(world, hit->velocity);
    inner.normal = from_caster(world, hit->normal);
    if (is_level_only(world))
        inner.normal = wend_length(inner.normal) > 1e-3f ? wend_normalize(inner.normal) : instead;
    return inner;
}

static bool view_cast(const wend_cast *cast, wend_hit *hit, void *user)
{
    const probe_view *view = user;
    const wend_world *world = view->world;
    float height = cast_height(view);
    wend_cast outer = *cast;
    wend_hit met;
    outer.from = to_caster(view, cast->from, height);
    outer.along = to_caster(view, cast->along, 0.0f);
    outer.mask = cast->mask ? cast->mask : view->mask;
    outer.ignore = cast->ignore ? cast->ignore : view->ignore;
    if (!world->def.caster.cast(&outer, &met, world->def.caster.user) || !is_usable(&met))
        return false;
    *hit = inner_hit(world, &met, wend_negate(wend_normalize(cast->along)));
    return true;
}

/// Makes a hit of `around` level: as far as it is in the plane. False: it lies right above or below.
static bool make_level(wend_vec centre, wend_hit *hit)
{
    real_vec off = real_sub(real_of(centre), real_of(hit->point));
    double away = real_length(off), side = hit->distance < 0.0f ? -1.0 : 1.0;
    if (away == 0.0)
        return false;
    hit->normal = real_to_vec(real_scale(real_unit(off), side));
    hit->distance = real_to_float(side * away);
    return true;
}

static int view_around(wend_vec centre, float radius, uint32_t mask, uint64_t ignore, wend_hit *hits, int capacity,
                       void *user)
{
    const probe_view *view = user;
    const wend_world *world = view->world;
    wend_vec at = to_caster(view, centre, cast_height(view));
    int found = world->def.caster.around(at, radius, mask, ignore, hits, capacity, world->def.caster.user), kept = 0;
    for (int i = 0; i < found && i < capacity; i++)
    {
        if (!is_usable(&hits[i]))
            continue;
        wend_hit hit = inner_hit(world, &hits[i], wend_xyz(0.0f, 0.0f, 0.0f));
        if (!is_level_only(world) || make_level(centre, &hit))
            hits[kept++] = hit;
    }
    return kept == capacity ? found : kept; // more than there was room for
}

wend_caster probe_caster(const probe_view *view)
{
    if (!view->world->def.caster.cast)
        return (wend_caster){0};
    return (wend_caster){view_cast, view_around, without_const(view)};
}

bool probe_is_clear(wend_vec from, wend_vec to, float radius, void *user)
{
    const probe_view *view = user;
    wend_cast cast = {.from = from, .along = wend_sub(to, from), .radius = radius};
    wend_hit hit;
    if (!is_spatial(view->world))
        cast.from.z = cast.along.z = 0.0f;
    return !view_cast(&cast, &hit, user);
}

// ---- obstacles ----------------------------------------------------------------------------------------------------

/// Only what was met, in the same order.
static int keep_met(wend_hit *hits, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (hits[i].body != 0)
            hits[kept++] = hits[i];
    return kept;
}

/// As far as danger matters; a car must see a quarter of its circle.
static float ray_length(const wend_agent *self, const wend_recipe *recipe)
{
    float range = recipe->context.range;
    if (recipe->body == WEND_BODY_CAR)
        range = fmaxf(range, 1.5708f * recipe->car.turning_radius);
    return real_to_float((double)self->radius + (double)recipe->context.margin + (double)range);
}

static int sense_ring(const wend_agent *self, const wend_recipe *recipe, const wend_caster *caster, wend_hit *hits)
{
    wend_cast casts[WEND_RING_MOST];
    float length = ray_length(self, recipe);
    int rays = recipe->context.rays > 0 ? recipe->context.rays : recipe->context.slots;
    int count = wend_ring_rays(self, rays, length, casts);
    for (int i = 0; i < count; i++)
    {
        casts[i].mask = recipe->sense.feel.mask;
        casts[i].ignore = recipe->sense.feel.ignore;
    }
    wend_sense(caster, casts, count, hits);
    return keep_met(hits, count);
}

/// A ring in space has rays along its own directions.
static int sense_sphere(const wend_world *world, const wend_agent *self, const wend_recipe *recipe,
                        const wend_caster *caster, wend_hit *hits)
{
    wend_cast casts[WEND_RING_MOST];
    float length = ray_length(self, recipe);
    const wend_ring *layout = world->layouts[recipe->context.slots];
    for (int i = 0; i < recipe->context.slots; i++)
        casts[i] = (wend_cast){self->position, wend_scale(wend_ring_direction(layout, i), length), 0.0f,
                               recipe->sense.feel.mask, recipe->sense.feel.ignore};
    wend_sense(caster, casts, recipe->context.slots, hits);
    return keep_met(hits, recipe->context.slots);
}

static int sense_feelers(const wend_agent *self, const wend_recipe *recipe, wend_vec wish, const wend_caster *caster,
                         wend_cast *casts, wend_hit *hits)
{
    // A body that moves only along its heading will go there.
    wend_vec ahead = recipe->body == WEND_BODY_POINT ? wend_feel_ahead(self, wish) : self->heading;
    int count = recipe->sense.kind == WEND_SENSE_FEELER ? wend_feeler_ray(self, ahead, &recipe->sense.feel, casts)
                                                        : wend_whisker_rays(self, ahead, &recipe->sense.feel, casts);
    wend_sense(caster, casts, count, hits);
    return count;
}

static int sense_walls(const wend_agent *self, const wend_recipe *recipe, const wend_caster *caster, wend_hit *hits)
{
    float radius = recipe->sense.radius > 0.0f ? recipe->sense.radius : real_to_float(3.5 * (double)self->radius);
    return caster->around(self->position, radius, recipe->sense.feel.mask, recipe->sense.feel.ignore, hits, MOST_WALLS,
                          caster->user);
}

void probe_obstacles(wend_world *world, int index, bool is_at_once, wend_vec wish)
{
    const wend_recipe *recipe = &world->recipes[world->rest[index].recipe].recipe;
    const wend_agent *self = &world->body[index];
    agent_extra *extra = next_extra_of(world, index);
    if (recipe->sense.kind == WEND_SENSE_NOTHING || !world->def.caster.cast)
    {
        extra->hit_count = 0;
        return;
    }
    double period = (double)recipe->sense.seconds;
    if (period > 0.0 && !is_at_once && world->seconds < extra->sense_at)
        return;
    extra->sense_at = period > 0.0 ? world_next_time(world, self, period) : 0.0;
    probe_view view = probe_view_of(world, index);
    wend_caster caster = probe_caster(&view);
    wend_hit *hits = next_hits_of(world, index);
    switch (recipe->sense.kind)
    {
    case WEND_SENSE_RING:
        extra->hit_count = is_spatial(world) ? sense_sphere(world, self, recipe, &caster, hits)
                                             : sense_ring(self, recipe, &caster, hits);
        break;
    case WEND_SENSE_WALLS: extra->hit_count = sense_walls(self, recipe, &caster, hits); break;
    default: extra->hit_count = sense_feelers(self, recipe, wish, &caster, extra->casts, hits); break;
    }
}

// ---- sight --------------------------------------------------------------------------------------------------------

bool probe_sees(const wend_world *world, int index, int other, wend_vec point)
{
    const wend_sense_def *sense = &world->recipes[world->rest[index].recipe].recipe.sense;
    const wend_agent *self = &world->body[index];
    probe_view view = probe_view_of(world, index);
    view.mask = sense->feel.mask;
    view.ignore = world->body[other].id.value; // whose own body doesn't hide it
    wend_caster caster = probe_caster(&view);
    float range = sense->sight_range > 0.0f ? sense->sight_range : self->neighbour_radius;
    return wend_sees(self, point, range, sense->sight_cos, caster.cast ? &caster : NULL);
}

bool probe_knows(const wend_world *world, int index, int other, wend_vec *position, wend_vec *velocity)
{
    const wend_sense_def *sense = &world->recipes[world->rest[index].recipe].recipe.sense;
    if (!sense->needs_sight)
        return true;
    wend_memory *memory = &next_extra_of(world, index)->memory;
    uint64_t body = world->body[other].id.value;
    if (probe_sees(world, index, other, *position))
    {
        wend_remember(memory, body, *position, *velocity, world->seconds);
        return true;
    }
    wend_forget(memory, world->seconds, (double)sense->oldest);
    for (int i = 0; i < WEND_MEMORY; i++)
        if (memory->seen[i].body == body)
            *velocity = memory->seen[i].velocity;
    if (!(wend_recall(memory, body, world->seconds, sense->half_life, position) > 0.0f))
        return false;
    *position = world_image(world, world->body[index].position, *position);
    return true;
}

static void look_for(wend_world *world, int index, wend_agent_id id)
{
    int other = world_index(world, id);
    if (other < 0)
        return;
    const wend_agent *body = &world->body[other];
    wend_vec position = world_image(world, world->body[index].position, body->position);
    if (probe_sees(world, index, other, position))
        wend_remember(&world->extras[world->rest[index].extra].memory, body->id.value, position, body->velocity,
                      world->seconds);
}

void probe_look(wend_world *world, int index)
{
    const agent_rest *rest = &world->rest[index];
    const wend_recipe *recipe = &world->recipes[rest->recipe].recipe;
    if (!recipe->sense.needs_sight || rest->extra < 0)
        return;
    look_for(world, index, rest->goal.target);
    look_for(world, index, rest->goal.other);
    for (int i = 0; i < recipe->wish_count; i++)
    {
        if (recipe->wishes[i].kind != WEND_WISH_ALSO)
            continue;
        look_for(world, index, recipe->wishes[i].goal.target);
        look_for(world, index, recipe->wishes[i].goal.other);
    }
}

float wend_world_recall(const wend_world *world, wend_agent_id id, wend_agent_id other, wend_vec *guess)
{
    int index = world ? world_index(world, id) : -1;
    if (index < 0 || world->rest[index].extra < 0)
        return 0.0f;
    const wend_sense_def *sense = &world->recipes[world->rest[index].recipe].recipe.sense;
    wend_memory memory = extra_of(world, index)->memory;
    wend_vec place;
    wend_forget(&memory, world->seconds, (double)sense->oldest);
    float sure = wend_recall(&memory, other.value, world->seconds, sense->half_life, &place);
    if (guess && sure > 0.0f)
        *guess = to_outer(world, world_wrap(world, place), world->rest[index].height);
    return sure;
}
