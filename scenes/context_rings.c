// A ring of interest and danger, as in a text book: drag what writes into it, move the sliders, step through a choice.
#include "context_rings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const scene_param params[RINGS_PARAMS] = {
    [RINGS_SLOTS] = {"slots", "slots of the ring", 4.0f, 64.0f, 8.0f, false},
    [RINGS_RADIUS] = {"radius", "detection radius", 0.5f, 6.0f, 3.0f, false},
    [RINGS_OWN_POWER] = {"own", "own power", 0.0f, 10.0f, 3.0f, false},
    [RINGS_ENEMY_POWER] = {"enemy", "enemy's power", 0.0f, 10.0f, 5.0f, false},
    [RINGS_HARD] = {"hard", "tolerance of hard danger", 0.0f, 1.0f, 0.05f, false},
    [RINGS_SOFT] = {"soft", "tolerance of soft danger", 0.0f, 1.0f, 0.85f, false},
    [RINGS_INTEREST] = {"interest", "tolerance of interest", 0.0f, 1.0f, 0.05f, false},
    [RINGS_BONUS] = {"bonus", "bonus near the last way", 0.0f, 1.0f, 0.3f, false},
    [RINGS_SHARES] = {"shares", "soft, interest: share of spread", 0.0f, 1.0f, 1.0f, true},
    [RINGS_BETWEEN] = {"between", "directions between slots", 0.0f, 1.0f, 1.0f, true},
    [RINGS_ALIGNMENT] = {"alignment", "A alignment", 0.0f, 1.0f, 0.0f, true},
    [RINGS_MOVES] = {"moves", "M it moves", 0.0f, 1.0f, 1.0f, true},
};

static const scene_whole wholes[] = {{RINGS_SLOTS, NULL}};

const char *const rings_names[RINGS_THINGS] = {"wander point", "target", "enemy", "rock"};
const float rings_sizes[RINGS_THINGS] = {0.16f, 0.2f, 0.28f, 0.5f};
const wend_vec rings_low = {-7.8f, -4.8f, 0.0f}, rings_high = {2.0f, 3.7f, 0.0f};

static const wend_vec home = {-3.4f, -0.6f, 0.0f};
static const wend_vec begin_at[RINGS_THINGS] = {
    {-6.3f, 2.3f, 0.0f}, {-1.3f, 0.3f, 0.0f}, {-1.2f, 1.25f, 0.0f}, {-4.9f, 0.9f, 0.0f}};
static const float body = 0.25f, speed = 1.0f, arrival = 0.5f, eats_within = 0.3f;
static const double every = 0.3; // seconds between two choices

// ---- what there is --------------------------------------------------------------------------------------------------

static wend_vec agent_at(const scene_run *run)
{
    return wend_world_position(run->world, ((const rings *)run->state)->agent);
}

wend_vec rings_offset(const scene_run *run, rings_thing thing)
{
    return wend_sub(((const rings *)run->state)->place[thing], agent_at(run));
}

bool rings_is_noticed(const scene_run *run, rings_thing thing)
{
    float distance = wend_length(rings_offset(run, thing)) - (thing == RINGS_ROCK ? rings_sizes[RINGS_ROCK] : 0.0f);
    return thing == RINGS_WANDER || distance <= run->params[RINGS_RADIUS];
}

wend_ring_layer rings_layer(const scene_run *run, rings_thing thing)
{
    if (thing == RINGS_ROCK)
        return WEND_RING_HARD;
    bool is_stronger = run->params[RINGS_OWN_POWER] > run->params[RINGS_ENEMY_POWER];
    return thing == RINGS_ENEMY && !is_stronger ? WEND_RING_SOFT : WEND_RING_INTEREST;
}

/// The next place of a sequence that fills the field; not under the rock.
static void find_place(rings *s, rings_thing thing)
{
    wend_vec size = wend_sub(rings_high, rings_low);
    do
    {
        int k = 7 * s->moved[thing]++ + 3 * (int)thing;
        s->place[thing] = wend_xyz(rings_low.x + size.x * (0.08f + 0.84f * part_spread(k, 2)),
                                   rings_low.y + size.y * (0.08f + 0.84f * part_spread(k, 3)), 0.0f);
    } while (wend_distance(s->place[thing], s->place[RINGS_ROCK]) < 1.4f);
}

// ---- a choice -------------------------------------------------------------------------------------------------------

static void clear(scene_run *run)
{
    rings *s = run->state;
    int slots = (int)(run->params[RINGS_SLOTS] + 0.5f);
    if (s->ring.count != slots)
        wend_ring_begin(&s->ring, slots, false);
    wend_ring_clear(&s->ring);
}

