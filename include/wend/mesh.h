// Finding a way over a navigation mesh: convex polygons that share edges.                     floor 1, includes vec.h
//
//   wend_mesh_create wend_mesh_destroy                           a mesh, from arrays
//   wend_mesh_count wend_mesh_polygon wend_mesh_neighbour        its polygons
//   wend_mesh_set wend_mesh_cost wend_mesh_layers wend_mesh_edits   what a polygon costs, and for whom it is open
//   wend_mesh_at wend_mesh_nearest    the polygon under a point, the place that is nearest to one
//   wend_mesh_move wend_mesh_cast     a step that stays on the mesh, a straight look along it
//   wend_mesh_search_create wend_mesh_search_destroy             memory for searching, used again and again
//   wend_mesh_find wend_mesh_go_on    a way between two points
//   wend_mesh_search_polygons wend_mesh_search_points            the way as polygons, and as a path for path.h
//   wend_mesh_portal wend_funnel      the edge between two polygons; a string pulled tight through such edges
//
// The mesh lies over the plane x, y; z is the height. A world on WEND_XZ asks it with (x, z, y). Floors may lie over
// one another. All lengths and costs are level, in x and y. An edge that no other polygon shares is border: nobody
// crosses it. What only touches the border is on the mesh; who stands on an edge or a corner of several polygons stands
// on all of them, so also on both sides where two openings touch in a corner, though no way leads through there.
//
// Memory: a mesh takes 12 bytes a corner, 90 a polygon, 17 a point; a search 76 a corner, 12 a point, 8 a polygon, and
// 120 an open way. Searches in several threads may share a mesh while nobody edits it; each thread needs a search of
// its own. A moving corridor is in corridor.h. Scene: mesh_walk.
#ifndef WEND_MESH_H
#define WEND_MESH_H

#include "wend/vec.h"

#define WEND_MESH_MOST (1 << 26) ///< corners of all polygons together, and points

/// A mesh. Start from wend_default_mesh_def(). Arrays are read during the call.
typedef struct wend_mesh_def
{
    const wend_vec *points; ///< finite; equal ones count as one
    int point_count;        ///< [3, WEND_MESH_MOST], no default
    const int *counts;      ///< how many corners each polygon has, [>= 3]
    int polygon_count;      ///< [>= 1], no default
    const int *corners;     ///< of all polygons, one after the other: indices of points, either way round. A polygon is
                            ///< convex as seen from above (corners may lie on a straight line) and has an area
    const int *neighbours;  ///< beside each corner the polygon across the edge from it to the next corner, -1: border.
                            ///< Null (default): found by the points that edges share
    const float *costs;     ///< by polygon: of a unit of length, [> 0]; null (default): all 1
    const uint32_t *layers; ///< by polygon, bits: who may walk there, see the masks; null (default): all bits
    bool is_y_up;           ///< the points have their height in y: (x, y, z) becomes (x, z, y). default false
    wend_allocator allocator;
} wend_mesh_def;

typedef struct wend_mesh wend_mesh;

WEND_API wend_mesh_def wend_default_mesh_def(void);

/// A new mesh, or null with the reason in `error` (which may be null): an index out of range, a polygon that isn't
/// convex or has no area, an edge that three share or two from the same side, a neighbour that isn't one.
WEND_API wend_mesh *wend_mesh_create(const wend_mesh_def *def, wend_error *error);

WEND_API void wend_mesh_destroy(wend_mesh *mesh);

/// How many polygons there are.
WEND_API int wend_mesh_count(const wend_mesh *mesh);

/// The corners of a polygon, counter-clockwise as seen from above, the first as it was given. Returns how many there
/// are, even where `capacity` is less; at most `capacity` are written. 0 for a polygon that doesn't exist.
WEND_API int wend_mesh_polygon(const wend_mesh *mesh, int polygon, wend_vec *corners, int capacity);

/// The polygon across the edge from that corner (in the order of wend_mesh_polygon) to the next; -1: border, or no such
/// edge.
WEND_API int wend_mesh_neighbour(const wend_mesh *mesh, int polygon, int edge);

