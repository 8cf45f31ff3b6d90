// Many that go in order.                                                      floor 2, includes agent.h, obstacle.h
//
//   wend_formation_begin    a formation at a place
//   wend_formation_leader   its frame as a body, to be steered as any other: arrive, follow a path, pursue
//   wend_formation_step     moves the frame by a wish, and tells each member where its place is and how that moves
//   wend_formation_places   the places of a shape, in its frame
//   wend_match_places       who goes where, so that all together walk least
//   wend_passage_width      how wide it is ahead
//
// In a loop: make a wish for the frame's body with any behaviour; step; let each member wend_keep_place (group.h) on its
// own. The frame waits for those who fall behind, turns no faster than the outermost can walk, faces about (each is
// given another place) where that is less walking than wheeling round, and goes in file where it is narrow, bending
// with the way that it came; who stands ahead of his place in a file waits until it comes. Places are given anew only
// when their number or shape changes, or it faces about.
//
// The host says at each step what is ahead (far enough that there is time to go in file); where it was narrow the
// formation knows by itself, and stays narrow until the last one is through:
//
//     wend_vec ahead = wend_scale(f.heading, 8);
//     f.def.width = wend_passage_width(&caster, f.position, ahead, 20, 0);
//     wend_formation_step(&f, wish, members, count, seconds, NULL);
//
// A frame that stands (its wish is less than a fifth of its top speed) takes its shape at once; those who are not yet
// through come through first, and then go to their places.
//
// Everything lies in the plane x, y (where the ground is x and z hand in those). Nothing here allocates or draws; a
// formation is a plain struct that may be copied. Scene: formation.
#ifndef WEND_FORMATION_H
#define WEND_FORMATION_H

#include "wend/agent.h"
#include "wend/obstacle.h"

#define WEND_FORMATION_MOST  128 ///< members
#define WEND_FORMATION_TRAIL 128

typedef enum wend_formation_kind
{
    WEND_FORMATION_BLOCK,  ///< ranks of `files` (default)
    WEND_FORMATION_LINE,   ///< one rank
    WEND_FORMATION_COLUMN, ///< one file, or `files` abreast; bends with its way
    WEND_FORMATION_WEDGE,  ///< a V that points ahead
    WEND_FORMATION_CIRCLE, ///< all round
    WEND_FORMATION_GIVEN,  ///< the host's own places
} wend_formation_kind;

/// What it looks like. Start from wend_default_formation_def().
typedef struct wend_formation_def
{
    wend_formation_kind kind;
    float spacing;          ///< between neighbours, from centre to centre, [> 0], default 1.5
    int files;              ///< abreast in a block or column, [>= 0], default 0: a block twice as wide as deep, a
                            ///< column of one
    const wend_vec *places; ///< of GIVEN: x ahead, y to the left; borrowed; more members than places: a block
    int place_count;
    float
        width; ///< that is free ahead, from wall to wall, [>= 0], default FLT_MAX: any. What is wider goes in file, in
               ///< one where not even one fits (0: blocked). Takes what wend_passage_width says, as it is
} wend_formation_def;

WEND_API wend_formation_def wend_default_formation_def(void);

/// A formation. `def` may be changed at any time; the rest belongs to wend_formation_step and may be read.
typedef struct wend_formation
{
    wend_formation_def def;
    wend_vec position, heading; ///< of its frame: the middle of all places; of a column the middle of its first rank
    wend_vec velocity;          ///< of the frame
    float spin;                 ///< by which it turns, radians a second
    float lag;                  ///< how far the last one is from its place
    int files;                  ///< abreast in a column or block, else 0
    int count;                  ///< members that have a place
    bool is_in_file;            ///< a column, because it is one or because it is narrow
    float top, acceleration;    ///< of the frame: what the slowest member leaves it
    wend_vec trail[WEND_FORMATION_TRAIL];    ///< where the frame has been, the last place first, half a spacing apart
    float trail_width[WEND_FORMATION_TRAIL]; ///< there, where it was too narrow for the shape; else FLT_MAX
    int trail_count;
    wend_formation_def matched; ///< the def when places were given last
} wend_formation;

/// A member.
typedef struct wend_member
{
    wend_agent body;   ///< in: where it is and what it can do
    int place;         ///< its number
    wend_vec point;    ///< where its place is
    wend_vec velocity; ///< how that moves
} wend_member;

/// At a place, looking along a heading (zero: +x), with nobody in it.
WEND_API wend_formation wend_formation_begin(wend_vec position, wend_vec heading);

/// The frame as a body: nine tenths of the slowest member's top speed, half the least acceleration. The default
/// agent's before the first step.
WEND_API wend_agent wend_formation_leader(const wend_formation *formation);

/// Moves the frame by a wish, and writes place, point and velocity of each member. The frame's speed falls as the last
/// member lags, from half a spacing on, to a tenth at one and a half. It turns toward the wish by what the outermost
/// place can walk, slower the farther it must turn; a wish of less than a tenth of its top speed it follows without
/// turning. `error` (which may be null) gets the reason of WEND_ERROR_VALUE, and nothing changed: count outside
/// [0, 128], seconds not finite or below 0, a spacing or width out of its interval, a wish or position that isn't
/// finite; of WEND_ERROR_NULL: no formation, members or given places.
WEND_API wend_status wend_formation_step(wend_formation *formation, wend_vec wish, wend_member *members, int count,
                                         double seconds, wend_error *error);

/// Where `count` [0, 128] places of a shape are, x ahead and y to the left, front ranks first, their middle at 0 (of a
/// column that of its first rank). Too wide for its width: a column of as many files as fit bodies of `radius` [>= 0].
/// Returns how many are abreast; 0 for wedge, circle and given places, and where wend_formation_step
/// would refuse something. The last rank of a block stands in its middle.
WEND_API int wend_formation_places(const wend_formation_def *def, int count, float radius, wend_vec *places);

/// Gives each of `count` [0, 128] points a place of its own, so that the sum of all distances is least; then no two
/// ways cross. Of equally short ways always the same are chosen. Returns the sum. Kuhn's and Munkres' method (1955,
/// 1957) with shortest augmenting paths: count^3 steps at most. Null, or out of the interval: 0, nothing written.
WEND_API float wend_match_places(const wend_vec *points, const wend_vec *places, int count, int *place_of);

/// The width of the widest body that can go straight from a point along a way, to within a 256th of `most`; FLT_MAX
/// where it is no narrower than `most` [>= 0], or there is no caster; 0 where not even a thin body can, or something
/// isn't finite. Nobody narrower than `most` is told anything, so it should be the formation's own width, at least.
WEND_API float wend_passage_width(const wend_caster *caster, wend_vec from, wend_vec along, float most, uint32_t mask);

#endif
