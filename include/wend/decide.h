// What to do, and when: states one at a time, several at once, in trees; turns; messages.      floor 1, includes urge.h
//
//   wend_machine_check _step _go _tell _stop _state _seconds    one state at a time; states inside states
//   wend_layer_check _step _raise _stop _share                  any number of states at once, each to a degree
//   wend_tree_check _step _stop                                 sequences, selectors and decorators of states
//   wend_regulate                                               who may think in this frame
//   wend_mail_post _advance _take                               messages that arrive later
//
// A state is a line of a table: a name, and what to call when it is entered, at every update, and when it is left.
// Machines, layers and trees are tables too: borrowed, shared by any number of minds, and checked once by a _check
// function, which names the line and the field that is wrong. The other functions take tables that have been checked.
// Tables of states and trees are read as an outline: what stands one deeper lies inside the line above it.
//
// What a mind remembers is a plain struct of the caller's (336 bytes for a machine, 400 for a layer, 672 for a tree)
// without pointers: zeroed it hasn't begun; copied, saved or hashed it goes on the same. Callbacks get the caller's
// `user`. Nothing here allocates or draws, and no clock is read: time is what the steps are told. Scene: states.
#ifndef WEND_DECIDE_H
#define WEND_DECIDE_H

#include "wend/urge.h"

#define WEND_STATES   64 ///< lines of a table of states or of a tree
#define WEND_DEPTH    16 ///< of an outline, at most
#define WEND_STACK    8  ///< states that a machine can come back to
#define WEND_TRACE    8  ///< changes that a machine remembers
#define WEND_MESSAGES 64 ///< kinds of messages, 0 included, which is none
#define WEND_DEGREES  16 ///< states of a layer

/// What became of it.
typedef enum wend_outcome
{
    WEND_RUNNING, ///< it isn't over
    WEND_SUCCEEDED,
    WEND_FAILED,
    WEND_OUTCOME_COUNT
} wend_outcome;

typedef void wend_act_fn(void *user);
typedef wend_outcome wend_update_fn(double seconds, void *user); ///< since the last update
typedef bool wend_guard_fn(const void *user);
typedef float wend_degree_fn(const void *user); ///< [0, 100]; NaN counts as 0

/// Something that somebody does for a while. A null callback does nothing, and then an update is running.
typedef struct wend_state
{
    const char *name;
    int depth; ///< how deep it lies inside others, in a machine [0, WEND_DEPTH), default 0
    wend_act_fn *enter;
    wend_update_fn *update;
    wend_act_fn *exit;
} wend_state;

// ---- one at a time ------------------------------------------------------------------------------------------------

#define WEND_ANY      (-1) ///< from: any state outside the one that the line leads to
#define WEND_PREVIOUS (-2) ///< to: the state before the present one
#define WEND_POPPED   (-3) ///< to: the one that was pushed last

/// What a line does.
typedef enum wend_transition_kind
{
    WEND_GO,   ///< leaves and enters, also from a state to itself (an external transition); default
    WEND_STAY, ///< to where it comes from: nothing is left or entered (an internal one), no later line is looked at
    WEND_PUSH, ///< as WEND_GO, and puts the present state on the stack
    WEND_TRANSITION_KIND_COUNT
} wend_transition_kind;

/// A way from one state to another. It fits while `from` is active (something inside it is, too) and all its conditions
/// hold.
typedef struct wend_transition
{
    int from, to;         ///< lines of the states, or see above
    wend_guard_fn *guard; ///< null: true
    wend_transition_kind kind;
    double seconds;     ///< only after so long in `from`, [>= 0], default 0
    wend_outcome after; ///< only after the last update of `from` said so; WEND_RUNNING (default): at any time
    int on;             ///< only if wend_machine_tell told this since the last step, [0, WEND_MESSAGES); 0: not needed
} wend_transition;

/// A table. The first line that fits is taken: the order of lines is their priority. One line is taken in a step.
typedef struct wend_machine_def
{
    const wend_state *states;
    int state_count; ///< [1, WEND_STATES]
    const wend_transition *transitions;
    int transition_count; ///< [0, 32767]
} wend_machine_def;

/// A change that has happened.
typedef struct wend_change
{
    double seconds;   ///< the machine's time
    int16_t from, to; ///< innermost states; -1: it wasn't going, or isn't any more
    int16_t line;     ///< of the transition; -1: by wend_machine_go, beginning or stopping
} wend_change;

/// What a machine remembers. All zero: it hasn't begun.
typedef struct wend_machine
{
    double seconds;        ///< all its steps
    uint64_t active;       ///< bit by line of the states
    uint64_t told;         ///< bit by kind of message
    int8_t depth, stacked; ///< how many there are in path and stack
    int8_t before;         ///< the previous state + 1
    int8_t asked;          ///< by wend_machine_go
    uint8_t asked_kind;
    bool has_asked;
    int8_t path[WEND_DEPTH];     ///< the active states, outermost first
    uint8_t outcome[WEND_DEPTH]; ///< of their last updates
    double entered[WEND_DEPTH];  ///< when each was entered
    int8_t stack[WEND_STACK];
    uint32_t changes;              ///< how many there have been
    wend_change trace[WEND_TRACE]; ///< change k stands at k % WEND_TRACE
} wend_machine;

