// wend bench minds: how long a step of a machine, a layer and a tree takes.                       floor 6
#include "bench.h"

#include "command.h"

#include <stdlib.h>
#include <time.h>

enum
{
    LEAST_ASKED = 1000, // agents of one round, so that the clock's grain doesn't count
    STEPS = 60
};

/// Somebody whose world is a few numbers that drift.
typedef struct thinker
{
    float health, ammunition, threat, noise; ///< [0, 100]
    float drift[4];
    int updates;
} thinker;

/// All of them, with a mind of each kind.
typedef struct crowd
{
    int count;
    thinker *thinkers;
    wend_machine *machines;
    wend_layer *layers;
    wend_tree *trees;
} crowd;

static double own_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// ---- what it knows and does

#define ASKS(name, fact)                                                                                               \
    static bool name(const void *user)                                                                                 \
    {                                                                                                                  \
        const thinker *t = user;                                                                                       \
        return fact;                                                                                                   \
    }
ASKS(is_hurt, t->health < 25)
ASKS(is_well, t->health > 60)
ASKS(sees_threat, t->threat > 70)
ASKS(is_near, t->threat > 90)
ASKS(has_lost_it, t->threat < 50)
ASKS(hears, t->noise > 80)
ASKS(is_empty, t->ammunition < 5)
ASKS(is_loaded, t->ammunition > 90)

#define FEELS(name, value)                                                                                             \
    static float name(const void *user)                                                                                \
    {                                                                                                                  \
        const thinker *t = user;                                                                                       \
        return value;                                                                                                  \
    }
FEELS(pain, 100 - t->health)
FEELS(need, 100 - t->ammunition)
FEELS(fear, t->threat)
FEELS(alarm, t->noise)
FEELS(calm, 100 - t->threat)
FEELS(rest, t->health)
FEELS(rage, t->threat > 70 ? t->health : 0)
FEELS(doubt, t->noise > 50 ? t->threat : 0)

static wend_outcome do_it(double seconds, void *user)
{
    thinker *t = user;
    (void)seconds;
    return ++t->updates % 16 == 0 ? WEND_SUCCEEDED : WEND_RUNNING;
}

static void begin_it(void *user)
{
    ((thinker *)user)->updates = 0;
}

// ---- its minds

enum
{
    CALM,
    PATROL,
    PAUSE,
    ALERT,
    SEARCH,
    CHASE,
    SHOOT,
    FLEE
};

#define DOES(text, deep)                                                                                               \
    {                                                                                                                  \
        .name = text, .depth = deep, .enter = begin_it, .update = do_it                                                \
    }
static const wend_state states[] = {
    [CALM] = DOES("calm", 0),     [PATROL] = DOES("patrol", 1), [PAUSE] = DOES("pause", 1), [ALERT] = DOES("alert", 0),
    [SEARCH] = DOES("search", 1), [CHASE] = DOES("chase", 1),   [SHOOT] = DOES("shoot", 1), [FLEE] = DOES("flee", 0),
};
static const wend_transition lines[] = {
    {.from = WEND_ANY, .to = FLEE, .guard = is_hurt},        {.from = FLEE, .to = CALM, .guard = is_well},
    {.from = CALM, .to = CHASE, .guard = sees_threat},       {.from = CALM, .to = SEARCH, .guard = hears},
    {.from = PATROL, .to = PAUSE, .after = WEND_SUCCEEDED},  {.from = PAUSE, .to = PATROL, .seconds = 0.2},
    {.from = SEARCH, .to = CHASE, .guard = sees_threat},     {.from = ALERT, .to = CALM, .seconds = 5},
    {.from = CHASE, .to = SHOOT, .guard = is_near},          {.from = CHASE, .to = SEARCH, .guard = has_lost_it},
    {.from = SHOOT, .to = WEND_PREVIOUS, .guard = is_empty}, {.from = SHOOT, .to = CHASE, .guard = has_lost_it},
};
static const wend_machine_def machine = {states, 8, lines, 12};

static const wend_curve fades = {.kind = WEND_CURVE_EXPONENTIAL, .at_low = 100, .rate = 2, .cut = 1};
static const wend_curve lingers = {.kind = WEND_CURVE_SMOOTH, .high = 3, .at_low = 100};
#define FELT(text, what, how)                                                                                          \
    {                                                                                                                  \
        .state = {.name = text}, .degree = what, .enter = 50, .exit = 30, .dwell = 0.5f, .fade = how                   \
    }
static const wend_activation rows[] = {
    FELT("pain", pain, &fades),   FELT("need", need, &lingers), FELT("fear", fear, &lingers),
    FELT("alarm", alarm, &fades), FELT("calm", calm, NULL),     FELT("rest", rest, NULL),
    FELT("rage", rage, &lingers), FELT("doubt", doubt, &fades),
};
static const wend_layer_def layer = {rows, 8};

