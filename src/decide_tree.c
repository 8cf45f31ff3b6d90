// A tree: nodes that ask one another, and states at its leaves.
#include "decides.h"

#include <float.h>

// One step of a tree.
typedef struct walk
{
    const wend_tree_def *def;
    wend_tree *tree;
    double seconds;
    void *user;
    int pending[WEND_DEPTH]; // running nodes that are to be left before anything is entered
    int pending_count;
} walk;

static uint64_t bit_of(int node)
{
    return (uint64_t)1 << node;
}

static bool is_running(const walk *w, int node)
{
    return (w->tree->running & bit_of(node)) != 0;
}

/// The line behind a node and all that lies inside it.
static int end_of(const wend_tree_def *def, int node)
{
    int end = node + 1;
    while (end < def->node_count && def->nodes[end].depth > def->nodes[node].depth)
        end++;
    return end;
}

/// Leaves whatever is running in these lines, the last one first.
static void leave_lines(walk *w, int first, int end)
{
    for (int i = end - 1; i >= first; i--)
    {
        if (!is_running(w, i))
            continue;
        const wend_node *n = &w->def->nodes[i];
        if (n->kind == WEND_DO)
            state_act(w->def->states[n->state].exit, w->user);
        if (n->kind == WEND_COOLDOWN)
            w->tree->until[i] = w->tree->seconds + n->seconds;
        w->tree->running &= ~bit_of(i);
    }
}

/// Leaves a node and all that lies inside it.
static void leave(walk *w, int node)
{
    leave_lines(w, node, end_of(w->def, node));
}

static wend_outcome ask(walk *w, int node);

// ---- leaves -------------------------------------------------------------------------------------------------------

static wend_outcome do_state(walk *w, int node)
{
    const wend_state *state = &w->def->states[w->def->nodes[node].state];
    if (!is_running(w, node))
    {
        while (w->pending_count > 0)
            leave(w, w->pending[--w->pending_count]);
        w->tree->running |= bit_of(node);
        state_act(state->enter, w->user);
    }
    wend_outcome outcome = state_update(state, w->seconds, w->user);
    if (outcome != WEND_RUNNING)
        state_act(state->exit, w->user);
    return outcome;
}

static wend_outcome ask_guard(walk *w, int node)
{
    bool holds = w->def->nodes[node].guard(w->user);
    if (end_of(w->def, node) == node + 1)
        return holds ? WEND_SUCCEEDED : WEND_FAILED;
    if (holds)
        return ask(w, node + 1);
    leave(w, node + 1);
    return WEND_FAILED;
}

// ---- several children ---------------------------------------------------------------------------------------------

static wend_outcome in_order(walk *w, int node)
{
    const wend_node *n = &w->def->nodes[node];
    wend_outcome stop_at = n->kind == WEND_SEQUENCE ? WEND_FAILED : WEND_SUCCEEDED;
    bool goes_on = is_running(w, node);
    int old = goes_on ? w->tree->at[node] : 0, mine = w->pending_count;
    for (int child = goes_on && !n->is_reactive ? old : node + 1; child < end_of(w->def, node);
         child = end_of(w->def, child))
    {
        // Whoever comes earlier than the running child may take its place.
        bool is_pending = child < old && is_running(w, old);
        if (is_pending && w->pending_count == mine)
            w->pending[w->pending_count++] = old;
        if (!is_pending && w->pending_count > mine)
            w->pending_count = mine;
        wend_outcome outcome = ask(w, child);
        if (outcome != WEND_RUNNING && outcome != stop_at)
            continue;
        w->pending_count = w->pending_count < mine ? w->pending_count : mine;
        if (child < old)
            leave(w, old);
        w->tree->at[node] = (uint16_t)child;
        return outcome;
    }
    w->pending_count = w->pending_count < mine ? w->pending_count : mine;
    return stop_at == WEND_FAILED ? WEND_SUCCEEDED : WEND_FAILED;
}

