// What is in the way: the caster interface, and one set of static and movable obstacles that is a caster.
//                                                                                             floor 1, includes vec.h
//   wend_obstacles_create wend_obstacles_destroy wend_obstacles_error      a set and what went wrong with it
//   wend_default_shape                                                     circle, segment, box, polygon, capsule, mesh
//   wend_obstacles_add wend_obstacles_remove wend_obstacles_move           what stands in it
//   wend_obstacles_set_velocity wend_obstacles_get wend_obstacles_count
//   wend_obstacles_cast         a ray or a swept circle: the first thing on the way
//   wend_obstacles_sees         a clear line between two points, the same from both ends
//   wend_obstacles_around       every edge near a point, the nearest first
//   wend_obstacles_closest      the nearest of them
//   wend_obstacles_touching     what a circle overlaps, sensors as well, and the way out of each
//   wend_obstacles_caster       the set as a caster, for the senses
//   wend_slide                  move a body as far as obstacles let it
//
// A planar set knows no z: it is ignored on the way in and 0 on the way out. (A world on WEND_XZ asks it with its x
// and z as x and y: put a box that stands at (3, 0, 5) of the game at (3, 5).) A box near a point gives up to four
// hits, one an edge. Circles, boxes, capsules, closed polygons and closed meshes have an inside; segments, open
// polygons and open meshes are thin and stop from both sides. Adding and moving may allocate, queries never do, and
// may run side by side as long as nobody changes the set. Any finite query gets a finite answer; one that isn't
// finite, or whose radius is negative, meets nothing. Ties go to the lower id, then to the earlier edge. Results
// don't depend on the cells.
#ifndef WEND_OBSTACLE_H
#define WEND_OBSTACLE_H

#include "wend/vec.h"

/// What a cast met, or what lies near a point.
typedef struct wend_hit
{
    float distance;    ///< cast: how far it came until it touched, [0, length]. Around: from the centre to the point,
                       ///< negative where the centre is inside
    wend_vec point;    ///< on the obstacle
    wend_vec normal;   ///< unit vector out of the obstacle there; against the cast
    wend_vec velocity; ///< of what was met, at that point
    uint64_t body;     ///< what was met: a wend_obstacle_id's value, or whatever the host's caster calls it; never 0
} wend_hit;

/// A ray, or a swept circle (in a plane) or sphere (in space).
typedef struct wend_cast
{
    wend_vec from;
    wend_vec along;  ///< to its end; zero: nothing is met
    float radius;    ///< [>= 0]; 0: a ray
    uint32_t mask;   ///< layers of which one must match; 0: any
    uint64_t ignore; ///< this body isn't met; 0: none
} wend_cast;

/// Whatever can be asked what is in the way: a wend_obstacles (wend_obstacles_caster), the walls of a grid
/// (wend_grid_caster, grid_caster.h), a physics engine behind an adapter.
typedef struct wend_caster
{
    /// The first thing on the way; false if there is none, and `hit` is left alone. Touching counts as clear.
    bool (*cast)(const wend_cast *cast, wend_hit *hit, void *user);
    /// The nearest point of each circle, and of each edge of a box or polygon by itself, within `radius` of a point;
    /// nearest first, ties by body, then by edge. Returns how many there are; at most `capacity` are written. Where the
    /// centre is inside, distances to that body's edges are negative and normals are the way out.
    int (*around)(wend_vec centre, float radius, uint32_t mask, uint64_t ignore, wend_hit *hits, int capacity,
                  void *user);
    void *user;
} wend_caster;

/// An obstacle of a set. Ids only grow and are never given twice; value 0 is none. None is the id of an agent of a
/// world.
typedef struct wend_obstacle_id
{
    uint64_t value;
} wend_obstacle_id;

typedef enum wend_shape_kind
{
    WEND_SHAPE_CIRCLE,  ///< radius; in space a sphere
    WEND_SHAPE_SEGMENT, ///< from, to: a thin wall; only in a plane
    WEND_SHAPE_BOX,     ///< half; in the plane and in space
    WEND_SHAPE_POLYGON, ///< points, count, is_closed: convex or concave, either winding; only in a plane
    WEND_SHAPE_CAPSULE, ///< from, to, radius: all points within the radius of a segment
    WEND_SHAPE_MESH     ///< points, count, triangles, triangle_count, is_closed; only in space
} wend_shape_kind;

#define WEND_SHAPE_SPHERE WEND_SHAPE_CIRCLE

/// One obstacle. Start from wend_default_shape(). What a kind doesn't use is ignored.
typedef struct wend_shape
{
    wend_shape_kind kind;
    wend_vec position; ///< of the middle, and of the origin of from, to and points; default 0
    float angle;       ///< turned by so much about `axis`, counter-clockwise, radians, default 0
    wend_vec axis;     ///< in space: any but zero, default (0, 0, 1); in a plane always that
    float radius;      ///< circle, sphere, capsule [> 0], default 0.5
    wend_vec half;     ///< box: half extents [> 0], default 0.5 each
    wend_vec from, to; ///< segment, capsule: its ends, not the same; default (-0.5, 0), (0.5, 0)

    const wend_vec *points; ///< polygon, mesh; read during the call only; null, with the count, from
                            ///< wend_obstacles_get
    int count;              ///< polygon: [>= 3] closed, [>= 2] open; mesh: [>= 3]
    const int *triangles;   ///< mesh: three numbers of points each; null: points 0 1 2, 3 4 5, ...
    int triangle_count;     ///< mesh with triangles [>= 1]
    bool is_closed;         ///< polygon, mesh: has an inside; default true. A mesh must be watertight then

    uint32_t layers;   ///< default 1; a mask that shares none of them doesn't meet it
    bool is_sensor;    ///< only wend_obstacles_touching tells of it; default false
    wend_vec velocity; ///< handed on in hits; default 0. The set moves nothing by itself
    uint64_t user;     ///< the caller's own; default 0
} wend_shape;

