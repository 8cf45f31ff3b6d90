#include "wend/recipe.h"

#include "goals.h"
#include "hashing.h"
#include "memory.h"
#include "recipes.h"

#include <float.h>

static wend_sense_def default_sense(void)
{
    wend_sense_def sense = {0};
    sense.feel = wend_default_feel_def();
    sense.avoid = wend_default_avoid_def();
    sense.push = 1.6f;
    sense.sight_cos = -1.0f;
    sense.half_life = 2.0f;
    sense.oldest = 10.0f;
    return sense;
}

static wend_context_def default_context(void)
{
    wend_context_def context = {0};
    context.slots = 16;
    context.margin = 0.05f;
    context.range = wend_default_sweep().range;
    context.choice = wend_default_choice();
    context.choice.interest.value = 0.0f;
    context.choice.masked_bonus = 0.75f;
    context.choice.blocked = 1.0f;
    context.movers = wend_default_movers();
    return context;
}

wend_recipe wend_default_recipe(void)
{
    wend_recipe recipe = {0};
    recipe.cookie = COOKIE_RECIPE;
    recipe.flock = wend_default_flock_def();
    recipe.movers_seconds = 2.0f;
    recipe.gap = 0.2f;
    recipe.sense = default_sense();
    recipe.context = default_context();
    recipe.follow = wend_default_follow();
    recipe.plan = wend_default_plan_def();
    recipe.fan = wend_default_fan_def();
    recipe.sampled = wend_default_sampled();
    recipe.social = wend_default_social();
    recipe.recovery.seconds = 1.0f;
    recipe.orca = wend_default_orca_def();
    recipe.turner = wend_default_turner();
    recipe.car = wend_default_car();
    recipe.flyer = wend_default_flyer();
    wend_recipe_add(&recipe, WEND_WISH_SEPARATE, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_ALIGN, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_COHERE, 1.0f);
    return recipe;
}

wend_class wend_class_of(uint32_t layers, wend_mark_as as)
{
    return (wend_class){layers, as, 1.0f, WEND_FADE_INVERSE, 1.0f, 0.0f};
}

wend_status wend_recipe_add(wend_recipe *recipe, wend_wish_kind kind, float weight)
{
    if (!recipe)
        return WEND_ERROR_NULL;
    if (recipe->wish_count < 0 || recipe->wish_count >= WEND_RECIPE_WISHES)
        return WEND_ERROR_FULL;
    recipe->wishes[recipe->wish_count++] = (wend_recipe_wish){kind, weight, wend_goal_of(WEND_GOAL_NONE)};
    return WEND_OK;
}

wend_status wend_recipe_also(wend_recipe *recipe, const wend_goal *goal, float weight)
{
    if (!goal)
        return WEND_ERROR_NULL;
    wend_status status = wend_recipe_add(recipe, WEND_WISH_ALSO, weight);
    if (status == WEND_OK)
        recipe->wishes[recipe->wish_count - 1].goal = *goal;
    return status;
}

const char *wend_wish_name(wend_wish_kind kind)
{
    static const char *const names[WEND_WISH_KIND_COUNT] = {"goal",  "separate",     "align", "cohere",  "also",
                                                            "avoid", "avoid movers", "queue", "give way"};
    return (unsigned)kind < WEND_WISH_KIND_COUNT ? names[kind] : "unknown";
}

// A number and what it may be.
typedef struct number
{
    const char *what;
    float value, low, high;
    const char *allowed;
} number;

static wend_status check_numbers(const number *numbers, size_t count, wend_error *error)
{
    for (size_t i = 0; i < count; i++)
    {
        const number *n = &numbers[i];
        wend_status status = check_range(error, n->what, n->value, n->low, n->high, n->allowed);
        if (status != WEND_OK)
            return status;
    }
    return WEND_OK;
}

