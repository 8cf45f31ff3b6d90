#include "wend/recipe.h"

#include "memory.h"

#include <float.h>

wend_recipe wend_default_recipe(void)
{
    wend_recipe recipe = {0};
    recipe.cookie = COOKIE_RECIPE;
    recipe.flock = wend_default_flock_def();
    wend_recipe_add(&recipe, WEND_WISH_SEPARATE, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_ALIGN, 1.0f);
    wend_recipe_add(&recipe, WEND_WISH_COHERE, 1.0f);
    return recipe;
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
    static const char *const names[WEND_WISH_KIND_COUNT] = {"goal", "separate", "align", "cohere", "also"};
    return (unsigned)kind < WEND_WISH_KIND_COUNT ? names[kind] : "unknown";
}

static wend_status check_flock(const wend_flock_def *flock, wend_error *error)
{
    const char *at_least_0 = ">= 0 and finite";
    wend_status status = check_range(error, "flock separation", flock->separation, 0.0f, FLT_MAX, at_least_0);
    if (status == WEND_OK)
        status = check_range(error, "flock alignment", flock->alignment, 0.0f, FLT_MAX, at_least_0);
    if (status == WEND_OK)
        status = check_range(error, "flock cohesion", flock->cohesion, 0.0f, FLT_MAX, at_least_0);
    if (status == WEND_OK)
        status = check_range(error, "flock separation_radius", flock->separation_radius, 0.0f, FLT_MAX, at_least_0);
    if (status == WEND_OK)
        status = check_range(error, "flock sight_cos", flock->sight_cos, -1.0f, 1.0f, "within -1..1");
    return status;
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
    if ((unsigned)recipe->combiner >= WEND_COMBINER_COUNT)
        return error_set(error, WEND_ERROR_VALUE, "recipe combiner is %d, must be one of wend_combiner",
                         (int)recipe->combiner);
    if ((unsigned)recipe->facing >= WEND_FACING_COUNT)
        return error_set(error, WEND_ERROR_VALUE, "recipe facing is %d, must be one of wend_facing",
                         (int)recipe->facing);
    const char *at_least_0 = ">= 0 and finite";
    wend_status status = check_wishes(recipe, error);
    if (status == WEND_OK)
        status = check_flock(&recipe->flock, error);
    if (status == WEND_OK)
        status = check_range(error, "recipe limit", recipe->limit, 0.0f, FLT_MAX, at_least_0);
    if (status == WEND_OK)
        status = check_range(error, "recipe aim_speed", recipe->aim_speed, 0.0f, FLT_MAX, at_least_0);
    if (status == WEND_OK)
        status = check_range(error, "recipe turn_rate", recipe->turn_rate, 0.0f, FLT_MAX, at_least_0);
    if (status == WEND_OK)
        status = check_range(error, "recipe think_seconds", recipe->think_seconds, 0.0f, FLT_MAX, at_least_0);
    if (status == WEND_OK)
        status =
            check_finite(error, "recipe face_point", recipe->face_point.x, recipe->face_point.y, recipe->face_point.z);
    return status;
}
