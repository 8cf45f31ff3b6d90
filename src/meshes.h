// Inside a navigation mesh, and inside a search on it.
//
// A corner of a polygon also stands for the edge from it to the next corner; `link` leads across that edge to the
// corner of the neighbour at which the same edge begins the other way round. Polygons run counter-clockwise. Seen from
// inside, an edge's corner is its right end and the next corner its left one.
#ifndef WEND_SRC_MESHES_H
#define WEND_SRC_MESHES_H

#include "memory.h"
#include "real.h"
#include "wend/mesh.h"

#define NONE (-1)

/// A box round some polygons.
typedef struct mesh_box
{
    float low[3], high[3];
    int32_t right; ///< the child that doesn't follow at once; of a leaf NONE
    int32_t first; ///< of a leaf: its polygons in `items`
    int32_t count;
} mesh_box;

struct wend_mesh
{
    wend_allocator allocator;
    int point_count, polygon_count, corner_count;
    wend_vec *points;
    int32_t *first;     ///< by polygon: its first corner; one more at the end
    int32_t *corner;    ///< by corner: its point
    int32_t *link;      ///< by corner: across its edge; NONE: border
    int32_t *owner;     ///< by corner: its polygon
    int32_t *out;       ///< by point: a corner there, NONE: no polygon has it
    uint8_t *is_border; ///< by point
    float *costs;       ///< by polygon
    uint32_t *layers;   ///< by polygon
    mesh_box *boxes;
    int32_t *items;
    double slack; ///< what rounding may have done to a coordinate
    float cheapest, dearest;
    uint64_t edits;
    uint64_t print; ///< of its points and polygons, costs and layers
};

static inline int32_t mesh_next(const wend_mesh *mesh, int32_t corner)
{
    int32_t polygon = mesh->owner[corner];
    return corner + 1 == mesh->first[polygon + 1] ? mesh->first[polygon] : corner + 1;
}

static inline wend_vec mesh_point(const wend_mesh *mesh, int32_t corner)
{
    return mesh->points[mesh->corner[corner]];
}

static inline bool mesh_is_open(const wend_mesh *mesh, int32_t polygon, uint32_t mask)
{
    return (mesh->layers[polygon] & mask) != 0;
}

/// The corner across an edge, NONE where it is border for that mask.
static inline int32_t mesh_across(const wend_mesh *mesh, int32_t corner, uint32_t mask)
{
    int32_t link = mesh->link[corner];
    return link != NONE && mesh_is_open(mesh, mesh->owner[link], mask) ? link : NONE;
}

/// Twice the area of o, a, b: positive where b is to the left of the way from o to a.
static inline double mesh_side(double ox, double oy, double ax, double ay, double bx, double by)
{
    return (ax - ox) * (by - oy) - (ay - oy) * (bx - ox);
}

/// One number for a mesh as it is, but not its number of edits.
uint64_t mesh_print(const wend_mesh *mesh);

/// Is a point at the border for that mask, so that a way may turn there?
bool mesh_is_corner(const wend_mesh *mesh, int32_t point, uint32_t mask);

/// The place of a polygon, as seen from above, that is nearest to (x, y). Returns the distance, 0 inside.
double mesh_closest(const wend_mesh *mesh, int32_t polygon, double x, double y, double *near_x, double *near_y);

/// Its height at a place that is in it.
double mesh_height(const wend_mesh *mesh, int32_t polygon, double x, double y);

/// WEND_OK, or no memory: the tree of boxes over all polygons.
wend_status mesh_tree_make(wend_mesh *mesh, wend_error *error);

/// Calls `visit` for each polygon, open for the mask, that is at most `slack` from (x, y) as seen from above.
typedef void mesh_visit_fn(int32_t polygon, double distance, void *user);
void mesh_visit(const wend_mesh *mesh, double x, double y, uint32_t mask, mesh_visit_fn *visit, void *user);

#define MESH_TRAIL 64 // polygons that a step looks at

/// As wend_mesh_move; also the polygons between, from `from` on. Returns how many.
int mesh_walk(const wend_mesh *mesh, wend_mesh_spot from, wend_vec to, uint32_t mask, wend_mesh_spot *end,
              int32_t trail[MESH_TRAIL]);

/// As wend_mesh_cast; also the first `capacity` polygons on the way. Returns how many there are.
int mesh_look(const wend_mesh *mesh, wend_mesh_spot from, wend_vec to, uint32_t mask, wend_mesh_look *look,
              int32_t *trail, int capacity);

