// What agents see of a case, and what they plan on.
#include "steerbench_parts.h"

#include <math.h>
#include <stdlib.h>

enum
{
    MOST_CELLS = 1500000
};

static const float FINE = 0.25f;    // cells in radii of the smallest body
static const float MARGIN = 8;      // in radii of the largest: round all that there is
static const float LEAST = 1e-3f;   // what has no size has this one
static const float FARTHEST = 1000; // metres: what is farther off than this from everybody isn't on the map

static wend_vec flat(wend_vec v)
{
    return wend_xyz(v.x, v.z, 0);
}

// ---- the caster -----------------------------------------------------------------------------------------------------

// One whose area is 0, such as a bow tie, counts as the walls round it.
static bool add_polygon(steerbench_sim *sim, const steerbench_obstacle *o, wend_shape *shape)
{
    wend_vec *points = malloc((size_t)(o->corners + 1) * sizeof *points);
    if (!points)
        return false;
    for (int i = 0; i <= o->corners; ++i)
        points[i] = flat(sim->test->corners[o->corner + i % o->corners]);
    shape->points = points;
    shape->count = o->corners;
    shape->is_closed = !o->is_open && o->corners > 2;
    wend_obstacle_id id = wend_obstacles_add(sim->set, shape);
    if (id.value == 0 && shape->is_closed)
    {
        shape->is_closed = false;
        shape->count = o->corners + 1;
        id = wend_obstacles_add(sim->set, shape);
    }
    free(points);
    return id.value != 0;
}

static bool add_obstacle(steerbench_sim *sim, const steerbench_obstacle *o)
{
    static const wend_shape_kind kinds[] = {WEND_SHAPE_BOX, WEND_SHAPE_CIRCLE, WEND_SHAPE_POLYGON};
    wend_shape shape = wend_default_shape(kinds[o->kind]);
    if (o->kind == STEERBENCH_POLYGON)
        return add_polygon(sim, o, &shape);
    shape.position = flat(o->centre);
    shape.radius = fmaxf(o->radius, LEAST);
    shape.half = wend_xyz(fmaxf(o->half.x, LEAST), fmaxf(o->half.z, LEAST), 1);
    shape.angle = -wend_atan2(o->sine, o->cosine); // a local point turns the other way there
    return wend_obstacles_add(sim->set, &shape).value != 0;
}

static bool make_set(steerbench_sim *sim, steerbench_error *error)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    wend_error reason = {0};
    sim->set = wend_obstacles_create(&def, &reason);
    if (!sim->set)
        return steerbench_fail(error, 0, "%s", reason.text);
    for (int i = 0; i < sim->obstacle_count; ++i)
        if (!add_obstacle(sim, &sim->obstacles[i]))
            return steerbench_fail(error, 0, "%s", wend_obstacles_error(sim->set)->text);
    return true;
}

// ---- the grid -------------------------------------------------------------------------------------------------------

static void include(steerbench_bounds *area, wend_vec low, wend_vec high)
{
    area->low = wend_xyz(fminf(area->low.x, low.x), 0, fminf(area->low.z, low.z));
    area->high = wend_xyz(fmaxf(area->high.x, high.x), 0, fmaxf(area->high.z, high.z));
}

/// Where somebody may be, or go.
static steerbench_bounds find_area(const steerbench_sim *sim)
{
    const steerbench_case *test = sim->test;
    steerbench_bounds area = {wend_xyz(1e7f, 0, 1e7f), wend_xyz(-1e7f, 0, -1e7f)};
    for (int i = 0; i < test->source_count; ++i)
    {
        const steerbench_source *s = &test->sources[i];
        include(&area, s->is_random_position ? s->bounds.low : s->position,
                s->is_random_position ? s->bounds.high : s->position);
    }
    for (int i = 0; i < test->goal_count; ++i)
    {
        const steerbench_goal *goal = &test->goals[i];
        if (goal->kind == STEERBENCH_SEEK_BOX)
            include(&area, goal->bounds.low, goal->bounds.high);
        else if (goal->is_random)
            include(&area, test->bounds.low, test->bounds.high);
        else if (goal->kind == STEERBENCH_SEEK)
            include(&area, goal->point, goal->point);
    }
    return area;
}

/// The area with what stands about it.
static void include_obstacles(const steerbench_sim *sim, steerbench_bounds *area)
{
    wend_vec margin = wend_xyz(FARTHEST, 0, FARTHEST);
    steerbench_bounds most = {wend_sub(area->low, margin), wend_add(area->high, margin)};
    for (int i = 0; i < sim->obstacle_count; ++i)
    {
        steerbench_bounds b = sim->obstacles[i].bounds;
        b.low = wend_xyz(fmaxf(b.low.x, most.low.x), 0, fmaxf(b.low.z, most.low.z));
        b.high = wend_xyz(fminf(b.high.x, most.high.x), 0, fminf(b.high.z, most.high.z));
        if (b.low.x <= b.high.x && b.low.z <= b.high.z)
            include(area, b.low, b.high);
    }
}

/// The different radii of all agents, ascending. Returns how many there are, WEND_GRID_RADII at most.
static int find_radii(const steerbench_case *test, float radii[WEND_GRID_RADII])
{
    int count = 0;
    for (int i = 0; i < test->source_count; ++i)
    {
        int at = 0;
        while (at < count && radii[at] < test->sources[i].radius)
            ++at;
        if (at < count && radii[at] == test->sources[i].radius)
            continue;
        if (count == WEND_GRID_RADII)
            return count; // too many: the map isn't for all of them
        for (int k = count++; k > at; --k)
            radii[k] = radii[k - 1];
        radii[at] = test->sources[i].radius;
    }
    return count;
}

/// As fine as there is room for.
static float choose_cell(wend_vec size, float radius)
{
    float cell = FINE * radius;
    while (size.x / cell * (size.z / cell) > (float)MOST_CELLS || fmaxf(size.x, size.z) / cell > WEND_GRID_MOST - 2)
        cell *= 1.25f;
    return cell;
}

static bool make_map(steerbench_sim *sim, steerbench_error *error)
{
    float radii[WEND_GRID_RADII];
    wend_grid_def def = wend_default_grid_def();
    wend_error reason = {0};
    def.radius_count = find_radii(sim->test, radii);
    if (def.radius_count == 0)
        return true; // for nobody
    steerbench_bounds area = find_area(sim);
    include_obstacles(sim, &area);
    float margin = MARGIN * radii[def.radius_count - 1];
    area.low = wend_sub(area.low, wend_xyz(margin, 0, margin));
    area.high = wend_add(area.high, wend_xyz(margin, 0, margin));
    wend_vec size = wend_sub(area.high, area.low);
    def.radii = radii;
    def.cell_size = choose_cell(size, radii[0]);
    def.origin = flat(area.low);
    def.width = (int)(size.x / def.cell_size) + 1;
    def.height = (int)(size.z / def.cell_size) + 1;
    if (radii[def.radius_count - 1] > 63 * def.cell_size)
        return true; // somebody is too large for a map that the others can use
    sim->map = wend_grid_create(&def, &reason);
    if (!sim->map)
        return steerbench_fail(error, 0, "%s", reason.text);
    wend_raster raster = wend_default_raster(sim->map);
    raster.caster = wend_obstacles_caster(sim->set);
    return wend_grid_rasterize(sim->map, &raster, &reason) == WEND_OK || steerbench_fail(error, 0, "%s", reason.text);
}

bool steerbench_map(steerbench_sim *sim, steerbench_error *error)
{
    return sim->obstacle_count == 0 || (make_set(sim, error) && make_map(sim, error));
}