#define AT_LEAST_0 0.0f, FLT_MAX, ">= 0 and finite"
#define ABOVE_0    FLT_TRUE_MIN, FLT_MAX, "> 0 and finite"
#define SHARE      0.0f, 1.0f, "within 0..1"
#define COSINE     -1.0f, 1.0f, "within -1..1"
#define QUARTER    0.0f, 1.57079637f, "within 0..pi/2"

static wend_status check_flock(const wend_recipe *r, wend_error *error)
{
    const number numbers[] = {
        {"flock separation", r->flock.separation, AT_LEAST_0},
        {"flock alignment", r->flock.alignment, AT_LEAST_0},
        {"flock cohesion", r->flock.cohesion, AT_LEAST_0},
        {"flock separation_radius", r->flock.separation_radius, AT_LEAST_0},
        {"flock sight_cos", r->flock.sight_cos, COSINE},
        {"recipe limit", r->limit, AT_LEAST_0},
        {"recipe aim_speed", r->aim_speed, AT_LEAST_0},
        {"recipe turn_rate", r->turn_rate, AT_LEAST_0},
        {"recipe think_seconds", r->think_seconds, AT_LEAST_0},
        {"recipe movers_seconds", r->movers_seconds, ABOVE_0},
        {"recipe gap", r->gap, AT_LEAST_0},
    };
    return check_numbers(numbers, sizeof numbers / sizeof *numbers, error);
}

static wend_status check_sense(const wend_recipe *r, wend_error *error)
{
    const wend_sense_def *s = &r->sense;
    const number numbers[] = {
        {"sense seconds", s->seconds, AT_LEAST_0},
        {"sense feel seconds", s->feel.seconds, AT_LEAST_0},
        {"sense feel side_angle", s->feel.side_angle, QUARTER},
        {"sense feel side_share", s->feel.side_share, SHARE},
        {"sense feel width", s->feel.width, AT_LEAST_0},
        {"sense avoid push", s->avoid.push, AT_LEAST_0},
        {"sense avoid aside", s->avoid.aside, AT_LEAST_0},
        {"sense avoid differ", s->avoid.differ, AT_LEAST_0},
        {"sense radius", s->radius, AT_LEAST_0},
        {"sense push", s->push, AT_LEAST_0},
        {"sense sight_range", s->sight_range, AT_LEAST_0},
        {"sense sight_cos", s->sight_cos, COSINE},
        {"sense half_life", s->half_life, ABOVE_0},
        {"sense oldest", s->oldest, AT_LEAST_0},
        {"fan seconds", r->fan.seconds, ABOVE_0},
        {"fan farthest", r->fan.farthest, ABOVE_0},
        {"fan padding", r->fan.padding, AT_LEAST_0},
        {"orca seconds", r->orca.seconds, ABOVE_0},
        {"orca wall_seconds", r->orca.wall_seconds, ABOVE_0},
        {"orca gap", r->orca.gap, AT_LEAST_0},
        {"orca part_seconds", r->orca.part_seconds, ABOVE_0},
        {"orca yield", r->orca.yield, SHARE},
        {"orca patience", r->orca.patience, AT_LEAST_0},
    };
    return check_numbers(numbers, sizeof numbers / sizeof *numbers, error);
}

static wend_status check_context(const wend_recipe *r, wend_error *error)
{
    const wend_context_def *c = &r->context;
    const number numbers[] = {
        {"context margin", c->margin, AT_LEAST_0},
        {"context range", c->range, ABOVE_0},
        {"context choice hard", c->choice.hard.value, AT_LEAST_0},
        {"context choice soft", c->choice.soft.value, AT_LEAST_0},
        {"context choice interest", c->choice.interest.value, AT_LEAST_0},
        {"context choice last_bonus", c->choice.last_bonus, AT_LEAST_0},
        {"context choice masked_bonus", c->choice.masked_bonus, AT_LEAST_0},
        {"context choice blocked", c->choice.blocked, SHARE},
        {"context choice slowing", c->choice.slowing, SHARE},
        {"context movers horizon", c->movers.horizon, ABOVE_0},
        {"context movers speed", c->movers.speed, AT_LEAST_0},
        {"context movers margin", c->movers.margin, AT_LEAST_0},
    };
    wend_status status = check_numbers(numbers, sizeof numbers / sizeof *numbers, error);
    for (int i = 0; i < c->class_count && status == WEND_OK; i++)
    {
        const number of_class[] = {
            {"context class strength", c->classes[i].strength, AT_LEAST_0},
            {"context class scale", c->classes[i].scale, ABOVE_0},
            {"context class radius", c->classes[i].radius, AT_LEAST_0},
        };
        status = check_numbers(of_class, sizeof of_class / sizeof *of_class, error);
    }
    return status;
}

