// Checks of the scene context_rings, through its own input.
#include "context_rings.h"

#include <math.h>

static wend_vec agent_at(const scene_run *run)
{
    return wend_world_position(run->world, ((const rings *)run->state)->agent);
}

/// Drags a thing to a place that lies `offset` from the agent.
static void lead(scene_run *run, rings_thing thing, float x, float y)
{
    const rings *s = run->state;
    wend_vec to = wend_add(agent_at(run), wend_xyz(x, y, 0.0f));
    scene_input input = {.has_pointer = true, .is_down = true, .is_clicked = true, .pointer = s->place[thing]};
    scene_advance(run, &input);
    input.is_clicked = false;
    input.pointer = to;
    scene_advance(run, &input);
    scene_advance(run, &(scene_input){0});
}

static float number(const scene_run *run, wend_ring_layer layer, int slot)
{
    return wend_ring_value(&((const rings *)run->state)->ring, layer, slot);
}

static bool is_about(float value, float wanted)
{
    return fabsf(value - wanted) < 1e-4f;
}

/// All numbers of a map, as soon as its slots 1, 2, 3 look at something 2 away.
static bool looks_left(const scene_run *run, wend_ring_layer layer, float distance)
{
    float most = 1.0f / (1.0f + distance);
    return is_about(number(run, layer, 2), most) && is_about(number(run, layer, 1), 0.7071068f * most) &&
           is_about(number(run, layer, 3), 0.7071068f * most) && is_about(number(run, layer, 0), 0.0f);
}

static void verify_writing(scene_run *run)
{
    lead(run, RINGS_ROCK, 4.8f, -3.5f);
    lead(run, RINGS_WANDER, 5.0f, 0.0f);
    lead(run, RINGS_ENEMY, 4.0f, 3.5f);
    lead(run, RINGS_TARGET, -2.0f, 0.0f);
    scene_check(run, looks_left(run, WEND_RING_INTEREST, 2.0f), "a target 2 to the left writes %g, not 1/3",
                (double)number(run, WEND_RING_INTEREST, 2));
    scene_check(run, is_about(number(run, WEND_RING_INTEREST, 6), 1.0f / 6.0f),
                "the wander point isn't known outside of the radius");
    lead(run, RINGS_ENEMY, -2.6f, 0.0f);
    scene_check(run, looks_left(run, WEND_RING_SOFT, 2.6f), "a stronger enemy writes no danger");
    run->params[RINGS_OWN_POWER] = 5.0f;
    scene_advance(run, &(scene_input){0});
    scene_check(run, looks_left(run, WEND_RING_SOFT, 2.6f), "an equal enemy writes no danger");
    run->params[RINGS_OWN_POWER] = 6.0f;
    lead(run, RINGS_TARGET, 1.0f, -3.5f);
    scene_check(run, looks_left(run, WEND_RING_INTEREST, 2.6f) && number(run, WEND_RING_SOFT, 2) == 0.0f,
                "a weaker enemy doesn't write interest alone");
    run->params[RINGS_OWN_POWER] = 3.0f;
    lead(run, RINGS_ENEMY, -2.999f, 0.0f);
    scene_check(run, number(run, WEND_RING_SOFT, 2) > 0.0f, "an enemy within the radius writes nothing");
    lead(run, RINGS_ENEMY, -3.001f, 0.0f);
    scene_check(run, number(run, WEND_RING_SOFT, 2) == 0.0f, "an enemy outside of the radius writes");
    scene_check(run, number(run, WEND_RING_INTEREST, 2) == 0.0f, "what has gone is remembered");
    lead(run, RINGS_ROCK, 0.0f, 1.5f);
    scene_check(run, number(run, WEND_RING_HARD, 0) > 0.0f && number(run, WEND_RING_HARD, 4) == 0.0f,
                "a rock ahead isn't in the way ahead alone");
    lead(run, RINGS_ROCK, 4.8f, -3.5f);
}

