// Searches on a mesh: the question, the open nodes, A* over the middles of edges, and the way that was found.
#include "meshes.h"

#include <string.h>

wend_mesh_query wend_default_mesh_query(void)
{
    return (wend_mesh_query){.kind = WEND_MESH_AUTO, .mask = WEND_MESH_ALL};
}

// ---- memory ------------------------------------------------------------------------------------------------------

wend_mesh_search *wend_mesh_search_create(const wend_allocator *allocator, wend_error *error)
{
    if (check_allocator(error, allocator) != WEND_OK)
        return NULL;
    wend_allocator own = memory_or_default(allocator);
    wend_mesh_search *search = memory_take(&own, sizeof *search);
    if (!search)
    {
        error_set(error, WEND_ERROR_MEMORY, "there is no memory for a search");
        return NULL;
    }
    search->allocator = own;
    return search;
}

void wend_mesh_search_destroy(wend_mesh_search *search)
{
    if (!search)
        return;
    wend_allocator allocator = search->allocator;
    void *const blocks[] = {search->corner_stamp, search->point_stamp, search->seen_stamp, search->goal_stamp,
                            search->corner_g,     search->point_g,     search->turns,      search->nodes,
                            search->heap,         search->way,         search->gates};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        memory_give(&allocator, blocks[i]);
    memory_give(&allocator, search);
}

const wend_error *wend_mesh_search_error(const wend_mesh_search *search)
{
    static const wend_error null_search = {WEND_ERROR_NULL, "the search is null"};
    return search ? &search->error : &null_search;
}

static bool grow(wend_mesh_search *s, const memory_array *arrays, int count, int used, int needed, int *capacity)
{
    if (needed <= *capacity)
        return true;
    int wanted = needed > *capacity + *capacity / 2 ? needed : *capacity + *capacity / 2;
    if (!memory_grow(&s->allocator, arrays, count, (size_t)used, (size_t)wanted))
        return false;
    *capacity = wanted;
    return true;
}

/// Room for everything that a mesh has. New stamps are 0, which is older than any.
static bool fit_to(wend_mesh_search *s, const wend_mesh *mesh)
{
    const memory_array by_corner[] = {{(void **)&s->corner_stamp, sizeof *s->corner_stamp},
                                      {(void **)&s->corner_g, sizeof *s->corner_g},
                                      {(void **)&s->turns, 2 * sizeof *s->turns}};
    const memory_array by_point[] = {{(void **)&s->point_stamp, sizeof *s->point_stamp},
                                     {(void **)&s->point_g, sizeof *s->point_g}};
    const memory_array by_polygon[] = {{(void **)&s->seen_stamp, sizeof *s->seen_stamp},
                                       {(void **)&s->goal_stamp, sizeof *s->goal_stamp}};
    return grow(s, by_corner, 3, s->corner_capacity, mesh->corner_count, &s->corner_capacity) &&
           grow(s, by_point, 2, s->point_capacity, mesh->point_count, &s->point_capacity) &&
           grow(s, by_polygon, 2, s->polygon_capacity, mesh->polygon_count, &s->polygon_capacity);
}

/// A number that no entry has; all are cleared when numbers come to an end.
static void next_stamp(wend_mesh_search *s)
{
    if (++s->stamp != 0)
        return;
    memset(s->corner_stamp, 0, (size_t)s->corner_capacity * sizeof *s->corner_stamp);
    memset(s->turns, 0, 2 * (size_t)s->corner_capacity * sizeof *s->turns);
    memset(s->point_stamp, 0, (size_t)s->point_capacity * sizeof *s->point_stamp);
    memset(s->seen_stamp, 0, (size_t)s->polygon_capacity * sizeof *s->seen_stamp);
    memset(s->goal_stamp, 0, (size_t)s->polygon_capacity * sizeof *s->goal_stamp);
    s->stamp = 1;
}

// ---- open nodes: a heap by f, of equal ones the newest first -----------------------------------------------------