static const wend_node nodes[] = {
    {.kind = WEND_SELECTOR, .is_reactive = true},
    {.kind = WEND_SEQUENCE, .depth = 1},
    {.kind = WEND_IF, .depth = 2, .guard = is_hurt},
    {.kind = WEND_DO, .depth = 2, .state = FLEE},
    {.kind = WEND_SEQUENCE, .depth = 1, .is_reactive = true},
    {.kind = WEND_IF, .depth = 2, .guard = sees_threat},
    {.kind = WEND_SELECTOR, .depth = 2},
    {.kind = WEND_IF, .depth = 3, .guard = is_loaded},
    {.kind = WEND_DO, .depth = 4, .state = SHOOT},
    {.kind = WEND_DO, .depth = 3, .state = CHASE},
    {.kind = WEND_SEQUENCE, .depth = 1},
    {.kind = WEND_DO, .depth = 2, .state = PATROL},
    {.kind = WEND_DO, .depth = 2, .state = PAUSE},
};
static const wend_tree_def tree = {states, 8, nodes, 13};

// ---- measuring

typedef enum mind_kind
{
    MACHINE,
    LAYER,
    TREE,
    KINDS
} mind_kind;

static void drift(float *value, float *by)
{
    *value += *by;
    if (*value < 0 || *value > 100)
        *by = -*by;
}

/// Seconds for a step of every mind of one kind, many times. What they know changes in between, not on the clock.
static double think_all(const crowd *c, mind_kind kind)
{
    double sum = 0, seconds = 1 / 60.0;
    for (int step = 0; step < STEPS; ++step)
    {
        for (int i = 0; i < c->count; ++i)
        {
            thinker *t = &c->thinkers[i];
            drift(&t->health, &t->drift[0]);
            drift(&t->ammunition, &t->drift[1]);
            drift(&t->threat, &t->drift[2]);
            drift(&t->noise, &t->drift[3]);
        }
        double began = own_clock();
        for (int i = 0; kind == MACHINE && i < c->count; ++i)
            wend_machine_step(&machine, &c->machines[i], seconds, &c->thinkers[i]);
        for (int i = 0; kind == LAYER && i < c->count; ++i)
            wend_layer_step(&layer, &c->layers[i], seconds, &c->thinkers[i]);
        for (int i = 0; kind == TREE && i < c->count; ++i)
            wend_tree_step(&tree, &c->trees[i], seconds, &c->thinkers[i]);
        sum += own_clock() - began;
    }
    return sum;
}

static void destroy(crowd *c)
{
    free(c->thinkers);
    free(c->machines);
    free(c->layers);
    free(c->trees);
}

static bool make(crowd *c, int count)
{
    *c = (crowd){count, calloc((size_t)count, sizeof *c->thinkers), calloc((size_t)count, sizeof *c->machines),
                 calloc((size_t)count, sizeof *c->layers), calloc((size_t)count, sizeof *c->trees)};
    wend_random random = wend_random_seed(4, 4);
    for (int i = 0; c->thinkers && i < count; ++i)
    {
        thinker *t = &c->thinkers[i];
        float *values[] = {&t->health, &t->ammunition, &t->threat, &t->noise};
        for (int k = 0; k < 4; ++k)
        {
            *values[k] = wend_random_between(&random, 0, 100);
            t->drift[k] = wend_random_between(&random, -0.8f, 0.8f);
        }
    }
    return c->thinkers && c->machines && c->layers && c->trees;
}

int bench_minds(const bench_options *o)
{
    static const char *const names[KINDS] = {"machine", "layer_8", "tree"};
    crowd c;
    wend_error error = {WEND_OK, "no memory"};
    bool is_right = wend_machine_check(&machine, &error) == WEND_OK && wend_layer_check(&layer, &error) == WEND_OK &&
                    wend_tree_check(&tree, &error) == WEND_OK;
    if (!make(&c, o->agents > LEAST_ASKED ? o->agents : LEAST_ASKED) || !is_right)
    {
        destroy(&c);
        return command_fail(1, "bench", "%s", error.text);
    }
    double seconds[KINDS][BENCH_ROUNDS];
    for (int round = -1; round < BENCH_ROUNDS; ++round) // one more to begin with
        for (mind_kind kind = 0; kind < KINDS; ++kind)
            seconds[kind][round < 0 ? 0 : round] = think_all(&c, kind);
    for (mind_kind kind = 0; kind < KINDS; ++kind)
    {
        const bench_row row = {"minds",
                               names[kind],
                               0,
                               c.count,
                               0,
                               1,
                               NULL,
                               "ns_per_agent",
                               bench_median(seconds[kind]) * 1e9 / c.count / STEPS};
        bench_tell(o, &row);
    }
    destroy(&c);
    return 0;
}
