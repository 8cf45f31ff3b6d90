// Inside casts: what is known of one on its way.
#ifndef WEND_SRC_CASTS_H
#define WEND_SRC_CASTS_H

#include "lanes.h"
#include "touch.h"

enum
{
    RECENT = 16 // a power of two
};

/// A cast on its way.
typedef struct sweep
{
    const wend_obstacles *set;
    const wend_cast *cast;
    real_vec from, along;
    double length, radius;
    double farthest;          // of the coordinates of `from`: how fine positions are there
    double until;             // times after it don't matter any more, <= 1
    bool has_hit;             // the best so far:
    double time;              //   in 0..1
    float distance;           //   what is published, and what ties are told by
    int piece;                //   what is met
    real_vec way_out;         //   zero unless it began inside a solid
    bool has_overlap;         // something is overlapped at the start: begin again with what follows
    bool is_inside;           // of a solid
    bool has_box;             // only where pieces come from no cell, and in space
    real_vec low, high;       // the box around the way until then
    int recent[RECENT];       // pieces that were tried, + 1
    double clearance;         // how large a circle fits at the start
    double free, free_latest; // when the whole circle is clear of what it overlaps, and a time that is no earlier
    bool knows_free;          // until then it only holds for solids
} sweep;

static const real_vec no_way = {0.0, 0.0, 0.0};

static inline bool is_met(const sweep *s, const piece *p)
{
    return piece_is_met(p, s->cast->mask, s->cast->ignore);
}

/// On which side of the way a point lies, times the length.
static inline double side_of(const sweep *s, wend_vec p)
{
    return s->along.x * ((double)p.y - s->from.y) - s->along.y * ((double)p.x - s->from.x);
}

// ---- the band of a way in a plane ----------------------------------------------------------------------------------

/// The way as a band of the circle's width; all its lengths are multiplied by that of the way.
typedef struct band
{
    pair px, py, dx, dy;
    double half, length, square;
} band;

/// The part of an edge's ends that can be asked at once: how far they are to the left of the way, and how far ahead.
typedef struct ends
{
    pair side, ahead;
} ends;

static inline ends ends_of(const band *b, const cell_item *item)
{
    pair x = pair_less(pair_load(&item->ax), b->px), y = pair_less(pair_load(&item->ay), b->py);
    return (ends){pair_cross(b->dx, b->dy, x, y), pair_dot(b->dx, b->dy, x, y)};
}

static inline band band_of(const sweep *s)
{
    const wend_obstacles *set = s->set;
    // Wider by more than coordinates are rounded.
    double far_x = larger(-set->low[0], set->high[0]), far_y = larger(-set->low[1], set->high[1]);
    double noise = (fabs(s->from.x) + fabs(s->from.y) + far_x + far_y) * 1e-12;
    double half = (s->radius * 1.000001 + noise) * s->length;
    return (band){.px = pair_all(s->from.x),
                  .py = pair_all(s->from.y),
                  .dx = pair_all(s->along.x),
                  .dy = pair_all(s->along.y),
                  .half = half,
                  .length = s->length,
                  .square = s->length * s->length};
}

/// What a cast meets at that time; kept if it is the first so far.
void cast_offer(sweep *s, double time, int number, real_vec way_out);

// ---- rays (obstacle_ray.c) -----------------------------------------------------------------------------------------

/// A ray against one piece.
void ray_try(sweep *s, int number);

/// A ray in a plane, against everything.
void ray_walk(sweep *s);

// ---- circles and spheres (obstacle_sweep.c) ------------------------------------------------------------------------

/// The box around the way until what matters ends.
void sweep_find_box(sweep *s);

/// Before pieces are looked at one by one.
void sweep_prepare(sweep *s);

/// Against one piece.
void sweep_try(sweep *s, int number);

/// Against what lies in no cell, or everything. Also for rays.
void sweep_try_unsorted(sweep *s, cell_way way);

/// Against everything. Also for rays in space.
void sweep_walk(sweep *s);

/// Finds what is overlapped at the start: how large a circle fits, and when the whole circle is clear of it.
void sweep_find_overlaps(sweep *s);

#endif
