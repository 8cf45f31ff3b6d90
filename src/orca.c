#include "wend/orca.h"

#include "orcas.h"
#include "wend/flock.h"

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
        program_put(&p, i, normal, real_dot(normal, real_of(halves[i].point)));
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

/// Squared distance, by which the nearest are found: floats as long as they can hold it, so that lanes find the same.
static double square_of(wend_vec offset)
{
    float square = (offset.x * offset.x + offset.y * offset.y) + offset.z * offset.z;
    return square < 1e30f ? (double)square : real_dot(real_of(offset), real_of(offset));
}

/// The nearest neighbours, of equally near ones the lower ids.
static void find_nearest(orca_situation *s, int nearest[WEND_ORCA_MOST])
{
    const wend_orca_query *q = s->query;
    orca_near *n = &s->near;
    double away[WEND_ORCA_MOST];
    int most = s->def->most < WEND_ORCA_MOST ? s->def->most : WEND_ORCA_MOST;
    for (int i = 0; i < q->count; i++)
    {
        if (q->shares && q->shares[i] <= 0.0f)
            continue; // the other one sees to it
        double square = square_of(q->neighbours[i].offset);
        int at = n->count;
        for (; at > 0; at--)
        {
            bool is_tie = square == away[at - 1];
            uint64_t id = q->neighbours[i].id.value, other = q->neighbours[nearest[at - 1]].id.value;
            if (is_tie ? id >= other : square > away[at - 1])
                break;
            if (at < most)
                away[at] = away[at - 1], nearest[at] = nearest[at - 1];
        }
        s->is_cut |= n->count == most;
        if (at >= most)
            continue;
        away[at] = square;
        nearest[at] = i;
        n->count += n->count < most;
    }
}

static void note_near(orca_situation *s, int k, const wend_neighbour *other)
{
    orca_near *n = &s->near;
    bool is_space = s->query->is_spatial;
    n->x[k] = other->offset.x;
    n->y[k] = other->offset.y;
    n->z[k] = is_space ? other->offset.z : 0.0f;
    n->vx[k] = other->velocity.x;
    n->vy[k] = other->velocity.y;
    n->vz[k] = is_space ? other->velocity.z : s->self->velocity.z;
    n->radius[k] = other->radius;
}

// ---- half-spaces ------------------------------------------------------------------------------------------------------

/// What a relative velocity is aside of the way to the other one: how much, and in which direction; dead ahead to the
/// right.
static double aside_of(const orca_situation *s, real_vec relative, real_vec to, double along, real_vec *side)
{
    if (s->query->is_spatial)
    {
        *side = real_sub(relative, real_scale(to, along));
        double aside = real_length(*side);
        bool is_dead_ahead = aside <= ORCA_DEAD_AHEAD * (1.0 + fabs(along));
        *side = is_dead_ahead ? orca_right_of(to) : real_scale(*side, 1.0 / aside);
        return aside;
    }
    real_vec right = {to.y, -to.x, 0.0};
    double aside = real_dot(relative, right);
    *side = aside < -ORCA_DEAD_AHEAD * (1.0 + fabs(along)) ? real_scale(right, -1.0) : right;
    return fabs(aside);
}

/// By how much, and which way, a relative velocity must change so as not to meet: `depth` (negative: it is free by so
/// much) along the unit vector of `along` to the other one and `aside` of that.
typedef struct way_out
{
    double along, aside, depth;
} way_out;

/// The nearest way out of the velocities that meet a disc of radius `touch` that is `away` within the time. They fill a
/// cone whose tip is cut off by a disc.
static way_out way_out_of_cone(const orca_situation *s, double away, double touch, double along, double aside)
{
    double tip = away * s->per_second, round = touch * s->per_second;
    double sine = touch * (1.0 / away), square = sine * sine, rest = real_larger(0.0, 1.0 - square);
    double before = tip - along; // the middle of the tip's disc
    // Nearer to the tip's disc than to a side, on the arc that is free?
    if (before > 0.0 && before * before * rest >= aside * aside * square)
    {
        double distance = sqrt(before * before + aside * aside), per_distance = 1.0 / distance;
        return (way_out){-before * per_distance, aside * per_distance, round - distance};
    }
    double cosine = sqrt(rest);
    return (way_out){-sine, cosine, sine * along - cosine * aside};
}

