// Targets about what characters move on: grids with their fields, meshes, obstacles.
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- grids ----------------------------------------------------------------------------------------------------------

#define SIDE 24

static wend_grid *make_grid(fuzz_input *in, wend_cell *size)
{
    static uint8_t costs[SIDE * SIDE];
    float radii[2] = {fabsf(fuzz_float(in)) / 4, 0.75f};
    wend_grid_def def = wend_default_grid_def();
    def.width = size->x = fuzz_int(in, 1, SIDE), def.height = size->y = fuzz_int(in, 1, SIDE);
    int density = fuzz_byte(in) % 128, most = fuzz_int(in, 1, 3);
    bool is_noisy = fuzz_bool(in);
    wend_random random = wend_random_seed(fuzz_byte(in), 1);
    for (int i = 0; i < def.width * def.height; i++)
    {
        unsigned cell = is_noisy ? wend_random_next(&random) >> 16 : 255;
        costs[i] = (int)(cell & 255) < density ? 0 : (uint8_t)(1 + (cell >> 8) % (unsigned)most);
    }
    def.costs = costs;
    def.radii = radii, def.radius_count = fuzz_int(in, 0, 2);
    unsigned how = fuzz_byte(in);
    def.wraps_x = (how & 7) == 7, def.wraps_y = (how & 14) == 14;
    if ((how & 0x30) == 0x30)
        def.cell_size = fuzz_float(in), def.origin = fuzz_vec(in);
    wend_error error = {0};
    wend_grid *grid = wend_grid_create(&def, &error);
    FUZZ_FACT(grid || error.text[0], "an error says why");
    return grid;
}

static wend_cell some_cell(fuzz_input *in, wend_cell size)
{
    wend_cell cell = {fuzz_int(in, -1, size.x), fuzz_int(in, -1, size.y)};
    return cell;
}

static void check_way(const wend_grid_search *search, const wend_grid *grid, wend_grid_result result)
{
    wend_cell cells[SIDE * SIDE];
    wend_vec points[SIDE * SIDE];
    int count = wend_grid_search_cells(search, cells, SIDE * SIDE);
    FUZZ_FACT(count == result.cells, "%d cells of %d", count, result.cells);
    FUZZ_FACT(result.cost >= 0 && isfinite(result.cost), "the way costs %g", result.cost);
    int many = wend_grid_search_points(search, points, SIDE * SIDE);
    for (int i = 0; i < many && i < SIDE * SIDE; i++)
        FUZZ_FACT(fuzz_is_finite(points[i]), "point %d isn't finite", i);
    (void)grid;
}

/// In parts it finds what it finds in one go; other kinds of search agree on what it costs.
static void ask(fuzz_input *in, wend_grid_search *search, wend_grid_search *other, const wend_grid *grid,
                wend_cell size)
{
    wend_cell goals[3];
    wend_grid_query query = wend_default_grid_query();
    query.start = some_cell(in, size), query.goal = some_cell(in, size);
    if (fuzz_byte(in) % 4 == 3)
    {
        query.goals = goals, query.goal_count = fuzz_int(in, 1, 3);
        for (int i = 0; i < 3; i++)
            goals[i] = some_cell(in, size);
    }
    fuzz_change_grid_query(in, &query);
    wend_grid_result result = wend_grid_find(search, grid, &query);
    if (result.way == WEND_WAY_REFUSED)
    {
        FUZZ_FACT(wend_grid_search_error(search)->text[0], "a refusal says why");
        return;
    }
    for (int i = 0; i < 3000 && result.way == WEND_WAY_OUT_OF_BUDGET; i++)
        result = wend_grid_go_on(search, grid, query.budget > 0 ? query.budget : 1);
    check_way(search, grid, result);
    query.budget = 0;
    wend_grid_result whole = wend_grid_find(other, grid, &query);
    FUZZ_FACT(whole.way == result.way && whole.cost == result.cost && whole.expanded == result.expanded,
              "in parts: %s, %g after %lld; else: %s, %g after %lld", wend_way_name(result.way), result.cost,
              (long long)result.expanded, wend_way_name(whole.way), whole.cost, (long long)whole.expanded);
    bool is_by_moves = query.kind == WEND_GRID_ASTAR || query.kind == WEND_GRID_JUMP || query.kind == WEND_GRID_AUTO;
    query.kind = WEND_GRID_DIJKSTRA;
    whole = wend_grid_find(other, grid, &query);
    if (is_by_moves)
        FUZZ_FACT(whole.way == result.way, "%s, by Dijkstra %s", wend_way_name(result.way), wend_way_name(whole.way));
    if (is_by_moves && whole.way == WEND_WAY_FOUND)
        FUZZ_FACT(fabs(whole.cost - result.cost) < 1e-9 * whole.cost, "costs %.17g, by Dijkstra %.17g", result.cost,
                  whole.cost);
    wend_cell from;
    double cost;
    wend_grid_search_seen(other, some_cell(in, size), &from, &cost);
}

