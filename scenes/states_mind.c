// What the guards of the scene states have in mind: what they do and notice, and the tables that put it together.
#include "states.h"

static const float voice = 13.0f; // how far a shout carries
static const float sound = 9.0f;  // how fast; slow, so that one sees it spread

const wend_vec states_rounds[GUARDS][4] = {
    {{-15.8f, 7.8f, 0.0f}, {-9.2f, 7.8f, 0.0f}, {-9.2f, 2.2f, 0.0f}, {-15.8f, 2.2f, 0.0f}},
    {{-7.4f, 9.3f, 0.0f}, {-2.4f, 9.3f, 0.0f}, {-1.8f, 1.6f, 0.0f}, {-7.6f, 2.2f, 0.0f}},
    {{-15.6f, -0.2f, 0.0f}, {-9.6f, -0.2f, 0.0f}, {-9.6f, -8.4f, 0.0f}, {-15.6f, -8.4f, 0.0f}},
    {{-1.4f, 0.6f, 0.0f}, {3.8f, 0.6f, 0.0f}, {3.8f, -8.6f, 0.0f}, {-1.4f, -8.6f, 0.0f}},
};

bool states_is_outside(const scene_run *run)
{
    return run->seconds < ((const states *)run->state)->outside_until;
}

// ---- what a guard does ----------------------------------------------------------------------------------------------

static states *states_of(const guard *g)
{
    return g->run->state;
}

static wend_world *world_of(const guard *g)
{
    return g->run->world;
}

static wend_agent_id id_of(const guard *g)
{
    return states_of(g)->ids[g->number];
}

static void go(const guard *g, const wend_goal *goal, float speed)
{
    wend_agent_def def;
    wend_world_set_goal(world_of(g), id_of(g), goal);
    wend_world_get(world_of(g), id_of(g), &def);
    def.agent.max_speed = speed;
    wend_world_set(world_of(g), id_of(g), &def);
}

/// One that looks round turns its head; else it looks where it goes.
static void face(guard *g, bool is_looking, wend_vec at)
{
    wend_recipe recipe;
    wend_world_get_recipe(world_of(g), id_of(g), &recipe);
    recipe.facing = is_looking ? WEND_FACE_POINT : WEND_FACE_VELOCITY;
    recipe.face_point = is_looking ? at : states_rounds[g->number][0];
    wend_world_set_recipe(world_of(g), id_of(g), &recipe);
}

static void start_looking(guard *g)
{
    wend_goal stand = wend_goal_of(WEND_GOAL_NONE);
    wend_world_set_goal(world_of(g), id_of(g), &stand);
    g->ahead = g->self.heading;
    g->since = 0.0;
}

/// Left, right, and left again.
static void look_round(guard *g, double seconds)
{
    g->since += seconds;
    float angle = 1.3f * wend_sin(2.4f * (float)g->since);
    face(g, true, wend_add(g->self.position, wend_scale(wend_rotate(g->ahead, angle), 4.0f)));
}

static void stop_looking(void *user)
{
    face(user, false, wend_xyz(0.0f, 0.0f, 0.0f));
}

static void walk_on(guard *g)
{
    wend_goal corner = wend_goal_seek(states_rounds[g->number][g->corner]);
    corner.tolerance = 0.7f;
    go(g, &corner, 1.7f + 0.9f * wend_layer_share(&g->layer, WARY)); // a wary one walks faster
}

static void start_patrol(void *user)
{
    guard *g = user;
    for (int k = 0; k < 4; k++)
        if (wend_distance(g->self.position, states_rounds[g->number][k]) <
            wend_distance(g->self.position, states_rounds[g->number][g->corner]))
            g->corner = k;
    walk_on(g);
}

static wend_outcome patrol(double seconds, void *user)
{
    guard *g = user;
    (void)seconds;
    if (wend_world_has_arrived(world_of(g), id_of(g)))
    {
        g->corner = (g->corner + 1) % 4;
        walk_on(g);
    }
    return WEND_RUNNING;
}

static void start_look(void *user)
{
    start_looking(user);
}

static wend_outcome look(double seconds, void *user)
{
    guard *g = user;
    look_round(g, seconds);
    return g->since > 2.6 ? WEND_SUCCEEDED : WEND_RUNNING;
}

static void start_alert(void *user)
{
    guard *g = user;
    wend_layer_raise(&g->layer, WARY, 100.0f);
}

/// It shouts: others hear it the later the farther away they are.
static void start_chase(void *user)
{
    guard *g = user;
    states *s = states_of(g);
    wend_goal chase = wend_goal_pursue(s->intruder);
    go(g, &chase, 3.3f);
    for (int i = 0; i < GUARDS; i++)
    {
        float away = wend_distance(g->self.position, wend_world_position(world_of(g), s->ids[i]));
        wend_message shout = {.from = (uint64_t)g->number, .to = (uint64_t)i, .kind = SHOUTED, .where = g->place};
        if (i != g->number && away <= voice)
            wend_mail_post(&s->mail, &shout, (double)(away / sound));
    }
}

static void start_search(void *user)
{
    guard *g = user;
    wend_goal there = wend_goal_arrive(g->place);
    there.tolerance = 0.6f;
    there.seconds = 6.0f; // that is how long it tries
    g->since = -1.0;
    go(g, &there, 2.6f);
}

