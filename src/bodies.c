#include "bodies.h"

#include "extras.h"
#include "hulls.h"
#include "probe.h"
#include "real.h"
#include "wishes.h"

#define ROUNDS 4 // of sliding, and of being pushed out

static const wend_recipe *recipe_of(const wend_world *world, int index)
{
    return &world->recipes[world->rest[index].recipe].recipe;
}

// ---- dodge ----------------------------------------------------------------------------------------------------------

wend_vec bodies_dodge(const wend_world *world, int index, wend_vec wish)
{
    const wend_recipe *recipe = recipe_of(world, index);
    const wend_agent *self = &world->body[index];
    probe_view view = probe_view_of(world, index);
    wend_caster caster = probe_caster(&view);
    if (!caster.cast)
        return wish;
    switch (recipe->dodge)
    {
    case WEND_DODGE_FAN: return wend_avoid_fan(self, wish, &caster, &recipe->fan, NULL);
    case WEND_DODGE_CONTAIN: return wend_contain(self, wish, &caster, recipe->fan.seconds);
    default: return wish;
    }
}

// ---- limit ----------------------------------------------------------------------------------------------------------

static unsigned limit_point(const wend_world *world, int index, wend_vec wish, double seconds, agent_motion *out)
{
    unsigned cut_by;
    out->velocity = wend_point_mass(&world->body[index], wish, seconds, &cut_by);
    out->heading = wishes_facing(world, index, out->velocity);
    float turn_rate = recipe_of(world, index)->turn_rate;
    if (turn_rate > 0.0f)
        out->heading = wend_turn(world->body[index].heading, out->heading, real_to_float((double)turn_rate * seconds));
    return cut_by;
}

unsigned bodies_limit(wend_world *world, int index, wend_vec wish, double seconds, agent_motion *out)
{
    const wend_recipe *recipe = recipe_of(world, index);
    if (recipe->body == WEND_BODY_POINT)
        return limit_point(world, index, wish, seconds, out);
    const wend_agent *self = &world->body[index];
    agent_extra *extra = next_extra_of(world, index);
    wend_move made;
    switch (recipe->body)
    {
    case WEND_BODY_TURNS: made = wend_turn_on_spot(self, wish, &recipe->turner, extra->spin, seconds); break;
    case WEND_BODY_CAR: made = wend_drive(self, wish, &recipe->car, &extra->car, seconds); break;
    default: made = wend_fly(self, wish, &recipe->flyer, extra->spin, seconds); break;
    }
    extra->spin = made.spin;
    *out = (agent_motion){made.velocity, made.heading};
    return made.cut_by;
}

// ---- move -----------------------------------------------------------------------------------------------------------

// One body among obstacles.
typedef struct mover
{
    wend_world *world;
    wend_agent *body;
    probe_view view;
    wend_caster caster;
    uint32_t mask;
    uint64_t ignore;
    bool is_point; // velocity and heading are free of one another
    bool was_stopped;
} mover;

static mover mover_of(wend_world *world, int index)
{
    const wend_recipe *recipe = recipe_of(world, index);
    mover m = {.world = world, .body = &world->body[index], .view = probe_view_of(world, index)};
    m.mask = world->rest[index].mask;
    m.ignore = recipe->sense.feel.ignore;
    m.is_point = recipe->body == WEND_BODY_POINT;
    return m;
}

/// Takes the part out of a vector that goes into a surface.
static real_vec along_surface(real_vec v, wend_vec normal)
{
    double into = real_dot(v, real_of(normal));
    return into < 0.0 ? real_sub(v, real_scale(real_of(normal), into)) : v;
}