static wend_outcome all_at_once(walk *w, int node)
{
    wend_tree *tree = w->tree;
    bool goes_on = is_running(w, node);
    int children = 0, succeeded = 0, failed = 0, end = end_of(w->def, node);
    for (int child = node + 1; child < end; child = end_of(w->def, child), children++)
    {
        bool is_over = goes_on && !is_running(w, child) && ((tree->succeeded | tree->failed) & bit_of(child));
        if (!is_over)
            ask(w, child);
        succeeded += (tree->succeeded & bit_of(child)) != 0;
        failed += (tree->failed & bit_of(child)) != 0;
    }
    int needed = w->def->nodes[node].count > 0 ? w->def->nodes[node].count : children;
    if (succeeded < needed && failed <= children - needed)
        return WEND_RUNNING;
    leave_lines(w, node + 1, end);
    return succeeded >= needed ? WEND_SUCCEEDED : WEND_FAILED;
}

// ---- decorators ---------------------------------------------------------------------------------------------------

static wend_outcome invert(wend_outcome outcome)
{
    return outcome == WEND_SUCCEEDED ? WEND_FAILED : outcome == WEND_FAILED ? WEND_SUCCEEDED : outcome;
}

static wend_outcome repeat(walk *w, int node)
{
    uint16_t *rounds = &w->tree->at[node];
    int most = w->def->nodes[node].count;
    if (!is_running(w, node))
        *rounds = 0;
    wend_outcome outcome = ask(w, node + 1);
    if (outcome != WEND_SUCCEEDED || most == 0)
        return outcome == WEND_FAILED ? WEND_FAILED : WEND_RUNNING;
    return ++*rounds >= most ? WEND_SUCCEEDED : WEND_RUNNING;
}

static wend_outcome limit(walk *w, int node)
{
    double *until = &w->tree->until[node];
    if (!is_running(w, node))
        *until = w->tree->seconds + w->def->nodes[node].seconds;
    else if (w->tree->seconds >= *until)
    {
        leave(w, node + 1);
        return WEND_FAILED;
    }
    return ask(w, node + 1);
}

static wend_outcome cool_down(walk *w, int node)
{
    double *until = &w->tree->until[node];
    if (!is_running(w, node) && w->tree->seconds < *until)
        return WEND_FAILED;
    wend_outcome outcome = ask(w, node + 1);
    if (outcome != WEND_RUNNING)
        *until = w->tree->seconds + w->def->nodes[node].seconds;
    return outcome;
}

// ---- a step -------------------------------------------------------------------------------------------------------

static wend_outcome ask_kind(walk *w, int node)
{
    switch (w->def->nodes[node].kind)
    {
    case WEND_DO: return do_state(w, node);
    case WEND_IF: return ask_guard(w, node);
    case WEND_SEQUENCE:
    case WEND_SELECTOR: return in_order(w, node);
    case WEND_PARALLEL: return all_at_once(w, node);
    case WEND_INVERT: return invert(ask(w, node + 1));
    case WEND_REPEAT: return repeat(w, node);
    case WEND_LIMIT: return limit(w, node);
    case WEND_COOLDOWN: return cool_down(w, node);
    case WEND_NODE_KIND_COUNT: break;
    }
    return WEND_FAILED;
}

static wend_outcome ask(walk *w, int node)
{
    wend_tree *tree = w->tree;
    wend_outcome outcome = ask_kind(w, node);
    uint64_t bit = bit_of(node);
    tree->running = outcome == WEND_RUNNING ? tree->running | bit : tree->running & ~bit;
    tree->succeeded = outcome == WEND_SUCCEEDED ? tree->succeeded | bit : tree->succeeded & ~bit;
    tree->failed = outcome == WEND_FAILED ? tree->failed | bit : tree->failed & ~bit;
    return outcome;
}

wend_outcome wend_tree_step(const wend_tree_def *def, wend_tree *tree, double seconds, void *user)
{
    if (!def || !tree || !def->nodes)
        return WEND_FAILED;
    walk w = {.def = def, .tree = tree, .seconds = seconds, .user = user};
    tree->seconds += seconds;
    return ask(&w, 0);
}

void wend_tree_stop(const wend_tree_def *def, wend_tree *tree, void *user)
{
    if (!def || !tree)
        return;
    walk w = {.def = def, .tree = tree, .user = user};
    leave(&w, 0);
}

