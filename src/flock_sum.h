// The three rules of a flock, eight neighbours at a time. The plain functions and the world use the same lines.
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

/// Partial sums, one in each lane.
typedef struct flock_sum
{
    lanes away_x, away_y, away_z; // unit directions away * (r_i + r_j) / distance
    lanes go_x, go_y, go_z;       // velocities, or directions of them
    lanes at_x, at_y, at_z;       // offsets
    int count;                    // who was seen
    bool is_extreme;              // squares left the range of floats: do it again in double
} flock_sum;

/// Eight neighbours, as the agent sees them.
typedef struct flock_eight
{
    lanes x, y, z;    // offsets
    lanes vx, vy, vz; // velocities
    lanes radius;
    lane_mask is_there;
    uint64_t (*id_of)(const void *list, int lane); // asked only where two stand on one spot
    const void *list;
} flock_eight;

flock_view flock_view_of(const wend_agent *self, const wend_flock_def *def);

/// What the sums mean. False, and nothing is written, if one isn't finite or squares left the range of floats: then the
/// sums must be done again in double.
bool flock_finish(const wend_agent *self, const wend_flock_def *def, const flock_sum *sum, wend_flock_wishes *out);

/// All again in double, one neighbour after the other, for sums that aren't finite in float.
wend_flock_wishes flock_in_double(const wend_agent *self, const wend_neighbour *neighbours, int count,
                                  const wend_flock_def *def);

LANES_INLINE void flock_begin(flock_sum *sum)
{
    lanes zero = lanes_all(0.0f);
    sum->away_x = sum->away_y = sum->away_z = zero;
    sum->go_x = sum->go_y = sum->go_z = zero;
    sum->at_x = sum->at_y = sum->at_z = zero;
    sum->count = 0;
    sum->is_extreme = false;
}

/// The directions of those that are too near to have one.
LANES_INLINE void flock_part(const flock_view *view, const flock_eight *eight, unsigned bits, lanes *x, lanes *y)
{
    for (int i = 0; i < LANES; i++)
        if (bits >> i & 1)
        {
            wend_vec away = wend_part(view->id, (wend_agent_id){eight->id_of(eight->list, i)});
            (*x)[i] = -away.x;
            (*y)[i] = -away.y;
        }
}

/// Adds eight neighbours. `is_spatial` is a constant wherever this is used: in a plane all z are 0, and left out.
LANES_INLINE void flock_add(flock_sum *sum, const flock_view *view, const flock_eight *e, bool is_spatial)
{
    sum->is_extreme |= view->is_extreme;
    lanes square = e->x * e->x + e->y * e->y;
    if (is_spatial)
        square += e->z * e->z;
    lanes distance = lanes_root(square);
    lane_mask seen = e->is_there & lanes_at_most(square, lanes_all(view->sight_square));
    if (view->has_cone)
    {
        lanes ahead = e->x * lanes_all(view->heading.x) + e->y * lanes_all(view->heading.y);
        if (is_spatial)
            ahead += e->z * lanes_all(view->heading.z);
        seen &= lanes_at_most(lanes_all(view->sight_cos) * distance, ahead);
    }

    lane_mask is_close = seen & lanes_at_most(square, lanes_all(view->separation_square));
    lane_mask is_touching = is_close & lanes_less(distance, lanes_all(FLOCK_TOUCH));
    lanes apart = lanes_larger(distance, lanes_all(FLOCK_TOUCH));
    lanes strength = lanes_keep(is_close, (e->radius + lanes_all(view->radius)) / apart);
    lanes ux = e->x / apart, uy = e->y / apart, uz = is_spatial ? e->z / apart : lanes_all(0.0f);
    unsigned touching = lanes_bits(is_touching);
    if (touching)
    {
        flock_part(view, e, touching, &ux, &uy);
        uz = lanes_select(is_touching, lanes_all(0.0f), uz);
    }
    sum->away_x -= lanes_keep(is_close, ux * strength);
    sum->away_y -= lanes_keep(is_close, uy * strength);
    if (is_spatial)
        sum->away_z -= lanes_keep(is_close, uz * strength);

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
    sum->go_x += lanes_keep(seen, gx);
    sum->go_y += lanes_keep(seen, gy);
    sum->at_x += lanes_keep(seen, e->x);
    sum->at_y += lanes_keep(seen, e->y);
    if (is_spatial)
    {
        sum->go_z += lanes_keep(seen, gz);
        sum->at_z += lanes_keep(seen, e->z);
    }
    sum->count += __builtin_popcount(lanes_bits(seen));
}

#endif
