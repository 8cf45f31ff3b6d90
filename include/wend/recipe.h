// How an agent makes up its mind: a copied plain struct.             floor 3, includes goal.h, flock.h, combine.h
//
// A recipe is an ordered list of wishes, most important first, and how they become one. Start from
// wend_default_recipe(): separation, the goal, alignment, cohesion, combined as a flock does. Outside any flock (group
// 0) that is just the goal. Equal recipes are kept once in a world, however many agents use them.
#ifndef WEND_RECIPE_H
#define WEND_RECIPE_H

#include "wend/combine.h"
#include "wend/flock.h"
#include "wend/goal.h"

#define WEND_RECIPE_WISHES 8

/// Where a wish comes from.
typedef enum wend_wish_kind
{
    WEND_WISH_GOAL,     ///< the agent's own goal
    WEND_WISH_SEPARATE, ///< rules of the flock; no change outside any flock
    WEND_WISH_ALIGN,
    WEND_WISH_COHERE,
    WEND_WISH_ALSO, ///< a goal that stands in the recipe; its target may be nobody any more: no change then
    WEND_WISH_KIND_COUNT
} wend_wish_kind;

/// How several wishes become one, see combine.h.
typedef enum wend_combiner
{
    WEND_COMBINE_FLOCK,    ///< default; the first takes its share first
    WEND_COMBINE_SUM,      ///< limit: the recipe's
    WEND_COMBINE_PRIORITY, ///< limit: the recipe's; least: a thousandth of the top speed
    WEND_COMBINE_BUDGET,   ///< limit: the recipe's, 0 means the top speed
    WEND_COMBINER_COUNT
} wend_combiner;

/// Where an agent looks.
typedef enum wend_facing
{
    WEND_FACE_VELOCITY, ///< where it goes, while it is faster than 0.5 % of its top speed; default
    WEND_FACE_POINT,    ///< at face_point
    WEND_FACE_TARGET,   ///< at the target of its goal, else where it goes
    WEND_FACE_AIM,      ///< ahead of the target of its goal, for shots at aim_speed; else where it goes
    WEND_FACING_COUNT
} wend_facing;

/// One wish in a recipe.
typedef struct wend_recipe_wish
{
    wend_wish_kind kind;
    float weight;   ///< [>= 0], default 1
    wend_goal goal; ///< only of WEND_WISH_ALSO
} wend_recipe_wish;

/// A recipe. Start from wend_default_recipe().
typedef struct wend_recipe
{
    uint32_t cookie; ///< set by wend_default_recipe
    int wish_count;  ///< [0, WEND_RECIPE_WISHES]; 0: no change, ever
    wend_recipe_wish wishes[WEND_RECIPE_WISHES];
    wend_combiner combiner;
    float limit;          ///< of the combined change, units a second, [>= 0], default 0: see wend_combiner
    wend_flock_def flock; ///< the rules of the flock
    wend_facing facing;
    wend_vec face_point;
    float aim_speed;     ///< [>= 0], default 0
    float turn_rate;     ///< of the heading, radians a second, [>= 0], default 0: at once
    float think_seconds; ///< goal and wishes are evaluated this often, [>= 0], default 0: at every update. In between
                         ///< the last combined wish is kept; a new goal, recipe or place evaluates at once
} wend_recipe;

WEND_API wend_recipe wend_default_recipe(void);

/// Appends a wish to a recipe's list. WEND_ERROR_FULL when there are WEND_RECIPE_WISHES already.
WEND_API wend_status wend_recipe_add(wend_recipe *recipe, wend_wish_kind kind, float weight);

/// Appends a goal as a further wish. WEND_ERROR_FULL when there are WEND_RECIPE_WISHES already.
WEND_API wend_status wend_recipe_also(wend_recipe *recipe, const wend_goal *goal, float weight);

/// The name of a kind of wish, "separate"; of anything else "unknown".
WEND_API const char *wend_wish_name(wend_wish_kind kind);

/// Is every field within its interval? Else WEND_ERROR_COOKIE, WEND_ERROR_VALUE or WEND_ERROR_NULL, with the reason in
/// `error` (which may be null).
WEND_API wend_status wend_recipe_check(const wend_recipe *recipe, wend_error *error);

#endif
