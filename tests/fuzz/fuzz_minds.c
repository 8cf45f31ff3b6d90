// A target about minds: tables of any kind are refused or can be stepped; urges; messages.
#include "fuzz.h"

#include <math.h>

#define LINES 12

typedef struct brain
{
    fuzz_input in;
    wend_machine machine;
    int inside[LINES]; // entered and not left
    int entered;
} brain;

static void on_enter(void *user)
{
    ((brain *)user)->entered++;
}

static void on_exit_(void *user)
{
    brain *b = user;
    FUZZ_FACT(b->entered > 0, "more states are left than were entered");
    b->entered--;
}

static wend_outcome on_update(double seconds, void *user)
{
    brain *b = user;
    FUZZ_FACT(seconds >= 0, "%g seconds", seconds);
    FUZZ_FACT(b->entered > 0, "a state is updated that wasn't entered");
    unsigned what = fuzz_byte(&b->in);
    if (what > 200)
        wend_machine_go(&b->machine, fuzz_int(&b->in, -4, LINES), (wend_transition_kind)fuzz_int(&b->in, 0, 2));
    return (wend_outcome)(what % 3);
}

static bool guard(const void *user)
{
    return ((const brain *)user)->entered & 1;
}

static float degree(const void *user)
{
    return (float)(((const brain *)user)->entered * 40 % 120);
}

static void make_states(fuzz_input *in, wend_state states[LINES])
{
    int depth = 0;
    for (int i = 0; i < LINES; i++)
    {
        states[i] = (wend_state){"a state", depth, on_enter, on_update, on_exit_};
        depth = fuzz_int(in, 0, depth + 1);
    }
    if (fuzz_byte(in) > 240)
        states[fuzz_byte(in) % LINES].depth = fuzz_int(in, -1, 20);
}

static void play_machine(fuzz_input *in)
{
    wend_state states[LINES];
    wend_transition ways[8] = {{0}};
    brain b = {.in = *in};
    make_states(in, states);
    wend_machine_def def = {states, fuzz_int(in, 0, LINES), ways, fuzz_int(in, 0, 8)};
    for (int i = 0; i < 8; i++)
        ways[i] = (wend_transition){fuzz_int(in, -2, LINES),
                                    fuzz_int(in, -4, LINES),
                                    fuzz_bool(in) ? guard : NULL,
                                    (wend_transition_kind)fuzz_int(in, 0, 2),
                                    fuzz_bool(in) ? fuzz_seconds(in) : 0,
                                    (wend_outcome)fuzz_int(in, 0, 2),
                                    fuzz_int(in, 0, 3)};
    wend_error error = {0};
    if (wend_machine_check(&def, &error) != WEND_OK)
    {
        FUZZ_FACT(error.text[0], "a refusal says why");
        return;
    }
    for (int i = 0; i < 12; i++)
    {
        b.in = *in;
        int state = wend_machine_step(&def, &b.machine, (double)fuzz_int(in, 0, 8) / 8, &b);
        FUZZ_FACT(state >= 0 && state < def.state_count && wend_machine_is_in(&b.machine, state), "state %d", state);
        FUZZ_FACT(b.entered == b.machine.depth, "%d entered, %d deep", b.entered, b.machine.depth);
        wend_machine_tell(&b.machine, fuzz_int(in, -1, 64));
        FUZZ_FACT(wend_machine_seconds(&b.machine, state) >= 0, "seconds");
    }
    wend_machine_stop(&def, &b.machine, &b);
    FUZZ_FACT(b.entered == 0, "%d weren't left", b.entered);
}

static void play_tree(fuzz_input *in)
{
    wend_state states[LINES];
    wend_node nodes[LINES] = {{0}};
    make_states(in, states);
    int depth = 0;
    for (int i = 0; i < LINES; i++)
    {
        nodes[i] = (wend_node){
            (wend_node_kind)fuzz_int(in, 0, 8), depth,        fuzz_int(in, 0, LINES), guard, fuzz_int(in, 0, 3),
            (double)fuzz_int(in, 0, 16) / 8,    fuzz_bool(in)};
        depth = fuzz_int(in, 1, depth + 1);
    }
    wend_tree_def def = {states, fuzz_int(in, 0, LINES), nodes, fuzz_int(in, 0, LINES)};
    wend_error error = {0};
    if (wend_tree_check(&def, &error) != WEND_OK)
    {
        FUZZ_FACT(error.text[0], "a refusal says why");
        return;
    }
    wend_tree tree = {0};
    brain b = {0};
    for (int i = 0; i < 12; i++)
    {
        b.in = *in;
        wend_outcome outcome = wend_tree_step(&def, &tree, (double)fuzz_int(in, 0, 8) / 8, &b);
        FUZZ_FACT(outcome >= 0 && outcome < WEND_OUTCOME_COUNT, "outcome %d", outcome);
        FUZZ_FACT(outcome == WEND_RUNNING || b.entered == 0, "it is over, but %d weren't left", b.entered);
    }
    wend_tree_stop(&def, &tree, &b);
    FUZZ_FACT(b.entered == 0, "%d weren't left", b.entered);
}

