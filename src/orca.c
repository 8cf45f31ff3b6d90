#include "wend/orca.h"

#include "program.h"
#include "wend/flock.h"
#include "wend/motion.h"

wend_orca_def wend_default_orca_def(void)
{
    wend_orca_def def = {0};
    def.seconds = 2.0f;
    def.wall_seconds = 0.75f;
    def.most = 10;
    def.gap = 0.01f;
    def.part_seconds = 0.3f;
    def.yield = 0.5f;
    def.patience = 0.5f;
    return def;
}

// ---- the program ----------------------------------------------------------------------------------------------------

wend_vec wend_permitted(const wend_half_space *halves, int count, int hard_count, const wend_velocity_ball *balls,
                        int ball_count, wend_vec wish, bool is_spatial, bool *is_forced)
{
    program p;
    p.count = count < WEND_ORCA_HALVES ? count : WEND_ORCA_HALVES;
    p.hard = hard_count < p.count ? hard_count : p.count;
    p.ball_count = ball_count < 2 ? ball_count : 2;
    p.is_spatial = is_spatial;
    for (int i = 0; i < p.count; i++)
    {
        real_vec normal = real_of(halves[i].normal);
        p.halves[i] = (program_half){normal, real_dot(normal, real_of(halves[i].point))};
    }
    for (int i = 0; i < p.ball_count; i++)
        p.balls[i] = (program_ball){real_of(balls[i].centre), (double)balls[i].radius};
    real_vec out;
    bool forced = program_solve(&p, real_of(wish), &out);
    if (is_forced)
        *is_forced = forced;
    return real_to_vec(out);
}

// ---- whom it looks at -------------------------------------------------------------------------------------------------

// What is in the way: for each half of the program, who made it.
typedef struct situation
{
    const wend_orca_query *query;
    const wend_agent *self;
    wend_orca_def def;
    program program;
    uint64_t cause[WEND_ORCA_HALVES];
    int nearest[WEND_ORCA_MOST]; // neighbours
    int near_count;
    bool is_cut;
} situation;

/// The nearest neighbours, of equally near ones the lower ids.
static void find_nearest(situation *s)
{
    const wend_orca_query *q = s->query;
    double away[WEND_ORCA_MOST];
    int most = s->def.most < WEND_ORCA_MOST ? s->def.most : WEND_ORCA_MOST;
    s->near_count = 0;
    for (int i = 0; i < q->count; i++)
    {
        if (q->shares && q->shares[i] <= 0.0f)
            continue; // the other one sees to it
        real_vec offset = real_of(q->neighbours[i].offset);
        double square = real_dot(offset, offset);
        int at = s->near_count;
        for (; at > 0; at--)
        {
            bool is_tie = square == away[at - 1];
            uint64_t id = q->neighbours[i].id.value, other = q->neighbours[s->nearest[at - 1]].id.value;
            if (is_tie ? id >= other : square > away[at - 1])
                break;
            if (at < most)
                away[at] = away[at - 1], s->nearest[at] = s->nearest[at - 1];
        }
        s->is_cut |= s->near_count == most;
        if (at >= most)
            continue;
        away[at] = square;
        s->nearest[at] = i;
        s->near_count += s->near_count < most;
    }
}

// ---- half-spaces ------------------------------------------------------------------------------------------------------

/// A unit vector across a direction: to its right, as seen from above; of one straight up or down any.
static real_vec right_of(real_vec direction)
{
    real_vec right = {direction.y, -direction.x, 0.0};
    return real_dot(right, right) > 1e-12 ? real_unit(right) : (real_vec){1.0, 0.0, 0.0};
}

static void add_half(situation *s, real_vec normal, double least, uint64_t cause)
{
    program *p = &s->program;
    s->cause[p->count] = cause;
    p->halves[p->count++] = (program_half){normal, least};
}