/// The corner whose edge leads from one polygon into another, NONE: they share none.
int32_t mesh_edge_between(const wend_mesh *mesh, int32_t from, int32_t to);

/// May a body of that radius cross this edge?
bool mesh_can_cross(const wend_mesh *mesh, int32_t corner, float radius, uint32_t mask);

/// From a polygon's corner to that of the next polygon at the same point, round about it either way (0: clockwise), over
/// open edges; NONE: border.
int32_t mesh_turn_about(const wend_mesh *mesh, int32_t corner, int way, uint32_t mask);

/// The corner of a polygon at a point, NONE: it has none there.
int32_t mesh_corner_at(const wend_mesh *mesh, int32_t polygon, wend_vec point);

static inline double mesh_distance(wend_vec a, wend_vec b)
{
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    return sqrt(x * x + y * y);
}

/// A portal whose ends keep a body away, or don't.
typedef struct mesh_gate
{
    wend_vec left, right;
    float left_radius, right_radius;
} mesh_gate;

/// The gate that an edge is for a body of that radius.
mesh_gate mesh_gate_of(const wend_mesh *mesh, int32_t corner, float radius, uint32_t mask);

/// Portals in a row: gates, or portals for a radius, or those between polygons of a mesh.
typedef struct mesh_row
{
    const mesh_gate *gates;
    const wend_portal *portals;
    const wend_mesh *mesh;
    const int32_t *polygons; ///< one more than portals
    float radius;
    uint32_t mask;
    int count; ///< portals
} mesh_row;

/// As wend_funnel; `length` (may be null) is that of all legs. With `is_brief` it stops as soon as `capacity` points
/// are known, and their count comes back.
int mesh_funnel(wend_vec from, wend_vec to, const mesh_row *row, wend_vec *points, int capacity, double *length,
                bool is_brief);

// ---- a search ----------------------------------------------------------------------------------------------------

/// An open way: up to an edge, over a place (CORRIDOR) or from a root through an interval of the edge (EXACT).
typedef struct mesh_node
{
    double f, g; ///< g: to the root
    real_vec root, left, right;
    int32_t root_point;       ///< NONE: the root is the start
    int32_t edge;             ///< the corner whose edge was crossed last; NONE: the goal, or still in the first polygon
    int32_t polygon;          ///< the one it leads into
    int32_t parent;           ///< NONE: the start
    bool has_left, has_right; ///< are the interval's ends those of the edge?
} mesh_node;

/// What is known of turning at a corner of a polygon, to one side.
typedef struct mesh_turn
{
    double g, x, y; ///< the way to it, and from which direction
    uint32_t stamp;
} mesh_turn;

struct wend_mesh_search
{
    wend_allocator allocator;
    uint32_t stamp;

    // by corner, by point, by polygon of the largest mesh so far; what has another stamp is old
    int corner_capacity, point_capacity, polygon_capacity;
    uint32_t *corner_stamp, *point_stamp, *seen_stamp, *goal_stamp;
    double *corner_g, *point_g;
    mesh_turn *turns; ///< two a corner: to the right, to the left

    mesh_node *nodes;
    int32_t *heap;
    int node_count, node_capacity, heap_count;

    // the question
    const wend_mesh *mesh;
    wend_mesh_query query;
    uint64_t edits;
    wend_mesh_kind kind;
    wend_mesh_spot start, goal;
    double start_x, start_y, goal_x, goal_y;
    float cheapest;
    int32_t nearest, nearest_polygon; ///< node (NONE: the start) and polygon
    double nearest_distance;
    bool is_second; ///< no goal can be reached: the way to the nearest place is being sought
    bool is_full;   ///< there was no memory
    int64_t limit;

    // the answer
    wend_mesh_result result;
    wend_error error;
    int32_t *way;
    mesh_gate *gates;
    int way_count, way_capacity; ///< polygons
    int gate_capacity;
};

/// A new node for that way, or null (and is_full).
mesh_node *search_new_node(wend_mesh_search *search);

/// Puts the newest node among the open ones.
void search_open(wend_mesh_search *search);

/// Does the start lie in this polygon (perhaps on its edge)?
bool search_is_start(const wend_mesh_search *search, int32_t polygon);

/// Opens what can be come to from one polygon in which the start lies.
void exact_begin(wend_mesh_search *search, int32_t polygon);

/// Opens what can be come to through a node's interval.
void exact_expand(wend_mesh_search *search, int32_t node);

/// Is there, since this node was opened, a shorter way to its root?
bool exact_is_stale(const wend_mesh_search *search, const mesh_node *node);

#endif
