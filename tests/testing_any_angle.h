// What the tests of any-angle ways share: sight among squares, said once more and in whole numbers.
#ifndef WEND_TESTING_ANY_ANGLE_H
#define WEND_TESTING_ANY_ANGLE_H

#include "testing_grid.h"

/// A place in half cells: middles are odd, corners even.
typedef struct spot
{
    int x, y;
} spot;

static inline spot middle_of(wend_cell cell)
{
    return (spot){2 * cell.x + 1, 2 * cell.y + 1};
}

static inline double gap_between(spot a, spot b)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    return sqrt(dx * dx + dy * dy) / 2;
}

static inline bool is_wall_at(const wend_grid *grid, int x, int y)
{
    return !wend_grid_get(grid, at(x, y));
}

/// On which side of the line from a to b is (x, y)? Zero: on it.
static inline int side_of(spot a, spot b, int x, int y)
{
    int cross = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
    return (cross > 0) - (cross < 0);
}

/// Does the line between two spots come into the inside of a cell?
static inline bool enters(spot a, spot b, int x, int y)
{
    int left = 2 * x, top = 2 * y;
    if ((a.x <= left && b.x <= left) || (a.x >= left + 2 && b.x >= left + 2) || (a.y <= top && b.y <= top) ||
        (a.y >= top + 2 && b.y >= top + 2))
        return false;
    int sides[] = {side_of(a, b, left, top), side_of(a, b, left + 2, top), side_of(a, b, left, top + 2),
                   side_of(a, b, left + 2, top + 2)};
    bool has_left = false, has_right = false;
    for (int i = 0; i < 4; i++)
    {
        has_left = has_left || sides[i] < 0;
        has_right = has_right || sides[i] > 0;
    }
    return has_left && has_right;
}

/// Does the line squeeze through corner (x, y), from one open cell to another that only touches it?
static inline bool squeezes(const wend_grid *grid, spot a, spot b, int x, int y)
{
    spot corner = {2 * x, 2 * y};
    bool is_on_line = side_of(a, b, corner.x, corner.y) == 0;
    int along = (b.x - a.x) * (corner.x - a.x) + (b.y - a.y) * (corner.y - a.y);
    int before_end = (a.x - b.x) * (corner.x - b.x) + (a.y - b.y) * (corner.y - b.y);
    if (!is_on_line || along <= 0 || before_end <= 0)
        return false;
    bool falls = (b.x > a.x && b.y > a.y) || (b.x < a.x && b.y < a.y);
    bool top_left = is_wall_at(grid, x - 1, y - 1), top_right = is_wall_at(grid, x, y - 1);
    bool low_left = is_wall_at(grid, x - 1, y), low_right = is_wall_at(grid, x, y);
    if (a.y == b.y)
        return (top_left || top_right) && (low_left || low_right);
    if (a.x == b.x)
        return (top_left || low_left) && (top_right || low_right);
    return falls ? top_right && low_left : top_left && low_right;
}

/// Does the line run between two walls, along the edge that they share?
static inline bool is_between_walls(const wend_grid *grid, spot a, spot b)
{
    int low_x = a.x < b.x ? a.x : b.x, low_y = a.y < b.y ? a.y : b.y, length = abs(b.x - a.x) + abs(b.y - a.y);
    if (a.y == b.y && a.y % 2 == 0)
        for (int x = low_x; x < low_x + length; x++)
            if (is_wall_at(grid, x / 2, a.y / 2 - 1) && is_wall_at(grid, x / 2, a.y / 2))
                return true;
    if (a.x == b.x && a.x % 2 == 0)
        for (int y = low_y; y < low_y + length; y++)
            if (is_wall_at(grid, a.x / 2 - 1, y / 2) && is_wall_at(grid, a.x / 2, y / 2))
                return true;
    return false;
}

/// Can a point walk straight from one spot to another? All cells and corners are tried.
static inline bool walks_straight(const wend_grid *grid, spot a, spot b)
{
    wend_cell size = wend_grid_size(grid);
    for (int y = 0; y <= size.y; y++)
        for (int x = 0; x <= size.x; x++)
            if ((is_wall_at(grid, x, y) && enters(a, b, x, y)) || squeezes(grid, a, b, x, y))
                return false;
    return !is_between_walls(grid, a, b);
}

enum
{
    MOST_SPOTS = 400
};

/// The length of the shortest way: Dijkstra's search over all corners of single walls; NO_WAY if there is none.
static inline double shortest_way(const wend_grid *grid, spot start, spot goal)
{
    static spot spots[MOST_SPOTS];
    static double lengths[MOST_SPOTS];
    static bool is_done[MOST_SPOTS];
    wend_cell size = wend_grid_size(grid);
    int count = 0;
    spots[count++] = start;
    spots[count++] = goal;
    for (int y = 0; y <= size.y; y++)
        for (int x = 0; x <= size.x; x++)
            if (is_wall_at(grid, x - 1, y - 1) + is_wall_at(grid, x, y - 1) + is_wall_at(grid, x - 1, y) +
                    is_wall_at(grid, x, y) ==
                1)
                spots[count++] = (spot){2 * x, 2 * y};
    assert_true(count <= MOST_SPOTS);
    for (int i = 0; i < count; i++)
    {
        lengths[i] = i == 0 ? 0 : NO_WAY;
        is_done[i] = false;
    }
    for (;;)
    {
        int best = -1;
        for (int i = 0; i < count; i++)
            if (!is_done[i] && lengths[i] < NO_WAY && (best < 0 || lengths[i] < lengths[best]))
                best = i;
        if (best < 0 || best == 1)
            return lengths[1];
        is_done[best] = true;
        for (int i = 0; i < count; i++)
        {
            double length = lengths[best] + gap_between(spots[best], spots[i]);
            if (!is_done[i] && length < lengths[i] && walks_straight(grid, spots[best], spots[i]))
                lengths[i] = length;
        }
    }
}

/// The way that was found last, as points of a map at the origin with cells of edge 1: a point can walk it, it is as
/// long as the result says, and turns everywhere.
static inline void check_points(const wend_grid_search *search, const wend_grid *grid, const wend_grid_result *result,
                                spot start, spot end)
{
    static wend_vec points[LONGEST_WAY];
    int count = wend_grid_search_points(search, points, LONGEST_WAY);
    assert_int_equal(count, result->cells);
    assert_in_range(count, 1, LONGEST_WAY);
    spot before = {0, 0}, last = {0, 0};
    double length = 0;
    for (int i = 0; i < count; i++)
    {
        spot here = {(int)(points[i].x * 2), (int)(points[i].y * 2)};
        assert_vec(points[i], here.x / 2.0, here.y / 2.0, 0, 0);
        if (i > 0)
            assert_true(walks_straight(grid, last, here));
        if (i > 1)
            assert_true(side_of(before, last, here.x, here.y) != 0);
        length += i > 0 ? gap_between(last, here) : 0;
        before = last;
        last = here;
        if (i == 0)
            assert_true(here.x == start.x && here.y == start.y);
    }
    assert_true(last.x == end.x && last.y == end.y);
    assert_close(length, result->cost, 1e-9 * (1 + length));
}

#endif