static void use_field(fuzz_input *in, wend_flow *flow, wend_flow *other, wend_grid *grid, wend_cell size)
{
    wend_flow_def def = wend_default_flow_def();
    wend_cell goals[3];
    def.goal = some_cell(in, size);
    def.diagonal = (wend_diagonal)fuzz_int(in, 0, 3);
    if (fuzz_bool(in))
        def.radius = fuzz_float(in);
    if (fuzz_bool(in))
    {
        def.goals = goals, def.goal_count = fuzz_int(in, 1, 3);
        for (int i = 0; i < 3; i++)
            goals[i] = some_cell(in, size);
    }
    if (wend_flow_begin(flow, grid, &def) != WEND_OK)
    {
        FUZZ_FACT(wend_flow_error(flow)->text[0], "a refusal says why");
        return;
    }
    wend_flow_update(flow, fuzz_byte(in));
    for (int i = fuzz_int(in, 0, 6); i > 0; i--)
        wend_grid_set(grid, some_cell(in, size), (uint8_t)fuzz_int(in, 0, 3));
    FUZZ_FACT(wend_flow_update(flow, 0) && wend_flow_is_ready(flow), "a field isn't finished");
    FUZZ_FACT(wend_flow_begin(other, grid, &def) == WEND_OK && wend_flow_update(other, 0), "a field isn't begun anew");
    for (int y = 0; y < size.y; y++)
        for (int x = 0; x < size.x; x++)
            FUZZ_FACT(wend_flow_cost(flow, (wend_cell){x, y}) == wend_flow_cost(other, (wend_cell){x, y}),
                      "a repaired field differs at %d %d", x, y);
    wend_agent agent = fuzz_agent(in, false);
    for (int i = 0; i < 4; i++)
    {
        wend_vec point = i == 0 ? agent.position : wend_grid_point(grid, some_cell(in, size));
        wend_flow_sample sample = wend_flow_at(flow, point);
        FUZZ_FACT(fuzz_is_finite(sample.direction) && wend_length(sample.direction) < 1.0001f, "a direction");
        agent.position = point;
        FUZZ_FACT(fuzz_is_finite(wend_follow_flow(&agent, flow)), "a wish");
    }
}

static void look(fuzz_input *in, wend_grid *grid)
{
    wend_vec a = fuzz_vec(in), b = fuzz_vec(in);
    float radius = fuzz_float(in);
    wend_hit hits[6], hit = {0};
    wend_cell cell;
    wend_grid_cell(grid, a, &cell);
    wend_grid_fits(grid, cell, radius);
    FUZZ_FACT(wend_grid_sees(grid, a, b, radius) == wend_grid_sees(grid, b, a, radius), "sight has a direction");
    wend_cast cast = {a, wend_sub(b, a), radius, 0, 0};
    if (wend_grid_cast(grid, &cast, &hit))
        FUZZ_FACT(hit.distance >= 0 && fuzz_is_finite(hit.point) && fuzz_is_finite(hit.normal), "a hit");
    int count = wend_grid_around(grid, a, radius, 0, hits, 6);
    for (int i = 0; i < count && i < 6; i++)
        FUZZ_FACT(fuzz_is_finite(hits[i].point) && fuzz_is_finite(hits[i].normal), "a hit around");
}

void fuzz_grid(const uint8_t *bytes, size_t size)
{
    fuzz_input in = {bytes, bytes + size};
    wend_cell cells;
    wend_grid *grid = make_grid(&in, &cells);
    if (!grid)
        return;
    wend_grid_search *search = wend_grid_search_create(NULL, NULL), *other = wend_grid_search_create(NULL, NULL);
    wend_flow *flow = wend_flow_create(NULL, NULL), *anew = wend_flow_create(NULL, NULL);
    for (int i = 0; i < 24 && fuzz_has(&in); i++)
        switch (fuzz_int(&in, 0, 4))
        {
        case 0:
        case 1: ask(&in, search, other, grid, cells); break;
        case 2: use_field(&in, flow, anew, grid, cells); break;
        case 3: look(&in, grid); break;
        default:
        {
            wend_vec from = fuzz_vec(&in);
            wend_grid_result result = wend_grid_find_between(search, grid, from, fuzz_vec(&in));
            if (result.way != WEND_WAY_REFUSED)
                check_way(search, grid, result);
            break;
        }
        }
    wend_flow_destroy(flow);
    wend_flow_destroy(anew);
    wend_grid_search_destroy(search);
    wend_grid_search_destroy(other);
    wend_grid_destroy(grid);
}

