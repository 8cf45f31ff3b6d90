// What several scenes share: colours, spawning, checks on all agents.
#ifndef WEND_SCENES_PARTS_H
#define WEND_SCENES_PARTS_H

#include "scenes.h"

// Colours that differ for every kind of eye (Okabe and Ito, "Color Universal Design", 2008), a little lighter.
#define COLOUR_ORANGE 0xf0a830ffu
#define COLOUR_SKY    0x64bdf2ffu
#define COLOUR_GREEN  0x2fbf90ffu
#define COLOUR_YELLOW 0xf2e65affu
#define COLOUR_BLUE   0x4d86f7ffu
#define COLOUR_RED    0xf0693cffu
#define COLOUR_PINK   0xe08cbcffu
#define COLOUR_GREY   0x8b97a5ffu
#define COLOUR_FAINT  0x8b97a548u
#define COLOUR_TEXT   0xc8d2ddffu
#define COLOUR_NIGHT  0x12171effu

/// A colour with another opacity, 0..255.
static inline wend_colour faded(wend_colour colour, unsigned opacity)
{
    return (colour & 0xffffff00u) | opacity;
}

/// How much, as a colour: from blue (0) by violet to orange (1).
wend_colour part_heat(float share);

/// A world for a run: its seed, threads and allocator; the rest is set by the scene before it calls part_make_world.
wend_world_def part_world_def(const scene_run *run);
wend_status part_make_world(scene_run *run, const wend_world_def *def, wend_error *error);

/// The value of a parameter by its name.
float part_param(const scene_run *run, const char *name);

/// Did this key go down in this frame?
static inline bool part_key(const scene_run *run, char key)
{
    return run->input.key == key;
}

/// Turn a switch over.
void part_toggle(scene_run *run, const char *name);

/// Plays a run with one input, frame after frame, for some seconds. A key and a click count only in the first frame.
void part_play(scene_run *run, scene_input input, double seconds);

/// All agents' hulls as drops of one colour, the watched one in white.
void part_draw_agents(const scene_run *run, const wend_draw *draw, wend_colour colour);

/// The half-planes of the watched agent's velocities, the top speed drawn `scale` long; and their signs.
void part_draw_halves(const scene_run *run, const wend_draw *draw, float scale);
void part_list_halves(const scene_run *run, scene_legend *legend);

/// The least distance between two hulls of `count` agents, negative where they overlap.
float part_least_gap(const scene_run *run, const wend_agent_id *ids, int count);

/// A number in [0, 1) that depends only on k: the k-th of a sequence that fills the interval evenly (base 2 or 3).
float part_spread(int k, int base);

/// Some numbers into a hash (FNV-1a over their bits).
uint64_t part_hash(uint64_t hash, const float *values, int count);

/// The frame of the world.
void part_draw_edges(const wend_draw *draw, wend_vec low, wend_vec high);

/// A circle of dashes, only where it is within low..high.
void part_draw_dashed_circle(const wend_draw *draw, wend_vec at, float radius, wend_vec low, wend_vec high,
                             wend_colour colour);

/// A watched body that doesn't cover what starts in it: an outline.
void part_draw_watched(const wend_draw *draw, wend_vec at, wend_vec heading, float radius, wend_colour colour);

/// Text on a plate of the background, to be read whatever is below. `letter` is about the width of one, in the world.
void part_draw_label(const wend_draw *draw, wend_vec at, float letter, const char *text, wend_colour colour);

#endif
