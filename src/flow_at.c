// What a field says about a point. Places are in cells here, from the corner of cell (0, 0).
#include "compiler.h"
#include "flows.h"

#include "wend/grid_sight.h"

#include "arrive.h"
#include "real.h"

#define LEAVES_UP_TO 16   // cells: so deep in a wall the way out is known
#define AS_NEAR      0.05 // of a cell
#define ON_CORNER    1e-3
#define NEAR_CORNER  0.1 // of a cell, along the way
#define LEAST_DOT    0.5

typedef struct place
{
    double x, y;
} place;

/// Where a cell leads.
typedef struct lead
{
    place along; ///< unit vector
    int first;   ///< its first cheapest move
} lead;

static place unit(place v)
{
    double length = sqrt(v.x * v.x + v.y * v.y);
    return length > 0.0 ? (place){v.x / length, v.y / length} : (place){0.0, 0.0};
}

static place unit_of(int d)
{
    return unit((place){(double)grid_dx(d), (double)grid_dy(d)});
}

static place toward(place from, double x, double y)
{
    return unit((place){x - from.x, y - from.y});
}

static place middle_of(wend_cell cell)
{
    return (place){(double)cell.x + 0.5, (double)cell.y + 0.5};
}

static double along(double point, double origin, double cell_size)
{
    return (point - origin) / cell_size;
}

static uint32_t index_of(const wend_flow *flow, wend_cell cell)
{
    return grid_index(flow->stride, cell.x, cell.y);
}

/// Is a cell open now, and does it have a way?
static bool has_way(const wend_flow *flow, int x, int y)
{
    return grid_is_open(flow->layer, x, y) && flow_settled(flow, grid_index(flow->stride, x, y)) < FLOW_FAR;
}

// ---- straight at the goal ------------------------------------------------------------------------------------------

/// Do all cells on the way from a place in one cell straight to the middle of another cost that?
static bool is_even(const wend_flow *flow, place from, wend_cell cell, wend_cell goal, uint8_t cost)
{
    int step_x = goal.x < cell.x ? -1 : 1, step_y = goal.y < cell.y ? -1 : 1;
    place to = middle_of(goal);
    double wide = fabs(to.x - from.x), high = fabs(to.y - from.y);
    // how far it is to the next edges, each times the other side of the triangle
    double next_x = fabs((double)(cell.x + (step_x > 0)) - from.x) * high;
    double next_y = fabs((double)(cell.y + (step_y > 0)) - from.y) * wide;
    while (flow->cost[index_of(flow, cell)] == cost)
    {
        bool is_last_x = cell.x == goal.x, is_last_y = cell.y == goal.y;
        if (is_last_x && is_last_y)
            return true;
        bool goes_x = !is_last_x && (is_last_y || next_x < next_y);
        cell.x += goes_x ? step_x : 0;
        cell.y += goes_x ? 0 : step_y;
        next_x += goes_x ? high : 0.0;
        next_y += goes_x ? 0.0 : wide;
    }
    return false;
}

static bool nearest_goal(const wend_flow *flow, place from, wend_cell *nearest)
{
    double best = DBL_MAX;
    for (int i = 0; i < flow->goal_count; i++)
    {
        wend_cell goal = flow->goals[i];
        double dx = (double)goal.x + 0.5 - from.x, dy = (double)goal.y + 0.5 - from.y, square = dx * dx + dy * dy;
        if (square >= best || !grid_is_open(flow->layer, goal.x, goal.y))
            continue;
        best = square;
        *nearest = goal;
    }
    return best < DBL_MAX;
}