/// Goes there; then stands and looks round for a while.
static wend_outcome search(double seconds, void *user)
{
    guard *g = user;
    wend_goal goal;
    wend_world_get_goal(world_of(g), id_of(g), &goal);
    bool has_come = wend_world_has_arrived(world_of(g), id_of(g)) || wend_machine_seconds(&g->machine, SEARCH) > 6.0;
    if (g->since < 0.0 && !has_come)
        return WEND_RUNNING;
    if (g->since < 0.0)
        start_looking(g);
    look_round(g, seconds);
    return g->since > (double)part_param(g->run, "patience") ? WEND_SUCCEEDED : WEND_RUNNING;
}

static void start_dazzled(void *user)
{
    const wend_goal stand = wend_goal_of(WEND_GOAL_NONE);
    go(user, &stand, 1.7f);
}

// ---- what it notices ------------------------------------------------------------------------------------------------

float states_sight(const guard *g)
{
    return part_param(g->run, "sight") * (1.0f + 0.4f * wend_layer_share(&g->layer, WARY));
}

/// How much of him it notices: all of him close by, nothing beyond its sight.
static float how_much(const void *user)
{
    const guard *g = user;
    const states *s = states_of(g);
    wend_caster caster = wend_obstacles_caster(s->walls);
    wend_vec there = wend_world_position(g->run->world, s->intruder);
    bool is_blind = wend_machine_is_in(&g->machine, DAZZLED) || states_is_outside(g->run);
    if (is_blind || !wend_sees(&g->self, there, states_sight(g), states_sight_cos, &caster))
        return 0.0f;
    wend_curve by_distance = wend_default_curve(WEND_CURVE_SMOOTH);
    by_distance.low = 1.0f;
    by_distance.high = 1.15f * states_sight(g);
    return wend_curve_at(&by_distance, wend_distance(g->self.position, there));
}

static bool does_notice(const void *user)
{
    const guard *g = user;
    return (g->layer.active >> NOTICES & 1) != 0;
}

static bool has_lost(const void *user)
{
    return !does_notice(user);
}

/// As long as it notices him it knows where he is.
static wend_outcome keep_in_mind(double seconds, void *user)
{
    guard *g = user;
    (void)seconds;
    if (how_much(g) > 0.0f)
        g->place = wend_world_position(world_of(g), states_of(g)->intruder);
    return WEND_RUNNING;
}

// ---- its tables -------------------------------------------------------------------------------------------------------

const wend_state guard_states[GUARD_STATES] = {
    [CALM] = {.name = "calm"},
    [PATROL] = {.name = "patrol", .depth = 1, .enter = start_patrol, .update = patrol},
    [LOOK] = {.name = "look", .depth = 1, .enter = start_look, .update = look, .exit = stop_looking},
    [ALERT] = {.name = "alert", .enter = start_alert},
    [CHASE] = {.name = "chase", .depth = 1, .enter = start_chase},
    [SEARCH] = {.name = "search", .depth = 1, .enter = start_search, .update = search, .exit = stop_looking},
    [DAZZLED] = {.name = "dazzled", .enter = start_dazzled},
};

const wend_transition guard_lines[STATES_LINES] = {
    {.from = WEND_ANY, .to = DAZZLED, .on = FLASHED},
    {.from = DAZZLED, .to = WEND_PREVIOUS, .seconds = 2.5},
    {.from = CALM, .to = CHASE, .guard = does_notice},
    {.from = CALM, .to = SEARCH, .on = SHOUTED},
    {.from = PATROL, .to = LOOK, .seconds = 6.0},
    {.from = LOOK, .to = PATROL, .after = WEND_SUCCEEDED},
    {.from = ALERT, .to = CALM, .on = CAUGHT},
    {.from = CHASE, .to = SEARCH, .guard = has_lost},
    {.from = SEARCH, .to = CHASE, .guard = does_notice},
    {.from = SEARCH, .to = SEARCH, .on = SHOUTED}, // to the new place
    {.from = SEARCH, .to = CALM, .after = WEND_SUCCEEDED},
};
const wend_machine_def states_machine = {guard_states, GUARD_STATES, guard_lines, STATES_LINES};

static const wend_curve lingers = {.kind = WEND_CURVE_SMOOTH, .high = 1.6f, .at_low = 100.0f};
static const wend_curve wears_off = {.kind = WEND_CURVE_EXPONENTIAL, .at_low = 100.0f, .rate = 0.15f, .cut = 5.0f};
static const wend_activation feelings[GUARD_FEELINGS] = {
    [NOTICES] = {.state = {.name = "notices", .update = keep_in_mind},
                 .degree = how_much,
                 .enter = 30.0f,
                 .exit = 5.0f,
                 .dwell = 0.3f,
                 .fade = &lingers},
    [WARY] = {.state = {.name = "wary"}, .fade = &wears_off},
};
const wend_layer_def states_layer = {feelings, GUARD_FEELINGS};

void states_decide(const wend_agent *agent, double seconds, void *user)
{
    scene_run *run = user;
    states *s = run->state;
    for (int i = 0; i < GUARDS; i++)
    {
        if (!wend_same_agent(agent->id, s->ids[i]))
            continue;
        guard *g = &s->guards[i];
        g->self = *agent;
        wend_layer_step(&states_layer, &g->layer, seconds, g);
        wend_machine_step(&states_machine, &g->machine, seconds, g);
        for (; g->changes < g->machine.changes; g->changes++)
        {
            const wend_change *change = &g->machine.trace[g->changes % WEND_TRACE];
            s->taken[change->line >= 0 ? change->line : 0] += change->line >= 0;
        }
    }
}
