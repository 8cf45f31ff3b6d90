// What the gunner and the zombies have in mind: what they notice, how much, and what they make of it.
#include "survivors.h"

#include <math.h>

static const float eyesight = 9.5f; // of the gunner, all round
static const float close_by = 5.0f; // zombies so near frighten him, each of them

static survivors *state_of(const scene_run *run)
{
    return run->state;
}

/// Who wanders goes to one of the places in the field, then to another.
static wend_goal somewhere(const scene_run *run)
{
    int spot = (int)(wend_random_next(&state_of(run)->random) % SURVIVORS_SPOTS);
    wend_goal goal = wend_goal_travel(survivors_spots[spot]);
    goal.tolerance = 1.0f;
    return goal;
}

// ---- the gunner: what he notices ------------------------------------------------------------------------------------

static void look_for_zombies(const scene_run *run, gunner *g)
{
    survivors *s = run->state;
    wend_caster caster = wend_obstacles_caster(s->walls);
    float nearest = FLT_MAX;
    g->nearest = -1;
    g->close = 0;
    for (int i = 0; i < ZOMBIES; i++)
    {
        wend_vec at = survivors_place(run, s->zombies[i].id);
        float away = wend_distance(g->self.position, at);
        if (!s->zombies[i].is_up || !wend_sees(&g->self, at, eyesight, -1.0f, &caster))
            continue;
        g->close += away < close_by;
        if (away < nearest)
        {
            nearest = away;
            g->nearest = i;
        }
    }
}

/// The nearest thing of a kind; who makes for one already changes his mind only for one that is much nearer.
static int nearest_pickup(const scene_run *run, const gunner *g, need kind)
{
    const survivors *s = run->state;
    float least = FLT_MAX;
    int found = -1;
    for (int i = 0; i < PICKUPS; i++)
    {
        const pickup *p = &s->pickups[i];
        float away = wend_distance(g->self.position, survivors_spots[p->spot]) * (i == g->pickup ? 0.7f : 1.0f);
        if (p->is_there && p->kind == kind && away < least)
        {
            least = away;
            found = i;
        }
    }
    return found;
}

const char *const survivors_choices[2] = {"urgency", "threshold"};

/// What does he need? Nothing but this differs between the two choices that can be compared.
static int choose(const scene_run *run, const gunner *g)
{
    bool is_plain = part_param(run, "choice") > 0.5f; // health below 50, else ammunition below 50
    if (is_plain)
        return g->wants[HEALTH].urgency > 0.5f ? HEALTH : g->wants[AMMO].urgency > 0.5f ? AMMO : -1;
    return wend_pick(g->wants, NEEDS, g->choice, NULL);
}

static void weigh_needs(const scene_run *run, gunner *g)
{
    const wend_curve what_is_left = {.kind = WEND_CURVE_LINEAR, .high = 100.0f, .at_low = 1.0f};
    int found[NEEDS];
    for (int k = 0; k < NEEDS; k++)
    {
        found[k] = nearest_pickup(run, g, (need)k);
        bool is_there = found[k] >= 0;
        wend_vec at = is_there ? survivors_spots[state_of(run)->pickups[found[k]].spot] : g->self.position;
        g->wants[k].urgency = is_there ? wend_curve_at(&what_is_left, g->left[k]) : 0.0f;
        g->wants[k].distance = wend_distance(g->self.position, at);
    }
    g->choice = choose(run, g);
    g->pickup = g->choice >= 0 ? found[g->choice] : -1;
}

// ---- the gunner: how much -------------------------------------------------------------------------------------------

static gunner *gunner_of(const void *user)
{
    return &state_of(user)->gunner;
}

static float distance_to(const scene_run *run, const gunner *g, int number)
{
    return wend_distance(g->self.position, survivors_place(run, state_of(run)->zombies[number].id));
}

static float always_a_little(const void *user)
{
    (void)user;
    return 8.0f;
}

/// By the nearest of them, and more where there are several.
static float fear(const void *user)
{
    const wend_curve by_distance = {.kind = WEND_CURVE_SMOOTH, .low = 1.4f, .high = 5.0f, .at_low = 100.0f};
    const gunner *g = gunner_of(user);
    if (g->nearest < 0)
        return 0.0f;
    float more = 8.0f * (float)(g->close > 1 ? g->close - 1 : 0);
    return fminf(wend_curve_at(&by_distance, distance_to(user, g, g->nearest)) + more, 100.0f);
}

static bool can_attack(const scene_run *run, const gunner *g, int number)
{
    const survivors *s = run->state;
    wend_caster caster = wend_obstacles_caster(s->walls);
    return number >= 0 && s->zombies[number].is_up && g->left[AMMO] >= survivors_shot &&
           wend_sees(&g->self, survivors_place(run, s->zombies[number].id), eyesight, -1.0f, &caster);
}

/// By the distance of the one that he attacks, or would.
static float aggression(const void *user)
{
    const wend_curve by_distance = {
        .kind = WEND_CURVE_LINEAR, .low = 2.0f, .high = eyesight, .at_low = 88.0f, .at_high = 30.0f};
    const gunner *g = gunner_of(user);
    int number = can_attack(user, g, g->target) ? g->target : g->nearest;
    return can_attack(user, g, number) ? wend_curve_at(&by_distance, distance_to(user, g, number)) : 0.0f;
}