// ---- meshes ---------------------------------------------------------------------------------------------------------

/// Squares of a lattice whose corners are moved a little, some left out; now and then with a wrong number.
static wend_mesh *make_mesh(fuzz_input *in, wend_vec points[25])
{
    int counts[16], corners[64], polygons = 0;
    for (int i = 0; i < 25; i++)
        points[i] = wend_xyz((float)(i % 5) * 2 - 4, (float)(i / 5) * 2 - 4, 0);
    for (int i = fuzz_int(in, 0, 6); i > 0; i--)
    {
        int k = fuzz_byte(in) % 25;
        points[k] = wend_add(points[k], wend_xyz((float)fuzz_int(in, -6, 6) / 8, (float)fuzz_int(in, -6, 6) / 8,
                                                 (float)fuzz_int(in, -6, 6)));
    }
    if (fuzz_byte(in) > 240)
        points[fuzz_byte(in) % 25] = fuzz_vec(in);
    float scale = fuzz_byte(in) > 200 ? fuzz_finite(in) : 1;
    for (int i = 0; i < 25; i++)
        points[i] = wend_scale(points[i], scale);
    unsigned left = (unsigned)fuzz_byte(in) << 8 | fuzz_byte(in);
    for (int i = 0; i < 16; i++)
    {
        int k = i % 4 + i / 4 * 5;
        const int square[] = {k, k + 1, k + 6, k + 5};
        if (i > 0 && (left >> i & 1))
            continue;
        memcpy(corners + 4 * polygons, square, sizeof square);
        counts[polygons++] = 4;
    }
    if (fuzz_byte(in) > 240)
        corners[fuzz_byte(in) % (4 * (unsigned)polygons)] = fuzz_int(in, -1, 25);
    wend_mesh_def def = wend_default_mesh_def();
    def.points = points, def.point_count = 25;
    def.counts = counts, def.polygon_count = polygons;
    def.corners = corners;
    wend_error error = {0};
    wend_mesh *mesh = wend_mesh_create(&def, &error);
    FUZZ_FACT(mesh || error.text[0], "an error says why");
    return mesh;
}

static wend_vec some_point(fuzz_input *in)
{
    return fuzz_byte(in) > 230 ? fuzz_vec(in)
                               : wend_xyz((float)fuzz_int(in, -40, 40) / 8, (float)fuzz_int(in, -40, 40) / 8, 0);
}

static void ask_mesh(fuzz_input *in, wend_mesh_search *search, wend_mesh_search *other, const wend_mesh *mesh,
                     wend_corridor *corridor)
{
    wend_vec points[64];
    wend_mesh_query query = wend_default_mesh_query();
    query.start = some_point(in), query.goal = some_point(in);
    query.reach = 1;
    fuzz_change_mesh_query(in, &query);
    wend_mesh_result result = wend_mesh_find(search, mesh, &query);
    if (result.way == WEND_WAY_REFUSED)
    {
        FUZZ_FACT(wend_mesh_search_error(search)->text[0], "a refusal says why");
        return;
    }
    for (int i = 0; i < 3000 && result.way == WEND_WAY_OUT_OF_BUDGET; i++)
        result = wend_mesh_go_on(search, mesh, 1);
    query.budget = 0;
    wend_mesh_result whole = wend_mesh_find(other, mesh, &query);
    FUZZ_FACT(whole.way == result.way && whole.cost == result.cost, "in parts %s %g, else %s %g",
              wend_way_name(result.way), result.cost, wend_way_name(whole.way), whole.cost);
    FUZZ_FACT(isfinite(result.cost) && isfinite(result.length), "cost %g, length %g", result.cost, result.length);
    int count = wend_mesh_search_points(search, points, 64);
    for (int i = 0; i < count && i < 64; i++)
        FUZZ_FACT(fuzz_is_finite(points[i]), "point %d isn't finite", i);
    if (!wend_corridor_set(corridor, mesh, search))
        return;
    for (int i = 0; i < 4; i++)
    {
        FUZZ_FACT(fuzz_is_finite(wend_corridor_move(corridor, mesh, some_point(in))), "a step in a corridor");
        wend_corridor_aim(corridor, mesh, some_point(in));
        wend_corridor_shorten(corridor, mesh);
        count = wend_corridor_corners(corridor, mesh, points, 64);
        for (int k = 0; k < count && k < 64; k++)
            FUZZ_FACT(fuzz_is_finite(points[k]), "corner %d isn't finite", k);
    }
    if (fuzz_bool(in))
        wend_corridor_put(corridor, mesh, some_point(in));
}

