// Inside a set of obstacles: shapes cut into edges, round things and triangles, and the cells they lie in.
#ifndef WEND_SRC_SHAPES_H
#define WEND_SRC_SHAPES_H

#include "wend/obstacle.h"

#include "memory.h"
#include "real.h"

typedef enum piece_kind
{
    PIECE_EDGE,    // a b
    PIECE_ROUND,   // all within the radius of a b; a circle where a is b
    PIECE_TRIANGLE // a b c
} piece_kind;

/// A piece of an obstacle, convex. What is measured is the distance from its core: the edge a b, or the triangle a b c.
typedef struct piece
{
    wend_vec a, b, c;
    float radius; // 0 unless round
    int body;
    int edge; // its number within the body
    // Copies from the body, since a query that meets a piece asks for them at once; 64 bytes in all.
    uint32_t layers;
    uint64_t id;
    uint8_t kind; // a piece_kind
    bool is_sensor, is_solid;
    bool is_moving; // the body has a velocity
} piece;

/// Where a piece is while its body stands at the origin.
typedef struct piece_home
{
    wend_vec a, b, c;
} piece_home;

typedef struct body
{
    uint64_t id;      // 0: a free slot, which keeps its pieces for a body that has as many
    int first, count; // its pieces
    wend_shape shape; // without points
    bool is_solid;    // a closed polygon, box or mesh: its pieces enclose an inside. Round things are not among them
    float out; // 1 or -1: the side of a triangle that is out; polygons are turned so that it is the right-hand one
    int next_free;
    wend_vec low, high; // the box around it
} body;

/// What a cell holds: a copy of an edge, or the ball around a round thing or a triangle.
typedef struct cell_item
{
    float ax, bx, ay, by; // edge: its ends; else ax, ay the middle in the plane, bx the radius of the ball
    int what;             // number of the piece, ~number where it is no edge; in the table of solids: of the body
} cell_item;

typedef struct cell_range
{
    int first, count;
} cell_range;

/// Items by cell. A cell that outgrows its room moves to the end.
typedef struct cell_table
{
    cell_range *cells;
    int *room;
    cell_item *items;
    int used, capacity;
    long long wanted; // scratch of cells_room
} cell_table;

/// A box of cells, both ends included.
typedef struct cell_box
{
    int low[3], high[3];
} cell_box;

// Cells lie on a lattice through the origin. Cell (i, j, k) and those a whole table farther share a place in the table,
// so any extent will do: strangers are told by their coordinates.
struct wend_obstacles
{
    wend_obstacles_def def;
    wend_error error;
    int dimensions;
    uint64_t serial;
    body *bodies;
    int body_count, body_capacity, first_free, alive;
    piece *pieces;
    piece_home *homes;
    int piece_count, piece_capacity, live_pieces;
    int *loose, loose_count;   // pieces
    int *solids, solids_count; // bodies
    double cell, per_cell;
    int shift[3], mask[3];
    cell_table edges, inner; // pieces; solids
    double low[3], high[3];  // around all pieces that are in cells
    int rebuild_at;          // pieces
};

#define SLOT_BITS   24
#define CELL_MOST   (1 << 28) // farther cells are not told apart
#define CELL_MARGIN 1e-5      // by so many cells items reach too far, more than rounding ever amounts to

// ---- geometry (obstacle_shape.c) -----------------------------------------------------------------------------------

/// The nearest point of the core, and how far it is.
double piece_distance(const piece *s, real_vec point, real_vec *nearest);

/// The unit normal of a piece's surface at a point of it, out of the body where that is known.
real_vec piece_normal(const wend_obstacles *set, const piece *s);

/// When a ray crosses an edge or a triangle, if it does. Exact: no ray slips between two that share an end. The time
/// may be outside 0..1. `is_at_end` says that an edge is met exactly at an end.
bool piece_crossing(const piece *s, real_vec from, real_vec along, double *time, bool *is_at_end);

