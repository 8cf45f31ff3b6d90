// The whole thought of plain agents: of those who only flock and wander or cruise, as points, combined as a flock. It is
// what wishes.c and bodies.c do, stage by stage, for as many at once as a register holds doubles: the same operations in
// the same order, so the same bits. Compiled once for each instruction set and each number of dimensions.
#ifndef WEND_SRC_KERNEL_PLAIN_H
#define WEND_SRC_KERNEL_PLAIN_H

#include "compiler.h"
#include "flock_sum.h"
#include "lanes.h"

typedef struct reals3
{
    reals x, y, z;
} reals3;

// In a plane all z are 0, and left out: `is_space` is a constant wherever these are used.

LANES_INLINE reals3 reals3_add(reals3 a, reals3 b, bool is_space)
{
    return (reals3){a.x + b.x, a.y + b.y, is_space ? a.z + b.z : a.z};
}

LANES_INLINE reals3 reals3_sub(reals3 a, reals3 b, bool is_space)
{
    return (reals3){a.x - b.x, a.y - b.y, is_space ? a.z - b.z : a.z};
}

LANES_INLINE reals3 reals3_scale(reals3 v, reals factor, bool is_space)
{
    return (reals3){v.x * factor, v.y * factor, is_space ? v.z * factor : v.z};
}

LANES_INLINE reals reals3_dot(reals3 a, reals3 b, bool is_space)
{
    reals flat = a.x * b.x + a.y * b.y;
    return is_space ? flat + a.z * b.z : flat;
}

LANES_INLINE reals reals3_length(reals3 v, bool is_space)
{
    return reals_root(reals3_dot(v, v, is_space));
}

LANES_INLINE reals3 reals3_select(real_mask mask, reals3 yes, reals3 no, bool is_space)
{
    return (reals3){reals_select(mask, yes.x, no.x), reals_select(mask, yes.y, no.y),
                    is_space ? reals_select(mask, yes.z, no.z) : no.z};
}

LANES_INLINE reals3 reals3_unit(reals3 v, bool is_space)
{
    reals length = reals3_length(v, is_space);
    reals3 unit = reals3_scale(v, reals_all(1.0) / length, is_space);
    real_mask has_length = reals_less(reals_all(0.0), length);
    return (reals3){reals_keep(has_length, unit.x), reals_keep(has_length, unit.y),
                    is_space ? reals_keep(has_length, unit.z) : v.z};
}

LANES_INLINE reals3 reals3_cut(reals3 v, reals longest, bool is_space)
{
    reals length = reals3_length(v, is_space);
    return reals3_select(reals_less(longest, length), reals3_scale(v, longest / length, is_space), v, is_space);
}

/// Rounded to floats, as real_to_vec does.
LANES_INLINE reals3 reals3_round(reals3 v, bool is_space)
{
    return (reals3){reals_round(v.x), reals_round(v.y), is_space ? reals_round(v.z) : v.z};
}

/// The k-th and following ones of a vector in a batch.
#define BATCH_LOAD(batch, what, k)                                                                                     \
    ((reals3){reals_load((batch)->what[0] + (k)), reals_load((batch)->what[1] + (k)),                                  \
              is_space ? reals_load((batch)->what[2] + (k)) : reals_all(0.0)})
#define BATCH_STORE(batch, what, k, v)                                                                                 \
    do                                                                                                                 \
    {                                                                                                                  \
        const reals3 all = v;                                                                                          \
        reals_store((batch)->what[0] + (k), all.x);                                                                    \
        reals_store((batch)->what[1] + (k), all.y);                                                                    \
        if (is_space)                                                                                                  \
            reals_store((batch)->what[2] + (k), all.z);                                                                \
    } while (0)

// ---- wander ---------------------------------------------------------------------------------------------------------

typedef struct reals_turn
{
    reals sine, cosine;
} reals_turn;

