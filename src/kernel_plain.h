// The whole thought of plain agents: of those who only flock and wander or cruise, as points, combined as a flock. It is
// what wishes.c and bodies.c do, stage by stage, for as many at once as a register holds doubles: the same operations in
// the same order, so the same bits. Compiled once for each instruction set and each number of dimensions.
#ifndef WEND_SRC_KERNEL_PLAIN_H
#define WEND_SRC_KERNEL_PLAIN_H

#include "compiler.h"
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
        reals_store((batch)->what[0] + (k), (v).x);                                                                    \
        reals_store((batch)->what[1] + (k), (v).y);                                                                    \
        if (is_space)                                                                                                  \
            reals_store((batch)->what[2] + (k), (v).z);                                                                \
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

/// The last direction; where there is none that of the heading, or +x.
LANES_INLINE reals3 last_direction(const plain_batch *b, int k, bool is_space)
{
    reals3 direction = reals3_round(reals3_unit(BATCH_LOAD(b, direction, k), is_space), is_space);
    reals zero = reals_all(0.0);
    real_mask is_none =
        reals_equal(direction.x, zero) & reals_equal(direction.y, zero) & reals_equal(direction.z, zero);
    if (reals_bits(is_none) == 0)
        return direction;
    reals3 ahead = reals3_round(reals3_unit(BATCH_LOAD(b, heading, k), is_space), is_space);
    direction = reals3_select(is_none, ahead, direction, is_space);
    is_none = reals_equal(direction.x, zero) & reals_equal(direction.y, zero) & reals_equal(direction.z, zero);
    return reals3_select(is_none, (reals3){reals_all(1.0), zero, zero}, direction, is_space);
}

