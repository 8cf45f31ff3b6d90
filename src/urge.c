#include "wend/urge.h"

#include "memory.h"
#include "real.h"

// ---- curves -------------------------------------------------------------------------------------------------------

wend_curve wend_default_curve(wend_curve_kind kind)
{
    wend_curve curve = {0};
    curve.kind = kind;
    curve.high = 1.0f;
    curve.at_low = 100.0f;
    curve.rate = 0.1f;
    curve.cut = 1.0f;
    return curve;
}

static double exponential(const wend_curve *c, float x)
{
    double height = (double)c->at_low - (double)c->at_high;
    float power = real_to_float(-(double)c->rate * fmax((double)x - (double)c->low, 0.0));
    double above = height * (double)wend_exp(power);
    return fabs(above) < (double)c->cut ? (double)c->at_high : (double)c->at_high + above;
}

/// Between two keys.
static double hermite(const wend_key *a, const wend_key *b, float x)
{
    double width = (double)b->x - (double)a->x, t = ((double)x - (double)a->x) / width, s = 1.0 - t;
    double from_values = (double)a->y * (1.0 + 2.0 * t) * s * s + (double)b->y * (3.0 - 2.0 * t) * t * t;
    double from_slopes = ((double)a->after * s - (double)b->before * t) * t * s * width;
    return from_values + from_slopes;
}

static double through_keys(const wend_curve *c, float x)
{
    const wend_key *keys = c->keys;
    int next = 0;
    while (next < c->key_count && !(x < keys[next].x))
        next++;
    if (next == 0 || next == c->key_count)
        return (double)keys[next == 0 ? 0 : next - 1].y;
    return hermite(&keys[next - 1], &keys[next], x);
}

float wend_curve_at(const wend_curve *curve, float x)
{
    if (!curve || (curve->kind == WEND_CURVE_KEYS && (!curve->keys || curve->key_count < 1)))
        return 0.0f;
    if (curve->kind == WEND_CURVE_EXPONENTIAL)
        return real_to_float(exponential(curve, x));
    if (curve->kind == WEND_CURVE_KEYS)
        return real_to_float(through_keys(curve, x));
    double width = (double)curve->high - (double)curve->low;
    double t = real_clamp(((double)x - (double)curve->low) / width, 0.0, 1.0);
    if (curve->kind == WEND_CURVE_SMOOTH)
        t = t * t * (3.0 - 2.0 * t);
    return real_to_float((double)curve->at_low * (1.0 - t) + (double)curve->at_high * t);
}

static wend_status check_keys(const wend_curve *c, wend_error *error)
{
    if (!c->keys)
        return error_set(error, WEND_ERROR_NULL, "curve keys is null, must be given");
    if (c->key_count < 1)
        return error_set(error, WEND_ERROR_VALUE, "curve key_count is %d, must be >= 1", c->key_count);
    for (int i = 0; i < c->key_count; i++)
    {
        const wend_key *key = &c->keys[i];
        wend_status status = check_finite(error, "curve key (x, y, before)", key->x, key->y, key->before);
        if (status == WEND_OK)
            status = check_range(error, "curve key after", key->after, -FLT_MAX, FLT_MAX, "finite");
        if (status != WEND_OK)
            return status;
        if (i > 0 && !(key->x > key[-1].x))
            return error_set(error, WEND_ERROR_VALUE, "curve key %d has x %g, must be above %g, that of the one before",
                             i, (double)key->x, (double)key[-1].x);
    }
    return WEND_OK;
}

wend_status wend_curve_check(const wend_curve *curve, wend_error *error)
{
    if (!curve)
        return error_set(error, WEND_ERROR_NULL, "the curve is null");
    if ((int)curve->kind < 0 || curve->kind >= WEND_CURVE_KIND_COUNT)
        return error_set(error, WEND_ERROR_VALUE, "curve kind is %d, must be within 0..%d", (int)curve->kind,
                         WEND_CURVE_KIND_COUNT - 1);
    if (curve->kind == WEND_CURVE_KEYS)
        return check_keys(curve, error);
    wend_status status = check_finite(error, "curve (low, at_low, at_high)", curve->low, curve->at_low, curve->at_high);
    if (status == WEND_OK && curve->kind == WEND_CURVE_EXPONENTIAL)
    {
        status = check_range(error, "curve rate", curve->rate, FLT_TRUE_MIN, FLT_MAX, "> 0 and finite");
        return status == WEND_OK ? check_range(error, "curve cut", curve->cut, 0.0f, FLT_MAX, ">= 0 and finite")
                                 : status;
    }
    if (status == WEND_OK && !(curve->high > curve->low && curve->high <= FLT_MAX))
        return error_set(error, WEND_ERROR_VALUE, "curve high is %g, must be above low, %g, and finite",
                         (double)curve->high, (double)curve->low);
    return status;
}

// ---- picking ------------------------------------------------------------------------------------------------------

wend_picking wend_default_picking(void)
{
    wend_picking picking = {0.125f, 0.1f};
    return picking;
}

static double urgency_of(const wend_option *options, int i, int last, const wend_picking *how)
{
    float urgency = options[i].urgency;
    if (!(urgency > 0.0f))
        return -1.0;
    return (double)urgency + (i == last ? (double)how->commitment : 0.0);
}

static double distance_of(const wend_option *options, int i, int last, const wend_picking *how)
{
    return (double)options[i].distance * (i == last ? 1.0 - (double)how->commitment : 1.0);
}

int wend_pick(const wend_option *options, int count, int last, const wend_picking *how)
{
    if (!options)
        return -1;
    wend_picking usual = wend_default_picking();
    how = how ? how : &usual;
    double most = -1.0;
    for (int i = 0; i < count; i++)
        most = fmax(most, urgency_of(options, i, last, how));
    int best = -1;
    for (int i = 0; i < count; i++)
    {
        double urgency = urgency_of(options, i, last, how);
        if (urgency < 0.0 || urgency < most - (double)how->band)
            continue;
        double distance = distance_of(options, i, last, how);
        double shortest = best >= 0 ? distance_of(options, best, last, how) : 0.0;
        if (best < 0 || distance < shortest || (distance == shortest && i == last))
            best = i;
    }
    return best;
}

float wend_utility(const float *scores, const float *weights, int count)
{
    if (!scores || !weights)
        return 0.0f;
    double sum = 0.0, whole = 0.0;
    for (int i = 0; i < count; i++)
    {
        sum += (double)scores[i] * (double)weights[i];
        whole += (double)weights[i];
    }
    return whole > 0.0 ? real_to_float(sum / whole) : 0.0f;
}
