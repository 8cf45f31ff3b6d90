// The shortest way of a point: nodes are a root, where the way turned last, and the interval of an edge that is seen
// from there. What lies behind the edge is seen through the interval, or after one more turn at an end of it.
#include "meshes.h"

static double side_of(real_vec root, real_vec a, real_vec b)
{
    return mesh_side(root.x, root.y, a.x, a.y, b.x, b.y);
}

static double distance_of(real_vec a, real_vec b)
{
    return real_length(real_sub(b, a));
}

static real_vec place_of(const wend_mesh *mesh, int32_t corner)
{
    wend_vec p = mesh_point(mesh, corner);
    return (real_vec){(double)p.x, (double)p.y, 0.0};
}

/// What is left at least from a root through an interval; exactly that where the goal lies just behind it.
static double estimate(const wend_mesh_search *s, real_vec root, real_vec left, real_vec right)
{
    real_vec goal = {s->goal_x, s->goal_y, 0.0}, along = real_sub(left, right);
    double side = side_of(right, left, goal);
    if (side > 0.0) // on the root's side of the edge: as far as its mirror image
    {
        double shift = 2.0 * side / real_dot(along, along);
        goal = real_add(goal, (real_vec){along.y * shift, -along.x * shift, 0.0});
    }
    if (side_of(root, right, goal) < 0.0)
        return distance_of(root, right) + distance_of(right, goal);
    if (side_of(root, left, goal) > 0.0)
        return distance_of(root, left) + distance_of(left, goal);
    return distance_of(root, goal);
}

/// A part of an edge that is to be opened.
typedef struct interval
{
    int32_t edge;
    real_vec left, right;
    bool has_left, has_right;
} interval;

static interval whole_edge(const wend_mesh *mesh, int32_t edge)
{
    return (interval){edge, place_of(mesh, mesh_next(mesh, edge)), place_of(mesh, edge), true, true};
}

/// Where a way has turned last, and what came before.
typedef struct turn
{
    real_vec root;
    int32_t point;
    double g;
    int32_t parent;
} turn;

static void push(wend_mesh_search *s, const turn *from, const interval *through)
{
    real_vec along = real_sub(through->left, through->right);
    if (!mesh_can_cross(s->mesh, through->edge, s->query.radius, s->query.mask) || (along.x == 0.0 && along.y == 0.0))
        return;
    mesh_node *node = search_new_node(s);
    if (!node)
        return;
    node->root = from->root;
    node->root_point = from->point;
    node->g = from->g;
    node->parent = from->parent;
    node->left = through->left;
    node->right = through->right;
    node->has_left = through->has_left;
    node->has_right = through->has_right;
    node->edge = through->edge;
    node->polygon = s->mesh->owner[s->mesh->link[through->edge]];
    node->f = from->g + estimate(s, from->root, through->left, through->right);
    search_open(s);
}

void exact_begin(wend_mesh_search *s, int32_t polygon)
{
    const wend_mesh *mesh = s->mesh;
    turn from = {.point = NONE, .parent = NONE};
    mesh_closest(mesh, polygon, s->start_x, s->start_y, &from.root.x, &from.root.y);
    if (s->goal_stamp[polygon] == s->stamp)
    {
        mesh_node *node = search_new_node(s);
        if (!node)
            return;
        node->f = node->g = distance_of(from.root, (real_vec){s->goal_x, s->goal_y, 0.0});
        node->polygon = polygon;
        search_open(s);
    }
    for (int32_t c = mesh->first[polygon]; c < mesh->first[polygon + 1]; c++)
    {
        int32_t link = mesh_across(mesh, c, s->query.mask);
        if (link == NONE || search_is_start(s, mesh->owner[link]))
            continue;
        interval edge = whole_edge(mesh, c);
        push(s, &from, &edge);
    }
}

bool exact_is_stale(const wend_mesh_search *s, const mesh_node *node)
{
    return node->root_point != NONE && node->g > s->point_g[node->root_point];
}

/// The exits of a polygon from the right end of the entry to its left end.
typedef struct exits
{
    const wend_mesh *mesh;
    int32_t first, entry; ///< corners: the entry's right end, and its left one, whose edge is the entry
} exits;

/// Where a ray leaves.
typedef struct hit
{
    int32_t edge; ///< of a ray to the right end of the interval `entry` itself if it leaves nowhere
    real_vec at;
    bool is_begin, is_end; ///< at a corner: the edge's first (right) or second one
} hit;

/// Where the ray from the root through an end of the interval leaves: the first exit whose second corner is left of it,
/// or also on it.
static hit leave(const exits *e, real_vec root, real_vec end, bool counts_touch, double snap)
{
    int32_t edge = e->first;
    real_vec a = place_of(e->mesh, edge);
    double before = side_of(root, end, a);
    for (; edge != e->entry; edge = mesh_next(e->mesh, edge))
    {
        real_vec b = place_of(e->mesh, mesh_next(e->mesh, edge));
        double after = side_of(root, end, b);
        if (counts_touch ? after >= 0.0 : after > 0.0)
        {
            double share = before < after ? real_clamp(before / (before - after), 0.0, 1.0) : 1.0;
            hit found = {edge, real_add(a, real_scale(real_sub(b, a), share)), false, false};
            found.is_begin = distance_of(found.at, a) <= snap;
            found.is_end = !found.is_begin && distance_of(found.at, b) <= snap;
            found.at = found.is_begin ? a : found.is_end ? b : found.at;
            return found;
        }
        a = b;
        before = after;
    }
    return (hit){e->entry, a, true, false}; // past the last exit: its end is the entry's left end
}