static void walk_mesh(fuzz_input *in, const wend_mesh *mesh)
{
    wend_vec from = some_point(in), to = some_point(in);
    uint32_t mask = fuzz_byte(in) ? WEND_MESH_ALL : 1;
    wend_mesh_spot spot = wend_mesh_nearest(mesh, from, fuzz_float(in), mask), at = wend_mesh_at(mesh, to, mask);
    wend_mesh_spot moved = wend_mesh_move(mesh, spot, to, mask);
    wend_mesh_look look = wend_mesh_cast(mesh, spot, to, mask);
    if (spot.polygon < 0)
        return;
    FUZZ_FACT(moved.polygon >= 0 && moved.polygon < wend_mesh_count(mesh) && fuzz_is_finite(moved.point), "a step");
    FUZZ_FACT(!fuzz_is_finite(to) || fuzz_is_finite(look.end.point), "a look");
    FUZZ_FACT(at.polygon < wend_mesh_count(mesh), "a place");
}

void fuzz_mesh(const uint8_t *bytes, size_t size)
{
    fuzz_input in = {bytes, bytes + size};
    wend_vec corners[25];
    wend_mesh *mesh = make_mesh(&in, corners);
    if (!mesh)
        return;
    int polygons[8];
    wend_corridor corridor = {.polygons = polygons, .capacity = 8};
    wend_mesh_search *search = wend_mesh_search_create(NULL, NULL), *other = wend_mesh_search_create(NULL, NULL);
    for (int i = 0; i < 24 && fuzz_has(&in); i++)
        switch (fuzz_int(&in, 0, 4))
        {
        case 0:
        case 1: ask_mesh(&in, search, other, mesh, &corridor); break;
        case 2: walk_mesh(&in, mesh); break;
        case 3: wend_mesh_set(mesh, fuzz_int(&in, -1, 16), fuzz_float(&in), fuzz_byte(&in)); break;
        default:
        {
            wend_portal portals[6];
            wend_vec points[32], from = some_point(&in), to = some_point(&in);
            int count = fuzz_int(&in, 0, 6);
            for (int k = 0; k < count; k++)
                portals[k].left = some_point(&in), portals[k].right = some_point(&in);
            bool is_finite = fuzz_is_finite(from) && fuzz_is_finite(to);
            for (int k = 0; k < count; k++)
                is_finite = is_finite && fuzz_is_finite(portals[k].left) && fuzz_is_finite(portals[k].right);
            int many = wend_funnel(from, to, portals, count, fuzz_positive(&in), points, 32);
            for (int k = 0; is_finite && k < many && k < 32; k++)
                FUZZ_FACT(fuzz_is_finite(points[k]), "point %d of a funnel", k);
            break;
        }
        }
    wend_mesh_search_destroy(search);
    wend_mesh_search_destroy(other);
    wend_mesh_destroy(mesh);
}

// ---- obstacles ------------------------------------------------------------------------------------------------------

static void add_shape(fuzz_input *in, wend_obstacles *set, wend_obstacle_id ids[8])
{
    static const int triangles[] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    wend_vec points[8];
    wend_shape shape = wend_default_shape((wend_shape_kind)fuzz_int(in, 0, 6));
    shape.position = some_point(in);
    shape.points = points;
    shape.count = fuzz_int(in, 0, 8);
    for (int i = 0; i < 8; i++)
        points[i] = i < shape.count ? some_point(in) : wend_xyz(0, 0, 0);
    if (shape.kind == WEND_SHAPE_MESH && shape.count >= 4 && fuzz_bool(in))
        shape.triangles = triangles, shape.triangle_count = fuzz_int(in, 0, 4), points[3].z = 2;
    if (shape.kind == WEND_SHAPE_MESH && !shape.triangles)
        shape.count -= shape.count % 3;
    fuzz_change_shape(in, &shape);
    int count = wend_obstacles_count(set);
    wend_obstacle_id id = wend_obstacles_add(set, &shape);
    FUZZ_FACT(wend_obstacles_count(set) == count + (id.value != 0), "%d obstacles", wend_obstacles_count(set));
    FUZZ_FACT(id.value || wend_obstacles_error(set)->text[0], "a refusal says why");
    for (int i = 0; i < 8; i++)
        FUZZ_FACT(!id.value || id.value != ids[i].value, "an id was given twice");
    ids[fuzz_byte(in) % 8] = id;
}