/// Where a relative velocity (`along` the way to the other one, `aside` >= 0 of it) must go to, the nearest way, so as
/// not to meet within `seconds` a disc of radius `touch` that is `away`: by `depth` (negative: it is free by so much)
/// along the unit vector (na, ns). The velocities that meet it fill a cone whose tip is cut off by a disc.
static double way_out(double away, double touch, double seconds, double along, double aside, double *na, double *ns)
{
    double tip = away / seconds, round = touch / seconds, from_tip = along - tip;
    double sine = touch / away, cosine = sqrt(fmax(0.0, 1.0 - sine * sine));
    // The disc cuts the cone off before the points where its sides touch it.
    if (from_tip < 0.0 && -from_tip * cosine > aside * sine && -from_tip > 0.0 &&
        from_tip * from_tip * (1.0 - sine * sine) >= aside * aside * sine * sine)
    {
        // Nearer to the tip's disc than to a side: is the angle within the arc that is free?
        double distance = sqrt(from_tip * from_tip + aside * aside);
        bool is_on_arc = -from_tip >= distance * sine;
        if (is_on_arc && distance > 0.0)
        {
            *na = from_tip / distance;
            *ns = aside / distance;
            return round - distance;
        }
    }
    *na = -sine;
    *ns = cosine;
    return sine * along - cosine * aside;
}

/// The half-space of one neighbour.
static void add_neighbour(situation *s, int index)
{
    const wend_orca_query *q = s->query;
    const wend_neighbour *other = &q->neighbours[index];
    real_vec velocity = real_of(s->self->velocity), offset = real_of(other->offset);
    real_vec relative = real_sub(velocity, real_of(other->velocity));
    double share = q->shares ? (double)q->shares[index] : 0.5;
    double away = real_length(offset), touch = (double)s->self->radius + (double)other->radius + (double)s->def.gap;
    real_vec to = away > 1e-9 * touch ? real_scale(offset, 1.0 / away)
                                      : real_scale(real_of(wend_part(s->self->id, other->id)), -1.0);
    real_vec normal;
    double depth, along = real_dot(relative, to);
    if (away <= touch)
    {
        normal = real_scale(to, -1.0);
        depth = along + (touch - away) / fmax((double)s->def.part_seconds, q->seconds);
    }
    else
    {
        real_vec side = real_sub(relative, real_scale(to, along));
        double aside = real_length(side), na, ns;
        bool is_dead_ahead = aside <= 1e-9 * (1.0 + fabs(along));
        side = is_dead_ahead ? right_of(to) : real_scale(side, 1.0 / aside);
        depth = way_out(away, touch, (double)s->def.seconds, along, aside, &na, &ns);
        normal = real_add(real_scale(to, na), real_scale(side, ns));
    }
    // Who does all of the work knows that the other one does nothing; else the room that is left is shared the other way
    // round than the work.
    double mine = depth > 0.0 || share >= 1.0 ? share : 1.0 - share;
    add_half(s, normal, real_dot(normal, velocity) + mine * depth, other->id.value);
}

/// The half-spaces of walls: of each piece that is met within the time, all that is beyond its nearest point.
static void add_walls(situation *s)
{
    const wend_orca_query *q = s->query;
    const wend_caster *caster = q->caster;
    if (!caster || !caster->around)
        return;
    wend_hit hits[WEND_ORCA_WALLS];
    double radius = (double)s->self->radius, seconds = (double)s->def.wall_seconds;
    double speed = fmax((double)s->self->max_speed, real_length(real_of(s->self->velocity)));
    int found = caster->around(s->self->position, real_to_float(radius + speed * seconds), s->def.mask, s->def.ignore,
                               hits, WEND_ORCA_WALLS, caster->user);
    s->is_cut |= found > WEND_ORCA_WALLS;
    bool is_held = false;
    int first = s->program.count;
    for (int i = 0; i < found && i < WEND_ORCA_WALLS; i++)
    {
        real_vec normal = real_of(hits[i].normal);
        double room = (double)hits[i].distance - radius;
        double closing = room >= 0.0 ? room / seconds : room / fmax((double)s->def.part_seconds, q->seconds);
        double least = real_dot(normal, real_of(hits[i].velocity)) - closing;
        is_held |= real_dot(normal, real_of(q->wish)) < least;
        add_half(s, normal, least, hits[i].body);
    }
    wend_hit met;
    wend_cast way = {s->self->position, real_to_vec(real_scale(real_of(q->wish), seconds)),
                     real_to_float(0.999 * radius), s->def.mask, s->def.ignore};
    if (!is_held || !caster->cast || caster->cast(&way, &met, caster->user))
        return;
    // The way is free: past corners, not only along them.
    for (int i = first; i < s->program.count; i++)
    {
        program_half *half = &s->program.halves[i];
        const wend_hit *hit = &hits[i - first];
        real_vec wish = real_of(q->wish), to = real_scale(real_of(hit->normal), -1.0);
        double along = real_dot(wish, to), away = (double)hit->distance;
        real_vec side = real_sub(wish, real_scale(to, along));
        double aside = real_length(side), sine = 0.999 * radius / fmax(away, radius);
        if (real_dot(half->normal, wish) >= half->least || aside <= 0.0)
            continue;
        real_vec normal = real_add(real_scale(to, -sine), real_scale(side, sqrt(fmax(0.0, 1.0 - sine * sine)) / aside));
        double least = real_dot(normal, real_of(hit->velocity));
        if (real_dot(normal, wish) >= least - 1e-6)
            *half = (program_half){normal, fmin(least, real_dot(normal, wish))};
    }
}