/// wend_sin and wend_cos of angles below 100,000.
LANES_INLINE reals_turn reals_turn_of(reals angle)
{
    const reals one = reals_all(1.0);
    reals a = reals_of_raw(reals_raw(angle) & reals_all_mask(INT64_MAX));
    reals whole = reals_truncated(a * reals_all(0.63661977236758134308) + reals_all(0.5));
    real_mask quadrant = reals_raw(whole + reals_all(0x1p52));                                     // its lowest bits
    real_mask is_odd = -(quadrant & reals_all_mask(1)), is_back = -(quadrant & reals_all_mask(2)); // of that the sign
    reals x = (a - whole * reals_all(1.57079632673412561417)) - whole * reals_all(6.07710050650619224932e-11);
    reals s = x * x;
    reals sine = s * reals_all(1.0 / 39916800);
    sine = reals_all(-1.0 / 5040) + s * (reals_all(1.0 / 362880) - sine);
    sine = reals_all(-1.0 / 6) + s * (reals_all(1.0 / 120) + s * sine);
    sine = x + x * s * sine;
    reals cosine = reals_all(-1.0 / 3628800) + s / reals_all(479001600);
    cosine = reals_all(-1.0 / 720) + s * (reals_all(1.0 / 40320) + s * cosine);
    cosine = one + s * (reals_all(-0.5) + s * (reals_all(1.0 / 24) + s * cosine));
    const real_mask sign = reals_all_mask(INT64_MIN);
    real_mask is_below = reals_less(angle, reals_all(0.0));
    reals up = reals_select(is_odd, cosine, sine);
    up = reals_of_raw(reals_raw(up) ^ ((is_back ^ is_below) & sign));
    reals along = reals_select(is_odd, reals_of_raw(reals_raw(sine) ^ sign), cosine);
    along = reals_of_raw(reals_raw(along) ^ (is_back & sign));
    return (reals_turn){reals_round(up), reals_round(along)};
}

/// Hardly anybody's is asked for.
NEVER_INLINE void plain_look_up(const wend_world *world, plain_batch *b)
{
    for (int k = 0; k < b->count; k++)
    {
        wend_vec heading = world->body[b->index[k]].heading;
        b->heading[0][k] = heading.x;
        b->heading[1][k] = heading.y;
        b->heading[2][k] = heading.z;
    }
    b->has_headings = true;
}

LANES_INLINE reals3 plain_heading(const wend_world *world, plain_batch *b, int k, bool is_space)
{
    if (!b->has_headings)
        plain_look_up(world, b);
    return BATCH_LOAD(b, heading, k);
}

/// The last direction; where there is none that of the heading, or +x.
LANES_INLINE reals3 last_direction(const wend_world *world, plain_batch *b, int k, bool is_space)
{
    reals3 direction = reals3_round(reals3_unit(BATCH_LOAD(b, direction, k), is_space), is_space);
    reals zero = reals_all(0.0);
    real_mask is_none =
        reals_equal(direction.x, zero) & reals_equal(direction.y, zero) & reals_equal(direction.z, zero);
    if (reals_bits(is_none) == 0)
        return direction;
    reals3 ahead = reals3_round(reals3_unit(plain_heading(world, b, k, is_space), is_space), is_space);
    direction = reals3_select(is_none, ahead, direction, is_space);
    is_none = reals_equal(direction.x, zero) & reals_equal(direction.y, zero) & reals_equal(direction.z, zero);
    return reals3_select(is_none, (reals3){reals_all(1.0), zero, zero}, direction, is_space);
}

/// wend_wander, with its random numbers drawn.
LANES_INLINE reals3 plain_wander(const wend_world *world, plain_batch *b, int k, reals top, bool is_space)
{
    reals3 d = last_direction(world, b, k, is_space);
    reals_turn turn = reals_turn_of(reals_load(b->angle + k));
    if (is_space)
    {
        reals_turn tilt = reals_turn_of(reals_load(b->tilt + k));
        reals zero = reals_all(0.0);
        reals3 side = reals3_unit((reals3){-d.y, d.x, zero}, is_space);
        real_mask is_upright = reals_equal(reals3_dot(side, side, is_space), zero);
        side = reals3_select(is_upright, (reals3){zero, reals_all(1.0), zero}, side, is_space);
        reals3 up = {d.y * side.z - d.z * side.y, d.z * side.x - d.x * side.z, d.x * side.y - d.y * side.x};
        reals3 across =
            reals3_add(reals3_scale(side, tilt.cosine, is_space), reals3_scale(up, tilt.sine, is_space), is_space);
        d = reals3_unit(
            reals3_add(reals3_scale(d, turn.cosine, is_space), reals3_scale(across, turn.sine, is_space), is_space),
            is_space);
    }
    else
    {
        reals3 turned = {d.x * turn.cosine - d.y * turn.sine, d.x * turn.sine + d.y * turn.cosine, d.z};
        d = reals3_unit(reals3_round(turned, is_space), is_space);
    }
    d = reals3_round(d, is_space);
    BATCH_STORE(b, direction, k, d);
    return reals3_round(reals3_scale(d, top, is_space), is_space);
}

