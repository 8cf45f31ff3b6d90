#include "yield.h"

#include "probe.h"
#include "real.h"
#include "stuck.h"

#define SAME_WAY   0.5  // cosine
#define ROOM       1.0  // from hull to hull: who is nearer than so many of the own radii is asked
#define CLEAR      0.2  // of the radius of the one who asks: so far beside his way one is out of it
#define HOLD       1.0  // seconds for which one still stands aside when nobody asks any more
#define ASKED      0.25 // of these, in which one still goes
#define COMES      0.25 // share of its top speed with which somebody comes along
#define COMES_FROM 6.0  // radii behind one that stands aside

enum
{
    MOST_HITS = 16 // walls
};

static const wend_recipe *recipe_of(const wend_world *world, int index)
{
    return &world->recipes[world->rest[index].recipe].recipe;
}

// ---- who may be asked -----------------------------------------------------------------------------------------------

/// Who it is that somebody asks for: itself, or the one to whom it gives way. Nobody: it doesn't ask.
static wend_agent_id asks_for(const wend_world *world, int index)
{
    const agent_rest *rest = &world->rest[index];
    if (rest->recovery.step == WEND_RECOVERY_ASK)
        return world->body[index].id;
    return rest->recovery.step == WEND_RECOVERY_YIELD ? rest->yields_to : (wend_agent_id){0};
}

/// Is it on its way, and does it know how to get on when stuck?
static bool can_be_asked(const wend_world *world, int index, wend_agent_id by)
{
    const agent_rest *rest = &world->rest[index];
    wend_agent_id own = asks_for(world, index);
    bool is_on_its_way = !rest->has_arrived && world->mind[index].wanted > 0.0f;
    return is_on_its_way && recipe_of(world, index)->recovery.rounds > 0 &&
           rest->recovery.step != WEND_RECOVERY_GAVE_UP && (own.value == 0 || own.value >= by.value);
}

static real_vec way_to(const wend_world *world, int from, int to)
{
    wend_vec here = world->body[from].position;
    return real_sub(real_of(world_image(world, here, world->body[to].position)), real_of(here));
}

/// Which way somebody goes who asks: by its own wish, or as it gives way.
static real_vec way_of(const wend_world *world, int index)
{
    const agent_rest *rest = &world->rest[index];
    return rest->recovery.step == WEND_RECOVERY_YIELD ? real_of(rest->yields_aside)
                                                      : real_unit(real_of(world->mind[index].kept));
}

/// Is somebody right ahead, and not on the same way already?
static bool is_in_the_way(const wend_world *world, int index, int other, real_vec way, wend_agent_id by)
{
    const wend_agent *self = &world->body[index], *body = &world->body[other];
    real_vec to = way_to(world, index, other);
    double along = real_dot(to, way), radii = (double)self->radius + (double)body->radius;
    double aside = real_length(real_sub(to, real_scale(way, along)));
    bool is_noticed = (world->rest[index].mask & world->rest[other].layers) != 0;
    if (!is_noticed || along <= 0.0 || aside >= radii || real_length(to) > radii + ROOM * (double)self->radius)
        return false;
    bool yields_already = wend_same_agent(asks_for(world, other), by);
    return yields_already || real_dot(real_unit(real_of(world->mind[other].kept)), way) < SAME_WAY;
}

// ---- where it is narrow ---------------------------------------------------------------------------------------------

/// How far it is to walls on both sides of a way, at a point of it.
static double width_at(const wend_caster *caster, uint32_t mask, wend_vec point, real_vec way, double radius)
{
    wend_hit hits[MOST_HITS];
    double left = 5.0 * radius, right = left;
    int count = caster->around(point, real_to_float(left), mask, 0, hits, MOST_HITS, caster->user);
    for (int i = 0; i < count && i < MOST_HITS; i++)
    {
        real_vec to = real_sub(real_of(hits[i].point), real_of(point));
        double aside = to.y * way.x - to.x * way.y;
        if (fabs(real_dot(to, way)) > radius)
            continue;
        left = aside > 0.0 ? real_smaller(left, aside) : left;
        right = aside < 0.0 ? real_smaller(right, -aside) : right;
    }
    return left + right;
}

bool yield_is_narrow(const wend_world *world, int index)
{
    const wend_agent *self = &world->body[index];
    real_vec way = real_unit(real_of(world->mind[index].kept));
    double radius = (double)self->radius;
    probe_view view = probe_view_of(world, index);
    wend_caster caster = probe_caster(&view);
    return caster.around && !is_spatial(world) &&
           width_at(&caster, world->rest[index].mask, self->position, way, radius) < 5.0 * radius;
}

// ---- asking ---------------------------------------------------------------------------------------------------------