static wend_status check_bodies(const wend_recipe *r, wend_error *error)
{
    const number numbers[] = {
        {"follow ahead", r->follow.ahead, ABOVE_0},
        {"follow switch_radius", r->follow.switch_radius, ABOVE_0},
        {"follow height", r->follow.height, AT_LEAST_0},
        {"follow tube", r->follow.tube, ABOVE_0},
        {"follow seconds_ahead", r->follow.seconds_ahead, AT_LEAST_0},
        {"follow tolerance", r->follow.tolerance, AT_LEAST_0},
        {"turner turn_rate", r->turner.turn_rate, AT_LEAST_0},
        {"turner turn_acceleration", r->turner.turn_acceleration, AT_LEAST_0},
        {"car turning_radius", r->car.turning_radius, ABOVE_0},
        {"car across", r->car.across, AT_LEAST_0},
        {"car least_share", r->car.least_share, SHARE},
        {"car reverse_share", r->car.reverse_share, SHARE},
        {"car reach", r->car.reach, AT_LEAST_0},
        {"flyer turn_rate", r->flyer.turn_rate, AT_LEAST_0},
        {"flyer turn_acceleration", r->flyer.turn_acceleration, AT_LEAST_0},
        {"flyer pitch_rate", r->flyer.pitch_rate, AT_LEAST_0},
        {"flyer climb_angle", r->flyer.climb_angle, QUARTER},
        {"flyer least_speed", r->flyer.least_speed, AT_LEAST_0},
        {"flyer bank_angle", r->flyer.bank_angle, 0.0f, 1.57f, "at least 0 and below pi/2"},
        {"flyer gravity", r->flyer.gravity, ABOVE_0},
        {"plan reach", r->plan.reach, AT_LEAST_0},
        {"plan seconds", r->plan.seconds, AT_LEAST_0},
    };
    return check_numbers(numbers, sizeof numbers / sizeof *numbers, error);
}

static wend_status check_dodges(const wend_recipe *r, wend_error *error)
{
    const number numbers[] = {
        {"sampled seconds", r->sampled.seconds, ABOVE_0},
        {"sampled room", r->sampled.room, AT_LEAST_0},
        {"sampled danger", r->sampled.danger, AT_LEAST_0},
        {"sampled side", r->sampled.side, AT_LEAST_0},
        {"sampled standing", r->sampled.standing, AT_LEAST_0},
        {"sampled share", r->sampled.share, FLT_TRUE_MIN, 1.0f, "above 0 and at most 1"},
        {"social relaxation", r->social.relaxation, ABOVE_0},
        {"social strength", r->social.strength, AT_LEAST_0},
        {"social range", r->social.range, ABOVE_0},
        {"social wall", r->social.wall, AT_LEAST_0},
        {"social wall_range", r->social.wall_range, ABOVE_0},
        {"social behind", r->social.behind, SHARE},
        {"social body", r->social.body, AT_LEAST_0},
        {"social friction", r->social.friction, AT_LEAST_0},
        {"social stride", r->social.stride, AT_LEAST_0},
        {"recovery seconds", r->recovery.seconds, ABOVE_0},
        {"recipe separation", r->separation, AT_LEAST_0},
    };
    return check_numbers(numbers, sizeof numbers / sizeof *numbers, error);
}