/// Is a point inside a solid?
bool body_has_inside(const wend_obstacles *set, const body *b, real_vec point);

/// The nearest piece of a body, by its core's distance less its radius; ties to the earlier one.
int body_nearest(const wend_obstacles *set, const body *b, real_vec point, double *distance, real_vec *nearest);

/// Cuts a checked shape into pieces; null `pieces` only counts them.
int shape_cut(const wend_shape *shape, bool is_spatial, piece *pieces, piece_home *homes);

/// Puts a body's pieces where its position and angle say.
void body_place(wend_obstacles *set, body *b);

wend_status shape_check(wend_error *error, const wend_shape *shape, bool is_spatial);

// ---- cells (obstacle_cells.c; the searches in obstacle_walk.c) -----------------------------------------------------

/// Makes the tables anew for what is in the set now. False, and all as before, where memory is short.
bool cells_rebuild(wend_obstacles *set);

/// Room for a body's pieces where they are now; without it cells_put would fail.
bool cells_room(wend_obstacles *set, const body *b);
void cells_put(wend_obstacles *set, body *b);
void cells_take(wend_obstacles *set, body *b);
void cells_free(wend_obstacles *set);

/// What a cell holds of a piece.
cell_item cells_item(const wend_obstacles *set, int number);

/// The cells between two points, and `margin` of a cell more on each side; how many there are in such a box.
cell_box cells_box(const wend_obstacles *set, const double low[3], const double high[3], double margin);
double cells_in_box(const cell_box *box);

/// Is told the items of a cell; `cell` is null where they come from no cell. False: enough.
typedef bool cells_visit(void *user, const cell_item *items, int count, const int cell[3]);

/// Visits all pieces that may be within a box.
void cells_within(const wend_obstacles *set, const double low[3], const double high[3], cells_visit *visit, void *user);

typedef enum cell_way
{
    WAY_NONE, // the path meets no cells that hold anything
    WAY_ALL,  // looking at everything is less work
    WAY_WALK
} cell_way;

/// The part of a path that is within `radius` of what is in cells, as times `span`.
cell_way cells_clip(const wend_obstacles *set, real_vec from, real_vec along, double radius, double span[2]);

/// Visits what is in no cell because it would fill too many.
void cells_loose(const wend_obstacles *set, cells_visit *visit, void *user);

/// Visits all pieces that may be within `radius` of a path; those near its beginning first. `*until` is the time after
/// which nothing matters any more.
void cells_along(const wend_obstacles *set, real_vec from, real_vec along, double radius, const double *until,
                 cells_visit *visit, void *user);

/// The solids that may have a point inside: calls with their numbers in `what`.
void cells_solids(const wend_obstacles *set, real_vec point, cells_visit *visit, void *user);

/// Everything, piece by piece.
void cells_all(const wend_obstacles *set, cells_visit *visit, void *user);

static inline double smaller(double a, double b)
{
    return a < b ? a : b;
}

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

static inline int cell_number(double coordinate)
{
    double v = coordinate < -(double)CELL_MOST  ? -(double)CELL_MOST
               : coordinate > (double)CELL_MOST ? (double)CELL_MOST
                                                : coordinate;
    int whole = (int)v;
    return whole - (v < (double)whole);
}

static inline int cell_place(const wend_obstacles *set, int i, int j, int k)
{
    return (k & set->mask[2]) << set->shift[2] | (j & set->mask[1]) << set->shift[1] | (i & set->mask[0]);
}

/// Is it to be met with this mask?
static inline bool piece_is_met(const piece *p, uint32_t mask, uint64_t ignore)
{
    return !p->is_sensor && (mask == 0 || (p->layers & mask) != 0) && p->id != ignore;
}

static inline wend_vec piece_velocity(const wend_obstacles *set, const piece *p)
{
    return p->is_moving ? set->bodies[p->body].shape.velocity : wend_xyz(0.0f, 0.0f, 0.0f);
}

static inline double real_at(real_vec v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

#endif