mesh_node *search_new_node(wend_mesh_search *s)
{
    if (s->node_count == s->node_capacity)
    {
        const memory_array arrays[] = {{(void **)&s->nodes, sizeof *s->nodes}, {(void **)&s->heap, sizeof *s->heap}};
        int capacity = s->node_capacity > 0 ? s->node_capacity * 2 : 256;
        bool is_grown = s->node_capacity < INT32_MAX / 4 &&
                        memory_grow(&s->allocator, arrays, 2, (size_t)s->node_count, (size_t)capacity);
        s->is_full |= !is_grown;
        if (!is_grown)
            return NULL;
        s->node_capacity = capacity;
    }
    mesh_node *node = &s->nodes[s->node_count++];
    memset(node, 0, sizeof *node);
    node->root_point = node->edge = node->parent = NONE;
    return node;
}

static bool is_sooner(const wend_mesh_search *s, int32_t a, int32_t b)
{
    double f = s->nodes[a].f, other = s->nodes[b].f;
    return f < other || (f == other && a > b);
}

void search_open(wend_mesh_search *s)
{
    int32_t node = s->node_count - 1;
    int at = s->heap_count++;
    for (; at > 0 && is_sooner(s, node, s->heap[(at - 1) / 2]); at = (at - 1) / 2)
        s->heap[at] = s->heap[(at - 1) / 2];
    s->heap[at] = node;
}

static int32_t take_first(wend_mesh_search *s)
{
    int32_t first = s->heap[0], last = s->heap[--s->heap_count];
    int at = 0;
    for (int child; (child = 2 * at + 1) < s->heap_count; at = child)
    {
        if (child + 1 < s->heap_count && is_sooner(s, s->heap[child + 1], s->heap[child]))
            child++;
        if (!is_sooner(s, s->heap[child], last))
            break;
        s->heap[at] = s->heap[child];
    }
    s->heap[at] = last;
    return first;
}

// ---- A* over the middles of edges --------------------------------------------------------------------------------

static double distance_between(double ax, double ay, double bx, double by)
{
    return sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
}

/// From a place in a polygon over all its edges, and to the goal if it is there.
static void spread(wend_mesh_search *s, int32_t parent, int32_t polygon, double x, double y, double g)
{
    const wend_mesh *mesh = s->mesh;
    int32_t entry = parent == NONE || s->nodes[parent].edge == NONE ? NONE : mesh->link[s->nodes[parent].edge];
    double cost = (double)mesh->costs[polygon];
    if (s->goal_stamp[polygon] == s->stamp)
    {
        mesh_node *node = search_new_node(s);
        if (!node)
            return;
        node->f = node->g = g + cost * distance_between(x, y, s->goal_x, s->goal_y);
        node->polygon = polygon;
        node->parent = parent;
        search_open(s);
    }
    for (int32_t c = mesh->first[polygon]; c < mesh->first[polygon + 1]; c++)
    {
        if (c == entry || !mesh_can_cross(mesh, c, s->query.radius, s->query.mask))
            continue;
        wend_vec a = mesh_point(mesh, c), b = mesh_point(mesh, mesh_next(mesh, c));
        real_vec middle = {0.5 * ((double)a.x + (double)b.x), 0.5 * ((double)a.y + (double)b.y), 0.0};
        double sum = g + cost * distance_between(x, y, middle.x, middle.y);
        if (s->corner_stamp[c] == s->stamp && s->corner_g[c] <= sum)
            continue;
        mesh_node *node = search_new_node(s);
        if (!node)
            return;
        s->corner_stamp[c] = s->stamp;
        s->corner_g[c] = sum;
        node->g = sum;
        node->f = sum + (double)s->cheapest * distance_between(middle.x, middle.y, s->goal_x, s->goal_y);
        node->root = middle;
        node->edge = c;
        node->polygon = mesh->owner[mesh->link[c]];
        node->parent = parent;
        search_open(s);
    }
}

// ---- both searches -----------------------------------------------------------------------------------------------

/// Is a place in a polygon too, on the same floor?
static bool holds(const wend_mesh *mesh, int32_t polygon, const wend_mesh_spot *spot)
{
    double x = (double)spot->point.x, y = (double)spot->point.y, near_x, near_y;
    return mesh_closest(mesh, polygon, x, y, &near_x, &near_y) <= mesh->slack &&
           fabs(mesh_height(mesh, polygon, near_x, near_y) - (double)spot->point.z) <= 16.0 * mesh->slack;
}