static void write(scene_run *run)
{
    rings *s = run->state;
    for (int thing = 0; thing < RINGS_ROCK; thing++)
    {
        wend_mark mark = wend_default_mark();
        mark.offset = rings_offset(run, (rings_thing)thing);
        mark.radius = thing == RINGS_WANDER ? 0.0f : run->params[RINGS_RADIUS];
        mark.writer = (uint64_t)thing + 1;
        if (thing == RINGS_ENEMY)
            wend_ring_rival(&s->ring, run->params[RINGS_OWN_POWER], run->params[RINGS_ENEMY_POWER], &mark);
        else
            wend_ring_toward(&s->ring, WEND_RING_INTEREST, &mark);
    }
    wend_sweep sweep = wend_default_sweep();
    sweep.reach = body + 0.1f;
    wend_blocker rock = {rings_offset(run, RINGS_ROCK), rings_sizes[RINGS_ROCK], RINGS_ROCK + 1};
    if (rings_is_noticed(run, RINGS_ROCK))
        wend_ring_block(&s->ring, &rock, 1, &sweep);
}

static void choose(scene_run *run)
{
    rings *s = run->state;
    bool has_shares = run->params[RINGS_SHARES] > 0.5f;
    s->how = wend_default_choice();
    s->how.hard.value = run->params[RINGS_HARD];
    s->how.soft = (wend_tolerance){run->params[RINGS_SOFT], has_shares};
    s->how.interest = (wend_tolerance){run->params[RINGS_INTEREST], has_shares};
    s->how.last_bonus = run->params[RINGS_BONUS];
    s->how.is_stepped = run->params[RINGS_BETWEEN] < 0.5f;
    wend_ring_choose(&s->ring, &s->how, wend_world_heading(run->world, s->agent), s->last, &s->choice);
}

static void decide(scene_run *run)
{
    rings *s = run->state;
    clear(run);
    write(run);
    choose(run);
    memcpy(s->applied, run->params, sizeof s->applied);
}

void rings_shown(const scene_run *run, wend_ring *ring, wend_choice_result *result)
{
    const rings *s = run->state;
    *ring = s->ring;
    *result = s->choice;
    if (s->stage == RINGS_LIVE || s->stage == RINGS_CHOICE)
        return;
    result->status = WEND_CHOICE_OK;
    result->direction = wend_xyz(0.0f, 0.0f, 0.0f);
    if (s->stage <= RINGS_MASK)
        result->candidates = 0;
    if (s->stage <= RINGS_WRITE)
        result->masked_by_hard = result->masked_by_soft = 0;
    if (s->stage == RINGS_CLEAR)
        wend_ring_clear(ring);
}

// ---- playing --------------------------------------------------------------------------------------------------------

static wend_status rings_init(scene_run *run, wend_error *error)
{
    rings *s = run->state;
    wend_world_def def = part_world_def(run);
    def.edge = WEND_EDGE_STOP;
    def.low = rings_low;
    def.high = rings_high;
    wend_status status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    wend_agent_def agent = wend_default_agent_def();
    agent.agent.position = home;
    agent.agent.heading = wend_xyz(0.0f, 1.0f, 0.0f);
    agent.agent.radius = body;
    agent.agent.max_speed = speed;
    s->agent = wend_world_spawn(run->world, &agent);
    if (s->agent.value == 0)
        return WEND_ERROR_MEMORY;
    memcpy(s->place, begin_at, sizeof s->place);
    s->held = -1;
    s->touched = RINGS_TARGET;
    decide(run);
    return WEND_OK;
}

/// What lies under the pointer, or -1. The agent's body lies on top of all.
static int thing_at(const scene_run *run, wend_vec point)
{
    const rings *s = run->state;
    if (wend_distance(point, agent_at(run)) < body)
        return -1;
    for (int thing = 0; thing < RINGS_THINGS; thing++)
        if (wend_distance(point, s->place[thing]) < rings_sizes[thing] + 0.15f)
            return thing;
    return -1;
}

static wend_vec within_field(wend_vec p)
{
    return wend_xyz(fminf(fmaxf(p.x, rings_low.x), rings_high.x), fminf(fmaxf(p.y, rings_low.y), rings_high.y), 0.0f);
}

/// Returns true if something was moved.
static bool drag(scene_run *run)
{
    rings *s = run->state;
    if (run->input.is_clicked)
        s->held = thing_at(run, run->input.pointer);
    if (!run->input.is_down)
        s->held = -1;
    if (s->held < 0)
        return false;
    s->touched = s->held;
    s->place[s->held] = within_field(run->input.pointer);
    return true;
}

