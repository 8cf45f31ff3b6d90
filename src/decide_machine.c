// A machine: one state at a time, and those that hold it.
#include "decides.h"

#include <float.h>

#define NOBODY (-1)

static int leaf_of(const wend_machine *m)
{
    return m->depth > 0 ? m->path[m->depth - 1] : NOBODY;
}

static uint64_t bit_of(int state)
{
    return (uint64_t)1 << state;
}

// ---- leaving and entering -----------------------------------------------------------------------------------------

static void leave_one(const wend_machine_def *def, wend_machine *m, void *user)
{
    int state = leaf_of(m);
    state_act(def->states[state].exit, user);
    m->active &= ~bit_of(state);
    m->depth--;
}

static void enter_one(const wend_machine_def *def, wend_machine *m, int state, void *user)
{
    int k = m->depth++;
    m->path[k] = (int8_t)state;
    m->entered[k] = m->seconds;
    m->outcome[k] = WEND_RUNNING;
    m->active |= bit_of(state);
    state_act(def->states[state].enter, user);
}

/// The state and all that hold it, outermost first. Returns how many.
static int find_path(const wend_machine_def *def, int state, int path[WEND_DEPTH])
{
    int depth = def->states[state].depth;
    for (int line = state, wanted = depth; wanted >= 0; line--)
        if (def->states[line].depth == wanted)
            path[wanted--] = line;
    return depth + 1;
}

/// Leaves what doesn't hold the state, and the state itself; enters the way to it and its first ones inside.
static void move_to(const wend_machine_def *def, wend_machine *m, int to, void *user)
{
    int path[WEND_DEPTH], count = find_path(def, to, path), common = 0;
    while (common < m->depth && common < count - 1 && m->path[common] == path[common])
        common++;
    while (m->depth > common)
        leave_one(def, m, user);
    for (int k = common; k < count; k++)
        enter_one(def, m, path[k], user);
    for (int line = to + 1; line < def->state_count && def->states[line].depth == def->states[line - 1].depth + 1;
         line++)
        enter_one(def, m, line, user);
}

static void remember(wend_machine *m, int from, int line)
{
    int to = leaf_of(m);
    m->trace[m->changes++ % WEND_TRACE] = (wend_change){m->seconds, (int16_t)from, (int16_t)to, (int16_t)line};
    if (from != to && from != NOBODY)
        m->before = (int8_t)(from + 1);
}

// ---- changes ------------------------------------------------------------------------------------------------------

static void push(wend_machine *m, int state)
{
    if (m->stacked == WEND_STACK)
    {
        for (int i = 1; i < WEND_STACK; i++)
            m->stack[i - 1] = m->stack[i];
        m->stacked--;
    }
    m->stack[m->stacked++] = (int8_t)state;
}

/// Is there such a state to go to?
static bool is_there(const wend_machine_def *def, const wend_machine *m, int to)
{
    if (to == WEND_PREVIOUS)
        return m->before > 0;
    if (to == WEND_POPPED)
        return m->stacked > 0;
    return to >= 0 && to < def->state_count;
}

static void change(const wend_machine_def *def, wend_machine *m, int to, wend_transition_kind kind, int line,
                   void *user)
{
    int from = leaf_of(m);
    if (to == WEND_PREVIOUS)
        to = m->before - 1;
    else if (to == WEND_POPPED)
        to = m->stack[--m->stacked];
    if (kind == WEND_PUSH)
        push(m, from);
    move_to(def, m, to, user);
    remember(m, from, line);
}

// A change that somebody has asked for.
typedef struct request
{
    int to;
    wend_transition_kind kind;
    bool is_set;
} request;

static request take_request(wend_machine *m)
{
    request r = {m->asked, (wend_transition_kind)m->asked_kind, m->has_asked};
    m->has_asked = false;
    return r;
}

static void carry_out(const wend_machine_def *def, wend_machine *m, void *user)
{
    request r = take_request(m);
    if (r.is_set && is_there(def, m, r.to))
        change(def, m, r.to, r.kind, NOBODY, user);
}

/// A change has come: what was asked for in it follows, once. What that one asks for is put off till the next step.
static void follow_up(const wend_machine_def *def, wend_machine *m, request *late, void *user)
{
    carry_out(def, m, user);
    if (m->has_asked)
        *late = take_request(m);
}

// ---- lines --------------------------------------------------------------------------------------------------------