bool search_is_start(const wend_mesh_search *s, int32_t polygon)
{
    return polygon == s->start.polygon || holds(s->mesh, polygon, &s->start);
}

static void mark_goal(int32_t polygon, double distance, void *user)
{
    wend_mesh_search *s = user;
    (void)distance;
    if (polygon == s->goal.polygon || holds(s->mesh, polygon, &s->goal))
        s->goal_stamp[polygon] = s->stamp;
}

/// A polygon was reached: is its nearest place the nearest to the goal so far?
static void see(wend_mesh_search *s, int32_t node, int32_t polygon)
{
    if (s->seen_stamp[polygon] == s->stamp)
        return;
    s->seen_stamp[polygon] = s->stamp;
    double x, y, level = mesh_closest(s->mesh, polygon, s->goal_x, s->goal_y, &x, &y);
    double rise = mesh_height(s->mesh, polygon, x, y) - (double)s->goal.point.z;
    double distance = sqrt(level * level + rise * rise);
    bool is_nearer =
        distance < s->nearest_distance || (distance == s->nearest_distance && polygon < s->nearest_polygon);
    if (s->nearest_polygon != NONE && !is_nearer)
        return;
    s->nearest = node;
    s->nearest_polygon = polygon;
    s->nearest_distance = distance;
}

static void begin_in(int32_t polygon, double distance, void *user)
{
    wend_mesh_search *s = user;
    (void)distance;
    if (!search_is_start(s, polygon))
        return;
    see(s, NONE, polygon);
    if (s->kind == WEND_MESH_EXACT)
        exact_begin(s, polygon);
    else
        spread(s, NONE, polygon, s->start_x, s->start_y, 0.0);
}

static void begin(wend_mesh_search *s)
{
    next_stamp(s);
    s->node_count = s->heap_count = 0;
    s->nearest = s->nearest_polygon = NONE;
    s->start_x = (double)s->start.point.x;
    s->start_y = (double)s->start.point.y;
    s->goal_x = (double)s->goal.point.x;
    s->goal_y = (double)s->goal.point.y;
    mesh_visit(s->mesh, s->goal_x, s->goal_y, s->query.mask, mark_goal, s);
    mesh_visit(s->mesh, s->start_x, s->start_y, s->query.mask, begin_in, s);
}

static bool is_at_goal(const wend_mesh_search *s, const mesh_node *node)
{
    return node->edge == NONE || (s->kind == WEND_MESH_EXACT && s->goal_stamp[node->polygon] == s->stamp);
}

/// The node at the goal; NONE: out of budget, or nothing is open any more.
static int32_t run(wend_mesh_search *s)
{
    while (s->heap_count > 0 && !s->is_full)
    {
        const mesh_node *node = &s->nodes[s->heap[0]];
        if (is_at_goal(s, node))
            return s->heap[0];
        bool is_stale = s->kind == WEND_MESH_EXACT ? exact_is_stale(s, node) : node->g > s->corner_g[node->edge];
        if (!is_stale && s->limit > 0 && s->result.expanded >= s->limit)
            return NONE;
        int32_t index = take_first(s);
        if (is_stale)
            continue;
        s->result.expanded++;
        see(s, index, s->nodes[index].polygon);
        if (s->kind == WEND_MESH_EXACT)
            exact_expand(s, index);
        else
            spread(s, index, s->nodes[index].polygon, s->nodes[index].root.x, s->nodes[index].root.y,
                   s->nodes[index].g);
    }
    return NONE;
}

// ---- the answer --------------------------------------------------------------------------------------------------