static void cast_at(fuzz_input *in, const wend_obstacles *set, const wend_obstacles *other)
{
    wend_hit hit = {0}, same = {0}, hits[8], others[8];
    wend_touch touches[4];
    wend_cast cast = {some_point(in), some_point(in), fuzz_bool(in) ? 0 : fuzz_float(in), fuzz_byte(in) % 4, 0};
    if (wend_obstacles_cast(set, &cast, &hit))
        FUZZ_FACT(hit.distance >= 0 && fuzz_is_finite(hit.point) && fuzz_is_finite(hit.normal) && hit.body, "a hit");
    wend_obstacles_cast(other, &cast, &same);
    FUZZ_FACT(memcmp(&hit, &same, sizeof hit) == 0, "another cell size meets something else");
    int count = wend_obstacles_around(set, cast.from, cast.radius, cast.mask, 0, hits, 8);
    for (int i = 0; i < count && i < 8; i++)
        FUZZ_FACT(fuzz_is_finite(hits[i].point) && fuzz_is_finite(hits[i].normal) && isfinite(hits[i].distance),
                  "hit %d around", i);
    int again = wend_obstacles_around(other, cast.from, cast.radius, cast.mask, 0, others, 8);
    FUZZ_FACT(count == again && memcmp(hits, others, sizeof *hits * (size_t)(count < 8 ? count : 8)) == 0,
              "another cell size finds others around");
    FUZZ_FACT(wend_obstacles_closest(set, cast.from, cast.radius, cast.mask, &same) == (count > 0), "the closest");
    count = wend_obstacles_touching(set, cast.from, cast.radius, cast.mask, touches, 4);
    for (int i = 0; i < count && i < 4; i++)
        FUZZ_FACT(fuzz_is_finite(touches[i].normal) && touches[i].depth > 0, "touch %d", i);
    wend_vec to = wend_add(cast.from, cast.along);
    FUZZ_FACT(wend_obstacles_sees(set, cast.from, to, 0, 0) == wend_obstacles_sees(set, to, cast.from, 0, 0),
              "sight has a direction");
    wend_slider body = {some_point(in), some_point(in), fuzz_positive(in), 0, 0};
    wend_vec way = some_point(in);
    bool is_finite = fuzz_is_finite(body.position) && fuzz_is_finite(body.velocity) && fuzz_is_finite(way);
    wend_caster caster = wend_obstacles_caster(set);
    wend_slide(&caster, &body, way);
    FUZZ_FACT(!is_finite || (fuzz_is_finite(body.position) && fuzz_is_finite(body.velocity)), "a body slides off");
}

/// Two sets with the same obstacles and other cells say the same.
void fuzz_obstacles(const uint8_t *bytes, size_t size)
{
    fuzz_input in = {bytes, bytes + size};
    wend_obstacles_def def = wend_default_obstacles_def();
    def.is_spatial = fuzz_bool(&in);
    wend_obstacles *set = wend_obstacles_create(&def, NULL);
    def.cell_size = fuzz_float(&in);
    wend_obstacles *other = wend_obstacles_create(&def, NULL);
    wend_obstacle_id ids[8] = {{0}}, twins[8] = {{0}};
    for (int i = 0; i < 40 && other && fuzz_has(&in); i++)
    {
        fuzz_input again = in;
        unsigned what = fuzz_byte(&in);
        switch (what % 4)
        {
        case 0:
            add_shape(&in, set, ids);
            fuzz_byte(&again);
            add_shape(&again, other, twins);
            break;
        case 1: cast_at(&in, set, other); break;
        case 2:
        {
            wend_vec place = some_point(&in);
            float angle = fuzz_float(&in);
            wend_status status = wend_obstacles_move(set, ids[what / 4 % 8], place, angle);
            FUZZ_FACT(wend_obstacles_move(other, twins[what / 4 % 8], place, angle) == status, "moving differs");
            break;
        }
        default:
            wend_obstacles_remove(set, ids[what / 4 % 8]);
            wend_obstacles_remove(other, twins[what / 4 % 8]);
            break;
        }
    }
    wend_obstacles_destroy(set);
    wend_obstacles_destroy(other);
}