/// The depth in the path of the state from which a line leads; -1: that isn't active.
static int depth_of_source(const wend_machine_def *def, const wend_machine *m, const wend_transition *t)
{
    if (t->from == WEND_ANY)
        return t->to >= 0 && (m->active & bit_of(t->to)) ? NOBODY : m->depth - 1;
    return m->active & bit_of(t->from) ? def->states[t->from].depth : NOBODY;
}

static bool does_fit(const wend_machine_def *def, const wend_machine *m, const wend_transition *t, const void *user)
{
    int k = depth_of_source(def, m, t);
    if (k < 0 || (t->on != 0 && !(m->told >> t->on & 1)))
        return false;
    if (t->after != WEND_RUNNING && m->outcome[k] != t->after)
        return false;
    if (t->seconds > 0.0 && m->seconds - m->entered[k] < t->seconds)
        return false;
    if (t->kind != WEND_STAY && !is_there(def, m, t->to))
        return false;
    return !t->guard || t->guard(user);
}

/// The first line that fits, or -1.
static int find_line(const wend_machine_def *def, const wend_machine *m, const void *user)
{
    for (int line = 0; line < def->transition_count; line++)
        if (does_fit(def, m, &def->transitions[line], user))
            return line;
    return NOBODY;
}

// ---- a step -------------------------------------------------------------------------------------------------------

static void begin(const wend_machine_def *def, wend_machine *m, void *user)
{
    m->before = 0;
    m->stacked = 0;
    move_to(def, m, 0, user);
    remember(m, NOBODY, NOBODY);
}

static void update(const wend_machine_def *def, wend_machine *m, double seconds, void *user)
{
    for (int k = 0; k < m->depth && !m->has_asked; k++)
        m->outcome[k] = (uint8_t)state_update(&def->states[m->path[k]], seconds, user);
}

/// What has been asked for, and what follows from it.
static void do_asked(const wend_machine_def *def, wend_machine *m, request *late, void *user)
{
    carry_out(def, m, user);
    follow_up(def, m, late, user);
}

static void take_line(const wend_machine_def *def, wend_machine *m, request *late, void *user)
{
    int line = find_line(def, m, user);
    m->told = 0;
    if (line == NOBODY || def->transitions[line].kind == WEND_STAY)
        return;
    change(def, m, def->transitions[line].to, def->transitions[line].kind, line, user);
    follow_up(def, m, late, user);
}

int wend_machine_step(const wend_machine_def *def, wend_machine *machine, double seconds, void *user)
{
    if (!def || !machine || !def->states)
        return -1;
    wend_machine *m = machine;
    request late = {0};
    m->seconds += seconds;
    if (m->depth == 0)
        begin(def, m, user);
    if (m->has_asked)
        do_asked(def, m, &late, user);
    take_line(def, m, &late, user);
    update(def, m, seconds, user);
    if (m->has_asked)
        do_asked(def, m, &late, user);
    if (late.is_set && !m->has_asked)
        wend_machine_go(m, late.to, late.kind);
    return leaf_of(m);
}

void wend_machine_go(wend_machine *machine, int to, wend_transition_kind kind)
{
    if (!machine)
        return;
    if (kind == WEND_STAY || to < WEND_POPPED || to == WEND_ANY || to >= WEND_STATES)
        return;
    machine->asked = (int8_t)to;
    machine->asked_kind = (uint8_t)kind;
    machine->has_asked = true;
}

void wend_machine_tell(wend_machine *machine, int kind)
{
    if (!machine)
        return;
    if (kind > 0 && kind < WEND_MESSAGES)
        machine->told |= (uint64_t)1 << kind;
}

void wend_machine_stop(const wend_machine_def *def, wend_machine *machine, void *user)
{
    if (!def || !machine)
        return;
    int from = leaf_of(machine);
    while (machine->depth > 0)
        leave_one(def, machine, user);
    if (from != NOBODY)
        remember(machine, from, NOBODY);
    machine->has_asked = false;
    machine->told = 0;
}

int wend_machine_state(const wend_machine *machine)
{
    if (!machine)
        return -1;
    return leaf_of(machine);
}

double wend_machine_seconds(const wend_machine *machine, int state)
{
    if (!machine)
        return 0.0;
    for (int k = 0; k < machine->depth; k++)
        if (machine->path[k] == state)
            return machine->seconds - machine->entered[k];
    return 0.0;
}

