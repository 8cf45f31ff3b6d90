// What an agent makes of all that is in its way: the rest of orca.c.
#include "orcas.h"
#include "wend/motion.h"

// ---- walls --------------------------------------------------------------------------------------------------------------

void orca_add_walls(orca_situation *s)
{
    const wend_orca_query *q = s->query;
    const wend_caster *caster = q->caster;
    if (!caster || !caster->around)
        return;
    wend_hit hits[WEND_ORCA_WALLS];
    double radius = (double)s->self->radius, seconds = (double)s->def->wall_seconds;
    double speed = real_larger((double)s->self->max_speed, real_length(real_of(s->self->velocity)));
    int found = caster->around(s->self->position, real_to_float(radius + speed * seconds), s->def->mask, s->def->ignore,
                               hits, WEND_ORCA_WALLS, caster->user);
    s->is_cut |= found > WEND_ORCA_WALLS;
    bool is_held = false;
    for (int i = 0; i < found && i < WEND_ORCA_WALLS; i++)
    {
        real_vec normal = real_of(hits[i].normal);
        double room = (double)hits[i].distance - radius;
        double closing = room >= 0.0 ? room / seconds : room / real_larger((double)s->def->part_seconds, q->seconds);
        double least = real_dot(normal, real_of(hits[i].velocity)) - closing;
        is_held |= real_dot(normal, real_of(q->wish)) < least;
        s->cause[s->program.count] = hits[i].body;
        program_put(&s->program, s->program.count++, normal, least);
    }
    s->program.hard = s->program.count;
    wend_hit met;
    wend_cast way = {s->self->position, real_to_vec(real_scale(real_of(q->wish), seconds)),
                     real_to_float(0.999 * radius), s->def->mask, s->def->ignore};
    if (!is_held || !caster->cast || caster->cast(&way, &met, caster->user))
        return;
    // The way is free: past corners, not only along them.
    for (int i = 0; i < s->program.count; i++)
    {
        program_half half = program_get(&s->program, i);
        const wend_hit *hit = &hits[i];
        real_vec wish = real_of(q->wish), to = real_scale(real_of(hit->normal), -1.0);
        double along = real_dot(wish, to), away = (double)hit->distance;
        real_vec side = real_sub(wish, real_scale(to, along));
        double aside = real_length(side), sine = 0.999 * radius / real_larger(away, radius);
        if (real_dot(half.normal, wish) >= half.least || aside <= 0.0)
            continue;
        real_vec normal =
            real_add(real_scale(to, -sine), real_scale(side, sqrt(real_larger(0.0, 1.0 - sine * sine)) / aside));
        double least = real_dot(normal, real_of(hit->velocity));
        if (real_dot(normal, wish) >= least - 1e-6)
            program_put(&s->program, i, normal, real_smaller(least, real_dot(normal, wish)));
    }
}

// ---- what it wants ----------------------------------------------------------------------------------------------------

real_vec orca_unhindered(const orca_situation *s, real_vec wish)
{
    const wend_orca_query *q = s->query;
    if (!q->has_reach)
        return real_cut(wish, (double)s->self->max_speed);
    return real_of(wend_point_mass(s->self, real_to_vec(wish), q->seconds, NULL));
}

#define NEARLY 1e-6 // floats that are that near are equal

/// What the body can do.
static void limit_program(orca_situation *s, real_vec wanted)
{
    const wend_orca_query *q = s->query;
    program *p = &s->program;
    p->balls[0] = (program_ball){{0.0, 0.0, 0.0}, real_larger((double)s->self->max_speed, real_length(wanted))};
    p->ball_count = 1;
    if (!q->has_reach)
        return;
    real_vec velocity = real_of(s->self->velocity);
    double reach = (double)s->self->max_acceleration * q->seconds / (double)s->self->mass;
    reach = real_larger(reach, real_length(real_sub(wanted, velocity)));
    double more = reach - p->balls[0].radius; // so much that it can have any velocity up to its top speed?
    bool is_free = more >= 0.0 && real_dot(velocity, velocity) <= (1.0 + NEARLY) * (more * more);
    if (reach - reach == 0.0 && !is_free)
        p->balls[p->ball_count++] = (program_ball){velocity, reach};
}

// ---- turning aside ----------------------------------------------------------------------------------------------------

#define MOST_ASIDE 1.5 // radians

/// How fast walls alone would let it get on along its wish, if its body could do anything.
static double speed_along_walls(orca_situation *s, real_vec wish, double speed)
{
    program *p = &s->program;
    int count = p->count, balls = p->ball_count;
    real_vec made;
    if (p->hard == 0)
        return speed;
    p->count = p->hard;
    p->ball_count = 1;
    s->solve(p, wish, &made);
    p->count = count;
    p->ball_count = balls;
    return real_clamp(real_dot(made, wish) / speed, 0.0, speed);
}

