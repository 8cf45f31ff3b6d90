// Random maps of cells as meshes of four kinds, and what is seen on them, said once more and independently.
#ifndef WEND_TESTING_MESH_MAP_H
#define WEND_TESTING_MESH_MAP_H

#include "testing_mesh.h"

enum
{
    SIDE = 6, // most cells along a side
    POINTS = (SIDE + 1) * (SIDE + 1),
    CORNERS = SIDE * SIDE * 8,
    NODES = POINTS + 2
};

/// A map of cells whose inner points may be moved a little, so that cells are any quadrilaterals.
typedef struct cell_map
{
    int side;
    bool is_open[SIDE][SIDE];
    wend_vec points[POINTS];
    int counts[SIDE * SIDE * 2], corners[CORNERS];
    int polygon_count, corner_count;
} cell_map;

typedef enum map_kind
{
    SQUARES,   // a polygon a cell
    ROWS,      // cells side by side make one polygon, with all their corners
    TRIANGLES, // two a cell, cut either way
    SKEWED,    // the same with moved points, every other one listed clockwise
    MAP_KINDS
} map_kind;

static inline int point_at(const cell_map *m, int x, int y)
{
    return y * (m->side + 1) + x;
}

static inline bool is_open_at(const cell_map *m, int x, int y)
{
    return x >= 0 && y >= 0 && x < m->side && y < m->side && m->is_open[y][x];
}

/// Cells that touch only in a corner get a third one: the graph of what is seen can't tell that nobody gets through.
static inline void open_diagonals(cell_map *m)
{
    for (int round = 0; round < SIDE * SIDE; round++)
        for (int y = 0; y + 1 < m->side; y++)
            for (int x = 0; x + 1 < m->side; x++)
            {
                bool a = m->is_open[y][x], b = m->is_open[y][x + 1], c = m->is_open[y + 1][x],
                     d = m->is_open[y + 1][x + 1];
                if (a == d && b == c && a != b)
                    m->is_open[y][x] = m->is_open[y][x + 1] = true;
            }
}

static inline void add_polygon(cell_map *m, const int *corners, int count, bool is_turned)
{
    m->counts[m->polygon_count++] = count;
    for (int i = 0; i < count; i++)
        m->corners[m->corner_count++] = corners[is_turned ? count - 1 - i : i];
}

/// A row of cells from x on; returns how many it takes.
static inline int add_row(cell_map *m, int x, int y)
{
    int corners[2 * SIDE + 2], count = 0, width = 0;
    while (is_open_at(m, x + width, y))
        width++;
    for (int i = 0; i <= width; i++)
        corners[count++] = point_at(m, x + i, y);
    for (int i = width; i >= 0; i--)
        corners[count++] = point_at(m, x + i, y + 1);
    add_polygon(m, corners, count, false);
    return width;
}

static inline void add_cell(cell_map *m, int x, int y, map_kind kind, uint64_t *state)
{
    const int c[4] = {point_at(m, x, y), point_at(m, x + 1, y), point_at(m, x + 1, y + 1), point_at(m, x, y + 1)};
    if (kind == SQUARES)
    {
        add_polygon(m, c, 4, false);
        return;
    }
    int turn = (int)(draw(state) % 2);
    const int first[3] = {c[turn], c[1 + turn], c[2 + turn]}, second[3] = {c[turn], c[2 + turn], c[(3 + turn) % 4]};
    add_polygon(m, first, 3, false);
    add_polygon(m, second, 3, kind == SKEWED);
}

static inline void make_map(cell_map *m, map_kind kind, uint64_t *state)
{
    m->side = 3 + (int)(draw(state) % (SIDE - 2));
    m->polygon_count = m->corner_count = 0;
    for (int y = 0; y < m->side; y++)
        for (int x = 0; x < m->side; x++)
            m->is_open[y][x] = draw(state) % 10 >= 3;
    m->is_open[0][0] = true;
    open_diagonals(m);
    for (int y = 0; y <= m->side; y++)
        for (int x = 0; x <= m->side; x++)
        {
            bool is_inner = x > 0 && y > 0 && x < m->side && y < m->side && kind == SKEWED;
            float dx = is_inner ? draw_float(state, -0.2, 0.2) : 0, dy = is_inner ? draw_float(state, -0.2, 0.2) : 0;
            m->points[point_at(m, x, y)] = v2((float)x + dx, (float)y + dy);
        }
    for (int y = 0; y < m->side; y++)
        for (int x = 0; x < m->side; x++)
            if (is_open_at(m, x, y) && kind == ROWS)
                x += add_row(m, x, y) - 1;
            else if (is_open_at(m, x, y))
                add_cell(m, x, y, kind, state);
}

