// What the tests of obstacles share: a set, shapes to put in it, a cast.
#ifndef WEND_TESTING_OBSTACLE_H
#define WEND_TESTING_OBSTACLE_H

#include "testing.h"

#include "wend/obstacle.h"

static inline wend_obstacles *set_with(float cell_size, bool is_spatial)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    def.cell_size = cell_size;
    def.is_spatial = is_spatial;
    wend_obstacles *set = wend_obstacles_create(&def, NULL);
    assert_non_null(set);
    return set;
}

static inline wend_obstacle_id add(wend_obstacles *set, wend_shape shape)
{
    wend_obstacle_id id = wend_obstacles_add(set, &shape);
    if (id.value == 0)
    {
        print_error("%s\n", wend_obstacles_error(set)->text);
    }
    assert_true(id.value != 0);
    return id;
}

static inline wend_shape circle(float x, float y, float radius)
{
    wend_shape shape = wend_default_shape(WEND_SHAPE_CIRCLE);
    shape.position = v2(x, y);
    shape.radius = radius;
    return shape;
}

static inline wend_shape wall(float ax, float ay, float bx, float by)
{
    wend_shape shape = wend_default_shape(WEND_SHAPE_SEGMENT);
    shape.from = v2(ax, ay);
    shape.to = v2(bx, by);
    return shape;
}

static inline wend_shape box(float x, float y, float half_x, float half_y, float angle)
{
    wend_shape shape = wend_default_shape(WEND_SHAPE_BOX);
    shape.position = v2(x, y);
    shape.half = wend_xyz(half_x, half_y, 1);
    shape.angle = angle;
    return shape;
}

static inline wend_shape polygon(const wend_vec *points, int count, bool is_closed)
{
    wend_shape shape = wend_default_shape(WEND_SHAPE_POLYGON);
    shape.points = points;
    shape.count = count;
    shape.is_closed = is_closed;
    return shape;
}

static inline bool cast(const wend_obstacles *set, wend_vec from, wend_vec along, float radius, wend_hit *hit)
{
    wend_cast query = {from, along, radius, 0, 0};
    return wend_obstacles_cast(set, &query, hit);
}

#endif
