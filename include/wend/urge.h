// How much: curves, picking by urgency, fuzzy rules.                                           floor 1, includes vec.h
//
//   wend_curve_at wend_curve_check       a number for a number: linear, smooth, exponential, through keys
//   wend_pick                            the most urgent option, or the nearest of those about as urgent
//   wend_utility                         one number for several scores and their weights
//   wend_fuzzy_degree                    how far a number belongs to a set
//   wend_fuzzy_and _or _not              put degrees together
//   wend_fuzzy_centroid wend_fuzzy_mean_of_maximum      what the rules that fired say, as one number
//
// What is done with all that stands in decide.h. Nothing here allocates, remembers or draws. Scene: states.
#ifndef WEND_URGE_H
#define WEND_URGE_H

#include "wend/vec.h"

#include <float.h>

// ---- curves -------------------------------------------------------------------------------------------------------

/// The shape of a curve.
typedef enum wend_curve_kind
{
    WEND_CURVE_LINEAR,      ///< straight from (low, at_low) to (high, at_high), level beyond
    WEND_CURVE_SMOOTH,      ///< the same, but level at both ends: 3 t t - 2 t t t. Lingers, then falls, then eases out
    WEND_CURVE_EXPONENTIAL, ///< at_low up to low, then towards at_high by exp(-rate (x - low)): falls at once
    WEND_CURVE_KEYS,        ///< through points with slopes (cubic Hermite pieces), level beyond the first and the last
    WEND_CURVE_KIND_COUNT
} wend_curve_kind;

/// A point of a curve.
typedef struct wend_key
{
    float x, y;
    float before, after; ///< the slope on its left and on its right; different ones make a corner
} wend_key;

/// A number for a number: the activation by a distance, the urgency by what is left, what is left of a fear by
/// seconds. Start from wend_default_curve().
typedef struct wend_curve
{
    wend_curve_kind kind;
    float low, high;       ///< where it begins and ends, low < high, default 0 and 1; EXPONENTIAL has no end
    float at_low, at_high; ///< its values there, default 100 and 0
    float rate;            ///< of EXPONENTIAL [> 0], default 0.1
    float cut;             ///< of EXPONENTIAL: closer to at_high than this it is at_high, [>= 0], default 1. With 0
                           ///< it would never quite get there, and "above 0" would never end
    const wend_key *keys;  ///< of KEYS, borrowed; x ascending
    int key_count;         ///< [>= 1]
} wend_curve;

WEND_API wend_curve wend_default_curve(wend_curve_kind kind);

/// The value at x. Keys may lead it beyond their own values.
WEND_API float wend_curve_at(const wend_curve *curve, float x);

/// Is every field that its kind looks at within its interval? Else the status, with the reason in `error` (which may be
/// null).
WEND_API wend_status wend_curve_check(const wend_curve *curve, wend_error *error);

// ---- picking ------------------------------------------------------------------------------------------------------

/// Something that could be done.
typedef struct wend_option
{
    float urgency;  ///< how much it is wanted, or its utility; 0 or less (or NaN): not at all
    float distance; ///< how far away it is, or what it costs [>= 0]
} wend_option;

/// How to pick. Start from wend_default_picking().
typedef struct wend_picking
{
    float band;       ///< options that are at most so much less urgent than the most urgent one count as equally
                      ///< urgent, [>= 0], default 0.125. 0: plain utility, the distance decides only between equal ones
    float commitment; ///< what was picked last counts as so much more urgent, and as nearer by this share, [0, 1],
                      ///< default 0.1: small changes don't make it flip
} wend_picking;

WEND_API wend_picking wend_default_picking(void);

/// Which option? The nearest of those within the band; of equally near ones the last pick, then the first. `last` is
/// the last pick, -1 if there was none. -1 comes back where nothing is wanted. `how` null: the defaults.
WEND_API int wend_pick(const wend_option *options, int count, int last, const wend_picking *how);

/// The mean of scores by their weights [>= 0]; 0 if there is no weight.
WEND_API float wend_utility(const float *scores, const float *weights, int count);

// ---- fuzzy sets and rules -----------------------------------------------------------------------------------------

/// A set to which a number belongs by a degree: 0 up to `begin`, rising, 1 from `full` to `fade`, falling, 0 from `end`
/// on. begin <= full <= fade <= end, begin < end; where two are equal the edge is upright. Four numbers: a trapezoid.
typedef struct wend_fuzzy_set
{
    float begin, full, fade, end;
} wend_fuzzy_set;

/// Belongs fully only at one point.
static inline wend_fuzzy_set wend_fuzzy_triangle(float begin, float peak, float end)
{
    wend_fuzzy_set set;
    set.begin = begin, set.full = set.fade = peak, set.end = end;
    return set;
}

/// Everything up to `fade` belongs fully.
static inline wend_fuzzy_set wend_fuzzy_left_shoulder(float fade, float end)
{
    wend_fuzzy_set set;
    set.begin = set.full = -FLT_MAX, set.fade = fade, set.end = end;
    return set;
}

/// Everything from `full` on belongs fully.
static inline wend_fuzzy_set wend_fuzzy_right_shoulder(float begin, float full)
{
    wend_fuzzy_set set;
    set.begin = begin, set.full = full, set.fade = set.end = FLT_MAX;
    return set;
}

/// How far x belongs to the set, [0, 1].
WEND_API float wend_fuzzy_degree(wend_fuzzy_set set, float x);

static inline float wend_fuzzy_and(float a, float b)
{
    return a < b ? a : b;
}

static inline float wend_fuzzy_or(float a, float b)
{
    return a > b ? a : b;
}

static inline float wend_fuzzy_not(float a)
{
    return 1.0f - a;
}

/// One rule, already asked: "if it is near and I am hurt, then the urgency is high" is
/// {wend_fuzzy_and(wend_fuzzy_degree(near_by, distance), wend_fuzzy_degree(hurt, health)), high}.
typedef struct wend_fuzzy_rule
{
    float degree; ///< how far its condition is true, [0, 1]; more than 0: it has fired
    wend_fuzzy_set then;
} wend_fuzzy_rule;

/// Rules about one number.
typedef struct wend_fuzzy_rules
{
    const wend_fuzzy_rule *rules;
    int count;
    float low, high; ///< between which the number lies, low < high: shoulders end there
} wend_fuzzy_rules;

/// The middle of the area under all sets, each cut off at the degree of its rule and the highest counting where they
/// overlap; exact, not sampled. False if no rule has fired within low..high: `out` is left as it was.
WEND_API bool wend_fuzzy_centroid(const wend_fuzzy_rules *rules, float *out);

/// The mean of all numbers where that area is highest. False if no rule has fired within low..high.
WEND_API bool wend_fuzzy_mean_of_maximum(const wend_fuzzy_rules *rules, float *out);

/// Are the sets in order and the degrees within their interval? Else the status, with the reason in `error` (which may
/// be null).
WEND_API wend_status wend_fuzzy_check(const wend_fuzzy_rules *rules, wend_error *error);

#endif