const wend_change *wend_machine_trace(const wend_machine *machine, int ago)
{
    if (!machine)
        return NULL;
    uint32_t kept = machine->changes < WEND_TRACE ? machine->changes : WEND_TRACE;
    bool is_kept = ago >= 0 && (uint32_t)ago < kept;
    return is_kept ? &machine->trace[(machine->changes - 1 - (uint32_t)ago) % WEND_TRACE] : NULL;
}

// ---- the table ----------------------------------------------------------------------------------------------------

static const char *name_of(const wend_machine_def *def, int state)
{
    switch (state)
    {
    case WEND_PREVIOUS: return "the previous one";
    case WEND_POPPED: return "the one pushed last";
    default: return def->states[state].name;
    }
}

static bool needs_nothing(const wend_transition *t)
{
    return !t->guard && t->seconds == 0.0 && t->after == WEND_RUNNING && t->on == 0 && t->from >= 0 && t->to >= 0;
}

static wend_status check_ends(const wend_machine_def *def, int line, wend_error *error)
{
    const wend_transition *t = &def->transitions[line];
    if (t->from < WEND_ANY || t->from >= def->state_count)
        return error_set(error, WEND_ERROR_VALUE, "transition %d has from %d, must be WEND_ANY or within 0..%d", line,
                         t->from, def->state_count - 1);
    if ((int)t->kind < 0 || t->kind >= WEND_TRANSITION_KIND_COUNT)
        return error_set(error, WEND_ERROR_VALUE, "transition %d has kind %d, must be within 0..%d", line, (int)t->kind,
                         WEND_TRANSITION_KIND_COUNT - 1);
    if (t->kind == WEND_STAY && t->to != t->from)
        return error_set(error, WEND_ERROR_VALUE,
                         "transition %d stays, but leads from %d to %d, must lead to where it comes from", line,
                         t->from, t->to);
    bool leads = t->to >= 0 ? t->to < def->state_count : t->to == WEND_PREVIOUS || t->to == WEND_POPPED;
    if (t->kind != WEND_STAY && !leads)
        return error_set(error, WEND_ERROR_VALUE,
                         "transition %d has to %d, must be WEND_PREVIOUS, WEND_POPPED or within 0..%d", line, t->to,
                         def->state_count - 1);
    return WEND_OK;
}

static wend_status check_line(const wend_machine_def *def, int line, wend_error *error)
{
    const wend_transition *t = &def->transitions[line];
    wend_status status = check_ends(def, line, error);
    if (status != WEND_OK)
        return status;
    if (!(t->seconds >= 0.0 && t->seconds <= DBL_MAX))
        return error_set(error, WEND_ERROR_VALUE, "transition %d has seconds %g, must be >= 0 and finite", line,
                         t->seconds);
    if ((int)t->after < 0 || t->after >= WEND_OUTCOME_COUNT)
        return error_set(error, WEND_ERROR_VALUE, "transition %d has after %d, must be within 0..%d", line,
                         (int)t->after, WEND_OUTCOME_COUNT - 1);
    if (t->on < 0 || t->on >= WEND_MESSAGES)
        return error_set(error, WEND_ERROR_VALUE, "transition %d has on %d, must be within 0..%d", line, t->on,
                         WEND_MESSAGES - 1);
    for (int above = 0; above < line; above++)
        if (def->transitions[above].from == t->from && needs_nothing(&def->transitions[above]))
            return error_set(error, WEND_ERROR_VALUE,
                             "transition %d (%s to %s) is never taken: transition %d is above it and needs nothing",
                             line, name_of(def, t->from), name_of(def, t->to), above);
    return WEND_OK;
}

wend_status wend_machine_check(const wend_machine_def *def, wend_error *error)
{
    if (!def)
        return error_set(error, WEND_ERROR_NULL, "the machine is null");
    wend_status status = states_check(def->states, def->state_count, error);
    for (int i = 0; i < def->state_count && status == WEND_OK; i++)
        status = depth_check(error, "state", i, def->states[i].depth, i > 0 ? def->states[i - 1].depth : -1);
    if (status != WEND_OK)
        return status;
    if (def->transition_count < 0 || def->transition_count > INT16_MAX)
        return error_set(error, WEND_ERROR_VALUE, "transition_count is %d, must be within 0..%d", def->transition_count,
                         INT16_MAX);
    if (def->transition_count > 0 && !def->transitions)
        return error_set(error, WEND_ERROR_NULL, "the table of transitions is null");
    for (int line = 0; line < def->transition_count && status == WEND_OK; line++)
        status = check_line(def, line, error);
    return status;
}