/// Are both tables in order? Else the status, with the line, the field and what is allowed in `error` (which may be
/// null). A line that can never be taken because one above it needs nothing is refused as well.
WEND_API wend_status wend_machine_check(const wend_machine_def *def, wend_error *error);

/// `seconds` [>= 0] later: begins, if it hasn't, with the first state and the first of those inside it, and so on; goes
/// where wend_machine_go asked; takes the first line that fits; then updates the active states, outermost first. No state
/// is ever updated before it has been entered. Returns the innermost active state.
///
/// A change to a state leaves, innermost first, only what doesn't hold it, then enters it and its first ones inside.
/// To a state that is active it leaves that one too, and enters it anew. Where it is asked in an update to go
/// elsewhere, what lies inside isn't updated any more, and the change comes before the step is over.
WEND_API int wend_machine_step(const wend_machine_def *def, wend_machine *machine, double seconds, void *user);

/// Asks for a change, from a callback or from outside: nothing is called at once. It is carried out when what is
/// going on, an update or a change with all its exits and enters, is over, else in the next step; what a change
/// carried out like that asks for waits for the next step, so it never runs in circles. Of several the last counts. A
/// WEND_PREVIOUS or WEND_POPPED that there isn't, and WEND_STAY, are forgotten.
WEND_API void wend_machine_go(wend_machine *machine, int to, wend_transition_kind kind);

/// Tells of something: a message of that kind [1, WEND_MESSAGES), for the lines that wait for it in the next step.
/// Other kinds are ignored.
WEND_API void wend_machine_tell(wend_machine *machine, int kind);

/// Leaves all states, innermost first. The next step begins anew, with an empty stack and no previous state.
WEND_API void wend_machine_stop(const wend_machine_def *def, wend_machine *machine, void *user);

/// The innermost active state, -1 if there is none.
WEND_API int wend_machine_state(const wend_machine *machine);

/// Is a state active, or one inside it?
static inline bool wend_machine_is_in(const wend_machine *machine, int state)
{
    return machine && state >= 0 && state < WEND_STATES && (machine->active >> state & 1) != 0;
}

/// How long it has been in a state; 0 if it isn't.
WEND_API double wend_machine_seconds(const wend_machine *machine, int state);

/// The `ago`-th last change, 0 the last; null where so many aren't remembered.
WEND_API const wend_change *wend_machine_trace(const wend_machine *machine, int ago);

// ---- several at once ----------------------------------------------------------------------------------------------

/// A state that is active to a degree, 0 to 100.
typedef struct wend_activation
{
    wend_state state;
    wend_degree_fn *degree; ///< what it should be now; null: 0, what counts is wend_layer_raise
    float enter;            ///< it is entered at this degree, if that isn't 0, [0, 100], default 0
    float exit;             ///< it is left below this degree, or at 0, [0, enter], default 0
    float dwell;            ///< but not before so many seconds, [>= 0], default 0
    const wend_curve *fade; ///< how it falls: percent of where it was, by the seconds since; null: at once
} wend_activation;

typedef struct wend_layer_def
{
    const wend_activation *rows;
    int count; ///< [1, WEND_DEGREES]
} wend_layer_def;

/// What a layer remembers. All zero: nothing is active.
typedef struct wend_layer
{
    double seconds;
    double entered[WEND_DEGREES];
    double held[WEND_DEGREES]; ///< when it was last as high as it should be
    float top[WEND_DEGREES];   ///< how high that was
    float degree[WEND_DEGREES];
    uint32_t active; ///< bit by line
} wend_layer;

/// Is the table in order? Else the status, with the reason in `error` (which may be null).
WEND_API wend_status wend_layer_check(const wend_layer_def *def, wend_error *error);

/// `seconds` [>= 0] later: asks for all degrees, leaves states, enters others, then updates those that are active, each
/// in the order of lines. What updates return isn't looked at. Returns the active ones, bit by line.
WEND_API uint32_t wend_layer_step(const wend_layer_def *def, wend_layer *layer, double seconds, void *user);

/// Lifts a degree to at least this, from where it fades: a fright.
WEND_API void wend_layer_raise(wend_layer *layer, int row, float degree);

/// Leaves all states; the next step enters them anew.
WEND_API void wend_layer_stop(const wend_layer_def *def, wend_layer *layer, void *user);

/// The degree of a state as a share, [0, 1], to multiply weights with; 0 while it isn't active.
static inline float wend_layer_share(const wend_layer *layer, int row)
{
    bool is_active = layer && row >= 0 && row < WEND_DEGREES && (layer->active >> row & 1) != 0;
    return is_active ? layer->degree[row] / 100.0f : 0.0f;
}

// ---- trees --------------------------------------------------------------------------------------------------------

