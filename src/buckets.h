// Open cells in order of what they cost: a ring of buckets, each a list that is linked through the cells themselves. So
// memory is fixed by the map, and a cell whose cost changes is moved. Behind searches on grids and flow fields.
#ifndef WEND_SRC_BUCKETS_H
#define WEND_SRC_BUCKETS_H

#include "compiler.h"
#include "memory.h"

#include <string.h>

#define NO_CELL UINT32_MAX
#define CLOSED  UINT32_MAX
#define BUCKET_SHIFT                                                                                                   \
    13 // a bucket is 8192 wide: less than any move costs, so one bucket's cells don't change one another

/// A cell. What `word` means is up to who uses it.
typedef struct grid_node
{
    uint64_t word;
    uint32_t next, prev; ///< in its bucket of open cells; prev CLOSED: in none
} grid_node;

typedef struct grid_open
{
    uint32_t *head; ///< the first cell of each bucket, where its bit is set; behind the ring one for what is far ahead
    uint64_t *bits; ///< which buckets hold anything
    uint32_t ring;  ///< buckets, a power of two
    uint32_t count; ///< open cells
    uint64_t now;   ///< the bucket that is being emptied
    uint32_t capacity;
} grid_open;

/// Memory for `ring` buckets. False: none, and nothing has changed.
static inline bool bucket_reserve(grid_open *open, const wend_allocator *allocator, uint32_t ring)
{
    if (ring > open->capacity)
    {
        memory_array head = {(void **)&open->head, sizeof *open->head};
        memory_array bits = {(void **)&open->bits, sizeof *open->bits};
        if (!memory_grow(allocator, &head, 1, 0, ring + 1) || !memory_grow(allocator, &bits, 1, 0, ring / 64 + 1))
            return false;
        open->capacity = ring;
    }
    open->ring = ring;
    return true;
}

static inline void bucket_empty(grid_open *open)
{
    memset(open->bits, 0, (open->ring / 64 + 1) * sizeof *open->bits);
    open->now = 0;
    open->count = 0;
}

/// Puts a cell that is in no bucket into the one with that place, [0, ring].
static inline void bucket_put(grid_open *open, grid_node *nodes, uint32_t cell, uint32_t slot)
{
    uint64_t bit = (uint64_t)1 << (slot & 63), *bits = &open->bits[slot >> 6];
    grid_node *node = &nodes[cell];
    node->next = NO_CELL;
    node->prev = slot | 1u << 31;
    if (*bits & bit)
    {
        node->next = open->head[slot];
        nodes[node->next].prev = cell;
    }
    *bits |= bit;
    open->head[slot] = cell;
    open->count++;
}

/// The same for what costs `f`, or into the bucket that is being emptied if it costs less than that.
static inline void bucket_push(grid_open *open, grid_node *nodes, uint32_t cell, uint64_t f)
{
    uint64_t bucket = f >> BUCKET_SHIFT > open->now ? f >> BUCKET_SHIFT : open->now;
    bucket_put(open, nodes, cell, (uint32_t)bucket & (open->ring - 1));
}

/// Takes a cell out of its bucket.
static inline void bucket_take(grid_open *open, grid_node *nodes, uint32_t cell)
{
    grid_node *node = &nodes[cell];
    uint32_t next = node->next, prev = node->prev, slot = prev & ~(1u << 31);
    if (next != NO_CELL)
        nodes[next].prev = prev;
    if (!(prev >> 31))
        nodes[prev].next = next;
    else if (next != NO_CELL)
        open->head[slot] = next;
    else
        open->bits[slot >> 6] &= ~((uint64_t)1 << (slot & 63));
    node->prev = CLOSED;
    open->count--;
}

/// The bucket of the ring, from `now` on, that holds anything first; UINT64_MAX if none does.
static inline uint64_t bucket_next(const grid_open *open)
{
    uint32_t slot = (uint32_t)open->now & (open->ring - 1), words = open->ring / 64, word = slot >> 6;
    uint64_t bits = open->bits[word] >> (slot & 63), bucket = open->now;
    if (!bits)
    {
        bucket += 64 - (slot & 63);
        for (uint32_t left = words; !(bits = open->bits[word = (word + 1) & (words - 1)]); bucket += 64)
            if (--left == 0)
                return UINT64_MAX;
    }
    return bucket + (uint64_t)zeros_below_64(bits);
}

/// The first cell of it; the caller knows that there is one.
static inline uint32_t bucket_first(grid_open *open)
{
    open->now = bucket_next(open);
    return open->head[open->now & (open->ring - 1)];
}

#endif
