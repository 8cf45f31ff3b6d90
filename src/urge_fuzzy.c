#include "memory.h"
#include "real.h"
#include "wend/urge.h"

float wend_fuzzy_degree(wend_fuzzy_set set, float x)
{
    if (x >= set.full && x <= set.fade)
        return 1.0f;
    if (!(x > set.begin && x < set.end))
        return 0.0f;
    double from = (double)(x < set.full ? set.begin : set.end), to = (double)(x < set.full ? set.full : set.fade);
    return (float)(((double)x - from) / (to - from));
}

// ---- what a rule says ---------------------------------------------------------------------------------------------

// A set, cut off at the degree of its rule: rises from begin to up, is level up to down, falls from there to end.
typedef struct cut_set
{
    double begin, up, down, end, degree;
} cut_set;

static cut_set cut_off(const wend_fuzzy_rule *rule)
{
    const wend_fuzzy_set *s = &rule->then;
    double degree = (double)(rule->degree > 0.0f ? rule->degree : 0.0f);
    cut_set c = {.begin = (double)s->begin, .end = (double)s->end, .degree = degree};
    c.up = (double)s->full - (1.0 - degree) * ((double)s->full - c.begin);
    c.down = (double)s->fade + (1.0 - degree) * (c.end - (double)s->fade);
    return c;
}

/// Its height at x, by the straight piece to which `inside` belongs: at an upright edge there are two.
static double height_of(const wend_fuzzy_rule *rule, double x, double inside)
{
    cut_set c = cut_off(rule);
    if (inside < c.begin || inside > c.end)
        return 0.0;
    if (inside < c.up)
        return c.degree * (x - c.begin) / (c.up - c.begin);
    return inside <= c.down ? c.degree : c.degree * (c.end - x) / (c.end - c.down);
}

// ---- the middle of the area ---------------------------------------------------------------------------------------

typedef struct area
{
    const wend_fuzzy_rules *rules;
    double size, moment;
} area;

/// The rule that is highest at x.
static int highest_at(const wend_fuzzy_rules *rules, double x, double inside)
{
    int best = 0;
    for (int i = 1; i < rules->count; i++)
        if (height_of(&rules->rules[i], x, inside) > height_of(&rules->rules[best], x, inside))
            best = i;
    return best;
}

/// From one x to another, between which every set is straight. Where different rules are highest at both ends it is
/// halved at the crossing of their lines.
static void add_straight(area *a, double from, double to, int halvings)
{
    const wend_fuzzy_rule *rules = a->rules->rules;
    double inside = 0.5 * (from + to);
    int first = highest_at(a->rules, from, inside), last = highest_at(a->rules, to, inside);
    double left = height_of(&rules[first], from, inside), right = height_of(&rules[last], to, inside);
    double over = left - height_of(&rules[last], from, inside), under = right - height_of(&rules[first], to, inside);
    double crossing = over > 0.0 && under > 0.0 ? from + (to - from) * over / (over + under) : from;
    if (halvings > 0 && crossing > from && crossing < to)
    {
        add_straight(a, from, crossing, halvings - 1);
        add_straight(a, crossing, to, halvings - 1);
        return;
    }
    double width = to - from;
    a->size += 0.5 * width * (left + right);
    a->moment += width / 6.0 * (left * (2.0 * from + to) + right * (from + 2.0 * to));
}

/// The next corner of a set beyond x, `high` at most.
static double next_corner(const wend_fuzzy_rules *rules, double x)
{
    double next = (double)rules->high;
    for (int i = 0; i < rules->count; i++)
    {
        cut_set c = cut_off(&rules->rules[i]);
        const double corners[4] = {c.begin, c.up, c.down, c.end};
        for (int k = 0; k < 4; k++)
            if (corners[k] > x && corners[k] < next)
                next = corners[k];
    }
    return next;
}

bool wend_fuzzy_centroid(const wend_fuzzy_rules *rules, float *out)
{
    if (!rules)
        return false;
    area a = {.rules = rules};
    double low = (double)rules->low, high = (double)rules->high;
    for (double x = low, next; x < high && rules->count > 0; x = next)
    {
        next = next_corner(rules, x);
        add_straight(&a, x, next, rules->count);
    }
    if (!(a.size > 0.0))
        return false;
    *out = real_to_float(real_clamp(a.moment / a.size, low, high));
    return true;
}

// ---- where it is highest --------------------------------------------------------------------------------------------

typedef struct range
{
    double from, to;
} range;

/// Where a rule is as high as it gets within low..high, and how high that is.
static double highest_of(const wend_fuzzy_rules *rules, int i, range *where)
{
    cut_set c = cut_off(&rules->rules[i]);
    double low = (double)rules->low, high = (double)rules->high;
    *where = (range){fmax(c.up, low), fmin(c.down, high)};
    if (where->from <= where->to)
        return c.degree;
    // Its level part lies outside: the nearer end is highest.
    double end = c.up > high ? high : low;
    *where = (range){end, end};
    return height_of(&rules->rules[i], end, end);
}

bool wend_fuzzy_mean_of_maximum(const wend_fuzzy_rules *rules, float *out)
{
    if (!rules)
        return false;
    double most = 0.0;
    range r;
    for (int i = 0; i < rules->count; i++)
        most = fmax(most, highest_of(rules, i, &r));
    if (!(most > 0.0))
        return false;
    // All ranges from left to right, each x once. Single points count only where there is nothing wider.
    double width = 0.0, moment = 0.0, points = 0.0, sum = 0.0, done = -DBL_MAX;
    for (;;)
    {
        range next = {DBL_MAX, 0.0};
        for (int i = 0; i < rules->count; i++)
        {
            bool is_highest = highest_of(rules, i, &r) == most;
            r.from = fmax(r.from, done);
            bool is_new = done == -DBL_MAX || r.to > done;
            if (is_highest && is_new && (r.from < next.from || (r.from == next.from && r.to > next.to)))
                next = r;
        }
        if (next.from == DBL_MAX)
            break;
        width += next.to - next.from;
        moment += 0.5 * (next.to - next.from) * (next.to + next.from);
        points += 1.0;
        sum += next.to;
        done = next.to;
    }
    *out = real_to_float(width > 0.0 ? moment / width : sum / points);
    return true;
}

wend_status wend_fuzzy_check(const wend_fuzzy_rules *rules, wend_error *error)
{
    if (!rules || (rules->count > 0 && !rules->rules))
        return error_set(error, WEND_ERROR_NULL, "the fuzzy rules are null");
    if (!(rules->low < rules->high && rules->low >= -FLT_MAX && rules->high <= FLT_MAX))
        return error_set(error, WEND_ERROR_VALUE,
                         "fuzzy rules run from %g to %g, low must be below high and both finite", (double)rules->low,
                         (double)rules->high);
    for (int i = 0; i < rules->count; i++)
    {
        const wend_fuzzy_set *s = &rules->rules[i].then;
        wend_status status = check_range(error, "fuzzy degree", rules->rules[i].degree, 0.0f, 1.0f, "within 0..1");
        if (status != WEND_OK)
            return status;
        bool is_sorted = s->begin <= s->full && s->full <= s->fade && s->fade <= s->end && s->begin < s->end;
        if (!is_sorted || !(s->begin >= -FLT_MAX && s->end <= FLT_MAX))
            return error_set(error, WEND_ERROR_VALUE,
                             "fuzzy set of rule %d is %g, %g, %g, %g, must ascend, begin below end, and be finite", i,
                             (double)s->begin, (double)s->full, (double)s->fade, (double)s->end);
    }
    return WEND_OK;
}