/// Numbers that are one of a few.
static wend_status check_kinds(const wend_recipe *r, wend_error *error)
{
    const struct
    {
        const char *what;
        int value, low, high;
    } kinds[] = {
        {"recipe combiner", (int)r->combiner, 0, WEND_COMBINER_COUNT - 1},
        {"recipe facing", (int)r->facing, 0, WEND_FACING_COUNT - 1},
        {"recipe dodge", (int)r->dodge, 0, WEND_DODGE_KIND_COUNT - 1},
        {"orca most", r->orca.most, 0, WEND_ORCA_MOST},
        {"recipe body", (int)r->body, 0, WEND_BODY_KIND_COUNT - 1},
        {"sense kind", (int)r->sense.kind, 0, WEND_SENSE_KIND_COUNT - 1},
        {"follow follower", (int)r->follow.follower, 0, WEND_FOLLOW_GOAL},
        {"plan search", (int)r->plan.search, 0, WEND_GRID_LAZY_THETA},
        {"plan share", (int)r->plan.share, 0, WEND_SHARE_NEVER},
        {"plan pull", (int)r->plan.pull, 0, WEND_PULL_NOT},
        {"plan diagonal", (int)r->plan.diagonal, 0, WEND_DIAGONAL_ALWAYS},
        {"context slots", r->context.slots, WEND_RING_LEAST, WEND_RING_MOST},
        {"context rays", r->context.rays, 0, WEND_RING_MOST},
        {"context class_count", r->context.class_count, 0, WEND_CLASSES},
        {"recovery rounds", r->recovery.rounds, 0, 10000},
        {"sampled turns", r->sampled.turns, 1, 64},
        {"sampled speeds", r->sampled.speeds, 1, 16},
        {"sampled neighbours", r->sampled.neighbours, 1, 32},
        {"context movers layer", (int)r->context.movers.layer, WEND_RING_HARD, WEND_RING_SOFT},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].value < kinds[i].low || kinds[i].value > kinds[i].high)
            return error_set(error, WEND_ERROR_VALUE, "%s is %d, must be within %d..%d", kinds[i].what, kinds[i].value,
                             kinds[i].low, kinds[i].high);
    for (int i = 0; i < r->context.class_count; i++)
    {
        const wend_class *c = &r->context.classes[i];
        if ((unsigned)c->as >= WEND_MARK_AS_COUNT || (unsigned)c->fade > WEND_FADE_NONE)
            return error_set(error, WEND_ERROR_VALUE,
                             "context class %d is marked as %d, fading by %d, must be of wend_mark_as and wend_fade", i,
                             (int)c->as, (int)c->fade);
    }
    return WEND_OK;
}

static wend_status check_wishes(const wend_recipe *recipe, wend_error *error)
{
    if (recipe->wish_count < 0 || recipe->wish_count > WEND_RECIPE_WISHES)
        return error_set(error, WEND_ERROR_VALUE, "recipe wish_count is %d, must be within 0..%d", recipe->wish_count,
                         WEND_RECIPE_WISHES);
    for (int i = 0; i < recipe->wish_count; i++)
    {
        const wend_recipe_wish *wish = &recipe->wishes[i];
        if ((unsigned)wish->kind >= WEND_WISH_KIND_COUNT)
            return error_set(error, WEND_ERROR_VALUE, "recipe wish %d is of kind %d, must be one of wend_wish_kind", i,
                             (int)wish->kind);
        wend_status status = check_range(error, "recipe wish weight", wish->weight, 0.0f, FLT_MAX, ">= 0 and finite");
        if (status == WEND_OK && wish->kind == WEND_WISH_ALSO)
            status = wend_goal_check(&wish->goal, error);
        if (status == WEND_OK && wish->kind == WEND_WISH_ALSO && goal_has_way(wish->goal.kind))
            return error_set(error, WEND_ERROR_VALUE,
                             "recipe wish %d is to %s, must be another goal: ways are for the agent's own goal", i,
                             wend_goal_name(wish->goal.kind));
        if (status != WEND_OK)
            return status;
    }
    return WEND_OK;
}

