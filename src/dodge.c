#include "wend/dodge.h"

#include "real.h"

#define MOST   32
#define SOON   0.05 // seconds; sooner is not worse
#define KEPT   0.99 // share of the present distance that is kept
#define LITTLE 0.01 // share of the work

wend_sampled wend_default_sampled(void)
{
    return (wend_sampled){.seconds = 4.0f,
                          .room = 0.2f,
                          .danger = 0.6f,
                          .side = 0.06f,
                          .standing = 1.0f,
                          .share = 0.5f,
                          .turns = 18,
                          .speeds = 3,
                          .neighbours = 12};
}

typedef struct other
{
    wend_agent_id id;
    real_vec offset, velocity;
    double distance, reach;
} other;

typedef struct chooser
{
    const wend_agent *self;
    const wend_sampled *def;
    const wend_caster *caster;
    wend_roll_fn *roll;
    void *roll_user;
    real_vec wish, velocity;
    double lowest, seconds, share; // price of the best so far; how far it looks
    real_vec best;
    other others[MOST];
    int count;
} chooser;

// ---- who is looked at -----------------------------------------------------------------------------------------------

static bool is_nearer(const other *a, const other *b)
{
    return a->distance < b->distance || (a->distance == b->distance && a->id.value < b->id.value);
}

static void take(chooser *c, const wend_neighbour *n)
{
    other o = {.id = n->id, .offset = real_of(n->offset), .velocity = real_of(n->velocity)};
    o.distance = real_length(o.offset);
    double radii = (double)c->self->radius * (1.0 + (double)c->def->room) + (double)n->radius;
    o.reach = fmin(radii, KEPT * o.distance);
    int most = c->def->neighbours < MOST ? c->def->neighbours : MOST;
    if (c->count == most && !is_nearer(&o, &c->others[most - 1]))
        return;
    int at = c->count < most ? c->count++ : most - 1;
    for (; at > 0 && is_nearer(&o, &c->others[at - 1]); at--)
        c->others[at] = c->others[at - 1];
    c->others[at] = o;
}

// ---- when one meets them --------------------------------------------------------------------------------------------

/// Seconds until two discs touch, at most `longest`; 0: they do already, and approach.
static double meeting(real_vec offset, real_vec closing, double reach, double longest)
{
    double c = real_dot(offset, offset) - reach * reach, b = real_dot(offset, closing), a = real_dot(closing, closing);
    if (c <= 0.0)
        return b > 0.0 ? 0.0 : longest;
    double root = b * b - a * c;
    if (b <= 0.0 || root < 0.0)
        return longest;
    return fmin((b - sqrt(root)) / a, longest);
}

/// The first meeting while going with one velocity for `longest` seconds, from an offset at a time.
static double soonest_leg(const chooser *c, real_vec from, double at, real_vec velocity, double longest)
{
    real_vec change = real_sub(velocity, c->velocity);
    real_vec shared = real_add(c->velocity, real_scale(change, 1.0 / c->share));
    real_vec lag = real_sub(from, real_scale(c->velocity, at)); // the part of the way that was one's own choice
    real_vec here = real_add(real_scale(c->velocity, at), real_scale(lag, 1.0 / c->share));
    double first = longest;
    for (int i = 0; i < c->count; i++)
    {
        const other *o = &c->others[i];
        real_vec offset = real_sub(real_add(o->offset, real_scale(o->velocity, at)), here);
        first = fmin(first, meeting(offset, real_sub(shared, o->velocity), o->reach, longest));
    }
    return first;
}

/// Seconds until an obstacle is met on a leg.
static double wall_on_leg(const chooser *c, real_vec from, real_vec velocity, double longest)
{
    wend_hit hit;
    wend_cast cast = {.from = real_to_vec(real_add(real_of(c->self->position), from)),
                      .along = real_to_vec(real_scale(velocity, longest)),
                      .radius = c->self->radius,
                      .mask = c->def->mask,
                      .ignore = c->def->ignore};
    if (!c->caster || !c->caster->cast || !c->caster->cast(&cast, &hit, c->caster->user))
        return longest;
    double speed = real_length(velocity);
    return speed > 0.0 ? fmin((double)hit.distance / speed, longest) : longest;
}