/// The way turns at a corner of the entry. False if that is no use: there is a shorter way to it, or just as short a one
/// that sees all of this and more. `side`: 0 it turns right, 1 left.
static bool make_turn(wend_mesh_search *s, const mesh_node *node, int32_t index, int32_t corner, int side, turn *made)
{
    const wend_mesh *mesh = s->mesh;
    int32_t point = mesh->corner[corner];
    if (!mesh_is_corner(mesh, point, s->query.mask))
        return false;
    real_vec at = place_of(mesh, corner), way = real_sub(at, node->root);
    double g = node->g + real_length(way);
    if (s->point_stamp[point] == s->stamp && s->point_g[point] < g)
        return false;
    mesh_turn *known = &s->turns[2 * corner + side];
    double wider = known->x * way.y - known->y * way.x; // left of the known direction
    if (known->stamp == s->stamp && known->g == g && (side == 0 ? wider <= 0.0 : wider >= 0.0))
        return false;
    *known = (mesh_turn){g, way.x, way.y, s->stamp};
    s->point_stamp[point] = s->stamp;
    s->point_g[point] = g;
    *made = (turn){at, point, g, index};
    return true;
}

static void push_all(wend_mesh_search *s, const turn *from, const exits *e)
{
    for (int32_t edge = e->first; edge != e->entry; edge = mesh_next(e->mesh, edge))
    {
        interval exit = whole_edge(e->mesh, edge);
        push(s, from, &exit);
    }
}

/// The root lies on the line of the entry: it sees all from the entry itself, else only the entry's nearer end.
static void expand_flat(wend_mesh_search *s, const mesh_node *node, int32_t index, const exits *e)
{
    real_vec right = real_sub(node->right, node->root), left = real_sub(node->left, node->root);
    turn from = {node->root, node->root_point, node->g, index};
    if (real_dot(right, left) <= 0.0)
        push_all(s, &from, e);
    else if (real_dot(right, right) < real_dot(left, left))
    {
        if (node->has_right && make_turn(s, node, index, e->first, 0, &from))
            push_all(s, &from, e);
    }
    else if (node->has_left && make_turn(s, node, index, e->entry, 1, &from))
        push_all(s, &from, e);
}

/// What is seen through the interval, between where its two rays leave.
static void push_seen(wend_mesh_search *s, const turn *from, const exits *e, const hit *right, const hit *left)
{
    for (int32_t edge = e->first; edge != right->edge; edge = mesh_next(e->mesh, edge))
        if (edge == left->edge) // nothing between them but rounding
            return;
    for (int32_t edge = right->edge; edge != e->entry; edge = mesh_next(e->mesh, edge))
    {
        interval part = whole_edge(e->mesh, edge);
        if (edge == right->edge)
        {
            part.right = right->at;
            part.has_right = right->is_begin;
        }
        if (edge == left->edge)
        {
            part.left = left->at;
            part.has_left = left->is_end;
        }
        interval full = whole_edge(e->mesh, edge);
        if (real_dot(real_sub(part.left, part.right), real_sub(full.left, full.right)) > 0.0)
            push(s, from, &part);
        if (edge == left->edge)
            return;
    }
}

/// What lies to the right of the right ray, after a turn at the entry's right end.
static void push_right(wend_mesh_search *s, const turn *from, const exits *e, const hit *right)
{
    for (int32_t edge = e->first; edge != e->entry; edge = mesh_next(e->mesh, edge))
    {
        interval part = whole_edge(e->mesh, edge);
        if (edge == right->edge)
        {
            part.left = right->at;
            part.has_left = right->is_end;
        }
        if (edge != right->edge || !right->is_begin)
            push(s, from, &part);
        if (edge == right->edge)
            return;
    }
}

/// What lies to the left of the left ray, after a turn at the entry's left end.
static void push_left(wend_mesh_search *s, const turn *from, const exits *e, const hit *left)
{
    for (int32_t edge = left->edge; edge != e->entry; edge = mesh_next(e->mesh, edge))
    {
        interval part = whole_edge(e->mesh, edge);
        if (edge == left->edge)
        {
            part.right = left->at;
            part.has_right = left->is_begin;
        }
        if (edge != left->edge || !left->is_end)
            push(s, from, &part);
    }
}

void exact_expand(wend_mesh_search *s, int32_t index)
{
    const wend_mesh *mesh = s->mesh;
    const mesh_node node = s->nodes[index]; // a copy: new nodes may move the others
    const exits e = {mesh, mesh_next(mesh, mesh->link[node.edge]), mesh->link[node.edge]};
    double area = side_of(node.root, node.right, node.left), width = distance_of(node.right, node.left);
    if (area <= width * 1e-6 * mesh->slack)
    {
        expand_flat(s, &node, index, &e);
        return;
    }
    turn from = {node.root, node.root_point, node.g, index}, turned;
    hit right = leave(&e, node.root, node.right, false, 1e-4 * mesh->slack);
    hit left = leave(&e, node.root, node.left, true, 1e-4 * mesh->slack);
    push_seen(s, &from, &e, &right, &left);
    if (node.has_right && make_turn(s, &node, index, e.first, 0, &turned))
        push_right(s, &turned, &e, &right);
    if (node.has_left && make_turn(s, &node, index, e.entry, 1, &turned))
        push_left(s, &turned, &e, &left);
}