/// The half-space of the k-th nearest.
static void add_neighbour(orca_situation *s, int k, wend_agent_id id, double share)
{
    const orca_near *n = &s->near;
    real_vec velocity = real_of(s->self->velocity), offset = {(double)n->x[k], (double)n->y[k], (double)n->z[k]};
    real_vec relative = real_sub(velocity, (real_vec){(double)n->vx[k], (double)n->vy[k], (double)n->vz[k]});
    double away = real_length(offset);
    double touch = ((double)s->self->radius + (double)n->radius[k]) + (double)s->def->gap;
    real_vec to = away > ORCA_ON_SPOT * touch ? real_scale(offset, 1.0 / away)
                                              : real_scale(real_of(wend_part(s->self->id, id)), -1.0);
    double along = real_dot(relative, to);
    real_vec side;
    double aside = aside_of(s, relative, to, along, &side);
    way_out out = {-1.0, 0.0, along + (touch - away) * s->per_part}; // they overlap
    if (away > touch)
        out = way_out_of_cone(s, away, touch, along, aside);
    real_vec normal = real_add(real_scale(to, out.along), real_scale(side, out.aside));
    // Who does all of the work knows that the other one does nothing; else the room that is left is shared the other way
    // round than the work.
    double mine = out.depth > 0.0 || share >= 1.0 ? share : 1.0 - share;
    s->cause[s->program.count] = id.value;
    program_put(&s->program, s->program.count++, normal, real_dot(normal, velocity) + mine * out.depth);
}

// ---- all together -----------------------------------------------------------------------------------------------------

void orca_begin(orca_situation *s, const wend_orca_query *query, program_solver *solve)
{
    s->query = query;
    s->self = query->self;
    s->def = query->def;
    s->solve = solve;
    s->per_second = 1.0 / (double)s->def->seconds;
    s->per_part = 1.0 / real_larger((double)s->def->part_seconds, query->seconds);
    s->near.count = 0;
    s->is_cut = false;
    s->program.count = s->program.hard = 0;
    s->program.is_spatial = query->is_spatial;
}

static void write_result(const orca_situation *s, wend_vec velocity, wend_orca_result *result)
{
    result->velocity = velocity;
    result->wanted = real_to_vec(s->wanted);
    result->is_forced = s->is_forced;
    result->is_cut = s->is_cut;
    result->count = s->program.count;
    for (int i = 0; i < s->program.count; i++)
    {
        program_half half = program_get(&s->program, i);
        wend_half_space *out = &result->halves[i];
        out->normal = real_to_vec(half.normal);
        out->point = real_to_vec(real_scale(half.normal, half.least));
        out->cause = s->cause[i];
        out->is_wall = i < s->program.hard;
    }
}

static void add_all(orca_situation *s)
{
    const wend_orca_query *q = s->query;
    int nearest[WEND_ORCA_MOST];
    orca_add_walls(s);
    find_nearest(s, nearest);
    for (int k = 0; k < s->near.count; k++)
    {
        const wend_neighbour *other = &q->neighbours[nearest[k]];
        note_near(s, k, other);
        add_neighbour(s, k, other->id, q->shares ? (double)q->shares[nearest[k]] : 0.5);
    }
}

wend_vec wend_orca(const wend_orca_query *query, wend_orca_state *state, wend_orca_result *result)
{
    wend_orca_def usual = wend_default_orca_def();
    wend_orca_query asked = *query;
    asked.def = query->def ? query->def : &usual;
    orca_situation s;
    orca_begin(&s, &asked, program_solve);
    if (query->seconds > 0.0)
        add_all(&s);
    s.wanted = orca_unhindered(&s, real_of(query->wish));
    wend_vec velocity = orca_choose(&s, state);
    if (result)
        write_result(&s, velocity, result);
    return velocity;
}