/// wend_cruise.
LANES_INLINE reals3 plain_cruise(const wend_world *world, plain_batch *b, int k, reals3 velocity, reals top,
                                 bool is_space)
{
    reals3 along = reals3_unit(velocity, is_space);
    real_mask is_still = reals_equal(reals3_dot(along, along, is_space), reals_all(0.0));
    if (reals_bits(is_still) != 0)
        along = reals3_select(is_still, reals3_unit(plain_heading(world, b, k, is_space), is_space), along, is_space);
    return reals3_round(reals3_scale(along, reals_smaller(reals_load(b->speed + k), top), is_space), is_space);
}

// ---- wishes, combine, limit -----------------------------------------------------------------------------------------

/// The flock's.
typedef struct plain_sums
{
    reals3 away, go, at;
} plain_sums;

LANES_INLINE plain_sums plain_sums_of(const plain_batch *b, int k, bool is_space)
{
    reals zero = reals_all(0.0), flat[4], more[4];
    reals_load_columns(flat, b->sums[k], 4);
    reals_load_columns(more, b->more[k], 4);
    return (plain_sums){{flat[0], flat[1], is_space ? more[2] : zero},
                        {flat[2], flat[3], is_space ? more[3] : zero},
                        {more[0], more[1], is_space ? reals_load(b->at_z + k) : zero}};
}

typedef struct plain_wishes
{
    reals3 wish[WEND_WISH_KIND_COUNT]; // by kind
} plain_wishes;

/// What the sums mean: see wishes_of in flock.c.
LANES_INLINE void plain_flock(const plain_batch *b, int k, const wend_flock_def *def, const plain_sums *sums,
                              reals3 velocity, reals top, plain_wishes *w, bool is_space)
{
    reals seen = reals_load_whole(b->seen + k);
    real_mask is_alone = reals_equal(seen, reals_all(0.0));
    reals3 mean = reals3_scale(sums->go, reals_all(1.0) / seen, is_space);
    reals pull = reals_all((double)def->cohesion) * top / (seen * reals_load(b->sight + k));
    reals3 together = reals3_scale(sums->at, pull, is_space);
    reals3 away = reals3_scale(sums->away, reals_all((double)def->separation) * top, is_space);
    reals3 alike = reals3_scale(reals3_sub(mean, velocity, is_space), reals_all((double)def->alignment), is_space);
    w->wish[WEND_WISH_SEPARATE] =
        reals3_select(is_alone, velocity, reals3_round(reals3_add(velocity, away, is_space), is_space), is_space);
    w->wish[WEND_WISH_ALIGN] =
        reals3_select(is_alone, velocity, reals3_round(reals3_add(velocity, alike, is_space), is_space), is_space);
    w->wish[WEND_WISH_COHERE] =
        reals3_select(is_alone, velocity, reals3_round(reals3_add(velocity, together, is_space), is_space), is_space);
}

/// The first wish of a flock, and what it leaves the others.
LANES_INLINE reals3 plain_share(reals3 first, reals3 others, reals top, bool is_space)
{
    reals length = reals3_length(others, is_space),
          left = reals_larger(top - reals3_length(first, is_space), reals_all(0.0));
    reals3 cut = reals3_cut(reals3_add(first, reals3_scale(others, left / length, is_space), is_space), top, is_space);
    return reals3_round(reals3_select(reals_at_most(length, left), reals3_add(first, others, is_space), cut, is_space),
                        is_space);
}

/// wend_combine_flock.
LANES_INLINE reals3 plain_combine(const wend_recipe *recipe, const plain_wishes *w, reals3 velocity, reals top,
                                  bool is_space)
{
    reals3 first = velocity, others = velocity;
    for (int i = 0; i < recipe->wish_count; i++)
    {
        reals3 change = reals3_sub(w->wish[recipe->wishes[i].kind], velocity, is_space);
        change = reals3_scale(change, reals_all((double)recipe->wishes[i].weight), is_space);
        if (i == 0)
            first = reals3_cut(change, top, is_space);
        else
            others = reals3_add(others, change, is_space);
    }
    return plain_share(first, others, top, is_space);
}