static float want(const void *user)
{
    const gunner *g = gunner_of(user);
    return g->choice >= 0 ? 100.0f * g->wants[g->choice].urgency : 0.0f;
}

// ---- the gunner: what he does ---------------------------------------------------------------------------------------

/// The target is kept as long as he can attack it, also where another one comes nearer.
static wend_outcome keep_target(double seconds, void *user)
{
    gunner *g = gunner_of(user);
    (void)seconds;
    if (!can_attack(user, g, g->target))
        g->target = g->nearest;
    return WEND_RUNNING;
}

static void drop_target(void *user)
{
    gunner_of(user)->target = -1;
}

static const wend_curve wears_off = {.kind = WEND_CURVE_SMOOTH, .high = 1.5f, .at_low = 100.0f};
static const wend_activation gunner_rows[GUNNER_STATES] = {
    [WANDERS] = {.state = {.name = "wander"}, .degree = always_a_little},
    [FLEES] = {.state = {.name = "flee"}, .degree = fear, .enter = 25.0f, .exit = 10.0f, .fade = &wears_off},
    [ATTACKS] = {.state = {.name = "attack", .update = keep_target, .exit = drop_target},
                 .degree = aggression,
                 .enter = 30.0f,
                 .exit = 25.0f,
                 .dwell = 0.3f},
    [FETCHES] = {.state = {.name = "fetch"}, .degree = want, .enter = 5.0f, .exit = 2.0f},
};
const wend_layer_def gunner_layer = {gunner_rows, GUNNER_STATES};

wend_recipe survivors_gunner_recipe(void)
{
    wend_recipe recipe = wend_default_recipe();
    wend_goal away = wend_goal_of(WEND_GOAL_EVADE);
    recipe.wish_count = 0;
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1.0f);
    wend_recipe_also(&recipe, &away, 0.0f);
    recipe.combiner = WEND_COMBINE_CONTEXT;
    recipe.sense.kind = WEND_SENSE_RING;
    recipe.turn_rate = 7.0f;
    return recipe;
}

/// The degrees are the weights: he flees on his way to what he fetches.
static void steer(scene_run *run, gunner *g)
{
    survivors *s = run->state;
    wend_recipe recipe;
    wend_world_get_recipe(run->world, g->id, &recipe);
    bool does_fetch = g->pickup >= 0 && wend_layer_share(&g->layer, FETCHES) > 0.0f;
    recipe.wishes[0].weight = wend_layer_share(&g->layer, does_fetch ? FETCHES : WANDERS);
    recipe.wishes[1].weight = g->is_aiming || g->nearest < 0 ? 0.0f : wend_layer_share(&g->layer, FLEES);
    recipe.wishes[1].goal.target = s->zombies[g->nearest < 0 ? 0 : g->nearest].id;
    recipe.facing = g->target >= 0 ? WEND_FACE_POINT : WEND_FACE_VELOCITY;
    recipe.face_point = g->target >= 0 ? survivors_place(run, s->zombies[g->target].id) : recipe.face_point;
    wend_world_set_recipe(run->world, g->id, &recipe);

    wend_goal goal = g->roams_to;
    if (does_fetch)
        goal = wend_goal_travel(survivors_spots[s->pickups[g->pickup].spot]);
    else if (g->roams_to.kind == WEND_GOAL_NONE || wend_world_has_arrived(run->world, g->id))
        goal = g->roams_to = somewhere(run);
    if (g->is_aiming)
        goal = wend_goal_of(WEND_GOAL_NONE);
    wend_world_set_goal(run->world, g->id, &goal);
}

static void gunner_decide(scene_run *run, gunner *g, double seconds)
{
    const wend_picking highest = {.band = 0.0f, .commitment = 0.03f};
    wend_option options[GUNNER_STATES] = {{0}};
    look_for_zombies(run, g);
    weigh_needs(run, g);
    wend_layer_step(&gunner_layer, &g->layer, seconds, run);
    for (int k = 0; k < GUNNER_STATES; k++)
        options[k].urgency = wend_layer_share(&g->layer, k);
    g->decision = wend_pick(options, GUNNER_STATES, g->decision, &highest);
    g->is_aiming = g->decision == ATTACKS && g->target >= 0;
    steer(run, g);
}

// ---- zombies --------------------------------------------------------------------------------------------------------

static float away_from_gunner(const zombie *z)
{
    return wend_distance(z->self.position, survivors_place(z->run, gunner_of(z->run)->id));
}

static float smell(const void *user)
{
    const wend_curve by_distance = {
        .kind = WEND_CURVE_EXPONENTIAL, .at_low = 100.0f, .rate = 0.1f, .cut = 20.0f}; // nothing beyond 16
    const zombie *z = user;
    return gunner_of(z->run)->is_down ? 0.0f : wend_curve_at(&by_distance, away_from_gunner(z));
}

