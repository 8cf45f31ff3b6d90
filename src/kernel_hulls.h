// The kernel of hulls.c: see kernels.h. Compiled once for each instruction set.
#ifndef WEND_SRC_KERNEL_HULLS_H
#define WEND_SRC_KERNEL_HULLS_H

#include "lanes.h"

/// Which of a row's places, from p on, are within reach on all axes?
LANES_INLINE unsigned hulls_within(const wend_near *hulls, int own, int begin, int end, lanes reach, bool is_space)
{
    lanes x = lanes_load(hulls->x + begin) - lanes_all(hulls->x[own]);
    lanes y = lanes_load(hulls->y + begin) - lanes_all(hulls->y[own]);
    lane_mask is_near =
        lanes_first(end - begin) & lanes_at_most(lanes_size(x), reach) & lanes_at_most(lanes_size(y), reach);
    if (is_space)
        is_near &= lanes_at_most(lanes_size(lanes_load(hulls->z + begin) - lanes_all(hulls->z[own])), reach);
    return lanes_bits(is_near);
}

LANES_INLINE void hulls_test(const wend_near *hulls, float reach, int begin, int end, uint8_t *could, bool is_space)
{
    lanes far_edge = lanes_all(reach);
    int width = hulls->table_size[0], slice = width * hulls->table_size[1];
    for (int own = begin; own < end; own++)
    {
        const int *cell = hulls->starts + hulls->cell_of[own];
        unsigned met = 0;
        bool is_long = false;
        for (int z = is_space ? -1 : 0; z <= (is_space ? 1 : 0); z++)
            for (int y = -1; y <= 1; y++)
            {
                const int *row = cell + z * slice + y * width;
                unsigned bits = hulls_within(hulls, own, row[-1], row[2], far_edge, is_space);
                met |= y == 0 && z == 0 ? bits & (bits - 1) : bits; // it is in its own row itself
                is_long |= row[2] - row[-1] > LANES_WIDTH;
            }
        could[own] = met != 0 || is_long;
    }
}

/// Near an edge that wraps others may be near who are in none of these rows.
static void hulls_near_edges(const wend_near *n, float reach, int begin, int end, uint8_t *could)
{
    float low[3] = {n->def.low.x + reach, n->def.low.y + reach, n->def.low.z + reach};
    float high[3] = {n->def.high.x - reach, n->def.high.y - reach, n->def.high.z - reach};
    for (int p = begin; p < end; p++)
    {
        bool is_inside = n->x[p] > low[0] && n->x[p] < high[0] && n->y[p] > low[1] && n->y[p] < high[1] &&
                         (n->dimensions == 2 || (n->z[p] > low[2] && n->z[p] < high[2]));
        could[p] |= !is_inside;
    }
}

static void hulls_find_candidates(const wend_near *hulls, float reach, int begin, int end, uint8_t *could)
{
    if (hulls->dimensions == 3)
        hulls_test(hulls, reach, begin, end, could, true);
    else
        hulls_test(hulls, reach, begin, end, could, false);
    if (hulls->def.does_wrap)
        hulls_near_edges(hulls, reach, begin, end, could);
}

// ---- pushes ---------------------------------------------------------------------------------------------------------

// What pushes one hull: see touch_of and add_push in hulls.c, whose operations these are, in the same order.
typedef struct hull_pushes
{
    const wend_world *world;
    int own;
    real_vec sum;
    int touching;
} hull_pushes;