static void rings_input(scene_run *run)
{
    rings *s = run->state;
    float *slots = &run->params[RINGS_SLOTS];
    switch (run->input.key)
    {
    case 's': s->stage = (rings_stage)((s->stage + 1) % RINGS_STAGES); break;
    case 'a': part_toggle(run, "alignment"); break;
    case 'm': part_toggle(run, "moves"); break;
    case '+':
    case '=': *slots = fminf(*slots + 1.0f, params[RINGS_SLOTS].high); break;
    case '-': *slots = fmaxf(*slots - 1.0f, params[RINGS_SLOTS].low); break;
    default: break;
    }
    bool was_dragged = drag(run);
    if (was_dragged || memcmp(s->applied, run->params, sizeof s->applied) != 0)
        decide(run); // to be seen at once, even in a pause
}

/// What is reached turns up elsewhere.
static void arrive(scene_run *run)
{
    rings *s = run->state;
    const float within[RINGS_ROCK] = {arrival, eats_within, eats_within + body};
    for (int thing = 0; thing < RINGS_ROCK; thing++)
        if (thing != s->held && rings_layer(run, (rings_thing)thing) == WEND_RING_INTEREST &&
            wend_length(rings_offset(run, (rings_thing)thing)) < within[thing])
        {
            find_place(s, (rings_thing)thing);
            s->next = run->seconds;
        }
}

static void rings_step(scene_run *run)
{
    rings *s = run->state;
    bool is_going = run->params[RINGS_MOVES] > 0.5f && s->stage == RINGS_LIVE;
    if (is_going)
        arrive(run);
    if (run->seconds >= s->next - 1e-9 && s->stage == RINGS_LIVE)
    {
        decide(run);
        s->last = s->choice.direction;
        s->next = run->seconds + every;
    }
    wend_agent_def def;
    wend_world_get(run->world, s->agent, &def);
    wend_goal go = wend_goal_of(WEND_GOAL_MATCH);
    if (is_going)
        go.point = wend_steer_ring(&def.agent, &s->choice);
    wend_world_set_goal(run->world, s->agent, &go);
    wend_world_step(run->world, run->kind->step_seconds);
}

static void rings_status(const scene_run *run, char *text, size_t capacity)
{
    const rings *s = run->state;
    float power = run->params[RINGS_ENEMY_POWER] - run->params[RINGS_OWN_POWER];
    const char *map = !rings_is_noticed(run, RINGS_ENEMY)                   ? "writes nothing"
                      : rings_layer(run, RINGS_ENEMY) == WEND_RING_INTEREST ? "writes interest"
                                                                            : "writes soft danger";
    snprintf(text, capacity,
             "target %.2f away   enemy %.2f away, power difference %+.1f: %s   best direction (%.2f, %.2f), slot %d",
             (double)wend_length(rings_offset(run, RINGS_TARGET)), (double)wend_length(rings_offset(run, RINGS_ENEMY)),
             (double)power, map, (double)s->choice.direction.x, (double)s->choice.direction.y, s->choice.slot);
}

/// A player who leads the enemy round.
static void rings_demo(const scene_run *run, scene_input *input)
{
    const rings *s = run->state;
    int frame = (int)(run->seconds / run->kind->step_seconds + 0.5);
    if (frame < 90 || frame > 200)
        return;
    float t = (float)(frame - 90) / 110.0f;
    input->has_pointer = input->is_down = true;
    input->is_clicked = frame == 90;
    input->pointer =
        frame == 90 ? s->place[RINGS_ENEMY] : wend_lerp(begin_at[RINGS_ENEMY], wend_xyz(0.4f, -1.6f, 0.0f), t);
}

static uint64_t rings_hash(const scene_run *run)
{
    const rings *s = run->state;
    uint64_t hash = 14695981039346656037u;
    for (int thing = 0; thing < RINGS_THINGS; thing++)
        hash = part_hash(hash, &s->place[thing].x, 2);
    return part_hash(hash, &s->choice.direction.x, 2);
}

const scene scene_context_rings = {
    .name = "context_rings",
    .title = "Context rings",
    .about = "Interest and danger in every direction: drag what writes into the ring, and step through a choice.",
    .keys =
        "drag: a thing, S: the stages one by one, A: alignment with what was dragged last, M: it stands or moves, + "
        "and -: slots",
    .params = params,
    .param_count = RINGS_PARAMS,
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .state_size = sizeof(rings),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 0.6,
    .low = {-8.0f, -5.0f, 0.0f},
    .high = {8.0f, 5.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = rings_init,
    .input = rings_input,
    .step = rings_step,
    .draw = rings_draw,
    .legend = rings_legend,
    .status = rings_status,
    .demo = rings_demo,
    .hash = rings_hash,
    .verify = rings_verify,
};