/// wend_wander, with its random numbers drawn.
LANES_INLINE reals3 plain_wander(plain_batch *b, int k, reals top, bool is_space)
{
    reals3 d = last_direction(b, k, is_space);
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
LANES_INLINE reals3 plain_cruise(const plain_batch *b, int k, reals3 velocity, reals top, bool is_space)
{
    reals3 along = reals3_unit(velocity, is_space);
    real_mask is_still = reals_equal(reals3_dot(along, along, is_space), reals_all(0.0));
    along = reals3_select(is_still, reals3_unit(BATCH_LOAD(b, heading, k), is_space), along, is_space);
    return reals3_round(reals3_scale(along, reals_smaller(reals_load(b->speed + k), top), is_space), is_space);
}

// ---- wishes, combine, limit -----------------------------------------------------------------------------------------

typedef struct plain_wishes
{
    reals3 wish[WEND_WISH_KIND_COUNT]; // by kind
} plain_wishes;

/// What the sums mean: see wishes_of in flock.c.
LANES_INLINE void plain_flock(const plain_batch *b, int k, const wend_flock_def *def, reals3 velocity, reals top,
                              plain_wishes *w, bool is_space)
{
    reals seen = reals_load_whole(b->seen + k);
    real_mask is_alone = reals_equal(seen, reals_all(0.0));
    reals3 mean = reals3_scale(BATCH_LOAD(b, go, k), reals_all(1.0) / seen, is_space);
    reals pull = reals_all((double)def->cohesion) * top / (seen * reals_load(b->sight + k));
    reals3 together = reals3_scale(BATCH_LOAD(b, at, k), pull, is_space);
    reals3 away = reals3_scale(BATCH_LOAD(b, away, k), reals_all((double)def->separation) * top, is_space);
    reals3 alike = reals3_scale(reals3_sub(mean, velocity, is_space), reals_all((double)def->alignment), is_space);
    w->wish[WEND_WISH_SEPARATE] =
        reals3_select(is_alone, velocity, reals3_round(reals3_add(velocity, away, is_space), is_space), is_space);
    w->wish[WEND_WISH_ALIGN] =
        reals3_select(is_alone, velocity, reals3_round(reals3_add(velocity, alike, is_space), is_space), is_space);
    w->wish[WEND_WISH_COHERE] =
        reals3_select(is_alone, velocity, reals3_round(reals3_add(velocity, together, is_space), is_space), is_space);
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
    reals length = reals3_length(others, is_space),
          left = reals_larger(top - reals3_length(first, is_space), reals_all(0.0));
    reals3 cut = reals3_cut(reals3_add(first, reals3_scale(others, left / length, is_space), is_space), top, is_space);
    return reals3_round(reals3_select(reals_at_most(length, left), reals3_add(first, others, is_space), cut, is_space),
                        is_space);
}

/// wend_point_mass.
LANES_INLINE reals3 plain_limit(const plain_batch *b, int k, reals3 wish, reals3 velocity, reals top, double seconds,
                                bool is_space)
{
    reals time = reals_all(seconds), response = reals_load(b->response + k);
    reals3 change = reals3_sub(wish, velocity, is_space);
    reals left = reals3_length(change, is_space);
    real_mask is_rest = reals_less(left, top * reals_all(0.001));
    reals mass = reals_load(b->mass + k),
          slow = reals_select(reals_less(time, response), left * (time / response), left);
    reals wanted = reals_select(is_rest, left * mass, slow);
    wanted = reals_smaller(reals_load(b->most + k) * time, wanted);
    reals made = reals_smaller(wanted / mass, left);
    reals3 part = reals3_add(velocity, reals3_scale(change, made / left, is_space), is_space);
    return reals3_round(reals3_cut(reals3_select(reals_less(made, left), part, wish, is_space), top, is_space),
                        is_space);
}

/// wend_look along the new velocity.
LANES_INLINE reals3 plain_look(const plain_batch *b, int k, reals3 velocity, reals top, bool is_space)
{
    reals least = reals_round(reals_all((double)0.005f) * top), speed = reals3_length(velocity, is_space);
    reals3 ahead = reals3_round(reals3_scale(velocity, reals_all(1.0) / speed, is_space), is_space);
    return reals3_select(reals_less(least, speed), ahead, BATCH_LOAD(b, heading, k), is_space);
}

LANES_INLINE void plain_think(plain_batch *b, const wend_recipe *recipe, double seconds, bool is_space)
{
    for (int k = 0; k < b->count; k += REALS)
    {
        reals3 velocity = BATCH_LOAD(b, velocity, k);
        reals top = reals_load(b->top + k);
        reals3 away = BATCH_LOAD(b, away, k), go = BATCH_LOAD(b, go, k), at = BATCH_LOAD(b, at, k);
        reals sum = ((away.x + away.y) + away.z) + ((go.x + go.y) + go.z) + ((at.x + at.y) + at.z); // can't overflow
        unsigned odd = reals_bits(~reals_at_most(reals_size(sum), reals_all(DBL_MAX)));
        for (int i = 0; i < REALS; i++)
            b->is_odd[k + i] = odd >> i & 1;
        plain_wishes w;
        plain_flock(b, k, &recipe->flock, velocity, top, &w, is_space);
        if (b->kind == PLAIN_WANDER)
            w.wish[WEND_WISH_GOAL] = plain_wander(b, k, top, is_space);
        else if (b->kind == PLAIN_CRUISE)
            w.wish[WEND_WISH_GOAL] = plain_cruise(b, k, velocity, top, is_space);
        reals3 wish = plain_combine(recipe, &w, velocity, top, is_space);
        BATCH_STORE(b, wish, k, wish);
        reals3 next = plain_limit(b, k, wish, velocity, top, seconds, is_space);
        BATCH_STORE(b, next, k, next);
        reals3 ahead = plain_look(b, k, next, top, is_space);
        BATCH_STORE(b, ahead, k, ahead);
    }
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
    memory_soon(&world->body[index]);
    FETCH(&world->mind[index]);
    FETCH_TO_WRITE(&world->next_mind[index]);
}

/// What an agent's memory will be; draws at random. False: it must be done in the general way.
LANES_INLINE bool plain_begin(wend_world *world, const plain_job *job, plain_batch *b, int k, int place)
{
    int index = world->cells->index[place];
    float number = world->hot.goal_number[place];
    agent_mind *mind = &world->next_mind[index];
    *mind = world->mind[index];
    mind->wanted = 0.0f;
    mind->think_at = 0.0;
    mind->must_think = false;
    if (b->kind == PLAIN_CRUISE)
        b->speed[k] = number > 0.0f ? number : world->body[index].max_speed;
    if (b->kind != PLAIN_WANDER)
        return true;
    float widest = (float)(1.7320508075688772 * (double)number * job->root);
    if (!(widest < 50000.0f)) // as in wend_wander; a larger one is left to it
        return false;
    b->angle[k] = plain_draw(&mind->random, -widest, widest);
    b->tilt[k] = is_spatial(world) ? plain_draw(&mind->random, 0.0f, WEND_PI) : 0.0f;
    b->direction[0][k] = mind->wander.direction.x;
    b->direction[1][k] = mind->wander.direction.y;
    b->direction[2][k] = mind->wander.direction.z;
    return true;
}

/// Writes what came out.
LANES_INLINE void plain_end(wend_world *world, const plain_job *job, const plain_batch *b, int k)
{
    int index = b->index[k];
    agent_mind *mind = &world->next_mind[index];
    mind->kept = wend_xyz(b->wish[0][k], b->wish[1][k], b->wish[2][k]);
    if (b->kind == PLAIN_WANDER)
        mind->wander.direction = wend_xyz(b->direction[0][k], b->direction[1][k], b->direction[2][k]);
    job->next[index] =
        (agent_motion){{b->next[0][k], b->next[1][k], b->next[2][k]}, {b->ahead[0][k], b->ahead[1][k], b->ahead[2][k]}};
    world->seen[index] = b->seen[k];
    world->crowded[index] = b->is_crowded[k];
    world->is_done[index] = 1;
}

/// Those whose sums aren't finite are left to the general way.
static void plain_flush(wend_world *world, const plain_job *job, plain_batch *b, int worker)
{
    const wend_recipe *recipe = &world->recipes[b->recipe].recipe;
    if (is_spatial(world))
        plain_think(b, recipe, job->seconds, true);
    else
        plain_think(b, recipe, job->seconds, false);
    for (int k = 0; k < b->count; k++)
        if (!b->is_odd[k])
            plain_end(world, job, b, k);
    for (int k = 0; k < b->count; k++)
        if (b->is_odd[k])
        {
            rows r;
            rows_begin(&r);
            hits_flock_at(world, world->cells->place[b->index[k]], worker, &r);
        }
    b->count = 0;
}

/// The batch of those with one recipe and one kind of goal; another one is finished where there is none free.
static plain_batch *plain_batch_of(wend_world *world, const plain_job *job, plain_batch *batches, int recipe,
                                   plain_kind kind, int worker)
{
    plain_batch *chosen = &batches[0];
    if (chosen->count > 0 && chosen->recipe == recipe && chosen->kind == kind)
        return chosen;
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

/// Takes an agent into a batch, but for its sums. Null: it must be done in the general way.
LANES_INLINE plain_batch *plain_add(wend_world *world, const plain_job *job, plain_batch *batches, int place,
                                    int worker)
{
    const place_hot *hot = &world->hot;
    int index = world->cells->index[place];
    const wend_agent *body = &world->body[index];
    plain_batch *b = plain_batch_of(world, job, batches, hot->recipe[place], (plain_kind)hot->plain[place], worker);
    int k = b->count;
    if (!plain_begin(world, job, b, k, place))
        return NULL;
    b->velocity[0][k] = body->velocity.x;
    b->velocity[1][k] = body->velocity.y;
    b->heading[0][k] = body->heading.x;
    b->heading[1][k] = body->heading.y;
    if (is_spatial(world)) // in a plane they are 0 for ever
    {
        b->velocity[2][k] = body->velocity.z;
        b->heading[2][k] = body->heading.z;
    }
    b->top[k] = body->max_speed;
    b->most[k] = body->max_acceleration;
    b->response[k] = body->response_time;
    b->mass[k] = body->mass;
    b->sight[k] = body->neighbour_radius;
    b->index[k] = index;
    return b;
}

#endif