/// Is the goal that is nearest in a straight line in sight from a place in a cell, and the straight way the best?
static bool sees_goal(const wend_flow *flow, wend_vec point, place from, wend_cell cell, wend_cell *goal)
{
    if (!nearest_goal(flow, from, goal))
        return false;
    int dx = goal->x - cell.x, dy = goal->y - cell.y, cost = flow->cost[index_of(flow, *goal)];
    double way = (double)flow_settled(flow, index_of(flow, cell)), unit_cost = 2.0 * STRAIGHT * (double)cost;
    double wide = (double)goal->x + 0.5 - from.x, high = (double)goal->y + 0.5 - from.y;
    // a line over cells that are open and cost that passes from one to one beside it, so there is no dearer way
    if (flow->layer->reach == 0 && way > unit_cost * (double)((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy)))
        return false;
    if ((cost != flow->cheapest || flow->wraps) && unit_cost * sqrt(wide * wide + high * high) > way)
        return false;
    return wend_grid_sees(flow->grid, point, wend_grid_point(flow->grid, *goal), flow->def.radius) &&
           (flow->is_even || is_even(flow, from, cell, *goal, (uint8_t)cost));
}

// ---- from cell to cell ---------------------------------------------------------------------------------------------

/// Where the cheapest moves lead from a cell that is no goal. False if its neighbours have no way yet.
static bool lead_of(const wend_flow *flow, uint32_t cell, lead *to)
{
    uint64_t least = flow_settled(flow, cell), best = UINT64_MAX;
    unsigned bests = 0;
    for (unsigned moves = flow->moves[flow->around[cell]]; moves; moves &= moves - 1)
    {
        int d = zeros_below(moves);
        uint32_t next = flow_next(flow, cell, d);
        uint64_t cost = flow_settled(flow, next);
        if (cost >= least)
            continue;
        cost += flow_step(flow, cell, next, d);
        bests = cost < best ? 0 : bests;
        bests |= cost <= best ? 1u << d : 0;
        best = cost < best ? cost : best;
    }
    if (!bests || least == FLOW_FAR)
        return false;
    to->first = zeros_below(bests);
    to->along = (place){0.0, 0.0};
    int beside = flow->def.diagonal == WEND_DIAGONAL_NEVER ? 2 : 1;
    for (int turn = -beside; turn <= beside; turn += beside)
    {
        int d = (to->first + turn) & 7;
        place u = unit_of(d);
        to->along.x += bests >> d & 1 ? u.x : 0.0;
        to->along.y += bests >> d & 1 ? u.y : 0.0;
    }
    to->along = unit(to->along);
    return true;
}

/// Is the neighbour in a direction open, and cheaper?
static bool is_lower(const wend_flow *flow, uint32_t cell, int d)
{
    return (flow->around[cell] >> (d & 7) & 1) &&
           flow_settled(flow, flow_next(flow, cell, d & 7)) < flow_settled(flow, cell);
}

/// The direction of a move by the signs of its ways along x and y.
static int move_along(double x, double y)
{
    return x > 0.0 ? (y > 0.0 ? 3 : 1) : y > 0.0 ? 5 : 7;
}

/// Does a direction lead on, and out of the cell into one that is cheaper? `in` is the place from the cell's corner.
static bool leads_on(const wend_flow *flow, uint32_t cell, int first, place in, place v)
{
    place u = unit_of(first);
    if (u.x * v.x + u.y * v.y < LEAST_DOT)
        return false;
    double wide = v.x > 0.0 ? 1.0 - in.x : in.x, high = v.y > 0.0 ? 1.0 - in.y : in.y;
    // the edge that is come to first: wide / |v.x| and high / |v.y|, without dividing by 0
    double time_x = wide * fabs(v.y), time_y = high * fabs(v.x), both = fabs(v.x * v.y);
    bool cuts_corner = fabs(time_x - time_y) < NEAR_CORNER * both;
    return (time_x > time_y || is_lower(flow, cell, v.x > 0.0 ? 2 : 6)) &&
           (time_y > time_x || is_lower(flow, cell, v.y > 0.0 ? 4 : 0)) &&
           (!cuts_corner || is_lower(flow, cell, move_along(v.x, v.y)));
}

/// At the middle of the cell to which a move leads, maybe through the corner between both.
static place to_next(const wend_flow *flow, uint32_t cell, int d, place in)
{
    int dx = grid_dx(d), dy = grid_dy(d);
    if ((d & 1) && !(is_lower(flow, cell, d - 1) && is_lower(flow, cell, d + 1)))
    {
        double x = dx > 0 ? 1.0 : 0.0, y = dy > 0 ? 1.0 : 0.0;
        if (fabs(x - in.x) > ON_CORNER || fabs(y - in.y) > ON_CORNER)
            return toward(in, x, y);
    }
    return toward(in, 0.5 + dx, 0.5 + dy);
}