/// Changes what a polygon costs [> 0] and for whom it is open (0: for nobody); the next search sees it.
WEND_API wend_status wend_mesh_set(wend_mesh *mesh, int polygon, float cost, uint32_t layers);

/// 0 for a polygon that doesn't exist.
WEND_API float wend_mesh_cost(const wend_mesh *mesh, int polygon);
WEND_API uint32_t wend_mesh_layers(const wend_mesh *mesh, int polygon);

/// How often a polygon has got another cost or other layers. Only grows.
WEND_API uint64_t wend_mesh_edits(const wend_mesh *mesh);

// ---- places. A mask says whom we ask for: a polygon is open if its layers and the mask have a bit in common. -----

#define WEND_MESH_ALL UINT32_MAX ///< the mask that every polygon is open for, unless its layers are 0

/// A place on a mesh.
typedef struct wend_mesh_spot
{
    int polygon;    ///< -1: none
    wend_vec point; ///< with the height of the polygon there; without one the point that was asked for
} wend_mesh_spot;

/// The open polygon in which a point lies, as seen from above, and its height there; of several the one whose height is
/// nearest, then the one with the lower number. Off the mesh, or not finite: none.
WEND_API wend_mesh_spot wend_mesh_at(const wend_mesh *mesh, wend_vec point, uint32_t mask);

/// The nearest place within `reach` [>= 0]. Of each polygon the place that is nearest as seen from above counts, and
/// the distance to it in space; ties as above.
WEND_API wend_mesh_spot wend_mesh_nearest(const wend_mesh *mesh, wend_vec point, float reach, uint32_t mask);

/// A step from a place toward a point, kept on the mesh: the place nearest to the point (as seen from above) among
/// those that can be walked to without leaving the circle on the step. So one slides along borders. At most 64
/// polygons are looked at: a longer step ends there. `from` without a polygon, or a point that isn't finite: `from`.
WEND_API wend_mesh_spot wend_mesh_move(const wend_mesh *mesh, wend_mesh_spot from, wend_vec to, uint32_t mask);

/// Where a straight look ends.
typedef struct wend_mesh_look
{
    wend_mesh_spot end; ///< the point that was looked at, or where the border was met
    bool is_clear;      ///< was the whole way on the mesh? Along the border, or past its corners, is clear
    wend_vec normal;    ///< of the border that was met, level, against the look; else zero
} wend_mesh_look;

/// Looks straight from a place toward a point, as seen from above.
WEND_API wend_mesh_look wend_mesh_cast(const wend_mesh *mesh, wend_mesh_spot from, wend_vec to, uint32_t mask);

// ---- ways --------------------------------------------------------------------------------------------------------

/// How to search.
typedef enum wend_mesh_kind
{
    WEND_MESH_AUTO,     ///< EXACT where all polygons cost the same, else CORRIDOR (default)
    WEND_MESH_CORRIDOR, ///< the cheapest way over the middles of edges, by A* (Hart, Nilsson and Raphael, 1968). Pulled
                        ///< tight it is short, but not always the shortest
    WEND_MESH_EXACT, ///< the shortest way of all, over intervals of edges that are seen from one corner: Cui, Harabor
                     ///< and Grastien, "Compromise-free Pathfinding on a Navigation Mesh", 2017. Refused where
                     ///< polygons cost different amounts
} wend_mesh_kind;

/// What is asked for. Start from wend_default_mesh_query(). The path keeps the radius away from corners of the border
/// at the ends of the edges that it passes; edges between two such corners that are narrower than the hull are closed.
/// EXACT finds the shortest way of a point over open edges, and pulls it tight for the body: not always the shortest
/// for that.
typedef struct wend_mesh_query
{
    wend_vec start, goal; ///< z chooses among floors
    wend_mesh_kind kind;
    float radius;   ///< of the body's hull, [>= 0], default 0: see above. A mesh that was built for a body wants 0
    float reach;    ///< how far off the mesh start and goal may be, [>= 0], default 0: the nearest place counts
    uint32_t mask;  ///< default WEND_MESH_ALL
    int64_t budget; ///< how many edges to expand at most [>= 0]; 0 (default): as many as it takes
} wend_mesh_query;