/// How much slower it gets on than it wishes, as a share of its top speed. Who slides along a wall isn't held up by
/// it; who stands before one is.
static double held_up(orca_situation *s, real_vec made, real_vec wanted)
{
    double top = (double)s->self->max_speed;
    if (made.x == wanted.x && made.y == wanted.y && made.z == wanted.z)
        return 0.0;
    real_vec wish = real_cut(real_of(s->query->wish), top);
    double speed = real_length(wish);
    if (speed <= 0.0 || real_length(real_sub(made, wanted)) <= 1e-6 * speed)
        return 0.0;
    bool is_standing = real_length(made) < 0.3 * speed;
    double most = is_standing ? speed : speed_along_walls(s, wish, speed);
    return real_clamp((most - real_dot(made, wish) / speed) / top, 0.0, 1.0);
}

/// The side to which those around it turn already: 1 right, -1 left. What turns no way counts as right.
static int side_of_turning(orca_situation *s)
{
    const orca_near *n = &s->near;
    double turning = 0.0, all = 0.0;
    for (int i = 0; i < n->count; i++)
    {
        real_vec to = real_unit(real_of(wend_xyz(n->x[i], n->y[i], n->z[i])));
        real_vec relative = real_sub(real_of(wend_xyz(n->vx[i], n->vy[i], n->vz[i])), real_of(s->self->velocity));
        turning += to.x * relative.y - to.y * relative.x;
        all += real_length(relative);
    }
    return turning < -0.05 * all ? -1 : 1;
}

/// The wish, turned aside by an angle to the right (side 1) or left (-1).
static real_vec turned(orca_situation *s, int side, double angle)
{
    real_vec wish = real_of(s->query->wish);
    real_vec right = real_scale(orca_right_of(wish), real_length(wish) * (double)side);
    return real_add(real_scale(wish, (double)wend_cos(real_to_float(angle))),
                    real_scale(right, (double)wend_sin(real_to_float(angle))));
}

/// How fast it could get on to that side.
static double room_aside(orca_situation *s, int side)
{
    program *p = &s->program;
    int balls = p->ball_count;
    real_vec wish = turned(s, side, MOST_ASIDE), made;
    p->ball_count = 1; // however long that would take it
    s->solve(p, wish, &made);
    p->ball_count = balls;
    return real_dot(made, real_unit(wish));
}

/// To the side where there is more room; where there is as much on both, as those around it turn.
static int choose_side(orca_situation *s)
{
    double right = room_aside(s, 1), left = room_aside(s, -1);
    if (fabs(right - left) > 0.1 * (double)s->self->max_speed)
        return right > left ? 1 : -1;
    return side_of_turning(s);
}

static void remember(orca_situation *s, wend_orca_state *state, double held)
{
    if (held == 0.0 && state->pent == 0.0f && state->side == 0)
    {
        state->waited = 0.0f;
        return;
    }
    double step = s->query->seconds / ((double)s->def->patience * (held > (double)state->pent ? 1.0 : 3.0));
    double pent = (double)state->pent + (held - (double)state->pent) * step / (1.0 + step);
    pent = step - step == 0.0 ? pent : held; // a step without end
    state->pent = pent < 1e-3 ? 0.0f : real_to_float(pent);
    if (state->pent > 0.25f && state->side == 0)
        state->side = choose_side(s);
    else if (state->pent < 0.125f)
        state->side = 0;
    if (state->side == 0)
        state->waited = 0.0f;
}

static real_vec turned_aside(orca_situation *s, const wend_orca_state *state)
{
    return turned(s, state->side, real_clamp(((double)state->pent - 0.25) / 0.5, 0.0, 1.0) * MOST_ASIDE);
}

/// Who gets on no better aside tries the other side after a while.
static void try_other_side(orca_situation *s, wend_orca_state *state, real_vec made)
{
    double most = (double)s->self->max_speed;
    bool gets_on = real_length(made) > 0.1 * most;
    double waited = gets_on ? 0.0 : (double)state->waited + s->query->seconds;
    state->waited = real_to_float(waited);
    if (waited < 4.0 * (double)s->def->patience)
        return;
    state->waited = 0.0f;
    state->side = -state->side;
}

// ---- all together -----------------------------------------------------------------------------------------------------

wend_vec orca_choose(orca_situation *s, wend_orca_state *state)
{
    const wend_orca_query *q = s->query;
    real_vec made;
    limit_program(s, s->wanted);
    s->is_forced = s->solve(&s->program, s->wanted, &made);
    if (q->seconds <= 0.0)
        return s->self->velocity;
    if (!state || s->def->patience <= 0.0f)
        return real_to_vec(made);
    remember(s, state, held_up(s, made, s->wanted));
    if (state->side == 0)
        return real_to_vec(made);
    s->wanted = orca_unhindered(s, turned_aside(s, state));
    limit_program(s, s->wanted);
    s->is_forced = s->solve(&s->program, s->wanted, &made);
    try_other_side(s, state, made);
    return real_to_vec(made);
}
