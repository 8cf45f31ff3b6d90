// Recipes as the world keeps them.
#ifndef WEND_SRC_RECIPES_H
#define WEND_SRC_RECIPES_H

#include "wend/recipe.h"

// clang-format off

/// Every field that is a single number, but for those in lists: for copying and for hashing.
#define RECIPE_NUMBERS(X)                                                                                              \
    X(cookie) X(wish_count) X(combiner) X(limit) X(movers_seconds) X(gap)                                              \
    X(flock.separation) X(flock.alignment) X(flock.cohesion) X(flock.separation_radius) X(flock.sight_cos)             \
    X(flock.does_align_headings)                                                                                       \
    X(sense.kind) X(sense.seconds) X(sense.radius) X(sense.push) X(sense.needs_sight) X(sense.sight_range)             \
    X(sense.sight_cos) X(sense.half_life) X(sense.oldest)                                                              \
    X(sense.feel.seconds) X(sense.feel.side_angle) X(sense.feel.side_share) X(sense.feel.width) X(sense.feel.mask)     \
    X(sense.feel.ignore) X(sense.avoid.push) X(sense.avoid.aside) X(sense.avoid.differ)                                \
    X(context.slots) X(context.rays) X(context.margin) X(context.range) X(context.class_count)                         \
    X(context.choice.hard.value) X(context.choice.hard.is_share)                                                       \
    X(context.choice.soft.value) X(context.choice.soft.is_share)                                                       \
    X(context.choice.interest.value) X(context.choice.interest.is_share)                                               \
    X(context.choice.last_bonus) X(context.choice.masked_bonus) X(context.choice.blocked)                              \
    X(context.choice.slowing) X(context.choice.is_stepped)                                                             \
    X(context.choice.can_lean_to_masked)                                                                               \
    X(context.movers.layer) X(context.movers.horizon) X(context.movers.speed) X(context.movers.margin)                 \
    X(follow.follower) X(follow.ahead) X(follow.switch_radius) X(follow.height) X(follow.tube)                         \
    X(follow.seconds_ahead) X(follow.tolerance) X(follow.is_backward) X(follow.is_there_and_back)                      \
    X(follow.runs_through) X(follow.ignores_corners)                                                                   \
    X(dodge) X(fan.seconds) X(fan.farthest) X(fan.padding) X(fan.mask) X(fan.ignore)                                   \
    X(body) X(turner.turn_rate) X(turner.turn_acceleration)                                                            \
    X(car.turning_radius) X(car.across) X(car.least_share) X(car.reverse_share) X(car.reach) X(car.keeps_rolling)      \
    X(flyer.turn_rate) X(flyer.turn_acceleration) X(flyer.pitch_rate) X(flyer.climb_angle) X(flyer.least_speed)        \
    X(flyer.bank_angle) X(flyer.gravity)                                                                               \
    X(facing) X(aim_speed) X(turn_rate) X(think_seconds)

/// The same of its plan.
#define PLAN_NUMBERS(X)                                                                                                \
    X(search) X(diagonal) X(reach) X(seconds) X(mask) X(pull) X(share) X(goes_near) X(minds_every_edit)

/// The same of the dodges that look at neighbours, and of what it does when it is stuck.
#define DODGE_NUMBERS(X)                                                                                               \
    X(sampled.seconds) X(sampled.room) X(sampled.danger) X(sampled.side) X(sampled.standing) X(sampled.share)          \
    X(sampled.turns) X(sampled.speeds) X(sampled.neighbours) X(sampled.mask) X(sampled.ignore)                         \
    X(social.relaxation) X(social.strength) X(social.range) X(social.wall) X(social.wall_range) X(social.behind)       \
    X(social.body) X(social.friction) X(social.stride) X(social.mask) X(social.ignore)                                 \
    X(separation) X(recovery.rounds) X(recovery.seconds)
/// The same of its reciprocal avoidance.
#define ORCA_NUMBERS(X)                                                                                                \
    X(seconds) X(wall_seconds) X(most) X(gap) X(part_seconds) X(yield) X(patience) X(priority) X(mask) X(ignore)

// clang-format on

uint64_t recipe_hash(const wend_recipe *recipe);

#endif