wend_status wend_recipe_check(const wend_recipe *recipe, wend_error *error)
{
    if (!recipe)
        return error_set(error, WEND_ERROR_NULL, "a recipe is null");
    if (recipe->cookie != COOKIE_RECIPE)
        return error_set(error, WEND_ERROR_COOKIE, "a recipe was not made by wend_default_recipe");
    static wend_status (*const checks[])(const wend_recipe *, wend_error *) = {
        check_kinds, check_wishes, check_flock, check_sense, check_context, check_dodges, check_bodies};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
    {
        wend_status status = checks[i](recipe, error);
        if (status != WEND_OK)
            return status;
    }
    return check_finite(error, "recipe face_point", recipe->face_point.x, recipe->face_point.y, recipe->face_point.z);
}

#define HASH(field) hash_double(&hash, (double)recipe->field);

// Of what isn't as it is by default: so recipes that don't care have the hashes they had before there was such a thing.

static void hash_plan(uint64_t *hash, const wend_plan_def *plan)
{
    uint64_t own = HASH_BEGIN, usual = HASH_BEGIN;
    const wend_plan_def defaults = wend_default_plan_def();
#define HASH_BOTH(field) hash_double(&own, (double)plan->field), hash_double(&usual, (double)defaults.field);
    PLAN_NUMBERS(HASH_BOTH)
#undef HASH_BOTH
    if (own != usual)
        hash_word(hash, own);
}

/// The same of dodges.
static void hash_dodges(uint64_t *hash, const wend_recipe *recipe)
{
    uint64_t own = HASH_BEGIN, usual = HASH_BEGIN;
    const wend_recipe defaults = wend_default_recipe();
#define HASH_BOTH(field) hash_double(&own, (double)recipe->field), hash_double(&usual, (double)defaults.field);
    DODGE_NUMBERS(HASH_BOTH)
#undef HASH_BOTH
    hash_word(&own, recipe->sampled.ignore ^ recipe->social.ignore << 1);
    hash_word(&usual, 0);
    if (own != usual)
        hash_word(hash, own);
}

static void hash_orca(uint64_t *hash, const wend_orca_def *orca)
{
    uint64_t own = HASH_BEGIN, usual = HASH_BEGIN;
    const wend_orca_def defaults = wend_default_orca_def();
#define HASH_BOTH(field) hash_double(&own, (double)orca->field), hash_double(&usual, (double)defaults.field);
    ORCA_NUMBERS(HASH_BOTH)
#undef HASH_BOTH
    if (own != usual)
        hash_word(hash, own);
}

uint64_t recipe_hash(const wend_recipe *recipe)
{
    uint64_t hash = HASH_BEGIN;
    RECIPE_NUMBERS(HASH)
    hash_word(&hash, recipe->sense.feel.ignore); // too long for a double
    hash_word(&hash, recipe->fan.ignore);
    hash_vec(&hash, recipe->face_point);
    hash_plan(&hash, &recipe->plan);
    hash_dodges(&hash, recipe);
    hash_orca(&hash, &recipe->orca);
    for (int i = 0; i < recipe->wish_count; i++)
    {
        hash_word(&hash, (uint64_t)recipe->wishes[i].kind);
        hash_floats(&hash, &recipe->wishes[i].weight, 1);
        hash_word(&hash, goal_hash(&recipe->wishes[i].goal));
    }
    for (int i = 0; i < recipe->context.class_count; i++)
    {
        const wend_class *c = &recipe->context.classes[i];
        const float numbers[] = {c->strength, c->scale, c->radius};
        hash_word(&hash, (uint64_t)c->layers << 32 | (uint64_t)c->as << 8 | (uint64_t)c->fade);
        hash_floats(&hash, numbers, 3);
    }
    return hash;
}
