// Settings that don't fit together, in words.                                              floor 4, includes world.h
//
//   wend_check           what is odd about everybody in a world
//   wend_check_agent     the same for one agent of your own loop
//   wend_warning_name    "feeler"
//   wend_warning_text    a warning as a sentence: who, which field, its value, and what would fit
//
// A setting can be within its interval and still make no sense: a feeler that ends before the body can stop, a horizon
// that is over sooner than braking. Nothing fails then; the characters only look bad. These functions do the arithmetic.
// They look at what is used now, by the goal, those in the queue and the recipe, and at top speed, so ask while your
// game runs; nothing is changed by asking. The rules are explained in docs/units.md.
//
// A body stops from top speed v in v^2 / (2 a) + a t^2 / 2, where a is its acceleration limit and t its response time,
// both by its mass; in v t where v is less than a t. A flyer never stops: of it the radius of its turning circle counts
// instead. Nothing here allocates, remembers or draws. `wend check` does it for scenes.
#ifndef WEND_CHECK_H
#define WEND_CHECK_H

#include "wend/world.h"

/// Every warning: its name, and what goes wrong.
#define WEND_WARNING_LIST(X)                                                                                           \
    X(WEND_WARN_MOTIONLESS, "motionless", "it has a goal and can't move")                                              \
    X(WEND_WARN_SLOW_START, "slow start", "it takes more than 4 s to reach top speed: are all units the same?")        \
    X(WEND_WARN_SLOW_RADIUS, "slow radius", "it slows down too late and goes past its goal")                           \
    X(WEND_WARN_ARRIVAL, "arrival radius", "it brakes from farther away: the radius does nothing")                     \
    X(WEND_WARN_ORBIT, "orbit", "its acceleration holds no such circle at top speed: it goes round slower")            \
    X(WEND_WARN_STEP, "step", "it passes through others between two steps")                                            \
    X(WEND_WARN_WAYPOINT, "waypoint", "a step is longer than the switch radius")                                       \
    X(WEND_WARN_CARROT, "carrot", "it aims nearer than it can follow, and weaves about its path")                      \
    X(WEND_WARN_TURNING, "turning circle", "it aims inside its turning circle, and swings wide of its path")           \
    X(WEND_WARN_FEELER, "feeler", "it can't stop before what it feels")                                                \
    X(WEND_WARN_WALLS, "walls", "it can't stop before a wall that comes into the radius")                              \
    X(WEND_WARN_RANGE, "range", "it can't stop before what its ring shows")                                            \
    X(WEND_WARN_RAYS, "rays", "its hull fits between two rays where it must begin to brake")                           \
    X(WEND_WARN_FAN, "fan", "it can't stop before what the fan finds")                                                 \
    X(WEND_WARN_HORIZON, "horizon", "it looks less far ahead than it takes to stop")                                   \
    X(WEND_WARN_NEIGHBOURS, "neighbour radius", "it sees others too late")                                             \
    X(WEND_WARN_SEPARATION, "separation radius", "hulls touch before it keeps apart")                                  \
    X(WEND_WARN_CLASS, "class radius", "nobody is seen beyond the neighbour radius")                                   \
    X(WEND_WARN_THINK, "think rate", "it is far on its way before it thinks again")                                    \
    X(WEND_WARN_MASK, "mask", "it is to keep clear of others, but notices nobody")                                     \
    X(WEND_WARN_BLIND, "blind", "it has a wish to avoid walls, but no sense")                                          \
    X(WEND_WARN_NO_WISH, "no wish", "what it senses changes nothing: no wish avoids, and no context map is made")      \
    X(WEND_WARN_NO_CASTER, "no caster", "it looks for what is in the way, but the world has no caster")                \
    X(WEND_WARN_NO_WALLS, "no walls", "it plans round walls that stop nobody: give the map as caster, too")            \
    X(WEND_WARN_WRAP, "wrap", "it sees round the world: of somebody near the far side it sees only one image")

/// What doesn't fit.
typedef enum wend_warning_kind
{
#define WEND_WARNING_ENUM(kind, name, why) kind,
    WEND_WARNING_LIST(WEND_WARNING_ENUM)
#undef WEND_WARNING_ENUM
        WEND_WARNING_COUNT
} wend_warning_kind;

/// One warning, about one agent or several with the same setting.
typedef struct wend_warning
{
    wend_warning_kind kind;
    wend_agent_id agent; ///< the oldest that it is about
    int agents;          ///< how many there are
    const char *field;   ///< "recipe.sense.feel.seconds"
    double value;        ///< what it is
    double fits;         ///< what would do: at least that, or at most
    bool is_most;        ///< at most
    bool is_plain;       ///< there is no number to name: the field is missing, say
} wend_warning;

/// Looks at all agents of a world that is stepped by `seconds` [>= 0] (0: what depends on that is left out), in order
/// of ids, each by the order of the list above. Where kind, field and both numbers are the same, an agent is only
/// counted. Returns how many warnings were written, at most `capacity`: what else there is isn't told. 0 for null.
WEND_API int wend_check(const wend_world *world, double seconds, wend_warning *out, int capacity);

/// Looks at one agent with a recipe and a goal (null: the defaults), `seconds` as above. What depends on a world is
/// left out. Returns how many warnings there are; at most `capacity` are written, by the order of the list. 0 for null.
WEND_API int wend_check_agent(const wend_agent *self, const wend_recipe *recipe, const wend_goal *goal, double seconds,
                              wend_warning *out, int capacity);

/// The name of a kind; of anything else "unknown".
WEND_API const char *wend_warning_name(wend_warning_kind kind);

/// "agent 16777216 and 9 more: recipe.sense.feel.seconds is 0.1, at least 0.21 would do: it can't stop before what it
/// feels", always ended by a null byte. What would do is rounded to four digits that do. Returns the length that the
/// whole text has.
WEND_API int wend_warning_text(const wend_warning *warning, char *text, int capacity);

#endif