// ---- what it wants ----------------------------------------------------------------------------------------------------

/// What the body would do without anybody.
static real_vec unhindered(const situation *s, real_vec wish)
{
    const wend_orca_query *q = s->query;
    if (!q->has_reach)
        return real_cut(wish, (double)s->self->max_speed);
    return real_of(wend_point_mass(s->self, real_to_vec(wish), q->seconds, NULL));
}

/// What the body can do.
static void limit_program(situation *s, real_vec wanted)
{
    const wend_orca_query *q = s->query;
    program *p = &s->program;
    p->balls[0] = (program_ball){{0.0, 0.0, 0.0}, fmax((double)s->self->max_speed, real_length(wanted))};
    p->ball_count = 1;
    if (!q->has_reach)
        return;
    real_vec velocity = real_of(s->self->velocity);
    double reach = (double)s->self->max_acceleration * q->seconds / (double)s->self->mass;
    reach = fmax(reach, real_length(real_sub(wanted, velocity)));
    if (reach - reach == 0.0)
        p->balls[p->ball_count++] = (program_ball){velocity, reach};
}

// ---- turning aside ----------------------------------------------------------------------------------------------------

#define MOST_ASIDE 1.5 // radians

/// How fast walls alone would let it get on along its wish, if its body could do anything.
static double speed_along_walls(const situation *s, real_vec wish, double speed)
{
    program p = s->program;
    real_vec made;
    p.count = p.hard;
    p.ball_count = 1;
    if (p.count == 0)
        return speed;
    program_solve(&p, wish, &made);
    return real_clamp(real_dot(made, wish) / speed, 0.0, speed);
}

/// How much slower it gets on than it wishes, as a share of its top speed. Who slides along a wall isn't held up by
/// it; who stands before one is.
static double held_up(const situation *s, real_vec made, real_vec wanted)
{
    double top = (double)s->self->max_speed;
    real_vec wish = real_cut(real_of(s->query->wish), top);
    double speed = real_length(wish);
    if (speed <= 0.0 || real_length(real_sub(made, wanted)) <= 1e-6 * speed)
        return 0.0;
    bool is_standing = real_length(made) < 0.3 * speed;
    double most = is_standing ? speed : speed_along_walls(s, wish, speed);
    return real_clamp((most - real_dot(made, wish) / speed) / top, 0.0, 1.0);
}

/// The side to which those around it turn already: 1 right, -1 left. What turns no way counts as right.
static int side_of_turning(const situation *s)
{
    const wend_orca_query *q = s->query;
    double turning = 0.0, all = 0.0;
    for (int i = 0; i < s->near_count; i++)
    {
        const wend_neighbour *other = &q->neighbours[s->nearest[i]];
        real_vec to = real_unit(real_of(other->offset));
        real_vec relative = real_sub(real_of(other->velocity), real_of(s->self->velocity));
        turning += to.x * relative.y - to.y * relative.x;
        all += real_length(relative);
    }
    return turning < -0.05 * all ? -1 : 1;
}

/// The wish, turned aside by an angle to the right (side 1) or left (-1).
static real_vec turned(const situation *s, int side, double angle)
{
    real_vec wish = real_of(s->query->wish);
    real_vec right = real_scale(right_of(wish), real_length(wish) * (double)side);
    return real_add(real_scale(wish, (double)wend_cos(real_to_float(angle))),
                    real_scale(right, (double)wend_sin(real_to_float(angle))));
}

