// Of equally cheap ways the one with the fewest turns.
//
// When a search is done, the moves that are part of a cheapest way are those whose costs add up exactly. Over these the
// way is sought once more, from its ends back, breadth first by turns: a state is a cell and the direction in which it is
// come to. All states that are reached with as many turns are done before those with one more, so the first to come to
// the start has the fewest. Of a cell that is closed, `prev` then holds which of its states wait, eight bits each for
// those of an even and of an odd number of turns; `parent` holds four bits a state: the direction in which the way goes
// on from there, and whether it is done.
#include "grids.h"

#define DONE 8u

typedef struct queue
{
    wend_grid_search *search;
    uint32_t first, last; ///< cells with states that wait, linked by `next`
    int turns;            ///< of the states that are being done
    int out;              ///< the direction from the start, once it is known; else -1
} queue;

static void touch(const wend_grid_search *s, uint32_t cell)
{
    if (s->nodes[cell].prev != CLOSED)
        return;
    s->nodes[cell].prev = 0;
    s->parent[cell] = 0;
}

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

static void append(queue *q, uint32_t cell)
{
    grid_node *nodes = q->search->nodes;
    nodes[cell].next = NO_CELL;
    *(q->first == NO_CELL ? &q->first : &nodes[q->last].next) = cell;
    q->last = cell;
}

/// A state waits until those of `turns` turns have their turn; `on`: where the way goes on from it.
static void wait_for(queue *q, uint32_t cell, int d, int turns, int on)
{
    const wend_grid_search *s = q->search;
    uint32_t *waiting = &s->nodes[cell].prev, bit = 1u << d;
    if (state_of(s, cell, d) & DONE || (*waiting | *waiting >> 8) & bit)
        return;
    put_state(s, cell, d, (uint32_t)on);
    bool is_queued = *waiting;
    *waiting |= bit << (turns & 1 ? 8 : 0);
    if (!is_queued)
        append(q, cell);
}

/// The next cell that has states waiting, and which; 0 if there is none.
static unsigned take(queue *q, uint32_t *cell)
{
    grid_node *nodes = q->search->nodes;
    if (q->first == NO_CELL)
        return 0;
    *cell = q->first;
    q->first = nodes[*cell].next;
    uint32_t *waiting = &nodes[*cell].prev;
    if (!(*waiting >> (q->turns & 1 ? 8 : 0) & 255))
        q->turns++; // all that had fewer turns are done
    unsigned states = *waiting >> (q->turns & 1 ? 8 : 0) & 255;
    uint32_t later = *waiting & (q->turns & 1 ? 255u : 255u << 8);
    *waiting = later;
    if (later)
        append(q, *cell);
    return states;
}

/// Goes back along a line, as far as it is part of a cheapest way; from every cell of it others turn off.
static void go_back(queue *q, uint32_t cell, int d)
{
    const wend_grid_search *s = q->search;
    for (int on = (int)state_of(s, cell, d); !(state_of(s, cell, d) & DONE) && q->out < 0; on = d)
    {
        put_state(s, cell, d, DONE | (uint32_t)on);
        cell = search_neighbour(s, cell, (d + 4) & 7);
        if (cell == s->start)
        {
            q->out = d;
            return;
        }
        touch(s, cell);
        for (int other = 0; other < 8; other++)
            if (other != d && is_move(s, cell, other))
                wait_for(q, cell, other, q->turns + 1, d);
        if (!is_move(s, cell, d))
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
    uint32_t end = s->ends == NO_CELL ? s->end : s->ends;
    for (uint32_t next; end != NO_CELL; end = next)
    {
        next = s->ends == NO_CELL ? NO_CELL : s->nodes[end].next;
        touch(s, end);
        for (int d = 0; d < 8; d++)
            if (is_move(s, end, d))
                wait_for(&q, end, d, 0, d);
    }
    uint32_t cell;
    for (unsigned states; q.out < 0 && (states = take(&q, &cell)) != 0;)
        for (; states; states &= states - 1)
            go_back(&q, cell, __builtin_ctz(states));
    turn_words(s, q.out);
}