WEND_API wend_mesh_query wend_default_mesh_query(void);

/// An answer. UNREACHABLE and OUT_OF_BUDGET: the way to the place that is nearest to the goal (as wend_mesh_nearest
/// says) in all polygons that were reached; of START_BLOCKED and GOAL_BLOCKED there is none.
typedef struct wend_mesh_result
{
    wend_way way;
    double cost;   ///< of the way: EXACT its length, CORRIDOR that over middles of edges; times costs of polygons
    double length; ///< of the path that was pulled tight, with the radius
    int polygons;  ///< of the way, those of start and end included
    wend_mesh_spot start, end;
    int64_t expanded; ///< edges, in all calls for this question
} wend_mesh_result;

typedef struct wend_mesh_search wend_mesh_search;

/// Memory for searches on any meshes; it grows when a search needs more than any before and is never cleared.
/// `allocator` null: malloc and free. Null with the reason in `error` (which may be null).
WEND_API wend_mesh_search *wend_mesh_search_create(const wend_allocator *allocator, wend_error *error);

WEND_API void wend_mesh_search_destroy(wend_mesh_search *search);

/// What the last question that was refused had wrong.
WEND_API const wend_error *wend_mesh_search_error(const wend_mesh_search *search);

/// Searches. `query` null: refused. A start or goal that is off the mesh, as far as `reach` goes, is blocked, not refused
/// (of a grid one outside the map is refused): where a mesh ends is as much its border as any hole in it.
WEND_API wend_mesh_result wend_mesh_find(wend_mesh_search *search, const wend_mesh *mesh, const wend_mesh_query *query);

/// Goes on with at most `budget` more expansions (0: as many as it takes) after WEND_WAY_OUT_OF_BUDGET; after anything
/// else it gives the same answer again. Together the parts find what one call would. If the mesh was edited in between
/// it begins anew. Refused with a mesh that isn't that of the last search.
WEND_API wend_mesh_result wend_mesh_go_on(wend_mesh_search *search, const wend_mesh *mesh, int64_t budget);

/// The way that was found last, as polygons from the start on. Returns how many there are, even where `capacity` is
/// less; at most `capacity` are written. Later edits of the mesh change nothing here.
WEND_API int wend_mesh_search_polygons(const wend_mesh_search *search, int *polygons, int capacity);

/// The same pulled tight: start, corners, end. In each the height of the corner it goes round.
WEND_API int wend_mesh_search_points(const wend_mesh_search *search, wend_vec *points, int capacity);

// ---- string pulling ----------------------------------------------------------------------------------------------

/// An edge to pass, its ends as seen by who walks through.
typedef struct wend_portal
{
    wend_vec left, right;
} wend_portal;

/// The edge from one polygon to its neighbour, as seen when walking there (the first, where they share several). False
/// if they share none.
WEND_API bool wend_mesh_portal(const wend_mesh *mesh, int from, int to, wend_portal *portal);

/// The shortest path from `from` to `to` through portals in a row, for a body of that radius [>= 0]: the funnel of Lee
/// and Preparata, 1984, with circles round the ends of portals as in Demyen and Buro, "Efficient Triangulation-Based
/// Pathfinding", 2006. Round a circle the path bends outside of it, by at most 45 degrees a point: so every leg keeps
/// the radius, and no point is farther from its corner than 1.083 of it. A portal narrower than the body is passed in
/// its middle, perpendicular; who starts or ends closer to a corner than the radius keeps that distance there. Points
/// that lie on a straight leg are left out, no point comes twice in a row, portals may be points, and equal ones are no
/// trouble. Returns how many points there are (1 where `from` is `to` and nothing is between), even where `capacity` is
/// less; at most `capacity` are written.
WEND_API int wend_funnel(wend_vec from, wend_vec to, const wend_portal *portals, int count, float radius,
                         wend_vec *points, int capacity);

#endif