/// Food to the left, an enemy a little behind it: which slots are left, and which one is taken.
static void verify_choosing(scene_run *run)
{
    const rings *s = run->state;
    run->params[RINGS_SHARES] = run->params[RINGS_BONUS] = run->params[RINGS_BETWEEN] = 0.0f;
    run->params[RINGS_SOFT] = 0.2f;
    lead(run, RINGS_TARGET, -2.0f, 0.0f);
    lead(run, RINGS_ENEMY, -2.6f, 0.0f);
    scene_check(run, s->choice.masked_by_soft == 4 && s->choice.candidates == 10 && s->choice.slot == 1,
                "tolerance 0.2: masked %d, candidates %d, slot %d", (int)s->choice.masked_by_soft,
                (int)s->choice.candidates, s->choice.slot);
    run->params[RINGS_SOFT] = 0.28f;
    scene_advance(run, &(scene_input){0});
    scene_check(run, s->choice.masked_by_soft == 0 && s->choice.slot == 2, "tolerance 0.28: slot %d", s->choice.slot);
    run->params[RINGS_SOFT] = 0.2f;
    wend_ring ring;
    wend_choice_result result;
    for (int stage = RINGS_CLEAR; stage < RINGS_STAGES; stage++)
    {
        scene_advance(run, &(scene_input){.key = 's'});
        rings_shown(run, &ring, &result);
        scene_check(run,
                    (wend_ring_value(&ring, WEND_RING_INTEREST, 2) > 0.0f) == (stage >= RINGS_WRITE) &&
                        (result.masked_by_soft != 0) == (stage >= RINGS_MASK) &&
                        (result.candidates != 0) == (stage >= RINGS_CANDIDATES) &&
                        (wend_length(result.direction) > 0.0f) == (stage >= RINGS_CHOICE),
                    "stage %d shows something else", stage);
    }
    scene_advance(run, &(scene_input){.key = 's'});
    scene_check(run, s->stage == RINGS_LIVE, "S after the last stage isn't live");
}

/// It curves round the enemy to its food.
static void verify_eating(scene_run *run)
{
    const rings *s = run->state;
    float nearest = 1e30f, aside = 0.0f;
    double start = run->seconds;
    lead(run, RINGS_TARGET, -2.0f, 0.0f);
    lead(run, RINGS_ENEMY, -2.4f, 0.0f);
    wend_vec from = agent_at(run);
    int eaten = s->moved[RINGS_TARGET];
    run->params[RINGS_MOVES] = 1.0f;
    while (s->moved[RINGS_TARGET] == eaten && run->seconds < start + 10.0)
    {
        scene_advance(run, &(scene_input){0});
        nearest = fminf(nearest, wend_length(rings_offset(run, RINGS_ENEMY)));
        aside = fmaxf(aside, fabsf(agent_at(run).y - from.y));
    }
    scene_check(run, s->moved[RINGS_TARGET] > eaten, "it doesn't eat in ten seconds");
    scene_check(run, nearest > 0.3f && aside > 0.15f, "it came as near as %g to the enemy, and %g off the line",
                (double)nearest, (double)aside);
    int roamed = s->moved[RINGS_WANDER];
    lead(run, RINGS_WANDER, 0.4f, 0.0f);
    scene_check(run, s->moved[RINGS_WANDER] == roamed + 1, "a wander point that is reached stays");
}

void rings_verify(scene_run *run)
{
    const rings *s = run->state;
    scene_check(run, s->ring.count == 8, "the ring starts with %d slots", s->ring.count);
    run->params[RINGS_SLOTS] = 12.0f;
    scene_advance(run, &(scene_input){0});
    scene_check(run, s->ring.count == 12, "the slider gives %d slots, not 12", s->ring.count);
    scene_advance(run, &(scene_input){.key = '-'});
    scene_check(run, s->ring.count == 11, "- gives %d slots, not 11", s->ring.count);
    run->params[RINGS_SLOTS] = 8.0f;
    run->params[RINGS_MOVES] = 0.0f;
    scene_restart(run, NULL);
    verify_writing(run);
    verify_choosing(run);
    for (int k = 0; k < RINGS_PARAMS; k++)
        run->params[k] = run->kind->params[k].start;
    run->params[RINGS_MOVES] = 0.0f;
    verify_eating(run);
}