static inline wend_mesh *mesh_of_map(const cell_map *m, const float *costs)
{
    wend_mesh_def def = wend_default_mesh_def();
    def.points = m->points;
    def.point_count = (m->side + 1) * (m->side + 1);
    def.counts = m->counts;
    def.polygon_count = m->polygon_count;
    def.corners = m->corners;
    def.costs = costs;
    return mesh_of(&def);
}

// ---- what is seen, said once more: a segment is clear where every piece of it lies in an open cell

static inline void cell_corners(const cell_map *m, int x, int y, double (*c)[2])
{
    const int p[4] = {point_at(m, x, y), point_at(m, x + 1, y), point_at(m, x + 1, y + 1), point_at(m, x, y + 1)};
    for (int i = 0; i < 4; i++)
    {
        c[i][0] = (double)m->points[p[i]].x;
        c[i][1] = (double)m->points[p[i]].y;
    }
}

static inline bool is_in_open(const cell_map *m, double px, double py)
{
    for (int y = 0; y < m->side; y++)
        for (int x = 0; x < m->side; x++)
        {
            double c[4][2];
            bool is_in = m->is_open[y][x];
            cell_corners(m, x, y, c);
            for (int i = 0; i < 4 && is_in; i++)
            {
                const double *a = c[i], *b = c[(i + 1) % 4];
                is_in = (b[0] - a[0]) * (py - a[1]) - (b[1] - a[1]) * (px - a[0]) >= -1e-6;
            }
            if (is_in)
                return true;
        }
    return false;
}

static inline int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline bool is_seen(const cell_map *m, wend_vec from, wend_vec to)
{
    double cuts[SIDE * SIDE * 4 + 2], ax = (double)from.x, ay = (double)from.y, dx = (double)to.x - ax,
                                      dy = (double)to.y - ay;
    int count = 0;
    cuts[count++] = 0;
    cuts[count++] = 1;
    for (int y = 0; y < m->side; y++)
        for (int x = 0; x < m->side; x++)
        {
            double c[4][2];
            cell_corners(m, x, y, c);
            for (int i = 0; i < 4; i++)
            {
                const double *a = c[i], *b = c[(i + 1) % 4];
                double ex = b[0] - a[0], ey = b[1] - a[1], turn = ex * dy - ey * dx;
                double t = turn != 0 ? (ey * (ax - a[0]) - ex * (ay - a[1])) / turn : -1;
                if (t > 0 && t < 1)
                    cuts[count++] = t;
            }
        }
    qsort(cuts, (size_t)count, sizeof *cuts, by_size);
    for (int i = 0; i + 1 < count; i++)
    {
        double t = 0.5 * (cuts[i] + cuts[i + 1]);
        if (cuts[i + 1] - cuts[i] > 1e-9 && !is_in_open(m, ax + t * dx, ay + t * dy))
            return false;
    }
    return true;
}

/// A place on the map: inside a cell, on an edge, or on a corner.
static inline wend_vec draw_place(const cell_map *m, uint64_t *state)
{
    for (;;)
    {
        int x = (int)(draw(state) % (uint64_t)m->side), y = (int)(draw(state) % (uint64_t)m->side);
        if (!m->is_open[y][x])
            continue;
        wend_vec a = m->points[point_at(m, x, y)], c = m->points[point_at(m, x + 1, y + 1)];
        switch (draw(state) % 4)
        {
        case 0: return a;
        case 1: return wend_lerp(a, m->points[point_at(m, x + 1, y)], 0.5f);
        default: return wend_lerp(a, c, draw_float(state, 0.1, 0.9));
        }
    }
}

#endif