static void add_lead(const wend_flow *flow, uint32_t cell, double weight, place *sum)
{
    lead to;
    if (weight <= 0.0 || !lead_of(flow, cell, &to))
        return;
    sum->x += weight * to.along.x;
    sum->y += weight * to.along.y;
}

/// The mean of the four cells whose middles are nearest, but for those beyond a wall.
static place mean_lead(const wend_flow *flow, uint32_t cell, place in, place own)
{
    int to_x = in.x < 0.5 ? 6 : 2, to_y = in.y < 0.5 ? 0 : 4, to_both = in.y < 0.5 ? 1 : 3;
    to_both = in.x < 0.5 ? 8 - to_both : to_both;
    unsigned around = flow->around[cell], corner = 1u << to_x | 1u << to_y | 1u << to_both;
    double wide = fabs(in.x - 0.5), high = fabs(in.y - 0.5);
    place sum = {(1.0 - wide) * (1.0 - high) * own.x, (1.0 - wide) * (1.0 - high) * own.y};
    if (around >> to_x & 1)
        add_lead(flow, flow_next(flow, cell, to_x), wide * (1.0 - high), &sum);
    if (around >> to_y & 1)
        add_lead(flow, flow_next(flow, cell, to_y), (1.0 - wide) * high, &sum);
    if ((around & corner) == corner)
        add_lead(flow, flow_next(flow, cell, to_both), wide * high, &sum);
    return unit(sum);
}

/// The direction from a place in an open cell that has a way and is no goal; zero if the neighbours have none yet.
static place direction_in(const wend_flow *flow, wend_cell cell, place at)
{
    uint32_t index = index_of(flow, cell);
    place in = {at.x - (double)cell.x, at.y - (double)cell.y};
    lead own;
    if (!lead_of(flow, index, &own))
        return (place){0.0, 0.0};
    place mean = mean_lead(flow, index, in, own.along);
    if (leads_on(flow, index, own.first, in, mean))
        return mean;
    return leads_on(flow, index, own.first, in, own.along) ? own.along : to_next(flow, index, own.first, in);
}

// ---- out of walls --------------------------------------------------------------------------------------------------

static double distance_to(place at, int x, int y)
{
    double dx = fmax(fmax((double)x - at.x, at.x - (double)(x + 1)), 0.0);
    double dy = fmax(fmax((double)y - at.y, at.y - (double)(y + 1)), 0.0);
    return sqrt(dx * dx + dy * dy);
}

/// The nearest cell with a way; who stands on open ground that is too narrow for it doesn't look through walls.
static bool nearest_way(const wend_flow *flow, wend_vec point, place at, wend_cell cell, wend_cell *nearest)
{
    bool is_on_ground = wend_grid_get(flow->grid, cell) > 0;
    double best = DBL_MAX;
    uint64_t best_cost = FLOW_FAR;
    for (int ring = 1; ring <= LEAVES_UP_TO && (double)(ring - 1) <= best + AS_NEAR; ring++)
        for (int y = cell.y - ring; y <= cell.y + ring; y++)
            for (int x = cell.x - ring; x <= cell.x + ring; x++)
            {
                bool is_rim = y == cell.y - ring || y == cell.y + ring || x == cell.x - ring || x == cell.x + ring;
                wend_cell on_map = flow_wrapped(flow, x, y);
                if (!is_rim || !grid_is_inside(flow->grid, on_map) || !has_way(flow, on_map.x, on_map.y))
                    continue;
                double distance = distance_to(at, x, y);
                uint64_t cost = flow_settled(flow, index_of(flow, on_map));
                bool is_better = distance < best - AS_NEAR || (distance <= best + AS_NEAR && cost < best_cost);
                wend_vec middle = wend_grid_point(flow->grid, (wend_cell){x, y});
                if (!is_better || (is_on_ground && !wend_grid_sees(flow->grid, point, middle, 0.0f)))
                    continue;
                best = distance;
                best_cost = cost;
                *nearest = (wend_cell){x, y};
            }
    return best < DBL_MAX;
}