/// wend_point_mass. `limits`: as in agent_brief.
LANES_INLINE reals3 plain_limit(const reals limits[4], reals3 wish, reals3 velocity, double seconds, bool is_space)
{
    reals time = reals_all(seconds), top = limits[0], most = limits[1], response = limits[2], mass = limits[3];
    reals3 change = reals3_sub(wish, velocity, is_space);
    reals left = reals3_length(change, is_space);
    real_mask is_rest = reals_less(left, top * reals_all(0.001));
    reals slow = reals_select(reals_less(time, response), left * (time / response), left);
    reals wanted = reals_select(is_rest, left * mass, slow);
    wanted = reals_smaller(most * time, wanted);
    reals made = reals_smaller(wanted / mass, left);
    reals3 part = reals3_add(velocity, reals3_scale(change, made / left, is_space), is_space);
    return reals3_round(reals3_cut(reals3_select(reals_less(made, left), part, wish, is_space), top, is_space),
                        is_space);
}

/// wend_look along the new velocity.
LANES_INLINE reals3 plain_look(const wend_world *world, plain_batch *b, int k, reals3 velocity, reals top,
                               bool is_space)
{
    reals least = reals_round(reals_all((double)0.005f) * top), speed = reals3_length(velocity, is_space);
    reals3 ahead = reals3_round(reals3_scale(velocity, reals_all(1.0) / speed, is_space), is_space);
    real_mask is_slow = ~reals_less(least, speed);
    if (reals_bits(is_slow) == 0)
        return ahead;
    return reals3_select(is_slow, plain_heading(world, b, k, is_space), ahead, is_space);
}

LANES_INLINE reals plain_top(const plain_batch *b, int k)
{
    return reals_load(b->top + k);
}

LANES_INLINE void plain_mark_odd(plain_batch *b, int k, const plain_sums *s, bool is_space)
{
    reals sum = (s->away.x + s->away.y) + (s->go.x + s->go.y) + (s->at.x + s->at.y); // can't overflow
    if (is_space)
        sum += (s->away.z + s->go.z) + s->at.z;
    unsigned odd = reals_bits(~reals_at_most(reals_size(sum), reals_all(DBL_MAX)));
    for (int i = 0; odd != 0 && i < REALS; i++)
        b->is_odd[k + i] |= odd >> i & 1;
}

/// Only what the flock's rules want, but for headings alike.
LANES_INLINE void plain_rules(plain_batch *b, const wend_flock_def *def, bool is_space)
{
    for (int k = 0; k < b->count && !def->does_align_headings; k += REALS)
    {
        plain_wishes w;
        plain_sums s = plain_sums_of(b, k, is_space);
        plain_mark_odd(b, k, &s, is_space);
        plain_flock(b, k, def, &s, BATCH_LOAD(b, velocity, k), plain_top(b, k), &w, is_space);
        BATCH_STORE(b, apart, k, w.wish[WEND_WISH_SEPARATE]);
        BATCH_STORE(b, alike, k, w.wish[WEND_WISH_ALIGN]);
        BATCH_STORE(b, together, k, w.wish[WEND_WISH_COHERE]);
    }
}

/// Stage by stage for all of a batch: each is a long chain of roots and divisions, so that a processor works on those of
/// several agents at a time only where they follow one another closely. Between stages everything is rounded to floats
/// anyway.
LANES_INLINE void plain_think(const wend_world *world, plain_batch *b, const wend_recipe *recipe, double seconds,
                              bool is_space)
{
    b->has_headings = false;
    for (int k = 0; k < b->count && b->kind == PLAIN_WANDER; k += REALS)
        BATCH_STORE(b, goal, k, plain_wander(world, b, k, plain_top(b, k), is_space));
    for (int k = 0; k < b->count && b->kind == PLAIN_CRUISE; k += REALS)
        BATCH_STORE(b, goal, k, plain_cruise(world, b, k, BATCH_LOAD(b, velocity, k), plain_top(b, k), is_space));
    for (int k = 0; k < b->count; k += REALS)
    {
        reals3 velocity = BATCH_LOAD(b, velocity, k);
        reals top = plain_top(b, k);
        plain_sums s = plain_sums_of(b, k, is_space);
        plain_mark_odd(b, k, &s, is_space);
        plain_wishes w;
        plain_flock(b, k, &recipe->flock, &s, velocity, top, &w, is_space);
        w.wish[WEND_WISH_GOAL] = BATCH_LOAD(b, goal, k);
        BATCH_STORE(b, wish, k, plain_combine(recipe, &w, velocity, top, is_space));
    }
    for (int k = 0; k < b->count; k += REALS)
    {
        reals limits[4];
        reals_load_columns(limits, b->limits[k], 4);
        BATCH_STORE(b, next, k,
                    plain_limit(limits, BATCH_LOAD(b, wish, k), BATCH_LOAD(b, velocity, k), seconds, is_space));
    }
    for (int k = 0; k < b->count; k += REALS)
        BATCH_STORE(b, ahead, k, plain_look(world, b, k, BATCH_LOAD(b, next, k), plain_top(b, k), is_space));
}