/// How fast it could get on to that side.
static double room_aside(const situation *s, int side)
{
    program p = s->program;
    real_vec wish = turned(s, side, MOST_ASIDE), made;
    p.ball_count = 1; // however long that would take it
    program_solve(&p, wish, &made);
    return real_dot(made, real_unit(wish));
}

/// To the side where there is more room; where there is as much on both, as those around it turn.
static int choose_side(const situation *s)
{
    double right = room_aside(s, 1), left = room_aside(s, -1);
    if (fabs(right - left) > 0.1 * (double)s->self->max_speed)
        return right > left ? 1 : -1;
    return side_of_turning(s);
}

static void remember(const situation *s, wend_orca_state *state, double held)
{
    double step = s->query->seconds / ((double)s->def.patience * (held > (double)state->pent ? 1.0 : 3.0));
    double pent = (double)state->pent + (held - (double)state->pent) * step / (1.0 + step);
    state->pent = pent < 1e-3 ? 0.0f : real_to_float(pent);
    if (state->pent > 0.25f && state->side == 0)
        state->side = choose_side(s);
    else if (state->pent < 0.125f)
        state->side = 0;
    if (state->side == 0)
        state->waited = 0.0f;
}

static real_vec turned_aside(const situation *s, const wend_orca_state *state)
{
    return turned(s, state->side, real_clamp(((double)state->pent - 0.25) / 0.5, 0.0, 1.0) * MOST_ASIDE);
}

/// Who gets on no better aside tries the other side after a while.
static void try_other_side(const situation *s, wend_orca_state *state, real_vec made)
{
    double most = (double)s->self->max_speed;
    bool gets_on = real_length(made) > 0.1 * most;
    double waited = gets_on ? 0.0 : (double)state->waited + s->query->seconds;
    state->waited = real_to_float(waited);
    if (waited < 4.0 * (double)s->def.patience)
        return;
    state->waited = 0.0f;
    state->side = -state->side;
}

// ---- all together -----------------------------------------------------------------------------------------------------

static void write_result(const situation *s, wend_vec velocity, real_vec wanted, bool is_forced,
                         wend_orca_result *result)
{
    result->velocity = velocity;
    result->wanted = real_to_vec(wanted);
    result->is_forced = is_forced;
    result->is_cut = s->is_cut;
    result->count = s->program.count;
    for (int i = 0; i < s->program.count; i++)
    {
        const program_half *half = &s->program.halves[i];
        wend_half_space *out = &result->halves[i];
        out->normal = real_to_vec(half->normal);
        out->point = real_to_vec(real_scale(half->normal, half->least));
        out->cause = s->cause[i];
        out->is_wall = i < s->program.hard;
    }
}

wend_vec wend_orca(const wend_orca_query *query, wend_orca_state *state, wend_orca_result *result)
{
    situation s;
    s.query = query;
    s.self = query->self;
    s.def = query->def ? *query->def : wend_default_orca_def();
    s.is_cut = false;
    s.program.count = 0;
    s.program.is_spatial = query->is_spatial;
    if (query->seconds > 0.0)
        add_walls(&s);
    s.program.hard = s.program.count;
    s.near_count = 0;
    if (query->seconds > 0.0)
        find_nearest(&s);
    for (int i = 0; i < s.near_count; i++)
        add_neighbour(&s, s.nearest[i]);

    real_vec wanted = unhindered(&s, real_of(query->wish)), made;
    limit_program(&s, wanted);
    bool is_forced = program_solve(&s.program, wanted, &made);
    if (state && query->seconds > 0.0 && s.def.patience > 0.0f)
    {
        remember(&s, state, held_up(&s, made, wanted));
        if (state->side != 0)
        {
            wanted = unhindered(&s, turned_aside(&s, state));
            limit_program(&s, wanted);
            is_forced = program_solve(&s.program, wanted, &made);
            try_other_side(&s, state, made);
        }
    }
    wend_vec velocity = query->seconds > 0.0 ? real_to_vec(made) : query->self->velocity;
    if (result)
        write_result(&s, velocity, wanted, is_forced, result);
    return velocity;
}