// ---- the table ----------------------------------------------------------------------------------------------------

static int children_of(const wend_tree_def *def, int node)
{
    int count = 0;
    for (int child = node + 1; child < end_of(def, node); child = end_of(def, child))
        count++;
    return count;
}

static wend_status check_children(const wend_tree_def *def, int node, wend_error *error)
{
    static const struct
    {
        int least, most;
        const char *allowed;
    } rules[WEND_NODE_KIND_COUNT] = {
        [WEND_DO] = {0, 0, "none"},
        [WEND_IF] = {0, 1, "one or none"},
        [WEND_SEQUENCE] = {1, WEND_STATES, "one or more"},
        [WEND_SELECTOR] = {1, WEND_STATES, "one or more"},
        [WEND_PARALLEL] = {1, WEND_STATES, "one or more"},
        [WEND_INVERT] = {1, 1, "one"},
        [WEND_REPEAT] = {1, 1, "one"},
        [WEND_LIMIT] = {1, 1, "one"},
        [WEND_COOLDOWN] = {1, 1, "one"},
    };
    wend_node_kind kind = def->nodes[node].kind;
    int children = children_of(def, node);
    if (children >= rules[kind].least && children <= rules[kind].most)
        return WEND_OK;
    return error_set(error, WEND_ERROR_VALUE, "node %d has %d children, must have %s", node, children,
                     rules[kind].allowed);
}

static wend_status check_numbers(const wend_tree_def *def, int node, wend_error *error)
{
    const wend_node *n = &def->nodes[node];
    if (n->kind == WEND_DO && (n->state < 0 || n->state >= def->state_count))
        return error_set(error, WEND_ERROR_VALUE, "node %d has state %d, must be within 0..%d", node, n->state,
                         def->state_count - 1);
    if (n->kind == WEND_IF && !n->guard)
        return error_set(error, WEND_ERROR_NULL, "node %d has no guard, must have one", node);
    int most = n->kind == WEND_PARALLEL ? children_of(def, node) : UINT16_MAX;
    if ((n->kind == WEND_PARALLEL || n->kind == WEND_REPEAT) && (n->count < 0 || n->count > most))
        return error_set(error, WEND_ERROR_VALUE, "node %d has count %d, must be within 0..%d", node, n->count, most);
    bool has_time = n->kind == WEND_LIMIT || n->kind == WEND_COOLDOWN;
    if (has_time && !(n->seconds > 0.0 && n->seconds <= DBL_MAX))
        return error_set(error, WEND_ERROR_VALUE, "node %d has seconds %g, must be > 0 and finite", node, n->seconds);
    return WEND_OK;
}

static wend_status check_node(const wend_tree_def *def, int node, wend_error *error)
{
    const wend_node *n = &def->nodes[node];
    if ((int)n->kind < 0 || n->kind >= WEND_NODE_KIND_COUNT)
        return error_set(error, WEND_ERROR_VALUE, "node %d has kind %d, must be within 0..%d", node, (int)n->kind,
                         WEND_NODE_KIND_COUNT - 1);
    if (node > 0 && n->depth == 0)
        return error_set(error, WEND_ERROR_VALUE, "node %d has depth 0, must be > 0: only the first line is the root",
                         node);
    wend_status status = check_children(def, node, error);
    return status == WEND_OK ? check_numbers(def, node, error) : status;
}

wend_status wend_tree_check(const wend_tree_def *def, wend_error *error)
{
    if (!def || !def->nodes)
        return error_set(error, WEND_ERROR_NULL, "the tree is null");
    wend_status status = states_check(def->states, def->state_count, error);
    if (status == WEND_OK && (def->node_count < 1 || def->node_count > WEND_STATES))
        return error_set(error, WEND_ERROR_VALUE, "node_count is %d, must be within 1..%d", def->node_count,
                         WEND_STATES);
    for (int i = 0; i < def->node_count && status == WEND_OK; i++)
        status = depth_check(error, "node", i, def->nodes[i].depth, i > 0 ? def->nodes[i - 1].depth : -1);
    for (int i = 0; i < def->node_count && status == WEND_OK; i++)
        status = check_node(def, i, error);
    return status;
}