// ---- batches --------------------------------------------------------------------------------------------------------

/// wend_random_between, for bounds -most..most that are far from the largest float.
LANES_INLINE float plain_draw(wend_random *random, float least, float most)
{
    uint64_t old = random->state;
    random->state = old * 6364136223846793005u + random->increment;
    uint32_t shifted = (uint32_t)((old >> 18 ^ old) >> 27), turn = (uint32_t)(old >> 59);
    uint32_t bits = shifted >> turn | shifted << (-turn & 31);
    double share = (double)((float)(bits >> 8) * 0x1p-24f);
    float value = (float)((double)least + share * ((double)most - (double)least)) + 0.0f;
    return value >= most && least < most ? nextafterf(most, least) : value;
}

/// Agents of one cell may lie far apart in memory: asks early for one that comes soon.
LANES_INLINE void plain_soon(const wend_world *world, int index)
{
    FETCH(&world->briefs[index]);
    FETCH(&world->mind[index]);
    FETCH_TO_WRITE(&world->next_mind[index]);
}

/// What the agents' bodies are like.
LANES_INLINE void plain_ask(const wend_world *world, plain_batch *b, bool is_space)
{
    const place_hot *hot = &world->hot;
    for (int k = 0; k < b->count; k++)
    {
        const agent_brief *brief = &world->briefs[b->index[k]];
        int place = b->place[k];
        memcpy(b->limits[k], brief, sizeof b->limits[k]); // they come first
        b->top[k] = brief->top_speed;
        b->sight[k] = brief->sight;
        b->velocity[0][k] = hot->vx[place];
        b->velocity[1][k] = hot->vy[place];
        if (is_space)
            b->velocity[2][k] = hot->vz[place];
    }
}

/// What their memory will be.
LANES_INLINE void plain_remember(wend_world *world, plain_batch *b)
{
    for (int k = 0; k < b->count; k++)
    {
        int index = b->index[k];
        agent_mind *mind = &world->next_mind[index];
        *mind = world->mind[index];
        mind->wanted = 0.0f;
        mind->think_at = 0.0;
        mind->must_think = false;
    }
}

/// Draws at random where they wander to. Those who wander too wildly are odd: they are left to wend_wander.
LANES_INLINE void plain_draw_all(wend_world *world, const plain_job *job, plain_batch *b, bool is_space)
{
    for (int k = 0; k < b->count; k++)
    {
        int index = b->index[k];
        agent_mind *mind = &world->next_mind[index];
        float widest = (float)(1.7320508075688772 * (double)world->briefs[index].goal_number * job->root);
        if (!(widest < 50000.0f))
        {
            b->is_odd[k] = true;
            widest = 0.0f;
        }
        b->angle[k] = plain_draw(&mind->random, -widest, widest);
        if (is_space)
            b->tilt[k] = plain_draw(&mind->random, 0.0f, WEND_PI);
        b->direction[0][k] = mind->wander.direction.x;
        b->direction[1][k] = mind->wander.direction.y;
        if (is_space)
            b->direction[2][k] = mind->wander.direction.z;
    }
}

LANES_INLINE void plain_cruise_all(const wend_world *world, plain_batch *b)
{
    for (int k = 0; k < b->count; k++)
    {
        const agent_brief *brief = &world->briefs[b->index[k]];
        b->speed[k] = brief->goal_number > 0.0f ? brief->goal_number : brief->top_speed;
    }
}