static float sight(const void *user)
{
    const wend_curve by_distance = {.kind = WEND_CURVE_SMOOTH, .low = 2.0f, .high = 9.0f, .at_low = 100.0f};
    const zombie *z = user;
    const gunner *g = gunner_of(z->run);
    wend_caster caster = wend_obstacles_caster(state_of(z->run)->walls);
    wend_vec there = survivors_place(z->run, g->id);
    if (g->is_down || !wend_sees(&z->self, there, 9.0f, 0.0f, &caster))
        return 0.0f;
    return wend_curve_at(&by_distance, away_from_gunner(z));
}

static bool does_see(const void *user)
{
    return (((const zombie *)user)->layer.active >> SEES & 1) != 0;
}

static bool does_smell(const void *user)
{
    return (((const zombie *)user)->layer.active >> SMELLS & 1) != 0;
}

static bool sees_nothing(const void *user)
{
    return !does_see(user);
}

static bool notices_nothing(const void *user)
{
    return !does_see(user) && !does_smell(user);
}

static void go(const zombie *z, const wend_goal *goal, float speed)
{
    wend_agent_def def;
    wend_world_set_goal(z->run->world, z->id, goal);
    wend_world_get(z->run->world, z->id, &def);
    def.agent.max_speed = speed * z->pace;
    wend_world_set(z->run->world, z->id, &def);
}

static void go_after(const zombie *z, float speed)
{
    wend_goal goal = wend_goal_of(WEND_GOAL_TRAVEL);
    goal.target = gunner_of(z->run)->id;
    go(z, &goal, speed);
}

static void start_roaming(void *user)
{
    const zombie *z = user;
    const wend_goal goal = somewhere(z->run);
    go(z, &goal, 0.9f);
}

static wend_outcome roam(double seconds, void *user)
{
    const zombie *z = user;
    (void)seconds;
    return wend_world_has_arrived(z->run->world, z->id) ? WEND_SUCCEEDED : WEND_RUNNING;
}

static void start_following(void *user)
{
    go_after(user, 1.4f);
}

static void start_chase(void *user)
{
    go_after(user, 2.3f);
}

static const wend_state zombie_states[ZOMBIE_STATES] = {
    [ROAMS] = {.name = "wander", .enter = start_roaming, .update = roam},
    [FOLLOWS] = {.name = "smell", .enter = start_following},
    [CHASES] = {.name = "chase", .enter = start_chase},
};
static const wend_transition zombie_lines[] = {
    {.from = WEND_ANY, .to = CHASES, .guard = does_see},    {.from = WEND_ANY, .to = ROAMS, .guard = notices_nothing},
    {.from = CHASES, .to = FOLLOWS, .guard = sees_nothing}, {.from = ROAMS, .to = FOLLOWS, .guard = does_smell},
    {.from = ROAMS, .to = ROAMS, .after = WEND_SUCCEEDED},  {.from = ROAMS, .to = ROAMS, .seconds = 20.0},
};
const wend_machine_def zombie_machine = {zombie_states, ZOMBIE_STATES, zombie_lines,
                                         (int)(sizeof zombie_lines / sizeof *zombie_lines)};

static const wend_curve lingers = {.kind = WEND_CURVE_SMOOTH, .high = 2.0f, .at_low = 100.0f};
static const wend_activation zombie_rows[ZOMBIE_SENSES] = {
    [SMELLS] = {.state = {.name = "smells"}, .degree = smell, .enter = 40.0f, .exit = 30.0f},
    [SEES] = {.state = {.name = "sees"}, .degree = sight, .enter = 10.0f, .exit = 2.0f, .fade = &lingers},
};
const wend_layer_def zombie_layer = {zombie_rows, ZOMBIE_SENSES};

wend_recipe survivors_zombie_recipe(void)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.wish_count = 0;
    wend_recipe_add(&recipe, WEND_WISH_GOAL, 1.0f);
    recipe.combiner = WEND_COMBINE_CONTEXT;
    recipe.sense.kind = WEND_SENSE_RING;
    recipe.turn_rate = 5.0f;
    recipe.think_seconds = 0.1f;
    recipe.context.class_count = 1;
    recipe.context.classes[0] = wend_class_of(LAYER_ZOMBIE, WEND_MARK_MOVER);
    return recipe;
}

// ---- everybody ------------------------------------------------------------------------------------------------------

void survivors_decide(const wend_agent *agent, double seconds, void *user)
{
    scene_run *run = user;
    survivors *s = run->state;
    if (wend_same_agent(agent->id, s->gunner.id))
    {
        s->gunner.self = *agent;
        if (!s->gunner.is_down)
            gunner_decide(run, &s->gunner, seconds);
        return;
    }
    for (int i = 0; i < ZOMBIES; i++)
    {
        zombie *z = &s->zombies[i];
        if (!wend_same_agent(agent->id, z->id) || !z->is_up)
            continue;
        z->self = *agent;
        wend_layer_step(&zombie_layer, &z->layer, seconds, z);
        wend_machine_step(&zombie_machine, &z->machine, seconds, z);
    }
}