/// Moves along `way`, sliding along what is met. The speed into that is lost.
static void slide(mover *m, real_vec way)
{
    for (int round = 0; round < ROUNDS; round++)
    {
        wend_cast cast = {m->body->position, real_to_vec(way), m->body->radius, m->mask, m->ignore};
        double length = real_length(way);
        wend_hit hit;
        if (length == 0.0)
            return;
        if (!m->caster.cast(&cast, &hit, m->caster.user))
        {
            m->body->position = real_to_vec(real_add(real_of(m->body->position), way));
            return;
        }
        double share = real_clamp((double)hit.distance / length, 0.0, 1.0);
        m->body->position = real_to_vec(real_add(real_of(m->body->position), real_scale(way, share)));
        way = along_surface(real_scale(way, 1.0 - share), hit.normal);
        if (m->is_point)
            m->body->velocity = real_to_vec(along_surface(real_of(m->body->velocity), hit.normal));
        m->was_stopped = true;
    }
}

/// Out of what it is in, a surface at a time, the deepest first.
static void push_out(mover *m)
{
    for (int round = 0; round < ROUNDS; round++)
    {
        wend_hit hits[8];
        float radius = m->body->radius, deepest = 1e-5f * radius;
        int count = m->caster.around(m->body->position, radius, m->mask, m->ignore, hits, 8, m->caster.user),
            worst = -1;
        for (int i = 0; i < count; i++)
        {
            bool is_deeper = radius - hits[i].distance > deepest;
            if (is_deeper)
                deepest = radius - hits[i].distance, worst = i;
            if (hits[i].distance < 0.0f && is_deeper)
                break; // inside of it: the nearest way out comes first
        }
        if (worst < 0)
            return;
        m->body->position = wend_add(m->body->position, wend_scale(hits[worst].normal, deepest));
        if (m->is_point)
            m->body->velocity = real_to_vec(along_surface(real_of(m->body->velocity), hits[worst].normal));
        m->was_stopped = true;
    }
}

/// A body that moves only along its heading has the speed that it really made.
static void note_speed_made(const mover *m, wend_vec before, double seconds)
{
    if (m->is_point || !m->was_stopped)
        return;
    real_vec moved = real_sub(real_of(m->body->position), real_of(before)), heading = real_of(m->body->heading);
    double asked = real_dot(real_of(m->body->velocity), heading), made = real_dot(moved, heading) / seconds;
    made = asked >= 0.0 ? real_clamp(made, 0.0, asked) : real_clamp(made, asked, 0.0); // no faster for being pushed
    m->body->velocity = real_to_vec(real_scale(heading, made));
}

/// Is there nothing that could be met on the way?
static bool is_free(const mover *m, real_vec way)
{
    wend_hit hit;
    float radius = real_to_float(1.001 * ((double)m->body->radius + real_length(way)));
    return m->caster.around(m->body->position, radius, m->mask, m->ignore, &hit, 1, m->caster.user) == 0;
}

void bodies_move(wend_world *world, int index, double seconds)
{
    wend_agent *body = &world->body[index];
    real_vec way = real_scale(real_of(body->velocity), seconds);
    world->before[index] = body->position;
    if (bodies_can_be_stopped(world) && world->rest[index].mask != 0)
    {
        mover m = mover_of(world, index);
        m.caster = probe_caster(&m.view);
        if (!is_free(&m, way))
        {
            slide(&m, way);
            push_out(&m);
            note_speed_made(&m, world->before[index], seconds);
            hulls_keep_inside(world, body);
            return;
        }
    }
    body->position = real_to_vec(real_add(real_of(body->position), way));
    hulls_keep_inside(world, body);
}

void bodies_clear(wend_world *world, int index, wend_vec moved)
{
    wend_agent *body = &world->body[index];
    if (world->rest[index].mask == 0 || wend_equal(body->position, moved))
        return;
    mover m = mover_of(world, index);
    m.caster = probe_caster(&m.view);
    wend_vec pushed_to = world_image(world, moved, body->position), velocity = body->velocity;
    body->position = moved;
    slide(&m, real_sub(real_of(pushed_to), real_of(moved))); // nobody is pushed through a wall
    push_out(&m);
    body->velocity = velocity;
    hulls_keep_inside(world, body);
}