LANES_INLINE wend_vec plain_vec(float (*what)[PLAIN_ARRAY], int k, bool is_space)
{
    return wend_xyz(what[0][k], what[1][k], is_space ? what[2][k] : 0.0f);
}

/// Writes what came out; of those who are odd nothing, who are left to the general way.
LANES_INLINE void plain_end(wend_world *world, plain_job *job, plain_batch *b, bool is_space)
{
    for (int k = 0; k < b->count; k++)
    {
        int index = b->index[k];
        if (b->is_odd[k])
            continue;
        agent_mind *mind = &world->next_mind[index];
        mind->kept = plain_vec(b->wish, k, is_space);
        if (b->kind == PLAIN_WANDER)
            mind->wander.direction = plain_vec(b->direction, k, is_space);
        job->next[index] = (agent_motion){plain_vec(b->next, k, is_space), plain_vec(b->ahead, k, is_space)};
        world->seen[index] = b->seen[k];
        world->crowded[index] = b->is_crowded[k];
        world->is_done[index] = 1;
        job->done++;
    }
}

/// The same for those whose thought isn't plain: only what the flock's rules want.
LANES_INLINE void plain_end_rules(wend_world *world, plain_batch *b, const wend_flock_def *def, bool is_space)
{
    for (int k = 0; k < b->count; k++)
    {
        place_flock *out = &world->flock[b->place[k]];
        out->is_crowded = b->is_crowded[k];
        out->wishes = (wend_flock_wishes){plain_vec(b->apart, k, is_space), plain_vec(b->alike, k, is_space),
                                          plain_vec(b->together, k, is_space), b->seen[k]};
        if (!def->does_align_headings)
            continue;
        wend_vec away = wend_xyz(b->sums[k][0], b->sums[k][1], is_space ? b->more[k][2] : 0.0f);
        wend_vec go = wend_xyz(b->sums[k][2], b->sums[k][3], is_space ? b->more[k][3] : 0.0f);
        wend_vec at = wend_xyz(b->more[k][0], b->more[k][1], is_space ? b->at_z[k] : 0.0f);
        b->is_odd[k] = !flock_finish_sums(&world->body[b->index[k]], def, away, go, at, b->seen[k], &out->wishes);
    }
}

LANES_INLINE void plain_do(wend_world *world, plain_job *job, plain_batch *b, bool is_space)
{
    const wend_recipe *recipe = &world->recipes[b->recipe].recipe;
    memset(b->is_odd, 0, sizeof b->is_odd);
    plain_ask(world, b, is_space);
    if (b->kind == PLAIN_NOT)
    {
        plain_rules(b, &recipe->flock, is_space);
        plain_end_rules(world, b, &recipe->flock, is_space);
        return;
    }
    plain_remember(world, b);
    if (b->kind == PLAIN_WANDER)
        plain_draw_all(world, job, b, is_space);
    else if (b->kind == PLAIN_CRUISE)
        plain_cruise_all(world, b);
    plain_think(world, b, recipe, job->seconds, is_space);
    plain_end(world, job, b, is_space);
}

static void plain_flush(wend_world *world, plain_job *job, plain_batch *b, int worker)
{
    if (is_spatial(world))
        plain_do(world, job, b, true);
    else
        plain_do(world, job, b, false);
    for (int k = 0; k < b->count; k++)
        if (b->is_odd[k])
        {
            rows r;
            rows_begin(&r);
            hits_flock_at(world, b->place[k], worker, &r);
        }
    b->count = 0;
}

/// The batch of those with one recipe and one kind of goal; another one is finished where there is none free.
NEVER_INLINE plain_batch *plain_batch_of(wend_world *world, plain_job *job, plain_batch *batches, int recipe,
                                         plain_kind kind, int worker)
{
    plain_batch *chosen = &batches[0];
    for (int i = 0; i < PLAIN_BATCHES; i++)
    {
        plain_batch *b = &batches[i];
        if (b->count > 0 && b->recipe == recipe && b->kind == kind)
            return b;
        chosen = b->count < chosen->count ? b : chosen;
    }
    if (chosen->count > 0)
        plain_flush(world, job, chosen, worker);
    chosen->recipe = recipe;
    chosen->kind = kind;
    return chosen;
}

#endif