/// Gives way to the one who asks, at first along his way and aside of it, then aside only.
static void give_way(wend_world *world, int index, int asker)
{
    agent_rest *rest = &world->rest[index];
    real_vec way = real_unit(real_of(world->mind[asker].kept)), to = way_to(world, asker, index);
    real_vec right = {way.y, -way.x, 0.0}, off = real_sub(to, real_scale(way, real_dot(to, way)));
    double aside = real_length(off), radius = (double)world->body[asker].radius;
    real_vec side = aside > 1e-3 * radius ? real_scale(off, 1.0 / aside) : right;
    bool is_out = aside >= radius + (double)world->body[index].radius + CLEAR * radius;
    if (rest->recovery.step != WEND_RECOVERY_YIELD)
        world->mind[index].must_think = true;
    rest->recovery.step = WEND_RECOVERY_YIELD;
    rest->yields_to = world->body[asker].id;
    rest->yields_along = real_to_vec(way);
    rest->yields_aside = real_to_vec(is_out ? side : real_unit(real_add(way, side)));
    rest->recovers_until = world->seconds + HOLD;
}

/// Asks those in its way. Returns how many there are.
static int ask(wend_world *world, int index)
{
    wend_agent_id by = asks_for(world, index);
    int asker = world_index(world, by), count = 0;
    real_vec way = way_of(world, index);
    if (asker < 0 || real_dot(way, way) <= 0.0 || world_freshen(world) != WEND_OK)
        return 0;
    const wend_agent *self = &world->body[index];
    double reach = (1.0 + ROOM) * (double)self->radius + (double)world->together.hulls.largest[0];
    cell_walk walk = cells_walk(world->cells, self->position, real_to_float(reach));
    for (int begin, end; cells_next(&walk, &begin, &end);)
        for (int p = begin; p < end; p++)
        {
            int other = world->cells->index[p];
            if (other == index || other == asker || !can_be_asked(world, other, by) ||
                !is_in_the_way(world, index, other, way, by))
                continue;
            give_way(world, other, asker);
            count++;
        }
    return count;
}

void yield_begin(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    rest->recovery.step = WEND_RECOVERY_ASK;
    rest->recovers_until = world->seconds + WEND_STUCK_SECONDS;
    rest->anchor = world->body[index].position;
    rest->at_anchor = 0.0;
}

// ---- going on -------------------------------------------------------------------------------------------------------

/// It gets on, or fails. It is over when nobody has been in its way for a while.
static bool go_on_asking(wend_world *world, int index, double seconds)
{
    agent_rest *rest = &world->rest[index];
    const wend_agent *self = &world->body[index];
    world->mind[index].orca = (wend_orca_state){0}; // straight on
    rest->at_anchor = ask(world, index) > 0 ? 0.0 : rest->at_anchor + seconds;
    if (wend_distance(self->position, rest->anchor) > 2.0f * self->radius)
    {
        rest->anchor = self->position;
        rest->recovers_until = world->seconds + WEND_STUCK_SECONDS;
    }
    return world->seconds >= rest->recovers_until || rest->at_anchor >= HOLD;
}

/// Does somebody come along the way that it has left?
static bool is_somebody_coming(wend_world *world, int index)
{
    const agent_rest *rest = &world->rest[index];
    const wend_agent *self = &world->body[index];
    real_vec way = real_of(rest->yields_along);
    if (world_freshen(world) != WEND_OK)
        return false;
    double reach = COMES_FROM * (double)self->radius;
    cell_walk walk = cells_walk(world->cells, self->position, real_to_float(reach));
    for (int begin, end; cells_next(&walk, &begin, &end);)
        for (int p = begin; p < end; p++)
        {
            int other = world->cells->index[p];
            const wend_agent *body = &world->body[other];
            real_vec to = way_to(world, index, other), velocity = real_of(body->velocity);
            double speed = real_length(velocity), along = real_dot(to, way), radius = (double)self->radius;
            double aside = real_length(real_sub(to, real_scale(way, along)));
            bool comes = other != index && speed > COMES * (double)body->max_speed &&
                         real_dot(velocity, way) > SAME_WAY * speed && along < radius && aside < 4.0 * radius &&
                         real_length(to) <= reach && world->rest[other].recovery.step != WEND_RECOVERY_YIELD;
            if (comes)
                return true;
        }
    return false;
}

static bool go_on_yielding(wend_world *world, int index)
{
    agent_rest *rest = &world->rest[index];
    bool goes = world->seconds < rest->recovers_until - (HOLD - ASKED);
    if (goes)
        ask(world, index);
    if (world->seconds < rest->recovers_until || is_somebody_coming(world, index))
        return false;
    rest->yields_to = (wend_agent_id){0};
    rest->yields_along = rest->yields_aside = wend_xyz(0.0f, 0.0f, 0.0f);
    return true;
}

bool yield_go_on(wend_world *world, int index, double seconds)
{
    bool asks = world->rest[index].recovery.step == WEND_RECOVERY_ASK;
    return asks ? go_on_asking(world, index, seconds) : go_on_yielding(world, index);
}

wend_vec yield_wish(const wend_world *world, int index)
{
    const agent_rest *rest = &world->rest[index];
    bool goes = world->seconds < rest->recovers_until - (HOLD - ASKED);
    double speed = goes ? (double)world->body[index].max_speed : 0.0;
    return real_to_vec(real_scale(real_of(rest->yields_aside), speed));
}