/// Those of REALS places from one on, at these distances along the axes.
LANES_INLINE void hulls_add_pushes(hull_pushes *p, int place, const float *x, const float *y, const float *z,
                                   bool is_space)
{
    const place_hulls *crowd = &p->world->crowd;
    reals ax = -reals_load(x), ay = -reals_load(y), az = is_space ? -reals_load(z) : reals_all(0.0);
    reals square = ax * ax + ay * ay;
    if (is_space)
        square += az * az;
    reals distance = reals_root(square);
    reals radii = reals_load(crowd->radius + place) + reals_all((double)crowd->radius[p->own]);
    real_mask is_touching = reals_less(distance, radii);
    unsigned touching = reals_bits(is_touching);
    if (touching == 0)
        return;
    reals mass = reals_load(crowd->mass + place);
    reals share = mass / (reals_all((double)crowd->mass[p->own]) + mass);
    reals depth = (radii * reals_all(HULL_ROOM) - distance) * share, inverse = reals_all(1.0) / distance;
    reals push_x = reals_keep(is_touching, ax * inverse * depth),
          push_y = reals_keep(is_touching, ay * inverse * depth),
          push_z = reals_keep(is_touching, az * inverse * depth);
    double push[3][REALS], depths[REALS];
    memcpy(push[0], &push_x, sizeof push_x);
    memcpy(push[1], &push_y, sizeof push_y);
    memcpy(push[2], &push_z, sizeof push_z);
    unsigned same = touching & reals_bits(reals_less(distance, reals_all(1e-6) * radii));
    if (same)
        memcpy(depths, &depth, sizeof depths);
    for (; same; same &= same - 1)
    {
        int k = zeros_below(same);
        const wend_agent *body = p->world->body;
        const int *index = p->world->hulls->index;
        real_vec part = real_of(wend_part(body[index[p->own]].id, body[index[place + k]].id));
        push[0][k] = part.x * depths[k];
        push[1][k] = part.y * depths[k];
        push[2][k] = part.z * depths[k];
    }
    for (int k = 0; k < REALS; k++) // of those that don't touch it 0
    {
        p->sum.x += push[0][k];
        p->sum.y += push[1][k];
        if (is_space)
            p->sum.z += push[2][k];
    }
    p->touching += bits_set(touching);
}

LANES_INLINE int hulls_sum_rows(const wend_world *world, int own, float widest, const hull_rows *round, real_vec *sum,
                                bool is_space)
{
    const place_hulls *crowd = &world->crowd;
    const float *period = world->hulls->period;
    lanes reach = lanes_all(2.0001f * widest);
    lanes own_x = lanes_all(crowd->x[own]), own_y = lanes_all(crowd->y[own]), own_z = lanes_all(crowd->z[own]);
    hull_pushes p = {world, own, {0.0, 0.0, 0.0}, 0};
    for (int row = 0; row < round->count; row++)
        for (int k = round->begin[row], end = round->end[row]; k < end; k += LANES_WIDTH)
        {
            lanes x = lanes_load(crowd->x + k) - own_x, y = lanes_load(crowd->y + k) - own_y, z = lanes_all(0.0f);
            if (is_space)
                z = lanes_load(crowd->z + k) - own_z;
            if (period[0] > 0.0f)
            {
                x = lanes_short_way(x, period[0]);
                y = lanes_short_way(y, period[1]);
                z = is_space ? lanes_short_way(z, period[2]) : z;
            }
            lane_mask is_near = lanes_first(end - k) & lanes_at_most(lanes_size(x), reach) &
                                lanes_at_most(lanes_size(y), reach) &
                                ~lanes_equal_whole(lanes_numbers(k), lanes_all_mask(own));
            if (is_space)
                is_near &= lanes_at_most(lanes_size(z), reach);
            if (lanes_bits(is_near) == 0)
                continue;
            x = lanes_select(is_near, x, 2.0f * reach); // the others touch nobody
            float away[3][LANES_WIDTH];
            lanes_store(away[0], x);
            lanes_store(away[1], y);
            lanes_store(away[2], z);
            for (int i = 0; i < LANES_WIDTH; i += REALS)
                hulls_add_pushes(&p, k + i, away[0] + i, away[1] + i, away[2] + i, is_space);
        }
    *sum = p.sum;
    return p.touching;
}

static int hulls_sum_pushes(const wend_world *world, int own, float widest, const hull_rows *round, real_vec *sum)
{
    return is_spatial(world) ? hulls_sum_rows(world, own, widest, round, sum, true)
                             : hulls_sum_rows(world, own, widest, round, sum, false);
}

#endif
