// Scenes: at once a demo, a test, a benchmark and a page.                                       floor 5, on wend.h
//
//   scene_table     all of them
//   scene_find      one by its name
//   scene_start     make a running one; scene_stop frees it
//   scene_advance   one frame: input, then a step
//   scene_draw      what is to be seen, through a draw table
//   scene_list_signs scene_draw_sign     its legend: what the colours and lines of it mean (legend.c)
//   scene_verify    play it through its own input and check what happened
//
// A scene is a row in the table (scenes.c) and a small file. It knows nothing of windows, files or clocks: the command
// plays it in a window, draws it into a picture, checks it and hashes it; a page does the same in a browser.
#ifndef WEND_SCENES_H
#define WEND_SCENES_H

#include "wend/wend.h"

#define SCENE_PARAMS 12
#define SCENE_HIDDEN                                                                                                   \
    UINT64_MAX ///< user value of agents that are no bodies, such as the pointer: a click passes through

/// A slider, or a switch (low 0, high 1).
typedef struct scene_param
{
    const char *name;  ///< one word: "separation"
    const char *label; ///< what a person reads: "separation weight"
    float low, high, start;
    bool is_switch;
} scene_param;

/// A parameter of which only whole numbers mean something; others are rounded.
typedef struct scene_whole
{
    int param;
    const char *const *names; ///< of the numbers from low to high; null: they have none
} scene_whole;

/// What the player does in one frame. All zero: nothing.
typedef struct scene_input
{
    wend_vec pointer; ///< in the coordinates of the view
    bool has_pointer; ///< the pointer is over the scene
    bool is_down;     ///< a button is held
    bool is_clicked;  ///< a button went down in this frame
    wend_vec arrows;  ///< arrow keys held, -1, 0 or 1 in x and y (up is +y)
    bool is_space_down;
    char key; ///< the key that went down in this frame, as a lower-case character ('+', '1', ' ', 's'); 0: none
} scene_input;

/// How a thing is drawn, for the legend.
typedef enum scene_mark
{
    SCENE_BODY, ///< a hull and where it looks
    SCENE_DART, ///< a triangle that flies to the right
    SCENE_DOT,
    SCENE_CIRCLE,
    SCENE_BAR,     ///< a filled bar, box or tile
    SCENE_OUTLINE, ///< a bar of which only the outline is left
    SCENE_LINE,
    SCENE_DASHED,
    SCENE_ARROW,
    SCENE_DASHED_ARROW,
    SCENE_HEAD, ///< the head of an arrow without a shaft
    SCENE_MARKS,
} scene_mark;

/// A line of a legend.
typedef struct scene_sign
{
    scene_mark mark;
    wend_colour colour;
    const char *word; ///< a few words that stay where they are: a literal
} scene_sign;

#define SCENE_SIGNS 24

/// What is drawn just now, and what it means.
typedef struct scene_legend
{
    scene_sign signs[SCENE_SIGNS];
    int count;
} scene_legend;

struct scene_run;

/// Choices of a scene that can be compared: the same seeds are played with each, and what comes of it is measured.
typedef struct scene_contest
{
    int whole;           ///< the line of the scene's wholes whose names are the choices
    const char *measure; ///< what is measured: "seconds survived"; more is better
    double most_seconds; ///< that are played
    double (*measured)(const struct scene_run *run, bool *is_over); ///< so far; is it over before that?
} scene_contest;

/// A kind of scene. Callbacks get the run with its state, zeroed before init.
typedef struct scene
{
    const char *name;  ///< "critters"
    const char *title; ///< "Critters"
    const char *about; ///< one sentence
    const char *keys;  ///< what its own keys do: "R response time, mouse: lead them"
    const scene_param *params;
    int param_count;
    const scene_contest *contest; ///< null: there is nothing to compare
    const scene_whole *wholes;    ///< may be null
    int whole_count;
    bool has_own_r, has_own_space; ///< R doesn't restart here; Space pauses only where the scene has no use for it
    size_t state_size;
    double step_seconds;    ///< how long a step is, 1/60 usually
    double picture_seconds; ///< when it looks best
    wend_vec low, high;     ///< what is seen at first; drawn with y up
    wend_colour background;
    wend_status (*init)(struct scene_run *run, wend_error *error);
    void (*input)(struct scene_run *run); ///< read run->input; may be null
    void (*step)(struct scene_run *run);  ///< one step of step_seconds
    void (*draw)(const struct scene_run *run, const wend_draw *draw);
    void (*legend)(const struct scene_run *run, scene_legend *legend); ///< adds a sign for all that draw draws now
    wend_vec (*project)(const struct scene_run *run, wend_vec point);  ///< from the world to the view; null: as it is
    void (*status)(const struct scene_run *run, char *text, size_t capacity); ///< read-outs in a line; may be null
    void (*demo)(const struct scene_run *run, scene_input *input); ///< what a player might do now; may be null
    void (*verify)(struct scene_run *run);                         ///< drives the run and calls scene_check
    uint64_t (*hash)(const struct scene_run *run);                 ///< of what isn't in the world; may be null
    void (*stop)(struct scene_run *run); ///< frees what the state holds but the world; may be null
} scene;