/// What a node does. A node that has begun and isn't over is running; in the next step it goes on where it was.
typedef enum wend_node_kind
{
    WEND_DO,       ///< a state: enters it, updates it till it has succeeded or failed, leaves it
    WEND_IF,       ///< succeeds or fails by its guard; with a child: what the child does, as long as the guard holds
    WEND_SEQUENCE, ///< its children in order till one fails
    WEND_SELECTOR, ///< its children in order till one succeeds
    WEND_PARALLEL, ///< all of its children that aren't over, in each step
    WEND_INVERT,   ///< success for failure
    WEND_REPEAT,   ///< its child again and again till it fails; one round a step
    WEND_LIMIT,    ///< fails when its child takes longer than `seconds`
    WEND_COOLDOWN, ///< fails for `seconds` after its child was over or was left
    WEND_NODE_KIND_COUNT
} wend_node_kind;

/// A line of a tree.
typedef struct wend_node
{
    wend_node_kind kind;
    int depth;            ///< 0 for the first line only
    int state;            ///< of WEND_DO: a line of the states, whose depth doesn't matter here
    wend_guard_fn *guard; ///< of WEND_IF
    int count;        ///< of PARALLEL: how many must succeed, else it fails, 0 (default): all. Of REPEAT: how often,
                      ///< [0, 65535], 0: for ever
    double seconds;   ///< of LIMIT and COOLDOWN, [> 0]
    bool is_reactive; ///< of SEQUENCE and SELECTOR: asks its children from the first on, each step. Where another takes
                      ///< the place of the running one, that is left before anything else is entered
} wend_node;

typedef struct wend_tree_def
{
    const wend_state *states;
    int state_count; ///< [1, WEND_STATES]
    const wend_node *nodes;
    int node_count; ///< [1, WEND_STATES]
} wend_tree_def;

/// What a tree remembers. All zero: it hasn't begun.
typedef struct wend_tree
{
    double seconds;
    double until[WEND_STATES];  ///< of limits and cooldowns
    uint16_t at[WEND_STATES];   ///< the running child; how often it was repeated
    uint64_t running;           ///< bit by line of the nodes, as below
    uint64_t succeeded, failed; ///< what became of the others, when they were last looked at
} wend_tree;

/// Are both tables in order, and has each node the children it needs? Else the status, with the reason in `error`
/// (which may be null).
WEND_API wend_status wend_tree_check(const wend_tree_def *def, wend_error *error);

/// `seconds` [>= 0] later: asks the first node, and it asks others; each at most once. Returns what became of it; after
/// all is over the next step begins anew.
WEND_API wend_outcome wend_tree_step(const wend_tree_def *def, wend_tree *tree, double seconds, void *user);

/// Leaves whatever is running, the last line first.
WEND_API void wend_tree_stop(const wend_tree_def *def, wend_tree *tree, void *user);

// ---- turns --------------------------------------------------------------------------------------------------------

/// Spreads thinking over frames. Fill in the first two.
typedef struct wend_regulator
{
    double period; ///< seconds from one turn of somebody to the next, [>= 0]; 0: everybody in each frame
    int most;      ///< turns in one frame, [>= 0]; 0: no limit. Where that is too few, turns come later for all
    double owed;   ///< what is left of a turn
    int next;      ///< whose turn it is
} wend_regulator;

/// So many, from `first` on; after the last comes number 0.
typedef struct wend_turns
{
    int first, count;
} wend_turns;

/// Who, of `thinkers`, may think in a frame that takes `seconds`: each frame goes on where the last one ended, and in
/// equal frames the numbers differ by one at most. Nobody thinks twice in a frame.
WEND_API wend_turns wend_regulate(wend_regulator *regulator, int thinkers, double seconds);

// ---- messages -----------------------------------------------------------------------------------------------------

/// Somebody tells somebody something.
typedef struct wend_message
{
    uint64_t from, to; ///< whatever the host means by it, such as the values of agents' ids
    int kind;          ///< its own, too; [1, WEND_MESSAGES) fits wend_machine_tell
    wend_vec where;
    double due;      ///< when it arrives; set by wend_mail_post, as is the next one
    uint64_t number; ///< how many were posted before it
} wend_message;

/// Messages under way. Fill in the first two, the rest is zero.
typedef struct wend_mail
{
    wend_message *slots; ///< the caller's memory
    int capacity;        ///< how many fit
    int count;           ///< how many there are, a heap by (due, number)
    uint64_t posted;     ///< so many so far
    uint64_t open;       ///< those with a lower number may be taken now
    double seconds;      ///< its time
} wend_mail;

/// Posts a copy, to arrive `delay` seconds [>= 0, finite] from now. Else WEND_ERROR_FULL, _VALUE or _NULL, and nothing
/// is posted.
WEND_API wend_status wend_mail_post(wend_mail *mail, const wend_message *message, double delay);

/// `seconds` [>= 0] later.
WEND_API void wend_mail_advance(wend_mail *mail, double seconds);

/// Takes the next message that has arrived: by the time at which it was due, then by the order of posting. False if
/// there is none. What is posted while others are taken arrives after the next advance, even with no delay.
WEND_API bool wend_mail_take(wend_mail *mail, wend_message *out);

#endif