static void make_curve(fuzz_input *in, wend_curve *curve, wend_key keys[4])
{
    *curve = wend_default_curve((wend_curve_kind)fuzz_int(in, -1, 4));
    for (int i = 0; i < 4; i++)
        keys[i] = (wend_key){fuzz_float(in), fuzz_float(in), fuzz_float(in), fuzz_float(in)};
    curve->keys = keys, curve->key_count = fuzz_int(in, 0, 4);
    if (fuzz_bool(in))
        curve->low = fuzz_float(in), curve->high = fuzz_float(in);
    if (fuzz_bool(in))
        curve->at_low = fuzz_float(in), curve->at_high = fuzz_float(in), curve->rate = fuzz_float(in);
}

static void play_layer(fuzz_input *in)
{
    wend_activation rows[4];
    wend_curve curve;
    wend_key keys[4];
    wend_layer layer = {0};
    brain b = {.in = *in};
    make_curve(in, &curve, keys);
    for (int i = 0; i < 4; i++)
        rows[i] = (wend_activation){{"a state", 0, on_enter, on_update, on_exit_},
                                    fuzz_bool(in) ? degree : NULL,
                                    (float)fuzz_int(in, 0, 100),
                                    (float)fuzz_int(in, 0, 100),
                                    (float)fuzz_int(in, 0, 4),
                                    fuzz_bool(in) ? &curve : NULL};
    wend_layer_def def = {rows, fuzz_int(in, 0, 4)};
    wend_error error = {0};
    if (wend_layer_check(&def, &error) != WEND_OK)
    {
        FUZZ_FACT(error.text[0], "a refusal says why");
        return;
    }
    for (int i = 0; i < 12; i++)
    {
        wend_layer_step(&def, &layer, (double)fuzz_int(in, 0, 8) / 8, &b);
        wend_layer_raise(&layer, fuzz_int(in, -1, 16), fuzz_float(in));
        for (int k = 0; k < def.count; k++)
            FUZZ_FACT(wend_layer_share(&layer, k) >= 0 && wend_layer_share(&layer, k) <= 1, "share %g",
                      (double)wend_layer_share(&layer, k));
    }
    wend_layer_stop(&def, &layer, &b);
    FUZZ_FACT(b.entered == 0, "%d weren't left", b.entered);
}

static void play_urge(fuzz_input *in)
{
    wend_curve curve;
    wend_key keys[4];
    wend_option options[5];
    wend_fuzzy_rule rules[3];
    make_curve(in, &curve, keys);
    if (wend_curve_check(&curve, NULL) == WEND_OK)
    {
        float x = fuzz_finite(in), y = wend_curve_at(&curve, x);
        FUZZ_FACT(isfinite(y), "a curve is %g at %g", (double)y, (double)x);
    }
    for (int i = 0; i < 5; i++)
        options[i] = (wend_option){fuzz_float(in), fabsf(fuzz_float(in))};
    int picked = wend_pick(options, 5, fuzz_int(in, -1, 5), NULL);
    FUZZ_FACT(picked >= -1 && picked < 5 && (picked < 0 || options[picked].urgency > 0), "picks %d", picked);
    for (int i = 0; i < 3; i++)
    {
        float at = fuzz_float(in);
        rules[i].degree = (float)fuzz_int(in, 0, 4) / 4;
        rules[i].then = fuzz_bool(in) ? wend_fuzzy_triangle(at - 1, at, at + 2) : wend_fuzzy_right_shoulder(at, at + 1);
    }
    wend_fuzzy_rules all = {rules, 3, fuzz_float(in), fuzz_float(in)};
    float out = 0;
    if (wend_fuzzy_check(&all, NULL) != WEND_OK)
        return;
    if (wend_fuzzy_centroid(&all, &out))
        FUZZ_FACT(out >= all.low && out <= all.high, "the centroid is %g", (double)out);
    if (wend_fuzzy_mean_of_maximum(&all, &out))
        FUZZ_FACT(out >= all.low && out <= all.high, "the mean of the maximum is %g", (double)out);
}

static void play_mail(fuzz_input *in)
{
    wend_message slots[6], message = {0};
    wend_mail mail = {.slots = slots, .capacity = 6};
    double last = 0;
    for (int i = 0; i < 24; i++)
    {
        message.kind = fuzz_int(in, -1, 64);
        wend_mail_post(&mail, &message, fuzz_seconds(in));
        if (fuzz_bool(in))
            wend_mail_advance(&mail, (double)fuzz_int(in, 0, 8) / 8);
        FUZZ_FACT(mail.count >= 0 && mail.count <= 6, "%d messages", mail.count);
        while (fuzz_bool(in) && wend_mail_take(&mail, &message))
        {
            FUZZ_FACT(message.due <= mail.seconds, "a message comes too early");
            last = message.due;
        }
    }
    FUZZ_FACT(last <= mail.seconds, "a message comes too early");
    wend_regulator regulator = {fuzz_seconds(in), fuzz_int(in, -1, 5), 0, 0};
    for (int i = 0; i < 8; i++)
    {
        int thinkers = fuzz_int(in, 0, 9);
        wend_turns turns = wend_regulate(&regulator, thinkers, fuzz_seconds(in));
        FUZZ_FACT(turns.count >= 0 && turns.count <= thinkers &&
                      (turns.count == 0 || (turns.first >= 0 && turns.first < thinkers)),
                  "%d turns from %d", turns.count, turns.first);
    }
}

void fuzz_minds(const uint8_t *bytes, size_t size)
{
    static void (*const plays[])(fuzz_input *) = {play_machine, play_tree, play_layer, play_urge, play_mail};
    fuzz_input in = {bytes, bytes + size};
    for (int i = 0; i < 6 && fuzz_has(&in); i++)
        plays[fuzz_byte(&in) % 5](&in);
}