/// Writes down the polygons up to a node, whose last is `polygon`, and the edges between them.
static bool write_way(wend_mesh_search *s, int32_t node, int32_t polygon)
{
    int edges = 0;
    for (int32_t n = node; n != NONE; n = s->nodes[n].parent)
        edges += s->nodes[n].edge != NONE;
    const memory_array polygons = {(void **)&s->way, sizeof *s->way};
    const memory_array gates = {(void **)&s->gates, sizeof *s->gates};
    s->way_count = 0;
    if (!grow(s, &polygons, 1, 0, edges + 1, &s->way_capacity) || !grow(s, &gates, 1, 0, edges + 1, &s->gate_capacity))
        return false;
    s->way_count = edges + 1;
    s->way[edges] = polygon;
    for (int32_t n = node; n != NONE; n = s->nodes[n].parent)
    {
        int32_t edge = s->nodes[n].edge;
        if (edge == NONE)
            continue;
        s->way[--edges] = s->mesh->owner[edge];
        s->gates[edges] = mesh_gate_of(s->mesh, edge, s->query.radius, s->query.mask);
    }
    return true;
}

/// The way to `end`, whose last node that is.
static void finish(wend_mesh_search *s, wend_way way, int32_t node, wend_mesh_spot end)
{
    wend_mesh_result *result = &s->result;
    if (!write_way(s, node, end.polygon))
    {
        s->is_full = true;
        return;
    }
    result->way = way;
    result->polygons = s->way_count;
    result->start = (wend_mesh_spot){s->way[0], s->start.point};
    result->end = end;
    const mesh_row row = {.gates = s->gates, .count = s->way_count - 1};
    mesh_funnel(result->start.point, result->end.point, &row, NULL, 0, &result->length, false);
    result->cost = node == NONE ? 0.0 : s->nodes[node].f * (s->kind == WEND_MESH_EXACT ? (double)s->cheapest : 1.0);
}

/// The place of the nearest polygon that is nearest to the goal.
static wend_mesh_spot nearest_spot(const wend_mesh_search *s)
{
    real_vec place;
    mesh_closest(s->mesh, s->nearest_polygon, s->goal_x, s->goal_y, &place.x, &place.y);
    place.z = mesh_height(s->mesh, s->nearest_polygon, place.x, place.y);
    return (wend_mesh_spot){s->nearest_polygon, real_to_vec(place)};
}

static wend_mesh_result refuse(wend_mesh_search *s)
{
    s->mesh = NULL;
    s->way_count = 0;
    s->result = (wend_mesh_result){.start.polygon = NONE, .end.polygon = NONE};
    return s->result;
}

static wend_mesh_result refuse_memory(wend_mesh_search *s)
{
    error_set(&s->error, WEND_ERROR_MEMORY, "there is no memory for this search");
    return refuse(s);
}

static void search_on(wend_mesh_search *s)
{
    int32_t node = run(s);
    if (node == NONE && s->heap_count == 0 && !s->is_full && !s->is_second)
    {
        s->is_second = true;
        s->goal = nearest_spot(s);
        begin(s);
        node = run(s);
    }
    if (s->is_full)
        return;
    if (node != NONE)
    {
        wend_mesh_spot end = {s->nodes[node].polygon, s->goal.point};
        finish(s, s->is_second ? WEND_WAY_UNREACHABLE : WEND_WAY_FOUND, node, end);
        return;
    }
    finish(s, WEND_WAY_OUT_OF_BUDGET, s->nearest, nearest_spot(s));
    s->result.cost = s->result.length * (double)s->cheapest;
}

// ---- questions ---------------------------------------------------------------------------------------------------

static wend_status check_query(wend_mesh_search *s, const wend_mesh *mesh, const wend_mesh_query *q)
{
    wend_error *error = &s->error;
    if (!mesh || !q)
        return error_set(error, WEND_ERROR_NULL, "mesh query and mesh must be given");
    if (q->kind > WEND_MESH_EXACT)
        return error_set(error, WEND_ERROR_VALUE, "mesh query kind is %d, must be a wend_mesh_kind", (int)q->kind);
    if (q->kind == WEND_MESH_EXACT && mesh->cheapest != mesh->dearest)
        return error_set(error, WEND_ERROR_VALUE,
                         "mesh query kind is exact, must be corridor or auto where polygons cost "
                         "from %g to %g",
                         (double)mesh->cheapest, (double)mesh->dearest);
    if (q->budget < 0)
        return error_set(error, WEND_ERROR_VALUE, "mesh query budget is %lld, must be >= 0", (long long)q->budget);
    wend_status status = check_finite(error, "mesh query start", q->start.x, q->start.y, q->start.z);
    if (status == WEND_OK)
        status = check_finite(error, "mesh query goal", q->goal.x, q->goal.y, q->goal.z);
    if (status == WEND_OK)
        status = check_range(error, "mesh query radius", q->radius, 0.0f, FLT_MAX, "finite and >= 0");
    if (status == WEND_OK)
        status = check_range(error, "mesh query reach", q->reach, 0.0f, FLT_MAX, "finite and >= 0");
    return status;
}