// ---- the answer ----------------------------------------------------------------------------------------------------

static wend_vec to_world(place v)
{
    return wend_xyz(real_to_float(v.x), real_to_float(v.y), 0.0f);
}

static void go_to_middle(wend_flow_sample *sample, place at, wend_cell cell)
{
    place middle = middle_of(cell);
    sample->direction = to_world(toward(at, middle.x, middle.y));
}

/// The answer for a point whose cell has a way.
static void ask_cell(const wend_flow *flow, place at, wend_flow_sample *sample)
{
    place v = direction_in(flow, sample->cell, at);
    sample->direction = to_world(v);
    if (v.x == 0.0 && v.y == 0.0)
        sample->state = WEND_FLOW_NOT_YET;
}

/// The same for a point whose cell hasn't, or which is outside the map. False: there is no way out.
static bool ask_beyond(const wend_flow *flow, wend_vec point, place at, wend_flow_sample *sample)
{
    wend_cell cell = sample->cell;
    place inside = {real_clamp(at.x, (double)cell.x, (double)cell.x + 1.0),
                    real_clamp(at.y, (double)cell.y, (double)cell.y + 1.0)};
    if (!has_way(flow, cell.x, cell.y) && !nearest_way(flow, point, inside, cell, &cell))
        return false;
    sample->state = WEND_FLOW_WAY;
    sample->cell = flow_wrapped(flow, cell.x, cell.y);
    go_to_middle(sample, at, cell);
    return true;
}

wend_flow_sample wend_flow_at(const wend_flow *flow, wend_vec point)
{
    wend_flow_sample sample = {.state = WEND_FLOW_NO_WAY, .cost = DBL_MAX};
    if (!flow || !flow->grid || !wend_is_finite(point))
        return sample;
    const wend_grid_def *map = &flow->grid->def;
    if (!wend_flow_is_ready(flow))
        sample.state = WEND_FLOW_NOT_YET;
    bool is_inside = wend_grid_cell(flow->grid, point, &sample.cell);
    wend_cell cell = sample.cell;
    place at = {along((double)point.x, (double)map->origin.x, (double)map->cell_size),
                along((double)point.y, (double)map->origin.y, (double)map->cell_size)};
    bool is_open = is_inside && grid_is_open(flow->layer, cell.x, cell.y);
    if (is_open ? !has_way(flow, cell.x, cell.y) : !ask_beyond(flow, point, at, &sample))
        return sample;
    sample.cost = wend_flow_cost(flow, sample.cell);
    if (is_open && (flow_word(flow, index_of(flow, cell)) & FLOW_GOAL))
    {
        sample.state = WEND_FLOW_THERE;
        sample.goal = cell;
        sample.sees_goal = true;
    }
    else
    {
        sample.state = WEND_FLOW_WAY;
        sample.sees_goal = sees_goal(flow, point, at, cell, &sample.goal);
    }
    if (sample.sees_goal)
        go_to_middle(&sample, at, sample.goal);
    else if (is_open)
        ask_cell(flow, at, &sample);
    return sample;
}

wend_vec wend_follow_flow(const wend_agent *self, const wend_flow *flow)
{
    if (!self)
        return wend_xyz(0.0f, 0.0f, 0.0f);
    wend_flow_sample sample = wend_flow_at(flow, self->position);
    if (sample.sees_goal)
    {
        wend_vec middle = wend_grid_point(flow->grid, sample.goal);
        real_vec offset = real_sub(real_of(middle), real_of(self->position));
        offset.z = 0.0;
        return real_to_vec(arrive_along(self, offset));
    }
    if (sample.cost == DBL_MAX)
        return wend_xyz(0.0f, 0.0f, 0.0f);
    double left = sample.cost / (double)flow->cheapest * (double)flow->grid->def.cell_size;
    return real_to_vec(real_scale(real_of(sample.direction), arriving_speed(self, left)));
}