/// A running scene.
typedef struct scene_run
{
    const scene *kind;
    wend_world *world; ///< made by init, freed by scene_stop
    uint64_t seed;
    int threads;
    wend_allocator allocator;
    double seconds; ///< played so far
    float params[SCENE_PARAMS];
    scene_input input;
    bool is_paused;
    wend_vec low, high;    ///< what is seen
    wend_agent_id watched; ///< whose vectors are shown; zero: nobody's
    void *state;
    int checks_passed, checks_failed; ///< by scene_check
    char failure[256];                ///< the first check that failed
} scene_run;

/// All scenes, in the order of the picker.
extern const scene *const scene_table[];
extern const int scene_count;

/// By name, or null.
const scene *scene_find(const char *name);

/// What may be chosen at the start. All zero: seed 1, one thread, malloc.
typedef struct scene_options
{
    uint64_t seed;
    int threads;
    wend_allocator allocator;
} scene_options;

/// A new run, or null with the reason in `error`. `options` null: all zero.
scene_run *scene_start(const scene *kind, const scene_options *options, wend_error *error);

/// Frees a run and its world. Null is fine.
void scene_stop(scene_run *run);

/// Back to the beginning, with the same seed and the parameters as they are now.
wend_status scene_restart(scene_run *run, wend_error *error);

/// One frame: the input is shown to the scene, then it makes a step unless it is paused. Keys that all scenes share: P
/// (and Space, where it isn't the scene's own) pause, N single step, R restart (where it isn't); a click on an agent
/// watches it.
void scene_advance(scene_run *run, const scene_input *input);

/// One frame with the input of the scene's demo.
void scene_advance_demo(scene_run *run);

/// Show the vectors of this agent, or hide them if they are shown; of the zero id: hide.
void scene_watch(scene_run *run, wend_agent_id id);

/// One number for the state of a run: the hash of its world, and of what else moves in it.
uint64_t scene_hash(const scene_run *run);

void scene_draw(const scene_run *run, const wend_draw *draw);

#define SCENE_NEIGHBOUR_COLOUR 0x8b97a570u
#define SCENE_NEIGHBOURS       64

/// Where those are whom the watched agent looked at: within its neighbour radius, of its flock, of what it notices, in
/// its view. Returns how many; none if its reason knows of none.
int scene_list_neighbours(const scene_run *run, const wend_reason *reason, wend_vec places[SCENE_NEIGHBOURS]);

/// Adds a sign. A word that is there already isn't added again, nor what is more than SCENE_SIGNS.
void scene_add_sign(scene_legend *legend, scene_mark mark, wend_colour colour, const char *word);

/// The vectors of a watched agent: those that are long enough to be seen. `reason` null: all four.
void scene_add_vectors(scene_legend *legend, const wend_reason *reason, float max_speed);

/// What a ring shows: interest, its dangers by the words for hard and soft, what is masked, the choice. `result` null:
/// nothing is chosen yet.
void scene_add_ring(scene_legend *legend, const wend_ring *ring, const wend_choice_result *result, const char *hard,
                    const char *soft);

/// The legend of a run as it is drawn now: that of its scene, then the vectors of the watched agent.
void scene_list_signs(const scene_run *run, scene_legend *legend);

#define SCENE_SIGN_WIDTH  28.0f
#define SCENE_SIGN_HEIGHT 16.0f

/// Draws a sample, as the scene draws it, into (0, 0)..(SCENE_SIGN_WIDTH, SCENE_SIGN_HEIGHT).
void scene_draw_sign(const scene_sign *sign, const wend_draw *draw);

/// The index of a parameter, or -1.
int scene_param_index(const scene *kind, const char *name);

/// Verify the scene from its beginning. True if no check failed.
bool scene_verify(scene_run *run);

/// A fact that must be true: counted, and kept in words if it isn't. Returns the fact.
bool scene_check(scene_run *run, bool is_true, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

#endif