/// How a set works. Start from wend_default_obstacles_def().
typedef struct wend_obstacles_def
{
    bool is_spatial; ///< three dimensions, default false
    float cell_size; ///< of the index [>= 0], default 0: chosen by what is in it. Changes no result
    wend_allocator allocator;
} wend_obstacles_def;

typedef struct wend_obstacles wend_obstacles;

/// What a circle or sphere overlaps.
typedef struct wend_touch
{
    wend_obstacle_id id;
    bool is_sensor;
    float depth;     ///< how far it must move along the normal to get clear of the nearest surface [> 0]
    wend_vec normal; ///< unit vector, the way out
    wend_vec point;  ///< the nearest one of the obstacle's surface
    uint64_t user;   ///< of the shape
} wend_touch;

WEND_API wend_obstacles_def wend_default_obstacles_def(void);

/// A shape of that kind with every default. A polygon or mesh still needs its points.
WEND_API wend_shape wend_default_shape(wend_shape_kind kind);

/// A new, empty set, or null with the reason in `error` (which may be null).
WEND_API wend_obstacles *wend_obstacles_create(const wend_obstacles_def *def, wend_error *error);

WEND_API void wend_obstacles_destroy(wend_obstacles *set);

/// What the last call that failed had to say.
WEND_API const wend_error *wend_obstacles_error(const wend_obstacles *set);

/// Copies a shape into the set. Refused, with a null id and the reason in wend_obstacles_error: what is not finite, has
/// no size (equal ends, a radius of 0, fewer than three points, no area), or doesn't fit the set's dimensions. Polygons
/// may touch or cross themselves; points that repeat the one before are left out. Allocates where there is no room.
WEND_API wend_obstacle_id wend_obstacles_add(wend_obstacles *set, const wend_shape *shape);

WEND_API wend_status wend_obstacles_remove(wend_obstacles *set, wend_obstacle_id id);

/// Puts an obstacle elsewhere, turned by `angle` about its axis (not: by so much more). Costs what it has edges.
WEND_API wend_status wend_obstacles_move(wend_obstacles *set, wend_obstacle_id id, wend_vec position, float angle);

/// What hits say about its velocity, units a second.
WEND_API wend_status wend_obstacles_set_velocity(wend_obstacles *set, wend_obstacle_id id, wend_vec velocity);

/// What an obstacle is now; its points and triangles are null. WEND_ERROR_ID leaves `shape` alone.
WEND_API wend_status wend_obstacles_get(const wend_obstacles *set, wend_obstacle_id id, wend_shape *shape);

/// How many there are, sensors included.
WEND_API int wend_obstacles_count(const wend_obstacles *set);

/// The first thing on the way; false if there is none, and `hit` is left alone. Only touching is clear, to within a
/// millionth of the radius and the resolution of floats there: a circle fits through a gap of its own width.
/// A circle that overlaps something at the start may leave: until it is clear it counts as no larger than what fits
/// where it starts. Motion that goes deeper is a hit at distance 0 whose normal is the way out. The same goes for a ray
/// that starts inside a solid. A ray that starts exactly on a thin wall may leave to either side.
WEND_API bool wend_obstacles_cast(const wend_obstacles *set, const wend_cast *cast, wend_hit *hit);

/// The nearest point of each circle, capsule and triangle, and of each edge of a segment, box or polygon, within
/// `radius` [>= 0; FLT_MAX: anywhere] of the centre; ordered by how far that point is, then by id, then by edge. Where
/// the centre is inside, distances are negative and normals the way out; the nearest edge of what it is inside comes
/// however far it is. Mask and ignore as in wend_cast. Returns how many there are; at most `capacity` are written.
WEND_API int wend_obstacles_around(const wend_obstacles *set, wend_vec centre, float radius, uint32_t mask,
                                   uint64_t ignore, wend_hit *hits, int capacity);

/// The first of what wend_obstacles_around gives, faster; false if there is none, and `hit` is left alone.
WEND_API bool wend_obstacles_closest(const wend_obstacles *set, wend_vec centre, float radius, uint32_t mask,
                                     wend_hit *hit);

/// Can a body of that radius (0: light) go straight from one point to the other, and back? The same from both ends.
/// Nobody sees into a solid or out of it. From a point to itself: true.
WEND_API bool wend_obstacles_sees(const wend_obstacles *set, wend_vec from, wend_vec to, float radius, uint32_t mask);

/// What a circle overlaps, sensors as well, in the order of ids. Touching is no overlap. Returns how many there are; at
/// most `capacity` are written, those with the lowest ids.
WEND_API int wend_obstacles_touching(const wend_obstacles *set, wend_vec centre, float radius, uint32_t mask,
                                     wend_touch *touches, int capacity);

/// The set as a caster. It holds for as long as the set.
WEND_API wend_caster wend_obstacles_caster(const wend_obstacles *set);

/// A body that moves between obstacles.
typedef struct wend_slider
{
    wend_vec position;
    wend_vec velocity; ///< loses what goes into a surface that is met
    float radius;      ///< [> 0]
    uint32_t mask;     ///< layers of which one must match; 0: any
    uint64_t ignore;   ///< this body isn't met; 0: none
} wend_slider;

/// Moves a body by `way`: it is swept, slides along what it meets, up to four times, and is then pushed out of what
/// it still overlaps (what has moved into it), the deepest first. So it never passes a wall, however long the way. A
/// caster without cast: it just moves. True if something was met.
WEND_API bool wend_slide(const wend_caster *caster, wend_slider *body, wend_vec way);

#endif
