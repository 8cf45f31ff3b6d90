// What Theta* found, pulled straight. When a search has ended, the links of its open cells are free: the cells of the way
// are kept in those of the first nodes, in order from the start.
#include "compiler.h"
#include "sight.h"

#define LOOK_BACK 12 // so many turns back a straight leg is looked for
#define ROUNDS    8

typedef struct theta_way
{
    wend_grid_search *search;
    int count;
} theta_way;

static uint32_t *cell_at(const theta_way *way, int i)
{
    return &way->search->nodes[i].next;
}

/// While legs are chosen: the turn before.
static uint32_t *turn_before(const theta_way *way, int i)
{
    return &way->search->nodes[i].prev;
}

static uint64_t leg_cost(const wend_grid_search *s, uint32_t from, uint32_t to)
{
    wend_cell a = search_cell(s, from), b = search_cell(s, to);
    uint64_t dx = (uint64_t)(a.x > b.x ? a.x - b.x : b.x - a.x), dy = (uint64_t)(a.y > b.y ? a.y - b.y : b.y - a.y);
    return search_euclidean(dx, dy) * ((uint64_t)s->cost[from] + s->cost[to]);
}

static bool is_leg(const wend_grid_search *s, uint32_t from, uint32_t to)
{
    wend_cell a = search_cell(s, from), b = search_cell(s, to);
    return s->cost[from] == s->cost[to] && sight_of_cells(s->grid, a, b, s->sight) &&
           (s->is_uniform || sight_is_even(s->grid, a, b));
}

/// The cheapest way over some of the turns, each leg spanning at most LOOK_BACK of the old ones.
static void choose_legs(theta_way *way)
{
    wend_grid_search *s = way->search;
    s->nodes[0].word = s->stamp;
    for (int i = 1; i < way->count; i++)
    {
        uint32_t cell = *cell_at(way, i);
        uint64_t best = node_cost(s->nodes[i - 1].word) + leg_cost(s, *cell_at(way, i - 1), cell);
        *turn_before(way, i) = (uint32_t)(i - 1);
        for (int k = i > LOOK_BACK ? i - LOOK_BACK : 0; k < i - 1; k++)
        {
            uint64_t cost = node_cost(s->nodes[k].word) + leg_cost(s, *cell_at(way, k), cell);
            if (cost > best || !is_leg(s, *cell_at(way, k), cell))
                continue;
            best = cost;
            *turn_before(way, i) = (uint32_t)k;
        }
        s->nodes[i].word = s->stamp | best << 3;
    }
    int first = way->count;
    for (int i = way->count - 1;; i = (int)*turn_before(way, i))
    {
        *cell_at(way, --first) = *cell_at(way, i);
        if (i == 0)
            break;
    }
    way->count -= first;
    for (int i = 0; i < way->count; i++)
        *cell_at(way, i) = *cell_at(way, first + i);
}

static bool is_on(const theta_way *way, uint32_t cell)
{
    for (int i = 0; i < way->count; i++)
        if (*cell_at(way, i) == cell)
            return true;
    return false;
}

/// Moves a turn to a neighbour that makes the way shorter. False if there is none.
static bool move_turn(theta_way *way, int i)
{
    const wend_grid_search *s = way->search;
    uint32_t before = *cell_at(way, i - 1), turn = *cell_at(way, i), after = *cell_at(way, i + 1);
    uint64_t length = leg_cost(s, before, turn) + leg_cost(s, turn, after);
    for (unsigned open = s->around[turn]; open; open &= open - 1)
    {
        uint32_t other = turn + (uint32_t)s->offset[zeros_below(open)];
        if (leg_cost(s, before, other) + leg_cost(s, other, after) >= length || !is_leg(s, before, other) ||
            !is_leg(s, other, after) || is_on(way, other))
            continue;
        *cell_at(way, i) = other;
        return true;
    }
    return false;
}

void theta_straighten(wend_grid_search *s)
{
    theta_way way = {s, 1};
    for (uint32_t cell = s->end; cell != s->start; cell = s->parent[cell])
        way.count++;
    int place = way.count;
    for (uint32_t cell = s->end;; cell = s->parent[cell])
    {
        *cell_at(&way, --place) = cell;
        if (cell == s->start)
            break;
    }
    bool has_moved = true;
    for (int round = 0; round < ROUNDS && has_moved; round++)
    {
        choose_legs(&way);
        has_moved = false;
        for (int i = 1; s->is_uniform && i + 1 < way.count; i++)
            while (move_turn(&way, i))
                has_moved = true;
    }
    for (int i = 1; i < way.count; i++)
        s->parent[*cell_at(&way, i)] = *cell_at(&way, i - 1);
}
