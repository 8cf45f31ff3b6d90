// Of equally cheap ways the one with the fewest turns.
//
// When a search is done, the moves that are part of a cheapest way are those whose costs add up exactly. Over these the
// way is sought once more, from its ends back, breadth first by turns: a state is a cell and the direction in which it
// is come to. The first line to pass a cell gives every other state of that cell one turn more than its own, and a
// later line does better only for the state along itself, by going straight on. So each cell waits once, and those that
// wait are in the order of their turns. Of a cell that was passed, `prev` holds which of its states waited, and
// `parent` four bits a state: the direction in which the way goes on from there, and whether it is done.
#include "compiler.h"
#include "grids.h"

#define DONE 8u

typedef struct queue
{
    wend_grid_search *search;
    uint32_t first, last; ///< cells with states that wait, linked by `next`
    int out;              ///< the direction from the start, once it is known; else -1
} queue;

static uint32_t state_of(const wend_grid_search *s, uint32_t cell, int d)
{
    return s->parent[cell] >> (4 * d) & 15;
}

static void put_state(const wend_grid_search *s, uint32_t cell, int d, uint32_t state)
{
    s->parent[cell] = (s->parent[cell] & ~(15u << (4 * d))) | state << (4 * d);
}

/// Is the move into a cell in direction d part of a cheapest way?
static bool is_move(const wend_grid_search *s, uint32_t cell, int d)
{
    uint32_t before = search_neighbour(s, cell, (d + 4) & 7);
    uint64_t word = s->nodes[before].word;
    if (word >> WORD_SHIFT != s->stamp >> WORD_SHIFT || !(s->moves[ANY_WAY * 256 + s->around[before]] >> d & 1))
        return false;
    uint64_t step = s->step[d] * (s->is_uniform ? 1 : (uint64_t)s->cost[cell] + s->cost[before]);
    return node_cost(word) + step == node_cost(s->nodes[cell].word);
}

/// A cell is passed for the first time, by a move in direction `on` (-1: it is an end): all its other states wait.
static void pass(queue *q, uint32_t cell, int on)
{
    wend_grid_search *s = q->search;
    if (s->nodes[cell].prev != CLOSED)
        return;
    s->nodes[cell] = (grid_node){s->nodes[cell].word, NO_CELL, 0};
    s->parent[cell] = 0;
    for (int d = 0; d < 8; d++)
        if (d != on && is_move(s, cell, d))
        {
            s->nodes[cell].prev |= 1u << d;
            put_state(s, cell, d, (uint32_t)(on < 0 ? d : on));
        }
    *(q->first == NO_CELL ? &q->first : &s->nodes[q->last].next) = cell;
    q->last = cell;
}

/// Goes back along a line, as far as it is part of a cheapest way.
static void go_back(queue *q, uint32_t cell, int d)
{
    const wend_grid_search *s = q->search;
    for (int on = (int)state_of(s, cell, d); !(state_of(s, cell, d) & DONE) && q->out < 0; on = d)
    {
        put_state(s, cell, d, DONE | (uint32_t)on);
        cell = search_neighbour(s, cell, (d + 4) & 7);
        if (cell == s->start)
            q->out = d;
        else
            pass(q, cell, d);
        if (cell == s->start || !is_move(s, cell, d))
            return;
    }
}

/// Turns the words of the way's cells to the way that was found.
static void turn_words(wend_grid_search *s, int d)
{
    uint64_t cost = node_cost(s->nodes[s->end].word);
    uint32_t cell = s->start;
    do
    {
        cell = search_neighbour(s, cell, d);
        uint64_t *word = &s->nodes[cell].word;
        *word = (*word & ~(uint64_t)7) | (uint64_t)d;
        d = (int)(state_of(s, cell, d) & 7);
    } while (node_cost(s->nodes[cell].word) < cost);
    s->end = cell;
}

void search_straighten(wend_grid_search *s)
{
    if (s->end == s->start)
        return;
    queue q = {.search = s, .first = NO_CELL, .last = NO_CELL, .out = -1};
    bool has_ends = s->ends != NO_CELL;
    for (uint32_t end = has_ends ? s->ends : s->end, next; end != NO_CELL; end = next)
    {
        next = has_ends ? s->nodes[end].next : NO_CELL;
        pass(&q, end, -1);
    }
    for (uint32_t cell = q.first; q.out < 0; cell = s->nodes[cell].next)
        for (unsigned states = s->nodes[cell].prev; states; states &= states - 1)
            go_back(&q, cell, zeros_below(states));
    turn_words(s, q.out);
}