static wend_mesh_spot locate(const wend_mesh *mesh, wend_vec point, const wend_mesh_query *query)
{
    wend_mesh_spot spot = wend_mesh_at(mesh, point, query->mask);
    return spot.polygon == NONE && query->reach > 0.0f ? wend_mesh_nearest(mesh, point, query->reach, query->mask)
                                                       : spot;
}

wend_mesh_result wend_mesh_find(wend_mesh_search *s, const wend_mesh *mesh, const wend_mesh_query *query)
{
    if (!s)
        return (wend_mesh_result){.way = WEND_WAY_REFUSED};
    if (check_query(s, mesh, query) != WEND_OK)
        return refuse(s);
    if (!fit_to(s, mesh))
        return refuse_memory(s);
    bool is_uniform = mesh->cheapest == mesh->dearest;
    s->query = *query;
    s->mesh = mesh;
    s->edits = mesh->edits;
    s->kind = query->kind != WEND_MESH_AUTO ? query->kind : is_uniform ? WEND_MESH_EXACT : WEND_MESH_CORRIDOR;
    s->cheapest = mesh->cheapest;
    s->limit = query->budget;
    s->is_second = s->is_full = false;
    s->way_count = 0;
    s->start = locate(mesh, query->start, query);
    s->goal = locate(mesh, query->goal, query);
    s->result = (wend_mesh_result){.start = s->start, .end = s->goal};
    bool is_there = s->start.point.x == s->goal.point.x && s->start.point.y == s->goal.point.y;
    if (s->start.polygon == NONE)
        s->result.way = WEND_WAY_START_BLOCKED;
    else if (s->goal.polygon == NONE)
        s->result.way = WEND_WAY_GOAL_BLOCKED;
    else if (is_there && search_is_start(s, s->goal.polygon))
        finish(s, WEND_WAY_THERE, NONE, s->goal);
    else
    {
        begin(s);
        search_on(s);
    }
    return s->is_full ? refuse_memory(s) : s->result;
}

wend_mesh_result wend_mesh_go_on(wend_mesh_search *s, const wend_mesh *mesh, int64_t budget)
{
    if (!s)
        return (wend_mesh_result){.way = WEND_WAY_REFUSED};
    if (!mesh || mesh != s->mesh)
    {
        error_set(&s->error, mesh ? WEND_ERROR_VALUE : WEND_ERROR_NULL,
                  "the mesh to go on with is not that of the last search");
        return refuse(s);
    }
    if (budget < 0)
    {
        error_set(&s->error, WEND_ERROR_VALUE, "budget is %lld, must be >= 0", (long long)budget);
        return refuse(s);
    }
    if (s->result.way != WEND_WAY_OUT_OF_BUDGET)
        return s->result;
    if (s->edits != mesh->edits)
    {
        wend_mesh_query query = s->query;
        query.budget = budget;
        return wend_mesh_find(s, mesh, &query);
    }
    s->limit = budget > 0 ? s->result.expanded + budget : 0;
    search_on(s);
    return s->is_full ? refuse_memory(s) : s->result;
}

int wend_mesh_search_polygons(const wend_mesh_search *s, int *polygons, int capacity)
{
    if (!s)
        return 0;
    for (int i = 0; i < s->way_count && i < capacity; i++)
        polygons[i] = s->way[i];
    return s->way_count;
}

int wend_mesh_search_points(const wend_mesh_search *s, wend_vec *points, int capacity)
{
    if (!s)
        return 0;
    if (s->way_count == 0)
        return 0;
    const mesh_row row = {.gates = s->gates, .count = s->way_count - 1};
    return mesh_funnel(s->result.start.point, s->result.end.point, &row, points, capacity, NULL, false);
}
