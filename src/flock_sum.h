// The three rules of a flock, a register of neighbours at a time. The plain functions and the world use the same lines.
#ifndef WEND_SRC_FLOCK_SUM_H
#define WEND_SRC_FLOCK_SUM_H

#include "lanes.h"
#include "wend/flock.h"

#define FLOCK_TOUCH 1e-6f // nearer than this counts as this near

/// Whom one agent looks at, and how.
typedef struct flock_view
{
    float sight_square;      // of the neighbour radius
    float separation_square; // of the separation radius
    float radius;            // of its own hull
    float sight_cos;
    wend_vec heading;
    wend_agent_id id;
    bool has_cone;
    bool does_align_headings;
    bool is_extreme; // squares of its radius leave the range of floats
} flock_view;

/// Partial sums, one in each of the eight lanes.
typedef struct flock_sum
{
    lanes away_x[LANES_PARTS], away_y[LANES_PARTS],
        away_z[LANES_PARTS];                                       // unit directions away * (r_i + r_j) / distance
    lanes go_x[LANES_PARTS], go_y[LANES_PARTS], go_z[LANES_PARTS]; // velocities, or directions of them
    lanes at_x[LANES_PARTS], at_y[LANES_PARTS], at_z[LANES_PARTS]; // offsets
    lane_mask seen;                                                // how often a lane saw somebody
    bool is_extreme;  // squares left the range of floats: do it again in double
    bool has_unknown; // somebody stands on the same spot whose id isn't known: do it again with ids
} flock_sum;

/// As many neighbours as a register has lanes, as the agent sees them.
typedef struct flock_part
{
    lanes x, y, z;    // offsets
    lanes vx, vy, vz; // velocities
    lanes radius;
    lane_mask is_there;
    uint64_t (*id_of)(const void *list, int lane); // asked only where two stand on one spot; null: it isn't known
    const void *list;
} flock_part;

flock_view flock_view_of(const wend_agent *self, const wend_flock_def *def);

/// What the sums mean. False, and nothing is written, if one isn't finite or squares left the range of floats: then the
/// sums must be done again in double.
bool flock_finish(const wend_agent *self, const wend_flock_def *def, const flock_sum *sum, wend_flock_wishes *out);

/// The same for sums that are known to be within the range of floats, unless they aren't finite.
bool flock_finish_sums(const wend_agent *self, const wend_flock_def *def, wend_vec away, wend_vec go, wend_vec at,
                       int seen, wend_flock_wishes *out);

/// All again in double, one neighbour after the other, for sums that aren't finite in float.
wend_flock_wishes flock_in_double(const wend_agent *self, const wend_neighbour *neighbours, int count,
                                  const wend_flock_def *def);

LANES_INLINE void flock_begin(flock_sum *sum)
{
    lanes zero = lanes_all(0.0f);
    for (int i = 0; i < LANES_PARTS; i++)
    {
        sum->away_x[i] = sum->away_y[i] = sum->away_z[i] = zero;
        sum->go_x[i] = sum->go_y[i] = sum->go_z[i] = zero;
        sum->at_x[i] = sum->at_y[i] = sum->at_z[i] = zero;
    }
    sum->seen = lanes_all_mask(0);
    sum->is_extreme = sum->has_unknown = false;
}

/// The offsets of those that are too near to have a direction.
LANES_INLINE void flock_apart(const flock_view *view, const flock_part *e, unsigned bits, lanes *x, lanes *y)
{
    for (int i = 0; i < LANES_WIDTH; i++)
        if (bits >> i & 1)
        {
            wend_vec away = wend_part(view->id, (wend_agent_id){e->id_of(e->list, i)});
            lanes_put(x, i, -away.x * FLOCK_TOUCH);
            lanes_put(y, i, -away.y * FLOCK_TOUCH);
        }
}

/// Adds neighbours to part `k` of the sums. `is_spatial` is a constant wherever this is used: in a plane all z are 0,
/// and left out.
LANES_INLINE void flock_add(flock_sum *sum, int k, const flock_view *view, const flock_part *e, bool is_spatial)
{
    sum->is_extreme |= view->is_extreme;
    lanes square = e->x * e->x + e->y * e->y;
    if (is_spatial)
        square += e->z * e->z;
    lane_mask seen = e->is_there & lanes_at_most(square, lanes_all(view->sight_square));
    if (view->has_cone)
    {
        lanes ahead = e->x * lanes_all(view->heading.x) + e->y * lanes_all(view->heading.y);
        if (is_spatial)
            ahead += e->z * lanes_all(view->heading.z);
        seen &= lanes_at_most(lanes_all(view->sight_cos) * lanes_root(square), ahead);
    }

    // (r_i + r_j) / distance along the unit vector is (r_i + r_j) / distance^2 along the offset.
    const float touch = FLOCK_TOUCH * FLOCK_TOUCH;
    lane_mask is_close = seen & lanes_at_most(square, lanes_all(view->separation_square));
    lanes strength = (e->radius + lanes_all(view->radius)) / lanes_larger(square, lanes_all(touch));
    lanes ux = e->x, uy = e->y, uz = e->z;
    lane_mask is_touching = is_close & lanes_less(square, lanes_all(touch));
    unsigned touching = lanes_bits(is_touching);
    if (touching)
    {
        if (e->id_of)
            flock_apart(view, e, touching, &ux, &uy);
        sum->has_unknown |= !e->id_of;
        uz = lanes_select(is_touching, lanes_all(0.0f), uz);
    }
    sum->away_x[k] -= lanes_keep(is_close, ux * strength);
    sum->away_y[k] -= lanes_keep(is_close, uy * strength);
    if (is_spatial)
        sum->away_z[k] -= lanes_keep(is_close, uz * strength);

    lanes gx = e->vx, gy = e->vy, gz = e->vz;
    if (view->does_align_headings)
    {
        lanes speed = lanes_root(is_spatial ? (gx * gx + gy * gy) + gz * gz : gx * gx + gy * gy);
        lane_mask is_odd = lanes_less(lanes_all(1e18f), speed) | lanes_less(speed, lanes_all(1e-18f));
        sum->is_extreme |= lanes_bits(seen & is_odd) != 0;
        speed = lanes_select(is_odd, lanes_all(1.0f), speed);
        gx /= speed;
        gy /= speed;
        gz /= speed;
    }
    sum->go_x[k] += lanes_keep(seen, gx);
    sum->go_y[k] += lanes_keep(seen, gy);
    sum->at_x[k] += lanes_keep(seen, e->x);
    sum->at_y[k] += lanes_keep(seen, e->y);
    if (is_spatial)
    {
        sum->go_z[k] += lanes_keep(seen, gz);
        sum->at_z[k] += lanes_keep(seen, e->z);
    }
    sum->seen -= seen;
}

#endif
