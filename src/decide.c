// What all tables have in common; turns; messages.
#include "decides.h"
#include "real.h"

// ---- tables -------------------------------------------------------------------------------------------------------

wend_status states_check(const wend_state *states, int count, wend_error *error)
{
    if (!states)
        return error_set(error, WEND_ERROR_NULL, "the table of states is null");
    if (count < 1 || count > WEND_STATES)
        return error_set(error, WEND_ERROR_VALUE, "state_count is %d, must be within 1..%d", count, WEND_STATES);
    for (int i = 0; i < count; i++)
        if (!states[i].name)
            return error_set(error, WEND_ERROR_NULL, "state %d has no name, must have one", i);
    return WEND_OK;
}

wend_status depth_check(wend_error *error, const char *what, int line, int depth, int before)
{
    int most = before + 1 < WEND_DEPTH - 1 ? before + 1 : WEND_DEPTH - 1;
    if (depth >= 0 && depth <= most)
        return WEND_OK;
    return error_set(error, WEND_ERROR_VALUE, "%s %d has depth %d, must be within 0..%d", what, line, depth, most);
}

// ---- turns --------------------------------------------------------------------------------------------------------

wend_turns wend_regulate(wend_regulator *regulator, int thinkers, double seconds)
{
    if (!regulator)
        return (wend_turns){0};
    wend_regulator *r = regulator;
    wend_turns turns = {0, 0};
    if (thinkers <= 0)
        return turns;
    r->next = r->next >= 0 && r->next < thinkers ? r->next : 0;
    double all = (double)thinkers;
    double share = r->period > 0.0 ? seconds / r->period : 1.0;
    if (!(share >= 0.0) || !(r->owed >= 0.0))
        share = r->owed = 0.0; // no number: nobody's turn
    // A turn that is owed but for a rounding error is one.
    r->owed = real_clamp(r->owed + all * real_clamp(share, 0.0, 1.0), 0.0, all);
    double whole = floor(r->owed + 1e-9);
    int count = r->most > 0 && whole > (double)r->most ? r->most : (int)whole;
    turns = (wend_turns){r->next, count};
    r->owed = fmax(r->owed - (double)count, 0.0);
    r->next = (int)(((int64_t)r->next + count) % thinkers);
    return turns;
}

// ---- messages -----------------------------------------------------------------------------------------------------

static bool is_before(const wend_message *a, const wend_message *b)
{
    return a->due < b->due || (a->due == b->due && a->number < b->number);
}

wend_status wend_mail_post(wend_mail *mail, const wend_message *message, double delay)
{
    if (!mail || !mail->slots || !message)
        return WEND_ERROR_NULL;
    if (!(delay >= 0.0 && delay <= DBL_MAX))
        return WEND_ERROR_VALUE;
    if (mail->count >= mail->capacity)
        return WEND_ERROR_FULL;
    wend_message copy = *message;
    copy.due = fmin(mail->seconds + delay, DBL_MAX);
    copy.number = mail->posted++;
    int at = mail->count++;
    for (int up; at > 0 && is_before(&copy, &mail->slots[up = (at - 1) / 2]); at = up)
        mail->slots[at] = mail->slots[up];
    mail->slots[at] = copy;
    return WEND_OK;
}

void wend_mail_advance(wend_mail *mail, double seconds)
{
    if (!mail)
        return;
    mail->seconds += seconds;
    mail->open = mail->posted;
}

bool wend_mail_take(wend_mail *mail, wend_message *out)
{
    if (!mail)
        return false;
    wend_message *slots = mail->slots;
    if (mail->count == 0 || slots[0].due > mail->seconds || slots[0].number >= mail->open)
        return false;
    *out = slots[0];
    const wend_message *last = &slots[--mail->count];
    int at = 0;
    for (int down; (down = 2 * at + 1) < mail->count; at = down)
    {
        if (down + 1 < mail->count && is_before(&slots[down + 1], &slots[down]))
            down++;
        if (!is_before(&slots[down], last))
            break;
        slots[at] = slots[down];
    }
    slots[at] = *last;
    return true;
}