static double soonest_on_leg(const chooser *c, real_vec from, double at, real_vec velocity, double longest)
{
    double first = soonest_leg(c, from, at, velocity, longest);
    return first > 0.0 ? fmin(first, wall_on_leg(c, from, velocity, first)) : first;
}

/// When somebody or something is met first by whoever goes by a wish; `c->seconds`: nobody.
static double soonest(const chooser *c, real_vec wish)
{
    real_vec from = {0.0, 0.0, 0.0};
    if (!c->roll)
        return soonest_on_leg(c, from, 0.0, wish, c->seconds);
    wend_vec places[WEND_ROLL_PLACES];
    double step = c->seconds / WEND_ROLL_PLACES;
    c->roll(c->self, real_to_vec(wish), step, places, WEND_ROLL_PLACES, c->roll_user);
    for (int k = 0; k < WEND_ROLL_PLACES; k++)
    {
        real_vec to = real_of(places[k]), velocity = real_scale(real_sub(to, from), 1.0 / step);
        double first = soonest_on_leg(c, from, k * step, velocity, step);
        if (first < step)
            return k * step + first;
        from = to;
    }
    return c->seconds;
}

// ---- choosing -------------------------------------------------------------------------------------------------------

/// Takes a velocity if it is cheaper than the best so far; most are too far from the wish to be looked at closely.
static void consider(chooser *c, real_vec velocity, bool is_left)
{
    const wend_sampled *def = c->def;
    double top = (double)c->self->max_speed;
    double price = real_length(real_sub(velocity, c->wish)) / top + (is_left ? (double)def->side : 0.0);
    price += (double)def->standing * (1.0 - real_length(velocity) / top);
    if (price >= c->lowest)
        return;
    price += (double)def->danger * (1.0 / fmax(soonest(c, velocity), SOON) - 1.0 / c->seconds);
    if (price < c->lowest)
    {
        c->lowest = price;
        c->best = velocity;
    }
}

static void consider_all(chooser *c)
{
    double top = (double)c->self->max_speed;
    real_vec ahead = real_unit(real_length(c->wish) > 0.0 ? c->wish : real_of(c->self->heading));
    real_vec left = real_unit((real_vec){-ahead.y, ahead.x, 0.0});
    if (real_dot(left, left) == 0.0)
        left = (real_vec){1.0, 0.0, 0.0}; // straight up or down
    consider(c, c->wish, false);
    for (int turn = 0; turn <= c->def->turns; turn++)
        for (int side = -1; side <= 1; side += 2) // the right one first: of two equals it is kept
        {
            float angle = (float)(side * turn) * (WEND_PI / (float)c->def->turns);
            real_vec way =
                real_add(real_scale(ahead, (double)wend_cos(angle)), real_scale(left, (double)wend_sin(angle)));
            for (int k = c->def->speeds; k >= 1; k--)
                consider(c, real_scale(way, top * k / c->def->speeds), side > 0 && turn > 0);
        }
    consider(c, (real_vec){0.0, 0.0, 0.0}, false);
}

wend_vec wend_dodge_sampled(const wend_agent *self, wend_vec wish, const wend_neighbour *neighbours, int count,
                            const wend_caster *caster, wend_roll_fn *roll, void *roll_user, const wend_sampled *def)
{
    wend_sampled usual = wend_default_sampled();
    chooser c = {.self = self, .def = def ? def : &usual, .caster = caster, .roll = roll, .roll_user = roll_user};
    c.wish = real_of(wish);
    c.velocity = real_of(self->velocity);
    c.lowest = DBL_MAX;
    c.seconds = (double)c.def->seconds;
    c.share = fmax((double)c.def->share, LITTLE);
    for (int i = 0; i < count; i++)
        take(&c, &neighbours[i]);
    if (self->max_speed <= 0.0f || soonest(&c, c.wish) >= c.seconds)
        return wish;
    consider_all(&c);
    return real_to_vec(c.best);
}
